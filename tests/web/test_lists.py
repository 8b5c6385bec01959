"""Decklists and links as the page reads them: the same cards, notes and problems as the commands, in both languages."""

from __future__ import annotations

import random
import re
import time

import pytest

from tests.decks.pasted import ASKED, AT_ONCE, LINKED, all_pasted
from tests.waiting import slowness
from tests.web.node import in_page, needs_node, shipped_decks
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.other_names import spellings
from ucgsim.decks.checking import check_deck
from ucgsim.decks.deck import Deck, by_line
from ucgsim.decks.entries import in_few_lines, read_text, unknown
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.link import from_link, to_link
from ucgsim.decks.names import lexicon
from ucgsim.decks.writing import format_deck
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import text_of
from ucgsim.language import messages, speaking

pytestmark = needs_node

CATALOG = shipped_catalog()
LISTS = (
    *("BP01-001 x4", "BP01-001 ×4枚", "4xBP01-001\nx3BP01-002\n2BP01-004", "4 BP01001\n2 bp01_002\n1 (BP01) 004"),
    *("BP01-001: 4", "(4) BP01-001\nBP01-002 (3)", "BP01-001,4\nBP01-002,3", "4 BP01–001"),
    *("# name: From Windows\r\n\r\n4 BP01-001\r\n2 BP01-002\r\n", "4 BP01-001\r2 BP01-002\r"),
    *("2 AP(01/20) BP01-001\n1 BP01-001_p1\n1 (PR-010)(01)BP01-001\n1 ExPBP01-002"),
    *("4 Ultraman Tiga Lv.1 (BP01-001)", "4 BP01-007 Tiga 3 · Zeperion Beam"),
    *("2 BP06-072 Type 23 Special Tactical Armored Kaiju Earth Garon", "4 BP04-017 Ultraman X"),
    *("- 4 BP01-001\n• 2 BP01-002\n* **3** BP01-004", "4 BP01-001 # the best\n2 BP01-002 // a second"),
    *("# heroes\nHeroes (6)\n4 BP01-001\n2 BP01-002\n\nScenes:\n4 BP01-105\n----\nTotal: 10 cards"),
    *("Deck\n4 BP01-001\n\nSideboard\n2 BP01-002", "4 BP01-001\nSB: 2 BP01-002"),
    *("4 BP01-001, 2 BP01-002; 3 BP01-004", "BP01-001\nBP01-001\nBP01-002 Ultraman Tiga Multi Type"),
    *("4 The Man who Created SKaRD\n2 Tiga 3 Zeperion Beam", "my deck from Sunday\n4 BP01-001\nsee you there"),
    *(
        "【キャラ】\n4 BP01-001\n【シーン 4枚】\n4 BP01-105",
        "BP01-001\nウルトラマンティガ\n×4\nBP01-002\nx3\nBP01-004\nティガ\n2枚\n",
    ),
    *('count,name,number\n4,"Ultraman, the Tiga",BP01-001', '{"BP01-001": 4, "BP01-002": "2"}'),
    *('[["BP01-001", 4], ["BP01-002", 1]]', '{"name": "x", "deck": [{"cardNumber": "BP01-001", "qty": 4}]}'),
    *('[[4, "BP01-001"], [1, "BP01-002"]]'),
    *('[{"name": "The Man who Created SKaRD", "count": 4}, {"id": "BP01-001", "num": 2}]'),
    *("name,number,count\n,BP01-001,4", '["BP01-001", "BP01-001", "2x BP01-002"]'),
    *('{"main": {"BP01-001": 4}, "sideboard": {"BP01-002": 1}}', "99 BP01-001", "3 BP01-001\n2 BP01-001"),
    *("0 BP01-001", "1000 BP01-001", "4 BP09-001", "4 BPO1-01", "4 Zeppelin Airship", "4 BP01-001 x3"),
    *("~~4 BP01-001~~", "4 BP01-001 and BP01-002", "4 BP01-001 Ultraman Gaia", "4 BP01-001 Lv.3", "4,5 BP01-001"),
    *("  \n\n", "2\n4 BP01-012", "https://page.example/#d=AQEKRGVjaw", "https://deck.example/4711"),
    *("<!doctype html><p>4 BP01-001", "4 BP01-105 Lv3", '{"BP01-001": 4,', '{"BP01-001": 1.5}', '{"BP01-001": [1]}'),
    *('["4"]', '{"BP01-001": 2, "BP01-001": 2}', "[1]", "{}", '[{"number": "BP01-001"}]'),
    *('[{"id": "BP01-012", "number_of": 4}]', '[{"count": 4}]', '[{"id": 16, "qty": null}]'),
    *("number,count\n4 BP01-001", 'number,count\n"BP01-001,4\nBP01-002,'),
    *("| card | qty |\n|---|---|\n| BP01-001 | x4 |", "<ul><li>4 BP01-001</li><li>2 Ultraman Tiga</ul>"),
    *("# name: Mine\n# group a: BP01-001\n4 BP01-001"),
    *("a\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\n"),
    *('{"ObjectStates": [{"Name": "Deck", "DeckIDs": [1]}]}', '{"ObjectStates": []}'),
    *('{"deck": {"BP01-012": 4}, "cards": {"BP01-012": 4}}', '{"main": {"BP01-001": 4}, "side": [{"id": "x"}]}'),
    *("4枚 BP01-012 &#12450;&#12540;&#12463; &amp; co", "4 BP01-012 &#55357;&#38;&#x26;"),
    *("a\n" * 30, "4 BP01-001 " + "very " * 400),
)
"""Lists in forms of all kinds, right and wrong; more are in `tests.decks.pasted`."""
FILES = [each.data for each in all_pasted()] + [text for text, _ in AT_ONCE.values() if isinstance(text, bytes)]
SIGNS = "ab 01-:;,.()[]{}<>#/x×*|\"'\t\n\r\x1a４ＢＰ－枚~=&ティ十①（）、・\u3000é🔥"


