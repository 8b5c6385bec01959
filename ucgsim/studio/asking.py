"""What can be asked of the deck on the table: a form or a JSON object becomes a command of ucgsim with its files."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ucgsim.decks.checking import check_deck
from ucgsim.decks.deck import refuse
from ucgsim.defaults import DEFAULT_HANDS
from ucgsim.errors import UcgsimError
from ucgsim.files.writing import csv_text
from ucgsim.studies.weights import FIELD, HEAD, MAX_WEIGHT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.decks.deck import Deck
    from ucgsim.studio.desk import Desk

MOST_GAMES = 1_000_000
GAMES = 2_000
LEAST_PLAYERS, MOST_PLAYERS, PLAYERS = 8, 512, 64
MINE, OTHER = "my-deck", "other"
RUN = "RUN"
"""A word of the second command that means the folder of the first, which is known when it is put into the queue."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: its title, its command, one that follows on it, and the files that they name."""

    title: str
    words: list[str]
    files: dict[str, str]
    then: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for: rivals by key with their weights, games of each matchup, and what belongs to one kind only.

    ``hands`` are the opening hands that say which to keep; ``other`` is the key of the deck that a comparison is with,
    empty for the saved version; ``until_sure`` lets it stop when it is decided; ``players`` are those of a tournament.
    """

    kind: str
    rivals: Mapping[str, float]
    games: int = GAMES
    hands: int = DEFAULT_HANDS
    other: str = ""
    until_sure: bool = False
    players: int = PLAYERS


def asked(wish: Wish, deck: Deck, saved: Deck, desk: Desk) -> Asked:
    """The command that answers; UcgsimError for what can't be asked."""
    if wish.kind not in KINDS:
        raise UcgsimError(f"{wish.kind[:40]!r} can't be asked; {', '.join(KINDS)} can")
    if not wish.rivals and wish.kind != "redraw":
        raise UcgsimError("no rival is chosen; tick one or more decks")
    lists = {MINE: deck, **{f"rival-{place}": desk.deck(key) for place, key in enumerate(wish.rivals, start=1)}}
    if wish.kind == "compare":
        lists[OTHER] = desk.deck(wish.other) if wish.other else replace(saved, name=f"{deck.name} as saved")
    for each in lists.values():
        refuse(check_deck(each, desk.catalog), None, each.name)
    lists = _by_other_names(lists)
    files = {name: desk.text(each) for name, each in lists.items()}
    against = [name for name in lists if name not in {MINE, OTHER}]
    rows = [[lists[name].name, f"{weight:g}"] for name, weight in zip(against, wish.rivals.values(), strict=True)]
    weighed = len(set(wish.rivals.values())) > 1 or wish.kind == "tournament"
    if weighed:
        files[FIELD] = csv_text([HEAD, *rows])
    return KINDS[wish.kind](wish, lists[MINE].name, against, ["--field", FIELD] if weighed else [], files)


def _gauntlet(wish: Wish, name: str, against: list[str], shares: list[str], files: dict[str, str]) -> Asked:
    return Asked(f"How does {name} do?", ["gauntlet", MINE, *against, *shares, "-n", str(wish.games)], files)


def _compare(wish: Wish, name: str, against: list[str], shares: list[str], files: dict[str, str]) -> Asked:
    title = f"Is {name} better than {'another deck' if wish.other else 'its saved version'}?"
    stop = ["--until-sure"] if wish.until_sure else ["-n", str(wish.games)]
    return Asked(title, ["compare", OTHER, MINE, "--against", *against, *shares, *stop], files)


def _improve(_: Wish, name: str, against: list[str], shares: list[str], files: dict[str, str]) -> Asked:
    words = ["improve", MINE, "--against", *against, *shares, "--check", "none"]
    return Asked(f"Which cards would make {name} better?", words, files)


def _redraw(wish: Wish, name: str, against: list[str], _: list[str], files: dict[str, str]) -> Asked:
    met = ["--against", *against] if against else []
    return Asked(f"Which hands should {name} keep?", ["redraw", MINE, *met, "-n", str(wish.hands)], files)


def _tournament(wish: Wish, name: str, against: list[str], shares: list[str], files: dict[str, str]) -> Asked:
    words = ["matrix", MINE, *against, "-n", str(wish.games)]
    then = ["tournament", RUN, "--players", str(wish.players), *shares]
    return Asked(f"What chance has {name} in this field, and what to bring?", words, files, then)


KINDS = {
    "gauntlet": _gauntlet,
    "compare": _compare,
    "improve": _improve,
    "redraw": _redraw,
    "tournament": _tournament,
}


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


def wish_of(form: Mapping[str, Sequence[str]]) -> Wish:
    """What a form asks for: rivals that are ticked, each with its ``weight:KEY``; UcgsimError for what it can't be."""

    def first(name: str, otherwise: str = "") -> str:
        return (form.get(name) or [otherwise])[0] or otherwise

    rivals = {key: share_in(first(f"weight:{key}", "1")) for key in form.get("rival", [])}
    return Wish(
        first("kind"),
        {key: weight for key, weight in rivals.items() if weight},
        number_in(first("games", str(GAMES)), 2, MOST_GAMES),
        number_in(first("hands", first("games", str(DEFAULT_HANDS))), 2, MOST_GAMES),
        first("other"),
        first("until") == "sure",
        number_in(first("players", str(PLAYERS)), LEAST_PLAYERS, MOST_PLAYERS),
    )


def number_in(text: str, least: int, most: int) -> int:
    """A whole number of a form; UcgsimError for anything else."""
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if not least <= value <= most:
        raise UcgsimError(f"{text[:40]!r}: a whole number from {least:,} to {most:,} was expected")
    return value


def share_in(text: str) -> float:
    """A weight of a form; UcgsimError for anything else."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= MAX_WEIGHT:
        raise UcgsimError(f"{text[:40]!r}: a weight from 0 was expected, such as 3")
    return value
