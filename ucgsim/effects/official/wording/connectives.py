"""How sentences hang together: links, prefixes, suffixes and numbered effects become connectives."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ucgsim.effects.official.meaning.filters import Did, MeaningError
from ucgsim.effects.official.meaning.instead import instead, may_instead
from ucgsim.effects.official.wording.counts import Multiple
from ucgsim.effects.tree.amounts import FieldRound
from ucgsim.effects.tree.conditions import Compare, Condition, No
from ucgsim.effects.tree.selectors import (
    ONE,
    Among,
    Amount,
    BothOf,
    Cards,
    CardSet,
    CharacterSelector,
    CountCards,
    InZone,
    OpponentOf,
    OwnedBy,
    PickCards,
    PickCharacters,
    Quantity,
    RoundBetween,
    That,
    Times,
    WithOpponent,
)
from ucgsim.effects.tree.statements import (
    BP,
    ByPlayer,
    Draw,
    ForEach,
    Grade,
    If,
    IfNotDone,
    IfYouDo,
    Later,
    May,
    MayTo,
    Mode,
    Modes,
    Modification,
    Modify,
    Move,
    OneOf,
    PutScene,
    Sequence,
    Statement,
)
from ucgsim.effects.tree.values import (
    Comparison,
    Destination,
    Group,
    Side,
    Zone,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and how it hangs on what came before."""

    link: str
    body: Statement | None = None
    condition: Condition | None = None
    number: int = 0
    doer: Side = Side.YOU
    """Who did it, or did not: "they" are the opponent, or both players."""


@dataclass(frozen=True, slots=True)
class Suffix:
    """A condition that follows what it is for."""

    condition: Condition


_FOLLOWING = ("following", "following_chosen")
"""Sentences that a list of numbered effects follows: some may be chosen, or that many are."""
_INSTEAD = {"instead": instead, "may_instead": may_instead}
"""Sentences that replace what the one before does, or offer that."""
NO_STACK = Sentence("no_stack")
NO_REPEATS = Sentence("no_repeats")
ROUND_CAP = Sentence("round_cap")


def sequence(steps: list[Statement] | tuple[Statement, ...]) -> Statement:
    """Steps one after the other, flat; one step is itself."""
    flat: list[Statement] = []
    for step in steps:
        flat += step.steps if isinstance(step, Sequence) else (step,)
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat))


def has_choice(target: CharacterSelector) -> bool:
    """Whether somebody picks among several characters."""
    match target:
        case PickCharacters(quantity):
            return quantity.most is not None
        case OpponentOf(of) | WithOpponent(of):
            return has_choice(of)
        case That():
            return False
        case BothOf(parts):
            return any(has_choice(part) for part in parts)
    return True


def scaled(change: Modification, multiple: Multiple) -> Modification:
    """A change of BP or grade, for every so many of something."""
    if isinstance(change, BP) and isinstance(change.amount, int):
        return BP(Times(change.amount, multiple.count, multiple.per))
    if isinstance(change, Grade) and isinstance(change.steps, int):
        return Grade(Times(change.steps, multiple.count, multiple.per))
    raise MeaningError("a number that can be multiplied")


def repeated(multiple: Multiple, body: Statement) -> Statement:
    """A leading "for each": a larger number where nothing is chosen, a loop otherwise."""
    match body:
        case Modify(target, changes, duration) if not has_choice(target):
            return Modify(target, tuple(scaled(change, multiple) for change in changes), duration)
        case Draw(player, int(count)):
            return Draw(player, Times(count, multiple.count, multiple.per))
    match multiple:
        case Multiple(1, CountCards(CardSet((Among(),), _) as cards, None)):
            return ForEach(cards, body)
        case Multiple(1, times):
            return ForEach(times, body)
    return ForEach(Times(1, multiple.count, multiple.per), body)


