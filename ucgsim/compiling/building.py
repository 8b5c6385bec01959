"""The library of the game, built by those who change it: Python to LLVM code (Numba), to machine code (LLVM), linked.

Every unit (`compiled.shared`, `compiled.entry`) is LLVM code of its own; processes side by side make them. The code is
the same for every target, which differ in what LLVM makes of it. LLD links, as `ziglang` brings it: one program for
every target, from the package registry, where a system may have no linker or one for itself alone.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from queue import Empty, Queue, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.compiling.sources import BOUNDS, BUILDS
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import parse_json
from ucgsim.files.writing import draft_folder

if TYPE_CHECKING:
    from collections.abc import Sequence


class Target(NamedTuple):
    """A kind of machine: LLVM's triple for it, its least processor, what links, and how a library is called there."""

    triple: str
    processor: str
    features: str
    file: str
    linker: tuple[str, ...]


def _by_zig(target: str, *more: str) -> tuple[str, ...]:
    return ("cc", "-target", target, "-shared", "-s", *more)


_ELF = (
    "ld.lld",
    "-shared",
    "--gc-sections",
    "--strip-all",
    "--build-id=none",
    "-z",
    "noexecstack",
    "--hash-style=gnu",
    "-Bsymbolic",
)
_WASM = ("wasm-ld", "--no-entry", "--gc-sections", "--strip-all", "--export-dynamic", "--export=__heap_base")
TARGETS = {
    "linux-x86_64": Target("x86_64-unknown-linux-gnu", "x86-64-v2", "", "libucgsim.so", _ELF),
    "linux-x86_64-v3": Target("x86_64-unknown-linux-gnu", "x86-64-v3", "", "libucgsim.so", _ELF),
    "linux-aarch64": Target("aarch64-unknown-linux-gnu", "generic", "+neon", "libucgsim.so", _ELF),
    "macos-aarch64": Target(
        "arm64-apple-macosx11.0.0", "apple-m1", "", "libucgsim.dylib", _by_zig("aarch64-macos.11.0")
    ),
    "macos-x86_64": Target(
        "x86_64-apple-macosx11.0.0", "x86-64-v2", "", "libucgsim.dylib", _by_zig("x86_64-macos.11.0")
    ),
    "windows-x86_64": Target("x86_64-pc-windows-gnu", "x86-64-v2", "", "ucgsim.dll", _by_zig("x86_64-windows-gnu")),
    "wasm": Target(
        "wasm32-unknown-unknown",
        "generic",
        "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+simd128",
        "ucgsim.wasm",
        (*_WASM, "-z", "stack-size=4194304"),
    ),
}
"""By the names of systems and machines (`library.targets_here`), and WebAssembly. x86-64-v2 is Intel's of 2009, v3 that
of 2013 and AMD's of 2015: 3 to 12 % faster. With v2 alone polars has to be ``polars[rtcompat]`` (`cli.main`).
"""
_WORKER = f"from {__name__} import work; work()"


class Built(NamedTuple):
    """A library as it was linked: how its file is called, and what is in it."""

    name: str
    data: bytes


def build(
    modules: Sequence[str], targets: Sequence[str], version: str, *, keep: Path | None = None
) -> dict[str, Built]:
    """Build a library of the units of some modules for some targets. Raises UcgsimError where that fails.

    ``keep``: a folder that is made for the objects (`objects`), which are else dropped.
    """
    for target in targets:
        if target not in TARGETS:
            raise UcgsimError(f"there is no library for {target}; there are those for {', '.join(TARGETS)}")
    with draft_folder(Path(tempfile.gettempdir()), "ucgsim-build") as away:
        workers = _Workers(modules, targets, away, version)
        units = workers.compile()
        if keep is not None:
            shutil.copytree(away, keep)
        return {target: _linked(TARGETS[target], away / target, units) for target in targets}


def objects(folder: Path, target: str) -> list[Path]:
    """The objects of a target that `build` was asked to keep."""
    return sorted((folder / target).glob("*.o"))


