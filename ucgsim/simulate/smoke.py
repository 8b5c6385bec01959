"""Every card in many random games, looked at after every step: what broke, and what never happened."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, is_dataclass
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.decks.building import DeckBuilder
from ucgsim.effects.library import PLAY_ALL_BLANK, effects_of
from ucgsim.effects.tree.selectors import NameIn, NamePart
from ucgsim.engine.core.constants import PLAYERS, SEATS, Fault
from ucgsim.engine.core.layout import MAX_POWERS
from ucgsim.engine.core.record import new_game
from ucgsim.policies.spec import parse_policy
from ucgsim.safe_text import against
from ucgsim.simulate.loops.smoke import WATCHED, Broken, play_watched
from ucgsim.simulate.table import Table, lay_out

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card
    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.effects.tree.statements import CardText
    from ucgsim.simulate.plan import Terms

POLICIES = (("random", "random"), ("greedy", "greedy"), ("random", "greedy"))
"""How both sides decide, in turn."""
AGAIN = 6
"""Further rounds, each with new decks, for powers that never ran; every other one with focused decks."""
MORE = 4
"""So many times the games of the first round does a further one play of a card."""


class PowerId(NamedTuple):
    """A power of a card, the first one printed being 0."""

    number: str
    place: int


@dataclass(frozen=True, slots=True)
class Mishap:
    """A game that broke: which one, how, and what plays it again."""

    card: str
    round: int
    policies: tuple[str, str]
    game: int
    turn: int
    what: str

    def __str__(self) -> str:
        policies = against(self.policies)
        return (
            f"round {self.round}, decks around {self.card}, {policies}, game {self.game}, turn {self.turn}: {self.what}"
        )


@dataclass(frozen=True, slots=True)
class SmokeResult:
    """What many random games showed.

    ``runs``: how often each power of the cards ran; a continuous one, after how many steps it gave something.
    ``seen``: after how many steps each card was on the field. ``left_out``: cards that the rules version does not
    know. ``blank``: cards played without their text, ``edited``: with an effect that a person edited.
    """

    cards: tuple[str, ...]
    games: int
    terms: Terms
    runs: Mapping[PowerId, int]
    seen: Mapping[str, int]
    kinds: Mapping[PowerId, str]
    mishaps: tuple[Mishap, ...]
    left_out: tuple[str, ...]
    blank: tuple[str, ...]
    edited: tuple[str, ...]

    @property
    def policies(self) -> list[str]:
        """Who played against whom, with versions."""
        return [" against ".join(parse_policy(name).label for name in pair) for pair in POLICIES]

    @property
    def never_ran(self) -> list[PowerId]:
        """Powers that ran in no game: out of reach, or wrong."""
        return sorted(power for power, count in self.runs.items() if not count)

    @property
    def never_seen(self) -> list[str]:
        """Cards that were on the field in no game."""
        return sorted(number for number in self.cards if not self.seen.get(number))


class Smoke:
    """Plays cards in random games; `play` does it all.

    The policies are its own, whatever ``terms`` have. Raises UcgsimError for cards whose text can't be played and that
    ``terms.play_blank`` does not name, and for cards of which no deck can be made.
    """

    def __init__(self, cards: Sequence[Card], terms: Terms, *, games: int) -> None:
        self.terms, self.games = terms, games
        pool, self.texts = _playable(cards, terms.catalog, terms.play_blank)
        self.blank = tuple(card.number for card in pool if card.has_text and card.number not in self.texts)
        self.builder = DeckBuilder(pool, terms.rules)
        self.cards = [card for card in cards if card.number in self.builder.cards]
        self.left_out = tuple(card.number for card in cards if card.number not in self.builder.cards)
        self.runs: Counter[PowerId] = Counter()
        self.seen: Counter[str] = Counter()
        self.edited: set[str] = set()
        self.mishaps: list[Mishap] = []
        self.played = 0

    @property
    def powers(self) -> dict[PowerId, str]:
        """Powers of the cards with their kinds."""
        return {
            PowerId(card.number, place): power.kind.value
            for card in self.cards
            if card.number in self.texts
            for place, power in enumerate(self.texts[card.number].powers)
        }

    def play(self, advance: Callable[[int], object] | None = None) -> SmokeResult:
        """Play every card, then again those with powers that never ran; ``advance`` hears of each card."""
        for number in range(1 + AGAIN):
            wanted = self.cards if number == 0 else self._missing()
            for card in wanted:
                self._play_around(card, number)
                if advance is not None:
                    advance(1 if number == 0 else 0)
        return SmokeResult(
            cards=tuple(card.number for card in self.cards),
            games=self.played,
            terms=self.terms,
            runs={power: self.runs[power] for power in self.powers},
            seen={card.number: self.seen[card.number] for card in self.cards},
            kinds=self.powers,
            mishaps=tuple(self.mishaps),
            left_out=self.left_out,
            blank=self.blank,
            edited=tuple(sorted(self.edited)),
        )

    def _missing(self) -> list[Card]:
        """Cards that were never on the field, or of which a power never ran."""
        numbers = {power.number for power in self.powers if not self.runs[power]}
        return [card for card in self.cards if card.number in numbers or not self.seen[card.number]]

    def _play_around(self, card: Card, number: int) -> None:
        """Games with a deck around one card against a deck around another, in one round of all."""
        chance = Random(f"{self.terms.seed} {number} {card.number}")
        other = chance.choice(list(self.builder.cards.values()))
        decks = (self._deck(card, chance, focused=number % 2 == 1), self._deck(other, chance, focused=False))
        for policies, games in _shares(self.games * (MORE if number else 1)):
            table = lay_out(decks, self.terms.but(policies=policies, play_blank=self.blank))
            self.edited.update(table.edited)
            rows = self._watch(table, decks, games, chance.randrange(2**31))
            self.mishaps += _mishaps(rows, card.number, number, policies)
            self.played += games

    def _deck(self, card: Card, chance: Random, *, focused: bool) -> Deck:
        names = names_in(self.texts.get(card.number), self.builder.cards.values())
        return self.builder.around(card, names, chance, focused=focused)

    def _watch(self, table: Table, decks: tuple[Deck, Deck], games: int, seed: int) -> NDArray[np.void]:
        """Play some games, add up what ran; one row of dtype WATCHED a game."""
        tables = table.tables.copy()
        tables.logging = True
        numbers = sorted({number for deck in decks for number, _ in deck.counts})
        rows = np.zeros(games, WATCHED)
        seen = np.zeros(PLAYERS * SEATS, np.int64)
        runs, cards = np.zeros(MAX_POWERS, np.int64), np.zeros(len(numbers), np.int64)
        args = (new_game(), tables, table.decks, seed, rows.view(np.recarray), seen, runs, cards)
        play_watched(*args)
        for place, number in enumerate(numbers):
            self.seen[number] += int(cards[place])
            first = int(tables.cards[place]["first_power"])
            for power in range(int(tables.cards[place]["n_powers"])):
                self.runs[PowerId(number, power)] += int(runs[first + power])
        return rows


def _playable(
    cards: Sequence[Card], catalog: Catalog, play_blank: Collection[str]
) -> tuple[list[Card], dict[str, CardText]]:
    """Cards to build decks of, with their effects: the wanted ones and all others that can be played."""
    texts = effects_of(cards, play_blank=play_blank)
    wanted = {card.number for card in cards}
    others = [card for card in catalog.values() if card.number not in wanted]
    texts |= effects_of(others, play_blank=(*play_blank, PLAY_ALL_BLANK))
    may = (card for card in others if not card.has_text or card.number in texts or card.number in play_blank)
    return sorted([*cards, *may], key=lambda card: card.number), texts


def _shares(games: int) -> Iterator[tuple[tuple[str, str], int]]:
    """Games shared out among the policies."""
    for place, policies in enumerate(POLICIES):
        share = (games + len(POLICIES) - 1 - place) // len(POLICIES)
        if share:
            yield policies, share


def names_in(text: CardText | None, cards: Collection[Card]) -> set[str]:
    """Character names that an effect speaks of, by the name or a part of a card name."""
    names: set[str] = set()
    waiting: list[Any] = [text]
    while waiting:
        node = waiting.pop()
        if isinstance(node, NameIn):
            names.update(name.upper() for name in node.names)
        elif isinstance(node, NamePart):
            parts = [part.lower() for part in node.parts]
            fitting = (card for card in cards if any(part in card.full_name.lower() for part in parts))
            names.update(name for card in fitting for name in card.characters)
        if isinstance(node, tuple):
            waiting.extend(node)
        elif is_dataclass(node):
            waiting.extend(getattr(node, column.name) for column in fields(node))
    return names


def _mishaps(rows: NDArray[np.void], card: str, number: int, policies: tuple[str, str]) -> Iterator[Mishap]:
    for game in np.flatnonzero((rows["fault"] != 0) | (rows["broken"] != 0) | (rows["winner"] < 0)):
        row = rows[game]
        what = Broken(int(row["broken"])).name if row["broken"] else Fault(int(row["fault"])).name
        text = "no winner" if what == "NOTHING" else what.lower().replace("_", " ")
        yield Mishap(card, number, policies, int(game), int(row["turn"]), text)
