"""One question asked under several policies, each on all sides: planned, played, kept, and read from a folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.arguments import checked
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.errors import UcgsimError
from ucgsim.files.lock import LOCK, only_one
from ucgsim.files.sealed import read_sealed, write_sealed
from ucgsim.files.writing import UNFINISHED
from ucgsim.policies.own_file import own_file
from ucgsim.policies.spec import given_policy, parse_policy, policy_names
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.values import reading, text
from ucgsim.studies.compare.question import kept_folder, read_compare
from ucgsim.studies.duel.study import read_duel
from ucgsim.studies.folders import PLAYS, Holding, holding
from ucgsim.studies.gauntlet.study import read_gauntlet
from ucgsim.studies.matrix.games import read_matrix
from ucgsim.studies.matrix.matchups import matchup_folders
from ucgsim.studies.plays.result import PlaysResult

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.studies.plays.views import Answer

PLAYS_FORMAT = 1
"""Rises whenever the list of policies changes its meaning."""
_LIST, _ANEW = "the list of policies of a question", "ask the question anew in another folder"
LONGEST = 40
"""Letters of the name of a folder."""


def read_policies(listed: str | Sequence[str]) -> list[str]:
    """Policies as a user lists them, ``greedy,search:16,with=planner``; a part that names none goes with the last.

    Raises UcgsimError for fewer than two, for one that is unknown, and for one that is named twice.
    """
    parts = _split(listed) if isinstance(listed, str) else list(listed)
    names = [parse_policy(given_policy(part)).name for part in parts]
    if len(names) < 2:
        raise UcgsimError(f"policies {','.join(parts)!r}: name two or more, such as planner,search:16,with=planner")
    for name in names:
        if names.count(name) > 1:
            raise UcgsimError(f"policies {','.join(parts)!r}: {name} is named twice; name each once")
    return names


def _split(listed: str) -> list[str]:
    """The parts of a list of policies: numbers of one may have commas of their own."""
    result: list[str] = []
    for part in listed.split(","):
        name = part.strip().partition(":")[0]
        begins = name in policy_names() or ".py" in part or not re.fullmatch(r"\s*\w+(=.*)?\s*", part)
        if result and not begins and (":" in result[-1] or "=" in part):
            result[-1] += f",{part}"
        else:
            result.append(part)
    return result


@checked
def under_policies(
    question: Callable[..., Answer],
    policies: str | Sequence[str],
    /,
    *asked: Any,
    games: int | None = None,
    slow_games: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    play_blank: Collection[str] = (),
    out: Path | str | None = None,
    catalog: Catalog | None = None,
    progress: bool | None = None,
) -> PlaysResult:
    """Ask a question once under each of several policies, which then plays all sides, on the same chance.

    Args:
        question: ``duel``, ``matrix``, ``gauntlet`` or ``compare``; what it takes beyond the options here goes into it
            before: ``partial(ucgsim.matrix, field="weights.csv")``.
        policies: two or more: a list, or a text such as "planner,search:16,with=planner".
        asked: the decks, as the question takes them.
        games: as the question has them; its own number where None.
        slow_games: of a policy that searches or is of the user's own; as many as ``games`` where None.
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        out: a folder to keep each in a folder of its own, with a page.
        catalog: the cards, where it is not the imported or the shipped one.
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.

    Raises:
        UcgsimError: fewer than two policies, a policy in the question already, and as the question does.
    """
    names = read_policies(policies)
    taken = getattr(question, "keywords", {})
    for name in ("policy", "policy_b", "check"):
        if name in taken:
            raise UcgsimError(f"{name}={taken[name]!r}: every one of the policies plays all sides; leave it out")
    options: dict[str, Any] = {"seed": seed, "jobs": jobs, "rules": rules, "redraw_procedure": redraw_procedure}
    options |= {"play_blank": play_blank, "catalog": catalog, "progress": progress}

    def ask(name: str, place: Path | None) -> Answer:
        number = slow_games if slow_games is not None and parse_policy(name).is_slow else games
        given = {} if number is None else {"games": number}
        return question(*asked, policy=name, out=place, **given, **options)

    return ask_each(names, ask, None if out is None else Path(out))


def ask_each(names: Sequence[str], ask: Callable[[str, Path | None], Answer], out: Path | None) -> PlaysResult:
    """Ask under each of the policies ``names``; with ``out`` the answers are kept there, and a page of them.

    ``ask(name, folder)`` asks under one. UcgsimError where the folder holds something else.
    """
    if out is None:
        return PlaysResult(tuple(ask(name, None) for name in names))
    places = _folders(names)
    with only_one(out):
        _begin(out, names, places)
    result = PlaysResult(tuple(ask(name, out / place) for name, place in zip(names, places, strict=True)))
    write_page(result, out)
    return result


def games_begun(place: Path) -> int | None:
    """Games of each matchup, or of each build against an opponent, that were begun in a folder; None without any."""
    match holding(place):
        case Holding.DUEL:
            return RunFolder(place).plan().games
        case Holding.MATRIX | Holding.GAUNTLET:
            return next(iter(matchup_folders(place).values())).plan().games
        case Holding.COMPARE:
            plan = kept_folder(place).read()[0]
            return int(plan["games"]) // len(plan["opponents"])
    return None


def write_page(result: PlaysResult, out: Path) -> None:
    """Write the page of a question under several policies, with what lies beside it."""
    from ucgsim.report.staging import staging  # noqa: PLC0415
    from ucgsim.studies.plays.page import write_plays  # noqa: PLC0415 - loads matplotlib

    with staging() as stage:
        write_plays(result, stage.of(out))


def _folders(names: Sequence[str]) -> list[str]:
    """A folder for each policy, told apart by number where their names are alike."""
    result: list[str] = []
    for number, name in enumerate(names, start=1):
        own = own_file(name)
        plain = re.sub(r"[^a-z0-9]+", "-", (own.option if own else name).lower()).strip("-")[:LONGEST]
        result.append(f"{number}-{plain}")
    return result


def _begin(out: Path, names: Sequence[str], places: Sequence[str]) -> None:
    """Write down who plays where, or see that the folder holds that very list."""
    plays = [{"policy": name, "folder": place} for name, place in zip(names, places, strict=True)]
    data = {"format": PLAYS_FORMAT, "policies": plays}
    if (out / PLAYS).is_file():
        if read_sealed(out / PLAYS, _LIST, PLAYS_FORMAT, _ANEW) != data:
            raise UcgsimError(f"{out}: holds a question under other policies; name another folder")
        return
    entries = sorted(entry.name for entry in out.iterdir()) if out.is_dir() else []
    for foreign in (name for name in entries if name != LOCK and not name.endswith(UNFINISHED)):
        what = f"holds {foreign} but no question under several policies"
        raise UcgsimError(f"{out}: {what}; name a new or an empty folder")
    write_sealed(out / PLAYS, data)


def play_folders(path: Path) -> list[Path]:
    """The folders in which each policy played, in their order; UcgsimError where their list can't be read."""
    data = read_sealed(path / PLAYS, _LIST, PLAYS_FORMAT, _ANEW)
    with reading(path / PLAYS, _LIST, _ANEW):
        folders = [text(each, "folder") for each in data["policies"]]
        if len(folders) < 2 or any(Path(folder).name != folder for folder in folders):
            raise ValueError("it must name two folders or more, each by its name alone")
    return [path / folder for folder in folders]


def read_plays(path: Path, catalog: Catalog | None = None) -> PlaysResult:
    """The answers that are kept in a folder; UcgsimError where one is missing, not finished or can't be read."""
    return PlaysResult(tuple(_read(folder, catalog) for folder in play_folders(path)))


def _read(folder: Path, catalog: Catalog | None) -> Answer:
    match holding(folder):
        case Holding.DUEL:
            return read_duel(RunFolder(folder), check=False)
        case Holding.MATRIX:
            return read_matrix(folder, check=False)
        case Holding.GAUNTLET:
            return read_gauntlet(folder, check=False)
        case Holding.COMPARE:
            return read_compare(folder, catalog, check=False)
    raise UcgsimError(f"{folder}: is not finished; run it again with the same options to go on")
