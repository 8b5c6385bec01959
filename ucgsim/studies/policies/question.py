"""One question asked under several policies, each on all sides: planned, played, stored, and read from a folder."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Unpack

from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import read_sealed, write_sealed
from ucgsim.files.lock import only_one
from ucgsim.policies.policy_files import own_file
from ucgsim.policies.spec import parse_policy, policy_names
from ucgsim.simulate.installed import named_policy
from ucgsim.simulate.ledger import refuse_foreign
from ucgsim.simulate.plan import reading, text
from ucgsim.studies.kit.kinds import KINDS, FileVerdict, Stored, kind_of, look, no_run, not_finished, stored
from ucgsim.studies.kit.question import Checkable, Question
from ucgsim.studies.kit.run_options import StoredUnderOptions, asked
from ucgsim.studies.policies.answer import PlaysResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


PLAYS = "policies.json"
"""The list of the policies of a question, and of the folders in which each of them played."""
PLAYS_FORMAT = 1
"""Rises whenever the list of policies changes its meaning."""
_LIST, _ANEW = "the list of policies of a question", "ask the question again in another folder"
LONGEST = 40
"""Letters of the name of a folder."""


def read_policies(listed: str | Sequence[str]) -> list[str]:
    """Policies as a user lists them, ``greedy,search:16,with=planner``; a part that names none goes with the last.

    Raises UcgsimError for fewer than two, for one that is unknown, and for one that is named twice.
    """
    parts = _split(listed) if isinstance(listed, str) else list(listed)
    names = [parse_policy(named_policy(part)).name for part in parts]
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


@asked(StoredUnderOptions)
def under_policies(
    question: Callable[..., Checkable],
    policies: str | Sequence[str],
    /,
    *asked_of: Any,
    games: int | None = None,
    slow_games: int | None = None,
    **options: Unpack[StoredUnderOptions],
) -> PlaysResult:
    """Ask a question once under each of several policies, which then plays all sides, on the same chance.

    Args:
        question: ``duel``, ``matrix``, ``gauntlet`` or ``compare``; what it takes beyond the options here goes into it
            before: ``partial(ucgsim.matrix, field="weights.csv")``.
        policies: two or more: a list, or a text such as "planner,search:16,with=planner".
        asked_of: the decks, as the question takes them.
        games: as the question has them; its own number where None.
        slow_games: of a policy that searches or is of the user's own; as many as ``games`` where None.

    Raises:
        UcgsimError: fewer than two policies, a policy in the question already, and as the question does.
    """
    names = read_policies(policies)
    taken = getattr(question, "keywords", {})
    for name in ("policy", "policy_b", "check"):
        if name in taken:
            raise UcgsimError(f"{name}={taken[name]!r}: every one of the policies plays all sides; leave it out")
    out = options.get("out")
    shared = {name: value for name, value in options.items() if name not in ("policy", "out")}

    def ask(name: str, place: Path | None) -> Checkable:
        number = slow_games if slow_games is not None and parse_policy(name).is_slow else games
        given = {} if number is None else {"games": number}
        return question(*asked_of, policy=name, out=place, **given, **shared)

    return ask_each(names, ask, None if out is None else Path(out))


def ask_each(names: Sequence[str], ask: Callable[[str, Path | None], Checkable], out: Path | None) -> PlaysResult:
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


def write_page(result: PlaysResult, out: Path) -> None:
    """Write the page of a question under several policies, with what lies next to it."""
    from ucgsim.report.staging import staging  # noqa: PLC0415
    from ucgsim.studies.policies.page import write_plays  # noqa: PLC0415 - loads matplotlib

    with staging() as stage:
        write_plays(result, stage.of(out))


def _folders(names: Sequence[str]) -> list[str]:
    """A folder for each policy, distinguished by number where their names are alike."""
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
    refuse_foreign(out, "question under several policies")
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
    """The answers that are stored in a folder; UcgsimError where one is missing, not finished or can't be read."""
    known = load_catalog() if catalog is None else catalog
    return PlaysResult(tuple(_read(folder, known) for folder in play_folders(path)))


def _read(folder: Path, catalog: Catalog) -> Checkable:
    name = kind_of(folder)
    answer = None if name is None else KINDS[name].of(folder).answer(catalog, check=False)
    if not isinstance(answer, Checkable):
        raise not_finished(folder)
    return answer


class StoredPolicies(Stored):
    """A folder of one question under several policies, each in a folder of its own."""

    @property
    def versions(self) -> Mapping[str, Any]:
        """Those of the first."""
        return stored(play_folders(self.path)[0], "").versions

    def answer(self, catalog: Catalog, *, check: bool = True) -> PlaysResult:  # noqa: ARG002 - there is none
        """All answers."""
        return read_plays(self.path, catalog)

    def again(self, catalog: Catalog) -> NoReturn:  # noqa: ARG002 - as above
        """Each is checked by itself."""
        raise no_run(self.path, "")

    def question(self, catalog: Catalog) -> Question[Any]:
        """Nothing but what lies within."""
        return _Resumed(stored(play_folders(self.path)[0], "").question(catalog).unit)

    def games(self, catalog: Catalog) -> int:  # noqa: ARG002 - as above
        """Nothing: the games lie within the folders of the policies."""
        return 0

    @property
    def within(self) -> list[Path]:
        """The folders in which each policy played, as far as they can be read."""
        return play_folders(self.path) if look(self.path, lambda: play_folders(self.path)).holds else []

    def files(self, catalog: Catalog, *, replay: bool) -> Iterator[FileVerdict]:  # noqa: ARG002 - as above
        """The list of policies."""
        yield look(self.path / PLAYS, lambda: play_folders(self.path))


@dataclass(frozen=True)
class _Resumed(Question[Any]):
    """Several questions that go on by themselves: nothing is played of their list."""

    unit: str  # type: ignore[misc]
    noun = "policies"
    each = 0
    dealt = ()

    def play(self, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> None:
        """Nothing."""
