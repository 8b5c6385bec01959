"""What a stranger has to hold in mind: folders, files, functions, circles, and the files that three walks touch.

``python scripts/measure_house.py [CHECKOUT...]`` prints a row a measure and a column a checkout, this one without any.
The walks are those of ``docs/architecture/walks.md``; a file counts where a function of it ran, interpreted.
"""

from __future__ import annotations

import ast
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
CARD = ROOT / "scripts" / "measured_card.csv"
"""One made-up card in the form of a card file."""
SCENARIO = ROOT / "tests" / "cards" / "BP06" / "083-wins-after-an-activate.yaml"
DECK = ROOT / "decklists" / "tiga-dyna.txt"
WALKS = {
    "a card to a battle": (("cards", "import", CARD), ("scenario", SCENARIO)),
    "a row to a page": (("report", "{folder}"),),
    "a decklist to odds": (("odds", DECK, "--want", "chain"),),
}
MOST_MODULES = 16


def modules(checkout: Path) -> list[Path]:
    """The Python files of the tool."""
    return sorted((checkout / "ucgsim").rglob("*.py"))


def measures(checkout: Path) -> dict[str, str]:
    """What is counted without running anything."""
    files = modules(checkout)
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in files}
    lengths = [
        (node.end_lineno or 0) - node.lineno + 1
        for each in trees.values()
        for node in ast.walk(each)
        if isinstance(node, FUNCTION)
    ]
    folders: dict[Path, int] = {}
    for path in files:
        if path.name != "__init__.py":
            folders[path.parent] = folders.get(path.parent, 0) + 1
    largest = max(folders, key=lambda folder: folders[folder])
    lines = [len(path.read_text(encoding="utf-8").splitlines()) for path in files]
    return {
        "modules": f"{len(files)}",
        "lines": f"{sum(lines):,}",
        "longest module": f"{max(lines)}",
        "functions": f"{len(lengths):,}, median {statistics.median(lengths):.0f}, longest {max(lengths)}",
        "most modules in a folder": f"{folders[largest]} ({largest.relative_to(checkout / 'ucgsim')})",
        f"folders of more than {MOST_MODULES}": f"{sum(count > MOST_MODULES for count in folders.values())}",
        "modules in circles, types included": f"{len(in_circles(checkout, trees))}",
    }


def in_circles(checkout: Path, trees: dict[Path, ast.Module]) -> set[str]:
    """Modules that import each other, directly or over others."""
    names = {path: ".".join(path.relative_to(checkout).with_suffix("").parts) for path in trees}
    names = {path: name.removesuffix(".__init__") for path, name in names.items()}
    known = set(names.values())
    below = {names[path]: set(imported(each, known)) & known - {names[path]} for path, each in trees.items()}
    reached = {name: reach(name, below) for name in below}
    return {name for name, all_below in reached.items() if name in all_below}


def imported(tree: ast.Module, known: set[str]) -> Iterator[str]:
    """Names that a module imports, types and inner imports included: of modules where they are ``known`` as such."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = (f"{node.module}.{each.name}" for each in node.names)
            yield from (name if name in known else node.module for name in inner)


def reach(name: str, below: dict[str, set[str]]) -> set[str]:
    """All that can be reached by imports."""
    seen: set[str] = set()
    ahead = list(below[name])
    while ahead:
        each = ahead.pop()
        if each not in seen:
            seen.add(each)
            ahead += below[each]
    return seen


def walked(checkout: Path, commands: list[list[str]]) -> list[str]:
    """Files of which a function ran during some commands; to be called in a process of its own."""
    sys.path.insert(0, str(checkout))
    inside, seen = str(checkout / "ucgsim") + os.sep, set()

    def notice(frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file not in seen and file.startswith(inside) and not importing(frame):
            seen.add(file)

    from ucgsim.cli.main import main  # noqa: PLC0415 - that of the checkout

    sys.setprofile(notice)
    for command in commands:
        main(command, standalone_mode=False)
    sys.setprofile(None)
    return sorted(path.removeprefix(inside) for path in seen)


def importing(frame: FrameType | None) -> bool:
    """Whether something runs because a module or a class is being made."""
    while frame is not None and frame.f_code.co_name != "walked":
        if frame.f_code.co_name == "<module>":
            return True
        frame = frame.f_back
    return False


def walk(checkout: Path, commands: tuple[tuple[object, ...], ...]) -> str:
    """How many files a walk touches, counted in a process of its own."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "run"
        subprocess.run(["cp", "-r", checkout / "reports" / "example", folder], check=True)
        words = [[str(word).format(folder=folder) for word in command] for command in commands]
        environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "UCGSIM_HOME": home, "PYTHONPATH": str(checkout)}
        asked = [sys.executable, __file__, "--walk", str(checkout), json.dumps(words)]
        out = subprocess.run(asked, env=environment, cwd=home, check=False, capture_output=True, text=True)
    return str(len(json.loads(out.stdout.splitlines()[-1]))) if out.returncode == 0 else f"fails: {out.stderr[-200:]}"


def report(checkout: Path) -> dict[str, str]:
    """All measures of a checkout."""
    return measures(checkout) | {f"files: {name}": walk(checkout, commands) for name, commands in WALKS.items()}


if __name__ == "__main__":
    if sys.argv[1:2] == ["--walk"]:
        print(json.dumps(walked(Path(sys.argv[2]), json.loads(sys.argv[3]))))
    else:
        columns = [report(Path(each).resolve()) for each in sys.argv[1:] or [ROOT]]
        for measure in columns[0]:
            print("| " + " | ".join([measure, *(column[measure] for column in columns)]) + " |")
