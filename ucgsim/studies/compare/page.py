"""The page of a comparison: the answer, where the difference lies, the cards, the way to the stop, the method."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ucgsim.language import speaking
from ucgsim.report.page import Big, Page, Section, deck_section, method_section, stars, write_chart, write_table
from ucgsim.safe_text import against
from ucgsim.studies.compare import answer
from ucgsim.studies.kit.page import PAGE, finish

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.studies.compare.answer import CompareResult
    from ucgsim.studies.kit.page import ReportJob


@speaking("en")
def write_compare(result: CompareResult, path: Path) -> Path:
    """Write page, plots, tables and ``summary.json`` of a comparison into a folder; return the page."""
    a, b = result.study.names
    cards = Section("cards", "Cards that differ", sheets=(answer.cards_sheet(result),))
    way = [_way(result, path)] if result.looks else []
    page = Page(
        f"Is {b} better than {a}?",
        (result.answer(),),
        str(result.foot()),
        write_chart(path, answer.differences_chart(result), answer.foot(result)),
        Big.gain(result.shown, f"{b} over {a}, of all games"),
        tuple(answer.remarks(result)),
        (
            deck_section(result.study.builds[1], result.study.terms.catalog),
            _where(result, path),
            cards,
            *way,
            _method(result),
        ),
    )
    finish(path, page, result.to_json())
    return path / PAGE


def _where(result: CompareResult, path: Path) -> Section:
    """The difference against each opponent."""
    write_table(path, "opponents", result.to_polars())
    text = (f"Opponents: {answer.moved_remark(result)}.",)
    return Section("difference", "Where the difference lies", text, sheets=(answer.opponents_sheet(result),))


def _way(result: CompareResult, path: Path) -> Section:
    """What the looks saw until the comparison stopped."""
    name = "llr" if result.state is not None else "half_width_points"
    looks = {"games_of_each_build": [look.each for look in result.looks], name: answer.seen(result)}
    write_table(path, "looks", pl.DataFrame(looks))
    chart = write_chart(path, answer.way_chart(result), answer.foot(result))
    return Section("way", "The way to the stop", (answer.stop_remark(result),), (chart,), folded=True)


def _method(result: CompareResult) -> Section:
    study = result.study
    games = (
        f"{result.each:,} of each build: both play one game on the same shuffles and chance, with the same side "
        "leading, and no two games of a build share theirs; intervals are those of the differences game by game"
    )
    field = "the same share each" if study.field is None else f"the shares of {study.field.name}"
    facts = {
        "games": games,
        "opponents": f"{field}; met in that proportion",
        "policies": against(study.labels),
        "rules": f"comprehensive {study.terms.by}",
        "seed": str(study.terms.seed),
        **stars(any_certain=any(row.starred for row in result.by_opponent)),
        **({} if result.check is None else {"check": f"{answer.basis(result.check)}; counted as one more player's"}),
    }
    decks = list(dict.fromkeys((*study.builds, *study.opponents)))
    catalog, chance = study.terms.catalog, answer.chance_sentences(result)
    return method_section(facts, study.cards.versions, decks, result.command, catalog=catalog, also=chance)


def write_stored(result: CompareResult, job: ReportJob) -> None:
    """Write the page of a comparison that is stored."""
    write_compare(result, job.place)
