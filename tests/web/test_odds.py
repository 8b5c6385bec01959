"""The odds that the page counts are those of `ucgsim.odds`, and it refuses what that refuses."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.probability.random_questions import random_questions, shipped_decks
from tests.probability.test_question import WRONG
from tests.web.node import needs_node, run_node
from ucgsim.cards.catalog import load_catalog
from ucgsim.errors import UcgsimError
from ucgsim.probability.counting import chances
from ucgsim.probability.odds import odds_of_cards
from ucgsim.probability.usual import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card
    from ucgsim.probability.odds import OddsResult

RANDOM_QUESTIONS = 300
FIVE_USUAL = None
"""Stands for the condition where the five usual questions are asked."""
JS_NAMES = {"redraw_when": "redrawWhen"}
TRIVIAL = 0.2
"""How many of the questions are kept whose answer is never or always."""

pytestmark = needs_node


def facts(card: Card) -> dict[str, Any]:
    """What the page knows of a card."""
    return {
        "number": card.number,
        "name": card.name,
        "subtitle": card.subtitle,
        "characters": card.characters,
        "level": card.level,
        "type": card.type,
        "kinds": [kind.value for kind in card.kinds],
        "round": card.round,
        "bp": [*card.bp, card.extra],
        "teams": card.teams,
    }


class Asked:
    """Questions for the page, which one process of node answers."""

    def __init__(self, game: Path) -> None:
        self.game = game
        self.decks: list[list[dict[str, Any]]] = []
        self.asked: list[dict[str, Any]] = []

    def add(self, deck: Sequence[Card], want: str | None, **options: object) -> None:
        cards = [facts(card) for card in deck]
        if cards not in self.decks[-1:]:
            self.decks.append(cards)
        named = {JS_NAMES.get(name, name): value for name, value in options.items()}
        self.asked.append({"deck": len(self.decks) - 1, "want": want, "options": named})

    def answers(self) -> list[dict[str, Any]]:
        return run_node("odds_driver.mjs", {"decks": self.decks, "asked": self.asked}, self.game)


def assert_same(result: OddsResult, answer: dict[str, Any]) -> None:
    """The page's numbers are those of Python to the last bit."""
    turns = answer["byTurn"]
    assert [(row.turn, row.cards) for row in result.by_turn] == [(row["turn"], row["cards"]) for row in turns]
    assert (result.deck_size, result.turn, result.cards) == (answer["deckSize"], answer["turn"], answer["cards"])
    assert list(result.missing) == answer["missing"]
    ours = [result.probability, result.without_redraw, result.redraw_rate, result.gain]
    theirs = [answer[name] for name in ("probability", "withoutRedraw", "redrawRate", "gain")]
    ours += [number for row in result.by_turn for number in (row.chance.probability, row.without_redraw.probability)]
    theirs += [number for row in turns for number in (row["probability"], row["withoutRedraw"])]
    assert ours == theirs


def in_python(deck: Sequence[Card], want: str, **options: Any) -> OddsResult | str:
    """The answer of the library, or what it refuses with."""
    try:
        return odds_of_cards(deck, want, **options)
    except UcgsimError as error:
        return str(error)


def wrong_and_place(error: str) -> str:
    """The part of an error that says what is wrong and where; what would be right may be put in other words."""
    return error.partition("; ")[0].replace('"', "'")


@pytest.fixture
def entries(monkeypatch) -> list[dict[str, Any]]:
    """What Python asks of the library, as the page asks it, and what is filled."""
    calls, count = [], chances.count_odds

    def remember(*args: NDArray[Any]) -> None:
        count(*args)
        *given, numbers, reals, odds, back, hands = args
        rooms = [{"room": each.shape} for each in (numbers, reals)]
        filled = [{"shape": each.shape} for each in (odds, back, hands)]
        values = [each.tolist() for each in given]
        answers = [each.ravel().tolist() for each in (odds, back, hands)]
        calls.append({"args": [*values, *rooms, *filled], "filled": answers})

    monkeypatch.setattr(chances, "count_odds", remember)
    return calls


def test_random_questions_have_the_answers_of_python(game, entries):
    random, asked = Random(7), Asked(game)
    results: list[OddsResult | str] = []
    for deck, want, options in random_questions(random):
        result = in_python(deck, want, **options)
        # Of those that need no counting a few will do, and what is too much to count is no question for the page.
        telling = isinstance(result, str) or (result.exact and 0 < result.probability < 1)
        if telling or (random.random() < TRIVIAL and not isinstance(result, str) and result.exact):
            if not options.get("scene_draws"):
                results.append(result)
                asked.add(deck, want, **options)
            if len(results) == RANDOM_QUESTIONS:
                break
    for result, answer in zip(results, asked.answers(), strict=True):
        if isinstance(result, str):
            assert wrong_and_place(result) == wrong_and_place(answer["error"])
        else:
            assert "error" not in answer, answer
            assert_same(result, answer["result"])
    assert sum(not isinstance(result, str) for result in results) > 0.9 * RANDOM_QUESTIONS
    # And whatever the page does not ask, scenes and hands one by one, is the same there too.
    calls = Asked(game)
    calls.asked = [{"entry": "ucg_count_odds", "args": each["args"]} for each in entries]
    assert calls.answers() == [each["filled"] for each in entries]


