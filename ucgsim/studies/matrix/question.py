"""Decks that meet, every two of them or one against its rivals: what is asked, played, and read from a folder.

A gauntlet is a matrix with one row: its games are those that the matrix plays of its first deck.
"""

from __future__ import annotations

import math
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, Unpack

from ucgsim.decks.finding import is_folder
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import read_sealed, write_sealed
from ucgsim.files.lock import only_one
from ucgsim.policies.closed_lists import in_field
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.folder import MATCHUPS, RunFolder, list_of
from ucgsim.simulate.ledger import refuse_foreign
from ucgsim.simulate.matches import Format
from ucgsim.simulate.plain import reading, text, whole
from ucgsim.simulate.plan import FORMAT, First, Plan, Terms, equal_halves, matchup_number
from ucgsim.simulate.run import Run
from ucgsim.simulate.table import plan_run
from ucgsim.studies.check import refuse_matches, refuse_other_question
from ucgsim.studies.decks import given_decks, in_the_field, refuse_repeated, with_all, without_mirror
from ucgsim.studies.duel.answer import DuelResult
from ucgsim.studies.duel.findings import DuelCheck
from ucgsim.studies.duel.question import PlannedRuns, StoredRuns, check_run, files_of_run, read_duel, run_again
from ucgsim.studies.kit.going_on import DeckToPlayOn, GoingOn, against_all
from ucgsim.studies.kit.kinds import FileVerdict, count_of, file_verdict
from ucgsim.studies.kit.ledger import field_verdicts
from ucgsim.studies.kit.question import CHECK, Answer
from ucgsim.studies.kit.run_options import MatchupOptions, RunSettings, takes
from ucgsim.studies.leading import PAIRS_PER_GAME_OF_MATRIX, play_together, read_pairs, shown_to
from ucgsim.studies.looks import UNTIL, in_old_parts, play_matchups, race_of_check, read_race
from ucgsim.studies.matrix.findings import Meetings
from ucgsim.studies.matrix.gauntlet import GauntletResult
from ucgsim.studies.matrix.matches import plan_matches
from ucgsim.studies.matrix.played import FieldShape, PlayedDuels, decks_of, folder_of, prefix_of
from ucgsim.studies.matrix.race import open_matchups, race_of, refuse_race, refuse_unfinished_race
from ucgsim.studies.matrix.result import MatrixResult, place_of, side_page
from ucgsim.studies.weights import GivenField, equal_weights, given_field, keep_field, kept_field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck, DeckLike
    from ucgsim.report.page import Page
    from ucgsim.studies.kit.basis import Key
    from ucgsim.studies.kit.page import ReportJob

A = TypeVar("A", bound=Answer)
BEST = "best"
DEFAULT_GAMES = 2000
"""Games for each two decks."""


@takes(MatchupOptions)
def matrix(
    decks: Sequence[DeckLike],
    *,
    games: int | None = None,
    until: str | None = None,
    match: str = Format.BO1,
    turns: int | None = None,
    field: Path | str | None = None,
    **options: Unpack[MatchupOptions],
) -> MatrixResult:
    """Play every two of several decks; cells have independent chance.

    Args:
        decks: two or more, each as for ``duel``; a folder means its decks.
        games: for each two decks; with ``until`` at most.
        until: "best" sends games to the matchups that decide which deck does best.
        match: "bo3", or "two-deck-bo3" with two decks of each player in a row, plays ``games`` matches instead.
        turns: time is called in this turn of a match; a best of one is then a match too.
        field: a CSV file of the decks and their shares in the field; equal shares without.

    Raises:
        UcgsimError: fewer than two decks, one list given twice, shares that are none, and whatever can't be played.
    """
    settings, out = RunSettings.of(options), options.get("out")
    if until is not None and until != BEST:
        raise UcgsimError(f"until {until!r} is unknown; known is {BEST}")
    if match != Format.BO1 or turns is not None:
        refuse_matches(None if settings.wanted is None else settings.wanted.policy)
        if until is not None:
            raise UcgsimError(f"until {until}: plays games; leave out match and turns")
        many = games or DEFAULT_GAMES
        planned = plan_matches(decks, settings.terms, match=match, turns=turns, games=many, field=field, out=out)
        return settings.answer(planned)
    where = {"out": settings.out, "field": field, "lead_pairs": options["lead_pairs"]}
    if until is not None:
        return settings.answer(plan_race(decks, settings.terms, games=games, **where))
    return settings.answer(plan_matrix(decks, settings.terms, games=games or DEFAULT_GAMES, **where))


