# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Verbs of the official wording: actions, what is given, what is claimed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from lark import Token, v_args

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
from ucgsim.effects.tree.amounts import ChosenBP
from ucgsim.effects.tree.selectors import (
    ONE,
    Among,
    Amount,
    Cards,
    CardSet,
    CountCards,
    DeckCards,
    Filters,
    InGroup,
    InZone,
    NameIn,
    Not,
    OpponentOf,
    OwnedBy,
    PickCards,
    Plus,
    Quantity,
    RandomCards,
    That,
    Times,
    Total,
)
from ucgsim.effects.tree.statements import (
    BP,
    ByPlayer,
    Charge,
    ChooseBP,
    ChooseCards,
    ChooseCharacters,
    ChooseType,
    Draw,
    ForEach,
    If,
    Look,
    May,
    Modify,
    Move,
    PutInPlace,
    PutOnTop,
    PutScene,
    PutUnder,
    Reveal,
    RunActivate,
    RunEnter,
    Sequence,
    SetBP,
    Statement,
    Swap,
)
from ucgsim.effects.tree.values import (
    CharacterRef,
    Destination,
    Duration,
    Edge,
    Group,
    Measure,
    Side,
    State,
    Trait,
    Zone,
)

if TYPE_CHECKING:
    from ucgsim.effects.official.wording.comparisons import AmountAsked
    from ucgsim.effects.official.wording.counts import Multiple
    from ucgsim.effects.tree.conditions import Condition

HAND = InZone(Zone.HAND, Side.YOU)
DISCARD = InZone(Zone.DISCARD, Side.YOU)
TWO = Quantity(2, 2)


class Place(NamedTuple):
    """Where a verb moves cards, and whose that is if the text says so."""

    to: Destination
    any_order: bool = False
    whose: Side | None = None


def _on_deck(to: Destination, rest: tuple[Any, ...]) -> Place:
    return Place(to, "order" in rest, next((item for item in rest if isinstance(item, Side)), None))


