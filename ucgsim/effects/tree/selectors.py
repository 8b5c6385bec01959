"""What the verbs of the effect tree speak of: filters, sets, selectors, amounts.

They refer to each other in a circle (a filter may ask for a count, a count holds a set, a set holds filters),
so they share one file. `ucgsim.effects.tree.statements` says how all this is run.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

from ucgsim.effects.tree.values import (
    AreaBetween,
    ByState,
    Change,
    CharacterRef,
    ChosenBP,
    Comparison,
    Edge,
    FieldRound,
    Fought,
    Group,
    InNewestArea,
    Measure,
    PrintedRound,
    Side,
    State,
    Trait,
    Wins,
    Zone,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ucgsim.cards.card import Kind

# ---------------------------------------------------------------------------------------------- filters


@dataclass(frozen=True, slots=True)
class NameIn:
    """『X』: the character name is one of these, exactly (CR 2.3.2); names in capitals."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamePart:
    """「X」: the card name with its subtitle contains one of these texts (CR 2.3.1.2)."""

    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KindIn:
    """It is one of these kinds; "character card" lists all kinds but the scene (CR 2.2)."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class HasType:
    """It has one of these TYPEs: a character the current ones, a card the printed one (CR 2.3.4)."""

    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamIn:
    """[X]: it has one of these TEAMs (CR 11.18); names in capitals."""

    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LevelIn:
    """Its level is one of these."""

    levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LevelBetween:
    """Its level lies between the two, both included; ``None`` leaves an end open."""

    least: Amount | None
    most: Amount | None


@dataclass(frozen=True, slots=True)
class RoundBetween:
    """A scene whose printed Round lies between the two, both included; ``None`` leaves an end open."""

    least: Amount | None
    most: Amount | None


@dataclass(frozen=True, slots=True)
class StateIn:
    """A character in one of these states (CR 7.2)."""

    states: State


@dataclass(frozen=True, slots=True)
class PrintedExtra:
    """A printed EXTRA BP, whatever it is (CR 2.3.7.3)."""


@dataclass(frozen=True, slots=True)
class Measures:
    """A number of it compares so with an amount; what has no such number does not fit."""

    measure: Measure
    comparison: Comparison
    amount: Amount


@dataclass(frozen=True, slots=True)
class ReadsExtra:
    """A character whose BP is read from EXTRA now."""


@dataclass(frozen=True, slots=True)
class Affected:
    """A character to which a change of this kind is applied now (CR 11.6.5)."""

    change: Change


@dataclass(frozen=True, slots=True)
class IsThis:
    """This character (wrap it in `Not` for "another")."""


@dataclass(frozen=True, slots=True)
class Adjacent:
    """A character of the same side in a battle area next to this character's (CR 5.5.7)."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A character next to one of these, on their side of the field (CR 5.5.7)."""

    of: CharacterSet | That


@dataclass(frozen=True, slots=True)
class InArea:
    """A character in the battle area of this Round, 1 for the oldest."""

    round: int


@dataclass(frozen=True, slots=True)
class OwnedBy:
    """A card of a player of that side."""

    side: Side


@dataclass(frozen=True, slots=True)
class Opposes:
    """A character that is the battle opponent of one of these characters (CR 7.1)."""

    characters: CharacterSet


@dataclass(frozen=True, slots=True)
class CanLevelUpWith:
    """A character on which a card of the group would be a legal level-up (CR 5.6.1, 11.18.1)."""

    group: Group


@dataclass(frozen=True, slots=True)
class CanTakeUnder:
    """A character under which a card of the group may lie: its lowest card fits on that one (CR 11.8, 12.1.1)."""

    group: Group


@dataclass(frozen=True, slots=True)
class SameAs:
    """Name or level of one of ``other``, or a TYPE in common: a character's current ones, a card's printed one."""

    trait: Trait
    other: Cards | That


@dataclass(frozen=True, slots=True)
class InGroup:
    """A card of that group (wrap it in `Not` for "except the card you discarded")."""

    group: Group


