"""The decks on the table: what is edited, what was saved, and every version of it."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ucgsim.cards.catalog import home
from ucgsim.decks.deck import Deck, by_line, refuse
from ucgsim.decks.finding import deck_text, decks_in, library, library_place, shipped
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import parse_deck, read_deck, unknown_numbers
from ucgsim.decks.writing import format_deck
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import parse_json, read_text, written_at
from ucgsim.files.writing import drop_file, write_text_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog

MOST_UNDONE = 200
MOST_COPIES = 60
"""Copies of a number that a draft takes; what is legal is said next to it."""
OWN, SHIPPED = "own", "shipped"
HISTORY = "studio/versions"
WHAT = "an unsaved deck of the studio"
_SHOWN = re.compile(r"(?P<number>[^\s:]+):(?P<copies>[0-9]{1,3})")


@dataclass(slots=True)
class Draft:
    """A deck being edited: its cards now, as they were saved, and the steps that can be undone.

    What is changed and not saved lies in the file ``place``, and outlives the studio; ``is_back`` says that it did.
    """

    key: str
    saved: Deck
    counts: dict[str, int]
    place: Path
    is_back: bool = False
    undone: list[dict[str, int]] = field(default_factory=list)

    @property
    def deck(self) -> Deck:
        """The deck as it is on the table."""
        return self.with_counts(self.counts)

    def with_counts(self, counts: Mapping[str, int]) -> Deck:
        """The deck with other cards."""
        return Deck(self.saved.name, tuple(counts.items()), groups=self.saved.groups, layout=self.saved.layout)

    @property
    def shown(self) -> str:
        """Its cards in a line, for a page to say which list it shows."""
        return as_shown(self.counts)

    @property
    def is_changed(self) -> bool:
        """Whether it differs from what was saved."""
        return self.deck.counts != self.saved.counts

    def change(self, number: str, by: int) -> None:
        """Put copies of a card in, or take them out."""
        copies = min(max(self.counts.get(number, 0) + by, 0), MOST_COPIES)
        if copies == self.counts.get(number, 0):
            return
        self.put({**self.counts, number: copies})

    def undo(self) -> None:
        """Take the last step back."""
        if self.undone:
            self._become(self.undone[-1], self.undone[:-1])

    def put(self, counts: Mapping[str, int]) -> None:
        """Put the cards of another list on the table; it can be undone."""
        there = {number: copies for number, copies in counts.items() if copies}
        self._become(there, [*self.undone[1 - MOST_UNDONE :], dict(self.counts)])

    def _become(self, counts: dict[str, int], undone: list[dict[str, int]]) -> None:
        """Be another list; first on disk, so that nothing is shown that could be lost."""
        if counts != dict(self.saved.counts):
            write_text_file(self.place, json.dumps(counts) + "\n")
        elif self.place.is_file():
            drop_file(self.place)
        self.counts, self.undone = counts, undone
        self.is_back = self.is_back and self.is_changed


def as_shown(counts: Mapping[str, int]) -> str:
    """Cards in a line, the same for the same cards."""
    return " ".join(f"{number}:{copies}" for number, copies in sorted(counts.items()))


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

    def words(self, key: str) -> str:
        """The text of a deck's file, whether it can be read as a deck or not; UcgsimError where it is no text."""
        return deck_text(self.file(key))

    def unsaved(self) -> set[str]:
        """Keys of the decks that are changed and not saved."""
        return {key for key in self.places() if self._draft_place(key).is_file()}

    def shown(self, key: str, text: str) -> dict[str, int]:
        """The cards that a page says it shows; those on the table where it says nothing that can be read."""
        cards = {each["number"]: int(each["copies"]) for each in _SHOWN.finditer(text)}
        is_read = as_shown(cards) == text and all(self._is_copies(*each) for each in cards.items())
        return cards if text and is_read else dict(self.draft(key).counts)

    def _is_copies(self, number: str, copies: object) -> bool:
        return number in self.catalog and type(copies) is int and 0 < copies <= MOST_COPIES

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
            # Messages name the deck and never its file, which is nobody's business in a browser.
            deck, problems = parse_deck(deck_text(place), self.catalog, name=place.stem, source=place)
            refuse([*problems, *unknown_numbers(deck, self.catalog)], None, place.stem)
            self._read[place] = (written, deck)
        return self._read[place][1]

    def draft(self, key: str) -> Draft:
        """A deck as it is on the table."""
        if key not in self._drafts:
            self._drafts[key] = self._again(key, self.deck(key))
        return self._drafts[key]

    def _again(self, key: str, deck: Deck) -> Draft:
        """The deck with what another studio left unsaved; what can't be read of that is left out."""
        draft = Draft(key, deck, dict(deck.counts), self._draft_place(key))
        if draft.place.is_file():
            with suppress(UcgsimError):
                counts = parse_json(read_text(draft.place, WHAT), draft.place, WHAT)
                if isinstance(counts, dict) and all(self._is_copies(*each) for each in counts.items()):
                    draft.put(dict(counts))
                    draft.is_back = draft.is_changed
        return draft

    def _draft_place(self, key: str) -> Path:
        whose, _, stem = key.partition(":")
        return home() / "studio" / "drafts" / whose / f"{stem}.json"

    def _forget(self, key: str) -> None:
        """Drop what is on the table of a deck: it was saved, or deleted."""
        self._drafts.pop(key, None)
        if self._draft_place(key).is_file():
            drop_file(self._draft_place(key))

    def paste(self, text: str, name: str = "") -> tuple[str, list[str]]:
        """Put a list that was pasted into the library; its key, or what is unclear in it, line by line.

        A ``name`` goes before the one that the list gives itself.
        """
        deck, problems = self._read_list(text, "My deck")
        if problems:
            return "", problems
        deck = replace(deck, name=name) if name.strip() else deck
        return self._store(deck, self._free(deck.name)), []

    def mend(self, key: str, text: str) -> list[str]:
        """Put a text in the place of one of your lists; what is unclear in it, line by line, or nothing."""
        stem = self.file(key).stem
        if not key.startswith(f"{OWN}:"):
            raise UcgsimError("a deck that ships can't be changed; save it as one of yours")
        deck, problems = self._read_list(text, stem)
        if not problems:
            self._store(deck, self._stem(key))
        return problems

    def _read_list(self, text: str, name: str) -> tuple[Deck, list[str]]:
        """A text as a deck, and what is unclear in it, line by line; numbers that no card has are."""
        deck, problems = parse_deck(text, self.catalog, name=name)
        problems = by_line([*problems, *unknown_numbers(deck, self.catalog)])
        if not problems and not deck.counts:
            return deck, ["no card was read; a line such as 4 BP01-012 Ultraman Arc was expected"]
        return deck, [str(problem) for problem in problems]

    def save(self, key: str) -> str:
        """Save the draft as a new version; a deck that ships is saved as one of yours. Returns its key."""
        draft = self.draft(key)
        saved = self._store(draft.deck, self._stem(key))
        self._forget(key)
        return saved

    def _stem(self, key: str) -> str:
        """The name of the file into which a deck is saved: its own, where it is one of yours and can be a name."""
        stem = key.partition(":")[2]
        return stem if key.startswith(f"{OWN}:") and self._history(key) is not None else self._free(stem)

    def delete(self, key: str) -> None:
        """Drop a deck of the library; its versions stay."""
        if not key.startswith(f"{OWN}:"):
            raise UcgsimError("a deck that ships can't be deleted")
        drop_file(self.file(key))
        self._forget(key)

    def versions(self, key: str) -> dict[int, Deck]:
        """Saved versions of a deck by number, the newest first."""
        history = self._history(key)
        there = [] if history is None else decks_in(history)
        files = {int(path.stem): path for path in there if path.stem.isdecimal()}
        return {number: read_deck(files[number], self.catalog) for number in sorted(files, reverse=True)}

    def restore(self, key: str, number: int) -> None:
        """Put a version on the table; UcgsimError where there is none of that number."""
        versions = self.versions(key)
        if number not in versions:
            raise UcgsimError(f"there is no version {number} of this deck")
        self.draft(key).put(dict(versions[number].counts))

    def text(self, deck: Deck) -> str:
        """A deck as a list to copy."""
        return format_deck(deck, self.catalog, DeckFormat.TEXT)

    def _store(self, deck: Deck, stem: str) -> str:
        text, key, place = self.text(deck), f"{OWN}:{stem}", library_place(stem)
        again, problems = self._read_list(text, stem)
        if problems or again != deck:
            raise UcgsimError(f"{deck.name}: can't be written so that it is read back the same; nothing was saved")
        # The version first: whatever ends the studio in between, a list that is there has one.
        number = max(self.versions(key), default=0) + 1
        write_text_file(home() / HISTORY / place.stem / f"{number:04}.txt", text)
        write_text_file(place, text)
        self._forget(key)
        return key

    def _free(self, name: str) -> str:
        """A name of a file that no deck of the library has yet."""
        stem = re.sub(r"[^\w .+-]", "", name).strip(" .")[:50] or "deck"
        taken = {path.stem.casefold() for path in decks_in(library())}
        names = [stem, *(f"{stem} {count}" for count in range(2, len(taken) + 3))]
        return next(each for each in names if each.casefold() not in taken)

    def _history(self, key: str) -> Path | None:
        """The folder of a deck's versions; None of a file that somebody else put there under a name of his own."""
        with suppress(UcgsimError):
            return home() / HISTORY / library_place(key.partition(":")[2]).stem
        return None
