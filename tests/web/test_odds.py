"""The odds that the page counts are those of `ucgsim.odds`, and it refuses what that refuses."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.helpers import ROOT
from tests.probability.test_question import WRONG
from tests.web.node import needs_node, run_node
from tests.web.node import shipped_decks as lists
from ucgsim.cards.catalog import load_catalog
from ucgsim.errors import UcgsimError
from ucgsim.probability.odds import odds_of_cards
from ucgsim.probability.usual import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.cards.card import Card
    from ucgsim.probability.odds import OddsResult

MODULE = ROOT / "ucgsim" / "web" / "static" / "odds.js"
EXACT = 1e-12
RANDOM_QUESTIONS = 120
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

    def __init__(self) -> None:
        self.decks: list[list[dict[str, Any]]] = []
        self.asked: list[dict[str, Any]] = []

    def add(self, deck: Sequence[Card], want: str | None, **options: object) -> None:
        cards = [facts(card) for card in deck]
        if cards not in self.decks[-1:]:
            self.decks.append(cards)
        named = {JS_NAMES.get(name, name): value for name, value in options.items()}
        self.asked.append({"deck": len(self.decks) - 1, "want": want, "options": named})

    def answers(self) -> list[dict[str, Any]]:
        return run_node("odds_driver.mjs", {"decks": self.decks, "asked": self.asked}, MODULE)


@cache
def shipped_decks() -> dict[str, list[Card]]:
    return {deck.source.stem: deck.cards(load_catalog()) for deck in lists()}


def random_deck(random: Random) -> list[Card]:
    """A shipped deck, or some cards of the catalog in numbers that no rule allows."""
    if random.random() < 0.5:
        return random.choice(list(shipped_decks().values()))
    cards = list(load_catalog().values())
    some = random.sample(cards, random.randint(3, 25))
    size = random.choice([12, 13, 30, 50, 50, 60, 120])
    return [random.choice(some) for _ in range(size)]


def random_test(random: Random, deck: Sequence[Card]) -> str:
    """One word or a few of a filter; now and then of a card that the deck does not have."""
    card = random.choice(deck)
    names = [name for name in card.characters if not set(name) & set("()|<>=!\"'")]
    part = random.choice(card.full_name.replace('"', " ").split())
    low = random.randint(1, 4)
    kinds = ("hero", "ultra hero", "Kaiju", "mech", "ULTRA MECH", "scene", "character", "settable")
    choices = [
        f"level {low}",
        f"level {low}+",
        f"level {low}-{random.randint(low, 7)}",
        f"lv{low}",
        f"round {random.randint(0, 3)}",
        f"round {random.randint(0, 2)}..4",
        f"type {random.choice(['basic', 'POWER', 'speed', 'Armed', 'hazard', 'METEO'])}",
        random.choice(kinds),
        random.choice(kinds),
        card.number.lower(),
        f'"{part}"',
        f"name {card.name.split()[0]}" if card.name.split()[0].isalnum() else "kaiju",
        *(names and [random.choice(names)]),
        *(names and [f"level {low} {random.choice(names)}"]),
    ]
    return random.choice(choices)


def random_filter(random: Random, deck: Sequence[Card]) -> str:
    brackets = (
        "|".join(random_test(random, deck) for _ in range(random.choice([1, 1, 1, 2, 3])))
        for _ in range(random.choice([1, 1, 2]))
    )
    return " ".join(brackets)


def random_leaf(random: Random, deck: Sequence[Card]) -> str:
    if random.random() < 0.25:
        first = random.randint(1, 3)
        return random.choice(["chain", "CHAIN of 3", "chain of 2", f"chain {first}-{first + random.randint(1, 2)}"])
    wanted = random_filter(random, deck)
    number = random.choice([0, 1, 1, 2, 2, 3, 4, 7])
    comparison = random.choice([">=", ">=", "≥", ">", "<", "<=", "≤", "==", "=", "!=", "≠", "between", None, None])
    if comparison is None:
        return wanted
    if comparison == "between":
        return f"{wanted} between {number} and {number + random.randint(0, 2)}"
    return f"{wanted} {comparison} {number}"


def random_condition(random: Random, deck: Sequence[Card], depth: int = 2) -> str:
    if depth == 0 or random.random() < 0.35:
        return random_leaf(random, deck)
    parts = [random_condition(random, deck, depth - 1) for _ in range(random.choice([1, 2, 2, 3]))]
    joined = random.choice([" and ", " or ", " AND ", " + "]).join(parts)
    return random.choice([joined, f"({joined})", f"not ({joined})", f"not {joined}"])


def random_options(random: Random, deck: Sequence[Card]) -> dict[str, Any]:
    """Terms of a question, some of them left out."""
    options: dict[str, Any] = random.choice(
        [{}, {"turn": random.randint(1, 9)}, {"turn": random.randint(1, 3)}, {"cards": random.randint(6, 12)}]
    )
    if random.random() < 0.8:
        options["redraw"] = random.choice(["never", "always", "unless", "best", "best"])
    if random.random() < 0.25:
        options["redraw_when"] = random_condition(random, deck, 1)
    if random.random() < 0.5:
        options["procedure"] = random.choice(["official", "reshuffle"])
    if random.random() < 0.5:
        options["seat"] = random.choice(["lead", "next"])
    return options


def differences(result: OddsResult, answer: dict[str, Any]) -> list[float]:
    """By how much the page's numbers are off; what is no number must be the same."""
    turns = answer["byTurn"]
    assert [(row.turn, row.cards) for row in result.by_turn] == [(row["turn"], row["cards"]) for row in turns]
    assert (result.deck_size, result.turn, result.cards) == (answer["deckSize"], answer["turn"], answer["cards"])
    assert list(result.missing) == answer["missing"]
    ours = [result.probability, result.without_redraw, result.redraw_rate]
    theirs = [answer[name] for name in ("probability", "withoutRedraw", "redrawRate")]
    ours += [number for row in result.by_turn for number in (row.chance.probability, row.without_redraw.probability)]
    theirs += [number for row in turns for number in (row["probability"], row["withoutRedraw"])]
    # What is certain or impossible is said to be, not to be nearly so.
    assert [number for number in ours if number in {0, 1}] == [number for number in theirs if number in {0, 1}]
    pairs = zip([*ours, result.gain], [*theirs, answer["gain"]], strict=True)
    return [abs(left - right) for left, right in pairs]


