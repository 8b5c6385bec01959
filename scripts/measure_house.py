"""How large the tool is and how far its parts are from each other: a row a measure, a column a checkout.

``python scripts/measure_house.py [CHECKOUT...]`` measures this checkout where none is named.

- Code lines hold anything but blanks, comments and docstrings; a string that is a statement of its own is a docstring.
- Import lines are the code lines of import statements, with ``if TYPE_CHECKING``, wherever they are.
- A file of under 60 lines, and the longest, are counted in code lines; a function in all of its lines.
- Imported by one other: modules that one module alone imports, types and imports inside functions included.
- In circles: modules that import each other, directly or through others.
- From a row to a page: files of ``simulate``, ``studies`` and ``report`` of which a function runs, interpreted, while
  ``ucgsim report`` makes the page of some games that were saved (``docs/architecture/walks.md``). What a search
  thinks of one of them is left out: nothing of it is in these files, and as Python it takes an hour.
"""

from __future__ import annotations

import ast
import io
import os
import subprocess
import sys
import tempfile
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHORT = 60
BLANK = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
IMPORTS = ast.Import | ast.ImportFrom
DUEL = ["duel", "plain-kaiju", "plain-dyna-gaia", "-n", "20", "-j", "1", "--policy", "greedy", "--check", "none"]
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
WALK = """
import os, sys
rooms, files = ("simulate", "studies", "report"), set()
inside = tuple(os.path.join(sys.argv[1], "ucgsim", room) + os.sep for room in rooms)

def importing(frame):
    while frame and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return frame and frame.f_code.co_filename != "<string>"

def notice(frame, event, _):
    file = frame.f_code.co_filename
    if event == "call" and file not in files and file.startswith(inside) and not importing(frame):
        files.add(file)

from ucgsim.cli.main import main
from ucgsim.simulate.loops import slow_motion
slow_motion.rate = lambda *_: None
sys.setprofile(notice)
main(["report", sys.argv[2]], standalone_mode=False)
sys.setprofile(None)
print(len(files))
"""


def span(node: ast.stmt) -> range:
    """The lines of a statement."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def code_lines(text: str, tree: ast.Module) -> set[int]:
    """Lines that hold anything but blanks, comments and docstrings."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    lines = {line for each in tokens if each.type not in BLANK for line in range(each.start[0], each.end[0] + 1)}
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    return lines.difference(*(span(node) for node in strings if isinstance(node.value.value, str)))


def import_lines(tree: ast.Module) -> set[int]:
    """Lines of import statements, and of the condition of those that are for types alone."""
    lines = {line for node in ast.walk(tree) if isinstance(node, IMPORTS) for line in span(node)}
    conditions = (node for node in ast.walk(tree) if isinstance(node, ast.If))
    return lines | {node.lineno for node in conditions if ast.unparse(node.test) == "TYPE_CHECKING"}


def imported(tree: ast.Module, known: set[str]) -> set[str]:
    """The modules among ``known`` that a module imports."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = (f"{node.module}.{each.name}" for each in node.names)
            names |= {name if name in known else node.module for name in inner}
    return names & known


def below(name: str, arrows: dict[str, set[str]]) -> set[str]:
    """All modules that a module needs, directly or through others."""
    result, ahead = set(), [name]
    while ahead:
        new = arrows[ahead.pop()] - result
        result |= new
        ahead += new
    return result


def walk(checkout: Path) -> str:
    """How many files the page of a run needs, counted in a process of its own."""
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"UCGSIM_INTERPRETED": "1", "UCGSIM_HOME": home, "PYTHONPATH": str(checkout)}
        for command in (["-m", "ucgsim", *DUEL, "--out", "run"], ["-c", WALK, str(checkout), "run"]):
            python = [sys.executable, *command]
            done = subprocess.run(python, env=environment, cwd=home, check=False, capture_output=True, text=True)
    return done.stdout.split()[-1] if done.returncode == 0 else f"fails: {done.stderr[-200:]}"


def measures(checkout: Path) -> dict[str, str]:
    """All measures of a checkout, by their names."""
    texts = {path.relative_to(checkout): path.read_text("utf-8") for path in (checkout / "ucgsim").rglob("*.py")}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    code = {path: len(code_lines(texts[path], tree)) for path, tree in trees.items()}
    names = {path: ".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in trees}
    known = set(names.values())
    arrows = {names[path]: imported(tree, known) - {names[path]} for path, tree in trees.items()}
    uses = Counter(name for each in arrows.values() for name in each)
    functions = [len(span(each)) for tree in trees.values() for each in ast.walk(tree) if isinstance(each, FUNCTIONS)]
    result = {"code lines": sum(code.values())}
    for room in ("studies", "cli"):
        result[f"of these in {room}"] = sum(count for path, count in code.items() if path.parts[1] == room)
    result["files"] = len(code)
    result[f"files of under {SHORT} lines"] = sum(count < SHORT for count in code.values())
    result["longest file"], result["longest function"] = max(code.values()), max(functions)
    result["modules imported by one other"] = sum(count == 1 for count in uses.values())
    result["modules in circles"] = sum(name in below(name, arrows) for name in arrows)
    share = sum(len(import_lines(tree)) for tree in trees.values()) / sum(code.values())
    numbers = {name: f"{number:,}" for name, number in result.items()}
    return numbers | {"share of import lines": f"{share:.1%}", "files from a row to a page": walk(checkout)}


if __name__ == "__main__":
    columns = [measures(Path(each).resolve()) for each in sys.argv[1:] or [ROOT]]
    for measure in columns[0]:
        print("| " + " | ".join([measure, *(column[measure] for column in columns)]) + " |")
