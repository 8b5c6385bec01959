"""A race among decks: which matchups still decide who does best, and when that is known.

Looks are taken at numbers of games that are fixed beforehand. At each the best deck and those that are not surely
behind it go on, against all that they may meet, so the matchups that a comparison of two of them rests on have as many
games as the look says. The truly best deck is dropped, or another one called best, with 5 % at most over all decks
(Bonferroni) and looks (`ucgsim.stats.sequential`); a deck that was dropped by luck may come back.
Source: Maron & Moore 1997, "The racing algorithm", Artif. Intell. Rev. 11, 193-225.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.errors import NotFinishedError, UcgsimError
from ucgsim.limits import MAX_GAMES
from ucgsim.simulate.plan import HALVES
from ucgsim.stats.zero_sum import equilibrium, payoff_from_scores
from ucgsim.studies.kit.basis import panel
from ucgsim.studies.looks import Race, read_race
from ucgsim.studies.matrix.field import AcrossPlayers, Field

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from ucgsim.simulate.folder import RunFolder
    from ucgsim.stats.ratings import Cells
    from ucgsim.stats.sequential import Stops

LITTLE = 0.01
"""Decks that are apart by less do equally well for anyone who chooses: one point of win rate."""
PART_OF_SUPPORT = 0.005
"""Share of an equilibrium from which on a deck counts as one of its support."""


PART = 500
"""Games of a matchup at the first look, and of a part."""
SLOW_PART = 50
"""Games where a policy searches."""
MOST = 20_000
"""Games of a matchup at most, where nothing is said."""
SLOW_MOST = 2_000


def race_of(games: int | None, weights: tuple[float, ...], *, slow: bool) -> Race:
    """The race in which a matchup has ``games`` games at most, in whole parts; UcgsimError for no such number."""
    games = games if games is not None else SLOW_MOST if slow else MOST
    if not 1 <= games <= MAX_GAMES:
        raise UcgsimError(f"{games} games of a matchup at most; it must be from 1 to {MAX_GAMES:,}")
    part = min(SLOW_PART if slow else PART, games + games % HALVES)
    return Race(part, games - games % part, weights)


def refuse_race(path: Path) -> None:
    """Raise UcgsimError where a folder holds a race, for anyone who plays all matchups alike."""
    race = read_race(path)
    if race is not None and race.check:
        raise UcgsimError(f"{path}: holds a check that ends when it knows; name no games or precision, or delete it")
    if race is not None:
        raise UcgsimError(f"{path}: holds a matrix that is a race; add --until best, or name another folder")


def refuse_unfinished_race(path: Path, folders: Iterable[RunFolder]) -> None:
    """Raise UcgsimError for a race that goes on: how many games each of its matchups takes is not known yet."""
    race = read_race(path)
    if (
        race is not None
        and not race.check
        and not all(folder.is_done or folder.plan().games < race.most for folder in folders)
    ):
        raise NotFinishedError(f"{path}: is not finished; run the same `ucgsim matrix --until best` again to go on")


def coarse_words(games: Sequence[int]) -> str:
    """How many games the matchups of a race for the best deck had, and how many of them had fewer."""
    most, fewest = max(games), min(games)
    if most == fewest:
        return f"{most:,} games a matchup, {sum(games):,} in all, until the best deck was decided or all were played"
    fully = sum(each == most for each in games)
    return (
        f"{most:,} games in the {fully} of {len(games)} matchups that decide, fewer in the others, which are left "
        f"coarse (from {fewest:,}), {sum(games):,} in all (--until best)"
    )


def support_words(standing: RaceStanding, names: Sequence[str]) -> str:
    """What is known of the field that no deck beats, which a race gives games but does not wait for."""
    decks, games = sorted(standing.support), standing.games_in_support
    among = f", with {games:,} games or more in each matchup among them" if games else ""
    return (
        "The race was for the best deck alone. Which decks the field holds that no deck beats is not promised: by "
        f"these games {', '.join(names[deck] for deck in decks)}{among}; `ucgsim tournament --field-only` "
        "says how far chance moves it."
    )


@dataclass(frozen=True, eq=False)
class RaceStanding:
    """Where a race stands: the games of all matchups so far, and the shares of the field."""

    cells: Cells
    weights: tuple[float, ...]
    stops: Stops
    """When a matchup ends: its intervals hold at every look."""
    policies: tuple[str, ...] = ()
    """Those of both sides: what is printed holds how far good players lie apart."""

    @cached_property
    def field(self) -> Field:
        """What the games say of the field, to be asked at every look."""
        return Field(self.cells, self.weights, self.stops)

    @cached_property
    def across(self) -> AcrossPlayers:
        """The field as it is printed."""
        return AcrossPlayers((self.field,), panel((self.policies, self.cells)) if self.policies else None)

    @property
    def is_decided(self) -> bool:
        """Whether the best deck is surely ahead of all others, or by less than is worth telling apart.

        By what is printed: by these games, and by the interval that holds how far good players lie apart, unless more
        games would hardly narrow it.
        """
        return not self.undecided

    @cached_property
    def undecided(self) -> set[int]:
        """Decks that are not surely behind the best one, where more games may say more."""
        field, across = self.field, self.across
        by_games = {deck for deck in field.rivals if field.ahead_of(deck).high >= LITTLE}
        if across.panel is None:
            return by_games
        open_ones = (deck for deck in across.rivals if across.ahead_of(deck).high >= LITTLE)
        return by_games | {deck for deck in open_ones if not across.more_would_not_tell(deck)}

    @property
    def contenders(self) -> set[int]:
        """The deck that does best, those that are not surely behind it by these games, and those still undecided."""
        return {self.field.best, *self.field.rivals, *self.undecided}

    @property
    def support(self) -> set[int]:
        """The decks of the field that no deck beats, as far as the games tell."""
        places = range(self.field.size)
        scores = [[self.field.cell(row, column).rate for column in places] for row in places]
        shares = np.array(equilibrium(payoff_from_scores(scores)).shares)
        return set(np.flatnonzero(shares >= PART_OF_SUPPORT).tolist())

    @property
    def games_in_support(self) -> int:
        """The fewest games of a matchup of two decks of the support; 0 where one deck is all of it."""
        support = self.support
        return min((cell.games for key, cell in self.cells.items() if {*key} <= support), default=0)

    @property
    def deciding(self) -> list[tuple[int, int]]:
        """The matchups to be played on: of contenders with all whom they may meet, and within the support."""
        contenders, support = self.contenders, self.support
        met = contenders | {place for place, weight in enumerate(self.weights) if weight > 0}
        return [key for key in self.cells if {*key} <= support or ({*key} & contenders and {*key} <= met)]


def open_matchups(race: Race, cells: Cells, policies: tuple[str, ...]) -> set[tuple[int, int]]:
    """The matchups that go on: of a race for the best deck those that decide it, of a check the undecided as well."""
    sides = race.sides_open(cells) if race.check else set()
    if not race.weights:
        return sides
    # A check ends by its own games: what is printed holds those that it checks as well.
    standing = RaceStanding(cells, race.weights, race.stops(len(cells)), () if race.check else policies)
    return sides if standing.is_decided else sides | set(standing.deciding)
