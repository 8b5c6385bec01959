"""The official wording: old and new templates, pronouns, and texts that no card has."""

from __future__ import annotations

from itertools import product

import pytest
from lark import Transformer

from tests.effects.wordings import ACTIONS, CONDITIONS, COSTS, ENTERS
from ucgsim.cards.card import Kind
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.official.read import UnreadableText, _lark, read_official
from ucgsim.effects.official.wording.powers import Clauses
from ucgsim.effects.tree.conditions import Compare, Is
from ucgsim.effects.tree.selectors import (
    EVERY,
    ONE,
    Adjacent,
    AllOf,
    Among,
    AnyOf,
    Cards,
    CardSet,
    CharacterSet,
    CountCards,
    CountCharacters,
    HasType,
    IsThis,
    KindIn,
    LevelIn,
    NameIn,
    NamePart,
    Not,
    OpponentOf,
    PickCards,
    PickCharacters,
    StateIn,
    That,
    Times,
)
from ucgsim.effects.tree.statements import (
    BP,
    NO_GATE,
    AddTypes,
    CardText,
    ChooseCards,
    Draw,
    ForEach,
    If,
    IfYouDo,
    May,
    MayTo,
    Modes,
    Modify,
    Move,
    OneOf,
    Power,
    PowerKind,
    Sequence,
    Statement,
)
from ucgsim.effects.tree.triggers import Event, Trigger
from ucgsim.effects.tree.values import CharacterRef, Comparison, Destination, Duration, Group, Side, State

THIS = That(CharacterRef.THIS)
FOE = OpponentOf(THIS)


def power(text: str) -> Power:
    """The one power of a text."""
    (result,) = read_official(text).powers
    return result


def as_sentence(action: str) -> str:
    """An action as a sentence of its own."""
    return f"{action[0].upper()}{action[1:]}."


def body(sentences: str) -> Statement:
    """What sentences of a triggered power become."""
    return power(ENTERS + sentences).body


# ---------------------------------------------------------------------------------------------- recombination


@pytest.mark.parametrize(
    ("condition", "action"), [*product(CONDITIONS[::2], ACTIONS[1::3]), *zip(CONDITIONS, ACTIONS, strict=False)]
)
def test_any_condition_goes_with_any_action(condition: str, action: str) -> None:
    result = body(f"If {condition}, you may {action}.")
    (free,) = read_official(f"{ENTERS}You may {action}.").powers
    assert isinstance(result, If)
    assert result.then == free.body


@pytest.mark.parametrize(("first", "second"), [*zip(ACTIONS, [*ACTIONS[5:], *ACTIONS[:5]], strict=True)])
def test_any_action_pays_for_any_other(first: str, second: str) -> None:
    result = body(f"You may {first}, to {second}.")
    assert result == MayTo(body(as_sentence(first)), body(as_sentence(second)))


@pytest.mark.parametrize(("cost", "action"), [*product(COSTS, ACTIONS[:2]), *zip(COSTS, ACTIONS[2:], strict=False)])
def test_any_cost_goes_with_any_effect(cost: str, action: str) -> None:
    result = power(f"[TRP][Activate](Three times per turn){cost} → {as_sentence(action)}")
    assert result.kind is PowerKind.PAYMENT
    assert result.limit == 3
    assert (result.cost is None) == (cost == "No cost")
    assert (result.condition is not None) == cost.startswith("If")
    assert result.body == body(as_sentence(action))


@pytest.mark.parametrize("condition", CONDITIONS)
def test_any_condition_guards_a_continuous_power(condition: str) -> None:
    result = power(f"[DBL]While {condition}, this character's BP grade increases by 1.")
    assert isinstance(result.body, If)
    assert isinstance(result.body.then, Modify)
    assert result.body.then.duration is Duration.WHILE_ACTIVE


# ---------------------------------------------------------------------------------------------- powers


def test_gates_are_a_mask() -> None:
    assert power("[SIN][TRP]This character's BP becomes EXTRA.").gate == State.SINGLE | State.TRIPLE
    assert power("Give all your 『HERO』 +1000 BP.").gate == NO_GATE


