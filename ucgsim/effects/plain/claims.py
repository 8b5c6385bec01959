"""What is claimed in plain English: that something holds, and what becomes of characters."""

from __future__ import annotations

from typing import assert_never

from ucgsim.effects import tree
from ucgsim.effects.plain.context import SAYING, whose
from ucgsim.effects.plain.nouns import (
    CARD,
    CHARACTER,
    Noun,
    all_of,
    amount,
    any_of,
    characters,
    described,
    for_each,
    group,
    listed,
    noun_of,
    predicate,
    signed,
    thing_in,
    where,
)
from ucgsim.effects.plain.vocabulary import CHANGED, COMPARED

WHEN = {
    tree.Duration.NEXT_TURN: " during the next turn",
    tree.Duration.THIS_AND_NEXT_TURN: " until the end of the next turn",
}
EDGES = {
    tree.Edge.TOP: "on top of",
    tree.Edge.BOTTOM: "at the bottom of",
    tree.Edge.EITHER: "at the top or bottom of",
    tree.Edge.ANY: "into",
}
SOME = {
    tree.Group.REVEALED: "a card was revealed",
    tree.Group.REST: "there is a rest",
    tree.Group.CHOSEN: "a card was chosen",
    tree.Group.SENT: "a card was sent to the discard area",
    tree.Group.DISCARDED: "a card was discarded",
    tree.Group.EXILED: "a card was exiled",
    tree.Group.DRAWN: "a card was drawn",
    tree.Group.TO_HAND: "a card was put into a hand",
    tree.Group.RETURNED: "a card was returned",
    tree.Group.ON_TOP: "it went on top of the deck",
    tree.Group.PLAYED: "a card was put into play",
    tree.Group.LOOKED: "a card was looked at",
}
"""That this effect has done something with a card."""

# ---------------------------------------------------------------------------------------------- conditions


def condition_text(condition: tree.Condition) -> str:
    """A condition as what follows "if"."""
    match condition:
        case tree.Compare(left, comparison, right):
            return _compared(left, comparison, right)
        case tree.Is(who, filters):
            return predicate(characters(who), filters, CHARACTER)
        case tree.ShareType(who):
            return f"{all_of(who)} share a TYPE"
        case tree.Leads(role):
            return f"you are the {role.value.capitalize()} Player"
        case tree.TopCardTaken(who, by_your_character):
            by = " by an effect of one of your characters" if by_your_character else ""
            return f"the top card of {any_of(who)} was put into its owner's hand{by} this turn"
        case tree.HandCardReturned(side, edge):
            return f"a card from {whose(side)} hand was put {EDGES[edge]} {whose(side)} deck this turn"
        case tree.ActivateUsed(who):
            return f"{any_of(who)} used an [Activate] effect this turn"
        case tree.CausedByEffect():
            return "an effect caused it"
        case tree.All(conditions):
            return listed([condition_text(each) for each in conditions], "and")
        case tree.Any(conditions):
            return listed([condition_text(each) for each in conditions])
        case tree.No(inner):
            return f"it is not so that {condition_text(inner)}"
        case _:
            assert_never(condition)


def _compared(left: tree.Amount, comparison: tree.Comparison, right: tree.Amount) -> str:
    """A comparison: "you have at least 2 heroes", "there is no kaiju in your discard area", "X is at least 3"."""
    if isinstance(right, int):
        if (comparison, right) == (tree.Comparison.AT_LEAST, 1) and (said := _there_is(left)):
            return said
        if said := _there_are(left, *_count(comparison, right)):
            return said
    return f"{amount(left)} is {COMPARED[comparison].format(amount(right))}"


def _there_is(left: tree.Amount) -> str:
    """That there is at least one, where one is named shortly; else nothing."""
    match left:
        case tree.CountCards(tree.CardSet((tree.Among(of),), ()), None) if of in SOME:
            return SOME[of].replace("a hand", "your hand") if SAYING.get().own else SOME[of]
        case tree.CountCards(tree.CardSet((tree.Among(of),), filters), None) if filters and not group(of).many:
            return predicate(group(of), filters, CARD)
        case tree.CountCharacters(tree.CharacterSet(tree.Side.YOU, (tree.IsThis(), *rest)), None) if rest:
            return predicate(Noun("this character"), tuple(rest), CHARACTER)
    return ""


def _there_are(left: tree.Amount, count: str, many: bool) -> str:  # noqa: FBT001 - one pair
    """How many there are of what is counted; nothing where it is no count."""
    match left:
        case tree.CountCharacters(tree.CharacterSet(side, filters), None):
            has = {tree.Side.YOU: "you have", tree.Side.OPPONENT: "the opponent has", tree.Side.BOTH: "the field has"}
            return f"{has[side]} {_so_many(count, filters, CHARACTER, many=many)}"
        case tree.CountCards(tree.CardSet(sources, filters), None):
            noun = _so_many(count, filters, thing_in(sources), many=many)
            return f"there {'are' if many else 'is'} {noun} {where(sources)}"
        case tree.CountCharge(of):
            owner = characters(of)
            return f"{owner.text} {'have' if owner.many else 'has'} {count} Charge card{'s' * many}"
    return ""


