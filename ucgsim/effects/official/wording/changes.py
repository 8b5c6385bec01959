# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""What is given to characters and claimed of them, in the official wording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, v_args

from ucgsim.effects.official.meaning.filters import (
    MeaningError,
    Stands,
    apart,
    as_characters,
    just_one,
)
from ucgsim.effects.official.meaning.gifts import by_state, one_gift_of_types
from ucgsim.effects.official.wording.conditions import Facts
from ucgsim.effects.official.wording.connectives import prefixed, scaled, sequence
from ucgsim.effects.official.wording.counts import Multiple
from ucgsim.effects.official.wording.noun_phrases import type_names
from ucgsim.effects.tree.selectors import (
    CardSet,
    Filters,
    InZone,
)
from ucgsim.effects.tree.statements import (
    BP,
    AddChosenType,
    AddLevels,
    AddTypes,
    CannotLevelUp,
    DictateOutcome,
    Extra,
    Forbid,
    Grade,
    Immune,
    Modification,
    Modify,
    NegateText,
    OneOf,
    ProtectFromExile,
    ReplaceType,
    SilenceEnter,
    Statement,
)
from ucgsim.effects.tree.values import (
    Change,
    Deed,
    DictatedOutcome,
    Duration,
    Side,
    State,
    Zone,
)

if TYPE_CHECKING:
    from collections.abc import Callable


