"""The page: what it holds, put into the template."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup

from ucgsim.report.style import inline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.stats.rates import Estimate

TEMPLATE = "page.html.j2"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table: what stands there, what it is sorted by, and how it looks."""

    text: str
    order: str | float
    kind: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table that sorts on click: a caption, the names of its columns, its rows."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot in the page, with its name among the files and a sentence that says how to read it.

    ``least`` is the width in rem below which it scrolls rather than shrinks.
    """

    name: str
    svg: Markup
    caption: str
    least: int


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page; ``folded`` ones open on click."""

    anchor: str
    title: str
    text: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    parts: tuple[Section, ...] = ()
    command: str = ""
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A whole page: title, the answer, remarks a reader must know, sections."""

    title: str
    answer: str
    remarks: tuple[str, ...] = ()
    sections: tuple[Section, ...] = field(default_factory=tuple)


def words(text: object, kind: str = "", link: str = "") -> Cell:
    """A cell of text, which may lead to a file beside the page."""
    return Cell(str(text), str(text).lower(), kind, link)


def number(value: float, text: str | None = None) -> Cell:
    """A cell of a number."""
    return Cell(f"{value:,}" if text is None else text, value, "number")


def rate(estimate: Estimate, text: str, kind: str = "") -> Cell:
    """A cell of a rate with its interval; a rate of nothing sorts last."""
    return Cell(text, estimate.rate if estimate.rate == estimate.rate else -1.0, f"number {kind}".strip())


def sheet(caption: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]], note: str = "") -> Sheet:
    """A table of the page."""
    return Sheet(caption, tuple(columns), tuple(map(tuple, rows)), note)


def picture(name: str, svg_text: str, caption: str, *, least: int = 18) -> Picture:
    """A plot of the page from the text of its SVG file."""
    return Picture(name, Markup(inline(svg_text, name)), caption, least)


@functools.cache
def _template() -> jinja2.Template:
    loader = jinja2.PackageLoader("ucgsim.report", "templates")
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    return environment.get_template(TEMPLATE)


def render(page: Page) -> str:
    """The page as one HTML text that needs nothing else."""
    return _template().render(page=page)
