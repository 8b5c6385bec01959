"""Which cards go with winning: every card's win rate with it against without it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.cards.catalog import load_catalog
from ucgsim.report.numbers import plain
from ucgsim.report.sheet import plain_table
from ucgsim.simulate.columns import SIDES
from ucgsim.simulate.impact import STATES, count_cards
from ucgsim.simulate.loops.impact import Fate
from ucgsim.studies.cards.association import FATES, FEWEST_GAMES
from ucgsim.studies.cards.findings import Impact
from ucgsim.studies.cards.games import Watched, read_watched
from ucgsim.studies.check import play_words
from ucgsim.studies.remarks import blank_remark, edited_remark

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.impact import Subject
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.cards.association import Association

POLICIES = ("own", "other")
WARNING = (
    "These are associations, not effects: a card that is set or used shows in games that go on, or go well, anyway. "
    "What a card does, replacing it tells: --swap OLD=NEW."
)
SHOWN = (Fate.OPENING, Fate.BY_ROUND_3, Fate.SET, Fate.LEVELED, Fate.USED)
"""What the terminal shows; tables and JSON have all of it."""


@dataclass(frozen=True, eq=False)
class ImpactResult(Impact):
    """What became of the cards of one deck of a run or a matrix, against who won; opponents count alike."""

    def answer(self) -> str:
        """The answer in a sentence or two; the two cards are picked, so their intervals hold for all cards together."""
        played = f"Played: {self.basis}."
        if not self.opening:
            return f"No card was in enough opening hands to tell. {played}"
        best, worst = (pick(self.opening, key=lambda each: each.difference.rate) for pick in (max, min))
        return (
            f"Opening hands with {self.told(best.card)} win {_points(best.difference)} more often than those without, "
            f"those with {self.told(worst.card)} {_points(worst.difference)}; the intervals hold for all "
            f"{len(self.opening)} cards together (Bonferroni, 95 %). {played}"
        )

    def summary(self) -> str:
        """The answer, the cards one by one, and the warning, as plain text."""
        lines = [self.answer(), "", WARNING, ""]
        lines.append("Win rate with less without, in points +- half the 95 % interval (games with)")
        lines += [
            *plain_table(self._cards()),
            "",
            f"* certain {play_words(self.watched.labels)}: holds for all marked together (Holm, 5 %)",
        ]
        lines.append(f"- fewer than {FEWEST_GAMES} games with, or without. Drawn by Round 3: opening hand included,")
        lines.append("among games that reached it. Copies of a number count together.")
        lines += [f"Note: {remark}" for remark in self.watched.remarks]
        if self.watched.blank:
            lines.append(f"Note: {blank_remark(self.watched.blank)}")
        if self.watched.edited:
            lines.append(f"Note: {edited_remark(self.watched.edited)}")
        return "\n".join([*lines, f"Again: {self.command}"])

    def _cards(self) -> list[tuple[str, ...]]:
        found = {(each.card, each.fate): each for each in self.associations}
        rows: list[tuple[str, ...]] = [("", *(FATES[fate] for fate in SHOWN))]
        for number, copies in self.deck.counts:
            cells = (self._cell(found[number, fate]) for fate in SHOWN)
            rows.append((f"{copies} {self.told(number)}", *cells))
        return rows

    def _cell(self, found: Association) -> str:
        if math.isnan(found.difference.rate):
            return f"- ({found.games_with:,})"
        star = "*" if (found.card, found.fate) in self.certain else ""
        half = 50 * found.difference.width
        return f"{100 * found.difference.rate:+.1f} +-{half:.1f}{star} ({found.games_with:,})"

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "games": self.watched.games,
            "seed": self.watched.plan.seed,
            "rules": self.watched.plan.rules,
            "redraw_procedure": self.watched.plan.redraw_procedure.value,
            "deck": _told(self.deck),
            "opponents": [_told(opponent) for opponent in self.watched.opponents],
            "policies": dict(zip(POLICIES, self.watched.labels, strict=True)),
            "blank": self.watched.blank,
            "edited": self.watched.edited,
            "opening_hands_together": [
                {"card": each.card, "difference": plain(each.difference)} for each in self.opening
            ],
            "warning": WARNING,
            "cards": [self._json(each) for each in self.associations],
            "command": self.command,
        }

    def _json(self, found: Association) -> dict[str, Any]:
        return {
            "card": found.card,
            "name": self.catalog[found.card].name,
            "fate": FATES[found.fate],
            "games_with": found.games_with,
            "games_without": found.games_without,
            "with": plain(found.with_it),
            "without": plain(found.without_it),
            "difference": plain(found.difference),
            "certain": (found.card, found.fate) in self.certain,
        }

    def to_polars(self) -> pl.DataFrame:
        """One row a card and fate: games and win rates with and without it, the difference, the policies."""
        import polars  # noqa: PLC0415 - takes long to import

        policies = {f"policy_{who}": label for who, label in zip(POLICIES, self.watched.labels, strict=True)}
        rows = []
        for found in self.associations:
            row = self._json(found)
            nested = {f"{key}_{end}": v for key in ("with", "without", "difference") for end, v in row.pop(key).items()}
            rows.append(row | nested | policies)
        return polars.DataFrame(rows, infer_schema_length=None)

    def to_pandas(self) -> pd.DataFrame:
        """As ``to_polars``, for pandas."""
        return self.to_polars().to_pandas()

    def plot(self) -> Figure:
        """Differences of the cards in the opening hand."""
        from ucgsim.studies.cards.plots import opening_hands  # noqa: PLC0415 - loads matplotlib

        return opening_hands(self)

    def __repr__(self) -> str:
        return f"<ImpactResult: {self.answer()}>"

    def _repr_html_(self) -> str:
        from html import escape  # noqa: PLC0415

        text = f"<p>{escape(self.answer())}</p><p>{escape(WARNING)}</p>"
        return text + self.to_pandas().to_html(index=False, border=0)


def _points(estimate: Estimate) -> str:
    rate, low, high = (100 * value for value in (estimate.rate, estimate.low, estimate.high))
    return f"{rate:+.1f} points ({low:+.1f} to {high:+.1f})"


def _told(deck: Deck) -> dict[str, str]:
    return {"name": deck.name, "fingerprint": deck.fingerprint}


def cards_impact(
    run: Path | str,
    *,
    side: str | None = None,
    deck: str | None = None,
    jobs: int = 1,
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
) -> ImpactResult:
    """Play the games of a run or a matrix again and say which cards of a deck go with winning.

    ``side`` "a" or "b", or the name of the ``deck``; a matrix needs the name, and all its opponents count alike.
    ``advance`` is told how many more games are done. Raises UcgsimError as ``read_watched`` does.
    """
    catalog = load_catalog() if catalog is None else catalog
    watched = read_watched(Path(run), catalog, side=side, deck=deck)
    return play_impact(watched, catalog, jobs=jobs, advance=advance)


def play_impact(
    watched: Watched, catalog: Catalog, *, jobs: int = 1, advance: Callable[[int], object] | None = None
) -> ImpactResult:
    """Count the cards of the deck that is watched, over all its matchups."""
    tables = [
        count_both(subject, jobs=jobs, advance=advance)[side]
        for subject, side in zip(watched.subjects, watched.sides, strict=True)
    ]
    return ImpactResult(watched, catalog, np.sum(tables, axis=0))


def play_both(
    subject: Subject,
    run: Path,
    catalog: Catalog,
    *,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> tuple[ImpactResult, ImpactResult]:
    """Count the cards of both sides of a run that has been read; the games are played once."""
    totals = count_both(subject, jobs=jobs, advance=advance)
    a, b = (
        ImpactResult(Watched(run, (subject,), (place,), ("--side", side)), catalog, totals[place])
        for place, side in enumerate(SIDES)
    )
    return a, b


def count_both(
    subject: Subject, *, jobs: int = 1, advance: Callable[[int], object] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Play the games of a run again: counts of the cards of both sides, (cards, fates, STATES, STATES) each."""
    a, b = (np.zeros((len(cards), len(Fate), STATES, STATES), np.int64) for cards in subject.cards)
    for part in count_cards(subject, jobs=jobs):
        a += part.tables[0]
        b += part.tables[1]
        if advance is not None:
            advance(part.games)
    return a, b
