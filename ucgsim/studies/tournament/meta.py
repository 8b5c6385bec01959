"""What to bring: the choice of a deck as a game, the field that nothing beats, what beats the field that is there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.report.progress import watched
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.report.sheet import (
    Block,
    Cell,
    Command,
    Foot,
    Parts,
    Sheet,
    in_words,
    interval,
    picked,
    plain,
    plain_beside,
    rate,
    share,
)
from ucgsim.report.table import Column, Table, estimated
from ucgsim.safe_text import command_line, place_word
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.stats.zero_sum import (
    DEFAULT_TIMES,
    Bootstrap,
    Equilibrium,
    best_response,
    bootstrap,
    equilibrium,
    payoff_from_scores,
)
from ucgsim.studies.kit.run_options import ProgressOptions, takes
from ucgsim.studies.matrix.answer import field_rate
from ucgsim.studies.matrix.field import AcrossPlayers, Field
from ucgsim.studies.tournament.games import KeptCheck, MetaGames, kept_check, played_foot, read_played, shares_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from matplotlib.figure import Figure

    from ucgsim.stats.multinomial import Floats
    from ucgsim.studies.matrix.result import MatrixResult


PLAYED = 1e-6
"""A share above this is one."""


NEARLY_ALL = 0.9995
"""A share that is printed as 100.0 %."""


def share_words(share: Estimate) -> str:
    """A share of the equilibrium; that all of it, or nothing, is one deck is never sure beyond these games."""
    if share.low < NEARLY_ALL and share.high > 1 - NEARLY_ALL:
        return interval(share)
    return _("nearly all (by these games)") if share.rate > NEARLY_ALL else _("hardly any (by these games)")


def _against(estimate: Estimate) -> Cell:
    if estimate.method is not Method.PLAYERS:
        return picked(estimate, field_rate(estimate))
    return rate(estimate)


@dataclass(frozen=True, eq=False, repr=False)
class MetaResult(Tabled, Drawn, Summarised):
    """Equilibrium and best answers; every number with its interval, its games and its policies.

    ``field``: shares of the field that is there, (decks,); ``resampled``: shares of the equilibrium and gain of every
    deck against that field, from games drawn again.
    """

    played: MetaGames
    field: tuple[float, ...]
    field_source: Path | None
    resampled: Bootstrap
    check: KeptCheck | None = None
    """What the check that was saved says of the best deck; where it turns it, all is of its games."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the decks."""
        return self.played.names

    @cached_property
    def payoff(self) -> Floats:
        """What the row's deck gains from the column's, as a share of games above one half, (decks, decks)."""
        return payoff_from_scores(self.played.scores(self.played.rates))

    @cached_property
    def equilibrium(self) -> Equilibrium:
        """The shares that no deck beats."""
        return equilibrium(self.payoff)

    @cached_property
    def shares(self) -> tuple[Estimate, ...]:
        """Shares of the equilibrium with their bootstrap intervals.

        Where decks are nearly equal, an equilibrium jumps: its own share then belongs into the interval as well.
        """
        shares = self.resampled.estimates[: len(self.names)]
        return tuple(replace(each, low=min(each.low, each.rate), high=max(each.high, each.rate)) for each in shares)

    @cached_property
    def against(self) -> Field:
        """What is said of the field that is there."""
        return Field(self.played.cells, self.field)

    @cached_property
    def across(self) -> AcrossPlayers:
        """The win rates as good players have them."""
        plays = [self.against]
        if self.played.second is not None:
            plays.append(Field(self.played.second.cells, self.field))
        return AcrossPlayers(tuple(plays), self.played.panel)

    @property
    def exploitability(self) -> Estimate:
        """What the best answer gains from the field that is there, whichever deck that is in truth."""
        return self.against.exploitability

    @cached_property
    def gain_on_proposed(self) -> Estimate:
        """What the best answer gains from the equilibrium that these games propose, whichever deck that is in truth.

        By the games themselves no deck gains on it; but it was made from them, and the true equilibrium is another.
        The resamples stand to the games as these to the truth: so far do decks gain, by the games, on equilibria that
        were made from games drawn again. The interval begins at 0, which is the truth where all decks are equal;
        its upper end is one-sided. Source: Efron & Tibshirani 1993, An Introduction to the Bootstrap, chapter 13.
        """
        proposed = self.resampled.samples[:, : len(self.names)]
        gains = np.maximum((proposed @ self.payoff.T).max(axis=1), 0.0)
        high = max(float(np.quantile(gains, DEFAULT_CONFIDENCE)), float(gains.mean()))
        n = self.played.games_in_all
        return Estimate(float(gains.mean()), 0.0, high, n, DEFAULT_CONFIDENCE, Method.BOOTSTRAP)

    @cached_property
    def support(self) -> tuple[int, ...]:
        """In how many of the resampled matrices the equilibrium plays each deck.

        No chance that it belongs there: where decks are close, one that is out in truth is in most of them as well.
        """
        played = self.resampled.samples[:, : len(self.names)] > PLAYED
        return tuple(played.sum(axis=0).tolist())

    @cached_property
    def best_again(self) -> tuple[int, ...]:
        """In how many of the resampled matrices each deck is the best answer to the field that is there."""
        gains = self.resampled.samples[:, len(self.names) :]
        return tuple(np.bincount(gains.argmax(axis=1), minlength=len(self.names)).tolist())

    @property
    def against_field(self) -> tuple[Estimate, ...]:
        """Win rate of each deck against the field that is there; the best one's knows that it was picked."""
        return self.across.rates

    @property
    def command(self) -> str:
        """The command that computes this again."""
        words = ["ucgsim", "tournament", self.played.place, "--field-only"]
        if self.field_source is not None:
            words += ["--field", place_word(self.field_source)]
        words += ["--seed", str(self.resampled.seed), "--times", str(self.resampled.times)]
        return command_line(words)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        again = f"{self.resampled.times:,} resamples of the {self.played.unit}, seed {self.resampled.seed}"
        return f"{self.played.basis}; {again}"

    def answer(self) -> str:
        """What to bring against the field that is there."""
        across, names = self.across, self.names
        best = across.best
        field = _("the given field") if self.field_source else _("equal shares of these decks")
        won, rivals, others = across.rates[best], [names[deck] for deck in across.rivals], ""
        if won.n == 0:
            text = _("Against {field} bring {deck}; nothing that was played beats it.")
        elif not rivals:
            text = _("Against {field} bring {deck}: it wins {often}.")
        else:
            text = _("Not decided yet what to bring: {deck} wins {often} against {field}; {others} may do as well.")
            others = rivals[0]
            if len(rivals) > 1:
                others = _("{deck} or {count} more").format(deck=others, count=len(rivals) - 1)
        return text.format(field=field, deck=names[best], often=in_words(won), others=others)

    def _proposed_sentence(self) -> str:
        """The field that no deck beats by these games, and what a deck may gain on it."""
        order = sorted(range(len(self.names)), key=lambda deck: -self.equilibrium.shares[deck])
        main = [deck for deck in order if self.equilibrium.shares[deck] > 0.005]
        mix = ", ".join(f"{self.names[deck]} {share_words(self.shares[deck])}" for deck in main)
        which = "" if self.equilibrium.unique else " (the most even of several)"
        return (
            f"By these games no deck beats this field{which}: {mix}. On it a deck gains "
            f"{_points(self.gain_on_proposed)} where they are drawn again."
        )

    def parts(self) -> Parts:
        """The headline and the decks one by one; then what the numbers mean."""
        checked = [] if self.check is None else [self.check.words()]
        lines = [f"Played: {self.basis}.", *checked, self._proposed_sentence(), *filter(None, self.notes())]
        table = replace(self.sheet(), caption="", note="")
        more: list[Block] = ["\n  ".join(["Method", *lines]), Command(self.command)]
        return Parts([self.answer(), table], more, foot=self.foot())

    def foot(self) -> Foot:
        """What qualifies the numbers."""
        return played_foot(self.played, self.check)

    def notes(self) -> list[str]:
        """What the numbers mean, and where they are to be read with care."""
        times = self.resampled.times
        picked = self.against.of_best.method is Method.PICKED
        return [
            "What does best is partly the luckiest: its estimate and interval allow for the choice." * picked,
            f"exploitability: the best answer, whichever it is in truth, gains {_points(self.exploitability)} from the "
            "field that is there, by these games alone.",
            "equilibrium: bootstrap over games; where decks are nearly equal it jumps, and the interval is wide. What "
            "a deck gains on it is by the luck of these games: in close fields the truth lies above that in a fifth of "
            "cases.",
            f"in it: in how many of {times:,} matrices from games drawn again the equilibrium plays the deck; best: in "
            "how many it is the best answer to the field. These are no chances: in close fields a deck that does not "
            "belong to the equilibrium is in most of them as well.",
        ]

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        return {
            "confidence": DEFAULT_CONFIDENCE,
            "check": None if self.check is None else self.check.to_json(),
            "decks": [self._json(deck) for deck in range(len(self.names))],
            "unique": self.equilibrium.unique,
            "best": [self.names[self.across.best]],
            "not_surely_ahead_of": [self.names[deck] for deck in self.across.rivals],
            "players": None if self.played.panel is None else self.played.panel.to_json(),
            "exploitability": plain(self.exploitability),
            "gain_on_equilibrium": plain(self.gain_on_proposed),
            "games": self.played.games_in_all,
            "policy": self.played.policy,
            "rules": self.played.rules,
            "redraw_procedure": self.played.redraw_procedure,
            "played": self.played.basis,
            "resamples": self.resampled.times,
            "seed": self.resampled.seed,
            "command": self.command,
        }

    def _json(self, deck: int) -> dict[str, Any]:
        times = self.resampled.times
        return {
            "deck": self.names[deck],
            "field": self.field[deck],
            "equilibrium": plain(self.shares[deck]),
            # How often in the resamples has no interval, because it is no estimate of a chance.
            "in_equilibria": {"resamples": self.support[deck], "of": times},
            "against_field": plain_beside(self.against_field[deck], self.against.rates[deck]),
            "best_answer": {"resamples": self.best_again[deck], "of": times},
        }

    def as_table(self) -> Table[int]:
        """The decks, the best against the field that is there first: their shares, and how often each holds."""
        units, times, policy, again = self.played.unit, self.resampled.times, self.played.policy, "matrices drawn again"
        field = marked("field (given)") if self.field_source else marked("field")
        best_of, in_it = (
            _(text).format(times=times) for text in (marked("best, of {times:,}"), marked("in it, of {times:,}"))
        )
        best, played = f"{again} in which it is the best answer to that field", f"{again} whose equilibrium plays it"
        won, proposed = "share won against that field", "its share of the field that no deck beats"
        columns: tuple[Column[int], ...] = (
            Column("deck", self.names.__getitem__, "", "which deck", str, names_row=True),
            Column("field", self.field.__getitem__, field, "its share of the field that is there", float, None, share),
            estimated(
                "against_field",
                self.against_field.__getitem__,
                marked("against the field"),
                won,
                units,
                _against,
                alone=self.against.rates.__getitem__,
            ),
            Column("best_answer_resamples", self.best_again.__getitem__, best_of, best, int),
            Column("best_answer_of", lambda _: times, None, again, int),
            estimated(
                "equilibrium",
                self.shares.__getitem__,
                marked("equilibrium"),
                proposed,
                display=lambda each: rate(each, share_words(each)),
                units=units,
            ),
            Column("in_equilibria_resamples", self.support.__getitem__, in_it, played, int),
            Column("in_equilibria_of", lambda _: times, None, again, int),
            Column("policy", lambda _: policy, None, "who decided", str),
        )
        return Table(columns, range(len(self.names)), "Decks (in brackets 95 % intervals)")

    def sheet(self) -> Sheet:
        """The table, the best against the field that is there first."""
        return replace(self.as_table(), rows=self.across.order).sheet()

    def figure(self) -> Figure:
        """Shares of the equilibrium with 95 % bootstrap intervals, next to those of the field; the largest on top."""
        from ucgsim.report.figures import COLOURS, NEUTRAL, legend_above, new_figure  # noqa: PLC0415 - loads matplotlib

        order = sorted(range(len(self.names)), key=lambda deck: (self.shares[deck].rate, self.shares[deck].high))
        shares, places = [self.shares[deck] for deck in order], np.arange(len(order))
        rates, low, high = (100 * np.array([getattr(each, end) for each in shares]) for end in ("rate", "low", "high"))
        sample, height = f"{self.played.games_in_all:,} {self.played.unit}", 2.3 + 0.3 * len(order)
        with new_figure("The field that no deck beats", sample, self.basis, height=height) as (figure, axes):
            error = [np.maximum(rates - low, 0), np.maximum(high - rates, 0)]
            axes.barh(places, rates, xerr=error, color=COLOURS["a"], capsize=3, label="equilibrium")
            field = [100 * self.field[deck] for deck in order]
            axes.plot(field, places, linestyle="none", marker="|", markersize=14, color=NEUTRAL, label="field")
            axes.set_yticks(places, [self.names[deck] for deck in order])
            axes.grid(axis="x", visible=True)
            axes.set_xlim(0, 102)
            axes.set_xlabel("share of the field, % (95 % interval)")
            axes.set_ylabel("deck")
            # Beside the chart it hides no interval.
            legend_above(figure, axes)
        return figure


