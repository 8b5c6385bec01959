"""The part of a page that shows one deck against its rivals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.files import write_plot, write_table
from ucgsim.report.page import Section, picture
from ucgsim.studies.duel.tables import rounds
from ucgsim.studies.gauntlet.plots import bars
from ucgsim.studies.gauntlet.tables import check_sheet, endings_sheet, page_sheet
from ucgsim.studies.gauntlet.words import course_sentences, look_at

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.studies.gauntlet.result import GauntletResult


def title_words(result: GauntletResult) -> str:
    """The question, as a title."""
    rivals = result.names[1:]
    return f"{result.mine} against {rivals[0] if len(rivals) == 1 else f'its {len(rivals)} rivals'}"


def gauntlet_section(result: GauntletResult, path: Path) -> Section:
    """Write the rivals as a table and a plot below ``path``; return the section of them."""
    write_table(path, "gauntlet", result.to_polars())
    caption = "Games won against each rival with 95 % intervals, the hardest on top; bars begin at even."
    shown = picture("gauntlet", write_plot(path, "gauntlet", bars(result)), caption)
    check = check_sheet(result)
    sheets = [page_sheet(result), *([] if check is None else [check]), endings_sheet(result), rounds(result.findings)]
    text = (course_sentences(result), *look_at(result).splitlines())
    return Section("gauntlet", "Rivals", text, pictures=(shown,), sheets=tuple(sheets))
