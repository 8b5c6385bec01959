"""What single decisions of a player give away: one-step regret by kind of decision, blunders, near-certain wins missed.

    python benchmarks/regret.py [--policy planner] [--games 8] [--worlds 192] [--seed 1] [--jobs N]
                                [--worst 12] [--write reports/regret.md] [DECK]...

In mirrors of every deck each option of every decision is played on to the end of the game by the planner's networks, in
worlds that the deciding player can't tell from the game. The option that is best in these is judged in other worlds,
where both sides go on as the player that is measured: what a line of several choices is good for is seen, and chance
makes the regret too small, never too large. Regrets of a game are added up, though one decision may make another one
better: they say where points lie, not how many there are together. The worst decisions are listed with what would
reproduce them. ``--write`` puts the tables between the marks of the document.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np
from joblib import Parallel, delayed

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.play.replay import dealt_again
from ucgsim.policies.labels import SIDES
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.cores import cores
from ucgsim.simulate.loops.slow_motion import rate_game
from ucgsim.simulate.own_world import Dealer, Legend, Tables
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import make_plan

if TYPE_CHECKING:
    from ucgsim.play import Game

ROOT = Path(__file__).resolve().parent.parent
MARKS = ("<!-- regret: made by benchmarks/regret.py -->", "<!-- regret: end -->")
JUDGE = "search:1,turns=0,with=planner"
BLUNDER = 0.1
"""Share of a game that a decision gives away which is called a blunder."""
CERTAIN, MISSED = 0.985, 0.2
"""A win that is near-certain, and what a decision gives away of it that misses it."""
NORMAL = 1.96


@dataclass(frozen=True, slots=True)
class Regret:
    """What one decision gave away, as a share of a game; ``best``: what the better option wins."""

    deck: str
    game: int
    side: str
    round: int
    decision: int
    kind: str
    taken: str
    better: str
    points: float
    best: float


def judged(dealer: Dealer, policy: str, options: tuple[int, int], worlds: range) -> tuple[float, float]:
    """What two options win where both sides go on as a policy, in the same worlds."""
    won = [0.0, 0.0]
    for number in worlds:
        dealt = dealer.world(number)
        for place, option in enumerate(options):
            world = dealt.copy()
            world.take(option)
            world.play_on(policy)
            won[place] += 0.5 if world.winner is None else float(world.winner == SIDES[dealer.viewer])
    return won[0] / len(worlds), won[1] / len(worlds)


def regret_of(game: Game, dealer: Dealer, policy: str, taken: int, worlds: int) -> tuple[int, float, float]:
    """The option that the networks make most of, by how much it is better than the one taken, and what it wins."""
    rated = rate_game(game.record, game.book.tables, worlds=worlds, policy=parse_policy(JUDGE).row).average
    best = taken if rated[taken] == rated.max() else int(np.argmax(rated))
    if best == taken:
        return best, 0.0, 0.0
    usual, better = judged(dealer, policy, (taken, best), range(worlds, worlds + max(worlds // 2, 1)))
    return best, better - usual, better


def regrets(deck: str, policy: str, games: int, worlds: int, seed: int) -> list[Regret]:
    """Every decision of some mirrors of a deck in which there was a choice."""
    catalog, result = shipped_catalog(), []
    cards = read_deck(ROOT / "decklists" / f"{deck}.txt", catalog)
    plan, _ = make_plan((cards, cards), games, Terms(seed=seed, policies=(policy, policy), catalog=catalog))
    for index in range(games):
        game = dealt_again(plan, index, catalog)
        tables, legend = Tables(game.book.tables), Legend.of(game.book)
        while not game.is_over:
            if game.decision is None:
                game.step()
                continue
            taken = game.policy_choice()
            if len(set(game.options)) > 1:
                at, options = game.decision, game.options
                dealer = Dealer(game.record, tables, legend)
                best, points, wins = regret_of(game, dealer, policy, taken, worlds)
                number = int(game.record.decisions)
                names = (options[taken], options[best])
                result.append(Regret(deck, index, at.player, game.turn, number, at.kind, *names, points, wins))
            game.take(taken)
    return result


def with_error(totals: list[float]) -> str:
    """Mean over games and players with its 95 % interval."""
    return f"{np.mean(totals):.2f} ± {NORMAL * np.std(totals, ddof=1) / len(totals) ** 0.5:.2f}"


def per_player(listed: list[Regret], decks: list[str], games: int, scale: float = 100.0) -> str:
    """Points a game and player."""
    cells = {(deck, game, side): 0.0 for deck in decks for game in range(games) for side in "AB"}
    for each in listed:
        cells[each.deck, each.game, each.side] += scale * each.points
    return with_error(list(cells.values()))


def share_of(listed: list[Regret], decks: list[str], games: int) -> str:
    """How many of such decisions there are a game and player."""
    cells = {(deck, game, side): 0.0 for deck in decks for game in range(games) for side in "AB"}
    for each in listed:
        cells[each.deck, each.game, each.side] += 1
    return with_error(list(cells.values()))


def tables(listed: list[Regret], decks: list[str], games: int) -> list[str]:
    """The tables by kind of decision, by Round and by deck, as lines."""
    blunders = [each for each in listed if each.points >= BLUNDER]
    missed = [each for each in listed if each.best >= CERTAIN and each.points >= MISSED]
    lines = ["| kind of decision | asked a game and player | points | of 10 points and more |", "|---|---|---|---|"]
    kinds = sorted({each.kind for each in listed}, key=lambda kind: -sum(e.points for e in listed if e.kind == kind))
    for kind in [*kinds, "all"]:
        some, bad = ([e for e in part if kind in (e.kind, "all")] for part in (listed, blunders))
        asked = len(some) / (2 * games * len(decks))
        lines.append(f"| {kind} | {asked:.1f} | {per_player(some, decks, games)} | {share_of(bad, decks, games)} |")
    certain = len({(each.deck, each.game, each.side) for each in missed})
    lines += ["", f"Near-certain wins missed: {certain} of {2 * games * len(decks)} games and players.", ""]
    lines += ["| Round | points |", "|---|---|"]
    for number in sorted({each.round for each in listed}):
        some = [each for each in listed if each.round == number]
        lines.append(f"| {number} | {per_player(some, decks, games)} |")
    lines += ["", "| deck | points |", "|---|---|"]
    for deck in decks:
        lines.append(f"| {deck} | {per_player([e for e in listed if e.deck == deck], [deck], games)} |")
    return lines


@click.command()
@click.argument("decks", nargs=-1)
@click.option("--policy", default="planner")
@click.option("--games", default=8, help="Games of each mirror.")
@click.option("--worlds", default=192, help="Worlds to pick in; half as many to judge in.")
@click.option("--seed", default=1)
@click.option("--jobs", type=int, help="Processes; as many as there are cores unless named.")
@click.option("--worst", default=12, help="Decisions to list.")
@click.option("--write", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(
    *,
    decks: tuple[str, ...],
    policy: str,
    games: int,
    worlds: int,
    seed: int,
    jobs: int | None,
    worst: int,
    write: Path | None,
) -> None:
    """Play, print the tables, and put them into a document."""
    names = list(decks) or sorted(path.stem for path in (ROOT / "decklists").glob("*.txt"))
    parts = Parallel(cores(jobs))(delayed(regrets)(name, policy, games, worlds, seed) for name in names)
    listed = [each for part in parts for each in part]
    lines = tables(listed, names, games)
    for line in lines:
        click.echo(line)
    for each in sorted(listed, key=lambda one: -one.points)[:worst]:
        click.echo(
            f"{each.deck} game {each.game} {each.side} R{each.round} #{each.decision} {each.kind}: "
            f"{each.taken} -> {each.better}: {100 * each.points:.0f} points"
        )
    if write is not None:
        before, rest = write.read_text(encoding="utf-8").split(MARKS[0])
        after = rest.split(MARKS[1])[1]
        text = "\n".join([before + MARKS[0], "", *lines, "", MARKS[1] + after])
        write.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
