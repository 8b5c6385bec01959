"""The page in a real browser: from a host and from disk, wide and on a phone, and whatever it is given."""

from __future__ import annotations

import re

import pytest

from tests.helpers import answer
from tests.web.conftest import answered, drawn, opened, too_wide, turn_to, violations

pytestmark = pytest.mark.slow(seconds=3)

PHONE = {"width": 390, "height": 844}


def test_a_deck_is_answered_and_a_swap_is_measured(visit, host):
    view = visit(host)
    assert 0 < answered(view) < 100
    assert view.locator(".rival").count() == 4
    hands = ".sheet[aria-label='Opening hands']"
    before = view.inner_text(hands)
    view.locator(".row .copies button").first.click()
    view.locator(".cards .copies button").nth(3).click()
    view.wait_for_selector(".chip")
    assert "±" in view.inner_text(".chip")
    assert "change since saved" in view.inner_text(hands)
    view.click("text=Undo")
    view.click("text=Undo")
    view.wait_for_selector(".chip", state="detached")
    view.wait_for_function("([place, text]) => document.querySelector(place).innerText === text", arg=[hands, before])


def test_the_win_rate_goes_on_while_better_cards_are_looked_for_and_after(visit, host):
    view = visit(host)
    answered(view)
    view.evaluate("ucgsim.bench.played.playOn()")
    for button in ("Look longer", "Stop"):
        view.get_by_role("button", name=button, exact=True).click()
        before = view.evaluate("ucgsim.bench.played.answer.games")
        view.wait_for_function("(before) => ucgsim.bench.played.answer.games > before", arg=before)
        assert view.evaluate("ucgsim.bench.played.answer.games") > before
    view.evaluate("ucgsim.bench.played.control.abort()")


def test_a_list_is_pasted_saved_and_shared(visit, host):
    view = visit(host)
    opened(view)
    counts = view.evaluate("ucgsim.bench.versions.shipped[3].counts")
    text = "\n".join(f"{count} {number}" for number, count in counts.items())
    view.click("text=Paste")
    view.fill("dialog textarea", text)
    view.click("dialog .main")
    assert view.evaluate("ucgsim.bench.edited.deck.counts") == counts
    view.locator(".row .copies button").first.click()
    view.click("text=Save version")
    changed = view.evaluate("ucgsim.bench.edited.deck.counts")
    view.reload()
    opened(view)
    assert view.evaluate("ucgsim.bench.edited.deck.counts") == changed
    assert view.evaluate("ucgsim.bench.versions.all.length") >= 1
    view.click("text=Share")
    link = view.input_value("dialog input")
    assert "#d=" in link
    other = visit(link)
    opened(other)
    assert other.evaluate("ucgsim.bench.edited.deck.counts") == changed
    assert other.evaluate("ucgsim.bench.field.rivals") == view.evaluate("ucgsim.bench.field.rivals")
    other.evaluate("ucgsim.bench.edited.change('BP01-012', 1)")
    edited = other.evaluate("ucgsim.bench.edited.deck.counts")
    drawn(other)
    assert other.url != link, "the address names the deck as it was edited"
    other.reload()
    opened(other)
    assert other.evaluate("ucgsim.bench.edited.deck.counts") == edited


FILL = """() => {
  for (let size = 2 ** 22; size >= 1; size = Math.floor(size / 2)) {
    try { while (true) localStorage.setItem(`fill-${size}-${localStorage.length}`, 'x'.repeat(size)); }
    catch { continue; }
  }
}"""
"""Fill the storage of a page to its last letter."""


def test_a_full_storage_is_called_full_and_one_that_saves_nothing_is_not(visit, host):
    view = visit(host)
    opened(view)
    view.evaluate("ucgsim.bench.save('one')")
    view.evaluate(FILL)
    view.evaluate("ucgsim.bench.save('two')")
    assert "storage that this browser gives the page is full" in view.inner_text(".message")
    view.evaluate(
        "Object.keys(localStorage).forEach((key) => { if (key.startsWith('fill')) localStorage.removeItem(key); })"
    )
    view.locator(".message button").click()
    view.evaluate("ucgsim.bench.save('three')")
    drawn(view)
    assert not view.locator(".message").count()
    view.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('no', 'SecurityError'); }; }")
    view.evaluate("ucgsim.bench.save('four')")
    assert "saves nothing" in view.inner_text(".message")


