"""An open catalog as it comes: its shapes, its defects, and what is told about them."""

from __future__ import annotations

import random

import pytest

from tests.cards.open_catalog import HEADER, HERO, SCENE, SHARED, csv_text, needs_shared
from tests.helpers import ROOT
from ucgsim.cards.card import Card, Kind
from ucgsim.cards.importing import ImportReport, import_catalog
from ucgsim.effects.official.read import read_official
from ucgsim.errors import UcgsimError


def imported(tmp_path, *rows: dict[str, str], **form) -> ImportReport:
    return read(tmp_path, csv_text(*rows, **form))


def read(tmp_path, content: str | bytes) -> ImportReport:
    file = tmp_path / "open.csv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return import_catalog(file)


def only(report: ImportReport) -> Card:
    assert len(report.cards) == 1
    return report.cards[0]


def test_a_character_and_a_scene_are_read(tmp_path):
    report = imported(tmp_path, HERO, SCENE)
    hero, scene = report.cards
    assert hero == Card(
        number="BP01-001",
        name="Hero One",
        characters=("HERO",),
        kinds=(Kind.ULTRA_HERO,),
        level=1,
        type="BASIC",
        bp=(4000, 7000, None, None),
        set_code="BP01",
    )
    assert scene == Card(
        number="BP01-002", name="Quiet Town", kinds=(Kind.SCENE,), round=0, set_code="BP01", has_text=True
    )
    assert report.texts == {"BP01-002": SCENE["effect"]}
    assert (report.prints, report.mended, report.refused) == (2, (), ())
    assert report.sets == {"BP01": (2, 2)}


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_newlines_and_byte_order_mark_do_not_matter(tmp_path, end, mark):
    cards = read(tmp_path, mark + csv_text(HERO, SCENE, end=end)).cards
    assert [card.number for card in cards] == ["BP01-001", "BP01-002"]


def test_a_newline_inside_a_text_is_no_row(tmp_path):
    report = imported(tmp_path, HERO | {"effect": "One.\r\nTwo."}, SCENE)
    assert report.texts["BP01-001"].split() == ["One.", "Two."]
    assert len(report.cards) == 2


def test_column_order_and_unknown_columns_do_not_matter(tmp_path):
    columns = [*reversed(HEADER), "colour"]
    assert imported(tmp_path, HERO, SCENE, columns=columns).cards == imported(tmp_path, HERO, SCENE).cards


def test_columns_that_older_files_lack_count_as_blank_and_are_told(tmp_path):
    absent = ("id", "type_name", "battle_power_4", "battle_power_ex")
    report = imported(tmp_path, HERO, SCENE, columns=[name for name in HEADER if name not in absent])
    assert report.absent == absent
    assert report.cards == imported(tmp_path, HERO, SCENE).cards


@pytest.mark.parametrize("column", ["number", "name", "feature", "effect", "battle_power_1", "level"])
def test_a_needed_column_that_is_absent_is_named(tmp_path, column):
    with pytest.raises(UcgsimError, match=rf"open\.csv, row 1.*absent: {column}"):
        imported(tmp_path, HERO, columns=[name for name in HEADER if name != column])


def test_a_catalog_of_before_november_2025_is_too_old(tmp_path):
    with pytest.raises(UcgsimError) as error:
        imported(tmp_path, HERO, columns=[name for name in HEADER if name != "round"])
    (line,) = str(error.value).splitlines()
    assert line.endswith(
        "open.csv, row 1: has no column round, without which no scene card can be played; "
        "catalogs since November 2025 have it: import a newer file"
    )


def test_cr_2_3_7_blank_is_no_value_and_zero_is_one(tmp_path):
    card = only(imported(tmp_path, HERO | {"battle_power_1": "0", "battle_power_2": "", "battle_power_ex": "-"}))
    assert (card.bp, card.extra) == ((0, None, None, None), None)


def test_a_card_without_single_is_a_card(tmp_path):
    card = only(imported(tmp_path, HERO | {"battle_power_1": "", "battle_power_4": "20000", "level": "4"}))
    assert card.bp == (None, 7000, None, 20000)
    assert not card.is_settable


def test_facts_come_from_the_plain_print_and_the_text_from_the_newest(tmp_path):
    old = HERO | {"id": "1", "effect": "Old words."}
    new = HERO | {"id": "9", "number": "AP(01/20) BP01-001", "feature": "Ultra Mech", "effect": "New words."}
    report = imported(tmp_path, new, old)
    assert only(report).kinds == (Kind.ULTRA_HERO,)
    assert report.texts == {"BP01-001": "New words."}
    assert report.prints == 2
    notes = [(note.row, note.what) for note in report.mended]
    assert (2, "kinds Ultra Mech differs from Ultra Hero of BP01-001, which is taken") in notes
    assert any(row == 2 and "worded otherwise" in what for row, what in notes)


