"""A game looked at again: boards, the chance to win, where it turned, what a strong player would have done."""

from __future__ import annotations

import math
import re
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.cards.card import card_label, card_title
from ucgsim.engine.core.constants import NONE, SEATS, Event
from ucgsim.engine.field.stacks import COST
from ucgsim.play.chances import USUAL, rated
from ucgsim.play.events import PHASES, describe
from ucgsim.policies.labels import SIDES, number_of, stack_of
from ucgsim.policies.spec import parse_policy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ucgsim.play.chances import Value
    from ucgsim.play.game import Game

WIDTH = 80
SIDE = 37
"""Columns of one side of a battle area; two of them, a number before and gaps are as wide as a terminal."""
STANDS = {1: "ahead", 0: "even", -1: "behind"}


def draw(game: Game, viewer: str) -> str:
    """Round, scene, who wins what now, battle areas and piles as ``viewer`` may see them (CR 3.4.2, 3.6.3)."""
    other = SIDES[1 - SIDES.index(viewer)]
    stands = standings_of(game, viewer)
    mine, theirs = (_characters(game, player, viewer) for player in (viewer, other))
    lines = [*_head(game, viewer, stands), _columns("", f"{viewer} (you)", other)]
    for area, sides in enumerate(zip(mine, theirs, strict=True)):
        words = _words_of(stands[area])
        rows = [[*side] for side in sides]
        for row, word in zip(rows, words, strict=True):
            row[1] = ", ".join(filter(None, (row[1], word)))
        lines += [_columns(str(area + 1), rows[0][0], rows[1][0]), _columns("", rows[0][1], rows[1][1])]
    lines.append(_columns("", _piles(game, viewer), _piles(game, other)))
    lines += [*_known(game, other, viewer), *_charged(game), *_touched(game)]
    return "\n".join(line.rstrip() for line in lines)


def short(game: Game, number: str, width: int = SIDE) -> str:
    """What a card is called, in no more than so many letters; its number always is there."""
    title, tail = card_title(game.book.cards[game.book.row(number)]), f" ({number})"
    return _cut(title, width - len(tail)) + tail


def _head(game: Game, viewer: str, stands: Sequence[int | None]) -> Iterator[str]:
    leads = "you lead" if game.lead == viewer else f"{game.lead} leads"
    phase = next(name for each, (name, _) in PHASES.items() if each.name.lower() == game.phase)
    yield f"Round {game.turn}, {leads} - {phase}"
    if game.scene is None:
        yield "No scene"
    else:
        number, owner = game.scene
        yield f"{'Your scene' if owner == viewer else f'Scene of {owner}'}: {short(game, number, WIDTH - 16)}"
    won, lost, even = (stands.count(each) for each in (1, -1, 0))
    if won + lost + even:
        other = SIDES[1 - SIDES.index(viewer)]
        yield f"As it is you win {won}, {other} wins {lost}, {even} even"


def standings_of(game: Game, viewer: str) -> list[int | None]:
    """In each area whether the viewer is ahead (1), behind (-1) or even by BP; None where nobody fights yet."""
    other = SIDES[1 - SIDES.index(viewer)]
    pairs = zip(game.bp(viewer), game.bp(other), strict=True)
    return [None if a is None or b is None else (a > b) - (a < b) for a, b in pairs]


def _words_of(stands: int | None) -> tuple[str, str]:
    return ("", "") if stands is None else (STANDS[stands], STANDS[-stands])


def _columns(area: str, mine: str, theirs: str) -> str:
    return f"  {area:<2}{_cut(mine):<{SIDE}}  {_cut(theirs)}"


def _cut(text: str, room: int = SIDE) -> str:
    """A text in no more than so many letters."""
    return text if len(text) <= room else f"{text[: max(room - 1, 0)]}…"


def _piles(game: Game, player: str) -> str:
    sizes: Mapping[str, Sequence[str]] = {
        "hand": game.hand(player),
        "deck": game.deck(player),
        "discarded": game.discard(player),
    }
    return ", ".join(f"{name} {len(cards)}" for name, cards in sizes.items())


def _known(game: Game, player: str, viewer: str) -> list[str]:
    """What the viewer knows of the other hand."""
    known = game.known("hand", player, viewer)
    return textwrap.wrap(f"Known of {player}: in hand {' '.join(known)}", WIDTH) if known else []


def _charged(game: Game) -> list[str]:
    """Charge cards under characters, which everybody may see (CR 11.17)."""
    piles = {f"{side}{area}": cards for side in SIDES for area, cards in enumerate(game.charge(side), start=1) if cards}
    text = "; ".join(f"{place} {' '.join(cards)}" for place, cards in piles.items())
    return textwrap.wrap(f"Charge: {text}", WIDTH) if text else []


