"""A part of a noun phrase that its reader does not ask for is refused, whichever reader it is."""

from __future__ import annotations

import inspect
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import product
from pathlib import Path

import pytest

from ucgsim.cards.card import Kind
from ucgsim.effects import official, tree
from ucgsim.effects.official.meaning import filters
from ucgsim.effects.official.meaning.filters import MeaningError, NounPhrase, Some
from ucgsim.effects.official.wording import facts, figures, triggers, verbs
from ucgsim.effects.official.wording.figures import AmountAsked, Multiple
from ucgsim.effects.official.wording.powers import _WORDINGS, Clauses

KAIJU = tree.KindIn((Kind.KAIJU,))
SOURCE = tree.InZone(tree.Zone.EXILE, tree.Side.OPPONENT)
PARTS = {
    tree.Trait.LEVEL: NounPhrase((KAIJU,), distinct=tree.Trait.LEVEL),
    tree.Zone.EXILE: NounPhrase((KAIJU,), sources=(SOURCE,)),
    tree.Measure.QUAD_BP: NounPhrase((KAIJU,), peak=(tree.Measure.QUAD_BP, tree.Highest)),
    Kind.KAIJU: NounPhrase((KAIJU,)),
}
"""Phrases with one part each, by a value in it that nothing else of the test holds."""
CARDS = tree.Cards(tree.Group.DISCARDED)
THIS = tree.That(tree.CharacterRef.THIS)
BY_TYPE = {
    "tree.Side": tree.Side.YOU,
    "tree.Side | None": tree.Side.YOU,
    "AmountAsked": AmountAsked(tree.Comparison.AT_LEAST, 2),
    "tree.Quantity": tree.Quantity(2, 2),
    "tree.Measure": tree.Measure.BP,
    "tree.Trait": tree.Trait.NAME,
    "tree.Cards": CARDS,
    "tree.State": tree.State.DOUBLE,
    "tree.Filters": (tree.StateIn(tree.State.DOUBLE),),
    "tree.Amount": 2,
    "bool": True,
    "int": 2,
    "Peak": tree.Highest,
    "Multiple": Multiple(1, 2),
    "verbs.Place": verbs.Place(tree.Destination.DISCARD),
    "Place": verbs.Place(tree.Destination.DISCARD),
    "tree.Edge": tree.Edge.TOP,
    "tree.Event": tree.Event.WINS,
}
NAMED = {"gifts": ((tree.BP(1000),), tree.Duration.THIS_TURN), "claimed": (tree.BP(1000), ()), "host": THIS}
NOUNS = ("NounPhrase", "filters.NounPhrase")
LISTED = {
    "top_card_taken": (tree.Side.YOU, "phrase", None),
    "something_enters": (tree.Side.YOU, "phrase"),
    "another_enters": (tree.Side.YOU, "phrase"),
    "watched_any": (tree.Side.YOU, "phrase"),
    "different_among": (BY_TYPE["AmountAsked"], tree.Trait.NAME, tree.Side.YOU, "phrase"),
    "count_different": (tree.Trait.NAME, tree.Side.YOU, "phrase"),
    "only_one_trait": (1, tree.Trait.NAME, tree.Side.YOU, "phrase"),
    "has_and_lacks": (tree.Side.YOU, BY_TYPE["AmountAsked"], NounPhrase(), "phrase"),
    "has_none": (tree.Side.YOU, "phrase"),
    "one_has_other_lacks": (tree.All, tree.Side.YOU, BY_TYPE["AmountAsked"], "phrase"),
    "_extended": (NounPhrase(), "after"),
    "per_level": (1, 3, "phrase"),
    "only_one_of_yours": (THIS, "phrase"),
    "only_one_has": (tree.Side.YOU, "phrase"),
}
"""What methods and functions with a list of parts are given."""
QUANTITIES = (tree.ONE, tree.EVERY, tree.Quantity(2, 2))
OF_SELECTIONS = {
    "as_characters": filters.as_characters,
    "as_cards": filters.as_cards,
    "as_cards of the hand": lambda one: filters.as_cards(one, tree.InZone(tree.Zone.HAND, tree.Side.YOU)),
    "another_than": lambda one: filters.another_than(CARDS, one),
    "one of two characters": lambda one: filters.as_characters(filters.Alternatives((one, one))),
    "one of two cards": lambda one: filters.as_cards(filters.Alternatives((one, one))),
    "both characters": lambda one: filters.as_characters(filters.Several((one, one))),
    "as_set": triggers.as_set,
    "set_of": lambda one: triggers.set_of(tree.Side.OPPONENT, one),
    "opposed_to": lambda one: triggers.opposed_to(tree.CharacterSet(tree.Side.YOU), triggers.Against(one)),
    "leaves": Clauses().leaves,
    "moved": lambda one: Clauses().moved(one, tree.Spot.DISCARD),
    "swapped": lambda one: Clauses().swapped(THIS, one),
    "known_is": lambda one: facts.known_is(one, (tree.StateIn(tree.State.DOUBLE),)),
    "is_opponent_of": Clauses().is_opponent_of,
    "beside": Clauses().beside,
    "charge_under": figures.charge_under,
    "compared": lambda one: figures.measured(
        tree.Measure.BP, AmountAsked(tree.Comparison.MORE, figures.Own(tree.Measure.BP, one))
    ),
    "run_activate": lambda one: Clauses().run_activate(1, one),
    "run_enter": lambda one: Clauses().run_enter(1, one),
    "choose": Clauses().choose,
    "swap_places": Clauses().swap_places,
}


