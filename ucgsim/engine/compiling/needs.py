"""What compiling needs, asked before anything else of the compiler is loaded: memory, and Numba as it is known.

Some of what the game is compiled with are Numba's own parts, which no document promises. A version in which one of them
is missing or is called otherwise can't compile the game; that is said at once and in one line.
"""

from __future__ import annotations

import inspect
from functools import reduce
from importlib import import_module, metadata
from typing import Any

from ucgsim.errors import UcgsimError
from ucgsim.memory import check_memory

TRIED = "0.68"
"""The version of Numba with which the tests were run."""
ATTRIBUTES = (
    "numba.core.caching:NullCache",
    "numba.core.callconv:BaseCallConv._get_arg_packer",
    "numba.core.callconv:errcode_t",
    "numba.core.callconv:excinfo_ptr_t",
    "numba.core.codegen:JITCPUCodegen._module_pass_manager",
    "numba.core.codegen:JITCodeLibrary._raise_if_finalized",
    "numba.core.codegen:JITCodeLibrary.enable_object_caching",
    "numba.core.compiler:CompileResult._rebuild",
    "numba.core.compiler_machinery:PassManager.add_pass_after",
    "numba.core.cpu:CPUContext.call_conv",
    "numba.core.dispatcher:Dispatcher.get_call_template",
    "numba.core.errors:_termcolor_inst",
    "numba.core.imputils:lower_builtin",
    "numba.core.runtime.nrt:rtsys.initialize",
    "numba.core.serialize:dumps",
    "numba.core.typed_passes:AnnotateTypes",
    "numba.core.typed_passes:InlineOverloads",
    "numba.core.typed_passes:NopythonRewrites",
    "numba.core.typed_passes:NopythonTypeInference",
    "numba.core.typing.templates:make_concrete_template",
    "numba.core.untyped_passes:InlineClosureLikes",
    "numba.core.untyped_passes:MakeFunctionToJitFunction",
    "numba.core.untyped_passes:WithLifting",
)
"""Parts of Numba's own that are used, as ``module:name``."""
PARAMETERS = {
    "numba.core.callconv:CPUCallConv._make_call_helper": "self builder",
    "numba.core.callconv:CPUCallConv._return_errcode_raw": "self builder code",
    "numba.core.callconv:CPUCallConv.call_function": "self builder callee resty argtys args attrs",
    "numba.core.callconv:CPUCallConv.check_try_status": "self builder",
    "numba.core.callconv:CPUCallConv.decorate_function": "self fn args fe_argtypes noalias",
    "numba.core.callconv:CPUCallConv.get_function_type": "self restype argtypes",
    "numba.core.callconv:CPUCallConv.return_status_propagate": "self builder status",
    "numba.core.callconv:CPUCallConv.return_value": "self builder retval",
    "numba.core.codegen:JITCodeLibrary._optimize_final_module": "self",
    "numba.core.codegen:JITCodeLibrary.add_llvm_module": "self ll_module",
    "numba.core.codegen:JITCodeLibrary.finalize": "self",
    "numba.core.codegen:JITCodeLibrary.get_pointer_to_function": "self name",
    "numba.core.compiler:CompileResult._reduce": "self",
    "numba.core.compiler:CompilerBase.compile_extra": "self func",
    "numba.core.compiler:DefaultPassBuilder.define_nopython_pipeline": "state name",
    "numba.core.compiler_machinery:PassManager._runPass": "self index pss internal_state",
    "numba.core.dispatcher:Dispatcher.add_overload": "self cres",
    "numba.core.types:BaseFunction.get_call_type": "self context args kws",
    "numba.np.arrayobj:fix_integer_index": "context builder idxty idx size",
}
"""Functions of Numba's own that are replaced or called, with their parameters in order."""


def missing() -> list[str]:
    """What this Numba lacks of what the game is compiled with, each with what is missing; empty where it has all."""
    lacks = [place for place in ATTRIBUTES if _part(place) is None]
    for place, wanted in PARAMETERS.items():
        part = _part(place)
        if part is None:
            lacks.append(place)
        elif (given := " ".join(inspect.signature(part).parameters)) != wanted:
            lacks.append(f"{place} with ({wanted.replace(' ', ', ')}), it has ({given.replace(' ', ', ')})")
    return lacks


def check_compiler() -> None:
    """Raise UcgsimError where Numba can't be loaded, or lacks what the game is compiled with."""
    try:
        import_module("numba")
    except Exception as error:  # noqa: BLE001 - what a library raises that does not fit this Python or NumPy is its own
        raise UcgsimError(f"Numba, which compiles the game, can't be loaded: {' '.join(str(error).split())}") from None
    lacks = missing()
    if lacks:
        more = f" and {len(lacks) - 1} more" if len(lacks) > 1 else ""
        raise UcgsimError(
            f"Numba {metadata.version('numba')} can't compile the game: it lacks {lacks[0]}{more}; "
            f"install one that can: pip install 'numba=={TRIED}.*'"
        )


def _part(place: str) -> Any:
    """A part by its ``module:name``; None where there is none."""
    module, _, name = place.partition(":")
    try:
        return reduce(getattr, name.split("."), import_module(module))
    except (ImportError, AttributeError):
        return None


check_memory()
check_compiler()
