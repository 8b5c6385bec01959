"""What a card text says, as a tree of frozen dataclasses.

Verbs, selectors, conditions, amounts and connectives are independent of each other: a new card is a new
combination. Everything is said from the side of the effect's controller ("you"), who is the owner of the
card. Powers, statements and modifications are here; what they speak of is in `ucgsim.effects.tree.selectors`, what
they ask in `ucgsim.effects.tree.conditions`, closed lists in `ucgsim.effects.tree.values`.

How a tree is run (the contract with the machine):

* A statement ends as *done in full*, *in part* or *not at all*; `IfYouDo` and `MayTo` ask for that (CR 11.4,
  11.20). A declined `May`, an `If` that does not hold without an ``otherwise``, and an action without an
  object are not done.
* One run of a power, its cost included, has one memory: the card groups of `Group` and `CharacterRef.CHOSEN`.
  A power run by another one (`RunEnter`, `RunActivate`) has a memory of its own.
* Selectors are resolved when their statement is performed (CR 11.2.1, 9.3.2), choices in the order of the
  fields.
* A sequence is performed as far as possible (CR 11.2.1); "Then" and "Additionally" (CR 11.14) are sequences.
* An `Amount` that is a plain number is an ``int``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from ucgsim.effects.tree.values import Deed, Destination, DictatedOutcome, Duration, Moment, Side, State

if TYPE_CHECKING:
    from ucgsim.effects.tree.conditions import Condition
    from ucgsim.effects.tree.selectors import (
        Amount,
        CardSelector,
        CardSet,
        CharacterSelector,
        Filters,
    )
    from ucgsim.effects.tree.triggers import Trigger
    from ucgsim.effects.tree.values import Change

NO_GATE = State(0)
"""A power that is active in every state."""


# ---------------------------------------------------------------------------------------------- modifications


@dataclass(frozen=True, slots=True)
class BP:
    """Adds to BP, or takes away where the amount is negative (CR 11.7)."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class Grade:
    """Raises the BP grade by so many steps, or lowers it where negative (CR 11.6)."""

    steps: Amount


@dataclass(frozen=True, slots=True)
class Extra:
    """BP is read from EXTRA (CR 8.1.2)."""


@dataclass(frozen=True, slots=True)
class AddTypes:
    """Gives TYPEs next to those it has: all of them, or the one that the controller chooses."""

    types: tuple[str, ...]
    choice: bool = False


@dataclass(frozen=True, slots=True)
class AddChosenType:
    """Gives the TYPE that a `ChooseType` named."""


@dataclass(frozen=True, slots=True)
class ReplaceType:
    """One TYPE that it has, or ``every`` one, becomes one of these, each chosen by the controller."""

    types: tuple[str, ...]
    every: bool = False


@dataclass(frozen=True, slots=True)
class Immune:
    """Changes of this kind, present and future, are not applied ("unaffected by", "will not receive")."""

    change: Change


@dataclass(frozen=True, slots=True)
class CannotLevelUp:
    """It can't level up, by the rules or by an effect (CR 1.2.2)."""


@dataclass(frozen=True, slots=True)
class DictateOutcome:
    """Its battle is a win or a tie (CR 11.16)."""

    outcome: DictatedOutcome


@dataclass(frozen=True, slots=True)
class NegateText:
    """One effect text of it, chosen if it has several, or ``every`` one becomes inactive (CR 11.13)."""

    every: bool = False


@dataclass(frozen=True, slots=True)
class SilenceEnter:
    """Its powers that trigger on its own entering play do not resolve."""


