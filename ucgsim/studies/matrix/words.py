"""The answer of a matrix, of games or of matches, in words and as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ucgsim.report.numbers import PICKED, interval, percent, plain
from ucgsim.stats.deciding.checked import Verdict, likelihood_of_superiority
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Method
from ucgsim.studies.check import moved_words, play_words
from ucgsim.studies.duel.words import median_words
from ucgsim.studies.remarks import blank_remark, edited_remark

if TYPE_CHECKING:
    from ucgsim.stats.matrices.ratings import Cycle
    from ucgsim.stats.rates import Estimate
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
