"""Cards as the official list's interface hands them out: JSON in one language or several, and what of it is taken."""

from __future__ import annotations

import csv
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cards.open_catalog import HERO, SCENE, SHARED, csv_text, needs_shared
from tests.helpers import ROOT, run
from ucgsim.cards.card import Kind
from ucgsim.cards.catalog import Catalog, load_catalog, read_catalog, shipped_catalog
from ucgsim.cards.home import home
from ucgsim.cards.importing import ImportReport, import_catalog, without_english_name
from ucgsim.cards.official_ids import id_of, keep_ids, number_of, own_ids
from ucgsim.decks.card_news import find_news
from ucgsim.decks.reading import parse_deck
from ucgsim.effects.library import effects_of, judge, known_effects
from ucgsim.errors import UcgsimError

IN_DETAIL = ("name", "character_name", "effect", "type_name")
CODES = {"HAZARD": "disaster"}
DRAW = "《登場時》カードを引く。"


def obj(number: str, official: int = 9001, **members) -> dict[str, object]:
    """A card as the interface has it, made up."""
    detail = {"id": 7, "name": "Nova", "character_name": "NOVA", "effect": "-", "type_name": None}
    own = {key: members.pop(key) for key in IN_DETAIL if key in members}
    return {
        "id": official,
        "number": number,
        "rarity": {"value": "600_r", "description": "R"},
        "round": None,
        "level": "2",
        "type": {"value": "power", "description": "剛力"},
        "feature": {"value": "ultra_hero", "description": "ウルトラヒーロー"},
        "battle_power_1": 5000,
        "battle_power_2": 9000,
        "battle_power_3": None,
        "battle_power_ex": None,
        "detail": detail | own,
    } | members


JAPANESE = obj("ZZ01-001", name="ノヴァ", character_name="ティガ", effect=f"[SIN]{DRAW}")


def imported(tmp_path, value) -> ImportReport:
    file = tmp_path / "cards.json"
    file.write_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return import_catalog(file)


def row_object(row: dict[str, str]) -> dict[str, object]:
    """A row of a table as the interface has the same print."""
    values = {key: value or None for key, value in row.items()}
    coded = {"type": CODES.get(row["type"], row["type"].lower()), "feature": row["feature"].lower().replace(" ", "_")}
    for key, code in coded.items():
        values[key] = {"value": code, "description": row[key]} if row[key] else None
    bp = {key: int(value) for key, value in row.items() if key.startswith("battle_power") and value}
    return values | bp | {"id": int(row["id"]), "detail": {key: values.pop(key) for key in IN_DETAIL} | {"id": 1}}


@needs_shared
def test_the_whole_list_in_json_is_the_same_catalog(tmp_path):
    with SHARED.open(encoding="utf-8-sig", newline="") as file:
        rows = [row_object(row) for row in csv.DictReader(file)]
    page = {"data": rows, "links": {"next": None}, "meta": {"types": [{"value": "basic", "description": "BASIC"}]}}
    read, table = imported(tmp_path, page), import_catalog(SHARED)
    assert (read.cards, read.texts, read.ids, read.prints) == (table.cards, table.texts, table.ids, table.prints)
    assert (read.refused, read.foreign, len(read.mended)) == ((), frozenset(), len(table.mended))


def test_facts_are_read_by_their_codes_whatever_the_language(tmp_path):
    (card,) = imported(tmp_path, [obj("ZZ01-001", type={"value": "disaster", "description": "災害"})]).cards
    assert (card.type, card.kinds, card.level, card.bp) == ("HAZARD", (Kind.ULTRA_HERO,), 2, (5000, 9000, None, None))
    assert (card.name, card.characters, card.rarity, card.has_text) == ("Nova", ("NOVA",), "R", False)


@pytest.mark.parametrize(
    ("members", "kinds", "type_"),
    [
        ({"feature": "怪獣", "type": "災禍"}, (Kind.KAIJU,), "HAZARD"),
        ({"feature": {"name": "Kaiju"}, "type": {"name": "Speed"}}, (Kind.KAIJU,), "SPEED"),
        (
            {"feature": None, "features": [{"name": "Kaiju"}, {"name": "Ultra Hero"}]},
            (Kind.KAIJU, Kind.ULTRA_HERO),
            "POWER",
        ),
        ({"type": {"value": "fusion", "description": "融合"}}, (Kind.ULTRA_HERO,), "FUSION"),
    ],
)
def test_objects_names_and_lists_are_read(tmp_path, members, kinds, type_):
    (card,) = imported(tmp_path, [obj("ZZ01-001", **members)]).cards
    assert (card.kinds, card.type) == (kinds, type_)


