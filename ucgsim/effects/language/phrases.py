"""What the effect language says for which tree: one table, read from left to right and from right to left.

A phrase is words and holes next to the tree they mean. A hole may say how its things are joined: ``{names:/}`` one or
more with strokes between, ``{parts:and2}`` two or more with "and", a list without a sign one after the other;
``{amount:+}`` is a number with its sign, ``{of!}`` goes into parentheses where more words follow, ``{a^}`` allows no
phrase that is loose. A tree that no
phrase fits is said as a call: ``times(2, round of sent)``.
"""

from __future__ import annotations

import re
import types
import typing
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.tree import conditions, selectors, statements, triggers, values
from ucgsim.effects.tree.values import CharacterRef, Comparison, Duration, Group, State
from ucgsim.effects.tree.walking import rebuilt

if TYPE_CHECKING:
    from enum import Enum

SHORT_NAMES = {
    "NameIn": "name",
    "NamePart": "name_part",
    "KindIn": "kind",
    "HasType": "type",
    "TeamIn": "team",
    "LevelIn": "level",
    "StateIn": "state",
    "PickCharacters": "pick",
    "PickCards": "take",
    "Cards": "these",
    "DeckCards": "deck",
    "CountCharacters": "count",
    "CountCards": "count_cards",
    "ChooseCards": "choose_cards",
    "ChooseCharacters": "choose",
    "BP": "bp",
    "CardSet": "cards",
}
NAMESPACE = {
    **vars(values),
    **vars(selectors),
    **vars(conditions),
    **vars(triggers),
    **vars(statements),
    "Kind": Kind,
}
SPOKEN: dict[Enum, str] = {
    Kind.ULTRA_HERO: "hero",
    Kind.ULTRA_MECH: "mech",
    **{member: member.value for enum in (CharacterRef, Comparison) for member in enum},
    **{member: member.name.lower() for member in Group},
}
"""Members of the tree's closed lists that are said otherwise than by their name."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A place in a pattern; ``hint`` is the type of what is there, where the field's own is too wide."""

    name: str
    hint: Any = None


@dataclass(frozen=True, slots=True)
class Implied:
    """The duration that the power implies: its own, of a continuous one, else this turn (CR 5.10.2, 9.3.1)."""


IMPLIED: Any = Implied()


@cache
def short_name(node: type) -> str:
    """The name of a tree class in the effect language."""
    snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", node.__name__).lower()
    return SHORT_NAMES.get(node.__name__, snake)


def spoken(member: Enum) -> str:
    """A member of a closed list as the language says it."""
    return SPOKEN.get(member, member.name.lower().replace("_", " "))


@cache
def field_types(node: type) -> dict[str, Any]:
    """Types of the fields of a tree class, with forward references resolved."""
    return typing.get_type_hints(node, globalns=NAMESPACE)


