"""What the official wording asks of battles, the turn, a known thing and the effect's own deeds (CR 5.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeGuard, get_args

from ucgsim.effects import tree
from ucgsim.effects.official import meaning
from ucgsim.effects.official.meaning.references import OWN, of_one_side, refuse_another, side_of, with_areas
from ucgsim.effects.official.wording.figures import AT_LEAST_ONE, HOW_MANY, AmountAsked, CountWords, count_of

# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is


def at_least_one(count: tree.Amount) -> tree.Compare:
    """There is at least one."""
    return tree.Compare(count, tree.Comparison.AT_LEAST, 1)


def compared(count: tree.Amount, asked: AmountAsked) -> tree.Condition:
    """A count, which a bare number leaves open."""
    if _is_alike(count):
        return some_share(count, asked)
    return number_is(count, asked.counted())


def as_asked(count: tree.Amount, asked: AmountAsked) -> tree.Condition:
    """A count of what was done: who did more has done so many as well, where only the number is said."""
    if _is_alike(count):
        return some_share(count, asked)
    if asked.bare:
        asked = replace(asked, comparison=tree.Comparison.AT_LEAST, bare=False)
    return number_is(count, asked)


def _is_alike(count: tree.Amount) -> TypeGuard[tree.CountCards | tree.CountCharacters]:
    match count:
        case tree.CountCards(tree.CardSet(_, filters)) | tree.CountCharacters(tree.CharacterSet(_, filters)):
            return sharing(filters) is not None
    return False


def sharing(filters: tree.Filters) -> tree.Trait | None:
    """What several that are looked for have in common with each other: "two Kaiju with the same level"."""
    return next((item.trait for item in filters if isinstance(item, meaning.Alike)), None)


def some_share(count: tree.CountCards | tree.CountCharacters, asked: AmountAsked) -> tree.Condition:
    """Two of them are alike: they show fewer different values than they are. Others are not known to the tree."""
    of: Any = count.cards if isinstance(count, tree.CountCards) else count.characters
    trait = sharing(of.filters)
    if asked.number != 2 or asked.most is not None or not (asked.bare or asked.comparison is tree.Comparison.AT_LEAST):
        raise meaning.MeaningError('"two or more" that are alike, or two')
    if trait is None or count.distinct is not None:
        raise meaning.MeaningError("what they have in common")
    plain = replace(of, filters=tuple(item for item in of.filters if not isinstance(item, meaning.Alike)))
    kind: Any = type(count)
    return tree.Compare(kind(plain, trait), tree.Comparison.FEWER, one_by_one(kind(plain), trait))


def one_by_one(count: tree.CountCards | tree.CountCharacters, trait: tree.Trait) -> tree.Amount:
    """How many values they would show if no two had one in common: a character may have several TYPEs, a scene card
    has neither a TYPE nor a level.
    """
    match count:
        case tree.CountCharacters(tree.CharacterSet() as characters) if trait is tree.Trait.TYPE:
            return tree.Total(tree.Measure.TYPES, characters)
        case tree.CountCards(tree.CardSet(sources, filters)) if trait is not tree.Trait.NAME:
            kinds = tree.KindIn(meaning.CHARACTER_KINDS)
            return tree.CountCards(tree.CardSet(sources, filters if kinds in filters else (*filters, kinds)))
    return count


def number_is(number: tree.Amount, asked: AmountAsked) -> tree.Condition:
    """A number as it is asked for, between two of them as well."""
    ends = tuple(tree.Compare(number, end.comparison, end.right()) for end in asked.ends())
    return ends[0] if len(ends) == 1 else tree.All(ends)


def has_wins(side: tree.Side, amount: AmountAsked) -> tree.Condition:
    """A side has won so many battles (CR 1.3.2)."""
    return compared(tree.Wins(side), amount)


def has_more_wins(side: tree.Side, asked: AmountAsked, *_: tree.Side) -> tree.Condition:
    """A side has more wins than the other, or fewer, or as many."""
    others = replace(asked, number=tree.Wins(tree.ACROSS[side]))
    return tree.Compare(tree.Wins(side), asked.comparison, others.right())


def deck_holds(*parts: Any) -> tree.Condition:
    """How many cards a deck has is public; which ones is not, so that nothing else is asked of it."""
    (side,) = (part for part in parts if isinstance(part, tree.Side))
    (amount,) = (part for part in parts if isinstance(part, AmountAsked))
    return compared(tree.CountCards(tree.CardSet((tree.InZone(tree.Zone.DECK, side),))), amount)


class Judged(CountWords):
    """How battles were judged, who faces whom, and what happened this turn."""

    # --- battles won (CR 1.3.2)

    # --- what happened this turn

    def top_card_taken(self, *parts: Any) -> tree.Condition:
        at = next(place for place, item in enumerate(parts) if isinstance(item, meaning.NounPhrase))
        side, phrase = parts[0] if at else tree.Side.BOTH, parts[at]
        refuse_another(parts[at + 1] or side, side)
        return tree.TopCardTaken(tree.CharacterSet(side, phrase.characters()), by_your_character=True in parts)

    def hand_card_returned(self, side: tree.Side, edge: tree.Edge, whose: tree.Side | None) -> tree.Condition:
        refuse_another(whose or side, side)
        return tree.HandCardReturned(side, edge)

    def caused_by_effect(self, whose: tree.Side | None) -> tree.Condition:
        refuse_another(whose or tree.Side.YOU, tree.Side.YOU)
        return tree.CausedByEffect()

    # --- how many there are of what everybody sees

    def field_round_is(self, number: int, *up: bool) -> tree.Condition:
        ways = {(): tree.Comparison.EQUAL, (True,): tree.Comparison.AT_LEAST, (False,): tree.Comparison.AT_MOST}
        return meaning.ItIsRound(tree.FieldRound(), ways[up], number)


# What is asked of a known thing: of a character, of cards that were just handled, of several among each other.


def counted(of: Any, filters: tree.Filters) -> tree.Amount:
    """How many of some fit besides."""
    if isinstance(of, tree.Cards):
        return tree.CountCards(tree.CardSet((tree.Among(of.group),), filters))
    return count_of(_of_all(of.phrase).adding(*filters), of.side or tree.Side.BOTH)


def _of_all(phrase: meaning.NounPhrase) -> meaning.NounPhrase:
    """Those of whom it is asked whether they fit; that they differ from each other picks none of them."""
    phrase.only("sources")
    return phrase


def all_fit(phrase: meaning.NounPhrase, filters: tree.Filters, side: tree.Side) -> tree.Condition:
    """There are some, and none of them does not fit (RULINGS C19)."""
    others = _of_all(phrase).adding(tree.Not(filters))
    return tree.All(
        (at_least_one(count_of(phrase, side)), tree.Compare(count_of(others, side), tree.Comparison.EQUAL, 0))
    )


def known_is(unit: Any, filters: tree.Filters) -> tree.Condition:
    """A character that is known, or cards that were just handled, fit: all of them where they are several."""
    if isinstance(unit, meaning.Those) and meaning.number_said(unit.group):
        raise meaning.MeaningError("how many of them there are, which is asked as well")
    shared: list[Any] = [item.other for item in filters if isinstance(item, tree.SameAs)]
    if any(isinstance(other, tree.OpponentOf) for other in shared):
        return _shares_with(shared[0], unit, filters)
    if any(isinstance(item, meaning.Mutual) for item in filters):
        return _among_each_other(unit, filters)
    if not all(isinstance(item, get_args(tree.Filter)) for item in filters):
        raise meaning.MeaningError("what it is or has")
    match unit:
        case tree.That() | tree.OpponentOf() | tree.Cards() if any(map(_asks_opponent, filters)):
            return _compared_with_opponent(meaning.as_characters(unit), filters)
        case meaning.Those():
            some, others = counted(unit, ()), counted(unit, (tree.Not(filters),))
            return tree.All((at_least_one(some), tree.Compare(others, tree.Comparison.EQUAL, 0)))
        case tree.Cards():
            return at_least_one(meaning.Lone(tree.CardSet((tree.Among(unit.group),), filters)))
        case meaning.Some(quantity) if quantity == tree.EVERY:
            return all_fit(unit.phrase, filters, unit.side or tree.Side.BOTH)
        case meaning.Some(meaning.Exactly(int(number)) as quantity) if quantity.most == number:
            return tree.Compare(counted(unit, filters), tree.Comparison.EQUAL, number)
        case meaning.Some(quantity) if quantity == tree.ONE:
            return at_least_one(counted(unit, filters))
        case tree.That() | tree.OpponentOf():
            who = meaning.as_characters(unit)
            side = side_of(meaning.said(who), OWN)
            if side is tree.Side.BOTH:
                return tree.Is(who, with_areas(filters, side))
            return tree.Is(who, of_one_side(side, meaning.said(filters))[1])
    raise meaning.MeaningError(HOW_MANY)


def _shares_with(opponent: tree.OpponentOf, unit: Any, filters: tree.Filters) -> tree.Condition:
    """A card and a battle opponent have something in common, as the battle opponent and the card have."""
    if (
        len(filters) > 1
        or not isinstance(filters[0], tree.SameAs)
        or not isinstance(unit, tree.Cards | tree.That)
        or isinstance(unit, meaning.Those)
    ):
        raise meaning.MeaningError("a card or character that is known, and nothing else that is asked of it")
    other = unit if isinstance(unit, tree.That) else tree.Cards(unit.group)
    return tree.Is(opponent, (tree.SameAs(filters[0].trait, other),))


def _asks_opponent(item: tree.Filter) -> bool:
    return item in (SHARES_WITH_OPPONENT, tree.Not((SHARES_WITH_OPPONENT,)))


def _compared_with_opponent(who: tree.CharacterSelector, filters: tree.Filters) -> tree.Condition:
    """A character and its own battle opponent: asked of the opponent, which has something in common with it or not."""
    if not isinstance(who, tree.That):
        raise meaning.MeaningError("a character that has a battle opponent")
    plain = tuple(item for item in filters if not _asks_opponent(item))
    of_opponent = tuple(
        tree.Not((tree.SameAs(tree.Trait.TYPE, who),))
        if isinstance(item, tree.Not)
        else tree.SameAs(tree.Trait.TYPE, who)
        for item in filters
        if _asks_opponent(item)
    )
    faced = meaning.Facing(tree.OpponentOf(who), of_opponent)
    return tree.All((tree.Is(who, plain), faced)) if plain else faced


def _among_each_other(unit: Any, filters: tree.Filters) -> tree.Condition:
    """Cards or characters that are compared with each other: two or more of them that are all alike, or all differ."""
    (said, *others) = filters
    if others or not isinstance(said, meaning.Mutual):
        raise meaning.MeaningError("either what they are, or what they have in common")
    match unit:
        case meaning.Those(group) if not isinstance(group, meaning.Pronoun) or not group.one:
            count: Any = tree.CountCards(tree.CardSet((tree.Among(group),)))
        case meaning.Some(tree.Quantity(_, None), phrase, side):
            count = count_of(phrase, side or tree.Side.BOTH)
        case _:
            raise meaning.MeaningError("several that are compared with each other")
    values = replace(count, distinct=said.trait)
    several = tree.Compare(count, tree.Comparison.AT_LEAST, 2)
    single = one_by_one(count, said.trait)
    if said.all_differ:
        of_each = single if isinstance(count, tree.CountCharacters) else count
        return tree.All((several, tree.Compare(values, tree.Comparison.EQUAL, of_each)))
    if said.trait is tree.Trait.TYPE and isinstance(getattr(count, "characters", None), tree.CharacterSet):
        return tree.All((several, tree.ShareType(count.characters)))
    if isinstance(count, tree.CountCards) and single != count:
        none_lacks_it = tree.Compare(single, tree.Comparison.EQUAL, count)
        return tree.All((several, none_lacks_it, tree.Compare(values, tree.Comparison.EQUAL, 1)))
    return tree.All((several, tree.Compare(values, tree.Comparison.EQUAL, 1)))


def some_among_each_other(
    of: Any, filters: tree.Filters, asked: AmountAsked | None, total: list[int]
) -> tree.Condition:
    """Two or more of them are alike; or both of them are, or all."""
    several = meaning.Those(of.group) if isinstance(of, tree.Cards) else of
    if asked is None:
        alike = _among_each_other(several, filters)
        return tree.All((tree.Compare(counted(of, ()), tree.Comparison.EQUAL, total[0]), alike)) if total else alike
    match filters:
        case (meaning.Mutual(trait, False),) if asked.comparison is tree.Comparison.AT_LEAST and asked.number == 2:
            count: Any = counted(of, ())
            single = one_by_one(count, trait)
            of = single if isinstance(single, tree.CountCards) else count
            return tree.Compare(replace(of, distinct=trait), tree.Comparison.FEWER, single)
    raise meaning.MeaningError("two or more that are alike, or all of them")


SHARES_WITH_OPPONENT = tree.SameAs(tree.Trait.TYPE, meaning.BATTLE_OPPONENT)


# What the effect itself has done: "if you discarded … with this effect".


# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is


def _is_hand(source: tree.Source) -> bool:
    return isinstance(source, tree.InZone) and source.zone is tree.Zone.HAND


def deed_count(group: tree.Group, phrase: meaning.NounPhrase, more: tree.Filters = ()) -> tree.CountCards:
    """How many cards there are to which that was done. A scene card differs from none in a level or a TYPE."""
    has_none = phrase.distinct in (tree.Trait.TYPE, tree.Trait.LEVEL)
    kinds = (tree.KindIn(meaning.CHARACTER_KINDS),) if has_none else ()
    cards = tree.CardSet((tree.Among(group),), (*more, *phrase.only("sources", "distinct"), *kinds))
    return tree.CountCards(cards, phrase.distinct)


_THINGS = meaning.NounPhrase()


def did(
    group: tree.Group,
    amount: AmountAsked = AT_LEAST_ONE,
    phrase: meaning.NounPhrase = _THINGS,
    whose: tree.Side | None = None,
    by: tree.Side = tree.Side.YOU,
) -> tree.Condition:
    """What this effect did; what went to the opponent's zone is a card of the opponent (CR 3.1.2)."""
    if group is tree.Group.SENT and phrase.sources and all(map(_is_hand, phrase.sources)):
        group = tree.Group.DISCARDED
    owned = (tree.OwnedBy(tree.Side.OPPONENT),) if whose is tree.Side.OPPONENT else ()
    match as_asked(deed_count(group, phrase, owned), amount):
        case tree.Compare(left, comparison, right):
            return meaning.Did(left, comparison, right, by, phrase.sources, phrase.at)
        case _ if phrase.sources:
            raise meaning.MeaningError("where the cards come from, or what they have in common", phrase.at)
        case asked:
            return asked


