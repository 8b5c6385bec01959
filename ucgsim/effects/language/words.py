"""The columns of the table that people read: the words of a language for each thing of an effect.

A row belongs to a phrase, to a class of the tree (its phrase is blank, its holes are its fields), to a member of a
closed list, or to a word of none of these. A cell has the holes of its phrase, and `OTHER_HOLES`; what follows a colon
in a hole is its sign, which the grammar of the language understands. Where a cell is blank the language says it by a
further phrase, or the grammar has it. Of two wordings in a cell the grammar chooses: the second, behind ``|``, is that
of a number that is counted, of a deed, or of what one has.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

from ucgsim.effects.language.phrases import FILE, PHRASES, Phrase, match, table
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.effects import tree

OTHER_HOLES = (
    "you", "opponent", "both", "your", "their", "any", "they", "it", "s", "es", "is", "has", "drawer", "implied",
    "home", "homes", "together",
)  # fmt: skip
"""In any cell: players, and whose something is; pronouns, and endings that agree; that you draw, and not another; how
long it lasts by itself; to whose zone cards go; and that the things of both players are counted as one."""


@cache
def column(language: str) -> Mapping[tuple[str, str], str]:
    """The words of a language by node and phrase; UcgsimError where the table has no such column."""
    if language not in table()[0].words:
        raise UcgsimError(f"{FILE}: {language!r} is no column; it has {', '.join(table()[0].words)}")
    return {(row.node, row.phrase): row.words[language] for row in table() if row.use != "former"}


@cache
def said_by(node: type) -> tuple[Phrase, ...]:
    """The phrases by which a tree of this class is said."""
    return tuple(phrase for phrase in PHRASES if type(phrase.pattern) is node and phrase.use != "former")


def wording(
    value: Any, implied: tree.Duration, cells: Mapping[tuple[str, str], str], but: str = ""
) -> tuple[tuple[str, str], dict[str, Any]]:
    """The row of a node of the tree and what is in its holes; the fields of a class where no phrase fits.

    ``cells``: the column. ``but``: a phrase that is not meant.
    """
    node: Any = type(value)
    for phrase in said_by(node):
        filling: dict[str, Any] = {}
        key = (node.__name__, phrase.text)
        fits = phrase.text != but and cells.get(key) and match(phrase.pattern, value, implied, filling)
        if fits and None not in filling.values() and filling.get("filters") != ():
            return key, filling
    return (node.__name__, ""), {member.name: getattr(value, member.name) for member in fields(node)}
