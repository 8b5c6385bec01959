"""Runs the commands of the documents in order and compares, or writes, what the documents say that they print.

    python scripts/doc_examples.py [--write] [--slow] [--here]

README, tour and how-long are read one after the other, so their commands run in one empty folder; the other pages and
the notebook have a folder each. Commands run as a reader types them, with a wheel of this checkout, in a terminal of
120 columns; ``--here`` takes the checkout itself where no wheel can be built. A page says in comments what it shows:

    <!-- output: COMMAND -->    the block below is what COMMAND prints; a last line ``...`` leaves out the rest
    <!-- run: COMMAND -->       COMMAND is named in the text and has to be run here
    <!-- file: NAME -->         the block below is that file
    <!-- figure: speed greedy -->92,000<!-- -->    what `ucgsim policies` says, in two digits
    <!-- figure: size NAME -->1 MB<!-- -->         of a file or a folder that the commands before it made

A block that begins with ``ucgsim`` or ``sed`` is one of commands, on pages that are read in order. ``slow`` before a
word, as in ``slow output``, marks what is run with ``--slow`` alone.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import NamedTuple

from scripts.wheel_hook import LIBRARY, TAG
from ucgsim.compiling.library import library, targets_here

ROOT = Path(__file__).resolve().parent.parent
PAGES = (("README.md", "docs/tour.md", "docs/how-long.md"), ("docs/how-to.md",))
"""Pages by the folder in which they are read."""
IN_ORDER = PAGES[0]
"""Pages of which every block of commands is run."""
NOTEBOOK = "docs/three-decks.ipynb"
WIDTH = 120
MEGABYTE = 1_000_000
STEP = re.compile(
    r"^<!-- (?P<slow>slow )?(?P<mark>output|run|file): (?P<what>.+?) -->$|^```(?P<kind>[^\n]*)\n(?P<text>.*?)^```$"
    r"|<!-- figure: (?P<figure>speed|size) (?P<of>[^ ]+) -->[^<]*<!-- -->",
    re.MULTILINE | re.DOTALL,
)
COMMANDS = ("ucgsim ", "sed ")
REST = "...\n"
UNSEEN = re.compile(r"\x1b\[[0-9;]*m|[ \t]+(?=\x1b\[[0-9;]*m$)|[ \t]+$", re.MULTILINE)
"""How bright letters are, and blanks at the end of a line."""


class ExampleError(Exception):
    """A command that fails, or a page that can't be read."""


class Installed(NamedTuple):
    """The program that a reader has: the folder of its command, and of its packages where they are not installed."""

    commands: Path
    packages: Path | None = None

    def environment(self, data: Path) -> dict[str, str]:
        """What a command is run with; the user's own decks and settings are left out, machine code is not."""
        chosen = {"PATH": f"{self.commands}{os.pathsep}{os.environ['PATH']}", "XDG_DATA_HOME": str(data)}
        chosen |= {"COLUMNS": str(WIDTH), "LINES": "40", "NO_COLOR": "1", "TERM": "dumb", "MPLBACKEND": "agg"}
        kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "UCGSIM_INTERPRETED"}}
        return kept | chosen | ({} if self.packages is None else {"PYTHONPATH": str(self.packages)})


def installed(away: Path) -> Installed:
    """A wheel of this checkout in a folder of its own, over the libraries of this Python; ExampleError without one."""
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "--retries", "1"]
    shutil.copytree(library().place.parent, away / "library" / targets_here()[0])
    brings = {LIBRARY: str(away / "library"), TAG: "py3-none-any"}
    _quiet([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(away / "wheel"), str(ROOT)], **brings)
    (wheel,) = (away / "wheel").glob("*.whl")
    _quiet([*pip, "install", "--no-deps", "--no-index", "--target", str(away / "packages"), str(wheel)])
    return Installed(away / "packages" / "bin", away / "packages")


def here() -> Installed:
    """The program as this environment has it."""
    return Installed(Path(sys.executable).parent)


def _quiet(command: list[str], **more: str) -> None:
    result = subprocess.run(command, env=os.environ | more, capture_output=True, text=True, check=False)
    if result.returncode:
        raise ExampleError(f"{' '.join(command)}: {result.stderr.strip().splitlines()[-1:]}")


