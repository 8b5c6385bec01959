"""Who is a good player, how far good players lie apart, and whether the intervals that are printed hold.

    python -m scripts.spread [--ship] [--write]

`scripts.players` plays; this estimates, judges on players, decks and swaps that were left out, and writes the tables of
docs/coverage.md.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from dataclasses import asdict, replace
from functools import lru_cache, partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np
import scipy

from scripts.documents import put_between
from scripts.panel import (
    DECKS,
    LEFT_OUT,
    PANEL,
    ROOT,
    SHOWN,
    SIMPLE,
    STRANGERS,
    YARDSTICK,
    Player,
    Store,
    Swap,
    Table,
    matchups,
    swaps,
)
from scripts.players import GAINS, GAMES, MIRRORS
from ucgsim.cli.common.console import tell
from ucgsim.cli.main import fail
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import sealed
from ucgsim.files.writing import write_file
from ucgsim.policies.spec import parse_policy
from ucgsim.policies.spread import FILE, FORMAT
from ucgsim.stats.intervals import MOST_FREEDOM, alike_of
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.random_effects import (
    PlayerSpread,
    another_player,
    another_players_difference,
    logit,
    simple_play,
)
from ucgsim.stats.rates import Estimate, Method, standard_error, weighted_sum, wilson
from ucgsim.studies.check import DEFAULT_CHECK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ucgsim.stats.multinomial import Floats

Key = tuple[str, str]
Place = tuple[int, int] | Key
Played = dict[Player, dict[Key, Outcomes]]
Mirrors = dict[tuple[Player, Player], Outcomes]
Gains = dict[Player, dict[int, Estimate]]
DOCUMENT = ROOT / "docs" / "coverage.md"
BY_LABEL = {player.label: player for player in PANEL}
ALSO_SHOWN = ("planner:practised",)
"""Plays as one who is shown, or better where it surely won more (`ucgsim.simulate.practice`)."""
RIVALS = 3
"""Of a gauntlet that is judged."""
FEWEST_DECKS = 3
"""Decks below which the effects of decks and of matchups can't be distinguished."""
SETS = {
    name: tuple(key for key in matchups() if key[0] in decks)
    for name, decks in (("twelve decks", DECKS), ("twelve others", LEFT_OUT), ("random decks", STRANGERS))
}
"""Matchups by their decks; random ones were in no lesson."""


def read_games(store: Store) -> Played:
    """Matchups of each player."""
    played: Played = defaultdict(dict)
    for key, points in store.entries.items():
        label, a, b = key.split(" | ")
        played[BY_LABEL[label]][a, b] = Outcomes.of(points)
    return {player: played[player] for player in PANEL if player in played}


def read_mirrors(store: Store) -> Mirrors:
    """Games of each player against another, each with the same deck, over all decks."""
    mirrors: Mirrors = {}
    for key, points in store.entries.items():
        label, other, _ = key.split(" | ")
        both, seen = (BY_LABEL[label], BY_LABEL[other]), Outcomes.of(points)
        mirrors[both] = mirrors[both] + seen if both in mirrors else seen
    return mirrors


def read_gains(store: Store) -> Gains:
    """What each player gained by the swaps."""
    gains: Gains = defaultdict(dict)
    for key, (rate, low, high, n) in store.entries.items():
        label, place = key.split(" | ")
        gains[BY_LABEL[label]][int(place)] = Estimate(rate, low, high, int(n), 0.95, Method.PAIR_DIFFERENCE)
    return dict(gains)


# Who is a good player.


def against_shown(mirrors: Mirrors, player: Player) -> Estimate:
    """How many mirrors a player wins against the one whose numbers are shown.

    Former players can't meet it: of them it is what the logits say of the mirrors that both play against the yardstick.
    """
    if not player.commit:
        seen = mirrors[player, SHOWN]
        return wilson(seen.points, seen.games)
    (own, error), (shown, other) = (logit(mirrors[each, YARDSTICK]) for each in (player, SHOWN))
    reach = 1.96 * math.sqrt(error + other)
    rate, low, high = (1 / (1 + math.exp(-each)) for each in (own - shown, own - shown - reach, own - shown + reach))
    return Estimate(rate, low, high, mirrors[player, YARDSTICK].games, 0.95, Method.NORMAL)