def test_a_studio_saves_though_the_storage_of_the_browser_is_full(visit, host):
    view = visit(host)
    opened(view)
    view.evaluate(FILL)
    sent = view.evaluate("""async () => {
      const { Shelf } = await import('./server.js');
      const sent = [];
      const shelf = new Shelf({ ask: async (path, given) => { sent.push([path, given.text]); return {}; } }, {});
      shelf.setItem('ucgsim-one', '1');
      await new Promise((done) => { setTimeout(done, 50); });
      shelf.setItem('ucgsim-two', '2');
      await new Promise((done) => { setTimeout(done, 50); });
      return sent;
    }""")
    assert sent == [["/api/items/ucgsim-one", "1"], ["/api/items/ucgsim-two", "2"]]


def test_two_tabs_lose_nothing(visit, host):
    one = visit(host)
    opened(one)
    two = one.context.new_page()
    two.goto(host)
    opened(two)
    for view, place in ((one, 5), (two, 6)):
        view.evaluate(f"ucgsim.bench.open(ucgsim.bench.versions.shipped[{place}]); ucgsim.bench.save('kept')")
    names = one.evaluate("[5, 6].map((place) => ucgsim.bench.versions.shipped[place].name)")
    assert one.evaluate("ucgsim.bench.edited.deck.name") == names[0]
    changed = one.evaluate("(ucgsim.bench.edited.change('BP01-012', 1), ucgsim.bench.edited.deck.counts)")
    two.reload()
    opened(two)
    kept = two.evaluate("ucgsim.bench.versions.all.filter((each) => each.note === 'kept').map((each) => each.name)")
    assert sorted(kept) == sorted(names)
    assert two.evaluate("ucgsim.bench.edited.deck.name") == names[1]
    left = two.evaluate("ucgsim.bench.versions.all.find((each) => each.note.startsWith('not saved'))")
    assert left["counts"] == changed


def test_the_same_numbers_as_the_terminal(visit, host):
    view = visit(host)
    answered(view)
    view.evaluate("ucgsim.bench.played.games = 1000")
    view.evaluate(
        "ucgsim.bench.field.meet([1, 2].map((place) => ({ ...ucgsim.bench.versions.shipped[place], weight: 1 })))"
    )
    while view.evaluate("ucgsim.bench.played.answer?.games ?? 0") < 2000:
        view.wait_for_timeout(100)
    wanted = answer("gauntlet", "tiga-dyna", "decker-trigger", "ginga-victory", "-n", 1000, "--check", "none")
    lines, overall = view.evaluate("ucgsim.bench.played.lines"), view.evaluate("ucgsim.bench.played.answer")
    assert [line["name"] for line in lines] == [rival["rival"] for rival in wanted["matchups"]]
    for page, terminal in zip([overall, *lines], [wanted["overall"], *wanted["matchups"]], strict=True):
        for end in ("rate", "low", "high"):
            assert page["shown"][end] == pytest.approx(terminal[end], abs=1e-12)
            assert page["alone"][end] == pytest.approx(terminal[f"{end}_games"], abs=1e-12)
    assert view.inner_text(".big strong") == f"{round(100 * wanted['overall']['rate'])} %"


def each_page(view):
    """Go to every page in turn."""
    for page in ("Workbench", "Decks", "Field", "Play", "Hands", "Guide"):
        turn_to(view, page)
        yield page


def test_nothing_scrolls_sideways_and_all_can_be_read(visit, host):
    view = visit(host)
    answered(view)
    for place, page in enumerate(each_page(view)):
        assert too_wide(view) == [], page
        # Colours are the same on all pages, so each is looked at in one light, the first in both.
        assert violations(view, ("light", "dark") if place == 0 else (("light", "dark")[place % 2],)) == [], page


WIDE = """() => [...document.querySelectorAll('main *, header *')].filter((each) => {
  if (each.closest('svg, select, .heard') || !each.checkVisibility() || !each.clientWidth) return false;
  const { display, overflowX } = getComputedStyle(each);
  return display !== 'inline' && overflowX === 'visible' && each.scrollWidth > each.clientWidth + 1;
}).map((each) => each.outerHTML.slice(0, 120))"""
"""What is wider than the place that it has."""
TURNED = "\u202etfel\u2066 \u200f8\u2028"


