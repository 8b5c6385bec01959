"""What the decks of written games are called, and which list was played."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ucgsim.cards.catalog import load_catalog
from ucgsim.decks.finding import STDIN, find_deck, is_folder
from ucgsim.decks.reading import name_of_deck, scan_deck
from ucgsim.errors import UcgsimError
from ucgsim.remarks import remark
from ucgsim.studies.own_games.game import tidy

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ucgsim.studies.own_games.game import OwnGame


def called(named: Path | str) -> str:
    """What the list of one's own deck calls itself; UcgsimError where no deck is called so."""
    if find_deck(named) == STDIN:
        raise UcgsimError("-: a written game needs a deck with a name; put the list into a file")
    return tidy(name_of_deck(named))


def called_if_known(text: str) -> str:
    """The name of the deck that a text calls; the text itself where it calls none."""
    return tidy(text) if (name := _known(text)) is None else name


def is_known(text: str) -> bool:
    """Whether a deck is called so."""
    return _known(text) is not None


def _known(text: str) -> str | None:
    with suppress(UcgsimError, ValueError):
        place = find_deck(text)
        if place != STDIN and not is_folder(place):
            return tidy(name_of_deck(text))
    return None


def list_of(named: Path | str) -> str:
    """The fingerprint of a deck's list as it is now; blank, which a remark says, where it can't be read."""
    try:
        deck, problems = scan_deck(named, load_catalog())
        if not problems:
            return deck.fingerprint
        why = str(problems[0])
    except UcgsimError as error:
        why = str(error)
    remark(f"{named}: the list can't be read, so the game has no version ({why})")
    return ""


def lists_now(names: Iterable[str]) -> dict[str, str]:
    """The fingerprints of the lists that these decks have now, of those that can be read."""
    lists, catalog = {}, load_catalog()
    for name in names:
        with suppress(UcgsimError, ValueError):
            deck, problems = scan_deck(name, catalog)
            if not problems:
                lists[name] = deck.fingerprint
    return lists


def of_deck(games: Iterable[OwnGame], named: str) -> list[OwnGame]:
    """The games with a deck, by its name or that of its file. UcgsimError, with the names there are, for none."""
    listed = list(games)
    wanted = {tidy(named).casefold(), called_if_known(named).casefold()}
    picked = [game for game in listed if game.deck.casefold() in wanted]
    if listed and not picked:
        decks = ", ".join(sorted({game.deck for game in listed}))
        raise UcgsimError(f"{named}: no game with a deck of that name is written down; there are {decks}")
    return picked


def between(games: Iterable[OwnGame], deck: str, rival: str) -> list[OwnGame]:
    """The games with a deck against a rival, by their names, those of their files, or the words that were written."""
    mine, other = ({tidy(named).casefold(), called_if_known(named).casefold()} for named in (deck, rival))
    return [game for game in games if game.deck.casefold() in mine and game.rival.casefold() in other]
