"""Write the effect files that ship with the package, read from the official wording of an open catalog file.

    python scripts/build_effects.py [FILE]

FILE is ../shared/cards/ultraman_cards_2026-08-11.csv next to the repository, when nothing is said. Blocks that a person
edited are kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ucgsim.cards.importing import import_catalog
from ucgsim.effects.library import write_effects
from ucgsim.errors import UcgsimError

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT.parent / "shared" / "cards" / "ultraman_cards_2026-08-11.csv"
SHIPPED = ROOT / "ucgsim" / "effects" / "data"


def main(arguments: list[str]) -> int:
    """Write the shipped effect files; return 1 if a text could not be read, 2 for bad input."""
    source = Path(arguments[0]) if arguments else SOURCE
    try:
        result = import_catalog(source)
        report = write_effects(result.texts, SHIPPED, cards=result.cards)
    except UcgsimError as error:
        print(error, file=sys.stderr)
        return 2
    read, kept, unreadable = len(report.read), len(report.kept), len(report.unreadable)
    print(f"{read} texts read, {kept} edited blocks kept, {unreadable} unreadable")
    for number, reason in report.unreadable.items():
        print(f"{number}: {reason}", file=sys.stderr)
    return 1 if report.unreadable else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
