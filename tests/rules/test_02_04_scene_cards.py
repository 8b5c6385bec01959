"""CR 2.4: what a scene card says."""

from __future__ import annotations

import pytest

from tests.rules.situations import ONE, SCENES, asked, place


@pytest.mark.parametrize(("areas", "highest"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_2_4_2_3_the_round_counts_the_battle_areas(areas, highest):
    game = place("scene", a={"hand": SCENES}, field=ONE * areas)
    expected = {f"scene S{number}" for number in range(highest + 1)} | {"no scene"}
    assert asked(game) == ("A", "scene", expected)


def test_2_4_2_3_a_vacant_area_counts():
    game = place("scene", a={"hand": SCENES}, field=[{}])
    assert asked(game) == ("A", "scene", {"scene S0", "scene S1", "no scene"})
