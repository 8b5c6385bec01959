"""What cards are worth, as it is handed out: words, values, table and picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.arguments import checked
from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.naming import in_deck_order
from ucgsim.report.columns import Column, named
from ucgsim.report.numbers import PICKED, plain
from ucgsim.report.parts import Command, Parts
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.report.sheet import label, rate, sheet
from ucgsim.report.watching import watched
from ucgsim.simulate.working.cores import cores
from ucgsim.stats.rates import Method
from ucgsim.studies.cards.games import read_watched
from ucgsim.studies.cards.worth import Worth, plan_worth, play_worth_study
from ucgsim.studies.remarks import blank_remark, edited_remark

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.figure import Figure

    from ucgsim.cards.catalog import Catalog
    from ucgsim.report.sheet import Cell, Sheet
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.cards.worth import CopyWorth

SHOWN = ("first_hand", "by_round_3", "deck")
"""What the terminal shows; tables and JSON have all of it."""
ORDINALS = ("1st", "2nd", "3rd")
METHOD = (
    "Worth: games won with the copy there less with another card of the deck, drawn at random, in its place, on the "
    "same chance; the n-th copy with n in the deck against n - 1. First hand: before a redraw. By Round n: among the "
    "first 6 + n cards. In percentage points; intervals of a column hold for all copies together (95 %, Bonferroni). "
    f"{PICKED} named in the answer because it is the most extreme: estimate and interval allow for the choice."
)


def _copy(number: int) -> str:
    return f"{ORDINALS[number - 1] if number <= len(ORDINALS) else f'{number}th'} copy"


def points(estimate: Estimate) -> str:
    """A worth in percentage points with its interval."""
    value, low, high = (100 * each for each in (estimate.rate, estimate.low, estimate.high))
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f})"


class WorthResult(Worth, Tabled, Drawn, Summarised):
    """What each copy of each card of a deck is worth; every number with its interval, its games and its policies."""

    def sentences(self) -> list[str]:
        """How many copies are surely worth more or less than others, and the most and the least of them."""
        worths = self.worths["deck"]
        more, less = (sum(sure(each.together) for each in worths) for sure in (_is_more, _is_less))
        head = (
            f"{self.deck.name}: of {len(worths)} copies, {more} are surely worth more in the deck than its other cards "
            f"are, {less} surely less."
        )
        named = []
        for least, word in ((False, "most"), (True, "least")):
            worth, estimate = self.extreme(least=least)
            if (worth.card, worth.copy.number) in self.picks:
                copy = f"the {_copy(worth.copy.number)} of {self.named(worth.card)}"
                named.append(f"{word}: {copy}, {points(estimate)} points")
        picks = [f"Worth {'; '.join(named)} (allowing for the pick)."] if named else []
        return [head, *picks, f"Played: {self.basis}."]

    def sheet(self) -> Sheet:
        """Every copy with its worth in the first hand, by the third Round, and in the deck."""
        rows = []
        for each in sorted(zip(*(self.worths[key] for key in SHOWN), strict=True), key=self._place):
            name = f"{self.named(each[0].card)}, {_copy(each[0].copy.number)}"
            rows.append([label(name), *map(self._cell, each)])
        words = {question.key: question.words for question in self.questions}
        columns = ["copy", *(words[key] for key in SHOWN)]
        return sheet(f"What the cards of {self.deck.name} are worth", columns, rows, METHOD)

    def _place(self, worths: tuple[CopyWorth, ...]) -> tuple[Any, ...]:
        """Where a copy stands in the table: by character and level."""
        return (*in_deck_order(self.study.catalog[worths[0].card]), worths[0].copy.number)

    def parts(self) -> Parts:
        """The answer and every copy."""
        watched = self.study.watched
        last = [f"Note: {remark}" for remark in watched.remarks]
        last += [f"Note: {blank_remark(watched.blank)}"] if watched.blank else []
        last += [f"Note: {edited_remark(watched.edited)}"] if watched.edited else []
        return Parts(["\n".join(self.sentences()), self.sheet()], (), [*last, Command(self.study.command)])

    def _cell(self, worth: CopyWorth) -> Cell:
        shown = self.shown(worth)
        return rate(shown, points(shown) + (PICKED if shown.method is Method.PICKED else ""))

    def to_json(self) -> dict[str, Any]:
        """The same as plain values; a worth is a share of games, 0.01 a percentage point."""
        watched, plan = self.study.watched, self.study.watched.plan
        return {
            "deck": {"name": self.deck.name, "fingerprint": self.deck.fingerprint},
            "opponents": [{"name": each.name, "fingerprint": each.fingerprint} for each in watched.opponents],
            "pairs_of_copy": self.study.pairs_of_copy,
            "games": 2 * int(self.table.sum()),
            "seed": plan.seed,
            "rules": plan.rules,
            "redraw_procedure": plan.redraw_procedure.value,
            "policies": dict(zip(("own", "other"), watched.labels, strict=True)),
            "blank": watched.blank,
            "edited": watched.edited,
            "named": [self._named_json(least=least) for least in (False, True)],
            "copies": [self._json(place) for place in range(len(self.study.copies))],
            "command": self.study.command,
        }

    def _named_json(self, *, least: bool) -> dict[str, Any]:
        worth, estimate = self.extreme(least=least)
        sure = (worth.card, worth.copy.number) in self.picks
        return {"card": worth.card, "copy": worth.copy.number, "in_the_deck": plain(estimate), "sure": sure}

    def _json(self, place: int) -> dict[str, Any]:
        each = {key: worths[place] for key, worths in self.worths.items()}
        first = each["deck"]
        return {"card": first.card, "name": self.study.catalog[first.card].name, "copy": first.copy.number} | {
            key: {"alone": plain(worth.alone), "together": plain(worth.together)} for key, worth in each.items()
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row a copy and question: worth with its own interval and with that which holds for all copies."""
        policies = dict(zip(("policy_own", "policy_other"), self.study.watched.labels, strict=True))
        return [self._row(worth) | policies for worths in self.worths.values() for worth in worths]

    def _row(self, worth: CopyWorth) -> dict[str, Any]:
        alone, joint = worth.alone, worth.together
        return {
            "card": worth.card,
            "name": self.study.catalog[worth.card].name,
            "copy": worth.copy.number,
            "where": worth.question.words,
            "worth": alone.rate,
            "low": alone.low,
            "high": alone.high,
            "low_together": joint.low,
            "high_together": joint.high,
            "pairs": alone.n,
        }

    def columns(self) -> dict[str, Column]:
        """What each column of the table means."""
        return {
            "card": named("number of the card"),
            "name": Column("its name", str),
            "copy": Column("which copy of it", int, names_row=True),
            "where": named("where the copy lies"),
            "worth": Column("games won with it less with another card of the deck: 0.01 is one point"),
            "low": Column("lower end of the interval of the worth"),
            "high": Column("upper end of the interval of the worth"),
            "low_together": Column("lower end of one that holds together with those of all copies"),
            "high_together": Column("upper end of one that holds together with those of all copies"),
            "pairs": Column("pairs of games", int),
            "policy_own": Column("who decided for the deck", str),
            "policy_other": Column("who decided for its opponents", str),
        }

    def figure(self) -> Figure:
        """What every copy is worth in the deck."""
        from ucgsim.studies.cards.plots import worth_of_copies  # noqa: PLC0415 - loads matplotlib

        return worth_of_copies(self)


def _is_more(estimate: Estimate) -> bool:
    return estimate.low > 0


def _is_less(estimate: Estimate) -> bool:
    return estimate.high < 0


@checked
def cards_worth(
    run: Path | str,
    *,
    side: str | None = None,
    deck: str | None = None,
    pairs: int | None = None,
    jobs: int | None = None,
    catalog: Catalog | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> WorthResult:
    """What each copy of each card of a deck is worth, played on the same chance with and without.

    Args:
        run: the folder of a duel or of a matrix that was kept.
        side: "a" or "b", for a duel.
        deck: or the name of the deck; a matrix needs it, and all opponents count alike.
        pairs: of games for each copy; as many as take a minute where None.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        catalog: the cards, where it is not the imported or the shipped one.
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more games are done.

    Raises:
        UcgsimError: too few pairs, a deck of one card, and as ``cards_impact`` does.
    """
    catalog = load_catalog() if catalog is None else catalog
    study = plan_worth(read_watched(Path(run), catalog, side=side, deck=deck), catalog, pairs=pairs)
    with watched(progress, advance, study.games) as tell:
        return WorthResult(study, play_worth_study(study, jobs=cores(jobs), advance=tell))
