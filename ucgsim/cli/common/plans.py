"""`--plan`: what a question takes is told in place of its answer, with the same words for all commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from ucgsim.cli.common.console import print_json, tell_parts
from ucgsim.cli.common.options import is_typed

if TYPE_CHECKING:
    from collections.abc import Callable

    from ucgsim.studies.planning import GamesPlan

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
