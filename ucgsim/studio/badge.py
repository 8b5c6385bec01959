"""How a browser that was let in comes in again after the studio was started again: it proves that it holds a badge.

The badge is a secret of the data folder, in a folder that this user alone can read. A page asks for it with its cookie
and its key, and holds it as a key that signs and that no script can read (`web/static/again.js`); it is never sent.
What is signed is a number that this start of the studio drew and takes once, and the host that is asked. So a program
that takes the port while no studio runs learns nothing that would let it in.
"""

from __future__ import annotations

import hmac
import os
import secrets
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_text
from ucgsim.files.writing import make_own_folder, write_text_file

if TYPE_CHECKING:
    from pathlib import Path

BYTES = 32
MOST_OPEN = 64
"""Numbers that wait to be signed; the oldest gives way."""


class Badge:
    """A secret, and the numbers that may be signed with it."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self._open: deque[str] = deque(maxlen=MOST_OPEN)

    def number(self) -> str:
        """A number to sign, once."""
        self._open.append(secrets.token_urlsafe(BYTES))
        return self._open[-1]

    def signed(self, text: str) -> str:
        """What the holder of the badge signs a text with."""
        return hmac.digest(self.secret.encode(), text.encode(), "sha256").hex()

    def proves(self, number: str, proof: str, host: str) -> bool:
        """Whether who asks ``host`` with this number, which is used up, holds the badge."""
        if number not in self._open:
            return False
        self._open.remove(number)
        return hmac.compare_digest(self.signed(f"{number} {host}").encode(), proof.encode())


def badge_of(folder: Path) -> Badge:
    """The badge that lies in a folder, made where there is none; one of this start where others could read it."""
    with suppress(OSError, UcgsimError):
        make_own_folder(folder)
        status, file = folder.stat(), folder / "badge.txt"
        if not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o077):
            if not file.is_file() or len(_read(file)) < BYTES:
                write_text_file(file, secrets.token_urlsafe(BYTES))
            return Badge(_read(file))
    return Badge(secrets.token_urlsafe(BYTES))


def _read(file: Path) -> str:
    return read_text(file, "the badge of the studio").strip()
