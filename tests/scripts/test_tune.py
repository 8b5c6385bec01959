"""Tuning: what is better is found and nothing else is taken, it goes on where it stopped, and says what it rests on."""

from __future__ import annotations

import itertools
import json
import tomllib
from pathlib import Path

import click
import numpy as np
import pytest
from click.testing import CliRunner

from scripts import tune as script
from scripts.tune import KEPT, Budget, Tuning, main, tune
from scripts.tuning import GRID, Optimiser, Space, Verdict, state_of
from tests.helpers import DECKLISTS
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.checking import load_deck
from ucgsim.errors import UcgsimError
from ucgsim.policies.spec import FAMILIES, parse_policy
from ucgsim.simulate.plan import Terms

NAMES = ("plain-kaiju", "plain-dyna-gaia", "plain-rosso-blu")
PATHS = [str(DECKLISTS / f"{name}.txt") for name in NAMES]


def tuning(policy="greedy", **changes) -> Tuning:
    catalog = shipped_catalog()
    a, b, c = (load_deck(Path(path), catalog) for path in PATHS)
    settings = {"games": 48, "meetings": 4, "most": 480, "against": policy, **changes}
    return Tuning(
        policy=policy, decks=(a, b), shares=(0.5, 0.5), left_out=(c,), terms=Terms(catalog=catalog), **settings
    )


class Bowl:
    """A player whose scores are known: the nearer a number is to 0.8, the better."""

    def __init__(self, *_):
        pass

    def scores(self, meetings, policies):
        units = sum(each.games for each in meetings)
        far = [abs(parse_policy(name).number("patience") - 0.8) for name in policies]
        chance = np.random.default_rng(len(meetings) + units)
        luck = chance.random(units)
        return np.array([np.where(luck < 0.9 - each, 1.0, 0.0) for each in far])


def test_what_is_better_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(script, "Player", Bowl)
    result = tune(tuning(games=480, most=40_000), Budget(games=100_000), tmp_path)
    assert result.champion.number("patience") == pytest.approx(0.8, abs=0.1)
    assert result.accepted
    with (tmp_path / "greedy.toml").open("rb") as file:
        text = tomllib.load(file)
    assert text["record"]["tuned_on"] == [deck.name for deck in tuning().decks]
    assert text["record"]["left_out"] == [deck.name for deck in tuning().left_out]
    assert parse_policy(f"greedy@{tmp_path / 'greedy.toml'}") == result.champion


def test_what_is_no_better_is_not_taken():
    """With candidates that are all alike, hardly one tuning in twenty takes any of them, however many it tries."""
    chance, taken = np.random.default_rng(5), 0
    shares = np.where(np.isin(GRID, [-1.0, 1.0]), 0.1, np.where(np.isin(GRID, [-0.5, 0.5]), 0.2, 0.4 * (GRID == 0)))
    for _ in range(200):
        for number in range(1, 6):
            counts = np.zeros(len(GRID), np.int64)
            verdict = Verdict.CONTINUE
            while verdict is Verdict.CONTINUE and counts.sum() < 8_000:
                counts += chance.multinomial(500, shares)
                verdict = state_of(counts, number)
            taken += verdict is Verdict.BETTER
    # 200 tunings at 5 % are 10; 20 is three standard errors above, which chance alone passes once in 700 times.
    assert taken < 20


def test_it_goes_on_where_it_stopped_and_comes_to_the_same(tmp_path):
    whole = tune(tuning(), Budget(games=6_000), tmp_path / "whole")
    parts = [tune(tuning(), Budget(games=games), tmp_path / "cut") for games in (400, 2_000)]
    assert parts[0].games < parts[1].games < whole.games
    events = json.loads((tmp_path / "whole" / KEPT).read_bytes())["events"]
    cut = json.loads((tmp_path / "cut" / KEPT).read_bytes())["events"]
    first = [each for each in cut if each["kind"] == "generation"][:1]
    assert first == events[:1]
    again = tune(tuning(), Budget(games=6_000), tmp_path / "whole")
    assert again == whole


