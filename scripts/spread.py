"""How far good players lie apart, from what they played, and whether the intervals that are printed hold.

    python -m scripts.spread [--ship] [--write]

`scripts.players` plays; this estimates, judges on players, decks and swaps that were left out, and writes the tables of
docs/coverage.md.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from dataclasses import asdict, replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np
import scipy

from scripts.panel import DECKS, LEFT_OUT, PANEL, ROOT, Player, Store, Swap, Table, swaps
from scripts.players import GAINS, GAMES
from ucgsim.cli.common.console import tell
from ucgsim.cli.main import fail
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import sealed
from ucgsim.files.writing import write_file
from ucgsim.policies.spread import FILE, FORMAT, stored_spread
from ucgsim.stats.intervals import alike_of
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.random_effects import PlayerSpread, another_player, another_players_difference, logit
from ucgsim.stats.rates import Estimate, Method, standard_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Key = tuple[str, str]
Played = dict[Player, dict[Key, Outcomes]]
Gains = dict[Player, dict[int, Estimate]]
START, END = "<!-- players:start -->", "<!-- players:end -->"
DOCUMENT = ROOT / "docs" / "coverage.md"
FEWEST_DECKS = 3
"""Decks of a round robin below which the effects of decks and of matchups can't be distinguished."""


def read_games(store: Store) -> Played:
    """Matchups of each player."""
    played: Played = defaultdict(dict)
    by_label = {player.label: player for player in PANEL}
    for key, points in store.entries.items():
        label, a, b = key.split(" | ")
        played[by_label[label]][a, b] = Outcomes.of(points)
    return dict(played)


def read_gains(store: Store) -> Gains:
    """What each player gained by the swaps."""
    gains: Gains = defaultdict(dict)
    by_label = {player.label: player for player in PANEL}
    for key, (rate, low, high, n) in store.entries.items():
        label, place = key.split(" | ")
        gains[by_label[label]][int(place)] = Estimate(rate, low, high, int(n), 0.95, Method.PAIR_DIFFERENCE)
    return dict(gains)


def estimated(played: Played, gains: Gains, tried: Sequence[Swap], without: Iterable[Player] = ()) -> PlayerSpread:
    """The spread between the players but those ``without``, from the round robin and the swaps."""
    players = [player for player in played if player not in set(without)]
    plays = [
        {(i, j): played[player][DECKS[i], DECKS[j]] for i, j in itertools.combinations(range(len(DECKS)), 2)}
        for player in players
    ]
    spread = player_spread(plays, [player.family for player in players])
    return replace(of_builds(spread, gains, tried, players), players=tuple(each.label for each in players))


def player_spread(plays: Sequence[Mapping[tuple[int, int], Outcomes]], families: Sequence[str]) -> PlayerSpread:
    """The spread between players by moments, from a round robin that each of them played on both sides.

    ``plays[p][i, j]``, i < j: games of player p, who is of ``families[p]``; each on shuffles of its own. Of every two
    players the difference of the logits is split into effects of decks and what is left of the matchups, by least
    squares, and the noise of the games is taken off. The variances are means over all pairs: another good player is
    any that the panel stands for. ``kin`` is what is missing of it between two of one family; the degrees of freedom
    come from a jackknife over players (Tukey 1958). Gains of builds are as far apart as decks are: ``own`` and
    ``likeness`` are not estimated here. UcgsimError for fewer than three players or three decks, or where a matchup is
    missing.
    """
    decks = 1 + max((max(key) for play in plays for key in play), default=-1)
    keys = list(itertools.combinations(range(decks), 2))
    if len(plays) < 3 or decks < FEWEST_DECKS or any(set(play) != set(keys) for play in plays):
        raise UcgsimError("the spread between players takes three of them, three decks and every matchup of these")
    pairs = {
        (p, q): _components(plays[p], plays[q], keys, decks) for p, q in itertools.combinations(range(len(plays)), 2)
    }
    deck, matchup = (max(each, 0.0) for each in _mean(list(pairs.values())))
    known = 2 * deck + matchup
    within = [2 * each + rest for (p, q), (each, rest) in pairs.items() if families[p] == families[q]]
    kin = 1 - float(np.mean(within)) / known if within and known else 0.0
    without = [[value for pair, value in pairs.items() if out not in pair] for out in range(len(plays))]
    uncertain = (len(plays) - 1) * float(np.var([2 * mean[0] + mean[1] for mean in map(_mean, without)]))
    df = max(2 * known**2 / uncertain, 2.0) if uncertain else math.inf
    return PlayerSpread(math.sqrt(deck), math.sqrt(matchup), min(max(kin, 0.0), 1.0), df, own=1.0, likeness=1.0)


