"""What commands share that ask one question: its plan, its check, several policies, matches in place of games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ucgsim.cli.common.console import print_json, progress, say, tell, tell_parts
from ucgsim.cli.common.options import AskedCheck, is_typed, read_value
from ucgsim.showing import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from ucgsim.decks.deck import DeckLike
    from ucgsim.simulate.speed import Dealt
    from ucgsim.simulate.terms import Terms
    from ucgsim.studies.check import Budget
    from ucgsim.studies.planning import GamesPlan
    from ucgsim.studies.plays.views import Answer

F = TypeVar("F", bound="Callable[..., Any]")

ASKED_TOO = frozenset(
    {
        *("deck_a", "deck_b", "deck", "decks", "mine", "rivals", "run", "against", "field", "side"),
        *("plan", "precision", "worth", "jobs", "backend", "scheduler", "as_json"),
        *("policy", "policy_b", "seed", "first", "matchup", "play_blank", "rules", "redraw_procedure", "catalog"),
    }
)
"""What may be named beside it: who plays how, and how the plan is told."""


def plan_option(command: F) -> F:
    """``--plan`` as ``plan: bool``; see ``tell_plan``."""
    return click.option(
        "--plan", is_flag=True, help="Say how many games and minutes a precision or a difference takes; keep nothing."
    )(command)


def tell_plan(
    make: Callable[[int, tuple[float, ...]], GamesPlan], precision: float | None, *, jobs: int, as_json: bool
) -> None:
    """Print what a question takes; ``make(jobs, precisions)`` measures it."""
    from ucgsim.studies.planning import PRECISIONS  # noqa: PLC0415 - help must not wait for what plays

    _refuse_beside_plan()
    result = make(jobs, PRECISIONS if precision is None else (precision,))
    if as_json:
        print_json(result.to_json())
        return
    tell_parts(result.parts())


def _refuse_beside_plan() -> None:
    """UsageError for options that say how to play what ``--plan`` does not play."""
    context = click.get_current_context()
    for each in context.command.params:
        if is_typed(str(each.name)) and each.name not in ASKED_TOO:
            raise click.UsageError(f"--plan plays nothing and keeps nothing; leave out {each.opts[-1]}")


@dataclass(frozen=True, slots=True)
class WantedCheck:
    """A check that is to be made: its policy, in so many games or within a budget."""

    policy: str
    games: int | None = None
    budget: Budget | None = None


def wanted_check(asked: AskedCheck, played: Sequence[str], *, usual: bool) -> WantedCheck | None:
    """The check to be made, None for no check; ``usual``: whether there is one where no policy is named.

    Refuses a size of a check that is not made, and a check by what plays already.
    """
    from ucgsim.studies.check import read_check, usual_check  # noqa: PLC0415 - help must not wait for what plays

    policy = read_check(asked.policy, played) if asked.policy is not None or not usual else usual_check(played)
    if policy is not None:
        return WantedCheck(policy, asked.games, asked.budget)
    _refuse_size(asked, "there is no check; name one with --check, such as search:16,with=planner")
    return None


def refuse_check(asked: AskedCheck, why: str) -> None:
    """Refuse the options of a check where nothing can be checked."""
    if replace(asked, policy=None) != AskedCheck() or asked.policy not in {None, "none"}:
        raise click.UsageError(f"--check: {why}")


def _refuse_size(asked: AskedCheck, why: str) -> None:
    for option, value in (("--check-games", asked.games), ("--check-budget", asked.budget)):
        if value is not None:
            raise click.UsageError(f"{option}: {why}")


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

    return read_value(ctx, param, read_policies, value)


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


def tell_matches(
    decks: Sequence[DeckLike],
    match: str,
    turns: int | None,
    *,
    terms: Terms,
    games: int,
    field: Path | None,
    jobs: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play matches and print who wins them; ``games`` counts matches."""
    from ucgsim.studies.matrix.matches import plan_matches, play_study  # noqa: PLC0415
    from ucgsim.studies.weights import given_field  # noqa: PLC0415

    study = plan_matches(decks, terms, match=match, turns=turns, games=games)
    given = given_field(field, study.plan.names)
    if study.plan.each != games:
        say(f"ucgsim: both win the throw equally often: playing {study.plan.each:,} for each two instead of {games:,}")
    with progress("matrix", study.plan.matches, unit="matches") as advance:
        result = play_study(study, jobs=jobs, field=given, out=out, advance=advance)
    if as_json:
        print_json(result.to_json())
        return
    tell_parts(result.parts())
    if out is not None:
        text = f"a page of it: ucgsim report {shown(out)}; the field that nothing beats: ucgsim meta {shown(out)}"
        tell(f"Kept in {shown(out)}; {text}")
