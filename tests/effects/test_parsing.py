"""The parser against Lark's own (slow, and of another kind), on the grammar as it stands and on small ones."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken
from lark.visitors import CollapseAmbiguities

from tests.effects.wordings import ACTIONS, CONDITIONS, ENTERS
from tests.waiting import assert_soon
from ucgsim.effects.official import read as reading
from ucgsim.effects.official.parser import Grammar, Meanings, StuckError, TooManyWaysError, even, parse
from ucgsim.effects.official.read import UnreadableText, _grammar, _lark, read_official

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SMALL = {
    "lists and a tree": 'start: item ("," item)*\nitem: "a" -> a | "b"+ -> b',
    "both ends": 'start: sum\n?sum: sum "+" sum -> plus | "a" -> a',
    "left and right": 'start: x\nx: x "a" -> l | "a" x -> r | "b" -> b',
    "nothing": 'start: maybe "a" maybe\nmaybe: ("b" | "c")? -> m',
    "nested nothing": 'start: both "a"\nboth: maybe maybe\nmaybe: "b"? -> m',
    "inlined": 'start: _pair _pair\n_pair: W "-" W | W\nW: "a" | "b"',
    "circle of rules": 'start: x "a"\nx: y "b" -> x1 | "c" -> x2\ny: x "a" -> y1 | "b" -> y2',
    "one word, two names": 'start: x | y\nx: "a" "b"* -> x\ny: "a"* "b" -> y',
}
WORDS = "abc+-,"


class Plain(Transformer[Token, Any]):
    """Lark's tree as nested tuples."""

    def __default__(self, data: object, children: list[Any], meta: object) -> Any:
        return (str(data), *children)


class Methods:
    """A method of every name, which makes the same tuples."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda *children: (name, *children)


def texts(longest: int) -> list[str]:
    result = [""]
    for text in result:
        if len(text) < longest:
            result += [text + word for word in WORDS]
    return result[1:]


def trees(grammar: Grammar, tokens: list[Token]) -> set[object]:
    try:
        return {each.value for each in Meanings(Methods(), grammar.productions).readings(parse(grammar, tokens))}
    except StuckError:
        return set()


def trees_by_lark(lark: Lark, text: str) -> set[object]:
    try:
        tree = lark.parse(text)
    except UnexpectedInput:
        return set()
    return {Plain().transform(each) for each in CollapseAmbiguities().transform(tree)}


@pytest.mark.parametrize("name", SMALL)
def test_all_ways_are_those_that_lark_finds(name: str) -> None:
    lark = Lark(SMALL[name], parser="earley", lexer="basic", ambiguity="explicit", maybe_placeholders=False)
    grammar = Grammar(lark.rules, [terminal.name for terminal in lark.terminals], "start")
    known = {char for terminal in lark.terminals for char in terminal.pattern.value}
    read = 0
    for text in texts(5):
        if set(text) <= known:
            result = trees(grammar, list(lark.lex(text)))
            assert result == trees_by_lark(lark, text), text
            read += bool(result)
    assert read > 1


@pytest.mark.parametrize("text", [f"You may {action}." for action in ACTIONS[::4]])
def test_what_lark_reads_is_read(text: str) -> None:
    result = even(f"{ENTERS}{text}")
    assert _lark("earley").parse(result).children
    assert parse(_grammar(), list(_lark().lex(result))).ways


@pytest.mark.parametrize("text", [f"If {condition} it, draw a card." for condition in CONDITIONS[::4]])
def test_a_word_that_does_not_fit_is_missed_as_lark_misses_it(text: str) -> None:
    result = even(f"{ENTERS}{text}")
    with pytest.raises(UnexpectedToken) as missed:
        _lark("earley").parse(result)
    tokens = list(_lark().lex(result))
    with pytest.raises(StuckError) as stuck:
        parse(_grammar(), tokens)
    assert set(stuck.value.expected) == set(missed.value.expected)
    assert tokens[stuck.value.at].start_pos == missed.value.token.start_pos


def test_work_is_bounded() -> None:
    lark = Lark('start: start start | "a"', parser=None, lexer="basic")
    grammar = Grammar(lark.rules, [terminal.name for terminal in lark.terminals], "start")
    with pytest.raises(TooManyWaysError):
        parse(grammar, list(lark.lex("a" * 400)))


@pytest.mark.parametrize(
    "text",
    [
        "draw " * 10_000,
        f"{ENTERS}Draw a card" + " and draw a card" * 200 + ".",
        f"{ENTERS}" + "If you have a card, " * 200 + "draw a card.",
        f"{ENTERS}" + "Both players may " * 250 + "draw a card.",
        f"{ENTERS}Draw a card" + " at the end of the turn" * 200 + ".",
        "(*" * 2_400,
        "『" * 4_900,
        "(" * 4_900,
    ],
)
def test_a_text_of_hostile_shape_ends_soon(text: str) -> None:
    with assert_soon(2), suppress(UnreadableText):
        assert read_official(text).powers


@pytest.fixture
def two_meanings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A grammar in which "into your discard area" may also be the hand."""
    more = '%extend place: _ashore -> Place(Destination.HAND, ...)\n_ashore: ("to" | "into") owner _discard'
    rules = reading._rules()
    monkeypatch.setattr(reading, "_rules", lambda: f"{rules}\n{more}\n")
    _forget()
    yield
    _forget()


def _forget() -> None:
    for cached in (
        reading._named,
        reading._lark,
        reading._grammar,
        reading._words,
        reading._meanings,
        reading._meaning,
    ):
        cached.cache_clear()


@pytest.mark.usefixtures("two_meanings")
def test_words_with_two_meanings_are_refused_and_both_are_told() -> None:
    with pytest.raises(UnreadableText) as refused:
        read_official(f"{ENTERS}Draw a card, and send the top card of your deck to your discard area. Draw two cards.")
    assert refused.value.text == "to your discard area"
    assert refused.value.column == len(ENTERS) + len("Draw a card, and send the top card of your deck ") + 1
    assert '"Put the top card of your deck into your discard area."' in refused.value.expected
    assert '"Put the top card of your deck into your hand."' in refused.value.expected


@pytest.mark.usefixtures("two_meanings")
def test_words_with_one_meaning_are_read_by_the_same_grammar() -> None:
    assert read_official(f"{ENTERS}Draw a card.").powers
