"""Two builds of a deck on the same chance: asked, played, looked at on the way, stored in a folder and read back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

import numpy as np

from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.decks.deck import share_differing
from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.simulate.ledger import deciding
from ucgsim.simulate.plan import HALVES
from ucgsim.simulate.run import Dealt
from ucgsim.simulate.same_chance import BUILDS, HALF_POINTS, lay_out_meetings
from ucgsim.simulate.tasks import Batch
from ucgsim.studies.compare.answer import CompareResult
from ucgsim.studies.compare.plan import (
    CONTEXT,
    LOOK,
    NEVER,
    PLAN,
    CompareStudy,
    Stop,
    plan_check,
    plan_compare,
    read_study,
)
from ucgsim.studies.forecast import SPREAD_APART, GamesPlan, difference_asked, named, speed_of
from ucgsim.studies.kit.basis import reach_of_gain
from ucgsim.studies.kit.going_on import GoingOn, against_all
from ucgsim.studies.kit.ledger import CountedQuestion, StoredCounts
from ucgsim.studies.kit.page import write_answer
from ucgsim.studies.kit.question import CHECK
from ucgsim.studies.kit.run import games_of
from ucgsim.studies.kit.run_options import CheckedOptions, RunSettings, takes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from ucgsim.decks.deck import DeckLike
    from ucgsim.simulate.same_chance import PairTask
    from ucgsim.simulate.tasks import Course
    from ucgsim.studies.check import Wanted

COMPARE = "compare.json"
FORMAT = 8
"""Rises whenever plan or counts of a comparison change their meaning; from 3 on the plan is sealed, from 4 on it
names the chance of each opponent, from 5 on a sequential test begins with small parts, from 6 on every game has a
chance of its own, from 7 on parts are called by what decides them, from 8 on it stops by a confidence sequence."""
ASKED = ("builds", "opponents", "shares", "rules", "redraw_procedure", "blank", "edited")
"""What a comparison asks, for all numbers of games and policies."""


@takes(CheckedOptions)
def compare(
    deck_a: DeckLike,
    deck_b: DeckLike,
    against: Sequence[DeckLike] = (),
    *,
    games: int | None = None,
    policy_b: str | None = None,
    stop: Stop = NEVER,
    field: Path | str | None = None,
    **options: Unpack[CheckedOptions],
) -> CompareResult:
    """Compare two builds that play the same opponents with the same chance.

    Args:
        deck_a: the first build: its name, its file, a ``Deck``, or counts by card number.
        deck_b: the second build, likewise.
        against: opponents; both builds themselves without any.
        games: of each build, even for each opponent: ``DEFAULT_GAMES``, or with a ``stop`` the most, ``MOST_GAMES``.
        policy_b: how the opponents decide; as the builds do where None.
        stop: when to end earlier, ``UNTIL_SURE`` or by precision: a ``Stop`` (`ucgsim.studies.compare.plan`).
        field: a CSV file of opponents and their shares, by which they are met; equally often without.

    Raises:
        UcgsimError: what can't be played.
    """
    settings = RunSettings.of(options, policy_b=policy_b)
    study = plan_compare(deck_a, deck_b, against, settings.terms, games=games, stop=stop, field=field)
    return settings.answer(CompareQuestion(study, settings.out))


@dataclass(frozen=True, eq=False)
class CompareQuestion(CountedQuestion[CompareStudy, CompareResult]):
    """A comparison that was planned; ``looked`` is called with what each look saw.

    Looks are taken after fixed numbers of games, so what is played does not depend on ``jobs``. Parts that are stored
    are looked at again in their order, so that it stops where it would have stopped. What is stored of a comparison
    that was to be shorter but is the same otherwise is the beginning of this one.
    """

    looked: Callable[[CompareResult], object] | None = None
    answers = CompareResult
    noun = "compare"

    file = COMPARE
    what = "comparison"
    form = FORMAT
    growing = "games"
    plan_form = PLAN
    context_form = CONTEXT
    read = staticmethod(read_study)

    @staticmethod
    def laid_out(study: CompareStudy) -> CompareStudy:
        """A comparison that was read, with what plays it."""
        meetings = lay_out_meetings(study.builds, study.opponents, study.matchups, study.terms)
        return replace(study, meetings=meetings, read=None)

    @property
    def each(self) -> int:
        """Games of each build against each opponent."""
        return max(self.study.each // self.shared, HALVES)

    @property
    def shared(self) -> int:
        """Opponents, among whom the games of a build are shared out."""
        return len(self.study.opponents)

    @property
    def total(self) -> int:
        """Games of both builds, at most."""
        return self.study.games

    @property
    def dealt(self) -> list[Dealt]:
        """The tables of both builds against each opponent."""
        seed, meetings = self.study.terms.seed, self.study.meetings
        return [Dealt(table, seed, each.matchup) for each in meetings for table in each.tables]

    @property
    def is_fixed(self) -> bool:
        """Whether it does not stop by itself."""
        return not self.study.stop.early

    def forecast(self, jobs: int, precisions: Sequence[float]) -> GamesPlan:
        """How many games each precision takes, as if the builds shared no luck, and how long."""
        study = self.study
        asked_for = difference_asked(
            "what the second build gains",
            SPREAD_APART,
            "As for builds that share no luck: builds that are alike take far fewer; --until-sure and --precision stop "
            "by themselves.",
            unit="games of each build (-n)",
            key="games_of_each_build",
            games=BUILDS,
            reach=reach_of_gain(study.terms.policies, differing=share_differing(*study.builds), shares=study.weights),
        )
        head = f"{' and '.join(study.names)} against {named([deck.name for deck in study.opponents])}"
        speed = speed_of(self.dealt, jobs)
        return GamesPlan(head, study.names, study.labels, speed, asked_for, tuple(precisions))

    def course(self) -> Course[CompareResult]:
        """Rounds added up; where it may stop early, with a look after each, until one says that it is enough."""
        study = self.study
        result = CompareResult(study, np.zeros((len(study.opponents), HALF_POINTS, HALF_POINTS), np.int64))
        for number, now in enumerate(study.rounds):
            counts = yield Batch(now, self._ahead(result, number + 1))
            tables = result.tables.copy()
            for task, table in zip(now, counts, strict=True):
                tables[study.matchups.index(task.matchup)] += table
            result = CompareResult(study, tables, result.looks, folder=self.out)
            if not study.stop.early:
                continue
            result.looks.append(result)
            if self.looked is not None:
                self.looked(result)
            if result.is_enough:
                break
        return result

    def _ahead(self, result: CompareResult, number: int) -> list[PairTask]:
        """The rounds from a number on that it is likely to take after what it found so far."""
        rounds = self.study.rounds[number:]
        if self.study.stop.early:
            rounds = rounds[: int(min(result.likely_more / LOOK, len(rounds)))]
        return [task for each in rounds for task in each]


def check_of(
    answer: CompareResult, wanted: Wanted, place: Path | None, *, jobs: int, catalog: Catalog
) -> CompareQuestion:
    """What checks a comparison, stored in ``place``."""
    folders = [] if place is None else [place]
    games = games_of(answer, wanted, folders, jobs=jobs, catalog=catalog)
    points = None if wanted.budget is None else wanted.budget.points
    return replace(StoredComparison.check_question(answer, wanted.policy, games, catalog, points), out=place)


def read_compare(path: Path, catalog: Catalog | None = None, *, check: bool = True) -> CompareResult:
    """The comparison that is stored in a folder, with the ``check`` that lies there.

    Raises UcgsimError where there is none, it is not finished, of another format, or cannot be read.
    """
    question = CompareQuestion.stored_in(path, load_catalog() if catalog is None else catalog)
    result = question.finished(path)
    if not check or not (path / CHECK / COMPARE).is_file():
        return result
    other = read_compare(path / CHECK, catalog, check=False)
    theirs, mine = deciding(PLAN.write(other.study)), deciding(question.plan_json)
    if any(theirs[name] != mine[name] for name in ASKED):
        raise UcgsimError(f"{path / CHECK}: checks another comparison; delete it, and check again")
    return replace(result, check=other)


class StoredComparison(StoredCounts):
    """The folder of a comparison."""

    question_class = CompareQuestion

    def answer(self, catalog: Catalog, *, check: bool = True) -> CompareResult:
        """The finished comparison, with its check or without."""
        return read_compare(self.path, catalog, check=check)

    def refuse_unfinished(self, catalog: Catalog) -> None:
        """Raise UcgsimError where it, or its check, is not finished or can't be read."""
        read_compare(self.path, catalog)

    def again(self, catalog: Catalog) -> CompareResult:
        """The comparison with what plays it, without its check."""
        return replace(self.answer(catalog, check=False), study=self.planned(catalog, again=True).study)

    def going_on(self, catalog: Catalog) -> GoingOn:
        """Either build against the opponents; where none were named, against the other one."""
        study = self.planned(catalog).study
        seats = []
        for build, other in zip(study.builds, study.builds[::-1], strict=True):
            met = (other,) if study.among_themselves else study.opponents
            seats.append(against_all(build, met, () if study.field is None else study.weights))
        return GoingOn.of_terms(seats, study.terms, study.cards.blank)

    @staticmethod
    def check_question(
        answer: CompareResult,
        policy: str,
        games: int,
        catalog: Catalog,  # noqa: ARG004 - the study has it
        points: float | None = None,
    ) -> CompareQuestion:
        """The builds compared again, stored within the folder of the answer where it has one."""
        out = None if answer.folder is None else answer.folder / CHECK
        return CompareQuestion(plan_check(answer.study, policy, len(answer.study.opponents) * games, points), out)

    @staticmethod
    def with_check(answer: CompareResult, second: CompareResult) -> CompareResult:
        """The answer with its check, which its page then shows."""
        result = replace(answer, check=second)
        if result.folder is not None:
            with only_one(result.folder):
                write_answer(result.folder, result)
        return result
