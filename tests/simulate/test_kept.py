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
PLAN = {"seed": 7, "decks": ["A", "B"], "shares": (0.5, 0.5)}


@pytest.fixture
def folder(tmp_path):
    result = KeptFolder(tmp_path / "kept", "study.json", "study", growing="seed")
    result.begin(PLAN, {"source": "a.txt"})
    return result


def play(folder, most=6):
    """Play what is missing, at most so many parts; how many parts were found."""
    with folder.ledger() as ledger:
        kept = len(ledger.kept)
        for number, key in enumerate(KEYS[:most]):
            if key not in ledger.kept:
                ledger.add(key, [[number, number**2]])
        return kept


def values(folder):
    return {key: part.value for key, part in folder.parts().items()}


WHOLE = {key: [[number, number**2]] for number, key in enumerate(KEYS)}


def test_what_was_kept_is_found(folder):
    assert folder.parts() == {}
    assert play(folder, 4) == 0
    assert values(folder) == {key: WHOLE[key] for key in KEYS[:4]}
    assert play(folder) == 4
    assert play(folder) == 6
    assert folder.read() == (json.loads(json.dumps(PLAN)), {"source": "a.txt"})


def test_a_plan_of_before_is_read_and_gone_on_with(folder):
    play(folder, 3)
    resealed(folder.path / "study.json", lambda data: data.update({"told": data.pop("context")}))
    assert folder.read()[1] == {"source": "a.txt"}
    folder.begin(PLAN, {"source": "b.txt"})
    assert play(folder) == 3


@pytest.mark.parametrize("cut", [1, 10, 30])
def test_a_part_that_was_being_written_is_played_again(folder, cut):
    play(folder)
    whole = (folder.path / PARTS).read_bytes()
    (folder.path / PARTS).write_bytes(whole[:-cut])
    assert play(folder) == 5
    assert (folder.path / PARTS).read_bytes() == whole


def test_zeros_that_a_loss_of_power_leaves_are_dropped(folder):
    play(folder, 3)
    kept = (folder.path / PARTS).read_bytes()
    (folder.path / PARTS).write_bytes(kept + bytes(4096))
    assert play(folder, 0) == 3
    assert (folder.path / PARTS).read_bytes() == kept


def test_a_damaged_part_is_named_and_played_again(folder):
    play(folder)
    whole = (folder.path / PARTS).read_bytes()
    data = bytearray(whole)
    third = sum(map(len, data.splitlines(keepends=True)[:2]))
    data[third + 30] ^= 1
    (folder.path / PARTS).write_bytes(data)
    with pytest.raises(UcgsimError, match=r"parts.jsonl, line 3: is damaged; `ucgsim run repair` plays again"):
        folder.parts()
    assert (folder.path / PARTS).read_bytes() == data
    assert list(folder.legible()) == [key for key in KEYS if key != KEYS[2]]
    assert play(folder) == 5
    assert values(folder) == WHOLE


def test_parts_lie_in_any_order_and_the_last_of_one_key_counts(folder):
    play(folder)
    lines = (folder.path / PARTS).read_bytes().splitlines(keepends=True)
    (folder.path / PARTS).write_bytes(b"".join([*lines[::-1], lines[3]]))
    assert values(folder) == WHOLE
    assert folder.parts()[KEYS[3]].line == 7
    assert play(folder) == 6


