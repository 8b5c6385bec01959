"""What the games of players say who met: each other and the field, how surely, and what a check makes of it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import Sheet, interval, plain
from ucgsim.safe_text import command_line, place_word
from ucgsim.simulate.columns import GameColumn, game_columns
from ucgsim.simulate.plan import PlayTerms
from ucgsim.stats.agreement import Checked, CheckVerdict, units_to_tell
from ucgsim.stats.multiplicity import together
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate
from ucgsim.studies.check import check_words, checked_json
from ucgsim.studies.duel.answer import Within
from ucgsim.studies.kit.basis import panel
from ucgsim.studies.kit.question import Checkable
from ucgsim.studies.leading import over_field
from ucgsim.studies.matrix.field import AcrossPlayers, Field
from ucgsim.studies.weights import equal_weights

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import polars as pl

    from ucgsim.cards.catalog import Catalog
    from ucgsim.cards.versions import Procedure
    from ucgsim.decks.deck import Deck
    from ucgsim.report.charts import Chart
    from ucgsim.report.page import Section
    from ucgsim.stats.ratings import Cells
    from ucgsim.stats.sequential import Stops
    from ucgsim.studies.duel.answer import DuelResult
    from ucgsim.studies.kit.basis import Key
    from ucgsim.studies.leading import Leading
    from ucgsim.studies.looks import Race


@dataclass(frozen=True)
class Basis(PlayTerms):
    """How everybody played: ``each`` games or matches of every two, by one policy and one set of rules.

    ``label`` is the policy with its version, ``blank`` the numbers that were played without their text, ``edited``
    those that were played with an effect edited by hand.
    """

    each: int
    label: str
    seed: int
    rules: str
    redraw_procedure: Procedure
    blank: Sequence[str]
    edited: Sequence[str]
    policies: Sequence[str] = ()


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Play(ABC):
    """How every two players met: in games, which are ``duels``, or in matches; all else follows from ``cells``.

    Of games ``seconds`` is how long it took to play ``played`` of them, the others were read; ``race`` is how games
    were shared out, where they went to what decides or stopped when it was known.
    """

    duels: dict[Key, DuelResult] = dataclass_field(default_factory=dict)
    folder: Path | None = None
    played: int = 0
    seconds: float = 0.0
    race: Race | None = None

    one: ClassVar[str] = "game"
    """What is won."""
    many: ClassVar[str] = "games"
    column: ClassVar[str] = "deck"
    """What tables call who won it."""
    heading: ClassVar[str] = "Win rate of the row against the column"
    """What a cell holds, as the title of the matrix."""

    @property
    @abstractmethod
    def kind(self) -> str:
        """As the folder of it is called."""

    @property
    @abstractmethod
    def plan(self) -> Any:
        """What decided what was played."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """Names of the players, each once."""

    @property
    @abstractmethod
    def decks(self) -> tuple[Deck, ...]:
        """The decks that were played, each once."""

    @property
    @abstractmethod
    def cells(self) -> Cells:
        """Games, or matches, of player i against j as i sees them, i < j."""

    @property
    @abstractmethod
    def terms(self) -> Basis:
        """How all of them played."""

    @property
    @abstractmethod
    def basis(self) -> str:
        """What every number rests on."""

    @abstractmethod
    def words(self, field: Sequence[str]) -> list[str]:
        """The words of the command that plays this again, in a ``field`` that such words name."""

    @property
    def entrant(self) -> str:
        """What to call who plays."""
        return "deck"

    @property
    @abstractmethod
    def each_words(self) -> str:
        """How many games, or matches, a cell rests on."""

    @property
    @abstractmethod
    def course(self) -> str:
        """How long it took, as the last clause of the answer; empty where there is nothing to say."""

    def details(self) -> list[Sheet]:
        """Further tables of the summary."""
        return []

    @property
    def charts(self) -> tuple[Chart, ...]:
        """What a page draws next to the field."""
        return ()

    @property
    def sections(self) -> tuple[Section, ...]:
        """Parts of a page that are of this play alone."""
        return ()

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """What lies next to a page for them, by the names of the files."""
        return {}

    @property
    def title(self) -> str:
        """How it was played, as the last clause of the question of a page; empty where that is games."""
        return ""

    @abstractmethod
    def method(self, command: str, catalog: Catalog, also: Sequence[str], *, check: str, starred: bool) -> Section:
        """The section of a page that says how it was played, as for `kit.page.method`."""

    @property
    @abstractmethod
    def head_json(self) -> dict[str, Any]:
        """What was played, and by whom, as plain values."""

    @property
    @abstractmethod
    def end_json(self) -> dict[str, Any]:
        """How it went, as plain values."""


P_co = TypeVar("P_co", bound=Play, covariant=True)


@dataclass(frozen=True, eq=False, repr=False)
class Meetings(Checkable, Generic[P_co]):
    """Who won how much of what against whom, of players who met as ``play`` says.

    ``weights``: the share of each player in the field, from the file ``field_source``; equal shares where there is
    none. ``check``: the same meetings under another policy.
    """

    play: P_co
    weights: tuple[float, ...] | None = None
    field_source: Path | None = None
    check: Self | None = None

    @property
    def kind(self) -> str:  # type: ignore[override]
        """As the folder of it is called."""
        return self.play.kind

    @property
    def plan(self) -> Any:
        """What decided what was played; of several matchups that of the first, from which others differ in decks."""
        return self.play.plan

    @property
    def path(self) -> Path | None:
        """The folder in which it is stored."""
        return self.play.folder

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players, each once."""
        return self.play.names

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The decks that were played, each once."""
        return self.play.decks

    @property
    def cells(self) -> Cells:
        """Games, or matches, of player i against j as i sees them, i < j."""
        return self.play.cells

    @property
    def duels(self) -> dict[Key, DuelResult]:
        """The games of player i against j, i < j; none where matches were played."""
        return self.play.duels

    @property
    def terms(self) -> Basis:
        """How all of them played."""
        return self.play.terms

    @property
    def policies(self) -> tuple[str, ...]:
        """Those of both sides."""
        return tuple(self.terms.policies)

    @property
    def asked_of(self) -> tuple[int, int]:
        """Games of each matchup, and how many there are."""
        return self.plan.games, len(self.duels)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        return self.play.basis

    @property
    def command(self) -> str:
        """The command that plays this again, as it was checked."""
        words = self.play.words([] if self.field_source is None else ["--field", place_word(self.field_source)])
        if (check := self.check) is not None:
            words += check_words(check.policies[0], None if check.play.race else check.plan.games)
        return command_line(words)

    @property
    def total(self) -> int:
        """Games or matches of all players."""
        return sum(counts.games for counts in self.cells.values())

    @property
    def stops(self) -> Stops | None:
        """When each matchup ended, where looks decided which were played on."""
        return None if self.play.race is None else self.play.race.stops(len(self.cells))

    def games(self, form: str = "polars", *, again: bool = False, jobs: int | None = None) -> Any:
        """The games of all matchups, one row each, after ``deck`` and ``opponent``: sides a and b; else as in a duel.

        ``form``, ``again`` and errors as for the games of a duel; UcgsimError for matches, of which only counts are
        kept.
        """
        import polars as pl  # noqa: PLC0415 - takes long to import

        from ucgsim.simulate.frames import as_form  # noqa: PLC0415 - as above

        if not self.duels:
            raise UcgsimError("matches keep no games; play the matrix without match and turns")
        frames = []
        for duel in self.duels.values():
            who = zip(("deck", "opponent"), (deck.name for deck in duel.plan.decks), strict=True)
            named = [pl.lit(name).alias(column) for column, name in who]
            frames.append(duel.games(again=again, jobs=jobs).select(*named, pl.all()))
        return as_form(pl.concat(frames), form)

    @staticmethod
    def game_columns() -> dict[str, GameColumn]:
        """What each column of ``games`` holds: meaning, unit, type, and how it is filled."""
        sides = {"deck": "a", "opponent": "b"}
        named = {name: GameColumn(f"deck of side {side}", "name", "String", "") for name, side in sides.items()}
        return named | game_columns()

    @cached_property
    def leadings(self) -> dict[Key, Leading]:
        """Of every matchup in which it was asked what leading is worth, the pairs of games that tell."""
        return {key: duel.leading for key, duel in self.duels.items() if duel.leading is not None}

    @property
    def effect_of_leading(self) -> Estimate | None:
        """What leading adds to a win rate over the field; None where it was not asked."""
        return over_field(self.leadings, self.field.weights) if self.leadings else None

    def within(self, key: Key) -> Within:
        """What is shown of a matchup."""
        return Within.of(self.across.panel, self.cell(*key))

    @cached_property
    def field(self) -> Field:
        """What they say about the whole field; equal shares where no weights are given."""
        return Field(self.cells, self.weights or equal_weights(self.names), self.stops)

    @cached_property
    def across(self) -> AcrossPlayers:
        """The field as another good player has it, from games and those of a check; that of matches by these alone."""
        plays: list[Meetings[P_co]] = [self] if self.check is None else [self, self.check]
        of_games = [(each.policies, each.cells) for each in plays if each.duels]
        return AcrossPlayers(tuple(each.field for each in plays), panel(*of_games) if of_games else None)

    @property
    def alone(self) -> AcrossPlayers:
        """The field by these games alone, whoever played them."""
        return AcrossPlayers((self.field,), None)

    def cell(self, row: int, column: int) -> Estimate:
        """Rate of a row's player against a column's as it is shown, and 50 % by construction on the diagonal."""
        return self.across.cell(row, column)

    @property
    def certain(self) -> dict[tuple[int, int], float]:
        """(winner, loser) to the p-value adjusted over all cells (Holm), where it is at most 5 %."""
        return self.across.certain

    @property
    def checked(self) -> FieldCheck[Any] | None:
        """What another policy makes of it, where that was asked."""
        return None

    @property
    def remarks(self) -> list[str]:
        """What else a reader must know."""
        return []

    def is_certain(self, row: int, column: int) -> bool:
        """Whether a cell is certainly not even, all such cells together (Holm, 5 %), and a check does not turn it."""
        return self.across.is_certain(row, column) and not self.turns(row, column)

    def turns(self, row: int, column: int) -> bool:
        """Whether a check turns a cell."""
        return self.checked is not None and self.checked.turns(row, column)


def best_checked(first: Field, second: Field) -> CheckVerdict:
    """What a second play of the same field makes of the deck that did best in the first.

    It turns where that deck is surely behind another (see ``Field.rivals``, which holds with 95 %).
    """
    if first.best == second.best:
        return CheckVerdict.OPEN if second.rivals else CheckVerdict.STANDS
    return CheckVerdict.OPEN if first.best in second.rivals else CheckVerdict.TURNS


M = TypeVar("M", bound=Meetings[Any])


@dataclass(frozen=True, eq=False)
class FieldCheck(Generic[M]):
    """The same decks played twice in the same field: what the ``second`` says of the ``first``.

    Sides are called by intervals that hold at once with 95 % over all cells (Bonferroni), and at all looks of a check
    that ends when it knows, so that any cell is called wrongly with 5 % at most.
    """

    first: M
    second: M

    @cached_property
    def cells(self) -> dict[tuple[int, int], Checked]:
        """Every two decks that met, row < column, under either play."""
        first, second = self.first.field, self.second.field
        sure = together(DEFAULT_CONFIDENCE, len(self.first.cells))
        return {key: Checked(first.cell(*key, sure), second.cell(*key, sure)) for key in self.first.cells}

    def of(self, row: int, column: int) -> Checked:
        """The cell of two decks in either order."""
        if row < column:
            return self.cells[row, column]
        cell = self.cells[column, row]
        return Checked(cell.fast.complement(), cell.strong.complement())

    def keys(self, verdict: CheckVerdict) -> list[tuple[int, int]]:
        """The cells of which this is said."""
        return [key for key, cell in self.cells.items() if cell.verdict is verdict]

    def turns(self, row: int, column: int) -> bool:
        """Whether a cell turns."""
        return row != column and self.of(row, column).verdict is CheckVerdict.TURNS

    @property
    def head_json(self) -> dict[str, Any]:
        """Who played it again and how often, as plain values."""
        second = self.second
        return {
            "policy": second.terms.label,
            "games_per_matchup": second.terms.each if second.stops is None else None,
            "games": second.total,
            "seed": second.terms.seed,
            "intervals_together": len(self.cells),
        }


@dataclass(frozen=True, eq=False, repr=False)
class Matrix(Meetings[Play]):
    """Players of whom every two met, in games or in matches."""

    @property
    def rankings(self) -> tuple[list[int], list[int]]:
        """Players by their rate against the field and by the lower end of its interval, best first."""
        return self.across.rankings

    @cached_property
    def checked(self) -> MatrixCheck | None:
        """What another policy makes of it, where that was asked."""
        return None if self.check is None else MatrixCheck(self, self.check)

    @property
    def has_stars(self) -> bool:
        """Whether any cell is marked as certain."""
        return any(self.is_certain(*key) for key in self.certain)

    def cell_text(self, row: int, column: int) -> str:
        """A cell as people read it: a star where it is certain, an exclamation mark where a check turns it."""
        if row == column:
            return "50 % (mirror)"
        mark = "!" if self.turns(row, column) else "*" if self.is_certain(row, column) else ""
        return interval(self.cell(row, column)) + mark

    def details(self) -> list[Sheet]:
        """Further tables of the summary."""
        return self.play.details()


class MatrixCheck(FieldCheck[Matrix]):
    """A matrix that was played twice."""

    @cached_property
    def best(self) -> CheckVerdict:
        """What becomes of the answer: whether the deck that did best still does, ahead of all others for sure."""
        return best_checked(self.first.field, self.second.field)

    @property
    def best_rate(self) -> Checked:
        """Win rate against the field of the deck that did best, under either play."""
        best = self.first.field.best
        return Checked(self.first.field.shown[best], self.second.field.shown[best])

    @property
    def games_to_tell(self) -> int:
        """About how many games of each two decks would say which deck does best."""
        field, named = self.second.field, self.first.field.best
        others = field.rivals if named == field.best else [named]
        leads = [field.lead(field.best, other) for other in others]
        ratio = max((units_to_tell(lead, 0) / lead.n for lead in leads), default=1.0)
        return math.ceil(self.second.terms.each * max(ratio, 1.0))

    def to_json(self) -> dict[str, Any]:
        """The check as plain values; ``matrix[i][j]`` is row i against column j."""
        names, places = self.second.names, range(len(self.second.names))
        return {
            "verdict": self.best.value,
            **self.head_json,
            "best": names[self.second.field.best],
            "games_to_tell": self.games_to_tell,
            "matrix": [[plain(self.second.field.cell(row, column)) for column in places] for row in places],
            "field": [plain(rate) for rate in self.second.field.shown],
            "ranking": [names[deck] for deck in self.second.field.rankings[0]],
            "cells": [
                {"deck": names[row], "opponent": names[column], **checked_json(cell)}
                for (row, column), cell in self.cells.items()
            ],
        }
