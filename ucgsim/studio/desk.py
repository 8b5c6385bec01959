"""What the studio saves on disk: decks of the library, and what the page keeps there between visits."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.cards.home import home
from ucgsim.decks.deck import Deck, by_line, refuse
from ucgsim.decks.finding import deck_text, decks_in, library, library_place, shipped
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import parse_deck, unknown_numbers
from ucgsim.decks.writing import format_deck
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import parse_json, read_text, written_at
from ucgsim.files.writing import drop_file, write_text_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog

OWN, SHIPPED = "own", "shipped"
VERSION = "ucgsim-version-"
ITEM = re.compile(r"ucgsim-[a-z]{1,20}(?:-[A-Za-z0-9_.-]{1,100})?")
"""Names of what a page saves."""
MOST_ITEM = 500_000
"""Characters of one item."""
MOST_ITEMS = 5_000
WHAT = "what the page of the studio saved"
FORMER = ("drafts", "versions")
"""Folders in which former studios kept decks: unsaved ones as JSON by number, saved ones as lists."""


@dataclass(frozen=True, slots=True)
class DeskDeck:
    """A deck by its key, ``own:NAME`` or ``shipped:NAME``; of one that can't be read its text, and why."""

    key: str
    name: str
    deck: Deck | None
    text: str = ""
    problem: str = ""


