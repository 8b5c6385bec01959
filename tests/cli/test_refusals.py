"""What a command refuses for itself, in one line: `test_options` has what all refuse alike, `test_odd_names` files."""

from __future__ import annotations

import pytest

from tests.helpers import DECKLISTS, PLAIN, ROOT, SEALED, refusal, run
from ucgsim.limits import DEFAULT_POLICY

A, B, C = PLAIN
TIGA = DECKLISTS / "tiga-dyna.txt"
COMPARE = ("compare", A, B)
IMPROVE = ("improve", A, "--against", B)
BUILD = ("build", "--against", B, "--characters")
ODDS = ("odds", TIGA, "--want", "TIGA")
EFFECTS = (*ODDS, "--with-effects")
WORTH = ("worth", "RUN")
SWAP = (*WORTH, "--swap", "SD01-007=BP02-029")
CHECK = ("duel", A, B, "--check", "random")
BUDGETS = ("", "30", "-1s", "0s", "0pp", "50pp", "2 points", "nan s", "9999h", "2pp2", "1e9s")
UNTIL = ("matrix", *PLAIN, "--until", "best")
STRENGTH = ("sealed", "strength")
FILES = {
    "empty.csv": "",
    "pool.csv": "number,count\nSD01-014,2\nBP01-095,1\n",
    "few.txt": "4 BP01-001\n",
    "many.txt": "40 BP01-001\n",
    "odd.toml": "[pack]\nZZ = 8\n",
}
UNDONE = "--plan plays nothing and saves nothing; leave out --"
REFUSED = [
    (("duel", A, ROOT), "is a folder"),
    (("duel", A, B, "--first", "c"), "'c'"),
    (("duel", A, B, "--catalog", "absent.csv"), "absent.csv: no such file"),
    (("duel", A, B, "--precision", "0pp"), "precision is 0 points; it must be above 0 and below 50"),
    (("duel", A, B, "--precision", "60"), "precision is 60 points"),
    (("duel", A, B, "--precision", "narrow"), "'narrow' is no precision"),
    (("duel", A, B, "--precision", "0.0001pp"), "takes"),
    (("duel", A, B, "--precision", "5pp", "-n", "100"), "-n and --precision both say how many games to play"),
    (("duel", A, B, "--plan", "-n", "100"), UNDONE),
    (("duel", A, B, "--plan", "--out", "kept"), UNDONE),
    (("duel", A, B, "--plan", "--lead-pairs", "10"), UNDONE),
    (("duel", A, B, "--plan", "--check", "planner"), UNDONE),
    (("duel", A, B, "--check", "nobody"), "policy 'nobody' is unknown"),
    (("duel", A, B, "--check", "search:0"), "worlds"),
    (("duel", A, B, "--check", DEFAULT_POLICY), "plays both sides already"),
    (("duel", A, B, "--check-games", "40"), "there is no check"),
    ((*CHECK, "--check-games", "0"), "0 is not a whole number"),
    ((*CHECK, "--check-games", "40", "--check-budget", "1s"), "give one of them"),
    *(((*CHECK, "--check-budget", text), "check-budget") for text in BUDGETS),
    (("duel", A, B, "--lead-pairs", "-1"), "--lead-pairs"),
    (("duel", A, B, "--lead-pairs", "some"), "--lead-pairs"),
    (("duel", A, B, "--lead-pairs", 5, "--first", "a"), "one side always leads"),
    (("gauntlet", A), "name a rival or more, or a file of the field with --field"),
    (("gauntlet", *PLAIN, "-n", 10, "--precision", "1pp"), "give one of them"),
    (("matrix", A, B, "--plan", "--match", "bo3"), "leave out --match"),
    (("matrix", A, B, "--match", "bo3", "--lead-pairs", 5), "--lead-pairs"),
    (("matrix", A, B, "--match", "bo3", "--check", "greedy"), "--check"),
    ((*UNTIL, "--precision", "2pp"), "--until best and --precision both share out the games"),
    ((*UNTIL, "--match", "bo3"), "leave out --match and --turns"),
    (("matrix", *PLAIN, "--until", "sure"), "'sure'"),
    ((*COMPARE, "--plan", "--until-sure"), "leave out --until-sure"),
    ((*COMPARE, "--until-sure", "--precision", "1pp"), "stops when it is sure or by the precision"),
    ((*COMPARE, "--field", "absent.csv"), "absent.csv: no such file"),
    (("tournament", "RUN", "--field-only", "--players", 8), "--players and --field-only do not go together"),
    (("tournament", "RUN", "--field-only", "--times", 1), "1 is not a whole number from 100 to 1,000,000"),
    (("sealed", "pool", "--packs", "-1"), "-1 is not a whole number from 1 to 1,000"),
    (("sealed", "pool", "--sets", "SD01"), "SD01: has no card of rarity"),
    (("sealed", "pool", "--boosters", "none.toml"), "none.toml: no such file; what a booster pack holds"),
    (("sealed", "build", "few.txt"), f"leaves 4 cards that may be played by rules {SEALED}; a deck needs 30"),
    ((*STRENGTH, "few.txt"), "few.txt: leaves 4 cards"),
    ((*STRENGTH, "few.txt", "--rivals", "1"), "1 is not a whole number from 2 to 500"),
    ((*STRENGTH, "many.txt", "--boosters", "odd.toml"), "odd.toml: no set of the catalog has"),
    ((*STRENGTH, "many.txt", "--packs", "2"), "leaves 16 cards that may be played"),
    *(
        (words, "holds no run")
        for words in (("tournament", "nothing"), ("run", "verify", "nothing"), ("run", "repair", "nothing"))
    ),
    (("improve", A), "nobody to play against; name rivals with --against"),
    (("improve", A, "--field", "absent.csv"), "absent.csv: no such file"),
    ((*IMPROVE, "--pool", "empty.csv"), "empty.csv"),
    ((*IMPROVE, C, B, "--pool", "pool.csv"), "are the same list"),
    ((*BUILD, "NOBODY"), "characters: no card is of 'NOBODY'"),
    ((*BUILD, " , "), "characters: nobody is named"),
    ((*BUILD, "TIGA", "--pool", "pool.csv"), "a deck needs 50"),
    (("redraw", A, B), "unexpected extra argument"),
    (("redraw",), "DECK"),
    (("redraw", A, "--plot", "plot.xyz"), ".png"),
    (("redraw", A, "--precision", "2pp", "-n", 100), "-n and --precision both say how many hands to play"),
    (("redraw", A, "--precision", "0pp"), "precision is 0 points"),
    (("odds", TIGA, "--turn", "2"), "--want"),
    (("odds", TIGA, "--want", "TIGGA >= 1"), "column 1"),
    (("odds", TIGA, "--want", ""), "empty"),
    ((*ODDS, "--redraw", "sometimes"), "never"),
    ((*ODDS, "--redraw-when", "and"), "redraw: condition"),
    ((*ODDS, "--turn", "0"), "1 to 20"),
    ((*ODDS, "--cards", "3"), "the opening hand"),
    ((*ODDS, "--cards", "8", "--turn", "2"), "one of the two"),
    ((*ODDS, "--sample", "-5"), "1 to 100,000,000"),
    ((*ODDS, "--group", "x"), "BP01-001"),
    ((*ODDS, "--group", "x=BP77-001"), "no card BP77-001"),
    ((*ODDS, "--vary", "TIGA: 1..2"), "--filler"),
    ((*ODDS, "--filler", "scene"), "--vary"),
    ((*ODDS, "--vary", "TIGA", "--filler", "scene"), "4..12"),
    ((*ODDS, "--plot", "plot.xyz"), ".png"),
    ((*ODDS, "--plot", "nowhere/plot.png"), "folder"),
    ((*ODDS, "--policy", "random"), "--policy only goes with --with-effects"),
    ((*ODDS, "--play-blank", "all"), "--play-blank only goes with"),
    ((*EFFECTS, "--cards", "8"), "--cards does not go with"),
    ((*EFFECTS, "--scene-draws"), "--scene-draws does not go"),
    ((*EFFECTS, "--redraw", "best"), "found by counting"),
    ((*EFFECTS, "--against", "missing.txt"), "missing.txt"),
    (("odds", TIGA, "--want", "TIGGA", "--with-effects"), "column 1"),
    (("odds", "table", "--size", "5"), "12 to 500"),
    (("odds", "table", "--copies", "60"), "50 cards"),
    (("hands", TIGA, "--policy", "clever"), "known are"),
    (("hands", TIGA, "-n", "0"), "whole number"),
    (("hands", TIGA, "--want", "level"), "level 1"),
    ((*WORTH, "--swap", "SD01-007"), "as BP01-001=BP01-002"),
    ((*WORTH, "--play-blank", "all"), "give --swap too"),
    ((*WORTH, "--side", "c"), "'c' is not one of"),
    ((*WORTH, "-n", 20), "it takes 100 or more"),
    ((*WORTH, "--policy", "random"), "--policy is for --swap"),
    ((*WORTH, "--precision", "2pp", "-n", 200), "give one of them"),
    ((*WORTH, "--precision", "200pp"), "precision is 200 points"),
    ((*WORTH, "--plan", "--plot", "a.svg"), "leave out --plot"),
    ((*SWAP, "--plot", "x.png"), "leave out --swap"),
    ((*SWAP, "-n", 500), "leave out --swap"),
    ((*SWAP, "--precision", "2pp"), "leave out --swap"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("refused")
    assert run("duel", A, B, "-n", 100, "-j", 1, "--lead-pairs", 0, "--out", out / "run").exit_code == 0
    (out / "nothing").mkdir()
    for name, text in FILES.items():
        (out / name).write_text(text)
    return out


@pytest.mark.parametrize(("words", "message"), REFUSED)
def test_it_is_refused_in_one_line_and_nothing_is_written(words, message, folder, monkeypatch):
    monkeypatch.chdir(folder)
    before = sorted(folder.rglob("*"))
    assert message in refusal(*("run" if word == "RUN" else word for word in words))
    assert sorted(folder.rglob("*")) == before
