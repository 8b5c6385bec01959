"""The words of plain English for what the effect tree has closed lists of."""

from __future__ import annotations

from ucgsim.cards.card import Kind
from ucgsim.effects import tree

ZONES = {
    tree.Zone.HAND: "hand",
    tree.Zone.DECK: "deck",
    tree.Zone.DISCARD: "discard area",
    tree.Zone.EXILE: "exiled cards",
    tree.Zone.SCENE_AREA: "scene area",
}
GROUPS = {
    tree.Group.REVEALED: "the revealed card{s}",
    tree.Group.REST: "the rest of them",
    tree.Group.CHOSEN: "the chosen card{s}",
    tree.Group.SENT: "the card{s} sent to the discard area",
    tree.Group.DISCARDED: "the discarded card{s}",
    tree.Group.EXILED: "the exiled card{s}",
    tree.Group.DRAWN: "the drawn card{s}",
    tree.Group.TO_HAND: "the card{s} put into a hand",
    tree.Group.RETURNED: "the returned card{s}",
    tree.Group.ON_TOP: "the card{s} put on top of the deck",
    tree.Group.PLAYED: "the card{s} put into play",
    tree.Group.EACH: "that card",
    tree.Group.PLACED: "it",
    tree.Group.LOOKED: "the card{s} that you saw",
    tree.Group.THIS: "this card",
}
WERE = {
    tree.Group.REVEALED: "revealed",
    tree.Group.CHOSEN: "chosen",
    tree.Group.SENT: "sent to the discard area",
    tree.Group.DISCARDED: "discarded",
    tree.Group.EXILED: "exiled",
    tree.Group.DRAWN: "drawn",
    tree.Group.RETURNED: "returned",
    tree.Group.PLAYED: "put into play",
}
"""What was done with the cards of a group."""
CHARACTERS = {
    tree.CharacterRef.THIS: "this character",
    tree.CharacterRef.CHOSEN: "the chosen character{s}",
    tree.CharacterRef.LATEST: "the character{s} chosen last",
    tree.CharacterRef.PLAYED: "the character{s} just put into play",
    tree.CharacterRef.REMOVED: "the removed character",
    tree.CharacterRef.SUBJECT: "itself",
    tree.CharacterRef.EVENT: "that character",
}
KINDS = {
    Kind.ULTRA_HERO: ("hero", "heroes"),
    Kind.KAIJU: ("kaiju", "kaiju"),
    Kind.ULTRA_MECH: ("mech", "mechs"),
    Kind.SCENE: ("scene", "scenes"),
}
NOT_SCENES = {Kind.ULTRA_HERO, Kind.KAIJU, Kind.ULTRA_MECH}
MEASURES = {
    tree.Measure.BP: "BP",
    **{measure: f"printed {measure.name.replace('_', ' ')}" for measure in tree.PRINTED_BP},
    tree.Measure.LEVEL: "level",
    tree.Measure.ROUND: "Round",
    tree.Measure.CHARGE: "number of Charge cards",
    tree.Measure.TYPES: "number of TYPEs",
}
COMPARED = {
    tree.Comparison.AT_LEAST: "at least {}",
    tree.Comparison.AT_MOST: "at most {}",
    tree.Comparison.EQUAL: "exactly {}",
    tree.Comparison.MORE: "more than {}",
    tree.Comparison.FEWER: "less than {}",
}
CHANGED = {
    tree.Change.GRADE_UP: "BP grade increases",
    tree.Change.GRADE_DOWN: "BP grade decreases",
    tree.Change.BP_PLUS: "BP bonuses",
    tree.Change.BP_MINUS: "BP losses",
}
AFFECTED = {
    tree.Change.GRADE_UP: "a BP grade increase",
    tree.Change.GRADE_DOWN: "a BP grade decrease",
    tree.Change.BP_PLUS: "a BP bonus",
    tree.Change.BP_MINUS: "a BP loss",
}
TRAITS = {trait: trait.value.replace("_", " ").replace("type", "TYPE") for trait in tree.Trait}
TYPES = {trait for trait in tree.Trait if trait.value.endswith("type")}
FOUGHT = {tree.Result.WON: "has won", tree.Result.LOST: "has lost", tree.Result.TIED: "has tied"}
