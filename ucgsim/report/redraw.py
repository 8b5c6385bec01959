"""Redraws in play: every class of opening hand kept and given back, and the rule that follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import DEFAULT_RULES, Procedure, read_procedure
from ucgsim.files.showing import command_line
from ucgsim.odds.hand_classes import HandClass, HandClasses
from ucgsim.policies.spec import parse_policy
from ucgsim.report.lists import given_decks, refuse_repeated
from ucgsim.report.redraw_counts import RedrawCounts
from ucgsim.report.redraw_rule import FEWEST_PAIRS, CrossFitted, RedrawRule, advised, cross_fitted, rule_of
from ucgsim.report.redraw_words import basis, reached_remark, redraw_json, redraw_rows, redraw_summary
from ucgsim.report.tabled import Tabled
from ucgsim.simulate.openings import cards_of
from ucgsim.simulate.plan import GAMES_PER_PAIR
from ucgsim.simulate.redraws import play_redraws
from ucgsim.simulate.table import lay_out

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from matplotlib.figure import Figure

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.report.lists import DeckLike
    from ucgsim.simulate.table import Table

DEFAULT_HANDS = 20_000


@dataclass(frozen=True, eq=False)
class RedrawStudy:
    """What is to be played: ``deck`` against each of ``against``, on one table each.

    ``pairs`` are those of each opponent; a pair deals one hand twice, with the winner of the throw swapped.
    """

    deck: Deck
    against: tuple[Deck, ...]
    tables: tuple[Table, ...]
    classes: HandClasses
    pairs: int
    policies: tuple[str, str]
    seed: int
    rules: str
    mirror: bool
    redraw_procedure: Procedure = Procedure.OFFICIAL

    @property
    def hands(self) -> int:
        """Opening hands, each of which is played twice."""
        return GAMES_PER_PAIR * self.pairs * len(self.tables)

    @property
    def labels(self) -> tuple[str, str]:
        """Policies of the deck and of its opponents with their versions."""
        own, other = (parse_policy(name).label for name in self.policies)
        return own, other

    @property
    def blank(self) -> tuple[str, ...]:
        """Cards that have a text but are played without it."""
        return tuple(sorted({number for table in self.tables for number in table.blank}))

    @property
    def edited(self) -> tuple[str, ...]:
        """Cards that are played with an effect edited by hand."""
        return tuple(sorted({number for table in self.tables for number in table.edited}))

    @property
    def command(self) -> str:
        """The command that plays these games again."""
        words = ["ucgsim", "redraw", str(self.deck.source or self.deck.name)]
        for other in () if self.mirror else self.against:
            words += ["--against", str(other.source or other.name)]
        words += ["-n", str(self.hands), "--policy", self.policies[0]]
        if self.policies[1] != self.policies[0]:
            words += ["--policy-b", self.policies[1]]
        words += ["--seed", str(self.seed), "--rules", self.rules, *self.redraw_procedure.option]
        for number in self.blank:
            words += ["--play-blank", number]
        return command_line(words)


@dataclass(frozen=True, eq=False, repr=False)
class RedrawResult(Tabled):
    """What keeping and redrawing are worth, by class of opening hand; every number with interval and policies."""

    study: RedrawStudy
    counts: RedrawCounts

    @cached_property
    def found(self) -> RedrawRule:
        """The rule that all hands together suggest, whether or not it is worth anything."""
        counts = self.counts
        return rule_of(counts.all_pairs, self.study.classes, fewest=FEWEST_PAIRS, policy=counts.policy_redraws)

    @cached_property
    def rule(self) -> RedrawRule:
        """The rule to follow: the one that was found, where such rules are surely worth it."""
        return advised(self.found, self.reached, self.counts, self.study.labels[0])

    @cached_property
    def reached(self) -> CrossFitted:
        """What rules that are made in this way from half of the hands reach on the other half."""
        return cross_fitted(self.counts, self.study.classes)

    @property
    def ordered(self) -> list[HandClass]:
        """The classes, the commonest first."""
        return sorted(self.counts.classes, key=lambda hand: (-self.counts.pairs_of(hand), hand))

    def summary(self) -> str:
        """The rule and what it gains, then the classes, as plain text."""
        return redraw_summary(self)

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return redraw_json(self)

    def sentences(self) -> list[str]:
        """The rule or why there is none, what such a rule wins, and what that rests on."""
        return [*self.rule.sentences, *reached_remark(self), f"Played: {self.basis}."]

    @property
    def basis(self) -> str:
        """What every number rests on: hands, opponents, policies, rules, seed."""
        return basis(self.study)

    def rows(self) -> list[dict[str, Any]]:
        """One row a class; a class with too few hands has no rates."""
        return redraw_rows(self)

    def plot(self) -> Figure:
        """Win rates of the classes, kept and redrawn; those of all hands where no class has enough."""
        from ucgsim.report.redraws import kept_and_redrawn  # noqa: PLC0415 - loads matplotlib

        return kept_and_redrawn(self)


def redraw(
    deck: DeckLike,
    against: Sequence[DeckLike] = (),
    *,
    hands: int = DEFAULT_HANDS,
    policy: str = "greedy",
    policy_b: str | None = None,
    seed: int = 1,
    jobs: int = 1,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
) -> RedrawResult:
    """Play opening hands of ``deck`` kept and redrawn, and say which to redraw.

    ``against``: opponents, met equally often; the deck itself without any. ``hands`` go up to whole pairs for
    each opponent; ``advance`` is told how many more hands are done. Raises UcgsimError for what can't be played.
    """
    study = plan_redraw(
        deck,
        against,
        hands=hands,
        policies=(policy, policy if policy_b is None else policy_b),
        seed=seed,
        rules=rules,
        redraw_procedure=redraw_procedure,
        play_blank=play_blank,
        catalog=catalog,
    )
    return play_redraw(study, jobs=jobs, advance=advance)


def plan_redraw(
    deck: DeckLike,
    against: Sequence[DeckLike],
    *,
    hands: int,
    policies: tuple[str, str],
    seed: int,
    rules: str,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
) -> RedrawStudy:
    """Everything that ``redraw`` checks before it plays."""
    catalog = load_catalog() if catalog is None else catalog
    mine, *others = given_decks((deck, *(against or (deck,))), catalog, rules)
    refuse_repeated(others, "name each opponent once")
    procedure = read_procedure(redraw_procedure)
    tables = (
        lay_out((mine, other), policies, rules, catalog, redraw_procedure=procedure, play_blank=play_blank)
        for other in others
    )
    return RedrawStudy(
        deck=mine,
        against=tuple(others),
        tables=tuple(tables),
        classes=HandClasses(mine.cards(catalog)),
        pairs=-(-hands // (GAMES_PER_PAIR * len(others))),
        policies=policies,
        seed=seed,
        rules=rules,
        redraw_procedure=procedure,
        mirror=not against,
    )


def play_redraw(study: RedrawStudy, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> RedrawResult:
    """Play a planned study."""
    counts = RedrawCounts()
    for part in play_redraws(study.tables, study.pairs, study.seed, jobs=jobs):
        hands = study.classes.of(cards_of(part.hands, study.deck.size))
        counts.add(hands, part)
        if advance is not None:
            advance(GAMES_PER_PAIR * len(hands))
    return RedrawResult(study, counts)