def test_a_name_breaks_no_row(visit, host):
    view = visit(host)
    opened(view)
    view.evaluate(
        """(name) => {
          const { bench } = ucgsim;
          bench.rename(name);
          const called = (rival, k) => ({ ...rival, name: name.slice(0, -1) + k });
          bench.field.meet(bench.field.rivals.slice(0, 3).map(called));
          bench.field.save(name);
          bench.save('one');
          bench.edited.change('BP01-012', 1);
          bench.save('two');
        }""",
        "W" * 80,
    )
    for page in (*each_page(view), "My games"):
        turn_to(view, page)
        for width in (320, 390, 800, 1440):
            view.set_viewport_size({"width": width, "height": 900})
            assert view.evaluate(WIDE) == [], (page, width)
    view.evaluate("ucgsim.bench.field.meet([{ ...ucgsim.bench.field.rivals[0], name: 'שלום' }])")
    turn_to(view, "Field")
    drawn(view)
    name, share = (view.locator(f".rivalry {each}").first.bounding_box() for each in ("span", "span .num"))
    assert share["x"] > name["x"] + 20, "a name from right to left leaves its figure on its right"


def test_a_name_turns_no_row_around(visit, host):
    view = visit(host)
    opened(view)
    view.evaluate("(name) => ucgsim.bench.rename(name)", TURNED)
    assert view.evaluate("ucgsim.bench.edited.deck.name") == "tfel 8"
    pasted = view.evaluate(
        "(name) => ucgsim.bench.paste(`# name: ${name}\n4 BP01-012\n`).name", TURNED.rstrip("\u2028")
    )
    assert pasted == "tfel 8"
    names = view.evaluate(
        """async (name) => {
          const [{ gameOf }, { toLink }] = await Promise.all([import('./address.js'), import('./link.js')]);
          const { bench } = ucgsim;
          const decks = [{ ...bench.versions.shipped[0], name }, { ...bench.versions.shipped[1], name }];
          bench.openLink(toLink({ decks, weights: [1] }));
          const layout = { usual: bench.policy, policies: { [bench.policy]: {} } };
          const { names } = gameOf(`${toLink({ decks })}&game=1.0.17`, layout);
          return [bench.edited.deck.name, bench.field.rivals[0].name, ...names];
        }""",
        TURNED.rstrip("\u2028"),
    )
    assert names == ["tfel 8"] * 4


def test_a_phone_has_three_tabs(visit, host):
    view = visit(host, viewport=PHONE, has_touch=True)
    answered(view)
    for tab, part, rate in (
        ("Deck", "Deck", ".now b"),
        ("Cards", "Cards", ".now b"),
        ("Answers", "Win rate", ".big strong"),
    ):
        view.locator(".tabs button", has_text=tab).tap()
        assert view.locator(f"section[aria-label='{part}']").is_visible()
        assert view.locator(".now b, .big strong").locator("visible=true").count() == 1
        assert view.locator(rate).is_visible()


HEAD = """(width) => {
  const head = document.querySelector('header.top'), { top, bottom } = head.getBoundingClientRect();
  const shown = [...head.querySelectorAll('button, input')].filter((each) => each.checkVisibility());
  const boxes = shown.map((each) => each.getBoundingClientRect());
  const middles = boxes.map((box) => Math.round((box.top + box.bottom) / 2));
  return {
    height: bottom - top, rows: Math.max(...middles) - Math.min(...middles),
    out: boxes.some((box) => box.left < 0 || box.right > width), texts: shown.map((each) => each.innerText),
  };
}"""
"""How high the head of the page is, and what of it is in sight where."""


@pytest.mark.parametrize(("locale", "in_sight"), [("en-GB", ("Paste", "Share")), ("ja-JP", ("貼り付け", "共有"))])
def test_the_head_is_one_row(visit, host, locale, in_sight):
    view = visit(host, locale=locale, has_touch=True, is_mobile=True)
    opened(view)
    view.evaluate("(ucgsim.bench.server = {}, ucgsim.bench.rename('W'.repeat(80)))")
    view.wait_for_selector("[data-page=ask]", state="attached")
    for width in (320, 390, 800, 1080, 1240, 1241, 1440):
        view.set_viewport_size({"width": width, "height": 700})
        head = view.evaluate(HEAD, width)
        assert head["height"] <= 64, width
        assert (head["rows"] <= 1, head["out"]) == (True, False), width
        assert {*in_sight} <= {*head["texts"]}, width


