"""The options of a run, listed once: default, meaning for those who call from Python, and what ``--help`` says.

The functions of ``import ucgsim`` take them by `studies.kit.run_options`, commands by `cli.common.options`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.limits import DEFAULT_POLICY


class Option(NamedTuple):
    """An option of a run; ``help`` is blank where commands have none of that name, or each says what it means there."""

    default: Any
    meaning: str
    help: str = ""


OPTIONS = {
    "progress": Option(
        None, "whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second."
    ),
    "advance": Option(None, "is called with how many more games (or hands, tournaments, resamples) are done."),
    "jobs": Option(
        None,
        "processes that play side by side; as many as there are cores where None. The result is the same.",
        "Processes that play side by side.",
    ),
    "catalog": Option(
        None,
        "the cards, where it is not the imported or the shipped one.",
        "Card catalog to use instead of the imported or the shipped one.",
    ),
    "seed": Option(
        1,
        "of all chance; the same seed and options give the same result.",
        "Seed; the same seed gives the same games.",
    ),
    "rules": Option(DEFAULT_RULES, "version of the comprehensive rules.", "Version of the comprehensive rules."),
    "redraw_procedure": Option(
        Procedure.OFFICIAL,
        '"official" (CR 4.2.3) or "reshuffle", as many players do it.',
        "Official: the six go to the bottom, so can't come back at once (CR 4.2.3); else they are shuffled in.",
    ),
    "play_blank": Option(
        (),
        'numbers of cards to play without their text; "all" in it means every one that can\'t be played.',
        "Card to play without its text; 'all' means every card whose text can't be played.",
    ),
    "policy": Option(
        DEFAULT_POLICY,
        "who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).",
    ),
    "out": Option(
        None,
        "a folder to store what is played in, where an interrupted run goes on.",
        "Folder to write to; made if there is none.",
    ),
    "check": Option(
        None,
        "a policy under which the question is asked again, such as ``search:16,with=planner``.",
        "Ask again under this policy on both sides, and say whether it confirms the answer; 'none' does not.",
    ),
    "check_games": Option(
        None,
        "games of that check; until it knows, 400 at most, where None.",
        "Exactly so many games of the check for each matchup.",
    ),
    "check_budget": Option(
        None,
        'or what it may take: a time such as "30s", or a precision such as "2pp".',
        "How long the check may take, such as 30s or 5m, or how precise it is to be, such as 2pp.",
    ),
    "lead_pairs": Option(
        None,
        "pairs of games that ask what leading is worth in each matchup, 0 for none; a few of a fast game where None.",
        "Pairs of games on one shuffle, either side leading, that show what leading is worth; 0: none.",
    ),
    "field": Option(
        None, "a CSV file of decks and their shares, which names the opponents where ``against`` does not."
    ),
    "pool": Option("all", 'which cards may come in: "all", a file of the cards that are owned, or counts by number.'),
    "budget": Option(None, 'games, or a text such as "2e6" or "10m".'),
    "bans": Option(None, "a file of bans, of which those in force count."),
    "policy_b": Option(None, "how the opponents decide; as the deck does where None."),
    "heard": Option(None, "is called with sentences on how the search goes."),
}
"""By name. A group of ``studies.kit.run_options`` names those that a function takes, with the type of each."""
