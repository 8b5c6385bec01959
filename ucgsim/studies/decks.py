"""Decks as a caller names them, and what a reader must know of those that were played."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.cards.card import in_deck_order
from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.cards.labels import shown_label
from ucgsim.cards.versions import RulesVersion, rules_version
from ucgsim.decks.checking import check_deck, load_deck
from ucgsim.decks.deck import Deck, DeckLike, refuse
from ucgsim.decks.finding import STDIN, find_deck, with_folders
from ucgsim.decks.link import is_link
from ucgsim.errors import UcgsimError
from ucgsim.language import gettext as _
from ucgsim.policies.closed_lists import in_field
from ucgsim.remarks import remark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.simulate.plan import Terms


def given_decks(decks: Sequence[DeckLike], terms: Terms) -> tuple[Deck, ...]:
    """Legal decks with names that tell them apart.

    Raises UcgsimError with one line for each problem of the first deck that may not be played.
    """
    return distinct_names([_given(deck, terms.catalog, rules_version(terms.rules)) for deck in decks])


def with_all(decks: Sequence[DeckLike]) -> list[DeckLike]:
    """The decks that are named; a folder means those in it. Raises UcgsimError for a folder without any."""
    listed: list[DeckLike] = []
    for deck in [decks] if isinstance(decks, str | Path) else decks:
        listed += with_folders([Path(deck)]) if isinstance(deck, str | Path) else [deck]
    return listed


def _given(deck: DeckLike, catalog: Catalog, version: RulesVersion) -> Deck:
    if isinstance(deck, str | Path):
        return load_deck(Path(deck), catalog, rules=version)
    made = deck if isinstance(deck, Deck) else Deck("deck", tuple(deck.items()))
    refuse(check_deck(made, catalog, rules=version), made.source, made.name)
    return made


def distinct_names(decks: Sequence[Deck]) -> tuple[Deck, ...]:
    """The decks with names that differ: where lists share a name, each is called as its file, the first named first.

    Where files don't tell them apart, the fingerprint is added to the name.
    """
    lists = Counter(name for name, _ in {(deck.name, deck.fingerprint) for deck in decks})
    stems = {deck.fingerprint: _stem(deck) for deck in reversed(decks) if lists[deck.name] > 1}
    taken = Counter([*stems.values(), *(name for name, many in lists.items() if many == 1)])
    return tuple(
        deck if lists[deck.name] == 1 else replace(deck, name=_apart(deck, stems[deck.fingerprint], taken))
        for deck in decks
    )


def _stem(deck: Deck) -> str:
    """What the file of a deck is called; blank for one of no file, of a link, and of standard input."""
    if deck.source is None or deck.source == STDIN or is_link(str(deck.source)):
        return ""
    return find_deck(deck.source).stem


def _apart(deck: Deck, stem: str, taken: Counter[str]) -> str:
    return stem if stem and taken[stem] == 1 else f"{deck.name} {deck.fingerprint[:4]}"


def without_mirror(mine: Deck, others: Sequence[Deck]) -> list[Deck]:
    """The decks that are another list than one's own; a remark says which one is not played.

    Raises UcgsimError where none is left.
    """
    left = [deck for deck in others if deck.fingerprint != mine.fingerprint]
    for deck in others:
        if deck.fingerprint == mine.fingerprint:
            both = f"{deck.source or deck.name} is the same list as {mine.source or mine.name}"
            if not left:
                raise UcgsimError(f"{both}; name a rival that is another list")
            remark(f"{both}, so it is not played: it wins half against itself, and its share of a field counts so")
    return left


def in_the_field(terms: Terms, decks: Sequence[Deck] = (), shares: Sequence[float] = ()) -> Terms:
    """Terms whose players with closed lists take the other deck from these, or from the usual lists without any."""
    a, b = in_field(terms.policies, decks, shares)
    return terms.but(policies=(a, b))


def refuse_repeated(decks: Sequence[Deck], why: str) -> None:
    """Raise UcgsimError where two of the decks are one list."""
    seen: dict[str, Deck] = {}
    for deck in decks:
        if deck.fingerprint in seen:
            both = " and ".join(str(each.source or each.name) for each in (seen[deck.fingerprint], deck))
            raise UcgsimError(f"{both} are the same list; {why}")
        seen[deck.fingerprint] = deck


# What a reader of any study must know to judge its numbers.


def blank_remark(numbers: Sequence[str]) -> str:
    """That some cards were played without their text."""
    return _("Played as if blank, although they have a text: {cards}.").format(cards=card_names(numbers))


def edited_remark(numbers: Sequence[str]) -> str:
    """That some cards were played as a person says, not as the official text was read."""
    return _("Played with an effect edited by hand: {cards}.").format(cards=card_names(numbers))


def card_remarks(blank: Sequence[str], edited: Sequence[str]) -> list[str]:
    """Both, as far as there is something to say."""
    return [*([blank_remark(blank)] if blank else []), *([edited_remark(edited)] if edited else [])]


def card_names(numbers: Sequence[str]) -> str:
    """What cards are called, by character and level; a number that the catalog does not know stays one."""
    catalog = load_catalog()
    known = sorted((catalog[number] for number in numbers if number in catalog), key=in_deck_order)
    return ", ".join([*map(shown_label, known), *(number for number in numbers if number not in catalog)])
