"""Decks by name: in the folder where one works, in the user's own library, among those that ship; ``-`` is stdin."""

from __future__ import annotations

import difflib
import functools
import os
import re
import sys
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.cards.home import home
from ucgsim.decks.link import is_link, to_link
from ucgsim.decks.table import P
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_bytes_of, read_text, text_of
from ucgsim.language import gettext as _
from ucgsim.safe_text import place_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ucgsim.decks.deck import Deck

WHAT = "a decklist"
MAX_BYTES = 500_000
"""Bytes of a list; one of fifty cards has a hundredth of it."""
STDIN = Path("-")
ENDINGS = (".txt", ".json", ".csv")
"""What the names of files of decks end in where a folder means its decks."""
LIBRARY = "decks"
HERE = "here"
_SHIPPED = "decklists"
MOST_BYTES = 255
"""Bytes that every file system takes as the name of a file; each part of a path is one."""
MOST_BYTES_OF_PATH = 4095
MOST_SHOWN = 60
"""Letters of a name that are shown where it is too long."""
MOST_NEAR = 3
MUCH_ALIKE = 0.7
"""How much a file that is there is like the one that was named, up to 1."""
_LINK = re.compile(r"(?:https?:/|www\.)", re.IGNORECASE)
_ONE_SLASH = re.compile(r"(?<=^http:)/(?!/)|(?<=^https:)/(?!/)", re.IGNORECASE)
"""What a path makes of the two of a link."""


def library() -> Path:
    """The folder of the user's own decks, which need not be there yet."""
    return home() / LIBRARY


def library_place(name: str) -> Path:
    """Where a deck of the library lies, there or not. Raises UcgsimError for what can't be the name of a file."""
    if not re.fullmatch(r"\w[\w .+-]{0,59}", name):
        text = _("{name}: can't be the name of a deck; letters, digits, blanks and -_.+ can, up to 60 of them")
        raise UcgsimError(text.format(name=repr(name)))
    return library() / f"{name}.txt"


def shipped() -> Path:
    """The folder of the decks that ship: of the installed package, or of the checkout that it runs from."""
    package = Path(str(files("ucgsim")))
    installed = package / _SHIPPED
    return installed if installed.is_dir() else package.parent / _SHIPPED


def find_deck(named: Path | str) -> Path:
    """The file that a path or a name of a deck means; a file that is there comes before every name.

    A name is that of a file without its ending, or the one that the list gives itself, as tables print it; capitals
    make no difference. Raises UcgsimError, with the nearest names, for a name that no deck bears, for one that several
    bear, for a link that holds no deck, and for what is too long. What is written like a path, and a link of the page,
    stays as it is, there or not.
    """
    path = Path(named)
    if path == STDIN or is_there(path) or is_link(str(path)):
        return path
    if _LINK.match(str(path)):
        link = _ONE_SLASH.sub("//", str(path))
        text = _("{link}: is a link, and links are not read; paste the list into a file, or name - and send it")
        raise UcgsimError(text.format(link=link))
    _refuse_long(path)
    if file := _named_so(str(path)):
        return file
    if path.suffix or len(path.parts) != 1:
        return path
    names = {name for each in named_decks() for name in (each.stem, _own_name(each)) if name}
    near = _nearest(str(path), names)
    text = _("{name}: no such file, and no deck of that name here, in the library or among those that ship")
    if near:
        text = _(
            "{name}: no such file, and no deck of that name here, in the library or among those that ship; "
            "nearest are {near}"
        )
    raise UcgsimError(text.format(name=path, near=", ".join(near)))


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder; a name that no file can have is none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _refuse_long(path: Path) -> None:
    """Raise UcgsimError for a path that no file can have."""
    parts = ((each, MOST_BYTES) for each in path.parts)
    for text, most in (*parts, (str(path), MOST_BYTES_OF_PATH)):
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > most:
            what = "the name of a file or a deck" if most == MOST_BYTES else "a path"
            raise UcgsimError(f"{text[:MOST_SHOWN]}...: has {size:,} bytes, and {what} has {most:,} at most")


def is_folder(path: Path) -> bool:
    """Whether there is such a folder."""
    return is_there(path) and path.is_dir()


def _is_file(path: Path) -> bool:
    return is_there(path) and path.is_file()


