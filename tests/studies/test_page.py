"""The report: one page that needs nothing else, plots and tables next to it."""

from __future__ import annotations

import html
import json
import re
import shutil

import pandas as pd
import polars as pl
import pytest

from tests.conftest import FEW_WORLDS, draw_nothing
from tests.default_play import BY
from tests.simulate.sealing import changed_plan
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import write_sealed
from ucgsim.remarks import Remark
from ucgsim.report.page import Page, Section, render
from ucgsim.report.sheet import label, number, points, sheet
from ucgsim.simulate.cores import MOST
from ucgsim.studies.duel.question import duel
from ucgsim.studies.kit import page as kit
from ucgsim.studies.kit.run import write_report
from ucgsim.studies.leading import LEAD
from ucgsim.studies.matrix import played as many

from .outline import outline

PLOTS = [
    "lead",
    "swings",
    "rounds",
    "standings",
    "comebacks",
    "lead-changes",
    "states-double",
    "level-ups",
    "scenes-a",
    "redraws",
    "hands",
]


@pytest.fixture(scope="module")
def duel_folder(kept):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ucgsim.play.review.USUAL", FEW_WORLDS)
        write_report(kept.folder.path)
    return kept.folder.path


@pytest.fixture(scope="module")
def matrix_folder(field):
    reported: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        draw_nothing(patch)
        write_report(field.path, advance=reported.append)
    assert sum(reported) == 3
    return field.path


def test_the_page_stands_alone(duel_folder, matrix_folder):
    for folder in (duel_folder, matrix_folder):
        text = (folder / "index.html").read_text(encoding="utf-8")
        links = outline(text).loads
        assert links
        assert all(link.startswith("replays/") and (folder / link).is_file() for link in links)
        assert "http" not in text
        assert "@import" not in text
        assert re.search(r"url\((?!#)", text) is None


def test_games_can_be_chosen_by_deck_lead_first_double_and_result(duel_folder, matrix_folder, kept):
    for folder, prefix, rows in ((duel_folder, "", 200), (matrix_folder, "m002-", 60)):
        text = (folder / "index.html").read_text(encoding="utf-8")
        part = text[text.index(f'<details id="{prefix}rows">') :]
        part = part[: part.index("</table>")]
        assert part.count("<tr>") == rows + 1
        chosen = re.findall(r"<label>([^<]+) <select", part)
        assert chosen[:2] == ["leads first", "won by"]
        assert sum(each.startswith("first DOUBLE of ") for each in chosen) == 2
    page = (duel_folder / "index.html").read_text(encoding="utf-8")
    assert all(f"<option>{deck.name}</option>" in page for deck in kept.plan.decks)


def test_names_in_the_page_are_unique(matrix_folder):
    ids = outline((matrix_folder / "index.html").read_text(encoding="utf-8")).ids
    assert len(ids) == len(set(ids))
    assert {"field", "matchups", "method", *(f"m00{n}-{part}" for n in (1, 2, 3) for part in ("matchup", "end"))} <= {
        *ids
    }


def test_the_answer_comes_first_in_three_sentences_then_one_picture(duel_folder, matrix_folder, kept, field):
    for folder, result, picture in ((duel_folder, kept, '<svg class="chart"'), (matrix_folder, field, "<table")):
        text = html.unescape((folder / "index.html").read_text(encoding="utf-8"))
        top = text[text.index("<body>") : text.index("</header>")]
        assert result.answer() in re.sub("</?b>", "", top[:1500])
        assert top.count("<b>") == 2, "its number, and the name of the picture"
        assert 1 <= top[: top.index('<p class="basis">')].count("<p>") <= 3
        assert top.count("<figure") == top.count(picture) - top.count('aria-hidden="true"') == 1


def test_method_tells_how_to_play_it_again(duel_folder, kept):
    text = (duel_folder / "index.html").read_text(encoding="utf-8")
    method = text[text.index('<details id="method">') :]
    for part in (
        *(deck.fingerprint for deck in kept.plan.decks),
        BY,
        f"comprehensive rules {DEFAULT_RULES}, official redraw",
    ):
        assert part in method
    assert "ucgsim duel" in method


