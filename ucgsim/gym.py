"""The game as an environment of Gymnasium, for those who let a player learn: ``pip install ucgsim[gym]``.

One player is the agent, the other a policy. Every decision of the agent is a step; a decision with a single option is
none. The agent sees what a player at the table may see, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.cards.catalog import load_catalog
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.errors import UcgsimError
from ucgsim.play.encoding import MOST_OPTIONS, OF_OPTION, POSITION_NAMES, encode_options, encode_position
from ucgsim.play.game import Game
from ucgsim.policies.labels import SIDES
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.installed import named_policy
from ucgsim.simulate.own_world import Dealer, Legend, Tables, choices, facts, see
from ucgsim.simulate.plan import Terms
from ucgsim.studies.decks import given_decks

_Env: Any = object
try:
    import gymnasium
    from gymnasium import spaces
except ImportError:  # Reported when an environment is made; the module itself can be read without.
    HAS_GYMNASIUM = False
else:
    HAS_GYMNASIUM, _Env = True, gymnasium.Env

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.decks.deck import DeckLike
    from ucgsim.simulate.own_world import Choice, Seen

ID = "ucgsim/Game-v0"
"""By which ``gymnasium.make`` knows it, once this module is imported."""
WON, LOST = 1.0, -1.0
SEEDS = 2**62


class GameEnv(_Env):  # type: ignore[misc, unused-ignore]
    """One game of two decks, a decision of the agent a step.

    ``deck`` is that of the agent, ``rival`` that of the ``opponent``, a policy; ``side`` is the agent's: A, B, or
    ``both`` for one of them by chance in each game. Raises UcgsimError for what can't be played.

    Observations: ``position``, float32, shape (len(`ucgsim.play.encoding.POSITION_NAMES`),), and ``options``, float32,
    shape (320, 10), a row an option by ``OF_OPTION``; all from -1 to 1. Actions: the place of an option. ``info`` has
    ``action_mask``, int8, shape (320,), 1 for what may be taken; ``labels`` of the options as `ucgsim play` shows
    them; ``question``, ``player`` and ``turn``. The reward is 1 for the game won, -1 for it lost, else 0. An action
    that the mask does not allow loses the game, and ``info["illegal"]`` says so.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        deck: DeckLike = "belial",
        rival: DeckLike = "rising",
        *,
        opponent: str = DEFAULT_POLICY,
        side: str = "both",
        render_mode: str | None = None,
    ) -> None:
        if not HAS_GYMNASIUM:
            raise UcgsimError("an environment needs Gymnasium, which is not installed; run: pip install 'ucgsim[gym]'")
        if side not in {*SIDES, "both"}:
            raise UcgsimError(f"side {side!r}: it is one of A, B and both")
        if render_mode not in {None, "ansi"}:
            raise UcgsimError(f"render_mode {render_mode!r}: it is ansi or None")
        self.side, self.render_mode = side, render_mode
        self.opponent = parse_policy(named_policy(opponent))
        self.terms = Terms.of(policy="greedy", catalog=load_catalog())
        self.decks = given_decks((deck, rival), self.terms)
        self.agent = "A"
        self.seen: Seen | None = None
        self.choices: tuple[Choice, ...] = ()
        self._game: Game | None = None
        self._cards: Mapping[str, Any] = {}
        self.action_space = spaces.Discrete(MOST_OPTIONS)
        self.observation_space = spaces.Dict(
            {
                "position": spaces.Box(-1.0, 1.0, (len(POSITION_NAMES),), np.float32),
                "options": spaces.Box(-1.0, 1.0, (MOST_OPTIONS, len(OF_OPTION)), np.float32),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal another game, up to the agent's first decision; the same seed and actions give the same game."""
        super().reset(seed=seed, options=options)
        chance, coin = int(self.np_random.integers(SEEDS)), int(self.np_random.integers(len(SIDES)))
        self.agent = SIDES[coin] if self.side == "both" else self.side
        decks = self.decks if self.agent == "A" else self.decks[::-1]
        self._game = Game.deal(decks, seed=chance, catalog=self.terms.catalog)
        self._game.seat(self.opponent)
        legend = Legend.of(self._game.book)
        self._legend, self._tables, self._cards = legend, Tables(self._game.book.tables), facts(legend)
        self._go_on()
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an option, and go on to the agent's next decision or the end of the game.

        Raises UcgsimError before the first game and after the end of one.
        """
        game = self._now()
        if self.seen is None:
            raise UcgsimError("the game is over; call reset for another one")
        if not 0 <= int(action) < len(self.choices):
            self.seen, self.choices = None, ()
            return self._observed(), LOST, True, False, {**self._info(), "illegal": True}
        game.take(int(action))
        self._go_on()
        reward = 0.0 if game.winner is None else WON if game.winner == self.agent else LOST
        return self._observed(), reward, self.seen is None, False, self._info()

    def render(self) -> str | None:
        """The field from the agent's side, as `ucgsim play` shows it; None unless ``render_mode`` is ansi."""
        if self.render_mode is None:
            return None
        from ucgsim.play.seat import draw  # noqa: PLC0415 - only who looks at a game needs it

        return draw(self._now(), self.agent)

    def _now(self) -> Game:
        if self._game is None:
            raise UcgsimError("no game was dealt yet; call reset first")
        return self._game

    def _go_on(self) -> None:
        """Play on until the agent has a choice, or the game is over."""
        game = self._now()
        self.seen, self.choices = None, ()
        game.advance()
        while not game.is_over:
            mine = SIDES[int(game.record.player)] == self.agent
            if mine and int(game.record.n_options) > 1:
                dealer = Dealer(game.record, self._tables, self._legend)
                self.seen = see(game.record, self._cards, dealer)
                self.choices = choices(game.record, self._legend)
                return
            game.take(0 if mine else game.policy_choice())
            game.advance()

    def _observed(self) -> dict[str, Any]:
        if self.seen is None:
            return {name: np.zeros(space.shape, np.float32) for name, space in self.observation_space.spaces.items()}
        return {"position": encode_position(self.seen), "options": encode_options(self.seen, self.choices)}

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(MOST_OPTIONS, np.int8)
        mask[: len(self.choices)] = 1
        question = None if self.seen is None else self.seen.kind
        labels = [each.label for each in self.choices]
        return {"action_mask": mask, "labels": labels, "question": question} | self._standing()

    def _standing(self) -> dict[str, Any]:
        game = self._now()
        return {"player": self.agent, "turn": game.turn, "winner": game.winner}


if HAS_GYMNASIUM:
    gymnasium.register(id=ID, entry_point="ucgsim.gym:GameEnv")
