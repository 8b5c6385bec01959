"""The games whose transcripts are saved; ``python -m tests.playthroughs.games FOLDER`` writes them there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.play.replay import play_again, transcript
from ucgsim.simulate.plan import First, Plan

FOLDER = Path(__file__).resolve().parent
DECKS = FOLDER.parents[1] / "decklists"


class Kept(NamedTuple):
    """A game of a plan."""

    deck_a: str
    deck_b: str
    policies: tuple[str, str]
    seed: int
    index: int
    rules: str = "1.6"
    first: First = First.THROW


GAMES = {
    "greedy-zero-geed-rosso-blu": Kept("plain-zero-geed", "plain-rosso-blu", ("greedy", "greedy"), 3, 0),
    "greedy-kaiju-dyna-gaia": Kept("plain-kaiju", "plain-dyna-gaia", ("greedy", "greedy"), 8, 5),
    "random-dyna-gaia-rosso-blu": Kept("plain-dyna-gaia", "plain-rosso-blu", ("random", "random"), 2, 1),
    "greedy-random-first-b": Kept("plain-zero-geed", "plain-kaiju", ("greedy", "random"), 5, 3, first=First.B),
    "random-rules-1.2": Kept("plain-kaiju", "plain-zero-geed", ("random", "random"), 1, 2, rules="1.2"),
    "random-effects-z-blazar": Kept("z-sevenger", "blazar-earth-garon", ("random", "random"), 4, 0),
    "random-effects-tiga-omega": Kept("tiga-dyna", "omega-meteo", ("random", "random"), 6, 1),
    "random-effects-mech-giants": Kept("ultra-mech", "kaiju-giants", ("random", "random"), 7, 4),
}


def played_transcript(name: str) -> str:
    """Transcript of one of the games, played now."""
    kept, catalog = GAMES[name], shipped_catalog()
    decks = [read_deck(DECKS / f"{deck}.txt", catalog) for deck in (kept.deck_a, kept.deck_b)]
    plan = Plan(
        decks=(decks[0], decks[1]),
        games=10,
        policies=kept.policies,
        seed=kept.seed,
        rules=kept.rules,
        first=kept.first,
    )
    head = f"{plan.decks[0].name} ({kept.policies[0]}) against {plan.decks[1].name} ({kept.policies[1]})"
    return f"{head}, seed {kept.seed}, game {kept.index}, rules {kept.rules}\n\n" + transcript(
        play_again(plan, kept.index, catalog)
    )


def write_all(folder: Path) -> None:
    """Write the transcript of every game into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        (folder / f"{name}.txt").write_text(played_transcript(name), encoding="utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
