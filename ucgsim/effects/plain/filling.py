"""What every language of people shares: an effect is said by the rows of the table, and what is known of its power.

A cell of the table has the holes of its phrase, and `OTHER_HOLES`; that of a class, whose phrase is blank, has its
fields. What follows a colon in a hole is its sign, which the grammar of the language understands. Where a cell is blank
the language says it by a further phrase, or the grammar has it. Of two wordings in a cell the grammar chooses: the
second, behind ``|``, is that of a number that is counted, of a deed, or of what one has.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import fields
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from ucgsim.effects import tree
from ucgsim.effects.language.phrases import FILE, PHRASES, Phrase, match, spoken, table
from ucgsim.effects.plain import context
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

HOLE = re.compile(r"\{(\w+)(?::([^}]*))?\}")
OTHER_HOLES = (
    "you", "opponent", "both", "your", "their", "any", "they", "it", "s", "es", "is", "has", "drawer", "implied",
    "home", "homes", "together",
)  # fmt: skip
"""In any cell: players, and whose something is; pronouns, and endings that agree; that you draw, and not another; how
long it lasts by itself; to whose zone cards go; and that the things of both players are counted as one."""


REST = tree.Among(tree.Group.REST)
OTHER = tree.Not((tree.IsThis(),))
OTHERS = tree.InZone | tree.PickCharacters | tree.WholeCharacters | tree.StackCards | tree.ChargeCards
"""What speaks of further cards."""
IS_ONE = "{x} is {filters}"
"""The phrase for what the one card of a group is."""


@cache
def column(language: str) -> Mapping[tuple[str, str], str]:
    """The words of a language by node and phrase; UcgsimError where the table has no such column."""
    if language not in table()[0].words:
        raise UcgsimError(f"{FILE}: {language!r} is no column; it has {', '.join(table()[0].words)}")
    return {(row.node, row.text): row.words[language] for row in table() if row.use not in ("former", "call")}


@cache
def said_by(node: type) -> tuple[Phrase, ...]:
    """The phrases by which a tree of this class is said."""
    return tuple(phrase for phrase in PHRASES if type(phrase.pattern) is node and phrase.use != "former")


def wording(
    value: Any, implied: tree.Duration, cells: Mapping[tuple[str, str], str], but: str = ""
) -> tuple[tuple[str, str], dict[str, Any]]:
    """The row of a node of the tree and what is in its holes; the fields of a class where no phrase fits.

    ``cells``: the column. ``but``: a phrase that is not meant.
    """
    node: Any = type(value)
    for phrase in said_by(node):
        filling: dict[str, Any] = {}
        key = (node.__name__, phrase.text)
        fits = phrase.text != but and cells.get(key) and match(phrase.pattern, value, implied, filling)
        if fits and None not in filling.values() and filling.get("filters") != ():
            return key, filling
    return (node.__name__, ""), {member.name: getattr(value, member.name) for member in fields(node)}


class Filler:
    """Says the nodes of one power; a language adds its grammar, which is what the signs of holes ask for."""

    language: ClassVar[str]
    nothing: ClassVar[str] = ""
    _several: Callable[[tuple[Any, ...], str, dict[str, Any]], str]
    _member: Callable[[Enum, str, dict[str, Any], Any], str]
    _node: Callable[[Any, str, dict[str, Any], Any], str]
    _agreement: Callable[[str, dict[str, Any], Any], str]
    _number: Callable[[int, str], str]
    _part: Callable[..., str]
    """What a grammar adds: lists, members, nodes, pronouns and endings, numbers, and statements in others."""

    def __init__(self, power: tree.Power) -> None:
        continuous = power.kind is tree.PowerKind.CONTINUOUS
        self.words = column(self.language)
        self.implied = tree.Duration.WHILE_ACTIVE if continuous else tree.Duration.THIS_TURN
        nodes = tuple(tree.nodes((power.trigger, power.condition, power.cost, power.body)))
        kinds = [type(node) for node in nodes]
        self.alone, self.foreign = context.alone_in(nodes), context.foreign_to(nodes)
        self.sights = context.sights(nodes)
        self.seen = tree.Group.REVEALED if tree.Reveal in kinds else tree.Group.LOOKED
        self.chooses = tree.ChooseCharacters in kinds
        self.is_next_to_sight = _is_next_to_sight(nodes)
        self.doer = tree.Side.YOU
        self.later = False

    def say(self, value: Any, sign: str = "", held: dict[str, Any] | None = None, whole: Any = None) -> str:
        """A node, a list, a member of a closed list or a plain value, in the form that the sign wants.

        ``held`` is what is said along with it in the same phrase, which is that of ``whole``.
        """
        match value:
            case tuple():
                return self._several(value, sign, held or {})
            case tree.State():
                if value.bit_count() != 1:
                    return self._several(tuple(state for state in tree.State if state in value), sign, {})
                return self.words["State", spoken(value)]
            case Enum():
                return self._member(value, sign, held or {}, whole)
            case None | bool():
                return self.nothing
            case int():
                return self._number(value, sign)
            case str():
                return self._named(value, sign)
        return self._node(value, sign, held or {}, whole)

    def filled(self, cell: str, held: dict[str, Any], whole: Any = None, sign: str = "") -> str:
        """A wording with what is in its holes."""
        return HOLE.sub(lambda hole: self._hole(hole, held, whole, sign), cell)

    def _hole(self, hole: re.Match[str], held: dict[str, Any], whole: Any, sign: str) -> str:
        name, form = hole[1], hole[2] or ""
        if name not in held:
            return self._agreement(name, held, whole)
        if isinstance(held[name], tree.Statement):
            is_last = hole.string[hole.end() :] in ("", "。")
            with self.inside(whole):
                return self._part(held[name], form, whole, is_last=is_last)
        form = form or (sign if isinstance(whole, tree.Times) and name == "n" else "")
        return self.say(held[name], form, held, whole)

    def _named(self, text: str, _sign: str) -> str:
        return text

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


def _is_next_to_sight(nodes: tuple[Any, ...]) -> bool:
    """Whether "among them" can mean nothing but the cards that were seen: no others are spoken of in between."""
    at, last = 0, False
    while at < len(nodes):
        if isinstance(nodes[at], tree.Reveal | tree.Look):
            at, last = at + len(list(tree.nodes(nodes[at]))), True
            continue
        if nodes[at] == REST and not last:
            return False
        last = last and not isinstance(nodes[at], OTHERS)
        at += 1
    return True