def test_no_single_bit_is_believed(folder):
    play(folder)
    place = folder.path / PARTS
    whole = place.read_bytes()
    for bit in range(0, 8 * len(whole), 7):
        data = bytearray(whole)
        data[bit // 8] ^= 1 << bit % 8
        place.write_bytes(data)
        try:
            legible = {key: part.value for key, part in folder.legible().items()}
        except UcgsimError as error:
            assert "was not played for the plan" in str(error)  # noqa: PT017 - either is right
            continue
        assert len(legible) < len(WHOLE)
        assert legible.items() <= WHOLE.items()
        play(folder)
        assert values(folder) == WHOLE


def test_another_plan_is_refused_by_what_differs(folder):
    folder.begin(PLAN, {"source": "elsewhere.txt"})
    with pytest.raises(UcgsimError, match="holds a study that differs in seed, turns; name another folder"):
        folder.begin(PLAN | {"seed": 8, "turns": 20}, {})


def test_a_plan_of_another_format_is_refused_by_that(tmp_path):
    KeptFolder(tmp_path, "study.json", "study", 1).begin(PLAN, {})
    with pytest.raises(UcgsimError, match=r"study.json: is of format 1; this version of ucgsim reads 2; name another"):
        KeptFolder(tmp_path, "study.json", "study", 2).begin(PLAN | {"seed": 8}, {})


def test_a_folder_of_something_else_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(UcgsimError, match=r"holds notes.txt but no study; name a new or an empty folder"):
        KeptFolder(tmp_path, "study.json", "study").begin(PLAN, {})
    assert [entry.name for entry in tmp_path.iterdir()] == ["notes.txt"]


def test_a_first_file_that_was_being_written_is_in_nobodys_way(tmp_path):
    (tmp_path / ".study.json.x1.unfinished").write_text("{")
    KeptFolder(tmp_path, "study.json", "study").begin(PLAN, {})
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
def test_a_plan_that_is_none_is_named(folder, text, message):
    (folder.path / "study.json").write_text(text, errors="surrogatepass")
    with pytest.raises(UcgsimError) as caught:
        folder.begin(PLAN, {})
    assert str(caught.value) == f"{folder.path / 'study.json'}: {message}"


def test_parts_of_another_plan_are_refused(folder):
    """Whoever changes the plan by hand, or puts another's parts next to it, has no counts of it."""
    play(folder, 3)
    kept = (folder.path / PARTS).read_bytes()
    place = folder.path / "study.json"
    text = place.read_text()
    resealed(place, lambda data: data["plan"].update(decks=["C", "B"]))
    for read in (folder.parts, folder.legible, lambda: play(folder)):
        with pytest.raises(UcgsimError, match=r"parts.jsonl, line 1: was not played for the plan in study.json, which"):
            read()
    assert (folder.path / PARTS).read_bytes() == kept
    place.write_text(text)
    assert play(folder) == 3


def test_a_full_disk_is_one_line_and_leaves_whole_parts(folder):
    with folder.ledger() as ledger:
        ledger.add("a", [1])
        ledger.file = Full(ledger.file)
        with pytest.raises(UcgsimError, match=r"parts.jsonl: cannot be written \(No space left on device\)"):
            ledger.add("b", [2])
        ledger.file = ledger.file.file
    assert values(folder) == {"a": [1]}


class Full:
    """A file on a disk with room for ten bytes more."""

    def __init__(self, file):
        self.file = file

    def write(self, data):
        return self.file.write(data[:10])

    def __getattr__(self, name):
        return getattr(self.file, name)


@pytest.mark.parametrize("seed", [6, 8])
def test_a_larger_plan_and_a_smaller_one_keep_all_parts(seed, folder):
    play(folder)
    folder.begin(PLAN | {"seed": seed}, {"source": "b.txt"})
    assert folder.read() == ({**json.loads(json.dumps(PLAN)), "seed": seed}, {"source": "b.txt"})
    assert values(folder) == WHOLE


def test_a_plan_that_is_not_just_larger_is_refused_and_nothing_lost(folder):
    play(folder)
    with pytest.raises(UcgsimError, match="differs in seed, decks;"):
        folder.begin(PLAN | {"seed": 8, "decks": []}, {})
    assert values(folder) == WHOLE


def test_where_a_deck_lies_decides_nothing(tmp_path):
    folder = KeptFolder(tmp_path / "kept", "study.json", "study")
    folder.begin({"decks": [{"name": "A", "source": "a.txt"}]}, {})
    play(folder, 3)
    folder.begin({"decks": [{"name": "A", "source": "elsewhere.txt"}]}, {})
    assert play(folder) == 3


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
        ("plan", "players", 1, 0, "source"): [5, [], "\ud800"],
    },
    "compare.json": {
        **{("plan", name): [*NUMBERS, 10**12] for name in ("games", "seed")},
        **{("plan", name): TEXTS for name in ("rules", "redraw_procedure", "policies", "builds", "opponents")},
        **{("plan", name): [5, "all", [5]] for name in ("blank", "edited", "versions", "cards", "shares")},
        ("plan", "until_sure"): [5, None, "yes", []],
        ("plan", "precision"): [-1, 0, 100, "x", [], True, float("nan")],
        ("plan", "shares"): [[], [0.5], [-1.0], ["x"], [float("nan")]],
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
        (tmp_path / PARTS).write_bytes(with_checksum(raw))
        assert_refuses(r"parts.jsonl, line 1: holds no part; `ucgsim run repair`", folder.parts)


def with_checksum(raw):
    """A line with its checksum."""
    import zlib

    return f"{zlib.crc32(raw):08x} ".encode() + raw + b"\n"
