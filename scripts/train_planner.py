"""Make the planner's weights again: play lessons, fit the networks, play again with what was learned.

    python scripts/train_planner.py [--games N] [--generations N] [--seed S] [--out FILE]

The first generation plays lessons with greedy, each later one with the planner of the generation before, and goes on
from its weights. Decks are those that ship and random legal ones, against themselves and each other; the decks and the
set named by LEFT_OUT are never played, so that they can tell what was learned from what was learned by heart. The same
arguments give the same file.
"""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.decks.random_decks import DeckBuilder
from ucgsim.decks.reading import read_deck
from ucgsim.effects.library import load_effects
from ucgsim.engine.core.record import new_games
from ucgsim.errors import UcgsimError
from ucgsim.files.writing import write_file
from ucgsim.policies.planner.features import Net
from ucgsim.policies.planner.training import fit, layers_of, lessons_for, put_layers, quality
from ucgsim.policies.planner.weights import FILE, blank_weights, teach, weights_file
from ucgsim.policies.search.scratch import new_scratch
from ucgsim.simulate.loops.lessons import LESSON, play_lessons
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.policies.planner.weights import Weights

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ROOT / "ucgsim" / "policies" / "planner" / FILE
LEFT_OUT = ("ginga-victory", "guil-arc-arc", "juggler", "plain-rosso-blu", "rising", "z-sevenger")
"""Decks that are never played in lessons."""
LEFT_OUT_SET = "EXD01"
"""Cards of this set are in no deck of the lessons."""
RANDOM_DECKS = 40
"""Random legal decks of one generation."""
BLOCK = 40
"""Games of one pairing at a time."""
WORLDS = 14
SHARES = np.array([0.25, 0.3, 0.5, 0.2, 0.1])
"""Of decisions by network, of positions after a judgement, and of moves at random."""
ROWS_PER_GAME = 60
TESTED = 10
"""One game in so many is kept out of the fit, to tell how good it is."""
EPOCHS = {Net.SET: 36, Net.LEVEL_UP: 36, Net.REDRAW: 8, Net.OUTLOOK: 16}
RATE = 4e-3


def lesson_decks(catalog: Catalog) -> list[Deck]:
    """The decks that ship, without those left out."""
    paths = sorted((ROOT / "decklists").glob("*.txt"))
    return [read_deck(path, catalog) for path in paths if path.stem not in LEFT_OUT]


def random_decks(catalog: Catalog, chance: random.Random) -> list[Deck]:
    """Random legal decks without cards of the set left out, and without cards whose text can't be played."""
    readable = load_effects().judge(catalog)
    cards = [card for card in catalog.values() if card.set_code != LEFT_OUT_SET and readable.get(card.number) is None]
    builder = DeckBuilder(cards, DEFAULT_RULES)
    centres = chance.sample(sorted(builder.cards), RANDOM_DECKS)
    return [builder.around(builder.cards[number], (), chance, focused=chance.random() < 0.6) for number in centres]


def pairings(decks: Sequence[Deck], strangers: Sequence[Deck], chance: random.Random) -> Iterator[tuple[Deck, Deck]]:
    """Mirrors, crosses, and games with random decks, without end."""
    while True:
        kind = chance.random()
        a, b = chance.choice(decks), chance.choice(decks)
        if kind < 0.3:
            yield a, a
        elif kind < 0.75:
            yield a, b
        else:
            yield (chance.choice(strangers), b) if kind < 0.9 else (chance.choice(strangers), chance.choice(strangers))


class School:
    """Plays lessons and learns from them."""

    def __init__(self, *, games: int, seed: int) -> None:
        self.games, self.seed = games, seed
        self.catalog = shipped_catalog()
        self.decks = lesson_decks(self.catalog)

    def lessons(self, generation: int, weights: Weights | None) -> NDArray[np.void]:
        """Rows of dtype LESSON of one generation; without ``weights`` greedy plays."""
        chance = random.Random(f"{self.seed} {generation}")
        pairs = pairings(self.decks, random_decks(self.catalog, chance), chance)
        pieces = []
        for first, (a, b) in zip(range(0, self.games, BLOCK), pairs, strict=False):
            pieces.append(self.block(a, b, generation, first, weights))
        return np.concatenate(pieces)

    def block(self, a: Deck, b: Deck, generation: int, first: int, weights: Weights | None) -> NDArray[np.void]:
        """Lessons of one pairing."""
        policy = "greedy" if weights is None else "planner"
        table = lay_out((a, b), Terms.of(policy=policy, catalog=self.catalog))
        if weights is not None:
            teach(table.tables, weights)
        out = np.zeros(BLOCK * ROWS_PER_GAME, LESSON)
        winners = np.zeros(BLOCK, np.int8)
        seed = self.seed * 1000 + generation
        rows = play_lessons(
            new_games(2),
            new_scratch(),
            table.tables,
            table.decks,
            seed,
            first,
            WORLDS,
            SHARES,
            out.view(np.recarray),
            winners,
        )
        return out[:rows]

    def learn(
        self, rows: NDArray[np.void], generation: int, former: Weights | None = None
    ) -> tuple[Weights, dict[str, Any]]:
        """Weights fitted to lessons, from the ``former`` ones on, and how good they are on lessons kept out."""
        weights, figures = blank_weights(), {}
        kept = rows["game"] // BLOCK % TESTED == 0
        for net in Net:
            seen, unseen = lessons_for(rows[~kept], net), lessons_for(rows[kept], net)
            begin = None if former is None else layers_of(former, net)
            seed = self.seed * 1000 + generation
            layers = fit(seen, net, seed=seed, epochs=EPOCHS[net], rate=RATE, begin=begin)
            put_layers(weights, net, layers)
            figures[net.name.lower()] = {"learned_from": len(seen.starts), **quality(unseen, net, layers)}
        return weights, figures


def training_story(school: School, generations: list[dict[str, Any]]) -> dict[str, Any]:
    """How the weights were made."""
    return {
        "generations": generations,
        "games": school.games,
        "seed": school.seed,
        "worlds": WORLDS,
        "rules": DEFAULT_RULES,
        "decks": [deck.name for deck in school.decks],
        "random_decks": RANDOM_DECKS,
        "left_out": list(LEFT_OUT),
        "left_out_set": LEFT_OUT_SET,
    }


@click.command()
@click.option("--games", default=40_000, help="Games of lessons a generation.")
@click.option("--generations", default=3)
@click.option("--seed", default=1)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default=SHIPPED)
def main(*, games: int, generations: int, seed: int, out: Path) -> None:
    """Train and write the weights."""
    school = School(games=games, seed=seed)
    weights: Weights | None = None
    story: list[dict[str, Any]] = []
    for generation in itertools.count(1):
        rows = school.lessons(generation, weights)
        weights, figures = school.learn(rows, generation, weights)
        story.append(figures)
        click.echo(f"generation {generation}: {len(rows):,} rows, {figures}")
        if generation >= generations:
            break
    try:
        write_file(out, weights_file(weights, training_story(school, story)))
    except UcgsimError as error:
        raise click.ClickException(str(error)) from None


if __name__ == "__main__":
    main()
