"""The cards that a build may have: what the rules allow, what the player owns; and a first deck of chains of them."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.cards.card import Card, base_number, plain_text
from ucgsim.decks.checking import allowance, read_bans
from ucgsim.decks.deck import Deck, refuse
from ucgsim.decks.reading import parse_deck, unknown_numbers
from ucgsim.effects.library import PLAY_ALL_BLANK, judge
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.plan import Terms

ALL = "all"
WHAT = "a pool of cards (a decklist, or CSV of number,count)"


@dataclass(frozen=True)
class CopyLimits:
    """``limits``: copies of each number that a build may have at most, above 0; ``source``: the file that says what
    is owned, None where every card may come in; ``unplayable``: numbers left out because their text can't be played.
    """

    limits: Mapping[str, int]
    source: Path | None = None
    unplayable: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Where cards may come from."""
        where = "all cards" if self.source is None else f"the cards of {self.source.name}"
        left = f", but {len(self.unplayable)} whose text can't be played" if self.unplayable else ""
        return f"{where} ({len(self.limits):,} numbers{left})"


def read_pool(
    pool: Path | str | Mapping[str, int], decks: Sequence[Deck], terms: Terms, *, bans: Path | str | None = None
) -> CopyLimits:
    """What a build may have, by the rules of ``terms`` (`decks.checking.allowance`).

    ``pool``: "all", a file of what is owned, or counts by number. Cards of ``decks`` are owned as well. Cards whose
    text can't be played stay out. Raises UcgsimError for a file that can't be read, for numbers that no catalog holds,
    and for a pool that makes no deck.
    """
    listed = None if pool == ALL else _owned(pool, terms.catalog, decks)
    banned = () if bans is None else read_bans(Path(bans))
    copies = allowance(terms.catalog, terms.rules, listed, bans=banned).copies
    unplayable = _unplayable(copies, terms)
    limits = {number: limit for number, limit in copies.items() if number not in unplayable}
    return CopyLimits(limits, None if listed is None else listed.source, unplayable)


def _owned(pool: Path | str | Mapping[str, int], catalog: Catalog, decks: Sequence[Deck]) -> Deck:
    """What a player owns, the cards of the decks among it; UcgsimError for what is not in the catalog."""
    if isinstance(pool, str | Path):
        path = Path(pool)
        listed, problems = parse_deck(read_text(path, WHAT), catalog, name=path.stem, source=path, pool=True)
        refuse([*problems, *unknown_numbers(listed, catalog)], path, path.stem)
    else:
        numbers = [(known_number(number, catalog, "pool"), count) for number, count in pool.items()]
        listed = Deck("the pool", tuple(numbers))
    counts = dict(listed.counts)
    for number, count in (each for deck in decks for each in deck.counts):
        counts[number] = max(counts.get(number, 0), count)
    return Deck(listed.name, tuple(counts.items()), source=listed.source)


def known_number(text: str, catalog: Catalog, where: str) -> str:
    """A number of the catalog; UcgsimError for anything else."""
    number = base_number(text)
    if number not in catalog:
        near = ", ".join(catalog.nearest(number))
        raise UcgsimError(f"{where} {text}: the catalog holds no {number}{f'; nearest are {near}' if near else ''}")
    return number


def kept_numbers(keep: Sequence[str], deck: Deck, catalog: Catalog) -> tuple[str, ...]:
    """Numbers that are not to leave, sorted; UcgsimError for one that the deck does not hold."""
    numbers = {known_number(text, catalog, "keep") for text in keep}
    held = dict(deck.counts)
    for number in sorted(numbers - held.keys()):
        raise UcgsimError(f"keep {number}: {deck.name} holds no {number}; it holds {', '.join(held)}")
    return tuple(sorted(numbers))


def _unplayable(numbers: Iterable[str], terms: Terms) -> tuple[str, ...]:
    if PLAY_ALL_BLANK in terms.play_blank:
        return ()
    judged = judge(terms.catalog[number] for number in numbers if number not in terms.play_blank)
    return tuple(sorted(number for number, reason in judged.items() if reason is not None))


def known_characters(names: Sequence[str], catalog: Catalog) -> tuple[str, ...]:
    """Character names as the cards have them; UcgsimError for one that no card bears."""
    known = {_plain(name): name for card in catalog.values() for name in card.characters}
    result = []
    for name in names:
        if _plain(name) not in known:
            near = ", ".join(known[each] for each in difflib.get_close_matches(_plain(name), known, cutoff=0.5))
            raise UcgsimError(f"characters: no card is of {name!r}{f'; nearest are {near}' if near else ''}")
        result.append(known[_plain(name)])
    if not result:
        raise UcgsimError("characters: nobody is named; give names such as TIGA,DYNA")
    return tuple(dict.fromkeys(result))


def _plain(name: str) -> str:
    return " ".join(plain_text(name).casefold().split())


def fitting(names: Sequence[str], limits: Mapping[str, int], catalog: Catalog, size: int) -> dict[str, int]:
    """The cards that are of these characters, or of none; all of them where these make no deck."""
    own = {
        number: limit
        for number, limit in limits.items()
        if not catalog[number].characters or {*names} & {*catalog[number].characters}
    }
    return own if sum(own.values()) >= size else dict(limits)


def entrants_for(deck: Deck, limits: Mapping[str, int], catalog: Catalog) -> list[str]:
    """Numbers of the cards that the deck could play: those of its characters, and scenes where there may be any."""
    own = {name for number, _ in deck.counts for name in catalog[number].characters}
    return sorted(
        number for number in limits if catalog[number].is_scene or own.intersection(catalog[number].characters)
    )


def chain_deck(names: Sequence[str], limits: Mapping[str, int], catalog: Catalog, size: int) -> Deck:
    """A legal deck of chains: of each character a card of each level in turn, in as many copies as are allowed.

    Then a second card of each level, and so on; what the characters leave free is filled with the other cards of
    ``limits``, lowest levels first. It is a start and no advice: nothing is known of what the cards do.
    """
    counts: dict[str, int] = {}
    room = size
    for card in _in_turn(names, limits, catalog):
        copies = min(limits[card.number] - counts.get(card.number, 0), room)
        if copies > 0:
            counts[card.number] = copies
            room -= copies
    return Deck(f"Chains of {', '.join(names)}", tuple(counts.items()))


def _in_turn(names: Sequence[str], limits: Mapping[str, int], catalog: Catalog) -> Iterator[Card]:
    """Cards in the order in which they are taken."""
    cards = [catalog[number] for number in sorted(limits)]
    levels = sorted({card.level or 0 for card in cards if not card.is_scene})
    chains = [
        [card for card in cards if name in card.characters and card.level == level]
        for level in levels
        for name in names
    ]
    yield from (card for turn in zip_longest(*chains) for card in turn if card is not None)
    yield from sorted(cards, key=lambda card: (card.is_scene, card.level or 0, card.number))
