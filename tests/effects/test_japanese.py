"""Card effects in Japanese: whole for every card and every tree, and true wherever another player does something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.effects.strategies import TREES
from tests.effects.tables import Row, rows
from ucgsim.cards.other_names import said_in
from ucgsim.effects import tree
from ucgsim.effects.language.blocks import parse_text
from ucgsim.effects.library import load_effects
from ucgsim.effects.plain.japanese import NOTHING, denied, granted, joined, supposed
from ucgsim.effects.plain.said import said
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Iterator

SLOW = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("row", rows("plain_words_in_japanese"), ids=lambda row: row.meaning)
def test_an_effect_is_said_as_a_player_in_japan_would_say_it(row: Row) -> None:
    assert said(parse_text(row.meaning), "ja") == [row.text]


def test_each_shipped_effect_is_said_whole() -> None:
    """No word of the effect language or of English is left but BP, EXTRA and parts of names, and nothing is missing."""
    for number, text in load_effects().items():
        for power, whole in zip(text.powers, said(text, "ja"), strict=True):
            assert NOTHING not in whole, number
            bare = re.sub("「[^」]*」", "", whole)
            assert not re.search("[A-Za-z{}_]", bare.replace("BP", "").replace("EXTRA", "")), (number, whole)
            missing = [fact for fact in facts(power) if fact not in whole]
            assert not missing, (number, missing, whole)


def facts(node: Any) -> Iterator[str]:
    """What must be read in a sentence: names, and numbers from 3."""
    for part in tree.parts_of(node):
        if isinstance(part, tree.NameIn):
            yield from (f"『{said_in('characters', name, 'ja') or name}』" for name in part.names)
        elif type(part) is int and abs(part) > 2 and part != tree.ANY_NUMBER.most:
            yield str(part)


def test_shipped_effects_that_differ_are_said_differently() -> None:
    texts = set(load_effects().values())
    assert len({tuple(said(text, "ja")) for text in texts}) == len(texts)


@pytest.mark.slow
@SLOW
@given(TREES)
def test_every_tree_can_be_said(text: tree.CardText) -> None:
    whole = said(text, "ja")
    assert len(whole) == len(text.powers)
    assert all(each.endswith("。") for each in whole)


def test_how_long_is_said_of_what_lasts_for_the_turn_and_of_no_continuous_power() -> None:
    lasting = (tree.Modify, tree.Forbid, tree.ProtectFromExile)
    for text in load_effects().values():
        for power, whole in zip(text.powers, said(text, "ja"), strict=True):
            kinds = [node.duration for node in tree.nodes(power) if isinstance(node, lasting)]
            assert whole.count("このターン中、") == kinds.count(tree.Duration.THIS_TURN), whole


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("公開する", ("公開し", "公開して", "公開するなら", "公開しない")),
        ("引く", ("引き", "引いて", "引くなら", "引かない")),
        ("選ぶ", ("選び", "選んで", "選ぶなら", "選ばない")),
        ("加える", ("加え", "加えて", "加えるなら", "加えない")),
        ("なる", ("なり", "なって", "なるなら", "ならない")),
        ("怪獣だ", ("怪獣で", "怪獣だとして", "怪獣なら", "怪獣でない")),
        ("怪獣がいる", ("怪獣がいて", "怪獣がいて", "怪獣がいるなら", "怪獣がいない")),
        ("カードがない", ("カードがなく", "カードがないようにして", "カードがないなら", "カードがある")),
        ("捨てられない", ("捨てられず", "捨てられないようにして", "捨てられないなら", None)),
        ("カードを引いた", ("カードを引いていて", None, "カードを引いたなら", "（カードを引いた）ということはない")),
    ],
)  # fmt: skip
def test_a_sentence_takes_the_form_that_its_place_wants(text: str, forms: tuple[str | None, ...]) -> None:
    taken = (joined(text), granted(text), supposed(text), denied(text))
    assert [form for form in forms if form] == [each for each, form in zip(taken, forms, strict=True) if form]


def test_a_language_without_words_is_refused() -> None:
    with pytest.raises(UcgsimError, match="effects are said in en, ja, not in 'fr'"):
        said(tree.CardText(), "fr")
