"""Verbs of the official wording: actions, what is given to characters, what is claimed of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.effects import tree
from ucgsim.effects.official import meaning
from ucgsim.effects.official.meaning.references import is_one
from ucgsim.effects.official.wording.conditions import Facts
from ucgsim.effects.official.wording.connectives import (
    STATE_SIZES,
    by_state,
    instead,
    one_gift_of_types,
    prefixed,
    scaled,
    sequence,
)
from ucgsim.effects.official.wording.facts import as_asked, at_least_one, deed_count
from ucgsim.effects.official.wording.figures import AmountAsked, Multiple, charge_under, lies_in_scene_area
from ucgsim.effects.official.wording.noun_phrases import type_names
from ucgsim.effects.official.wording.selections import AllCharge

if TYPE_CHECKING:
    from collections.abc import Callable

    from lark import Token


# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is


def change_of(kind: Callable[..., tree.Modification], *parts: Any) -> Any:
    """A change of a kind, and how long it holds if that is said."""
    durations = tuple(part for part in parts if isinstance(part, tree.Duration))
    return kind(*(part for part in parts if not isinstance(part, tree.Duration))), durations


class Changes(Facts):
    """What is given, and what is claimed."""

    # --- modifications

    def give(self, target: Any, gifts: Any) -> tree.Statement:
        changes, duration = gifts
        return each_apart(target, lambda one: tree.Modify(meaning.as_characters(one), changes, duration))

    def gifts(self, *parts: Any) -> tuple[tuple[tree.Modification, ...], tree.Duration]:
        changes = [item for item in parts if not isinstance(item, tree.Duration | Multiple)]
        durations = dict.fromkeys(item for item in parts if isinstance(item, tree.Duration))
        duration = meaning.needs(len(durations) < 2, next(iter(durations), tree.Duration.WHILE_ACTIVE), "one duration")
        for multiple in (item for item in parts if isinstance(item, Multiple)):
            changes = [scaled(change, multiple) for change in changes]
        return one_gift_of_types(changes), duration

    def plus_bp_by_state(self, *parts: Any) -> tree.Modification:
        return tree.BP(by_state(tuple(item if isinstance(item, tree.State) else int(item) for item in parts)))

    # --- claims

    def claims(self, *parts: Any) -> tree.Statement:
        multiples = [item for item in parts if isinstance(item, Multiple)]
        return prefixed(list(multiples), sequence([item for item in parts if not isinstance(item, Multiple)]))

    def grade_changes(self, way: int, steps: int, *parts: Any) -> Any:
        change: tree.Modification = tree.Grade(way * steps)
        for multiple in (item for item in parts if isinstance(item, Multiple)):
            change = scaled(change, multiple)
        return change, tuple(item for item in parts if isinstance(item, tree.Duration))

    def grade_change(self, way: int) -> tree.Change:
        return tree.Change.GRADE_UP if way > 0 else tree.Change.GRADE_DOWN

    def forbid(self, player: tree.Side, banned: tuple[Any, ...], *duration: tree.Duration) -> tree.Statement:
        deeds = [item for item in banned if isinstance(item, tree.Deed)]
        if any((item is tree.Side.YOU) != (player is tree.Side.YOU) for item in banned if item not in deeds):
            raise meaning.MeaningError("characters of the player who cannot level them up")
        return sequence([tree.Forbid(player, deed, *(duration or (tree.Duration.WHILE_ACTIVE,))) for deed in deeds])


def names_of_types(types: tuple[tree.Filters, bool]) -> tuple[str, ...]:
    """The TYPEs that are named."""
    return type_names(types[0])


def modify(target: Any, change: tree.Modification, duration: tuple[tree.Duration, ...]) -> tree.Statement:
    """One change of each that is meant."""
    lasting = duration[0] if duration else tree.Duration.WHILE_ACTIVE
    return each_apart(target, lambda one: tree.Modify(meaning.as_characters(one), (change,), lasting))


def each_apart(selection: Any, done: Callable[[Any], tree.Statement]) -> tree.Statement:
    """ "One A or two B" is one deed or the other, each with its own number."""
    options = tuple(map(done, meaning.apart(selection)))
    return options[0] if len(options) == 1 else tree.OneOf(options)


def of_this_turn(duration: tuple[tree.Duration, ...]) -> tuple[tree.Duration, ...]:
    """What the record keeps for one turn alone."""
    if any(item is not tree.Duration.THIS_TURN for item in duration):
        raise meaning.MeaningError("what holds for this turn")
    return duration


# Verbs of the official wording: actions, what is given, what is claimed.


# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is


HAND = tree.InZone(tree.Zone.HAND, tree.Side.YOU)
OWN_HAND = tree.InZone(tree.Zone.HAND, meaning.DOERS)
"""The hand that a text leaves unnamed: that of the player who discards, reveals or looks."""
DISCARD = tree.InZone(tree.Zone.DISCARD, tree.Side.YOU)
TWO = tree.Quantity(2, 2)


class Place(NamedTuple):
    """Where a verb moves cards, and whose that is if the text says so."""

    to: tree.Destination
    whose: tree.Side | None = None
    any_order: bool = False


def _on_deck(to: tree.Destination, rest: tuple[Any, ...]) -> Place:
    return Place(to, next((item for item in rest if isinstance(item, tree.Side)), None), "order" in rest)


def draw_up_to(number: int, hand: tree.InZone) -> tree.Statement:
    """As many cards as are missing in a hand."""
    return tree.Draw(tree.Side.YOU, tree.Plus(number, tree.Times(-1, tree.CountCards(tree.CardSet((hand,))))))


def built_in_place(source: tree.InZone, state: tree.State, phrase: meaning.NounPhrase) -> tree.Statement:
    """As many cards as the one state says."""
    if state not in STATE_SIZES:
        raise meaning.MeaningError("one state")
    size = STATE_SIZES[state]
    return tree.PutInPlace(tree.PickCards(tree.Quantity(size, size), tree.CardSet((source,), phrase.only())), state)


def cards_from(quantity: tree.Quantity, phrase: meaning.NounPhrase, source: Any) -> meaning.Some:
    """Cards whose place is said apart from them; on a field there are none."""
    if not source or not isinstance(source, tuple):
        raise meaning.MeaningError("where the card is")
    return meaning.Some(quantity, phrase.lying(*source))


class Verbs(Changes):
    """What is done."""

    # --- verbs

    def draw(self, count: tree.Amount, *multiples: Multiple) -> tree.Statement:
        for multiple in multiples:
            if not isinstance(count, int):
                raise meaning.MeaningError("a number of cards")
            count = tree.Times(count, multiple.count, multiple.per)
        return tree.Draw(tree.Side.YOU, count)

    def give_or(self, target: Any, better: tuple[Any, ...]) -> tree.Statement:
        gift, other, duration, condition = better
        who = meaning.as_characters(target)
        same = tree.That(meaning.Pronoun(meaning.Stands.THAT, "it", self.at).as_ref())
        return instead(tree.Modify(who, (gift,), duration), condition, tree.Modify(same, (other,), duration))

    def give_each_its_own(self, *parts: Any) -> tree.Statement:
        """To each what is said of it."""
        given = zip(parts[::2], parts[1::2], strict=True)
        gifts = [item for _, item in given]
        lasting = next(
            (duration for _, duration in reversed(gifts) if duration is not tree.Duration.WHILE_ACTIVE), None
        )
        return sequence(
            [
                self.give(
                    target, (changes, lasting if lasting and duration is tree.Duration.WHILE_ACTIVE else duration)
                )
                for target, (changes, duration) in zip(parts[::2], gifts, strict=True)
            ]
        )

    def give_x(self, target: Any, sign: Token, *parts: Any) -> tree.Statement:
        """ "+X BP, where X is …"."""
        durations = [item for item in parts if isinstance(item, tree.Duration)]
        if len(durations) > 1:
            raise meaning.MeaningError("one duration")
        (x,) = (item for item in parts if not isinstance(item, tree.Duration))
        amount = x if sign.startswith("+") else replace(x, factor=-x.factor)
        return modify(target, tree.BP(amount), tuple(durations))

    def better_gifts(self, *parts: Any) -> tuple[Any, ...]:
        *gifts, condition = (item for item in parts if not isinstance(item, tree.Duration))
        durations = {item for item in parts if isinstance(item, tree.Duration)}
        if len(durations) > 1:
            raise meaning.MeaningError("one duration")
        return (*gifts, next(iter(durations), tree.Duration.WHILE_ACTIVE), condition)

    def double_bp(self, word: Token, selection: Any, *duration: tree.Duration) -> tree.Statement:
        """Its BP once more, as it is when that is done (CR 11.7); of a choice only one can be meant."""
        who = meaning.as_characters(selection)
        if word != "double" or not is_one(who):
            raise meaning.MeaningError('"double" the BP of one character')
        own = (
            who
            if isinstance(who, tree.That) or who == tree.OpponentOf(tree.That(tree.CharacterRef.THIS))
            else tree.That(tree.CharacterRef.CHOSEN)
        )
        twice = tree.Modify(
            own, (tree.BP(tree.Total(tree.Measure.BP, own)),), *(duration or (tree.Duration.WHILE_ACTIVE,))
        )
        return twice if own == who else tree.Sequence((tree.ChooseCharacters(who), twice))

    def each_does(self, *steps: tree.Statement) -> tree.Statement:
        match steps:
            case (tree.Draw(tree.Side.YOU, int(count)),):
                return tree.Draw(tree.Side.BOTH, count)
        return done_by(tree.Side.BOTH, sequence(steps))

    def each_who_did(
        self, deed: tree.Cards, asked: AmountAsked, phrase: meaning.NounPhrase, *steps: tree.Statement
    ) -> tree.Statement:
        """A player's own cards among those to which that was done."""
        phrase.only("distinct")
        own = deed_count(deed.group, phrase, (tree.OwnedBy(tree.Side.YOU),))
        return _by_each(as_asked(own, asked), steps)

    def each_who_did_so(self, *steps: tree.Statement) -> tree.Statement:
        """A player some of whose cards were handled last."""
        handled = tree.Among(self._cards("who did", one=False))
        own = tree.CountCards(tree.CardSet((handled,), (tree.OwnedBy(tree.Side.YOU),)))
        return _by_each(at_least_one(own), steps)

    def move(self, selection: Any, place: Place, *exceptions: tree.Filters) -> tree.Statement:
        return each_apart(selection, lambda one: self._moved(one, place, exceptions))

    def _moved(self, selection: Any, place: Place, exceptions: tuple[tree.Filters, ...]) -> tree.Statement:
        if isinstance(selection, AllCharge):
            each = self._moved(tree.ChargeCards(selection.of), place, exceptions)
            return tree.ForEach(charge_under(selection.of), each)
        cards = meaning.as_cards(selection)
        if exceptions and isinstance(cards, tree.PickCards):
            cards = replace(cards, cards=replace(cards.cards, filters=cards.cards.filters + exceptions[0]))
        return (
            meaning.MoveTo(cards, place.to, place.any_order, place.whose)
            if place.whose
            else tree.Move(cards, place.to, place.any_order)
        )

    def move_each_way(self, selection: Any, place: Place, other: Place) -> tree.Statement:
        """One of two, and the other one."""
        if (
            not isinstance(selection, meaning.Some)
            or selection.quantity != tree.ONE
            or selection.phrase.only("sources")
        ):
            raise meaning.MeaningError('"one of them", of two cards that were revealed or looked at')
        return sequence([self.move(selection, place), self.move(meaning.TheOther(tree.Group.REST, self.at), other)])

    def to_deck(self, edge: tree.Edge, *rest: Any) -> Place:
        return _on_deck(tree.Destination.DECK_TOP if edge is tree.Edge.TOP else tree.Destination.DECK_BOTTOM, rest)

    def to_either_end(self, *rest: Any) -> Place:
        if "order" in rest:
            raise meaning.MeaningError(
                "one end of the deck; of several cards it is open whether each may go to another one"
            )
        return _on_deck(tree.Destination.DECK_TOP_OR_BOTTOM, rest)

    def exile_different(self, selection: Any, trait: tree.Trait) -> tree.Statement:
        cards = meaning.as_cards(selection)
        if not isinstance(cards, tree.PickCards) or cards.distinct is not None:
            raise meaning.MeaningError("cards that are picked")
        return tree.Move(replace(cards, distinct=trait), tree.Destination.EXILE)

    def choose_bp(self, number: tree.Amount, selection: Any) -> tree.Statement:
        cards = meaning.as_cards(selection)
        if number != 1 or not isinstance(cards, tree.PickCards):
            raise meaning.MeaningError("one BP value of a card")
        return tree.ChooseBP(cards.cards)

    def set_bp(self, *parts: Any) -> tree.Statement:
        target, amount = (item for item in parts if not isinstance(item, tree.Duration))
        return modify(target, tree.SetBP(amount), tuple(item for item in parts if isinstance(item, tree.Duration)))

    def choose(self, selection: Any) -> tree.Statement:
        return each_apart(selection, self._chosen)

    def _chosen(self, selection: Any) -> tree.Statement:
        parts = selection.parts if isinstance(selection, meaning.Several | meaning.Alternatives) else (selection,)
        last = parts[-1]
        if isinstance(last, tree.RandomCards):
            return tree.ChooseCards(meaning.as_cards(last))
        if isinstance(last, meaning.Some) and (last.phrase.sources or last.phrase.is_card or last.phrase.is_scene):
            cards = meaning.as_cards(selection)
            if any(isinstance(part, tree.WholeCharacters) for part in tree.nodes(cards)):
                raise meaning.MeaningError("cards alone, or characters alone, that are chosen")
            return tree.ChooseCards(cards)
        return tree.ChooseCharacters(meaning.as_characters(selection))

    def put_under_able(self, cards: Any, host: Any) -> tree.Statement:
        """Under this character, if the card is able to lie there; of others the noun phrase says it."""
        if host != tree.That(tree.CharacterRef.THIS):
            raise meaning.MeaningError("this character, or one of those where it is able to be placed")
        able = tree.CharacterSet(tree.Side.YOU, (tree.IsThis(), tree.CanTakeUnder(tree.Group.PLACED)))
        return tree.PutUnder(meaning.as_cards(cards), tree.PickCharacters(tree.ONE, able))

    def put_in_place(self, cards: Any, *rest: Any) -> tree.Statement:
        state = next((word for word in rest if isinstance(word, tree.State)), None)
        if state not in (None, *STATE_SIZES):
            raise meaning.MeaningError("one state")
        return tree.PutInPlace(meaning.as_cards(cards), state)

    def put_beneath(
        self, quantity: tree.Quantity, phrase: meaning.NounPhrase, host: Any, *source: tuple[tree.Source, ...]
    ) -> tree.Statement:
        """ "Under", without "into play", is said of a card of a name or kind: others may be meant to lie face-down."""
        if not phrase.only("sources", "distinct"):
            raise meaning.MeaningError("which card, or how it lies there")
        cards = cards_from(quantity, phrase, source[0]) if source else meaning.Some(quantity, phrase)
        return tree.PutUnder(meaning.as_cards(cards), meaning.as_characters(host))

    def put_scene(self, selection: Any) -> tree.Statement:
        """What is put into play with nothing below it and in nobody's place is a scene card."""
        is_scene = isinstance(selection, meaning.Some) and selection.phrase.is_scene and selection.phrase.sources
        if not is_scene or selection.quantity.most != 1 or lies_in_scene_area(selection.phrase.sources):
            raise meaning.MeaningError("one scene card of a hand or discard area, or where a character card is put")
        return tree.PutScene(meaning.as_cards(selection))

    def wins_battle(self, unit: Any, *duration: tree.Duration) -> tree.Statement:
        """ "Win X's battle" of a character of one's own."""
        yours = isinstance(unit, meaning.Some) and unit.side is tree.Side.YOU
        if not yours and unit != tree.That(tree.CharacterRef.THIS):
            raise meaning.MeaningError("the battle of a character of yours")
        return modify(unit, tree.DictateOutcome(tree.DictatedOutcome.WIN), duration)

    def swap(self, first: Any, second: Any) -> tree.Statement:
        return tree.Swap(meaning.as_characters(first), meaning.another_than(first, second))

    def swap_places(self, selection: Any) -> tree.Statement:
        """Two characters that change places with each other are of one side, whichever it is (CR 11.9.1)."""
        if isinstance(selection, meaning.Several) and len(selection.parts) == 2:
            return self.swap(*selection.parts)
        if isinstance(selection, tree.That):
            return tree.Swap(selection, selection)
        if not isinstance(selection, meaning.Some) or selection.quantity != TWO:
            raise meaning.MeaningError("two characters")
        one = meaning.as_characters(replace(selection, quantity=tree.ONE))
        return tree.Swap(one, one)

    def run_enter(self, *parts: Any) -> tree.Statement:
        meaning.just_one(parts[0])
        of = parts[-1]
        is_card = not isinstance(of, meaning.Some | tree.That | tree.OpponentOf) or (
            isinstance(of, meaning.Some) and of.phrase.is_card
        )
        return tree.RunEnter(meaning.as_cards(of) if is_card else meaning.as_characters(of))

    def run_activate(self, number: int, of: Any, *ignored: Token) -> tree.Statement:
        meaning.just_one(number)
        if isinstance(of, meaning.Some) and of.quantity.most is None:
            of = replace(of, quantity=tree.ONE)
        return tree.RunActivate(meaning.as_characters(of), bool(ignored))


def _by_each(own: tree.Condition, steps: tuple[tree.Statement, ...]) -> tree.Statement:
    """Done by each player of whom something holds."""
    return tree.ByPlayer(tree.Side.BOTH, tree.If(own, meaning.seen_by(tree.Side.BOTH, sequence(steps))))


def done_by(player: tree.Side, body: tree.Statement) -> tree.Statement:
    """Something that a player does."""
    return tree.ByPlayer(player, meaning.seen_by(player, body))
