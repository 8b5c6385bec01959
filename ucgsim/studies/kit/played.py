"""How games were played of which only counts are stored: policies, seed, rules, cards; to plain values and back."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.limits import MAX_SEED
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.plain import NAMED_TEXTS, PROCEDURE, RULES, TEXTS, FieldKind, Form, between, texts
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import marks_of, versions_now

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.table import Table


class CardsPlayed(NamedTuple):
    """What else decides the games: ``fingerprints`` of the tables, cards played ``blank`` or with an effect ``edited``
    by hand, and ``versions`` of what plays.
    """

    fingerprints: tuple[str, ...]
    blank: tuple[str, ...]
    edited: tuple[str, ...]
    versions: dict[str, str]

    @classmethod
    def of_tables(cls, tables: Sequence[Table], labels: Sequence[str]) -> CardsPlayed:
        """Those of tables on which these policies play."""
        return cls(tuple(table.fingerprint for table in tables), *marks_of(tables), versions_now(labels))

    @property
    def labels(self) -> tuple[str, str]:
        """Policies of both sides, with their versions."""
        own, _, other = self.versions["policies"].partition(", ")
        return own, other


class PlayedStudy:
    """What a study knows of how it is played; one that was ``read`` from a folder, of how it was."""

    terms: Terms
    read: CardsPlayed | None

    @property
    def tables(self) -> Sequence[Table]:
        """What plays it."""
        raise NotImplementedError

    @property
    def labels(self) -> tuple[str, str]:
        """Policies of a deck and of its opponents, with their versions."""
        return self.terms.labels if self.read is None else self.read.labels

    @cached_property
    def cards(self) -> CardsPlayed:
        """What else decides the games."""
        return CardsPlayed.of_tables(self.tables, self.labels) if self.read is None else self.read


def _policies(data: Mapping[str, Any], name: str) -> tuple[str, str]:
    a, b = (parse_policy(policy).name for policy in texts(data, name))
    return a, b


PLAYED = Form(
    policies=FieldKind(_policies, list, at="terms.policies"),
    seed=between(0, MAX_SEED).of("terms.seed"),
    rules=RULES.of("terms.rules"),
    redraw_procedure=PROCEDURE.of("terms.redraw_procedure"),
    cards=TEXTS.of("cards.fingerprints"),
    blank=TEXTS.of("cards.blank"),
    edited=TEXTS.of("cards.edited"),
    versions=NAMED_TEXTS.of("cards.versions"),
)
"""Of a study with ``terms`` and ``cards``."""


def read_played(values: dict[str, Any], catalog: Catalog) -> dict[str, Any]:
    """The fields of a study of which ``PLAYED`` are part: its ``terms``, and ``read``, what was played of the cards."""
    cards = CardsPlayed(**values.pop("cards"))
    return values | {"terms": Terms(**values["terms"], play_blank=cards.blank, catalog=catalog), "read": cards}
