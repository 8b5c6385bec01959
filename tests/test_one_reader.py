"""Files are read and written in one room, `ucgsim/files`, where every surprise is known."""

from __future__ import annotations

import ast

import pytest

from tests.test_house import ROOT, python_files, tree

READERS = {
    "json": frozenset({"load", "loads", "JSONDecoder", "decoder"}),
    "csv": frozenset({"reader", "writer", "DictReader", "DictWriter"}),
    "tomllib": frozenset({"load", "loads"}),
}
"""What reads or writes a format, by module; of YAML it is whatever isn't about nodes that were read."""
YAML_NODES = frozenset({"MappingNode", "Node", "ScalarNode", "SequenceNode"})
FILES = frozenset({"read_bytes", "read_text", "write_bytes", "write_text"})
TABLES = ("read_csv", "scan_csv", "read_json", "read_ndjson", "read_excel")
OWN = {
    "ucgsim/cli/common/process.py": frozenset({"open"}),
    "ucgsim/cli/main.py": frozenset({"open", "write_text"}),
    "ucgsim/compiling/building.py": frozenset({"read_bytes", "write_bytes"}),
    "ucgsim/compiling/library.py": frozenset({"open", "read_text"}),
    "ucgsim/compiling/sources.py": frozenset({"read_bytes", "read_text"}),
    "ucgsim/simulate/workers.py": frozenset({"open"}),
}
"""What holds no words of a user: no device at all, the system, help, the sources of this program, its machine code."""


def modules(code: ast.AST) -> dict[str, str]:
    """Names in a file that stand for modules, with these."""
    imports = [node for node in ast.walk(code) if isinstance(node, ast.Import)]
    return {(name.asname or name.name).partition(".")[0]: name.name for node in imports for name in node.names}


def readers(code: ast.AST) -> list[tuple[int, str]]:
    """Line and name of whatever reads or writes a file or its format by itself."""
    known = modules(code)
    result: list[tuple[int, str]] = []
    for node in ast.walk(code):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = {alias.name for alias in node.names}
            result += [(node.lineno, name) for name in names if is_reader(node.module.partition(".")[0], name)]
        elif isinstance(node, ast.Attribute):
            module = known.get(node.value.id, "") if isinstance(node.value, ast.Name) else ""
            if node.attr in FILES or node.attr in TABLES or is_reader(module, node.attr):
                result.append((node.lineno, node.attr))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "open":
            result.append((node.lineno, "open"))
    return result


def is_reader(module: str, name: str) -> bool:
    if module == "yaml":
        return name not in YAML_NODES and name != "nodes"
    return name in READERS.get(module, ())


def test_files_are_read_and_written_in_one_room():
    places = {path.relative_to(ROOT).as_posix(): path for path in python_files()}
    outside = {
        place: [(line, name) for line, name in readers(tree(path)) if name not in OWN.get(place, ())]
        for place, path in places.items()
        if place.startswith("ucgsim/") and not place.startswith("ucgsim/files/")
    }
    assert {place: result for place, result in outside.items() if result} == {}


def test_what_is_allowed_is_needed():
    used = {place: {name for _, name in readers(tree(ROOT / place))} for place in OWN}
    assert {place: names & used[place] for place, names in OWN.items()} == OWN


@pytest.mark.parametrize(
    "code",
    [
        "import json\njson.loads(x)",
        "import json as j\nj.load(x)",
        "from json import loads",
        "from json.decoder import JSONDecoder",
        "import csv\ncsv.DictReader(x)",
        "from csv import writer as w",
        "import csv\nrows = csv.writer",
        "import yaml\nyaml.safe_load(x)",
        "import yaml\nclass L(yaml.SafeLoader): ...",
        "from yaml import compose",
        "import tomllib\ntomllib.loads(x)",
        "with open(place) as file: ...",
        "with path.open() as file: ...",
        "Path(x).read_text(encoding='utf-8')",
        "path.write_bytes(b'')",
        "import os\nos.open(x, 0)",
        "import polars as pl\npl.read_csv(x)",
    ],
)
def test_one_who_reads_by_himself_is_noticed(code):
    assert readers(ast.parse(code))


@pytest.mark.parametrize(
    "code",
    [
        "import json\njson.dumps(x)",
        "from ucgsim.files.reading import read_text, read_csv\nread_text(x, 'a list')\nread_csv(x, 'a table')",
        "import yaml\nisinstance(x, yaml.MappingNode)",
        "from yaml.nodes import Node",
    ],
)
def test_one_who_asks_the_room_is_not(code):
    assert readers(ast.parse(code)) == []


def test_what_is_printed_goes_by_the_console():
    """There it is made safe for a terminal."""
    quiet = {"ucgsim/cli/common/console.py", "ucgsim/cli/main.py"}
    result = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in python_files()
        if path.is_relative_to(ROOT / "ucgsim/cli") and path.relative_to(ROOT).as_posix() not in quiet
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"click.echo", "click.secho", "print"}
    ]
    assert result == []
