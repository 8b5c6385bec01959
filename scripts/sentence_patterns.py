"""Count the sentence patterns of the texts in an open catalog: what a grammar of another language would have to read.

    python -m scripts.sentence_patterns FILE

A pattern is a sentence without its numbers, and without what stands in brackets for names and symbols.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.cards.importing import import_catalog
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NAME = re.compile(r"『[^』]*』|「[^」]*」|【[^】]*】|\[[A-Z]{2,5}\]")
NUMBER = re.compile(r"[+-]?\d[\d,]*")
END = re.compile(r"(?<=[.)])\s+|(?=《)|(?<=》)")
MOST_COMMON = 100


def patterns(text: str) -> Iterator[str]:
    """The sentences of a text, with N for each name or symbol and 0 for each number."""
    for part in END.split(NUMBER.sub("0", NAME.sub("N", text))):
        if pattern := " ".join(part.split()).strip("N "):
            yield pattern


def counted(texts: Iterable[str]) -> tuple[int, Counter[str]]:
    """How many different texts there are, and how often each pattern stands in them."""
    different = {" ".join(text.split()) for text in texts}
    return len(different), Counter(pattern for text in different for pattern in patterns(text))


def main(arguments: list[str]) -> int:
    """Print the counts of a file; return the exit code."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        many, counts = counted(import_catalog(Path(arguments[0])).texts.values())
    except UcgsimError as error:
        print(error, file=sys.stderr)
        return 2
    once = sum(times == 1 for times in counts.values())
    common = sum(times for _, times in counts.most_common(MOST_COMMON))
    print(f"{many} texts, {counts.total()} sentences of {len(counts)} patterns; {once} stand once,")
    print(f"the {MOST_COMMON} commonest are {common} sentences")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
