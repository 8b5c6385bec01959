"""Numba's own parts that are replaced so that the game compiles in a minute and plays a third faster.

No document promises them, so `differences` says what this Numba has otherwise; then `plain` compiles the game instead.
`benchmarks/compiling.py` measures each by itself:

- *Calls* (`PlainCalls`). Numba's functions hand back whether they raised something; what they give goes through memory,
  and so would an error. Nothing in the game raises, so a function is given its arguments and gives its result, as in C.
- *Linking* (`InnerLibrary`, `EntryLibrary`). Numba optimises and emits every function together with all that it calls,
  so in a program of small functions the same code is worked through at every level above it. Here an inner function's
  library holds its own code alone, and an entry's links the whole closure, which is optimised once.
- *Questions* (`remembered_types`). Which of some dozens of templates types an addition is asked once, not again at
  every addition.
- *Bookkeeping* (`LeanPasses`). The steps of compiling are run without a clock and a note on each.
- *Shared code* (`SharedCode`). Rules and policies are machine code of their own, called by name.
- *Kept code* (`KeptCode`). What was compiled is found by its sources, whatever checkout they lie in.
"""

from __future__ import annotations

import ctypes
import inspect
import os
import subprocess
import sys
from contextlib import ExitStack, contextmanager, suppress
from functools import partialmethod, reduce
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numba
from llvmlite import binding, ir
from numba.core import cgutils, errors, types
from numba.core.caching import NullCache
from numba.core.callconv import BaseCallConv, Status, TryStatus, errcode_t, excinfo_ptr_t
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.cpu import CPUContext
from numba.core.imputils import lower_builtin
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps
from numba.core.typed_passes import NopythonTypeInference
from numba.core.typing.templates import make_concrete_template, signature
from numba.extending import typeof_impl
from numba.np import arrayobj

from ucgsim.engine.compiling.cache import DamagedError, notice, read, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from ucgsim.engine.compiling.cache import CodeFiles

PARAMETERS = {
    "numba.core.callconv:BaseCallConv._get_arg_packer": "self argtypes",
    "numba.core.callconv:CPUCallConv._make_call_helper": "self builder",
    "numba.core.callconv:CPUCallConv._return_errcode_raw": "self builder code",
    "numba.core.callconv:CPUCallConv.call_function": "self builder callee resty argtys args attrs",
    "numba.core.callconv:CPUCallConv.check_try_status": "self builder",
    "numba.core.callconv:CPUCallConv.decorate_function": "self fn args fe_argtypes noalias",
    "numba.core.callconv:CPUCallConv.get_arguments": "self func",
    "numba.core.callconv:CPUCallConv.get_function_type": "self restype argtypes",
    "numba.core.callconv:CPUCallConv.get_return_type": "self ty",
    "numba.core.callconv:CPUCallConv.return_status_propagate": "self builder status",
    "numba.core.callconv:CPUCallConv.return_user_exc": "self builder exc exc_args loc func_name",
    "numba.core.callconv:CPUCallConv.return_value": "self builder retval",
    "numba.core.callconv:CPUCallConv.set_static_user_exc": "self builder exc exc_args loc func_name",
    "numba.core.callconv:Status": "code is_ok is_none is_error is_stop_iteration is_python_exc is_user_exc excinfoptr",
    "numba.core.callconv:TryStatus": "in_try excinfo",
    "numba.core.caching:NullCache.load_overload": "self sig target_context",
    "numba.core.caching:NullCache.save_overload": "self sig cres",
    "numba.core.cgutils:get_or_insert_function": "module fnty name",
    "numba.core.codegen:JITCPUCodegen._module_pass_manager": "self kwargs",
    "numba.core.codegen:JITCPUCodegen.magic_tuple": "self",
    "numba.core.codegen:JITCPUCodegen.set_env": "self env_name env",
    "numba.core.codegen:JITCodeLibrary": "codegen name",
    "numba.core.codegen:JITCodeLibrary._optimize_final_module": "self",
    "numba.core.codegen:JITCodeLibrary._raise_if_finalized": "self",
    "numba.core.codegen:JITCodeLibrary.add_llvm_module": "self ll_module",
    "numba.core.codegen:JITCodeLibrary.enable_object_caching": "self",
    "numba.core.codegen:JITCodeLibrary.finalize": "self",
    "numba.core.codegen:JITCodeLibrary.get_pointer_to_function": "self name",
    "numba.core.compiler:CompileResult._rebuild": (
        "target_context libdata fndesc env signature objectmode lifted typeann reload_init referenced_envs"
    ),
    "numba.core.compiler:CompileResult._reduce": "self",
    "numba.core.compiler:CompilerBase.compile_extra": "self func",
    "numba.core.compiler:DefaultPassBuilder.define_nopython_pipeline": "state name",
    "numba.core.compiler_machinery:PassManager.add_pass_after": "self pass_cls location",
    "numba.core.compiler_machinery:PassManager._runPass": "self index pss internal_state",
    "numba.core.dispatcher:Dispatcher.get_call_template": "self args kws",
    "numba.core.imputils:lower_builtin": "func argtys",
    "numba.core.runtime.nrt:rtsys.initialize": "ctx",
    "numba.core.serialize:dumps": "obj",
    "numba.core.types:BaseFunction.get_call_type": "self context args kws",
    "numba.core.typing.templates:make_concrete_template": "name key signatures",
    "numba.np.arrayobj:fix_integer_index": "context builder idxty idx size",
}
"""What is replaced or called of Numba's own, as ``module:name``, with its parameters in order."""
ATTRIBUTES = (
    "numba.core.codegen:CodeLibrary._finalized",
    "numba.core.codegen:CodeLibrary.has_dynamic_globals",
    "numba.core.codegen:JITCodeLibrary.codegen",
    "numba.core.compiler:Flags.noalias",
    "numba.core.cpu:CPUContext.call_conv",
    "numba.core.cpu:CPUTargetOptions._nrt",
    "numba.core.cpu:CPUTargetOptions.no_cfunc_wrapper",
    "numba.core.cpu:CPUTargetOptions.no_cpython_wrapper",
    "numba.core.funcdesc:FunctionDescriptor.llvm_cfunc_wrapper_name",
)
"""What else is used of classes; whatever is used of modules is imported by its name."""
FIELDS = {
    "numba.core.codegen:CPUCodegen._init": "_data_layout",
    "numba.core.codegen:CPUCodeLibrary.__init__": "_final_module _linking_libraries",
    "numba.core.codegen:CodeLibrary.__init__": "_codegen",
    "numba.core.compiler_machinery:PassManager.__init__": "_analysis passes",
    "numba.core.dispatcher:Dispatcher.__init__": "_cache targetctx",
    "numba.core.dispatcher:_DispatcherBase.__init__": "overloads py_func",
}
"""What is used of objects, by what gives it to them."""


