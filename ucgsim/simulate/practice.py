"""Players who practised the two lists of a table before they play: networks that go on from those that ship.

Lessons are games of the two lists in which every set and every level-up is tried (`simulate.loops.lessons`). Much of
what they teach is how the player that ships plays these lists. So what was learned is used only where it surely wins
more than what ships against strangers too, on games that are not among the lessons. It is saved by a checksum of all
that decides it: cards, effects, rules, lists, the networks that ship, and the library that plays and fits.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.compiling.sources import cache_folder, source_hash
from ucgsim.engine.core.constants import NONE, PLAYERS
from ucgsim.engine.core.layout import TABLES
from ucgsim.engine.core.record import new_game, new_games
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import digest
from ucgsim.files.reading import read_kept
from ucgsim.files.writing import make_own_folder, write_file
from ucgsim.notices import notice
from ucgsim.policies.planner.features import Net
from ucgsim.policies.planner.training import fit, layers_of, lessons_for, put_layers
from ucgsim.policies.planner.weights import blank_weights, read_weights, shipped_weights, story_of, teach, weights_file
from ucgsim.policies.search.scratch import new_scratch
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.loops.lessons import LESSON, play_lessons
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, play_games
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, normal_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ucgsim.policies.planner.weights import Weights

ROWS_PER_GAME = 240
"""Room for the options of a game's decisions."""
GAMES, WORLDS = 2_000, 6
"""Lesson games, and orders of the decks in which every option is tried."""
NETS = (Net.SET, Net.LEVEL_UP)
"""Networks that practise."""
SHARES = (*(1.0 if net in NETS else 0.0 for net in Net), 0.1)
"""Of decisions by network that become lessons, and of moves at random."""
EPOCHS, RATE = 20, 2e-3
RIVALS = {"greedy": 4_000, "planner": 4_000, "search:8,with=planner": 1_000}
"""Opponents against whom what was learned is judged, and on how many shuffles, on either side: first the one who
refuses most, last the dear one, and each only where those before let it pass.
"""
LEAST = 0.02
"""Share of games that a practised player must win more against each of them, and surely more than none."""
SEED, PROOF_SEED = 7, 8
REMEDY = "make it readable, or name another folder with UCGSIM_HOME"


class LessonBlock(NamedTuple):
    """Games of one pairing in a row: how many from which on, in how many worlds options are tried, and of which
    ``shares`` of decisions by network, of positions, and of moves at random, shape (NETS + 1,).
    """

    seed: int
    first: int
    games: int
    worlds: int
    shares: tuple[float, ...]


def lessons_at(tables: np.record, decks: NDArray[np.int16], block: LessonBlock) -> NDArray[np.void]:
    """Lessons of a block, rows of dtype LESSON; ``tables`` name who plays, ``decks``: card rows, shape (2, cards)."""
    out, winners = np.zeros(block.games * ROWS_PER_GAME, LESSON), np.zeros(block.games, np.int8)
    chance = (block.seed, block.first, block.worlds, np.array(block.shares))
    rows = play_lessons(new_games(2), new_scratch(), tables, decks, *chance, out.view(np.recarray), winners)
    return out[:rows]


def practise(tables: np.record, decks: NDArray[np.int16], players: Sequence[int]) -> None:
    """Let ``players`` play by networks that practised the lists of a table, where that wins more."""
    # By words: a record's own copy leaves what lies between its fields to chance, and so the checksum.
    words = np.frombuffer(tables.tobytes(), np.int64).copy()
    table: np.record = words.view(TABLES).view(np.recarray)[0]
    table.policies[:] = parse_policy("planner").row
    teach(table)
    mark = digest(words.tobytes() + decks.tobytes() + source_hash().encode())
    weights = _practised(cache_folder() / "practice" / f"{mark[:32]}.json", table, decks)
    if weights is not None:
        for player in players:
            teach(tables, weights, player)


