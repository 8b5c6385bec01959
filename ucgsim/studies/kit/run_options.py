"""The options that public functions share: groups of them with their types, and how a function takes a group.

A function is decorated with ``@takes(SomeOptions)`` and has ``**options: Unpack[SomeOptions]`` for its last argument.
Editors read the second. The first writes each option into the function's signature and docstring, for ``help``,
notebooks and the check of arguments (`ucgsim.arguments`). What an option means is said once, in `ucgsim.options`.
"""

from __future__ import annotations

import functools
import inspect
import re
import textwrap
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypedDict, TypeVar

from ucgsim.arguments import checked
from ucgsim.options import OPTIONS
from ucgsim.report.progress import watched
from ucgsim.simulate.cores import cores
from ucgsim.simulate.plan import Terms
from ucgsim.studies.check import Wanted, read_budgets, read_check
from ucgsim.studies.kit.run import B, ask

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from ucgsim.cards.catalog import Catalog
    from ucgsim.cards.versions import Procedure
    from ucgsim.studies.kit.question import Question

P = ParamSpec("P")
R = TypeVar("R")
WIDTH = 120
"""Columns of a line of a docstring."""


class ProgressOptions(TypedDict, total=False):
    """How progress is shown."""

    progress: bool | None
    advance: Callable[[int], object] | None


class WorkOptions(ProgressOptions, total=False):
    """Progress, processes and cards: of a function whose policies and rules are those of a stored run."""

    jobs: int | None
    catalog: Catalog | None


class PlayOptions(TypedDict, total=False):
    """Who decides, with which chance, by which rules."""

    policy: str
    seed: int
    rules: str
    redraw_procedure: Procedure | str
    play_blank: Collection[str]


class RunOptions(PlayOptions, WorkOptions, total=False):
    """All that a function takes which plays games."""


class StoredOptions(RunOptions, total=False):
    """``RunOptions`` and the folder in which the games are stored."""

    out: Path | str | None


class CheckedOptions(StoredOptions, total=False):
    """``StoredOptions`` and the check by a second policy."""

    check: str | None
    check_games: int | None
    check_budget: str | None


class MatchupOptions(CheckedOptions, total=False):
    """``CheckedOptions`` and the pairs of games that measure what leading is worth."""

    lead_pairs: int | None


def takes(group: type, **defaults: Any) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function of ``import ucgsim`` with the options of a group, such as ``RunOptions``.

    They follow the function's own options in its signature and its docstring. A call hands it all of them, those that
    were not given with their default: that of ``defaults``, else the usual one (`ucgsim.options`).
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        own = [each for each in inspect.signature(function).parameters.values() if each.kind is not each.VAR_KEYWORD]
        shared = [name for name in group.__annotations__ if name not in {each.name for each in own}]
        filled = {name: defaults.get(name, OPTIONS[name].default) for name in shared}
        parameters = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=_type_of(group, name))
            for name, default in filled.items()
        ]

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            return function(*args, **(filled | kwargs))

        call.__signature__ = inspect.signature(function).replace(parameters=[*own, *parameters])  # type: ignore[attr-defined]
        call.__doc__ = _documented(function.__doc__ or "", shared)
        return checked(call)

    return decorate


def _type_of(group: type, name: str) -> str:
    """The type of an option as a text, so that no name in it need be imported."""
    written = group.__annotations__[name]
    return written if isinstance(written, str) else str(written.__forward_arg__)


def _documented(text: str, options: Iterable[str]) -> str:
    """A docstring with these options after its own arguments, and with ``Args:`` where it has none."""
    lines = [
        textwrap.fill(
            f"{name}: {OPTIONS[name].meaning}",
            WIDTH,
            initial_indent=8 * " ",
            subsequent_indent=12 * " ",
            break_on_hyphens=False,
        )
        for name in options
    ]
    head, args, tail = text.partition("    Args:\n")
    if not args:
        return f"{text.rstrip()}\n\n    Args:\n" + "\n".join(lines) + "\n    "
    own, blank, rest = re.match(r"((?:        [^\n]*\n)*)(\s*\n)?(.*)", tail, re.DOTALL).groups()  # type: ignore[union-attr]
    return f"{head}{args}{own}" + "\n".join(lines) + f"\n{blank or ''}{rest}"


@dataclass(frozen=True)
class RunSettings:
    """The options of a call, read: terms, processes, the check that is wanted, folder and progress."""

    terms: Terms
    jobs: int
    wanted: Wanted | None
    out: Path | None
    watch: Callable[..., AbstractContextManager[Callable[[int], object] | None]]

    @classmethod
    def of(cls, options: Any, **terms: Any) -> RunSettings:
        """Read the options that ``takes`` hands over; ``terms`` are further fields of `Terms`."""
        names = ("policy", "seed", "rules", "redraw_procedure", "play_blank", "catalog")
        made = Terms.of(**{name: options[name] for name in names if name in options}, **terms)
        budget = read_budgets(options.get("check_games"), options.get("check_budget"))
        policy = read_check(options.get("check"), made.policies, options.get("check_games"))
        wanted = None if policy is None else Wanted(policy, options.get("check_games"), budget)
        progress, advance, out = options["progress"], options["advance"], options.get("out")

        def watch(
            label: str, total: int, *, unit: str = "games"
        ) -> AbstractContextManager[Callable[[int], object] | None]:
            # A check has no bar of its own: how long it takes was not said when the bar was asked for.
            if label == "check":
                return nullcontext()
            return watched(progress, advance, total, unit)

        return cls(made, cores(options["jobs"]), wanted, None if out is None else Path(out), watch)

    @property
    def catalog(self) -> Catalog:
        """The cards."""
        return self.terms.catalog

    def play(self, question: Question[B]) -> B:
        """Play a question without its check."""
        return ask(question, None, jobs=self.jobs, catalog=self.catalog, watch=self.watch)

    def answer(self, question: Question[B]) -> B:
        """Play a question, with the check where one is wanted."""
        return ask(question, self.wanted, jobs=self.jobs, catalog=self.catalog, watch=self.watch)
