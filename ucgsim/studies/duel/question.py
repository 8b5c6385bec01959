"""Two decks, many games: what is asked, how it is played, and how it is read from a folder."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.simulate.counts import Counts, count
from ucgsim.simulate.folder import DONE, PLAN, RunFolder, Voucher
from ucgsim.simulate.ledger import PARTS
from ucgsim.simulate.plan import First, Plan, Terms, equal_halves
from ucgsim.simulate.run import Dealt, Run, count_folder, dealt_of
from ucgsim.simulate.table import Table, plan_again, plan_run
from ucgsim.studies.check import refuse_other_question, seed_of_check
from ucgsim.studies.decks import given_decks
from ucgsim.studies.duel.answer import DuelResult
from ucgsim.studies.duel.findings import DuelCheck, Findings
from ucgsim.studies.forecast import GamesPlan, forecast_of_runs
from ucgsim.studies.kit.basis import reach_of_rate
from ucgsim.studies.kit.going_on import GoingOn, against_all
from ucgsim.studies.kit.kinds import FileVerdict, Stored, count_of, file_verdict, kind_of
from ucgsim.studies.kit.question import CHECK, Answer, Question
from ucgsim.studies.kit.run_options import MatchupOptions, RunSettings, takes
from ucgsim.studies.leading import LEAD, PAIRS_PER_GAME, play_leading, read_leading, read_pairs, shown_to
from ucgsim.studies.looks import UNTIL, Race, in_old_parts, in_race, is_stored, play_matchups, race_of_check, read_race

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import DeckLike
    from ucgsim.stats.sequential import Stops
    from ucgsim.studies.kit.basis import Key

A = TypeVar("A", bound=Answer)
DEFAULT_GAMES = 10_000
SAMPLE = 10
"""Games of each part that are played again where somebody wants to know whether they are the same."""


@takes(MatchupOptions, lead_pairs=None)
def duel(
    deck_a: DeckLike,
    deck_b: DeckLike,
    *,
    games: int = DEFAULT_GAMES,
    policy_b: str | None = None,
    first: First | str = First.THROW,
    matchup: int = 0,
    **options: Unpack[MatchupOptions],
) -> DuelResult:
    """Play two decks against each other.

    Args:
        deck_a: the deck of side a: its name, its file, a ``Deck``, or counts by card number.
        deck_b: the deck of side b, likewise.
        games: how many; an odd number goes up by one, for both sides win the throw equally often.
        policy_b: who decides for side b; as side a does where None.
        first: who leads the first turn (CR 4.2.2): "throw" for whom its winner chooses, or always "a" or "b".
        matchup: tells the matchups of one seed apart.

    Raises:
        UcgsimError: whatever can't be played.
    """
    settings = RunSettings.of(options, policy_b=policy_b, first=first, matchup=matchup)
    question = plan_duel(
        deck_a, deck_b, settings.terms, games=games, out=settings.out, lead_pairs=options["lead_pairs"]
    )
    return settings.answer(question)


def plan_duel(
    deck_a: DeckLike,
    deck_b: DeckLike,
    terms: Terms,
    *,
    games: int,
    out: Path | None = None,
    lead_pairs: int | None = None,
) -> DuelQuestion:
    """Everything that ``duel`` checks before it plays."""
    a, b = given_decks((deck_a, deck_b), terms)
    plan, laying = plan_run((a, b), equal_halves(games, terms.first), terms)
    read_pairs(lead_pairs, plan)
    run = Run(plan, laying, RunFolder(out) if out is not None else None)
    return DuelQuestion({(0, 1): in_old_parts(run)}, lead_pairs)


@dataclass(frozen=True, eq=False)
class PlannedRuns(Question[A]):
    """Matchups that were planned, by the places of their decks, with the pairs of games that say what leading is worth.

    ``lead_pairs``: pairs of each matchup, as many as are usual where None.
    """

    runs: dict[Key, Run]
    lead_pairs: int | None = None
    race: Race | None = None
    """How they are looked at, where they end when it is known what is asked."""

    @property
    def is_stored(self) -> bool:
        """Whether the games of all matchups are; pairs that are asked for may not be."""
        return not self.lead_pairs and all(is_stored(run, self.race) for run in self.runs.values())

    def raced(self, race: Race | None) -> Self:
        """The question with looks, after which matchups that are decided play no more."""
        return (
            self
            if race is None
            else replace(self, runs={key: in_race(run, race) for key, run in self.runs.items()}, race=race)
        )

    @property
    def first(self) -> Plan:
        """The plan of the first matchup; the others differ in decks and matchup alone."""
        return next(iter(self.runs.values())).plan

    @property
    def each(self) -> int:
        """Games of each matchup; of a race at most."""
        return self.first.games

    @property
    def matchups(self) -> int:
        """How many there are."""
        return len(self.runs)

    @property
    def total(self) -> int:
        """Games of all matchups with those of pairs that are asked for."""
        return (self.each + 2 * (self.lead_pairs or 0)) * self.matchups

    @property
    def dealt(self) -> list[Dealt]:
        """The tables that are played on."""
        return [dealt_of(run) for run in self.runs.values()]

    def forecast(self, jobs: int, precisions: Sequence[float]) -> GamesPlan:
        """How many games each precision takes, and how long."""
        return forecast_of_runs([*self.runs.values()], jobs, precisions, reach=reach_of_rate(self.first.policies))


@dataclass(frozen=True, eq=False)
class DuelQuestion(PlannedRuns[DuelResult]):
    """A duel that was planned: one matchup."""

    answers = DuelResult
    noun = "duel"

    @property
    def run(self) -> Run:
        """What plays it."""
        return self.runs[0, 1]

    def until_known(self) -> DuelQuestion:
        """The question with looks, after which it ends once it is clear which side is better."""
        return self.raced(race_of_check(self.each))

    def play(self, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> DuelResult:
        """Play the games, and then the pairs."""
        folder, race, asked = self.run.folder, self.race, self.lead_pairs
        with nullcontext() if folder is None else only_one(folder.lock_place):
            if folder is not None and race is not None:
                begun = folder.holds_run and games_stored(folder) > 0
                if not folder.holds_run:
                    folder.begin(self.first)
                race.keep(folder.path, begun=begun)
            (run,), (counts,), played, seconds = play_matchups(
                self.runs, race, Race.sides_open, jobs=jobs, advance=advance
            )
        leading = play_leading(run, asked, jobs=jobs, advance=shown_to(asked, advance))
        return DuelResult(run.plan, counts, played, seconds, folder, asked=leading, race=race)


def check_run(plan: Plan, policy: str, games: int, catalog: Catalog, folder: Path | None) -> Run:
    """The run that asks again what ``plan`` asked, both sides played by ``policy``."""
    terms = Terms.of_plan(plan, catalog).but(policies=(policy, policy), seed=seed_of_check(plan.seed))
    other, laying = plan_run(plan.decks, games, terms)
    return in_old_parts(Run(other, laying, None if folder is None else RunFolder(folder)))


def read_duel(folder: RunFolder, plan: Plan | None = None, *, check: bool = True) -> DuelResult:
    """The result of a finished run, with the ``check`` that lies there.

    Raises UcgsimError where it is none, or a part of it cannot be read.
    """
    counts = count_folder(folder)
    plan = plan or folder.plan()
    result = DuelResult(plan, counts, folder=folder, asked=read_leading(folder, plan), asks=PAIRS_PER_GAME)
    return with_stored_check(result, RunFolder(folder.path / CHECK)) if check else result


def with_stored_check(
    result: DuelResult, stored: RunFolder, *, together: int = 1, stops: Stops | None = None
) -> DuelResult:
    """The result with the check in a folder, if there is one; ``together`` and ``stops`` as for ``DuelCheck``.

    Raises UcgsimError where it cannot be read, is not finished, or checks something else.
    """
    if not stored.holds_run:
        return result
    other = stored.plan()
    refuse_other_question(result.plan, other, stored.path)
    race = read_race(stored.path)
    own = race.stops(1) if stops is None and race is not None else stops
    return replace(result, check=DuelCheck(other, Findings(count_folder(stored)), together, own))


class StoredRuns(Stored):
    """A folder of games: of one matchup, or of several that lie in folders of their own."""

    @property
    @abstractmethod
    def folders(self) -> list[RunFolder]:
        """Those of the matchups, whatever they hold; UcgsimError where their list cannot be read."""

    def again(self, catalog: Catalog) -> Answer:
        """The answer without a check."""
        return self.answer(catalog, check=False)

    def games(self, catalog: Catalog) -> int:  # noqa: ARG002 - cards are in the plans
        """Games in parts that are as they were written."""
        return sum(map(games_stored, self.folders))

    @property
    def within(self) -> list[Path]:
        """The check, and the pairs that ask what leading is worth."""
        folders = self.folders if file_verdict(self.path, lambda: self.folders).holds else []
        leads = [folder.path / LEAD for folder in folders]
        return [*super().within, *(place for place in leads if kind_of(place) == "lead")]

    @property
    def parts(self) -> int:
        """Parts of all matchups."""
        return count_of(lambda: sum(folder.plan().shards for folder in self.folders), 0)


class StoredDuel(StoredRuns):
    """The folder of a duel."""

    @property
    def folder(self) -> RunFolder:
        """The run in it."""
        return RunFolder(self.path)

    @property
    def folders(self) -> list[RunFolder]:
        """That of the one matchup."""
        return [self.folder]

    @property
    def versions(self) -> Mapping[str, Any]:
        """With what it was played."""
        return self.folder.plan().versions

    def answer(self, catalog: Catalog, *, check: bool = True) -> DuelResult:  # noqa: ARG002 - cards are in the plan
        """The finished duel."""
        return read_duel(self.folder, check=check)

    def going_on(self, catalog: Catalog) -> GoingOn:  # noqa: ARG002 - cards are in the plan
        """Its matchup from either side."""
        plan = self.folder.plan()
        a, b = plan.decks
        return GoingOn.of_plan((against_all(a, (b,)), against_all(b, (a,))), plan, {"": plan})

    def question(self, catalog: Catalog) -> DuelQuestion:
        """The games that are missing; pairs that were asked for lie in a folder of their own."""
        return DuelQuestion({(0, 1): run_again(self.folder, catalog)}, 0, read_race(self.path))

    @staticmethod
    def check_question(  # the number of games says how precise it is
        answer: DuelResult,
        policy: str,
        games: int,
        catalog: Catalog,
        points: object = None,  # noqa: ARG004
    ) -> DuelQuestion:
        """The decks played again, stored within the folder of the answer where it has one."""
        place = None if answer.path is None else answer.path / CHECK
        return DuelQuestion({(0, 1): check_run(answer.plan, policy, games, catalog, place)}, 0)

    @staticmethod
    def with_check(answer: DuelResult, second: DuelResult) -> DuelResult:
        """The answer with the games that check it."""
        stops = None if second.race is None else second.race.stops(1)
        return replace(answer, check=DuelCheck(second.plan, second.findings, stops=stops))

    def files(self, catalog: Catalog, *, replay: bool) -> Iterator[FileVerdict]:
        """Every file of the run."""
        if (self.path / UNTIL).is_file():
            yield file_verdict(self.path / UNTIL, lambda: read_race(self.path))
        yield from files_of_run(self.folder, catalog if replay else None)


def run_again(folder: RunFolder, catalog: Catalog) -> Run:
    """What plays the games of a folder; UcgsimError where cards, effects or policies are others now."""
    plan = folder.plan()
    folder.refuse_changed_plan(plan)
    return Run(plan, plan_again(folder.path, plan, catalog), folder)


def games_stored(folder: RunFolder) -> int:
    """Games in parts that are as they were written."""
    return sum(voucher.rows for voucher in folder.sound(folder.plan()).values())


def files_of_run(folder: RunFolder, catalog: Catalog | None) -> Iterator[FileVerdict]:
    """Whether each file of a run is as it was written; with a ``catalog`` some games are played again."""
    whole = file_verdict(folder.path / PLAN, folder.plan)
    yield whole
    if not whole.holds:
        return
    plan = folder.plan()
    table = None if catalog is None else plan_again(folder.path, plan, catalog).table
    vouchers = folder.legible(plan)
    for number in range(plan.shards):
        yield file_verdict(folder.part(number), partial(_look_at, folder, plan, number, vouchers.get(number), table))
    yield file_verdict(folder.path / PARTS, lambda: folder.vouchers(plan))
    yield file_verdict(folder.path / DONE, folder.refuse_unfinished)


def _look_at(folder: RunFolder, plan: Plan, number: int, voucher: Voucher | None, table: Table | None) -> None:
    """Raise UcgsimError where a part is not as it was written, or its games are other ones than are played."""
    from ucgsim.simulate.frames import play_span, played_of  # noqa: PLC0415 - tables load slowly

    frame = folder.read(plan, number, voucher)
    counts = None if voucher is None else Counts.of_text(voucher.counts)
    if counts is not None and not counts.same_as(count(played_of(frame))):
        text = (
            f"part {number} counts other games than it holds; delete its line, and `ucgsim run repair` plays it again"
        )
        raise UcgsimError(f"{folder.path / PARTS}: {text}")
    if table is None:
        return
    games = plan.games_of(number)
    first = Random(number).randrange(max(len(games) - SAMPLE, 0) + 1)
    again = play_span(plan, table, games[first : first + SAMPLE])
    if not again.equals(frame.slice(first, again.height)):
        text = f"holds other games than are played from {games.start + first} on"
        raise UcgsimError(f"{folder.part(number)}: {text}; delete it, and `ucgsim run repair` plays it again")
