"""The page of a matrix of games, with its matchups on it or on pages of their own."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ucgsim.report.page import Page, Section
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.working.cores import cores
from ucgsim.simulate.working.workers import side_by_side
from ucgsim.studies.duel.question import read_duel, with_stored_check
from ucgsim.studies.kit.page import PAGE, Beside, families, finish, method
from ucgsim.studies.leading import PAIRS_PER_GAME_OF_MATRIX
from ucgsim.studies.matrix.page import (
    check_section,
    choice_words,
    matrix_section,
    ratings_section,
    takeaways,
    top_grid,
)
from ucgsim.studies.matrix.words import notes, title_words
from ucgsim.studies.pages.duel import write_duel
from ucgsim.studies.pages.matchup import matchup_section

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.studies.duel.result import DuelResult
    from ucgsim.studies.kit.page import Making
    from ucgsim.studies.leading import Leading
    from ucgsim.studies.matrix.gauntlet import GauntletResult
    from ucgsim.studies.matrix.result import MatrixResult

    Key = tuple[int, int]

P = TypeVar("P", "MatrixResult", "GauntletResult")
MOST_ON_ONE_PAGE = 15
"""Matchups that a page shows in full; of more, each has a page of its own beside it."""


def write_stored(result: MatrixResult, making: Making) -> None:
    """Write the page of a matrix with all that lies beside it."""
    # Pages of matchups come before the one that links to them.
    links, sections, leadings = matchup_parts(result, result.duels, making, watched=result.rankings[0][0])
    result = with_leadings(result, leadings)
    overview = matrix_section(result, making.place)
    starred = result.has_stars + sum(map(families, sections))
    end = method_of_all(result, making.catalog, starred=starred, also=choice_words(result))
    page = Page(
        title_words(result),
        takeaways(result),
        f"{result.basis}.",
        top_grid(result, links),
        result.answer(),
        tuple(notes(result)),
        (overview, *check_section(result), *in_full(sections), ratings_section(result), end),
    )
    finish(making.place, page, result.to_json())


def in_full(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """The matchups that are told on the page itself as a section of it, if there are any."""
    text = ("Open one with a click, here or in the table above; what is open is printed.",)
    return (Section("matchups", "Matchups", text, parts=sections),) if sections else ()


class MatchupParts(NamedTuple):
    """Where each matchup is told, those that are told in full on this page, and what leading was worth in others."""

    links: dict[Key, str]
    sections: tuple[Section, ...]
    leadings: dict[Key, Leading | None]


def matchup_parts(
    result: MatrixResult | GauntletResult, keys: Iterable[Key], making: Making, *, watched: int
) -> MatchupParts:
    """Tell matchups; of many each has a page of its own.

    Of many, cards are counted and games told in the matchups of the deck that is ``watched`` alone.
    """
    duels = {key: result.duels[key] for key in keys}
    if len(duels) > MOST_ON_ONE_PAGE:
        leadings = _own_pages(result, {key: watched in key for key in duels}, making)
        return MatchupParts({key: f"{_folder(duel).name}/{PAGE}" for key, duel in duels.items()}, (), leadings)
    sections = []
    for key, duel in duels.items():
        prefix = f"m{duel.plan.matchup:03d}-"
        section = matchup_section(duel, Beside(making.place, prefix, making.catalog), folded=True)
        sections.append(replace(section, who=key))
        making.advance(1)
    links = {key: f"#{section.anchor}" for key, section in zip(duels, sections, strict=True)}
    return MatchupParts(links, tuple(sections), {})


def with_leadings(result: P, leadings: Mapping[Key, Leading | None]) -> P:
    """The same result, where workers have already played the pairs that tell what leading is worth."""
    duels = {key: replace(duel, asked=leadings.get(key, duel.asked)) for key, duel in result.duels.items()}
    return replace(result, duels=duels) if leadings else result


def _folder(duel: DuelResult) -> Path:
    assert duel.folder is not None, "a matrix that was read has a folder for each matchup"
    return duel.folder.path


def _own_pages(
    result: MatrixResult | GauntletResult, counted: Mapping[Key, bool], making: Making
) -> dict[Key, Leading | None]:
    """A page for each matchup, made side by side; ``counted`` says of which cards are counted and games told.

    A worker reads its run by itself, so memory does not grow with the number of pages; what it played to tell what
    leading is worth comes back.
    """
    check, together = None if result.check is None else result.check.folder, len(result.duels)
    pages = []
    for key, cards in counted.items():
        folder = _folder(result.duels[key])
        place, kept = making.stage.of(folder), None if check is None else check / folder.name
        pages.append(partial(_own_page, key, folder, place, making.catalog, kept, together=together, cards=cards))
    leadings: dict[Key, Leading | None] = {}
    for key, leading in side_by_side(pages, cores()):
        leadings[key] = leading
        making.advance(1)
    return leadings


def _own_page(
    key: Key, folder: Path, place: Path, catalog: Catalog, check: Path | None, *, together: int, cards: bool
) -> tuple[Key, Leading | None]:
    duel = replace(read_duel(RunFolder(folder), check=False), asks=PAIRS_PER_GAME_OF_MATRIX)
    if check is not None:
        duel = with_stored_check(duel, RunFolder(check), together=together)
    write_duel(duel, place, catalog, cards=cards, whole=False)
    return key, duel.leading


def method_of_all(
    result: MatrixResult | GauntletResult, catalog: Catalog, *, starred: int, also: tuple[str, ...] = ()
) -> Section:
    """How the games of all matchups were played."""
    check = "" if result.check is None else result.check.basis
    return method(
        result.plan,
        result.decks,
        result.command,
        catalog,
        games=result.total,
        starred=starred,
        check=check,
        also=also,
    )
