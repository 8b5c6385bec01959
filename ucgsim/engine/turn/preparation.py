"""Before the first turn: shuffling, the throw, starting hands and redraws (CR 4.2)."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.core.chance import seed_streams, shuffle, thrown_by
from ucgsim.engine.core.constants import (
    NONE,
    PLAYERS,
    SEATS,
    STARTING_HAND,
    Decision,
    Event,
    Option,
    Outcome,
    Phase,
    Stream,
    Switch,
)
from ucgsim.engine.core.decisions import ask, note, offer
from ucgsim.engine.field.sight import Sight, shuffled
from ucgsim.engine.field.stacks import opponent_of
from ucgsim.engine.field.zones import draw
from ucgsim.engine.turn.phases import begin, player_of_step


@compiled
def clear(g):
    """An empty game: no card, no character, nothing in force."""
    g.turn = 0
    g.phase = Phase.THROW
    g.step = 0
    g.lead = 0
    g.first_lead = NONE
    g.next_lead = 0
    g.winner = NONE
    g.throw = NONE
    g.scene = NONE
    g.scene_draws = NONE
    g.reason = 0
    g.fault = 0
    g.judged = 0
    g.kind = 0
    g.n_options = 0
    g.decisions = 0
    g.n_areas = 0
    g.new_area = 0
    g.n_modifiers = 0
    g.n_waiting = 0
    g.answered = 0
    g.scene_asked = 0
    g.n_frames = 0
    g.steps = 0
    g.begun = 0
    g.n_delayed = 0
    g.n_memory = 0
    g.stamp[:] = 0
    g.used[:] = 0
    g.used_in_game[:] = 0
    g.negated[:] = 0
    g.link[:] = NONE
    g.sight[:, :] = Sight.UNSEEN.value
    g.top[:] = NONE
    # A game may end before the newest area is judged; until then nobody won there.
    g.outcome[:] = Outcome.NO_RESULT.value
    for player in range(PLAYERS):
        clear_player(g, player)


@compiled
def clear_player(g, player):
    """Empty zones and tallies of one player."""
    g.n_cards[player] = 0
    g.n_deck[player] = 0
    g.n_hand[player] = 0
    g.n_discard[player] = 0
    g.n_exile[player] = 0
    g.last_character[player] = NONE
    g.protected[player] = 0
    g.banned[player, :, :] = 0
    g.touched[player] = 0
    g.detached[player] = 0
    g.hand_seen[player] = 0
    g.redrawn[player] = 0
    g.drawn[player] = 0
    g.level_ups[player] = 0
    g.scene_turns[player] = 0
    g.scene_ready[player] = 0
    g.scene_chances[player] = 0
    g.first_state[player, :] = 0


@compiled
def add_card(g, player, row):
    """Bring a card into the game as one of ``player``'s; the caller puts it into a zone. Returns its number."""
    card = player * SEATS + int(g.n_cards[player])
    g.card[card] = row
    g.n_cards[player] += 1
    return card


@compiled
def deal(g, t, decks, seed, matchup, index, first):
    """Set up a game of two decks: shuffled, thrown for, not yet drawn (CR 4.2.1, 4.2.2); ``g`` is overwritten.

    ``decks``: card rows of both players, shape (2, cards), NONE where a deck is shorter. Seed, matchup and ``index``
    decide all chance. ``first`` fixes the first Lead Player (NONE: the winner of the throw chooses).
    """
    clear(g)
    seed_streams(g, seed, matchup, index)
    for player in range(PLAYERS):
        for place in range(decks.shape[1]):
            if decks[player, place] != NONE:
                g.deck[player, g.n_deck[player]] = add_card(g, player, decks[player, place])
                g.n_deck[player] += 1
        shuffle(g, Stream.SHUFFLE_A.value + player, g.deck[player], int(g.n_deck[player]))
    if first == NONE:
        g.throw = thrown_by(seed, matchup, index)
        note(t, Event.THROW, g.throw, 0, 0, 0)
    else:
        g.first_lead = first


@compiled
def throw_phase(g, t):
    """CR 4.2.2: the winner of the throw chooses to be Lead or Next Player of the first turn."""
    if g.first_lead == NONE:
        ask(g, Decision.LEAD, g.throw)
        offer(g, Option.LEAD.value)
        offer(g, Option.NEXT.value)
        return
    g.lead = g.first_lead
    g.next_lead = g.first_lead
    begin(g, t, Phase.REDRAW)
    for step in range(PLAYERS):
        for _ in range(STARTING_HAND):
            draw(g, t, player_of_step(g, step))


@compiled
def redraw_phase(g, t):
    """CR 4.2.3: starting with the Lead Player, each player may redraw once."""
    if g.step < PLAYERS:
        ask(g, Decision.REDRAW, player_of_step(g, g.step))
        offer(g, Option.YES.value)
        offer(g, Option.DECLINE.value)
        g.step += 1
    else:
        g.turn = 1
        begin(g, t, Phase.START)


@compiled
def redraw(g, t, player):
    """CR 4.2.3: the hand goes under the deck, as many cards come from its top, then the deck is shuffled.

    With the folk procedure the deck is shuffled before drawing, so cards just given back may return.
    """
    n_hand, n_deck = int(g.n_hand[player]), int(g.n_deck[player])
    deck, hand = g.deck[player], g.hand[player]
    for place in range(n_deck - 1, -1, -1):
        deck[place + n_hand] = deck[place]
    for place in range(n_hand):
        deck[place] = hand[place]
    g.n_hand[player] = 0
    g.n_deck[player] = n_deck + n_hand
    stream = Stream.SHUFFLE_A.value + player
    if t.rules[Switch.RESHUFFLE_BEFORE_REDRAW]:
        shuffle(g, stream, deck, n_deck + n_hand)
    note(t, Event.REDRAW, player, n_hand, 0, 0)
    for _ in range(n_hand):
        draw(g, t, player)
    shuffle(g, stream, deck, int(g.n_deck[player]))
    shuffled(g, player)
    g.redrawn[player] = 1


@compiled
def choose_lead(g, option):
    """CR 4.2.2: take the choice of the winner of the throw."""
    g.first_lead = g.player if option == Option.LEAD else opponent_of(g.player)
