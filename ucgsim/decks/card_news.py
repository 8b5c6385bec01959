"""What a card file brings, changes and takes away against the catalog in use, and which decks that touches."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from ucgsim.cards.card import Card
from ucgsim.cards.catalog import Catalog
from ucgsim.cards.importing import WAITING
from ucgsim.decks.reading import scan_deck
from ucgsim.effects.language.blocks import join_block
from ucgsim.effects.library import SUFFIX, known_effects, label
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_text
from ucgsim.files.writing import write_text_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from ucgsim.cards.importing import ImportReport
    from ucgsim.effects.reading_back import Understood
    from ucgsim.effects.tree.statements import CardText


@dataclass(frozen=True, slots=True)
class Erratum:
    """A number that both know and that is another card now.

    ``facts``: what is printed, by its name in `Card`, as it was and as it is; ``text``: whether its text says
    something else now.
    """

    number: str
    facts: dict[str, tuple[object, object]]
    text: bool


@dataclass(frozen=True, slots=True)
class Touched:
    """A deck that holds cards that change, go or whose text can't be read; ``numbers`` are sorted."""

    name: str
    file: Path
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewText:
    """A text that the effects in use do not say: as the file has it, and what it was understood to mean."""

    text: str
    meaning: Understood


@dataclass(frozen=True, slots=True)
class News:
    """Cards by number; ``unreadable``: texts of new or known cards that can't be read, with the reason; ``meant``: what
    those that are new or changed were understood to mean.
    """

    brought: tuple[Card, ...]
    gone: tuple[Card, ...]
    errata: tuple[Erratum, ...]
    unreadable: dict[str, str]
    meant: dict[str, NewText]
    missed: frozenset[str]
    """Of those that are gone the ones of sets that the file lists for the most part: a few new cards take none away."""

    @property
    def at_issue(self) -> frozenset[str]:
        """Numbers that a deck of today may hold and that are not what they were."""
        changed = {erratum.number for erratum in self.errata}
        return frozenset(changed | self.missed | set(self.unreadable))


def find_news(
    report: ImportReport,
    known: Mapping[str, Card],
    effects: Mapping[str, CardText],
    *,
    advance: Callable[[int], object] | None = None,
) -> News:
    """Compare what a card file holds with the cards and effects in use; ``advance`` is called for each text read.

    A text counts as changed where it is read as another tree, however it is worded.
    """
    unsaid, report = report.foreign, report.settled(known)
    brought = {card.number: card for card in report.cards}
    texts, unreadable = _read_texts(report, advance)
    unreadable |= dict.fromkeys(report.waiting, WAITING)
    errata = []
    for number in sorted(brought.keys() & known.keys()):
        facts = _changed_facts(known[number], brought[number])
        # Of a card that the file has in other languages alone it says no text that could be another one.
        text = number not in unreadable.keys() | unsaid and texts.get(number) != effects.get(number)
        if facts or text:
            errata.append(Erratum(number, facts, text))
    gone = tuple(card for number, card in known.items() if number not in brought)
    there, absent = (Counter(card.set_code for card in cards) for cards in (brought.values(), gone))
    return News(
        brought=tuple(card for number, card in brought.items() if number not in known),
        gone=gone,
        missed=frozenset(card.number for card in gone if there[card.set_code] >= absent[card.set_code]),
        errata=tuple(errata),
        unreadable=unreadable,
        meant=new_texts(report, texts, effects),
    )


def new_texts(report: ImportReport, read: Mapping[str, CardText], before: Mapping[str, CardText]) -> dict[str, NewText]:
    """What the texts of a card file were understood to mean that say something else than the effects ``before``."""
    from ucgsim.effects.reading_back import understood  # noqa: PLC0415 - loads the grammar

    return {
        number: NewText(text, understood(read[number]))
        for number, text in report.texts.items()
        if number in read and read[number] != before.get(number)
    }


def _read_texts(
    report: ImportReport, advance: Callable[[int], object] | None
) -> tuple[dict[str, CardText], dict[str, str]]:
    """What the texts of a file say, and why some can't be read; a text of facts alone says nothing."""
    from ucgsim.effects.official.read import UnreadableText, read_official  # noqa: PLC0415 - loads the grammar

    effects: dict[str, CardText] = {}
    reasons: dict[str, str] = {}
    for number, text in report.texts.items():
        try:
            read = read_official(text)
        except UnreadableText as error:
            reasons[number] = str(error)
        else:
            if read.powers:
                effects[number] = read
        if advance is not None:
            advance(1)
    return effects, reasons


def _changed_facts(old: Card, new: Card) -> dict[str, tuple[object, object]]:
    # A rarity is no fact of play, and catalogs of earlier versions have none.
    names = [item.name for item in fields(Card) if item.name != "rarity"]
    pairs = {name: (getattr(old, name), getattr(new, name)) for name in names}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def touched_decks(
    folder: Path, news: News, known: Mapping[str, Card]
) -> tuple[tuple[Touched, ...], tuple[tuple[Path, str], ...]]:
    """Decks of a folder that the news touch, and files there that are no deck, with the reason.

    Raises UcgsimError where there is no such folder.
    """
    if not folder.is_dir():
        raise UcgsimError(f"{folder}: is no folder; a folder of decklists was expected")
    catalog = Catalog((*known.values(), *news.brought))
    touched: list[Touched] = []
    refused: list[tuple[Path, str]] = []
    for path in sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")):
        try:
            deck, problems = scan_deck(path, catalog)
        except UcgsimError as error:
            refused.append((path, str(error)))
            continue
        if not deck.counts:
            refused.append((path, f"{path}: {problems[0].what if problems else 'holds no card'}"))
            continue
        numbers = tuple(number for number, _ in deck.counts if number in news.at_issue)
        if numbers:
            touched.append(Touched(deck.name, path, numbers))
    return tuple(touched), tuple(refused)


def mark_waiting(cards: Iterable[Card], folder: Path) -> None:
    """Mark cards as waiting for a text, in the user's effect files in ``folder``; what has an effect keeps it.

    Raises UcgsimError where a file can't be read or written.
    """
    known = known_effects().entries
    blocks: dict[str, list[str]] = defaultdict(list)
    for card in cards:
        if card.number not in known:
            code = card.number.rpartition("-")[0] or card.number
            blocks[code].append(join_block({card.number: f"{label(card)}; unreadable: {WAITING}"}, ""))
    for code, new in blocks.items():
        file = folder / f"{code}{SUFFIX}"
        held = [read_text(file, "an effect file")] if file.is_file() else []
        write_text_file(file, "\n".join([*held, *new]))
