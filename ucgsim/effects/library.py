"""The effects of all known cards: what ships, was imported or edited, and what a run plays with.

Effect files lie one to a set, ``<SET>.ucg``. Beside its number a card has its name and level, so that a person finds
it; and, where its block was read from an official text, a mark of the block's words. A block whose mark is gone or does
not fit was edited by a person, wins over a read one, and is kept by the next import.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from textwrap import dedent
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.cards.card import Card, card_label
from ucgsim.cards.home import home
from ucgsim.effects.compile.expressions import CannotAssembleError
from ucgsim.effects.compile.powers import assemble, mentioned_types
from ucgsim.effects.language.blocks import Block, format_text, join_block, parse_text, split_blocks
from ucgsim.effects.language.expressions import LanguageError
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import own_text, read_text
from ucgsim.files.writing import write_text_file

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.effects import tree


SUFFIX = ".ucg"
_READ = re.compile(r"(?:^|; )read (?P<mark>[0-9a-f]{8})$")
_UNREADABLE = re.compile(r"(?:^|; )unreadable: (?P<reason>.*)$")


class Origin(StrEnum):
    """Where an effect comes from."""

    SHIPPED = "shipped"
    IMPORTED = "imported"
    EDITED = "edited"


@dataclass(frozen=True, slots=True)
class FiledBlock:
    """A block and its file; ``reason`` says why there is nothing to play, if so."""

    block: Block
    origin: Origin
    file: str
    reason: str | None = None


@dataclass(slots=True)
class EffectLibrary(Mapping[str, "tree.CardText"]):
    """Effects by card number; a block is read when it is asked for. Raises UcgsimError where it can't be."""

    entries: dict[str, FiledBlock]
    _known: dict[str, tree.CardText] = field(default_factory=dict)
    assembled: set[str] = field(default_factory=set)
    """Numbers whose effects are known to be playable, so that it need not be tried for every game."""

    def __getitem__(self, number: str) -> tree.CardText:
        if number not in self._known:
            entry = self.entries[number]
            if entry.reason is not None:
                raise KeyError(number)
            self._known[number] = _parse(entry)
        return self._known[number]

    def __iter__(self) -> Iterator[str]:
        return (number for number, entry in self.entries.items() if entry.reason is None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def origin(self, number: str) -> Origin:
        """Where the effect of a known number comes from."""
        return self.entries[number].origin

    @property
    def edited(self) -> dict[str, str]:
        """Numbers whose block a person edited, with the file."""
        return {number: entry.file for number, entry in self.entries.items() if entry.origin is Origin.EDITED}

    @property
    def unreadable(self) -> dict[str, str]:
        """Numbers whose text could not be read, with the reason."""
        return {number: entry.reason for number, entry in self.entries.items() if entry.reason is not None}

    def judge(self, cards: Mapping[str, Card]) -> dict[str, str | None]:
        """For each card with a text: ``None`` if it can be played, else the reason why not."""
        return {number: self._judge(number) for number, card in cards.items() if card.has_text}

    def _judge(self, number: str) -> str | None:
        if number not in self.entries:
            return "its effect is not known; import the official catalog file that holds it"
        try:
            return self.entries[number].reason if number not in self else None
        except UcgsimError as error:
            return str(error)


@dataclass(frozen=True, slots=True)
class EffectsReport:
    """What `write_effects` did: numbers that were read, that were kept as edited, and that can't be read."""

    read: tuple[str, ...]
    kept: tuple[str, ...]
    unreadable: dict[str, str]


def load_effects(folder: Path | None = None) -> EffectLibrary:
    """The effects that ship and those of ``folder``, else of the user's own folder of imported effects.

    An edited block wins over a read one, then the user's over the shipped one. Raises UcgsimError, with the
    file and the line, where a file is no effect file.
    """
    entries: dict[str, FiledBlock] = {}
    for resource in sorted(files("ucgsim.effects").joinpath("data").iterdir(), key=lambda item: item.name):
        if resource.name.endswith(SUFFIX):
            _add(entries, own_text(resource), resource.name, Origin.SHIPPED)
    own = home() / "effects" if folder is None else folder
    for path in sorted(own.glob(f"*{SUFFIX}")) if own.is_dir() else ():
        _add(entries, read_text(path, "an effect file"), str(path), Origin.IMPORTED)
    return EffectLibrary(entries)


def write_effects(
    texts: Mapping[str, str],
    folder: Path,
    *,
    cards: Iterable[Card] = (),
    advance: Callable[[int], object] | None = None,
) -> EffectsReport:
    """Read official texts by card number and write them to ``folder``, one file a set, each whole or not at
    all.

    Blocks in these files that a person edited are kept, as are blocks of cards that ``texts`` does not hold.
    ``cards``: whose names and levels are put next to their numbers. ``advance`` is called for each text that is done.
    """
    before: dict[str, FiledBlock] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else ():
        _add(before, read_text(path, "an effect file"), str(path), Origin.IMPORTED)
    kept = tuple(number for number in texts if number in before and before[number].origin is Origin.EDITED)
    blocks = {number: (entry.block.remark, dedent(entry.block.text).strip("\n")) for number, entry in before.items()}
    labels = {card.number: label(card) for card in cards}
    unreadable: dict[str, str] = {}
    for number, text in texts.items():
        if number not in kept:
            remark, body = _read_block(number, text, unreadable)
            blocks[number] = "; ".join(filter(None, (remark and labels.get(number), remark))), body
        if advance is not None:
            advance(1)
    _write_sets({number: blocks[number] for number in sorted(blocks) if any(blocks[number])}, folder)
    read = tuple(number for number in texts if number not in kept and number not in unreadable)
    return EffectsReport(read, kept, unreadable)


def label(card: Card) -> str:
    """Name and level of a card, or the Round of a scene: what stands next to its number."""
    number = f"Round {card.round}" if card.is_scene else card.level
    return f"{' / '.join(card.characters) or card.name} {number}"


def _read_block(number: str, text: str, unreadable: dict[str, str]) -> tuple[str, str]:
    """The remark and the lines of an official text; neither for a text without an effect."""
    from ucgsim.effects.official.read import UnreadableText, read_official  # noqa: PLC0415 - loads the grammar

    try:
        block = format_text(read_official(text))
    except UnreadableText as error:
        unreadable[number] = str(error)
        return f"unreadable: {error}", ""
    return (f"read {_mark(block)}", block) if block else ("", "")


def _write_sets(blocks: Mapping[str, tuple[str, str]], folder: Path) -> None:
    """One file a set; cards of a set that say the same share a block."""
    by_set: dict[str, dict[tuple[str, str], dict[str, str]]] = {}
    for number, (remark, body) in blocks.items():
        sharing = by_set.setdefault(number.rpartition("-")[0] or number, {})
        sharing.setdefault((body, "" if body else number), {})[number] = remark
    for code, shared in by_set.items():
        lines = [join_block(remarks, body) for (body, _), remarks in shared.items()]
        write_text_file(folder / f"{code}{SUFFIX}", "\n".join(lines))


def _add(entries: dict[str, FiledBlock], text: str, file: str, origin: Origin) -> None:
    """Take the blocks of a file, edited ones before read ones."""
    try:
        blocks = split_blocks(text)
    except LanguageError as error:
        raise UcgsimError(f"{file}, {error}") from error
    for number, block in blocks.items():
        entry = _entry(block, origin, file)
        older = entries.get(number)
        if older is None or older.origin is not Origin.EDITED or entry.origin is Origin.EDITED:
            entries[number] = entry


def _entry(block: Block, origin: Origin, file: str) -> FiledBlock:
    unreadable = _UNREADABLE.search(block.remark)
    if unreadable is not None and not block.text.strip():
        return FiledBlock(block, origin, file, unreadable["reason"])
    read = _READ.search(block.remark)
    untouched = read is not None and read["mark"] == _mark(block.text)
    return FiledBlock(block, origin if untouched else Origin.EDITED, file)


def _mark(text: str) -> str:
    """A short mark of the words of a block, whatever its indentation."""
    words = "\n".join(line.strip() for line in text.splitlines() if line.strip())
    return f"{zlib.crc32(words.encode()):08x}"


def _parse(entry: FiledBlock) -> tree.CardText:
    try:
        return parse_text(entry.block.text, entry.block.first_line)
    except LanguageError as error:
        raise UcgsimError(f"{entry.file}, {error}") from error


# Which effect every card of a run is played with; a card whose text can't be read is never silently blank.


PLAY_ALL_BLANK = "all"
"""Stands for every card whose text can't be played."""


def effects_folder() -> Path:
    """Where imported and edited effects are kept; there may be no such folder."""
    return home() / "effects"


class EffectFiles(NamedTuple):
    """The user's own folder of effects, and its files with the time of their latest change."""

    folder: Path
    files: tuple[tuple[str, int], ...]


def effect_files() -> EffectFiles:
    """What `known_effects` reads besides what ships: what is made of effects holds while this is the same."""
    folder = effects_folder()
    files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    return EffectFiles(folder, tuple((str(file), file.stat().st_mtime_ns) for file in files))


def known_effects() -> EffectLibrary:
    """The effects that ship and those that the user imported or edited, read again when a file has changed."""
    return _read_effects(effect_files())


@lru_cache(maxsize=1)
def _read_effects(own: EffectFiles) -> EffectLibrary:
    return load_effects(own.folder)


def judge(cards: Iterable[Card]) -> dict[str, str | None]:
    """For each card with a text: None where it can be played, else the reason why not."""
    judged: dict[str, str | None] = {}
    library = known_effects()
    for card in cards:
        if card.has_text:
            try:
                _effect(card.number, library)
                judged[card.number] = None
            except UcgsimError as error:
                judged[card.number] = str(error)
    return judged


def effects_of(
    cards: Iterable[Card],
    *,
    made_up: Mapping[str, str] | None = None,
    play_blank: Collection[str] = (),
) -> dict[str, tree.CardText]:
    """Effects of ``cards`` by number; cards without a text are left out.

    ``made_up``: official wording of cards that no catalog knows, by number. ``play_blank``: numbers to play as
    blank although they have a text, or "all" for every one that can't be played. Raises UcgsimError that names
    every card whose text can't be played.
    """
    effects: dict[str, tree.CardText] = {}
    reasons: dict[str, str] = {}
    library = known_effects()
    for card in {card.number: card for card in cards}.values():
        if not card.has_text or card.number in play_blank:
            continue
        try:
            wording = (made_up or {}).get(card.number)
            effects[card.number] = _effect(card.number, library) if wording is None else _read(wording)
        except UcgsimError as error:
            reasons[card.number] = f"{card_label(card)}: {error}"
    if reasons and PLAY_ALL_BLANK not in play_blank:
        text = "; ".join(reason for _, reason in sorted(reasons.items()))
        raise UcgsimError(f"{text}; --play-blank {min(reasons)} (or all) plays such a card as blank")
    return effects


def _read(wording: str) -> tree.CardText:
    from ucgsim.effects.official.read import read_official  # noqa: PLC0415 - loads the grammar

    return read_official(wording)


def edited_among(cards: Iterable[Card], blank: Collection[str]) -> tuple[str, ...]:
    """Numbers of the cards that are played with a block that a person edited; every output repeats them."""
    played = {card.number for card in cards if card.has_text}.difference(blank)
    return tuple(sorted(played & set(known_effects().edited)))


def _effect(number: str, library: EffectLibrary) -> tree.CardText:
    """The effect of a number as it is played; UcgsimError where it is not known, can't be read, or not be done."""
    if number not in library.entries:
        raise UcgsimError("its effect is not known; `ucgsim cards import` reads it from an official card file")
    entry = library.entries[number]
    if entry.reason is not None:
        raise UcgsimError(f"its text can't be read ({entry.reason})")
    effect = library[number]
    if number in library.assembled:
        return effect
    try:
        assemble({number: effect}, tuple(sorted(mentioned_types([effect]))))
    except CannotAssembleError as error:
        raise UcgsimError(f"its effect in {entry.file} can't be played ({error.__cause__ or error})") from error
    library.assembled.add(number)
    return effect
