"""Games that end when they know: a matrix that looks for the best deck, and checks of whole fields."""

from __future__ import annotations

import itertools
import json
import shutil

import numpy as np
import pytest

import ucgsim
from tests.helpers import DECKLISTS, PLAIN, answer, assert_refuses
from ucgsim.errors import UcgsimError
from ucgsim.stats.outcomes import Outcomes
from ucgsim.studies import looks
from ucgsim.studies.check import read_check
from ucgsim.studies.kit.run import resume, verify
from ucgsim.studies.looks import UNTIL, Race, race_of_check, read_race
from ucgsim.studies.matrix import race as racing
from ucgsim.studies.matrix.question import matrix, read_matrix
from ucgsim.studies.matrix.race import RaceStanding


def raced(ahead, race, rng):
    """A race of decks of which each wins so much more than 50 %, `ahead` of those it meets."""
    keys = list(itertools.combinations(range(len(ahead)), 2))
    cells, deciding = dict.fromkeys(keys, Outcomes()), keys
    for look in race.looks:
        for a, b in deciding:
            more = (look - cells[a, b].games) // 2
            won = rng.binomial(more, 0.5 + ahead[a] - ahead[b], 2)
            cells[a, b] += Outcomes.of(np.stack([more - won, 0 * won, won], axis=1))
        standing = RaceStanding(cells, race.weights, race.stops(len(cells)))
        if standing.is_decided:
            break
        deciding = standing.deciding
    return standing


def test_looks_are_whole_parts_and_grow():
    looks = Race(500, 20_000, (0.5, 0.5)).looks
    assert looks[:6] == (500, 1000, 1500, 2000, 2500, 3000)
    assert looks[-3:] == (15_000, 19_000, 20_000)
    assert all(look % 500 == 0 for look in looks)
    assert Race(2, 2, (0.5, 0.5)).looks == (2,)
    assert Race(2, 4, (0.5, 0.5)).looks == (2, 4)


@pytest.mark.parametrize("ahead", [(0, 0, 0), (0.02, 0.0, -0.1)])
def test_a_worse_deck_is_hardly_ever_called_the_best(ahead):
    rng, race, times, wrong = np.random.default_rng(4), Race(100, 600, (1 / 3,) * 3), 25, 0
    for _ in range(times):
        standing = raced(np.array(ahead), race, rng)
        equal_or_worse = max(ahead) == min(ahead) or standing.field.best != 0
        wrong += equal_or_worse and not standing.field.rivals
    assert wrong <= 4


def test_games_go_to_the_decks_that_may_be_the_best():
    standing = raced(np.array([0.02, 0.02, -0.2, -0.2]), Race(200, 2000, (0.25,) * 4), np.random.default_rng(1))
    games = {key: cell.games for key, cell in standing.cells.items()}
    assert games[0, 1] == 2000
    assert games[2, 3] == 200


@pytest.fixture(scope="module")
def small():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(racing, "PART", 60)
        yield


@pytest.fixture(scope="module")
def whole(catalog, small, tmp_path_factory):
    out = tmp_path_factory.mktemp("race") / "run"
    return matrix(PLAIN, until="best", games=240, seed=3, lead_pairs=0, out=out, catalog=catalog)


def test_what_is_kept_is_the_same_for_any_jobs(catalog, small, whole, tmp_path):
    """Looks are taken when a round of parts is whole, however many processes played it."""
    for jobs in (1, 2):
        out = tmp_path / str(jobs)
        matrix(PLAIN, until="best", games=240, seed=3, lead_pairs=0, out=out, catalog=catalog, jobs=jobs)
        assert files(out) == files(whole.path)


def test_of_the_equilibrium_a_race_says_that_it_promises_nothing(whole):
    said = whole.to_json()["until_best"]["equilibrium"]
    among = [cell.games for key, cell in whole.cells.items() if {whole.names[deck] for deck in key} <= {*said["decks"]}]
    assert said["fewest_games_of_a_matchup"] == min(among, default=0)
    text = whole.summary()
    assert "not promised: by these games" in text
    assert all(deck in text.partition("not promised")[2] for deck in said["decks"])


def files(path):
    return {each.relative_to(path).as_posix(): each.read_bytes() for each in path.rglob("*") if each.is_file()}


