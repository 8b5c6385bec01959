"""The table of the page: a game by mouse, keys and touch, hints that hold nothing up, games looked at again."""

from __future__ import annotations

import random
import time

import pytest

from tests.waiting import slowness, until
from tests.web.conftest import KINDS, answered, opened, too_wide, turn_to, violations

pytestmark = pytest.mark.slow(seconds=4)

PHONE = {"width": 390, "height": 844}
MOST = 400
AT_ONCE = 100
"""Milliseconds in which a click is answered."""
OVER = "text=Play again"


def at_table(visit, host, **given):
    view = visit(host, **given)
    answered(view)
    turn_to(view, "Play")
    view.wait_for_selector(".choices button")
    return view


def play_out(view, take):
    """Play to the end; nothing that is asked may be without a word, and the focus never lost."""
    for _ in range(MOST):
        if view.locator(OVER).count():
            return
        assert view.inner_text(".asked").strip()
        take()
    pytest.fail("the game does not end")


def test_a_game_by_mouse_is_reviewed_and_played_on_from(visit, host):
    view = at_table(visit, host)
    view.mouse.click(5, 400)
    dice = random.Random(5)

    def click():
        options = view.locator(".choice > button:first-child")
        options.nth(dice.randrange(options.count())).click()

    play_out(view, click)
    assert len(view.evaluate("JSON.parse(localStorage['ucgsim-games']).games")) == 1
    view.get_by_role("button", name="Review", exact=True).click()
    view.wait_for_selector(".graph")
    assert view.evaluate("document.activeElement.innerText") == "Review"
    assert "you won" in view.inner_text(".table h1") or "they won" in view.inner_text(".table h1")
    assert "95 %" in view.inner_text("section[aria-label=Review]")
    rounds = view.locator(".ticks button:not([disabled])")
    view.evaluate("scrollTo(0, document.body.scrollHeight)")
    rounds.nth(rounds.count() // 2).press("Enter")
    assert view.inner_text(".table h1").startswith("Round")
    assert view.locator(".board").bounding_box()["y"] >= 0
    place = int(view.input_value(".steps input"))
    view.keyboard.press("ArrowLeft")
    assert int(view.input_value(".steps input")) == place - 1
    view.keyboard.press("ArrowDown")
    assert int(view.input_value(".steps input")) == place
    view.locator(".tools button", has_text="Play on from here").click()
    view.wait_for_selector(".choices button:not([disabled])")
    play_out(view, lambda: view.keyboard.press("1"))
    view.keyboard.press("n")
    view.wait_for_selector(OVER, state="detached")


def until_set(view):
    """Go on to where a character is set, and give the middles of a card that can be and of an area that is lit."""
    for _ in range(MOST):
        if view.inner_text(".asked").startswith("Set a character"):
            break
        view.keyboard.press("1")
    card, area = view.locator(".held.fits").first, view.locator(".stack.may").first
    card.scroll_into_view_if_needed()
    boxes = [card.bounding_box(), area.bounding_box()]
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]


def lying(view):
    return view.locator(".stack:not(.none)").count()


def test_a_card_is_dragged_and_a_game_is_played_by_touch(visit, host):
    view = at_table(visit, host, viewport={"width": 390, "height": 1100}, has_touch=True)
    (x, y), (to_x, to_y) = until_set(view)
    before = lying(view)
    touch = view.context.new_cdp_session(view)

    def send(kind, *points):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    send("touchStart", (x, y))
    send("touchMove", (x, y - 25))
    send("touchMove", (to_x, to_y))
    send("touchEnd")
    assert lying(view) > before
    view.set_viewport_size(PHONE)
    play_out(view, view.locator(".choice > button:first-child").last.tap)
    view.locator(".held[data-card]").first.tap()
    text = view.locator(".table .text").bounding_box()
    assert view.locator(".table .text .card").is_visible()
    assert text["y"] + text["height"] < view.locator(".ask").bounding_box()["y"]


