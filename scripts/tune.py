"""Better numbers for a policy, for your field: tried on paired games, until nothing is surely better.

    python -m scripts.tune planner [DECK]... [--field FILE] [--budget 30m] --out FOLDER

docs/own-policy.md says how.
"""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np

from scripts.tuning import (
    GRID,
    OPTIMISER,
    SCORES,
    Event,
    Generation,
    Meeting,
    Optimiser,
    Player,
    Space,
    Trial,
    TuneResult,
    Verdict,
    counted,
    draw_meetings,
    event_from,
    state_of,
    tuned_text,
)
from ucgsim.cli.common.console import PLAIN_SECONDS, print_json, say, tell
from ucgsim.cli.common.options import (
    field_option,
    jobs_option,
    json_option,
    known_policy,
    make_folder,
    out_option,
    read_whole,
    terms_options,
)
from ucgsim.cli.main import fail
from ucgsim.compiling.sources import source_hash
from ucgsim.decks.finding import find_deck, with_folders
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import as_kept, read_sealed, write_sealed
from ucgsim.files.lock import only_one
from ucgsim.files.writing import write_text_file
from ucgsim.limits import MAX_GAMES
from ucgsim.policies.closed_lists import usual_folders
from ucgsim.policies.spec import Policy, parse_policy
from ucgsim.safe_text import shown
from ucgsim.simulate.plain import reading
from ucgsim.simulate.plan import HALVES, Terms
from ucgsim.studies.decks import given_decks, refuse_repeated
from ucgsim.studies.weights import equal_weights, given_field

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ucgsim.decks.deck import Deck

FORMAT = 1
KEPT = "tune.json"
"""Everything that was played, sealed."""
GAMES = 960
MOST = 40_000
CYCLE = 8
"""Generations from one trial to the next."""
SEARCHING = 0.7
"""Share of the budget after which no generation is begun, so that the last trial is paid for."""


