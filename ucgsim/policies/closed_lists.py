"""The lists of a field, from which a player with closed lists takes the other deck to be.

They are called by a checksum, ``search:16,with=planner,closed=3f09c2d4e1a7``, so that what is kept says from which
field worlds were dealt. ``closed`` alone means the field that a command is given, or else for ``decklists/``, or
for the decks that ship.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.decks.finding import decks_in, shipped
from ucgsim.decks.reading import read_deck
from ucgsim.engine.core.layout import LISTS
from ucgsim.errors import UcgsimError
from ucgsim.policies.spec import UNNAMED, parse_policy, read_lists_with

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck


USUAL = Path("decklists")
"""The folder whose lists are the field where none is given."""
DIGITS = 12
"""Hexadecimal digits of a checksum: as many as a float holds."""


@dataclass(frozen=True, slots=True)
class FieldLists:
    """Decks of a field with their shares of it."""

    decks: tuple[Deck, ...]
    shares: tuple[float, ...]

    def __post_init__(self) -> None:
        if not 0 < len(self.decks) <= LISTS:
            raise UcgsimError(f"closed lists: a field of {len(self.decks)} decks; from 1 to {LISTS} can be dealt from")

    @property
    def mark(self) -> int:
        """A checksum, the same whatever the order of the decks."""
        parts = sorted(f"{deck.fingerprint} {share!r}" for deck, share in zip(self.decks, self.shares, strict=True))
        return int(hashlib.sha256("\n".join(parts).encode()).hexdigest()[:DIGITS], 16)

    def cards(self, catalog: Mapping[str, Card]) -> list[Card]:
        """All their cards."""
        return [card for deck in self.decks for card in deck.cards(catalog)]

    def put(self, tables: np.record, index: Mapping[str, int]) -> None:
        """Put them into the tables of a game; ``index``: rows by card number."""
        tables.n_lists = len(self.decks)
        for row, deck, share in zip(tables.lists, self.decks, self.shares, strict=False):
            rows = sorted(index[number] for number, count in deck.counts for _ in range(count))
            if len(rows) > len(row["rows"]):
                raise UcgsimError(f"{deck.name}: has {len(rows)} cards; a list may have {len(row['rows'])}")
            row["share"], row["n"] = share, len(rows)
            row["rows"][: len(rows)] = rows


_given: dict[int, FieldLists] = {}
"""Fields named in this process, by their checksum."""


def give_lists(lists: FieldLists) -> int:
    """Let a checksum mean these lists from now on; returns it."""
    _given[lists.mark] = lists
    return lists.mark


def folder_lists(folder: Path, catalog: Catalog | None = None) -> FieldLists:
    """The decklists of a folder, with equal shares; UcgsimError where there is none, or one can't be read."""
    if not folder.is_dir():
        raise UcgsimError(f"{folder}: is no folder; closed=FOLDER needs one of decklists, closed alone finds them")
    known = load_catalog() if catalog is None else catalog
    decks = [read_deck(path, known) for path in decks_in(folder)]
    return FieldLists(tuple(decks), (1 / max(len(decks), 1),) * len(decks))


read_lists_with(lambda folder: give_lists(folder_lists(folder)))


def usual_folders() -> list[Path]:
    """Folders of the field where none is given, the first that is there: the one here, and the decks that ship."""
    return [folder for folder in (USUAL, shipped()) if folder.is_dir()]


def lists_at_hand(mark: int) -> FieldLists:
    """The lists that a checksum means; UcgsimError where neither they nor their folder were named."""
    for folder in usual_folders():
        if mark not in _given:
            give_lists(folder_lists(folder))
    if mark not in _given:
        raise UcgsimError(
            f"closed lists {mark:0{DIGITS}x}: the field they were dealt from is not at hand; work where {USUAL}/ holds "
            "it, or name its folder as --policy search:16,with=planner,closed=FOLDER"
        )
    return _given[mark]


# From which field players with closed lists take the other deck: said in their names, found for their table.


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
