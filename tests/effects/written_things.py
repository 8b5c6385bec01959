"""The words of things in official English: characters, cards, numbers, and what they are or have.

`NoWords` is raised for a tree that cannot be said, or not by these patterns.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ucgsim.cards.card import Kind
from ucgsim.cards.keywords import NUMBER_WORDS
from ucgsim.effects import tree
from ucgsim.effects.tree import Comparison, Edge, Group, Side, Zone

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KINDS = {Kind.ULTRA_HERO: "Ultra Hero", Kind.KAIJU: "Kaiju", Kind.ULTRA_MECH: "Ultra Mech", Kind.SCENE: "scene"}
CHARACTER_KINDS = (Kind.ULTRA_HERO, Kind.KAIJU, Kind.ULTRA_MECH)
WHOSE = {
    Side.YOU: {Side.YOU: "your", Side.OPPONENT: "your opponent's", Side.BOTH: "any player's"},
    Side.OPPONENT: {Side.YOU: "their", Side.OPPONENT: "your", Side.BOTH: "any player's"},
    Side.BOTH: {Side.YOU: "their", Side.BOTH: "any player's"},
}
"""Whose something is, by who does it."""
GROUPS = {
    Group.SENT: "sent",
    Group.REVEALED: "revealed",
    Group.DISCARDED: "discarded",
    Group.CHOSEN: "chosen",
    Group.RETURNED: "returned",
    Group.EXILED: "exiled",
    Group.DRAWN: "drawn",
}
DEEDS = {
    Group.SENT: "sent",
    Group.DISCARDED: "discarded",
    Group.REVEALED: "revealed",
    Group.EXILED: "exiled",
    Group.RETURNED: "returned",
}
ZONES = {Zone.HAND: "hand", Zone.DISCARD: "discard area", Zone.DECK: "deck"}
MEASURES = {
    tree.Measure.BP: "BP",
    tree.Measure.LEVEL: "level",
    tree.Measure.ROUND: "round",
    **{tree.Measure[f"{state}_BP"]: f"printed {state} BP" for state in ("SINGLE", "DOUBLE", "TRIPLE", "QUAD", "EXTRA")},
}
TRAITS = {
    tree.Trait.NAME: "character name",
    tree.Trait.TYPE: "TYPE",
    tree.Trait.PRINTED_TYPE: "printed TYPE",
    tree.Trait.LEVEL: "level",
}
ASKED = {
    Comparison.AT_LEAST: "at least {}",
    Comparison.AT_MOST: "at most {}",
    Comparison.EQUAL: "exactly {}",
    Comparison.MORE: "more than {}",
    Comparison.FEWER: "fewer than {}",
}
AGAINST = {
    Comparison.AT_LEAST: "equal to or higher than {}",
    Comparison.AT_MOST: "equal to or lower than {}",
    Comparison.EQUAL: "equal to {}",
    Comparison.MORE: "higher than {}",
    Comparison.FEWER: "lower than {}",
}
CHANGES = {
    tree.Change.GRADE_UP: "BP grade increase",
    tree.Change.GRADE_DOWN: "BP grade decrease",
    tree.Change.BP_PLUS: "BP + effects",
    tree.Change.BP_MINUS: "BP - effects",
}
RESULTS = {tree.Result.WON: "won", tree.Result.LOST: "lost", tree.Result.TIED: "tied"}
PLURAL = {"is": "are", "has": "have", "shares": "share"}
THIS = tree.That(tree.CharacterRef.THIS)


class NoWords(Exception):  # noqa: N818 - it names what is missing
    """A tree for which there is no pattern."""


def either(words: Iterable[str], link: str = "or") -> str:
    *others, last = tuple(words) or ("",)
    if not last:
        raise NoWords("empty list")
    return f"{', '.join(others)}{',' * (len(others) > 1)} {link} {last}" if others else last


def number(amount: Any) -> str:
    if not isinstance(amount, int) or isinstance(amount, bool) or amount < 0:
        raise NoWords("number")
    return NUMBER_WORDS[amount] if amount < len(NUMBER_WORDS) else str(amount)


def marked(names: Iterable[str], marks: str, link: str = "or") -> str:
    return either([f"{marks[0]}{name}{marks[1]}" for name in names], link)


def states(mask: tree.State) -> str:
    return either([state.name or "" for state in tree.State if state in mask])


def article(words: str) -> str:
    if words.startswith(("『", "「")):
        return words
    return ("an " if words[:1].lower() in "aeio" or words.startswith("Ultra") else "a ") + words


def types(names: Iterable[str]) -> str:
    return f"TYPE {marked(names, '【】')}"


def refuse_implied(side: Side, filters: tree.Filters) -> None:
    """Raises `NoWords` for characters of either player which are adjacent, or oppose, and so are one player's, and for
    those of one player next to another's.
    """
    if side is Side.BOTH and any(isinstance(item, tree.Adjacent | tree.Opposes) for item in filters):
        raise NoWords("the side is implied")
    beside = {side, *(item.of.side for item in filters if isinstance(getattr(item, "of", None), tree.CharacterSet))}
    if {Side.YOU, Side.OPPONENT} <= beside:
        raise NoWords("on two fields")


class Things:
    """Writes as the player says it who does what is being said."""

    def __init__(self) -> None:
        self.doer = Side.YOU
        self.continuous = False
        self.event = False
        self.spoken: Group | tree.CharacterRef | None = None
        """What "that card" and "that character" stand for, where words are written for what was named before."""

    @contextmanager
    def by(self, doer: Side) -> Iterator[None]:
        before, self.doer = self.doer, doer
        yield
        self.doer = before

    def whose(self, side: Side) -> str:
        if side not in WHOSE[self.doer]:
            raise NoWords("whose")
        return WHOSE[self.doer][side]

    # --- noun phrases

    def noun(self, filters: tree.Filters, *, card: bool = False, many: bool = False) -> str:
        if not all(_is_one_of_those(item, filters) for item in filters):
            raise NoWords("the highest of others")
        before, names, head, after = [], "", "", []
        for item in filters:
            match item:
                case tree.NameIn(listed) if not names:
                    names = marked(listed, "『』")
                case tree.NamePart(listed) if not names:
                    names = marked(listed, "「」")
                case tree.KindIn(kinds) if not head and (card or kinds != CHARACTER_KINDS):
                    head = "character" if kinds == CHARACTER_KINDS else either([KINDS[kind] for kind in kinds])
                case tree.LevelIn(levels):
                    before.append(f"level {either(map(str, levels))}")
                case tree.LevelBetween(int(least), None):
                    before.append(f"level {least} or higher")
                case tree.LevelBetween(None, int(most)):
                    before.append(f"level {most} or lower")
                case tree.StateIn(mask):
                    before.append(states(mask))
                case tree.Not((tree.IsThis(),)):
                    before.insert(0, "other")
                case _:
                    after.append(self.after(item))
        if not card and "scene" in head:
            raise NoWords("scene")
        if names and head and not (" or " in names or " or " in head):
            before.append(head)
            head = ""
        if sum(" or " in part for part in (names, head)) + bool(names and head) > 1:
            raise NoWords("heads")
        noun = names or head or ("" if card else "character")
        if card:
            noun = f"{noun} card".strip() if "scene" not in noun else noun
        if many:
            after = [re.sub(r"\b(is|has|shares)\b", lambda verb: PLURAL[verb[0]], words) for words in after]
        plural = "es" if noun.endswith("Hero") else "" if noun.endswith(("Kaiju", "』", "」")) else "s"
        return " ".join([*before, noun + plural * many, *after])

    def after(self, item: tree.Filter) -> str:
        match item:
            case tree.NameIn() | tree.NamePart() | tree.KindIn():
                raise NoWords("two heads")
            case tree.HasType(names):
                return f"with {types(names)}"
            case tree.TeamIn(teams):
                return f"with {marked(teams, '[]')}"
            case tree.LevelBetween(int(least), int(most)):
                return f"with a level between {least} and {most}"
            case tree.RoundBetween(int(least), None):
                return f"with round {least} or higher"
            case tree.RoundBetween(None, int(most)):
                return f"with round {most} or lower"
            case tree.RoundBetween(int(least), most) if least == most:
                return f"with round {least}"
            case tree.PrintedExtra():
                return "with printed EXTRA BP"
            case tree.ReadsExtra():
                return "whose BP is EXTRA"
            case tree.Affected(tree.Change.GRADE_UP | tree.Change.GRADE_DOWN as change):
                return f"with a {CHANGES[change]}"
            case tree.Measures(measure, comparison, amount):
                return f"with {self.measured(measure, comparison, amount)}"
            case tree.Adjacent():
                return "adjacent to the left or right of this character"
            case tree.Beside(tree.CharacterSet(side, filters)) if not any(map(_is_next_to, filters)):
                return f"adjacent to {self.some('one', side, filters)}"
            case tree.Beside(who) if who != THIS:
                return f"adjacent to {self.who(who)}"
            case tree.Opposes(tree.CharacterSet(Side.YOU, (tree.IsThis(),))):
                return "that is the battle opponent of this character"
            case tree.Opposes(tree.CharacterSet(side, filters)) if not any(isinstance(x, tree.AnyOf) for x in filters):
                return f"that is the battle opponent of {self.some('one', side, filters)}"
            case tree.CanLevelUpWith(Group.PLACED):
                return "that is able to level up with it"
            case tree.CanTakeUnder(Group.PLACED):
                return "where it is able to be placed"
            case tree.SameAs(trait, other) if trait in (tree.Trait.TYPE, tree.Trait.PRINTED_TYPE):
                return f"that shares a {TRAITS[trait]} with {self.known(other)}"
            case tree.SameAs(trait, other):
                return f"with the same {TRAITS[trait]} as {self.known(other)}"
            case tree.Not((tree.NameIn(names),)):
                return f"other than {marked(names, '『』')}"
            case tree.Not((tree.HasType((name,)),)):
                return f"without {types([name])}"
            case tree.Not((tree.SameAs(trait, other),)):
                return f"with no {TRAITS[trait]} in common with {self.known(other)}"
            case tree.InArea() | tree.AreaBetween() | tree.InNewestArea():
                return self.area(item)
            case tree.Not(filters):
                return f"that is not {self.trait(filters)}"
            case tree.AnyOf(options) if (
                all(len(option) == 1 for option in options) and len({*map(type, *zip(*options, strict=True))}) > 1
            ):
                return "that " + either([self.fact(option[0]) for option in options])
        raise NoWords(type(item).__name__)

    def trait(self, filters: tree.Filters) -> str:
        match filters:
            case (tree.StateIn(mask),) if "or" not in states(mask):
                return states(mask)
            case (tree.LevelIn((level,)),):
                return f"level {level}"
            case (tree.KindIn((kind,)),) if kind is not Kind.SCENE:
                return article(KINDS[kind])
        raise NoWords("trait")

    def area(self, item: tree.Filter) -> str:
        match item:
            case tree.InArea(place):
                return f"in the round {place} battle area"
            case tree.AreaBetween(int(least), None):
                return f"in a battle area of round {least} or higher"
            case tree.AreaBetween(None, int(most)):
                return f"in a battle area of round {most} or lower"
            case tree.InNewestArea():
                return "in the newest battle area"
        raise NoWords("area")

    def measured(self, measure: tree.Measure, comparison: Comparison, amount: tree.Amount) -> str:
        counted = {tree.Measure.CHARGE: "face-down and sideways cards", tree.Measure.TYPES: "TYPEs"}
        if measure in counted and isinstance(amount, int):
            return f"{ASKED[comparison].format(number(amount))} {counted[measure]}"
        if measure not in MEASURES:
            raise NoWords("measure")
        if isinstance(amount, int) and measure not in (tree.Measure.LEVEL, tree.Measure.ROUND):
            return f"a {MEASURES[measure]} of {ASKED[comparison].format(amount)}"
        match amount:
            case tree.Highest(own, of) | tree.Lowest(own, of) if comparison is Comparison.EQUAL and own is measure:
                extreme = "highest" if isinstance(amount, tree.Highest) else "lowest"
                return f"the {extreme} {MEASURES[measure]} among {self.everyone(of)}"
        return f"a {MEASURES[measure]} {AGAINST[comparison].format(self.figure(amount))}"

    def everyone(self, of: Any) -> str:
        match of:
            case tree.CharacterSet(Side.BOTH, filters):
                raise NoWords("whose")
            case tree.CharacterSet(side, filters):
                refuse_implied(side, filters)
                return f"{self.whose(side)} {self.noun(filters, many=True)}"
        raise NoWords("everyone")

    def some(self, many: str, side: Side, filters: tree.Filters, *, plural: bool = False) -> str:
        refuse_implied(side, filters)
        noun = self.noun(filters, many=plural or side is not Side.BOTH)
        return f"{many} {noun}" if side is Side.BOTH else f"{many} of {self.whose(side)} {noun}"

    def known(self, other: Any) -> str:
        return self.cards(other) if isinstance(other, tree.Cards) else self.who(other)

    # --- who, and which cards

    def quantity(self, quantity: tree.Quantity) -> str:
        match quantity:
            case tree.ANY_NUMBER:
                return "any number"
            case tree.Quantity(int(least), most) if least == most:
                return number(least)
            case tree.Quantity(0, int(most)):
                return f"up to {number(most)}"
            case tree.Quantity(int(least), int(most)):
                return f"{number(least)} to {number(most)}"
        raise NoWords("quantity")

    def who(self, who: tree.CharacterSelector) -> str:
        match who:
            case tree.That(tree.CharacterRef.THIS):
                return "this character"
            case tree.That(ref) if ref is self.spoken:
                return "that character"
            case tree.That(tree.CharacterRef.CHOSEN):
                return "the chosen character"
            case tree.That(tree.CharacterRef.PLAYED):
                return "the character you put into play"
            case tree.That(tree.CharacterRef.EVENT) if self.event:
                return "that character"
            case tree.PickCharacters(tree.EVERY, tree.CharacterSet(side, filters), None):
                refuse_implied(side, filters)
                of = f"of {self.whose(side)} " if side is not Side.BOTH else ""
                return f"all {of}{self.noun(filters, many=True)}"
            case tree.PickCharacters(quantity, tree.CharacterSet(side, filters), distinct):
                many = quantity.most != 1
                differ = f", each with a different {TRAITS[distinct]}" if distinct else ""
                return self.some(self.quantity(quantity), side, filters, plural=many) + differ
            case tree.OpponentOf(tree.That() as of):
                return f"{self.who(of)}'s battle opponent"
            case tree.OpponentOf(tree.PickCharacters(quantity) as of):
                return f"the battle opponent{'s' * (quantity.most != 1)} of {self.who(of)}"
            case tree.WithOpponent(tree.That() as of):
                return f"{self.who(of)} and its battle opponent"
            case tree.BothOf(parts):
                return either(map(self.who, parts), "and")
        raise NoWords(type(who).__name__)

    def place(self, source: tree.Source) -> str:
        match source:
            case tree.InZone(Zone.HAND | Zone.DISCARD as zone, side):
                return f"from {self.whose(side)} {ZONES[zone]}"
            case tree.Among(Group.REVEALED | Group.SENT as group):
                return f"from among the {GROUPS[group]} cards"
            case tree.Among(Group.REST):
                return "from among the revealed cards"
        raise NoWords("place")

    def cards(self, cards: tree.CardSelector) -> str:
        match cards:
            case tree.PickCards(player=player) if player is not Side.YOU:
                raise NoWords("picked by another player")
            case tree.PickCards(cards=tree.CardSet((*_, tree.Among(Group.REVEALED | Group.LOOKED)))):
                raise NoWords("those that are still there")
            case tree.PickCards(quantity, tree.CardSet((tree.InZone(Zone.SCENE_AREA, side),), filters), None):
                if quantity == tree.EVERY:
                    raise NoWords("scenes")
                several = quantity.most != 1 or side is not Side.BOTH
                noun = self.noun((tree.KindIn((Kind.SCENE,)), *filters), card=True, many=several)
                of = f" of {self.whose(side)}" if side is not Side.BOTH else ""
                return f"{self.quantity(quantity)}{of} {noun}" + " in the scene area" * (side is Side.BOTH)
            case tree.PickCards(tree.EVERY, tree.CardSet(sources, filters), None):
                return f"all {self.noun(filters, card=True, many=True)} {either(map(self.place, sources))}"
            case tree.PickCards(quantity, tree.CardSet(sources, filters), distinct):
                noun = self.noun(filters, card=True, many=quantity.most != 1)
                differ = f", each with a different {TRAITS[distinct]}" if distinct else ""
                many = f"{self.quantity(quantity)}{' of' * (quantity == tree.ANY_NUMBER)}"
                return f"{many} {noun} {either(map(self.place, sources))}{differ}"
            case tree.RandomCards(count, tree.CardSet(sources, filters)):
                noun = self.noun(filters, card=True, many=count != 1)
                return f"{number(count)} {noun} {either(map(self.place, sources))} at random"
            case tree.DeckCards(side, int(count), Edge.TOP | Edge.BOTTOM as edge):
                many = "card" if count == 1 else f"{number(count)} cards"
                of = "each player's" if side is Side.BOTH else self.whose(side)
                return f"the {edge.value} {many} of {of} deck"
            case tree.StackCards(of, Edge.ANY, (tree.LevelIn((level,)),)):
                return f"one level {level} card from {self.who(of)}"
            case tree.StackCards(of, edge, ()) if edge is not Edge.ANY:
                return f"the {edge.value.replace('_', ' ')} card of {self.who(of)}"
            case tree.ChargeCards(of, Edge.ANY):
                return f"one face-down and sideways card under {self.who(of)}"
            case tree.ChargeCards(of, Edge.TOP | Edge.BOTTOM as edge):
                return f"the {edge.value} face-down and sideways card under {self.who(of)}"
            case tree.WholeCharacters(of):
                return self.who(of)
            case tree.Cards(Group.REST):
                return "the rest"
            case tree.Cards(Group.THIS):
                return "this card"
            case tree.Cards(Group.PLAYED):
                return "the card put into play with this effect"
            case tree.Cards(group) if group is self.spoken:
                return "that card"
            case tree.Cards(group) if group in GROUPS:
                return f"the {GROUPS[group]} card"
            case tree.AllOf((tree.StackCards() | tree.ChargeCards(), tree.WholeCharacters(), *_)):
                # In "the top card of A and B" that of B is meant as well.
                raise NoWords("AllOf")
            case tree.AllOf(parts):
                return either(map(self.cards, parts), "and")
        raise NoWords(type(cards).__name__)

    # --- numbers

    def counted(self, of: Any, *, many: bool) -> str:
        """What is counted, behind "the number of" where it is said as ``many``, else behind "for each"."""
        match of:
            case tree.CountCharacters(tree.CharacterSet(Side.BOTH, filters), None):
                return self.noun(filters, many=many)
            case tree.CountCharacters(tree.CharacterSet(side, filters), None):
                return f"{self.noun(filters, many=many)} {self.has(side)}"
            case tree.CountCharacters(tree.CharacterSet(side, filters), trait):
                of_whom = self.whose(side) + " " if side is not Side.BOTH else ""
                return f"different {TRAITS[trait]} among {of_whom}{self.noun(filters, many=True)}"
            case tree.CountCards(tree.CardSet((tree.InZone(Zone.SCENE_AREA, side),), ()), None):
                return "scene in the scene area" if side is Side.BOTH else f"scene {self.has(side)} in the scene area"
            case tree.CountCards(tree.CardSet((tree.InZone(Zone.HAND | Zone.DISCARD),) as sources, filters), None):
                place = self.place(sources[0]).replace("from", "in", 1)
                return f"{self.noun(filters, card=True, many=many)} {place}"
            case tree.CountCards(tree.CardSet((tree.Among(group),), filters), None) if group in DEEDS:
                return f"{self.noun(filters, card=True, many=many)} {DEEDS[group]} with this effect"
            case tree.CountCharge(tree.That() as of):
                return f"face-down and sideways card{'s' * many} under {self.who(of)}"
            case tree.PrintedRound(Group.SENT) if not many:
                return "round on the sent scene"
            case tree.Total(tree.Measure.LEVEL, tree.That() | tree.OpponentOf() as who) if not many:
                return f"level of {self.who(who)}"
        raise NoWords(type(of).__name__)

    def has(self, side: Side) -> str:
        if self.doer is not Side.YOU:
            raise NoWords("what another player has")
        return "you have" if side is Side.YOU else "your opponent has"

    def figure(self, amount: tree.Amount) -> str:
        match amount:
            case tree.Total(measure, tree.CharacterSet() as of) if measure in MEASURES:
                return f"the total {MEASURES[measure]} of {self.everyone(of)}"
            case tree.Total(measure, tree.That() | tree.OpponentOf() | tree.Cards() as of) if measure in MEASURES:
                return f"the {MEASURES[measure]} of {self.known(of)}"
            case tree.Highest(measure, of) if measure in MEASURES:
                return f"the highest {MEASURES[measure]} among {self.everyone(of)}"
            case tree.Lowest(measure, of) if measure in MEASURES:
                return f"the lowest {MEASURES[measure]} among {self.everyone(of)}"
            case tree.FieldRound():
                return "the number of battle areas"
        return f"the number of {self.counted(amount, many=True)}"

    def each(self, amount: tree.Amount) -> tuple[int, str]:
        """A number, and for what it is given."""
        match amount:
            case int():
                return amount, ""
            case tree.Times(factor, count, per):
                each = "each" if per == 1 else f"every {number(per)}"
                return factor, f" for {each} {self.counted(count, many=per > 1)}"
        raise NoWords("multiple")

    def fact(self, item: tree.Filter) -> str:
        """What is asked of one that is known, with its verb."""
        match item:
            case tree.HasType(names):
                return f"has {types(names)}"
            case tree.NameIn(names):
                return f"is {marked(names, '『』')}"
            case tree.StateIn(mask):
                return f"is {states(mask)}"
            case tree.LevelIn(levels):
                return f"is level {either(map(str, levels))}"
            case tree.LevelBetween():
                return f"is {self.noun((item,)).removesuffix(' character')}"
            case tree.Fought(result):
                return f"has {RESULTS[result]} its battle"
            case tree.Not((tree.Fought(result),)):
                return f"did not {dict(zip(RESULTS, ('win', 'lose', 'tie'), strict=True))[result]} its battle"
            case tree.Affected(tree.Change.GRADE_UP | tree.Change.GRADE_DOWN as change):
                return f"has a {CHANGES[change]}"
            case tree.Measures(measure, comparison, amount):
                return f"has {self.measured(measure, comparison, amount)}"
            case tree.SameAs(trait, other):
                return f"shares a {TRAITS[trait]} with {self.known(other)}"
            case tree.Not((tree.HasType((name,)),)):
                return f"does not have {types([name])}"
            case tree.InArea() | tree.AreaBetween() | tree.InNewestArea():
                return f"is {self.area(item)}"
            case tree.Not(filters):
                return f"is not {self.trait(filters)}"
            case tree.KindIn() | tree.NamePart():
                return f"is {article(self.noun((item,)))}"
            case tree.Opposes(tree.CharacterSet(Side.BOTH, filters)):
                return f"is face to face with {article(self.noun(filters))}"
        raise NoWords(f"fact {type(item).__name__}")


def _is_next_to(item: tree.Filter) -> bool:
    """Whether it could be said of one as of another that stand in a row of words."""
    return isinstance(item, tree.Beside | tree.Adjacent)


def _is_one_of_those(item: tree.Filter, filters: tree.Filters) -> bool:
    """Whether what has the highest number among some is one of these, if that is what is asked."""
    match item:
        case tree.Measures(_, Comparison.EQUAL, tree.Highest(_, of) | tree.Lowest(_, of)):
            return set(of.filters) <= set(filters)
    return True
