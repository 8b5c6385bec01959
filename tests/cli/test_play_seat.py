"""A person at `ucgsim play`: a whole game at a terminal of eighty columns, and what may be typed beside an answer."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.helpers import run
from ucgsim.files.checksums import sealed

if TYPE_CHECKING:
    from click.testing import Result

DECKS = ("tiga-dyna", "zero-geed")
GAME = ["play", *DECKS, "--policy", "greedy", "--first", "a", "--seed", "3"]
PROMPT = "or help): "


def play(answers: list[str], *args: str) -> Result:
    return run(*(args or GAME), typed="".join(f"{answer}\n" for answer in answers))


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A game after six answers, and what stood on the screen."""
    path = tmp_path_factory.mktemp("saved") / "game"
    result = play(["keep", "1", "1", "1", "1", f"save {path}", "board", "q"])
    assert result.exit_code == 0, result.output
    return path, result.stdout


class Terminal:
    """A command at a terminal of eighty columns."""

    def __init__(self, *args: str) -> None:
        import pty

        self.screen, theirs = pty.openpty()
        environment = {**os.environ, "COLUMNS": "80", "TERM": "dumb"}
        command = [sys.executable, "-m", "ucgsim", *args]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
        os.close(theirs)
        self.shown, self.typed = "", 0

    def until(self, *words: str) -> str:
        """What is shown until one of some words is, from what was typed last; the end of the command ends it too."""
        start = self.typed
        while not any(word in self.shown[start:] for word in words):
            try:
                self.shown += os.read(self.screen, 65536).decode(errors="replace").replace("\r\n", "\n")
            except OSError:  # Linux says so where the other end is closed
                break
        return self.shown[start:]

    def type(self, text: str) -> None:
        self.typed = len(self.shown)
        os.write(self.screen, f"{text}\n".encode())


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_whole_game_at_a_terminal_of_eighty_columns():
    terminal = Terminal(*GAME)
    beside = iter(["help", "why", "hint", "kep", "log 3", "card zero"])
    screen = terminal.until(PROMPT)
    for _ in range(150):
        terminal.type(next(beside, "1"))
        screen = terminal.until(PROMPT, ", decided ")
        if ", decided " in screen:
            break
    terminal.until("or Enter to stop")
    terminal.type("")
    assert terminal.process.wait() == 0
    assert re.search(r"You (win|lose) in Round \d+, decided (by battles|for want of a character card to set)\.", screen)
    long = [line for line in terminal.shown.splitlines() if len(line) > 80]
    assert long == []
    for words in ("take back your last choice", "CR 4.2.3: ", "Chance to win", "did you mean keep?", "A draws", "Zero"):
        assert words in terminal.shown


def test_a_question_says_what_it_is_for_and_options_what_they_do(saved):
    _, shown = saved
    assert "Do you keep these six cards, or redraw all of them?" in shown
    assert re.search(r"^  1\. set: \w+ \d.* \([A-Z]+\d+-\d+\), [A-Z]+, [\d/]+$", shown, re.MULTILINE)


def test_an_effect_that_asks_is_named_with_its_text():
    shown = play(["1"] * 300).stdout
    asked = re.findall(r"^\S.* \([A-Z]+\d+-\d+\): (?:which|do) .*\?\n {5}\S", shown, re.MULTILINE)
    assert asked, "some effect asks in a whole game"
    assert re.search(r"^  \d\. (?:resolve|activate) \S+: .*\)\n {5}\S", shown, re.MULTILINE)


def test_what_is_taken_back_can_be_chosen_otherwise_and_the_same_brings_the_same():
    once = play(["keep", "1", "q"]).stdout
    again = play(["keep", "1", "undo", "1", "q"]).stdout
    other = play(["keep", "1", "undo", "2", "q"]).stdout
    assert "Taken back" in again
    assert once.split("Your hand:")[-1] == again.split("Your hand:")[-1] != other.split("Your hand:")[-1]
    assert "nothing to take back" in play(["undo", "q"]).stdout


def test_a_game_that_was_saved_goes_on_where_it_stood(saved):
    path, shown = saved
    again = play(["q"], "play", "--load", str(path)).stdout
    assert again.splitlines()[:2] == shown.splitlines()[:2]
    assert again.split("Round ")[-1] == shown.split("Round ")[-1]
    whole = play(["1"] * 300, "play", "--load", str(path)).stdout.splitlines()[-1]
    assert whole == play(["keep", *["1"] * 300]).stdout.splitlines()[-1]


def test_a_saved_game_is_a_transcript_of_what_its_player_saw(saved, tmp_path):
    path, _ = saved
    text = run("play", "--load", path, "--transcript").stdout
    assert "Turn 1, A is the Lead Player" in text
    assert "B draws a card (CR " in text
    place = tmp_path / "written"
    play([f"transcript {place}", "q"], "play", "--load", str(path))
    assert place.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data | {"you": "C"}, "is not a game that .* saved"),
        (lambda data: data | {"choices": [[9, "keep"]], "asked": []}, "another version of the game"),
        (lambda data: data | {"asked": [7, 7]}, "its choices are none of a game"),
        (lambda data: data | {"choices": [["x", "keep"]]}, "is not a game that .* saved"),
        (lambda data: data | {"plan": data["plan"] | {"cards": "0"}}, "with other cards"),
        (lambda data: data | {"plan": []}, "is not a game that .* saved"),
        (lambda data: data | {"format": 9}, "is of format 9"),
    ],
)
def test_a_file_that_is_no_such_game_is_told_in_one_line(saved, tmp_path, change, words):
    data = json.loads(saved[0].read_text(encoding="utf-8"))
    data.pop("seal")
    place = tmp_path / "other"
    place.write_bytes(sealed(change(data)))
    result = play([], "play", "--load", str(place))
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(words, result.stderr)
    assert len(result.stderr.splitlines()) == 1


def test_a_damaged_or_missing_game_is_told(saved, tmp_path):
    damaged = tmp_path / "damaged"
    damaged.write_bytes(saved[0].read_bytes().replace(b"Tiga", b"Toga"))
    for place, words in ((damaged, "is damaged, or was changed"), (tmp_path / "none", "No such file")):
        result = play([], "play", "--load", str(place))
        assert result.exit_code == 2
        assert words.lower() in result.stderr.lower()


def test_what_does_not_go_together_is_refused(saved):
    for args, words in (
        (["play"], "name two decks"),
        (["play", "--load", str(saved[0]), "--seed", "4"], "leave out --seed"),
        (["play", *DECKS, "--transcript"], "goes with --load"),
    ):
        result = play([], *args)
        assert (result.exit_code, result.stdout) == (2, "")
        assert words in result.stderr


def test_mistakes_are_answered_and_the_game_goes_on(tmp_path):
    shown = play(
        ["save", f"save {tmp_path}", "save /proc/nowhere/game", "log many", "card", "", "card nobody", "q"]
    ).stdout
    for words in (
        "save where?",
        "is no file; name another",
        "/proc/nowhere",
        "log many: a whole number",
        "Type one of",
    ):
        assert words in shown
    assert shown.count("is no card of this game") == 2
    assert shown.rstrip().endswith("Stopped.")


def test_nothing_hidden_is_told_by_log_and_transcript(saved, tmp_path):
    place = Path(tmp_path / "seen")
    shown = play(["log 999", f"transcript {place}", "q"], "play", "--load", str(saved[0])).stdout
    assert not re.search(r"B draws [A-Z]", shown + place.read_text(encoding="utf-8"))
