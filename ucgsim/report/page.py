"""The page: what it holds, put into the template."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup

from ucgsim.report.charts.svg import svg

if TYPE_CHECKING:
    from ucgsim.report.charts.chart import Chart
    from ucgsim.report.grid import Grid
    from ucgsim.report.sheet import Sheet

TEMPLATE, STYLE, SCRIPT = "page.html.j2", "page.css", "page.js"


@dataclass(frozen=True, slots=True)
class Listed:
    """A list that opens on click, such as the cards of a deck; ``note`` tells more of its title."""

    title: str
    lines: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page; ``folded`` ones open on click.

    ``who`` are the players of which it tells, by their places; the page can show those of one alone.
    """

    anchor: str
    title: str
    text: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    grids: tuple[Grid, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    parts: tuple[Section, ...] = ()
    lists: tuple[Listed, ...] = ()
    command: str = ""
    folded: bool = False
    who: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A whole page, titled by its question.

    ``says`` is what to take away, in at most three sentences, and ``basis`` what the numbers in them rest on;
    ``picture`` the one thing to look at; ``answer`` all of the answer. Then remarks a reader must know, and sections.
    """

    title: str
    says: tuple[str, ...]
    basis: str = ""
    picture: Chart | Grid | None = None
    answer: str = ""
    remarks: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()


@functools.cache
def _environment() -> jinja2.Environment:
    loader = jinja2.PackageLoader("ucgsim.report", "templates")
    environment = jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["svg"] = svg
    return environment


@functools.cache
def _part(name: str) -> Markup:
    """A part of every page that is put into it as it is: its style, its script."""
    loader = _environment().loader
    assert loader is not None, "the environment reads its templates from the package"
    return Markup(loader.get_source(_environment(), name)[0])


def render(page: Page) -> str:
    """The page as one HTML text that needs nothing else."""
    template = _environment().get_template(TEMPLATE)
    return template.render(page=page, style=_part(STYLE), script=_part(SCRIPT))
