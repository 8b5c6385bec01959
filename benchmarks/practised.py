"""What players win more who practised two lists: against the planner that ships, against greedy and against search.

    python -m benchmarks.practised [--lessons N] [--worlds N] [--random N] [DECK ...]

Mirrors of decks that ship and took part in no lesson, and of random ones of the newest sets; on shuffles other than
those by which practice itself judges what it learned.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.decks.building import DeckBuilder
from ucgsim.decks.reading import read_deck
from ucgsim.effects.library import load_effects
from ucgsim.simulate import practice
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import lay_out

if TYPE_CHECKING:
    from ucgsim.decks.deck import Deck

DECKLISTS = Path(__file__).resolve().parent.parent / "decklists"
NEWEST = ("BP06", "BP07", "EXD01")
SEED = 15


def random_decks(number: int) -> list[Deck]:
    """Random legal decks around cards of the newest sets."""
    catalog, chance = shipped_catalog(), random.Random(SEED)
    readable = load_effects().judge(catalog)
    builder = DeckBuilder([card for card in catalog.values() if readable.get(card.number) is None], DEFAULT_RULES)
    centres = sorted(number for number, card in builder.cards.items() if card.set_code in NEWEST and card.level)
    return [builder.around(builder.cards[chance.choice(centres)], (), chance, focused=True) for _ in range(number)]


def shown(gain: float, error: float) -> str:
    """A gain in points with its 95 % interval."""
    return f"{100 * gain:+5.1f} ± {196 * error:.1f}"


@click.command()
@click.argument("names", nargs=-1)
@click.option("--lessons", default=practice.GAMES, help="Lesson games of each deck.")
@click.option("--worlds", default=practice.WORLDS, help="Orders of the decks in which every option is tried.")
@click.option("--random", "number", default=4, help="Random decks.")
def main(*, names: tuple[str, ...], lessons: int, worlds: int, number: int) -> None:
    """Practise, play and print."""
    practice.GAMES, practice.WORLDS = lessons, worlds
    decks = [*random_decks(number)]
    decks += [read_deck(DECKLISTS / f"{name}.txt", shipped_catalog()) for name in names or ("rising", "ginga-victory")]
    gains = []
    click.echo(f"{'':28} {'  '.join(practice.RIVALS)}  used")
    for deck in decks:
        table = lay_out((deck, deck), Terms.of(policy="planner", catalog=shipped_catalog()))
        tables, begun = table.tables.copy(), time.process_time()
        weights = practice.learned(tables, table.decks)
        learned = time.process_time()
        used = practice.judged(tables, table.decks, weights)["used"]
        judged = time.process_time()
        story = practice.judged(tables, table.decks, weights, practice.PROOF_SEED + 1, whole=True)
        gains.append([gain for gain, _ in story["gains"].values()])
        figures = "  ".join(shown(*gain) for gain in story["gains"].values())
        seconds = f"{learned - begun:.1f} + {judged - learned:.1f} s"
        click.echo(f"{deck.name:28} {figures}  {'yes' if used else 'no'}  {seconds}")
    click.echo(f"{'mean':28} {'  '.join(f'{100 * gain:+.1f}' for gain in np.mean(gains, axis=0))}")


if __name__ == "__main__":
    main()