@v_args(inline=True)
class Verbs(Changes):
    """What is done."""

    # --- verbs

    def draw(self, count: Amount, *multiples: Multiple) -> Statement:
        for multiple in multiples:
            if not isinstance(count, int):
                raise MeaningError("a number of cards")
            count = Times(count, multiple.count, multiple.per)
        return Draw(Side.YOU, count)

    def draw_up_to(self, count: Amount) -> Statement:
        """As many as one likes: each is a choice (CR 11.3)."""
        return ForEach(count, May(Draw(Side.YOU, 1)))

    def draw_or(self, count: Amount, other: Amount, condition: Condition) -> Statement:
        return instead(Draw(Side.YOU, count), condition, Draw(Side.YOU, other))

    def give_or(self, target: Any, better: tuple[Any, ...]) -> Statement:
        gift, other, duration, condition = better
        who = as_characters(target)
        same = That(Pronoun(Stands.THAT, "it", self.at).as_ref())
        return instead(Modify(who, (gift,), duration), condition, Modify(same, (other,), duration))

    def give_each_its_own(self, *parts: Any) -> Statement:
        """To each what is said of it."""
        given = zip(parts[::2], parts[1::2], strict=True)
        gifts = [item for _, item in given]
        lasting = next((duration for _, duration in reversed(gifts) if duration is not Duration.WHILE_ACTIVE), None)
        return sequence(
            [
                self.give(target, (changes, lasting if lasting and duration is Duration.WHILE_ACTIVE else duration))
                for target, (changes, duration) in zip(parts[::2], gifts, strict=True)
            ]
        )

    def better_gifts(self, *parts: Any) -> tuple[Any, ...]:
        *gifts, condition = (item for item in parts if not isinstance(item, Duration))
        durations = {item for item in parts if isinstance(item, Duration)}
        if len(durations) > 1:
            raise MeaningError("one duration")
        return (*gifts, next(iter(durations), Duration.WHILE_ACTIVE), condition)

    def draw_figure(self, figure: Any) -> Statement:
        if isinstance(figure, Own):
            raise MeaningError("a number of cards")
        return Draw(Side.YOU, figure)

    def double_bp(self, word: Token, selection: Any, *duration: Duration) -> Statement:
        """Its BP once more, as it is when that is done (CR 11.7); of a choice only one can be meant."""
        who = as_characters(selection)
        if word != "double" or not is_one(who):
            raise MeaningError('"double" the BP of one character')
        own = who if isinstance(who, That) or who == OpponentOf(That(CharacterRef.THIS)) else That(CharacterRef.CHOSEN)
        twice = Modify(own, (BP(Total(Measure.BP, own)),), *(duration or (Duration.WHILE_ACTIVE,)))
        return twice if own == who else Sequence((ChooseCharacters(who), twice))

    def opponent_discards(self, _: Side, selection: Any) -> Statement:
        return Move(picked_by_opponent(as_cards(selection, THEIR_HAND)), Destination.DISCARD)

    def opponent_does(self, _: Side, *steps: Statement) -> Statement:
        return ByPlayer(Side.OPPONENT, own_side(sequence(steps)))

    def each_does(self, *steps: Statement) -> Statement:
        match steps:
            case (Draw(Side.YOU, count),):
                return Draw(Side.BOTH, count)
        return ByPlayer(Side.BOTH, own_side(sequence(steps)))

    def each_who_did(self, deed: Cards, asked: AmountAsked, phrase: NounPhrase, *steps: Statement) -> Statement:
        """A player's own cards among those to which that was done."""
        own = CardSet((Among(deed.group),), (OwnedBy(Side.YOU), *phrase.filters))
        body = own_side(sequence(steps))
        return ByPlayer(Side.BOTH, If(as_asked(CountCards(own), asked), body))

    def each_who_did_so(self, *steps: Statement) -> Statement:
        """A player some of whose cards were handled last."""
        handled = Among(self._cards("who did", one=False))
        own = CountCards(CardSet((handled,), (OwnedBy(Side.YOU),)))
        return ByPlayer(Side.BOTH, If(at_least_one(own), own_side(sequence(steps))))

    def each_may(self, body: Statement) -> Statement:
        return ByPlayer(Side.BOTH, May(own_side(body)))

    def opponent_draws(self, _: Side, count: Amount) -> Statement:
        return Draw(Side.OPPONENT, count)

    def to_top(self, *rest: Any) -> Place:
        return _on_deck(Destination.DECK_TOP, rest)

    def draw_by_state(self, *parts: Any) -> Statement:
        return Draw(Side.YOU, by_state(parts))

    def by_state(self, token: Token) -> State:
        return State[token.upper()]

    def draw_until(self, number: int) -> Statement:
        return Draw(Side.YOU, Plus(number, Times(-1, CountCards(CardSet((HAND,))))))

    def discard(self, selection: Any) -> Statement:
        return each_apart(selection, lambda one: Move(as_cards(one, HAND), Destination.DISCARD))

    def move(self, selection: Any, place: Place, *exceptions: Filters) -> Statement:
        return each_apart(selection, lambda one: self._moved(one, place, exceptions))

    def _moved(self, selection: Any, place: Place, exceptions: tuple[Filters, ...]) -> Statement:
        cards = as_cards(selection)
        if exceptions and isinstance(cards, PickCards):
            cards = replace(cards, cards=replace(cards.cards, filters=cards.cards.filters + exceptions[0]))
        return MoveTo(cards, place.to, place.any_order, place.whose) if place.whose else Move(cards, *place[:2])

    def to_hand(self, whose: Side | None) -> Place:
        return Place(Destination.HAND, whose=whose)

    def to_discard(self, whose: Side | None) -> Place:
        return Place(Destination.DISCARD, whose=whose)

    def to_deck(self, edge: Edge, *rest: Any) -> Place:
        return _on_deck(Destination.DECK_TOP if edge is Edge.TOP else Destination.DECK_BOTTOM, rest)

    def to_either_end(self, *rest: Any) -> Place:
        if "order" in rest:
            raise MeaningError("one end of the deck; of several cards it is open whether each may go to another one")
        return _on_deck(Destination.DECK_TOP_OR_BOTTOM, rest)

    def any_order(self) -> str:
        return "order"

    def exception(self) -> Filters:
        return (Not((InGroup(Group.DISCARDED),)),)

    def exile_different(self, selection: Any, trait: Trait) -> Statement:
        cards = as_cards(selection)
        if not isinstance(cards, PickCards) or cards.distinct is not None:
            raise MeaningError("cards that are picked")
        return Move(replace(cards, distinct=trait), Destination.EXILE)

    def exile(self, selection: Any) -> Statement:
        return each_apart(selection, lambda one: Move(as_cards(one), Destination.EXILE))

    def reveal(self, selection: Any) -> Statement:
        return each_apart(selection, lambda one: Reveal(as_cards(one, HAND)))

    def reveal_by_state(self, count: Amount, edge: Edge, side: Side, *parts: Any) -> Statement:
        return Reveal(DeckCards(side, by_state((count, *parts)), edge))

    def choose_bp(self, number: Amount, selection: Any) -> Statement:
        cards = as_cards(selection)
        if number != 1 or not isinstance(cards, PickCards):
            raise MeaningError("one BP value of a card")
        return ChooseBP(cards.cards)

    def chosen_bp(self) -> Amount:
        return ChosenBP()

    def bp_points(self, number: int) -> Amount:
        return number

    def set_bp(self, *parts: Any) -> Statement:
        target, amount = (item for item in parts if not isinstance(item, Duration))
        return modify(target, SetBP(amount), tuple(item for item in parts if isinstance(item, Duration)))

    def look(self, selection: Any) -> Statement:
        return Look(as_cards(selection, HAND))

    def choose_and_reveal(self, selection: Any) -> Statement:
        return Reveal(as_cards(selection, HAND))

    def choose(self, selection: Any) -> Statement:
        return each_apart(selection, self._chosen)

    def _chosen(self, selection: Any) -> Statement:
        parts = selection.parts if isinstance(selection, Several | Alternatives) else (selection,)
        last = parts[-1]
        if isinstance(last, RandomCards):
            return ChooseCards(last)
        if isinstance(last, Some) and (last.phrase.sources or last.phrase.is_card):
            return ChooseCards(as_cards(selection))
        return ChooseCharacters(as_characters(selection))

    def choose_type(self, *parts: Any) -> Statement:
        if len(parts) > 1 and parts[0] != 1:
            raise MeaningError("one TYPE")
        return ChooseType(names_of_types(parts[-1]))

    def put_on_top(self, cards: Any, host: Any) -> Statement:
        return PutOnTop(as_cards(cards), as_characters(host))

    def put_under(self, cards: Any, host: Any) -> Statement:
        return PutUnder(as_cards(cards), as_characters(host))

    def put_in_place(self, cards: Any, *rest: Any) -> Statement:
        state = next((word for word in rest if isinstance(word, State)), None)
        if state not in (None, *STATE_SIZES):
            raise MeaningError("one state")
        return PutInPlace(as_cards(cards), state)

    def build_in_place(self, state: State, phrase: NounPhrase) -> Statement:
        return _rebuilt(state, phrase, HAND)

    def rebuild_in_place(self, state: State, phrase: NounPhrase) -> Statement:
        return _rebuilt(state, phrase, DISCARD)

    def put_scene(self, cards: Any) -> Statement:
        return PutScene(as_cards(cards))

    def swap(self, first: Any, second: Any) -> Statement:
        return Swap(as_characters(first), another_than(first, second))

    def swap_places(self, selection: Any) -> Statement:
        """Two characters that change places with each other are of one side, whichever it is (CR 11.9.1)."""
        if isinstance(selection, Several) and len(selection.parts) == 2:
            return self.swap(*selection.parts)
        if isinstance(selection, That):
            return Swap(selection, selection)
        if not isinstance(selection, Some) or selection.quantity != TWO:
            raise MeaningError("two characters")
        one = as_characters(replace(selection, quantity=ONE))
        return Swap(one, one)

    def swap_them(self) -> Statement:
        them = That(Pronoun(Stands.THAT, "their places", self.at, one=False).as_ref())
        return Swap(them, them)

    def run_enter(self, *parts: Any) -> Statement:
        just_one(parts[0])
        of = parts[-1]
        is_card = not isinstance(of, Some | That | OpponentOf) or (isinstance(of, Some) and of.phrase.is_card)
        return RunEnter(as_cards(of) if is_card else as_characters(of))

    def run_activate(self, number: int, of: Any, *ignored: Token) -> Statement:
        just_one(number)
        if isinstance(of, Some) and of.quantity.most is None:
            of = replace(of, quantity=ONE)
        return RunActivate(as_characters(of), bool(ignored))

    def charge(self, token: Token, hosts: Token) -> Statement:
        return Charge(charge_count(token), (NameIn(tuple(name.strip().upper() for name in bare(hosts).split("/"))),))


def _rebuilt(state: State, phrase: NounPhrase, source: InZone) -> Statement:
    """As many cards as the one state says."""
    if state not in STATE_SIZES:
        raise MeaningError("one state")
    size = STATE_SIZES[state]
    return PutInPlace(PickCards(Quantity(size, size), CardSet((source,), phrase.filters)), state)
