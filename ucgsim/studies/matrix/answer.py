"""The answer of a matrix in sentences, tables and plain values."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ucgsim.report.sheet import (
    PICKED,
    Block,
    Cell,
    Command,
    Parts,
    Sheet,
    interval,
    label,
    number,
    percent,
    plain,
    rate,
    sheet,
)
from ucgsim.stats.agreement import Verdict, likelihood_of_superiority
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.studies.check import moved_words, play_words
from ucgsim.studies.decks import blank_remark, edited_remark
from ucgsim.studies.duel.answer import median_words
from ucgsim.studies.leading import Leading, effect_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.stats.ratings import Cycle
    from ucgsim.studies.duel.findings import Findings
    from ucgsim.studies.matrix.findings import MatrixCheck, Pairwise


MOST_CYCLES = 10
"""Triples that are named; of more the number is told."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MOST_RIVALS = 3
"""Decks that are named beside the best one."""
MOST_TURNED = 3
"""Matchups that turn under a check and are named in the answer; the tables mark all."""
SMALLEST_P = 0.001


def field_rate(estimate: Estimate) -> str:
    """A rate against a field with its interval; of a field that is nothing but the deck itself, what it is."""
    if estimate.method is Method.BY_CONSTRUCTION:
        return f"{100 * estimate.rate:.0f} % (by construction)"
    return interval(estimate)


def matrix_sentences(result: Pairwise) -> str:
    """Who is best and how surely, under whose play; what it must fear and how long it took; what that rests on."""
    checked = result.checked
    if checked is None:
        return f"{_answer(result)}. Played: {result.basis}."
    cells = _cells_checked(checked)
    if checked.best is Verdict.TURNS:
        return (
            f"{_answer(checked.second)}. {_turned(checked)}. {cells}. Played: {checked.second.basis}; {result.basis}."
        )
    return f"{_answer(result)}. {_not_turned(checked)}. {cells}. Played: {result.basis}."


def _answer(result: Pairwise) -> str:
    # How long it took was counted over all that was played, not in the shares of a given field.
    course = "" if result.field_source else result.course
    second = "; ".join(filter(None, (hardest_words(result), course)))
    return f"{best_words(result)}. {second}"


def best_words(result: Pairwise) -> str:
    """Who is best and how surely, under whose play."""
    field = result.field
    which = "the given field" if result.field_source else "this field"
    # Whoever is best is picked, so the interval is one that holds for all of them.
    won = field_rate(field.of_best)
    is_pick = field.of_best.method is Method.PICKED
    picked = f"{won[:-1]}; for the best of {field.size} {result.entrant}s)" if is_pick else won
    rate = f"{result.names[field.best]} does best against {which}: it wins {picked} of its {result.many}"
    return f"{rate}, {_how_surely(result)}"


def _turned(checked: MatrixCheck) -> str:
    """What the first play had said, where the answer turns."""
    first = checked.first
    rate_text = field_rate(checked.best_rate.strong)
    return (
        f"That turns the answer of the first play, by which {best_words(first)}; "
        f"under the check {first.names[first.field.best]} wins {rate_text}"
    )


def _not_turned(checked: MatrixCheck) -> str:
    """Whether the answer stands or can't be told yet."""
    second = checked.second
    field = second.field
    head = f"Checked {play_words([second.terms.label])} on both sides, {second.terms.each:,} {second.many} a matchup"
    rate = f"it wins {field_rate(checked.best_rate.strong)} there, which moves it by {moved_words(checked.best_rate)}"
    if checked.best is Verdict.STANDS:
        return f"{head}, this stands: {rate}"
    text = f"{head}, whether this stands can't be told yet: {rate}"
    if field.best != checked.first.field.best:
        text += f", and {second.names[field.best]} {field_rate(field.of_best)}"
    return f"{text}; about {checked.games_to_tell:,} {second.many} a matchup would tell"


def _cells_checked(checked: MatrixCheck) -> str:
    """How many cells stand, turn, or can't be told yet, and which ones turn."""
    stand, turn, still = (checked.keys(verdict) for verdict in Verdict)
    shown = sorted(turn, key=lambda key: -abs(checked.cells[key].moved.rate))[:MOST_TURNED]
    more = f" and {len(turn) - len(shown)} more" if len(turn) > len(shown) else ""
    named = f" ({'; '.join(_turn_words(checked, *key) for key in shown)}{more})" if turn else ""
    return (
        f"Of {len(checked.cells)} matchups {len(stand)} stand, {len(turn)} turn{named} and of {len(still)} it can't be "
        f"told yet, with 95 % for all of them together"
    )


