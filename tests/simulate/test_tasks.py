"""Courses of tasks: what is known is not played, what is ahead is played while nobody waits, what is stored is read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from ucgsim.errors import NotFinishedError, UcgsimError
from ucgsim.simulate.ledger import PARTS, KeptFolder, marked_line
from ucgsim.simulate.tasks import Batch, Player, Reader, Task


@dataclass(frozen=True)
class Square(Task):
    """A number to be squared; ``played`` notes the numbers that were."""

    number: int
    played: list = field(compare=False, repr=False)
    games = 2

    def run(self):
        self.played.append(self.number)
        return self.number**2

    def counts(self, value):
        if type(value) is not int:
            raise TypeError
        return value


@pytest.fixture
def played():
    return []


@pytest.fixture
def folder(tmp_path):
    result = KeptFolder(tmp_path / "kept", "study.json", "study")
    result.begin({}, {})
    return result


def squares(played, *numbers):
    return [Square(number, played) for number in numbers]


def climb(played, least):
    """An adaptive question: the least square above a number, and how many were asked for."""
    number = 0
    while True:
        number += 1
        (square,) = yield Batch(squares(played, number), squares(played, number + 1))
        if square > least:
            return square, number


def test_a_key_is_all_that_decides_a_task_and_nothing_else(played):
    one = Square(1, played)
    assert one.key == Square(1, []).key
    assert one.key != replace(one, number=2).key
    assert len({Square(number, played).key for number in range(1000)}) == 1000


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_adaptive_question_is_answered_and_stored_as_far_as_it_went(jobs, played, folder):
    with folder.ledger() as ledger:
        assert Player(jobs, ledger=ledger).answer(climb(played, 20)) == (25, 5)
    assert [part.value for part in folder.parts().values()] == [1, 4, 9, 16, 25]
    before = list(played)
    with folder.ledger() as ledger:
        assert Player(jobs, ledger=ledger).answer(climb(played, 10)) == (16, 4)
        assert played == before
        assert Player(jobs, ledger=ledger).answer(climb(played, 30)) == (36, 6)
    assert set(played[len(before) :]) <= {6, 7}


def test_what_is_ahead_is_played_once_and_only_if_it_comes_to_that(played):
    player = Player()
    assert player.counts(Batch(squares(played, 1, 2), squares(played, 3, 4))) == [1, 4]
    assert player.counts(Batch(squares(played, 3))) == [9]
    assert player.counts(Batch(squares(played, 4, 1))) == [16, 1]
    assert played == [1, 2, 3, 4]


def test_progress_counts_once_all_that_is_wanted(played, folder):
    done = []
    with folder.ledger() as ledger:
        Player(ledger=ledger).counts(Batch(squares(played, 1, 2)))
        Player(1, done.append, ledger=ledger).counts(Batch(squares(played, 1, 2, 3), squares(played, 4)))
    assert done == [2, 2, 2]


def test_counts_that_are_none_are_played_again_and_named_where_they_are_read(played, folder):
    place, tasks = folder.path / PARTS, squares(played, 1, 2)
    place.write_bytes(b"".join(marked_line(folder._mark(), task.key, "four") for task in tasks))
    with pytest.raises(UcgsimError, match="line 1: is not a part of this study"):
        Reader(folder).counts(Batch(tasks))
    with folder.ledger() as ledger:
        assert Player(ledger=ledger).counts(Batch(tasks)) == [1, 4]
    assert Reader(folder).counts(Batch(tasks)) == [1, 4]


def test_what_is_missing_is_not_finished_and_the_rest_is_seen(played, folder):
    with folder.ledger() as ledger:
        Player(ledger=ledger).counts(Batch(squares(played, 2, 4)))
    reader = Reader(folder)
    with pytest.raises(NotFinishedError, match="is not finished"):
        reader.counts(Batch(squares(played, 1, 2, 3, 4)))
    assert [counts for _, counts in reader.seen] == [4, 16]


def test_what_is_known_is_stored_as_if_it_had_been_played(played, folder):
    tasks = squares(played, 1, 2)
    with folder.ledger() as ledger:
        assert Player(ledger=ledger, known={tasks[0].key: 1}).counts(Batch(tasks)) == [1, 4]
    assert played == [2]
    assert Reader(folder).counts(Batch(tasks)) == [1, 4]


def test_a_question_that_fails_leaves_what_it_had(played, folder):
    def failing():
        yield Batch(squares(played, 1), squares(played, 2))
        raise UcgsimError("no more")

    with folder.ledger() as ledger, pytest.raises(UcgsimError, match="no more"):
        Player(2, ledger=ledger).answer(failing())
    assert [part.value for part in folder.parts().values()] == [1]


@dataclass(frozen=True)
class Once(Square):
    """A square that nobody asks for a second time, and that writes a file of its own."""

    asked_once = True

    def saved(self, value):
        self.played.append("saved")
        return -value


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_nobody_asks_for_again_is_not_remembered(jobs, played):
    player = Player(jobs, known={Once(1, played).key: 1})
    tasks = [Once(number, played) for number in (1, 2, 3)]
    assert player.counts(Batch(tasks[:2], tasks[2:])) == [1, -4]
    assert player.counts(Batch(tasks[2:])) == [-9]
    assert (player.known, player.played, played.count("saved")) == ({}, 4, 2)
