"""What the sentences of an effect are about: characters, cards, places and amounts, as noun phrases.

All is said from the side of the card's owner: "your" and "the opponent's". "It" is the character whose card bears the
effect only in "its battle opponent" and "next to it"; elsewhere it is called "this character".
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, assert_never

from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.plain import context

HERE = tree.That(tree.CharacterRef.THIS)


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase; ``many`` where its verb is a plural."""

    text: str
    many: bool = False


@dataclass(slots=True)
class Described:
    """What filters say, sorted by where English wants it: before the noun, as the noun, behind it."""

    before: list[str] = field(default_factory=list)
    one: list[str] = field(default_factory=list)
    several: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    """TYPEs that it has one of: behind the noun, in a list of several before it."""
    clauses: list[str] = field(default_factory=list)
    """What is said of it with "whose", behind the place where it is."""
    is_name: bool = False
    """The noun is a character name, which has no article."""

    def phrase(self, thing: tuple[str, str], *, many: bool, place: str = "", listed_: bool = False) -> str:
        """The whole, ``place`` included, with ``thing`` as the noun where the filters name none.

        Further nouns follow as "that is". ``listed_``: one of several, so that a TYPE goes before its own noun.
        """
        nouns = (self.several if many else self.one) or [thing[many]]
        further = [f"that {'are' if many else 'is'} {noun if many else article(noun)}" for noun in nouns[1:]]
        before = [*self.before, *(f"TYPE {types}" for types in self.types if listed_)]
        behind = [
            *(f"with TYPE {types}" for types in self.types if not listed_),
            *self.behind,
            *([place] if place else []),
        ]
        clauses = [listed(self.clauses, "and")] if self.clauses else []
        return " ".join([*before, nouns[0], *further, *behind, *clauses])

    def with_article(self, thing: tuple[str, str]) -> str:
        """The whole as one thing, with its article unless it is a character name."""
        phrase = self.phrase(thing, many=False)
        return phrase if self.is_name and "other" not in self.before else article(phrase)

    def is_predicate(self) -> bool:
        """Whether no noun is named, so that "is DOUBLE", "is of TYPE POWER" need none."""
        return not self.one


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


def group(which: tree.Group) -> Noun:
    """Cards that this run of the effect remembers."""
    alone = repr(which) in context.SAYING.get().alone
    if which is tree.Group.REST and alone:
        return Noun("the card that is still revealed")
    many = ("{s}" in context.GROUPS[which] and not alone) or which is tree.Group.REST
    noun = context.GROUPS[which].format(s="s" * many)
    return Noun(noun if context.is_foreign(which) else noun.replace("a hand", "your hand"), many)


def known(which: tree.CharacterRef) -> Noun:
    """Characters that are named without a choice."""
    many = "{s}" in context.CHARACTERS[which] and repr(which) not in context.SAYING.get().alone
    return Noun(context.CHARACTERS[which].format(s="s" * many), many)


def states(mask: tree.State) -> str:
    """States by name: SINGLE or DOUBLE."""
    return listed([state.name or "" for state in tree.State if state in mask]) if mask else "no state"


def quoted(texts: tuple[str, ...]) -> str:
    """Parts of names in quotation marks."""
    return listed([f"“{text}”" for text in texts])


# ---------------------------------------------------------------------------------------------- filters


def described(filters: tree.Filters, thing: tuple[str, str]) -> Described:
    """The filters sorted by their places in a noun phrase."""
    whole = Described()
    for each in filters:
        _describe(each, whole, thing)
    return whole


def _describe(each: tree.Filter, whole: Described, thing: tuple[str, str]) -> None:
    match each:
        case tree.NameIn(names):
            whole.is_name |= not whole.one
            _name(whole, listed(names), listed(names))
        case tree.KindIn(kinds) if set(kinds) == context.NOT_SCENES:
            _name(whole, "character card", "character cards")
        case tree.KindIn(kinds):
            _name(
                whole,
                listed([context.KINDS[kind][0] for kind in kinds]),
                listed([context.KINDS[kind][1] for kind in kinds]),
            )
        case tree.AnyOf(options):
            _any_of(options, whole, thing)
        case tree.IsThis():
            _name(whole, "this character", "this character")
        case tree.HasType(types):
            whole.types.append(listed(types))
        case tree.StateIn(mask):
            whole.before.append(states(mask))
        case tree.LevelIn(levels):
            whole.before.append(f"level {listed([str(level) for level in levels])}")
        case tree.Not((tree.IsThis(),)):
            whole.before.insert(0, "other")
        case tree.RoundBetween(least, most) if not all(isinstance(end, int | None) for end in (least, most)):
            whole.clauses.append(f"whose Round is {_bounds(least, most)}")
        case tree.Measures(measure, comparison, value):
            compared = "{}" if comparison is tree.Comparison.EQUAL else context.COMPARED[comparison]
            whole.clauses.append(f"whose {context.MEASURES[measure]} is {compared.format(amount(value))}")
        case _:
            whole.behind.append(_behind(each, thing))


