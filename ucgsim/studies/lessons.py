"""Decisions of real games as a table for those who train players: what was seen, what could be done, what came of it.

The arrays are those from which the planner learns (`ucgsim.simulate.loops.lessons`). What was chosen and what the
options are called is read off the same games, dealt again and played once more in slow motion.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from ucgsim.engine.core.layout import NETS, OPTION, POSITION
from ucgsim.engine.core.record import new_games
from ucgsim.errors import UcgsimError
from ucgsim.limits import MAX_GAMES
from ucgsim.play.game import Game
from ucgsim.policies.labels import SIDES
from ucgsim.policies.planner.features import Net, OfCard, OfLevel, OfRound, OfSet, Seen
from ucgsim.policies.search.scratch import new_scratch
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.loops.lessons import LESSON, play_lessons
from ucgsim.simulate.plan import First
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.workers import in_order
from ucgsim.studies.decks import given_decks
from ucgsim.studies.kit.run_options import Asking, RunOptions, asked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars as pl
    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck, DeckLike
    from ucgsim.simulate.plan import Terms

GAMES, WORLDS, MOST_WORLDS = 100, 4, 1_000
BLOCK = 20
"""Games at a time."""
ROWS_PER_GAME = 1_000
"""Room for the options of a game's decisions: four times what the longest games were seen to take."""
WORTH_WORKERS = 10
"""Blocks that pay for starting workers."""
QUESTIONS = {Net.SET: "set", Net.LEVEL_UP: "level_up", Net.TAKE: "take", Net.GIVE: "give"}
"""Decisions that the table has, by the network that weighs them."""


class LessonColumn(NamedTuple):
    """What a column holds: its type in polars, and what that means."""

    dtype: str
    meaning: str


COLUMNS: dict[str, LessonColumn] = {
    "deck": LessonColumn("String", "name of the deck of the player who decides"),
    "opponent": LessonColumn("String", "name of the other deck"),
    "game": LessonColumn("Int32", "number of the game, from 0: that of the same seed in a duel, matchup 0"),
    "decision": LessonColumn("Int32", "number of the decision in its game; not all of them are in the table"),
    "player": LessonColumn("String", "who decides: A, who has the first deck, or B"),
    "question": LessonColumn("String", "set, level_up, take (a card by an effect) or give (a card up for one)"),
    "options": LessonColumn("Int32", "how many options the decision has, of which each is a row"),
    "option": LessonColumn("Int32", "place of the option among them, from 0"),
    "label": LessonColumn("String", "the option as `ucgsim play` shows it"),
    "chosen": LessonColumn("Boolean", "whether the policy took it; true of one option of each decision"),
    "value": LessonColumn("Float32", "share of the worlds tried that the player won after it, from 0 to 1; a tie half"),
    "worlds": LessonColumn("Int32", "worlds in which every option was tried: orders of what nobody knows in the decks"),
    "won": LessonColumn("Float32", "what the player made of the game itself: 1 won, 0 lost, 0.5 neither"),
    "position": LessonColumn(f"Array(Float32, {POSITION})", "what the player sees of the position, by `SEEN`"),
    "features": LessonColumn(
        f"Array(Float32, {OPTION})", "what the player sees of the option, by `FEATURES[question]`"
    ),
}
"""The columns of the table, in their order; a row is one option of one decision."""
SEEN = tuple(place.name.lower() for place in Seen)
"""What stands where in ``position``; places behind these hold 0."""
FEATURES: dict[str, dict[int, str]] = {
    "set": {int(each): each.name.lower() for each in (*OfSet, *OfRound)},
    "level_up": {int(each): each.name.lower() for each in OfLevel},
    "take": {int(each): each.name.lower() for each in (*OfSet, *OfCard)},
    "give": {int(each): each.name.lower() for each in (*OfSet, *OfCard)},
}
"""What stands where in ``features``, by question; other places hold 0."""


@asked(RunOptions)
def lessons(
    deck: DeckLike,
    vs: DeckLike | None = None,
    *,
    games: int = GAMES,
    worlds: int = WORLDS,
    **options: Unpack[RunOptions],
) -> pl.DataFrame:
    """Play games and try every option of their decisions to the end: a table of polars, a row an option.

    Columns are described in ``ucgsim.studies.lessons.COLUMNS``. The same seed gives the same table.

    Args:
        deck: the deck of side a: its name, its file, a ``Deck``, or counts by card number.
        vs: the deck of side b, likewise; the same deck where None.
        games: how many games to play, of which every decision to set, to level up, and to take or give up a card by
            an effect is written down.
        worlds: in how many worlds each option is tried: decks in another order, hidden cards as they are.

    Raises:
        UcgsimError: whatever can't be played, and a policy of one's own, which can't play the worlds.
    """
    asking = Asking.of(options)
    plan = plan_lessons(deck, deck if vs is None else vs, asking.terms, games=games, worlds=worlds)
    with asking.watch("lessons", games) as advance:
        return plan.table(jobs=asking.jobs, advance=advance)


class LessonsPlan(NamedTuple):
    """Lessons that can be played: decks of both sides, how games are played, how many, and in how many worlds."""

    decks: tuple[Deck, Deck]
    terms: Terms
    games: int
    worlds: int

    def table(self, *, jobs: int = 1, advance: Any = None) -> pl.DataFrame:
        """Play them; ``advance`` is called with how many more games are done."""
        import polars as pl  # noqa: PLC0415 - loads slowly

        starts = range(0, self.games, BLOCK)
        parts = [partial(_block, self, first, min(BLOCK, self.games - first)) for first in starts]
        frames = []
        for first, columns in zip(starts, in_order(parts, jobs, WORTH_WORKERS), strict=True):
            frames.append(_frame(columns))
            if advance is not None:
                advance(min(BLOCK, self.games - first))
        return pl.concat(frames)


