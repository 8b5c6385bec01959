"""How sentences hang together: links, prefixes, suffixes and numbered effects become connectives."""

from __future__ import annotations

import unicodedata
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ucgsim.effects import tree
from ucgsim.effects.official import meaning
from ucgsim.effects.official.meaning.references import group_after
from ucgsim.effects.official.wording.figures import Multiple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lark import Token

STATE_SIZES = {tree.State.SINGLE: 1, tree.State.DOUBLE: 2, tree.State.TRIPLE: 3, tree.State.QUAD: 4}


def by_state(parts: tuple[Any, ...]) -> tree.ByState:
    """Numbers and states in turn."""
    if not all(isinstance(item, int) for item in parts):
        raise meaning.MeaningError("a number for each state")
    values = dict(zip(parts[1::2], parts[::2], strict=True))
    single, double, triple, quad = (values.get(state, 0) for state in STATE_SIZES)
    return tree.ByState((single, double, triple, quad))


def charge_count(token: Token) -> int:
    """The number of a Charge keyword, which may are in a circle."""
    digits = [char for char in token if char.isnumeric()]
    return int(unicodedata.numeric(digits[0])) if digits else 1


def one_gift_of_types(changes: list[tree.Modification]) -> tuple[tree.Modification, ...]:
    """ "TYPE A and TYPE B" gives both at once, however often the word is said."""
    given = [change for change in changes if isinstance(change, tree.AddTypes) and not change.choice]
    others = [change for change in changes if change not in given]
    names = tuple(name for change in given for name in change.types)
    return (tree.AddTypes(names), *others) if names else tuple(others)


# "… If A, B instead": B is done in place of the one deed of the sentence before that B is another measure of.
#
# What it replaces must be plain: one deed of the same verb, under no condition whose failing would leave open
# whether B is done. The choice whether to do it at all ("you may") stays what it was.


_UNCLEAR = 'a sentence before that does one thing alone, which is done otherwise "instead"'
_PREPARES = (tree.Reveal, tree.Look, tree.ChooseCards, tree.ChooseCharacters)
"""What is done before the deed and is no part of it."""


def instead(before: tree.Statement, condition: tree.Condition, new: tree.Statement) -> tree.Statement:
    """The statement before with its deed replaced where the condition holds."""
    if isinstance(before, tree.Move) and group_after(before.cards, before.to) in tree.parts_of(condition):
        raise meaning.MeaningError("a condition that can be asked before that is done")
    match before:
        case tree.May(inner, player):
            return tree.May(instead(inner, condition, new), player)
        case tree.MayTo(first, then) if not _is_measure(first, new):
            return tree.MayTo(first, instead(then, condition, new))
        case tree.IfYouDo(first, then, None) if not _is_measure(first, new):
            return tree.IfYouDo(first, instead(then, condition, new))
        case tree.If(asked, then, None) if _implies(condition, asked):
            return _either(condition, _filled(new, then), before)
        case tree.If(tree.Is() as asked, tree.Modify(tree.That() | tree.OpponentOf(tree.That())) as then, None) if (
            _says_that(condition) and _is_measure(then, new)
        ):
            return tree.If(asked, _either(condition, _filled(new, then), then))
        case tree.Sequence((*steps, last)) if all(isinstance(step, _PREPARES) for step in steps):
            return tree.Sequence((*steps, *_steps(instead(last, condition, new))))
    if not _is_measure(before, new):
        raise meaning.MeaningError(_UNCLEAR)
    return _replaced(before, condition, new)


def may_instead(before: tree.Statement, condition: tree.Condition, new: tree.Statement) -> tree.Statement:
    """ "You may B instead": where the condition holds the player chooses; without B the deed stays what it was."""
    deed = before.body if isinstance(before, tree.May) and before.player is tree.Side.YOU else before
    if not _is_measure(deed, new) or _has_pronoun(condition):
        raise meaning.MeaningError(_UNCLEAR)
    return tree.If(condition, tree.MayOr(_filled(new, deed), before), before)


_THIS = tree.That(tree.CharacterRef.THIS)


def _steps(statement: tree.Statement) -> tuple[tree.Statement, ...]:
    return statement.steps if isinstance(statement, tree.Sequence) else (statement,)


