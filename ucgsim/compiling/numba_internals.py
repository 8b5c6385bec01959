"""What builds the library has of Numba: its own parts that are replaced so that the game is compiled in half a minute.

Numba is pinned for those who build, as no document promises these parts. `benchmarks/compiling.py` measures each:

- *Calls* (`PlainCalls`). Numba's functions hand back whether they raised something; what they give goes through memory,
  and so would an error. Nothing in the game raises, so a function is given its arguments and gives its result, as in C.
- *Linking* (`InnerLibrary`, `UnitLibrary`). Numba optimises and emits every function together with all that it calls,
  so in a program of small functions the same code is worked through at every level above it. Here an inner function's
  library holds its own code alone, and a unit's links the whole closure, which is optimised once.
- *Questions* (`remembered_types`). Which of some dozens of templates types an addition is asked once, not again at
  every addition.
- *Bookkeeping* (`LeanPasses`). The steps of compiling are run without a clock and a note on each.
- *Units* (`Unit`, `Shared`). Each is LLVM code of its own, with a function as C has them; what calls a shared one
  calls it by its name.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from functools import partialmethod
from typing import TYPE_CHECKING, Any

import numba
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils, errors
from numba.core.callconv import BaseCallConv, Status, TryStatus, errcode_t, excinfo_ptr_t
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.cpu import CPUContext
from numba.core.imputils import lower_builtin
from numba.core.typed_passes import NopythonTypeInference
from numba.core.typing.templates import make_concrete_template, signature
from numba.extending import typeof_impl
from numba.np import arrayobj

from ucgsim.compiling.header import prototype
from ucgsim.compiling.sources import symbol_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ucgsim.compiling.header import Argument

_njit: Any = numba.njit
"""Numba does not describe all of its options to type checkers."""
_OPTIONS = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
"""Nothing here is called by Python as such, and nothing that is passed has its references counted."""


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
        """Where something would be raised: never reached, but where indices are looked after, which ends all."""
        if _CONFIG.BOUNDSCHECK:
            trap = ir.FunctionType(ir.VoidType(), [])
            builder.call(cgutils.get_or_insert_function(builder.module, trap, "llvm.trap"), [])
        if isinstance(_result_of(builder), ir.VoidType):
            builder.ret_void()
        else:
            builder.ret(cgutils.get_null_value(_result_of(builder)))

    def return_user_exc(self, builder: Any, *_error: Any, **_more: Any) -> None:
        """As where something would be raised: never reached."""
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

    Whether an index counts from the end: none in the game does. Whether a call has raised something: nothing does, and
    an index out of bounds, negative ones among them, ends the process where they are looked for (``UCGSIM_BOUNDS``).
    And where a function lies in the process that compiles: another build would have other bytes.
    """
    index, calls, address = _ARRAYS.fix_integer_index, _CONTEXT.call_conv, _CONTEXT.add_dynamic_addr
    _ARRAYS.fix_integer_index = _index_as_it_is
    _CONTEXT.call_conv, _CONTEXT.add_dynamic_addr = property(PlainCalls), _no_address
    try:
        yield
    finally:
        _ARRAYS.fix_integer_index, _CONTEXT.call_conv, _CONTEXT.add_dynamic_addr = index, calls, address


def _no_address(context: Any, _builder: Any, _address: int, info: str) -> Any:
    """In place of the address of a function that is handed on, by which nothing is called."""
    if "Dispatcher" not in info:
        raise errors.LoweringError(f"a library can hold no address of {info}")
    return ir.Constant(context.get_value_type(types.voidptr), None)


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


class _NoEnvironments:
    """In place of the code generator when Numba would give an inner function its environment."""

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


class UnitLibrary(InnerLibrary):
    """Code of a unit with everything that it calls; no machine code."""

    def finalize(self) -> None:
        """Link the closure of all libraries, then optimise once."""
        self._raise_if_finalized()
        waiting, seen = list(self._linking_libraries), set[Any]()
        while waiting:
            library = waiting.pop()
            if library not in seen:
                seen.add(library)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
                waiting.extend(library._linking_libraries if isinstance(library, InnerLibrary) else ())
        self._optimize_final_module()
        self._final_module.verify()
        self._finalized = True

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
        # A game and its tables are other memory than each other, wherever both are given.
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
            return False

    class Pipeline(_Pipeline):
        use = UseLibrary

    return Pipeline


InnerPipeline, RarePipeline, UnitPipeline = map(_pipeline, (InnerLibrary, RareLibrary, UnitLibrary))


_WHOLE = (types.Integer, types.IntEnumMember, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)


def _widened(kind: Any) -> Any:
    """64-bit integer for every kind of whole number, other types as they are.

    Columns of 16 and 32 bits, enum members and literals would else each compile a version of every function that
    they reach; measured: five times the compile time.
    """
    return types.int64 if isinstance(kind, _WHOLE) else kind


