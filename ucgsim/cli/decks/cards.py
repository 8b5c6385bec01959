"""Look up cards, and import new ones."""

from __future__ import annotations

import dataclasses
import difflib
from contextlib import suppress
from pathlib import Path
from textwrap import dedent, indent
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cards.card import Card, Kind, NamedCards, base_number, in_deck_order
from ucgsim.cards.catalog import (
    Catalog,
    EffectCounts,
    Query,
    choose_cards,
    coverage,
    imported_catalog_path,
    load_catalog,
    read_new_cards,
    shipped_catalog,
    write_catalog,
)
from ucgsim.cards.importing import ImportReport, import_catalog
from ucgsim.cards.labels import full_name_in, is_titled, shown_as, shown_label, shown_name, shown_people
from ucgsim.cards.official_ids import keep_ids, own_ids
from ucgsim.cards.other_names import LANGUAGES, missing_names, name_in, names_on
from ucgsim.cards.single import FACTS, OPTIONAL, asked_of, made_card, read_card
from ucgsim.cli.common import options
from ucgsim.cli.common.completing import complete_card
from ucgsim.cli.common.console import is_full, print_answer, print_json, progress, tell, tell_sheet
from ucgsim.cli.decks._new_cards import (
    import_answer,
    new_meanings,
    news_answer,
    print_decks,
    print_effects,
    print_import,
    print_meant,
    print_news,
    say_nameless,
    unreadable_answer,
)
from ucgsim.decks.card_news import find_news, mark_waiting, touched_decks
from ucgsim.decks.names import Lexicon
from ucgsim.effects.library import (
    EffectsReport,
    Origin,
    effects_folder,
    judge,
    known_effects,
    write_effects,
)
from ucgsim.effects.plain.said import said
from ucgsim.errors import UcgsimError
from ucgsim.files.writing import refuse_unwritable
from ucgsim.language import gettext as _
from ucgsim.language import marked, spoken
from ucgsim.report.sheet import Cell, Sheet, label, number, sheet
from ucgsim.report.terminal import padded
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.simulate.plan import Terms
    from ucgsim.simulate.smoke import SmokeResult

EXIT_BROKEN = 1
MUCH_ALIKE = 0.7
MOST_SHOWN = 12
"""Cards of a name that are shown with their effects; more of them are listed."""
SPARE = ("kind", "EXTRA", "text")
"""Columns of a list of cards that a narrow terminal does without."""
DECKLISTS = Path("decklists")
BP_NAMES = ("SINGLE", "DOUBLE", "TRIPLE", "QUAD")


@click.group()
def cards() -> None:
    """Import, list and show cards, say how many can be played, and try them out."""


@cards.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--add", is_flag=True, help="Keep the cards of the present catalog that FILE does not hold.")
@options.json_option
def import_(file: Path, *, add: bool, as_json: bool) -> None:
    """Read the cards of FILE (CSV or JSON); later commands use what it holds.

    FILE is what the official card list hands out as JSON, in any language, or an open catalog: a table of all prints,
    as databases of the game export it, or a few rows of your own.
    Its columns, and a row of it, each on one line:

    \b
      number,name,feature,character_name,level,type,round,
      battle_power_1,battle_power_2,battle_power_3,effect
      ZZ01-001,Ultraman Example,Ultra Hero,EXAMPLE,2,POWER,,
      5000,9000,12000,[DBL]《When this character enters play》Draw a card.

    A catalog that ucgsim wrote will do as well. For one card there is `ucgsim cards add`.
    """
    place = imported_catalog_path()
    _refuse_unwritable(place)
    kept = dict(load_catalog()) if add else {}
    report = read_new_cards(file).settled(dict(shipped_catalog()) | kept)
    catalog = Catalog((kept | {card.number: card for card in report.cards}).values())
    before = known_effects()
    effects = _import_effects(report)
    meant = new_meanings(report, effects, before)
    write_catalog(catalog, place)
    keep_ids((own_ids() if add else {}) | report.ids)
    if as_json:
        print_json(import_answer(report, catalog, place, effects, meant))
    else:
        print_import(report, catalog, place)
        print_effects(effects, report)
        print_meant(meant, {card.number: shown_label(card) for card in report.cards})


