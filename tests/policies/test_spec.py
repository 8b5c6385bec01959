"""Policies by name: read, quoted, refused."""

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.policies import given_policy, parse_policy, policy_names
from ucgsim.policies.spec import PARAMETERS, STRONG, PolicyId
from ucgsim.studies.check import DEFAULT_CHECK


def test_every_name_is_read_and_quoted_as_written():
    assert [parse_policy(name).name for name in policy_names()] == list(policy_names())


def test_a_number_that_is_not_the_default_stands_in_the_name():
    assert parse_policy("greedy:patience=0.5").name == "greedy:patience=0.5"
    assert parse_policy("greedy:patience=0.3").name == "greedy"


def test_a_label_carries_the_version():
    policy = parse_policy("greedy")
    assert policy.label == f"greedy v{policy.kind.version}"


def test_the_row_holds_id_and_numbers():
    row = parse_policy("greedy:lead=0,patience=0.25").row
    assert row.shape == (1 + PARAMETERS,)
    assert np.array_equal(row[:3], [PolicyId.GREEDY, 0.0, 0.25])


def names_of(name):
    """The numbers of a policy, as a refusal lists them."""
    return ", ".join(parameter.name for parameter in parse_policy(name).kind.parameters)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("clever", f"known are {', '.join(policy_names())}, strong, your own as "),
        ("greedy:speed=1", f"it has {names_of('greedy')}"),
        ("random:lead=1", "it has none"),
        ("greedy:patience=2", "from 0 to 1"),
        ("greedy:patience=much", "from 0 to 1"),
        ("greedy:patience", "from 0 to 1"),
        ("greedy:0.5", "parameter '0.5' is unknown"),
        ("search:0", "worlds=0 must be a whole number from 1 to 512"),
        ("search:many", "worlds=many must be a whole number"),
        ("search:2.5", "worlds=2.5 must be a whole number"),
        ("search:16,8", f"parameter '8' is unknown; it has {names_of('search')}"),
        ("search:16,open", "parameter 'open' is unknown"),
        ("search:value=good", "value=good must be one of simple, learned"),
        ("planner:closed", "parameter 'closed' is unknown"),
        ("planner:without=lead", "without=lead must be one of nothing, redraw, set, level-up, card"),
        ("search:with=search", "must be one of random, greedy"),
        ("search:guess=2", "guess=2 must be a whole number from 0 to 1"),
        ("search:turns=-1", "turns=-1 must be a whole number from 0 to 63"),
        ("search:inf", "whole number"),
        ("search:nan", "whole number"),
    ],
)
def test_bad_policies_are_refused_with_what_would_be_right(text, message):
    with pytest.raises(UcgsimError, match=message):
        parse_policy(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("search:16", "search:16"),
        ("search:worlds=16", "search:16"),
        ("search:16,turns=3", "search:16,turns=3"),
        ("search:turns=2,with=random", "search:turns=2,with=random"),
        ("search:32", "search"),
    ],
)
def test_the_worlds_of_a_search_need_no_name(text, name):
    assert parse_policy(text).name == name
    assert parse_policy(name) == parse_policy(text)


def test_strong_is_the_search_that_checks():
    assert parse_policy("strong") == parse_policy(STRONG)
    assert given_policy("strong") == parse_policy("strong").name == DEFAULT_CHECK


def test_a_search_says_that_it_knows_the_lists():
    assert parse_policy("search:16").label == "search:16 v10 (open list)"
    assert parse_policy("planner").label.endswith(" (open list)")
    assert "(" not in parse_policy("greedy").label


def test_labels_in_a_list_are_parted_by_its_commas_alone():
    labels = [parse_policy(name).label for name in ("greedy", "search:16,turns=3,closed", "planner:tries=0,margin=1")]
    assert ", ".join(labels).split(", ") == labels
