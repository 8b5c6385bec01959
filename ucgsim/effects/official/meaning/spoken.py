"""What a text has spoken of so far: the cards and characters for which a later word can stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ucgsim.effects import tree
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


@dataclass(slots=True)
class Spoken:
    """What was spoken of last."""

    cards: tree.Group | None = None
    who: Antecedents = field(default_factory=Antecedents)
    many: tree.Amount | None = None
    cards_last: bool = False
    """Whether cards were spoken of after the latest character."""
    asking: bool = False
    put_off: set[tree.Group] = field(default_factory=set)
    """Groups to which cards come in the sentence that is being read."""
    later: frozenset[tree.Group] | set[tree.Group] = frozenset()
    """Groups to which cards come later, when what is said now has been done."""
    several: set[tree.Group] = field(default_factory=set)
    """Groups that may hold more than one card."""
    owners: dict[tree.Group | tree.CharacterRef, tree.Side] = field(default_factory=dict)
    """Whose cards and characters they are of which the text has spoken."""

    def hear(self, trigger: tree.Trigger) -> None:
        """What the trigger speaks of."""
        if trigger.event in OF_A_CHARACTER:
            subjects = trigger.subjects
            self.who.event(own=isinstance(subjects, tree.CharacterSet) and tree.IsThis() in subjects.filters)
        elif trigger.event in OF_THIS_CARD:
            self.cards = tree.Group.THIS
        self.who.gone = trigger.event is tree.Event.LEAVES

    def _note(self, node: Any, *, by_pronoun: bool) -> None:
        """Remember what a node speaks of."""
        match node:
            case tree.Is(tree.That() | tree.OpponentOf(tree.That()) as who, filters):
                if self.who.is_several(who):
                    raise MeaningError("one character, or which of the several")
                if not self.asking:
                    self.who.condition_begins()
                self.who.asked_of(who, filters)
            case tree.Compare(tree.CountCharacters(tree.CharacterSet(), None), tree.Comparison.AT_LEAST, 1) if (
                self.asking
            ):
                self.who.one_is_there()
            case tree.StackCards(who) | tree.ChargeCards(who) | tree.WholeCharacters(who):
                self._note_character(who, by_pronoun=by_pronoun)
            case tree.RunEnter(tree.That() | tree.PickCharacters() | tree.OpponentOf() as who) | tree.RunActivate(who):
                self._note_character(who, by_pronoun=by_pronoun)
            case tree.ChooseCharacters(who):
                self.who.chosen_by_word(who)
                self._remember(who)
                self.many = tree.CountCharacters(tree.That(tree.CharacterRef.CHOSEN))
            case tree.Swap(first, second):
                self.who.swapped(first, second)
                self._remember(first if isinstance(second, tree.That) else second)
            case tree.Charge():
                self.who.nobody("the one that was charged")
            case tree.CountCards(tree.CardSet((tree.Among(group), *_))):
                self._note_cards(group)
            case tree.Reveal(cards):
                self._note_cards(tree.Group.REVEALED, cards)
            case tree.Look(cards):
                self._note_cards(tree.Group.LOOKED, cards)
            case tree.Draw(player):
                # Drawn cards are hidden: "it" are those that were handled openly before (CR 3.4.2).
                before = (self.cards, self.cards_last)
                self._note_cards(tree.Group.DRAWN)
                self.cards, self.cards_last = before
                self.owners[tree.Group.DRAWN] = player
            case tree.ChooseCards(cards):
                self._note_cards(tree.Group.CHOSEN, cards)
            case tree.PutOnTop() | tree.PutUnder() | tree.PutInPlace():
                self._note_cards(tree.Group.PLAYED)
                self.who.put_into_play()
            case tree.PutScene():
                self._note_cards(tree.Group.PLAYED)
            case tree.Total(_, tree.OpponentOf(tree.That()) as who) if self.asking:
                self.who.mentioned(who)
            case tree.Move(tree.Cards(group)) if group is self.cards and group not in (
                tree.Group.REST,
                tree.Group.THIS,
            ):
                # The same cards, wherever they are now, and whether or not they were moved.
                self.cards_last = True
            case tree.Move(cards, to):
                self._note_cards(group_after(cards, to), cards)

    def _note_character(self, who: tree.CharacterSelector, *, by_pronoun: bool) -> None:
        self.who.acted_on(who, by_pronoun=by_pronoun)
        self._remember(who)

    def _remember(self, who: tree.CharacterSelector) -> None:
        """Whose characters were picked."""
        self.cards_last = False
        if not isinstance(who, tree.That) and not isinstance(getattr(who, "of", None), tree.That):
            self.owners[tree.CharacterRef.CHOSEN] = self.owners[tree.CharacterRef.LATEST] = side_of(who, self.owners)

    def _note_cards(self, group: tree.Group, of: Any = None) -> None:
        self.put_off.add(group)
        self.later = self.later - {group}
        self.cards = group
        self.cards_last = True
        self.owners[group] = tree.Side.BOTH if of is None else owner_of(of, self.owners)
        if group in (tree.Group.REVEALED, tree.Group.LOOKED):
            self.owners[tree.Group.REST] = self.owners[group]
        if of is not None:
            (self.several.add if may_be_several(of) else self.several.discard)(group)
        self.many = tree.CountCards(tree.CardSet((tree.Among(group),)))
