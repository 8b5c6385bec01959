"""What each thing of an effect is called in the languages of people: one table, a row a phrase and a column a language.

A row belongs to a phrase of the effect language (`ucgsim.effects.language.phrases`), to one of the `FRAMES` that are
only said, to a class of the tree (its phrase is blank, its holes are its fields), or to a member of a closed list. A
cell has the holes of its phrase, and `OTHER_HOLES`; what follows a colon in a hole is its sign, which the filler of the
language understands. Of two wordings in a cell the second, behind ``|``, is that of a number that is counted.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ucgsim.effects import tree
from ucgsim.effects.language.phrases import AT_LEAST, PHRASES, Hole, Phrase, match
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import csv_rows, own_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from enum import Enum

FILE = "words.csv"
OTHER_HOLES = ("you", "opponent", "both", "drawer", "implied", "home", "together")
"""In any cell: whose something is, seen from the card's owner; that you draw, and not another; how long it lasts by
itself; to whose zone cards go; and that the things of both players are counted as one."""


def _hole(name: str, hint: Any = None) -> Any:
    return Hole(name, hint)


a, b, n, q, x, y = (_hole(name) for name in ("a", "b", "n", "q", "x", "y"))
filters, sources = _hole("filters"), _hole("sources")
who, cards = _hole("who", tree.CharacterSet), _hole("cards", tree.CardSet)

FRAMES = (
    Phrase("may {a}", tree.May(a)),
    Phrase("opponent may {a}", tree.May(a, tree.Side.OPPONENT)),
    Phrase("each may {a}", tree.May(a, tree.Side.BOTH)),
    Phrase("may {a} or else {b}", tree.MayOr(a, b)),
    Phrase("may fully {a} to {b}", tree.MayTo(a, b)),
    Phrase("{a} if done if {b} {x} else {y}", tree.IfYouDo(a, tree.If(b, x, y))),
    Phrase("{a} if done {b}", tree.IfYouDo(a, b)),
    Phrase("{a} if done {b} else {x}", tree.IfYouDo(a, b, x)),
    Phrase("{a} if not done {b}", tree.IfNotDone(a, b)),
    Phrase("if {a} and {b} {x}", tree.If(a, tree.If(b, x))),
    Phrase("if {a} {b}", tree.If(a, b)),
    Phrase("if {a} {b} else {x}", tree.If(a, b, x)),
    Phrase("one of {x}", tree.OneOf(x)),
    Phrase("for each {cards} {b}", tree.ForEach(cards, b)),
    Phrase("for each {a} {b}", tree.ForEach(a, b)),
    Phrase("at {x} {b}", tree.Later(b, x)),
    Phrase("by you {b}", tree.ByPlayer(tree.Side.YOU, b)),
    Phrase("by opponent {b}", tree.ByPlayer(tree.Side.OPPONENT, b)),
    Phrase("by each {b}", tree.ByPlayer(tree.Side.BOTH, b)),
    Phrase("modes {n} {x}", tree.Modes(x, n)),
    Phrase("modes exactly {n} {x}", tree.Modes(x, n, may=False)),
    Phrase("mode {b}", tree.Mode(None, b)),
    Phrase("mode if {a} {b}", tree.Mode(a, b)),
    Phrase("swap {x} with each other", tree.Swap(_hole("x", tree.That), x)),
    Phrase(
        "all {filters} from {sources:+} of different {y}",
        tree.PickCards(tree.EVERY, tree.CardSet(sources, filters), y),
    ),
    Phrase("not among {x}", tree.Not((tree.InGroup(x),))),
    Phrase("top {filters} card of {x}", tree.StackCards(x, tree.Edge.TOP, filters)),
    Phrase("{x} is {filters}", tree.Compare(tree.CountCards(tree.CardSet((tree.Among(x),), filters)), AT_LEAST, 1)),
    Phrase("{n} per different {y} of {who}", tree.Times(n, tree.CountCharacters(who, y))),
    Phrase("{n} per {x} different {y} of {who}", tree.Times(n, tree.CountCharacters(who, y), x)),
    Phrase("{n} per charge card of {who}", tree.Times(n, tree.CountCharge(_hole("who")))),
    Phrase("{n} per {x} charge cards of {who}", tree.Times(n, tree.CountCharge(_hole("who")), x)),
    Phrase("{who} leaves to {y} by {a}", tree.Trigger(tree.Event.LEAVES, tree.Departure(who, y, a))),
    Phrase("player {a} draws by {b}", tree.Trigger(tree.Event.DRAWS, tree.Movement(a, cause=b))),
    Phrase("player {a} draws some by {b}", tree.Trigger(tree.Event.DRAWS_SOME, tree.Movement(a, cause=b))),
    Phrase("player {a} draws", tree.Trigger(tree.Event.DRAWS, tree.CharacterSet(a))),
    Phrase("player {a} draws some", tree.Trigger(tree.Event.DRAWS_SOME, tree.CharacterSet(a))),
    Phrase("player {a} activates", tree.Trigger(tree.Event.ACTIVATES, tree.CharacterSet(a))),
    Phrase("player {a} discards", tree.Trigger(tree.Event.DISCARD, tree.CharacterSet(a))),
    Phrase("player {a} sets a scene", tree.Trigger(tree.Event.SCENE_SET, tree.CharacterSet(a))),
    Phrase("player {a} becomes lead", tree.Trigger(tree.Event.BECOMES_LEAD, tree.CharacterSet(a))),
    Phrase(
        "this card moves {x} {y} by {a}", tree.Trigger(tree.Event.THIS_MOVES, tree.Movement(tree.Side.YOU, x, y, a))
    ),
    Phrase(
        "{n} of {b} moves {x} {y} by {a}",
        tree.Trigger(tree.Event.CARD_MOVES, tree.Movement(b, x, y, a, n)),
    ),
)
"""What the effect language says in lines of a block or as a call, and people in words of its own."""
HEADS = (
    "[{gate}]",
    "pay",
    "{limit}/turn",
    "{limit}/game",
    "any number of times",
    "when {trigger}",
    "only if {condition}",
    "cost: {cost}",
    "{body}",
    "unstacked",
)
"""Parts of a power, each with the field that it holds."""


@cache
def column(language: str) -> Mapping[tuple[str, str], str]:
    """The words of a language by node and phrase; UcgsimError where the table has no such column."""
    head, *rows = csv_rows(own_text(files("ucgsim.effects.language").joinpath(FILE)), FILE)
    if language not in head.cells[2:]:
        raise UcgsimError(f"{FILE}: {language!r} is no column; it has {', '.join(head.cells[2:])}")
    at = head.cells.index(language)
    return {(row.cells[0], row.cells[1]): row.cells[at] for row in rows}


@cache
def said_by(node: type) -> tuple[Phrase, ...]:
    """The phrases by which a tree of this class is said, the frames first."""
    return tuple(phrase for phrase in (*FRAMES, *PHRASES) if type(phrase.pattern) is node and not phrase.former)


def wording(value: Any, implied: tree.Duration, but: str = "") -> tuple[tuple[str, str], dict[str, Any]]:
    """The row of a node of the tree and what is in its holes; the fields of a class where no phrase fits.

    ``but``: a phrase that is not meant.
    """
    node: Any = type(value)
    for phrase in said_by(node):
        filling: dict[str, Any] = {}
        if phrase.text != but and match(phrase.pattern, value, implied, filling) and _is_full(filling):
            return (node.__name__, phrase.text), filling
    return (node.__name__, ""), {member.name: getattr(value, member.name) for member in fields(node)}


def _is_full(filling: dict[str, Any]) -> bool:
    """Whether there is something in each hole that must be filled."""
    return None not in filling.values() and filling.get("filters") != ()


def listed_in(member: Enum) -> str:
    """The name of the closed list of a member, as rows have it."""
    return type(member).__name__
