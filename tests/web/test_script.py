"""Python written as JavaScript: the same answers, and a line for what has no form there."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import pytest

from tests.helpers import ROOT
from tests.web.node import needs_node, run_node
from ucgsim.web.script import UnwritableError, script_of

WORD = re.compile(r"(?P<count>\d+)?\s*(?P<name>[^\W\d_]+)", re.IGNORECASE)
NAMES = {"a": 1, "b": 2}


class Pair(NamedTuple):
    left: int
    right: int = 7

    def total(self, times: int = 1, *, more: int = 0) -> int:
        return (self.left + self.right) * times + more


@dataclass
class Box:
    name: str
    held: list[int] = field(default_factory=list)

    @property
    def size(self) -> int:
        return len(self.held)

    @cached_property
    def largest(self) -> int:
        return max(self.held, key=lambda each: each, default=-1)


def texts(text):
    words = [f"{word!r}: {len(word):03}" for word in text.split()]
    return [
        text.strip(" -"),
        text[1:-1],
        text[-1],
        words,
        "-".join(reversed_of(text.splitlines())),
        "b" in text,
        text * 2,
    ]


def reversed_of(lines):
    return [lines[at] for at in range(len(lines) - 1, -1, -1)]


def patterns(text):
    names = [match["name"] for match in WORD.finditer(text)]
    first = WORD.search(text)
    return [
        names,
        first and [first[0], first.start(), first.end(), list(first.groups())],
        WORD.sub(r"<\g<name>>", text),
    ]


def holders(words):
    counts, places = Counter(words), defaultdict(set)
    for at, word in enumerate(words, start=1):
        places[word, at > 2].add(at)
    known = {word for word in words if word in NAMES}
    known |= {"z"}
    pairs = sorted((count, word) for word, count in counts.items())
    return [
        pairs,
        sorted(known - {"a"}),
        [sorted(each) for each in places.values()],
        known <= {"a", "b", "z"},
        not known,
    ]


def classes(numbers):
    pair, box = Pair(*numbers[:2]), Box("x", [*numbers])
    other = replace(box, held=box.held[:1])
    box.held[1:2] = [9, 9]
    return [pair.total(2, more=1), Pair(1).right, box.size, box.largest, other.size, other.name, isinstance(pair, Pair)]


def flow(limit):
    steps = []
    while True:
        limit -= 1
        if limit in {1, 3} and limit > 0:
            continue
        steps.append(limit)
        with suppress(ValueError):
            if limit == 2:
                raise ValueError(limit)
        if limit < 0 or not limit:
            break
    first, *others = steps
    last = others[-1] if others else first
    match last:
        case 0:
            return [*steps, "none" if (half := limit // 2) == 0 else half]
        case -1:
            return list(parts(3))
    return steps


def parts(most):
    for at in range(most):
        yield f"{at:,}"
    yield from ("x", "y")


ASKED = {
    texts: ["  a b-c ", "-ティガ ab\nc\r\nd-", "ab"],
    patterns: ["4 Tiga, x2 ウルトラ $1", "12", "a1b22c"],
    holders: [["a", "b", "a", "c"], ["c"], []],
    classes: [[3, 4, 5], [1, 2]],
    flow: [5, 4, 1, 0],
}


@needs_node
@pytest.mark.parametrize("function", ASKED, ids=lambda function: function.__name__)
def test_the_same_answers(function, tmp_path):
    place = tmp_path / "script.mjs"
    scripts = (ROOT / "ucgsim/web/static").as_uri()
    place.write_text(script_of(function).replace("from './", f"from '{scripts}/"), encoding="utf-8")
    answers = run_node("call.mjs", {function.__name__: [[each] for each in ASKED[function]]}, place)
    assert answers == {function.__name__: json.loads(json.dumps([function(each) for each in ASKED[function]]))}


def unwritable(text):
    del text


def test_what_has_no_form_is_refused_with_its_line():
    with pytest.raises(UnwritableError, match=r"unwritable, line 2: 'del text' has no form in JavaScript here"):
        script_of(unwritable)
