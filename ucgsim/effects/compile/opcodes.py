"""The two instruction sets that card texts are assembled to: expressions, and steps of an effect.

An expression is a postfix program over one subject (a character or a card) that leaves one number; it asks nothing
of a player. A step is a row of an effect's program; steps may ask. Rows are ``(op, a, b, c, ...)`` of 32-bit numbers;
the comment next to each op names its arguments. Rows of sources
``(Zone or 16 + Group, Seats)`` and of branches ``(expression or -1, step, step once chosen)`` lie among the
expressions, never run. The engine runs both; ``ucgsim.effects.compile.powers`` writes them.
"""

from __future__ import annotations

from enum import IntEnum


class Ex(IntEnum):
    """Ops of expressions; "push" leaves a number on the stack."""

    END = 0
    CONST = 1  # a: value; push it
    AND = 2  # a: where to jump, keeping the 0, if the top is 0; else drop the top
    OR = 3  # a: where to jump, keeping it, if the top is not 0; else drop the top
    NOT = 4
    AT_LEAST = 5  # right over left: push left >= right, and so on
    AT_MOST = 6
    EQUAL = 7
    MORE = 8
    FEWER = 9
    PLUS = 10
    TIMES = 11  # a: factor, b: per
    # of the subject, a character
    FITS = 20  # a: static test of its topmost face-up card
    NAMED = 21  # a: static test of the card that names it (CR 11.21)
    OF_TYPE = 22  # a: bits of TYPEs
    IN_STATE = 23  # a: bits of states
    READS_EXTRA = 24
    AFFECTED = 25  # a: Modifier
    IS_THIS = 26
    ADJACENT = 27
    IN_AREA = 28  # a: Round, 1 for the oldest
    LEVEL = 29  # push its level, with what effects add
    LEVELS_UP_WITH = 30  # a: group
    HAS_OPPONENT = 31
    HAS_STACK_CARD = 32  # a: Edge, b: static test or -1, c: 1 where the stack keeps a card
    HAS_CHARGE = 33
    CHARGE = 34  # push the number of its Charge cards
    SAME = 35  # a: Trait, b: group, or -1 - CharacterRef
    OF_SEATS = 37  # a: Seats
    IN_SET = 38  # a: row of frame_characters
    BESIDE_SET = 39  # a: row of frame_characters: whether one of them is of the same side
    BP = 40  # push its BP now
    BANNED = 43  # a: Ban: whether its owner is kept from that
    TAKES_UNDER = 42  # a: group: whether a card of it may lie under its stack
    IN_NEWEST_AREA = 44
    TYPES = 45  # push how many TYPEs it has now
    FOUGHT = 46  # a: Result: whether its battle was judged so this turn
    TYPE_BITS = 47  # push the bits of its TYPEs now, with a bit above all of them
    PRINTED = 41  # a: Grade; push what its topmost face-up card prints, -1 for nothing
    # of the subject, a card
    CARD_FITS = 60  # a: static test
    IN_GROUP = 61  # a: group
    CARD_ROUND = 62  # push
    CARD_LEVEL = 63  # push
    CARD_SAME = 64  # a: Trait, b: group, or -1 - CharacterRef
    PLACE = 65  # the subject becomes the group PLACED
    CAN_GO = 66  # whether it may leave a discard area for exile (protection)
    CARD_PRINTED = 67  # a: Grade; push, -1 for nothing
    CARD_OF_SEATS = 68  # a: Seats
    FILLS_PLACE = 69  # whether it may be put where the latest move of this effect left a place
    # loops over subjects; the body pushes a number, the loop pushes their sum
    EACH_CHARACTER = 80  # a: Seats, b: where the loop ends
    NEXT_CHARACTER = 81  # a: where the body begins, b: Trait that must differ, or -1, c: Fold
    EACH_CARD = 82  # a: Zone, or 16 + group, b: Seats, c: where the loop ends
    NEXT_CARD = 83  # a: where the body begins, b: Trait that must differ, or -1, c: Fold
    WITH = 84  # a: CharacterRef, b: Whom, c: where to jump, pushing 0, if there is none
    END_WITH = 85
    # of the game
    FIELD_ROUND = 100
    BY_STATE = 101  # a, b, c: numbers for SINGLE, DOUBLE, TRIPLE (QUAD as TRIPLE)
    ROUNDS_OF = 102  # a: group
    LEADS = 103  # a: 1 for the Lead, 0 for the Next Player
    TOP_TAKEN = 104  # a: Seats, b: bits of states, c: static test or -1
    HAND_RETURNED = 105  # a: Seats, b: Edge
    ACTIVATE_USED = 106  # a: Seats, b: bits of states, c: static test or -1
    BY_EFFECT = 107
    REMOVED = 109  # a: bits of states, b: static test or -1: the character that this effect moved as a whole
    DECK_SIZE = 108  # a: Seats, b: 1 for how many of them can be drawn
    WINS = 111  # a: Seats: battles won in the last judgement
    CHOSEN_BP = 110  # push, -1 where none was chosen
    TOP_TAKEN_BY_YOURS = 112  # as TOP_TAKEN, by an effect of one of your characters