def test_two_powers_of_one_card() -> None:
    first, second = read_official(
        f"{ENTERS}You may draw a card. [TRP]《When this character enters play》Draw two cards."
    ).powers
    assert first.gate == State.SINGLE | State.DOUBLE
    assert second.gate == State.TRIPLE
    assert second.body == Draw(Side.YOU, 2)


@pytest.mark.parametrize(
    ("header", "event", "side"),
    [
        ("When this scene enters play", Event.THIS_ENTERS, None),
        ("Whenever a scene enters play", Event.SCENE_ENTERS, Side.BOTH),
        ("Whenever your opponent's scene enters play", Event.SCENE_ENTERS, Side.OPPONENT),
        ("Whenever you set a scene", Event.SCENE_SET, Side.YOU),
        ("Whenever your opponent sets a scene", Event.SCENE_SET, Side.OPPONENT),
        ("Whenever your opponent discards one or more cards from their hand", Event.DISCARD, Side.OPPONENT),
        ("Whenever 『HERO』 enters play", Event.CHARACTER_ENTERS, Side.BOTH),
        ("Whenever one of your Kaiju enters play", Event.CHARACTER_ENTERS, Side.YOU),
        ("Whenever you discard one or more cards from your hand", Event.DISCARD, Side.YOU),
        ("When this card is sent to your discard area from your deck", Event.THIS_MILLED, None),
        ("When this card is sent to your discard area from the scene area", Event.THIS_SCENE_SENT, None),
        (
            "Whenever this character's battle opponent resolves an [Activate] effect",
            Event.ACTIVATE_RESOLVED,
            Side.OPPONENT,
        ),
    ],
)
def test_triggers(header: str, event: Event, side: Side | None) -> None:
    trigger = power(f"《{header}》You may draw a card.").trigger
    assert trigger is not None
    assert trigger.event is event
    assert (trigger.subjects.side if trigger.subjects else None) is side


def test_a_blank_text_has_no_powers() -> None:
    assert read_official(" ") == read_official("-") == CardText()


# ---------------------------------------------------------------------------------------------- templates


def test_old_and_new_wording_of_the_rest_mean_the_same() -> None:
    start = "You may reveal the top three cards of your deck, to put one Kaiju card from among them into your hand"
    old = body(f"{start}, and send the rest to your discard area.")
    assert old == body(f"{start}. Then, send the rest to your discard area.")
    assert isinstance(old, Sequence)
    assert old.steps[1] == Move(Cards(Group.REST), Destination.DISCARD)


def test_what_is_not_taken_is_the_rest_even_if_nothing_is_taken() -> None:
    result = body(
        "Reveal the top card of your deck. If the revealed card is 『HERO』, send it to your discard "
        "area, and return the rest to the bottom of your deck."
    )
    assert isinstance(result, Sequence)
    assert result.steps[-1] == Move(Cards(Group.REST), Destination.DECK_BOTTOM)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Choose one of your 『HERO』.", "Select one of your 『HERO』."),
        (
            "Give one of your DOUBLE 『HERO』 +1000 BP for this turn.",
            "Give one of your 『HERO』 that is DOUBLE +1000 BP for this turn.",
        ),
        (
            "Give all your Ultra Heroes +1000 BP for this turn.",
            "Give all of your Ultra Hero +1000 BP each for this turn.",
        ),
        (
            "Put one 『HERO』 card from your discard area into your hand.",
            "Return one 『HERO』 from your discard area to its owner's hand.",
        ),
        (
            "You may discard three cards from your hand to draw a card.",
            "You may discard three cards from your hand, to draw a card.",
        ),
        ("Draw two cards.", "Draw 2 cards.(*A reminder (of something).)"),
        ("Discard a Kaiju card from your hand.", "Discard a Kaiju card of your choice from your hand."),
        (
            "This character is unaffected by any BP grade decrease for this turn.",
            "This character's BP grade cannot be decreased for this turn.",
        ),
        (
            "Swap the places of two of your Kaiju.",
            "Swap the place of one of your Kaiju with another one of your Kaiju.",
        ),
        (
            "Give this character’s battle opponent -1000 BP for this turn",
            "Give this character's battle opponent -1000 BP for this turn.",
        ),
    ],
)
def test_spellings_of_the_same_thing(one: str, other: str) -> None:
    assert power(ENTERS + one).body == power(ENTERS + other).body