def test_the_menu_of_a_phone_is_opened_and_closed(visit, host):
    view = visit(host, viewport=PHONE)
    opened(view)
    menu = view.get_by_role("button", name="Menu")
    menu.focus()
    for closes in (lambda: view.keyboard.press("Escape"), lambda: view.locator("[data-page=guide]").press("Enter")):
        assert menu.get_attribute("aria-expanded") == "false"
        view.keyboard.press("Enter")
        for name in ("Decks", "Save version", "Undo", "Language: 日本語"):
            assert view.get_by_role("button", name=name).is_visible()
        assert menu.get_attribute("aria-expanded") == "true"
        assert violations(view, ("light",)) == []
        view.set_viewport_size(PHONE)
        closes()
        assert menu.evaluate("(each) => document.activeElement === each")
    view.wait_for_selector(".guide")
    menu.click()
    view.locator("[data-page=decks]").wait_for()
    view.mouse.click(380, 800)
    view.locator("[data-page=decks]").wait_for(state="hidden")


SMALL = """() => {
  document.querySelectorAll('details').forEach((each) => { each.open = true; });
  return [...document.querySelectorAll('button, select, summary, .button, input:not([type=checkbox])')]
    .filter((each) => each.checkVisibility() && !each.closest('.hello'))
    .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 44 || height < 44);
}"""
"""What a finger misses, but for a word of a sentence."""


def test_a_finger_hits_everything(visit, host):
    view = visit(host, viewport=PHONE, has_touch=True, is_mobile=True)
    answered(view)
    for tab in ("Deck", "Cards", "Answers"):
        view.locator(".tabs button", has_text=tab).tap()
        assert view.evaluate(SMALL) == [], tab
    for page in (*each_page(view), "My games"):
        turn_to(view, page)
        view.wait_for_selector("main")
        assert view.evaluate(SMALL) == [], page
    for dialog in ("Paste", "Share"):
        view.click(f"text={dialog}")
        view.wait_for_selector("dialog")
        assert view.evaluate(SMALL) == [], dialog
        view.keyboard.press("Escape")


def test_faces_tell_the_characters_of_a_deck_apart(visit, host):
    view = visit(host)
    opened(view)
    decks = view.evaluate(
        """async () => {
          const { featuresOf } = await import('./face.js');
          const { cards, versions } = ucgsim.bench;
          return versions.shipped.map(({ counts }) => {
            const all = Object.keys(counts).map((number) => cards.must(number)).filter(({ level }) => level);
            const by = new Map(all.map((card) => [card.characters.join(), featuresOf(card)[0]]));
            return [...by.values()];
          });
        }"""
    )
    few = [grounds for grounds in decks if len(grounds) <= 5]
    assert len(few) > 20
    assert all(len({*grounds}) == len(grounds) for grounds in few)
    faces = view.evaluate(
        """async () => {
          const { faceOf } = await import('./face.js');
          const faces = [...new Set(ucgsim.bench.cards.all.map(faceOf))];
          const wide = await Promise.all(faces.map(async (src) => {
            const image = Object.assign(new Image(), { src });
            await image.decode();
            return image.naturalWidth;
          }));
          return [faces.length, Math.min(...wide)];
        }"""
    )
    assert faces[0] > 150
    assert faces[1] > 0


def test_the_first_screen_says_what_to_change_and_a_button_does_it(visit, host):
    view = visit(host)
    opened(view)
    panel = view.locator("section[aria-label='What to change']")
    assert re.search(r"Take out one .*, put in one .*: \+\d\.\d points", panel.inner_text())
    assert re.search(r"Sure: between \+\d\.\d and \+\d\.\d points", panel.inner_text())
    before = view.evaluate("ucgsim.bench.edited.deck.counts")
    panel.get_by_role("button", name="Make this change").click()
    after = view.evaluate("ucgsim.bench.edited.deck.counts")
    moved = {number: after.get(number, 0) - before.get(number, 0) for number in {*before, *after}}
    assert sorted(moved.values())[:: len(moved) - 1] == [-1, 1]
    rate = view.locator("section[aria-label='Win rate']")
    rate.get_by_text("Changed: −1").wait_for()
    rate.get_by_role("button", name="Undo").click()
    assert view.evaluate("ucgsim.bench.edited.deck.counts") == before
    assert "Take out one" in panel.inner_text()