ABOVE_TYPES = 1 << 30
"""A bit that no TYPE has."""


class Fold(IntEnum):
    """What a loop makes of the numbers of its body."""

    SUM = 0
    HIGHEST = 1
    LOWEST = 2
    """Of the numbers other than 0, as the highest is."""
    COMMON = 3
    """The bits that all numbers other than 0 have."""


class Whom(IntEnum):
    """Whom an expression turns to from a known character."""

    ITSELF = 0
    OPPONENT = 1
    LEFT = 2
    RIGHT = 3


class Do(IntEnum):
    """Steps of an effect."""

    END = 0
    JUMP = 1  # a: step
    UNLESS = 2  # a: expression, b: step
    BEGIN = 3  # a: bit; what follows is done in full until something is not
    UNLESS_FULL = 4  # a: bit, b: step
    NOT_DONE = 5  # the statement was not done
    ASK = 6  # a: Seats, b: step if declined, c: expression that must hold or -1, d: Purpose
    CHOOSE_BRANCH = 7  # a: first branch row, b: branches, c: step if declined or -1, d: most modes or 0, e: 1 for "may"
    # characters
    PICK_CHARACTERS = 10  # a: Seats, b: expression, c: least, d: most or -1, e: flags, f: step if declined, g: Purpose
    THAT_CHARACTER = 11  # a: CharacterRef, b: flags
    TO_OPPONENTS = 12  # a: 1 where those that they face stay selected
    REMEMBER_CHARACTERS = 13  # a: Ref, b: 1 where those of before stay
    # cards
    PICK_CARDS = 20  # a: first source row, b: sources, c: expression, d: least, e: most or -1, f: flags, g: step
    RANDOM_CARDS = 22  # a: first source row, b: sources, c: expression, d: count, e: 1 to add to what is selected
    DECK_CARDS = 23  # a: Seats, b: count, c: Edge, d: 1 to add
    STACK_CARDS = 24  # a: Edge, b: static test or -1, d: 1 to add
    CHARGE_CARDS = 25  # a: Edge, d: 1 to add
    WHOLE_CHARACTERS = 26  # a: 1 to add
    GROUP_CARDS = 27  # a: group, b: 1 to add
    # actions
    MODIFY = 40  # a: Modifier, b: amount, c: Duration as turns ahead
    CHOOSE_TYPE = 41  # a: bits of TYPEs, b: 1 when they need not be chosen (all), c: step if declined or -1
    ADD_TYPE = 42  # c: Duration
    REPLACE_TYPE = 43  # a: bits of TYPEs, c: Duration
    BECOME_TYPE = 64  # c: Duration; what `CHOOSE_TYPE` has chosen takes the place of all
    NEGATE = 44  # a: 1 for every effect text
    DRAW = 45  # a: Seats, b: count
    REVEAL = 46  # a: 1 for looking, which the controller alone does
    MOVE = 47  # a: Destination, b: 1 for any order
    CHOOSE_CARDS = 48  # a: 1 where those of before stay
    PUT_ON_TOP = 49
    PUT_UNDER = 50
    PUT_IN_PLACE = 51  # a: 1 for a whole stack
    PUT_SCENE = 52
    SWAP_FIRST = 53
    SWAP = 54
    CHARGE_COUNT = 55  # a: most, b: step if declined, c: amount of hosts, d: step once revealed, where that comes first
    CHARGE = 56
    RUN_ENTER = 57  # a: 1 for a card of the selection, 0 for a character
    RUN_ACTIVATE = 58  # a: Seats, b: expression, c: 1 ignoring gates and limits
    PROTECT = 59  # a: Seats
    CHOOSE_BP = 61  # a: first source row, b: sources, c: expression, d: step if declined or -1
    SET_BP = 62  # a: amount, c: Duration as turns ahead
    FORBID = 63  # a: Seats, b: Ban, c: Duration as turns ahead
    STACK_OF_STATE = 60  # a: cards, b: first source row, c: sources, d: expression
    # loops and later
    EACH_SELECTED = 70  # a: step at the end; takes the selection as the cards of the loop
    EACH_TIME = 71  # a: amount, b: step at the end
    NEXT = 72  # a: step of the body's begin
    PUT_OFF = 73  # a: step after the delayed body, b: group or -1, c: Ref or -1 of which it speaks, d: turns ahead,
    # e: 1 for the start of that turn, 0 for its end
    PLACE_SELECTED = 74
    AS_PLAYER = 75  # a: By; who "you" is from here on


class Group(IntEnum):
    """Card groups of one run, as numbers (`ucgsim.effects.tree.values.Group`)."""

    REVEALED = 0
    REST = 1
    CHOSEN = 2
    SENT = 3
    DISCARDED = 4
    EXILED = 5
    DRAWN = 6
    TO_HAND = 7
    RETURNED = 8
    ON_TOP = 9
    PLAYED = 10
    EACH = 11
    PLACED = 12
    THIS = 13
    SELECTED = 14
    LOOP = 15
    LOOKED = 16


