"""The choice of a deck as a game: the field that nothing beats, and what beats the field that is there."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.report.duel import read_duel
from ucgsim.report.match_file import MATCHES
from ucgsim.report.matches import read_matches
from ucgsim.report.matrix import MATRIX, read_matrix
from ucgsim.report.pairwise import Pairwise
from ucgsim.report.weights import GivenField, equal_weights, given_field
from ucgsim.report.words import align, interval, percent, plain
from ucgsim.simulate.folder import PLAN, RunFolder
from ucgsim.stats.bootstrap import DEFAULT_TIMES, bootstrap
from ucgsim.stats.games import BestResponse, Equilibrium, best_response, equilibrium, exploitability, payoff_from_scores
from ucgsim.stats.pairs import PairCounts
from ucgsim.stats.proportions import weighted_sum
from ucgsim.stats.rates import Estimate, by_construction
from ucgsim.stats.ratings import ranking

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure

    from ucgsim.report.duel import DuelResult
    from ucgsim.stats.bootstrap import Bootstrap
    from ucgsim.stats.multinomial import Floats

PLAYED = 1e-6
"""A share above this is one."""


@dataclass(frozen=True, eq=False)
class Played:
    """What was played: decks by ``names``, ``cells[i, j]`` pairs of deck i against j in points of i, i < j."""

    names: tuple[str, ...]
    cells: Mapping[tuple[int, int], PairCounts]
    basis: str
    """Games, policies, rules and seed in words."""
    policy: str
    source: Path | None = None
    field: GivenField | None = None
    """The shares that were given when it was played."""
    unit: str = "games"

    def cell(self, row: int, column: int) -> Estimate:
        """Win rate of the row's deck against the column's; 50 % by construction on the diagonal."""
        if row == column:
            return by_construction(0.5)
        counts = self.cells[row, column] if row < column else self.cells[column, row].flipped()
        return counts.estimate()

    def scores(self, rates: Floats) -> Floats:
        """The matrix (decks, decks) from the rates of the cells in their order."""
        matrix = np.full((len(self.names),) * 2, 0.5)
        for (row, column), rate in zip(self.cells, rates, strict=True):
            matrix[row, column], matrix[column, row] = rate, 1 - rate
        return matrix


@dataclass(frozen=True, eq=False)
class MetaResult:
    """Equilibrium and best answers; every number with its interval, its pairs and its policies.

    ``field``: shares of the field that is there, (decks,); ``resampled``: shares of the equilibrium, exploitability
    of the field and gain of every deck against it, from pairs drawn again.
    """

    played: Played
    field: tuple[float, ...]
    field_source: Path | None
    resampled: Bootstrap

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the decks."""
        return self.played.names

    @cached_property
    def payoff(self) -> Floats:
        """What the row's deck gains from the column's, as a share of games above one half, (decks, decks)."""
        rates = [counts.points / counts.games for counts in self.played.cells.values()]
        return payoff_from_scores(self.played.scores(np.array(rates)))

    @cached_property
    def equilibrium(self) -> Equilibrium:
        """The shares that no deck beats."""
        return equilibrium(self.payoff)

    @property
    def shares(self) -> tuple[Estimate, ...]:
        """Shares of the equilibrium with their bootstrap intervals."""
        return self.resampled.estimates[: len(self.names)]

    @property
    def exploitability(self) -> Estimate:
        """What the best answer gains from the field that is there, with its bootstrap interval.

        Both are pushed up by chance: the best of several decks is partly the luckiest.
        """
        return self.resampled.estimates[len(self.names)]

    @cached_property
    def support(self) -> tuple[float, ...]:
        """How often each deck is played in the equilibria of the resampled matrices, as shares of them."""
        return tuple((self.resampled.samples[:, : len(self.names)] > PLAYED).mean(axis=0).tolist())

    @cached_property
    def best(self) -> BestResponse:
        """What gains most from the field that is there."""
        return best_response(self.payoff, self.field)

    @cached_property
    def best_again(self) -> tuple[float, ...]:
        """How often each deck is the best answer in the resampled matrices, as shares of them."""
        gains = self.resampled.samples[:, len(self.names) + 1 :]
        return tuple(np.bincount(gains.argmax(axis=1), minlength=len(self.names)).astype(float) / len(gains))

    @cached_property
    def against_field(self) -> tuple[Estimate, ...]:
        """Win rate of each deck against the field that is there."""
        places = range(len(self.names))
        return tuple(weighted_sum([self.played.cell(row, place) for place in places], self.field) for row in places)

    @property
    def command(self) -> str:
        """The command that computes this again."""
        words = ["ucgsim", "meta", str(self.played.source)]
        if self.field_source is not None:
            words += ["--field", str(self.field_source)]
        words += ["--seed", str(self.resampled.seed), "--times", str(self.resampled.times)]
        return shlex.join(words)

    def answer(self) -> str:
        """The answer in a few sentences."""
        order = sorted(range(len(self.names)), key=lambda deck: -self.equilibrium.shares[deck])
        main = [deck for deck in order if self.equilibrium.shares[deck] > 0.005]
        mix = ", ".join(f"{self.names[deck]} {percent(self.equilibrium.shares[deck])}" for deck in main)
        which = "" if self.equilibrium.unique else " (the most even of several)"
        best = self.best.choices[0]
        field = "the given field" if self.field_source else "a field of equal shares"
        return (
            f"No deck beats this field{which}: {mix}. Against {field} {self.names[best]} does best with "
            f"{interval(self.against_field[best])}; that is a gain of {_points(self.exploitability)} over even. "
            f"Played: {self.basis}."
        )

    @property
    def basis(self) -> str:
        """What every number rests on."""
        return f"{self.played.basis}; {self.resampled.times:,} resamples of the pairs, seed {self.resampled.seed}"

    def summary(self) -> str:
        """The answer and the decks one by one, as plain text."""
        lines = [self.answer(), "", "Decks (95 % intervals)", *align(self._decks()), ""]
        lines.append("in it: share of resampled matrices whose equilibrium plays the deck;")
        lines.append("best: share of them in which it is the best answer to the field.")
        return "\n".join([*lines, "", f"Again: {self.command}"])

    def _decks(self) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = [("", "field", "equilibrium", "in it", "against the field", "best")]
        for deck in ranking(self.against_field)[0]:
            columns = (interval(self.shares[deck]), percent(self.support[deck]))
            told = (interval(self.against_field[deck]), percent(self.best_again[deck]))
            rows.append((self.names[deck], percent(self.field[deck]), *columns, *told))
        return rows

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
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
                "in_equilibria": self.support[deck],
                "against_field": plain(self.against_field[deck]),
                "best_answer": self.best_again[deck],
            }
            for deck, name in enumerate(self.names)
        ]

    def to_polars(self) -> pl.DataFrame:
        """One row a deck: shares, win rate against the field, how often each holds when pairs are drawn again."""
        import polars  # noqa: PLC0415 - takes long to import

        nested = ("equilibrium", "against_field")
        rows = []
        for row in self._rows():
            flat = {key: value for key, value in row.items() if key not in nested}
            ends = {f"{key}_{end}": value for key in nested for end, value in row[key].items()}
            rows.append(flat | ends | {"policy": self.played.policy})
        return polars.DataFrame(rows, infer_schema_length=None)

    def to_pandas(self) -> pd.DataFrame:
        """As ``to_polars``, for pandas."""
        return self.to_polars().to_pandas()

    def plot(self) -> Figure:
        """Shares of the equilibrium and of the field."""
        from ucgsim.report.meta_plot import shares_of_decks  # noqa: PLC0415 - loads matplotlib

        return shares_of_decks(self)

    def __repr__(self) -> str:
        return f"<MetaResult: {self.answer()}>"

    def _repr_html_(self) -> str:
        from html import escape  # noqa: PLC0415

        return f"<p>{escape(self.answer())}</p>{self.to_pandas().to_html(index=False, border=0)}"


