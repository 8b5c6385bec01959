"""What can be asked of the deck on the table: a form or a JSON object becomes a command of ucgsim with its files."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.decks.checking import check_deck
from ucgsim.decks.deck import refuse
from ucgsim.errors import UcgsimError
from ucgsim.files.writing import csv_text
from ucgsim.limits import DEFAULT_HANDS
from ucgsim.studies.weights import FIELD, HEAD, MAX_WEIGHT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.decks.deck import Deck
    from ucgsim.studio.desk import Desk


class Bounds(NamedTuple):
    """What a number of a request may be, and what it is where nothing is said."""

    least: int
    most: int
    usual: int


NUMBERS = {
    "games": Bounds(2, 1_000_000, 2_000),
    "hands": Bounds(2, 1_000_000, DEFAULT_HANDS),
    "players": Bounds(8, 512, 64),
}
"""By name: games of each matchup, opening hands that say which to keep, players of a tournament."""
KINDS = ("gauntlet", "compare", "improve", "redraw", "tournament")
MINE, OTHER = "my-deck", "other"
RUN = "RUN"
"""A word of the second command that means the folder of the first, which is known when it is put into the queue."""


@dataclass(frozen=True, slots=True)
class StudioQuestion:
    """A question: its title, its command, one that follows on it, and the files that they name."""

    title: str
    words: list[str]
    files: dict[str, str]
    then: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a deck: rivals with their weights, games of each matchup, and what belongs to one kind only.

    ``than`` is the deck that a comparison is with; ``hands`` are the opening hands that say which to keep;
    ``until_sure`` lets a comparison stop when it is decided; ``players`` are those of a tournament.
    """

    kind: str
    deck: Deck
    rivals: Sequence[tuple[Deck, float]]
    than: Deck | None = None
    games: int = NUMBERS["games"].usual
    hands: int = NUMBERS["hands"].usual
    players: int = NUMBERS["players"].usual
    until_sure: bool = False


def question_of(wish: Wish, desk: Desk) -> StudioQuestion:
    """The command that answers; UcgsimError for what can't be asked."""
    rivals = [(deck, weight) for deck, weight in wish.rivals if weight]
    if not rivals and wish.kind != "redraw":
        raise UcgsimError("no rival is chosen; put one or more decks into the field")
    lists = {MINE: wish.deck, **{f"rival-{place}": deck for place, (deck, _) in enumerate(rivals, start=1)}}
    if wish.kind == "compare":
        if wish.than is None:
            raise UcgsimError("than: the list to compare with was expected")
        lists[OTHER] = wish.than
    for each in lists.values():
        refuse(check_deck(each, desk.catalog), None, each.name)
    lists = _by_other_names(lists)
    files = {name: desk.text(each) for name, each in lists.items()}
    against = [name for name in lists if name not in {MINE, OTHER}]
    rows = [[lists[name].name, f"{weight:g}"] for name, (_, weight) in zip(against, rivals, strict=True)]
    weighed = len({weight for _, weight in rivals}) > 1 or wish.kind == "tournament"
    if weighed:
        files[FIELD] = csv_text([HEAD, *rows])
    title, words, then = _question(wish, lists[MINE].name, against, ["--field", FIELD] if weighed else [])
    return StudioQuestion(title, words, files, then)


def _question(wish: Wish, name: str, against: list[str], shares: list[str]) -> tuple[str, list[str], list[str]]:
    """Title, command and the command that follows on it, of a deck of this name."""
    games, then = ["-n", str(wish.games)], []
    match wish.kind:
        case "gauntlet":
            title, words = f"How does {name} do?", ["gauntlet", MINE, *against, *shares, *games]
        case "compare":
            title = f"Is {name} better than another build?"
            stop = ["--until-sure"] if wish.until_sure else games
            words = ["compare", OTHER, MINE, *against, *shares, *stop]
        case "improve":
            title = f"Which cards would make {name} better?"
            words = ["improve", MINE, "--against", *against, *shares, "--check", "none"]
        case "redraw":
            met = ["--against", *against] if against else []
            title, words = f"Which hands should {name} keep?", ["redraw", MINE, *met, "-n", str(wish.hands)]
        case _:
            title = f"What chance has {name} in this field, and what to bring?"
            words = ["matrix", MINE, *against, *games]
            then = ["tournament", RUN, "--players", str(wish.players), *shares]
    return title, words, then


def _by_other_names(lists: Mapping[str, Deck]) -> dict[str, Deck]:
    """The decks, a name that is there already with a number behind it."""
    taken: set[str] = set()
    named = {}
    for word, deck in lists.items():
        names = [deck.name, *(f"{deck.name} {count}" for count in range(2, len(lists) + 2))]
        name = next(each for each in names if each.casefold() not in taken)
        taken.add(name.casefold())
        named[word] = replace(deck, name=name)
    return named


def number_in(value: Any, name: str) -> int:
    """A number of a request, by its name in `NUMBERS`; UcgsimError for anything else."""
    least, most, _ = NUMBERS[name]
    if type(value) is not int or not least <= value <= most:
        raise UcgsimError(f"{name}: {value!r:.40}; a whole number from {least:,} to {most:,} was expected")
    return value


def weight_in(value: Any) -> float:
    """The weight of a rival in the field; UcgsimError for anything else."""
    if type(value) not in {int, float} or not 0 <= value <= MAX_WEIGHT:
        raise UcgsimError(f"weight: {value!r:.40}; a number from 0 was expected, such as 3")
    return float(value)