def _any_of(options: tuple[tree.Filters, ...], whole: Described, thing: tuple[str, str]) -> None:
    """One of several descriptions: the noun is said once where none of them names its own."""
    # "A or TYPE X kaiju": what follows a TYPE, or is behind a noun, would otherwise seem to belong to what comes next.
    each = sorted((described(option, thing) for option in options), key=lambda one: bool(one.behind or one.types))
    if all(one.behind and not (one.before or one.one or one.types or one.clauses) for one in each):
        whole.behind.append(listed([" ".join(one.behind) for one in each]))
        return
    if all(one.before and not (one.behind or one.one or one.types or one.clauses) for one in each):
        whole.before.append(listed([" ".join(one.before) for one in each]))
        return
    whole.is_name |= not whole.one and any(one.is_name for one in each[:1])
    _name(whole, *(listed([one.phrase(thing, many=many, listed_=True) for one in each]) for many in (False, True)))


def _name(whole: Described, one: str, several: str) -> None:
    whole.one.append(one)
    whole.several.append(several)


def _behind(each: tree.Filter, thing: tuple[str, str]) -> str:
    """A filter as what follows its noun."""
    match each:
        case tree.NamePart(parts):
            return f"called {quoted(parts)}"
        case tree.TeamIn(teams):
            return f"of team {listed(teams)}"
        case tree.LevelBetween(least, most):
            return f"of level {_between(least, most)}"
        case tree.RoundBetween(least, most):
            return f"with Round {_between(least, most)}"
        case tree.PrintedExtra():
            return "with printed EXTRA BP"
        case tree.ReadsExtra():
            return "using EXTRA BP"
        case tree.Affected(change):
            return f"with {context.AFFECTED[change]}"
        case tree.Adjacent():
            return "next to it"
        case tree.Beside(of):
            return f"next to {refer(of) if isinstance(of, tree.That) else any_of(of)}"
        case tree.InArea(round_):
            return f"in battle area {round_}"
        case tree.AreaBetween(least, most):
            return f"in battle area {_between(least, most)}"
        case tree.InNewestArea():
            return "in the newest battle area"
        case tree.Fought(result):
            return f"that {context.FOUGHT[result]} its battle"
        case tree.OwnedBy(side):
            return f"of {context.whose(side)} own cards" if side is tree.Side.YOU else f"that is {context.whose(side)}"
        case tree.Opposes(characters):
            return f"facing {any_of(characters)}"
        case tree.CanLevelUpWith(which):
            return f"that {group(which).text} can level up"
        case tree.CanTakeUnder(which):
            return f"under which {group(which).text} can lie"
        case tree.SameAs(trait, other):
            as_what = refer(other) if isinstance(other, tree.That) else cards(other).text
            return (
                f"that shares a TYPE with {as_what}"
                if trait in context.TYPES
                else f"of the same {context.TRAITS[trait]} as {as_what}"
            )
        case tree.InGroup(which):
            return f"among {group(which).text}"
        case tree.Not((tree.InGroup(which),)):
            return f"other than {group(which).text}"
        case tree.Not((tree.HasType(types),)):
            return f"without TYPE {listed(types)}"
        case tree.Not(filters):
            whole = described(filters, thing)
            if whole.is_predicate():
                return f"not {is_what(filters, thing)}"
            return f"other than {whole.one[0]}" if whole.is_name else f"that is not {whole.with_article(thing)}"
        case _:
            return f"that is {is_what((each,), thing)}"


def _between(least: tree.Amount | None, most: tree.Amount | None) -> str:
    if least == most and least is not None:
        return amount(least)
    if most is None:
        return "any" if least is None else f"{amount(least)} or more"
    return f"{amount(most)} or less" if least is None else f"{amount(least)} to {amount(most)}"


