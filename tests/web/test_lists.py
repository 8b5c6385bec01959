"""Decklists as the page reads them: the same cards as the commands, or a line that says why not."""

from __future__ import annotations

import json
import random
import time

from tests.decks.pasted import ASKED, AT_ONCE, LINKED, WIDE, all_pasted
from tests.waiting import slowness
from tests.web.node import needs_node, run_node, shipped_cards, shipped_decks
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.other_names import spellings
from ucgsim.decks.checking import check_deck
from ucgsim.decks.deck import Deck
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import parse_deck, unknown_numbers
from ucgsim.decks.writing import format_deck
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import text_of

pytestmark = needs_node

CATALOG = shipped_catalog()
FORMS = {
    "times behind": "BP01-001 x4",
    "Japanese": "BP01-001 ×4枚",
    "copies glued": "4xBP01-001\nx3BP01-002\n2BP01-004",
    "no hyphen": "4 BP01001\n2 bp01_002\n1 (BP01) 004",
    "a colon": "BP01-001: 4",
    "brackets": "(4) BP01-001\nBP01-002 (3)",
    "commas": "BP01-001,4\nBP01-002,3",
    "a dash of print": "4 BP01–001",
    "Windows": "# name: From Windows\r\n\r\n4 BP01-001\r\n2 BP01-002\r\n",
    "old Mac": "4 BP01-001\r2 BP01-002\r",
    "prints": "2 AP(01/20) BP01-001\n1 BP01-001_p1\n1 (PR-010)(01)BP01-001\n1 ExPBP01-002",
    "level": "4 Ultraman Tiga Lv.1 (BP01-001)",
    "as tables call it": "4 BP01-007 Tiga 3 · Zeperion Beam",
    "a number in a name": "2 BP06-072 Type 23 Special Tactical Armored Kaiju Earth Garon",
    "a sign in a name": "4 BP04-017 Ultraman X",
    "bullets": "- 4 BP01-001\n• 2 BP01-002\n* **3** BP01-004",
    "remarks": "4 BP01-001 # the best\n2 BP01-002 // a second",
    "headings": "# heroes\nHeroes (6)\n4 BP01-001\n2 BP01-002\n\nScenes:\n4 BP01-105\n----\nTotal: 10 cards",
    "sideboard": "Deck\n4 BP01-001\n\nSideboard\n2 BP01-002",
    "SB:": "4 BP01-001\nSB: 2 BP01-002",
    "one line": "4 BP01-001, 2 BP01-002; 3 BP01-004",
    "no counts": "BP01-001\nBP01-001\nBP01-002 Ultraman Tiga Multi Type",
    "a name of one card": "4 The Man who Created SKaRD\n2 Tiga 3 Zeperion Beam",
    "words around": "my deck from Sunday\n4 BP01-001\nsee you there",
    "Japanese headings": "【キャラ】\n4 BP01-001\n【シーン 4枚】\n4 BP01-105",
    "a picture's text": "BP01-001\nウルトラマンティガ\n×4\nBP01-002\nx3\nBP01-004\nティガ\n2枚\n",
    "CSV and quotes": 'count,name,number\n4,"Ultraman, the Tiga",BP01-001',
    "JSON": '{"BP01-001": 4, "BP01-002": "2"}',
    "JSON list": '[["BP01-001", 4], ["BP01-002", 1]]',
    "JSON names": '{"name": "x", "deck": [{"cardNumber": "BP01-001", "qty": 4}]}',
    "JSON pairs turned": '[[4, "BP01-001"], [1, "BP01-002"]]',
    "JSON by name": '[{"name": "The Man who Created SKaRD", "count": 4}, {"id": "BP01-001", "num": 2}]',
    "a first cell left blank": "name,number,count\n,BP01-001,4",
    "JSON lines": '["BP01-001", "BP01-001", "2x BP01-002"]',
    "JSON sideboard": '{"main": {"BP01-001": 4}, "sideboard": {"BP01-002": 1}}',
    "49 cards": "".join(f"{count} BP01-{at:03}\n" for at, count in enumerate([4] * 12 + [1], start=1)),
    "99": "99 BP01-001",
    "twice": "3 BP01-001\n2 BP01-001",
}
"""Lists that both read, by what is odd about them; more are in `tests.decks.pasted`."""
REFUSED = {
    "count 0": ("0 BP01-001", "line 1: BP01-001: has the count '0'; it is a whole number from 1 to 999"),
    "count 1000": ("1000 BP01-001", "line 1: BP01-001: has the count '1000'; it is a whole number from 1 to 999"),
    "unknown": ("4 BP09-001", "line 1: BP09-001: is not in the card file; nearest are "),
    "nearly a number": ("4 BPO1-01", "line 1: BPO1-01: is no card number and no card's name; nearest are "),
    "several cards": ("4 Ultraman Tiga", "line 1: Ultraman Tiga: is the name of "),
    "no card": ("4 Zeppelin Airship", "is no card number and no card's name; a line is like "),
    "count unclear": ("BP01-012 Ultraman Arc 4", "line 1: BP01-012: has "),
    "two counts": ("4 BP01-001 x3", "line 1: BP01-001: has two counts, "),
    "two cards": ("4 BP01-001 and BP01-002", "line 1: BP01-001: shares its line with BP01-002"),
    "another name": ("4 BP01-001 Ultraman Gaia", "line 1: BP01-001: is Ultraman Tiga, not Gaia"),
    "another level": ("4 BP01-001 Lv.3", "line 1: BP01-001: is Tiga 1, not of level 3"),
    "struck through": ("~~4 BP01-001~~", "line 1: BP01-001: is struck through"),
    "part of a card": ("4,5 BP01-001", "line 1: BP01-001: has "),
    "half a link": ("https://page.example/#d=AQEKRGVjaw", "this link was cut off or changed on its way"),
    "another link": ("https://deck.example/4711", "holds links alone"),
    "blank": ("  \n\n", "holds no card; a line is like "),
    "cut JSON": ('{"BP01-001": 4,', "is no whole JSON"),
    "half a card in JSON": ('{"BP01-001": 1.5}', "BP01-001: has the count '1.5'"),
    "a count that is a list": ('{"BP01-001": [1]}', "BP01-001: has the count "),
    "a count alone in JSON": ('["4"]', "4: is not read here"),
    "a line in a table": ("number,count\n4 BP01-001", "line 2: "),
    "a page": ("<!doctype html><p>4 BP01-001", "is a page of the web"),
    "long": ("4 BP01-001 " + "very " * 400, "which `ucgsim deck convert FILE` may read"),
}
"""Lists that neither reads, and how the page's line begins or what is in it."""
ONLY_PYTHON = {
    "HTML": "<ul><li>4 BP01-001</li></ul>",
    "a key twice": '{"BP01-001": 2, "BP01-001": 2}',
    "no count in JSON": '[{"number": "BP01-001"}]',
}


