"""The command line in Japanese: the catalog is whole, answers hold no English, and JSON and files stay as they are."""

from __future__ import annotations

import json
import os
import re
import string
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from scripts.translate import updated
from tests.helpers import ROOT
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.labels import full_name_in, is_titled, people_in, shown_label, title_in
from ucgsim.cli.main import main
from ucgsim.decks.lines import Chooser
from ucgsim.decks.reading import read_deck
from ucgsim.errors import UcgsimError
from ucgsim.language import INTERFACE, VARIABLE, gettext, messages, speak, speaking, spoken
from ucgsim.report.terminal import letters, plain_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

TIGA, SCENE = "BP01-007", "BP05-106"
DECK, OTHER, THIRD = "tiga-dyna", "arc-blazar", "omega-mono"
DECKS = ("Tiga and Dyna", "Arc and Blazar (published)", "Omega alone", "Tiga alone with Glitter Tiga")
KEPT = {
    *("SINGLE", "TYPE", "BASIC", "POWER", "SPEED", "BP", "EXTRA", "Round", "Ultra", "Hero", "Kaiju", "random"),
    *("ucgsim", "improve", "low", "high", "to", "o", "starter"),
}
"""What players of any language call so, words of commands, policies, and ends of intervals."""
WORD = re.compile(r"(?<![\w-])[A-Za-z]+(?![\w-])", re.ASCII)
"""No part of a number of a card, of an option or of a fingerprint."""
HELD = re.compile(r"\{[a-z_]*(?::[^{}]*)?\}")
RUN = ["-n", "20", "-j", "1", "--policy", "random"]
HEADLINES = {
    "duel": ["duel", DECK, OTHER, *RUN],
    "gauntlet": ["gauntlet", DECK, OTHER, THIRD, *RUN],
    "matrix": ["matrix", DECK, OTHER, THIRD, *RUN],
    "compare": ["compare", DECK, "tiga-glitter", "--against", OTHER, *RUN],
    "redraw": ["redraw", DECK, "-n", "40", "-j", "1", "--policy", "random"],
    "odds": ["odds", DECK],
    "odds of a want": ["odds", DECK, "--want", "chain 1-2"],
    "deck check": ["deck", "check", DECK],
    "deck show": ["deck", "show", DECK],
    "cards list": ["cards", "list", "--name", "ティガ", "--level", "3", "--set", "BP01"],
}


@pytest.fixture(autouse=True)
def _speaks_english_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(VARIABLE, raising=False)
    yield
    speak("en")


def run(args: Sequence[str], **variables: str) -> Result:
    return CliRunner().invoke(main, list(args), env=variables)


# The catalog.


@pytest.mark.parametrize("language", [each for each in INTERFACE if each != "en"])
def test_every_sentence_has_a_translation_and_none_is_stale(language: str):
    contents, missing = updated("ucgsim", language)
    assert missing == []
    assert len(contents) == 2
    for place, content in contents.items():
        assert place.read_bytes() == content, "run: python -m scripts.translate"


@pytest.mark.parametrize("language", [each for each in INTERFACE if each != "en"])
def test_a_translation_holds_what_its_english_does(language: str):
    said = messages("ucgsim", language)
    assert len(said) > 200
    for english, translated in said.items():
        assert sorted(set(HELD.findall(english))) == sorted(set(HELD.findall(translated))), english
        if HELD.search(english):
            fields = {name for _, name, _, _ in string.Formatter().parse(translated) if name}
            assert translated.format(**dict.fromkeys(fields, 1)), english


# Who says what language.


def test_the_option_and_the_environment_say_the_language():
    english = run(["cards", "show", TIGA])
    asked = run(["--language", "ja", "cards", "show", TIGA])
    beside = run(["cards", "show", TIGA, "--language", "ja"])
    everywhere = run(["cards", "show", TIGA], **{VARIABLE: "ja"})
    overruled = run(["--language", "en", "cards", "show", TIGA], **{VARIABLE: "ja"})
    assert asked.exit_code == 0
    assert "BP01-007  ウルトラマンティガ ゼペリオン光線" in asked.stdout
    assert "キャラ     ティガ" in asked.stdout
    assert asked.stdout == beside.stdout == everywhere.stdout
    assert english.stdout == overruled.stdout
    assert english.stdout.startswith("BP01-007  Ultraman Tiga Zeperion Beam\n  character  TIGA\n")


def test_one_command_line_does_not_speak_for_the_next():
    run(["--language", "ja", "cards", "show", TIGA])
    assert "Ultraman Tiga" in run(["cards", "show", TIGA]).stdout


