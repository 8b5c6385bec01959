"""The page: what it holds, how its numbers were made, and the files next to it."""

from __future__ import annotations

import functools
import io
import platform
import re
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from ucgsim.cards.card import card_label, in_deck_order
from ucgsim.decks.finding import deck_word, decks_in, shipped
from ucgsim.decks.link import is_link
from ucgsim.files.reading import read_text
from ucgsim.files.writing import write_file
from ucgsim.report.charts import Chart, ChartShape, Point, Series, ValueAxis, svg
from ucgsim.report.sheet import SEPARATOR, Command, Sheet, label, sheet
from ucgsim.safe_text import cell

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    import jinja2
    import polars as pl
    from matplotlib.figure import Figure

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.report.sheet import Parts


HOTTEST, FULL = 0.62, 0.3
"""How much of its colour a cell takes at most, so that letters on it can be read, and how far from even that is."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A cell: what is there, what stands small below it, the rate that colours it, its mark and its link."""

    text: str
    rate: float
    small: str = ""
    kind: str = ""
    link: str = ""

    @property
    def side(self) -> str:
        """Whether the row or the column wins more."""
        return "good" if self.rate >= 0.5 else "bad"

    @property
    def heat(self) -> str:
        """How strong its colour is."""
        return f"{HOTTEST * min(abs(self.rate - 0.5) / FULL, 1.0):.2f}"

    @property
    def order(self) -> str:
        """What it is sorted by."""
        return f"{self.rate:.5f}"


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows against columns; the first column of tiles is the answer of a row and stays in sight next to its name."""

    caption: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Tile, ...]], ...]
    note: str = ""
    choice: tuple[int, ...] = ()
    """The places of the rows' players, where a reader may see those of one alone."""
    name: str = ""
    """The name of the figure that a result draws of it, where that lies next to the page."""

    @property
    def is_wide(self) -> bool:
        """Whether it takes the whole width of a page."""
        return len(self.columns) > 7


# The page: what it holds, put into the template.


LONGEST_BADGE = 50
"""Letters of what qualifies the answer in a badge; what is longer is a line below."""
NUMBER = re.compile(r"((?<![^\s(])[-+]?\d+(?:\.\d+)?(?: %)?)(?= ± \d| \([-+\d.]+ to [-+\d.]+\))")
"""A number in a sentence that has an interval."""
CARD_NUMBER = re.compile(r"(\([^()\s]+-[^()\s]+\))$")
"""A card's number at the end of a line."""
TEMPLATE, STYLE, CHARTS, SCRIPT = "page.html.j2", "page.css", "chart.css", "page.js"