def by_page(texts, folder):
    place = folder / "cards.json"
    place.write_bytes(shipped_cards())
    return run_node("read_lists.mjs", [list(each) if isinstance(each, bytes) else each for each in texts], place)


def by_python(text):
    """The counts that the commands read, nothing where a line of the text is refused."""
    try:
        deck, problems = parse_deck(text, CATALOG)
    except UcgsimError:
        return None
    return None if problems or unknown_numbers(deck, CATALOG) else dict(deck.counts)


def messages(read):
    return [problem["message"] for problem in read["problems"]]


NAMED = {DeckFormat.TEXT, DeckFormat.LINK, DeckFormat.TABLETOP}
"""Forms that say what the deck is called."""


def test_decks_that_ship_are_read_in_every_form(tmp_path):
    asked = [(form, deck) for form in DeckFormat for deck in shipped_decks()]
    read_texts = by_page([format_deck(deck, CATALOG, form) for form, deck in asked], tmp_path)
    for (form, deck), read in zip(asked, read_texts, strict=True):
        assert (read["counts"], read["problems"], read["wrong"]) == (dict(deck.counts), [], []), form
        assert read["name"] == (deck.name if form in NAMED else ""), form


def test_lists_typed_by_hand_have_the_same_counts(tmp_path):
    read = dict(zip(FORMS, by_page(FORMS.values(), tmp_path), strict=True))
    assert {name: messages(each) for name, each in read.items() if each["problems"]} == {}
    assert {name: each["counts"] for name, each in read.items()} == {name: by_python(FORMS[name]) for name in FORMS}
    assert read["Windows"]["name"] == "From Windows"
    assert read["sideboard"]["notes"][-1] == "left out 2 cards of a sideboard; a deck of this game has none"
    assert read["words around"]["notes"] == ["skipped lines without a card: 1, 3"]


