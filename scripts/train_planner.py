"""Make the planner's weights again: play lessons, fit the networks, play again with what was learned.

    python -m scripts.train_planner [--generations N] [--games N] [--pairings N] [--seed S] [--out FILE] [--on FILE]
                                     [--nets take,give] [--jobs N]

COURSE says how many games each generation plays and how it learns. The first one plays lessons with greedy, each later
one with the planner of the generation before, and goes on from its weights; what a position is worth between two Rounds
is learned last, from plain games of that planner. With ``--on`` all generations are as the
last of the course, and the first one goes on from the weights in a file; ``--nets`` are the only networks that learn,
and whose decisions are tried out. The network for redraws has lessons of its own: opening hands of
many lists, each played on kept and given back. Decks are those that ship and random legal ones, against themselves and
each other, for redraws also decks that ship with some cards exchanged; the decks and the set named by LEFT_OUT are
never played, so that they can say what was learned from what was learned by heart. The same arguments give the same
file.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np

from scripts.planner_lessons import (
    Chapter,
    Openings,
    beginners_layers,
    fit_openings,
    play_block,
    play_chapter,
    quality,
    quality_of_redraws,
)
from ucgsim.cards.catalog import Catalog, shipped_catalog
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.decks.building import DeckBuilder
from ucgsim.decks.deck import Deck
from ucgsim.decks.reading import read_deck
from ucgsim.effects.library import load_effects
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import own_bytes
from ucgsim.files.writing import write_file
from ucgsim.policies.planner.features import Net
from ucgsim.policies.planner.training import fit, layers_of, lessons_for, put_layers
from ucgsim.policies.planner.weights import FILE, REMEDY, Weights, blank_weights, former_weights, weights_file
from ucgsim.simulate.cores import cores
from ucgsim.simulate.openings import Chance
from ucgsim.simulate.practice import LessonBlock
from ucgsim.simulate.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ROOT / "ucgsim" / "policies" / "planner" / FILE
LEFT_OUT = ("ginga-victory", "guil-arc-arc", "juggler", "plain-rosso-blu", "rising", "z-sevenger")
"""Decks that are never played in lessons."""
LEFT_OUT_SET = "EXD01"
"""Cards of this set are in no deck of the lessons."""
RANDOM_DECKS = 240
"""Random legal decks of one generation."""
BLOCK = 40
"""Games of one pairing at a time."""
WORLDS = 4
"""Orders of the decks in which every option is tried."""
SHARES = {Net.SET: 1.0, Net.LEVEL_UP: 1.0, Net.TAKE: 1.0, Net.GIVE: 1.0}
"""Of decisions that become lessons."""
ASTRAY = 0.1
"""Of moves at random."""
TESTED = 20
"""One game in so many is kept out of the fit, to say how good it is."""


class Stage(NamedTuple):
    """What a generation does: games of lessons, pairings for redraws, plain games for outlooks (0: that network stays
    as it is), passes over the lessons, and the size of the first step of the fit.
    """

    games: int
    pairings: int
    plain: int
    epochs: int
    rate: float


COURSE = (
    Stage(40_000, 0, 30_000, 16, 4e-3),
    Stage(40_000, 600, 30_000, 12, 3e-3),
    Stage(60_000, 2_000, 200_000, 10, 2e-3),
)
"""All generations, from greedy's games on. Networks that go on with many passes and large steps learn their lessons by
heart: 36 passes from 4e-3 on won a point less than 10 from 1e-3 on.
"""
OUTLOOK_EPOCHS, OUTLOOK_RATE = 4, 3e-3
"""Passes over the positions of plain games, and the size of the first step; that network begins again each time."""
REDRAW_EPOCHS, REDRAW_RATE = 6, 4e-3
"""The same for opening hands, whose network begins again each time."""
HANDS = 2_000
"""Opening hands of one pairing."""
STRANGERS = 0.55
"""Of the lists whose hands are looked at: random decks; a third of the others are as they ship."""
EXCHANGED = (3, 5, 8, 12)
"""Cards of a deck that ships which are exchanged for others."""
AKIN = 0.75
"""Of those that come in: of a character that the deck has."""


def lesson_decks(catalog: Catalog) -> list[Deck]:
    """The decks that ship, without those left out."""
    paths = sorted((ROOT / "decklists").glob("*.txt"))
    return [read_deck(path, catalog) for path in paths if path.stem not in LEFT_OUT]


def random_decks(catalog: Catalog, chance: random.Random) -> list[Deck]:
    """Random legal decks without cards of the set left out, and without cards whose text can't be played."""
    builder = DeckBuilder(cards_to_learn(catalog), DEFAULT_RULES)
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


def cards_to_learn(catalog: Catalog) -> list[Card]:
    """All cards but those of the set left out and those whose text can't be played."""
    readable = load_effects().judge(catalog)
    return [card for card in catalog.values() if card.set_code != LEFT_OUT_SET and readable.get(card.number) is None]