def corpus():
    """Every list that is in a test, decks that ship in every form, and links with what chats put around them."""
    yield from (*LISTS, *(text for text, _ in (*AT_ONCE.values(), *ASKED.values()) if isinstance(text, str)))
    yield from (each.data.decode() for each in all_pasted() if each.name not in {"Latin-1", "UTF-16"})
    first, *others = shipped_decks()
    yield from (format_deck(deck, CATALOG, form) for form in DeckFormat for deck in (first, others[-1]))
    links = [around.format(f"https://page.example/{to_link([first])}") for around in LINKED]
    yield from (*links, *(link.replace("A", "B", 1) for link in links))
    known = spellings()
    for kind in ("characters", "cards", "forms"):
        for way in sorted({way for names in known[kind].values() for way in names.get("ja", ())}):
            yield from (form.format(way) for form in ("{} Lv2 ×3", "2 BP01-010 {}"))


def mutated(chance, text, others):
    """A text with signs that were added, left out, changed or moved, or with a part of another one."""
    signs = list(text)
    for _ in range(chance.choice([1, 1, 2, 3, 5])):
        at, other = chance.randrange(len(signs) + 1), list(chance.choice(others))
        start = chance.randrange(len(other) + 1)
        end = at + chance.choice([0, 1, 1, 5])
        signs[at:end] = chance.choice([[chance.choice(SIGNS)], [], other[start : start + 20], signs[at : at + 9] * 2])
    return "".join(signs)


def by_commands(text):
    """What the commands read of a text: cards, what the list is called, problems, notes."""
    names = lexicon(CATALOG)
    try:
        reading = read_text(re.sub(r"\x1a\s*\Z", "", text.removeprefix("\ufeff")), names)
    except UcgsimError as error:
        return {}, "", [(0, str(error), [])], []
    counts, lines = {}, {}
    for card in reading.cards:
        counts[card.number] = counts.get(card.number, 0) + card.copies
        lines.setdefault(card.number, card.line)
    missing = unknown(sorted(counts), lines, names)
    problems = by_line([*reading.problems, *reading.unclear, *missing])
    known = {number: count for number, count in counts.items() if number in CATALOG}
    if not counts and not any(each.candidates for each in problems):
        problems = in_few_lines(problems)
    listed = [(each.line or 0, str(each), list(each.candidates)) for each in problems]
    if len(listed) > 50:
        listed = [*listed[:50], (0, f"{len(listed)} lines can't be read; the first, {listed[0][1]}", [])]
    return known, " ".join(reading.name.split())[:200], listed, list(reading.notes) if counts else []


def by_page(read):
    problems = [(each["line"], each["message"], each["candidates"]) for each in read["problems"]]
    return read["counts"], read["name"], problems, read["notes"]


def differing(texts, language="en"):
    """Texts that the page reads otherwise than the commands."""
    more = {} if language == "en" else {"language": language, "catalog": messages("page", language)}
    read_texts = in_page(read=texts, **more)["read"]
    with speaking(language):
        both = [(text, by_commands(text), by_page(read)) for text, read in zip(texts, read_texts, strict=True)]
    return [each for each in both if each[1] != each[2]]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_list_is_read_alike(language):
    assert differing([*corpus()], language) == []


def test_lists_at_random_are_read_alike():
    chance, lists = random.Random(11), [text[:600] for text in corpus()]
    assert differing([mutated(chance, text, lists) for text in chance.sample(lists, 500)]) == []


def test_files_are_read_alike():
    texts = [text_of(data, "a file", "a list") for data in FILES if b"\xe9" not in data]
    read_texts = in_page(read=[[*data] for data in FILES if b"\xe9" not in data])["read"]
    assert [by_page(read) for read in read_texts] == [by_commands(text) for text in texts]