def test_names_may_hold_commas_and_signs() -> None:
    result = body("Give one of your 「A, B & C」 or 「Armor-1」 +1000 BP for this turn.")
    assert isinstance(result, Modify)
    parts = NamePart(("A, B & C", "Armor-1"))
    assert result.target == PickCharacters(ONE, CharacterSet(Side.YOU, (parts,)))


def test_a_level_binds_to_its_name() -> None:
    result = body("Put one level 3 『HERO』 or level 2 『ALLY』 card from your discard area into your hand.")
    assert isinstance(result, Move)
    assert isinstance(result.cards, PickCards)
    options = ((LevelIn((3,)), NameIn(("HERO",))), (LevelIn((2,)), NameIn(("ALLY",))))
    assert result.cards.cards.filters == (AnyOf(options),)


def test_a_type_after_a_list_holds_for_all_of_it() -> None:
    result = body(
        "Give one of your 『HERO』 or 『ALLY』 with TYPE 【POWER】 TYPE 【SPEED】 or 【ARMED】 for this turn."
    )
    filters = (NameIn(("HERO", "ALLY")), HasType(("POWER",)))
    gift = AddTypes(("SPEED", "ARMED"), choice=True)
    assert result == Modify(PickCharacters(ONE, CharacterSet(Side.YOU, filters)), (gift,), Duration.THIS_TURN)


def test_one_of_each_level() -> None:
    result = body("Choose a level 1, 2, and 3 『HERO』 card in your discard area.")
    assert isinstance(result, ChooseCards)
    assert isinstance(result.cards, AllOf)
    assert len(result.cards.parts) == 3


def test_the_place_of_a_list_is_said_once() -> None:
    result = body("Put one level 5 Kaiju card and one 『HERO』 card from your discard area into your hand.")
    assert isinstance(result, Move)
    assert isinstance(result.cards, AllOf)
    sources = [part.cards.sources for part in result.cards.parts if isinstance(part, PickCards)]
    assert len(sources) == 2
    assert sources[0] == sources[1]


def test_alternatives_become_one_choice() -> None:
    result = body(
        "Give this character's battle opponent, or the battle opponent of one of your 『HERO』, -1000 BP for this turn."
    )
    assert isinstance(result, Modify)
    either = AnyOf(((IsThis(),), (NameIn(("HERO",)),)))
    assert result.target == OpponentOf(PickCharacters(ONE, CharacterSet(Side.YOU, (either,))))


def test_neighbours_are_on_ones_own_side() -> None:
    result = body("Give the Kaiju adjacent to this character +1000 BP for this turn.")
    assert isinstance(result, Modify)
    kaiju = KindIn((Kind.KAIJU,))
    assert result.target == PickCharacters(EVERY, CharacterSet(Side.YOU, (kaiju, Adjacent())))


def test_an_opponents_character_is_one_of_them() -> None:
    one = body("Give an opponent's character -1000 BP for this turn.")
    every = body("Give your opponent's characters -1000 BP for this turn.")
    assert isinstance(one, Modify)
    assert isinstance(every, Modify)
    assert one.target == PickCharacters(ONE, CharacterSet(Side.OPPONENT))
    assert every.target == PickCharacters(EVERY, CharacterSet(Side.OPPONENT))


def test_either_players_character() -> None:
    result = body("Give one character +1000 BP for this turn.(*Yours or your opponent's.)")
    assert isinstance(result, Modify)
    assert result.target == PickCharacters(ONE, CharacterSet(Side.BOTH))


