"""A game looked at again: boards, the chance to win, where it turned, what a strong player would have done."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.cards.card import card_label
from ucgsim.engine.core.constants import Event
from ucgsim.play.board import WIDTH, draw, option_name
from ucgsim.play.chances import rated
from ucgsim.play.events import describe
from ucgsim.policies.labels import SIDES
from ucgsim.policies.spec import parse_policy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ucgsim.play.chances import Value
    from ucgsim.play.game import Game

STRONG = "search:64,with=planner,guess=1"
"""The strong player that says what it would have done, and the chances: hidden cards are as the planner would have
played."""
LEAST_COST = 0.01
"""Chance to win below which another choice is not worth a word."""
DRAWS = re.compile(r"[AB] draws ")
TURNING = 3
"""Rounds at most that are marked because most changed in them."""
NOTICED = 0.05
"""By how much the chance to win must change in a Round that is marked."""


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision of the viewer: what was chosen, what a strong player would have chosen, and the chance after either.

    ``error``: the standard error of the chances, over the worlds that were tried.
    """

    turn: int
    chosen: str
    better: str
    chance: float
    best: float
    error: float

    @property
    def cost(self) -> float:
        """By how much the chance to win is lower than it could have been."""
        return max(self.best - self.chance, 0.0)


@dataclass(frozen=True, slots=True)
class Round:
    """A Round as it went: who led, what happened in words, the board at its end, and what the viewer chose.

    ``chance``: of the viewer to win when it began, None where nothing was asked of the viewer before the end; half its
    95 % interval is ``reach``.
    """

    turn: int
    lead: str
    lines: tuple[str, ...]
    board: str
    choices: tuple[ReviewedDecision, ...]
    chance: float | None
    reach: float = 0.0


@dataclass(frozen=True, eq=False)
class Review:
    """A whole game as one side sees it afterwards, when all cards lie open."""

    game: Game
    viewer: str
    rounds: tuple[Round, ...]

    @property
    def won(self) -> bool:
        """Whether the viewer won."""
        return self.game.winner == self.viewer

    @property
    def chances(self) -> list[float]:
        """The chance to win at the beginning of each Round and at the end, that of a Round without one as before."""
        chances: list[float] = []
        for each in self.rounds:
            chances.append(each.chance if each.chance is not None else (chances[-1] if chances else 0.5))
        return [*chances, float(self.won)]

    @property
    def turning_points(self) -> list[int]:
        """The Rounds in which the chance to win changed most, and noticeably, in their order: one may be none at all.

        It changed by ``NOTICED`` and by more than both chances are known to.
        """
        chances, reaches = self.chances, [*(each.reach for each in self.rounds), 0.0]
        moved = {each.turn: abs(chances[at + 1] - chances[at]) for at, each in enumerate(self.rounds)}
        least = {each.turn: max(NOTICED, math.hypot(*reaches[at : at + 2])) for at, each in enumerate(self.rounds)}
        noticed = [turn for turn, change in moved.items() if change >= least[turn]]
        return sorted(sorted(noticed, key=lambda turn: -moved[turn])[:TURNING])

    @property
    def foot(self) -> str:
        """What all choices gave away, and what the chances rest on."""
        reach = 100 * max((each.reach for each in self.rounds), default=0.0)
        return (
            f"Given away in all: {100 * self.cost:.0f} points, by {STRONG}, each choice alone; chances at the start "
            f"of a Round ± {reach:.0f} points at most (95 %), over 64 worlds."
        )

    @property
    def cost(self) -> float:
        """What all choices together gave away, each by itself."""
        return sum(choice.cost for each in self.rounds for choice in each.choices if choice.cost >= LEAST_COST)


