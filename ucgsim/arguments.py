"""What the functions of `import ucgsim` are given, checked in one place: by what their own signatures say.

Wrong types, unknown options and numbers out of bounds become a :class:`UcgsimError` of one line before anything is
played. A signature is read as text, so that no name in it need be imported for the check.
"""

from __future__ import annotations

import ast
import difflib
import functools
import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from numbers import Integral, Real
from typing import Any, NamedTuple, ParamSpec, TypeVar

from ucgsim.errors import UcgsimError
from ucgsim.limits import LEAST, LONG
from ucgsim.safe_text import shown

P = ParamSpec("P")
R = TypeVar("R")

LONGEST = 60
"""Letters of a wrong value that are shown."""


class _UnfitError(Exception):
    """A value that is not what a signature asks for; or with what within it is not, and in words what would be."""


class _Kind(NamedTuple):
    """What a signature asks for, in words; what makes it of a value or raises `_UnfitError`; the names there are."""

    words: str
    take: Callable[[Any], Any]
    names: tuple[str, ...] = ()


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """A function that raises UcgsimError for arguments that it can't take, and is given plain ones.

    Whole numbers may be those of NumPy, or floats such as 1e4; a list may be anything that can be gone through but a
    text.
    """
    signature = inspect.signature(function)
    kinds = {name: _kind(parameter) for name, parameter in signature.parameters.items()}

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        bound = _bind(function.__name__, signature, args, kwargs)
        for name, value in bound.arguments.items():
            many = signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL
            take = functools.partial(_take, name, kinds[name])
            bound.arguments[name] = tuple(map(take, value)) if many else take(value)
        return function(*bound.args, **bound.kwargs)

    return call


def _bind(name: str, signature: inspect.Signature, args: Any, kwargs: Mapping[str, Any]) -> inspect.BoundArguments:
    unknown = [each for each in kwargs if each not in signature.parameters]
    if unknown:
        near = difflib.get_close_matches(unknown[0], signature.parameters, n=1)
        raise UcgsimError(
            f"{name} has no option {unknown[0]!r}; "
            + (f"did you mean {near[0]}?" if near else f"there are {', '.join(signature.parameters)}")
        )
    try:
        return signature.bind(*args, **kwargs)
    except TypeError as error:
        raise UcgsimError(f"{name}: {error}; it takes {', '.join(signature.parameters)}") from None


def _take(name: str, kind: _Kind, value: Any) -> Any:
    try:
        taken = kind.take(value)
    except _UnfitError as error:
        if error.args:
            within, words = error.args
            raise UcgsimError(f"{name} holds {_brief(within)}; {words} belongs there") from None
        if kind.names and isinstance(value, str):
            raise UcgsimError(f"{name} {_brief(value)} is unknown; known are {', '.join(kind.names)}") from None
        hint = f", such as [{_brief(value)}]" if isinstance(value, str) and kind.words.startswith("a list") else ""
        raise UcgsimError(f"{name} is {_brief(value)}; {kind.words} belongs there{hint}") from None
    least = LEAST.get(name, -LONG - 1)
    if isinstance(taken, int) and not isinstance(taken, bool) and not least <= taken <= LONG:
        bound = f"{least} or more" if taken < least else f"{LONG:,} or less"
        raise UcgsimError(f"{name} is {_brief(taken)}; it must be {bound}")
    return taken


def _brief(value: Any) -> str:
    """A wrong value as it is shown: what repeats itself at length, or is no plain value, by its type."""
    plain = isinstance(value, str | int | float | list | tuple | set | dict | bytes | os.PathLike) or value is None
    text = repr(str(value)) if isinstance(value, os.PathLike) else repr(value) if plain else ""
    return shown(text) if text and len(text) <= LONGEST else f"a {type(value).__name__}"


