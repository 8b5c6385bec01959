"""Counts kept part by part: going on after any kind of stop, and what is refused."""

from __future__ import annotations

import json

import pytest

from tests.helpers import assert_refuses
from tests.simulate.sealing import resealed
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import sealed
from ucgsim.simulate.ledger import PARTS, REMEDY_PLAN, KeptFolder

KEYS = [f"part {number}" for number in range(6)]
PLAN = {"seed": 7, "decks": ["A", "B"], "shares": (0.5, 0.5)}


@pytest.fixture
def folder(tmp_path):
    result = KeptFolder(tmp_path / "kept", "study.json", "study", growing="seed")
    result.begin(PLAN, {"source": "a.txt"})
    return result


def play(folder, most=6):
    """Play what is missing, at most so many parts; the numbers of the parts that were found."""
    with folder.ledger(KEYS) as ledger:
        start = len(ledger.kept)
        for number in range(start, min(start + most, len(KEYS))):
            ledger.add([[number, number**2]])
        return start


def test_what_was_kept_is_found(folder):
    assert folder.parts(KEYS) == []
    assert play(folder, 4) == 0
    assert folder.parts(KEYS) == [[[number, number**2]] for number in range(4)]
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


def test_a_damaged_part_is_named(folder):
    play(folder)
    data = bytearray((folder.path / PARTS).read_bytes())
    third = sum(map(len, data.splitlines(keepends=True)[:2]))
    data[third + 30] ^= 1
    (folder.path / PARTS).write_bytes(data)
    assert_refuses(r"parts.jsonl, line 3: is damaged; `ucgsim run repair` plays again", play, folder)
    assert (folder.path / PARTS).read_bytes() == data


def test_parts_out_of_place_are_named(folder):
    play(folder)
    lines = (folder.path / PARTS).read_bytes().splitlines(keepends=True)
    (folder.path / PARTS).write_bytes(b"".join([lines[0], *lines[2:]]))
    assert_refuses("line 2: holds part part 2 where part part 1 belongs", folder.parts, KEYS)
    (folder.path / PARTS).write_bytes(b"".join([*lines, lines[5]]))
    assert_refuses("line 7: holds part part 5 beyond the last one", folder.parts, KEYS)


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
    for read in (lambda: folder.parts(KEYS), lambda: play(folder)):
        assert_refuses(r"parts.jsonl, line 1: was not played for the plan in study.json, which", read)
    assert (folder.path / PARTS).read_bytes() == kept
    place.write_text(text)
    assert play(folder) == 3


def test_a_full_disk_is_one_line_and_leaves_whole_parts(folder):
    with folder.ledger(KEYS) as ledger:
        ledger.add([1])
        ledger.file = Full(ledger.file)
        assert_refuses(r"parts.jsonl: cannot be written \(No space left on device\)", ledger.add, [2])
        ledger.file = ledger.file.file
    assert folder.parts(KEYS) == [[1]]


class Full:
    """A file on a disk with room for ten bytes more."""

    def __init__(self, file):
        self.file = file

    def write(self, data):
        return self.file.write(data[:10])

    def __getattr__(self, name):
        return getattr(self.file, name)


LARGER = {"keys": [*KEYS[:3], "longer part 3", "part 4"]}


def test_a_larger_plan_keeps_what_is_called_the_same(folder):
    play(folder)
    folder.begin(PLAN | {"seed": 8}, {"source": "b.txt"}, **LARGER)
    assert folder.read()[0]["seed"] == 8
    assert folder.parts(LARGER["keys"]) == [[[number, number**2]] for number in range(3)]


@pytest.mark.parametrize(
    ("change", "named"), [({"seed": 6}, "seed"), ({"seed": 8, "decks": []}, "seed, decks"), ({"seed": "9"}, "seed")]
)
def test_a_plan_that_is_not_just_larger_is_refused_and_nothing_lost(folder, change, named):
    play(folder)
    assert_refuses(f"differs in {named};", folder.begin, PLAN | change, {}, **LARGER)
    assert len(folder.parts(KEYS)) == 6


def test_a_damaged_part_is_not_dropped_in_silence(folder):
    play(folder)
    place = folder.path / PARTS
    place.write_bytes(place.read_bytes().replace(b"part 1", b"part l"))
    assert_refuses("line 2: is damaged", folder.begin, PLAN | {"seed": 8}, {}, **LARGER)
    assert folder.read()[0]["seed"] == 7
