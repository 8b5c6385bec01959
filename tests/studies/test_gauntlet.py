"""One deck against its rivals: the row of a matrix, its worst and best as the picks that they are, kept and shown."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from tests.helpers import DECKLISTS, PLAIN, as_typed, assert_refuses
from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import LETTERS, bar
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import Method, by_construction, wilson
from ucgsim.studies.cards.watched import read_watched
from ucgsim.studies.check import Wanted
from ucgsim.studies.kit.kinds import kind_of
from ucgsim.studies.kit.run import check, verify, write_report
from ucgsim.studies.matrix.field import AcrossPlayers, Field
from ucgsim.studies.matrix.gauntlet import GauntletResult
from ucgsim.studies.matrix.question import gauntlet, read_matchups, read_matrix
from ucgsim.studies.tournament.games import read_played

pytestmark = pytest.mark.usefixtures("all_undrawn")


@pytest.fixture(scope="module")
def mine(catalog, tmp_path_factory):
    """A deck against two rivals, kept in a folder."""
    out = tmp_path_factory.mktemp("gauntlet") / "run"
    return gauntlet(PLAIN[0], PLAIN[1:], games=1000, seed=7, out=out, catalog=catalog)


def outcomes(won: int, games: int = 200) -> Outcomes:
    half = [[games // 2 - won // 2, 0, won // 2], [games // 2 - (won + 1) // 2, 0, (won + 1) // 2]]
    return Outcomes.of(half)


def row(*won: int, weights: tuple[float, ...] | None = None) -> Field:
    cells = {(0, place): outcomes(each) for place, each in enumerate(won, start=1)}
    return Field(cells, weights or (0.0, *(1 / len(won) for _ in won)))


def test_its_games_are_those_of_the_first_row_of_a_matrix(mine, field):
    assert [mine.field.cell(0, rival) for rival in (1, 2)] == [field.field.cell(0, rival) for rival in (1, 2)]
    assert mine.total == 2000


def test_what_is_worst_and_best_knows_that_it_was_picked():
    close = row(100, 98, 101, 99)
    assert (close.hardest(0), close.easiest(0)) == (2, 3)
    worst, best = close.ends(0)[2], close.ends(0)[3]
    assert worst.method is best.method is Method.PICKED
    assert worst.rate > close.cell(0, 2).rate
    assert best.rate < close.cell(0, 3).rate
    assert worst.low <= worst.rate <= worst.high
    assert worst.high >= close.cell(0, 2).high


def test_a_pick_beyond_doubt_keeps_its_rate():
    clear = row(20, 180)
    assert set(clear.ends(0)) == {1, 2}
    for rival, end in clear.ends(0).items():
        assert end.rate == pytest.approx(clear.cell(0, rival).rate, abs=0.001)


def test_a_single_rival_is_no_pick():
    single = row(60)
    assert single.ends(0) == {1: single.cell(0, 1)}


def test_shares_weigh_rivals_and_the_deck_itself_is_even():
    given = row(40, 160, weights=(0.5, 0.5, 0.0))
    assert given.rate(0).rate == pytest.approx(0.5 * 0.5 + 0.5 * 0.2)
    assert given.met(0) == [1]
    assert row(40, weights=(1.0, 0.0)).rate(0) == by_construction(0.5)


def test_what_costs_most_is_met_often_as_well_as_hard():
    given = row(80, 90, weights=(0.0, 0.1, 0.9))
    of_given = SimpleNamespace(field=given, shown=lambda rival: given.cell(0, rival))
    assert (given.hardest(0), GauntletResult.costliest.func(of_given)) == (1, 2)


def test_the_answer_tells_all_in_one_look(mine):
    text = mine.summary()
    assert text.startswith("Plain Dyna and Gaia wins about ")
    assert "these rivals" in mine.answer()
    for each in ("ucgsim improve ", "Leading the", "These games alone: "):
        assert each in text
    assert len(mine.answer().split()) <= 25
    assert text.index("of Round") < text.index("How games are lost")
    assert mine.command.startswith("ucgsim gauntlet ")


def test_a_matchup_has_one_value_though_it_is_named():
    """29 % in the table and 28 % in the matchup's own sheet were one matchup: the choice of it had moved the first."""
    close = row(60, 62, 140, 141)
    assert close.differs(0)
    alone = AcrossPlayers((close,), None)
    assert close.ends(0)[1] == alone.ends(0)[1] != close.cell(0, 1)
    assert [alone.cell(*key) for key in close.cells] == [close.cell(*key) for key in close.cells]


