"""Answers to questions about opening hands, with everything they rest on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ucgsim.cards.versions import Procedure
from ucgsim.decks.checking import DECK_SIZE
from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.probability.counting.lattice import HAND
from ucgsim.probability.counting.terms import Redraw

if TYPE_CHECKING:
    from ucgsim.probability.counting.sampling import HandDealer

WORDS = {
    "settable": marked("a character to set"),
    "chain": marked("two levels of a character in a row"),
    "chain 1-2": marked("a level 1 and its level 2"),
    "chain 1-3": marked("a level 1, its level 2 and its level 3"),
    "level 1 >= 2": marked("two characters of level 1"),
    "scene": marked("a scene"),
}
"""What players ask most, in their words."""
REDRAWS = {Procedure.OFFICIAL: marked("official redraw"), Procedure.RESHUFFLE: marked("reshuffle redraw")}


@dataclass(frozen=True, slots=True)
class Share:
    """A chance; where it was sampled, it lies between ``low`` and ``high``, else both are the same."""

    probability: float
    low: float
    high: float

    @classmethod
    def exactly(cls, probability: float) -> Share:
        """A chance that was counted."""
        return cls(probability, probability, probability)

    @property
    def exact(self) -> bool:
        """Whether it was counted, not sampled."""
        return self.low == self.high

    def __str__(self) -> str:
        if self.exact:
            return exact_percent(self.probability)
        return f"{percent(self.probability)} ({percent(self.low)} to {percent(self.high)})"

    def as_json(self, name: str = "probability") -> dict[str, Any]:
        """The chance under that name, its interval where sampled."""
        if self.exact:
            return {name: self.probability}
        prefix = "" if name == "probability" else f"{name}_"
        return {name: self.probability, f"{prefix}low": self.low, f"{prefix}high": self.high}


@dataclass(frozen=True, slots=True)
class Gain:
    """What the redraw adds to a chance, 0.01 a percentage point; ``low`` and ``high`` are the same where exact."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        text = f"{100 * self.value:+.2f} points"
        return text if self.low == self.high else f"{text} ({100 * self.low:+.2f} to {100 * self.high:+.2f})"

    def as_json(self) -> dict[str, float]:
        """The gain, with its interval where sampled."""
        ends = {} if self.low == self.high else {"gain_low": self.low, "gain_high": self.high}
        return {"gain": self.value, **ends}


@dataclass(frozen=True, slots=True)
class PlainDraws:
    """The games that reach a turn, without what effects and scenes draw: a card a turn from the same decks.

    ``games`` reach it; ``chance`` is that of plain draws in them, ``added`` what effects and scenes add to it.
    """

    games: int
    chance: Share
    added: Gain

    def as_json(self) -> dict[str, Any]:
        """The values in types that JSON has."""
        added = {"value": self.added.value, "low": self.added.low, "high": self.added.high}
        return {"games": self.games, **self.chance.as_json(), "effects_add": added}


@dataclass(frozen=True, slots=True)
class TurnOdds:
    """The chance by one turn; ``cards`` have been seen by then, next to those that scenes gave.

    ``without_scenes`` is the chance of the Next Player, who sets no scene; None where scenes give no cards.
    """

    turn: int
    cards: int
    chance: Share
    without_redraw: Share
    without_scenes: Share | None = None
    plain: PlainDraws | None = None


@dataclass(frozen=True, slots=True)
class ExpectedCount:
    """Cards of a filter in the starting hand on average; bounds are equal where exact."""

    text: str
    count: float
    low: float
    high: float
    without_redraw: float
    without_low: float
    without_high: float


