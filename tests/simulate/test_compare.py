"""Builds on the same chance: aligned lists, counts on one chance, the same games as a duel and as by themselves."""

from __future__ import annotations

import numpy as np
import pytest

from ucgsim.decks.deck import Deck
from ucgsim.simulate.frames import play_shard
from ucgsim.simulate.ledger import KeptFolder
from ucgsim.simulate.plan import First, Terms
from ucgsim.simulate.same_chance import (
    PairTask,
    align,
    half_points,
    lay_out_meetings,
    play_games,
    rounds_of,
)
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.tasks import Batch, Player


def swapped(deck, old, new):
    counts = dict(deck.counts)
    counts[new] = counts.get(new, 0) + 1
    counts[old] -= 1
    return Deck("changed", tuple((number, count) for number, count in counts.items() if count))


@pytest.fixture
def meetings(decks, catalog):
    a, b = decks
    return lay_out_meetings(
        (a, swapped(a, "SD01-007", "BP02-029")), (b, a), (3, 4), Terms(rules="1.6", catalog=catalog)
    )


def test_common_cards_keep_their_places(decks, catalog):
    kept = decks[0].cards(catalog)
    changed = swapped(decks[0], "SD01-007", "BP02-029").cards(catalog)
    order = align(kept, changed)
    assert sorted(card.number for card in order) == sorted(card.number for card in changed)
    different = [(old.number, new.number) for old, new in zip(kept, order, strict=True) if old != new]
    assert different == [("SD01-007", "BP02-029")]


def test_the_place_goes_to_the_card_of_the_same_level(catalog):
    cards = {card.level: card for card in reversed(list(catalog.values())) if card.level in {1, 2, 3}}
    others = {card.level: card for card in catalog.values() if card.level in {1, 2, 3}}
    kept, changed = [cards[3], cards[1], cards[2]], [others[1], others[2], others[3]]
    assert [card.level for card in align(kept, changed)] == [3, 1, 2]


@pytest.mark.parametrize("side", [0, 1])
def test_the_game_deals_from_the_places_that_were_aligned(side, decks, catalog):
    """The card that comes in sorts far before the one that leaves, and still no other card has moved."""
    a, b = decks
    changed, terms = swapped(a, "SD01-007", "BP02-029"), Terms(rules="1.6", catalog=catalog)
    ((_, table), *_) = lay_out_meetings((a, changed), (b,), (3,), terms, side=side)[0]
    seated = (changed, b) if side == 0 else (b, changed)
    plain = lay_out(seated, terms).decks[side]
    numbers = dict(zip(plain.tolist(), (card.number for card in changed.cards(catalog)), strict=True))
    dealt = [numbers[row] for row in table.decks[side].tolist()]
    kept = [card.number for card in a.cards(catalog)]
    assert [(old, new) for old, new in zip(kept, dealt, strict=True) if old != new] == [("SD01-007", "BP02-029")]


@pytest.mark.parametrize(("kept", "changed"), [(3, 5), (5, 3)])
def test_lists_of_different_length_lose_no_card(kept, changed, catalog):
    cards = list(catalog.values())[:5]
    order = align(cards[:kept], cards[:changed])
    assert sorted(card.number for card in order) == [card.number for card in cards[:changed]]


def test_the_first_build_plays_the_games_of_a_duel(planned, meetings, decks):
    plan, table = planned(200, matchup=3)
    frame = play_shard(plan, table, 0)
    rows = play_games(meetings[0].tables[0], plan.seed, 3, range(200)).rows
    assert np.array_equal(rows["winner"], frame["winner"].to_physical().to_numpy())


def test_half_points():
    rows = np.zeros(6, [("winner", "i1")])
    rows["winner"] = [0, 0, 0, 1, -1, 1]
    assert half_points(rows).tolist() == [2, 2, 2, 0, 1, 0]


def test_rounds_are_in_proportion_and_meet_everyone():
    shares = (0.7, 0.295, 0.005)
    rounds = rounds_of(shares, 1000, 100)
    assert len(rounds) == 10
    played = np.zeros(3, int)
    for number, each in enumerate(rounds, start=1):
        for opponent, games in each:
            assert games.start == played[opponent]
            played[opponent] = games.stop
        assert played.min() > 0
        assert np.all(np.abs(played - 100 * number * np.array(shares)) <= 2)
        assert not (played % 2).any()
    assert played.tolist() == [700, 296, 6]


def test_rounds_may_begin_small_and_grow():
    """Each is half of what was played, until they are as large as others; nothing is played twice or left out."""
    rounds = rounds_of((0.5, 0.5), 5000, 1000, 100)
    played = np.cumsum([sum(len(span.games) for span in each) for each in rounds]).tolist()
    assert played[:5] == [100, 152, 228, 340, 508]
    assert max(np.diff(played)) <= 1004
    assert played[-1] == 5000
    assert [each.opponent for each in rounds[0]] == [0, 1]


