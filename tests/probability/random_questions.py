"""Questions at random, most of them hard: of shipped decks and of heaps of cards that no rule allows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from tests.web.node import shipped_decks as lists
from ucgsim.cards.catalog import load_catalog

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from ucgsim.cards.card import Card


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


def random_questions(random: Random) -> Iterator[tuple[list[Card], str, dict[str, Any]]]:
    """Decks, conditions and terms without end, some of them late in the game; a part of them can't be answered."""
    while True:
        deck = random_deck(random)
        options = random_options(random, deck)
        if random.random() < 0.2:
            options |= {"turn": random.choice([9, 12, 20])}
            options.pop("cards", None)
        elif random.random() < 0.2:
            options |= {"scene_draws": True, "seat": "lead"}
        yield deck, random_condition(random, deck, random.choice([1, 2, 3])), options
