"""A question played again under another policy on both sides: how much of it, by which seed, kept where, told how."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.policies.spec import parse_policy
from ucgsim.report.numbers import interval, percent
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.plan import GAMES_PER_PAIR, MAX_GAMES
from ucgsim.simulate.run import Run
from ucgsim.simulate.table import make_plan
from ucgsim.simulate.terms import Terms
from ucgsim.stats.checked import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.plan import Plan
    from ucgsim.stats.checked import Checked

CHECK = "check"
"""The folder of a check, within that of what it checks."""
DEFAULT_CHECK = "search:16"
NO_CHECK = "none"
MOST_EACH = 400
"""Games of a check for each matchup, where nothing else is said: within seven points of the truth."""
MOST_IN_ALL = 6_000
"""Games of a check over all matchups, where nothing else is said: some minutes of search."""


def read_check(told: str | None, played: Sequence[str], games: int | None = None) -> str | None:
    """The policy that is to check a run of the policies ``played``; None for no check.

    Raises UcgsimError for an unknown one, for one that plays both sides already, and for no ``games``.
    """
    games_of_check(games, MOST_EACH)
    if told is None or told.strip() == NO_CHECK:
        return None
    name = parse_policy(told).name
    if {parse_policy(each).name for each in played} == {name}:
        raise UcgsimError(f"check {name}: plays both sides already; name another policy, or '{NO_CHECK}'")
    return name


def refuse_matches(check: str | None) -> None:
    """Raise UcgsimError for a check of matches, of which only counts are kept."""
    if check is not None:
        raise UcgsimError(f"check {check}: matches can't be checked; leave it out, or play games")


def usual_check(played: Sequence[str]) -> str | None:
    """The check that is made where none is asked for: none where somebody searches already."""
    return None if any(parse_policy(each).searches for each in played) else DEFAULT_CHECK


def games_of_check(asked: int | None, played: int, matchups: int = 1) -> int:
    """Games of each matchup that a check plays, whole pairs: as many as ``asked``, or else no more than were played.

    Raises UcgsimError for fewer than a pair.
    """
    if asked is not None:
        if not GAMES_PER_PAIR <= asked <= MAX_GAMES:
            raise UcgsimError(f"a check of {asked} games; give a whole number from {GAMES_PER_PAIR} to {MAX_GAMES:,}")
        return asked + asked % GAMES_PER_PAIR
    fewest = min(MOST_EACH, played, MOST_IN_ALL // matchups)
    return max(fewest - fewest % GAMES_PER_PAIR, GAMES_PER_PAIR)


def seed_of_check(seed: int) -> int:
    """A seed of its own: a check shares no chance with what it checks."""
    return int.from_bytes(hashlib.sha256(f"check of {seed}".encode()).digest()[:8]) >> 1


def check_run(plan: Plan, policy: str, games: int, catalog: Catalog, folder: Path | None) -> Run:
    """The run that asks again what ``plan`` asked, both sides played by ``policy``."""
    terms = Terms.of_plan(plan, catalog).but(policies=(policy, policy), seed=seed_of_check(plan.seed))
    other, table = make_plan(plan.decks, games, terms)
    return Run(other, table, None if folder is None else RunFolder(folder))


ASKED = ("rules", "redraw_procedure", "first", "matchup", "blank", "edited")


def refuse_other_question(plan: Plan, check: Plan, place: object) -> None:
    """Raise UcgsimError where a check that was kept asked something else than what it is to check."""
    told = [name for name in ASKED if getattr(plan, name) != getattr(check, name)]
    if [deck.fingerprint for deck in plan.decks] != [deck.fingerprint for deck in check.decks]:
        told = ["decks", *told]
    if told:
        raise UcgsimError(f"{place}: checks a run of other {' and '.join(told)}; delete it, and check again")


def play_words(labels: Sequence[str]) -> str:
    """Under whose play something holds, such as ``under greedy v1``."""
    return f"under {' against '.join(dict.fromkeys(labels))}"


def moved_words(checked: Checked) -> str:
    """By how much a check moves a rate, such as ``-19.8 points (-24.9 to -14.6)``."""
    rate, low, high = (100 * value + 0.0 for value in (checked.moved.rate, checked.moved.low, checked.moved.high))
    return f"{rate:+.1f} points ({low:+.1f} to {high:+.1f})"


def verdict_words(checked: Checked, games: int, unit: int) -> str:
    """What a check of so many games makes of a rate, with the rate that it found."""
    found = f"{interval(checked.strong)}, {games:,} games"
    if checked.verdict is Verdict.STANDS:
        return f"stands: {found}; it moves by {moved_words(checked)}"
    if checked.verdict is Verdict.TURNS:
        return f"turns: {found}, where it was {percent(checked.fast.rate)}"
    return f"can't be told yet: {found}; about {unit * checked.units_to_tell:,} games would tell"
