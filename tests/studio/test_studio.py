"""What the studio answers: the page and its files, odds, and questions that are played in runs."""

from __future__ import annotations

import gzip
import json
import re
import shlex
import time
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from tests.helpers import DECKLISTS, PLAIN, output, run
from tests.waiting import until
from ucgsim.cli.common.config import config_path
from ucgsim.compiling.compiled import is_interpreted
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.plan import Terms
from ucgsim.studies.duel.question import plan_duel
from ucgsim.studio import jobs
from ucgsim.studio.asking import StudioQuestion
from ucgsim.studio.jobs import Status
from ucgsim.studio.live import SOON, seen
from ucgsim.web.site import small

LIST = (DECKLISTS / "tiga-dyna.txt").read_text(encoding="utf-8")
ENDS = ("rate", "low", "high", "n", "rate_games", "low_games", "high_games")
RIVALS = ["shipped:plain-kaiju", "shipped:rosso-blu"]


def ask(made, kind="gauntlet", **given):
    """Put a question, and give the number of its run."""
    asked = {"deck": LIST, "rivals": RIVALS[:1], "games": 40, **given}
    answered = made.client.post(f"/api/{kind}", json=asked)
    assert answered.status_code == 202, answered.text
    return answered.json()["run"]


@pytest.fixture
def brief_checks(made):
    """Checks of a few games each: by default one takes as long as what it checks, and much longer on a busy machine."""
    config_path().write_text('check-games = "40"\njobs = 1\n', encoding="utf-8")


def about(made, number):
    return made.client.get(f"/api/run/{number}").json()


def wait_for(made, number, *status):
    job = made.studio.jobs.get(number)
    until(lambda: job.status in status)
    return job


def done(made, number):
    """What a run says when it is at its end."""
    job = wait_for(made, number, Status.DONE, Status.FAILED)
    assert job.error == ""
    return about(made, number)


def test_it_is_the_page_that_is_written_for_a_host(made, tmp_path):
    if is_interpreted:
        pytest.skip("a page plays the compiled game")
    assert run("web", tmp_path / "site").exit_code == 0
    shipped = {path.relative_to(tmp_path / "site").as_posix(): path for path in (tmp_path / "site").rglob("*")}
    # The studio hands out each script as it was written, a host two that hold them all.
    apart = {"ucgsim.html", "ucgsim-web.json", "index.html", "app.webmanifest", "app.js", "worker.js", "offline.js"}
    files = {name: path for name, path in shipped.items() if path.is_file() and name not in apart}
    assert {"ucgsim.wasm.gz", "style.css", "icon-180.png", "enough.js"} <= set(files)
    for name, path in files.items():
        given = made.client.get(f"/{name}").content
        assert path.read_bytes() == (small(given) if name.endswith(".js") else given), name
    whole = shipped["app.js"].read_text(encoding="utf-8")
    modules = re.findall(r"^import .* from '\./(\w+\.js)';", made.client.get("/app.js").text, re.MULTILINE)
    for name in {*modules} - {"reading.js"}:
        lines = [line for line in made.client.get(f"/{name}").text.splitlines() if line.startswith("    return ")]
        assert all(line in whole for line in lines), name
    assert len(modules) > 20
    front = made.client.get("/").text
    assert '<meta name="ucgsim" content="studio">' in front
    assert "manifest" not in front.replace("manifest-src", "")
    assert 'content="studio"' not in shipped["index.html"].read_text(encoding="utf-8")
    cards = json.loads(gzip.decompress(made.client.get("/cards.json.gz").content))
    assert len(cards["columns"]["number"]) == len(made.studio.catalog)


def test_a_game_that_is_not_at_hand_is_said_in_a_line(made, monkeypatch):
    from ucgsim.errors import UcgsimError

    def none(_):
        raise UcgsimError("no game for a page is at hand; install ucgsim[build]")

    monkeypatch.setattr("ucgsim.studio.app.data_files", none)
    answered = made.client.get("/ucgsim.wasm.gz")
    assert answered.status_code == 503
    assert answered.text == "no game for a page is at hand; install ucgsim[build]"
    assert made.client.get("/").status_code == 200


