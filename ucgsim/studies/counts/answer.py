"""Splits at play, and what they answer: the headline, a table with a small picture, the best region, plain values."""

from __future__ import annotations

import math
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.policies.spec import parse_policy
from ucgsim.probability.usual import chance_text
from ucgsim.report.result import Summarised, Tabled
from ucgsim.report.sheet import Command, Parts, Sheet, gained, label, number, plain, rate
from ucgsim.report.table import Column, Table, estimated
from ucgsim.safe_text import plural
from ucgsim.simulate.plan import deck_json, equal_halves, marks_json
from ucgsim.simulate.same_chance import play_builds
from ucgsim.simulate.workers import in_order
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate
from ucgsim.studies.counts.findings import SplitGames, SplitRow, Splits
from ucgsim.studies.decks import card_remarks
from ucgsim.studies.kit.basis import basis_foot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ucgsim.report.sheet import Cell
    from ucgsim.studies.counts.plan import CountsStudy

SHOWN = 12
"""Rows of the table that is shown first."""
NAMED = 6
"""Splits of the best region that are named one by one."""
LETTERS = 17
"""Of the picture of a gain; an odd number, with the deck's own in the middle."""
OWN_MARK, REACH, RATE, BEYOND = "|", "-", "o", {0: "<", -1: ">"}


class CountsResult(Splits, Tabled, Summarised):
    """How many cards of each level of a character win most; every number with interval and policies."""

    def headline(self) -> str:
        """Whether another split surely wins more than the deck's own."""
        study, tried = self.study, len(self.study.splits)
        own, name = study.own.name, study.character
        if self.better is None:
            most = f"{100 * self.most_possible.high:.1f} points more at most"
            return f"{name} {own} is as good as any of {tried} splits: none surely wins more ({most})."
        better = study.splits[self.better].name
        return f"{name} {better} surely wins more than {own}: {gained(self.gain_of_better)} points, of {tried} splits."

    def sentences(self) -> list[str]:
        """The headline, and which splits may be the best."""
        return [self.headline(), *self.region_lines()]

    def region_lines(self) -> list[str]:
        """Which splits are as good as the best, and how flat it is from the best to the worst."""
        region, splits = self.region, self.study.splits
        names = [splits[place].name for place in region[:NAMED]]
        more = len(region) - len(names)
        named = ", ".join(names) + (f" and {more} more" if more else "")
        first = f"May be the best: {plural(len(region), 'split')} of {len(splits)}: {named}."
        if len(region) == len(splits):
            first = f"Every one of the {len(splits)} splits may be the best; most won {named}."
        ranges = ", ".join(
            f"{_span([splits[place].cards[at] for place in region])} of level {level.level}"
            for at, level in enumerate(self.study.levels)
        )
        return [f"{first} They play {ranges}.", self.slope_line(), *self.edge_lines()]

    def edge_lines(self) -> list[str]:
        """That the best split may lie further from the deck's own than was tried."""
        if not self.edge:
            return []
        study, levels = self.study, " and ".join(map(str, self.edge))
        first = study.splits[self.region[0]].name
        return [f"{first} has as many or as few of level {levels} as were tried; --range {2 * study.reach} tries more."]

    def slope_line(self) -> str:
        """How flat it is among the splits that may be the best, and among all."""
        region, everything = (f"{100 * each:.1f} points" for each in (self.spread_of_region, self.spread))
        if len(self.region) == 1:
            return f"Only one may be the best; from best to worst of all, luck aside: {everything}."
        if len(self.region) == len(self.study.splits):
            return f"{self.slope.capitalize()}: from best to worst, luck aside, {region}."
        return f"{self.slope.capitalize()}: from best to worst of these, luck aside, {region}; of all, {everything}."

    def as_table(self) -> Table[SplitRow]:
        """The splits, the one that wins most first."""
        low, high = (level.level for level in self.study.levels[:2])
        reach = _scale(self.ranked)
        head = f"-{reach:g}{'own':^{LETTERS - 2 * len(f'-{reach:g}')}}+{reach:g}"
        wants = self.study.wants
        columns: tuple[Column[SplitRow], ...] = (
            Column("split", lambda row: row.split.name, show=_name_cell, heading=f"level {self.study.shape}", kind=str,
                   meaning=f"cards of level {self.study.shape}", names_row=True),
            Column("cards", lambda row: list(row.split.cards), kind=list),
            Column("opens_low", lambda row: row.opens_low, f"opens {low}", f"chance to open with {wants[0]}", float,
                   display=_chance_cell),
            Column("opens_both", lambda row: row.opens_both, f"opens {low}+{high}", f"chance to open with {wants[1]}",
                   float, display=_chance_cell),
            estimated("won", lambda row: row.won, "wins", "share of games won"),
            estimated("gain", lambda row: row.gain, "points more",
                      "share of games won more than by the deck's own split: 0.01 is one point", display=_gain_cell),
            Column("picture", lambda row: picture(row.gain, reach), head, kind=str, json=False),
            Column("may_be_best", lambda row: row.with_best, "best?", "whether no other surely wins more", bool,
                   display=lambda value: label("may be" if value else "no")),
            Column("is_own", lambda row: row.is_own, None, "whether it is the deck's own", bool),
        )  # fmt: skip
        return Table(columns, self.ranked, least=(f"opens {low}+{high}", "best?"))

    def sheet(self) -> Sheet:
        """The best of them, and the deck's own."""
        rows = self.ranked[:SHOWN]
        if not any(row.is_own for row in rows):
            rows = [*rows[: SHOWN - 1], next(row for row in self.ranked if row.is_own)]
        return replace(self.as_table(), rows=rows).sheet()

    def parts(self) -> Parts:
        """The headline, the best splits, and which may be the best; then all of them, and how it was made."""
        study, terms = self.study, self.study.terms
        notes = [f"Note: {remark}" for remark in card_remarks(*study.marks)]
        rest = replace(self.as_table(), caption="Every split").sheet() if len(self.ranked) > SHOWN else ""
        names = [deck.name for deck in study.rivals.decks]
        whom = f"against {plural(len(names), 'deck')}"
        foot = basis_foot(f"{study.each:,} games a split", terms, None, both=False, also=[whom, "odds exact"])
        regions = "\n".join([*self.region_lines(), f"Against {', '.join(names)}."])
        return Parts([self.headline(), self.sheet(), regions], [rest, self.method()], [*notes, self.again()], foot)

    def again(self) -> Command:
        """The command that asks this again."""
        return Command(self.study.command)

    def method(self) -> str:
        """How it was made."""
        first, both = self.study.wants
        return (
            f"Method: cards of one level keep the deck's proportions, four copies of a number at most. Opening hands: "
            f"'{first}' and '{both}', each with a redraw of the hands that lack it, as ucgsim odds --want has them. "
            "Every split plays the same shuffles, so a difference is far surer than the win rates. Differences from "
            "the deck's own hold for all splits at once (95 %, joint normal distribution of what they share); a split "
            "may be the best where by such intervals around it no other wins more, and the truly best one is among "
            "them in 95 % of cases at least. From best to worst: judged apart from the games that made them so."
        )

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values; gains are shares of games, 0.01 a point."""
        study, terms = self.study, self.study.terms
        names = [split.name for split in study.splits]
        better = None
        if self.better is not None:
            better = {"split": names[self.better], "gain": plain(self.gain_of_better)}
        return {
            "deck": deck_json(study.deck),
            "character": study.character,
            "levels": [level.level for level in study.levels],
            "range": study.reach,
            "rivals": [
                deck_json(deck) | {"share": share}
                for deck, share in zip(study.rivals.decks, study.rivals.weights, strict=True)
            ],
            "games": study.games,
            "games_of_split": study.each,
            "policies": list(terms.labels),
            **terms.head_json,
            "confidence": DEFAULT_CONFIDENCE,
            **marks_json(*study.marks),
            "opening_hand": list(study.wants),
            "answer": self.headline(),
            "own": study.own.name,
            "better": better,
            "most_possible_gain": plain(self.most_possible),
            "region": [names[place] for place in self.region],
            "edge": self.edge,
            "best_to_worst": {"of_region": self.spread_of_region, "of_all": self.spread},
            "slope": self.slope,
            "splits": [
                row | {"deck": dict(each.split.deck.counts)}
                for row, each in zip(self.as_table().to_json(), self.ranked, strict=True)
            ],
            "command": study.command,
        }


def picture(gain: Estimate, reach: float) -> str:
    """A gain and its interval as a strip of letters, the deck's own in the middle, ``reach`` points to either side."""
    middle = LETTERS // 2

    def place(value: float) -> int:
        return round(middle + middle * min(max(100 * value / reach, -1), 1))

    text = [" "] * LETTERS
    for at in range(place(gain.low), place(gain.high) + 1):
        text[at] = REACH
    text[middle] = OWN_MARK
    text[place(gain.rate)] = RATE
    for at, end in ((0, -100 * gain.low), (-1, 100 * gain.high)):
        if end > reach:
            text[at] = BEYOND[at]
    return "".join(text)


