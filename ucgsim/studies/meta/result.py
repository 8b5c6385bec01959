"""The choice of a deck as it is handed out: equilibrium and best answers, with words, values and picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.report.columns import Column, estimate, named
from ucgsim.report.numbers import PICKED, plain
from ucgsim.report.parts import Command, Parts
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.studies.matrix.field import less
from ucgsim.studies.matrix.words import MOST_RIVALS, field_rate, points_words
from ucgsim.studies.meta.findings import Meta
from ucgsim.studies.meta.tables import decks, share_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class MetaResult(Meta, Tabled, Drawn, Summarised):
    """Equilibrium and best answers; every number with its interval, its games and its policies."""

    def answer(self) -> str:
        """What to bring, and how far a field that no deck beats is known."""
        checked = [] if self.check is None else [self.check.words()]
        return " ".join([self._best_sentence(), *checked, self._proposed_sentence(), f"Played: {self.basis}."])

    def _best_sentence(self) -> str:
        """What to bring against the field that is expected, by how much it gains, and whether that is sure."""
        best, names, against = self.best.choices[0], self.names, self.against
        field = "the given field" if self.field_source else "a field of equal shares"
        text = f"Against {field} bring {names[best]}: it wins {field_rate(self.against_field[best])}"
        if self.against_field[best].n == 0:
            return f"{text}: nothing that was played beats that field."
        gain = less(self.against_field[best], 0.5)
        rivals = [f"{names[deck]} (by {points_words(against.ahead_of(deck))})" for deck in against.rivals[:MOST_RIVALS]]
        sure = f"not surely more than {', '.join(rivals)}" if rivals else "surely more than every other deck"
        even = "" if gain.low > 0 else "; that any deck gains is not sure"
        return f"{text}, {_points(gain)} above even, {sure}{even}."

    def _proposed_sentence(self) -> str:
        """The field that no deck beats by these games, and what a deck may gain on it."""
        order = sorted(range(len(self.names)), key=lambda deck: -self.equilibrium.shares[deck])
        main = [deck for deck in order if self.equilibrium.shares[deck] > 0.005]
        mix = ", ".join(f"{self.names[deck]} {share_words(self, deck)}" for deck in main)
        which = "" if self.equilibrium.unique else " (the most even of several)"
        return (
            f"By these games no deck beats this field{which}: {mix}. On it a deck gains "
            f"{_points(self.gain_on_proposed)} where they are drawn again."
        )

    def parts(self) -> Parts:
        """The answer and the decks one by one; then what the numbers mean."""
        mark, *notes = self.notes()
        return Parts([self.answer(), replace(decks(self), note=mark)], ["\n".join(notes)], [Command(self.command)])

    def notes(self) -> list[str]:
        """What the numbers mean, and where they are to be read with care."""
        times = self.resampled.times
        picked = self.against.of_best.method is Method.PICKED
        return [
            f"{PICKED} what does best is partly the luckiest: estimate and interval allow for the choice." * picked,
            f"exploitability: the best answer, whichever it is in truth, gains {_points(self.exploitability)} from the "
            "field that is there.",
            "equilibrium: bootstrap over games; where decks are nearly equal it jumps, and the interval is wide. What "
            "a deck gains on it is by the luck of these games: in close fields the truth lies above that in a fifth of "
            "cases.",
            f"in it: in how many of {times:,} matrices from games drawn again the equilibrium plays the deck; best: in "
            "how many it is the best answer to the field. These are no chances: in close fields a deck that does not "
            "belong to the equilibrium is in most of them as well.",
        ]

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "confidence": DEFAULT_CONFIDENCE,
            "check": None if self.check is None else self.check.to_json(),
            "decks": self._rows(),
            "unique": self.equilibrium.unique,
            "best": [self.names[deck] for deck in self.best.choices],
            "not_surely_ahead_of": [self.names[deck] for deck in self.against.rivals],
            "exploitability": plain(self.exploitability),
            "gain_on_equilibrium": plain(self.gain_on_proposed),
            "games": sum(counts.games for counts in self.played.cells.values()),
            "policy": self.played.policy,
            "rules": self.played.rules,
            "redraw_procedure": self.played.redraw_procedure,
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
                "in_equilibria": self._again(self.support[deck]),
                "against_field": plain(self.against_field[deck]),
                "best_answer": self._again(self.best_again[deck]),
            }
            for deck, name in enumerate(self.names)
        ]

    def _again(self, count: int) -> dict[str, int]:
        """How often in the resamples; it has no interval, because it is no estimate of a chance."""
        return {"resamples": count, "of": self.resampled.times}

    def sentences(self) -> list[str]:
        """The answer."""
        return [self.answer()]

    def rows(self) -> list[dict[str, Any]]:
        """One row a deck: shares, win rate against the field, how often each holds when games are drawn again."""
        rows = []
        for row in self._rows():
            flat = {key: value for key, value in row.items() if not isinstance(value, dict)}
            ends = {f"{key}_{end}": each for key in row.keys() - flat.keys() for end, each in row[key].items()}
            rows.append(flat | ends | {"policy": self.played.policy})
        return rows

    def columns(self) -> dict[str, Column]:
        """What each column of the table means."""
        many = self.played.unit
        return {
            "deck": named("which deck"),
            "field": Column("its share of the field that is there"),
            **estimate("share won against that field", "against_field_", units=many),
            "best_answer_resamples": Column("matrices drawn again in which it is the best answer to that field", int),
            "best_answer_of": Column("matrices drawn again", int),
            **estimate("its share of the field that no deck beats", "equilibrium_", units=many),
            "in_equilibria_resamples": Column("matrices drawn again whose equilibrium plays it", int),
            "in_equilibria_of": Column("matrices drawn again", int),
            "policy": Column("who decided", str),
        }

    def table_html(self) -> str:
        """The table that a notebook shows."""
        return decks(self).html()

    def figure(self) -> Figure:
        """Shares of the equilibrium and of the field."""
        from ucgsim.studies.meta.plots import shares_of_decks  # noqa: PLC0415 - loads matplotlib

        return shares_of_decks(self)


def _points(estimate: Estimate) -> str:
    # + 0.0 turns -0.0 into 0.0.
    rate, low, high = (round(100 * value, 1) + 0.0 for value in (estimate.rate, estimate.low, estimate.high))
    return f"{rate:.1f} points ({low:.1f} to {high:.1f})"