def test_without_ids_the_plain_print_counts_as_newest(tmp_path):
    plain = HERO | {"id": "", "effect": "Plain."}
    parallel = HERO | {"id": "", "number": "SP(01/05)BP01-001", "effect": "Parallel."}
    assert imported(tmp_path, plain, parallel).texts == {"BP01-001": "Plain."}


def test_a_newest_print_without_text_does_not_silence_a_card(tmp_path):
    silent = HERO | {"id": "9", "number": "(PR-095)BP01-001", "effect": "-"}
    assert imported(tmp_path, HERO | {"effect": "Words."}, silent).texts == {"BP01-001": "Words."}


def test_a_number_without_plain_print_is_read_from_the_newest(tmp_path):
    rows = [SCENE | {"id": str(n), "number": f"({n:02})PR-001", "effect": "-"} for n in (1, 3, 2)]
    report = imported(tmp_path, *rows)
    assert (only(report).number, report.prints) == ("PR-001", 3)


@pytest.mark.parametrize("blank", ["-", "", " "])
def test_dash_and_blank_are_no_text(tmp_path, blank):
    report = imported(tmp_path, HERO | {"effect": blank})
    assert not only(report).has_text
    assert report.texts == {}


def test_a_keyword_alone_is_no_effect_to_play_but_a_fact(tmp_path):
    card = only(imported(tmp_path, HERO | {"effect": "[TEAM][RIVER CREW](Some reminder)"}))
    assert (card.teams, card.has_text) == (("RIVER CREW",), False)


def test_second_card_type_names_and_limit_become_facts(tmp_path):
    text = (
        "This card is also a Kaiju. This card's character name is treated as one of 『AKA』, or its printed "
        "character name (『HERO』). A deck may include any number of this card."
    )
    card = only(imported(tmp_path, HERO | {"effect": text}))
    assert card.kinds == (Kind.ULTRA_HERO, Kind.KAIJU)
    assert card.characters == ("HERO", "AKA")
    assert card.copy_limit is None


@pytest.mark.parametrize(
    ("change", "field", "value", "message"),
    [
        ({"character_name": "Hero"}, "characters", ("HERO",), "written HERO"),
        ({"name": "Hero One\tBig Sword"}, "subtitle", "Big Sword", "after a tab"),
        ({"name": "The Old BeastHero"}, "name", "The Old Beast Hero", "blank was missing"),
        ({"type_name": "BASIC"}, "subtitle", "", "only repeated"),
        ({"type_name": "One"}, "subtitle", "", "only repeated"),
    ],
)
def test_what_can_be_mended_is_mended_and_told(tmp_path, change, field, value, message):
    report = imported(tmp_path, HERO | change)
    assert getattr(only(report), field) == value
    assert message in str(report.mended[0])
    assert str(report.mended[0]).startswith("row 2 (BP01-001): ")


def test_the_number_counts_where_product_columns_differ(tmp_path):
    wrong = SCENE | {"number": "ExPBP04-102", "section": "BP", "bundle_version": "05", "serial": "102"}
    report = imported(tmp_path, wrong)
    assert only(report).number == "BP04-102"
    assert "BP05-102" in report.mended[0].what


def test_a_subtitle_is_part_of_the_full_name(tmp_path):
    assert only(imported(tmp_path, HERO | {"type_name": "Flash Type"})).full_name == "Hero One Flash Type"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"number": "hello"}, "no card number"),
        ({"feature": "Gadget"}, "card type 'Gadget'"),
        ({"name": " - "}, "no card name"),
        ({"level": ""}, "level is ''"),
        ({"level": "one"}, "level is 'one'"),
        ({"type": ""}, "without a TYPE"),
        ({"character_name": "-"}, "without a character name"),
        ({"battle_power_1": "4k"}, "battle_power_1 is '4k'"),
        ({"battle_power_1": "-4000"}, "battle_power_1 is '-4000'"),
        ({"battle_power_ex": "x"}, "battle_power_ex is 'x'"),
        ({"battle_power_1": "", "battle_power_2": ""}, "without any BP"),
        ({"feature": "Scene", "round": "x"}, "round is 'x'"),
    ],
)
def test_a_row_that_cannot_be_used_is_refused_and_the_others_go_on(tmp_path, change, reason):
    report = imported(tmp_path, SCENE, HERO | change)
    assert [card.number for card in report.cards] == ["BP01-002"]
    assert report.refused[0].row == 3
    assert reason in report.refused[0].what


def test_a_row_with_too_many_or_too_few_columns_is_refused(tmp_path):
    lines = csv_text(HERO, HERO, HERO | {"number": "BP01-003"}, SCENE, end="\n").splitlines()
    lines[1] += ",more"
    lines[2] = lines[2].rpartition(",")[0]
    report = read(tmp_path, "\n".join(lines))
    assert [note.row for note in report.refused] == [2, 3]
    assert [card.number for card in report.cards] == ["BP01-002", "BP01-003"]