def _bounds(least: tree.Amount | None, most: tree.Amount | None) -> str:
    """Bounds as they follow "is": "at least 2 and at most 4"; `_between` says "2 to 4"."""
    if least == most and least is not None:
        return amount(least)
    ends = [f"at least {amount(least)}"] if least is not None else []
    ends += [f"at most {amount(most)}"] if most is not None else []
    return listed(ends, "and") if ends else "any"


def noun_of(filters: tree.Filters, thing: tuple[str, str], *, many: bool = False, place: str = "") -> str:
    """A noun with its filters and the place where it is, without an article."""
    return described(filters, thing).phrase(thing, many=many, place=place)


def is_what(filters: tree.Filters, thing: tuple[str, str]) -> str:
    """What follows "is": "a kaiju", "TIGA", "DOUBLE", "of TYPE POWER"."""
    whole = described(filters, thing)
    if whole.is_predicate():
        return (
            " and ".join([*whole.before, *(f"of TYPE {types}" for types in whole.types), *whole.behind, *whole.clauses])
            or "there"
        )
    return whole.with_article(thing)


def predicate(noun: Noun, filters: tree.Filters, thing: tuple[str, str]) -> str:
    """What is said of characters or cards: "this character is DOUBLE and has TYPE POWER"."""
    has = [each for each in filters if isinstance(each, tree.HasType | tree.Measures | tree.Affected | tree.SameAs)]
    rest = tuple(each for each in filters if each not in has)
    if not described(filters, thing).is_predicate():
        has, rest = [], filters
    said = [f"{_is(noun)} {is_what(rest, thing)}"] if rest or not has else []
    return f"{noun.text} {' and '.join([*said, *(_has(each, many=noun.many) for each in has)])}"


def _is(noun: Noun) -> str:
    return "are" if noun.many else "is"


def _has(each: tree.Filter, *, many: bool) -> str:
    has = "have" if many else "has"
    match each:
        case tree.HasType(types):
            return f"{has} TYPE {listed(types)}"
        case tree.Affected(change):
            return f"{has} {context.AFFECTED[change]}"
        case tree.SameAs(trait, other):
            as_what = refer(other) if isinstance(other, tree.That) else cards(other).text
            same = "" if trait in context.TYPES else f"{has} the same {context.TRAITS[trait]} as {as_what}"
            return same or f"{'share' if many else 'shares'} a TYPE with {as_what}"
        case tree.Measures(measure, comparison, value):
            return f"{has} {context.COMPARED[comparison].format(amount(value))} {context.MEASURES[measure]}"
        case _:
            raise TypeError(f"{type(each).__name__}: nothing that one has")


# ---------------------------------------------------------------------------------------------- characters

CHARACTER = ("character", "characters")
CARD = ("card", "cards")


def all_of(who: tree.CharacterSet) -> str:
    """All characters of a set: "all your heroes"."""
    if who.side is tree.Side.BOTH:
        return f"all {_owned(who, many=True)}"
    noun = noun_of(who.filters, CHARACTER, many=True)
    return noun if noun == "this character" else f"all {context.whose(who.side)} {noun}"


def any_of(who: tree.CharacterSet, word: str = "one") -> str:
    """Some characters of a set: "one of your heroes", "2 of the opponent's kaiju"."""
    if any(isinstance(each, tree.IsThis) for each in who.filters) and word == "one":
        return noun_of(who.filters, CHARACTER)
    if who.side is tree.Side.BOTH:
        return f"{word} {noun_of(who.filters, CHARACTER, many=word != 'one', place='of either player')}"
    if word == "one" and (kinds := _kinds_with_more(who.filters)):
        return listed([any_of(tree.CharacterSet(who.side, kind)) for kind in kinds])
    noun = noun_of(who.filters, CHARACTER, many=True)
    this, _, others = noun.partition(" or ")
    if this == "this character":
        return f"this character or {word} of {context.whose(who.side)} {others}"
    return f"{word} of {context.whose(who.side)} {noun}"


def _kinds_with_more(filters: tree.Filters) -> list[tree.Filters]:
    """The kinds between which one may choose, if something is said of one that must not seem to be said of all."""
    match filters:
        case (tree.AnyOf(options),):
            each = [described(option, CHARACTER) for option in options]
            named = all(one.one for one in each)
            return list(options) if named and any(one.behind or one.clauses for one in each) else []
    return []


