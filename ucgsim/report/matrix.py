"""Every pair of several decks: the matrix of win rates, what is certain in it, and the ranking."""

from __future__ import annotations

import itertools
import json
import re
import shlex
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.files import read_text_file, write_text_file
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.errors import UcgsimError
from ucgsim.report.answer import blank_remark, edited_remark
from ucgsim.report.duel import DuelResult, read_duel
from ucgsim.report.lists import given_decks
from ucgsim.report.words import align, interval, percent, plain
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.plan import FORMAT, First, whole_pairs
from ucgsim.simulate.run import Run, play_runs
from ucgsim.simulate.table import make_plan
from ucgsim.stats.pairs import PairCounts
from ucgsim.stats.proportions import weighted_sum
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.stats.ratings import ranking, significant_wins

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.report.lists import DeckLike
    from ucgsim.simulate.plan import Plan

MATRIX = "matrix.json"
MOST_IN_FULL = 6
"""Decks up to which the terminal shows every interval; the tables always have them."""
DEFAULT_GAMES = 2000
"""Games for each pair of decks."""
FAMILY_LEVEL = 0.05
"""Chance that any win that is marked as certain is none (Holm)."""
EVEN = Estimate(0.5, 0.5, 0.5, 0, DEFAULT_CONFIDENCE, Method.BY_CONSTRUCTION)
"""A deck against itself."""


