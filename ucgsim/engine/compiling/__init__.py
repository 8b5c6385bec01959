"""The compiler: what is compiled together, what machine code is kept, and by what it is known."""

# Before any other module here, each of which loads Numba.
from ucgsim.engine.compiling.requirements import check_compiler

__all__ = ["check_compiler"]
