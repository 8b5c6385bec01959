"""Which schemas there are, and what each of them says."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import own_text, parse_json
from ucgsim.report.result import plain_values

FOLDER = Path(__file__).parent


def schema_names() -> list[str]:
    """Names of all schemas: those of commands, and of a command with an option that changes its answer."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the answer of a command; UcgsimError where there is none of that name."""
    names = schema_names()
    if name not in names:
        near = difflib.get_close_matches(name, names, n=2)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(names)}"
        raise UcgsimError(f"{name!r}: there is no schema of such an answer; {hint}")
    file = FOLDER / f"{name}.json"
    result: dict[str, Any] = plain_values(parse_json(own_text(file), file, "a schema"))
    return result
