"""How functions of the game call each other: results in registers, and nothing beside them.

Numba's functions hand back whether they raised something; what they give goes through memory, and so would an error.
Nothing in the game raises, so a function is given its arguments and gives its result, as in C.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.callconv import BaseCallConv, Status, TryStatus, errcode_t, excinfo_ptr_t


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
        if isinstance(_type_of(builder), ir.VoidType):
            builder.ret_void()
        else:
            builder.ret(value)

    def _return_errcode_raw(self, builder: Any, _code: Any) -> None:
        """Where something would be raised: never reached, nor asked for."""
        if isinstance(_type_of(builder), ir.VoidType):
            builder.ret_void()
        else:
            builder.ret(cgutils.get_null_value(_type_of(builder)))

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


def _type_of(builder: Any) -> Any:
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
