"""Redraws of the planner next to the best simple rule, and what it gives away on random hands: all decks that ship, and
random legal ones.

    python benchmarks/redraws.py --out AFTER.json [--hands N] [--random N] [--share 1 2]
    python benchmarks/redraws.py --show AFTER.json [--before BEFORE.json] [--write reports/redraws.md]

The first call plays and writes figures, the second makes the table; ``--share`` plays some of the decks only, for as
many calls side by side, and ``--show`` and ``--before`` take several files. Figures of a former version come from the
first call run on that version (``PYTHONPATH`` names its folder): the same decks, opponents and shuffles.

A rule is what `ucgsim redraw` makes from half of the hands, tried on the other half, both ways. What is given away is
taken hand by hand: half of the games say which choice is better, the other half what it is worth, both ways.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.decks.building import DeckBuilder
from ucgsim.decks.reading import read_deck
from ucgsim.effects.library import load_effects
from ucgsim.engine.core.constants import NONE, STARTING_HAND
from ucgsim.probability.hands import HandClasses
from ucgsim.simulate.arrangements import arranged_games
from ucgsim.simulate.loops.redraws import Choice
from ucgsim.simulate.openings import Chance, cards_of, play_hands
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import Table, lay_out
from ucgsim.studies.redraw.rule_search import KEPT, POLICY, RedrawCounts, SimpleRules, gain, joint, try_on_halves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.decks.deck import Deck

DECKLISTS = Path(__file__).resolve().parent.parent / "decklists"
LEFT_OUT = ("ginga-victory", "guil-arc-arc", "juggler", "plain-rosso-blu", "rising", "z-sevenger")
"""Decks of which no hand was learned (scripts/train_planner)."""
RIVALS = 2
"""Opponents of a deck beside itself: decks that ship."""
SEED = 77
SURE = 1.96


def decks_to_try(number: int) -> dict[str, Deck]:
    """The decks that ship by the names of their files, and random legal ones."""
    catalog, chance = shipped_catalog(), random.Random(SEED)
    decks = {path.stem: read_deck(path, catalog) for path in sorted(DECKLISTS.glob("*.txt"))}
    readable = load_effects().judge(catalog)
    cards = [card for card in catalog.values() if readable.get(card.number) is None]
    builder = DeckBuilder(cards, DEFAULT_RULES)
    for place in range(number):
        centre = builder.cards[chance.choice(sorted(builder.cards))]
        decks[f"random {place + 1:02}"] = builder.around(centre, (), chance, focused=chance.random() < 0.6)
    return decks


def against_rules(tables: list[Table], deck: Deck, hands: int, seed: int) -> dict[str, list[float]]:
    """What the best rule and the planner win more than always keeping, and the planner more than the rule: each with
    its standard error, in points.
    """
    counts, classes = RedrawCounts(), HandClasses(deck.cards(shipped_catalog()))
    for matchup, table in enumerate(tables):
        part = play_hands(table, Chance(seed, matchup), range(hands // len(tables)))
        counts.add(classes.of(cards_of(part.hands, deck.size)), part)
    reached = try_on_halves(SimpleRules(list(counts.classes), classes), counts)
    own = gain(joint(counts.total, POLICY, KEPT))
    return {
        "rule": _points(reached.over_keeping),
        "planner": _points(own),
        "over_rule": _points(reached.over_policy, sign=-1),
    }


def _points(estimate: Any, *, sign: int = 1) -> list[float]:
    return [100 * sign * estimate.rate, 100 * (estimate.high - estimate.low) / (2 * SURE)]


def given_away(table: Table, deck: Deck, hands: int, games: int, seed: int) -> list[float]:
    """By random hand, in points: what the better choice wins more than the planner's."""
    chance, lost = np.random.default_rng(seed), []
    for number in range(hands):
        cards = np.sort(chance.permutation(deck.size)[:STARTING_HAND])
        places = np.array([[card, depth] for depth, card in enumerate(cards.tolist())], np.int16)
        kept, redrawn = (
            arranged_games(
                table,
                Chance(seed, matchup=number),
                np.arange(games),
                np.full(games, choice, np.int8),
                changes=np.full((games, 1, 2), NONE, np.int16),
                places=np.ascontiguousarray(np.broadcast_to(places, (games, *places.shape))),
            )
            for choice in (Choice.KEEP, Choice.REDRAW)
        )
        gains = (redrawn["half_points"].astype(float) - kept["half_points"]) / 2
        own = gains * kept["verdict"]
        first = np.arange(games) < games // 2
        halves = [(gains[~part].mean() > 0) * gains[part].mean() - own[part].mean() for part in (first, ~first)]
        lost.append(100 * float(np.mean(halves)))
    return lost


def figures_of(name: str, deck: Deck, rivals: list[Deck], hands: int, looked_at: tuple[int, int]) -> dict[str, Any]:
    """All figures of one deck."""
    terms = Terms.of(policy="planner", catalog=shipped_catalog())
    tables = [lay_out((deck, other), terms) for other in (deck, *rivals)]
    seed = SEED + sum(map(ord, name))
    lost = given_away(tables[1], deck, looked_at[0], looked_at[1], seed)
    return {"deck": name, "lost": lost, "label": terms.labels[0], **against_rules(tables, deck, hands, seed)}