def test_lists_in_the_players_language_are_read_alike(tmp_path):
    characters = spellings()["characters"]
    lines = ["4枚 BP01-010 ウルトラマンアーク", "４　ＢＰ０１－０１０　ｱｰｸ", "BP01-010 울트라맨 아크 x4"]
    for ways in characters.values():
        for way in ways.get("ja", ()):
            lines += [f"4 {way}", f"{way} Lv2 ×3", f"レベル3 {way} 2枚", f"2 BP01-010 {way}"]
    lines += [f"3 {way}" for ways in spellings()["cards"].values() for way in ways.get("ja", ())]
    read = by_page(lines, tmp_path)
    assert {line: each["counts"] for line, each in zip(lines, read, strict=True) if each["counts"]} == {
        line: counts for line in lines if (counts := by_python(line))
    }
    assert all(each["counts"] == {"BP01-010": 4} for each in read[:3])
    assert sum(bool(each["counts"]) for each in read) > 60
    wrong = [
        each for line, each in zip(lines, read, strict=True) if line.startswith("2 BP01-010 ") and not each["counts"]
    ]
    assert len(wrong) > 0.9 * len(characters)


def test_what_nobody_can_read_is_a_line(tmp_path):
    read_texts = by_page([text for text, _ in REFUSED.values()], tmp_path)
    for (name, (_, said)), read in zip(REFUSED.items(), read_texts, strict=True):
        assert said in messages(read)[0], name
        assert "\n" not in messages(read)[0]
        assert read["counts"] == {}
    assert {name for name, (text, _) in REFUSED.items() if by_python(text)} <= {"long"}


def test_what_only_python_reads_says_so(tmp_path):
    for (name, text), read in zip(ONLY_PYTHON.items(), by_page(ONLY_PYTHON.values(), tmp_path), strict=True):
        assert "`ucgsim deck convert FILE`" in messages(read)[0], name
        assert by_python(text)
        assert read["counts"] == {}


def test_forty_lists_of_other_tools_are_read_alike(tmp_path):
    files = {each.name: each.data for each in all_pasted()}
    texts = {name: text_of(data, name, "a list") for name, data in files.items() if name != "Latin-1"}
    read = dict(zip(texts, by_page((files[name] for name in texts), tmp_path), strict=True))
    clean = {name: each["counts"] for name, each in read.items() if not each["problems"]}
    assert clean == {name: by_python(texts[name]) for name in clean}
    assert {name for name in texts if by_python(texts[name])} - set(clean) == {"HTML"}


def test_what_a_person_reads_at_once_is_read(tmp_path):
    read = zip(AT_ONCE.items(), by_page((text for text, _ in AT_ONCE.values()), tmp_path), strict=True)
    assert {name: messages(each) or each["counts"] for (name, _), each in read} == {
        name: wanted for name, (_, wanted) in AT_ONCE.items()
    }


def test_what_can_be_read_in_two_ways_is_asked_about(tmp_path):
    texts = [text for text, _ in ASKED.values()]
    for (name, (_, words)), read in zip(ASKED.items(), by_page(texts, tmp_path), strict=True):
        assert any(words.split(": ")[-1] in each for each in messages(read)), name


def test_an_unclear_name_comes_with_the_cards_that_it_may_be(tmp_path):
    tiga, near, one = by_page(["4 Ultraman Tiga", "4 BP09-001", "3 Tiga 2 Sky Type"], tmp_path)
    (problem,) = tiga["problems"]
    bearers = [card.number for card in CATALOG.values() if card.name == "Ultraman Tiga"]
    assert (problem["line"], problem["text"], problem["candidates"]) == (1, "Ultraman Tiga", bearers)
    assert near["problems"][0]["candidates"] == CATALOG.nearest("BP09-001")
    assert one["problems"][0]["candidates"] == ["BP01-006", "BP05-002"]


def test_a_whole_list_of_unclear_names_shows_every_one(tmp_path):
    names = sorted({card.name for card in CATALOG.values() if card.name.startswith("Ultraman ")})
    (read,) = by_page(["".join(f"4 {name}\n" for name in names)], tmp_path)
    assert len(names) > 20
    assert len([problem for problem in read["problems"] if problem["candidates"]]) > 20


