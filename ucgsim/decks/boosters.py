"""Pools of cards dealt from booster packs, as a file says what a pack holds: an assumption, and named as one."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any

from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import own_text, parse_toml, read_toml

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from ucgsim.cards.card import Card

PACKS = 4
"""Packs that a player opens (floor rules 14)."""
MOST_PACKS = 1000
MOST_CARDS = 100
"""Cards of a pack."""
OWN = "packs.toml"
"""The file that ships."""
SHIPPED = "the packs that ship"
"""What it is called where another file would be named."""
WHAT = "what a booster pack holds (TOML with a table [pack], such as C = 4)"
_RARITY = re.compile("[A-Z]{1,6}")


@dataclass(frozen=True, slots=True)
class Boosters:
    """What a pack holds: so many cards of each rarity, and one more of a rarity by weight where there is any.

    Within a pack no number is there twice, as far as there are others of its rarity; of one rarity each number is
    equally likely, packs do not depend on each other.
    """

    name: str
    each: Mapping[str, int]
    one_of: Mapping[str, float] = field(default_factory=dict)
    place: str = ""

    @property
    def size(self) -> int:
        """Cards of a pack."""
        return sum(self.each.values()) + bool(self.one_of)

    @property
    def words(self) -> str:
        """What is assumed, in words that go with every answer."""
        return f"assumed of a pack: {self.name}"


def read_boosters(path: Path | None = None) -> Boosters:
    """What a pack holds by a file, or by the one that ships. Raises UcgsimError for anything else."""
    if path is not None:
        return _boosters(read_toml(path, WHAT), path)
    text = own_text(files("ucgsim.decks").joinpath(OWN))
    return _boosters(parse_toml(text, OWN, WHAT), SHIPPED)


def _boosters(data: dict[str, Any], place: Path | str) -> Boosters:
    unknown = sorted(set(data) - {"name", "pack", "one_of"})
    if unknown:
        raise UcgsimError(f"{place}: {unknown[0][:40]!r} is none of name, [pack] and [one_of]; {WHAT} was expected")
    each = _table(data, "pack", place)
    for rarity, count in each.items():
        if type(count) is not int or not 0 <= count <= MOST_CARDS:
            raise UcgsimError(f"{place}: [pack] {rarity} is {count!r}; it is a whole number from 0 to {MOST_CARDS}")
    one_of = _table(data, "one_of", place)
    for rarity, weight in one_of.items():
        if type(weight) not in (int, float) or not math.isfinite(weight) or weight < 0:
            raise UcgsimError(f"{place}: [one_of] {rarity} is {weight!r}; it is a number, 0 or more")
    if one_of and not 0 < sum(one_of.values()) < math.inf:
        raise UcgsimError(f"{place}: [one_of] holds no weight above 0, or weights that are too large")
    more = f"one of {', '.join(one_of)}" if one_of else "no more"
    name = data.get("name", ", ".join([*(f"{count} {rarity}" for rarity, count in each.items()), more]))
    if not isinstance(name, str) or not name.strip():
        raise UcgsimError(f"{place}: name is no text; what the pack is called was expected")
    some = {rarity: weight for rarity, weight in one_of.items() if weight > 0}
    result = Boosters(" ".join(name.split()), {rarity: n for rarity, n in each.items() if n}, some, str(place))
    if not 1 <= result.size <= MOST_CARDS:
        raise UcgsimError(f"{place}: a pack has {result.size} cards; it has from 1 to {MOST_CARDS}")
    return result


def _table(data: dict[str, Any], name: str, place: Path | str) -> dict[str, Any]:
    table = data.get(name, {})
    if not isinstance(table, dict):
        raise UcgsimError(f"{place}: {name} is no table of rarities; {WHAT} was expected")
    wrong = [rarity for rarity in table if not _RARITY.fullmatch(rarity)]
    if wrong:
        raise UcgsimError(f"{place}: [{name}] {wrong[0][:40]!r} can't be a rarity; one is like C, U, R or RRR")
    return table


def sets_with_packs(cards: Iterable[Card], boosters: Boosters) -> list[str]:
    """Codes of the sets that hold every rarity that a pack may hold, oldest first."""
    rarities = _by_rarity(cards)
    return [code for code in sorted(rarities) if not _absent(rarities[code], boosters)]


def sets_of(cards: Sequence[Card], boosters: Boosters, codes: Sequence[str] = ()) -> list[str]:
    """The sets that packs are of: those named, else the newest that packs can be dealt of.

    Raises UcgsimError for a set that the catalog does not hold, and for one without a rarity that a pack holds.
    """
    rarities = _by_rarity(cards)
    known = sets_with_packs(cards, boosters)
    if not known:
        raise UcgsimError(f"{boosters.place}: no set of the catalog has cards of every rarity that a pack holds")
    for code in (text.strip().upper() for text in codes):
        if code not in rarities:
            raise UcgsimError(f"{code!r} is no set of the catalog; packs can be dealt of {', '.join(known)}")
        if absent := _absent(rarities[code], boosters):
            raise UcgsimError(
                f"{code}: has no card of rarity {', '.join(absent)}, which a pack may hold ({boosters.place}); "
                f"packs can be dealt of {', '.join(known)}"
            )
    return [text.strip().upper() for text in codes] or [known[-1]]


def deal_pool(
    cards: Sequence[Card],
    boosters: Boosters,
    sets: Sequence[str],
    *,
    packs: int = PACKS,
    seed: int = 1,
    number: int = 0,
) -> Deck:
    """The cards of so many packs, of ``sets_of`` in turn: pool ``number`` of a seed; UcgsimError for ``packs``."""
    if not 1 <= packs <= MOST_PACKS:
        raise UcgsimError(f"packs is {packs}; open a whole number of them from 1 to {MOST_PACKS:,}")
    chance, rarities = Random(f"{seed} {number}"), _by_rarity(cards)
    counts: Counter[str] = Counter()
    for pack in range(packs):
        counts.update(_open(rarities[sets[pack % len(sets)]], boosters, chance))
    return Deck(f"pool {number} of seed {seed}", tuple(counts.items()))


def _open(numbers: Mapping[str, Sequence[str]], boosters: Boosters, chance: Random) -> list[str]:
    """The cards of a pack."""
    wanted = Counter(boosters.each)
    if boosters.one_of:
        wanted[chance.choices([*boosters.one_of], [*boosters.one_of.values()])[0]] += 1
    result: list[str] = []
    for rarity, count in sorted(wanted.items()):
        every, rest = divmod(count, len(numbers[rarity]))
        result += [*numbers[rarity]] * every + chance.sample(numbers[rarity], rest)
    return result


def _by_rarity(cards: Iterable[Card]) -> dict[str, dict[str, list[str]]]:
    """Numbers by set and rarity, sorted."""
    result: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for card in sorted(cards, key=lambda card: card.number):
        if card.rarity:
            result[card.set_code][card.rarity].append(card.number)
    return result


def _absent(rarities: Mapping[str, Sequence[str]], boosters: Boosters) -> list[str]:
    return [rarity for rarity in dict.fromkeys([*boosters.each, *boosters.one_of]) if rarity not in rarities]
