"""Selectors to steps: which characters and cards a statement means, at once or later (CR 5.10.2, 7.1, 11.2)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from ucgsim.effects import tree
from ucgsim.effects.compile.expressions import (
    EDGES,
    GROUPS,
    REFS,
    SEATS,
    CannotAssembleError,
    Emitter,
    ExpressionPool,
    sources,
)
from ucgsim.effects.compile.feasibility import can_do, can_go, leaves_enough, needs, opposed, stack_test, with_opposed
from ucgsim.effects.compile.opcodes import Do, Pick, Purpose, Ref
from ucgsim.effects.compile.rows import NONE
from ucgsim.effects.language.expressions import write

if TYPE_CHECKING:
    from collections.abc import Callable

    from ucgsim.effects.compile.feasibility import Asks
    from ucgsim.effects.compile.rows import Build


@dataclass
class Label:
    """A step that others jump to, set once it is known."""

    rows: list[list[int]]
    target: int | None = None
    waiting: list[tuple[int, int]] = field(default_factory=list)

    def at(self, row: int, column: int) -> None:
        """Write the target into a column of a row, now or when it is known."""
        if self.target is not None:
            self.rows[row][column] = self.target
        else:
            self.waiting.append((row, column))

    def set(self, target: int) -> None:
        """The target is known."""
        self.target = target
        for row, column in self.waiting:
            self.rows[row][column] = target


def asks_first(statement: tree.Statement) -> bool:
    """Whether doing a statement begins with a choice of a character, a card or a TYPE.

    If so, to decline is one option more of that choice; else the player is asked yes or no. Where the text fixes
    the object, the one scene in play among them, nothing is chosen.
    """
    match statement:
        case tree.Modify(target, _, _) | tree.ChooseCharacters(target):
            return picks_character(target)
        case (
            tree.Move(cards, _, _)
            | tree.Reveal(cards)
            | tree.Look(cards)
            | tree.ChooseCards(cards)
            | tree.PutScene(cards)
        ):
            return picks_card(cards)
        case tree.PutOnTop(cards, host) | tree.PutUnder(cards, host):
            return picks_card(cards) or picks_character(host)
        case tree.Swap(first, second):
            return picks_character(first) or picks_character(second)
        case tree.Sequence(steps):
            return asks_first(steps[0])
        case tree.ChooseType() | tree.ChooseBP() | tree.OneOf():
            return True
        case tree.ForEach(_, tree.May()):
            # Each time is asked by itself.
            return True
        case _:
            return False


def picks_character(selector: tree.CharacterSelector) -> bool:
    """Whether a selector leaves a choice of a character."""
    match selector:
        case tree.PickCharacters(tree.Quantity(_, most), _, _):
            return most is not None
        case tree.OpponentOf(of) | tree.WithOpponent(of):
            return picks_character(of)
        case tree.BothOf(parts):
            return any(picks_character(part) for part in parts)
        case tree.EitherOf():
            return True
        case _:
            return False


def picks_card(cards: tree.CardSelector) -> bool:
    """Whether a selector leaves the controller a choice of a card, or of the character that it comes from."""
    match cards:
        case tree.PickCards(player=tree.Side.OPPONENT):
            return False
        case tree.PickCards(tree.Quantity(_, most), chosen, _):
            return most is not None and not all(_is_scene_area(source) for source in chosen.sources)
        case tree.StackCards(of, _, _) | tree.ChargeCards(of, _) | tree.WholeCharacters(of):
            return picks_character(of)
        case tree.AllOf(parts):
            return any(map(picks_card, parts))
        case _:
            return False


def _is_scene_area(source: tree.Source) -> bool:
    return isinstance(source, tree.InZone) and source.zone is tree.Zone.SCENE_AREA


# What a statement that is put off speaks of and does not name itself (CR 5.10.2, 3.2.3).


_OWN = {tree.Group.EACH, tree.Group.PLACED, tree.Group.THIS}
_KEPT_OTHERWISE = {tree.CharacterRef.THIS, tree.CharacterRef.EVENT}
_MOVED = {
    tree.Destination.HAND: {tree.Group.TO_HAND},
    tree.Destination.DISCARD: {tree.Group.SENT, tree.Group.DISCARDED},
    tree.Destination.EXILE: {tree.Group.EXILED},
    tree.Destination.DECK_TOP: {tree.Group.RETURNED, tree.Group.ON_TOP},
    tree.Destination.DECK_BOTTOM: {tree.Group.RETURNED},
    tree.Destination.DECK_TOP_OR_BOTTOM: {tree.Group.RETURNED, tree.Group.ON_TOP},
}


@dataclass
class _InOrder:
    """Goes through a statement in the order of its text."""

    groups: set[tree.Group] = field(default_factory=set)
    refs: set[tree.CharacterRef] = field(default_factory=set)
    made: set[object] = field(default_factory=set)
    """Groups and characters that the statement itself has named so far."""

    def visit(self, node: object) -> None:
        match node:
            case tuple():
                for item in node:
                    self.visit(item)
                return
            case tree.Group() if node not in self.made | _OWN:
                self.groups.add(tree.Group.REST if node is tree.Group.REVEALED else node)
            case tree.CharacterRef() if node not in self.made | _KEPT_OTHERWISE:
                self.refs.add(node)
        if is_dataclass(node):
            for item in fields(node):
                self.visit(getattr(node, item.name))
            self.made |= _named_by(node)


def _named_by(node: object) -> set[object]:
    """What later parts of the same statement may speak of."""
    match node:
        case tree.Reveal():
            return {tree.Group.REVEALED, tree.Group.REST}
        case tree.Draw():
            return {tree.Group.DRAWN}
        case tree.ChooseCards():
            return {tree.Group.CHOSEN}
        case tree.Move(_, to):
            return {*_MOVED[to], tree.CharacterRef.REMOVED}
        case tree.PutOnTop() | tree.PutUnder() | tree.PutInPlace() | tree.PutScene():
            return {tree.Group.PLAYED, tree.CharacterRef.PLAYED}
        case tree.PickCharacters() | tree.EitherOf():
            return {tree.CharacterRef.CHOSEN, tree.CharacterRef.LATEST}
    return set()


def spoken_of(body: tree.Statement) -> tuple[tree.Group | None, tree.CharacterRef | None]:
    """The cards and the characters of before that a statement speaks of, ``None`` for none.

    Raises CannotAssembleError where they are of more than one kind, which the machine does not keep.
    """
    walk = _InOrder()
    walk.visit(body)
    if len(walk.groups) > 1 or len(walk.refs) > 1 or tree.CharacterRef.REMOVED in walk.refs:
        raise CannotAssembleError("what is put off knows one group of cards and one of characters from before")
    return next(iter(walk.groups), None), next(iter(walk.refs), None)


# Selectors to steps: which characters and cards a statement means (CR 7.1, 11.2).


BY_TRAIT = {trait: Pick[f"BY_{trait.name}"] for trait in tree.Trait}


@dataclass
class SelectionRows:
    """The steps of one power in the making; places are absolute from the start."""

    pool: ExpressionPool
    base: int
    rows: list[list[int]] = field(default_factory=list)

    @property
    def here(self) -> int:
        """Where the next step will stand."""
        return self.base + len(self.rows)

    def row(self, op: Do, *columns: int) -> int:
        """Append a step; returns its place among the rows."""
        self.rows.append([int(op), *map(int, columns), *[0] * (7 - len(columns))])
        return len(self.rows) - 1

    def finished(self) -> list[tuple[int, ...]]:
        """The rows, all labels set."""
        return [tuple(row) for row in self.rows]

    def value(self, amount: tree.Amount) -> int:
        """Expression of an amount."""
        return self.pool.place(lambda emitter: emitter.amount(amount))


@dataclass(frozen=True, slots=True)
class Picking:
    """How something is selected: whether that may be declined, what for, and what is asked besides.

    ``keep``: in addition to those of the parts before; ``more``: parts follow that can be declined in its place;
    ``exiled``: of cards, that they may leave their zone for exile.
    """

    decline: Label | None = None
    purpose: Purpose = Purpose.NEUTRAL
    keep: bool = False
    more: bool = False
    exiled: bool = False
    extra: Asks | None = None


@dataclass
class Selecting(SelectionRows):
    """Selections of characters and cards.

    ``whole``: what is done now is done in full or not at all; ``chose``: characters were chosen by that word.
    """

    whole: bool = False
    chose: bool = False
    second: bool = False
    """Whether the other player has chosen before, so that what both have chosen is meant."""
    later: bool = False
    """Whether another part of the same cards was selected before, whose picks go on counting."""

    # --- characters

    def characters(
        self,
        selector: tree.CharacterSelector,
        decline: Label | None = None,
        *,
        purpose: Purpose = Purpose.NEUTRAL,
        extra: Asks | None = None,
        chooses: bool = False,
        more: bool = False,
    ) -> None:
        """Select characters; what is not a back reference is what "that character" means from then on."""
        self._select(selector, Picking(decline, purpose, more=more, extra=extra))
        of = selector.of if isinstance(selector, tree.OpponentOf | tree.WithOpponent) else selector
        if chooses or not isinstance(of, tree.That):
            into = Ref.LATEST if self.chose and not chooses else Ref.CHOSEN
            self.row(Do.REMEMBER_CHARACTERS, into, int(self.second))

    def _select(self, selector: tree.CharacterSelector, how: Picking) -> None:
        match selector:
            case tree.That(ref):
                flags = (int(Pick.KEEP) if how.keep else 0) | (int(Pick.LATER) if self.later else 0)
                self.row(Do.THAT_CHARACTER, REFS[ref], flags)
            case tree.PickCharacters():
                self._pick(selector, how)
            case tree.OpponentOf(of) if not how.keep:
                self._select(of, replace(how, extra=_opposed(how.extra)))
                self.row(Do.TO_OPPONENTS)
            case tree.WithOpponent(of) if not how.keep:
                self._select(of, replace(how, extra=_both_fit(how.extra)) if self.whole else how)
                self.row(Do.TO_OPPONENTS, 1)
            case tree.BothOf(parts):
                self._select_both(parts, how)
            case tree.EitherOf(parts):
                self._select(either(parts), how)
            case _:
                raise CannotAssembleError(f"{write(selector)} cannot be a part of several characters")

    def _select_both(self, parts: tuple[tree.CharacterSelector, ...], how: Picking) -> None:
        """Select every part; the first that leaves a choice can be declined, or all if none does (CR 11.2.1)."""
        picks = [place for place, part in enumerate(parts) if isinstance(part, tree.PickCharacters)]
        fixed = len(picks) < len(parts)
        if how.decline is not None and fixed:
            counts = [tree.CountCharacters(part.characters) for part in parts if isinstance(part, tree.PickCharacters)]
            self._ask_without_choice(lambda emitter: [partial(emitter.amount, count) for count in counts], how.decline)
        for place, part in enumerate(parts):
            way_out = how.decline if place in picks else None
            more = way_out is not None and (fixed or place != picks[-1])
            self._select(part, replace(how, decline=way_out, keep=how.keep or place > 0, more=more))

    def _ask_without_choice(self, picks: Callable[[Emitter], list[Build]], decline: Label) -> None:
        """Where none of the picks has a candidate, ask yes or no for what the text fixes."""
        some = self.pool.place(lambda emitter: emitter.any_of(picks(emitter)))
        ask = self.row(Do.UNLESS, some)
        over = self.row(Do.JUMP)
        self.rows[ask][2] = self.here
        decline.at(self.row(Do.ASK, SEATS[tree.Side.YOU], 0, NONE), 2)
        self.rows[over][1] = self.here

    def _pick(self, selector: tree.PickCharacters, how: Picking) -> None:
        quantity, characters, extra = selector.quantity, selector.characters, how.extra
        filters = self.pool.place(
            lambda emitter: emitter.filters(characters.filters, [] if extra is None else [extra(emitter)])
        )
        flags = self._flags(how)
        flags |= int(BY_TRAIT[selector.distinct]) if selector.distinct is not None else 0
        flags |= int(Pick.LATER) if self.later else 0
        most = NONE if quantity.most is None else self.value(quantity.most)
        place = self.row(
            Do.PICK_CHARACTERS, SEATS[characters.side], filters, self.value(quantity.least), most, flags, 0, how.purpose
        )
        if how.decline is not None:
            how.decline.at(place, 6)

    # --- cards

    def source_rows(self, cards: tree.CardSet, purpose: Purpose = Purpose.NEUTRAL) -> tuple[int, int]:
        """Place and number of the sources of a card set, with what they are picked for."""
        rows = [(source, seats, int(purpose), 0) for source, seats in sources(cards)]
        return self.pool.data(rows), len(rows)

    def cards(
        self,
        cards: tree.CardSelector,
        decline: Label | None = None,
        *,
        purpose: Purpose = Purpose.NEUTRAL,
        exiled: bool = False,
    ) -> None:
        """Select cards; ``exiled``: those that may leave their zone for exile."""
        self._select_cards(cards, Picking(decline, purpose, exiled=exiled))

    def _select_cards(self, cards: tree.CardSelector, how: Picking) -> None:
        add = int(how.keep)
        match cards:
            case tree.PickCards():
                self.pick_cards(cards, how)
            case tree.RandomCards(count, chosen):
                which = self.pool.place(lambda emitter: emitter.filters(chosen.filters, of_card=True))
                self.row(Do.RANDOM_CARDS, *self.source_rows(chosen), which, self.value(count), add)
            case tree.DeckCards(side, count, edge):
                self.row(Do.DECK_CARDS, SEATS[side], self.value(count), EDGES[edge], add)
            case tree.StackCards(of, edge, filters):
                needed = lambda emitter: needs(emitter, cards)  # noqa: E731
                self.characters(of, how.decline, purpose=how.purpose, extra=needed, more=how.more)
                self.row(Do.STACK_CARDS, EDGES[edge], stack_test(Emitter(self.pool), filters), 0, add)
            case tree.ChargeCards(of, edge):
                self.characters(of, how.decline, extra=lambda emitter: needs(emitter, cards), more=how.more)
                self.row(Do.CHARGE_CARDS, EDGES[edge], 0, 0, add)
            case tree.WholeCharacters(of):
                self.characters(of, how.decline, purpose=how.purpose, more=how.more)
                self.row(Do.WHOLE_CHARACTERS, add)
            case tree.Cards(group):
                self.row(Do.GROUP_CARDS, GROUPS[group], add)
            case tree.AllOf(parts):
                self._parts(parts, how)

    def _parts(self, parts: tuple[tree.CardSelector, ...], how: Picking) -> None:
        """Several parts that are selected together; the first that leaves a choice can be declined, or all if none
        does (CR 11.2.1).
        """
        picks = [part for part in parts if picks_card(part)]
        fixed = len(picks) < len(parts)
        if how.decline is not None and fixed:
            asked = [
                tree.Move(part, tree.Destination.EXILE) if how.exiled else tree.ChooseCards(part) for part in picks
            ]
            self._ask_without_choice(
                lambda emitter: [partial(can_do, emitter, part, full=False) for part in asked], how.decline
            )
        for place, part in enumerate(parts):
            way_out = how.decline if part in picks else None
            more = way_out is not None and (fixed or place != len(parts) - 1)
            self.later = place > 0
            self._part(part, parts[place + 1 :], replace(how, decline=way_out, keep=place > 0, more=more))
        self.later = False

    def _part(self, part: tree.CardSelector, later: tuple[tree.CardSelector, ...], how: Picking) -> None:
        """One of several parts that are selected together."""
        if isinstance(part, tree.PickCards):
            self.pick_cards(part, how, host=lambda emitter: leaves_enough(emitter, part, later))
        else:
            self._select_cards(part, how)

    def pick_cards(
        self, cards: tree.PickCards, how: Picking, *, host: Callable[[Emitter], list[Build]] | None = None
    ) -> None:
        """Pick cards; ``host``: what is asked of them besides, such as a character that can take them on."""

        def build(emitter: Emitter) -> None:
            extra = host(emitter) if host is not None else []
            if how.exiled:
                extra = [*extra, lambda: can_go(emitter)]
            emitter.filters(cards.cards.filters, extra, of_card=True)

        flags = self._flags(how)
        flags |= int(Pick.THEIRS) if cards.player is tree.Side.OPPONENT else 0
        least, most = cards.quantity.least, cards.quantity.most
        if cards.distinct is not None:
            flags |= int(BY_TRAIT[cards.distinct])
            flags |= int(Pick.EACH_KIND) if most is None else 0
        expression = self.pool.place(build)
        bounds = self.value(least), NONE if most is None else self.value(most)
        place = self.row(Do.PICK_CARDS, *self.source_rows(cards.cards, how.purpose), expression, *bounds, flags, 0)
        if how.decline is not None:
            how.decline.at(place, 7)

    def _flags(self, how: Picking) -> int:
        flags = int(Pick.KEEP) if how.keep else 0
        if how.decline is not None:
            flags |= int(Pick.OPTIONAL)
            flags |= int(Pick.WHOLE) if self.whole else 0
            flags |= int(Pick.PART) if how.more else 0
        return flags


def _opposed(extra: Asks | None) -> Asks:
    return lambda emitter: opposed(emitter, [] if extra is None else [extra(emitter)])


def _both_fit(extra: Asks | None) -> Asks:
    """What is asked of a character and of its battle opponent alike."""
    return lambda emitter: with_opposed(emitter, [] if extra is None else [extra(emitter)])


def either(parts: tuple[tree.CharacterSelector, ...]) -> tree.CharacterSelector:
    """One selector for a choice out of what several offer, where they are of one form."""
    if all(isinstance(part, tree.OpponentOf) for part in parts):
        inner = tuple(part.of for part in parts if isinstance(part, tree.OpponentOf))
        return tree.OpponentOf(either(inner))
    options, sides = [], set()
    for part in parts:
        match part:
            case tree.PickCharacters(tree.Quantity(1, 1), characters, None):
                options.append(characters.filters)
                sides.add(characters.side)
            case tree.That(tree.CharacterRef.THIS):
                options.append((tree.IsThis(),))
                sides.add(tree.Side.YOU)
            case _:
                raise CannotAssembleError(f"{write(part)} cannot be one of two alternatives")
    if len(sides) != 1:
        raise CannotAssembleError("alternatives of both players cannot be offered together")
    return tree.PickCharacters(tree.ONE, tree.CharacterSet(sides.pop(), (tree.AnyOf(tuple(options)),)))
