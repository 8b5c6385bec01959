"""Card effects in English: the words of the table, and the grammar that joins them.

All is said from the side of the card's owner: "your" and "the opponent's". "It" is the character whose card bears the
effect only in "its battle opponent" and "next to it"; elsewhere it is called "this character".
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.plain import context
from ucgsim.effects.plain.filling import OTHER, Filler

if TYPE_CHECKING:
    from enum import Enum

# Noun phrases, put together from what is said of a noun.


BEGINNING, END = "\ue000", "\ue001"
"""Around what goes behind the place of a noun: "whose Round is at least 2"."""


def listed(parts: list[str] | tuple[str, ...], word: str = "or") -> str:
    """Several things as a list with "or", or another word, before the last one."""
    if len(parts) < 2:
        return "".join(parts) or "nothing"
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def article(noun: str) -> str:
    """A noun with "a", "an" or "another"."""
    if noun.startswith(("other ", "this ")):
        return f"an{noun}" if noun.startswith("other") else noun
    return f"{'an' if noun[0] in 'aeiouAEIO' and not noun.startswith('one') else 'a'} {noun}"


def settled(text: str) -> str:
    """A text with what follows the places of its nouns at the end."""
    behind = []
    while BEGINNING in text:
        before, _, rest = text.partition(BEGINNING)
        clause, _, after = rest.partition(END)
        behind.append(clause)
        text = before + after
    return "".join([text, *behind])


def inline(text: str) -> str:
    """A text with what follows the places of its nouns where it stands."""
    return text.replace(BEGINNING, "").replace(END, "")


@dataclass(slots=True)
class Described:
    """What filters say, sorted by where English wants it: before the noun, as the noun, behind it."""

    thing: tuple[str, str]
    before: list[str] = field(default_factory=list)
    nouns: list[tuple[str, str]] = field(default_factory=list)
    """What it is, as one and as several; "that is" comes before any but the first."""
    behind: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    """TYPEs that it has one of: behind the noun, in a list of several before it."""
    clauses: list[str] = field(default_factory=list)
    """What is said of it with "whose", behind the place where it is."""
    is_name: bool = False
    """The noun is a character name, which has no article."""

    def phrase(self, *, many: bool = False, listed_: bool = False) -> str:
        """The whole; ``listed_``: one of several, so that a TYPE goes before its own noun."""
        first, *others = self.nouns or [self.thing]
        further = [f"that {'are' if many else 'is'} {noun[1] if many else article(noun[0])}" for noun in others]
        before = [*self.before, *(f"TYPE {types}" for types in self.types if listed_)]
        behind = [*(f"with TYPE {types}" for types in self.types if not listed_), *self.behind]
        clauses = f"{BEGINNING} {listed(self.clauses, 'and')}{END}" if self.clauses else ""
        return " ".join([*before, first[many], *further, *behind]) + clauses

    def with_article(self) -> str:
        """The whole as one thing, with its article unless it is a character name."""
        phrase = self.phrase()
        return phrase if self.is_name and "other" not in self.before else article(phrase)

    def only(self, part: str) -> bool:
        """Whether nothing is said but in this part of the whole."""
        parts = ("before", "nouns", "behind", "types", "clauses")
        return all(bool(getattr(self, each)) is (each == part) for each in parts)


HERE = tree.That(tree.CharacterRef.THIS)
NOT = {"you have ": "you do not have ", "the opponent has ": "the opponent does not have "}
"""Beginnings of conditions, and of what they say where they do not hold."""
TAILS = (", whatever the BP", ", but not for leveling up")
"""What is said behind how long a change lasts."""
HAD = tree.HasType | tree.Measures | tree.Affected | tree.SameAs
"""What one has; its cell has a second wording for that."""


class English(Filler):
    """Says the nodes of one power."""

    language = "en"
    nothing = "any"

    def __init__(self, power: tree.Power) -> None:
        super().__init__(power)
        self.subject: tree.CharacterSelector = HERE
        """Whose change is being said."""
        self.is_deed = self.has_it = self.many = False
        self.thing = "card"

    # ---------------------------------------------------------------------------------------------- powers

    def power(self, power: tree.Power) -> str:
        """A power as a sentence or a few."""
        head = _capital(", ".join(self._head(power)))
        first, *rest = self.sentences(power.body)
        text = [f"{head}: {first}" if head else _capital(first), *map(_capital, rest)]
        once = [] if power.stacks else [self.words["Power", "unstacked"]]
        return " ".join([*(f"{each}." for each in text), *once])

    def _head(self, power: tree.Power) -> list[str]:
        """When a power may be used or happens, how often, and what it costs."""
        held = {name: getattr(power, name) for name in ("gate", "limit", "trigger", "condition", "cost")}

        def part(phrase: str) -> str:
            return self._filled(self.words["Power", phrase], held, power)

        enters = power.trigger is not None and power.trigger.event is tree.Event.THIS_ENTERS
        watches = power.trigger is not None and not enters
        is_while = watches or power.kind is tree.PowerKind.CONTINUOUS
        gate = [part("while [{gate}]" if is_while else "[{gate}]")] if power.gate else []
        parts = gate if watches else []
        if power.limit is not None:
            parts.append(part("{limit}/game" if power.per_game else "{limit}/turn"))
        elif power.kind is tree.PowerKind.PAYMENT and power.cost is None:
            parts.append(part("any number of times"))
        if power.trigger is not None:
            parts.append(part("when {trigger}"))
        if enters and gate:
            parts[-1] += f" {gate[0]}"
        elif not watches:
            parts += gate
        parts += [part("only if {condition}")] if power.condition is not None else []
        return [*parts, *([part("cost: {cost}")] if power.cost is not None else [])]

    # ----------------------------------------------------------------------------------------------- filling

    def _filled(self, cell: str, held: dict[str, Any], node: Any = None, sign: str = "") -> str:
        """A cell with what is in its holes; how long something lasts comes where that may be said."""
        if "|" in cell:
            cell = cell.split("|")[self._which(node, held)]
        text, _, last = cell.rpartition("{")
        lasts = {"implied}": self.implied, "y}": held.get("y")}.get(last)
        if not isinstance(lasts, tree.Duration):
            text = cell
        said = settled(self.filled(text, held, node, sign))
        return said if text == cell else lasting(said, self.member(lasts))  # type: ignore[arg-type]

    def _which(self, node: Any, held: dict[str, Any]) -> int:
        """Which wording of a cell is meant: a further one for a deed, what one has, or a number that is counted."""
        if isinstance(node, tree.Modification):
            return self.is_deed
        if isinstance(node, HAD):
            return self.has_it * (1 if type(held.get("b", 0)) is int or not isinstance(node, tree.Measures) else 2)
        plain = int | tree.Times | tree.ByState if isinstance(node, tree.Draw) else int
        for each in held.values():
            counts = each.least == each.most if isinstance(each, tree.Quantity) else isinstance(each, tree.Amount)
            if counts and not isinstance(getattr(each, "least", each), plain):
                return True
        return False

    def _number(self, value: int, sign: str) -> str:
        match sign:
            case "some" | "behind" if value == 1:
                return "one" if sign == "some" else ""
            case "behind":
                return f"{value} "
            case "a card" | "card":
                return "a card" if value == 1 == len(sign) - 5 else f"{value} card{'s' * (value != 1)}"
            case "often":
                return {1: "once", 2: "twice"}.get(value, f"up to {value} times")
            case "times":
                return f"{value} times"
            case "them":
                return "it" if value == 1 else "them"
            case "once":
                return "once"
            case "each time":
                return ""
        return f"{value:+}{sign[1:]}" if sign[:1] == "+" else str(value)

    def _agreement(self, name: str, held: dict[str, Any], node: Any) -> str:
        """A pronoun or an ending, as the rest of the phrase wants it."""
        match name:
            case "you" | "opponent" | "both":
                return self.player(tree.Side(name))
            case "your" | "their" | "any":
                sides = {"your": tree.Side.YOU, "their": tree.Side.OPPONENT, "any": tree.Side.BOTH}
                return self.player(sides[name], "whose")
            case "they":
                return self._they(held["a"])
            case "it":
                return self.say(self.subject)
            case "home" | "homes":
                return self._home(held["cards"], name)
            case "s":
                faced = isinstance(node, tree.OpponentOf)
                return "s" * (context.are_several(node, self.alone) if faced else _is_many(held))
            case "es":
                return "s" * (not self._are_several(node, held))
        many = held["whole"] != 1 if name == "is" and "whole" in held else self._are_several(node, held)
        return {"is": ("is", "are"), "has": ("has", "have")}[name][many]

    def _are_several(self, node: Any, held: dict[str, Any]) -> bool:
        """Whether a verb has the form for several, as it has behind "you" and "they"."""
        match node:
            case tree.Trigger():
                return held["a"] is tree.Side.YOU
            case tree.Draw():
                return self.player(tree.Side.OPPONENT) in ("you", "they")
            case tree.Compare():
                return context.are_several(held.get("y", held["x"]), self.alone)
        changes = isinstance(node, tree.Modification)
        return context.are_several(self.subject, self.alone) if changes else self.many

    def _they(self, first: tree.Statement) -> str:
        """Who may do something, where that was just said."""
        others = isinstance(first, tree.May | tree.ByPlayer) and first.player is not tree.Side.YOU
        return "they" if others else self.player(tree.Side.YOU)

    def _home(self, cards: tree.CardSelector, name: str) -> str:
        """Whose zone the cards go to: a card always goes to one of its owner's (CR 3.1.2)."""
        if context.cards_are_own(cards, self.foreign):
            return "" if name == "homes" else self.player(tree.Side.YOU, "whose")
        many = context.are_many(cards, self.alone)
        return "s" * many if name == "homes" else self.word("home", "owners" if many else "owner")

    def _member(self, member: Enum, sign: str, held: dict[str, Any], node: Any) -> str:
        match member:
            case tree.Side():
                return self._side(member, sign, node)
            case tree.Comparison():
                return self._filled(self.member(member), {"n": held.get("whole", held.get("b"))})
            case Kind():
                return self.member(member).split("|")[sign == "many"]
            case tree.Spot():
                said = self.member(member)
                return f" {sign} {said}" if said else ""
        if sign == "done":
            return self.member(member, "done")
        many = repr(member) not in self.alone
        if member is tree.Group.REST and many and sign == "place" and not self.is_next_to_sight:
            return self.say(self.seen)
        variant = {"one": "one", "place": "as a place" if many or isinstance(member, tree.Edge) else ""}.get(sign, "")
        return self.member(member, variant=variant).replace("{s}", "s" * many)

    def _side(self, side: tree.Side, sign: str, node: Any) -> str:
        if sign == "whose":
            return self.player(side, "whose")
        if sign == "of" and side is tree.Side.YOU:
            return self.words["Side", "you, of"]
        either = side is tree.Side.BOTH and isinstance(node, tree.Trigger)
        return self.words["Side", "either"] if either else self.player(side)

    def _several(self, items: tuple[Any, ...], sign: str, held: dict[str, Any]) -> str:
        """A list; the sign is the form of its nouns, or the word before its last thing."""
        if all(isinstance(each, tree.Source) for each in items) and items:
            return self._places(items, sign, held)
        match sign:
            case "one" | "many" | "number" | "a" | "is" | "not":
                return self._filters(items, sign, held)
            case "quoted":
                return listed([f"“{text}”" for text in items])
            case "by state":
                pairs = zip(items, tree.State, strict=True)
                return listed([f"{each} as a {state.name}" for each, state in pairs if each])
            case "either":
                return _either([self.clause(each) for each in items])
            case "numbered":
                return "; ".join(f"({at}) {self.say(each)}" for at, each in enumerate(items, 1))
            case "changes":
                return self._changes(items, held)
            case "together":
                return self._together(items)
        return listed([self.say(each) for each in items], sign)

    def _together(self, parts: tuple[tree.CardSelector, ...]) -> str:
        """Several selections; the place is said once where it is the same for all."""
        said = [self.say(part) for part in parts]
        places = {self.say(part.cards.sources, "from") if isinstance(part, tree.PickCards) else "" for part in parts}
        place = places.pop() if len(places) == 1 else ""
        return listed([each.removesuffix(f" {place}") for each in said], "and") + (f" {place}" if place else "")

    # ---------------------------------------------------------------------------------------------- filters

    def _filters(self, filters: tree.Filters, sign: str, held: dict[str, Any]) -> str:
        """A noun with its filters in a form, or what is said of one with "is" or "not"."""
        if sign == "is":
            return self._predicate(filters)
        whole = self._described(filters)
        if sign == "a":
            return whole.with_article()
        if sign != "not":
            return whole.phrase(many=sign == "many" or (sign == "number" and _is_many(held)))
        if not whole.nouns:
            return f"not {self._is_what(filters)}"
        return f"other than {whole.nouns[0][0]}" if whole.is_name else f"that is not {whole.with_article()}"

    def _described(self, filters: tree.Filters) -> Described:
        """The filters sorted by their places in a noun phrase."""
        one, several = self.words["noun", self.thing].split("|")
        whole = Described((one, several))
        for each in filters:
            self._describe(each, whole)
        return whole

    def _describe(self, each: tree.Filter, whole: Described) -> None:
        match each:
            case tree.AnyOf(options):
                self._any_of(options, whole)
            case tree.HasType(types):
                whole.types.append(listed(types))
            case tree.KindIn(kinds) if set(kinds) == context.NOT_SCENES:
                one, several = self.words["noun", "character card"].split("|")
                whole.nouns.append((one, several))
            case tree.KindIn(kinds):
                one, several = (listed([self.say(kind, number) for kind in kinds]) for number in ("one", "many"))
                whole.nouns.append((one, several))
            case tree.NameIn() | tree.IsThis():
                whole.is_name |= isinstance(each, tree.NameIn) and not whole.nouns
                whole.nouns.append((self.say(each),) * 2)
            case _:
                before, _, behind = self.say(each).partition("~")
                if before:
                    whole.before.insert(0 if each == OTHER else len(whole.before), before.strip())
                else:
                    (whole.clauses if behind.startswith(" whose ") else whole.behind).append(behind.strip())

    def _any_of(self, options: tuple[tree.Filters, ...], whole: Described) -> None:
        """One of several descriptions: the noun is said once where none of them names its own."""
        # "A or TYPE X kaiju": what follows a TYPE or is behind a noun would else seem to belong to what comes next.
        each = sorted(map(self._described, options), key=lambda one: bool(one.behind or one.types))
        for part, into in (("behind", whole.behind), ("before", whole.before)):
            if all(one.only(part) for one in each):
                into.append(listed([" ".join(getattr(one, part)) for one in each]))
                return
        whole.is_name |= not whole.nouns and any(one.is_name for one in each[:1])
        one, several = (listed([inline(one.phrase(many=many, listed_=True)) for one in each]) for many in (False, True))
        whole.nouns.append((one, several))

    def _predicate(self, filters: tree.Filters) -> str:
        """What is said of characters or cards: "is DOUBLE and has TYPE POWER"."""
        had = [] if self._described(filters).nouns else [each for each in filters if isinstance(each, HAD)]
        rest = tuple(each for each in filters if each not in had)
        said = [f"{'are' if self.many else 'is'} {self._is_what(rest)}"] if rest or not had else []
        self.has_it = True
        said += [self.say(each) for each in had]
        self.has_it = False
        return " and ".join(said)

    def _is_what(self, filters: tree.Filters) -> str:
        """What follows "is": "a kaiju", "TIGA", "DOUBLE", "of TYPE POWER"."""
        whole = self._described(filters)
        if whole.nouns:
            return inline(whole.with_article())
        types = [f"of TYPE {types}" for types in whole.types]
        return " and ".join([*whole.before, *types, *whole.behind, *whole.clauses]) or "there"

    # ----------------------------------------------------------------------------- characters, cards, amounts

    def _node(self, node: Any, sign: str, held: dict[str, Any], _whole: Any) -> str:
        if isinstance(node, tree.CharacterSelector | tree.CardSelector):
            return self._selected(node, sign)
        match node:
            case tree.CharacterSet() if sign:
                return self._characters(node, sign, held)
            case tree.CardSet() if sign == "each":
                return self._each_of(node, held)
            case tree.Quantity() if sign:
                return self._quantity(node, sign)
            case tree.No():
                return self._denied(node.condition)
            case _ if isinstance(node, tree.Filter) and sign == "not":
                return self._filters((node,), sign, held)
            case tree.ByState() if sign == "a card":
                number, _, states = self.say(node).partition(" as ")
                return f"{number} card{'s' * (number != '1')} as {states}" if states else "nothing"
            case _ if isinstance(node, tree.Amount) and sign:
                return self._amount(node, sign)
        return self._by_row(node, sign)

    def _by_row(self, node: Any, sign: str = "") -> str:
        cell, held = self.row(node)
        before, self.thing = self.thing, _thing(node, held) or self.thing
        many, self.many = self.many, isinstance(node, tree.Is) and context.are_several(node.who, self.alone)
        if isinstance(node, tree.CardSet) and sign == "one":
            cell = cell.replace(":many}", ":one}")
        said = self._filled(cell, held, node, sign)
        self.thing, self.many = before, many
        return said

    def _selected(self, node: tree.CharacterSelector | tree.CardSelector, sign: str) -> str:
        several = context.are_several(node, self.alone) if isinstance(node, tree.CharacterSelector) else False
        if sign == "faced":
            return "the battle opponents of these" if several else "the battle opponent of that one"
        said = ""
        match node:
            case tree.PickCharacters(quantity, who):
                said = self._picked(quantity, who)
            case tree.OpponentOf(of) if (inner := self.say(of)).startswith("this character or "):
                others = inner.removeprefix("this character or ")
                said = f"its battle opponent or the battle opponent of {others}"
        said = said or self._by_row(node)
        match sign:
            case "each" if isinstance(node, tree.That) and several:
                return f"each of {said}"
            case "each other" if not several:
                return f"{said} and another one of these"
        return said

    def _picked(self, quantity: tree.Quantity, who: tree.CharacterSet) -> str:
        """Characters among which is this one, or of which one may choose a kind; nothing for others."""
        match who.filters:
            case (tree.AnyOf(options),) if quantity == tree.ONE and who.side is not tree.Side.BOTH:
                each = [self._described(option) for option in options]
                # What is said of one kind must not seem to be said of all.
                if all(one.nouns for one in each) and any(one.behind or one.clauses for one in each):
                    kinds = [tree.CharacterSet(who.side, option) for option in options]
                    return listed([self.say(kind, "any") for kind in kinds])
        noun = self._characters(who, "many", {})
        if noun == "this character" and quantity in (tree.ONE, tree.EVERY):
            return noun
        if tree.IsThis() in who.filters and quantity == tree.ONE:
            return self._characters(who, "one", {})
        this, _, others = noun.partition(" or ")
        picks = this == "this character" and who.side is not tree.Side.BOTH and quantity != tree.EVERY
        return f"{this} or {self.say(quantity)} of {self.player(who.side, 'whose')} {others}" if picks else ""

    def _characters(self, who: tree.CharacterSet, sign: str, held: dict[str, Any]) -> str:
        """Characters of a side in a form: some or all of them, or their noun alone."""
        match sign:
            case "any" | "all":
                return self.say(tree.PickCharacters(tree.ONE if sign == "any" else tree.EVERY, who))
            case "has":
                return self.words["has", who.side.value]
            case "of" if who.side is not tree.Side.BOTH:
                return f"of {self.say(who)}"
        before, self.thing = self.thing, "character"
        many = "many" if sign == "of" and held.get("x", 1) != 1 else "one" if sign == "of" else sign
        noun = settled(self._filters(who.filters, many, held)) + " of both players" * (sign == "of")
        self.thing = before
        return noun

    def _each_of(self, which: tree.CardSet, held: dict[str, Any]) -> str:
        """Each of some cards, behind "for each": "revealed card", "kaiju in your discard area"."""
        many = held.get("x", 1) != 1
        match which:
            case tree.CardSet((tree.Among(of),), ()) if "card{s}" in (cell := self.member(of)):
                return cell.replace("{s}", "s" * many).removeprefix("the ").removeprefix("that ")
        return self.say(which, "" if many else "one")

    def _places(self, sources: tuple[tree.Source, ...], sign: str, held: dict[str, Any]) -> str:
        """Where cards are, with its preposition, or what lies there."""
        places = [self.say(source) for source in sources]
        match sign:
            case "in":
                inside = all(isinstance(each, tree.InZone) and each.zone is not tree.Zone.EXILE for each in sources)
                return f"{'in' if inside else 'among'} {listed(places)}"
            case "from":
                among = [isinstance(each, tree.Among) and repr(each.group) not in self.alone for each in sources]
                return listed([f"from {'among ' * many}{place}" for many, place in zip(among, places, strict=True)])
            case "many" if all(isinstance(each, tree.Among) for each in sources):
                return listed(places)
        return self._filters((), sign, held)

    def _amount(self, value: tree.Amount, sign: str) -> str:
        """An amount that is not a plain number, in a form."""
        if isinstance(value, tree.Times):
            return self._by_row(value, {"a card": "card", "times": "once"}.get(sign, sign))
        said = self._by_row(value)
        match sign:
            case "counted":
                return self._as_many(value)
            case "behind":
                return f"{said} "
            case "times":
                counted = isinstance(value, tree.CountCharacters | tree.CountCards | tree.CountCharge)
                return self._by_row(tree.Times(1, value), "once") if counted else f"as often as {said}"
        return f"{sign[2:]} +{said}" if sign[:1] == "+" else said

    def _as_many(self, value: tree.Amount) -> str:
        """What follows "as many cards as" for a number that is counted."""
        match value:
            case tree.CountCards(tree.CardSet((tree.Among(of),), ()), None) if (
                done := self.member(of, "done")
            ).startswith("a card was "):
                return done.replace("a card was", "were")
            case tree.CountCharacters(tree.That(ref), None):
                return f"there are {self.member(ref).replace('{s}', 's').removeprefix('the ')}"
            case tree.CountCharacters() | tree.CountCards() | tree.CountCharge():
                return f"there are {self.say(value).removeprefix('the number of ')}"
        return f"is {self.say(value)}"

    def _quantity(self, quantity: tree.Quantity, sign: str) -> str:
        """So many cards, before their noun."""
        if sign == "counted":
            return self._as_many(quantity.least)
        return self._by_row(quantity) + " of" * (quantity == tree.ANY_NUMBER)

    def _denied(self, condition: tree.Condition) -> str:
        """That a condition does not hold."""
        said = self.say(condition)
        # Of several conditions "not" would be said of the first alone.
        fits = isinstance(condition, tree.Compare) and " have no " not in said and " has no " not in said
        begins = next((each for each in NOT if fits and said.startswith(each)), "")
        return f"{NOT.get(begins, 'it is not so that ')}{said.removeprefix(begins)}"

    # ------------------------------------------------------------------------------------------- statements

    def sentences(self, statement: tree.Statement) -> list[str]:
        """A statement at the top of a power: every step of a sequence is a sentence."""
        if isinstance(statement, tree.Sequence):
            return [each for step in statement.steps for each in self.sentences(step)]
        if isinstance(statement, tree.If) and (parted := context.without_rest(statement, self.sights)):
            return [*self.sentences(parted[0]), self.clause(parted[1])]
        if only := context.only_if(statement, self.alone):
            of, filters, done = only
            return [f"if {self.say(of)} {self._filters(filters, 'is', {})}, {self.clause(done)}"]
        if isinstance(statement, tree.If | tree.IfYouDo | tree.IfNotDone):
            cell, held = self.row(statement)
            return [self._filled(part, held, statement) for part in cell.split(". ")]
        return [self.clause(statement)]

    def clause(self, statement: tree.Statement) -> str:
        """A statement as one clause, what depends on it included."""
        match statement:
            case tree.Sequence(steps):
                return self._in_order(steps)
            case tree.If() | tree.IfYouDo() | tree.IfNotDone():
                return "; ".join(self.sentences(statement))
            case tree.Modify(target) if not self.is_deed and (many := _as_many_of(target)) is not None:
                times, one = many
                said = self.clause(replace(statement, target=one))
                return f"{self._by_row(times, 'each time').strip()}, {said}, each time a different one"
        return self._by_row(statement)

    def _part(self, statement: tree.Statement, form: str, whole: Any, *, is_last: bool) -> str:  # noqa: ARG002
        """A statement in another one, in a form."""
        if form == "may":
            return self._may(statement, getattr(whole, "player", tree.Side.YOU))
        if form == "goal":
            first = statement.steps[0] if isinstance(statement, tree.Sequence) else statement
            goes_on = isinstance(first, tree.Action | tree.OneOf)
            return self._may(statement) if goes_on else f"do this: {self.clause(statement)}"
        return self.clause(statement)

    def _may(self, body: tree.Statement, player: tree.Side = tree.Side.YOU) -> str:
        """What that player may do, after "may"."""
        match body:
            case tree.Draw(draws, count) if draws is player:
                return self.clause(tree.Draw(tree.Side.YOU, count))
            case tree.Modify():
                self.is_deed = True
                said = self.clause(body)
                self.is_deed = False
                return said
            case tree.Sequence(steps):
                return ", then ".join([self._may(steps[0]), *map(self.clause, steps[1:])])
            case tree.OneOf(options):
                return _either([self._may(option, player) for option in options])
        whole = tree.Draw | tree.If | tree.ForEach | tree.Later | tree.IfYouDo | tree.IfNotDone | tree.ByPlayer
        return f"{'have it that ' * isinstance(body, whole)}{self.clause(body)}"

    def _changes(self, changes: tuple[tree.Modification, ...], held: dict[str, Any]) -> str:
        """What becomes of characters, or is done to them; what begins alike is said once."""
        before, self.subject = self.subject, held.get("a", HERE)
        it = self.say(self.subject)
        said = [self.say(change) for change in changes]
        said = said or [f"do nothing with {it}" if self.is_deed else f"nothing happens to {it}"]
        self.subject = before
        beginning = f"give {it} " if self.is_deed else f"{it} "
        return " and ".join([*said[:1], *(each.removeprefix(beginning) for each in said[1:])])

    def _in_order(self, steps: tuple[tree.Statement, ...]) -> str:
        """Steps as one clause; what becomes of the same characters one after the other is said of them once."""
        said = [self.clause(steps[0])]
        for last, step in pairwise(steps):
            clause = self.clause(step)
            who = self._same_again(last, step)
            again = who and clause.startswith(f"{who} ")
            said.append(f", and also {clause.removeprefix(f'{who} ')}" if again else f", then {clause}")
        return "".join(said)

    def _same_again(self, last: tree.Statement, step: tree.Statement) -> str:
        """The known characters that both change, for the same time; else nothing."""
        match last, step:
            case tree.Modify(tree.That() as one, _, first), tree.Modify(other, _, second) if first == second:
                return self.say(one) if one == other else ""
        return ""


