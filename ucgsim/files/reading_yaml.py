"""YAML from outside: a tree of nodes with their lines, in which every scalar is text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import yaml

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import MAX_DEPTH, MalformedError, read_text, refuse_controls

if TYPE_CHECKING:
    from pathlib import Path

    from yaml.nodes import Node

MAX_CHARACTERS = 60_000
"""Characters of a YAML file, a second's work; those that people write have a tenth of it."""


class _Loader(yaml.SafeLoader):
    """Without aliases: they make a tree endless, or larger than any memory. Not deeper than MAX_DEPTH."""

    depth = 0

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        if self.check_event(yaml.AliasEvent):
            self.refuse("*aliases are not read; write it out")
        if self.depth >= MAX_DEPTH:
            self.refuse(f"brackets are nested more than {MAX_DEPTH} deep")
        self.depth += 1
        node: Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def refuse(self, why: str) -> NoReturn:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        raise yaml.MarkedYAMLError(problem=why, problem_mark=event.start_mark)


def read_yaml(path: Path, what: str) -> Node:
    """The root of a YAML file; UcgsimError as ``read_text``, and where it is no YAML, too long, too deep or empty."""
    text = read_text(path, what)
    if len(text) > MAX_CHARACTERS:
        raise UcgsimError(f"{path}: has {len(text):,} characters; {what} of at most {MAX_CHARACTERS:,} was expected")
    root = _compose(text, path)
    if root is None:
        raise UcgsimError(f"{path}: is empty; {what} was expected")
    return root


def _compose(text: str, path: Path) -> Node | None:
    loader = _Loader(text)
    try:
        root = loader.get_single_node()
        _refuse_halves(root, path)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise MalformedError(path, 1 if mark is None else int(mark.line) + 1, f"is not YAML: {error.problem}") from None
    except (yaml.YAMLError, ValueError, OverflowError):
        # The scanner trusts the numbers in \U99999999 and %YAML 1.999...
        why = "a number in it is too large, or means no character"
        raise MalformedError(path, loader.line + 1, f"is not YAML: {why}") from None
    return root


def _refuse_halves(root: Node | None, path: Path) -> None:
    """Raise UcgsimError where an escape in a text means what is no character."""
    waiting = [] if root is None else [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, yaml.ScalarNode):
            refuse_controls(node.value, path, node.start_mark.line + 1)
        elif isinstance(node, yaml.MappingNode):
            waiting.extend(each for pair in node.value for each in pair)
        else:
            waiting.extend(node.value)
