"""What the grammar itself says that words mean, behind ``->``: a value, or what is built of the parts that were read.

``-> Edge.TOP`` is always that; ``-> Draw(Side.OPPONENT, $2)`` is a node of the tree with the second part of what was
read. ``...`` stands for all parts one after the other, ``$*`` for all of them as one tuple, ``$2*`` for those from the
second on, ``$at`` for the token where they begin. What needs more than that is a method of
`ucgsim.effects.official.wording.powers.Clauses`, whose name stands there instead (``-> opponent_discards``).
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Maker: TypeAlias = Callable[[Sequence[Any], int], Any]

_EXPRESSION = re.compile(r"->[ ]*((?![a-z_ ])[^|\n]+|\w+\([^|\n]*)")
_PART = re.compile(r"_(\d*)(s?)")


def aliases(grammar: str) -> tuple[str, dict[str, str]]:
    """The grammar as Lark reads it, with a name wherever it says what is built, and what is built by that name."""
    names: dict[str, str] = {}

    def named(match: re.Match[str]) -> str:
        return f"-> {names.setdefault(match[1].strip(), f'built_{len(names)}')} "

    plain = _EXPRESSION.sub(named, grammar)
    return plain, {name: expression for expression, name in names.items()}


def maker(expression: str, names: Mapping[str, Any]) -> Maker:
    """What makes the value of its parts and of the token where they begin.

    Raises `LookupError` for a name that means nothing, `SyntaxError` for what is no value, name, call or tuple.
    """
    node = ast.parse(re.sub(r"(\$\d*)\*", r"\1s", expression).replace("$", "_"), mode="eval").body
    made = _maker(node, names)
    # A part has an underscore in Python, and a function in small letters may be a method, which asks for the place.
    if any(_is_all(part) or (isinstance(part, ast.Name) and not part.id[0].isupper()) for part in ast.walk(node)):
        return made
    value = made((), -1)
    return lambda *_: value


def _maker(node: ast.expr, names: Mapping[str, Any]) -> Maker:
    match node:
        case ast.Name("_at"):
            return lambda _, at: at
        case ast.Name(name) if part := _PART.fullmatch(name):
            place = int(part[1] or 1) - 1
            return (lambda parts, _: tuple(parts[place:])) if part[2] else (lambda parts, _: parts[place])
        case ast.Name(name):
            known = names[name]
            return lambda *_: known
        case ast.Constant() | ast.UnaryOp(ast.USub(), ast.Constant()):
            value = ast.literal_eval(node)
            return lambda *_: value
        case ast.Attribute(of, name):
            owner = _maker(of, names)
            return lambda parts, at: getattr(owner(parts, at), name)
        case ast.Tuple(items):
            each = _listed(items, names)
            return lambda parts, at: tuple(each(parts, at))
        case ast.Call(function, given, named):
            called, first = _maker(function, names), _listed(given, names)
            others = [(str(each.arg), _maker(each.value, names)) for each in named]
            return lambda parts, at: called(parts, at)(
                *first(parts, at), **{name: each(parts, at) for name, each in others}
            )
    raise SyntaxError(f"{ast.unparse(node)}: no value, name, call or tuple")


def _listed(nodes: Sequence[ast.expr], names: Mapping[str, Any]) -> Callable[[Sequence[Any], int], list[Any]]:
    """What makes the values of a list, which may end in all parts."""
    spread = bool(nodes) and _is_all(nodes[-1])
    first = [_maker(each, names) for each in nodes[: len(nodes) - spread]]
    return lambda parts, at: [*(each(parts, at) for each in first), *(parts if spread else ())]


def _is_all(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...
