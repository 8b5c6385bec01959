"""A search for a better deck in a folder: its parts played again, to compare them or to put them back."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.files.writing import drop_leftovers
from ucgsim.simulate.kept import PARTS
from ucgsim.studies.check import CHECK
from ucgsim.studies.improve.climb import climb, size
from ucgsim.studies.improve.folder import (
    KEYS,
    games_of,
    kept_folder,
    legible_games,
    read_climb,
    read_study,
    study_again,
)
from ucgsim.studies.improve.games import Games, part_json, read_part
from ucgsim.studies.improve.study import go_on

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.studies.improve.games import Part

SAMPLE = 5
"""Parts that are played again."""


def refuse_bad_plan(path: Path, catalog: Catalog) -> None:
    """Raise UcgsimError where the plan of a search can't be read."""
    read_study(path, catalog)


def refuse_bad_parts(path: Path, catalog: Catalog, *, replay: bool) -> None:
    """Raise UcgsimError where parts are damaged, are not all there, or tell something else than is played."""
    read_climb(path, read_study(path, catalog))
    if replay:
        _refuse_other(path, games_of(study_again(path, catalog)))


def _refuse_other(path: Path, games: Games) -> None:
    values = kept_folder(path).parts(KEYS)
    for place in sorted(Random(0).sample(range(len(values)), min(SAMPLE, len(values)))):
        part, points = read_part(values[place], games.weights)
        if games.again(part) != points:
            raise UcgsimError(
                f"{path / PARTS}, line {place + 1}: holds other games than are played; delete this line, and "
                f"`ucgsim run repair {path}` plays it anew"
            )


def checks_in(path: Path) -> list[Path]:
    """The folders of the checks of single builds."""
    place = path / CHECK
    return sorted(each for each in place.iterdir() if each.is_dir()) if place.is_dir() else []


def repair_search(path: Path, catalog: Catalog, *, jobs: int = 1) -> tuple[int, int, str]:
    """Play anew what a folder lacks or holds damaged: how many games of how many.

    Raises UcgsimError where it was played with other cards, effects or policies, or its plan was changed since.
    """
    with only_one(path):
        drop_leftovers(path)
        study = study_again(path, catalog)
        games = _Again(legible_games(path, study), jobs)
        climb(games, study.course)
        kept_folder(path).put(KEYS, games.values)
        go_on(study, path, jobs=jobs)
    return games.played, games.of_games, "games"


class _Again(Games):
    """A search carried out again, part by part as the first time, on what is legible of it."""

    def __init__(self, games: Games, jobs: int) -> None:
        super().__init__(games.deck, games.opponents, games.matchups, games.weights, games.terms, jobs=jobs)
        self.legible = games.kept
        self.values: list[Any] = []
        self.played = self.of_games = 0

    def carry_out(self, parts: Sequence[Part]) -> Generator[list[bytes]]:
        """What the parts told, played where it is not known."""
        lacking = [part for part in parts if not self._known(part)]
        anew = super().carry_out(lacking)
        for part in parts:
            known = self._known(part)
            points = known or next(anew)
            games = len(part.builds) * size(self.weights, part.block)
            self.played += 0 if known else games
            self.of_games += games
            self.values.append(part_json(part, points))
            yield points

    def _known(self, part: Part) -> list[bytes]:
        """What is legible of a part; nothing where any of it is not."""
        points = [self.legible.get((part.block, build)) for build in part.builds]
        return [each for each in points if each is not None] if None not in points else []