class Desk:
    """All decks that there are, by keys that say nothing of files, and the items of the page."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._read: dict[Path, tuple[int, Deck]] = {}
        """Decks by file, with the time at which it was written."""

    # ------------------------------------------------------------------------------------------ decks

    def places(self) -> dict[str, Path]:
        """Files of the decks by key, the own ones first."""
        own = {f"{OWN}:{path.stem}": path for path in decks_in(library())}
        return own | {f"{SHIPPED}:{path.stem}": path for path in decks_in(shipped())}

    def file(self, key: str) -> Path:
        """The file of a deck; UcgsimError for a key that names none."""
        places = self.places()
        if key not in places:
            raise UcgsimError("there is no such deck any more; the list of decks shows those that there are")
        return places[key]

    def deck(self, key: str) -> Deck:
        """A deck as it was saved."""
        place = self.file(key)
        written = written_at(place)
        if self._read.get(place, (None,))[0] != written:
            # Messages name the deck and never its file, which is nobody's business in a browser.
            deck, problems = parse_deck(deck_text(place), self.catalog, name=place.stem, source=place)
            refuse([*problems, *unknown_numbers(deck, self.catalog)], None, place.stem)
            self._read[place] = (written, deck)
        return self._read[place][1]

    def listed(self) -> list[DeskDeck]:
        """All decks, also those that can't be read."""
        return [self._listed(key, place) for key, place in self.places().items()]

    def _listed(self, key: str, place: Path) -> DeskDeck:
        try:
            deck = self.deck(key)
        except UcgsimError as error:
            text = ""
            with suppress(UcgsimError):
                text = deck_text(place)
            why = "; ".join(line.removeprefix(str(place.parent)).lstrip("/\\") for line in error.lines)
            return DeskDeck(key, place.stem, None, text, why)
        return DeskDeck(key, deck.name, deck)

    def read(self, text: str, name: str) -> tuple[Deck, list[str]]:
        """A text as a deck, and what is unclear in it, line by line; numbers that no card has are."""
        deck, problems = parse_deck(text, self.catalog, name=name)
        problems = by_line([*problems, *unknown_numbers(deck, self.catalog)])
        if not problems and not deck.counts:
            return deck, ["no card was read; a line such as 4 BP01-012 Ultraman Arc was expected"]
        return deck, [str(problem) for problem in problems]

    def save(self, deck: Deck) -> str:
        """Save a deck in the library, in place of the own one of that name; returns its key.

        What is replaced stays as a version. Raises UcgsimError for what can't be read back the same.
        """
        text = self.text(deck)
        again, problems = self.read(text, deck.name)
        if problems or dict(again.counts) != dict(deck.counts):
            raise UcgsimError(f"{deck.name}: can't be written so that it is read back the same; nothing was saved")
        stem = self._stem(deck.name)
        before = next((each for each in self.listed() if each.key == f"{OWN}:{stem}"), None)
        if before and before.deck and dict(before.deck.counts) != dict(deck.counts):
            self._remember(before.deck, written_at(self.file(before.key)) // 1_000_000, "as it was in the library")
        write_text_file(library_place(stem), text)
        return f"{OWN}:{stem}"

    def delete(self, key: str) -> None:
        """Drop a deck of the library; its versions stay."""
        if not key.startswith(f"{OWN}:"):
            raise UcgsimError("a deck that ships can't be deleted")
        drop_file(self.file(key))

    def text(self, deck: Deck) -> str:
        """A deck as a list to copy."""
        return format_deck(deck, self.catalog, DeckFormat.TEXT)

    def _stem(self, name: str) -> str:
        """The name of the file for a deck: that of the own deck of this name, else one that is free."""
        own = [each for each in self.listed() if each.key.startswith(f"{OWN}:")]
        taken = {each.key.partition(":")[2] for each in own}
        for each in own:
            stem = each.key.partition(":")[2]
            if each.name == name and self._is_ours(stem):
                return stem
        stem = re.sub(r"[^\w .+-]", "", name).strip(" .")[:50] or "deck"
        folded = {each.casefold() for each in taken}
        names = [stem, *(f"{stem} {count}" for count in range(2, len(taken) + 3))]
        return next(each for each in names if each.casefold() not in folded)

    @staticmethod
    def _is_ours(stem: str) -> bool:
        """Whether a file can be saved under its own name; somebody may have put one there under another."""
        with suppress(UcgsimError):
            return library_place(stem).stem == stem
        return False

    # ------------------------------------------------------------------------------------------ items of the page

    def items(self) -> dict[str, str]:
        """What the page saved, by name; what can't be read is left out."""
        items = {}
        for place in sorted(self._items().glob("*.json")):
            with suppress(UcgsimError):
                items[place.stem] = read_text(place, WHAT, most=4 * MOST_ITEM)
        return items

    def keep(self, name: str, text: str) -> None:
        """Save an item of the page; UcgsimError for a name or a text that is none."""
        place = self._item(name)
        if len(text) > MOST_ITEM:
            raise UcgsimError(f"{name}: at most {MOST_ITEM:,} characters are saved")
        parse_json(text, name, WHAT)
        if not place.is_file() and sum(1 for _ in self._items().glob("*.json")) >= MOST_ITEMS:
            raise UcgsimError(
                f"{name}: {MOST_ITEMS:,} versions and games are saved; delete some that you need no longer"
            )
        write_text_file(place, text)

    def drop(self, name: str) -> None:
        """Delete an item of the page, if it is there."""
        if self._item(name).is_file():
            drop_file(self._item(name))

    def _item(self, name: str) -> Path:
        if not ITEM.fullmatch(name):
            raise UcgsimError(f"{name[:40]!r} is no name under which the page saves anything")
        return self._items() / f"{name}.json"

    @staticmethod
    def _items() -> Path:
        return home() / "studio" / "bench"

    def _remember(self, deck: Deck, at: int, note: str) -> None:
        """Save a version of a deck as the page does; ``at`` in milliseconds."""
        taken = self._items()
        while (taken / f"{VERSION}{at}-library.json").is_file():
            at += 1
        version = {"name": deck.name, "counts": dict(deck.counts), "at": at, "note": note}
        self.keep(f"{VERSION}{at}-library", json.dumps(version, ensure_ascii=False))

    # ------------------------------------------------------------------------------------------ former studios

    def take_over(self) -> None:
        """Make versions of what former studios saved, each file once; what can't be read stays where it is."""
        for place, deck, note in self._former():
            self._remember(deck, written_at(place) // 1_000_000, note)
            drop_file(place)

    def _former(self) -> Iterator[tuple[Path, Deck, str]]:
        drafts, versions = (home() / "studio" / name for name in FORMER)
        for place in sorted(drafts.glob("*/*.json")):
            with suppress(UcgsimError):
                yield place, self._draft(place), "not saved"
        for place in sorted(versions.glob("*/*.txt")):
            with suppress(UcgsimError):
                deck, problems = self.read(read_text(place, WHAT), place.parent.name)
                if not problems:
                    yield place, replace(deck, name=place.parent.name), f"version {place.stem.lstrip('0')}"

    def _draft(self, place: Path) -> Deck:
        counts: Any = parse_json(read_text(place, WHAT), place, WHAT)
        deck, problems = self.read(json.dumps(counts), place.stem)
        if problems:
            raise UcgsimError(problems[0])
        return replace(deck, name=place.stem)
