"""Every pair of several decks: the matrix of win rates, what is certain in it, and the ranking."""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
import shlex
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.files import read_text_file, write_text_file
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.errors import UcgsimError
from ucgsim.report.duel import DuelResult, read_duel
from ucgsim.report.field import Field
from ucgsim.report.findings import Findings
from ucgsim.report.lists import given_decks
from ucgsim.report.matrix_words import matrix_json, matrix_sentences, matrix_summary
from ucgsim.report.weights import equal_weights, read_weights
from ucgsim.report.words import interval, plain
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.plan import FORMAT, First, whole_pairs
from ucgsim.simulate.run import Run, play_runs
from ucgsim.simulate.table import make_plan
from ucgsim.stats.pairs import PairCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.report.lists import DeckLike
    from ucgsim.simulate.plan import Plan
    from ucgsim.stats.rates import Estimate

MATRIX = "matrix.json"
DEFAULT_GAMES = 2000
"""Games for each pair of decks."""
FIELD = "field.csv"
"""The weights of the field, kept beside the matrix for its report."""


@dataclass(frozen=True, eq=False)
class MatrixResult:
    """A duel for every pair (i, j), i < j, of ``decks``; all else follows from these.

    ``weights``: the share of each deck in the field, from the file ``field_source``; equal shares where there is none.
    """

    decks: tuple[Deck, ...]
    duels: dict[tuple[int, int], DuelResult]
    folder: Path | None = None
    played: int = 0
    seconds: float = 0.0
    weights: tuple[float, ...] | None = None
    field_source: Path | None = None

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

    @cached_property
    def field(self) -> Field:
        """What the matrix says about the whole field; equal shares where no weights are given."""
        cells = {key: PairCounts.from_sequence(duel.counts.points.tolist()) for key, duel in self.duels.items()}
        return Field(cells, self.weights or equal_weights(self.names))

    @cached_property
    def findings(self) -> Findings:
        """The rates of all games of the matrix together."""
        counts = [duel.counts for duel in self.duels.values()]
        return Findings(sum(counts[1:], start=counts[0]), self.plan.unit)

    def cell(self, row: int, column: int) -> Estimate:
        """Win rate of a row's deck against a column's; n = pairs, and 50 % by construction on the diagonal."""
        return self.field.cell(row, column)

    @property
    def certain(self) -> dict[tuple[int, int], float]:
        """(winner, loser) to the p-value adjusted over all cells (Holm), where it is at most 5 %."""
        return self.field.certain

    @property
    def against_field(self) -> tuple[Estimate, ...]:
        """Win rate of each deck against the whole field, itself included."""
        return self.field.rates

    @property
    def rankings(self) -> tuple[list[int], list[int]]:
        """Decks by their win rate against the field and by the lower end of its interval, best first."""
        return self.field.rankings

    @property
    def command(self) -> str:
        """The command that plays the matrix again."""
        words = ["ucgsim", "matrix", *(str(deck.source or deck.name) for deck in self.decks)]
        words += ["-n", str(self.plan.games), "--policy", self.plan.policies[0]]
        words += ["--seed", str(self.plan.seed), "--rules", self.plan.rules]
        if self.field_source is not None:
            words += ["--field", str(self.field_source)]
        return shlex.join([*words, *(word for number in self.blank for word in ("--play-blank", number))])

    @property
    def basis(self) -> str:
        """What every number rests on."""
        plan = self.plan
        each = f"{plan.games:,} games ({plan.games // 2:,} pairs) a matchup, {self.games:,} in all"
        return f"{each}, {plan.labels[0]} on both sides, rules {plan.rules}, seed {plan.seed}"

    def answer(self) -> str:
        """The answer in two sentences."""
        return matrix_sentences(self)

    def summary(self) -> str:
        """The answer, the matrix, the ranking and the ratings, as plain text."""
        return matrix_summary(self)

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

    def to_json(self) -> dict[str, Any]:
        """The same as plain values; ``matrix[i][j]`` is row i against column j."""
        return matrix_json(self) | {
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

    def field_table(self) -> pl.DataFrame:
        """One row a deck: its share of the field, win rate against the field and rating, policy and games."""
        import polars  # noqa: PLC0415 - takes long to import

        ratings = self.field.ratings.ratings
        return polars.DataFrame(
            [
                {"deck": name, "weight": self.field.weights[deck], **plain(self.field.rates[deck])}
                | {f"rating_{end}": value for end, value in plain(ratings[deck]).items()}
                | {"games": self.games, "policy": self.plan.labels[0]}
                for deck, name in enumerate(self.names)
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

        import pandas  # noqa: PLC0415 - takes long to import

        places = range(len(self.decks))
        rows = [
            [*(self.told_cell(row, column) for column in places), interval(self.field.rates[row])] for row in places
        ]
        table = pandas.DataFrame(rows, index=list(self.names), columns=[*self.names, "whole field"])
        return f"<p>{escape(self.answer())}</p>{table.to_html(border=0)}"


def matrix(
    decks: Sequence[DeckLike],
    *,
    games: int = DEFAULT_GAMES,
    policy: str = "greedy",
    seed: int = 1,
    jobs: int = 1,
    rules: str = DEFAULT_RULES,
    field: Path | str | None = None,
    play_blank: Collection[str] = (),
    out: Path | str | None = None,
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
) -> MatrixResult:
    """Play every pair of ``decks``, ``games`` a pair of decks; cells have independent chance.

    ``field`` is a CSV file of decks and their shares in the field; equal shares without. Other arguments as for
    ``duel``. Raises UcgsimError for fewer than two decks, one list given twice, shares that are none, and whatever
    cannot be played.
    """
    runs = plan_matrix(
        decks, games=games, policy=policy, seed=seed, rules=rules, play_blank=play_blank, out=out, catalog=catalog
    )
    return play_matrix(runs, jobs=jobs, field=read_field(runs, field), out=out, advance=advance)


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


class GivenField(NamedTuple):
    """Shares of the decks in their order, and the file that gives them."""

    weights: tuple[float, ...]
    source: Path


def read_field(runs: dict[tuple[int, int], Run], field: Path | str | None) -> GivenField | None:
    """The shares in a CSV file of the decks that are to be played; UcgsimError where they are none."""
    if field is None:
        return None
    decks = _decks({key: run.plan for key, run in runs.items()})
    return GivenField(read_weights(Path(field), [deck.name for deck in decks]), Path(field))


def play_matrix(
    runs: dict[tuple[int, int], Run],
    *,
    jobs: int = 1,
    field: GivenField | None = None,
    out: Path | str | None = None,
    advance: Callable[[int], object] | None = None,
) -> MatrixResult:
    """Play planned matchups; with ``out`` they are kept there and an interrupted matrix goes on."""
    decks = _decks({key: run.plan for key, run in runs.items()})
    if out is not None:
        _begin(Path(out), runs)
        field = _keep_field(Path(out), field, decks)
    outcome = play_runs(list(runs.values()), jobs=jobs, advance=advance)
    duels = {
        key: DuelResult(run.plan, counts, folder=run.folder)
        for (key, run), counts in zip(runs.items(), outcome.counts, strict=True)
    }
    folder = Path(out) if out is not None else None
    return MatrixResult(decks, duels, folder, outcome.played, outcome.seconds, *(field or (None, None)))


def _decks(plans: dict[tuple[int, int], Plan]) -> tuple[Deck, ...]:
    last = max(column for _, column in plans)
    others = [plans[row, last].decks[0] for row in range(last)]
    return (*others, plans[0, last].decks[1])


def _keep_field(path: Path, field: GivenField | None, decks: Sequence[Deck]) -> GivenField | None:
    """Keep the shares beside the matrix, where a report finds them; drop those of an earlier call."""
    place = path / FIELD
    if field is None:
        place.unlink(missing_ok=True)
        return None
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["deck", "weight"])
    rows.writerows([deck.name, repr(share)] for deck, share in zip(decks, field.weights, strict=True))
    write_text_file(place, text.getvalue())
    return GivenField(field.weights, place)


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
    decks = _decks({key: duel.plan for key, duel in duels.items()})
    field = path / FIELD
    if not field.is_file():
        return MatrixResult(decks, duels, path)
    weights = read_weights(field, [deck.name for deck in decks])
    return MatrixResult(decks, duels, path, weights=weights, field_source=field)
