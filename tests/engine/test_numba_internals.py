"""How functions of the game call each other, as it is written down for the machine."""

from __future__ import annotations

import pytest
from llvmlite import binding
from numba import types
from numba.core import config
from numba.core.registry import cpu_target

from ucgsim.engine.compiling.numba_internals import RareLibrary, lean_code


def of_game(returned, *kinds):
    """The type of a function of the game."""
    with lean_code():
        return str(cpu_target.target_context.call_conv.get_function_type(returned, kinds))


@pytest.mark.skipif(config.BOUNDSCHECK, reason="indices are looked at, and what is wrong is raised")
def test_results_are_handed_over_in_registers_and_nothing_beside_them():
    assert of_game(types.int64, types.int64, types.float64) == "i64 (i64, double)"
    assert of_game(types.none, types.int64) == "void (i64)"


def test_code_that_is_not_of_the_game_is_called_as_ever():
    before = type(cpu_target.target_context.call_conv)
    of_game(types.int64)
    assert type(cpu_target.target_context.call_conv) is before


def test_what_few_games_reach_is_marked_for_the_machine():
    note = "define void @note() {\n  ret void\n}\n"
    library = RareLibrary(cpu_target.target_context.codegen(), "rare")
    library.add_llvm_module(binding.parse_assembly(note))
    written = str(library._final_module)
    assert "noinline" in written
    assert "cold" in written