@dataclass(frozen=True, slots=True)
class SetBP:
    """All its BP values, EXTRA included, become that many points (CR 8.1, 11.7); nothing happens below zero."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class AddLevels:
    """Its level counts as so much higher in totals and comparisons, never for leveling up."""

    amount: int


Modification: TypeAlias = (
    BP
    | Grade
    | Extra
    | AddTypes
    | AddChosenType
    | ReplaceType
    | Immune
    | CannotLevelUp
    | DictateOutcome
    | NegateText
    | SilenceEnter
    | SetBP
    | AddLevels
)


# ---------------------------------------------------------------------------------------------- actions


@dataclass(frozen=True, slots=True)
class Modify:
    """Every modification, on each of the characters; the characters are selected once."""

    target: CharacterSelector
    changes: tuple[Modification, ...]
    duration: Duration


@dataclass(frozen=True, slots=True)
class Draw:
    """Draws one at a time (CR 11.10); with ``Side.BOTH`` each player does."""

    player: Side
    count: Amount


@dataclass(frozen=True, slots=True)
class Reveal:
    """Reveals cards where they lie (CR 11.11); they are hidden again when the effect is completed."""

    cards: CardSelector


@dataclass(frozen=True, slots=True)
class Look:
    """The controller alone sees cards where they lie, and in their order (CR 12.3)."""

    cards: CardSelector


@dataclass(frozen=True, slots=True)
class Move:
    """Moves cards to a zone of their owners: discarding, sending, returning, exiling.

    ``any_order``: the controller orders them on the deck, as cards out of a public zone always are (CR 3.2.2);
    otherwise the order in which they were picked, or in which they lie, stands.
    """

    cards: CardSelector
    to: Destination
    any_order: bool = False


@dataclass(frozen=True, slots=True)
class ChooseCards:
    """Names cards and leaves them where they are; they become `Group.CHOSEN`."""

    cards: CardSelector


@dataclass(frozen=True, slots=True)
class ChooseCharacters:
    """Names characters; they become `CharacterRef.CHOSEN`."""

    characters: CharacterSelector


@dataclass(frozen=True, slots=True)
class ChooseType:
    """Names one of these TYPEs for `AddChosenType`."""

    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChooseBP:
    """Names one BP value that a card of the set prints, EXTRA included, for `ChosenBP`."""

    cards: CardSet


@dataclass(frozen=True, slots=True)
class PutOnTop:
    """Puts cards into play on top of a character: a level-up by an effect (CR 11.8). The card is chosen
    first.
    """

    cards: CardSelector
    host: CharacterSelector


@dataclass(frozen=True, slots=True)
class PutUnder:
    """Puts cards into play at the bottom of a character's stack, above its Charge cards (CR 11.17.4)."""

    cards: CardSelector
    host: CharacterSelector


@dataclass(frozen=True, slots=True)
class PutInPlace:
    """Puts cards into play where the latest `Move` of this effect left a gap (CR 11.8).

    After a card of a stack was taken, one card fills its slot; after a whole character, the cards become a
    stack in its battle area, in the order of their levels. ``state`` demands that the stack is then in this
    state: that many cards which conform to each other are picked.
    """

    cards: CardSelector
    state: State | None = None


@dataclass(frozen=True, slots=True)
class PutScene:
    """Puts a scene card into the scene area; the player may draw for it afterwards (CR 6.2.2)."""

    cards: CardSelector


@dataclass(frozen=True, slots=True)
class Swap:
    """Swaps the places of two characters (CR 11.9)."""

    first: CharacterSelector
    second: CharacterSelector


@dataclass(frozen=True, slots=True)
class Charge:
    """The keyword, "may" and "up to" included (CR 11.17.1); the host is one of your characters that fit."""

    count: int
    hosts: Filters


@dataclass(frozen=True, slots=True)
class RunEnter:
    """Runs one effect that triggers on entering play, of a character or a card, without the event (CR 10.1)."""

    of: CharacterSelector | CardSelector


@dataclass(frozen=True, slots=True)
class RunActivate:
    """Runs one payment power of a character: its cost is paid; its gate and usage limit are ignored if it
    says so.
    """

    of: CharacterSelector
    ignoring_limits: bool = True


@dataclass(frozen=True, slots=True)
class ProtectFromExile:
    """Cards of the set can't be exiled by the opponent's effects (CR 1.2.2)."""

    cards: CardSet
    duration: Duration


@dataclass(frozen=True, slots=True)
class Forbid:
    """A player, or each of them, cannot do something, whatever a rule or another effect says (CR 1.2.2)."""

    player: Side
    deed: Deed
    duration: Duration


