"""Selections: which characters and cards an effect means, by choice where the text leaves one (CR 11.2, 11.3).

A selection that asks runs again with the answer: ``g.answered`` is set and ``g.chosen`` holds the option taken.
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Edge, Group, Pick, Ref, Seats, Trait
from ucgsim.engine.bp import inquire
from ucgsim.engine.core.chance import below
from ucgsim.engine.core.constants import AREAS, NONE, PLAYERS, SEATS, Decision, Option, Stream
from ucgsim.engine.core.decisions import ask, note_forced, offer, offer_once, withdraw
from ucgsim.engine.effects.moves import offered_from
from ucgsim.engine.effects.triggers import name_asked, name_picked
from ucgsim.engine.expressions import frames
from ucgsim.engine.expressions.evaluate import same_trait
from ucgsim.engine.field.modifiers import types_of
from ucgsim.engine.field.sight import show_to
from ucgsim.engine.field.stacks import topmost_face_up
from ucgsim.engine.field.zones import owner_of

EVERY = 99
"""Where a text takes as many as there are."""
RIVALS = int(Pick.BY_NAME | Pick.BY_TYPE | Pick.BY_LEVEL | Pick.BY_PRINTED_TYPE)
"""Flags under which candidates may exclude each other."""


@compiled
def value(g, t, f, expression):
    """Number that an expression of the effect in frame ``f`` gives now."""
    me, you = int(g.frame[f, frames.Column.CHARACTER]), int(g.frame[f, frames.Column.PLAYER])
    return int(inquire(g, t, expression, f, me, you, me))


@compiled
def decided(g, t, f, expression):
    """The same where an effect goes by it: cards of several names then have the one that serves (CR 11.21.2)."""
    name_asked(g, t, f, expression)
    return value(g, t, f, expression)


@compiled
def holds(g, t, f, expression, subject):
    """Whether a filter (NONE: no filter) fits a character or card, seen from the effect in frame ``f``."""
    if expression == NONE:
        return True
    me, you = int(g.frame[f, frames.Column.CHARACTER]), int(g.frame[f, frames.Column.PLAYER])
    return inquire(g, t, expression, f, me, you, subject) != 0


@compiled
def fail_in_full(g, f):
    """What is being done is not done in full (CR 11.4, 11.20)."""
    g.frame[f, frames.Column.FULL] = 0


@compiled
def go_to(g, f, step):
    """Continue with another step."""
    g.frame[f, frames.Column.STEP] = step


@compiled
def take_answer(g):
    """The option that the player chose."""
    g.answered = 0
    return int(g.chosen)


@compiled
def traits_differ(g, t, flags, card, other):
    """Whether two cards differ in everything that the flags ask for."""
    if flags & Pick.BY_NAME and same_trait(g, t, card, Trait.NAME.value, other):
        return False
    if flags & (Pick.BY_TYPE | Pick.BY_PRINTED_TYPE) and same_trait(g, t, card, Trait.PRINTED_TYPE.value, other):
        return False
    return not (flags & Pick.BY_LEVEL and same_trait(g, t, card, Trait.LEVEL.value, other))


@compiled
def has_traits(g, t, flags, card):
    """Whether a card has all that the flags ask for; a scene card has neither a level nor a TYPE (CR 2.4.1)."""
    if flags & Pick.BY_LEVEL and t.cards[g.card[card]].level == 0:
        return False
    return not (flags & (Pick.BY_TYPE | Pick.BY_PRINTED_TYPE) and t.cards[g.card[card]].type == 0)


# --- characters --------------------------------------------------------------------------------------------


@compiled
def characters_differ(g, t, flags, character, other):
    """Whether two characters differ in everything that the flags ask for; in the TYPEs that they have now."""
    if flags & Pick.BY_TYPE and types_of(g, t, character) & types_of(g, t, other):
        return False
    rest = flags & ~Pick.BY_TYPE
    return traits_differ(g, t, rest, topmost_face_up(g, character), topmost_face_up(g, other))


@compiled
def differs_from_selected(g, t, f, flags, character):
    """Whether a character differs from all selected ones in the traits that the flags ask for."""
    if flags & RIVALS == 0:
        return True
    other = frames.next_character_in(g, f, frames.Characters.SELECTED.value, 0)
    while other != NONE:
        if not characters_differ(g, t, flags, character, other):
            return False
        other = frames.next_character_in(g, f, frames.Characters.SELECTED.value, other + 1)
    return True


@compiled
def list_characters(g, t, f, row, player):
    """Offer every character that a step may select now."""
    seats, expression, flags = int(t.steps[row, 1]), int(t.steps[row, 2]), int(t.steps[row, 5])
    you = int(g.frame[f, frames.Column.PLAYER])
    ask(g, Decision.CHARACTER, player)
    place = frames.next_character(g, seats, you, 0)
    while place != NONE:
        character = int(g.field[place // AREAS, place % AREAS])
        fresh = not frames.has_character(g, f, frames.Characters.SELECTED.value, character)
        if fresh and differs_from_selected(g, t, f, flags, character) and holds(g, t, f, expression, character):
            offer(g, character)
        place = frames.next_character(g, seats, you, place + 1)


@compiled
def finish_selection(g, f, row, least):
    """The selection of a step is complete; fewer than the least means: not in full."""
    if g.frame_number[f, frames.Number.PICKED] < least:
        fail_in_full(g, f)
    g.frame_number[f, frames.Number.PICKED] = NONE
    withdraw(g)
    go_to(g, f, row + 1)


@compiled
def decline(g, f, step):
    """The player does not do it."""
    fail_in_full(g, f)
    g.frame_number[f, frames.Number.PICKED] = NONE
    withdraw(g)
    go_to(g, f, step)


@compiled
def name_listed(g, t, f, expression):
    """Everything that is on offer will be picked, by this filter."""
    for i in range(g.n_options):
        name_picked(g, t, f, expression, int(g.options[i]))


@compiled
def take_listed(g, f, is_card):
    """Select everything that is on offer."""
    for i in range(g.n_options):
        take_pick(g, f, int(g.options[i]), is_card)


@compiled
def take_pick(g, f, option, is_card):
    """Select what was picked, and count the pick."""
    if is_card:
        frames.add_to_group(g, f, Group.SELECTED.value, option)
        g.picks[g.frame_number[f, frames.Number.MADE] % SEATS] = option
    else:
        frames.add_character(g, f, frames.Characters.SELECTED.value, option)
    g.frame_number[f, frames.Number.PICKED] += 1
    g.frame_number[f, frames.Number.MADE] += 1


@compiled
def begin_selection(g, f, flags, is_card):
    """Start counting picks; a selection that adds leaves what was selected before."""
    g.frame_number[f, frames.Number.PICKED] = 0
    if flags & (Pick.KEEP | Pick.LATER) == 0:
        g.frame_number[f, frames.Number.MADE] = 0
    if flags & Pick.KEEP == 0:
        if is_card:
            frames.clear_group(g, f, Group.SELECTED.value)
        else:
            frames.clear_characters(g, f, frames.Characters.SELECTED.value)


@compiled
def most_of(g, t, f, expression):
    """Upper bound of a selection; NONE: as many as there are."""
    return EVERY if expression == NONE else value(g, t, f, expression)


@compiled
def has_rivals(g, t, flags, is_card):
    """Whether two of the cards or characters on offer exclude each other."""
    if flags & RIVALS == 0:
        return False
    for i in range(g.n_options):
        one = int(g.options[i])
        for j in range(i):
            other = int(g.options[j])
            if is_card and not traits_differ(g, t, flags, one, other):
                return True
            if not is_card and not characters_differ(g, t, flags, one, other):
                return True
    return False


@compiled
def settle(g, t, f, row, least, most, flags, step, is_card):
    """With the candidates on offer: take what is forced, ask, or finish."""
    picked = int(g.frame_number[f, frames.Number.PICKED])
    optional = flags & Pick.OPTIONAL != 0 and g.frame_number[f, frames.Number.MADE] == 0
    if optional and g.n_options == 0 and flags & Pick.PART:
        finish_selection(g, f, row, max(least, 1))
    elif optional and g.n_options < least and (flags & Pick.WHOLE or g.n_options == 0):
        decline(g, f, step)
    elif picked == 0 and flags & Pick.WHOLE and g.n_options < least:
        withdraw(g)
        finish_selection(g, f, row, least)
    elif g.n_options == 0 or picked >= most:
        finish_selection(g, f, row, least)
    elif not optional and (most == EVERY or g.n_options <= least - picked) and not has_rivals(g, t, flags, is_card):
        if most != EVERY:
            note_forced(g, t)
        if is_card:
            name_listed(g, t, f, int(t.steps[row, 3]))
        take_listed(g, f, is_card)
        finish_selection(g, f, row, least)
    elif optional or (picked >= least and flags & Pick.EACH_KIND == 0):
        offer(g, Option.DECLINE.value)


@compiled
def continue_selection(g, f, row, flags, step, is_card):
    """Begin a selection, or take the answer to its latest question; whether that ended it."""
    if not g.answered:
        if g.frame_number[f, frames.Number.PICKED] == NONE:
            begin_selection(g, f, flags, is_card)
        return False
    option = take_answer(g)
    if option == Option.DECLINE:
        if g.frame_number[f, frames.Number.MADE] == 0 and flags & Pick.OPTIONAL:
            decline(g, f, step)
        else:
            finish_selection(g, f, row, 0)
        return True
    take_pick(g, f, option, is_card)
    return False


@compiled
def pick_characters(g, t, f, row):
    """Step `Do.PICK_CHARACTERS`."""
    flags, step = int(t.steps[row, 5]), int(t.steps[row, 6])
    you = int(g.frame[f, frames.Column.PLAYER])
    if continue_selection(g, f, row, flags, step, 0):
        return
    least = value(g, t, f, t.steps[row, 3])
    most = most_of(g, t, f, t.steps[row, 4])
    if most == EVERY and flags & Pick.OPTIONAL == 0:
        least = 0
    list_characters(g, t, f, row, you)
    settle(g, t, f, row, least, most, flags, step, 0)


@compiled
def that_character(g, t, f, row):
    """Step `Do.THAT_CHARACTER`: characters that the text itself fixes."""
    ref, flags = int(t.steps[row, 1]), int(t.steps[row, 2])
    if flags & (Pick.KEEP | Pick.LATER) == 0:
        g.frame_number[f, frames.Number.MADE] = 0
    if flags & Pick.KEEP == 0:
        frames.clear_characters(g, f, frames.Characters.SELECTED.value)
    if ref == Ref.CHOSEN or ref == Ref.PLAYED or ref == Ref.LATEST:
        known = frames.Characters.CHOSEN.value if ref == Ref.CHOSEN else frames.Characters.PLAYED.value
        known = frames.Characters.LATEST.value if ref == Ref.LATEST else known
        for player in range(PLAYERS):
            g.frame_characters[f, frames.Characters.SELECTED, player] |= g.frame_characters[f, known, player]
        drop_gone(g, f)
    else:
        character = frames.referred(g, f, int(g.frame[f, frames.Column.CHARACTER]), ref)
        if character != NONE and g.top[character] != NONE:
            frames.add_character(g, f, frames.Characters.SELECTED.value, character)
    if no_character(g, f):
        fail_in_full(g, f)
    go_to(g, f, row + 1)


@compiled
def no_character(g, f):
    """Whether nothing is selected."""
    selected = g.frame_characters[f, frames.Characters.SELECTED]
    return selected[0] == 0 and selected[1] == 0


@compiled
def drop_gone(g, f):
    """Characters whose last card has left the field are no longer selected (CR 3.2.3)."""
    character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, 0)
    while character != NONE:
        if g.top[character] == NONE:
            frames.drop_character(g, f, frames.Characters.SELECTED.value, character)
        character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, character + 1)


@compiled
def to_opponents(g, t, f, row):
    """Step `Do.TO_OPPONENTS`: from the selected characters to their battle opponents, or to both (CR 7.1.1)."""
    frames.copy_characters(g, f, frames.Characters.SELECTED.value, frames.Characters.ASIDE.value)
    if t.steps[row, 1] == 0:
        frames.clear_characters(g, f, frames.Characters.SELECTED.value)
    met = False
    character = frames.next_character_in(g, f, frames.Characters.ASIDE.value, 0)
    while character != NONE:
        other = frames.opposing(g, character)
        if other != NONE:
            frames.add_character(g, f, frames.Characters.SELECTED.value, other)
            met = True
        character = frames.next_character_in(g, f, frames.Characters.ASIDE.value, character + 1)
    if not met:
        fail_in_full(g, f)
    go_to(g, f, row + 1)


# --- cards -------------------------------------------------------------------------------------------------


@compiled
def differs_from_cards(g, t, f, flags, card):
    """Whether a card has the traits that the flags ask for, and differs in them from all selected ones."""
    if flags & RIVALS == 0:
        return True
    if not has_traits(g, t, flags, card):
        return False
    other = frames.next_in_group(g, f, Group.SELECTED.value, 0)
    while other != NONE:
        if not traits_differ(g, t, flags, card, other):
            return False
        other = frames.next_in_group(g, f, Group.SELECTED.value, other + 1)
    return True


@compiled
def list_cards(g, t, f, first, sources, expression, flags):
    """Offer every card of the sources that fits and is not selected yet, once however many sources hold it."""
    you = int(g.frame[f, frames.Column.PLAYER])
    ask(g, Decision.CARD, 1 - you if flags & Pick.THEIRS else you)
    for row in range(first, first + sources):
        source, seats = int(t.expressions[row, 0]), int(t.expressions[row, 1])
        place = frames.next_card_place(g, source, seats, you, f, 0)
        while place != NONE:
            card = frames.card_at(g, source, place)
            fresh = not frames.in_group(g, f, Group.SELECTED.value, card)
            if fresh and differs_from_cards(g, t, f, flags, card) and holds(g, t, f, expression, card):
                offer_once(g, card)
            place = frames.next_card_place(g, source, seats, you, f, place + 1)


@compiled
def sort_cards(g):
    """Bring the cards on offer into the order of their rows."""
    for i in range(1, g.n_options):
        card = int(g.options[i])
        j = i
        while j > 0 and (
            g.card[g.options[j - 1]] > g.card[card]
            or (g.card[g.options[j - 1]] == g.card[card] and g.options[j - 1] > card)
        ):
            g.options[j] = g.options[j - 1]
            j -= 1
        g.options[j] = card


@compiled
def is_copy(g, card, other):
    """Whether two cards are alike to anyone who chooses: copies of one card, of one player, in one zone."""
    if g.card[card] != g.card[other] or owner_of(card) != owner_of(other):
        return False
    return offered_from(g, card) == offered_from(g, other)


@compiled
def merge_copies(g):
    """Copies of one card in one player's zone are one option; owners and zones stay apart."""
    kept = 0
    for i in range(g.n_options):
        card = int(g.options[i])
        same = False
        for j in range(kept):
            if not same and is_copy(g, card, int(g.options[j])):
                same = True
        if not same:
            g.options[kept] = card
            kept += 1
    g.n_options = kept


