"""The game record: one structured row that holds a whole game; copying a game is copying the row.

Cards are numbered ``player * SEATS + k``; a character (a stack of cards in a battle area, CR 7.1) has a number of
the same form, kept while it moves between areas and given back when its last card leaves.
"""

from __future__ import annotations

import numpy as np

from ucgsim.compiling.compiled import compiled, copy_start
from ucgsim.engine.core.chance import STREAMS
from ucgsim.engine.core.constants import AREAS, MODIFIERS, OPTIONS, PLAYERS, SEATS

FRAMES = 5
"""Effects that can be under way inside each other (a power that runs another power, CR 10.1.3.3)."""
GROUPS = 17
"""Card groups that one effect remembers (effects.compile.opcodes.Group)."""
CHARACTER_SETS = 5
"""Sets of characters that one effect remembers: selected, chosen, played, set aside, latest."""
NUMBERS = 12
"""Counters and flags that one effect remembers."""
STACK = 96
"""Numbers that expressions have on the stack at a time."""
WAITING = 64
"""Triggered effects that wait (CR 10.1.3.2)."""
DELAYED = 12
"""Actions put off to the end of the turn, or to the next (CR 5.10.2)."""
BANS = 4
"""Deeds that a player can be kept from (effects.compile.opcodes.Ban)."""
MEMORY = 20
"""Entries of the turn's memory (cards taken to hand from a stack, powers used)."""