def refer(that: tree.That) -> str:
    """A character that is known already."""
    return known(that.ref).text


def characters(selector: tree.CharacterSelector) -> Noun:
    """The characters that a selector means."""
    match selector:
        case tree.That(ref):
            return known(ref)
        case tree.PickCharacters(quantity, who, distinct):
            different = "" if distinct is None else f" with different {context.TRAITS[distinct]}s"
            if quantity == tree.EVERY:
                return Noun(all_of(who) + different, many=True)
            return Noun(any_of(who, how_many(quantity)) + different, quantity.most != 1)
        case tree.OpponentOf(of):
            if of == HERE:
                return Noun("its battle opponent")
            inner = characters(of)
            if inner.text.startswith("this character or "):
                others = inner.text.removeprefix("this character or ")
                return Noun(f"its battle opponent or the battle opponent of {others}")
            return Noun(f"the battle opponent{'s' * inner.many} of {inner.text}", inner.many)
        case tree.WithOpponent(of):
            faced = "its battle opponent" if of == HERE else "the battle opponent of that one"
            inner = characters(of)
            return Noun(f"{inner.text} and {'the battle opponents of these' if inner.many else faced}", many=True)
        case tree.BothOf(parts):
            return Noun(listed([characters(part).text for part in parts], "and"), many=True)
        case tree.EitherOf(parts):
            return Noun(listed([characters(part).text for part in parts]))
        case _:
            assert_never(selector)


def as_many_of(selector: tree.CharacterSelector) -> tuple[str, tree.CharacterSelector] | None:
    """Where as many different characters are meant as a number has parts: "for every 2 cards", and one character."""
    match selector:
        case tree.PickCharacters(tree.Quantity(tree.Times(factor, count, per) as least, most)) if least == most:
            return for_each(count, per), replace(selector, quantity=tree.Quantity(factor, factor))
        case tree.OpponentOf(of) if (inner := as_many_of(of)) is not None:
            return inner[0], tree.OpponentOf(inner[1])
    return None


def how_many(quantity: tree.Quantity) -> str:
    """A quantity before "of": "one", "up to 3", "any number"."""
    least, most = quantity.least, quantity.most
    if quantity == tree.EVERY:
        return "all"
    if quantity == tree.ANY_NUMBER:
        return "any number"
    if most is None:
        return f"{amount(least)} or more"
    if least == most:
        return "one" if least == 1 else amount(least)
    return f"up to {_some(most)}" if least == 0 else f"{amount(least)} to {amount(most)}"


# ---------------------------------------------------------------------------------------------- cards


def places(sources: tuple[tree.Source, ...]) -> str:
    """Where cards are looked for: "your hand", "the revealed cards"."""
    return listed([_place(source) for source in sources])


def _place(source: tree.Source) -> str:
    if isinstance(source, tree.Among):
        noun = group(source.group)
        return "them" if source.group is tree.Group.REST and noun.many else noun.text
    return f"{context.whose(source.side)} {context.ZONES[source.zone]}"


def from_where(sources: tuple[tree.Source, ...]) -> str:
    """Where cards are taken from: "from your hand", "from your hand or from among them"."""
    return listed([f"from {'among ' * _is_several(source)}{_place(source)}" for source in sources])


def _is_several(source: tree.Source) -> bool:
    return isinstance(source, tree.Among) and group(source.group).many


def thing_in(sources: tuple[tree.Source, ...]) -> tuple[str, str]:
    """What lies there: scenes in a scene area, cards elsewhere."""
    scenes = all(isinstance(source, tree.InZone) and source.zone is tree.Zone.SCENE_AREA for source in sources)
    return context.KINDS[Kind.SCENE] if scenes else CARD


def where(sources: tuple[tree.Source, ...]) -> str:
    """Where cards are, with its preposition: "in your hand", "among the revealed cards"."""
    inside = all(isinstance(source, tree.InZone) and source.zone is not tree.Zone.EXILE for source in sources)
    return f"{'in' if inside else 'among'} {places(sources)}"


def card_set(which: tree.CardSet, *, many: bool) -> str:
    """Cards with the place where they are: "TIGA in your discard area"; of a group as a whole, the group."""
    if not which.filters and many and all(isinstance(source, tree.Among) for source in which.sources):
        return places(which.sources)
    return noun_of(which.filters, thing_in(which.sources), many=many, place=where(which.sources))


