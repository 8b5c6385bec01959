"""Counts kept part by part: going on after any kind of stop, and what is refused, whoever sealed it again."""

from __future__ import annotations

import json

import pytest

from tests.helpers import PLAIN, assert_refuses, run
from tests.simulate.sealing import resealed
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import sealed
from ucgsim.simulate.ledger import PARTS, REMEDY_PLAN, KeptFolder, marked_line

KEYS = [f"part {number}" for number in range(6)]
STUDY = {"seed": 7, "decks": ["A", "B"], "shares": (0.5, 0.5)}


@pytest.fixture
def study(tmp_path):
    result = KeptFolder(tmp_path / "kept", "study.json", "study", growing="seed")
    result.begin(STUDY, {"source": "a.txt"})
    return result


def play(study, most=6):
    """Play what is missing, at most so many parts; the numbers of the parts that were found."""
    with study.ledger(KEYS) as ledger:
        start = len(ledger.kept)
        for number in range(start, min(start + most, len(KEYS))):
            ledger.add([[number, number**2]])
        return start


def test_what_was_kept_is_found(study):
    assert study.parts(KEYS) == []
    assert play(study, 4) == 0
    assert study.parts(KEYS) == [[[number, number**2]] for number in range(4)]
    assert play(study) == 4
    assert play(study) == 6
    assert study.read() == (json.loads(json.dumps(STUDY)), {"source": "a.txt"})


def test_a_plan_of_before_is_read_and_gone_on_with(study):
    play(study, 3)
    resealed(study.path / "study.json", lambda data: data.update({"told": data.pop("context")}))
    assert study.read()[1] == {"source": "a.txt"}
    study.begin(STUDY, {"source": "b.txt"})
    assert play(study) == 3


@pytest.mark.parametrize("cut", [1, 10, 30])
def test_a_part_that_was_being_written_is_played_again(study, cut):
    play(study)
    whole = (study.path / PARTS).read_bytes()
    (study.path / PARTS).write_bytes(whole[:-cut])
    assert play(study) == 5
    assert (study.path / PARTS).read_bytes() == whole


def test_zeros_that_a_loss_of_power_leaves_are_dropped(study):
    play(study, 3)
    kept = (study.path / PARTS).read_bytes()
    (study.path / PARTS).write_bytes(kept + bytes(4096))
    assert play(study, 0) == 3
    assert (study.path / PARTS).read_bytes() == kept


def test_a_damaged_part_is_named(study):
    play(study)
    data = bytearray((study.path / PARTS).read_bytes())
    third = sum(map(len, data.splitlines(keepends=True)[:2]))
    data[third + 30] ^= 1
    (study.path / PARTS).write_bytes(data)
    assert_refuses(r"parts.jsonl, line 3: is damaged; `ucgsim run repair` plays again", play, study)
    assert (study.path / PARTS).read_bytes() == data


def test_parts_out_of_place_are_named(study):
    play(study)
    lines = (study.path / PARTS).read_bytes().splitlines(keepends=True)
    (study.path / PARTS).write_bytes(b"".join([lines[0], *lines[2:]]))
    assert_refuses("line 2: holds part part 2 where part part 1 belongs", study.parts, KEYS)
    (study.path / PARTS).write_bytes(b"".join([*lines, lines[5]]))
    assert_refuses("line 7: holds part part 5 beyond the last one", study.parts, KEYS)


def test_another_plan_is_refused_by_what_differs(study):
    study.begin(STUDY, {"source": "elsewhere.txt"})
    with pytest.raises(UcgsimError, match="holds a study that differs in seed, turns; name another folder"):
        study.begin(STUDY | {"seed": 8, "turns": 20}, {})


def test_a_plan_of_another_format_is_refused_by_that(tmp_path):
    KeptFolder(tmp_path, "study.json", "study", 1).begin(STUDY, {})
    with pytest.raises(UcgsimError, match=r"study.json: is of format 1; this version of ucgsim reads 2; name another"):
        KeptFolder(tmp_path, "study.json", "study", 2).begin(STUDY | {"seed": 8}, {})


def test_a_folder_of_something_else_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(UcgsimError, match=r"holds notes.txt but no study; name a new or an empty folder"):
        KeptFolder(tmp_path, "study.json", "study").begin(STUDY, {})
    assert [entry.name for entry in tmp_path.iterdir()] == ["notes.txt"]