FUNCTIONS = {
    name: function
    for module in _WORDINGS
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if function.__module__ == module.__name__ and not name.startswith("_")
}
METHODS = dict(inspect.getmembers(Clauses(), inspect.ismethod))


def _readers() -> list[str]:
    """Methods and functions that take a noun phrase, by what their parameters say."""
    said = {}
    for name, reader in (FUNCTIONS | METHODS).items():
        said[name] = [str(item) for key, item in reader.__annotations__.items() if key != "return"]
    return sorted(name for name, types in said.items() if set(NOUNS) & set(types) or name in LISTED)


def _arguments(name: str, phrase: NounPhrase) -> list[object]:
    if name in LISTED:
        after = tuple(
            filters.FilterExtra(phrase.distinct, phrase.sources, phrase.peak) if getattr(phrase, part) else (KAIJU,)
            for part in ("distinct", "sources", "peak")
        )
        return [{"phrase": phrase, "after": after}.get(str(item), item) for item in LISTED[name]]
    made: list[object] = []
    for parameter in list(inspect.signature((FUNCTIONS | METHODS)[name]).parameters.values()):
        kind = str(parameter.annotation)
        if parameter.kind is parameter.VAR_POSITIONAL and kind not in NOUNS:
            continue
        if kind in NOUNS:
            made.append(phrase)
        elif parameter.name in NAMED:
            made.append(NAMED[parameter.name])
        elif kind == "Any":
            made.append(THIS)
        else:
            made.append(BY_TYPE[kind])
    return made


def _holds(node: object, value: object) -> bool:
    if isinstance(node, tuple | list):
        return any(_holds(item, value) for item in node)
    if is_dataclass(node) and not isinstance(node, type):
        return any(_holds(getattr(node, item.name), value) for item in fields(node))
    # A trigger names a zone as a spot of the same word.
    return isinstance(node, Enum) and node == value


def _read(function, *arguments):
    try:
        return function(*arguments)
    except MeaningError as refusal:
        return refusal


@pytest.mark.parametrize("name", _readers())
def test_a_method_holds_or_refuses_each_part_of_a_phrase(name):
    for value, phrase in PARTS.items():
        read = _read((FUNCTIONS | METHODS)[name], *_arguments(name, phrase))
        assert isinstance(read, MeaningError) or _holds(read, value), value


@pytest.mark.parametrize("name", OF_SELECTIONS)
def test_what_a_selection_becomes_holds_or_refuses_each_part_of_its_phrase(name):
    for (value, phrase), quantity in product(PARTS.items(), QUANTITIES):
        read = _read(OF_SELECTIONS[name], Some(quantity, phrase))
        assert isinstance(read, MeaningError) or _holds(read, value), (value, quantity)


def test_every_part_of_a_phrase_is_tried():
    extra = {item.name for item in fields(NounPhrase)} - {"_filters", "is_card", "several", "joined", "extreme", "at"}
    tried = {part for phrase in PARTS.values() for part in extra if getattr(phrase, part)}
    assert tried == extra


def test_the_filters_of_a_phrase_are_reached_where_they_are_made_alone():
    for file in Path(official.__file__).parent.rglob("*.py"):
        assert file.name == "filters.py" or "_filters=" not in (text := file.read_text("utf-8")), file
        assert file.name == "filters.py" or "._filters" not in text, file
