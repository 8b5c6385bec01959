"""What a tournament is reckoned from: the games of a matrix or a duel, and what the check saved with them says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.cards.catalog import load_catalog
from ucgsim.errors import UcgsimError
from ucgsim.language import gettext as _
from ucgsim.report.sheet import Foot, foot, plain
from ucgsim.safe_text import against, place_word
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.plan import First, Plan
from ucgsim.stats.agreement import CheckVerdict
from ucgsim.stats.random_effects import other_players
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate
from ucgsim.stats.zero_sum import resampled_halves, resampled_scores
from ucgsim.studies.duel.question import read_duel
from ucgsim.studies.duel.tables import basis
from ucgsim.studies.kit.basis import ALONE, BOTH, Panel, panel, player_words, verdict_in_words
from ucgsim.studies.kit.kinds import KINDS, kind_of, no_run
from ucgsim.studies.matrix.answer import field_rate
from ucgsim.studies.matrix.field import Field
from ucgsim.studies.matrix.findings import Matrix, best_checked
from ucgsim.studies.matrix.matches import StoredMatches
from ucgsim.studies.matrix.question import read_matrix
from ucgsim.studies.matrix.result import MatrixResult
from ucgsim.studies.weights import GivenField, equal_weights, given_field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.decks.deck import Deck
    from ucgsim.stats.multinomial import Floats
    from ucgsim.stats.outcomes import Outcomes
    from ucgsim.studies.duel.answer import DuelResult
    from ucgsim.studies.duel.findings import Findings


@dataclass(frozen=True, eq=False)
class MetaGames:
    """What was played: decks by ``names``, ``cells[i, j]`` games of deck i against j as i sees them, i < j."""

    names: tuple[str, ...]
    cells: Mapping[tuple[int, int], Outcomes]
    basis: str
    """Games, policies, rules and seed in words."""
    policy: str
    source: Path | None = None
    field: GivenField | None = None
    """The shares that were given when it was played."""
    unit: str = "games"
    rules: str = ""
    redraw_procedure: str = ""
    decks: tuple[Deck, ...] = ()
    """The lists, where a matrix of decks was played."""
    versions: Mapping[str, str] = dataclass_field(default_factory=dict)
    """What played it."""

    second: MetaGames | None = None
    """These decks as the check that was saved with the folder played them."""
    policies: tuple[str, ...] = ()
    """Those of both sides."""

    @property
    def place(self) -> str:
        """How a command names what was played."""
        return "MATRIX" if self.source is None else place_word(self.source)

    @property
    def each(self) -> int:
        """Games of every two decks; of a race the fewest."""
        return min(cell.games for cell in self.cells.values())

    @property
    def games_in_all(self) -> int:
        """Games of all matchups."""
        return sum(cell.games for cell in self.cells.values())

    @cached_property
    def panel(self) -> Panel | None:
        """The games and those of the check as good players played them; None where neither was, and of matches."""
        plays = [each for each in (self, self.second) if each is not None]
        return panel(*((each.policies, each.cells) for each in plays)) if self.unit == "games" else None

    @cached_property
    def rates(self) -> Floats:
        """The rates of the cells in their order, across players where good ones played."""
        return np.array([self.cell(*key).rate for key in self.cells])

    def cell(self, row: int, column: int, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """How often a deck wins against another, with both errors where good players played."""
        plays = [each.games(row, column).estimate(confidence) for each in (self, self.second) if each is not None]
        return plays[0] if self.panel is None else self.panel.cell((row, column), plays)

    def drawn(self, *, times: int, seed: int, halves: bool = False) -> Floats:
        """Rates of the cells (times, cells) as they may be: games drawn again, and players where good ones played.

        ``halves``: by who won the throw, (times, cells, 2).
        """
        draw = resampled_halves if halves else resampled_scores
        cells = self.cells if self.panel is None else self.panel.cells[0]
        scores = draw(list(cells.values()), times=times, seed=seed)
        return scores if self.panel is None else other_players(scores, self.panel.cells, self.panel.spread, seed=seed)

    def scores(self, rates: Floats) -> Floats:
        """The matrix (decks, decks) from the rates of the cells in their order."""
        matrix = np.full((len(self.names),) * 2, 0.5)
        for (row, column), won in zip(self.cells, rates, strict=True):
            matrix[row, column], matrix[column, row] = won, 1 - won
        return matrix

    def games(self, row: int, column: int) -> Outcomes:
        """What two decks played, as the first of them sees it."""
        return self.cells[row, column] if row < column else self.cells[column, row].flipped()


@dataclass(frozen=True, eq=False)
class KeptCheck:
    """What the ``second`` play, kept in one folder with the ``first``, says of the best deck of a field."""

    first: MetaGames
    second: MetaGames
    shares: tuple[float, ...]

    @property
    def fields(self) -> tuple[Field, Field]:
        """Either play in the field of these shares."""
        return Field(self.first.cells, self.shares), Field(self.second.cells, self.shares)

    @cached_property
    def verdict(self) -> CheckVerdict:
        """What becomes of the best deck of the first play."""
        return best_checked(*self.fields)

    @property
    def turns(self) -> bool:
        """Whether the check turns it, so that all is computed from its games."""
        return self.verdict is CheckVerdict.TURNS

    @property
    def used(self) -> MetaGames:
        """The games that answer: both, as good players played them; else the check's where it turns the best deck."""
        return self.second if self.turns and self.first.panel is None else self.first

    def words(self) -> str:
        """What either play alone says of the best deck of this field, for a reader who knows the statistics."""
        first, second = self.fields
        name, other = self.first.names[first.best], self.first.names[second.best]
        also = "" if other == name else f" and {other} {field_rate(second.of_best)}"
        return (
            f"The check ({_games(self.second)}) alone has {name} at {field_rate(second.shown[first.best])}{also}; the "
            f"first play ({_games(self.first)}) has it at {field_rate(first.of_best)}."
        )

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        first, second = self.fields
        names, best = self.first.names, first.best
        return {
            "verdict": self.verdict.value,
            "used": self.turns,
            "policy": self.second.policy,
            "games_per_matchup": self.second.each,
            "played": self.second.basis,
            "best": {"deck": names[second.best], "against_field": plain(second.of_best)},
            "first": {
                "policy": self.first.policy,
                "games_per_matchup": self.first.each,
                "played": self.first.basis,
                "best": {"deck": names[best], "against_field": plain(first.of_best)},
                "under_the_check": plain(second.shown[best]),
            },
        }


