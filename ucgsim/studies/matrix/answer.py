"""The answer of a matrix in sentences, tables and plain values."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.report.sheet import (
    PICKED,
    Block,
    Cell,
    Command,
    Foot,
    Parts,
    Sheet,
    in_short,
    in_words,
    interval,
    label,
    number,
    percent,
    plain,
    plain_beside,
    points,
    rate,
    rounded,
    share,
    sheet,
)
from ucgsim.report.table import Column, Table, estimated
from ucgsim.simulate.plan import marks_json
from ucgsim.stats.agreement import CheckVerdict, likelihood_of_superiority
from ucgsim.stats.random_effects import are_enough
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.studies.check import CHECK_COLUMNS, checked_cells, checker, play_words, taken_words
from ucgsim.studies.decks import card_remarks
from ucgsim.studies.kit.basis import basis_foot, below, players_json, simply_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.stats.ratings import Cycle
    from ucgsim.studies.leading import Leading
    from ucgsim.studies.matrix.findings import FieldCheck, Matrix, MatrixCheck, Meetings


MOST_CYCLES = 10
"""Triples that are named; of more the number is told."""
NUMBERS = (
    *("no", marked("one"), marked("two"), marked("three"), marked("four"), marked("five"), marked("six")),
    *(marked("seven"), marked("eight"), marked("nine"), marked("ten"), marked("eleven"), marked("twelve")),
)
MOST_RIVALS = 3
"""Decks that are named next to the best one."""
MOST_TURNED = 3
"""Matchups that turn under a check and are named in the answer; the tables mark all."""
SMALLEST_P = 0.001


def field_rate(estimate: Estimate) -> str:
    """A rate against a field with its interval; of a field that is nothing but the deck itself, what it is."""
    if estimate.method is Method.BY_CONSTRUCTION:
        return f"{100 * estimate.rate:.0f} % (by construction)"
    return interval(estimate)


def headline(result: Matrix) -> str:
    """Which deck is best against the field, and its hardest matchup, or that this is not decided yet."""
    across = result.across
    best, won = result.names[across.best], across.rates[across.best]
    where = _("the given field") if result.field_source else _("the field")
    often = in_words(won)
    if won.method is Method.BY_CONSTRUCTION:
        return _("The given field is {deck} alone.").format(deck=best)
    if not across.rivals:
        hardest = result.names[across.hardest(across.best)]
        text = _("{deck} is best against {field}: it wins {rate}; its hardest matchup is {hardest}.")
        return text.format(deck=best, field=where, rate=often, hardest=hardest)
    if all(map(across.more_would_not_tell, across.rivals)):
        text = _(
            "Not decided which is best: {deck} wins {rate} against {field}; {others} may be as good; "
            "more games would not tell."
        )
    else:
        text = _("Not decided yet which is best: {deck} wins {rate} against {field}; {others} may be as good.")
    return text.format(deck=best, rate=often, field=where, others=_as_good(result))


def _as_good(result: Matrix) -> str:
    """Who may be as good as the best one."""
    rivals = result.across.rivals
    name, others = result.names[rivals[0]], len(rivals) - 1
    if not others:
        return name
    text = _("{deck} or {count} other") if others == 1 else _("{deck} or {count} others")
    return text.format(deck=name, count=_(count_words(others)))


def basis_words(result: Matrix) -> str:
    """What the numbers rest on, for a reader who knows the statistics."""
    field = result.field
    lines = [f"Played: {result.basis}.", f"These {result.play.many} alone: {best_words(result)}."]
    lines += [f"{each}." for each in (hardest_words(result), picked_words(result)) if each]
    if not result.field_source and result.play.course:
        lines.append(f"{result.play.course[0].upper()}{result.play.course[1:]}.")
    if result.checked is not None:
        second = result.checked.second
        lines.append(f"The check: {second.basis}; {best_words(second)}.")
        lines.append(f"{_cells_checked(result.checked)}.")
    if result.has_stars:
        lines.append(f"{star_words(result)}.")
    lines += [fit_sentence(result)] if field.has_fit else []
    return "\n  ".join(["Method", *lines])


def best_words(result: Matrix) -> str:
    """Which deck did best under one play, and how surely."""
    field = result.field
    play, won = play_words([result.terms.label]), field_rate(field.of_best)
    picked = f"{won[:-1]}; for the best of {field.size})" if field.of_best.method is Method.PICKED else won
    rivals = [f"{result.names[deck]} (by {points_words(field.ahead_of(deck))})" for deck in field.rivals]
    if not rivals:
        return f"{result.names[field.best]} does best {play}, {picked}, surely ahead of every other"
    more = len(rivals) - MOST_RIVALS
    named = ", ".join(rivals[:MOST_RIVALS]) + (f" and {more} more" if more > 0 else "")
    return f"{result.names[field.best]} does best {play}, {picked}, but not surely ahead of {named}"


def _cells_checked(checked: MatrixCheck) -> str:
    """How many cells stand, turn, or can't be told yet, and which ones turn."""
    stand, turn, still = (checked.keys(verdict) for verdict in CheckVerdict)
    names = checked.first.names
    shown = sorted(turn, key=lambda key: -abs(checked.cells[key].moved.rate))[:MOST_TURNED]
    more = f" and {len(turn) - len(shown)} more" if len(turn) > len(shown) else ""
    each = (
        f"{names[row]} against {names[column]} from {percent(cell.fast.rate)} to {percent(cell.strong.rate)}"
        for (row, column), cell in ((key, checked.cells[key]) for key in shown)
    )
    named = f" ({'; '.join(each)}{more})" if turn else ""
    return (
        f"Of {len(checked.cells)} matchups the check confirms {len(stand)}, contradicts {len(turn)}{named} and leaves "
        f"{len(still)} open, with 95 % for all of them together"
    )


