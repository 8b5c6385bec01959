"""Build, check, show and convert decklists."""

from __future__ import annotations

import dataclasses
import sys
from collections import Counter
from datetime import date, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cards.card import Card, card_label, in_deck_order
from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.cards.labels import shown_as, shown_label, shown_people, shown_title
from ucgsim.cards.versions import rules_version
from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import print_answer, print_json, say, tell, tell_parts, tell_sheet
from ucgsim.decks.checking import beyond_pool, check_deck, check_file, legal_in, nameless, read_bans
from ucgsim.decks.deck import Deck, Difference, Problem, Summary, differences, levels_of, refuse, summarize
from ucgsim.decks.finding import decks_in, find_deck, library, library_place, shipped
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.lines import MOST_SHOWN, Chooser, Meaning
from ucgsim.decks.reading import read_deck
from ucgsim.decks.writing import format_deck, write_deck
from ucgsim.errors import UcgsimError
from ucgsim.files.writing import drop_file
from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.report.sheet import Parts, Sheet, label, number, sheet
from ucgsim.report.terminal import letters, padded
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


BAR_WIDTH = 40
MOST_WIDE = 60
"""Characters that the names of a list of cards are filled up to."""
FILE = DECK


@click.group()
def deck() -> None:
    """Build, check, show, compare and convert decklists."""


@deck.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option("--bans", type=FILE, metavar="FILE", help="Ban file: CSV with number,from,limit.")
@click.option("--on", type=click.DateTime(["%Y-%m-%d"]), help="Day that the ban file is read for; today if absent.")
@click.option(
    "--size", type=options.WholeNumber(1, 500), show_default="50; sealed: 30", help="Cards that a deck must have."
)
@click.option("--pool", type=FILE, metavar="FILE", help="Cards that one has, as a list: the deck may hold no others.")
@options.rules_option
@options.catalog_option
@options.json_option
def check(
    *,
    files: Sequence[Path],
    bans: Path | None,
    on: datetime | None,
    size: int | None,
    pool: Path | None,
    rules: str,
    catalog: Path | None,
    as_json: bool,
) -> None:
    """Check decklists against the rules of deck building; tell every problem of each FILE with its line."""
    known, version = load_catalog(catalog), rules_version(rules)
    listed, day = read_bans(bans) if bans else (), on.date() if on else date.today()
    opened = None if pool is None else read_deck(pool, known, pool=True)
    answers: list[dict[str, Any]] = []
    failures: list[str] = []
    for file in files:
        try:
            deck_list, problems = check_file(file, known, size=size, bans=listed, on=day, rules=version)
            problems += [] if opened is None else beyond_pool(deck_list, opened, known)
            nameless_cards = nameless(known[number] for number, _ in deck_list.counts if number in known)
            deck_list = dataclasses.replace(deck_list, notes=(*deck_list.notes, *nameless_cards))
            answers.append(_check_answer(file, deck_list, problems))
            _say_notes(file, deck_list)
            refuse(problems, file, deck_list.name)
        except UcgsimError as error:
            failures += error.lines
        else:
            if not as_json:
                text = _("{file}: ok, {cards} cards ({deck})")
                tell(text.format(file=shown(file), cards=deck_list.size, deck=shown_as("decks", deck_list.name)))
    if as_json:
        print_json({"rules": rules, "legal": not failures, "decks": answers})
    if failures:
        raise UcgsimError(*failures)


@deck.command("list")
@options.json_option
def list_decks(*, as_json: bool) -> None:
    """List the decks that have a name: those of your library and those that ship."""
    places = {marked("library"): library(), marked("shipped"): shipped()}
    if as_json:
        print_json({place: {path.stem: path for path in decks_in(folder)} for place, folder in places.items()})
        return
    own = {path.stem for path in decks_in(library())}
    for place, folder in places.items():
        hidden = own if folder != library() else set()
        stems = [path.stem for path in decks_in(folder)]
        yours = _("{deck} (yours comes first)")
        names = [yours.format(deck=shown(stem)) if stem in hidden else shown(stem) for stem in stems]
        listed = ", ".join(names) or _("none; ucgsim deck add FILE puts one there")
        tell(f"{_(place)} ({len(names)}): {listed}")
    tell("\n" + _("Every command takes such a name; a file of that name in the folder where you are comes first."))


