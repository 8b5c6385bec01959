"""The cards that would make a deck better: asked, searched, checked, stored in a folder and read back."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.safe_text import command_line
from ucgsim.simulate.ledger import PARTS, REMEDY, KeptFolder
from ucgsim.simulate.plan import NOT_EXPECTED, reading
from ucgsim.simulate.same_chance import lay_out_meetings
from ucgsim.studies.compare.answer import CompareResult
from ucgsim.studies.compare.plan import CompareStudy
from ucgsim.studies.compare.question import COMPARE, check_of, read_compare
from ucgsim.studies.improve.answer import ImproveResult
from ucgsim.studies.improve.climb import Climb, Exchange, climb, size
from ucgsim.studies.improve.games import Games, read_part
from ucgsim.studies.improve.plan import DEFAULT_CHAIN_SWAPS, ImproveStudy, plan_build, plan_improve, read_plan
from ucgsim.studies.kit.going_on import GoingOn, against_all
from ucgsim.studies.kit.kinds import FileVerdict, Stored, file_verdict
from ucgsim.studies.kit.page import write_answer
from ucgsim.studies.kit.question import CHECK, Question
from ucgsim.studies.kit.run_options import CheckedOptions, RunSettings, takes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import DeckLike
    from ucgsim.simulate.run import Dealt
    from ucgsim.studies.check import Wanted


IMPROVE = "improve.json"
FORMAT = 1
"""Rises whenever plan or parts of a search change their meaning, and whenever the search goes other ways."""
MOST_PARTS = 200_000
SAMPLE = 5
"""Parts that ``--replay`` plays again, to see whether they are the same."""


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
class Search(Question[ImproveResult]):
    """A search that was planned; ``heard`` is called with sentences on how it goes."""

    study: ImproveStudy
    out: Path | None = None
    heard: Callable[[str], object] | None = None

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

    def play(self, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> ImproveResult:
        """Carry it out; what is stored is not played again, and a larger budget goes on from a smaller one."""
        games = Games(self.study, jobs=jobs, advance=advance)
        if self.out is None:
            return ImproveResult(self.study, climb(games, self.study.course, self.heard))
        with only_one(self.out):
            kept_folder(self.out).begin(self.study.plan_json, self.study.context_json, keys=part_keys())
            return go_on(games, self.out, self.heard)


def go_on(games: Games, path: Path, heard: Callable[[str], object] | None = None) -> ImproveResult:
    """Go on with a folder that has begun and that the caller holds (`files.lock`).

    What is damaged there is played again, and ends with the same bytes.
    """
    study, folder = games.study, kept_folder(path)
    _drop_damaged(games, folder)
    with folder.ledger(part_keys()) as ledger:
        take_stored(games, path, ledger.kept)
        games.ledger = ledger
        result = ImproveResult(study, climb(games, study.course, heard))
    write_answer(path, result)
    return result


def _drop_damaged(games: Games, folder: KeptFolder) -> None:
    """Leave the parts before the first that is damaged; what comes after it is known, and stored again in its turn."""
    sound: list[Any] = []
    for number, (_, value) in sorted(folder.legible(part_keys()).items()):
        with suppress(UcgsimError, *NOT_EXPECTED):
            games.legible |= games.points_of(value)
            sound += [value] if number == len(sound) else []
    folder.put(part_keys(), sound)


def check_improve(
    result: ImproveResult,
    wanted: Wanted,
    *,
    jobs: int = 1,
    out: Path | None = None,
    advance: Callable[[int], object] | None = None,
) -> ImproveResult:
    """Ask again under another policy about the builds that are surely better; each has its share of a time.

    A time is measured again each time; a check that was begun stays as long as it is.
    """
    with nullcontext() if out is None else only_one(out):
        budget = wanted.budget
        if budget is not None and budget.seconds is not None:
            wanted = replace(wanted, budget=replace(budget, seconds=budget.seconds / max(len(result.sure), 1)))
        checks = {}
        for change in result.sure:
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
        meetings=lay_out_meetings(builds, study.opponents, study.matchups, study.terms),
        each=result.fresh_games,
        terms=study.terms,
        among_themselves=False,
        shares=study.weights,
        field=study.field,
        again=study.command,
    )


kept_folder = partial(KeptFolder, name=IMPROVE, what="search for a better deck", form=FORMAT, growing="budget")
"""The folder of a search."""


@cache
def part_keys() -> list[str]:
    """What parts are called: they come in the order in which the search asks for them, and say what they are.

    A search with a larger budget takes what a smaller one played and plays only what is missing.
    """
    return [str(number) for number in range(MOST_PARTS)]


def begun_games(path: Path | None, asked: int | str | None) -> int | None:
    """Games of the search that was begun in a folder with the same words for its budget; None where there is none."""
    if path is None or not isinstance(asked, str) or not (path / IMPROVE).is_file():
        return None
    plan, context = kept_folder(path).read()
    return plan["budget"] if context.get("asked") == asked and type(plan.get("budget")) is int else None


def read_study(path: Path, catalog: Catalog) -> ImproveStudy:
    """The search that a folder was made for; UcgsimError where it cannot be read."""
    return kept_folder(path).planned(partial(read_plan, catalog=catalog))


def take_stored(games: Games, path: Path, values: Sequence[Any]) -> None:
    """Take in what a folder stored; UcgsimError names a line that holds no part of this search."""
    for line, value in enumerate(values, start=1):
        with reading(f"{path / PARTS}, line {line}", "a part of this search", REMEDY):
            games.stored |= games.points_of(value)


def read_climb(path: Path, study: ImproveStudy) -> Climb:
    """What a search that is stored in a folder did; UcgsimError where it is not finished or can't be read."""
    games = Games(study, whole=path)
    take_stored(games, path, kept_folder(path).parts(part_keys()))
    return climb(games, study.course)