def _touched(game: Game) -> list[str]:
    """Cards that a Baton Touch has turned face-down, and what they cost (floor rules 14)."""
    counts = {f"{side}{area}": n for side in SIDES for area, n in enumerate(game.touched(side), start=1) if n}
    text = "; ".join(f"{place} {n} face-down, -{n * COST} BP" for place, n in counts.items())
    return textwrap.wrap(f"Baton Touch: {text}", WIDTH) if text else []


def _characters(game: Game, player: str, viewer: str) -> list[tuple[str, str]]:
    """Of each battle area two lines: which card, and how it stands."""
    covered = game.covered(player, viewer)
    views = zip(game.stacks(player), covered, game.bp(player), game.state(player), strict=True)
    return [_character(game, *view) for view in views]


def _character(
    game: Game, stack: list[str], covered: list[str | None], bp: int | None, state: str | None
) -> tuple[str, str]:
    if not stack:
        return "vacant", ""
    seen = stack[: len(stack) - len(covered)]
    points = [] if bp is None else [f"{bp} BP"]
    below = " ".join(each or "?" for each in covered)
    if not seen:
        name = short(game, covered[-1], SIDE - 6) + " down" if covered[-1] else "face-down"
        return name, state or ""
    return short(game, seen[-1]), ", ".join([state or "", *points, *([f"+ {below} down"] if covered else [])])


# Options by the names of their cards.


PLAIN = {"keep", "redraw", "lead", "next", "no scene", "pass", "top", "bottom", "none"}
"""What options do that name no card."""
WAITING = ("resolve", "activate")
"""What the labels of effects begin with."""


def option_name(game: Game, label: str, room: int) -> str:
    """An option with the name of its card, in about so many letters: no name is cut shorter than its number."""
    words = label.split()
    if label in PLAIN:
        return label
    if re.fullmatch(r"[AB]\d+", words[0]):
        return f"{label}: {_standing(game, label, room - 18)}"
    if words[0] in WAITING:
        source = _source(game, words[1])
        return label if source is None else f"{label}: {short(game, source, room + 4 - len(label))}"
    number = _card_of(game, label)
    if number is None:
        return label
    rest = " ".join(word for word in words if word != number)
    verb = {"level": "onto area "}.get(words[0], "")
    head = f"{verb}{rest.removeprefix('level ')}: " if rest else ""
    return f"{head}{short(game, number, room - len(head))}"


def _card_of(game: Game, label: str) -> str | None:
    """The number of the card that an option itself names; none where it names a place."""
    words = label.split()
    if words[0] in WAITING or re.fullmatch(r"[AB]\d+", words[0]):
        return None
    return next((word for word in words if word in game.book.names.numbers), None)


def _standing(game: Game, label: str, room: int) -> str:
    """Who stands in an area, as far as everybody can see."""
    side, area = label[0], int(label[1:]) - 1
    stacks, down = game.stacks(side), game.face_down(side)
    if area >= len(stacks) or not stacks[area]:
        return "vacant"
    seen = stacks[area][: len(stacks[area]) - down[area]]
    bp = game.bp(side)[area]
    return (short(game, seen[-1], room) if seen else "face-down") + (f", {bp} BP" if bp is not None else "")


def _source(game: Game, word: str) -> str | None:
    """The number of the card that an option means by its place."""
    if word == "scene":
        return None if game.scene is None else game.scene[0]
    if not re.fullmatch(r"[AB]\d+", word):
        return word if word in game.book.names.numbers else None
    player, area = SIDES.index(word[0]), int(word[1:]) - 1
    character = int(game.record.field[player, area])
    if character == NONE or character // SEATS != player:
        return None
    down = int(game.record.hidden[character])
    seen = stack_of(game.record, character)
    cards = seen[: len(seen) - down] or seen
    return number_of(game.record, game.book.names, cards[-1])


# Rounds, and what a strong player would have done in them.


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
            f"Given away in all: {100 * self.cost:.0f} points, by {USUAL}, each choice alone; chances at the start "
            f"of a Round ± {reach:.0f} points at most (95 %), over 64 worlds."
        )

    @property
    def cost(self) -> float:
        """What all choices together gave away, each by itself."""
        return sum(choice.cost for each in self.rounds for choice in each.choices if choice.cost >= LEAST_COST)


def review(game: Game, viewer: str, choose: Callable[[Game], int]) -> Review:
    """Play a game that was dealt once more, by ``choose``, and look at it from one side."""
    strong = parse_policy(USUAL)
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
