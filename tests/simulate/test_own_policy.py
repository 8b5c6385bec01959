"""A policy of the user's own: asked, shown what its player may see, and held to its part."""

from __future__ import annotations

import inspect
import random
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.helpers import DECKLISTS, ROOT, assert_refuses
from tests.invariants.random_games import dealt, pairs
from tests.invariants.secrets import permuted
from tests.waiting import STUCK
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.checking import load_deck
from ucgsim.errors import UcgsimError
from ucgsim.policies.policy_files import own_file
from ucgsim.policies.spec import given_policy, parse_policy
from ucgsim.simulate.arrangements import arranged_games
from ucgsim.simulate.frames import play_shard
from ucgsim.simulate.openings import Chance, open_games
from ucgsim.simulate.own_world import Dealer, Tables, choices, facts, see
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.referee import load
from ucgsim.simulate.table import make_plan

EXAMPLE = ROOT / "docs" / "examples" / "careful.py"
DECKS = ("plain-kaiju", "plain-dyna-gaia")
CHANCE = "class Mine:\n    def choose(self, seen, options):\n        return seen.random.choice(options)\n"


def written(folder: Path, body: str, *, name: str = "mine.py", seconds: float = STUCK) -> str:
    """A file of the user whose class does this for every decision."""
    path = folder / name
    path.write_text(f"class Mine:\n    seconds = {seconds}\n    def choose(self, seen, options):\n        {body}\n")
    return f"{path}:Mine"


def games(policies: tuple[str, str], n: int = 6, *, decks: tuple[str, str] = DECKS, shard: int | None = None):
    catalog = shipped_catalog()
    lists = tuple(load_deck(DECKLISTS / f"{name}.txt", catalog) for name in decks)
    return make_plan(lists, n, Terms(policies=policies, catalog=catalog), shard=shard)


def refusal(policy: str) -> str:
    with pytest.raises(UcgsimError) as caught:
        play_shard(*games((policy, "random")), 0)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", ["Careful", "Thoughtful"])
def test_the_example_of_the_documents_plays(name):
    frame = play_shard(*games((f"{EXAMPLE}:{name}", "random"), decks=("tiga-dyna", "rosso-blu")), 0)
    assert frame["reason"].to_list() == ["battles"] * 6
    assert frame["policy_a"][0].startswith(f"careful.py:{name}@")


def test_its_module_is_as_complete_as_one_that_was_imported(tmp_path):
    """Python 3.15 warns of modules without a loader wherever a traceback passes through them."""
    policy = load(own_file(written(tmp_path, "return 0")))
    spec = sys.modules[policy.__module__].__spec__
    assert spec is not None
    assert inspect.getsource(policy.choose).strip().endswith("return 0")


def test_the_first_option_is_what_a_place_a_label_and_the_option_say(tmp_path):
    bodies = ("return 0", "return options[0].label", "return options[0]")
    frames = [
        play_shard(*games((written(tmp_path, body, name=f"p{k}.py"), "greedy")), 0).drop("policy_a")
        for k, body in enumerate(bodies)
    ]
    assert frames[0].equals(frames[1])
    assert frames[0].equals(frames[2])


def test_the_same_games_in_any_parts(tmp_path):
    path = tmp_path / "chance.py"
    path.write_text(CHANCE)
    whole = play_shard(*games((f"{path}:Mine", f"{path}:Mine"), 8), 0)
    plan, table = games((f"{path}:Mine", f"{path}:Mine"), 8, shard=2)
    parts = [play_shard(plan, table, number) for number in reversed(range(plan.shards))]
    assert [part.rows() for part in reversed(parts)] == [whole[k : k + 2].rows() for k in range(0, 8, 2)]


@pytest.mark.parametrize("play_out", [False, True])
def test_opening_turns_played_in_slow_motion_are_those_of_the_compiled_game(play_out):
    """Dealt hands or not, kept or given back: what is shown turn by turn, and how the game ends."""
    _, table = games(("greedy", "greedy"), decks=("tiga-dyna", "rosso-blu"))
    _, asked = games((f"{EXAMPLE}:Careful", "greedy"), decks=("tiga-dyna", "rosso-blu"))
    slow = table._replace(own=asked.own._replace(files=(None, None)))
    indices, choices = np.arange(9), np.array([0, 1, 2] * 3, np.int8)
    hands = np.tile(table.decks[0, [0, 7, 13, 20, 31, 49]], (9, 1))
    for dealt_hands in (None, hands):
        terms = {"turns": 5, "play_out": play_out, "hands": dealt_hands}
        fast_games, slow_games = (open_games(each, Chance(5), indices, choices, **terms) for each in (table, slow))
        for there, here in zip(fast_games, slow_games, strict=True):
            assert np.array_equal(there, here)