def hardest_words(result: Matrix) -> str:
    """The hardest matchup of the deck that did best under one play."""
    field = result.field
    opponent, cell, among = field.hardest(field.best), field.of_hardest, field.size - 1
    picked = among > 1 and cell.method is Method.PICKED
    won = f"{interval(cell)[:-1]}; as the hardest of {among})" if picked else interval(cell)
    return f"Its hardest matchup is {result.names[opponent]}, {won}"


def points_words(lead: Estimate) -> str:
    """A lead in points with its interval, such as ``0.4 points, -0.5 to +1.3``."""
    # Adding 0.0 turns what rounds to -0.0 into 0.0.
    rate, low, high = (round(100 * value, 1) + 0.0 for value in (lead.rate, lead.low, lead.high))
    return f"{rate:.1f} points, {low:+.1f} to {high:+.1f}"


def picked_words(result: Matrix) -> str:
    """Why what the answer names differs from what the games alone give."""
    field, best = result.field, result.names[result.field.best]
    parts = []
    if field.of_best.method is Method.PICKED:
        parts.append(
            f"{PICKED} {best} is named because it did best, and what does best is partly the luckiest: estimate and "
            f"interval allow for the choice among {field.size} (its {result.play.many} alone: "
            f"{interval(field.rates[field.best])})"
        )
    if field.size > 2 and field.of_hardest.method is Method.PICKED:
        alone = f"(alone, as in the matrix: {interval(field.cell(field.best, field.hardest(field.best)))})"
        head = "so for its hardest matchup in the answer" if parts else "The answer allows for the pick of its hardest"
        parts.append(f"{head} {alone}")
    return "; ".join(parts)


def title_words(result: Matrix) -> str:
    """The question of a matrix."""
    which = " in the given field" if result.field_source else ""
    return f"Which of these {count_words(len(result.names))} {result.play.entrant}s is best{which}?"


def side_title(mine: str, rivals: Sequence[str]) -> str:
    """The question of a page of one deck's side."""
    whom = rivals[0] if len(rivals) == 1 else f"its {count_words(len(rivals))} rivals"
    return f"How does {mine} do against {whom}?"


