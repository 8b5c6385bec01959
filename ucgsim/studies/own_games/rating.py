"""The user's own rate against one rival, next to the simulated one, and weighed with it where that is sound."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ucgsim.report.sheet import Parts, Sheet, foot, in_words, label, number, plain, rate, sheet
from ucgsim.safe_text import plural
from ucgsim.stats.random_effects import OneMore, one_more
from ucgsim.stats.rates import units_to_tell
from ucgsim.studies.duel.question import plan_duel
from ucgsim.studies.kit.basis import player_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from ucgsim.simulate.plan import Terms
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.duel.answer import DuelResult
    from ucgsim.studies.own_games.record import GameTally

KEY = (0, 1)
APART = (
    "Your games and the simulated ones lie further apart than luck and good players do, so they are not put together: "
    "your own rate is what counts."
)


@dataclass(frozen=True, eq=False)
class OwnRate:
    """How often the user wins with a deck against a rival: by ``own`` games, and as ``simulated``, if it could be.

    ``other_lists``: how many of the games were played with another list than the deck has now.
    """

    deck: str
    rival: str
    own: GameTally
    other_lists: int = 0
    simulated: DuelResult | None = None

    @cached_property
    def pooled(self) -> OneMore | None:
        """Both weighed; None without own games, or where no good player was simulated."""
        result = self.simulated
        if result is None or result.panel is None or not self.own.games:
            return None
        play = result.findings.won("a").estimate
        variance = result.panel.spread.variance({KEY: 1.0}, {KEY: play.rate})
        return one_more(self.own.points, self.own.games, [play], [variance], result.panel.spread)

    @property
    def together(self) -> Estimate | None:
        """The rate from both, where that is sound."""
        return None if self.pooled is None or self.pooled.is_apart else self.pooled.together

    @property
    def likely(self) -> Estimate | None:
        """The best that is known: from both, else from own games, else as simulated."""
        if self.together is not None:
            return self.together
        if self.own.games:
            return self.own.rate
        return None if self.simulated is None else self.simulated.shown

    @cached_property
    def more(self) -> int | None:
        """Games more after which own games alone tell whether the user wins more than half; None for no number."""
        if self.likely is None:
            return None
        return units_to_tell(self.own.points, self.own.games, self.likely.rate)

    def headline(self) -> str:
        """The answer in one sentence."""
        who = f"{self.deck} against {self.rival}"
        if not self.own.games:
            simulated = "" if self.simulated is None else f"; simulated it wins {in_words(self.simulated.shown)}"
            return f"{who}: no game of yours is written down{simulated}."
        best = self.likely
        assert best is not None, "there are games"
        return f"{who}: you win {in_words(best)}{' by your games and simulated ones' * (self.together is not None)}."

    def more_words(self) -> str:
        """How many games more are needed, in a sentence; empty where nothing is known."""
        if self.likely is None:
            return ""
        if self.more is None:
            return "No number of games will tell whether you win more than half: it is too close to that."
        if not self.more:
            side = "more" if self.own.rate.rate > 0.5 else "less"
            return f"Your games alone tell that you win {side} than half."
        return (
            f"{self.more:,} more {'game' if self.more == 1 else 'games'} of yours would tell, with a chance of 80 %, "
            f"whether you win more than half, if it is {100 * self.likely.rate:.0f} %."
        )

    def table(self) -> Sheet:
        """Own games, simulated ones, and both."""
        rows = [[label(f"your games ({self.own.words})"), number(self.own.games), rate(self.own.rate)]]
        if self.simulated is not None:
            rows.append([label("simulated"), number(self.simulated.findings.games), rate(self.simulated.shown)])
        if self.together is not None:
            rows.append([label("both"), number(self.together.n), rate(self.together)])
        return sheet("", ["", "games", "you win"], rows)

    def parts(self) -> Parts:
        """What the terminal shows."""
        apart = APART if self.pooled is not None and self.pooled.is_apart else ""
        plan = None if self.simulated is None else self.simulated.plan
        players = "" if plan is None else f"simulated by {player_words(plan.policies)}, rules {plan.rules}"
        notes = foot(
            players,
            f"{plural(self.other_lists, 'game')} with another list" if self.other_lists else "",
            "95 % intervals, for a good player" if self.simulated is not None else "95 % intervals (Wilson)",
            "yours alone: Wilson" if self.simulated is not None else "",
            "a draw counts half" if self.own.drawn else "",
        )
        return Parts([self.headline(), self.table(), self.more_words()], last=[apart], foot=notes)

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values; ``weight`` is the share of own games in what is from both."""
        pooled, simulated = self.pooled, self.simulated
        return {
            "deck": self.deck,
            "rival": self.rival,
            "own": self.own.to_json(),
            "other_lists": self.other_lists,
            "simulated": None if simulated is None else plain(simulated.shown),
            "policies": None if simulated is None else list(simulated.plan.labels),
            "together": None if self.together is None else plain(self.together),
            "weight": None if pooled is None else pooled.weight,
            "apart": None if pooled is None else pooled.is_apart,
            "more_games": self.more,
        }


def simulate(
    deck: str, rival: str, terms: Terms, games: int, *, jobs: int, advance: Callable[[int], object]
) -> DuelResult:
    """The two decks against each other. Raises UcgsimError where one can't be played."""
    return plan_duel(deck, rival, terms, games=games, lead_pairs=0).play(jobs=jobs, advance=advance)
