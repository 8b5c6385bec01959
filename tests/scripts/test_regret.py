"""What single decisions give away: nothing where the best was taken, and never more than a game."""

from __future__ import annotations

import pytest

from benchmarks import regret


@pytest.fixture(scope="module")
def listed():
    return regret.regrets("plain-kaiju", "greedy", 2, 16, 1)


def test_every_decision_with_a_choice_is_listed(listed):
    assert len(listed) > 30
    assert {each.kind for each in listed} >= {"set", "level_up", "redraw"}
    assert all(-1.0 <= each.points <= 1.0 for each in listed)
    assert all(each.points == 0.0 for each in listed if each.taken == each.better)
    assert any(each.points > 0.0 for each in listed)


def test_the_same_games_give_the_same_numbers(listed):
    assert regret.regrets("plain-kaiju", "greedy", 2, 16, 1) == listed


def test_tables_add_up(listed):
    lines = regret.tables(listed, ["plain-kaiju"], 2)
    shown = {line.split(" | ")[0].strip("| "): line for line in lines if line.startswith("|")}
    total = 100 * sum(each.points for each in listed) / 4
    assert f"{total:.2f} ±" in shown["all"]
    assert f"{total:.2f} ±" in shown["plain-kaiju"]
    assert any(line.startswith("Near-certain wins missed: ") for line in lines)
