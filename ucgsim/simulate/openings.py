"""Opening hands dealt by the game itself, kept and given back on the same chance, and what comes of them (CR 4.2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.engine.core.constants import NONE, SEATS, STARTING_HAND, Decision, Option, Phase
from ucgsim.engine.core.record import new_game
from ucgsim.errors import UcgsimError
from ucgsim.policies.labels import stack_of
from ucgsim.simulate.loops.redraws import NOT_REACHED, OPENING, PLAYER, Choice, play_openings
from ucgsim.simulate.loops.slow_motion import answer_game, deal_game, decide_game, step_game
from ucgsim.simulate.plan import First
from ucgsim.simulate.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card
    from ucgsim.simulate.table import Table


_HALF_POINTS = {PLAYER: 2, 1 - PLAYER: 0}


class Chance(NamedTuple):
    """What decides the luck of a game, next to its index."""

    seed: int
    matchup: int = 0
    first: First = First.THROW


def open_slowly(
    table: Table,
    chance: Chance,
    indices: NDArray[np.int64],
    choices: NDArray[np.int8],
    *,
    hands: NDArray[np.int16],
    seen: NDArray[np.int64],
    play_out: bool,
) -> NDArray[np.void]:
    """Games played after each choice of an opening hand, as ``play_openings`` plays them: dtype OPENING, (n,).

    ``hands`` and ``seen`` are those of ``play_openings``; ``seen`` is overwritten.
    """
    assert table.own is not None, "somebody is to be asked"
    rows = np.zeros(len(indices), OPENING)
    for k, (row, index, choice) in enumerate(zip(rows, indices.tolist(), choices.tolist(), strict=True)):
        # Again for each game: the same one may be played twice, and nothing of the first time is to be known.
        game = _Opening(table, Referee(table.own), index)
        call = (chance.seed, chance.matchup, index, chance.first.code)
        deal_game(game.record, table.tables, table.decks, *call)
        if len(hands):
            game.put_on_top(hands[k].tolist())
        game.choose(row, choice)
        game.play_turns(seen[k])
        if play_out:
            game.play_out()
        game.note_end(row)
    return rows


def arrange_slowly(
    table: Table,
    chance: Chance,
    indices: NDArray[np.int64],
    choices: NDArray[np.int8],
    *,
    changes: NDArray[np.int16],
    places: NDArray[np.int16],
) -> NDArray[np.void]:
    """Games with a deck and a shuffle arranged, as ``play_arranged`` plays them: dtype OPENING, (n,).

    ``changes`` and ``places`` are those of ``play_arranged``.
    """
    assert table.own is not None, "somebody is to be asked"
    rows = np.zeros(len(indices), OPENING)
    for k, (row, index, choice) in enumerate(zip(rows, indices.tolist(), choices.tolist(), strict=True)):
        game = _Opening(table, Referee(table.own), index)
        decks = table.decks.copy()
        for card, other in _meant(changes[k]):
            decks[PLAYER, card] = other
        deal_game(game.record, table.tables, decks, chance.seed, chance.matchup, index, chance.first.code)
        for card, depth in _meant(places[k]):
            game.put_at(card, depth)
        game.choose(row, choice)
        game.play_out()
        game.note_end(row)
    return rows


def _meant(couples: NDArray[np.int16]) -> list[list[int]]:
    """Couples up to those that mean nothing."""
    return [couple for couple in couples.tolist() if couple[0] != NONE]


class _Opening:
    """One game in which an opening hand is kept or given back; its steps are those of ``loops.redraws``."""

    def __init__(self, table: Table, referee: Referee, index: int) -> None:
        self.record, self.tables = new_game(), table.tables
        self.referee, self.index = referee, index

    def put_on_top(self, hand: list[int]) -> None:
        """Swap cards of these rows to the top of the shuffled deck; rows that it lacks change nothing."""
        g = self.record
        deck, top = g["deck"][PLAYER], int(g["n_deck"][PLAYER]) - 1
        for row in hand:
            place = next((place for place in range(top, -1, -1) if g["card"][deck[place]] == row), None)
            if place is not None:
                deck[[place, top]] = deck[[top, place]]
                top -= 1

    def put_at(self, card: int, depth: int) -> None:
        """Exchange a card, by its number in the deck, with the one that lies ``depth`` cards below the top."""
        deck, size = self.record["deck"][PLAYER], int(self.record["n_deck"][PLAYER])
        here = int(np.flatnonzero(deck[:size] % SEATS == card)[0])
        deck[[here, size - 1 - depth]] = deck[[size - 1 - depth, here]]

    def choose(self, row: np.void, choice: int) -> None:
        """Play until the player may redraw, note what the policy would do, and take the choice."""
        g = self.record
        while not self._is_over() and not (g["kind"] == Decision.REDRAW and g["player"] == PLAYER):
            self._go_on()
        row["hand"] = self._hand()
        taken = self._choice()
        row["verdict"] = g["options"][taken] == Option.YES
        if choice != Choice.POLICY:
            options = g["options"][: g["n_options"]].tolist()
            taken = next(at for at, each in enumerate(options) if (each == Option.YES) == (choice == Choice.REDRAW))
        answer_game(g, self.tables, taken)
        row["starting"] = self._hand()

    def play_turns(self, seen: NDArray[np.int64]) -> None:
        """Play to the end of the last scene phase that ``seen`` asks for, and fill it in."""
        self._note_plain_draws(seen[1])
        bits, noted, g = self._hand(), 0, self.record
        while not self._is_over() and noted < seen.shape[1]:
            self._go_on()
            bits |= self._hand() | self._in_play()
            if g["phase"] == Phase.SET and g["turn"] > noted:
                seen[0, noted] = bits
                noted += 1
        seen[0, noted:] = bits
        seen[1, noted:] = NOT_REACHED

    def play_out(self) -> None:
        """Play the game to its end."""
        while not self._is_over():
            self._go_on()

    def note_end(self, row: np.void) -> None:
        """Note what the player made of the game."""
        row["half_points"] = _HALF_POINTS.get(int(self.record["winner"]), 1)
        row["fault"] = self.record["fault"]

    def _is_over(self) -> bool:
        return bool(self.record["phase"] == Phase.OVER)

    def _go_on(self) -> None:
        """One step, or one decision of the player whose turn it is to decide."""
        if self.record["kind"] == Decision.NOTHING:
            step_game(self.record, self.tables)
        else:
            answer_game(self.record, self.tables, self._choice())

    def _choice(self) -> int:
        """The option that the policy of the deciding player takes."""
        if self.referee.asks(self.record):
            return self.referee(self.record, self.tables, self.index)
        return int(decide_game(self.record, self.tables))

    def _hand(self) -> int:
        """The cards in hand, a bit each."""
        g = self.record
        return _bits(g["hand"][PLAYER, : g["n_hand"][PLAYER]].tolist())

    def _in_play(self) -> int:
        """The own cards on the field and in the scene area, a bit each."""
        g = self.record
        scene = int(g["scene"])
        cards = [scene] if scene != NONE and scene // SEATS == PLAYER else []
        for character in g["field"][PLAYER, : g["n_areas"]].tolist():
            cards += [] if character == NONE else stack_of(g, character)
        return _bits(cards)

    def _note_plain_draws(self, drawn: NDArray[np.int64]) -> None:
        """By turn: the hand and a card from the top of the deck for each later turn, nothing being played."""
        g, bits = self.record, self._hand()
        for turn in range(len(drawn)):
            place = int(g["n_deck"][PLAYER]) - turn
            if turn > 0 and place >= 0:
                bits |= _bits([int(g["deck"][PLAYER, place])])
            drawn[turn] = bits


def _bits(cards: list[int]) -> int:
    return sum(1 << (card % SEATS) for card in cards)


# Opening hands dealt by the game itself: what is done with them, what the first turns show, how the game ends.


class Openings(NamedTuple):
    """``rows``: dtype OPENING, (n,); ``seen``: bits of the cards that side a has held or played by the end of
    the scene phase of each turn, int64[n, turns]; bit k is card k of its deck in the order of numbers.

    ``drawn``: the cards that the same deck would have shown by a draw a turn, nothing being played, int64[n, turns];
    ``reached``: whether the game came to the turn, bool[n, turns]. Where it did not, ``seen`` is as it ended.
    """

    rows: NDArray[np.void]
    seen: NDArray[np.int64]
    drawn: NDArray[np.int64]
    reached: NDArray[np.bool_]


def open_games(
    table: Table,
    chance: Chance,
    indices: NDArray[np.int64],
    choices: NDArray[np.int8],
    *,
    turns: int = 0,
    play_out: bool = False,
    hands: NDArray[np.int16] | None = None,
) -> Openings:
    """Play games until turn ``turns`` has had its scene phase, or to their end.

    ``indices``, ``choices`` (``Choice``): shape (n,). ``hands``: card rows to deal side a, (n, 6); as shuffled
    where None. Two games of one index see the same chance whatever is chosen. Raises UcgsimError for a game that
    meets a limit of the program.
    """
    seen = np.zeros((len(indices), 2, turns), np.int64)
    dealt = np.empty((0, STARTING_HAND), np.int16) if hands is None else hands
    if table.own is not None:
        rows = open_slowly(table, chance, indices, choices, hands=dealt, seen=seen, play_out=play_out)
    else:
        rows = np.zeros(len(indices), OPENING)
        call = (table.tables, table.decks, chance.seed, chance.matchup, indices, chance.first.code, dealt, choices)
        play_openings(new_game(), *call, play_out, rows.view(np.recarray), seen)
    for index in indices[rows["fault"] > 0]:
        raise UcgsimError(f"game {index} of seed {chance.seed} meets limit {rows['fault'].max()} of the program")
    reached = seen[:, 1] != NOT_REACHED
    return Openings(rows, seen[:, 0], np.where(reached, seen[:, 1], 0), reached)


def policy_redraws(table: Table, deck: Sequence[Card], hands: Sequence[Sequence[Card]], seed: int) -> NDArray[np.bool_]:
    """Which opening hands the policy of side a would give back as Lead Player (CR 4.2.3), bool[hands].

    ``deck``: the cards of side a sorted by number, six of which are each hand.
    """
    row = {card.number: table.decks[0, place] for place, card in enumerate(deck)}
    dealt = np.array([[row[card.number] for card in hand] for hand in hands], np.int16)
    played = open_games(
        table,
        Chance(seed, first=First.A),
        np.arange(len(hands)),
        np.full(len(hands), Choice.KEEP, np.int8),
        hands=dealt,
    )
    return played.rows["verdict"].astype(np.bool_)


def cards_of(bits: NDArray[np.int64], size: int) -> NDArray[np.bool_]:
    """The bits of card sets as flags: int64[...] in, bool[..., size] out."""
    return (bits[..., None] >> np.arange(size) & 1).astype(np.bool_)


# Every opening hand played twice: kept and given back, on the same chance (CR 4.2.3).


class RedrawHands(NamedTuple):
    """Opening hands of side a, each played kept and redrawn; all columns int64[hands].

    ``hands``: bits of the opening hand, bit k for card k of the deck. ``kept``, ``redrawn``, ``policy``: half
    points (0 to 2) that the game is worth to side a when it is kept, redrawn, or the policy decides.
    ``verdicts``: 1 where the policy redraws it.
    """

    hands: NDArray[np.int64]
    kept: NDArray[np.int64]
    redrawn: NDArray[np.int64]
    policy: NDArray[np.int64]
    verdicts: NDArray[np.int64]


def play_hands(table: Table, chance: Chance, hands: range) -> RedrawHands:
    """Play both choices of every hand: a pure function of its arguments, however the hands are cut."""
    games = np.arange(hands.start, hands.stop)
    kept, redrawn = (
        open_games(table, chance, games, np.full(len(games), choice, np.int8), play_out=True)
        for choice in (Choice.KEEP, Choice.REDRAW)
    )
    verdicts = kept.rows["verdict"].astype(np.int64)
    of_kept, of_redrawn = (played.rows["half_points"].astype(np.int64) for played in (kept, redrawn))
    return RedrawHands(kept.rows["hand"], of_kept, of_redrawn, np.where(verdicts, of_redrawn, of_kept), verdicts)