def test_the_optimiser_is_the_same_for_the_same_scores():
    space = Space(parse_policy("planner"))
    runs = []
    for _ in range(2):
        optimiser, names = Optimiser(space, space.start, (7, 0)), []
        for _ in range(3):
            points, policies = optimiser.ask()
            names += [policy.name for policy in policies]
            optimiser.tell(points, [float(point.sum()) for point in points])
            np.random.random()
        runs.append([*names, optimiser.favourite.name])
    assert runs[0] == runs[1]


def test_numbers_stay_in_their_range_and_in_the_name():
    space = Space(parse_policy("greedy:lead=0"))
    far = space.policy_at([1e6, 0.0])
    assert far.values == (0.0, 1.0)
    assert space.point_of(far)[0] == pytest.approx(7)
    tuned = ", ".join(kind.name for kind in FAMILIES if any(parameter.step for parameter in kind.parameters))
    with pytest.raises(UcgsimError, match=f"policy random: has no number that can be tuned; {tuned} have"):
        Space(parse_policy("random"))


def test_a_folder_of_another_tuning_is_refused(tmp_path):
    tune(tuning(), Budget(games=100), tmp_path)
    with pytest.raises(UcgsimError, match="was tuned with other policy and against; name another folder, or delete it"):
        tune(tuning("greedy:lead=0"), Budget(games=100), tmp_path)
    place = tmp_path / KEPT
    place.write_bytes(place.read_bytes().replace(b"generation", b"degeneracy"))
    with pytest.raises(UcgsimError, match="is damaged, or was changed since it was written"):
        tune(tuning(), Budget(games=100), tmp_path)


def test_a_stopped_one_keeps_what_was_played(tmp_path, monkeypatch):
    steps = itertools.count()

    def stop(_):
        if next(steps) == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune(tuning(), Budget(games=6_000), tmp_path, looked=stop)
    assert len(json.loads((tmp_path / KEPT).read_bytes())["events"]) == 2
    assert tune(tuning(), Budget(games=6_000), tmp_path).generations > 2


def run(*args: str):
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 0, result.output
    return result


def test_the_command_keeps_tells_and_names_its_file(tmp_path):
    words = ("greedy", *PATHS[:2], "--leave-out", PATHS[2], "--budget", "8000", "--out", str(tmp_path), "-j", "1")
    assert "2 decks, 1 left out" in run(*words).stdout
    result = json.loads(run(*words, "--json").stdout)
    assert result["basis"]["left_out"].keys() == {tuning().left_out[0].name}
    assert result["policy"] == parse_policy("greedy").label


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["greedy", *PATHS], "--out: name a folder"),
        (["random", *PATHS, "--out", "x"], "policy random: has no number that can be tuned"),
        (["clever", *PATHS, "--out", "x"], "policy 'clever' is unknown"),
        (["greedy", *PATHS, "--out", "x", "--budget", "soon"], "'soon' is no budget; give a time such as 10m"),
        (["greedy", *PATHS, "--out", "x", "--budget", "0s"], "'0s' is no budget"),
        (["greedy", *PATHS, "--out", "x", "--against", "nobody"], "policy 'nobody' is unknown"),
        (["greedy", PATHS[0], "--leave-out", PATHS[0], "--out", "x"], "are the same list; name each deck once"),
        (["greedy", "gone.txt", "--out", "x"], "gone.txt: no such file"),
        (["greedy", *PATHS, "--out", "x", "--field", "gone.csv"], "gone.csv: no such file"),
    ],
)
def test_bad_input_is_refused(args, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    error = CliRunner().invoke(main, args, standalone_mode=False).exception
    assert isinstance(error, UcgsimError | click.ClickException)
    assert message in str(error)
    assert not list(tmp_path.iterdir())
