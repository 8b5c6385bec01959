"""What new cards bring and were understood to mean: the answers and lines of an import, and of what it would change."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from ucgsim.cards.home import home
from ucgsim.cards.importing import without_english_name
from ucgsim.cards.labels import shown_label
from ucgsim.cards.other_names import FILE as NAMES
from ucgsim.cli.common.console import say, tell, tell_sheet
from ucgsim.decks.card_news import Erratum, News, NewText, Touched, new_texts
from ucgsim.decks.checking import nameless
from ucgsim.effects.library import EffectLibrary, EffectsReport, effects_folder, known_effects
from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.report.sheet import label, number, sheet
from ucgsim.safe_text import plural, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.cards.importing import ImportReport, Note

MOST_NAMED = 10
"""Numbers of a list of cards that is no answer by itself."""
UNCERTAIN = marked("look at it: this is not read back as the same, and such readings are wrong more often")


def new_meanings(report: ImportReport, effects: EffectsReport, before: EffectLibrary) -> dict[str, NewText]:
    """What the texts were understood to mean that no effect of before says; those that a person edited are theirs."""
    now = known_effects()
    return new_texts(report, {number: now[number] for number in effects.read if number in now}, before)


def meant_answer(meant: Mapping[str, NewText]) -> list[dict[str, Any]]:
    return [
        {"number": each, "text": new.text, "plain": new.meaning.plain, "certain": new.meaning.certain}
        for each, new in meant.items()
    ]


def print_meant(meant: Mapping[str, NewText], names: Mapping[str, str]) -> None:
    """Each text as it is printed, what it was understood to mean, and whether that is to be looked at."""
    for each, new in meant.items():
        tell(_("new text: {name}").format(name=names.get(each, each)))
        print_meaning(new)


def print_meaning(new: NewText) -> None:
    lines = [_("printed:  {text}").format(text=shown(new.text))]
    lines += [_("is read:  {text}").format(text=words) for words in new.meaning.plain]
    lines += [] if new.meaning.certain else [_(UNCERTAIN)]
    for line in lines:
        tell(f"  {line}")


def import_answer(
    report: ImportReport, catalog: Catalog, place: Path, effects: EffectsReport, meant: Mapping[str, NewText]
) -> dict[str, Any]:
    sets = {code: {"prints": prints, "numbers": numbers} for code, (prints, numbers) in report.sets.items()}
    return {
        "file": report.source,
        "catalog": place,
        "prints": report.prints,
        "numbers": len(report.cards),
        "with_text": len(report.texts),
        "catalog_numbers": len(catalog),
        "sets": sets,
        "absent_columns": report.absent,
        "waiting": report.waiting,
        "named": report.named,
        "without_english_name": without_english_name(report.cards),
        "mended": [dataclasses.asdict(note) for note in report.mended],
        "refused": [dataclasses.asdict(note) for note in report.refused],
        "effects": {
            "folder": effects_folder(),
            "read": len(effects.read),
            "kept_as_edited": effects.kept,
            "unreadable": [unreadable_answer(*each) for each in effects.unreadable.items()],
            "new_texts": meant_answer(meant),
        },
    }


def unreadable_answer(number: str, reason: str) -> dict[str, str]:
    return {"number": number, "reason": reason}


def print_import(report: ImportReport, catalog: Catalog, place: Path) -> None:
    """Sets, what was mended and refused, and where the catalog lies now."""
    tell(f"{shown(report.source)}: {report.prints} prints of {len(report.cards)} numbers")
    rows = [[label(shown(code)), number(prints), number(numbers)] for code, (prints, numbers) in report.sets.items()]
    tell_sheet(sheet("", ["set", "prints", "numbers"], rows))
    if report.absent:
        tell(f"columns that are absent and count as blank: {', '.join(report.absent)}")
    _print_notes("mended", report.mended)
    _print_notes("refused", report.refused)
    if report.named:
        tell(f"characters by their numbers: {', '.join(f'{said} is {name}' for said, name in report.named.items())}")
    say_nameless(report)
    tell(f"{shown(place)}: {len(catalog)} numbers; used from now on")


def say_nameless(report: ImportReport) -> None:
    """Characters that nothing knows, and where their names are to be written."""
    said = nameless(report.cards)
    for each in said:
        say(f"ucgsim: {each}")
    if said:
        say(f"ucgsim: write their English names into {home() / NAMES} and import the cards again: docs/new-cards.md")


def _print_notes(what: str, notes: Sequence[Note]) -> None:
    tell(f"{what}: {len(notes) or 'nothing'}")
    for note in notes:
        tell(f"  {note}")


def print_effects(effects: EffectsReport, report: ImportReport) -> None:
    """How many texts were read, and which can't be."""
    unreadable = {each: reason for each, reason in effects.unreadable.items() if each not in report.waiting}
    texts = len(effects.read) + len(effects.kept) + len(unreadable)
    tell(f"{shown(effects_folder())}: {len(effects.read)} of {texts} texts read")
    if effects.kept:
        tell(f"left as a person edited them: {', '.join(effects.kept)}")
    names = {card.number: shown_label(card) for card in report.cards}
    for each, reason in unreadable.items():
        tell(f"can't be read: {names.get(each, each)}, {reason}")
    if waiting := report.waiting:
        tell(f"waiting for an English text: {plural(len(waiting), 'card')}, {_first_of(waiting)}")
    if effects.unreadable:
        tell("a run with such a card stops; --play-blank NUMBER plays it without its text")


