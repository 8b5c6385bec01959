"""The decks on the table: what is edited, what was saved, and every version of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ucgsim.cards.catalog import home
from ucgsim.decks.deck import Deck
from ucgsim.decks.finding import decks_in, library, library_place, shipped
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import parse_deck, read_deck
from ucgsim.decks.writing import format_deck
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import written_at
from ucgsim.files.writing import drop_file, write_text_file

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog

MOST_UNDONE = 200
MOST_COPIES = 60
"""Copies of a number that a draft takes; what is legal is said next to it."""
OWN, SHIPPED = "own", "shipped"


@dataclass(slots=True)
class Draft:
    """A deck being edited: its cards now, as they were saved, and the steps that can be undone."""

    key: str
    saved: Deck
    counts: dict[str, int]
    undone: list[dict[str, int]] = field(default_factory=list)

    @property
    def deck(self) -> Deck:
        """The deck as it is on the table."""
        return Deck(self.saved.name, tuple(self.counts.items()), groups=self.saved.groups, layout=self.saved.layout)

    @property
    def is_changed(self) -> bool:
        """Whether it differs from what was saved."""
        return self.deck.counts != self.saved.counts

    def change(self, number: str, by: int) -> None:
        """Put copies of a card in, or take them out."""
        copies = min(max(self.counts.get(number, 0) + by, 0), MOST_COPIES)
        if copies == self.counts.get(number, 0):
            return
        self.undone = [*self.undone[1 - MOST_UNDONE :], dict(self.counts)]
        self.counts[number] = copies
        if not copies:
            del self.counts[number]

    def undo(self) -> None:
        """Take the last step back."""
        if self.undone:
            self.counts = self.undone.pop()

    def put(self, deck: Deck) -> None:
        """Put the cards of another list on the table; it can be undone."""
        self.undone = [*self.undone[1 - MOST_UNDONE :], dict(self.counts)]
        self.counts = dict(deck.counts)


class Desk:
    """All decks that there are, by keys that say nothing of files: ``own:NAME`` and ``shipped:NAME``."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._drafts: dict[str, Draft] = {}
        self._read: dict[Path, tuple[int, Deck]] = {}
        """Decks by file, with the time at which it was written."""

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
        return self._deck_in(self.file(key))

    def listed(self) -> list[tuple[str, Deck | None]]:
        """All decks by key; None for one that can't be read."""
        listed: list[tuple[str, Deck | None]] = []
        for key, place in self.places().items():
            try:
                listed.append((key, self._deck_in(place)))
            except UcgsimError:
                listed.append((key, None))
        return listed

    def _deck_in(self, place: Path) -> Deck:
        written = written_at(place)
        if self._read.get(place, (None,))[0] != written:
            self._read[place] = (written, read_deck(place, self.catalog))
        return self._read[place][1]

    def draft(self, key: str) -> Draft:
        """A deck as it is on the table."""
        if key not in self._drafts:
            deck = self.deck(key)
            self._drafts[key] = Draft(key, deck, dict(deck.counts))
        return self._drafts[key]

    def paste(self, text: str, name: str = "") -> tuple[str, list[str]]:
        """Put a list that was pasted into the library; its key, or what is unclear in it, line by line."""
        deck, problems = parse_deck(text, self.catalog, name=name or "My deck")
        if problems:
            return "", [str(problem) for problem in problems]
        if not deck.counts:
            return "", ["no card was read; a line such as 4 BP01-012 Ultraman Arc was expected"]
        return self._store(deck, self._free(deck.name)), []

    def save(self, key: str) -> str:
        """Save the draft as a new version; a deck that ships is saved as one of yours. Returns its key."""
        draft = self.draft(key)
        stem = key.partition(":")[2]
        saved = self._store(draft.deck, stem if key.startswith(f"{OWN}:") else self._free(stem))
        if saved != key:
            self._drafts.pop(key)
        return saved

    def delete(self, key: str) -> None:
        """Drop a deck of the library; its versions stay."""
        if not key.startswith(f"{OWN}:"):
            raise UcgsimError("a deck that ships can't be deleted")
        drop_file(self.file(key))
        self._drafts.pop(key, None)

    def versions(self, key: str) -> dict[int, Deck]:
        """Saved versions of a deck by number, the newest first."""
        files = {int(path.stem): path for path in decks_in(self._history(key)) if path.stem.isdigit()}
        return {number: read_deck(files[number], self.catalog) for number in sorted(files, reverse=True)}

    def restore(self, key: str, number: int) -> None:
        """Put a version on the table; UcgsimError where there is none of that number."""
        versions = self.versions(key)
        if number not in versions:
            raise UcgsimError(f"there is no version {number} of this deck")
        self.draft(key).put(versions[number])

    def text(self, deck: Deck) -> str:
        """A deck as a list to copy."""
        return format_deck(deck, self.catalog, DeckFormat.TEXT)

    def _store(self, deck: Deck, stem: str) -> str:
        text, key = self.text(deck), f"{OWN}:{stem}"
        write_text_file(library_place(stem), text)
        number = max(self.versions(key), default=0) + 1
        write_text_file(self._history(key) / f"{number:04}.txt", text)
        saved = read_deck(library_place(stem), self.catalog)
        self._drafts[key] = Draft(key, saved, dict(saved.counts))
        return key

    def _free(self, name: str) -> str:
        """A name of a file that no deck of the library has yet."""
        stem = re.sub(r"[^\w .+-]", "", name).strip(" .")[:50] or "deck"
        taken = {path.stem.casefold() for path in decks_in(library())}
        names = [stem, *(f"{stem} {count}" for count in range(2, len(taken) + 3))]
        return next(each for each in names if each.casefold() not in taken)

    def _history(self, key: str) -> Path:
        return home() / "studio" / "versions" / library_place(key.partition(":")[2]).stem