# ---------------------------------------------------------------------------------------------- connectives


def test_if_you_do_stands_under_the_condition_of_what_was_done() -> None:
    result = body("If you have 『HERO』, you may draw a card. If you do, discard one card from your hand.")
    assert isinstance(result, If)
    assert isinstance(result.then, IfYouDo)
    assert result.then.first == May(Draw(Side.YOU, 1))


def test_otherwise_belongs_to_the_last_condition() -> None:
    result = body(
        "You may reveal the top card of your deck. If you do, and the revealed card is a Kaiju card, draw a card. "
        "Otherwise, this character's BP becomes EXTRA for this turn."
    )
    assert isinstance(result, IfYouDo)
    assert isinstance(result.then, If)
    assert result.then.then == Draw(Side.YOU, 1)
    assert result.then.otherwise is not None


def test_otherwise_without_a_condition_is_the_other_case_of_if_you_do() -> None:
    result = body("You may discard one card from your hand. If you do, draw two cards. Otherwise, draw a card.")
    assert isinstance(result, IfYouDo)
    assert (result.then, result.otherwise) == (Draw(Side.YOU, 2), Draw(Side.YOU, 1))


def test_who_discards_chooses() -> None:
    yours = body("Discard two cards from your hand.")
    theirs = body("Your opponent discards two cards from their hand.")
    asked = body("You may have your opponent discard two cards from their hand.")
    assert isinstance(yours, Move)
    assert isinstance(theirs, Move)
    assert isinstance(yours.cards, PickCards)
    assert isinstance(theirs.cards, PickCards)
    assert (yours.cards.player, theirs.cards.player) == (Side.YOU, Side.OPPONENT)
    assert asked == May(theirs)
    text = CardText((power(ENTERS + "Your opponent discards two cards from their hand."),))
    assert parse_text(format_text(text)) == text


def test_if_you_do_not_passes_over_the_condition() -> None:
    result = body(
        "You may reveal the top card of your deck. If you do, and the revealed card is a Kaiju card, draw two cards. "
        "If you do not, draw a card."
    )
    assert isinstance(result, IfYouDo)
    assert isinstance(result.then, If)
    assert (result.then.otherwise, result.otherwise) == (None, Draw(Side.YOU, 1))
    text = CardText((Power(PowerKind.TRIGGERED, result, trigger=Trigger(Event.THIS_ENTERS)),))
    assert parse_text(format_text(text)) == text


def test_a_pronoun_in_one_branch_says_nothing_in_the_other() -> None:
    result = body(
        "Reveal the top card of your deck. If the revealed card is 『HERO』, put it into your hand. "
        "Otherwise, send it to your discard area."
    )
    assert isinstance(result, Sequence)
    branches = result.steps[1]
    assert isinstance(branches, If)
    assert branches.otherwise == Move(Cards(Group.REVEALED), Destination.DISCARD)


def test_that_character_is_the_one_spoken_of_last() -> None:
    asked = body("If this character's battle opponent is a Kaiju, you may give that character -1000 BP for this turn.")
    given = body(
        "You may give one of your 『HERO』 TYPE 【POWER】 for this turn, to give that character +1000 BP for this turn."
    )
    assert asked == If(Is(FOE, (KindIn((Kind.KAIJU,)),)), May(Modify(FOE, (BP(-1000),), Duration.THIS_TURN)))
    assert isinstance(given, MayTo)
    assert given.then == Modify(That(CharacterRef.CHOSEN), (BP(1000),), Duration.THIS_TURN)


def test_that_many_is_what_was_counted_last() -> None:
    result = body(
        "You may return up to two cards from your hand to the bottom of your deck. If you returned "
        "two cards to your deck with this effect, draw that many cards."
    )
    assert isinstance(result, Sequence)
    many = CountCards(CardSet((Among(Group.RETURNED),)))
    assert result.steps[1] == If(Compare(many, Comparison.AT_LEAST, 2), Draw(Side.YOU, many))