UNKNOWN_WORDS = re.compile(r"\bCR \d|policy|planner|narrowing|interval|rules 1\.|ucgsim (?:odds|counts)|by these games")


def test_the_first_screen_has_words_that_players_know(visit, host):
    view = visit(host)
    answered(view)
    assert not UNKNOWN_WORDS.search(view.inner_text("body"))
    view.get_by_text("How sure is this?").click()
    sure = view.inner_text(".sure")
    assert re.search(r"Our computer player plays both sides, .*: [\d,]+ games", sure)
    assert re.search(r"Another good player would win \d+ to \d+ %", sure)
    view.evaluate("ucgsim.bench.edited.change(Object.keys(ucgsim.bench.edited.deck.counts)[0], 1)")
    drawn(view)
    assert "has 51 cards; a deck has exactly 50" in view.inner_text("main")
    assert not UNKNOWN_WORDS.search(view.inner_text("body"))


def test_a_stored_weight_that_is_no_number_to_count_with_is_bounded(visit, host):
    view = visit(host)
    opened(view)
    view.evaluate(
        "localStorage['ucgsim-field'] = localStorage['ucgsim-field'].replaceAll('\"weight\":1', '\"weight\":1e999')"
    )
    view.reload()
    answered(view)
    turn_to(view, "Field")
    assert "25 %" in view.inner_text("main")
    assert "NaN" not in view.inner_text("main")


def test_a_link_that_holds_no_deck_is_one_line(visit, host):
    view = visit(f"{host}#d=<img src=x onerror=alert(1)>")
    for fragment in ("", "#d=AAAA", "#d=", "#nonsense", "#%00%ff"):
        if fragment:
            view.goto(f"{host}{fragment}")
        view.wait_for_selector(".message")
        assert len(view.inner_text(".message span").splitlines()) == 1
        view.locator(".message button").click()
    assert 0 < answered(view) < 100
    view.evaluate("ucgsim.bench.rename('<img src=x onerror=\"document.title=1\">')")
    view.wait_for_timeout(100)
    assert view.title() == "ucgsim: your deck, live"
    assert "<img" in view.input_value(".name")


def test_a_link_to_a_game_opens_it_and_leaves_deck_and_field_alone(visit, host):
    view = visit(host)
    opened(view)
    link, mine = view.evaluate(
        "[ucgsim.bench.link, [ucgsim.bench.versions.shipped[9].counts, ucgsim.bench.versions.shipped[9].name]]"
    )
    view.evaluate("ucgsim.bench.open(ucgsim.bench.versions.shipped[9])")
    view.goto(f"{host}{link}&game=5.0.3")
    view.wait_for_selector(".board")
    assert view.evaluate("[ucgsim.bench.edited.deck.counts, ucgsim.bench.edited.deck.name]") == mine
    view.goto(f"{host}{link}&game=5.0")
    view.wait_for_selector(".message:has-text('names no game')")


LACKS = {
    "no WebAssembly": "delete globalThis.WebAssembly",
    "no workers": "delete globalThis.Worker",
    "nothing that unpacks": "delete globalThis.DecompressionStream",
    "no dialogs": "delete globalThis.HTMLDialogElement",
    "no hasOwn": "delete Object.hasOwn",
    "none that looks behind itself": """((old) => {
      RegExp = function (text, how) { if (/[?]<=/.test(text)) throw new SyntaxError(text); return new old(text, how); };
      RegExp.prototype = old.prototype;
    })(RegExp)""",
}
"""What browsers of some years ago lack, by a script that takes it away."""


@pytest.mark.parametrize(
    ("lack", "page"), [*((lack, "index.html") for lack in LACKS), ("no WebAssembly", "ucgsim.html")]
)
def test_an_old_browser_is_named_one_that_is_new_enough(browser, host, lack, page):
    context = browser.new_context()
    view = context.new_page()
    wrong = []
    view.on("pageerror", lambda error: wrong.append(str(error)))
    view.add_init_script(LACKS[lack])
    view.goto(host.replace("index.html", page))
    view.wait_for_selector("[role=alert]")
    view.wait_for_load_state("networkidle")
    assert view.inner_text("#page").startswith("This browser is too old to play the game: open this page with Chrome")
    assert wrong == [] or "behind" in lack, "what it can't read, it says in its console all the same"
    context.close()
