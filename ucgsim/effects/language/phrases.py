"""What the effect language says for which tree: one table, read from left to right and from right to left.

A phrase is words and holes beside the tree they mean. A hole may say how its things are joined: ``{names:/}`` one or
more with strokes between, ``{parts:and2}`` two or more with "and", a list without a sign one after the other;
``{amount:+}`` is a number with its sign, ``{of!}`` goes into parentheses where more words follow, ``{a^}`` allows no
phrase that is loose. A tree that no
phrase fits is said as a call: ``times(2, round of sent)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from ucgsim.effects.language.nodes import IMPLIED, Hole, holes
from ucgsim.effects.tree import conditions as asks
from ucgsim.effects.tree import statements as does
from ucgsim.effects.tree.amounts import ByState, ChosenBP, FieldRound, PrintedRound
from ucgsim.effects.tree.battles import AreaBetween, Fought, InNewestArea, Wins
from ucgsim.effects.tree.selectors import (
    ANY_NUMBER,
    EVERY,
    Adjacent,
    Affected,
    AllOf,
    Among,
    AnyOf,
    Beside,
    BothOf,
    CanLevelUpWith,
    CanTakeUnder,
    Cards,
    CardSet,
    CharacterSet,
    ChargeCards,
    CountCards,
    CountCharacters,
    CountCharge,
    DeckCards,
    EitherOf,
    HasType,
    Highest,
    InArea,
    InGroup,
    InZone,
    IsThis,
    KindIn,
    LevelBetween,
    LevelIn,
    Lowest,
    Measures,
    NameIn,
    NamePart,
    Not,
    OpponentOf,
    Opposes,
    PickCards,
    PickCharacters,
    Plus,
    PrintedExtra,
    Quantity,
    RandomCards,
    ReadsExtra,
    RoundBetween,
    SameAs,
    StackCards,
    StateIn,
    TeamIn,
    That,
    Times,
    Total,
    WholeCharacters,
)
from ucgsim.effects.tree.triggers import Beginning, Departure, Event, Movement, Trigger
from ucgsim.effects.tree.values import CharacterRef, Comparison, Destination, Edge, Group, Side, Zone


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
    """Words and holes beside the tree they mean.

    ``loose``: it ends or begins as others do, so it stands only where nothing else can be meant. ``former``: it is
    read, never written.
    """

    text: str
    pattern: Any
    loose: bool = False
    former: bool = False


this, opponent = That(CharacterRef.THIS), OpponentOf(That(CharacterRef.THIS))
a, b, n, q, x, y = (_hole(name) for name in ("a", "b", "n", "q", "x", "y"))
who = _hole("who", CharacterSet)
cards = _hole("cards")
filters = _hole("filters")
sources = _hole("sources")
whole = _hole("whole", int)
named = CardSet(sources, filters)
alone = CardSet(sources)

FILTERS = (
    Phrase("{x:/}", NameIn(x)),
    Phrase("called {x:/}", NamePart(x)),
    Phrase("{x:/}", KindIn(x)),
    Phrase("type {x:/}", HasType(x)),
    Phrase("team {x:/}", TeamIn(x)),
    Phrase("level {x:/}", LevelIn(x)),
    Phrase("level {a!} or more", LevelBetween(a, None)),
    Phrase("level {a!} or less", LevelBetween(None, a)),
    Phrase("level {a!} to {b!}", LevelBetween(a, b)),
    Phrase("round {a!}", RoundBetween(a, a)),
    Phrase("round {a!} or more", RoundBetween(a, None)),
    Phrase("round {a!} or less", RoundBetween(None, a)),
    Phrase("round {a!} to {b!}", RoundBetween(a, b)),
    Phrase("{x}", StateIn(x)),
    Phrase("with extra", PrintedExtra()),
    Phrase("using extra", ReadsExtra()),
    Phrase("{a} {x} {b!}", Measures(a, x, b)),
    Phrase("affected by {x}", Affected(x)),
    Phrase("this", IsThis()),
    Phrase("other", Not((IsThis(),))),
    Phrase("adjacent", Adjacent()),
    Phrase("beside {x!}", Beside(x)),
    Phrase("opposing this", Opposes(CharacterSet(Side.YOU, (IsThis(),)))),
    Phrase("opposing {x!}", Opposes(x)),
    Phrase("in area {x}", InArea(x)),
    Phrase("in area {a!} or more", AreaBetween(a, None)),
    Phrase("in area {a!} or less", AreaBetween(None, a)),
    Phrase("in newest area", InNewestArea()),
    Phrase("that {x}", Fought(x)),
    Phrase("able to level up", CanLevelUpWith(Group.PLACED)),
    Phrase("able to level up with {x}", CanLevelUpWith(x)),
    Phrase("able to lie on it", CanTakeUnder(Group.PLACED)),
    Phrase("able to lie on {x}", CanTakeUnder(x)),
    Phrase("same {a} as {b!}", SameAs(a, b)),
    Phrase("among {x}", InGroup(x)),
    Phrase("not {x}", Not((x,))),
    Phrase("not ( {x} )", Not(x)),
    Phrase("( {x:or2} )", AnyOf(x)),
)
SETS = (
    *(
        phrase
        for side, owner in ((Side.YOU, "your"), (Side.OPPONENT, "their"), (Side.BOTH, "any"))
        for phrase in (
            Phrase(f"{owner} character", CharacterSet(side)),
            Phrase(f"{owner} {{x}}", CharacterSet(side, x)),
            Phrase("{x}" if side is Side.YOU else f"{owner} {{x}}", InZone(x, side)),
        )
    ),
    Phrase("{x}", Among(x)),
    Phrase("{filters} in {sources:+}", named),
    Phrase("cards in {sources:+}", alone),
)
SELECTORS = (
    Phrase("all", EVERY),
    Phrase("any number of", ANY_NUMBER),
    Phrase("{n!}", Quantity(n, n)),
    Phrase("up to {n!}", Quantity(0, n)),
    Phrase("{a!} .. {b!}", Quantity(a, b)),
    Phrase("{a!} ..", Quantity(a, None)),
    Phrase("{x}", That(x)),
    Phrase("{q} {x}", PickCharacters(q, x)),
    Phrase("{q} {x} of different {y}", PickCharacters(q, x, y)),
    Phrase("opponent", opponent),
    Phrase("( {x:and2} )", BothOf(x)),
    Phrase("( {x:or2} )", EitherOf(x)),
    Phrase("opponent of {x}", OpponentOf(x)),
    Phrase("{q} from {sources:+}", PickCards(q, alone)),
    Phrase("{q} {x:or2} from {sources:+}", PickCards(q, CardSet(sources, (AnyOf(x),)))),
    Phrase("{q} {filters} from {sources:+}", PickCards(q, named)),
    Phrase("{q} from {sources:+} of different {y}", PickCards(q, alone, y)),
    Phrase("{q} {filters} from {sources:+} of different {y}", PickCards(q, named, y)),
    Phrase("{q} from {sources:+} chosen by opponent", PickCards(q, alone, None, Side.OPPONENT)),
    Phrase("{q} {filters} from {sources:+} chosen by opponent", PickCards(q, named, None, Side.OPPONENT)),
    Phrase("{n!} random from {sources:+}", RandomCards(n, alone)),
    Phrase("{n!} random {filters} from {sources:+}", RandomCards(n, named)),
    *(
        Phrase(f"{edge.value} {{n!}}{of}", DeckCards(side, n, edge))
        for edge in (Edge.TOP, Edge.BOTTOM)
        for side, of in ((Side.YOU, ""), (Side.OPPONENT, " of their deck"), (Side.BOTH, " of each deck"))
    ),
    Phrase("top card of {x}", StackCards(x)),
    Phrase("bottom card of {x}", StackCards(x, Edge.BOTTOM)),
    Phrase("{filters} card of {x}", StackCards(x, Edge.ANY, filters)),
    Phrase("charge card of {x}", ChargeCards(x)),
    Phrase("top charge card of {x}", ChargeCards(x, Edge.TOP)),
    Phrase("all cards of {x}", WholeCharacters(x)),
    Phrase("( {x:and2} )", AllOf(x)),
    Phrase("this card", Cards(Group.THIS)),
    Phrase("the {x}", Cards(x)),
)
AMOUNTS = (
    Phrase("number of {x}", CountCharacters(x)),
    Phrase("number of {x}", CountCards(x)),
    Phrase("number of different {y} of {x}", CountCharacters(x, y)),
    Phrase("number of different {y} of {x}", CountCards(x, y)),
    Phrase("round of {x}", PrintedRound(x)),
    Phrase("total {x} of {y}", Total(x, y)),
    Phrase("highest {x} of {y}", Highest(x, y)),
    Phrase("lowest {x} of {y}", Lowest(x, y)),
    Phrase("chosen bp", ChosenBP()),
    Phrase("areas", FieldRound()),
    Phrase("wins of {x}", Wins(x)),
    Phrase("by state {x:/}", ByState(x)),
    Phrase("{n} per {who}", Times(n, CountCharacters(who))),
    Phrase("{n} per {cards}", Times(n, CountCards(cards))),
    Phrase("{n} per {x} {who}", Times(n, CountCharacters(who), x)),
    Phrase("{n} per {x} {cards}", Times(n, CountCards(cards), x)),
    Phrase("{n} per {x!^}", Times(n, x)),
    Phrase("{n} per {x} {y!^}", Times(n, y, x)),
    Phrase("charge cards of {x}", CountCharge(x)),
    Phrase("{a^} plus {b^}", Plus(a, b), loose=True),
)
AT_LEAST = Comparison.AT_LEAST
CONDITIONS = (
    Phrase("{x}", asks.Compare(CountCards(CardSet((Among(x),))), AT_LEAST, 1)),
    Phrase("{who}", asks.Compare(CountCharacters(who), AT_LEAST, 1)),
    Phrase("at least {whole} {who}", asks.Compare(CountCharacters(who), AT_LEAST, whole)),
    Phrase("{filters} in {sources:+}", asks.Compare(CountCards(named), AT_LEAST, 1)),
    Phrase("card in {sources:+}", asks.Compare(CountCards(alone), AT_LEAST, 1)),
    Phrase("at least {whole} in {sources:+}", asks.Compare(CountCards(alone), AT_LEAST, whole)),
    Phrase("at least {whole} {filters} in {sources:+}", asks.Compare(CountCards(named), AT_LEAST, whole)),
    Phrase("charge card of {x}", asks.Compare(CountCharge(x), AT_LEAST, 1)),
    Phrase("no {who}", asks.Compare(CountCharacters(who), Comparison.EQUAL, 0)),
    Phrase("no {filters} in {sources:+}", asks.Compare(CountCards(named), Comparison.EQUAL, 0)),
    Phrase("no card in {sources:+}", asks.Compare(CountCards(alone), Comparison.EQUAL, 0)),
    Phrase("{a^} {x} {b}", asks.Compare(a, x, b)),
    Phrase("{a} is {b}", asks.Is(a, b)),
    Phrase("you are {x}", asks.Leads(x)),
    Phrase("top card of {x} taken by your character", asks.TopCardTaken(x, by_your_character=True)),
    Phrase("top card of {x} taken", asks.TopCardTaken(x, by_your_character=False)),
    Phrase("hand card of {a} returned to {b}", asks.HandCardReturned(a, b)),
    Phrase("activate used by {x}", asks.ActivateUsed(x)),
    Phrase("caused by effect", asks.CausedByEffect()),
    Phrase("not ( {x} )", asks.No(x)),
    Phrase("{x:and2}", asks.All(x), loose=True),
    Phrase("{x:or2}", asks.Any(x), loose=True),
)
DEEDS = {
    Event.LEVELS_UP: "levels up",
    Event.WINS: "wins",
    Event.LOSES: "loses",
    Event.TIES: "ties",
    Event.PUT_UNDER: "gets a card under it",
    Event.CHARGED: "gets charge",
    Event.SWAPPED: "swaps",
}
TRIGGERS = (
    Phrase("{who} enters", Trigger(Event.CHARACTER_ENTERS, who)),
    Phrase("scene enters", Trigger(Event.SCENE_ENTERS, CharacterSet(Side.BOTH))),
    Phrase("scene enters for you", Trigger(Event.SCENE_ENTERS, CharacterSet(Side.YOU))),
    Phrase("scene enters for opponent", Trigger(Event.SCENE_ENTERS, CharacterSet(Side.OPPONENT))),
    Phrase("you discard", Trigger(Event.DISCARD, CharacterSet(Side.YOU))),
    Phrase("opponent discards", Trigger(Event.DISCARD, CharacterSet(Side.OPPONENT))),
    Phrase("you set a scene", Trigger(Event.SCENE_SET, CharacterSet(Side.YOU))),
    Phrase("opponent sets a scene", Trigger(Event.SCENE_SET, CharacterSet(Side.OPPONENT))),
    Phrase("you become lead", Trigger(Event.BECOMES_LEAD, CharacterSet(Side.YOU))),
    Phrase("opponent becomes lead", Trigger(Event.BECOMES_LEAD, CharacterSet(Side.OPPONENT))),
    Phrase("{who} completes activate", Trigger(Event.ACTIVATE_RESOLVED, who)),
    Phrase("milled", Trigger(Event.THIS_MILLED)),
    Phrase("sent", Trigger(Event.THIS_SCENE_SENT)),
    Phrase("{x} phase begins", Trigger(Event.PHASE_BEGINS, Beginning(x))),
    Phrase("this leaves play", Trigger(Event.LEAVES, Departure(CharacterSet(Side.YOU, (IsThis(),))))),
    Phrase("this leaves to {y}", Trigger(Event.LEAVES, Departure(CharacterSet(Side.YOU, (IsThis(),)), y))),
    Phrase("{who} leaves play", Trigger(Event.LEAVES, Departure(who))),
    Phrase("{who} leaves to {y}", Trigger(Event.LEAVES, Departure(who, y))),
    Phrase("you draw", Trigger(Event.DRAWS, Movement(Side.YOU))),
    Phrase("opponent draws", Trigger(Event.DRAWS, Movement(Side.OPPONENT))),
    *(Phrase(f"this {deed}", Trigger(event, CharacterSet(Side.YOU, (IsThis(),)))) for event, deed in DEEDS.items()),
    *(Phrase(f"{{who}} {deed}", Trigger(event, who)) for event, deed in DEEDS.items()),
    Phrase("{x} {y}", Trigger(x, y)),
    Phrase("{x}", Trigger(x)),
)
CHANGES = (
    Phrase("bp {x:+}", does.BP(x)),
    Phrase("grade {x:+}", does.Grade(x)),
    Phrase("extra", does.Extra()),
    Phrase("gain type {x:/}", does.AddTypes(x)),
    Phrase("gain one type of {x:/}", does.AddTypes(x, choice=True)),
    Phrase("gain chosen type", does.AddChosenType()),
    Phrase("change one type to {x:/}", does.ReplaceType(x)),
    Phrase("change every type to {x:/}", does.ReplaceType(x, every=True)),
    Phrase("unaffected by {x}", does.Immune(x)),
    Phrase("cannot level up", does.CannotLevelUp()),
    Phrase("battle {x}", does.DictateOutcome(x)),
    Phrase("lose one text", does.NegateText()),
    Phrase("lose every text", does.NegateText(every=True)),
    Phrase("cannot use enter", does.SilenceEnter()),
    Phrase("bp = {x}", does.SetBP(x)),
    Phrase("count level {x:+}", does.AddLevels(x)),
)
HAND = (InZone(Zone.HAND, Side.YOU),)
VERBS = {
    "take": Destination.HAND,
    "discard": Destination.DISCARD,
    "exile": Destination.EXILE,
    "top": Destination.DECK_TOP,
    "bottom": Destination.DECK_BOTTOM,
    "top or bottom": Destination.DECK_TOP_OR_BOTTOM,
}
ACTIONS = (
    Phrase("draw {n}", does.Draw(Side.YOU, n)),
    Phrase("opponent draws {n}", does.Draw(Side.OPPONENT, n)),
    Phrase("each draws {n}", does.Draw(Side.BOTH, n)),
    Phrase("mill {n}", does.Move(DeckCards(Side.YOU, n), Destination.DISCARD)),
    Phrase("opponent mills {n}", does.Move(DeckCards(Side.OPPONENT, n), Destination.DISCARD)),
    Phrase("each mills {n}", does.Move(DeckCards(Side.BOTH, n), Destination.DISCARD)),
    Phrase("discard {q}", does.Move(PickCards(q, CardSet(HAND)), Destination.DISCARD)),
    Phrase("discard {q} {filters}", does.Move(PickCards(q, CardSet(HAND, filters)), Destination.DISCARD)),
    *(Phrase(f"{verb} {{cards}}", does.Move(cards, to)) for verb, to in VERBS.items()),
    *(Phrase(f"{verb} {{cards}} in any order", does.Move(cards, to, any_order=True)) for verb, to in VERBS.items()),
    Phrase("{b:and}", does.Modify(this, b, IMPLIED)),
    Phrase("{a} {b:and}", does.Modify(a, b, IMPLIED)),
    Phrase("{b:and} {y}", does.Modify(this, b, y)),
    Phrase("{a} {b:and} {y}", does.Modify(a, b, y)),
    Phrase("reveal {x}", does.Reveal(x)),
    Phrase("look at {x}", does.Look(x)),
    Phrase("choose {x}", does.ChooseCards(x)),
    Phrase("choose {x}", does.ChooseCharacters(x)),
    Phrase("choose type {x:/}", does.ChooseType(x)),
    Phrase("choose bp of {x}", does.ChooseBP(x)),
    Phrase("put {x} on {y}", does.PutOnTop(x, y)),
    Phrase("put {x} under {y}", does.PutUnder(x, y)),
    Phrase("put {x} in place", does.PutInPlace(x)),
    Phrase("put {x} in place as {y}", does.PutInPlace(x, y)),
    Phrase("put {x} in scene area", does.PutScene(x)),
    Phrase("swap {x} with {y}", does.Swap(x, y)),
    Phrase("charge {a}", does.Charge(a, ())),
    Phrase("charge {a} on {b}", does.Charge(a, b)),
    Phrase("run enter of {x}", does.RunEnter(x)),
    Phrase("run activate of {x}", does.RunActivate(x)),
    Phrase("run activate of {x} within limits", does.RunActivate(x, ignoring_limits=False)),
    Phrase("protect {x} from exile", does.ProtectFromExile(x, IMPLIED)),
    Phrase("protect {x} from exile {y}", does.ProtectFromExile(x, y)),
    Phrase("forbid {a} {b}", does.Forbid(a, b, IMPLIED)),
    Phrase("forbid {a} {b} {y}", does.Forbid(a, b, y)),
)
FORMER = tuple(
    Phrase(text, pattern, former=True)
    for text, pattern in (
        ("every", EVERY),
        ("yours ( )", CharacterSet(Side.YOU)),
        ("yours ( {x:,} )", CharacterSet(Side.YOU, x)),
        ("theirs ( )", CharacterSet(Side.OPPONENT)),
        ("theirs ( {x:,} )", CharacterSet(Side.OPPONENT, x)),
        ("characters ( )", CharacterSet(Side.BOTH)),
        ("characters ( {x:,} )", CharacterSet(Side.BOTH, x)),
        ("cards ( {sources:+} )", alone),
        ("cards ( {sources:+} , {filters:,} )", named),
        ("your . {x}", InZone(x, Side.YOU)),
        ("their . {x}", InZone(x, Side.OPPONENT)),
        ("any . {x}", InZone(x, Side.BOTH)),
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
