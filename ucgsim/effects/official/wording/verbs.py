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
    apart,
    as_cards,
    as_characters,
    bare,
    just_one,
    own_side,
)
from ucgsim.effects.official.meaning.gifts import STATE_SIZES, by_state, charge_count, one_gift_of_types
from ucgsim.effects.official.meaning.instead import instead
from ucgsim.effects.official.meaning.owners import THEIR_HAND, is_one, picked_by_opponent
from ucgsim.effects.official.wording.comparisons import Own
from ucgsim.effects.official.wording.conditions import Facts
from ucgsim.effects.official.wording.connectives import prefixed, scaled, sequence
from ucgsim.effects.official.wording.counts import Multiple
from ucgsim.effects.official.wording.judged import as_asked, at_least_one
from ucgsim.effects.official.wording.noun_phrases import type_names
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
    AddChosenType,
    AddLevels,
    AddTypes,
    ByPlayer,
    CannotLevelUp,
    Charge,
    ChooseBP,
    ChooseCards,
    ChooseCharacters,
    ChooseType,
    DictateOutcome,
    Draw,
    Extra,
    Forbid,
    ForEach,
    Grade,
    If,
    Immune,
    Look,
    May,
    Modification,
    Modify,
    Move,
    NegateText,
    OneOf,
    ProtectFromExile,
    PutInPlace,
    PutOnTop,
    PutScene,
    PutUnder,
    ReplaceType,
    Reveal,
    RunActivate,
    RunEnter,
    Sequence,
    SetBP,
    SilenceEnter,
    Statement,
    Swap,
)
from ucgsim.effects.tree.values import (
    Change,
    CharacterRef,
    Deed,
    Destination,
    DictatedOutcome,
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
    from collections.abc import Callable

    from ucgsim.effects.official.wording.comparisons import AmountAsked
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
class Verbs(Facts):
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
        return _each_apart(selection, lambda one: Move(as_cards(one, HAND), Destination.DISCARD))

    def move(self, selection: Any, place: Place, *exceptions: Filters) -> Statement:
        return _each_apart(selection, lambda one: self._moved(one, place, exceptions))

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
        return _each_apart(selection, lambda one: Move(as_cards(one), Destination.EXILE))

    def reveal(self, selection: Any) -> Statement:
        return _each_apart(selection, lambda one: Reveal(as_cards(one, HAND)))

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
        return _modify(target, SetBP(amount), tuple(item for item in parts if isinstance(item, Duration)))

    def look(self, selection: Any) -> Statement:
        return Look(as_cards(selection, HAND))

    def choose_and_reveal(self, selection: Any) -> Statement:
        return Reveal(as_cards(selection, HAND))

    def choose(self, selection: Any) -> Statement:
        return _each_apart(selection, self._chosen)

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
        return ChooseType(_type_names(parts[-1]))

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

    # --- modifications

    def give(self, target: Any, gifts: Any) -> Statement:
        changes, duration = gifts
        return _each_apart(target, lambda one: Modify(as_characters(one), changes, duration))

    def gifts(self, *parts: Any) -> tuple[tuple[Modification, ...], Duration]:
        changes = [item for item in parts if not isinstance(item, Duration | Multiple)]
        duration = next((item for item in parts if isinstance(item, Duration)), Duration.WHILE_ACTIVE)
        for multiple in (item for item in parts if isinstance(item, Multiple)):
            changes = [scaled(change, multiple) for change in changes]
        return one_gift_of_types(changes), duration

    def multiplier(self, multiple: Multiple) -> Multiple:
        return multiple

    def plus_bp(self, token: Token) -> Modification:
        return BP(int(token))

    def plus_bp_by_state(self, *parts: Any) -> Modification:
        return BP(by_state(tuple(item if isinstance(item, State) else int(item) for item in parts)))

    def grade(self, way: int, steps: int) -> Modification:
        return Grade(way * steps)

    def add_types(self, types: tuple[Filters, bool]) -> Modification:
        names = _type_names(types)
        return AddTypes(names, choice=types[1] and len(names) > 1)

    def add_chosen_type(self) -> Modification:
        return AddChosenType()

    def this_turn(self) -> Duration:
        return Duration.THIS_TURN

    def next_turn(self) -> Duration:
        return Duration.NEXT_TURN

    def both_turns(self) -> Duration:
        return Duration.THIS_AND_NEXT_TURN

    def change_type(self, number: int, target: Any, types: tuple[Filters, bool], *duration: Duration) -> Statement:
        just_one(number)
        return _modify(target, ReplaceType(_type_names(types)), duration)

    def negate(self, number: int, target: Any, *duration: Duration) -> Statement:
        just_one(number)
        return _modify(target, NegateText(), _of_this_turn(duration))

    def negate_all(self, target: Any, *duration: Duration) -> Statement:
        return _modify(target, NegateText(every=True), _of_this_turn(duration))

    def dictate(self, target: Any, outcome: DictatedOutcome, *duration: Duration) -> Statement:
        return _modify(target, DictateOutcome(outcome), duration)

    def win(self) -> DictatedOutcome:
        return DictatedOutcome.WIN

    def tie(self) -> DictatedOutcome:
        return DictatedOutcome.TIE

    # --- claims

    def claims(self, *parts: Any) -> Statement:
        multiples = [item for item in parts if isinstance(item, Multiple)]
        return prefixed(list(multiples), sequence([item for item in parts if not isinstance(item, Multiple)]))

    def claim_of(self, target: Any, claimed: Any) -> Statement:
        return _modify(target, *claimed)

    def claim_of_it(self, claimed: Any) -> Statement:
        return _modify(self._character(Stands.ITS, "its"), *claimed)

    def claim_of_them(self, claimed: Any) -> Statement:
        return _modify(self._character(Stands.ITS, "their", one=False), *claimed)

    def its(self, claimed: Any) -> Any:
        return claimed

    def type_becomes(self, types: tuple[Filters, bool], *duration: Duration) -> Any:
        if not types[1]:
            raise MeaningError("one TYPE that it becomes")
        return ReplaceType(_type_names(types), every=True), duration

    def grade_changes(self, way: int, steps: int, *parts: Any) -> Any:
        change: Modification = Grade(way * steps)
        for multiple in (item for item in parts if isinstance(item, Multiple)):
            change = scaled(change, multiple)
        return change, tuple(item for item in parts if isinstance(item, Duration))

    def reads_extra(self, *duration: Duration) -> Any:
        return Extra(), duration

    def bp_is_kept(self, way: int, *duration: Duration) -> Any:
        return Immune(Change.BP_PLUS if way > 0 else Change.BP_MINUS), duration

    def grade_is_kept(self, way: int, *duration: Duration) -> Any:
        return Immune(self.grade_change(way)), duration

    def immune(self, change: Change, *duration: Duration) -> Any:
        return Immune(change), duration

    def no_level_up(self, *duration: Duration) -> Any:
        return CannotLevelUp(), duration

    def adds_levels(self, number: int, *duration: Duration) -> Any:
        return AddLevels(number), duration

    def outcome_is(self, outcome: DictatedOutcome, *duration: Duration) -> Any:
        return DictateOutcome(outcome), duration

    def grade_change(self, way: int) -> Change:
        return Change.GRADE_UP if way > 0 else Change.GRADE_DOWN

    def bp_change(self, sign: Token) -> Change:
        return Change.BP_PLUS if sign.startswith("+") else Change.BP_MINUS

    def silence(self, _: Side, target: Any, *duration: Duration) -> Statement:
        return _modify(target, SilenceEnter(), duration)

    def ban_draw(self) -> Deed:
        return Deed.DRAW

    def ban_set_scene(self) -> Deed:
        return Deed.SET_SCENE

    def ban_activate(self) -> Deed:
        return Deed.ACTIVATE

    def ban_level_up(self) -> Deed:
        return Deed.LEVEL_UP

    def bans(self, *parts: Deed) -> tuple[Deed, ...]:
        return parts

    def forbid(self, player: Side, deeds: tuple[Deed, ...], *duration: Duration) -> Statement:
        return sequence([Forbid(player, deed, *(duration or (Duration.WHILE_ACTIVE,))) for deed in deeds])

    def forbid_both(self, deeds: tuple[Deed, ...], *duration: Duration) -> Statement:
        return self.forbid(Side.BOTH, deeds, *duration)

    def protect(self, side: Side, _: Side, *duration: Duration) -> Statement:
        cards = CardSet((InZone(Zone.DISCARD, side),))
        return ProtectFromExile(cards, _of_this_turn(duration)[0] if duration else Duration.WHILE_ACTIVE)


def _rebuilt(state: State, phrase: NounPhrase, source: InZone) -> Statement:
    """As many cards as the one state says."""
    if state not in STATE_SIZES:
        raise MeaningError("one state")
    size = STATE_SIZES[state]
    return PutInPlace(PickCards(Quantity(size, size), CardSet((source,), phrase.filters)), state)


def _type_names(types: tuple[Filters, bool]) -> tuple[str, ...]:
    return type_names(types[0])


def _modify(target: Any, change: Modification, duration: tuple[Duration, ...]) -> Statement:
    lasting = duration[0] if duration else Duration.WHILE_ACTIVE
    return _each_apart(target, lambda one: Modify(as_characters(one), (change,), lasting))


def _each_apart(selection: Any, done: Callable[[Any], Statement]) -> Statement:
    """ "One A or two B" is one deed or the other, each with its own number."""
    options = tuple(map(done, apart(selection)))
    return options[0] if len(options) == 1 else OneOf(options)


def _of_this_turn(duration: tuple[Duration, ...]) -> tuple[Duration, ...]:
    """What the record keeps for one turn alone."""
    if any(item is not Duration.THIS_TURN for item in duration):
        raise MeaningError("what holds for this turn")
    return duration