def review(game: Game, viewer: str, choose: Callable[[Game], int]) -> Review:
    """Play a game that was dealt once more, by ``choose``, and look at it from one side."""
    strong = parse_policy(STRONG)
    boards: dict[int, str] = {}
    leads: dict[int, str] = {}
    choices: dict[int, list[ReviewedDecision]] = {}
    began: dict[int, Value] = {}
    starts: dict[int, int] = {}

    def go_on() -> None:
        while game.decision is None and not game.is_over:
            if game.turn:
                starts.setdefault(game.turn, len(game.happenings) if starts else 0)
            leads[game.turn] = game.lead
            if game.phase in {"judgement", "end"}:
                boards[game.turn] = draw(game, viewer)
            game.step()

    go_on()
    while not game.is_over:
        assert game.decision is not None, "a game that goes on asks somebody"
        index = choose(game)
        if game.decision.player == viewer:
            values = {value.label: value for value in rated(game, strong)}
            best = max(values.values(), key=lambda value: value.mean)
            label = game.labels[index]
            mine = values.get(label, best)
            began.setdefault(game.turn, mine)
            chosen, better = (option_name(game, each, WIDTH) for each in (label, best.label))
            error = (mine.error**2 + best.error**2) ** 0.5
            choice = ReviewedDecision(game.turn, chosen, better, mine.mean, best.mean, error)
            choices.setdefault(game.turn, []).append(choice)
        game.take(index)
        go_on()
    boards[game.turn] = draw(game, viewer)
    rounds = tuple(
        Round(
            turn,
            leads[turn],
            tuple(happenings(game, start, starts.get(turn + 1))),
            boards.get(turn, ""),
            tuple(choices.get(turn, ())),
            began[turn].mean if turn in began else None,
            began[turn].reach if turn in began else 0.0,
        )
        for turn, start in sorted(starts.items())
    )
    return Review(game, viewer, rounds)


def happenings(game: Game, start: int, end: int | None = None) -> list[str]:
    """What has happened, without clauses and names of phases, cards called by name and level; draws in one line."""
    labels = {card.number: card_label(card).partition(" (")[0] for card in game.book.cards}
    called = (rf"{re.escape(card.number)}(?: {re.escape(card.full_name)})?" for card in game.book.cards)
    pattern = re.compile("|".join(called))
    events = [(each, describe(each, game.book)) for each in game.happenings[start:end] if each.event is not Event.PHASE]
    lines: list[str] = []
    for line in (described for _, described in events if described is not None):
        text = pattern.sub(lambda match: labels[match[0].partition(" ")[0]], line.text)
        before = DRAWS.match(text)
        if before is not None and lines and lines[-1].startswith(before[0]):
            lines[-1] += f", {text.removeprefix(before[0])}"
        else:
            lines.append(text)
    return lines


def review_lines(review: Review, decks: Sequence[str], *, boards: bool = True) -> Iterator[str]:
    """A review in lines: the chance to win by Round, each Round with its board, and what was given away."""
    mine = SIDES.index(review.viewer)
    word = "win" if review.won else "lose"
    yield f"You are {review.viewer}: {decks[mine]} against {decks[1 - mine]}. You {word} in Round {review.game.turn}."
    by_round = ", ".join(f"{100 * chance:.0f} %" for chance in review.chances[:-1])
    turning = ", ".join(map(str, review.turning_points))
    turned = f"It turned most in Rounds {turning}." if turning else "It turned in no single Round."
    yield f"Your chance to win at the beginning of each Round: {by_round}. {turned}"
    chances = review.chances
    for at, each in enumerate(review.rounds):
        mark = "  <- turning point" if each.turn in review.turning_points else ""
        yield ""
        yield f"Round {each.turn}, {each.lead} leads: {100 * chances[at]:.0f} % -> {100 * chances[at + 1]:.0f} %{mark}"
        yield from (f"  {line}" for line in each.lines)
        for choice in each.choices:
            if choice.cost >= LEAST_COST and choice.cost > choice.error:
                yield (
                    f"  ! You chose {choice.chosen} ({100 * choice.chance:.0f} %); a strong player: {choice.better} "
                    f"({100 * choice.best:.0f} %), {100 * choice.cost:.0f} points more."
                )
        if boards and each.board:
            yield from (f"    {line}" for line in each.board.splitlines())
    yield ""
    yield review.foot