def prefixed(prefixes: list[Condition | Multiple], body: Statement) -> Statement:
    """A clause under its "if …" and "for each …", the first outermost."""
    for prefix in reversed(prefixes):
        body = repeated(prefix, body) if isinstance(prefix, Multiple) else _conditional(prefix, body)
    return body


def _conditional(condition: Condition, body: Statement) -> Statement:
    """ "If the revealed card is X, …, and return the rest": what is not X is the rest and is returned
    anyway.
    """
    match condition, body:
        case Compare(CountCards(CardSet((Among(Group.REVEALED),), _))), Sequence(
            (*steps, Move(Cards(Group.REST)) as rest)
        ):
            return Sequence((If(condition, sequence(steps)), rest))
    return If(condition, body)


def apply_suffixes(parts: tuple[Any, ...]) -> list[Any]:
    """A trailing "if …" is a condition of the statement before it."""
    steps: list[Any] = []
    for item in parts:
        if isinstance(item, Suffix):
            steps[-1] = If(item.condition, steps[-1])
        else:
            steps.append(item)
    return steps


def split_prefixes(parts: list[Any]) -> tuple[list[Any], Statement]:
    """What stands before a clause, and the clause."""
    prefixes = [item for item in parts if isinstance(item, Multiple | Condition)]
    return prefixes, sequence([item for item in parts if not isinstance(item, Multiple | Condition)])


def join(sentences: list[Sentence] | tuple[Sentence, ...]) -> tuple[Statement, bool]:
    """Sentences as one statement, and whether copies of the power stack."""
    steps: list[Statement] = []
    numbered = [sentence for sentence in sentences if sentence.link == "numbered"]
    modes = [sentence for sentence in sentences if sentence.link == "mode"]
    most = [sentence for sentence in sentences if sentence.link in _FOLLOWING]
    if most:
        modes = [replace(sentence, link="mode") for sentence in numbered]
    for sentence in _replacing(sentences):
        join_one(steps, sentence)
    if modes:
        choice = _modes(modes, numbered, most[0].number if most else len(modes))
        steps.append(replace(choice, may=False) if most and most[0].link == "following_chosen" else choice)
    if not steps:
        raise MeaningError("something that the effect does")
    return sequence(steps), NO_STACK not in sentences


def _replacing(sentences: list[Sentence] | tuple[Sentence, ...]) -> list[Sentence]:
    """ "… instead" is another measure of what the sentence before does."""
    kept: list[Sentence] = []
    for sentence in sentences:
        if sentence.link not in _INSTEAD:
            kept.append(sentence)
        elif not kept or kept[-1].body is None or sentence.condition is None or sentence.body is None:
            raise MeaningError("a sentence before this one")
        else:
            replaced = _INSTEAD[sentence.link](kept[-1].body, sentence.condition, sentence.body)
            kept[-1] = replace(kept[-1], body=replaced)
    return kept


def join_one(steps: list[Statement], sentence: Sentence) -> None:
    """Add a sentence to the steps, by how it hangs on them."""
    if sentence.link == "then" and steps and isinstance(steps[-1], Later):
        raise MeaningError("when that happens: now, or as late as what stands before it")
    if sentence.link in ("", "then") and sentence.body is not None:
        steps += sentence.body.steps if isinstance(sentence.body, Sequence) else (sentence.body,)
        return
    if sentence.link not in (*_ATTACH, *_NARROW):
        return
    if not steps:
        raise MeaningError("a sentence before this one")
    if sentence.link in _NARROW:
        steps[-1] = _NARROW[sentence.link](steps[-1])
    elif sentence.body is not None and sentence.link in _DONE:
        _join_deed(steps, sentence, sentence.body)
    elif sentence.body is not None:
        steps[-1] = _ATTACH[sentence.link](steps[-1], sentence.body)


