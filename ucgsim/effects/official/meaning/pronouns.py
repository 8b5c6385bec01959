"""The last step of reading: pronouns get what they stand for, durations what the power gives them.

"Them" and "it" are the cards that were handled last, "that character" the character that was spoken of last.
The walk goes through a power in the order of its text: condition, cost, body.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, get_args

from ucgsim.effects.official.meaning.filters import IT, ITS, THAT, Exactly, Lone, MeaningError, MoveTo
from ucgsim.effects.official.meaning.owners import (
    of_one_side,
    on_one_field,
    owner_of,
    refuse_another,
    seen_from,
    side_of,
)
from ucgsim.effects.tree.conditions import Compare, Is
from ucgsim.effects.tree.selectors import (
    EVERY,
    AllOf,
    Among,
    Amount,
    BothOf,
    Cards,
    CardSet,
    CharacterSelector,
    CharacterSet,
    CountCards,
    CountCharacters,
    DeckCards,
    Filter,
    Filters,
    IsThis,
    OpponentOf,
    PickCards,
    PickCharacters,
    Quantity,
    RandomCards,
    SameAs,
    StackCards,
    That,
    WholeCharacters,
    WithOpponent,
)
from ucgsim.effects.tree.statements import (
    ByPlayer,
    CannotLevelUp,
    CardText,
    ChooseCards,
    ChooseCharacters,
    Draw,
    Forbid,
    ForEach,
    If,
    IfYouDo,
    Look,
    MayOr,
    Modify,
    Move,
    Power,
    PowerKind,
    ProtectFromExile,
    PutInPlace,
    PutOnTop,
    PutScene,
    PutUnder,
    Reveal,
    RunActivate,
    RunEnter,
)
from ucgsim.effects.tree.triggers import Departure, Event, Trigger
from ucgsim.effects.tree.values import CharacterRef, Comparison, Deed, Destination, Duration, Group, Side, Zone

_CHOSEN = (That(CharacterRef.CHOSEN), That(CharacterRef.LATEST))
_FILTER_ORDER = get_args(Filter)
_OF_THIS_CARD = (Event.THIS_MILLED, Event.THIS_SCENE_SENT, Event.THIS_MOVES)
_OF_A_CHARACTER = (
    Event.CHARACTER_ENTERS,
    Event.ACTIVATE_RESOLVED,
    Event.LEVELS_UP,
    Event.WINS,
    Event.LOSES,
    Event.TIES,
    Event.PUT_UNDER,
    Event.CHARGED,
    Event.SWAPPED,
)
_BY_DESTINATION = {
    Destination.HAND: Group.TO_HAND,
    Destination.EXILE: Group.EXILED,
    Destination.DECK_TOP: Group.RETURNED,
    Destination.DECK_BOTTOM: Group.RETURNED,
    Destination.DECK_TOP_OR_BOTTOM: Group.RETURNED,
}


def settle(text: CardText) -> CardText:
    """The same text with every pronoun replaced; raises `MeaningError` for one that stands for nothing."""
    return CardText(tuple(_settle_power(power) for power in text.powers))


def _settle_power(power: Power) -> Power:
    walk = _Walk(continuous=power.kind is PowerKind.CONTINUOUS)
    if power.trigger is not None:
        if _has_pronoun(power.trigger):
            raise MeaningError("what the trigger watches, by its name")
        trigger = replace(power.trigger, subjects=walk.subjects(power.trigger.subjects))
        power = replace(power, trigger=trigger)
        walk.hear(trigger)
    condition = walk.visit(power.condition)
    cost = walk.visit(power.cost)
    return replace(power, condition=condition, cost=cost, body=walk.visit(power.body))


def _has_pronoun(node: Any) -> bool:
    if isinstance(node, tuple):
        return any(map(_has_pronoun, node))
    if is_dataclass(node):
        return any(_has_pronoun(getattr(node, item.name)) for item in fields(node))
    return node in (IT, THAT, ITS)


@dataclass(slots=True)
class _Walk:
    """What was spoken of last."""

    continuous: bool
    cards: Group | None = None
    character: CharacterSelector | None = None
    named_this: bool = False
    """Whether "this character" was spoken of; another one that was goes before it."""
    many: Amount | None = None
    in_loop: bool = False
    gone: bool = False
    """Whether the power speaks of a character that has left the field."""
    several: set[Group] = field(default_factory=set)
    """Groups that may hold more than one card."""
    chosen_several: bool = False
    """Whether several characters may have been chosen last."""
    owners: dict[Group | CharacterRef, Side] = field(default_factory=dict)
    """Whose cards and characters they are of which the text has spoken."""
    chose: bool = False
    """Whether characters were chosen by that word, so that "the chosen" are not what was spoken of last."""

    def hear(self, trigger: Trigger) -> None:
        """What the trigger speaks of."""
        if trigger.event in _OF_A_CHARACTER:
            subjects = trigger.subjects
            own = isinstance(subjects, CharacterSet) and IsThis() in subjects.filters
            self.character = That(CharacterRef.THIS if own else CharacterRef.EVENT)
        elif trigger.event in _OF_THIS_CARD:
            self.cards = Group.THIS
        self.gone = trigger.event is Event.LEAVES

    def subjects(self, selection: Any) -> Any:
        """What the trigger watches, with the side on whose field it says that is."""
        match selection:
            case CharacterSet(side, filters):
                return CharacterSet(*of_one_side(side, filters))
            case Departure(characters):
                return replace(selection, characters=self.subjects(characters))
        return selection

    def visit(self, node: Any) -> Any:
        """The settled node."""
        match node:
            case tuple():
                return tuple(self.visit(item) for item in node)
            case Cards(group):
                return Cards(self._group(group))
            case That(ref):
                return self._character() if ref is THAT else self._its(node)
            case CharacterSet(side, filters):
                return CharacterSet(*of_one_side(side, _in_order(self.visit(filters))))
            case CardSet(sources, filters):
                return on_one_field(self.visit(sources), _in_order(self.visit(filters)))
            case Compare(CountCards(CardSet((Among(group),), filters)), Comparison.AT_LEAST, 1) if (
                group is IT and self.cards is None and self.character is not None
            ):
                return self.visit(Is(That(THAT), filters))
            case SameAs(trait, Cards(group)) if group is IT and self.cards is None and not self.in_loop:
                return SameAs(trait, self._known_character())
            case Lone(cards, distinct):
                return self._lone(self.visit(CountCards(cards, distinct)))
            case CountCards(CardSet((Among(group),), ())) if group is IT:
                return self._many()
            case PickCards(quantity, cards, distinct, player):
                settled = _still_there(self.visit(cards))
                return PickCards(self.visit(quantity), settled, distinct, player)
            case Among(group):
                return Among(self._group(group))
            case Exactly(least, most):
                return Quantity(self.visit(least), self.visit(most))
            case ForEach(over, body):
                return self._loop(over, body)
            case If():
                return If(self.visit(node.condition), *self._branches(node))
            case MoveTo(cards, to, any_order, whose):
                moved = self.visit(Move(cards, to, any_order))
                refuse_another(whose, owner_of(moved.cards, self.owners))
                return moved
            case ByPlayer(player, body):
                return self._by(player, body)
            case MayOr():
                return MayOr(*self._branches_of(node.first, node.otherwise))
            case IfYouDo():
                return IfYouDo(self.visit(node.first), *self._branches(node))
            case _ if is_dataclass(node) and not isinstance(node, type):
                return self._visit_fields(node)
        return node

    def _visit_fields(self, node: Any) -> Any:
        settled = replace(node, **{item.name: self.visit(getattr(node, item.name)) for item in fields(node)})
        if isinstance(settled, Is) and settled.who in _CHOSEN and self.chosen_several:
            raise MeaningError("one character, or which of the several")
        if isinstance(settled, Modify | ProtectFromExile):
            settled = self._lasting(settled)
        if isinstance(settled, Forbid):
            return self._forbidden(settled)
        self._note(settled)
        return settled

    def _forbidden(self, node: Forbid) -> Any:
        """As long as a continuous power holds, "you cannot level up" is said of the characters (CR 9.3)."""
        if node.duration is not Duration.WHILE_ACTIVE:
            return node
        if not self.continuous or node.deed is not Deed.LEVEL_UP:
            raise MeaningError("how long that is forbidden")
        everyone = PickCharacters(EVERY, CharacterSet(node.player))
        return Modify(everyone, (CannotLevelUp(),), Duration.WHILE_ACTIVE)

    def _lone(self, counted: CountCards) -> CountCards:
        """Of several cards it would be open whether one or all of them are meant."""
        if any(isinstance(source, Among) and source.group in self.several for source in counted.cards.sources):
            raise MeaningError("one card, or which of the several")
        return counted

    def _lasting(self, node: Modify | ProtectFromExile) -> Modify | ProtectFromExile:
        """What names no duration holds while a continuous power is active, else for this turn (CR 9.3.1)."""
        if node.duration is Duration.WHILE_ACTIVE and not self.continuous:
            return replace(node, duration=Duration.THIS_TURN)
        return node

    def _branches(self, node: If | IfYouDo) -> tuple[Any, Any]:
        """Both branches follow the condition or the deed, not each other."""
        return self._branches_of(node.then, node.otherwise)

    def _by(self, player: Side, body: Any) -> ByPlayer:
        """What another player does is said from that player's side; of what both chose nobody is the one."""
        before = self.owners
        across = player is Side.OPPONENT
        self.owners = seen_from(before, across=across)
        settled = ByPlayer(player, self.visit(body))
        sides = seen_from(self.owners, across=across)
        if player is Side.BOTH:
            sides = {key: side if before.get(key) is side else Side.BOTH for key, side in sides.items()}
            self.chosen_several = self.chosen_several or isinstance(body, ChooseCharacters)
            self.several |= {Group.CHOSEN} if isinstance(body, ChooseCards) else set()
        self.owners = sides
        return settled

    def _branches_of(self, one: Any, other: Any) -> tuple[Any, Any]:
        spoken = (self.cards, self.character, self.many)
        first = self.visit(one)
        if other is None:
            return first, None
        self.cards, self.character, self.many = spoken
        return first, self.visit(other)

    def _loop(self, over: Any, body: Any) -> ForEach:
        settled = self.visit(over)
        before, self.in_loop = self.in_loop, isinstance(settled, CardSet)
        inside = self.visit(body)
        self.in_loop = before
        return ForEach(settled, inside)

    def _group(self, group: Group) -> Group:
        if group is Group.SENT and self.cards is Group.DISCARDED:
            # What goes from a hand to a discard area is discarded, whichever verb says so.
            group = Group.DISCARDED
        if group is not IT:
            if group not in (Group.PLACED, Group.THIS):
                self.cards = group
            return group
        if self.in_loop:
            return Group.EACH
        if self.cards is None:
            raise MeaningError("cards that were spoken of before")
        return self.cards

    def _character(self) -> CharacterSelector:
        if self.character is not None:
            return self.character
        if self.gone:
            raise MeaningError("a character that is still on the field")
        if self.named_this:
            return That(CharacterRef.THIS)
        raise MeaningError("a character that was spoken of before")

    def _known_character(self) -> That:
        character = self._character()
        if not isinstance(character, That):
            raise MeaningError("a character that is known")
        return character

    def _its(self, node: That) -> CharacterSelector:
        if node.ref is not ITS:
            return node
        return That(CharacterRef.THIS) if self.continuous or self.character is None else self.character

    def _many(self) -> Amount:
        if self.many is None:
            raise MeaningError("a number that was spoken of before")
        return self.many

    def _note(self, node: Any) -> None:
        """Remember what a node speaks of."""
        match node:
            case Is(That(CharacterRef.THIS) as who, _):
                self.character = who
            case Is(who, _) | StackCards(who) | WholeCharacters(who) | Modify(who):
                self._note_character(who)
            case RunEnter(That() | PickCharacters() | OpponentOf() as who) | RunActivate(who):
                self._note_character(who)
            case ChooseCharacters(who):
                self.chose = False
                self._note_character(who)
                self.chose = True
                self.many = CountCharacters(That(CharacterRef.CHOSEN))
            case CountCards(CardSet((Among(group), *_))):
                self._note_cards(group)
            case Reveal(cards):
                self._note_cards(Group.REVEALED, cards)
            case Look(cards):
                self._note_cards(Group.LOOKED, cards)
            case Draw(player):
                self._note_cards(Group.DRAWN)
                self.owners[Group.DRAWN] = player
            case ChooseCards(cards):
                self._note_cards(Group.CHOSEN, cards)
            case PutOnTop() | PutUnder() | PutInPlace() | PutScene():
                self._note_cards(Group.PLAYED)
            case Move(cards, to):
                self._note_cards(_BY_DESTINATION.get(to) or _sent_or_discarded(cards), cards)

    def _note_character(self, who: CharacterSelector) -> None:
        match who:
            case That(CharacterRef.THIS):
                self.named_this = True
            case WithOpponent(That()):
                self.character = None
            case That() | OpponentOf(That(CharacterRef.THIS)):
                self.character = who
            case _:
                self.owners[CharacterRef.CHOSEN] = self.owners[CharacterRef.LATEST] = side_of(who, self.owners)
                self.chosen_several = _may_be_several_characters(who)
                self.character = That(CharacterRef.LATEST if self.chose else CharacterRef.CHOSEN)

    def _note_cards(self, group: Group, of: Any = None) -> None:
        self.cards = group
        self.owners[group] = Side.BOTH if of is None else owner_of(of, self.owners)
        if group in (Group.REVEALED, Group.LOOKED):
            self.owners[Group.REST] = self.owners[group]
        if of is not None:
            (self.several.add if _may_be_several(of) else self.several.discard)(group)
        self.many = CountCards(CardSet((Among(group),)))


