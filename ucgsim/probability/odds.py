"""How often a deck opens with what is asked for: exactly, or drawn where that is too much."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.arguments import checked
from ucgsim.cards.versions import Procedure
from ucgsim.errors import UcgsimError
from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.probability.classes import Classes, classify
from ucgsim.probability.condition import Node, Vocabulary, characters_by_name, fit_nothing, one_line, parse
from ucgsim.probability.counting import exact, sampling
from ucgsim.probability.counting.lattice import HAND
from ucgsim.probability.counting.terms import DrawTerms, Horizon, Redraw, Seat
from ucgsim.probability.result import ExpectedCount, Gain, Odds, PlainDraws, Play, Share, TurnOdds, in_words
from ucgsim.report.progress import watched
from ucgsim.report.result import Drawn, Tabled
from ucgsim.report.sheet import Cell, Parts, Sheet, foot, label, number, sheet
from ucgsim.report.table import Column, Table
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from matplotlib.figure import Figure

    from ucgsim.cards.card import Card
    from ucgsim.probability.counting.sampling import DealTally


MAX_DECK = 500
MAX_TURN = 20
MAX_SAMPLES = 100_000_000
TURNS_SHOWN = 4
DEALT_WHEN_TOO_MANY = 100_000
"""Deals where counting would take too long."""

DEALT_FOR_BEST = 4_000
"""Deals where the best redraw has to be tried out hand by hand."""

ENDS = {"low": "lower", "high": "upper"}
HOLDS = "how often such intervals hold the truth"


@dataclass(frozen=True, slots=True, repr=False)
class OddsResult(Odds, Tabled, Drawn):
    """The answer to one question about one deck, with its table by turn and its picture."""

    def sentences(self) -> list[str]:
        """The answer, and what it rests on."""
        return self.summary().splitlines()

    def answer(self) -> str:
        """The answer in a sentence."""
        return self.sentences()[0]

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        return self.as_json()

    def as_table(self) -> Table[TurnOdds]:
        """One row a turn: chances with their ends, and the hands that they were counted in; none where exact."""
        scenes, played = any(row.without_scenes for row in self.by_turn), self.play is not None
        more = "+" if scenes or played else ""
        turn, seen = "by the end of this turn's scene phase", "cards seen by then"
        columns: list[Column[TurnOdds]] = [
            Column("turn", attrgetter("turn"), marked("by turn"), turn, int, names_row=True),
            Column("cards", attrgetter("cards"), marked("cards"), seen, int, display=partial(_cards, more)),
            *_chance("", "chance", marked("chance"), "the chance, from 0 to 1"),
            *_chance("without_redraw", "without_redraw", marked("without redraw"), "the chance if every hand is kept"),
        ]
        if scenes:
            meaning = "the chance of the Next Player, who sets no scene"
            columns += _chance("without_scenes", "without_scenes", marked("as Next Player"), meaning)
        if played:
            games = attrgetter("plain.games")
            columns.append(Column("games", games, marked("games"), "games that reach the turn", int))
            meaning = "the chance of plain draws in these games"
            columns += _chance("without_effects", "plain.chance", marked("without effects"), meaning)
        exact = "whether the chances were counted, not sampled"
        columns.append(Column("exact", lambda _: self.exact, None, exact, bool))
        if not self.exact:
            dealt = "hands that were dealt, or openings played"
            columns.append(Column("n", lambda _: self.samples, None, dealt, int))
            columns.append(Column("confidence", lambda _: self.confidence, None, HOLDS, float))
        return Table(columns, self.by_turn)

    def figure(self) -> Figure:
        """The chance by turn."""
        from ucgsim.probability.plots import plot_by_turn  # noqa: PLC0415 - loads matplotlib

        return plot_by_turn(self)

    def __repr__(self) -> str:
        return Tabled.__repr__(self)


@checked
def odds_of_cards(
    deck: Sequence[Card],
    want: str,
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
    play: Play | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> OddsResult:
    """How often a deck shows what a condition asks for.

    Args:
        deck: the cards, one entry a copy; at least six, twelve where a redraw is possible.
        want: the condition, of all cards seen so far.
        play: plays the opening turns instead of only drawing through them; the answer is sampled then.

    Other options as for `ucgsim.odds`, which takes decks of all kinds.

    Raises:
        UcgsimError: a condition that can't be read, a deck too small, a number out of bounds.
    """
    _check_numbers(deck, turn, cards, sample, confidence)
    vocabulary = Vocabulary.of(deck, known, groups)
    want = one_line(want)
    with_scenes = scene_draws and Seat(seat) is Seat.LEAD
    again = None if redraw_when is None else _parse_redraw(redraw_when, vocabulary)
    terms = DrawTerms(
        want=parse(want, vocabulary),
        horizons=_horizons(max(TURNS_SHOWN, turn or 1), scene_draws=with_scenes),
        target=_target(turn, cards, scene_draws=with_scenes),
        redraw=Redraw(redraw) if again is None else Redraw.WHEN,
        redraw_when=again,
        procedure=Procedure(procedure),
    )
    _check_terms(deck, terms)
    result = None
    if sample is None and play is None:
        # Later turns than asked for are a courtesy that must not cost the exact answer.
        choices = (terms, replace(terms, horizons=_horizons(turn or 1, scene_draws=with_scenes)))
        result = _counted_if_possible(deck, choices, want)
    if result is None:
        dealing = _Dealing(sample, seed, confidence, play)
        result = _dealt_and_watched(deck, terms, want, dealing, progress=progress, advance=advance)
    missing, by_name = fit_nothing(terms.want, deck), characters_by_name((terms.want, again), vocabulary)
    return replace(result, redraw_when=redraw_when, missing=missing, by_name=by_name)


class _Dealing(NamedTuple):
    """How hands are dealt where they are not counted; ``odds`` says what each is."""

    sample: int | None
    seed: int
    confidence: float
    play: Play | None


def _counted_if_possible(deck: Sequence[Card], choices: Iterable[DrawTerms], want: str) -> OddsResult | None:
    """The exact answer on the first terms that don't ask too much."""
    for terms in choices:
        classes = classify(deck, terms.questions, scene_turns=terms.scene_turns)
        if exact.effort(classes, terms) <= 1:
            return _counted(classes, terms, want)
    return None