def news_answer(
    file: Path, folder: Path | None, news: News, touched: Sequence[Touched], refused: Sequence[tuple[Path, str]]
) -> dict[str, Any]:
    return {
        "file": file,
        "brought": [card.number for card in news.brought],
        "gone": [card.number for card in news.gone],
        "errata": [_erratum_answer(erratum) for erratum in news.errata],
        "unreadable": [unreadable_answer(*each) for each in news.unreadable.items()],
        "new_texts": meant_answer(news.meant),
        "decks": {
            "folder": folder,
            "touched": [{"name": deck.name, "file": deck.file, "numbers": deck.numbers} for deck in touched],
            "refused": [{"file": path, "reason": reason} for path, reason in refused],
        },
    }


def _erratum_answer(erratum: Erratum) -> dict[str, Any]:
    facts = {name: {"was": was, "is": now} for name, (was, now) in erratum.facts.items()}
    return {"number": erratum.number, "facts": facts, "text": erratum.text}


def print_news(file: Path, news: News) -> None:
    """New, changed and missing cards, each new text with what it is understood to mean."""
    tell(
        f"{shown(file)}: {len(news.brought)} new cards, {len(news.errata)} changed, {len(news.gone)} of the catalog "
        f"in use not in it, {len(news.unreadable)} whose text can't be read"
    )
    for card in news.brought:
        tell(f"new: {card.number}, {card.full_name}")
        if card.number in news.meant:
            print_meaning(news.meant[card.number])
    for erratum in news.errata:
        changes = [f"{name} {_text(was)} is now {_text(now)}" for name, (was, now) in erratum.facts.items()]
        changes += ["its text says something else"] if erratum.text else []
        tell(f"changed: {erratum.number}, {'; '.join(changes)}")
        if erratum.number in news.meant:
            print_meaning(news.meant[erratum.number])
    if news.gone:
        tell(f"not in it: {_first_of([card.number for card in news.gone])}")
    for each, reason in news.unreadable.items():
        tell(f"can't be read: {each}, {reason}")


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return "/".join("-" if each is None else str(each) for each in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None or value == "" else str(value)


def print_decks(folder: Path | None, touched: Sequence[Touched], refused: Sequence[tuple[Path, str]]) -> None:
    if folder is None:
        return
    tell(f"decks of {shown(folder)} that hold such cards: {len(touched) or 'none'}")
    for deck in touched:
        tell(f"  {deck.name} ({shown(deck.file)}): {_first_of(deck.numbers)}")
    for _file, reason in refused:
        tell(f"  no deck: {shown(reason)}")


def _first_of(numbers: Sequence[str]) -> str:
    """A list of numbers, the longer ones cut."""
    more = f" and {len(numbers) - MOST_NAMED} more" if len(numbers) > MOST_NAMED else ""
    return f"{', '.join(numbers[:MOST_NAMED])}{more}"
