"""Options that several commands share, stacked as decorators: one spelling, one check, one message each.

The parameter a command receives is named in each docstring. Commands that take ``--out`` call
:func:`make_folder` right before they write, so that a refused run leaves no empty folder behind.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from click.core import ParameterSource

from ucgsim.cards.card import base_number
from ucgsim.cards.versions import RULES_VERSIONS, Format, Procedure, rules_name
from ucgsim.cli.common.completing import DeckFile, complete_policy
from ucgsim.cli.common.console import FULL
from ucgsim.cli.common.process import keeps
from ucgsim.errors import UcgsimError
from ucgsim.files.writing import refuse_unwritable
from ucgsim.language import INTERFACE, speak
from ucgsim.limits import DEFAULT_POLICY, MAX_GAMES, MAX_JOBS, MAX_MATCHUP, MAX_SEED
from ucgsim.options import OPTIONS
from ucgsim.simulate.cores import cores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ucgsim.studies.check import Budget

F = TypeVar("F", bound="Callable[..., Any]")
T = TypeVar("T")
V = TypeVar("V")

AGAINST = "--against"
WRITE_ALONE = {"report", "tournament", "redraw", "worth", "odds", "DECK"}
"""Commands that write a page into a folder and go on from nothing that lies there."""
FORMAT = "ucgsim.format"
"""Where the format is saved until the rules are named."""
TERMS = (*("policy", "policy_b", "seed", "first", "matchup"), *("play_blank", "rules", "redraw_procedure", "catalog"))
"""Options whose values make the ``Terms`` of a run."""
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:[,_]\d{3})+")
_SHORT = re.compile(r"\+?(?P<number>\d{1,12}(?:\.\d{1,9})?)(?:(?P<unit>[kKM])|[eE]\+?(?P<zeros>\d{1,2}))")
_UNITS = {"k": 3, "K": 3, "M": 6}
"""No ``m``: where a length of time can be said too, it is minutes."""


def read_whole(text: str) -> int | None:
    """The whole number that a text says; None where it says none."""
    text = text.strip()
    if _GROUPED.fullmatch(text):
        return int(text.replace(",", "").replace("_", ""))
    short = _SHORT.fullmatch(text)
    if short is None:
        try:
            return int(text)
        except ValueError:
            return None
    value = Decimal(short["number"]).scaleb(_UNITS[short["unit"]] if short["unit"] else int(short["zeros"]))
    return int(value) if value == int(value) else None


class WholeNumber(click.IntRange):
    """An integer within bounds, refused in words rather than as a formula."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a number as people write it; anything else, and anything out of bounds, names the bounds."""
        number = read_whole(value) if isinstance(value, str) else value
        try:
            return int(super().convert(value if number is None else number, param, ctx))
        except click.BadParameter:
            self.fail(f"{value} is not a whole number from {self.min:,} to {self.max:,}", param, ctx)


def read_value(ctx: click.Context, param: click.Parameter, read: Callable[[V], T], value: V, more: str = "") -> T:
    """What ``read`` makes of a value; what it refuses is a BadParameter, with ``more`` behind its reason."""
    try:
        return read(value)
    except UcgsimError as error:
        raise click.BadParameter(f"{error}{more}", ctx, param) from error


def where_named(read: Callable[[click.Context, click.Parameter, Any], T]) -> Callable[..., T | None]:
    """A callback that ``read`` is where the option is named; None where it is not."""
    return lambda ctx, param, value: None if value is None else read(ctx, param, value)


def stacked(*each: Callable[[Any], Any]) -> Callable[[F], F]:
    """Several options as one decorator, in their order in ``--help``."""
    return lambda command: functools.reduce(lambda made, option: option(made), reversed(each), command)


def listed(name: str, *flags: str, **more: Any) -> Callable[[F], F]:
    """An option of `ucgsim.options`: its default, and what ``--help`` says of it."""
    default, _, text = OPTIONS[name]
    if default:
        more["default"] = getattr(default, "value", default)  # a command line takes the text of an enum
    return click.option(*flags or [f"--{name.replace('_', '-')}"], help=text, **more)


# How games are played

# ``--catalog FILE`` as ``catalog: Path | None``, to be given to ``load_catalog``.
catalog_option = listed("catalog", type=click.Path(path_type=Path), metavar="FILE")
# ``--rules VERSION`` and ``--format`` as ``rules: str``, one of ``RULES_NAMES``.
rules_option = stacked(
    listed(
        "rules",
        type=click.Choice(RULES_VERSIONS),
        callback=lambda ctx, param, value: rules_name(value, ctx.meta.get(FORMAT, Format.STANDARD)),  # noqa: ARG005
    ),
    click.option(
        "--format",
        type=click.Choice([choice.value for choice in Format]),
        default=Format.STANDARD.value,
        is_eager=True,  # the rules are named by both
        expose_value=False,
        callback=lambda ctx, param, value: ctx.meta.update({FORMAT: value}),  # noqa: ARG005
        help="Sealed: 30 cards out of opened packs, any number of each, no bans, Baton Touch.",
    ),
)
# ``--redraw-procedure`` as ``redraw_procedure: str``, one of ``Procedure``.
redraw_procedure_option = listed("redraw_procedure", type=click.Choice([choice.value for choice in Procedure]))


