"""Open packs, make a deck of a pool, see how strong it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.cards.versions import RULES_VERSIONS, Procedure
from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import print_json, progress, say, tell
from ucgsim.cli.common.questions import tell_answer
from ucgsim.decks.boosters import MOST_PACKS, PACKS, deal_pool, read_boosters, sets_of
from ucgsim.decks.building import RULE
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.writing import format_deck, write_deck
from ucgsim.files.writing import refuse_other
from ucgsim.limits import MAX_GAMES
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.decks.deck import Deck

FILE = DECK


# ``--rules VERSION`` as ``rules: str``; the format is always the sealed one.
_rules_option = options.listed("rules", type=click.Choice(RULES_VERSIONS))
# ``--boosters``, ``--sets`` and ``--packs``: what is opened.
_packs_options = options.stacked(
    click.option(
        "--boosters",
        type=FILE,
        metavar="FILE",
        show_default="as ships: eight cards, an assumption",
        help="What a pack holds: TOML with a table [pack], C = 4, and perhaps [one_of], R = 50.",
    ),
    click.option(
        "--sets",
        metavar="SET,...",
        callback=lambda ctx, param, value: [part for part in (value or "").split(",") if part.strip()],  # noqa: ARG005
        show_default="the newest",
        help="Sets that the packs are of, in turn: BP01,BP02.",
    ),
    click.option("--packs", type=options.WholeNumber(1, MOST_PACKS), default=PACKS, help="Packs that are opened."),
)


@click.group()
def sealed() -> None:
    """Open packs, make a deck of a pool and say how strong it is (sealed format, floor rules 14)."""


@sealed.command()
@_packs_options
@options.seed_option
@click.option("-o", "--out", type=FILE, metavar="FILE", help="File to write; without it, print.")
@options.catalog_option
@options.json_option
def pool(
    *,
    boosters: Path | None,
    sets: list[str],
    packs: int,
    seed: int,
    out: Path | None,
    catalog: Path | None,
    as_json: bool,
) -> None:
    """Deal the cards of opened packs, as a list."""
    known, assumed = load_catalog(catalog), read_boosters(boosters)
    cards = [*known.values()]
    codes = sets_of(cards, assumed, sets)
    dealt = deal_pool(cards, assumed, codes, packs=packs, seed=seed)
    say(f"ucgsim: {packs} packs of {', '.join(codes)}, seed {seed}; {assumed.words}")
    _hand_out(dealt, known, out, {"sets": codes, "packs": packs, "assumed": assumed.words}, as_json=as_json)


@sealed.command()
@click.argument("pool", type=FILE)
@click.option("-o", "--out", type=FILE, metavar="FILE", help="File to write; without it, print.")
@click.option(
    "--by",
    type=click.Choice(["play", "chains"]),
    default="play",
    help="By playing the decks of the pool, or at once by levels and BP alone.",
)
@click.option("--rivals", type=options.WholeNumber(2, 500), default=8, help="Other pools that are dealt and met.")
@click.option(
    "--budget", type=options.WholeNumber(1, MAX_GAMES), default=150_000, help="Games; more if so few say nothing."
)
@_packs_options
@options.policy_option
@options.seed_option
@_rules_option
@options.play_blank_option
@options.redraw_procedure_option
@options.jobs_option
@options.catalog_option
@options.json_option
def build(
    pool: Path, *, out: Path | None, by: str, redraw_procedure: str, catalog: Path | None, as_json: bool, **options: Any
) -> None:
    """Make a deck of the list POOL: the one that wins most when its decks are played against decks of other pools.

    It begins with a deck made by levels and BP and swaps up to four of the cards that stayed in the pool.
    """
    from ucgsim.simulate.plan import Terms  # noqa: PLC0415 - help must not wait
    from ucgsim.studies.sealed import plan_sealed_build, sealed_deck, sealed_rules  # noqa: PLC0415 - as above

    known = load_catalog(catalog)
    if by == "chains":
        made = sealed_deck(pool, rules=options["rules"], catalog=known)
        say(f"ucgsim: {RULE}")
        _hand_out(made, known, out, {"made": RULE}, as_json=as_json)
        return
    if out is not None:
        # Not after all the games: their deck would be lost.
        refuse_other(out)
    jobs, rules = options.pop("jobs"), sealed_rules(options.pop("rules"))
    fields = {name: options.pop(name) for name in ("policy", "seed", "play_blank")}
    terms = Terms.of(rules=rules, redraw_procedure=Procedure(redraw_procedure), catalog=known, **fields)
    planned = plan_sealed_build(pool, terms, **options)
    with progress("decks", planned.study.budget) as advance:
        result = planned.play(jobs=jobs, advance=advance)
    say(f"ucgsim: {result.answer()}")
    _hand_out(result.deck, known, out, result.to_json(), as_json=as_json)


def _hand_out(listed: Deck, known: Catalog, out: Path | None, more: dict[str, Any], *, as_json: bool) -> None:
    """Write a list to a file or print it."""
    if out is not None:
        write_deck(listed, known, DeckFormat.TEXT, out)
    if as_json:
        cards = dict(listed.counts)
        print_json({"name": listed.name, "size": listed.size, "cards": cards, "file": out, **more})
    elif out is None:
        tell(format_deck(listed, known, DeckFormat.TEXT), end="", broken=False)
    else:
        tell(f"{shown(out)}: {listed.size} cards")


@sealed.command()
@click.argument("pool", type=FILE)
@click.option("--rivals", type=options.WholeNumber(2, 500), default=20, help="Other pools that are dealt and met.")
@options.games_option(default=200, help="Games against each of them.")
@_packs_options
@options.policy_option
@options.seed_option
@_rules_option
@options.play_blank_option
@options.redraw_procedure_option
@options.jobs_option
@options.out_option
@options.catalog_option
@options.full_option
@options.json_option
def strength(
    pool: Path,
    *,
    rivals: int,
    games: int,
    redraw_procedure: str,
    out: Path | None,
    catalog: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Play a deck made of the list POOL against decks made of other pools, by the same rule.

    With --out a page of it is written; games are saved in its folder `games`, and the same command goes on.
    """
    from ucgsim.studies.sealed import pool_strength  # noqa: PLC0415 - help must not wait for what plays

    with progress("pools", rivals * games) as advance:
        result = pool_strength(
            pool,
            rivals=rivals,
            games=games,
            redraw_procedure=Procedure(redraw_procedure),
            out=out,
            catalog=load_catalog(catalog),
            advance=advance,
            **options,
        )
    tell_answer(result, as_json=as_json)
    if out is not None and not as_json:
        tell(f"{shown(out / 'index.html')}: open it in a browser; the games are saved in {shown(out / 'games')}")
