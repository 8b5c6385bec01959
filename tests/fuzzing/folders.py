"""What runs keep in folders, with one file changed: by a slip of the disk, or by somebody who seals it again."""

from __future__ import annotations

import hashlib
import re
import shutil
import zlib
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import strategies as st

from tests.fuzzing.mutating import inputs
from tests.fuzzing.trying import PREFIX, look_at
from tests.helpers import PLAIN
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.safe_text import shown
from ucgsim.simulate.folder import RunFolder
from ucgsim.studies.compare.plan import Stop
from ucgsim.studies.compare.question import compare, read_compare
from ucgsim.studies.duel.question import duel, read_duel
from ucgsim.studies.kit.run import verify
from ucgsim.studies.matrix.matches import StoredMatches
from ucgsim.studies.matrix.question import matrix, read_matrix

if TYPE_CHECKING:
    from collections.abc import Callable

PLANS = ("plan.json", "matrix.json", "matches.json", "compare.json")
TOKENS = ("greedy", "1.6", "../..", "BP01-012", "part", "counts", "plan", "context", "told", "format", "decks")
READERS: dict[str, Callable[[Path], object]] = {
    "duel": lambda path: read_duel(RunFolder(path)),
    "matrix": read_matrix,
    "matches": lambda path: StoredMatches(path).answer(shipped_catalog()),
    "compare": lambda path: read_compare(path, shipped_catalog()),
}


class Changed(NamedTuple):
    """A file of a kept folder, what it holds now, and whether what vouches for it was made to agree."""

    folder: str
    file: str
    data: bytes
    again: bool

    def read(self) -> None:
        """Read the folder as the commands do; UcgsimError where it can't be."""
        place = kept() / self.folder
        before = (place / self.file).read_bytes()
        try:
            (place / self.file).write_bytes(sealed_again(self.data) if self.again else self.data)
            for checked in verify(place, shipped_catalog()):
                look_at(shown(checked.why or checked.place))
            READERS[self.folder](place)
        finally:
            (place / self.file).write_bytes(before)


def sealed_again(data: bytes) -> bytes:
    """The same with every checksum as the bytes are now."""
    body, mark, _ = data.rpartition(b',\n  "seal": "')
    if mark:
        return body + mark + hashlib.sha256(body).hexdigest().encode() + b'"\n}\n'
    return re.sub(rb"(?m)^[0-9a-f]{8} (.*)$", lambda line: b"%08x " % zlib.crc32(line[1]) + line[1], data)


@cache
def kept() -> Path:
    """A folder with a small one of each kind."""
    place, catalog = Path(mkdtemp(prefix=PREFIX)), shipped_catalog()
    duel(*PLAIN[:2], games=40, seed=7, out=place / "duel", catalog=catalog)
    matrix(PLAIN, games=20, seed=7, out=place / "matrix", catalog=catalog)
    matrix(PLAIN, match="bo3", games=20, seed=7, out=place / "matches", catalog=catalog)
    compare(*PLAIN[:2], PLAIN[2:], games=40, stop=Stop(), out=place / "compare", catalog=catalog)
    for name, read in READERS.items():
        read(place / name)
    return place


def drop() -> None:
    """Take the folders away."""
    shutil.rmtree(kept())


def changed(*, plans: bool) -> st.SearchStrategy[Changed]:
    """Folders in which a plan, or anything but a plan, is another."""
    files = [path.relative_to(kept()) for path in sorted(kept().rglob("*")) if path.is_file() and path.name != ".lock"]
    chosen = [path for path in files if (path.name in PLANS) == plans]
    return st.one_of(*(_one(path) for path in chosen))


def _one(path: Path) -> st.SearchStrategy[Changed]:
    folder, file = path.parts[0], str(Path(*path.parts[1:]))
    return st.builds(
        Changed, st.just(folder), st.just(file), inputs([(kept() / path).read_bytes()], TOKENS), st.booleans()
    )
