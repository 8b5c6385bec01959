"""Matchups that were played together: who met whom, where they lie, and what follows for all of their games."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ucgsim.decks.finding import deck_word
from ucgsim.report.sheet import plain
from ucgsim.safe_text import command_line, place_word
from ucgsim.simulate.counts import Counts
from ucgsim.simulate.folder import GAUNTLET, MATCHUPS, RunFolder
from ucgsim.simulate.plan import blank_words
from ucgsim.studies.check import check_words, taken_words
from ucgsim.studies.duel.answer import Within
from ucgsim.studies.duel.findings import Findings
from ucgsim.studies.kit.basis import panel
from ucgsim.studies.kit.question import Checkable
from ucgsim.studies.leading import PAIRS_PER_GAME_OF_MATRIX, over_field, pairs_words
from ucgsim.studies.matrix.field import AcrossPlayers
from ucgsim.studies.matrix.findings import Basis, Meetings
from ucgsim.studies.matrix.race import coarse_words

if TYPE_CHECKING:
    import polars as pl

    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.plan import Plan
    from ucgsim.stats.rates import Estimate
    from ucgsim.stats.ratings import Cells
    from ucgsim.studies.duel.answer import DuelResult
    from ucgsim.studies.kit.basis import Key
    from ucgsim.studies.leading import Leading
    from ucgsim.studies.looks import Race


class FieldShape(StrEnum):
    """Which of several decks meet, by the file that lists their matchups."""

    MATRIX = MATCHUPS
    GAUNTLET = GAUNTLET

    @property
    def noun(self) -> str:
        """What is played, and the command that plays it."""
        return Path(self.value).stem

    def keys(self, decks: int) -> list[Key]:
        """Every two of so many decks, or the first against each other one."""
        if self is FieldShape.MATRIX:
            return list(itertools.combinations(range(decks), 2))
        return [(0, rival) for rival in range(1, decks)]


@dataclass(frozen=True, eq=False, repr=False)
class PlayedDuels(Meetings, Checkable):
    """What was played: a duel for every two (i, j), i < j, of ``decks`` that meet; all else follows from these."""

    decks: tuple[Deck, ...]
    duels: dict[Key, DuelResult]
    folder: Path | None = None
    played: int = 0
    seconds: float = 0.0
    check: Self | None = None
    """These matchups under another policy."""
    race: Race | None = None
    """How games were shared out, where they went to what decides or stopped when it was known."""
    shape: ClassVar[FieldShape]

    @property
    def kind(self) -> str:  # type: ignore[override]
        """As the folder of it is called."""
        return self.shape.noun

    @property
    def policies(self) -> tuple[str, ...]:
        """Those of both sides."""
        return self.plan.policies

    @property
    def asked_of(self) -> tuple[int, int]:
        """Games of each matchup, and how many there are."""
        return self.plan.games, len(self.duels)

    @property
    def path(self) -> Path | None:
        """The folder in which it is stored."""
        return self.folder

    @property
    def plan(self) -> Plan:
        """The plan of the first matchup; the others differ in decks and matchup alone, in a race in games as well."""
        return self.duels[0, 1].plan

    @property
    def games_each(self) -> list[int]:
        """Games of every matchup."""
        return [duel.plan.games for duel in self.duels.values()]

    @property
    def looks(self) -> int:
        """How often it may have been asked who is ahead."""
        return 1 if self.race is None else len(self.race.looks)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the decks."""
        return tuple(deck.name for deck in self.decks)

    @cached_property
    def cells(self) -> Cells:
        """The games of every duel."""
        return {key: duel.findings.outcomes for key, duel in self.duels.items()}

    @cached_property
    def across(self) -> AcrossPlayers:
        """The field as another good player has it: from the games and those of the check."""
        plays = (self, *(() if self.check is None else (self.check,)))
        return AcrossPlayers(
            tuple(play.field for play in plays), panel(*((play.policies, play.cells) for play in plays))
        )

    def within(self, key: Key) -> Within:
        """What is shown of a matchup."""
        return Within.of(self.across.panel, key, self.cell(*key))

    @property
    def terms(self) -> Basis:
        """How all decks were played."""
        plan = self.plan
        chance = plan.seed, plan.rules, plan.redraw_procedure
        return Basis(min(self.games_each), plan.labels[0], *chance, self.blank, self.edited, plan.policies)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        plan, games = self.plan, self.games_each
        each = coarse_words(games) if self.race is not None and not self.race.check else taken_words(games)
        return f"{each}, {plan.labels[0]} on both sides, {plan.by}, seed {plan.seed}"

    @property
    def command(self) -> str:
        """The command that plays this again, as it was checked."""
        plan, race, check = self.plan, self.race, self.check
        words = ["ucgsim", self.kind, *map(deck_word, self.decks)]
        words += ["-n", str(plan.games)] if race is None or race.check else ["--until", "best", "-n", str(race.most)]
        words += plan.words
        words += [] if self.field_source is None else ["--field", place_word(self.field_source)]
        words += [*blank_words(self.blank), *pairs_words(self.duels[0, 1].leading, plan, PAIRS_PER_GAME_OF_MATRIX)]
        if check is not None:
            words += check_words(check.plan.policies[0], None if check.race else check.plan.games)
        return command_line(words)

    def games(self, *, again: bool = False, jobs: int | None = None) -> pl.LazyFrame:
        """The games of all matchups, one row each, after ``deck`` and ``opponent``: sides a and b; else as in a duel.

        ``again`` and errors as for the games of a duel.
        """
        import polars as pl  # noqa: PLC0415 - takes long to import

        frames = []
        for duel in self.duels.values():
            who = zip(("deck", "opponent"), (deck.name for deck in duel.plan.decks), strict=True)
            named = [pl.lit(name).alias(column) for column, name in who]
            frames.append(duel.games(again=again, jobs=jobs).select(*named, pl.all()))
        return pl.concat(frames)

    @cached_property
    def findings(self) -> Findings:
        """The rates of all games together."""
        return Findings(Counts.total(duel.counts for duel in self.duels.values()))

    @cached_property
    def leadings(self) -> dict[Key, Leading]:
        """Of every matchup in which it was asked what leading is worth, the pairs of games that tell."""
        return {key: duel.leading for key, duel in self.duels.items() if duel.leading is not None}

    @property
    def effect_of_leading(self) -> Estimate | None:
        """What leading adds to a win rate over the field; None where it was not asked."""
        return over_field(self.leadings, self.field.weights) if self.leadings else None

    @property
    def blank(self) -> list[str]:
        """Numbers that were played without their text."""
        return sorted({number for duel in self.duels.values() for number in duel.plan.blank})

    @property
    def edited(self) -> list[str]:
        """Numbers that were played with an effect edited by hand."""
        return sorted({number for duel in self.duels.values() for number in duel.plan.edited})

    @property
    def end_json(self) -> dict[str, Any]:
        """When games end, how fast they were played, and the command, as plain values."""
        return {
            "rounds": {"median": plain(self.findings.survival.median)},
            "games_per_second": self.played / self.seconds if self.played and self.seconds else None,
            "command": self.command,
        }


def folder_of(plan: Plan, out: Path | str | None) -> RunFolder | None:
    """Where a matchup is saved within a folder."""
    if out is None:
        return None
    words = (re.sub(r"[^a-z0-9]+", "-", deck.name.lower()).strip("-")[:24] for deck in plan.decks)
    a, b = (each or "deck" for each in words)
    return RunFolder(Path(out) / f"{plan.matchup:03d}-{a}-{b}")


def replay_prefix(plan: Plan) -> str:
    """What the names of all that is told of one matchup of several begin with."""
    return f"m{plan.matchup:03d}-"


def decks_of(plans: dict[Key, Plan]) -> tuple[Deck, ...]:
    """The decks of all matchups, in the order of their places."""
    seats = {place: deck for key, plan in plans.items() for place, deck in zip(key, plan.decks, strict=True)}
    return tuple(seats[place] for place in sorted(seats))
