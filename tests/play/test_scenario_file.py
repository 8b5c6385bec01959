"""Scenario files read: what is taken, what is refused, and on which line."""

from __future__ import annotations

import pytest

from tests.play.snippets import CARDS, read, write
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.versions import RULES_NAMES
from ucgsim.engine.core.constants import Phase
from ucgsim.errors import UcgsimError
from ucgsim.play.position import Side, Stack
from ucgsim.play.scenario import ChoiceStep, Expectation, ExpectedDecision, read_scenario

FIRST = CARDS.count("\n") + 1
"""Line on which the text after the made-up cards begins."""


def refusal(folder, text):
    with pytest.raises(UcgsimError) as caught:
        read(folder, text)
    message = str(caught.value)
    assert "\n" not in message
    return message.removeprefix(f"{folder / 'one.yaml'}")


def test_absent_keys_are_empty(tmp_path):
    scenario = read(tmp_path, "title: Nothing\n")
    position = scenario.position
    assert (scenario.title, scenario.steps, scenario.rules) == ("Nothing", (), "1.6")
    assert (position.areas, position.scene, position.sides) == ((), None, (Side(), Side()))
    assert (position.lead, position.turn, position.phase) == (0, 1, Phase.START)


def test_stacks_may_hold_charge_cards_and_sides_may_be_vacant(tmp_path):
    text = "field:\n  - {A: [H1, H2], B: {cards: [K1], charge: [G1, H1]}}\n  - {A: [H1]}\n  - {}\n  - {A: []}\n"
    areas = read(tmp_path, text).position.areas
    assert areas[0] == (Stack(("H1", "H2")), Stack(("K1",), ("G1", "H1")))
    assert areas[1:] == ((Stack(("H1",)), None), (None, None), (None, None))


def test_an_official_card_is_named_by_its_number(tmp_path):
    scenario = read(tmp_path, "A: {hand: [BP01-001, H1]}\n")
    assert scenario.catalog["BP01-001"].level == 1
    assert scenario.catalog["H1"].name == "Hero One"


def test_unquoted_yes_no_and_numbers_are_text(tmp_path):
    steps = read(tmp_path, "steps:\n  - A: yes\n  - B: no\n  - A: 2\n").steps
    assert steps == (
        ChoiceStep(FIRST + 1, "A", "yes"),
        ChoiceStep(FIRST + 2, "B", "no"),
        ChoiceStep(FIRST + 3, "A", "2"),
    )


def test_no_and_none_are_the_same_word(tmp_path):
    [step] = read(tmp_path, "steps:\n  - expect: {decision: {legal: [none, A2], offers: [no]}}\n").steps
    assert step == Expectation(
        FIRST + 1, question=ExpectedDecision(legal=frozenset({"no", "A2"}), offers=frozenset({"no"}))
    )