@compiled
def show_offered(g):
    """Whoever is asked for one of several cards sees them (CR 12.3.1)."""
    for i in range(g.n_options):
        if g.options[i] >= 0:
            show_to(g, int(g.player), int(g.options[i]))


@compiled
def pick_cards(g, t, f, row):
    """Step `Do.PICK_CARDS`."""
    first, sources, expression = int(t.steps[row, 1]), int(t.steps[row, 2]), int(t.steps[row, 3])
    flags, step = int(t.steps[row, 6]), int(t.steps[row, 7])
    if g.answered and g.chosen != Option.DECLINE:
        name_picked(g, t, f, expression, int(g.chosen))
    if continue_selection(g, f, row, flags, step, 1):
        return
    least = value(g, t, f, t.steps[row, 4])
    most = most_of(g, t, f, t.steps[row, 5])
    list_cards(g, t, f, first, sources, expression, flags)
    if flags & RIVALS:
        merge_copies(g)
    settle(g, t, f, row, least, most, flags, step, 1)
    show_offered(g)
    if g.n_options > 1:
        tail = int(g.options[g.n_options - 1]) == Option.DECLINE
        if tail:
            g.n_options -= 1
        sort_cards(g)
        merge_copies(g)
        if tail:
            offer(g, Option.DECLINE.value)