@dataclass(frozen=True, slots=True)
class ListedCards:
    """A list that opens on click, such as the cards of a deck; ``note`` tells more of its title."""

    title: str
    lines: tuple[str, ...]
    note: str = ""
    is_open: bool = False


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
    lists: tuple[ListedCards, ...] = ()
    command: str = ""
    folded: bool = False
    who: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A whole page, titled by its question, with ``tables``, ``plots`` and other texts that lie next to it as files.

    ``says`` is what to take away, in at most three sentences, and ``basis`` what the numbers in them rest on;
    ``picture`` the one thing to look at. Then remarks a reader must know, and sections. Of no ``plots`` the picture is
    one.
    """

    title: str
    says: tuple[str, ...] = ()
    basis: str = ""
    picture: Chart | Grid | None = None
    remarks: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    tables: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    plots: tuple[Chart, ...] | None = None
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def drawn(self) -> tuple[Chart, ...]:
        """The charts that lie next to it."""
        picture = (self.picture,) if isinstance(self.picture, Chart) else ()
        return picture if self.plots is None else self.plots

    def saying(self, parts: Parts) -> Page:
        """The page of a result: these parts of it are the answer, what qualifies it and what a reader must know."""
        basis = "" if parts.foot is None else str(parts.foot.with_also(parts.below))
        remarks = (*parts.notes, *(block for block in parts.last if isinstance(block, str)))
        return replace(self, says=(str(parts.first[0]),), basis=basis, remarks=remarks)


def page_of_parts(title: str, parts: Parts, picture: Chart | None, **tables: pl.DataFrame) -> Page:
    """The page of a result that names no sections: all tables of its parts, and what they rest on."""
    sheets = tuple(block for block in (*parts.answered, *parts.more) if isinstance(block, Sheet))
    text = [line.strip() for block in parts.more if isinstance(block, str) for line in block.splitlines()]
    command = next((block.text for block in parts.more if isinstance(block, Command)), "")
    method = Section("method", "Method", tuple(line for line in text if line != "Method"), command=command, folded=True)
    sections = (Section("numbers", "In numbers", sheets=sheets), *([method] if text or command else []))
    return Page(title, picture=picture, sections=sections, tables=tables)


@functools.cache
def _environment() -> jinja2.Environment:
    import jinja2  # noqa: PLC0415 - most results are shown on no page

    loader = jinja2.PackageLoader("ucgsim.report", "templates")
    environment = jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"svg": svg, "unbroken": unbroken, "weighed": weighed}
    return environment


@functools.cache
def _part(name: str) -> Markup:
    """A part of every page that is put into it as it is: its style, its script."""
    loader = _environment().loader
    assert loader is not None, "the environment reads its templates from the package"
    return Markup(loader.get_source(_environment(), name)[0])


def unbroken(line: str) -> Markup:
    """A line in which no card number is broken at its hyphen."""
    return Markup(CARD_NUMBER.sub(r'<span class="whole">\1</span>', str(escape(line))))


def weighed(sentence: str) -> Markup:
    """A sentence with its first number that has an interval set large."""
    return Markup(NUMBER.sub(r"<b>\1</b>", str(escape(sentence)), count=1))


def render(page: Page) -> str:
    """The page as one HTML text that needs nothing else."""
    template = _environment().get_template(TEMPLATE)
    parts = [part for part in page.basis.split(SEPARATOR) if part]
    basis = [part for part in parts if len(part) > LONGEST_BADGE]
    badges = [part for part in parts if part not in basis]
    style = _part(STYLE) + _part(CHARTS)
    return template.render(page=page, badges=badges, basis=basis, style=style, script=_part(SCRIPT))


# The part of a page that says how its numbers were made, and how to make them again.


LIBRARIES = ("numpy", "polars", "pandas", "scipy", "matplotlib")


def halved(what: str) -> str:
    """How games or matches were planned."""
    return (
        f"all {what} have shuffles and a chance of their own; both sides win the first throw equally often, and "
        "intervals know it"
    )


def stars(*, any_certain: bool) -> dict[str, str]:
    """What the stars of a page promise, where its table marks what is certain."""
    return {"stars": "all stars hold together with 95 % (Holm)"} if any_certain else {}


def method_section(
    facts: Mapping[str, str],
    versions: Mapping[str, str],
    decks: Sequence[Deck],
    command: str,
    *,
    catalog: Catalog,
    what: str = "games",
    also: Sequence[str] = (),
) -> Section:
    """``facts`` of what was played by their names, the ``versions`` that played it, and the lists of the decks.

    ``also`` are sentences for readers who know the statistics.
    """
    rows = [[label(name), label(fact, "wide")] for name, fact in facts.items()]
    rows += [[label(name), label(value)] for name, value in sorted(versions.items()) if name != "policies"]
    rows += [
        [label("libraries"), label(", ".join(f"{name} {version(name)}" for name in LIBRARIES), "wide")],
        [label("Python"), label(platform.python_version())],
    ]
    return Section(
        "method",
        "Method",
        (*also, *_lists_to_save(decks), f"This command plays the same {what} again:"),
        command=command,
        sheets=(sheet("What was played", ["what", "how"], rows),),
        parts=(Section("decks", "Decks", lists=tuple(deck_list(deck, catalog) for deck in decks)),),
        folded=True,
    )


def _lists_to_save(decks: Sequence[Deck]) -> Iterator[str]:
    """How a reader elsewhere gets the lists that the command names and that do not ship."""
    shipping = {path.stem for path in decks_in(shipped())}
    names = [word for word in dict.fromkeys(map(deck_word, decks)) if word not in shipping and not is_link(word)]
    if names:
        yield f"Who lacks {' or '.join(names)} saves the list below, under Decks, as a file of that name."


def deck_section(deck: Deck, catalog: Catalog) -> Section:
    """A deck as the reader's own: its list, open, next to the curve of its levels."""
    copies = dict(deck.counts)
    levels: dict[int, int] = {}
    for number in copies.keys() & catalog.keys():
        level = catalog[number].level
        if level is not None:
            levels[level] = levels.get(level, 0) + copies[number]
    points = tuple(Point(level, float(count)) for level, count in sorted(levels.items()))
    curve = Chart(
        "levels",
        "Characters by level",
        "How many of each level are in the deck.",
        ChartShape.BARS,
        (Series("characters", "a", points),),
        ValueAxis("cards", "", 1.0, shows=(0.0,)),
        axis="level",
    )
    charts = (curve,) if points else ()
    return Section(
        "deck", f"The deck: {deck.name}", charts=charts, lists=(replace(deck_list(deck, catalog), is_open=True),)
    )


