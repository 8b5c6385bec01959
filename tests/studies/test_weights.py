"""The weights of a field: how names are read, where they are saved."""

from __future__ import annotations

import pytest

from tests.waiting import assert_soon
from ucgsim.errors import UcgsimError
from ucgsim.remarks import Remark, heard_by
from ucgsim.studies.weights import FIELD, GivenField, keep_field, kept_field, read_weights

NAMES = ("Tiga and Dyna", "Kaiju", "KAIJU")


def written(path, text):
    place = path / "weights.csv"
    place.write_text(text, encoding="utf-8")
    return place


@pytest.mark.parametrize("head", ["", "deck,weight\n", "Deck, Weight\n"])
def test_capitals_make_no_difference_where_one_deck_is_meant(head, tmp_path):
    file = written(tmp_path, f"{head}TIGA and dyna,0.5\nKaiju,0.2\nKAIJU,0.3\n")
    assert read_weights(file, NAMES) == pytest.approx((0.5, 0.2, 0.3))


@pytest.mark.parametrize(
    "text",
    [
        "Tiga and Dyna;0.5\nKaiju;0.2\nKAIJU;0.3\n",
        "Tiga and Dyna;0,5\nKaiju;0,2\nKAIJU;0,3\n",
        "Deck\tWeight\nTiga and Dyna\t50%\nKaiju\t20 %\nKAIJU\t30%\n",
        "tiga-dyna,50\nKaiju,20\nKAIJU,30\n",
        "Tiga-Dyna,15\nKaiju,6\nKAIJU,9\n",
    ],
)
def test_weights_are_read_as_people_write_them(text, tmp_path):
    assert read_weights(written(tmp_path, text), NAMES) == pytest.approx((0.5, 0.2, 0.3))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"weights\.csv: is empty; a table of the weights of a field was expected"),
        ("kaiju,1\n", "line 1: 'kaiju' may be Kaiju or KAIJU; write the name with its capitals"),
        ("Tiga and Dyna,0.5\ntiga and dyna,0.5\n", "line 2: 'Tiga and Dyna' has a weight already"),
        ("Kaiju,a half\n", "line 1: 'a half' is no weight; give a number such as 0.25, or 25%"),
        ("Kaiju;0,5;1\n", "line 1: has 3 columns"),
        ("tiga,1\n", "line 1: no deck 'tiga' was played; there are Tiga and Dyna, Kaiju, KAIJU"),
    ],
)
def test_names_that_mean_none_or_several_are_refused(text, message, tmp_path):
    with pytest.raises(UcgsimError, match=message):
        read_weights(written(tmp_path, text), NAMES)


@pytest.mark.parametrize("text", [f"{'9' * 20_000}x", f"1{' ' * 20_000}x", f"{' ' * 20_000}%", "1." * 10_000])
def test_a_long_cell_takes_no_time(text, tmp_path):
    """A pattern that begins again at each place of it took eleven seconds."""
    with assert_soon(1), pytest.raises(UcgsimError, match="is no weight"):
        read_weights(written(tmp_path, f"Kaiju,{text}\n"), NAMES)


def test_a_deck_that_is_not_played_is_left_out_with_a_remark(tmp_path):
    file = written(tmp_path, "Tiga and Dyna,12\nKaiju,7\nzero-geed,3\nWho,0\n")
    with pytest.warns(Remark, match=r"left out of the field, as not among the decks that are played: zero-geed, Who"):
        assert read_weights(file, NAMES) == pytest.approx((12 / 19, 7 / 19, 0))
    said: list[str] = []
    with heard_by(said.append):
        for _ in range(3):
            read_weights(file, NAMES)
    assert len(said) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Kaiju,50%\nKAIJU,0.5\n", "line 2: percentages and plain numbers in one file"),
        ("Kaiju,0\nKAIJU,0\n", "no deck that is played has a weight above 0"),
        ("zero-geed,3\n", "line 1: no deck 'zero-geed' was played"),
    ],
)
def test_weights_that_make_no_field_are_refused(text, message, tmp_path):
    with pytest.raises(UcgsimError, match=message):
        read_weights(written(tmp_path, text), NAMES)


def test_shares_are_kept_to_the_last_digit_and_dropped(tmp_path):
    field = GivenField((1 / 3, 1 / 7, 1 - 1 / 3 - 1 / 7), tmp_path / "elsewhere.csv")
    names = ('A, "the" deck', "B / C", "D")
    kept = keep_field(tmp_path, field, names)
    assert kept is not None
    assert kept.source == tmp_path / FIELD
    assert kept_field(tmp_path, names).weights == pytest.approx(field.weights, abs=1e-15)
    assert keep_field(tmp_path, None, names) is kept_field(tmp_path, names) is None
    assert not (tmp_path / FIELD).exists()
