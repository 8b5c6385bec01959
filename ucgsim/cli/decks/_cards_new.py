"""`ucgsim cards new`: what a card file brings, changes and takes away."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.importing import import_catalog
from ucgsim.cli.common.console import print_json, progress, tell
from ucgsim.cli.common.options import catalog_option, json_option
from ucgsim.decks.news import News, Touched, find_news, touched_decks
from ucgsim.effects.playing import known_effects
from ucgsim.showing import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.decks.news import Erratum

DECKLISTS = Path("decklists")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--decks",
    type=click.Path(path_type=Path),
    help="Folder of decklists to look through; decklists/ where there is one and nothing is said.",
)
@catalog_option
@json_option
def new(file: Path, *, decks: Path | None, catalog: Path | None, as_json: bool) -> None:
    """Tell what the open card catalog FILE (CSV) brings, changes and takes away; nothing is imported.

    It is held against the catalog in use. A text has changed where it is read as another effect, however it is worded.
    """
    report, known = import_catalog(file), load_catalog(catalog)
    folder = decks if decks is not None or not DECKLISTS.is_dir() else DECKLISTS
    with progress("reading", len(report.texts), unit="texts") as advance:
        news = find_news(report, known, known_effects(), advance=advance)
    touched, refused = touched_decks(folder, news, known) if folder is not None else ((), ())
    if as_json:
        print_json(_answer(file, folder, news, touched, refused))
    else:
        _print_news(file, news)
        _print_decks(folder, touched, refused)


def _answer(
    file: Path, folder: Path | None, news: News, touched: Sequence[Touched], refused: Sequence[tuple[Path, str]]
) -> dict[str, Any]:
    return {
        "file": file,
        "brought": [card.number for card in news.brought],
        "gone": [card.number for card in news.gone],
        "errata": [_erratum_answer(erratum) for erratum in news.errata],
        "unreadable": [{"number": number, "reason": reason} for number, reason in news.unreadable.items()],
        "decks": {
            "folder": folder,
            "touched": [{"name": deck.name, "file": deck.file, "numbers": deck.numbers} for deck in touched],
            "refused": [{"file": path, "reason": reason} for path, reason in refused],
        },
    }


def _erratum_answer(erratum: Erratum) -> dict[str, Any]:
    facts = {name: {"was": was, "is": now} for name, (was, now) in erratum.facts.items()}
    return {"number": erratum.number, "facts": facts, "text": erratum.text}


def _print_news(file: Path, news: News) -> None:
    tell(
        f"{shown(file)}: {len(news.brought)} new cards, {len(news.errata)} changed, {len(news.gone)} of the catalog "
        f"in use not in it, {len(news.unreadable)} whose text can't be read"
    )
    for card in news.brought:
        tell(f"new: {card.number}, {card.full_name}")
    for erratum in news.errata:
        changes = [f"{name} {_text(was)} is now {_text(now)}" for name, (was, now) in erratum.facts.items()]
        changes += ["its text says something else"] if erratum.text else []
        tell(f"changed: {erratum.number}, {'; '.join(changes)}")
    for card in news.gone:
        tell(f"not in it: {card.number}, {card.full_name}")
    for number, reason in news.unreadable.items():
        tell(f"can't be read: {number}, {reason}")


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return "/".join("-" if each is None else str(each) for each in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None or value == "" else str(value)


def _print_decks(folder: Path | None, touched: Sequence[Touched], refused: Sequence[tuple[Path, str]]) -> None:
    if folder is None:
        return
    tell(f"decks of {shown(folder)} that hold such cards: {len(touched) or 'none'}")
    for deck in touched:
        tell(f"  {deck.name} ({shown(deck.file)}): {', '.join(deck.numbers)}")
    for _, reason in refused:
        tell(f"  no deck: {shown(reason)}")
