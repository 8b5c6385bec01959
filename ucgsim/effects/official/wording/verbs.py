# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Verbs of the official wording: actions, what is given, what is claimed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from lark import Token, v_args

from ucgsim.effects import tree
from ucgsim.effects.official.meaning.filters import (
    Alternatives,
    MeaningError,
    MoveTo,
    NounPhrase,
    Pronoun,
    Several,
    Some,
    Stands,
    another_than,
    as_cards,
    as_characters,
    bare,
    just_one,
    own_side,
)
from ucgsim.effects.official.meaning.gifts import STATE_SIZES, by_state, charge_count
from ucgsim.effects.official.meaning.instead import instead
from ucgsim.effects.official.meaning.owners import THEIR_HAND, is_one, picked_by_opponent
from ucgsim.effects.official.wording.changes import Changes, each_apart, modify, names_of_types
from ucgsim.effects.official.wording.comparisons import Own
from ucgsim.effects.official.wording.connectives import sequence
from ucgsim.effects.official.wording.judged import as_asked, at_least_one

if TYPE_CHECKING:
    from ucgsim.effects.official.wording.comparisons import AmountAsked
    from ucgsim.effects.official.wording.counts import Multiple

HAND = tree.InZone(tree.Zone.HAND, tree.Side.YOU)
DISCARD = tree.InZone(tree.Zone.DISCARD, tree.Side.YOU)
TWO = tree.Quantity(2, 2)


class Place(NamedTuple):
    """Where a verb moves cards, and whose that is if the text says so."""

    to: tree.Destination
    any_order: bool = False
    whose: tree.Side | None = None


def _on_deck(to: tree.Destination, rest: tuple[Any, ...]) -> Place:
    return Place(to, "order" in rest, next((item for item in rest if isinstance(item, tree.Side)), None))