def good_players(mirrors: Mirrors) -> list[Player]:
    """The player whose numbers are shown, and all who do not surely lose mirrors against it."""
    return [player for player in PANEL if player == SHOWN or against_shown(mirrors, player).high >= 0.5]


def simple_players(mirrors: Mirrors) -> list[Player]:
    """Those who play on by greedy and surely lose."""
    good = good_players(mirrors)
    return [player for player in PANEL if player.family == SIMPLE and player not in good]


# How far players lie apart.


def estimated(
    played: Played, mirrors: Mirrors, without: Iterable[Player] = (), sets: Sequence[Sequence[Key]] = (*SETS.values(),)
) -> PlayerSpread:
    """The spread between good players but those ``without``, and how far simpler play lies, over sets of matchups."""
    players = [player for player in good_players(mirrors) if player not in set(without)]
    plays, families = [played[player] for player in players], [player.family for player in players]
    spread = player_spread(plays, families, sets, players.index(SHOWN))
    simple = simple_players(mirrors)
    far = distance(played[SHOWN], [played[player] for player in simple], sets)
    return replace(
        spread,
        players=tuple(player.label for player in players),
        simple=replace(far, players=tuple(player.label for player in simple)),
    )


def player_spread(
    plays: Sequence[Mapping[Place, Outcomes]],
    families: Sequence[str],
    sets: Sequence[Sequence[Place]] = (),
    shown: int | None = None,
) -> PlayerSpread:
    """The spread between players by moments, from matchups that each of them played on both sides.

    ``plays[p][i, j]`` of player p, who is of ``families[p]``; each on shuffles of its own. ``sets`` of matchups weigh
    alike; without them all are one. Within a set the variances are means over all pairs of players, or over those with
    the one who is ``shown``. ``kin`` is what is missing of it between two of one family; the degrees of freedom come
    from a jackknife over players (Tukey 1958). Gains of builds are as far apart as decks are: ``own`` and ``likeness``
    are not estimated here. UcgsimError for fewer than three players or three decks, or where a matchup is missing.
    """
    sets = sets or [sorted(set().union(*plays))]
    decks = min(len({deck for key in keys for deck in key}) for keys in sets)
    if (
        len(plays) < 3
        or decks < FEWEST_DECKS
        or any(key not in play for play in plays for keys in sets for key in keys)
    ):
        raise UcgsimError("the spread between players takes three of them, three decks and every matchup of these")
    pairs = [pair for pair in itertools.combinations(range(len(plays)), 2) if shown is None or shown in pair]
    apart = np.array([[components(plays[p], plays[q], tuple(keys)) for p, q in pairs] for keys in sets])
    known, others = _mean(apart), [player for player in range(len(plays)) if player != shown]
    within = apart[:, [families[p] == families[q] for p, q in pairs]]
    kin = 1 - _whole(_mean(within)) / _whole(known) if within.size and _whole(known) > 0 else 0.0
    without = [_whole(_mean(apart[:, [out not in pair for pair in pairs]])) for out in others]
    uncertain = (len(others) - 1) * float(np.var(without))
    df = max(2 * _whole(known) ** 2 / uncertain, 2.0) if uncertain else math.inf
    # Two players differ by two effects of each kind.
    deck, matchup = np.sqrt(np.maximum(known, 0.0) / 2).tolist()
    return PlayerSpread(deck, matchup, min(max(kin, 0.0), 1.0), df, own=1.0, likeness=1.0)


def distance(
    shown: Mapping[Place, Outcomes], others: Sequence[Mapping[Place, Outcomes]], sets: Sequence[Sequence[Place]]
) -> PlayerSpread:
    """How far others lie from the player who is shown, as ``PlayerSpread.simple`` has it: over sets and players alike.

    A few players who differ much make no normal distribution: the variance is that whose interval of 95 % holds 95 % of
    them, each normal with its own mean square of distances.
    """
    apart = np.array([[components(shown, other, tuple(keys))[:2] for other in others] for keys in sets])
    deck, matchup = np.maximum(apart.mean(axis=(0, 1)), 0.0)
    far = np.sqrt(np.maximum(apart @ (2, 1), 1e-9)).ravel()
    reach = scipy.optimize.brentq(
        lambda most: (2 * scipy.stats.norm.cdf(most / far) - 1).mean() - 0.95, 0, 9 * far.max()
    )
    scale = (reach / scipy.stats.norm.ppf(0.975)) ** 2 / (2 * deck + matchup) / 2
    return PlayerSpread(math.sqrt(scale * deck), math.sqrt(scale * matchup), 0.0, MOST_FREEDOM, own=1.0, likeness=1.0)


