"""Pages of the site that follow from the code: a hook of MkDocs, which asks for them when it gathers its files.

Commands from click, columns from the registry, verbs from the tree with a card that uses each, the Python face from
its ``__all__``, the notebook, and what lies beside ``docs/``. Nothing here is written to the repository.
"""

from __future__ import annotations

import inspect
import json
import os
import posixpath
import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import ucgsim
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cli.main import main
from ucgsim.effects.language.blocks import format_text
from ucgsim.effects.language.phrases import phrases_of, short_name
from ucgsim.effects.library import EffectLibrary, load_effects
from ucgsim.effects.tree import conditions, selectors, statements, triggers
from ucgsim.simulate.columns import COLUMNS, Column, names_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "docs" / "three-decks.ipynb"
BESIDE = {
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "security.md": "SECURITY.md",
    "measured/coverage.md": "reports/coverage.md",
    "measured/ladder.md": "reports/ladder/README.md",
    "measured/redraws.md": "reports/redraws.md",
    "measured/strength.md": "reports/strength.md",
    "measured/regret.md": "reports/regret.md",
}
"""Pages that lie beside ``docs/``: where those look who come to the repository, or where scripts write them."""
MADE_FROM = {
    "ucgsim/cli": "reference/commands.md",
    "ucgsim/__init__.py": "reference/python.md",
    "ucgsim/simulate/columns.py": "reference/folders.md",
    "ucgsim/effects/language/phrases.csv": "reference/effects.md",
    "docs/three-decks.ipynb": "notebook.md",
    **{name: place for place, name in BESIDE.items()},
}
"""Documents link to what the checkout holds, and are read there too; in the site they lead to the page made from it."""
LINK = re.compile(r"(?<=\]\()[^)\s:#]+")
ROOMS = {
    "Statements": (statements, "What a power does."),
    "Conditions": (conditions, "What `if`, `while` and `need` ask."),
    "Selectors": (selectors, "Which characters and cards are meant, how many, and the numbers of them."),
    "Triggers": (triggers, "What a power waits for."),
}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Lead to the page that plays, where there is one; MkDocs calls it by this name."""
    if page := os.environ.get("UCGSIM_PAGE"):
        config.nav = [{"The page, to play": page}, *config.nav]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made from the code; MkDocs calls it by this name."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - the tests make pages without MkDocs

    for place, text in pages().items():
        files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Lead to the pages of the site; MkDocs calls it by this name."""
    return linked(markdown, page.file.src_uri)


def linked(text: str, place: str) -> str:
    """The text of a page with links to what is made in the site instead of to what it is made from."""
    folder = posixpath.dirname(place)

    def link(match: re.Match[str]) -> str:
        source = posixpath.normpath(posixpath.join("docs", folder, match[0]))
        return posixpath.relpath(MADE_FROM[source], folder or ".") if source in MADE_FROM else match[0]

    return LINK.sub(link, text)


def pages() -> dict[str, str]:
    """Every page that is made, by its place below ``docs/``."""
    return {
        "reference/commands.md": commands_page(),
        "reference/python.md": python_page(),
        "reference/folders.md": folders_page(),
        "reference/effects.md": effects_page(),
        "notebook.md": notebook_page(),
        **{place: (ROOT / name).read_text(encoding="utf-8") for place, name in BESIDE.items()},
    }


