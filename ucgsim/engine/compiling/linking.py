"""Compile once: inner functions are only lowered, an entry links them all and is optimised as a whole.

Numba optimises and emits every function together with all that it calls, so in a program of small functions the
same code is worked through at every level above it. Here an inner function's library holds its own code alone and
an entry's library links the whole closure; that took the compile time of the game to a third. Built on Numba's
documented hook for custom pipelines (``pipeline_class``) and on two classes of its code generator, for which the
version of Numba is pinned.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NopythonTypeInference

from ucgsim.engine.compiling.passes import lean_code, lean_passes, remembered_types


class _NoEnvironments:
    """Stands in for the code generator when Numba would give an inner function its environment."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing: inner functions raise nothing that would need it."""


class InnerLibrary(JITCodeLibrary):
    """Code of one inner function, to be linked and never run on its own."""

    @property
    def codegen(self) -> Any:
        """Code generator that sets no environments."""
        return _NoEnvironments(self._codegen)

    def add_llvm_module(self, ll_module: Any) -> None:
        """Take the code as it is; the entry optimises."""
        ll_module.data_layout = self._codegen._data_layout
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        """Only mark the library as complete; the entry links, optimises and emits."""
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        """No machine code: an inner function cannot be called from Python but by its ``py_func``."""
        return 0


class RareLibrary(InnerLibrary):
    """Code of an inner function that few games reach: laid apart, so that what all games reach lies close together."""

    def add_llvm_module(self, ll_module: Any) -> None:
        """Take the code, to be called and never drawn into what calls it."""
        for function in ll_module.functions:
            if not function.is_declaration:
                function.add_function_attribute("noinline")
                function.add_function_attribute("cold")
        super().add_llvm_module(ll_module)


class EntryLibrary(JITCodeLibrary):
    """Code of an entry with everything that it calls."""

    def finalize(self) -> None:
        """Link the closure of all libraries, then optimise and emit once."""
        seen: dict[Any, None] = {}
        waiting = list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library not in seen:
                seen[library] = None
                waiting.extend(getattr(library, "_linking_libraries", ()) if isinstance(library, InnerLibrary) else ())
        self._linking_libraries = list(seen)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Optimise the whole once, without vectors: loops of the game go over a hand or a few areas, so what vectors
        would save is less than what the code for them costs in a processor's cache.
        """
        passes, builder = self._codegen._module_pass_manager(loop_vectorize=False, slp_vectorize=False)
        passes.run(self._final_module, builder)


class _UseLibrary(FunctionPass):
    """Give the function that is being compiled a library of ours."""

    library: type[JITCodeLibrary]

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Create the library that lowering then fills."""
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class _UseInnerLibrary(_UseLibrary):
    _name = "use_inner_library"
    library = InnerLibrary


@register_pass(mutates_CFG=False, analysis_only=True)
class _UseRareLibrary(_UseLibrary):
    _name = "use_rare_library"
    library = RareLibrary


@register_pass(mutates_CFG=False, analysis_only=True)
class _UseEntryLibrary(_UseLibrary):
    _name = "use_entry_library"
    library = EntryLibrary


class _Pipeline(CompilerBase):
    use: type[FunctionPass]

    def compile_extra(self, func: Any) -> Any:
        """Compile a function, with all that it calls."""
        with remembered_types(), lean_code():
            return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        """The passes of the game, with one more."""
        # A game and its tables are other memory than each other, whoever is given both.
        self.state.flags.noalias = True
        passes = lean_passes(self.state)
        passes.add_pass_after(self.use, NopythonTypeInference)
        passes.finalize()
        return [passes]


class InnerPipeline(_Pipeline):
    """Compiles an inner function."""

    use = _UseInnerLibrary


class RarePipeline(_Pipeline):
    """Compiles an inner function that few games reach."""

    use = _UseRareLibrary


class EntryPipeline(_Pipeline):
    """Compiles an entry."""

    use = _UseEntryLibrary
