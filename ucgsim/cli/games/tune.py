"""Tune the numbers of a policy on paired games, until nothing is surely better or the budget is spent."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cli.common.console import PLAIN_SECONDS, print_json, say, tell
from ucgsim.cli.common.numbers import read_whole
from ucgsim.cli.common.options import jobs_option, json_option, known_policy, make_folder, out_option, terms_options
from ucgsim.cli.common.rivals import field_option
from ucgsim.limits import MAX_GAMES
from ucgsim.showing import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ucgsim.simulate.terms import Terms
    from ucgsim.studies.tune.result import TuneResult
    from ucgsim.studies.tune.study import Budget, Tuning

LEFT_OUT = 4
"""One deck in so many is left out where nothing is said."""
SLOW = 16
"""How many times fewer games are played with a policy that searches."""
_TIME = re.compile(r"(?:(?P<h>\d{1,4})h)?(?:(?P<m>\d{1,5})m)?(?:(?P<s>\d{1,7})s)?")
_GAMES = re.compile(r"(?P<games>\S+?)(?: ?games)?")


def _budget(ctx: click.Context, param: click.Parameter, value: str) -> Budget:
    """Read a time such as 1h30m, or a number of games."""
    from ucgsim.studies.tune.study import Budget  # noqa: PLC0415 - help must not wait for what plays

    text = value.strip()
    length, games = _TIME.fullmatch(text.lower()), _GAMES.fullmatch(text)
    number = None if games is None else read_whole(games["games"])
    if number is not None and 0 < number <= MAX_GAMES:
        return Budget(games=number)
    if length is not None and text:
        seconds = sum(int(length[unit] or 0) * size for unit, size in (("h", 3600), ("m", 60), ("s", 1)))
        if seconds > 0:
            return Budget(seconds=seconds)
    raise click.BadParameter(f"{value!r} is no budget; give a time such as 10m or 1h30m, or games: 200k", ctx, param)


def _opponent(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """The policy that is named, else the one that is tuned."""
    return str(ctx.params["start"]) if value is None else known_policy(ctx, param, value)


@click.command()
@click.argument("start", is_eager=True, callback=known_policy, metavar="POLICY")
@click.argument("decks", nargs=-1, type=click.Path(path_type=Path), metavar="[DECK]...")
@click.option("--budget", callback=_budget, default="10m", help="Time of this call, or games in all.")
@field_option
@click.option(
    "--against",
    callback=_opponent,
    metavar="NAME",
    show_default="POLICY as it is",
    help="Opponent of all candidates; against another policy the tuned one is an exploiter of it.",
)
@click.option(
    "--leave-out",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="DECK",
    show_default="one deck in four",
    help="A deck that is never tuned on, only tried in the end; may be repeated.",
)
@terms_options()
@jobs_option
@out_option
@json_option
def tune(
    start: str,
    decks: tuple[Path, ...],
    *,
    budget: Budget,
    field: Path | None,
    against: str,
    leave_out: tuple[Path, ...],
    terms: Terms,
    jobs: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Look for better numbers of POLICY (as of `ucgsim policies`) on DECKs, or on those that ship.

    Candidates play the same paired games, and a sequential test accepts what is surely better. The folder --out keeps
    all that was played, so that the same command goes on, and holds the numbers in a file that stands for a policy
    everywhere: --policy planner@FOLDER/planner.toml.
    """
    from ucgsim.studies.tune.study import tune as play  # noqa: PLC0415 - help must not wait for what plays

    if out is None:
        raise click.UsageError("--out: name a folder for what is played and for the numbers, such as --out tuned")
    tuning = _tuning((start, against), decks, leave_out, field, terms)
    result = play(tuning, budget, make_folder(out), jobs=jobs, looked=_teller())
    if as_json:
        print_json({**result.to_json(), "file": str(out / result.file) if result.accepted else None})
        return
    tell(result.summary())
    if result.accepted:
        tell(f"The numbers stand in {shown(out / result.file)}: --policy {start.partition(':')[0]}@FILE")


def _tuning(
    policies: tuple[str, str], paths: Sequence[Path], leave_out: Sequence[Path], field: Path | None, terms: Terms
) -> Tuning:
    """What is asked: a policy against another, and which decks it is tuned on."""
    from ucgsim.policies.spec import parse_policy  # noqa: PLC0415
    from ucgsim.studies.given import given_decks, refuse_repeated  # noqa: PLC0415
    from ucgsim.studies.tune.study import GAMES, MOST, Tuning  # noqa: PLC0415
    from ucgsim.studies.weights import equal_weights, given_field  # noqa: PLC0415

    known = given_decks([*_paths(paths, leave_out), *leave_out], terms)
    refuse_repeated(known, "name each deck once, tuned on or left out")
    n = len(known) - len(leave_out)
    shares = given_field(field, [deck.name for deck in known[:n]])
    weights = equal_weights([deck.name for deck in known[:n]]) if shares is None else shares.weights
    left = set(range(n, len(known))) if leave_out else _left_out(weights, terms.seed)
    tuned = [place for place in range(n) if place not in left and weights[place] > 0]
    total = sum(weights[place] for place in tuned)
    names = (parse_policy(each) for each in policies)
    fewer = SLOW if any(each.is_slow for each in names) else 1
    return Tuning(
        *policies,
        tuple(known[place] for place in tuned),
        tuple(weights[place] / total for place in tuned),
        tuple(deck for place, deck in enumerate(known) if place not in tuned),
        terms,
        games=GAMES // fewer,
        most=MOST // fewer,
    )


def _left_out(weights: Sequence[float], seed: int) -> set[int]:
    """One deck in four by chance, of those that have a share."""
    places = [place for place, weight in enumerate(weights) if weight > 0]
    return set(random.Random(f"{seed} left out").sample(places, len(places) // LEFT_OUT))


def _paths(paths: Sequence[Path], leave_out: Sequence[Path]) -> list[Path]:
    """The decklists that are named, or else all of the usual folder but those left out."""
    from ucgsim.decks.finding import find_deck, with_folders  # noqa: PLC0415
    from ucgsim.policies.closed_lists import usual_folders  # noqa: PLC0415

    if paths:
        return with_folders(paths)
    left = {find_deck(path).resolve() for path in leave_out}
    return [path for path in with_folders(usual_folders()[:1]) if path.resolve() not in left]


def _teller() -> Callable[[TuneResult], None]:
    """A function that says how far it is, at most every three seconds."""
    last = time.monotonic()

    def look(result: TuneResult) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= PLAIN_SECONDS:
            last = now
            say(
                f"tune: {result.games:,} games, {result.generations} generations, {len(result.trials)} trials, "
                f"{len(result.accepted)} accepted"
            )

    return look