def test_what_is_kept_is_the_same_after_an_interrupt_and_without_a_folder(catalog, small, whole, tmp_path):
    done = []

    def stop(games):
        done.append(games)
        if len(done) == 5:
            raise KeyboardInterrupt

    words = {"until": "best", "games": 240, "seed": 3, "lead_pairs": 0, "catalog": catalog}
    with pytest.raises(KeyboardInterrupt):
        matrix(PLAIN, **words, out=tmp_path / "run", advance=stop)
    with pytest.raises(UcgsimError, match="is not finished; run the same `ucgsim matrix --until best` again"):
        resume(tmp_path / "run", catalog)
    again = matrix(PLAIN, **words, out=tmp_path / "run")
    assert files(tmp_path / "run") == files(whole.path)
    assert again.cells == whole.cells == matrix(PLAIN, **words).cells == matrix(PLAIN, **words, out=again.path).cells


def test_a_folder_tells_what_was_left_coarse_and_can_be_mended(catalog, whole, tmp_path):
    shutil.copytree(whole.path, tmp_path / "run")
    result = read_matrix(tmp_path / "run")
    data = result.to_json()
    for key in ("matrix", "field", "best", "until_best", "ratings"):
        assert data[key] == whole.to_json()[key]
    each = data["until_best"]
    assert data["games"] == sum(result.play.games_each) == sum(cell.games for cell in result.cells.values())
    assert len(each["left_coarse"]) == sum(games < max(result.play.games_each) for games in result.play.games_each)
    assert "--until best -n 240" in result.command
    assert all(checked.holds for checked in verify(tmp_path / "run", catalog))
    next((tmp_path / "run").glob("*/part-00000.parquet")).unlink()
    assert resume(tmp_path / "run", catalog).played == 60
    assert files(tmp_path / "run") == files(whole.path)


def test_other_races_and_other_matrices_are_not_mixed(catalog, small, whole, field):
    words = {"seed": 3, "lead_pairs": 0, "catalog": catalog, "out": whole.path}
    assert_refuses("up to another number or for another field", matrix, PLAIN, until="best", games=300, **words)
    assert_refuses("holds a matrix that is a race", matrix, PLAIN, games=240, **words)
    with pytest.raises(UcgsimError, match="holds a matrix that is no race"):
        matrix(PLAIN, until="best", games=240, seed=7, out=field.path, catalog=catalog)
    assert_refuses("until 'worst' is unknown", matrix, PLAIN, until="worst", catalog=catalog)
    assert_refuses("plays games", matrix, PLAIN, until="best", match="bo3", catalog=catalog)


def test_the_command_tells_the_best_deck_and_where_games_went(small):
    words = ["matrix", *map(str, PLAIN), "--until", "best", "-n", "121", "-j", "1", "--lead-pairs", "0"]
    data = answer(*words)
    assert data["games_per_matchup"] is None
    assert data["until_best"]["most_games_per_matchup"] == 120


pytestmark = pytest.mark.usefixtures("all_undrawn")

CHECK = "search:2,with=planner"
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


def test_looks_of_a_check_end_with_all_games():
    assert RACE.looks == (50, 100, 150, 200, 250, 300, 400)
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
def whole_check(tmp_path_factory):
    return checked(out=tmp_path_factory.mktemp("whole") / "g")


def test_a_check_ends_when_it_knows_and_says_how_many_games_it_took(whole_check):
    result, place = whole_check, whole_check.path
    assert result.check is not None
    games = [duel.plan.games for duel in result.check.duels.values()]
    assert max(games) <= 400
    assert 100 < sum(games) < 800
    data = result.to_json()["check"]
    assert data["games_per_matchup"] is None
    assert data["games"] == sum(games)
    assert data["intervals_together"] == 2
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


def test_a_check_that_was_stopped_goes_on_to_the_same_games(whole_check, tmp_path, monkeypatch):
    def stops(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Race, "sides_open", stops)
    with pytest.raises(KeyboardInterrupt):
        checked(out=tmp_path / "cut")
    monkeypatch.undo()
    assert {part.name for part in (tmp_path / "cut" / "check").rglob("*.parquet")} == {"part-00000.parquet"}
    assert checked(out=tmp_path / "cut").to_json()["check"] == whole_check.to_json()["check"]
    for file in (whole_check.path / "check").rglob("*.parquet"):
        twin = tmp_path / "cut" / "check" / file.relative_to(whole_check.path / "check")
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


def test_a_check_that_ended_by_itself_takes_no_number(whole_check):
    assert_refuses("ends when it knows; name no games", checked, out=whole_check.path, check_games=100)


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
