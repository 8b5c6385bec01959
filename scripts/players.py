"""Play a round robin of decks under several good players, and ship how far they lie apart.

    python -m scripts.players [--slow-games N] [--jobs N] [--ship] [DECK]...

What was played is stored in reports/players/games.json: the same command goes on. From it follow the standard
deviations of `ucgsim.policies.spread`, and a table for docs/coverage.md: how often intervals with both errors hold,
with players and with decks left out.
"""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.cli.common.console import progress, tell
from ucgsim.cli.common.options import WholeNumber, jobs_option
from ucgsim.cli.main import fail
from ucgsim.decks.checking import load_deck
from ucgsim.decks.deck import Deck
from ucgsim.effects.library import PLAY_ALL_BLANK
from ucgsim.files.checksums import read_sealed, sealed, write_sealed
from ucgsim.files.writing import write_file
from ucgsim.policies.spec import parse_policy
from ucgsim.policies.spread import FILE, FORMAT, stored_spread
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.run import Run, play_runs
from ucgsim.simulate.table import make_plan
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.random_effects import PlayerSpread, across_players, foretold, player_spread
from ucgsim.stats.rates import Estimate, Method
from ucgsim.studies.compare.question import compare

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = ("planner", "search:16,turns=2", "search:16,with=planner", "search:64,with=planner")
"""Players within reach of the best, by the ladder; never greedy, which misplays some decks by twenty points."""
DECKS = (
    *("arc-blazar", "baltan-swarm", "belial", "decker-trigger", "gaia-agul", "guil-arc-arc"),
    *("juggler", "mebius-hikari", "omega-meteo", "tiga-dyna", "z-sevenger", "zero-geed"),
)
SEED = 1
GAMES = "games.json"


def builds(decks: Sequence[Deck]) -> list[Deck]:
    """Of each deck one in which two copies each of two cards make room for others.

    What comes in are further copies of its own cards, or where it has none to spare cards of the next deck.
    """
    changed = []
    for place, deck in enumerate(decks):
        counts, chance = dict(deck.counts), random.Random(place)
        out = chance.sample(sorted(number for number, count in counts.items() if count > 1), 2)
        own = [number for number, count in sorted(counts.items()) if count <= 2 and number not in out]
        other = [number for number, _ in decks[(place + 1) % len(decks)].counts if number not in counts]
        room = own if len(own) > 1 else other
        for gone, come in zip(out, chance.sample(room, 2), strict=True):
            counts[gone] -= 2
            counts[come] = counts.get(come, 0) + 2
        listed = tuple(sorted((number, count) for number, count in counts.items() if count))
        changed.append(Deck(f"{deck.name}, changed", listed))
    return changed


class Games:
    """What was played, stored after each matchup."""

    def __init__(self, place: Path, basis: dict[str, Any]) -> None:
        self.place, self.basis = place, basis
        self.stored: dict[str, Any] = {}
        if place.exists():
            data = read_sealed(place, "games of several players", FORMAT, "delete it to play again")
            if data["basis"] == basis:
                self.stored = data["cells"]

    def get(self, key: str, make: Any) -> Any:
        """What is stored under a key, which is played and stored first where it is not."""
        if key not in self.stored:
            self.stored[key] = make()
            self.place.parent.mkdir(parents=True, exist_ok=True)
            write_sealed(self.place, {"format": FORMAT, "basis": self.basis, "cells": self.stored})
        return self.stored[key]


def play_cell(  # noqa: PLR0917 - of a script
    decks: Sequence[Deck], key: tuple[int, int], player: str, games: int, terms: Terms, jobs: int
) -> Any:
    """Games of one matchup with one player on both sides, by who won the throw and worth, (2, 3)."""
    own = terms.but(policies=(player, player), matchup=key[0] * len(decks) + key[1])
    plan, table = make_plan((decks[key[0]], decks[key[1]]), games, own)
    return play_runs([Run(plan, table)], jobs=jobs).counts[0].points.tolist()


def gain(  # noqa: PLR0917 - of a script
    deck: Deck, changed: Deck, rival: Deck, player: str, games: int, jobs: int
) -> list[float]:
    """What a change is worth under a player: rate, low, high, pairs of games."""
    result = compare(deck, changed, [rival], policy=player, games=games, jobs=jobs, seed=SEED, progress=False)
    gained = result.difference
    return [gained.rate, gained.low, gained.high, gained.n]


Plays = list[dict[tuple[int, int], Outcomes]]


def held(plays: Plays, decks: int, *, left_deck: int | None = None) -> tuple[int, int, int]:
    """How often the rate under a player is held by what the others foretell; by games alone; and of how many.

    Each player is left out in turn, and where ``left_deck`` is given the spread comes from the other decks, and only
    matchups of that deck are looked at.
    """
    both = alone = looked = 0
    keys = list(itertools.combinations(range(decks), 2))
    for out, truth in enumerate(plays):
        others = [play for place, play in enumerate(plays) if place != out]
        spread = player_spread(others, decks) if left_deck is None else _without(others, decks, left_deck)
        first = others[0]
        for key in keys:
            if left_deck is not None and left_deck not in key:
                continue
            seen, now = first[key].estimate(), truth[key].estimate()
            added = spread.variance({key: 1.0}, {key: seen.rate})
            wide = foretold(across_players([seen], [added]), added + _error(now) ** 2)
            both += wide.low <= now.rate <= wide.high
            alone += abs(now.rate - seen.rate) <= 1.96 * math.hypot(_error(now), _error(seen))
            looked += 1
    return both, alone, looked


