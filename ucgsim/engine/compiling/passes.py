"""What Numba does to a function of the game, without what the game never needs and without doing it twice.

Half of the time that compiling takes goes into questions whose answers are known: which of some dozens of templates
types an addition, asked again at every addition; a description of all columns of the record, written for every step of
every function though nobody reads it; closures, arrays in one expression and ``with`` blocks, looked for where there
are none. Here a question is asked once, descriptions are left out, and the steps that find nothing are not taken.
What is compiled is the same.
"""

from __future__ import annotations

import operator
from contextlib import contextmanager
from functools import partialmethod
from typing import TYPE_CHECKING, Any

from numba.core import config, errors, types
from numba.core.compiler import DefaultPassBuilder
from numba.core.compiler_machinery import PassManager
from numba.core.cpu import CPUContext
from numba.core.sigutils import normalize_signature
from numba.core.typed_passes import AnnotateTypes, InlineOverloads, NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes, MakeFunctionToJitFunction, WithLifting
from numba.np import arrayobj

from ucgsim.engine.compiling.calls import PlainCalls

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LEFT_OUT = (
    AnnotateTypes,  # for whoever wants to read it
    InlineClosureLikes,
    InlineOverloads,
    MakeFunctionToJitFunction,
    NopythonRewrites,  # arrays in one expression
    WithLifting,
)

_OF_NUMBERS = frozenset(
    {operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor, operator.invert}
    | {operator.iadd, operator.isub, operator.imul, operator.iand, operator.ior, operator.ixor, operator.neg}
    | {operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge, operator.not_}
)


class LeanPasses(PassManager):
    """Steps that are run one after another, with nothing written down about them."""

    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:  # noqa: ARG002, N802 - Numba's name
        pss.analysis = self._analysis
        for step in (pss.run_initialization, pss.run_pass, pss.run_finalizer):
            step(internal_state)


def lean_passes(state: Any) -> LeanPasses:
    """The steps that a function of the game needs."""
    passes = LeanPasses("game")
    whole = DefaultPassBuilder.define_nopython_pipeline(state).passes
    passes.passes.extend(each for each in whole if each[0] not in _LEFT_OUT)
    return passes


@contextmanager
def remembered_types() -> Iterator[None]:
    """While this lasts, how an operator or function of Numba's types its arguments is asked once for each of them."""
    if _ASKED:
        yield
        return
    inherited, colors = _FUNCTIONS.get_call_type, _ERRORS._termcolor_inst
    _ERRORS._termcolor_inst = _Plain()
    _ASKED.append({})
    _FUNCTIONS.get_call_type = partialmethod(_remembered, inherited, _ASKED[0])
    try:
        yield
    finally:
        _FUNCTIONS.get_call_type, _ERRORS._termcolor_inst = inherited, colors
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


_ARRAYS: Any = arrayobj
_CONFIG: Any = config
_CONTEXT: Any = CPUContext
_FUNCTIONS: Any = types.BaseFunction
_ERRORS: Any = errors
_ASKED: list[dict[Any, Any]] = []
"""What was asked, while anything is compiled."""


class _Plain:
    """Words of errors without color: most are made for nobody, by attempts that may fail."""

    def __getattr__(self, name: str) -> Callable[[str], str]:
        return str


def _remembered(function: Any, inherited: Any, known: dict[Any, Any], context: Any, args: Any, named: Any) -> Any:
    """The signature for these arguments, or the error once more."""
    if named:
        return inherited(function, context, args, named)
    question = (function, context, _of_kinds(function, tuple(args)))
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


def _of_kinds(function: types.Function, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of an operator between numbers without their values, which say nothing about its type."""
    if function.typing_key not in _OF_NUMBERS:
        return args
    kinds = tuple(types.unliteral(arg) for arg in args)
    return kinds if all(isinstance(kind, types.Number) for kind in kinds) else args


class LeanCompiling:
    """How an inner function answers those that call it: each version is compiled and described once.

    Numba's own way takes locks, looks for kept code and starts two clocks at every call, and every clock that runs
    is told of every call of the machine.
    """

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher
        self._inherited = dispatcher.get_call_template
        self._templates: dict[Any, Any] = {}

    def compile(self, signature: Any) -> Any:
        """Compile the version for these arguments, unless it is there."""
        args, returned = normalize_signature(signature)
        if tuple(args) not in self._dispatcher.overloads:
            self._dispatcher.add_overload(self._dispatcher._compiler.compile(args, returned))
        return self._dispatcher.overloads[tuple(args)].entry_point

    def get_call_template(self, args: Any, named: Any) -> Any:
        """What a call with these arguments gives back, as Numba describes it."""
        question = (args, tuple(named.items()))
        if question not in self._templates:
            self._templates[question] = self._inherited(args, named)
        return self._templates[question]
