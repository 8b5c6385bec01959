"""Which cards go with winning: every card's win rate with it against without it, and a card replaced for certain."""

from __future__ import annotations

import math
import shlex
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import ndtr

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.numbers import base_number
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError
from ucgsim.policies.impact import Fate
from ucgsim.report.answer import blank_remark, edited_remark
from ucgsim.report.compare import CompareResult, CompareStudy, play_compare
from ucgsim.report.lists import given_decks
from ucgsim.report.shares import conditional
from ucgsim.report.words import align, plain
from ucgsim.simulate.compare import lay_out_meetings
from ucgsim.simulate.folder import PLAN, RunFolder
from ucgsim.simulate.impact import (
    STATES,
    WITH_LOST,
    WITH_WON,
    WITHOUT_LOST,
    WITHOUT_WON,
    count_cards,
    watch,
)
from ucgsim.simulate.plan import GAMES_PER_PAIR, SIDES
from ucgsim.simulate.table import make_plan
from ucgsim.stats.multiplicity import holm
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.impact import Subject
    from ucgsim.simulate.plan import Plan

FEWEST_GAMES = 30
"""Games with, and games without, that a difference takes; its interval needs some."""
FAMILY_LEVEL = 0.05
WARNING = (
    "These are associations, not effects: a card that is set or used shows in games that go on, or go well, anyway. "
    "What a card does, replacing it tells: --swap OLD=NEW."
)
FATES = {
    Fate.OPENING: "in the opening hand",
    Fate.BY_ROUND_1: "drawn by Round 1",
    Fate.BY_ROUND_2: "drawn by Round 2",
    Fate.BY_ROUND_3: "drawn by Round 3",
    Fate.BY_ROUND_4: "drawn by Round 4",
    Fate.SET: "set",
    Fate.LEVELED: "leveled up with",
    Fate.USED: "effect used",
}
SHOWN = (Fate.OPENING, Fate.BY_ROUND_3, Fate.SET, Fate.LEVELED, Fate.USED)
"""What the terminal shows; tables and JSON have all of it."""

_STATE = np.arange(STATES)


def _number_of(*states: int) -> NDArray[np.int64]:
    """How many games of a unit are in one of these states, by the states of both, (STATES, STATES)."""
    one = np.isin(_STATE, states).astype(np.int64)
    return np.add.outer(one, one)


_GAMES = (_number_of(WITHOUT_LOST, WITHOUT_WON), _number_of(WITH_LOST, WITH_WON))
_WINS = (_number_of(WITHOUT_WON), _number_of(WITH_WON))


@dataclass(frozen=True, slots=True)
class Association:
    """Win rate of a card's side in games where something became of it against games where it did not."""

    card: str
    fate: Fate
    games_with: int
    games_without: int
    with_it: Estimate
    without_it: Estimate
    difference: Estimate
    """NaN where either kind of games is too rare."""
    p_value: float