def test_of_equal_rivals_none_is_named():
    """Of three equal ones both ends were told with one and the same number in half of all runs."""
    equal = row(100, 98, 101)
    assert not equal.differs(0)
    generator = np.random.default_rng(3)
    wrong = sum(row(*generator.binomial(200, 0.5, 6).tolist()).differs(0) for _ in range(300))
    assert wrong <= 25


def test_what_was_kept_is_read_again(mine):
    again = read_matchups(mine.path)
    assert again.to_json() | {"games_per_second": None} == mine.to_json() | {"games_per_second": None}
    assert kind_of(mine.path) == "gauntlet"
    assert all(each.holds for each in verify(mine.path, {}))


def test_its_cards_are_those_that_are_counted_where_no_deck_is_named(mine, catalog):
    watched = read_watched(mine.path, catalog)
    assert watched.sides == (0, 0)
    assert read_watched(mine.path, catalog, deck="plain kaiju").sides == (1,)


def test_rivals_did_not_meet_so_it_is_no_matrix(mine):
    assert_refuses("holds a gauntlet", read_matrix, mine.path)
    assert_refuses("holds a gauntlet, in which rivals did not meet", read_played, mine.path)
    with pytest.raises(UcgsimError, match="holds a gauntlet of other decks"):
        gauntlet(PLAIN[1], [PLAIN[0]], games=1000, seed=7, out=mine.path)


def test_what_cannot_be_played_is_refused_in_one_line():
    assert_refuses("without a rival", gauntlet, PLAIN[0], [])
    assert_refuses("is a folder; name your one deck first", gauntlet, DECKLISTS, [PLAIN[0]])
    assert_refuses(r"is the same list as .*; name a rival that is another list", gauntlet, PLAIN[0], [PLAIN[0]])
    assert_refuses("are the same list", gauntlet, PLAIN[0], [PLAIN[1], PLAIN[1]])


def test_a_field_weighs_it_and_a_check_is_told(mine, catalog, tmp_path):
    weights = tmp_path / "weights.csv"
    weights.write_text("Plain Dyna and Gaia;20 %\nPlain Kaiju;80 %\n", encoding="utf-8")
    given = gauntlet(PLAIN[0], PLAIN[1:], games=200, seed=7, field=weights, catalog=catalog)
    assert given.field.weights == pytest.approx((0.2, 0.8, 0.0))
    assert "the given field" in given.answer()
    assert "counts as 50 %" in str(given.parts().foot)
    checked = check(given, Wanted("greedy", 100), jobs=1, catalog=catalog)
    assert "by stronger play" in str(checked.parts().foot)
    assert "greedy v1 on both sides" in checked.summary()
    assert len(checked.to_json()["check"]["matchups"]) == 2
    assert as_typed("--field", weights.name) in checked.command


def test_the_page_has_its_side_throughout(mine, catalog):
    page = write_report(mine.path, catalog=catalog).read_text(encoding="utf-8")
    assert "How does Plain Dyna and Gaia do against its two rivals?" in page
    assert "Plain Kaiju against Plain" not in page
    assert (mine.path / "tables" / "gauntlet.csv").is_file()


def test_a_bar_shows_rate_interval_and_even():
    assert bar(by_construction(0.5)) == " " * 12 + "o" + " " * 12
    text = bar(wilson(20, 100))
    assert len(text) == LETTERS
    assert text.index("o") < text.index(":")
    assert "-" in text