class Reader:
    """Someone who types the commands of pages in an empty folder, and reads what they print."""

    def __init__(self, program: Installed, folder: Path, *, slow: bool = False) -> None:
        self.folder = folder
        self.slow = slow
        self.environment = program.environment(folder.with_name(f"{folder.name}-data"))
        self.printed: dict[str, str] = {}

    def read(self, page: str, text: str) -> str:
        """A page whose commands are run; the same text with what they print. ExampleError for one that fails."""
        made, end, mark = "", 0, None
        for step in STEP.finditer(text):
            made += text[end : step.start()]
            end = step.end()
            if step["figure"] is not None:
                made += f"<!-- figure: {step['figure']} {step['of']} -->{self._figure(page, step)}<!-- -->"
                continue
            is_mark = step["mark"] is not None
            made += step[0] if is_mark else self._block(page, step, mark)
            if is_mark and step["mark"] == "run" and self._is_due(step):
                self.run(page, step["what"])
            mark = step if is_mark and step["mark"] != "run" else None
        return made + text[end:]

    def _is_due(self, mark: re.Match[str]) -> bool:
        return self.slow or mark["slow"] is None

    def _block(self, page: str, block: re.Match[str], mark: re.Match[str] | None) -> str:
        """A block as it is to be: what is marked as output as it is printed now, any other as it was."""
        if mark is None:
            if page in IN_ORDER and block["text"].startswith(COMMANDS):
                for command in block["text"].replace("\\\n", " ").splitlines():
                    # The next page says it again; its reader has what it made.
                    if _plain(command) not in self.printed:
                        self.run(page, command)
            return block[0]
        if mark["mark"] == "file":
            (self.folder / mark["what"]).write_text(block["text"], encoding="utf-8")
            return block[0]
        if not self._is_due(mark):
            return block[0]
        command = _plain(mark["what"])
        printed = self.printed.get(command) or self.run(page, command)
        if block["text"].endswith(REST):
            lines = printed.splitlines(keepends=True)
            printed = "".join([*lines[: block["text"].count("\n") - 1], REST])
        return f"```{block['kind']}\n{printed}```"

    def _figure(self, page: str, step: re.Match[str]) -> str:
        """A number within a sentence."""
        if step["figure"] == "speed":
            known = json.loads(self.run(page, "ucgsim policies --json"))["policies"]
            speeds = {each["policy"].split()[0]: each["games_per_second"] for row in known for each in row["measured"]}
            return f"{float(format(speeds[step['of']], '.2g')):,.0f}"
        place = self.folder / step["of"]
        size = sum(file.stat().st_size for file in (place, *place.rglob("*")) if file.is_file())
        # In one digit: how well pictures are packed differs from one library to the next.
        rounded = float(f"{size:.1g}")
        return f"{rounded / MEGABYTE:.0f} MB" if rounded >= MEGABYTE else f"{rounded / 1000:.0f} kB"

    def run(self, page: str, command: str) -> str:
        """What a command prints on a terminal, without blank lines around it; ExampleError where it fails."""
        command = _plain(command)
        code, printed, said = on_terminal(command, self.folder, self.environment)
        if code:
            raise ExampleError(f"{page}: {command}: ends with {code}: {said.strip()}")
        self.printed[command] = UNSEEN.sub("", printed).strip("\n") + "\n"
        return self.printed[command]


def _plain(command: str) -> str:
    return " ".join(command.split())


def on_terminal(command: str, folder: Path, environment: dict[str, str]) -> tuple[int, str, str]:
    """Exit code of a command, what it prints on a terminal, and what it says on stderr."""
    ours, theirs = pty.openpty()
    parts: list[bytes] = []

    def listen() -> None:
        # The other end is closed: Linux says so by an error, others by nothing to read.
        try:
            while part := os.read(ours, 65536):
                parts.append(part)
        except OSError:
            pass

    listener = threading.Thread(target=listen)
    try:
        with tempfile.TemporaryFile() as said:
            where = {"cwd": folder, "env": environment, "stdin": subprocess.DEVNULL}
            with subprocess.Popen(["sh", "-c", command], stdout=theirs, stderr=said, **where) as process:
                os.close(theirs)
                listener.start()
                process.wait()
            listener.join()
            said.seek(0)
            return process.returncode, b"".join(parts).decode().replace("\r\n", "\n"), said.read().decode()
    finally:
        os.close(ours)


def read_notebook(program: Installed, folder: Path, text: str) -> str:
    """A notebook whose cells are run in order; the same text with their outputs. ExampleError where one fails."""
    runner = Path(__file__).with_name("notebook_cells.py")
    environment = program.environment(folder.with_name(f"{folder.name}-data"))
    result = subprocess.run(
        [sys.executable, str(runner)],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=environment,
    )
    if result.returncode:
        raise ExampleError(f"{NOTEBOOK}: {result.stderr.strip()}")
    return result.stdout


def words_of_notebook(text: str) -> str:
    """What is compared of a notebook: sources and outputs as text; pictures differ from one library to the next."""
    lines: list[str] = []
    for cell in json.loads(text)["cells"]:
        lines += ["\n", *cell["source"]]
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            lines += ["\n", f"output: {', '.join(sorted(data))}\n", *output.get("text", data.get("text/plain", ()))]
    return "".join(lines)


def remade(program: Installed, away: Path, *, slow: bool = False) -> dict[str, str]:
    """Every page as it is when its commands are run now, by its place."""
    pages: dict[str, str] = {}
    for number, group in enumerate(PAGES):
        folder = away / f"reader-{number}"
        folder.mkdir()
        reader = Reader(program, folder, slow=slow)
        for page in group:
            pages[page] = reader.read(page, (ROOT / page).read_text(encoding="utf-8"))
    folder = away / "notebook"
    folder.mkdir()
    pages[NOTEBOOK] = read_notebook(program, folder, (ROOT / NOTEBOOK).read_text(encoding="utf-8"))
    return pages


def differences(pages: dict[str, str]) -> str:
    """Where pages say something else than their commands print; empty where they do not."""
    parts: list[str] = []
    for page, made in pages.items():
        said = (ROOT / page).read_text(encoding="utf-8")
        old, new = (words_of_notebook(said), words_of_notebook(made)) if page == NOTEBOOK else (said, made)
        parts += difflib.unified_diff(old.splitlines(), new.splitlines(), page, "as printed now", lineterm="")
    return "\n".join(parts)


def main() -> int:
    """Compare or write, as the options say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write what is printed into the pages")
    parser.add_argument("--slow", action="store_true", help="run what takes minutes as well")
    parser.add_argument("--here", action="store_true", help="run this environment's ucgsim, without building a wheel")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        away = Path(name)
        try:
            pages = remade(here() if asked.here else installed(away), away, slow=asked.slow)
        except ExampleError as error:
            sys.stderr.write(f"doc_examples: error: {error}\n")
            return 1
    unlike = differences(pages)
    sys.stdout.write(f"{unlike}\n" if unlike else "The documents say what their commands print\n")
    if asked.write:
        for page, made in pages.items():
            (ROOT / page).write_text(made, encoding="utf-8")
    return int(bool(unlike) and not asked.write)


if __name__ == "__main__":
    sys.exit(main())