def count_words(count: int) -> str:
    """A small number as a word."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def field_words(result: Matrix) -> str:
    """Of whom the field consists."""
    own = f"the {result.play.entrant} itself included at 50 %"
    if result.field_source is None:
        return f"every {result.play.entrant} of the matrix with the same share, {own}"
    present = [(share, name) for share, name in zip(result.field.weights, result.names, strict=True) if share > 0]
    shares = ", ".join(f"{name} {percent(share)}" for share, name in sorted(present, reverse=True))
    return f"{shares}, {own}"


def rating_words(estimate: Estimate) -> str:
    """A rating with its interval, such as ``+45 (38 to 52)``."""
    return f"{estimate.rate:+.0f} ({estimate.low:+.0f} to {estimate.high:+.0f})"


def fit_sentence(result: Matrix) -> str:
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
        said = f"describes this matrix as far as these {result.play.many} show ({test})."
    who = result.play.entrant
    shrunk = (
        f" Half a {result.play.one} was added to both sides of every cell, "
        f"because some {who} won or lost all of its {result.play.many}."
    )
    return f"One number a {who} {said}" + (shrunk if field.ratings.shrunk else "")


def cycles_sentence(result: Matrix) -> str:
    """How many triples go round in a circle."""
    cycles = result.across.cycles
    if not cycles:
        return f"No three {result.play.entrant}s beat each other in a circle."
    sure = sum(is_certain_cycle(result, cycle) for cycle in cycles)
    shown = f"; the clearest {MOST_CYCLES} are named" if len(cycles) > MOST_CYCLES else ""
    return (
        f"Three {result.play.entrant}s of which each beats the next: {len(cycles)} found, {sure} of them "
        f"certain {play_words([result.terms.label])}{shown}."
    )


def is_certain_cycle(result: Matrix, cycle: Cycle) -> bool:
    """Whether all three wins are certain and a check turns none of them."""
    edges = zip(cycle.decks, (*cycle.decks[1:], cycle.decks[0]), strict=True)
    return cycle.sure and not any(result.turns(*edge) for edge in edges)


def cycle_words(result: Matrix, cycle: Cycle) -> str:
    """A triple, such as ``A beats B beats C beats A``."""
    return " beats ".join(result.names[deck] for deck in (*cycle.decks, cycle.decks[0]))


def notes(result: Meetings[Any]) -> list[str]:
    """What a reader must know to judge the numbers."""
    return card_remarks(result.terms.blank, result.terms.edited) + result.remarks


def star_words(result: Matrix) -> str:
    """What the marks of cells say."""
    play = play_words([result.terms.label])
    text = f"* certain {play}: holds for all marked cells together (Holm, 5 %)"
    return text if result.checked is None else f"{text}; ! turns under the check"


def check_heading(checked: FieldCheck[Any]) -> str:
    """What the table of a check shows."""
    return f"{check_words(checked)} (95 % for all {len(checked.cells)} intervals together)"


def check_words(checked: FieldCheck[Any]) -> str:
    """Who checked, and in how many games."""
    second = checked.second
    return f"Double-checked by {checker(second.terms.label)}, {taken_words([c.games for c in second.cells.values()])}"


def head_json(result: Meetings[Any]) -> dict[str, Any]:
    """How it was played, as plain values."""
    terms = result.terms
    return {
        "confidence": DEFAULT_CONFIDENCE,
        **terms.head_json,
        "policy": terms.label,
        "players": players_json(result.across.panel),
        **marks_json(terms.blank, terms.edited),
    }


def matrix_json(result: Matrix) -> dict[str, Any]:
    """What both kinds of matrix say, as plain values; ``matrix[i][j]`` is row i against column j."""
    field, names = result.field, result.names
    places = range(len(names))
    by_mean, by_low = result.rankings
    return {
        **head_json(result),
        "matrix": [[_cell_json(result, row, column) for column in places] for row in places],
        "certain": [
            {"winner": names[winner], "loser": names[loser], "p": p}
            for (winner, loser), p in result.certain.items()
            if result.is_certain(winner, loser)
        ],
        "weights": dict(zip(names, field.weights, strict=True)),
        "field": [
            plain_beside(*each) | simply_json(result.across.simply(deck))
            for deck, each in enumerate(zip(result.across.rates, field.rates, strict=True))
        ],
        "best": _best_json(result),
        "answer": {"policy": result.terms.label, f"{result.play.many}_each": result.terms.each, **_best_json(result)},
        "ranking": [names[deck] for deck in by_mean],
        "ranking_by_lower_bound": [names[deck] for deck in by_low],
        "ratings": _ratings_json(result),
        "cycles": [
            {"decks": [names[deck] for deck in cycle.decks], "edge": cycle.edge}
            | {"certain": is_certain_cycle(result, cycle)}
            for cycle in result.across.cycles
        ],
        **({} if result.checked is None else {"check": result.checked.to_json()}),
    }


def _cell_json(result: Matrix, row: int, column: int) -> dict[str, Any]:
    """A cell with the points it rests on and how surely it is above one half."""
    estimate = result.cell(row, column)
    values = plain_beside(estimate, result.field.cell(row, column))
    if row == column:
        return values | {"mirror": True}
    counts = result.cells[min(row, column), max(row, column)]
    points = counts.points if row < column else counts.games - counts.points
    superior = likelihood_of_superiority(estimate)
    score = {"points": points, "of": counts.games, "likelihood_of_superiority": superior}
    return values | {"mirror": False} | score


def _best_json(result: Matrix) -> dict[str, Any]:
    """The deck that is the answer: what the sentence says of it, and what these games alone do."""
    field, across, names = result.field, result.across, result.names
    best, opponent = across.best, across.hardest(across.best)
    return {
        "deck": names[best],
        "against_field": plain_beside(across.rates[best], field.rates[best]) | simply_json(across.simply(best)),
        "not_surely_ahead_of": [names[deck] for deck in across.rivals],
        "ahead_by": {names[deck]: plain(across.ahead_of(deck)) for deck in across.rivals},
        "hardest": {"opponent": names[opponent]}
        | plain_beside(across.cell(best, opponent), field.cell(best, opponent)),
        "picked_from": field.size,
    }


def _ratings_json(result: Matrix) -> dict[str, Any]:
    ratings = result.field.ratings
    fit = {"statistic": ratings.fit.statistic, "degrees": ratings.fit.degrees, "p": ratings.fit.p_value}
    return {
        "elo": {
            name: plain_beside(*each)
            for name, *each in zip(result.names, result.across.ratings, ratings.ratings, strict=True)
        },
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
    rows = [[label("the field"), label(""), number(pairs), rate(field, points(field))]]
    for (row, column), each in leadings.items():
        effect = rate(each.effect, points(each.effect))
        rows.append([label(names[row]), label(names[column]), number(each.pairs), effect])
    columns = ["", "opponent", "pairs", "leading adds"]
    return sheet("What leading the first turn is worth (these games, 95 % interval)", columns, rows, NOTE)


def lead_json(
    names: Sequence[str], leadings: Mapping[tuple[int, int], Leading], field: Estimate | None
) -> dict[str, Any] | None:
    """What leading is worth, as plain values; None where it was not asked."""
    if field is None:
        return None
    each = [
        {"deck": names[row], "opponent": names[column], **leading.to_json()}
        for (row, column), leading in leadings.items()
    ]
    return {"field": plain(field), "matchups": each}


# The tables of a matrix that a terminal, a page and a notebook show, each described once.


SHARE = marked("share of the field")
"""A column of the page alone: a note under the table says of whom the field consists."""
RATING = marked("rating (Elo)")
CERTAIN = "whether it is certain, with all others that are, which side is better"
MIRROR = "whether both are the same, which nobody need play"
MOST_AT_FIRST = 12
"""Decks up to which the terminal shows the matrix first; of more, the ranking."""
MOST_IN_FULL = 6
"""Decks up to which the terminal shows every interval; the tables always have them."""


def matrix_sheet(result: Matrix) -> Sheet:
    """Every player against the whole field and against every other."""
    rows = _against_each(result)
    play = result.play
    note = f"Each cell: {play.each_words}, {result.total:,} in all. {_sentences(star_words(result))}"
    columns = [play.entrant, "whole field", *(row[0].text for row in rows)]
    return sheet(f"{play.heading} (95 % interval)", columns, rows, note)


def _against_each(result: Matrix) -> list[list[Cell]]:
    """Every player's name, and how it does against the field and against each; the best first."""
    across, order = result.across, result.across.order
    return [
        [label(result.names[row]), _field(across.rates[row]), *(_matrix_cell(result, row, column) for column in order)]
        for row in order
    ]


