"""The compiler: what is compiled together, what machine code is kept, and by what it is known."""

from importlib import import_module

from ucgsim.errors import UcgsimError
from ucgsim.memory import check_memory

# Before any other module here, each of which loads Numba.
check_memory()
try:
    import_module("numba")
except Exception as error:  # noqa: BLE001 - what a library raises that does not fit this Python or NumPy is its own
    raise UcgsimError(f"Numba, which compiles the game, can't be loaded: {' '.join(str(error).split())}") from None
