"""The part of a page that says how its numbers were made, and how to make them again."""

from __future__ import annotations

import platform
from importlib.metadata import version
from typing import TYPE_CHECKING

from ucgsim.cards.naming import card_label, in_deck_order
from ucgsim.report.page import Listed, Section
from ucgsim.report.sheet import label, sheet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck

LIBRARIES = ("numpy", "numba", "polars", "pandas", "scipy", "matplotlib")


def halved(what: str) -> str:
    """How games or matches were planned."""
    return (
        f"all {what} have shuffles and a chance of their own; both sides win the first throw equally often, and "
        "intervals know it"
    )


def stars(families: int) -> dict[str, str]:
    """What the stars of a page promise, where it has tables that mark what is certain."""
    if not families:
        return {}
    text = "of a table, all stars hold together with 95 % (Holm)"
    if families > 1:
        text += f"; each of the {families} tables with stars on this page is a family of its own, not all of them one"
    return {"stars": text}


def method_section(
    facts: Mapping[str, str],
    versions: Mapping[str, str],
    decks: Sequence[Deck],
    command: str,
    *,
    catalog: Catalog,
    what: str = "games",
    also: Sequence[str] = (),
) -> Section:
    """``facts`` of what was played by their names, the ``versions`` that played it, and the lists of the decks.

    ``also`` are sentences for readers who know the statistics.
    """
    rows = [[label(name), label(fact, "wide")] for name, fact in facts.items()]
    rows += [[label(name), label(value)] for name, value in sorted(versions.items()) if name != "policies"]
    rows += [
        [label("libraries"), label(", ".join(f"{name} {version(name)}" for name in LIBRARIES), "wide")],
        [label("Python"), label(platform.python_version())],
    ]
    return Section(
        "method",
        "Method",
        (*also, f"This command plays the same {what} again:"),
        command=command,
        sheets=(sheet("What was played", ["what", "how"], rows),),
        parts=(Section("decks", "Decks", lists=tuple(deck_list(deck, catalog) for deck in decks)),),
    )


def deck_list(deck: Deck, catalog: Catalog) -> Listed:
    """A deck as people read it: its cards by character and level; one that the catalog does not hold by its number."""
    cards = sorted((catalog[number] for number, _ in deck.counts if number in catalog), key=in_deck_order)
    copies = dict(deck.counts)
    lines = [f"{copies[card.number]} {card_label(card)}" for card in cards]
    lines += [f"{count} {number}" for number, count in deck.counts if number not in catalog]
    return Listed(deck.name, tuple(lines), f"{deck.size} cards, fingerprint {deck.fingerprint}")
