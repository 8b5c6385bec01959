"""Tables that scripts write into documents, between two marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_text
from ucgsim.files.writing import write_text_file

if TYPE_CHECKING:
    from pathlib import Path


def put_between(document: Path, name: str, text: str) -> None:
    """Put a text between the marks of a name; UcgsimError for a document without them."""
    start, end = f"<!-- {name}:start -->", f"<!-- {name}:end -->"
    before, begun, rest = read_text(document, "document").partition(start)
    _, ended, after = rest.partition(end)
    if not begun or not ended:
        raise UcgsimError(f"{document}: has no {start} before an {end}")
    write_text_file(document, f"{before}{start}\n\n{text}\n\n{end}{after}")
