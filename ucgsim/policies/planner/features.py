"""What the planner sees, by number, and the networks that weigh it."""

from __future__ import annotations

from enum import IntEnum

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.core import arithmetic


class Net(IntEnum):
    """The networks."""

    SET = 0
    LEVEL_UP = 1
    REDRAW = 2
    OUTLOOK = 3  # of a position between two Rounds
    TAKE = 4  # a card by an effect
    GIVE = 5  # a card up for an effect


class Seen(IntEnum):
    """What is seen of a position, the same for all options."""

    TURN_1 = 0
    TURN_2 = 1
    TURN_3 = 2
    TURN_4 = 3
    TURN_5 = 4
    LATER = 5
    LEADS = 6
    HAND = 7
    OPPOSING_HAND = 8
    AHEAD = 9  # areas surely won as they are
    BEHIND = 10
    TIED = 11
    UNCERTAIN = 12  # areas with a face-down card opposite
    EXPECTED = 13  # battles won on average
    CLOSELY_AHEAD = 14
    CLOSELY_BEHIND = 15
    OWN_BP = 16  # mean on the field
    THEIR_BP = 17
    OWN_SINGLES = 18
    OWN_DOUBLES = 19
    THEIR_SINGLES = 20
    THEIR_DOUBLES = 21
    THEIR_FACE_DOWN = 22  # level-ups that lie face-down opposite
    NEWEST = 23  # chance in the newest area
    WINNING = 24  # as many areas surely won as win a game
    LOSING = 25
    SETTABLE = 26  # cards in hand that may be set
    SCENES = 27
    LEVEL_1 = 28
    LEVEL_2 = 29
    HIGHER = 30
    CHAINS = 31  # cards in hand with a follow-up in hand
    RAISABLE = 32  # own characters that a card in hand levels up
    BEST_SINGLE = 33
    DECK = 34
    WIN = 35  # chance that this judgement wins the game, by what the other list makes likely; in level-ups only
    OWN_HEIGHT = 36
    THEIR_HEIGHT = 37
    LAST_SETTABLE = 38
    OWN_SCENE = 39
    LOSE = 40
    ODDS = 41  # battles won on average, by the same


class OfSet(IntEnum):
    """What is seen of a card that may be set."""

    LEVEL_1 = 0
    LEVEL_2 = 1
    LEVEL_3 = 2
    HIGHER = 3
    SINGLE = 4
    DOUBLE = 5
    TRIPLE = 6
    EXTRA = 7
    BELOW_BEST = 8
    FOLLOWED = 9
    FOLLOW_DOUBLE = 10
    FOLLOW_STEP = 11
    FOLLOWS = 12
    THIRD = 13
    THIRD_TRIPLE = 14
    THIRD_STEP = 15
    DECK_FOLLOWS = 16
    DECK_LOWER = 17
    HOSTS = 18
    HOST_GAIN = 19
    HOST_STEP = 20
    COPIES = 21
    SAME_NAME = 22
    LOWER = 23
    LOWER_SINGLE = 24
    LINES_ACTIVE = 25
    LINES_LATER = 26
    TRIGGER_ACTIVE = 27
    TRIGGER_LATER = 28
    PAYMENT_ACTIVE = 29
    PAYMENT_LATER = 30
    AGAINST_MEAN = 31
    DECK_THIRDS = 32
    LAST_FOLLOW = 33  # a follow-up that levels up something else as well
    OLD_AREA = 34


class OfCard(IntEnum):
    """What is seen besides of a card that may be taken or given up; of none of them the first alone."""

    NONE_OF_THEM = 35
    IN_HAND = 36
    IN_DISCARD = 37
    OPPOSING = 38
    SCENE = 39
    LATE_SCENE = 40
    WORTH = 41  # as a beginner sees it
    EARLY = 42  # it may still be set this turn


class OfRound(IntEnum):
    """What is seen besides of a card that may be set: the Round as it would be, alone and with a level-up."""

    WIN = 43  # chance that this judgement wins the game
    LOSE = 44
    ODDS = 45  # of the battle
    PLAN_WIN = 46  # with the level-up of another card, or a card of the hand on this one, that does best
    PLAN_LOSE = 47
    PLAN_ODDS = 48
    PLAN_WIN_MORE = 49
    PLAN_LOSE_LESS = 50