def _named_so(name: str) -> Path | None:
    """The file of the deck that bears a name: here, in the library, among those that ship."""
    if Path(name).suffix in ENDINGS:
        return None
    folders = (Path(), library(), shipped())
    for folder in folders:
        for ending in ENDINGS:
            if len(Path(name).parts) == 1 and _is_file(folder / f"{name}{ending}"):
                return folder / f"{name}{ending}"
    like: Sequence[Callable[[Path], str]] = (lambda path: path.stem, _own_name)
    for folder in folders:
        for called in like:
            bearers = [path for path in decks_in(folder) if called(path).casefold() == name.casefold()]
            if len(bearers) > 1:
                files = _(" and ").join(str(path) for path in bearers[:MOST_NEAR])
                raise UcgsimError(_("{name}: is the name of {files}; name the file").format(name=name, files=files))
            if bearers:
                return bearers[0]
    return None


def _own_name(path: Path) -> str:
    """The name that the list in a file gives itself; blank where it gives none, or can't be read."""
    with suppress(UcgsimError):
        return name_in(read_text(path, WHAT, most=MAX_BYTES))
    return ""


def name_in(text: str) -> str:
    """The name that a list gives itself, in a comment ``# name: ...``; blank where it gives none."""
    return next((name[1] for line in text.splitlines() if (name := P["name"].search(line.strip()))), "")


def _nearest(name: str, names: Iterable[str], cutoff: float = 0.5) -> list[str]:
    """Names that look most like one, capitals apart; ``cutoff``: how much, up to 1."""
    folded = {each.casefold(): each for each in sorted(names, reverse=True)}
    near = difflib.get_close_matches(name.casefold(), folded, n=MOST_NEAR, cutoff=cutoff)
    return list(dict.fromkeys(folded[each] for each in near))


def named_decks() -> list[Path]:
    """The files of all decks that have a name: here, in the library, among those that ship."""
    return [path for folder in (Path(), library(), shipped()) for path in decks_in(folder)]


def place_of(path: Path) -> str:
    """Whose a deck is, by where its file lies: it ``ships``, it is ``yours`` as it is in the library, or ``here``."""
    return {shipped(): "ships", library(): "yours"}.get(path.parent, HERE)


def deck_word(deck: Deck) -> str:
    """How a command names a deck, on this machine and elsewhere: by name where it ships or lies in the library.

    A file within the folder where one works is named from there. For any other deck there is a link that holds it.
    """
    source = deck.source
    if source is not None and source != STDIN:
        if is_link(str(source)) or len(source.parts) == 1:
            return str(source)
        path = Path(os.path.abspath(source))  # noqa: PTH100 - resolve() would leave a link behind
        named = _named_so(path.stem) if place_of(path) != HERE else None
        if named is not None and named.absolute() == path:
            return path.stem
        word = place_word(path)
        if word != path.name or path.parent == Path.cwd():
            return word
    try:
        return to_link([deck])
    except UcgsimError:
        return deck.name if source is None else source.name


def decks_in(folder: Path) -> list[Path]:
    """The files of decks right in a folder, sorted by name; none where there is no such folder."""
    if not is_folder(folder):
        return []
    return sorted(path for path in folder.iterdir() if path.suffix in ENDINGS and path.is_file())


def with_folders(named: Iterable[Path]) -> list[Path]:
    """Paths and names of decks, with the decks of a folder in place of it. Raises UcgsimError for one without any."""
    return [path for each in named for path in ([each] if not is_folder(each) else _all_in(each))]


def _all_in(folder: Path) -> list[Path]:
    inside = decks_in(folder)
    if not inside:
        raise UcgsimError(f"{folder}: is a folder without decks; one of {', '.join(ENDINGS)} files was expected")
    return inside


def deck_text(path: Path) -> str:
    """The text of a decklist that ``find_deck`` found. Raises UcgsimError where it can't be read."""
    if path == STDIN:
        return _stdin_text()
    if not is_there(path):
        if is_link(str(path)):
            return str(path)
        _refuse_long(path)
        others = decks_in(path.parent)
        if near := _nearest(path.stem, [each.stem for each in others], MUCH_ALIKE):
            meant = next(each for each in others if each.stem == near[0])
            raise UcgsimError(f"{path}: no such file; {WHAT} was expected; did you mean {meant}?")
    return read_text(path, WHAT, most=MAX_BYTES)


@functools.cache
def _stdin_text() -> str:
    """What is on standard input, which can be read only once."""
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None or sys.stdin.isatty():
        raise UcgsimError(_("-: means a decklist on standard input, and nothing was sent there"))
    return text_of(read_bytes_of(stream, "-", WHAT, most=MAX_BYTES), "-", WHAT)
