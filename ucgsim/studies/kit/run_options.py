"""Which options of a run (`ucgsim.options`) a public function takes, and the type of each.

It names them as ``**options: Unpack[SomeOptions]``, which editors read, and has the decorator ``@asked(SomeOptions)``:
then ``help``, a notebook and the check of arguments (`ucgsim.arguments`) see each of them as if it stood in the
function's own signature.
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
"""Letters of a line of a docstring."""


class ProgressOptions(TypedDict, total=False):
    """How far work is."""

    progress: bool | None
    advance: Callable[[int], object] | None


class WorkOptions(ProgressOptions, total=False):
    """The same, and with what games are played, also those of a folder once more."""

    jobs: int | None
    catalog: Catalog | None


class ChanceOptions(TypedDict, total=False):
    """Of which chance games are, and by which rules."""

    seed: int
    rules: str
    redraw_procedure: Procedure | str
    play_blank: Collection[str]


class PlayedOptions(ChanceOptions, WorkOptions, total=False):
    """How games are played and carried out, by policies that are named otherwise."""


class PolicyOptions(TypedDict, total=False):
    """Who decides."""

    policy: str


class RunOptions(PolicyOptions, PlayedOptions, total=False):
    """How games are played and carried out."""


class OutOptions(TypedDict, total=False):
    """Where what can be stored is stored."""

    out: Path | str | None


class StoredOptions(RunOptions, OutOptions, total=False):
    """The same as for a run, for what can be stored."""


class CheckedOptions(StoredOptions, total=False):
    """The same for what can be checked under another policy."""

    check: str | None
    check_games: int | None
    check_budget: str | None


class MatchupOptions(CheckedOptions, total=False):
    """The same for matchups of decks, whose games are stored."""

    lead_pairs: int | None


def asked(group: type, **defaults: Any) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorates a function of ``import ucgsim`` that takes the options of a group; ``defaults`` of its own.

    Its own options keep their places before those of the group. The function is given all of them.
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
    """The type of an option as it is written, so that no name in it need be imported."""
    written = group.__annotations__[name]
    return written if isinstance(written, str) else str(written.__forward_arg__)


def _documented(text: str, options: Iterable[str]) -> str:
    """A docstring with the options after its own arguments."""
    lines = [_argument(name, OPTIONS[name].meaning) for name in options]
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
