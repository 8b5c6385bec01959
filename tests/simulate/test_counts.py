"""Counts: against a plain loop over the rows, and adding up."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from ucgsim.simulate.columns import REASONS
from ucgsim.simulate.counts import (
    LARGEST,
    OVER,
    STANDINGS,
    TALLIES,
    UNREACHED,
    Counts,
    Standing,
    count,
    course_of,
    standings,
)
from ucgsim.simulate.frames import letters_of, play_shard, played_of
from ucgsim.simulate.plan import First


@pytest.fixture(scope="module", params=[First.THROW, First.B])
def frame(request, planned, scenic_decks):
    plan, table = planned(600, decks=scenic_decks, first=request.param, policies=("greedy", "random"))
    return play_shard(plan, table, 0)


@pytest.fixture(scope="module")
def counts(frame):
    return count(played_of(frame))


def table_of(frame: pl.DataFrame, met, success) -> np.ndarray:
    """A table, game by game."""
    table = np.zeros((2, 3), int)
    for game in frame.iter_rows(named=True):
        table[int(game["throw"] == "b"), int(met(game)) + int(met(game) and success(game))] += 1
    return table


def games_of(frame: pl.DataFrame, kind) -> np.ndarray:
    """Games of a kind, by who won the throw."""
    return table_of(frame, kind, lambda game: True)[:, 2]


def ahead(game: dict, turn: int) -> int | None:
    """Battles that a is ahead after a Round, None where the game was over."""
    stretches = game["battles"].split("/")
    if turn >= game["rounds"] or turn > len(stretches):
        return None
    return stretches[turn - 1].count("A") - stretches[turn - 1].count("B")


def a_won(game: dict) -> bool:
    return game["winner"] == "a"


def b_won(game: dict) -> bool:
    return game["winner"] == "b"


def test_wins_by_lead_and_redraw(frame, counts):
    for lead, name in enumerate("ab"):
        for side, won in enumerate((a_won, b_won)):
            expected = table_of(frame, lambda game, name=name: game["first_lead"] == name, won)
            assert np.array_equal(counts.by_lead[lead, side], expected)
    expected = table_of(frame, lambda game: game["redrawn_b"], b_won)
    assert np.array_equal(counts.redraw[1, 1], expected)
    assert counts.redraw[1, 1].sum() == frame.height


@pytest.fixture(params=[False, True], ids=["decided", "with games without a winner"])
def with_draws(request, frame):
    """The games, and the same with some of them left without a winner."""
    if request.param:
        winner = pl.when(pl.col("game") % 7 == 0).then(None).otherwise(pl.col("winner"))
        frame = frame.with_columns(winner=winner.cast(frame.schema["winner"]))
    return frame


def test_points(with_draws):
    points = np.zeros((2, 3), int)
    for game in with_draws.iter_rows(named=True):
        points[int(game["throw"] == "b"), 2 * a_won(game) + (game["winner"] is None)] += 1
    assert np.array_equal(count(played_of(with_draws)).points, points)
    assert np.array_equal(count(played_of(with_draws)).halves, points.sum(axis=1))


def test_both_sides_win_the_throw_equally_often(frame, counts):
    fixed = frame["throw"].is_null().all()
    assert counts.halves.tolist() == ([600, 0] if fixed else [300, 300])


@pytest.mark.parametrize("turn", [1, 3, 6])
@pytest.mark.parametrize("place", [-1, 0, 1])
def test_standing(with_draws, turn, place):
    counts = count(played_of(with_draws))
    for side, (sign, won) in enumerate([(1, a_won), (-1, b_won)]):

        def stands(game: dict, sign=sign) -> bool:
            result = ahead(game, turn)
            return result is not None and np.sign(sign * result) == place

        assert np.array_equal(counts.standing[side, turn, 1 + place], table_of(with_draws, stands, won))


def standing_of(game: dict, turn: int) -> Standing | None:
    """Battles won and who leads next after a Round, None where the game was over; Round 0 is the beginning."""
    if turn >= game["rounds"]:
        return None
    stretches = game["battles"].split("/")[:turn]
    newest = [stretch[-1] for stretch in stretches if stretch[-1] in "AB"]
    lead = "AB".index(newest[-1]) if newest else "ab".index(game["first_lead"])
    a, b = (stretches[-1].count(letter) if stretches else 0 for letter in "AB")
    return Standing(min(a, 3), min(b, 3), lead)


@pytest.mark.parametrize("turn", [0, 1, 2, 4])
def test_what_decides(with_draws, turn):
    counts = count(played_of(with_draws))
    for code in range(STANDINGS):
        standing = Standing.of(code)
        expected = table_of(with_draws, lambda game, standing=standing: standing_of(game, turn) == standing, a_won)
        assert np.array_equal(counts.decided[turn, code], expected), standing


@pytest.mark.parametrize("turn", [1, 2, 5])
def test_from_where_to_where_a_round_leads(with_draws, turn):
    turned = np.zeros((STANDINGS, OVER + 1, 3), int)
    for game in with_draws.iter_rows(named=True):
        before, after = standing_of(game, turn - 1), standing_of(game, turn)
        if before is not None:
            worth = 2 * a_won(game) + (game["winner"] is None)
            turned[before.code, OVER if after is None else after.code, worth] += 1
    assert np.array_equal(count(played_of(with_draws)).turned[turn], turned)


def test_every_standing_has_its_number():
    assert [Standing.of(code).code for code in range(STANDINGS)] == list(range(STANDINGS))


def test_standings_of_made_up_battles():
    battles = pl.Series(["T/AB/ABB/AABB/AAABBB/TTTAAAB", "A", None])
    course = course_of(*letters_of(battles), np.array([6, 1, 3]), np.array([1, 0, 0]))
    codes = np.full((3, 7), UNREACHED)
    codes[:, 0] = [1, 0, 0]
    codes[course.game, course.round] = course.code
    expected = [(0, 0, 1), (0, 0, 1), (1, 1, 1), (1, 2, 1), (2, 2, 1), (3, 3, 1)]
    assert [tuple(Standing.of(int(code))) for code in codes[0, :6]] == expected
    assert codes[0, 6] == UNREACHED
    assert (codes[1:, 1:] == UNREACHED).all()


def test_comebacks(frame, counts):
    def trailed(game: dict) -> bool:
        return any((ahead(game, turn) or 0) > 0 for turn in range(1, game["rounds"]))

    assert np.array_equal(counts.trailed[1], table_of(frame, trailed, b_won))


@pytest.mark.parametrize("turn", [1, 4, 60])
def test_what_had_happened_by_a_round(frame, counts, turn):
    scene = games_of(frame, lambda game: any(r <= turn for r in game["scenes_a"]))
    triple = games_of(frame, lambda game: (game["triple_b"] or 99) <= turn)
    assert np.array_equal(counts.scene_by[0, turn], scene)
    assert np.array_equal(counts.state_by[1, 1, turn], triple)
    scene = games_of(frame, lambda game: game["rounds"] >= turn and any(r <= turn for r in game["scenes_a"]))
    triple = games_of(frame, lambda game: game["rounds"] >= turn and (game["triple_b"] or 99) <= turn)
    assert np.array_equal(counts.scene_by_reached[0, turn], scene)
    assert np.array_equal(counts.state_by_reached[1, 1, turn], triple)


@pytest.mark.parametrize("turn", [1, 2, 4, 60])
def test_scenes_against_when_they_could_have_been_set(frame, counts, turn):
    assert counts.scene_chance_by[0, 60].sum() > 0
    could = games_of(frame, lambda game: any(r <= turn for r in game["scene_chances_a"]))
    assert np.array_equal(counts.scene_chance_by[0, turn], could)
    held = games_of(frame, lambda game: any(r <= turn for r in game["scene_ready_a"]))
    assert np.array_equal(counts.scene_ready_by[0, turn], held)
    taken = table_of(frame, lambda game: turn in game["scene_chances_a"], lambda game: turn in game["scenes_a"])
    assert np.array_equal(counts.scene_taken[0, turn], taken)


@pytest.mark.parametrize("turn", [3, 5, 60])
def test_what_ended_in_a_round(frame, counts, turn):
    expected = games_of(frame, lambda game: game["rounds"] == turn)
    assert np.array_equal(counts.rounds[turn].sum(axis=0), expected)


def test_how_games_ended(frame, counts):
    for place, reason in enumerate(REASONS.values()):
        for winner, name in enumerate(["a", "b", None]):

            def ended(game: dict, reason=reason, name=name) -> bool:
                return game["reason"] == reason and game["winner"] == name

            expected = games_of(frame, ended)
            assert np.array_equal(counts.ended[place, winner], expected)


def test_sums_and_squares(frame, counts):
    for side, name in enumerate("ab"):
        columns = {tally: frame[f"{tally}_{name}"] for tally in ("level_ups", "drawn", "hand_left")}
        columns |= {"scenes": frame[f"scenes_{name}"].list.len(), "lead_changes": frame["lead_changes"]}
        assert set(columns) == set(TALLIES)
        for tally, values in columns.items():
            halves = [values.filter((frame["throw"] == "b").fill_null(value=False) == half) for half in (False, True)]
            expected = [[half.sum(), sum(x * x for x in half)] for half in halves]
            assert counts.sums[side, TALLIES.index(tally)].tolist() == expected


def test_distributions(frame, counts):
    assert counts.games == frame.height
    assert counts.decisions == frame["decisions"].sum()
    assert counts.rounds.sum(axis=(1, 2))[5] == frame.filter(rounds=5).height
    assert counts.hand_left[0, 1, 2] == frame.filter(winner="a", hand_left_a=2).height
    assert counts.scene_set[0, 3] == sum(3 in rounds for rounds in frame["scenes_a"].to_list())
    assert (counts.scenes[0] * np.arange(LARGEST + 1)).sum() == frame["scenes_a"].list.len().sum()


def test_parts_add_up(frame, counts):
    halves = count(played_of(frame.head(200))) + count(played_of(frame.tail(400)))
    assert halves.same_as(counts)
    assert not halves.same_as(halves + halves)
    assert isinstance(halves, Counts)


def test_standings_of_odd_texts():
    texts = pl.Series(["A/AB/BBA/BBA-", "", "T/-A", None, "B"])
    table = standings(*letters_of(texts), np.array([4, 1, 3, 1, 2]))
    over = UNREACHED
    assert table.tolist() == [
        [1, 0, -1, over],
        [over] * 4,
        [0, 1, over, over],
        [over] * 4,
        [-1, over, over, over],
    ]


def test_standings_of_a_slice():
    texts = pl.Series(["A/AA/AAA", "B/BB/BBB", "T/TA/TAA"])
    assert standings(*letters_of(texts[1:]), np.array([3, 3])).tolist() == [[-1, -2, UNREACHED], [0, 1, UNREACHED]]