def _whole(parts: Floats) -> float:
    """The variance of a matchup from those of decks and of the rest; 0 where noise leaves less."""
    return float(max(2 * parts[0] + parts[1], 0.0))


def _mean(apart: Floats) -> Floats:
    """The mean over pairs, then over sets, of decks and matchups from ``components``, (sets, pairs, 4).

    Pairs weigh by how precisely their games tell how far they lie apart.
    """
    whole, noise, matchups_each = apart[..., :2] @ (2, 1), apart[..., 2], apart[..., 3]
    weights = matchups_each / (np.maximum(whole.mean(axis=1, keepdims=True), 0) + noise) ** 2
    shares = weights / weights.sum(axis=1, keepdims=True)
    return np.asarray((shares[..., None] * apart[..., :2]).sum(axis=1).mean(axis=0))


def components(
    a: Mapping[Place, Outcomes], b: Mapping[Place, Outcomes], keys: tuple[Place, ...]
) -> tuple[float, float, float, float]:
    """The variances of decks and of matchups by which two players differ, that of a matchup from noise, and how many.

    By moments, for matchups of any decks: differences d of logits have the squares d'd, of which d'Pd is what effects
    of decks can explain, P being the projection on these. With m matchups and rank r, E d'd = 2m deck + m matchup and
    E d'(1 - P)d = (m - r) matchup, less the noise of the games (Henderson 1953, Biometrics 9, 226-252, method 3).
    """
    explained, rank = _projection(keys)
    logits = [(logit(a[key]), logit(b[key])) for key in keys]
    moved = np.array([one - other for (one, _), (other, _) in logits])
    noise = np.array([error + other for (_, error), (_, other) in logits])
    left = 1 - np.diag(explained)
    matchup = float(moved @ moved - moved @ explained @ moved - left @ noise) / (len(keys) - rank)
    whole = float(moved @ moved - noise.sum()) / len(keys)
    return (whole - matchup) / 2, matchup, float(noise.mean()), len(keys)


@lru_cache
def _projection(keys: tuple[Place, ...]) -> tuple[Floats, int]:
    """The projection of matchups on effects of decks, and its rank; UcgsimError where these explain everything."""
    decks = sorted({deck for key in keys for deck in key})
    met = np.array([[(deck == key[0]) - float(deck == key[1]) for deck in decks] for key in keys])
    rank = int(np.linalg.matrix_rank(met))
    if rank == len(keys):
        raise UcgsimError("as many matchups as these tell nothing of any that its decks do not explain")
    return np.asarray(met @ np.linalg.pinv(met)), rank


