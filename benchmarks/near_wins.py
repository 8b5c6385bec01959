"""Near-certain wins that a player gives away, by kind of decision, Lead or Next, and deck.

    python -m benchmarks.near_wins [--policy planner] [--games 30] [--seed 1] [--fresh 4] [--jobs N] [--list 0]
                                   [DECK]...

In mirrors every decision from Round 3 on is looked at. A win is near-certain where an option wins in all of 24 worlds
that the deciding player can't tell from the game, both sides playing on by the planner's networks. Where the option
that was taken does not, 256 other worlds say what it gives away. ``--fresh``: mirrors of so many random decks of the
newest sets as well, which no lesson saw.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click
import numpy as np
from joblib import Parallel, delayed

from benchmarks.regret import CERTAIN, JUDGE, ROOT, Regret
from scripts.train_planner import cards_to_learn
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.decks.building import DeckBuilder
from ucgsim.decks.reading import read_deck
from ucgsim.play.replay import dealt_again
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.cores import cores
from ucgsim.simulate.loops.slow_motion import rate_game
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import make_plan

if TYPE_CHECKING:
    from ucgsim.decks.deck import Deck
    from ucgsim.play import Game

NEWEST = ("BP06", "BP07")
"""The newest sets that lessons may have seen cards of; no lesson saw the random decks."""
FIRST_ROUND = 3
LOOKS = (3, 24)
"""Worlds in which an option must win them all; few at first, as most decisions have none."""
JUDGED = 256
STEPS = (0.02, 0.05, 0.2)
"""What is counted as given away, as shares of a game."""
PLAIN = ("lead", "redraw")


@dataclass(frozen=True, slots=True)
class Chance(Regret):
    """A decision in which a win was near-certain, and the ``seat`` of its player."""

    seat: str


def fresh_decks(many: int) -> list[Deck]:
    """Random legal decks around cards of the newest sets."""
    cards, chance = cards_to_learn(shipped_catalog()), random.Random("near wins")
    builder = DeckBuilder(cards, DEFAULT_RULES)
    centres = chance.sample([card for card in cards if card.set_code in NEWEST], many)
    return [builder.around(card, (), chance, focused=chance.random() < 0.6) for card in centres]


def given_away(game: Game, taken: int) -> tuple[int, float, float] | None:
    """The option that surely wins, by how much more often than the one taken, and how often; None where none does."""
    judge = parse_policy(JUDGE).row
    for worlds in LOOKS:
        rated = rate_game(game.record, game.book.tables, worlds=worlds, policy=judge).average
        if rated.max() < 1.0:
            return None
    if rated[taken] >= 1.0:
        return taken, 0.0, 1.0
    values = rate_game(game.record, game.book.tables, worlds=LOOKS[-1] + JUDGED, policy=judge).values
    wins = values[:, LOOKS[-1] :].mean(axis=1)
    best = int(np.argmax(wins))
    away = float(wins[best] - wins[taken]) if wins[best] >= CERTAIN else 0.0
    return best, max(away, 0.0), float(wins[best])


def chances(name: str, deck: Deck, policy: str, games: int, seed: int) -> list[Chance]:
    """The near-certain wins of some mirrors of a deck."""
    catalog, result = shipped_catalog(), []
    plan, _ = make_plan((deck, deck), games, Terms(seed=seed, policies=(policy, policy), catalog=catalog))
    for index in range(games):
        game = dealt_again(plan, index, catalog)
        while not game.is_over:
            if game.decision is None:
                game.step()
                continue
            taken, at = game.policy_choice(), game.decision
            if game.turn >= FIRST_ROUND and len(game.options) > 1 and at.kind not in PLAIN:
                best = given_away(game, taken)
                if best is not None:
                    seat = "Lead" if game.record.lead == game.record.player else "Next"
                    names = (game.options[taken], game.options[best[0]])
                    number = int(game.record.decisions)
                    result.append(Chance(name, index, at.player, game.turn, number, at.kind, *names, *best[1:], seat))
            game.take(taken)
    return result


def shares(some: list[Chance]) -> str:
    """Near-certain wins, and how many of them were given away, as cells."""
    counts = [sum(each.points >= step for each in some) for step in STEPS]
    return " | ".join([str(len(some)), *(f"{many} ({100 * many / max(len(some), 1):.1f} %)" for many in counts)])


def table(listed: list[Chance]) -> list[str]:
    """The tables by kind and seat, and by deck, as lines."""
    heads = " | ".join(["near-certain wins", *(f"{100 * step:.0f} points given away" for step in STEPS)])
    lines = [f"| kind of decision | {heads} |", f"|---|{'---|' * (1 + len(STEPS))}"]
    for (kind, seat), _ in Counter((each.kind, each.seat) for each in listed).most_common():
        some = [each for each in listed if (each.kind, each.seat) == (kind, seat)]
        lines.append(f"| {kind}, {seat} | {shares(some)} |")
    lines += [f"| all | {shares(listed)} |", "", f"| deck | {heads} |", f"|---|{'---|' * (1 + len(STEPS))}"]
    for deck in sorted({each.deck for each in listed}):
        lines.append(f"| {deck} | {shares([each for each in listed if each.deck == deck])} |")
    return lines


@click.command()
@click.argument("names", metavar="[DECK]...", nargs=-1)
@click.option("--policy", default="planner")
@click.option("--games", default=30, help="Games of each mirror.")
@click.option("--seed", default=1)
@click.option("--fresh", default=0, help="Random decks of the newest sets.")
@click.option("--jobs", type=int, help="Processes; as many as there are cores unless named.")
@click.option("--list", "most", default=0, help="Decisions to list, the worst first.")
def main(
    *, names: tuple[str, ...], policy: str, games: int, seed: int, fresh: int, jobs: int | None, most: int
) -> None:
    """Play and print."""
    catalog = shipped_catalog()
    decks = {name: read_deck(ROOT / "decklists" / f"{name}.txt", catalog) for name in names}
    decks |= {f"fresh {number}": deck for number, deck in enumerate(fresh_decks(fresh), 1)}
    if not decks:
        decks = {path.stem: read_deck(path, catalog) for path in sorted((ROOT / "decklists").glob("*.txt"))}
    parts = Parallel(cores(jobs))(delayed(chances)(name, deck, policy, games, seed) for name, deck in decks.items())
    listed = [each for part in parts for each in part]
    for line in table(listed):
        click.echo(line)
    for each in sorted((each for each in listed if each.points > 0.0), key=lambda one: -one.points)[:most]:
        click.echo(
            f"{each.deck} game {each.game} {each.side} R{each.round} #{each.decision} {each.kind} ({each.seat}): "
            f"{each.taken} -> {each.better}: {100 * each.points:.0f} points"
        )


if __name__ == "__main__":
    main()
