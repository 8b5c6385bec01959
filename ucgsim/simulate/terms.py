"""What every run is told, made once from what a caller gives and handed on whole."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.cards.versions import DEFAULT_RULES, Procedure, read_procedure, rules_version, rules_words
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.plan import First, option_words, read_first

if TYPE_CHECKING:
    from collections.abc import Collection

    from ucgsim.simulate.plan import Plan


@dataclass(frozen=True, kw_only=True)
class Terms:
    """How games are played, whichever decks meet, however often and by however many processes.

    ``policies`` of sides a and b; ``play_blank`` names cards to play without their text, "all" every one whose text
    can't be played; ``matchup`` tells the matchups of one ``seed`` apart. Raises UcgsimError for rules, a
    redraw procedure or a first Lead Player that are none; names of them will do.
    """

    policies: tuple[str, str] = (DEFAULT_POLICY, DEFAULT_POLICY)
    seed: int = 1
    rules: str = DEFAULT_RULES
    redraw_procedure: Procedure = Procedure.OFFICIAL
    first: First = First.THROW
    matchup: int = 0
    play_blank: Collection[str] = ()
    catalog: Catalog = field(default_factory=load_catalog, repr=False, compare=False)

    def __post_init__(self) -> None:
        rules_version(self.rules)
        object.__setattr__(self, "redraw_procedure", read_procedure(self.redraw_procedure))
        object.__setattr__(self, "first", read_first(self.first))

    @classmethod
    def of(
        cls,
        *,
        policy: str = DEFAULT_POLICY,
        policy_b: str | None = None,
        catalog: Catalog | None = None,
        **fields: Any,
    ) -> Terms:
        """Terms as callers spell them: side b decides as a does where nothing else is said.

        Without a ``catalog`` it is the imported or the shipped one; what else is ``fields`` are fields.
        """
        return cls(
            policies=(policy, policy if policy_b is None else policy_b),
            catalog=load_catalog() if catalog is None else catalog,
            **fields,
        )

    @classmethod
    def of_plan(cls, plan: Plan, catalog: Catalog) -> Terms:
        """Those with which a plan was made, as far as the catalog is still the same."""
        names = ("policies", "seed", "rules", "redraw_procedure", "first", "matchup")
        return cls(**{name: getattr(plan, name) for name in names}, play_blank=plan.blank, catalog=catalog)

    def but(self, **other: Any) -> Terms:
        """The same with some of them changed."""
        return replace(self, **other)

    @property
    def labels(self) -> tuple[str, str]:
        """Policies of both sides with their versions, such as ``greedy v1``."""
        a, b = (parse_policy(name).label for name in self.policies)
        return a, b

    @property
    def words(self) -> list[str]:
        """The words of a command line that say policies, seed, rules and redraw."""
        return option_words(self.policies, self.seed, self.rules, self.redraw_procedure)

    @property
    def by(self) -> str:
        """Rules and redraw in words."""
        return rules_words(self.rules, self.redraw_procedure)
