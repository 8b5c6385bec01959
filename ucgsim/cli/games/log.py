"""Write down the games that you play, and learn from them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import print_answer, say
from ucgsim.cli.common.questions import tell_answer
from ucgsim.safe_text import plural, shown
from ucgsim.studies.own_games import (
    Book,
    OwnResult,
    Record,
    called,
    called_if_known,
    hand_on,
    is_known,
    list_of,
    new_id,
    of_deck,
    read_day,
    read_game,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


FILE = click.Path(path_type=Path)


@options.where_named
def _day(ctx: click.Context, param: click.Parameter, value: str) -> date:
    return options.read_value(ctx, param, read_day, value)


file_option = click.option(
    "--file", type=FILE, metavar="FILE", show_default="games.csv in your folder", help="File of your games."
)
since_option = click.option("--since", callback=_day, metavar="DATE", help="Only games of this day and later.")


@click.group()
def log() -> None:
    """Write down the games that you play at a table, count them, and set them beside simulated ones."""


@log.command()
@click.argument("deck", type=DECK)
@click.argument("rival")
@click.argument("result", type=click.Choice([each.value for each in OwnResult]))
@click.option("--lead/--next", "led", default=None, help="Whether you led the first turn.")
@click.option("--date", "on", callback=_day, metavar="DATE", show_default="today", help="Day of the game: 2026-04-01.")
@click.option("--event", default="", metavar="TEXT", help="Where it was played.")
@click.option("--note", default="", metavar="TEXT", help="What to remember; never exported.")
@click.option("--version", metavar="NAME", show_default="the list as it is now", help="Which list of DECK was played.")
@file_option
@options.json_option
def add(
    *, deck: Path, rival: str, led: bool | None, on: date | None, version: str | None, file: Path | None, **given: Any
) -> None:
    """Write down one game of DECK against RIVAL, which is a deck or any words, and how it ended for you."""
    as_json = given.pop("as_json")
    texts = {"deck": called(deck), "rival": called_if_known(rival), "date": str(on or date.today()), **given}
    texts["lead"] = {True: "lead", False: "next", None: ""}[led]
    game = read_game(texts | {"version": version or "", "id": new_id()})
    if version is None:
        game = replace(game, version=list_of(deck))
    book = Book(file)
    book.add(game)
    if not is_known(game.rival):
        say(f"ucgsim: {shown(game.rival)}: no deck is called so; it is kept as these words")
    words = f"{game.date}: {shown(game.deck)} against {shown(game.rival)}, {game.result} ({shown(book.path)})"
    print_answer({"file": book.path, "game": game}, words, as_json=as_json)


@log.command()
@click.option("--deck", metavar="DECK", help="Only games with this deck.")
@since_option
@file_option
@options.json_option
def show(*, deck: str | None, since: date | None, file: Path | None, as_json: bool) -> None:
    """Show how often you win: by deck, rival, list and Lead, with intervals and counts."""
    book = Book(file)
    games = book.games()
    if deck is not None:
        games = of_deck(games, deck)
    if since is not None:
        games = [game for game in games if game.date >= since]
    tell_answer(Record(games, book.path, since), as_json=as_json)


@log.command()
@click.argument("out", type=FILE, metavar="OUT.csv")
@click.option("--events", is_flag=True, help="With the names of events.")
@since_option
@file_option
@options.json_option
def export(*, out: Path, events: bool, since: date | None, file: Path | None, as_json: bool) -> None:
    """Write your games into OUT.csv for others: without notes, and without events unless --events is given."""
    book = Book(file)
    book.refuse_as_output(out)
    games = [game for game in book.games() if since is None or game.date >= since]
    columns = hand_on(games, out, events=events)
    words = _words_of(game.rival for game in games)
    if words:
        say(f"ucgsim: rivals that are no decks go out as you wrote them: {', '.join(map(shown, words))}")
    values = {"file": out, "games": len(games), "columns": columns, "rivals_as_written": words}
    print_answer(values, f"{shown(out)}: {plural(len(games), 'game')}, {', '.join(columns)}", as_json=as_json)


@log.command("import")
@click.argument("table", type=FILE, metavar="FILE")
@file_option
@options.json_option
def import_games(*, table: Path, file: Path | None, as_json: bool) -> None:
    """Take over the games in FILE, all of them or, if a line is wrong, none; those that you have are skipped."""
    book = Book(file)
    taken = book.take_over(table)
    words = f"{shown(book.path)}: {plural(taken.added, 'game')} added, {taken.doubles:,} skipped as there already"
    print_answer({"file": book.path, **taken._asdict()}, words, as_json=as_json)


def _words_of(rivals: Iterable[str]) -> list[str]:
    """Rivals that are no known decks, each once."""
    return [name for name in dict.fromkeys(rivals) if not is_known(name)]