def _join_deed(steps: list[Statement], sentence: Sentence, body: Statement) -> None:
    """ "If they did not" is said of the player who was to do it, and of no other."""
    did = _each_discarded(steps, sentence.doer)
    if did is not None:
        steps.append(If(did if sentence.link == "if_you_do" else No(did), body))
    elif (Side.OPPONENT if sentence.doer is Side.BOTH else sentence.doer) not in _doers(steps[-1]):
        raise MeaningError("what that player could do or leave before this sentence")
    else:
        steps[-1] = _ATTACH[sentence.link](steps[-1], body)


def _doers(statement: Statement) -> tuple[Side, ...]:
    """Whom "if … do" can name behind a statement; of what each player does nobody alone is the one."""
    match statement:
        case May(_, player) | ByPlayer(player):
            return () if player is Side.BOTH else (player,)
        case If(_, then) | Later(then) | ForEach(_, then):
            return _doers(then)
        case IfYouDo(first) | IfNotDone(first):
            return _doers(first)
        case Sequence(steps):
            return _doers(steps[-1])
        case Draw(Side.BOTH):
            return ()
        case Draw(Side.OPPONENT) | Move(PickCards(player=Side.OPPONENT)):
            return (Side.YOU, Side.OPPONENT)
    return (Side.YOU,)


def _each_discarded(steps: list[Statement], doer: Side) -> Condition | None:
    """Whether that player discarded where each player might, also behind "each player who did draws …"."""
    if doer is Side.BOTH:
        return None
    match steps:
        case [*_, ByPlayer(Side.BOTH, May() as offered), ByPlayer(Side.BOTH, If(_, Draw(), None))]:
            pass
        case [*_, ByPlayer(Side.BOTH, May() as offered)]:
            pass
        case _:
            return None
    match offered.body:
        case Move(PickCards(quantity, CardSet((InZone(Zone.HAND),))), Destination.DISCARD) if quantity == ONE:
            own = CardSet((Among(Group.DISCARDED),), (OwnedBy(doer),))
            return Did(CountCards(own), Comparison.AT_LEAST, 1)
    return None


def _after(first: Statement, then: Statement) -> Statement:
    """ "If you do, B" belongs to what stands under the condition of A."""
    if isinstance(first, If) and first.otherwise is None:
        return If(first.condition, _after(first.then, then))
    if isinstance(first, Later):
        return replace(first, body=_after(first.body, then))
    if isinstance(first, IfYouDo):
        _refuse_offers(first.then)
        return replace(first, then=sequence((first.then, then)))
    if isinstance(first, ForEach) and isinstance(first.body, May):
        raise MeaningError("whether that follows each time, or once after all of them")
    if isinstance(first, IfNotDone):
        return IfYouDo(first.first, then, first.then)
    return IfYouDo(first, then)


def _refuse_offers(then: Statement) -> None:
    """Behind "if you do, you may …" nobody can say which of the two was done."""
    match then:
        case May() | MayTo():
            raise MeaningError("which of the two that may be done")
        case If(_, inner, None) | ByPlayer(_, inner):
            _refuse_offers(inner)
        case Sequence(steps):
            _refuse_offers(steps[-1])


def _or_else(before: Statement, body: Statement) -> Statement:
    """ "Otherwise" belongs to the last condition that was asked, which is what follows "if you do, and" (RULINGS B15);
    where the effect has not done what a condition names, that is the other case of it.
    """
    match before:
        case If(Did() as condition, then, None):
            return If(No(condition), body, then)
        case If(condition, then, None):
            return If(condition, then, body)
        case IfYouDo(first, then, None):
            return IfYouDo(first, _or_else(then, body)) if _asks(then) else IfYouDo(first, then, body)
        case MayTo(first, then):
            return MayTo(first, _or_else(then, body))
        case May(inner, player):
            return May(_or_else(inner, body), player)
        case Later(inner, moment):
            return Later(_or_else(inner, body), moment)
        case Sequence(steps):
            return Sequence((*steps[:-1], _or_else(steps[-1], body)))
    raise MeaningError("a condition before this sentence")