def _mean(values: Sequence[tuple[float, float]]) -> tuple[float, float]:
    deck, matchup = np.mean(values, axis=0)
    return float(deck), float(matchup)


def _components(
    a: Mapping[tuple[int, int], Outcomes],
    b: Mapping[tuple[int, int], Outcomes],
    keys: Sequence[tuple[int, int]],
    decks: int,
) -> tuple[float, float]:
    """The variances of the effects of decks and of matchups of one player, from the games of two."""
    moved, noise = np.zeros((decks, decks)), 0.0
    for i, j in keys:
        (first, error), (second, other) = logit(a[i, j]), logit(b[i, j])
        moved[i, j], moved[j, i] = first - second, second - first
        noise += (error + other) / len(keys)
    effects = moved.sum(axis=1) / decks
    left = moved - (effects[:, None] - effects[None, :])
    rest = float((np.triu(left, 1) ** 2).sum()) / ((decks - 1) * (decks - 2) / 2)
    between = float((effects**2).sum()) / (decks - 1) - rest / decks
    # Two players differ by two effects of each kind.
    return between / 2, (rest - noise) / 2


def of_builds(spread: PlayerSpread, gains: Gains, tried: Sequence[Swap], players: Sequence[Player]) -> PlayerSpread:
    """The spread with what makes the gains of builds most likely as the players saw them.

    A normal likelihood of the differences between the gains of every two players, the noise of the games included.
    """
    apart = [
        (gains[p][place].rate - gains[q][place].rate, _noise(gains[p][place]) + _noise(gains[q][place]), place)
        for p, q in itertools.combinations([player for player in players if player in gains], 2)
        for place in sorted(set(gains[p]) & set(gains[q]))
    ]
    seen, noise, places = (np.array(each) for each in zip(*apart, strict=True))
    decks = np.array([_variance(replace(spread, own=1.0, likeness=1.0), swap) / (swap.cards / 50) for swap in tried])
    differing = np.array([swap.cards / 50 for swap in tried])

    def model(numbers: Sequence[float]) -> PlayerSpread:
        return replace(spread, own=float(np.exp(numbers[0])), likeness=float(numbers[1]))

    def unlikely(numbers: Sequence[float]) -> float:
        tried_spread = model(numbers)
        alike = np.array([alike_of(each, tried_spread.own, tried_spread.likeness) for each in differing])
        variances = noise + 2 * (decks * alike)[places.astype(int)]
        return float((np.log(variances) + seen**2 / variances).sum())

    return model(scipy.optimize.minimize(unlikely, (-3.0, 2.5), bounds=((-9.0, 0.0), (1.0, 6.0)), method="L-BFGS-B").x)


def _variance(spread: PlayerSpread, swap: Swap) -> float:
    return spread.gain_variance(swap.cards / 50, [1 / len(swap.rivals)] * len(swap.rivals))


def _noise(estimate: Estimate) -> float:
    return standard_error(estimate) ** 2


def _judged(estimate: Estimate, truth: Estimate) -> bool:
    """Whether an interval holds what another player's games say, whose own noise is allowed for."""
    half = estimate.rate - estimate.low if truth.rate < estimate.rate else estimate.high - estimate.rate
    return abs(truth.rate - estimate.rate) <= math.hypot(half, 1.96 * standard_error(truth))


def matchups_held(
    played: Played, spread_of: dict[Player, PlayerSpread], keys: Sequence[Key], seen: Sequence[Player]
) -> dict[Player, tuple[int, int, int]]:
    """For each player left out: how many matchups intervals from ``seen`` hold, their games alone, and of how many."""
    held = {}
    for out, spread in spread_of.items():
        both = alone = 0
        for key in keys:
            plays, truth = [played[player][key].estimate() for player in seen], played[out][key].estimate()
            variances = [spread.variance({(0, 1): 1.0}, {(0, 1): each.rate}) for each in plays]
            both += _judged(another_player(plays, variances, spread), truth)
            alone += _judged(plays[0], truth)
        held[out] = both, alone, len(keys)
    return held


def swaps_held(
    gains: Gains, tried: Sequence[Swap], spread_of: dict[Player, PlayerSpread], seen: Player, sizes: range
) -> dict[Player, tuple[int, int, int, float]]:
    """The same of swaps of so many cards, and the mean half-width in points."""
    held = {}
    for out, spread in spread_of.items():
        both = alone = looked = 0
        halves = []
        for place in sorted(set(gains.get(out, ())) & set(gains[seen])):
            if tried[place].cards in sizes:
                first, truth = gains[seen][place], gains[out][place]
                wide = another_players_difference([first], [_variance(spread, tried[place])], spread)
                both += _judged(wide, truth)
                alone += _judged(first, truth)
                halves.append(50 * wide.width)
                looked += 1
        if looked:
            held[out] = both, alone, looked, float(np.mean(halves))
    return held