def test_a_first_file_that_was_being_written_is_in_nobodys_way(tmp_path):
    (tmp_path / ".study.json.x1.unfinished").write_text("{")
    KeptFolder(tmp_path, "study.json", "study").begin(STUDY, {})
    assert (tmp_path / "study.json").is_file()


UNSEALED = f"is not the plan of a study as it was written: cut off, changed, or something else; {REMEDY_PLAN}"
EXPECTED = 'an object with the objects "plan" and "context" was expected'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *((text, UNSEALED) for text in ("", "null", '{"plan":\n', "[" * 100_000, "9" * 100_000, "\ud800\0")),
        (sealed({"format": 1, "plan": 3, "context": {}}).decode(), f"is not the plan of a study; {EXPECTED}"),
        (
            sealed({"plan": {}, "context": {}}).decode(),
            "is of format None; this version of ucgsim reads 1; " + REMEDY_PLAN,
        ),
    ],
)
def test_a_plan_that_is_none_is_named(study, text, message):
    (study.path / "study.json").write_text(text, errors="surrogatepass")
    with pytest.raises(UcgsimError) as caught:
        study.begin(STUDY, {})
    assert str(caught.value) == f"{study.path / 'study.json'}: {message}"


def test_parts_of_another_plan_are_refused(study):
    """Whoever changes the plan by hand, or puts another's parts next to it, has no counts of it."""
    play(study, 3)
    kept = (study.path / PARTS).read_bytes()
    place = study.path / "study.json"
    text = place.read_text()
    resealed(place, lambda data: data["plan"].update(decks=["C", "B"]))
    for read in (lambda: study.parts(KEYS), lambda: play(study)):
        assert_refuses(r"parts.jsonl, line 1: was not played for the plan in study.json, which", read)
    assert (study.path / PARTS).read_bytes() == kept
    place.write_text(text)
    assert play(study) == 3


def test_a_full_disk_is_one_line_and_leaves_whole_parts(study):
    with study.ledger(KEYS) as ledger:
        ledger.add([1])
        ledger.file = Full(ledger.file)
        assert_refuses(r"parts.jsonl: cannot be written \(No space left on device\)", ledger.add, [2])
        ledger.file = ledger.file.file
    assert study.parts(KEYS) == [[1]]


class Full:
    """A file on a disk with room for ten bytes more."""

    def __init__(self, file):
        self.file = file

    def write(self, data):
        return self.file.write(data[:10])

    def __getattr__(self, name):
        return getattr(self.file, name)


LARGER = {"keys": [*KEYS[:3], "longer part 3", "part 4"]}


def test_a_larger_plan_keeps_what_is_called_the_same(study):
    play(study)
    study.begin(STUDY | {"seed": 8}, {"source": "b.txt"}, **LARGER)
    assert study.read()[0]["seed"] == 8
    assert study.parts(LARGER["keys"]) == [[[number, number**2]] for number in range(3)]


@pytest.mark.parametrize(
    ("change", "named"), [({"seed": 6}, "seed"), ({"seed": 8, "decks": []}, "seed, decks"), ({"seed": "9"}, "seed")]
)
def test_a_plan_that_is_not_just_larger_is_refused_and_nothing_lost(study, change, named):
    play(study)
    assert_refuses(f"differs in {named};", study.begin, STUDY | change, {}, **LARGER)
    assert len(study.parts(KEYS)) == 6


def test_a_damaged_part_is_not_dropped_in_silence(study):
    play(study)
    place = study.path / PARTS
    place.write_bytes(place.read_bytes().replace(b"part 1", b"part l"))
    assert_refuses("line 2: is damaged", study.begin, STUDY | {"seed": 8}, {}, **LARGER)
    assert study.read()[0]["seed"] == 7


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
        ("context", "sources"): [5, None, [], [5, 6, 7], ["\ud800"] * 3],
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
        (tmp_path / PARTS).write_bytes(with_checksum(raw))
        assert_refuses(r"parts.jsonl, line 1: holds no part; `ucgsim run repair`", folder.parts, ["a"])


def with_checksum(raw):
    """A line with its checksum."""
    import zlib

    return f"{zlib.crc32(raw):08x} ".encode() + raw + b"\n"
