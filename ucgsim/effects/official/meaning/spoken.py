"""What a text has spoken of so far: the cards and characters for which a later word can stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ucgsim.effects.official.meaning.antecedents import Antecedents
from ucgsim.effects.official.meaning.filters import (
    MeaningError,
)
from ucgsim.effects.official.meaning.owners import (
    owner_of,
    side_of,
)
from ucgsim.effects.official.meaning.picked import group_after, may_be_several
from ucgsim.effects.official.meaning.words import (
    OF_A_CHARACTER,
    OF_THIS_CARD,
)
from ucgsim.effects.tree.conditions import Compare, Is
from ucgsim.effects.tree.selectors import (
    Among,
    Amount,
    Cards,
    CardSet,
    CharacterSelector,
    CharacterSet,
    ChargeCards,
    CountCards,
    CountCharacters,
    IsThis,
    OpponentOf,
    PickCharacters,
    StackCards,
    That,
    Total,
    WholeCharacters,
)
from ucgsim.effects.tree.statements import (
    Charge,
    ChooseCards,
    ChooseCharacters,
    Draw,
    Look,
    Move,
    PutInPlace,
    PutOnTop,
    PutScene,
    PutUnder,
    Reveal,
    RunActivate,
    RunEnter,
    Swap,
)
from ucgsim.effects.tree.triggers import Event, Trigger
from ucgsim.effects.tree.values import CharacterRef, Comparison, Group, Side


@dataclass(slots=True)
class Spoken:
    """What was spoken of last."""

    cards: Group | None = None
    who: Antecedents = field(default_factory=Antecedents)
    many: Amount | None = None
    cards_last: bool = False
    """Whether cards were spoken of after the latest character."""
    asking: bool = False
    put_off: set[Group] = field(default_factory=set)
    """Groups to which cards come in the sentence that is being read."""
    later: frozenset[Group] | set[Group] = frozenset()
    """Groups to which cards come later, when what is said now has been done."""
    several: set[Group] = field(default_factory=set)
    """Groups that may hold more than one card."""
    owners: dict[Group | CharacterRef, Side] = field(default_factory=dict)
    """Whose cards and characters they are of which the text has spoken."""

    def hear(self, trigger: Trigger) -> None:
        """What the trigger speaks of."""
        if trigger.event in OF_A_CHARACTER:
            subjects = trigger.subjects
            self.who.event(own=isinstance(subjects, CharacterSet) and IsThis() in subjects.filters)
        elif trigger.event in OF_THIS_CARD:
            self.cards = Group.THIS
        self.who.gone = trigger.event is Event.LEAVES

    def _note(self, node: Any, *, by_pronoun: bool) -> None:
        """Remember what a node speaks of."""
        match node:
            case Is(That() | OpponentOf(That()) as who, filters):
                if self.who.is_several(who):
                    raise MeaningError("one character, or which of the several")
                if not self.asking:
                    self.who.condition_begins()
                self.who.asked_of(who, filters)
            case Compare(CountCharacters(CharacterSet(), None), Comparison.AT_LEAST, 1) if self.asking:
                self.who.one_is_there()
            case StackCards(who) | ChargeCards(who) | WholeCharacters(who):
                self._note_character(who, by_pronoun=by_pronoun)
            case RunEnter(That() | PickCharacters() | OpponentOf() as who) | RunActivate(who):
                self._note_character(who, by_pronoun=by_pronoun)
            case ChooseCharacters(who):
                self.who.chosen_by_word(who)
                self._remember(who)
                self.many = CountCharacters(That(CharacterRef.CHOSEN))
            case Swap(first, second):
                self.who.swapped(first, second)
                self._remember(first if isinstance(second, That) else second)
            case Charge():
                self.who.nobody("the one that was charged")
            case CountCards(CardSet((Among(group), *_))):
                self._note_cards(group)
            case Reveal(cards):
                self._note_cards(Group.REVEALED, cards)
            case Look(cards):
                self._note_cards(Group.LOOKED, cards)
            case Draw(player):
                # Drawn cards are hidden: "it" are those that were handled openly before (CR 3.4.2).
                before = (self.cards, self.cards_last)
                self._note_cards(Group.DRAWN)
                self.cards, self.cards_last = before
                self.owners[Group.DRAWN] = player
            case ChooseCards(cards):
                self._note_cards(Group.CHOSEN, cards)
            case PutOnTop() | PutUnder() | PutInPlace():
                self._note_cards(Group.PLAYED)
                self.who.put_into_play()
            case PutScene():
                self._note_cards(Group.PLAYED)
            case Total(_, OpponentOf(That()) as who) if self.asking:
                self.who.mentioned(who)
            case Move(Cards(group)) if group is self.cards and group not in (Group.REST, Group.THIS):
                # The same cards, wherever they are now, and whether or not they were moved.
                self.cards_last = True
            case Move(cards, to):
                self._note_cards(group_after(cards, to), cards)

    def _note_character(self, who: CharacterSelector, *, by_pronoun: bool) -> None:
        self.who.acted_on(who, by_pronoun=by_pronoun)
        self._remember(who)

    def _remember(self, who: CharacterSelector) -> None:
        """Whose characters were picked."""
        self.cards_last = False
        if not isinstance(who, That) and not isinstance(getattr(who, "of", None), That):
            self.owners[CharacterRef.CHOSEN] = self.owners[CharacterRef.LATEST] = side_of(who, self.owners)

    def _note_cards(self, group: Group, of: Any = None) -> None:
        self.put_off.add(group)
        self.later = self.later - {group}
        self.cards = group
        self.cards_last = True
        self.owners[group] = Side.BOTH if of is None else owner_of(of, self.owners)
        if group in (Group.REVEALED, Group.LOOKED):
            self.owners[Group.REST] = self.owners[group]
        if of is not None:
            (self.several.add if may_be_several(of) else self.several.discard)(group)
        self.many = CountCards(CardSet((Among(group),)))
