"""Games worth reading: chosen by what the rows say, told as they were played."""

from __future__ import annotations

import pytest

from tests.helpers import as_typed
from ucgsim.safe_text import place_word
from ucgsim.simulate.columns import SIDES
from ucgsim.studies.duel.replays import CLOSE, COMEBACK, TYPICAL, game_sheet, replays, worth_reading

pytestmark = pytest.mark.usefixtures("all_undrawn")


@pytest.fixture(scope="module")
def picks(kept):
    return {pick.why: pick for pick in worth_reading(kept.folder, kept.plan)}


def _behind(row):
    """How many battles the winner was behind after a Round, from the letters themselves."""
    own, other = ("A", "B") if row["winner"] == "a" else ("B", "A")
    stretches = row["battles"].split("/")[: row["rounds"] - 1]
    return max((text.count(other) - text.count(own) for text in stretches), default=0)


def test_three_different_games(picks):
    assert list(picks) == [CLOSE, COMEBACK, TYPICAL]
    assert len({pick.game for pick in picks.values()}) == 3


def test_no_game_was_a_bigger_comeback(picks, kept):
    rows = kept.games().collect().to_dicts()
    most = max(_behind(row) for row in rows)
    assert _behind(picks[COMEBACK].row) == most == -picks[COMEBACK].key[0]
    assert most > 0


def test_no_game_was_closer(picks, kept):
    games = kept.games().collect().filter(reason="battles")
    margin = (games["battles_won_a"] - games["battles_won_b"]).abs()
    assert picks[CLOSE].key[0] == margin.min()


def test_the_typical_game_ends_as_most_do(picks, kept):
    row = picks[TYPICAL].row
    lost = {side: sum(result.games for result in kept.findings.lost_by[side].values()) for side in SIDES}
    assert row["winner"] == min(lost, key=lost.__getitem__)
    assert kept.findings.ended_by[row["reason"]] == max(kept.findings.ended_by.values())
    assert abs(row["rounds"] - kept.findings.survival.median.rate) <= 1


def test_games_are_told_as_they_were(picks, kept, catalog):
    result, texts = replays(kept.folder, kept.plan, 3, "m001-", catalog)
    assert [row[0].text for row in result.rows] == [f"game {pick.game}" for pick in picks.values()]
    for cells, pick in zip(result.rows, picks.values(), strict=True):
        text = texts[cells[0].link]
        assert text.startswith(f"Game {pick.game}, the " if pick.why != TYPICAL else f"Game {pick.game}, a ")
        assert f"Round {pick.row['rounds']}, " in text
        assert f"Round {pick.row['rounds'] + 1}, " not in text
        assert "Your chance to win at the beginning of each Round: " in text
        assert as_typed("ucgsim", "replay", place_word(kept.folder.path), pick.game) in text


def test_a_sample_of_games_is_shown_row_by_row_and_says_so(kept):
    table, rows = game_sheet(kept.folder, kept.plan, 50), kept.games().head(50).collect()
    name = dict(zip(SIDES, (deck.name for deck in kept.plan.decks), strict=True))
    assert table.note.startswith("The first 50 of 400 games")
    for cells, row in zip(table.rows, rows.iter_rows(named=True), strict=True):
        said = dict(zip(table.columns, (cell.text for cell in cells), strict=True))
        assert (said["game"], said["Round of the end"]) == (str(row["game"]), str(row["rounds"]))
        assert (said["leads first"], said["won by"]) == (name[row["first_lead"]], name[row["winner"]])
        for side in SIDES:
            assert said[f"first DOUBLE of {name[side]}"] == str(row[f"double_{side}"] or "never")
    assert set(table.choices) <= set(table.columns)
    assert table.values("won by") == sorted(set(name.values()))
    assert game_sheet(kept.folder, kept.plan, 1000).note.startswith("All 400 games")
