"""Questions run: played, checked under another policy, gone on with in a folder, looked at, and made into a page."""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from ucgsim.arguments import checked
from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.errors import NotFinishedError, UcgsimError
from ucgsim.files.reading import read_bytes
from ucgsim.files.writing import write_file
from ucgsim.language import speaking
from ucgsim.remarks import remark
from ucgsim.report.staging import staging
from ucgsim.simulate.folder import RunFolder, list_of
from ucgsim.simulate.plan import HALVES
from ucgsim.studies.check import games_in, games_of_check
from ucgsim.studies.kit.kinds import KINDS, PAGES, RUNS, kind_of, no_run, stored
from ucgsim.studies.kit.question import CHECK, Answer, Checkable
from ucgsim.studies.looks import read_race

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ucgsim.studies.check import Wanted
    from ucgsim.studies.kit.kinds import FileVerdict
    from ucgsim.studies.kit.question import Question

B = TypeVar("B", bound=Answer)
C = TypeVar("C", bound=Checkable)
MOST_BYTES = 64_000_000
"""Of a list of matchups."""


class Progress(Protocol):
    """Shows how far work is: called with a label, how many units there are and what they are."""

    def __call__(
        self, label: str, total: int, *, unit: str = "games"
    ) -> AbstractContextManager[Callable[[int], object] | None]:
        """While in it, its value is called with how many more units are done."""


def unwatched(label: str, total: int, *, unit: str = "games") -> AbstractContextManager[None]:  # noqa: ARG001
    """For callers that do not ask how far work is."""
    return nullcontext()


def watched(
    question: Question[B], label: str, watch: Progress
) -> AbstractContextManager[Callable[[int], object] | None]:
    """Progress of a question, and none of one that is only read."""
    return (unwatched if question.is_stored else watch)(label, question.total, unit=question.unit)


def ask(
    question: Question[B],
    wanted: Wanted | None,
    *,
    jobs: int,
    catalog: Catalog,
    watch: Progress = unwatched,
    before_check: Callable[[B], object] | None = None,
) -> B:
    """Play a question, and then its check where one is ``wanted``; UcgsimError, before it, where none can be made.

    ``before_check`` is called with the answer before a check that is still to be played.
    """
    if wanted is not None and not question.is_checkable():
        raise UcgsimError(f"check {wanted.policy}: {question.noun} can't be checked; leave it out")
    answer = _played(question, question.noun, jobs, watch)
    if wanted is None:
        return answer
    assert isinstance(answer, Checkable), "what its question says of it"
    return check(answer, wanted, jobs=jobs, catalog=catalog, watch=watch, before_check=before_check)


def check(
    answer: C,
    wanted: Wanted,
    *,
    jobs: int,
    catalog: Catalog,
    watch: Progress = unwatched,
    before_check: Callable[[C], object] | None = None,
) -> C:
    """An answer with its check, stored within its folder where it has one; goes on where a check stopped.

    ``before_check`` is called with the answer before a check that is still to be played.
    """
    home, begun = KINDS[answer.kind].home, [] if answer.path is None else [answer.path / CHECK]
    games = games_of(answer, wanted, begun, jobs=jobs, catalog=catalog)
    points = None if wanted.budget is None else wanted.budget.points
    question = home.check_question(answer, wanted.policy, games, catalog, points)
    if wanted.games is None and points is None and not _is_fixed(begun):
        question = question.until_known()
    if before_check is not None and not question.is_stored:
        before_check(answer)
    checked: C = home.with_check(answer, _played(question, "check", jobs, watch))
    return checked


def _played(question: Question[B], label: str, jobs: int, watch: Progress) -> B:
    """The answer of a question, after those who practise before they play have done so."""
    practising = [] if question.is_stored else [each.table for each in question.dealt if each.table.practising]
    if practising:
        with watch("practice", len(practising), unit="tables") as advance:
            for table in practising:
                table.practised()
                if advance is not None:
                    advance(1)
    with watched(question, label, watch) as advance:
        return question.play(jobs=jobs, advance=advance)


def _is_fixed(folders: Sequence[Path]) -> bool:
    """Whether a check was begun in one of these that has a number of games."""
    return any(kind_of(place) is not None and read_race(place) is None for place in folders)


def games_of(answer: Checkable, wanted: Wanted, folders: Sequence[Path], *, jobs: int, catalog: Catalog) -> int:
    """Games of each matchup of a check; one that was begun in one of ``folders`` for a time stays as long as it is."""
    each, matchups = answer.asked_of
    if wanted.budget is None:
        return games_of_check(wanted.games, each, matchups)
    if wanted.budget.points is not None:
        return games_in(wanted.budget, (), matchups, jobs=jobs)
    for begun in (games_begun(place, catalog) for place in folders):
        if begun is not None:
            return begun
    dealt = KINDS[answer.kind].home.check_question(answer, wanted.policy, HALVES, catalog, None).dealt
    return games_in(wanted.budget, dealt, len(dealt), jobs=jobs)


def games_begun(path: Path, catalog: Catalog) -> int | None:
    """Games of each matchup of the question that was begun in a folder; None where there is none."""
    name = kind_of(path)
    return None if name is None else KINDS[name].of(path).question(catalog).each


