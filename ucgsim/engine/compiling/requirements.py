"""What compiling needs, asked before anything else of the compiler is loaded: memory, and Numba itself."""

from __future__ import annotations

from importlib import import_module

from ucgsim.errors import UcgsimError
from ucgsim.memory import check_memory


def check_compiler() -> None:
    """Raise UcgsimError where Numba can't be loaded."""
    try:
        import_module("numba")
    except Exception as error:  # noqa: BLE001 - what a library raises that does not fit this Python or NumPy is its own
        raise UcgsimError(f"Numba, which compiles the game, can't be loaded: {' '.join(str(error).split())}") from None


check_memory()
check_compiler()