@takes(MatchupOptions)
def gauntlet(
    mine: DeckLike,
    rivals: Sequence[DeckLike],
    *,
    games: int = DEFAULT_GAMES,
    field: Path | str | None = None,
    **options: Unpack[MatchupOptions],
) -> GauntletResult:
    """Play one deck against each of its rivals: the games that ``matrix`` plays of its first deck.

    Args:
        mine: the deck: its name, its file, a ``Deck``, or counts by card number.
        rivals: one or more, likewise; a folder means its decks.
        games: against each rival.
        field: a CSV file of decks and their shares, ``mine`` among them or not; equal shares without.

    Raises:
        UcgsimError: no rival, one list given twice, and whatever can't be played.
    """
    settings = RunSettings.of(options)
    where = {"out": settings.out, "field": field, "lead_pairs": options["lead_pairs"]}
    return settings.answer(plan_gauntlet(mine, rivals, settings.terms, games=games, **where))


def plan_matrix(decks: Sequence[DeckLike], terms: Terms, *, games: int, **where: Any) -> Matchups[MatrixResult]:
    """Everything that ``matrix`` checks before it plays; ``where`` as for `plan_matchups`."""
    return plan_matchups(FieldShape.MATRIX, decks, terms, games=games, **where)


def plan_race(decks: Sequence[DeckLike], terms: Terms, *, games: int | None, **where: Any) -> Matchups[MatrixResult]:
    """Plan a race (`matrix.race`): up to ``games`` games of a matchup, as many as are usual where None."""
    planned = plan_matrix(decks, terms, games=2, **where)
    weights = planned.field.weights if planned.field else equal_weights([deck.name for deck in planned.decks])
    slow = any(parse_policy(name).is_slow for name in planned.first.policies)
    race = race_of(games, tuple(weights), slow=slow)
    return planned.raced(race)


def plan_gauntlet(
    mine: DeckLike, rivals: Sequence[DeckLike], terms: Terms, *, games: int, **where: Any
) -> Matchups[GauntletResult]:
    """Everything that ``gauntlet`` checks before it plays; ``where`` as for `plan_matchups`."""
    if isinstance(mine, str | Path) and is_folder(Path(mine)):
        raise UcgsimError(f"{mine}: is a folder; name your one deck first, and then its rivals")
    others = with_all(rivals)
    if not others:
        raise UcgsimError("a gauntlet without a rival; name your deck and then one rival or more")
    return plan_matchups(FieldShape.GAUNTLET, [mine, *others], terms, games=games, **where)


def plan_matchups(
    shape: FieldShape,
    decks: Sequence[DeckLike],
    terms: Terms,
    *,
    games: int,
    out: Path | None = None,
    field: Path | str | None = None,
    lead_pairs: int | None = None,
) -> Matchups[Any]:
    """The games of all matchups, stored in ``out`` if it is named.

    ``field``: a file of the shares of the decks, from which players with closed lists take the other deck to be.
    """
    lists = given_decks(with_all(decks), terms)
    if shape is FieldShape.GAUNTLET and len(lists) > 1:
        lists = (lists[0], *without_mirror(lists[0], lists[1:]))
    if len(lists) < 2:
        raise UcgsimError(f"a {shape.noun} of {len(lists)} deck; name two or more")
    refuse_repeated(lists, "name each list once")
    given = given_field(field, [deck.name for deck in lists])
    terms = in_the_field(terms) if given is None else in_the_field(terms, lists, given.weights)
    runs = {}
    for row, column in shape.keys(len(lists)):
        here = terms.but(matchup=matchup_number(row, column))
        plan, laying = plan_run((lists[row], lists[column]), equal_halves(games), here)
        read_pairs(lead_pairs, plan, PAIRS_PER_GAME_OF_MATRIX)
        runs[row, column] = in_old_parts(Run(plan, laying, folder_of(plan, out)))
    return Matchups(runs, lead_pairs, shape=shape, out=out, field=given)


