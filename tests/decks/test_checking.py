"""The rules of deck building, bans and rules versions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from tests.helpers import DECKLISTS, NEWEST, SEALED
from ucgsim.cards.card import Card, Kind
from ucgsim.cards.catalog import Catalog, shipped_catalog
from ucgsim.cards.versions import RULES_VERSIONS, rules_version
from ucgsim.decks.checking import (
    CardBan,
    allowance,
    beyond_pool,
    check_deck,
    check_file,
    in_force,
    load_deck,
    read_bans,
    unknown_to_version,
)
from ucgsim.decks.deck import Deck, summarize
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from pathlib import Path

CATALOG = shipped_catalog()
LISTS = sorted(DECKLISTS.glob("*.txt"))
DECKS = [load_deck(file, CATALOG) for file in LISTS]
SUMMARIES = [summarize(deck, CATALOG) for deck in DECKS]
PUBLISHED = (12, 14, 15, 17, 18, 38, 39, 41, 42, 44, 45, 105)
SCENE = next(card.number for card in CATALOG.values() if card.is_scene)
TODAY = date(2026, 6, 1)


def published(**changes: int) -> str:
    counts = {f"BP01-{n:03}": 4 for n in PUBLISHED} | {"BP01-092": 2} | changes
    return "".join(f"{count} {number}\n" for number, count in counts.items())


def problems_of(tmp_path: Path, text: str, **how) -> list[str]:
    file = tmp_path / "deck.txt"
    file.write_text(text, encoding="utf-8")
    return [str(problem) for problem in check_file(file, CATALOG, **how)[1]]


def test_a_legal_deck_has_no_problem(tmp_path):
    assert problems_of(tmp_path, published()) == []


@pytest.mark.parametrize(("more", "size"), [(1, 49), (3, 51)])
def test_cr_4_1_1_a_deck_has_exactly_50_cards(tmp_path, more, size):
    assert problems_of(tmp_path, published(**{"BP01-092": more})) == [
        f"has {size} cards; a deck has exactly 50 (CR 4.1.1)"
    ]


def test_another_size_may_be_asked_for(tmp_path):
    assert problems_of(tmp_path, "4 BP01-012\n", size=4) == []


def test_cr_4_1_2_at_most_four_of_a_number(tmp_path):
    text = published(**{"BP01-012": 5, "BP01-092": 1})
    assert problems_of(tmp_path, text) == [
        "line 1: Arc 1 (BP01-012): 5 copies; at most 4 of a number are allowed (CR 4.1.2)"
    ]


def test_cr_4_1_3_parallels_count_together(tmp_path):
    text = published(**{"BP01-092": 1}) + "1 (PR-010)(01)BP01-012\n"
    assert problems_of(tmp_path, text) == [
        "line 14: Arc 1 (BP01-012): 5 copies (lines 1, 14 together); at most 4 of a number are allowed (CR 4.1.2)"
    ]


def test_a_card_may_print_another_limit():
    many = Deck("a", (("PR-036", 25), ("PR-107", 25)))
    assert check_deck(many, CATALOG) == []
    seven = Card("BP07-001", "Seven", kinds=(Kind.KAIJU,), bp=(1, None, None, None), copy_limit=7)
    assert check_deck(Deck("a", (("BP07-001", 7),)), Catalog([seven]), size=7) == []
    assert "at most 7" in str(check_deck(Deck("a", (("BP07-001", 8),)), Catalog([seven]), size=8)[0])


def test_every_problem_is_told_at_once_in_the_order_of_the_lines(tmp_path):
    text = "5 BP01-012\n4 hello\n4 BP01-112\n4 BP06-070\n"
    result = problems_of(tmp_path, text, rules=rules_version("1.2"))
    assert [line.split(":")[0] for line in result] == [
        "line 1",
        "line 2",
        "line 3",
        "line 4",
        "line 4",
        "has 13 cards; a deck has exactly 50 (CR 4.1.1)",
    ]
    assert "nearest are" in result[2]
    assert "Ultra Mech, which rules 1.2 do not know (CR 2.2.2)" in result[3]
    assert "Charge" in result[4]


def test_load_deck_raises_with_file_and_line(tmp_path):
    file = tmp_path / "deck.txt"
    file.write_text(published(**{"BP01-012": 5}), encoding="utf-8")
    with pytest.raises(UcgsimError) as caught:
        load_deck(file, CATALOG)
    assert str(caught.value).splitlines() == [
        f"{file}, line 1: Arc 1 (BP01-012): 5 copies; at most 4 of a number are allowed (CR 4.1.2)",
        f"{file}: has 51 cards; a deck has exactly 50 (CR 4.1.1)",
    ]
    file.write_text(published(), encoding="utf-8")
    assert load_deck(file, CATALOG).size == 50


PLAIN = Card("X01-001", "Plain", kinds=(Kind.KAIJU,), characters=("PLAIN",), bp=(1000, None, None, None))


@pytest.mark.parametrize(
    ("card", "clause", "since"),
    [
        (replace(PLAIN, bp=(1, 2, 3, 4)), "2.3.5.2", "1.4"),
        (replace(PLAIN, bp=(None, 2, 3, None)), "11.15.1", "1.4"),
        (replace(PLAIN, kinds=(Kind.KAIJU, Kind.ULTRA_MECH)), "2.2.2", "1.6"),
        (replace(PLAIN, keywords=("charge",)), "11.17", "1.6"),
        (replace(PLAIN, teams=("RIVER CREW",)), "11.18", "1.6"),
        (replace(PLAIN, characters=("PLAIN", "OTHER")), "11.21", "1.7"),
    ],
)
def test_a_version_refuses_what_came_later(card, clause, since):
    for name in RULES_VERSIONS:
        result = [clause for _, clause in unknown_to_version(card, rules_version(name))]
        assert result == ([] if name >= since else [clause])


@pytest.mark.parametrize("name", RULES_VERSIONS)
def test_every_version_knows_a_plain_card_and_a_scene(name):
    assert list(unknown_to_version(PLAIN, rules_version(name))) == []
    assert list(unknown_to_version(CATALOG["BP01-105"], rules_version(name))) == []


def bans(tmp_path: Path, text: str) -> tuple[CardBan, ...]:
    file = tmp_path / "bans.csv"
    file.write_text(text, encoding="utf-8")
    return read_bans(file)


def test_a_ban_counts_from_its_day_on(tmp_path):
    listed = bans(
        tmp_path,
        "# ours\nlimit,number,from\n0,BP01-012,2026-05-01\n1,BP01-014,2026-06-01\nany,BP01-012,2026-07-01\n",
    )
    assert problems_of(tmp_path, published(), bans=listed, on=date(2026, 4, 30)) == []
    assert problems_of(tmp_path, published(), bans=listed, on=TODAY) == [
        "line 1: Arc 1 (BP01-012): is banned since 2026-05-01",
        "line 2: Arc 2 · Luna Armor (BP01-014): 4 copies; 1 allowed by the ban file since 2026-06-01",
    ]
    assert len(problems_of(tmp_path, published(), bans=listed, on=date(2026, 7, 1))) == 1


def test_a_ban_of_a_parallel_is_a_ban_of_its_number(tmp_path):
    listed = bans(tmp_path, "number,from,limit\n(PR-010)(01)BP01-012,2026-01-01,0\n")
    assert in_force(listed, TODAY) == {"BP01-012": CardBan("BP01-012", date(2026, 1, 1), 0)}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("hello\n", "is no ban file"),
        ("number,limit\nBP01-012,0\n", "is no ban file"),
        ("# nothing\n", "is no ban file"),
        ("number,from,limit\nBP01-012,soon,0\n", "line 2: 'soon' is no day"),
        ("number,from,limit\nBP01-012,2026-01-01,-1\n", "line 2: limit '-1'"),
        ("number,from,limit\nBP01,2026-01-01,0\n", "line 2: 'BP01' is no card number"),
        ("number,from,limit\nBP01-012,2026-01-01\n", "line 2: "),
    ],
)
def test_a_bad_ban_file_is_refused(tmp_path, text, word):
    with pytest.raises(UcgsimError, match=r"right is 'number,from,limit'") as caught:
        bans(tmp_path, text)
    assert word in str(caught.value)


def test_there_are_many_lists_and_all_are_legal():
    assert len(LISTS) >= 14
    for file in LISTS:
        deck, problems = check_file(file, CATALOG)
        assert problems == [], file
        assert deck.name != file.stem, file


def test_the_lists_are_all_different_and_say_what_they_are():
    assert len({deck.fingerprint for deck in DECKS}) == len({deck.name for deck in DECKS}) == len(DECKS)
    for file in LISTS:
        lines = file.read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith("# name: ")
        assert lines[1].startswith("# ")
        assert len(lines[1]) > 40


def test_the_published_list_is_among_them(tmp_path):
    file = tmp_path / "deck.txt"
    file.write_text(published(), encoding="utf-8")
    assert [deck.counts for deck in DECKS].count(load_deck(file, CATALOG).counts) == 1


def test_at_least_four_lists_are_plain():
    plain = [summary for file, summary in zip(LISTS, SUMMARIES, strict=True) if file.stem.startswith("plain-")]
    assert len(plain) >= 4
    assert max(summary.with_text for summary in plain) <= 10


def test_the_lists_span_sets_kinds_and_scenes():
    assert sum(summary.scenes == {} for summary in SUMMARIES) >= 3
    assert any(len(summary.curve) == 1 and "Ultra Hero" in summary.kinds for summary in SUMMARIES)
    assert any(summary.kinds.get("Ultra Mech", 0) > 40 for summary in SUMMARIES)
    assert sum({5, 6, 7} <= set(summary.levels) for summary in SUMMARIES) >= 3
    sets = {number.split("-")[0] for deck in DECKS for number, _ in deck.counts}
    assert sets >= {f"BP0{n}" for n in range(1, 7)} | {"SD03", "PR"}


def test_the_lists_on_the_common_skeleton_have_it():
    curves = [[list(levels.values()) for levels in summary.curve.values()] for summary in SUMMARIES]
    scenes = [sum(summary.scenes.values()) for summary in SUMMARIES]
    assert [*zip(curves, scenes, strict=True)].count(([[8, 7, 6]] * 2, 8)) >= 8


def test_a_summary_counts_a_deck(tmp_path):
    file = tmp_path / "deck.txt"
    file.write_text(published(), encoding="utf-8")
    summary = summarize(load_deck(file, CATALOG), CATALOG)
    assert list(summary.curve) == ["BLAZAR", "ARC", "SHAGONG"]
    assert summary.curve["ARC"] == {1: 4, 2: 8, 3: 8}
    assert summary.levels == {1: 12, 2: 16, 3: 16, 6: 2}
    assert summary.scenes == {2: 4}
    assert sum(summary.types.values()) == summary.settable == 46
    assert summary.kinds == {"Kaiju": 2, "Scene": 4, "Ultra Hero": 44}
    assert (summary.size, summary.with_text) == (50, 26)


def test_a_deck_of_the_sealed_format_has_30_cards_and_any_number_of_each(tmp_path):
    sealed, day = rules_version(SEALED), date(2026, 6, 1)
    bans = [CardBan("BP01-012", date(2026, 1, 1), 0)]
    assert problems_of(tmp_path, "26 BP01-012\n4 BP01-014\n", rules=sealed, bans=bans, on=day) == []
    assert problems_of(tmp_path, published(), rules=sealed) == [
        "has 50 cards; a deck of the sealed format has exactly 30"
    ]
    assert (
        "which rules 1.2 sealed do not know"
        in problems_of(tmp_path, "30 BP06-070\n", rules=rules_version("1.2 sealed"))[0]
    )


def test_a_pool_bounds_what_a_deck_holds():
    pool = Deck("mine", (("BP01-012", 5), ("BP01-014", 40), ("BP06-070", 2), ("XX-001", 9)))
    allowed = allowance(CATALOG, SEALED, pool)
    assert (allowed.size, dict(allowed.copies)) == (30, {"BP01-012": 5, "BP01-014": 30, "BP06-070": 2})
    assert dict(allowance(CATALOG, "1.2 sealed", pool).copies) == {"BP01-012": 5, "BP01-014": 30}
    problems = beyond_pool(Deck("deck", (("BP01-012", 6), ("BP01-015", 1))), pool)
    assert [str(problem) for problem in problems] == [
        "BP01-012: 6 copies; 5 in mine",
        "BP01-015: 1 copies; none in mine",
    ]


def test_the_standard_format_is_bounded_by_limits_and_bans_too():
    bans = [CardBan("BP01-012", date(2026, 1, 1), 1), CardBan("BP01-014", date(2026, 1, 1), 0)]
    everything = allowance(CATALOG, NEWEST, bans=bans, on=date(2026, 6, 1))
    assert everything.size == 50
    assert (everything.copies["BP01-012"], everything.copies["BP01-015"], everything.copies["PR-036"]) == (1, 4, 50)
    assert "BP01-014" not in everything.copies
    assert allowance(CATALOG, NEWEST, bans=bans, on=date(2025, 1, 1)).copies["BP01-014"] == 4


@pytest.mark.parametrize(
    ("pool", "rules", "line"),
    [
        (
            Deck("mine", (("BP01-012", 29),)),
            SEALED,
            f"mine: leaves 29 cards that may be played by rules {SEALED}; a",
        ),
        (Deck("mine", (("BP01-012", 99),)), NEWEST, "mine: leaves 4 cards"),
        (None, SEALED, "the sealed format: a deck is made of opened cards alone; name a pool"),
        (Deck("mine", ((SCENE, 40),)), SEALED, "mine: holds no character that may be set"),
    ],
)
def test_a_pool_that_makes_no_deck_is_refused(pool, rules, line):
    with pytest.raises(UcgsimError, match=line):
        allowance(CATALOG, rules, pool)
