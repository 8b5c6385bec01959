"""Matrices as they are handed out, of games and of matches: what was found, with words, values and picture."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ucgsim.cards.versions import rules_words
from ucgsim.language import gettext as _
from ucgsim.report.sheet import Parts, Sheet, interval
from ucgsim.report.table import Column, Table
from ucgsim.safe_text import command_line, place_word
from ucgsim.simulate.matches import Format, MatchPlan
from ucgsim.stats.outcomes import Outcomes
from ucgsim.studies.kit.question import Answer
from ucgsim.studies.matrix import answer
from ucgsim.studies.matrix.findings import Basis, MatrixCheck, Pairwise
from ucgsim.studies.matrix.match_words import (
    FORMATS,
    MOST_ROWS,
    MatchCounts,
    MatchLengths,
    length_json,
    length_sheet,
    lengths,
    time_words,
)
from ucgsim.studies.matrix.played import FieldShape, PlayedDuels
from ucgsim.studies.matrix.race import RaceStanding, support_words

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from ucgsim.stats.rates import Estimate
    from ucgsim.stats.ratings import Cells
    from ucgsim.studies.kit.basis import Key


class PairwiseResult(Pairwise, Answer):
    """Who won how much of what against whom, in words, as plain values, as data frames and as a picture."""

    def answer(self) -> str:
        """The answer in a sentence."""
        return answer.headline(self)

    def parts(self) -> Parts:
        """The answer and the matrix; then the ranking and the ratings."""
        return answer.matrix_parts(self)

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The answer as plain values; ``matrix[i][j]`` is row i against column j."""

    def as_table(self) -> Table[Key]:
        """One row a cell: who against whom, rate, low, high, games (or matches), whether certain, mirror; policy."""
        columns: tuple[Column[Key], ...] = (
            Column(self.column, lambda key: self.names[key[0]], None, "who plays", str, names_row=True),
            Column("opponent", lambda key: self.names[key[1]], None, "against whom", str, names_row=True),
            Column(
                "",
                lambda key: self.cell(*key),
                None,
                f"share of {self.many} won",
                units=self.many,
                alone=self._by_games,
            ),
            Column(self.many, lambda key: self._by_games(key).n, None, f"{self.many} played", int),
            Column("certain", lambda key: self.is_certain(*key), None, answer.CERTAIN, bool),
            Column("mirror", lambda key: key[0] == key[1], None, answer.MIRROR, bool),
            answer.policy_column(self),
        )
        players = range(len(self.names))
        return Table(columns, [(row, column) for row in players for column in players])

    def _by_games(self, key: Key) -> Estimate:
        return self.field.cell(*key)

    def field_table(self) -> pl.DataFrame:
        """One row a player: share of the field, rate against the field and rating, policy, games or matches.

        These are the games that were played against who is in the field, the player itself not counted.
        """
        return replace(answer.ranking(self), rows=range(len(self.names))).to_polars()

    def leading_sheet(self) -> Sheet | None:
        """What leading is worth in every matchup and over the field; None where it was not asked."""
        return None

    def figure(self) -> Figure:
        """The heat map."""
        from ucgsim.studies.matrix.plots import heat_map  # noqa: PLC0415 - takes long to import

        return heat_map(self)

    def sheet(self) -> Sheet:
        """The matrix with its intervals."""
        return answer.matrix_sheet(self)


