"""How many cards of each level: legal splits, the same shuffles for all, odds as `ucgsim odds` has them, the best."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.helpers import DECKLISTS, PLAIN, answer, as_typed
from ucgsim.decks.checking import check_deck
from ucgsim.decks.reading import read_deck
from ucgsim.errors import UcgsimError
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.same_chance import half_points, lay_out_meetings, play_games
from ucgsim.stats.rates import Estimate, Method
from ucgsim.studies.counts import answer as played_answer
from ucgsim.studies.counts import splits
from ucgsim.studies.counts.answer import LETTERS, parts_of, picture, play_counts
from ucgsim.studies.counts.findings import SplitGames, Splits
from ucgsim.studies.counts.plan import plan_counts
from ucgsim.studies.counts.splits import Level, levels_of, splits_near

TIGA, GLITTER = DECKLISTS / "tiga-dyna.txt", DECKLISTS / "tiga-glitter.txt"


@pytest.fixture(scope="module")
def terms(catalog):
    return Terms.of(policy="greedy", seed=7, catalog=catalog)


@pytest.fixture(scope="module")
def study(terms):
    return plan_counts(PLAIN[0], "DYNA", PLAIN[1:], terms, games=400, reach=1)


@pytest.fixture(scope="module")
def result(study):
    return play_counts(study)


@pytest.mark.parametrize(("file", "reach"), [(TIGA, 2), (GLITTER, 2), (PLAIN[0], 3)])
def test_splits_are_legal_and_keep_the_total(file, reach, catalog):
    deck = read_deck(file, catalog)
    character = "DYNA" if file == PLAIN[0] else "TIGA"
    levels = levels_of(deck, character, catalog)
    near = splits_near(deck, levels, reach)
    own = near[0].cards
    assert near[0].deck is deck
    assert own == tuple(level.own for level in levels)
    assert len({split.cards for split in near}) == len(near)
    others = {number: count for number, count in deck.counts if character not in catalog[number].characters}
    for split in near:
        assert check_deck(split.deck, catalog) == []
        assert sum(split.cards) == sum(own)
        assert split.deck.size == deck.size
        there = {level.level: level.own for level in levels_of(split.deck, character, catalog)}
        assert tuple(there.get(level.level, 0) for level in levels) == split.cards
        counts = dict(split.deck.counts)
        assert {number: counts[number] for number in others} == others
        assert all(abs(cards - mine) <= reach for cards, mine in zip(split.cards, own, strict=True))


def test_no_split_near_the_deck_is_left_out(catalog):
    deck = read_deck(GLITTER, catalog)
    levels = levels_of(deck, "TIGA", catalog)
    own = [level.own for level in levels]
    near = [range(max(each.own - 2, 0), min(each.own + 2, each.most) + 1) for each in levels]
    expected = {cards for cards in itertools.product(*near) if sum(cards) == sum(own)}
    assert {split.cards for split in splits_near(deck, levels, 2)} == expected


@pytest.mark.parametrize(
    ("cards", "copies"),
    [(7, (4, 3, 0)), (8, (4, 4, 0)), (6, (3, 3, 0)), (3, (2, 1, 0)), (1, (1, 0, 0)), (0, (0, 0, 0))],
)
def test_cards_of_a_level_keep_the_proportions_of_the_deck(cards, copies):
    level = Level(1, {"A": 4, "B": 3, "C": 0}, {"A": 4, "B": 4, "C": 4})
    assert tuple(level.filled(cards).values()) == copies


def test_no_number_has_more_copies_than_it_may():
    level = Level(1, {"A": 4, "B": 1}, {"A": 4, "B": 4})
    assert [level.filled(cards)["A"] for cards in range(5, level.most + 1)] == [4] * 4
    assert level.filled(8) == {"A": 4, "B": 4}


def test_the_own_split_has_no_difference_at_all(result):
    (own,) = [row for row in result.ranked if row.is_own]
    assert (own.gain.rate, own.gain.low, own.gain.high) == (0.0, 0.0, 0.0)
    assert result.gains[0].n == 0
    assert sum(row.is_own for row in result.ranked) == 1


def test_every_split_plays_the_very_games_that_it_would_by_itself(study, result, terms):
    for place, split in enumerate(study.splits):
        meetings = lay_out_meetings((study.deck, split.deck), study.rivals.decks, study.rivals.matchups, terms)
        for rival, (meeting, games) in enumerate(zip(meetings, study.games_against, strict=True)):
            rows = play_games(meeting.tables[1], 7, meeting.matchup, range(games)).rows
            points = np.bincount(half_points(rows), minlength=3)
            assert (result.played.worth[rival, place] == points).all()
    assert result.played.worth.sum() == study.games


def test_parts_of_any_size_and_processes_are_the_same_games(study, result, monkeypatch):
    monkeypatch.setattr(played_answer, "GAMES", 300)
    monkeypatch.setattr(played_answer, "WORTH_WORKERS", 2)
    done = []
    again = play_counts(study, jobs=2, advance=done.append)
    assert sum(done) == study.games
    assert len(parts_of(study)) > len(study.rivals.decks)
    assert (again.played.worth == result.played.worth).all()
    assert again.to_json() == result.to_json()


@pytest.mark.parametrize("procedure", ["official", "reshuffle"])
def test_odds_are_those_of_the_odds_command(catalog, procedure, tmp_path):
    terms = Terms.of(policy="greedy", redraw_procedure=procedure, catalog=catalog)
    result = play_counts(plan_counts(TIGA, "TIGA", [PLAIN[1]], terms, games=100, reach=1))
    for row in result.ranked:
        if row.split.cards not in {(8, 7, 6), (7, 8, 6)}:
            continue
        file = tmp_path / "deck.txt"
        file.write_text("".join(f"{count} {number}\n" for number, count in row.split.deck.counts))
        for want, chance in zip(("level 1 TIGA", "level 1 TIGA and level 2 TIGA"), row[1:3], strict=True):
            odds = answer("odds", file, "--want", want, "--redraw-procedure", procedure)
            assert chance == odds["probability"]


def test_odds_of_a_split_do_not_depend_on_further_levels(catalog, terms):
    result = play_counts(plan_counts(GLITTER, "TIGA", [PLAIN[1]], terms, games=100, reach=1))
    chances: dict[tuple[int, ...], set[tuple[float, float]]] = {}
    for row in result.ranked:
        chances.setdefault(row.split.cards[:2], set()).add((row.opens_low, row.opens_both))
        assert result._odds_of(row.split) == (row.opens_low, row.opens_both)
    assert {len(each) for each in chances.values()} == {1}


def made_up(study, chances, games=4000, seed=1):
    """What would be played if every split won with these chances, with much luck in common."""
    generator = np.random.default_rng(seed)
    played = SplitGames.of(study)
    for rival in range(len(study.rivals.decks)):
        luck = 0.7 * generator.random(games) + 0.3 * generator.random((len(study.splits), games))
        limits = np.quantile(luck, np.clip(chances, 0, 1))
        played.add(rival, np.where(luck < limits[:, None], 2, 0).astype(np.uint8))
    return played


def test_the_truly_best_split_is_in_the_region(study):
    chances = np.full(len(study.splits), 0.5)
    held = 0
    for seed in range(60):
        held += 1 in Splits(study, made_up(study, chances, 500, seed)).region
    assert held >= 54


def test_a_split_that_wins_far_more_is_named_with_what_it_wins_more(study, result):
    chances = np.full(len(study.splits), 0.5)
    chances[1] = 0.6
    better = type(result)(study, made_up(study, chances))
    assert better.better == 1
    assert better.region == [1]
    assert better.gain_of_better.low <= 0.1 <= better.gain_of_better.high
    assert better.headline().startswith(f"DYNA {study.splits[1].name} surely wins more than {study.own.name}: +")
    assert better.slope_line().startswith("Only one may be the best")


def test_a_best_split_at_the_edge_of_what_was_tried_is_told(terms, result):
    study = plan_counts(PLAIN[0], "DYNA", PLAIN[1:], terms, games=400, reach=1)
    names = [split.name for split in study.splits]
    assert names == ["9-8-8", "10-8-7", "10-7-8"]
    chances = np.array([0.5, 0.6, 0.5])
    better = type(result)(study, made_up(study, chances))
    assert better.edge == [1, 3]
    assert "10-8-7 has as many or as few of level 1 and 3 as were tried; --range 2 tries more." in better.sentences()
    assert type(result)(study, made_up(study, chances[[1, 0, 0]])).edge_lines() == []


def test_where_none_is_better_the_headline_says_so(study, result):
    even = type(result)(study, made_up(study, np.full(len(study.splits), 0.5)))
    assert even.better is None
    assert even.own_is_with_best
    assert even.headline().startswith(f"DYNA {study.own.name} is as good as any of {len(study.splits)} splits: none")
    assert even.most_possible.high >= max(gain.rate for gain in even.gains)
    assert even.slope == "flat"


def test_whether_the_own_split_may_be_the_best_is_what_the_differences_say(study, result):
    for seed in range(20):
        chances = np.random.default_rng(seed).normal(0.5, 0.02, len(study.splits))
        each = type(result)(study, made_up(study, chances, 1000, seed))
        assert each.own_is_with_best == (each.better is None)


def test_a_few_games_that_all_end_alike_leave_no_interval_without_width(study):
    played = SplitGames.of(study)
    for rival in range(len(study.rivals.decks)):
        played.add(rival, np.full((len(study.splits), 50), 2, np.uint8))
    alike = Splits(study, played)
    assert all(gain.width > 0.02 for gain in alike.gains[1:])
    assert len(alike.region) == len(study.splits)


def test_the_picture_holds_the_interval_and_says_what_lies_beyond():
    drawn = picture(Estimate(0.01, 0.005, 0.02, 100, 0.95, Method.NORMAL), 2)
    assert len(drawn) == LETTERS
    assert drawn == "        | --o----"[:LETTERS]
    assert picture(Estimate(-0.09, -0.1, -0.08, 100, 0.95, Method.NORMAL), 2).startswith("<")
    assert picture(Estimate(0.0, 0.0, 0.0, 0, 0.95, Method.BY_CONSTRUCTION), 2).strip() == "o"


def test_the_table_shows_twelve_and_the_own_split_among_them(terms, result):
    study = plan_counts(GLITTER, "TIGA", [PLAIN[1]], terms, games=100, reach=2)
    chances = np.linspace(0.3, 0.6, len(study.splits))
    shown = type(result)(study, made_up(study, chances)).sheet()
    assert len(shown.rows) == 12
    assert shown.rows[-1][0].text == f"{study.own.name} (own)"


def test_without_rivals_the_deck_meets_itself_and_three_that_ship(terms):
    study = plan_counts(DECKLISTS / "omega-meteo.txt", "OMEGA", (), terms, games=100, reach=1)
    assert len(study.rivals.decks) == 4
    assert study.rivals.decks[0].fingerprint == study.deck.fingerprint
    assert len({deck.fingerprint for deck in study.rivals.decks}) == 4
    assert "--vs" not in study.command


def test_a_field_gives_rivals_their_shares(terms, tmp_path):
    field = tmp_path / "field.csv"
    field.write_text(f'deck,weight\n"{PLAIN[1]}",3\n"{PLAIN[2]}",1\n')
    study = plan_counts(PLAIN[0], "DYNA", (), terms, games=400, reach=1, field_file=field)
    assert study.rivals.weights == (0.75, 0.25)
    assert study.games_against == (300, 100)
    assert as_typed("--field", field.name) in study.command


@pytest.mark.parametrize(
    ("character", "hint"),
    [("NOBODY", "no card is of 'NOBODY'"), ("ZERO", "has no card of ZERO"), ("", "no card is of ''")],
)
def test_a_character_that_can_not_be_split_is_refused(terms, character, hint):
    with pytest.raises(UcgsimError, match=hint):
        plan_counts(TIGA, character, [PLAIN[1]], terms)


def test_a_deck_with_every_number_as_often_as_it_may_be_has_no_other_split(terms):
    with pytest.raises(UcgsimError, match="8-8-8 within 2 cards of a level is the only split"):
        plan_counts(DECKLISTS / "arc-blazar.txt", "BLAZAR", [PLAIN[1]], terms)


def test_further_cards_come_in_where_the_deck_is_full_or_has_no_such_level(catalog):
    deck = read_deck(TIGA, catalog)
    levels = levels_of(deck, "TIGA", catalog, ["BP05-008", "BP01-006"])
    assert [level.level for level in levels][-1] == catalog["BP05-008"].level
    near = {split.cards: split.deck for split in splits_near(deck, levels, 2)}
    assert near[8, 7, 6, 0] is deck
    (built,) = [built for cards, built in near.items() if cards == (8, 7, 4, 2)]
    assert check_deck(built, catalog) == []
    assert dict(built.counts)["BP05-008"] == 2
    assert built.size == 50


def test_further_cards_of_a_level_share_it_alike_once_the_others_are_full():
    level = Level(1, {"A": 4, "B": 0, "C": 0}, {"A": 4, "B": 4, "C": 4})
    assert level.filled(7) == {"A": 4, "B": 2, "C": 1}
    assert level.filled(3) == {"A": 3, "B": 0, "C": 0}
    empty = Level(4, {"A": 0, "B": 0}, {"A": 4, "B": 4})
    assert empty.filled(4) == {"A": 2, "B": 2}


def test_a_card_that_any_number_may_be_of_is_not_held_to_four(catalog):
    deck = read_deck(DECKLISTS / "baltan-swarm.txt", catalog)
    near = splits_near(deck, levels_of(deck, "ALIEN BALTAN", catalog), 1)
    assert {split.cards for split in near} == {(24, 26), (25, 25), (23, 27)}
    assert [check_deck(split.deck, catalog) for split in near] == [[], [], []]


@pytest.mark.parametrize(
    ("number", "hint"),
    [("BP02-046", "is no card of TIGA"), ("BP99-001", "holds no such card"), ("Tiga", "is no card number")],
)
def test_a_further_card_that_can_not_come_in_is_refused(terms, number, hint):
    with pytest.raises(UcgsimError, match=hint):
        plan_counts(TIGA, "TIGA", [PLAIN[1]], terms, further=[number])


def test_too_many_splits_and_too_few_games_are_refused(terms, monkeypatch):
    monkeypatch.setattr(splits, "MOST_SPLITS", 50)
    with pytest.raises(UcgsimError, match="give a smaller --range"):
        plan_counts(GLITTER, "TIGA", [PLAIN[1]], terms, reach=12)
    with pytest.raises(UcgsimError, match="give 100 to"):
        plan_counts(GLITTER, "TIGA", [PLAIN[1]], terms, games=10)
