"""Lists in the players' language: names in Japanese are read, and checked against numbers."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.labels import full_name_in, shown_as, title_in
from ucgsim.cards.other_names import key_of, missing_names, name_in, names_on, said_in, spellings
from ucgsim.cli.main import main
from ucgsim.decks.checking import load_deck
from ucgsim.decks.finding import decks_in
from ucgsim.decks.finding import shipped as shipped_decks
from ucgsim.decks.names import Lexicon
from ucgsim.decks.reading import parse_deck
from ucgsim.errors import UcgsimError
from ucgsim.language import speaking

CATALOG = shipped_catalog()


def read(line: str) -> tuple[tuple[str, int], ...]:
    """What a list of one line holds; UcgsimError where it is refused."""
    deck, problems = parse_deck(line, CATALOG)
    if problems:
        raise UcgsimError("; ".join(map(str, problems)))
    return deck.counts


def only(character: str, level: int | None = None) -> str:
    """The number of the one card of a character, and of a level where one is named."""
    numbers = [
        card.number
        for card in CATALOG.values()
        if character in card.characters and (level is None or card.level == level)
    ]
    assert len(numbers) == 1
    return numbers[0]


def test_every_name_that_one_card_has_is_read():
    catalog = [name for card in CATALOG.values() for name in card.characters]
    alone = [(name, way) for name, ways in spellings()["characters"].items() for way in ways.get("ja", ())]
    alone = [(name, way) for name, way in alone if catalog.count(name) == 1]
    assert len(alone) > 25
    for name, way in alone:
        assert read(f"4 {way}") == ((only(name), 4),), way


@pytest.mark.parametrize(
    ("line", "character", "count"),
    [
        ("4枚 シャゴン", "SHAGONG", 4),
        ("ディノゾール ×3", "DINOZOLE", 3),
        ("４　スフィアザウルス", "SPHERESAURUS", 4),
        ("x2 バザンガ", "BAZANGA", 2),
        ("3 ｹﾞﾈｶﾞｰｸﾞ", "GENEGARG", 3),
        ("2 ネオ・ダランビア", "NEO DARAMBIA", 2),
        ("2 ネオ ダランビア", "NEO DARAMBIA", 2),
        ("3枚　ザムシャー", "ZAMSHER", 3),
        ("4 キング・オブ・モンス", "KING OF MONS", 4),
        ("4 超古代怪獣ゴルザ", "GOLZA", 4),
        ("4 宇宙剣豪ザムシャー", "ZAMSHER", 4),
        ("4 ダークメフィスト（ツヴァイ）", "DARK MEPHISTO (ZWEI)", 4),
    ],
)
def test_a_name_is_read_however_it_is_spelled(line, character, count):
    assert read(line) == ((only(character), count),)


@pytest.mark.parametrize(
    "line",
    [
        "4 BP01-010 ウルトラマンアーク",
        "BP01-010 アーク ×4",
        "4 BP01-010 ウルトラマン アーク",
        "4枚 BP01-010 ｳﾙﾄﾗﾏﾝｱｰｸ",
        "BP01-010 울트라맨 아크 x4",
        "4 BP01-010 ウルトラマンアーク レベル1",
        "4 BP01-010 知らない言葉",
    ],
)
def test_a_name_next_to_its_number_makes_no_difference(line):
    assert read(line) == (("BP01-010", 4),)


@pytest.mark.parametrize(
    "name", ["ウルトラマンティガ", "ティガ", "ｳﾙﾄﾗﾏﾝﾃｨｶﾞ", "ウルトラマン・ティガ", "울트라맨 티가", "トリガーダーク"]
)
def test_a_name_that_contradicts_its_number_is_refused(name):
    with pytest.raises(UcgsimError, match="BP01-010 is Ultraman Arc, not"):
        read(f"4 BP01-010 {name}")


def test_the_longest_name_within_a_text_counts():
    names = Lexicon(CATALOG)
    trigger = next(card.number for card in CATALOG.values() if card.name == "Ultraman Trigger")
    assert names.contradiction(trigger, "ウルトラマントリガー") == ""
    assert names.contradiction(trigger, "トリガーダーク") == "トリガーダーク"
    beyond = next(card.number for card in CATALOG.values() if card.name == "Ultraman Zero Beyond")
    assert names.contradiction(beyond, "ウルトラマンゼロビヨンド") == ""


def test_a_level_tells_cards_of_a_name_apart():
    names = Lexicon(CATALOG)
    for text in ("ティガ Lv2", "ティガ レベル2", "ティガ 2", "ウルトラマンティガ Lv.2"):
        numbers = names.find(text)
        assert numbers
        assert {(CATALOG[each].level, "TIGA" in CATALOG[each].characters) for each in numbers} == {(2, True)}


def test_every_name_belongs_to_something_in_the_catalog():
    known = spellings()
    for kind, names in names_on(CATALOG.values()).items():
        assert set(known[kind]) <= {name.upper() for name in names}, kind
    shipped = {load_deck(place, CATALOG).name.upper() for place in decks_in(shipped_decks())}
    assert set(known["decks"]) <= shipped


@pytest.mark.parametrize(("kind", "most"), [("characters", 1), ("cards", 8), ("forms", 6), ("types", 0), ("teams", 0)])
def test_hardly_a_name_has_no_japanese_one(kind, most):
    assert len(missing_names(CATALOG, "ja")[kind]) <= most


def test_every_deck_that_ships_has_a_japanese_name():
    for place in decks_in(shipped_decks()):
        name = load_deck(place, CATALOG).name
        assert said_in("decks", name, "ja") or name == "Ultraman: Rising"


def test_a_monster_whose_title_is_not_known_goes_by_its_character():
    emi = next(card for card in CATALOG.values() if card.name == "The Baby Kaiju Emi")
    assert full_name_in(emi, "ja") == "エミ"


def test_forms_types_and_decks_are_japanese():
    luna = CATALOG["BP01-014"]
    assert title_in(luna, "ja") == "アーク 2 · ルーナアーマー"
    assert full_name_in(luna, "ja") == "ウルトラマンアーク ルーナアーマー"
    with speaking("ja"):
        assert shown_as("types", "HAZARD") == "災禍"
        assert shown_as("decks", "Tiga and Dyna") == "ティガ＆ダイナ"
    with speaking("en"):
        assert shown_as("types", "HAZARD") == "HAZARD"


def test_two_characters_have_no_name_in_common():
    named = {(key_of(way), name) for name, ways in spellings()["characters"].items() for way in ways.get("ja", ())}
    assert len({key for key, _ in named}) == len(named)


def test_commands_show_and_count_names():
    shown = CliRunner().invoke(main, ["cards", "show", "ゴルザ"])
    assert shown.exit_code == 0
    assert f"Japanese   {name_in(CATALOG[only('GOLZA')], 'ja')}" in shown.output
    counted = CliRunner().invoke(main, ["cards", "names", "--json"])
    assert set(json.loads(counted.output)["characters"]) == set(missing_names(CATALOG, "ja")["characters"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[characters]\n"TIGA" = {xx = "a"}\n', "languages are ja, ko, zh"),
        ('[characters]\n"TIGA" = {ja = 3}\n', "no name and no list of names"),
        ('[heroes]\n"TIGA" = {ja = "a"}\n', "no part of it"),
        ('[characters]\n"TIGA" = "a"\n', "needs languages"),
    ],
)
def test_an_own_file_of_names_is_checked(tmp_path, monkeypatch, text, message):
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path))
    (tmp_path / "names.toml").write_text(text)
    with pytest.raises(UcgsimError, match=message):
        spellings()


def test_an_own_file_adds_names(tmp_path, monkeypatch):
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path))
    (tmp_path / "names.toml").write_text('[characters]\n"DESTROYER" = {ja = "デストロイヤー"}\n', encoding="utf-8")
    assert Lexicon(CATALOG).find("デストロイヤー") == (only("DESTROYER"),)
