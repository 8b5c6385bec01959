"""Conditions, actions and costs of the official wording go with each other, whatever they are."""

from __future__ import annotations

import re
from itertools import product

import pytest

from tests.effects.wordings import ACTIONS, CONDITIONS, COSTS, ENTERS
from ucgsim.effects import tree
from ucgsim.effects.official import meaning
from ucgsim.effects.official.read import _lark, _named, read_official
from ucgsim.effects.official.wording import powers
from ucgsim.effects.official.wording.built import aliases
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
    rules = {str(rule.alias or rule.origin.name) for rule in _lark().rules} | _names()
    methods = {name for name in dir(Clauses) if not name.startswith("_")}
    assert len(methods) > 80
    assert methods <= rules


def test_a_name_in_the_grammar_means_one_thing() -> None:
    for name in _names():
        known = [vars(module)[name] for module in (*powers._WORDINGS, powers, meaning, tree) if name in vars(module)]
        known = [each for each in known if getattr(each, "__module__", "") != "typing"]
        methods = [getattr(Clauses, name)] if hasattr(Clauses, name) else []
        assert all(each is (*known, *methods)[0] for each in (*known, *methods)), name


def test_what_the_grammar_builds_is_named_and_used() -> None:
    grammar, built = aliases('a: "x" b -> Draw(Side.YOU, $1) | "y" -> a_method\nb: "z" -> 2')
    assert grammar.split() == [
        "a:",
        '"x"',
        "b",
        "->",
        "built_0",
        "|",
        '"y"',
        "->",
        "a_method",
        "b:",
        '"z"',
        "->",
        "built_1",
    ]
    assert list(built.values()) == ["Draw(Side.YOU, $1)", "2"]
    assert Clauses(built).built_0(3) == tree.Draw(tree.Side.YOU, 3)
    assert Clauses({"both": "(1, $2*, $at, ...)"}).both("a", "b") == (1, ("b",), -1, "a", "b")


@pytest.mark.parametrize(
    ("expression", "error"), [("Drow($1)", NameError), ("open($1)", NameError), ("Draw($1", SyntaxError)]
)
def test_what_the_grammar_can_not_build_is_refused_as_it_is_loaded(expression: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Clauses({"built": expression})


def _names() -> set[str]:
    """Names that the grammar uses in what it builds."""
    return set(re.findall(r"(?<![.\w$'])[A-Za-z_]\w*(?![\w=])", " ".join(_named()[1].values()))) - {
        "None",
        "True",
        "False",
    }
