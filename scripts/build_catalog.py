"""Build the catalog that ships with the package from an open catalog file: facts only, no text.

    python scripts/build_catalog.py [FILE]

FILE is ../shared/cards/ultraman_cards_2026-08-11.csv, next to the repository, when nothing is said.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ucgsim.cards.catalog import Catalog, write_catalog
from ucgsim.cards.importing import import_catalog
from ucgsim.errors import UcgsimError

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT.parent / "shared" / "cards" / "ultraman_cards_2026-08-11.csv"
SHIPPED = ROOT / "ucgsim" / "cards" / "data" / "catalog.csv"


def main(arguments: list[str]) -> int:
    """Write the shipped catalog; return the exit code."""
    source = Path(arguments[0]) if arguments else SOURCE
    try:
        report = import_catalog(source)
        write_catalog(Catalog(report.cards), SHIPPED)
    except UcgsimError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{SHIPPED.relative_to(ROOT)}: {len(report.cards)} cards of {report.prints} prints")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