def test_a_scene_and_a_flat_object_are_read(tmp_path):
    report = imported(tmp_path, {"data": [HERO, SCENE | {"round": 0.0}]})
    assert [card.number for card in report.cards] == ["BP01-001", "BP01-002"]
    assert report.cards[1].round == 0
    assert report.texts == {"BP01-002": SCENE["effect"]}


@pytest.mark.parametrize(
    "wrap",
    [
        lambda cards: cards,
        lambda cards: {"data": cards},
        lambda cards: {"us": {"data": cards[:1]}, "jp": {"data": cards[1:]}},
        lambda cards: [{"data": [card], "links": {"next": "x"}} for card in cards],
    ],
)
def test_of_a_mix_of_languages_the_english_print_is_taken(tmp_path, wrap):
    english = obj("ZZ01-001", effect=SCENE["effect"])
    second = obj("ZZ01-002", official=9002, name="ノヴァ", effect="-")
    report = imported(tmp_path, wrap([JAPANESE | {"battle_power_1": 6000}, english, second]))
    first, other = report.cards
    assert (first.name, first.characters, first.bp[0]) == ("Nova", ("NOVA",), 5000)
    assert report.texts == {"ZZ01-001": SCENE["effect"]}
    assert (other.name, report.foreign, report.waiting) == ("ノヴァ", {"ZZ01-002"}, ())
    assert report.ids == {9001: "ZZ01-001", 9002: "ZZ01-002"}


def test_a_card_in_japanese_alone_waits_with_its_facts_and_its_character_in_english(tmp_path):
    report = imported(tmp_path, [JAPANESE])
    (card,) = report.cards
    assert (card.name, card.characters, card.level, card.has_text) == ("ノヴァ", ("TIGA",), 2, True)
    assert (report.waiting, report.texts) == (("ZZ01-001",), {})


def test_a_card_that_is_known_in_english_stays_as_it_is(tmp_path):
    known = shipped_catalog()
    report = imported(tmp_path, [JAPANESE, JAPANESE | {"number": "BP01-001", "id": 16}]).settled(known)
    assert {card.number: card for card in report.cards}["BP01-001"] == known["BP01-001"]
    assert report.waiting == ("ZZ01-001",)
    assert read_catalog(tmp_path / "cards.json")["BP01-001"] == known["BP01-001"]
    news = find_news(import_catalog(tmp_path / "cards.json"), known, known_effects())
    assert ([card.number for card in news.brought], news.errata) == (["ZZ01-001"], ())
    assert "waits for an English one" in news.unreadable["ZZ01-001"]


ARC = obj("BP01-012", 13, name="超人力霸王雅克", character_name="雅克")
NEW_ARC = obj("ZZ01-001", name="超人力霸王雅克", character_name="雅克")


def test_a_character_is_named_by_the_cards_that_are_known_in_english(tmp_path):
    report = imported(tmp_path, [ARC, NEW_ARC]).settled(shipped_catalog())
    assert {card.number: card.characters for card in report.cards} == {"BP01-012": ("ARC",), "ZZ01-001": ("ARC",)}
    assert report.named == {"雅克": "ARC"}
    assert read_catalog(tmp_path / "cards.json")["ZZ01-001"].characters == ("ARC",)


def test_a_list_may_call_such_a_card_by_its_character(tmp_path):
    catalog = Catalog(
        [*shipped_catalog().values(), *imported(tmp_path, [ARC, NEW_ARC]).settled(shipped_catalog()).cards]
    )
    deck, problems = parse_deck("4 ZZ01-001 Ultraman Arc\n", catalog)
    assert (dict(deck.counts), problems) == ({"ZZ01-001": 4}, [])
    (problem,) = parse_deck("4 ZZ01-001 Ultraman Tiga\n", catalog)[1]
    assert "not TIGA" in problem.what


def test_a_character_is_named_by_the_english_print_in_the_same_file(tmp_path):
    abroad = {"name": "諾瓦", "character_name": "諾瓦"}
    cards = [obj("ZZ01-001"), obj("ZZ01-001", 9002, **abroad), obj("ZZ01-002", 9003, **abroad)]
    report = imported(tmp_path, cards).settled({})
    assert {card.number: card.characters for card in report.cards} == {"ZZ01-001": ("NOVA",), "ZZ01-002": ("NOVA",)}