@cards.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@options.json_option
def add(file: Path | None, *, as_json: bool) -> None:
    """Enter one new card by hand: asks for its facts, or takes them from FILE (YAML).

    FILE has the keys number, kind, name, character, level, type, bp (5000/9000), extra, round and text.
    """
    place = imported_catalog_path()
    _refuse_unwritable(place)
    report = made_card(_asked_facts() if file is None else read_card(file))
    catalog = Catalog((dict(load_catalog()) | {card.number: card for card in report.cards}).values())
    before = known_effects()
    effects = _import_effects(report)
    meant = new_meanings(report, effects, before)
    write_catalog(catalog, place)
    (card,) = report.cards
    reason = effects.unreadable.get(card.number)
    say_nameless(report)
    played = "can be played" if reason is None else f"its text can't be read: {reason}; --play-blank plays it without"
    words = f"{shown_label(card)}: added, {played}. ucgsim cards show {card.number} shows it."
    print_answer(import_answer(report, catalog, place, effects, meant), words, as_json=as_json)
    if not as_json:
        print_meant(meant, {})


def _asked_facts() -> dict[str, str]:
    """The facts of a card, asked one by one."""
    facts: dict[str, str] = {}
    for fact in FACTS:
        if fact in asked_of(facts.get("kind", "")):
            default = "" if fact.key in OPTIONAL else None
            facts[fact.key] = click.prompt(fact.question, default=default, show_default=False)
    return facts


def _refuse_unwritable(place: Path) -> None:
    """Raise UcgsimError where catalog or effects can't be written: reading the texts takes long."""
    if place.is_dir():
        raise UcgsimError(f"{place}: is a folder; the imported catalog is to be written here")
    for folder in (place.parent, effects_folder()):
        refuse_unwritable(folder)


def _import_effects(report: ImportReport) -> EffectsReport:
    """Read the texts of the cards that have one next to their keywords, and keep what they say."""

    known = {card.number for card in report.cards if card.has_text}
    texts = {number: text for number, text in report.texts.items() if number in known}
    with progress("reading", len(texts), unit="texts") as advance:
        written = write_effects(texts, effects_folder(), cards=report.cards, advance=advance)
    mark_waiting((card for card in report.cards if card.number in report.waiting), effects_folder())
    reasons = {number: reason for number, reason in judge(report.cards).items() if reason is not None}
    read = tuple(number for number in written.read if number not in reasons)
    return dataclasses.replace(written, read=read, unreadable=reasons | written.unreadable)


@cards.command(name="list")
@click.option("--set", "sets", multiple=True, metavar="CODE", help="Product, such as BP01.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice([kind.value for kind in Kind], case_sensitive=False),
    help="Card type.",
)
@click.option("--character", "characters", multiple=True, metavar="NAME", help="Character name, in any language.")
@click.option("--level", "levels", multiple=True, type=click.IntRange(min=1), help="Level.")
@click.option("--type", "types", multiple=True, metavar="TYPE", help="TYPE, such as POWER.")
@click.option("--round", "rounds", multiple=True, type=click.IntRange(min=0), help="Round of a scene.")
@click.option("--name", default="", metavar="TEXT", help="Part of the card name or subtitle, in any language.")
@click.option("--text", default="", metavar="TEXT", help="Part of its effect, as `cards show` prints it.")
@options.catalog_option
@options.language_option
@options.full_option
@options.json_option
def list_(
    *,
    sets: Sequence[str],
    kinds: Sequence[str],
    characters: Sequence[str],
    levels: Sequence[int],
    types: Sequence[str],
    rounds: Sequence[int],
    name: str,
    text: str,
    catalog: Path | None,
    as_json: bool,
) -> None:
    """List the cards that have one of the values of every filter given; each may be given several times."""
    wanted = Query(sets, tuple(map(Kind, kinds)), characters, levels, types, rounds, name)
    chosen = [card for card in choose_cards(load_catalog(catalog), wanted) if not text or _says(card, text)]
    if as_json:
        print_json({"count": len(chosen), "cards": [card_answer(card) for card in chosen]})
        return
    tell_sheet(_sheet_of(sorted(chosen, key=in_deck_order)))
    tell(_("{count} cards").format(count=len(chosen)))