def _kind(parameter: inspect.Parameter) -> _Kind:
    """What a parameter takes, by its annotation, or by its default where that is one of several names."""
    if isinstance(parameter.default, Enum):
        return _one_of(type(parameter.default))
    return _kind_of(ast.parse(str(parameter.annotation).strip("'\""), mode="eval").body)


def _kind_of(annotation: ast.expr) -> _Kind:
    kinds = [_atom(part) for part in _parts(annotation)]
    words = " or ".join(dict.fromkeys(kind.words for kind in kinds))

    def take(value: Any) -> Any:
        within: tuple[Any, ...] = ()
        for kind in kinds:
            try:
                return kind.take(value)
            except _UnfitError as error:
                within = within or error.args
        raise _UnfitError(*within)

    return _Kind(words, take)


def _parts(annotation: ast.expr) -> list[ast.expr]:
    """The parts of an annotation between its bars."""
    if isinstance(annotation, ast.BinOp):
        return [*_parts(annotation.left), *_parts(annotation.right)]
    return [annotation]


def _atom(annotation: ast.expr) -> _Kind:
    match annotation:
        case ast.Subscript(ast.Name("Sequence" | "Collection" | "Iterable"), items):
            return _list_of(_kind_of(items))
        case ast.Subscript(ast.Name("Callable")):
            return _Kind("a function", _if(callable))
        case ast.Subscript(ast.Name("Mapping")):
            return _Kind("a mapping", _if(lambda value: isinstance(value, Mapping)))
    name = ast.unparse(annotation)
    return _PLAIN.get(name, _Kind(f"a {name}", _if(lambda value: name in _names_of(value))))


def _if(fits: Callable[[Any], bool]) -> Callable[[Any], Any]:
    def take(value: Any) -> Any:
        if not fits(value):
            raise _UnfitError
        return value

    return take


def _whole(value: Any) -> int:
    is_float = isinstance(value, Real) and not isinstance(value, Integral) and float(value).is_integer()
    if isinstance(value, bool) or not (isinstance(value, Integral) or is_float):
        raise _UnfitError
    return int(value)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise _UnfitError
    return float(value)


def _list_of(kind: _Kind) -> _Kind:
    """Anything that can be gone through; a text or a mapping can be too, and is never meant."""

    def take(value: Any) -> Any:
        if isinstance(value, str | bytes | os.PathLike | Mapping) or not isinstance(value, Iterable):
            raise _UnfitError
        make = type(value) if isinstance(value, list | set | frozenset) else tuple
        return make(item(each) for each in value)

    def item(each: Any) -> Any:
        try:
            return kind.take(each)
        except _UnfitError:
            raise _UnfitError(each, kind.words) from None

    return _Kind("a list", take)


def _one_of(names: type[Enum]) -> _Kind:
    known = tuple(str(each.value) for each in names)

    def take(value: Any) -> Enum:
        if not isinstance(value, str):
            raise _UnfitError
        try:
            return names(value)
        except ValueError:
            raise _UnfitError from None

    return _Kind(f"one of {', '.join(known)}", take, known)


def _deck(value: Any) -> Any:
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise _UnfitError
        return {number: _whole(count) for number, count in value.items()}
    return _if(lambda each: isinstance(each, str | os.PathLike) or "Deck" in _names_of(each))(value)


def _names_of(value: Any) -> set[str]:
    """The names of its classes."""
    return {base.__name__ for base in type(value).__mro__}


_PLAIN = {
    "int": _Kind("a whole number", _whole),
    "float": _Kind("a number", _number),
    "bool": _Kind("True or False", _if(lambda value: isinstance(value, bool))),
    "str": _Kind("a text", _if(lambda value: isinstance(value, str))),
    "Path": _Kind("a path", _if(lambda value: isinstance(value, os.PathLike))),
    "None": _Kind("None", _if(lambda value: value is None)),
    "DeckLike": _Kind("a deck (its name, its file, a Deck, or counts by card number)", _deck),
    "Any": _Kind("anything", _if(lambda _: True)),
}