GAME = np.dtype(
    [
        # chance: one sfc32 state a stream
        ("rng", "i8", (STREAMS, 4)),
        # where the game stands
        ("turn", "i2"),  # 1, 2, ...; 0 during preparation
        ("phase", "i2"),  # Phase
        ("step", "i2"),  # step within the phase, in rulebook order
        ("lead", "i2"),  # Lead Player of this turn (CR 5.2)
        ("first_lead", "i2"),  # Lead Player of the first turn (CR 4.2.2)
        ("next_lead", "i2"),  # Lead Player of the next turn, known after judgement (CR 5.9.6)
        ("winner", "i2"),  # player, or NONE
        ("reason", "i2"),  # Reason
        ("fault", "i2"),  # Fault; a game with one is over
        ("judged", "i2"),  # last turn whose battles have outcomes
        ("throw", "i2"),  # winner of the throw (CR 4.2.2), or NONE
        # the pending decision
        ("kind", "i2"),  # Decision
        ("player", "i2"),  # who decides
        ("n_options", "i2"),
        ("decisions", "i4"),  # decisions asked so far
        # cards
        ("n_cards", "i2", (PLAYERS,)),
        ("card", "i2", (PLAYERS * SEATS,)),  # row of the card table
        ("stamp", "i2", (PLAYERS * SEATS,)),  # zone changes so far: which object it is (CR 3.2.3)
        ("used", "i2", (PLAYERS * SEATS,)),  # uses of its powers this turn, 4 bits a power (CR 9.4.2)
        ("used_in_game", "i2", (PLAYERS * SEATS,)),  # the same of powers with a limit for the whole game
        ("negated", "i2", (PLAYERS * SEATS,)),  # bits of powers negated this turn (CR 11.13)
        ("link", "i2", (PLAYERS * SEATS,)),  # card below in a stack; card above in a pile of Charge cards
        ("sight", "i1", (PLAYERS, PLAYERS * SEATS)),  # what each player can tell of each card (engine.field.sight)
        ("hand_seen", "i2", (PLAYERS,)),  # whether a player may know anything of the other's hand
        # zones (CR 3.1): cards and how many
        ("deck", "i2", (PLAYERS, SEATS)),  # bottom first: the top card is the last
        ("n_deck", "i2", (PLAYERS,)),
        ("hand", "i2", (PLAYERS, SEATS)),  # sorted by card row
        ("n_hand", "i2", (PLAYERS,)),
        ("discard", "i2", (PLAYERS, SEATS)),  # oldest first
        ("n_discard", "i2", (PLAYERS,)),
        ("exile", "i2", (PLAYERS, SEATS)),
        ("n_exile", "i2", (PLAYERS,)),
        ("scene", "i2"),  # card in the scene area (CR 3.5), or NONE
        # the field (CR 3.6)
        ("n_areas", "i2"),  # Field Round count (CR 2.4.2.3)
        ("new_area", "i2"),  # this turn's battle area (CR 5.5.5)
        ("field", "i2", (PLAYERS, AREAS)),  # character in each battle area, oldest first, or NONE
        ("outcome", "i2", (AREAS,)),  # Outcome of the last judgement; NO_RESULT where there was none yet
        ("top", "i2", (PLAYERS * SEATS,)),  # top card of each character, NONE where there is none
        ("height", "i2", (PLAYERS * SEATS,)),  # cards in the stack, face-down ones included
        ("hidden", "i2", (PLAYERS * SEATS,)),  # how many of its topmost cards lie face-down
        ("buried", "i8", (PLAYERS,)),  # bits of cards turned face-down under a Baton Touch (engine.field.stacks)
        ("charge", "i2", (PLAYERS * SEATS,)),  # bottom Charge card (CR 11.17), or NONE
        ("fought", "i2", (PLAYERS * SEATS,)),  # how its last battle was judged: 4 times the turn + opcodes.Result
        ("leveled", "i2", (PLAYERS * SEATS,)),  # turn of the last level-up by rule (CR 5.6.2.3)
        ("last_character", "i2", (PLAYERS,)),  # last character number given out
        # modifiers in force: (character, Modifier, amount, last turn)
        ("n_modifiers", "i2"),
        ("modifier_on", "i2", (MODIFIERS,)),
        ("modifier_kind", "i2", (MODIFIERS,)),
        ("modifier_until", "i2", (MODIFIERS,)),
        ("modifier_amount", "i4", (MODIFIERS,)),
        ("protected", "i2", (PLAYERS,)),  # turn in which the discard area cannot be exiled from
        # triggered effects that wait, oldest first (CR 10.1.3)
        ("n_waiting", "i2"),
        ("n_before", "i2"),  # how many of them waited before what happens at this moment (CR 9.2.1)
        ("banned", "i2", (PLAYERS, BANS, 2)),  # odd or even turn in which a player is kept from an opcodes.Ban
        # the effect machine: frames under way, innermost last
        ("n_frames", "i2"),
        ("steps", "i4"),  # steps of effects in this game
        ("begun", "i2"),  # whether the phase has just begun, so that powers may watch for that
        ("late_lines", "i2"),  # whether continuous powers that ask for BP give anything; void between questions
        ("touched", "i8", (PLAYERS,)),  # characters whose stacks an effect changed (CR 12.2)
        ("detached", "i8", (PLAYERS,)),  # Charge cards to discard after the effect (CR 11.17.6)
        ("answered", "i2"),  # whether the effect under way has its answer in `chosen`
        ("chosen", "i4"),
        ("scene_asked", "i2"),  # whether that draw is the pending decision
        ("scene_draws", "i2"),  # player who may draw for a scene after the effect (CR 6.2.2), or NONE
        # end of the turn and memory of the turn
        ("n_delayed", "i2"),
        ("n_memory", "i2"),
        ("memory", "i2", (MEMORY, 5)),  # columns: engine.field.memory.Column
        # tallies for statistics
        ("redrawn", "i2", (PLAYERS,)),
        ("drawn", "i2", (PLAYERS,)),  # cards drawn after the starting hand
        ("level_ups", "i2", (PLAYERS,)),
        ("scene_turns", "i8", (PLAYERS,)),  # bit t: set a scene in turn t
        ("scene_ready", "i8", (PLAYERS,)),  # bit t: held one in turn t that its Round allows (CR 6.3)
        ("scene_chances", "i8", (PLAYERS,)),  # bit t: could set one in turn t (CR 5.4.2): led as well
        ("first_state", "i2", (PLAYERS, 4)),  # turn of the first SINGLE, DOUBLE, TRIPLE, QUAD; 0 never
        # the pending decision's options come last of what every copy needs (`copy_game`)
        ("options", "i4", (OPTIONS,)),  # legal options, sorted; meaning by kind
        # nobody reads these where no effect is under way, waits or is put off: a copy of such a game goes without
        ("waiting", "i2", (WAITING, 7)),  # power, card, stamp, character, event's character, batch, by effect
        ("frame", "i2", (FRAMES, 13)),  # columns: engine.expressions.frames.Column
        ("frame_cards", "i8", (FRAMES, GROUPS, PLAYERS)),  # a bit a card of each player
        ("frame_characters", "i8", (FRAMES, CHARACTER_SETS, PLAYERS)),  # a bit a character of each player
        ("frame_names", "i1", (FRAMES, PLAYERS * SEATS)),  # bits of the names that a card has for it (CR 11.21.2)
        ("frame_number", "i4", (FRAMES, NUMBERS)),  # engine.expressions.frames.Number
        ("picks", "i2", (SEATS,)),  # cards in the order of the picks that `Number.MADE` counts
        ("delayed", "i2", (DELAYED, 10)),  # columns: engine.effects.delayed.Put
        ("delayed_cards", "i8", (DELAYED, PLAYERS)),  # the cards it speaks of, while they stay what they are
        ("delayed_characters", "i8", (DELAYED, PLAYERS)),  # the characters it speaks of, while they are on the field
        # nobody reads these between two questions: no copy needs them
        ("known_bp", "i4", (PLAYERS, AREAS)),  # BP as expressions read it; void where none asks
        ("new_bp", "i4", (PLAYERS, AREAS)),  # BP being found; void likewise
        ("stack", "i8", (STACK,)),  # of expressions; void between them
        ("seen", "i2", (SEATS,)),  # what a loop over different ones has met; void between expressions
    ],
    align=True,
)


def new_games(n: int) -> np.recarray:
    """Array of ``n`` zeroed game records, shape (n,), of dtype ``GAME``."""
    return np.zeros(n, GAME).view(np.recarray)


def new_game() -> np.record:
    """One zeroed game record, writable in place."""
    game: np.record = new_games(1)[0]
    return game


# Copies of a game, which policies play on: most of a record lies idle most of the time, and is left out.


_PLACES = {name: place[1] for name, place in (GAME.fields or {}).items()}
OPTIONS_BEGIN, VOID_BEGINS = _PLACES["options"], _PLACES["known_bp"]
"""Bytes of a record before the options of its decision, and before what is void between questions."""
OPTION_SIZE = GAME["options"].base.itemsize


@compiled
def bytes_read(g):
    """How many bytes of a game somebody may read before they are written again, from its first on."""
    if g.n_frames > 0 or g.n_waiting > 0 or g.n_delayed > 0:
        return VOID_BEGINS
    return OPTIONS_BEGIN + OPTION_SIZE * int(g.n_options)


@compiled
def copy_game(target, source):
    """Make a game the same as another one, but for what nobody reads before it is written again."""
    copy_start(target, source, bytes_read(source))
