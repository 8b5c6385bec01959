"""A question played again under another policy on both sides: how much of it, by which seed, kept where, told how."""

from __future__ import annotations

import hashlib
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.limits import MAX_GAMES
from ucgsim.policies.spec import STRONG, parse_policy
from ucgsim.report.sheet import Cell, interval, label, number, percent, plain, rate
from ucgsim.safe_text import against
from ucgsim.simulate.cores import cores
from ucgsim.simulate.plan import HALVES, Plan, equal_halves
from ucgsim.simulate.run import Dealt, games_per_second
from ucgsim.stats.agreement import Checked, CheckVerdict
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, normal_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence


DEFAULT_CHECK = STRONG
"""The planner plays on in it, whatever is checked: with a weaker one it might be no better than what it checks."""
NO_CHECK = "none"
MOST_EACH = 400
"""Games of a check for each matchup, where nothing else is said: within seven points of the truth."""
MOST_IN_ALL = 6_000
"""Games of a check over all matchups, where nothing else is said: some minutes of search."""


_BUDGET = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>s|m|min|h|pp)")
_SECONDS = {"s": 1, "m": 60, "min": 60, "h": 3600}
LONGEST = 7 * 24 * 3600
"""Seconds of a check at most: a week."""
MEASURING = 0.1
"""Share of the time of a check in which its speed is taken."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a check may take: about so many ``seconds`` in all, or as many games as make each interval +- ``points``."""

    seconds: float | None = None
    points: float | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A check that is to be made: its policy, in so many games of each matchup or within a budget."""

    policy: str
    games: int | None = None
    budget: Budget | None = None


def read_budget(text: str) -> Budget:
    """A time such as 30s, 5m or 1h, or a precision such as 2pp; UcgsimError for what is neither."""
    read = _BUDGET.fullmatch(text.strip())
    if read is None:
        raise UcgsimError(f"{text!r} is no budget; give a time such as 30s or 5m, or a precision such as 2pp")
    value, unit = float(read["number"]), read["unit"]
    if unit == "pp":
        if not 0.01 <= value < 50:
            raise UcgsimError(f"a check of +-{value:g} points; give a precision from 0.01pp to less than 50pp")
        return Budget(points=value)
    seconds = value * _SECONDS[unit]
    if not 1 <= seconds <= LONGEST:
        raise UcgsimError(f"a check of {value:g} {unit}; give a time from 1s to {LONGEST // 3600}h")
    return Budget(seconds=seconds)


def read_budgets(games: int | None, budget: str | None) -> Budget | None:
    """The budget that a caller names, if one is named; UcgsimError where he names a number of games as well."""
    if games is not None and budget is not None:
        raise UcgsimError(f"a check of {games} games and of {budget}; name the one or the other")
    return None if budget is None else read_budget(budget)


def games_for_points(points: float) -> int:
    """Games, an even number, after which an interval is no wider than +- ``points``, whatever the rate."""
    needed = math.ceil((normal_quantile(DEFAULT_CONFIDENCE) * 50 / points) ** 2)
    return equal_halves(needed)


def games_in(budget: Budget, dealt: Sequence[Dealt], matchups: int, *, jobs: int) -> int:
    """Games of each matchup within a budget, an even number; for a time it is measured how fast they are played."""
    if budget.seconds is None:
        assert budget.points is not None, "a budget is a time or a precision"
        return games_for_points(budget.points)
    speed = games_per_second(dealt, MEASURING * budget.seconds) * min(jobs, cores())
    each = min(int((1 - MEASURING) * budget.seconds * speed / matchups), MAX_GAMES)
    return max(each - each % HALVES, HALVES)


def read_check(text: str | None, played: Sequence[str], games: int | None = None) -> str | None:
    """The policy that is to check a run of the policies ``played``; None for no check.

    Raises UcgsimError for an unknown one, for one that plays both sides already, and for no ``games``.
    """
    games_of_check(games, MOST_EACH)
    if text is None or text.strip() == NO_CHECK:
        return None
    name = parse_policy(text).name
    if {parse_policy(each).name for each in played} == {name}:
        raise UcgsimError(f"check {name}: plays both sides already; name another policy, or '{NO_CHECK}'")
    return name


def refuse_matches(check: str | None) -> None:
    """Raise UcgsimError for a check of matches, of which only counts are saved."""
    if check is not None:
        raise UcgsimError(f"check {check}: matches can't be checked; leave it out, or play games")


def usual_check(played: Sequence[str]) -> str | None:
    """The check that is made where none is asked for: none where somebody searches already."""
    return None if any(parse_policy(each).searches for each in played) else DEFAULT_CHECK


def games_of_check(asked: int | None, played: int, matchups: int = 1) -> int:
    """Games of each matchup that a check plays, an even number: as many as ``asked``, or else no more than were played.

    Raises UcgsimError for fewer than two.
    """
    if asked is not None:
        if not HALVES <= asked <= MAX_GAMES:
            raise UcgsimError(f"a check of {asked} games; give a whole number from {HALVES} to {MAX_GAMES:,}")
        return equal_halves(asked)
    fewest = min(MOST_EACH, played, MOST_IN_ALL // matchups)
    return max(fewest - fewest % HALVES, HALVES)


def seed_of_check(seed: int) -> int:
    """A seed of its own: a check shares no chance with what it checks."""
    return seed_of("check", seed)


def seed_of(what: str, seed: int) -> int:
    """A seed of its own for something that is to share no chance with what was played by ``seed``."""
    return int.from_bytes(hashlib.sha256(f"{what} of {seed}".encode()).digest()[:8]) >> 1


ASKED = ("rules", "redraw_procedure", "first", "matchup", "blank", "edited")


def refuse_other_question(plan: Plan, check: Plan, place: object) -> None:
    """Raise UcgsimError where a check that was kept asked something else than what it is to check."""
    differing = [name for name in ASKED if getattr(plan, name) != getattr(check, name)]
    if [deck.fingerprint for deck in plan.decks] != [deck.fingerprint for deck in check.decks]:
        differing = ["decks", *differing]
    if differing:
        raise UcgsimError(f"{place}: checks a run of other {' and '.join(differing)}; delete it, and check again")


def check_words(policy: str, games: int | None) -> list[str]:
    """The words of a command line that check under this policy, in so many games of each matchup or until it knows."""
    return ["--check", policy, *([] if games is None else ["--check-games", str(games)])]


def taken_words(games: Sequence[int]) -> str:
    """How many games a check took of each matchup, such as ``50 to 400 games a matchup, 700 in all``."""
    each = f"{min(games):,} to {max(games):,}" if min(games) < max(games) else f"{games[0]:,}"
    return f"{each} games a matchup, {sum(games):,} in all"


def sides_words(labels: Sequence[str]) -> str:
    """Who meets whom, such as ``greedy v1 on both sides``."""
    return against(labels) if len(set(labels)) > 1 else f"{labels[0]} on both sides"


def play_words(labels: Sequence[str]) -> str:
    """Under whose play something holds, such as ``under greedy v1``."""
    return f"under {against(labels)}"


def checker(label: str) -> str:
    """Who checked, for a reader: stronger play where it was search, else the policy."""
    return "stronger play" if label.startswith("search") else label


def moved_words(checked: Checked) -> str:
    """By how much a check moves a rate, such as ``-19.8 points (-24.9 to -14.6)``."""
    rate, low, high = (100 * value + 0.0 for value in (checked.moved.rate, checked.moved.low, checked.moved.high))
    return f"{rate:+.1f} points ({low:+.1f} to {high:+.1f})"


SAID = {CheckVerdict.STANDS: "confirmed", CheckVerdict.TURNS: "contradicted", CheckVerdict.OPEN: "not decided yet"}
"""What tables say of what was checked."""


MOVES = "moves by"
"""The column that says how far the check lies from what was found first."""


def checked_cells(checked: Checked, turned: str = "") -> dict[str, Cell]:
    """What either play makes of a matchup, by the headings of the table; ``turned`` marks one that turns."""
    kind = "turns" if checked.verdict is CheckVerdict.TURNS else ""
    return {
        "first": rate(checked.fast, percent(checked.fast.rate), kind),
        "check": rate(checked.strong, "", kind),
        MOVES: rate(checked.moved, moved_words(checked)),
        "the first is": label(SAID[checked.verdict] + (turned if kind else "")),
        "games that would decide": label("") if checked.verdict is not CheckVerdict.OPEN else _needed(checked),
    }


TOO_CLOSE = "too close for any number of games that is of use"
MOST_TIMES = 10
"""How many times the games that were played are worth a word: after so many, what is found is too small to matter."""


def decides_words(needed: int, played: int, words: str) -> str:
    """How many games would decide, by ``words`` with ``{games}``, or that no number of them is of use."""
    return words.format(games=needed) if needed <= MOST_TIMES * played else TOO_CLOSE


def _needed(checked: Checked) -> Cell:
    needed = checked.units_to_tell
    return number(needed) if needed <= MOST_TIMES * checked.strong.n else label("too close")


CHECK_COLUMNS = ("first", "check", MOVES, "the first is", "games that would decide")


def checked_json(checked: Checked) -> dict[str, Any]:
    """A check as plain values."""
    return {
        "verdict": checked.verdict.value,
        "first": plain(checked.fast),
        "check": plain(checked.strong),
        "moved": plain(checked.moved),
        "games_to_tell": checked.units_to_tell,
    }


def verdict_words(checked: Checked, games: int) -> str:
    """What a check of so many games makes of a rate, with the rate that it found."""
    rate_text = f"{interval(checked.strong)}, {games:,} games"
    if checked.verdict is CheckVerdict.STANDS:
        return f"confirms it: {rate_text}, moved by {moved_words(checked)}"
    if checked.verdict is CheckVerdict.TURNS:
        return f"contradicts it: {rate_text}, where it was {percent(checked.fast.rate)}"
    decides = decides_words(checked.units_to_tell, games, "about {games:,} games would decide")
    return f"leaves it open: {rate_text}; {decides}"