COVERED = """() => {
  const box = (place) => document.querySelector(place).getBoundingClientRect();
  const covered = ['.areas', '.board > .side:last-child .hand'].filter((each) => {
    const place = document.querySelector(each);
    place.scrollIntoView({ block: 'nearest' });
    const { left, top, bottom } = place.getBoundingClientRect();
    return [top + 5, bottom - 5].some((y) => !place.contains(document.elementFromPoint(left + 25, y)));
  });
  return [covered, box('.ground .sheet').bottom <= box('.ask').top, box('.ask').bottom <= innerHeight];
}"""
"""What of board and hand something lies over where it is in sight, and whether the question is below them on the
screen."""


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (820, 1180)])
def test_the_question_covers_neither_board_nor_hand(visit, host, width, height):
    view = at_table(visit, host, viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    seen = 0
    for _ in range(40):
        if view.locator(OVER).count():
            break
        if view.locator(".stack").count():
            assert view.evaluate(COVERED) == [[], True, True], view.inner_text(".asked")
            seen += 1
        view.keyboard.press("1")
    assert seen > 2


WATCHED = """() => {
  const { engine } = ucgsim, call = engine.call.bind(engine);
  globalThis.acts = [];
  engine.call = (name, ...args) => {
    if (name === 'ucg_act') acts.push(args[2]);
    return call(name, ...args);
  };
}"""
"""What the page's own thread does with games."""
ANSWERED = """new Promise((done) => {
  const words = () => document.querySelector('.happened').innerText;
  const [began, before] = [performance.now(), words()];
  const look = () => (words() === before ? setTimeout(look, 1) : done(performance.now() - began));
  document.querySelector('.choice button').click();
  look();
})"""
"""How long it takes until a click is answered."""


def test_a_hint_holds_nothing_up_and_a_card_is_dragged_onto_an_area_that_is_lit(visit, host):
    view = at_table(visit, host)
    view.evaluate(WATCHED)
    waits = []
    for _ in range(3):
        view.keyboard.press("h")
        waits.append(view.evaluate(ANSWERED))
    assert min(waits) < AT_ONCE * slowness(time.monotonic)
    view.keyboard.press("h")
    view.wait_for_selector(".choices small")
    assert "%" in view.inner_text(".choices")
    view.keyboard.press("w")
    assert "64 worlds" in view.inner_text(".why")
    view.keyboard.press("c")
    assert "95 % interval, 64 worlds, played on by planner" in view.inner_text(".chance")
    rates = view.evaluate("acts.filter((each) => each === ucgsim.engine.layout.enums.Act.RATE).length")
    assert rates == 0, "the page's own thread rates nothing"
    assert view.evaluate("acts.length") > 0
    (x, y), (to_x, to_y) = until_set(view)
    before = lying(view)
    view.mouse.move(x, y)
    view.mouse.down()
    view.mouse.move(x + 20, y - 30)
    assert view.locator(".ghost").count() == 1
    view.mouse.move(to_x, to_y)
    view.mouse.up()
    assert view.locator(".ghost").count() == 0
    assert lying(view) > before
    view.keyboard.press("u")
    view.locator(".held.fits").first.click()
    view.locator(".stack.may").first.click()
    assert lying(view) > before


def test_the_text_of_a_card_follows_the_keyboard_and_is_on_the_screen(visit, host):
    view = at_table(visit, host, viewport={"width": 1440, "height": 900})
    until_set(view)
    hand = view.locator(".board > .side:last-child .held")
    hand.first.focus()
    numbers = []
    for _ in range(hand.count()):
        numbers.append(view.evaluate("document.activeElement.dataset.card"))
        assert numbers[-1] in view.inner_text(".table .text")
        view.keyboard.press("Tab")
    assert len(set(numbers)) > 1
    text = view.locator(".table .text").bounding_box()
    assert text["y"] + text["height"] <= 900


SHOWN_POWER = """async () => {
  const { Match } = await import('./match.js');
  const { cardsOf } = await import('./engine.js');
  const { ofGame } = await import('./address.js');
  const { bench, engine, address } = ucgsim;
  for (const deck of bench.versions.shipped)
    for (let seed = 1; seed < 20; seed += 1) {
      const cards = cardsOf(deck.counts), policies = [bench.policy, bench.policy];
      const game = { a: cards, b: cards, policies, seed, you: 0, taken: [], names: ['', ''] };
      const match = new Match(engine, game);
      while (!match.over && match.asked !== 'ACTIVATE') match.take(match.options()[0].index);
      const asks = !match.over && match.options().find(({ card }) => card).card;
      const taken = match.taken;
      match.close();
      if (asks) {
        address.go(ofGame({ ...game, taken }, bench.policy));
        return bench.cards.must(asks).text;
      }
    }
}"""
"""Goes to a game in which a power may be used, and gives the text of its card."""


def test_the_question_of_a_power_comes_with_its_text(visit, host):
    view = visit(host)
    opened(view)
    text = view.evaluate(SHOWN_POWER)
    view.wait_for_selector(".asked")
    assert view.inner_text(".asked") == "Use a power?"
    assert text in view.inner_text(".ask")


QUESTIONS = """async () => {
  const [{ Match }, { cardsOf }] = [await import('./match.js'), await import('./engine.js')];
  const { question, allNamed } = await import('./options.js');
  const { bench, engine } = ucgsim, asked = {}, unclear = [];
  bench.versions.shipped.forEach((deck, place) => {
    const [a, b] = [deck, bench.versions.shipped.at(-1 - place)].map(({ counts }) => cardsOf(counts));
    const policies = [bench.policy, bench.policy];
    const match = new Match(engine, { a, b, policies, seed: 9, game: place, you: (place >> 1) % 2 });
    for (let n = 0; n < 2000 && !match.over; n += 1) {
      const options = match.options();
      const words = allNamed(options, bench.cards, match.you);
      (asked[match.asked] ??= []).push(question(match, bench.cards));
      const seen = words.filter((each) => !each.startsWith('A card that you'));
      const strange = words.some((each) => !each || /undefined|NaN/.test(each));
      if (new Set(seen).size < seen.length || strange) unclear.push([match.asked, ...words]);
      match.take(options[(n * 7 + 9) % options.length].index);
    }
    match.close();
  });
  const kinds = Object.keys(engine.layout.enums.Decision).filter((kind) => kind !== 'NOTHING');
  const all = kinds.map((kind) => question({ asked: kind, asker: null, you: 0, get: () => 0 }, bench.cards));
  return { asked, unclear, all };
}"""
"""Plays games of all decks by lot, and gives the words of all that is asked in them."""


def test_every_kind_of_decision_has_its_own_words_and_a_link_names_a_game(visit, host):
    view = visit(host)
    opened(view)
    result = view.evaluate(QUESTIONS)
    assert {*result["asked"]} >= KINDS
    assert all(question.strip() for questions in result["asked"].values() for question in questions)
    assert len({*result["all"]}) == len(result["all"]) == 14
    assert result["unclear"] == []
    view.evaluate(
        """async () => {
          const decks = [0, 7].map((place) => ucgsim.bench.versions.shipped[place]);
          location.hash = `${(await import('./link.js')).toLink({ decks })}&game=9.0.3`;
        }"""
    )
    view.wait_for_selector(".steps")
    view.keyboard.press("End")
    assert "wins" in view.inner_text(".table h1")
    assert "seed 9, matchup 0, game 3" in view.inner_text(".table")
    view.keyboard.press("PageUp")
    view.get_by_role("button", name="As B", exact=True).click()
    view.wait_for_selector(".graph")
    view.wait_for_function("() => !ucgsim.address.timer")
    place = view.input_value(".steps input")
    view.reload()
    view.wait_for_selector(".graph")
    assert view.input_value(".steps input") == place


def looks(view):
    """The table in each of its faces."""
    view.keyboard.press("c")
    view.keyboard.press("w")
    view.wait_for_selector(".why")
    yield "play"
    until_set(view)
    view.locator(".held.fits").first.click()
    yield "picked"

    def press():
        view.keyboard.press("1")
        assert view.evaluate("document.activeElement !== document.body")

    play_out(view, press)
    assert view.inner_text("main [role=status]").strip().endswith(".")
    yield "over"
    view.get_by_role("button", name="Review", exact=True).click()
    view.wait_for_selector(".graph")
    view.locator(".ticks button:not([disabled])").last.click()
    view.locator(".chooser summary").click()
    yield "review"


def test_a_game_by_keys_keeps_the_focus_fits_and_can_be_read(visit, host):
    view = at_table(visit, host)
    view.keyboard.press("?")
    view.wait_for_selector("dialog[open]")
    view.keyboard.press("Escape")
    view.wait_for_selector("dialog", state="detached")
    view.keyboard.press("1")
    view.keyboard.press("u")
    assert view.get_by_role("button", name="Undo").last.is_disabled()
    for face in looks(view):
        assert too_wide(view) == [], face
        assert violations(view) == [], face


def test_hands_are_judged_and_saved(visit, host):
    view = visit(host)
    opened(view)
    turn_to(view, "Hands")
    view.locator("main select").last.select_option("Next")
    for _ in range(2):
        assert "They lead the first Round" in view.inner_text("main")
        view.keyboard.press("1")
        view.wait_for_selector("text=Next hand")
        until(lambda: "512 worlds" in view.inner_text("main [role=status]"))
        view.keyboard.press("n")
    view.reload()
    opened(view)
    turn_to(view, "Hands")
    assert "of 2 right" in view.inner_text("main")
    assert "95 %" in view.inner_text("main")