def test_noise_is_a_line_and_takes_no_time(tmp_path):
    chance = random.Random(1)
    signs = "ab 01-:;,.()[]{}<>#/x×*|\"'\t\n４ＢＰ－枚~=&" + "BP01-001 "
    noise = "".join(chance.choices(signs, k=1_000_000))
    ends = [noise, noise[:400_000], "x" * 400_000, "4 " * 200_000, "(" * 400_000, "1," * 90_000 + "\n" * 20_000]
    ends += [
        "[" * 100_000,
        "[" * 200_000 + "]" * 200_000,
        '{"a":' * 50_000,
        "\n".join(["4 BP01-001 ((((" * 60] * 500),
        "=" * 400_000,
        " " * 400_000,
    ]
    read_texts = by_page(ends, tmp_path)
    for text, read in zip(ends, read_texts, strict=True):
        assert messages(read), text[:30]
        assert len(read["problems"]) <= 51
        assert all("\n" not in each and len(each) < 500 for each in messages(read))
        assert read["seconds"] < 10 * slowness(time.monotonic)
    assert messages(read_texts[0]) == ["has 1000000 letters; a decklist has at most 500000"]


def test_a_link_of_the_page_is_read(tmp_path):
    deck = shipped_decks()[0]
    link = run_node("make_links.mjs", [{"name": deck.name, "counts": dict(deck.counts)}])[0]
    whole = f"https://page.example/ucgsim/{link}"
    chats = [*(around.format(whole) for around in LINKED), whole.replace("#d=", "%23d%3D")]
    damaged = [each.replace(link[-8:], link[-7:]) for each in chats]
    for read in by_page(damaged, tmp_path):
        assert messages(read) == [
            "this link was cut off or changed on its way; copy the whole link again, from #d= to its end"
        ]
    for read in by_page([link, f" {whole}\n", *chats], tmp_path):
        assert (read["name"], read["counts"], read["problems"]) == (deck.name, dict(deck.counts), [])


# ------------------------------------------------------------------------------------------------- at random


def a_line(chance, cards):
    """A line of a card as anybody may write it, right or wrong."""
    card = chance.choice(cards)
    other = chance.choice(cards)
    number = card.number
    numbers = [number] * 6 + [
        number.lower(),
        number.replace("-", ""),
        f"({number})",
        number.translate(WIDE),
        number[:-1],
    ]
    names = [
        card.full_name,
        card.full_name,
        card.name,
        card.subtitle,
        *card.characters,
        other.name,
        "",
        "SR",
        "Type 23",
    ]
    names += [f"{card.name} Lv.{card.level}", f"{'/'.join(card.characters)} {card.level}", "01/20", "V2", "two", "(01)"]
    count = chance.choice([1, 2, 3, 4, 4, 4, chance.randint(0, 12), 99])
    counts = [str(count)] * 5 + [
        f"{count}x",
        f"x{count}",
        f"({count})",
        f"{count}枚",
        f"{count}.0",
        f"+{count}",
        f"x {count}",
    ]
    parts = [chance.choice([*numbers, ""]), chance.choice(names), chance.choice([*counts, ""])]
    if chance.random() < 0.6:
        chance.shuffle(parts)
    line = chance.choice([" "] * 8 + ["\t", ", ", " - ", " | ", ": "]).join(parts)
    first = chance.choice([""] * 12 + ["- ", "1. ", "#", "SB: ", "Sideboard\n", "Heroes: 8\n", "Ultraman Tiga\n"])
    return first + line + chance.choice([""] * 12 + [" # x4", ".", " 3", " (2)"])


def test_what_both_read_at_random_has_the_same_counts(tmp_path):
    chance = random.Random(11)
    cards = list(CATALOG.values())
    texts = ["\n".join(a_line(chance, cards) for _ in range(chance.choice([1, 1, 2, 3]))) for _ in range(700)]
    both = 0
    for text, read in zip(texts, by_page(texts, tmp_path), strict=True):
        counts = by_python(text)
        if counts is not None and not read["problems"]:
            both += 1
            assert read["counts"] == counts, text
    assert both > 150


# ------------------------------------------------------------------------------------------------- the rules


def test_the_rules_of_a_deck_are_said_as_the_commands_say_them(tmp_path):
    whole = dict(shipped_decks()[0].counts)
    some = [number for number in CATALOG if CATALOG[number].copy_limit is None][:1]
    first = next(iter(whole))
    wrong = [whole | {first: 5}, whole | {first: whole[first] - 1}, {first: 99}, whole | {some[0]: 20}]
    texts = [json.dumps(counts) for counts in [whole, *wrong]]
    for counts, read in zip([whole, *wrong], by_page(texts, tmp_path), strict=True):
        assert read["wrong"] == [str(problem) for problem in check_deck(Deck("x", tuple(counts.items())), CATALOG)]
    (unknown,) = run_node("make_links.mjs", {"BP09-001": 50}, tmp_path / "cards.json")
    assert unknown == f"BP09-001: is not in the catalog; nearest are {', '.join(CATALOG.nearest('BP09-001'))}"
