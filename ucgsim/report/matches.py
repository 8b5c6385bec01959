"""A matrix of matches instead of games: best of three, two decks a player, time called."""

from __future__ import annotations

import itertools
import json
import shlex
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.files import write_text_file
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.errors import UcgsimError
from ucgsim.policies.spec import parse_policy
from ucgsim.report.answer import blank_remark, edited_remark
from ucgsim.report.compare import refuse_repeated
from ucgsim.report.lists import given_decks
from ucgsim.report.words import align, interval, percent, plain
from ucgsim.simulate.matches import MOST_GAMES, Format, MatchUp, play_matches
from ucgsim.simulate.plan import FORMAT, GAMES_PER_PAIR
from ucgsim.simulate.table import lay_out
from ucgsim.stats.pairs import PairCounts
from ucgsim.stats.proportions import weighted_sum
from ucgsim.stats.rates import Estimate, by_construction
from ucgsim.stats.ratings import ranking, significant_wins

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    import pandas as pd
    import polars as pl

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.report.lists import DeckLike

DEFAULT_MATCHES = 2000
"""Matches for each pair of players."""
MOST_TURNS = 10_000
MATCHES = "matches.json"
DECKS_OF = {Format.BO1: 1, Format.BO3: 1, Format.TWO_DECK: 2}
TOLD = {
    Format.BO1: "best of one",
    Format.BO3: "best of three, the loser of a game chooses who leads",
    Format.TWO_DECK: "best of three with two decks: first deck first, a deck that won is out, one that lost plays on",
}


