"""Build wheels that bring the library of the game: ``python -m scripts.build_wheels [FOLDER] [--target NAME]...``

Each is for one kind of machine and any Python. All are built here, whatever kind of machine this is.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import click

from ucgsim.cli.common.console import tell
from ucgsim.cli.main import fail
from ucgsim.compiling.building import Built, build
from ucgsim.compiling.library import WEB, write_library
from ucgsim.compiling.sources import library_hash, unit_modules

ROOT = Path(__file__).resolve().parent.parent
MORE = {"linux-x86_64": ("linux-x86_64-v3",)}
"""Further libraries that go into the wheel of a machine."""
TAGS = {
    "linux-x86_64": ("manylinux_2_17_x86_64", "musllinux_1_1_x86_64"),
    "linux-aarch64": ("manylinux_2_17_aarch64", "musllinux_1_1_aarch64"),
    "macos-aarch64": ("macosx_11_0_arm64",),
    "macos-x86_64": ("macosx_11_0_x86_64",),
    "windows-x86_64": ("win_amd64",),
}
"""What installers call these machines."""


@click.command()
@click.argument("out", type=click.Path(path_type=Path), default=ROOT / "dist")
@click.option("--target", "targets", multiple=True, type=click.Choice(list(TAGS)), help="Only for these machines.")
def main(out: Path, targets: tuple[str, ...]) -> None:
    """Build a wheel for each kind of machine into a folder."""
    targets = targets or tuple(TAGS)
    parts = {target: (target, *MORE.get(target, ()), WEB) for target in targets}
    libraries = build(unit_modules(), sorted({each for part in parts.values() for each in part}), library_hash())
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as away:
        pip = [sys.executable, "-m", "pip", "-q", "wheel", "--no-deps", "-w", away, str(ROOT)]
        subprocess.run(pip, check=True)
        (plain,) = Path(away).glob("*.whl")
        for target, part in parts.items():
            tell(_packed(plain, target, {each: libraries[each] for each in part}, out))


def _packed(plain: Path, target: str, libraries: dict[str, Built], out: Path) -> str:
    """Put the libraries of a machine into a wheel of its own; returns where that lies."""
    with tempfile.TemporaryDirectory() as away:
        subprocess.run(
            [sys.executable, "-m", "wheel", "unpack", "-d", away, str(plain)], check=True, capture_output=True
        )
        (unpacked,) = Path(away).iterdir()
        for name, library in libraries.items():
            write_library(unpacked / "ucgsim" / "library" / name, library, name, library_hash())
        (place,) = unpacked.glob("*.dist-info/WHEEL")
        lines = [line for line in place.read_text("utf-8").splitlines() if line and not line.startswith("Tag: ")]
        lines = [line.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false") for line in lines]
        tags = [f"Tag: py3-none-{tag}" for tag in TAGS[target]]
        place.write_text("\n".join([*lines, *tags, ""]), "utf-8")
        pack = [sys.executable, "-m", "wheel", "pack", "-d", str(out), str(unpacked)]
        return subprocess.run(pack, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/build_wheels", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
