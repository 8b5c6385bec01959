"""The page of one duel: who wins, what decides it, and behind a click all else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.report.page import Page
from ucgsim.studies.duel.plots import win_rate_by_lead
from ucgsim.studies.duel.words import basis, names, remarks, scales_words
from ucgsim.studies.kit.page import Beside, families, finish, method
from ucgsim.studies.pages.matchup import matchup_section, takeaways

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.studies.duel.result import DuelResult
    from ucgsim.studies.kit.page import Making


def write_duel(result: DuelResult, path: Path, catalog: Catalog, *, cards: bool, whole: bool = True) -> None:
    """Write the page of a duel with all that lies beside it.

    ``cards`` counts them against winning; a ``whole`` one tells games and has plots as files, which take longest.
    """
    section = matchup_section(
        result, Beside(path, "", catalog), folded=False, cards=cards, games=cards or whole, plots=whole
    )
    plan, findings = result.plan, result.findings
    check = "" if result.check is None else basis(result.check.plan, result.check.findings)
    assert result.folder is not None, "a report is made of a run that was kept"
    also = () if whole else (f"This draws the charts as files: ucgsim report {result.folder.path}",)
    end = method(
        plan,
        plan.decks,
        result.command,
        catalog,
        games=findings.games,
        starred=families(section),
        check=check,
        also=(scales_words(plan, findings), *also),
    )
    a, b = names(plan).values()
    page = Page(
        f"{a} or {b}: who wins, and why?",
        takeaways(result),
        f"{basis(plan, findings)}.",
        win_rate_by_lead(plan, findings, result.leading),
        result.answer(),
        tuple(remarks(plan, findings)),
        # What stands behind the answer is a part of the page, not of what decides it.
        (replace(section, parts=()), *section.parts, end),
    )
    finish(path, page, result.to_json())


def write_stored(result: DuelResult, making: Making) -> None:
    """Write the page of a duel that is stored."""
    write_duel(result, making.place, making.catalog, cards=making.cards)
    making.advance(1)