def test_arranged_games_in_slow_motion_are_those_of_the_compiled_game():
    """Other cards in the deck, some of them put somewhere: how the games end, and with which hands."""
    _, table = games(("greedy", "greedy"), decks=("tiga-dyna", "rosso-blu"))
    _, asked = games((f"{EXAMPLE}:Careful", "greedy"), decks=("tiga-dyna", "rosso-blu"))
    slow = table._replace(own=asked.own._replace(files=(None, None)))
    indices, choices = np.arange(8), np.array([0, 1, 2, 2] * 2, np.int8)
    changes = np.full((8, 2, 2), -1, np.int16)
    changes[::2, 1] = 7, table.decks[0, 31]
    places = np.tile(np.array([[3, 0], [7, 20], [-1, -1]], np.int16), (8, 1, 1))
    fast_games, slow_games = (
        arranged_games(each, Chance(5), indices, choices, changes=changes, places=places) for each in (table, slow)
    )
    assert np.array_equal(fast_games, slow_games)


def test_a_policy_is_made_anew_for_every_game(tmp_path):
    path = tmp_path / "counts.py"
    path.write_text(
        "class Mine:\n"
        "    def __init__(self):\n        self.asked = 0\n"
        "    def choose(self, seen, options):\n"
        "        self.asked += 1\n        assert self.asked < 200\n        return self.asked % len(options)\n"
    )
    whole = play_shard(*games((f"{path}:Mine", "greedy"), 8), 0)
    assert play_shard(*games((f"{path}:Mine", "greedy"), 8, shard=2), 2).rows() == whole[4:6].rows()


def test_who_takes_what_the_planner_takes_plays_its_games(tmp_path):
    mine, decks = written(tmp_path, "return seen.choice()"), ("tiga-dyna", "baltan-swarm")
    own, planner = (play_shard(*games((policy, policy), decks=decks), 0) for policy in (mine, "planner"))
    named = ["policy_a", "policy_b"]
    assert own.drop(named).equals(planner.drop(named))


