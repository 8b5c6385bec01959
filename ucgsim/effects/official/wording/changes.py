# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""What is given to characters and claimed of them, in the official wording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, v_args

from ucgsim.effects import tree
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

if TYPE_CHECKING:
    from collections.abc import Callable


@v_args(inline=True)
class Changes(Facts):
    """What is given, and what is claimed."""

    # --- modifications

    def give(self, target: Any, gifts: Any) -> tree.Statement:
        changes, duration = gifts
        return each_apart(target, lambda one: tree.Modify(as_characters(one), changes, duration))

    def gifts(self, *parts: Any) -> tuple[tuple[tree.Modification, ...], tree.Duration]:
        changes = [item for item in parts if not isinstance(item, tree.Duration | Multiple)]
        duration = next((item for item in parts if isinstance(item, tree.Duration)), tree.Duration.WHILE_ACTIVE)
        for multiple in (item for item in parts if isinstance(item, Multiple)):
            changes = [scaled(change, multiple) for change in changes]
        return one_gift_of_types(changes), duration

    def multiplier(self, multiple: Multiple) -> Multiple:
        return multiple

    def plus_bp(self, token: Token) -> tree.Modification:
        return tree.BP(int(token))

    def plus_bp_by_state(self, *parts: Any) -> tree.Modification:
        return tree.BP(by_state(tuple(item if isinstance(item, tree.State) else int(item) for item in parts)))

    def grade(self, way: int, steps: int) -> tree.Modification:
        return tree.Grade(way * steps)

    def add_types(self, types: tuple[tree.Filters, bool]) -> tree.Modification:
        names = names_of_types(types)
        return tree.AddTypes(names, choice=types[1] and len(names) > 1)

    def add_chosen_type(self) -> tree.Modification:
        return tree.AddChosenType()

    def this_turn(self) -> tree.Duration:
        return tree.Duration.THIS_TURN

    def next_turn(self) -> tree.Duration:
        return tree.Duration.NEXT_TURN

    def both_turns(self) -> tree.Duration:
        return tree.Duration.THIS_AND_NEXT_TURN

    def change_type(
        self, number: int, target: Any, types: tuple[tree.Filters, bool], *duration: tree.Duration
    ) -> tree.Statement:
        just_one(number)
        return modify(target, tree.ReplaceType(names_of_types(types)), duration)

    def negate(self, number: int, target: Any, *duration: tree.Duration) -> tree.Statement:
        just_one(number)
        return modify(target, tree.NegateText(), _of_this_turn(duration))

    def negate_all(self, target: Any, *duration: tree.Duration) -> tree.Statement:
        return modify(target, tree.NegateText(every=True), _of_this_turn(duration))

    def dictate(self, target: Any, outcome: tree.DictatedOutcome, *duration: tree.Duration) -> tree.Statement:
        return modify(target, tree.DictateOutcome(outcome), duration)

    def win(self) -> tree.DictatedOutcome:
        return tree.DictatedOutcome.WIN

    def tie(self) -> tree.DictatedOutcome:
        return tree.DictatedOutcome.TIE

    # --- claims

    def claims(self, *parts: Any) -> tree.Statement:
        multiples = [item for item in parts if isinstance(item, Multiple)]
        return prefixed(list(multiples), sequence([item for item in parts if not isinstance(item, Multiple)]))

    def claim_of(self, target: Any, claimed: Any) -> tree.Statement:
        return modify(target, *claimed)

    def claim_of_it(self, claimed: Any) -> tree.Statement:
        return modify(self._character(Stands.ITS, "its"), *claimed)

    def claim_of_them(self, claimed: Any) -> tree.Statement:
        return modify(self._character(Stands.ITS, "their", one=False), *claimed)

    def its(self, claimed: Any) -> Any:
        return claimed

    def type_becomes(self, types: tuple[tree.Filters, bool], *duration: tree.Duration) -> Any:
        if not types[1]:
            raise MeaningError("one TYPE that it becomes")
        return tree.ReplaceType(names_of_types(types), every=True), duration

    def grade_changes(self, way: int, steps: int, *parts: Any) -> Any:
        change: tree.Modification = tree.Grade(way * steps)
        for multiple in (item for item in parts if isinstance(item, Multiple)):
            change = scaled(change, multiple)
        return change, tuple(item for item in parts if isinstance(item, tree.Duration))

    def reads_extra(self, *duration: tree.Duration) -> Any:
        return tree.Extra(), duration

    def bp_is_kept(self, way: int, *duration: tree.Duration) -> Any:
        return tree.Immune(tree.Change.BP_PLUS if way > 0 else tree.Change.BP_MINUS), duration

    def grade_is_kept(self, way: int, *duration: tree.Duration) -> Any:
        return tree.Immune(self.grade_change(way)), duration

    def immune(self, change: tree.Change, *duration: tree.Duration) -> Any:
        return tree.Immune(change), duration

    def no_level_up(self, *duration: tree.Duration) -> Any:
        return tree.CannotLevelUp(), duration

    def adds_levels(self, number: int, *duration: tree.Duration) -> Any:
        return tree.AddLevels(number), duration

    def outcome_is(self, outcome: tree.DictatedOutcome, *duration: tree.Duration) -> Any:
        return tree.DictateOutcome(outcome), duration

    def grade_change(self, way: int) -> tree.Change:
        return tree.Change.GRADE_UP if way > 0 else tree.Change.GRADE_DOWN

    def bp_change(self, sign: Token) -> tree.Change:
        return tree.Change.BP_PLUS if sign.startswith("+") else tree.Change.BP_MINUS

    def silence(self, _: tree.Side, target: Any, *duration: tree.Duration) -> tree.Statement:
        return modify(target, tree.SilenceEnter(), duration)

    def ban_draw(self) -> tree.Deed:
        return tree.Deed.DRAW

    def ban_set_scene(self) -> tree.Deed:
        return tree.Deed.SET_SCENE

    def ban_activate(self) -> tree.Deed:
        return tree.Deed.ACTIVATE

    def ban_level_up(self) -> tree.Deed:
        return tree.Deed.LEVEL_UP

    def bans(self, *parts: tree.Deed) -> tuple[tree.Deed, ...]:
        return parts

    def forbid(self, player: tree.Side, deeds: tuple[tree.Deed, ...], *duration: tree.Duration) -> tree.Statement:
        return sequence([tree.Forbid(player, deed, *(duration or (tree.Duration.WHILE_ACTIVE,))) for deed in deeds])

    def forbid_both(self, deeds: tuple[tree.Deed, ...], *duration: tree.Duration) -> tree.Statement:
        return self.forbid(tree.Side.BOTH, deeds, *duration)

    def protect(self, side: tree.Side, _: tree.Side, *duration: tree.Duration) -> tree.Statement:
        cards = tree.CardSet((tree.InZone(tree.Zone.DISCARD, side),))
        return tree.ProtectFromExile(cards, _of_this_turn(duration)[0] if duration else tree.Duration.WHILE_ACTIVE)


def names_of_types(types: tuple[tree.Filters, bool]) -> tuple[str, ...]:
    """The TYPEs that are named."""
    return type_names(types[0])


def modify(target: Any, change: tree.Modification, duration: tuple[tree.Duration, ...]) -> tree.Statement:
    """One change of each that is meant."""
    lasting = duration[0] if duration else tree.Duration.WHILE_ACTIVE
    return each_apart(target, lambda one: tree.Modify(as_characters(one), (change,), lasting))


def each_apart(selection: Any, done: Callable[[Any], tree.Statement]) -> tree.Statement:
    """ "One A or two B" is one deed or the other, each with its own number."""
    options = tuple(map(done, apart(selection)))
    return options[0] if len(options) == 1 else tree.OneOf(options)


def _of_this_turn(duration: tuple[tree.Duration, ...]) -> tuple[tree.Duration, ...]:
    """What the record keeps for one turn alone."""
    if any(item is not tree.Duration.THIS_TURN for item in duration):
        raise MeaningError("what holds for this turn")
    return duration
