"""Bring the message catalogs up to date with the code, or say what has no translation yet.

``python -m scripts.translate`` extracts every sentence within ``_(...)`` or ``marked(...)``, merges it into the
catalogs of `ucgsim/language` and compiles these. With ``--check`` it writes nothing and fails where a catalog is stale
or a sentence has no translation.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from ucgsim.language import INTERFACE

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "ucgsim"
_PART = re.compile(rb"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"")
_SAID = re.compile(rb"(?<![\w$.])_\(\s*((?:%(part)s)(?:\s*\+\s*(?:%(part)s))*)" % {b"part": _PART.pattern})


def sentences_of_a_script(file: BinaryIO, *_: object, **_options: object) -> Iterator[tuple[int, str, str, list[str]]]:
    """What a script says, as Babel's extraction gives it; its own misses calls within templates that hold braces."""
    content = file.read()
    for match in _SAID.finditer(content):
        text = b"".join(part[1] or part[2] or b"" for part in _PART.finditer(match[1])).decode()
        yield content.count(b"\n", 0, match.start()) + 1, "_", re.sub(r"\\(.)", r"\1", text), []


DOMAINS = {
    "ucgsim": [(PACKAGE, [("**.py", "python")])],
    "page": [
        (PACKAGE / "web" / "static", [("vendor/**", "ignore"), ("**.js", sentences_of_a_script)]),
        # The page reads lists by the code of the commands.
        (PACKAGE / "decks", [("table.py", "python")]),
    ],
}
"""Where the sentences of a catalog are taken from."""


def extracted(domain: str) -> Catalog:
    """The sentences of the code, without translations, each with the files that it is said in."""
    catalog = Catalog(project="ucgsim", charset="utf-8", fuzzy=False)
    for folder, methods in DOMAINS[domain]:
        for file, _, message, comments, _ in extract_from_dir(folder, methods, keywords={"_": None, "marked": None}):
            place = (folder / file).relative_to(ROOT).as_posix()
            catalog.add(message, locations=[(place, 0)], auto_comments=comments)
    return catalog


def updated(domain: str, language: str) -> tuple[dict[Path, bytes], list[str]]:
    """A catalog brought up to date and compiled, by place, and the sentences in it that have no sure translation."""
    place = catalog_place(domain, language)
    template = extracted(domain)
    known = read_po(BytesIO(place.read_bytes()), locale=language) if place.exists() else Catalog(locale=language)
    known.update(template, no_fuzzy_matching=True)
    known.obsolete.clear()
    known.fuzzy, known.header_comment = False, f"# What {domain} says, in {INTERFACE[language]}."
    missing = [str(each.id) for each in known if each.id and (not each.string or each.fuzzy)]
    out = BytesIO()
    write_po(out, known, sort_by_file=True, include_lineno=False, omit_header=True, width=120)
    said = {str(each.id): str(each.string) for each in known if each.id and each.string and not each.fuzzy}
    text = json.dumps(said, ensure_ascii=False, indent=0) + "\n"
    return {place: out.getvalue(), place.with_suffix(".json"): text.encode()}, missing


def catalog_place(domain: str, language: str) -> Path:
    """The file of a catalog."""
    return PACKAGE / "language" / language / "LC_MESSAGES" / f"{domain}.po"


def main() -> int:
    """Write the catalogs, or check them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where something is missing or stale")
    check = parser.parse_args().check
    wrong = 0
    for language in INTERFACE:
        for domain in DOMAINS if language != "en" else ():
            place = catalog_place(domain, language)
            contents, missing = updated(domain, language)
            stale = any(not file.exists() or file.read_bytes() != content for file, content in contents.items())
            place.parent.mkdir(parents=True, exist_ok=True)
            for file, content in contents.items() if not check else ():
                file.write_bytes(content)
            count = f"{len(missing)} sentence{'s' * (len(missing) != 1)}"
            state = (", stale" if check else ", written") if stale else ""
            print(f"{place.relative_to(ROOT)}: {count} without a translation{state}")
            for text in missing:
                print(f"  {text}")
            wrong += len(missing) + (stale and check)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
