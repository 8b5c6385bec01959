"""What qualifies the numbers of an answer: who played, how many games, what a check says, and both of their errors.

The games of one player say how often that player wins. A reader wants to know how often good players do: the estimate
of a `Panel` holds the spread between such players as well as that of the games (`ucgsim.stats.random_effects`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from ucgsim.cards.versions import Procedure
from ucgsim.policies.spec import parse_policy
from ucgsim.policies.spread import spread_of
from ucgsim.report.sheet import Foot, foot, plain
from ucgsim.stats.agreement import Verdict
from ucgsim.stats.random_effects import across_players, are_enough, difference_across_players

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.stats.outcomes import Outcomes
    from ucgsim.stats.random_effects import PlayerSpread
    from ucgsim.stats.rates import Estimate

Key = tuple[int, int]
BOTH = "95 %: ± for these games, (low to high) for other good players too"
ALONE = "± 95 %, these games alone"
OF_DIFFERENCES = "95 %: of rates these games alone, of differences other good players too"
INCLUDED = "95 % intervals, other good players included"
PLAY = "stronger play"
VERDICTS = {
    Verdict.STANDS: f"confirmed by {PLAY}",
    Verdict.TURNS: f"contradicted by {PLAY}",
    Verdict.OPEN: f"double-checked by {PLAY}, not decided yet",
}


class Played(Protocol):
    """How something was played, as plans have it."""

    @property
    def policies(self) -> Sequence[str]:
        """Those of both sides."""

    @property
    def rules(self) -> str:
        """The version of the rules."""

    @property
    def redraw_procedure(self) -> Procedure:
        """How a redraw is done."""

    @property
    def seed(self) -> int:
        """Where chance begins."""


@dataclass(frozen=True, eq=False)
class Panel:
    """The same matchups as several good players played them: ``cells[p][i, j]``, as deck i sees them.

    ``used``: which of the plays that were there are those of good players; ``labels`` name them.
    """

    cells: tuple[Mapping[Key, Outcomes], ...]
    used: tuple[int, ...]
    labels: tuple[str, ...]
    spread: PlayerSpread

    def across(self, parts: Mapping[Key, float], plays: Sequence[Estimate]) -> Estimate:
        """The sum of ``parts[i, j]`` times the rate of deck i against j, as good players have it.

        ``plays``: what each of the plays that were there says of it, those that are not used among them.
        """
        return across_players([plays[place] for place in self.used], self._variances(parts))

    def difference(self, parts: Mapping[Key, float], plays: Sequence[Estimate]) -> Estimate:
        """The same of a difference, whose parts have either sign."""
        return difference_across_players([plays[place] for place in self.used], self._variances(parts))

    def cell(self, key: Key, plays: Sequence[Estimate] | None = None) -> Estimate:
        """One matchup."""
        shown = plays or [_of(cells, key).estimate() for cells in self._all]
        return self.across({key: 1.0}, shown)

    @property
    def _all(self) -> list[Mapping[Key, Outcomes]]:
        """The plays by their places; those that are not used are stood in for, as nobody looks at them."""
        by_place = dict(zip(self.used, self.cells, strict=True))
        return [by_place.get(place, self.cells[0]) for place in range(max(self.used) + 1)]

    def _variances(self, parts: Mapping[Key, float]) -> list[float]:
        return [self.spread.variance(parts, {key: _of(cells, key).score.rate for key in parts}) for cells in self.cells]

    def to_json(self) -> dict[str, Any]:
        """Whose play it is, and how far good players lie apart on the logit scale, of one matchup."""
        return {"players": list(self.labels), "spread_of_a_matchup": self.spread.of_matchup}


def _of(cells: Mapping[Key, Outcomes], key: Key) -> Outcomes:
    return cells[key] if key in cells else cells[key[1], key[0]].flipped()


def panel(*plays: tuple[Sequence[str], Mapping[Key, Outcomes]] | None) -> Panel | None:
    """The panel of those plays, policies and their games, that are by good players; None where none is.

    Plays that are None were not asked for. The spread is that which is shipped; where two plays are good, it is
    estimated again with theirs.
    """
    present = [play for play in plays if play is not None]
    spreads = [spread_of(tuple(policies)) for policies, _ in present]
    used = tuple(place for place, spread in enumerate(spreads) if spread is not None)
    if not used:
        return None
    spread, cells = spreads[used[0]], tuple(present[place][1] for place in used)
    assert spread is not None, "it is used"
    if len(cells) > 1:
        spread = spread.with_more(cells)
    return Panel(cells, used, tuple(parse_policy(present[place][0][0]).label for place in used), spread)


def build_gain(*plays: tuple[Sequence[str], Estimate]) -> Estimate | None:
    """What one build gains over another, with both errors, from policies and what was seen under each.

    The spread of such gains between players is its own, and smaller: most of what a player makes of a deck is the same
    for both builds. None where no player is good.
    """
    good = [(estimate, spread) for policies, estimate in plays if (spread := spread_of(tuple(policies))) is not None]
    if not good:
        return None
    return difference_across_players([each for each, _ in good], [spread.build**2 for _, spread in good])


def both_json(estimate: Estimate, players: Panel | None) -> dict[str, Any] | None:
    """A rate across players as plain values; None where no player is good."""
    return None if players is None else plain(estimate) | players.to_json()


def player_words(policies: Sequence[str]) -> str:
    """Who played, as a reader calls it: ``planner``, ``search``, ``planner against greedy``."""
    names = list(dict.fromkeys(parse_policy(policy).kind.name for policy in policies))
    if len(names) == 1 and len(set(policies)) > 1:
        return " against ".join(dict.fromkeys(parse_policy(policy).name for policy in policies))
    return " against ".join(names)


def basis_foot(
    games: str,
    plan: Played,
    verdict: Verdict | None,
    *,
    both: bool,
    enough: bool = False,
    also: Sequence[str] = (),
    words: str = BOTH,
    checked: int = 0,
) -> Foot:
    """The one line that qualifies an answer: games, player, check, rules, seed, and what the intervals hold.

    ``both``: whether they hold the spread between players, as ``words`` say; ``enough``: whether more games no longer
    help; ``checked``: games of a check that ended when it knew.
    """
    procedure = "" if plan.redraw_procedure is Procedure.OFFICIAL else f"{plan.redraw_procedure.value} redraw"
    return foot(
        games,
        player_words(plan.policies),
        "" if verdict is None else VERDICTS[verdict].replace(PLAY, f"{PLAY} in {checked:,} games" if checked else PLAY),
        f"rules {plan.rules}",
        procedure,
        f"seed {plan.seed}",
        *also,
        words if both else ALONE,
        "more games would not narrow them" if enough and both else "",
    )


def is_enough(games_alone: Estimate, both: Estimate) -> bool:
    """Whether more games no longer help (`random_effects.are_enough`)."""
    return are_enough(games_alone, both)
