"""`ucgsim schema`, and whether what commands print is as their schemas say."""

from __future__ import annotations

import copy
import json
from functools import cache

import pytest

from scripts.json_schemas import SAMPLES, made, object_schema, schema_of
from tests.helpers import answer, output, refusal
from ucgsim.report.schemas import FOLDER, schema, schema_names
from ucgsim.stats.rates import Method

GREEDY = ("-j", 1, "--policy", "greedy")
RUN, THREE = "RUN", ("zero-geed", "tiga-dyna", "arc-blazar")
OTHERS = {
    "odds": (("odds", "tiga-dyna"), ("odds", "omega-mono")),
    "odds-want": (
        ("odds", "zero-geed", "--want", "chain", "--turn", 2, "--redraw", "always"),
        ("odds", "juggler", "--want", "scene >= 1 or level 2 >= 2", "--sample", 500),
    ),
    "duel": (
        ("duel", "zero-geed", "tiga-dyna", "-n", 30, "--seed", 5, *GREEDY),
        ("duel", "juggler", "rising", "-n", 2, *GREEDY),
        ("duel", "belial", "belial", "-n", 30, "-j", 1, "--first", "b"),
    ),
    "gauntlet": (
        ("gauntlet", *THREE, "-n", 30, "--seed", 6, *GREEDY),
        ("gauntlet", "belial", "rising", "-n", 20, "-j", 1),
    ),
    "matrix": (("matrix", *THREE, "-n", 30, *GREEDY), ("matrix", "belial", "rising", "juggler", "-n", 4, *GREEDY)),
    "tournament": (("tournament", RUN, "--players", 12), ("tournament", RUN, "--players", 32, "--match", "bo3")),
    "compare": (
        ("compare", "zero-geed", "tiga-dyna", "--against", "rising", "juggler", "-n", 30, *GREEDY),
        ("compare", "arc-blazar", "belial", "--against", "rising", "--until-sure", "-n", 200, *GREEDY),
    ),
    "redraw": (("redraw", "tiga-dyna", "--against", "rising", "belial", "-n", 60, *GREEDY),),
    "policies": (("policies",),),
}
"""Other questions than those from which the schemas were made."""
LINES = [(name, line) for name, lines in OTHERS.items() for line in lines]


@pytest.fixture(scope="module")
def validator():
    library = pytest.importorskip("jsonschema", reason="not run: jsonschema is of ucgsim[test]")
    return library.Draft202012Validator


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run of three decks."""
    out = tmp_path_factory.mktemp("schema") / "run"
    output("matrix", *THREE, "-n", 40, *GREEDY, "--out", out)
    return out


@cache
def duel():
    return json.dumps(answer("duel", "zero-geed", "tiga-dyna", "-n", 30, *GREEDY))


@pytest.mark.parametrize(("name", "line"), LINES, ids=lambda value: value if isinstance(value, str) else None)
def test_other_answers_are_as_the_schema_says(validator, folder, name, line):
    result = answer(*(folder if word == RUN else word for word in line))
    errors = [f"{error.json_path}: {error.message[:200]}" for error in validator(schema(name)).iter_errors(result)]
    assert errors == []


@pytest.mark.parametrize("name", SAMPLES)
def test_every_schema_is_one(validator, name):
    validator.check_schema(schema(name))
    assert schema(name)["properties"]


def test_an_answer_that_is_otherwise_is_refused(validator):
    holds = validator(schema("duel"))
    for change in ("games", "win_rate", "policies"):
        other = json.loads(duel())
        del other[change]
        assert not holds.is_valid(other), change
    for rate in ("0.5", [0.5]):
        other = copy.deepcopy(json.loads(duel()))
        other["win_rate"]["a"]["rate"] = rate
        assert not holds.is_valid(other), rate
    assert holds.is_valid(json.loads(duel()) | {"added": 1})


def test_methods_of_intervals_are_those_there_are():
    for name in schema_names():
        methods = schema(name)["$defs"]["estimate"]["properties"]["method"]["enum"]
        assert methods == [*(each.value for each in Method), None], name


def test_schemas_are_as_they_are_made():
    texts = made(["odds", "odds-want", "policies"])
    assert {name: (FOLDER / name).read_text() for name in texts} == texts, "python -m scripts.json_schemas"


@pytest.mark.slow(seconds=40)
def test_all_schemas_are_as_they_are_made():
    texts = made(list(SAMPLES))
    assert texts.keys() == {f"{name}.json" for name in schema_names()}
    assert [name for name in texts if (FOLDER / name).read_text() != texts[name]] == [], "scripts.json_schemas"


def test_what_some_lack_is_not_required_and_what_was_never_seen_may_be_anything():
    made_of = object_schema([{"a": 1, "b": None, "c": []}, {"a": 2.5, "c": []}], {})
    assert made_of["required"] == ["a", "c"]
    assert made_of["properties"] == {"a": {"type": ["null", "number"]}, "b": {}, "c": {"type": "array"}}


def test_names_that_are_data_make_a_map():
    assert schema_of([{"1": 3, "2": 4}], {}) == {"type": "object", "additionalProperties": {"type": "integer"}}
    assert "additionalProperties" in schema_of([{"Plain Kaiju": True}], {})
    assert "additionalProperties" not in schema_of([{"games": True}], {})


def test_the_command_prints_them():
    assert output("schema").split() == schema_names() == sorted(SAMPLES)
    assert json.loads(output("schema", "duel")) == schema("duel")
    assert "'duell': there is no schema of such an answer; did you mean duel?" in refusal("schema", "duell")