def with_others(deck: Deck, builder: DeckBuilder, chance: random.Random) -> Deck:
    """A deck with some cards exchanged."""
    counts = Counter(dict(deck.counts))
    names = {name for number in counts for name in builder.cards[number].characters}
    akin = sorted({card.number for name in names for card in builder.by_name[name]})
    for _ in range(chance.choice(EXCHANGED)):
        counts -= Counter([chance.choice(sorted(counts.elements()))])
    while counts.total() < deck.size:
        pool = akin if akin and chance.random() < AKIN else sorted(builder.cards)
        card = builder.cards[chance.choice(pool)]
        limit = deck.size if card.copy_limit is None else card.copy_limit
        more = min(chance.choice((1, 2, 3)), limit - counts[card.number], deck.size - counts.total())
        counts[card.number] += max(more, 0)
    return Deck(f"{deck.name}, changed", tuple((+counts).items()))


def hand_pairings(
    decks: Sequence[Deck], builder: DeckBuilder, number: int, chance: random.Random
) -> Iterator[tuple[Deck, Deck]]:
    """Pairings for lessons on redraws, in mirrors and crosses."""
    centres = sorted(builder.cards)
    for _ in range(number):
        mine, kind = chance.choice(decks), chance.random()
        if kind < STRANGERS:
            centre = builder.cards[chance.choice(centres)]
            mine = builder.around(centre, (), chance, focused=chance.random() < 0.6)
        elif chance.random() < 2 / 3:
            mine = with_others(mine, builder, chance)
        yield mine, mine if chance.random() < 0.3 else chance.choice(decks)


def openings_of(chapters: Sequence[Chapter]) -> Openings:
    """Hands of several pairings together."""
    return Openings(
        np.stack([each.deck for each in chapters]),
        np.concatenate([each.hands for each in chapters]),
        np.repeat(np.arange(len(chapters)), HANDS),
        np.concatenate([each.kept for each in chapters]) / np.float32(2),
        np.concatenate([each.redrawn for each in chapters]) / np.float32(2),
    )


class School:
    """Plays lessons and learns from them."""

    def __init__(self, *, seed: int, nets: Sequence[Net] = tuple(Net), jobs: int = 1) -> None:
        self.seed, self.nets, self.jobs = seed, nets, jobs
        self.catalog = shipped_catalog()
        self.decks = lesson_decks(self.catalog)

    def lessons(self, games: int, generation: int, weights: Weights | None) -> NDArray[np.void]:
        """Rows of dtype LESSON of one generation's games; without ``weights`` greedy plays."""
        shares = (*(SHARES.get(net, 0.0) if net in self.nets else 0.0 for net in Net), ASTRAY)
        return self._played(games, f"{self.seed} {generation}", generation, weights, shares)

    def _played(
        self, games: int, name: str, generation: int, weights: Weights | None, shares: tuple[float, ...]
    ) -> NDArray[np.void]:
        chance = random.Random(name)
        pairs = pairings(self.decks, random_decks(self.catalog, chance), chance)
        seed = self.seed * 1000 + generation
        parts = [
            partial(play_block, pair, weights, LessonBlock(seed, first, BLOCK, WORLDS, shares))
            for first, pair in zip(range(0, games, BLOCK), pairs, strict=False)
        ]
        return np.concatenate(list(in_order(parts, self.jobs)))

    def learn(
        self, rows: NDArray[np.void], generation: int, stage: Stage, former: Weights | None = None
    ) -> tuple[Weights, dict[str, Any]]:
        """Weights fitted to lessons, from the ``former`` ones on, and how good they are on lessons kept out."""
        weights, figures = blank_weights(), {}
        kept = rows["game"] // BLOCK % TESTED == 0
        for net in Net:
            begin = None if former is None else layers_of(former, net)
            if net not in SHARES or net not in self.nets or not (rows["net"] == net).any():
                put_layers(weights, net, beginners_layers(net) if begin is None else begin)
                continue
            if begin is not None and not begin["second"].any():
                begin = None  # what has learned nothing yet could go nowhere from there
            seen, unseen = lessons_for(rows[~kept], net), lessons_for(rows[kept], net)
            seed = self.seed * 1000 + generation
            layers = fit(seen, net, seed=seed, epochs=stage.epochs, rate=stage.rate, begin=begin)
            put_layers(weights, net, layers)
            figures[net.name.lower()] = {"learned_from": seen.decisions, **quality(unseen, net, layers)}
        return weights, figures

    def learn_outlook(self, weights: Weights, generation: int, games: int) -> dict[str, Any]:
        """Fit the network for positions between Rounds among ``weights``, by the results of so many plain games that
        they play; how good it is on games kept out.
        """
        shares = (*(float(net is Net.OUTLOOK) for net in Net), 0.0)
        rows = self._played(games, f"{self.seed} {generation} plain", generation, weights, shares)
        kept = rows["game"] // BLOCK % TESTED == 0
        seen, unseen = lessons_for(rows[~kept], Net.OUTLOOK), lessons_for(rows[kept], Net.OUTLOOK)
        seed = self.seed * 1000 + generation
        layers = fit(seen, Net.OUTLOOK, seed=seed, epochs=OUTLOOK_EPOCHS, rate=OUTLOOK_RATE)
        put_layers(weights, Net.OUTLOOK, layers)
        return {"learned_from": seen.decisions, **quality(unseen, Net.OUTLOOK, layers)}

    def learn_redraws(self, weights: Weights, generation: int, pairings: int) -> dict[str, Any]:
        """Fit the network for redraws among ``weights``, which play; how good it is on pairings kept out."""
        seed = self.seed * 1000 + generation
        chance = random.Random(f"{self.seed} {generation} hands")
        builder = DeckBuilder(cards_to_learn(self.catalog), DEFAULT_RULES)
        pairs = hand_pairings(self.decks, builder, pairings, chance)
        parts = [partial(play_chapter, pair, weights, Chance(seed, number), HANDS) for number, pair in enumerate(pairs)]
        chapters = list(in_order(parts, self.jobs))
        openings = openings_of(chapters)
        kept = openings.pairing % TESTED == 0
        layers = fit_openings(openings.part(~kept), seed=seed, epochs=REDRAW_EPOCHS, rate=REDRAW_RATE)
        put_layers(weights, Net.REDRAW, layers)
        return {"learned_from": int((~kept).sum()), **quality_of_redraws(openings.part(kept), layers)}


