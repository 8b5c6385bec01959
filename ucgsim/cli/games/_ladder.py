"""All policies against each other: what `scripts/ladder` runs."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import click

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import rules_version
from ucgsim.cli.common.console import progress, tell
from ucgsim.cli.common.numbers import WholeNumber
from ucgsim.cli.common.options import catalog_option, jobs_option, rules_option, seed_option
from ucgsim.cli.main import fail
from ucgsim.decks.checking import load_deck
from ucgsim.effects.playing import PLAY_ALL_BLANK
from ucgsim.files.reading import read_text
from ucgsim.files.sealed import sealed
from ucgsim.files.writing import write_file

ROOT = Path(__file__).resolve().parents[3]
POLICIES = ("random", "greedy", "planner", "search:16")
PAGE, FIGURES = "README.md", "ladder.json"
GENERATIONS = "generations.md"
"""A part of the page that `scripts/generations.py` wrote, if it is there."""


@click.command(context_settings={"show_default": True})
@click.argument("decks", nargs=-1, type=click.Path(path_type=Path), metavar="[DECK]...")
@click.option(
    "--policy", "policies", multiple=True, default=POLICIES, help="A policy that takes part; may be repeated."
)
@click.option("-n", "--games", type=WholeNumber(4, 10**9), default=20_000, help="Games of two fast policies.")
@click.option("--slow-games", type=WholeNumber(4, 10**9), default=800, help="Games of two of which one searches.")
@click.option(
    "--kind-games",
    type=WholeNumber(0, 10**9),
    default=800,
    help="Games with each deck that tell what a kind of decision is worth to the planner; 0 for none.",
)
@click.option("--crosses", type=WholeNumber(0, 1000), default=1, help="Other decks that each deck meets.")
@click.option("--seconds", type=WholeNumber(1, 10**6), help="Begin no further games after so long; the same goes on.")
@click.option("--out", type=click.Path(path_type=Path), default=ROOT / "reports" / "ladder", help="Folder to write to.")
@click.option("--ship", is_flag=True, help="Make these the figures of `ucgsim policies` and of the documents.")
@seed_option
@rules_option
@jobs_option
@catalog_option
def ladder(
    decks: tuple[Path, ...],
    *,
    policies: tuple[str, ...],
    games: int,
    slow_games: int,
    kind_games: int,
    crosses: int,
    seconds: int | None,
    out: Path,
    ship: bool,
    seed: int,
    rules: str,
    jobs: int,
    catalog: Path | None,
) -> None:
    """Play all policies against each other over DECKs, or those in decklists/, in mirrors and crosswise.

    What was played is kept in games.json: the same command goes on, and a policy that is added is played alone.
    """
    from ucgsim.policies.strength import FILE  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.ladder.kinds import WHOLE, contributions  # noqa: PLC0415
    from ucgsim.studies.ladder.study import Ladder, play_ladder, speeds  # noqa: PLC0415
    from ucgsim.studies.ladder.words import kinds_part, ladder_page  # noqa: PLC0415

    known, version = load_catalog(catalog), rules_version(rules)
    paths = decks or tuple(sorted((ROOT / "decklists").glob("*.txt")))
    lists = tuple(load_deck(path, known, rules=version) for path in paths)
    asked = Ladder(policies, lists, known, rules, games, slow_games, min(crosses, len(lists) - 1), seed)
    with progress("ladder", sum(cell.games for cell in asked.cells())) as advance:
        result = play_ladder(asked, out, jobs=jobs, seconds=seconds, advance=advance)
    fast = speeds(asked)
    more = out / GENERATIONS
    further = f"\n{read_text(more, 'a part of the page of the ladder')}" if more.exists() else ""
    if kind_games and WHOLE in asked.policies:
        terms = {"seed": seed, "rules": rules, "catalog": known, "play_blank": (PLAY_ALL_BLANK,)}
        kinds = contributions(lists, games=kind_games, jobs=jobs, **terms)
        further = f"\n{kinds_part(kinds)}{further}"
    page, figures = (ladder_page(result, fast) + further).encode(), sealed(result.to_json(fast))
    places = {out / PAGE: page, out / FIGURES: figures}
    if ship:
        places[Path(str(resources.files("ucgsim.policies"))) / "data" / FILE] = figures
        places[ROOT / "docs" / "ladder.md"] = page
    for place, data in places.items():
        write_file(place, data)
    tell(page.decode(), end="")


if __name__ == "__main__":
    try:
        ladder.main(prog_name="scripts/ladder", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
