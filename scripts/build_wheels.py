"""Build wheels that bring the library of the game: ``python -m scripts.build_wheels [FOLDER] [--target NAME]...``

Each is for one kind of machine and any Python. All are built here, whatever kind of machine this is; and an sdist: on
all others an installer takes that, and says what to do instead (`scripts/wheel_hook.py`).
"""

from __future__ import annotations

import os
import tempfile
from contextlib import chdir
from pathlib import Path

import click
from hatchling.build import build_sdist, build_wheel

from scripts.wheel_hook import LIBRARY, TAG
from ucgsim.cli.common.console import tell
from ucgsim.cli.main import fail
from ucgsim.compiling.building import build
from ucgsim.compiling.library import WEB, write_library
from ucgsim.compiling.sources import library_hash, unit_modules

ROOT = Path(__file__).resolve().parent.parent
MORE = {"linux-x86_64": ("linux-x86_64-v3",)}
"""Further libraries that go into the wheel of a machine."""
TAGS = {
    "linux-x86_64": "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    "linux-aarch64": "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    "macos-aarch64": "macosx_11_0_arm64",
    "macos-x86_64": "macosx_11_0_x86_64",
    "windows-x86_64": "win_amd64",
}
"""What installers call these machines."""


@click.command()
@click.argument("out", type=click.Path(path_type=Path), default=ROOT / "dist")
@click.option("--target", "targets", multiple=True, type=click.Choice(list(TAGS)), help="Only for these machines.")
def main(out: Path, targets: tuple[str, ...]) -> None:
    """Build an sdist, and a wheel for each kind of machine, into a folder."""
    parts = {target: (target, *MORE.get(target, ()), WEB) for target in targets or TAGS}
    libraries = build(unit_modules(), sorted({each for part in parts.values() for each in part}), library_hash())
    out.mkdir(parents=True, exist_ok=True)
    out = out.resolve()
    with chdir(ROOT):
        say(out / build_sdist(str(out)))
        for target, part in parts.items():
            with tempfile.TemporaryDirectory() as folder:
                for each in part:
                    write_library(Path(folder, each), libraries[each], each, library_hash())
                os.environ |= {LIBRARY: folder, TAG: f"py3-none-{TAGS[target]}"}
                say(out / build_wheel(str(out)))


def say(file: Path) -> None:
    """Say what was packed, and what that came to."""
    tell(f"{file.stat().st_size / 1e6:.1f} MB  {file.name}")


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/build_wheels", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