def lasting(said: str, when: str) -> str:
    """A sentence with how long that lasts."""
    tail = next((each for each in TAILS if said.endswith(each)), "")
    # "For each of your GAIA for this turn" would count those of this turn.
    counts = when and any(word in said for word in (" for each ", " for every ", " times "))
    return f"{said.removesuffix(tail)}{',' * bool(counts)}{when}{tail}"


def _as_many_of(selector: tree.CharacterSelector) -> tuple[tree.Times, tree.CharacterSelector] | None:
    """Where as many different characters are meant as a number has parts: the number, and one character."""
    match selector:
        case tree.PickCharacters(tree.Quantity(tree.Times(factor) as least, most)) if least == most:
            return least, replace(selector, quantity=tree.Quantity(factor, factor))
        case tree.OpponentOf(of) if (inner := _as_many_of(of)) is not None:
            return inner[0], tree.OpponentOf(inner[1])
    return None


def _thing(node: Any, held: dict[str, Any]) -> str:
    """What the nouns of a phrase are where their filters name none; nothing where another phrase says that."""
    if isinstance(node, tree.CharacterSet | tree.PickCharacters | tree.Is | tree.Charge):
        return "character"
    if "sources" in held:
        scenes = [isinstance(each, tree.InZone) and each.zone is tree.Zone.SCENE_AREA for each in held["sources"]]
        return "scene" if all(scenes) else "card"
    return "" if isinstance(node, tree.Filter) else "card"


def _is_many(held: dict[str, Any]) -> bool:
    """Whether the things of a phrase are several, by the number in it."""
    return next(
        (each.most if isinstance(each, tree.Quantity) else each) != 1
        for each in (held.get("whole"), held.get("q"), held.get("n"), held.get("count"), 2)
        if each is not None
    )


def _either(options: list[str]) -> str:
    return ("either " if len(options) > 1 else "") + ", or ".join(options)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
