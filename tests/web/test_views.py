"""Questions of one's own, saved versions, pasted lists and the guide, in a real browser."""

from __future__ import annotations

import json
import re

import pytest

from tests.helpers import answer
from tests.waiting import until
from tests.web.conftest import answered, drawn, opened, too_wide, turn_to, violations
from ucgsim.cards.catalog import shipped_catalog

pytestmark = pytest.mark.slow(seconds=3)

HOSTILE = "<img src=x onerror=\"document.title='1'\">"
HANDS = "section[aria-label='Opening hands']"
VERSIONS = "section[aria-label='Your versions']"
APART = """(async () => {
  const { ledBy } = await import('./guide_view.js');
  const { leading } = await import('./numbers.js');
  const { lines: all, pairsByLead } = ucgsim.bench.played;
  const by = (line, k) => leading(pairsByLead[k], [ledBy(line, 0), ledBy(line, 1)]);
  const lines = all.map((line, k) => ({ cost: line.weight * (1 - line.shown.rate), ...by(line, k) }));
  return lines.sort((x, y) => y.cost - x.cost);
})()"""
"""What leading adds against each rival, by pairs of games on one shuffle and by the others."""
HARDEST = "Decker and Trigger"
MAIN = """(name) => {
  const { cards, field } = ucgsim.bench;
  const copies = new Map();
  for (const [number, count] of Object.entries(field.rivals.find((each) => each.name === name).counts)) {
    const { characters, level } = cards.must(number);
    if (level !== null) copies.set(characters.join(', '), (copies.get(characters.join(', ')) ?? 0) + count);
  }
  return [...copies].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1))[0][0];
}"""
"""The character of which a rival plays most cards."""
WANTS = ("level 1 >= 2 and scene >= 1", "chain 1-2 or type POWER >= 1", "BP01-012 >= 1", "TIGA >= 1", "not scene")


def own(view):
    """The questions of one's own with their chances, by the page."""
    return view.evaluate("ucgsim.bench.questions.of(ucgsim.bench.edited.deck.counts).filter((each) => each.own)")


def test_questions_of_ones_own_are_those_of_the_terminal_and_at_most_twenty(visit, host):
    view = visit(host)
    opened(view)
    for want in WANTS:
        view.evaluate("(want) => ucgsim.bench.questions.add(want, ucgsim.bench.edited.deck.counts)", want)
    for row, want in zip(own(view), WANTS, strict=True):
        wanted = answer("odds", "tiga-dyna", "--want", want)
        assert row["probability"] == pytest.approx(wanted["probability"], abs=1e-9)
        assert row["withoutRedraw"] == pytest.approx(wanted["without_redraw"], abs=1e-9)
    numbers = list(shipped_catalog())
    refused = view.evaluate(
        """async (numbers) => {
          const { Vocabulary, parse } = await import('./condition.js');
          const { choices, sentence } = await import('./questions_view.js');
          const { bench } = ucgsim;
          const counts = Object.fromEntries(numbers.map((number) => [number, 1]));
          const all = numbers.map((number) => bench.cards.must(number));
          const vocabulary = new Vocabulary(all, all);
          const whats = choices({ cards: bench.cards, edited: { deck: { counts } } })
            .flatMap(([, of]) => of.map(([what]) => what));
          return [whats.length, whats.filter((what) => {
            const want = what.startsWith('chain') ? what : `${what} >= 2`;
            try { parse(want, vocabulary); } catch { return true; }
            return sentence(bench, want) === want;
          })];
        }""",
        numbers,
    )
    assert refused[0] > len(numbers)
    assert refused[1] == []
    said = view.evaluate(
        """(() => { const { bench } = ucgsim; let said = '';
        for (let k = 1; k < 22; k += 1) {
          try { bench.questions.add(`level 1 >= ${k}`, bench.edited.deck.counts); }
          catch (error) { said = error.message; }
        }
        return [bench.questions.own.length, said]; })()"""
    )
    assert said == [20, "20 questions are saved, and no more can be: remove one first"]


