"""What qualifies the numbers of an answer: who played, how many games, what a check says, and both of their errors.

The games of one player say how often that player wins. A reader plays otherwise: the estimate of a `Panel` is for
another good player, so it holds the spread between such players as well as that of the games
(`ucgsim.stats.random_effects`). It is wider than an interval for the average good player would be, whom nobody is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.cards.versions import Procedure
from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.policies.spec import parse_policy
from ucgsim.policies.spread import spread_of
from ucgsim.report.sheet import Foot, foot, rounded
from ucgsim.stats.agreement import CheckVerdict
from ucgsim.stats.multiplicity import largest, together
from ucgsim.stats.random_effects import another_player, another_players_difference, simple_play
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Method, by_construction, standard_error

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ucgsim.simulate.plan import PlayTerms
    from ucgsim.stats.outcomes import Outcomes
    from ucgsim.stats.random_effects import PlayerSpread
    from ucgsim.stats.rates import Estimate

Key = tuple[int, int]
"""Two decks that meet, by their places, the smaller one first."""
BOTH = marked("95 %: ± for these games, (low to high) if uneven or for another good player")
ALONE = marked("95 % intervals, these games alone")
OF_DIFFERENCES = marked("95 %: of rates these games alone, of differences for another good player")
ONLY_THESE = marked("These games alone, {player}: intervals leave out how far good players lie apart")
RATES_ALONE = marked("Rates of these games alone, differences for another good player")
INCLUDED = marked("95 % intervals, for another good player")
SIMPLY = marked("played simply: {low} to {high} %")
PLAY = marked("stronger play")
VERDICTS = {
    CheckVerdict.STANDS: marked("confirmed by {play}"),
    CheckVerdict.TURNS: marked("contradicted by {play}"),
    CheckVerdict.OPEN: marked("double-checked by {play}, not decided yet"),
}
PARTS_KNOWN = marked("{confirmed} of {matchups} matchups confirmed by {play}, open over all of them")
"""Where a check leaves open what its matchups come to together, though it decides some of them."""


@dataclass(frozen=True, eq=False)
class Panel:
    """Matchups as several good players played them: ``cells[p][i, j]``, as deck i sees them.

    ``used``: which of the plays that were there are those of good players; ``labels`` name them.
    """

    cells: tuple[Mapping[Key, Outcomes], ...]
    used: tuple[int, ...]
    labels: tuple[str, ...]
    spread: PlayerSpread

    def across(self, parts: Mapping[Key, float], plays: Sequence[Estimate]) -> Estimate:
        """The sum of ``parts[i, j]`` times the rate of deck i against j, as another good player has it.

        ``plays``: what each of the plays that were there says of it, those that are not used among them.
        """
        return another_player([plays[place] for place in self.used], self._variances(parts), self.spread)

    def simply(self, parts: Mapping[Key, float], plays: Sequence[Estimate]) -> Estimate | None:
        """The same sum as simpler play has it; None where it is not known how far that lies."""
        if self.spread.simple is None:
            return None
        used, far = [plays[place] for place in self.used], self._variances(parts, self.spread.simple)
        return simple_play(used, self._variances(parts), far, self.spread)

    def largest(
        self, rows: Sequence[Mapping[Key, float]], seen: Callable[[float], Sequence[Sequence[Estimate]]]
    ) -> Estimate:
        """The largest of several sums, named because it is: the luck of games and of the player is in the pick.

        ``seen`` gives, at a confidence, what each of the plays says of each row. What another player adds to the pick
        is no part of it.
        """
        confidence = DEFAULT_CONFIDENCE
        each_seen = list(zip(rows, seen(confidence), strict=True))
        alone = [self.across(parts, plays) for parts, plays in each_seen]
        means = [self._mean(parts, plays) for parts, plays in each_seen]
        wide = [
            self._mean(parts, plays) for parts, plays in zip(rows, seen(together(confidence, len(rows))), strict=True)
        ]
        rates = {key: _of(self.cells[0], key).score.rate for parts in rows for key in parts}
        root = self.spread.root(rows, rates)
        variances = np.array([standard_error(each) ** 2 for each in means])
        games = np.sqrt(np.maximum(variances - (root**2).sum(axis=1), variances / 100))
        lower = [
            replace(each, low=each.rate - math.sqrt(_below(each) ** 2 + _below(much) ** 2 - _below(own) ** 2))
            for each, much, own in zip(alone, wide, means, strict=True)
        ]
        return largest(alone, lower, np.hstack([root, np.diag(games)]))

    def _mean(self, parts: Mapping[Key, float], plays: Sequence[Estimate]) -> Estimate:
        """A sum as good players have it on average."""
        used = [plays[place] for place in self.used]
        return another_player(used, self._variances(parts), self.spread, another=False)

    def difference(self, parts: Mapping[Key, float], plays: Sequence[Estimate]) -> Estimate:
        """The interval of a difference, whose parts have either sign."""
        return another_players_difference([plays[place] for place in self.used], self._variances(parts), self.spread)

    def cell(self, key: Key, plays: Sequence[Estimate] | None = None) -> Estimate:
        """One matchup."""
        shown = plays or [_of(cells, key).estimate() for cells in self._all]
        return self.across({key: 1.0}, shown)

    @property
    def _all(self) -> list[Mapping[Key, Outcomes]]:
        """The plays by their places; in place of one that is not used is the first, and nothing reads it."""
        by_place = dict(zip(self.used, self.cells, strict=True))
        return [by_place.get(place, self.cells[0]) for place in range(max(self.used) + 1)]

    def _variances(self, parts: Mapping[Key, float], spread: PlayerSpread | None = None) -> list[float]:
        known = spread or self.spread
        return [known.variance(parts, {key: _of(cells, key).score.rate for key in parts}) for cells in self.cells]

    def to_json(self) -> dict[str, Any]:
        """Whose play it is, and how far good players lie apart on the logit scale, of one matchup."""
        return {"players": list(self.labels), "spread_of_a_matchup": self.spread.of_matchup}


def _below(estimate: Estimate) -> float:
    """How far the interval reaches below the rate."""
    return estimate.rate - estimate.low


def _of(cells: Mapping[Key, Outcomes], key: Key) -> Outcomes:
    return cells[key] if key in cells else cells[key[1], key[0]].flipped()


def panel(*plays: tuple[Sequence[str], Mapping[Key, Outcomes]] | None) -> Panel | None:
    """The panel of those plays, policies and their games, that are by good players; None where none is.

    Plays that are None were not asked for.
    """
    present = [play for play in plays if play is not None]
    spreads = [spread_of(tuple(policies)) for policies, _ in present]
    used = tuple(place for place, spread in enumerate(spreads) if spread is not None)
    if not used:
        return None
    spread, cells = spreads[used[0]], tuple(present[place][1] for place in used)
    assert spread is not None, "it is used"
    return Panel(cells, used, tuple(parse_policy(present[place][0][0]).label for place in used), spread)


def build_gain(*plays: tuple[Sequence[str], Estimate], differing: float, shares: Sequence[float]) -> Estimate | None:
    """What one build gains over another under another good player, from policies and what was seen under each.

    ``differing``: the share of their cards that differ; the less it is, the less players differ about the gain.
    ``shares`` of the rivals sum to 1. None where no player is good.
    """
    good = [(estimate, spread) for policies, estimate in plays if (spread := spread_of(tuple(policies))) is not None]
    if not good:
        return None
    variances = [spread.gain_variance(differing, shares) for _, spread in good]
    return another_players_difference([each for each, _ in good], variances, good[0][1])


def reach_of_rate(policies: Sequence[str]) -> float:
    """Half the interval of an even matchup for another good player, in points, after any number of games; else 0."""
    spread = spread_of(tuple(policies))
    if spread is None:
        return 0.0
    variance = spread.variance({(0, 1): 1.0}, {(0, 1): 0.5})
    return 50 * another_player([replace(by_construction(0.5), method=Method.WILSON)], [variance], spread).width


def reach_of_gain(policies: Sequence[str], *, differing: float, shares: Sequence[float]) -> float:
    """Half the width of the interval of what one build gains over another, in points, however many games are played."""
    exact = replace(by_construction(0.0), method=Method.WILSON)
    gain = build_gain((policies, exact), differing=differing, shares=shares)
    return 0.0 if gain is None else 50 * gain.width


def player_words(policies: Sequence[str]) -> str:
    """Who played, as a reader calls it: ``planner``, ``planner:without=set``, ``planner against greedy``."""
    return _(" against ").join(dict.fromkeys(parse_policy(policy).name for policy in policies))


def basis_foot(
    games: str,
    plan: PlayTerms,
    verdict: CheckVerdict | None,
    *,
    both: bool,
    enough: bool = False,
    also: Sequence[str] = (),
    words: str = BOTH,
    simply: Estimate | None = None,
    checked: int = 0,
    matchups: Sequence[CheckVerdict] = (),
) -> Foot:
    """The one line that qualifies an answer: games, player, check, rules, seed, and what the intervals hold.

    ``both``: whether they hold the spread between players, as ``words`` say; ``enough``: whether more games no longer
    help; ``simply``: what simpler play makes of the answer; ``checked``: games of a check that ended when it knew;
    ``matchups``: what it says of each. Where numbers hold the error of these games alone, the table above says so.
    """
    procedure = ""
    if plan.redraw_procedure is not Procedure.OFFICIAL:
        # Odds load a parser of conditions, which the usual redraw need not wait for.
        from ucgsim.probability.result import redraw_words  # noqa: PLC0415

        procedure = redraw_words(plan.redraw_procedure)
    player = player_words(plan.policies)
    ends = foot(
        games,
        player,
        "" if verdict is None else verdict_in_words(verdict, checked, matchups),
        _("rules {rules}").format(rules=plan.rules),
        procedure,
        _("seed {seed}").format(seed=plan.seed),
        *also,
        _(words if both else ALONE),
        "" if simply is None else _(SIMPLY).format(low=rounded(simply)[1], high=rounded(simply)[2]),
        _("more games would hardly narrow those for another player") if enough and both else "",
    )
    if not both:
        return replace(ends, above=_(ONLY_THESE).format(player=player))
    return replace(ends, above=_(RATES_ALONE)) if words == OF_DIFFERENCES else ends


def verdict_in_words(verdict: CheckVerdict, checked: int = 0, matchups: Sequence[CheckVerdict] = ()) -> str:
    """What a check says of an answer and its ``matchups``; ``checked``: its games, where it ended when it knew."""
    play = _("stronger play in {games:,} games").format(games=checked) if checked else _(PLAY)
    confirmed = list(matchups).count(CheckVerdict.STANDS)
    text = _(PARTS_KNOWN) if verdict is CheckVerdict.OPEN and confirmed and len(matchups) > 1 else _(VERDICTS[verdict])
    return text.format(play=play, confirmed=confirmed, matchups=len(matchups))


BELOW = marked("the check, and all but win rates: these games alone")
"""What intervals hold behind an answer whose win rates hold the spread between good players."""


def below(players: Panel | None) -> str:
    """What intervals hold behind the answer where several good players played; else nothing."""
    return "" if players is None else _(BELOW)


def simply_json(simply: Estimate | None) -> dict[str, Any]:
    """What simpler play makes of a rate, which is next to it; null where it is not known."""
    return {"simply": None if simply is None else {"low": simply.low, "high": simply.high}}


def players_json(players: Panel | None) -> dict[str, Any] | None:
    """Whose play the rates are, and how far such players lie apart; None where no player is good."""
    return None if players is None else players.to_json()
