"""The page in Japanese: nothing is left in English, nothing runs out of the window, and the reader's choice is kept."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys

import pytest

from tests.helpers import ROOT
from tests.web.node import in_page, needs_node, shipped_decks
from tests.web.scripts_read import HOLE, literals
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.other_names import name_in
from ucgsim.decks.reading import parse_deck
from ucgsim.language import messages
from ucgsim.web.site import data_files

SCRIPTS = sorted((ROOT / "ucgsim/web/static").glob("*.js"))
SENTENCE = re.compile(
    rf"[A-Za-z]{{2,}}[,:;]? +[A-Za-z]{{2,}}|{HOLE}[,:;]? +[A-Za-z]{{3,}}|[A-Za-z]{{3,}}[,:;]? +{HOLE}|^[A-Z][a-z]+$"
)
"""Two words, a word next to something computed, or a word with a capital."""
SPOKEN = re.compile(
    r'(?:aria-label|aria-valuetext|title|placeholder|alt|label|words|text|button)="([^"]*[A-Za-z]{2}[^"]*)"'
)
KEYS = {"Enter", "Escape", "Home", "End", "Tab, Enter"}
NAMES = {
    *("Scene", "Scenes", "Kaiju", "Ultra Hero", "ULTRA HERO", "Ultra Mech", "ULTRA MECH"),
    *("Event", "Grade", "Outcome", "Reason", "Destination", "Modifier", "num share"),
    *("Deck", "Answers", "Cards", "Lead", "Next", "no scene", "level up", f"level {HOLE}", f"type {HOLE}"),
}
"""What scripts call things among themselves, and the words of conditions."""
OTHERS = {
    *("English", f"{HOLE}\\n# name: {HOLE}", f"{HOLE} system-ui, sans-serif", "(pointer: coarse)", ".choices button"),
    "ucgsim",
    *(f"confidence is {HOLE}; it must lie from 0 to 1", f"no root between {HOLE} and {HOLE}"),
    *("None", "True", "False", "So", "Cf", "Co", "Sk", "Lu"),
    f'<svg xmlns="http://www.w3.org/2000/svg" {HOLE}>{HOLE}{HOLE}</svg>',
    *("level 1 >= 2 and scene == 0", f"level {HOLE} {HOLE} >= 1", f"{HOLE} and {HOLE}"),
}
"""Names, styles, a drawing, words of Python and of Unicode, a condition to imitate, and what is said where no script
has run."""
ALLOWED = KEYS | NAMES | OTHERS
WIDTHS = (320, 390, 1280)
PASTED = {
    "enough.js": {"開いてください。'\n    :(", "読み込んでください。'\n    :("},
}
"""Before lists of words that are looked for in what is pasted, and before what is said in Japanese on the spot."""

LEFT = """() => {
  const texts = [], latin = (text) => /[A-Za-z]{2,}/.test(text) && !/[\\u3040-\\u30ff\\u4e00-\\u9fff]/.test(text);
  const within = (place) => place.closest('script, style, noscript, [lang=en], code, pre, .less, .card > p');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!within(node.parentElement)) texts.push(node.textContent.trim());
  }
  document.querySelectorAll('[aria-label], [title], [placeholder], [alt]').forEach((place) => {
    if (within(place)) return;
    ['aria-label', 'title', 'placeholder', 'alt'].forEach((name) => texts.push(place.getAttribute(name) ?? ''));
  });
  const { bench } = ucgsim;
  const cards = bench.cards.all.flatMap(({ base, subtitle, local: { ja } }) => [
    ja.base ? '' : base, ja.form === subtitle ? subtitle : '',
  ]);
  const known = ['ucgsim', 'BP', 'EXTRA', 'Ultraman: Rising', 'level 1 >= 2 and scene == 0', ...cards,
    ...bench.policies];
  // Names that have no Japanese one, numbers of cards, and what is between them.
  const bare = (text) => known.filter(Boolean).sort((a, b) => b.length - a.length)
    .reduce((left, name) => left.replaceAll(name, ''), text).replace(/[A-Z]{1,3}\\d*-[A-Z]?\\d+/g, '');
  return [...new Set(texts.filter(latin))].filter((text) => latin(bare(text)));
}"""
"""Texts of a page in Latin letters that are no names; plain English effects are left out."""


def test_the_catalog_has_every_sentence_and_no_other():
    done = subprocess.run(
        [sys.executable, "-m", "scripts.translate", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, re.findall(r"page\.po: .*", done.stdout)) == (
        0,
        ["page.po: 0 sentences without a translation"],
    ), done.stdout


def test_a_translation_keeps_what_is_filled_in():
    said = messages("page", "ja")
    assert len(said) > 600
    for english, japanese in said.items():
        assert set(re.findall(r"\{\w+\}", english)) == set(re.findall(r"\{\w+\}", japanese)), english


def test_the_catalog_is_a_file_of_the_page():
    packed = data_files(shipped_catalog())
    said, columns = (json.loads(gzip.decompress(packed[name])) for name in ("ja.json.gz", "cards.json.gz"))
    assert said.items() >= messages("page", "ja").items()
    effects = set(filter(None, columns["columns"]["text"]))
    assert effects <= said.keys()
    # Of cards and characters without a Japanese name the English one is said, within brackets.
    assert not [each for each in effects if re.search("[a-z]{2,}", re.sub("『.*?』|「.*?」", "", said[each]))]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda place: place.name)
def test_no_english_stands_outside_the_catalog(script):
    left = []
    for each in literals(script.read_text(encoding="utf-8")):
        if each.is_said:
            continue
        if each.is_drawn:
            drawn = re.sub(r'<(?:"[^"]*"|[^>"])*>', HOLE, each.text)
            texts = [*re.findall(r"[A-Za-z]{2,}[^\0]*", drawn), *SPOKEN.findall(each.text)]
        else:
            before = re.sub(r"[\s(]+$", "(", each.before)
            computed = before.endswith(("class=${", *PASTED.get(script.name, ())))
            texts = [] if computed else [text for text in [each.text] if SENTENCE.search(text)]
        left += [(each.line, text.strip()) for text in texts if text.strip() not in ALLOWED]
    assert left == []


def test_what_is_found_in_scripts():
    source = "const a = `x ${_('One {n}')} y`; // 'no'\nhtml`<b title=\"Two\">${c ? 'three' : `f${1}`}</b>`;\n"
    read = {each.text: each for each in literals(source)}
    assert set(read) == {f"x {HOLE} y", "One {n}", f'<b title="Two">{HOLE}</b>', "three", f"f{HOLE}"}
    assert read["One {n}"].is_said
    assert read[f'<b title="Two">{HOLE}</b>'].is_drawn
    assert read["three"].line == 2


@pytest.mark.parametrize("domain", ["page", "ucgsim"])
def test_the_words_of_players_in_japanese(domain):
    said = messages(domain, "ja").values()
    assert not [each for each in said if re.search("先手|後手|引き直|不明", each)]
    assert any("先攻" in each for each in said)
    assert any("マリガン" in each for each in said)


@needs_node
def test_names_and_sentences_in_both_languages():
    catalog = messages("page", "ja")
    said = in_page("speak.mjs", catalog=catalog)
    assert said["en"]["titles"] == {card["number"]: card["title"] for card in said["cards"]}
    titles = said["ja"]["titles"]
    tiga = next(each for each in shipped_catalog().values() if each.characters == ("TIGA",) and each.level == 1)
    assert titles[tiga.number].startswith("ティガ 1")
    assert name_in(tiga, "ja") in said["ja"]["names"][tiga.number]
    # Whoever copies a list in Japanese gets the same deck, here and in Python.
    assert said["ja"]["read"] == dict.fromkeys(titles, 1)
    assert said["ja"]["problems"] == []
    assert said["en"]["rate"] == "61 % (54 to 67)"
    assert said["ja"]["rate"] == "61%（54〜67）"
    assert said["preferred"] == {"none": "en", "kept": "ja", "wrong": "en"}


def ready(view):
    """Wait for a win rate, in whatever language; then the page plays no more of it."""
    view.wait_for_selector(".big strong", state="attached")
    view.evaluate("ucgsim.bench.played.control?.abort()")


def in_japanese(view, where, widths=()):
    """Nothing on the page is English, and at no width is it wider than its window."""
    assert view.evaluate(LEFT) == [], where
    for width in widths or [view.viewport_size["width"]]:
        view.set_viewport_size({"width": width, "height": 844})
        assert view.evaluate("document.documentElement.scrollWidth") <= width, (where, width)


@pytest.mark.slow(seconds=20)
def test_every_page_is_japanese(visit, host):
    view = visit(host, locale="ja-JP", viewport={"width": 320, "height": 844})
    ready(view)
    assert (view.evaluate("document.documentElement.lang"), view.title()[:7]) == ("ja", "ucgsim：")
    assert re.fullmatch(r"\d+%", view.text_content(".big strong"))
    view.evaluate(
        "const { bench } = ucgsim; bench.questions.add('level 1 >= 2', bench.edited.deck.counts); bench.save()"
    )
    view.evaluate("ucgsim.bench.edited.change(Object.keys(ucgsim.bench.edited.deck.counts)[0], -1)")
    in_japanese(view, "one card less", WIDTHS)
    view.evaluate("ucgsim.bench.edited.undo()")
    view.locator(".sure summary").click()
    for page in ("table", "decks", "field", "hands", "games", "guide", "bench"):
        if view.locator(".menu").is_visible():
            view.locator(".menu").click()
            in_japanese(view, "menu")
        view.locator(f"[data-page={page}]").click()
        view.wait_for_selector("main")
        in_japanese(view, page, WIDTHS)
    view.set_viewport_size({"width": 320, "height": 844})
    for place in range(view.locator("[role=tab]").count()):
        view.locator("[role=tab]").nth(place).click()
        in_japanese(view, f"tab {place}", WIDTHS[:2])


@pytest.mark.slow(seconds=20)
def test_a_game_and_what_dialogs_say_are_japanese(visit, host):
    view = visit(host, locale="ja-JP", viewport={"width": 390, "height": 844})
    ready(view)
    view.get_by_role("button", name="貼り付け", exact=True).click()
    view.fill("dialog textarea", "4 ティガ\n3 BP99-999 x\nfoo bar 3\n~~4 BP01-012~~")
    view.wait_for_selector("dialog .problem")
    in_japanese(view, "problems of a list")
    view.keyboard.press("Escape")
    view.get_by_role("button", name="共有", exact=True).click()
    view.wait_for_selector("dialog img")
    in_japanese(view, "share")
    view.keyboard.press("Escape")
    view.locator(".menu").click()
    view.locator("[data-page=table]").click()
    view.keyboard.press("1")
    view.keyboard.press("w")
    view.wait_for_selector(".why")
    in_japanese(view, "why")
    for _ in range(400):
        if view.locator("text=もう一度対戦").count():
            break
        view.keyboard.press("1")
    in_japanese(view, "the end of a game")
    view.locator(".choices button").first.click()
    view.wait_for_selector(".mistakes", state="attached")
    in_japanese(view, "review")
    assert re.search("ラウンド[1-9]", view.inner_text("h1:not(header h1)"))


@pytest.mark.slow
def test_the_switch_redraws_at_once_and_is_remembered(visit, host):
    view = visit(host, locale="en-GB")
    ready(view)
    assert view.evaluate("document.documentElement.lang") == "en"
    assert not view.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.includes('ja.json'))")
    switch = view.get_by_role("button", name="Language: 日本語")
    switch.focus()
    view.keyboard.press("Enter")
    view.wait_for_selector("nav button:has-text('対戦')")
    assert view.evaluate("document.documentElement.lang") == "ja"
    in_japanese(view, "after the switch")
    view.reload()
    ready(view)
    assert view.locator("nav button").nth(3).inner_text() == "対戦"
    view.get_by_role("button", name="言語：English").click()
    view.wait_for_selector("nav button:has-text('Play')")
    view.reload()
    ready(view)
    assert view.locator("nav button").nth(3).inner_text() == "Play"


@pytest.mark.slow
def test_a_japanese_list_is_the_same_deck_for_others(visit, host):
    catalog = shipped_catalog()
    deck = shipped_decks()[3]
    lines = [f"{count}枚　{number} {name_in(catalog[number], 'ja')}" for number, count in deck.counts]
    assert dict(parse_deck("\n".join(lines), catalog)[0].counts) == dict(deck.counts)
    view = visit(host, locale="ja-JP")
    ready(view)
    view.get_by_role("button", name="貼り付け", exact=True).click()
    view.fill("dialog textarea", "\n".join(lines))
    view.click("dialog .main")
    ready(view)
    assert view.evaluate("ucgsim.bench.edited.deck.counts") == dict(deck.counts)
    assert view.evaluate("ucgsim.bench.edited.problems") == []
    view.wait_for_function("ucgsim.bench.played.answer?.games > 100")
    view.get_by_role("button", name="共有", exact=True).click()
    link = view.input_value("dialog input")
    text = view.input_value("dialog textarea")
    other = visit(link, locale="en-GB")
    ready(other)
    assert other.evaluate("ucgsim.bench.edited.deck.counts") == dict(deck.counts)
    assert other.locator("nav button").nth(3).inner_text() == "Play"
    assert dict(parse_deck(text, catalog)[0].counts) == dict(deck.counts)


@pytest.mark.slow
def test_one_file_plays_from_disk_and_has_its_japanese_within(visit, site):
    view = visit((site / "ucgsim.html").as_uri(), locale="ja-JP")
    ready(view)
    assert view.locator("nav button").nth(3).inner_text() == "対戦"