class Budget(NamedTuple):
    """How much is played: ``games`` in all that the folder holds, or ``seconds`` of this call."""

    games: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Tuning:
    """What is tuned on what: ``policy`` against ``against``, with ``decks`` of these ``shares``, and never with those
    ``left_out``.

    ``games``: of one candidate in a generation, over ``meetings`` of two decks; of a trial at most ``most`` each.
    Raises UcgsimError where there is nothing to tune, or nothing to tune on.
    """

    policy: str
    against: str
    decks: tuple[Deck, ...]
    shares: tuple[float, ...]
    left_out: tuple[Deck, ...]
    terms: Terms
    games: int = GAMES
    meetings: int = 24
    most: int = MOST
    space: Space = field(init=False)

    def __post_init__(self) -> None:
        policy, opponent = parse_policy(self.policy), parse_policy(self.against)
        if policy.own is not None or opponent.own is not None:
            raise UcgsimError("tune: a policy of your own has no numbers here, and can't be tuned against")
        if not self.decks:
            raise UcgsimError("tune: there is no deck to tune on; name decks, or leave fewer out")
        object.__setattr__(self, "policy", policy.name)
        object.__setattr__(self, "against", opponent.name)
        object.__setattr__(self, "space", Space(policy))

    @property
    def basis(self) -> dict[str, Any]:
        """What everything that is saved rests on."""
        data = {
            "policy": parse_policy(self.policy).label,
            "against": parse_policy(self.against).label,
            "decks": {deck.name: deck.fingerprint for deck in self.decks},
            "shares": self.shares,
            "left_out": {deck.name: deck.fingerprint for deck in self.left_out},
            "seed": self.terms.seed,
            "rules": self.terms.by,
            "games": (self.games, self.meetings, self.most),
            "engine": source_hash(),
            "optimiser": OPTIMISER,
        }
        return dict(as_kept(data))

    def meet(self, key: str, games: int) -> list[Meeting]:
        """Meetings of the decks it is tuned on."""
        each = max(games // self.meetings // HALVES, 1) * HALVES
        key = f"{self.terms.seed} {key}"
        return draw_meetings(self.decks, self.shares, self.decks, key=key, n=self.meetings, games=each)

    def meet_left_out(self, key: str, games: int) -> list[Meeting]:
        """Meetings of the decks that are left out, with themselves and with all others."""
        each = max(games // self.meetings // HALVES, 1) * HALVES
        all_decks, equal = (*self.decks, *self.left_out), [1.0] * len(self.left_out)
        key = f"{self.terms.seed} {key}"
        return draw_meetings(self.left_out, equal, all_decks, key=key, n=self.meetings, games=each)


class Course:
    """A tuning on its way: what was played, who is the champion, where the optimiser looks."""

    def __init__(self, tuning: Tuning, events: list[Event], place: Path) -> None:
        self.tuning = tuning
        self.events: list[Event] = []
        self.champion = tuning.space.start
        self.optimiser = self.fresh_optimiser()
        for event in events:
            if isinstance(event, Generation):
                points, policies = self.optimiser.ask()
                if [policy.name for policy in policies] != list(event.names):
                    raise UcgsimError(f"{place}: its candidates can't be drawn again here; name another folder")
                self.take_generation(points, event)
            else:
                self.take_trial(event)

    def fresh_optimiser(self) -> Optimiser:
        """One that looks around the champion."""
        return Optimiser(self.tuning.space, self.champion, (self.tuning.terms.seed % 2**32, len(self.events)))

    def take_generation(self, points: list[Any], event: Generation) -> None:
        """Learn from a generation."""
        self.optimiser.tell(points, event.scores)
        self.events.append(event)
        if self.optimiser.is_spent:
            self.optimiser = self.fresh_optimiser()

    def take_trial(self, event: Trial) -> None:
        """Learn from a trial."""
        self.events.append(event)
        if event.accepted:
            self.champion = parse_policy(event.name)
            self.optimiser = self.fresh_optimiser()

    @property
    def trials(self) -> list[Trial]:
        """All trials, in their order."""
        return [event for event in self.events if isinstance(event, Trial)]

    @property
    def games(self) -> int:
        """Games of everything that was played."""
        return sum(event.games for event in self.events)

    @property
    def since_trial(self) -> int:
        """Generations since the latest trial."""
        places = [place for place, event in enumerate(self.events) if isinstance(event, Trial)]
        return len(self.events) - (places[-1] + 1 if places else 0)

    @property
    def result(self) -> TuneResult:
        """What it has come to."""
        return TuneResult(self.tuning.basis, self.tuning.space.start, self.champion, tuple(self.events))


def tune(
    tuning: Tuning,
    budget: Budget,
    out: Path,
    *,
    jobs: int = 1,
    looked: Callable[[TuneResult], object] = lambda _: None,
) -> TuneResult:
    """Tune until the budget is spent, going on where an earlier call stopped; ``looked`` is told after each step.

    The folder holds all that was played and, as soon as a trial was accepted, the file of the numbers. Raises
    UcgsimError where it holds another tuning.
    """
    with only_one(out):
        course = Course(tuning, _read(out / KEPT, tuning), out / KEPT)
        player = Player(tuning.terms, tuning.against, jobs)
        started: float | None = None
        while (spent := _spent(course, budget, started)) < 1:
            if course.since_trial >= CYCLE or (spent >= SEARCHING and course.since_trial):
                course.take_trial(_trial(course, player))
            elif spent >= SEARCHING:
                break
            else:
                course.take_generation(*_generation(course, player))
            _keep(course, out)
            # Counted from the end of the first step, before which the game may have to be compiled.
            started = time.monotonic() if started is None else started
            looked(course.result)
        _keep(course, out)
        return course.result


def _spent(course: Course, budget: Budget, started: float | None) -> float:
    """The share of the budget that is spent."""
    if budget.games is not None:
        return course.games / budget.games
    return 0.0 if started is None or budget.seconds is None else (time.monotonic() - started) / budget.seconds


def _generation(course: Course, player: Player) -> tuple[list[Any], Generation]:
    """Play the next candidates."""
    points, policies = course.optimiser.ask()
    meetings = course.tuning.meet(f"generation {len(course.events)}", course.tuning.games)
    names = [policy.name for policy in policies]
    scores = player.scores(meetings, names).mean(axis=1)
    games = len(names) * sum(each.games for each in meetings)
    return points, Generation(tuple(names), tuple(map(float, scores)), games)


def _trial(course: Course, player: Player) -> Trial:
    """Hold the optimiser's favourite against the champion until the test decides, or the most games are played."""
    tuning, candidate = course.tuning, course.optimiser.favourite
    number, counts, games = len(course.trials) + 1, np.zeros(len(GRID), np.int64), 0
    verdict = Verdict.REFUSED if candidate == course.champion else Verdict.CONTINUE
    while verdict is Verdict.CONTINUE and games < 2 * tuning.most:
        meetings = tuning.meet(f"trial {number} from {games}", tuning.games)
        scores = player.scores(meetings, [candidate.name, course.champion.name])
        counts += counted(scores[0] - scores[1], GRID)
        games += 2 * sum(each.games for each in meetings)
        verdict = state_of(counts, number)
    exam: dict[str, tuple[int, ...]] = {}
    if verdict is Verdict.BETTER:
        exam, more = _exam(tuning, player, candidate, number)
        games += more
    return Trial(candidate.name, tuple(map(int, counts)), verdict, games, exam)


def _exam(tuning: Tuning, player: Player, policy: Policy, number: int) -> tuple[dict[str, tuple[int, ...]], int]:
    """What a policy wins in fresh games, with the decks it was tuned on and with those left out."""
    asked = {"tuned": tuning.meet(f"exam {number}", 2 * tuning.games)}
    if tuning.left_out:
        asked["left_out"] = tuning.meet_left_out(f"exam {number} left out", 2 * tuning.games)
    data = {}
    for name, meetings in asked.items():
        data[name] = tuple(map(int, counted(player.scores(meetings, [policy.name])[0], SCORES)))
    return data, sum(each.games for meetings in asked.values() for each in meetings)


def _read(place: Path, tuning: Tuning) -> list[Event]:
    """What was played; UcgsimError where it is of another tuning."""
    if not place.exists():
        return []
    again = "name another folder, or delete it"
    data = read_sealed(place, "what a tuning has played", FORMAT, again)
    with reading(str(place), "what a tuning has played", again):
        other = [name for name, value in tuning.basis.items() if data["basis"].get(name) != value]
        events = [event_from(each) for each in data["events"]]
    if other:
        raise UcgsimError(f"{place}: was tuned with other {' and '.join(other)}; {again}")
    return events


def _keep(course: Course, out: Path) -> None:
    """Keep what was played, and the numbers of the champion where it is not what was begun with."""
    events = [event.to_json() for event in course.events]
    write_sealed(out / KEPT, {"format": FORMAT, "basis": course.tuning.basis, "events": events})
    result = course.result
    if result.accepted:
        kind = course.champion.kind
        numbers = {each.name: value for each, value in zip(kind.parameters, course.champion.values, strict=True)}
        write_text_file(out / result.file, tuned_text(kind.name, kind.version, numbers, result.record))


LEFT_OUT = 4
"""One deck in so many is left out where nothing is said."""
SLOW = 16
"""How many times fewer games are played with a policy that searches."""
_TIME = re.compile(r"(?:(?P<h>\d{1,4})h)?(?:(?P<m>\d{1,5})m)?(?:(?P<s>\d{1,7})s)?")
_GAMES = re.compile(r"(?P<games>\S+?)(?: ?games)?")


def _budget(ctx: click.Context, param: click.Parameter, value: str) -> Budget:
    """Read a time such as 1h30m, or a number of games."""
    text = value.strip()
    length, games = _TIME.fullmatch(text.lower()), _GAMES.fullmatch(text)
    number = None if games is None else read_whole(games["games"])
    if number is not None and 0 < number <= MAX_GAMES:
        return Budget(games=number)
    if length is not None and text:
        seconds = sum(int(length[unit] or 0) * size for unit, size in (("h", 3600), ("m", 60), ("s", 1)))
        if seconds > 0:
            return Budget(seconds=seconds)
    raise click.BadParameter(f"{value!r} is no budget; give a time such as 10m or 1h30m, or games: 200k", ctx, param)


def _opponent(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """The policy that is named, else the one that is tuned."""
    return str(ctx.params["start"]) if value is None else known_policy(ctx, param, value)


@click.command(context_settings={"show_default": True, "help_option_names": ["-h", "--help"]})
@click.argument("start", is_eager=True, callback=known_policy, metavar="POLICY")
@click.argument("decks", nargs=-1, type=click.Path(path_type=Path), metavar="[DECK]...")
@click.option("--budget", callback=_budget, default="10m", help="Time of this call, or games in all.")
@field_option
@click.option(
    "--against",
    callback=_opponent,
    metavar="NAME",
    show_default="POLICY as it is",
    help="Opponent of all candidates; against another policy the tuned one is an exploiter of it.",
)
@click.option(
    "--leave-out",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="DECK",
    show_default="one deck in four",
    help="A deck that is never tuned on, only tried in the end; may be repeated.",
)
@terms_options()
@jobs_option
@out_option
@json_option
def main(
    start: str,
    decks: tuple[Path, ...],
    *,
    budget: Budget,
    field: Path | None,
    against: str,
    leave_out: tuple[Path, ...],
    terms: Terms,
    jobs: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Look for better numbers of POLICY (as of `ucgsim policies`) on DECKs, or on those that ship.

    Candidates play the same paired games, and a sequential test accepts what is surely better. The folder --out keeps
    all that was played, so that the same command goes on, and holds the numbers in a file that means a policy
    everywhere: --policy planner@FOLDER/planner.toml.
    """
    if out is None:
        raise click.UsageError("--out: name a folder for what is played and for the numbers, such as --out tuned")
    tuning = _tuning((start, against), decks, leave_out, field, terms)
    result = tune(tuning, budget, make_folder(out), jobs=jobs, looked=_teller())
    if as_json:
        print_json({**result.to_json(), "file": str(out / result.file) if result.accepted else None})
        return
    tell(result.summary())
    if result.accepted:
        tell(f"The numbers stand in {shown(out / result.file)}: --policy {start.partition(':')[0]}@FILE")


def _tuning(
    policies: tuple[str, str], paths: Sequence[Path], leave_out: Sequence[Path], field: Path | None, terms: Terms
) -> Tuning:
    """What is asked: a policy against another, and which decks it is tuned on."""
    known = given_decks([*_paths(paths, leave_out), *leave_out], terms)
    refuse_repeated(known, "name each deck once, tuned on or left out")
    n = len(known) - len(leave_out)
    shares = given_field(field, [deck.name for deck in known[:n]])
    weights = equal_weights([deck.name for deck in known[:n]]) if shares is None else shares.weights
    left = set(range(n, len(known))) if leave_out else _left_out(weights, terms.seed)
    tuned = [place for place in range(n) if place not in left and weights[place] > 0]
    total = sum(weights[place] for place in tuned)
    names = (parse_policy(each) for each in policies)
    fewer = SLOW if any(each.is_slow for each in names) else 1
    return Tuning(
        *policies,
        tuple(known[place] for place in tuned),
        tuple(weights[place] / total for place in tuned),
        tuple(deck for place, deck in enumerate(known) if place not in tuned),
        terms,
        games=GAMES // fewer,
        most=MOST // fewer,
    )


def _left_out(weights: Sequence[float], seed: int) -> set[int]:
    """One deck in four by chance, of those that have a share."""
    places = [place for place, weight in enumerate(weights) if weight > 0]
    return set(random.Random(f"{seed} left out").sample(places, len(places) // LEFT_OUT))


def _paths(paths: Sequence[Path], leave_out: Sequence[Path]) -> list[Path]:
    """The decklists that are named, or else all of the usual folder but those left out."""
    if paths:
        return with_folders(paths)
    left = {find_deck(path).resolve() for path in leave_out}
    return [path for path in with_folders(usual_folders()[:1]) if path.resolve() not in left]


def _teller() -> Callable[[TuneResult], None]:
    """A function that says how far it is, at most every three seconds."""
    last = time.monotonic()

    def look(result: TuneResult) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= PLAIN_SECONDS:
            last = now
            say(
                f"tune: {result.games:,} games, {result.generations} generations, {len(result.trials)} trials, "
                f"{len(result.accepted)} accepted"
            )

    return look


if __name__ == "__main__":
    try:
        main.main(prog_name="python -m scripts.tune", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
