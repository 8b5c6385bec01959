"""The five questions that players ask of every deck, answered in one table by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from ucgsim.arguments import checked
from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.decks.deck import Deck, DeckLike
from ucgsim.decks.reading import read_deck
from ucgsim.errors import UcgsimError
from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.probability.counting.terms import Redraw, Seat
from ucgsim.probability.odds import OddsResult, odds_of_cards
from ucgsim.probability.result import WORDS, redraw_words, size_notes
from ucgsim.report.charts import Chart, ChartShape, Point, Series, ValueAxis
from ucgsim.report.page import Page, page_of_parts
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.report.sheet import Cell, Parts, foot, label, number
from ucgsim.report.table import Column, Table

if TYPE_CHECKING:
    from ucgsim.cards.card import Card


class UsualQuestion(NamedTuple):
    """A question in a player's words, and the condition that it is."""

    words: str
    want: str


QUESTIONS = tuple(
    UsualQuestion(WORDS[want], want) for want in ("settable", "chain 1-2", "chain 1-3", "level 1 >= 2", "scene")
)
BY_WEIGHT = (1, 2, 3, 4, 0)
"""The questions as they decide hands, that which decides most of them first; a deck may answer one by its list."""
LAST_TURN = 4
WITHOUT = marked("first six, no redraw")
OWN_REDRAW = marked(
    "Each row assumes a redraw of its own, of every hand that lacks what the row names: no single redraw has them all."
)


@dataclass(frozen=True, eq=False, repr=False)
class UsualOdds(Tabled, Drawn, Summarised):
    """The answers for one deck, exact, with a redraw of each hand that lacks what is asked for."""

    deck: str
    fingerprint: str
    answers: tuple[tuple[UsualQuestion, OddsResult], ...]
    rules: str
    procedure: Procedure

    def answer(self) -> str:
        """How often the deck opens with what decides most of its hands."""
        asked = (self.answers[place] for place in BY_WEIGHT)
        question, odds = next((each for each in asked if 0 < each[1].probability < 1), self.answers[0])
        chance, without = (chance_text(each.probability) for each in (odds.chance, odds.without))
        text = _("{deck} opens with {cards} in {chance} of games, in {without} without a redraw.")
        return text.format(deck=self.deck, cards=_(question.words), chance=chance, without=without)

    def as_table(self) -> Table[tuple[UsualQuestion, OddsResult]]:
        """One row a question: its chance in the opening hand, by the first turns, and without a redraw."""
        asked = marked("what is there"), "what is asked for"
        six = marked("in the first six")
        columns: list[Column[tuple[UsualQuestion, OddsResult]]] = [
            Column("question", lambda row: row[0].words, *asked, str, _asked_cell, names_row=True),
            Column("want", lambda row: row[0].want, None, "the condition", str),
            Column("opening_hand", lambda row: row[1].probability, six, "chance", float, display=_cell),
            *(_by(turn) for turn in range(2, LAST_TURN + 1)),
            Column("without_redraw", lambda row: row[1].without_redraw, WITHOUT, "the same", float, display=_cell),
            Column("odds", lambda row: row[1].as_json(), kind=dict),
        ]
        return Table(columns, self.answers, note=_(OWN_REDRAW))

    def chart(self) -> Chart:
        """The chances in the opening hand, with a redraw and without."""
        answers = [answer for _, answer in self.answers]
        series = (
            Series("with a redraw", "a", tuple(Point(at, each.probability) for at, each in enumerate(answers))),
            Series("without", "b", tuple(Point(at, each.without_redraw) for at, each in enumerate(answers))),
        )
        return Chart(
            "odds",
            "How often the first six hold it",
            "Exact; without a redraw, and with one of its own for each row: of every hand that lacks it.",
            ChartShape.ROWS,
            series,
            ValueAxis("hands", shows=(0.0, 1.0), bounds=(0.0, 1.0)),
            places=tuple(question.words for question, _ in self.answers),
        )

    @property
    def cards(self) -> int:
        """How many cards were counted."""
        return self.answers[0][1].deck_size

    def parts(self) -> Parts:
        """The headline and the table."""
        qualified = foot(
            *(_("exact"), redraw_words(self.procedure), _("of all cards seen by then")),
            _("rules {rules}").format(rules=self.rules),
        )
        return Parts([self.answer(), self.as_table().sheet()], last=size_notes(self.cards), foot=qualified)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        return str(self.parts().foot)

    def page(self) -> Page:
        """Its page."""
        return page_of_parts(f"How does {self.deck} open?", self.parts(), self.chart())

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        start: dict[str, Any] = {"deck": self.deck, "fingerprint": self.fingerprint, "rules": self.rules}
        start |= {"cards": self.cards, "notes": [*size_notes(self.cards), OWN_REDRAW]}
        return start | {"redraw_procedure": self.procedure.value, "questions": self.as_table().to_json()}