def cards(selector: tree.CardSelector) -> Noun:
    """The cards that a selector means."""
    match selector:
        case tree.PickCards(quantity, which, distinct, chooser):
            chosen = "" if chooser is tree.Side.YOU else f" that {context.player(chooser)} chooses"
            return Noun(f"{_picked(quantity, which, distinct)}{chosen}", quantity.most != 1)
        case tree.RandomCards(count, which):
            noun = noun_of(
                which.filters, thing_in(which.sources), many=count != 1, place=f"at random {from_where(which.sources)}"
            )
            return Noun(f"{_some(count)} {noun}", count != 1)
        case tree.DeckCards(side, count, edge):
            of = "each player's" if side is tree.Side.BOTH else context.whose(side)
            if isinstance(count, tree.ByState):
                return Noun(f"cards from the {_edge(edge)} of {of} deck ({amount(count)})", many=True)
            number = "" if count == 1 else f" {amount(count)}"
            return Noun(f"the {_edge(edge)}{number} card{'s' * (count != 1)} of {of} deck", count != 1)
        case tree.StackCards(of, edge, filters):
            owner = characters(of)
            each = "each of " if isinstance(of, tree.That) and owner.many else ""
            noun = noun_of(filters, CARD)
            if edge is tree.Edge.ANY:
                return Noun(f"one {noun} from {each}{owner.text}", owner.many)
            if filters:
                return Noun(f"one {noun} from the {_edge(edge)} of {each}{owner.text}", owner.many)
            return Noun(f"the {_edge(edge)} {noun} of {each}{owner.text}", owner.many)
        case tree.ChargeCards(of, edge):
            end = "one" if edge is tree.Edge.ANY else f"the {_edge(edge)}"
            return Noun(f"{end} Charge card of {characters(of).text}")
        case tree.WholeCharacters(of):
            return Noun(f"{characters(of).text} with all cards of the stack")
        case tree.Cards(which):
            return group(which)
        case tree.AllOf(parts):
            return Noun(_all_of(parts), many=True)
        case _:
            assert_never(selector)


def _picked(quantity: tree.Quantity, which: tree.CardSet, distinct: tree.Trait | None, *, place: bool = True) -> str:
    """Cards that are picked, with the place from which."""
    different = "" if distinct is None else f"with different {context.TRAITS[distinct]}s"
    behind = " ".join(part for part in (different, from_where(which.sources) if place else "") if part)
    noun = noun_of(which.filters, thing_in(which.sources), many=quantity.most != 1, place=behind)
    if quantity.least == quantity.most and (done := as_many_as(quantity.least)):
        return f"as many {noun} as {done}"
    if quantity == tree.EVERY and len(which.sources) == 1 and which.filters:
        of = which.sources[0]
        if isinstance(of, tree.Among) and repr(of.group) in context.SAYING.get().alone:
            return f"{group(of.group).text} if it is {is_what(which.filters, CARD)}"
    if quantity == tree.EVERY and distinct is not None:
        behind = " ".join(
            (f"with a different {context.TRAITS[distinct]}", from_where(which.sources) if place else "")
        ).strip()
        return f"one of each {noun_of(which.filters, thing_in(which.sources), many=False, place=behind)}"
    count = how_many(quantity)
    return f"{'any number of' if count == 'any number' else count} {noun}"


def _all_of(parts: tuple[tree.CardSelector, ...]) -> str:
    """Several selections; the place is said once where it is the same for all."""
    picks = [part for part in parts if isinstance(part, tree.PickCards) and part.player is tree.Side.YOU]
    if len(picks) == len(parts) and len({part.cards.sources for part in picks}) == 1:
        said = [_picked(part.quantity, part.cards, part.distinct, place=False) for part in picks]
        return f"{listed(said, 'and')} {from_where(picks[0].cards.sources)}"
    return listed([cards(part).text for part in parts], "and")


def _some(count: tree.Amount) -> str:
    return "one" if count == 1 else amount(count)


def _edge(edge: tree.Edge) -> str:
    return {tree.Edge.EITHER: "top or bottom", tree.Edge.ANY: "chosen"}.get(edge, edge.value)


# ---------------------------------------------------------------------------------------------- amounts