def test_plots_lie_beside_the_page(duel_folder):
    for name in PLOTS:
        assert (duel_folder / "plots" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        text = (duel_folder / "plots" / f"{name}.svg").read_text(encoding="utf-8")
        assert "n = 400 games" in text


def test_tables_lie_beside_the_page(duel_folder, matrix_folder, kept):
    csv, parquet = (duel_folder / "tables" / f"rates.{kind}" for kind in ("csv", "parquet"))
    assert pl.read_parquet(parquet).equals(kept.to_polars())
    assert len(pd.read_csv(csv)) == kept.to_polars().height
    assert pl.read_parquet(matrix_folder / "tables" / "matrix.parquet").height == 9


def test_summary_file(duel_folder, matrix_folder):
    assert json.loads((duel_folder / "summary.json").read_text())["games"] == 400
    assert json.loads((matrix_folder / "summary.json").read_text())["games"] == 3000


@pytest.mark.usefixtures("undrawn")
def test_a_report_is_the_same_again(duel_folder):
    first = (duel_folder / "index.html").read_bytes()
    write_report(duel_folder)
    assert (duel_folder / "index.html").read_bytes() == first


def test_a_run_with_a_report_goes_on(duel_folder, kept, catalog):
    again = duel(*kept.plan.decks, games=400, out=duel_folder, catalog=catalog)
    assert again.played == 0


def test_many_matchups_get_pages_of_their_own(field, tmp_path, monkeypatch):
    folder = tmp_path / "many"
    shutil.copytree(field.path, folder)
    monkeypatch.setattr(many, "MOST_ON_ONE_PAGE", 2)
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", lambda *_, **__: pytest.fail("a file of a matchup"))
    monkeypatch.setattr(kit, "write_plot", lambda *_: None)
    monkeypatch.setenv(MOST, "1")
    text = write_report(folder).read_text(encoding="utf-8")
    links = outline(text).loads
    # A cell leads to its matchup from either side.
    pages = list(dict.fromkeys(links))
    assert len(pages) == 3
    assert len(links) == 6
    assert all((folder / link).is_file() for link in links)
    pages.sort()
    # Workers have played the pairs that tell it.
    assert points(field.effect_of_leading) in text
    best = field.names[field.rankings[0][0]]
    for duel_of, link in zip(field.duels.values(), pages, strict=True):
        played = best in {deck.name for deck in duel_of.plan.decks}
        page = (folder / link).read_text(encoding="utf-8")
        assert ("This makes the page of this matchup whole: ucgsim report " in page) != played
        assert ((folder / link).parent / "replays").is_dir() == played


@pytest.mark.usefixtures("undrawn")
def test_games_that_cannot_be_played_again_are_not_told(kept, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(kept.folder.path, folder)
    shutil.rmtree(folder / LEAD)
    changed_plan(folder / "plan.json", cards="0" * 16)
    text = write_report(folder).read_text(encoding="utf-8")
    assert "can&#39;t be played again" in text
    assert "replays/" not in text


def test_ratings_and_the_field_are_on_the_page(matrix_folder):
    text = (matrix_folder / "index.html").read_text(encoding="utf-8")
    assert '<details id="ratings">' in text
    assert "share of the field" in text
    assert pl.read_parquet(matrix_folder / "tables" / "field.parquet").height == 3


def test_text_is_escaped():
    rows = [[label("<b>5 & 6</b>"), number(1234)]]
    page = Page("<script>", ("a < b",), sections=(Section("x", "T", sheets=(sheet("c", ["d", "e"], rows),)),))
    text = render(page)
    assert "<b>5" not in text
    assert "&lt;b&gt;5 &amp; 6" in text
    assert 'data-order="1234">1,234<' in text
    assert [each for each in outline(text).ids if each != "share"] == ["x"]


def test_what_is_no_run_is_refused(tmp_path):
    with pytest.raises(UcgsimError, match="holds no run"):
        write_report(tmp_path)
    with pytest.raises(UcgsimError, match="is no folder"):
        write_report(tmp_path / "absent")


@pytest.mark.usefixtures("undrawn")
def test_an_unfinished_run_is_shown_as_far_as_it_is(kept, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(kept.folder.path, folder)
    (folder / "done.json").unlink()
    with pytest.warns(Remark, match=r"is not finished; the page shows [\d,]+ of"):
        assert write_report(folder).is_file()
    (folder / "parts.jsonl").unlink()
    with pytest.raises(UcgsimError, match="is not finished, and too little is there"):
        write_report(folder)


def test_a_run_of_another_version_is_refused(kept, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(kept.folder.path, folder)
    plan = json.loads((folder / "plan.json").read_text()) | {"format": 99}
    del plan["seal"]
    write_sealed(folder / "plan.json", plan)
    with pytest.raises(UcgsimError, match="is of format 99"):
        write_report(folder)


def test_unreadable_parts_are_refused_and_the_old_page_stays(duel_folder, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(duel_folder, folder)
    before = (folder / "index.html").read_bytes()
    (folder / "part-00000.parquet").write_bytes(b"nothing")
    with pytest.raises(UcgsimError, match=r"part-00000\.parquet: can't be read"):
        write_report(folder)
    assert (folder / "index.html").read_bytes() == before


def test_the_title_asks_the_question_and_method_says_what_the_stars_promise(matrix_folder):
    text = html.unescape((matrix_folder / "index.html").read_text(encoding="utf-8"))
    title = "Which of these three decks is best?"
    assert f"<title>{title}</title>" in text
    assert f"<h1>{title}</h1>" in text
    method = text[text.index('<details id="method">') :]
    assert ">matchups<" not in method
    tables = re.findall(r"<table.*?</table>", text, re.DOTALL)
    assert sum(bool(re.search(r'<td[^>]*class="[^"]*\bcertain\b', table)) for table in tables) == 1
    assert "all stars hold together with 95 % (Holm)" in method


def test_what_is_wider_than_the_screen_says_so(matrix_folder):
    """Each box that scrolls has a hint next to it, which the script shows where it does scroll."""
    text = (matrix_folder / "index.html").read_text(encoding="utf-8")
    assert text.count('<div class="scroll">') == text.count('<p class="hint">') > 20
    assert len(re.findall(r'<p class="hint">[^<]+</p>\s*<div class="scroll">', text)) == text.count('<p class="hint">')
    assert "scrollWidth > box.clientWidth" in text


def test_closed_matchups_are_not_printed_and_short_tables_not_torn(matrix_folder):
    text = (matrix_folder / "index.html").read_text(encoding="utf-8")
    assert "beforeprint" not in text
    assert "details:not([open]) { display: none; }" in text
    assert ".short, summary, .heat { break-inside: avoid; }" in text
    assert '<figure class="sheet short">' in text


def test_the_foot_promises_of_intervals_what_they_keep(matrix_folder):
    text = (matrix_folder / "index.html").read_text(encoding="utf-8")
    assert "rate, a mean or a difference is made to cover its own truth in 95 of 100 runs, taken by itself" in text
