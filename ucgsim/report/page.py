"""The page: what it holds, put into the template."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup

from ucgsim.report.style import inline

if TYPE_CHECKING:
    from ucgsim.report.sheet import Sheet

TEMPLATE = "page.html.j2"


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
