"""`ucgsim deck new` and `ucgsim deck diff`: a deck built card by card, and what makes two of them differ."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.naming import card_label, card_title
from ucgsim.cards.versions import rules_version
from ucgsim.cli.common.console import print_json, say, tell, tell_parts
from ucgsim.cli.common.options import catalog_option, full_option, json_option, rules_option
from ucgsim.decks.checking import check_deck
from ucgsim.decks.choosing import MOST_SHOWN, Chooser
from ucgsim.decks.deck import Deck
from ucgsim.decks.differences import differences, levels_of
from ucgsim.decks.finding import library_place
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import read_deck
from ucgsim.decks.writing import write_deck
from ucgsim.errors import UcgsimError
from ucgsim.report.parts import Parts
from ucgsim.report.sheet import label, number, sheet
from ucgsim.showing import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.choosing import Choice
    from ucgsim.decks.differences import Difference
    from ucgsim.report.sheet import Sheet

FILE = click.Path(path_type=Path)


@click.command()
@click.argument("name")
@click.argument("cards", nargs=-1, metavar="[CARD]...")
@click.option("-o", "--output", type=FILE, metavar="FILE", help="File to write; without it, into your library.")
@rules_option
@catalog_option
@json_option
def new(
    name: str, cards: Sequence[str], output: Path | None, rules: str, catalog: Path | None, *, as_json: bool
) -> None:
    """Build the deck NAME of CARDs such as '4 Ultraman Tiga', '4 tiga 2' or '4 BP01-001'; on a terminal, ask for them.

    Without --output it goes into your library, so that its name stands for it everywhere.
    """
    known = load_catalog(catalog)
    place = output or library_place(name)
    if place.exists():
        raise UcgsimError(f"{place}: is there already; choose another name, or drop it first")
    chooser = Chooser(known)
    made = Deck(name, tuple(_named(chooser, cards) if cards else _asked(chooser, rules_version(rules).deck_size)))
    if not made.counts:
        raise UcgsimError("no card was named, so no deck was written")
    write_deck(made, known, DeckFormat.TEXT, place)
    problems = check_deck(made, known, rules=rules_version(rules))
    if as_json:
        texts = [str(problem) for problem in problems]
        print_json({"name": name, "file": place, "size": made.size, "cards": dict(made.counts), "problems": texts})
        return
    tell(f"{shown(name)}: {made.size} cards ({shown(place)})")
    for problem in problems:
        say(f"{shown(name)}: {problem}")


def _named(chooser: Chooser, cards: Sequence[str]) -> list[tuple[str, int]]:
    """The cards of the command line. Raises UcgsimError with a line for each that is unclear."""
    listed: list[tuple[str, int]] = []
    wrong: list[str] = []
    for text in cards:
        try:
            listed.append(chooser.one(text))
        except UcgsimError as error:
            wrong += error.lines
    if wrong:
        raise UcgsimError(*wrong)
    return listed


def _asked(chooser: Chooser, size: int) -> list[tuple[str, int]]:
    """Cards asked for one after the other, until nothing is said."""
    if not _is_terminal():
        raise UcgsimError("no card is named; name some, as in '4 Ultraman Tiga', or build the deck on a terminal")
    say("A card a line, such as '4 Ultraman Tiga'; nothing ends the deck.")
    counts: Counter[str] = Counter()
    while text := _prompt(f"{counts.total()} of {size}"):
        try:
            choice = chooser.read(text)
        except UcgsimError as error:
            say(str(error))
            continue
        if card := _picked(chooser, choice):
            counts[card] += choice.count
            say(f"  {choice.count} {card_label(chooser.catalog[card])}")
    return [*counts.items()]


def _is_terminal() -> bool:
    return sys.stdin.isatty()


def _picked(chooser: Chooser, choice: Choice) -> str:
    """The card that is meant, asked for where there are several; blank for none of them."""
    if len(choice.numbers) == 1:
        return choice.numbers[0]
    if not choice.numbers or len(choice.numbers) > MOST_SHOWN:
        say(f"  {chooser.unclear(choice)}")
        return ""
    for place, card in enumerate(choice.numbers, start=1):
        say(f"  {place:>2}  {card_label(chooser.catalog[card])}")
    answer = _prompt("which")
    if answer.isdecimal() and 1 <= int(answer) <= len(choice.numbers):
        return choice.numbers[int(answer) - 1]
    say("  none was taken")
    return ""


def _prompt(text: str) -> str:
    """What is typed; blank at the end of the input."""
    try:
        return str(click.prompt(text, default="", show_default=False, err=True)).strip()
    except click.Abort as error:
        if isinstance(error.__context__, KeyboardInterrupt):
            raise
        return ""


@click.command()
@click.argument("before", type=FILE)
@click.argument("after", type=FILE)
@catalog_option
@full_option
@json_option
def diff(before: Path, after: Path, catalog: Path | None, *, as_json: bool) -> None:
    """Show by name which cards make the deck AFTER another than the deck BEFORE, and both curves of levels."""
    known = load_catalog(catalog)
    first, second = read_deck(before, known), read_deck(after, known)
    rows = differences(first, second, known)
    gone, come = (sum(max(sign * row.change, 0) for row in rows) for sign in (-1, 1))
    if as_json:
        cards = [
            {"number": row.number, "card": card_label(known[row.number]), "before": row.before, "after": row.after}
            for row in rows
        ]
        curves = {"before": levels_of(first, known), "after": levels_of(second, known)}
        sides = {"before": first.fingerprint, "after": second.fingerprint}
        print_json({"fingerprints": sides, "out": gone, "in": come, "cards": cards, "levels": curves})
        return
    answer = f"{first.name} and {second.name} are the same list."
    if rows:
        same = first.size - gone
        answer = f"From {first.name} to {second.name}: {gone} cards out, {come} in; {same} stay."
    tell_parts(Parts([answer, *([_cards(rows, known)] if rows else []), _curves(first, second, known)]))


def _cards(rows: Sequence[Difference], known: Catalog) -> Sheet:
    """The cards that differ, with their counts."""
    cells = [
        [
            label(card_title(known[row.number])),
            label(row.number),
            number(row.before),
            number(row.after),
            number(row.change, f"{row.change:+}"),
        ]
        for row in rows
    ]
    return sheet("Cards that differ", ["card", "number", "before", "after", "change"], cells)


def _curves(first: Deck, second: Deck, known: Catalog) -> Sheet:
    """How many cards of each level, and scenes of each Round, both decks hold."""
    before, after = levels_of(first, known), levels_of(second, known)
    names = sorted({*before, *after}, key=lambda name: (name.startswith("scene"), int(name.rpartition(" ")[2])))
    rows = [[label(name), number(before.get(name, 0)), number(after.get(name, 0))] for name in names]
    return sheet("Levels", ["", "before", "after"], rows)
