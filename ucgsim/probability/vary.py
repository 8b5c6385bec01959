"""What to change in the deck: the same question for more or fewer of some cards, in exchange for a filler."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.probability.condition import Count, Filter, Vocabulary, parse
from ucgsim.probability.odds import odds_of_cards
from ucgsim.report.result import Drawn
from ucgsim.report.sheet import Cell, Sheet, label, number, sheet
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure

    from ucgsim.cards.card import Card
    from ucgsim.probability.result import Odds

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
class VaryRow:
    """The answer for one deck: cards of each variable in ``counts``, of the filler in ``filler``."""

    counts: tuple[int, ...]
    filler: int
    result: Odds


@dataclass(frozen=True, slots=True)
class VaryResult(Drawn):
    """Answers for all decks of a variation, and their picture. ``now`` are the counts of the deck as it is."""

    question: str
    variables: tuple[str, ...]
    filler: str
    now: tuple[int, ...]
    rows: tuple[VaryRow, ...]

    @property
    def best(self) -> VaryRow:
        """The row with the highest chance; the first of equals."""
        return max(self.rows, key=lambda row: row.result.probability)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know of the deck: that it is not whole."""
        return self.rows[0].result.notes

    def as_json(self) -> dict[str, Any]:
        """The table in types that JSON has."""
        rows = [
            {"counts": list(row.counts), "filler": row.filler, "exact": row.result.exact}
            | row.result.chance.as_json()
            | row.result.without.as_json("without_redraw")
            | row.result.redraws.as_json("redraw_rate")
            | {"method": row.result.method}
            for row in self.rows
        ]
        return {
            "question": self.question,
            "vary": list(self.variables),
            "filler": self.filler,
            "now": list(self.now),
            "notes": list(self.notes),
            "rows": rows,
        }

    def to_pandas(self) -> pd.DataFrame:
        """One row a deck."""
        import pandas as pd  # noqa: PLC0415 - slower to import than the answers to compute

        return pd.DataFrame(self._records())

    def to_polars(self) -> pl.DataFrame:
        """One row a deck."""
        import polars as pl  # noqa: PLC0415

        return pl.DataFrame(self._records())

    def _records(self) -> list[dict[str, Any]]:
        return [
            dict(zip(self.variables, row.counts, strict=True))
            | {"filler": row.filler, "probability": row.result.probability}
            | {"low": row.result.low, "high": row.result.high}
            | {"without_redraw": row.result.without_redraw, "redraw_rate": row.result.redraw_rate}
            for row in self.rows
        ]

    def sheet(self) -> Sheet:
        """The chance of every deck of a variation."""
        names = map(shown, (*self.variables, self.filler))
        rows = [_cells(row, as_it_is=row.counts == self.now) for row in self.rows]
        return sheet("", [*names, "chance", "without redraw", marked("redrawn"), ""], rows)

    def _repr_html_(self) -> str:
        """The table, for a notebook."""
        return self.sheet().html()

    def figure(self) -> Figure:
        """A line for one variable, a heat map for two."""
        return self._line() if len(self.variables) == 1 else self._map()

    def _line(self) -> Figure:
        from ucgsim.probability.plots import draw_line, evidence, percentages, question_figure  # noqa: PLC0415
        from ucgsim.report.figures import NEUTRAL  # noqa: PLC0415

        first = self.rows[0].result
        with question_figure(self.question, evidence(first), first.method) as (figure, axes):
            counts = [row.counts[0] for row in self.rows]
            draw_line(axes, counts, [row.result.chance for row in self.rows], "with the redraw")
            draw_line(axes, counts, [row.result.without for row in self.rows], "without a redraw")
            axes.axvline(self.now[0], color=NEUTRAL, linestyle=":", label="the deck as it is")
            percentages(axes, f"cards of {self.variables[0]} (in exchange for {self.filler})")
        return figure

    def _map(self) -> Figure:
        from ucgsim.probability.plots import evidence, question_figure, write_chances  # noqa: PLC0415

        across = sorted({row.counts[0] for row in self.rows})
        up = sorted({row.counts[1] for row in self.rows})
        chances = {row.counts: 100 * row.result.probability for row in self.rows}
        first = self.rows[0].result
        with question_figure(self.question, evidence(first), first.method) as (figure, axes):
            image = axes.imshow([[chances[x, y] for x in across] for y in up], origin="lower", aspect="auto")
            axes.set_xticks(range(len(across)), [str(count) for count in across])
            axes.set_yticks(range(len(up)), [str(count) for count in up])
            axes.grid(visible=False)
            write_chances(axes, [[chances[x, y] for x in across] for y in up])
            axes.set_xlabel(f"cards of {self.variables[0]} (in exchange for {self.filler})")
            axes.set_ylabel(f"cards of {self.variables[1]}")
            figure.colorbar(image, label="chance with the redraw (%)")
        return figure


def _cells(row: VaryRow, *, as_it_is: bool) -> list[Cell]:
    shares = (row.result.chance, row.result.without, row.result.redraws)
    cells = (number(share.probability, str(share)) for share in shares)
    return [*map(number, (*row.counts, row.filler)), *cells, label(_("as it is") if as_it_is else "")]


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
        progress: is called with how many more decks were asked.
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
        for card in deck:
            texts = [wanted.text for wanted in self.filters if wanted.matches(card)]
            if len(texts) > 1:
                raise UcgsimError(f"{card.number} is both {texts[0]} and {texts[1]}; what is exchanged must differ")
        self.parts = [[card for card in deck if wanted.matches(card)] for wanted in self.filters]
        self.spares = [
            part or [card for card in known if wanted.matches(card)][:1]
            for part, wanted in zip(self.parts, self.filters, strict=True)
        ]
        self.rest = [card for card in deck if not any(wanted.matches(card) for wanted in self.filters)]
        self.now = tuple(len(part) for part in self.parts[:-1])

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