def _without(plays: Plays, decks: int, left: int) -> PlayerSpread:
    places = [place for place in range(decks) if place != left]
    named = {old: new for new, old in enumerate(places)}
    kept = [{(named[i], named[j]): cell for (i, j), cell in play.items() if left not in (i, j)} for play in plays]
    return player_spread(kept, decks - 1)


def _error(estimate: Estimate) -> float:
    return estimate.width / 2 / 1.96


def coverage(plays: Plays, decks: int) -> list[str]:
    """The table for docs/coverage.md."""
    players = held(plays, decks)
    parts = [held(plays, decks, left_deck=deck) for deck in range(decks)]
    left = tuple(map(sum, zip(*parts, strict=True)))
    rows = [("a player left out", players), ("a player and a deck left out", left)]
    lines = [
        "| what is foretold | matchups | both errors | games alone |",
        "| --- | ---: | ---: | ---: |",
    ]
    return [
        *lines,
        *(
            f"| {what} | {of} | {100 * both / of:.0f} % | {100 * alone / of:.0f} % |"
            for what, (both, alone, of) in rows
        ),
    ]


@click.command(context_settings={"show_default": True})
@click.argument("decks", nargs=-1, metavar="[DECK]...")
@click.option("--player", "players", multiple=True, default=PLAYERS, help="A player of the panel; may be repeated.")
@click.option("-n", "--games", type=WholeNumber(4, 10**7), default=2_000, help="Games a matchup of fast players.")
@click.option("--slow-games", type=WholeNumber(4, 10**7), default=200, help="The same of those that search.")
@click.option("--build-games", type=WholeNumber(4, 10**7), default=400, help="Games of each build.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=ROOT / "reports" / "players", help="Folder to write to."
)
@click.option("--ship", is_flag=True, help="Make this the spread that `ucgsim` reckons with.")
@jobs_option
def main(
    decks: tuple[str, ...],
    *,
    players: tuple[str, ...],
    games: int,
    slow_games: int,
    build_games: int,
    out: Path,
    ship: bool,
    jobs: int,
) -> None:
    """Play the round robin of DECKs under every player, and print how far the players lie apart."""
    catalog = load_catalog()
    lists = tuple(load_deck(ROOT / "decklists" / f"{name}.txt", catalog) for name in decks or DECKS)
    labels = [parse_policy(name).label for name in players]
    basis = {"seed": SEED, "rules": DEFAULT_RULES, "decks": [deck.fingerprint for deck in lists]}
    terms = Terms(seed=SEED, rules=DEFAULT_RULES, play_blank=(PLAY_ALL_BLANK,), catalog=catalog)
    keys = list(itertools.combinations(range(len(lists)), 2))
    stored = Games(out / GAMES, basis)
    plays: Plays = []
    gains: list[list[Estimate]] = [[] for _ in lists]
    changed = builds(lists)
    for name, label in zip(players, labels, strict=True):
        each = slow_games if parse_policy(name).is_slow else games
        with progress(label, len(keys) * each) as advance:
            play = {}
            for key in keys:
                cell = stored.get(
                    f"{label} | {key[0]} | {key[1]} | {each}",
                    lambda key=key, name=name, each=each: play_cell(lists, key, name, each, terms, jobs),
                )
                play[key] = Outcomes.of(cell)
                advance(each)
        plays.append(play)
        if "search:64" in name:
            continue
        with progress(f"{label}, builds", len(lists)) as advance:
            for place, deck in enumerate(lists):
                rival = lists[(place + 1) % len(lists)]
                rate, low, high, n = stored.get(
                    f"{label} | build {place} | {build_games}",
                    lambda deck=deck, place=place, rival=rival, name=name: gain(
                        deck, changed[place], rival, name, build_games, jobs
                    ),
                )
                gains[place].append(Estimate(rate, low, high, int(n), 0.95, Method.PAIR_DIFFERENCE))
                advance(1)
    spread = player_spread(plays, len(lists), gains, labels)
    tell(f"deck {spread.deck:.3f}, matchup {spread.matchup:.3f}, one matchup {spread.of_matchup:.3f} (logits)")
    tell(f"builds {100 * spread.build:.2f} points")
    for line in coverage(plays, len(lists)):
        tell(line)
    if ship:
        place = Path(str(resources.files("ucgsim.policies"))) / "data" / FILE
        write_file(place, sealed({"format": FORMAT, **asdict(spread)}))
        stored_spread.cache_clear()


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/players", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