Action: TypeAlias = (
    Modify
    | Draw
    | Reveal
    | Look
    | Move
    | ChooseCards
    | ChooseCharacters
    | ChooseType
    | ChooseBP
    | PutOnTop
    | PutUnder
    | PutInPlace
    | PutScene
    | Swap
    | Charge
    | RunEnter
    | RunActivate
    | ProtectFromExile
    | Forbid
)


# ---------------------------------------------------------------------------------------------- connectives


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other, each as far as possible (CR 11.2.1, 11.14); two or more, no sequence inside."""

    steps: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class May:
    """The player may do it (CR 11.3)."""

    body: Statement
    player: Side = Side.YOU


@dataclass(frozen=True, slots=True)
class MayOr:
    """You may do the first; where you do not, or cannot, the other is done (CR 11.3)."""

    first: Statement
    otherwise: Statement


@dataclass(frozen=True, slots=True)
class MayTo:
    """Part A in full or not at all, then B if the player wants it (CR 11.4)."""

    first: Statement
    then: Statement


@dataclass(frozen=True, slots=True)
class IfYouDo:
    """Part B only if A was done in full, else ``otherwise``; the option of A, if any, is a `May` in it (CR
    11.20).
    """

    first: Statement
    then: Statement
    otherwise: Statement | None = None


@dataclass(frozen=True, slots=True)
class IfNotDone:
    """Part B only if A was not done in full: the other case of CR 11.20 alone."""

    first: Statement
    then: Statement


@dataclass(frozen=True, slots=True)
class If:
    """A condition read when it is reached (CR 11.5)."""

    condition: Condition
    then: Statement
    otherwise: Statement | None = None


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of the statements, the player's choice among those that can be done in full ("A, or B, to …")."""

    options: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ForEach:
    """Once for every card of the set, which then is `Group.EACH`, or as often as the amount says."""

    over: CardSet | Amount
    body: Statement


@dataclass(frozen=True, slots=True)
class Later:
    """Put off, to the End Phase or to the next turn (CR 5.10.2); groups in it mean the cards as they were when this
    was reached (3.2.3).
    """

    body: Statement
    moment: Moment = Moment.END_OF_TURN


@dataclass(frozen=True, slots=True)
class ByPlayer:
    """Done by the opponent, or by each player, the Lead Player first; "you" in it is the one who does it."""

    player: Side
    body: Statement


@dataclass(frozen=True, slots=True)
class Mode:
    """One numbered effect and when it may be chosen."""

    condition: Condition | None
    body: Statement


@dataclass(frozen=True, slots=True)
class Modes:
    """The player chooses numbered effects, each at most once, ``most`` in all; performed as they are chosen.

    ``may``: fewer, or none, is a choice as well; otherwise as many as can be chosen are.
    """

    modes: tuple[Mode, ...]
    most: int
    may: bool = True


Statement: TypeAlias = (
    Action | Sequence | May | MayOr | MayTo | IfYouDo | IfNotDone | If | OneOf | ForEach | Later | ByPlayer | Modes
)


# ---------------------------------------------------------------------------------------------- powers


class PowerKind(StrEnum):
    """CR 9.1.1."""

    TRIGGERED = "triggered"
    CONTINUOUS = "continuous"
    PAYMENT = "payment"


@dataclass(frozen=True, slots=True)
class Power:
    """One power (CR 9.1).

    ``gate``: states in which it is active (CR 2.3.5.2), `NO_GATE` for any. ``limit``: times per turn, or in the
    whole game with ``per_game``; ``None`` for any. ``condition`` and ``cost`` belong to payment powers: what must
    hold before paying, and what is paid, all or nothing (CR 9.4.3, 9.4.4; no cost is ``None``). The body of a
    continuous power holds `If`, `Sequence` and `Modify` with `Duration.WHILE_ACTIVE` only. ``stacks`` is false where
    several copies count once for each target.
    """

    kind: PowerKind
    body: Statement
    gate: State = NO_GATE
    trigger: Trigger | None = None
    limit: int | None = None
    condition: Condition | None = None
    cost: Statement | None = None
    stacks: bool = True
    per_game: bool = False


@dataclass(frozen=True, slots=True)
class CardText:
    """All powers of a card in printed order; a card without any has an empty text."""

    powers: tuple[Power, ...] = ()