def before(asked: tree.Condition, at: int) -> meaning.Did:
    """What was done before in this effect, where the text does not say "with this effect"."""
    if not isinstance(asked, meaning.Did):
        raise meaning.MeaningError('what was done "with this effect"')
    return replace(asked, at=at if asked.at < 0 else asked.at, before=True)


class Deeds(Judged):
    """What was drawn, sent, discarded, exiled, taken or returned."""

    def was_done(
        self, amount: AmountAsked, phrase: meaning.NounPhrase, deed: tree.Cards, whose: tree.Side | None = None
    ) -> tree.Condition:
        """Whoever did it; what was sent to your discard area is a card of yours."""
        own = (tree.OwnedBy(tree.Side.YOU),) if whose is tree.Side.YOU else ()
        return did(deed.group, amount, phrase.adding(*own), whose, by=tree.Side.BOTH)

    def did_take_character(self, _: AmountAsked, phrase: meaning.NounPhrase, whose: tree.Side | None) -> tree.Condition:
        refuse_another(whose or tree.Side.YOU, tree.Side.YOU)
        return tree.Is(tree.That(tree.CharacterRef.REMOVED), phrase.characters())

    def did_return(self, amount: AmountAsked, phrase: meaning.NounPhrase, *where: Any) -> tree.Condition:
        group = tree.Group.ON_TOP if tree.Edge.TOP in where else tree.Group.RETURNED
        return did(group, amount, phrase, next((item for item in where if isinstance(item, tree.Side)), None))