def _turn_words(checked: MatrixCheck, row: int, column: int) -> str:
    names, cell = checked.first.names, checked.cells[row, column]
    return f"{names[row]} against {names[column]} from {percent(cell.fast.rate)} to {percent(cell.strong.rate)}"


def _how_surely(result: Pairwise) -> str:
    play = play_words([result.terms.label])
    field = result.field
    rivals = [f"{result.names[deck]} (by {points_words(field.ahead_of(deck))})" for deck in field.rivals]
    if not rivals:
        return f"surely ahead of every other {result.entrant} {play}"
    more = len(rivals) - MOST_RIVALS
    named = ", ".join(rivals[:MOST_RIVALS]) + (f" and {more} more" if more > 0 else "")
    return f"but not surely ahead of {named} {play}"


def hardest_words(result: Pairwise) -> str:
    """What the best one must fear."""
    field = result.field
    opponent, cell, among = field.hardest(field.best), field.of_hardest, field.size - 1
    there = " in that field" if result.field_source else ""
    text = f"{result.names[opponent]}, with {interval(cell)}"
    if among > 1 and cell.method is Method.PICKED:
        row = f", of the best of {field.size} {result.entrant}s" if field.rivals else ""
        text = f"{text[:-1]}; as the hardest of {among}{row})"
    if not cell.excludes(0.5):
        return f"Its hardest matchup{there} is {text}, which is too close to call"
    if cell.rate < 0.5:
        return f"The matchup it must fear{there} is {text}"
    return f"It has no matchup to fear{there}: its hardest is {text}"


def points_words(lead: Estimate) -> str:
    """A lead in points with its interval, such as ``0.4 points, -0.5 to +1.3``."""
    # Adding 0.0 turns what rounds to -0.0 into 0.0.
    rate, low, high = (round(100 * value, 1) + 0.0 for value in (lead.rate, lead.low, lead.high))
    return f"{rate:.1f} points, {low:+.1f} to {high:+.1f}"


def picked_words(result: Pairwise) -> str:
    """Why what the answer names differs from what the games alone give."""
    field, best = result.field, result.names[result.field.best]
    parts = []
    if field.of_best.method is Method.PICKED:
        parts.append(
            f"{PICKED} {best} is named because it did best, and what does best is partly the luckiest: estimate and "
            f"interval allow for the choice among {field.size} (its {result.many} alone: "
            f"{interval(field.rates[field.best])})"
        )
    if field.size > 2 and field.of_hardest.method is Method.PICKED:
        alone = f"(alone, as in the matrix: {interval(field.cell(field.best, field.hardest(field.best)))})"
        head = "so for its hardest matchup in the answer" if parts else "The answer allows for the pick of its hardest"
        parts.append(f"{head} {alone}")
    return "; ".join(parts)


def title_words(result: Pairwise) -> str:
    """The question of a matrix."""
    which = " in the given field" if result.field_source else ""
    return f"Which of these {count_words(len(result.names))} {result.entrant}s is best{which}?"