@dataclass(frozen=True, eq=False)
class MatchStudy:
    """What is to be played: ``entrants`` are the decks of each player, ``match_ups`` every two players in order."""

    form: Format
    turns: int | None
    entrants: tuple[tuple[Deck, ...], ...]
    keys: tuple[tuple[int, int], ...]
    match_ups: tuple[MatchUp, ...]
    pairs: int
    policy: str
    seed: int
    rules: str
    blank: tuple[str, ...]
    """Cards that have a text but are played without it."""

    @property
    def edited(self) -> tuple[str, ...]:
        """Cards that are played with an effect edited by hand."""
        tables = (table for match_up in self.match_ups for table in match_up.tables.values())
        return tuple(sorted({number for table in tables for number in table.edited}))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players: of their decks."""
        return tuple(" / ".join(deck.name for deck in decks) for decks in self.entrants)

    @property
    def matches(self) -> int:
        """Matches of all players."""
        return GAMES_PER_PAIR * self.pairs * len(self.keys)

    @property
    def command(self) -> str:
        """The command that plays this again."""
        decks = [str(deck.source or deck.name) for entrant in self.entrants for deck in entrant]
        words = ["ucgsim", "matrix", *decks, "--match", self.form.value]
        if self.turns is not None:
            words += ["--turns", str(self.turns)]
        words += ["-n", str(GAMES_PER_PAIR * self.pairs), "--policy", self.policy, "--seed", str(self.seed)]
        words += ["--rules", self.rules]
        return shlex.join([*words, *(word for number in self.blank for word in ("--play-blank", number))])


@dataclass(frozen=True, eq=False)
class MatchMatrix:
    """Matches won, every player against every other; each number with its interval, its pairs and the policy.

    ``points[k]``: pairs of match-up k by half points, (5,); ``games[k]``: its matches by games begun, (4,);
    ``timed[k]``: its matches in which time ended a game.
    """

    study: MatchStudy
    points: np.ndarray[Any, np.dtype[np.int64]]
    games: np.ndarray[Any, np.dtype[np.int64]]
    timed: np.ndarray[Any, np.dtype[np.int64]]

    @cached_property
    def cells(self) -> dict[tuple[int, int], PairCounts]:
        """Pairs of matches by half points of the first player, for every two players."""
        return {
            key: PairCounts.from_sequence(row.tolist()) for key, row in zip(self.study.keys, self.points, strict=True)
        }

    def cell(self, row: int, column: int) -> Estimate:
        """Share of matches that the row's player wins; 50 % by construction against himself."""
        if row == column:
            return by_construction(0.5)
        counts = self.cells[row, column] if row < column else self.cells[column, row].flipped()
        return counts.estimate()

    @cached_property
    def certain(self) -> dict[tuple[int, int], float]:
        """(winner, loser) to the p-value adjusted over all cells (Holm), where it is at most 5 %."""
        return significant_wins(len(self.study.entrants), self.cells)

    @cached_property
    def against_field(self) -> tuple[Estimate, ...]:
        """Matches won against the whole field, every player with the same share, himself included."""
        places = range(len(self.study.entrants))
        weights = [1 / len(places)] * len(places)
        return tuple(weighted_sum([self.cell(row, column) for column in places], weights) for row in places)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        study = self.study
        time = "" if study.turns is None else f", time called in turn {study.turns} of the match"
        each = (
            f"{GAMES_PER_PAIR * study.pairs:,} matches ({study.pairs:,} pairs) for each two, {TOLD[study.form]}{time}"
        )
        policy = parse_policy(study.policy).label
        return f"{each}; {policy} on both sides, rules {study.rules}, seed {study.seed}"

    def answer(self) -> str:
        """The answer in two sentences."""
        best = ranking(self.against_field)[0][0]
        rate = interval(self.against_field[best])
        return f"{self.study.names[best]} wins most matches against this field: {rate}. Played: {self.basis}."

    def summary(self) -> str:
        """The answer, the matrix and how long matches were, as plain text."""
        places = range(len(self.study.entrants))
        rows: list[tuple[str, ...]] = [("", *self.study.names)]
        rows += [(self.study.names[row], *(self._told(row, column) for column in places)) for row in places]
        ranked: list[tuple[str, ...]] = [
            (self.study.names[deck], interval(self.against_field[deck])) for deck in ranking(self.against_field)[0]
        ]
        lines = [self.answer(), "", "Matches won by the row against the column (95 % interval)", *align(rows)]
        lines += ["* certain: holds for all marked cells together (Holm, 5 %)", ""]
        lines += ["Against the whole field (equal shares, mirror included)", *align(ranked), "", self._lengths()]
        if self.study.blank:
            lines.append(f"Note: {blank_remark(self.study.blank)}")
        if self.study.edited:
            lines.append(f"Note: {edited_remark(self.study.edited)}")
        return "\n".join([*lines, f"Again: {self.study.command}"])

    def _told(self, row: int, column: int) -> str:
        if row == column:
            return "50 % (mirror)"
        star = "*" if {(row, column), (column, row)} & self.certain.keys() else ""
        return interval(self.cell(row, column)) + star

    def _lengths(self) -> str:
        total = self.games.sum()
        shares = (
            f"{number}: {percent(self.games[:, number].sum() / total)}"
            for number in range(1, MOST_GAMES + 1)
            if self.games[:, number].any()
        )
        return f"Games begun in a match: {', '.join(shares)}; time ended a game in {percent(self.timed.sum() / total)}."

    def to_json(self) -> dict[str, Any]:
        """The same as plain values; ``matrix[i][j]`` is row i against column j."""
        study = self.study
        places = range(len(study.entrants))
        return {
            "format": FORMAT,
            "match": study.form.value,
            "turns": study.turns,
            "matches": study.matches,
            "seed": study.seed,
            "rules": study.rules,
            "policy": parse_policy(study.policy).label,
            "players": [
                {"name": name, "decks": [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in decks]}
                for name, decks in zip(study.names, study.entrants, strict=True)
            ],
            "blank": list(study.blank),
            "edited": list(study.edited),
            "matrix": [[plain(self.cell(row, column)) for column in places] for row in places],
            "cells": [{"a": a, "b": b, "pairs": list(counts.counts)} for (a, b), counts in self.cells.items()],
            "certain": [
                {"winner": study.names[winner], "loser": study.names[loser], "p": p}
                for (winner, loser), p in self.certain.items()
            ],
            "field": [plain(estimate) for estimate in self.against_field],
            "games_begun": self.games.sum(axis=0).tolist(),
            "ended_by_time": int(self.timed.sum()),
            "played": self.basis,
            "command": study.command,
        }

    def to_polars(self) -> pl.DataFrame:
        """One row a cell: player, opponent, rate, low, high, pairs, whether certain, mirror; policy."""
        import polars  # noqa: PLC0415 - takes long to import

        names, policy = self.study.names, parse_policy(self.study.policy).label
        return polars.DataFrame(
            [
                {
                    "player": names[row],
                    "opponent": names[column],
                    **plain(self.cell(row, column)),
                    "pairs": self.cell(row, column).n,
                    "certain": bool({(row, column), (column, row)} & self.certain.keys()),
                    "mirror": row == column,
                    "policy": policy,
                }
                for row, column in itertools.product(range(len(names)), repeat=2)
            ]
        )

    def to_pandas(self) -> pd.DataFrame:
        """As ``to_polars``, for pandas."""
        return self.to_polars().to_pandas()

    def write(self, folder: Path) -> Path:
        """Write ``matches.json``, which ``ucgsim meta`` reads, into a folder; UcgsimError where that fails."""
        place = folder / MATCHES
        write_text_file(place, json.dumps(self.to_json(), ensure_ascii=False, indent=2) + "\n")
        return place

    def __repr__(self) -> str:
        return f"<MatchMatrix: {self.answer()}>"

    def _repr_html_(self) -> str:
        from html import escape  # noqa: PLC0415

        return f"<p>{escape(self.answer())}</p>{self.to_pandas().to_html(index=False, border=0)}"


