"""Filters, selectors, amounts and conditions in plain English, for `ucgsim.effects.english.explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.effects.tree.amounts import ByState, ChosenBP, FieldRound, PrintedRound
from ucgsim.effects.tree.battles import Fought, InNewestArea, Wins
from ucgsim.effects.tree.conditions import (
    ActivateUsed,
    All,
    Any,
    CausedByEffect,
    Compare,
    Condition,
    HandCardReturned,
    Is,
    Leads,
    No,
    TopCardTaken,
)
from ucgsim.effects.tree.selectors import (
    ANY_NUMBER,
    EVERY,
    Adjacent,
    Affected,
    AllOf,
    Among,
    Amount,
    AnyOf,
    Beside,
    BothOf,
    CanLevelUpWith,
    CanTakeUnder,
    Cards,
    CardSelector,
    CardSet,
    CharacterSelector,
    CharacterSet,
    ChargeCards,
    CountCards,
    CountCharacters,
    CountCharge,
    DeckCards,
    EitherOf,
    Filter,
    Filters,
    HasType,
    Highest,
    InArea,
    InGroup,
    InZone,
    IsThis,
    KindIn,
    LevelBetween,
    LevelIn,
    Lowest,
    Measures,
    NameIn,
    NamePart,
    Not,
    OpponentOf,
    Opposes,
    OwnedBy,
    PickCards,
    PickCharacters,
    Plus,
    PrintedExtra,
    Quantity,
    RandomCards,
    ReadsExtra,
    RoundBetween,
    SameAs,
    Source,
    StackCards,
    StateIn,
    TeamIn,
    That,
    Times,
    Total,
    WholeCharacters,
    WithOpponent,
)
from ucgsim.effects.tree.values import Change, CharacterRef, Comparison, Edge, Group, Measure, Side, State, Zone

if TYPE_CHECKING:
    from collections.abc import Sequence

_SIDES = {Side.YOU: "your", Side.OPPONENT: "your opponent's", Side.BOTH: "any"}
_WINNERS = {Side.YOU: "you", Side.OPPONENT: "your opponent", Side.BOTH: "both of you"}
_ZONES = {
    Zone.HAND: "hand",
    Zone.DECK: "deck",
    Zone.DISCARD: "discard area",
    Zone.EXILE: "exiled cards",
    Zone.SCENE_AREA: "scene in play",
}
_GROUPS = {
    Group.REVEALED: "the revealed cards",
    Group.REST: "the rest of the revealed cards",
    Group.CHOSEN: "the chosen cards",
    Group.SENT: "the cards sent to the discard area",
    Group.DISCARDED: "the discarded cards",
    Group.EXILED: "the cards exiled by this",
    Group.DRAWN: "the cards drawn by this",
    Group.TO_HAND: "the cards put into a hand by this",
    Group.RETURNED: "the cards returned to a deck by this",
    Group.ON_TOP: "the cards put on top of a deck by this",
    Group.PLAYED: "the cards put into play by this",
    Group.EACH: "that card",
    Group.PLACED: "the card being put into play",
    Group.LOOKED: "the cards looked at",
    Group.THIS: "this card",
}
_REFS = {
    CharacterRef.THIS: "this character",
    CharacterRef.CHOSEN: "the chosen character(s)",
    CharacterRef.LATEST: "that character",
    CharacterRef.PLAYED: "the character put into play",
    CharacterRef.EVENT: "the character that caused this",
    CharacterRef.SUBJECT: "the character itself",
    CharacterRef.REMOVED: "the character that was taken away",
}
_COMPARISONS = {
    Comparison.AT_LEAST: "is at least",
    Comparison.AT_MOST: "is at most",
    Comparison.EQUAL: "is exactly",
    Comparison.MORE: "is more than",
    Comparison.FEWER: "is less than",
}
_MEASURES = {
    Measure.BP: "BP now",
    Measure.SINGLE_BP: "printed SINGLE BP",
    Measure.DOUBLE_BP: "printed DOUBLE BP",
    Measure.TRIPLE_BP: "printed TRIPLE BP",
    Measure.QUAD_BP: "printed QUAD BP",
    Measure.EXTRA_BP: "printed EXTRA BP",
    Measure.LEVEL: "level",
    Measure.ROUND: "Round",
    Measure.CHARGE: "number of Charge cards",
    Measure.TYPES: "number of TYPEs",
}
_EDGES = {Edge.TOP: "top", Edge.BOTTOM: "bottom", Edge.EITHER: "top or bottom", Edge.ANY: "matching"}
_AFFECTED = {
    Change.GRADE_UP: "whose BP grade is raised",
    Change.GRADE_DOWN: "whose BP grade is lowered",
    Change.BP_PLUS: "whose BP is raised",
    Change.BP_MINUS: "whose BP is lowered",
}


def join(words: Sequence[str], last: str) -> str:
    """ "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def side_of(side: Side) -> str:
    """Whose, as a word before a noun."""
    return _SIDES[side]


