"""Sentence patterns of texts: numbers and names left out, each text once."""

from __future__ import annotations

from scripts.sentence_patterns import counted, main, patterns
from tests.cards.open_catalog import HERO, SCENE, csv_text

TEXT = "[SIN]《When this character enters play》Draw 2 cards. For each 『NOVA』, +1000 BP."


def test_a_pattern_has_neither_numbers_nor_names():
    assert [*patterns(TEXT)] == ["《When this character enters play》", "Draw 0 cards.", "For each N, 0 BP."]


def test_a_text_counts_once_however_its_blanks_are_and_patterns_as_often_as_they_stand():
    many, counts = counted([TEXT, TEXT.replace(" ", "  "), TEXT.replace("NOVA", "COMET").replace("2", "3")])
    assert (many, counts["Draw 0 cards."], len(counts)) == (2, 2, 3)


def test_a_file_is_counted_and_none_is_told(tmp_path, capsys):
    file = tmp_path / "cards.csv"
    file.write_text(csv_text(HERO, SCENE), encoding="utf-8")
    assert main([str(file)]) == 0
    assert capsys.readouterr().out.startswith("1 texts, 2 sentences of 2 patterns; 2 stand once,")
    assert main([str(tmp_path / "absent.csv")]) == 2
    assert "no such file" in capsys.readouterr().err