def test_facts_in_a_text_are_facts_of_the_card(tmp_path):
    text = CARDS.replace("round: 0}", 'round: 0}\n  T1: {kind: [Kaiju], effect: "[TEAM][RIVER CREW]"}')
    card = read_scenario(write(tmp_path, text), shipped_catalog()).catalog["T1"]
    assert (card.name, card.teams, card.has_text, card.bp) == ("T1", ("RIVER CREW",), False, (None,) * 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lad: A\n", "a scenario: unknown key 'lad'"),
        ("lead: C\n", "lead is 'C'; it must be one of A, B"),
        ("turn: soon\n", "turn is 'soon'; it must be a whole number"),
        ("phase: fight\n", "phase is 'fight'; it must be one of redraw, start"),
        (
            "rules: 1.5\n",
            f"rules is '1.5'; it must be one of {', '.join(RULES_NAMES)}",
        ),
        ("A: {hand: [H9]}\n", "A: hand: there is no card 'H9'"),
        ("A: {hands: [H1]}\n", "A: unknown key 'hands'"),
        ("A: {hand: H1}\n", "A: hand must be a list"),
        ("field:\n  - {C: [H1]}\n", "a battle area: unknown key 'C'"),
        ("field: [{A: {charge: [H1]}}]\n", "Charge cards need a character"),
        ("scene: {card: S0}\n", "scene is {card: CARD, owner: A} or none"),
        ("steps:\n  - A: set H1\n    B: set K1\n", "a step is one of"),
        ("steps:\n  - A: sett H1\n", "'sett H1' is neither a label nor a card"),
        (
            "steps:\n  - A: enter H1\n",
            "'enter H1' is neither a label nor a card; labels are set CARD, set CARD in AREA, level",
        ),
        ("steps:\n  - A: set H7\n", "'H7' in 'set H7' is no card"),
        ("steps:\n  - A: level H1\n", "'level H1' is neither a label nor a card"),
        ("steps:\n  - expect: {bq: {A: [1]}}\n", "expect: unknown key 'bq'"),
        ("steps:\n  - expect: {at: noon}\n", "at is 'noon'; it must be one of"),
        ("steps:\n  - expect: {bp: [1]}\n", "bp must be a mapping"),
        ("steps:\n  - expect: {bp: {A: [high]}}\n", "bp is 'high'"),
        ("steps:\n  - expect: {state: {A: [EXTRA]}}\n", "state is 'EXTRA'"),
        ("steps:\n  - expect: {types: {A: [[GREEN]]}}\n", "there is no TYPE 'GREEN'"),
        ("steps:\n  - expect: {outcome: [C]}\n", "outcome is 'C'"),
        ("steps:\n  - expect: {decision: {legal: [set X]}}\n", "'X' in 'set X' is no card"),
        ("steps:\n  - expect: {decision: some}\n", "decision is 'some'"),
        ("steps:\n  - expect: {turn: 2, turn: 3}\n", "'turn' is there twice"),
        ("A: {hand: [H1\n", "is not YAML"),
        ("A:\n\t- b\n", "is not YAML"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path, text, message):
    result = refusal(tmp_path, text)
    line = int(result.removeprefix(", line ").split(":")[0])
    assert FIRST <= line <= FIRST + text.count("\n")
    assert message in result


@pytest.mark.parametrize("name", ["A1", "top", "POWER", "12", "no", "two words", "B12"])
def test_an_id_may_not_be_a_label(tmp_path, name):
    path = write(tmp_path, f'cards:\n  "{name}": {{kind: [Kaiju]}}\n')
    with pytest.raises(UcgsimError, match=r"line 2: cards: .* cannot be an id"):
        read_scenario(path, shipped_catalog())


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ("name: Nobody", "kind is missing"),
        ("kind: [Robot]", "kind is 'Robot'"),
        ("kind: [Kaiju], bp: [1, 2, 3, 4, 5]", "bp has 5 values"),
        ("kind: [Kaiju], level: one", "level is 'one'"),
        ("kind: [Kaiju], any_number: maybe", "any_number is 'maybe'"),
        ("kind: [Kaiju], power: 3", "unknown key 'power'"),
        ("kind: [Kaiju], effect: 'Fly to the moon.'", "effect can't be read: column 1"),
    ],
)
def test_a_made_up_card_is_checked(tmp_path, facts, message):
    path = write(tmp_path, f"cards:\n  C1: {{{facts}}}\n")
    with pytest.raises(UcgsimError, match=f"line 2: card C1: {message}"):
        read_scenario(path, shipped_catalog())


def test_a_player_has_at_most_sixty_cards(tmp_path):
    hand = ", ".join(["H1"] * 61)
    assert refusal(tmp_path, f"A: {{hand: [{hand}]}}\n") == ": A has 61 cards; a player may have 60 in a game"


@pytest.mark.parametrize("text", ["", "- a\n", "just words\n", "[" * 4000])
def test_what_is_no_scenario_is_refused(tmp_path, text):
    with pytest.raises(UcgsimError, match=r"one\.yaml"):
        read_scenario(write(tmp_path, text), shipped_catalog())
