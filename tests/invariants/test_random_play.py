"""What holds in every game, by playing at random."""

from __future__ import annotations

import random

import pytest

from tests.helpers import SEALED
from tests.invariants.random_games import check, dealt, decks, pairs, play_checked
from ucgsim.cards.versions import RULES_VERSIONS

PAIRS = list(enumerate(pairs(16, seed=1)))


@pytest.mark.parametrize(("seed", "pair"), PAIRS, ids=lambda value: str(value) if isinstance(value, int) else "")
def test_cards_are_conserved_options_legal_and_games_end(seed, pair):
    game = dealt(pair, seed)
    check(game)
    play_checked(game, random.Random(seed))
    assert game.is_over


@pytest.mark.parametrize("rules", [*RULES_VERSIONS, SEALED])
def test_games_end_under_every_version_of_the_rules(rules):
    for seed, pair in PAIRS[:3]:
        game = dealt(pair, seed, rules)
        play_checked(game, random.Random(seed))
        assert game.winner is not None


def test_every_deck_plays_itself():
    for seed, deck in enumerate(decks()):
        game = dealt((deck, deck), seed)
        game.play_out("random")
        assert (game.reason, int(game.record.fault)) in [("battles", 0), ("no_character", 0)], deck.name


@pytest.mark.parametrize(("seed", "pair"), PAIRS[:8], ids=lambda value: str(value) if isinstance(value, int) else "")
def test_a_copy_with_the_same_answers_is_the_same_game(seed, pair):
    chance = random.Random(seed)
    game = dealt(pair, seed)
    for _ in range(chance.randrange(5, 60)):
        game.advance()
        if game.is_over:
            break
        game.take(chance.randrange(int(game.record.n_options)))
    before = game.record.tobytes()
    twin = game.copy()
    answers: list[int] = []
    while not game.is_over:
        game.advance()
        if not game.is_over:
            answers.append(chance.randrange(int(game.record.n_options)))
            game.take(answers[-1])
    assert twin.record.tobytes() == before
    for answer in answers:
        twin.advance()
        twin.take(answer)
    twin.advance()
    assert twin.record.tobytes() == game.record.tobytes()
    assert twin.log == game.log