@dataclass(frozen=True, slots=True)
class Not:
    """The filters do not all hold."""

    filters: Filters


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the lists holds in full ("level 3 『A』 or Kaiju with TYPE 【B】")."""

    options: tuple[Filters, ...]


Filter: TypeAlias = (
    NameIn
    | NamePart
    | KindIn
    | HasType
    | TeamIn
    | LevelIn
    | LevelBetween
    | RoundBetween
    | StateIn
    | PrintedExtra
    | Measures
    | ReadsExtra
    | Affected
    | IsThis
    | Adjacent
    | Beside
    | InArea
    | AreaBetween
    | InNewestArea
    | Fought
    | OwnedBy
    | Opposes
    | CanLevelUpWith
    | CanTakeUnder
    | SameAs
    | InGroup
    | Not
    | AnyOf
)
Filters: TypeAlias = tuple[Filter, ...]
"""All of them must hold; an empty list fits everything."""


# -------------------------------------------------------------------------------- sets and selectors


@dataclass(frozen=True, slots=True)
class CharacterSet:
    """Characters of a side on the field that fit; nothing is chosen."""

    side: Side
    filters: Filters = ()


@dataclass(frozen=True, slots=True)
class InZone:
    """The cards of a zone."""

    zone: Zone
    side: Side


@dataclass(frozen=True, slots=True)
class Among:
    """The cards of a group of this run's memory."""

    group: Group


Source: TypeAlias = InZone | Among


@dataclass(frozen=True, slots=True)
class CardSet:
    """Cards of one or several sources that fit; nothing is chosen."""

    sources: tuple[Source, ...]
    filters: Filters = ()


@dataclass(frozen=True, slots=True)
class Quantity:
    """From ``least`` to ``most`` of them; ``most`` of ``None`` means every one, without a choice (CR 11.3).

    ``least`` above what exists is performed as far as possible, except where all or nothing is asked (costs,
    part A of `MayTo`).
    """

    least: Amount
    most: Amount | None


EVERY = Quantity(0, None)
ONE = Quantity(1, 1)
ANY_NUMBER = Quantity(0, 60)
"""By choice, up to more than there are characters or cards in a zone."""


@dataclass(frozen=True, slots=True)
class That:
    """A character that is known already."""

    ref: CharacterRef


@dataclass(frozen=True, slots=True)
class PickCharacters:
    """The controller picks that many of the set, pairwise different in ``distinct`` if it is given."""

    quantity: Quantity
    characters: CharacterSet
    distinct: Trait | None = None


@dataclass(frozen=True, slots=True)
class OpponentOf:
    """The battle opponents of the characters that ``of`` designates (CR 7.1); options are named by ``of``."""

    of: CharacterSelector


@dataclass(frozen=True, slots=True)
class WithOpponent:
    """The characters that ``of`` designates, and the battle opponents of these (CR 7.1)."""

    of: CharacterSelector


@dataclass(frozen=True, slots=True)
class BothOf:
    """All parts, each selected on its own ("one of your 『A』 and one of your 『B』")."""

    parts: tuple[CharacterSelector, ...]


@dataclass(frozen=True, slots=True)
class EitherOf:
    """One character out of the union of what the parts offer (only where `AnyOf` can't say it)."""

    parts: tuple[CharacterSelector, ...]


CharacterSelector: TypeAlias = That | PickCharacters | OpponentOf | BothOf | EitherOf | WithOpponent


@dataclass(frozen=True, slots=True)
class PickCards:
    """The controller, or the opponent as ``player``, picks that many; every one ``distinct``: one of each value."""

    quantity: Quantity
    cards: CardSet
    distinct: Trait | None = None
    player: Side = Side.YOU


@dataclass(frozen=True, slots=True)
class RandomCards:
    """That many at random."""

    count: Amount
    cards: CardSet


@dataclass(frozen=True, slots=True)
class DeckCards:
    """That many cards from an end of a deck, in order; ``Side.BOTH``: of each player's deck."""

    side: Side
    count: Amount
    edge: Edge = Edge.TOP


