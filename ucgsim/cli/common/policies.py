"""What `--policies` asks for: one question under several policies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from ucgsim.cli.common.check import refuse_check
from ucgsim.cli.common.console import print_json, tell, tell_parts
from ucgsim.cli.common.options import is_typed
from ucgsim.errors import UcgsimError
from ucgsim.showing import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from ucgsim.cli.common.check import AskedCheck
    from ucgsim.simulate.speed import Dealt
    from ucgsim.studies.plays.views import Answer

F = TypeVar("F", bound="Callable[..., Any]")


def policies_option(command: F) -> F:
    """``--policies`` as ``policies: list[str] | None``, their names; with it neither a policy nor a check is named."""
    return click.option(
        "--policies",
        callback=known_policies,
        metavar="LIST",
        help="Ask under each of these on all sides, planner,search:16,with=planner, and say what depends on the play. "
        "One that searches plays as many games as --check-games or --check-budget say.",
    )(command)


def known_policies(ctx: click.Context, param: click.Parameter, value: str | None) -> list[str] | None:
    """The names of a list of policies; BadParameter for one that is unknown, or for fewer than two."""
    if value is None:
        return None
    from ucgsim.studies.plays.study import read_policies  # noqa: PLC0415 - help must not wait for what plays

    try:
        return read_policies(value)
    except UcgsimError as error:
        raise click.BadParameter(str(error), ctx, param) from error


def tell_plays(
    policies: list[str],
    ask: Callable[[str, Path | None], Answer],
    asked: AskedCheck,
    *,
    out: Path | None,
    as_json: bool,
) -> None:
    """Ask under each of the policies and print what depends on the play; ``ask(name, folder)`` asks under one."""
    from ucgsim.studies.plays.study import ask_each  # noqa: PLC0415

    refuse_policies(asked)
    result = ask_each(policies, ask, out)
    if as_json:
        print_json(result.to_json())
        return
    tell_parts(result.parts())
    if out is not None:
        tell(f"Kept in {shown(out)}; the page of it: {shown(out / 'index.html')}")


def refuse_policies(asked: AskedCheck) -> None:
    """Refuse a policy or a check beside the list of policies."""
    for name in ("policy", "policy_b"):
        if is_typed(name):
            raise click.UsageError(f"--{name.replace('_', '-')}: each of --policies plays all sides; leave it out")
    if asked.policy is not None:
        refuse_check(asked, "name the policy that is to check among --policies")


def games_under(
    name: str,
    games: int,
    asked: AskedCheck,
    dealt: Callable[[], Iterable[Dealt]],
    *,
    matchups: int,
    jobs: int,
    place: Path | None,
) -> int:
    """Games of each matchup under a policy: fewer where it searches, as many as a check would have."""
    from ucgsim.policies.spec import parse_policy  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.check import games_in, games_of_check  # noqa: PLC0415
    from ucgsim.studies.plays.study import games_begun  # noqa: PLC0415

    if not parse_policy(name).is_slow:
        return games
    if asked.budget is None:
        return games_of_check(asked.games, games, matchups)
    begun = None if place is None or asked.budget.seconds is None else games_begun(place)
    return begun or games_in(asked.budget, list(dealt()), matchups, jobs=jobs)
