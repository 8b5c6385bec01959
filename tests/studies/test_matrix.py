"""The matrix: antisymmetric, certain where it says so, ranked, resumed."""

from __future__ import annotations

import itertools
import json
import shutil
from types import SimpleNamespace

import numpy as np
import pytest

from tests.default_play import BY
from tests.helpers import assert_refuses, refusal
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import write_sealed
from ucgsim.report.sheet import about, interval
from ucgsim.simulate.plan import matchup_number
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import Method
from ucgsim.studies.matrix.answer import cycles, cycles_sentence, title_words
from ucgsim.studies.matrix.field import Field
from ucgsim.studies.matrix.played import FieldShape
from ucgsim.studies.matrix.question import matrix, read_matrix

from .conftest import assert_antisymmetric


@pytest.fixture
def lists(field):
    return list(field.decks)


def test_cells_are_antisymmetric_and_mirrors_even(field):
    assert_antisymmetric(field)


def test_every_matchup_has_chance_of_its_own(field):
    numbers = [duel.plan.matchup for duel in field.duels.values()]
    assert sorted(numbers) == [1, 2, 3]
    assert [duel.findings.games for duel in field.duels.values()] == [1000] * 3


def test_matchup_numbers_stay_when_decks_are_added():
    small = {pair: matchup_number(*pair) for pair in itertools.combinations(range(4), 2)}
    large = {pair: matchup_number(*pair) for pair in itertools.combinations(range(9), 2)}
    assert sorted(large.values()) == list(range(1, 37))
    assert small.items() <= large.items()


def test_the_field_is_the_mean_of_the_row(field):
    for row, estimate in enumerate(field.field.rates):
        assert estimate.rate == pytest.approx(sum(field.cell(row, column).rate for column in range(3)) / 3)


def test_circles_are_certain_under_a_play(field):
    assert f"certain under {BY}" in cycles_sentence(field) or not field.across.cycles
    assert all(f"Certain under {BY}" in line for line in cycles(field).note.splitlines())


OF_510 = Outcomes.of((490, 0, 510))


def test_the_deck_that_is_picked_has_an_interval_that_allows_for_it(field):
    """One deck, one interval: in the answer, in the ranking, next to the matrix, in data."""
    best, answer = field.field.best, field.to_json()
    single, text = field.field.rates[best], field.field.of_best
    assert text.low <= text.rate <= text.high
    words = f"{100 * text.rate:.1f} % ({100 * text.low:.1f} to {100 * text.high:.1f}"
    across = field.across.rates[field.across.best]
    # Ahead of the others beyond doubt it is no pick, and has the interval of its own games.
    is_pick = text.method is Method.PICKED
    assert is_pick == (text.low < single.low)
    assert is_pick == (text != single)
    assert f"{words}{'; for the best of 3' * is_pick})" in field.summary()
    # With both errors: the same one in the answer, next to the matrix and in the ranking.
    assert f"about {about(across)}" in field.answer()
    assert field.summary().count(interval(across)) >= 2
    assert interval(across) in field._repr_html_()
    assert across.low < text.low < text.high < across.high
    assert (f"^ {field.names[best]} is named because" in field.summary()) == is_pick
    assert answer["field"][field.across.best] == answer["best"]["against_field"]
    simply = field.across.simply(field.across.best)
    assert answer["best"]["against_field"]["simply"] == {"low": simply.low, "high": simply.high}
    assert simply.low < field.across.rates[field.across.best].low
    assert answer["best"]["against_field"]["rate_games"] == field.field.rates[field.across.best].rate
    assert dict(field.field_table().select("deck", "rate").iter_rows())[field.names[field.across.best]] == across.rate
    hardest = field.field.of_hardest
    words = f"{100 * hardest.rate:.1f} % ({100 * hardest.low:.1f} to {100 * hardest.high:.1f}"
    assert f"{words}{'; as the' if hardest.method is Method.PICKED else ')'}" in field.summary()


def test_a_deck_of_close_ones_is_told_as_the_pick_it_is():
    close = Field({(0, 1): OF_510, (0, 2): OF_510, (1, 2): OF_510}, (1 / 3,) * 3)
    assert close.of_best.method is Method.PICKED
    assert close.of_best.low < close.rates[close.best].low


def test_json(field):
    answer = json.loads(json.dumps(field.to_json(), allow_nan=False))
    assert answer["games"] == 3000
    mirror = {"rate": 0.5, "low": 0.5, "high": 0.5, "n": 0, "confidence": 0.95, "method": "by construction"}
    mirror |= {"rate_games": 0.5, "low_games": 0.5, "high_games": 0.5}
    assert answer["confidence"] == 0.95
    assert answer["matrix"][0][0] == mirror | {"mirror": True}
    assert answer["matrix"][0][1]["n"] == 1000
    assert [[cell["mirror"] for cell in row] for row in answer["matrix"]] == np.eye(3, dtype=bool).tolist()
    assert answer["ranking"][0] == field.names[field.rankings[0][0]]
    assert answer["command"].startswith("ucgsim matrix ")