@dataclass(frozen=True, slots=True)
class StackCards:
    """One card of the stack of each character of ``of``: its top, its bottom, or any that the filters fit."""

    of: CharacterSelector
    edge: Edge = Edge.TOP
    filters: Filters = ()


@dataclass(frozen=True, slots=True)
class ChargeCards:
    """One Charge card of each character of ``of``: its top, its bottom, or any (CR 11.17)."""

    of: CharacterSelector
    edge: Edge = Edge.BOTTOM


@dataclass(frozen=True, slots=True)
class WholeCharacters:
    """All cards of the stacks of the characters; their Charge cards become detached (CR 11.17.5)."""

    of: CharacterSelector


@dataclass(frozen=True, slots=True)
class Cards:
    """All cards of a group."""

    group: Group


@dataclass(frozen=True, slots=True)
class AllOf:
    """All parts, each selected on its own, no card twice ("a level 1, 2, and 3 『A』 card")."""

    parts: tuple[CardSelector, ...]


CardSelector: TypeAlias = (
    PickCards | RandomCards | DeckCards | StackCards | ChargeCards | WholeCharacters | Cards | AllOf
)


# ---------------------------------------------------------------------------------------------- amounts


@dataclass(frozen=True, slots=True)
class CountCharacters:
    """How many characters fit or are meant; with ``distinct`` how many different values they show."""

    characters: CharacterSet | That
    distinct: Trait | None = None


@dataclass(frozen=True, slots=True)
class CountCards:
    """How many cards fit; with ``distinct`` how many different values they show."""

    cards: CardSet
    distinct: Trait | None = None


@dataclass(frozen=True, slots=True)
class CountCharge:
    """How many Charge cards the characters have (CR 11.17)."""

    of: CharacterSelector


@dataclass(frozen=True, slots=True)
class Total:
    """A number of each that is meant, summed; one that is known gives its own."""

    measure: Measure
    of: CharacterSet | CardSet | That | OpponentOf | Cards


@dataclass(frozen=True, slots=True)
class Highest:
    """The highest number that any of them has."""

    measure: Measure
    of: CharacterSet | CardSet


@dataclass(frozen=True, slots=True)
class Lowest:
    """The lowest number that any of them has."""

    measure: Measure
    of: CharacterSet | CardSet


@dataclass(frozen=True, slots=True)
class Times:
    """``factor`` for every full ``per`` of ``count``; also what "for each" says of a number."""

    factor: int
    count: Amount
    per: int = 1


@dataclass(frozen=True, slots=True)
class Plus:
    """The sum of two amounts ("1 higher than the sent scene's round")."""

    left: Amount
    right: Amount


Amount: TypeAlias = (
    int
    | CountCharacters
    | CountCards
    | CountCharge
    | PrintedRound
    | Total
    | Highest
    | Lowest
    | ChosenBP
    | FieldRound
    | Wins
    | ByState
    | Times
    | Plus
)


def any_of(options: Iterable[Filters]) -> Filters:
    """Filters that hold where one of the lists holds."""
    listed = tuple(dict.fromkeys(options))
    if len(listed) == 1:
        return listed[0]
    return _merge_names(listed) or (AnyOf(listed),)


def _merge_names(options: tuple[Filters, ...]) -> Filters | None:
    """Lists of one name, name part or kind each, as one filter with several values."""
    if not all(len(option) == 1 for option in options):
        return None
    items = [option[0] for option in options]
    for kind in _SEVERAL_VALUES:
        if all(isinstance(item, kind) for item in items):
            values = (value for item in items for each in fields(kind) for value in getattr(item, each.name))
            return (kind(tuple(values)),)
    states = [item.states for item in items if isinstance(item, StateIn)]
    return (StateIn(reduce(or_, states)),) if len(states) == len(items) else None


_SEVERAL_VALUES: tuple[type, ...] = (NameIn, NamePart, LevelIn, KindIn)
"""Filters that list values of which one must hold, and hold nothing else."""