def _numbers_or_all(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    if not values:
        return ()
    from ucgsim.effects.library import PLAY_ALL_BLANK  # noqa: PLC0415 - it loads the grammar; help must not wait

    def read(value: str) -> str:
        return PLAY_ALL_BLANK if value.strip().lower() == PLAY_ALL_BLANK else base_number(value)

    return tuple(dict.fromkeys(read_value(ctx, param, read, each, f", nor '{PLAY_ALL_BLANK}'") for each in values))


# ``--play-blank`` as ``play_blank: tuple[str, ...]``: card numbers as in the catalog, or "all".
play_blank_option = listed("play_blank", multiple=True, callback=_numbers_or_all, metavar="NUMBER")
# ``--seed`` as ``seed: int``, from 0 to 2**63 - 1.
seed_option = listed("seed", type=WholeNumber(0, MAX_SEED))


def known_policy(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Check the name with the policies room; ``--policy`` is eager, so b finds a's value here."""
    if value is None:
        return str(ctx.params["policy"])
    from ucgsim.simulate.installed import named_policy  # noqa: PLC0415 - it compiles; help must not wait for it

    return read_value(ctx, param, named_policy, value)


# ``--policy`` and ``--policy-b`` as ``policy: str, policy_b: str``, checked; b follows a.
policy_options = stacked(
    click.option(
        "--policy",
        default=DEFAULT_POLICY,
        is_eager=True,
        callback=known_policy,
        shell_complete=complete_policy,
        metavar="NAME",
        help="How both sides decide: planner, strong (search:16,with=planner), greedy, random, or a class of your own, "
        "my_policy.py:Careful.",
    ),
    click.option(
        "--policy-b",
        callback=known_policy,
        shell_complete=complete_policy,
        metavar="NAME",
        show_default="as --policy",
        help="How side B decides, where it differs.",
    ),
)
# ``--policy`` as ``policy: str``, that of all sides.
policy_option = click.option(
    "--policy",
    default=DEFAULT_POLICY,
    callback=known_policy,
    metavar="NAME",
    help="How all sides decide, as of duel: planner, strong, greedy, my_policy.py:Careful.",
)
# ``--policy NAME`` as ``policy: str | None``: who plays a swap; also the file of the user's own that played.
swap_policy_option = click.option(
    "--policy",
    callback=where_named(known_policy),
    metavar="NAME",
    show_default="as the run was played",
    help="How all sides decide with --swap: search:16,with=planner, or a class of your own, my_policy.py:Careful.",
)


def _own_file(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> None:
    from ucgsim.policies.policy_files import give_file  # noqa: PLC0415
    from ucgsim.policies.spec import parse_policy  # noqa: PLC0415
    from ucgsim.simulate.installed import is_bare, named_policy  # noqa: PLC0415

    for value in values:
        # To read the name of closed lists is to have them at hand.
        given = parse_policy if "closed=" in value else named_policy if is_bare(value) else give_file
        read_value(ctx, param, given, value)


# ``--policy FILE.py:CLASS`` for commands that play kept games again; the command is not given it.
own_policy_option = click.option(
    "--policy",
    "_own",
    multiple=True,
    callback=_own_file,
    expose_value=False,
    metavar="FILE:CLASS",
    help="The policy of your own that played, my_policy.py:Careful; a folder never runs code. Of "
    "closed lists their folder: search:16,with=planner,closed=FOLDER.",
)
# ``--matchup`` as ``matchup: int``.
matchup_option = click.option(
    "--matchup",
    type=WholeNumber(0, MAX_MATCHUP),
    default=0,
    help="Number that separates matchups of one seed; a matrix numbers its own.",
)
# ``--first`` and ``--matchup`` as ``first: str, matchup: int``: what tells one run of two decks from others.
game_options = stacked(
    click.option(
        "--first",
        type=click.Choice(["throw", "a", "b"]),
        default="throw",
        help="Who leads the first turn: as the winner of the throw chooses, or always one side.",
    ),
    matchup_option,
)
# ``--lead-pairs N`` as ``lead_pairs: int | None``: how often it is asked what leading is worth.
lead_pairs_option = listed("lead_pairs", type=WholeNumber(0, MAX_GAMES), metavar="N")
# ``--field FILE`` as ``field: Path | None``, to be given to ``read_field``.
field_option = click.option(
    "--field",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="CSV of decks and weights: their shares in the field; equal shares without.",
)


def terms_options(*asked: Callable[[Any], Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """How games are played as ``terms: Terms``: seed, blank cards, rules, redraw and catalog, after those ``asked``.

    These are other options whose values are terms, such as ``policy_options``; other values go to the command.
    """

    def options(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_terms(*args: Any, **given: Any) -> Any:
            DeckFile.refuse_unknown(click.get_current_context())
            from ucgsim.cards.catalog import load_catalog  # noqa: PLC0415 - help must not wait for what plays
            from ucgsim.simulate.plan import Terms  # noqa: PLC0415

            fields = {name: given.pop(name) for name in TERMS if name in given}
            fields["catalog"] = load_catalog(fields["catalog"])
            return command(*args, terms=Terms.of(**fields), **given)

        played = (seed_option, play_blank_option, rules_option, redraw_procedure_option, catalog_option)
        return stacked(*asked, *played)(with_terms)

    return options


# How many games are played, and where


def games_option(*, default: int = 10_000, help: str = "Games to play.") -> Callable[[F], F]:  # noqa: A002
    """``-n`` / ``--games`` as ``games: int``, from 1 to a thousand million; called with its default."""
    return click.option("-n", "--games", type=WholeNumber(1, MAX_GAMES), default=default, help=help)


@where_named
def points_value(ctx: click.Context, param: click.Parameter, value: str) -> float:
    """Read a number of percentage points, such as 0.5pp."""
    if not re.fullmatch(r"\d+(\.\d+)?\s*(pp)?", value.strip()):
        raise click.BadParameter(f"{value!r} is no precision; give percentage points such as 0.5pp", ctx, param)
    return float(value.strip().removesuffix("pp"))


def precise_option(text: str) -> Callable[[F], F]:
    """``--precision POINTS`` as ``precision: float | None``, of what ``text`` says."""
    return click.option("--precision", callback=points_value, metavar="POINTS", help=text)


# The same of win rates; see ``games_wanted``.
precision_option = precise_option(
    "As many games as make each win rate known within +- so many points, in place of -n: 1pp."
)


def is_typed(name: str) -> bool:
    """Whether a parameter was given on the command line, and is not as some default has it."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def games_wanted(games: int, precision: float | None) -> int:
    """The games of ``-n``, or those that a precision takes; UsageError where both are given."""
    refuse_both(precision, "games")
    if precision is None:
        return games
    from ucgsim.studies.forecast import games_for_precision  # noqa: PLC0415 - help must not wait for it

    return games_for_precision(precision)


def refuse_both(precision: float | None, name: str, played: str = "games") -> None:
    """UsageError where a precision is named next to the option of this name, which says how many are played."""
    if precision is not None and is_typed(name):
        raise click.UsageError(f"-n and --precision both say how many {played} to play; give one of them")


def _on_backend(ctx: click.Context, param: click.Parameter, value: str) -> None:
    """Send the work of the command to the backend until it ends."""
    address = ctx.meta.get("scheduler")
    if value == "local":
        if address is not None:
            raise click.BadParameter("a scheduler is Dask's; add --backend dask", ctx, param, "--scheduler")
        return
    if ctx.resilient_parsing:
        return
    from ucgsim.simulate.workers import on_cluster  # noqa: PLC0415 - loads the engine

    ctx.with_resource(on_cluster(address, cores(ctx.params.get("jobs"))))


# ``-j`` / ``--jobs`` as ``jobs: int``, the cores that this process may use when not given; ``--backend``.
jobs_option = stacked(
    listed(
        "jobs",
        "-j",
        "--jobs",
        type=WholeNumber(1, MAX_JOBS),
        is_eager=True,  # a cluster of this machine, which another option starts, is as large
        callback=lambda ctx, param, value: cores(value),  # noqa: ARG005
        show_default="all cores",
    ),
    click.option(
        "--backend",
        type=click.Choice(["local", "dask"]),
        default="local",
        expose_value=False,
        callback=_on_backend,
        help="Where games are played: by processes here, or by a Dask cluster (needs ucgsim[cluster]).",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        is_eager=True,
        expose_value=False,
        callback=lambda ctx, param, value: ctx.meta.update(scheduler=value),  # noqa: ARG005
        help="Dask scheduler, such as tcp://host:8786; a cluster of this machine without.",
    ),
)


# How they are checked


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The policy of a check, "none" for no check, None where nothing is said; in so many games, or within a budget."""

    policy: str | None = None
    games: int | None = None
    budget: Budget | None = None

    @property
    def is_left_out(self) -> bool:
        """Whether it is said that there is to be none."""
        return self.policy == "none"


def _with_check(command: F) -> F:
    """The command with the options of a check as one object."""

    @functools.wraps(command)
    def with_check(*args: Any, _check: str | None, check_games: int | None, check_budget: Any, **given: Any) -> Any:
        if check_games is not None and check_budget is not None:
            raise click.UsageError("--check-games and --check-budget both say how much is checked; give one of them")
        return command(*args, check=CheckOptions(_check, check_games, check_budget), **given)

    return cast("F", with_check)


@where_named
def _known_budget(ctx: click.Context, param: click.Parameter, value: str) -> Budget:
    from ucgsim.studies.check import read_budget  # noqa: PLC0415 - it loads what plays; help must not wait

    return read_value(ctx, param, read_budget, value)


@where_named
def _known_check(ctx: click.Context, param: click.Parameter, value: str) -> str:
    from ucgsim.studies.check import read_check  # noqa: PLC0415 - it loads what plays; help must not wait

    read_value(ctx, param, lambda name: read_check(name, ()), value, ", and 'none'")
    return value


def check_options(*, usual: bool = False) -> Callable[[Any], Any]:
    """``--check``, ``--check-games`` and ``--check-budget`` as ``check: CheckOptions``; called with whether a check is
    usual with ``--out``.
    """
    return stacked(
        listed(
            "check",
            "--check",
            "_check",
            callback=_known_check,
            metavar="NAME",
            show_default="search:16,with=planner with --out, else none" if usual else "none",
        ),
        listed(
            "check_games",
            type=WholeNumber(2, MAX_GAMES),
            show_default="until it knows, 400 at most and 6,000 in all",
        ),
        listed("check_budget", metavar="TIME|POINTS", callback=_known_budget),
        _with_check,
    )


# How the answer is handed out


# ``--full``, which ``tell_parts`` heeds: all tables with all their columns, not the first alone.
full_option = click.option(
    "--full",
    is_flag=True,
    expose_value=False,
    callback=lambda ctx, param, value: ctx.meta.update({FULL: value}),  # noqa: ARG005
    help="Print all tables with all their columns.",
)


def _english_where_asked(ctx: click.Context, param: click.Parameter, value: bool) -> bool:  # noqa: ARG001, FBT001
    """Programs read JSON: it is the same for every reader."""
    if value:
        speak("en")
    return value


# ``--json`` as ``as_json: bool``; the answer then is one object on stdout, in English, and nothing else is.
json_option = click.option(
    "--json", "as_json", is_flag=True, callback=_english_where_asked, help="Print the answer as one JSON object."
)


# ``--language`` next to the command, as ``ucgsim`` itself has it; the command is not given it.
language_option = click.option(
    "--language",
    metavar="CODE",
    is_eager=True,  # JSON, which is English, is asked for later
    expose_value=False,
    callback=where_named(lambda ctx, param, value: speak(value)),  # noqa: ARG005
    help=f"Language of the answer: {', '.join(INTERFACE)}.",
)


def _writable_folder(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Refuse before the work, not after it; leaves nothing behind."""
    if ctx.info_name not in WRITE_ALONE:
        keeps(value)
    if value is not None:
        read_value(ctx, param, refuse_unwritable, value)
    return value


# ``--out DIR`` as ``out: Path | None``, checked to be a folder or a place where one can be made.
out_option = listed("out", type=click.Path(path_type=Path), callback=_writable_folder, metavar="DIR")


def make_folder(folder: Path) -> Path:
    """Make the folder and its parents if need be and return it; raises UcgsimError where that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UcgsimError(f"{folder}: can't make this folder: {error.strerror}") from error
    return folder


@where_named
def _plot_path(ctx: click.Context, param: click.Parameter, value: Path) -> Path:
    """Refuse a bad place before the work."""
    from ucgsim.probability.plots import check_plot_path  # noqa: PLC0415 - loads matplotlib

    read_value(ctx, param, check_plot_path, value)
    return value


plot_option = click.option(
    "--plot",
    type=click.Path(path_type=Path),
    callback=_plot_path,
    metavar="FILE",
    help="Draw a plot: .png, .svg or .pdf.",
)


class ManyAgainst(click.Command):
    """A command whose ``--against`` takes every deck up to the next option, as do others that it names."""

    many: tuple[str, ...] = (AGAINST,)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the option in front of each further deck."""
        return super().parse_args(ctx, list(_repeated(args, self.many)))


def _repeated(args: Sequence[str], many: Sequence[str]) -> Iterator[str]:
    previous, taking = None, ""
    for word in args:
        is_option = word.startswith("-")
        if taking and not is_option and previous != taking:
            yield taking
        taking = word if word in many else "" if is_option else taking
        previous = word
        yield word
