"""A small sample of `scripts/fuzz`, the same every time: nothing but answers and one-line refusals, each soon."""

from __future__ import annotations

import pytest

from tests.fuzzing import folders
from tests.fuzzing.__main__ import main
from tests.fuzzing.kinds import KINDS
from tests.fuzzing.trying import TooSlowError, attempt, look_at, reader_of, try_all

EACH = 20


@pytest.mark.parametrize("name", KINDS)
def test_whatever_is_read_gets_an_answer_or_one_line(name):
    kind = KINDS[name]
    with reader_of(kind.file, kind.read) as read:
        read(kind.seeds()[0])
        counts = try_all(kind.inputs(), read, EACH, derandomize=True)
    assert sum(counts.values()) >= EACH


@pytest.mark.parametrize("plans", [True, False])
def test_whatever_becomes_of_a_kept_folder_is_told_in_one_line(plans):
    counts = try_all(folders.changed(plans=plans), folders.Changed.read, EACH, derandomize=True)
    assert counts["refused"]


@pytest.mark.parametrize("message", ["", "a\nb", "a\tb", "\x1b[2J", "\u202e", "a" * 3000])
def test_a_message_that_is_no_line_is_noticed(message):
    with pytest.raises(AssertionError):
        look_at(message)


def test_what_breaks_or_never_ends_is_noticed(monkeypatch):
    monkeypatch.setattr("tests.fuzzing.trying.SECONDS", 0.1)

    def forever():
        while True:
            pass

    with pytest.raises(TooSlowError):
        attempt(forever)
    with pytest.raises(ZeroDivisionError):
        attempt(lambda: 1 / 0)


def test_an_unknown_kind_is_refused(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["decks"])
    assert caught.value.code == 2
    assert "no kind 'decks'" in capsys.readouterr().err


def test_the_command_tells_how_many_it_tried(capsys):
    assert main(["-n", "5", "weights"]) == 0
    assert "weights: 5 inputs" in capsys.readouterr().out
