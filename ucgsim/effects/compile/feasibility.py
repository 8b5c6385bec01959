"""Whether a statement can be done, and what a character must be for a change to apply to it (CR 1.2.2, 11.4.4)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ucgsim.effects import tree
from ucgsim.effects.compile import opcodes
from ucgsim.effects.compile.expressions import CHANGES, EDGES, REFS, SEATS, TRAITS, Emitter
from ucgsim.effects.compile.opcodes import Ex, Modifier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias

    from ucgsim.effects.compile.rows import Build

    Asks: TypeAlias = Callable[[Emitter], Build]
    """What is asked of a subject besides, by the expression that asks for the rest."""


_BLOCKED_BY = {kind: Modifier[f"NO_{kind.name}"] for kind in CHANGES.values()}


def signed(up: Modifier, down: Modifier, amount: tree.Amount) -> tuple[Modifier, tree.Amount]:
    """A change and its amount without sign; what a count scales has the sign of its factor."""
    if isinstance(amount, int):
        return (up, amount) if amount >= 0 else (down, -amount)
    if isinstance(amount, tree.Times) and amount.factor < 0:
        return down, tree.Times(-amount.factor, amount.count, amount.per)
    return up, amount


def modifier_of(change: tree.Modification) -> tuple[Modifier, tree.Amount] | None:
    """What an effect and a continuous power make alike of a change: a modifier and its amount; None for any other."""
    match change:
        case tree.BP(amount):
            return signed(Modifier.BP_UP, Modifier.BP_DOWN, amount)
        case tree.Grade(steps):
            return signed(Modifier.GRADE_UP, Modifier.GRADE_DOWN, steps)
        case tree.Extra():
            return Modifier.READS_EXTRA, 1
        case tree.Immune(what):
            return _BLOCKED_BY[CHANGES[what]], 1
        case tree.CannotLevelUp():
            return Modifier.NO_LEVEL_UP, 1
        case tree.DictateOutcome(outcome):
            return (Modifier.WIN if outcome is tree.DictatedOutcome.WIN else Modifier.TIE), 1
        case _:
            return None


def receives(emitter: Emitter, changes: tuple[tree.Modification, ...]) -> list[Build]:
    """The subject is unaffected by none of the changes: what can't be received is not done in full (CR 11.4.4)."""
    kinds = [kind for change in changes if (kind := _kind(change)) is not None]
    return [partial(is_free_of, emitter, _BLOCKED_BY[kind]) for kind in kinds]


def _kind(change: tree.Modification) -> Modifier | None:
    made = modifier_of(change)
    return made[0] if made is not None and made[0] in _BLOCKED_BY else None


def is_free_of(emitter: Emitter, modifier: Modifier) -> None:
    """Push whether a modifier, an immunity or a ban, is not applied to the subject."""
    emitter.no(Ex.AFFECTED, modifier)


# Whether a statement can be done: what a cost or the first part of "you may A, to B" asks beforehand (CR 11.4.4).


_DOERS = {
    tree.Side.YOU: (tree.Side.YOU,),
    tree.Side.OPPONENT: (tree.Side.OPPONENT,),
    tree.Side.BOTH: (tree.Side.YOU, tree.Side.OPPONENT),
}


