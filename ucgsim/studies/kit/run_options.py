"""The options of a run, written once: type, default and meaning of each.

A public function names those that it takes as ``**options: Unpack[SomeOptions]``, which editors read, and has the
decorator ``@asked(SomeOptions)``: then ``help``, a notebook and the check of arguments (`ucgsim.arguments`) see each
of them as if it stood in the function's own signature.
"""

from __future__ import annotations

import ast
import functools
import inspect
import re
import sys
import textwrap
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, TypedDict, TypeVar

from ucgsim.arguments import checked
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.report.progress import watched
from ucgsim.simulate.cores import cores
from ucgsim.simulate.plan import Terms
from ucgsim.studies.check import Wanted, read_budgets, read_check
from ucgsim.studies.kit.run import B, ask

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from ucgsim.cards.catalog import Catalog
    from ucgsim.studies.kit.question import Question

P = ParamSpec("P")
R = TypeVar("R")
WIDTH = 120
"""Letters of a line of a docstring."""


class ProgressOptions(TypedDict, total=False):
    """How far work is: type, default and meaning of each option."""

    progress: Annotated[
        bool | None,
        None,
        "whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.",
    ]
    advance: Annotated[
        Callable[[int], object] | None,
        None,
        "is called with how many more games (or hands, tournaments, resamples) are done.",
    ]


class WorkOptions(ProgressOptions, total=False):
    """The same, and with what games are played, also those of a folder once more."""

    jobs: Annotated[
        int | None,
        None,
        "processes that play side by side; as many as there are cores where None. The result is the same.",
    ]
    catalog: Annotated[Catalog | None, None, "the cards, where it is not the imported or the shipped one."]


class ChanceOptions(TypedDict, total=False):
    """Of which chance games are, and by which rules."""

    seed: Annotated[int, 1, "of all chance; the same seed and options give the same result."]
    rules: Annotated[str, DEFAULT_RULES, "version of the comprehensive rules."]
    redraw_procedure: Annotated[
        Procedure | str, Procedure.OFFICIAL, '"official" (CR 4.2.3) or "reshuffle", as many players do it.'
    ]
    play_blank: Annotated[
        Collection[str],
        (),
        'numbers of cards to play without their text; "all" in it means every one that can\'t be played.',
    ]


class PlayedOptions(ChanceOptions, WorkOptions, total=False):
    """How games are played and carried out, by policies that are named otherwise."""


class PolicyOptions(TypedDict, total=False):
    """Who decides."""

    policy: Annotated[
        str,
        DEFAULT_POLICY,
        "who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).",
    ]


class RunOptions(PolicyOptions, PlayedOptions, total=False):
    """How games are played and carried out."""


class OutOptions(TypedDict, total=False):
    """Where what can be stored is stored."""

    out: Annotated[Path | str | None, None, "a folder to store what is played in, where an interrupted run goes on."]


class StoredOptions(RunOptions, OutOptions, total=False):
    """The same as for a run, for what can be stored."""


class StoredUnderOptions(PlayedOptions, OutOptions, total=False):
    """The same, by policies that are named otherwise."""


class CheckedOptions(StoredOptions, total=False):
    """The same for what can be checked under another policy."""

    check: Annotated[
        str | None, None, "a policy under which the question is asked again, such as ``search:16,with=planner``."
    ]
    check_games: Annotated[int | None, None, "games of that check; until it knows, 400 at most, where None."]
    check_budget: Annotated[
        str | None, None, 'or what it may take: a time such as "30s", or a precision such as "2pp".'
    ]


class MatchupOptions(CheckedOptions, total=False):
    """The same for matchups of decks, whose games are stored."""

    lead_pairs: Annotated[
        int | None,
        None,
        "pairs of games that ask what leading is worth in each matchup, 0 for none; a few of a fast game where None.",
    ]


@dataclass(frozen=True)
class Option:
    """An option as a signature and a docstring show it."""

    parameter: inspect.Parameter
    meaning: str


@functools.cache
def options_of(group: type) -> dict[str, Option]:
    """The options of a group and of those that it builds on, by name."""
    names = globals() | sys.modules[group.__module__].__dict__
    return {name: _option(name, annotation, names) for name, annotation in group.__annotations__.items()}


def _option(name: str, annotation: Any, names: dict[str, Any]) -> Option:
    text = annotation if isinstance(annotation, str) else annotation.__forward_arg__
    tree = ast.parse(text, mode="eval").body
    assert isinstance(tree, ast.Subscript) and isinstance(tree.slice, ast.Tuple), "an option is Annotated[...]"  # noqa: PT018
    kind, default, meaning = tree.slice.elts
    value = eval(compile(ast.Expression(default), __file__, "eval"), names)
    parameter = inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=value, annotation=ast.unparse(kind))
    return Option(parameter, ast.literal_eval(meaning))


def asked(group: type, **defaults: Any) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorates a function of ``import ucgsim`` that takes the options of a group; ``defaults`` of its own.

    Its own options keep their places before those of the group. The function is given all of them.
    """
    group_options = options_of(group)

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        own = [each for each in inspect.signature(function).parameters.values() if each.kind is not each.VAR_KEYWORD]
        named = {each.name for each in own}
        shared = {name: option for name, option in group_options.items() if name not in named}
        parameters = [
            option.parameter.replace(default=defaults.get(name, option.parameter.default))
            for name, option in shared.items()
        ]
        filled = {each.name: each.default for each in parameters}

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            return function(*args, **(filled | kwargs))

        call.__signature__ = inspect.signature(function).replace(parameters=[*own, *parameters])  # type: ignore[attr-defined]
        call.__doc__ = _documented(function.__doc__ or "", shared)
        return checked(call)

    return decorate


def _documented(text: str, options: dict[str, Option]) -> str:
    """A docstring with the options after its own arguments."""
    lines = [_argument(name, option.meaning) for name, option in options.items()]
    head, args, tail = text.partition("    Args:\n")
    if not args:
        return f"{text.rstrip()}\n\n    Args:\n" + "\n".join(lines) + "\n    "
    own, blank, rest = re.match(r"((?:        [^\n]*\n)*)(\s*\n)?(.*)", tail, re.DOTALL).groups()  # type: ignore[union-attr]
    return f"{head}{args}{own}" + "\n".join(lines) + f"\n{blank or ''}{rest}"


def _argument(name: str, meaning: str) -> str:
    return textwrap.fill(
        f"{name}: {meaning}", WIDTH, initial_indent=8 * " ", subsequent_indent=12 * " ", break_on_hyphens=False
    )


@dataclass(frozen=True)
class Asking:
    """The options of a run as they are used: terms, processes, progress, and the check that is wanted."""

    terms: Terms
    jobs: int
    wanted: Wanted | None
    out: Path | None
    watch: Callable[..., AbstractContextManager[Callable[[int], object] | None]]

    @classmethod
    def of(cls, options: Any, **terms: Any) -> Asking:
        """Read the options that ``asked`` filled in; ``terms`` are further fields of `Terms`."""
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
        """Play a question, and leave its check to the caller."""
        return ask(question, None, jobs=self.jobs, catalog=self.catalog, watch=self.watch)

    def answer(self, question: Question[B]) -> B:
        """Play a question, and check it where that is wanted."""
        return ask(question, self.wanted, jobs=self.jobs, catalog=self.catalog, watch=self.watch)