def _scale(rows: Sequence[SplitRow]) -> int:
    """Whole points to either side that hold the gains of the splits that may be the best; others may lie beyond."""
    return max(math.ceil(max(100 * max(abs(row.gain.low), abs(row.gain.high)) for row in rows if row.with_best)), 1)


def _span(numbers: Sequence[int]) -> str:
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least} to {most}"


def _name_cell(row: SplitRow) -> Cell:
    return label(f"{row.split.name} (own)" if row.is_own else row.split.name)


def _chance_cell(chance: float) -> Cell:
    return number(chance, chance_text(chance))


def _gain_cell(gain: Estimate) -> Cell:
    return rate(gain, gained(gain) if gain.width else "0")


# The games: each split plays the same shuffles as the deck's own, part by part.


GAMES, SLOW_GAMES = 5_000, 200
"""Games of one part, of all splits: a quarter of a second; fewer where somebody searches."""
WORTH_WORKERS = 12
"""Parts that pay for starting workers, which takes a second or two."""


class RivalGames(NamedTuple):
    """Games of all splits against a rival."""

    rival: int
    span: range


def parts_of(study: CountsStudy) -> list[RivalGames]:
    """The parts, in the order in which they are played; nothing that is counted depends on where they are cut."""
    slow = any(parse_policy(name).is_slow for name in study.terms.policies)
    size = equal_halves(-(-(SLOW_GAMES if slow else GAMES) // len(study.splits)))
    return [
        RivalGames(rival, range(start, min(start + size, games)))
        for rival, games in enumerate(study.games_against)
        for start in range(0, games, size)
    ]


def play_counts(study: CountsStudy, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> CountsResult:
    """Play a planned question; ``advance`` is called with how many more games are done."""
    parts, played = parts_of(study), SplitGames.of(study)
    slow = any(parse_policy(name).is_slow for name in study.terms.policies)
    tasks = [partial(play_builds, study.builds[part.rival], study.terms.seed, part.span) for part in parts]
    with closing(in_order(tasks, jobs, 2 if slow else WORTH_WORKERS)) as results:
        for part, points in zip(parts, results, strict=True):
            played.add(part.rival, points)
            if advance is not None:
                advance(points.size)
    return CountsResult(study, played)