@dataclass(frozen=True, eq=False)
class ImpactResult:
    """What became of the cards of one ``side`` of a run, against who won."""

    plan: Plan
    side: int
    catalog: Catalog
    run: Path
    table: NDArray[np.int64]
    """Counts (cards, fates, STATES, STATES) as in ``simulate.impact``."""

    @property
    def deck(self) -> Deck:
        """The deck whose cards are looked at."""
        return self.plan.decks[self.side]

    @cached_property
    def associations(self) -> tuple[Association, ...]:
        """Every card and fate, in the order of the deck."""
        cards = [number for number, _ in self.deck.counts]
        return tuple(associate(card, fate, self.table[k, fate]) for k, card in enumerate(cards) for fate in Fate)

    @cached_property
    def certain(self) -> frozenset[tuple[str, Fate]]:
        """Cards and fates that go with winning or losing for certain, with 5 % for all of them together (Holm)."""
        tested = [each for each in self.associations if not math.isnan(each.difference.rate)]
        adjusted = holm([each.p_value for each in tested])
        return frozenset((t.card, t.fate) for t, p in zip(tested, adjusted, strict=True) if p <= FAMILY_LEVEL)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        plan, (own, other) = self.plan, (self.plan.labels[self.side], self.plan.labels[1 - self.side])
        policies = f"{own} on both sides" if own == other else f"{own} against {other}"
        games = f"{plan.games:,} games" + (f" ({plan.games // 2:,} pairs)" if plan.unit == GAMES_PER_PAIR else "")
        against = f"against {plan.decks[1 - self.side].name}"
        return f"{games} of {self.deck.name} {against}, {policies}, rules {plan.rules}, seed {plan.seed}"

    @property
    def command(self) -> str:
        """The command that counts this again."""
        return shlex.join(["ucgsim", "cards-impact", str(self.run), "--side", SIDES[self.side]])

    def answer(self) -> str:
        """The answer in a sentence or two."""
        opening = [
            each for each in self.associations if each.fate is Fate.OPENING and not math.isnan(each.difference.rate)
        ]
        played = f"Played: {self.basis}."
        if not opening:
            return f"No card was in enough opening hands to tell. {played}"
        best, worst = (pick(opening, key=lambda each: each.difference.rate) for pick in (max, min))
        return (
            f"Opening hands with {self.told(best.card)} win {_points(best.difference)} more often than those without, "
            f"those with {self.told(worst.card)} {_points(worst.difference)}. {played}"
        )

    def told(self, number: str) -> str:
        """A card by number and name."""
        return f"{number} {self.catalog[number].name}"

    def summary(self) -> str:
        """The answer, the cards one by one, and the warning, as plain text."""
        lines = [self.answer(), "", WARNING, ""]
        lines.append("Win rate with less without, in points +- half the 95 % interval (games with)")
        lines += [*align(self._cards()), "", "* certain: holds for all marked together (Holm, 5 %)"]
        lines.append(f"- fewer than {FEWEST_GAMES} games with, or without. Drawn by Round 3: opening hand included,")
        lines.append("among games that reached it. Copies of a number count together.")
        if self.plan.blank:
            lines.append(f"Note: {blank_remark(self.plan.blank)}")
        if self.plan.edited:
            lines.append(f"Note: {edited_remark(self.plan.edited)}")
        return "\n".join([*lines, f"Again: {self.command}"])

    def _cards(self) -> list[tuple[str, ...]]:
        found = {(each.card, each.fate): each for each in self.associations}
        rows: list[tuple[str, ...]] = [("", *(FATES[fate] for fate in SHOWN))]
        for number, copies in self.deck.counts:
            cells = (self._cell(found[number, fate]) for fate in SHOWN)
            rows.append((f"{copies} {self.told(number)}", *cells))
        return rows

    def _cell(self, found: Association) -> str:
        if math.isnan(found.difference.rate):
            return f"- ({found.games_with:,})"
        star = "*" if (found.card, found.fate) in self.certain else ""
        half = 50 * found.difference.width
        return f"{100 * found.difference.rate:+.1f} +-{half:.1f}{star} ({found.games_with:,})"

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "games": self.plan.games,
            "seed": self.plan.seed,
            "rules": self.plan.rules,
            "side": SIDES[self.side],
            "deck": {"name": self.deck.name, "fingerprint": self.deck.fingerprint},
            "policies": dict(zip(SIDES, self.plan.labels, strict=True)),
            "blank": list(self.plan.blank),
            "edited": list(self.plan.edited),
            "warning": WARNING,
            "cards": [self._json(each) for each in self.associations],
            "command": self.command,
        }

    def _json(self, found: Association) -> dict[str, Any]:
        return {
            "card": found.card,
            "name": self.catalog[found.card].name,
            "fate": FATES[found.fate],
            "games_with": found.games_with,
            "games_without": found.games_without,
            "with": plain(found.with_it),
            "without": plain(found.without_it),
            "difference": plain(found.difference),
            "certain": (found.card, found.fate) in self.certain,
        }

    def to_polars(self) -> pl.DataFrame:
        """One row a card and fate: games and win rates with and without it, the difference, the policies."""
        import polars  # noqa: PLC0415 - takes long to import

        policies = dict(zip(("policy_a", "policy_b"), self.plan.labels, strict=True))
        rows = []
        for found in self.associations:
            row = self._json(found)
            nested = {f"{key}_{end}": v for key in ("with", "without", "difference") for end, v in row.pop(key).items()}
            rows.append(row | nested | policies)
        return polars.DataFrame(rows, infer_schema_length=None)

    def to_pandas(self) -> pd.DataFrame:
        """As ``to_polars``, for pandas."""
        return self.to_polars().to_pandas()

    def plot(self) -> Figure:
        """Differences of the cards in the opening hand."""
        from ucgsim.report.impact_plot import opening_hands  # noqa: PLC0415 - loads matplotlib

        return opening_hands(self)

    def __repr__(self) -> str:
        return f"<ImpactResult: {self.answer()}>"

    def _repr_html_(self) -> str:
        from html import escape  # noqa: PLC0415

        text = f"<p>{escape(self.answer())}</p><p>{escape(WARNING)}</p>"
        return text + self.to_pandas().to_html(index=False, border=0)


