"""Matches by the floor rules: who leads, which deck plays, when time ends a game, who then has won."""

from __future__ import annotations

import numpy as np
import pytest

from ucgsim.engine.core.constants import Reason
from ucgsim.simulate import matches
from ucgsim.simulate.loops.match import ROW
from ucgsim.simulate.matches import (
    OUTSIDE_BATTLES,
    Format,
    GamesByTurn,
    MatchUp,
    _winners,
    lead_chance,
    match_tasks,
    order_of_decks,
    play_part,
    second_decks,
)
from ucgsim.simulate.plan import First, Terms
from ucgsim.simulate.same_chance import play_games
from ucgsim.simulate.table import Played, lay_out
from ucgsim.simulate.tasks import Batch, Player

POLICIES = ("greedy", "greedy")


@pytest.fixture(scope="module")
def table(decks, catalog):
    return lay_out(decks, Terms(policies=POLICIES, rules="1.6", catalog=catalog))


def games(*texts, winners=(), reason=Reason.BATTLES):
    """Games that ended with these battles; the last turn of each is the last of its text."""
    rows = np.zeros(len(texts), ROW)
    rows["winner"] = winners or [0] * len(texts)
    rows["reason"] = reason
    rows["turns"] = [text.count("/") + 1 for text in texts]
    rows["battles_won"] = [[text.split("/")[-1].count(letter) for letter in "AB"] for text in texts]
    ends = np.cumsum([len(text) for text in texts])
    return Played(rows, np.frombuffer("".join(texts).encode(), np.uint8), ends)


def cut(text, left, lead=0):
    """Result of one game in which time is called ``left`` turns on: winner, turns, battle wins, by time."""
    result = GamesByTurn(games("A/AA/AAA", text), lead).results(np.array([1]), np.array([left]))
    return int(result.winner[0]), int(result.turns[0]), result.wins[0].tolist(), bool(result.timed[0])


def test_floor_10_one_more_turn_is_played():
    assert cut("B/BA/BBA/BBBB", left=2) == (1, 3, [1, 2], True)
    assert cut("B/BA/BBA/BBBB", left=1) == (0, 2, [1, 1], True)


def test_floor_10_a_game_that_ends_in_that_turn_is_won_as_usual():
    assert cut("A/AA/AAA", left=2) == (0, 3, [3, 0], False)
    assert cut("A/AA/AAA", left=3) == (0, 3, [3, 0], False)


def test_floor_10_even_battles_go_to_the_newest_battle():
    assert cut("A/AB/AAA", left=1) == (1, 2, [1, 1], True)


@pytest.mark.parametrize(("text", "lead", "winner"), [("T/TT/AAA", 1, 1), ("T/TT/AAA", 0, 0), ("B/TT/AAA", 0, 1)])
def test_floor_10_a_tied_newest_battle_leaves_the_lead_player(text, lead, winner):
    # CR 5.9.6: who won the newest battle of the turn before leads; after ties alone, who led first.
    assert cut(text, left=1, lead=lead)[0] == winner


def test_floor_10_wins_outside_battles_count_five():
    result = GamesByTurn(games("A/AB", reason=Reason.NO_CHARACTER, winners=[1]), 0)
    assert result.results(np.array([0]), np.array([9])).wins.tolist() == [[0, OUTSIDE_BATTLES]]


def test_floor_10_examples_of_the_end_of_a_match():
    won = np.array([[1, 1], [1, 1], [2, 1], [1, 1]])
    battles = np.array([[5, 3], [3, 3], [3, 9], [3, 4]])
    last = np.array([1, 1, 1, 0])
    assert _winners(won, battles, last).tolist() == [0, 1, 0, 1]


def test_games_that_ended_before_any_battle_have_no_text():
    result = GamesByTurn(games("A/AB/AAA", "", "B/BB/BBB", winners=[0, 1, 1], reason=Reason.BATTLES), 0)
    assert result.results(np.array([2]), np.array([1])).wins.tolist() == [[0, 2]]


