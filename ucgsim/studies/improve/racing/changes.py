"""Builds of a deck, each said by what it changes: cards that leave and cards that come in."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.decks.deck import Deck

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

MARK = ">"
"""Between the cards that leave and those that come in, where a change is written down."""


class Change(NamedTuple):
    """Numbers of the cards that leave and of those that come in, sorted, copies repeated, none in both."""

    out: tuple[str, ...] = ()
    into: tuple[str, ...] = ()

    @property
    def swaps(self) -> int:
        """How many cards leave, and as many come in."""
        return len(self.out)

    @property
    def key(self) -> str:
        """What the change is called where it is kept; empty for the deck as it is."""
        return f"{','.join(self.out)}{MARK}{','.join(self.into)}" if self.out else ""

    def then(self, other: Change) -> Change:
        """This change and another one after it."""
        out, into = (Counter(mine) + Counter(theirs) for mine, theirs in zip(self, other, strict=True))
        both = out & into
        return Change(*(tuple(sorted((side - both).elements())) for side in (out, into)))

    def counts(self, start: Mapping[str, int]) -> dict[str, int]:
        """Copies of each number in the build of a deck; below 0 where the deck has too few to leave."""
        counts = Counter(start)
        counts.subtract(self.out)
        counts.update(self.into)
        return {number: count for number, count in counts.items() if count}

    def build(self, start: Deck) -> Deck:
        """The build of a deck, which has a name of its own."""
        name = f"{start.name} with {self.swaps} other card{'s'[: self.swaps > 1]}" if self.swaps else start.name
        return Deck(name, tuple(self.counts(dict(start.counts)).items()))


STAY = Change()
"""The deck as it is."""


def read_change(key: str) -> Change:
    """What ``Change.key`` told; ValueError where that is none."""
    if not key:
        return STAY
    out, mark, into = key.partition(MARK)
    change = Change(tuple(out.split(",")), tuple(into.split(",")))
    if (
        not mark
        or len(change.out) != len(change.into)
        or change.then(STAY) != change
        or not all(change.out + change.into)
    ):
        raise ValueError(f"{key[:40]!r} is no change of a deck")
    return change


def is_legal(change: Change, start: Mapping[str, int], limits: Mapping[str, int], kept: Collection[str]) -> bool:
    """Whether a build has no more copies of what comes in than ``limits`` allow, and all cards that are ``kept``."""
    counts = change.counts(start)
    return (
        not set(change.out).intersection(kept)
        and all(counts.get(number, 0) >= 0 for number in change.out)
        and all(counts.get(number, 0) <= limits.get(number, 0) for number in change.into)
    )


def single_swaps(start: Mapping[str, int], limits: Mapping[str, int], kept: Collection[str]) -> list[Change]:
    """Every legal change of a single card, in the order of numbers; nothing is left out by a rule of thumb."""
    out = [number for number in sorted(start) if number not in kept]
    into = [number for number in sorted(limits) if start.get(number, 0) < limits[number]]
    return [Change((leaves,), (comes,)) for comes in into for leaves in out if leaves != comes]


def further(
    beam: Iterable[Change],
    singles: Sequence[Change],
    start: Mapping[str, int],
    limits: Mapping[str, int],
    kept: Collection[str],
) -> Iterator[tuple[Change, Change, Change]]:
    """Builds a swap beyond those of a ``beam``: the build, what it comes from, and the swap; each build once."""
    seen: set[Change] = set()
    for parent in beam:
        for single in singles:
            change = parent.then(single)
            if change.swaps == parent.swaps + 1 and change not in seen and is_legal(change, start, limits, kept):
                seen.add(change)
                yield change, parent, single
