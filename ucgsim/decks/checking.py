"""Whether a deck may be played: the rules of deck building (CR 4.1), bans, and what a rules version knows."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from ucgsim.cards.card import Kind
from ucgsim.cards.naming import card_title
from ucgsim.cards.versions import RULES_NAMES, rules_version
from ucgsim.decks.bans import in_force
from ucgsim.decks.problem import Problem, by_line, refuse
from ucgsim.decks.reading import scan_deck, unknown_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from ucgsim.cards.card import Card
    from ucgsim.cards.catalog import Catalog
    from ucgsim.cards.versions import RulesVersion
    from ucgsim.decks.bans import Ban
    from ucgsim.decks.deck import Deck

DECK_SIZE = rules_version().deck_size
"""Cards in a deck (CR 4.1.1) that is not of the sealed format."""
MOST_LINES = 10
"""Lines that are told of a card that stands there often."""


def check_deck(
    deck: Deck,
    catalog: Catalog,
    *,
    size: int | None = None,
    bans: Iterable[Ban] = (),
    on: date | None = None,
    rules: RulesVersion | None = None,
) -> list[Problem]:
    """Return everything that is wrong with a deck, in the order of its lines.

    ``bans`` count as of the day ``on``, today when nothing is said; ``rules`` is the version whose cards are
    allowed, the default version when nothing is said. In the sealed format nothing is banned, and any number of a
    card is allowed (floor rules 14). ``size`` is that of the rules when nothing is said.
    """
    by = rules or rules_version()
    problems = unknown_numbers(deck, catalog)
    if not by.opened_cards:
        problems += _too_many(deck, catalog)
        problems += _banned(deck, catalog, in_force(bans, on or date.today()))
    problems += _too_new(deck, catalog, by)
    problems += _wrong_size(deck, by, size)
    return by_line(problems)


def legal_in(deck: Deck, catalog: Catalog) -> list[str]:
    """Names of all rules, with and without the sealed format, by which a deck may be played, oldest first."""
    return [name for name in RULES_NAMES if not check_deck(deck, catalog, rules=rules_version(name))]


def check_file(
    path: Path,
    catalog: Catalog,
    *,
    size: int | None = None,
    bans: Iterable[Ban] = (),
    on: date | None = None,
    rules: RulesVersion | None = None,
) -> tuple[Deck, list[Problem]]:
    """Read and check a decklist: the deck, and everything that is wrong with the file or the deck.

    Raises UcgsimError where the file itself cannot be read.
    """
    deck, problems = scan_deck(path, catalog)
    checked = check_deck(deck, catalog, size=size, bans=bans, on=on, rules=rules)
    return deck, by_line([*problems, *checked])


def load_deck(
    path: Path,
    catalog: Catalog,
    *,
    size: int | None = None,
    bans: Iterable[Ban] = (),
    on: date | None = None,
    rules: RulesVersion | None = None,
) -> Deck:
    """Read a decklist that may be played. Raises UcgsimError with one line for each problem."""
    deck, problems = check_file(path, catalog, size=size, bans=bans, on=on, rules=rules)
    refuse(problems, deck.source, deck.name)
    return deck


def unknown_to_version(card: Card, rules: RulesVersion) -> Iterator[tuple[str, str]]:
    """Yield what a card has that a version of the rules does not know, with the clause that brought it."""
    if card.bp[3] is not None and not rules.quad:
        yield "a QUAD value", "2.3.5.2"
    if not card.is_scene and card.bp[0] is None and not rules.no_single:
        yield "no SINGLE value", "11.15.1"
    if Kind.ULTRA_MECH in card.kinds and not rules.ultra_mech:
        yield "the card type Ultra Mech", "2.2.2"
    if card.charge and not rules.charge:
        yield "the keyword Charge", "11.17"
    if card.teams and not rules.team:
        yield "the keyword TEAM", "11.18"
    if len(card.characters) > 1 and not rules.several_names:
        yield "several character names", "11.21"


def _wrong_size(deck: Deck, rules: RulesVersion, size: int | None) -> list[Problem]:
    wanted = rules.deck_size if size is None else size
    if deck.size == wanted:
        return []
    a_deck = "a deck of the sealed format" if rules.opened_cards else "a deck"
    return [Problem(None, "", f"has {deck.size} cards; {a_deck} has exactly {wanted}", rules.size_clause)]


def _too_many(deck: Deck, catalog: Catalog) -> list[Problem]:
    problems = []
    for number, count in deck.counts:
        limit = catalog[number].copy_limit if number in catalog else None
        if limit is not None and count > limit:
            what = f"{count} copies{_together(deck, number)}; at most {limit} of a number are allowed"
            problems.append(Problem(_last_line(deck, number), number, what, "4.1.2", called(number, catalog)))
    return problems


def _banned(deck: Deck, catalog: Catalog, bans: dict[str, Ban]) -> list[Problem]:
    problems = []
    for number, count in deck.counts:
        ban = bans.get(number)
        if ban is None or ban.limit is None or count <= ban.limit:
            continue
        what = "is banned" if ban.limit == 0 else f"{count} copies; {ban.limit} allowed by the ban file"
        since = f"{what} since {ban.start.isoformat()}"
        problems.append(Problem(_last_line(deck, number), number, since, name=called(number, catalog)))
    return problems


def _too_new(deck: Deck, catalog: Catalog, rules: RulesVersion) -> list[Problem]:
    problems = []
    for number in (number for number, _ in deck.counts if number in catalog):
        for what, clause in unknown_to_version(catalog[number], rules):
            text = f"has {what}, which rules {rules.name} do not know"
            problems.append(Problem(_last_line(deck, number), number, text, clause, called(number, catalog)))
    return problems


def called(number: str, catalog: Mapping[str, Card]) -> str:
    """What people call the card of a number; nothing where the catalog does not hold it."""
    return card_title(catalog[number]) if number in catalog else ""


def _last_line(deck: Deck, number: str) -> int | None:
    lines = deck.lines.get(number, ())
    return lines[-1] if lines else None


def _together(deck: Deck, number: str) -> str:
    lines = deck.lines.get(number, ())
    if len(lines) < 2:
        return ""
    more = f" and {len(lines) - MOST_LINES} more" if len(lines) > MOST_LINES else ""
    return f" (lines {', '.join(map(str, lines[:MOST_LINES]))}{more} together)"