def count_words(count: int) -> str:
    """A small number as a word."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def median_round(findings: Findings) -> str:
    """The Round by which half of all games have ended, with its interval."""
    return median_words(findings.survival.median)


def field_words(result: Pairwise) -> str:
    """Of whom the field consists."""
    own = f"the {result.entrant} itself included at 50 %"
    if result.field_source is None:
        return f"every {result.entrant} of the matrix with the same share, {own}"
    present = [(share, name) for share, name in zip(result.field.weights, result.names, strict=True) if share > 0]
    shares = ", ".join(f"{name} {percent(share)}" for share, name in sorted(present, reverse=True))
    return f"{shares}, {own}"


def rating_words(estimate: Estimate) -> str:
    """A rating with its interval, such as ``+45 (38 to 52)``."""
    return f"{estimate.rate:+.0f} ({estimate.low:+.0f} to {estimate.high:+.0f})"


def fit_sentence(result: Pairwise) -> str:
    """How well one number a player describes the matrix; nothing where there are two."""
    field = result.field
    if not field.has_fit:
        return ""
    fit = field.ratings.fit
    p = f"p < {SMALLEST_P}" if fit.p_value < SMALLEST_P else f"p = {fit.p_value:.3f}"
    test = f"{p}, deviance {fit.statistic:.1f} with {fit.degrees} degrees of freedom"
    if fit.p_value <= 0.05:
        said = f"does not describe this matrix ({test}): look at the matchups, not at the ratings."
    else:
        said = f"describes this matrix as far as these {result.many} tell ({test})."
    who = result.entrant
    shrunk = (
        f" Half a {result.one} was added to both sides of every cell, "
        f"because some {who} won or lost all of its {result.many}."
    )
    return f"One number a {who} {said}" + (shrunk if field.ratings.shrunk else "")


def cycles_sentence(result: Pairwise) -> str:
    """How many triples go round in a circle."""
    cycles = result.field.cycles
    if not cycles:
        return f"No three {result.entrant}s beat each other in a circle."
    sure = sum(is_certain_cycle(result, cycle) for cycle in cycles)
    shown = f"; the clearest {MOST_CYCLES} are named" if len(cycles) > MOST_CYCLES else ""
    return (
        f"Three {result.entrant}s of which each beats the next: {len(cycles)} found, {sure} of them "
        f"certain {play_words([result.terms.label])}{shown}."
    )


def is_certain_cycle(result: Pairwise, cycle: Cycle) -> bool:
    """Whether all three wins are certain and a check turns none of them."""
    edges = zip(cycle.decks, (*cycle.decks[1:], cycle.decks[0]), strict=True)
    return cycle.sure and not any(result.turns(*edge) for edge in edges)


def cycle_words(result: Pairwise, cycle: Cycle) -> str:
    """A triple, such as ``A beats B beats C beats A``."""
    return " beats ".join(result.names[deck] for deck in (*cycle.decks, cycle.decks[0]))


def notes(result: Pairwise) -> list[str]:
    """What a reader must know to judge the numbers."""
    blank = [blank_remark(result.terms.blank)] if result.terms.blank else []
    return blank + ([edited_remark(result.terms.edited)] if result.terms.edited else []) + result.remarks


def star_words(result: Pairwise) -> str:
    """What the marks of cells say."""
    play = play_words([result.terms.label])
    text = f"* certain {play}: holds for all marked cells together (Holm, 5 %)"
    return text if result.checked is None else f"{text}; ! turns under the check"


def check_heading(checked: MatrixCheck) -> str:
    """What the matrix of a check shows."""
    second = checked.second
    return (
        f"The check, {play_words([second.terms.label])}, {second.terms.each:,} {second.many} a matchup "
        f"(95 % for all {len(checked.cells)} intervals together)"
    )


def matrix_json(result: Pairwise) -> dict[str, Any]:
    """What both kinds of matrix say, as plain values; ``matrix[i][j]`` is row i against column j."""
    field, names = result.field, result.names
    places = range(len(names))
    by_mean, by_low = field.rankings
    return {
        "confidence": DEFAULT_CONFIDENCE,
        "seed": result.terms.seed,
        "rules": result.terms.rules,
        "redraw_procedure": result.terms.redraw_procedure.value,
        "policy": result.terms.label,
        "blank": list(result.terms.blank),
        "edited": list(result.terms.edited),
        "matrix": [[_cell_json(result, row, column) for column in places] for row in places],
        "certain": [
            {"winner": names[winner], "loser": names[loser], "p": p}
            for (winner, loser), p in field.certain.items()
            if result.is_certain(winner, loser)
        ],
        "weights": dict(zip(names, field.weights, strict=True)),
        "field": [plain(estimate) for estimate in field.shown],
        "best": _best_json(result),
        "answer": _answer_json(result),
        "ranking": [names[deck] for deck in by_mean],
        "ranking_by_lower_bound": [names[deck] for deck in by_low],
        "ratings": _ratings_json(result),
        "cycles": [
            {"decks": [names[deck] for deck in cycle.decks], "edge": cycle.edge}
            | {"certain": is_certain_cycle(result, cycle)}
            for cycle in field.cycles
        ],
        **({} if result.checked is None else {"check": result.checked.to_json()}),
    }


def _answer_json(result: Pairwise) -> dict[str, Any]:
    """The deck that is the answer, and under whose play: the check's where it turns what was played first."""
    shown = result.checked.second if result.checked and result.checked.best is Verdict.TURNS else result
    return {"policy": shown.terms.label, f"{shown.many}_each": shown.terms.each, **_best_json(shown)}


def _cell_json(result: Pairwise, row: int, column: int) -> dict[str, Any]:
    """A cell with the points it rests on and how surely it is above one half."""
    estimate = result.cell(row, column)
    if row == column:
        return plain(estimate) | {"mirror": True}
    counts = result.cells[min(row, column), max(row, column)]
    points = counts.points if row < column else counts.games - counts.points
    superior = likelihood_of_superiority(estimate)
    score = {"points": points, "of": counts.games, "likelihood_of_superiority": superior}
    return plain(estimate) | {"mirror": False} | score


