"""The ladder: every pair of policies in every cell, kept, gone on with, and told with intervals."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from scripts import ladder as script
from scripts.generations import GENERATIONS, Played, exploit, generations_page, steps
from scripts.ladder import (
    GAMES,
    Duel,
    Findings,
    Ladder,
    contributions,
    kinds_part,
    ladder_page,
    main,
    play_ladder,
    speeds,
)
from tests.helpers import DECKLISTS
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.decks.checking import load_deck
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import sealed
from ucgsim.policies.strength import read_measured
from ucgsim.report.sheet import interval
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import Estimate, Method

DECKS = ("plain-kaiju", "plain-dyna-gaia", "plain-rosso-blu")


def ladder(policies=("random", "greedy"), **changes) -> Ladder:
    catalog = shipped_catalog()
    decks = tuple(load_deck(DECKLISTS / f"{name}.txt", catalog) for name in DECKS)
    return Ladder(policies, decks, catalog, DEFAULT_RULES, **{"games": 24, "slow_games": 24, **changes})


def test_half_are_mirrors_and_every_policy_has_every_deck_in_the_other_half():
    cells = list(ladder().cells())
    mirrors = [cell for cell in cells if cell.row == cell.column]
    crosses = [cell for cell in cells if cell.row != cell.column]
    assert len(mirrors) == 3
    assert {(cell.row, cell.column) for cell in crosses} == {(a, b) for a in range(3) for b in range(3) if a != b}
    assert sum(cell.games for cell in mirrors) == sum(cell.games for cell in crosses) == 12
    assert {cell.games for cell in ladder(("greedy", "search:4"), slow_games=240).cells()} == {40, 20}
    assert [cell.row == cell.column for cell in ladder(crosses=0).cells()] == [True] * 3


def test_it_goes_on_where_it_stopped_and_finds_the_same(tmp_path, monkeypatch):
    whole = play_ladder(ladder(), tmp_path / "whole")
    with pytest.raises(UcgsimError, match="have not met yet; run it again"):
        play_ladder(ladder(("random", "greedy", "greedy:lead=0")), tmp_path / "short", seconds=-1)
    with monkeypatch.context() as patch:
        patch.setattr(script, "time", SimpleNamespace(monotonic=itertools.count().__next__))
        assert play_ladder(ladder(), tmp_path / "cut", seconds=2).games < whole.games
    assert play_ladder(ladder(), tmp_path / "cut") == whole
    assert (tmp_path / "cut" / GAMES).read_bytes() == (tmp_path / "whole" / GAMES).read_bytes()
    monkeypatch.setattr(script, "_play", lambda *_: pytest.fail("played again"))
    assert play_ladder(ladder(), tmp_path / "whole") == whole


def test_a_policy_that_is_added_is_played_alone(tmp_path):
    first = play_ladder(ladder(), tmp_path)
    more = play_ladder(ladder(("random", "greedy", "greedy:lead=0")), tmp_path)
    assert more.between(0, 1) == first.between(0, 1)
    assert len(more.duels) == 3


def test_another_seed_or_a_damaged_file_is_refused(tmp_path):
    play_ladder(ladder(), tmp_path)
    with pytest.raises(UcgsimError, match="was played with other seed; name another folder"):
        play_ladder(ladder(seed=2), tmp_path)
    (tmp_path / GAMES).write_bytes((tmp_path / GAMES).read_bytes().replace(b"seed", b"sead", 1))
    with pytest.raises(UcgsimError, match=r"games\.json"):
        play_ladder(ladder(), tmp_path)


@pytest.mark.parametrize("policies", [(), ("greedy",), ("greedy", "greedy:patience=0.3"), ("greedy", "nobody")])
def test_what_is_no_ladder_is_refused(policies):
    with pytest.raises(UcgsimError):
        ladder(policies)


def test_figures_and_page_tell_the_strongest_first():
    duels = (Duel(0, 1, Outcomes.of((175, 0, 25)), Outcomes.of((160, 0, 40))),)
    result = Findings(("random", "greedy"), 3, 1, DEFAULT_RULES, duels)
    data = read_measured(sealed(result.to_json((5000.0, 4000.0))), "here")
    assert [each.name for each in data.policies] == ["greedy", "random"]
    assert data.policies[0].rating["rate"] == 0
    assert data.policies[1].rating["rate"] < -200
    assert data.policies[1].mirrors["rate"] == pytest.approx(0.125)
    page = ladder_page(result, (5000.0, 4000.0))
    assert "400 games over 3 decks" in page
    assert "| greedy v1 against random v1 | 87.5 % (" in page
    assert "| greedy v1 | +0 (" in page


def test_speed_is_games_a_second():
    assert all(speed > 0 for speed in speeds(ladder(), seconds=0.01))


def test_the_script_writes_a_page_and_figures(tmp_path):
    decks = [str(DECKLISTS / f"{name}.txt") for name in DECKS[:2]]
    args = ["--policy", "random", "--policy", "greedy", "-n", "8", "-j", "1", "--out", str(tmp_path), *decks]
    result = CliRunner().invoke(main, args, catch_exceptions=False)
    assert result.exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["README.md", GAMES, "ladder.json"]
    assert (tmp_path / "README.md").read_text() == result.stdout


def played_of(*rates: tuple[float, ...]) -> list[Played]:
    """Matrices whose rates are known to a tenth of a point."""
    cells = [
        tuple(Estimate(value, value - 1e-3, value + 1e-3, 100, 0.95, Method.WILSON) for value in each) for each in rates
    ]
    return [Played(f"player {k}", each, each) for k, each in enumerate(cells)]


def test_steps_say_how_far_matchups_move():
    first, second = steps(played_of((0.6, 0.4), (0.4, 0.4), (0.41, 0.39)))
    assert (first.players, first.matchups) == (("player 0", "player 1"), 2)
    assert first.moved == pytest.approx(100 * (0.2**2 / 2) ** 0.5, abs=0.01)
    assert first.largest == pytest.approx(20)
    assert first.sides == (1, 1)
    assert second.moved == pytest.approx(1, abs=0.01)
    assert second.sides == (0, 0)


def test_an_exploiter_is_measured_in_mirrors_and_told_on_the_page(tmp_path):
    paths = [DECKLISTS / f"{name}.txt" for name in DECKS]
    exploiter = exploit("greedy", "random", paths, games=40)
    assert exploiter.games == 120
    assert exploiter.won.low > 0.6
    page = generations_page(played_of((0.6, 0.4), (0.4, 0.4)), [exploiter], 3)
    assert "| player 0 | player 1 | 14.1 | 20.0 | 1 of 2 | 1 |" in page
    assert f"| {exploiter.player} | {exploiter.against} | " in page
    (tmp_path / GENERATIONS).write_text(page, encoding="utf-8")
    args = [*map(str, paths), "--policy", "random", "--policy", "greedy", "-n", "24", "--out", str(tmp_path), "-j", "1"]
    answer = CliRunner().invoke(main, args)
    assert answer.exit_code == 0, answer.output
    assert (tmp_path / "README.md").read_text(encoding="utf-8").endswith(page)


def test_kinds_of_decisions_are_weighed_and_told_on_the_page():
    kinds = contributions([DECKLISTS / "tiga-dyna.txt"], games=40)
    assert {each.games for each in kinds.values()} == {40}
    assert len({each.against for each in kinds.values()}) == len(kinds) == 6
    sets = kinds["what to set"]
    row = f"| what to set | {sets.against} | {interval(sets.won)} | 40 |"
    assert row in kinds_part(kinds).splitlines()