def training_story(
    school: School, generations: list[dict[str, Any]], before: Mapping[str, Any] | None
) -> dict[str, Any]:
    """How the weights were made, and those ``before`` on which they go on."""
    return {
        "generations": generations,
        "nets": [net.name.lower() for net in school.nets],
        "hands": HANDS,
        "seed": school.seed,
        "worlds": WORLDS,
        "rules": DEFAULT_RULES,
        "decks": [deck.name for deck in school.decks],
        "random_decks": RANDOM_DECKS,
        "left_out": list(LEFT_OUT),
        "left_out_set": LEFT_OUT_SET,
        "before": before,
    }


def nets_named(_context: click.Context, _option: click.Parameter, text: str) -> tuple[Net, ...]:
    """Networks by their names; BadParameter names what would be right."""
    names = [net.name.lower() for net in Net]
    wanted = [part.strip() for part in text.split(",")]
    wrong = [part for part in wanted if part not in names]
    if wrong:
        raise click.BadParameter(f"{wrong[0]!r} is no network; there are {', '.join(names)}")
    return tuple(net for net in Net if net.name.lower() in wanted)


@click.command()
@click.option("--generations", type=int, help="The first of the course, all of them unless named; with --on 1.")
@click.option("--games", type=int, help="Games of lessons in each generation, instead of the course's.")
@click.option("--pairings", type=int, help=f"Pairings for redraws in each, {HANDS:,} hands each.")
@click.option("--plain", type=int, help="Plain games in each, by which outlooks are learned.")
@click.option("--seed", default=1)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default=SHIPPED)
@click.option("--on", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Weights to go on from.")
@click.option("--nets", default=",".join(net.name.lower() for net in Net), callback=nets_named, help="Who learns.")
@click.option("--jobs", type=int, help="Processes that play; as many as there are cores unless named.")
def main(
    *,
    generations: int | None,
    games: int | None,
    pairings: int | None,
    plain: int | None,
    seed: int,
    out: Path,
    on: Path | None,
    nets: tuple[Net, ...],
    jobs: int | None,
) -> None:
    """Train and write the weights."""
    course = COURSE[:generations] if on is None else COURSE[-1:] * (generations or 1)
    named = {
        name: value for name, value in (("games", games), ("pairings", pairings), ("plain", plain)) if value is not None
    }
    try:
        train(School(seed=seed, nets=nets, jobs=cores(jobs)), [each._replace(**named) for each in course], out, on)
    except UcgsimError as error:
        raise click.UsageError(str(error)) from None


def train(school: School, course: Sequence[Stage], out: Path, on: Path | None) -> None:
    """Play and learn; writes the weights after each generation. UcgsimError where ``on`` can't be read."""
    raw = None if on is None else own_bytes(on, REMEDY)
    weights, before = (None, None) if raw is None else former_weights(raw, str(on))
    if before is not None and raw is not None:
        before |= {"sha256": hashlib.sha256(raw).hexdigest()}
    story: list[dict[str, Any]] = []
    for generation, stage in enumerate(course, 1):
        figures: dict[str, Any] = {}
        has_lessons = weights is None or bool(set(school.nets) & set(SHARES))
        played = stage._replace(
            games=stage.games * has_lessons,
            pairings=stage.pairings * (Net.REDRAW in school.nets),
            plain=stage.plain * (Net.OUTLOOK in school.nets),
        )
        if weights is None or has_lessons:
            rows = school.lessons(stage.games, generation, weights)
            weights, figures = school.learn(rows, generation, stage, weights)
        if played.plain:
            figures["outlook"] = school.learn_outlook(weights, generation, played.plain)
        if played.pairings:
            figures["redraw"] = school.learn_redraws(weights, generation, played.pairings)
        story.append(played._asdict() | figures)
        click.echo(f"generation {generation}: {story[-1]}")
        write_file(out, weights_file(weights, training_story(school, story, before)))


if __name__ == "__main__":
    main()
