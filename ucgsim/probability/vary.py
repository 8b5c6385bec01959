"""What to change in the deck: the same question for more or fewer of some cards, in exchange for a filler."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.probability.condition import Count, Filter, Vocabulary, parse
from ucgsim.probability.odds import odds_of_cards
from ucgsim.probability.sheets import varied
from ucgsim.probability.varied import VariedOdds, VaryRow
from ucgsim.report.result import Drawn

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from matplotlib.figure import Figure

    from ucgsim.cards.card import Card

MOST_VARIABLES = 2
_RANGE = re.compile(r"\s*(\d{1,3})\s*(?:\.\.|-)\s*(\d{1,3})\s*")


@dataclass(frozen=True, slots=True)
class Variable:
    """Cards whose number is changed, from ``low`` to ``high``."""

    filter: Filter
    low: int
    high: int

    @property
    def values(self) -> range:
        """The numbers that are tried."""
        return range(self.low, self.high + 1)


@dataclass(frozen=True, slots=True)
class VaryResult(VariedOdds, Drawn):
    """Answers for all decks of a variation, and their picture."""

    def figure(self) -> Figure:
        """A line for one variable, a heat map for two."""
        from ucgsim.probability.plots import plot_vary  # noqa: PLC0415 - loads matplotlib

        return plot_vary(self)

    def _repr_html_(self) -> str:
        """The table, for a notebook."""
        return varied(self).html()


def vary(
    deck: Sequence[Card],
    want: str,
    variables: Sequence[str],
    *,
    filler: str,
    known: Iterable[Card] = (),
    groups: Mapping[str, Collection[str]] | None = None,
    progress: Callable[[int], None] = lambda _: None,
    **terms: Any,
) -> VaryResult:
    """Ask the same question of every deck in which some cards are swapped for a filler.

    Args:
        deck: the cards, one entry a copy.
        want: the condition.
        variables: one or two, such as ``"level 1 TIGA: 4..12"``.
        filler: a filter for the cards that make room or fill up; if the deck has none, one of ``known``.
        known: further cards.
        groups: names for sets of card numbers.
        progress: told how many more decks were asked.
        terms: everything else that :func:`~ucgsim.probability.odds.odds_of_cards` takes.

    Raises:
        UcgsimError: a variable that can't be read, cards in two of the filters, too few of the filler.
    """
    if not 1 <= len(variables) <= MOST_VARIABLES:
        raise UcgsimError(f"{len(variables)} variables; one or two can be varied")
    known = list(known)
    vocabulary = Vocabulary.of(deck, known, groups)
    read = [_read_variable(text, vocabulary) for text in variables]
    exchange = _Exchange(deck, known, read, _read_filter(filler, vocabulary))
    rows = []
    for counts in product(*(variable.values for variable in read)):
        changed = exchange.deck(counts)
        result = odds_of_cards(changed, want, known=(*known, *deck), groups=groups, progress=False, **terms)
        rows.append(VaryRow(counts, exchange.left(counts), result))
        progress(1)
    return VaryResult(want, tuple(v.filter.text for v in read), filler, exchange.now, tuple(rows))


def count_rows(variables: Sequence[str]) -> int:
    """How many decks a variation asks about; variables that can't be read count once."""
    number = 1
    for text in variables:
        match = _RANGE.fullmatch(text.rpartition(":")[2])
        number *= max(1, int(match[2]) - int(match[1]) + 1) if match else 1
    return number


def _read_variable(text: str, vocabulary: Vocabulary) -> Variable:
    name, colon, span = text.rpartition(":")
    match = _RANGE.fullmatch(span)
    if not colon or match is None or int(match[1]) > int(match[2]):
        raise UcgsimError(f"vary {text!r}: write a filter and its numbers, such as 'level 1 TIGA: 4..12'")
    return Variable(_read_filter(name, vocabulary), int(match[1]), int(match[2]))


def _read_filter(text: str, vocabulary: Vocabulary) -> Filter:
    try:
        node = parse(text, vocabulary)
    except UcgsimError as error:
        raise UcgsimError(f"{text!r}: {error}") from error
    if not isinstance(node, Count) or (node.low, node.high) != (1, None):
        raise UcgsimError(f"{text!r}: a filter without comparison belongs here, such as level 1 TIGA")
    return node.filter


class _Exchange:
    """A deck taken apart into the cards of each variable, the filler and the rest."""

    def __init__(
        self, deck: Sequence[Card], known: Sequence[Card], variables: Sequence[Variable], filler: Filter
    ) -> None:
        self.filters = [*(variable.filter for variable in variables), filler]
        self._refuse_overlap(deck)
        self.parts = [[card for card in deck if wanted.matches(card)] for wanted in self.filters]
        self.spares = [
            part or [card for card in known if wanted.matches(card)][:1]
            for part, wanted in zip(self.parts, self.filters, strict=True)
        ]
        self.rest = [card for card in deck if not any(wanted.matches(card) for wanted in self.filters)]
        self.now = tuple(len(part) for part in self.parts[:-1])

    def _refuse_overlap(self, deck: Sequence[Card]) -> None:
        for card in deck:
            texts = [wanted.text for wanted in self.filters if wanted.matches(card)]
            if len(texts) > 1:
                raise UcgsimError(f"{card.number} is both {texts[0]} and {texts[1]}; what is exchanged must differ")

    def left(self, counts: Sequence[int]) -> int:
        """Cards of the filler that are left; negative where there are too few."""
        return sum(self.now) + len(self.parts[-1]) - sum(counts)

    def deck(self, counts: Sequence[int]) -> list[Card]:
        """The deck with so many cards of each variable."""
        left, wanted = self.left(counts), self.filters[-1].text
        if left < 0:
            have = len(self.parts[-1])
            raise UcgsimError(f"{self._text(counts)}: takes {have - left} cards of {wanted}, the deck has {have}")
        sized = zip(self.parts, self.spares, (*counts, left), self.filters, strict=True)
        return [*self.rest, *(card for part in sized for card in _resized(*part))]

    def _text(self, counts: Sequence[int]) -> str:
        return ", ".join(f"{n} {wanted.text}" for n, wanted in zip(counts, self.filters[:-1], strict=True))


def _resized(part: Sequence[Card], spares: Sequence[Card], number: int, wanted: Filter) -> list[Card]:
    """So many cards: copies go where there are fewest, and leave where there are most."""
    counts = Counter(part)
    if number > len(part) and not spares:
        raise UcgsimError(f"no card is {wanted.text}; name cards that the deck or the catalog has")
    for card in spares:
        counts.setdefault(card, 0)
    while counts.total() < number:
        counts[min(counts, key=lambda card: (counts[card], card.number))] += 1
    while counts.total() > number:
        counts[max(counts, key=lambda card: (counts[card], card.number))] -= 1
    return list(counts.elements())