def _sentences(*parts: str) -> str:
    return " ".join(f"{part}." for part in parts if part)


def _field(estimate: Estimate) -> Cell:
    text = field_rate(estimate) + (PICKED if estimate.method is Method.PICKED else "")
    kind = "mirror" if estimate.method is Method.BY_CONSTRUCTION else ""
    return rate(estimate, text, kind, in_short(estimate))


def _matrix_cell(result: Matrix, row: int, column: int) -> Cell:
    if row == column:
        return rate(result.cell(row, column), result.cell_text(row, column), "mirror", "–")
    cell, (number, *_ends) = rival_cell(result, row, column), rounded(result.cell(row, column))
    return replace(cell, text=result.cell_text(row, column), short=f"{number}{'!' * result.turns(row, column)}")


def rival_cell(result: Meetings[Any], deck: int, rival: int) -> Cell:
    """How often a deck wins against another, in the colour of what is sure of it; a check that turns it is marked."""
    won, mark = result.cell(deck, rival), "!" * result.turns(deck, rival)
    sure = ("better" if won.rate > 0.5 else "worse") + " certain" if result.is_certain(deck, rival) else ""
    return rate(won, interval(won) + mark, "turns" if mark else sure, in_short(won) + mark)


def policy_column(result: Matrix) -> Column[Any]:
    """The column of records that says who decided."""
    return Column("policy", lambda _: result.terms.label, None, "who decided", str)