def _so_many(count: str, filters: tree.Filters, thing: tuple[str, str], *, many: bool) -> str:
    return (
        described(filters, thing).with_article(thing)
        if count == "a"
        else f"{count} {noun_of(filters, thing, many=many)}"
    )


def _count(comparison: tree.Comparison, right: int) -> tuple[str, bool]:
    if (comparison, right) == (tree.Comparison.AT_LEAST, 1):
        return "a", False
    if (comparison, right) == (tree.Comparison.EQUAL, 0):
        return "no", False
    return COMPARED[comparison].format(right), right != 1


# ---------------------------------------------------------------------------------------------- changes


def _change(noun: Noun, change: tree.Modification) -> str:
    """What happens to characters, said of them: "this character gets +1000 BP"."""
    s = "" if noun.many else "s"
    who = noun.text
    match change:
        case tree.BP(value):
            return f"{who} get{s} {_points(value, 'BP')}"
        case tree.Grade(steps):
            return f"{who} get{s} {_points(steps, 'BP grade')}"
        case tree.Extra():
            return f"{who} use{s} EXTRA BP"
        case tree.AddTypes(types, choice):
            return f"{who} gain{s} TYPE {listed(types, 'or' if choice else 'and')}"
        case tree.AddChosenType():
            return f"{who} gain{s} the chosen TYPE"
        case tree.ReplaceType(types, every):
            return f"{'every' if every else 'one'} TYPE of {who} becomes {listed(types)}"
        case tree.Immune(kept_off):
            return f"{who} {'are' if noun.many else 'is'} unaffected by {CHANGED[kept_off]}"
        case tree.CannotLevelUp():
            return f"{who} can't level up"
        case tree.DictateOutcome(outcome):
            return f"the battle of {who} is a {outcome.value}, whatever the BP"
        case tree.NegateText(every):
            return f"{who} lose{s} {'all effects' if every else 'one effect'}"
        case tree.SilenceEnter():
            return f"{who} can't use effects for entering play"
        case tree.SetBP(value):
            return f"the BP of {who} becomes {amount(value)}"
        case tree.AddLevels(value):
            return f"{who} count{s} as having {value} more levels, but not for leveling up"
        case _:
            assert_never(change)


def _points(value: tree.Amount, unit: str) -> str:
    """What is added to BP or a BP grade: "+1000 BP for each of your GAIA"."""
    match value:
        case int():
            return f"{value:+} {unit}"
        case tree.Times(factor, count, per):
            return f"{factor:+} {unit} {for_each(count, per)}"
        case _:
            return f"{unit} {signed(value)}"


def modified(noun: Noun, changes: tuple[tree.Modification, ...], duration: tree.Duration) -> str:
    """What becomes of characters, said of them: "this character gets +1000 BP during the next turn"."""
    said = [_change(noun, change) for change in changes] or [f"nothing happens to {noun.text}"]
    return " and ".join([*said[:1], *(each.removeprefix(f"{noun.text} ") for each in said[1:])]) + WHEN.get(
        duration, ""
    )


def given_to(target: tree.CharacterSelector, changes: tuple[tree.Modification, ...], duration: tree.Duration) -> str:
    """The same as `_modified`, as what somebody does: "give this character +1000 BP"."""
    noun = characters(target)
    given = [_giving(noun.text, change) for change in changes] or [f"do nothing with {noun.text}"]
    again = [each.removeprefix(f"give {noun.text} ") for each in given[1:]]
    return " and ".join([*given[:1], *again]) + WHEN.get(duration, "")


def _giving(who: str, change: tree.Modification) -> str:
    match change:
        case tree.BP(value):
            return f"give {who} {_points(value, 'BP')}"
        case tree.Grade(steps):
            return f"give {who} {_points(steps, 'BP grade')}"
        case tree.Extra():
            return f"let {who} use EXTRA BP"
        case tree.AddTypes(types, choice):
            return f"give {who} TYPE {listed(types, 'or' if choice else 'and')}"
        case tree.AddChosenType():
            return f"give {who} the chosen TYPE"
        case tree.ReplaceType(types, every):
            return f"change {'every' if every else 'one'} TYPE of {who} to {listed(types)}"
        case tree.Immune(kept_off):
            return f"make {who} unaffected by {CHANGED[kept_off]}"
        case tree.CannotLevelUp():
            return f"keep {who} from leveling up"
        case tree.DictateOutcome(outcome):
            return f"make the battle of {who} a {outcome.value}, whatever the BP"
        case tree.NegateText(every):
            return f"negate {'all effects' if every else 'one effect'} of {who}"
        case tree.SilenceEnter():
            return f"keep {who} from using effects for entering play"
        case tree.SetBP(value):
            return f"make the BP of {who} {amount(value)}"
        case tree.AddLevels(value):
            return f"count {who} as having {value} more levels, but not for leveling up"
        case _:
            assert_never(change)
