"""Whether a statement begins with a choice that a player can decline, and places that are not known yet."""

from __future__ import annotations

from dataclasses import dataclass, field

from ucgsim.effects import tree


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
            return picks_card(parts[0])
        case _:
            return False


def _is_scene_area(source: tree.Source) -> bool:
    return isinstance(source, tree.InZone) and source.zone is tree.Zone.SCENE_AREA