@deck.command()
@click.argument("file", type=FILE)
@click.option("--name", help="What to call it; as the file is called if absent.")
@options.catalog_option
@options.json_option
def add(file: Path, name: str | None, catalog: Path | None, *, as_json: bool) -> None:
    """Put the deck in FILE into your library, so that its name means it everywhere."""
    known = load_catalog(catalog)
    listed = read_deck(file, known)
    place = library_place(name or find_deck(file).stem)
    if place.exists():
        text = _("{deck}: is in the library already; name another with --name, or drop it: deck rm")
        raise UcgsimError(text.format(deck=place.stem))
    write_deck(listed, known, DeckFormat.TEXT, place)
    values = {"name": place.stem, "file": place, "size": listed.size, "fingerprint": listed.fingerprint}
    text = _("{deck}: {cards} cards, in the library ({file})")
    print_answer(values, text.format(deck=shown(place.stem), cards=listed.size, file=shown(place)), as_json=as_json)


@deck.command("rm")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@options.json_option
def remove(names: Sequence[str], *, as_json: bool) -> None:
    """Drop the decks called NAME... from your library; those that ship stay."""
    places = [library_place(name) for name in names]
    absent = [place.stem for place in places if not place.is_file()]
    if absent:
        raise UcgsimError(*(_("{deck}: no deck of that name is in the library").format(deck=name) for name in absent))
    for place in places:
        drop_file(place)
    dropped = [place.stem for place in places]
    text = _("dropped from the library: {decks}").format(decks=", ".join(map(shown, dropped)))
    print_answer({"dropped": dropped}, text, as_json=as_json)


def _say_notes(file: Path, deck_list: Deck) -> None:
    """Say what was passed over in a list, on stderr."""
    for note in deck_list.notes:
        say(f"{shown(file)}: {note}")


def _check_answer(file: Path, deck_list: Deck, problems: Sequence[Problem]) -> dict[str, Any]:
    return {
        "file": file,
        "name": deck_list.name,
        "size": deck_list.size,
        "fingerprint": deck_list.fingerprint,
        "legal": not problems,
        "notes": list(deck_list.notes),
        "problems": [dataclasses.asdict(problem) for problem in problems],
    }


@deck.command()
@click.argument("file", type=FILE)
@options.rules_option
@options.catalog_option
@options.language_option
@options.json_option
def show(file: Path, rules: str, catalog: Path | None, *, as_json: bool) -> None:
    """Show the cards of the deck in FILE by character and level, and what they make: levels, TYPEs, chains."""
    from ucgsim.effects.library import edited_among, judge  # noqa: PLC0415 - a check reads no effects

    known = load_catalog(catalog)
    deck_list = read_deck(file, known)
    problems = check_deck(deck_list, known, rules=rules_version(rules))
    summary, legal = summarize(deck_list, known), legal_in(deck_list, known)
    cards = [known[number] for number, _ in deck_list.counts]
    unreadable = {number: reason for number, reason in judge(cards).items() if reason is not None}
    edited = edited_among(cards, unreadable)
    if as_json:
        effects = {"unreadable": unreadable, "edited": edited, "legal_in": legal}
        print_json({"rules": rules} | _show_answer(file, deck_list, summary, problems, known) | effects)
        return
    _print_deck(deck_list, summary, known)
    text = _("legal by rules {rules}") if legal else _("legal by no rules")
    tell("\n" + text.format(rules=", ".join(legal)))
    if edited:
        tell(_("effects edited by hand: {cards}").format(cards=", ".join(edited)))
    for problem in problems:
        say(f"{shown(file)}: {problem}")
    for each, reason in unreadable.items():
        say(f"{shown(file)}: {each}: {reason}")


def _show_answer(
    file: Path, deck_list: Deck, summary: Summary, problems: Sequence[Problem], catalog: Catalog
) -> dict[str, Any]:
    listed = [
        {"number": number, "count": count, "name": catalog[number].full_name} for number, count in deck_list.counts
    ]
    return {
        **_check_answer(file, deck_list, problems),
        **dataclasses.asdict(summary),
        "groups": dict(deck_list.groups),
        "cards": listed,
    }


