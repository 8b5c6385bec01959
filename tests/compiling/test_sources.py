"""Which files the compiled game is made of, and that an edit in any of them is noticed."""

from __future__ import annotations

import ast
import re
import shutil

import pytest

from ucgsim.compiling import sources
from ucgsim.compiling.sources import COUNTING, PACKAGE, compiled_sources, sources_of

NAMES = {path.relative_to(PACKAGE).as_posix() for path in compiled_sources(but=COUNTING)}
LOADER = PACKAGE / "compiling" / "library.py"


def imported(path):
    """The files of the package that a file imports, read by Python's own parser."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import, which the closure does not follow"
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            modules = [name if file_of(name) else node.module for name in inner]
        yield from filter(None, map(file_of, modules))


def file_of(module):
    place = PACKAGE.parent.joinpath(*module.split("."))
    result = (place.with_suffix(".py"), place / "__init__.py")
    return next((path for path in result if PACKAGE in path.parents and path.is_file()), None)


def test_the_enums_of_the_bytecode_are_part_of_it():
    assert {"effects/compile/opcodes.py", "engine/core/constants.py", "policies/spec.py"} <= NAMES


@pytest.mark.parametrize("room", ["cards", "probability", "cli", "decks", "play", "report", "stats", "studies"])
def test_rooms_that_are_not_compiled_are_not(room):
    assert not [name for name in NAMES if name.startswith(f"{room}/")]


def test_tables_are_passed_in():
    """Whatever builds them may change without compiling again, if no constant is taken from there."""
    assert "engine/core/tables.py" not in NAMES


def test_everything_that_they_import_is_among_them():
    absent = {place for path in compiled_sources() for place in imported(path)} - {*compiled_sources(), LOADER}
    assert absent == set()


def test_whoever_compiles_is_among_them():
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if re.search(r"^@(compiled$|entry\(|rarely$|shared\()", text, re.MULTILINE):
            assert path in compiled_sources()


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of the sources, whose hash is asked for."""
    copy = tmp_path / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "data", "*.lark"))
    monkeypatch.setattr(sources, "PACKAGE", copy)
    monkeypatch.setattr(sources, "compiled_sources", lambda **but: compiled_sources.__wrapped__(copy, **but))
    return copy


def hash_of_edited(package, name, edit="\n"):
    path = package / name
    path.write_text(path.read_text(encoding="utf-8") + edit, encoding="utf-8")
    return sources.hash_of(sources.compiled_sources(but=COUNTING))


def test_a_hash_is_remembered_until_a_file_of_the_package_changes(package, monkeypatch, tmp_path):
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))
    stamps = iter("aabb")
    monkeypatch.setattr(sources, "package_stamp", lambda: next(stamps))
    known = sources._hashes.__wrapped__()
    made = []
    monkeypatch.setattr(sources, "hash_of", lambda of: made.append(of) or "0" * 16)
    assert sources._hashes.__wrapped__() == known
    assert not made
    assert sources._hashes.__wrapped__() == {"game": "0" * 16, "library": "0" * 16}
    assert made
    (saved,) = (tmp_path / "home" / "cache" / "sources").iterdir()
    saved.write_bytes(b"\xff damaged")
    assert sources._hashes.__wrapped__() == {"game": "0" * 16, "library": "0" * 16}


def test_a_checkout_elsewhere_has_the_same_hash(package):
    assert sources._hashes.__wrapped__() == {"game": sources.source_hash(), "library": sources.library_hash()}


@pytest.mark.parametrize(
    "name",
    ["effects/compile/opcodes.py", "policies/greedy.py", "compiling/compiled.py", "compiling/machine.py"],
)
def test_an_edit_in_what_is_compiled_changes_the_hash(package, name):
    assert hash_of_edited(package, name) != sources.source_hash()


@pytest.mark.parametrize("name", ["report/sheet.py", "simulate/run.py", "cards/card.py", "compiling/library.py"])
def test_an_edit_elsewhere_does_not(package, name):
    assert hash_of_edited(package, name) == sources.source_hash()


def test_what_the_rules_are_made_of_is_no_more_than_they_need():
    """Rules know no policies, and policies no loops."""
    rules = {path.relative_to(PACKAGE).parts[0] for path in sources_of(PACKAGE / "engine" / "turn" / "progress.py")}
    policies = {path.relative_to(PACKAGE).parts[0] for path in sources_of(PACKAGE / "policies" / "decide.py")}
    assert "policies" not in rules
    assert "policies" in policies
    assert "simulate" not in policies


def test_a_module_that_becomes_part_of_it_is_noticed(package):
    before = hash_of_edited(package, "policies/spec.py", "\nfrom ucgsim.probability import filters\n")
    assert hash_of_edited(package, "probability/condition.py") != before


@pytest.mark.parametrize(
    "line",
    [
        "import pack.low.deep",
        "import os, pack.low.deep as other",
        "from pack.low import deep",
        "from pack.low import (\n    other,  # why, and (so on)\n    deep as d,\n)",
        "from pack.low.deep import CONSTANT",
        "if True:\n    from pack.low.deep import CONSTANT  # late",
    ],
)
def test_every_way_to_import_is_followed(tmp_path, line):
    pack = tmp_path / "pack"
    (pack / "low").mkdir(parents=True)
    (pack / "top.py").write_text(f"from pack.compiling.compiled import entry\n{line}\n")
    for name in ("low/__init__.py", "low/deep.py", "low/other.py", "low/aside.py"):
        (pack / name).write_text("CONSTANT = 1\n")
    result = {path.relative_to(pack).as_posix() for path in compiled_sources(pack)}
    assert {"top.py", "low/deep.py"} <= result
    assert "low/aside.py" not in result
