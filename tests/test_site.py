"""The pages of the site that are made from the code name everything that there is, without MkDocs itself."""

from __future__ import annotations

import importlib.util
import json
import re
from functools import cache

import click
import pytest

import ucgsim
from tests.helpers import ROOT, commands
from ucgsim.effects.language.phrases import short_name
from ucgsim.effects.tree import conditions, statements, triggers
from ucgsim.simulate.frames import SCHEMA

PLACES = (
    "architecture/index.md",
    "architecture/where.md",
    "architecture/walks.md",
    "architecture/decisions.md",
    "rulings.md",
)
MADE_UP = {"ucgsim/cli/GROUP/NAME.py"}
PACKAGE = ROOT / "ucgsim"
NOT_BY_NAME = {"matrix/page", "matches", "swaps", "planner/redraw"}
"""Guesses of docs/architecture/where.md that lead elsewhere, or to several places."""


@pytest.fixture(scope="module")
def site():
    spec = importlib.util.spec_from_file_location("site_pages", ROOT / "scripts" / "site_pages.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pages(site):
    return site.pages()


def test_every_command_and_option_is_named(pages):
    page = pages["reference/commands.md"]
    every = [(" ".join(("ucgsim", *words)), command) for words, command in commands() if words]
    assert len(every) > 20
    for path, command in every:
        assert re.search(rf"^##+ {path}$", page, re.MULTILINE), path
        part = page.split(f" {path}\n", 1)[1].split("\n## ", 1)[0]
        options = [option for option in command.params if isinstance(option, click.Option) and not option.hidden]
        assert [option.opts for option in options if max(option.opts, key=len) not in part] == []


def test_every_column_is_named(pages):
    page = pages["reference/folders.md"]
    assert [name for name in SCHEMA if f"`{name}`" not in page] == []
    assert "{columns}" not in page


def test_every_word_of_the_effect_language_is_named_with_a_card(site, pages):
    page = pages["reference/effects.md"]
    for module in (statements, conditions, triggers):
        for node in site.nodes_of(module):
            part = page.split(f"### {short_name(node)}\n", 1)[1].split("\n### ", 1)[0]
            assert re.search(r", as in [\w-]+, ", part) or "No shipped card uses it." in part, node
    assert "Said `draw ...`, " in page
    assert page.count(", as in ") > 5 * page.count("No shipped card uses it.")


def test_the_whole_python_face_is_named(pages):
    page = pages["reference/python.md"]
    assert [name for name in ucgsim.__all__ if f"::: ucgsim.{name}" not in page] == ["__version__"]


def questions():
    """What a stranger asks, the name guessed first, the file, and the word in it that answers."""
    page = (ROOT / "docs/architecture/where.md").read_text(encoding="utf-8")
    return re.findall(r"^\| (.+\?) \| `(.+)` \| `(.+)` \| `(.+)` \|$", page, re.MULTILINE)


@cache
def modules():
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}


def places(guess, place):
    """Modules of that name, and folders of it; those of the command line where the answer is there."""
    known = [name for name in modules() if "cli" in place.split("/") or not name.startswith("ucgsim/cli/")]
    files = {name for name in known if name.endswith(f"/{guess}.py")}
    folders = {f"{name.rpartition(f'/{guess}/')[0]}/{guess}/" for name in known if f"/{guess}/" in name}
    return {*folders, *(name for name in files if not name.startswith(tuple(folders)))}


def test_what_a_stranger_asks_is_answered_in_one_place():
    assert len(questions()) == 14
    for question, _, place, word in questions():
        lines = [name for name, text in modules().items() if re.search(rf"^{word}\b", text, re.MULTILINE)]
        assert lines == [place], question


def test_a_stranger_finds_the_place_by_its_name():
    lost = set()
    for _, guess, place, _ in questions():
        named = places(guess, place)
        if len(named) != 1 or not place.startswith(*named):
            lost.add(guess)
    assert lost <= NOT_BY_NAME


DOCUMENTS = [
    *ROOT.glob("*.md"),
    *(path for folder in ("docs", "reports", ".github") for path in (ROOT / folder).rglob("*.md")),
]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_of_a_document_leads_to_something_in_the_checkout(path):
    links = re.findall(r"\]\(([^)\s:#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_in_the_site_links_lead_to_the_pages_that_are_made(site, pages):
    text = "[a](../../CONTRIBUTING.md) [b](../../ucgsim/simulate/columns.py#x) [c](where.md) [d](https://e.f/CONTRIBUTING.md)"
    made = "[a](../contributing.md) [b](../reference/folders.md#x) [c](where.md) [d](https://e.f/CONTRIBUTING.md)"
    assert site.linked(text, "architecture/index.md") == made
    assert site.linked("[n](three-decks.ipynb)", "index.md") == "[n](notebook.md)"
    assert set(site.MADE_FROM.values()) == set(pages)
    assert [name for name in site.MADE_FROM if not (ROOT / name).exists()] == []


def test_the_navigation_leads_to_every_page(pages):
    text = set(re.findall(r": ([\w/.-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE))
    written = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert text == written | set(pages)


def test_what_markdown_would_take_for_itself_is_shown_as_it_is(site):
    assert site.safe("a|b <i> *c* [d]\n  _e_") == "a\\|b &lt;i&gt; \\*c\\* \\[d\\] \\_e\\_"


def test_a_table_of_nothing_is_no_table(site):
    assert site.table(("a", "b"), []) == ""
    assert site.table(("a", "b"), [("1", "2")]) == "| a | b |\n| --- | --- |\n| 1 | 2 |"


def test_the_page_of_the_notebook_shows_what_it_prints(pages):
    cells = json.loads((ROOT / "docs" / "three-decks.ipynb").read_text(encoding="utf-8"))["cells"]
    page = pages["notebook.md"]
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    assert len(outputs) > 8
    for output in outputs:
        data = output.get("data", {})
        assert data.get("image/png", "".join(output.get("text", data.get("text/plain", ()))).rstrip()) in page


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", *(f"docs/{place}" for place in PLACES)])
def test_files_that_a_document_names_are_there(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|lark|toml|yml|yaml|ipynb))`", text)) - MADE_UP
    files = [
        path.as_posix()
        for folder in ("ucgsim", "tests", "scripts", "benchmarks", "docs", ".github")
        for path in (ROOT / folder).rglob("*")
    ]
    files += [path.as_posix() for path in ROOT.iterdir()]
    assert sorted(each for each in named if not any(path.endswith(f"/{each}") for path in files)) == []
