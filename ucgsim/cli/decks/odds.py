"""How often a deck opens with what you need, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.cards.versions import Procedure, rules_words
from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import print_json, progress, tell, tell_parts, tell_sheet
from ucgsim.cli.common.questions import Output, save_figure
from ucgsim.decks.reading import read_deck
from ucgsim.errors import UcgsimError
from ucgsim.language import gettext as _
from ucgsim.language import speaking
from ucgsim.probability.copies import MOST_COPIES, copies_table
from ucgsim.probability.counting.terms import Redraw, Seat
from ucgsim.probability.odds import DEALT_WHEN_TOO_MANY, MAX_DECK, MAX_SAMPLES, MAX_TURN, odds_parts
from ucgsim.probability.odds import odds_of_cards as ask
from ucgsim.probability.result import redraw_words
from ucgsim.probability.vary import VaryResult, count_rows
from ucgsim.probability.vary import vary as vary_deck

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ucgsim.decks.deck import Deck
    from ucgsim.report.sheet import Sheet

FILE = DECK
QUESTION = "DECK"
"""Name of the command that a deck file means."""

WHEN_PLAYED = ("against", "policy", "policy_b", "play_blank")
"""Options that say how turns are played; without --with-effects none is."""

WHEN_NOT_PLAYED = ("cards", "scene_draws", "vary", "filler")
"""Options that only an answer knows that plays no turns."""

ASKED_REDRAWS = [choice.value for choice in Redraw if choice is not Redraw.WHEN]


class AskOrTable(click.Group):
    """A group whose first word is a deck, unless it is a command of its own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the hidden command in front of a deck; show its rare options where they are asked for."""
        if args[:1] == ["--help-all"]:
            for each in self.commands[QUESTION].params:
                each.hidden = False  # type: ignore[attr-defined]
            args = ["--help"]
        if args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = [QUESTION, *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show both ways to call it."""
        formatter.write_usage(ctx.command_path, "DECK [--want CONDITION] [OPTIONS]")
        formatter.write_usage(ctx.command_path, "table [OPTIONS]")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show the options of a question, and the other command."""
        click.Command.format_options(self.commands[QUESTION], ctx, formatter)
        self.format_commands(ctx, formatter)


@click.group(cls=AskOrTable)
def odds() -> None:
    """Say how often DECK opens with what a condition asks for.

    A condition counts cards: 'level 1 TIGA >= 1 and (scene >= 1 or chain)'. Filters: card number, "part of a
    name", character, level 1, level 2+, hero, kaiju, mech, scene, character, settable, type SPEED, round 1, a
    group; side by side they must all hold, TIGA|DYNA is either. Comparisons: >= <= == != > <, between 1 and
    2. Joined by and, or, not, brackets. 'chain' is a character with its next level, 'chain of 3' three,
    'chain 1-2' a level 1 with its level 2. Without --want the five usual questions are answered in one table.
    Counted are all cards seen so far, played or not; effects play no part, unless --with-effects plays the
    opening turns.
    """


def _groups(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Read ``name="NUMBER, NUMBER"``."""
    groups = {}
    for value in values:
        name, equals, numbers = value.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f'{value!r}: write name="BP01-001, BP01-010"', ctx, param)
        groups[name.strip()] = tuple(part.strip() for part in numbers.split(",") if part.strip())
    return groups


group_option = click.option(
    "--group",
    "groups",
    multiple=True,
    callback=_groups,
    metavar="NAME=NUMBERS",
    help='Name for cards: starter="BP01-001, BP01-010".',
)


