"""Effect files: what ships, what an import writes, what a person edits."""

from __future__ import annotations

import subprocess
import sys
import zlib
from typing import TYPE_CHECKING

import pytest

from ucgsim.cards.card import Card, Kind
from ucgsim.cards.catalog import load_catalog
from ucgsim.effects.library import Origin, label, load_effects, write_effects
from ucgsim.effects.tree.statements import Draw
from ucgsim.effects.tree.values import Side
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = {
    "ZZ01-001": "[SIN]《When this character enters play》Draw a card.",
    "ZZ01-002": "[SIN]《When this character enters play》Juggle.",
    "ZZ02-001": "[TEAM][RIVER CREW]",
}


def test_an_import_writes_what_it_reads(tmp_path: Path) -> None:
    report = write_effects(TEXTS, tmp_path)
    library = load_effects(tmp_path)
    assert report.read == ("ZZ01-001", "ZZ02-001")
    assert list(report.unreadable) == ["ZZ01-002"]
    assert library["ZZ01-001"].powers[0].body == Draw(Side.YOU, 1)
    assert library.origin("ZZ01-001") is Origin.IMPORTED
    assert library.edited == {}


def test_an_unreadable_card_is_never_blank(tmp_path: Path) -> None:
    write_effects(TEXTS, tmp_path)
    library = load_effects(tmp_path)
    cards = {number: Card(number, number, has_text=True) for number in ("ZZ01-001", "ZZ01-002", "ZZ09-001")}
    judged = library.judge(cards)
    assert "ZZ01-002" not in library
    assert judged["ZZ01-001"] is None
    assert str(judged["ZZ01-002"]).startswith("column 39: ")
    assert "import" in str(judged["ZZ09-001"])


def test_an_edited_block_wins_says_so_and_is_kept(tmp_path: Path) -> None:
    write_effects(TEXTS, tmp_path)
    path = tmp_path / "ZZ01.ucg"
    path.write_text(path.read_text(encoding="utf-8").replace("draw 1", "draw 3"), encoding="utf-8")
    assert load_effects(tmp_path).edited == {"ZZ01-001": str(path)}
    report = write_effects(TEXTS, tmp_path)
    assert report.kept == ("ZZ01-001",)
    assert load_effects(tmp_path)["ZZ01-001"].powers[0].body == Draw(Side.YOU, 3)


def test_an_edited_block_wins_over_the_shipped_one(tmp_path: Path) -> None:
    (tmp_path / "mine.ucg").write_text("BP01-001\n  pay:\n    draw 1\n", encoding="utf-8")
    library = load_effects(tmp_path)
    assert library["BP01-001"].powers[0].body == Draw(Side.YOU, 1)
    assert library.origin("BP01-001") is Origin.EDITED
    assert library.origin("BP01-004") is Origin.SHIPPED


def test_a_mistake_in_a_file_names_the_file_and_the_line(tmp_path: Path) -> None:
    (tmp_path / "mine.ucg").write_text("BP01-001\n  pay:\n    drow(you, 1)\n", encoding="utf-8")
    with pytest.raises(UcgsimError, match=r"mine\.ucg, line 3, column 5: expected"):
        load_effects(tmp_path)["BP01-001"]


def test_name_and_level_stand_beside_each_number() -> None:
    catalog = load_catalog()
    library = load_effects()
    beside = {number: entry.block.remark.rpartition("; read ")[0] for number, entry in library.entries.items()}
    assert beside == {number: label(catalog[number]) for number in beside}


def test_cards_that_say_the_same_share_a_block_in_their_file(tmp_path: Path) -> None:
    texts = TEXTS | {"ZZ01-003": TEXTS["ZZ01-001"], "ZZ01-004": TEXTS["ZZ01-002"]}
    cards = [
        Card("ZZ01-001", "Nova", characters=("NOVA",), level=2),
        Card("ZZ01-002", "Volt", round=1, kinds=(Kind.SCENE,)),
    ]
    write_effects(texts, tmp_path, cards=cards)
    head = (tmp_path / "ZZ01.ucg").read_text(encoding="utf-8").splitlines()[:3]
    mark = head[1].removeprefix("ZZ01-003  # ")
    assert head == [f"ZZ01-001  # NOVA 2; {mark}", f"ZZ01-003  # {mark}", "  enter [single]: draw 1"]
    library = load_effects(tmp_path)
    assert library["ZZ01-001"] == library["ZZ01-003"]
    assert list(library.unreadable) == ["ZZ01-002", "ZZ01-004"]
    assert library.entries["ZZ01-002"].block.remark.startswith("Volt Round 1; unreadable: ")
    assert write_effects({}, tmp_path).kept == ()
    assert load_effects(tmp_path).entries == library.entries


def test_a_file_of_the_former_notation_is_read_and_written_anew_by_the_next_import(tmp_path: Path) -> None:
    path = tmp_path / "ZZ01.ucg"
    block = "when this_enters [single]:\n    draw(you, 1)"
    mark = zlib.crc32(b"when this_enters [single]:\ndraw(you, 1)")
    edited = "ZZ01-003\n  pay:\n    effect: draw(you, 2)\n"
    path.write_text(f"ZZ01-001  # read {mark:08x}\n  {block}\n\n{edited}", encoding="utf-8")
    library = load_effects(tmp_path)
    assert library.origin("ZZ01-001") is Origin.IMPORTED
    assert list(library.edited) == ["ZZ01-003"]
    assert library["ZZ01-001"].powers[0].body == Draw(Side.YOU, 1)
    assert library["ZZ01-003"].powers[0].body == Draw(Side.YOU, 2)
    assert write_effects(TEXTS | {"ZZ01-003": TEXTS["ZZ01-001"]}, tmp_path).kept == ("ZZ01-003",)
    text = path.read_text(encoding="utf-8")
    assert "  enter [single]: draw 1\n" in text
    assert text.endswith(edited)


def test_reading_shipped_effects_needs_no_grammar() -> None:
    code = "import sys, ucgsim.effects.library as lib; lib.load_effects()['BP01-001']; print('lark' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"