def study_again(path: Path, catalog: Catalog) -> ImproveStudy:
    """What searches again in a folder; UcgsimError where it was played with other cards or policies."""
    study = replace(read_study(path, catalog), read=None)
    kept_folder(path).refuse_changed(study.plan_json)
    return study


def read_improve(path: Path, catalog: Catalog, *, check: bool = True) -> ImproveResult:
    """The search that is saved in a folder, with the checks that lie there.

    Raises UcgsimError where there is none, it is not finished, of another format, or cannot be read.
    """
    study = read_study(path, catalog)
    result = ImproveResult(study, read_climb(path, study))
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


class StoredSearch(Stored):
    """The folder of a search."""

    @property
    def versions(self) -> Mapping[str, Any]:
        """With what it was played."""
        return kept_folder(self.path).versions

    def answer(self, catalog: Catalog, *, check: bool = True) -> ImproveResult:
        """The finished search."""
        return read_improve(self.path, catalog, check=check)

    def question(self, catalog: Catalog) -> Search:
        """What is missing."""
        return Search(study_again(self.path, catalog), self.path)

    def going_on(self, catalog: Catalog) -> GoingOn:
        """The deck, and the build to bring where another one is, against the rivals."""
        answer = self.answer(catalog)
        study = answer.study
        decks = {deck.fingerprint: deck for deck in (study.deck, answer.deck)}
        seats = [against_all(deck, study.opponents, study.weights) for deck in decks.values()]
        return GoingOn.of_terms(seats, study.terms, study.cards.blank)

    def games(self, catalog: Catalog) -> int:
        """Games of parts that are as they were written."""
        study, games = read_study(self.path, catalog), 0
        for _, value in kept_folder(self.path).legible(part_keys()).values():
            with suppress(UcgsimError, *NOT_EXPECTED):
                part, _ = read_part(value, study.weights)
                games += len(part.builds) * size(study.weights, part.block)
        return games

    @property
    def within(self) -> list[Path]:
        """The checks of single builds."""
        place = self.path / CHECK
        return sorted(each for each in place.iterdir() if each.is_dir()) if place.is_dir() else []

    def files(self, catalog: Catalog, *, replay: bool) -> Iterator[FileVerdict]:
        """Its plan and its parts."""
        plan = file_verdict(self.path / IMPROVE, lambda: read_study(self.path, catalog))
        yield plan
        if plan.holds:
            yield file_verdict(self.path / PARTS, lambda: self._refuse_bad(catalog, replay=replay))

    def _refuse_bad(self, catalog: Catalog, *, replay: bool) -> None:
        """Raise UcgsimError where parts are damaged, are not all there, or hold something else than is played."""
        read_climb(self.path, read_study(self.path, catalog))
        if not replay:
            return
        games, values = Games(study_again(self.path, catalog)), kept_folder(self.path).parts(part_keys())
        for place in sorted(Random(0).sample(range(len(values)), min(SAMPLE, len(values)))):
            part, points = read_part(values[place], games.weights)
            if games.again(part) != points:
                raise UcgsimError(
                    f"{self.path / PARTS}, line {place + 1}: holds other games than are played; delete this line, and "
                    f"`{command_line(['ucgsim', 'run', 'repair', str(self.path)])}` plays it again"
                )