def deck_list(deck: Deck, catalog: Catalog) -> ListedCards:
    """A deck as people read it: its cards by character and level; one that the catalog does not hold by its number."""
    cards = sorted((catalog[number] for number, _ in deck.counts if number in catalog), key=in_deck_order)
    copies = dict(deck.counts)
    lines = [f"{copies[card.number]} {card_label(card)}" for card in cards]
    lines += [f"{count} {number}" for number, count in deck.counts if number not in catalog]
    return ListedCards(deck.name, tuple(lines), f"{deck.size} cards, fingerprint {deck.fingerprint}")


# What a report writes next to its page: plots and tables, each file whole or not at all.


def write_shared(page: Path) -> Path:
    """Write a copy of a page that holds its replays, ``share.html`` in the same folder, and return it.

    Links to replays lead to the end of the copy, so that it is the one file to send. Raises UcgsimError where a
    replay is missing or it cannot be written.
    """
    text = read_text(page, "a page", controls=True)
    linked = list(dict.fromkeys(re.findall(r'href="(replays/[^"]+)"', text)))
    games = Markup("").join(
        Markup('<h3 id="{0}">{1}</h3>\n<pre>{2}</pre>\n').format(place, *_replay(page.parent / place))
        for place in linked
    )
    text = re.sub(r'href="(replays/[^"]+)"', r'href="#\1"', text)
    section = f"<section><h2>Replays</h2>\n{games}</section>\n" if linked else ""
    shared = page.with_name("share.html")
    write_file(shared, text.replace("</main>", f"{section}</main>").encode())
    return shared


def _replay(file: Path) -> tuple[Markup, Markup]:
    """The first line of a replay and the rest of it."""
    title, _, lines = read_text(file, "a replay", controls=True).partition("\n")
    return escape(title), escape(lines)


def write_plot(folder: Path, name: str, figure: Figure) -> None:
    """Write a plot as PNG and SVG below ``folder``/plots."""
    from ucgsim.report.figures import figure_png, figure_svg  # noqa: PLC0415 - loads matplotlib

    text = figure_svg(figure)
    # The parts of the figure have found their places; to look for them again takes as long as to draw.
    figure.set_layout_engine("none")
    write_file(folder / "plots" / f"{name}.svg", text.encode())
    write_file(folder / "plots" / f"{name}.png", figure_png(figure))


def write_chart(folder: Path, chart: Chart, basis: str, prefix: str = "") -> Chart:
    """Write a chart as a plot whose name begins with ``prefix``, and return it."""
    from ucgsim.report.figures import draw  # noqa: PLC0415 - loads matplotlib

    write_plot(folder, f"{prefix}{chart.name}", draw(chart, basis))
    return chart


def write_table(folder: Path, name: str, table: pl.DataFrame) -> None:
    """Write a table as CSV, for people and their spreadsheets, and Parquet below ``folder``/tables."""
    import polars as pl  # noqa: PLC0415 - takes long to import

    parquet = io.BytesIO()
    table.write_parquet(parquet)
    shown = table.with_columns(pl.col(pl.String).map_elements(cell, return_dtype=pl.String))
    write_file(folder / "tables" / f"{name}.csv", shown.write_csv().encode())
    write_file(folder / "tables" / f"{name}.parquet", parquet.getvalue())