@dataclass(frozen=True, eq=False)
class MatrixResult:
    """A duel for every pair (i, j), i < j, of ``decks``; all else follows from these."""

    decks: tuple[Deck, ...]
    duels: dict[tuple[int, int], DuelResult]
    folder: Path | None = None
    played: int = 0
    seconds: float = 0.0

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the decks."""
        return tuple(deck.name for deck in self.decks)

    @property
    def plan(self) -> Plan:
        """The plan of the first matchup; the others differ in decks and matchup alone."""
        return self.duels[0, 1].plan

    @property
    def games(self) -> int:
        """Games of all matchups."""
        return sum(duel.findings.games for duel in self.duels.values())

    def cell(self, row: int, column: int) -> Estimate:
        """Win rate of a row's deck against a column's; n = pairs, and 50 % by construction on the diagonal."""
        if row == column:
            return EVEN
        if row < column:
            return self.duels[row, column].findings.win_rate["a"]
        return self.duels[column, row].findings.win_rate["b"]

    @cached_property
    def certain(self) -> dict[tuple[int, int], float]:
        """(winner, loser) to the p-value adjusted over all cells (Holm), where it is at most 5 %."""
        cells = {key: PairCounts.from_sequence(duel.counts.points.tolist()) for key, duel in self.duels.items()}
        return significant_wins(len(self.decks), cells, FAMILY_LEVEL)

    @cached_property
    def against_field(self) -> tuple[Estimate, ...]:
        """Win rate of each deck against the whole field, every deck with the same share, itself included."""
        places = range(len(self.decks))
        weights = [1 / len(self.decks)] * len(self.decks)
        return tuple(weighted_sum([self.cell(row, column) for column in places], weights) for row in places)

    @cached_property
    def rankings(self) -> tuple[list[int], list[int]]:
        """Decks by their win rate against the field and by the lower end of its interval, best first."""
        return ranking(self.against_field)

    @property
    def command(self) -> str:
        """The command that plays the matrix again."""
        words = ["ucgsim", "matrix", *(str(deck.source or deck.name) for deck in self.decks)]
        words += ["-n", str(self.plan.games), "--policy", self.plan.policies[0]]
        words += ["--seed", str(self.plan.seed), "--rules", self.plan.rules]
        return shlex.join([*words, *(word for number in self.blank for word in ("--play-blank", number))])

    @property
    def basis(self) -> str:
        """What every number rests on."""
        plan = self.plan
        each = f"{plan.games:,} games ({plan.games // 2:,} pairs) a matchup, {self.games:,} in all"
        return f"{each}, {plan.labels[0]} on both sides, rules {plan.rules}, seed {plan.seed}"

    def answer(self) -> str:
        """The answer in two sentences."""
        best, safest = (order[0] for order in self.rankings)
        rate = f"{self.names[best]} does best against this field with {interval(self.against_field[best])}"
        also = "" if best == safest else f", and {self.names[safest]} has the best lower bound"
        worst = min(self.duels, key=lambda key: -abs(self.cell(*key).rate - 0.5))
        winner, loser = worst if self.cell(*worst).rate > 0.5 else worst[::-1]
        lopsided = f"{self.names[winner]} against {self.names[loser]} ({percent(self.cell(winner, loser).rate)})"
        return f"{rate}{also}; the most one-sided matchup is {lopsided}. Played: {self.basis}."

    def summary(self) -> str:
        """The answer, the matrix and the ranking, as plain text."""
        lines = [self.answer(), "", self._heading()]
        lines += [*align(self._cells()), "", "* certain: holds for all marked cells together (Holm, 5 %)", ""]
        lines += ["Against the whole field (equal shares, mirror included)", *align(self._ranked()), ""]
        if self.blank:
            lines.append(f"Note: {blank_remark(self.blank)}")
        if self.edited:
            lines.append(f"Note: {edited_remark(self.edited)}")
        return "\n".join([*lines, f"Again: {self.command}"])

    @property
    def blank(self) -> list[str]:
        """Numbers that were played without their text."""
        return sorted({number for duel in self.duels.values() for number in duel.plan.blank})

    @property
    def edited(self) -> list[str]:
        """Numbers that were played with an effect edited by hand."""
        return sorted({number for duel in self.duels.values() for number in duel.plan.edited})

    def told_cell(self, row: int, column: int) -> str:
        """A cell as people read it."""
        if row == column:
            return "50 % (mirror)"
        return interval(self.cell(row, column)) + self.mark(row, column)

    def mark(self, row: int, column: int) -> str:
        """A star where the cell is certain."""
        return "*" if {(row, column), (column, row)} & self.certain.keys() else ""

    def _heading(self) -> str:
        if len(self.decks) <= MOST_IN_FULL:
            return "Win rate of the row against the column (95 % interval)"
        widest = max(self.cell(*key).width for key in self.duels) / 2
        return f"Win rate in % of the row against the column (95 % intervals of at most +-{100 * widest:.1f} points)"

    def _cells(self) -> list[tuple[str, ...]]:
        """The matrix as rows of text; columns of many decks are numbered and hold the rate alone."""
        places = range(len(self.decks))
        if len(self.decks) <= MOST_IN_FULL:
            rows: list[tuple[str, ...]] = [("", *self.names)]
            return rows + [(self.names[row], *(self.told_cell(row, column) for column in places)) for row in places]
        rows = [("", *(str(column + 1) for column in places))]
        for row in places:
            rates = (f"{100 * self.cell(row, column).rate:.0f}{self.mark(row, column)}" for column in places)
            rows.append((f"{row + 1:2} {self.names[row]}", *rates))
        return rows

    def _ranked(self) -> list[tuple[str, ...]]:
        by_mean, by_low = self.rankings
        rows: list[tuple[str, ...]] = [("", "by mean", "by lower bound", "win rate")]
        for place, deck in enumerate(by_mean, start=1):
            low = by_low.index(deck) + 1
            rows.append((self.names[deck], str(place), str(low), interval(self.against_field[deck])))
        return rows

    def to_json(self) -> dict[str, Any]:
        """The same as plain values; ``matrix[i][j]`` is row i against column j."""
        places = range(len(self.decks))
        by_mean, by_low = self.rankings
        return {
            "games": self.games,
            "games_per_matchup": self.plan.games,
            "seed": self.plan.seed,
            "rules": self.plan.rules,
            "policy": self.plan.labels[0],
            "decks": [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in self.decks],
            "blank": self.blank,
            "edited": self.edited,
            "matrix": [[plain(self.cell(row, column)) for column in places] for row in places],
            "certain": [
                {"winner": self.names[winner], "loser": self.names[loser], "p": p}
                for (winner, loser), p in self.certain.items()
            ],
            "field": [plain(estimate) for estimate in self.against_field],
            "ranking": [self.names[deck] for deck in by_mean],
            "ranking_by_lower_bound": [self.names[deck] for deck in by_low],
            "games_per_second": self.played / self.seconds if self.played and self.seconds else None,
            "command": self.command,
        }

    def to_polars(self) -> pl.DataFrame:
        """One row a cell: deck, opponent, rate, low, high, pairs, whether certain, mirror; policy and games."""
        import polars  # noqa: PLC0415 - takes long to import

        sure = self.certain.keys()
        return polars.DataFrame(
            [
                {
                    "deck": self.names[row],
                    "opponent": self.names[column],
                    **plain(self.cell(row, column)),
                    "pairs": self.cell(row, column).n,
                    "certain": bool({(row, column), (column, row)} & sure),
                    "mirror": row == column,
                    "policy": self.plan.labels[0],
                }
                for row, column in itertools.product(range(len(self.decks)), repeat=2)
            ]
        )

    def to_pandas(self) -> pd.DataFrame:
        """As ``to_polars``, for pandas."""
        return self.to_polars().to_pandas()

    def plot(self) -> Figure:
        """The heat map."""
        from ucgsim.report.heatmap import heat_map  # noqa: PLC0415 - takes long to import

        return heat_map(self)

    def __repr__(self) -> str:
        return f"<MatrixResult: {self.answer()}>"

    def _repr_html_(self) -> str:
        from html import escape  # noqa: PLC0415

        table = self.to_pandas().pivot_table(index="deck", columns="opponent", values="rate", sort=False)
        return f"<p>{escape(self.answer())}</p>{table.to_html(float_format='{:.1%}'.format, border=0)}"


def matrix(
    decks: Sequence[DeckLike],
    *,
    games: int = DEFAULT_GAMES,
    policy: str = "greedy",
    seed: int = 1,
    jobs: int = 1,
    rules: str = DEFAULT_RULES,
    play_blank: Collection[str] = (),
    out: Path | str | None = None,
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
) -> MatrixResult:
    """Play every pair of ``decks``, ``games`` a pair of decks; cells have independent chance.

    Other arguments as for ``duel``. Raises UcgsimError for fewer than two decks, one list given twice, and
    whatever cannot be played.
    """
    runs = plan_matrix(
        decks, games=games, policy=policy, seed=seed, rules=rules, play_blank=play_blank, out=out, catalog=catalog
    )
    return play_matrix(runs, jobs=jobs, out=out, advance=advance)


def matchup_number(row: int, column: int) -> int:
    """The number of the matchup of decks row < column: 1, 2, ...; further decks leave it as it is."""
    return column * (column - 1) // 2 + row + 1


def plan_matrix(
    decks: Sequence[DeckLike],
    *,
    games: int,
    policy: str,
    seed: int,
    rules: str,
    play_blank: Collection[str] = (),
    out: Path | str | None = None,
    catalog: Catalog | None = None,
) -> dict[tuple[int, int], Run]:
    """The runs of all matchups; everything that ``matrix`` checks before it plays."""
    catalog = load_catalog() if catalog is None else catalog
    lists = given_decks(decks, catalog, rules)
    _refuse_repeated(lists)
    runs = {}
    for row, column in itertools.combinations(range(len(lists)), 2):
        plan, table = make_plan(
            (lists[row], lists[column]),
            catalog,
            whole_pairs(games, First.THROW),
            policies=(policy, policy),
            seed=seed,
            rules=rules,
            matchup=matchup_number(row, column),
            play_blank=play_blank,
        )
        runs[row, column] = Run(plan, table, _folder_of(plan, out))
    return runs


def _refuse_repeated(decks: Sequence[Deck]) -> None:
    if len(decks) < 2:
        raise UcgsimError(f"a matrix of {len(decks)} deck; name two or more")
    seen: dict[str, Deck] = {}
    for deck in decks:
        if deck.fingerprint in seen:
            both = " and ".join(str(each.source or each.name) for each in (seen[deck.fingerprint], deck))
            raise UcgsimError(f"{both} are the same list; name each list once")
        seen[deck.fingerprint] = deck


def _folder_of(plan: Plan, out: Path | str | None) -> RunFolder | None:
    if out is None:
        return None
    a, b = (_slug(deck.name) for deck in plan.decks)
    return RunFolder(Path(out) / f"{plan.matchup:03d}-{a}-{b}")


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:24] or "deck"


def play_matrix(
    runs: dict[tuple[int, int], Run],
    *,
    jobs: int = 1,
    out: Path | str | None = None,
    advance: Callable[[int], object] | None = None,
) -> MatrixResult:
    """Play planned matchups; with ``out`` they are kept there and an interrupted matrix goes on."""
    if out is not None:
        _begin(Path(out), runs)
    outcome = play_runs(list(runs.values()), jobs=jobs, advance=advance)
    duels = {
        key: DuelResult(run.plan, counts, folder=run.folder)
        for (key, run), counts in zip(runs.items(), outcome.counts, strict=True)
    }
    folder = Path(out) if out is not None else None
    return MatrixResult(_decks(duels), duels, folder, outcome.played, outcome.seconds)


def _decks(duels: dict[tuple[int, int], DuelResult]) -> tuple[Deck, ...]:
    last = max(column for _, column in duels)
    others = [duels[row, last].plan.decks[0] for row in range(last)]
    return (*others, duels[0, last].plan.decks[1])


def _begin(path: Path, runs: dict[tuple[int, int], Run]) -> None:
    """Write down which matchups there are, or see that the folder holds these very ones."""
    place = path / MATRIX
    matchups = [
        {"a": row, "b": column, "folder": run.folder.path.name}
        for (row, column), run in runs.items()
        if run.folder is not None
    ]
    text = json.dumps({"format": FORMAT, "matchups": matchups}, indent=2) + "\n"
    if place.is_file():
        if place.read_text(encoding="utf-8") != text:
            raise UcgsimError(f"{path}: holds a matrix of other decks; name another folder")
        return
    if path.is_dir() and (entries := sorted(entry.name for entry in path.iterdir())):
        raise UcgsimError(f"{path}: holds {entries[0]} but no matrix; name a new or an empty folder")
    write_text_file(place, text)


def read_matrix(path: Path) -> MatrixResult:
    """The result of a finished matrix; UcgsimError where it is none or a part of it cannot be read."""
    place = path / MATRIX
    try:
        data = json.loads(read_text_file(place, "the list of matchups of a matrix"))
        if data["format"] != FORMAT:
            raise UcgsimError(f"{place}: is of format {data['format']}; this version reads {FORMAT}")
        folders = {(int(m["a"]), int(m["b"])): RunFolder(path / m["folder"]) for m in data["matchups"]}
        columns = {column for _, column in folders}
        expected = set(itertools.combinations(range(max(columns) + 1), 2))
        if set(folders) != expected:
            raise ValueError("matchups are missing")
    except (ValueError, KeyError, TypeError) as error:
        raise UcgsimError(f"{place}: is not the list of matchups of a matrix ({error})") from None
    duels = {key: read_duel(folder) for key, folder in folders.items()}
    return MatrixResult(_decks(duels), duels, path)