@cache
def options(hint: Any) -> tuple[Any, ...]:
    """The types of which a value may be, a union taken apart."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return tuple(option for part in typing.get_args(hint) for option in options(part))
    return (hint,)


@cache
def element(hint: Any) -> Any:
    """The type of the elements where ``hint`` is that of a list, else ``None``."""
    return typing.get_args(hint)[0] if typing.get_origin(hint) is tuple else None


def is_default(value: object, member: Field[Any]) -> bool:
    """Whether a field holds what it holds when nothing is said."""
    return member.default is not MISSING and getattr(value, member.name) == member.default


def holes(pattern: Any, hint: Any = None) -> dict[str, Any]:
    """The holes of a pattern by name, each with the type of what belongs there."""
    if isinstance(pattern, Hole):
        return {pattern.name: pattern.hint or hint}
    hints: dict[str, Any] = {}
    if isinstance(pattern, tuple):
        for item in pattern:
            hints = holes(item, element(hint)) | hints
    elif is_dataclass(pattern) and not isinstance(pattern, Implied):
        for name, wanted in field_types(type(pattern)).items():  # type: ignore[arg-type]
            hints = holes(getattr(pattern, name), wanted) | hints
    return hints


def match(pattern: Any, tree: Any, implied: Duration, filling: dict[str, Any]) -> bool:
    """Whether the tree is the pattern with something in its holes, which is put into ``filling``."""
    if isinstance(pattern, Hole):
        if pattern.hint is not None and not _may_be(tree, pattern.hint):
            return False
        return bool(filling.setdefault(pattern.name, tree) == tree)
    if isinstance(pattern, Implied):
        return tree is implied
    if type(pattern) is not type(tree):
        return False
    if isinstance(pattern, tuple):
        together = zip(pattern, tree, strict=False)
        return len(pattern) == len(tree) and all(match(*pair, implied, filling) for pair in together)
    if is_dataclass(pattern):
        names = (member.name for member in fields(pattern))
        return all(match(getattr(pattern, name), getattr(tree, name), implied, filling) for name in names)
    return bool(pattern == tree)


def _may_be(tree: Any, hint: Any) -> bool:
    return any(isinstance(option, type) and isinstance(tree, option) for option in options(hint))


def fill(pattern: Any, implied: Duration, filling: dict[str, Any]) -> Any:
    """The tree of a pattern with these things in its holes."""
    if isinstance(pattern, Hole):
        return filling[pattern.name]
    if isinstance(pattern, Implied):
        return implied
    return rebuilt(pattern, lambda part: fill(part, implied, filling))


def states(mask: State) -> str:
    """States of a gate or a filter, in brackets."""
    return f"[{','.join((state.name or '').lower() for state in State if state in mask)}]"


# What the language says for which tree.


def _hole(name: str, hint: Any = None) -> Any:
    return Hole(name, hint)


@dataclass(frozen=True, slots=True)
class Part:
    """A word of a phrase, or a hole with the type of what belongs there."""

    word: str
    hint: Any = None
    sign: str = ""
    wrapped: bool = False
    tight: bool = False
    least: int = 1

    @property
    def is_hole(self) -> bool:
        """Whether something is to be said here."""
        return self.hint is not None


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words and holes next to the tree they mean.

    ``loose``: it ends or begins as others do, so it stands only where nothing else can be meant. ``former``: it is
    read, never written.
    """

    text: str
    pattern: Any
    loose: bool = False
    former: bool = False


this, opponent = tree.That(tree.CharacterRef.THIS), tree.OpponentOf(tree.That(tree.CharacterRef.THIS))
a, b, n, q, x, y = (_hole(name) for name in ("a", "b", "n", "q", "x", "y"))
who = _hole("who", tree.CharacterSet)
cards = _hole("cards")
filters = _hole("filters")
sources = _hole("sources")
whole = _hole("whole", int)
named = tree.CardSet(sources, filters)
alone = tree.CardSet(sources)

