"""Put machine code into a wheel: ``python scripts/ship_code.py WHEEL FOLDER``, in an environment that has it installed.

The game is compiled for a level of processors that most machines reach (``ucgsim.engine.compiling.cache``). The wheel
that comes of it is for this Python and this kind of system, and asks for the very version of Numba that compiled.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from importlib.metadata import distribution, version
from pathlib import Path

from ucgsim.engine.compiling.cache import FOLDER, MAKING, level

NEEDS_NUMBA = re.compile(r"^Requires-Dist: numba\b.*$", re.MULTILINE)


def main(wheel: Path, out: Path) -> None:
    """Compile, and pack the wheel again."""
    target = level()
    if target is None:
        sys.exit("ship_code: error: this processor does not reach the level that code is shipped for")
    with tempfile.TemporaryDirectory() as away:
        subprocess.run([sys.executable, "-m", "wheel", "unpack", "-d", away, str(wheel)], check=True)
        (unpacked,) = Path(away).iterdir()
        code = unpacked / "ucgsim" / FOLDER.name
        environment = {**os.environ, **target.environment, MAKING: str(code), "UCGSIM_HOME": f"{away}/home"}
        subprocess.run([sys.executable, "-m", "ucgsim", "warmup"], check=True, env=environment)
        (described,) = unpacked.glob("*.dist-info")
        need_this_numba(described / "METADATA")
        mark_as_built(described / "WHEEL")
        subprocess.run([sys.executable, "-m", "wheel", "pack", "-d", str(out), str(unpacked)], check=True)


def need_this_numba(place: Path) -> None:
    """Code of one version of Numba is of no use to another."""
    text, times = NEEDS_NUMBA.subn(f"Requires-Dist: numba=={version('numba')}", place.read_text(encoding="utf-8"))
    assert times == 1, "the wheel needs Numba"
    place.write_text(text, encoding="utf-8")


def mark_as_built(place: Path) -> None:
    """Where it may be installed: where the Numba that is installed here may."""
    numba = distribution("numba").read_text("WHEEL") or ""
    tags = [line for line in numba.splitlines() if line.startswith("Tag: ")]
    lines = [line for line in place.read_text(encoding="utf-8").splitlines() if line and not line.startswith("Tag: ")]
    lines = [line.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false") for line in lines]
    place.write_text("\n".join([*lines, *tags, ""]), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
