"""What the grammar itself says that words mean, behind ``->``: a value, or what is built of the parts that were read.

``-> Edge.TOP`` is always that; ``-> Draw(Side.OPPONENT, $2)`` is a node of the tree with the second part of what was
read. ``...`` stands for all parts one after the other, ``$*`` for all of them as one tuple, ``$2*`` for those from the
second on, ``$at`` for the token where they begin. What needs more than that is a method of
`ucgsim.effects.official.wording.powers.Clauses`, whose name stands there instead (``-> opponent_discards``).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_EXPRESSION = re.compile(r"->[ ]*((?![a-z_ ])[^|\n]+|\w+\([^|\n]*)")
_BUILTINS = {each.__name__: each for each in (tuple, map, len, isinstance)}
_PARTS = (
    (r"\.\.\.", "*parts"),
    (r"\$\*", "tuple(parts)"),
    (r"\$(\d)\*", r"tuple(parts[\1 - 1:])"),
    (r"\$(\d)", r"parts[\1 - 1]"),
    (r"\$at", "at"),
)


def aliases(grammar: str) -> tuple[str, dict[str, str]]:
    """The grammar as Lark reads it, with a name wherever it says what is built, and what is built by that name."""
    names: dict[str, str] = {}

    def named(match: re.Match[str]) -> str:
        return f"-> {names.setdefault(match[1].strip(), f'built_{len(names)}')} "

    plain = _EXPRESSION.sub(named, grammar)
    return plain, {name: expression for expression, name in names.items()}


def maker(expression: str, names: dict[str, Any]) -> Callable[[Sequence[Any], int], Any]:
    """What makes the value of its parts and of the token where they begin.

    Raises `NameError` for a name that means nothing, and `SyntaxError` for what is no expression.
    """
    for written, meant in _PARTS:
        expression = re.sub(written, meant, expression)
    code = compile(f"lambda parts, at: {expression}", "the grammar", "eval")
    names["__builtins__"] = _BUILTINS
    made: Callable[[Sequence[Any], int], Any] = eval(code, names)
    if unknown := set(made.__code__.co_names) - names.keys() - {*_BUILTINS, *re.findall(r"\.(\w+)", expression)}:
        raise NameError(f"{', '.join(unknown)} in the grammar: {expression}")
    return made