# ---------------------------------------------------------------------------------------------- filters


def filters(found: Filters) -> str:
    """What must hold, to be put after a noun; begins with a blank unless it is empty."""
    return "".join(f" {_filter(item)}" for item in found)


def _filter(item: Filter) -> str:
    match item:
        case NameIn(names):
            return f"named {join(names, 'or')}"
        case NamePart(parts):
            return "with " + join([f'"{part}"' for part in parts], "or") + " in the card name"
        case KindIn(kinds):
            return f"({join([kind.value for kind in kinds], 'or')})"
        case HasType(types):
            return f"of TYPE {join(types, 'or')}"
        case TeamIn(teams):
            return f"of the TEAM {join(teams, 'or')}"
        case LevelIn(levels):
            return f"of level {join([str(level) for level in levels], 'or')}"
        case LevelBetween(least, most):
            return f"of level {_between(least, most)}"
        case RoundBetween(least, most):
            return f"of Round {_between(least, most)}"
        case StateIn(states):
            return f"that is {join([state.name or '' for state in State if state in states], 'or')}"
        case Not(inner):
            return f"that is not{filters(inner)}"
        case AnyOf(options):
            return "that is either" + " or".join(filters(option) for option in options)
    return _further_filter(item)


def _further_filter(item: Filter) -> str:
    match item:
        case PrintedExtra():
            return "with a printed EXTRA BP"
        case Measures(measure, comparison, bound):
            return f"whose {_MEASURES[measure]} {_COMPARISONS[comparison]} {amount(bound)}"
        case ReadsExtra():
            return "whose BP is its EXTRA value now"
        case Affected(change):
            return _AFFECTED[change]
        case IsThis():
            return "this character"
        case Adjacent():
            return "next to this character"
        case Beside(That(ref)):
            return f"next to {_REFS[ref]}"
        case Beside(CharacterSet() as who):
            return f"next to one of {_set(who)}"
        case InNewestArea():
            return "in the newest battle area"
        case Fought(result):
            return f"whose battle was {result.value} this turn"
        case OwnedBy(side):
            return f"of {'either player' if side is Side.BOTH else 'you' if side is Side.YOU else 'your opponent'}"
        case InArea(number):
            return f"in battle area {number}"
        case Opposes(who):
            return f"that faces {_set(who)}"
        case CanLevelUpWith(group):
            return f"that can level up with {_GROUPS[group]}"
        case CanTakeUnder(group):
            return f"under which {_GROUPS[group]} can lie"
        case SameAs(trait, other):
            known = _GROUPS[other.group] if isinstance(other, Cards) else _REFS[other.ref]
            return f"with the same {trait.value} as {known}"
        case InGroup(group):
            return f"among {_GROUPS[group]}"
    raise TypeError(f"no filter: {item!r}")


def _between(least: Amount | None, most: Amount | None) -> str:
    if least == most and least is not None:
        return amount(least)
    if least is None:
        return "any" if most is None else f"{amount(most)} or less"
    return f"{amount(least)} or more" if most is None else f"{amount(least)} to {amount(most)}"


def _set(found: CharacterSet) -> str:
    return f"{_SIDES[found.side]} character(s){filters(found.filters)}"


# ---------------------------------------------------------------------------------------------- selectors


def _quantity(found: Quantity) -> str:
    if found == EVERY:
        return "all"
    if found == ANY_NUMBER:
        return "any number"
    if found.least == found.most:
        return amount(found.least)
    if found.most is None:
        return f"at least {amount(found.least)}"
    if found.least == 0:
        return f"up to {amount(found.most)}"
    return f"{amount(found.least)} to {amount(found.most)}"


def characters(found: CharacterSelector) -> str:
    """Which characters."""
    match found:
        case That(ref):
            return _REFS[ref]
        case PickCharacters(quantity, among, distinct):
            different = "" if distinct is None else f", each with another {distinct.value}"
            return f"{_quantity(quantity)} of {_set(among)}{different}"
        case OpponentOf(of):
            return f"what faces {characters(of)}"
        case WithOpponent(of):
            return f"{characters(of)} and what faces it"
        case BothOf(parts):
            return join([characters(part) for part in parts], "and")
        case EitherOf(parts):
            return join([characters(part) for part in parts], "or")
    raise TypeError(f"no characters: {found!r}")


def _source(found: Source) -> str:
    match found:
        case InZone(zone, side):
            return f"{_SIDES[side]} {_ZONES[zone]}"
        case Among(group):
            return _GROUPS[group]


