"""Openings: hands that are dealt, kept and redrawn on one chance, in any parts, and by both redraw procedures."""

from __future__ import annotations

import json

import numpy as np
import pytest

from ucgsim.cards.versions import Procedure
from ucgsim.engine.core.record import new_game
from ucgsim.errors import UcgsimError
from ucgsim.probability import odds_of_cards
from ucgsim.simulate.frames import play_shard
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, play_games
from ucgsim.simulate.loops.redraws import Choice
from ucgsim.simulate.openings import Chance, RedrawHands, cards_of, open_games, play_hands, policy_redraws
from ucgsim.simulate.plan import First, Plan, Terms
from ucgsim.simulate.table import BYTES_PER_GAME, lay_out

GAMES = 400
CHANCE = Chance(11, matchup=3)


@pytest.fixture(scope="module", params=["plain", "scenic"])
def lists(request, decks, scenic_decks):
    return decks if request.param == "plain" else scenic_decks


@pytest.fixture(scope="module")
def table(lists, catalog):
    return lay_out(lists, Terms(rules="1.6", catalog=catalog))


def opened(table, choice, games=GAMES, chance=CHANCE, **options):
    return open_games(table, chance, np.arange(games), np.full(games, choice, np.int8), **options)


def test_both_choices_begin_with_the_same_six_cards(table):
    kept, redrawn = (cards_of(opened(table, choice).rows["hand"], 50) for choice in (Choice.KEEP, Choice.REDRAW))
    assert (kept == redrawn).all()
    assert (kept.sum(axis=1) == 6).all()


def test_a_redraw_brings_six_others(table):
    rows = opened(table, Choice.REDRAW).rows
    assert (cards_of(rows["starting"], 50).sum(axis=1) == 6).all()
    assert not (rows["hand"] & rows["starting"]).any()
    kept = opened(table, Choice.KEEP).rows
    assert (kept["hand"] == kept["starting"]).all()


def test_the_policy_makes_the_better_known_of_the_two_games(table):
    # Its game is the one of the choice that it takes, to the last card: chance does not depend on the choice.
    kept, redrawn, own = (
        opened(table, choice, play_out=True).rows for choice in (Choice.KEEP, Choice.REDRAW, Choice.POLICY)
    )
    taken = np.where(own["verdict"], redrawn["half_points"], kept["half_points"])
    assert (own["half_points"] == taken).all()
    assert (kept["verdict"] == own["verdict"]).all()
    assert 0 < own["verdict"].sum() < GAMES


def test_these_are_the_games_of_a_run(table):
    rows, ends = np.zeros(GAMES, ROW), np.empty(GAMES, np.int64)
    battles = np.empty(LONGEST_GAME + 4 * BYTES_PER_GAME * GAMES, np.uint8)
    call = (new_game(), table.tables, table.decks, CHANCE.seed, CHANCE.matchup, 0, CHANCE.first.code)
    assert play_games(*call, rows.view(np.recarray), battles, ends) == GAMES
    own = opened(table, Choice.POLICY, play_out=True).rows
    assert (own["half_points"] == np.where(rows["winner"] == 0, 2, 0)).all()
    assert (own["verdict"] == rows["redrawn"][:, 0]).all()


def test_cards_seen_only_grow_and_begin_with_the_hand(table):
    played = opened(table, Choice.POLICY, chance=Chance(2, first=First.A), turns=4)
    shown = np.column_stack([played.rows["starting"], played.seen])
    assert (shown[:, 1:] & shown[:, :-1] == shown[:, :-1]).all()
    # A turn after the first draws a card (CR 5.3); a third turn is reached by every game (CR 1.3.2).
    numbers = cards_of(played.seen, 50).sum(axis=2)
    assert (numbers[:, 1] >= numbers[:, 0] + 1).all()
    assert (numbers[:, 2] >= numbers[:, 1] + 1).all()


def test_the_policy_judges_the_very_hand_that_it_is_shown(table, lists, catalog):
    # As Lead Player: the same hand may be given back by the Next Player alone.
    deck = lists[0].cards(catalog)
    rows = opened(table, Choice.KEEP, chance=Chance(11, matchup=3, first=First.A)).rows
    hands = [[deck[card] for card in np.flatnonzero(flags)] for flags in cards_of(rows["hand"], 50)]
    judged = policy_redraws(table, deck, hands, seed=99)
    assert (judged == rows["verdict"].astype(bool)).all()


