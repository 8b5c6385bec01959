"""Expressions: what a card text asks of the game as it is now (CR 9.3.2). One dispatcher, no recursion.

``build`` makes the evaluator around a function that says what is applied to a character. It is built once for each
stratum of `ucgsim.engine.bp`, so a continuous power may ask what others do to a character and still end.
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import ABOVE_TYPES, Ban, Edge, Ex, Fold, Group, Modifier, Ref, Seats, Trait, Whom
from ucgsim.engine.core.arithmetic import count_bits
from ucgsim.engine.core.constants import AREAS, NO_BP, NONE, PLAYERS
from ucgsim.engine.expressions import frames
from ucgsim.engine.field import stacks
from ucgsim.engine.field.memory import Memory, battles_won, fought, hand_card_returned, remembers, seat_fits
from ucgsim.engine.field.modifiers import is_banned, total, types_of
from ucgsim.engine.field.zones import is_protected, owner_of


@compiled
def level_of(g, t, character):
    """Level of a character in totals and comparisons (RULINGS C17)."""
    card = stacks.topmost_face_up(g, character)
    if card == NONE:
        return 0
    return int(t.cards[g.card[card]].level) + total(g, character, Modifier.LEVELS)


@compiled
def is_adjacent(g, character, me):
    """CR 5.5.7: same side, neighbouring battle areas."""
    if me == NONE or owner_of(character) != owner_of(me):
        return False
    return abs(stacks.area_of(g, character) - stacks.area_of(g, me)) == 1


@compiled
def levels_up_with(g, t, frame, group, character):
    """Whether a card of the group would be a legal level-up on a character (CR 5.6.1)."""
    if is_banned(g, owner_of(character), Ban.LEVEL_UP):
        return False
    card = frames.next_of(g.frame_cards[frame, group], 0)
    while card != NONE:
        if stacks.conforms_on(g, t, g.card[card], g.top[character]):
            return True
        card = frames.next_of(g.frame_cards[frame, group], card + 1)
    return False


@compiled
def takes_under(g, t, frame, group, character):
    """Whether a card of the group may lie under all cards of a character (CR 11.8, 12.1.1)."""
    lowest = g.card[stacks.bottom_card(g, character)]
    card = frames.next_of(g.frame_cards[frame, group], 0)
    while card != NONE:
        if stacks.fits_on(t, lowest, g.card[card]):
            return True
        card = frames.next_of(g.frame_cards[frame, group], card + 1)
    return False


@compiled
def count_charge(g, character):
    """How many Charge cards lie under a character (CR 11.17)."""
    count, card = 0, int(g.charge[character])
    while card != NONE:
        count += 1
        card = int(g.link[card])
    return count


@compiled
def may_take(g, t, character, card, test, keep):
    """Whether a card of a stack fits a test and may leave it (CR 11.15.1); ``keep``: its slot is filled again."""
    if test != NONE and t.fits[test, g.card[card]] == 0:
        return False
    if keep or g.height[character] != 2:
        return True
    other = g.link[card] if g.top[character] == card else g.top[character]
    return stacks.may_be_set(t, g.card[other])


@compiled
def has_stack_card(g, t, character, edge, test, keep):
    """Whether a stack holds a card at an edge (or anywhere) that fits a test and may be taken."""
    card = int(g.top[character])
    while card != NONE:
        is_top, is_bottom = g.top[character] == card, g.link[card] == NONE
        at_edge = (
            edge == Edge.ANY
            or (edge == Edge.TOP and is_top)
            or (edge == Edge.BOTTOM and is_bottom)
            or (edge == Edge.EITHER and (is_top or is_bottom))
        )
        if at_edge and may_take(g, t, character, card, test, keep):
            return True
        card = int(g.link[card])
    return False


@compiled
def is_active(g, t, power, card, state):
    """CR 2.3.5.2, 11.13.2: whether a power of a face-up top card is active in a state."""
    return ((1 << state) & t.powers[power].gate) != 0 and not is_negated(g, t, power, card)


@compiled
def is_negated(g, t, power, card):
    """CR 11.13.2: whether the effect text of a power is negated, so that there is no such power this turn."""
    return ((g.negated[card] >> (power - t.cards[g.card[card]].first_power)) & 1) != 0


@compiled
def same_card(g, t, frame, card, character, trait, other):
    """Whether a card, or a character (its naming card, its TYPEs), shares a trait with another card."""
    row = g.card[other]
    if trait == Trait.TYPE:
        types = types_of(g, t, character) if character != NONE else int(t.cards[g.card[card]].type)
        return (types & int(t.cards[row].type)) != 0
    if trait == Trait.LEVEL:
        return t.cards[g.card[card]].level == t.cards[row].level
    if trait == Trait.PRINTED_TYPE:
        return (int(t.cards[g.card[card]].type) & int(t.cards[row].type)) != 0
    if character != NONE:
        return stacks.shares_name(t, g.card[stacks.naming_card(g, t, card)], row)
    return stacks.share_name(
        t, g.card[card], stacks.names_now(g, t, frame, card), row, stacks.names_now(g, t, frame, other)
    )


@compiled
def same_trait(g, t, card, trait, other):
    """Whether two cards share what they print, or the character name that they have on the field (CR 11.21.1)."""
    if trait == Trait.NAME:
        return stacks.shares_name(t, g.card[stacks.naming_card(g, t, card)], g.card[stacks.naming_card(g, t, other)])
    return same_card(g, t, NONE, card, NONE, trait, other)


@compiled
def same_as(g, t, frame, me, card, character, trait, what):
    """Whether a card or character shares a trait with one of a group (>= 0) or with a character (-1 - Ref)."""
    if what < 0:
        other = frames.referred(g, frame, me, -1 - what)
        if other == NONE:
            return False
        if trait == Trait.TYPE:
            types = types_of(g, t, character) if character != NONE else int(t.cards[g.card[card]].type)
            return (types & types_of(g, t, other)) != 0
        return same_card(g, t, frame, card, character, trait, stacks.naming_card(g, t, g.top[other]))
    other = frames.next_in_group(g, frame, what, 0)
    while other != NONE:
        if same_card(g, t, frame, card, character, trait, other):
            return True
        other = frames.next_in_group(g, frame, what, other + 1)
    return False


@compiled
def new_values(g, t, card, character, trait, n_seen):
    """How many values of a trait a card or character has that none of those seen so far in this loop has.

    A character has the TYPEs that it has now, which may be several (CR 2.3.4); a scene card has no TYPE and no level.
    """
    if trait == Trait.TYPE:
        types = types_of(g, t, character) if character != NONE else int(t.cards[g.card[card]].type)
        for i in range(n_seen):
            other = int(g.seen[i])
            types &= ~(types_of(g, t, other) if character != NONE else int(t.cards[g.card[other]].type))
        return count_bits(types)
    if trait == Trait.LEVEL and t.cards[g.card[card]].level == 0:
        return 0
    if trait == Trait.PRINTED_TYPE and t.cards[g.card[card]].type == 0:
        return 0
    for i in range(n_seen):
        other = int(g.seen[i]) if character == NONE else stacks.topmost_face_up(g, int(g.seen[i]))
        if same_trait(g, t, card, trait, other):
            return 0
    return 1


@compiled
def ask_character(g, t, op, a, b, c, frame, me, you, subject):
    """Ops that ask a character for a yes or no, or for a number of its own."""
    if op == Ex.IN_STATE:
        return int(((1 << stacks.state_of_height(t, g.height[subject])) & a) != 0)
    if op == Ex.OF_TYPE:
        return int((types_of(g, t, subject) & a) != 0)
    if op == Ex.IS_THIS:
        return int(subject == me)
    if op == Ex.ADJACENT:
        return int(is_adjacent(g, subject, me))
    if op == Ex.IN_AREA:
        return int(stacks.area_of(g, subject) == a - 1)
    if op == Ex.IN_NEWEST_AREA:
        return int(stacks.area_of(g, subject) == g.n_areas - 1)
    if op == Ex.FOUGHT:
        return int(fought(g, subject, a))
    if op == Ex.TYPES:
        return count_bits(types_of(g, t, subject))
    if op == Ex.TYPE_BITS:
        return types_of(g, t, subject) | ABOVE_TYPES
    if op == Ex.LEVEL:
        return level_of(g, t, subject)
    if op == Ex.HAS_OPPONENT:
        return int(frames.opposing(g, subject) != NONE)
    if op == Ex.HAS_STACK_CARD:
        return int(has_stack_card(g, t, subject, a, b, c))
    if op == Ex.HAS_CHARGE:
        return int(g.charge[subject] != NONE)
    if op == Ex.CHARGE:
        return count_charge(g, subject)
    if op == Ex.OF_SEATS:
        return int(seat_fits(a, you, owner_of(subject)))
    if op == Ex.IN_SET:
        return int(frame != NONE and frames.has_character(g, frame, a, subject))
    if op == Ex.BESIDE_SET:
        return int(frame != NONE and g.frame_characters[frame, a, owner_of(subject)] != 0)
    if op == Ex.TAKES_UNDER:
        return int(frame != NONE and takes_under(g, t, frame, a, subject))
    if op == Ex.BANNED:
        return int(is_banned(g, owner_of(subject), a))
    if op == Ex.BP:
        return int(g.known_bp[owner_of(subject), stacks.area_of(g, subject)])
    card = stacks.topmost_face_up(g, subject)
    if op == Ex.PRINTED:
        return NO_BP if card == NONE else int(t.cards[g.card[card]].bp[a])
    if card == NONE:
        return 0
    if op == Ex.NAMED:
        return int(t.fits[a, g.card[stacks.naming_card(g, t, card)]] != 0)
    if op == Ex.SAME:
        return int(same_as(g, t, frame, me, card, subject, a, b))
    return int(t.fits[a, g.card[card]] != 0)


@compiled
def fills_place(g, t, frame, player, card):
    """Whether a card may be put where the latest move of an effect left a place: alone in an area, it needs a SINGLE
    BP (CR 11.15.1).
    """
    area = int(g.frame[frame, frames.Column.AREA])
    return area == NONE or g.field[player, area] != NONE or stacks.may_be_set(t, g.card[card])


@compiled
def ask_card(g, t, op, a, b, frame, me, you, subject):
    """Ops that ask a card."""
    if op == Ex.CARD_FITS:
        return int((t.fits[a, g.card[subject]] & stacks.names_now(g, t, frame, subject)) != 0)
    if op == Ex.IN_GROUP:
        return int(frames.in_group(g, frame, a, subject))
    if op == Ex.CARD_OF_SEATS:
        return int(seat_fits(a, you, owner_of(subject)))
    if op == Ex.CARD_ROUND:
        return int(t.cards[g.card[subject]].scene_round)
    if op == Ex.CARD_LEVEL:
        return int(t.cards[g.card[subject]].level)
    if op == Ex.CARD_PRINTED:
        return int(t.cards[g.card[subject]].bp[a])
    if op == Ex.CARD_SAME:
        return int(same_as(g, t, frame, me, subject, NONE, a, b))
    if op == Ex.CAN_GO:
        return int(not is_protected(g, subject, frames.controller_of(g, frame, you)))
    if frame == NONE:
        return 1
    if op == Ex.FILLS_PLACE:
        return int(fills_place(g, t, frame, you, subject))
    frames.clear_group(g, frame, Group.PLACED.value)
    frames.add_to_group(g, frame, Group.PLACED.value, subject)
    return 1


@compiled
def wins_of(g, seats, you):
    """Battles that the players of the seats won in the last judgement (CR 1.3.2)."""
    wins = 0
    for player in range(PLAYERS):
        if seat_fits(seats, you, player):
            wins += battles_won(g, player)
    return wins


@compiled
def was_removed(g, t, frame, states, test):
    """Whether the character that this effect moved as a whole fitted, as it was last on the field."""
    if frame == NONE or (g.frame_number[frame, frames.Number.REMOVED_STATE] & states) == 0:
        return False
    return test == NONE or t.fits[test, g.frame_number[frame, frames.Number.REMOVED_ROW]] != 0


@compiled
def ask_game(g, t, op, a, b, c, frame, me, you):
    """Ops that ask the game."""
    if op == Ex.FIELD_ROUND:
        return int(g.n_areas)
    if op == Ex.BY_STATE:
        if me == NONE:
            return 0
        state = stacks.state_of_height(t, g.height[me])
        return a if state == 0 else (b if state == 1 else c)
    if op == Ex.CHOSEN_BP:
        return NO_BP if frame == NONE else int(g.frame_number[frame, frames.Number.BP])
    if op == Ex.ROUNDS_OF:
        rounds = 0
        card = frames.next_in_group(g, frame, a, 0)
        while card != NONE:
            rounds += max(int(t.cards[g.card[card]].scene_round), 0)
            card = frames.next_in_group(g, frame, a, card + 1)
        return rounds
    if op == Ex.LEADS:
        return int((g.lead == you) == (a == 1))
    if op == Ex.TOP_TAKEN:
        return int(remembers(g, t, Memory.TOP_TAKEN.value, a, b, c, you, NONE))
    if op == Ex.TOP_TAKEN_BY_YOURS:
        return int(remembers(g, t, Memory.TOP_TAKEN.value, a, b, c, you, you))
    if op == Ex.HAND_RETURNED:
        return int(hand_card_returned(g, a, b, you))
    if op == Ex.ACTIVATE_USED:
        return int(remembers(g, t, Memory.ACTIVATE_USED.value, a, b, c, you, NONE))
    if op == Ex.REMOVED:
        return int(was_removed(g, t, frame, a, b))
    if op == Ex.WINS:
        return wins_of(g, a, you)
    if op == Ex.BY_EFFECT:
        return int(frame != NONE and g.frame[frame, frames.Column.BY_EFFECT] != 0)
    player = you if a == Seats.YOU else stacks.opponent_of(you)
    return 0 if b == 1 and is_banned(g, player, Ban.DRAW) else int(g.n_deck[player])


@compiled
def compare(op, left, right):
    """Two numbers compared."""
    if op == Ex.AT_LEAST:
        return int(left >= right)
    if op == Ex.AT_MOST:
        return int(left <= right)
    if op == Ex.EQUAL:
        return int(left == right)
    if op == Ex.MORE:
        return int(left > right)
    return int(left < right)


@compiled
def with_character(g, frame, me, subject, ref, whom):
    """The character that ``Ex.WITH`` speaks of, NONE for none."""
    character = subject if ref == Ref.SUBJECT else frames.referred(g, frame, me, ref)
    if whom == Whom.OPPONENT:
        return frames.opposing(g, character)
    if whom == Whom.ITSELF or character == NONE:
        return character
    area = stacks.area_of(g, character) + (1 if whom == Whom.RIGHT else -1)
    return int(g.field[owner_of(character), area]) if 0 <= area < g.n_areas else NONE


@compiled
def fold(how, before, value):
    """What a loop has after one more number of its body."""
    if how == Fold.SUM:
        return before + value
    if how == Fold.HIGHEST:
        return max(before, value)
    if how == Fold.COMMON:
        return before & value if before != 0 and value != 0 else before | value
    return value if before == 0 or 0 < value < before else before


def build(applied):
    """An evaluator whose questions for what is applied ``applied(g, t, character, modifier)`` answers."""

    @compiled
    def evaluate(g, t, pc, frame, me, you, subject, base):
        """Number that the expression at ``pc`` leaves; ``base``: first free place of ``g.stack``.

        ``me``: the character that bears the power; ``you``: its controller; ``subject``: what is asked about.
        """
        top, seen = base, 0
        while True:
            op = int(t.expressions[pc, 0])
            a, b, c = int(t.expressions[pc, 1]), int(t.expressions[pc, 2]), int(t.expressions[pc, 3])
            pc += 1
            if op == Ex.END:
                return int(g.stack[top - 1])
            if op == Ex.CONST:
                g.stack[top] = a
                top += 1
            elif op == Ex.AND or op == Ex.OR:
                if (g.stack[top - 1] == 0) == (op == Ex.AND):
                    pc = a
                else:
                    top -= 1
            elif Ex.FITS <= op < Ex.CARD_FITS:
                if op == Ex.READS_EXTRA or op == Ex.AFFECTED:
                    g.stack[top] = int(applied(g, t, subject, a) != 0)
                elif op == Ex.LEVELS_UP_WITH:
                    banned = applied(g, t, subject, Modifier.NO_LEVEL_UP.value) != 0
                    g.stack[top] = int(not banned and levels_up_with(g, t, frame, a, subject))
                else:
                    g.stack[top] = ask_character(g, t, op, a, b, c, frame, me, you, subject)
                top += 1
            elif Ex.CARD_FITS <= op < Ex.EACH_CHARACTER:
                g.stack[top] = ask_card(g, t, op, a, b, frame, me, you, subject)
                top += 1
            elif op == Ex.EACH_CHARACTER or op == Ex.EACH_CARD:
                seats = a if op == Ex.EACH_CHARACTER else b
                if op == Ex.EACH_CHARACTER:
                    place = frames.next_character(g, seats, you, 0)
                else:
                    place = frames.next_card_place(g, a, seats, you, frame, 0)
                if place == NONE:
                    g.stack[top] = 0
                    top += 1
                    pc = b if op == Ex.EACH_CHARACTER else c
                else:
                    g.stack[top], g.stack[top + 1], g.stack[top + 2] = subject, place, 0
                    g.stack[top + 3] = seats * 64 + (0 if op == Ex.EACH_CHARACTER else a)
                    top += 4
                    seen = 0
                    subject = (
                        int(g.field[place // AREAS, place % AREAS])
                        if op == Ex.EACH_CHARACTER
                        else frames.card_at(g, a, place)
                    )
            elif op == Ex.NEXT_CHARACTER or op == Ex.NEXT_CARD:
                top -= 1
                value = g.stack[top]
                place, seats, source = g.stack[top - 3], g.stack[top - 1] // 64, g.stack[top - 1] % 64
                if value != 0 and b != NONE:
                    card = stacks.topmost_face_up(g, subject) if op == Ex.NEXT_CHARACTER else subject
                    character = subject if op == Ex.NEXT_CHARACTER else NONE
                    value = new_values(g, t, card, character, b, seen)
                    if value != 0:
                        g.seen[seen] = subject
                        seen += 1
                g.stack[top - 2] = fold(c, g.stack[top - 2], value)
                if op == Ex.NEXT_CHARACTER:
                    place = frames.next_character(g, seats, you, place + 1)
                else:
                    place = frames.next_card_place(g, source, seats, you, frame, place + 1)
                if place == NONE:
                    top -= 3
                    subject = g.stack[top - 1]
                    g.stack[top - 1] = g.stack[top + 1]
                else:
                    g.stack[top - 3] = place
                    pc = a
                    if op == Ex.NEXT_CHARACTER:
                        subject = int(g.field[place // AREAS, place % AREAS])
                    else:
                        subject = frames.card_at(g, source, place)
            elif op == Ex.NOT:
                g.stack[top - 1] = int(g.stack[top - 1] == 0)
            elif op == Ex.TIMES:
                g.stack[top - 1] = (g.stack[top - 1] // b) * a
            elif op == Ex.PLUS:
                top -= 1
                g.stack[top - 1] += g.stack[top]
            elif op < Ex.FITS:
                top -= 1
                g.stack[top - 1] = compare(op, g.stack[top - 1], g.stack[top])
            elif op == Ex.WITH:
                character = with_character(g, frame, me, subject, a, b)
                if character == NONE:
                    g.stack[top] = 0
                    pc = c
                else:
                    g.stack[top] = subject
                    subject = character
                top += 1
            elif op == Ex.END_WITH:
                top -= 1
                subject = g.stack[top - 1]
                g.stack[top - 1] = g.stack[top]
            else:
                g.stack[top] = ask_game(g, t, op, a, b, c, frame, me, you)
                top += 1

    @compiled
    def reckon(g, t, pc, frame, me, you, subject, base):
        """The same; most expressions are one constant, or one question."""
        if t.expressions[pc + 1, 0] == Ex.END:
            op = int(t.expressions[pc, 0])
            a, b = int(t.expressions[pc, 1]), int(t.expressions[pc, 2])
            if op == Ex.CONST:
                return a
            if Ex.CARD_FITS <= op < Ex.EACH_CHARACTER:
                return ask_card(g, t, op, a, b, frame, me, you, subject)
            if op == Ex.FITS or op == Ex.NAMED or op == Ex.OF_TYPE or op == Ex.IN_STATE:
                return ask_character(g, t, op, a, b, 0, frame, me, you, subject)
        return evaluate(g, t, pc, frame, me, you, subject, base)

    return reckon
