"""The tables of answers about opening hands, each described once for terminal and notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.probability.result import ExpectedCount, Odds, Share, TurnOdds, percent
from ucgsim.report.columns import Column
from ucgsim.report.sheet import Cell, Parts, Sheet, foot, label, number, sheet
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from ucgsim.probability.copies import CopyOdds
    from ucgsim.probability.varied import VariedOdds, VaryRow

ENDS = {"low": "lower", "high": "upper"}


def by_turn(result: Odds) -> Sheet:
    """The chance by each of the first turns."""
    scenes = any(row.without_scenes for row in result.by_turn)
    more = "+" if scenes or result.play is not None else ""
    further = ["as Next Player"] if scenes else ["games", "without effects"] if result.play is not None else []
    columns = ["by turn", "cards", "chance", "without redraw", *further]
    return sheet("", columns, [_turn(row, more) for row in result.by_turn])


def odds_parts(deck: str, result: Odds, rules: str) -> Parts:
    """What is printed of one question: how often, by turn, the redraw rule, and what qualifies it."""
    tables = [by_turn(result), *([expected(result)] if result.expected else [])]
    play = [result.without_effects()] if result.play is not None else []
    ends = foot(result.method, f"redraws {result.redraws}", result.scene_words(), rules)
    last = "\n".join((*result.statements, *play, *result.notes))
    return Parts([result.headline(deck), *tables], last=[last], foot=ends)


def turn_columns(result: Odds) -> dict[str, Column]:
    """What the columns of its table as a data frame mean."""
    columns = {"turn": Column("by the end of this turn's scene phase", int, names_row=True)}
    columns |= {"cards": Column("cards seen by then", int), "probability": Column("the chance, from 0 to 1")}
    columns |= {end: Column(f"{which} end of its interval; itself where exact") for end, which in ENDS.items()}
    columns |= _chance("without_redraw", "the chance if every hand is kept")
    if any(row.without_scenes for row in result.by_turn):
        columns |= _chance("without_scenes", "the chance of the Next Player, who sets no scene")
    if result.play is not None:
        columns["games"] = Column("games that reach the turn", int)
        columns |= _chance("without_effects", "the chance of plain draws in these games")
    columns["exact"] = Column("whether the chances were counted, not sampled", bool)
    if not result.exact:
        columns |= {"n": Column("hands that were dealt, or openings played", int)}
        columns |= {"confidence": Column("how often such intervals hold the truth")}
    return columns


def _chance(name: str, meaning: str) -> dict[str, Column]:
    ends = {f"{name}_{end}": Column(f"{which} end of its interval") for end, which in ENDS.items()}
    return {name: Column(meaning), **ends}


def _turn(row: TurnOdds, more: str) -> list[Cell]:
    shares = (row.chance, row.without_redraw, row.without_scenes)
    cells = [_share(share) for share in shares if share is not None]
    cells += [number(row.plain.games), _share(row.plain.chance)] if row.plain else []
    return [number(row.turn), number(row.cards, f"{row.cards}{more}"), *cells]


def expected(result: Odds) -> Sheet:
    """How many cards of each filter the opening hand holds on average."""
    columns = ["in the opening hand on average", "cards", "without redraw"]
    return sheet("", columns, [_count(row, exact=result.exact) for row in result.expected])


def _count(row: ExpectedCount, *, exact: bool) -> list[Cell]:
    means = ((row.count, row.low, row.high), (row.without_redraw, row.without_low, row.without_high))
    texts = (f"{mean:.3f}" + ("" if exact else f" ({low:.3f} to {high:.3f})") for mean, low, high in means)
    return [label(shown(row.text)), *(number(mean, text) for (mean, _, _), text in zip(means, texts, strict=True))]


def varied(result: VariedOdds) -> Sheet:
    """The chance of every deck of a variation."""
    names = map(shown, (*result.variables, result.filler))
    rows = [_deck(row, as_it_is=row.counts == result.now) for row in result.rows]
    return sheet("", [*names, "chance", "without redraw", "redrawn", ""], rows)


def _deck(row: VaryRow, *, as_it_is: bool) -> list[Cell]:
    shares = (row.result.chance, row.result.without, row.result.redraws)
    return [*map(number, (*row.counts, row.filler)), *map(_share, shares), label("as it is" if as_it_is else "")]


def copies_sheet(result: CopyOdds) -> Sheet:
    """The chance of at least one of so many copies."""
    rows = [
        [number(row.copies), *(number(float(each), percent(float(each), each)) for each in row.chances)]
        for row in result.rows
    ]
    return sheet("", ["copies", *result.headings], rows)


def _share(share: Share) -> Cell:
    return number(share.probability, str(share))