def can_do(emitter: Emitter, statement: tree.Statement, *, full: bool) -> None:
    """Push whether ``statement`` can be done, in ``full`` or at least in part."""
    match statement:
        case tree.Draw(tree.Side.BOTH, count):
            both = (tree.Draw(tree.Side.YOU, count), tree.Draw(tree.Side.OPPONENT, count))
            _each(emitter, both, full=full)
        case tree.Draw(player, count):
            _at_least(emitter, lambda: emitter.op(Ex.DECK_SIZE, SEATS[player], 1), count if full else 1)
        case tree.ByPlayer(player, body):
            seen = [body if side is tree.Side.YOU else _seen_across(body) for side in _DOERS[player]]
            _each(emitter, seen, full=full)
        case tree.May(body, tree.Side.YOU):
            can_do(emitter, body, full=full)
        case tree.Move(cards, tree.Destination.EXILE, _):
            _cards(emitter, cards, full=full, extra=[lambda: can_go(emitter)])
        case tree.Reveal(cards) | tree.Look(cards) | tree.Move(cards, _, _):
            _cards(emitter, cards, full=full)
        case tree.ChooseCards(cards) | tree.PutScene(cards):
            _cards(emitter, cards, full=full)
        case tree.ChooseBP(among):
            emitter.count_cards(among)
        case tree.PutOnTop(cards, host) | tree.PutUnder(cards, host):
            under = isinstance(statement, tree.PutUnder)
            _cards(emitter, cards, full=True, extra=host_for(emitter, host, under=under))
        case tree.Modify(target, changes, _):
            _characters(emitter, target, receives(emitter, changes) if full else None)
        case tree.ChooseCharacters(target):
            _characters(emitter, target)
        case tree.Swap(tree.PickCharacters() as one, other) if one == other:
            _characters(emitter, replace(one, quantity=tree.Quantity(2, 2)))
        case tree.Swap(first, second):
            emitter.all_of([lambda: _characters(emitter, first), lambda: _characters(emitter, second)])
        case tree.Sequence() if full:
            _each(emitter, statement.steps, full=True, more=_for_the_least(emitter, statement))
        case tree.OneOf(options):
            emitter.any_of([partial(can_do, emitter, option, full=full) for option in options])
        case tree.Sequence(steps):
            _each(emitter, steps, full=False)
        case _:
            emitter.op(Ex.CONST, 1)


def _each(emitter: Emitter, statements: Iterable[tree.Statement], *, full: bool, more: Iterable[Build] = ()) -> None:
    """Every statement can be done in full, or one of them at least in part."""
    parts = [partial(can_do, emitter, each, full=full) for each in statements]
    if full:
        emitter.all_of([*parts, *more])
    else:
        emitter.any_of(parts)


def _seen_across(node: Any) -> Any:
    """What the opponent does, as the controller sees it: their things are the opponent's."""
    return tree.ACROSS[node] if isinstance(node, tree.Side) else tree.rebuilt(node, _seen_across)


CHOSEN = tree.CountCharacters(tree.That(tree.CharacterRef.CHOSEN))
SELECTED, ASIDE = 0, 3


def _linked(statement: tree.Sequence) -> tuple[tree.PickCharacters, tree.CardSet] | None:
    """A choice of characters that fixes how many cards a later step takes, and those cards."""
    first = statement.steps[0]
    if not isinstance(first, tree.ChooseCharacters) or not isinstance(first.characters, tree.PickCharacters):
        return None
    for step in statement.steps[1:]:
        match step:
            case tree.Move(tree.PickCards(quantity, cards, _), _, _) if quantity.least == CHOSEN:
                return first.characters, cards
    return None


def _for_the_least(emitter: Emitter, statement: tree.Sequence) -> list[Build]:
    """As many cards as the fewest characters that may be chosen ask for."""
    linked = _linked(statement)
    if linked is None:
        return []
    pick, cards = linked
    return [partial(_enough, emitter, cards, pick.quantity.least)]


def linked_room(statement: tree.Sequence) -> Asks | None:
    """For every character more there must be a card more (CR 11.4.1)."""
    linked = _linked(statement)
    if linked is None:
        return None
    return lambda emitter: partial(_more_cards, emitter, linked[1])


def _more_cards(emitter: Emitter, cards: tree.CardSet) -> None:
    emitter.count_cards(cards)
    emitter.each_character(opcodes.Seats.BOTH, lambda: emitter.op(Ex.IN_SET, SELECTED))
    emitter.op(Ex.MORE)


def is_other(emitter: Emitter) -> Build:
    """The subject is another character of the side of that set aside: it swaps places with nothing else (CR 11.9.1)."""
    return lambda: emitter.all_of([lambda: emitter.no(Ex.IN_SET, ASIDE), lambda: emitter.op(Ex.BESIDE_SET, ASIDE)])


def _at_least(emitter: Emitter, count: Callable[[], object], least: tree.Amount) -> None:
    count()
    emitter.amount(least)
    emitter.op(Ex.AT_LEAST)


