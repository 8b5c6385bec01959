"""All policies against each other: who beats whom how often, a rating of each, and how fast it is.

`scripts/ladder` runs it; --help lists the options.
"""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from scripts.generations import GENERATIONS, ROOT, Exploiter, exploit
from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.cards.versions import rules_version
from ucgsim.cli.common.console import progress, tell
from ucgsim.cli.common.options import WholeNumber, catalog_option, jobs_option, rules_option, seed_option
from ucgsim.cli.main import fail
from ucgsim.compiling.sources import source_hash
from ucgsim.decks.checking import load_deck
from ucgsim.effects.library import PLAY_ALL_BLANK
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import read_sealed, sealed, write_sealed
from ucgsim.files.reading import read_text
from ucgsim.files.writing import write_file
from ucgsim.policies.spec import parse_policy
from ucgsim.policies.strength import FILE, YARDSTICK
from ucgsim.report.sheet import interval, plain
from ucgsim.simulate.plan import HALVES, Terms
from ucgsim.simulate.run import Run, play_runs
from ucgsim.simulate.table import make_plan, play, warm_up
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.ratings import Ratings, bradley_terry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ucgsim.decks.deck import Deck, DeckLike


class Duel(NamedTuple):
    """Policy ``a`` against policy ``b``, in points of ``a``: with the same deck, and with another one."""

    a: int
    b: int
    mirrors: Outcomes
    crosses: Outcomes

    @property
    def all(self) -> Outcomes:
        """Both together."""
        return self.mirrors + self.crosses

    def seen_from(self, policy: int) -> Duel:
        """The same in points of this one of the two."""
        if policy == self.a:
            return self
        return Duel(self.b, self.a, self.mirrors.flipped(), self.crosses.flipped())


