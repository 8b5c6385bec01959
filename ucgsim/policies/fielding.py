"""From which field players with closed lists take the other deck: said in their names, found for their table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.policies.closed_lists import FieldLists, folder_lists, give_lists, lists_at_hand, usual_folders
from ucgsim.policies.spec import UNNAMED, parse_policy

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ucgsim.decks.deck import Deck


def in_field(policies: Iterable[str], decks: Sequence[Deck] = (), shares: Sequence[float] = ()) -> tuple[str, ...]:
    """Names of policies, where those with closed lists say from which field: ``decks`` with their ``shares``.

    Without decks it is the usual one. UcgsimError where that can't be read.
    """
    return tuple(_named(name, decks, shares) for name in policies)


def _named(name: str, decks: Sequence[Deck], shares: Sequence[float]) -> str:
    if "closed" not in name:
        return name
    policy = parse_policy(name)
    if not policy.is_closed or policy.number("closed") != UNNAMED:
        return name
    lists = FieldLists(tuple(decks), tuple(shares)) if decks else folder_lists(usual_folders()[0])
    place = [each.name for each in policy.kind.parameters].index("closed")
    values = list(policy.values)
    values[place] = float(give_lists(lists))
    return replace(policy, values=tuple(values)).name


def lists_for(policies: Iterable[str]) -> FieldLists | None:
    """The lists from which players take the other deck to be, None where all lists are open.

    UcgsimError where they are not at hand, or two players would take them from different fields.
    """
    marks = {parse_policy(name).number("closed") for name in in_field(policies) if parse_policy(name).is_closed}
    if len(marks) > 1:
        raise UcgsimError("closed lists: both players take the other deck from one field; name the same one for both")
    return lists_at_hand(int(marks.pop())) if marks else None
