"""Conditions, actions and costs of the official wording go with each other, whatever they are."""

from __future__ import annotations

from itertools import product

import pytest
from lark import Transformer

from tests.effects.wordings import ACTIONS, CONDITIONS, COSTS, ENTERS
from ucgsim.effects import tree
from ucgsim.effects.official.read import _lark, read_official
from ucgsim.effects.official.wording.powers import Clauses


def power(text: str) -> tree.Power:
    """The one power of a text."""
    (result,) = read_official(text).powers
    return result


def as_sentence(action: str) -> str:
    """An action as a sentence of its own."""
    return f"{action[0].upper()}{action[1:]}."


def body(sentences: str) -> tree.Statement:
    """What sentences of a triggered power become."""
    return power(ENTERS + sentences).body


@pytest.mark.parametrize(
    ("condition", "action"), [*product(CONDITIONS[::2], ACTIONS[1::3]), *zip(CONDITIONS, ACTIONS, strict=False)]
)
def test_any_condition_goes_with_any_action(condition: str, action: str) -> None:
    result = body(f"If {condition}, you may {action}.")
    assert isinstance(result, tree.If)
    assert result.then == body(f"You may {action}.")


@pytest.mark.parametrize(("first", "second"), [*zip(ACTIONS, [*ACTIONS[5:], *ACTIONS[:5]], strict=True)])
def test_any_action_pays_for_any_other(first: str, second: str) -> None:
    result = body(f"You may {first}, to {second}.")
    assert result == tree.MayTo(body(as_sentence(first)), body(as_sentence(second)))


@pytest.mark.parametrize(("cost", "action"), [*product(COSTS, ACTIONS[:2]), *zip(COSTS, ACTIONS[2:], strict=False)])
def test_any_cost_goes_with_any_effect(cost: str, action: str) -> None:
    result = power(f"[TRP][Activate](Three times per turn){cost} → {as_sentence(action)}")
    assert result.kind is tree.PowerKind.PAYMENT
    assert result.limit == 3
    assert (result.cost is None) == (cost == "No cost")
    assert (result.condition is not None) == cost.startswith("If")
    assert result.body == body(as_sentence(action))


@pytest.mark.parametrize("condition", CONDITIONS)
def test_any_condition_guards_a_continuous_power(condition: str) -> None:
    result = power(f"[DBL]While {condition}, this character's BP grade increases by 1.")
    assert isinstance(result.body, tree.If)
    assert isinstance(result.body.then, tree.Modify)
    assert result.body.then.duration is tree.Duration.WHILE_ACTIVE


def test_every_method_reads_a_rule_of_the_grammar() -> None:
    rules = {str(rule.alias or rule.origin.name) for rule in _lark().rules}
    methods = {name for name in dir(Clauses) if not name.startswith("_") and not hasattr(Transformer, name)}
    assert len(methods) > 100
    assert methods <= rules