def ranking(result: Matrix) -> Table[int]:
    """Players by how they do against the field, with their ratings and their shares of it."""
    by_low, across, field = result.rankings[1], result.across, result.field
    many, against, rating = result.play.many, across.rates.__getitem__, across.ratings.__getitem__
    alone, rating_alone = field.rates.__getitem__, field.ratings.ratings.__getitem__
    won = marked("win rate against the field") if many == "games" else marked("matches won against the field")
    columns: tuple[Column[int], ...] = (
        Column(result.play.column, result.names.__getitem__, result.play.entrant, "who plays", str, names_row=True),
        Column("weight", field.weights.__getitem__, None, "share of the field", float),
        Column("", lambda deck: across.order.index(deck) + 1, marked("by mean"), kind=int),
        Column("", lambda deck: by_low.index(deck) + 1, marked("by lower bound"), kind=int),
        Column("", against, won, "share won against the field", display=_field, units=many, alone=alone),
        estimated("rating", rating, RATING, "rating, in Elo points", many, _rating, alone=rating_alone),
        Column(many, lambda deck: field.rates[deck].n, None, f"{many} against others in the field", int),
        Column("", field.weights.__getitem__, SHARE, kind=float, display=share),
        policy_column(result),
    )
    note = _sentences(f"The field: {field_words(result)}")
    return Table(columns, across.order, "Ranking (95 % interval)", note, (RATING, "by lower bound"))


def _rating(rating: Estimate) -> Cell:
    return number(rating.rate, rating_words(rating))


def check_sheet(checked: MatrixCheck) -> Sheet:
    """Every matchup under either play; what turns is marked."""
    names = checked.first.names
    rows = [
        [label(names[row]), label(names[column]), *checked_cells(cell, "!").values()]
        for (row, column), cell in checked.cells.items()
    ]
    return sheet(check_heading(checked), ["deck", "opponent", *CHECK_COLUMNS], rows)