def play(hands: int, number: int, looked_at: tuple[int, int], share: tuple[int, int], out: Path) -> None:
    """Play a share of the decks; the figures so far are written after each."""
    decks, chance = decks_to_try(number), random.Random(SEED)
    shipped = [deck for name, deck in decks.items() if not name.startswith("random")]
    rows: list[dict[str, Any]] = []
    for place, (name, deck) in enumerate(decks.items()):
        rivals = chance.sample([other for other in shipped if other is not deck], RIVALS)
        if place % share[1] != share[0] - 1:
            continue
        row = figures_of(name, deck, rivals, hands, looked_at)
        rows.append(row)
        out.write_text(json.dumps({"hands": hands, "looked_at": list(looked_at), "decks": rows}) + "\n")
        click.echo(f"{name}: over the rule {row['over_rule'][0]:+.2f}, gives away {np.mean(row['lost']):.2f}")


def read_figures(paths: Sequence[Path]) -> dict[str, Any] | None:
    """The figures of several files together, decks in their order; None of no file."""
    parts = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    if not parts:
        return None
    rows = [row for part in parts for row in part["decks"]]
    return parts[0] | {"decks": sorted(rows, key=lambda row: (row["deck"].startswith("random"), row["deck"]))}


def mean_of(values: list[float]) -> str:
    """A mean over decks or hands with its 95 % interval."""
    half = SURE * float(np.std(values, ddof=1)) / len(values) ** 0.5
    return f"{np.mean(values):+.2f} ± {half:.2f}"


def groups(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The decks by what the planner learned of them."""
    random_ones = [row for row in rows if row["deck"].startswith("random")]
    left = [row for row in rows if row["deck"] in LEFT_OUT]
    rest = [row for row in rows if row not in random_ones and row not in left]
    return {
        f"{len(rest)} decks of the lessons": rest,
        f"{len(left)} decks left out": left,
        f"{len(random_ones)} random decks": random_ones,
        f"all {len(rows)}": rows,
    }


def table_of_means(data: dict[str, Any], before: dict[str, Any] | None) -> list[str]:
    """Means over decks, a version a row."""
    lines = [
        "| | planner | rule over keeping | planner over keeping | planner over the rule | worst deck | given away |",
        "|---|---|---|---|---|---|---|",
    ]
    versions = [each for each in (before, data) if each is not None]
    for parts in zip(*(groups(each["decks"]).items() for each in versions), strict=True):
        for group, rows in parts:
            if not rows:
                continue
            means = [mean_of([row[key][0] for row in rows]) for key in ("rule", "planner", "over_rule")]
            worst = min(row["over_rule"][0] for row in rows)
            lost = mean_of([each for row in rows for each in row["lost"]])
            version = rows[0]["label"].split(" (")[0]
            lines.append(f"| {group} | {version} | {' | '.join(means)} | {worst:+.2f} | {lost} |")
    return lines


def table_of_decks(data: dict[str, Any], before: dict[str, Any] | None) -> list[str]:
    """Every deck."""
    former = {row["deck"]: row for row in before["decks"]} if before else {}
    old, new = "before: over the rule | ", data["decks"][0]["label"].split(" (")[0]
    lines = [
        f"| deck | rule over keeping | {new} over keeping | {old if former else ''}{new}: over the rule | given away |",
        "|---|---|---|---|---|" + ("---|" if former else ""),
    ]
    for row in data["decks"]:
        cells = [row["rule"], row["planner"], former.get(row["deck"], row)["over_rule"], row["over_rule"]]
        texts = [f"{rate:+.2f} ± {SURE * error:.2f}" for rate, error in (cells if former else cells[:2] + cells[3:])]
        name = f"{row['deck']} (left out)" if row["deck"] in LEFT_OUT else row["deck"]
        lines.append(f"| {name} | {' | '.join(texts)} | {mean_of(row['lost'])} |")
    return lines


def page_of(data: dict[str, Any], before: dict[str, Any] | None) -> str:
    """The page of the documentation."""
    hands, games = data["looked_at"]
    return "\n".join(
        [
            "# Redraws of the planner",
            "",
            f"Made by `benchmarks/redraws.py`. Every deck plays itself and {RIVALS} decks that ship, the planner on",
            f"both sides, rules {DEFAULT_RULES}, official redraw: {data['hands']:,} opening hands, each kept and given",
            "back on the same chance. The rule is the best simple one that `ucgsim redraw` finds, made from half of",
            "the hands and tried on the other half. Given away: what the better choice of a hand wins more than the",
            f"planner's, {hands} random hands a deck, {games:,} games of both choices each, half of which pick the",
            "choice and the others judge it, both ways. Points of a game; intervals 95 %: of a deck by its hands, of a",
            "mean by its decks, of what is given away by the hands.",
            "",
            *table_of_means(data, before),
            "",
            "## Every deck",
            "",
            *table_of_decks(data, before),
            "",
        ]
    )


@click.command()
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Play, and write the figures there.")
@click.option("--hands", default=12_000, help="Opening hands a deck.")
@click.option("--random", "number", default=50, help="Random decks.")
@click.option("--looked-at", type=(int, int), default=(16, 300), help="Random hands a deck, and games of each.")
@click.option("--share", type=(int, int), default=(1, 1), help="Which of how many shares of the decks to play.")
@click.option("--show", multiple=True, type=click.Path(exists=True, path_type=Path), help="Figures to show.")
@click.option("--before", multiple=True, type=click.Path(exists=True, path_type=Path), help="Of a former version.")
@click.option("--write", type=click.Path(dir_okay=False, path_type=Path), help="Where to write the page.")
def main(
    *,
    out: Path | None,
    hands: int,
    number: int,
    looked_at: tuple[int, int],
    share: tuple[int, int],
    show: tuple[Path, ...],
    before: tuple[Path, ...],
    write: Path | None,
) -> None:
    """Play redraws, or show what was played."""
    if out is not None:
        play(hands, number, looked_at, share, out)
    data = read_figures(show)
    if data is not None:
        page = page_of(data, read_figures(before))
        click.echo(page)
        if write is not None:
            write.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