def _may_be_several_characters(who: CharacterSelector) -> bool:
    match who:
        case PickCharacters(quantity):
            return quantity.most != 1
        case OpponentOf(of):
            return _may_be_several_characters(of)
    return isinstance(who, BothOf | WithOpponent)


def _may_be_several(cards: Any) -> bool:
    match cards:
        case PickCards(quantity):
            return quantity.most != 1
        case DeckCards(_, count) | RandomCards(count):
            return bool(count != 1)
        case AllOf():
            return True
    return False


def _sent_or_discarded(cards: Any) -> Group:
    is_hand = isinstance(cards, PickCards) and any(
        getattr(source, "zone", None) is Zone.HAND for source in cards.cards.sources
    )
    return Group.DISCARDED if is_hand else Group.SENT


def _in_order(filters: Filters) -> Filters:
    """One order of filters, wherever the text says them: "DOUBLE X" is "X that is DOUBLE"."""
    return tuple(sorted(filters, key=lambda item: _FILTER_ORDER.index(type(item))))


def _still_there(cards: CardSet) -> CardSet:
    """Cards that are picked from among those revealed or looked at are those that were not moved yet."""
    seen = (Among(Group.REVEALED), Among(Group.LOOKED))
    sources = tuple(Among(Group.REST) if source in seen else source for source in cards.sources)
    return replace(cards, sources=sources)