def test_a_hand_that_is_named_is_dealt(table, lists, catalog):
    deck = lists[0].cards(catalog)
    wanted = table.decks[0][[0, 10, 20, 30, 40, 49]]
    played = open_games(
        table,
        Chance(5),
        np.arange(20),
        np.full(20, Choice.KEEP, np.int8),
        hands=np.tile(wanted, (20, 1)),
    )
    for flags in cards_of(played.rows["hand"], 50):
        assert sorted(deck[card].number for card in np.flatnonzero(flags)) == sorted(
            deck[card].number for card in (0, 10, 20, 30, 40, 49)
        )


PAIRED = 300


@pytest.fixture(scope="module")
def scenic_table(scenic_decks, catalog):
    return lay_out(scenic_decks, Terms(rules="1.6", catalog=catalog))


def together(parts) -> RedrawHands:
    return RedrawHands(*map(np.concatenate, zip(*parts, strict=True)))


def same(a: RedrawHands, b: RedrawHands) -> bool:
    return all(np.array_equal(mine, other) for mine, other in zip(a, b, strict=True))


def test_a_hand_is_worth_what_its_games_are(scenic_table):
    played = play_hands(scenic_table, Chance(4), range(PAIRED))
    games = np.arange(PAIRED)
    choices = ((Choice.KEEP, played.kept), (Choice.REDRAW, played.redrawn), (Choice.POLICY, played.policy))
    for choice, points in choices:
        rows = open_games(scenic_table, Chance(4), games, np.full(len(games), choice, np.int8), play_out=True).rows
        assert (rows["half_points"] == points).all()
        assert (rows["hand"] == played.hands).all()
    assert set(np.unique(played.verdicts)) == {0, 1}
    assert len(np.unique(played.hands)) == PAIRED


def test_how_the_hands_are_cut_changes_nothing(scenic_table):
    whole = play_hands(scenic_table, Chance(4), range(PAIRED))
    cut = together(play_hands(scenic_table, Chance(4), part) for part in (range(7), range(7, 120), range(120, PAIRED)))
    assert same(whole, cut)


def test_every_opponent_has_chance_of_its_own(scenic_table):
    first, second = (play_hands(scenic_table, Chance(4, matchup), range(PAIRED)) for matchup in (0, 1))
    assert not np.array_equal(first.hands, second.hands)


HANDS = 20_000


def open_hands(table, choice):
    played = open_games(table, Chance(5), np.arange(HANDS), np.full(HANDS, choice, np.int8))
    return (cards_of(played.rows[column], 50) for column in ("hand", "starting"))


@pytest.mark.parametrize("procedure", list(Procedure))
def test_a_share_that_is_played_agrees_with_the_exact_odds(procedure, decks, catalog):
    number, copies = decks[0].counts[0]
    table = lay_out(decks, Terms.of(policy="random", catalog=catalog, redraw_procedure=procedure))
    wanted = np.array([card.number == number for card in decks[0].cards(catalog)])
    hand, starting = open_hands(table, Choice.REDRAW)
    shown = (hand & wanted).any(axis=1) | (starting & wanted).any(axis=1)
    exact = odds_of_cards(decks[0].cards(catalog), number, procedure=procedure).probability
    assert copies == 4
    assert abs(shown.mean() - exact) < 4 * np.sqrt(exact * (1 - exact) / HANDS)


def test_the_procedures_differ_by_what_comes_back_at_once(decks, catalog):
    for procedure, comes_back in ((Procedure.OFFICIAL, False), (Procedure.RESHUFFLE, True)):
        table = lay_out(decks, Terms.of(policy="random", catalog=catalog, redraw_procedure=procedure))
        hand, starting = open_hands(table, Choice.REDRAW)
        assert (hand & starting).any() == comes_back


def test_a_plan_keeps_its_procedure_and_differs_by_it(planned):
    official, _ = planned()
    folk, _ = planned(redraw_procedure="reshuffle")
    assert official.redraw_procedure is Procedure.OFFICIAL
    assert Plan.of(json.loads(folk.to_json()), "plan") == folk
    assert set(official.differences(folk)) == {"redraw_procedure", "cards"}
    assert folk.command.endswith("--redraw-procedure reshuffle")
    assert "--redraw-procedure" not in official.command


def test_a_procedure_that_is_none_is_refused(decks, catalog):
    with pytest.raises(UcgsimError, match=f"unknown redraw procedure 'mulligan'; known are {', '.join(Procedure)}"):
        lay_out(decks, Terms.of(policy="random", catalog=catalog, redraw_procedure="mulligan"))


def test_without_cards_of_several_names_rules_1_7_change_no_row(scenic_decks, planned):
    rows = [
        play_shard(*planned(400, decks=scenic_decks, rules=rules, policies=("greedy", "random")), 0)
        for rules in ("1.6", "1.7")
    ]
    assert rows[0].equals(rows[1])
