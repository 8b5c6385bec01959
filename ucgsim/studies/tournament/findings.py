"""Tournaments counted: what became of the players of each deck, how far chance and the matrix leave that open.

Every player of a tournament whose decks all come from the field is a fair sample of "a player with that deck": decks
are drawn for each alike, and the others are of the field whichever it is. So all of them are counted. Players of one
tournament share its luck (one of them wins it), so a tournament is what intervals count as independent. A deck that the
field hardly brings is given to the first player instead, and that one alone is counted: the others then meet it more
often than in the field.
Source: Cochran 1977, Sampling Techniques, chapter 6 (ratios of clusters).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.safe_text import command_line, place_word
from ucgsim.stats import swiss
from ucgsim.stats.multiplicity import largest, root_of
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile
from ucgsim.studies.matrix.field import FAMILY_LEVEL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from ucgsim.stats.multinomial import Floats
    from ucgsim.studies.tournament.games import KeptCheck, MetaGames


TWO_DECKS = "two-deck-bo3"
"""The match to which a player brings two decks."""
EQUAL = 1e-12
WHOLE = 0.999
"""Shares of the field that are all of it."""
OF_THE_SLOPE = 2.0
"""How often the error of the slope counts: an interval from a slope that is known badly must not be too narrow."""
AT_ONCE = 1_000
"""Tournaments that are played at once."""
TITLES, CUTS, WINS = "titles", "cuts", "wins"
"""What a player may get: the tournament, the cut, and rounds, as a share of them."""
KINDS = (TITLES, CUTS, WINS)


@dataclass(frozen=True, eq=False)
class Got:
    """What the players of each deck got in all, ``sums`` (matrices, decks), and how that varies with tournaments.

    ``squares`` (decks, decks): sums over tournaments of what players of one deck got times what those of another got;
    ``crossed``: of what those of one got times how many brought the other.
    """

    sums: Floats
    squares: Floats
    crossed: Floats

    @classmethod
    def empty(cls, matrices: int, decks: int) -> Got:
        """Nothing yet."""
        return cls(np.zeros((matrices, decks)), np.zeros((decks, decks)), np.zeros((decks, decks)))


@dataclass(frozen=True, eq=False)
class PlayerTally:
    """What became of the players that are counted, by deck.

    ``records`` (matrices, decks, rounds + 1) are players by wins, ``scores`` (matrices, decks) how a deck does against
    the field on a matrix, ``shares`` (decks,) those of the field, ``together`` (decks, decks) sums over tournaments of
    how many brought the one times how many brought the other; ``tournaments`` is how many were played.
    """

    records: Floats
    scores: Floats
    shares: Floats
    together: Floats
    got: dict[str, Got]
    tournaments: int = 0
    cache: dict[str, tuple[Floats, Floats, Floats]] = field(default_factory=dict)

    @classmethod
    def empty(cls, scores: Floats, shares: Floats, rounds: int) -> PlayerTally:
        """Nothing yet."""
        matrices, decks = scores.shape
        got = {kind: Got.empty(matrices, decks) for kind in KINDS}
        return cls(np.zeros((matrices, decks, rounds + 1)), scores, shares, np.zeros((decks, decks)), got)

    @cached_property
    def players(self) -> Floats:
        """Players of each deck, (matrices, decks)."""
        return np.asarray(self.records.sum(axis=2))

    def chances(self, kind: str, confidence: float = DEFAULT_CONFIDENCE) -> list[Estimate]:
        """Mean of what a player gets, by deck; NaN for a deck that nobody brought. n = players.

        The interval covers the luck of tournaments and what the matrix leaves open.
        """
        rates, _, _ = self._known(kind)
        return [self._estimate(kind, np.eye(len(rates))[deck], confidence) for deck in range(len(rates))]

    def lead(self, kind: str, deck: int, other: int, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """By how much more a player with one deck gets than one with another; what both share is no doubt of it."""
        unit = np.eye(len(self.players.T))
        return self._estimate(kind, unit[deck] - unit[other], confidence)

    def best(self, kind: str, only: Sequence[int]) -> Estimate:
        """What a player gets with the deck that gets most; estimate and interval allow for the choice."""
        chances = self.chances(kind)
        alone = [chances[deck] for deck in only]
        if len(alone) == 1:
            return alone[0]
        together = self.chances(kind, 1 - (1 - DEFAULT_CONFIDENCE) / len(alone))
        return largest(alone, [together[deck] for deck in only], root_of(self._covariance(kind, only)))

    def _estimate(self, kind: str, weights: Floats, confidence: float) -> Estimate:
        """A sum of rates with these weights, (decks,)."""
        rates, luck, _ = self._known(kind)
        used = weights != 0
        counts = self.players.sum(axis=0)[used]
        if not counts.all():
            return Estimate(math.nan, min(0.0, weights.min()), 1.0, 0, confidence, Method.NORMAL)
        rate = float(weights[used] @ rates[used])
        # Nothing that came up in no game or in all of them is certain: half a success more or less.
        least = float((weights[used] ** 2 * (0.5 / counts) * (1 - 0.5 / counts) / counts).sum())
        by_luck = max(float(weights @ luck @ weights), least)
        error = normal_quantile(confidence) * math.sqrt(by_luck + self._by_matrix(kind, weights))
        low, high = max(rate - error, float(min(weights.min(), 0))), min(rate + error, float(weights.max()))
        return Estimate(rate, low, high, int(counts.min()), confidence, Method.DELTA)

    def _by_matrix(self, kind: str, weights: Floats) -> float:
        """The variance of a sum of rates that comes from what the matrix leaves open."""
        return float(((self._pulls(kind) @ weights) ** 2).mean())

    def _pulls(self, kind: str) -> Floats:
        """By how much what the matrix leaves open moves each rate, (matrices, decks).

        A rate rises with the score of its deck against the field, and falls with those of the others, for what one
        player gets no other does; on the scale of log odds alike for all decks (as Bradley and Terry have strengths).
        So one number says how steeply, from all matrices and decks; how far that is known is allowed for.
        """
        rates, luck, apart = self._known(kind)
        steep = rates * (1 - rates)
        moved = steep * (self.scores - self.scores.mean(axis=0))
        counted = self.shares * (self.players.sum(axis=0) > 0)
        if counted.sum() > WHOLE and (steep @ counted) > EQUAL:
            moved = moved - np.outer(moved @ counted, steep) / (steep @ counted)
        known = luck.diagonal() > EQUAL
        sure = np.divide(1.0, luck.diagonal(), out=np.zeros(len(rates)), where=known)
        squares = float((moved**2 * sure).sum())
        if squares <= EQUAL:
            return np.zeros_like(moved)
        slope = float((moved * apart * sure).sum()) / squares
        error = ((moved * (apart - slope * moved) * sure).sum(axis=1) ** 2).sum() / squares**2
        return np.asarray(math.sqrt(slope**2 + OF_THE_SLOPE * float(error)) * moved)

    def _covariance(self, kind: str, only: Sequence[int]) -> Floats:
        """Of the rates of some decks, (only, only): luck, and what the matrix leaves open."""
        _, luck, _ = self._known(kind)
        pulls = self._pulls(kind)
        return np.asarray((luck + pulls.T @ pulls / len(pulls))[np.ix_(only, only)])

    def _known(self, kind: str) -> tuple[Floats, Floats, Floats]:
        """Rates (decks,), their covariance by the luck of tournaments (decks, decks), and how they lie on each matrix.

        The last (matrices, decks) is by how much the rate on a matrix lies from the mean, for as many players on each.
        """
        if kind not in self.cache:
            got, counts = self.got[kind], self.players.sum(axis=0)
            some = np.maximum(counts, 1)
            rates = got.sums.sum(axis=0) / some
            off = got.crossed * rates
            luck = (got.squares - off - off.T + np.outer(rates, rates) * self.together) / np.outer(some, some)
            apart = (got.sums - rates * self.players) * len(self.players) / some
            self.cache[kind] = rates, luck, apart
        return self.cache[kind]


class MatchTally(NamedTuple):
    """A tally and the matches in it that were rematches."""

    tally: PlayerTally
    rematches: int


def from_field(shares: Floats, only: Sequence[int], players: int) -> list[int]:
    """Decks of ``only`` that so many players bring so often that counting them all tells more than giving them to one.

    The more decks share the tournaments of the field, the more of these there are for each.
    """
    order = sorted(only, key=lambda deck: -shares[deck])
    enough = [number for number in range(1, len(order) + 1) if shares[order[number - 1]] * players * number >= 1]
    return sorted(order[: max(enough, default=0)])


def count(
    shape: swiss.Setup,
    matrices: Floats,
    shares: Floats,
    only: Sequence[int],
    *,
    times: int,
    seed: int,
    advance: Callable[[int], object] | None = None,
) -> MatchTally:
    """Play ``times`` tournaments for each deck of ``only`` on ``matrices`` (matrices, decks, decks), and count."""
    tally = PlayerTally.empty(np.asarray(matrices @ shares), shares, shape.rounds)
    brought = from_field(shares, only, shape.players)
    given = [deck for deck in only if deck not in brought]
    rematches, played = 0, 0
    for number, of in enumerate(_groups(times * len(brought), len(matrices))):
        generator = np.random.default_rng([seed, 0, number])
        decks = generator.choice(len(shares), (len(of), shape.players), p=shares)
        outcomes = swiss.play(shape, decks, matrices[of], generator)
        # A player with a deck that is not looked at, or that is given to one player alone, counts for nobody.
        _add(tally, of, [_Seen(decks, outcomes)], np.isin(np.arange(len(shares)), brought), shape.rounds)
        rematches, played = rematches + outcomes.rematches, played + len(of)
        _tell(advance, len(of))
    for number, of in enumerate(_groups(times if given else 0, len(matrices))):
        seen = []
        for deck in given:
            # Decks meet the same fields and the same luck of lots, so that what sets them apart is less noisy.
            generator = np.random.default_rng([seed, 1, number])
            decks = generator.choice(len(shares), (len(of), shape.players), p=shares)
            decks[:, 0] = deck
            outcomes = swiss.play(shape, decks, matrices[of], generator)
            seen.append(_Seen(decks, outcomes, 1))
            rematches, played = rematches + outcomes.rematches, played + len(of)
            _tell(advance, len(of))
        _add(tally, of, seen, np.isin(np.arange(len(shares)), given), shape.rounds)
    return MatchTally(replace(tally, tournaments=played), rematches)


def _tell(advance: Callable[[int], object] | None, number: int) -> None:
    if advance is not None:
        advance(number)


def _groups(times: int, matrices: int) -> list[swiss.Whole]:
    """On which matrix each tournament is played, some tournaments at a time; each matrix as often, but for one."""
    each = np.diff(np.linspace(0, times, matrices + 1).astype(int))
    return [of for of in np.array_split(np.repeat(np.arange(matrices), each), max(1, times // AT_ONCE)) if len(of)]


class _Seen(NamedTuple):
    """Tournaments of one group, and how many of their first players are counted; all where None."""

    decks: swiss.Whole
    outcomes: swiss.TournamentOutcomes
    first: int | None = None


def _add(tally: PlayerTally, of: swiss.Whole, seen: Sequence[_Seen], counts: swiss.Flags, rounds: int) -> None:
    """Count players of the decks that ``counts`` (decks,) names; tournaments in the same place share their luck."""
    places, size = len(of), len(counts)
    brought, got = np.zeros((places, size)), {kind: np.zeros((places, size)) for kind in KINDS}
    for decks, outcomes, first in seen:
        here = slice(None, first)
        champion = np.arange(decks.shape[1])[None, here] == outcomes.champion[:, None]
        each = {TITLES: champion, CUTS: outcomes.made_cut[:, here], WINS: outcomes.wins[:, here] / max(rounds, 1)}
        cells = (np.arange(places)[:, None] * size + decks[:, here]).ravel()
        brought += np.bincount(cells, minlength=places * size).reshape(places, size)
        for kind, values in each.items():
            got[kind] += np.bincount(cells, values.ravel(), minlength=places * size).reshape(places, size)
        records = (of[:, None] * size + decks[:, here]) * (rounds + 1) + outcomes.wins[:, here]
        held = np.broadcast_to(counts[decks[:, here]], records.shape)
        shape = tally.records.shape
        tally.records[:] += np.bincount(records[held], minlength=math.prod(shape)).reshape(shape)
    brought = brought * counts
    tally.together[:] += brought.T @ brought
    for kind, values in got.items():
        own, total = values * counts, tally.got[kind]
        np.add.at(total.sums, of, own)
        total.squares[:] += own.T @ own
        total.crossed[:] += brought.T @ own


class OpenChoice(NamedTuple):
    """A game of two single decks: how often the first one wins where it chooses who leads, and where the other does."""

    deck: int
    other: int
    share: float
    mine: Estimate
    theirs: Estimate


class Rival(NamedTuple):
    """Another deck of the field: its ``share``, how often a match against it is ``won``, and the matches it costs.

    ``cost``: of all matches against players of the field, how many fewer are won than against an equal.
    """

    deck: int
    share: float
    won: Estimate
    cost: float


@dataclass(frozen=True, eq=False, repr=False)
class Tournaments:
    """A tournament in a field, played many times: what becomes of a player of each deck.

    ``field``: shares of the decks among the players. ``brought`` is the tally of the players of each deck where all
    others come from the field; ``after`` the same in the field that it becomes if all others bring what is best now.
    """

    played: MetaGames
    shape: swiss.Setup
    match: str
    field: tuple[float, ...]
    field_source: Path | None
    only: tuple[int, ...]
    """The decks that could be brought; all of them where nothing was said."""
    named: bool
    """Whether these were named."""
    brought: PlayerTally
    after: PlayerTally
    times: int
    matrices: int
    seed: int
    rematches: int
    names: tuple[str, ...]
    """What may be brought: the decks, or pairs of them."""
    met: Floats
    """Chances of a match of each of ``only`` against everything that may be brought, (matrices, only, names)."""
    pairs: swiss.Whole | None = None
    """Places of the decks of each pair, (names, 2)."""
    check: KeptCheck | None = None
    """What the check that was saved says of the best deck; where it turns it, all is of its games."""

    @cached_property
    def titles(self) -> tuple[Estimate, ...]:
        """The chance to win the tournament with each deck."""
        return tuple(self.brought.chances(TITLES))

    @cached_property
    def cuts(self) -> tuple[Estimate, ...]:
        """The chance to make the cut with each deck."""
        return tuple(self.brought.chances(CUTS))

    @cached_property
    def titles_after(self) -> tuple[Estimate, ...]:
        """The chance to win with each deck where all others bring the best of now."""
        return tuple(self.after.chances(TITLES))

    @cached_property
    def records(self) -> Floats:
        """Shares of the records with each deck, by wins, (decks, rounds + 1)."""
        sums = self.brought.records.sum(axis=0)
        return np.asarray(sums / np.maximum(sums.sum(axis=1, keepdims=True), 1))

    @cached_property
    def wins(self) -> tuple[Estimate, ...]:
        """Mean number of Swiss rounds won with each deck; the interval as for chances."""
        rounds = max(self.shape.rounds, 1)
        scaled = self.brought.chances(WINS)
        return tuple(
            Estimate(each.rate * rounds, each.low * rounds, each.high * rounds, each.n, each.confidence, each.method)
            for each in scaled
        )

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The decks that could be brought, the likeliest to win first."""
        return tuple(sorted(self.only, key=lambda deck: (-self.titles[deck].rate, -self.cuts[deck].rate)))

    @cached_property
    def best(self) -> Estimate:
        """The chance to win with the deck that is named best, which knows that it was picked."""
        return self.brought.best(TITLES, self.only)

    def title(self, deck: int) -> Estimate:
        """The chance to win with a deck as it is shown: of the one that is named best one that knows of the pick."""
        return self.best if deck == self.order[0] else self.titles[deck]

    def title_after(self, deck: int) -> Estimate:
        """The chance to win with a deck where all others bring the best of now."""
        best, chance = self.best_after
        return chance if deck == best else self.titles_after[deck]

    @cached_property
    def best_after(self) -> tuple[int, Estimate]:
        """What to bring where all others bring the best of now, and its chance to win."""
        deck = max(self.only, key=lambda each: self.titles_after[each].rate)
        return deck, self.after.best(TITLES, self.only)

    @cached_property
    def rivals(self) -> tuple[int, ...]:
        """Decks whose chance may be as large as that of the one that is named best.

        Each is held against it by their difference on shared luck, with a one-sided 5 % divided by their number, and by
        the plain 95 % interval at least, as decks of a matrix are.
        """
        return tuple(deck for deck in self.order[1:] if self.ahead_of(deck).low <= 0)

    def ahead_of(self, deck: int) -> Estimate:
        """How much more often the best deck wins the tournament than another; the interval decides whether surely."""
        one_sided = FAMILY_LEVEL / max(len(self.only) - 1, 1)
        return self.brought.lead(TITLES, self.order[0], deck, max(1 - 2 * one_sided, DEFAULT_CONFIDENCE))

    def won(self, deck: int, other: int, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """How often a match of a deck that could be brought is won against another one."""
        if self.match == "bo1":
            return self.played.cell(deck, other, confidence)
        drawn = self.met[:, self.only.index(deck), other]
        # As for chances: a rate of 0 or 1 is no certainty.
        half = 0.5 / min(cell.games for cell in self.played.cells.values())
        rate, error = float(drawn.mean()), normal_quantile(confidence) * max(float(drawn.std(ddof=1)), half)
        low, high = max(rate - error, 0.0), min(rate + error, 1.0)
        return Estimate(rate, low, high, self.matrices, confidence, Method.BOOTSTRAP)

    def fear(self, deck: int) -> Rival | None:
        """The deck of the field that costs it most, which knows that it was picked; None where there is no other."""
        rivals = self.rivals_of(deck)
        if len(rivals) < 2:
            return rivals[0] if rivals else None
        confidence = 1 - (1 - DEFAULT_CONFIDENCE) / len(rivals)
        alone = [_cost(each.won, each.share) for each in rivals]
        at_once = [_cost(self.won(deck, each.deck, confidence), each.share) for each in rivals]
        first, cost = rivals[0], largest(alone, at_once)
        rate, low, high = (min(max(0.5 - each / first.share, 0), 1) for each in (cost.rate, cost.high, cost.low))
        won = Estimate(rate, low, high, first.won.n, cost.confidence, cost.method)
        return first._replace(won=won, cost=cost.rate)

    def rivals_of(self, deck: int) -> list[Rival]:
        """The decks of the field that others bring, the one that costs a deck most first; not the deck itself."""
        rivals = []
        for other, share in enumerate(self.field):
            if share and other != deck:
                won = self.won(deck, other)
                rivals.append(Rival(other, share, won, share * (0.5 - won.rate)))
        return sorted(rivals, key=lambda each: -each.cost)

    def choices_of(self, deck: int) -> list[OpenChoice]:
        """What it is worth to a deck, or to both of a pair, to choose who leads; by what the others bring, most first.

        Nothing where matches were played, in which who chooses changes from game to game.
        """
        if self.played.unit != "games":
            return []
        mine = [deck] if self.pairs is None else self.pairs[deck].tolist()
        others = range(len(self.played.names))
        order = sorted(filter(self._single_share, others), key=self._single_share, reverse=True)
        return [self._choice(own, other) for own in mine for other in order if own != other]

    def _single_share(self, single: int) -> float:
        """Of all decks that others bring, in pairs or alone, the share that is this one."""
        if self.pairs is None:
            return self.field[single]
        return float((self.pairs == single).mean(axis=1) @ np.array(self.field))

    def _choice(self, deck: int, other: int) -> OpenChoice:
        mine, theirs = (Outcomes.of(half).score for half in self.played.games(deck, other).counts)
        return OpenChoice(deck, other, self._single_share(other), mine, theirs)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        return (
            f"{self.brought.tournaments:,} tournaments on {self.matrices:,} matrices drawn from what was played, their "
            f"players counted by deck, seed {self.seed}; {self.played.basis}"
        )

    @property
    def command(self) -> str:
        """The command that computes this again."""
        shape, words = self.shape, ["ucgsim", "tournament", self.played.place]
        words += ["--players", str(shape.players), "--rounds", str(shape.rounds), "--cut", str(shape.cut)]
        if self.match != "bo1":
            words += ["--match", self.match]
        if self.field_source is not None:
            words += ["--field", place_word(self.field_source)]
        for deck in self.only if self.named else ():
            words += ["--bring", self.names[deck]]
        return command_line([*words, "--times", str(self.times), "--seed", str(self.seed)])


def _cost(won: Estimate, share: float) -> Estimate:
    """What matches cost against a deck of this share of the field."""
    rate, low, high = (share * (0.5 - each) for each in (won.rate, won.high, won.low))
    return Estimate(rate, low, high, won.n, won.confidence, won.method)
