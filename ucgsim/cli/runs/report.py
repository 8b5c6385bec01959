"""The page of a run, with pictures, tables and replays."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cards.catalog import load_catalog
from ucgsim.cli.common import options
from ucgsim.cli.common.console import print_json, progress, say_change, tell
from ucgsim.cli.common.questions import wanted_check
from ucgsim.errors import UcgsimError
from ucgsim.remarks import remark
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from ucgsim.cards.catalog import Catalog


@click.command()
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN_DIR")
@options.own_policy_option
@options.jobs_option
@options.check_options(usual=False)
@click.option("--deck", metavar="NAME", help="Of a matrix: one deck's side alone, on a page of its own.")
@click.option("--share", is_flag=True, help="Write share.html as well: the page with its replays, one file to send.")
@click.option("--no-live", is_flag=True, help="Leave out what plays on within the page.")
@options.catalog_option
@options.json_option
def report(
    run: Path,
    *,
    jobs: int,
    check: options.CheckOptions,
    deck: str | None,
    share: bool,
    no_live: bool,
    catalog: Path | None,
    as_json: bool,
) -> None:
    """Write the page of the run in RUN_DIR, a folder that duel, gauntlet, matrix or compare wrote with --out.

    It shows the check that lies there; --check makes one first. The page is one file that needs no other; plots (PNG,
    SVG), tables (CSV, Parquet), summary.json and, of a duel, a gauntlet or a matrix of games, replays are in the same
    folder. Plots of one matchup of several are written by a report of its folder, RUN_DIR/NAME.

    The page plays on by itself, where a browser can play as the run was played: more games, swaps, saved games.
    """
    from ucgsim.report.page import write_shared  # noqa: PLC0415
    from ucgsim.studies.duel.replays import REPLAYS  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.kit.page import SUMMARY  # noqa: PLC0415
    from ucgsim.studies.kit.run import matchups, write_report  # noqa: PLC0415

    known = load_catalog(catalog)
    _refuse_no_run(run)
    _check_run(run, check, catalog=known, jobs=jobs)
    with progress("report", matchups(run, deck), unit="matchups") as advance:
        page = write_report(run, catalog=known, advance=advance, check=not check.is_left_out, deck=deck)
    say_change(run)
    if not no_live:
        _play_on(run, page, known)
    if share:
        page = write_shared(page)
    beside = {"plots": run / "plots", "tables": run / "tables", "replays": run / REPLAYS}
    # Of matches no game is saved, so there is none to show.
    there = {name: place for name, place in beside.items() if place.is_dir()}
    if (run / SUMMARY).is_file():
        there["summary"] = run / SUMMARY
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


def _refuse_no_run(run: Path) -> None:
    """UcgsimError for decks, and for a page that another command made: both are right names of something else."""
    from ucgsim.decks.finding import decks_in, find_deck  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.kit.kinds import kind_of  # noqa: PLC0415

    if kind_of(run) is not None:
        return
    if (run / "index.html").is_file() and (run / "summary.json").is_file():
        raise UcgsimError(f"{run}: holds a page and no run; the command that wrote it with --out makes it again")
    is_deck = False
    with suppress(UcgsimError):
        is_deck = not run.is_dir() and find_deck(run).is_file()
    if is_deck or decks_in(run):
        raise UcgsimError(f"{run}: is no run but decks; play them first: ucgsim matrix {shown(run)} ... --out DIR")


def _check_run(folder: Path, asked: options.CheckOptions, *, catalog: Catalog, jobs: int) -> None:
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
