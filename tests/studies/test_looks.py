"""Checks that end when they know: no side is named wrongly more often than promised, and nothing else changes."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ucgsim
from tests.helpers import DECKLISTS
from ucgsim.errors import UcgsimError
from ucgsim.stats.outcomes import Outcomes
from ucgsim.studies import looks
from ucgsim.studies.check import read_check
from ucgsim.studies.looks import UNTIL, Race, race_of_check, read_race

pytestmark = pytest.mark.usefixtures("all_undrawn")

CHECK = "search:2,turns=1,with=planner"
RACE = Race(50, 400, (), check=True)


def deck(name):
    return str(DECKLISTS / f"{name}.txt")


def outcomes(won, played):
    return Outcomes.of((played - won, 0, won))


def ended(chances, times, seed):
    """In how many of so many checks a side is told, wrongly or rightly, of which matchups, and the games they take."""
    chance = np.random.default_rng(seed)
    named, taken = np.zeros((times, len(chances)), int), np.zeros(times)
    for number in range(times):
        parts = chance.binomial(RACE.part, chances, (RACE.most // RACE.part, len(chances))).cumsum(axis=0)
        left = set(range(len(chances)))
        for look in RACE.looks:
            cells = {place: outcomes(parts[look // RACE.part - 1, place], look) for place in range(len(chances))}
            going_on = RACE.sides_open(cells) & left
            for place in left - going_on:
                named[number, place] = 1 if cells[place].estimate(0.95).rate > 0.5 else -1
                taken[number] += look
            left = going_on
            if not left:
                break
        taken[number] += len(left) * RACE.most
    return named, taken


def test_even_matchups_are_seldom_called():
    named, taken = ended((0.5, 0.5, 0.5), 1_500, 1)
    # 5 % are promised, of which Bonferroni leaves some: 3 % were measured, 0.05 lies four standard errors above.
    assert (named != 0).any(axis=1).mean() < 0.05
    assert taken.mean() > 1_150


def test_clear_matchups_end_soon():
    named, taken = ended((0.7, 0.3, 0.65), 500, 2)
    assert (named == (1, -1, 1)).all(axis=1).mean() > 0.97
    assert (named * (1, -1, 1) < 0).sum() == 0
    assert taken.mean() < 500


def test_looks_double_and_end_with_all_games():
    assert RACE.looks == (50, 100, 200, 400)
    assert race_of_check(398) == Race(50, 350, (), check=True)
    assert race_of_check(60) is None


@pytest.mark.parametrize("games", [100, 20_000, 30_000, 999_998])
def test_parts_of_a_check_are_small_and_not_too_many(games):
    """A part takes some milliseconds to count, however few games it has."""
    race = race_of_check(games)
    assert race.part == (50 if games < 25_600 else pytest.approx(games / looks.MOST_PARTS, abs=50))
    assert race.part % 50 == 0
    assert race.most // race.part < 2 * looks.MOST_PARTS
    assert games - race.part < race.most <= games


def checked(**options):
    return ucgsim.gauntlet(
        deck("tiga-dyna"),
        [deck("plain-kaiju"), deck("rosso-blu")],
        games=400,
        seed=5,
        check=CHECK,
        progress=False,
        **options,
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return checked(out=tmp_path_factory.mktemp("whole") / "g")


def test_a_check_ends_when_it_knows_and_says_how_many_games_it_took(whole):
    result, place = whole, whole.path
    assert result.check is not None
    games = [duel.plan.games for duel in result.check.duels.values()]
    assert max(games) <= 400
    assert 100 < sum(games) < 800
    data = result.to_json()["check"]
    assert data["games_per_matchup"] is None
    assert data["games"] == sum(games)
    assert data["intervals_together"] == 2 * len(RACE.looks)
    assert f"stronger play in {sum(games):,} games" in result.summary()
    fewest, most = min(games), max(games)
    each = f"{fewest:,} to {most:,}" if fewest < most else f"{most:,}"
    assert result.check.basis.startswith(f"{each} games a matchup, {sum(games):,} in all, ")
    assert "--check-games" not in result.command
    again = checked(out=place)
    assert again.to_json()["check"] == data
    assert read_race(place / "check") == RACE
    memory = checked()
    assert memory.to_json()["check"] == data


def test_a_check_that_was_stopped_goes_on_to_the_same_games(whole, tmp_path, monkeypatch):
    play, calls = looks.play_parts, []

    def fails(*args, **options):
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return play(*args, **options)

    monkeypatch.setattr(looks, "play_parts", fails)
    with pytest.raises(KeyboardInterrupt):
        checked(out=tmp_path / "cut")
    monkeypatch.undo()
    assert checked(out=tmp_path / "cut").to_json()["check"] == whole.to_json()["check"]
    for file in (whole.path / "check").rglob("*.parquet"):
        twin = tmp_path / "cut" / "check" / file.relative_to(whole.path / "check")
        assert twin.read_bytes() == file.read_bytes()


def test_a_number_of_games_that_is_named_is_played(tmp_path):
    result = checked(out=tmp_path / "g", check_games=100)
    assert result.check is not None
    assert [duel.plan.games for duel in result.check.duels.values()] == [100, 100]
    assert result.command.endswith("--check-games 100")
    assert not (tmp_path / "g" / "check" / UNTIL).exists()
    # The same folder again, without the number: it goes on to as many as are usual, all of them.
    again = checked(out=tmp_path / "g")
    assert again.check is not None
    assert [duel.plan.games for duel in again.check.duels.values()] == [400, 400]


def test_a_check_that_ended_by_itself_takes_no_number(whole):
    with pytest.raises(UcgsimError, match="ends when it knows; name no games"):
        checked(out=whole.path, check_games=100)


def test_a_duel_ends_its_check_too(tmp_path):
    options = {"games": 400, "seed": 5, "check": CHECK, "progress": False, "out": tmp_path / "d"}
    first = ucgsim.duel(deck("mebius-hikari"), deck("plain-kaiju"), **options)
    assert first.check is not None
    assert first.check.stops
    assert first.check.stops.looks == RACE.looks
    again = ucgsim.duel(deck("mebius-hikari"), deck("plain-kaiju"), **options)
    assert again.to_json()["check"] == first.to_json()["check"]
    place = tmp_path / "d" / "check" / UNTIL
    assert json.loads(place.read_text())["check"] is True
    assert read_check(CHECK, ("planner", "planner")) == CHECK
