"""A comparison in a folder: its plan and its counts, written as it is played and read back for a report."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import read_procedure, rules_version
from ucgsim.errors import UcgsimError
from ucgsim.files.sealed import as_kept
from ucgsim.limits import MAX_GAMES, MAX_MATCHUP, MAX_SEED
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.kept import PARTS, REMEDY, KeptFolder
from ucgsim.simulate.plan import deck_from_json, deck_json, refuse_differing
from ucgsim.simulate.same_chance.compare import BUILDS, HALF_POINTS, Part, lay_out_meetings
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.values import counts_of, named_texts, number, reading, text, texts, whole
from ucgsim.stats.deciding.sprt import Scale, Sprt
from ucgsim.studies.check import CHECK
from ucgsim.studies.compare.answer import CompareResult
from ucgsim.studies.compare.plan import Cards, CompareStudy, Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.same_chance.compare import Task

COMPARE = "compare.json"
ELO = ("elo0", "elo1")
TEST = ("low", "high", "alpha", "beta")
FORMAT = 6
"""Rises whenever plan or counts of a comparison change their meaning; from 3 on the plan is sealed, from 4 on it
names the chance of each opponent, from 5 on a sequential test begins with small parts, from 6 on every game has a
chance of its own."""


def kept_folder(path: Path) -> KeptFolder:
    """The folder of a comparison."""
    return KeptFolder(path, COMPARE, "comparison", FORMAT, growing="games")


def keys(study: CompareStudy) -> list[str]:
    """What the parts of a comparison are called, in the order in which they are played."""
    return [task.key for each in study.rounds for task in each]


def follow(
    study: CompareStudy,
    rounds: Iterable[list[Part]],
    *,
    advance: Callable[[int], object] | None = None,
    looked: Callable[[CompareResult], object] | None = None,
) -> CompareResult:
    """Add up rounds as they come and look at the sum after each, until that is enough or there is no further one.

    Where the rounds come from does not matter: they are played, read from a folder, or drawn for a test.
    """
    size = len(study.opponents)
    result = CompareResult(study, np.zeros((size, HALF_POINTS, HALF_POINTS), np.int64))
    for done in rounds:
        tables = result.tables.copy()
        for part in done:
            tables[part.opponent] += part.table
        result = CompareResult(study, tables, result.looks)
        if advance is not None:
            advance(BUILDS * int(sum(part.table.sum() for part in done)))
        if study.stop.early and _look(result, looked):
            break
    return result


def _look(result: CompareResult, looked: Callable[[CompareResult], object] | None) -> bool:
    """Take a look: whether the comparison may stop."""
    result.looks.append(result)
    if looked is not None:
        looked(result)
    return result.is_enough


def plan_json(study: CompareStudy) -> dict[str, Any]:
    """All that decides what is counted and when it stops, as plain values."""
    test = study.stop.test
    return {
        "builds": [_bare(deck) for deck in study.builds],
        "opponents": [_bare(deck) for deck in study.opponents],
        "shares": list(study.weights),
        "games": study.each,
        "policies": list(study.terms.policies),
        "seed": study.terms.seed,
        "matchups": [meeting.matchup for meeting in study.meetings],
        "rules": study.terms.rules,
        "redraw_procedure": study.terms.redraw_procedure.value,
        "test": None if test is None else {name: getattr(test, name) for name in TEST},
        "precision": study.stop.precision,
        "cards": list(study.cards.fingerprints),
        "blank": list(study.blank),
        "edited": list(study.edited),
        "versions": study.cards.versions,
    }


def kept_beside(study: CompareStudy) -> dict[str, Any]:
    """What the report of a comparison tells beside that: where files lie, and what is not played."""
    return {
        "sources": [deck_json(deck)["source"] for deck in (*study.builds, *study.opponents)],
        "among_themselves": study.among_themselves,
        "elo": study.stop.elo,
        "field": None if study.field is None else str(study.field),
        "not_met": [deck_json(deck) for deck in study.unmet],
    }


def _bare(deck: Deck) -> dict[str, Any]:
    """A deck without the place of its file, which decides nothing."""
    return {name: value for name, value in deck_json(deck).items() if name != "source"}


def read_compare(path: Path, catalog: Catalog | None = None, *, check: bool = True) -> CompareResult:
    """The comparison that is kept in a folder, with the ``check`` that lies there.

    Raises UcgsimError where there is none, it is not finished, of another format, or cannot be read.
    """
    study = read_study(path, load_catalog() if catalog is None else catalog)
    parts = iter(kept_folder(path).parts(keys(study)))
    result = follow(study, _kept_rounds(study, parts, path / PARTS))
    if result.each < _wanted(study) and not (result.looks and result.looks[-1].is_enough):
        raise UcgsimError(f"{path}: is not finished; run it again with the same options to go on")
    if not check or not (path / CHECK / COMPARE).is_file():
        return result
    other = read_compare(path / CHECK, catalog, check=False)
    if _question(other.study) != _question(study):
        raise UcgsimError(f"{path / CHECK}: checks another comparison; delete it, and check again")
    return replace(result, check=other)


def _question(study: CompareStudy) -> Any:
    """What a comparison asks, whoever plays it, and however often."""
    asked = ("builds", "opponents", "shares", "rules", "redraw_procedure", "blank", "edited")
    plan = plan_json(study)
    return as_kept([plan[name] for name in asked])


def _wanted(study: CompareStudy) -> int:
    """Games of each build of a comparison that does not stop early."""
    return study.games // BUILDS


def _kept_rounds(study: CompareStudy, counts: Iterable[Any], place: Path) -> Iterable[list[Part]]:
    """Rounds of which all parts are there; UcgsimError names the line that holds none."""
    left = enumerate(counts, start=1)
    for each in study.rounds:
        done = [
            read_part(task, table, f"{place}, line {line}") for task, (line, table) in zip(each, left, strict=False)
        ]
        if len(done) < len(each):
            return
        yield done


def read_part(task: Task, value: Any, place: str) -> Part:
    """The part that a line at ``place`` told; UcgsimError where it is no such part."""
    with reading(place, "a part of this comparison", REMEDY):
        table = counts_of(value, (HALF_POINTS, HALF_POINTS))
        if table.sum() != len(task.span):
            raise ValueError("counts do not agree with the number of games")
        return Part(task.opponent, table)


def study_again(path: Path, catalog: Catalog) -> CompareStudy:
    """What plays a comparison in a folder again; UcgsimError where it was played with other cards or policies."""
    plan, _ = kept_folder(path).read()
    read = read_study(path, catalog)
    meetings = lay_out_meetings(read.builds, read.opponents, plan["matchups"], read.terms)
    study = replace(read, meetings=meetings, read=None)
    now = as_kept(plan_json(study))
    refuse_differing(path, [name for name in now if now[name] != plan.get(name)])
    return study


def read_study(path: Path, catalog: Catalog) -> CompareStudy:
    """The comparison that a folder was made for, without what plays it; UcgsimError where it cannot be read."""
    place = path / COMPARE
    plan, beside = kept_folder(path).read()
    with reading(place, "the plan of a comparison", "name another folder"):
        if len(beside["sources"]) != len(plan["builds"]) + len(plan["opponents"]):
            raise ValueError("decks and their sources are not as many")
        decks = [
            deck_from_json({**bare, "source": source})
            for bare, source in zip([*plan["builds"], *plan["opponents"]], beside["sources"], strict=True)
        ]
        a, b, *opponents = decks
        policy, policy_b = map(parse_policy, texts(plan, "policies"))
        _refuse_matchups(plan["matchups"], len(opponents))
        shares, field = _shares(plan, len(opponents)), None if beside["field"] is None else Path(text(beside, "field"))
        blank, edited = texts(plan, "blank"), texts(plan, "edited")
        return CompareStudy(
            builds=(a, b),
            opponents=tuple(opponents),
            meetings=(),
            each=whole(plan, "games", 1, MAX_GAMES),
            terms=Terms(
                policies=(policy.name, policy_b.name),
                seed=whole(plan, "seed", 0, MAX_SEED),
                rules=rules_version(text(plan, "rules")).name,
                redraw_procedure=read_procedure(text(plan, "redraw_procedure")),
                play_blank=blank,
                catalog=catalog,
            ),
            among_themselves=bool(beside["among_themselves"]),
            stop=_stop(plan, beside),
            shares=shares if field else (),
            field=field,
            unmet=tuple(map(deck_from_json, beside["not_met"])),
            read=Cards(texts(plan, "cards"), blank, edited, named_texts(plan, "versions")),
        )


def _refuse_matchups(matchups: Any, opponents: int) -> None:
    if not isinstance(matchups, list) or len(matchups) != opponents:
        raise ValueError(f"matchups are not one for each of {opponents} opponents")
    if not all(type(matchup) is int and 0 < matchup <= MAX_MATCHUP for matchup in matchups):
        raise ValueError(f"matchups are not whole numbers from 1 to {MAX_MATCHUP}")


def _shares(plan: Mapping[str, Any], opponents: int) -> tuple[float, ...]:
    shares = plan["shares"]
    if len(shares) != opponents or not all(type(share) is float and share > 0 for share in shares):
        raise ValueError(f"shares are not above 0, one for each of {opponents} opponents")
    if not math.isclose(sum(shares), 1):
        raise ValueError("shares do not sum to 1")
    return tuple(shares)


def _stop(plan: Mapping[str, Any], beside: Mapping[str, Any]) -> Stop:
    test = plan["test"]
    elo = None if beside["elo"] is None else dict(zip(ELO, beside["elo"], strict=True))
    return Stop(
        test=None if test is None else Sprt(scale=Scale.POINTS, **{name: number(test, name) for name in TEST}),
        precision=None if plan["precision"] is None else number(plan, "precision"),
        elo=None if elo is None else (number(elo, ELO[0]), number(elo, ELO[1])),
    )