class OfLevel(IntEnum):
    """What is seen of a level-up; to pass has the first two and the last four alone."""

    PASS = 0
    GREEDY = 1  # what a beginner would do
    BEFORE = 2
    AFTER = 3
    STEP = 4
    THEIRS = 5
    MARGIN_BEFORE = 6
    MARGIN_AFTER = 7
    CHANCE_BEFORE = 8
    CHANCE_AFTER = 9
    GAIN = 10
    TURNS = 11  # a battle surely lost that is surely won
    NEWEST = 12
    UNCERTAIN = 13
    FACING_NONE = 14
    ALREADY_AHEAD = 15
    LEVEL_2 = 16
    LEVEL_3 = 17
    HIGHER = 18
    TO_DOUBLE = 19
    TO_TRIPLE = 20
    TO_QUAD = 21
    SETTABLE = 22
    SINGLE = 23
    OTHER_HOSTS = 24
    OTHER_GAIN = 25
    FOLLOWED = 26
    FOLLOW_STEP = 27
    DECK_FOLLOWS = 28
    COPIES = 29
    LOWER = 30
    ALTERNATIVES = 31
    BETTER_STEP = 32
    LINES_LOST = 33
    LINES_ACTIVE = 34
    TRIGGER_ACTIVE = 35
    PAYMENT_ACTIVE = 36
    THEIR_HEIGHT = 37
    THEIR_FACE_DOWN = 38
    EXTRA = 39
    SHORT = 40  # still behind afterwards
    OWN_SET_NOW = 41  # the character was set this turn
    GAIN_NEWEST = 42
    LAST_SETTABLE = 43
    WIN_AFTER = 44  # chance that this judgement wins the game, by what the other list makes likely
    WIN_GAIN = 45
    LOSE_AFTER = 46
    LOSE_LESS = 47
    ODDS_AFTER = 48  # of the battle
    ODDS_GAIN = 49
    ELSEWHERE = 50  # BP that changes in other battles
    ODDS_ELSEWHERE = 51
    PLAN_WIN = 52  # the best chance to win the game by this judgement, of plans that begin with it
    PLAN_LOSE = 53
    PLAN_WIN_MORE = 54  # than by it alone
    PLAN_LOSE_LESS = 55


MARGINS = 5
"""Areas of which margins are seen, the largest first."""


class OfOutlook(IntEnum):
    """What is seen of all areas between two Rounds, in place of an option; rows of MARGINS places first."""

    MARGINS = 0  # own BP less theirs
    RAISED = 5  # with the best level-up in hand
    ANSWERED = 10  # own BP less what the other list could make of theirs
    BOTH = 15
    MARGIN = 20  # sums of the rows
    RAISED_MARGIN = 21
    ANSWERED_MARGIN = 22
    AHEAD = 23
    TURNABLE = 24  # behind, ahead with a level-up
    AT_RISK = 25  # ahead, times the chance that the other side can change that
    SAFE = 26
    GIVEN_UP = 27  # behind, without a level-up in hand
    FITTED = 28  # chances that the other hand holds a level-up
    BEATEN = 29  # and one that beats the own character
    RAISES = 30  # cards in hand for every character
    HELD = 31  # areas that will be won if nothing is drawn
    LEADS_HELD = 32
    OWN_DISCARD = 33
    THEIR_DISCARD = 34
    AREAS = 35
    WIN_ALONE = 36  # chance that the next judgement wins the game, if the own side alone levels up
    LOSE_ALONE = 37
    WIN_BOTH = 38
    LOSE_BOTH = 39
    WIN_ANSWERED = 40  # if the other side alone does
    LOSE_ANSWERED = 41
    LISTS = 42  # a row: the own list less the other one


class OfDeck(IntEnum):
    """What is seen of the own list when an opening hand is looked at, in place of the position: what six cards of it
    hold on average, and what its cards are like."""

    LEVEL_1 = 0
    LEVEL_2 = 1
    LEVEL_3 = 2
    HIGHER = 3
    SETTABLE = 4
    STARTS = 5  # cards that may be set and have a follow-up in hand
    STARTS_LOW = 6  # of level 1
    SECONDS = 7  # cards on something that may be set
    THIRDS = 8  # cards on such a second
    FOURTHS = 9
    LONELY = 10  # level 2 and more with nothing in hand to lie on
    DEAD = 11  # such that may not be set
    EARLY_SCENES = 12
    SCENES = 13
    LATE_SCENES = 14
    SINGLE = 15  # mean of cards that may be set
    LOW_SINGLE = 16
    HIGH_SINGLE = 17
    DOUBLE = 18  # mean of cards that may lie on those
    TRIPLE = 19
    QUAD = 20
    WAITING = 21  # cards that may be set without a follow-up in hand
    AWAITED = 22  # follow-ups of those in the list
    FOLLOWERS = 23  # of a card that may be set
    WANTED = 24  # cards under those that are lonely in the list
    BASES = 25  # of a card of level 2 and more
    ENDS = 26  # cards that may be set and have no follow-up in the list
    NEXT = 27  # follow-ups of a card of level 2
    KIN = 28  # chance that two cards share a name
    LARGEST_KIN = 29
    NUMBERS = 30
    LOW_NUMBERS = 31
    PAYMENTS = 32
    TRIGGERS = 33
    LINES = 34
    LOW_POWERS = 35
    SECOND_POWERS = 36
    SET_PAYMENTS = 37


