"""The choice of a deck as a game: the field that nothing beats, and what beats the field that is there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.report.numbers import interval, percent, plain
from ucgsim.report.sheet import plain_table
from ucgsim.simulate.folder import RunFolder
from ucgsim.stats.bootstrap import DEFAULT_TIMES, bootstrap
from ucgsim.stats.games import best_response, equilibrium, payoff_from_scores
from ucgsim.stats.pairs import PairCounts
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate
from ucgsim.stats.ratings import ranking
from ucgsim.studies.duel.study import read_duel
from ucgsim.studies.duel.words import basis
from ucgsim.studies.folders import Holding, holding, no_run
from ucgsim.studies.matrix.field import less
from ucgsim.studies.matrix.findings import Pairwise
from ucgsim.studies.matrix.games import read_matrix
from ucgsim.studies.matrix.matches import read_matches
from ucgsim.studies.matrix.words import field_rate
from ucgsim.studies.meta.findings import Meta, Played
from ucgsim.studies.weights import GivenField, equal_weights, given_field

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure

    from ucgsim.stats.multinomial import Floats
    from ucgsim.studies.duel.study import DuelResult

FEWEST_TIMES = 200
"""Resamples below which an interval of them would rest on fewer than five beyond each end."""


@dataclass(frozen=True, eq=False)
class MetaResult(Meta):
    """Equilibrium and best answers; every number with its interval, its pairs and its policies."""

    def answer(self) -> str:
        """The answer in a few sentences."""
        order = sorted(range(len(self.names)), key=lambda deck: -self.equilibrium.shares[deck])
        main = [deck for deck in order if self.equilibrium.shares[deck] > 0.005]
        mix = ", ".join(f"{self.names[deck]} {interval(self.shares[deck])}" for deck in main)
        which = "" if self.equilibrium.unique else " (the most even of several)"
        return f"No deck beats this field{which}: {mix}. {self._best_sentence()} Played: {self.basis}."

    def _best_sentence(self) -> str:
        """What does best against the field that is there, by how much, and whether that is sure."""
        best = self.best.choices[0]
        rate, field = self.against_field[best], "the given field" if self.field_source else "a field of equal shares"
        told = f"Against {field} {self.names[best]} does best with {field_rate(rate)}"
        if rate.n == 0:
            return f"{told}: nothing that was played beats it."
        sure = "" if self.exploitability.low > 0 else "; that any deck gains is not sure"
        return f"{told}, which is {_points(less(rate, 0.5))} above even{sure}."

    def summary(self) -> str:
        """The answer and the decks one by one, as plain text."""
        lines = [self.answer(), "", "Decks (95 % intervals)", *plain_table(self._decks()), "", *self.notes()]
        return "\n".join([*lines, "", f"Again: {self.command}"])

    def notes(self) -> list[str]:
        """What the numbers mean, and where they are to be read with care."""
        return [
            f"exploitability: the best answer, whichever deck it is in truth, gains {_points(self.exploitability)}",
            "from the field. The gain itself is too high on average, because the best of several decks is partly the",
            "luckiest; the intervals against the field hold for all decks at once (Bonferroni) and so allow for that.",
            "equilibrium: bootstrap over pairs; where decks are nearly equal it jumps, and the interval is wide.",
            "in it: share of the resampled matrices whose equilibrium plays the deck; best: share of them in which it",
            f"is the best answer to the field. Their intervals tell how far {self.resampled.times:,} resamples count.",
        ]

    def _decks(self) -> list[tuple[str, ...]]:
        given = "field (given)" if self.field_source else "field"
        rows: list[tuple[str, ...]] = [("", given, "equilibrium", "in it", "against the field", "best")]
        for deck in ranking(self.against_field)[0]:
            columns = (interval(self.shares[deck]), interval(self.support[deck]))
            told = (field_rate(self.against_field[deck]), interval(self.best_again[deck]))
            rows.append((self.names[deck], percent(self.field[deck]), *columns, *told))
        return rows

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "confidence": DEFAULT_CONFIDENCE,
            "decks": self._rows(),
            "unique": self.equilibrium.unique,
            "best": [self.names[deck] for deck in self.best.choices],
            "exploitability": plain(self.exploitability),
            "pairs": sum(counts.pairs for counts in self.played.cells.values()),
            "policy": self.played.policy,
            "played": self.played.basis,
            "resamples": self.resampled.times,
            "seed": self.resampled.seed,
            "command": self.command,
        }

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {
                "deck": name,
                "field": self.field[deck],
                "equilibrium": plain(self.shares[deck]),
                "in_equilibria": plain(self.support[deck]),
                "against_field": plain(self.against_field[deck]),
                "best_answer": plain(self.best_again[deck]),
            }
            for deck, name in enumerate(self.names)
        ]

    def to_polars(self) -> pl.DataFrame:
        """One row a deck: shares, win rate against the field, how often each holds when pairs are drawn again."""
        import polars  # noqa: PLC0415 - takes long to import

        rows = []
        for row in self._rows():
            flat = {key: value for key, value in row.items() if not isinstance(value, dict)}
            ends = {f"{key}_{end}": each for key in row.keys() - flat.keys() for end, each in sorted(row[key].items())}
            rows.append(flat | dict(sorted(ends.items())) | {"policy": self.played.policy})
        return polars.DataFrame(rows, infer_schema_length=None)

    def to_pandas(self) -> pd.DataFrame:
        """As ``to_polars``, for pandas."""
        return self.to_polars().to_pandas()

    def plot(self) -> Figure:
        """Shares of the equilibrium and of the field."""
        from ucgsim.studies.meta.plots import shares_of_decks  # noqa: PLC0415 - loads matplotlib

        return shares_of_decks(self)

    def __repr__(self) -> str:
        return f"<MetaResult: {self.answer()}>"

    def _repr_html_(self) -> str:
        from html import escape  # noqa: PLC0415

        return f"<p>{escape(self.answer())}</p>{self.to_pandas().to_html(index=False, border=0)}"


def _points(estimate: Estimate) -> str:
    # + 0.0 turns -0.0 into 0.0.
    rate, low, high = (round(100 * value, 1) + 0.0 for value in (estimate.rate, estimate.low, estimate.high))
    return f"{rate:.1f} points ({low:.1f} to {high:.1f})"


def meta(
    source: Path | str | Pairwise | Played,
    *,
    field: Path | str | Sequence[float] | None = None,
    seed: int = 1,
    times: int = DEFAULT_TIMES,
    progress: Callable[[int], object] | None = None,
) -> MetaResult:
    """Solve the choice of a deck: ``source`` is a matrix, or the folder of a matrix or of a duel.

    ``field``: shares of the decks, or a CSV file of them; when not given those that the matrix was played with, else
    equal shares. ``progress`` is told how many resamples are done. Raises UcgsimError for a folder that holds neither,
    for shares that are none, and for fewer than ``FEWEST_TIMES`` resamples.
    """
    if times < FEWEST_TIMES:
        raise UcgsimError(f"{times} resamples; intervals need {FEWEST_TIMES} or more")
    played = read_played(source)
    names = played.names
    weights, file = _field(field, played)
    order = list(played.cells.values())

    def statistic(rates: Floats) -> Floats:
        payoff = payoff_from_scores(played.scores(rates))
        return np.concatenate([equilibrium(payoff).shares, payoff @ np.array(weights)])

    best_response(np.zeros((len(names),) * 2), weights)
    resampled = bootstrap(statistic, order, seed=seed, times=times, progress=progress)
    return MetaResult(played, weights, file, resampled)


def _field(field: Path | str | Sequence[float] | None, played: Played) -> tuple[tuple[float, ...], Path | None]:
    """The shares that are named, else those that were given when it was played, else equal ones; and their file."""
    if field is not None and not isinstance(field, str | Path):
        return tuple(field), None
    given = given_field(field, played.names) or played.field
    return given or (equal_weights(played.names), None)


def read_played(source: Path | str | Pairwise | Played) -> Played:
    """The pairs of a matrix, or of the folder (or the list of matchups) of a matrix, or of a duel's folder.

    Raises UcgsimError where there is none, it is not finished, or it cannot be read.
    """
    if isinstance(source, Played):
        return source
    if isinstance(source, Pairwise):
        return _of_matrix(source)
    path = Path(source)
    folder = folder_of(path)
    match holding(folder):
        case Holding.MATRIX:
            return _of_matrix(read_matrix(folder), path)
        case Holding.DUEL:
            return _of_duel(read_duel(RunFolder(folder)), path)
        case Holding.MATCHES:
            return _of_matrix(read_matches(folder), path)
    raise no_run(path, "`ucgsim matrix` or `ucgsim duel`")


def folder_of(path: Path) -> Path:
    """The folder that a path means: it, or the one of the list of matchups that it is."""
    return path.parent if path.name in {Holding.MATRIX, Holding.MATCHES} else path


def pairs_of(duel: DuelResult) -> PairCounts:
    """The pairs of a duel in points of side a."""
    return PairCounts.from_sequence(duel.counts.points.tolist())


def _of_matrix(result: Pairwise, path: Path | None = None) -> Played:
    weights, source = result.weights, result.field_source
    field = None if weights is None or source is None else GivenField(weights, source)
    return Played(result.names, result.cells, result.basis, result.terms.label, path, field, result.many)


def _of_duel(result: DuelResult, path: Path) -> Played:
    plan = result.plan
    if plan.unit == 1:
        raise UcgsimError(f"{path}: one side always leads there; play the duel without --first")
    told = basis(plan, result.findings)
    names = (plan.decks[0].name, plan.decks[1].name)
    return Played(names, {(0, 1): pairs_of(result)}, told, " against ".join(dict.fromkeys(plan.labels)), path)
