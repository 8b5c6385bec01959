"""The page of a gauntlet: one deck against its rivals, its side throughout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.charts import drawn
from ucgsim.report.figures import draw
from ucgsim.report.page import Big, Page, Section, deck_section, write_plot, write_table
from ucgsim.studies.duel.plots import chance_by_round, redraws, rounds_of_the_end
from ucgsim.studies.duel.tables import rounds
from ucgsim.studies.kit.page import Making, families, finish
from ucgsim.studies.matrix import row_answer
from ucgsim.studies.matrix.answer import count_words
from ucgsim.studies.matrix.plots import gauntlet_chart
from ucgsim.studies.pages.matrix import in_full, matchup_parts, method_of_all, with_leadings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.report.sheet import Sheet
    from ucgsim.studies.matrix.gauntlet import GauntletResult


def title_words(mine: str, rivals: tuple[str, ...]) -> str:
    """The question of a page of one deck's side."""
    whom = rivals[0] if len(rivals) == 1 else f"its {count_words(len(rivals))} rivals"
    return f"How does {mine} do against {whom}?"


def write_stored(result: GauntletResult, making: Making) -> None:
    """Write the page of a gauntlet with all that lies next to it."""
    keys = [(0, rival) for rival in result.order]
    links, sections, leadings = matchup_parts(result, keys, making, watched=result.met[0])
    result = with_leadings(result, leadings)
    chart = gauntlet_chart(result)
    write_plot(making.place, chart.name, draw(chart, result.basis))
    write_table(making.place, "gauntlet", result.to_polars())
    parts = result.parts()
    assert parts.foot is not None, "a gauntlet has a foot"
    also = row_answer.method_words(result).splitlines()[1:]
    page = Page(
        title_words(result.mine, result.names[1:]),
        (result.answer(),),
        str(parts.foot.with_also(parts.below)),
        chart,
        Big.share(result.overall, f"of its games {result.mine} wins"),
        tuple(row_answer.notes(result)),
        (
            deck_section(result.decks[0], making.catalog),
            _rivals(result, links),
            *in_full(sections),
            method_of_all(result, making.catalog, starred=sum(map(families, sections)), also=also),
        ),
    )
    finish(making.place, page, result.to_json())


def _rivals(result: GauntletResult, links: Mapping[tuple[int, int], str]) -> Section:
    """The rivals one by one, what decides, and what to look at."""
    check = row_answer.check_sheet(result)
    named = {result.names[rival]: link for (_, rival), link in links.items()}
    sheets: list[Sheet] = [row_answer.page_sheet(result).linked(named), *([] if check is None else [check])]
    text, who = (row_answer.course_words(result),), {"a": result.mine, "b": "a rival"}
    charts = tuple(drawn([draws(result.findings, who) for draws in (rounds_of_the_end, chance_by_round, redraws)]))
    ends = (row_answer.endings_sheet(result), rounds(result.findings).sheet())
    behind = Section("ends", "How and when games end, in numbers", sheets=ends, folded=True)
    return Section("gauntlet", "Rivals", text, charts, sheets=tuple(sheets), parts=(behind,))