def test_a_question_is_put_together_and_survives(visit, host):
    view = visit(host)
    opened(view)
    view.click(f"{HANDS} summary")
    view.select_option("select[aria-label='how many, part 1']", "2")
    view.click("text=and, or …")
    view.select_option("select[aria-label='of what, part 2']", "scene")
    view.select_option("select[aria-label='and, or']", "or")
    view.locator(f"{HANDS} button.main").click()
    view.wait_for_selector(".own")
    assert "at least 2 of level 1 or at least 1 scene" in view.inner_text(HANDS)
    view.locator(f"{HANDS} .ask input").fill("level 9 >= x")
    view.keyboard.press("Enter")
    view.wait_for_selector(f"{HANDS} [role=alert]")
    assert len(view.inner_text(f"{HANDS} [role=alert]").splitlines()) == 1
    view.locator(f"{HANDS} .ask input").fill("not scene")
    view.keyboard.press("Enter")
    view.locator(".own").nth(1).wait_for()
    view.reload()
    opened(view)
    assert [row["want"] for row in own(view)] == ["level 1 >= 2 or scene >= 1", "not scene"]
    view.locator(".row .copies button").first.click()
    drawn(view)
    assert "49 cards are counted; a whole deck has 50" in view.inner_text(HANDS)
    assert view.locator("tr:has(.own) small").count() == 4
    view.click("[aria-label='Remove the question not scene']")
    view.locator(".own").nth(1).wait_for(state="detached")
    view.reload()
    opened(view)
    assert len(own(view)) == 1


def test_versions_are_noted_compared_and_deleted(visit, host):
    view = visit(host)
    opened(view)
    view.evaluate(
        "(ucgsim.bench.save(), ucgsim.bench.edited.change(Object.keys(ucgsim.bench.edited.deck.counts)[0], -2))"
    )
    view.evaluate("(ucgsim.bench.edited.change('BP01-012', 2), ucgsim.bench.save())")
    turn_to(view, "Decks")
    rows = view.locator(f"{VERSIONS} .version")
    assert rows.count() == 2
    rows.nth(0).locator("input").fill(HOSTILE)
    view.evaluate("ucgsim.bench.say()")
    drawn(view)
    rows.nth(0).locator("input").press("Tab")
    rows.nth(1).get_by_role("button", name="Compare").click()
    rows.nth(0).get_by_role("button", name="Compare").click()
    lines = view.locator(".differences li")
    lines.first.wait_for()
    assert [line.split()[0] for line in lines.all_inner_texts()] == ["+2", "−2"]
    assert lines.first.inner_text().endswith("BP01-012")
    versions = view.evaluate("ucgsim.bench.versions.all")
    view.locator("section[aria-label=Differences] .main").click()
    opened(view)
    assert view.evaluate("ucgsim.bench.edited.deck.counts") == versions[0]["counts"]
    assert view.evaluate("ucgsim.bench.edited.saved.counts") == versions[1]["counts"]
    stored = view.evaluate(
        "Object.entries(localStorage).filter(([key]) => /version|draft/.test(key)).map(([, text]) => text)"
    )
    assert not any('"key"' in text for text in stored)
    view.reload()
    opened(view)
    turn_to(view, "Decks")
    assert rows.nth(0).locator("input").input_value() == HOSTILE
    view.once("dialog", lambda dialog: dialog.dismiss())
    rows.nth(1).get_by_role("button", name="Delete").click()
    assert rows.count() == 2
    view.once("dialog", lambda dialog: dialog.accept())
    rows.nth(1).get_by_role("button", name="Delete").click()
    rows.nth(1).wait_for(state="detached")
    view.reload()
    opened(view)
    left = view.evaluate("ucgsim.bench.versions.all.map(({ key, note }) => [key, note])")
    assert left == [[versions[0]["key"], HOSTILE]]
    assert view.title() == "ucgsim: your deck, live"