def differences() -> list[str]:
    """What this Numba has otherwise than what is replaced or used here; empty where all is as expected."""
    result = [f"{place} is missing" for place in ATTRIBUTES if _part(place) is None]
    for place, names in FIELDS.items():
        known = getattr(getattr(_part(place), "__code__", None), "co_names", ())
        result += [f"{place} gives no {name}" for name in names.split() if name not in known]
    for place, wanted in PARAMETERS.items():
        part = _part(place)
        parameters = " ".join(inspect.signature(part).parameters) if callable(part) else "nothing to call"
        if parameters != wanted:
            result.append(f"{place} takes ({parameters.replace(' ', ', ')}) for ({wanted.replace(' ', ', ')})")
    return result


def _part(place: str) -> Any:
    """A part by its ``module:name``; None where there is none."""
    module, _, name = place.partition(":")
    try:
        return reduce(getattr, name.split("."), import_module(module))
    except (ImportError, AttributeError):
        return None


class PlainCalls(BaseCallConv):
    """How Numba is to write functions and calls of them; what it would do about an error is never reached."""

    def _make_call_helper(self, _builder: Any) -> None:
        return None

    def get_return_type(self, kind: Any) -> Any:
        """What a function gives: nothing for ``None``."""
        if kind == types.none:
            return ir.VoidType()
        return self.context.data_model_manager[kind].get_return_type()

    def get_function_type(self, returned: Any, kinds: Any) -> Any:
        """A function's type: what it gives, and its arguments."""
        return ir.FunctionType(self.get_return_type(returned), list(self._get_arg_packer(kinds).argument_types))

    def get_arguments(self, function: Any) -> Any:
        """All arguments."""
        return function.args

    def decorate_function(self, function: Any, names: Any, kinds: Any, noalias: bool = False) -> None:  # noqa: FBT001, FBT002
        """Name the arguments; with ``noalias`` those that point to memory point to different memory."""
        self._get_arg_packer(kinds).assign_names(function.args, [f"arg.{name}" for name in names])
        for argument in function.args:
            if noalias and isinstance(argument.type, ir.PointerType):
                argument.add_attribute("captures(none)")
                argument.add_attribute("noalias")

    def call_function(
        self, builder: Any, function: Any, returned: Any, kinds: Any, args: Any, attrs: Any = None
    ) -> tuple[Status, Any]:
        """A call, which never fails, and what it gave."""
        args = list(self._get_arg_packer(kinds).as_arguments(builder, args))
        value = builder.call(function, args, attrs=tuple(attrs or ()))
        if returned == types.none:
            return _fine(), self.context.get_dummy_value()
        return _fine(), self.context.get_returned_value(builder, returned, value)

    def return_value(self, builder: Any, value: Any) -> None:
        """Give a value."""
        if isinstance(_result_of(builder), ir.VoidType):
            builder.ret_void()
        else:
            builder.ret(value)

    def _return_errcode_raw(self, builder: Any, _code: Any) -> None:
        """Where something would be raised: never reached, nor asked for."""
        if isinstance(_result_of(builder), ir.VoidType):
            builder.ret_void()
        else:
            builder.ret(cgutils.get_null_value(_result_of(builder)))

    def return_user_exc(self, builder: Any, *_error: Any, **_more: Any) -> None:
        """The same."""
        self._return_errcode_raw(builder, None)

    def set_static_user_exc(self, builder: Any, *error: Any, **more: Any) -> None:
        """Nothing: nobody would look for it."""

    def check_try_status(self, _builder: Any) -> TryStatus:
        """Nothing is ever tried."""
        return TryStatus(in_try=cgutils.false_bit, excinfo=excinfo_ptr_t(None))

    def return_status_propagate(self, builder: Any, _status: Status) -> None:
        """As ``return_user_exc``."""
        self._return_errcode_raw(builder, None)


