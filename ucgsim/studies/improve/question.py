"""The cards that would make a deck better: asked, searched, checked, stored in a folder and read back."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from ucgsim.files.lock import only_one
from ucgsim.simulate.same_chance import lay_out_meetings
from ucgsim.studies.compare.answer import CompareResult
from ucgsim.studies.compare.plan import CompareStudy
from ucgsim.studies.compare.question import COMPARE, check_of, read_compare
from ucgsim.studies.improve.answer import ImproveResult
from ucgsim.studies.improve.games import Games
from ucgsim.studies.improve.plan import (
    CONTEXT,
    DEFAULT_CHAIN_SWAPS,
    PLAN,
    ImproveStudy,
    plan_build,
    plan_improve,
    read_study,
)
from ucgsim.studies.kit.going_on import GoingOn, against_all
from ucgsim.studies.kit.ledger import CountedQuestion, StoredCounts
from ucgsim.studies.kit.page import write_answer
from ucgsim.studies.kit.question import CHECK
from ucgsim.studies.kit.run_options import CheckedOptions, RunSettings, takes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import DeckLike
    from ucgsim.simulate.run import Dealt
    from ucgsim.simulate.tasks import Course
    from ucgsim.studies.check import Wanted
    from ucgsim.studies.improve.exchange import Exchange


IMPROVE = "improve.json"
FORMAT = 3
"""Rises whenever plan or counts of a search change their meaning, and whenever the search goes other ways."""
CHECKED = 3
"""Builds, the first ones, that are checked."""


class SearchOptions(CheckedOptions, total=False):
    """The options of both searches."""

    field: Path | str | None
    pool: Path | str | Mapping[str, int]
    budget: int | str | None
    bans: Path | str | None
    policy_b: str | None
    heard: Callable[[str], object] | None


@takes(SearchOptions)
def improve(
    deck: DeckLike,
    against: Sequence[DeckLike] = (),
    *,
    keep: Sequence[str] = (),
    swaps: int = 1,
    **options: Unpack[SearchOptions],
) -> ImproveResult:
    """Which cards should leave a deck and which come in.

    Args:
        deck: its name, its file, a ``Deck``, or counts by card number.
        against: opponents; those of ``field`` without any.
        keep: numbers of cards that do not leave.
        swaps: how many cards may leave, 1 to 4.

    Raises:
        UcgsimError: what can't be searched.
    """
    settings, limits = _limits(options)
    study = plan_improve(deck, against, settings.terms, swaps=swaps, keep=keep, jobs=settings.jobs, **limits)
    return _searched(study, settings, options["heard"])


@takes(SearchOptions)
def build(
    characters: Sequence[str],
    against: Sequence[DeckLike] = (),
    *,
    swaps: int = DEFAULT_CHAIN_SWAPS,
    **options: Unpack[SearchOptions],
) -> ImproveResult:
    """A deck of these characters: the search of ``improve`` from a start made of their chains.

    Args:
        characters: names; cards that come in bear one of them or none, as scenes do, or any where these make no deck.
        against: opponents; those of ``field`` without any.
        swaps: how many cards may be swapped at a time, 1 to 4.

    Raises:
        UcgsimError: what can't be searched.
    """
    settings, limits = _limits(options)
    study = plan_build(characters, against, settings.terms, swaps=swaps, jobs=settings.jobs, **limits)
    return _searched(study, settings, options["heard"])


def _limits(options: Any) -> tuple[RunSettings, dict[str, Any]]:
    """How it is asked, and what bounds the search."""
    settings = RunSettings.of(options, policy_b=options["policy_b"])
    limits = {name: options[name] for name in ("budget", "pool", "bans")} | {"field_file": options["field"]}
    return settings, limits | {"begun": begun_games(settings.out, options["budget"])}


def _searched(study: ImproveStudy, settings: RunSettings, heard: Callable[[str], object] | None) -> ImproveResult:
    result = settings.play(Search(study, settings.out, heard))
    wanted = settings.wanted
    return result if wanted is None else check_improve(result, wanted, jobs=settings.jobs, out=settings.out)


@dataclass(frozen=True, eq=False)
class Search(CountedQuestion[ImproveStudy, ImproveResult]):
    """A search that was planned; ``heard`` is called with sentences on how it goes."""

    heard: Callable[[str], object] | None = None
    file = IMPROVE
    what = "search for a better deck"
    form = FORMAT
    growing = "budget"
    plan_form = PLAN
    context_form = CONTEXT
    read = staticmethod(read_study)

    @staticmethod
    def laid_out(study: ImproveStudy) -> ImproveStudy:
        """A search that was read, of the cards as they are now."""
        return replace(study, read=None)

    @property
    def noun(self) -> str:
        """The command that searches."""
        return "build" if self.study.characters else "improve"

    @property
    def each(self) -> int:
        """Games to play."""
        return self.study.budget

    @property
    def dealt(self) -> Sequence[Dealt]:
        """Nobody asks how fast its tables are."""
        return ()

    def course(self) -> Course[ImproveResult]:
        """The search: what it plays next depends on what it found."""
        return ImproveResult(self.study, (yield from Games(self.study, self.heard).course()))


def check_improve(
    result: ImproveResult,
    wanted: Wanted,
    *,
    jobs: int = 1,
    out: Path | None = None,
    advance: Callable[[int], object] | None = None,
) -> ImproveResult:
    """Ask again under another policy about the first builds that are surely better; each has its share of a time.

    A time is measured again each time; a check that was begun stays as long as it is.
    """
    with nullcontext() if out is None else only_one(out):
        budget, asked = wanted.budget, result.sure[:CHECKED]
        if budget is not None and budget.seconds is not None:
            wanted = replace(wanted, budget=replace(budget, seconds=budget.seconds / max(len(asked), 1)))
        checks = {}
        for change in asked:
            place = None if out is None else check_folder(out, result, change)
            compared = CompareResult(_comparison(result, change), np.zeros(0, np.int64))
            asked_again = check_of(compared, wanted, place, jobs=jobs, catalog=result.study.terms.catalog)
            checks[change] = asked_again.play(jobs=jobs, advance=advance)
        result = replace(result, checks=checks)
        if out is not None:
            write_answer(out, result)
    return result


def _comparison(result: ImproveResult, change: Exchange) -> CompareStudy:
    """The deck and a build of it, to be compared."""
    study = result.study
    builds = (study.deck, change.build(study.deck))
    return CompareStudy(
        builds=builds,
        opponents=study.opponents,
        weights=study.weights,
        matchups=study.matchups,
        meetings=lay_out_meetings(builds, study.opponents, study.matchups, study.terms),
        each=result.fresh_games,
        terms=study.terms,
        among_themselves=False,
        field=study.field,
        again=study.command,
    )


def begun_games(path: Path | None, asked: int | str | None) -> int | None:
    """Games of the search that was begun in a folder with the same words for its budget; None where there is none."""
    if path is None or not isinstance(asked, str) or not (path / IMPROVE).is_file():
        return None
    plan, context = Search.folder(path).read()
    return plan["budget"] if context.get("asked") == asked and type(plan.get("budget")) is int else None


def read_improve(path: Path, catalog: Catalog, *, check: bool = True) -> ImproveResult:
    """The search that is saved in a folder, with the checks that lie there.

    Raises UcgsimError where there is none, it is not finished, of another format, or cannot be read.
    """
    result = Search.stored_in(path, catalog).finished(path)
    if not check:
        return result
    checks = {}
    for change in result.sure:
        folder = check_folder(path, result, change)
        if (folder / COMPARE).is_file():
            checks[change] = read_compare(folder, catalog, check=False)
    return replace(result, checks=checks)


def check_folder(path: Path, result: ImproveResult, change: Exchange) -> Path:
    """Where the check of a build lies."""
    return path / CHECK / change.build(result.study.deck).fingerprint


class StoredSearch(StoredCounts):
    """The folder of a search."""

    question_class = Search

    def answer(self, catalog: Catalog, *, check: bool = True) -> ImproveResult:
        """The finished search, with its checks or without."""
        return read_improve(self.path, catalog, check=check)

    def going_on(self, catalog: Catalog) -> GoingOn:
        """The deck, and the build to bring where another one is, against the rivals."""
        answer = self.answer(catalog)
        study = answer.study
        decks = {deck.fingerprint: deck for deck in (study.deck, answer.deck)}
        seats = [against_all(deck, study.opponents, study.weights) for deck in decks.values()]
        return GoingOn.of_terms(seats, study.terms, study.cards.blank)

    @property
    def within(self) -> list[Path]:
        """The checks of single builds."""
        place = self.path / CHECK
        return sorted(each for each in place.iterdir() if each.is_dir()) if place.is_dir() else []
