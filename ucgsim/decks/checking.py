"""Whether a deck may be played (CR 4.1): bans, the rules of deck building, and what a deck may be made of.

A ban file is CSV with the columns ``number,from,limit``: a card number, a day (``2026-04-01``), and the
copies that are allowed from that day on, 0 for a ban, ``any`` or a higher number to lift one. Lines that
begin with ``#`` are comments. Of several lines for a number the newest that is in force counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from ucgsim.arguments import checked
from ucgsim.cards.card import Card, Kind, base_number
from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.keywords import KEYWORDS
from ucgsim.cards.labels import shown_title
from ucgsim.cards.versions import RULES_NAMES, RulesVersion, rules_version
from ucgsim.decks.deck import Deck, Problem, by_line, refuse
from ucgsim.decks.reading import read_deck, scan_deck, unknown_numbers
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import csv_rows, plain_newlines, read_text
from ucgsim.language import gettext as _
from ucgsim.language import marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog


_COLUMNS = ("number", "from", "limit")
MOST_NAMED = 5
"""Cards of a character that are named where it has no English name."""
_RIGHT = "right is 'number,from,limit' and below it rows like 'BP01-105,2026-04-01,1'"


@dataclass(frozen=True, slots=True)
class CardBan:
    """Copies of a number that are allowed from a day on; None for no limit of its own."""

    number: str
    start: date
    limit: int | None


def read_bans(path: Path) -> tuple[CardBan, ...]:
    """Read a ban file. Raises UcgsimError with every line that cannot be read."""
    text = plain_newlines(read_text(path, "a ban file (CSV number,from,limit)"))
    # A comment line becomes a blank one, so that line numbers stay.
    lines = ["" if line.lstrip().startswith("#") else line for line in text.split("\n")]
    rows = csv_rows("\n".join(lines), path)
    header = [name.strip().lower() for name in rows[0].cells] if rows else []
    if sorted(header) != sorted(_COLUMNS):
        raise UcgsimError(f"{path}: is no ban file; {_RIGHT}")
    bans, wrong = [], []
    for row in rows[1:]:
        try:
            bans.append(_read_ban(header, [cell.strip() for cell in row.cells]))
        except UcgsimError as error:
            wrong.append(f"{path}, line {row.line}: {error}; {_RIGHT}")
    if wrong:
        raise UcgsimError(*wrong)
    return tuple(bans)


def _read_ban(header: list[str], cells: list[str]) -> CardBan:
    if len(cells) != len(header):
        raise UcgsimError(f"has {len(cells)} columns")
    row = dict(zip(header, cells, strict=True))
    limit = row["limit"].lower()
    if limit != "any" and not re.fullmatch("[0-9]{1,3}", limit):
        raise UcgsimError(f"limit {row['limit'][:20]!r} is neither a number of copies nor 'any'")
    try:
        start = date.fromisoformat(row["from"])
    except ValueError:
        raise UcgsimError(f"{row['from'][:20]!r} is no day like 2026-04-01") from None
    return CardBan(base_number(row["number"]), start, None if limit == "any" else int(limit))


def in_force(bans: Iterable[CardBan], on: date) -> dict[str, CardBan]:
    """Return, by number, the newest ban that is in force on a day."""
    return {ban.number: ban for ban in sorted(bans, key=lambda ban: ban.start) if ban.start <= on}


# Whether a deck may be played: the rules of deck building (CR 4.1), bans, and what a rules version knows.


DECK_SIZE = rules_version().deck_size
"""Cards in a deck (CR 4.1.1) that is not of the sealed format."""
MOST_LINES = 10
"""Lines that are listed of a card that is there often."""


def check_deck(
    deck: Deck,
    catalog: Catalog,
    *,
    size: int | None = None,
    bans: Iterable[CardBan] = (),
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
    bans: Iterable[CardBan] = (),
    on: date | None = None,
    rules: RulesVersion | None = None,
) -> tuple[Deck, list[Problem]]:
    """Read and check a decklist: the deck, and everything that is wrong with the file or the deck.

    Raises UcgsimError where the file itself cannot be read.
    """
    deck, problems = scan_deck(path, catalog)
    checked = check_deck(deck, catalog, size=size, bans=bans, on=on, rules=rules)
    return deck, by_line([*problems, *checked])


def load_deck(path: Path, catalog: Catalog, *, rules: RulesVersion | None = None) -> Deck:
    """Read a decklist that may be played. Raises UcgsimError with one line for each problem."""
    deck, problems = check_file(path, catalog, rules=rules)
    refuse(problems, deck.source, deck.name)
    return deck


@checked
def _read(place: Path | str, catalog: Catalog | None = None) -> Deck:
    return read_deck(place, load_catalog() if catalog is None else catalog)


Deck._reader = staticmethod(_read)


def nameless(cards: Iterable[Card]) -> list[str]:
    """What is to be said of cards whose character or TYPE is known in another language alone."""
    from ucgsim.cards.importing import without_english_name  # noqa: PLC0415 - loads slowly, and plain checks need none

    text = _("{cards}: {name} has no English name that is known here, so it counts as a character or TYPE of its own")
    names = without_english_name(cards)
    return [text.format(cards=", ".join(numbers[:MOST_NAMED]), name=name) for name, numbers in names.items()]


def unknown_to_version(card: Card, rules: RulesVersion) -> Iterator[tuple[str, str]]:
    """Yield what a card has that a version of the rules does not know, with the clause that brought it."""
    if card.bp[3] is not None and not rules.quad:
        yield marked("a QUAD value"), "2.3.5.2"
    if not card.is_scene and card.bp[0] is None and not rules.no_single:
        yield marked("no SINGLE value"), "11.15.1"
    if Kind.ULTRA_MECH in card.kinds and not rules.ultra_mech:
        yield marked("the card type Ultra Mech"), "2.2.2"
    for keyword in KEYWORDS:
        if keyword.name in card.keywords and keyword.name not in rules.keywords:
            yield _("the keyword {name}").format(name=keyword.name.capitalize()), keyword.clause
    if card.teams and not rules.team:
        yield marked("the keyword TEAM"), "11.18"
    if len(card.characters) > 1 and not rules.several_names:
        yield marked("several character names"), "11.21"


def _wrong_size(deck: Deck, rules: RulesVersion, size: int | None) -> list[Problem]:
    wanted = rules.deck_size if size is None else size
    if deck.size == wanted:
        return []
    text = _("has {cards} cards; a deck has exactly {size}")
    if rules.opened_cards:
        text = _("has {cards} cards; a deck of the sealed format has exactly {size}")
    return [Problem(None, "", text.format(cards=deck.size, size=wanted), rules.size_clause)]


def _too_many(deck: Deck, catalog: Catalog) -> list[Problem]:
    problems = []
    for number, count in deck.counts:
        limit = catalog[number].copy_limit if number in catalog else None
        if limit is not None and count > limit:
            lines = _together(deck, number)
            text = _("{count} copies; at most {limit} of a number are allowed")
            if lines:
                text = _("{count} copies (lines {lines} together); at most {limit} of a number are allowed")
            what = text.format(count=count, limit=limit, lines=lines)
            problems.append(Problem(_last_line(deck, number), number, what, "4.1.2", called(number, catalog)))
    return problems


def _banned(deck: Deck, catalog: Catalog, bans: dict[str, CardBan]) -> list[Problem]:
    problems = []
    for number, count in deck.counts:
        ban = bans.get(number)
        if ban is None or ban.limit is None or count <= ban.limit:
            continue
        text = _("{count} copies; {limit} allowed by the ban file since {day}")
        if ban.limit == 0:
            text = _("is banned since {day}")
        since = text.format(count=count, limit=ban.limit, day=ban.start.isoformat())
        problems.append(Problem(_last_line(deck, number), number, since, name=called(number, catalog)))
    return problems


def _too_new(deck: Deck, catalog: Catalog, rules: RulesVersion) -> list[Problem]:
    problems = []
    for number in (each for each, _count in deck.counts if each in catalog):
        for what, clause in unknown_to_version(catalog[number], rules):
            text = _("has {what}, which rules {rules} do not know").format(what=_(what), rules=rules.name)
            problems.append(Problem(_last_line(deck, number), number, text, clause, called(number, catalog)))
    return problems


def called(number: str, catalog: Mapping[str, Card]) -> str:
    """What people call the card of a number; nothing where the catalog does not hold it."""
    return shown_title(catalog[number]) if number in catalog else ""


def _last_line(deck: Deck, number: str) -> int | None:
    return next(reversed(deck.lines.get(number, ())), None)


def _together(deck: Deck, number: str) -> str:
    lines = deck.lines.get(number, ())
    if len(lines) < 2:
        return ""
    text = _("{items} and {count} more") if len(lines) > MOST_LINES else "{items}"
    return text.format(items=", ".join(map(str, lines[:MOST_LINES])), count=len(lines) - MOST_LINES)


# What a deck may be made of: cards that are allowed, or no others than those that one has.
#
# The one place that knows what a pool leaves of the rules of deck building; what looks for decks asks `allowance`.


@dataclass(frozen=True, slots=True)
class Allowance:
    """How large a deck is, and how many copies of each number it may hold; numbers with none are left out."""

    size: int
    copies: Mapping[str, int]
    rules: RulesVersion

    @property
    def room(self) -> int:
        """Cards that a deck could be chosen from."""
        return sum(self.copies.values())


def allowance(
    catalog: Catalog,
    rules: str,
    pool: Deck | None = None,
    *,
    bans: Iterable[CardBan] = (),
    on: date | None = None,
) -> Allowance:
    """What the rules, by name (``1.7``, ``1.7 sealed``), and a pool allow a deck to be made of.

    The standard format: 50 cards, of each number as many as its limit, the bans of the day ``on`` (today) and the
    pool allow; the whole catalog without a pool. The sealed format (floor rules 14): 30 cards, any number of each and
    no bans, so the pool alone bounds them; it needs one. Cards that the version does not know are left out.
    What the sealed format changes of play, Baton Touch, follows from the same name wherever it is played. Raises
    UcgsimError for a pool of too few cards, and for one without a character that may be set (CR 5.5.3.1).
    """
    version = rules_version(rules)
    if pool is None and version.opened_cards:
        raise UcgsimError("the sealed format: a deck is made of opened cards alone; name a pool of them")
    held = dict(pool.counts) if pool is not None else dict.fromkeys(catalog, version.deck_size)
    banned = {} if version.opened_cards else in_force(bans, on or date.today())
    copies = {}
    for number, count in held.items():
        card = catalog.get(number)
        if card is not None and not any(unknown_to_version(card, version)):
            copies[number] = min(count, *_limits(card, banned.get(number), version))
    result = Allowance(
        version.deck_size, {number: copies[number] for number in sorted(copies) if copies[number] > 0}, version
    )
    _refuse_small(result, catalog, pool)
    return result


def _limits(card: Card, ban: CardBan | None, rules: RulesVersion) -> list[int]:
    """Bounds of the copies of a card, the size of the deck at the least (CR 4.1.2)."""
    limits = [] if rules.opened_cards else [card.copy_limit, None if ban is None else ban.limit]
    return [rules.deck_size, *(limit for limit in limits if limit is not None)]


def _refuse_small(allowed: Allowance, catalog: Catalog, pool: Deck | None) -> None:
    place = "the catalog" if pool is None else str(pool.source or pool.name)
    if allowed.room < allowed.size:
        raise UcgsimError(
            f"{place}: leaves {allowed.room} cards that may be played by rules {allowed.rules.name}; "
            f"a deck needs {allowed.size}"
        )
    if not any(catalog[number].is_settable for number in allowed.copies):
        raise UcgsimError(f"{place}: holds no character that may be set (CR 5.5.3.1), so no deck can be made of it")


def beyond_pool(deck: Deck, pool: Deck, catalog: Mapping[str, Card] | None = None) -> list[Problem]:
    """A problem for each number of which a deck holds more copies than the pool (floor rules 14), with its name."""
    held, problems = dict(pool.counts), []
    for number, count in ((number, count) for number, count in deck.counts if count > held.get(number, 0)):
        line = next(iter(deck.lines.get(number, ())), None)
        text = _("{count} copies; {held} in {pool}") if held.get(number, 0) else _("{count} copies; none in {pool}")
        what = text.format(count=count, held=held.get(number, 0), pool=pool.source or pool.name)
        problems.append(Problem(line, number, what, name=called(number, catalog or {})))
    return problems
