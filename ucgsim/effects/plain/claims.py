"""What is claimed in plain English: that something holds, and what becomes of characters."""

from __future__ import annotations

from typing import assert_never

from ucgsim.effects import tree
from ucgsim.effects.plain import context, nouns

WHEN = {
    tree.Duration.THIS_TURN: " for this turn",
    tree.Duration.NEXT_TURN: " during the next turn",
    tree.Duration.THIS_AND_NEXT_TURN: " until the end of the next turn",
}
NOT = {"you have ": "you do not have ", "the opponent has ": "the opponent does not have "}
"""Beginnings of conditions, and of what they say where they do not hold."""
TAILS = (", whatever the BP", ", but not for leveling up")
"""What is said behind how long a change lasts."""
EDGES = {
    tree.Edge.TOP: "on top of",
    tree.Edge.BOTTOM: "at the bottom of",
    tree.Edge.EITHER: "at the top or bottom of",
    tree.Edge.ANY: "into",
}
SOME = {
    **{of: f"a card was {done}" for of, done in context.WERE.items()},
    tree.Group.REST: "there is a rest",
    tree.Group.TO_HAND: "a card was put into a hand",
    tree.Group.ON_TOP: "it went on top of the deck",
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
            return nouns.predicate(nouns.characters(who), filters, nouns.CHARACTER)
        case tree.ShareType(who):
            return f"{nouns.all_of(who)} share a TYPE"
        case tree.Leads(role):
            return f"you are the {role.value.capitalize()} Player"
        case tree.TopCardTaken(who, by_your_character):
            by = " by an effect of one of your characters" if by_your_character else ""
            return f"the top card of {nouns.any_of(who)} was put into its owner's hand{by} this turn"
        case tree.HandCardReturned(side, edge):
            return f"a card from {context.whose(side)} hand was put {EDGES[edge]} {context.whose(side)} deck this turn"
        case tree.ActivateUsed(who):
            return f"{nouns.any_of(who)} used an [Activate] effect this turn"
        case tree.CausedByEffect():
            return "an effect caused it"
        case tree.All(conditions):
            return nouns.listed([condition_text(each) for each in conditions], "and")
        case tree.Any(conditions):
            return nouns.listed([condition_text(each) for each in conditions])
        case tree.No(inner):
            said = condition_text(inner)
            # Of several conditions "not" would be said of the first alone.
            fits = isinstance(inner, tree.Compare) and " have no " not in said and " has no " not in said
            begins = next((each for each in NOT if fits and said.startswith(each)), "")
            return f"{NOT.get(begins, 'it is not so that ')}{said.removeprefix(begins)}"
        case _:
            assert_never(condition)


def _compared(left: tree.Amount, comparison: tree.Comparison, right: tree.Amount) -> str:
    """A comparison: "you have at least 2 heroes", "there is no kaiju in your discard area", "X is at least 3"."""
    if isinstance(right, int):
        if (comparison, right) == (tree.Comparison.AT_LEAST, 1) and (said := _there_is(left)):
            return said
        if said := _there_are(left, *_count(comparison, right)):
            return said
    return f"{nouns.amount(left)} is {context.COMPARED[comparison].format(nouns.amount(right))}"


def _there_is(left: tree.Amount) -> str:
    """That there is at least one, where one is named shortly; else nothing."""
    match left:
        case tree.CountCards(tree.CardSet((tree.Among(of),), ()), None) if of in SOME:
            return SOME[of] if context.is_foreign(of) else SOME[of].replace("a hand", "your hand")
        case tree.CountCards(tree.CardSet((tree.Among(of),), filters), None) if filters and not nouns.group(of).many:
            return nouns.predicate(nouns.group(of), filters, nouns.CARD)
        case tree.CountCharacters(tree.CharacterSet(tree.Side.YOU, (tree.IsThis(), *rest)), None) if rest:
            return nouns.predicate(nouns.Noun("this character"), tuple(rest), nouns.CHARACTER)
    return ""


def _there_are(left: tree.Amount, count: str, many: bool) -> str:  # noqa: FBT001 - one pair
    """How many there are of what is counted; nothing where it is no count."""
    match left:
        case tree.CountCharacters(tree.CharacterSet(side, filters), None):
            has = {tree.Side.YOU: "you have", tree.Side.OPPONENT: "the opponent has", tree.Side.BOTH: "the field has"}
            return f"{has[side]} {_so_many(count, filters, nouns.CHARACTER, many=many)}"
        case tree.CountCards(tree.CardSet(sources, filters), None):
            noun = _so_many(count, filters, nouns.thing_in(sources), many=many)
            return f"there {'are' if many else 'is'} {noun} {nouns.where(sources)}"
        case tree.CountCharge(of):
            owner = nouns.characters(of)
            return f"{owner.text} {'have' if owner.many else 'has'} {count} Charge card{'s' * many}"
    return ""


def _so_many(count: str, filters: tree.Filters, thing: tuple[str, str], *, many: bool) -> str:
    return (
        nouns.described(filters, thing).with_article(thing)
        if count == "a"
        else f"{count} {nouns.noun_of(filters, thing, many=many)}"
    )


def _count(comparison: tree.Comparison, right: int) -> tuple[str, bool]:
    if (comparison, right) == (tree.Comparison.AT_LEAST, 1):
        return "a", False
    if (comparison, right) == (tree.Comparison.EQUAL, 0):
        return "no", False
    return context.COMPARED[comparison].format(right), right != 1


# ---------------------------------------------------------------------------------------------- changes


def _change(noun: nouns.Noun, change: tree.Modification) -> tuple[str, str]:
    """What happens to characters, said of them ("this character gets +1000 BP") and as a deed ("give this …")."""
    who, s = noun.text, "" if noun.many else "s"
    match change:
        case tree.BP() | tree.Grade() | tree.AddTypes() | tree.AddChosenType():
            verb, what = _given(change)
            return f"{who} {verb}{s} {what}", f"give {who} {what}"
        case tree.Extra():
            return f"{who} use{s} EXTRA BP", f"let {who} use EXTRA BP"
        case tree.ReplaceType(types, every):
            which, other = f"{'every' if every else 'one'} TYPE of {who}", nouns.listed(types)
            return f"{which} becomes {other}", f"change {which} to {other}"
        case tree.Immune(kept_off):
            free = f"unaffected by {context.CHANGED[kept_off]}"
            return f"{who} {'are' if noun.many else 'is'} {free}", f"make {who} {free}"
        case tree.CannotLevelUp():
            return f"{who} can't level up", f"keep {who} from leveling up"
        case tree.DictateOutcome(outcome):
            battle, what = f"the battle of {who}", f"a {outcome.value}, whatever the BP"
            return f"{battle} is {what}", f"make {battle} {what}"
        case tree.NegateText(every):
            what = "all effects" if every else "one effect"
            return f"{who} lose{s} {what}", f"negate {what} of {who}"
        case tree.SilenceEnter():
            return f"{who} can't use effects for entering play", f"keep {who} from using effects for entering play"
        case tree.SetBP(value):
            return f"the BP of {who} becomes {nouns.amount(value)}", f"make the BP of {who} {nouns.amount(value)}"
        case tree.AddLevels(value):
            what = f"as having {value} more levels, but not for leveling up"
            return f"{who} count{s} {what}", f"count {who} {what}"
        case _:
            assert_never(change)


def _given(change: tree.BP | tree.Grade | tree.AddTypes | tree.AddChosenType) -> tuple[str, str]:
    """What is given to characters, behind the verb for one that gets it."""
    match change:
        case tree.BP(value):
            return "get", _points(value, "BP")
        case tree.Grade(steps):
            return "get", _points(steps, "BP grade")
        case tree.AddTypes(types, choice):
            return "gain", f"TYPE {nouns.listed(types, 'or' if choice else 'and')}"
        case tree.AddChosenType():
            return "gain", "the chosen TYPE"


def _points(value: tree.Amount, unit: str) -> str:
    """What is added to BP or a BP grade: "+1000 BP for each of your GAIA"."""
    match value:
        case int():
            return f"{value:+} {unit}"
        case tree.Times(factor, count, per):
            return f"{factor:+} {unit} {nouns.for_each(count, per)}"
        case _:
            return f"{unit} {nouns.signed(value)}"


def modified(noun: nouns.Noun, changes: tuple[tree.Modification, ...], duration: tree.Duration) -> str:
    """What becomes of characters, said of them: "this character gets +1000 BP during the next turn"."""
    said = [_change(noun, change)[0] for change in changes] or [f"nothing happens to {noun.text}"]
    return _one_after_the_other(said, f"{noun.text} ", duration)


def given_to(target: tree.CharacterSelector, changes: tuple[tree.Modification, ...], duration: tree.Duration) -> str:
    """What `modified` says, as an order: "give this character +1000 BP"."""
    noun = nouns.characters(target)
    given = [_change(noun, change)[1] for change in changes] or [f"do nothing with {noun.text}"]
    return _one_after_the_other(given, f"give {noun.text} ", duration)


def _one_after_the_other(said: list[str], beginning: str, duration: tree.Duration) -> str:
    """Several changes, which begin alike but once, and how long they last."""
    again = [each.removeprefix(beginning) for each in said[1:]]
    return lasting(" and ".join([*said[:1], *again]), duration)


def lasting(said: str, duration: tree.Duration) -> str:
    """A sentence with how long that lasts."""
    when = WHEN.get(duration, "")
    if context.SAYING.get().later:
        when = when.replace("this", "that")
    tail = next((each for each in TAILS if said.endswith(each)), "")
    # "For each of your GAIA for this turn" would count those of this turn.
    counts = when and any(word in said for word in (" for each ", " for every ", " times "))
    return f"{said.removesuffix(tail)}{',' * bool(counts)}{when}{tail}"