def _sheet_of(cards: Sequence[Card]) -> Sheet:
    """A table of cards, one a row."""
    rows = [_line(card) for card in cards]
    return sheet(
        "", [marked("card"), "TYPE", "BP", "Round", "EXTRA", marked("text"), marked("kind")], rows, least=SPARE
    )


def _says(card: Card, text: str) -> bool:
    """Whether the effect of a card holds a text, in plain English or the effect language; case does not matter."""
    effect = effect_of(card)
    if effect is None:
        return False
    return any(text.casefold() in each.casefold() for each in (*effect["plain"], effect["text"] or ""))


def card_answer(card: Card) -> dict[str, Any]:
    """The facts of a card as plain values."""
    answer = dataclasses.asdict(card)
    return answer | {"kinds": [kind.value for kind in card.kinds], "full_name": card.full_name}


def _line(card: Card) -> list[Cell]:
    texts = (
        shown_label(card),
        shown_as("types", card.type or ""),
        _bp(card),
        _shown(card.round),
        _shown(card.extra),
        _("yes") if card.has_text else "",
        "/".join(card.kinds),
    )
    return [label(shown(text)) for text in texts]


def _shown(value: int | None) -> str:
    return "" if value is None else str(value)


def _bp(card: Card) -> str:
    """The BP columns in points, with a dash where nothing is printed (CR 2.3.7.2)."""
    values = ["-" if value is None else str(value) for value in card.bp]
    while values and values[-1] == "-":
        values.pop()
    return "/".join(values)


@cards.command()
@click.argument("cards", nargs=-1, required=True, shell_complete=complete_card, metavar="NUMBER|NAME...")
@options.catalog_option
@options.language_option
@options.full_option
@options.json_option
def show(cards: Sequence[str], catalog: Path | None, *, as_json: bool) -> None:
    """Show the facts and effects of cards by NUMBER, that of a parallel or a reprint too, or by NAME.

    NAME is the whole one, a character, or what tables call a card: "Ultraman Tiga", "tiga", "Tiga 3 · Zeperion Beam".
    """
    known = load_catalog(catalog)
    named = dict.fromkeys(card.number for text in cards for card in _find(text, known))
    if len(named) > MOST_SHOWN and not as_json:
        tell_sheet(_sheet_of([known[each] for each in named]))
        tell(_("{count} cards; one of them with its effect: ucgsim cards show NUMBER").format(count=len(named)))
        return
    shown_cards = [(known[each], effect_of(known[each])) for each in named]
    if as_json:
        print_json({"cards": [card_answer(card) | {"effect": effect} for card, effect in shown_cards]})
        return
    for place, (card, effect) in enumerate(shown_cards):
        if place:
            tell()
        tell(f"{card.number}  {shown_name(card)}")
        for name, value in _facts(card):
            tell(f"  {padded(name, 10)} {value}")
        if effect is not None:
            _print_effect(effect, full=is_full())


def effect_of(card: Card) -> dict[str, Any] | None:
    """What is known of the effect of a card, None for a card without a text.

    ``plain`` says what each power does, in plain English. ``reason`` is why it can't be played, None where it can;
    ``origin`` and ``file`` are where ``text``, in the effect language, comes from.
    """
    if not card.has_text:
        return None
    library = known_effects()
    reason = judge([card])[card.number]
    entry = library.entries.get(card.number)
    return {
        "plain": said(library[card.number], spoken()) if card.number in library else [],
        "reason": reason,
        "origin": entry.origin.value if entry else None,
        "file": entry.file if entry else None,
        "text": dedent(entry.block.text).strip() if entry else None,
    }


def _print_effect(effect: Mapping[str, Any], *, full: bool) -> None:
    """What a card does; with ``full`` also as the effect language has it, and where that comes from."""
    edited = effect["origin"] == Origin.EDITED
    tell(f"  {_('effect')}")
    reason = [] if effect["reason"] is None else [f"not playable: {effect['reason']}"]
    for text in (*effect["plain"], *reason):
        tell(indent(text, "    "))
    if edited:
        tell(f"  (edited by hand in {shown(effect['file'])})")
    if full and effect["text"]:
        tell(f"  effect language, {shown(effect['file'])}:")
        tell(indent(effect["text"], "    "))


