"""Play games of the decks that ship, and compare them with those of other machines and times.

``python scripts/pair_games.py [--policy NAME]... [--write]``, with any installation of ucgsim and without its checkout:
each deck plays the next in order, and a hash of each pair's games is compared with that in `pair_games.json`. A change
of what is played, where it is meant, writes that file again.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

import ucgsim
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cli.common.console import tell
from ucgsim.cli.main import fail
from ucgsim.decks.finding import decks_in, shipped

if TYPE_CHECKING:
    from collections.abc import Iterable

SAVED = Path(__file__).with_suffix(".json")
GAMES = {"greedy": 100, "planner": 100, "search:16,with=planner": 2}
"""Games of a pair, by who decides."""
SEED = 1


def pairs() -> list[tuple[Path, Path]]:
    """The decks that ship, each with the next."""
    decks = decks_in(shipped())
    return list(zip(decks, decks[1:] + decks[:1], strict=True))


def hash_of(pair: tuple[Path, Path], policy: str, out: Path) -> str:
    """Sixteen digits of everything that is saved of the games of a pair."""
    terms = {"seed": SEED, "lead_pairs": 0, "catalog": shipped_catalog(), "check": "none", "jobs": 1, "progress": False}
    played = ucgsim.duel(*pair, games=GAMES[policy], policy=policy, out=out, **terms)
    rows = played.games().sort("game").collect().to_dicts()
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:16]


def hashes(policies: Iterable[str] = GAMES) -> dict[str, dict[str, str]]:
    """The hashes of all pairs, by policy."""
    result: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as away:
        for policy in policies:
            for number, pair in enumerate(pairs()):
                name = " - ".join(deck.stem for deck in pair)
                out = Path(away, policy.partition(":")[0], str(number))
                result.setdefault(policy, {})[name] = hash_of(pair, policy, out)
    return result


def differing(played: dict[str, dict[str, str]]) -> list[str]:
    """Pairs of decks, with the policy, whose games are not those that are saved."""
    saved = json.loads(SAVED.read_text("utf-8"))
    every = [(policy, pair) for policy, each in played.items() for pair in each]
    return [f"{pair}, {policy}" for policy, pair in every if played[policy][pair] != saved[policy].get(pair)]


@click.command()
@click.option("--policy", "policies", multiple=True, type=click.Choice(list(GAMES)), help="With these alone.")
@click.option("--write", is_flag=True, help="Save the hashes of what is played now.")
def main(policies: tuple[str, ...], *, write: bool) -> None:
    """Say which pairs of decks play other games than those whose hashes are saved."""
    played = hashes(GAMES if write else policies or GAMES)
    if write:
        SAVED.write_text(json.dumps(played, indent=1) + "\n", "utf-8", newline="\n")
    others, games = differing(played), sum(GAMES[policy] * len(each) for policy, each in played.items())
    same = f"the first is {others[0]}" if others else "every game the same"
    tell(f"{games:,} games of {len(pairs())} pairs of decks: {len(others)} pairs differ, {same}")
    sys.exit(1 if others else 0)


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/pair_games", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
