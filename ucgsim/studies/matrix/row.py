"""What one row of a matrix says: how a deck does over its rivals, against whom worst and best, and how surely."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from ucgsim.decks.finding import deck_word
from ucgsim.safe_text import command_line, place_word
from ucgsim.simulate.plan import blank_words
from ucgsim.stats.agreement import Checked, CheckVerdict, p_of_even
from ucgsim.stats.multiplicity import ends, holm, together
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, by_construction, weighted_sum
from ucgsim.studies.check import check_words, checked_json
from ucgsim.studies.duel.answer import DuelResult, Within
from ucgsim.studies.duel.findings import DuelCheck
from ucgsim.studies.kit.basis import Panel, panel
from ucgsim.studies.leading import PAIRS_PER_GAME_OF_MATRIX, over_field, pairs_words
from ucgsim.studies.matrix.played import FieldShape, Key, PlayedDuels

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.stats.outcomes import Outcomes
    from ucgsim.stats.stopped import Stops
    from ucgsim.studies.looks import Race

FAMILY_LEVEL = 0.05
"""Chance that any matchup that is marked as certain is none."""
ITSELF = 0
"""The place of the deck whose row it is; its rivals are 1, 2, ..."""


@dataclass(frozen=True, eq=False)
class Row:
    """A deck's games against its rivals 1, 2, ..., as it sees them; ``weights`` are shares of a field, its own first.

    Against itself it is even by construction.
    """

    cells: dict[int, Outcomes]
    weights: tuple[float, ...]
    stops: Stops | None = None
    """When each matchup ended, where that was as soon as its side was known."""

    def rate(self, rival: int, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """How often the deck wins against a rival; n = games."""
        if rival == ITSELF:
            return by_construction(0.5, confidence)
        cell = self.cells[rival]
        return cell.estimate(confidence) if self.stops is None else self.stops.rate(cell, confidence)

    @cached_property
    def met(self) -> list[int]:
        """The rivals that are in the field; all where none is."""
        return [rival for rival in self.cells if self.weights[rival] > 0] or list(self.cells)

    @cached_property
    def overall(self) -> Estimate:
        """How often the deck wins against the whole field; n = games."""
        return self.against_field(DEFAULT_CONFIDENCE)

    def against_field(self, confidence: float) -> Estimate:
        """How often the deck wins against the whole field, with another confidence; n = games."""
        present = [place for place, share in enumerate(self.weights) if share > 0]
        if present == [ITSELF]:
            return self.rate(ITSELF, confidence)
        rates = [self.rate(place, confidence) for place in present]
        return weighted_sum(rates, [self.weights[place] for place in present])

    @cached_property
    def order(self) -> list[int]:
        """All rivals, the hardest first."""
        return sorted(self.cells, key=lambda rival: self.rate(rival).rate)

    @property
    def worst(self) -> int:
        """The hardest rival of those in the field."""
        return next(rival for rival in self.order if rival in self.met)

    @property
    def best(self) -> int:
        """The rival of those in the field that is the least hard."""
        return next(rival for rival in reversed(self.order) if rival in self.met)

    @cached_property
    def of_best(self) -> Estimate:
        """The best matchup: estimate and interval allow for the choice among those in the field."""
        return self._ends[0]

    @cached_property
    def of_worst(self) -> Estimate:
        """The worst matchup, in the same way."""
        return self._ends[1]

    @cached_property
    def _ends(self) -> tuple[Estimate, Estimate]:
        """The best and the worst matchup as picks of those in the field; one that is the only one is no pick."""
        alone = [self.rate(each) for each in self.met]
        return ends(alone, self._together) if len(alone) > 1 else (alone[0], alone[0])

    @cached_property
    def differs(self) -> bool:
        """Whether any rival of the field is surely harder than another: the hardest than the one that is least hard.

        Any two might have been those, so the interval of their difference is one that holds for every two (Bonferroni).
        """
        if len(self.met) == 1:
            return False
        confidence = together(DEFAULT_CONFIDENCE, math.comb(len(self.met), 2))
        ends = [self.rate(rival, confidence) for rival in (self.best, self.worst)]
        return weighted_sum(ends, (1, -1)).low > 0

    @property
    def _together(self) -> list[Estimate]:
        """The matchups of the field with intervals that hold for all of them at once with 95 %."""
        return [self.rate(rival, together(DEFAULT_CONFIDENCE, len(self.met))) for rival in self.met]


@dataclass(frozen=True, eq=False)
class RowCheck:
    """Two rows of the same deck in the same field: what the ``second`` says of the ``first``.

    Sides are called by intervals that hold at once with 95 % (Bonferroni), so that any is called wrongly with 5 % at
    most, however often of so many ``looks`` the second was looked at; rates allow for such an end by themselves.
    """

    first: Row
    second: Row
    looks: int = 1

    @cached_property
    def overall(self) -> Checked:
        """The whole field under either play."""
        return Checked(self.first.overall, self.second.overall)

    @cached_property
    def cells(self) -> dict[int, Checked]:
        """Every matchup under either play."""
        sure = together(DEFAULT_CONFIDENCE, len(self.first.cells) * self.looks)
        matchups = together(DEFAULT_CONFIDENCE, len(self.first.cells))
        return {
            rival: Checked(
                self.first.rate(rival, matchups),
                self.second.rate(rival, matchups),
                by=self.second.cells[rival].estimate(sure),
            )
            for rival in self.first.cells
        }

    def rivals(self, verdict: CheckVerdict) -> list[int]:
        """The rivals against whom this is said."""
        return [rival for rival, cell in self.cells.items() if cell.verdict is verdict]

    def turns(self, rival: int) -> bool:
        """Whether a matchup turns."""
        return self.cells[rival].verdict is CheckVerdict.TURNS

    def to_json(self, names: tuple[str, ...]) -> dict[str, Any]:
        """The check as plain values."""
        return {
            "overall": checked_json(self.overall),
            "intervals_together": len(self.cells) * self.looks,
            "matchups": [{"rival": names[rival], **checked_json(cell)} for rival, cell in self.cells.items()],
        }


@dataclass(frozen=True, eq=False, repr=False)
class Gauntlet(PlayedDuels):
    """Games of the first of ``decks`` against each other one: its row of their matrix, with the same games.

    ``weights``: the share of each deck in the field, from the file ``field_source``; without one all rivals have equal
    shares, and the deck itself none.
    """

    weights: tuple[float, ...] | None = None
    field_source: Path | None = None
    check: Self | None = None
    """A gauntlet of these decks under another policy."""
    race: Race | None = None
    """How games were shared out, where that stopped when it was known."""
    shape = FieldShape.GAUNTLET

    @property
    def looks(self) -> int:
        """How often it may have been asked who is ahead."""
        return 1 if self.race is None else len(self.race.looks)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the decks, the one whose games these are first."""
        return tuple(deck.name for deck in self.decks)

    @property
    def mine(self) -> str:
        """The name of the deck whose games these are."""
        return self.names[0]

    @cached_property
    def row(self) -> Row:
        """What its games say."""
        cells = {rival: duel.findings.outcomes for (_, rival), duel in self.duels.items()}
        stops = None if self.race is None or not self.race.check else self.race.stops(len(cells))
        return Row(cells, self.weights or (0.0, *(1 / len(cells) for _ in cells)), stops)

    @cached_property
    def panel(self) -> Panel | None:
        """The matchups and those of the check as good players played them; None where neither was."""
        plays: list[Gauntlet] = [self, *([] if self.check is None else [self.check])]
        cells = [{(ITSELF, rival): cell for rival, cell in each.row.cells.items()} for each in plays]
        return panel(*((each.plan.policies, own) for each, own in zip(plays, cells, strict=True)))

    def shown(self, rival: int) -> Estimate:
        """How often the deck wins against a rival, with both errors where good players played; never as a pick."""
        return self.row.rate(rival) if self.panel is None else self.panel.cell((ITSELF, rival), self._seen(rival))

    def _seen(self, rival: int, confidence: float = DEFAULT_CONFIDENCE) -> list[Estimate]:
        rows = [self.row, *([] if self.check is None else [self.check.row])]
        return [row.rate(rival, confidence) for row in rows]

    @cached_property
    def _picks(self) -> dict[int, Estimate]:
        """The best and the worst matchup, where they are named."""
        row = self.row
        if not row.differs:
            return {}
        if self.panel is None:
            return {row.worst: row.of_worst, row.best: row.of_best}
        met = [rival for rival in self.order if rival in row.met]
        rows = [{(ITSELF, rival): 1.0} for rival in met]
        most = self.panel.largest(rows, lambda confidence: [self._seen(rival, confidence) for rival in met])
        lost = [{(rival, ITSELF): 1.0} for rival in met]
        least = self.panel.largest(
            lost, lambda confidence: [[each.complement() for each in self._seen(rival, confidence)] for rival in met]
        ).complement()
        return {met[0]: replace(least, method=Method.PLAYERS), met[-1]: replace(most, method=Method.PLAYERS)}

    def within(self, key: Key) -> Within:
        """What is shown of a matchup."""
        return Within.of(self.panel, key, self.shown(key[1]))

    def matchup(self, rival: int) -> DuelResult:
        """The matchup with a rival and its check, as it is shown here."""
        key = (ITSELF, rival)
        second = None if self.check is None else self.check.duels[key]
        check = None if second is None else DuelCheck(second.plan, second.findings)
        return replace(self.duels[key], check=check, within=self.within(key))

    @cached_property
    def order(self) -> list[int]:
        """All rivals, the hardest first."""
        return sorted(self.row.cells, key=lambda rival: self.shown(rival).rate)

    @property
    def met(self) -> list[int]:
        """The rivals that are in the field, the hardest first."""
        return [rival for rival in self.order if rival in self.row.met]

    def matchup_for(self, pick: str) -> int:
        """The rival of whose games one is shown: the hardest for ``lost``, the easiest for ``won``, or the evenest."""
        met = self.met
        ends = {"lost": met[0], "won": met[-1]}
        return ends[pick] if pick in ends else min(met, key=lambda rival: abs(self.shown(rival).rate - 0.5))

    @cached_property
    def hardest(self) -> list[int]:
        """The hardest rival of those in the field, and those that may be as hard: the intervals of both overlap so far.

        Two estimates differ where the difference is more than the root of the sum of the squares of both half widths.
        """
        met = self.met
        # Who is named was picked, which its interval knows here and in no table.
        first, *others = (self._picks.get(rival) or self.shown(rival) for rival in met)
        close = [first, *(each for each in others if each.rate - first.rate < math.hypot(each.width, first.width) / 2)]
        return met[: len(close)]

    @property
    def differs(self) -> bool:
        """Whether some rival of the field is surely harder than another: by these games, and as they are shown."""
        return self.row.differs and len(self.hardest) < len(self.row.met)

    @cached_property
    def costliest(self) -> int:
        """The rival that costs the most points of the whole field: how often it is met, and how often it wins."""
        return min(self.row.met, key=lambda rival: self.row.weights[rival] * (self.shown(rival).rate - 0.5))

    @cached_property
    def overall(self) -> Estimate:
        """How often the deck wins against all rivals by their shares, with both errors where good players played."""
        rates = [self.row.overall, *([] if self.check is None else [self.check.row.overall])]
        parts = {(ITSELF, rival): self.row.weights[rival] for rival in self.row.cells if self.row.weights[rival] > 0}
        return rates[0] if self.panel is None or not parts else self.panel.across(parts, rates)

    @cached_property
    def checked(self) -> RowCheck | None:
        """What another policy makes of it, where that was asked."""
        return None if self.check is None else RowCheck(self.row, self.check.row, self.check.looks)

    @property
    def effect_of_leading(self) -> Estimate | None:
        """What leading adds to a win rate over the rivals as often as they are met; None where it was not asked."""
        return over_field(self.leadings, (1.0, *self.row.weights[1:])) if self.leadings else None

    @cached_property
    def certain(self) -> dict[int, float]:
        """Rivals to the p-value adjusted over all (Holm), where it is at most 5 % and the interval leaves 50 % out."""
        rates, cells = [self.shown(rival) for rival in self.row.cells], self.row.cells.values()
        by_games = self.panel is None
        adjusted = holm(
            [cell.p_value() if by_games else p_of_even(rate) for cell, rate in zip(cells, rates, strict=True)]
        )
        each = zip(self.row.cells, rates, adjusted, strict=True)
        return {rival: float(p) for rival, rate, p in each if p <= FAMILY_LEVEL and rate.excludes(0.5)}

    def is_certain(self, rival: int) -> bool:
        """Whether a matchup is certainly not even, all such together (Holm, 5 %), and a check does not turn it."""
        return rival in self.certain and not self.turns(rival)

    def turns(self, rival: int) -> bool:
        """Whether a check turns a matchup."""
        return self.checked is not None and self.checked.turns(rival)

    def mark(self, rival: int) -> str:
        """A star where a matchup is certain, an exclamation mark where a check turns it."""
        return "!" if self.turns(rival) else "*" if self.is_certain(rival) else ""

    @property
    def basis(self) -> str:
        """What every number rests on."""
        plan = self.plan
        each = f"{plan.games:,} games a matchup, {self.total:,} in all"
        return f"{each}, {plan.labels[0]} on both sides, {plan.by}, seed {plan.seed}"

    @property
    def command(self) -> str:
        """The command that plays this again."""
        plan = self.plan
        words = ["ucgsim", "gauntlet", *map(deck_word, self.decks), "-n", str(plan.games)]
        words += plan.words
        words += [] if self.field_source is None else ["--field", place_word(self.field_source)]
        words += [*blank_words(self.blank), *pairs_words(self.duels[0, 1].leading, plan, PAIRS_PER_GAME_OF_MATRIX)]
        if self.check is not None:
            words += check_words(self.check.plan.policies[0], None if self.check.race else self.check.plan.games)
        return command_line(words)