class Resumed(NamedTuple):
    """How many games, or matches, were played again, and of how many."""

    played: int
    of: int
    unit: str


def resume(path: Path, catalog: Catalog, *, jobs: int = 1) -> Resumed:
    """Play what a folder lacks or holds damaged, and what lies within it.

    Raises UcgsimError where there is no such folder, its plan can't be read or was changed since, or it was played
    with other cards, effects or policies.
    """
    here = stored(path, RUNS)
    within = [resume(place, catalog, jobs=jobs) for place in here.within]
    before, question = here.games(catalog), here.question(catalog)
    question.play(jobs=jobs)
    of = here.games(catalog)
    every = [Resumed(of - before, of, question.unit), *within]
    return Resumed(sum(each.played for each in every), sum(each.of for each in every), question.unit)


@checked
def open_run(folder: Path | str, *, check: bool = True, catalog: Catalog | None = None) -> Answer:
    """The answer that lies in a folder: what the function returned, or the command printed, that wrote it.

    Nothing is played. A run of games has them with it (``games``); ``page`` is its page.

    Args:
        folder: what ``out=`` or ``--out`` named.
        check: with the check that lies there.
        catalog: the cards, where it is not the imported or the shipped one.

    Raises:
        UcgsimError: no such folder, nothing that can be opened, what is not finished, damaged or of another version.
    """
    return stored(Path(folder), RUNS).answer(catalog or load_catalog(), check=check)


def saved(path: Path) -> tuple[int, str]:
    """How many games, or matches, are saved in a folder and within it, by what vouches for them; and which of both.

    Raises UcgsimError where there is no such folder, or it can't be read.
    """
    here, catalog = stored(path, RUNS), load_catalog()
    runs = here.runs
    rows = [voucher.rows for run in runs if run.holds_run for voucher in run.legible(run.plan()).values()]
    games = sum(rows) if runs else here.games(catalog)
    return games + sum(saved(place)[0] for place in here.within), here.unit


def verify(path: Path, catalog: Catalog, *, replay: bool = False) -> Iterator[FileVerdict]:
    """Look at every file of a folder; with ``replay`` some games of each part are played again.

    Raises UcgsimError where the folder holds nothing that was stored, or its games can't be played again.
    """
    here = stored(path, RUNS)
    yield from here.files(catalog, replay=replay)
    for within in here.within:
        yield from verify(within, catalog, replay=replay)


def parts_of(path: Path) -> int:
    """How many parts of games a folder is to hold, as far as its plans can be read."""
    here = stored(path, RUNS)
    return here.parts + sum(map(parts_of, here.within))


@contextmanager
def so_far(path: Path) -> Iterator[Path]:
    """The folder itself, or a copy of what there is of a run of games that is not finished, while in it.

    Raises NotFinishedError where not one part of every matchup is there.
    """
    listed = list_of(path)
    folders = [each for each in path.iterdir() if kind_of(each) == "duel"] if listed else [path]
    runs = [RunFolder(folder) for folder in folders if kind_of(folder) == "duel"]
    if not runs or all(run.is_done for run in runs):
        yield path
        return
    parts = min(run.parts_so_far() for run in runs)
    if not parts:
        raise NotFinishedError(f"{path}: is not finished, and too little is there to show; the same command goes on")
    with TemporaryDirectory(prefix="ucgsim-") as place:
        copy = Path(place) / path.name
        games = sum(run.copy_so_far(copy / run.path.name if listed else copy, parts) for run in runs)
        if listed:
            write_file(copy / listed, read_bytes(path / listed, "a list of matchups", most=MOST_BYTES))
        whole = sum(run.plan().games for run in runs)
        remark(f"{path}: is not finished; the page shows {games:,} of {whole:,} games")
        yield copy


@speaking("en")
def write_report(
    path: Path,
    *,
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
    check: bool = True,
    deck: str | None = None,
) -> Path:
    """Write the page of what is stored in ``path``, with all that lies next to it; return the page.

    ``catalog`` names the cards of the replays, ``advance`` is called with how many more matchups are done, ``check``
    shows the check that lies in the folder. ``deck`` names a deck of a matrix whose side alone is shown, on a page of
    its own. All of it takes its place at once: where anything fails, what was there stays. Raises UcgsimError where the
    folder holds nothing of which there is a page, or what is not finished, is of another version, or cannot be read or
    written, and for a deck that it does not hold.
    """
    from ucgsim.studies.kit.page import PAGE, ReportJob, write_side, write_stored  # noqa: PLC0415 - what draws takes long to load

    here = stored(path, PAGES)
    if not here.kind.has_page:
        raise no_run(path, PAGES)
    with so_far(path) as source, staging() as stage:
        here = stored(source, PAGES)
        job = ReportJob(path, stage, catalog or load_catalog(), advance or (lambda _: None), check)
        if deck is not None:
            return write_side(job, *here.side(deck, job))
        write_stored(here.answer(job.catalog, check=check), job)
    return path / PAGE


def matchups(path: Path, deck: str | None = None) -> int:
    """How many matchups a report of ``path`` will show, or that of one ``deck`` of it; 1 where that cannot be read."""
    name = kind_of(path)
    if name is None:
        return 1
    here = KINDS[name].of(path)
    return here.matchups if deck is None else here.rivals
