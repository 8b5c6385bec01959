"""Whether a statement begins with a choice that a player can decline, and places that are not known yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ucgsim.effects.tree import selectors, statements, values

if TYPE_CHECKING:
    from ucgsim.effects.tree.selectors import CardSelector, CharacterSelector
    from ucgsim.effects.tree.statements import Statement


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


def asks_first(statement: Statement) -> bool:
    """Whether doing a statement begins with a choice of a character, a card or a TYPE.

    If so, to decline is one option more of that choice; else the player is asked yes or no. Where the text fixes
    the object, the one scene in play among them, nothing is chosen.
    """
    match statement:
        case statements.Modify(target, _, _) | statements.ChooseCharacters(target):
            return picks_character(target)
        case (
            statements.Move(cards, _, _)
            | statements.Reveal(cards)
            | statements.Look(cards)
            | statements.ChooseCards(cards)
            | statements.PutScene(cards)
        ):
            return picks_card(cards)
        case statements.PutOnTop(cards, host) | statements.PutUnder(cards, host):
            return picks_card(cards) or picks_character(host)
        case statements.Swap(first, second):
            return picks_character(first) or picks_character(second)
        case statements.Sequence(steps):
            return asks_first(steps[0])
        case statements.ChooseType() | statements.ChooseBP() | statements.OneOf():
            return True
        case statements.ForEach(_, statements.May()):
            # Each time is asked by itself.
            return True
        case _:
            return False


def picks_character(selector: CharacterSelector) -> bool:
    """Whether a selector leaves a choice of a character."""
    match selector:
        case selectors.PickCharacters(selectors.Quantity(_, most), _, _):
            return most is not None
        case selectors.OpponentOf(of) | selectors.WithOpponent(of):
            return picks_character(of)
        case selectors.BothOf(parts):
            return any(picks_character(part) for part in parts)
        case selectors.EitherOf():
            return True
        case _:
            return False


def picks_card(cards: CardSelector) -> bool:
    """Whether a selector leaves the controller a choice of a card, or of the character that it comes from."""
    match cards:
        case selectors.PickCards(player=values.Side.OPPONENT):
            return False
        case selectors.PickCards(selectors.Quantity(_, most), chosen, _):
            return most is not None and not all(_is_scene_area(source) for source in chosen.sources)
        case selectors.StackCards(of, _, _) | selectors.ChargeCards(of, _) | selectors.WholeCharacters(of):
            return picks_character(of)
        case selectors.AllOf(parts):
            return picks_card(parts[0])
        case _:
            return False


def _is_scene_area(source: selectors.Source) -> bool:
    return isinstance(source, selectors.InZone) and source.zone is values.Zone.SCENE_AREA