def _is_measure(old: tree.Statement, new: tree.Statement) -> bool:
    """Whether both do the same, to another measure."""
    match old, _steps(new)[0]:
        case tree.Draw(player), tree.Draw(other):
            return player is other
        case tree.Move(_, to), tree.Move(cards, other_to):
            return to is other_to or _has_pronoun(cards)
        case tree.Modify(_, changes), tree.Modify(target, others):
            return _has_pronoun(target) or [*map(type, changes)] == [*map(type, others)]
    return False


def _replaced(old: tree.Statement, condition: tree.Condition, new: tree.Statement) -> tree.Statement:
    """One or the other; a character that the condition speaks of is chosen before it is asked."""
    words = {part.stands for part in tree.nodes(condition) if isinstance(part, meaning.Pronoun)}
    target = getattr(old, "target", None)
    named = {meaning.Stands.CHOSEN, meaning.Stands.THAT} if target == _THIS else {meaning.Stands.CHOSEN}
    # "The chosen character" was chosen before, and "that character" is not this one, to which the deed is done.
    is_of_card = target is not None and meaning.is_of_card(condition)
    if not words or is_of_card or (words <= named and not isinstance(target, tree.PickCharacters)):
        return _either(condition, _filled(new, old), old)
    match old:
        case tree.Modify(tree.That() | tree.OpponentOf(tree.That()) as who):
            return _either(_said_of(condition, who), _filled(new, old), old)
        case tree.Modify(tree.PickCharacters(quantity) as who) if quantity.most == 1 and words.isdisjoint(named):
            chosen = tree.That(tree.CharacterRef.CHOSEN)
            known = replace(old, target=chosen)
            return tree.Sequence(
                (tree.ChooseCharacters(who), _either(_said_of(condition, chosen), _filled(new, known), known))
            )
        case tree.Move(tree.Cards()) | tree.Draw():
            return _either(condition, new, old)
    raise meaning.MeaningError("one character or known cards of which the condition speaks")


def _either(condition: tree.Condition, new: tree.Statement, old: tree.Statement) -> tree.If:
    """Without a revealed card nothing is replaced, while "otherwise" would need one."""
    if any(part is tree.Group.REVEALED for part in tree.parts_of(condition)) or any(
        map(meaning.is_it, tree.nodes(condition))
    ):
        return tree.If(tree.No(condition), old, new)
    return tree.If(condition, new, old)


def _filled(new: tree.Statement, old: tree.Statement) -> tree.Statement:
    """What the sentence leaves to the one before: of whom it speaks, and how long it holds."""
    first, *others = _steps(new)
    match first, old:
        case tree.Modify(target, changes, duration), tree.Modify(who, _, before):
            kept = before if duration is tree.Duration.WHILE_ACTIVE else duration
            first = tree.Modify(who if _is_pronoun(target) else target, changes, kept)
        case tree.Move(tree.Cards(group)), tree.Move(cards) if meaning.is_it(group):
            first = replace(first, cards=cards)
    if _has_pronoun(first) and not _has_pronoun(old):
        raise meaning.MeaningError("what the sentence before speaks of")
    return tree.Sequence((first, *others)) if others else first


def _is_pronoun(target: object) -> bool:
    return isinstance(target, tree.That) and meaning.is_pronoun(target.ref)


def _says_that(condition: tree.Condition) -> bool:
    """Whether it asks "that character", the one of which the condition before spoke."""
    return any(
        isinstance(part, meaning.Pronoun) and part.stands in (meaning.Stands.THAT, meaning.Stands.OPPONENT)
        for part in tree.nodes(condition)
    )


def _said_of(condition: tree.Condition, who: tree.That | tree.OpponentOf) -> tree.Condition:
    """A condition on "it" as one on a character."""
    match condition:
        case tree.Compare(
            tree.CountCards(tree.CardSet((tree.Among(group),), filters)), tree.Comparison.AT_LEAST, 1
        ) if meaning.is_it(group):
            return tree.Is(who, filters)
        case tree.Is(tree.That() as said, filters) if _is_pronoun(said):
            return tree.Is(who, filters)
        case tree.Is(tree.OpponentOf(tree.That() as said), filters) if _is_pronoun(said) and isinstance(who, tree.That):
            return tree.Is(tree.OpponentOf(who), filters)
    raise meaning.MeaningError('"it" alone in the condition')


