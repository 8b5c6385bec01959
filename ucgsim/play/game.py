"""The friendly face of one game: look at it, see what may be chosen, choose, copy it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import DEFAULT_RULES, Procedure, read_procedure
from ucgsim.decks.deck import Deck
from ucgsim.decks.reading import read_deck
from ucgsim.effects.library import effects_of
from ucgsim.engine.bp import VIEW
from ucgsim.engine.core.constants import CARDS, NONE, PLAYERS, SEATS, Decision, Event, Grade, Outcome, Phase, Reason
from ucgsim.engine.core.record import new_game, new_games
from ucgsim.engine.core.tables import CardBook, card_book
from ucgsim.engine.field.sight import Sight
from ucgsim.errors import UcgsimError
from ucgsim.limits import DEFAULT_POLICY
from ucgsim.play.events import FORCED, EventLine, Happening, describe
from ucgsim.play.position import Position, put_in
from ucgsim.policies.closed_lists import in_field, lists_for
from ucgsim.policies.labels import SIDES, distinct, number_of, option_label, pending_labels, plain_label, stack_of
from ucgsim.policies.planner.weights import seat
from ucgsim.policies.spec import Policy, parse_policy
from ucgsim.simulate.loops.slow_motion import answer_game, deal_game, decide_game, look_at_game, step_game
from ucgsim.simulate.referee import Referee, referee_of, seats_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from ucgsim.cards.card import Card
    from ucgsim.play.scenario import Scenario


def cards_of(deck: Deck | Path | str | Iterable[str], catalog: Mapping[str, Card]) -> list[Card]:
    """Cards of a deck in the order in which they are dealt, whatever names it; at most CARDS."""
    if isinstance(deck, str | Path):
        deck = read_deck(Path(deck), catalog)  # type: ignore[arg-type]
    if not isinstance(deck, Deck):
        numbers = list(deck)
        deck = Deck("deck", tuple((number, 1) for number in numbers))
    if not 0 < deck.size <= CARDS:
        raise UcgsimError(f"{deck.name}: has {deck.size} cards; a game takes from 1 to {CARDS}")
    return deck.cards(catalog)


# The one place where cards are given to the engine for a game in slow motion.


def book_of(
    cards: Iterable[Card],
    rules: str,
    *,
    reshuffle: bool = False,
    made_up: Mapping[str, str] | None = None,
    play_blank: Collection[str] = (),
) -> CardBook:
    """Tables of ``cards`` with their effects under a rules version, with the event log on.

    ``made_up``: official wording of cards that no catalog knows. Raises UcgsimError for a text that can't be played.
    """
    cards = list(cards)
    texts = effects_of(cards, made_up=made_up, play_blank=play_blank)
    return card_book(cards, rules, texts=texts, logging=True, reshuffle=reshuffle)


# The friendly face of one game: look at it, see what may be chosen, choose, copy it.


OUTCOMES = {Outcome.A: "A", Outcome.B: "B", Outcome.TIE: "tie", Outcome.NO_RESULT: "none"}
PASSING = {Phase.SCENE: "no scene", Phase.LEVEL_UP: "pass", Phase.ACTIVATE: "pass"}
"""What a player does in a step in which nothing else is possible."""


class Pending(NamedTuple):
    """The pending decision: who decides (``A`` or ``B``), its kind, the options as labels."""

    player: str
    kind: str
    options: list[str]


class Game:
    """One game in slow motion. Players are ``"A"`` and ``"B"``, cards their numbers, areas oldest first."""

    def __init__(self, book: CardBook, record: np.record, happenings: Sequence[Happening] = ()) -> None:
        self.book = book
        self.record = record
        self.happenings = list(happenings)
        self.judged_areas = 0
        self.referee: Referee | None = None
        self.number = 0

    # --- making games --------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        deck_a: Deck | Path | str | Iterable[str],
        deck_b: Deck | Path | str | Iterable[str],
        *,
        seed: int = 1,
        rules: str = DEFAULT_RULES,
        redraw_procedure: Procedure | str = Procedure.OFFICIAL,
        catalog: Mapping[str, Card] | Path | None = None,
        first: str | None = None,
        play_blank: Collection[str] = (),
    ) -> Game:
        """Deal a game of two decks and run on to its first decision.

        A deck is a ``Deck``, a decklist file or card numbers. ``first`` fixes the Lead Player of the
        first turn; otherwise the winner of the throw chooses (CR 4.2.2). ``play_blank`` as in `deal`.
        Raises UcgsimError for bad decks.
        """
        game = cls.deal(
            (deck_a, deck_b),
            seed=seed,
            rules=rules,
            redraw_procedure=redraw_procedure,
            catalog=catalog,
            first=None if first is None else side(first),
            play_blank=play_blank,
        )
        game.advance()
        return game

    @classmethod
    def deal(
        cls,
        decks: Sequence[Deck | Path | str | Iterable[str]],
        *,
        seed: int,
        rules: str = DEFAULT_RULES,
        catalog: Mapping[str, Card] | Path | None = None,
        first: int | None = None,
        matchup: int = 0,
        index: int = 0,
        redraw_procedure: Procedure | str = Procedure.OFFICIAL,
        play_blank: Collection[str] = (),
        policies: Sequence[str] = (),
    ) -> Game:
        """Deal game ``index`` as a run does (``engine.turn.preparation.deal``), not yet begun.

        ``play_blank``: numbers of cards to play without their text, or "all" for those that can't be played.
        ``policies``: who will be seated, where one of them takes the other deck to be from the lists of a field.
        """
        known = catalog if catalog is not None and not isinstance(catalog, Path) else load_catalog(catalog)
        lists = [cards_of(deck, known) for deck in decks]
        reshuffle = read_procedure(redraw_procedure) is Procedure.RESHUFFLE
        field = lists_for(policies)
        cards = [card for cards in lists for card in cards] + (field.cards(known) if field else [])
        book = book_of(cards, rules, reshuffle=reshuffle, play_blank=play_blank)
        if field is not None:
            field.put(book.tables, book.index)
        rows = np.full((PLAYERS, max(map(len, lists))), NONE, np.int16)
        for player, cards in enumerate(lists):
            rows[player, : len(cards)] = [book.row(card.number) for card in cards]
        game = cls(book, new_game())
        fixed = NONE if first is None else first
        deal_game(game.record, book.tables, rows, seed, matchup, index, fixed)
        game._read_log(game.record.copy())
        return game

    @classmethod
    def place(
        cls,
        position: Position,
        catalog: Mapping[str, Card],
        *,
        rules: str = DEFAULT_RULES,
        redraw_procedure: Procedure | str = Procedure.OFFICIAL,
        seed: int = 0,
        texts: Mapping[str, str] | None = None,
        play_blank: Collection[str] = (),
    ) -> Game:
        """Put a game into a position, at the beginning of its phase; nothing of it has happened yet.

        ``texts``: official wording of made-up cards, by number; ``play_blank`` as in `deal`.
        """
        numbers = position.numbers()
        unknown = sorted(number for number in numbers if number not in catalog)
        if unknown:
            raise UcgsimError(f"the catalog holds no {', '.join(unknown)}")
        cards = [catalog[number] for number in numbers]
        reshuffle = read_procedure(redraw_procedure) is Procedure.RESHUFFLE
        book = book_of(cards, rules, reshuffle=reshuffle, made_up=texts, play_blank=play_blank)
        game = cls(book, new_game())
        put_in(game.record, game.book, position, seed=seed)
        return game

    @classmethod
    def of(cls, scenario: Scenario) -> Game:
        """The game of a scenario at the beginning of its phase; nothing has happened yet."""
        return cls.place(
            scenario.position,
            scenario.catalog,
            rules=scenario.rules,
            redraw_procedure=scenario.redraw_procedure,
            texts=scenario.texts,
            play_blank=scenario.play_blank,
        )

    def copy(self) -> Game:
        """A copy of this game, to be played on without touching it."""
        records = new_games(1)
        records[0] = self.record
        twin = Game(self.book, records[0], self.happenings)
        twin.judged_areas, twin.referee, twin.number = self.judged_areas, self.referee, self.number
        return twin

    # --- going on ------------------------------------------------------------------------------------------

    def step(self) -> list[Happening]:
        """Perform one step of the rules where nothing is asked; returns what happened."""
        before = self.record.copy()
        step_game(self.record, self.book.tables)
        happened = self._read_log(before)
        passed = self._passed(before, happened)
        if passed is not None:
            happened.append(passed)
        if self.record.judged != before.judged:
            self.judged_areas = int(self.record.n_areas)
        return happened

    def advance(self) -> None:
        """Run on until a player must decide or the game is over."""
        while self.decision is None and not self.is_over:
            self.step()

    def answer(self, label: str) -> list[Happening]:
        """Take an option of the pending decision and stop right after it; returns what happened."""
        self.take(self.index_of(label))
        return self.happenings[-1:]

    def choose(self, label: str) -> None:
        """Take an option of the pending decision and run on to the next decision."""
        self.take(self.index_of(label))
        self.advance()

    def take(self, index: int) -> None:
        """Take option number ``index`` of the pending decision and stop right after it."""
        before = self.record.copy()
        answer_game(self.record, self.book.tables, index)
        self._read_log(before)

    def play_out(self, policies: str | Policy | Sequence[str | Policy] = DEFAULT_POLICY) -> None:
        """Let policies (one for both, or one a player) play the game to its end."""
        self.seat(policies)
        self.finish()

    def finish(self) -> None:
        """Let the policies that are seated play the game to its end."""
        self.advance()
        while not self.is_over:
            self.take(self.policy_choice())
            self.advance()

    def seat(self, policies: str | Policy | Sequence[str | Policy]) -> None:
        """Let policies (one for both, or one a player) answer ``policy_choice``; copies share them."""
        pair = [policies] * PLAYERS if isinstance(policies, str | Policy) else list(policies)
        chosen = [parse_policy(*in_field([each])) if isinstance(each, str) else each for each in pair]
        seat(self.book.tables, chosen)
        self.referee = referee_of(seats_of(chosen, self.book))

    def policy_choice(self) -> int:
        """Index of the option that the policy of the deciding player takes."""
        if self.referee is not None and self.referee.asks(self.record):
            return self.referee(self.record, self.book.tables, self.number)
        return int(decide_game(self.record, self.book.tables))

    @property
    def labels(self) -> list[str]:
        """The label of every option of the pending decision, in the order in which ``take`` counts them."""
        return [] if self.decision is None else pending_labels(self.record, self.book.names)

    def index_of(self, label: str) -> int:
        """Which option of the pending decision a label names; raises UcgsimError where it is none."""
        if self.decision is None:
            raise UcgsimError(f"{label!r}: nothing is asked")
        wanted = plain_label(label)
        labels = [plain_label(option) for option in self.labels]
        if wanted not in labels:
            raise UcgsimError(f"{label!r} is no option of {self.decision.player}; there are {', '.join(self.options)}")
        return labels.index(wanted)

    def _read_log(self, before: np.record) -> list[Happening]:
        """Empty the engine's log; ``before`` is the record in which the choices of this step were offered."""
        log = self.book.tables.log
        rows = [[int(value) for value in row] for row in log[1 : log[0, 0] + 1]]
        log[0, 0] = 0
        if not rows:
            return []
        place = (max(int(before.turn), 1), Phase(int(before.phase)), int(before.lead))
        happened = []
        for code, player, a, b, c, area in rows:
            event = Event(code)
            if event is Event.PHASE:
                place = (max(b, 1), Phase(a), player)
            label = ""
            if event is Event.CHOICE:
                # What is done to a character that had to be chosen may follow in the same step.
                label = f"{SIDES[a // SEATS]}{area}" if area else self._choice_label(before, Decision(b), a)
            happened.append(Happening(*place, event, player, a, b, c, label, bool(before.scene_asked)))
        self.happenings += happened
        return happened

    def _choice_label(self, before: np.record, kind: Decision, option: int) -> str:
        names = self.book.names
        if before.kind == kind and option in before.options[: before.n_options]:
            labels = pending_labels(before, names)
            return labels[list(before.options[: before.n_options]).index(option)]
        return option_label(self.record, names, kind, option, several_areas=False)

    def _passed(self, before: np.record, happened: Sequence[Happening]) -> Happening | None:
        """The declining choice of a player who could do nothing else in this step and was not asked."""
        if happened:
            return None
        g, phase = self.record, Phase(int(before.phase))
        if phase not in PASSING or g.phase != before.phase or g.step == before.step or g.kind != Decision.NOTHING:
            return None
        if phase is Phase.SCENE and before.step > 0:
            return None
        leads = phase is Phase.SCENE or before.step == 0
        player = int(before.lead) if leads else 1 - int(before.lead)
        turn = max(int(before.turn), 1)
        return Happening(turn, phase, int(before.lead), Event.CHOICE, player, -1, 0, FORCED, PASSING[phase])

    # --- the decision --------------------------------------------------------------------------------------

    @property
    def decision(self) -> Pending | None:
        """The pending decision, None when nothing is asked."""
        g = self.record
        if g.kind == Decision.NOTHING:
            return None
        kind = Decision(int(g.kind)).name.lower()
        return Pending(SIDES[g.player], kind, distinct(pending_labels(g, self.book.names)))

    @property
    def options(self) -> list[str]:
        """Labels of the pending decision, none when nothing is asked."""
        return self.decision.options if self.decision else []

    @property
    def log(self) -> list[EventLine]:
        """What has happened, readable and with clauses."""
        return self.log_for()

    def log_for(self, viewer: str | None = None, start: int = 0) -> list[EventLine]:
        """Happenings from number ``start`` on as ``viewer`` may see them, None for all that happened."""
        seat = None if viewer is None else side(viewer)
        lines = (describe(happening, self.book, seat) for happening in self.happenings[start:])
        return [line for line in lines if line is not None]

    # --- zones ---------------------------------------------------------------------------------------------

    def hand(self, player: str) -> list[str]:
        """Card numbers in hand, sorted."""
        return self._zone("hand", player)

    def deck(self, player: str) -> list[str]:
        """Card numbers in the deck, top card first."""
        return self._zone("deck", player)[::-1]

    def discard(self, player: str) -> list[str]:
        """Card numbers in the discard area, oldest first."""
        return self._zone("discard", player)

    def exile(self, player: str) -> list[str]:
        """Exiled card numbers of the player, oldest first."""
        return self._zone("exile", player)

    def stacks(self, player: str) -> list[list[str]]:
        """Stack in each battle area, bottom card first, face-down cards included; empty where vacant."""
        return [self._numbers(stack_of(self.record, at)) if at != NONE else [] for at in self._field(player)]

    def face_down(self, player: str) -> list[int]:
        """How many of the topmost cards lie face-down in each battle area."""
        return [int(self.record.hidden[at]) if at != NONE else 0 for at in self._field(player)]

    def touched(self, player: str) -> list[int]:
        """How many cards a Baton Touch has turned face-down in each battle area (floor rules 14)."""
        bits = int(self.record.buried[side(player)])
        stacks = [stack_of(self.record, at) if at != NONE else [] for at in self._field(player)]
        return [sum(bits >> (card % SEATS) & 1 for card in stack) for stack in stacks]

    def known(self, zone: str, player: str, viewer: str) -> list[str]:
        """Cards in a player's ``hand`` or ``deck`` of which ``viewer`` knows that they lie there (CR 3.1.5)."""
        return self._numbers(card for card in self._cards(zone, player) if self._sees(viewer, card))

    def covered(self, player: str, viewer: str) -> list[list[str | None]]:
        """Face-down cards in each battle area, bottom card first, None where ``viewer`` can't tell (CR 3.6.3)."""
        stacks = [stack_of(self.record, at) if at != NONE else [] for at in self._field(player)]
        lying = [stack[len(stack) - down :] for stack, down in zip(stacks, self.face_down(player), strict=True)]
        names = self.book.names
        return [
            [number_of(self.record, names, card) if self._sees(viewer, card) else None for card in cards]
            for cards in lying
        ]

    def charge(self, player: str) -> list[list[str]]:
        """Charge cards in each battle area, bottom card first (CR 11.17)."""
        return [self._numbers(self._pile(at)) if at != NONE else [] for at in self._field(player)]

    def bp(self, player: str) -> list[int | None]:
        """BP in each battle area; None without a character or a face-up card (CR 8)."""
        return [value if value >= 0 else None for value in self._view("bp", player)]

    def grade(self, player: str) -> list[str | None]:
        """Column that is read in each battle area: SINGLE ... QUAD or EXTRA (CR 8.1, 11.6)."""
        return [Grade(value).name if value >= 0 else None for value in self._view("grade", player)]

    def state(self, player: str) -> list[str | None]:
        """State in each battle area, face-down cards counted (CR 2.3.5.2)."""
        return [Grade(value).name if value >= 0 else None for value in self._view("state", player)]

    def types(self, player: str) -> list[list[str]]:
        """TYPEs of the character in each battle area now (CR 2.3.4)."""
        names = self.book.names.types
        return [[name for bit, name in enumerate(names) if value >> bit & 1] for value in self._view("types", player)]

    @property
    def scene(self) -> tuple[str, str] | None:
        """Card number and owner of the scene in play."""
        card = int(self.record.scene)
        return None if card == NONE else (number_of(self.record, self.book.names, card), SIDES[card // SEATS])

    def _sees(self, viewer: str, card: int) -> bool:
        sights = self.record.sight[side(viewer)]
        sight = int(sights[card])
        return sight == Sight.SEEN or (sight >= Sight.LOTS and int((sights == sight).sum()) == 1)

    def _cards(self, name: str, player: str) -> list[int]:
        seat = side(player)
        return [int(card) for card in self.record[name][seat, : self.record[f"n_{name}"][seat]]]

    def _zone(self, name: str, player: str) -> list[str]:
        return self._numbers(self._cards(name, player))

    def _numbers(self, cards: Iterable[int]) -> list[str]:
        return [number_of(self.record, self.book.names, int(card)) for card in cards]

    def _field(self, player: str) -> list[int]:
        return [int(at) for at in self.record.field[side(player), : self.record.n_areas]]

    def _pile(self, character: int) -> list[int]:
        cards = []
        card = int(self.record.charge[character])
        while card != NONE:
            cards.append(card)
            card = int(self.record.link[card])
        return cards

    def _view(self, name: str, player: str) -> list[int]:
        view = np.zeros(1, VIEW).view(np.recarray)[0]
        look_at_game(self.record, self.book.tables, view)
        return [int(value) for value in view[name][side(player), : self.record.n_areas]]

    # --- where it stands -----------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """Number of the turn; the redraw counts with the first."""
        return max(int(self.record.turn), 1)

    @property
    def phase(self) -> str:
        """Phase in the words of scenarios: ``redraw``, ``start`` ... ``end``, ``over``."""
        return Phase(int(self.record.phase)).name.lower()

    @property
    def lead(self) -> str:
        """Lead Player of this turn."""
        return SIDES[self.record.lead]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.record.phase == Phase.OVER)

    @property
    def winner(self) -> str | None:
        """Winner, None while the game runs."""
        return None if self.record.winner == NONE else SIDES[self.record.winner]

    @property
    def reason(self) -> str | None:
        """Why the game ended: ``battles``, ``no_character``; None while it runs."""
        reason = Reason(int(self.record.reason))
        return None if reason is Reason.RUNNING else reason.name.lower()

    @property
    def outcome(self) -> list[str]:
        """Outcomes of the last judgement, per battle area: ``A``, ``B``, ``tie``, ``none``."""
        return [OUTCOMES[Outcome(int(value))] for value in self.record.outcome[: self.judged_areas]]


def side(player: str) -> int:
    """Number of a player, ``A`` or ``B``; raises UcgsimError for anything else."""
    if player not in ("A", "B"):
        raise UcgsimError(f"{player!r} is no player; they are A and B")
    return SIDES.index(player)
