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
from ucgsim.effects.language.phrases import AT_LEAST, PHRASES, Hole, Phrase, match, this
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import csv_rows, own_text

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "words.csv"
OTHER_HOLES = (
    "you", "opponent", "both", "your", "their", "any", "they", "it", "s", "es", "is", "has", "drawer", "implied",
    "home", "homes", "together",
)  # fmt: skip
"""In any cell: players, and whose something is; pronouns, and endings that agree; that you draw, and not another; how
long it lasts by itself; to whose zone cards go; and that the things of both players are counted as one."""


def _hole(name: str, hint: Any = None) -> Any:
    return Hole(name, hint)


a, b, n, q, x, y = (_hole(name) for name in ("a", "b", "n", "q", "x", "y"))
filters, sources, whole = _hole("filters"), _hole("sources"), _hole("whole", int)
who, cards = _hole("who", tree.CharacterSet), _hole("cards", tree.CardSet)

COMPARED = tuple(phrase for phrase in PHRASES if type(phrase.pattern) is tree.Compare)
COUNTED = tree.CountCards(tree.CardSet(sources)), tree.CountCards(tree.CardSet(sources, filters))
MAYS = {"may": tree.Side.YOU, "opponent may": tree.Side.OPPONENT, "each may": tree.Side.BOTH}
FRAMES = (
    *(Phrase(f"{may} if {{a}} {{b}}", tree.May(tree.If(a, b), player)) for may, player in MAYS.items()),
    *(Phrase(f"{may} {{a}}", tree.May(a, player)) for may, player in MAYS.items()),
    Phrase("may {a} or else {b}", tree.MayOr(a, b)),
    Phrase("may fully {a} to {b}", tree.MayTo(a, b)),
    Phrase("{a} if done if {b} {x}", tree.IfYouDo(a, tree.If(b, x))),
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
    Phrase("swap {x} with each other", tree.Swap(x, x)),
    Phrase("level {a!} alone", tree.LevelBetween(a, a)),
    Phrase("in area {a!} alone", tree.AreaBetween(a, a)),
    Phrase("{a} == {b}", tree.Measures(a, tree.Comparison.EQUAL, b)),
    Phrase("owned by you", tree.OwnedBy(tree.Side.YOU)),
    Phrase("same type as {b!}", tree.SameAs(tree.Trait.TYPE, b)),
    Phrase("same printed type as {b!}", tree.SameAs(tree.Trait.PRINTED_TYPE, b)),
    Phrase("not among {x}", tree.Not((tree.InGroup(x),))),
    Phrase("not type {x:/}", tree.Not((tree.HasType(x),))),
    Phrase("all {x}", tree.PickCharacters(tree.EVERY, x)),
    Phrase("{q} of any", tree.PickCharacters(q, tree.CharacterSet(tree.Side.BOTH))),
    Phrase("{q} any {filters}", tree.PickCharacters(q, tree.CharacterSet(tree.Side.BOTH, filters))),
    Phrase("all {x} of different {y}", tree.PickCharacters(tree.EVERY, x, y)),
    Phrase("{q} any {filters} of different {y}", tree.PickCharacters(q, tree.CharacterSet(tree.Side.BOTH, filters), y)),
    Phrase("this with opponent", tree.WithOpponent(this)),
    Phrase("all from {sources:+} of different {y}", tree.PickCards(tree.EVERY, tree.CardSet(sources), y)),
    Phrase(
        "all {filters} from {sources:+} of different {y}",
        tree.PickCards(tree.EVERY, tree.CardSet(sources, filters), y),
    ),
    Phrase("any card of {x}", tree.StackCards(x, tree.Edge.ANY)),
    Phrase("top {filters} card of {x}", tree.StackCards(x, tree.Edge.TOP, filters)),
    Phrase("{x} is {filters}", tree.Compare(tree.CountCards(tree.CardSet((tree.Among(x),), filters)), AT_LEAST, 1)),
    *COMPARED[:-1],
    Phrase("no charge card of {x}", tree.Compare(tree.CountCharge(x), tree.Comparison.EQUAL, 0)),
    Phrase("{x} {whole} {who}", tree.Compare(tree.CountCharacters(who), x, whole)),
    Phrase("{x} {whole} in {sources:+}", tree.Compare(COUNTED[0], x, whole)),
    Phrase("{x} {whole} {filters} in {sources:+}", tree.Compare(COUNTED[1], x, whole)),
    Phrase("{x} {whole} charge cards of {y}", tree.Compare(tree.CountCharge(y), x, whole)),
    Phrase("{n} per different {y} of {who}", tree.Times(n, tree.CountCharacters(who, y))),
    Phrase("{n} per {x} different {y} of {who}", tree.Times(n, tree.CountCharacters(who, y), x)),
    Phrase("{n} per charge card of {who}", tree.Times(n, tree.CountCharge(_hole("who")))),
    Phrase("{n} per {x} charge cards of {who}", tree.Times(n, tree.CountCharge(_hole("who")), x)),
    Phrase("{who} leaves to {y} by {a}", tree.Trigger(tree.Event.LEAVES, tree.Departure(who, y, a))),
    Phrase("player {a} draws by {b}", tree.Trigger(tree.Event.DRAWS, tree.Movement(a, cause=b))),
    Phrase("player {a} draws some by {b}", tree.Trigger(tree.Event.DRAWS_SOME, tree.Movement(a, cause=b))),
    *(
        Phrase(f"player {{a}} {deed}", tree.Trigger(event, tree.CharacterSet(a)))
        for event, deed in (
            (tree.Event.DRAWS, "draws"),
            (tree.Event.DRAWS_SOME, "draws some"),
            (tree.Event.ACTIVATES, "activates"),
            (tree.Event.DISCARD, "discards"),
            (tree.Event.SCENE_SET, "sets a scene"),
            (tree.Event.BECOMES_LEAD, "becomes lead"),
        )
    ),
    Phrase(
        "this card moves {x} {y} by {a}", tree.Trigger(tree.Event.THIS_MOVES, tree.Movement(tree.Side.YOU, x, y, a))
    ),
    Phrase("{n} of {b} moves {x} {y} by {a}", tree.Trigger(tree.Event.CARD_MOVES, tree.Movement(b, x, y, a, n))),
)
"""What the effect language says in lines of a block or as a call, and people in words of its own."""
HEADS = (
    "[{gate}]",
    "while [{gate}]",
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


def wording(
    value: Any, implied: tree.Duration, cells: Mapping[tuple[str, str], str], but: str = ""
) -> tuple[tuple[str, str], dict[str, Any]]:
    """The row of a node of the tree and what is in its holes; the fields of a class where no phrase fits.

    ``cells``: the column; where a cell is blank, the language says it by a further phrase. ``but``: one not meant.
    """
    node: Any = type(value)
    for phrase in said_by(node):
        filling: dict[str, Any] = {}
        key = (node.__name__, phrase.text)
        fits = phrase.text != but and cells.get(key) and match(phrase.pattern, value, implied, filling)
        if fits and _is_full(filling):
            return key, filling
    return (node.__name__, ""), {member.name: getattr(value, member.name) for member in fields(node)}


def _is_full(filling: dict[str, Any]) -> bool:
    """Whether there is something in each hole that must be filled."""
    return None not in filling.values() and filling.get("filters") != ()