def _cards(emitter: Emitter, cards: tree.CardSelector, *, full: bool, extra: list[Build] | None = None) -> None:
    match cards:
        case tree.DeckCards(tree.Side.BOTH, count, _):
            sides = (tree.Side.YOU, tree.Side.OPPONENT)
            emitter.all_of([partial(_deck, emitter, side, count, full=full) for side in sides])
        case tree.DeckCards(side, count, _):
            _deck(emitter, side, count, full=full)
        case tree.PickCards(tree.Quantity(least, most), chosen, distinct):
            wanted = least if full and most is not None else 1
            trait = -1 if distinct is None else int(TRAITS[distinct])
            _at_least(emitter, lambda: emitter.count_cards(chosen, trait, extra or []), wanted)
        case tree.RandomCards(count, chosen):
            _at_least(emitter, lambda: emitter.count_cards(chosen, extra=extra or []), count)
        case tree.StackCards() | tree.ChargeCards():
            _characters(emitter, cards.of, [needs(emitter, cards)])
        case tree.WholeCharacters(of):
            _characters(emitter, of)
        case tree.AllOf(parts):
            checks = [partial(_cards, emitter, part, full=full, extra=extra) for part in parts]
            if full:
                emitter.all_of([*checks, *_enough_together(emitter, parts)])
            else:
                emitter.any_of(checks)
        case _:
            emitter.op(Ex.CONST, 1)


def _enough_together(emitter: Emitter, parts: tuple[tree.CardSelector, ...]) -> list[Build]:
    """No card pays two parts: however many parts share their candidates, there must be a card for each (the marriage
    theorem).
    """
    return [partial(_enough, emitter, either, least) for either, least in _together(parts, fewest=2)]


def _enough(emitter: Emitter, cards: tree.CardSet, least: tree.Amount) -> None:
    _at_least(emitter, partial(emitter.count_cards, cards), least)


def _together(parts: tuple[tree.CardSelector, ...], fewest: int) -> list[tuple[tree.CardSet, tree.Amount]]:
    """For ``fewest`` or more parts that take from the same place: all their candidates, and how many they need."""
    picks = [part for part in parts if isinstance(part, tree.PickCards) and part.quantity.most is not None]
    joined: list[tuple[tree.CardSet, tree.Amount]] = []
    for size in range(fewest, len(picks) + 1):
        for some in combinations(picks, size):
            if len({part.cards.sources for part in some}) == 1:
                either = tree.AnyOf(tuple(part.cards.filters for part in some))
                least: tree.Amount = reduce(tree.Plus, (part.quantity.least for part in some))
                joined.append((tree.CardSet(some[0].cards.sources, (either,)), least))
    return joined


def leaves_enough(emitter: Emitter, part: tree.CardSelector, later: tuple[tree.CardSelector, ...]) -> list[Build]:
    """What a card picked for one part must leave: what the later parts need, unless that is not there anyway."""
    if not isinstance(part, tree.PickCards):
        return []
    wanted = [entry for entry in _together(later, fewest=1) if entry[0].sources == part.cards.sources]
    checks = [partial(_leaves, emitter, *entry) for entry in wanted]
    return [lambda: emitter.op(Ex.PLACE), *checks] if checks else []


def _leaves(emitter: Emitter, cards: tree.CardSet, least: tree.Amount) -> None:
    def outside(*groups: opcodes.Group) -> list[Build]:
        return [partial(emitter.no, Ex.IN_GROUP, group) for group in groups]

    def lacking() -> None:
        _at_least(emitter, lambda: emitter.count_cards(cards, extra=outside(opcodes.Group.SELECTED)), least)
        emitter.op(Ex.NOT)

    without = outside(opcodes.Group.SELECTED, opcodes.Group.PLACED)
    emitter.any_of([lambda: _at_least(emitter, lambda: emitter.count_cards(cards, extra=without), least), lacking])


def _deck(emitter: Emitter, side: tree.Side, count: tree.Amount, *, full: bool) -> None:
    _at_least(emitter, lambda: emitter.op(Ex.DECK_SIZE, SEATS[side]), count if full else 1)