def _points(estimate: Estimate) -> str:
    # + 0.0 turns -0.0 into 0.0.
    rate, low, high = (round(100 * value, 1) + 0.0 for value in (estimate.rate, estimate.low, estimate.high))
    return f"{rate:.1f} points ({low:.1f} to {high:.1f})"


FEWEST_TIMES = 200
"""Resamples below which an interval of them would rest on fewer than five beyond each end."""


@takes(ProgressOptions)
def meta(
    source: Path | str | MatrixResult | MetaGames,
    *,
    field: Path | str | Sequence[float] | None = None,
    seed: int = 1,
    times: int = DEFAULT_TIMES,
    **options: Unpack[ProgressOptions],
) -> MetaResult:
    """Solve the choice of a deck: the field that nothing beats, and what beats the field that is there.

    Args:
        source: a matrix, or the folder of a matrix or of a duel.
        field: shares of the decks, or a CSV file of them; where None those that the matrix was played with, else equal
            shares.
        seed: of the resamples.
        times: how often games are drawn again for the intervals.

    Raises:
        UcgsimError: a folder that holds neither, shares that are none, and fewer than ``FEWEST_TIMES`` resamples.
    """
    if times < FEWEST_TIMES:
        raise UcgsimError(f"{times} resamples; intervals need {FEWEST_TIMES} or more")
    played = read_played(source)
    names = played.names
    weights, file = shares_of(field, played)
    best_response(np.zeros((len(names),) * 2), weights)
    check = kept_check(played, weights)
    played = played if check is None else check.used

    def statistic(rates: Floats) -> Floats:
        payoff = payoff_from_scores(played.scores(rates))
        return np.concatenate([equilibrium(payoff).shares, payoff @ np.array(weights)])

    with watched(**options, total=times, unit="resamples") as tell:
        one_more = None if tell is None else lambda _: tell(1)
        drawn = played.drawn(times=times, seed=seed)
        resampled = bootstrap(statistic, played.rates, drawn, played.games_in_all, seed=seed, progress=one_more)
    return MetaResult(played, weights, file, resampled, check)