def of_builds(
    spread: PlayerSpread, played: Played, gains: Gains, tried: Sequence[Swap], players: Sequence[Player]
) -> PlayerSpread:
    """The spread with how much less players differ about builds than about decks, ``own`` and ``likeness``.

    That is a ratio of two distances between the same players, all who played swaps: good ones lie nearer to each other
    about both. A normal likelihood of the differences between the gains of every two, the noise of the games included.
    """
    swapped = [player for player in players if player in gains]
    families = [player.family for player in swapped]
    apart_in_decks = player_spread([played[player] for player in swapped], families, (*SETS.values(),))
    apart = [
        (gains[p][place].rate - gains[q][place].rate, _noise(gains[p][place]) + _noise(gains[q][place]), place)
        for p, q in itertools.combinations(swapped, 2)
        for place in sorted(set(gains[p]) & set(gains[q]))
    ]
    seen, noise, places = (np.array(each) for each in zip(*apart, strict=True))
    decks = np.array([_variance(apart_in_decks, swap) / (swap.cards / 50) for swap in tried])
    differing = np.array([swap.cards / 50 for swap in tried])

    def model(numbers: Sequence[float]) -> PlayerSpread:
        return replace(spread, own=float(np.exp(numbers[0])), likeness=float(numbers[1]))

    def unlikely(numbers: Sequence[float]) -> float:
        tried_spread = model(numbers)
        alike = np.array([alike_of(each, tried_spread.own, tried_spread.likeness) for each in differing])
        variances = noise + 2 * (decks * alike)[places.astype(int)]
        return float((np.log(variances) + seen**2 / variances).sum())

    # Where one number is at its end the other has no slope, so it begins in several places.
    begins, ends = itertools.product((-4.0, -2.0, -1.0), (1.5, 2.5, 4.0)), ((-9.0, 0.0), (1.0, 6.0))
    fits = [scipy.optimize.minimize(unlikely, begin, bounds=ends, method="L-BFGS-B") for begin in begins]
    return model(min(fits, key=lambda fit: float(fit.fun)).x)


def _variance(spread: PlayerSpread, swap: Swap) -> float:
    return spread.gain_variance(swap.cards / 50, [1 / len(swap.rivals)] * len(swap.rivals))


def _noise(estimate: Estimate) -> float:
    return standard_error(estimate) ** 2


# Whether intervals hold.

Rivals = tuple[Key, ...]
"""Matchups of one deck, the first of each: a matchup alone, or a gauntlet with equal shares."""
Held = tuple[int, int, int]
"""How many intervals hold, how many would by these games alone, and of how many."""


def _judged(estimate: Estimate, truth: Estimate) -> bool:
    """Whether an interval holds what another player's games say, whose own noise is allowed for."""
    half = estimate.rate - estimate.low if truth.rate < estimate.rate else estimate.high - estimate.rate
    return abs(truth.rate - estimate.rate) <= math.hypot(half, 1.96 * standard_error(truth))


def gauntlets(keys: Sequence[Key]) -> list[Rivals]:
    """Of each deck a gauntlet with three of those that it meets."""
    both = [*keys, *((b, a) for a, b in keys)]
    return [tuple(key for key in both if key[0] == deck)[:RIVALS] for deck in sorted({deck for deck, _ in both})]


def rate_in(cells: Mapping[Key, Outcomes], rivals: Rivals) -> Estimate:
    """How often a deck wins over these rivals."""
    seen = [cells[key] if key in cells else cells[key[::-1]].flipped() for key in rivals]
    return weighted_sum([each.estimate() for each in seen], [1 / len(rivals)] * len(rivals))


def printed(
    plays: Sequence[Mapping[Key, Outcomes]], rivals: Rivals, spread: PlayerSpread, *, simply: bool = False
) -> Estimate:
    """The interval that is printed, for another good player or for simpler play."""
    rates, parts = (
        [rate_in(cells, rivals) for cells in plays],
        {(0, 1 + at): 1 / len(rivals) for at in range(len(rivals))},
    )

    def variances(of: PlayerSpread) -> list[float]:
        seen = [{(0, 1 + at): rate_in(cells, (key,)).rate for at, key in enumerate(rivals)} for cells in plays]
        return [of.variance(parts, each) for each in seen]

    if simply and spread.simple is not None:
        return simple_play(rates, variances(spread), variances(spread.simple), spread)
    return another_player(rates, variances(spread), spread)


def held(
    played: Played,
    out: Player,
    asked: Sequence[Rivals],
    spread: PlayerSpread,
    *,
    simply: bool = False,
    seen: Sequence[Player] = (SHOWN,),
) -> Held:
    """How often intervals from the games of those who were ``seen`` hold what the player says who was left out."""
    both = alone = 0
    for rivals in asked:
        truth = rate_in(played[out], rivals)
        both += _judged(printed([played[each] for each in seen], rivals, spread, simply=simply), truth)
        alone += _judged(rate_in(played[seen[0]], rivals), truth)
    return both, alone, len(asked)


