"""Whether the chances to win that replays, reviews and hints show come true: both players of mirrors, Round by Round.

    python -m benchmarks.chances [--games 24] [--worlds 64] [--seed 1] [--guess 0,1] [--jobs N] [DECK]...

Mirrors of every deck are played by the planner, each deck on a seed of its own. When a player is first asked in a Round
the chance is taken that `ucgsim replay` shows there. Both players of a game together have 100 %, so the mean of both is
50 whatever their luck was. The other tables hold the chances to who really won. ``--guess`` says how hidden cards are
dealt: 1 as a player would have come to them, which is shown, 0 all alike, which searching players do; name both to
compare them in the same games.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import process_time

import click
import numpy as np
from joblib import Parallel, delayed

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.play.chances import rated
from ucgsim.play.replay import dealt_again
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.cores import cores
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import make_plan

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 6
"""Rounds of which chances are taken."""
OPENING = 0
"""What stands for the preparation, before the first Round."""
PREPARATION = ("throw", "redraw")
BINS = 10


@dataclass(frozen=True, slots=True)
class Shown:
    """The chance of a player when it was first asked in a Round, by each dealing, and what became of it.

    ``noise``: standard error of each chance over its worlds; ``seconds``: processor time of each; ``won``: 0, 0.5 or 1.
    """

    deck: str
    game: int
    side: str
    round: int
    leads: bool
    chances: tuple[float, ...]
    noise: tuple[float, ...]
    seconds: tuple[float, ...]
    won: float


def chances_of(deck: str, seed: int, games: int, searches: tuple[str, ...]) -> list[Shown]:
    """The chances of both players in some mirrors of a deck, rated by each of the searching policies."""
    catalog, result = shipped_catalog(), []
    strong = [parse_policy(search) for search in searches]
    cards = read_deck(ROOT / "decklists" / f"{deck}.txt", catalog)
    plan, _ = make_plan((cards, cards), games, Terms(seed=seed, policies=("planner", "planner"), catalog=catalog))
    for index in range(games):
        game, asked = dealt_again(plan, index, catalog), {}
        while not game.is_over:
            if game.decision is None:
                game.step()
                continue
            taken = game.policy_choice()
            at = (game.decision.player, OPENING if game.phase in PREPARATION else game.turn)
            if game.turn <= ROUNDS and at not in asked:
                rates = []
                for each in strong:
                    start = process_time()
                    value = next(one for one in rated(game, each) if one.label == game.labels[taken])
                    rates.append((value.mean, value.error, process_time() - start))
                asked[at] = (game.lead == game.decision.player, *zip(*rates, strict=True))
            game.take(taken)
        for (side, turn), (leads, *rates) in asked.items():
            won = 0.5 if game.winner is None else float(game.winner == side)
            result.append(Shown(deck, index, side, turn, leads, *rates, won))
    return result


def with_error(values: list[float]) -> str:
    """Mean in percent with its standard error."""
    if len(values) < 2:
        return ""
    return f"{100 * np.mean(values):.1f} ± {100 * np.std(values, ddof=1) / len(values) ** 0.5:.1f}"


def by_round(shown: list[Shown], at: int) -> list[str]:
    """Both players of a game by Round, then the Lead and the Next, and how much more they were shown than they won."""
    lines = ["| Round | games | mean of both | Lead: shown | shown less won | Next: shown | shown less won |"]
    lines.append("|---|---|---|---|---|---|---|")
    for turn in range(OPENING, ROUNDS + 1):
        games: dict[tuple[str, int], list[Shown]] = {}
        for each in shown:
            if each.round == turn:
                games.setdefault((each.deck, each.game), []).append(each)
        both = [pair for pair in games.values() if len(pair) == 2]
        cells = [
            str(turn or "opening hand"),
            str(len(both)),
            with_error([sum(one.chances[at] for one in pair) / 2 for pair in both]),
        ]
        for leads in (True, False) if turn > OPENING else ():  # before that nobody leads
            some = [one for pair in both for one in pair if one.leads == leads]
            cells += [with_error([one.chances[at] for one in some])]
            cells += [with_error([one.chances[at] - one.won for one in some])]
        lines.append(f"| {' | '.join(cells)} |" if turn > OPENING else f"| {' | '.join(cells)} | | | | |")
    return lines


def by_chance(shown: list[Shown], at: int) -> list[str]:
    """How many really won of those who were shown about the same chance."""
    lines = ["| shown | times | mean shown | really won |", "|---|---|---|---|"]
    for place in range(BINS):
        some = [each for each in shown if min(int(each.chances[at] * BINS), BINS - 1) == place]
        mean = f"{100 * np.mean([each.chances[at] for each in some]):.1f}" if some else ""
        named = f"{100 * place // BINS} to {100 * (place + 1) // BINS} %"
        lines.append(f"| {named} | {len(some)} | {mean} | {with_error([each.won for each in some])} |")
    return lines


def summary(shown: list[Shown], at: int) -> str:
    """Brier score of all chances, of those of the first three Rounds, and what a chance takes."""
    scores = [[(each.chances[at] - each.won) ** 2 for each in shown if each.round <= last] for last in (ROUNDS, 3)]
    time = 1000 * np.mean([each.seconds[at] for each in shown])
    noise = 100 * np.mean([each.noise[at] ** 2 for each in shown]) ** 0.5
    return (
        f"Brier score {np.mean(scores[0]):.4f}, Rounds 1 to 3 {np.mean(scores[1]):.4f}; {time:.1f} ms a chance, which "
        f"is known to ± {noise:.1f} points (standard error over the worlds)."
    )


@click.command()
@click.argument("decks", nargs=-1)
@click.option("--games", default=24, help="Games of each mirror.")
@click.option("--worlds", default=64, help="Worlds in which an option is tried.")
@click.option("--seed", default=1, help="Of the first deck; each further one has the next.")
@click.option("--guess", default="0,1", help="How hidden cards are dealt; several with commas between.")
@click.option("--jobs", type=int, help="Processes; as many as there are cores unless named.")
def main(*, decks: tuple[str, ...], games: int, worlds: int, seed: int, guess: str, jobs: int | None) -> None:
    """Play, and print tables for each way to deal."""
    names = list(decks) or sorted(path.stem for path in (ROOT / "decklists").glob("*.txt"))
    searches = tuple(f"search:{worlds},with=planner,guess={each}" for each in guess.split(","))
    parts = Parallel(cores(jobs))(
        delayed(chances_of)(name, seed + place, games, searches) for place, name in enumerate(names)
    )
    shown = [each for part in parts for each in part]
    click.echo(f"{len(names)} mirrors of {games} games, {worlds} worlds, seeds {seed} to {seed + len(names) - 1}")
    for at, search in enumerate(searches):
        for line in ["", search, "", *by_round(shown, at), "", *by_chance(shown, at), "", summary(shown, at)]:
            click.echo(line)


if __name__ == "__main__":
    main()
