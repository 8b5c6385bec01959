"""A game looked at again: the same game, boards, chances, and what a strong player would have done."""

from __future__ import annotations

import re

import pytest

from tests.helpers import DECKLISTS, refusal, run
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.play.replay import dealt_again, play_again
from ucgsim.play.review import LEAST_COST, NOTICED, TURNING, Review, Round, happenings, review, review_lines
from ucgsim.simulate.folder import RunFolder
from ucgsim.studies.duel.question import duel

DECKS = [DECKLISTS / "tiga-dyna.txt", DECKLISTS / "zero-geed.txt"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("review") / "run"
    duel(*DECKS, games=60, policy="greedy", out=out)
    return out


@pytest.fixture(scope="module")
def looked_at(folder):
    plan = RunFolder(folder).plan()
    return plan, review(dealt_again(plan, 3, shipped_catalog()), "A", lambda game: game.policy_choice())


def test_it_is_the_game_that_was_played(looked_at):
    plan, shown = looked_at
    again = play_again(plan, 3, shipped_catalog())
    assert (shown.game.winner, shown.game.turn) == (again.winner, again.turn)
    assert [line for each in shown.rounds for line in each.lines] == happenings(again, 0)
    assert [each.turn for each in shown.rounds] == list(range(1, again.turn + 1))


def test_chances_are_chances_and_costs_are_what_was_given_away(looked_at):
    _, shown = looked_at
    assert all(0 <= chance <= 1 for chance in shown.chances)
    assert shown.chances[-1] == float(shown.won)
    assert 0 < len(shown.turning_points) <= TURNING
    for each in (choice for part in shown.rounds for choice in part.choices):
        assert each.best >= each.chance
        assert each.cost == pytest.approx(each.best - each.chance)
    assert shown.cost == sum(c.cost for part in shown.rounds for c in part.choices if c.cost >= LEAST_COST)


@pytest.mark.parametrize(
    ("chances", "reach", "turning"),
    [
        ((0.5, 0.5, 0.5), 0.0, [3]),
        ((0.5, 0.54, 0.97), 0.0, [2]),
        ((0.5, 0.6, 0.97), 0.12, [2]),
        ((0.5, 0.62, 0.5, 0.38, 0.99), 0.08, [1, 2, 4]),
        ((0.97, 0.98, 0.99), 0.0, []),
    ],
)
def test_a_round_is_a_turning_point_if_the_chance_changed_noticeably_in_it(looked_at, chances, reach, turning):
    game = looked_at[1].game
    rounds = tuple(Round(turn, "A", (), "", (), chance, reach) for turn, chance in enumerate(chances, start=1))
    shown = Review(game, game.winner, rounds)
    assert shown.turning_points == turning
    assert all(abs(shown.chances[turn] - shown.chances[turn - 1]) >= NOTICED for turn in turning)
    lines = list(review_lines(shown, ["One", "Other"]))
    assert sum("<- turning point" in line for line in lines) == len(turning)
    assert ("It turned in no single Round." in lines[1]) == (not turning)
    assert f"± {100 * reach:.0f} points at most (95 %)" in lines[-1]


def test_it_says_names_and_boards_and_no_clauses(looked_at):
    plan, shown = looked_at
    text = "\n".join(review_lines(shown, [deck.name for deck in plan.decks]))
    assert "(CR " not in text
    assert text.count("Judgement Phase") + text.count("End Phase") + text.count("Game over") >= len(shown.rounds)
    assert "turning point" in text
    events = "\n".join(line for part in shown.rounds for line in part.lines)
    assert not re.search(r"\b[A-Z]{2}\d\d-\d{3}\b", events), "cards are called by name and level"


def test_the_command_picks_a_game(folder):
    lost = run("replay", folder, "--lost").stdout
    assert "You lose in Round " in lost
    assert "You win in Round " in run("replay", folder, "--won").stdout
    assert "You lose in Round " in run("replay", folder, "--lost", "--side", "b").stdout
    assert run("replay", folder, "--closest").exit_code == 0
    assert "(CR " in run("replay", folder, 3, "--clauses").stdout
    assert "--lost, --won or --closest" in refusal("replay", folder)
