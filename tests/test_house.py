"""The house rules of CONTRIBUTING.md, so that a review need not repeat them."""

from __future__ import annotations

import ast
import io
import os
import pkgutil
import re
import sys
import tokenize
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from typing import TYPE_CHECKING

import click
import pytest
import yaml

from tests.helpers import ROOT
from ucgsim.cli.main import main
from ucgsim.plugins import QUESTIONS as QUESTIONS_OF

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_FILE_LINES = 650
MAX_FUNCTION_LINES = 60
MAX_LINE = 120
DISPATCHERS: frozenset[str] = frozenset(
    {"ucgsim/engine/expressions/evaluate.py:build", "ucgsim/engine/expressions/evaluate.py:evaluate"}
)
"""Functions that may be longer because they are one table of cases, as `path:name`; the one here and what builds it."""

COMES_ALONG = {"IPython"}
"""What need not be declared: a notebook has it."""
FOR_OTHERS = {"pyarrow"}
"""What is declared and imported by a dependency alone: pandas reads Parquet with it."""

VAGUE = {"found", "told"}
"""Words that would do for anything; prose may use them."""
ONE_MEANING = ("Kind", "Outcome", "Entry")
"""Names that several things had at once; the glossary says what each is called."""

CODE_FOLDERS = ("ucgsim", "tests", "scripts", "benchmarks")
CODE_ENDINGS = (".py", ".lark")
KEPT = {*CODE_FOLDERS, "decklists", "docs", "reports", ".ci", ".github", "LICENSE"}
"""What lies at the root, next to documents and settings, and is part of the project."""
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
QUESTIONS = "docs/how-to.md"
READINGS = "docs/rulings.md"
MEASURES_PLAIN_SEARCH = ["scripts/generations.py", "scripts/panel.py"]
MEASURED = ("coverage.md", "players.md")
"""Documents that hold numbers measured under a search of its own kind."""
COMMAND = r"ucgsim |scripts/|--\w|policy=|check="
GENEROUS = {"None", "PATIENCE", "STUCK"}
"""What a test may give up after."""
SCRIPTS = (
    "scripts/check-lowest",
    "scripts/check-scripts",
    "scripts/check-wheel",
    "scripts/fuzz",
    "scripts/quickstart",
    "scripts/release",
    "scripts/test",
    ".ci/run",
)


@cache
def code_files() -> tuple[Path, ...]:
    result = (path for folder in CODE_FOLDERS for path in (ROOT / folder).rglob("*"))
    return tuple(sorted(path for path in result if path.suffix in CODE_ENDINGS))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All of it, walked through once for all tests: that takes as long as to parse it."""
    return tuple(ast.walk(tree(path)))


def python_files() -> list[Path]:
    return [path for path in code_files() if path.suffix == ".py"]


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in nodes(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def test_no_file_is_too_long():
    lengths = {place(path, len(path.read_text(encoding="utf-8").splitlines())): path for path in code_files()}
    assert [name for name in lengths if int(name.rpartition(":")[2]) > MAX_FILE_LINES] == []


def test_no_line_of_the_changelog_is_too_long():
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > MAX_LINE] == []


def test_no_function_is_too_long():
    long = {
        f"{path.relative_to(ROOT).as_posix()}:{function.name}"
        for path in python_files()
        for function in functions(path)
        if length(function) > MAX_FUNCTION_LINES
    }
    assert sorted(long - DISPATCHERS) == []
    assert long >= DISPATCHERS, "a dispatcher that is short needs no exception"
    assert len(DISPATCHERS) <= 2


def names(node: ast.AST) -> list[str]:
    """What a node names: a variable, an attribute, a parameter, an argument, a function or a class."""
    parts = {ast.Name: "id", ast.Attribute: "attr", ast.arg: "arg", ast.keyword: "arg"}
    part = parts.get(type(node), "name" if isinstance(node, ast.FunctionDef | ast.ClassDef) else None)
    return [] if part is None else [getattr(node, part) or ""]


def test_names_say_what_they_hold():
    vague = {
        place(path, node.lineno)
        for path in python_files()
        for node in nodes(path)
        if VAGUE & {name.strip("_").lower() for name in names(node)}
    }
    assert sorted(vague) == [], "name it by what it is: a result, a text, a match, the parts, ..."


def test_what_has_several_meanings_is_one_class():
    classes = [
        node.name
        for path in python_files()
        if path.is_relative_to(ROOT / "ucgsim")
        for node in tree(path).body
        if isinstance(node, ast.ClassDef)
    ]
    assert [name for name in ONE_MEANING if classes.count(name) > 1] == []


def is_import_block(node: ast.stmt) -> bool:
    """An import, or imports under `if TYPE_CHECKING`."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING" and all(is_import_block(inner) for inner in node.body)
    return isinstance(node, ast.Import | ast.ImportFrom)


