"""Every game ends: at a limit of the program, whatever its effects do, or when the program is told to stop."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import numpy as np
import pytest

from tests.helpers import DECKLISTS, ROOT, run
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.engine.core.constants import Fault
from ucgsim.engine.core.halting import halt
from ucgsim.engine.effects.machine import MOST_STEPS
from ucgsim.play import Game
from ucgsim.play.scenario import read_scenario
from ucgsim.simulate.loops.slow_motion import play_game
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import play
from ucgsim.studies.duel.question import plan_duel

MECH = DECKLISTS / "ultra-mech.txt"
PLAIN = str(DECKLISTS / "plain-kaiju.txt")
ENDLESS = """
title: An effect without an end
clauses: ["1.3.6"]
cards:
  E1: {{name: Endless, character: ENDLESS, kind: [Ultra Hero], level: 1, type: BASIC, bp: [2000], effect: "{effect}"}}
  E2: {{name: Endless Too, character: OTHER, kind: [Ultra Hero], level: 1, type: BASIC, bp: [2000], effect: "{effect}"}}
  K1: {{name: Foe, character: FOE, kind: [Kaiju], level: 5, type: HAZARD, bp: [5000]}}
lead: A
turn: 3
phase: set
A: {{hand: [E1], deck: [K1, K1]}}
B: {{hand: [K1], deck: [K1, K1]}}
field:
  - {{A: [E2], B: [K1]}}
  - {{A: [E1], B: [K1]}}
steps: []
"""


@pytest.mark.parametrize("policy", ["greedy", "random"])
@pytest.mark.parametrize(
    "effect",
    [
        "[Activate]No cost → Draw 2000000000 cards.",
        "《Whenever another one of your characters enters play》Draw 2000000000 cards. Then, draw 2000000000 cards.",
        "[Activate]No cost → You may give this character +1000 BP for this turn.",
        "《Whenever this character swaps places with another character》Swap the place of this character with "
        "another one of your characters.\\n[Activate]No cost → Swap the place of this character with another one "
        "of your characters.",
    ],
)
def test_a_game_ends_whatever_its_effects_do(tmp_path, effect, policy):
    file = tmp_path / "endless.yaml"
    file.write_text(ENDLESS.format(effect=effect), encoding="utf-8")
    game = Game.of(read_scenario(file, shipped_catalog()))
    game.seat(policy)
    play_game(game.record, game.book.tables)
    assert game.is_over
    assert game.record.steps <= MOST_STEPS + 1
    assert game.record.fault in (Fault.NOTHING, Fault.TOO_LONG, Fault.TOO_MANY_WAITING)


@pytest.mark.parametrize(
    "block",
    [
        # Each of them is asked for, and what is done between two answers is little.
        "  enter: for each 999999: for each 999999: may this bp +1000\n",
        "  pay: draw 999999\n",
        "  pay: for each 999999: draw 999999\n",
    ],
)
def test_a_run_with_an_endless_effect_names_the_game(tmp_path, monkeypatch, block):
    (tmp_path / "BP06.ucg").write_text(f"BP06-071\n{block}", encoding="utf-8")
    monkeypatch.setattr("ucgsim.effects.library.effects_folder", lambda: tmp_path)
    words = ["duel", MECH, MECH, "-n", 20, "--jobs", 1, "--seed", 7, "--policy", "greedy"]
    result = run(*words)
    assert result.exit_code == 2
    (line,) = [each for each in result.stderr.splitlines() if each.startswith("ucgsim: error: ")]
    assert line.startswith("ucgsim: error: game ")
    assert line.endswith(f" of seed 7 meets limit {Fault.TOO_LONG.value} of the program")


def test_games_that_were_stopped_are_never_handed_out():
    run = plan_duel(PLAIN, PLAIN, Terms.of(policy="greedy", seed=3), games=40).run
    before = play(run.plan, run.table, range(40))
    halt()
    try:
        with pytest.raises(KeyboardInterrupt):
            play(run.plan, run.table, range(40))
    finally:
        halt(halted=False)
    after = play(run.plan, run.table, range(40))
    assert not before.rows["fault"].any()
    assert np.array_equal(before.rows, after.rows)


GAMES, FEW = 4_000_000, 40_000
"""Minutes of play, all of them in one call of compiled code, and a hundredth of them."""
LONG = f"""
import sys
from time import process_time
from ucgsim.cli.common.process import interrupted, tidy_end
from ucgsim.simulate.table import play, warm_up
from ucgsim.simulate.plan import Terms
from ucgsim.studies.duel.question import plan_duel

run = plan_duel({PLAIN!r}, {PLAIN!r}, Terms.of(policy="greedy"), games={GAMES}).run
warm_up(run.plan, run.table)
began = process_time()
play(run.plan, run.table, range({FEW}))
whole = (process_time() - began) * {GAMES // FEW}
with tidy_end():
    print("begun", flush=True)
    began = process_time()
    try:
        play(run.plan, run.table, range({GAMES}))
    except KeyboardInterrupt:
        assert process_time() - began < whole / 4, "games were played on"
        sys.exit(interrupted()[1])
"""


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize(("sign", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_signal_is_heard_inside_compiled_code(sign, code):
    import signal

    with subprocess.Popen([sys.executable, "-c", LONG], stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        # By now it is inside: before that nothing would be seen.
        time.sleep(0.2)
        process.send_signal(signal.Signals[sign])
        assert process.wait() == code