def in_python(deck: Sequence[Card], want: str, **options: Any) -> OddsResult | str:
    """The answer of the library, or what it refuses with."""
    try:
        return odds_of_cards(deck, want, **options)
    except UcgsimError as error:
        return str(error)


def wrong_and_place(error: str) -> str:
    """The part of an error that says what is wrong and where; what would be right may be put in other words."""
    return error.partition("; ")[0].replace('"', "'")


def test_random_questions_have_the_answers_of_python():
    random, asked = Random(7), Asked()
    results: list[OddsResult | str] = []
    while len(results) < RANDOM_QUESTIONS:
        deck = random_deck(random)
        want, options = random_condition(random, deck), random_options(random, deck)
        result = in_python(deck, want, **options)
        # Of those that need no counting a few will do, and what is too much to count is no question for the page.
        telling = isinstance(result, str) or (result.exact and 0 < result.probability < 1)
        if telling or (random.random() < TRIVIAL and not isinstance(result, str) and result.exact):
            results.append(result)
            asked.add(deck, want, **options)
    off = []
    for result, answer in zip(results, asked.answers(), strict=True):
        if isinstance(result, str):
            assert wrong_and_place(result) == wrong_and_place(answer["error"])
        else:
            assert "error" not in answer, answer
            off.append(max(differences(result, answer["result"])))
    assert max(off) <= EXACT
    assert len(off) > 0.9 * RANDOM_QUESTIONS


def test_the_usual_questions_have_the_answers_of_python_for_every_deck_that_ships():
    asked = Asked()
    kinds = [(deck, procedure) for deck in shipped_decks().values() for procedure in ("official", "reshuffle")]
    for deck, procedure in kinds:
        asked.add(deck, FIVE_USUAL, procedure=procedure)
    off = []
    for (deck, procedure), answer in zip(kinds, asked.answers(), strict=True):
        answers = answer["result"]
        assert [(each["words"], each["want"]) for each in answers] == [tuple(question) for question in QUESTIONS]
        results = [odds_of_cards(deck, question.want, procedure=procedure) for question in QUESTIONS]
        off += [max(differences(*pair)) for pair in zip(results, answers, strict=True)]
    assert len(off) >= 2 * 5 * 20
    assert max(off) <= EXACT


def test_decks_that_no_rule_allows_are_counted_too():
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
    asked = Asked()
    for deck, want, options in questions:
        asked.add(deck, want, **options)
    results = [odds_of_cards(deck, want, **options) for deck, want, options in questions]
    assert all(result.exact for result in results)
    pairs = zip(results, asked.answers(), strict=True)
    assert max(max(differences(result, answer["result"])) for result, answer in pairs) <= EXACT


def test_names_of_further_cards_are_known():
    deck = shipped_decks()["plain-kaiju"]
    further = [card for card in load_catalog().values() if "TIGA" in card.characters][:1]
    asked = Asked()
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


def test_a_malformed_question_is_refused_in_one_line_as_in_python():
    deck, asked = shipped_decks()["tiga-dyna"], Asked()
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
        ({"sceneDraws": True}, "sceneDraws can't be asked here; cards that scenes draw are counted by `ucgsim odds"),
        ({"withEffects": True}, "withEffects can't be asked here; cards that effects draw are counted by `ucgsim odds"),
        ({"sample": 1000}, "sample can't be asked here; hands are dealt by `ucgsim odds --sample`"),
        ({"turns": 3}, "no option 'turns'; valid here: turn, cards, redraw, redrawWhen, procedure, seat, known"),
    ],
)
def test_what_the_page_does_not_do_is_refused_with_what_does(options: dict[str, Any], error: str):
    asked = Asked()
    asked.add(shipped_decks()["tiga-dyna"], "chain", **options)
    (answer,) = asked.answers()
    assert answer["error"].startswith(error)


def test_what_is_too_much_to_count_is_refused():
    deck, asked = [*load_catalog().values()][:120], Asked()
    wanted = " and ".join(f"{card.number} >= 1" for card in deck[:40])
    asked.add(deck, wanted, turn=9)
    asked.add(deck[:11], "scene")
    much, few = asked.answers()
    assert much["error"].endswith("too many kinds to count them here; `ucgsim odds` deals them")
    assert few["error"].startswith("the deck has 11 cards; a redraw of six needs twelve")
