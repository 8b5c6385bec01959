"""`--plan` and `--precision` of every question: what it takes, told alike; bad input."""

from __future__ import annotations

import json

import pytest

from tests.helpers import DECKLISTS, run

A, B, C = (str(DECKLISTS / f"plain-{name}.txt") for name in ("dyna-gaia", "kaiju", "rosso-blu"))


@pytest.fixture(scope="module", autouse=True)
def moment():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ucgsim.studies.forecast.SECONDS", 0.02)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("plans") / "run"
    result = run("duel", A, B, "-n", 100, "--lead-pairs", 0, "--out", out, "-j", 1)
    assert result.exit_code == 0, result.stderr
    return out


@pytest.mark.parametrize(
    ("words", "key", "games"),
    [
        (("duel", A, B), "games", 1),
        (("matrix", A, B, C), "games_per_matchup", 3),
        (("compare", A, B, "--against", C), "games_of_each_build", 2),
        (("redraw", A, "--against", B), "hands", 2),
        (("worth", "RUN"), "pairs", 100),
    ],
)
def test_every_plan_tells_games_and_minutes(folder, words, key, games):
    result = run(
        *(folder if word == "RUN" else word for word in words), "--plan", "--precision", "2pp", "--json", "-j", 1
    )
    assert result.exit_code == 0, result.stderr
    data = json.loads(result.stdout)
    (one,) = data["for_precision"]
    assert (one["points"], one["games"]) == (2, games * one[key])
    assert one["minutes"] == pytest.approx(one["games"] / data["games_per_second"] / 60)
    sizes = [each[key] for each in data["for_difference"]]
    assert sizes == sorted(sizes)
    assert sizes[0] < one[key] < sizes[-1]


def test_hands_are_as_many_as_a_precision_takes():
    result = run("redraw", A, "--precision", "8pp", "--json", "-j", 1)
    assert result.exit_code == 0, result.stderr
    data = json.loads(result.stdout)
    for choice in ("always_keep", "always_redraw"):
        assert (data[choice]["high"] - data[choice]["low"]) / 2 < 0.08
    assert data["hands"] < 170, "as many as the win rates take, which the gains do not exceed"


def test_hands_for_a_precision_are_hardly_more_than_it_takes():
    """Win rates take 9,604 hands for a point; what the choices win more than one another takes no more of them."""
    result = run("redraw", A, "--against", B, "--plan", "--precision", "1pp", "--json", "-j", 1)
    assert result.exit_code == 0, result.stderr
    hands = json.loads(result.stdout)["for_precision"][0]["hands"]
    assert hands == 9_602
    played = run("redraw", A, "--against", B, "--precision", "3pp", "--json", "-j", 1)
    data = json.loads(played.stdout)
    assert data["hands"] == 1_066
    gains = [data[name]["gain_over_keep"] for name in ("policy", "rules_from_halves")]
    assert all((each["high"] - each["low"]) / 2 <= 0.03 for each in (*gains, data["always_keep"], data["policy"]))


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("redraw", A, "--precision", "2pp", "-n", 100), "-n and --precision both say how many hands to play"),
        (("redraw", A, "--precision", "0pp"), "precision is 0 points"),
        (("matrix", A, B, "--plan", "--match", "bo3"), "leave out --match"),
        (("compare", A, B, "--plan", "--until-sure"), "leave out --until-sure"),
        (("worth", "RUN", "--swap", "BP01-001=BP01-002", "--precision", "2pp"), "leave out --swap"),
        (("worth", "RUN", "--precision", "2pp", "-n", 200), "give one of them"),
        (("worth", "RUN", "--precision", "200pp"), "precision is 200 points"),
        (("worth", "RUN", "--plan", "--plot", "a.svg"), "leave out --plot"),
    ],
)
def test_what_no_plan_can_tell_is_refused(folder, words, what):
    result = run(*(folder if word == "RUN" else word for word in words), "-j", 1)
    assert (result.exit_code, result.stdout) == (2, "")
    assert what in result.stderr
