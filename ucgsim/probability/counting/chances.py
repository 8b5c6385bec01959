"""Chances of hands, counted: every hand, every redraw and all that follows, for Python and for the page.

With N cards in the deck and six in hand (CR 4.2.3) the official redraw deals a second hand that is disjoint from the
first. Pairs of disjoint hands are counted by inclusion and exclusion over the cards that both would hold: ``sum over
sets I of (-1)^|I| * given back(I) * good(I)``, the hands that contain I and are given back, and those that contain I
and end well. Both factors depend on the state of I alone, so the sum runs over a few thousand states.

What follows a hand is counted in orders of cards as long as 53 bits hold all sums, and then nothing but the last
quotient is rounded; beyond that, chances are summed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.probability.counting.lattice import (
    COUNT,
    HAND,
    NOT,
    Lattice,
    after_draw,
    choose,
    count_states,
    count_ways,
    holds,
    laid,
    list_states,
    perm,
    rank,
    room_of,
    sum_subsets,
)

MAX_CELLS = 6_000_000
"""States times classes that fit the memory of a small machine, and that of a page."""
MAX_STEPS = 1_200_000_000
"""States times classes times walks over the lattice that take a second or two."""
MAX_SCENES = 24_000_000
"""States times sets of scenes that may have been set."""

SIZES, CAPS, ROUNDS = range(3)
"""Rows of ``classes``: cards in the deck, from how many on more make no difference (filled; 0 before), and the Round of
scenes that may be set (-1 for other cards)."""
REST, REDRAW, RESHUFFLE = range(3)
"""What ``terms`` holds: cards of no class, the redraw, whether the six are shuffled in before it."""
NEVER, ALWAYS, UNLESS_MET, BEST, WHEN = range(5)
"""Redraws, in the order of ``terms.Redraw``."""
CARDS, SCENE_TURNS = range(2)
"""Rows of ``horizons``: cards seen, without those that scenes give, and turns in which a scene may be set."""
EFFORT, STATES, HAND_STATES, HANDS, WHOLE_NUMBERS, REALS = range(6)
"""What ``needs`` holds, see `weigh_odds`."""
DEALS, MET, AGAIN, KEPT, REDRAWN, OTHER_KEPT, OTHER_REDRAWN, COUNTS = range(8)
"""Columns of ``hands``, see `count_odds`."""

ROUNDING = 1e-11
"""What rounding may leave of a difference where chances are summed, by the size of what is subtracted."""
NEARLY_CERTAIN = 1 - 1e-6
_BELOW_ONE = 1 - 2.0**-53
_EXACT = 2.0**53
"""Below it all whole numbers are floats."""
_HALVES = 2.0**27 + 1
"""Divides a float into two of half its digits."""


class Asked(NamedTuple):
    """A question, and what is worked with: a float for each state, or blocks as in `lattice.sum_subsets`.

    ``whole`` tells all hands apart, with cards of no class as its last class; ``places`` are its states in ``lattice``.
    Both are empty unless each hand is weighed.
    """

    classes: Any
    terms: Any
    horizons: Any
    lattice: Lattice
    whole: Lattice
    places: Any
    met: Any
    work: Any
    ahead: Any
    given_back: Any
    ways: Any
    scenes: Any
    values: Any
    hands: Any


@entry([np.int64, 2], [np.int64], [np.int64, 2], [np.int64], [np.int64], [np.float64, 2], [np.float64])
def weigh_odds(classes: Any, terms: Any, horizons: Any, want: Any, again: Any, room: Any, needs: Any) -> None:
    """How much time and memory `count_odds` takes.

    Args:
        classes: int64[3, classes], see ``SIZES``.
        terms: int64[3], see ``REST``.
        horizons: int64[2, horizons], see ``CARDS``; of at least six cards. The best redraw is best for the first one.
        want: the condition, see `lattice.holds`.
        again: the condition for a redraw ``WHEN``; else empty.
        room: float64[2, cards of the deck + 1], to work in.
        needs: float64[6], filled. ``EFFORT``: the share of what can be counted in about a second; more is better dealt.
            ``STATES``, ``HAND_STATES``, ``HANDS``: kinds of hands, those of at most six cards with nothing capped, and
            those of six (none unless each is weighed). ``WHOLE_NUMBERS``, ``REALS``: lengths of the arrays to work in.
    """
    width, reach = classes.shape[1], room[0]
    most = _most_seen(classes, terms, horizons)
    _cap(classes, horizons, most, want)
    _cap(classes, horizons, most, again)
    count_states(classes[CAPS], 0, most, reach, room[1])
    steps, sets = 0.0, 0.0
    for place in range(horizons.shape[1]):
        turns, seen = horizons[SCENE_TURNS, place], _seen(classes, terms, horizons, place)
        between = 0.0
        for held in range(HAND, seen):
            between += reach[held]
        if turns:
            sets = max(sets, _sets(classes, turns, -1))
            between = 2 * turns * _sets(classes, turns, -1) * (between + reach[seen]) / (seen + 1 - HAND)
        steps += HAND * reach[HAND] + between
    states = reach[most]
    needs[EFFORT] = max(states * (width + 1) / MAX_CELLS, steps * (width + 1) / MAX_STEPS, sets * states / MAX_SCENES)
    needs[STATES], needs[HAND_STATES], needs[HANDS] = states, 0.0, 0.0
    needs[WHOLE_NUMBERS] = room_of(width, most, states)
    needs[REALS] = 2 * states + 3 * (HAND + 1) * reach[HAND] + sets * states
    # Of the starting hand itself one that meets the condition can't be bettered and one that does not can't be
    # worsened, so the best rule is to redraw unless it is met.
    if terms[REDRAW] == BEST and horizons[CARDS, 0] + horizons[SCENE_TURNS, 0] > HAND:
        count_states(classes[SIZES], terms[REST], HAND, reach, room[1])
        needs[EFFORT] = max(needs[EFFORT], 2 * reach[HAND] * (width + 1) / MAX_CELLS)
        needs[HAND_STATES], needs[HANDS] = reach[HAND], reach[HAND] - reach[HAND - 1]
        needs[WHOLE_NUMBERS] += room_of(width + 1.0, HAND, reach[HAND]) + reach[HAND]
        needs[REALS] += reach[HAND]


@entry(
    *([np.int64, 2], [np.int64], [np.int64, 2], [np.int64], [np.int64], [np.float64]),
    *([np.int32], [np.float64], [np.float64, 2], [np.float64], [np.float64, 2]),
)
def count_odds(
    classes: Any,
    terms: Any,
    horizons: Any,
    want: Any,
    again: Any,
    needs: Any,
    numbers: Any,
    reals: Any,
    chances: Any,
    back: Any,
    hands: Any,
) -> None:
    """Count the chances of a condition.

    Args:
        classes: this and the next four as for `weigh_odds`, which fills the caps.
        terms: likewise.
        horizons: likewise.
        want: likewise.
        again: likewise.
        needs: what `weigh_odds` filled.
        numbers: int32[needs[WHOLE_NUMBERS]], to work in.
        reals: float64[needs[REALS]], likewise.
        chances: float64[horizons, 2], filled: with the redraw, and without.
        back: float64[1 + classes], filled: how often the first hand is given back, and how many cards of each class are
            given back on average.
        hands: float64[needs[HANDS], 7 + classes], filled: ``DEALS`` that give a hand, 1 where it has ``MET`` the
            condition and where it is given back (``AGAIN``), its chance at the first horizon if it is ``KEPT`` and if
            it is ``REDRAWN``, and from ``COUNTS`` on its cards of each class.
    """
    most = _most_seen(classes, terms, horizons)
    _cap(classes, horizons, most, want)
    _cap(classes, horizons, most, again)
    asked = _lay_out(classes, terms, horizons, needs, numbers, reals, hands)
    lattice, width = asked.lattice, classes.shape[1]
    for row in range(len(asked.met)):
        asked.met[row] = 1.0 if holds(want, lattice.counts, row * width) else 0.0
    if len(hands):
        _list_hands(asked)
    else:
        _give_back(asked, again, back)
    for place in range(len(chances)):
        scale = max(1.0, _orders(asked, place))
        for fails in range(2):
            # The little that fails is known to its own last digits: what is nearly certain does not become so by
            # rounding.
            reached = _followed(asked, place, fails, back) / scale
            without = asked.ahead[0] / choose(lattice.total, HAND) / scale
            chances[place, 0] = _but(reached) if fails else reached
            chances[place, 1] = _but(without) if fails else without
            if max(reached, without) < NEARLY_CERTAIN:
                break
    for row in range(len(hands)):
        hands[row, KEPT] /= max(1.0, _orders(asked, 0))
        hands[row, REDRAWN] /= max(1.0, _orders(asked, 0))


@compiled
def _followed(asked: Asked, place: int, fails: int, back: Any) -> float:
    """What follows the hand that a player ends with, on average; decides what is given back before it is needed."""
    hands, column = asked.hands, OTHER_KEPT if place or fails else KEPT
    first = choose(asked.lattice.total, HAND)
    if len(hands) == 0:
        _look_ahead(asked, place, fails)
        return _sum_by_state(asked, place) / first
    if column == KEPT and _orders(asked, 0) == 0:
        _look_ahead(asked, 0, 1)
        _weigh(asked, 0, OTHER_KEPT)
    _look_ahead(asked, place, fails)
    _weigh(asked, place, column)
    if column == KEPT:
        _decide(asked, back)
    ends = 0.0
    for row in range(len(hands)):
        ends += hands[row, DEALS] * hands[row, column + int(hands[row, AGAIN])]
    return ends / first


@compiled
def _but(chance: float) -> float:
    """1 less a chance; what may fail is not certain, however seldom it does."""
    return 1.0 - chance if chance == 0 else min(1.0 - chance, _BELOW_ONE)


@compiled
def _lay_out(classes: Any, terms: Any, horizons: Any, needs: Any, numbers: Any, reals: Any, hands: Any) -> Asked:
    """Divide up what there is to work in, and list the states."""
    width, total, most = classes.shape[1], _total(classes, terms), _most_seen(classes, terms, horizons)
    states, hand_states = int(needs[STATES]), int(needs[HAND_STATES])
    lattice = laid(numbers, width, total, most, states)
    whole = laid(numbers[int(room_of(width, most, states)) :], width + 1, total, HAND, hand_states)
    for index in range(width):
        lattice.sizes[index], lattice.caps[index] = classes[SIZES, index], classes[CAPS, index]
    list_states(lattice)
    if hand_states:
        for index in range(width + 1):
            size = classes[SIZES, index] if index < width else terms[REST]
            whole.sizes[index], whole.caps[index] = size, min(HAND, size)
        list_states(whole)
    block, at = (HAND + 1) * lattice.reach[HAND], 2 * states
    return Asked(
        classes,
        terms,
        horizons,
        lattice,
        whole,
        numbers[len(numbers) - hand_states :],
        reals[:states],
        reals[states:at],
        reals[at : at + block],
        reals[at + block : at + 2 * block],
        reals[at + 2 * block : at + 3 * block],
        reals[at + 3 * block : len(reals) - hand_states],
        reals[len(reals) - hand_states :],
        hands,
    )


@compiled
def _cap(classes: Any, horizons: Any, most: int, condition: Any) -> None:
    """Raise the caps to where more cards change no comparison of a condition, nor which scene is set."""
    turns, place = max(horizons[SCENE_TURNS]), 0
    for index in range(classes.shape[1]):
        least = turns if classes[ROUNDS, index] >= 0 else 1
        classes[CAPS, index] = max(classes[CAPS, index], min(least, classes[SIZES, index], most))
    while place < len(condition):
        if condition[place] != COUNT:
            place += 1 if condition[place] == NOT else 3
            continue
        low, high, members = condition[place + 1], condition[place + 2], condition[place + 4 :][: condition[place + 3]]
        place += 4 + len(members)
        cards = 0
        for index in members:
            cards += classes[SIZES, index]
        cards = min(cards, most)
        # One that is always true or never needs no counting.
        need = max(low, high + 1 if high < cards else 1) if low <= min(high, cards) else 1
        for index in members:
            classes[CAPS, index] = max(classes[CAPS, index], min(need, classes[SIZES, index], most))


@compiled
def _total(classes: Any, terms: Any) -> int:
    """Cards of the deck."""
    total = terms[REST]
    for size in classes[SIZES]:
        total += size
    return total


@compiled
def _lowest(classes: Any, turns: int) -> int:
    """The lowest Round of a scene; ``turns`` where there is none below."""
    lowest = turns
    for each in classes[ROUNDS]:
        if each >= 0:
            lowest = min(lowest, each)
    return lowest


@compiled
def _seen(classes: Any, terms: Any, horizons: Any, place: int) -> int:
    """Cards seen at most at a horizon: turn t allows Rounds up to t - 1, and a scene a turn (CR 2.4.2.3, 6.1.2)."""
    cards, turns = horizons[CARDS, place], horizons[SCENE_TURNS, place]
    if turns:
        cards = HAND + turns - 1 + turns - _lowest(classes, turns)
    return min(_total(classes, terms), cards)


@compiled
def _most_seen(classes: Any, terms: Any, horizons: Any) -> int:
    most = 0
    for place in range(horizons.shape[1]):
        most = max(most, _seen(classes, terms, horizons, place))
    return most


@compiled
def _sets(classes: Any, turns: int, above: int) -> float:
    """How many sets of scenes above a Round may have been set after so many turns."""
    sets = 1.0
    for number in range(above + 1, turns):
        scenes = 0
        for index in range(classes.shape[1]):
            if classes[ROUNDS, index] == number:
                scenes += classes[SIZES, index]
        sets *= min(scenes, turns) + 1
    return sets


# What follows a hand.


@compiled
def _orders(asked: Asked, place: int) -> float:
    """Orders of the cards that follow a hand; 0 where chances are summed, because whole numbers don't hold the sums.

    The factor is for sets that are met once for each of their cards, and for those within a hand.
    """
    total, seen = asked.lattice.total, _seen(asked.classes, asked.terms, asked.horizons, place)
    orders = perm(total - HAND, seen - HAND)
    return orders if choose(total, HAND) * orders * 2.0**HAND < _EXACT else 0.0


@compiled
def _look_ahead(asked: Asked, place: int, fails: int) -> None:
    """Fill ``ahead``: what follows each hand and meets the condition, or ``fails``; summed as in `sum_subsets`."""
    lattice, work = asked.lattice, asked.work
    turns, exact = asked.horizons[SCENE_TURNS, place], _orders(asked, place) > 0
    seen = _seen(asked.classes, asked.terms, asked.horizons, place)
    if turns:
        _set_scenes(asked, turns, seen, fails, exact)
    else:
        for row in range(lattice.reach[seen]):
            work[row] = abs(asked.met[row] - fails)
        for held in range(seen - 1, HAND - 1, -1):
            _draw(lattice, work, held, exact)
    size = lattice.reach[HAND]
    for row in range(size):
        asked.ahead[HAND * size + row] = asked.scenes[row] if turns else work[row]
    sum_subsets(lattice, asked.ahead)


@compiled
def _draw(lattice: Lattice, values: Any, held: int, exact: bool) -> None:
    """From values of the states of a card more to those of ``held`` cards, in place: they come from later states."""
    left = lattice.total - held
    by = 1 if exact else left
    for row in range(lattice.reach[held]):
        values[row] = after_draw(lattice, row, left, values) / by


@compiled
def _set_scenes(asked: Asked, turns: int, most: int, fails: int, exact: bool) -> None:
    """Fill the first of ``scenes`` for a Lead who draws a card for each scene that is set (CR 6.2.1).

    In every turn the player sets the scene of the lowest Round that may be set: the Round must not exceed the battle
    areas (turn - 1; CR 2.4.2.3, 6.3.1) nor be below the scene before (CR 6.3.2). The opponent is taken to set none.
    """
    lattice, classes, states = asked.lattice, asked.classes, len(asked.met)
    total = lattice.total
    for turn in range(turns + 1, 0, -1):
        # By what was set before the turn. A set with one scene more comes later, so that it is still that of the turn
        # after where it is looked up.
        for sets in range(int(_sets(classes, turns, -1))):
            used, last, others = 0, 0, sets
            for number in range(turns):
                apart = int(_sets(classes, turns, number))
                last = number if others >= apart else last
                used += others // apart
                others %= apart
            if used > max(0, turn - 1 - _lowest(classes, turns)):
                continue
            held = min(total, HAND + max(0, turn - 2) + used)
            values = asked.scenes[sets * states : (sets + 1) * states]
            if turn > turns:
                scale = perm(total - held, most - held) if exact else 1.0
                for row in range(lattice.reach[held]):
                    values[row] = scale * abs(asked.met[row] - fails)
                continue
            drawn = min(total, held + (1 if turn > 1 else 0))
            for number in range(turn - 1, last - 1, -1):
                apart = int(_sets(classes, turns, number))
                same = sets // apart % (int(_sets(classes, turns, number - 1)) // apart)
                _set_one(asked, number, same, drawn, values, asked.scenes[(sets + apart) * states :], exact)
            if drawn > held:
                _draw(lattice, values, held, exact)


@compiled
def _set_one(asked: Asked, number: int, used: int, drawn: int, values: Any, after: Any, exact: bool) -> None:
    """Where more scenes of a Round are in ``drawn`` cards than were set, the value after one more of it."""
    lattice, width = asked.lattice, asked.classes.shape[1]
    left = lattice.total - drawn
    for row in range(lattice.reach[drawn]):
        waiting = -used
        for index in range(width):
            if asked.classes[ROUNDS, index] == number:
                waiting += lattice.counts[row * width + index]
        if waiting > 0:
            values[row] = after_draw(lattice, row, left, after) / (1 if exact else left) if left else after[row]


# Where the state of a hand says whether it is given back.


@compiled
def _give_back(asked: Asked, again: Any, back: Any) -> None:
    """Fill ``given_back`` with the hands around each set that are given back, ``ways`` with what has each state."""
    lattice, given_back, redraw = asked.lattice, asked.given_back, asked.terms[REDRAW]
    size, width = lattice.reach[HAND], asked.classes.shape[1]
    for row in range(size):
        given_back[HAND * size + row] = 1.0 - asked.met[row]
        if redraw <= ALWAYS:
            given_back[HAND * size + row] = 1.0 if redraw == ALWAYS else 0.0
        elif redraw == WHEN:
            given_back[HAND * size + row] = 1.0 if holds(again, lattice.counts, row * width) else 0.0
    sum_subsets(lattice, given_back)
    count_ways(lattice, asked.ways)
    hands = choose(lattice.total, HAND)
    back[0] = given_back[0] / hands
    for index in range(width):
        back[1 + index] = lattice.sizes[index] * given_back[size + lattice.above[index]] / hands


@compiled
def _sum_by_state(asked: Asked, place: int) -> float:
    """The sum over all hands of what follows: that of hands that are kept, and of second hands."""
    size, ahead, given_back, ways = asked.lattice.reach[HAND], asked.ahead, asked.given_back, asked.ways
    kept, total = 0.0, asked.lattice.total
    for cell in range(HAND * size, (HAND + 1) * size):
        kept += ways[cell] * (1.0 - given_back[cell]) * ahead[cell]
    if given_back[0] == 0:
        return kept
    if asked.terms[RESHUFFLE]:
        return kept + given_back[0] / choose(total, HAND) * ahead[0]
    # Pairs of disjoint hands. Much of the sum cancels, so that what rounding loses of it is summed as well.
    pairs, lost = 0.0, 0.0
    for shared in range(HAND + 1):
        for row in range(asked.lattice.reach[shared]):
            cell = shared * size + row
            product, error = _product(ways[cell] * given_back[cell], ahead[cell])
            sign = -1.0 if shared % 2 else 1.0
            more = pairs + sign * product
            rest = more - pairs
            lost += (pairs - (more - rest)) + (sign * product - rest) + sign * error
            pairs = more
    pairs += lost
    if _orders(asked, place) == 0 and abs(pairs) < ROUNDING * given_back[0] * ahead[0]:
        pairs = 0.0
    return kept + pairs / choose(total - HAND, HAND)


@compiled
def _product(left: float, right: float) -> tuple[float, float]:
    """A product, and what rounding it loses (Dekker 1971, Numer. Math. 18, 224-242)."""
    product = left * right
    left_high = left * _HALVES - (left * _HALVES - left)
    right_high = right * _HALVES - (right * _HALVES - right)
    left_low, right_low = left - left_high, right - right_high
    error = left_low * right_low - (product - left_high * right_high - left_low * right_high - left_high * right_low)
    return product, error


# Where each hand is kept or given back by what promises more at the first horizon.


@compiled
def _list_hands(asked: Asked) -> None:
    """Fill ``places``, and of each hand how it is dealt, whether it meets the condition and what it holds."""
    whole, hands, width = asked.whole, asked.hands, len(asked.whole.caps)
    first = len(asked.places) - len(hands)
    for state in range(len(asked.places)):
        asked.places[state] = rank(asked.lattice, whole.counts, state * width)
    for row in range(len(hands)):
        deals = 1.0
        for index in range(width):
            count = whole.counts[(first + row) * width + index]
            deals *= choose(whole.sizes[index], count)
            if index < width - 1:
                hands[row, COUNTS + index] = count
        hands[row, DEALS], hands[row, MET] = deals, asked.met[asked.places[first + row]]


@compiled
def _weigh(asked: Asked, place: int, column: int) -> None:
    """What keeping each hand promises, and in the column behind what a redraw does."""
    hands, values, ahead = asked.hands, asked.values, asked.ahead
    size, first, total = asked.lattice.reach[HAND], len(asked.places) - len(hands), asked.lattice.total
    least = 0.0 if _orders(asked, place) else ROUNDING * ahead[0]
    if not asked.terms[RESHUFFLE]:
        _avoid(asked)
    for row in range(len(hands)):
        hands[row, column] = ahead[HAND * size + asked.places[first + row]]
        hands[row, column + 1] = ahead[0] / choose(total, HAND)
        if not asked.terms[RESHUFFLE]:
            value = values[first + row]
            hands[row, column + 1] = value / choose(total - HAND, HAND) if abs(value) > least else 0.0


@compiled
def _avoid(asked: Asked) -> None:
    """Fill ``values`` with the sums over the second hands that hold none of some cards.

    Inclusion and exclusion, ``sum over i <= h of prod C(h_c, i_c) * (-1)^|i| * good(i)``, class by class and each by
    Pascal's rule.
    """
    whole, values, held = asked.whole, asked.values, 0
    for state in range(len(values)):
        held += 1 if state == whole.reach[held] else 0
        values[state] = (-1.0 if held % 2 else 1.0) * asked.ahead[
            held * asked.lattice.reach[HAND] + asked.places[state]
        ]
    for index in range(len(whole.caps)):
        for fewest in range(whole.caps[index]):
            # From many cards to few, so that what is added is still that of the round before.
            for state in range(whole.reach[HAND - 1] - 1, -1, -1):
                cell = state * len(whole.caps) + index
                if whole.above[cell] != state and whole.counts[cell] >= fewest:
                    values[whole.above[cell]] += values[state]


@compiled
def _decide(asked: Asked, back: Any) -> None:
    """Give back the hands of which a redraw promises more; a hand is kept where both promise the same.

    Where chances were summed, those of failing are in the other columns, and the smaller of both is compared: it is
    known to more digits.
    """
    hands, exact, first = asked.hands, _orders(asked, 0) > 0, choose(asked.lattice.total, HAND)
    for cell in range(len(back)):
        back[cell] = 0.0
    for row in range(len(hands)):
        kept, redrawn, kept_fails = hands[row, KEPT], hands[row, REDRAWN], hands[row, OTHER_KEPT]
        if exact:
            again = redrawn > kept
        elif kept < kept_fails:
            again = redrawn > kept * (1 + ROUNDING)
        else:
            again = hands[row, OTHER_REDRAWN] < kept_fails * (1 - ROUNDING)
        hands[row, AGAIN] = 1.0 if again else 0.0
        back[0] += hands[row, DEALS] * hands[row, AGAIN]
        for index in range(len(back) - 1):
            back[1 + index] += hands[row, DEALS] * hands[row, AGAIN] * hands[row, COUNTS + index]
    for cell in range(len(back)):
        back[cell] /= first