@odds.command(name=QUESTION, hidden=True)
@click.argument("deck", type=FILE, metavar="FILE")
@click.option("--want", metavar="CONDITION", help="What to hold, see above; without it the five usual questions.")
@click.option("--turn", type=options.WholeNumber(1, MAX_TURN), help="Ask by this turn, not of the opening six.")
@click.option("--cards", type=options.WholeNumber(1, MAX_DECK), help="Ask after this many cards seen.")
@click.option("--redraw", type=click.Choice(ASKED_REDRAWS), default="unless", help="When to redraw.")
@click.option("--redraw-when", metavar="CONDITION", help="Redraw the hands that meet this instead.")
@options.redraw_procedure_option
@click.option("--seat", type=click.Choice([choice.value for choice in Seat]), default="lead", help="Player.")
@click.option("--scene-draws", is_flag=True, help="The Lead sets a scene each turn if possible, and draws.")
@group_option
@click.option("--vary", multiple=True, metavar="'FILTER: A..B'", help="Try other numbers; once or twice.")
@click.option("--filler", metavar="FILTER", help="Cards to exchange with --vary.")
@click.option("--sample", type=options.WholeNumber(1, MAX_SAMPLES), help="Deal so many hands instead of counting.")
@options.seed_option
@click.option("--with-effects", is_flag=True, help="Play the turns, so that what effects draw and search counts.")
@click.option("--against", type=FILE, metavar="FILE", help="Opponent with --with-effects; itself without one.")
@options.policy_options
@options.rules_option
@options.play_blank_option
@options.plot_option
@options.out_option
@options.catalog_option
@options.json_option
def ask_deck(
    *,
    deck: Path,
    out: Path | None,
    catalog: Path | None,
    vary: Sequence[str],
    filler: str | None,
    plot: Path | None,
    as_json: bool,
    with_effects: bool,
    **terms: Any,
) -> None:
    """Answer one question about DECK."""
    terms["procedure"] = terms.pop("redraw_procedure")
    _refuse_mixtures(with_effects=with_effects)
    known = load_catalog(catalog)
    if terms["want"] is None:
        _refuse_without_want()
    elif out is not None:
        raise click.UsageError("--out is for the five usual questions; leave out --want, or draw with --plot")
    if with_effects:
        _ask_played(deck, known, plot, as_json=as_json, terms=terms)
        return
    rules = terms.pop("rules")
    terms = {name: value for name, value in terms.items() if name not in WHEN_PLAYED}
    deck_list = read_deck(deck, known)
    terms["groups"] = {**deck_list.groups, **terms["groups"]}
    if terms["want"] is None:
        _answer_usual(deck_list, known, rules, Procedure(terms["procedure"]), out, as_json=as_json)
        return
    if vary:
        _vary(deck_list, known, vary, filler, plot, as_json=as_json, rules=rules, terms=terms)
        return
    if filler is not None:
        raise UcgsimError("--filler goes with --vary 'FILTER: A..B'; name what to vary too")
    with progress("dealing", terms["sample"] or DEALT_WHEN_TOO_MANY, unit="hands") as advance:
        result = ask(deck_list.cards(known), known=known.values(), advance=advance, **terms)
    save_figure(result, plot, said=True)
    if as_json:
        print_json(
            {"deck": deck_list.name, "fingerprint": deck_list.fingerprint, "seat": terms["seat"], "rules": rules}
            | result.as_json()
        )
        return
    text = _("rules {rules}, {redraw}")
    words = text.format(rules=rules, redraw=redraw_words(result.procedure))
    tell_parts(odds_parts(deck_list.name, result, words))


ASKED_WITHOUT_WANT = {"deck", "out", "catalog", "rules", "redraw_procedure", "as_json", "want"}


def _refuse_without_want() -> None:
    """Refuse options that say how one question is answered where none is asked."""
    given = [str(each.name) for each in click.get_current_context().command.params]
    typed = [name for name in given if name not in ASKED_WITHOUT_WANT and options.is_typed(name)]
    if typed:
        option = f"--{typed[0].replace('_', '-')}"
        raise click.UsageError(f"{option} goes with a question; name it with --want, such as --want 'chain 1-2'")


def _answer_usual(
    deck_list: Deck, known: Catalog, rules: str, procedure: Procedure, out: Path | None, *, as_json: bool
) -> None:
    """Answer the five questions that players ask of every deck."""
    from ucgsim.probability.usual import usual_odds  # noqa: PLC0415

    # What a page and its values say of each question is in English.
    with speaking("en"):
        answer = usual_odds(deck_list, known, procedure, rules=rules, known=known.values())
    Output(out=out, as_json=as_json).tell(answer, with_page=True)


