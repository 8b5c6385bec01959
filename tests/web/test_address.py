"""The address of every state of the page: Back, reload, a link and another tab come to the same."""

from __future__ import annotations

import pytest

from tests.web.conftest import drawn, opened, turn_to

pytestmark = pytest.mark.slow(seconds=4)

PAGES = ("decks", "field", "table", "hands", "games", "guide")
WRITTEN = "() => !ucgsim.address.timer"
"""Whether the address is up to date: it follows choices that come at once a moment later."""
BOARD = "() => document.querySelector('.board')?.innerText"


def board_of(view):
    """What lies on the table."""
    view.wait_for_selector(".choices button")
    return view.inner_text(".board")


def choose(view):
    """Take the first option."""
    view.locator(".choices button").first.click()


def same_board(view, board):
    """Wait until that is what lies on the table."""
    view.wait_for_function(f"(board) => ({BOARD})() === board", arg=board)
    return True


def begin_game(view):
    """A game in which a person made some choices; what lies on the table then."""
    turn_to(view, "Play")
    dealt = board_of(view)
    for _ in range(4):
        choose(view)
    view.wait_for_function(WRITTEN)
    board = board_of(view)
    assert board != dealt
    return board


def test_a_game_goes_on_after_another_page_back_a_reload_and_in_a_second_tab(visit, host):
    view = visit(host)
    opened(view)
    board = begin_game(view)
    turn_to(view, "Workbench")
    view.wait_for_selector(".bench")
    turn_to(view, "Play")
    assert same_board(view, board)
    later = board
    while later == board:
        # Some choices, such as to decline, change nothing on the table.
        choose(view)
        drawn(view)
        later = board_of(view)
    view.go_back()
    view.wait_for_selector(".bench")
    view.go_back()
    # The same game, as it is by now: Back takes no choice back.
    assert same_board(view, later)
    view.reload()
    assert same_board(view, later)
    view.locator(".ask").get_by_role("button", name="Undo").click()
    assert same_board(view, board)
    view.wait_for_function(WRITTEN)
    tab = view.context.new_page()
    tab.goto(view.url)
    assert same_board(tab, board)
    tab.close()
    # Closed, and opened again without an address.
    tab = view.context.new_page()
    tab.goto(host)
    opened(tab)
    turn_to(tab, "Play")
    assert same_board(tab, board)


def test_two_visits_are_dealt_other_games_and_hands_and_a_link_the_same(visit, host):
    dealt = {}
    for page, seen in (("Play", ".board"), ("Hands", "main .cards")):
        for place in range(2):
            view = visit(host)
            opened(view)
            turn_to(view, page)
            dealt[page, place] = (view.locator(seen).inner_text(), view.url)
        assert dealt[page, 0] != dealt[page, 1]
        text, link = dealt[page, 0]
        view = visit(link)
        opened(view)
        assert view.locator(seen).inner_text() == text


def test_a_copied_link_opens_the_game_as_it_is(visit, host):
    view = visit(host, permissions=["clipboard-read", "clipboard-write"])
    opened(view)
    board = begin_game(view)
    view.click("text=Copy a link to it")
    assert same_board(visit(view.evaluate("navigator.clipboard.readText()")), board)


def deck(view):
    return view.evaluate(
        "[ucgsim.bench.edited.deck, ucgsim.bench.field.rivals.length, ucgsim.bench.edited.saved.counts]"
    )


def test_back_and_forward_go_through_pages_decks_and_fields(visit, host):
    view = visit(host)
    opened(view)
    first = deck(view)
    view.locator(".row .copies button").first.click()
    edited = deck(view)
    assert edited != first
    turn_to(view, "Decks")
    view.evaluate("ucgsim.bench.open(ucgsim.bench.versions.shipped[5])")
    view.wait_for_function("() => ucgsim.bench.link === location.hash.split('&')[0]")
    other = deck(view)
    turn_to(view, "Field")
    view.get_by_role("button", name="All that ship").click()
    view.wait_for_function("() => ucgsim.bench.link === location.hash.split('&')[0]")
    more = deck(view)
    for steps in ((other, "Field"), (other, "Decks"), (edited, "Decks"), (edited, "Workbench")):
        view.go_back()
        view.wait_for_selector(f"nav button[aria-current=page]:has-text('{steps[1]}')")
        assert deck(view) == steps[0]
    for _ in range(4):
        view.go_forward()
    view.wait_for_selector("nav button[aria-current=page]:has-text('Field')")
    assert deck(view) == more
    view.reload()
    opened(view)
    assert deck(view) == more


def test_each_page_has_an_address(visit, host):
    view = visit(host)
    for page in PAGES:
        view.goto(f"{host}#page={page}")
        opened(view)
        view.wait_for_function("() => location.hash.startsWith('#d=')")
        assert {"table": "&game=", "hands": "&hand="}.get(page, f"&page={page}") in view.url


BROKEN = (
    "#page=<img src=x onerror=alert(1)>",
    "{pair}&game=1.0.1&you=2",
    "{pair}&game=1.0.1&at=-1",
    "{odd}&game=1.0.1",
    "{odd}&game=1.0.1&you=0",
    "{pair}&game=1.0.1&you=0&taken=A-A",
    "{pair}&game=1.0.1&you=0&taken=_99_99",
    "{pair}&game=1.0.99999999999999999",
    "{pair}&game=1.0.1&by=constructor.toString",
    "{pair}&hand=one",
    "{pair}&hand=1&as=none",
    "#d=AAAA&page=field",
    "#page=table&hand=1",
)


def test_a_broken_address_is_one_line_and_changes_nothing(visit, host):
    view = visit(host)
    opened(view)
    pair, odd = view.evaluate(
        """import('./link.js').then(({ toLink }) => {
          const { shipped } = ucgsim.bench.versions;
          const odd = { name: 'odd', counts: { 'XX-001': 4 } };
          return [toLink({ decks: shipped.slice(3, 5) }), toLink({ decks: [odd, shipped[0]] })];
        })"""
    )
    board = begin_game(view)
    before = [view.url, deck(view)]
    for each in BROKEN:
        view.evaluate("(hash) => { location.hash = hash; }", each.format(pair=pair, odd=odd))
        view.wait_for_selector(".message")
        assert len(view.inner_text(".message span").splitlines()) == 1
        view.locator(".message button").click()
        view.wait_for_selector(".message", state="detached")
        assert view.inner_text(".board") == board
        view.wait_for_function("(address) => location.href === address", arg=before[0])
    assert [view.url, deck(view)] == before


def test_a_half_typed_list_survives_escape(visit, host):
    view = visit(host)
    opened(view)
    view.click("text=Paste")
    view.fill("dialog textarea", "4 BP01-001\n3 Ultra")
    view.keyboard.press("Escape")
    view.wait_for_selector("dialog", state="detached")
    view.click("text=Paste")
    assert view.input_value("dialog textarea") == "4 BP01-001\n3 Ultra"
    view.fill("dialog textarea", "4 BP01-001")
    view.click("dialog .main")
    view.click("text=Paste")
    assert view.input_value("dialog textarea") == ""
