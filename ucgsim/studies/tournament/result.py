"""A tournament as it is handed out: what to bring and what comes of it, with words, values and picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.report.columns import Column, estimate, named
from ucgsim.report.numbers import plain
from ucgsim.report.parts import Command, Parts
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.stats.rates import DEFAULT_CONFIDENCE
from ucgsim.studies.tournament.findings import MOST_FEARED, Tournaments
from ucgsim.studies.tournament.tables import decks, records
from ucgsim.studies.tournament.words import answer, notes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.report.parts import Block


@dataclass(frozen=True, eq=False, repr=False)
class TournamentResult(Tournaments, Tabled, Drawn, Summarised):
    """What becomes of a player who brings each deck; every chance with its interval, its matrix and its policies."""

    def answer(self) -> str:
        """What to bring, how likely it wins and makes the cut, and what if all others bring it too."""
        return answer(self)

    def parts(self) -> Parts:
        """The answer and who wins; then records, and what is assumed."""
        mark, *said = notes(self)
        more: list[Block] = [*([records(self)] if self.shape.rounds else []), "\n".join(said)]
        return Parts([self.answer(), replace(decks(self), note=mark)], more, [Command(self.command)])

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        deck, chance = self.best_after
        return {
            "confidence": DEFAULT_CONFIDENCE,
            "players": self.shape.players,
            "rounds": self.shape.rounds,
            "cut": self.shape.cut,
            "match": self.match,
            "best": {"deck": self.names[self.order[0]], "wins": plain(self.best)},
            "not_surely_ahead_of": [self.names[each] for each in self.rivals],
            "ahead_by": {self.names[each]: plain(self.ahead_of(each)) for each in self.order[1:]},
            "best_if_all_bring_it": {"deck": self.names[deck], "wins": plain(chance)},
            "decks": self._rows(),
            "feared": [
                {"deck": self.names[each.deck], "field": each.share, "won": plain(each.won), "costs": each.cost}
                for each in self.rivals_of(self.order[0])[:MOST_FEARED]
            ],
            "check": None if self.check is None else self.check.to_json(),
            "rematches": self.rematches,
            "tournaments": self.times,
            "tournaments_in_all": self.brought.tournaments,
            "matrices": self.matrices,
            "policy": self.played.policy,
            "played": self.played.basis,
            "seed": self.seed,
            "command": self.command,
        }

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {
                "deck": self.names[deck],
                "field": self.field[deck],
                "wins": plain(self.titles[deck]),
                "cut": plain(self.cuts[deck]),
                "rounds_won": plain(self.wins[deck]),
                "wins_if_all_bring_the_best": plain(self.titles_after[deck]),
                "records": self.records[deck].tolist(),
            }
            for deck in self.order
        ]

    def sentences(self) -> list[str]:
        """The answer."""
        return [self.answer()]

    def rows(self) -> list[dict[str, Any]]:
        """One row a deck: its share, its chances with their ends, and how often each record comes about."""
        rows = []
        for row in self._rows():
            flat: dict[str, Any] = {"deck": row["deck"], "field": row["field"]}
            for key in ("wins", "cut", "rounds_won", "wins_if_all_bring_the_best"):
                flat |= {f"{key}_{end}": each for key_, values in [(key, row[key])] for end, each in values.items()}
            rows.append(flat | {f"{wins}_wins": share for wins, share in enumerate(row["records"])})
        return rows

    def columns(self) -> dict[str, Column]:
        """What each column of the table means."""
        of, many = "of a player who brings it", "players"
        again = "wins_if_all_bring_the_best_"
        return {
            "deck": named("which deck"),
            "field": Column("its share of the field"),
            **estimate(f"chance to win the tournament {of}", "wins_", units=many),
            **estimate(f"chance to make the cut {of}", "cut_", units=many),
            **estimate(f"rounds won {of}, on average", "rounds_won_", units=many),
            **estimate(f"chance to win {of} where all others bring the best deck", again, units=many),
            **{
                f"{wins}_wins": Column(f"share of players with {wins} rounds won")
                for wins in range(self.shape.rounds + 1)
            },
        }

    def table_html(self) -> str:
        """The table that a notebook shows."""
        return decks(self).html()

    def figure(self) -> Figure:
        """The chance to win the tournament and to make the cut with each deck."""
        from ucgsim.studies.tournament.plots import chances_of_decks  # noqa: PLC0415 - loads matplotlib

        return chances_of_decks(self)