def _implies(new: tree.Condition, old: tree.Condition) -> bool:
    """Whether the second measure of a number needs the first: "two or more … five or more … instead"."""
    match old, new:
        case tree.Compare(left, tree.Comparison.AT_LEAST, int(least)), tree.Compare(
            other, tree.Comparison.AT_LEAST, int(more)
        ):
            return left == other and more >= least
        case tree.Compare(left, tree.Comparison.AT_MOST, int(most)), tree.Compare(
            other, tree.Comparison.AT_MOST, int(fewer)
        ):
            return left == other and fewer <= most
    return False


def _has_pronoun(node: Any) -> bool:
    """Whether a tree holds a pronoun."""
    return any(isinstance(part, meaning.Pronoun) for part in tree.nodes(node))


# How sentences hang together: what joins them to the statement before.


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and how it hangs on what came before."""

    link: str
    body: tree.Statement | None = None
    condition: tree.Condition | None = None
    number: int = 0
    doer: tree.Side = tree.Side.YOU
    """Who did it, or did not: "they" are the opponent, or both players."""
    at: int = field(default=-1, compare=False)


def placed(sentence: Any, at: int) -> Any:
    """A sentence that knows where it begins; a limit stays what it is."""
    return replace(sentence, at=at) if isinstance(sentence, Sentence) else sentence


@dataclass(frozen=True, slots=True)
class Suffix:
    """A condition that follows what it is for."""

    condition: tree.Condition


@dataclass(frozen=True, slots=True)
class ThenClause:
    """What is done if what stands before it in the sentence was done."""

    doer: tree.Side
    body: tree.Statement


_FOLLOWING = ("following", "following_chosen")
"""Sentences that a list of numbered effects follows: some may be chosen, or that many are."""
_INSTEAD = {"instead": instead, "may_instead": may_instead}
"""Sentences that replace what the one before does, or offer that."""
NO_STACK = Sentence("no_stack")
NO_REPEATS = Sentence("no_repeats")
ROUND_CAP = Sentence("round_cap")


def claimed_while(claims: tree.Statement, condition: tree.Condition) -> tree.Statement:
    """A condition behind what is claimed, in which "it" can be this character alone."""
    this = tree.That(tree.CharacterRef.THIS)
    if _has_pronoun(condition) and any(getattr(claim, "target", None) != this for claim in _steps(claims)):
        raise meaning.MeaningError("a condition before this, or one of something that it names")
    return tree.If(condition, claims)


def sequence(steps: list[tree.Statement] | tuple[tree.Statement, ...]) -> tree.Statement:
    """Steps one after the other, flat; one step is itself."""
    flat: list[tree.Statement] = []
    for step in steps:
        flat += step.steps if isinstance(step, tree.Sequence) else (step,)
    return flat[0] if len(flat) == 1 else tree.Sequence(tuple(flat))


def has_choice(target: tree.CharacterSelector) -> bool:
    """Whether somebody picks among several characters."""
    match target:
        case tree.PickCharacters(quantity):
            return quantity.most is not None
        case tree.OpponentOf(of) | tree.WithOpponent(of):
            return has_choice(of)
        case tree.That():
            return False
        case tree.BothOf(parts):
            return any(has_choice(part) for part in parts)
    return True


def scaled(change: tree.Modification, multiple: Multiple) -> tree.Modification:
    """A change of BP or grade, for every so many of something."""
    if isinstance(change, tree.BP) and isinstance(change.amount, int):
        return tree.BP(tree.Times(change.amount, multiple.count, multiple.per))
    if isinstance(change, tree.Grade) and isinstance(change.steps, int):
        return tree.Grade(tree.Times(change.steps, multiple.count, multiple.per))
    raise meaning.MeaningError("a number that can be multiplied")


def repeated(multiple: Multiple, body: tree.Statement) -> tree.Statement:
    """A leading "for each": a larger number where nothing is chosen, a loop otherwise."""
    match body:
        case tree.Modify(target, changes, duration) if not has_choice(target):
            return tree.Modify(target, tuple(scaled(change, multiple) for change in changes), duration)
        case tree.Draw(player, int(count)):
            return tree.Draw(player, tree.Times(count, multiple.count, multiple.per))
    match multiple:
        case Multiple(1, tree.CountCards(tree.CardSet((tree.Among(),), _) as cards, None)):
            return tree.ForEach(cards, body)
        case Multiple(1, times):
            return tree.ForEach(times, body)
    return tree.ForEach(tree.Times(1, multiple.count, multiple.per), body)


def prefixed(prefixes: list[tree.Condition | Multiple], body: tree.Statement) -> tree.Statement:
    """A clause under its "if …" and "for each …", the first outermost."""
    for prefix in reversed(prefixes):
        body = repeated(prefix, body) if isinstance(prefix, Multiple) else _conditional(prefix, body)
    return body


def _conditional(condition: tree.Condition, body: tree.Statement) -> tree.Statement:
    """ "If the revealed card is X, …, and return the rest": what is not X is the rest and is returned
    anyway.
    """
    match condition, body:
        case tree.Compare(tree.CountCards(tree.CardSet((tree.Among(tree.Group.REVEALED),), _))), tree.Sequence(
            (*steps, tree.Move(tree.Cards(tree.Group.REST)) as rest)
        ):
            return tree.Sequence((tree.If(condition, sequence(steps)), rest))
    return tree.If(condition, body)


def apply_suffixes(parts: tuple[Any, ...]) -> list[Any]:
    """A trailing "if …" is a condition of the statement before it."""
    steps: list[Any] = []
    for item in parts:
        if isinstance(item, Suffix) and isinstance(steps[-1], tree.OneOf):
            raise meaning.MeaningError("whether the condition is that of each deed, or of the last alone")
        if isinstance(item, Suffix):
            last = _steps(steps[-1])[-1]
            is_of_another = isinstance(last, tree.Modify) and not isinstance(last.target, tree.That)
            if is_of_another and _has_pronoun(item.condition):
                raise meaning.MeaningError("a condition before this, or one of something that it names")
            steps[-1] = tree.If(item.condition, steps[-1])
        elif isinstance(item, ThenClause):
            _join_deed(steps, Sentence("if_you_do", doer=item.doer), item.body)
        else:
            steps.append(item)
    return steps


def split_prefixes(parts: list[Any]) -> tuple[list[Any], tree.Statement]:
    """What is before a clause, and the clause."""
    prefixes = [item for item in parts if isinstance(item, Multiple | tree.Condition)]
    return prefixes, sequence([item for item in parts if not isinstance(item, Multiple | tree.Condition)])


_EITHER = (tree.Side.YOU, tree.Side.OPPONENT)
"""Who does what you have your opponent do."""


def join(sentences: list[Sentence] | tuple[Sentence, ...]) -> tuple[tree.Statement, bool]:
    """Sentences as one statement, and whether copies of the power stack."""
    steps: list[tree.Statement] = []
    sentences = _of_hands_shown(sentences)
    numbered = [sentence for sentence in sentences if sentence.link == "numbered"]
    modes = [sentence for sentence in sentences if sentence.link == "mode"]
    most = [sentence for sentence in sentences if sentence.link in _FOLLOWING]
    if most:
        modes = [replace(sentence, link="mode") for sentence in numbered]
    for sentence in _replacing(sentences):
        with _placed_at(sentence):
            join_one(steps, sentence)
    if modes:
        choice = _modes(modes, numbered, most[0].number if most else len(modes))
        steps.append(replace(choice, may=False) if most and most[0].link == "following_chosen" else choice)
    if not steps:
        raise meaning.MeaningError("something that the effect does")
    return sequence(steps), NO_STACK not in sentences


def _of_hands_shown(sentences: list[Sentence] | tuple[Sentence, ...]) -> list[Sentence]:
    """Sentences in which "in it" is among the cards of the hand that the one before reveals."""
    plain: list[Sentence] = []
    for before, sentence in zip((None, *sentences), sentences, strict=False):
        speaks_of_it = any(isinstance(part, meaning.InHandShown) for part in tree.nodes(sentence))
        if speaks_of_it and (before is None or not _reveals_a_hand(before.body)):
            raise meaning.MeaningError("a hand that is revealed in the sentence before", sentence.at)
        plain.append(_among_the_shown(sentence))
    return plain


def _reveals_a_hand(statement: tree.Statement | None) -> bool:
    match statement:
        case tree.Reveal(tree.PickCards(quantity, tree.CardSet((tree.InZone(tree.Zone.HAND),), ()))):
            return quantity == tree.EVERY
        case tree.ByPlayer(tree.Side.OPPONENT, body):
            return _reveals_a_hand(body)
    return False


def _among_the_shown(node: Any) -> Any:
    return tree.Among(node.group) if isinstance(node, meaning.InHandShown) else tree.rebuilt(node, _among_the_shown)


def _replacing(sentences: list[Sentence] | tuple[Sentence, ...]) -> list[Sentence]:
    """ "… instead" is another measure of what the sentence before does."""
    kept: list[Sentence] = []
    for sentence in sentences:
        if sentence.link not in _INSTEAD:
            kept.append(sentence)
            continue
        with _placed_at(sentence):
            if not kept or kept[-1].body is None or sentence.condition is None or sentence.body is None:
                raise meaning.MeaningError("a sentence before this one")
            replaced = _INSTEAD[sentence.link](kept[-1].body, sentence.condition, sentence.body)
            kept[-1] = replace(kept[-1], body=replaced)
    return kept


@contextmanager
def _placed_at(sentence: Sentence) -> Iterator[None]:
    """What has no meaning there is refused at this sentence."""
    try:
        yield
    except meaning.MeaningError as error:
        raise meaning.MeaningError(str(error), error.at if error.at >= 0 else sentence.at) from error


def join_one(steps: list[tree.Statement], sentence: Sentence) -> None:
    """Add a sentence to the steps, by how it hangs on them."""
    if sentence.link == "then" and steps and isinstance(steps[-1], tree.Later):
        raise meaning.MeaningError("when that happens: now, or as late as what stands before it")
    if sentence.link == "they" and not (steps and _doers(steps[-1]) in ((tree.Side.OPPONENT,), _EITHER)):
        raise meaning.MeaningError("a player of whom the sentence before speaks")
    if sentence.link in ("", "then", "they") and sentence.body is not None:
        steps += sentence.body.steps if isinstance(sentence.body, tree.Sequence) else (sentence.body,)
        return
    if sentence.link not in (*_ATTACH, *_NARROW):
        return
    if not steps:
        raise meaning.MeaningError("a sentence before this one")
    if sentence.link == "otherwise":
        _refuse_two_conditions(steps)
    if sentence.link in _NARROW:
        steps[-1] = _NARROW[sentence.link](steps[-1])
    elif sentence.body is not None and sentence.link in _DONE:
        _join_deed(steps, sentence, sentence.body)
    elif sentence.body is not None:
        steps[-1] = _ATTACH[sentence.link](steps[-1], sentence.body)


def _refuse_two_conditions(steps: list[tree.Statement]) -> None:
    """ "If it is A, … If it is B, … Otherwise, …": neither of the two, or only not the second."""
    match steps:
        case [*_, tree.If(first), tree.If(second, _, None)] if _asked_of(first) == _asked_of(second) is not None:
            raise meaning.MeaningError("whether neither of the two conditions holds, or only the second does not")


def _asked_of(condition: tree.Condition) -> object:
    """The one thing of which a condition says what it is."""
    match condition:
        case tree.Is(who):
            return who
        case tree.Compare(tree.CountCards(tree.CardSet(sources)), tree.Comparison.AT_LEAST, 1):
            return sources
        case tree.No(part):
            return _asked_of(part)
    return None


def _join_deed(steps: list[tree.Statement], sentence: Sentence, body: tree.Statement) -> None:
    """ "If they did not" is said of the player who was to do it, and of no other."""
    did = _each_discarded(steps, sentence.doer)
    if did is not None:
        steps.append(tree.If(did if sentence.link == "if_you_do" else tree.No(did), body))
    elif (tree.Side.OPPONENT if sentence.doer is tree.Side.BOTH else sentence.doer) not in _doers(steps[-1]):
        raise meaning.MeaningError("what that player could do or leave before this sentence")
    else:
        steps[-1] = _ATTACH[sentence.link](steps[-1], body)


def _doers(statement: tree.Statement) -> tuple[tree.Side, ...]:
    """Whom "if … do" can name behind a statement; of what each player does nobody alone is the one."""
    match statement:
        case tree.May(_, player) | tree.ByPlayer(player):
            return () if player is tree.Side.BOTH else (player,)
        case tree.If(_, then) | tree.Later(then) | tree.ForEach(_, then):
            return _doers(then)
        case tree.IfYouDo(first) | tree.IfNotDone(first):
            return _doers(first)
        case tree.Sequence(steps):
            return _doers(steps[-1])
        case tree.Draw(tree.Side.BOTH):
            return ()
        case tree.Draw(tree.Side.OPPONENT) | tree.Move(tree.PickCards(player=tree.Side.OPPONENT)):
            return _EITHER
    return (tree.Side.YOU,)


def _each_discarded(steps: list[tree.Statement], doer: tree.Side) -> tree.Condition | None:
    """Whether that player discarded where each player might, also behind "each player who did draws …"."""
    if doer is tree.Side.BOTH:
        return None
    match steps:
        case [
            *_,
            tree.ByPlayer(tree.Side.BOTH, tree.May() as offered),
            tree.ByPlayer(tree.Side.BOTH, tree.If(_, tree.Draw(), None)),
        ]:
            pass
        case [*_, tree.ByPlayer(tree.Side.BOTH, tree.May() as offered)]:
            pass
        case _:
            return None
    match offered.body:
        case tree.Move(
            tree.PickCards(quantity, tree.CardSet((tree.InZone(tree.Zone.HAND),))), tree.Destination.DISCARD
        ) if quantity == tree.ONE:
            own = tree.CardSet((tree.Among(tree.Group.DISCARDED),), (tree.OwnedBy(doer),))
            return meaning.Did(tree.CountCards(own), tree.Comparison.AT_LEAST, 1, by=doer)
    return None


def _within(statement: Any, change: Callable[[tree.Statement], tree.Statement]) -> tree.Statement:
    """A statement with a change of what it says last: of its last step, or of what it does at last."""
    if isinstance(statement, tree.Sequence):
        return tree.Sequence((*statement.steps[:-1], change(statement.steps[-1])))
    inside = "body" if isinstance(statement, tree.May | tree.Later) else "then"
    changed: tree.Statement = replace(statement, **{inside: change(getattr(statement, inside))})
    return changed


def _after(first: tree.Statement, then: tree.Statement) -> tree.Statement:
    """ "If you do, B" belongs to what is under the condition of A."""
    if isinstance(first, tree.Later) or (isinstance(first, tree.If) and first.otherwise is None):
        return _within(first, lambda last: _after(last, then))
    if isinstance(first, tree.IfYouDo):
        _refuse_offers(first.then)
        return replace(first, then=sequence((first.then, then)))
    if isinstance(first, tree.ForEach) and isinstance(first.body, tree.May):
        raise meaning.MeaningError("whether that follows each time, or once after all of them")
    if isinstance(first, tree.IfNotDone):
        return tree.IfYouDo(first.first, then, first.then)
    return tree.IfYouDo(first, then)


def _refuse_offers(then: tree.Statement) -> None:
    """Behind "if you do, you may …" nobody can say which of the two was done."""
    match then:
        case tree.May() | tree.MayTo():
            raise meaning.MeaningError("which of the two that may be done")
        case tree.If(_, inner, None) | tree.ByPlayer(_, inner):
            _refuse_offers(inner)
        case tree.Sequence(steps):
            _refuse_offers(steps[-1])


def _or_else(before: tree.Statement, body: tree.Statement) -> tree.Statement:
    """ "Otherwise" belongs to the last condition that was asked, which is what follows "if you do, and" (RULINGS B15);
    where the effect has not done what a condition names, that is the other case of it.
    """
    match before:
        case tree.If(meaning.Did() as condition, then, None):
            return tree.If(tree.No(condition), body, then)
        case tree.If(condition, then, None):
            return tree.If(condition, then, body)
        case tree.IfYouDo(first, then, None):
            return tree.IfYouDo(first, _or_else(then, body)) if _asks(then) else tree.IfYouDo(first, then, body)
        case tree.MayTo() | tree.May() | tree.Later() | tree.Sequence():
            return _within(before, lambda last: _or_else(last, body))
    raise meaning.MeaningError("a condition before this sentence")


def _asks(statement: tree.Statement) -> bool:
    """Whether a condition was asked to which "otherwise" can belong."""
    match statement:
        case tree.If(_, _, None):
            return True
        case tree.IfYouDo(_, then) | tree.MayTo(_, then) | tree.May(then):
            return _asks(then)
        case tree.Sequence(steps):
            return _asks(steps[-1])
    return False


def _if_not_done(before: tree.Statement, body: tree.Statement) -> tree.Statement:
    """ "If you do not" is the other case of "if you do", whatever that asks besides."""
    match before:
        case tree.If(otherwise=None) | tree.Later() | tree.Sequence():
            return _within(before, lambda last: _if_not_done(last, body))
        case tree.IfYouDo(first, then, None):
            _refuse_offers(then)
            return tree.IfYouDo(first, then, body)
        case tree.MayTo(first, then):
            return tree.IfYouDo(tree.May(tree.OneOf((first,))), tree.May(then), body)
    return tree.IfNotDone(before, body)


_ATTACH = {"if_you_do": _after, "if_you_do_not": _if_not_done, "otherwise": _or_else}
"""How sentences by their link join the statement before."""
_DONE = ("if_you_do", "if_you_do_not")
"""Those of them that say of a player what was done."""


def _cap_round(before: tree.Statement) -> tree.Statement:
    """No scene card above the Field Round count."""
    match before:
        case tree.PutScene(tree.PickCards(quantity, cards, distinct)):
            capped = replace(cards, filters=(*cards.filters, tree.RoundBetween(None, tree.FieldRound())))
            return tree.PutScene(tree.PickCards(quantity, capped, distinct))
        case tree.May() | tree.If() | tree.IfYouDo() | tree.MayTo() | tree.Sequence():
            return _within(before, _cap_round)
    raise meaning.MeaningError("a scene card that is put into play before this sentence")


def _without_repeats(before: tree.Statement) -> tree.Statement:
    """As many different characters as there are rounds of the loop, instead of one a round (CR 11.2)."""
    match before:
        case tree.ForEach(over, tree.Modify(target, changes, duration)) if not isinstance(over, tree.CardSet):
            return tree.Modify(_as_many(target, over), changes, duration)
        case tree.ForEach(over, tree.May(tree.Modify(target, changes, duration), player)) if not isinstance(
            over, tree.CardSet
        ):
            return tree.May(tree.Modify(_as_many(target, over, least=0), changes, duration), player)
        case tree.May() | tree.If() | tree.MayTo() | tree.Sequence():
            return _within(before, _without_repeats)
    raise meaning.MeaningError("a choice of characters that is made several times before this sentence")


def _as_many(
    target: tree.CharacterSelector, count: tree.Amount, least: tree.Amount | None = None
) -> tree.CharacterSelector:
    match target:
        case tree.PickCharacters(quantity, characters, distinct) if quantity == tree.ONE:
            return tree.PickCharacters(tree.Quantity(count if least is None else least, count), characters, distinct)
        case tree.OpponentOf(of):
            return tree.OpponentOf(_as_many(of, count, least))
    raise meaning.MeaningError("one character at a time")


_NARROW = {"round_cap": _cap_round, "no_repeats": _without_repeats}
"""Sentences that only narrow what the statement before does."""


def _modes(choices: list[Sentence], numbered: list[Sentence], most: int) -> tree.Modes:
    bodies = {sentence.number: sentence.body for sentence in numbered}
    modes = []
    for choice in choices:
        body = bodies.get(choice.number)
        if body is None:
            raise meaning.MeaningError(f"an effect with the number {choice.number}")
        modes.append(tree.Mode(choice.condition, body))
    return tree.Modes(tuple(modes), most)