def safe(text: str) -> str:
    """Words that Markdown shows as they are, on one line."""
    line = " ".join(text.split())
    return re.sub(r"([\\*_|\[\]`#])", r"\\\1", line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown, an empty text where there are no rows."""
    lines = [" | ".join(row) for row in (head, ("---",) * len(head), *rows)]
    return "\n".join(f"| {line} |" for line in lines) if rows else ""


# ---------------------------------------------------------------------------------------------- commands


def commands_page() -> str:
    """Every command with its arguments and options."""
    top = click.Context(main, info_name="ucgsim", **main.context_settings)
    intro = (
        "# Commands\n\nWhat `--help` says after each, on one page. Options that many commands share stand with each of "
        "them.\nA result goes to stdout, progress and warnings to stderr; exit code 2 is bad input, told in one line."
    )
    return "\n\n".join([intro, *(part for name in main.list_commands(top) for part in command_parts(name, main, top))])


def command_parts(name: str, group: click.Group, parent: click.Context) -> Iterator[str]:
    """A command, then those below it."""
    command = group.get_command(parent, name)
    assert command is not None
    ctx = click.Context(command, info_name=name, parent=parent)
    level = "##" if ctx.command_path.count(" ") == 1 else "###"
    yield f"{level} {ctx.command_path}"
    yield "\n\n".join(safe(part) for part in inspect.cleandoc(command.help or "").split("\n\n"))
    yield f"```\n{' '.join([ctx.command_path, *command.collect_usage_pieces(ctx)])}\n```"
    yield options_table(command, ctx)
    if isinstance(command, click.Group):
        for each in command.list_commands(ctx):
            yield from command_parts(each, command, ctx)


def options_table(command: click.Command, ctx: click.Context) -> str:
    """The options of a command, with what stands if they are not given."""
    records = [option.get_help_record(ctx) for option in command.get_params(ctx)]
    return table(
        ("option", "what it does"), [(f"`{record[0]}`", safe(record[1])) for record in records if record and record[1]]
    )


# ---------------------------------------------------------------------------------------------- folders


def folders_page() -> str:
    """Folders of results, and every column of a game's row."""
    text = (ROOT / "docs" / "reference" / "_folders.txt").read_text(encoding="utf-8")
    head = ("column", "type", "unit", "what it tells", "how it is filled", "told as")
    return text.replace("{columns}", table(head, [column_row(column) for column in COLUMNS]))


def column_row(column: Column) -> tuple[str, ...]:
    """What the registry says of a column."""
    names = ", ".join(f"`{name}`" for name in names_of(column))
    return names, column.type.value, column.unit, safe(column.meaning), column.filled.value, column.words


# ---------------------------------------------------------------------------------------------- the effect language


def effects_page() -> str:
    """Every word of the effect language with the shortest card that uses it."""
    text = (ROOT / "docs" / "reference" / "_effects.txt").read_text(encoding="utf-8")
    shown = examples(load_effects())
    for title, (module, about) in ROOMS.items():
        parts = [f"## {title}\n\n{about}", *(word_part(node, shown) for node in nodes_of(module))]
        text += "\n\n" + "\n\n".join(parts)
    return text


def nodes_of(module: ModuleType) -> list[type]:
    """What a module of the tree defines, in its order."""
    result = [node for node in vars(module).values() if is_dataclass(node) and isinstance(node, type)]
    return [node for node in result if node.__module__ == module.__name__]


def examples(library: EffectLibrary) -> dict[type, tuple[str, str]]:
    """For each kind of node the number and the text of the shortest block in which it stands."""
    result: dict[type, tuple[str, str]] = {}
    blocks = [(number, format_text(text), text) for number, text in library.items()]
    for number, words, text in sorted(blocks, key=lambda block: (len(block[1]), block[0])):
        for kind in kinds_in(text):
            result.setdefault(kind, (number, words))
    return result


def kinds_in(value: Any) -> set[type]:
    """Kinds of all nodes of a tree."""
    if isinstance(value, tuple):
        return {kind for each in value for kind in kinds_in(each)}
    if not is_dataclass(value):
        return set()
    below = (kinds_in(getattr(value, field.name)) for field in fields(value))
    return {type(value)}.union(*below)


def spellings(node: type) -> str:
    """How a word is said: its phrases, with ... for what belongs there, or else as a call."""
    phrases = [re.sub(r"\{[^}]*\}", "...", phrase.text) for phrase in phrases_of(node) if phrase.use != "former"]
    call = f"{short_name(node)}({', '.join(field.name for field in fields(node))})"
    return ", ".join(f"`{words}`" for words in dict.fromkeys(phrases or [call]))


def word_part(node: type, shown: dict[type, tuple[str, str]]) -> str:
    """A word: what it means, how it is said, and the card."""
    head = f"### {short_name(node)}\n\n{inspect.getdoc(node) or ''}\n\nSaid {spellings(node)}"
    if node not in shown:
        return f"{head}. No shipped card uses it."
    number, words = shown[node]
    name = shipped_catalog()[number].name
    return f"{head}, as in {number}, {safe(name)}:\n\n```\n{words.strip()}\n```"


# ---------------------------------------------------------------------------------------------- Python


def python_page() -> str:
    """The Python face: what ``ucgsim.__all__`` names, from its docstrings."""
    text = (ROOT / "docs" / "reference" / "_python.txt").read_text(encoding="utf-8")
    names = [name for name in ucgsim.__all__ if not name.startswith("__")]
    return "\n\n".join([text, *(f"::: ucgsim.{name}" for name in names)])


def notebook_page() -> str:
    """The notebook to read: its words, its code and what that prints."""
    return "\n\n".join(map(cell_part, json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]))


def cell_part(cell: dict[str, Any]) -> str:
    """One cell."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return source
    return "\n\n".join([f"```python\n{source}\n```", *map(output_part, cell["outputs"])])


def output_part(output: dict[str, Any]) -> str:
    """What a cell prints, or the picture that it shows."""
    data = output.get("data", {})
    if "image/png" in data:
        return f"![](data:image/png;base64,{data['image/png']})"
    text = "".join(output.get("text", data.get("text/plain", ())))
    return f"```\n{text.rstrip()}\n```"