def amount(value: tree.Amount) -> str:
    """An amount as a noun: "2000", "the number of your heroes"."""
    match value:
        case int():
            return str(value)
        case tree.CountCharacters() | tree.CountCards() | tree.CountCharge():
            return f"the number of {_counted(value, many=True)}"
        case tree.PrintedRound(which):
            return f"the Round of {group(which).text}"
        case tree.Total(measure, of) | tree.Highest(measure, of) | tree.Lowest(measure, of):
            fold = type(value).__name__.lower()
            return f"the {fold} {context.MEASURES[measure]} of {_summed(of)}"
        case tree.ChosenBP():
            return "the chosen BP"
        case tree.FieldRound():
            return "the number of battle areas"
        case tree.Wins(side):
            return f"the number of battles that {context.player(side)} won"
        case tree.ByState(values):
            pairs = zip(values, tree.State, strict=True)
            return listed([f"{each} as a {state.name}" for each, state in pairs if each])
        case tree.Times(factor, count, per):
            return f"{factor} {for_each(count, per)}"
        case tree.Plus(left, right):
            return f"{amount(left)} plus {amount(right)}"
        case _:
            assert_never(value)


def as_many_as(value: tree.Amount) -> str:
    """What follows "as many cards as" for a number that is counted; nothing for another number."""
    match value:
        case tree.CountCards(tree.CardSet((tree.Among(of),), ()), None) if of in context.WERE:
            return f"were {context.WERE[of]}"
        case tree.CountCharacters(tree.That() as that, None):
            return f"there are {refer_several(that)}"
        case tree.CountCharacters() | tree.CountCards() | tree.CountCharge():
            return f"there are {_counted(value, many=True)}"
    return "" if isinstance(value, int) else f"is {amount(value)}"


def refer_several(that: tree.That) -> str:
    """Known characters as a number of them: "chosen characters"."""
    return context.CHARACTERS[that.ref].format(s="s").removeprefix("the ")


def signed(value: tree.Amount) -> str:
    """An amount that is added, with its sign: "+1000", "+1000 for each of your GAIA"."""
    match value:
        case int():
            return f"{value:+}"
        case tree.Times(factor, count, per):
            return f"{factor:+} {for_each(count, per)}"
        case _:
            return f"+{amount(value)}"


def for_each(count: tree.Amount, per: int) -> str:
    """What a number is multiplied with: "for each of your GAIA", "for every 2 cards in your hand"."""
    each = f"for every {per}" if per > 1 else "for each"
    match count:
        case tree.CountCharacters(tree.CharacterSet(side) as who, None) if side is not tree.Side.BOTH:
            noun = noun_of(who.filters, CHARACTER, many=True)
            return f"{each} of {context.whose(side)} {noun}"
        case tree.CountCards(tree.CardSet((tree.Among(of),), ()), None) if "card{s}" in context.GROUPS[of]:
            return f"{each} {context.GROUPS[of].format(s='s' * (per > 1)).removeprefix('the ').removeprefix('that ')}"
        case tree.CountCharacters() | tree.CountCards() | tree.CountCharge():
            return f"{each} {_counted(count, many=per > 1)}"
        case _:
            return f"for every {per} of {amount(count)}" if per > 1 else f"times {amount(count)}"


def _counted(value: tree.CountCharacters | tree.CountCards | tree.CountCharge, *, many: bool) -> str:
    match value:
        case tree.CountCharge(of):
            return f"Charge card{'s' * many} of {characters(of).text}"
        case tree.CountCharacters(who, distinct):
            what = refer(who) if isinstance(who, tree.That) else _owned(who, many=many or distinct is not None)
        case tree.CountCards(which, distinct):
            what = card_set(which, many=many or distinct is not None)
        case _:
            assert_never(value)
    return what if distinct is None else f"different {context.TRAITS[distinct]}{'s' * many} of {what}"


def _owned(who: tree.CharacterSet, *, many: bool) -> str:
    if who.side is tree.Side.BOTH:
        return noun_of(who.filters, CHARACTER, many=many, place="of both players")
    return f"{context.whose(who.side)} {noun_of(who.filters, CHARACTER, many=many)}"


def _summed(of: Any) -> str:
    match of:
        case tree.CharacterSet():
            return _owned(of, many=True)
        case tree.CardSet():
            return card_set(of, many=True)
        case tree.Cards(which):
            return group(which).text
        case _:
            return characters(of).text