def _points(estimate: Estimate) -> str:
    rate, low, high = (100 * value for value in (estimate.rate, estimate.low, estimate.high))
    return f"{rate:+.1f} points ({low:+.1f} to {high:+.1f})"


def associate(card: str, fate: Fate, units: NDArray[np.int64]) -> Association:
    """Rates with and without, and their difference, from units by the states of their games, (STATES, STATES).

    The difference of two ratio estimates on the same units, by linearisation: games of one unit, and games with and
    without, are not taken for independent. Source: Cochran 1977, Sampling Techniques, section 6.19.
    """
    without, with_it = (_rate(units, games, wins) for games, wins in zip(_GAMES, _WINS, strict=True))
    games_without, games_with = (int((units * games).sum()) for games in _GAMES)
    n = int(units.sum())
    if min(games_with, games_without) < FEWEST_GAMES:
        unknown = Estimate(math.nan, -1.0, 1.0, n, DEFAULT_CONFIDENCE, Method.NORMAL)
        return Association(card, fate, games_with, games_without, with_it, without, unknown, 1.0)
    rates = [(units * wins).sum() / (units * games).sum() for games, wins in zip(_GAMES, _WINS, strict=True)]
    parts = [
        (wins - rate * games) / (units * games).sum() for games, wins, rate in zip(_GAMES, _WINS, rates, strict=True)
    ]
    error = math.sqrt(float((units * (parts[1] - parts[0]) ** 2).sum()) * n / (n - 1))
    difference, half = float(rates[1] - rates[0]), normal_quantile(DEFAULT_CONFIDENCE) * error
    estimate = Estimate(difference, difference - half, difference + half, n, DEFAULT_CONFIDENCE, Method.NORMAL)
    p_value = float(2 * ndtr(-abs(difference) / error)) if error else 1.0
    return Association(card, fate, games_with, games_without, with_it, without, estimate, p_value)


def _rate(units: NDArray[np.int64], games: NDArray[np.int64], wins: NDArray[np.int64]) -> Estimate:
    """Share of wins among some games of the units, by ``shares.conditional``."""
    table = np.zeros((GAMES_PER_PAIR + 1,) * 2, np.int64)
    np.add.at(table, (games, wins), units)
    return conditional(table)


def read_subject(run: Path, catalog: Catalog) -> Subject:
    """The games of the finished run of a duel, to be played again.

    Raises UcgsimError where there is no such run, or it was played with other cards, effects or policies.
    """
    if not (run / PLAN).is_file():
        what = "holds no run of a duel" if run.is_dir() else "is no folder"
        raise UcgsimError(f"{run}: {what}; name a folder of duel --out, or of one matchup in that of matrix --out")
    folder = RunFolder(run)
    plan = folder.plan()
    folder.refuse_unfinished()
    now, table = make_plan(
        plan.decks,
        catalog,
        plan.games,
        policies=plan.policies,
        seed=plan.seed,
        rules=plan.rules,
        first=plan.first,
        matchup=plan.matchup,
        shard=plan.shard,
        play_blank=plan.blank,
    )
    if differing := plan.differences(now):
        raise UcgsimError(f"{run}: was played with another {', '.join(differing)}; play the duel again")
    return watch(plan, table)


def cards_impact(
    run: Path | str,
    *,
    side: str = "a",
    jobs: int = 1,
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
) -> ImpactResult:
    """Play the games of a run again and say which cards of ``side`` go with winning.

    ``advance`` is told how many more games are done. Raises UcgsimError as ``read_subject`` does.
    """
    catalog = load_catalog() if catalog is None else catalog
    return play_impact(read_subject(Path(run), catalog), Path(run), catalog, side=side, jobs=jobs, advance=advance)


