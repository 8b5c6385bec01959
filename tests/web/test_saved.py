"""What was played is saved: a list that was seen before costs no games, and nothing plays where nobody looks."""

from __future__ import annotations

import json

import pytest

from tests.helpers import answer
from tests.waiting import until
from tests.web.conftest import drawn
from tests.web.test_engine import asked, exchanged, played
from tests.web.test_page import PHONE
from ucgsim.simulate.counts import count

HANDED = """
globalThis.handed = 0;
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
  const { kind, games, task } = message;
  if (kind === 'play') globalThis.handed += games * (task.other || task.byLead || task.marks ? 2 : 1);
  return post.call(this, message, ...more);
};
"""
"""Counts games that are handed out to workers; of a pair or of a hand that is kept and redrawn there are two."""
UNASKED = 20_000
"""Games or pairs against all rivals that an edit may cost: ten seconds of a processor that plays 4,000 a second."""


def test_counts_go_on_where_they_stopped_and_nothing_is_played_twice(node, game, decks):
    deck, other, rival = decks[0], decks[4], decks[7]
    task = asked((deck, rival), "planner", 600)
    tasks = [task, {**task, "other": exchanged(deck, other, 3)}, {**task, "byLead": True}]
    said = node("saved.mjs", {"tasks": tasks, "more": 1000}, game)
    for each in said["answers"]:
        stopped, whole, again, grown, fewer = (each[name] for name in ("stopped", "whole", "again", "grown", "fewer"))
        assert 0 < each["known"] < 600
        assert whole["shown"] == each["known"], "what is saved is shown at once"
        assert whole["games"] == 600 - each["known"]
        assert stopped["counted"] != whole["counted"]
        assert again == {"counted": whole["counted"], "games": 0, "shown": 600}
        assert grown["games"] == 400
        assert fewer == {"counted": grown["counted"], "games": 0, "shown": 1000}
    plain = said["answers"][0]
    for name, games in (("whole", 600), ("grown", 1000)):
        wanted = count(played((deck, rival), "planner", games))
        assert plain[name]["counted"]["points"] == wanted.points.tolist(), "the games of the terminal"


def test_nothing_is_handed_out_while_nobody_looks(node, game, decks):
    task = asked((decks[0], decks[7]), "planner", 600)
    hidden = node("saved.mjs", {"tasks": [task], "more": 3000}, game)["hidden"]
    assert hidden["out"] == hidden["atRest"] == hidden["wished"] < 3000
    assert 0 < hidden["saved"] <= hidden["out"], "a page that is closed meanwhile loses nothing but what is out"
    assert hidden["all"] == 3000
    assert hidden["looked"]["taken"], "what somebody waits for is looked into all the same"
    assert sum(hidden["counted"]["halves"]) == 3000


RESTS = """globalThis.ucgsim?.bench.played.answer && !ucgsim.bench.played.isPlaying && !ucgsim.pool.jobs.length &&
  ucgsim.pool.places.every((place) => !place.at)"""


def at_rest(view):
    """Wait until the page plays nothing, and give how many games it had workers play since it was asked before."""
    until(lambda: view.evaluate(RESTS))
    return view.evaluate("[globalThis.handed, (globalThis.handed = 0)][0]")


def entered(visit, host, more="", **given):
    view = visit("about:blank", **given)
    view.add_init_script(HANDED + more)
    view.goto(host)
    return view


SWAP = """([out, into]) => {
  const counts = { ...ucgsim.bench.edited.deck.counts };
  counts[out] -= 1;
  counts[into] = (counts[into] ?? 0) + 1;
  ucgsim.bench.edited.become(counts);
}"""
OPEN, DECIDED = ("BP04-001", "BP02-047"), ("BP01-002", "UD01-003")
"""A swap that changes next to nothing, and one that is soon known to help."""
SHOWN = "JSON.stringify([ucgsim.bench.played.answer, ucgsim.bench.played.lines])"