def test_heat_map_shows_every_cell(field):
    axes = field.figure().axes[0]
    texts = [text.get_text() for text in axes.texts]
    assert texts.count("mirror") == 3
    assert len(texts) == 12
    # An image is made pixel by pixel, which takes 200 MB of many decks.
    assert not axes.images


def test_a_matrix_is_read_back(field):
    again = read_matrix(field.path)
    assert again.decks == field.decks
    assert again.to_json() | {"games_per_second": None} == field.to_json() | {"games_per_second": None}


def test_a_deck_more_leaves_the_other_cells_as_they_were(lists, field, catalog):
    smaller = matrix(lists[:2], games=1000, seed=7, catalog=catalog)
    assert smaller.cell(0, 1) == field.cell(0, 1)


def test_another_matrix_in_the_folder_is_refused(lists, field, catalog):
    with pytest.raises(UcgsimError, match="holds a matrix of other decks"):
        matrix(lists[:2], games=1000, seed=7, out=field.path, catalog=catalog)
    assert_refuses("differs in seed", matrix, lists, games=1000, seed=8, out=field.path, catalog=catalog)


def test_too_few_or_repeated_decks_are_refused(lists, catalog):
    assert_refuses("a matrix of 1 deck", matrix, lists[:1], catalog=catalog)
    assert_refuses("are the same list", matrix, [*lists, lists[0]], catalog=catalog)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 9}', '{"format": 1, "matchups": []}'])
def test_what_is_no_matrix_is_refused_in_one_line(text, tmp_path):
    (tmp_path / FieldShape.MATRIX).write_text(text)
    with pytest.raises(UcgsimError, match=FieldShape.MATRIX) as caught:
        read_matrix(tmp_path)
    assert "\n" not in str(caught.value)


def _weights(path, *rows):
    place = path / "weights.csv"
    place.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return place


def test_a_weighted_field(lists, field, tmp_path, catalog):
    names = field.names
    file = _weights(tmp_path, "deck,weight", f"{names[0]},25", f"{names[2]},75")
    out = tmp_path / "run"
    weighted = matrix(lists, games=1000, seed=7, field=file, out=out, catalog=catalog)
    assert weighted.field.weights == (0.25, 0.0, 0.75)
    for row, estimate in enumerate(weighted.field.rates):
        assert estimate.rate == pytest.approx(0.25 * field.cell(row, 0).rate + 0.75 * field.cell(row, 2).rate)
    assert weighted.to_json()["weights"] == dict(zip(names, (0.25, 0.0, 0.75), strict=True))
    assert "against the given field" in weighted.answer()
    # When games end was counted over all of them, without the weights.
    assert "half of all games are over" not in weighted.summary()
    # Each deck's own share is even by construction: what it rests on are its games against the others in the field.
    games = dict(weighted.field_table().select("deck", "games").iter_rows())
    assert games == {names[0]: 1000, names[1]: 2000, names[2]: 1000}
    assert f"{names[2]} 75.0 %, {names[0]} 25.0 %" in weighted.summary()
    again = read_matrix(out)
    assert again.to_json() | {"games_per_second": None} == weighted.to_json() | {"games_per_second": None}
    even = matrix(lists, games=1000, seed=7, out=out, catalog=catalog)
    assert even.field.rates == field.field.rates
    assert not (out / "field.csv").exists()


def test_weights_that_are_none_are_refused_before_anything_is_written(field, tmp_path, catalog):
    file = _weights(tmp_path, "Nobody,1")
    with pytest.raises(UcgsimError, match="line 1: no deck 'Nobody' was played; there are "):
        matrix(field.decks, games=1000, seed=7, field=file, out=tmp_path / "run", catalog=catalog)
    assert not (tmp_path / "run").exists()


def test_the_answer_names_best_deck_hardest_matchup_and_rounds(field):
    best = field.names[field.across.best]
    hardest = field.names[field.across.hardest(field.across.best)]
    rivals = field.across.rivals
    settled = all(map(field.across.more_would_not_tell, rivals))
    open_one = f"Not decided {'' if settled else 'yet '}which is best: {best} wins about "
    clear = f"{best} is best against the field: it wins about "
    assert field.answer().startswith(open_one if rivals else clear)
    assert field.answer().endswith("; more games would not tell.") == (bool(rivals) and settled)
    assert field.answer().endswith(f"its hardest matchup is {hardest}.") == (not rivals)
    assert "Half of all games are over by the end of Round" in field.summary()
    rounds = [duel.findings.round_distribution for duel in field.duels.values()]
    ended = sum(
        games for each in rounds for turn, games in each.items() if turn <= field.play.findings.survival.median.rate
    )
    assert ended >= field.total / 2


