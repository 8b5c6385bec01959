"""What a duel, a matrix, a gauntlet and a comparison show of themselves under one of several plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ucgsim.simulate.same_chance.compare import BUILDS
from ucgsim.stats.pairs import paired_difference_of
from ucgsim.stats.proportions import difference
from ucgsim.stats.rates import DEFAULT_CONFIDENCE
from ucgsim.studies.compare.answer import ALL, CompareResult
from ucgsim.studies.duel.check import rate_at
from ucgsim.studies.duel.result import DuelResult
from ucgsim.studies.duel.words import names
from ucgsim.studies.gauntlet.plots import FIELD
from ucgsim.studies.gauntlet.result import GauntletResult
from ucgsim.studies.matrix.result import MatrixResult
from ucgsim.studies.plays.findings import Play

if TYPE_CHECKING:
    from ucgsim.stats.rates import Estimate

Answer: TypeAlias = DuelResult | MatrixResult | GauntletResult | CompareResult


def play_of(result: Answer) -> Play:
    """What is to be held against the same of other plays."""
    if isinstance(result, DuelResult):
        return _of_duel(result)
    if isinstance(result, GauntletResult):
        return _of_gauntlet(result)
    return _of_matrix(result) if isinstance(result, MatrixResult) else _of_compare(result)


def _no_lead(*_: object) -> Estimate:
    raise AssertionError("nothing is ranked")


def _of_duel(result: DuelResult) -> Play:
    a, b = names(result.plan).values()
    return Play(
        label=" against ".join(dict.fromkeys(result.plan.labels)),
        each=result.findings.games,
        things=(),
        standings=(),
        lead=_no_lead,
        cells=((a, b),),
        cell=lambda _, confidence: rate_at(result.findings, confidence),
    )


def _of_matrix(result: MatrixResult) -> Play:
    keys, field = list(result.cells), result.field
    return Play(
        label=result.terms.label,
        each=result.terms.each,
        things=result.names,
        standings=field.rates,
        best=field.of_best,
        lead=field.lead,
        cells=tuple((result.names[row], result.names[column]) for row, column in keys),
        cell=lambda number, confidence: field.cell(*keys[number], confidence),
    )


def _of_gauntlet(result: GauntletResult) -> Play:
    """Rivals ranked by how often the deck wins against them; the last cell is all of them by their shares."""
    row, rivals = result.row, list(result.row.cells)
    cells = (*(result.names[rival] for rival in rivals), *([FIELD] if len(rivals) > 1 else []))

    def won(number: int, confidence: float) -> Estimate:
        return row.against_field(confidence) if number == len(rivals) else row.rate(rivals[number], confidence)

    return Play(
        label=" against ".join(dict.fromkeys(result.plan.labels)),
        each=result.plan.games,
        things=tuple(result.names[rival] for rival in rivals),
        standings=tuple(won(number, DEFAULT_CONFIDENCE) for number in range(len(rivals))),
        lead=lambda first, second, confidence: difference(won(first, confidence), won(second, confidence)),
        cells=tuple((result.mine, opponent) for opponent in cells),
        cell=won,
    )


def _of_compare(result: CompareResult) -> Play:
    """Opponents ranked by what the second build gains against them; the last cell is all of them together."""
    opponents = tuple(deck.name for deck in result.study.opponents)
    cells = (*opponents, ALL) if len(opponents) > 1 else opponents

    def gain(number: int, confidence: float) -> Estimate:
        if number == len(opponents):
            parts = [gain(each, confidence) for each in range(len(opponents))]
            return result.weighed(parts)
        return paired_difference_of(result.tables[number].T, confidence).difference

    return Play(
        label=" against ".join(dict.fromkeys(result.study.labels)),
        each=result.games // BUILDS // len(opponents),
        things=opponents,
        standings=tuple(gain(number, DEFAULT_CONFIDENCE) for number in range(len(opponents))),
        lead=lambda first, second, confidence: difference(gain(first, confidence), gain(second, confidence)),
        cells=tuple((" over ".join(reversed(result.study.names)), opponent) for opponent in cells),
        cell=gain,
        even=0.0,
    )