def _parse_redraw(text: str, vocabulary: Vocabulary) -> Node:
    try:
        return parse(text, vocabulary)
    except UcgsimError as error:
        raise UcgsimError(f"redraw: {error}") from error


def _check_numbers(
    deck: Sequence[Card], turn: int | None, cards: int | None, sample: int | None, confidence: float
) -> None:
    if not HAND <= len(deck) <= MAX_DECK:
        raise UcgsimError(f"the deck has {len(deck)} cards; {HAND} to {MAX_DECK} can be asked about")
    if turn is not None and cards is not None:
        raise UcgsimError("asked by turn and after cards at once; give one of the two")
    if turn is not None and not 1 <= turn <= MAX_TURN:
        raise UcgsimError(f"turn {turn}; turns from 1 to {MAX_TURN} can be asked about")
    if cards is not None and not HAND <= cards <= len(deck):
        raise UcgsimError(
            f"after {cards} cards; {HAND} (the opening hand) to {len(deck)} (the deck) can be asked about"
        )
    if sample is not None and not 1 <= sample <= MAX_SAMPLES:
        raise UcgsimError(f"{sample} deals; 1 to {MAX_SAMPLES:,} can be made")
    if not 0 < confidence < 1:
        raise UcgsimError(f"confidence {confidence}; a number between 0 and 1, such as 0.95, belongs there")


def _check_terms(deck: Sequence[Card], terms: DrawTerms) -> None:
    if terms.redraw is Redraw.WHEN and terms.redraw_when is None:
        raise UcgsimError("redraw 'when' needs a condition; give redraw_when")
    if terms.redraw is not Redraw.NEVER and len(deck) < 2 * HAND:
        raise UcgsimError(f"the deck has {len(deck)} cards; a redraw of six needs twelve (CR 4.2.3), or redraw never")


def _horizons(last: int, *, scene_draws: bool) -> tuple[Horizon, ...]:
    """The table by turn; with scenes each turn also without them, which is what the Next Player has."""
    turns = range(1, last + 1)
    plain = tuple(Horizon.of_turn(number) for number in turns)
    return (*plain, *(Horizon.of_turn(number, scene_draws=True) for number in turns)) if scene_draws else plain


def _target(turn: int | None, cards: int | None, *, scene_draws: bool) -> Horizon:
    if turn is not None:
        return Horizon.of_turn(turn, scene_draws=scene_draws)
    return Horizon.of_turn(1) if cards is None else Horizon(cards)


def _counted(classes: Classes, terms: DrawTerms, want: str) -> OddsResult:
    solution = exact.solve(classes, terms)
    shares = {
        horizon: (Share.exactly(chance), Share.exactly(without))
        for horizon, (chance, without) in solution.chances.items()
    }
    rule = _rule(terms, want)
    if solution.best is not None:
        rule = tuple(solution.best.sentences())
        if not solution.best.whole:
            reached = _("(a shorter rule than the best: it reaches {chance})")
            rule += (reached.format(chance=Share.exactly(solution.best_chance)),)
    classes_asked = len(classes.sizes) + (classes.rest > 0)
    text = _("exact: {classes} classes of cards, {hands:,} kinds of hands counted")
    method = text.format(classes=classes_asked, hands=solution.states)
    return _result(
        classes.total,
        terms,
        want,
        shares,
        {},
        gained=_exact_gain(*shares[terms.target]),
        redraws=Share.exactly(solution.redraw_rate),
        expected=tuple(ExpectedCount(text, *[mean] * 3, *[plain] * 3) for text, mean, plain in solution.expected),
        rule=rule,
        method=method,
    )


