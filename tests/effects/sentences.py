"""Random sentences of the official wording, written by its grammar: some say what nobody has thought of."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from lark.grammar import Terminal
from lark.lexer import PatternStr

from ucgsim.effects.official.read import _lark

if TYPE_CHECKING:
    from random import Random

    from lark.grammar import Rule, Symbol

WORDS = {
    "NUMBER": ("one", "two", "3", "5000"),
    "SIGNED": ("+1000", "-500"),
    "STATE": ("SINGLE", "DOUBLE", "TRIPLE"),
    "CHARNAME": ("『NOVA』", "『SOL』"),
    "PARTNAME": ("「Armor」",),
    "TYPENAME": ("【POWER】", "【SPEED】"),
    "TEAMNAME": ("[PATROL]",),
    "GATE": ("[SIN]", "[DBL]", "[TRP]"),
    "CHARGE": ("[Charge ①]",),
    "EITHER": ("(*Yours or your opponent's.)",),
    "SIGN": ("+", "-"),
}
"""What terminals without words of their own may stand for."""
FRAMES = {
    "condition": "《When this character enters play》If {}, draw a card.",
    "actions": "《When this character enters play》{}.",
    "claims": "[DBL]While you have 『NOVA』, {}.",
    "trigger": "《{}》Draw a card.",
    "cost": "[Activate](Once per turn){} → Draw a card.",
    "selection": "《When this character enters play》Give {} +1000 BP for this turn.",
    "sentence": "《When this character enters play》You may draw a card. {}",
    "start": "{}",
}
"""Where a part of the grammar is in a text."""
_ENDLESS = 99


def sentence(random: Random, part: str, depth: int) -> str:
    """A text around a random example of a part of the grammar, nested as deep as ``depth`` allows."""
    return FRAMES[part].format(" ".join(_written(random, part, depth)))


def _written(random: Random, name: str, depth: int) -> list[str]:
    """The words of a rule, by one of its ways that is short enough."""
    least = min(_length(rule) for rule in _rules()[name])
    ways = [rule for rule in _rules()[name] if _length(rule) <= max(depth, least)]
    return [word for symbol in random.choice(ways).expansion for word in _of_symbol(random, symbol, depth - 1)]


def _of_symbol(random: Random, symbol: Symbol, depth: int) -> list[str]:
    if not isinstance(symbol, Terminal):
        return _written(random, symbol.name, depth)
    return [random.choice(WORDS[symbol.name])] if symbol.name in WORDS else [_word(symbol.name)]


@cache
def _word(terminal: str) -> str:
    (pattern,) = (known.pattern for known in _lark().terminals if known.name == terminal)
    return pattern.value if isinstance(pattern, PatternStr) else re.sub(r"\\b$|\\(?=\W)", "", pattern.value)


@cache
def _rules() -> dict[str, list[Rule]]:
    result: dict[str, list[Rule]] = {}
    for rule in _lark().rules:
        result.setdefault(str(rule.origin.name), []).append(rule)
    return result


@cache
def _depths() -> dict[str, int]:
    """How deep each rule is nested at least."""
    depths = dict.fromkeys(_rules(), _ENDLESS)
    for _ in range(_ENDLESS):
        changed = {name: min(_deeper(rule, depths) for rule in rules) for name, rules in _rules().items()}
        if changed == depths:
            break
        depths = changed
    return depths


def _deeper(rule: Rule, depths: dict[str, int]) -> int:
    inner = (0 if isinstance(symbol, Terminal) else depths[symbol.name] for symbol in rule.expansion)
    return 1 + max(inner, default=0)


def _length(rule: Rule) -> int:
    return _deeper(rule, _depths())