def swaps_held(
    gains: Gains, tried: Sequence[Swap], spread: PlayerSpread, out: Player, sizes: range
) -> tuple[int, int, int, float]:
    """The same of swaps of so many cards, and the sum of half-widths in points."""
    both = alone = looked = 0
    half = 0.0
    for place in sorted(set(gains[out]) & set(gains[SHOWN])):
        if tried[place].cards in sizes:
            first, truth = gains[SHOWN][place], gains[out][place]
            wide = another_players_difference([first], [_variance(spread, tried[place])], spread)
            both += _judged(wide, truth)
            alone += _judged(first, truth)
            half += 50 * wide.width
            looked += 1
    return both, alone, looked, half


# The tables of the document.


def tables(played: Played, mirrors: Mirrors, gains: Gains, tried: Sequence[Swap]) -> list[str]:
    """All of them, with empty lines between."""
    rest = [simple_table(played, mirrors), swap_table(played, mirrors, gains, tried), width_table(played, mirrors)]
    return [*good_table(played, mirrors), *(line for table in rest for line in ("", *table))]


HEAD = (
    f"| judged by | mirrors won against {SHOWN.label} | {' | '.join(SETS)} | all matchups | gauntlets | games alone |",
    f"| --- | ---: | {'---: | ' * len(SETS)}---: | ---: | ---: |",
)


def good_table(played: Played, mirrors: Mirrors) -> list[str]:
    """A row for each good player, who is left out of the estimate, as is the set of decks in question."""

    def spread(out: Player, rest: Sequence[Sequence[Key]]) -> PlayerSpread:
        return estimated(played, mirrors, [out], rest)

    good = [player for player in good_players(mirrors) if player != SHOWN]
    lines, rows = [*HEAD], {out: _row(played, out, partial(spread, out)) for out in good}
    lines += [_line(out.label, against_shown(mirrors, out), rows[out]) for out in good]
    lines.append(_line("**another good player**", None, _sums(rows.values())))
    check = next((each for each in good if each.policy == DEFAULT_CHECK), None)
    if check is not None:
        both = [_row(played, out, partial(spread, out), seen=(SHOWN, check)) for out in good if out != check]
        lines.append(_line("**from the planner and its check**", None, _sums(both)))
    others = [player for player in PANEL if player not in (SHOWN, *good, *simple_players(mirrors))]
    lines += [
        _line(f"{out.label}, who surely loses", against_shown(mirrors, out), _row(played, out, partial(spread, out)))
        for out in others
    ]
    return lines


def simple_table(played: Played, mirrors: Mirrors) -> list[str]:
    """The same of simpler play: no player is left out, but the set of decks in question is."""
    simple = simple_players(mirrors)
    rows = {out: _row(played, out, lambda rest: estimated(played, mirrors, (), rest), simply=True) for out in simple}
    lines = [*HEAD, *(_line(out.label, against_shown(mirrors, out), rows[out]) for out in simple)]
    return [*lines, _line("**simpler play**", None, _sums(rows.values()))]


def _row(
    played: Played,
    out: Player,
    spread_over: Callable[[Sequence[Sequence[Key]]], PlayerSpread],
    *,
    simply: bool = False,
    seen: Sequence[Player] = (SHOWN,),
) -> list[Held]:
    """Matchups of each set, then of all, then gauntlets."""
    sets, fields = [], []
    for name, keys in SETS.items():
        spread = spread_over([others for other, others in SETS.items() if other != name])
        sets.append(held(played, out, [(key,) for key in keys], spread, simply=simply, seen=seen))
        fields.append(held(played, out, gauntlets(keys), spread, simply=simply, seen=seen))
    return [*sets, _sum(sets), _sum(fields)]


def _sum(rows: Iterable[Held]) -> Held:
    both, alone, looked = map(sum, zip(*rows, strict=True))
    return both, alone, looked


def _sums(rows: Iterable[Sequence[Held]]) -> list[Held]:
    return [_sum(each) for each in zip(*rows, strict=True)]


def _line(name: str, mirrors: Estimate | None, row: Sequence[Held]) -> str:
    won = "" if mirrors is None else f"{100 * mirrors.rate:.1f} ({100 * mirrors.low:.1f} to {100 * mirrors.high:.1f})"
    return f"| {name} | {won} | {' | '.join(map(_share, row))} | {_share(row[-2][1:])} |"