@pytest.mark.slow(seconds=60)
def test_an_edit_costs_a_budget_and_what_was_seen_costs_nothing(visit, host):
    view = entered(visit, host)
    assert 0.9 * UNASKED < at_rest(view) <= UNASKED
    first = view.evaluate(SHOWN)
    view.evaluate(SWAP, OPEN)
    assert 1.8 * UNASKED < at_rest(view) <= 2 * UNASKED
    edited, address = view.evaluate(SHOWN), view.evaluate("location.hash")
    view.evaluate("ucgsim.bench.edited.undo()")
    assert at_rest(view) == 0
    assert view.evaluate(SHOWN) == first
    view.evaluate(SWAP, DECIDED)
    assert at_rest(view) < UNASKED, "a change that is decided ends its games"
    assert view.evaluate("ucgsim.bench.played.answer.change.decided")
    view.evaluate("ucgsim.bench.edited.undo()")
    view.evaluate(SWAP, OPEN)
    assert at_rest(view) == 0
    assert view.evaluate(SHOWN) == edited
    until(lambda: view.evaluate("location.hash") == address)
    view.reload()
    assert at_rest(view) == 0
    assert view.evaluate(SHOWN) == edited
    # A version that is saved takes over what it played, and pairs hold in either direction.
    view.evaluate("ucgsim.bench.save()")
    assert at_rest(view) == 0
    assert view.evaluate("ucgsim.bench.played.answer.games") == UNASKED
    view.evaluate(SWAP, OPEN[::-1])
    assert at_rest(view) == 0
    drawn(view)
    back = view.evaluate("ucgsim.bench.played.answer.change.shown")
    assert back["rate"] == pytest.approx(-json.loads(edited)[0]["change"]["shown"]["rate"])
    view.get_by_role("button", name="Play on for a surer answer").click()
    at_rest(view)
    assert view.evaluate("ucgsim.bench.played.lines.map(({ games }) => games)") == [10_000] * 4
    assert not view.get_by_role("button", name="Play on for a surer answer").count()


@pytest.mark.slow(seconds=20)
def test_a_phone_plays_less_and_hands_and_worth_are_played_when_asked(visit, host):
    view = entered(visit, host, viewport=PHONE, has_touch=True, is_mobile=True)
    assert at_rest(view) <= 8000
    view.evaluate("ucgsim.bench.field.meet(ucgsim.bench.field.rivals.slice(0, 1))")
    at_rest(view)
    assert view.evaluate("[ucgsim.bench.played.rule, ucgsim.bench.played.worth.size]") == [None, 0]
    view.locator("button", has_text="Find out which hands to keep").click()
    assert at_rest(view) == 8000, "4,000 hands, each kept and redrawn"
    assert view.locator(".rule").count() == 1
    view.locator(".tabs button", has_text="Deck").tap()
    view.locator("button", has_text="What is each card worth?").click()
    at_rest(view)
    assert view.locator(".worth").count() == view.evaluate("Object.keys(ucgsim.bench.edited.deck.counts).length")
    view.evaluate("ucgsim.bench.ask()")
    assert at_rest(view) == 0
    view.locator("button", has_text="What is each card worth?").click()
    assert at_rest(view) == 0


BROKEN = {
    "refused": "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };",
    "none": "Object.defineProperty(globalThis, 'indexedDB', { value: undefined });",
    "silent": "IDBFactory.prototype.open = () => ({});",
    "full": "IDBObjectStore.prototype.put = () => { throw new DOMException('no', 'QuotaExceededError'); };",
}


@pytest.mark.slow(seconds=10)
@pytest.mark.parametrize("how", BROKEN)
def test_a_database_that_is_not_to_be_had_costs_games_and_nothing_else(visit, host, how):
    view = entered(visit, host, BROKEN[how])
    view.wait_for_selector(".big strong")
    view.evaluate("(ucgsim.bench.played.games = 200, ucgsim.bench.ask())")
    at_rest(view)
    first = view.evaluate(SHOWN)
    view.evaluate(SWAP, OPEN)
    assert at_rest(view) > 0
    view.evaluate("ucgsim.bench.edited.undo()")
    assert at_rest(view) == 0
    assert view.evaluate(SHOWN) == first
    assert not view.locator(".message").count()