def _points(estimate: Estimate) -> str:
    rate, low, high = (100 * value for value in (estimate.rate, estimate.low, estimate.high))
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
    and for shares that are none.
    """
    played = read_played(source)
    names = played.names
    weights, file = _field(field, played)
    order = list(played.cells.values())

    def statistic(rates: Floats) -> Floats:
        payoff = payoff_from_scores(played.scores(rates))
        return np.concatenate(
            [equilibrium(payoff).shares, [exploitability(payoff, weights)], payoff @ np.array(weights)]
        )

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
    folder = path.parent if path.name in {MATRIX, MATCHES} else path
    if (folder / MATRIX).is_file():
        return _of_matrix(read_matrix(folder), path)
    if (folder / PLAN).is_file():
        return _of_duel(read_duel(RunFolder(folder)), path)
    if (folder / MATCHES).is_file():
        return _of_matrix(read_matches(folder), path)
    what = "holds no run" if path.is_dir() else "is no folder"
    raise UcgsimError(f"{path}: {what}; name a folder that `ucgsim matrix` or `ucgsim duel` wrote with --out")


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
    a, b = plan.labels
    policies = f"{a} on both sides" if a == b else f"{a} against {b}"
    basis = f"{result.findings.games:,} games, {policies}, rules {plan.rules}, seed {plan.seed}"
    names = (plan.decks[0].name, plan.decks[1].name)
    return Played(names, {(0, 1): pairs_of(result)}, basis, " against ".join(dict.fromkeys(plan.labels)), path)
