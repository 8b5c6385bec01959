"""`matrix --until best`: games go where they decide; its errors, its folder, and what cannot be asked."""

from __future__ import annotations

import itertools
import json
import shutil

import numpy as np
import pytest

from tests.helpers import PLAIN, run
from ucgsim.errors import UcgsimError
from ucgsim.stats.outcomes import Outcomes
from ucgsim.studies.kit.run import resume, verify
from ucgsim.studies.looks import Race
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
        standing = RaceStanding(cells, race.weights, len(race.looks))
        if standing.is_decided:
            break
        deciding = standing.deciding
    return standing


def test_looks_are_whole_parts_and_grow():
    assert Race(500, 20_000, (0.5, 0.5)).looks == (500, 1000, 1500, 2000, 3000, 4500, 7000, 10_500, 16_000, 20_000)
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
    with pytest.raises(UcgsimError, match="up to another number or for another field"):
        matrix(PLAIN, until="best", games=300, **words)
    with pytest.raises(UcgsimError, match="holds a matrix that is a race"):
        matrix(PLAIN, games=240, **words)
    with pytest.raises(UcgsimError, match="holds a matrix that is no race"):
        matrix(PLAIN, until="best", games=240, seed=7, out=field.path, catalog=catalog)
    with pytest.raises(UcgsimError, match="until 'worst' is unknown"):
        matrix(PLAIN, until="worst", catalog=catalog)
    with pytest.raises(UcgsimError, match="plays games"):
        matrix(PLAIN, until="best", match="bo3", catalog=catalog)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--precision", "2pp"], "--until best and --precision both share out the games"),
        (["--match", "bo3"], "leave out --match and --turns"),
        (["--until", "sure"], "'sure'"),
    ],
)
def test_what_a_race_cannot_be_asked_with_is_refused(options, what):
    result = run("matrix", *PLAIN, "--until", "best", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert what in result.stderr


def test_the_command_tells_the_best_deck_and_where_games_went(small):
    words = ["matrix", *map(str, PLAIN), "--until", "best", "-n", "121", "-j", "1", "--lead-pairs", "0"]
    result = run(*words, "--json")
    assert result.exit_code == 0, result.stderr
    data = json.loads(result.stdout)
    assert data["games_per_matchup"] is None
    assert data["until_best"]["most_games_per_matchup"] == 120
