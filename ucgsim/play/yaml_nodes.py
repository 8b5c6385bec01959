"""YAML read with the line of everything, so that an error can say where; every scalar is text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

import yaml

from ucgsim.errors import UcgsimError
from ucgsim.files.reading_yaml import read_yaml
from ucgsim.showing import one_line

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from yaml.nodes import Node

NULL = "tag:yaml.org,2002:null"
_NUMBER = re.compile(r"[0-9]{1,9}")


class YamlFile:
    """A YAML file and its root; every reading method raises UcgsimError with file and line."""

    def __init__(self, path: Path, what: str) -> None:
        self.path = path
        self.root = read_yaml(path, what)

    def fail(self, node: Node, message: str) -> NoReturn:
        """Raise UcgsimError at a node."""
        raise UcgsimError(f"{self.path}, line {line_of(node)}: {one_line(message)}")

    def items(self, node: Node, what: str) -> list[tuple[str, Node, Node]]:
        """Keys of a mapping with their nodes and values; nothing for null."""
        if node.tag == NULL:
            return []
        if not isinstance(node, yaml.MappingNode):
            self.fail(node, f"{what} must be a mapping, key: value")
        entries: dict[str, tuple[str, Node, Node]] = {}
        for key, value in node.value:
            name = self.text(key, f"a key of {what}")
            if name in entries:
                self.fail(key, f"{what}: {name!r} stands there twice")
            entries[name] = (name, key, value)
        return list(entries.values())

    def mapping(self, node: Node, what: str, keys: Collection[str]) -> dict[str, Node]:
        """Values of a mapping by key; only ``keys`` are known."""
        entries = {}
        for name, key, value in self.items(node, what):
            if name not in keys:
                self.fail(key, f"{what}: unknown key {name!r}; known are {', '.join(keys)}")
            entries[name] = value
        return entries

    def sequence(self, node: Node, what: str) -> list[Node]:
        """Entries of a list; none for null."""
        if node.tag == NULL:
            return []
        if not isinstance(node, yaml.SequenceNode):
            self.fail(node, f"{what} must be a list, [..]")
        return list(node.value)

    def text(self, node: Node, what: str) -> str:
        """A scalar as it is written; an unquoted ``no`` is the text no."""
        if not isinstance(node, yaml.ScalarNode):
            self.fail(node, f"{what} must be text")
        return str(node.value).strip()

    def number(self, node: Node, what: str) -> int:
        """A whole number from 0 up."""
        text = self.text(node, what)
        if not _NUMBER.fullmatch(text):
            self.fail(node, f"{what} is {text!r}; it must be a whole number")
        return int(text)

    def one_of(self, node: Node, what: str, words: Collection[str]) -> str:
        """A word out of ``words``."""
        text = self.text(node, what)
        if text not in words:
            self.fail(node, f"{what} is {text!r}; it must be one of {', '.join(words)}")
        return text


def is_scalar(node: Node) -> bool:
    """Whether a node is a single word or number, null included."""
    return isinstance(node, yaml.ScalarNode)


def is_list(node: Node) -> bool:
    """Whether a node is a list."""
    return isinstance(node, yaml.SequenceNode)


def line_of(node: Node) -> int:
    """Line on which a node begins, from 1."""
    return int(node.start_mark.line) + 1
