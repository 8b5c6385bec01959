"""The deck of a saved run whose cards are weighed or replaced, in all its matchups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.report.table import Column
from ucgsim.safe_text import place_word
from ucgsim.simulate.columns import SIDES
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.plan import marks_json
from ucgsim.simulate.run import Dealt
from ucgsim.simulate.table import Marks, marks_of, plan_again
from ucgsim.studies.check import sides_words
from ucgsim.studies.decks import card_remarks
from ucgsim.studies.forecast import GamesPlan, PlannedWork, named, speed_of
from ucgsim.studies.kit.kinds import KINDS, kind_of, no_run
from ucgsim.studies.weights import FIELD

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.plan import Plan
    from ucgsim.simulate.table import Table

_WANTED = "`ucgsim duel` or `ucgsim matrix`"


@dataclass(frozen=True, eq=False)
class Subject:
    """A finished matchup, and what plays its games again."""

    plan: Plan
    table: Table


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
        a, b = self.plan.policies
        return (b, a) if self.sides[0] else (a, b)

    @property
    def labels(self) -> tuple[str, str]:
        """Policies of the deck and of its opponents, with their versions."""
        a, b = self.plan.labels
        return (b, a) if self.sides[0] else (a, b)

    @property
    def games(self) -> int:
        """Games of all matchups."""
        return sum(subject.plan.games for subject in self.subjects)

    @property
    def marks(self) -> Marks:
        """Cards that were played otherwise than they say."""
        return marks_of(subject.plan for subject in self.subjects)

    @property
    def terms_words(self) -> str:
        """Policies, rules and seed."""
        return f"{sides_words(self.labels)}, {self.plan.by}, seed {self.plan.seed}"

    @property
    def decks_json(self) -> dict[str, Any]:
        """Who plays, as plain values."""
        own, *others = ({"name": deck.name, "fingerprint": deck.fingerprint} for deck in (self.deck, *self.opponents))
        return {"deck": own, "opponents": others}

    @property
    def play_json(self) -> dict[str, Any]:
        """Who decides, and what is played otherwise than cards say."""
        own, other = self.labels
        return {"policies": {"own": own, "other": other}, **marks_json(*self.marks)}

    @property
    def policy_columns(self) -> tuple[Column[Any], Column[Any]]:
        """The columns of records that say who decides."""
        own, other = self.labels
        return (
            Column("policy_own", lambda _: own, None, "who decided for the deck", str, json=False),
            Column("policy_other", lambda _: other, None, "who decided for its opponents", str, json=False),
        )

    @property
    def notes(self) -> list[str]:
        """What a reader may take otherwise."""
        is_weighed = (self.run / FIELD).is_file()
        field = [f"all opponents count alike here, whatever their shares in {FIELD}"] if is_weighed else []
        return [*field, *card_remarks(*self.marks)]

    def games_plan(self, asked: PlannedWork, jobs: int, precisions: Iterable[float]) -> GamesPlan:
        """What it takes to know what is asked of this deck."""
        dealt = [Dealt(each.table, each.plan.seed, each.plan.matchup) for each in self.subjects]
        opponents = [deck.name for deck in self.opponents]
        head, decks = f"{self.deck.name} against {named(opponents)}", (self.deck.name, *opponents)
        return GamesPlan(head, decks, self.labels, speed_of(dealt, jobs), asked, tuple(precisions))

    @property
    def command(self) -> list[str]:
        """The words of the command that weighs its cards."""
        return ["ucgsim", "worth", place_word(self.run), *self.option]


def read_watched(run: Path, catalog: Catalog, *, side: str | None = None, deck: str | None = None) -> Watched:
    """The deck of a finished run or matrix whose cards are to be watched.

    Of a duel, the deck on ``side`` "a" (when nothing is said) or "b", or the one called ``deck``; of a matrix the one
    called ``deck``, in all its matchups; of a gauntlet its own deck where nothing is said. Raises UcgsimError where
    there is no such run or deck, or it was played with other cards, effects or policies.
    """
    if side is not None and deck is not None:
        raise UcgsimError(f"side {side} and deck {deck}: name the one or the other")
    held = kind_of(run)
    if held not in ("matrix", "gauntlet"):
        subject = read_subject(run, catalog)
        names = [each.name for each in subject.plan.decks]
        place = SIDES.index(side or "a") if deck is None else names.index(_named(deck, names, run))
        return Watched(run, (subject,), (place,), ("--side", SIDES[place]))
    played = {folder.path: [each.name for each in folder.plan().decks] for folder in KINDS[held].of(run).runs}
    if deck is None and held == "gauntlet":
        deck = next(iter(played.values()))[0]
    name = _named(deck, [each for names in played.values() for each in names], run)
    sides = {path: names.index(name) for path, names in played.items() if name in names}
    return Watched(run, tuple(read_subject(path, catalog) for path in sides), tuple(sides.values()), ("--deck", name))


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
    held = kind_of(run)
    if held == "matches":
        text = "holds matches, of which only the counts are saved and no games"
        raise UcgsimError(f"{run}: {text}; name a folder that {_WANTED} wrote with --out")
    if held != "duel":
        raise no_run(run, _WANTED)
    folder = RunFolder(run)
    plan = folder.plan()
    folder.refuse_unfinished()
    return Subject(plan, plan_again(run, plan, catalog).table)
