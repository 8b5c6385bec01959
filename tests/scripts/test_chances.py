"""Whether chances come true: both players of a game, by Round and by what was shown."""

from __future__ import annotations

import pytest

from benchmarks import chances

SEARCHES = ("search:2,with=planner,guess=0", "search:2,with=planner,guess=1")


@pytest.fixture(scope="module")
def shown():
    return chances.chances_of("plain-kaiju", 1, 2, SEARCHES)


def test_every_player_is_shown_one_chance_a_round_and_dealing(shown):
    places = [(each.game, each.side, each.round) for each in shown]
    assert len(places) == len(set(places)) > 12
    assert {each.round for each in shown} >= {chances.OPENING, 1, 2, 3}
    assert all(len(each.chances) == len(SEARCHES) and min(each.chances) >= 0 for each in shown)
    for game in (0, 1):
        assert {(each.side, each.won) for each in shown if each.game == game} in (
            {("A", 0.0), ("B", 1.0)},
            {("A", 1.0), ("B", 0.0)},
        )


def test_tables_hold_every_chance_once(shown):
    for at in range(len(SEARCHES)):
        rows = [line.split(" | ") for line in chances.by_chance(shown, at)[2:]]
        assert sum(int(cells[1]) for cells in rows) == len(shown)
        first = next(line for line in chances.by_round(shown, at) if line.startswith("| 1 |"))
        mean = sum(each.chances[at] for each in shown if each.round == 1) / 4
        assert f"| {100 * mean:.1f} ±" in first
