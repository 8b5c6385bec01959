"""A study of cards as it is handed out: what was found, with its words, values and picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.report.columns import Column, estimate, named
from ucgsim.report.numbers import PICKED, plain
from ucgsim.report.parts import Command, Parts
from ucgsim.report.result import Drawn, Summarised, Tabled
from ucgsim.stats.rates import Method
from ucgsim.studies.cards.association import FATES, FEWEST_GAMES
from ucgsim.studies.cards.findings import Impact
from ucgsim.studies.cards.tables import cards
from ucgsim.studies.check import play_words
from ucgsim.studies.remarks import blank_remark, edited_remark

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.decks.deck import Deck
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.cards.association import Association

POLICIES = ("own", "other")
WARNING = (
    "These are associations, not effects: a card that is set or used shows in games that go on, or go well, anyway. "
    "What a card does, replacing it tells: --swap OLD=NEW, or --worth of every copy."
)
SHORT = "Win rate with less without, in points +- half the 95 % interval (games with)"
"""What stands in a cell of the terminal's table."""
PICKED_WORDS = (
    f"{PICKED} named in the answer because it is the most extreme: estimate and interval allow for the choice."
)


@dataclass(frozen=True, eq=False, repr=False)
class ImpactResult(Impact, Tabled, Drawn, Summarised):
    """What became of the cards of one deck of a run or a matrix, against who won; opponents count alike."""

    def answer(self) -> str:
        """The answer in a sentence or two: no effects of cards, and picked, which their numbers allow for."""
        played = f"Played: {self.basis}."
        if self.extremes is None:
            return f"No card was in enough opening hands to tell. {played}"
        many = len(self.opening)
        if not self.sure:
            return (
                f"Of {many} cards none in the opening hand surely goes with winning or with losing (95 % for all "
                f"together). {played}"
            )
        each = (f"those with {self.named(card)} {_more_often(estimate)}" for card, estimate in self.sure)
        hands = " than those without, ".join(each).removeprefix("those ")
        than = " than those without" if len(self.sure) == 1 else ""
        return (
            f"As an association, which need not be what the cards do, opening hands {hands}{than} (95 %, for the most "
            f"extreme of {many} cards). {played}"
        )

    def parts(self) -> Parts:
        """The answer, the warning, and the cards one by one."""
        marks = [
            f"* certain {play_words(self.watched.labels)}: holds for all marked together (Holm, 5 %)",
            f"- fewer than {FEWEST_GAMES} games with, or without. Drawn by Round 3: opening hand included, among games "
            "that reached it. Copies of a number count together.",
            *([PICKED_WORDS] if any(each.difference.method is Method.PICKED for each in self.sure) else []),
        ]
        table = replace(cards(self).shortened(), caption=SHORT, note="\n".join(marks))
        last = [f"Note: {remark}" for remark in self.watched.remarks]
        last += [f"Note: {blank_remark(self.watched.blank)}"] if self.watched.blank else []
        last += [f"Note: {edited_remark(self.watched.edited)}"] if self.watched.edited else []
        return Parts([self.answer(), WARNING, table], (), [*last, Command(self.command)])

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "games": self.watched.games,
            "seed": self.watched.plan.seed,
            "rules": self.watched.plan.rules,
            "redraw_procedure": self.watched.plan.redraw_procedure.value,
            "deck": _deck_json(self.deck),
            "opponents": [_deck_json(opponent) for opponent in self.watched.opponents],
            "policies": dict(zip(POLICIES, self.watched.labels, strict=True)),
            "blank": self.watched.blank,
            "edited": self.watched.edited,
            "opening_hands_together": [
                {"card": each.card, "difference": plain(each.difference)} for each in self.opening
            ],
            "named": [
                {"card": each.card, "difference": plain(each.difference), "sure": each in self.sure}
                for each in self.extremes or ()
            ],
            "warning": WARNING,
            "cards": [self._json(each) for each in self.associations],
            "command": self.command,
        }

    def _json(self, association: Association) -> dict[str, Any]:
        return {
            "card": association.card,
            "name": self.catalog[association.card].name,
            "fate": FATES[association.fate],
            "games_with": association.games_with,
            "games_without": association.games_without,
            "with": plain(association.with_it),
            "without": plain(association.without_it),
            "difference": plain(self.shown(association)),
            "without_allowing_for_the_choice": plain(association.difference),
            "certain": (association.card, association.fate) in self.certain,
        }

    def sentences(self) -> list[str]:
        """The answer, and how not to take it."""
        return [self.answer(), WARNING]

    def rows(self) -> list[dict[str, Any]]:
        """One row a card and fate: games and win rates with and without it, the difference, the policies."""
        policies = {f"policy_{who}": label for who, label in zip(POLICIES, self.watched.labels, strict=True)}
        rows = []
        for association in self.associations:
            row = self._json(association)
            del row["without_allowing_for_the_choice"]
            nested = {f"{key}_{end}": v for key in ("with", "without", "difference") for end, v in row.pop(key).items()}
            rows.append(row | nested | policies)
        return rows

    def columns(self) -> dict[str, Column]:
        """What each column of the table means."""
        return {
            "card": named("number of the card"),
            "name": Column("its name", str),
            "fate": named("what became of a copy of it"),
            "games_with": Column("games in which that was so", int),
            "games_without": Column("games in which it was not", int),
            "certain": Column("whether the difference holds, with all others that do", bool),
            **estimate("share of games won with it", "with_"),
            **estimate("share of games won without it", "without_"),
            **estimate("with it less without, as a share of games: 0.01 is one point", "difference_"),
            "policy_own": Column("who decided for the deck", str),
            "policy_other": Column("who decided for its opponents", str),
        }

    def table_html(self) -> str:
        """The table that a notebook shows."""
        return cards(self).html()

    def figure(self) -> Figure:
        """Differences of the cards in the opening hand."""
        from ucgsim.studies.cards.plots import opening_hands  # noqa: PLC0415 - loads matplotlib

        return opening_hands(self)


def _more_often(estimate: Estimate) -> str:
    """A difference as people say it, such as ``win 6.5 points (-3.8 to +28.6) more often``."""
    rate, low, high = (100 * value for value in (estimate.rate, estimate.low, estimate.high))
    return f"win {abs(rate):.1f} points ({low:+.1f} to {high:+.1f}) {'less' if rate < 0 else 'more'} often"


def _deck_json(deck: Deck) -> dict[str, str]:
    return {"name": deck.name, "fingerprint": deck.fingerprint}
