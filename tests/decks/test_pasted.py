"""Lists as people paste them: every form of one deck, and lines in whose words a count or a slip hides."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.decks.pasted import ASKED, AT_ONCE, CARDS, CATALOG, DECK, all_pasted, lines
from ucgsim.decks.reading import parse_deck, read_deck, unknown_numbers
from ucgsim.errors import UcgsimError

PASTED = all_pasted()


def counts(text: str, **how) -> dict[str, int]:
    deck, problems = parse_deck(text, CATALOG, **how)
    assert [str(problem) for problem in problems] == []
    return dict(deck.counts)


def refusals(text: str) -> list[str]:
    deck, problems = parse_deck(text, CATALOG)
    return [str(problem) for problem in [*problems, *unknown_numbers(deck, CATALOG)]]


def test_a_page_in_one_long_line_loses_no_card():
    items = "".join(f"<li class='card'>{count}x {number} {card.full_name}</li>" for number, count, card in CARDS)
    assert counts(f"<ul>{'<span></span>' * 2000}{items}</ul>") == dict(DECK.counts)


def test_there_are_forty():
    assert len({pasted.name for pasted in PASTED}) == 40


@pytest.mark.parametrize("pasted", PASTED, ids=lambda pasted: pasted.name)
def test_a_pasted_list_is_the_deck_or_is_refused_with_its_reason(pasted, tmp_path):
    file = tmp_path / "pasted.txt"
    file.write_bytes(pasted.data)
    if pasted.refusal:
        with pytest.raises(UcgsimError) as caught:
            read_deck(file, CATALOG)
        assert pasted.refusal in str(caught.value)
        assert len(caught.value.lines) <= 14
        assert all(len(line) < 400 for line in caught.value.lines)
    else:
        assert read_deck(file, CATALOG).counts == DECK.counts


@pytest.mark.parametrize("name", AT_ONCE)
def test_what_a_person_reads_at_once_is_read(name, tmp_path):
    text, wanted = AT_ONCE[name]
    file = tmp_path / "pasted.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert dict(read_deck(file, CATALOG).counts) == wanted


@pytest.mark.parametrize("name", ASKED)
def test_what_can_be_read_in_two_ways_is_asked_about(name):
    text, words = ASKED[name]
    results = refusals(text)
    assert any(words in each for each in results)
    assert all(len(each) < 500 for each in results)


def test_counts_in_kanji():
    ones = "一二三四五六七八九"
    for count in range(1, 100):
        tens, few = divmod(count, 10)
        kanji = f"{ones[tens - 1] * (tens > 1)}{'十' * (tens > 0)}{ones[few - 1] * (few > 0)}"
        assert counts(f"BP01-012 {kanji}枚") == {"BP01-012": count}


@pytest.mark.parametrize(
    "line",
    [
        "4 BP01-012",
        "4X BP01-012",
        "4×BP01-012",
        "4 x BP01-012",
        "x4 BP01-012",
        "BP01-012 × 4",
        "BP01-012 x4 Ultraman Arc",
        "BP01-012 Ultraman Arc x4",
        "BP01-012: 4",
        "BP01-012 4",
        "  4\tbp01-012  # the one without text",
        "4 BP01-012 Ultraman Arc // from the first set",
        "4 (PR-010)(01)BP01-012 Ultraman Arc",
        "(PR-010)(02)BP01-012 x4",
        "2 BP01-012\n2 (PR-010)(01)BP01-012",
        "4x Ultraman Arc [BP01-012]",
        "Ultraman Arc 4x BP01-012",
        "4,BP01-012",
        "- 4 BP01-012",
        "• 4x BP01-012",
        "1. 4x BP01-012",
        "BP01-012 (4)",
        "BP01-012 (x4)",
        "(4) BP01-012",
        "BP01-012 4 Ultraman Arc",
        "BP01-012 Ultraman Arc (4)",
        "BP01-012\tUltraman Arc\t4",
        "Ultraman Arc\tBP01-012\t4\tC",
        "4\tBP01-012\tUltraman Arc\t1\tBASIC",
        "2 BP01-012, 2 BP01-012",
        "4xBP01-012",
        "x4BP01-012",
        "4BP01-012",
        "BP01-012x4",
        "BP01-012×4",
        "BP01-012 ×4枚",
        "BP01-012 x4枚",
        "BP01-012 4枚",
        "4枚 BP01-012",
        "×4 BP01-012",
        "BP01012 4",
        "(BP01) 012 x4",
        "Ultraman Arc (BP01) 012 x4",
        "4 Ultraman Arc (BP01) 012",
        "4 [BP01] 012",
        "4 BP01 012",
        "4 bp01.012",
        "4 BP01-012_P",
        "4 BP01-012-p1",
        "4 BP01-012_SR",
        "4 BP01-012P",
        "4 BP01-012 RRR ★",
        "4 BP01-012_1",
        "**4x** BP01-012 *Ultraman Arc*",
        "- [ ] 4x BP01-012",
        "> 4 BP01-012",
        "4x [BP01-012](https://cards.example/BP01-014)",
        "4 BP01-012 https://cards.example/bp01-014.png",
        "<li>4x BP01-012</li>",
        "<tr><td>4</td><td>BP01-012</td><td>Ultraman Arc</td></tr>",
        "<p>2x BP01-012</p><p>2x BP01-012</p>",
        "Ultraman Arc | BP01-012 | 4",
        "BP01-012; Ultraman Arc; qty: 4",
        "4 of BP01-012",
        "4(BP01-012)",
        "アーク4枚 BP01-012",
        "{'BP01-012': 4}",
        "4 -> BP01-012",
        "4 copies of BP01-012",
        "Card #BP01-012 x4",
        "1) 4x BP01-012",
        "④ BP01-012",
        "4 × BP01-012 (Ultraman Arc)",
        "4 BP01-012 ARC",
        "4 BP01-012 ultraman  árc",
        "4 BP01-012 Arc 1",
        "4 Arc Lv.1 BP01-012",
        "4 BP01-012 ウルトラマンアーク",
        "4 BP01-012 my favourite, signed",
        "4 BP01-012 my hero in this labyrinth",
        "4 BP01-012 max copies",
        "BP01-012 BP01-012 BP01-012 BP01-012",
        "['BP01-012', 'BP01-012', 'BP01-012', 'BP01-012']",
    ],
)
def test_count_and_number_are_found_wherever_they_stand(line):
    assert counts(line) == {"BP01-012": 4}


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("4 BP04-017 Ultraman X", "BP04-017"),
        ("4 Ultraman X 1 (BP04-017)", "BP04-017"),
        ("4 BP06-076 Type 23 Special Tactical Armored Kaiju Earth Garon Mod. 2", "BP06-076"),
        ("BP06-076 Type 23 Special Tactical Armored Kaiju Earth Garon Mod. 2 x4", "BP06-076"),
        ("4 BP02-110 Rainbow Appears: Part 2", "BP02-110"),
        ("4 Y25-P009", "Y25-P009"),
        ("4 BP01-079 Ultraman Z M78 Style Shining Tornado Slash", "BP01-079"),
        ("4 PR004", "PR-004"),
        ("4 (PR) 004", "PR-004"),
    ],
)
def test_names_and_codes_with_digits_are_no_counts(line, number):
    assert counts(line) == {number: 4}


@pytest.mark.parametrize(
    "line",
    [
        "BP01-012......4",
        "four BP01-012",
        "BP01-012, two of them",
        "4/BP01-012",
        "BP01-012 4/4",
        "4-BP01-012",
        "4_BP01-012",
        "BP01-012 SR4",
        "BP01-012 4SR",
        "BP01-012 アーク4",
        "Arc4 BP01-012",
        "BP01-012 Arc-4",
        "BP01-012 Arc/4",
        "BP01-012 Arcx4",
        "BP01-012 2 + 2",
        "BP01-012 // x3 of it",
        "BP01-012 枚",
        "BP01-012-4",
        "BP01-012_4",
        "BP01-012 Ultraman Arc 4",
        "BP01-014 Arc 2",
        "BP01-012 copies",
        "BP01-012  # 4",
        "BP01-012 # x4",
        "1\tBP01-012\tUltraman Arc\t4",
        "1 BP01-012 Ultraman Arc 4",
        "4 BP01-012 x3",
        "~~4 BP01-012~~",
        "4 BP01-012 BP01-014",
        "BP1-12",
        "4 BP01-12",
        "BPO1-012",
        "BP01-0012",
        "4",
        "x4",
        "4 Ultraman Tiga",
        "Ultraman Tiga 4",
        "Ultraman Zero Plasma Spark Slash 4",
    ],
)
def test_what_hides_a_count_or_a_card_is_refused_with_its_line(line):
    """A list of which the other lines are clear."""
    for text in (f"4 BP01-039\n{line}\n", f"4 BP01-039\n{line}\n4 BP01-041\n"):
        result = refusals(text)
        assert len(result) == 1
        assert result[0].startswith("line 2: ")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("4 BP01-010 Ultraman Tiga", "BP01-010 is Ultraman Arc, not Ultraman Tiga"),
        ("4 BP01-001 Ultraman Geed", "BP01-001 is Ultraman Tiga, not Ultraman Geed"),
        ("4 BP01-001 Hero", "BP01-001 is Ultraman Tiga, not Hero"),
        ("4 BP01-002 Ultraman Tiga (Sky Type)", "BP01-002 is Ultraman Tiga Multi Type, not Ultraman Tiga Sky Type"),
        ("4 BP01-001 zero RRR", "BP01-001 is Ultraman Tiga, not ZERO"),
        ("4 BP01-001 geed", "BP01-001 is Ultraman Tiga, not GEED"),
        ("BP01-001 Geed 1 x4", "BP01-001 is Ultraman Tiga, not GEED"),
        ("4 BP01-001 A Hero Appears", "BP01-001 is Ultraman Tiga, not A Hero Appears"),
        ("4x Ultraman Geed Primitive (BP01-001)", "BP01-001 is Ultraman Tiga, not Ultraman Geed Primitive"),
        ("4 Ultraman Geed (BP01) 001", "BP01-001 is Ultraman Tiga, not Ultraman Geed"),
        ("4 BP01-001 Tiga Lv.3", "BP01-001 is Ultraman Tiga, level 1, not 3"),
    ],
)
def test_a_name_that_is_another_cards_is_refused_with_both(line, words):
    text = "4 BP01-039\n" * 14 + line
    (result,) = refusals(text)
    assert result.startswith("line 15: ")
    assert words in result


@pytest.mark.parametrize(
    "text",
    [
        "name,qty,card number\nUltraman Geed,4,BP01-001\n",
        '[{"name": "Ultraman Geed",\n"id": "BP01-001", "count": 4}]',
        "<ul>\n<li>4x BP01-001 <i>Ultraman Geed</i></li></ul>",
    ],
    ids=["csv", "json", "html"],
)
def test_names_in_columns_are_witnesses_too(text):
    (result,) = refusals(text)
    assert "BP01-001 is Ultraman Tiga, not Ultraman Geed" in result


def test_a_line_with_a_name_alone_is_one_copy_whatever_the_name_holds():
    for card in CATALOG.values():
        for line in (f"{card.number} {card.full_name}", f"{card.full_name} ({card.number}) (01/20)"):
            assert counts(line) == {card.number: 1}, line


def test_no_card_of_the_catalog_is_contradicted_by_its_own_names():
    for card in CATALOG.values():
        names = [
            card.full_name,
            card.name,
            card.full_name.upper(),
            f"{card.name} {card.subtitle} RRR",
            *card.characters,
        ]
        for name in names:
            assert counts(f"4 {card.number} {name}") == {card.number: 4}, name


@pytest.mark.parametrize(
    "heading",
    [
        "My deck",
        "Deck (50)",
        "== Heroes (42) ==",
        "Heroes (42)",
        "### Scenes",
        "[Main Deck]",
        "Main Deck:",
        "Scenes: 8",
        "Level 1 (16)",
        "Lv. 2",
        "Total: 50 cards",
        "50 cards",
        "TIGA",
        "Ultraman Tiga",
        "https://cards.example/BP01-014",
        "```",
        "----",
        "Made with a tool on 2026-03-04",
        "2nd at locals, 12/11/2026",
        "🔥🔥🔥",
        "<h2>Heroes</h2>",
        "| --- | :-: |",
    ],
)
def test_what_holds_no_card_is_passed_over_and_told(heading):
    deck, problems = parse_deck(f"{heading}\n4 BP01-012\n2 BP01-014\n", CATALOG)
    assert problems == []
    assert dict(deck.counts) == {"BP01-012": 4, "BP01-014": 2}
    assert deck.notes == (() if heading[0] in "#`" else ("skipped 1 line without a card (line 1)",))


def test_a_heading_with_the_count_of_what_is_below_it_is_no_card():
    assert counts("Ultraman Tiga (6)\n4 BP01-001\n2 BP01-002\nDYNA: 7\n4 BP02-046\n3 BP02-049\n") == {
        "BP01-001": 4,
        "BP01-002": 2,
        "BP02-046": 4,
        "BP02-049": 3,
    }
    assert "no clear count" in refusals("Ultraman Tiga (5)\n4 BP01-001\n2 BP01-002\n")[0]


@pytest.mark.parametrize(
    "heading", ["Sideboard:", "Sideboard (2)", "## Sideboard", "// Sideboard", "Side Deck", "Maybeboard"]
)
def test_a_sideboard_is_left_out_of_a_deck_and_counts_in_a_pool(heading):
    text = f"4 BP01-012\n\n{heading}\n2 BP01-014\n"
    deck, problems = parse_deck(text, CATALOG)
    assert (dict(deck.counts), problems) == ({"BP01-012": 4}, [])
    assert "left out 2 cards under " in deck.notes[-1]
    assert counts(text, pool=True) == {"BP01-012": 4, "BP01-014": 2}
    assert counts(f"{heading}\nMain deck\n4 BP01-012\n") == {"BP01-012": 4}
    assert counts("4 BP01-012\nSB: 2 BP01-014\n") == {"BP01-012": 4}
    assert counts('{"main": {"BP01-012": 4}, "sideboard": {"BP01-014": 2}}') == {"BP01-012": 4}


HEADS = st.permutations(["card no.", "QTY", "Name", "Set"])


@given(head=HEADS, delimiter=st.sampled_from([",", ";", "\t", "|"]), end=st.sampled_from(["\n", "\r\n"]))
def test_tables_are_read_by_their_heads(head, delimiter, end):
    def row(number, count, card):
        cells = {"card no.": number, "QTY": str(count), "Name": f'"{card.full_name}"', "Set": number[:4]}
        text = delimiter.join(cells[name] for name in head)
        return f"| {text} |" if delimiter == "|" else text

    first = delimiter.join(head)
    assert counts(lines(row, first, end=end)) == dict(DECK.counts)


@pytest.mark.parametrize("number", ["number", "Card Number", "card_no", "Code", "ID", "card", "カード番号"])
@pytest.mark.parametrize("count", ["count", "Quantity", "qty.", "amount", "Copies", "枚数"])
def test_columns_have_many_names(number, count):
    assert counts(f"a title\n{count};{number}\n4;BP01-012\n2枚;BP01-014\nTotal;\n") == {"BP01-012": 4, "BP01-014": 2}


def test_product_and_number_in_two_columns_make_a_number():
    assert counts("Quantity,Name,Set Code,Collector Number\n4,Ultraman Arc,BP01,012\n") == {"BP01-012": 4}


@pytest.mark.parametrize(
    "value",
    [
        {"deck": {"main": [{"id": "BP01-012", "qty": 4}], "scenes": [{"id": "BP01-014", "qty": "2"}]}},
        {"name": "A", "cards": [{"card_number": "BP01012", "amount": 4}, {"code": "bp01_014", "quantity": 2}]},
        ["BP01-012", "BP01-012", "BP01-012", "BP01-012", "BP01-014", "BP01-014"],
        ["Exported from a tool", "4 BP01-012", "BP01-014 x2"],
        {"BP01-012": {"count": 4, "name": "Ultraman Arc"}, "BP01-014": {"count": 2}},
        [["BP01-012", 4], [2, "BP01-014"]],
        [{"card": {"number": "BP01-012"}, "count": 4}, {"card": "BP01-014", "count": 2}],
        {"version": 3, "total": 6, "list": {"BP01-012": 4, "BP01-014": 2}},
        [{"id": "BP01-012", "level": 1}] * 4 + [{"id": "BP01-014", "level": 2}] * 2,
    ],
)
def test_json_is_read_by_its_shape(value):
    assert counts(json.dumps(value)) == {"BP01-012": 4, "BP01-014": 2}
    assert counts(f"```json\n{json.dumps(value, indent=2)}\n```\n") == {"BP01-012": 4, "BP01-014": 2}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([{"id": "BP01-012", "number_of": 4}], "no clear count; if it is 4"),
        ([{"id": "BP01-012", "count": 4, "qty": 3}], "has two counts, 4 and 3"),
        ([{"id": "BP01-012", "number": "BP01-014", "count": 4}], "in one entry; say one number"),
        (["BP01-012", 4], "no number or no count"),
        ({"deck": {"BP01-012": 4}, "cards": {"BP01-012": 4}}, "are there once more"),
    ],
)
def test_json_that_is_not_clear_is_refused(value, words):
    (result,) = refusals(json.dumps(value))
    assert words in result


def test_a_level_tells_cards_of_one_name_apart():
    arcs = [card.number for card in CATALOG.values() if card.name == "Ultraman Omega" and card.level == 1]
    assert len(arcs) > 1
    for text in ("4 Ultraman Tiga Deracium Beam Torrent 3", "Tiga Lv.3 Deracium Beam Torrent x4"):
        assert counts(text) == {"BP01-008": 4}
    (result,) = refusals("4 Omega 1")
    assert f"is the name of {len(arcs)} cards, BP04-008 1000/7000 BASIC, BP04-009 6000/8000 POWER, " in result
    said = result.partition(" cards, ")[2].removesuffix("; write the number").split(", ")
    assert [each.partition(" ")[0] for each in said] == sorted(arcs)
    assert len(result) < 400


def test_a_list_of_unclear_names_is_told_in_few_lines():
    result = refusals("4 Ultraman Tiga\n" * 12)
    assert len(result) == 4
    assert result[-1].startswith("9 more lines name several cards (4, 5, 6, 7, 8, 9, 10, 11, 12); ")


COUNTED = st.sampled_from(["{}", "{}x", "x{}", "×{}", "{}枚", "×{}枚", "({})", "qty: {}"])
NUMBERED = st.sampled_from(["{}-{}", "{}{}", "{}_{}", "{} {}", "({}) {}", "{}-{}_p1", "{}-{} SR", "[{}-{}]", "{}-{}★"])
BETWEEN = st.sampled_from([" ", "  ", "\t", " | ", "; ", " - "])


@given(
    card=st.sampled_from(CARDS),
    count=st.integers(1, 12),
    counted=COUNTED,
    numbered=NUMBERED,
    between=BETWEEN,
    order=st.permutations(["count", "number", "name"]),
    lower=st.booleans(),
    named=st.booleans(),
)
def test_no_order_and_no_separator_makes_another_count(*, card, count, counted, numbered, between, order, lower, named):
    """Where a line does not make the count clear it may be refused; it is never read as another one."""
    number, _, known = card
    parts = {
        "count": counted.format(count),
        "number": numbered.format(*number.split("-")),
        "name": known.full_name if named else "",
    }
    line = between.join(parts[part] for part in order if parts[part])
    deck, problems = parse_deck(line.lower() if lower else line, CATALOG)
    assert dict(deck.counts) == {number: count} or (problems and not deck.counts)
    if counted not in {"{}", "({})"}:
        assert problems == []
    if order[0] == "count" and counted == "{}" and between in {" ", "\t"}:
        assert problems == []


@given(
    wanted=st.dictionaries(st.sampled_from([number for number, _, _ in CARDS]), st.integers(1, 9), min_size=1),
    order=st.permutations(["count", "number", "name"]),
    between=st.sampled_from([" ", "\t", " | "]),
    noise=st.lists(
        st.sampled_from(["", "Heroes (42)", "== Scenes ==", "Total: 50 cards", "My list", "---"]), max_size=3
    ),
    shuffle=st.randoms(),
)
def test_lists_in_any_order_and_with_any_heading_are_one_deck(wanted, order, between, noise, shuffle):
    def line(number, count):
        parts = {"count": f"x{count}", "number": number, "name": CATALOG[number].full_name}
        return between.join(parts[part] for part in order)

    body = [*(line(number, count) for number, count in wanted.items()), *noise]
    shuffle.shuffle(body)
    assert counts("\n".join(body)) == wanted