def test_a_row_with_stray_quotes_is_refused(tmp_path):
    report = read(tmp_path, csv_text(HERO, SCENE, end="\n").replace("Hero One", '"Hero" One'))
    assert [note.row for note in report.refused] == [2]
    assert [card.number for card in report.cards] == ["BP01-002"]


def test_blank_rows_are_left_out(tmp_path):
    report = read(tmp_path, csv_text(HERO, end="\n") + "\n,,,\n\n")
    assert (report.prints, report.refused) == (1, ())


def test_a_last_row_without_a_newline_is_read_and_told(tmp_path):
    report = read(tmp_path, csv_text(HERO, SCENE, end="\n").rstrip("\n"))
    assert len(report.cards) == 2
    assert [(note.row, "newline" in note.what) for note in report.mended] == [(3, True)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (csv_text(HERO, SCENE, end="\n")[:-20], r", row 3: .*cut off"),
        (csv_text(HERO, SCENE, end="\n")[:-8], r", row 3: .*cut off"),
        (csv_text(HERO, SCENE | {"effect": "One, two."}).rpartition(" two.")[0], r"row 3: .*inside a quoted text"),
        (b"", "is empty"),
        (b"PK\x03\x04\0\0", "binary"),
        (b"number,name\n\xff\xfe\n", "line 2: is not UTF-8"),
        (b"hello world\n", "not the header"),
        (b"number,name\nBP01-012,Ultraman Arc\n", r"docs/new-cards\.md shows such a file"),
    ],
)
def test_a_file_that_is_no_catalog_is_refused(tmp_path, content, message):
    with pytest.raises(UcgsimError, match=message) as caught:
        read(tmp_path, content)
    assert str(caught.value).startswith(str(tmp_path / "open.csv"))
    assert "\n" not in str(caught.value)


def test_a_header_without_rows_and_a_file_without_a_usable_row_are_refused(tmp_path):
    with pytest.raises(UcgsimError, match="no row"):
        imported(tmp_path)
    with pytest.raises(UcgsimError, match=r"no usable card; the first reason: row 2 \(BP01-001\)"):
        imported(tmp_path, HERO | {"level": "x"})


def test_a_column_that_stands_twice_is_refused(tmp_path):
    with pytest.raises(UcgsimError, match="column level twice"):
        imported(tmp_path, HERO, columns=[*HEADER, "level"])


@needs_shared
def test_the_whole_pool_is_read():
    report = import_catalog(SHARED)
    assert (report.prints, len(report.cards), len(report.texts)) == (1228, 868, 667)
    assert report.refused == ()
    assert report.sets["BP05"] == (158, 115)
    assert report.sets["PR"] == (23, 13)
    assert sum(prints for prints, _ in report.sets.values()) == 1228
    assert sum(card.has_text for card in report.cards) == 661


@needs_shared
def test_known_defects_of_the_pool_are_mended():
    report = import_catalog(SHARED)
    cards = {card.number: card for card in report.cards}
    assert cards["BP05-102"].characters == ("VALGENESS",)
    assert cards["BP05-101"].characters == ("VALGENESS",)
    assert cards["BP04-102"].is_scene
    assert cards["BP06-084"].full_name == "Ultraman Belial Giga Battlenizer"
    assert cards["BP06-012"].kinds == (Kind.ULTRA_HERO,)
    assert cards["PR-036"].copy_limit is cards["PR-107"].copy_limit is None
    assert cards["PR-036"].full_name == "The Space Ninja Alien Baltan"
    assert cards["BP01-092"].extra == 7000
    assert {number for number, card in cards.items() if card.keywords} == {
        "BP06-070",
        "BP06-071",
        "BP06-073",
        "BP06-074",
        "BP06-110",
    }
    assert {number for number, card in cards.items() if not card.is_scene and card.bp[0] is None} == {
        "BP05-008",
        "BP05-044",
        "BP05-066",
        "BP05-074",
        "BP05-082",
    }
    assert {note.row for note in report.mended} >= {450, 1116, 1118}


@needs_shared
def test_the_order_of_the_rows_of_the_pool_does_not_matter(tmp_path):
    lines = SHARED.read_text(encoding="utf-8").splitlines()
    rows = lines[1:]
    random.Random(5).shuffle(rows)
    before, after = import_catalog(SHARED), read(tmp_path, "\n".join([lines[0], *rows]))
    assert (after.cards, after.texts, after.sets) == (before.cards, before.texts, before.sets)


def test_the_page_on_new_cards_shows_a_file_that_is_read(tmp_path):
    page = (ROOT / "docs" / "new-cards.md").read_text(encoding="utf-8")
    report = read(tmp_path, page.partition("```csv\n")[2].partition("```")[0])
    assert (report.refused, report.mended) == ((), ())
    card = only(report)
    assert (card.number, card.full_name, card.level) == ("ZZ01-001", "Ultraman Example Sample Type", 2)
    assert card.bp == (5000, 9000, 12000, None)
    assert read_official(report.texts["ZZ01-001"]).powers
