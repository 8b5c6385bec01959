"""Games of the user's own: written down, shown, handed on, taken over, and made a field of."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from datetime import date, timedelta

import pytest

from tests.helpers import ROOT, answer, output, refusal, run
from ucgsim.cli.games.log import log
from ucgsim.errors import UcgsimError
from ucgsim.studies.own_games import COLUMNS, Book, read_day, read_game

HEAD = ",".join(COLUMNS)
GAME = "2026-04-01,Mine,,Zero,lead,win,,,g00000000000000a"


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def rows(path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def written(home) -> list[dict[str, str]]:
    return rows(home / "games.csv")


def add(*words: str) -> str:
    return output("log", "add", "plain-dyna-gaia", *words)


def test_a_game_is_one_line_of_an_open_file(own_home):
    text = add(
        "plain-kaiju", "win", "--lead", "--event", "Shop, Tokyo", "--note", "won on  time", "--date", "2026-04-01"
    )
    assert text.startswith("2026-04-01: Plain Dyna and Gaia against Plain Kaiju, win (")
    (game,) = written(own_home)
    assert game.pop("id").startswith("g")
    assert game.pop("version") == answer("deck", "show", "plain-dyna-gaia")["fingerprint"]
    assert game == {
        "date": "2026-04-01",
        "deck": "Plain Dyna and Gaia",
        "rival": "Plain Kaiju",
        "lead": "lead",
        "result": "win",
        "event": "Shop, Tokyo",
        "note": "won on time",
    }


def test_what_is_not_said_is_blank_and_a_rival_may_be_any_words(own_home):
    result = run("log", "add", "plain-kaiju", "Zero, 3 of level 7", "draw", "--version", "v2")
    assert "no deck is called so; it is kept as these words" in result.stderr
    (game,) = written(own_home)
    assert (game["date"], game["lead"], game["event"], game["note"]) == (str(date.today()), "", "", "")
    assert (game["rival"], game["version"]) == ("Zero, 3 of level 7", "v2")


def test_no_cell_is_a_formula_to_a_spreadsheet_and_it_is_read_back_as_it_was(own_home):
    add("=cmd", "win", "--note", "-1 to go")
    (game,) = written(own_home)
    assert (game["rival"], game["note"]) == ("'=cmd", "'-1 to go")
    (read,) = Book().games()
    assert (read.rival, read.note) == ("=cmd", "-1 to go")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["no-such-deck", "x", "win"], "no such file, and no deck of that name"),
        (["plain-kaiju", "x", "won"], "'won' is not one of 'win', 'loss', 'draw'"),
        (["plain-kaiju", "", "win"], "the rival is blank; a game needs date, deck, rival, result"),
        (["plain-kaiju", "x" * 201, "win"], "the rival has 201 letters; it may have 200"),
        (["plain-kaiju", "x\x1b[2J", "win"], "the rival holds U+001B"),
        (["plain-kaiju", "x", "win", "--date", "1.4.2026"], "'1.4.2026' is no day like 2026-04-01"),
        (["plain-kaiju", "x", "win", "--date", "2026-02-30"], "'2026-02-30' is no day like 2026-04-01"),
        (["plain-kaiju", "x", "win", "--date", str(date.today() + timedelta(days=9))], "is still to come"),
        (["-", "x", "win"], "a written game needs a deck with a name"),
    ],
)
def test_a_bad_value_is_refused_and_nothing_is_written(own_home, words, why):
    assert why in refusal("log", "add", *words)
    assert not (own_home / "games.csv").exists()


def test_a_record_counts_by_deck_rival_list_and_lead(own_home):
    for rival, result, *more in [
        ("plain-kaiju", "win", "--lead"),
        ("Plain Kaiju", "loss", "--next", "--version", "old"),
        ("plain-kaiju.txt", "draw", "--lead"),
        ("Zero", "win"),
    ]:
        add(rival, result, *more)
    output("log", "add", "plain-kaiju", "Zero", "loss")
    text = output("log", "show")
    assert text.startswith("5 games with 2 decks: you win 50 % ")
    assert "95 % intervals (Wilson) · a draw counts half" in text
    data = answer("log", "show", "--deck", "plain-dyna-gaia")
    assert (data["games"], data["won"], data["lost"], data["drawn"]) == (4, 2, 1, 1)
    assert data["win_rate"]["rate"] == 0.625
    assert data["win_rate"]["low"] == pytest.approx(0.2194, abs=1e-4)
    rivals = {each["rival"]: each["games"] for each in data["rivals"]}
    assert rivals == {"Plain Kaiju": 2, "Zero": 1, "plain-kaiju.txt": 1}
    assert {each["version"]: each["now"] for each in data["versions"]} == {
        "old": False,
        answer("deck", "show", "plain-dyna-gaia")["fingerprint"]: True,
    }
    assert {each["lead"]: each["won"] for each in data["leads"]} == {"lead": 1, "next": 0, "": 1}


def test_only_games_since_a_day_count():
    add("Zero", "win", "--date", "2026-01-31")
    add("Zero", "loss", "--date", "2026-02-01")
    data = answer("log", "show", "--since", "2026-02-01")
    assert (data["lost"], data["games"]) == (1, 1)
    assert "no day like" in refusal("log", "show", "--since", "February")
    assert "there are Plain Dyna and Gaia" in refusal("log", "show", "--deck", "Belial")


def test_without_a_game_it_says_how_to_write_one_down():
    assert "ucgsim log add DECK RIVAL win" in output("log", "show")
    assert answer("log", "show")["win_rate"]["rate"] is None


def test_a_line_that_is_wrong_is_named(own_home):
    own_home.mkdir()
    (own_home / "games.csv").write_text(f"{HEAD}\n{GAME}\n{GAME.replace('win', 'wins')}\n1,2\n", encoding="utf-8")
    said = run("log", "show").stderr
    assert "games.csv, line 3: the result is 'wins'" in said
    assert "games.csv, line 4: has 2 cells; it must have 9" in said


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *(
            (text, "2026-11-01")
            for text in ("2026/11/1", "2026.11.01", "2026年11月1日", "2026/11/01 0:00", "2026-11-1")
        ),
        ("2026-11-01", "2026-11-01"),
        *((text, "2026-11-13") for text in ("13/11/2026", "11/13/2026", "13.11.2026", "11-13-2026")),
        ("04/4/2026", "2026-04-04"),
    ],
)
def test_a_day_is_read_as_a_spreadsheet_writes_it_and_is_written_in_one_way(text, day):
    """A day or a month first is read where it can be nothing else."""
    assert str(read_day(text, date(2027, 1, 1))) == day
    row = dict(zip(COLUMNS, GAME.split(","), strict=True))
    assert read_game(row | {"date": text}, date(2027, 1, 1)).cells()[0] == day


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("11/1/2026", "'11/1/2026' is no day like 2026-04-01: it may be 2026-01-11 or 2026-11-01"),
        ("1.4.2026", "'1.4.2026' is no day like 2026-04-01: it may be 2026-01-04 or 2026-04-01"),
        ("13/13/2026", "'13/13/2026' is no day like 2026-04-01"),
        ("31/2/2026", "'31/2/2026' is no day like 2026-04-01"),
        ("2026/13/1", "'2026/13/1' is no day like 2026-04-01"),
        ("1/4/26", "'1/4/26' is no day like 2026-04-01"),
    ],
)
def test_a_day_that_may_be_two_is_refused(text, why):
    with pytest.raises(UcgsimError) as caught:
        read_day(text, date(2027, 1, 1))
    assert str(caught.value) == why


SAVED = {
    "days": (GAME.replace("2026-04-01", "2026/4/1"), ",", "utf-8"),
    "Shift-JIS": (GAME.replace("Zero", "ゼロ").replace("2026-04-01", "2026/4/1"), ",", "cp932"),
    "UTF-8 with its mark": (GAME.replace("Zero", "ゼロ"), ",", "utf-8-sig"),
    "UTF-16 with tabs": (GAME.replace("Zero", "ゼロ"), "\t", "utf-16"),
    "semicolons": (GAME.replace("2026-04-01", "13.3.2026"), ";", "utf-8"),
}


@pytest.mark.parametrize("how", SAVED)
def test_a_spreadsheet_may_save_the_file(own_home, how):
    game, delimiter, encoding = SAVED[how]
    file = own_home / "games.csv"
    own_home.mkdir()
    file.write_bytes(f"{HEAD}\r\n{game}\r\n".replace(",", delimiter).encode(encoding))
    (before,) = Book().games()
    add("Zero", "loss")
    assert Book().games()[0] == before
    assert [each.result for each in Book().games()] == ["win", "loss"]
    text = file.read_text(encoding="utf-8-sig")
    assert text.splitlines()[0] == HEAD
    assert "ゼロ" in text or how in {"days", "semicolons"}


@pytest.mark.parametrize(
    "wrong",
    [
        GAME.replace("2026-04-01", "11/1/2026").encode(),
        GAME.replace("win", "wins").encode(),
        GAME.replace("Zero", '"Zero').encode(),
        GAME.replace("Zero", "Zéro").encode("cp1252"),
        GAME.replace("Zero", "ゼロ").encode("cp932") + b"\n" + GAME.replace("Zero", "ゼロ").encode(),
    ],
)
def test_what_a_read_refuses_an_append_refuses(own_home, wrong):
    file = own_home / "games.csv"
    own_home.mkdir()
    file.write_bytes(f"{HEAD}\n".encode() + wrong + b"\n")
    before = file.read_bytes()
    assert refusal("log", "add", "plain-kaiju", "Zero", "win") == refusal("log", "show")
    assert file.read_bytes() == before


def test_what_was_cut_off_is_put_aside_by_the_next_game(own_home):
    add("Zero", "win")
    file = own_home / "games.csv"
    file.write_bytes(file.read_bytes() + b"2026-04-01,Mine,,Ze")
    assert "its last line was cut off, and is put aside" in run("log", "add", "plain-kaiju", "Zero", "loss").stderr
    assert [game["result"] for game in written(own_home)] == ["win", "loss"]
    assert (own_home / "games.csv.torn").read_text() == "2026-04-01,Mine,,Ze\n"


def test_two_commands_at_once_write_two_lines(own_home):
    command = [sys.executable, "-m", "ucgsim", "log", "add", "plain-kaiju"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    both = [subprocess.Popen([*command, f"r{n}", "win"], env=env, stdout=subprocess.DEVNULL) for n in range(4)]
    assert [each.wait() for each in both] == [0] * 4
    assert sorted(game["rival"] for game in written(own_home)) == ["r0", "r1", "r2", "r3"]


# ---------------------------------------------------------------------------------- handed on, and taken over


def test_what_is_handed_on_names_nobody_and_is_taken_over_once(own_home, tmp_path):
    add("Zero", "win", "--event", "Shop", "--note", "secret", "--lead")
    add("plain-kaiju", "draw", "--date", "2026-04-01")
    result = run("log", "export", "out.csv")
    assert result.stdout.endswith("out.csv: 2 games, date, deck, version, rival, lead, result, id\n")
    assert "go out as you wrote them: Zero" in result.stderr
    text = (tmp_path / "out.csv").read_text(encoding="utf-8")
    assert "secret" not in text
    assert "Shop" not in text
    assert answer("log", "import", "out.csv") == {"file": str(own_home / "games.csv"), "added": 0, "doubles": 2}
    assert "2 games added, 0 skipped" in output("log", "import", "out.csv", "--file", "other.csv")
    assert "0 games added, 2 skipped" in output("log", "import", "out.csv", "--file", "other.csv")
    first, other = written(own_home), rows(tmp_path / "other.csv")
    assert other == [game | {"event": "", "note": ""} for game in first]


def test_events_are_handed_on_where_they_are_wanted(tmp_path):
    add("Zero", "win", "--event", "Shop", "--note", "secret")
    assert answer("log", "export", "out.csv", "--events")["columns"] == [name for name in COLUMNS if name != "note"]
    assert rows(tmp_path / "out.csv")[0]["event"] == "Shop"


def test_a_table_of_ones_own_is_taken_over_once_in_any_order_of_columns(own_home, tmp_path):
    (tmp_path / "mine.csv").write_text("Result;Rival;Deck;Date\nWin;Zero;Mine;2026-04-01\nWin;Zero;Mine;2026-04-01\n")
    assert answer("log", "import", "mine.csv")["added"] == 2
    assert answer("log", "import", "mine.csv") | {"file": ""} == {"file": "", "added": 0, "doubles": 2}
    assert len({game["id"] for game in written(own_home)}) == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("date,deck,rival\n2026-04-01,a,b\n", "line 1: lacks result"),
        ("date,deck,rival,result,elo\n", "line 1: has a column 'elo'"),
        ("date,deck,rival,result,date\n", "line 1: names a column twice"),
        ("date,deck,rival,result\n2026-04-01,a,b,win\n2026-04-01,a,b,lost\n", "line 3: the result is 'lost'"),
        ("date,deck,rival,result,lead\n2026-04-01,a,b,win,me\n", "line 2: the lead is 'me'"),
        ("date,deck,rival,result,id\n2026-04-01,a,b,win,7\n", "line 2: the id is '7'"),
        ("date,deck,rival,result\n2026-04-01,a,b\n", "line 2: has 3 cells; it must have 4"),
        ("date,deck,rival,result\n2026-04-01,,b,win\n", "line 2: the deck is blank"),
        ('date,deck,rival,result\n2026-04-01,a,"b,win\n', "quotation mark"),
    ],
)
def test_a_table_with_one_bad_line_brings_nothing(own_home, tmp_path, text, why):
    add("Zero", "win")
    before = (own_home / "games.csv").read_bytes()
    (tmp_path / "bad.csv").write_text(text, encoding="utf-8")
    assert why in refusal("log", "import", "bad.csv")
    assert (own_home / "games.csv").read_bytes() == before


def test_games_are_not_written_over(own_home):
    add("plain-kaiju", "win")
    before = (own_home / "games.csv").read_bytes()
    assert "is the file of your games" in refusal("log", "export", own_home / "games.csv")
    assert (own_home / "games.csv").read_bytes() == before


def test_every_command_takes_another_file_and_json():
    for name, command in log.commands.items():
        options = {option for param in command.params for option in param.opts}
        assert {"--file", "--json"} <= options, name
