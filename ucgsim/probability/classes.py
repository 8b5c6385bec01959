"""Cards merged into classes: two cards that no part of a question distinguishes are the same card to it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain as flatten
from typing import TYPE_CHECKING, TypeAlias

from ucgsim.probability.condition import Chain, Count, Filter, Node, leaves

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ucgsim.cards.card import Card

Rung: TypeAlias = tuple[tuple[str, ...], int, tuple[str, ...]]
"""What levelling up looks at: character names, level, team names."""

Signature: TypeAlias = tuple[tuple[bool, ...], Rung | None, int | None]


@dataclass(frozen=True, slots=True)
class Classes:
    """The deck as a question sees it.

    ``sizes[c]`` cards of class c are in the deck.
    ``rest`` cards belong to no class. ``members`` gives the classes of each filter, ``paths`` all that
    makes each chain, the classes of every step, ``rounds`` the classes of scenes by Round if scenes are set.
    """

    sizes: tuple[int, ...]
    rest: int
    labels: tuple[str, ...]
    members: Mapping[Filter, tuple[int, ...]]
    paths: Mapping[Chain, tuple[tuple[tuple[int, ...], ...], ...]]
    rounds: Mapping[int, tuple[int, ...]]

    @property
    def total(self) -> int:
        """Cards in the deck."""
        return sum(self.sizes) + self.rest

    def count(self, wanted: Filter) -> int:
        """Cards of the filter in the deck."""
        return sum(self.sizes[index] for index in self.members[wanted])


def classify(deck: Sequence[Card], questions: Iterable[Node], *, scene_turns: int = 0) -> Classes:
    """Merge the cards of a deck by what the questions distinguish.

    Args:
        deck: the cards, one entry a copy.
        questions: conditions that are asked about the same hands.
        scene_turns: turns in which a scene may be set; 0 where setting scenes plays no part.
    """
    asked = [leaf for node in questions for leaf in leaves(node)]
    filters = list(dict.fromkeys(leaf.filter for leaf in asked if isinstance(leaf, Count)))
    chains = sorted(
        {leaf for leaf in asked if isinstance(leaf, Chain)}, key=lambda leaf: (leaf.length, leaf.first or 0)
    )
    rungs = {leaf: level_paths(deck, leaf.length, leaf.first) for leaf in chains}
    climbing = set(flatten.from_iterable(flatten.from_iterable(rungs.values())))
    signatures = Counter(_signature(card, filters, climbing, scene_turns) for card in deck)
    nothing: Signature = (tuple(False for _ in filters), None, None)
    kept = [signature for signature in signatures if signature != nothing]
    rounds = sorted({signature[2] for signature in kept if signature[2] is not None})
    return Classes(
        sizes=tuple(signatures[signature] for signature in kept),
        rest=signatures[nothing],
        labels=_labels(kept, filters),
        members={wanted: _indexes(kept, filters.index(wanted)) for wanted in filters},
        paths={leaf: _class_paths(paths, kept) for leaf, paths in rungs.items()},
        rounds={number: tuple(i for i, kind in enumerate(kept) if kind[2] == number) for number in rounds},
    )


def _signature(card: Card, filters: Sequence[Filter], climbing: set[Rung], scene_turns: int) -> Signature:
    rung = rung_of(card)
    # On turn t the Field Round count is t - 1 when a scene is set (CR 2.4.2.3, 5.4).
    settable = card.is_scene and card.round is not None and card.round < scene_turns
    return (
        tuple(wanted.matches(card) for wanted in filters),
        rung if rung in climbing else None,
        card.round if settable else None,
    )


def rung_of(card: Card) -> Rung | None:
    """What levelling up looks at; None for a scene."""
    if card.is_scene or card.level is None:
        return None
    return tuple(sorted(name.upper() for name in card.characters)), card.level, tuple(sorted(card.teams))


def level_paths(deck: Iterable[Card], length: int, first: int | None = None) -> tuple[tuple[Rung, ...], ...]:
    """All ways in which cards of the deck lie on each other, ``length`` high, from level ``first`` on (CR 5.6.1).

    A shared team name counts as the same character (CR 11.18.1). A card with several character names takes
    the name of the card below (CR 11.21.1), so the next one must fit that name.
    """
    rungs = sorted({rung for rung in map(rung_of, deck) if rung is not None})
    paths: list[tuple[tuple[Rung, ...], frozenset[str]]]
    paths = [((rung,), frozenset(rung[0])) for rung in rungs if first in {None, rung[1]}]
    for _ in range(length - 1):
        paths = [
            ((*path, above), names)
            for path, standing in paths
            for above in rungs
            if above[1] == path[-1][1] + 1 and (names := _names_after(standing, path[-1], above))
        ]
    return tuple(path for path, _ in paths)


def _names_after(standing: frozenset[str], below: Rung, above: Rung) -> frozenset[str]:
    """Names of the character once it levelled up; empty where that is not allowed."""
    shared = standing & frozenset(above[0])
    if shared:
        return shared
    return frozenset(above[0]) if frozenset(below[2]) & frozenset(above[2]) else frozenset()


def _indexes(kept: Sequence[Signature], place: int) -> tuple[int, ...]:
    return tuple(index for index, signature in enumerate(kept) if signature[0][place])


def _class_paths(
    paths: Iterable[tuple[Rung, ...]], kept: Sequence[Signature]
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The classes that each step of the paths can be made with."""
    holders: dict[Rung, tuple[int, ...]] = {}
    for index, signature in enumerate(kept):
        if signature[1] is not None:
            holders[signature[1]] = (*holders.get(signature[1], ()), index)
    return tuple(tuple(holders[rung] for rung in path) for path in paths)


def _labels(kept: Sequence[Signature], filters: Sequence[Filter]) -> tuple[str, ...]:
    """A name for each class that fits no other: the filters it passes, and those that set it apart."""
    passed = [frozenset(index for index, flag in enumerate(signature[0]) if flag) for signature in kept]
    labels = []
    for signature, own in zip(kept, passed, strict=True):
        facts = _facts(signature) if passed.count(own) > 1 or not own else []
        rivals = [
            other
            for kind, other in zip(kept, passed, strict=True)
            if own < other and (not facts or kind[1:] == signature[1:])
        ]
        without = frozenset().union(*rivals) - own
        texts = [*facts, *(filters[index].text for index in sorted(own))]
        labels.append(" & ".join([*texts, *(f"not {filters[index].text}" for index in sorted(without))]))
    return tuple(labels)


def _facts(signature: Signature) -> list[str]:
    """What a class has in common next to the filters that it passes."""
    _, rung, scene_round = signature
    level = [] if rung is None else [f"level {rung[1]} {'/'.join(rung[0])}"]
    return level + ([] if scene_round is None else [f"scene of Round {scene_round}"])