def test_a_whole_list_of_unclear_names_shows_every_one():
    names = sorted({card.name for card in CATALOG.values() if card.name.startswith("Ultraman ")})
    (read,) = in_page(read=["".join(f"4 {name}\n" for name in names)])["read"]
    assert len(names) > 20
    assert len([problem for problem in read["problems"] if problem["candidates"]]) > 20


def test_noise_is_a_line_and_takes_no_time():
    chance = random.Random(1)
    noise = "".join(chance.choices(f"{SIGNS[:-1]}BP01-001 ", k=1_000_000))
    ends = [noise, noise[:400_000], "x" * 400_000, "4 " * 200_000, "(" * 400_000, "1," * 90_000 + "\n" * 20_000]
    ends += [
        "[" * 100_000,
        "[" * 200_000 + "]" * 200_000,
        '{"a":' * 50_000,
        "=" * 400_000,
        " " * 400_000,
        "|" * 400_000,
    ]
    ends += ["\n".join(["4 BP01-001 ((((" * 60] * 500) + "\nx"]
    read_texts = in_page(read=ends)["read"]
    for text, read in zip(ends, read_texts, strict=True):
        assert read["problems"] or read["counts"], text[:30]
        assert len(read["problems"]) <= 51
        assert all("\n" not in each["message"] and len(each["message"]) < 1100 for each in read["problems"])
        assert read["seconds"] < 10 * slowness(time.monotonic)
    assert read_texts[0]["problems"][0]["message"] == "has 1000000 letters; a decklist has at most 500000"


# ------------------------------------------------------------------------------------------------- links


def a_deck(chance, most):
    numbers = chance.sample([*CATALOG, "BP99-999", "ZX12-A0001", "PR-1234", "Y31-P001", "Q-001"], chance.randint(1, 20))
    name = chance.choice(["", "Deck", "ティガ 🌟", "a" * 60])
    return Deck(name, tuple((number, chance.randint(1, most)) for number in numbers))


def test_a_link_is_made_and_opened_alike_and_never_read_as_another():
    chance = random.Random(3)
    decks = [*shipped_decks(), *(a_deck(chance, chance.choice([4, 4, 999])) for _ in range(500))]
    links = [to_link([deck]) for deck in decks]
    assert in_page(link=[[{"name": deck.name, "counts": dict(deck.counts)}] for deck in decks])["link"] == links
    assert max(map(len, links[: len(shipped_decks())])) < 100
    held = [{"decks": [{"name": deck.name, "counts": dict(deck.counts)}]} for deck in decks]
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.%=#d"
    changes = [(chance.randrange(len(links)), chance.randrange(120), chance.randint(0, 2)) for _ in range(5_000)]
    changed = [f"{links[place][:at]}{chance.choice(signs)}{links[place][at + cut :]}" for place, at, cut in changes]
    opened = in_page(open=changed)["open"]
    assert opened == [opened_by_commands(text) for text in changed]
    read = [
        each == held[place] for (place, _, _), each in zip(changes, opened, strict=True) if not isinstance(each, str)
    ]
    assert all(read)
    assert len(read) < 1_000


def opened_by_commands(link):
    """The decks of a link, or why it can't be opened."""
    try:
        return {"decks": [{"name": deck.name, "counts": dict(deck.counts)} for deck in from_link(link)]}
    except UcgsimError as error:
        return str(error)


def test_what_no_link_holds_is_refused_in_a_line():
    wrong = [{"no card": 4}, {"BP01-001": 0}, {"BP01-001": 1000}, {"BP01-001": 1.5}]
    number, *counts = in_page(link=[[{"name": "x", "counts": each}] for each in wrong])["link"]
    assert number == "x: no card is no card number; one looks like BP01-012"
    assert all("it is a whole number from 1 to 999" in each for each in counts)


def test_a_link_holds_what_else_it_is_given():
    decks = [{"name": deck.name, "counts": dict(deck.counts)} for deck in shipped_decks()[:3]]
    several = {"decks": decks, "seed": "a b", "swap": [1, {"two": None}]}
    assert in_page(open=in_page(link=[several])["link"])["open"] == [several]


# ------------------------------------------------------------------------------------------------- the rules


def test_the_rules_of_a_deck_are_said_as_the_commands_say_them():
    whole = dict(shipped_decks()[0].counts)
    some = [number for number in CATALOG if CATALOG[number].copy_limit is None][:1]
    first = next(iter(whole))
    decks = [whole, whole | {first: 5}, whole | {first: whole[first] - 1}, {first: 99}, whole | {some[0]: 20}]
    for counts, wrong in zip(decks, in_page(check=decks)["check"], strict=True):
        assert wrong == [str(problem) for problem in check_deck(Deck("x", tuple(counts.items())), CATALOG)]
    ((unknown_one, *_),) = in_page(check=[{"BP09-001": 50}])["check"]
    assert unknown_one == f"BP09-001: is not in the catalog; nearest are {', '.join(CATALOG.nearest('BP09-001'))}"