@dataclass(frozen=True)
class Findings:
    """A duel for every pair of ``policies``, over so many decks."""

    policies: tuple[str, ...]
    decks: int
    seed: int
    rules: str
    duels: tuple[Duel, ...]

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Names with versions."""
        return tuple(parse_policy(name).label for name in self.policies)

    @property
    def games(self) -> int:
        """Games of all pairs."""
        return sum(duel.all.games for duel in self.duels)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        return (
            f"{self.games:,} games over {self.decks} decks, mirrors and crosswise, rules {self.rules}, seed {self.seed}"
        )

    @cached_property
    def ratings(self) -> Ratings:
        """Elo of each policy, averaging 0."""
        return bradley_terry(len(self.policies), {(duel.a, duel.b): duel.all for duel in self.duels})

    @property
    def order(self) -> list[int]:
        """Places of the policies, the strongest first."""
        return sorted(range(len(self.policies)), key=lambda place: -self.ratings.ratings[place].rate)

    def between(self, a: int, b: int) -> Duel:
        """The duel of two policies in points of the first."""
        return next(duel.seen_from(a) for duel in self.duels if {duel.a, duel.b} == {a, b})

    def rating(self, place: int) -> dict[str, float]:
        """Elo of a policy with its interval, the yardstick at 0 where it takes part."""
        ratings = self.ratings.ratings
        zero = ratings[self.policies.index(YARDSTICK)].rate if YARDSTICK in self.policies else 0.0
        each = ratings[place]
        return {"rate": each.rate - zero, "low": each.low - zero, "high": each.high - zero}

    def to_json(self, speeds: tuple[float, ...]) -> dict[str, Any]:
        """Figures of each policy, strongest first, as `ucgsim policies` reads them."""
        return {
            "format": 1,
            "basis": self.basis,
            "policies": [self._policy(place, speeds[place]) for place in self.order],
        }

    def _policy(self, place: int, speed: float) -> dict[str, Any]:
        name = self.policies[place]
        against = None
        if YARDSTICK in self.policies and name != YARDSTICK:
            against = self.between(place, self.policies.index(YARDSTICK))
        return {
            "name": name,
            "label": self.labels[place],
            "speed": speed,
            "rating": self.rating(place),
            "mirrors": None if against is None else plain(against.mirrors.estimate()),
            "crosses": None if against is None or not against.crosses.games else plain(against.crosses.estimate()),
        }


FORMAT = 2
GAMES = "games.json"
SECONDS = 1.5
"""How long the speed of a policy is taken."""


@dataclass(frozen=True)
class Ladder:
    """What is to be played: ``games`` for a pair of fast policies, ``slow_games`` where one of them is slow.

    Half of them are mirrors; in the other half every deck meets the ``crosses`` that follow it in the list, from both
    seats of both policies.
    """

    policies: tuple[str, ...]
    decks: tuple[Deck, ...]
    catalog: Catalog = field(repr=False)
    rules: str
    games: int = 20_000
    slow_games: int = 800
    crosses: int = 1
    seed: int = 1

    def __post_init__(self) -> None:
        names = [parse_policy(name).name for name in self.policies]
        if len(set(names)) < 2 or len(set(names)) < len(names):
            raise UcgsimError(f"a ladder of {', '.join(names) or 'no policy'}; name two or more, each once")
        if not self.decks or not 0 <= self.crosses < len(self.decks):
            raise UcgsimError(f"{len(self.decks)} decks and {self.crosses} crosses a deck; crosses must be fewer")
        object.__setattr__(self, "policies", tuple(names))

    @property
    def basis(self) -> dict[str, object]:
        """What all cells have in common."""
        return {
            "seed": self.seed,
            "rules": self.rules,
            "engine": source_hash(),
            "decks": [deck.fingerprint for deck in self.decks],
        }

    def terms(self, a: int, b: int) -> Terms:
        """How two of the policies, by their places, play each other."""
        policies = (self.policies[a], self.policies[b])
        return Terms(
            policies=policies, seed=self.seed, rules=self.rules, play_blank=(PLAY_ALL_BLANK,), catalog=self.catalog
        )

    def cells(self) -> Iterator[Cell]:
        """Everything that is to be played; all policies advance together, so that a short budget is shared."""
        n = len(self.decks)
        meetings = [(row, row) for row in range(n)]
        crosses = [(row, (row + k) % n) for k in range(1, self.crosses + 1) for row in range(n)]
        both = list(dict.fromkeys([*crosses, *((b, a) for a, b in crosses)]))
        for row, column in [*meetings, *both]:
            for a, b in itertools.combinations(range(len(self.policies)), 2):
                yield Cell(a, b, row, column, self._share(a, b, n if row == column else len(both), bool(both)))

    def _share(self, a: int, b: int, cells: int, halved: bool) -> int:  # noqa: FBT001
        slow = any(parse_policy(self.policies[each]).is_slow for each in (a, b))
        games = (self.slow_games if slow else self.games) // (2 if halved else 1)
        return HALVES * max(round(games / cells / HALVES), 1)


class Cell(NamedTuple):
    """Games of policy ``a`` with deck ``row`` against policy ``b`` with deck ``column``."""

    a: int
    b: int
    row: int
    column: int
    games: int


def play_ladder(
    ladder: Ladder,
    out: Path,
    *,
    jobs: int = 1,
    seconds: float | None = None,
    advance: Callable[[int], object] = lambda _: None,
) -> Findings:
    """Play what ``out`` lacks, and count all of it; every cell is kept as soon as it is played.

    ``seconds``: no further cell is begun after so long. UcgsimError where the folder holds another ladder, or so little
    that two policies have not met.
    """
    kept = _read(out / GAMES, ladder)
    started: float | None = None
    for cell in ladder.cells():
        key = _key(ladder, cell)
        if key not in kept:
            if seconds is not None and started is not None and time.monotonic() - started > seconds:
                break
            kept[key] = _play(ladder, cell, jobs)
            # Counted from the end of the first cell, before which the game may have to be compiled.
            started = time.monotonic() if started is None else started
            write_sealed(out / GAMES, {"format": FORMAT, "basis": ladder.basis, "cells": kept})
        advance(cell.games)
    return Findings(ladder.policies, len(ladder.decks), ladder.seed, ladder.rules, tuple(_duels(ladder, kept)))


def _key(ladder: Ladder, cell: Cell) -> str:
    labels = [parse_policy(ladder.policies[each]).label for each in (cell.a, cell.b)]
    return " | ".join([*labels, *map(str, (cell.row, cell.column, cell.games))])


def _read(place: Path, ladder: Ladder) -> dict[str, list[list[int]]]:
    """The cells that are there; UcgsimError where they are of another ladder."""
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        return {}
    again = "name another folder, or delete it"
    data = read_sealed(place, "the games of a ladder", FORMAT, again)
    other = [name for name, value in ladder.basis.items() if data["basis"].get(name) != value]
    if other:
        raise UcgsimError(f"{place}: was played with other {', '.join(other)}; {again}")
    cells: dict[str, list[list[int]]] = data["cells"]
    return cells


def _play(ladder: Ladder, cell: Cell, jobs: int) -> list[list[int]]:
    """Games by who won the throw and by what they were worth to policy ``a``, (2, 3)."""
    terms = ladder.terms(cell.a, cell.b).but(matchup=cell.row * len(ladder.decks) + cell.column)
    plan, table = make_plan((ladder.decks[cell.row], ladder.decks[cell.column]), cell.games, terms)
    points: list[list[int]] = play_runs([Run(plan, table)], jobs=jobs).counts[0].points.tolist()
    return points


def _duels(ladder: Ladder, kept: dict[str, list[list[int]]]) -> Iterator[Duel]:
    points_of = {(a, b): [Outcomes(), Outcomes()] for a, b in itertools.combinations(range(len(ladder.policies)), 2)}
    for cell in ladder.cells():
        counts = kept.get(_key(ladder, cell))
        if counts is not None:
            points_of[cell.a, cell.b][cell.row != cell.column] += Outcomes.of(counts)
    for (a, b), (mirrors, crosses) in points_of.items():
        if not mirrors.games:
            raise UcgsimError(f"{ladder.policies[a]} and {ladder.policies[b]} have not met yet; run it again to go on")
        yield Duel(a, b, mirrors, crosses)


def speeds(ladder: Ladder, *, seconds: float = SECONDS) -> tuple[float, ...]:
    """Games a second of each policy against itself on one core, with the first two decks."""
    return tuple(_speed(ladder, place, seconds) for place in range(len(ladder.policies)))


def _speed(ladder: Ladder, place: int, seconds: float) -> float:
    decks: Sequence[Deck] = (ladder.decks[0], ladder.decks[min(1, len(ladder.decks) - 1)])
    plan, table = make_plan((decks[0], decks[1]), 10**6, ladder.terms(place, place))
    warm_up(plan, table)
    played, size = 0, HALVES
    started = time.perf_counter()
    while (took := time.perf_counter() - started) < seconds:
        play(plan, table, range(played, played + size))
        played += size
        size = min(2 * size, 10_000)
    return played / took


WHOLE = "planner"
LEFT_TO_GREEDY = {
    "opening hands": "planner:without=redraw",
    "what to set": "planner:without=set",
    "level-ups": "planner:without=level-up",
    "cards for effects": "planner:without=card",
    "powers, which are tried": "planner:tries=0",
    "what surely wins now": "planner:ends=0",
}
"""The planner without its choice of each kind of decision."""


def contributions(decks: Sequence[DeckLike], *, games: int, jobs: int = 1, **terms: Any) -> dict[str, Exploiter]:
    """The planner against itself with one kind of decision after the other left to greedy, ``games`` in the mirror of
    each deck; ``terms`` are those of a duel.
    """
    return {kind: exploit(WHOLE, left, decks, games=games, jobs=jobs, **terms) for kind, left in LEFT_TO_GREEDY.items()}


NEVER = "–"


def ladder_page(findings: Findings, speeds: Sequence[float]) -> str:
    """The page: ratings and speed, then every policy against every other."""
    lines = [
        "# The ladder of the policies",
        "",
        "Every policy against every other one, with the same deck (mirrors) and with different ones (crosswise), from "
        "both seats. Written by `scripts/ladder`; intervals are of 95 %.",
        "",
        f"{findings.basis}.",
        "",
        *_table(("policy", "Elo (greedy = 0)", "games a second, one core"), _ratings(findings, speeds)),
        "",
        "## Who beats whom",
        "",
        *_table(("row against column", "mirrors", "crosswise", "games"), _meetings(findings)),
        "",
    ]
    return "\n".join(lines)


def kinds_part(kinds: Mapping[str, Exploiter]) -> str:
    """The part of the page that says what each kind of decision is worth to the planner."""
    rows = ((kind, each.against, interval(each.won), f"{each.games:,}") for kind, each in kinds.items())
    lines = [
        "## What each kind of decision is worth",
        "",
        "The planner with the same deck against itself with one kind of decision left to greedy: beyond 50 % is what "
        "its own choice of that kind is worth, the others being as they are. What is not listed it takes like greedy.",
        "",
        *_table(("kind", "planner against", "won, mirrors", "games"), rows),
        "",
    ]
    return "\n".join(lines)


def _ratings(findings: Findings, speeds: Sequence[float]) -> Iterator[tuple[str, ...]]:
    for place in findings.order:
        rating = findings.rating(place)
        text = f"{rating['rate']:+.0f} ({rating['low']:+.0f} to {rating['high']:+.0f})"
        yield findings.labels[place], text, f"{speeds[place]:,.0f}"


def _meetings(findings: Findings) -> Iterator[tuple[str, ...]]:
    order = findings.order
    for rank, a in enumerate(order):
        for b in order[rank + 1 :]:
            duel = findings.between(a, b)
            crosses = interval(duel.crosses.estimate()) if duel.crosses.games else NEVER
            names = f"{findings.labels[a]} against {findings.labels[b]}"
            yield names, interval(duel.mirrors.estimate()), crosses, f"{duel.all.games:,}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = [head, tuple("---" if place == 0 else "---:" for place in range(len(head))), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


POLICIES = ("random", "greedy", "planner", "search:16,with=planner")
PAGE, FIGURES = "README.md", "ladder.json"


@click.command(context_settings={"show_default": True})
@click.argument("decks", nargs=-1, type=click.Path(path_type=Path), metavar="[DECK]...")
@click.option(
    "--policy", "policies", multiple=True, default=POLICIES, help="A policy that takes part; may be repeated."
)
@click.option("-n", "--games", type=WholeNumber(4, 10**9), default=20_000, help="Games of two fast policies.")
@click.option("--slow-games", type=WholeNumber(4, 10**9), default=800, help="Games of two of which one searches.")
@click.option(
    "--kind-games",
    type=WholeNumber(0, 10**9),
    default=800,
    help="Games with each deck that tell what a kind of decision is worth to the planner; 0 for none.",
)
@click.option("--crosses", type=WholeNumber(0, 1000), default=1, help="Other decks that each deck meets.")
@click.option("--seconds", type=WholeNumber(1, 10**6), help="Begin no further games after so long; the same goes on.")
@click.option("--out", type=click.Path(path_type=Path), default=ROOT / "reports" / "ladder", help="Folder to write to.")
@click.option("--ship", is_flag=True, help="Make these the figures of `ucgsim policies` and of the documents.")
@seed_option
@rules_option
@jobs_option
@catalog_option
def main(
    decks: tuple[Path, ...],
    *,
    policies: tuple[str, ...],
    games: int,
    slow_games: int,
    kind_games: int,
    crosses: int,
    seconds: int | None,
    out: Path,
    ship: bool,
    seed: int,
    rules: str,
    jobs: int,
    catalog: Path | None,
) -> None:
    """Play all policies against each other over DECKs, or those in decklists/, in mirrors and crosswise.

    What was played is saved in games.json: the same command goes on, and a policy that is added is played alone.
    """
    known, version = load_catalog(catalog), rules_version(rules)
    paths = decks or tuple(sorted((ROOT / "decklists").glob("*.txt")))
    lists = tuple(load_deck(path, known, rules=version) for path in paths)
    asked = Ladder(policies, lists, known, rules, games, slow_games, min(crosses, len(lists) - 1), seed)
    with progress("ladder", sum(cell.games for cell in asked.cells())) as advance:
        result = play_ladder(asked, out, jobs=jobs, seconds=seconds, advance=advance)
    fast = speeds(asked)
    more = out / GENERATIONS
    further = f"\n{read_text(more, 'a part of the page of the ladder')}" if more.exists() else ""
    if kind_games and WHOLE in asked.policies:
        terms = {"seed": seed, "rules": rules, "catalog": known, "play_blank": (PLAY_ALL_BLANK,)}
        kinds = contributions(lists, games=kind_games, jobs=jobs, **terms)
        further = f"\n{kinds_part(kinds)}{further}"
    page, figures = (ladder_page(result, fast) + further).encode(), sealed(result.to_json(fast))
    places = {out / PAGE: page, out / FIGURES: figures}
    if ship:
        places[Path(str(resources.files("ucgsim.policies"))) / "data" / FILE] = figures
    for place, data in places.items():
        write_file(place, data)
    tell(page.decode(), end="")


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/ladder", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
