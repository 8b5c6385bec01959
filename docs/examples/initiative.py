"""What leading the first turn is worth where both sides play one deck; the question to copy for one that counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from ucgsim.decks.finding import deck_word
from ucgsim.limits import MAX_GAMES
from ucgsim.report.charts import Chart, ChartShape, Series, ValueAxis, points_of
from ucgsim.report.page import Page, page_of_parts
from ucgsim.report.sheet import Command, Parts, foot, gained
from ucgsim.report.table import Column, Table, estimated
from ucgsim.safe_text import command_line
from ucgsim.simulate.plain import DECK, Form, between
from ucgsim.simulate.plan import Terms, blank_words
from ucgsim.simulate.run import Dealt
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.tasks import Batch
from ucgsim.studies.decks import given_decks
from ucgsim.studies.kit.ledger import CountedQuestion, StoredCounts
from ucgsim.studies.kit.played import PLAYED, CardsPlayed, PlayedStudy, read_played
from ucgsim.studies.kit.question import Answer
from ucgsim.studies.kit.run_options import RunSettings, StoredOptions, takes
from ucgsim.studies.leading import Leading, lead_tasks

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck, DeckLike
    from ucgsim.simulate.table import Table as GameTable
    from ucgsim.simulate.tasks import Course


@takes(StoredOptions)
def initiative(deck: DeckLike, *, pairs: int = 10_000, **options: Unpack[StoredOptions]) -> InitiativeResult:
    """What leading the first turn is worth in games of a deck against itself.

    Args:
        deck: its name, its file, a ``Deck``, or counts by card number.
        pairs: of games on one chance, with either side leading.

    Raises:
        UcgsimError: what can't be played.
    """
    settings = RunSettings.of(options)
    return settings.play(plan_initiative(deck, settings.terms, pairs=pairs, out=settings.out))


def plan_initiative(deck: DeckLike, terms: Terms, *, pairs: int, out: Path | None = None) -> InitiativeQuestion:
    """Everything that ``initiative`` checks before it plays."""
    (mine,) = given_decks((deck,), terms)
    return InitiativeQuestion(InitiativeQuestion.laid_out(InitiativeStudy(mine, pairs, terms)), out)


@dataclass(frozen=True, eq=False)
class InitiativeStudy(PlayedStudy):
    """What is to be played; ``read``: what was played of the cards, where it was read from a folder."""

    deck: Deck
    pairs: int
    terms: Terms
    read: CardsPlayed | None = None
    tables: tuple[GameTable, ...] = ()


@dataclass(frozen=True, eq=False)
class InitiativeQuestion(CountedQuestion[InitiativeStudy, "InitiativeResult"]):
    """A study of the initiative that was planned."""

    noun = "initiative"
    file = "initiative.json"
    what = "study of the initiative"
    growing = "pairs"
    plan_form = Form(deck=DECK, pairs=between(1, MAX_GAMES), **PLAYED)

    @staticmethod
    def read(values: dict[str, Any], catalog: Catalog) -> InitiativeStudy:
        """The study of these fields."""
        return InitiativeStudy(**read_played(values, catalog))

    @staticmethod
    def laid_out(study: InitiativeStudy) -> InitiativeStudy:
        """A study with its table."""
        return replace(study, tables=(lay_out((study.deck, study.deck), study.terms),), read=None)

    @property
    def each(self) -> int:
        """Games to play."""
        return 2 * self.study.pairs

    @property
    def dealt(self) -> list[Dealt]:
        """The table that is played on."""
        return [Dealt(table, self.study.terms.seed, 0) for table in self.study.tables]

    def course(self) -> Course[InitiativeResult]:
        """All pairs added up."""
        study, cards, chance = self.study, self.study.cards, (self.study.terms.seed, 0)
        counts = yield Batch(lead_tasks(study.pairs, study.tables, cards.fingerprints[0], cards.versions, chance))
        return InitiativeResult(study, Leading(np.sum(counts, axis=0)))


@dataclass(frozen=True, eq=False, repr=False)
class InitiativeResult(Answer):
    """What leading is worth in the mirror."""

    study: InitiativeStudy
    leading: Leading
    kind = "initiative"

    @property
    def basis(self) -> str:
        """What every number rests on."""
        terms = self.study.terms
        return f"{self.leading.pairs:,} pairs of games, {self.study.labels[0]}, {terms.by}, seed {terms.seed}"

    @property
    def command(self) -> str:
        """The command that plays this again."""
        study = self.study
        words = ["ucgsim", "initiative", deck_word(study.deck), "-n", str(study.pairs), *study.terms.words]
        return command_line([*words, *blank_words(study.cards.blank)])

    def answer(self) -> str:
        """What leading adds."""
        return f"Leading adds {gained(self.leading.effect)} points in the mirror of {self.study.deck.name}."

    def as_table(self) -> Table[Leading]:
        """One row: what leading adds."""
        deck: Column[Leading] = Column("deck", lambda _: self.study.deck.name, "deck", "who plays", str, names_row=True)
        adds = estimated("", attrgetter("effect"), "leading adds", "to the win rate, as a share of games", "pairs")
        return Table((deck, adds), [self.leading])

    def chart(self) -> Chart:
        """What leading adds, with its interval."""
        series = (Series("leading adds", "a", points_of([(0, self.leading.effect)])),)
        named = "leading", "What leading adds", "With its 95 % interval, as a share of games."
        return Chart(*named, ChartShape.ROWS, series, ValueAxis("games won"), places=(self.study.deck.name,))

    def parts(self) -> Parts:
        """The answer, the table, the command."""
        return Parts([self.answer(), self.sheet()], [Command(self.command)], [], foot(self.basis))

    def page(self) -> Page:
        """Its page."""
        return page_of_parts("What is leading worth in the mirror?", self.parts(), self.chart(), table=self.to_polars())

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        head = {"deck": self.study.deck.name, **self.study.terms.head_json, "policy": self.study.labels[0]}
        return {**head, **self.leading.to_json(), "command": self.command}


class StoredInitiative(StoredCounts):
    """The folder of such a study."""

    question_class = InitiativeQuestion
