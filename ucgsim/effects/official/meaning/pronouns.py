"""The last step of reading: pronouns get what they stand for, durations what the power gives them.

"Them" and "it" are the cards that were handled last; `antecedents.py` says which character a word means.
The walk goes through a power in the order of its text: condition, cost, body.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeGuard, cast

from ucgsim.effects import tree
from ucgsim.effects.official.meaning import references
from ucgsim.effects.official.meaning.antecedents import Antecedents, Spoken
from ucgsim.effects.official.meaning.filters import (
    ANOTHER,
    Alike,
    Another,
    Did,
    Exactly,
    ExiledSoFar,
    Facing,
    InHandShown,
    IsCard,
    ItIsRound,
    Lone,
    MeaningError,
    MoveTo,
    Pronoun,
    Stands,
    TheOther,
    is_it,
    is_of_card,
    said,
    without_words,
)


def settle(text: tree.CardText) -> tree.CardText:
    """A text with every pronoun replaced; raises `MeaningError` for one that means nothing."""
    return tree.CardText(tuple(_settle_power(said(power)) for power in text.powers))


def _settle_power(power: tree.Power) -> tree.Power:
    walk = _Walk(continuous=power.kind is tree.PowerKind.CONTINUOUS)
    if power.trigger is not None:
        if references.has_pronoun(power.trigger):
            raise MeaningError("what the trigger watches, by its name")
        trigger = replace(power.trigger, subjects=references.watched(without_words(power.trigger.subjects)))
        power = replace(power, trigger=trigger)
        walk.hear(trigger)
    condition = walk.asked(power.condition)
    cost = walk.visit(power.cost)
    if power.kind is tree.PowerKind.PAYMENT and references.compares_with_this_card((condition, cost)):
        raise MeaningError("a cost that can be asked for without a number of this card")
    body = walk.lines(power.body) if power.kind is tree.PowerKind.CONTINUOUS else walk.visit(power.body)
    return replace(power, condition=condition, cost=cost, body=body)


@dataclass(slots=True)
class _Walk(Spoken):
    """Replaces the words of a power one after the other."""

    continuous: bool = False
    in_loop: bool = False
    placing: bool = False
    """Whether a card is being put into play."""
    sought: bool = False
    """Whether it is being said which card that is."""
    counted: tree.CardSet | None = None
    """The cards of which a condition has just said how many there are."""

    def lines(self, body: Any) -> Any:
        """A continuous power, whose lines stand each for itself."""
        settled: list[Any] = []
        for line in body.steps if isinstance(body, tree.Sequence) else (body,):
            if isinstance(line, tree.If):
                # Where all that was said is said of this character, "it" goes on being this one.
                of_this = bool(settled) and references.is_of_this_alone(settled[-1])
                self.who = Antecedents(this_named=of_this)
            settled.append(self.visit(line))
        return tree.Sequence(tuple(settled)) if isinstance(body, tree.Sequence) else settled[0]

    def asked(self, condition: Any) -> Any:
        """The settled condition, whose subject stays the subject of what it is for."""
        before, self.asking = self.asking, True
        self.who.condition_begins()
        settled = self.visit(condition)
        self.asking = before
        return settled

    def visit(self, node: Any) -> Any:
        """The settled node."""
        match node:
            case tuple():
                return tuple(self.visit(item) for item in node if not isinstance(item, IsCard))
            case tree.Is(who, filters) if is_of_card(filters):
                self.visit(who)
                raise MeaningError('a card of which that is asked, or "is a" without "card"')
            case TheOther(group, at):
                if self.seen != 2:
                    raise MeaningError("two cards that were revealed or looked at, of which one is the other", at)
                return tree.Cards(group)
            case InHandShown():
                raise MeaningError("a hand that is revealed in the sentence before")
            case tree.Cards(group):
                return self._cards(group)
            case tree.That(Pronoun() as word):
                return self.who.resolved(word)
            case tree.CharacterSet(side, filters):
                side, filters = references.of_one_side(side, self.visit(filters))
                return tree.CharacterSet(side, references.in_order(filters))
            case tree.CardSet(_, filters) if ANOTHER in without_words(filters):
                raise MeaningError("which card they are other than")
            case tree.CardSet(sources, filters):
                return references.on_one_field(self.visit(sources), references.in_order(self.visit(filters)))
            case tree.Compare(
                tree.CountCards(tree.CardSet((tree.Among(group),), filters)), tree.Comparison.AT_LEAST, 1
            ) if self._is_of_a_character(group, filters):
                return self.visit(tree.Is(tree.That(references.as_character(group)), filters))
            case tree.Move(tree.Cards(group)) if self.scene is not None and self._is_the_scene(group):
                return self.visit(replace(node, cards=tree.PickCards(tree.ONE, self.scene)))
        return self._visit_more(node)

    def _visit_more(self, node: Any) -> Any:
        """The settled node, of what is done and counted."""
        match node:
            case tree.PutOnTop() | tree.PutUnder() | tree.PutInPlace() if not self.placing:
                return self._placed(node)
            case Another(_, at, word):
                return self._another(word, at)
            case Alike(trait, other, at):  # "with the same name": BP04-005
                return self._alike(trait, other, at)
            case tree.CanLevelUpWith(tree.Group.PLACED) | tree.CanTakeUnder(tree.Group.PLACED) if not self.placing:
                raise MeaningError("a card that is put into play, which others are compared with")
            case tree.SameAs(trait, tree.Cards(group)) if is_it(group) and self.cards is None and not self.in_loop:
                return tree.SameAs(trait, self._known_character(group))
            case ItIsRound() if self.cards not in (None, tree.Group.DRAWN):
                raise MeaningError('the Round of the field or of a card, not both, for which "it" stands')
            case Did(_, comparison, right) | ItIsRound(_, comparison, right):
                return self.visit(tree.Compare(self._of_origin(node), comparison, right))
            case Facing(tree.OpponentOf(of), filters):
                return self._facing(self.visit(of), filters)
            case tree.Modify():
                return self._modify(node)
            case ExiledSoFar():
                return self.visit(self._exiled(node))
            case Lone(cards, distinct):
                return self._lone(self.visit(tree.CountCards(cards, distinct)))
            case tree.CountCards(tree.CardSet((tree.Among(group),), ()), None) if is_it(group):
                return self._many(group)  # "that many": BP06-039, BP06-102
            case tree.PickCards(tree.Quantity(_, 1), distinct=trait) | tree.PickCharacters(
                tree.Quantity(_, 1), distinct=trait
            ) if trait:
                raise MeaningError('more than one card or character "with different …", or what the one differs from')
            case tree.PickCards(quantity, cards, distinct, player):
                settled = references.still_there(self.visit(self._of_those(cards)))
                return tree.PickCards(self.visit(quantity), settled, distinct, player)
            case tree.Among(group):
                return tree.Among(self._group(group))
            case Exactly(least, most):
                return tree.Quantity(self.visit(least), self.visit(most))
            case tree.ForEach(over, body):
                return self._loop(over, body)
            case tree.Later(body, moment):
                return self._later(body, moment)
            case tree.If() | tree.IfYouDo() | tree.May() | tree.MayTo():
                return self._perhaps(node)
            case tree.Move(tree.Cards(group)) if self._is_the_character(group):
                return self.visit(replace(node, cards=tree.WholeCharacters(tree.That(references.as_character(group)))))
            case MoveTo(cards, to, any_order, whose):
                moved = self.visit(tree.Move(cards, to, any_order))
                references.refuse_another(whose, references.owner_of(moved.cards, self.owners))
                return moved
            case tree.ByPlayer(player, body):
                return self._by(player, body)
            case tree.OneOf(options):
                return tree.OneOf(self._one_of(options))
            case tree.MayOr():
                return tree.MayOr(*self._branches_of(node.first, node.otherwise))
            case _ if is_dataclass(node) and not isinstance(node, type):
                return self._visit_fields(node)
        return node

    def _visit_fields(self, node: Any) -> Any:
        settled = replace(node, **{item.name: self.visit(getattr(node, item.name)) for item in fields(node)})
        if isinstance(settled, tree.ProtectFromExile):
            settled = self._lasting(settled)
        if isinstance(settled, tree.Forbid):
            return self._forbidden(settled)
        self._note(settled, by_pronoun=references.is_pronoun_of(node))
        return settled

    def _of_origin(self, asked: Did | ItIsRound) -> Any:
        """What is counted, of cards to which that player did it and from the place that the text names."""
        count: Any = asked.left
        if not isinstance(asked, Did):
            return count
        (among,) = count.cards.sources
        group = tree.Group.RETURNED if among.group is tree.Group.ON_TOP else among.group
        if asked.before and not {group, *self.alike(group)} & self.done_by.keys():
            raise MeaningError('something that was done before this, or "with this effect"', asked.at)
        whose = self._done(asked, group)
        if asked.sources:
            whose = references.came_from(asked.sources, references.origins_in(group, self.origins), asked.at) or whose
        said: tree.Filters = count.cards.filters
        if asked.by is tree.Side.BOTH and (owner := self.owners.get(group)):
            said = tuple(item for item in said if item != tree.OwnedBy(owner))
        filters = (*(item for item in whose if item not in said), *said)
        return replace(count, cards=replace(count.cards, filters=filters))

    def _done(self, asked: Did, group: tree.Group) -> tree.Filters:
        """What tells the cards to which one player did it from those to which others did the same to their own."""
        known = (group, *self.alike(group))
        done = next((self.done_by[each] for each in known if each in self.done_by), {(tree.Side.YOU, True)})
        if asked.by is tree.Side.BOTH or {doer for doer, _ in done} == {asked.by}:
            return ()
        if {doer for doer, _ in done} & {asked.by, tree.Side.BOTH} and all(own for _, own in done):
            return (tree.OwnedBy(asked.by),)
        raise MeaningError("something that this player did with this effect", asked.at)

    def _facing(self, who: Any, filters: tree.Filters) -> Any:
        """The character of whose battle opponent something is asked is the one of which is spoken."""
        self._note(tree.Is(who, ()), by_pronoun=False)
        return self.visit(tree.Is(tree.OpponentOf(who), self.visit(filters)))

    def _exiled(self, count: ExiledSoFar) -> tree.CountCards:
        """All cards that are exiled, where it can't be those alone which this effect exiled."""
        if tree.Group.EXILED in self.origins:
            raise MeaningError('the cards exiled "with this effect", or "a total of" all cards exiled', count.at)
        return tree.CountCards(count.cards, count.distinct)

    def _placed(self, node: Any) -> Any:
        """The card that is put into play is what "the same name" and "able to level up with it" speak of, where they
        are said of the character; said of the card itself, "the same name" is that of what was spoken of before.
        """
        if isinstance(node, tree.PutInPlace) and self.owners.get(tree.CharacterRef.REMOVED) is tree.Side.OPPONENT:
            raise MeaningError("a place on the field of the player who puts a card there")
        self.placing = True
        before, self.sought = self.sought, True
        cards = self.visit(node.cards)
        self.sought = before
        settled = self._visit_fields(replace(node, cards=cards))
        self.placing = False
        return settled

    def _alike(self, trait: tree.Trait, placed: tree.Cards | tree.That, at: int) -> tree.SameAs:
        """ "With the same name": as the card that is put into play, or as the one thing that was spoken of before."""
        if self.placing and not self.sought:
            return tree.SameAs(trait, placed)
        known = self.cards if self.cards not in self.several else None
        if not self.placing or (known is None) == (not self.who.is_clear()):
            raise MeaningError("as which one it is the same", at)
        if known is not None:
            return tree.SameAs(trait, tree.Cards(known))
        other = self.who.resolved(Pronoun(Stands.WHO, "the same", at))
        if not isinstance(other, tree.That) or trait is tree.Trait.LEVEL:
            raise MeaningError("as which one it is the same", at)
        return tree.SameAs(trait, other)

    def _another(self, word: str, at: int) -> tree.Filter:
        """Other than this character, unless another one was picked before."""
        if self.who.picks:
            raise MeaningError(
                f'from which one "{word}" differs, not both this character and the one that was picked', at
            )
        return ANOTHER

    def _modify(self, node: tree.Modify) -> tree.Modify:
        """The one that gets something is known to what it gets: "for each level it has"."""
        target = self.visit(node.target)
        self._note_character(target, by_pronoun=references.is_pronoun_of(node))
        settled = self._lasting(tree.Modify(target, self.visit(node.changes), node.duration))
        return cast("tree.Modify", settled)

    def _forbidden(self, node: tree.Forbid) -> Any:
        """As long as a continuous power holds, "you cannot level up" is said of the characters (CR 9.3)."""
        if node.duration is not tree.Duration.WHILE_ACTIVE:
            return node
        if not self.continuous or node.deed is not tree.Deed.LEVEL_UP:
            raise MeaningError("how long that is forbidden")
        everyone = tree.PickCharacters(tree.EVERY, tree.CharacterSet(node.player))
        return tree.Modify(everyone, (tree.CannotLevelUp(),), tree.Duration.WHILE_ACTIVE)

    def _lone(self, counted: tree.CountCards) -> tree.CountCards:
        """Of several cards it would be open whether one or all of them are meant."""
        if self.several & {source.group for source in counted.cards.sources if isinstance(source, tree.Among)}:
            raise MeaningError("one card, or which of the several")
        return counted

    def _lasting(self, node: tree.Modify | tree.ProtectFromExile) -> tree.Modify | tree.ProtectFromExile:
        """What names no duration holds while a continuous power is active, else for this turn (CR 9.3.1)."""
        if node.duration is tree.Duration.WHILE_ACTIVE and not self.continuous:
            return replace(node, duration=tree.Duration.THIS_TURN)
        return node

    def _branches(self, node: tree.If | tree.IfYouDo) -> tuple[Any, Any]:
        """Both branches follow the condition or the deed, not each other."""
        return self._branches_of(node.then, node.otherwise)

    def _by(self, player: tree.Side, body: Any) -> tree.ByPlayer:
        """What another player does is said from that player's side; of what both chose nobody is the one."""
        before, doer, self.doer = self.owners, self.doer, player
        across = player is tree.Side.OPPONENT
        self.owners = references.seen_from(before, across=across)
        settled = tree.ByPlayer(player, self.visit(body))
        sides = references.seen_from(self.owners, across=across)
        if player is tree.Side.BOTH:
            sides = {key: side if before.get(key) is side else tree.Side.BOTH for key, side in sides.items()}
            self.who.several |= {tree.CharacterRef.CHOSEN} if isinstance(body, tree.ChooseCharacters) else set()
            self.several |= {tree.Group.CHOSEN} if isinstance(body, tree.ChooseCards) else set()
        self.owners, self.doer = sides, doer
        return settled

    def _branches_of(self, one: Any, other: Any) -> tuple[Any, Any]:
        spoken = (self.cards, self.who.copy(), self.many, self.cards_last)
        first = self.visit(one)
        if other is None:
            return first, None
        self.cards, self.who, self.many, self.cards_last = spoken
        return first, self.visit(other)

    def _perhaps(self, node: tree.If | tree.IfYouDo | tree.May | tree.MayTo) -> Any:
        """What may not happen, or not in full."""
        before = self.who.copy()
        match node:
            case tree.If(condition):
                settled: Any = self._if(self.asked(condition), node)
            case tree.IfYouDo(tree.May(body, player)):
                settled = tree.IfYouDo(tree.May(self.visit(body), player), *self._branches(node))
            # What is no choice, and may fail all the same: BP03-102, BP06-108.
            case tree.IfYouDo(first):
                settled = tree.IfYouDo(self.visit(first), *self._branches(node))
            case _:
                settled = self._visit_fields(node)
        self.who.perhaps(before)
        return settled

    def _cards(self, group: tree.Group) -> tree.Cards:
        settled = self._group(self._done_before(group))
        if references.is_them(group) and self.who.those is not None and not self.cards_last:
            raise references.card_or_character(cast("Pronoun", group))
        if isinstance(group, Pronoun) and group.number:
            if self.numbers.get(settled) != group.number:
                raise MeaningError(f'two cards, no more and no fewer, for which "{group.word}" stands', group.at)
        elif references.is_them(group) and self.counted is not None and self.counted.sources == (tree.Among(settled),):
            word = cast("Pronoun", group)
            raise MeaningError(f'for which of the cards "{word.word}" stands, those counted or all', word.at)
        return tree.Cards(settled)

    def _of_those(self, cards: tree.CardSet) -> tree.CardSet:
        """ "One of them", behind a condition that counts some of them, is one of those."""
        match cards, self.counted:
            case tree.CardSet((tree.Among(group),), ()), tree.CardSet(sources) as counted if (
                references.is_them(group) and not self.in_loop
            ):
                return counted if sources == (tree.Among(self._group(group)),) else cards
        return cards

    def _if(self, condition: Any, node: tree.If) -> tree.If:
        """ "If you sent an A, put one of them …": "them" are those that were counted, not all that were sent."""
        before, scene = self.counted, self.scene
        spoken = (self.cards, self.who.copy(), self.many, self.cards_last)
        self.counted, self.scene = references.counted_cards(condition) or before, references.scene_there(condition)
        then = self.visit(node.then)
        self.counted, self.scene = before, scene
        if node.otherwise is None:
            return tree.If(condition, then, None)
        self.cards, self.who, self.many, self.cards_last = spoken
        return tree.If(condition, then, self.visit(node.otherwise))

    def _later(self, body: Any, moment: tree.Moment) -> tree.Later:
        """What is put off happens to nothing of which the rest of the text, done now, can speak."""
        before = (self.cards, self.who.it, self.who.that, self.many)
        was, self.put_off = self.put_off, set()
        settled = tree.Later(self.visit(body), moment)
        self.put_off |= was
        if (self.cards, self.who.it, self.who.that, self.many) != before:
            self.cards = self.many = None
            self.who.nobody("the one of which is spoken later")
        self.later = self.later | self.put_off
        self.put_off = was
        return settled

    def _one_of(self, options: tuple[Any, ...]) -> tuple[Any, ...]:
        """Each option begins where the others do; what differs afterwards has no name."""
        spoken = (self.cards, self.who, self.many, self.cards_last)
        settled, ends = [], []
        for option in options:
            self.cards, self.who, self.many, self.cards_last = spoken[0], spoken[1].copy(), *spoken[2:]
            settled.append(self.visit(option))
            ends.append((self.cards, self.who, self.many))
        self.cards = ends[0][0] if len({cards for cards, _, _ in ends}) == 1 else None
        self.many = ends[0][2] if all(many == ends[0][2] for _, _, many in ends) else None
        self.who = ends[0][1].joined([who for _, who, _ in ends[1:]])
        return tuple(settled)

    def _loop(self, over: Any, body: Any) -> tree.ForEach:
        settled = self.visit(over)
        before, self.in_loop = self.in_loop, isinstance(settled, tree.CardSet)
        loop = tree.ForEach(settled, self.visit(body))
        self.in_loop = before
        return loop

    # --- cards

    def _group(self, group: tree.Group) -> tree.Group:
        if group is tree.Group.SENT and self.cards is tree.Group.DISCARDED:
            # What goes from a hand to a discard area is discarded, whichever verb says so.
            group = tree.Group.DISCARDED
        if not isinstance(group, Pronoun):
            if group in self.later:
                raise MeaningError("when that happens: now, or as late as what stands before it")
            if group not in (tree.Group.PLACED, tree.Group.THIS):
                self.cards = group
            return group
        if self.in_loop:
            # Behind "for each" of them it is each in turn: BP06-058.
            return tree.Group.EACH
        if self.cards is None:
            raise MeaningError(f'cards before this for which "{group.word}" stands', group.at)
        return self.cards

    def _done_before(self, group: tree.Group) -> tree.Group:
        """The group, to which this effect has brought cards; "the sent card" of a trigger is the one that was sent."""
        handled = (tree.Group.SENT, tree.Group.DISCARDED, tree.Group.EXILED, tree.Group.RETURNED)
        if group not in handled or any(known in self.origins for known in (group, *self.alike(group))):
            return group
        if self.cards is tree.Group.THIS and self.this_was in (group, *self.alike(group)):
            return tree.Group.THIS
        raise MeaningError(f"cards before this that were {group.value}")

    @staticmethod
    def alike(group: tree.Group) -> tuple[tree.Group, ...]:
        """The other group of what goes to a discard area, to which a deed may have brought some of its cards."""
        both = (tree.Group.SENT, tree.Group.DISCARDED)
        return both if group in both else ()

    def _may_be_it(self, group: object) -> TypeGuard[Pronoun]:
        """Whether a word is "it", which in a loop over cards is each of them in turn."""
        return isinstance(group, Pronoun) and group.stands is Stands.IT and not self.in_loop

    def _is_of_a_character(self, group: object, filters: tree.Filters) -> bool:
        """Whether "if it is …" asks a character; raises `MeaningError` where a card could be meant as well."""
        if not self._may_be_it(group):
            return False
        if self.cards is None:
            return self.who.it is not None or self.who.this_named
        # A card was spoken of as well: BP06-067.
        if references.asks_characters(filters) or references.mentions(filters, tree.Cards(self.cards)):
            return True
        if not self.who.is_clear() or references.asks_cards(filters):
            return False
        raise references.card_or_character(group)

    def _is_the_character(self, group: object) -> bool:
        """Whether "return it" moves a character; raises `MeaningError` where a card could be meant as well."""
        if not self._may_be_it(group) or not group.one:
            return False
        if self.cards is None:
            return self.who.is_clear()
        if self.cards_last or not self.who.is_clear():
            return False
        raise references.card_or_character(group)

    def _is_the_scene(self, group: object) -> bool:
        """Whether "it" is the scene of the condition: nothing else was spoken of for which it could stand."""
        if not self._may_be_it(group) or not group.one:
            return False
        if self.cards is None and not self.who.is_clear():
            return True
        raise MeaningError(f'a card that "{group.word}" alone stands for, or "that scene"', group.at)

    def _known_character(self, group: tree.Group) -> tree.That:
        match self.who.resolved(cast("Pronoun", references.as_character(group))):
            case tree.That() as character:
                return character
        raise MeaningError("a character that is known")

    def _many(self, group: tree.Group) -> tree.Amount:
        if self.many is not None:
            return self.many
        word = cast("Pronoun", group)
        raise MeaningError(f'a number before this for which "{word.word}" stands', word.at)