def _result_of(builder: Any) -> Any:
    """What the function under construction gives."""
    return builder.function.function_type.return_type


def _fine() -> Status:
    """Nothing was raised."""
    no, yes = cgutils.false_bit, cgutils.true_bit
    return Status(
        code=errcode_t(0),
        is_ok=yes,
        is_none=no,
        is_error=no,
        is_stop_iteration=no,
        is_python_exc=no,
        is_user_exc=no,
        excinfoptr=excinfo_ptr_t(None),
    )


_ARRAYS: Any = arrayobj
_CONFIG: Any = numba.core.config
_CONTEXT: Any = CPUContext
_FUNCTIONS: Any = types.BaseFunction
_ASKED: list[dict[Any, Any]] = []
"""What was asked, while anything is compiled."""


class LeanPasses(PassManager):
    """Steps that are run one after another, with nothing written down about them."""

    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:  # noqa: ARG002, N802 - Numba's name
        pss.analysis = self._analysis
        for step in (pss.run_initialization, pss.run_pass, pss.run_finalizer):
            step(internal_state)


def lean_passes(state: Any) -> LeanPasses:
    """Numba's own steps, run like that."""
    passes = LeanPasses("game")
    passes.passes.extend(DefaultPassBuilder.define_nopython_pipeline(state).passes)
    return passes


@contextmanager
def remembered_types() -> Iterator[None]:
    """While this lasts, how an operator or function of Numba's types its arguments is asked once for each of them."""
    if _ASKED:
        yield
        return
    inherited = _FUNCTIONS.get_call_type
    _ASKED.append({})
    _FUNCTIONS.get_call_type = partialmethod(_remembered, inherited, _ASKED[0])
    try:
        yield
    finally:
        _FUNCTIONS.get_call_type = inherited
        _ASKED.clear()


@contextmanager
def lean_code() -> Iterator[None]:
    """While this lasts, code is left out that Numba would write again and again.

    Whether an index counts from the end: none in the game does. Whether a call has raised something: nothing does but
    for indices out of bounds, negative ones among them, where they are looked for (``NUMBA_BOUNDSCHECK``).
    """
    index, calls = _ARRAYS.fix_integer_index, _CONTEXT.call_conv
    _ARRAYS.fix_integer_index = _index_as_it_is
    if not _CONFIG.BOUNDSCHECK:
        _CONTEXT.call_conv = property(PlainCalls)
    try:
        yield
    finally:
        _ARRAYS.fix_integer_index, _CONTEXT.call_conv = index, calls


def _index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


