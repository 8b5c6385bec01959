"""Redraws in play: every class of opening hand kept and given back, and the rule that follows from it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Unpack

from ucgsim.limits import DEFAULT_HANDS, MAX_GAMES
from ucgsim.probability.hands import HandClasses
from ucgsim.simulate.openings import Chance, cards_of, play_hands
from ucgsim.simulate.plain import DECK, FLAG, Form, between, each
from ucgsim.simulate.plan import Terms, equal_halves
from ucgsim.simulate.run import Dealt
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.tasks import Batch, Task
from ucgsim.studies.decks import given_decks, in_the_field, refuse_repeated, with_all
from ucgsim.studies.forecast import (
    CHOICES,
    PRECISIONS,
    SPREAD_APART,
    GamesPlan,
    difference_asked,
    games_for_precision,
    named,
    speed_of,
)
from ucgsim.studies.kit.ledger import CountedQuestion, StoredCounts
from ucgsim.studies.kit.played import PLAYED, read_played
from ucgsim.studies.kit.run_options import RunSettings, StoredOptions, takes
from ucgsim.studies.redraw.answer import RedrawResult
from ucgsim.studies.redraw.findings import RedrawStudy
from ucgsim.studies.redraw.rule_search import RedrawCounts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck, DeckLike
    from ucgsim.simulate.table import Table
    from ucgsim.simulate.tasks import Course

PART = 5_000
"""Hands of one part: ten thousand games."""
OTHERWISE = 0.5
"""Share of hands with which choices are taken to differ before any are played."""


@takes(StoredOptions)
def redraw(
    deck: DeckLike,
    against: Sequence[DeckLike] = (),
    *,
    hands: int = DEFAULT_HANDS,
    policy_b: str | None = None,
    **options: Unpack[StoredOptions],
) -> RedrawResult:
    """Play opening hands of a deck kept and redrawn, and say which to redraw.

    Args:
        deck: whose hands: its name, its file, a ``Deck``, or counts by card number.
        against: opponents, met equally often; the deck itself without any.
        hands: how many; they go up to an even number for each opponent.
        policy_b: how the opponents decide; as the deck does where None.

    Raises:
        UcgsimError: what can't be played.
    """
    settings = RunSettings.of(options, policy_b=policy_b)
    return settings.play(RedrawQuestion(plan_redraw(deck, against, settings.terms, hands=hands), settings.out))


def plan_redraw(deck: DeckLike, against: Sequence[DeckLike], terms: Terms, *, hands: int) -> RedrawStudy:
    """Everything that ``redraw`` checks before it plays."""
    mine, *others = given_decks((deck, *with_all(against or (deck,))), terms)
    refuse_repeated(others, "name each opponent once")
    terms = in_the_field(terms)
    return RedrawStudy(
        deck=mine,
        against=tuple(others),
        classes=HandClasses(mine.cards(terms.catalog)),
        each=equal_halves(-(-hands // len(others))),
        terms=terms,
        mirror=not against,
        tables=_tables(mine, others, terms),
    )


def _tables(deck: Deck, against: Sequence[Deck], terms: Terms) -> tuple[Table, ...]:
    return tuple(lay_out((deck, other), terms) for other in against)


@dataclass(frozen=True, kw_only=True)
class HandsTask(Task):
    """Opening hands ``start`` to ``stop`` of a deck against an opponent, each kept and redrawn, counted by class."""

    fingerprint: str
    versions: Mapping[str, str] = field(hash=False)
    seed: int
    matchup: int
    start: int
    stop: int
    tables: Sequence[Table] = field(compare=False, repr=False)
    classes: HandClasses = field(compare=False, repr=False)
    size: int = field(compare=False)
    """Cards of the deck."""

    @property
    def games(self) -> int:
        """How many hands there are."""
        return self.stop - self.start

    def counts(self, value: Any) -> RedrawCounts:
        """The counts, from their plain value."""
        return RedrawCounts.of_plain(value, self.games)

    def run(self) -> list[list[int]]:
        """Play them."""
        (table,), counts = self.tables, RedrawCounts()
        played = play_hands(table, Chance(self.seed, self.matchup), range(self.start, self.stop))
        counts.add(self.classes.of(cards_of(played.hands, self.size)), played)
        return counts.to_plain()


@dataclass(frozen=True, eq=False)
class RedrawQuestion(CountedQuestion[RedrawStudy, RedrawResult]):
    """A study of redraws that was planned."""

    noun = "redraw"
    unit = "hands"
    file = "redraw.json"
    what = "study of redraws"
    growing = "hands"
    plan_form = Form(deck=DECK, against=each(DECK), hands=between(1, MAX_GAMES).of("each"), **PLAYED)
    context_form = Form(mirror=FLAG)

    @staticmethod
    def read(values: dict[str, Any], catalog: Catalog) -> RedrawStudy:
        """The study of these fields."""
        return RedrawStudy(**read_played(values, catalog), classes=HandClasses(values["deck"].cards(catalog)))

    @staticmethod
    def laid_out(study: RedrawStudy) -> RedrawStudy:
        """A study that was read, with its tables."""
        return replace(study, tables=_tables(study.deck, study.against, study.terms), read=None)

    @property
    def each(self) -> int:
        """Hands against each opponent."""
        return self.study.each

    @property
    def matchups(self) -> int:
        """How many opponents there are."""
        return len(self.study.against)

    @property
    def dealt(self) -> list[Dealt]:
        """The table against each opponent."""
        return [Dealt(table, self.study.terms.seed, place) for place, table in enumerate(self.study.tables)]

    def course(self) -> Course[RedrawResult]:
        """All hands, counted by their classes."""
        counts = RedrawCounts()
        for part in (yield Batch(self._tasks)):
            counts.merge(part)
        return RedrawResult(self.study, counts)

    @property
    def _tasks(self) -> list[HandsTask]:
        study = self.study
        return [
            HandsTask(
                fingerprint=study.cards.fingerprints[place],
                versions=study.cards.versions,
                seed=study.terms.seed,
                matchup=place,
                start=start,
                stop=min(start + PART, study.each),
                tables=study.tables[place : place + 1],
                classes=study.classes,
                size=study.deck.size,
            )
            for place in range(len(study.against))
            for start in range(0, study.each, PART)
        ]


class StoredRedraw(StoredCounts):
    """The folder of a study of redraws."""

    question_class = RedrawQuestion
    unit = "hands"


def plan_of_redraw(study: RedrawStudy, jobs: int, precisions: Iterable[float] = PRECISIONS) -> GamesPlan:
    """What a study of redraws takes, for its win rates and for what one choice wins more than another."""
    dealt = [Dealt(table, study.terms.seed, place) for place, table in enumerate(study.tables)]
    others = [] if study.mirror else [deck.name for deck in study.against]
    head = f"{study.deck.name} against {named(others) if others else 'itself'}"
    decks = (study.deck.name, *others)
    asked = difference_asked(
        "every win rate, and what one choice wins more than another over all hands",
        SPREAD_APART * math.sqrt(OTHERWISE),
        "Win rates as at 50 %; gains as for games that share no luck, with choices that differ in half of the hands.",
        unit="opening hands (-n)",
        key="hands",
        games=CHOICES,
    )
    # Such gains take no more hands than win rates do.
    asked = asked._replace(for_precision=games_for_precision)
    return GamesPlan(head, decks, study.labels, speed_of(dealt, jobs), asked, tuple(precisions))
