"""A comparison in a folder: its plan and its counts, written as it is played and read back for a report."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import Procedure, read_procedure
from ucgsim.errors import UcgsimError
from ucgsim.report.compare_result import CompareResult, Look
from ucgsim.report.compare_study import Cards, CompareStudy, Stop
from ucgsim.simulate.compare import BUILDS, HALF_POINTS, Part
from ucgsim.simulate.kept import KeptFolder, plan_problem
from ucgsim.simulate.plan import GAMES_PER_PAIR, deck_from_json, deck_json
from ucgsim.stats.sprt import Scale, Sprt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck

COMPARE = "compare.json"
FORMAT = 3
"""Rises whenever plan or counts of a comparison change their meaning; from 3 on the plan is sealed."""


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
    looked: Callable[[Look], object] | None = None,
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
            advance(BUILDS * GAMES_PER_PAIR * int(sum(part.table.sum() for part in done)))
        if study.stop.early and _look(result, looked):
            break
    return result


def _look(result: CompareResult, looked: Callable[[Look], object] | None) -> bool:
    """Take a look: whether the comparison may stop."""
    look = Look(result)
    result.looks.append(look)
    if looked is not None:
        looked(look)
    return look.is_enough


def plan_json(study: CompareStudy) -> dict[str, Any]:
    """All that decides what is counted and when it stops, as plain values."""
    test = study.stop.test
    return {
        "builds": [_bare(deck) for deck in study.builds],
        "opponents": [_bare(deck) for deck in study.opponents],
        "shares": list(study.weights),
        "games": GAMES_PER_PAIR * study.pairs,
        "policies": list(study.policies),
        "seed": study.seed,
        "rules": study.rules,
        "redraw_procedure": study.redraw_procedure.value,
        "test": None if test is None else {"low": test.low, "high": test.high, "alpha": test.alpha, "beta": test.beta},
        "precision": study.stop.precision,
        "cards": list(study.cards.fingerprints),
        "blank": list(study.blank),
        "edited": list(study.edited),
        "versions": study.cards.versions,
    }


def told_json(study: CompareStudy) -> dict[str, Any]:
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


def read_compare(path: Path, catalog: Catalog | None = None) -> CompareResult:
    """The comparison that is kept in a folder.

    Raises UcgsimError where there is none, it is not finished, of another format, or cannot be read.
    """
    folder = kept_folder(path)
    study = _study(path / COMPARE, *folder.read(), load_catalog() if catalog is None else catalog)
    parts = iter(folder.parts(keys(study)))
    result = follow(study, _kept_rounds(study, parts))
    if result.pairs < _wanted(study) and not (result.looks and result.looks[-1].is_enough):
        raise UcgsimError(f"{path}: is not finished; run it again with the same options to go on")
    return result


def _wanted(study: CompareStudy) -> int:
    """Pairs of a comparison that does not stop early."""
    return study.games // (BUILDS * GAMES_PER_PAIR)


def _kept_rounds(study: CompareStudy, counts: Iterable[Any]) -> Iterable[list[Part]]:
    """Rounds of which all parts are there."""
    left = iter(counts)
    for each in study.rounds:
        done = [Part(task.opponent, np.array(table)) for task, table in zip(each, left, strict=False)]
        if len(done) < len(each):
            return
        yield done


def _study(place: Path, plan: Mapping[str, Any], told: Mapping[str, Any], catalog: Catalog) -> CompareStudy:
    try:
        if len(told["sources"]) != len(plan["builds"]) + len(plan["opponents"]):
            raise ValueError("decks and their sources are not as many")
        decks = [
            deck_from_json({**bare, "source": source})
            for bare, source in zip([*plan["builds"], *plan["opponents"]], told["sources"], strict=True)
        ]
        a, b, *opponents = decks
        policy, policy_b = plan["policies"]
        shares = tuple(map(float, plan["shares"]))
        if len(shares) != len(opponents) or not math.isclose(sum(shares), 1):
            raise ValueError(f"shares {shares} of {len(opponents)} opponents")
        return CompareStudy(
            builds=(a, b),
            opponents=tuple(opponents),
            meetings=(),
            pairs=int(plan["games"]) // GAMES_PER_PAIR,
            policies=(policy, policy_b),
            seed=int(plan["seed"]),
            rules=plan["rules"],
            redraw_procedure=read_procedure(plan.get("redraw_procedure", Procedure.OFFICIAL)),
            catalog=catalog,
            among_themselves=bool(told["among_themselves"]),
            stop=_stop(plan, told),
            shares=shares if told["field"] else (),
            field=Path(told["field"]) if told["field"] else None,
            unmet=tuple(map(deck_from_json, told["not_met"])),
            read=Cards(tuple(plan["cards"]), tuple(plan["blank"]), tuple(plan["edited"]), dict(plan["versions"])),
        )
    except UcgsimError as error:
        raise UcgsimError(f"{place}: {error}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        what = plan_problem(error)
        raise UcgsimError(f"{place}: is not the plan of a comparison ({what}); name another folder") from None


def _stop(plan: Mapping[str, Any], told: Mapping[str, Any]) -> Stop:
    test = plan["test"]
    elo = None if told["elo"] is None else (float(told["elo"][0]), float(told["elo"][1]))
    return Stop(
        test=None if test is None else Sprt(scale=Scale.POINTS, **test),
        precision=plan["precision"],
        elo=elo,
    )