def test_standings_agree_with_finished_games(table):
    played = play_games(table, 7, 1, range(300), First.A)
    result = GamesByTurn(played, 0)
    last = result.first + played.rows["turns"] - 1
    by_battles = played.rows["reason"] == Reason.BATTLES
    assert np.array_equal(result.held[last[by_battles]], played.rows["battles_won"][by_battles])


def test_a_best_of_three_is_what_its_games_say(table):
    """The chance of a match from those of its games, lead by lead, against matches played."""
    rates = []
    for first in (First.A, First.B):
        rows = play_games(table, 7, 1, range(30_000), first).rows
        rates.append(float((rows["winner"] == 0).mean()))
    a, b = rates
    by_throw = [p * (b + (1 - b) * a) + (1 - p) * (a * b) for p in (a, b)]
    exact = sum(by_throw) / 2
    parts = played([MatchUp(Format.BO3, {(0, 0): table}, POLICIES, 7, 1)], 20_000)
    points = sum(part.points for part in parts).sum(axis=0)
    assert points @ np.arange(3) / (2 * points.sum()) == pytest.approx(exact, abs=0.012)


def played(match_ups, matches, jobs=1):
    """The parts of so many matches of every match-up."""
    tasks = match_tasks("", matches, len(match_ups), match_ups)
    return Player(jobs).counts(Batch(tasks))


def of(halves):
    """Matches, whoever won the first throw."""
    return halves.sum(axis=-1).tolist()


def test_best_of_three_has_two_or_three_games(table):
    part = play_part(MatchUp(Format.BO3, {(0, 0): table}, POLICIES, 7, 1), 0, 0, 400)
    assert of(part.games)[:2] == [0, 0]
    assert sum(of(part.games)) == 400
    assert part.points.sum(axis=1).tolist() == part.games.sum(axis=0).tolist() == [200, 200]
    assert part.matches == 400
    assert part.timed.tolist() == part.cut.tolist() == [0, 0]


def test_matches_have_chance_of_their_own_however_they_are_cut(table):
    match_up = MatchUp(Format.BO3, {(0, 0): table}, POLICIES, 7, 1, turns=9)
    part = play_part(match_up, 0, 0, 200)
    # With greedy players nothing is drawn by part, so parts of one match play the very same matches.
    single = [play_part(match_up, 0, start, 1) for start in range(200)]
    for name in ("points", "games", "timed", "cut"):
        assert getattr(part, name).tolist() == sum(getattr(each, name) for each in single).tolist()
    assert len({tuple(each.games.ravel()) for each in single}) > 2
    assert [each.points.sum(axis=1).tolist() for each in single[:3]] == [[1, 0], [0, 1], [1, 0]]


def test_only_games_that_a_match_asks_for_are_played(table, monkeypatch):
    played = []
    original = matches.play_given
    monkeypatch.setattr(matches, "play_given", lambda *a: played.extend(a[3].tolist()) or original(*a))
    part = play_part(MatchUp(Format.BO3, {(0, 0): table}, POLICIES, 7, 1), 0, 0, 100)
    assert len(played) == len(set(played)) == part.games.sum(axis=1) @ np.arange(4)


def test_two_decks_must_both_win(table):
    tables = dict.fromkeys([(0, 0), (1, 0), (0, 1), (1, 1)], table)
    two, one = (play_part(MatchUp(form, tables, POLICIES, 7, 1), 0, 0, 300) for form in (Format.TWO_DECK, Format.BO3))
    # With one table for all meetings the decks of a player are alike, and so are both kinds of match.
    assert two.points.tolist() == one.points.tolist()
    assert two.games.tolist() == one.games.tolist()


def test_early_time_ends_every_match_in_its_first_game(table):
    part = play_part(MatchUp(Format.BO3, {(0, 0): table}, POLICIES, 7, 1, turns=1), 0, 0, 200)
    assert of(part.games) == [0, 200, 0, 0]
    assert part.timed.tolist() == part.cut.tolist() == [100, 100]