def _print_deck(deck_list: Deck, summary: Summary, known: Catalog) -> None:
    held = {"deck": shown_as("decks", deck_list.name), "cards": summary.size, "numbers": len(deck_list.counts)}
    tell(_("{deck}: {cards} cards, {numbers} numbers, {print}").format(**held, print=deck_list.fingerprint))
    text = _("{settable} can be set as SINGLE, {effects} have an effect")
    tell(text.format(settable=summary.settable, effects=summary.with_text))
    _print_cards(deck_list, known)
    tell()
    tell_sheet(_curve(summary))
    _print_bars(_("levels"), {_level(level): count for level, count in summary.levels.items()})
    _print_bars("TYPE", {shown_as("types", name): count for name, count in summary.types.items()})
    rounds = {_("Round {round}").format(round=each): count for each, count in summary.scenes.items()}
    _print_bars(_("scenes"), rounds)
    _print_chains(summary)
    for group, numbers in deck_list.groups.items():
        tell(_("group {group}: {cards}").format(group=group, cards=", ".join(numbers)))


def _print_cards(deck_list: Deck, known: Catalog) -> None:
    """The cards by character and level, scenes last: count, what it is called, number."""
    counts = dict(deck_list.counts)
    ordered = sorted((known[number] for number in counts), key=in_deck_order)
    width = min(MOST_WIDE, max((letters(shown_title(card)) for card in ordered), default=0))
    for people, cards in groupby(ordered, key=_heading):
        held = list(cards)
        tell()
        tell(f"{people} ({sum(counts[card.number] for card in held)})")
        for card in held:
            tell(f"  {counts[card.number]:>3} {padded(shown_title(card), width)} {card.number}")


def _heading(card: Card) -> str:
    return _("scenes") if card.is_scene else shown_people(card)


def _print_chains(summary: Summary) -> None:
    """Levels of a name that follow each other, with how many cards of each."""
    tell()
    text = _("chains (cards of each level)")
    if summary.alone:
        text = _("chains (cards of each level); {count} characters are in none")
    tell(text.format(count=summary.alone))
    chains = {shown_as("characters", name): levels for name, levels in summary.chains.items()}
    width = max(map(letters, chains), default=0)
    for name, levels in chains.items():
        tell(f"  {padded(name, width)} {'  '.join(f'{_level(level)}: {count}' for level, count in levels.items())}")


def _level(level: int) -> str:
    return _("level {level}").format(level=level)


def _curve(summary: Summary) -> Sheet:
    """A table of characters by level."""
    rows = [
        [
            label(shown_as("characters", name)),
            *(number(levels.get(level, 0), f"{levels.get(level, '')}") for level in summary.levels),
            number(sum(levels.values())),
        ]
        for name, levels in summary.curve.items()
    ]
    return sheet("", [marked("character"), *map(_level, summary.levels), marked("all")], rows)


def _print_bars(title: str, counts: Mapping[str, int]) -> None:
    if not counts:
        return
    tell()
    tell(title)
    width = max(map(letters, counts))
    scale = min(1.0, BAR_WIDTH / max(counts.values()))
    for name, count in counts.items():
        tell(f"  {padded(name, width)} {count:>3} {'█' * max(1, round(count * scale))}")


@deck.command()
@click.argument("file", type=FILE)
@click.option("--to", "form", required=True, type=click.Choice([form.value for form in DeckFormat]), help="Form.")
@click.option("-o", "--output", type=FILE, metavar="FILE", help="File to write; without it, print.")
@options.catalog_option
@options.json_option
def convert(file: Path, form: str, output: Path | None, catalog: Path | None, *, as_json: bool) -> None:
    """Write the deck in FILE in another form."""
    known = load_catalog(catalog)
    deck_list, wanted = read_deck(file, known), DeckFormat(form)
    _say_notes(file, deck_list)
    if output is not None:
        write_deck(deck_list, known, wanted, output)
    text = format_deck(deck_list, known, wanted)
    if as_json:
        identity = {"file": file, "name": deck_list.name, "size": deck_list.size, "fingerprint": deck_list.fingerprint}
        print_json(identity | {"format": form, "output": output, "text": text})
    elif output is None:
        tell(text, end="", broken=False)
    else:
        tell(_("{file}: {cards} cards").format(file=shown(output), cards=deck_list.size))


