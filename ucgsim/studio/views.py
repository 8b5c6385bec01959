"""What the pages of the studio show, as plain values for their templates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.cards.card import card_title, in_deck_order
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.decks.checking import DECK_SIZE, check_deck
from ucgsim.decks.deck import differences, summarize
from ucgsim.effects.library import known_effects
from ucgsim.effects.plain.sentences import plain_text
from ucgsim.errors import UcgsimError
from ucgsim.probability.odds import odds_of_cards
from ucgsim.probability.usual import chance_text, usual_odds
from ucgsim.report.page import deck_section

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.cards.card import Card
    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.report.charts import Chart
    from ucgsim.studio.desk import Draft

MOST_FOUND = 40
"""Cards that a search shows at once."""
PLACES = (1, 2, 3)
"""Things that a question of one's own can be put together from."""
SAME = 0.0005
"""Chances that are apart by less are shown as the same."""


class Face(NamedTuple):
    """A card as the studio draws it: no picture, its facts and what it does."""

    number: str
    title: str
    level: str
    type: str
    bp: str
    effect: tuple[str, ...]
    copies: int


@dataclass(frozen=True, slots=True)
class Table:
    """The deck on the table: its cards by character, its curve, and what is wrong with it."""

    size: int
    groups: tuple[tuple[str, int, tuple[Face, ...]], ...]
    curve: Chart | None
    chains: tuple[str, ...]
    problems: tuple[str, ...]


def face(card: Card, copies: int = 0) -> Face:
    """A card with its facts and its effect in plain English."""
    bp = " / ".join("–" if value is None else str(value) for value in card.bp).rstrip(" /–")
    level = f"Round {card.round}" if card.is_scene else f"level {card.level}"
    return Face(card.number, card_title(card), level, card.type or "scene", bp, effect_of(card.number), copies)


@lru_cache(maxsize=4096)
def effect_of(number: str) -> tuple[str, ...]:
    """What a card does; nothing where it has no effect, or none that can be read."""
    effects = known_effects()
    try:
        return tuple(plain_text(effects[number])) if number in effects else ()
    except UcgsimError:
        return ()


def table(draft: Draft, catalog: Catalog) -> Table:
    """The deck as it is being edited."""
    deck = draft.deck
    groups: dict[str, list[Face]] = {}
    for card in sorted((catalog[number] for number in draft.counts if number in catalog), key=in_deck_order):
        heading = "Scenes" if card.is_scene else " / ".join(card.characters)
        groups.setdefault(heading, []).append(face(card, draft.counts[card.number]))
    shown = tuple((name, sum(each.copies for each in faces), tuple(faces)) for name, faces in groups.items())
    problems = tuple(str(problem) for problem in check_deck(deck, catalog))
    charts = deck_section(deck, catalog).charts
    return Table(deck.size, shown, charts[0] if charts else None, chains(deck, catalog), problems)


def chains(deck: Deck, catalog: Catalog) -> tuple[str, ...]:
    """How many cards of each level a character has, character by character."""
    return tuple(
        f"{name}: {', '.join(f'{count} of level {level}' for level, count in sorted(counts.items()))}"
        for name, counts in summarize(deck, catalog).curve.items()
    )


class OddsRow(NamedTuple):
    """One of the usual questions: its chances by Round, and how they differ from those of the saved version."""

    words: str
    chances: tuple[str, ...]
    changes: tuple[str, ...]


def odds(deck: Deck, saved: Deck, catalog: Catalog) -> list[OddsRow]:
    """The five usual questions, each with its change against what was saved; UcgsimError for too few cards.

    Fewer cards or more than a deck has make other chances: they are no change for the better or worse, and none is
    shown.
    """
    whole = deck.size == saved.size == DECK_SIZE
    now, before = (_chances(each, catalog) for each in (deck, saved if whole else deck))
    rows = []
    for words, chances in now.items():
        old = before.get(words, chances)
        moved = tuple(
            "" if abs(new - was) < SAME else f"{100 * (new - was):+.1f}" for new, was in zip(chances, old, strict=True)
        )
        rows.append(OddsRow(words, tuple(map(chance_text, chances)), moved))
    return rows


def _chances(deck: Deck, catalog: Catalog) -> dict[str, tuple[float, ...]]:
    return _counted(deck.counts, catalog)


_SEEN: dict[tuple[tuple[str, int], ...], dict[str, tuple[float, ...]]] = {}
"""Odds of the lists of the last while; exact, so they never change."""
MOST_SEEN = 256


