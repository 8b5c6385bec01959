"""Statements to steps of an effect (`ucgsim.effects.compile.opcodes.Do`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from ucgsim.effects import tree
from ucgsim.effects.compile import feasibility
from ucgsim.effects.compile.expressions import GROUPS, REFS, SEATS, CannotAssembleError, Emitter
from ucgsim.effects.compile.opcodes import Ban, By, Destination, Do, Modifier, Purpose
from ucgsim.effects.compile.rows import NONE
from ucgsim.effects.compile.selections import Label, Picking, Selecting, asks_first, spoken_of
from ucgsim.effects.language.expressions import write

if TYPE_CHECKING:
    from ucgsim.effects.compile.rows import Build


_TURNS_AHEAD = {tree.Duration.NEXT_TURN: (1,), tree.Duration.THIS_AND_NEXT_TURN: (0, 1)}
"""In which turns a change holds, counted from this one, which alone is what the others say."""
_DOERS = {
    tree.Side.YOU: (By.CONTROLLER,),
    tree.Side.OPPONENT: (By.OPPONENT,),
    tree.Side.BOTH: (By.LEAD, By.NEXT),
}


def purpose_of(changes: tuple[tree.Modification, ...]) -> Purpose:
    """Whether a modification helps or harms the character it is laid on."""
    for change in changes:
        match change:
            case tree.BP(amount) | tree.Grade(amount):
                kind, _ = feasibility.signed(Modifier.BP_UP, Modifier.BP_DOWN, amount)
                return Purpose.HELP if kind is Modifier.BP_UP else Purpose.HARM
            case tree.CannotLevelUp() | tree.SilenceEnter():
                return Purpose.HARM
            case tree.Immune(tree.Change.GRADE_UP | tree.Change.BP_PLUS):
                return Purpose.HARM
            case tree.DictateOutcome() | tree.Immune() | tree.Extra():
                return Purpose.HELP
            case _:
                return Purpose.NEUTRAL
    return Purpose.NEUTRAL


def all_hold(emitter: Emitter, checks: list[Build]) -> Build:
    """Several checks of a subject as one."""
    return lambda: emitter.all_of(checks)


_PICKED = (tree.CharacterRef.CHOSEN, tree.CharacterRef.LATEST, tree.CharacterRef.PLAYED)


def _what_is_asked(condition: tree.Condition) -> tree.Condition | None:
    """That there is what "otherwise" is said of: where no card was revealed, discarded or sent, and no character
    picked, it means nothing (CR 11.2.1).
    """
    match condition:
        case tree.Compare(tree.CountCards(tree.CardSet((tree.Among(group),) as sources, _), _), comparison, least):
            of_one = comparison is tree.Comparison.AT_LEAST and least == 1
            if group is tree.Group.REVEALED or of_one:
                some = tree.CountCards(tree.CardSet(sources))
                return tree.Compare(some, tree.Comparison.AT_LEAST, 1)
        case tree.Is(tree.That(ref) as who, filters) if filters and ref in _PICKED:
            return tree.Is(who, ())
    return None


@dataclass
class Steps(Selecting):
    """Statements, one after the other."""

    depth: int = 0
    room: feasibility.Asks | None = None
    """What a character that is being chosen must leave possible for the rest of part A (CR 11.4.1)."""

    def label(self) -> Label:
        """A place that is not known yet."""
        return Label(self.rows)

    def set_here(self, label: Label) -> None:
        """The label means the next step."""
        label.set(self.here)

    # --- connectives (CR 11.2-11.5, 11.14, 11.19, 11.20)

    def statement(self, statement: tree.Statement, decline: Label | None = None) -> None:
        """Steps of a statement; with ``decline`` its first choice may be declined, which goes there."""
        match statement:
            case tree.Sequence(parts):
                self.room = feasibility.linked_room(statement) if self.whole else None
                self.statement(parts[0], decline)
                self.room = None
                for part in parts[1:]:
                    self.statement(part)
            case tree.May(body, player):
                end = self.label()
                self.optional(body, end, player=player, full=False)
                self.set_here(end)
            case tree.MayOr(first, otherwise):
                declined = self.label()
                self.optional(first, declined, full=False)
                self._otherwise(declined, lambda: self.statement(otherwise))
            case tree.MayTo(first, then):
                self._may_to(first, then)
            case tree.IfYouDo():
                self._if_you_do(statement, decline)
            case tree.IfNotDone(first, then):
                not_done = self.label()
                self._in_full(lambda: self.statement(first, decline), not_done)
                self._otherwise(not_done, lambda: self.statement(then))
            case tree.If():
                self._if(statement, decline)
            case tree.OneOf(options):
                self._one_of(options, decline)
            case tree.ForEach(over, body):
                self._for_each(over, body)
            case tree.Later(body, moment):
                self._put_off(body, moment)
            case tree.ByPlayer(player, body):
                self._by_player(player, body)
            case tree.Modes(modes, most, may):
                self._modes(modes, most, may=may)
            case _:
                self.action(statement, decline)

    def _otherwise(self, start: Label, way: Build) -> None:
        """Another way, from a label on; what stands before it goes on behind it."""
        end = self.label()
        end.at(self.row(Do.JUMP), 1)
        self.set_here(start)
        way()
        self.set_here(end)

    def _not_done(self, end: Label) -> None:
        """The statement was not done, and what hangs on it is left out."""
        self.row(Do.NOT_DONE)
        end.at(self.row(Do.JUMP), 1)

    def _by_player(self, player: tree.Side, body: tree.Statement) -> None:
        for by in _DOERS[player]:
            self.row(Do.AS_PLAYER, by)
            self.second = by is By.NEXT and isinstance(body, tree.ChooseCards | tree.ChooseCharacters)
            self.statement(body)
        self.second = False
        self.row(Do.AS_PLAYER, By.CONTROLLER)

    def _put_off(self, body: tree.Statement, moment: tree.Moment) -> None:
        after = self.label()
        group, ref = spoken_of(body)
        kept = NONE if group is None else GROUPS[group], NONE if ref is None else REFS[ref]
        ahead, at_start = int(moment is not tree.Moment.END_OF_TURN), int(moment is tree.Moment.START_OF_NEXT_TURN)
        after.at(self.row(Do.PUT_OFF, 0, *kept, ahead, at_start), 1)
        self.statement(body)
        self.row(Do.END)
        self.set_here(after)

    def optional(self, body: tree.Statement, end: Label, *, player: tree.Side = tree.Side.YOU, full: bool) -> None:
        """A statement that the player may do: its first choice can be declined, or it is asked for (CR 11.3)."""
        if player is tree.Side.YOU and asks_first(body):
            if full:
                possible = self.pool.place(lambda emitter: feasibility.can_do(emitter, body, full=True))
                impossible = self.label()
                impossible.at(self.row(Do.UNLESS, possible), 2)
                before, self.whole = self.whole, True
                self.statement(body, end)
                self.whole = before
                self._otherwise(impossible, lambda: self._not_done(end))
            elif isinstance(body, tree.Sequence):
                self._as_far_as_possible(body, end)
            else:
                self.statement(body, end)
            return
        possible = self.pool.place(lambda emitter: feasibility.can_do(emitter, body, full=full))
        end.at(self.row(Do.ASK, SEATS[player], 0, possible), 2)
        self.statement(body)

    def _as_far_as_possible(self, body: tree.Sequence, end: Label) -> None:
        """An optional sequence that begins with a choice: where that can't be made, the rest is asked for
        (CR 11.2.1).
        """
        first, *others = body.steps
        possible = self.pool.place(lambda emitter: feasibility.can_do(emitter, first, full=False))
        rest = tree.Sequence(tuple(others)) if len(others) > 1 else others[0]
        impossible = self.label()
        impossible.at(self.row(Do.UNLESS, possible), 2)
        self.statement(body, end)

        def go_on() -> None:
            self.row(Do.NOT_DONE)
            self.optional(rest, end, full=False)

        self._otherwise(impossible, go_on)

    def _in_full(self, first: Build, end: Label) -> None:
        bit = self.depth
        self.depth += 1
        self.row(Do.BEGIN, bit)
        first()
        self.depth -= 1
        end.at(self.row(Do.UNLESS_FULL, bit), 2)

    def _if_you_do(self, statement: tree.IfYouDo, decline: Label | None) -> None:
        not_done, otherwise = self.label(), statement.otherwise
        self._in_full(lambda: self.statement(statement.first, decline), not_done)
        self.statement(statement.then)
        if otherwise is None:
            self.set_here(not_done)
        else:
            self._otherwise(not_done, lambda: self.statement(otherwise))

    def _may_to(self, first: tree.Statement, then: tree.Statement) -> None:
        end = self.label()
        self._in_full(lambda: self.optional(first, end, full=True), end)
        self.optional(then, end, full=False)
        self.set_here(end)

    def _if(self, statement: tree.If, decline: Label | None) -> None:
        condition = self.pool.place(lambda emitter: emitter.condition(statement.condition))
        otherwise = self.label()
        otherwise.at(self.row(Do.UNLESS, condition), 2)
        self.statement(statement.then, decline)
        self._otherwise(otherwise, lambda: self._if_not(statement))

    def _if_not(self, statement: tree.If) -> None:
        if statement.otherwise is None:
            self.row(Do.NOT_DONE)
        else:
            asked = _what_is_asked(statement.condition)
            self.statement(statement.otherwise if asked is None else tree.If(asked, statement.otherwise))

    def _one_of(self, options: tuple[tree.Statement, ...], decline: Label | None) -> None:
        end = self.label()
        ask = self.row(Do.CHOOSE_BRANCH, 0, len(options), 0, 0, int(decline is not None))
        (decline or end).at(ask, 3)
        branches = []
        for option in options:
            possible = self.pool.place(partial(feasibility.can_do, statement=option, full=True))
            starts = []
            for way_out in (decline, None):
                starts.append(self.here)
                asked = way_out is not None and not asks_first(option)
                if way_out is not None and asked:
                    way_out.at(self.row(Do.ASK, SEATS[tree.Side.YOU], 0, possible), 2)
                self.statement(option, None if asked else way_out)
                end.at(self.row(Do.JUMP), 1)
            branches.append((possible, starts[0], starts[1], 0))
        self.rows[ask][1] = self.pool.data(branches)
        self.set_here(end)

    def _modes(self, modes: tuple[tree.Mode, ...], most: int, *, may: bool) -> None:
        end, ask = self.label(), self.row(Do.CHOOSE_BRANCH, 0, len(modes), 0, most, int(may))
        again = self.base + ask
        end.at(ask, 3)
        branches = []
        for mode in modes:
            start, condition = self.here, mode.condition
            holds = NONE if condition is None else self.pool.place(lambda emitter: emitter.condition(condition))  # noqa: B023
            self.statement(mode.body)
            self.row(Do.JUMP, again)
            branches.append((holds, start, start, 0))
        self.rows[ask][1] = self.pool.data(branches)
        self.set_here(end)

    def _for_each(self, over: tree.CardSet | tree.Amount, body: tree.Statement) -> None:
        following = self.label()
        if isinstance(over, tree.CardSet):
            self.cards(tree.PickCards(tree.EVERY, over))
            following.at(self.row(Do.EACH_SELECTED), 1)
        else:
            following.at(self.row(Do.EACH_TIME, self.value(over)), 2)
        start = self.here
        self.statement(body)
        self.set_here(following)
        self.row(Do.NEXT, start)

    # --- actions (CR 11.6-11.17)

    def action(self, action: tree.Statement, decline: Label | None) -> None:
        """Steps of one action."""
        match action:
            case tree.Modify(target, changes, duration):
                extra = (
                    (lambda emitter: all_hold(emitter, feasibility.receives(emitter, changes))) if self.whole else None
                )
                self.characters(target, decline, purpose=purpose_of(changes), extra=extra)
                for change in changes:
                    self._change(change, _TURNS_AHEAD.get(duration, (0,)))
            case tree.Draw(player, count):
                self.row(Do.DRAW, SEATS[player], self.value(count))
            case tree.Reveal(cards) | tree.Look(cards):
                self.cards(cards, decline)
                self.row(Do.REVEAL, int(isinstance(action, tree.Look)))
            case tree.Move(cards, to, any_order):
                self.cards(cards, decline, purpose=self._purpose(cards, to), exiled=to is tree.Destination.EXILE)
                self.row(Do.MOVE, Destination[to.name], int(any_order))
            case tree.ChooseCards() | tree.ChooseCharacters() | tree.ChooseType() | tree.ChooseBP():
                self._choose(action, decline)
            case tree.PutOnTop(cards, host):
                self._put(Do.PUT_ON_TOP, cards, host, decline)
            case tree.PutUnder(cards, host):
                self._put(Do.PUT_UNDER, cards, host, decline)
            case tree.PutInPlace(cards, state):
                self._put_in_place(cards, state, decline)
            case tree.PutScene(cards):
                self.cards(cards, decline, purpose=Purpose.GAIN)
                self.row(Do.PUT_SCENE)
            case tree.Swap(first, second):
                self.characters(first, decline if asks_first(tree.ChooseCharacters(first)) else None)
                self.row(Do.SWAP_FIRST)
                way_out = None if asks_first(tree.ChooseCharacters(first)) else decline
                self.characters(second, way_out, extra=feasibility.is_other)
                self.row(Do.SWAP)
            case tree.Charge(count, hosts):
                self._charge(count, hosts)
            case tree.RunEnter() | tree.RunActivate():
                self._run(action)
            case tree.Forbid(player, deed, duration):
                for ahead in _TURNS_AHEAD.get(duration, (0,)):
                    self.row(Do.FORBID, SEATS[player], Ban[deed.name], ahead)
            case tree.ProtectFromExile(cards, _):
                (source,) = cards.sources
                if not isinstance(source, tree.InZone):
                    raise CannotAssembleError("only a discard area can be protected from exile")
                self.row(Do.PROTECT, SEATS[source.side])
            case _:
                raise CannotAssembleError(f"{write(action)} is no action")

    def _choose(
        self,
        action: tree.ChooseCards | tree.ChooseCharacters | tree.ChooseType | tree.ChooseBP,
        decline: Label | None,
    ) -> None:
        """What only names something for a later statement."""
        match action:
            case tree.ChooseCards(cards):
                self.cards(cards, decline)
                self.row(Do.CHOOSE_CARDS, int(self.second))
            case tree.ChooseCharacters(characters):
                self.characters(characters, decline, extra=self.room, chooses=True)
                self.chose = True
            case tree.ChooseType(types):
                ask = self.row(Do.CHOOSE_TYPE, self.pool.type_bits(types), 0, NONE)
                if decline is not None:
                    decline.at(ask, 3)
            case tree.ChooseBP(among):
                fits = self.pool.place(lambda emitter: emitter.filters(among.filters, of_card=True))
                ask = self.row(Do.CHOOSE_BP, *self.source_rows(among), fits, NONE)
                if decline is not None:
                    decline.at(ask, 4)

    def _purpose(self, cards: tree.CardSelector, to: tree.Destination) -> Purpose:
        if to is tree.Destination.HAND:
            return Purpose.GAIN
        match cards:
            case tree.PickCards(player=tree.Side.OPPONENT):
                return Purpose.GIVE_UP
            case tree.PickCards(_, tree.CardSet((tree.InZone(_, tree.Side.OPPONENT), *_), _), _):
                return Purpose.HARM
            case _:
                return Purpose.GIVE_UP

    def _change(self, change: tree.Modification, turns: tuple[int, ...]) -> None:
        """Lay a change on the selected characters in each of the turns, counted from this one."""
        match change:
            case tree.AddTypes(types, choice):
                self.row(Do.CHOOSE_TYPE, self.pool.type_bits(types), int(not choice), NONE)
                self._change(tree.AddChosenType(), turns)
            case tree.AddChosenType():
                for ahead in turns:
                    self.row(Do.ADD_TYPE, 0, 0, ahead)
            case tree.ReplaceType(types, every=True):
                self.row(Do.CHOOSE_TYPE, self.pool.type_bits(types), int(len(types) == 1), NONE)
                for ahead in turns:
                    self.row(Do.BECOME_TYPE, 0, 0, ahead)
            case tree.ReplaceType(types):
                if len(turns) > 1:
                    raise CannotAssembleError("a TYPE is changed for one turn")
                self.row(Do.REPLACE_TYPE, self.pool.type_bits(types), 0, turns[0])
            case tree.SetBP(amount):
                for ahead in turns:
                    self.row(Do.SET_BP, self.value(amount), 0, ahead)
            case tree.NegateText(every):
                if turns != (0,):
                    raise CannotAssembleError("an effect text is negated for this turn")
                self.row(Do.NEGATE, int(every))
            case _:
                kind, amount = self._modifier(change)
                value = self.value(amount)
                for ahead in turns:
                    self.row(Do.MODIFY, kind, value, ahead)

    def _modifier(self, change: tree.Modification) -> tuple[Modifier, tree.Amount]:
        made = feasibility.modifier_of(change)
        if made is not None:
            return made
        match change:
            case tree.SilenceEnter():
                return Modifier.SILENT_ENTRY, 1
            case tree.AddLevels(levels):
                return Modifier.LEVELS, levels
            case _:
                raise CannotAssembleError(f"{write(change)} is no modification with an amount")

    def _put(self, op: Do, cards: tree.CardSelector, host: tree.CharacterSelector, decline: Label | None) -> None:
        asks_cards = isinstance(cards, tree.PickCards)
        if isinstance(cards, tree.PickCards):
            how = Picking(decline, Purpose.GAIN)
            self.pick_cards(
                cards, how, host=lambda emitter: feasibility.host_for(emitter, host, under=op is Do.PUT_UNDER)
            )
        else:
            self.cards(cards)
        self.row(Do.PLACE_SELECTED)
        extra = feasibility.may_be_leveled_up if op is Do.PUT_ON_TOP else None
        self.characters(host, None if asks_cards else decline, purpose=Purpose.HELP, extra=extra)
        self.row(op)

    def _put_in_place(self, cards: tree.CardSelector, state: tree.State | None, decline: Label | None) -> None:
        if state is not None and isinstance(cards, tree.PickCards):
            height = int(state).bit_length()
            chosen = self.pool.place(lambda emitter: emitter.filters(cards.cards.filters, of_card=True))
            first, count = self.source_rows(cards.cards)
            self.row(Do.STACK_OF_STATE, height, first, count, chosen)
        elif isinstance(cards, tree.PickCards) and cards.quantity.most == 1:
            self.pick_cards(cards, Picking(decline), host=feasibility.fills_place)
        else:
            self.cards(cards, decline)
        self.row(Do.PUT_IN_PLACE)

    def _charge(self, count: int, hosts: tree.Filters) -> None:
        """CR 11.17.1: a host once it is charged, or revealed cards and a host for them that may be declined; which of
        the two is a matter of the rules version.
        """
        end, revealed = self.label(), self.label()
        characters = tree.CharacterSet(tree.Side.YOU, hosts)
        host = tree.PickCharacters(tree.ONE, characters)
        exists = self.pool.place(lambda emitter: emitter.amount(tree.CountCharacters(characters)))
        count_row = self.row(Do.CHARGE_COUNT, count, 0, exists)
        end.at(count_row, 2)
        revealed.at(count_row, 4)
        self._charge_host(host, None)
        self._otherwise(revealed, lambda: self._charge_host(host, end))
        self.set_here(end)

    def _charge_host(self, host: tree.PickCharacters, decline: Label | None) -> None:
        self.characters(host, decline, purpose=Purpose.HELP)
        self.row(Do.CHARGE)

    def _run(self, action: tree.RunEnter | tree.RunActivate) -> None:
        of = action.of
        op = Do.RUN_ENTER if isinstance(action, tree.RunEnter) else Do.RUN_ACTIVATE
        ignoring = int(isinstance(action, tree.RunActivate) and action.ignoring_limits)
        if isinstance(of, tree.PickCharacters):
            filters = self.pool.place(lambda emitter: emitter.filters(of.characters.filters))
            self.row(op, SEATS[of.characters.side], filters, ignoring, 0)
        elif isinstance(of, tree.That):
            filters = self.pool.place(lambda emitter: emitter.all_of([lambda: emitter.is_that(of.ref)]))
            self.row(op, SEATS[tree.Side.BOTH], filters, ignoring, 0)
        elif isinstance(of, tree.Cards) and op is Do.RUN_ENTER:
            self.cards(of)
            self.row(op, 0, 0, 0, 1)
        else:
            raise CannotAssembleError(f"no power can be run of {write(of)}")