class _Workers:
    """Processes that compile unit after unit, as many as there are cores."""

    def __init__(self, modules: Sequence[str], targets: Sequence[str], out: Path, version: str) -> None:
        self._what = json.dumps([list(modules), list(targets), str(out), version])
        for target in targets:
            (out / target).mkdir()
        self._units: list[str] = []
        self._waiting: SimpleQueue[str] = SimpleQueue()
        self._processes: list[subprocess.Popen[str]] = []
        self._lock = threading.Lock()
        self._failure = ""

    def compile(self) -> list[str]:
        """Compile all units; returns their names in order."""
        threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(os.cpu_count() or 1)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        except BaseException:
            self._stop("it was stopped")
            for thread in threads:
                thread.join()
            raise
        if self._failure:
            raise UcgsimError(f"the game can't be compiled: {self._failure}")
        return self._units

    def _stop(self, why: str) -> None:
        """End all processes at once, whatever they are at."""
        with self._lock:
            self._failure = self._failure or why
            for process in self._processes:
                process.kill()

    def _serve(self) -> None:
        """Give units to one process as long as there are any."""
        with (
            tempfile.TemporaryFile("w+") as said,
            subprocess.Popen(
                [sys.executable, "-c", _WORKER, self._what],
                env=_environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
            ) as process,
        ):
            assert process.stdin is not None
            assert process.stdout is not None
            with self._lock:
                self._processes.append(process)
                if self._failure:
                    process.kill()
            try:
                self._take_units(process.stdout.readline())
                while not self._failure:
                    unit = self._waiting.get_nowait()
                    process.stdin.write(f"{unit}\n")
                    process.stdin.flush()
                    if process.stdout.readline().strip() != unit:
                        raise OSError(unit)
            except Empty:
                pass
            except (OSError, UcgsimError) as error:
                process.kill()
                said.seek(0)
                self._stop((said.read().strip().splitlines() or [f"{error}: its process ended"])[-1])
            finally:
                with suppress(OSError):
                    process.stdin.close()

    def _take_units(self, line: str) -> None:
        """What there is to compile, as the first process says that has imported it."""
        if not line:
            raise OSError("what is compiled can't be imported")
        with self._lock:
            if not self._units:
                self._units = parse_json(line, "a process that compiles", "what it says")
                for unit in self._units:
                    self._waiting.put(unit)


def _environment() -> dict[str, str]:
    """What a process is started with that compiles."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    more = {BUILDS: "1", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_COLOR_SCHEME": "no_color"}
    if os.environ.get(BOUNDS):
        # The checks are there before anything is optimised, so much of the time for that can be spared.
        more |= {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}
    return {**others, **more, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def work() -> None:
    """Say which units there are, then compile those that are named on standard input, for every target."""
    from llvmlite import binding  # noqa: PLC0415 - only who compiles has it

    gc.disable()  # nothing that compiling makes is thrown away before the process ends
    modules, targets, out, version = parse_json(sys.argv[1], "what is to be built", "its terms")
    for module in modules:
        import_module(module)
    from ucgsim.compiling.numba_internals import UNITS, about  # noqa: PLC0415 - as above

    units = {name: unit for name, unit in UNITS.items() if unit.py_func.__module__ in modules}
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    print(json.dumps([*units, "about"]), flush=True)
    named: Queue[str] = Queue()
    threading.Thread(target=_listen, args=(named,), daemon=True).start()
    while True:
        name = named.get()
        module = about(units.values(), version) if name == "about" else units[name].compile()
        for target in targets:
            Path(out, target, f"{name}.o").write_bytes(_emitted(module, TARGETS[target]))
        print(name, flush=True)


def _listen(named: Queue[str]) -> None:
    """Take what is named on standard input, which ends with the process that builds, however that ended."""
    for line in sys.stdin:
        named.put(line.strip())
    os._exit(0)


def _emitted(module: Any, target: Target) -> bytes:
    """Machine code of a module for a target."""
    from llvmlite import binding  # noqa: PLC0415 - as above

    reloc = "static" if target.triple.startswith("wasm") else "pic"
    machine = binding.Target.from_triple(target.triple).create_target_machine(
        cpu=target.processor, features=target.features, opt=3, reloc=reloc, codemodel="default"
    )
    copy = module.clone()
    copy.triple = target.triple
    copy.data_layout = str(machine.target_data)
    return bytes(machine.emit_object(copy))


def _linked(target: Target, folder: Path, units: Sequence[str]) -> Built:
    """The library of a target, of the objects in a folder."""
    objects = [f"{unit}.o" for unit in units]
    command = [sys.executable, "-m", "ziglang", *target.linker, "-o", target.file, *objects]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[0]
        raise UcgsimError(f"the library can't be linked: {reason}")
    return Built(target.file, (folder / target.file).read_bytes())