def _find(text: str, catalog: Catalog) -> list[Card]:
    """The card of a number, or all cards that bear a name. Raises UcgsimError with the nearest of both."""
    with suppress(KeyError, UcgsimError):
        return [catalog[base_number(text)]]
    names = NamedCards(catalog)
    if named := names.find(text):
        return sorted((catalog[each] for each in named), key=in_deck_order)
    if titled := [card for card in catalog.values() if is_titled(card, text)]:
        return sorted(titled, key=in_deck_order)
    if called := Lexicon(catalog).find(text):
        return sorted((catalog[each] for each in called), key=in_deck_order)
    characters = sorted({name for card in catalog.values() for name in card.characters})
    near = [
        *catalog.nearest(text),
        *difflib.get_close_matches(text.upper(), characters, cutoff=MUCH_ALIKE),
        *names.nearest(text, cutoff=MUCH_ALIKE),
    ]
    said = _("{text}: no such card in the catalog, by number or by name; a number looks like BP01-012")
    if near:
        said = _("{text}: no such card in the catalog, by number or by name; nearest are {near}")
    raise UcgsimError(said.format(text=text, near=", ".join(near)))


def _facts(card: Card) -> list[tuple[str, str]]:
    """Names and values of what is printed, blank ones left out."""
    bp = (f"{name} {value}" for name, value in zip(BP_NAMES, card.bp, strict=True) if value is not None)
    limit = _("any number") if card.copy_limit is None else _("up to {count}").format(count=card.copy_limit)
    facts = [
        (_("character"), " / ".join(shown_people(card).split("/"))),
        (_("kind"), " / ".join(card.kinds)),
        (_("level"), _shown(card.level)),
        ("TYPE", shown_as("types", card.type or "")),
        ("Round", _shown(card.round)),
        ("BP", ", ".join(bp)),
        ("EXTRA", _shown(card.extra)),
        ("TEAM", ", ".join(shown_as("teams", name) for name in card.teams)),
        (_("keyword"), ", ".join(keyword.capitalize() for keyword in card.keywords)),
        (_("set"), card.set_code),
        (_("in a deck"), limit),
        (_("effect"), "" if card.has_text else _("none")),
        *((_(LANGUAGES[each]), full_name_in(card, each)) for each in LANGUAGES if name_in(card, each)),
    ]
    return [(name, value) for name, value in facts if value]


@cards.command(name="names")
@click.option("--language", type=click.Choice(list(LANGUAGES)), default="ja", show_default=True)
@options.catalog_option
@options.json_option
def names_(*, language: str, catalog: Path | None, as_json: bool) -> None:
    """Say how many characters, cards, forms, TYPEs and teams have a name in a language, and which have none.

    Names are added in a file names.toml in the folder of your own data.
    """
    known = load_catalog(catalog)
    missing = missing_names(known, language)
    if as_json:
        print_json({"language": language, **missing})
        return
    for kind, everything in names_on(known.values()).items():
        without, what = missing[kind], "names of cards" if kind == "cards" else kind
        tell(f"{len(everything) - len(without)} of {len(everything)} {what} have a name in {LANGUAGES[language]}")
        if without:
            tell(f"  none yet: {', '.join(map(shown, without))}")


@cards.command(name="coverage")
@options.catalog_option
@options.json_option
def coverage_(catalog: Path | None, *, as_json: bool) -> None:
    """Say how many cards have no effect text, can be played with theirs, or can't."""
    known = load_catalog(catalog)
    result = coverage(known.values(), judge(known.values()))
    if as_json:
        sets = {code: dataclasses.asdict(counts) for code, counts in result.sets.items()}
        unreadable = [unreadable_answer(*each) for each in result.reasons.items()]
        print_json(dataclasses.asdict(result.total) | {"unreadable": unreadable, "sets": sets})
        return
    rows = [
        [label(shown(code)), *map(number, dataclasses.astuple(counts))]
        for code, counts in [*result.sets.items(), ("all", result.total)]
    ]
    tell_sheet(sheet("", ["set", *(field.name for field in dataclasses.fields(EffectCounts))], rows))
    played = result.total.blank + result.total.executable
    tell(f"{played} of {result.total.numbers} numbers are played with all that they say")
    for each, reason in result.reasons.items():
        tell(f"{shown_label(known[each])}: {reason}")
    for each, file in known_effects().edited.items():
        if each in known:
            tell(f"{shown_label(known[each])}: edited by hand in {shown(file)}")


