"""Games of a run on the board: which ones can be picked, and one looked at again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.play.replay import dealt_again, is_same
from ucgsim.play.review import LEAST_COST, review
from ucgsim.policies.labels import SIDES
from ucgsim.report.charts import Chart, Point, Scale, Series, Shape
from ucgsim.simulate.folder import RunFolder
from ucgsim.studies.duel.replays import closest, first_won

if TYPE_CHECKING:
    import threading
    from collections.abc import Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.play.board import Area
    from ucgsim.play.review import Review
    from ucgsim.simulate.plan import Plan

PICKS = {"closest": "the closest", "lost": "the first that it lost", "won": "the first that it won"}


@dataclass(frozen=True, slots=True)
class Turn:
    """A Round of a game that is looked at: its heading, what happened, what was given away, and the board."""

    heading: str
    is_turning: bool
    lines: tuple[str, ...]
    mistakes: tuple[str, ...]
    areas: tuple[Area, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """A game looked at again from one side: who met, how it ended, chances as a line, Rounds, what it rests on."""

    names: tuple[str, str]
    answer: str
    chart: Chart
    turns: tuple[Turn, ...]
    foot: str


def names_of(folder: Path) -> str:
    """Who meets in a matchup, in words."""
    return " against ".join(deck.name for deck in RunFolder(folder).plan().decks)


def looked_at(folder: Path, pick: str, catalog: Catalog, lock: threading.Lock) -> Looked:
    """A game of a matchup by its number or by a word of `PICKS`, seen from side A.

    Raises UcgsimError where there is no such game, or it can't be played again.
    """
    run = RunFolder(folder)
    plan = run.plan()
    if not is_same(plan, catalog):
        raise UcgsimError("this run was played with other cards, effects or policies, so its games can't be shown")
    index = _number(run, plan, pick)
    with lock:
        game = review(dealt_again(plan, index, catalog), SIDES[0], lambda each: each.policy_choice())
    a, b = (f"{deck.name} by {label}" for deck, label in zip(plan.decks, plan.labels, strict=True))
    return shown(game, plan.decks, f"Game {index} of seed {plan.seed}, {a}, {b}.")


def shown(game: Review, decks: Sequence[Deck], which: str) -> Looked:
    """A review on the board; ``decks`` are those of sides A and B, ``which`` says what game it is."""
    mine, theirs = decks if game.viewer == SIDES[0] else reversed(decks)
    answer = f"{mine.name} {'wins' if game.won else 'loses'} in Round {game.game.turn}."
    return Looked((mine.name, theirs.name), answer, chances(game), turns(game), f"{which} {game.foot}".strip())


def _number(run: RunFolder, plan: Plan, pick: str) -> int:
    if pick in PICKS:
        index = closest(run, plan) if pick == "closest" else first_won(run, plan, {"won": "a", "lost": "b"}[pick])
    else:
        index = int(pick) if pick.isdecimal() and len(pick) < len(str(plan.games)) + 1 else None
    if index is None or index >= plan.games:
        raise UcgsimError(f"this run holds no such game; a number from 0 to {plan.games - 1:,} was expected")
    return index


def chances(game: Review) -> Chart:
    """The chance to win at the beginning of each Round and at the end, as a line."""
    points = tuple(Point(place, value) for place, value in enumerate(game.chances, start=1))
    return Chart(
        "chance",
        "Chance to win by Round",
        "At the beginning of each Round, and after the last one.",
        Shape.LINES,
        (Series("chance to win", "a", points),),
        Scale("chance to win", lines=(0.5,), shows=(0.0, 1.0), bounds=(0.0, 1.0)),
        "Round",
    )


def turns(game: Review) -> tuple[Turn, ...]:
    """The Rounds of a game."""
    values, turning = game.chances, game.turning_points
    return tuple(
        Turn(
            f"Round {each.turn}: {100 * values[at]:.0f} % → {100 * values[at + 1]:.0f} %",
            each.turn in turning,
            each.lines,
            tuple(
                f"Chose {choice.chosen} ({100 * choice.chance:.0f} %); a strong player: {choice.better} "
                f"({100 * choice.best:.0f} %)."
                for choice in each.choices
                if choice.cost >= LEAST_COST and choice.cost > choice.error
            ),
            each.areas,
        )
        for at, each in enumerate(game.rounds)
    )