def test_odds_are_those_of_the_command(made):
    odds = made.client.post("/api/odds", json={"deck": LIST}).json()
    assert odds["questions"][1] | {} == {
        "what": "a level 1 and its level 2",
        "first_six": "89.8 %",
        "by_round_2": "92.8 %",
        "by_round_3": "95.1 %",
        "by_round_4": "96.8 %",
        "without_redraw": "67.1 %",
    }
    assert made.client.post("/api/odds", json={"deck": "nothing"}).status_code == 422


@pytest.mark.parametrize(
    ("kind", "given", "said"),
    [
        ("gauntlet", {"rivals": []}, "no rival is chosen"),
        ("gauntlet", {"rivals": 5}, "rivals: keys of decks"),
        ("gauntlet", {"rivals": [{"deck": "4 BP02-949"}]}, "a rival"),
        ("gauntlet", {"rivals": {"shipped:plain-kaiju": -1}}, "weight"),
        ("gauntlet", {"games": "40"}, "games"),
        ("gauntlet", {"games": 1}, "games"),
        ("gauntlet", {"deck": "4 BP01-001"}, "CR 4.1.1"),
        ("compare", {}, "than"),
        ("tournament", {"players": 5}, "players"),
        ("redraw", {"hands": None}, "hands"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_line(made, kind, given, said):
    wrong = made.client.post(f"/api/{kind}", json={"deck": LIST, "rivals": RIVALS, **given})
    assert wrong.status_code == 422
    assert said in wrong.json()["error"]
    assert len(wrong.json()["error"].splitlines()) == 1
    assert made.studio.jobs.all() == []


def line_of(job):
    """The command of a run, as from its own folder."""
    return " ".join(word.removeprefix(f"{job.home}/") for word in shlex.split(job.line))


def test_a_question_is_a_command(made):
    made.studio.jobs._ends = True
    rivals = ["shipped:plain-kaiju", {"deck": LIST, "name": "Tiga and Dyna"}]
    wanted = {
        "gauntlet": "gauntlet my-deck.txt rival-1.txt rival-2.txt -n 100 --out run",
        "compare": "compare other.txt my-deck.txt rival-1.txt rival-2.txt -n 100 --out run",
        "improve": "improve my-deck.txt --against rival-1.txt rival-2.txt --check none --out run",
        "redraw": "redraw my-deck.txt --against rival-1.txt rival-2.txt -n 100 --out run",
    }
    for kind, line in wanted.items():
        number = ask(made, kind, name="Tiga and Dyna", rivals=rivals, games=100, hands=100, than=LIST)
        job = made.studio.jobs.get(number)
        assert line_of(job) == f"ucgsim {line}"
    rivals = [{"deck": LIST, "name": "Tiga and Dyna", "weight": 3}, *RIVALS[:1]]
    job = made.studio.jobs.get(ask(made, "tournament", name="Tiga and Dyna", rivals=rivals, games=100, players=16))
    first, second = line_of(job).split(" && ")
    assert first == "ucgsim matrix my-deck.txt rival-1.txt rival-2.txt -n 100 --out run"
    assert second == "ucgsim tournament run --players 16 --field field.csv --out cut"
    # A rival of the same name is called otherwise.
    assert (job.home / "field.csv").read_text(encoding="utf-8") == "deck,weight\nTiga and Dyna 2,3\nPlain Kaiju,1\n"


@pytest.mark.usefixtures("played_here", "brief_checks")
def test_a_gauntlet_is_played_told_and_has_a_page(made):
    number = ask(made, rivals=RIVALS, name="My deck")
    says = done(made, number)
    assert says["title"] == "How does My deck do?"
    assert "of its games against these rivals" in says["answer"]
    assert "planner" in says["basis"]
    assert says["command"].startswith("ucgsim gauntlet")
    page = made.client.get(f"/run/{number}/page")
    assert "How does My deck do" in page.text
    # The same numbers in the folder; leading is counted by a report alone, in pairs of games of its own.
    stored = json.loads((made.studio.jobs.get(number).folder / "summary.json").read_text(encoding="utf-8"))
    for shown, same in zip(
        (says["values"]["overall"], *says["values"]["matchups"]), (stored["overall"], *stored["matchups"]), strict=True
    ):
        assert [shown.get("rival"), *map(shown.get, ENDS)] == [same.get("rival"), *map(same.get, ENDS)]
    assert "sandbox" in page.headers["content-security-policy"]
    tables = made.client.get(f"/run/{number}/tables").json()["tables"]
    assert "gauntlet.csv" in tables
    assert "Plain Kaiju" in made.client.get(f"/run/{number}/tables/gauntlet.csv").text
    (listed,) = made.client.get("/api/runs").json()["runs"]
    assert (listed["status"], listed["live"]) == ("done", False)
    games = made.client.get(f"/api/run/{number}/games").json()["matchups"]
    assert [each["decks"][0]["name"] for each in games] == ["My deck", "My deck"]
    assert all(each["playable"] and 0 <= each["closest"] < each["games"] for each in games)


def note_progress(monkeypatch):
    """All that runs say of how far they are, in their order."""
    noted, note = [], jobs._progress

    def progress(job, line):
        note(job, line)
        noted.append(job.progress)

    monkeypatch.setattr(jobs, "_progress", progress)
    return noted


def test_a_run_says_how_far_it_is(made, monkeypatch):
    line, heard, goes_on = "gauntlet: 400 of 8,000 games (5 %, about 8 s left)", Event(), Event()

    def run_slowly(_, __, hears):
        for each in (line, "ucgsim: a remark"):
            hears(each)
        heard.set()
        goes_on.wait(60)
        return 0, "", ""

    monkeypatch.setattr("ucgsim.studio.jobs.run_command", run_slowly)
    number = ask(made)
    assert heard.wait(60)
    assert (about(made, number)["status"], about(made, number)["progress"]) == ("playing", line)
    goes_on.set()
    assert done(made, number)["progress"] == ""


def test_the_wait_for_the_compiled_game_says_how_long_it_takes(made, monkeypatch):
    heard, goes_on = Event(), Event()

    def compiles(_, __, hears):
        hears("ucgsim: building the game, once for this version ...")
        heard.set()
        goes_on.wait(60)
        hears("ucgsim: done in 40 s")
        return 0, "", ""

    monkeypatch.setattr("ucgsim.studio.jobs.run_command", compiles)
    number = ask(made)
    assert heard.wait(60)
    assert re.search(r"being compiled, .*: \d+ s so far", about(made, number)["progress"])
    assert made.client.get("/api/making").json() == {"seconds": None}
    making, made_now = Event(), Event()

    def files(_):
        making.set()
        made_now.wait(60)
        return {}

    monkeypatch.setattr("ucgsim.studio.app.data_files", files)
    page = Thread(target=made.studio.warm)
    page.start()
    assert making.wait(60)
    assert made.client.get("/api/making").json()["seconds"] >= 0
    made_now.set()
    page.join()
    assert made.client.get("/api/making").json() == {"seconds": None}
    goes_on.set()
    assert done(made, number)["progress"] == ""


@pytest.mark.usefixtures("played_here", "brief_checks")
def test_a_run_says_that_it_is_checked(made, monkeypatch):
    said = note_progress(monkeypatch)
    assert done(made, ask(made))["progress"] == ""
    assert any(each.startswith("check: ") for each in said)


def test_the_better_deck_is_given(made):
    made.studio.jobs._ends = True
    job = made.studio.jobs.ask(StudioQuestion("a question", ["improve", "my-deck"], {"my-deck": LIST}))
    job.status = Status.DONE
    job.folder.mkdir(parents=True)
    (job.folder / "deck.txt").write_text(LIST.replace("4 BP01-001", "3 BP01-001"), encoding="utf-8")
    better = about(made, job.number)["better"]
    assert sum(better["counts"].values()) == 49
    assert better["counts"]["BP01-001"] == 3


def test_a_run_is_deleted_with_what_was_played_unless_it_plays(made):
    made.studio.jobs._ends = True
    job = made.studio.jobs.ask(StudioQuestion("a question", ["gauntlet", "my-deck"], {"my-deck": LIST}))
    job.status = Status.PLAYING
    assert "stop it first" in made.client.delete("/api/run/1").json()["error"]
    job.status = Status.STOPPED
    made.client.delete("/api/run/1")
    assert not job.folder.parent.exists()
    assert made.client.get("/api/run/1").status_code == 422
    assert made.client.get("/api/runs").json()["runs"] == []


@pytest.mark.slow
@pytest.mark.usefixtures("played_here", "brief_checks")
def test_a_tournament_and_the_hands_to_keep_are_answered_as_in_a_terminal(made):
    ask(made, "tournament", players=16, rivals=RIVALS, name="Tiga and Dyna")
    ask(made, "redraw", hands=100, rivals=RIVALS)
    while (job := about(made, 1))["live"]:
        time.sleep(0.2)
        # The matchups are played first, and say for themselves what they are.
        assert job["values_of"] in {"", "matrix", "tournament"}
        assert job["values_of"] != "matrix" or len(job["values"]["field"]) == 3
    assert [done(made, number)["values_of"] for number in (1, 2)] == ["tournament", "redraw"]
    tournament, redraw = done(made, 1)["values"], done(made, 2)["values"]
    assert {each["deck"] for each in tournament["decks"]} == {"Tiga and Dyna", "Plain Kaiju", "Rosso and Blu"}
    assert tournament["players"] == 16
    assert redraw["hands"] == 100
    assert redraw["policy"]["sentences"]
    for number in (1, 2):
        assert made.client.get(f"/run/{number}/page").status_code == 200
    assert any(name.endswith(".csv") for name in made.client.get("/run/2/tables").json()["tables"])


@pytest.mark.usefixtures("played_here")
def test_a_run_of_the_terminal_is_listed_shown_and_goes_on(made, tmp_path):
    decks = [DECKLISTS / f"{name}.txt" for name in ("plain-kaiju", "plain-dyna-gaia")]
    output("gauntlet", *decks, "-n", 40, "--check", "none", "--out", "runs/mine")
    (listed,) = made.client.get("/api/runs").json()["runs"]
    assert "runs/mine" in listed["title"]
    assert listed["terminal"]
    assert "of its games against" in about(made, 1)["answer"]
    assert about(made, 1)["values_of"] == "gauntlet"
    assert about(made, 1)["status"] == "done"
    mine = tmp_path / "runs" / "mine"
    games = {part: part.read_bytes() for part in mine.glob("*/part-*.parquet")}
    assert games
    for left in (set(games), set()):
        # Finished, and then as one that was killed before it had played anything.
        for part in set(games) - left:
            part.unlink()
        made.studio.jobs.get(1).status = Status.STOPPED
        made.client.post("/api/run/1/go-on")
        assert wait_for(made, 1, Status.DONE, Status.FAILED).error == ""
        assert {part: part.read_bytes() for part in games} == games
    made.client.delete("/api/run/1")
    assert (mine / "gauntlet.json").is_file()


@pytest.mark.usefixtures("played_here", "brief_checks")
def test_a_run_is_given_more_games(made):
    ask(made, games=20)
    done(made, 1)
    fewer = made.client.post("/api/run/1/extend", json={"games": 10})
    assert "not more than the 20" in fewer.json()["error"]
    made.client.post("/api/run/1/extend", json={"games": 60})
    assert done(made, 1)["values"]["games_per_matchup"] == 60
    assert "-n 60" in made.studio.jobs.get(1).line


@pytest.fixture
def begun(tmp_path, catalog):
    """A run of which not one part is there, in a folder whose name speaks of an end."""
    folder = tmp_path / "finishers" / "run"
    terms = Terms.of(policy="greedy", catalog=catalog)
    RunFolder(folder).begin(plan_duel(*PLAIN[:2], terms, games=10).run.plan)
    return folder


def why(folder, catalog):
    return seen(SimpleNamespace(said="", folder=folder), catalog).why


def test_the_first_numbers_are_awaited(begun, catalog):
    assert why(begun, catalog) == SOON


def test_a_damaged_run_is_not_taken_for_one_that_goes_on(begun, catalog):
    (begun / "plan.json").write_text("{", encoding="utf-8")
    assert why(begun, catalog) != SOON
    assert "plan.json" in why(begun, catalog)
