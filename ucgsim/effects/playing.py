"""Which effect every card of a run is played with; a card whose text can't be read is never silently blank."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ucgsim.cards.catalog import home
from ucgsim.cards.naming import card_label
from ucgsim.effects.compile.expressions import CannotAssembleError
from ucgsim.effects.compile.powers import assemble, mentioned_types
from ucgsim.effects.library import SUFFIX, EffectLibrary, load_effects
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path

    from ucgsim.cards.card import Card
    from ucgsim.effects import tree

PLAY_ALL_BLANK = "all"
"""Stands for every card whose text can't be played."""


def effects_folder() -> Path:
    """Where imported and edited effects are kept; there may be no such folder."""
    return home() / "effects"


def known_effects() -> EffectLibrary:
    """The effects that ship and those that the user imported or edited, read again when a file has changed."""
    folder = effects_folder()
    files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    return _read_effects(folder, tuple((str(file), file.stat().st_mtime_ns) for file in files))


@lru_cache(maxsize=1)
def _read_effects(folder: Path, _files: tuple[tuple[str, int], ...]) -> EffectLibrary:
    return load_effects(folder)


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