def _refuse_mixtures(*, with_effects: bool) -> None:
    """Refuse options that would have no say."""
    names = WHEN_NOT_PLAYED if with_effects else WHEN_PLAYED
    given = [name for name in names if options.is_typed(name)]
    if given:
        option = f"--{given[0].replace('_', '-')}"
        goes = "does not go" if with_effects else "only goes"
        raise UcgsimError(f"{option} {goes} with --with-effects; leave one of them out")


def _ask_played(deck: Path, known: Catalog, plot: Path | None, *, as_json: bool, terms: Mapping[str, Any]) -> None:
    """Answer by playing the opening turns, and say what the same games would show without effects."""
    from ucgsim.studies.openings import odds_with_effects, openings_asked  # noqa: PLC0415 - loads the game

    options = {name: terms[name] for name in terms if name not in WHEN_NOT_PLAYED}
    asked = {**options, "turn": terms["turn"] or 1}
    number = openings_asked(terms["sample"], terms["policy"], terms["policy_b"])
    with progress("playing", number, unit="openings") as advance:
        result = odds_with_effects(deck, catalog=known, advance=advance, **asked)
    deck_list = read_deck(deck, known)
    save_figure(result, plot, said=True)
    if as_json:
        identity = {"deck": deck_list.name, "fingerprint": deck_list.fingerprint, "seat": terms["seat"]}
        print_json(identity | result.as_json())
        return
    tell_parts(odds_parts(deck_list.name, result, redraw_words(result.procedure)))


def _vary(
    deck_list: Deck,
    known: Catalog,
    variables: Sequence[str],
    filler: str | None,
    plot: Path | None,
    *,
    as_json: bool,
    rules: str,
    terms: Mapping[str, Any],
) -> None:
    if filler is None:
        raise UcgsimError("--vary needs --filler FILTER: the cards that make room, such as --filler scene")
    options = {name: value for name, value in terms.items() if name != "want"}
    with progress("varying", count_rows(variables), unit="decks") as advance:
        result = vary_deck(
            deck_list.cards(known),
            terms["want"],
            variables,
            filler=filler,
            known=known.values(),
            progress=advance,
            **options,
        )
    save_figure(result, plot, said=True)
    if as_json:
        print_json({"deck": deck_list.name, "fingerprint": deck_list.fingerprint, "rules": rules} | result.as_json())
        return
    _print_variation(deck_list, result)
    tell(f"\n{rules_words(rules, Procedure(terms['procedure'])).capitalize()}")


def _print_table(table: Sheet) -> None:
    tell()
    tell_sheet(table)


def _print_variation(deck_list: Deck, result: VaryResult) -> None:
    best = result.best
    text = ", ".join(f"{n} {name}" for n, name in zip(best.counts, result.variables, strict=True))
    tell(f"{deck_list.name}: {result.question}")
    tell(f"best of these with {text}: {best.result.chance}; {best.result.method}")
    _print_table(result.sheet())
    for note in result.notes:
        tell(f"\n{note}")


@odds.command()
@click.option("--size", type=options.WholeNumber(12, MAX_DECK), default=50, help="Cards of the deck.")
@click.option("--copies", type=options.WholeNumber(1, MAX_DECK), default=MOST_COPIES, help="The most copies shown.")
@options.plot_option
@options.json_option
def table(*, size: int, copies: int, plot: Path | None, as_json: bool) -> None:
    """Print how often at least one of 1 to 20 copies shows up."""
    result = copies_table(size, range(1, copies + 1))
    save_figure(result, plot, said=True)
    if as_json:
        print_json(result.as_json())
        return
    text = _(
        "At least one copy, {size} cards, exact. Redraw: taken when there is none in the six (CR 4.2.3); reshuffled: "
        "the same if the six were shuffled in first. By turn: official redraw, a card a turn."
    )
    tell(text.format(size=size))
    _print_table(result.sheet())