def hands_out_names(node: ast.stmt) -> bool:
    """Whether it is a docstring, an import block, `__all__`, or what imports a heavy name on first use.

    The latter is `__getattr__` with `__dir__`, and `_HOMES`, which says in which module each name lives.
    """
    if isinstance(node, ast.Assign):
        return [ast.unparse(target) for target in node.targets] in (["__all__"], ["_HOMES"])
    if isinstance(node, ast.FunctionDef):
        return node.name in {"__getattr__", "__dir__"}
    return is_import_block(node) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def test_init_files_only_hand_out_names():
    others = [
        place(path, node.lineno)
        for path in python_files()
        if path.name == "__init__.py"
        for node in tree(path).body
        if not hands_out_names(node)
    ]
    assert others == []


BY_NAME = {
    "ucgsim/__init__.py",
    "ucgsim/cli/main.py",
    "ucgsim/studies/kit/kinds.py",
}
"""What may import a module of ours by its name: lists of what is loaded when it is asked for, and what may fail."""


def is_hidden_import(node: ast.AST) -> bool:
    """Whether it imports a module of ours by a name in quotes, which no contract of imports reads."""
    if not isinstance(node, ast.Call) or not node.args:
        return False
    called = ast.unparse(node.func).rpartition(".")[2]
    first = node.args[0].values[0] if isinstance(node.args[0], ast.JoinedStr) else node.args[0]
    room = str(first.value).partition(".")[0] if isinstance(first, ast.Constant) else None
    return called in {"import_module", "__import__"} and room in {"ucgsim", ""}


@pytest.mark.parametrize(
    ("line", "hidden"),
    [
        ('import_module("ucgsim.policies.closed_lists")', True),
        ('importlib.import_module(f"ucgsim.studies.{name}")', True),
        ('__import__("ucgsim")', True),
        ('import_module(".closed_lists", "ucgsim.policies")', True),
        ('import_module("numba")', False),
        ("import_module(module)", False),
        ("load(name)", False),
    ],
)
def test_a_hidden_import_is_seen(line, hidden):
    assert any(map(is_hidden_import, ast.walk(ast.parse(line)))) is hidden


def test_no_import_is_hidden_from_the_contracts():
    """An import by a constant name closes circles that import-linter cannot see."""
    ours = [path for path in python_files() if path.is_relative_to(ROOT / "ucgsim")]
    hidden = {path.relative_to(ROOT).as_posix() for path in ours for node in nodes(path) if is_hidden_import(node)}
    assert hidden <= BY_NAME


def asserts(function: ast.AST) -> bool:
    """Whether it can be seen that it asserts or expects an exception, or calls a function whose name says so."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            last = name.rpartition(".")[2]
            if name in {"pytest.raises", "pytest.warns", "pytest.fail"} or last.startswith(("assert_", "check_")):
                return True
    return False


def test_every_test_can_fail():
    silent = [
        place(path, function.lineno)
        for path in python_files()
        if path.name.startswith("test_")
        for function in functions(path)
        if function.name.startswith("test_") and not asserts(function)
    ]
    assert silent == []


def has_deadline(node: ast.AST) -> bool:
    """Whether it looks at a clock, or gives up after so many seconds."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in {"monotonic", "perf_counter", "process_time"}
    return isinstance(node, ast.keyword) and node.arg == "timeout" and ast.unparse(node.value) not in GENEROUS


def test_no_test_is_red_where_a_machine_is_slow():
    """What may take how long is said by `tests/waiting.py` alone; fuzzing looks at inputs, one by one."""
    tests = [path for path in python_files() if path.is_relative_to(ROOT / "tests")]
    late = {path.relative_to(ROOT).parts[1] for path in tests if any(map(has_deadline, nodes(path)))}
    assert late == {"fuzzing"}


def test_every_command_stands_among_the_questions():
    questions = (ROOT / QUESTIONS).read_text(encoding="utf-8")
    commands = main.list_commands(click.Context(main))
    assert [name for name in commands if f"ucgsim {name}" not in questions] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_between_documents_lead_somewhere(name):
    targets = re.findall(r"\]\(([^)#]+)", (ROOT / name).read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (ROOT / target).exists()] == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_can_be_run(name):
    script = ROOT / name
    assert script.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash\n")
    assert os.access(script, os.X_OK)


def plain_searches(text: str) -> list[str]:
    """Searches that a text names without the planner, such as ``search:64,turns=3``.

    Played on with greedy they misjudge what a good player makes of a hand or a position.
    """
    return [name for name in re.findall(r"\bsearch:[\w=.]+(?:,[\w=.]+)*", text) if "with=planner" not in name]


