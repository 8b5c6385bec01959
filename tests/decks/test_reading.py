"""Decklists in four forms, and everything that may be wrong with their lines."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.waiting import assert_soon
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.deck import Deck
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import parse_deck, read_deck, unknown_numbers
from ucgsim.decks.writing import format_deck, write_deck
from ucgsim.errors import UcgsimError

CATALOG = shipped_catalog()
NUMBERS = sorted(CATALOG)
COUNTS = st.dictionaries(st.sampled_from(NUMBERS), st.integers(1, 20), min_size=1, max_size=20)


def counts(text: str) -> dict[str, int]:
    deck, problems = parse_deck(text, CATALOG)
    assert problems == []
    return dict(deck.counts)


def problems_of(text: str) -> list[str]:
    return [str(problem) for problem in parse_deck(text, CATALOG)[1]]


@pytest.mark.parametrize(
    ("printed", "number"),
    [
        ("AP(01/20) BP01-001", "BP01-001"),
        ("(PR-095)BP02-005", "BP02-005"),
        ("AP-S BP01-101", "BP01-101"),
        ("AP14BP05-061", "BP05-061"),
        ("BP04-Re(01/02)BP01-103", "BP01-103"),
        ("BP05ReBP04-102", "BP04-102"),
        ("ExPBP06-102", "BP06-102"),
        ("(Y25-P001)SD03-017", "SD03-017"),
        ("(05)PR-001", "PR-001"),
        ("SSSP(01/02) BP01-007", "BP01-007"),
    ],
)
@pytest.mark.parametrize("line", ["3 {}", "{} x3", "3x {} Some Name", "{} Some Name x3"])
def test_cr_4_1_3_parallels_and_reprints_count_as_their_number(printed, number, line):
    assert counts(line.format(printed)) == {number: 3}


def test_a_name_that_one_card_bears_stands_for_its_number():
    bearers = Counter(name for card in CATALOG.values() for name in {card.name, card.full_name})
    alone = [card for card in CATALOG.values() if bearers[card.full_name] == 1]
    assert len(alone) > 100
    for line in ("4 {}", "4 x {}"):
        assert counts("\n".join(line.format(card.full_name) for card in alone)) == {card.number: 4 for card in alone}
    assert counts("\n".join(f"{card.full_name.lower()} x4" for card in alone)) == {card.number: 4 for card in alone}


def test_a_name_of_several_cards_is_asked_about():
    assert problems_of("4 Ultraman Tiga Multi Type")[0].startswith(
        "line 1: Ultraman Tiga Multi Type: is the name of 11 cards, BP01-002, BP01-003, "
    )


def test_a_page_of_the_web_is_told_in_one_line():
    with pytest.raises(UcgsimError, match="is a page of the web"):
        parse_deck("<!DOCTYPE html>\n" + "<p>4 BP01-012</p>\n" * 500, CATALOG)


def test_a_long_text_without_a_card_is_told_in_one_line():
    assert problems_of("all is well\n" * 500) == [
        "is no decklist: none of its 500 lines can be read as a card; the first, line 1: "
        "is no card number and no card's name; a line is like '4 BP01-012 Ultraman Arc'"
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_comments_and_blank_lines_are_left_out(end):
    text = end.join(["# a list", "", "// more", "4 BP01-012", "   ", "2 BP01-092"])
    assert counts(text) == {"BP01-012": 4, "BP01-092": 2}


@pytest.mark.parametrize(
    "text",
    [
        "number,count\nBP01-012,4\nBP01-092,2\n",
        "count;number\n4;BP01-012\n2;BP01-092\n",
        "name\tqty\tcard\nUltraman Arc\t4\tBP01-012\nShagong\t2\tBP01-092\n",
        "BP01-012,4\nBP01-092,2",
        'number,count\n"AP(01/20) BP01-012","4"\nBP01-092,2\n',
        "# name: A\n\nnumber,count\n# half\nBP01-012,4\nBP01-092,2\n",
        '{"BP01-012": 4, "BP01-092": 2}',
        '{"BP01-012": 3, "BP01-092": "2", "BP01-012": 1}',
        '{"name": "A", "cards": {"BP01-012": 4, "BP01-092": 2}}',
        '[{"number": "BP01-012", "count": 4}, {"number": "BP01-092", "count": 2}]',
        json.dumps(
            {
                "version": 1,
                "generatedAt": "2026-01-01T00:00:00.000Z",
                "cards": [
                    {"key": "BP01-012", "count": 4, "card": {"number": "BP01-012", "name": "Ultraman Arc"}},
                    {"key": "BP01-092", "count": 2, "card": {}},
                ],
            }
        ),
    ],
)
def test_json_nebula_and_csv_are_read(text):
    assert counts(text) == {"BP01-012": 4, "BP01-092": 2}


def test_name_and_groups_stand_in_comments():
    text = "# name: My list \n# group starter: BP01-012, (PR-095)BP02-005\n# group of friends\n4 BP01-012\n"
    deck, problems = parse_deck(text, CATALOG, name="file")
    assert (deck.name, deck.groups, problems) == ("My list", {"starter": ("BP01-012", "BP02-005")}, [])


def test_a_list_without_a_name_is_called_like_its_file(tmp_path):
    file = tmp_path / "friday.txt"
    file.write_text("4 BP01-012\n", encoding="utf-8")
    deck = read_deck(file, CATALOG)
    assert (deck.name, deck.source, deck.size) == ("friday", file, 4)


def test_a_number_in_a_group_must_be_known():
    assert "BP01-112" in problems_of("# group late: BP01-112\n4 BP01-012")[0]
    assert problems_of("# group late: foo\n4 BP01-012")[0].startswith("line 1: foo: in a group is not in the catalog")


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("4 BP01-012\n4 hello", 2, "hello: is no card number and no card's name"),
        ("4 BP1-12", 1, "nearest are BP01-102, BP01-012"),
        ("4 BP01-012\n4", 2, "'4' holds no card number"),
        ("BP01-012 Ultraman Arc 4", 1, "has no clear count; if it is 4, write '4 BP01-012'"),
        ("BP01-012\tUltraman Arc\t1\t4", 1, "no clear count"),
        ("4. BP01-012", 1, "no clear count"),
        ("4) BP01-012", 1, "no clear count"),
        ("4 BP01-012 4 BP01-014", 1, "shares its line with BP01-014"),
        ("4 Ultraman Tiga", 1, "is the name of "),
        ("4 Ultraman Tigga Multi Type", 1, "nearest are Ultraman Tiga Multi Type"),
        ("4x Ultraman Tiga Multi Type x3", 1, "two counts, 3 and 4"),
        ("0 BP01-012", 1, "count '0'"),
        ("-1 BP01-012", 1, "count '-1'"),
        ("1000 BP01-012", 1, "count '1000'"),
        ("4 BP01-012 x3", 1, "two counts, 3 and 4"),
        ("number,count\nBP01-012,four", 2, "count 'four'"),
        ("number,count\nBP01-012", 2, "no count"),
        ("number,count\n\nhello,4", 3, "is no card number"),
        ('{"BP01-012": 4,\n "BP01-014": 2.5}', 2, "count '2.5'"),
        ('{"BP01-012": 4,\n "BP01-014": true}', 2, "count 'True'"),
        ('{"BP01-012": 4,\n "nonsense": 4}', 2, "nonsense: is no card number"),
        ('{"BP01-012": 4,\n', 2, "is no whole JSON"),
        ('{"version": 1, "cards": [\n{"key": "BP01-012", "count": null}]}', 2, "count 'None'"),
    ],
)
def test_what_is_wrong_with_a_line_is_told_with_its_number(text, line, word):
    result = problems_of(text)
    assert len(result) == 1
    assert result[0].startswith(f"line {line}: ")
    assert word in result[0]


@pytest.mark.parametrize(
    "text",
    [
        "# only a comment\n",
        "{}",
        "[]",
        '{"cards": 5}',
        "[1]",
        '[{"count": 4}]',
        "[" * 100_000,
        '{"a": ' + "9" * 5000 + "}",
    ],
    ids=range(8),
)
def test_what_is_no_list_is_told(text):
    deck, problems = parse_deck(text, CATALOG)
    assert deck.size == 0
    assert len(problems) == 1


def test_all_problems_are_told_at_once_with_file_and_line(tmp_path):
    file = tmp_path / "deck.txt"
    file.write_text("4 BP01-012\n4 hello\n4 BP01-112\n0 BP01-014\n", encoding="utf-8")
    with pytest.raises(UcgsimError) as caught:
        read_deck(file, CATALOG)
    lines = str(caught.value).splitlines()
    assert [line.split(": ")[0] for line in lines[:-1]] == [f"{file}, line {n}" for n in (2, 3, 4)]
    assert lines[-1] == f"{file}: --skip 2,4 leaves out what is not understood"
    assert "nearest are " in lines[1]


@pytest.mark.parametrize("content", [b"", b"\n", b"\0\1", b"\xff\xff\n"])
def test_a_file_that_is_no_text_is_refused(tmp_path, content):
    file = tmp_path / "deck.txt"
    file.write_bytes(content)
    with pytest.raises(UcgsimError, match="a decklist") as caught:
        read_deck(file, CATALOG)
    assert "\n" not in str(caught.value)


def test_no_file_and_a_folder_are_refused(tmp_path):
    with pytest.raises(UcgsimError, match="no such file"):
        read_deck(tmp_path / "absent.txt", CATALOG)
    with pytest.raises(UcgsimError, match="is a folder"):
        read_deck(tmp_path, CATALOG)


@given(wanted=COUNTS, form=st.sampled_from(DeckFormat))
def test_what_is_written_is_read_again(wanted, form):
    deck = Deck("a list", tuple(wanted.items()), {"some": tuple(wanted)[:2]})
    text = format_deck(deck, CATALOG, form)
    again, problems = parse_deck(text, CATALOG)
    assert problems == []
    assert (again.counts, again.fingerprint) == (deck.counts, deck.fingerprint)
    if form is DeckFormat.TEXT:
        assert (again.name, again.groups) == (deck.name, deck.groups)


@settings(max_examples=40)
@given(wanted=COUNTS, shuffle=st.randoms())
def test_order_and_form_do_not_change_the_fingerprint(wanted, shuffle):
    lines = [number for number, count in wanted.items() for _ in range(count)]
    shuffle.shuffle(lines)
    deck, _ = parse_deck("\n".join(lines), CATALOG)
    assert deck == Deck("deck", tuple(wanted.items()))
    assert deck.fingerprint == Deck("other", tuple(wanted.items())).fingerprint


@settings(max_examples=40)
@given(text=st.text(max_size=200))
def test_no_text_whatever_breaks_the_reader(text):
    deck, problems = parse_deck(text, CATALOG)
    assert deck.size > 0 or problems


def test_other_counts_have_another_fingerprint():
    prints = {Deck("a", (("BP01-012", n),)).fingerprint for n in range(1, 50)}
    assert len(prints) == 49
    assert all(len(each) == 10 for each in prints)


def test_a_deck_lists_its_cards_sorted():
    deck = Deck("a", (("BP01-014", 1), ("BP01-012", 2)))
    assert [card.number for card in deck.cards(CATALOG)] == ["BP01-012", "BP01-012", "BP01-014"]
    with pytest.raises(UcgsimError, match="no BP99-001"):
        Deck("a", (("BP99-001", 1),)).cards(CATALOG)


def test_the_text_form_names_cards_and_headings():
    text = format_deck(Deck("A\nB", (("BP01-105", 1), ("BP01-012", 2), ("BP99-001", 1))), CATALOG, DeckFormat.TEXT)
    assert text.splitlines() == [
        "# name: A B",
        "",
        "# ARC",
        "2 BP01-012 Ultraman Arc",
        "",
        "# scenes",
        f"1 BP01-105 {CATALOG['BP01-105'].full_name}",
        "",
        "# not in the catalog",
        "1 BP99-001",
    ]


def test_the_nebula_form_has_its_three_keys():
    value = json.loads(format_deck(Deck("A", (("BP01-012", 2), ("BP99-001", 1))), CATALOG, DeckFormat.NEBULA))
    assert list(value) == ["version", "generatedAt", "cards"]
    assert value["cards"][0]["key"] == "BP01-012"
    assert value["cards"][0]["card"]["name"] == "Ultraman Arc"
    assert value["cards"][1] == {"key": "BP99-001", "count": 1, "card": {"number": "BP99-001"}}


def test_a_deck_is_written_whole(tmp_path):
    file = tmp_path / "new" / "deck.csv"
    write_deck(Deck("A", (("BP01-012", 2),)), CATALOG, DeckFormat.CSV, file)
    assert file.read_text(encoding="utf-8") == "number,count\nBP01-012,2\n"
    assert list(file.parent.iterdir()) == [file]


def test_many_cards_that_nobody_knows_take_no_longer_than_a_second():
    with assert_soon(1):
        deck, problems = parse_deck("".join(f"4 ZZ{at % 90 + 10}-{at:04}\n" for at in range(3000)), CATALOG)
        lines = [*problems, *unknown_numbers(deck, CATALOG)]
    assert len(lines) == 3000


@pytest.mark.parametrize(
    "text",
    [
        "4 BP01-012\n" * 60_000,
        "{" + ",\n".join('"BP01-012": 4' for _ in range(60_000)) + "}",
        "BP01-012" + "\t" * 100_000 + "x",
        "# group a: BP01-012\n" * 20_000,
    ],
    ids=range(4),
)
def test_the_time_for_a_list_grows_with_its_length_alone(text):
    with assert_soon(3), suppress(UcgsimError):
        parse_deck(text, CATALOG)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a\n" * 25_001, "has 25,001 lines; a decklist of at most 25,000 was expected"),
        ('{"BP01-012": 4}'.replace("}", ', "BP01-012": 4' * 10_000 + "}"), "has 10,001 cards;"),
        ("# " + "a" * 500_000, "is larger than 0.5 MB; a decklist was expected"),
    ],
    ids=["lines", "cards", "bytes"],
)
def test_what_is_far_longer_than_any_deck_is_refused_at_once(tmp_path, text, what):
    file = tmp_path / "deck.txt"
    file.write_text(text, encoding="utf-8")
    with assert_soon(1), pytest.raises(UcgsimError) as caught:
        read_deck(file, CATALOG)
    assert str(caught.value).startswith(f"{file}: {what}")
    assert len(caught.value.lines) == 1


def test_a_number_of_several_lines_is_told_in_one():
    _, problems = parse_deck('{"!\\n!": null}', CATALOG)
    assert [str(problem) for problem in problems] == [
        "line 1: ! !: is no card number and no card's name; a line is like '4 BP01-012 Ultraman Arc'"
    ]


FORMS = ["{} BP01-012", "BP01-012 {}", "{}x BP01-012", "BP01-012 x{}", "BP01-012 = {}", "BP01-012 ({})"]
NAMED = ["({}) BP01-012", "{} Ultraman Mebius Blade Overload", "Ultraman Mebius Blade Overload x{}"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "count",
    [
        *("9999999999", "4,5", "4.5", "4/5", "1,000", "4:5", "4½", "４，５", "９９９９９９９９９９９"),
        *("4_5", "4;5", "4|5", "4 5"),
    ],
)
def test_a_count_that_is_none_is_refused_and_never_read_in_part(form, count):
    deck, problems = parse_deck(form.format(count), CATALOG)
    assert (deck.counts, len(problems)) == ((), 1)
    assert any(word in str(problems[0]) for word in ("count", "no card number")), str(problems[0])


@pytest.mark.parametrize("form", [*FORMS[:2], *NAMED])
@pytest.mark.parametrize("count", ["9999999999", "4,5", "4.5", "９" * 5000])
def test_a_count_is_refused_as_it_is_written(form, count):
    (problem,) = problems_of(form.format(count))
    assert "; it is a whole number from 1 to " in problem
    assert len(problem) < 200


def test_a_name_that_a_person_gave_comes_before_that_in_the_text():
    text = "# name: Found somewhere\n4 BP01-012\n"
    assert parse_deck(text, CATALOG, name="file")[0].name == "Found somewhere"
    assert parse_deck(text, CATALOG, name="file", called="Mine")[0].name == "Mine"
