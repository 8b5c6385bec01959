"""Play against the computer yourself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cards.versions import rules_version
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import tell
from ucgsim.cli.common.options import is_typed, terms_options
from ucgsim.decks.checking import load_deck
from ucgsim.defaults import DEFAULT_POLICY

if TYPE_CHECKING:
    from ucgsim.play.seat import Session
    from ucgsim.simulate.plan import Terms

WITH_SAVED = ("load", "show_transcript", "catalog")
"""What may be said next to a saved game, which says all else itself."""


@click.command()
@click.argument("deck_a", type=DECK, required=False)
@click.argument("deck_b", type=DECK, required=False)
@click.option("--side", type=click.Choice(["a", "b"]), default="a", help="The side that you play.")
@click.option("--load", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a game that was saved.")
@click.option(
    "--transcript", "show_transcript", is_flag=True, help="With --load: print that game clause by clause, and stop."
)
@terms_options(
    click.option("--policy", default=DEFAULT_POLICY, metavar="NAME", help="How the other side decides."),
    click.option("--first", type=click.Choice(["throw", "a", "b"]), default="throw", help="Who leads the first turn."),
)
def play(
    deck_a: Path | None, deck_b: Path | None, *, side: str, load: Path | None, show_transcript: bool, terms: Terms
) -> None:
    """Play DECK_A against DECK_B, one side yourself, the other by a policy.

    Answer each question with the number of an option or its name. Beside that you may type help, undo, hint, why,
    card NAME, board, log, save FILE, transcript FILE and quit; a saved game goes on with --load FILE.
    """
    from ucgsim.cli.games._seat import Seat  # noqa: PLC0415 - it compiles; help must not wait for it
    from ucgsim.play.seat import Session  # noqa: PLC0415

    if load is not None:
        _refuse_beside_saved()
        session = Session.load(load, terms.catalog)
        if show_transcript:
            session.advance()
            tell(session.transcript(), end="")
            return
    else:
        session = _new(deck_a, deck_b, side, terms, show_transcript=show_transcript)
    _tell_basis(session, terms)
    seat = Seat(session, terms.catalog)
    while seat.play() and seat.wants_rematch():
        session = session.again(terms.catalog)
        _tell_basis(session, terms)
        seat = Seat(session, terms.catalog)


def _new(deck_a: Path | None, deck_b: Path | None, side: str, terms: Terms, *, show_transcript: bool) -> Session:
    """A new game of two decks."""
    from ucgsim.play.seat import Session  # noqa: PLC0415
    from ucgsim.studies.decks import in_the_field  # noqa: PLC0415

    if deck_a is None or deck_b is None:
        raise click.UsageError("name two decks, yours first, or a saved game with --load FILE")
    if show_transcript:
        raise click.UsageError("--transcript goes with --load FILE; in a game, type transcript FILE")
    version = rules_version(terms.rules)
    a, b = (load_deck(deck, terms.catalog, rules=version) for deck in (deck_a, deck_b))
    return Session.begin((a, b), in_the_field(terms), side.upper())


def _refuse_beside_saved() -> None:
    """UsageError for what a saved game says itself."""
    context = click.get_current_context()
    for each in context.command.params:
        if is_typed(str(each.name)) and each.name not in WITH_SAVED:
            raise click.UsageError(f"--load goes on as the game was begun; leave out {each.opts[-1]}")


def _tell_basis(session: Session, terms: Terms) -> None:
    """Say who plays, and what the game rests on."""
    from ucgsim.effects.library import edited_among  # noqa: PLC0415 - loads the grammar

    plan, you = session.plan, session.you
    book, names = session.game.book, dict(zip("AB", (deck.name for deck in plan.decks), strict=True))
    other = "BA"["AB".index(you)]
    tell(f"You are {you}: {names[you]}. The other side: {names[other]}, {plan.policies[0]}.")
    by = terms.but(rules=plan.rules, redraw_procedure=plan.redraw_procedure).by
    tell(f"{by.capitalize()}, seed {plan.seed}.")
    if book.blank:
        tell(f"Played without their text: {', '.join(book.blank)}")
    if edited := edited_among(book.cards, book.blank):
        tell(f"Played with an effect edited by hand: {', '.join(edited)}")