def _counted(counts: tuple[tuple[str, int], ...], catalog: Catalog) -> dict[str, tuple[float, ...]]:
    if counts not in _SEEN:
        cards = [catalog[number] for number, count in counts if number in catalog for _ in range(count)]
        usual = usual_odds("deck", "", cards, DEFAULT_RULES, Procedure.OFFICIAL)
        while len(_SEEN) >= MOST_SEEN:
            _SEEN.pop(next(iter(_SEEN)))
        _SEEN[counts] = {
            question.words: (
                result.probability,
                *(each.chance.probability for each in result.by_turn if each.turn in {2, 3, 4}),
                result.without_redraw,
            )
            for question, result in usual.answers
        }
    return _SEEN[counts]


class Answer(NamedTuple):
    """The answer to a question of one's own: a sentence, which hands to keep, and the chances by Round."""

    words: str
    notes: tuple[str, ...]
    rows: tuple[tuple[int, str, str], ...]


def wanted(deck: Deck, catalog: Catalog, want: str) -> Answer:
    """The chances of a condition; UcgsimError for one that can't be read, and for a deck of too few cards."""
    cards = [catalog[number] for number, count in deck.counts if number in catalog for _ in range(count)]
    odds = odds_of_cards(cards, want, known=catalog.values(), groups=deck.groups)
    rows = tuple(
        (each.turn, chance_text(each.chance.probability), chance_text(each.without_redraw.probability))
        for each in odds.by_turn
    )
    return Answer(odds.headline(deck.name), (*odds.statements, *odds.notes), rows)


class Choice(NamedTuple):
    """What can be asked for: how the language of conditions spells it, and how it is called."""

    value: str
    words: str


def choices(deck: Deck, catalog: Catalog) -> list[tuple[str, list[Choice]]]:
    """What a question of one's own can be put together from, by kind."""
    cards = [catalog[number] for number, _ in deck.counts if number in catalog]
    levels = sorted({card.level for card in cards if card.level is not None})
    chain = [
        Choice(f"chain {levels[0]}-{each}", f"levels {levels[0]} to {each} of one character") for each in levels[1:]
    ]
    kinds = sorted({card.type for card in cards if card.type})
    names = sorted({name for card in cards for name in card.characters})
    return [
        (
            "levels",
            [*(Choice(f"level {each}", f"a level {each}") for each in levels), *chain, Choice("scene", "a scene")],
        ),
        ("characters", [Choice(f'"{name}"', name) for name in names]),
        ("TYPEs", [Choice(f"type {each}", each) for each in kinds]),
        (
            "cards",
            [Choice(card.number, f"{card_title(card)} {card.number}") for card in sorted(cards, key=in_deck_order)],
        ),
    ]


def put_together(form: Mapping[str, str]) -> str:
    """A condition out of what was chosen: each with how many at least, joined by and, or; empty where nothing was."""
    parts: list[str] = []
    for place in PLACES:
        what, least = form.get(f"what{place}", ""), form.get(f"least{place}", "1")
        if not what:
            continue
        if parts:
            parts.append("or" if form.get(f"join{place}") == "or" else "and")
        parts.append(what if least == "1" else f"{what} >= {least}")
    return " ".join(parts)


def difference(before: Deck, after: Deck, catalog: Catalog) -> str:
    """What was put in and taken out, in a line."""
    changes = differences(before, after, catalog)
    return ", ".join(f"{each.change:+d} {card_title(catalog[each.number])}" for each in changes) or "as on the table"


def search(catalog: Catalog, words: str, type_: str, level: str, counts: Mapping[str, int]) -> tuple[list[Face], int]:
    """Cards that fit all the words in number, name, character, set or effect, and how many more there are."""
    wanted = words.casefold().split()
    fitting = [card for card in catalog.values() if _fits(card, wanted, type_, level)]
    shown = sorted(fitting, key=in_deck_order)[:MOST_FOUND]
    return [face(card, counts.get(card.number, 0)) for card in shown], len(fitting) - len(shown)


def _fits(card: Card, wanted: Sequence[str], type_: str, level: str) -> bool:
    if type_ and (card.type or "scene") != type_:
        return False
    if level and str(card.level) != level:
        return False
    text = " ".join((card.number, card.full_name, *card.characters, card.set_code, *effect_of(card.number))).casefold()
    return all(word in text for word in wanted)


def types(catalog: Catalog) -> list[str]:
    """The TYPEs that cards of a catalog print, and scenes."""
    return [*sorted({card.type for card in catalog.values() if card.type}), "scene"]


def levels(catalog: Catalog) -> list[str]:
    """The levels that cards of a catalog have."""
    return [str(level) for level in sorted({card.level for card in catalog.values() if card.level is not None})]