def _by(turn: int) -> Column[tuple[UsualQuestion, OddsResult]]:
    def chance(row: tuple[UsualQuestion, OddsResult]) -> float:
        return next(each.chance.probability for each in row[1].by_turn if each.turn == turn)

    return Column(
        f"by_turn_{turn}",
        chance,
        _("by Round {round}").format(round=turn),
        f"chance by turn {turn}",
        float,
        display=_cell,
    )


def _asked_cell(row: tuple[UsualQuestion, OddsResult]) -> Cell:
    return label(_(row[0].words))


def _cell(chance: float) -> Cell:
    return number(chance, chance_text(chance))


def chance_text(chance: float) -> str:
    """A chance to a tenth of a percent; one that is not certain is not said to be."""
    if chance in {0.0, 1.0}:
        return f"{100 * chance:.0f} %"
    return {"100.0": "> 99.9 %", "0.0": "< 0.1 %"}.get(f"{100 * chance:.1f}", f"{100 * chance:.1f} %")


def usual_odds(
    deck: Deck, catalog: Catalog, procedure: Procedure, *, rules: str = DEFAULT_RULES, known: Iterable[Card] = ()
) -> UsualOdds:
    """The five answers for a deck, which may name ``known`` cards; UcgsimError where it is too small for a redraw."""
    cards, known = deck.cards(catalog), tuple(known)
    answers = ((each, odds_of_cards(cards, each.want, procedure=procedure, known=known)) for each in QUESTIONS)
    return UsualOdds(deck.name, deck.fingerprint, tuple(answers), rules, procedure)


@overload
def odds(deck: DeckLike | Sequence[Card], want: str, **options: Any) -> OddsResult: ...
@overload
def odds(deck: DeckLike | Sequence[Card], want: None = None, **options: Any) -> UsualOdds: ...
@checked  # type: ignore[misc]  # which refuses what is no option
def odds(
    deck: DeckLike | Sequence[Card],
    want: str | None = None,
    *,
    turn: int | None = None,
    cards: int | None = None,
    redraw: Redraw | str = Redraw.UNLESS,
    redraw_when: str | None = None,
    procedure: Procedure | str = Procedure.OFFICIAL,
    seat: Seat | str = Seat.LEAD,
    scene_draws: bool = False,
    groups: Mapping[str, Collection[str]] | None = None,
    known: Iterable[Card] = (),
    sample: int | None = None,
    seed: int = 1,
    confidence: float = 0.95,
    catalog: Catalog | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> OddsResult | UsualOdds:
    """Chances of a condition, or of the five usual ones, for a deck: name, file, ``Deck``, counts by number, cards.

    Args:
        deck: which deck; at least six cards, twelve where a redraw is possible.
        want: the condition, of all cards seen so far, such as ``chain``; it may use the groups that a deck file names.
            Without one no option but ``procedure``, ``known`` and ``catalog`` may be named.
        turn: ask by the end of this turn's scene phase; without this and ``cards``, ask of the opening six.
        cards: ask after this many cards instead.
        redraw: when the opening hand is given back: never, always, "unless" it has what is wanted, or what is best.
        redraw_when: a condition of its own for that.
        procedure: the official redraw (CR 4.2.3) or "reshuffle", as many players do it.
        seat: "lead" or "next" player throughout; matters with ``scene_draws`` alone.
        scene_draws: whether the Lead sets a scene when possible and draws for it (CR 6.2.1).
        groups: names for sets of card numbers, next to those of the file.
        known: further cards whose names the condition may use.
        sample: deal this many hands instead of counting.
        seed: of the deals.
        confidence: of the Wilson intervals where dealt.
        catalog: the cards, where it is not the imported or the shipped one.
        progress: whether to show a bar where hands are dealt; on a terminal and in a notebook where None.
        advance: is called with how many more hands were dealt.

    Raises:
        UcgsimError: a deck or a condition that can't be read, a deck too small, a number or an option out of place.
    """
    asked: dict[str, Any] = {"turn": turn, "cards": cards, "redraw": redraw, "redraw_when": redraw_when}
    asked |= {"seat": seat, "scene_draws": scene_draws, "groups": groups, "sample": sample}
    asked |= {"seed": seed, "confidence": confidence}
    catalog = catalog or load_catalog()
    if want is None:
        for name in (name for name, value in asked.items() if value != signature(odds).parameters[name].default):
            raise UcgsimError(f"odds: {name} needs a condition; name one with want")
        return usual_odds(_listed(deck, catalog), catalog, Procedure(procedure), known=known)
    if isinstance(deck, Path | str | Mapping | Deck):
        listed = _listed(deck, catalog)
        asked["groups"], deck = {**listed.groups, **(groups or {})}, listed.cards(catalog)
    watching: dict[str, Any] = {"progress": progress, "advance": advance}
    return odds_of_cards(deck, want, procedure=procedure, known=known, **asked, **watching)


def _listed(deck: DeckLike | Sequence[Card], catalog: Catalog) -> Deck:
    """The list that is meant."""
    if isinstance(deck, Path | str):
        return read_deck(deck, catalog)
    if isinstance(deck, Deck):
        return deck
    counts = deck if isinstance(deck, Mapping) else Counter(card.number for card in deck)
    return Deck("deck", tuple(counts.items()))