@dataclass(frozen=True, eq=False, kw_only=True)
class Matchups(PlannedRuns[A]):
    """Matchups that were planned; ``out``: the folder of all of them, ``field``: shares in a file."""

    shape: FieldShape
    out: Path | None = None
    field: GivenField | None = None
    shares: tuple[float, ...] = ()
    """Those of the field in which a check asks for the best deck."""
    answers = Meetings

    def until_known(self) -> Self:
        """The question with looks, after which matchups that are decided play no more."""
        return self.raced(race_of_check(self.each, self.shares))

    @property
    def noun(self) -> str:
        """What is played, and the command that plays it."""
        return self.shape.noun if self.race is None else f"{self.shape.noun}, at most"

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The decks, in the order of their places."""
        return decks_of({key: run.plan for key, run in self.runs.items()})

    def play(self, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> A:
        """Play all matchups, and the pairs that ask what leading is worth."""
        field = self.field
        with nullcontext() if self.out is None else only_one(self.out):
            if self.out is not None:
                field = self._begin(self.out)
            # In a race games go to the matchups that decide, until what is asked is known or all is played.
            rule = partial(open_matchups, policies=self.first.policies)
            totals = play_matchups(self.runs, self.race, rule, jobs=jobs, advance=advance)
        asked, per_game = self.lead_pairs, PAIRS_PER_GAME_OF_MATRIX
        leadings = play_together(totals.runs, asked, per_game, jobs=jobs, advance=shown_to(asked, advance))
        each = zip(self.runs, totals.runs, totals.counts, leadings, strict=True)
        duels = {
            key: DuelResult(run.plan, counts, folder=run.folder, asked=leading) for key, run, counts, leading in each
        }
        play = PlayedDuels(
            shape=self.shape,
            duels=duels,
            folder=self.out,
            played=totals.played,
            seconds=totals.seconds,
            race=self.race,
        )
        answer: A = answer_of(play, field)
        return answer

    def _begin(self, out: Path) -> GivenField | None:
        """Write down which matchups there are and how they are played, or see that the folder holds these very ones."""
        place, noun = out / self.shape, self.shape.noun
        names = {key: run.folder.path.name for key, run in self.runs.items() if run.folder is not None}
        matchups = [{"a": row, "b": column, "folder": name} for (row, column), name in names.items()]
        data = {"format": FORMAT, "matchups": matchups}
        if self.race is None:
            refuse_race(out)
        if not place.is_file():
            refuse_foreign(out, noun)
            write_sealed(place, data)
        elif read_sealed(place, _list_words(self.shape)[0], FORMAT, _list_words(self.shape)[1]) != data:
            raise UcgsimError(f"{out}: holds a {noun} of other decks; name another folder")
        if self.race is not None:
            self.race.keep(out, begun=any(run.folder.holds_run for run in self.runs.values() if run.folder))
        return keep_field(out, self.field, [deck.name for deck in self.decks])


def answer_of(play: PlayedDuels, field: GivenField | None) -> Any:
    """The result of these matchups, in a field that a file names or with equal shares."""
    made = {FieldShape.MATRIX: MatrixResult, FieldShape.GAUNTLET: GauntletResult}[play.shape]
    return made(play, *(field or (None, None)))


def _list_words(shape: FieldShape) -> tuple[str, str]:
    """What the list of matchups is, and how to come by another one."""
    return f"the list of matchups of a {shape.noun}", f"play the {shape.noun} again in another folder"


def shape_of(path: Path) -> FieldShape:
    """Which matchups a folder lists; those of a matrix where it lists none."""
    return FieldShape(list_of(path) or MATCHUPS)


def matchup_folders(path: Path) -> dict[Key, RunFolder]:
    """The runs of the matchups in a folder, row < column.

    Raises UcgsimError where their list or a plan cannot be read, and where they were not played as one.
    """
    folders = listed_folders(path)
    _refuse_mixed(shape_of(path), folders, alike=not (path / UNTIL).is_file())
    return folders


def listed_folders(path: Path) -> dict[Key, RunFolder]:
    """The matchups of a folder, whatever they hold; UcgsimError where their list cannot be read."""
    shape = shape_of(path)
    listed = listed_matchups(path)
    with reading(path / shape, *_list_words(shape)):
        last = len(listed)
        folders = {(whole(m, "a", 0, last), whole(m, "b", 1, last)): _folder(path, m) for m in listed}
        if {*folders} != {*shape.keys(max(column for _, column in folders) + 1)}:
            raise ValueError("matchups are missing")
    return folders


def listed_matchups(path: Path) -> list[Any]:
    """What the list of matchups in a folder holds, each told of by what came from outside."""
    shape = shape_of(path)
    what, again = _list_words(shape)
    data = read_sealed(path / shape, what, FORMAT, again)
    with reading(path / shape, what, again):
        return list(data["matchups"])


def _folder(path: Path, matchup: dict[str, Any]) -> RunFolder:
    name = text(matchup, "folder")
    if Path(name).name != name:
        raise ValueError(f"{name!r} is no folder in it")
    return RunFolder(path / name)


def _refuse_mixed(shape: FieldShape, folders: dict[Key, RunFolder], *, alike: bool) -> None:
    """Raise UcgsimError where the plans of matchups differ in anything but who meets whom, and if not ``alike`` in
    how many games they have.
    """
    plans = {key: folder.plan() for key, folder in folders.items()}
    first, decks = next(iter(plans)), dict[int, dict[str, Any]]()
    expected = _common(plans[first], alike=alike) | {"policies": (plans[first].policies[0],) * 2, "first": First.THROW}
    for key, plan in plans.items():
        differing = [name for name, value in _common(plan, alike=alike).items() if value != expected[name]]
        seats = zip(key, plan.decks, strict=True)
        if any(
            decks.setdefault(place, _deck_as_played(deck, plan)) != _deck_as_played(deck, plan) for place, deck in seats
        ):
            differing.append("decks")
        if plan.matchup != matchup_number(*key):
            differing.append("matchup")
        if differing:
            what = f"differs in {', '.join(differing)} from what the {shape.noun} was played with"
            raise UcgsimError(f"{folders[key].path}: {what}; play it again with `ucgsim {shape.noun}` in a new folder")


def _common(plan: Plan, *, alike: bool) -> dict[str, Any]:
    """What all matchups have in common."""
    names = ("seed", *(["games"] if alike else []), "policies", "rules", "first")
    return {name: getattr(plan, name) for name in names} | {"versions": dict(plan.versions)}


def _deck_as_played(deck: Deck, plan: Plan) -> dict[str, Any]:
    """A deck and how it was played, the same in all matchups."""
    numbers = {number for number, _ in deck.counts}
    marked = [sorted(numbers & set(each)) for each in (plan.blank, plan.edited)]
    return {"name": deck.name, "fingerprint": deck.fingerprint, "marked": marked}


def read_matrix(path: Path, *, check: bool = True) -> MatrixResult:
    """The result of a finished matrix, with the ``check`` that lies there.

    Raises UcgsimError where it is none or a part of it cannot be read.
    """
    if shape_of(path) is not FieldShape.MATRIX:
        raise UcgsimError(f"{path}: holds a gauntlet, where rivals did not meet; name the folder of a matrix")
    result: MatrixResult = read_matchups(path, check=check)
    return result


def read_matchups(path: Path, *, check: bool = True) -> Any:
    """What was played into a folder, with its ``check``. Raises UcgsimError where it is not finished or damaged."""
    duels = {
        key: replace(read_duel(folder, check=False), asks=PAIRS_PER_GAME_OF_MATRIX)
        for key, folder in matchup_folders(path).items()
    }
    play = PlayedDuels(shape=shape_of(path), duels=duels, folder=path, race=read_race(path))
    result = answer_of(play, kept_field(path, play.names))
    if not check or not (path / CHECK / play.shape).is_file():
        return result
    return StoredMatchups.with_check(result, read_matchups(path / CHECK, check=False))


class StoredMatchups(StoredRuns):
    """A folder in which every matchup lies in a folder of its own."""

    shape: ClassVar[FieldShape]

    @property
    def versions(self) -> Mapping[str, Any]:
        """With what the first matchup was played."""
        return next(iter(matchup_folders(self.path).values())).plan().versions

    def answer(self, catalog: Catalog, *, check: bool = True) -> Any:  # noqa: ARG002 - cards are in the plans
        """The finished matchups."""
        return read_matchups(self.path, check=check)

    def question(self, catalog: Catalog) -> Matchups[Any]:
        """The games that are missing."""
        folders = matchup_folders(self.path)
        refuse_unfinished_race(self.path, folders.values())
        runs = {key: run_again(folder, catalog) for key, folder in folders.items()}
        race = read_race(self.path)
        going_on = race if race is not None and race.check else None
        return _Resumed(runs, 0, going_on, shape=self.shape, out=self.path)

    @property
    def folders(self) -> list[RunFolder]:
        """Those of the matchups, whatever they hold."""
        return [*listed_folders(self.path).values()]

    @property
    def runs(self) -> list[RunFolder]:
        """Those of the matchups, in their order."""
        return [*matchup_folders(self.path).values()]

    def going_on(self, catalog: Catalog) -> GoingOn | None:  # noqa: ARG002 - cards are in the plans
        """Every deck against the field, as its page shows it."""
        plans = {key: folder.plan() for key, folder in matchup_folders(self.path).items()}
        decks = decks_of(plans)
        field = kept_field(self.path, [deck.name for deck in decks])
        by_matchup = {prefix_of(plan): plan for plan in plans.values()}
        return GoingOn.of_plan(self.seats(decks, field), next(iter(plans.values())), by_matchup)

    @staticmethod
    def seats(decks: Sequence[Deck], field: GivenField | None) -> list[DeckToPlayOn]:
        """Every deck against all decks, itself included, as a matrix counts them."""
        return [against_all(deck, decks, field.weights if field else ()) for deck in decks]

    @property
    def matchups(self) -> int:
        """How many are listed."""
        return count_of(lambda: len(listed_matchups(self.path)), 1)

    def files(self, catalog: Catalog, *, replay: bool) -> Iterator[FileVerdict]:
        """The list of matchups, how games were shared out, the field, and every file of every matchup."""
        listed = file_verdict(self.path / self.shape, lambda: matchup_folders(self.path))
        yield listed
        if not listed.holds and not file_verdict(self.path, lambda: self.folders).holds:
            return
        if (self.path / UNTIL).is_file():
            yield file_verdict(self.path / UNTIL, lambda: read_race(self.path))
        yield from field_verdicts(self.path)
        for folder in self.folders:
            yield from files_of_run(folder, catalog if replay else None)

    @staticmethod
    def check_question(  # the number of games says how precise it is
        answer: Meetings[PlayedDuels],
        policy: str,
        games: int,
        catalog: Catalog,
        points: object = None,  # noqa: ARG004
    ) -> Matchups[Any]:
        """Every matchup again, stored within the folder of the answer where it has one."""
        out = None if answer.path is None else answer.path / CHECK
        policy = in_field([policy], *(() if answer.weights is None else (answer.decks, answer.weights)))[0]
        runs = {}
        for key, duel in answer.duels.items():
            run = check_run(duel.plan, policy, games, catalog, None)
            runs[key] = in_old_parts(run._replace(folder=folder_of(run.plan, out)))
        shares = tuple(answer.field.weights) if isinstance(answer, MatrixResult) else ()
        return Matchups(runs, 0, shape=answer.play.shape, out=out, shares=shares)

    @staticmethod
    def with_check(answer: Any, second: Any) -> Any:
        """The answer with the other one, in the same field; each of its matchups is checked as well."""
        if answer.duels.keys() != second.duels.keys():
            raise UcgsimError(f"{second.path}: checks matchups of other decks; delete it, and check again")
        duels = {}
        for key, duel in answer.duels.items():
            other = second.duels[key]
            refuse_other_question(duel.plan, other.plan, second.path)
            race = second.play.race
            stops = None if race is None else race.stops(len(answer.duels))
            duels[key] = replace(duel, check=DuelCheck(other.plan, other.findings, len(answer.duels), stops))
        other = replace(second, weights=answer.weights, field_source=answer.field_source)
        return replace(answer, play=replace(answer.play, duels=duels), check=other)


class StoredMatrix(StoredMatchups):
    """The folder of a matrix."""

    shape = FieldShape.MATRIX

    def side(self, deck: str, job: ReportJob) -> tuple[str, Page]:
        """The name of the page of one deck's side, and the page; UcgsimError where no deck is called so."""
        result = read_matrix(self.path, check=job.check)
        place = place_of(result.decks, deck, self.path)
        return side_page(result.names[place]), result.side(place, job)

    @property
    def rivals(self) -> int:
        """Of n decks there are n (n - 1) / 2 matchups, and each of them is in n - 1."""
        return (math.isqrt(8 * self.matchups + 1) - 1) // 2


class StoredGauntlet(StoredMatchups):
    """The folder of a gauntlet."""

    shape = FieldShape.GAUNTLET

    @staticmethod
    def seats(decks: Sequence[Deck], field: GivenField | None) -> list[DeckToPlayOn]:
        """The deck against its rivals together, and against each of them."""
        mine, *rivals = decks
        together = against_all(mine, decks, field.weights) if field else against_all(mine, rivals)
        each = [against_all(mine, (rival,)) for rival in rivals]
        return [together, *each] if len(rivals) > 1 else each


class _Resumed(Matchups[A]):
    """Matchups that go on by themselves: list, race and field stay as they are."""

    def _begin(self, out: Path) -> GivenField | None:  # noqa: ARG002 - as the one that goes on
        return None