def matches(
    decks: Sequence[DeckLike],
    *,
    match: Format | str = Format.BO3,
    turns: int | None = None,
    games: int = DEFAULT_MATCHES,
    policy: str = "greedy",
    seed: int = 1,
    jobs: int = 1,
    rules: str = DEFAULT_RULES,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
) -> MatchMatrix:
    """Play ``games`` matches for each two players; with two decks, each two of ``decks`` in a row are one player's.

    ``turns``: time is called in that turn of the match, counted over its games; it ends, one more may follow, and the
    floor rules decide. Raises UcgsimError for whatever can't be played.
    """
    study = plan_matches(
        decks,
        match=Format(match),
        turns=turns,
        games=games,
        policy=policy,
        seed=seed,
        rules=rules,
        play_blank=play_blank,
        catalog=catalog,
    )
    return play_study(study, jobs=jobs, advance=advance)


def plan_matches(
    decks: Sequence[DeckLike],
    *,
    match: Format,
    turns: int | None,
    games: int,
    policy: str,
    seed: int,
    rules: str,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
) -> MatchStudy:
    """Everything that ``matches`` checks before it plays."""
    catalog = load_catalog() if catalog is None else catalog
    if turns is not None and not 1 <= turns <= MOST_TURNS:
        raise UcgsimError(f"time called in turn {turns}; it must be from 1 to {MOST_TURNS:,}")
    entrants = _entrants(given_decks(decks, catalog, rules), match, catalog)
    keys = tuple(itertools.combinations(range(len(entrants)), 2))
    policies = (policy, policy)
    match_ups = []
    for number, (row, column) in enumerate(keys, start=1):
        tables = {
            each: lay_out(
                (entrants[row][each[0]], entrants[column][each[1]]), policies, rules, catalog, play_blank=play_blank
            )
            for each in sorted({each for slot in match.slots for each in slot})
        }
        match_ups.append(MatchUp(match, tables, policies, seed, number, turns))
    blank = {number for each in match_ups for table in each.tables.values() for number in table.blank}
    return MatchStudy(
        form=match,
        turns=turns,
        entrants=entrants,
        keys=keys,
        match_ups=tuple(match_ups),
        pairs=-(-games // GAMES_PER_PAIR),
        policy=policy,
        seed=seed,
        rules=rules,
        blank=tuple(sorted(blank)),
    )


def _entrants(decks: Sequence[Deck], match: Format, catalog: Catalog) -> tuple[tuple[Deck, ...], ...]:
    """The decks of each player; UcgsimError where they are too few, or break the rule of two decks."""
    size = DECKS_OF[match]
    if len(decks) < 2 * size or len(decks) % size:
        wanted = "two or more decks" if size == 1 else "two decks for each of two or more players, in a row"
        raise UcgsimError(f"{match.value} with {len(decks)} deck{'s'[: len(decks) > 1]}; name {wanted}")
    if size == 1:
        refuse_repeated(decks, "name each list once")
    entrants = tuple(tuple(decks[place : place + size]) for place in range(0, len(decks), size))
    for entrant in entrants:
        _refuse_too_many(entrant, catalog)
    return entrants


def _refuse_too_many(entrant: Sequence[Deck], catalog: Catalog) -> None:
    """Floor rules 6: over both decks of a player, no more copies of a number than one deck may hold."""
    copies: Counter[str] = Counter()
    for deck in entrant:
        copies.update(dict(deck.counts))
    for number, count in sorted(copies.items()):
        limit = catalog[number].copy_limit
        if limit is not None and count > limit:
            both = " and ".join(str(deck.source or deck.name) for deck in entrant)
            raise UcgsimError(f"{both}: {count} copies of {number} over both decks; at most {limit} are allowed")


def play_study(study: MatchStudy, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> MatchMatrix:
    """Play planned matches; ``advance`` is told how many more are done."""
    size = len(study.keys)
    points, games = np.zeros((size, 5), np.int64), np.zeros((size, MOST_GAMES + 1), np.int64)
    timed = np.zeros(size, np.int64)
    for part in play_matches(study.match_ups, study.pairs, jobs=jobs):
        points[part.number] += part.points
        games[part.number] += part.games
        timed[part.number] += part.timed
        if advance is not None:
            advance(int(part.games.sum()))
    return MatchMatrix(study, points, games, timed)