def test_a_plain_search_is_seen():
    assert plain_searches("--policies greedy,search:16,turns=3 or search:64,turns=0,with=planner; search:8.") == [
        "search:16,turns=3",
        "search:8.",
    ]


def strings(path: Path) -> Iterator[ast.Constant]:
    return (node for node in nodes(path) if isinstance(node, ast.Constant) and isinstance(node.value, str))


def test_no_code_names_a_search_without_the_planner():
    """Helps, errors, docstrings and defaults; but for the ladder, which measures that very policy."""
    files = [path for path in python_files() if path.relative_to(ROOT).parts[0] in {"ucgsim", "scripts"}]
    plain = [place(path, node.lineno) for path in files for node in strings(path) if plain_searches(node.value)]
    assert sorted({where.rpartition(":")[0] for where in plain}) == MEASURES_PLAIN_SEARCH


def helps(command: click.Command, name: str = "ucgsim") -> Iterator[tuple[str, str]]:
    """The help of a command and of every one under it."""
    context = click.Context(command, info_name=name)
    yield name, " ".join(command.get_help(context).split())
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            inner = command.get_command(context, each)
            assert inner is not None
            yield from helps(inner, f"{name} {each}")


def test_no_help_recommends_a_search_without_the_planner():
    texts = dict(helps(main))
    assert len(texts) > 40
    assert {name: plain_searches(text) for name, text in texts.items() if plain_searches(text)} == {}
    assert "search:16,with=planner" in texts["ucgsim duel"]


def test_no_document_recommends_a_search_without_the_planner():
    """Neither in a command nor elsewhere; a table or a sentence of what was measured under one says what it is."""
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    documents += (ROOT / "docs").rglob("*.ipynb")
    lines = [(path, line) for path in documents for line in path.read_text(encoding="utf-8").splitlines()]
    assert sum("search:16,with=planner" in line for _, line in lines) > 10
    advice = [line for path, line in lines if path.name not in MEASURED or re.search(COMMAND, line)]
    assert [line for line in advice if plain_searches(line)] == []


def test_every_reading_that_is_cited_stands_among_the_readings():
    known = set(re.findall(r"^\| ([A-G]\d+) \|", (ROOT / READINGS).read_text(encoding="utf-8"), re.MULTILINE))
    paths = [path for folder in ("ucgsim", "tests") for path in (ROOT / folder).rglob("*")]
    texts = [path.read_text(encoding="utf-8") for path in paths if path.suffix in {".py", ".lark", ".yaml"}]
    cited = {
        name
        for text in texts
        for match in re.findall(r"RULINGS ([A-G]\d+(?:, [A-G]\d+)*)", text)
        for name in match.split(", ")
    }
    assert len(known) > 70
    assert len(cited) > 30
    assert cited <= known


def test_no_script_hides_a_module_that_is_installed():
    """A script's folder comes first when it runs: one called coverage.py was loaded by Numba for that library."""
    names = {path.stem for path in (ROOT / "scripts").glob("*.py")}
    assert names & ({*packages_distributions()} | sys.stdlib_module_names | {"coverage"}) == set()


def imported(path: Path) -> set[str]:
    """The packages that a file imports, wherever it does, but for what only a type checker reads."""
    result = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            result |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            result.add(str(node.module).partition(".")[0])
    return result


