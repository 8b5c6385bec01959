"""Runs the cells of a notebook, from stdin to stdout with their outputs, as a notebook does and without Jupyter.

Kept are what a cell prints, its last value as text and HTML, and the picture where that is one.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import sys
from typing import Any

DOTS = 60
"""Dots per inch of a picture: it is looked at in a page, not printed."""


def run_cell(source: str, names: dict[str, Any]) -> tuple[str, Any]:
    """What a cell prints, and the value of its last line; None where that has none."""
    body = ast.parse(source)
    last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(body, "notebook", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), "notebook", "eval"), names)
    return printed.getvalue(), value


def outputs_of(printed: str, value: Any, count: int) -> list[dict[str, Any]]:
    """The outputs of a cell in the form of notebooks (nbformat 4)."""
    outputs: list[dict[str, Any]] = []
    if printed:
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.splitlines(keepends=True)})
    if value is not None:
        result = {"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data_of(value)}
        outputs.append(result)
    return outputs


def data_of(value: Any) -> dict[str, Any]:
    """A value as text, and as HTML or a picture where it has such a form."""
    axes = hasattr(value, "get_figure")
    text = "<Axes>" if axes else repr(value)
    data: dict[str, Any] = {"text/plain": text.splitlines(keepends=True)}
    if axes:
        picture = io.BytesIO()
        value.get_figure().savefig(picture, format="png", dpi=DOTS, bbox_inches="tight", metadata={"Software": None})
        data["image/png"] = base64.b64encode(picture.getvalue()).decode()
    elif (html := getattr(value, "_repr_html_", None)) is not None:
        data["text/html"] = html().splitlines(keepends=True)
    return data


def main() -> None:
    """Read, run, write."""
    notebook = json.load(sys.stdin)
    names: dict[str, Any] = {"__name__": "__main__"}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for count, cell in enumerate(code, start=1):
        printed, value = run_cell("".join(cell["source"]), names)
        cell["execution_count"] = count
        cell["outputs"] = outputs_of(printed, value, count)
    json.dump(notebook, sys.stdout, ensure_ascii=False, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