def test_a_leading_for_each_is_a_loop_where_somebody_chooses() -> None:
    heroes = CountCharacters(CharacterSet(Side.YOU, (NameIn(("HERO",)),)))
    one = PickCharacters(ONE, CharacterSet(Side.YOU, (KindIn((Kind.KAIJU,)),)))
    loop = body("For each 『HERO』 you have, give one of your Kaiju +1000 BP for this turn.")
    factor = body("Give one of your Kaiju +1000 BP for this turn for each 『HERO』 you have.")
    plain = body("For each 『HERO』 you have, give this character +1000 BP for this turn.")
    assert loop == ForEach(heroes, Modify(one, (BP(1000),), Duration.THIS_TURN))
    assert factor == Modify(one, (BP(Times(1000, heroes)),), Duration.THIS_TURN)
    assert plain == Modify(THIS, (BP(Times(1000, heroes)),), Duration.THIS_TURN)


def test_two_ways_to_pay() -> None:
    result = body(
        "You may send one of your scenes to its owner's discard area, or discard one card from "
        "your hand, to draw a card."
    )
    assert isinstance(result, MayTo)
    assert isinstance(result.first, OneOf)
    assert len(result.first.options) == 2


def test_numbered_effects() -> None:
    result = body(
        "If you have 『HERO』, you may choose effect 1. Additionally, you may choose effect 2. "
        "1)Draw a card. 2)Give this character +1000 BP for this turn."
    )
    assert isinstance(result, Modes)
    assert result.most == 2
    assert result.modes[0].condition is not None
    assert result.modes[1].condition is None


def test_another_is_not_this_character() -> None:
    result = body("Give another one of your SINGLE Kaiju +1000 BP for this turn.")
    assert isinstance(result, Modify)
    filters = (KindIn((Kind.KAIJU,)), StateIn(State.SINGLE), Not((IsThis(),)))
    assert result.target == PickCharacters(ONE, CharacterSet(Side.YOU, filters))


def test_copies_that_do_not_stack() -> None:
    result = power("[DBL]Give all your 『HERO』 +1000 BP. This effect does not stack.")
    assert not result.stacks


# ---------------------------------------------------------------------------------------------- what can't be read


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("[SIN]《When this character enters play》You may juggle two cards.", 47, '"draw"'),
        ("[SIN]《When this character enters play》You may draw two ducks.", 56, '"card"'),
        ("[SIN]《When this character juggles》You may draw a card.", 27, '"enters"'),
        ("[SIN]While this character's battle opponent has a hat, draw a card.", 51, '"level"'),
        ("[SIN]Give this character +1000 BP", 34, '"."'),
        ("[Activate](Once per turn)Discard one card from your hand.", 58, '"→"'),
        ("(*A reminder.) [SIN]《When this character enters play》Juggle.", 54, '"draw"'),
    ],
)
def test_an_unreadable_text_tells_where_and_what_was_expected(text: str, column: int, expected: str) -> None:
    with pytest.raises(UnreadableText) as caught:
        read_official(text)
    assert caught.value.column == column
    assert expected in caught.value.expected or "others" in caught.value.expected
    assert str(caught.value).startswith(f"column {column}: expected ")


@pytest.mark.parametrize(
    "sentence",
    [
        "Otherwise, draw a card.",
        "Give one card from your hand +1000 BP for this turn.",
        "Discard that many cards from your hand.",
        "You may choose effect 3. 1)Draw a card.",
        "Your opponent discards one card from your hand.",
        "You may swap the places of three of your characters.",
    ],
)
def test_a_text_without_a_meaning_is_refused(sentence: str) -> None:
    with pytest.raises(UnreadableText):
        read_official(ENTERS + sentence)


def test_every_method_reads_a_rule_of_the_grammar() -> None:
    rules = {str(rule.alias or rule.origin.name) for rule in _lark().rules}
    methods = {name for name in dir(Clauses) if not name.startswith("_") and not hasattr(Transformer, name)}
    assert len(methods) > 100
    assert methods <= rules