@cards.command()
@click.argument("sets", nargs=-1, metavar="[SET...]")
@options.games_option(default=90, help="Games for each card; more where something has not happened yet.")
@options.terms_options()
@options.json_option
@click.pass_context
def smoke(ctx: click.Context, *, sets: Sequence[str], games: int, terms: Terms, as_json: bool) -> None:
    """Play every card of the products SET..., all without any, in random games and say what never happened.

    Decks are random but legal and built around each card; the policies are random and greedy. After every step every
    card must be in one place and every option legal. Exits 1 if anything broke.
    """
    from ucgsim.simulate.smoke import Smoke  # noqa: PLC0415 - it compiles; help must not wait for it

    wanted = choose_cards(terms.catalog, Query(sets))
    trial = Smoke(wanted, terms, games=games)
    with progress("smoke", len(trial.cards), unit="cards") as advance:
        result = trial.play(advance)
    if as_json:
        print_json(_smoke_answer(result))
    else:
        _print_smoke(result)
    if result.mishaps:
        ctx.exit(EXIT_BROKEN)


def _smoke_answer(result: SmokeResult) -> dict[str, Any]:
    never = [
        {
            "number": power.number,
            "power": power.place + 1,
            "kind": result.kinds[power],
            "on_field": result.seen[power.number],
        }
        for power in result.never_ran
    ]
    return {
        **result.terms.head_json,
        "policies": result.policies,
        "games": result.games,
        "cards": len(result.cards),
        "powers": len(result.runs),
        "never_ran": never,
        "never_on_field": result.never_seen,
        "broken": [dataclasses.asdict(mishap) for mishap in result.mishaps],
        "unknown_to_rules": result.left_out,
        "blank": result.blank,
        "edited": result.edited,
    }


def _print_smoke(result: SmokeResult) -> None:
    ran = len(result.runs) - len(result.never_ran)
    by = result.terms.by if result.terms.redraw_procedure.option else f"rules {result.terms.rules}"
    tell(
        f"{ran} of {len(result.runs)} powers of {len(result.cards)} cards ran in {result.games:,} games "
        f"({', '.join(result.policies)}; {by}, seed {result.terms.seed})"
    )
    tell(f"broken: {len(result.mishaps) or 'nothing'}")
    for mishap in result.mishaps:
        tell(f"  {mishap}")
    for power in result.never_ran:
        text = f"on the field after {result.seen[power.number]:,} steps"
        tell(f"never ran: {power.number}, {result.kinds[power]} power {power.place + 1}, {text}")
    for what, numbers in (
        ("never on the field", result.never_seen),
        (f"not played, as rules {result.terms.rules} do not know them", result.left_out),
        ("played without their text", result.blank),
        ("played with an effect edited by hand", result.edited),
    ):
        if numbers:
            tell(f"{what}: {', '.join(numbers)}")


@cards.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--decks",
    type=click.Path(path_type=Path),
    help="Folder of decklists to look through; decklists/ where there is one and nothing is said.",
)
@options.catalog_option
@options.json_option
def new(file: Path, *, decks: Path | None, catalog: Path | None, as_json: bool) -> None:
    """Say what the card list FILE (CSV or JSON) brings, changes and takes away; nothing is imported.

    It is held against the catalog in use. A text has changed where it is read as another effect, however it is worded.
    Under each new or changed text is what it was understood to mean, and whether to look at that.
    """
    report, known = import_catalog(file), load_catalog(catalog)
    folder = decks if decks is not None or not DECKLISTS.is_dir() else DECKLISTS
    with progress("reading", len(report.texts), unit="texts") as advance:
        news = find_news(report, known, known_effects(), advance=advance)
    touched, refused = touched_decks(folder, news, known) if folder is not None else ((), ())
    if as_json:
        print_json(news_answer(file, folder, news, touched, refused))
    else:
        print_news(file, news)
        print_decks(folder, touched, refused)
