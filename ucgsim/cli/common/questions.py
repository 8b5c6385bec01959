"""What commands share that ask one question: options, plan, check, and how it is carried out."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.console import print_json, progress, say, say_first, tell, tell_parts
from ucgsim.language import gettext as _
from ucgsim.language import marked, speaking
from ucgsim.safe_text import command_line, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from ucgsim.report.sheet import Parts
    from ucgsim.simulate.plan import Terms
    from ucgsim.studies.check import Wanted
    from ucgsim.studies.forecast import GamesPlan
    from ucgsim.studies.kit.question import Question
    from ucgsim.studies.kit.run import Progress

F = TypeVar("F", bound="Callable[..., Any]")
OF_REPORT = marked("Saved in {out}; its page: ucgsim report {word}")
OF_FOLDER = marked("Saved in {out}")
OF_PAGE = marked("Saved in {out}; its page: {out}/index.html")


class Planner(Protocol):
    """Plans a question on these terms, of so many games or as many as are usual, in a folder or in none."""

    def __call__(self, terms: Terms, games: Any, out: Path | None, /) -> Question[Any]:
        """The question, of which everything was refused that can be."""


class Printable(Protocol):
    """What can be printed."""

    def parts(self) -> Parts:
        """What the terminal shows."""

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""


GO_WITH_PLAN = frozenset(
    {
        *("deck_a", "deck_b", "deck", "decks", "mine", "rivals", "run", "against", "field", "side"),
        *("plan", "precision", "worth", "jobs", "backend", "scheduler", "as_json"),
        *("policy", "policy_b", "seed", "first", "matchup", "play_blank", "rules", "redraw_procedure", "catalog"),
    }
)
"""Options that go with ``--plan``: decks, policies, rules and seed, and how the plan is printed."""


def plan_option(command: F) -> F:
    """``--plan`` as ``plan: bool``; see `Output.tell_plan`."""
    return click.option(
        "--plan", is_flag=True, help="Say how many games and minutes a precision or a difference takes; save nothing."
    )(command)


def tell_answer(answer: Printable, *, as_json: bool) -> None:
    """Print an answer: as one JSON object, or as what the terminal shows first."""
    if as_json:
        print_json(answer.to_json())
    else:
        tell_parts(answer.parts())


def save_figure(answer: Any, plot: Path | None, *, said: bool = False) -> None:
    """Draw an answer into the file of ``--plot``, where one is named; ``said`` on stderr as well."""
    if plot is not None:
        from ucgsim.probability.plots import save_plot  # noqa: PLC0415 - loads matplotlib

        # The letters of a picture are not those of every language.
        with speaking("en"):
            save_plot(answer.figure(), plot)
        if said:
            say(f"plot: {plot}")


@dataclass(frozen=True, kw_only=True)
class Output:
    """How an answer is worked out and printed, as options say; see `output_options`."""

    jobs: int = 1
    plot: Path | None = None
    out: Path | None = None
    as_json: bool = False

    def tell(self, answer: Any, *, with_page: bool = False) -> None:
        """Draw an answer, print it, and ``with_page`` write its page with ``--out``; stderr says where it is."""
        save_figure(answer, self.plot)
        tell_answer(answer, as_json=self.as_json)
        if with_page and self.out is not None:
            from ucgsim.studies.kit.page import write_answer  # noqa: PLC0415 - loads what draws

            say(_("page: {page}").format(page=shown(write_answer(self.out, answer))))

    def tell_saved(self, answer: Printable, page: str) -> None:
        """Print an answer, and where it is stored."""
        self.tell(answer)
        if self.out is not None and not self.as_json:
            page = OF_FOLDER if page == OF_REPORT and not _has_page(self.out) else page
            tell("\n" + _(page).format(out=shown(self.out), word=command_line([str(self.out)])))

    def tell_plan(self, make: Callable[[int, tuple[float, ...]], GamesPlan], precision: float | None) -> None:
        """Print what a question takes, in place of its answer; ``make(jobs, precisions)`` measures it."""
        from ucgsim.studies.forecast import PRECISIONS  # noqa: PLC0415 - help must not wait for what plays

        context = click.get_current_context()
        for each in context.command.params:
            if options.is_typed(str(each.name)) and each.name not in GO_WITH_PLAN:
                raise click.UsageError(f"--plan plays nothing and saves nothing; leave out {each.opts[-1]}")
        self.tell(make(self.jobs, PRECISIONS if precision is None else (precision,)))


@dataclass(frozen=True, kw_only=True)
class QuestionOptions(Output):
    """An `Output` with how games are played and checked, as options say; see `question_options`."""

    terms: Terms
    check: options.CheckOptions = field(default_factory=options.CheckOptions)
    usual: bool = False
    """Whether there is a check where none is named and the answer is stored."""

    def run(
        self,
        plan: Planner,
        games: int | None,
        *,
        even: str = "",
        page: str = OF_REPORT,
        watch: Progress | None = None,
    ) -> None:
        """Plan, play, check and print a question.

        ``even``: the remark where another number of games is played than was asked for.
        """
        self.tell_saved(self.play(plan, games, even, watch or progress), page)

    def play(self, plan: Planner, games: int | None, even: str = "", watch: Progress = progress) -> Any:
        """Play, say the answer before a check that takes its time, and hand on what is known at the end."""
        from ucgsim.studies.kit.run import ask  # noqa: PLC0415 - help must not wait for what plays

        question = plan(self.terms, games, self.out)
        wanted = self.wanted_of(question)
        if even and question.each != games:
            say(f"ucgsim: {_(even).format(each=question.each, games=games)}")
        self._say_if_long(question)
        said: list[Printable] = []

        def say_so_far(answer: Printable) -> None:
            said.append(answer)
            say(_("Before the check:"))
            say_first(answer.parts())

        before = None if self.as_json else say_so_far
        result = ask(question, wanted, jobs=self.jobs, catalog=self.terms.catalog, watch=watch, before_check=before)
        if said:
            say(_("With the check:"))
        return result

    def wanted_of(self, question: Question[Any]) -> Wanted | None:
        """The check of a question, None for no check; UsageError where one is asked for and none can be made."""
        if question.is_checkable():
            return self.wanted
        refuse_check(self.check, f"{question.noun} can't be checked; leave it out")
        return None

    def _say_if_long(self, question: Question[Any]) -> None:
        """Say how long a question takes that does not stop by itself, where that is more than an hour."""
        from ucgsim.studies.forecast import long_hours  # noqa: PLC0415 - help must not wait for what plays

        if not question.is_fixed or question.is_stored:
            return
        hours = long_hours(question.total, lambda: question.dealt, self.terms.policies, self.jobs)
        if hours is not None:
            stored = "stop with Ctrl-C and go on later" if self.out else "with --out it could be stopped and go on"
            say(f"ucgsim: {question.total:,} {question.unit} take about {hours:,.0f} hours here; {stored}")

    @property
    def wanted(self) -> Wanted | None:
        """The check to be made, None for no check."""
        return wanted_check(self.check, self.terms.policies, usual=self.usual and self.out is not None)

    def forecast(self, plan: Planner, precision: float | None) -> None:
        """Print what a question takes, in place of its answer."""
        self.tell_plan(plan(self.terms, 2, None).forecast, precision)


def _has_page(folder: Path) -> bool:
    """Whether `ucgsim report` makes a page of what was stored."""
    from ucgsim.studies.kit.kinds import KINDS, kind_of  # noqa: PLC0415 - help must not wait for what plays

    name = kind_of(folder)
    return name is not None and KINDS[name].has_page


def packed(kind: type[Output], *stack: Callable[[Any], Any], **more: Any) -> Callable[[F], Callable[..., Any]]:
    """A stack of options; those that a kind of output has come as ``asked`` of this kind, with ``more``."""
    names = {each.name for each in fields(kind)}

    def decorate(command: F) -> Callable[..., Any]:
        @wraps(command)
        def call(*args: Any, **given: Any) -> Any:
            shared = {name: given.pop(name) for name in names & given.keys()}
            return command(*args, asked=kind(**shared, **more), **given)

        return options.stacked(*stack)(call)

    return decorate


def output_options(
    *stack: Callable[[Any], Any], kind: type[Output] = Output, **more: Any
) -> Callable[[F], Callable[..., Any]]:
    """Options of ``stack``, ``--full`` and ``--json``; what an `Output` has comes as ``asked``, with ``more``."""
    return packed(kind, *stack, options.full_option, options.json_option, **more)


def question_options(
    *terms: Callable[[Any], Any], usual: bool = False, more: Sequence[Callable[[Any], Any]] = ()
) -> Callable[[F], Callable[..., Any]]:
    """The options of a question that is played, checked and stored, as ``asked: QuestionOptions``.

    ``terms``: those of its policies and of its games, as for ``terms_options``; ``more`` come after them.
    """
    asked = (options.terms_options(*terms), *more, options.jobs_option)
    answered = (options.out_option, options.full_option, options.json_option)
    return packed(QuestionOptions, *asked, options.check_options(usual=usual), *answered, usual=usual)


def wanted_check(asked: options.CheckOptions, played: Sequence[str], *, usual: bool) -> Wanted | None:
    """The check to be made, None for no check; ``usual``: whether there is one where no policy is named.

    Refuses a size of a check that is not made, and a check by what plays already.
    """
    from ucgsim.studies.check import Wanted, read_check, usual_check  # noqa: PLC0415 - help must not wait

    policy = read_check(asked.policy, played) if asked.policy is not None or not usual else usual_check(played)
    if policy is not None:
        return Wanted(policy, asked.games, asked.budget)
    for name, value in (("games", asked.games), ("budget", asked.budget)):
        # As a default of one's own it holds for what is checked.
        if value is not None and options.is_typed(f"check_{name}"):
            why = "there is no check; name one with --check, such as search:16,with=planner"
            raise click.UsageError(f"--check-{name}: {why}")
    return None


def refuse_check(asked: options.CheckOptions, why: str) -> None:
    """Refuse the options of a check where nothing can be checked."""
    if replace(asked, policy=None) != options.CheckOptions() or asked.policy not in {None, "none"}:
        raise click.UsageError(f"--check: {why}")