def _remembered(function: Any, inherited: Any, known: dict[Any, Any], context: Any, args: Any, named: Any) -> Any:
    """The signature for these arguments, or the error once more."""
    if named:
        return inherited(function, context, args, named)
    question = (function, context, tuple(args))
    if question not in known:
        try:
            known[question] = inherited(function, context, question[2], named)
        except errors.ForceLiteralArg:
            raise
        except errors.NumbaError as error:
            known[question] = error
    if isinstance(known[question], errors.NumbaError):
        raise known[question]
    return known[question]


def widen_calls(dispatcher: Any, widened: Callable[[Any], Any]) -> Any:
    """Let an inner function be passed arguments of other types than it is given; ``widened``: which, of a type."""
    inherited = dispatcher.get_call_template

    def get_call_template(args: Any, named: Any) -> Any:
        return inherited(tuple(map(widened, args)), {name: widened(kind) for name, kind in named.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


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


def _pipeline(library: type[JITCodeLibrary]) -> type[_Pipeline]:
    """How a function is compiled whose code goes into such a library."""

    @register_pass(mutates_CFG=False, analysis_only=True)
    class UseLibrary(FunctionPass):
        _name = f"use_{library.__name__}"

        def __init__(self) -> None:
            FunctionPass.__init__(self)

        def run_pass(self, state: Any) -> bool:
            """Create the library that lowering then fills."""
            state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
            return False

    class Pipeline(_Pipeline):
        use = UseLibrary

    return Pipeline


InnerPipeline, RarePipeline, EntryPipeline = map(_pipeline, (InnerLibrary, RareLibrary, EntryLibrary))


_ALL: list[SharedCode] = []
"""In the order of imports, so that what is called comes before what calls it."""
_HELPER = f"import sys; from {__name__} import compile_room; compile_room(*sys.argv[1:])"
"""What a process runs that compiles one room for another process."""
_OFF = "UCGSIM_ALONE"
"""Set, one process compiles everything."""


class SharedCode:
    """A function that compiled code calls by its name. It raises nothing."""

    def __init__(self, dispatcher: Any, kept: KeptCode, kinds: Sequence[Any], returned: Any) -> None:
        self._dispatcher, self._kept = dispatcher, kept
        self.py_func = dispatcher.py_func
        self.module = self.py_func.__module__
        self.symbol = f"{self.module}.{self.py_func.__qualname__}"
        self.signature = signature(kind_of(returned), *map(kind_of, kinds))
        self.loaded = False
        self.kind = types.Function(make_concrete_template(self.symbol, self, [self.signature]))
        lower_builtin(self, *self.signature.args)(_caller(self.symbol))
        _ALL.append(self)

    @property
    def room(self) -> str:
        """Folder of the package in which it lives: what is compiled in one process."""
        return ".".join(self.module.split(".")[:2])

    def make_folder(self) -> None:
        """Make the folder through which other processes hand over its machine code."""
        self._kept.files.make_folder()

    @property
    def is_kept(self) -> bool:
        """Whether its machine code lies on the disk."""
        return self._kept.holds(self.signature, self._dispatcher.targetctx)

    def load(self) -> None:
        """Load its machine code, or compile it; from now on it can be called."""
        self._dispatcher.compile(self.signature)
        (result,) = self._dispatcher.overloads.values()
        address = result.library.get_pointer_to_function(result.fndesc.llvm_cfunc_wrapper_name)
        binding.add_symbol(self.symbol, address)
        self.loaded = True

    def pretend(self) -> None:
        """Let code that calls it be made, never run."""
        address = ctypes.cast(ctypes.pythonapi.Py_IsInitialized, ctypes.c_void_p).value
        binding.add_symbol(self.symbol, address)


@typeof_impl.register(SharedCode)
def _type_of(value: SharedCode, _context: Any) -> Any:
    return value.kind


def kind_of(kind: Any) -> Any:
    """Numba's type for ``int``, ``None``, the dtype of a record, or a list of one: a row of such records."""
    if isinstance(kind, list):
        return types.Array(numba.from_dtype(kind[0]), 1, "C")
    if kind is None:
        return types.void
    return types.int64 if kind is int else numba.from_dtype(kind)


def _caller(symbol: str) -> Callable[..., Any]:
    """How a call of a symbol is written down, with the values as Numba's wrapper for C takes them."""

    def call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = [context.get_value_type(kind) for kind in signature.args]
        function = ir.FunctionType(context.get_value_type(signature.return_type), kinds)
        return builder.call(cgutils.get_or_insert_function(builder.module, function, symbol), args)

    return call


def make_ready() -> bool:
    """Load all shared code that was imported, compiling what is not kept; whether there is any."""
    waiting = [code for code in _ALL if not code.loaded]
    missing = [code for code in waiting if not code.is_kept]
    with notice("compiling the game, once for this version", wanted=bool(missing)), _helped(missing) as helpers:
        for code in waiting:
            if code.room in helpers:
                helpers[code.room].wait()
            code.load()
    return bool(_ALL)


@contextmanager
def _helped(missing: Sequence[SharedCode]) -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    """Processes that compile all rooms but the first one meanwhile, where there is a core for them."""
    rooms = list(dict.fromkeys(code.room for code in missing))
    helpers: dict[str, subprocess.Popen[bytes]] = {}
    try:
        if missing:
            missing[0].make_folder()
        if (os.cpu_count() or 1) > 1 and not os.environ.get(_OFF):
            with suppress(OSError):
                helpers.update((room, _helper(room)) for room in rooms[1:])
        yield helpers
    finally:
        for helper in helpers.values():
            helper.kill()
            helper.wait()


def _helper(room: str) -> subprocess.Popen[bytes]:
    modules = [name for name, _ in groupby(code.module for code in _ALL)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), _OFF: "1"}
    nowhere = subprocess.DEVNULL
    command = [sys.executable, "-c", _HELPER, room, *modules]
    return subprocess.Popen(command, env=environment, stdin=nowhere, stdout=nowhere, stderr=nowhere)


def compile_room(room: str, *modules: str) -> None:
    """Compile and keep what is shared of one room, for the process that started this one."""
    for module in modules:
        __import__(module)
    for code in _ALL:
        if code.room != room:
            code.pretend()
    for code in _ALL:
        if code.room == room:
            code.load()


class KeptCode(NullCache):
    """The kept machine code of one function, as a dispatcher asks for it; says so when it has to be compiled."""

    def __init__(self, files: CodeFiles, *, is_entry: bool) -> None:
        self.files = files
        self._is_entry = is_entry
        self._notice = ExitStack()

    @property
    def cache_path(self) -> str:
        """Folder of the machine code."""
        return str(self.files.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled for a signature, or None, upon which it will be compiled."""
        # What machine code calls of Numba's. All else that Numba can compile is loaded by whoever compiles.
        rtsys.initialize(target_context)
        # Named before anything takes long: whoever edits meanwhile has compiled what was there, not what is now.
        places = self._places(sig, target_context)
        adds = make_ready() if self._is_entry else False
        self.files.use()
        for place in places:
            try:
                result = CompileResult._rebuild(target_context, *read(place))
            except OSError:
                continue
            except DamagedError as error:
                say(f"{place}: {error}, so it is made again")
            except Exception as error:  # noqa: BLE001 - whatever is wrong with what is kept, it can be made again
                reason = " ".join(f"{error}".split()) or type(error).__name__
                say(f"{place}: this machine code is damaged ({reason}), so it is made again")
            else:
                self.files.adopt(place)
                return result
        what = "what this command adds" if adds else "the game"
        self._notice.enter_context(notice(f"compiling {what}, once for this version"))
        return None

    def give_up(self) -> None:
        """Say no longer that anything is being compiled."""
        self._notice.close()

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep what was compiled."""
        self._notice.close()
        if cres.library.has_dynamic_globals:
            return  # it holds addresses of this very process
        library, *others = cres._reduce()
        self.files.write(self.files.name(repr(sig), cres.codegen.magic_tuple()), dumps((_names_only(library), *others)))

    def holds(self, sig: Any, target_context: Any) -> bool:
        """Whether there is a file of what was compiled for a signature."""
        return any(place.is_file() for place in self._places(sig, target_context))

    def _places(self, sig: Any, target_context: Any) -> list[Path]:
        return self.files.places(repr(sig), target_context.codegen().magic_tuple())


def _names_only(library: tuple[str, str, tuple[bytes, bytes]]) -> tuple[str, str, tuple[bytes, bytes]]:
    """A library as Numba keeps it, with only the names of its functions where their code in LLVM's language would be.

    That is for drawing them into other code, which nothing does here, and it is three times as long as the machine
    code and slow to read.
    """
    name, kind, (machine_code, code) = library
    named = ir.Module(name)
    for function in binding.parse_bitcode(code).functions:
        if not function.is_declaration:
            nothing = ir.Function(named, ir.FunctionType(ir.VoidType(), ()), function.name)
            ir.IRBuilder(nothing.append_basic_block()).ret_void()
    return name, kind, (machine_code, binding.parse_assembly(str(named)).as_bitcode())