def test_a_name_that_two_characters_would_have_is_none(tmp_path):
    other = obj("BP01-001", 16, name="超人力霸王迪卡", character_name="雅克")
    report = imported(tmp_path, [ARC, other, NEW_ARC]).settled(shipped_catalog())
    assert {card.number: card.characters for card in report.cards}["ZZ01-001"] == ("雅克",)
    assert without_english_name(report.cards) == {"雅克": ("ZZ01-001",)}


@pytest.mark.parametrize("kind", ["csv", "yaml"])
def test_names_are_read_in_every_kind_of_file(tmp_path, own_home, kind):
    file = tmp_path / f"cards.{kind}"
    file.write_text(
        csv_text(HERO | {"number": "ZZ01-001", "character_name": "ティガ", "type": "基本"})
        if kind == "csv"
        else "number: ZZ01-001\nkind: Kaiju\nname: N\ncharacter: ティガ\nlevel: 1\ntype: 基本\nbp: 1000\n",
        encoding="utf-8",
    )
    result = run("cards", *(["import", file, "--add"] if kind == "csv" else ["add", file]))
    assert "English name" not in result.output
    assert (load_catalog()["ZZ01-001"].characters, load_catalog()["ZZ01-001"].type) == (("TIGA",), "BASIC")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("[]", "holds no card"),
        ("{}", "holds no card"),
        ('{"data": 4}', "holds no card"),
        ("[", "is not JSON: it is cut off"),
        ('[{"number": "x"}]', "holds no usable card; the first reason: line 1 (x): 'x' is no card number"),
        ('[{"number": null}]', "holds no usable card"),
        (json.dumps([obj("ZZ01-001", feature="?")]), "none of Ultra Hero"),
        (json.dumps([obj("ZZ01-001", feature={"value": "scene"})]), "round is '', not a number"),
        (json.dumps([obj("ZZ01-001", level={"a": [1]})]), "level is '', not a number"),
        (json.dumps([obj("ZZ01-001", detail="x")]), "has no card name"),
    ],
)
def test_what_holds_no_usable_card_is_refused_in_one_line(tmp_path, value, words):
    with pytest.raises(UcgsimError) as caught:
        imported(tmp_path, value)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_card_among_cards_is_told_with_its_line(tmp_path):
    text = f'[null,\n5,\n{{"x": 1}},\n{{"number": ["?"]}},\n{json.dumps(obj("ZZ01-001"))}]'
    report = imported(tmp_path, text)
    assert [str(note).partition(":")[0] for note in report.refused] == ["line 1", "line 2", "line 3", "line 4 (?)"]
    assert len(report.cards) == 1


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["value", "data", "number"]), inner),
    max_leaves=6,
)


@given(values=st.dictionaries(st.sampled_from([*obj("ZZ01-001"), "types", "features"]), ANY), beside=ANY)
def test_no_json_whatever_breaks_the_reader(tmp_path_factory, values, beside):
    text = json.dumps([obj("ZZ01-001") | values, beside, obj("ZZ01-002")])
    file = tmp_path_factory.mktemp("feed") / "cards.json"
    file.write_text(text, encoding="utf-8")
    try:
        report = import_catalog(file)
    except UcgsimError as error:
        text = str(error)
    else:
        text = "".join(map(str, (*report.mended, *report.refused)))
        assert "ZZ01-002" in {card.number for card in report.cards}
    assert "\n" not in text


