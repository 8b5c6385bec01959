"""What every language of people shares: an effect is said by the rows of the table, and what is known of its power."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

from ucgsim.effects import tree
from ucgsim.effects.language.phrases import spoken
from ucgsim.effects.language.words import column, wording
from ucgsim.effects.plain import context

if TYPE_CHECKING:
    from collections.abc import Iterator
    from enum import Enum

HOLE = re.compile(r"\{(\w+)(?::([^}]*))?\}")
REST = tree.Among(tree.Group.REST)
OTHERS = tree.InZone | tree.PickCharacters | tree.WholeCharacters | tree.StackCards | tree.ChargeCards
"""What speaks of further cards."""
IS_ONE = "{x} is {filters}"
"""The phrase for what the one card of a group is."""


class Filler:
    """Says the nodes of one power; a language adds its grammar, which is what the signs of holes ask for."""

    language: ClassVar[str]

    def __init__(self, power: tree.Power) -> None:
        continuous = power.kind is tree.PowerKind.CONTINUOUS
        self.words = column(self.language)
        self.implied = tree.Duration.WHILE_ACTIVE if continuous else tree.Duration.THIS_TURN
        self.alone, self.foreign = context.alone_in(power), context.foreign_to(power)
        self.sights = context.sights(power)
        reveals = any(isinstance(node, tree.Reveal) for node in tree.nodes(power))
        self.seen = tree.Group.REVEALED if reveals else tree.Group.LOOKED
        self.is_next_to_sight = _is_next_to_sight(power)
        self.doer = tree.Side.YOU
        self.later = False

    def word(self, node: str, word: str, *variants: str) -> str:
        """The words for a member of a list; those of a variant, said behind a comma, where the language has any."""
        keys = [f"{word}, {variant}" for variant in variants if variant]
        return next((self.words[node, key] for key in keys if self.words.get((node, key))), self.words[node, word])

    def row(self, node: Any) -> tuple[str, dict[str, Any]]:
        """The cell of a node and what is in its holes; of the one card of a group it is said what it is."""
        node = _as_what_it_is(node)
        (kind, phrase), held = wording(node, self.implied, self.words)
        if phrase == IS_ONE and repr(held["x"]) not in self.alone:
            (kind, phrase), held = wording(node, self.implied, self.words, but=IS_ONE)
        return self.words[kind, phrase], held

    def player(self, side: tree.Side, node: str = "Side") -> str:
        """A player, seen from the owner of the card, whoever does what is being said."""
        return self.word(node, side.value, "" if self.doer is tree.Side.YOU else f"by {self.doer.value}")

    def member(self, member: Enum, node: str = "", variant: str = "") -> str:
        """The cell of a member of a closed list."""
        variants = [variant, "by another" if repr(member) in self.foreign else ""]
        if member is tree.Duration.THIS_TURN and self.later:
            variants.append("said of the next")
        if member is tree.Group.REST and repr(member) in self.alone:
            variants.append("of one")
        return self.word(node or type(member).__name__, spoken(member), *variants)

    @contextmanager
    def inside(self, whole: Any) -> Iterator[None]:
        """Within a statement: who does its parts, and whether they are done in the next turn."""
        doer, later = self.doer, self.later
        if isinstance(whole, tree.ByPlayer) and whole.player is not tree.Side.YOU:
            self.doer = tree.Side.YOU if doer is whole.player is tree.Side.OPPONENT else whole.player
        self.later |= isinstance(whole, tree.Later) and whole.moment is not tree.Moment.END_OF_TURN
        yield
        self.doer, self.later = doer, later


def _as_what_it_is(node: Any) -> Any:
    """That there is this character, of which more is said, as what this character is."""
    match node:
        case tree.Compare(
            tree.CountCharacters(tree.CharacterSet(tree.Side.YOU, (tree.IsThis(), _, *_) as filters), None),
            tree.Comparison.AT_LEAST,
            1,
        ):
            return tree.Is(tree.That(tree.CharacterRef.THIS), filters[1:])
    return node


def _is_next_to_sight(power: tree.Power) -> bool:
    """Whether "among them" can mean nothing but the cards that were seen: no others are spoken of in between."""
    nodes, at, last = list(tree.nodes((power.cost, power.body))), 0, False
    while at < len(nodes):
        if isinstance(nodes[at], tree.Reveal | tree.Look):
            at, last = at + len(list(tree.nodes(nodes[at]))), True
            continue
        if nodes[at] == REST and not last:
            return False
        last = last and not isinstance(nodes[at], OTHERS)
        at += 1
    return True