def test_lists_links_and_files_are_pasted(visit, host):
    view = visit(host)
    opened(view)
    view.click("text=Paste")
    view.fill("dialog textarea", f"4 BP01-012\n3 Ultraman Tiga\n{HOSTILE}")
    view.locator("dialog .unclear .card").first.wait_for()
    assert view.locator("dialog .unclear code").first.inner_text() == "3 Ultraman Tiga"
    assert view.locator("dialog .unclear").first.locator(".card").count() == 6
    assert "type more of the name" in view.inner_text("dialog")
    taken = view.locator("dialog .unclear button").first
    number = taken.get_attribute("aria-label").split()[-1]
    taken.click()
    view.wait_for_selector("text=Take 7 cards")
    assert view.input_value("dialog textarea").split("\n")[1] == f"3 {number}"
    assert view.locator("dialog img").count() == 0
    view.click("text=Take 7 cards")
    assert view.evaluate("ucgsim.bench.edited.deck.counts") == {"BP01-012": 4, number: 3}
    assert "7 cards are counted; a whole deck has 50" in view.inner_text(HANDS)
    assert view.title() == "ucgsim: your deck, live"
    wanted = view.evaluate("ucgsim.bench.versions.shipped[4].counts")
    link = view.evaluate("(ucgsim.bench.open(ucgsim.bench.versions.shipped[4]), ucgsim.bench.link)")
    view.evaluate("ucgsim.bench.open(ucgsim.bench.versions.shipped[0])")
    view.click("text=Paste")
    view.fill("dialog textarea", f"Look at this: https://example.org/{link} what a deck")
    view.click("text=Open the deck of the link, 50 cards")
    assert view.evaluate("ucgsim.bench.edited.deck.counts") == wanted
    view.click("text=Paste")
    view.fill("dialog textarea", "https://example.org/#d=AAAA")
    view.wait_for_selector("dialog .problem")
    assert "The link can't be opened" in view.inner_text("dialog .problem")
    assert view.locator("dialog .main").is_disabled()
    view.keyboard.press("Escape")
    view.wait_for_selector("dialog", state="detached")
    view.click("text=Paste")
    view.set_input_files(
        "dialog input[type=file]", {"name": "a.txt", "mimeType": "text/plain", "buffer": b"4 BP01-012\r\n1 BP01-001"}
    )
    view.wait_for_selector("text=Take 5 cards")
    big = {"name": "big.txt", "mimeType": "text/plain", "buffer": b"1 BP01-001\n" * 60_000}
    view.set_input_files("dialog input[type=file]", big)
    assert "500 kB" in view.inner_text("dialog [role=alert]")
    drop = """(text) => { const data = new DataTransfer(); data.items.add(new File([text], 'b.txt'));
      const given = { dataTransfer: data, bubbles: true, cancelable: true };
      document.querySelector('dialog textarea').dispatchEvent(new DragEvent('drop', given)); }"""
    view.evaluate(drop, "3 BP01-012")
    view.wait_for_selector("text=Take 3 cards")


def test_a_name_is_typed_and_a_list_of_the_library_is_mended(visit, host):
    view = visit(host)
    opened(view)
    view.fill(".name", "Half a na")
    view.evaluate("ucgsim.bench.say()")
    view.wait_for_timeout(100)
    view.locator(".name").press_sequentially("me")
    view.locator(".name").press("Tab")
    assert view.evaluate("ucgsim.bench.edited.deck.name") == "Half a name"
    view.evaluate("ucgsim.bench.open(ucgsim.bench.versions.shipped[1])")
    view.wait_for_timeout(100)
    assert view.input_value(".name") == view.evaluate("ucgsim.bench.edited.deck.name")
    library = [{"key": "own:a", "name": HOSTILE, "text": "2 Ultraman Tiga\n", "problem": "line 1: is no card"}]
    view.evaluate(f"ucgsim.bench.server = {{}}; ucgsim.bench.versions.library = {json.dumps(library)}")
    turn_to(view, "Decks")
    assert "line 1: is no card" in view.inner_text("section[aria-label='Your library']")
    view.click("text=Mend it")
    view.locator("dialog .unclear button").first.click()
    view.click("text=Take 2 cards")
    assert view.evaluate("ucgsim.bench.edited.deck.name") == HOSTILE[:80]
    assert view.title() == "ucgsim: your deck, live"


