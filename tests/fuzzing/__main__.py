"""Fuzz the readers: python -m tests.fuzzing [-n NUMBER] [KIND ...]; the exit code is 1 where one of them broke."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING

from tests.fuzzing import folders
from tests.fuzzing.kinds import KINDS
from tests.fuzzing.trying import reader_of, report, try_all
from ucgsim.errors import UcgsimError
from ucgsim.remarks import heard_by

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

KEPT = {"plan": True, "folder": False}


def main(arguments: Sequence[str]) -> int:
    """Try every kind that is named, or all; return the exit code."""
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description=__doc__.partition("; ")[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"any of {', '.join([*KINDS, *KEPT])}; all without")
    parser.add_argument("-n", "--number", type=int, default=1000, help="inputs of each kind (1000)")
    asked = parser.parse_args(arguments)
    kinds = asked.kinds or [*KINDS, *KEPT]
    unknown = [name for name in kinds if name not in KINDS and name not in KEPT]
    if unknown or asked.number < 1:
        parser.error(f"no kind {unknown[0]!r}" if unknown else "-n is at least 1")
    broken = [name for name in kinds if not _holds(name, asked.number)]
    if any(name in KEPT for name in kinds):
        folders.drop()
    print(f"broken: {', '.join(broken)}" if broken else "every input got an answer or one line")
    return 1 if broken else 0


def _holds(name: str, number: int) -> bool:
    start = time.monotonic()
    try:
        with heard_by(lambda _: None):
            counts = _tried(name, number)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        traceback.print_exception(error)
        print(f"{name}: broke after {time.monotonic() - start:.0f} s, see above")
        return False
    report(name, counts, time.monotonic() - start)
    return True


def _tried(name: str, number: int) -> Counter[str]:
    if name in KEPT:
        return try_all(folders.changed(plans=KEPT[name]), folders.Changed.read, number)
    kind = KINDS[name]
    with reader_of(kind.file, kind.read) as read:
        for seed in kind.seeds():
            # Whatever is made once, such as a grammar, is made now and not on anybody's time.
            with suppress(UcgsimError):
                read(seed)
        return try_all(kind.inputs(), read, number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