LISTS = (
    OfDeck.SETTABLE.value,
    OfDeck.STARTS.value,
    OfDeck.SECONDS.value,
    OfDeck.THIRDS.value,
    OfDeck.FOURTHS.value,
    OfDeck.LATE_SCENES.value,
    OfDeck.SINGLE.value,
    OfDeck.HIGH_SINGLE.value,
    OfDeck.DOUBLE.value,
    OfDeck.TRIPLE.value,
    OfDeck.QUAD.value,
    OfDeck.PAYMENTS.value,
    OfDeck.TRIGGERS.value,
    OfDeck.LINES.value,
)
"""What two lists are compared by."""


class OfHand(IntEnum):
    """What is seen of an opening hand, in place of an option."""

    LEADS = 0
    LEVEL_1 = 1
    LEVEL_2 = 2
    LEVEL_3 = 3
    HIGHER = 4
    SETTABLE = 5
    ONE_SETTABLE = 6  # or none
    TWO_SETTABLE = 7
    STARTS = 8  # cards that may be set and have a follow-up in hand
    SECONDS = 9  # cards on something that may be set
    THIRDS = 10
    FOURTHS = 11
    CHAIN = 12  # whether there is one of two, three, four cards from something that may be set on
    CHAIN_3 = 13
    CHAIN_4 = 14
    DEEP_STARTS = 15  # with two cards above
    STARTS_LOW = 16  # of level 1
    STACKS = 17  # stacks of two that may be made side by side
    STACKS_3 = 18
    DEAD = 19
    LONELY = 20
    EARLY_SCENES = 21
    SCENES = 22
    LATE_SCENES = 23
    SINGLE = 24  # the best, the second and the third
    SINGLE_2 = 25
    SINGLE_3 = 26
    SINGLES = 27
    DOUBLE = 28  # of the best and the second start
    DOUBLE_2 = 29
    SECOND_DOUBLE = 30  # of the second-best second
    TRIPLE = 31
    QUAD = 32
    COPIES = 33
    LOW_NUMBERS = 34
    KIN = 35  # cards that share a name
    WAITING = 36
    AWAITED = 37
    AWAITED_MOST = 38
    ENDS = 39
    NEXT = 40
    WANTED = 41
    SET_PAYMENTS = 42
    SET_TRIGGERS = 43
    SET_LINES = 44
    SECOND_POWERS = 45
    LONELY_POWERS = 46


_OF_ROUNDS: frozenset[int] = frozenset({Seen.WIN, Seen.LOSE, Seen.ODDS})
SEEN_OF_POSITION: dict[Net, frozenset[int]] = {
    **{net: frozenset(Seen) - _OF_ROUNDS for net in Net},
    Net.SET: frozenset(Seen),
    Net.LEVEL_UP: frozenset(Seen),
    Net.REDRAW: frozenset(OfDeck),
}
"""Places of the position that hold something, by network."""
SEEN_OF_OPTION: dict[Net, frozenset[int]] = {
    Net.SET: frozenset(OfSet) | frozenset(OfRound),
    Net.LEVEL_UP: frozenset(OfLevel),
    Net.REDRAW: frozenset(OfHand),
    Net.OUTLOOK: frozenset(range(OfOutlook.LISTS + len(LISTS))),
    Net.TAKE: frozenset(OfSet) | frozenset(OfCard),
    Net.GIVE: frozenset(OfSet) | frozenset(OfCard),
}
"""Places of the option that hold something, by network."""


# The networks of the planner, worked out: what is common to all options once, the rest for each of them.
#
# Most of what may be seen is not there, so it is passed over (`ucgsim.engine.core.arithmetic`).


@compiled
def clear(seen):
    """Nothing is seen."""
    for i in range(seen.shape[0]):
        seen[i] = 0.0


@compiled
def weigh_position(m, net):
    """Work out the part of the first layer that all options have in common."""
    net += m.which
    arithmetic.weigh_position(m.position, m.of_position[net], m.bias[net], m.common)


@compiled
def rate_option(m, net):
    """What the network makes of the option put down in ``m``, after ``weigh_position``."""
    net += m.which
    return arithmetic.rate_option(m.option, m.of_option[net], m.common, m.second[net], m.skip_option[net], 0.0)


@compiled
def rate_both(m, net):
    """What the network makes of the position and the option put down in ``m`` together."""
    weigh_position(m, net)
    net += m.which
    straight = float(m.last[net])
    for i in range(m.position.shape[0]):
        straight += m.position[i] * m.skip_position[net, i]
    return arithmetic.rate_option(m.option, m.of_option[net], m.common, m.second[net], m.skip_option[net], straight)
