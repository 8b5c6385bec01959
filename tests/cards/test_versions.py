from __future__ import annotations

import dataclasses

import pytest

from ucgsim.cards.versions import DEFAULT_RULES, RULES_VERSIONS, rules_version
from ucgsim.errors import UcgsimError

SINCE_1_4 = {"quad", "no_single", "vacant_areas", "extra_counts_as_shifted"}
SINCE_1_6 = {
    "scene_draw_after_effect",
    "triggers_wait",
    "new_object_on_zone_change",
    "trim_from_top",
    "forced_results",
    "charge",
    "team",
    "ultra_mech",
}


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("1.2", set()),
        ("1.4", SINCE_1_4),
        ("1.6", SINCE_1_4 | SINCE_1_6),
        ("1.7", SINCE_1_4 | SINCE_1_6 | {"several_names"}),
    ],
)
def test_each_version_has_its_switches(name, known):
    switches = dataclasses.asdict(rules_version(name))
    assert switches.pop("name") == name
    assert {switch for switch, on in switches.items() if on} == known


def test_versions_are_named_oldest_first_and_1_7_is_played():
    assert RULES_VERSIONS == ("1.2", "1.4", "1.6", "1.7")
    assert rules_version() is rules_version(DEFAULT_RULES) is rules_version("1.7")


@pytest.mark.parametrize("name", ["1.5", "", "2"])
def test_an_unknown_version_is_refused_with_the_known_ones(name):
    with pytest.raises(UcgsimError, match=r"1\.2, 1\.4, 1\.6, 1\.7"):
        rules_version(name)