def test_time_may_also_end_a_match_between_two_games(table):
    part = play_part(MatchUp(Format.BO3, {(0, 0): table}, POLICIES, 7, 1, turns=9), 0, 0, 600)
    assert of(part.cut) > of(part.timed) > 0
    # Matches of one game were not won twice, so time ended them all; of one game a match there is no between.
    assert of(part.games)[1] <= of(part.cut) < 600
    single = play_part(MatchUp(Format.BO1, {(0, 0): table}, POLICIES, 7, 1, turns=2), 0, 0, 600)
    assert single.cut.tolist() == single.timed.tolist()
    assert of(single.cut) > 0


def test_late_time_changes_nothing(table):
    timed, free = (
        play_part(MatchUp(Format.BO3, {(0, 0): table}, POLICIES, 7, 1, turns=turns), 0, 0, 100) for turns in (500, None)
    )
    assert timed.points.tolist() == free.points.tolist()


def test_workers_change_nothing(table):
    match_ups = [MatchUp(Format.BO1, {(0, 0): table}, ("random", "random"), 7, 1)]
    alone, together = (played(match_ups, 7000, jobs) for jobs in (1, 2))
    assert [part.points.tolist() for part in alone] == [part.points.tolist() for part in together]


@pytest.mark.parametrize(("policy", "chance"), [("greedy", 1.0), ("greedy:lead=0", 0.0), ("random", 0.5)])
def test_who_chooses_chooses_as_his_policy_does(policy, chance):
    assert lead_chance(policy) == chance


def test_floor_7_the_loser_takes_its_decks_in_the_order_that_wins_more_often():
    """Whoever leads game after game wins with the deck that needs the Lead in the game that it leads itself."""
    needs_lead, never_minds = [0.8, 0.2], [0.5, 0.5]
    assert order_of_decks(np.array([needs_lead, never_minds]), 1.0, 0.0) == 0
    assert order_of_decks(np.array([never_minds, needs_lead]), 1.0, 0.0) == 1
    assert order_of_decks(np.array([never_minds, needs_lead]), 0.0, 1.0) == 0
    assert order_of_decks(np.array([never_minds, never_minds]), 1.0, 0.0) == 0


def test_floor_7_either_side_knows_its_own_rates(monkeypatch):
    """Deck 1 of side 1 wins against deck 1 of side 0 if it leads, deck 0 always; side 0 the other way round."""
    rates = {(1, 0): (0, 0), (1, 1): (1, 0), (0, 1): (1, 1)}

    def play_rates(table, seed, matchup, indices, leads):
        rows = np.zeros(len(indices), ROW)
        rows["winner"] = [1 - rates[table][lead] for lead in leads]
        return Played(rows, np.zeros(0, np.uint8), np.zeros(len(rows), np.int64))

    monkeypatch.setattr(matches, "play_given", play_rates)
    tables = {decks: decks for decks in rates}
    assert second_decks(tables, ("greedy", "greedy"), 1, 1) == (1, 1)
    rates[1, 1] = (1, 1)
    assert second_decks(tables, ("greedy", "greedy"), 1, 1) == (0, 0)


def test_floor_7_games_of_a_two_deck_match_are_those_of_the_decks_taken(table, monkeypatch):
    """A deck that won is out; the loser of the first game takes what is said, and its other one in the third."""
    met = []
    original = matches.play_given
    tables = {(a, b): table._replace(own=(a, b)) for a in (0, 1) for b in (0, 1)}

    def seen(laid_out, seed, matchup, indices, leads):
        met.extend((laid_out.own, index % 3) for index in indices)
        return original(laid_out._replace(own=None), seed, matchup, indices, leads)

    monkeypatch.setattr(matches, "play_given", seen)
    monkeypatch.setattr(MatchUp, "after_loss", (1, 1))
    for start in range(40):
        met.clear()
        play_part(MatchUp(Format.TWO_DECK, tables, POLICIES, 7, 1), 0, start, 1)
        played = [decks for decks, _ in sorted(met, key=lambda each: each[1])]
        assert played[:2] == [(0, 0), (1, 1)]
        assert played[2:] in ([], [(1, 0)], [(0, 1)])