@v_args(inline=True)
class Verbs(Changes):
    """What is done."""

    # --- verbs

    def draw(self, count: tree.Amount, *multiples: Multiple) -> tree.Statement:
        for multiple in multiples:
            if not isinstance(count, int):
                raise MeaningError("a number of cards")
            count = tree.Times(count, multiple.count, multiple.per)
        return tree.Draw(tree.Side.YOU, count)

    def draw_up_to(self, count: tree.Amount) -> tree.Statement:
        """As many as one likes: each is a choice (CR 11.3)."""
        return tree.ForEach(count, tree.May(tree.Draw(tree.Side.YOU, 1)))

    def draw_or(self, count: tree.Amount, other: tree.Amount, condition: tree.Condition) -> tree.Statement:
        return instead(tree.Draw(tree.Side.YOU, count), condition, tree.Draw(tree.Side.YOU, other))

    def give_or(self, target: Any, better: tuple[Any, ...]) -> tree.Statement:
        gift, other, duration, condition = better
        who = as_characters(target)
        same = tree.That(Pronoun(Stands.THAT, "it", self.at).as_ref())
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

    def better_gifts(self, *parts: Any) -> tuple[Any, ...]:
        *gifts, condition = (item for item in parts if not isinstance(item, tree.Duration))
        durations = {item for item in parts if isinstance(item, tree.Duration)}
        if len(durations) > 1:
            raise MeaningError("one duration")
        return (*gifts, next(iter(durations), tree.Duration.WHILE_ACTIVE), condition)

    def draw_figure(self, figure: Any) -> tree.Statement:
        if isinstance(figure, Own):
            raise MeaningError("a number of cards")
        return tree.Draw(tree.Side.YOU, figure)

    def double_bp(self, word: Token, selection: Any, *duration: tree.Duration) -> tree.Statement:
        """Its BP once more, as it is when that is done (CR 11.7); of a choice only one can be meant."""
        who = as_characters(selection)
        if word != "double" or not is_one(who):
            raise MeaningError('"double" the BP of one character')
        own = (
            who
            if isinstance(who, tree.That) or who == tree.OpponentOf(tree.That(tree.CharacterRef.THIS))
            else tree.That(tree.CharacterRef.CHOSEN)
        )
        twice = tree.Modify(
            own, (tree.BP(tree.Total(tree.Measure.BP, own)),), *(duration or (tree.Duration.WHILE_ACTIVE,))
        )
        return twice if own == who else tree.Sequence((tree.ChooseCharacters(who), twice))

    def opponent_discards(self, _: tree.Side, selection: Any) -> tree.Statement:
        return tree.Move(picked_by_opponent(as_cards(selection, THEIR_HAND)), tree.Destination.DISCARD)

    def opponent_does(self, _: tree.Side, *steps: tree.Statement) -> tree.Statement:
        return tree.ByPlayer(tree.Side.OPPONENT, own_side(sequence(steps)))

    def each_does(self, *steps: tree.Statement) -> tree.Statement:
        match steps:
            case (tree.Draw(tree.Side.YOU, count),):
                return tree.Draw(tree.Side.BOTH, count)
        return tree.ByPlayer(tree.Side.BOTH, own_side(sequence(steps)))

    def each_who_did(
        self, deed: tree.Cards, asked: AmountAsked, phrase: NounPhrase, *steps: tree.Statement
    ) -> tree.Statement:
        """A player's own cards among those to which that was done."""
        own = tree.CardSet((tree.Among(deed.group),), (tree.OwnedBy(tree.Side.YOU), *phrase.filters))
        body = own_side(sequence(steps))
        return tree.ByPlayer(tree.Side.BOTH, tree.If(as_asked(tree.CountCards(own), asked), body))

    def each_who_did_so(self, *steps: tree.Statement) -> tree.Statement:
        """A player some of whose cards were handled last."""
        handled = tree.Among(self._cards("who did", one=False))
        own = tree.CountCards(tree.CardSet((handled,), (tree.OwnedBy(tree.Side.YOU),)))
        return tree.ByPlayer(tree.Side.BOTH, tree.If(at_least_one(own), own_side(sequence(steps))))

    def each_may(self, body: tree.Statement) -> tree.Statement:
        return tree.ByPlayer(tree.Side.BOTH, tree.May(own_side(body)))

    def opponent_draws(self, _: tree.Side, count: tree.Amount) -> tree.Statement:
        return tree.Draw(tree.Side.OPPONENT, count)

    def to_top(self, *rest: Any) -> Place:
        return _on_deck(tree.Destination.DECK_TOP, rest)

    def draw_by_state(self, *parts: Any) -> tree.Statement:
        return tree.Draw(tree.Side.YOU, by_state(parts))

    def by_state(self, token: Token) -> tree.State:
        return tree.State[token.upper()]

    def draw_until(self, number: int) -> tree.Statement:
        return tree.Draw(tree.Side.YOU, tree.Plus(number, tree.Times(-1, tree.CountCards(tree.CardSet((HAND,))))))

    def discard(self, selection: Any) -> tree.Statement:
        return each_apart(selection, lambda one: tree.Move(as_cards(one, HAND), tree.Destination.DISCARD))

    def move(self, selection: Any, place: Place, *exceptions: tree.Filters) -> tree.Statement:
        return each_apart(selection, lambda one: self._moved(one, place, exceptions))

    def _moved(self, selection: Any, place: Place, exceptions: tuple[tree.Filters, ...]) -> tree.Statement:
        cards = as_cards(selection)
        if exceptions and isinstance(cards, tree.PickCards):
            cards = replace(cards, cards=replace(cards.cards, filters=cards.cards.filters + exceptions[0]))
        return MoveTo(cards, place.to, place.any_order, place.whose) if place.whose else tree.Move(cards, *place[:2])

    def to_hand(self, whose: tree.Side | None) -> Place:
        return Place(tree.Destination.HAND, whose=whose)

    def to_discard(self, whose: tree.Side | None) -> Place:
        return Place(tree.Destination.DISCARD, whose=whose)

    def to_deck(self, edge: tree.Edge, *rest: Any) -> Place:
        return _on_deck(tree.Destination.DECK_TOP if edge is tree.Edge.TOP else tree.Destination.DECK_BOTTOM, rest)

    def to_either_end(self, *rest: Any) -> Place:
        if "order" in rest:
            raise MeaningError("one end of the deck; of several cards it is open whether each may go to another one")
        return _on_deck(tree.Destination.DECK_TOP_OR_BOTTOM, rest)

    def any_order(self) -> str:
        return "order"

    def exception(self) -> tree.Filters:
        return (tree.Not((tree.InGroup(tree.Group.DISCARDED),)),)

    def exile_different(self, selection: Any, trait: tree.Trait) -> tree.Statement:
        cards = as_cards(selection)
        if not isinstance(cards, tree.PickCards) or cards.distinct is not None:
            raise MeaningError("cards that are picked")
        return tree.Move(replace(cards, distinct=trait), tree.Destination.EXILE)

    def exile(self, selection: Any) -> tree.Statement:
        return each_apart(selection, lambda one: tree.Move(as_cards(one), tree.Destination.EXILE))

    def reveal(self, selection: Any) -> tree.Statement:
        return each_apart(selection, lambda one: tree.Reveal(as_cards(one, HAND)))

    def reveal_by_state(self, count: tree.Amount, edge: tree.Edge, side: tree.Side, *parts: Any) -> tree.Statement:
        return tree.Reveal(tree.DeckCards(side, by_state((count, *parts)), edge))

    def choose_bp(self, number: tree.Amount, selection: Any) -> tree.Statement:
        cards = as_cards(selection)
        if number != 1 or not isinstance(cards, tree.PickCards):
            raise MeaningError("one BP value of a card")
        return tree.ChooseBP(cards.cards)

    def chosen_bp(self) -> tree.Amount:
        return tree.ChosenBP()

    def bp_points(self, number: int) -> tree.Amount:
        return number

    def set_bp(self, *parts: Any) -> tree.Statement:
        target, amount = (item for item in parts if not isinstance(item, tree.Duration))
        return modify(target, tree.SetBP(amount), tuple(item for item in parts if isinstance(item, tree.Duration)))

    def look(self, selection: Any) -> tree.Statement:
        return tree.Look(as_cards(selection, HAND))

    def choose_and_reveal(self, selection: Any) -> tree.Statement:
        return tree.Reveal(as_cards(selection, HAND))

    def choose(self, selection: Any) -> tree.Statement:
        return each_apart(selection, self._chosen)

    def _chosen(self, selection: Any) -> tree.Statement:
        parts = selection.parts if isinstance(selection, Several | Alternatives) else (selection,)
        last = parts[-1]
        if isinstance(last, tree.RandomCards):
            return tree.ChooseCards(last)
        if isinstance(last, Some) and (last.phrase.sources or last.phrase.is_card):
            return tree.ChooseCards(as_cards(selection))
        return tree.ChooseCharacters(as_characters(selection))

    def choose_type(self, *parts: Any) -> tree.Statement:
        if len(parts) > 1 and parts[0] != 1:
            raise MeaningError("one TYPE")
        return tree.ChooseType(names_of_types(parts[-1]))

    def put_on_top(self, cards: Any, host: Any) -> tree.Statement:
        return tree.PutOnTop(as_cards(cards), as_characters(host))

    def put_under(self, cards: Any, host: Any) -> tree.Statement:
        return tree.PutUnder(as_cards(cards), as_characters(host))

    def put_in_place(self, cards: Any, *rest: Any) -> tree.Statement:
        state = next((word for word in rest if isinstance(word, tree.State)), None)
        if state not in (None, *STATE_SIZES):
            raise MeaningError("one state")
        return tree.PutInPlace(as_cards(cards), state)

    def build_in_place(self, state: tree.State, phrase: NounPhrase) -> tree.Statement:
        return _rebuilt(state, phrase, HAND)

    def rebuild_in_place(self, state: tree.State, phrase: NounPhrase) -> tree.Statement:
        return _rebuilt(state, phrase, DISCARD)

    def put_scene(self, cards: Any) -> tree.Statement:
        return tree.PutScene(as_cards(cards))

    def swap(self, first: Any, second: Any) -> tree.Statement:
        return tree.Swap(as_characters(first), another_than(first, second))

    def swap_places(self, selection: Any) -> tree.Statement:
        """Two characters that change places with each other are of one side, whichever it is (CR 11.9.1)."""
        if isinstance(selection, Several) and len(selection.parts) == 2:
            return self.swap(*selection.parts)
        if isinstance(selection, tree.That):
            return tree.Swap(selection, selection)
        if not isinstance(selection, Some) or selection.quantity != TWO:
            raise MeaningError("two characters")
        one = as_characters(replace(selection, quantity=tree.ONE))
        return tree.Swap(one, one)

    def swap_them(self) -> tree.Statement:
        them = tree.That(Pronoun(Stands.THAT, "their places", self.at, one=False).as_ref())
        return tree.Swap(them, them)

    def run_enter(self, *parts: Any) -> tree.Statement:
        just_one(parts[0])
        of = parts[-1]
        is_card = not isinstance(of, Some | tree.That | tree.OpponentOf) or (isinstance(of, Some) and of.phrase.is_card)
        return tree.RunEnter(as_cards(of) if is_card else as_characters(of))

    def run_activate(self, number: int, of: Any, *ignored: Token) -> tree.Statement:
        just_one(number)
        if isinstance(of, Some) and of.quantity.most is None:
            of = replace(of, quantity=tree.ONE)
        return tree.RunActivate(as_characters(of), bool(ignored))

    def charge(self, token: Token, hosts: Token) -> tree.Statement:
        return tree.Charge(
            charge_count(token), (tree.NameIn(tuple(name.strip().upper() for name in bare(hosts).split("/"))),)
        )


def _rebuilt(state: tree.State, phrase: NounPhrase, source: tree.InZone) -> tree.Statement:
    """As many cards as the one state says."""
    if state not in STATE_SIZES:
        raise MeaningError("one state")
    size = STATE_SIZES[state]
    return tree.PutInPlace(tree.PickCards(tree.Quantity(size, size), tree.CardSet((source,), phrase.filters)), state)
