"""A decklist: how many of which card number, what is wrong with it, what it is made of, how two of them differ."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias, TypeVar

from ucgsim.cards.card import Card, in_deck_order
from ucgsim.errors import UcgsimError
from ucgsim.language import gettext as _
from ucgsim.safe_text import name_of, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog


SKIP = "--skip"
"""The option of all commands that read decks which leaves out lines by their numbers."""


MOST_SKIPPED = 20
"""Lines that are not understood of which it is still offered to leave them out."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: line of the list (from 1, None for all of it), card, what, clause; what it is called.

    ``can_skip``: the line is not understood, and the list can be read without it; ``candidates``: numbers of the cards
    that it may mean.
    """

    line: int | None
    card: str
    what: str
    clause: str = ""
    name: str = ""
    can_skip: bool = field(default=False, compare=False)
    candidates: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        where = _("line {line}: ").format(line=self.line) if self.line is not None else ""
        called = f"{self.name} ({self.card})" if self.name else self.card
        card = f"{called}: " if called else ""
        clause = f" (CR {self.clause})" if self.clause else ""
        return one_line(f"{where}{card}{self.what}{clause}")


def by_line(problems: Sequence[Problem]) -> list[Problem]:
    """Return problems in the order of the list, those of the whole list last."""
    return sorted(problems, key=lambda problem: (problem.line is None, problem.line or 0))


def refuse(problems: Sequence[Problem], source: Path | None, name: str) -> None:
    """Raise one UcgsimError that lists every problem with its file and line, if there is any."""
    if problems:
        place = str(source) if source is not None else name
        lines = [f"{place}{', ' if problem.line is not None else ': '}{problem}" for problem in by_line(problems)]
        unread = sorted({problem.line for problem in problems if problem.can_skip and problem.line is not None})
        if 0 < len(unread) <= MOST_SKIPPED:
            text = _("{place}: {option} leaves out what is not understood")
            lines.append(text.format(place=place, option=f"{SKIP} {','.join(map(str, unread))}"))
        raise UcgsimError(*lines)


# A decklist: how many of which card number.


DeckLike: TypeAlias = "str | Path | Deck | Mapping[str, int]"
"""A deck as a caller gives it: its name, its file, a deck, or counts by card number."""
_FINGERPRINT_LENGTH = 10


class LaidOut(NamedTuple):
    """A line of a list: of a card, with what is called and remarked there, or of words (blank for an empty one)."""

    words: str = ""
    number: str = ""
    copies: int = 0


Layout: TypeAlias = "tuple[LaidOut, ...]"


@dataclass(frozen=True, slots=True)
class Deck:
    """A named list of card numbers with their counts, parallels counted together (CR 4.1.3).

    ``counts`` are (number, count) sorted by number, each number once; other orders are put right. ``groups``
    are names that the list gives to some numbers, ``lines`` the lines of the file on which each number
    is, ``notes`` what was passed over when it was read, ``layout`` how the list is laid out
    (`ucgsim.decks.reading`). Two decks are equal when name and counts are.
    """

    name: str
    counts: tuple[tuple[str, int], ...]
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    source: Path | None = field(default=None, compare=False)
    lines: Mapping[str, tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)
    notes: tuple[str, ...] = field(default=(), compare=False, repr=False)
    layout: Layout = field(default=(), compare=False, repr=False)
    _reader: ClassVar[Callable[[Path | str, Catalog | None], Deck]]
    # Set by `ucgsim.decks.checking`: what reads a deck needs this class.

    def __post_init__(self) -> None:
        # Names come from files and from the names of files; from here on they go to terminals, pages and plots.
        object.__setattr__(self, "name", name_of(self.name))
        object.__setattr__(self, "counts", _together(self.counts))

    @staticmethod
    def read(place: Path | str, catalog: Catalog | None = None) -> Deck:
        """The deck of a file, a link, or a name: of a deck here, in the library or among those that ship.

        It need not be legal. Without a ``catalog`` it is the imported or the shipped one. Raises UcgsimError with a
        line for each thing that can't be read and each number that the catalog does not hold.
        """
        return Deck._reader(place, catalog)

    @property
    def size(self) -> int:
        """Number of cards."""
        return sum(count for _, count in self.counts)

    @property
    def fingerprint(self) -> str:
        """Ten hexadecimal digits that are the same for the same counts, however the list was written."""
        text = "".join(f"{count} {number}\n" for number, count in self.counts)
        return hashlib.sha256(text.encode()).hexdigest()[:_FINGERPRINT_LENGTH]

    def cards(self, catalog: Mapping[str, Card]) -> list[Card]:
        """Return every card, copies repeated, sorted by number.

        Raises UcgsimError for a number that the catalog does not hold.
        """
        unknown = [number for number, _ in self.counts if number not in catalog]
        if unknown:
            text = _("{deck}: the catalog holds no {cards}")
            raise UcgsimError(text.format(deck=self.name, cards=", ".join(unknown)))
        return [catalog[number] for number, count in self.counts for _ in range(count)]


def _together(counts: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    sums: dict[str, int] = {}
    for number, count in counts:
        sums[number] = sums.get(number, 0) + count
    return tuple(sorted(sums.items()))


# What a deck is made of, counted.


_Value = TypeVar("_Value", int, str)


@dataclass(frozen=True, slots=True)
class Summary:
    """Cards of a deck by character name and level, by level, TYPE, card type and Round of the scenes.

    A card with several names or card types counts under its first one. ``settable`` are the characters that
    may enter play as SINGLE (CR 5.5.3.1, 11.15.1), ``with_text`` the cards that have an effect. ``chains`` are levels
    in a row of one character name with their cards, under every name of a card (CR 5.6.1), ``alone`` the characters
    that are in none.
    """

    size: int
    curve: dict[str, dict[int, int]]
    levels: dict[int, int]
    types: dict[str, int]
    kinds: dict[str, int]
    scenes: dict[int, int]
    settable: int
    with_text: int
    chains: dict[str, dict[int, int]]
    alone: int


def summarize(deck: Deck, catalog: Mapping[str, Card]) -> Summary:
    """Count the cards of a deck. Raises UcgsimError for a number that the catalog does not hold."""
    cards = deck.cards(catalog)
    people = [card for card in cards if not card.is_scene]
    return Summary(
        size=len(cards),
        curve=_curve(people),
        levels=_count(card.level or 0 for card in people),
        types=_count(card.type or "" for card in people),
        kinds=_count(card.kinds[0].value for card in cards),
        scenes=_count(card.round or 0 for card in cards if card.is_scene),
        settable=sum(card.is_settable for card in cards),
        with_text=sum(card.has_text for card in cards),
        chains=(chains := _chains(people)),
        alone=sum(not any((card.level or 0) in chains.get(name, {}) for name in card.characters) for card in people),
    )


def _chains(cards: list[Card]) -> dict[str, dict[int, int]]:
    """Levels of a name that are next to another level of it, with their cards; the longest chains first."""
    names = sorted({name for card in cards for name in card.characters})
    of_name = {name: _count(card.level or 0 for card in cards if name in card.characters) for name in names}
    linked = {
        name: {level: count for level, count in levels.items() if {level - 1, level + 1} & levels.keys()}
        for name, levels in of_name.items()
    }
    ordered = sorted(linked, key=lambda name: (-len(linked[name]), -sum(linked[name].values()), name))
    return {name: linked[name] for name in ordered if linked[name]}


def _curve(cards: list[Card]) -> dict[str, dict[int, int]]:
    """Count by character name and level, the most frequent character first."""
    names = Counter(card.characters[0] for card in cards)
    ordered = sorted(names, key=lambda name: (-names[name], name))
    return {name: _count(card.level or 0 for card in cards if card.characters[0] == name) for name in ordered}


def _count(values: Iterable[_Value]) -> dict[_Value, int]:
    return dict(sorted(Counter(values).items()))


# How one deck differs from another: cards that leave, cards that come in.


@dataclass(frozen=True, slots=True)
class Difference:
    """A number of which two decks hold other counts; 0 where one holds none."""

    number: str
    before: int
    after: int

    @property
    def change(self) -> int:
        """Copies that come in, below 0 such that leave."""
        return self.after - self.before


def differences(before: Deck, after: Deck, catalog: Catalog) -> list[Difference]:
    """Every number whose count differs, by character and level, scenes last."""
    first, second = Counter(dict(before.counts)), Counter(dict(after.counts))
    numbers = [number for number in sorted(first | second) if first[number] != second[number]]
    ordered = sorted(numbers, key=lambda number: in_deck_order(catalog[number]))
    return [Difference(number, first[number], second[number]) for number in ordered]


def share_differing(first: Deck, second: Deck) -> float:
    """The share of the cards of the larger deck that the other does not hold, from 0 to 1."""
    one, other = Counter(dict(first.counts)), Counter(dict(second.counts))
    return max((one - other).total(), (other - one).total()) / max(one.total(), other.total())


def levels_of(deck: Deck, catalog: Catalog) -> dict[str, int]:
    """Cards by what they are: levels of characters, Rounds of scenes; in that order."""
    cards = sorted(deck.cards(catalog), key=lambda card: (card.is_scene, card.level or card.round or 0))
    return dict(Counter(f"scene, Round {card.round}" if card.is_scene else f"level {card.level}" for card in cards))
