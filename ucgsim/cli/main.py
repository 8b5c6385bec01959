"""The command `ucgsim`: finds its commands among the files of its folders, tells every failure in one line."""

from __future__ import annotations

import ast
import difflib
import errno
import os
import re
import sys
import traceback
import warnings
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from ucgsim.cli.common.completing import DeckFile
from ucgsim.cli.common.config import UNTOUCHED, lay_over, whose_fault
from ucgsim.cli.common.process import interrupted, is_interrupted, tidy_end
from ucgsim.decks.deck import SKIP
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import own_text
from ucgsim.language import INTERFACE, VARIABLE, speak
from ucgsim.language import gettext as _
from ucgsim.memory import check_loading, is_tight
from ucgsim.plugins import QUESTIONS, broken, installed, load, summary_of
from ucgsim.remarks import heard_by
from ucgsim.safe_text import shown, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.metadata import EntryPoint

EXIT_INTERNAL = 1
EXIT_BAD_INPUT = 2

GROUPS = ("decks", "games", "runs", "tool", "maintenance")
"""The folders that hold commands; those of the last one are for the work on ucgsim itself."""
START = ("quickstart", "studio", "deck", "gauntlet", "compare", "odds")
"""What a player asks first, in this order; help begins with them."""
THEN = ("redraw", "improve", "matrix", "tournament", "report", "replay", "sealed", "cards")
LACKS = "Missing required CPU features"
"""What polars warns of before it loads code that ends the process on such a processor."""
FORMER = {"meta": "tournament", "hands": "redraw", "build": "improve", "cards-impact": "worth"}
"""What commands were called that are options of another one, or have another name: command lines from before go on."""
GONE = {"play": "ucgsim studio, Play", "counts": "ucgsim improve, or ucgsim studio, Cards of each level"}
"""What does the work of commands that are gone."""
ALL_COMMANDS = "ucgsim.all_commands"
"""Where it is saved that help is to list every command."""


@cache
def _command_files() -> dict[str, Path]:
    """Command names, as typed, with the file of each: adding a command is adding a file."""
    files = [file for group in GROUPS for file in (Path(__file__).parent / group).glob("*.py")]
    commands = sorted((file for file in files if not file.stem.startswith("_")), key=lambda file: file.stem)
    return {file.stem.replace("_", "-"): file for file in commands}


def _summary(file: Path) -> str:
    """First docstring line of a command file, read without importing it: help must not wait for Numba."""
    docstring = ast.get_docstring(ast.parse(own_text(file))) or ""
    return docstring.partition("\n")[0].rstrip(".")


def _load(file: Path) -> click.Command:
    """Import the command file and hand out the click command that carries its name."""
    command = getattr(import_module(f"ucgsim.cli.{file.parent.name}.{file.stem}"), file.stem)
    assert isinstance(command, click.Command), f"{file.name} holds no click command {file.stem!r}"
    return command


def _added() -> dict[str, EntryPoint]:
    """Questions that other packages add, by the names of their commands; none takes a name of ours."""
    return {name: point for name, point in installed(QUESTIONS).items() if name not in _command_files()}


def _load_added(point: EntryPoint) -> click.Command:
    """The command of another package; UcgsimError where that is broken."""
    command = load(point)
    if not isinstance(command, click.Command):
        raise broken(point, f"it is {type(command).__name__}, no command of click")
    return command


def _whose(error: Exception, name: str) -> Exception:
    """What a command raised; of one of another package that it is no fault of ours."""
    expected = (UcgsimError, click.ClickException, click.Abort, click.exceptions.Exit, OSError, MemoryError)
    if isinstance(error, expected) or name in _command_files() or name not in _added():
        return error
    return broken(_added()[name], error)


RARE = frozenset(
    {
        *("lead_pairs", "scheduler", "backend", "play_blank", "catalog", "redraw_procedure", "matchup", "skip"),
    }
)
"""Options that few ever need: ``--help-all`` shows them."""