def _practised(path: Path, table: np.record, decks: NDArray[np.int16]) -> Weights | None:
    """What practice taught, saved at ``path`` or learned now; None where the networks that ship do as well."""
    raw = read_kept(path, REMEDY)
    if raw is not None:
        with suppress(UcgsimError):  # A damaged file is written again.
            return _used(raw, path)
    with notice("practising two lists, once"):
        weights = learned(table, decks)
        raw = weights_file(weights, {"games": GAMES, "worlds": WORLDS, **judged(table, decks, weights)})
    with suppress(OSError, UcgsimError):  # What can't be saved is learned again next time.
        make_own_folder(path.parent)
        write_file(path, raw)
    return _used(raw, path)


def _used(raw: bytes, path: Path) -> Weights | None:
    """The weights in a file where they won more, None where they did not; UcgsimError for a damaged file."""
    weights = read_weights(raw, str(path))
    return weights if story_of(raw, str(path))["used"] else None


def learned(table: np.record, decks: NDArray[np.int16]) -> Weights:
    """Networks that learned from lessons with these lists; planners sit at the table and were taught what ships."""
    rows = lessons_at(table, decks, LessonBlock(SEED, 0, GAMES, WORLDS, SHARES))
    weights = blank_weights()
    for net in Net:
        layers = layers_of(shipped_weights(), net)
        if net in NETS:
            layers = fit(lessons_for(rows, net), net, seed=SEED, epochs=EPOCHS, rate=RATE, begin=layers)
        put_layers(weights, net, layers)
    return weights


def judged(
    table: np.record, decks: NDArray[np.int16], weights: Weights, seed: int = PROOF_SEED, *, whole: bool = False
) -> dict[str, Any]:
    """What practised players win more: ``gains`` by rival, each with its standard error; the least of them, ``gain``
    with its ``error``; whether they are ``used``. A rival after one who refuses them is only asked for the ``whole``.
    """
    gains: dict[str, tuple[float, float]] = {}
    for rival, games in RIVALS.items():
        if whole or all(map(_is_gain, gains.values())):
            gains[rival] = _gain_against(rival, games, table, decks, weights, seed=seed)
    gain, error = min(gains.values())
    return {"gains": gains, "gain": gain, "error": error, "used": all(map(_is_gain, gains.values()))}


def _is_gain(gain: tuple[float, float]) -> bool:
    share, error = gain
    return share >= LEAST and share > normal_quantile(DEFAULT_CONFIDENCE) * error


def _gain_against(
    rival: str, games: int, table: np.record, decks: NDArray[np.int16], weights: Weights, *, seed: int
) -> tuple[float, float]:
    """Share of games that a practised player wins more against a rival than one who is not, on the same shuffles, with
    either list; and its standard error.

    Points are quarters, so their sums are exact in whatever order a machine adds them.
    """
    gains = []
    for side in range(PLAYERS):
        other = table.copy()
        other.policies[1 - side] = parse_policy(rival).row
        usual = _points(other, decks, games, seed)
        teach(other, weights, side)
        gains.append((_points(other, decks, games, seed) - usual) * (1 - 2 * side))
    mean = np.mean(gains, axis=0)
    n, total, squares = len(mean), float(mean.sum()), float((mean * mean).sum())
    return total / n, ((squares - total * total / n) / (n - 1) / n) ** 0.5


def _points(table: np.record, decks: NDArray[np.int16], games: int, seed: int) -> NDArray[np.float64]:
    """Share of each game of a proof that side a wins, shape (games,)."""
    rows, ends = np.zeros(games, ROW), np.empty(games, np.int64)
    battles = np.empty(LONGEST_GAME * (games + 1), np.uint8)
    play_games(new_game(), table, decks, seed, 0, 0, NONE, rows.view(np.recarray), battles, ends)
    return np.where(rows["winner"] == NONE, 0.5, rows["winner"] == 0).astype(np.float64)
