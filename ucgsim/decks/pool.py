"""What a deck may be made of: cards that are allowed, or no others than those that one has.

The one place that knows what a pool leaves of the rules of deck building; whoever looks for decks asks `allowance`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from ucgsim.cards.versions import RulesVersion, rules_version
from ucgsim.decks.bans import in_force
from ucgsim.decks.checking import called, unknown_to_version
from ucgsim.decks.problem import Problem
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ucgsim.cards.card import Card
    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.bans import Ban
    from ucgsim.decks.deck import Deck


@dataclass(frozen=True, slots=True)
class Allowance:
    """How large a deck is, and how many copies of each number it may hold; numbers with none are left out."""

    size: int
    copies: Mapping[str, int]
    rules: RulesVersion

    @property
    def room(self) -> int:
        """Cards that a deck could be chosen from."""
        return sum(self.copies.values())


def allowance(
    catalog: Catalog,
    rules: str,
    pool: Deck | None = None,
    *,
    bans: Iterable[Ban] = (),
    on: date | None = None,
) -> Allowance:
    """What the rules, by name (``1.7``, ``1.7 sealed``), and a pool allow a deck to be made of.

    The standard format: 50 cards, of each number as many as its limit, the bans of the day ``on`` (today) and the
    pool allow; the whole catalog without a pool. The sealed format (floor rules 14): 30 cards, any number of each and
    no bans, so the pool alone bounds them; it needs one. Cards that the version does not know are left out.
    What the sealed format changes of play, Baton Touch, follows from the same name wherever it is played. Raises
    UcgsimError for a pool of too few cards, and for one without a character that may be set (CR 5.5.3.1).
    """
    version = rules_version(rules)
    if pool is None and version.opened_cards:
        raise UcgsimError("the sealed format: a deck is made of opened cards alone; name a pool of them")
    held = dict(pool.counts) if pool is not None else dict.fromkeys(catalog, version.deck_size)
    banned = {} if version.opened_cards else in_force(bans, on or date.today())
    copies = {}
    for number, count in held.items():
        card = catalog.get(number)
        if card is not None and not any(unknown_to_version(card, version)):
            copies[number] = min(count, *_limits(card, banned.get(number), version))
    result = Allowance(
        version.deck_size, {number: copies[number] for number in sorted(copies) if copies[number] > 0}, version
    )
    _refuse_small(result, catalog, pool)
    return result


def _limits(card: Card, ban: Ban | None, rules: RulesVersion) -> list[int]:
    """Bounds of the copies of a card, the size of the deck at the least (CR 4.1.2)."""
    limits = [] if rules.opened_cards else [card.copy_limit, None if ban is None else ban.limit]
    return [rules.deck_size, *(limit for limit in limits if limit is not None)]


def _refuse_small(allowed: Allowance, catalog: Catalog, pool: Deck | None) -> None:
    place = "the catalog" if pool is None else str(pool.source or pool.name)
    if allowed.room < allowed.size:
        raise UcgsimError(
            f"{place}: leaves {allowed.room} cards that may be played by rules {allowed.rules.name}; "
            f"a deck needs {allowed.size}"
        )
    if not any(catalog[number].is_settable for number in allowed.copies):
        raise UcgsimError(f"{place}: holds no character that may be set (CR 5.5.3.1), so no deck can be made of it")


def beyond_pool(deck: Deck, pool: Deck, catalog: Mapping[str, Card] | None = None) -> list[Problem]:
    """A problem for each number of which a deck holds more copies than the pool (floor rules 14), with its name."""
    held, problems = dict(pool.counts), []
    for number, count in ((number, count) for number, count in deck.counts if count > held.get(number, 0)):
        line = next(iter(deck.lines.get(number, ())), None)
        what = f"{count} copies; {held.get(number, 0) or 'none'} in {pool.source or pool.name}"
        problems.append(Problem(line, number, what, name=called(number, catalog or {})))
    return problems