def test_the_usual_questions_have_the_answers_of_python_for_every_deck_that_ships(game):
    asked = Asked(game)
    kinds = [(deck, procedure) for deck in shipped_decks().values() for procedure in ("official", "reshuffle")]
    for deck, procedure in kinds:
        asked.add(deck, FIVE_USUAL, procedure=procedure)
    for (deck, procedure), answer in zip(kinds, asked.answers(), strict=True):
        answers = answer["result"]
        assert [(each["words"], each["want"]) for each in answers] == [tuple(question) for question in QUESTIONS]
        for question, given in zip(QUESTIONS, answers, strict=True):
            assert_same(odds_of_cards(deck, question.want, procedure=procedure), given)
    assert len(kinds) >= 2 * 20


def test_decks_that_no_rule_allows_are_counted_too(game):
    few = shipped_decks()["tiga-dyna"][:12]
    tiny, large = few[:7], shipped_decks()["tiga-dyna"] * 10
    questions: list[tuple[list[Card], str, dict[str, Any]]] = [
        (few, "level 1 >= 2", {"turn": 3, "redraw": "best"}),
        (few, "level 1 >= 2", {"redraw": "always", "turn": 9}),
        (tiny, "TIGA", {"redraw": "never", "turn": 4}),
        (large, "chain 1-2", {"turn": 5}),
        (large, "level 3+ == 0", {"redraw": "best", "turn": 2}),
        (large, "level 3+ == 0", {"cards": 100}),
    ]
    asked = Asked(game)
    for deck, want, options in questions:
        asked.add(deck, want, **options)
    results = [odds_of_cards(deck, want, **options) for deck, want, options in questions]
    assert all(result.exact for result in results)
    for result, answer in zip(results, asked.answers(), strict=True):
        assert_same(result, answer["result"])


def test_names_of_further_cards_are_known(game):
    deck = shipped_decks()["plain-kaiju"]
    further = [card for card in load_catalog().values() if "TIGA" in card.characters][:1]
    asked = Asked(game)
    asked.add(deck, "TIGA")
    asked.add(deck, "TIGA", known=[facts(card) for card in further])
    unknown, known = asked.answers()
    assert "'TIGA' means nothing here" in unknown["error"]
    assert (known["result"]["probability"], known["result"]["missing"]) == (0, ["TIGA"])


MALFORMED = (
    *dict.fromkeys(text for text, *_ in WRONG),
    *("", "TIGA ! 3", "TIGA)", "TIGA > 1.5", "TIGA between 1 or 2", "and TIGA", "TIGA not DYNA", "TIGS"),
    *("chain 3-2", "chain of x", "TIGA" * 501),
)


def test_a_malformed_question_is_refused_in_one_line_as_in_python(game):
    deck, asked = shipped_decks()["tiga-dyna"], Asked(game)
    for want in MALFORMED:
        asked.add(deck, want)
        asked.add(deck, "TIGA", redraw_when=want)
    errors = [answer["error"] for answer in asked.answers()]
    refused = [in_python(deck, want) for want in MALFORMED]
    assert [wrong_and_place(error) for error in errors[::2]] == [wrong_and_place(str(each)) for each in refused]
    assert [error.removeprefix("redraw: ") for error in errors[1::2]] == errors[::2]
    assert all("\n" not in error and "; " in error for error in errors)
    assert "did you mean TIGA" in errors[2 * MALFORMED.index("TIGS")]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"turn": 0}, "turn 0; turns from 1 to 20 can be asked about"),
        ({"turn": 2, "cards": 7}, "asked by turn and after cards at once; give one of the two"),
        ({"cards": 51}, "after 51 cards; 6 (the opening hand) to 50 (the deck) can be asked about"),
        ({"redraw": "sometimes"}, "redraw 'sometimes'; valid here: never, always, unless, best, when"),
        ({"redraw": "when"}, "redraw 'when' needs a condition; give redrawWhen"),
        ({"turns": 3}, "no option 'turns'; valid here: turn, cards, redraw, redrawWhen, procedure, seat, known"),
    ],
)
def test_what_the_page_does_not_do_is_refused(game, options: dict[str, Any], error: str):
    asked = Asked(game)
    asked.add(shipped_decks()["tiga-dyna"], "chain", **options)
    (answer,) = asked.answers()
    assert answer["error"].startswith(error)


def test_what_is_too_much_to_count_is_refused(game):
    deck, asked = [*load_catalog().values()][:120], Asked(game)
    wanted = " and ".join(f"{card.number} >= 1" for card in deck[:40])
    asked.add(deck, wanted, turn=9)
    asked.add(deck[:11], "scene")
    much, few = asked.answers()
    assert much["error"].endswith("too many kinds to count them here; ask for less at once")
    assert few["error"].startswith("the deck has 11 cards; a redraw of six needs twelve")
