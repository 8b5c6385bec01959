"""Decks by name: in the folder where one works, in the user's own library, among those that ship; ``-`` is stdin."""

from __future__ import annotations

import difflib
import functools
import re
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.cards.catalog import home
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_bytes_of, read_text, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

WHAT = "a decklist"
MAX_BYTES = 500_000
"""Bytes of a list; one of fifty cards has a hundredth of it."""
STDIN = Path("-")
ENDINGS = (".txt", ".json", ".csv")
"""What the names of files of decks end in where a folder stands for its decks."""
LIBRARY = "decks"
_SHIPPED = "decklists"


def library() -> Path:
    """The folder of the user's own decks, which need not be there yet."""
    return home() / LIBRARY


def library_place(name: str) -> Path:
    """Where a deck of the library lies, there or not. Raises UcgsimError for what can't be the name of a file."""
    if not re.fullmatch(r"\w[\w .+-]{0,59}", name):
        raise UcgsimError(
            f"{name!r}: can't be the name of a deck; letters, digits, blanks and -_.+ can, up to 60 of them"
        )
    return library() / f"{name}.txt"


def shipped() -> Path:
    """The folder of the decks that ship: of the installed package, or of the checkout that it runs from."""
    package = Path(str(files("ucgsim")))
    installed = package / _SHIPPED
    return installed if installed.is_dir() else package.parent / _SHIPPED


def find_deck(named: Path | str) -> Path:
    """The file that a path or a name of a deck stands for; a file that is there comes before every name.

    Raises UcgsimError, with the nearest names, for a name that no deck bears. What is written like a path stays as it
    is, there or not.
    """
    path = Path(named)
    if path == STDIN or path.exists() or path.suffix or len(path.parts) != 1:
        return path
    for folder in (Path(), library(), shipped()):
        for ending in ENDINGS:
            if (folder / f"{path}{ending}").is_file():
                return folder / f"{path}{ending}"
    near = difflib.get_close_matches(str(path), sorted({each.stem for each in named_decks()}), n=3, cutoff=0.5)
    hint = f"; nearest are {', '.join(near)}" if near else ""
    where = "here, in the library or among those that ship"
    raise UcgsimError(f"{path}: no such file, and no deck of that name {where}{hint}")


def named_decks() -> list[Path]:
    """The files of all decks that have a name: here, in the library, among those that ship."""
    return [path for folder in (Path(), library(), shipped()) for path in decks_in(folder)]


def decks_in(folder: Path) -> list[Path]:
    """The files of decks right in a folder, sorted by name; none where there is no such folder."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.suffix in ENDINGS and path.is_file())


def with_folders(named: Iterable[Path]) -> list[Path]:
    """The same paths and names; a folder stands for its decks. Raises UcgsimError for one without any."""
    return [path for each in named for path in ([each] if not each.is_dir() else _all_in(each))]


def _all_in(folder: Path) -> list[Path]:
    inside = decks_in(folder)
    if not inside:
        raise UcgsimError(f"{folder}: is a folder without decks; one of {', '.join(ENDINGS)} files was expected")
    return inside


def deck_text(path: Path) -> str:
    """The text of a decklist that ``find_deck`` found. Raises UcgsimError where it can't be read."""
    return _stdin_text() if path == STDIN else read_text(path, WHAT, most=MAX_BYTES)


@functools.cache
def _stdin_text() -> str:
    """What stands on standard input, which can be read only once."""
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None or sys.stdin.isatty():
        raise UcgsimError("-: stands for a decklist on standard input, and nothing was sent there")
    return text_of(read_bytes_of(stream, "-", WHAT, most=MAX_BYTES), "-", WHAT)