@dataclass(frozen=True, slots=True)
class Play:
    """How opening turns were played: what deals and plays them, the policies of the deck and its opponent.

    ``against`` names the opponent's deck, ``blank`` the cards that have a text but were played without it,
    ``edited`` those whose effect a person edited.
    """

    deal: HandDealer = field(repr=False, compare=False)
    policies: tuple[str, str]
    against: str
    rules: str
    blank: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Policies, opponent, rules and remarks in words."""
        own, other = self.policies
        policies = f"{own} on both sides" if own == other else f"{own} against {other}"
        blank = f", played as if blank: {', '.join(self.blank)}" if self.blank else ""
        edited = f", effects edited by hand: {', '.join(self.edited)}" if self.edited else ""
        return f"{policies}, opponent {self.against}, rules {self.rules}{blank}{edited}"

    def as_json(self) -> dict[str, Any]:
        """The values in types that JSON has."""
        own, other = self.policies
        return {
            "policies": {"a": own, "b": other},
            "against": self.against,
            "rules": self.rules,
            "blank": list(self.blank),
            "edited": list(self.edited),
        }


@dataclass(frozen=True, slots=True)
class Odds:
    """The answer to one question about one deck, as plain data: `OddsResult` draws itself as well.

    ``chance`` is asked after ``cards`` cards, by ``turn`` if that is not None. ``rule`` words the redraw that
    was followed. ``samples`` is None where the answer is exact, ``play`` where nothing was played, only drawn.
    """

    question: str
    deck_size: int
    turn: int | None
    cards: int
    chance: Share
    without: Share
    gained: Gain
    redraws: Share
    redraw: Redraw
    redraw_when: str | None
    procedure: Procedure
    scene_draws: bool
    by_turn: tuple[TurnOdds, ...]
    expected: tuple[ExpectedCount, ...]
    rule: tuple[str, ...]
    method: str
    samples: int | None = None
    confidence: float = 1.0
    play: Play | None = None
    plain: PlainDraws | None = None
    """Where turns were played: how the same games fare without effects."""
    missing: tuple[str, ...] = ()
    """Filters that are asked for and that no card of the deck passes."""
    by_name: tuple[str, ...] = ()
    """Names of characters that were asked for as parts of names of cards."""

    @property
    def exact(self) -> bool:
        """Whether the answer was counted, not sampled."""
        return self.samples is None

    @property
    def probability(self) -> float:
        """The chance, from 0 to 1."""
        return self.chance.probability

    @property
    def low(self) -> float:
        """Lower end of the interval; the chance itself where exact."""
        return self.chance.low

    @property
    def high(self) -> float:
        """Upper end of the interval; the chance itself where exact."""
        return self.chance.high

    @property
    def without_redraw(self) -> float:
        """The chance if the starting hand is always kept."""
        return self.without.probability

    @property
    def redraw_rate(self) -> float:
        """How often the starting hand is given back."""
        return self.redraws.probability

    @property
    def gain(self) -> float:
        """What the redraw adds to the chance."""
        return self.gained.value

    def as_json(self) -> dict[str, Any]:
        """The answer in types that JSON has."""
        return {
            "question": self.question,
            "exact": self.exact,
            **self.chance.as_json(),
            **self.without.as_json("without_redraw"),
            **self.gained.as_json(),
            **self.redraws.as_json("redraw_rate"),
            "turn": self.turn,
            "cards": self.cards,
            "deck_size": self.deck_size,
            "redraw": self.redraw.value,
            "redraw_when": self.redraw_when,
            "redraw_procedure": self.procedure.value,
            "scene_draws": self.scene_draws,
            "by_turn": [_turn_json(row) for row in self.by_turn],
            "expected": [
                {"filter": row.text, "count": row.count, "low": row.low, "high": row.high}
                | {"without_redraw": row.without_redraw}
                | {"without_redraw_low": row.without_low, "without_redraw_high": row.without_high}
                for row in self.expected
            ],
            "rule": list(self.statements),
            "missing": list(self.missing),
            "part_of_name": list(self.by_name),
            "notes": list(self.notes),
            "method": self.method,
            "samples": self.samples,
            "confidence": None if self.exact else self.confidence,
            "with_effects": self.play is not None,
            **(self.play.as_json() if self.play else {}),
            **({"without_effects": self.plain.as_json()} if self.plain else {}),
        }

    @property
    def is_impossible(self) -> bool:
        """Whether no hand of the deck, and no card that follows, can have what is asked for."""
        return self.exact and self.probability == self.without_redraw == 0

    @property
    def statements(self) -> tuple[str, ...]:
        """The redraw rule, and what it is good for."""
        if self.is_impossible:
            return ()
        first, *more = self.rule
        best, given = _("To hold it as often as possible, {rule}"), _("Counted with this redraw: {rule}")
        text = best if self._is_best else given
        return (text.format(rule=f"{first[0].lower()}{first[1:]}"), *more)

    @property
    def _is_best(self) -> bool:
        """Whether no rule finds it more often: of the first hand alone, to redraw what lacks it is that."""
        by_hand = self.cards == HAND and not self.scene_draws and self.play is None
        return self.redraw is Redraw.BEST or (self.redraw is Redraw.UNLESS and by_hand)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know: that the deck is not whole, and what was asked by a part of a name."""
        text = _('Note: "{name}" was looked for as part of the name of a card; without quotes {name} is the character.')
        return (*size_notes(self.deck_size), *(text.format(name=name) for name in self.by_name))

    def headline(self, deck: str) -> str:
        """The answer in one sentence."""
        if self.is_impossible:
            text = _("{deck} can never have {cards} {when}.")
            if self.missing:
                text = _("{deck} can never have {cards} {when}: no card of it is {missing}.")
        else:
            text = _("{deck} has {cards} {when} in {chance} of games, in {without} without a redraw.")
        return text.format(
            deck=deck,
            cards=in_words(self.question),
            when=self._when(),
            chance=self.chance,
            without=self.without,
            missing=_(" or ").join(map(in_words, self.missing)),
        )

    def _when(self) -> str:
        by_turn = self.turn is not None and (self.turn > 1 or self.play is not None)
        text = _("by Round {round}") if by_turn else _("in the first {count} cards")
        return text.format(round=self.turn, count=self.cards)

    def summary(self) -> str:
        """The answer in a few lines of text."""
        lines = [
            f"{self.question}: {self.chance} {self._when()}",
            f"without a redraw {self.without}, gain {self.gained}, redrawn {self.redraws}",
            *self.statements,
            *self.notes,
            *([self.without_effects()] if self.plain is not None else []),
            f"{self.deck_size} cards, {self.procedure.value} redraw, {self.scene_words()}",
            f"Method: {self.method}",
        ]
        return "\n".join(lines)

    def without_effects(self) -> str:
        """What effects and scenes add in the games that reach the turn; blank where nothing is played."""
        if self.plain is None:
            return ""
        text = _(
            "{games:,} of {samples:,} games reach turn {turn}; "
            "without effects and scenes these have it in {chance}: they add {added}"
        )
        of_plain = {"games": self.plain.games, "chance": self.plain.chance, "added": self.plain.added}
        return text.format(samples=self.samples, turn=self.turn, **of_plain)

    def scene_words(self) -> str:
        """Which cards of scenes count."""
        if self.play is not None:
            return _("with the cards that effects and scenes give, in the games that reach the turn")
        if self.scene_draws:
            return _("as Lead Player who sets a scene each turn if possible and draws")
        return _("no cards from scenes (Lead and Next Player alike)")