def plan_lessons(deck: DeckLike, vs: DeckLike, terms: Terms, *, games: int, worlds: int) -> LessonsPlan:
    """Everything that ``lessons`` checks before it plays."""
    for name, value, most in (("games", games, MAX_GAMES), ("worlds", worlds, MOST_WORLDS)):
        if not 1 <= value <= most:
            raise UcgsimError(f"{name} is {value:,}; it must lie between 1 and {most:,}")
    if terms.first is not First.THROW or terms.matchup:
        raise UcgsimError("lessons are of matchup 0, and whoever wins the throw chooses the Lead; leave out the others")
    own = [name for name in terms.policies if parse_policy(name).own is not None]
    if own:
        raise UcgsimError(f"policy {own[0]}: lessons are played by policies of the program, such as planner or greedy")
    a, b = given_decks((deck, vs), terms)
    lay_out((a, b), terms)
    return LessonsPlan((a, b), terms, games, worlds)


def _block(plan: LessonsPlan, first: int, games: int) -> dict[str, Any]:
    """The columns of some games in a row."""
    rows, winners = _lessons(plan, first, games)
    labels, chosen = _read_off(plan, rows, first, winners)
    keys = rows["game"].astype(np.int64) * 2**31 + rows["decision"]
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1])) if len(keys) else np.zeros(0, np.int64)
    sizes = np.diff(np.append(starts, len(keys)))
    won = winners[rows["game"] - first]
    names = np.array([deck.name for deck in plan.decks])
    return {
        "deck": names[rows["player"]],
        "opponent": names[1 - rows["player"]],
        "game": rows["game"],
        "decision": rows["decision"],
        "player": np.array(list(SIDES))[rows["player"]],
        "question": [QUESTIONS[Net(net)] for net in rows["net"].tolist()],
        "options": np.repeat(sizes, sizes),
        "option": np.arange(len(keys)) - np.repeat(starts, sizes),
        "label": labels,
        "chosen": chosen,
        "value": rows["value"],
        "worlds": np.full(len(keys), plan.worlds),
        "won": np.where(won < 0, 0.5, won == rows["player"]),
        "position": rows["position"],
        "features": rows["option"],
    }


def _lessons(plan: LessonsPlan, first: int, games: int) -> tuple[NDArray[np.void], NDArray[np.int8]]:
    """Rows of dtype LESSON, and who won each game, below 0 for nobody."""
    table = lay_out(plan.decks, plan.terms)
    shares = np.array([1.0 if net in QUESTIONS else 0.0 for net in Net] + [0.0])
    assert len(shares) == NETS + 1, "there is a share for each network, and one of moves at random"
    out, winners = np.zeros(games * ROWS_PER_GAME, LESSON), np.zeros(games, np.int8)
    chance = (plan.terms.seed, first, plan.worlds, shares)
    rows = play_lessons(new_games(2), new_scratch(), table.tables, table.decks, *chance, out.view(np.recarray), winners)
    assert rows < len(out) - ROWS_PER_GAME // 2, "no decision was left out for want of room"
    return out[:rows], winners


def _read_off(
    plan: LessonsPlan, rows: NDArray[np.void], first: int, winners: NDArray[np.int8]
) -> tuple[list[str], list[bool]]:
    """The label of each row's option, and whether the policy takes it, from the same games in slow motion."""
    sizes: dict[tuple[int, int], int] = {}
    for key in zip(rows["game"].tolist(), rows["decision"].tolist(), strict=True):
        sizes[key] = sizes.get(key, 0) + 1
    labels: list[str] = []
    chosen: list[bool] = []
    for index, winner in enumerate(winners.tolist(), start=first):
        game = _dealt(plan, index)
        game.advance()
        while not game.is_over:
            taken = game.policy_choice()
            size = sizes.pop((index, int(game.record.decisions)), 0)
            if size:
                assert size == len(game.labels), "it is the same decision"
                labels += game.labels
                chosen += [place == taken for place in range(size)]
            game.take(taken)
            game.advance()
        assert int(game.record.winner) == winner, "it is the same game"
    assert not sizes, "every decision was come by again"
    return labels, chosen


def _dealt(plan: LessonsPlan, index: int) -> Game:
    """A game as it was dealt for the lessons, with who plays."""
    terms = plan.terms
    game = Game.deal(
        plan.decks,
        seed=terms.seed,
        rules=terms.rules,
        redraw_procedure=terms.redraw_procedure,
        catalog=terms.catalog,
        index=index,
        play_blank=terms.play_blank,
        policies=terms.policies,
    )
    game.number = index
    game.seat(terms.policies)
    return game


def _frame(columns: Mapping[str, Any]) -> pl.DataFrame:
    """Columns as a table of the types that COLUMNS says."""
    import polars as pl  # noqa: PLC0415

    kinds: dict[str, Any] = {"String": pl.String, "Int32": pl.Int32, "Float32": pl.Float32, "Boolean": pl.Boolean}
    series = []
    for name, column in COLUMNS.items():
        values = columns[name]
        kind = kinds.get(column.dtype)
        if kind is None:
            kind, values = pl.Array(pl.Float32, values.shape[1]), np.ascontiguousarray(values)
        series.append(pl.Series(name, _plain(values), dtype=kind))
    return pl.DataFrame(series)


def _plain(values: Any) -> Sequence[Any] | NDArray[Any]:
    """Values as polars takes them: text as Python's own."""
    is_text = isinstance(values, np.ndarray) and values.dtype.kind == "U"
    result: Sequence[Any] | NDArray[Any] = values.tolist() if is_text else values
    return result