def _card_set(found: CardSet) -> str:
    return f"card(s){filters(found.filters)} of {join([_source(source) for source in found.sources], 'or')}"


def cards(found: CardSelector | CardSet) -> str:
    """Which cards."""
    match found:
        case CardSet():
            return _card_set(found)
        case PickCards(quantity, among, distinct, player):
            different = "" if distinct is None else f", each with another {distinct.value}"
            chooser = ", as your opponent chooses," if player is Side.OPPONENT else ""
            return f"{_quantity(quantity)} {_card_set(among)}{different}{chooser}"
        case RandomCards(count, among):
            return f"{amount(count)} random {_card_set(among)}"
        case DeckCards(side, count, edge):
            whose = "each player's" if side is Side.BOTH else _SIDES[side]
            return f"the {_EDGES[edge]} {amount(count)} card(s) of {whose} deck"
        case StackCards(of, edge, asked):
            return f"the {_EDGES[edge]} card{filters(asked)} of {characters(of)}"
        case ChargeCards(of, edge):
            return f"the {_EDGES[edge]} Charge card of {characters(of)}"
        case WholeCharacters(of):
            return f"every card of {characters(of)}"
        case Cards(group):
            return _GROUPS[group]
        case AllOf(parts):
            return join([cards(part) for part in parts], "and")
    raise TypeError(f"no cards: {found!r}")


# -------------------------------------------------------------------------------- amounts, conditions


def amount(found: Amount) -> str:
    """How many."""
    match found:
        case int():
            return str(found)
        case CountCharacters(CharacterSet() as among, None):
            return f"the number of {_set(among)}"
        case CountCharacters(CharacterSet() as among, distinct):
            return f"the number of different {distinct}s of {_set(among)}"
        case CountCharacters(That(ref), _):
            return f"the number of {_REFS[ref]}"
        case CountCards(among, None):
            return f"the number of {_card_set(among)}"
        case CountCards(among, distinct):
            return f"the number of different {distinct}s of {_card_set(among)}"
        case CountCharge(of):
            return f"the number of Charge cards of {characters(of)}"
        case PrintedRound(group):
            return f"the Round printed on {_GROUPS[group]}"
        case Total(measure, of):
            return f"the {_MEASURES[measure]} of {_measured(of)}"
        case Highest(measure, of):
            return f"the highest {_MEASURES[measure]} of {_measured(of)}"
        case Lowest(measure, of):
            return f"the lowest {_MEASURES[measure]} of {_measured(of)}"
        case ChosenBP():
            return "the chosen BP value"
        case FieldRound():
            return "the number of battle areas"
        case Wins(side):
            return f"the number of battles that {_WINNERS[side]} won in the last judgement"
        case ByState(values):
            shown = zip(State, values, strict=True)
            return ", ".join(f"{value} as {state.name}" for state, value in shown if value)
        case Times(factor, count, per):
            return f"{factor} for every {per} of {amount(count)}"
        case Plus(left, right):
            return f"{amount(left)} plus {amount(right)}"
    raise TypeError(f"no amount: {found!r}")


def _measured(of: CharacterSet | CardSet | That | OpponentOf | Cards) -> str:
    """Whose number is meant, or whose numbers together."""
    match of:
        case CharacterSet():
            return f"all of {_set(of)} together"
        case CardSet():
            return f"all {_card_set(of)} together"
        case Cards(group):
            return _GROUPS[group]
        case That() | OpponentOf():
            return characters(of)


def condition(found: Condition) -> str:
    """What must be true."""
    match found:
        case Compare(CountCharacters(CharacterSet() as among, None), Comparison.AT_LEAST, int(least)):
            return f"there are {least} or more of {_set(among)}"
        case Compare(CountCards(among, None), Comparison.AT_LEAST, int(least)):
            return f"there are {least} or more {_card_set(among)}"
        case Compare(left, comparison, right):
            return f"{amount(left)} {_COMPARISONS[comparison]} {amount(right)}"
        case Is(who, asked):
            return f"{characters(who)} is one{filters(asked)}"
        case Leads(role):
            return f"you are the {role.value.capitalize()} Player"
        case TopCardTaken(among, by_your_character):
            by = " by an effect of your characters" if by_your_character else ""
            return f"the top card of one of {_set(among)} went to a hand{by} this turn"
        case HandCardReturned(side, edge):
            return f"a card of {_SIDES[side]} hand went to the {_EDGES[edge]} of the deck this turn"
        case ActivateUsed(among):
            return f"a payment power of one of {_set(among)} was used this turn"
        case CausedByEffect():
            return "an effect caused this"
        case All(parts):
            return join([condition(part) for part in parts], "and")
        case Any(parts):
            return join([condition(part) for part in parts], "or")
        case No(part):
            return f"it is not so that {condition(part)}"