@deck.command()
@click.argument("name")
@click.argument("cards", nargs=-1, metavar="[CARD]...")
@click.option("-o", "--output", type=FILE, metavar="FILE", help="File to write; without it, into your library.")
@options.rules_option
@options.catalog_option
@options.json_option
def new(
    name: str, cards: Sequence[str], output: Path | None, rules: str, catalog: Path | None, *, as_json: bool
) -> None:
    """Build the deck NAME of CARDs such as '4 Ultraman Tiga', '4 tiga 2' or '4 BP01-001'; on a terminal, ask for them.

    Without --output it goes into your library, so that its name means it everywhere.
    """
    known = load_catalog(catalog)
    place = output or library_place(name)
    if place.exists():
        raise UcgsimError(_("{file}: is there already; choose another name, or drop it first").format(file=place))
    chooser = Chooser(known)
    made = Deck(name, tuple(_named(chooser, cards) if cards else _asked(chooser, rules_version(rules).deck_size)))
    if not made.counts:
        raise UcgsimError(_("no card was named, so no deck was written"))
    write_deck(made, known, DeckFormat.TEXT, place)
    problems = check_deck(made, known, rules=rules_version(rules))
    if as_json:
        texts = [str(problem) for problem in problems]
        print_json({"name": name, "file": place, "size": made.size, "cards": dict(made.counts), "problems": texts})
        return
    text = _("{deck}: {cards} cards ({file})")
    tell(text.format(deck=shown(name), cards=made.size, file=shown(place)))
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
            say(f"  {choice.count} {shown_label(chooser.catalog[card])}")
    return [*counts.items()]


def _is_terminal() -> bool:
    return sys.stdin.isatty()


def _picked(chooser: Chooser, choice: Meaning) -> str:
    """The card that is meant, asked for where there are several; blank for none of them."""
    if len(choice.numbers) == 1:
        return choice.numbers[0]
    if not choice.numbers or len(choice.numbers) > MOST_SHOWN:
        say(f"  {chooser.unclear(choice)}")
        return ""
    for place, card in enumerate(choice.numbers, start=1):
        say(f"  {place:>2}  {shown_label(chooser.catalog[card])}")
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


@deck.command()
@click.argument("before", type=FILE)
@click.argument("after", type=FILE)
@options.catalog_option
@options.full_option
@options.json_option
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
    text = _("{before} and {after} are the same list.")
    if rows:
        text = _("From {before} to {after}: {gone} cards out, {come} in; {same} stay.")
    answer = text.format(before=first.name, after=second.name, gone=gone, come=come, same=first.size - gone)
    tell_parts(Parts([answer, *([_cards(rows, known)] if rows else []), _curves(first, second, known)]))


def _cards(rows: Sequence[Difference], known: Catalog) -> Sheet:
    """The cards that differ, with their counts."""
    cells = [
        [
            label(shown_title(known[row.number])),
            label(row.number),
            number(row.before),
            number(row.after),
            number(row.change, f"{row.change:+}"),
        ]
        for row in rows
    ]
    columns = [marked("card"), marked("number"), marked("before"), marked("after"), marked("change")]
    return sheet(_("Cards that differ"), columns, cells)


def _curves(first: Deck, second: Deck, known: Catalog) -> Sheet:
    """How many cards of each level, and scenes of each Round, both decks hold."""
    before, after = levels_of(first, known), levels_of(second, known)
    names = sorted({*before, *after}, key=lambda name: (name.startswith("scene"), int(name.rpartition(" ")[2])))
    rows = [[label(_in_words(name)), number(before.get(name, 0)), number(after.get(name, 0))] for name in names]
    return sheet(_("Levels"), ["", "before", "after"], rows)


def _in_words(name: str) -> str:
    """What `levels_of` calls a level or a Round, in the language that is spoken."""
    word, _blank, place = name.rpartition(" ")
    text = _("scene, Round {round}") if word.startswith("scene") else _("level {level}")
    return text.format(level=place, round=place)
