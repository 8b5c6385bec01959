"""A kind of input from outside: what it is made from, and what reads it as the commands do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.fuzzing.mutating import inputs

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hypothesis import strategies as st


@dataclass(frozen=True, slots=True)
class InputKind:
    """Inputs and their reader, which gets each in a file of the name ``file`` and answers or raises UcgsimError."""

    name: str
    file: str
    seeds: Callable[[], list[bytes]]
    tokens: tuple[str, ...]
    read: Callable[[Path], Any]

    def inputs(self) -> st.SearchStrategy[bytes]:
        """Inputs of this kind."""
        return inputs(self.seeds(), self.tokens)