def test_options_are_rated_with_the_policy_that_is_named(tmp_path):
    body = "\n        ".join(
        (
            "rated = seen.rate(worlds=2, turns=1, policy='planner')",
            "assert len(rated.average) == len(options)",
            "assert 0 <= rated.usual < len(options)",
            "return int(rated.usual)",
        )
    )
    assert len(play_shard(*games((written(tmp_path, body), "greedy")), 0)) == 6


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return 1 // 0", "line 4: ZeroDivisionError: "),
        ("return len(options)", "line 3: returns "),
        ("return -1", "line 3: returns -1; right would be an option, its label or its place, 0 to "),
        ("return None", "line 3: returns None; "),
        ("return True", "line 3: returns True; "),
        ("return 0.0", "line 3: returns 0.0; "),
        ("return 'no such label\\x1b[2J'", r"line 3: returns 'no such label\x1b[2J'; "),
        ("return object()", "line 3: returns <object object"),
        ("raise SystemExit(0)", "line 4: SystemExit: 0"),
        ("raise ValueError('a' * 9000 + chr(10) + 'b')", "line 4: ValueError: aaa"),
        ("while True: pass", "line 4: takes longer than 0.5 seconds"),
        ("import time; time.sleep(600)", "line 4: takes longer than 0.5 seconds"),
        ("seen.turn = 9", "line 4: FrozenInstanceError: "),
        ("seen.me.hand[0] = None", "line 4: TypeError: "),
        ("seen.cards['BP01-001'] = None", "line 4: TypeError: "),
        ("seen._dealer._record.turn = 5; return 0", "line 3: has changed the game itself"),
        ("seen._dealer._tables.tables.policies[:] = 0; return 0", "line 3: has changed the game itself"),
        ("return seen.world(-1)", "line 4: ValueError: "),
        ("return seen.rate(worlds=0)", "line 4: ValueError: "),
        ("return seen.choice('nobody')", "line 4: UcgsimError: "),
    ],
)
def test_what_goes_wrong_names_game_decision_and_line(tmp_path, body, message):
    line = refusal(written(tmp_path, body, seconds=0.5 if "0.5" in message else STUCK))
    assert line.startswith("policy mine.py:Mine, game 0, decision ")
    assert message in line
    assert len(line) < 400


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("class Mine\n", "can't be loaded, line 1: SyntaxError: "),
        ("x = 1\nimport no_such_module\n", "can't be loaded, line 2: ModuleNotFoundError: "),
        (
            "class Yours:\n    def choose(self, seen, options): return 0\n",
            "holds no class 'Mine'; its classes are Yours",
        ),
        ("Mine = 3\n", "holds no class 'Mine'; its classes are none"),
        ("class Mine: pass\n", "lacks its method, choose(self, seen, options)"),
        (
            "class Mine:\n    seconds = 0\n    def choose(self, seen, options): return 0\n",
            "seconds must be a number above 0",
        ),
        ("raise SystemExit(3)\n", "can't be loaded, line 1: SystemExit: 3"),
    ],
)
def test_a_file_that_is_no_policy_is_refused_before_a_game(tmp_path, code, message):
    path = tmp_path / "mine.py"
    path.write_text(code)
    with pytest.raises(UcgsimError) as caught:
        games((f"{path}:Mine", "random"))
    assert str(caught.value).startswith("policy mine.py:Mine: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["mine.py", "mine.py:", "mine.py:a b", "mine.py:1", ":mine.py"])
def test_a_name_without_a_class_says_what_would_be_right(text):
    assert_refuses(r"my_policy\.py:Careful", parse_policy, text)


def test_a_file_that_is_none_is_refused(tmp_path):
    for name, message in (("none.py", "no such file"), ("a\nb.py", "its name must be of letters")):
        path = tmp_path / name
        if "\n" in name:
            path.write_text(CHANCE)
        assert_refuses(message, parse_policy, f"{path}:Mine")


def test_a_name_alone_makes_no_code_run(tmp_path, monkeypatch):
    """What a folder of results holds is such a name, even where a file of that name lies at hand."""
    monkeypatch.chdir(tmp_path)
    Path("alone.py").write_text("raise SystemExit(77)\n")
    name = "alone.py:Mine@0123456789abcdef"
    own = own_file(name)
    assert own is not None
    assert own.code is None
    assert parse_policy(name).label == name
    plan, table = games((name, "greedy"))
    assert_refuses(r"give the file that played with --policy alone\.py:Mine$", play_shard, plan, table, 0)
    Path("alone.py").write_text(CHANCE)
    given = given_policy("alone.py:Mine")
    assert_refuses(f"the one that was given is another, {given[len('alone.py:Mine') :]}", play_shard, plan, table, 0)
    assert_refuses("is not the file that is meant", given_policy, name)
    assert given_policy(given) == given


def test_what_is_shown_holds_nothing_hidden():
    """View and options stay the same whatever lies in the cards that the player may not see."""
    asked = 0
    for seed, pair in enumerate(pairs(6, seed=5)):
        game, chance = dealt(pair, seed), random.Random(seed)
        cards = facts(game.book)
        game.advance()
        while not game.is_over:
            viewer = int(game.record.player)
            shown = []
            for each in (game, permuted(game, viewer, chance)):
                seen = see(each.record, cards, Dealer(each.record, Tables(each.book.tables), each.book))
                shown.append((seen, seen.me, seen.other, seen.scene, choices(each.record, game.book)))
            assert shown[0] == shown[1]
            assert shown[0][0].random.random() == shown[1][0].random.random()
            asked += 1
            game.take(chance.randrange(int(game.record.n_options)))
            game.advance()
    assert asked > 60


def test_worlds_touch_nothing_and_are_played_to_the_end():
    game = dealt(next(iter(pairs(1, seed=2))), 1)
    game.advance()
    before = game.record.tobytes()
    dealer = Dealer(game.record, Tables(game.book.tables), game.book)
    world = dealer.world(0)
    twin = world.copy()
    world.take(0)
    world.play_on("greedy")
    assert world.is_over
    assert world.winner in ("A", "B")
    assert not twin.is_over
    assert [str(option) for option in twin.options] == [str(option) for option in choices(game.record, game.book)]
    assert game.record.tobytes() == before
    game.take(0)
    game.advance()
    with pytest.raises(ValueError, match="earlier decision"):
        dealer.world(0)
