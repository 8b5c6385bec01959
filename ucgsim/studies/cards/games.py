"""The games of a finished run, to be played again while its cards are watched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.simulate.columns import SIDES
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.impact import watch
from ucgsim.simulate.plan import refuse_differing
from ucgsim.simulate.table import make_plan
from ucgsim.simulate.terms import Terms
from ucgsim.studies.folders import LISTED, Holding, holding, no_run
from ucgsim.studies.matrix.matchups import matchup_folders
from ucgsim.studies.weights import FIELD

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.impact import Subject
    from ucgsim.simulate.plan import Plan
    from ucgsim.simulate.table import Table

_WANTED = "`ucgsim duel` or `ucgsim matrix`"


@dataclass(frozen=True, eq=False)
class Watched:
    """One deck of a run or a matrix: ``subjects`` are all its matchups, ``sides`` 0 or 1 is where it sits in each."""

    run: Path
    subjects: tuple[Subject, ...]
    sides: tuple[int, ...]
    option: tuple[str, str]
    """How a command names the deck."""

    @property
    def plan(self) -> Plan:
        """The plan of the first matchup; all have the same rules, seed, policies and number of games."""
        return self.subjects[0].plan

    @property
    def deck(self) -> Deck:
        """The deck whose cards are watched."""
        return self.plan.decks[self.sides[0]]

    @property
    def opponents(self) -> tuple[Deck, ...]:
        """The deck on the other side of each matchup."""
        return tuple(subject.plan.decks[1 - side] for subject, side in zip(self.subjects, self.sides, strict=True))

    @property
    def policies(self) -> tuple[str, str]:
        """Policies of the deck and of its opponents, as they are named."""
        own, other = (self.plan.policies[side] for side in (self.sides[0], 1 - self.sides[0]))
        return own, other

    @property
    def labels(self) -> tuple[str, str]:
        """Policies of the deck and of its opponents, with their versions."""
        own, other = (self.plan.labels[side] for side in (self.sides[0], 1 - self.sides[0]))
        return own, other

    @property
    def games(self) -> int:
        """Games of all matchups."""
        return sum(subject.plan.games for subject in self.subjects)

    @property
    def blank(self) -> list[str]:
        """Cards that were played without their text."""
        return sorted({number for subject in self.subjects for number in subject.plan.blank})

    @property
    def edited(self) -> list[str]:
        """Cards that were played with an effect edited by hand."""
        return sorted({number for subject in self.subjects for number in subject.plan.edited})

    @property
    def remarks(self) -> list[str]:
        """What a reader may take otherwise."""
        is_weighed = (self.run / FIELD).is_file()
        return [f"all opponents count alike here, whatever their shares in {FIELD}"] if is_weighed else []

    @property
    def command(self) -> list[str]:
        """The words of the command that watches this."""
        return ["ucgsim", "cards-impact", str(self.run), *self.option]


def read_watched(run: Path, catalog: Catalog, *, side: str | None = None, deck: str | None = None) -> Watched:
    """The deck of a finished run or matrix whose cards are to be watched.

    Of a duel, the deck on ``side`` "a" (when nothing is said) or "b", or the one called ``deck``; of a matrix the one
    called ``deck``, in all its matchups; of a gauntlet its own deck where nothing is said. Raises UcgsimError where
    there is no such run or deck, or it was played with other cards, effects or policies.
    """
    if side is not None and deck is not None:
        raise UcgsimError(f"side {side} and deck {deck}: name the one or the other")
    if holding(run) not in LISTED:
        subject = read_subject(run, catalog)
        place = _side_of(subject.plan, deck, run) if deck is not None else SIDES.index(side or "a")
        return Watched(run, (subject,), (place,), ("--side", SIDES[place]))
    plans = {folder: folder.plan() for folder in matchup_folders(run).values()}
    if deck is None and holding(run) is Holding.GAUNTLET:
        deck = next(iter(plans.values())).decks[0].name
    name = _named(deck, [each.name for plan in plans.values() for each in plan.decks], run)
    seats = {
        folder: [each.name for each in plan.decks].index(name)
        for folder, plan in plans.items()
        if name in {each.name for each in plan.decks}
    }
    subjects = tuple(read_subject(folder.path, catalog) for folder in seats)
    return Watched(run, subjects, tuple(seats.values()), ("--deck", name))


def _side_of(plan: Plan, deck: str, run: Path) -> int:
    names = [each.name for each in plan.decks]
    return names.index(_named(deck, names, run))


def _named(deck: str | None, names: Sequence[str], run: Path) -> str:
    """The name among ``names`` that is meant, whatever the case of its letters."""
    known = list(dict.fromkeys(names))
    if deck is None:
        raise UcgsimError(f"{run}: is a matrix; say whose cards with --deck and one of {', '.join(known)}")
    matching = [name for name in known if name == deck] or [name for name in known if name.lower() == deck.lower()]
    if len(matching) != 1:
        raise UcgsimError(f"{run}: no deck {deck!r} was played; there are {', '.join(known)}")
    return matching[0]


def read_subject(run: Path, catalog: Catalog) -> Subject:
    """The games of the finished run of a duel, to be played again.

    Raises UcgsimError where there is no such run, or it was played with other cards, effects or policies.
    """
    held = holding(run)
    if held is Holding.MATCHES:
        text = "holds matches, of which only the counts are kept and no games"
        raise UcgsimError(f"{run}: {text}; name a folder that {_WANTED} wrote with --out")
    if held is not Holding.DUEL:
        raise no_run(run, _WANTED)
    folder = RunFolder(run)
    plan = folder.plan()
    folder.refuse_unfinished()
    return watch(plan, plan_again(run, plan, catalog))


def plan_again(run: Path, plan: Plan, catalog: Catalog) -> Table:
    """What plays the games of a plan again; UcgsimError where it was made with other cards, effects or policies."""
    now, table = make_plan(plan.decks, plan.games, Terms.of_plan(plan, catalog), shard=plan.shard)
    refuse_differing(run, plan.differences(now))
    return table