FILTERS = (
    Phrase("{x:/}", tree.NameIn(x)),
    Phrase("called {x:/}", tree.NamePart(x)),
    Phrase("{x:/}", tree.KindIn(x)),
    Phrase("type {x:/}", tree.HasType(x)),
    Phrase("team {x:/}", tree.TeamIn(x)),
    Phrase("level {x:/}", tree.LevelIn(x)),
    Phrase("level {a!} or more", tree.LevelBetween(a, None)),
    Phrase("level {a!} or less", tree.LevelBetween(None, a)),
    Phrase("level {a!} to {b!}", tree.LevelBetween(a, b)),
    Phrase("round {a!}", tree.RoundBetween(a, a)),
    Phrase("round {a!} or more", tree.RoundBetween(a, None)),
    Phrase("round {a!} or less", tree.RoundBetween(None, a)),
    Phrase("round {a!} to {b!}", tree.RoundBetween(a, b)),
    Phrase("{x}", tree.StateIn(x)),
    Phrase("with extra", tree.PrintedExtra()),
    Phrase("using extra", tree.ReadsExtra()),
    Phrase("{a} {x} {b!}", tree.Measures(a, x, b)),
    Phrase("affected by {x}", tree.Affected(x)),
    Phrase("this", tree.IsThis()),
    Phrase("other", tree.Not((tree.IsThis(),))),
    Phrase("adjacent", tree.Adjacent()),
    Phrase("beside {x!}", tree.Beside(x)),
    Phrase("opposing this", tree.Opposes(tree.CharacterSet(tree.Side.YOU, (tree.IsThis(),)))),
    Phrase("opposing {x!}", tree.Opposes(x)),
    Phrase("in area {x}", tree.InArea(x)),
    Phrase("in area {a!} or more", tree.AreaBetween(a, None)),
    Phrase("in area {a!} or less", tree.AreaBetween(None, a)),
    Phrase("in newest area", tree.InNewestArea()),
    Phrase("that {x}", tree.Fought(x)),
    Phrase("able to level up", tree.CanLevelUpWith(tree.Group.PLACED)),
    Phrase("able to level up with {x}", tree.CanLevelUpWith(x)),
    Phrase("able to lie on it", tree.CanTakeUnder(tree.Group.PLACED)),
    Phrase("able to lie on {x}", tree.CanTakeUnder(x)),
    Phrase("same {a} as {b!}", tree.SameAs(a, b)),
    Phrase("among {x}", tree.InGroup(x)),
    Phrase("not {x}", tree.Not((x,))),
    Phrase("not ( {x} )", tree.Not(x)),
    Phrase("( {x:or2} )", tree.AnyOf(x)),
)
SETS = (
    *(
        phrase
        for side, owner in ((tree.Side.YOU, "your"), (tree.Side.OPPONENT, "their"), (tree.Side.BOTH, "any"))
        for phrase in (
            Phrase(f"{owner} character", tree.CharacterSet(side)),
            Phrase(f"{owner} {{x}}", tree.CharacterSet(side, x)),
            Phrase("{x}" if side is tree.Side.YOU else f"{owner} {{x}}", tree.InZone(x, side)),
        )
    ),
    Phrase("{x}", tree.Among(x)),
    Phrase("{filters} in {sources:+}", named),
    Phrase("cards in {sources:+}", alone),
)
SELECTORS = (
    Phrase("all", tree.EVERY),
    Phrase("any number of", tree.ANY_NUMBER),
    Phrase("{n!}", tree.Quantity(n, n)),
    Phrase("up to {n!}", tree.Quantity(0, n)),
    Phrase("{a!} .. {b!}", tree.Quantity(a, b)),
    Phrase("{a!} ..", tree.Quantity(a, None)),
    Phrase("{x}", tree.That(x)),
    Phrase("{q} {x}", tree.PickCharacters(q, x)),
    Phrase("{q} {x} of different {y}", tree.PickCharacters(q, x, y)),
    Phrase("opponent", opponent),
    Phrase("( {x:and2} )", tree.BothOf(x)),
    Phrase("( {x:or2} )", tree.EitherOf(x)),
    Phrase("opponent of {x}", tree.OpponentOf(x)),
    Phrase("{q} from {sources:+}", tree.PickCards(q, alone)),
    Phrase("{q} {x:or2} from {sources:+}", tree.PickCards(q, tree.CardSet(sources, (tree.AnyOf(x),)))),
    Phrase("{q} {filters} from {sources:+}", tree.PickCards(q, named)),
    Phrase("{q} from {sources:+} of different {y}", tree.PickCards(q, alone, y)),
    Phrase("{q} {filters} from {sources:+} of different {y}", tree.PickCards(q, named, y)),
    Phrase("{q} from {sources:+} chosen by opponent", tree.PickCards(q, alone, None, tree.Side.OPPONENT)),
    Phrase("{q} {filters} from {sources:+} chosen by opponent", tree.PickCards(q, named, None, tree.Side.OPPONENT)),
    Phrase("{n!} random from {sources:+}", tree.RandomCards(n, alone)),
    Phrase("{n!} random {filters} from {sources:+}", tree.RandomCards(n, named)),
    *(
        Phrase(f"{edge.value} {{n!}}{of}", tree.DeckCards(side, n, edge))
        for edge in (tree.Edge.TOP, tree.Edge.BOTTOM)
        for side, of in ((tree.Side.YOU, ""), (tree.Side.OPPONENT, " of their deck"), (tree.Side.BOTH, " of each deck"))
    ),
    Phrase("top card of {x}", tree.StackCards(x)),
    Phrase("bottom card of {x}", tree.StackCards(x, tree.Edge.BOTTOM)),
    Phrase("{filters} card of {x}", tree.StackCards(x, tree.Edge.ANY, filters)),
    Phrase("charge card of {x}", tree.ChargeCards(x)),
    Phrase("top charge card of {x}", tree.ChargeCards(x, tree.Edge.TOP)),
    Phrase("any charge card of {x}", tree.ChargeCards(x, tree.Edge.ANY)),
    Phrase("all cards of {x}", tree.WholeCharacters(x)),
    Phrase("( {x:and2} )", tree.AllOf(x)),
    Phrase("this card", tree.Cards(tree.Group.THIS)),
    Phrase("the {x}", tree.Cards(x)),
)
AMOUNTS = (
    Phrase("number of {x}", tree.CountCharacters(x)),
    Phrase("number of {x}", tree.CountCards(x)),
    Phrase("number of different {y} of {x}", tree.CountCharacters(x, y)),
    Phrase("number of different {y} of {x}", tree.CountCards(x, y)),
    Phrase("round of {x}", tree.PrintedRound(x)),
    Phrase("total {x} of {y}", tree.Total(x, y)),
    Phrase("highest {x} of {y}", tree.Highest(x, y)),
    Phrase("lowest {x} of {y}", tree.Lowest(x, y)),
    Phrase("chosen bp", tree.ChosenBP()),
    Phrase("areas", tree.FieldRound()),
    Phrase("wins of {x}", tree.Wins(x)),
    Phrase("by state {x:/}", tree.ByState(x)),
    Phrase("{n} per {who}", tree.Times(n, tree.CountCharacters(who))),
    Phrase("{n} per {cards}", tree.Times(n, tree.CountCards(cards))),
    Phrase("{n} per {x} {who}", tree.Times(n, tree.CountCharacters(who), x)),
    Phrase("{n} per {x} {cards}", tree.Times(n, tree.CountCards(cards), x)),
    Phrase("{n} per {x!^}", tree.Times(n, x)),
    Phrase("{n} per {x} {y!^}", tree.Times(n, y, x)),
    Phrase("charge cards of {x}", tree.CountCharge(x)),
    Phrase("{a^} plus {b^}", tree.Plus(a, b), loose=True),
)
AT_LEAST = tree.Comparison.AT_LEAST
CONDITIONS = (
    Phrase("{x}", tree.Compare(tree.CountCards(tree.CardSet((tree.Among(x),))), AT_LEAST, 1)),
    Phrase("{who}", tree.Compare(tree.CountCharacters(who), AT_LEAST, 1)),
    Phrase("at least {whole} {who}", tree.Compare(tree.CountCharacters(who), AT_LEAST, whole)),
    Phrase("{filters} in {sources:+}", tree.Compare(tree.CountCards(named), AT_LEAST, 1)),
    Phrase("card in {sources:+}", tree.Compare(tree.CountCards(alone), AT_LEAST, 1)),
    Phrase("at least {whole} in {sources:+}", tree.Compare(tree.CountCards(alone), AT_LEAST, whole)),
    Phrase("at least {whole} {filters} in {sources:+}", tree.Compare(tree.CountCards(named), AT_LEAST, whole)),
    Phrase("charge card of {x}", tree.Compare(tree.CountCharge(x), AT_LEAST, 1)),
    Phrase("no {who}", tree.Compare(tree.CountCharacters(who), tree.Comparison.EQUAL, 0)),
    Phrase("no {filters} in {sources:+}", tree.Compare(tree.CountCards(named), tree.Comparison.EQUAL, 0)),
    Phrase("no card in {sources:+}", tree.Compare(tree.CountCards(alone), tree.Comparison.EQUAL, 0)),
    Phrase("{a^} {x} {b}", tree.Compare(a, x, b)),
    Phrase("{a} is {b}", tree.Is(a, b)),
    Phrase("type shared by {x}", tree.ShareType(x)),
    Phrase("you are {x}", tree.Leads(x)),
    Phrase("top card of {x} taken by your character", tree.TopCardTaken(x, by_your_character=True)),
    Phrase("top card of {x} taken", tree.TopCardTaken(x, by_your_character=False)),
    Phrase("hand card of {a} returned to {b}", tree.HandCardReturned(a, b)),
    Phrase("activate used by {x}", tree.ActivateUsed(x)),
    Phrase("caused by effect", tree.CausedByEffect()),
    Phrase("not ( {x} )", tree.No(x)),
    Phrase("{x:and2}", tree.All(x), loose=True),
    Phrase("{x:or2}", tree.Any(x), loose=True),
)
DEEDS = {
    tree.Event.LEVELS_UP: "levels up",
    tree.Event.WINS: "wins",
    tree.Event.LOSES: "loses",
    tree.Event.TIES: "ties",
    tree.Event.PUT_UNDER: "gets a card under it",
    tree.Event.CHARGED: "gets charge",
    tree.Event.SWAPPED: "swaps",
}
TRIGGERS = (
    Phrase("{who} enters", tree.Trigger(tree.Event.CHARACTER_ENTERS, who)),
    Phrase("scene enters", tree.Trigger(tree.Event.SCENE_ENTERS, tree.CharacterSet(tree.Side.BOTH))),
    Phrase("scene enters for you", tree.Trigger(tree.Event.SCENE_ENTERS, tree.CharacterSet(tree.Side.YOU))),
    Phrase("scene enters for opponent", tree.Trigger(tree.Event.SCENE_ENTERS, tree.CharacterSet(tree.Side.OPPONENT))),
    Phrase("you discard", tree.Trigger(tree.Event.DISCARD, tree.CharacterSet(tree.Side.YOU))),
    Phrase("opponent discards", tree.Trigger(tree.Event.DISCARD, tree.CharacterSet(tree.Side.OPPONENT))),
    Phrase("you set a scene", tree.Trigger(tree.Event.SCENE_SET, tree.CharacterSet(tree.Side.YOU))),
    Phrase("opponent sets a scene", tree.Trigger(tree.Event.SCENE_SET, tree.CharacterSet(tree.Side.OPPONENT))),
    Phrase("you become lead", tree.Trigger(tree.Event.BECOMES_LEAD, tree.CharacterSet(tree.Side.YOU))),
    Phrase("opponent becomes lead", tree.Trigger(tree.Event.BECOMES_LEAD, tree.CharacterSet(tree.Side.OPPONENT))),
    Phrase("{who} completes activate", tree.Trigger(tree.Event.ACTIVATE_RESOLVED, who)),
    Phrase("milled", tree.Trigger(tree.Event.THIS_MILLED)),
    Phrase("sent", tree.Trigger(tree.Event.THIS_SCENE_SENT)),
    Phrase("{x} phase begins", tree.Trigger(tree.Event.PHASE_BEGINS, tree.Beginning(x))),
    Phrase(
        "this leaves play",
        tree.Trigger(tree.Event.LEAVES, tree.Departure(tree.CharacterSet(tree.Side.YOU, (tree.IsThis(),)))),
    ),
    Phrase(
        "this leaves to {y}",
        tree.Trigger(tree.Event.LEAVES, tree.Departure(tree.CharacterSet(tree.Side.YOU, (tree.IsThis(),)), y)),
    ),
    Phrase("{who} leaves play", tree.Trigger(tree.Event.LEAVES, tree.Departure(who))),
    Phrase("{who} leaves to {y}", tree.Trigger(tree.Event.LEAVES, tree.Departure(who, y))),
    Phrase("you draw", tree.Trigger(tree.Event.DRAWS, tree.Movement(tree.Side.YOU))),
    Phrase("opponent draws", tree.Trigger(tree.Event.DRAWS, tree.Movement(tree.Side.OPPONENT))),
    *(
        Phrase(f"this {deed}", tree.Trigger(event, tree.CharacterSet(tree.Side.YOU, (tree.IsThis(),))))
        for event, deed in DEEDS.items()
    ),
    *(Phrase(f"{{who}} {deed}", tree.Trigger(event, who)) for event, deed in DEEDS.items()),
    Phrase("{x} {y}", tree.Trigger(x, y)),
    Phrase("{x}", tree.Trigger(x)),
)
CHANGES = (
    Phrase("bp {x:+}", tree.BP(x)),
    Phrase("grade {x:+}", tree.Grade(x)),
    Phrase("extra", tree.Extra()),
    Phrase("gain type {x:/}", tree.AddTypes(x)),
    Phrase("gain one type of {x:/}", tree.AddTypes(x, choice=True)),
    Phrase("gain chosen type", tree.AddChosenType()),
    Phrase("change one type to {x:/}", tree.ReplaceType(x)),
    Phrase("change every type to {x:/}", tree.ReplaceType(x, every=True)),
    Phrase("unaffected by {x}", tree.Immune(x)),
    Phrase("cannot level up", tree.CannotLevelUp()),
    Phrase("battle {x}", tree.DictateOutcome(x)),
    Phrase("lose one text", tree.NegateText()),
    Phrase("lose every text", tree.NegateText(every=True)),
    Phrase("cannot use enter", tree.SilenceEnter()),
    Phrase("bp = {x}", tree.SetBP(x)),
    Phrase("count level {x:+}", tree.AddLevels(x)),
)
HAND = (tree.InZone(tree.Zone.HAND, tree.Side.YOU),)
VERBS = {
    "take": tree.Destination.HAND,
    "discard": tree.Destination.DISCARD,
    "exile": tree.Destination.EXILE,
    "top": tree.Destination.DECK_TOP,
    "bottom": tree.Destination.DECK_BOTTOM,
    "top or bottom": tree.Destination.DECK_TOP_OR_BOTTOM,
}
ACTIONS = (
    Phrase("draw {n}", tree.Draw(tree.Side.YOU, n)),
    Phrase("opponent draws {n}", tree.Draw(tree.Side.OPPONENT, n)),
    Phrase("each draws {n}", tree.Draw(tree.Side.BOTH, n)),
    Phrase("mill {n}", tree.Move(tree.DeckCards(tree.Side.YOU, n), tree.Destination.DISCARD)),
    Phrase("opponent mills {n}", tree.Move(tree.DeckCards(tree.Side.OPPONENT, n), tree.Destination.DISCARD)),
    Phrase("each mills {n}", tree.Move(tree.DeckCards(tree.Side.BOTH, n), tree.Destination.DISCARD)),
    Phrase("discard {q}", tree.Move(tree.PickCards(q, tree.CardSet(HAND)), tree.Destination.DISCARD)),
    Phrase(
        "discard {q} {filters}", tree.Move(tree.PickCards(q, tree.CardSet(HAND, filters)), tree.Destination.DISCARD)
    ),
    *(Phrase(f"{verb} {{cards}}", tree.Move(cards, to)) for verb, to in VERBS.items()),
    *(Phrase(f"{verb} {{cards}} in any order", tree.Move(cards, to, any_order=True)) for verb, to in VERBS.items()),
    Phrase("{b:and}", tree.Modify(this, b, IMPLIED)),
    Phrase("{a} {b:and}", tree.Modify(a, b, IMPLIED)),
    Phrase("{b:and} {y}", tree.Modify(this, b, y)),
    Phrase("{a} {b:and} {y}", tree.Modify(a, b, y)),
    Phrase("reveal {x}", tree.Reveal(x)),
    Phrase("look at {x}", tree.Look(x)),
    Phrase("choose {x}", tree.ChooseCards(x)),
    Phrase("choose {x}", tree.ChooseCharacters(x)),
    Phrase("choose type {x:/}", tree.ChooseType(x)),
    Phrase("choose bp of {x}", tree.ChooseBP(x)),
    Phrase("put {x} on {y}", tree.PutOnTop(x, y)),
    Phrase("put {x} under {y}", tree.PutUnder(x, y)),
    Phrase("put {x} in place", tree.PutInPlace(x)),
    Phrase("put {x} in place as {y}", tree.PutInPlace(x, y)),
    Phrase("put {x} in scene area", tree.PutScene(x)),
    Phrase("swap {x} with {y}", tree.Swap(x, y)),
    Phrase("charge {a}", tree.Charge(a, ())),
    Phrase("charge {a} on {b}", tree.Charge(a, b)),
    Phrase("run enter of {x}", tree.RunEnter(x)),
    Phrase("run activate of {x}", tree.RunActivate(x)),
    Phrase("run activate of {x} within limits", tree.RunActivate(x, ignoring_limits=False)),
    Phrase("protect {x} from exile", tree.ProtectFromExile(x, IMPLIED)),
    Phrase("protect {x} from exile {y}", tree.ProtectFromExile(x, y)),
    Phrase("forbid {a} {b}", tree.Forbid(a, b, IMPLIED)),
    Phrase("forbid {a} {b} {y}", tree.Forbid(a, b, y)),
)
FORMER = tuple(
    Phrase(text, pattern, former=True)
    for text, pattern in (
        ("every", tree.EVERY),
        ("yours ( )", tree.CharacterSet(tree.Side.YOU)),
        ("yours ( {x:,} )", tree.CharacterSet(tree.Side.YOU, x)),
        ("theirs ( )", tree.CharacterSet(tree.Side.OPPONENT)),
        ("theirs ( {x:,} )", tree.CharacterSet(tree.Side.OPPONENT, x)),
        ("characters ( )", tree.CharacterSet(tree.Side.BOTH)),
        ("characters ( {x:,} )", tree.CharacterSet(tree.Side.BOTH, x)),
        ("cards ( {sources:+} )", alone),
        ("cards ( {sources:+} , {filters:,} )", named),
        ("your . {x}", tree.InZone(x, tree.Side.YOU)),
        ("their . {x}", tree.InZone(x, tree.Side.OPPONENT)),
        ("any . {x}", tree.InZone(x, tree.Side.BOTH)),
    )
)
"""How blocks were written before phrases: calls throughout. What a person wrote then is read as it was."""
PHRASES = (*FILTERS, *SETS, *SELECTORS, *AMOUNTS, *CONDITIONS, *TRIGGERS, *CHANGES, *ACTIONS, *FORMER)


@cache
def parts(phrase: Phrase) -> tuple[Part, ...]:
    """The words and holes of a phrase."""
    wanted = holes(phrase.pattern)
    return tuple(_part(word, wanted) for word in phrase.text.split())


def _part(word: str, wanted: dict[str, Any]) -> Part:
    if not word.startswith("{"):
        return Part(word)
    name, _, sign = word[1:-1].partition(":")
    bare = name.rstrip("!^")
    least = 2 if sign.endswith("2") else 1
    return Part(bare, wanted[bare], sign.rstrip("2"), "!" in name, "^" in name, least)


@cache
def phrases_of(node: type) -> tuple[Phrase, ...]:
    """The phrases that mean a tree of this class."""
    return tuple(phrase for phrase in PHRASES if type(phrase.pattern) is node)