def cycles(result: Matrix) -> Sheet:
    """Three players of which each beats the next."""
    rows = [
        [
            label(cycle_words(result, cycle), "wide"),
            number(cycle.edge, f"{percent(cycle.edge)} or more"),
            label(f"{'' if is_certain_cycle(result, cycle) else 'not '}certain"),
        ]
        for cycle in result.across.cycles[:MOST_CYCLES]
    ]
    play = play_words([result.terms.label])
    note = f"Certain {play}: all three wins hold after Holm over all cells (5 %); intervals are in the matrix."
    return sheet("In a circle", [f"{result.play.entrant}s", "each wins", ""], rows, note)


def matrix_parts(result: Matrix) -> Parts:
    """Which deck is best and the matrix, of many decks the ranking; what qualifies them; then all else."""
    many = len(result.names) > MOST_AT_FIRST
    cells, ranks = _narrow_matrix(result), ranking(result).sheet()
    more: list[Block] = [cells if many else ranks]
    more += [] if result.checked is None else [check_sheet(result.checked)]
    more += [*result.details(), _circles(result), basis_words(result), Command(result.command)]
    few = ranks.without(SHARE).without(RATING).without("by lower bound")
    table = replace(few, caption="", note="") if many else cells
    ends, behind = matrix_foot(result), below(result.across.panel)
    return Parts([headline(result), table], [each for each in more if each], notes(result), ends, behind)


def matrix_foot(result: Matrix) -> Foot:
    """What qualifies the numbers of a matrix."""
    games = _("{games} a matchup").format(games=result.play.each_words)
    best, verdict = result.across.best, None if result.checked is None else result.checked.best
    rates, simply = (result.across.rates[best], result.field.rates[best]), result.across.simply(best)
    return foot_of(result, games, verdict, rates, simply=simply)


def foot_of(
    result: Meetings[Any],
    games: str,
    verdict: CheckVerdict | None,
    rates: tuple[Estimate, Estimate],
    *,
    note: str = "",
    simply: Estimate | None = None,
) -> Foot:
    """What qualifies numbers of which one is the answer: its ``rates`` as it is shown and by these games alone."""
    won, by_games = rates
    both, checked = won.method is Method.PLAYERS, result.checked
    return basis_foot(
        games,
        result.terms,
        verdict,
        both=both,
        enough=both and are_enough(by_games, won),
        also=[note],
        simply=simply,
        checked=0 if checked is None or checked.second.stops is None else checked.second.total,
        matchups=[] if checked is None else [cell.verdict for cell in checked.cells.values()],
    )


def _circles(result: Matrix) -> str:
    """Three players of which each beats the next."""
    lines = [
        f"  {cycle_words(result, cycle)}, each with at least {percent(cycle.edge)}"
        + " *" * is_certain_cycle(result, cycle)
        for cycle in result.across.cycles[:MOST_CYCLES]
    ]
    return "\n".join([cycles_sentence(result), *lines])


def _narrow_matrix(result: Matrix) -> Sheet:
    """The matrix for a terminal; columns of many decks are numbered."""
    rows = _against_each(result)
    across, keys = result.across, list(result.cells)
    widest = max(across.cell(*key).width for key in keys) / 2
    if result.play.many != "games":
        text = _("Matches won of the row against the column, in % (± {reach} at most)")
    elif across.panel is None:
        text = _("Win rate of the row against the column, in % (± {reach} at most)")
    else:
        text = _("Win rate of the row against the column, in % (± {reach} at most, for another good player)")
    caption = text.format(reach=f"{100 * widest:.0f}")
    if len(rows) <= MOST_IN_FULL:
        return sheet(caption, ["", marked("the field"), *(row[0].text for row in rows)], rows)
    numbered = [[label(f"{place:2} {name.text}"), *rates] for place, (name, *rates) in enumerate(rows, start=1)]
    numbers = [str(place) for place in range(1, len(rows) + 1)]
    return sheet(caption, ["", "the field", *numbers], numbered).shortened()