class Ref(IntEnum):
    """Characters named without a choice (`ucgsim.effects.tree.values.CharacterRef`)."""

    THIS = 0
    CHOSEN = 1
    PLAYED = 2
    EVENT = 3
    SUBJECT = 4
    """What the expression is about (for its battle opponent)."""
    LATEST = 5


class Seats(IntEnum):
    """Whose: seen from the controller of the effect."""

    YOU = 0
    OPPONENT = 1
    BOTH = 2


class By(IntEnum):
    """Who does the following steps."""

    LEAD = 0
    NEXT = 1
    CONTROLLER = 2
    OPPONENT = 3


class Zone(IntEnum):
    """Where cards are looked for (CR 3.1)."""

    HAND = 0
    DECK = 1
    DISCARD = 2
    EXILE = 3
    SCENE_AREA = 4


class Destination(IntEnum):
    """Where a card is moved."""

    HAND = 0
    DISCARD = 1
    EXILE = 2
    DECK_TOP = 3
    DECK_BOTTOM = 4
    DECK_TOP_OR_BOTTOM = 5


class Edge(IntEnum):
    """Which end of a pile."""

    TOP = 0
    BOTTOM = 1
    EITHER = 2
    ANY = 3


class Trait(IntEnum):
    """A property by which things are distinguished."""

    NAME = 0
    TYPE = 1
    LEVEL = 2
    PRINTED_TYPE = 3


class Pick(IntEnum):
    """Flags of a selection."""

    OPTIONAL = 1
    """The first pick may be declined with the whole statement."""
    KEEP = 2
    """Adds to the selection that stands."""
    WHOLE = 4
    """Fewer than the least is nothing."""
    BY_NAME = 8
    """All picks differ in name; the next two likewise in TYPE and level."""
    BY_TYPE = 16
    BY_LEVEL = 32
    EACH_KIND = 64
    """One of each different value, as many as there are."""
    PART = 128
    """More parts follow that can be picked and declined when there is nothing to pick here."""
    THEIRS = 256
    """The opponent of the controller picks."""
    BY_PRINTED_TYPE = 512
    LATER = 1024
    """Selects again after an earlier part, whose picks go on counting."""


class Watch(IntEnum):
    """Events that triggered powers watch for (CR 9.2, `ucgsim.effects.tree.triggers.Event`)."""

    THIS_ENTERS = 0
    CHARACTER_ENTERS = 1
    SCENE_ENTERS = 2
    DISCARD = 3
    THIS_MOVES = 4
    CARD_MOVES = 5
    ACTIVATE_RESOLVED = 6
    LEVELS_UP = 7
    WINS = 8
    LOSES = 9
    TIES = 10
    LEAVES = 11
    PUT_UNDER = 12
    CHARGED = 13
    SWAPPED = 14
    DRAWS = 15
    DRAWS_SOME = 16
    PHASE_BEGINS = 17
    BECOMES_LEAD = 18
    SCENE_SET = 19
    ACTIVATES = 20


class Spot(IntEnum):
    """Where a card lies, for what watches its moves."""

    HAND = 0
    DECK = 1
    DISCARD = 2
    EXILE = 3
    SCENE_AREA = 4
    STACK = 5
    CHARGE = 6
    REVEALED = 7  # in a deck, and shown there by the effect under way


class Cause(IntEnum):
    """By what something happened (`ucgsim.effects.tree.values.Cause`)."""

    ANY = 0
    EFFECT = 1
    YOUR_EFFECT = 2
    THEIR_EFFECT = 3
    YOU = 4
    OPPONENT = 5


class PowerCode(IntEnum):
    """Kinds of powers (CR 9.1.1)."""

    TRIGGERED = 0
    CONTINUOUS = 1
    PAYMENT = 2


class Purpose(IntEnum):
    """What an option is for, as far as a policy that looks one step ahead needs to know."""

    NEUTRAL = 0
    HELP = 1
    HARM = 2
    GIVE_UP = 3
    GAIN = 4


class Ban(IntEnum):
    """What a player can be kept from (`ucgsim.effects.tree.values.Deed`)."""

    DRAW = 0
    SET_SCENE = 1
    ACTIVATE = 2
    LEVEL_UP = 3


class Result(IntEnum):
    """How the battle of a character was judged (`ucgsim.effects.tree.values.Result`)."""

    WON = 0
    LOST = 1
    TIED = 2


class Modifier(IntEnum):
    """Kinds of modifiers; the amount is points, steps, a bit of a TYPE, or nothing."""

    BP_UP = 0
    BP_DOWN = 1
    GRADE_UP = 2
    GRADE_DOWN = 3
    READS_EXTRA = 4
    ADD_TYPE = 5
    REMOVE_TYPE = 6
    NO_BP_UP = 7
    NO_BP_DOWN = 8
    NO_GRADE_UP = 9
    NO_GRADE_DOWN = 10
    NO_LEVEL_UP = 11
    WIN = 12
    TIE = 13
    SILENT_ENTRY = 14
    BP_VALUE = 15
    LEVELS = 16