def test_a_field_of_one_deck_is_marked_as_by_construction(lists, field, tmp_path, catalog):
    file = _weights(tmp_path, f"{field.names[0]},1")
    result = matrix(lists, games=1000, seed=7, field=file, catalog=catalog)
    assert "50 % (by construction)" in result.summary()
    assert "50.0 to 50.0" not in result.summary() + result._repr_html_()
    texts = [text.get_text() for text in result.figure().axes[0].texts]
    assert (texts.count("mirror"), texts.count("itself")) == (3, 1)
    assert dict(result.field_table().select("deck", "games").iter_rows())[field.names[0]] == 0


def test_who_is_not_surely_behind_is_told_with_the_lead(lists, catalog):
    close = matrix(lists, games=10, seed=7, catalog=catalog)
    assert close.field.rivals
    assert close.answer().startswith("Not decided yet which is best: ")
    assert close.answer().endswith(" may be as good.")
    assert close.names[close.across.rivals[0]] in close.answer()
    result = close.summary().partition("but not surely ahead of ")[2].partition(". ")[0].partition(".\n")[0]
    for deck in close.field.rivals:
        lead = close.field.ahead_of(deck)
        words = f"{100 * lead.rate:.1f} points, {100 * lead.low:+.1f} to {100 * lead.high:+.1f}"
        assert f"{close.names[deck]} (by {words})" in close.summary()
    assert result.count(" points, ") == len(close.field.rivals)


@pytest.mark.parametrize(("size", "word"), [(2, "two"), (12, "twelve"), (13, "13")])
def test_a_title_asks_the_question(size, word):
    names = list(map(str, range(size)))
    text = title_words(SimpleNamespace(names=names, play=SimpleNamespace(entrant="deck"), field_source=None))
    assert text == f"Which of these {word} decks is best?"
    two_decks = SimpleNamespace(entrant="player")
    given = title_words(SimpleNamespace(names=names, play=two_decks, field_source="weights.csv"))
    assert given == f"Which of these {word} players is best in the given field?"


def edited_plan(place, **changes):
    """One value of a plan on disk is another."""
    plan = json.loads(place.read_text(encoding="utf-8"))
    card = next(iter(plan["decks"]["a"]["cards"]))
    del plan["seal"]
    write_sealed(place, json.loads(json.dumps(plan | changes).replace("{card}", card)))


MIXED = {
    "seed": {"seed": 8},
    "games": {"games": 998},
    "policies": {"policies": {"a": "greedy", "b": "random"}},
    "rules": {"rules": "1.4"},
    "first": {"first": "a"},
    "versions": {"versions": {"engine": "0" * 16}},
    "decks": {"blank": ["{card}"]},
    "matchup": {"matchup": 9},
}


@pytest.mark.parametrize("name", MIXED)
@pytest.mark.parametrize("place", [0, 2])
def test_matchups_that_were_not_played_as_one_are_refused(name, place, field, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(field.path, folder)
    changed = sorted(each for each in folder.iterdir() if each.is_dir())[place]
    edited_plan(changed / "plan.json", **MIXED[name])
    assert_refuses(rf"differs in {name} from what the matrix was played with; play it again", read_matrix, folder)
    for command in ("meta", "report"):
        assert f"differs in {name}" in refusal(command, folder)


def test_matchups_of_swapped_decks_are_refused(field, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(field.path, folder)
    listed = json.loads((folder / FieldShape.MATRIX).read_text())
    first, second = listed["matchups"][:2]
    first["folder"], second["folder"] = second["folder"], first["folder"]
    del listed["seal"]
    write_sealed(folder / FieldShape.MATRIX, listed)
    assert_refuses("differs in ", read_matrix, folder)


def test_parts_that_are_missing_or_unreadable_name_the_command_of_the_matrix(field, catalog, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(field.path, folder)
    part = next(folder.glob("*/part-00000.parquet"))
    part.write_bytes(b"nothing")
    assert_refuses(r"ucgsim run repair .* plays it again", read_matrix, folder)
    part.unlink()
    assert_refuses(r"part-00000\.parquet: is missing; run the same `ucgsim matrix` again", read_matrix, folder)
    assert matrix(field.decks, games=1000, seed=7, out=folder, catalog=catalog).play.played == 1000
    assert read_matrix(folder).to_json()["matrix"] == field.to_json()["matrix"]