def inner(function: Callable[..., Any], *, rare: bool = False) -> Any:
    """An inner function, to be drawn into what calls it; ``rare``: to be called."""
    dispatcher = _njit(function, pipeline_class=RarePipeline if rare else InnerPipeline, **_OPTIONS)
    inherited = dispatcher.get_call_template

    def get_call_template(args: Any, named: Any) -> Any:
        return inherited(tuple(map(_widened, args)), {name: _widened(kind) for name, kind in named.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


UNITS: dict[str, Unit] = {}
"""What was imported of entries and shared functions, by module and name."""


class Unit:
    """A function that is compiled with all that it calls but shared functions."""

    def __init__(self, function: Callable[..., Any], takes: Sequence[Argument], returns: Any) -> None:
        self.py_func, self.takes, self.returns = function, takes, returns
        self.symbol = symbol_of(function)
        self.signature = signature(types.void if returns is None else types.int64, *map(_type_of_argument, takes))
        UNITS[f"{function.__module__}.{function.__qualname__}"] = self

    def compile(self) -> binding.ModuleRef:
        """Its LLVM code, optimised, in which nothing but its symbol can be seen."""
        dispatcher = _njit(self.py_func, pipeline_class=UnitPipeline, **_OPTIONS)
        dispatcher.compile(self.signature)
        (result,) = dispatcher.overloads.values()
        result.library.finalize()
        module = result.library._final_module
        native = module.get_function(result.fndesc.llvm_func_name)
        module.link_in(binding.parse_assembly(self._called_as_in_c(native)), preserve=True)
        for value in (*module.functions, *module.global_variables):
            if not value.is_declaration and value.name != self.symbol:
                value.linkage = "internal"
        passes = binding.create_new_module_pass_manager()
        passes.add_global_dead_code_eliminate_pass()
        passes.run(module, result.library._codegen._pass_builder())
        return module

    def _called_as_in_c(self, native: Any) -> str:
        """LLVM code of its symbol, which takes an array as a pointer and its lengths."""
        takes, given, lines = [], [], []
        for place, kind in enumerate(self.takes):
            name = f"%a{place}"
            takes.append(f"{'i64' if kind.dtype is None else 'ptr'} {name}")
            if kind.dtype is None or not kind.dimensions:
                given.append(takes[-1])
                continue
            lengths = [f"{name}.{axis}" for axis in range(kind.dimensions)]
            takes += [f"i64 {each}" for each in lengths]
            strides, size = [f"{kind.dtype.itemsize}"], f"{kind.dtype.itemsize}"
            count = lengths[-1]
            for axis in range(kind.dimensions - 2, -1, -1):
                lines.append(f"{name}.s{axis} = mul i64 {strides[0]}, {lengths[axis + 1]}")
                lines.append(f"{name}.n{axis} = mul i64 {count}, {lengths[axis]}")
                strides.insert(0, f"{name}.s{axis}")
                count = f"{name}.n{axis}"
            given += ["ptr null", "ptr null", f"i64 {count}", f"i64 {size}", f"ptr {name}"]
            given += [f"i64 {each}" for each in (*lengths, *strides)]
        returned = "void" if self.signature.return_type == types.void else "i64"
        named = f'@"{native.name}"'
        types_of = ", ".join(each.split()[0] for each in given)
        call = f"call {returned} {named}({', '.join(given)})"
        ends = [call, "ret void"] if returned == "void" else [f"%r = {call}", "ret i64 %r"]
        body = "\n  ".join([*lines, *ends])
        return (
            f"declare {returned} {named}({types_of})\n"
            f"define {returned} @{self.symbol}({', '.join(takes)}) {{\n  {body}\n}}\n"
        )


class Shared(Unit):
    """A function that compiled code calls by its symbol. It raises nothing."""

    def __init__(self, function: Callable[..., Any], takes: Sequence[Argument], returns: Any) -> None:
        super().__init__(function, takes, returns)
        self.kind = types.Function(make_concrete_template(self.symbol, self, [self.signature]))
        lower_builtin(self, *self.signature.args)(self._call)

    def _call(self, context: Any, builder: Any, signature: Any, args: Any) -> Any:
        """How a call of it is written down."""
        given: list[Any] = []
        for kind, numba_type, value in zip(self.takes, signature.args, args, strict=True):
            if kind.dimensions:
                array = context.make_array(numba_type)(context, builder, value)
                given += [array.data, *cgutils.unpack_tuple(builder, array.shape)]
            else:
                given.append(value)
        returned = ir.VoidType() if signature.return_type == types.void else ir.IntType(64)
        function = ir.FunctionType(returned, [each.type for each in given])
        result = builder.call(cgutils.get_or_insert_function(builder.module, function, self.symbol), given)
        return context.get_dummy_value() if signature.return_type == types.void else result


def about(units: Iterable[Unit], version: str) -> binding.ModuleRef:
    """LLVM code of nothing but ``ucg_about``: the version and all prototypes, as JSON."""
    said = {"version": version} | {unit.symbol: prototype(unit.py_func, unit.takes, unit.returns) for unit in units}
    text = json.dumps(said).encode() + b"\0"
    module = ir.Module("about")
    value = ir.GlobalVariable(module, ir.ArrayType(ir.IntType(8), len(text)), "ucg_about")
    value.initializer = ir.Constant(value.value_type, bytearray(text))
    value.global_constant = True
    return binding.parse_assembly(str(module))


@typeof_impl.register(Shared)
def _type_of(value: Shared, _context: Any) -> Any:
    return value.kind


def _type_of_argument(kind: Argument) -> Any:
    if kind.dtype is None:
        return types.int64
    each = numba.from_dtype(kind.dtype)
    return types.Array(each, kind.dimensions, "C") if kind.dimensions else each