@dataclass(frozen=True, eq=False, repr=False)
class MatrixResult(PairwiseResult, PlayedDuels):
    """Games won: a duel for every two (i, j), i < j, of ``decks``; all else follows from these."""

    shape = FieldShape.MATRIX
    column = "deck"
    measure = "win rate"
    heading = "Win rate of the row against the column"

    @property
    def each_words(self) -> str:
        """How many games a cell rests on."""
        fewest, most = min(self.games_each), max(self.games_each)
        text = _("{games:,} games") if fewest == most else _("{fewest:,} to {games:,} games")
        return text.format(games=most, fewest=fewest)

    @cached_property
    def checked(self) -> MatrixCheck | None:
        """What another policy makes of it, where that was asked."""
        return None if self.check is None else MatrixCheck(self, self.check)

    @property
    def course(self) -> str:
        """When games end."""
        return f"half of all games are over by the end of Round {answer.median_round(self.findings)}"

    def leading_sheet(self) -> Sheet | None:
        """What leading is worth in every matchup and over the field; None where it was not asked."""
        return answer.lead_sheet(self.names, self.leadings, self.effect_of_leading)

    def details(self) -> list[Sheet]:
        """What leading is worth, in every matchup where these are few."""
        each = self.leading_sheet()
        return [] if each is None else [each.first(1 if len(self.leadings) > MOST_ROWS else MOST_ROWS + 1)]

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values; ``matrix[i][j]`` is row i against column j."""
        return {
            "games": self.total,
            "games_per_matchup": self.plan.games if self.race is None else None,
            **({} if self.race is None else {"until_best": self._race_json()}),
            "decks": [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in self.decks],
            **answer.matrix_json(self),
            "effect_of_leading": answer.lead_json(self.names, self.leadings, self.effect_of_leading),
            **self.end_json,
        }

    @property
    def _standing(self) -> RaceStanding:
        """Where the race stands."""
        return RaceStanding(self.cells, self.field.weights, self.looks, self.plan.policies)

    @property
    def remarks(self) -> list[str]:
        """What a race does not tell."""
        return [] if self.race is None else [support_words(self._standing, self.names)]

    def _race_json(self) -> dict[str, Any]:
        """Whether the best deck was told, what decided to the end, and how coarse what did not is."""
        assert self.race is not None, "of no race nothing is known"
        most = max(self.games_each)
        each = zip(self.duels, self.games_each, strict=True)
        return {
            "most_games_per_matchup": self.race.most,
            "looks": list(self.race.looks),
            "decided": self._standing.is_decided,
            "surely_best": not self.across.rivals,
            "equilibrium": {
                "decks": [self.names[deck] for deck in sorted(self._standing.support)],
                "fewest_games_of_a_matchup": self._standing.games_in_support,
                "promised": False,
            },
            "left_coarse": [
                {"deck": self.names[row], "opponent": self.names[column], "games": games}
                | {"half_width_points": 50 * self.field.cell(row, column).width}
                for (row, column), games in each
                if games < most
            ],
        }


@dataclass(frozen=True, eq=False, repr=False)
class MatchMatrix(PairwiseResult):
    """Matches won, every player against every other: what was planned and what came of it."""

    plan: MatchPlan
    counts: MatchCounts

    kind = "matches"
    one = "match"
    many = "matches"
    column = "player"
    measure = "matches won"
    heading = "Matches won by the row against the column"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players: of their decks."""
        return self.plan.names

    @property
    def entrant(self) -> str:
        """A player is called as his deck, unless he has two."""
        return "player" if self.plan.form is Format.TWO_DECK else "deck"

    @cached_property
    def cells(self) -> Cells:
        """Matches as the first player sees them, for every two players."""
        rows = zip(self.plan.keys, self.counts.points, strict=True)
        return {key: Outcomes.of(row) for key, row in rows}

    @property
    def terms(self) -> Basis:
        """How all players played."""
        plan = self.plan
        return Basis(
            plan.each, plan.label, plan.seed, plan.rules, plan.redraw_procedure, plan.blank, plan.edited, (plan.policy,)
        )

    @cached_property
    def lengths(self) -> MatchLengths:
        """How long the matches of all players were.

        They are counted as if drawn from one mixture, each two players with the same share; that makes the intervals
        a little too wide, never too narrow.
        """
        counts = self.counts
        return MatchLengths(counts.games.sum(axis=0), counts.timed.sum(axis=0), counts.cut.sum(axis=0))

    @cached_property
    def lengths_of(self) -> dict[tuple[int, int], MatchLengths]:
        """How long the matches of every two players were."""
        rows = zip(self.counts.games, self.counts.timed, self.counts.cut, strict=True)
        return {key: MatchLengths(*row) for key, row in zip(self.plan.keys, rows, strict=True)}

    @property
    def course(self) -> str:
        """How often time ends a match, and how often a third game is needed."""
        lines = []
        if self.plan.turns is not None:
            lines.append(f"time ends {interval(self.lengths.cut_rate)} of all matches")
        if self.plan.form is not Format.BO1:
            third = interval(self.lengths.begun(3))
            lines.append(f"{third} begin a third game" if lines else f"{third} of all matches begin a third game")
        return " and ".join(lines)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        plan = self.plan
        each = f"{plan.each:,} matches for each two, {FORMATS[plan.form]}{time_words(plan)}"
        by = rules_words(plan.rules, plan.redraw_procedure)
        return f"{each}; {plan.matches:,} in all, {plan.label} on both sides, {by}, seed {plan.seed}"

    @property
    def command(self) -> str:
        """The command that plays the matrix again."""
        field = [] if self.field_source is None else ["--field", place_word(self.field_source)]
        return command_line([*self.plan.words, *field])

    def details(self) -> list[Sheet]:
        """How long matches were, and what time did."""
        rows = 1 + len(self.plan.keys) if 1 < len(self.plan.keys) <= MOST_ROWS else 1
        return [self.length_sheet().first(rows)]

    def length_sheet(self) -> Sheet:
        """How long the matches of all and of every two players were."""
        return length_sheet(self.plan, self.lengths, self.lengths_of)

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values; ``matrix[i][j]`` is row i against column j."""
        plan = self.plan
        players = zip(plan.names, plan.entrants, strict=True)
        return {
            "match": plan.form.value,
            "turns": plan.turns,
            "matches": plan.matches,
            "matches_per_matchup": plan.each,
            "players": [
                {"name": name, "decks": [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in decks]}
                for name, decks in players
            ],
            **answer.matrix_json(self),
            **length_json(self.plan, self.lengths, self.lengths_of),
            "played": self.basis,
            "command": self.command,
        }

    def length_table(self) -> pl.DataFrame:
        """One row for each two players and each kind of match: its share with interval, matches; policy."""
        return lengths(self.plan, self.lengths_of.items(), self.column).to_polars()