def test_the_page_on_new_cards_shows_what_is_read(tmp_path):
    page = (ROOT / "docs/new-cards.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    (card,) = imported(tmp_path, block).cards
    assert (card.number, card.type, card.bp) == ("ZZ01-001", "POWER", (5000, 9000, 12000, None))


# ------------------------------------------------------------------------------------------- the command


@pytest.fixture
def own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_an_import_says_who_waits_and_such_a_card_is_refused_for_play(tmp_path, own_home):
    file = tmp_path / "jp.json"
    file.write_text(json.dumps([JAPANESE, obj("ZZ01-002", 9002)], ensure_ascii=False), encoding="utf-8")
    said = run("cards", "import", file, "--add").stdout
    assert "waiting for an English text: 1 card, ZZ01-001" in said
    assert "--play-blank" in said
    card = load_catalog()["ZZ01-001"]
    assert "waits for an English one" in judge([card])["ZZ01-001"]
    with pytest.raises(UcgsimError, match=r"ZZ01-001.*--play-blank"):
        effects_of([card])
    assert effects_of([card], play_blank=("ZZ01-001",)) == {}
    answer = json.loads(run("cards", "coverage", "--json").stdout)
    assert [each["number"] for each in answer["unreadable"]] == ["ZZ01-001"]
    again = json.loads(run("cards", "import", file, "--add", "--json").stdout)
    assert again["waiting"] == ["ZZ01-001"]


def test_a_name_that_nothing_knows_is_said_at_import_and_by_deck_check(tmp_path, own_home):
    file, deck = tmp_path / "tw.json", tmp_path / "deck.txt"
    file.write_text(json.dumps([NEW_ARC], ensure_ascii=False), encoding="utf-8")
    deck.write_text("4 ZZ01-001\n4 BP01-012\n", encoding="utf-8")
    said = "ZZ01-001: 雅克 has no English name that is known here, so it counts as a character or TYPE of its own"
    result = run("cards", "import", file, "--add")
    assert f"ucgsim: {said}\n" in result.stderr
    assert f"write their English names into {own_home / 'names.toml'} and import the cards again" in result.stderr
    assert f"deck.txt: {said}\n" in run("deck", "check", deck).stderr
    assert said in json.loads(run("deck", "check", deck, "--json").stdout)["decks"][0]["notes"]
    own_home.joinpath("names.toml").write_text('[characters]\n"ARC" = {zh = "雅克"}\n', encoding="utf-8")
    answer = json.loads(run("cards", "import", file, "--add", "--json").stdout)
    assert answer["without_english_name"] == {}
    assert load_catalog()["ZZ01-001"].characters == ("ARC",)
    assert "雅克" not in run("deck", "check", deck).stderr


def test_the_english_text_ends_the_waiting_and_a_later_japanese_one_does_not_undo_it(tmp_path, own_home):
    japanese, english = tmp_path / "jp.json", tmp_path / "us.json"
    japanese.write_text(json.dumps([JAPANESE], ensure_ascii=False), encoding="utf-8")
    english.write_text(json.dumps([obj("ZZ01-001", effect=f"[SIN]{SCENE['effect']}".replace("scene", "character"))]))
    for file, reason in ((japanese, "waits"), (english, None), (japanese, None)):
        run("cards", "import", file, "--add")
        card = load_catalog()["ZZ01-001"]
        judged = judge([card])["ZZ01-001"]
        assert judged is None if reason is None else reason in judged
    assert card.name == "Nova"


def test_an_import_keeps_the_ids_of_its_prints(tmp_path, own_home):
    file = tmp_path / "own.csv"
    file.write_text(csv_text(HERO | {"id": "9001", "number": "ZZ01-001"}), encoding="utf-8")
    assert (number_of(9001), id_of("ZZ01-001")) == (None, None)
    run("cards", "import", file, "--add")
    assert (number_of(9001), id_of("ZZ01-001")) == ("ZZ01-001", 9001)
    deck = tmp_path / "deck.json"
    deck.write_text('[{"id": 9001, "count": 4}]', encoding="utf-8")
    assert json.loads(run("deck", "convert", deck, "--to", "ids").stdout) == [{"id": 9001, "count": 4}]
    file.write_text(csv_text(HERO | {"id": "9002", "number": "ZZ01-002"}), encoding="utf-8")
    run("cards", "import", file, "--add")
    assert own_ids() == {9001: "ZZ01-001", 9002: "ZZ01-002"}
    run("cards", "import", file)
    assert own_ids() == {9002: "ZZ01-002"}
    assert number_of(9001) is None


def test_ids_that_ship_win_over_those_of_a_table_of_ones_own(own_home):
    keep_ids({16: "ZZ01-001", 9001: "ZZ01-001"})
    assert (number_of(16), id_of("ZZ01-001")) == ("BP01-001", 9001)
    keep_ids({})
    assert not (home() / "ids.csv").exists()


@pytest.mark.parametrize("text", ["id,number\nx,BP01-001\n", "id,number\n1\n", "id,number\n1,2,3\n"])
def test_a_file_of_ids_that_is_none_is_told_with_its_line(own_home, text):
    own_home.mkdir()
    (own_home / "ids.csv").write_text(text, encoding="utf-8")
    with pytest.raises(UcgsimError, match=r"ids\.csv, line 2: is no id"):
        number_of(1)