DAMAGE = """async () => {
  const { database, done } = await import('./database.js');
  const counts = (await database('ucgsim-played', 'counts')).transaction('counts', 'readwrite').objectStore('counts');
  const keys = await done(counts.getAllKeys());
  const rows = await done(counts.getAll());
  const harms = [
    (row) => ({ ...row, text: row.text.replace(/[1-9]/, '0') }),
    (row) => ({ ...row, mark: 'another game' }),
    () => ({ at: 'never', mark: {}, text: 7, sum: null }),
    () => 'nonsense',
  ];
  await Promise.all(keys.map((key, k) => done(counts.put(harms[k % harms.length](rows[k]), key))));
  await done(counts.put(null, 7));
  return keys.length;
}"""


@pytest.mark.slow(seconds=10)
def test_damaged_counts_are_played_again(visit, host):
    view = entered(visit, host, viewport=PHONE, has_touch=True, is_mobile=True)
    at_rest(view)
    first = view.evaluate(SHOWN)
    view.reload()
    assert at_rest(view) == 0
    assert view.evaluate(DAMAGE) == 4
    view.reload()
    assert at_rest(view) >= 8000 - 200
    assert view.evaluate(SHOWN) == first


@pytest.mark.slow(seconds=20)
def test_the_guide_says_what_leading_adds_as_the_terminal_does(visit, host):
    view = entered(visit, host)
    view.wait_for_selector(".big strong")
    view.evaluate(
        """() => {
          const { bench } = ucgsim;
          const [deck, ...rivals] = ['Arc and Blazar (published)', 'Baltan swarm', 'Belial alone'].map((name) =>
            bench.versions.shipped.find((each) => each.name === name));
          bench.played.games = 1000;
          bench.field.rivals = rivals.map((each) => ({ ...each, weight: 1 }));
          bench.open(deck);
        }"""
    )
    view.locator("nav button", has_text="Guide").click()
    at_rest(view)
    asked = ("gauntlet", "arc-blazar", "baltan-swarm", "belial", "-n", 1000, "--check", "none")
    wanted = answer(*asked)["matchups"]
    apart = view.evaluate("""async () => {
      const { ledBy } = await import('./guide_view.js');
      const { leading } = await import('./numbers.js');
      const { lines, pairsByLead } = ucgsim.bench.played;
      return lines.map((line, k) => leading(pairsByLead[k], [ledBy(line, 0), ledBy(line, 1)]));
    }""")
    for page, terminal in zip(apart, (each["effect_of_leading"] for each in wanted), strict=True):
        assert page["n"] == terminal["pairs"] == 500
        for end in ("rate", "low", "high"):
            # A tenth of a point is shown; the terminal knows what share of the games of each half a side led.
            assert page[end] == pytest.approx(terminal[end], abs=1e-5)
    shown = view.locator("tbody tr:not(.about) td:first-child small").all_inner_texts()
    leads = ["Lead" if each["low"] > 0 else "Next" if each["high"] < 0 else "open:" for each in apart]
    assert [each.partition(" ")[0] for each in shown] == leads
    assert "Plays" in view.inner_text("tbody .about")
    view.evaluate("ucgsim.bench.open(ucgsim.bench.versions.shipped[0])")
    for rivals in range(1, 24):
        few = f"ucgsim.bench.versions.shipped.slice(1, {rivals + 1}).map((deck) => ({{ ...deck, weight: 1 }}))"
        view.evaluate(f"(ucgsim.bench.played.games = 10_000, ucgsim.bench.field.rivals = {few})")
        games, hands = view.evaluate("[ucgsim.bench.played.unasked, ucgsim.bench.played.dealt]")
        assert games % 2 == 0
        assert games * rivals <= UNASKED + 2 * rivals
        assert hands == int(hands)
