"""The table of copies, variations of a deck, sample hands, and how answers are shown."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from tests.probability.small_decks import hero, kaiju, near, scene, two_heroes
from ucgsim.errors import UcgsimError
from ucgsim.probability import odds_of_cards
from ucgsim.probability.copies import copies_table
from ucgsim.probability.hands import deal_hands
from ucgsim.probability.result import Share
from ucgsim.probability.vary import count_rows, vary


@pytest.mark.parametrize(("size", "copies"), [(50, 4), (50, 20), (30, 7), (12, 3), (13, 12)])
def test_the_table_of_copies_is_what_the_question_answers(size, copies):
    deck = [*[hero("TIGA", 1)] * copies, *[kaiju("GOLZA")] * (size - copies)]
    row = copies_table(size, [copies]).rows[0]
    assert row.six == near(odds_of_cards(deck, "TIGA", redraw="never").probability)
    assert row.redrawn == near(odds_of_cards(deck, "TIGA").probability)
    assert row.reshuffled == near(odds_of_cards(deck, "TIGA", procedure="reshuffle").probability)
    assert row.by_turn == tuple(near(odds_of_cards(deck, "TIGA", turn=turn).probability) for turn in (2, 3, 4))


def test_the_table_that_people_pin_to_the_wall():
    table = copies_table()
    assert [row.copies for row in table.rows] == list(range(1, 21))
    assert [cell.text for cell in table.sheet().rows[3]] == [
        "4",
        "41.05 %",
        "67.95 %",
        "65.25 %",
        "70.86 %",
        "73.57 %",
        "76.09 %",
    ]
    assert table.to_pandas()["redraw"].iloc[3] == pytest.approx(0.679483)
    assert table.to_polars().shape == (20, 7)
    assert json.loads(json.dumps(table.as_json()))["rows"][0]["six"] == {"probability": near(3 / 25)}
    assert "copies in the deck" in table.figure().axes[0].get_xlabel()


def test_more_copies_never_hurt():
    rows = copies_table(40, range(41)).rows
    assert all(a <= b for low, high in pairwise(rows) for a, b in zip(low.chances, high.chances, strict=True))
    assert rows[0].chances == (0,) * 6
    assert rows[-1].chances == (1,) * 6


@pytest.mark.parametrize(("size", "copies", "turns"), [(11, [1], [2]), (50, [51], [2]), (50, [], [2]), (50, [1], [0])])
def test_tables_that_cannot_be_are_refused(size, copies, turns):
    with pytest.raises(UcgsimError):
        copies_table(size, copies, turns)


def test_a_variation_exchanges_cards_for_the_filler():
    result = vary(two_heroes(), "level 1 TIGA", ["level 1 TIGA: 6..10"], filler="scene")
    assert [(row.counts, row.filler) for row in result.rows] == [((n,), 16 - n) for n in range(6, 11)]
    table = copies_table(50, range(6, 11))
    assert [row.result.probability for row in result.rows] == [near(row.redrawn) for row in table.rows]
    assert result.now == (8,)
    assert result.best.counts == (10,)
    assert result.rows[2].result == odds_of_cards(two_heroes(), "level 1 TIGA")


def test_two_variables_share_the_filler():
    result = vary(two_heroes(), "chain", ["level 1 TIGA: 7..9", "level 2 TIGA: 6-7"], filler="scene")
    assert len(result.rows) == count_rows(["level 1 TIGA: 7..9", "level 2 TIGA: 6-7"]) == 6
    assert {sum(row.counts) + row.filler for row in result.rows} == {23}
    assert result.to_pandas().shape == (6, 8)
    assert result.to_polars().columns[:2] == ["level 1 TIGA", "level 2 TIGA"]
    assert len(json.loads(json.dumps(result.as_json()))["rows"]) == 6


def test_a_filler_that_the_deck_lacks_comes_from_the_known_cards():
    known = [kaiju("GOLZA"), hero("ZERO", 1)]
    result = vary(two_heroes(), "level 1 TIGA", ["level 1 TIGA: 4..8"], filler="kaiju", known=known)
    assert [row.filler for row in result.rows] == [4, 3, 2, 1, 0]
    swapped = vary(two_heroes(), "ZERO", ["ZERO: 0..4"], filler="scene", known=known)
    assert swapped.rows[4].result.probability == near(copies_table(50, [4]).rows[0].redrawn)


@pytest.mark.parametrize(
    ("variables", "filler", "hint"),
    [
        (["level 1 TIGA"], "scene", "4..12"),
        (["level 1 TIGA: 9..4"], "scene", "4..12"),
        (["level 1 TIGA >= 2: 4..9"], "scene", "without comparison"),
        (["level 1 TIGGA: 4..9"], "scene", "column 9"),
        (["level 1 TIGA: 4..20"], "scene", "the deck has 8"),
        (["level 1 TIGA: 4..9"], "hero", "what is exchanged must differ"),
        (["TIGA: 4..9", "level 1: 2..3"], "scene", "what is exchanged must differ"),
        (["level 1 TIGA: 1..2"], "mech", "no card is mech"),
        (["TIGA: 4..9", "DYNA: 2..3", "scene: 1..2"], "kaiju", "one or two"),
    ],
)
def test_variations_that_cannot_be_are_refused(variables, filler, hint):
    with pytest.raises(UcgsimError, match=hint):
        vary(two_heroes(), "chain", variables, filler=filler)


@pytest.mark.parametrize("variables", [["level 1 TIGA: 7..8"], ["level 1 TIGA: 7..8", "level 2 TIGA: 6..7"]])
def test_variations_are_drawn_with_names_on_the_axes(variables):
    figure = vary(two_heroes(), "chain", variables, filler="scene").figure()
    assert figure.axes[0].get_xlabel() == "cards of level 1 TIGA (in exchange for scene)"
    assert "chain" in figure.get_suptitle()
    assert figure.axes[0].get_ylabel() in {"chance (%)", "cards of level 2 TIGA"}


@pytest.mark.parametrize("options", [{}, {"sample": 300}, {"scene_draws": True}])
def test_chances_by_turn_are_drawn_with_what_they_rest_on(options, tmp_path):
    result = odds_of_cards(two_heroes(), "chain of 3", turn=3, **options)
    figure = result.figure()
    assert ("300 hands dealt" if options.get("sample") else "exact") in figure.get_suptitle()
    assert figure.get_supxlabel() == result.method
    assert figure.axes[0].get_xlabel() == "turn"
    from ucgsim.probability.plots import save_plot

    save_plot(figure, tmp_path / "plot.svg")
    assert (tmp_path / "plot.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert [path.name for path in tmp_path.iterdir()] == ["plot.svg"]


@pytest.mark.parametrize("name", ["plot.txt", "plot", "missing/plot.png", "folder.png"])
def test_plots_go_to_files_of_a_known_kind(name, tmp_path):
    from ucgsim.probability.plots import check_plot_path

    (tmp_path / "folder.png").mkdir()
    with pytest.raises(UcgsimError, match=r"plot|file"):
        check_plot_path(tmp_path / name)


def test_answers_as_json_table_and_text():
    result = odds_of_cards(two_heroes(), "level 1 TIGA", turn=2)
    data = json.loads(json.dumps(result.as_json()))
    assert data["exact"] is True
    assert data["probability"] == result.probability
    assert [row["turn"] for row in data["by_turn"]] == [1, 2, 3, 4]
    assert {"redraw_rate", "without_redraw", "method", "gain", "expected"} <= set(data)
    assert "low" not in data
    assert list(result.to_pandas().index) == [1, 2, 3, 4]
    assert list(result.to_pandas()["exact"]) == [True] * 4
    assert "n" not in result.to_pandas()
    assert result.to_polars()["probability"][1] == result.probability
    assert "by Round 2" in result.summary()
    assert "<table" in result._repr_html_()


def test_sampled_answers_carry_their_interval():
    result = odds_of_cards(two_heroes(), "level 1 TIGA", sample=500).as_json()
    assert result["exact"] is False
    assert result["low"] < result["probability"] < result["high"]
    assert result["samples"] == 500
    assert all("low" in row for row in result["by_turn"])


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0, "0.00 %"),
        (1, "100.00 %"),
        (1e-6, "under 0.01 %"),
        (1e-300, "under 0.01 %"),
        (1 - 1e-6, "over 99.99 %"),
        (1 - 2**-53, "over 99.99 %"),
        (1 / 3, "33.33 %"),
    ],
)
def test_exact_chances_are_never_rounded_to_a_lie(chance, text):
    assert str(Share.exactly(chance)) == text


def test_sample_hands_are_the_same_for_the_same_seed():
    first, again, other = (deal_hands(two_heroes(), 20, seed, want="chain") for seed in (1, 1, 2))
    assert first == again != other
    for hand in first:
        assert len(hand.cards) == len(hand.redraw) == 6
        held = [(card.characters, card.level) for card in hand.cards]
        assert hand.met == any((names, (level or 0) + 1) in held for names, level in held if names)


def test_a_hand_and_its_redraw_share_no_card():
    deck = [hero(f"H{index}", 1) for index in range(12)]
    for hand in deal_hands(deck, 10, 3):
        assert sorted(card.number for card in (*hand.cards, *hand.redraw)) == sorted(c.number for c in deck)
        assert hand.met is hand.redraw_met is None


@pytest.mark.parametrize(("size", "number", "hint"), [(11, 1, "twelve"), (50, 0, "hands"), (50, 10**6, "hands")])
def test_hands_that_cannot_be_dealt_are_refused(size, number, hint):
    with pytest.raises(UcgsimError, match=hint):
        deal_hands([scene(1)] * size, number, 1)


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_plot_takes_the_place_of_a_plot_and_of_nothing_else(ending, tmp_path):
    from matplotlib.figure import Figure

    from ucgsim.probability.plots import save_plot

    place = tmp_path / f"plot.{ending}"
    for _ in range(2):
        save_plot(Figure(), place)
    for other in (b"a photo", b""):
        place.write_bytes(other)
        with pytest.raises(UcgsimError, match="is there already and holds something else"):
            save_plot(Figure(), place)
        assert place.read_bytes() == other