def _best_json(result: Pairwise) -> dict[str, Any]:
    field, names = result.field, result.names
    opponent = field.hardest(field.best)
    return {
        "deck": names[field.best],
        "against_field": plain(field.of_best),
        "not_surely_ahead_of": [names[deck] for deck in field.rivals],
        "ahead_by": {names[deck]: plain(field.ahead_of(deck)) for deck in field.rivals},
        "hardest": {"opponent": names[opponent], **plain(field.of_hardest)},
        "picked_from": field.size,
        "without_allowing_for_the_choice": {
            "against_field": plain(field.rates[field.best]),
            "hardest": plain(field.cell(field.best, opponent)),
        },
    }


def _ratings_json(result: Pairwise) -> dict[str, Any]:
    ratings = result.field.ratings
    fit = {"statistic": ratings.fit.statistic, "degrees": ratings.fit.degrees, "p": ratings.fit.p_value}
    return {
        "elo": {name: plain(rating) for name, rating in zip(result.names, ratings.ratings, strict=True)},
        "fit": fit if result.field.has_fit else None,
        "shrunk": ratings.shrunk,
    }


# What leading the first turn is worth in a matrix: by matchup and over the field.


NOTE = (
    "What leading adds to the win rate of either side, in points: pairs of games on the same shuffles, one with each "
    "side leading. Over the field, each matchup counts as often as its decks meet by their shares."
)


def lead_sheet(
    names: Sequence[str], leadings: Mapping[tuple[int, int], Leading], field: Estimate | None
) -> Sheet | None:
    """The field first, then every matchup; None where it was not asked."""
    if field is None:
        return None
    pairs = sum(each.pairs for each in leadings.values())
    rows = [[label("the field"), label(""), number(pairs), rate(field, effect_words(field))]]
    for (row, column), each in leadings.items():
        effect = rate(each.effect, effect_words(each.effect))
        rows.append([label(names[row]), label(names[column]), number(each.pairs), effect])
    columns = ["", "opponent", "pairs", "leading adds"]
    return sheet("What leading the first turn is worth (95 % interval)", columns, rows, NOTE)


def lead_json(
    names: Sequence[str], leadings: Mapping[tuple[int, int], Leading], field: Estimate | None
) -> dict[str, Any] | None:
    """The same as plain values; None where it was not asked."""
    if field is None:
        return None
    each = [
        {"deck": names[row], "opponent": names[column], **leading.to_json()}
        for (row, column), leading in leadings.items()
    ]
    return {"field": plain(field), "matchups": each}


# The tables of a matrix that a terminal, a page and a notebook show, each described once.


SHARE = "share of the field"
"""A column of the page alone: a note under the table says of whom the field consists."""
RATING = "rating (Elo)"
MOST_AT_FIRST = 12
"""Decks up to which the terminal shows the matrix first; of more, the ranking."""
MOST_IN_FULL = 6
"""Decks up to which the terminal shows every interval; the tables always have them."""


def matrix_sheet(result: Pairwise) -> Sheet:
    """Every player against every other, and against the whole field."""
    rows = [[*row, _field(whole)] for row, whole in zip(_against_each(result), result.against_field, strict=True)]
    games = f"{result.each_words}, {result.total:,} in all"
    note = f"Each cell: {games}. {_sentences(star_words(result), picked_words(result))}"
    return sheet(f"{result.heading} (95 % interval)", [result.entrant, *result.names, "whole field"], rows, note)


def _against_each(result: Pairwise) -> list[list[Cell]]:
    """Every player's name and how it does against each."""
    places = range(len(result.names))
    return [
        [label(name), *(_matrix_cell(result, row, column) for column in places)]
        for row, name in enumerate(result.names)
    ]


def _sentences(*parts: str) -> str:
    return " ".join(f"{part}." for part in parts if part)


def _field(estimate: Estimate) -> Cell:
    text = field_rate(estimate) + (PICKED if estimate.method is Method.PICKED else "")
    return rate(estimate, text, "mirror" if estimate.method is Method.BY_CONSTRUCTION else "")


def _matrix_cell(result: Pairwise, row: int, column: int) -> Cell:
    estimate = result.cell(row, column)
    kind = ("better" if estimate.rate > 0.5 else "worse") + " certain" if result.is_certain(row, column) else ""
    kind = "mirror" if row == column else "turns" if result.turns(row, column) else kind
    short = f"{100 * estimate.rate:.0f}{result.mark(row, column)}"
    return replace(rate(estimate, result.cell_text(row, column), kind), short=short)