def play_impact(
    subject: Subject,
    run: Path,
    catalog: Catalog,
    *,
    side: str = "a",
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> ImpactResult:
    """Count the cards of one side of a run that has been read."""
    return play_both(subject, run, catalog, jobs=jobs, advance=advance)[SIDES.index(side)]


def play_both(
    subject: Subject,
    run: Path,
    catalog: Catalog,
    *,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> tuple[ImpactResult, ImpactResult]:
    """Count the cards of both sides of a run that has been read; the games are played once."""
    totals = [np.zeros((len(cards), len(Fate), STATES, STATES), np.int64) for cards in subject.cards]
    for part in count_cards(subject, jobs=jobs):
        for place, table in enumerate(part.tables):
            totals[place] += table
        if advance is not None:
            advance(part.games)
    a, b = (ImpactResult(subject.plan, place, catalog, run, total) for place, total in enumerate(totals))
    return a, b


def parse_swap(text: str) -> tuple[str, str]:
    """The two card numbers of ``OLD=NEW``; UcgsimError where it is not of that form."""
    old, sign, new = text.partition("=")
    if not sign:
        raise UcgsimError(f"swap {text!r}: give the card that leaves and the one that comes, as BP01-001=BP01-002")
    return base_number(old.strip()), base_number(new.strip())


def swapped(deck: Deck, old: str, new: str, catalog: Catalog) -> Deck:
    """The deck with every copy of a card replaced; UcgsimError where it holds none, or ``new`` is unknown."""
    counts = dict(deck.counts)
    if old not in counts:
        raise UcgsimError(f"swap {old}={new}: {deck.name} holds no {old}; it holds {', '.join(counts)}")
    if new not in catalog:
        near = ", ".join(catalog.nearest(new))
        raise UcgsimError(f"swap {old}={new}: the catalog holds no {new}{f'; nearest are {near}' if near else ''}")
    if old == new:
        raise UcgsimError(f"swap {old}={new}: both are one card; name another one to come in")
    copies = counts.pop(old)
    counts[new] = counts.get(new, 0) + copies
    return Deck(f"{deck.name} with {new}", tuple(counts.items()))


def _refuse_blank(plan: Plan, run: Path, play_blank: Collection[str]) -> None:
    """Refuse to take the text of a card that the run played with it: its games would be others."""
    held = {number for deck in plan.decks for number, _ in deck.counts}
    if changed := sorted(held.intersection(play_blank).difference(plan.blank)):
        raise UcgsimError(f"{run}: was played with the text of {', '.join(changed)}; name only cards that come in")


def plan_swap(
    subject: Subject,
    run: Path,
    swap: str,
    catalog: Catalog,
    *,
    side: str = "a",
    play_blank: Collection[str] = (),
) -> CompareStudy:
    """The games of a run with a card of ``side`` replaced, beside the same games as they were.

    ``play_blank`` names cards coming in to play without their text, "all" every one whose text can't be played.
    Raises UcgsimError for a swap that makes no legal deck, for a run in which one side always leads, and where
    ``play_blank`` names a card that the run played with its text.
    """
    plan, place = subject.plan, SIDES.index(side)
    if plan.unit != GAMES_PER_PAIR:
        raise UcgsimError(f"{run}: one side always leads there, so its games are no pairs; play without --first")
    _refuse_blank(plan, run, play_blank)
    old, new = parse_swap(swap)
    deck, opponent = plan.decks[place], plan.decks[1 - place]
    (changed,) = given_decks((swapped(deck, old, new, catalog),), catalog, plan.rules)
    policies = (plan.policies[place], plan.policies[1 - place])
    meetings = lay_out_meetings(
        (deck, changed),
        (opponent,),
        (plan.matchup,),
        policies=policies,
        rules=plan.rules,
        catalog=catalog,
        play_blank=(*plan.blank, *play_blank),
        side=place,
    )
    again = ["ucgsim", "cards-impact", str(run), "--side", side, "--swap", f"{old}={new}"]
    again += [word for number in play_blank for word in ("--play-blank", number)]
    return CompareStudy(
        builds=(deck, changed),
        opponents=(replace(opponent, name=f"{opponent.name} (opponent)") if opponent == deck else opponent,),
        meetings=meetings,
        pairs=plan.games // GAMES_PER_PAIR,
        policies=policies,
        seed=plan.seed,
        rules=plan.rules,
        catalog=catalog,
        among_themselves=False,
        again=shlex.join(again),
    )


def swap_cards(
    run: Path | str,
    swaps: Sequence[str],
    *,
    side: str = "a",
    jobs: int = 1,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
) -> list[CompareResult]:
    """Play the games of a run again with a card replaced, once for each ``OLD=NEW``, and compare.

    ``play_blank`` and errors as for ``plan_swap``.
    """
    catalog = load_catalog() if catalog is None else catalog
    subject = read_subject(Path(run), catalog)
    studies = [plan_swap(subject, Path(run), swap, catalog, side=side, play_blank=play_blank) for swap in swaps]
    return [play_compare(study, jobs=jobs) for study in studies]
