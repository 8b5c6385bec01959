"""A tournament in words: what to bring, what to fear, who leads, and what is assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.numbers import PICKED, interval, percent
from ucgsim.stats.rates import Method
from ucgsim.studies.matrix.words import points_words
from ucgsim.studies.tournament.pairs import TWO_DECKS

if TYPE_CHECKING:
    from ucgsim.studies.tournament.findings import Tournaments

MOST_RIVALS = 5
FORMATS = {"bo1": "one game", "bo3": "best of three", TWO_DECKS: "best of three with two decks a player"}


def shape_words(result: Tournaments) -> str:
    """Players, rounds and cut."""
    return f"{result.shape.players} players, {result.shape.rounds} rounds, cut to {result.shape.cut}"


def answer(result: Tournaments) -> str:
    """What to bring, how likely it wins and makes the cut, and what if all others bring it too."""
    first = result.order[0]
    field = "the given field" if result.field_source else "a field of these shares"
    text = (
        f"In {field} ({shape_words(result)}) a player with {result.names[first]} wins the tournament "
        f"{interval(result.best)} of the time and makes the cut {interval(result.cuts[first])}"
    )
    end = " ".join(filter(None, (check_words(result), f"Played: {result.basis}.")))
    if len(result.only) == 1:
        return f"{text}. {end}"
    return f"{text}, {_sure(result)}, under {result.played.policy}. {_then(result)} {end}"


def check_words(result: Tournaments) -> str:
    """What the check that was kept makes of the best deck of the field; empty without one."""
    return "" if result.check is None else result.check.words()


def _sure(result: Tournaments) -> str:
    shown = result.rivals[:MOST_RIVALS]
    rivals = ", ".join(f"{result.names[deck]} (by {points_words(result.ahead_of(deck))})" for deck in shown)
    return f"not surely more often than with {rivals}" if rivals else "surely more often than with every other deck"


def _then(result: Tournaments) -> str:
    deck, chance = result.best_after
    return f"If all others bring it too, {result.names[deck]} does best: it wins {interval(chance)} of the time."


def takeaways(result: Tournaments) -> tuple[str, ...]:
    """What to take away: what to bring, what it must fear, and what if everybody does the same."""
    first, alone = result.order[0], len(result.only) == 1
    bring = (
        f"A player with {result.names[first]} wins the tournament {interval(result.best)} of the time and makes the "
        f"cut {interval(result.cuts[first])}"
    )
    said = [f"{bring}{'' if alone else f', {_sure(result)}'}.", check_words(result), fear_words(result, first)]
    return tuple(each for each in [*said, "" if alone else _then(result)] if each)


def fear_words(result: Tournaments, deck: int) -> str:
    """The deck of the field that costs it most."""
    fear = result.fear(deck)
    if fear is None:
        return ""
    name, share = result.names[fear.deck], percent(fear.share)
    if fear.cost <= 0:
        most = f"most costs {name} ({share} of the field), against which it wins {interval(fear.won)} of the matches"
        return f"By what was played no deck of the field has the better of it; {most}."
    return f"Most to fear is {name} ({share} of the field): a match against it is won {interval(fear.won)} of the time."


def notes(result: Tournaments) -> list[str]:
    """What the numbers mean, and what is assumed."""
    is_pick = len(result.only) > 1 and Method.PICKED in {result.best.method, result.best_after[1].method}
    lines = [
        f"{PICKED} named because it does best: estimate and interval allow for the choice." * is_pick,
        "Intervals cover the luck of tournaments and what the matrix leaves open, not that people play otherwise. "
        "Every player who brings what the field brings is counted, and players of one tournament share its luck; a "
        "deck that the field hardly brings is given to one player.",
        "Assumed: the other players bring decks by chance from the field; points are ranked by the opponents' "
        "share of wins, then by lot, which the floor rules leave to the organiser; the odd player out has a win.",
    ]
    if result.match != "bo1":
        lines.append(
            "Games of a match are taken as independent but for the choice of its loser, who leads the next one or "
            "follows; a matrix of matches (`matrix --match`) plays them."
        )
    if result.match == TWO_DECKS:
        lines.append(
            f"Pairs: {len(result.names):,} may be brought, by the copies over both; the first one begins. Others bring "
            f"both decks by their shares.{_chosen(result)}"
        )
    if result.rematches:
        lines.append(f"{result.rematches:,} matches were rematches that no exchange of partners avoided.")
    return lines


def _chosen(result: Tournaments) -> str:
    if result.named or len(result.only) == len(result.names):
        return ""
    return (
        f" The {len(result.only)} here win most matches in the field by one half of the games; what is said of them "
        "comes from the other half, which chose nothing."
    )


def lead_words(result: Tournaments) -> str:
    """Who chooses who leads, and how that choice was played."""
    throw = "The winner of the throw chooses who leads"
    played = f"{result.played.policy} chose as it does; no choice of a person is in these numbers"
    if result.match == "bo1":
        return f"{throw}: {played}."
    text = f"{throw} the first game, the loser of each game the next one (floor rules 10): {played}."
    if result.match != TWO_DECKS:
        return text
    return (
        f"{text} A deck that won is out of the match (floor rules 7); the loser takes its decks in the order that is "
        "likeliest to win."
    )