def hide_rare(command: click.Command) -> None:
    """Leave rare options out of the help of a command and those within it; ``--help-all`` shows them."""
    for within in command.commands.values() if isinstance(command, click.Group) else ():
        hide_rare(within)
    rare = [each for each in command.params if isinstance(each, click.Option) and each.name in RARE]
    if not rare or any(each.name == "help_all" for each in command.params):
        return

    def show_all(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001, FBT001
        if value and not ctx.resilient_parsing:
            for each in rare:
                each.hidden = False
            click.echo(ctx.get_help(), color=ctx.color)
            ctx.exit()

    for each in rare:
        each.hidden = True
    text = "Show rare options as well and exit."
    command.params.append(
        click.Option(["--help-all"], is_flag=True, is_eager=True, expose_value=False, callback=show_all, help=text)
    )


def let_skip(command: click.Command) -> None:
    """Give a command that takes decks, and those within it, the option to leave out lines that are not understood."""
    for within in command.commands.values() if isinstance(command, click.Group) else ():
        let_skip(within)
    if any(isinstance(each.type, DeckFile) for each in command.params) and all(
        each.name != "skip" for each in command.params
    ):
        text = "Leave out these lines of a list where they are not understood."
        command.params.append(
            click.Option([SKIP], metavar="LINE,LINE", expose_value=False, callback=_without_lines, help=text)
        )


def _without_lines(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is None:
        return
    if not re.fullmatch(r"\s*[1-9]\d{0,5}(?:\s*,\s*[1-9]\d{0,5})*\s*", value):
        raise click.BadParameter(f"{value!r} is no list of lines; one is like 2,21", ctx, param)
    from ucgsim.decks.reading import without_lines  # noqa: PLC0415 - help must not wait for it

    ctx.with_resource(without_lines(map(int, value.split(","))))


class CommandLine(click.Group):
    """A group whose commands are the files of these folders, imported only when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Names of all commands, sorted, ours before those of other packages."""
        return [*_command_files(), *_added()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name, with the user's own defaults; None where there is none."""
        command = self.shipped(cmd_name)
        if command is not None and cmd_name not in UNTOUCHED:
            lay_over(ctx, command, cmd_name)
        if command is not None:
            let_skip(command)
            hide_rare(command)
        return command

    def shipped(self, cmd_name: str) -> click.Command | None:
        """The command as it ships, whatever defaults the user has."""
        file = _command_files().get(cmd_name)
        if file is not None:
            return _load(file)
        point = _added().get(cmd_name)
        return None if point is None else _load_added(point)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, and the options where all is asked for, so that the first screen fits a terminal."""
        if ALL_COMMANDS in ctx.meta:
            super().format_options(ctx, formatter)
        else:
            self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by the first lines of their files, those first that are asked first."""
        files = _command_files()
        groups = {"Start": START, "Then": THEN}
        if ALL_COMMANDS in ctx.meta:
            groups["More"] = tuple(name for name in files if name not in {*START, *THEN})
        for title, names in groups.items():
            with formatter.section(title):
                formatter.write_dl([(name, _summary(files[name])) for name in names])
        if ALL_COMMANDS in ctx.meta and (added := _added()):
            with formatter.section("Of other packages"):
                formatter.write_dl([(name, summary_of(point)) for name, point in added.items()])
        if ALL_COMMANDS not in ctx.meta:
            formatter.write_paragraph()
            formatter.write_text("More: ucgsim help --all")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which ones there are; ``help COMMAND`` is ``COMMAND --help``."""
        if args[0] == "help":
            if "--all" in args:
                ctx.meta[ALL_COMMANDS] = True
            args = [*(word for word in args[1:] if not word.startswith("-")), "--help"]
            if args == ["--help"]:
                click.echo(ctx.get_help(), color=ctx.color)
                ctx.exit()
        args = _as_now(args)
        name, known = args[0], list(_command_files())
        if name in known or name.startswith("-") or name in _added():
            return super().resolve_command(ctx, args)
        known += _added()
        near = difflib.get_close_matches(name, known, n=3)
        raise click.UsageError(_choices(name, near, known), ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: FBT001, FBT002 - click's signature
        windows_expand_args: bool = True,  # noqa: FBT001, FBT002
        **extra: Any,
    ) -> Any:
        """Run a command line as click does, but tell every failure in one line (see `fail`)."""
        run = super().main
        options = {"windows_expand_args": windows_expand_args, **extra}
        if not standalone_mode:
            return run(args, prog_name, complete_var, standalone_mode=False, **options)
        warnings.filterwarnings("error", LACKS, RuntimeWarning)
        with tidy_end():
            try:
                code = run(args, prog_name or "ucgsim", complete_var, standalone_mode=False, **options)
                sys.stdout.flush()
            except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
                fail(error)
        sys.exit(code if isinstance(code, int) else 0)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the command line as click does."""
        with _quiet_interrupt():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the chosen command; what it returns is for Python callers, not an exit code."""
        check_loading()
        with _quiet_interrupt(), heard_by(lambda text: click.echo(f"ucgsim: {visible(text)}", err=True)):
            try:
                super().invoke(ctx)
            except Exception as error:
                if (whose := _whose(error, str(ctx.invoked_subcommand))) is error:
                    raise
                raise whose from error


def _as_now(args: list[str]) -> list[str]:
    """A command line of a former command as it is said now."""
    name, *rest = args
    if name == "meta":
        rest.append("--field-only")
    if name == "hands":
        rest = [*("--deal" if word == "-n" else word for word in rest), *([] if "-n" in rest else ["--deal", "10"])]
    if name == "cards-impact":
        rest = [word for word in rest if word != "--worth"]
    return [FORMER.get(name, name), *rest]


@contextmanager
def _quiet_interrupt() -> Iterator[None]:
    """Turn Ctrl-C into what click makes of it, before click prints an empty line of its own."""
    try:
        yield
    except KeyboardInterrupt as error:
        raise click.Abort from error


def _choices(name: str, near: list[str], known: list[str]) -> str:
    if name in GONE:
        return _("no command {name} any more; use {instead}").format(name=repr(name), instead=GONE[name])
    text = _("no command {name}; did you mean {near}?") if near else _("no command {name}; there are {known}")
    return text.format(name=repr(name), near=_(" or ").join(near), known=", ".join(known))


def fail(error: BaseException) -> NoReturn:
    """Say what went wrong on stderr and exit: 2 for bad input, 130 for Ctrl-C, 143 for SIGTERM, 1 for our bugs."""
    if os.environ.get("UCGSIM_DEBUG"):
        traceback.print_exception(error)
    _silence_broken_stdout()
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        sys.exit(EXIT_BAD_INPUT)
    if isinstance(error, BrokenPipeError):
        sys.exit(EXIT_INTERNAL)
    message, code = _message(error)
    with suppress(OSError):
        click.echo(f"ucgsim: {visible(message)}", err=True)
    sys.exit(code)


def _message(error: BaseException) -> tuple[str, int]:
    """The one line, without the program's name, and the exit code."""
    if isinstance(error, click.Abort) or is_interrupted(error):
        return interrupted()
    if isinstance(error, UcgsimError):
        return _("error: {reason}").format(reason=error), EXIT_BAD_INPUT
    if isinstance(error, click.ClickException):
        return _("error: {reason}").format(reason=_usage(error)), EXIT_BAD_INPUT
    if isinstance(error, OSError):
        return _("error: {reason}").format(reason=_os_reason(error)), EXIT_BAD_INPUT
    if isinstance(error, MemoryError):
        return "error: there is not enough memory; fewer games or --jobs need less", EXIT_BAD_INPUT
    if isinstance(error, RuntimeWarning) and str(error).startswith(LACKS):
        remedy = "get one that runs on it: python -m pip install --upgrade 'polars[rtcompat]'"
        return f"error: this processor is too old for polars as it is installed; {remedy}", EXIT_BAD_INPUT
    if is_tight():
        return "error: there is not enough memory: ulimit -v allows too few addresses; raise or lift it", EXIT_BAD_INPUT
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    return f"internal error: {reason} (a bug; UCGSIM_DEBUG=1 shows where)", EXIT_INTERNAL


def _usage(error: click.ClickException) -> str:
    """Click's message on one line, with the command whose help explains it."""
    own = whose_fault(error) if isinstance(error, click.BadParameter) else None
    if own is not None:
        return own
    line = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    return f"{line} (see: {context.command_path} --help)" if context else line


def _os_reason(error: OSError) -> str:
    """What the system refused, with the file where it names one."""
    reason = error.strerror or " ".join(str(error).split()) or type(error).__name__
    if error.errno == errno.ENOSPC:
        reason = f"{reason} (free some space and run again)"
    return f"{shown(error.filename)}: {reason}" if error.filename else reason


def _silence_broken_stdout() -> None:
    """Point a stdout that no longer takes bytes at nothing, so that Python's last flush stays quiet."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    name="ucgsim",
    cls=CommandLine,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110, "show_default": True},
)
@click.version_option(package_name="ucgsim")
@click.option(
    "--language",
    metavar="CODE",
    is_eager=True,
    expose_value=False,
    # Always called: whatever was spoken before in this process, a command line begins with its own.
    callback=lambda ctx, param, value: speak(value or ""),  # noqa: ARG005
    help=f"Language of answers: {', '.join(INTERFACE)}; {VARIABLE} names it too.",
)
def main() -> None:
    """Deck analysis for the Ultraman Card Game: odds, matchups, reports."""
