"""Play against a policy yourself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cards.versions import rules_version
from ucgsim.cli.common.console import tell
from ucgsim.cli.common.options import terms_options
from ucgsim.decks.checking import load_deck
from ucgsim.defaults import DEFAULT_POLICY

if TYPE_CHECKING:
    from ucgsim.play.game import Game
    from ucgsim.policies import Policy
    from ucgsim.simulate.terms import Terms

DECK = click.Path(path_type=Path)
QUIT = "q"
EXPLAIN = "?"
HINT = "hint"


@click.command()
@click.argument("deck_a", type=DECK)
@click.argument("deck_b", type=DECK)
@click.option("--side", type=click.Choice(["a", "b"]), default="a", help="The side that you play.")
@terms_options(
    click.option("--policy", default=DEFAULT_POLICY, metavar="NAME", help="How the other side decides."),
    click.option("--first", type=click.Choice(["throw", "a", "b"]), default="throw", help="Who leads the first turn."),
)
def play(deck_a: Path, deck_b: Path, *, side: str, terms: Terms) -> None:
    """Play DECK_A against DECK_B, one side yourself, the other by a policy.

    Answer each question with the number of an option or its name; a card number after a question mark tells what
    the card does, hint what search makes of your options and thinks the other side holds, q stops the game.
    """
    from ucgsim.play.game import Game  # noqa: PLC0415 - it compiles; help must not wait for it
    from ucgsim.policies import parse_policy  # noqa: PLC0415
    from ucgsim.simulate.plan import First  # noqa: PLC0415
    from ucgsim.studies.given import in_the_field  # noqa: PLC0415

    asked, terms = terms.policies[0], in_the_field(terms)
    version = rules_version(terms.rules)
    decks = tuple(load_deck(deck, terms.catalog, rules=version) for deck in (deck_a, deck_b))
    game = Game.deal(
        decks,
        seed=terms.seed,
        rules=terms.rules,
        redraw_procedure=terms.redraw_procedure,
        catalog=terms.catalog,
        first=None if terms.first is First.THROW else terms.first.code,
        play_blank=terms.play_blank,
        policies=terms.policies,
    )
    chosen = parse_policy(terms.policies[0])
    game.seat(chosen)
    you = side.upper()
    tell(f"You are {you}: {decks['AB'.index(you)].name}. The other side: {decks['BA'.index(you)].name}, {asked}.")
    _tell_basis(game, terms)
    _play(game, you, chosen)


def _tell_basis(game: Game, terms: Terms) -> None:
    """Say what the game rests on."""
    from ucgsim.effects.playing import edited_among  # noqa: PLC0415 - loads the grammar

    book = game.book
    tell(f"{terms.by.capitalize()}, seed {terms.seed}.")
    if book.blank:
        tell(f"Played without their text: {', '.join(book.blank)}")
    if edited := edited_among(book.cards, book.blank):
        tell(f"Played with an effect edited by hand: {', '.join(edited)}")


def _play(game: Game, you: str, policy: Policy) -> None:
    """Play on until the game is over or the person stops."""
    shown_until = 0
    while True:
        game.advance()
        shown_until = _tell(game, you, shown_until)
        if game.decision is None:
            _tell_end(game, you)
            return
        if game.decision.player != you:
            game.take(game.policy_choice())
            continue
        label = _ask(game, you, policy)
        if label is None:
            tell("Stopped.")
            return
        game.answer(label)


def _tell(game: Game, you: str, start: int) -> int:
    """Print what happened since ``start`` as far as you may see it; returns where to go on."""
    for line in game.log_for(you, start):
        tell(f"  {line.text}")
    return len(game.happenings)


def _tell_end(game: Game, you: str) -> None:
    reason = {"battles": "by battles", "no_character": "for want of a character card to set"}
    text = reason.get(game.reason or "", str(game.reason))
    tell()
    tell(f"You {'win' if game.winner == you else 'lose'} in turn {game.turn}, decided {text}.")


def _ask(game: Game, you: str, policy: Policy) -> str | None:
    """Show what you see and your options; returns the label chosen, None to stop."""
    from ucgsim.play.drawing import draw, hand_lines  # noqa: PLC0415

    options = game.options
    tell()
    tell(draw(game, you))
    for line in hand_lines(game, you):
        tell(f"  {line}")
    for number, option in enumerate(options, start=1):
        tell(f"{number:>3}. {option}")
    while True:
        try:
            answer = input(f"Your choice (1-{len(options)}, {EXPLAIN} CARD, {HINT}, {QUIT}): ").strip()
        except EOFError:
            return None
        if answer.lower() == QUIT:
            return None
        if answer.lower() == HINT:
            _hint(game, policy)
            continue
        if answer.startswith(EXPLAIN):
            tell(_explained(game, answer.removeprefix(EXPLAIN).strip().upper()))
            continue
        chosen = _chosen(answer, options)
        if chosen is not None:
            return chosen
        tell(f"{answer!r} is none of 1 to {len(options)}.")


def _hint(game: Game, policy: Policy) -> None:
    """Tell what search makes of the decision: as wide as the other side searches, if it does."""
    from ucgsim.play.hints import hint, hint_lines  # noqa: PLC0415

    for line in hint_lines(game, hint(game, policy)):
        tell(line)


def _explained(game: Game, number: str) -> str:
    """What a card of this game prints and does."""
    from ucgsim.effects.language.blocks import format_text  # noqa: PLC0415
    from ucgsim.effects.playing import known_effects  # noqa: PLC0415
    from ucgsim.play.drawing import card_line  # noqa: PLC0415

    if number not in game.book.names.numbers:
        return f"{number!r} is no card of this game."
    effect = known_effects().get(number)
    return f"{card_line(game, number)}\n{'No effect.' if effect is None else format_text(effect).rstrip()}"


def _chosen(answer: str, options: list[str]) -> str | None:
    if answer in options:
        return answer
    if answer.isdecimal() and 1 <= int(answer) <= len(options):
        return options[int(answer) - 1]
    return None
