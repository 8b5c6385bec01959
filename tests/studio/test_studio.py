"""Paste, edit, see the odds change, save versions, train hands, and play."""

from __future__ import annotations

import re
import time

import pytest

from tests.helpers import DECKLISTS
from ucgsim.studio.asking import KINDS, Asked
from ucgsim.studio.jobs import Jobs, Status

LIST = (DECKLISTS / "tiga-dyna.txt").read_text(encoding="utf-8")
KEY = "own:Tiga and Dyna"


@pytest.fixture
def pasted(made):
    answer = made.client.post("/paste", data={"text": LIST}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].endswith("/deck/own:Tiga%20and%20Dyna")
    return made


def change(made, number, by):
    return made.client.post(f"/deck/{KEY}/table/change", data={"number": number, "by": by})


def test_a_list_that_was_pasted_is_a_deck_of_the_library(pasted, tmp_path):
    assert (tmp_path / "home" / "decks" / "Tiga and Dyna.txt").is_file()
    page = pasted.client.get(f"/deck/{KEY}").text
    assert "50 cards" in page
    assert "A legal deck." in page
    assert "Once a turn: one of your TIGA, DYNA or GAIA gets +1000 BP." in page
    assert "Tiga and Dyna" in pasted.client.get("/").text


def test_a_second_deck_of_that_name_takes_another_file(pasted):
    answer = pasted.client.post("/paste", data={"text": LIST}, follow_redirects=False)
    assert answer.headers["location"].endswith("Tiga%20and%20Dyna%202")


def test_what_is_unclear_is_asked_with_its_line(made):
    answer = made.client.post("/paste", data={"text": "4 BP01-001 Ultraman Geed\n"})
    assert answer.status_code == 422
    assert "line 1" in answer.text
    assert "4 BP01-001 Ultraman Geed" in answer.text


def test_an_edit_changes_list_curve_legality_and_odds_and_can_be_undone(pasted):
    before = pasted.client.get(f"/deck/{KEY}/odds").text
    table = change(pasted, "BP01-001", -1)
    assert table.headers["hx-trigger"] == "deck-changed"
    assert "49 cards" in table.text
    assert "CR 4.1.1" in table.text
    after = pasted.client.get(f"/deck/{KEY}/odds").text
    assert after != before
    # Of 49 cards, most wishes come more often: that is no change for the better.
    assert "49 cards are counted; a whole deck has 50" in after
    assert 'class="down"' not in after
    assert 'class="up"' not in after
    change(pasted, "BP05-106", 1)
    whole = pasted.client.get(f"/deck/{KEY}/odds").text
    assert "are counted" not in whole
    assert 'class="down"' in whole
    pasted.client.post(f"/deck/{KEY}/table/undo")
    assert "50 cards" in pasted.client.post(f"/deck/{KEY}/table/undo").text
    assert pasted.client.get(f"/deck/{KEY}/odds").text == before


def test_odds_are_those_of_the_command(pasted):
    assert "89.8 %" in pasted.client.get(f"/deck/{KEY}/odds").text


def test_every_save_is_a_version_that_can_be_put_back(pasted):
    change(pasted, "BP01-001", -2)
    pasted.client.post(f"/deck/{KEY}/save")
    desk = pasted.studio.desk
    assert [deck.size for deck in desk.versions(KEY).values()] == [48, 50]
    assert "50 cards" in pasted.client.post(f"/deck/{KEY}/table/restore", data={"version": 1}).text
    assert desk.deck(KEY).size == 48


def test_a_deck_that_ships_is_saved_as_one_of_yours(made):
    made.client.post("/deck/shipped:rosso-blu/table/change", data={"number": "BP01-001", "by": 1})
    answer = made.client.post("/deck/shipped:rosso-blu/save", follow_redirects=False)
    assert answer.headers["location"] == "/deck/own:rosso-blu"
    assert made.studio.desk.deck("shipped:rosso-blu").size == 50


def test_cards_are_searched_by_name_set_type_level_and_effect(pasted):
    shown = pasted.client.get(f"/deck/{KEY}/cards", params={"q": "charge bp06", "type": "ARMED"}).text
    assert "BP06-046" in shown
    assert "BP06-047" not in shown
    assert "No card fits." in pasted.client.get(f"/deck/{KEY}/cards", params={"q": "nobody at all"}).text


def test_a_hand_is_judged_by_games(pasted):
    assert "Keep or redraw?" in pasted.client.get(f"/deck/{KEY}/hand").text
    verdict = pasted.client.post(f"/deck/{KEY}/hand", data={"choice": "keep"}).text
    assert "Kept it wins " in verdict
    assert "600 games" in verdict
    assert pasted.client.post(f"/deck/{KEY}/hand", data={"choice": "keep"}).status_code == 422


