"""The choice of a deck as it is handed out: equilibrium and best answers, with words, values and picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ucgsim.report.numbers import interval, percent, plain
from ucgsim.report.result import Tabled
from ucgsim.report.sheet import plain_table
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate
from ucgsim.stats.ratings import ranking
from ucgsim.studies.matrix.field import less
from ucgsim.studies.matrix.words import field_rate
from ucgsim.studies.meta.findings import Meta

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class MetaResult(Meta, Tabled):
    """Equilibrium and best answers; every number with its interval, its pairs and its policies."""

    def answer(self) -> str:
        """The answer in a few sentences."""
        order = sorted(range(len(self.names)), key=lambda deck: -self.equilibrium.shares[deck])
        main = [deck for deck in order if self.equilibrium.shares[deck] > 0.005]
        mix = ", ".join(f"{self.names[deck]} {interval(self.shares[deck])}" for deck in main)
        which = "" if self.equilibrium.unique else " (the most even of several)"
        return f"No deck beats this field{which}: {mix}. {self._best_sentence()} Played: {self.basis}."

    def _best_sentence(self) -> str:
        """What does best against the field that is there, by how much, and whether that is sure."""
        best = self.best.choices[0]
        rate, field = self.against_field[best], "the given field" if self.field_source else "a field of equal shares"
        text = f"Against {field} {self.names[best]} does best with {field_rate(rate)}"
        if rate.n == 0:
            return f"{text}: nothing that was played beats it."
        sure = "" if self.exploitability.low > 0 else "; that any deck gains is not sure"
        return f"{text}, which is {_points(less(rate, 0.5))} above even{sure}."

    def summary(self) -> str:
        """The answer and the decks one by one, as plain text."""
        lines = [self.answer(), "", "Decks (95 % intervals)", *plain_table(self._decks()), "", *self.notes()]
        return "\n".join([*lines, "", f"Again: {self.command}"])

    def notes(self) -> list[str]:
        """What the numbers mean, and where they are to be read with care."""
        return [
            f"exploitability: the best answer, whichever deck it is in truth, gains {_points(self.exploitability)}",
            "from the field. The gain itself is too high on average, because the best of several decks is partly the",
            "luckiest; the intervals against the field hold for all decks at once (Bonferroni) and so allow for that.",
            "equilibrium: bootstrap over pairs; where decks are nearly equal it jumps, and the interval is wide.",
            "in it: share of the resampled matrices whose equilibrium plays the deck; best: share of them in which it",
            f"is the best answer to the field. Their intervals tell how far {self.resampled.times:,} resamples count.",
        ]

    def _decks(self) -> list[tuple[str, ...]]:
        given = "field (given)" if self.field_source else "field"
        rows: list[tuple[str, ...]] = [("", given, "equilibrium", "in it", "against the field", "best")]
        for deck in ranking(self.against_field)[0]:
            columns = (interval(self.shares[deck]), interval(self.support[deck]))
            cells = (field_rate(self.against_field[deck]), interval(self.best_again[deck]))
            rows.append((self.names[deck], percent(self.field[deck]), *columns, *cells))
        return rows

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "confidence": DEFAULT_CONFIDENCE,
            "decks": self._rows(),
            "unique": self.equilibrium.unique,
            "best": [self.names[deck] for deck in self.best.choices],
            "exploitability": plain(self.exploitability),
            "pairs": sum(counts.pairs for counts in self.played.cells.values()),
            "policy": self.played.policy,
            "played": self.played.basis,
            "resamples": self.resampled.times,
            "seed": self.resampled.seed,
            "command": self.command,
        }

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {
                "deck": name,
                "field": self.field[deck],
                "equilibrium": plain(self.shares[deck]),
                "in_equilibria": plain(self.support[deck]),
                "against_field": plain(self.against_field[deck]),
                "best_answer": plain(self.best_again[deck]),
            }
            for deck, name in enumerate(self.names)
        ]

    def sentences(self) -> list[str]:
        """The answer."""
        return [self.answer()]

    def rows(self) -> list[dict[str, Any]]:
        """One row a deck: shares, win rate against the field, how often each holds when pairs are drawn again."""
        rows = []
        for row in self._rows():
            flat = {key: value for key, value in row.items() if not isinstance(value, dict)}
            ends = {f"{key}_{end}": each for key in row.keys() - flat.keys() for end, each in sorted(row[key].items())}
            rows.append(flat | dict(sorted(ends.items())) | {"policy": self.played.policy})
        return rows

    def plot(self) -> Figure:
        """Shares of the equilibrium and of the field."""
        from ucgsim.studies.meta.plots import shares_of_decks  # noqa: PLC0415 - loads matplotlib

        return shares_of_decks(self)


def _points(estimate: Estimate) -> str:
    # + 0.0 turns -0.0 into 0.0.
    rate, low, high = (round(100 * value, 1) + 0.0 for value in (estimate.rate, estimate.low, estimate.high))
    return f"{rate:.1f} points ({low:.1f} to {high:.1f})"
