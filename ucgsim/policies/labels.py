"""What decisions and their options are called, both ways."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ucgsim.effects.compile.opcodes import Group
from ucgsim.engine.core.constants import NONE, PLAYERS, SEATS, Decision, Option

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    import numpy as np

    from ucgsim.engine.core.tables import Names

SIDES = "AB"
"""Letters of the players."""
SEVERAL = PLAYERS * SEATS
"""Options that name two things are ``first * SEVERAL + card`` (``decisions.placed``)."""

DECLINING = {
    Decision.REDRAW: "keep",
    Decision.SCENE: "no scene",
    Decision.LEVEL_UP: "pass",
    Decision.ACTIVATE: "pass",
    Decision.CARD: "none",
    Decision.ORDER: "none",
}
"""How each decision is declined; ``no`` where nothing else is said."""
WORDS = {
    Option.LEAD: "lead",
    Option.NEXT: "next",
    Option.TOP: "top",
    Option.BOTTOM: "bottom",
}

FORMS = (
    *("set CARD", "set CARD in AREA", "level AREA CARD", "scene CARD"),
    *("activate WHERE", "resolve WHERE", "CARD", "CARD ZONE", "CHARACTER", "TYPE", "NUMBER"),
)
"""Labels that name something."""
FIXED = {"redraw", "yes", "no", *WORDS.values(), *DECLINING.values()}
"""Labels that are one answer."""
_CHARACTER = re.compile(r"[AB][1-9]\d*")
_NUMBER = re.compile(r"\d+")
_LONGER = re.compile(
    r"scene (?P<scene>\S+)"
    r"|set (?P<set>\S+)(?: in [1-9]\d*)?"
    r"|level [1-9]\d* (?P<level>\S+)"
    r"|(?:resolve|activate) (?P<source>\S+)(?: #[1-9]\d*)?"
    r"|(?P<copy>\S+) (?:hand|revealed|deck|discard|exile|scene|field|charge)(?: [AB])?"
)


def number_of(g: np.record, names: Names, card: int) -> str:
    """Card number of card ``card``."""
    return names.numbers[int(g.card[card])]


def stack_of(g: np.record, character: int) -> list[int]:
    """Cards of a character, bottom first, face-down ones included (CR 5.6.1)."""
    cards = []
    card = int(g.top[character])
    while card != NONE:
        cards.append(card)
        card = int(g.link[card])
    return cards[::-1]


def character_label(g: np.record, character: int) -> str:
    """``A2`` for A's character in battle area 2; the player's letter alone where it is gone."""
    player = character // SEATS
    for area in range(g.n_areas):
        if g.field[player, area] == character:
            return f"{SIDES[player]}{area + 1}"
    return SIDES[player]


def source_label(g: np.record, names: Names, card: int) -> str:
    """``scene``, or the character that ``card`` belongs to, or its number where it is in neither."""
    if card == g.scene:
        return "scene"
    for player in range(PLAYERS):
        for character in g.field[player, : g.n_areas]:
            if character != NONE and card in stack_of(g, int(character)):
                return character_label(g, int(character))
    return number_of(g, names, card)


def option_label(g: np.record, names: Names, kind: Decision, option: int, *, several_areas: bool) -> str:
    """Label of one option; ``several_areas`` says whether a set must name its battle area."""
    if option == Option.DECLINE:
        return DECLINING.get(kind, "no")
    if option == Option.YES:
        return "redraw" if kind is Decision.REDRAW else "yes"
    if option < 0:
        return WORDS[Option(option)]
    first, card = divmod(option, SEVERAL)
    if kind is Decision.SCENE:
        return f"scene {number_of(g, names, option)}"
    if kind is Decision.SET:
        place = f" in {first + 1}" if several_areas else ""
        return f"set {number_of(g, names, card)}{place}"
    if kind is Decision.LEVEL_UP:
        return f"level {first + 1} {number_of(g, names, card)}"
    if kind in (Decision.RESOLVE, Decision.ACTIVATE):
        power = f" #{first + 1}" if first else ""
        return f"{kind.name.lower()} {source_label(g, names, card)}{power}"
    if kind is Decision.CHARACTER:
        return character_label(g, option)
    if kind is Decision.TYPE:
        return names.types[option]
    return str(option) if kind is Decision.NUMBER else number_of(g, names, option)


def zone_word(g: np.record, card: int) -> str:
    """Where a card that is on offer lies, as labels have it; what an effect has revealed in a deck is ``revealed``."""
    player = card // SEATS
    if card == g.scene:
        return "scene"
    for word in ("hand", "deck", "discard", "exile"):
        if card in g[word][player, : g[f"n_{word}"][player]]:
            return "revealed" if word == "deck" and _is_revealed(g, card) else word
    on_field = any(card in stack_of(g, int(one)) for one in g.field[player, : g.n_areas] if one != NONE)
    return "field" if on_field else "charge"


def _is_revealed(g: np.record, card: int) -> bool:
    if g.n_frames == 0:
        return False
    groups = g.frame_cards[g.n_frames - 1, :, card // SEATS]
    return all((int(groups[group]) >> (card % SEATS)) & 1 for group in (Group.REVEALED, Group.REST))


def distinct_labels(g: np.record, labels: list[str], cards: list[int]) -> list[str]:
    """Labels of cards: copies in different zones with their zone, and with the player where that is the same."""
    zones = [zone_word(g, card) if card >= 0 else "" for card in cards]
    places = [(zone, card // SEATS) for zone, card in zip(zones, cards, strict=True)]
    apart = []
    for label, zone, (_, player) in zip(labels, zones, places, strict=True):
        copies = {place for other, place in zip(labels, places, strict=True) if other == label}
        where = f" {zone}" if len(copies) > 1 else ""
        whose = f" {SIDES[player]}" if len({owner for copy, owner in copies if copy == zone}) > 1 else ""
        apart.append(label + where + whose)
    return apart


def pending_labels(g: np.record, names: Names) -> list[str]:
    """Label of every option of the pending decision, in the record's order; copies of a card in one zone share one."""
    kind = Decision(int(g.kind))
    options = [int(option) for option in g.options[: g.n_options]]
    several = kind is Decision.SET and len({option // SEVERAL for option in options}) > 1
    labels = [option_label(g, names, kind, option, several_areas=several) for option in options]
    return distinct_labels(g, labels, options) if kind in (Decision.CARD, Decision.ORDER) else labels


def plain_label(text: str) -> str:
    """A label as it is compared: single blanks, and one word for declining, ``no`` or ``none``."""
    label = " ".join(text.split())
    return "no" if label == "none" else label


def as_named(labels: Iterable[str], wanted: Container[str]) -> list[str]:
    """Labels, each without the number of its power where it is ``wanted`` so and no other power of that source is
    among them.
    """
    labels = list(labels)
    sources = [label.partition(" #")[0] for label in labels]
    return [
        source if source in wanted and sources.count(source) == 1 else label
        for label, source in zip(labels, sources, strict=True)
    ]


def is_reserved(word: str, types: Container[str]) -> bool:
    """Whether a word is a label already and so cannot name a card."""
    return word in FIXED or word in types or bool(_CHARACTER.fullmatch(word) or _NUMBER.fullmatch(word))


def check_label(text: str, cards: Container[str], types: Container[str]) -> str | None:
    """What is wrong with a label, or None: it must be one that some decision could offer."""
    label = " ".join(text.split())
    if label in FIXED or label in cards or is_reserved(label, types):
        return None
    match = _LONGER.fullmatch(label)
    if match is None:
        return f"{text!r} is neither a label nor a card; labels are {', '.join((*FORMS, *sorted(FIXED)))}"
    card = next(filter(None, match.groupdict().values()))
    if card in cards or (match["source"] and (card == "scene" or _CHARACTER.fullmatch(card))):
        return None
    return f"{card!r} in {text!r} is no card"


def distinct(labels: Iterable[str]) -> list[str]:
    """Labels, each once, in their order."""
    return list(dict.fromkeys(labels))
