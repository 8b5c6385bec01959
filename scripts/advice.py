"""Looks for better cards for the decks that ship, before anybody asks: what the page says of them at once.

    python -m scripts.advice [--games 300000] [--jobs N] [DECK ...]

Each deck meets the decks that the page begins with, planner on both sides. What is surely better, with the games that
say so, goes into `ucgsim/web/advice.json`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from scripts.generations import ROOT
from ucgsim.cards.catalog import load_catalog
from ucgsim.cli.common.console import progress, tell
from ucgsim.cli.common.options import WholeNumber, jobs_option
from ucgsim.decks.checking import load_deck
from ucgsim.decks.finding import decks_in, shipped
from ucgsim.files.reading import parse_json, read_text
from ucgsim.files.writing import write_file
from ucgsim.simulate.plan import Terms
from ucgsim.studies.improve.plan import plan_improve
from ucgsim.studies.improve.question import Search
from ucgsim.web.cards import FIRST, in_page_order
from ucgsim.web.site import ADVICE

if TYPE_CHECKING:
    from ucgsim.studies.improve.answer import ImproveResult


PLACE, WHAT = ROOT / "ucgsim/web" / ADVICE, "advice for the decks that ship"


def advice_of(result: ImproveResult) -> dict[str, Any]:
    """What the page keeps of a search: changes that are surely better, games of each by half points, by rival."""
    changes = [
        {"out": change.out, "into": change.into, "pairs": result.tables(change).reshape(-1, 9).tolist()}
        for change in result.order
        if change in result.sure
    ]
    counts = dict(result.study.deck.counts)
    return {"counts": counts, "together": len(result.measured), "tried": result.tried, "changes": changes}


@click.command(help=__doc__)
@click.argument("names", nargs=-1)
@click.option("--games", type=WholeNumber(1), default=300_000)
@jobs_option
def main(names: tuple[str, ...], games: int, jobs: int) -> None:
    """Search, and write what was found next to what lies there of other decks."""
    catalog = load_catalog()
    decks = in_page_order([load_deck(place, catalog) for place in decks_in(shipped())])
    terms = Terms.of(policy="planner", seed=1, catalog=catalog)
    field = decks[1 : len(FIRST)]
    whole = {"policy": terms.labels[0], "rules": terms.rules, "field": [deck.name for deck in field]}
    before = parse_json(read_text(PLACE, WHAT), PLACE, WHAT) if PLACE.is_file() else {}
    known: dict[str, Any] = before.pop("decks") if before.keys() > whole.keys() else {}
    if before != whole:
        known = {}
    for deck in decks:
        if names and deck.name not in names:
            continue
        study = plan_improve(deck, field, terms, budget=games)
        with progress(deck.name, games) as advance:
            result = Search(study).play(jobs=jobs, advance=advance)
        known[deck.name] = advice_of(result)
        tell(result.answer())
        lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(each)}" for name, each in known.items())
        head = json.dumps(whole)
        write_file(PLACE, f'{head[:-1]},\n"decks": {{\n{lines}\n}}}}\n'.encode())


if __name__ == "__main__":
    main()
