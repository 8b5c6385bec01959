"""A search for a better deck in a folder: its plan, and what every build did, written as it is played."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.cards.versions import read_procedure, rules_version
from ucgsim.errors import UcgsimError
from ucgsim.files.sealed import as_kept
from ucgsim.limits import MAX_GAMES, MAX_MATCHUP, MAX_SEED
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.kept import PARTS, REMEDY, KeptFolder
from ucgsim.simulate.plan import deck_from_json, deck_json, refuse_differing
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.values import named_texts, reading, text, texts, whole
from ucgsim.studies.compare.plan import Cards
from ucgsim.studies.improve.climb import climb
from ucgsim.studies.improve.games import Games, Kept
from ucgsim.studies.improve.plan import MOST_SWAPS, ImproveStudy
from ucgsim.studies.improve.pool import Pool

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.studies.improve.climb import Climb

IMPROVE = "improve.json"
FORMAT = 1
"""Rises whenever plan or parts of a search change their meaning, and whenever the search goes other ways."""
KEYS = [str(number) for number in range(200_000)]
"""What parts are called: they come in the order in which the search asked for them, and say themselves what they are.
A search with a larger budget takes what a smaller one played and plays only what is missing."""


def kept_folder(path: Path) -> KeptFolder:
    """The folder of a search."""
    return KeptFolder(path, IMPROVE, "search for a better deck", FORMAT, growing="budget")


def plan_json(study: ImproveStudy) -> dict[str, Any]:
    """All that decides what is played, as plain values."""
    return {
        "deck": _bare(study.deck),
        "opponents": [_bare(deck) for deck in study.opponents],
        "shares": list(study.weights),
        "matchups": list(study.matchups),
        "limits": dict(study.pool.limits),
        "kept": list(study.kept),
        "swaps": study.swaps,
        "budget": study.budget,
        "policies": list(study.terms.policies),
        "seed": study.terms.seed,
        "rules": study.terms.rules,
        "redraw_procedure": study.terms.redraw_procedure.value,
        "cards": list(study.cards.fingerprints),
        "blank": list(study.cards.blank),
        "edited": list(study.cards.edited),
        "versions": study.cards.versions,
    }


def kept_beside(study: ImproveStudy) -> dict[str, Any]:
    """What a report tells beside that: where files lie, how the budget was said, what could not be played."""
    return {
        "sources": [deck_json(deck)["source"] for deck in (study.deck, *study.opponents)],
        "asked": study.asked,
        "field": None if study.field is None else str(study.field),
        "pool": None if study.pool.source is None else str(study.pool.source),
        "unplayable": list(study.pool.unplayable),
        "characters": list(study.characters),
    }


def _bare(deck: Deck) -> dict[str, Any]:
    return {name: value for name, value in deck_json(deck).items() if name != "source"}


def begun_games(path: Path | None, asked: int | str | None) -> int | None:
    """Games of the search that was begun in a folder with the same words for its budget; None where there is none."""
    if path is None or not isinstance(asked, str) or not (path / IMPROVE).is_file():
        return None
    plan, beside = kept_folder(path).read()
    return plan["budget"] if beside.get("asked") == asked and type(plan.get("budget")) is int else None


def read_study(path: Path, catalog: Catalog) -> ImproveStudy:
    """The search that a folder was made for; UcgsimError where it cannot be read."""
    plan, beside = kept_folder(path).read()
    with reading(path / IMPROVE, "the plan of a search for a better deck", "name another folder"):
        deck, *opponents = _decks(plan, beside)
        policy, policy_b = map(parse_policy, texts(plan, "policies"))
        blank, edited = texts(plan, "blank"), texts(plan, "edited")
        source = beside["pool"]
        return ImproveStudy(
            deck=deck,
            opponents=tuple(opponents),
            weights=_shares(plan, len(opponents)),
            matchups=_matchups(plan, len(opponents)),
            terms=Terms(
                policies=(policy.name, policy_b.name),
                seed=whole(plan, "seed", 0, MAX_SEED),
                rules=rules_version(text(plan, "rules")).name,
                redraw_procedure=read_procedure(text(plan, "redraw_procedure")),
                play_blank=blank,
                catalog=catalog,
            ),
            pool=Pool(
                _limits(plan), None if source is None else Path(text(beside, "pool")), texts(beside, "unplayable")
            ),
            kept=texts(plan, "kept"),
            swaps=whole(plan, "swaps", 1, MOST_KEPT_SWAPS),
            budget=whole(plan, "budget", 1, MAX_GAMES),
            asked=text(beside, "asked"),
            field=None if beside["field"] is None else Path(text(beside, "field")),
            characters=texts(beside, "characters"),
            read=Cards(texts(plan, "cards"), blank, edited, named_texts(plan, "versions")),
        )


MOST_KEPT_SWAPS = 3 * MOST_SWAPS


def _decks(plan: Mapping[str, Any], beside: Mapping[str, Any]) -> list[Deck]:
    bare = [plan["deck"], *plan["opponents"]]
    if len(beside["sources"]) != len(bare):
        raise ValueError("decks and their sources are not as many")
    return [deck_from_json({**each, "source": source}) for each, source in zip(bare, beside["sources"], strict=True)]


def _shares(plan: Mapping[str, Any], opponents: int) -> tuple[float, ...]:
    shares = plan["shares"]
    if len(shares) != opponents or not all(type(share) is float and 0 < share <= 1 for share in shares):
        raise ValueError(f"shares are not above 0, one for each of {opponents} opponents")
    return tuple(shares)


def _matchups(plan: Mapping[str, Any], opponents: int) -> tuple[int, ...]:
    matchups = plan["matchups"]
    if len(matchups) != opponents or not all(type(each) is int and 0 < each <= MAX_MATCHUP for each in matchups):
        raise ValueError(f"matchups are not one for each of {opponents} opponents")
    return tuple(matchups)


def _limits(plan: Mapping[str, Any]) -> dict[str, int]:
    limits = plan["limits"]
    if not isinstance(limits, dict) or not all(type(each) is int and each > 0 for each in limits.values()):
        raise ValueError("limits are not copies of numbers")
    return dict(limits)


def games_of(study: ImproveStudy) -> Games:
    """The games of a search."""
    return Games(study.deck, study.opponents, study.matchups, study.weights, study.terms)


def take_kept(games: Games, path: Path, values: list[Any]) -> None:
    """Take in what a folder kept; UcgsimError names a line that holds no part of this search."""
    for line, value in enumerate(values, start=1):
        with reading(f"{path / PARTS}, line {line}", "a part of this search", REMEDY):
            games.take(value)


def read_climb(path: Path, study: ImproveStudy) -> Climb:
    """What a search that is kept in a folder did; UcgsimError where it is not finished or can't be read."""
    games = Kept(study.deck, study.opponents, study.matchups, study.weights, study.terms)
    games.place = path
    take_kept(games, path, kept_folder(path).parts(KEYS))
    return climb(games, study.course)


def study_again(path: Path, catalog: Catalog) -> ImproveStudy:
    """What searches again in a folder; UcgsimError where it was played with other cards or policies."""
    read = read_study(path, catalog)
    study = replace(read, read=None)
    now, plan = as_kept(plan_json(study)), kept_folder(path).read()[0]
    refuse_differing(path, [name for name in now if now[name] != plan.get(name)])
    return study


def legible_games(path: Path, study: ImproveStudy) -> Games:
    """The games of a search with all that is legible of what a folder kept, whatever else is damaged there."""
    games = games_of(study)
    for _, value in kept_folder(path).legible(KEYS).values():
        with suppress(ValueError, KeyError, TypeError, UcgsimError):
            games.take(value)
    return games