def _characters(emitter: Emitter, selector: tree.CharacterSelector, extra: list[Build] | None = None) -> None:
    more = extra or []
    match selector:
        case tree.PickCharacters(tree.Quantity(least, most), characters, _):
            wanted = 1 if most is None else least
            body = lambda: emitter.filters(characters.filters, more)  # noqa: E731
            _at_least(emitter, lambda: emitter.each_character(SEATS[characters.side], body), wanted)
        case tree.OpponentOf(tree.That(ref)):
            emitter.with_character(REFS[ref], lambda: emitter.all_of(more), opponent=True)
        case tree.OpponentOf(of):
            _characters(emitter, of, [opposed(emitter, more)])
        case tree.WithOpponent(of):
            _characters(emitter, of, [with_opposed(emitter, more)])
        case tree.BothOf(parts):
            emitter.all_of([partial(_characters, emitter, part, more) for part in parts])
        case tree.EitherOf(parts):
            emitter.any_of([partial(_characters, emitter, part, more) for part in parts])
        case tree.That(tree.CharacterRef.THIS):
            emitter.with_character(opcodes.Ref.THIS, lambda: emitter.all_of(more))
        case _:
            emitter.op(Ex.CONST, 1)


def opposed(emitter: Emitter, more: list[Build]) -> Build:
    """The subject has a battle opponent, of which the rest holds (CR 7.1)."""
    if not more:
        return lambda: emitter.op(Ex.HAS_OPPONENT)
    return lambda: emitter.with_character(opcodes.Ref.SUBJECT, lambda: emitter.all_of(more), opponent=True)


def with_opposed(emitter: Emitter, more: list[Build]) -> Build:
    """The subject has a battle opponent, and the rest holds of both (CR 7.1)."""
    return lambda: emitter.all_of([*more, opposed(emitter, more)])


def needs(emitter: Emitter, cards: tree.StackCards | tree.ChargeCards) -> Build:
    """What a character must have for a card to be taken from under or out of it."""
    if isinstance(cards, tree.ChargeCards):
        return lambda: emitter.op(Ex.HAS_CHARGE)
    test = stack_test(emitter, cards.filters)
    return lambda: emitter.op(Ex.HAS_STACK_CARD, int(EDGES[cards.edge]), test)


def stack_test(emitter: Emitter, filters: tree.Filters) -> int:
    """Static test of a card of a stack, -1 for any card."""
    return emitter.pool.test(filters) if filters else -1


def can_go(emitter: Emitter) -> None:
    """Push whether the subject, a card, may leave its zone for exile (CR 1.2.2)."""
    emitter.op(Ex.CAN_GO)


def fills_place(emitter: Emitter) -> list[Build]:
    """The subject, a card, can be put where the effect left a place (CR 11.15.1)."""
    return [lambda: emitter.op(Ex.FILLS_PLACE)]


def may_be_leveled_up(emitter: Emitter) -> Build:
    """The subject is under no ban on leveling up, which putting a card on top of it is (CR 1.2.2, 5.6.1)."""
    owner_may = partial(emitter.no, Ex.BANNED, opcodes.Ban.LEVEL_UP)
    return lambda: emitter.all_of([partial(is_free_of, emitter, Modifier.NO_LEVEL_UP), owner_may])


def host_for(emitter: Emitter, host: tree.CharacterSelector, *, under: bool) -> list[Build]:
    """What a card must have to be put into play: a character that can take it (CR 11.8)."""
    return [lambda: emitter.op(Ex.PLACE), lambda: _host(emitter, host, under=under)]


def _host(emitter: Emitter, host: tree.CharacterSelector, *, under: bool) -> None:
    match host:
        case tree.PickCharacters(_, characters, _):
            free = [] if under else [may_be_leveled_up(emitter)]
            emitter.each_character(SEATS[characters.side], lambda: emitter.filters(characters.filters, free))
        case tree.That(ref) if under:
            emitter.with_character(REFS[ref], lambda: emitter.op(Ex.CONST, 1))
        case tree.That(ref):
            placed = int(opcodes.Group.PLACED)
            emitter.with_character(REFS[ref], lambda: emitter.op(Ex.LEVELS_UP_WITH, placed))
        case _:
            emitter.op(Ex.CONST, 1)
