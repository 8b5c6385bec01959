"""The page of a run, with pictures, tables and replays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cards.catalog import load_catalog
from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import print_json, progress, say_change, tell
from ucgsim.cli.common.process import keeps
from ucgsim.cli.common.questions import Asked, wanted_check
from ucgsim.cli.games.gauntlet import EVEN
from ucgsim.decks.reading import read_deck
from ucgsim.errors import UcgsimError
from ucgsim.remarks import remark
from ucgsim.safe_text import shown, slug

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.plan import Terms

REPORTS = Path("reports")
LONGEST_NAME = 80
OF_DECKS = ("games", "policy", "field", "seed", "play_blank", "rules", "redraw_procedure", "out")
"""Options that say how decks are played; of a run they are known already."""


@click.command()
@click.argument("source", nargs=-1, required=True, type=DECK, metavar="RUN_DIR|DECK...")
@options.games_option(
    default=2000, help="Games for each two decks; both win the throw equally often, so an odd number goes up by one."
)
@options.field_option
@options.terms_options(options.policy_option)
@options.jobs_option
@options.check_options(usual=True)
@click.option("--deck", metavar="NAME", help="Of a matrix: one deck's side alone, on a page of its own.")
@click.option("--share", is_flag=True, help="Write share.html as well: the page with its replays, one file to send.")
@click.option("--no-live", is_flag=True, help="Leave out what plays on within the page; it takes 0.6 MB.")
@options.out_option
@options.json_option
@click.pass_context
def report(
    ctx: click.Context,
    /,
    source: Sequence[Path],
    *,
    terms: Terms,
    check: options.AskedCheck,
    deck: str | None,
    share: bool,
    no_live: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Write the page of the run in RUN_DIR, or play all pairs of the decks DECK... and write the page of that.

    RUN_DIR is a folder that duel, gauntlet, compare or matrix (with --match as well) wrote with --out. Decks are played
    as `ucgsim matrix` plays and checks them, into reports/NAMES unless --out names a folder. Of a run the page shows
    the check that lies there; --check makes one first. The page is one file that needs no other; plots (PNG, SVG),
    tables (CSV, Parquet), summary.json and, of a duel, a gauntlet or a matrix of games, replays are in the same folder.
    Plots of one matchup of several are written by a report of its folder, RUN_DIR/NAME.

    The page plays on by itself, where a browser can play as the run was played: more games, swaps, saved games.
    """
    from ucgsim.report.page import write_shared  # noqa: PLC0415
    from ucgsim.studies.duel.replays import REPLAYS  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.kit.page import SUMMARY  # noqa: PLC0415
    from ucgsim.studies.kit.run import matchups, write_report  # noqa: PLC0415

    if _is_run(source):
        _refuse_options(ctx)
        folder = source[0]
        _check_run(folder, check, catalog=terms.catalog, jobs=options["jobs"])
    else:
        folder = _play(source, terms, check=check, **options)
    with progress("report", matchups(folder, deck), unit="matchups") as advance:
        page = write_report(folder, catalog=terms.catalog, advance=advance, check=not check.is_left_out, deck=deck)
    say_change(folder)
    if not no_live:
        _play_on(folder, page, terms.catalog)
    if share:
        page = write_shared(page)
    beside = {"plots": folder / "plots", "tables": folder / "tables", "replays": folder / REPLAYS}
    # Of matches no game is saved, so there is none to tell.
    there = {name: place for name, place in beside.items() if place.is_dir()}
    if (folder / SUMMARY).is_file():
        there["summary"] = folder / SUMMARY
    if as_json:
        print_json({"page": page, **there})
        return
    *others, last = [*(name for name in there if name != "summary"), *([SUMMARY] if "summary" in there else [])]
    tell(f"{shown(page)}: open it in a browser; {', '.join(others)} and {last} are in the same folder")


def _play_on(folder: Path, page: Path, catalog: Catalog) -> None:
    """Put into the page what plays on; where that can't be, say why in one line and leave it as it is."""
    from ucgsim.studies.kit.kinds import PAGES, stored  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.web.live import play_on  # noqa: PLC0415

    try:
        further = stored(folder, PAGES).going_on(catalog)
        if further is None:
            raise UcgsimError("it plays single games of two decks, and this was asked otherwise")
        play_on(page, further, catalog)
    except UcgsimError as error:
        remark(f"the page does not play on: {error}")