def wait_for(made, number, *status, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        job = made.studio.jobs.get(number)
        if job.status in status:
            return job
        time.sleep(0.1)
    raise AssertionError(f"{job.status} after {seconds} s: {job.error}")


def test_a_gauntlet_is_played_shown_and_has_a_page(pasted):
    form = {"kind": "gauntlet", "rival": ["shipped:plain-kaiju", "shipped:rosso-blu"], "games": "40"}
    answer = pasted.client.post(f"/deck/{KEY}/ask", data=form, follow_redirects=False)
    assert answer.headers["location"] == "/run/1"
    job = wait_for(pasted, 1, Status.DONE, Status.FAILED)
    assert job.status is Status.DONE, job.error
    live = pasted.client.get("/run/1").text
    assert "of its games against these rivals" in live
    assert "<svg" in live
    assert "sse-connect" not in live
    page = pasted.client.get("/run/1/page")
    assert "How does Tiga and Dyna do" in page.text
    assert "sandbox" in page.headers["content-security-policy"]
    assert "ucgsim gauntlet" in pasted.client.get("/run/1").text
    assert "done" in pasted.client.get("/runs").text


def test_a_question_without_a_rival_is_answered_in_a_line(pasted):
    answer = pasted.client.post(f"/deck/{KEY}/ask", data={"kind": "gauntlet", "games": "40"})
    assert answer.status_code == 422
    assert "no rival is chosen" in answer.text


@pytest.mark.slow(seconds=20)
def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(pasted):
    form = {"kind": "gauntlet", "rival": ["shipped:plain-kaiju"], "games": "80000"}
    for _ in range(2):
        pasted.client.post(f"/deck/{KEY}/ask", data=form)
    job = wait_for(pasted, 1, Status.PLAYING)
    while not list(job.folder.glob("*/part-*.parquet")):
        time.sleep(0.05)
    pasted.studio.jobs.stop()
    assert job.status is Status.PLAYING
    again = Jobs()
    again.start()
    try:
        pasted.studio.jobs = again
        for number in (1, 2):
            assert wait_for(pasted, number, Status.DONE, Status.FAILED, seconds=200).status is Status.DONE
        first, second = ({p.name: p.read_bytes() for p in again.get(n).folder.glob("*/part-*.parquet")} for n in (1, 2))
        assert first
        assert first == second
    finally:
        again.stop()


def test_the_json_side(pasted):
    odds = pasted.client.post("/api/odds", json={"deck": LIST}).json()
    assert odds["questions"][1] | {} == {
        "what": "a level 1 and its level 2",
        "first_six": "89.8 %",
        "by_round_2": "92.8 %",
        "by_round_3": "95.1 %",
        "by_round_4": "96.8 %",
        "without_redraw": "67.1 %",
    }
    assert pasted.client.post("/api/odds", json={"deck": "nothing"}).status_code == 422
    begun = pasted.client.post("/api/gauntlet", json={"deck": LIST, "rivals": ["shipped:plain-kaiju"], "games": 40})
    assert begun.status_code == 202
    wait_for(pasted, begun.json()["run"], Status.DONE)
    assert "against" in pasted.client.get(f"/api/run/{begun.json()['run']}").json()["answer"]
    assert set(pasted.client.get("/api").json()["paths"]) == {
        "/api/odds",
        *(f"/api/{kind}" for kind in KINDS),
        "/api/run/{number}",
    }


def test_a_question_of_ones_own_is_counted(pasted):
    shown = pasted.client.get(f"/deck/{KEY}/want", params={"want": "chain 1-2"}).text
    assert "has a level 1 and its level 2 in the first 6 cards in 89.75 % of games" in shown
    assert "To hold it as often as possible, keep a hand with a level 1 and its level 2" in shown
    assert "95.1 %" in shown
    wrong = pasted.client.get(f"/deck/{KEY}/want", params={"want": "nobodi"}).text
    assert "means nothing here" in wrong


def test_versions_say_how_the_deck_on_the_table_differs(pasted):
    change(pasted, "BP01-001", -1)
    assert "-1 Tiga 1" in pasted.client.get(f"/deck/{KEY}").text


def ended(made, number, words, status=Status.DONE):
    """A run that is over, without having been played."""
    jobs = made.studio.jobs
    jobs._ends = True
    job = jobs.ask(Asked("a question", words, {"my-deck": LIST}), deck=KEY)
    job.status = status
    assert job.number == number
    return job


def test_the_better_deck_can_be_put_on_the_table_and_taken_back(pasted):
    job = ended(pasted, 1, ["improve", "my-deck"])
    job.folder.mkdir(parents=True)
    (job.folder / "deck.txt").write_text(LIST.replace("4 BP01-001", "3 BP01-001"), encoding="utf-8")
    assert pasted.client.post("/run/1/apply", follow_redirects=False).headers["location"].endswith("Tiga%20and%20Dyna")
    assert "49 cards" in pasted.client.get(f"/deck/{KEY}").text
    assert "50 cards" in pasted.client.post(f"/deck/{KEY}/table/undo").text


def test_a_run_is_deleted_with_what_was_played_unless_it_plays(pasted):
    job = ended(pasted, 1, ["gauntlet", "my-deck"], Status.PLAYING)
    assert "stop it first" in pasted.client.post("/run/1/delete").text
    job.status = Status.STOPPED
    pasted.client.post("/run/1/delete")
    assert not job.folder.parent.exists()
    assert pasted.client.get("/run/1").status_code == 422
    assert "Nothing was asked yet" in pasted.client.get("/runs").text


def test_a_whole_game_is_played_with_hint_undo_and_review(pasted):
    assert "The planner plays the other side" in pasted.client.get(f"/deck/{KEY}/play").text
    board = pasted.client.post(f"/deck/{KEY}/play/begin", data={"rival": "shipped:plain-kaiju"}).text
    assert "Your hand" in board
    assert "CR " in pasted.client.post(f"/deck/{KEY}/play/why").text
    assert "%" in pasted.client.post(f"/deck/{KEY}/play/hint").text
    first = pasted.client.post(f"/deck/{KEY}/play/choose", data={"option": "0"}).text
    assert first != board
    pasted.client.post(f"/deck/{KEY}/play/undo")
    sitting = pasted.studio.tables.at(KEY)
    assert sitting.session.asked == []
    for _ in range(200):
        if sitting.session.game.is_over:
            break
        assert pasted.client.post(f"/deck/{KEY}/play/choose", data={"option": "0"}).status_code == 200
    assert sitting.session.game.is_over
    review = pasted.client.post(f"/deck/{KEY}/play/review").text
    assert "Chance to win by Round" in review
    assert "turning point" in review
    assert "no option any more" in pasted.client.post(f"/deck/{KEY}/play/choose", data={"option": "0"}).text
    pasted.client.post(f"/deck/{KEY}/play/leave")
    assert "The planner plays the other side" in pasted.client.get(f"/deck/{KEY}/play").text


def test_a_face_down_card_of_the_other_side_is_not_named(pasted):
    pasted.client.post(f"/deck/{KEY}/play/begin", data={"rival": "shipped:plain-kaiju"})
    sitting = pasted.studio.tables.at(KEY)
    for _ in range(30):
        game = sitting.session.game
        if game.is_over or any(game.face_down("B")):
            break
        pasted.client.post(f"/deck/{KEY}/play/choose", data={"option": "0"})
    page = pasted.client.get(f"/deck/{KEY}/play").text
    board = page[page.index('<table class="board">') : page.index("</table>")]
    assert any(game.face_down("B"))
    assert "face-down" in board
    lie_open = [
        number
        for stack, down in zip(game.stacks("B"), game.face_down("B"), strict=True)
        for number in stack[: len(stack) - down]
    ]
    mine = [number for stack in game.stacks("A") for number in stack]
    assert set(re.findall(r"[A-Z]+[0-9]*-[0-9]+", board)) <= {*lie_open, *mine}


def test_what_a_form_asks_is_a_command(pasted, monkeypatch):
    pasted.studio.jobs._ends = True
    form = {"rival": ["shipped:plain-kaiju", "shipped:tiga-dyna"], "games": "100"}
    wanted = {
        "gauntlet": "gauntlet my-deck.txt rival-1.txt rival-2.txt -n 100 --out run",
        "compare": "compare other.txt my-deck.txt --against rival-1.txt rival-2.txt -n 100 --out run",
        "improve": "improve my-deck.txt --against rival-1.txt rival-2.txt --check none --out run",
        "redraw": "redraw my-deck.txt --against rival-1.txt rival-2.txt -n 100 --out run",
    }
    for number, (kind, line) in enumerate(wanted.items(), start=1):
        pasted.client.post(f"/deck/{KEY}/ask", data={"kind": kind, **form})
        job = pasted.studio.jobs.get(number)
        assert job.line.replace(f"{job.home}/", "") == f"ucgsim {line}"
    form |= {"kind": "tournament", "weight:shipped:plain-kaiju": "3", "players": "16"}
    pasted.client.post(f"/deck/{KEY}/ask", data=form)
    job = pasted.studio.jobs.get(5)
    first, second = job.line.replace(f"{job.home}/", "").split(" && ")
    assert first == "ucgsim matrix my-deck.txt rival-1.txt rival-2.txt -n 100 --out run"
    assert second == "ucgsim tournament run --players 16 --field field.csv --out cut"
    # The deck that ships has the name of the one on the table, so it is called otherwise.
    assert (job.home / "field.csv").read_text(encoding="utf-8") == "deck,weight\nPlain Kaiju,3\nTiga and Dyna 2,1\n"


@pytest.mark.slow(seconds=20)
def test_a_tournament_and_the_hands_to_keep_are_answered_as_in_a_terminal(pasted):
    ask = {"rival": ["shipped:plain-kaiju", "shipped:rosso-blu"], "games": "40"}
    pasted.client.post(f"/deck/{KEY}/ask", data={"kind": "tournament", "players": "16", **ask})
    pasted.client.post(f"/deck/{KEY}/ask", data={"kind": "redraw", **ask})
    assert wait_for(pasted, 1, Status.DONE, Status.FAILED, seconds=100).error == ""
    page = pasted.client.get("/run/1").text
    assert "Tiga and Dyna" in page[page.index('class="answer"') :]
    assert pasted.client.get("/run/1/page").status_code == 200
    assert wait_for(pasted, 2, Status.DONE, Status.FAILED, seconds=100).error == ""
    assert "eep" in pasted.client.get("/run/2").text
    assert pasted.client.get("/run/2/page").status_code == 200
    names = pasted.client.get("/run/2/tables").text
    assert ".csv" in names


@pytest.mark.slow(seconds=20)
def test_a_run_of_the_terminal_is_listed_shown_and_goes_on(pasted, tmp_path):
    import subprocess
    import sys

    decks = [str(DECKLISTS / f"{name}.txt") for name in ("plain-kaiju", "plain-dyna-gaia")]
    command = [sys.executable, "-m", "ucgsim", "gauntlet", *decks, "-n", "40", "--check", "none", "--out", "runs/mine"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert "runs/mine" in pasted.client.get("/runs").text
    page = pasted.client.get("/run/1").text
    assert "of its games against" in page
    assert "Games on the board" in pasted.client.get("/run/1").text
    for pick in ("closest", "lost"):
        game = pasted.client.get("/run/1/games", params={"pick": pick}).text
        assert "Chance to win by Round" in game
        assert "turning point" in game
    assert "holds no such game" in pasted.client.get("/run/1/games", params={"game": "40"}).text
    assert ".csv" in pasted.client.get("/run/1/tables").text
    mine = tmp_path / "runs" / "mine"
    games = {part: part.read_bytes() for part in mine.glob("*/part-*.parquet")}
    assert games
    for left in (set(games), set()):
        # Finished, and then as one that was killed before it had played anything.
        for part in set(games) - left:
            part.unlink()
        pasted.studio.jobs.get(1).status = Status.STOPPED
        pasted.client.post("/run/1/go-on")
        assert wait_for(pasted, 1, Status.DONE, Status.FAILED).error == ""
        assert {part: part.read_bytes() for part in games} == games
    pasted.client.post("/run/1/delete")
    assert (tmp_path / "runs" / "mine" / "gauntlet.json").is_file()


@pytest.mark.slow(seconds=15)
def test_a_run_is_given_more_games(pasted):
    pasted.client.post(f"/deck/{KEY}/ask", data={"kind": "gauntlet", "rival": ["shipped:plain-kaiju"], "games": "20"})
    job = wait_for(pasted, 1, Status.DONE)
    assert "not more than the 20" in pasted.client.post("/run/1/extend", data={"games": "10"}).text
    pasted.client.post("/run/1/extend", data={"games": "60"})
    wait_for(pasted, 1, Status.DONE)
    assert "60 games" in pasted.client.get("/run/1").text
    assert "-n 60" in job.line


@pytest.mark.slow(seconds=15)
def test_numbers_stream_until_the_end(pasted):
    pasted.client.post(f"/deck/{KEY}/ask", data={"kind": "gauntlet", "rival": ["shipped:plain-kaiju"], "games": "400"})
    text = pasted.client.get("/run/1/stream").text
    assert text.startswith("event: numbers\ndata: <p class=")
    assert "event: steps" in text
    assert text.endswith("event: end\ndata: -\n\n")
    assert "wins about" in text


def test_a_question_is_put_together_by_choosing(pasted):
    page = pasted.client.get(f"/deck/{KEY}").text
    assert '<option value="chain 1-2">levels 1 to 2 of one character</option>' in page
    chosen = {"what1": "level 1", "least1": "2", "join2": "and", "what2": "scene", "least2": "1", "want": ""}
    shown = pasted.client.get(f"/deck/{KEY}/want", params=chosen).text
    assert shown == pasted.client.get(f"/deck/{KEY}/want", params={"want": "level 1 >= 2 and scene"}).text
    assert "% of games" in shown