def tables(played: Played, gains: Gains, tried: Sequence[Swap]) -> list[str]:
    """The tables for the document: a row for each player left out, whose whole family no figure comes from."""
    planner = PANEL[0]
    others = [player for player in played if player != planner]
    ring = [key for key in next(iter(played.values())) if key[0] in LEFT_OUT]
    robin = list(itertools.combinations(DECKS, 2))
    spreads = {out: estimated(played, gains, tried, [out]) for out in others}
    lines = [
        "| judged by | its family | decks of the estimate | decks left out | games alone |",
        "| --- | --- | ---: | ---: | ---: |",
    ]
    first, fresh = (matchups_held(played, spreads, keys, [planner]) for keys in (robin, ring))
    for out in others:
        lines.append(
            f"| {out.label} | {out.family} | {_share(first[out])} | {_share(fresh[out])} | {_share(fresh[out][1:])} |"
        )
    for name, of in (
        ("all", others),
        ("of another family", [each for each in others if each.family != planner.family]),
    ):
        sums = [tuple(map(sum, zip(*(each[out] for out in of), strict=True))) for each in (first, fresh)]
        lines.append(f"| **{name}** | | {_share(sums[0])} | {_share(sums[1])} | {_share(sums[1][1:])} |")
    checks = [each for each in others if each.policy == "search:16,with=planner"]
    if checks:
        rest = {out: spread for out, spread in spreads.items() if out not in checks}
        both = [matchups_held(played, rest, keys, [planner, checks[0]]) for keys in (robin, ring)]
        sums = [tuple(map(sum, zip(*each.values(), strict=True))) for each in both]
        lines.append(f"| **all, from the planner and its check** | | {_share(sums[0])} | {_share(sums[1])} | |")
    lines += [
        "",
        "| cards changed | judged by | swaps | held | games alone | half-width, points |",
        "| ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    for sizes, said in ((range(1, 3), "1 to 2"), (range(3, 5), "3 to 4"), (range(6, 13), "6 to 12")):
        rows = swaps_held(gains, tried, spreads, planner, sizes)
        for out, (both, alone, looked, half) in rows.items():
            shares = f"{_share((both, looked))} | {_share((alone, looked))}"
            lines.append(f"| {said} | {out.label} | {looked} | {shares} | {half:.2f} |")
        both, alone, looked, half = (sum(each) for each in zip(*rows.values(), strict=True))
        shares = f"{_share((both, looked))} | {_share((alone, looked))}"
        lines.append(f"| **{said}** | **all** | {looked} | {shares} | {half / len(rows):.2f} |")
    return lines


def _share(counts: Sequence[int]) -> str:
    return f"{100 * counts[0] / counts[-1]:.0f} %"


@click.command(context_settings={"show_default": True})
@click.option(
    "--folder", type=click.Path(path_type=Path), default=ROOT / "reports" / "players", help="What was played."
)
@click.option("--ship", is_flag=True, help="Make this the spread that `ucgsim` reckons with.")
@click.option("--write", is_flag=True, help="Put the tables into docs/coverage.md.")
def main(folder: Path, *, ship: bool, write: bool) -> None:
    """Estimate how far good players lie apart, and judge the intervals."""
    played, gains = (
        read_games(Store(folder / GAMES, "games of several players")),
        read_gains(Store(folder / GAINS, "swaps of several players")),
    )
    tried = swaps(Table(folder, 1), 1 + max(place for each in gains.values() for place in each))
    spread = estimated(played, gains, tried)
    tell(f"deck {spread.deck:.3f}, matchup {spread.matchup:.3f}, one matchup {spread.of_matchup:.3f} (logits)")
    tell(f"relatives {spread.kin:.2f}, freedom {spread.df:.1f}, of builds {spread.own:.3f}, {spread.likeness:.2f}")
    lines = tables(played, gains, tried)
    for line in lines:
        tell(line)
    if ship:
        place = Path(str(resources.files("ucgsim.policies"))) / "data" / FILE
        write_file(place, sealed({"format": FORMAT, **asdict(spread)}))
        stored_spread.cache_clear()
    if write:
        text = DOCUMENT.read_text("utf-8")
        before, after = text.partition(START)[0], text.partition(END)[2]
        write_file(DOCUMENT, "\n".join([before + START, "", *lines, "", END + after]).encode())


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/spread", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