def played_foot(played: MetaGames, check: KeptCheck | None, *also: str, both: str = BOTH) -> Foot:
    """What qualifies numbers that are computed from a matrix; ``both`` says where players are part of them."""
    return foot(
        (_("{games:,} games a matchup") if played.unit == "games" else _("{games:,} matches a matchup")).format(
            games=played.each
        ),
        player_words(played.policies) if played.policies else played.policy,
        "" if check is None else verdict_in_words(check.verdict),
        _("rules {rules}").format(rules=played.rules),
        *also,
        _(both if played.panel is not None else ALONE),
    )


def kept_check(played: MetaGames, shares: Sequence[float]) -> KeptCheck | None:
    """The check that was saved with what was played, for a field of these shares; None where there is none."""
    if played.second is None:
        return None
    whole = sum(shares)
    return KeptCheck(played, played.second, tuple(each / whole for each in shares))


def _games(played: MetaGames) -> str:
    return f"{played.policy}, {played.each:,} {played.unit} a matchup"


def shares_of(field: Path | str | Sequence[float] | None, played: MetaGames) -> tuple[tuple[float, ...], Path | None]:
    """The shares that are named, else those that were given when it was played, else equal ones; and their file."""
    if field is not None and not isinstance(field, str | Path):
        return tuple(field), None
    given = given_field(field, played.names) or played.field
    return given or (equal_weights(played.names), None)


def read_played(source: Path | str | MatrixResult | MetaGames) -> MetaGames:
    """The games of a matrix, or of the folder (or the list of matchups) of a matrix, or of a duel's folder.

    Raises UcgsimError where there is none, it is not finished, or it cannot be read.
    """
    if isinstance(source, MetaGames):
        return source
    if isinstance(source, MatrixResult):
        return _of_matrix(source)
    path = Path(source)
    folder = folder_of(path)
    match kind_of(folder):
        case "matrix":
            return _of_matrix(read_matrix(folder), path)
        case "duel":
            return _of_duel(read_duel(RunFolder(folder)), path)
        case "matches":
            return _of_matrix(StoredMatches(folder).answer(load_catalog()), path)
    raise no_run(path, "`ucgsim matrix` or `ucgsim duel`")


def folder_of(path: Path) -> Path:
    """The folder that a path means: it, or the one of the list of matchups that it is."""
    return path.parent if path.name in {KINDS["matrix"].file, KINDS["matches"].file} else path


def _of_matrix(result: Matrix, path: Path | None = None) -> MetaGames:
    weights, source, checked, terms = result.weights, result.field_source, result.checked, result.terms
    field = None if weights is None or source is None else GivenField(weights, source)
    decks = result.decks if result.duels else ()
    rules = terms.rules, terms.redraw_procedure.value
    second = None if checked is None else _of_matrix(checked.second, path)
    played = result.names, result.cells, result.basis, terms.label, path, field, result.play.many
    return MetaGames(*played, *rules, decks, result.plan.versions, second, result.policies)


def _of_duel(result: DuelResult, path: Path) -> MetaGames:
    played = _of_games(result.plan, result.findings, path)
    check = result.check
    return played if check is None else replace(played, second=_of_games(check.plan, check.findings, path))


def _of_games(plan: Plan, findings: Findings, path: Path) -> MetaGames:
    if plan.first is not First.THROW:
        raise UcgsimError(f"{path}: one side always leads there; play the duel without --first")
    names, cells = (plan.decks[0].name, plan.decks[1].name), {(0, 1): findings.outcomes}
    rules = plan.rules, plan.redraw_procedure.value
    policies = against(plan.labels)
    named = names, cells, basis(plan, findings), policies, path, None, "games"
    return MetaGames(*named, *rules, (), plan.versions, None, plan.policies)
