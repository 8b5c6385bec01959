"""A run as far as it is: its answer while games are played, as the plain values of ``--json``."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.decks.reading import read_deck
from ucgsim.errors import NotFinishedError, UcgsimError
from ucgsim.files.reading import parse_json
from ucgsim.play.replay import is_same
from ucgsim.remarks import heard_by
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.plan import First
from ucgsim.studies.duel.replays import closest, first_won
from ucgsim.studies.kit.kinds import kind_of, stored
from ucgsim.studies.kit.run import so_far

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.studies.kit.kinds import Stored
    from ucgsim.studio.jobs import Job

LIST = "deck.txt"
"""The list that a search for better cards ended with."""
SOON = "Playing; the first numbers come with the first whole part."
READY = "The game is being made ready; the first time it is compiled, which takes a minute."
WANTED = "gauntlet, compare or improve"


@dataclass(frozen=True, slots=True)
class RunView:
    """What a run says by now: a sentence, plain values, what they rest on; ``why`` where it says nothing yet.

    ``kind``: the question that the values answer, which is another one while a first command plays for a second;
    ``printed``: what a former studio saved as text.
    """

    kind: str = ""
    answer: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    basis: str = ""
    why: str = ""
    printed: str = ""
    is_finished: bool = False


def seen(job: Job, catalog: Catalog) -> RunView:
    """What there is of a run by now."""
    if job.said:
        try:
            return RunView(job.kind, values=parse_json(job.said, job.kind, "an answer"))
        except UcgsimError:
            return RunView(printed=job.said)
    return _in(job.folder, catalog)


def _in(folder: Path, catalog: Catalog) -> RunView:
    if not folder.is_dir() or kind_of(folder) is None:
        return RunView(why=READY)
    try:
        with heard_by(lambda _: None), so_far(folder) as source:
            is_finished = source == folder
            answer = _as_counted(_answer(stored(source, WANTED), catalog))
            parts = answer.parts()
            words = " ".join(block for block in parts.first if isinstance(block, str))
            foot = "" if parts.foot is None else str(parts.foot)
            return RunView(kind_of(folder) or "", words, answer.to_json(), foot, is_finished=is_finished)
    except UcgsimError as error:
        return RunView(why=SOON if isinstance(error, NotFinishedError) else str(error))


def matchups(folder: Path, catalog: Catalog) -> list[dict[str, Any]]:
    """The games that a run stores, by matchup: decks, policies and seed, and two that are worth a look.

    None where only counts are stored, or the folder is gone.
    """
    if not folder.is_dir():
        return []
    folders = [folder] if kind_of(folder) == "duel" else sorted(each for each in folder.iterdir() if each.is_dir())
    return [_matchup(RunFolder(each), catalog) for each in folders if kind_of(each) == "duel"]


def _matchup(run: RunFolder, catalog: Catalog) -> dict[str, Any]:
    plan = run.plan()
    return {
        "decks": [{"name": deck.name, "counts": dict(deck.counts)} for deck in plan.decks],
        "policies": list(plan.policies),
        "labels": list(plan.labels),
        "rules": str(plan.rules),
        "seed": plan.seed,
        "matchup": plan.matchup,
        "games": plan.games,
        "closest": closest(run, plan),
        "lost": first_won(run, plan, "b"),
        "playable": plan.rules == DEFAULT_RULES
        and plan.redraw_procedure is Procedure.OFFICIAL
        and plan.first is First.THROW
        and is_same(plan, catalog),
    }


def better_deck(folder: Path, catalog: Catalog) -> dict[str, Any] | None:
    """The deck that a search for better cards ended with; None where there is none."""
    if not (folder / LIST).is_file():
        return None
    deck = read_deck(folder / LIST, catalog)
    return {"name": deck.name, "counts": dict(deck.counts)}


def _as_counted(answer: Any) -> Any:
    """The answer without the pairs that measure what leading is worth: a server plays nothing while it answers."""
    if hasattr(answer, "duels"):
        duels = {key: replace(duel, asks=None) for key, duel in answer.duels.items()}
        return replace(answer, play=replace(answer.play, duels=duels))
    return replace(answer, asks=None) if hasattr(answer, "asks") else answer


def _answer(here: Stored, catalog: Catalog) -> Any:
    """The answer with its check, or without while the check is played."""
    try:
        return here.answer(catalog)
    except UcgsimError:
        return here.answer(catalog, check=False)
