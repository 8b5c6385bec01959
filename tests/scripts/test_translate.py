"""What `scripts.translate` says of a catalog that the code has left behind, and what it writes."""

from __future__ import annotations

import sys

import pytest

from scripts import translate


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A catalog of one sentence, out of date; the place of its file."""
    place = tmp_path / "page.po"
    place.write_text('msgid "old"\nmsgstr "x"\n', encoding="utf-8")
    monkeypatch.setattr(translate, "ROOT", tmp_path)
    monkeypatch.setattr(translate, "DOMAINS", {"page": []})
    monkeypatch.setattr(translate, "catalog_place", lambda *_: place)
    monkeypatch.setattr(translate, "updated", lambda *_: ({place: b"new"}, ["A sentence."]))
    return place


def said(monkeypatch, capsys, *words):
    monkeypatch.setattr(sys, "argv", ["translate", *words])
    return translate.main(), capsys.readouterr().out


def test_a_catalog_is_written_and_said_to_be(page, monkeypatch, capsys):
    first = (1, "page.po: 1 sentence without a translation, written\n  A sentence.\n")
    assert said(monkeypatch, capsys) == first
    assert page.read_bytes() == b"new"
    assert said(monkeypatch, capsys) == (1, first[1].replace(", written", ""))


def test_a_check_writes_nothing_and_says_that_it_is_stale(page, monkeypatch, capsys):
    monkeypatch.setattr(translate, "updated", lambda *_: ({page: b"new"}, []))
    assert said(monkeypatch, capsys, "--check") == (1, "page.po: 0 sentences without a translation, stale\n")
    assert page.read_text(encoding="utf-8").startswith("msgid")