def ranking(result: Pairwise) -> Sheet:
    """Players by how they do against the field, with their ratings."""
    by_mean, by_low = result.rankings
    ratings = result.field.ratings.ratings
    rows = [
        [
            label(result.names[deck]),
            number(place),
            number(by_low.index(deck) + 1),
            _field(result.against_field[deck]),
            number(ratings[deck].rate, rating_words(ratings[deck])),
            number(result.field.weights[deck], percent(result.field.weights[deck])),
        ]
        for place, deck in enumerate(by_mean, start=1)
    ]
    against = f"{result.measure} against the field"
    columns = [result.entrant, "by mean", "by lower bound", against, RATING, SHARE]
    note = _sentences(f"The field: {field_words(result)}", result.basis, picked_words(result))
    return sheet("Ranking (95 % interval)", columns, rows, note, (RATING, "by lower bound"))


def check_sheet(checked: MatrixCheck) -> Sheet:
    """Every matchup under either play; what turns is marked."""
    names, rows = checked.first.names, []
    for (row, column), cell in checked.cells.items():
        kind = "turns" if cell.verdict is Verdict.TURNS else ""
        cells = [rate(cell.fast, percent(cell.fast.rate), kind), rate(cell.strong, "", kind)]
        verdict = label(cell.verdict.value + ("!" if kind else ""))
        needed = number(cell.units_to_tell) if cell.verdict is Verdict.OPEN else label("")
        rows.append(
            [label(names[row]), label(names[column]), *cells, rate(cell.moved, moved_words(cell)), verdict, needed]
        )
    columns = ["deck", "opponent", "first", "check", "moves by", "the first", "games that would tell"]
    return sheet(check_heading(checked), columns, rows, "The check's win rate is the answer where a matchup turns.")


def cycles(result: Pairwise) -> Sheet:
    """Three players of which each beats the next."""
    rows = [
        [
            label(cycle_words(result, cycle), "wide"),
            number(cycle.edge, f"{percent(cycle.edge)} or more"),
            label(f"{'' if is_certain_cycle(result, cycle) else 'not '}certain"),
        ]
        for cycle in result.field.cycles[:MOST_CYCLES]
    ]
    play = play_words([result.terms.label])
    note = f"Certain {play}: all three wins hold after Holm over all cells (5 %); intervals stand in the matrix."
    return sheet("In a circle", [f"{result.entrant}s", "each wins", ""], rows, note)


def matrix_parts(result: Pairwise) -> Parts:
    """The answer and the matrix, of many decks the ranking; then the rest of both, ratings and circles."""
    many = len(result.names) > MOST_AT_FIRST
    cells, ranks = replace(_narrow_matrix(result), note=star_words(result)), ranking(result).without(SHARE)
    more: list[Block] = [cells if many else ranks]
    more += [] if result.checked is None else [check_sheet(result.checked)]
    more += [*result.details(), _circles(result), _method(result)]
    last: list[Block] = [*(f"Note: {note}" for note in notes(result)), Command(result.command)]
    return Parts([matrix_sentences(result), ranks if many else cells], [each for each in more if each], last)


def _circles(result: Pairwise) -> str:
    """Three players of which each beats the next."""
    lines = [f"  {cycle_words(result, cycle)}{_mark(result, cycle)}" for cycle in result.field.cycles[:MOST_CYCLES]]
    return "\n".join([cycles_sentence(result), *lines])


def _method(result: Pairwise) -> str:
    """How well ratings describe the matrix."""
    return f"Method\n  {fit_sentence(result)}" if fit_sentence(result) else ""


def _mark(result: Pairwise, cycle: Cycle) -> str:
    return f", each with at least {percent(cycle.edge)}" + (" *" if is_certain_cycle(result, cycle) else "")


def _heading(result: Pairwise) -> str:
    if len(result.names) <= MOST_IN_FULL:
        return f"{result.heading} (95 % interval)"
    widest = max(result.cell(*key).width for key in result.cells) / 2
    return f"{result.heading}, in % (95 % intervals of at most +-{100 * widest:.1f} points)"


def _narrow_matrix(result: Pairwise) -> Sheet:
    """The matrix for a terminal; columns of many decks are numbered and hold the rate alone."""
    rows = _against_each(result)
    if len(rows) <= MOST_IN_FULL:
        return sheet(_heading(result), ["", *result.names], rows)
    numbered = [[label(f"{place:2} {name.text}"), *rates] for place, (name, *rates) in enumerate(rows, start=1)]
    numbers = [str(place) for place in range(1, len(rows) + 1)]
    return sheet(_heading(result), ["", *numbers], numbered).shortened()
