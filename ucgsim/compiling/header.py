"""The interface of the library in C, made of how its functions are declared; the library holds it to be checked by.

A record is a pointer to a structure, an array a pointer and its lengths, a whole number has 64 bits.
"""

from __future__ import annotations

import hashlib
import inspect
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.compiling.sources import symbol_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


class Argument(NamedTuple):
    """What a function takes: a whole number (``dtype`` None), a record (0 ``dimensions``), or an array."""

    dtype: np.dtype[Any] | None
    dimensions: int = 0


def argument_of(mark: Any) -> Argument:
    """What a mark stands for: ``int``, the dtype of a record, ``[dtype]`` or ``[dtype, dimensions]``."""
    if mark is int:
        return Argument(None)
    dtype, dimensions = (mark[0], (*mark[1:], 1)[0]) if isinstance(mark, list) else (mark, 0)
    return Argument(np.dtype(dtype), dimensions)


_CODES = {"i": "int{}_t", "u": "uint{}_t", "f": ""}
_FLOATS = {4: "float", 8: "double"}


def prototype(function: Callable[..., Any], takes: Sequence[Argument], returns: Any) -> str:
    """The prototype of a function in C."""
    parts = []
    for name, each in zip(inspect.signature(function).parameters, takes, strict=True):
        if each.dtype is None:
            parts.append(f"int64_t {name}")
        else:
            parts.append(f"{type_name(each.dtype)} *{name}")
            parts += [f"int64_t {name}_{axis}" for axis in range(each.dimensions)]
    return f"{'void' if returns is None else 'int64_t'} {symbol_of(function)}({', '.join(parts)})"


def type_name(dtype: np.dtype[Any]) -> str:
    """The name of a type; that of a structure comes of all that it holds, so that another one has another name."""
    if dtype.names is None:
        return _FLOATS[dtype.itemsize] if dtype.kind == "f" else _CODES[dtype.kind].format(8 * dtype.itemsize)
    layout = f"{dtype.itemsize} {[*_members(dtype)]}"
    return f"struct ucg_{hashlib.sha256(layout.encode()).hexdigest()[:8]}"


def _members(dtype: np.dtype[Any]) -> Iterator[tuple[int, str]]:
    """Offset and declaration of every member of a structure."""
    for name in dtype.names or ():
        part, offset = _field(dtype, name)
        lengths = "".join(f"[{length}]" for length in part.shape)
        yield offset, f"{type_name(part.base)} {name}{lengths}"


def _field(dtype: np.dtype[Any], name: str) -> tuple[np.dtype[Any], int]:
    assert dtype.fields is not None
    return dtype.fields[name][:2]


def header(prototypes: Sequence[str], records: Sequence[np.dtype[Any]]) -> str:
    """The file for programs in C."""
    known: dict[str, str] = {}
    for record in records:
        _declare(record, known)
    functions = "\n".join(f"{each};" for each in prototypes)
    return "\n".join(["#pragma once", "#include <stdint.h>", "", *known.values(), "", functions, ""])


def _declare(dtype: np.dtype[Any], known: dict[str, str]) -> None:
    """Declare a structure after those that it holds; members lie where C puts them, but for what is left free."""
    if dtype.names is None or type_name(dtype) in known:
        return
    lines, at = [], 0
    for name, (offset, member) in zip(dtype.names, _members(dtype), strict=True):
        part = _field(dtype, name)[0]
        _declare(part.base, known)
        if offset > at:
            lines.append(f"    char free_{at}[{offset - at}];")
        lines.append(f"    {member};  /* {offset} */")
        at = offset + part.itemsize
    if dtype.itemsize > at:
        lines.append(f"    char free_{at}[{dtype.itemsize - at}];")
    known[type_name(dtype)] = "\n".join([f"{type_name(dtype)} {{", *lines, "};"])