def test_the_guide_is_one_sheet(visit, host, tmp_path):
    view = visit(host)
    answered(view)
    view.evaluate("(ucgsim.bench.played.games = 2000, ucgsim.bench.ask())")
    turn_to(view, "Guide")
    while view.evaluate("ucgsim.bench.played.answer?.games ?? 0") < 8_000 or not view.evaluate(
        "Boolean(ucgsim.bench.played.rule)"
    ):
        view.wait_for_timeout(100)
    played = "ucgsim.bench.played.pairsByLead.every((table) => table?.flat().reduce((x, y) => x + y) === 1000)"
    while not view.evaluate(played):
        view.wait_for_timeout(100)
    drawn(view)
    text = view.inner_text("main")
    costs = view.evaluate(
        "ucgsim.bench.played.lines.map(({ name, weight, shown }) => [weight * (1 - shown.rate), name])"
        ".sort((a, b) => b[0] - a[0])"
    )
    assert view.locator("tbody tr td:first-child b").all_inner_texts() == [name for _, name in costs]
    assert f"{HARDEST} is the hardest: you win" in text
    assert "Which swap helps" in text, "of a deck that ships it is known beforehand"
    about = view.locator("tbody .about").all_inner_texts()
    assert [each.partition("Plays ")[2].partition(" to level")[0] for each in about] == [
        view.evaluate(MAIN, name) for _, name in costs
    ]
    assert all(re.search(r"Keep|Redraw|No simple rule", each) for each in about)
    leads = view.locator("tbody tr:not(.about) td:first-child small").all_inner_texts()
    for line, shown in zip(view.evaluate(APART), leads, strict=True):
        said = "Lead" if line["low"] > 0.01 else "Next" if line["high"] < -0.01 else "open:"
        assert shown.startswith(f"{said} ")
        points = float(shown.removeprefix(f"{said} ").split()[0])
        assert points == pytest.approx(100 * line["rate"] * (-1 if said == "Next" else 1), abs=0.51)
    for rivals in (4, 8, 14, 23):
        few = f"ucgsim.bench.versions.shipped.slice(1, {rivals + 1}).map((deck) => ({{ ...deck, weight: 1 }}))"
        view.evaluate(f"(ucgsim.bench.played.games = 60, ucgsim.bench.field.meet({few}))")
        until(lambda: view.evaluate("ucgsim.bench.played.rules.every(Boolean) && !ucgsim.pool.jobs.length"))
        drawn(view)
        pdf = view.pdf(format="A4", path=tmp_path / "guide.pdf")
        assert pdf.count(b"/Type /Page\n") == 1, rivals


def test_labels_contrast_and_widths(visit, host):
    view = visit(host)
    answered(view)
    view.evaluate("(ucgsim.bench.save('a note'), ucgsim.bench.edited.change('BP01-012', 1), ucgsim.bench.save())")
    question = "level 1 >= 1 and (scene >= 1 or BP01-012 >= 1)"
    view.evaluate(f"ucgsim.bench.questions.add('{question}', ucgsim.bench.edited.deck.counts)")
    view.evaluate("ucgsim.bench.say()")
    view.click(f"{HANDS} summary")
    assert too_wide(view) == []
    assert violations(view) == []
    for name in ("Decks", "Guide"):
        turn_to(view, name)
        if name == "Decks":
            for place in (0, 1):
                view.locator(VERSIONS).get_by_role("button", name="Compare").nth(place).click()
        else:
            view.locator(".guide td small").nth(15).wait_for()
        assert too_wide(view) == [], name
        assert violations(view) == [], name
    view.click("text=Paste")
    view.fill("dialog textarea", "3 Ultraman Tiga\nnonsense")
    view.locator("dialog .unclear .card").first.wait_for()
    assert too_wide(view) == []
    assert violations(view) == []
