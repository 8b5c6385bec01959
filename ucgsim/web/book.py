"""What a page needs to play: the game as WebAssembly, the book of all cards, and how the records of both are laid out.

A script finds every number by the layout that is written here from the dtypes, so that no offset is written twice.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.cards.versions import DEFAULT_RULES, rules_version
from ucgsim.compiling.sources import library_hash, symbol_of
from ucgsim.effects.compile.opcodes import Destination, Modifier
from ucgsim.effects.library import effects_of
from ucgsim.engine.bp import VIEW
from ucgsim.engine.core import constants, selection
from ucgsim.engine.core.layout import MAX_CARDS, TABLES
from ucgsim.engine.core.record import GAME
from ucgsim.engine.core.tables import rules_row, whole_book
from ucgsim.files.checksums import digest
from ucgsim.limits import DEFAULT_POLICY
from ucgsim.play.chances import USUAL
from ucgsim.policies.planner.weights import LAYERS, seat
from ucgsim.policies.search.scratch import SEARCH, scratch_for
from ucgsim.policies.spec import Searching, parse_policy
from ucgsim.policies.spread import spread_of
from ucgsim.probability.counting import chances
from ucgsim.simulate.exchanges import BUILDS_A_GAME, CARDS_A_BUILD
from ucgsim.simulate.loops import builds, match, redraws, slow_motion, tally
from ucgsim.stats import answers, ridge

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from enum import IntEnum

    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.stats.random_effects import PlayerSpread

ARRAYS = ("cards", "fits", "kin", "asks", "powers", "lines", "expressions", "steps")
"""The book as `selection.select_cards` takes it, in this order."""
RECORDS: Mapping[str, Any] = {
    "GAME": GAME,
    "TABLES": TABLES,
    "ROW": match.ROW,
    "TALLY": tally.TALLY,
    "VIEW": VIEW,
    "SEARCH": SEARCH,
    "OPENING": redraws.OPENING,
}
ENUMS: Sequence[type[IntEnum]] = (
    *(constants.Phase, constants.Decision, constants.Option, constants.Grade, constants.Outcome, constants.Reason),
    *(constants.Event, Modifier, Destination),
    *(slow_motion.Act, match.At, redraws.Choice, Searching, builds.Room),
)
POLICIES = ("planner", "greedy", "random", "search:16,with=planner", USUAL)
"""Who can play in a page: none that needs lists of a field or code of the user. The last one gives hints."""
CALLED: Sequence[Any] = (
    *(selection.select_cards, match._play_games, tally.tally_games, tally.tally_pairs),
    *(redraws._play_openings, slow_motion.act, builds._screen_builds, builds._play_exchanges),
)
"""What a page calls of the library to play."""
COUNTED: Sequence[Any] = (
    *(answers.field_rate, answers.field_gain, answers.score_rates, answers.mean_value),
    *(answers.combined, answers.best_rule, chances.weigh_odds, chances.count_odds, ridge.fit_effects),
)
"""What it calls to count; all of it takes and fills arrays of numbers."""
NUMBERS = ("PLAYERS", "SEATS", "CARDS", "AREAS", "OPTIONS", "NONE", "STARTING_HAND", "WINS_NEEDED")
_ALIGNED = 8


MARK = 16
"""Letters at the end of the book: the mark of the files that belong together."""


class GameFiles(NamedTuple):
    """The files that play: ``layout`` as JSON, ``book`` as it lies in memory; and the ``mark`` that both bear.

    The layout names the library as well: it is of these very sources.
    """

    layout: bytes
    book: bytes
    mark: str


def game_files(catalog: Catalog, rules: str = DEFAULT_RULES) -> GameFiles:
    """The files for all cards of a catalog whose texts can be played, the same bytes for the same cards."""
    cards = sorted({card.number: card for card in catalog.values()}.values(), key=lambda card: card.number)
    book = whole_book(cards, rules, effects_of(cards, play_blank=()))
    weights, policies = _players()
    arrays = {name: np.ascontiguousarray(book.arrays[name]) for name in ARRAYS} | {"weights": weights}
    data, places = bytearray(), {}
    for name, array in arrays.items():
        data += bytes(-len(data) % _ALIGNED)
        places[name] = [len(data), *array.shape]
        data += array.tobytes()
    mark = digest(library_hash().encode() + data)[:MARK]
    layout = {
        "version": library_hash(),
        "mark": mark,
        "rules": rules,
        "switches": rules_row(rules_version(rules)).tolist(),
        "numbers": book.names.numbers,
        "types": book.names.types,
        "names": len(book.names.characters),
        "book": places,
        "policies": policies,
        "usual": DEFAULT_POLICY,
        "hint": USUAL,
        "arrays": ARRAYS,
        "most_cards": MAX_CARDS,
        "longest_game": match.LONGEST_GAME,
        "screening": {"first": builds.FIRST, "most": builds.MOST_EXCHANGED, "shape": [BUILDS_A_GAME, CARDS_A_BUILD]},
        "constants": {name: getattr(constants, name) for name in NUMBERS},
        "enums": {each.__name__: {member.name: int(member) for member in each} for each in ENUMS},
        "records": {name: _record(np.dtype(dtype)) for name, dtype in RECORDS.items()},
        "entries": _entries(),
        "counting": {symbol_of(entry.py_func): [kind.dtype.str[1:] for kind in entry.takes] for entry in COUNTED},
    }
    return GameFiles(json.dumps(layout, separators=(",", ":")).encode(), bytes(data) + mark.encode(), mark)


def _players() -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """What the planner learned, as it begins in ``TABLES.learned``, and the rows of all policies by name."""
    tables = np.zeros(1, TABLES).view(np.recarray)[0]
    policies = {}
    for name in POLICIES:
        seat(tables, [parse_policy(name)] * constants.PLAYERS)
        scratch = scratch_for(tables)
        policies[name] = {
            "row": tables.policies[0].tolist(),
            "fast": scratch[0].fast[0].tolist() if len(scratch) else None,
            "numbers": scratch[0].numbers[0].tolist() if len(scratch) else None,
            "spread": spread_of_players(name),
        }
    learned = tables["learned"]
    end = max(learned.dtype.fields[name][1] + learned[name].nbytes for name in LAYERS)
    assert TABLES.fields is not None
    return np.frombuffer(tables.tobytes(), np.uint8)[int(TABLES.fields["learned"][1]) :][:end], policies


def spread_of_players(policy: str) -> dict[str, Any] | None:
    """How far good players lie apart where this policy plays both sides; None for one that was not measured.

    ``simple``: how far simpler play lies, as numbers of the same names.
    """
    spread = spread_of((policy, policy))
    if spread is None:
        return None
    simple = None if spread.simple is None else _numbers(spread.simple)
    return {**_numbers(spread), "simple": simple}


def _numbers(spread: PlayerSpread) -> dict[str, float]:
    return {name: value for name, value in asdict(spread).items() if isinstance(value, float)}


def _record(dtype: np.dtype[Any]) -> dict[str, Any]:
    """Size of a record, and of every number or array of numbers in it: kind, place, shape."""
    members = {}
    for name in dtype.names or ():
        assert dtype.fields is not None
        part, at = dtype.fields[name][:2]
        base = part.base.str[1:] if part.base.names is None else "record"
        members[name] = [base, at, *part.shape]
    return {"size": dtype.itemsize, "members": members}


def _entries() -> dict[str, list[int]]:
    """Of every function that a page calls, how its arguments are given: -1 a whole number, 0 a record, else an array of
    so many dimensions.
    """
    return {
        symbol_of(entry.py_func): [-1 if kind.dtype is None else kind.dimensions for kind in entry.takes]
        for entry in CALLED
    }
