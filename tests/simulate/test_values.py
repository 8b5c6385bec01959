"""Plans are data from outside: whoever seals one again still gets no further than with the command line."""

from __future__ import annotations

import json

import pytest

from tests.helpers import DECKLISTS, run
from tests.simulate.sealing import resealed
from ucgsim.errors import UcgsimError
from ucgsim.simulate.ledger import PARTS, KeptFolder, marked_line

PLAIN = [str(DECKLISTS / f"plain-{name}.txt") for name in ("kaiju", "rosso-blu", "dyna-gaia")]
COMMANDS = {
    "plan.json": ["duel", *PLAIN[:2], "-n", "20"],
    "matrix.json": ["matrix", *PLAIN, "-n", "20"],
    "matches.json": ["matrix", *PLAIN[:2], "-n", "20", "--match", "bo3"],
    "compare.json": ["compare", *PLAIN[:2], "--against", PLAIN[2], "-n", "20"],
}
DECK_OF = {
    "plan.json": ("decks", "a"),
    "matches.json": ("plan", "players", 0, 0),
    "compare.json": ("plan", "builds", 0),
}
NUMBERS = [-1, 0, 1.5, "2", None, True, [], {}, 10**15, -(2**63), 10**400, float("nan")]
TEXTS = [5, None, {"x": 1}, [], "\ud800", "a\0b", "\x1b[2J", "x" * 5000]
COPIES = [-4, 0, 1.5, 10**11, "4", True, None, [4]]
VALUES = {
    "plan.json": {
        **{(name,): NUMBERS for name in ("games", "seed", "shard")},
        ("matchup",): [*NUMBERS[:1], *NUMBERS[2:]],
        **{(name,): TEXTS for name in ("rules", "first", "cards", "redraw_procedure", "decks", "versions", "policies")},
        ("blank",): [5, "all", [5], ["\ud800"], None],
        ("edited",): [5, "all", [5], None],
        ("policies", "a"): [*TEXTS, "greedy(" * 5000, "greedy:lead=" + "9" * 5000],
    },
    "matrix.json": {
        ("matchups",): [5, None, [], [5], {"a": 1}],
        **{("matchups", 1, name): [*NUMBERS[:1], *NUMBERS[2:], 10**9] for name in "ab"},
        ("matchups", 0, "folder"): [*TEXTS, "..", "../run", "/etc", "nothing"],
    },
    "matches.json": {
        **{("plan", name): [*NUMBERS, 10**12] for name in ("pairs", "seed")},
        ("plan", "turns"): [-1, 0, 1.5, "2", True, 10**6, []],
        **{("plan", name): TEXTS for name in ("match", "rules", "cards", "policy", "redraw_procedure", "players")},
        **{("plan", name): [5, "all", [5], None] for name in ("blank", "edited", "versions")},
        ("plan", "match"): ["two-deck-bo3"],
        ("context", "sources"): [5, None, [], [[5], [6]], [["\ud800"], ["x"]]],
    },
    "compare.json": {
        **{("plan", name): [*NUMBERS, 10**12] for name in ("games", "seed")},
        **{("plan", name): TEXTS for name in ("rules", "redraw_procedure", "policies", "builds", "opponents")},
        **{("plan", name): [5, "all", [5]] for name in ("blank", "edited", "versions", "cards", "shares")},
        ("plan", "test"): [5, [], {}, {"low": 1, "high": 0, "alpha": 0.1, "beta": 0.1}, {"low": "x"}],
        ("plan", "precision"): [-1, 0, 100, "x", [], True, float("nan")],
        ("plan", "shares"): [[], [0.5], [-1.0], ["x"], [float("nan")]],
        ("context", "elo"): [5, [], [1], [1, "x"], [None, None], [float("inf"), 1]],
        ("plan", "builds", 1, "source"): [5, [], "\ud800"],
        ("plan", "opponents", 0, "source"): [5, [], "\ud800"],
        ("context", "field"): [5, [], "\ud800"],
        ("context", "not_met"): [5, [5], [{}], None],
    },
}
for each, deck in DECK_OF.items():
    VALUES[each] |= {
        (*deck, "name"): [*TEXTS, ""],
        (*deck, "fingerprint"): [*TEXTS, "0" * 10],
        (*deck, "cards"): [
            5,
            None,
            [],
            {},
            {"\ud800": 4},
            {"": 4},
            {"BP01-001": 10**9},
            *({"BP01-001": n} for n in COPIES),
        ],
    }
CASES = [(name, path, value) for name, paths in VALUES.items() for path, values in paths.items() for value in values]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    base = tmp_path_factory.mktemp("kept")
    for name, words in COMMANDS.items():
        result = run(*words, "--jobs", "1", "--out", base / name)
        assert result.exit_code == 0, result.output
    return base


def put(data, path, value):
    """Change the value at a place within."""
    for step in path[:-1]:
        data = data[step]
    data[path[-1]] = value


def assert_refused(words):
    """That a command says what is wrong in one line."""
    result = run(*words)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1), result.output
    assert "internal error" not in result.stderr
    assert result.stderr.count(f"{words[-1]}/") < 2, result.stderr


@pytest.mark.parametrize("name", VALUES)
def test_no_value_is_taken_that_a_command_would_refuse(name, folders):
    place = folders / name / name
    before = place.read_bytes()
    for case, path, value in CASES:
        if case == name:
            resealed(place, lambda data, path=path, value=value: put(data, path, value))
            try:
                assert_refused(["report", folders / name])
            except AssertionError as error:
                raise AssertionError(f"{name}: {path} = {value!r:.40}") from error
            place.write_bytes(before)


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("text", ["[" * 100_000, '{"format": ' + "9" * 5000 + "}", "null", "", "\0", '{"format": 2}'])
def test_what_is_no_plan_is_one_line(name, text, folders):
    place = folders / name / name
    before = place.read_bytes()
    place.write_text(text)
    assert_refused(["report", folders / name])
    assert_refused([*COMMANDS[name], "--jobs", "1", "--out", folders / name])
    place.write_bytes(before)


COUNTS = [5, None, "x", [], {}, [[1]], [[-1] * 5] * 5, [[1.5] * 5] * 5, [[10**30] * 5] * 5, [[1] * 5] * 5, [[["x"]]]]


@pytest.mark.parametrize("name", ["matches.json", "compare.json"])
def test_counts_that_are_none_are_one_line(name, folders):
    place = folders / name / PARTS
    before = place.read_bytes()
    _, mark, text = before.splitlines()[0].decode().split(" ", 2)
    key = json.loads(text)["part"]
    for value in [*COUNTS, {"points": [10, 0, 0, 0, 0]}]:
        place.write_bytes(marked_line(mark, key, value))
        assert_refused(["report", folders / name])
    place.write_bytes(before)


def test_a_line_with_a_right_checksum_that_holds_no_part_is_named(tmp_path):
    folder = KeptFolder(tmp_path, "study.json", "study")
    folder.begin({"seed": 1}, {})
    for text in ("[" * 100_000, "9" * 5000, "null", "{}", '{"part": 3, "counts": 1}', "\udcff"):
        raw = f"{folder._mark()} {text}".encode(errors="surrogateescape")
        (tmp_path / PARTS).write_bytes(checked(raw))
        with pytest.raises(UcgsimError, match=r"parts.jsonl, line 1: holds no part; `ucgsim run repair`"):
            folder.parts()


def checked(raw):
    """A line with its checksum."""
    import zlib

    return f"{zlib.crc32(raw):08x} ".encode() + raw + b"\n"
