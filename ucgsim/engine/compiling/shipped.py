"""Machine code that a wheel carries, so that nobody who installs it waits for the compiler.

It is made for a level of processors that most machines reach, not for the one that it runs on; ``ucgsim warmup
--native`` makes code for that one, which then goes before. Its files are named by what any machine can work out: the
sources, Python's version, that of Numba, the kind of system and the level.
"""

from __future__ import annotations

import functools
import os
import platform
from pathlib import Path
from typing import NamedTuple

from llvmlite import binding

from ucgsim.engine.compiling.sources import PACKAGE

FOLDER = PACKAGE / "machine"
"""Where a wheel holds it; a checkout has no such folder."""
MAKING = "UCGSIM_SHIP"
"""An environment variable: the folder into which code for a wheel is compiled."""
NATIVE = "UCGSIM_NATIVE"
"""An environment variable: set, code that was shipped is left alone."""


class Level(NamedTuple):
    """A level of processors as LLVM calls it, and the features that are asked for."""

    name: str
    features: tuple[str, ...]

    @property
    def environment(self) -> dict[str, str]:
        """What tells Numba to compile for it."""
        return {"NUMBA_CPU_NAME": self.name, "NUMBA_CPU_FEATURES": ",".join(f"+{each}" for each in self.features)}


_V3 = Level(
    "x86-64-v3",
    (
        *("64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2"),
        *("cx16", "sahf", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3"),
        *("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"),
    ),
)
"""The x86-64 psABI's third level: Intel's of 2013, AMD's of 2015, and later ones."""
_ARM = Level("generic", ("neon",))
LEVELS = {"x86_64": _V3, "amd64": _V3, "aarch64": _ARM, "arm64": _ARM}
"""By what the machine calls itself."""


@functools.cache
def level() -> Level | None:
    """The level for which code is shipped to such a machine; None where it does not reach it."""
    wanted = LEVELS.get(platform.machine().lower())
    if wanted is None:
        return None
    features = binding.get_host_cpu_features()
    return wanted if all(features.get(each, False) for each in wanted.features) else None


def making() -> Path | None:
    """The folder into which code for a wheel is compiled, in a process that does so."""
    place = os.environ.get(MAKING)
    return Path(place) if place else None


def folders() -> list[Path]:
    """Where code that was shipped lies, if there is any for this machine."""
    return [FOLDER] if level() is not None and not os.environ.get(NATIVE) and FOLDER.is_dir() else []