@pytest.mark.parametrize(
    ("args", "variables", "place"),
    [
        (["--language", "xx", "cards", "list"], {}, "--language"),
        (["cards", "list", "--language", "xx"], {}, "--language"),
        (["cards", "list"], {VARIABLE: "xx"}, VARIABLE),
    ],
)
def test_an_unknown_language_is_refused_in_one_line(args: list[str], variables: dict[str, str], place: str):
    result = run(args, **variables)
    assert result.exit_code == 2
    assert result.stderr == f"ucgsim: error: {place}: 'xx' is no language of the interface; it has en, ja\n"


def test_what_is_said_within_is_in_that_language():
    speak("ja")
    with speaking("en"):
        assert gettext("all games") == "all games"
    assert gettext("all games") == "全対戦"
    with pytest.raises(UcgsimError, match="no language"), speaking("xx"):
        pass
    assert spoken() == "ja"


# Names of cards.


def test_cards_are_called_by_their_japanese_names():
    catalog = shipped_catalog()
    assert title_in(catalog[TIGA], "en") == "Tiga 3 · Zeperion Beam"
    assert title_in(catalog[TIGA], "ja") == "ティガ 3 · ゼペリオン光線"
    assert people_in(catalog[TIGA], "en") == "TIGA"
    assert title_in(catalog[SCENE], "ja") == "死闘!ダイナVSダイナ"
    with speaking("ja"):
        assert shown_label(catalog[TIGA]) == "ティガ 3 · ゼペリオン光線 (BP01-007)"


def test_no_two_cards_have_one_label_in_any_language():
    for language in INTERFACE:
        with speaking(language):
            labels = {shown_label(card) for card in shipped_catalog().values()}
        assert len(labels) == len(shipped_catalog())


def test_what_tables_call_a_card_is_understood_in_every_language():
    catalog = shipped_catalog()
    assert is_titled(catalog[TIGA], "ティガ 3 · zeperion beam")
    assert is_titled(catalog[TIGA], "ティガ 3 · ゼペリオン光線")
    assert is_titled(catalog[TIGA], "Tiga 3")
    assert not is_titled(catalog[TIGA], "ダイナ 3")
    for title in ("ティガ 3 · Zeperion Beam", "ティガ 3 · ゼペリオン光線"):
        assert Chooser(catalog).one(f"4 {title}") == (TIGA, 4)


def test_cards_are_listed_by_parts_of_japanese_names_whatever_is_spoken():
    for language in INTERFACE:
        result = run(["--language", language, "cards", "list", "--name", "ウルトラマンティ", "--json"])
        numbers = {card["number"] for card in json.loads(result.stdout)["cards"]}
        assert TIGA in numbers
        by_character = run(["--language", language, "cards", "list", "--character", "ティガ", "--json"])
        assert {card["characters"][0] for card in json.loads(by_character.stdout)["cards"]} == {"TIGA"}


# What is said.


def without_names(text: str) -> str:
    """The text without names of decks and scenes, and forms that have no Japanese ones."""
    for card in shipped_catalog().values():
        text = text.replace(f" · {card.subtitle}", "") if card.subtitle else text
        text = text.replace(full_name_in(card, "ja"), "") if card.is_scene else text
    for deck in DECKS:
        text = text.replace(deck, "")
    return text


@pytest.mark.parametrize("name", HEADLINES)
def test_a_japanese_answer_holds_no_english_sentence(name: str):
    result = run(["--language", "ja", *HEADLINES[name]])
    assert result.exit_code == 0, result.output
    words = [word for word in WORD.findall(without_names(result.output)) if word not in KEPT]
    assert words == [], result.output
    assert re.search("[ぁ-ん]", result.output)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("played") / "matrix")
    result = run(["matrix", DECK, OTHER, THIRD, *RUN, "--check", "none", "--out", folder])
    assert result.exit_code == 0, result.output
    return folder


@pytest.mark.parametrize("more", [["--players", "16"], ["--field-only"]], ids=["tournament", "field"])
def test_what_to_bring_is_said_in_japanese_and_its_json_is_not(played: str, more: list[str]):
    args = ["tournament", played, "--times", "200", *more]
    said = run(["--language", "ja", *args])
    assert said.exit_code == 0, said.output
    assert [word for word in WORD.findall(without_names(said.stdout)) if word not in KEPT] == [], said.stdout
    english, japanese = (run(["--language", each, *args, "--json"]) for each in ("en", "ja"))
    assert english.stdout_bytes == japanese.stdout_bytes