def size_notes(cards: int) -> tuple[str, ...]:
    """That a deck is not whole, where it is not."""
    text = _("Note: {cards} cards are counted; a whole deck has {size}.")
    return () if cards == DECK_SIZE else (text.format(cards=cards, size=DECK_SIZE),)


def redraw_words(procedure: Procedure) -> str:
    """How redraws are done."""
    return _(REDRAWS[procedure])


def in_words(want: str) -> str:
    """A condition in a player's words; one without such words stays as it was asked, in quotation marks."""
    return _(WORDS[want]) if want in WORDS else _("“{condition}”").format(condition=want)


def percent(probability: float) -> str:
    """A chance as a reader is shown it."""
    return f"{100 * probability:.2f} %"


def exact_percent(probability: float) -> str:
    """A chance that was counted: one that is neither certain nor impossible is not said to be."""
    text = percent(probability)
    if text == percent(0) and probability > 0:
        return _("under 0.01 %")
    return _("over 99.99 %") if text == percent(1) and probability < 1 else text


def _turn_json(row: TurnOdds) -> dict[str, Any]:
    scenes = row.without_scenes.as_json("without_scenes") if row.without_scenes else {}
    start = {"turn": row.turn, "cards": row.cards}
    plain = {"without_effects": row.plain.as_json()} if row.plain else {}
    return start | row.chance.as_json() | row.without_redraw.as_json("without_redraw") | scenes | plain