def swap_table(played: Played, mirrors: Mirrors, gains: Gains, tried: Sequence[Swap]) -> list[str]:
    """Changes of few and many cards, judged by players who are left out."""
    lines = [
        "| cards changed | judged by | swaps | held | games alone | half-width, points |",
        "| ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    spreads = {
        out: of_builds(estimated(played, mirrors, [out]), played, gains, tried, [each for each in gains if each != out])
        for out in gains
        if out != SHOWN
    }
    for sizes, said in ((range(1, 3), "1 to 2"), (range(3, 5), "3 to 4"), (range(6, 13), "6 to 12")):
        rows = {out.label: swaps_held(gains, tried, spread, out, sizes) for out, spread in spreads.items()}
        both, alone, looked, half = (sum(each) for each in zip(*rows.values(), strict=True))
        rows["**all**"] = both, alone, looked, half
        for name, (both, alone, looked, half) in rows.items():
            shares = f"{_share((both, looked))} | {_share((alone, looked))}"
            lines.append(f"| {said} | {name} | {looked} | {shares} | {half / looked:.2f} |")
    return lines


def half_width(spread: PlayerSpread, rivals: int, *, plays: int = 1, simply: bool = False) -> float:
    """Half of an interval at even, in points, of a matchup or a gauntlet, after very many games of so many players."""
    keys = tuple(("", str(rival)) for rival in range(rivals))
    even = dict.fromkeys(keys, Outcomes.of([[10**11, 0, 10**11]] * 2))
    return 50 * printed([even] * plays, keys, spread, simply=simply).width


def width_table(played: Played, mirrors: Mirrors) -> list[str]:
    """What more games do not narrow."""
    spread = estimated(played, mirrors)
    lines = [
        "| half-width at 50 %, points, after any number of games | matchup | gauntlet of three |",
        "| --- | ---: | ---: |",
    ]
    for name, plays, simply in (
        ("another good player, from the planner and its check", 2, False),
        ("another good player, from the planner alone", 1, False),
        ("simpler play", 1, True),
    ):
        each = " | ".join(f"{half_width(spread, rivals, plays=plays, simply=simply):.1f}" for rivals in (1, RIVALS))
        lines.append(f"| {name} | {each} |")
    return lines


def _share(counts: Sequence[int]) -> str:
    return f"{100 * counts[0] / counts[-1]:.0f} %"


def shipped(played: Played, mirrors: Mirrors, gains: Gains, tried: Sequence[Swap]) -> dict[str, Any]:
    """What ships: the spread, and for whose games it is: good players as they play today."""
    spread = of_builds(estimated(played, mirrors), played, gains, tried, [*gains])
    shown = [player.policy for player in good_players(mirrors) if not player.commit]
    labels = [parse_policy(name).label for name in (*shown, *ALSO_SHOWN)]
    return {"format": FORMAT, "spread": asdict(spread), "shown": labels}


@click.command(context_settings={"show_default": True})
@click.option(
    "--folder", type=click.Path(path_type=Path), default=ROOT / "reports" / "players", help="What was played."
)
@click.option("--ship", is_flag=True, help="Make this the spread that `ucgsim` reckons with.")
@click.option("--write", is_flag=True, help="Put the tables into docs/coverage.md.")
def main(folder: Path, *, ship: bool, write: bool) -> None:
    """Estimate how far players lie apart, and judge the intervals."""
    played, mirrors, gains = (
        read_games(Store(folder / GAMES, "games of several players")),
        read_mirrors(Store(folder / MIRRORS, "mirrors of several players")),
        read_gains(Store(folder / GAINS, "swaps of several players")),
    )
    tried = swaps(Table(folder, 1), 1 + max(place for each in gains.values() for place in each))
    figures = shipped(played, mirrors, gains, tried)
    for name, value in figures.items():
        tell(f"{name}: {value}")
    lines = tables(played, mirrors, gains, tried)
    for line in lines:
        tell(line)
    if ship:
        write_file(Path(str(resources.files("ucgsim.policies"))) / "data" / FILE, sealed(figures))
    if write:
        put_between(DOCUMENT, "players", "\n".join(lines))


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/spread", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