def test_what_to_change_is_said_in_japanese_and_its_json_is_not():
    pool = str(ROOT / "decklists" / "plain-rosso-blu.txt")
    improve = ["improve", "plain-kaiju", "--against", "plain-dyna-gaia", "--pool", pool, "--swaps", "1"]
    improve += ["--budget", "25000", "--policy", "random", "-j", "1"]
    better = run(["--language", "ja", *improve])
    assert better.exit_code == 0, better.output
    assert re.search("変更案: 1 .* を抜き、1 .* を入れる。|確実に強くする変更は見つかりませんでした", better.stdout)
    assert "勝率の差（ポイント）" in better.stdout
    english, japanese = (run(["--language", each, *improve, "--json"]) for each in ("en", "ja"))
    assert english.stdout_bytes == japanese.stdout_bytes


def test_json_is_the_same_bytes_in_both_languages(tmp_path: Path):
    bad = tmp_path / "bad.txt"
    bad.write_text("60 BP01-001\n", encoding="utf-8")
    for args in (
        [*HEADLINES["odds"]],
        [*HEADLINES["odds of a want"]],
        ["deck", "show", DECK],
        ["deck", "show", str(bad)],
    ):
        english, japanese = (run(["--language", each, *args, "--json"]) for each in ("en", "ja"))
        assert english.exit_code == japanese.exit_code == 0
        assert english.stdout_bytes == japanese.stdout_bytes


def test_what_is_written_into_a_folder_is_the_same_in_both_languages(tmp_path: Path):
    for language in INTERFACE:
        result = run(["--language", language, *HEADLINES["odds"], "--out", str(tmp_path / language)])
        assert result.exit_code == 0, result.output
    files = sorted(path.relative_to(tmp_path / "en") for path in (tmp_path / "en").rglob("*") if path.is_file())
    texts = [path for path in files if path.suffix in {".html", ".json", ".csv"}]
    assert len(texts) >= 2
    for path in texts:
        assert (tmp_path / "en" / path).read_bytes() == (tmp_path / "ja" / path).read_bytes()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("60 BP01-001\n", "1 行目: ティガ 1 (BP01-001): 60 枚あります。同じ番号は 4 枚までです (CR 4.1.2)"),
        ("4 BP01-999\n", "1 行目: BP01-999: カタログにありません。"),
        ("3 ティガ\n", "1 行目: ティガ: 27 種類のカードの名前です: "),
        ("4 BP01-001 3x\n", "枚数が 2 つあります: 3 と 4"),
        ("hello\n", "カードの番号でも名前でもありません"),
    ],
)
def test_what_is_wrong_with_a_list_is_said_in_japanese(tmp_path: Path, text: str, said: str):
    file = tmp_path / "list.txt"
    file.write_text(text, encoding="utf-8")
    result = run(["--language", "ja", "deck", "check", str(file)])
    assert result.exit_code == 2
    assert result.stderr.startswith("ucgsim: エラー: ")
    assert said in result.stderr


def test_wide_letters_are_broken_to_the_width_of_a_terminal():
    text = "どれが最も強いかはまだ決まりません: Tiga and Dyna の全体に対する勝率は 約 60 % (52 to 69) です。" * 2
    lines = list(plain_lines(f"  {text}", 60))
    assert len(lines) > 2
    assert all(letters(line) <= 60 for line in lines)
    assert all(line.startswith("  ") for line in lines)
    assert not any(line.strip()[0] in "。、）" for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_the_tab_key_offers_names_in_other_languages():
    shell = {"_UCGSIM_COMPLETE": "bash_complete", "COMP_WORDS": "ucgsim cards show ティ", "COMP_CWORD": "3"}
    out = subprocess.run(
        [sys.executable, "-m", "ucgsim"], cwd=ROOT, capture_output=True, text=True, check=False, env=os.environ | shell
    )
    assert "plain,ティガ" in out.stdout.splitlines()
    shell["COMP_WORDS"] = "ucgsim cards show bp01-00"
    numbers = CliRunner().invoke(main, prog_name="ucgsim", env=shell)
    assert "plain,BP01-001" in numbers.stdout.splitlines()


def test_what_tables_print_is_read_in_lists(tmp_path: Path):
    file = tmp_path / "list.txt"
    lines = ["4 ティガ 3 · Zeperion Beam", "2 ティガ 3 (BP01-008)", "3 ティガ 2 · マルチタイプ (BP01-005)"]
    file.write_text("\n".join(lines), encoding="utf-8")
    assert read_deck(file, shipped_catalog()).counts == (("BP01-005", 3), (TIGA, 4), ("BP01-008", 2))
