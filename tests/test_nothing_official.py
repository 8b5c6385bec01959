"""No official card text and no flavour text lies in the repository; facts and our own effect language do."""

from __future__ import annotations

import csv
import re
import subprocess
from pathlib import Path

import pytest

from tests.helpers import ROOT

CARDS = ROOT.parent / "shared" / "cards" / "ultraman_cards_2026-08-11.csv"
SHORTEST = 40
"""Characters, blanks left out, below which a text is only a turn of phrase."""
ENDINGS = {".py", ".yaml", ".md", ".txt", ".lark", ".ucg", ".html", ".toml", ".csv", ".j2"}

pytestmark = pytest.mark.skipif(not CARDS.is_file(), reason="no official card file lies beside the repository")


def even(text: str) -> str:
    """Text without blanks and case, so that neither spacing nor line breaks hide a copy."""
    return re.sub(r"\s+", "", text.replace("’", "'")).lower()


def tracked() -> dict[str, str]:
    """Texts of the files that belong to the repository, evened."""
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [ROOT / name for name in names.splitlines() if Path(name).suffix in ENDINGS]
    return {str(path.relative_to(ROOT)): even(path.read_text(encoding="utf-8")) for path in paths if path.is_file()}


@pytest.mark.parametrize("column", ["effect", "flavor_text"])
def test_no_file_holds_a_text_of_a_card(column):
    with CARDS.open(encoding="utf-8-sig", newline="") as file:
        texts = {even(row[column]) for row in csv.DictReader(file)}
    long = {text for text in texts if len(text) > SHORTEST}
    assert len(long) > 300
    files = tracked()
    assert len(files) > 100
    assert [(name, text) for name, held in files.items() for text in long if text in held] == []