def _asks(statement: Statement) -> bool:
    """Whether a condition was asked to which "otherwise" can belong."""
    match statement:
        case If(_, _, None):
            return True
        case IfYouDo(_, then) | MayTo(_, then) | May(then):
            return _asks(then)
        case Sequence(steps):
            return _asks(steps[-1])
    return False


def _if_not_done(before: Statement, body: Statement) -> Statement:
    """ "If you do not" is the other case of "if you do", whatever that asks besides."""
    match before:
        case If(condition, then, None):
            return If(condition, _if_not_done(then, body))
        case IfYouDo(first, then, None):
            _refuse_offers(then)
            return IfYouDo(first, then, body)
        case MayTo(first, then):
            return IfYouDo(May(OneOf((first,))), May(then), body)
        case Later(inner, moment):
            return Later(_if_not_done(inner, body), moment)
        case Sequence(steps):
            return Sequence((*steps[:-1], _if_not_done(steps[-1], body)))
    return IfNotDone(before, body)


_ATTACH = {"if_you_do": _after, "if_you_do_not": _if_not_done, "otherwise": _or_else}
"""How sentences by their link join the statement before."""
_DONE = ("if_you_do", "if_you_do_not")
"""Those of them that say of a player what was done."""


def _cap_round(before: Statement) -> Statement:
    """No scene card above the Field Round count."""
    match before:
        case PutScene(PickCards(quantity, cards, distinct)):
            capped = replace(cards, filters=(*cards.filters, RoundBetween(None, FieldRound())))
            return PutScene(PickCards(quantity, capped, distinct))
        case May(inner, player):
            return May(_cap_round(inner), player)
        case If(condition, then, otherwise):
            return If(condition, _cap_round(then), otherwise)
        case IfYouDo(first, then):
            return IfYouDo(first, _cap_round(then))
        case MayTo(first, then):
            return MayTo(first, _cap_round(then))
        case Sequence(steps):
            return Sequence((*steps[:-1], _cap_round(steps[-1])))
    raise MeaningError("a scene card that is put into play before this sentence")


def _without_repeats(before: Statement) -> Statement:
    """As many different characters as there are rounds of the loop, instead of one a round (CR 11.2)."""
    match before:
        case ForEach(over, Modify(target, changes, duration)) if not isinstance(over, CardSet):
            return Modify(_as_many(target, over), changes, duration)
        case ForEach(over, May(Modify(target, changes, duration), player)) if not isinstance(over, CardSet):
            return May(Modify(_as_many(target, over, least=0), changes, duration), player)
        case May(inner, player):
            return May(_without_repeats(inner), player)
        case If(condition, then, otherwise):
            return If(condition, _without_repeats(then), otherwise)
        case MayTo(first, then):
            return MayTo(first, _without_repeats(then))
        case Sequence(steps):
            return Sequence((*steps[:-1], _without_repeats(steps[-1])))
    raise MeaningError("a choice of characters that is made several times before this sentence")


def _as_many(target: CharacterSelector, count: Amount, least: Amount | None = None) -> CharacterSelector:
    match target:
        case PickCharacters(quantity, characters, distinct) if quantity == ONE:
            return PickCharacters(Quantity(count if least is None else least, count), characters, distinct)
        case OpponentOf(of):
            return OpponentOf(_as_many(of, count, least))
    raise MeaningError("one character at a time")


_NARROW = {"round_cap": _cap_round, "no_repeats": _without_repeats}
"""Sentences that only narrow what the statement before does."""


def _modes(choices: list[Sentence], numbered: list[Sentence], most: int) -> Modes:
    bodies = {sentence.number: sentence.body for sentence in numbered}
    modes = []
    for choice in choices:
        body = bodies.get(choice.number)
        if body is None:
            raise MeaningError(f"an effect with the number {choice.number}")
        modes.append(Mode(choice.condition, body))
    return Modes(tuple(modes), most)
