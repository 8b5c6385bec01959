"""What cards are to each other, found once for a table: the same as reading both of them (CR 2.3.2, 11.18, 12.1.1)."""

from __future__ import annotations

import pytest

from tests.helpers import NEWEST
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.versions import RULES_VERSIONS, rules_version
from ucgsim.engine.core.layout import MAX_CARDS, Kin
from ucgsim.engine.core.tables import card_book, fold

STEP = 5
"""Of the shipped cards every so many-th is looked at, and all that have several names or a team."""


def read(upper, lower, version):
    """Bits of Kin, from two cards."""
    names, others = (
        {fold(name) for name in (card.characters if version.several_names else card.characters[:1])}
        for card in (upper, lower)
    )
    named = bool(names & others)
    team = version.team and {fold(each) for each in upper.teams} & {fold(each) for each in lower.teams}
    above = (upper.level or 0) == (lower.level or 0) + 1
    kin = Kin.SHARES_NAME if named else 0
    kin |= Kin.FOLLOWS if named and above else 0
    kin |= Kin.LIES_ON if (named or team) and above else 0
    below = (upper.level or 0) + 1 == (lower.level or 0)
    return kin | (Kin.CARRIES if (named or team) and below else 0)


@pytest.mark.parametrize("rules", [RULES_VERSIONS[0], NEWEST])
def test_kin_is_what_two_cards_print(rules):
    every = list(shipped_catalog().values())
    some = [card for i, card in enumerate(every) if i % STEP == 0 or len(card.characters) > 1 or card.teams]
    book = card_book(some[:MAX_CARDS], rules)
    version = rules_version(rules)
    kin = book.tables.kin
    assert {int(bits) for bits in kin.flat} >= {0, Kin.SHARES_NAME, Kin.SHARES_NAME | Kin.FOLLOWS | Kin.LIES_ON}
    for i, upper in enumerate(book.cards):
        for j, lower in enumerate(book.cards):
            assert kin[i, j] == read(upper, lower, version), (upper.number, lower.number)
