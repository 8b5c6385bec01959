"""CR 11.18: teams."""

from __future__ import annotations

import pytest

from tests.rules.situations import asked, level_up
from ucgsim.cards.versions import RULES_VERSIONS


@pytest.mark.parametrize("rules", RULES_VERSIONS)
def test_11_18_1_a_shared_team_stands_in_for_the_name(rules):
    game = level_up(["T2", "O2"], ["T1"], rules=rules)
    labels = asked(game)[2] if asked(game) else set()
    assert ("level 1 T2" in labels) is (rules not in {"1.2", "1.4"})
    assert "level 1 O2" not in labels
