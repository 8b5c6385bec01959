"""A report is there whole or not at all, whatever goes wrong and whenever."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

import pytest

from ucgsim.errors import UcgsimError
from ucgsim.report.staging import staging
from ucgsim.studies.kit.run import write_report
from ucgsim.studies.matrix import played as many
from ucgsim.studies.matrix.result import MatrixResult

FULL = OSError(errno.ENOSPC, "No space left on device")


pytestmark = pytest.mark.usefixtures("all_undrawn")


def tree(folder):
    """Everything below a folder, hidden files as well."""
    return {str(path.relative_to(folder)): path.is_file() and path.read_bytes() for path in folder.rglob("*")}


def failing(monkeypatch, method, error, count):
    """Let the method of a path fail when it is called for the ``count``-th time."""
    real, calls = getattr(Path, method), []

    def fail(self, *args, **options):
        calls.append(self)
        if len(calls) == count:
            raise error
        return real(self, *args, **options)

    monkeypatch.setattr(Path, method, fail)
    return calls


@pytest.fixture(scope="module")
def reported(kept, tmp_path_factory):
    """A duel with a page that an older version wrote, and a file of the player's own among the plots."""
    folder = tmp_path_factory.mktemp("reported") / "run"
    shutil.copytree(kept.folder.path, folder)
    write_report(folder)
    (folder / "index.html").write_text("an older page", encoding="utf-8")
    (folder / "plots" / "lead.svg").write_text("an older plot", encoding="utf-8")
    (folder / "plots" / "mine.png").write_text("my own", encoding="utf-8")
    return folder


@pytest.fixture(params=["fresh", "over a page"])
def folder(request, kept, reported, tmp_path):
    place = tmp_path / "run"
    if request.param == "fresh":
        shutil.copytree(
            kept.folder.path, place, ignore=shutil.ignore_patterns("plots", "tables", "replays", "*.html", "summary*")
        )
    else:
        shutil.copytree(reported, place)
    return place


@pytest.mark.parametrize(("method", "count"), [("write_bytes", 12), ("replace", 9), ("replace", 52)])
@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()], ids=["full", "interrupted"])
def test_a_report_that_fails_leaves_everything_as_it_was(method, count, error, folder, monkeypatch):
    before = tree(folder)
    with monkeypatch.context() as patched:
        calls = failing(patched, method, error, count)
        with pytest.raises(UcgsimError if error is FULL else KeyboardInterrupt) as caught:
            write_report(folder)
    assert len(calls) >= count
    if error is FULL:
        assert "cannot be written (No space left on device)" in str(caught.value)
        assert "unfinished" not in str(caught.value)
    assert tree(folder) == before


def test_a_report_replaces_an_older_one_and_nothing_else(folder, kept):
    before = tree(folder)
    assert write_report(folder) == folder / "index.html"
    after = tree(folder)
    assert after["index.html"] != before.get("index.html")
    assert b"older" not in after["plots/lead.svg"]
    ours = {"plan.json", "done.json", "part-00000.parquet", "plots/mine.png"}
    assert {name: after[name] for name in before if name in ours} == {
        name: before[name] for name in before if name in ours
    }
    assert not [name for name in after if name.startswith(".") or "unfinished" in name]
    assert {name.split("/")[0] for name in after} - {name.split("/")[0] for name in before} <= {
        "index.html",
        "summary.json",
        "plots",
        "tables",
        "replays",
    }


def test_pages_of_matchups_take_their_places_together(field, tmp_path, monkeypatch):
    folder = tmp_path / "run"
    shutil.copytree(
        field.path, folder, ignore=shutil.ignore_patterns("plots", "tables", "replays", "*.html", "summary*")
    )
    before = tree(folder)
    monkeypatch.setattr(many, "MOST_ON_ONE_PAGE", 2)
    monkeypatch.setattr(many, "in_order", lambda pages, *_: (page() for page in pages))
    with monkeypatch.context() as patched:
        patched.setattr(MatrixResult, "page", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            write_report(folder)
    assert tree(folder) == before


def test_a_file_where_a_folder_is_needed_is_told_in_one_line(tmp_path):
    (tmp_path / "plots").write_text("no folder")
    with pytest.raises(UcgsimError, match=r"plots.*: cannot be written .*the report stays as it was"):
        _one_plot(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["plots"]


def _one_plot(folder):
    with staging() as stage:
        place = stage.of(folder) / "plots" / "a.png"
        place.parent.mkdir(parents=True)
        place.write_bytes(b"1")
