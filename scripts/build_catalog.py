"""Build the catalog that ships with the package from an open catalog file: facts only, no text.

    python scripts/build_catalog.py [FILE]

FILE is ../shared/cards/ultraman_cards_2026-08-11.csv, next to the repository, when nothing is said.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ucgsim.cards.card import base_number
from ucgsim.cards.catalog import Catalog, write_catalog
from ucgsim.cards.importing import import_catalog
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_csv
from ucgsim.files.writing import csv_text, write_text_file

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT.parent / "shared" / "cards" / "ultraman_cards_2026-08-11.csv"
SHIPPED = ROOT / "ucgsim" / "cards" / "data" / "catalog.csv"
IDS = SHIPPED.with_name("ids.csv")


def official_ids(source: Path) -> list[tuple[int, str]]:
    """Ids of all prints in the official card list, with the numbers of their cards."""
    head, *rows = (row.cells for row in read_csv(source, "an open catalog"))
    at = (head.index("id"), head.index("number"))
    return sorted((int(row[at[0]]), base_number(row[at[1]])) for row in rows)


def main(arguments: list[str]) -> int:
    """Write the shipped catalog; return the exit code."""
    source = Path(arguments[0]) if arguments else SOURCE
    try:
        report = import_catalog(source)
        write_catalog(Catalog(report.cards), SHIPPED)
        write_text_file(IDS, csv_text([("id", "number"), *official_ids(source)]))
    except UcgsimError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{SHIPPED.relative_to(ROOT)}: {len(report.cards)} cards of {report.prints} prints")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