@pytest.mark.parametrize(("opponents", "games"), [(1, 7), (3, 3000), (3, 100), (7, 1000)])
def test_equal_shares_are_met_equally_often(opponents, games):
    rounds = rounds_of((1 / opponents,) * opponents, games, 30)
    played = [{span.opponent: span.games.stop for span in each} for each in rounds]
    assert all(len(set(each.values())) == 1 for each in played)
    assert played[-1] == dict.fromkeys(range(opponents), 2 * -(-games // (2 * opponents)))


def tasks_of(meetings, rounds, seed=7):
    """The games of rounds as tasks."""
    return [
        [
            PairTask(
                fingerprints=tuple(table.fingerprint for table in meetings[opponent].tables),
                versions={},
                seed=seed,
                matchup=meetings[opponent].matchup,
                start=games.start,
                stop=games.stop,
                tables=meetings[opponent].tables,
            )
            for opponent, games in each
        ]
        for each in rounds
    ]


def play_rounds(meetings, rounds):
    """The counts of every round."""
    return [Player().counts(Batch(tasks)) for tasks in tasks_of(meetings, rounds)]


def test_parts_add_up_however_they_are_cut(meetings):
    whole, pieces = (play_rounds(meetings, rounds_of((0.5, 0.5), 120, part)) for part in (120, 14))
    assert [len(result) for result in pieces] == [2] * 9
    for opponent in range(2):
        total = sum(result[opponent] for result in pieces)
        assert np.array_equal(total, whole[0][opponent])
        assert total.sum() == 60


def test_workers_change_nothing_and_may_be_stopped(meetings):
    tasks = [task for each in tasks_of(meetings, rounds_of((0.5, 0.5), 160, 4)) for task in each]
    alone, together = (PairTask.play(tasks, jobs) for jobs in (1, 2))
    first = [(next(alone), next(together)) for _ in range(24)]
    together.close()
    assert all(one == two for one, two in first)


def test_what_is_ahead_is_not_played_twice_and_no_more_than_is_wanted_is_kept(meetings, tmp_path, monkeypatch):
    rounds = tasks_of(meetings, rounds_of((0.5, 0.5), 40, 10))
    played = spy(monkeypatch)
    folder = KeptFolder(tmp_path / "kept", "study.json", "study")
    folder.begin({}, {})
    with folder.ledger() as ledger:
        player = Player(ledger=ledger)
        for number, each in enumerate(rounds[:3]):
            player.counts(Batch(each, [task for later in rounds[number + 1 :] for task in later]))
    wanted = [task.key for each in rounds[:3] for task in each]
    assert list(folder.parts()) == played == wanted


def spy(monkeypatch):
    """The keys of tasks that are played from now on."""
    played = []
    monkeypatch.setattr(PairTask, "run", lambda task, run=PairTask.run: played.append(task.key) or run(task))
    return played


def test_kept_parts_are_not_played_again(meetings, tmp_path, monkeypatch):
    tasks = [task for each in tasks_of(meetings, rounds_of((0.5, 0.5), 40, 10)) for task in each]
    folder = KeptFolder(tmp_path / "kept", "study.json", "study")
    folder.begin({}, {})
    with folder.ledger() as ledger:
        first = Player(ledger=ledger).counts(Batch(tasks[2:]))
    played = spy(monkeypatch)
    with folder.ledger() as ledger:
        again = Player(ledger=ledger).counts(Batch(tasks))
    assert played == [task.key for task in tasks[:2]]
    assert np.array_equal(again[2:], first)
    assert set(folder.parts()) == {task.key for task in tasks}


def test_a_fixed_lead_has_a_game_to_each_index(meetings):
    table = meetings[0].tables[0]
    games = [play_games(table, 7, 3, range(50), first).rows for first in (First.A, First.B)]
    assert [set(rows["first_lead"]) for rows in games] == [{0}, {1}]
    assert np.array_equal(games[0]["index"], np.arange(50))


def test_builds_share_the_chance_and_the_lead_and_no_two_games_do(meetings):
    x, y = (play_games(table, 7, 3, range(60)).rows for table in meetings[0].tables)
    assert np.array_equal(x["first_lead"], y["first_lead"])
    assert np.array_equal(np.bincount(x["throw"]), [30, 30])
    ((part,),) = play_rounds(meetings[:1], rounds_of((1.0,), 60, 60))
    expected = np.zeros((3, 3), int)
    np.add.at(expected, (2 * (x["winner"] == 0), 2 * (y["winner"] == 0)), 1)
    assert np.array_equal(part, expected)