def _dealt_and_watched(
    deck: Sequence[Card],
    terms: DrawTerms,
    want: str,
    dealing: _Dealing,
    *,
    progress: bool | None,
    advance: Callable[[int], object] | None,
) -> OddsResult:
    number = dealing.sample or (DEALT_FOR_BEST if terms.redraw is Redraw.BEST else DEALT_WHEN_TOO_MANY)
    with watched(progress, advance, number, "hands") as tell:
        return _dealt(deck, terms, want, dealing, number=number, advance=tell or (lambda _done: None))


def _dealt(
    deck: Sequence[Card],
    terms: DrawTerms,
    want: str,
    dealing: _Dealing,
    *,
    number: int,
    advance: Callable[[int], object],
) -> OddsResult:
    sample, seed, confidence, play = dealing
    deal = sampling.deal if play is None else play.deal
    tally = deal(deck, terms, number, seed, advance)
    target = terms.every_horizon.index(terms.target)
    if not min(tally.of[target], tally.of_without[target]):
        raise UcgsimError(f"none of {number:,} games reaches turn {terms.target.turn}; ask of an earlier one")
    shares = {
        horizon: (
            _interval(tally.met[place], tally.of[place], confidence),
            _interval(tally.met_without[place], tally.of_without[place], confidence),
        )
        for place, horizon in enumerate(terms.every_horizon)
        if min(tally.of[place], tally.of_without[place])
    }
    plain = {} if play is None else _plain_draws(terms, tally, confidence)
    expected = tuple(
        ExpectedCount(
            text, *_average(sums[0], sums[1], number, confidence), *_average(sums[2], sums[3], number, confidence)
        )
        for text, sums in tally.counts.items()
    )
    text = _("sampled: {hands:,} hands dealt, seed {seed}, {percent} % Wilson intervals")
    if play is not None:
        text = _("sampled: {hands:,} openings played, seed {seed}, {percent} % Wilson intervals")
    method = text.format(hands=number, seed=seed, percent=f"{100 * confidence:g}")
    if play is not None:
        method += f"; {play.text}"
    elif sample is None:
        method += _("; the condition divides hands into too many kinds to count them")
    rule = _rule(terms, want)
    if terms.redraw is Redraw.BEST:
        text = _("For each hand the choice that did better in {trials} dealt futures of both.")
        rule = (text.format(trials=sampling.TRIALS),)
    return _result(
        len(deck),
        terms,
        want,
        shares,
        plain,
        gained=_gain(tally.gained[target], tally.lost[target], tally.of_both[target], confidence),
        redraws=_interval(tally.redraws, number, confidence),
        expected=expected,
        rule=rule,
        method=method,
        samples=number,
        confidence=confidence,
        play=play,
    )


def _plain_draws(terms: DrawTerms, tally: DealTally, confidence: float) -> dict[Horizon, PlainDraws]:
    """How the games that reach each horizon fare without effects, and what effects add in them."""
    return {
        horizon: PlainDraws(
            games=tally.of[place],
            chance=_interval(int(tally.drawn[place][0]), tally.of[place], confidence),
            added=_gain(int(tally.drawn[place][1]), int(tally.drawn[place][2]), tally.of[place], confidence),
        )
        for place, horizon in enumerate(terms.every_horizon)
        if tally.of[place]
    }


def _interval(met: int, number: int, confidence: float) -> Share:
    """Wilson's score interval (Wilson 1927, JASA 22:209)."""
    from ucgsim.stats.rates import wilson_ends  # noqa: PLC0415 - loads SciPy, which exact odds do not need

    low, high = wilson_ends(met, number, confidence)
    return Share(met / number, low, high)


def _exact_gain(chance: Share, without: Share) -> Gain:
    value = chance.probability - without.probability
    return Gain(value, value, value)


def _gain(gained: int, lost: int, number: int, confidence: float) -> Gain:
    """What the redraw adds where the same deals were met with it and without.

    The score interval of a paired difference (Tango 1998, Statist. Med. 17, 891-908): two samples of their own would
    make it far too wide.
    """
    from ucgsim.stats.multinomial import score_interval  # noqa: PLC0415 - slower to import than most answers to count

    if not number:
        return Gain(math.nan, -1.0, 1.0)
    counts = np.array([lost, number - gained - lost, gained], np.float64)
    low, high = score_interval(np.array([-1.0, 0.0, 1.0]), counts, confidence)
    return Gain((gained - lost) / number, low, high)


