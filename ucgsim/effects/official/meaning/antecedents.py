"""Which character a pronoun of the official wording means, and what a text has spoken of so far.

Official texts prove these rules, and nothing is read by another one:

* The subject of a condition stays the subject: "while this character …, give it … and its BP grade …" (BP06-014).
  A battle opponent that is mentioned next to it through "its" or "this character's" does not change that.
* "That character" is the battle opponent of which the condition speaks (BP03-042, BP04-089, BP07-005), else the
  character that was spoken of last (BP04-023, BP05-042).
* What was acted on or chosen last is "it".

Where a word could be either of two, the text is refused and both are named.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ucgsim.effects import tree
from ucgsim.effects.official.meaning import references
from ucgsim.effects.official.meaning.filters import MeaningError, Pronoun, Stands

THIS = tree.That(tree.CharacterRef.THIS)
_EARLIER = "the one that was picked before"
_PICKED = (tree.CharacterRef.CHOSEN, tree.CharacterRef.LATEST)
_IN_WORDS = {
    tree.CharacterRef.THIS: "this character",
    tree.CharacterRef.CHOSEN: "the character that was picked",
    tree.CharacterRef.LATEST: "the character that was picked last",
    tree.CharacterRef.EVENT: "the character of the trigger",
    tree.CharacterRef.PLAYED: "the character put into play",
}


@dataclass(frozen=True, slots=True)
class Open:
    """Several characters that a word may stand for; ``other``: one more, which no word can name."""

    candidates: tuple[tree.CharacterSelector, ...]
    other: str = ""

    def in_words(self) -> str:
        """The candidates, named."""
        names = [*map(in_words, self.candidates), *([self.other] if self.other else [])]
        return " and ".join(dict.fromkeys(names))


Antecedent = tree.CharacterSelector | Open | None


def in_words(who: tree.CharacterSelector) -> str:
    """A character that is known, as a text would call it."""
    match who:
        case tree.That(ref):
            return _IN_WORDS.get(ref, "a character")
        case tree.OpponentOf(tree.That(tree.CharacterRef.THIS)):
            return "this character's battle opponent"
        case tree.OpponentOf(of):
            return f"the battle opponent of {in_words(of)}"
    return "a character"


@dataclass(slots=True)
class Antecedents:
    """The characters that a power has spoken of so far."""

    it: Antecedent = None
    that: Antecedent = None
    picks: int = 0
    """How often some were picked, so that "the chosen character" is one."""
    unsure: bool = False
    """Whether the latest pick may not have been made, while there was one before it."""
    this_named: bool = False
    """Whether "this character" was spoken of; another one that was goes before it."""
    gone: bool = False
    """Whether the power speaks of a character that has left the field."""
    known: dict[tree.CharacterSelector, tree.Filters] = field(default_factory=dict)
    """What the text says of each."""
    several: set[tree.CharacterRef] = field(default_factory=set)
    """Those that may be more than one character."""
    numbers: dict[tree.CharacterRef, int] = field(default_factory=dict)
    """How many were picked, where the text says exactly how many."""
    those: tree.CharacterSet | None = None
    """Several that somebody has, of which a condition has just spoken: "if you have two or more Kaiju"."""
    chose: bool = False
    """Whether characters were chosen by that word, so that "the chosen" are not what was spoken of last."""
    _subjects: list[tree.CharacterSelector] = field(default_factory=list)
    _before: tuple[Antecedent, Antecedent] = (None, None)

    def copy(self) -> Antecedents:
        """A copy that can be changed on its own."""
        return replace(self, known=dict(self.known), several=set(self.several), numbers=dict(self.numbers))

    def joined(self, others: list[Antecedents]) -> Antecedents:
        """After one of several things, of which nobody knows which it was."""
        same = all(other.it == self.it and other.that == self.that for other in others)
        several = self.several.union(*(other.several for other in others))
        joined = replace(self, several=several, picks=min(each.picks for each in (self, *others)))
        if not same:
            joined.nobody("the one or the other")
        return joined

    def perhaps(self, before: Antecedents) -> None:
        """What was read since then may not happen: the character picked before it is then still the one."""
        if before.picks and self.picks > before.picks:
            self.unsure = True
            self.it = self.that = Open((tree.That(tree.CharacterRef.CHOSEN),), _EARLIER)

    # --- what is spoken of

    def event(self, filters: tree.Filters) -> None:
        """The trigger speaks of a character, this one or another, and says what it is."""
        if tree.IsThis() in filters:
            self.this_named = True
        else:
            self.it = self.that = event = tree.That(tree.CharacterRef.EVENT)
            self.known[event] = filters

    def condition_begins(self) -> None:
        """What follows is asked, not done."""
        self._subjects = []
        self._before = (self.it, self.that)
        self.those = None

    def asked_of(self, who: tree.CharacterSelector, filters: tree.Filters) -> None:
        """A condition has this subject."""
        self.known[who] = (*self.known.get(who, ()), *filters)
        if who not in self._subjects:
            self._subjects.append(who)
        if who == THIS:
            self.this_named = True
        self._follow()

    def mentioned(self, who: tree.CharacterSelector) -> None:
        """A condition compares something with a character, which is not its subject."""
        if self.that in (None, THIS):
            self.that = who

    def one_is_there(self) -> None:
        """A condition speaks of one that somebody has, which no word of the tree can name."""
        before, _ = self._before
        if before in (None, THIS) and self.it in (None, THIS):
            self.it = Open((THIS,), "the one that a player has")
        if self.that is None:
            self.that = Open((), "the one that a player has")

    def _follow(self) -> None:
        """What the words mean behind the subjects of a condition."""
        it, that = self._before
        subjects = tuple(self._subjects)
        others = tuple(who for who in subjects if who != THIS)
        match subjects:
            # This character alone: BP05-024, BP06-014.
            case (tree.That(tree.CharacterRef.THIS),):
                self.it = THIS if it in (None, THIS) else _either(it, THIS)
                self.that = that if that is not None else self.that if isinstance(self.that, Open) else THIS
            case (tree.OpponentOf(of) as who,):
                self.it, self.that = Open((of, who)), who
            # Another one alone: BP06-101.
            case (who,):
                self.it = self.that = who
            case (first, tree.OpponentOf(of)) if of == first:
                self.it = first if first != THIS or it in (None, THIS) else _either(it, THIS)
                self.that = subjects[1] if first == THIS else Open(subjects)
            case _:
                self.it = Open(subjects)
                self.that = others[0] if len(others) == 1 else Open(others)

    def acted_on(self, who: tree.CharacterSelector, *, by_pronoun: bool = False) -> None:
        """Something is done to characters, or to what belongs to them."""
        match who:
            case tree.That(tree.CharacterRef.THIS):
                self.this_named = True
                self.it = _either(self.it, THIS) if _is_picked(self.it) and not by_pronoun else THIS
            case tree.That():
                self.it = self.that = who
            case tree.OpponentOf(tree.That() as of):
                self.it = Open((of, who)) if self.it == of and not by_pronoun else who
                self.that = who
            case tree.WithOpponent(tree.That() as of):
                self.it = self.that = Open((of, tree.OpponentOf(of)))
            case _:
                self._picked(who)

    def _picked(self, who: tree.CharacterSelector) -> None:
        ref = tree.CharacterRef.LATEST if self.chose else tree.CharacterRef.CHOSEN
        picked = tree.That(ref)
        self.picks += 1
        self.unsure = False
        self.known[picked] = _common(who)
        self.known.pop(tree.OpponentOf(picked), None)
        self.several.discard(ref)
        self.numbers[ref] = references.number_of(who)
        if may_be_several(who):
            self.several.add(ref)
        self.it = self.that = picked

    def chosen_by_word(self, who: tree.CharacterSelector) -> None:
        """Characters are chosen, and only that."""
        self.chose = False
        self._picked(who)
        self.chose = True

    def swapped(self, first: tree.CharacterSelector, second: tree.CharacterSelector) -> None:
        """Two characters change places; of two that were picked the tree remembers the second alone."""
        if THIS in (first, second) and first != second:
            self.this_named = True
            self.acted_on(second if first == THIS else first)
            self.it = _either(self.that, THIS)
        # Of two that were picked: BP07-089, BP07-104.
        elif not (isinstance(first, tree.That) and first == second):
            one = tree.That(tree.CharacterRef.CHOSEN)
            self.it = self.that = Open((one,), "the one with which it was swapped")

    def put_into_play(self) -> None:
        """A card is a part of a character now."""
        self.it = self.that = tree.That(tree.CharacterRef.PLAYED)
        self.known.pop(tree.That(tree.CharacterRef.PLAYED), None)

    def nobody(self, other: str) -> None:
        """Something was done to a character which no word of the tree can name."""
        self.it = self.that = Open((), other)

    # --- what words stand for

    def is_clear(self) -> bool:
        """Whether another character than this one was spoken of."""
        return self.it is not None and self.it != THIS

    def resolved(self, word: Pronoun) -> tree.CharacterSelector:
        """The character that a word means; raises `MeaningError` where that is none, or one of two."""
        plural = not (word.one or word.number) and word.stands not in (Stands.CHOSEN, Stands.OPPONENT)
        if self.those is not None and plural:
            if isinstance(self.it, tree.That | tree.OpponentOf) and self.is_several(self.it):
                raise MeaningError(f'for which of the several "{word.word}" stands', word.at)
            return tree.PickCharacters(tree.EVERY, self.those)
        match word.stands:
            case Stands.CHOSEN:
                meant: Antecedent = self._chosen()
            case Stands.OPPONENT:
                meant = self._opponent()
            case Stands.THAT:
                meant = self._by_noun(word.noun) if word.noun else self.that
            # "Its", and "it" where only a character can be meant: BP06-014, BP07-106.
            case _:
                meant = self.it
        if meant is None and word.stands is not Stands.CHOSEN and not word.noun:
            meant = self._this(word)
        if meant is None:
            raise MeaningError(f'a character before this for which "{word.word}" stands', word.at)
        if isinstance(meant, Open):
            few = not meant.candidates or (len(meant.candidates) == 1 and not meant.other)
            which = meant.in_words() if few else f"both {meant.in_words()}"
            raise MeaningError(f'one character for which "{word.word}" stands, not {which}', word.at)
        self._one(word, meant)
        return meant

    def _chosen(self) -> Antecedent:
        chosen = tree.That(tree.CharacterRef.CHOSEN)
        if self.unsure:
            return Open((chosen,), _EARLIER)
        return chosen if self.picks else None

    def _this(self, word: Pronoun) -> Antecedent:
        if self.gone and not self.this_named:
            raise MeaningError("a character that is still on the field", word.at)
        return THIS if self.this_named or word.stands is Stands.ITS else None

    def _one(self, word: Pronoun, meant: tree.CharacterSelector) -> None:
        """A word for one character among several leaves open which; "both" are two."""
        if word.number and (not isinstance(meant, tree.That) or self.numbers.get(meant.ref) != word.number):
            raise MeaningError(f'two characters, no more and no fewer, for which "{word.word}" stands', word.at)
        if not self.is_several(meant):
            return
        if word.one or not all(_says(self.known.get(meant, ()), item) for item in word.noun):
            raise MeaningError(f'one character for which "{word.word}" stands, or which of the several', word.at)

    def is_several(self, who: tree.CharacterSelector) -> bool:
        """Whether more than one character may have been picked."""
        known = who.of if isinstance(who, tree.OpponentOf) else who
        return isinstance(known, tree.That) and known.ref in self.several

    def _candidates(self) -> tuple[tree.CharacterSelector, ...]:
        listed: list[tree.CharacterSelector] = []
        for meant in (self.it, self.that):
            listed += meant.candidates if isinstance(meant, Open) else [meant] if meant is not None else []
        return tuple(dict.fromkeys(listed))

    def _opponent(self) -> Antecedent:
        listed = tuple(who for who in self._candidates() if isinstance(who, tree.OpponentOf))
        return listed[0] if len(listed) == 1 else Open(listed) if listed else None

    def _by_noun(self, noun: tree.Filters) -> Antecedent:
        """ "That Kaiju" is the one of which the text said so, or the only one that it can be (BP06-107)."""
        (asked,) = noun
        listed = self._candidates()
        said = tuple(who for who in listed if _says(self.known.get(who, ()), asked))
        possible = said or tuple(who for who in listed if not _denies(self.known.get(who, ()), asked))
        unnamed = next((each for each in (self.that, self.it) if isinstance(each, Open) and each.other), None)
        if unnamed is not None and not said:
            return unnamed
        if len(possible) == 1:
            return possible[0]
        if not possible:
            return None
        return self.that if self.that in possible and not said else Open(possible)


def may_be_several(who: tree.CharacterSelector) -> bool:
    """Whether more than one character may be meant."""
    match who:
        case tree.PickCharacters(quantity):
            return quantity.most != 1
        case tree.OpponentOf(of):
            return may_be_several(of)
    return isinstance(who, tree.BothOf | tree.WithOpponent)


def _common(who: tree.CharacterSelector) -> tree.Filters:
    """What the text says of each of those that are picked."""
    match who:
        case tree.PickCharacters(_, characters):
            return characters.filters
        case tree.BothOf(parts):
            first, *others = map(_common, parts)
            return tuple(item for item in first if all(item in other for other in others))
    return ()


def _is_picked(who: Antecedent) -> bool:
    return isinstance(who, tree.That) and (who.ref in _PICKED or who.ref is tree.CharacterRef.PLAYED)


def _either(one: Antecedent, other: tree.CharacterSelector) -> Antecedent:
    if isinstance(one, Open):
        return replace(one, candidates=tuple(dict.fromkeys((*one.candidates, other))))
    return other if one is None or one == other else Open((one, other))


def _says(known: tree.Filters, noun: tree.KindIn | tree.NameIn | object) -> bool:
    """Whether what is known of a character includes the noun."""
    return any(_same(item, noun) and set(_values(item)) <= set(_values(noun)) for item in known)


def _denies(known: tree.Filters, noun: object) -> bool:
    """Whether what is known of a character excludes it."""
    return any(_same(item, noun) and not set(_values(item)) & set(_values(noun)) for item in known)


def _same(item: object, noun: object) -> bool:
    return type(item) is type(noun) and isinstance(item, tree.KindIn | tree.NameIn)


def _values(item: object) -> tuple[object, ...]:
    match item:
        case tree.KindIn(kinds):
            return kinds
        # "The chosen" with a name: BP05-109.
        case tree.NameIn(names):
            return names
    return ()


# What a text has spoken of so far: the cards and characters for which a later word can stand.


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
    owners: dict[tree.Group | tree.CharacterRef, tree.Side] = field(default_factory=lambda: {**references.OWN})
    """Whose cards and characters they are of which the text has spoken."""
    origins: dict[tree.Group, tuple[tree.InZone | None, ...]] = field(default_factory=dict)
    """From where cards came to their groups, ``None`` where that is no zone."""
    doer: tree.Side = tree.Side.YOU
    """Who does what is being said."""
    done_by: dict[tree.Group, set[tuple[tree.Side, bool]]] = field(default_factory=dict)
    """By whom cards came to their groups, each time with whether they were cards of that player alone."""

    this_was: tree.Group | None = None
    """What was done to this card, by which the trigger may call it: "the sent card"."""
    scene: tree.CardSet | None = None
    """The scene of which a condition has just said that it is there: only one lies on the field (CR 6.1.1)."""
    numbers: dict[tree.Group, int] = field(default_factory=dict)
    """How many cards came to a group last, where the text says exactly how many."""
    seen: int = 0
    """How many cards were revealed or looked at last, 0 where the text leaves that open."""

    def hear(self, trigger: tree.Trigger) -> None:
        """What the trigger speaks of."""
        if trigger.event in references.OF_A_CHARACTER:
            self.who.event(trigger.subjects.filters if isinstance(trigger.subjects, tree.CharacterSet) else ())
        elif trigger.event in references.OF_THIS_CARD:
            self.cards = tree.Group.THIS
            to = trigger.subjects.to if isinstance(trigger.subjects, tree.Movement) else tree.Spot.DISCARD
            self.this_was = references.GROUP_AT.get(to)
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
            case tree.Compare() | tree.All() if self.asking:
                self._note_those(node)
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
                self._note_drawn(player)
            case tree.ChooseCards(cards):
                self._note_cards(tree.Group.CHOSEN, cards)
            case tree.PutOnTop(_, tree.That(tree.CharacterRef.CHOSEN | tree.CharacterRef.LATEST) as host):
                # It is that character still, with another card on top or, where there was none, without (CR 1.2.3).
                self._note_cards(tree.Group.PLAYED)
                self.who.it = self.who.that = host
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
                self._note_cards(references.group_after(cards, to), cards)

    def _note_those(self, condition: tree.Compare | tree.All) -> None:
        """One that is asked for, which no word of the tree can name, or several, which are all such ones."""
        match condition:
            case tree.Compare(tree.CountCharacters(tree.CharacterSet(), None), tree.Comparison.AT_LEAST, 1):
                self.who.one_is_there()
            case tree.Compare(tree.CountCharacters(tree.CharacterSet() as those, None), comparison, int(number)) if (
                number > 1 and comparison in (tree.Comparison.AT_LEAST, tree.Comparison.EQUAL)
            ):
                self.who.those, self.cards_last = those, False
            case tree.All(
                (
                    tree.Compare(tree.CountCharacters(tree.CharacterSet(side, some) as those, None)),
                    tree.Compare(tree.CountCharacters(tree.CharacterSet(of, others)), tree.Comparison.EQUAL, 0),
                )
            ) if of is side and others[:-1] == some:
                self.who.those, self.cards_last = those, False

    def _note_character(self, who: tree.CharacterSelector, *, by_pronoun: bool) -> None:
        self.who.acted_on(who, by_pronoun=by_pronoun)
        self._remember(who)

    def _remember(self, who: tree.CharacterSelector) -> None:
        """Whose characters were picked."""
        self.cards_last = False
        self.scene = None
        if not isinstance(who, tree.That) and not isinstance(getattr(who, "of", None), tree.That):
            self.owners[tree.CharacterRef.CHOSEN] = self.owners[tree.CharacterRef.LATEST] = references.side_of(
                who, self.owners
            )

    def _note_cards(self, group: tree.Group, of: Any = None) -> None:
        self.put_off.add(group)
        self.later = self.later - {group}
        self.cards = group
        self.cards_last = True
        self.scene = None
        self.owners[group] = tree.Side.BOTH if of is None else references.owner_of(of, self.owners)
        if of is not None:
            self.numbers[group] = 0 if group in self.origins else references.number_of(of)
        self.origins[group] = (*self.origins.get(group, ()), *references.origins_of(of))
        if group in (tree.Group.REVEALED, tree.Group.LOOKED):
            self.owners[tree.Group.REST] = self.owners[group]
            self.seen = of.count if isinstance(of, tree.DeckCards) and isinstance(of.count, int) else 0
        if of is not None:
            player = of.player if isinstance(of, tree.PickCards) else tree.Side.YOU
            self._note_doer(group, player, own=self.owners[group] is player)
            if isinstance(of, tree.StackCards | tree.WholeCharacters):
                self.owners[tree.CharacterRef.REMOVED] = self.owners[group]
            (self.several.add if references.may_be_several_cards(of) else self.several.discard)(group)
        self.many = tree.CountCards(tree.CardSet((tree.Among(group),)))

    def _note_drawn(self, player: tree.Side) -> None:
        """Drawn cards are hidden: "it" are those that were handled openly before (CR 3.4.2)."""
        before = (self.cards, self.cards_last)
        self._note_cards(tree.Group.DRAWN)
        self.cards, self.cards_last = before
        self.owners[tree.Group.DRAWN] = player
        self._note_doer(tree.Group.DRAWN, player, own=True)

    def _note_doer(self, group: tree.Group, player: tree.Side, *, own: bool) -> None:
        """A player, as the one who does what is being said calls him, did that to cards."""
        doer = self.doer if player is tree.Side.YOU else player
        self.done_by.setdefault(group, set()).add((doer, own))