def _is_run(source: Sequence[Path]) -> bool:
    """Whether a run is named and not decks; UcgsimError where it is neither the one nor the other."""
    from ucgsim.decks.finding import decks_in, find_deck, is_folder, is_there  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.kit.kinds import kind_of  # noqa: PLC0415

    folders = [each for each in source if is_folder(each)]
    runs = [folder for folder in folders if kind_of(folder) is not None]
    if runs and len(source) > 1:
        raise UcgsimError(f"{runs[0]}: is the folder of a run; name it alone, or two or more decks")
    for folder in folders:
        if folder not in runs and (folder / "index.html").is_file() and (folder / "summary.json").is_file():
            raise UcgsimError(f"{folder}: holds a page and no run; the command that wrote it with --out makes it again")
    if len(source) > 1 or (folders and not runs and decks_in(source[0])):
        _refuse_mixed(source)
        return False
    if folders:
        return True
    result = find_deck(source[0])
    if not is_there(result):
        return True
    raise UcgsimError(f"{source[0]}: is one deck; name two or more, or the folder of a run")


def _refuse_mixed(source: Sequence[Path]) -> None:
    """Raise UcgsimError for one folder that holds no run, where what lies in it is not decklists alone."""
    from ucgsim.decks.finding import decks_in, is_folder  # noqa: PLC0415

    if len(source) > 1 or not is_folder(source[0]):
        return
    for file in decks_in(source[0]):
        try:
            read_deck(file, load_catalog())
        except UcgsimError as error:
            raise UcgsimError(
                f"{source[0]}: holds no run, and {file.name} in it is no decklist; name the folder that a command "
                "wrote with --out, or two or more decks"
            ) from error


def _check_run(folder: Path, asked: options.AskedCheck, *, catalog: Catalog, jobs: int) -> None:
    """Make the check of a run that is there already, where one is named."""
    from ucgsim.studies.kit.kinds import PAGES, stored  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.kit.question import Checkable  # noqa: PLC0415
    from ucgsim.studies.kit.run import check  # noqa: PLC0415

    if asked.policy is None or asked.is_left_out:
        wanted_check(replace(asked, policy=None), [], usual=False)
        return
    answer = stored(folder, PAGES).again(catalog)
    assert isinstance(answer, Checkable), "nothing else is read to be checked"
    wanted = wanted_check(asked, answer.policies, usual=False)
    assert wanted is not None, "a check was named"
    check(answer, wanted, jobs=jobs, catalog=catalog, watch=progress)


def _refuse_options(ctx: click.Context) -> None:
    from ucgsim.policies.policy_files import own_file  # noqa: PLC0415

    given = [param for param in ctx.command.params if options.is_typed(str(param.name))]
    for param in given:
        if param.name in OF_DECKS and not (param.name == "policy" and own_file(ctx.params["policy"])):
            text = "the folder of a run says how it was played"
            raise click.UsageError(f"{param.opts[-1]}: {text}; leave it out, or name decks instead", ctx)


def _play(decks: Sequence[Path], terms: Terms, *, out: Path | None, **options: Any) -> Path:
    """Play the matrix of the decks, going on where it is, and return its folder."""
    from ucgsim.cards.versions import rules_version  # noqa: PLC0415
    from ucgsim.decks.checking import load_deck  # noqa: PLC0415
    from ucgsim.decks.finding import with_folders  # noqa: PLC0415
    from ucgsim.studies.matrix.question import plan_matrix  # noqa: PLC0415

    version = rules_version(terms.rules)
    lists = [load_deck(path, terms.catalog, rules=version) for path in with_folders(decks)]
    folder = out or REPORTS / _name(lists)
    keeps(folder)
    games, field = options.pop("games"), options.pop("field")
    asked = Asked(terms=terms, out=folder, usual=True, **options)
    asked.play(lambda terms, number, out: plan_matrix(lists, terms, games=number, out=out, field=field), games, EVEN)
    return folder


def _name(decks: Sequence[Deck]) -> str:
    """What to call the report of some decks: their names, cut short where they are many."""
    words = "-".join(slug(deck.name) or "deck" for deck in decks)
    return words[:LONGEST_NAME].strip("-")