def _average(total: int, squares: int, number: int, confidence: float) -> tuple[float, float, float]:
    """A mean with the ends of its normal interval, from the sum and the sum of squares."""
    from ucgsim.stats.rates import normal_quantile  # noqa: PLC0415 - as above

    mean = float(total / number)
    spread = math.sqrt(max(0.0, squares / number - mean**2) / number)
    half = normal_quantile(confidence) * spread
    return mean, mean - half, mean + half


def _rule(terms: DrawTerms, want: str) -> tuple[str, ...]:
    """The redraw rule that was given, in words."""
    match terms.redraw:
        case Redraw.NEVER:
            return (_("Keep every hand."),)
        case Redraw.ALWAYS:
            return (_("Redraw every hand."),)
        case Redraw.WHEN:
            return (_("Redraw a hand that meets the redraw condition and keep every other."),)
        case _:
            return (_("Keep a hand with {cards} and redraw every other.").format(cards=in_words(want)),)


def _result(
    size: int,
    terms: DrawTerms,
    want: str,
    shares: Mapping[Horizon, tuple[Share, Share]],
    plain: Mapping[Horizon, PlainDraws],
    **more: Any,
) -> OddsResult:
    """The answer of these terms; ``more``: what counting and dealing find each in their own way."""
    return OddsResult(
        question=want,
        deck_size=size,
        turn=terms.target.turn,
        cards=min(size, terms.target.cards),
        chance=shares[terms.target][0],
        without=shares[terms.target][1],
        redraw=terms.redraw,
        redraw_when=None,
        procedure=terms.procedure,
        scene_draws=terms.scene_turns > 0,
        by_turn=_by_turn(size, terms, shares, plain),
        plain=plain.get(terms.target),
        **more,
    )


def _by_turn(
    size: int,
    terms: DrawTerms,
    shares: Mapping[Horizon, tuple[Share, Share]],
    plain: Mapping[Horizon, PlainDraws],
) -> tuple[TurnOdds, ...]:
    rows = []
    scenes = terms.scene_turns > 0
    for horizon in terms.horizons:
        if scenes == (horizon.scene_turns > 0) and horizon in shares:
            next_player = shares[replace(horizon, scene_turns=0)][0] if scenes else None
            cards, turn = min(size, horizon.cards), horizon.turn or 1
            rows.append(TurnOdds(turn, cards, *shares[horizon], next_player, plain.get(horizon)))
    return tuple(rows)


# The question as a caller asks it: a decklist, a deck or its cards, with everything else looked up.


# What is shown of an answer.


def _cards(more: str, cards: int) -> Cell:
    return number(cards, f"{cards}{more}")


def _chance(name: str, place: str, heading: str, meaning: str) -> list[Column[TurnOdds]]:
    """A chance that is shown with its interval, and in records has its ends next to it."""
    prefix, it = (f"{name}_", "") if name else ("", "; itself where exact")
    shown = attrgetter(place)
    return [
        Column(name or "probability", attrgetter(f"{place}.probability"), heading, meaning, float,
               show=lambda row: _share(shown(row))),
        *(
            Column(f"{prefix}{end}", attrgetter(f"{place}.{end}"), None, f"{which} end of its interval{it}", float)
            for end, which in ENDS.items()
        ),
    ]  # fmt: skip


def odds_parts(deck: str, result: OddsResult, rules: str) -> Parts:
    """What is printed of one question: how often, by turn, the redraw rule, and what qualifies it."""
    tables = [result.sheet(), *([expected(result)] if result.expected else [])]
    play = [result.without_effects()] if result.play is not None else []
    ends = foot(result.method, _("redraws {rate}").format(rate=result.redraws), result.scene_words(), rules)
    last = "\n".join((*result.statements, *play, *result.notes))
    return Parts([result.headline(deck), *tables], last=[last], foot=ends)


def expected(result: Odds) -> Sheet:
    """How many cards of each filter the opening hand holds on average."""
    columns = [marked("in the opening hand on average"), marked("cards"), marked("without redraw")]
    return sheet("", columns, [_count(row, exact=result.exact) for row in result.expected])


def _count(row: ExpectedCount, *, exact: bool) -> list[Cell]:
    means = ((row.count, row.low, row.high), (row.without_redraw, row.without_low, row.without_high))
    texts = (f"{mean:.3f}" + ("" if exact else f" ({low:.3f} to {high:.3f})") for mean, low, high in means)
    return [label(shown(row.text)), *(number(mean, text) for (mean, _, _), text in zip(means, texts, strict=True))]


def _share(share: Share) -> Cell:
    return number(share.probability, str(share))