@compiled
def begin_group(g, f, keep):
    """Select cards anew, or in addition to those of the parts before (`tree.AllOf`)."""
    if keep == 0:
        frames.clear_group(g, f, Group.SELECTED.value)


@compiled
def random_cards(g, t, f, row):
    """Step `Do.RANDOM_CARDS`: that many at random, from the table's stream of chance."""
    begin_group(g, f, int(t.steps[row, 5]))
    for _ in range(value(g, t, f, t.steps[row, 4])):
        list_cards(g, t, f, int(t.steps[row, 1]), int(t.steps[row, 2]), int(t.steps[row, 3]), 0)
        if g.n_options == 0:
            fail_in_full(g, f)
            break
        k = below(g, Stream.TABLE.value, int(g.n_options))
        frames.add_to_group(g, f, Group.SELECTED.value, int(g.options[k]))
    withdraw(g)
    go_to(g, f, row + 1)


@compiled
def deck_cards(g, t, f, row):
    """Step `Do.DECK_CARDS`: cards from an end of a deck, as many as there are (CR 11.11)."""
    begin_group(g, f, int(t.steps[row, 4]))
    if t.steps[row, 4] == 0:
        g.frame_number[f, frames.Number.MADE] = 0
    seats, edge = int(t.steps[row, 1]), int(t.steps[row, 3])
    count = value(g, t, f, t.steps[row, 2])
    you = int(g.frame[f, frames.Column.PLAYER])
    for player in range(PLAYERS):
        if seats != Seats.BOTH and (player == you) != (seats == Seats.YOU):
            continue
        size = int(g.n_deck[player])
        if size < count:
            fail_in_full(g, f)
        for k in range(min(count, size)):
            place = size - 1 - k if edge == Edge.TOP else k
            frames.add_to_group(g, f, Group.SELECTED.value, int(g.deck[player, place]))
    go_to(g, f, row + 1)