@v_args(inline=True)
class Changes(Facts):
    """What is given, and what is claimed."""

    # --- modifications

    def give(self, target: Any, gifts: Any) -> Statement:
        changes, duration = gifts
        return each_apart(target, lambda one: Modify(as_characters(one), changes, duration))

    def gifts(self, *parts: Any) -> tuple[tuple[Modification, ...], Duration]:
        changes = [item for item in parts if not isinstance(item, Duration | Multiple)]
        duration = next((item for item in parts if isinstance(item, Duration)), Duration.WHILE_ACTIVE)
        for multiple in (item for item in parts if isinstance(item, Multiple)):
            changes = [scaled(change, multiple) for change in changes]
        return one_gift_of_types(changes), duration

    def multiplier(self, multiple: Multiple) -> Multiple:
        return multiple

    def plus_bp(self, token: Token) -> Modification:
        return BP(int(token))

    def plus_bp_by_state(self, *parts: Any) -> Modification:
        return BP(by_state(tuple(item if isinstance(item, State) else int(item) for item in parts)))

    def grade(self, way: int, steps: int) -> Modification:
        return Grade(way * steps)

    def add_types(self, types: tuple[Filters, bool]) -> Modification:
        names = names_of_types(types)
        return AddTypes(names, choice=types[1] and len(names) > 1)

    def add_chosen_type(self) -> Modification:
        return AddChosenType()

    def this_turn(self) -> Duration:
        return Duration.THIS_TURN

    def next_turn(self) -> Duration:
        return Duration.NEXT_TURN

    def both_turns(self) -> Duration:
        return Duration.THIS_AND_NEXT_TURN

    def change_type(self, number: int, target: Any, types: tuple[Filters, bool], *duration: Duration) -> Statement:
        just_one(number)
        return modify(target, ReplaceType(names_of_types(types)), duration)

    def negate(self, number: int, target: Any, *duration: Duration) -> Statement:
        just_one(number)
        return modify(target, NegateText(), _of_this_turn(duration))

    def negate_all(self, target: Any, *duration: Duration) -> Statement:
        return modify(target, NegateText(every=True), _of_this_turn(duration))

    def dictate(self, target: Any, outcome: DictatedOutcome, *duration: Duration) -> Statement:
        return modify(target, DictateOutcome(outcome), duration)

    def win(self) -> DictatedOutcome:
        return DictatedOutcome.WIN

    def tie(self) -> DictatedOutcome:
        return DictatedOutcome.TIE

    # --- claims

    def claims(self, *parts: Any) -> Statement:
        multiples = [item for item in parts if isinstance(item, Multiple)]
        return prefixed(list(multiples), sequence([item for item in parts if not isinstance(item, Multiple)]))

    def claim_of(self, target: Any, claimed: Any) -> Statement:
        return modify(target, *claimed)

    def claim_of_it(self, claimed: Any) -> Statement:
        return modify(self._character(Stands.ITS, "its"), *claimed)

    def claim_of_them(self, claimed: Any) -> Statement:
        return modify(self._character(Stands.ITS, "their", one=False), *claimed)

    def its(self, claimed: Any) -> Any:
        return claimed

    def type_becomes(self, types: tuple[Filters, bool], *duration: Duration) -> Any:
        if not types[1]:
            raise MeaningError("one TYPE that it becomes")
        return ReplaceType(names_of_types(types), every=True), duration

    def grade_changes(self, way: int, steps: int, *parts: Any) -> Any:
        change: Modification = Grade(way * steps)
        for multiple in (item for item in parts if isinstance(item, Multiple)):
            change = scaled(change, multiple)
        return change, tuple(item for item in parts if isinstance(item, Duration))

    def reads_extra(self, *duration: Duration) -> Any:
        return Extra(), duration

    def bp_is_kept(self, way: int, *duration: Duration) -> Any:
        return Immune(Change.BP_PLUS if way > 0 else Change.BP_MINUS), duration

    def grade_is_kept(self, way: int, *duration: Duration) -> Any:
        return Immune(self.grade_change(way)), duration

    def immune(self, change: Change, *duration: Duration) -> Any:
        return Immune(change), duration

    def no_level_up(self, *duration: Duration) -> Any:
        return CannotLevelUp(), duration

    def adds_levels(self, number: int, *duration: Duration) -> Any:
        return AddLevels(number), duration

    def outcome_is(self, outcome: DictatedOutcome, *duration: Duration) -> Any:
        return DictateOutcome(outcome), duration

    def grade_change(self, way: int) -> Change:
        return Change.GRADE_UP if way > 0 else Change.GRADE_DOWN

    def bp_change(self, sign: Token) -> Change:
        return Change.BP_PLUS if sign.startswith("+") else Change.BP_MINUS

    def silence(self, _: Side, target: Any, *duration: Duration) -> Statement:
        return modify(target, SilenceEnter(), duration)

    def ban_draw(self) -> Deed:
        return Deed.DRAW

    def ban_set_scene(self) -> Deed:
        return Deed.SET_SCENE

    def ban_activate(self) -> Deed:
        return Deed.ACTIVATE

    def ban_level_up(self) -> Deed:
        return Deed.LEVEL_UP

    def bans(self, *parts: Deed) -> tuple[Deed, ...]:
        return parts

    def forbid(self, player: Side, deeds: tuple[Deed, ...], *duration: Duration) -> Statement:
        return sequence([Forbid(player, deed, *(duration or (Duration.WHILE_ACTIVE,))) for deed in deeds])

    def forbid_both(self, deeds: tuple[Deed, ...], *duration: Duration) -> Statement:
        return self.forbid(Side.BOTH, deeds, *duration)

    def protect(self, side: Side, _: Side, *duration: Duration) -> Statement:
        cards = CardSet((InZone(Zone.DISCARD, side),))
        return ProtectFromExile(cards, _of_this_turn(duration)[0] if duration else Duration.WHILE_ACTIVE)


def names_of_types(types: tuple[Filters, bool]) -> tuple[str, ...]:
    """The TYPEs that are named."""
    return type_names(types[0])


def modify(target: Any, change: Modification, duration: tuple[Duration, ...]) -> Statement:
    """One change of each that is meant."""
    lasting = duration[0] if duration else Duration.WHILE_ACTIVE
    return each_apart(target, lambda one: Modify(as_characters(one), (change,), lasting))


def each_apart(selection: Any, done: Callable[[Any], Statement]) -> Statement:
    """ "One A or two B" is one deed or the other, each with its own number."""
    options = tuple(map(done, apart(selection)))
    return options[0] if len(options) == 1 else OneOf(options)


def _of_this_turn(duration: tuple[Duration, ...]) -> tuple[Duration, ...]:
    """What the record keeps for one turn alone."""
    if any(item is not Duration.THIS_TURN for item in duration):
        raise MeaningError("what holds for this turn")
    return duration
