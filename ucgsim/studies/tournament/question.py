"""A tournament played many times, on matrices drawn from what was played of the real one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Unpack

import numpy as np

from ucgsim.cards.catalog import load_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.errors import UcgsimError
from ucgsim.report.progress import watched
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.swiss import Setup, Whole, best_of_three, two_deck_match
from ucgsim.studies.kit.kinds import refuse_stored
from ucgsim.studies.kit.page import write_answer
from ucgsim.studies.kit.run_options import ProgressOptions, takes
from ucgsim.studies.tournament.answer import TournamentResult
from ucgsim.studies.tournament.findings import TITLES, TWO_DECKS, PlayerTally, count
from ucgsim.studies.tournament.games import MetaGames, kept_check, read_played, shares_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck
    from ucgsim.stats.multinomial import Floats
    from ucgsim.studies.matrix.result import MatrixResult


MATCHES = ("bo1", "bo3", TWO_DECKS)
"""What is won in a round, made of the games of the matrix; a matrix of matches is taken as it is."""
DEFAULT_TIMES = 2000
MATRICES = 100
"""Matrices that are drawn; tournaments are dealt to them evenly."""
LOOKED_AT = 10
"""Pairs that are looked at where none is named: those that win most matches against the field."""
MOST_PAIRS = 600
"""More of them fill the memory with matrices."""
FEWEST_TO_SPLIT = 4
BESIDE = " / "
"""Between the decks of a pair; the first is the one with which every match begins."""
MOST_NAMED = 12
MOST_PLAYERS, MOST_TIMES = 512, 1_000_000


@takes(ProgressOptions)
def tournament(
    source: Path | str | MatrixResult | MetaGames,
    *,
    players: int = 64,
    rounds: int | None = None,
    cut: int = 8,
    match: str = "bo1",
    field: Path | str | Sequence[float] | None = None,
    bring: Sequence[str] = (),
    times: int = DEFAULT_TIMES,
    seed: int = 1,
    out: Path | str | None = None,
    **options: Unpack[ProgressOptions],
) -> TournamentResult:
    """What becomes of a player in a tournament, with each deck he might bring.

    Args:
        source: a matrix, or the folder of one (or of a duel).
        players: in the tournament.
        rounds: of the Swiss system; where None as many as leave one player without a loss: 5 for 32, 6 for 64.
        cut: players who make the cut, and play on to one winner.
        match: what is won in a round: "bo1", a game of the matrix, or "bo3" and "two-deck-bo3", made of its games: the
            loser of a game chooses who leads the next one, and which of two decks it takes. With two decks what is
            brought are pairs that may go together, called "A / B". A folder of matches is taken as it is.
        field: shares of the decks among the other players, or a CSV file of them; where None those that the matrix was
            played with, else equal shares.
        bring: names or files of decks to look at; all without, or the pairs that do best by one half of the games,
            judged by the other half.
        times: tournaments played for each deck; every player who brings what the field brings is counted.
        seed: of all chance; the same seed and options give the same result.
        out: a folder for a page to print, with its table and picture.

    Raises:
        UcgsimError: a shape that can't be, a deck or a field that is not of the matrix, and what can't be read.
    """
    shape = _shape(players, (players - 1).bit_length() if rounds is None else rounds, cut, times)
    if out is not None:
        refuse_stored(Path(out))
    played = read_played(source)
    shares, file = shares_of(field, played)
    if len(shares) != len(played.names) or min(shares) < 0 or not sum(shares):
        raise UcgsimError(f"a field of {len(shares)} shares; {len(played.names)} were expected, none below 0")
    check = kept_check(played, shares)
    played = played if check is None else check.used
    entry = _entry(played, shares, match, bring, seed)
    only = entry.usual if not bring else tuple(dict.fromkeys(_place_of(each, entry, played) for each in bring))
    with watched(**options, total=2 * len(only) * times, unit="tournaments") as tell:
        meet, now, then, rematches = _both_fields(shape, entry, only, tell, times=times, seed=seed)
    of_field, met = tuple(meet.tolist()), entry.matrices[:, list(only)]
    result = TournamentResult(
        *(played, shape, match, of_field, file, only, bool(bring), now, then, times, MATRICES, seed, rematches),
        *(entry.names, met, entry.pairs, check),
    )
    if out is not None:
        write_answer(Path(out), result)
    return result


def _shape(players: int, rounds: int, cut: int, times: int) -> Setup:
    shape = Setup(players, rounds, cut)
    if players > MOST_PLAYERS:
        raise UcgsimError(f"{players} players; it must be {MOST_PLAYERS} or fewer")
    if not MATRICES <= times <= MOST_TIMES:
        raise UcgsimError(f"{times:,} tournaments; it must be {MATRICES} to {MOST_TIMES:,}")
    return shape


def _both_fields(
    shape: Setup, entry: _Entry, only: Sequence[int], tell: Callable[[int], object] | None, *, times: int, seed: int
) -> tuple[Floats, PlayerTally, PlayerTally, int]:
    """The field that there is, tournaments in it and in what it becomes if all bring the best of now, rematches."""
    meet = np.array(entry.shares) / sum(entry.shares)
    now, again = count(shape, entry.matrices, meet, only, times=times, seed=seed, advance=tell)
    titles = now.chances(TITLES)
    all_bring = np.eye(len(meet))[max(only, key=lambda deck: titles[deck].rate)]
    then, more = count(shape, entry.matrices, all_bring, only, times=times, seed=seed + 1, advance=tell)
    return meet, now, then, again + more


class _Entry(NamedTuple):
    """What players may bring, decks or pairs of them, with their shares of the field, and what is looked at usually.

    ``matrices``: chances of matches, (MATRICES, names, names), each from games drawn again. ``pairs``: places of the
    decks of each pair.
    """

    names: tuple[str, ...]
    shares: tuple[float, ...]
    matrices: Floats
    usual: tuple[int, ...]
    pairs: Whole | None = None


def looked_at(played: MetaGames, match: str, bring: Sequence[str]) -> int:
    """How many decks, or pairs of them, a tournament looks at, at most."""
    if bring:
        return len(set(bring))
    return LOOKED_AT if match == TWO_DECKS else len(played.names)


def _entry(played: MetaGames, shares: Sequence[float], match: str, bring: Sequence[str], seed: int) -> _Entry:
    if match not in MATCHES:
        raise UcgsimError(f"{match!r} is no match that can be made of games; there are {', '.join(MATCHES)}")
    if played.unit != "games" and match != "bo1":
        raise UcgsimError(f"{played.source}: holds {played.unit} already; leave --match out")
    everyone = tuple(range(len(played.names)))
    if match == "bo1":
        rates = played.drawn(times=MATRICES, seed=seed)
        return _Entry(played.names, tuple(shares), np.array([played.scores(each) for each in rates]), everyone)
    if match != TWO_DECKS:
        return _Entry(played.names, tuple(shares), best_of_three(*_by_choice(played, seed)), everyone)
    return _pairs(played, shares, bring, seed)


def _pairs(played: MetaGames, shares: Sequence[float], bring: Sequence[str], seed: int) -> _Entry:
    """Pairs of decks. Where not all are looked at, one half of the games says at which, the other one how they do."""
    if not played.decks:
        raise UcgsimError(f"{played.source}: pairs of decks are made of a matrix of decks; name its folder")
    pairs = legal_pairs(played.decks, load_catalog())
    names, field = pair_names(played.names, pairs), pair_shares(shares, pairs)
    if bring or len(pairs) <= LOOKED_AT:
        return _Entry(names, field, _chances_of(pairs, played, seed), tuple(range(len(pairs))), pairs)
    choosing, judging = split_games(played, seed)
    usual = tuple(best_pairs(_chances_of(pairs, choosing, seed), field))
    return _Entry(names, field, _chances_of(pairs, judging, seed), usual, pairs)


def _chances_of(pairs: Whole, played: MetaGames, seed: int) -> Floats:
    """Chances of matches between pairs, (MATRICES, pairs, pairs)."""
    chances = np.empty((MATRICES, len(pairs), len(pairs)))
    # Matrix by matrix: all pairs of two dozen decks are many.
    for place, each in enumerate(zip(*_by_choice(played, seed), strict=True)):
        chances[place] = two_deck_match(*each, pairs)
    return chances


def _by_choice(played: MetaGames, seed: int) -> tuple[Floats, Floats]:
    """Chances of a game where the row's player chooses who leads, and where the column's does.

    In the games that were played the winner of the throw chose.
    """
    halves = played.drawn(times=MATRICES, seed=seed, halves=True)
    shape = (MATRICES, len(played.names), len(played.names))
    chosen, other = np.full(shape, 0.5), np.full(shape, 0.5)
    for place, (row, column) in enumerate(played.cells):
        mine, theirs = halves[:, place].T
        chosen[:, row, column], chosen[:, column, row] = mine, 1 - theirs
        other[:, row, column], other[:, column, row] = theirs, 1 - mine
    return chosen, other


def _place_of(named: str, entry: _Entry, played: MetaGames) -> int:
    """The place of a deck that is named as tables name it, in whatever case, or by its file."""
    folded = [name.casefold() for name in entry.names]
    if named.casefold() in folded:
        return folded.index(named.casefold())
    with suppress(UcgsimError, ValueError):
        lists = [deck.fingerprint for deck in played.decks] if entry.pairs is None else []
        return lists.index(read_deck(named, load_catalog()).fingerprint)
    known = ", ".join(entry.names[:MOST_NAMED]) + (", ..." if len(entry.names) > MOST_NAMED else "")
    why = "may not be brought together" if any(BESIDE in name for name in entry.names) else "was not played"
    raise UcgsimError(f"{named}: {why}; there are {known}")


def legal_pairs(decks: Sequence[Deck], catalog: Mapping[str, Card]) -> Whole:
    """Places of two decks that may be brought together, (pairs, 2), either of them first.

    Over both they have no more copies of a number than a deck may (floor rules 6). UcgsimError where there is none, or
    far too many.
    """
    pairs = [(a, b) for a, b in permutations(range(len(decks)), 2) if _go_together(decks[a], decks[b], catalog)]
    if not pairs:
        raise UcgsimError("no two of these decks may be brought together: over both, 4 copies of a number are allowed")
    if len(pairs) > MOST_PAIRS:
        raise UcgsimError(
            f"{len(pairs)} pairs of decks; it must be {MOST_PAIRS} or fewer: play a matrix of fewer decks"
        )
    return np.array(pairs)


def _go_together(first: Deck, second: Deck, catalog: Mapping[str, Card]) -> bool:
    counts = dict(second.counts)
    both = {number: count + counts[number] for number, count in first.counts if number in counts}
    limits = {number: catalog[number].copy_limit for number in both if number in catalog}
    return all(limit is None or both[number] <= limit for number, limit in limits.items())


def pair_names(names: Sequence[str], pairs: Whole) -> tuple[str, ...]:
    """What pairs are called."""
    return tuple(BESIDE.join(names[each] for each in pair) for pair in pairs.tolist())


def pair_shares(shares: Sequence[float], pairs: Whole) -> tuple[float, ...]:
    """Shares of the pairs in a field of which single decks have these: whoever brings two picks both by them."""
    products = np.asarray(shares)[pairs].prod(axis=1)
    if not products.sum():
        raise UcgsimError("a field of two-deck players; no two decks with a share may be brought together")
    return tuple((products / products.sum()).tolist())


def split_games(played: MetaGames, seed: int) -> tuple[MetaGames, MetaGames]:
    """One half of the games of every matchup, taken by lot, and the other: what chooses, and what judges the choice."""
    generator, cells = np.random.default_rng([seed, 2]), played.cells
    if min(cell.games for cell in cells.values()) < FEWEST_TO_SPLIT:
        raise UcgsimError(
            f"{played.source}: a matchup of fewer than {FEWEST_TO_SPLIT} games, of which one half chooses pairs and "
            "the other judges them; play more, or name pairs with --bring"
        )
    halves = {key: _half(cell, generator) for key, cell in cells.items()}
    rest = {key: Outcomes.of(cells[key].as_array() - half.as_array()) for key, half in halves.items()}
    return replace(played, cells=halves, second=None), replace(played, cells=rest, second=None)


def _half(cell: Outcomes, generator: np.random.Generator) -> Outcomes:
    drawn = [generator.multivariate_hypergeometric(half, half.sum() // 2) for half in cell.as_array()]
    return Outcomes.of(np.array(drawn))


def best_pairs(chances: Floats, shares: Sequence[float]) -> list[int]:
    """The pairs that win most matches against the field, over all matrices, (matrices, pairs, pairs)."""
    order: list[int] = np.argsort(-(chances @ np.asarray(shares)).mean(axis=0), kind="stable").tolist()
    return order[:LOOKED_AT]
