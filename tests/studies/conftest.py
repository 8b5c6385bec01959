from __future__ import annotations

import itertools

import pytest

from tests.helpers import DECKLISTS, PLAIN
from ucgsim.studies.duel.question import duel
from ucgsim.studies.matrix.question import matrix


@pytest.fixture(scope="session")
def played(catalog):
    """A duel of decks without texts, not kept."""
    return duel(*PLAIN[:2], games=2000, seed=7, catalog=catalog)


@pytest.fixture(scope="session")
def kept(catalog, tmp_path_factory):
    """A duel with scenes, kept in a folder."""
    out = tmp_path_factory.mktemp("duel") / "run"
    return duel(DECKLISTS / "tiga-dyna.txt", DECKLISTS / "arc-blazar.txt", games=400, out=out, catalog=catalog)


@pytest.fixture(scope="session")
def field(catalog, tmp_path_factory):
    """A matrix of three decks, kept in a folder."""
    out = tmp_path_factory.mktemp("matrix") / "run"
    return matrix(PLAIN, games=1000, seed=7, out=out, catalog=catalog)


def assert_antisymmetric(result):
    """What a row wins the column loses, and nobody beats himself."""
    for row, column in itertools.product(range(len(result.names)), repeat=2):
        cell, other = result.cell(row, column), result.cell(column, row)
        assert cell.rate + other.rate == pytest.approx(1)
        assert cell.low + other.high == pytest.approx(1)
    assert result.cell_text(1, 1) == "50 % (mirror)"