def test_everything_that_is_imported_is_declared_and_the_reverse():
    """What another library happens to bring along would be missed when that library drops it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *(name for each in ("cluster", "build") for name in extras[each])]
    declared = {re.split(r"[\[><=~]", name)[0] for name in needed}
    always = {re.split(r"[\[><=~]", name)[0] for name in project["dependencies"]}
    ours = [path for path in python_files() if path.is_relative_to(ROOT / "ucgsim")]
    names = set().union(*map(imported, ours)) - sys.stdlib_module_names - {"ucgsim"}
    homes = packages_distributions()
    assert len(names) > 10
    own = {name: {home.lower() for home in homes.get(name, [name])} for name in names}
    assert {name for name in names if not declared & own[name]} <= COMES_ALONG
    assert always - set().union(*own.values()) == FOR_OTHERS


def test_the_version_and_its_day_are_the_same_wherever_they_are_written():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    heads = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert heads[:2] == ["[Unreleased]", f"[{project['version']}] - {citation['date-released']}"]
    assert (citation["version"], citation["license"]) == (project["version"], project["license"])


def test_all_that_is_kept_is_in_the_source_archive():
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    patterns = tool["hatch"]["build"]["targets"]["sdist"]["include"]
    included = [{path.name for path in ROOT.glob(pattern.removeprefix("/"))} for pattern in patterns]
    assert all(included), patterns
    names = {path.name for path in ROOT.iterdir()}
    kept = {name for name in names if name in KEPT or name.endswith((".md", ".cff", ".js", ".yml"))}
    assert kept - set().union(*included) == set()


def test_what_a_check_runs_from_elsewhere_is_named_by_its_content():
    """A tag can be moved, to other code with the same rights."""
    lines = [line for path in (ROOT / ".github").rglob("*.yml") for line in path.read_text("utf-8").splitlines()]
    used = [line.partition("uses: ")[2] for line in lines if "uses: " in line]
    assert len(used) >= 10
    assert [each for each in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}  # v[\d.]+", each)] == []


ROOMS = "|".join(path.parent.name for path in (ROOT / "ucgsim").glob("*/__init__.py"))
DOTTED = re.compile(rf"(?<![\w./-])(?:ucgsim|{ROOMS})(?:\.\w+)+")
"""A name with dots that begins as a module of the project does."""
SUFFIXES = {"bin", "css", "csv", "html", "js", "json", "lark", "md", "py", "txt", "ucg", "wasm", "yaml"}
PLACE = re.compile(
    r"(?<![\w./<>{}@*:-])(?:(?:ucgsim|docs|tests|scripts|benchmarks)/[\w./-]*\w|[\w./-]+\.(?:py|lark|md|ucg))(?!/?[\w<>{}*-])"
)
"""A path of a file or folder of the project, or the end of one."""


def prose(path: Path) -> str:
    """A document, or the comments and docstrings of code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".lark":
        return "\n".join(re.findall(r"^//.*", text, re.MULTILINE))
    if path.suffix != ".py":
        return text
    lines = [line for line in text.splitlines() if not re.match(r"\s*(from|import) ", line)]
    if not any(map(DOTTED.search, lines)):
        return ""  # most files: they need not be taken apart
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    alone = (node.value for node in nodes(path) if isinstance(node, ast.Expr))
    return "\n".join([*comments, *(str(node.value) for node in alone if isinstance(node, ast.Constant))])


@cache
def exists(name: str) -> bool:
    try:
        pkgutil.resolve_name(f"ucgsim.{name.removeprefix('ucgsim.')}")
    except (ImportError, AttributeError):
        return False
    return True


def documents() -> list[Path]:
    return [*(ROOT / "docs").rglob("*.md"), *(ROOT / name for name in DOCUMENTS)]


def test_every_module_that_prose_names_exists():
    named = {(path, name) for path in [*code_files(), *documents()] for name in DOTTED.findall(prose(path))}
    modules = {(path, name) for path, name in named if name.rpartition(".")[2] not in SUFFIXES and name != QUESTIONS_OF}
    assert len(modules) > 40
    assert sorted(f"{path.relative_to(ROOT)}: {name}" for path, name in modules if not exists(name)) == []


@cache
def places() -> frozenset[str]:
    """Every file and folder of the project, and every end of its path."""
    files = [ROOT / name for name in (*DOCUMENTS, "mkdocs.yml", "pyproject.toml")]
    files += (path for folder in (*CODE_FOLDERS, "docs", "reports", "decklists") for path in (ROOT / folder).rglob("*"))
    parts = (path.relative_to(ROOT).parts for path in files)
    return frozenset("/".join(each[first:]) for each in parts for first in range(len(each))) | set(CODE_FOLDERS)


def missing_places(path: Path, text: str) -> list[str]:
    """The paths that a text names and that lead nowhere, from the root, from ``path`` or as the end of another.

    Documents for users name files of theirs, such as ``my_policy.py``: of these only what lies in a folder is asked.
    """
    bare = path.suffix == ".lark" or path.name == "CONTRIBUTING.md"
    named = {name for name in PLACE.findall(text) if bare or "/" in name}
    return sorted(name for name in named if name not in places() and not (path.parent / name).exists())


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("what `docs/redraws.md` says", ["docs/redraws.md"]),
        ("what `reports/redraws.md` says", []),
        ("see normalise.py", ["normalise.py"]),
        ("see `official/parser.py` and `ucgsim/engine/turn/`", []),
        ("`ucgsim/engine/turns/`", ["ucgsim/engine/turns"]),
        ("`test_05_06_<name>.py` in `tests/cards/<set>/`", []),
    ],
)
def test_a_path_that_leads_nowhere_is_seen(text, missing):
    assert missing_places(ROOT / "CONTRIBUTING.md", text) == missing


def test_every_file_that_documents_and_grammars_name_exists():
    texts = {path: prose(path) for path in [*code_files(), *documents()] if path.suffix in {".lark", ".md"}}
    del texts[ROOT / "CHANGELOG.md"]  # of what was
    assert sum(len(PLACE.findall(text)) for text in texts.values()) > 100
    missing = {path.relative_to(ROOT).as_posix(): missing_places(path, text) for path, text in texts.items()}
    assert {path: names for path, names in missing.items() if names} == {}
