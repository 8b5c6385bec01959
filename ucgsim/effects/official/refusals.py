"""What a refused text could have said instead: wordings of the grammar that are like the words that were not
understood.
"""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher, get_close_matches
from typing import TYPE_CHECKING

from ucgsim.effects.official.parser import Grammar, openings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lark import Token

    from ucgsim.effects.official.parser import Production

_MOST = 3
"""Wordings that are shown."""
_SHORT = 3
"""Letters of a word that is too short to be recognised when it is misspelt."""
_MISSPELT = 0.82
"""How alike a misspelt word is to the word that is meant."""
_MOST_WORDS = 16
"""Words that begin a wording which are shown."""
_ALIKE = 2
"""Words that two wordings share, small ones left out, before they are called alike."""
_READ_ON = 8
"""Words behind the place of which the wordings are compared."""
_EXAMPLES = {
    "NUMBER": "two",
    "SIGNED": "+1000",
    "SIGNED_X": "+X",
    "STATE": "DOUBLE",
    "CHARNAME": "『…』",
    "PARTNAME": "「…」",
    "TYPENAME": "【…】",
    "GATE": "[DBL]",
    "TEAMNAME": "[…]",
    "CHARGE": "[Charge 1]",
    "EITHER": "(*Yours or your opponent's)",
    "SIGN": "+",
}
_SMALL = frozenset(("a", "an", "the", "of", "to", "in", "is", "are", "your", "one", "its", "for", "this", "and", "two"))
"""Words that two wordings may share without being alike."""
_GAP = "…"


class Wordings:
    """The grammar as a reader of texts sees it: its words, and "…" where there is more than one way to go on."""

    def __init__(self, grammar: Grammar, words: Mapping[str, str]) -> None:
        self._grammar = grammar
        self._names = {number: name for name, number in grammar.number.items()}
        self._words = words
        self._vocabulary = frozenset(words.values())
        self._ways: dict[int, list[Production]] = {}
        for production in grammar.productions:
            self._ways.setdefault(production.left, []).append(production)

    def left_out(self, tokens: Sequence[Token], at: int) -> str:
        """What is missing before a token for the words before it to make sense."""
        said = {self._said(symbols): None for symbols in openings(self._grammar, tokens, at, begun=True)}
        whole = sorted(wording for wording in said if wording[:1].isalpha() and _GAP not in wording)
        return " or ".join(f'"{wording}"' for wording in whole)

    def instead(self, tokens: Sequence[Token], at: int) -> str:
        """What may stand at a token: wordings that are like the words there, or else words that begin a wording."""
        said = Counter(self._said(symbols) for symbols in openings(self._grammar, tokens, at))
        words = [str(token).lower() for token in tokens[at : at + _READ_ON]]
        first = re.sub(r"[^a-z].*", "", words[0]) if words else ""
        begins = Counter(word for wording in said for word in wording.split()[:1] if word.isalpha())
        misspelt = get_close_matches(first, [word for word in begins if len(word) > _SHORT], 1, _MISSPELT)
        if misspelt and first not in self._vocabulary:
            return f'"{misspelt[0]}"'
        near = _nearest(said, words)
        if near:
            return "words like " + " or ".join(f'"{wording}"' for wording in near)
        telling = [word for word in sorted(begins, key=lambda word: (-begins[word], word)) if word not in _SMALL]
        shown = (telling or list(begins))[:_MOST_WORDS]
        return ("a known word such as " if shown else "") + ", ".join(f'"{word}"' for word in shown)

    def _said(self, symbols: Sequence[int]) -> str:
        parts = " ".join(filter(None, map(self._part, symbols)))
        return re.sub(r"…(?: …)+", _GAP, parts).replace(" 's", "'s").replace(" ,", ",").strip()

    def _part(self, symbol: int) -> str:
        name = self._names[symbol]
        if symbol <= len(self._grammar.terminals):
            return _EXAMPLES.get(name) or self._words.get(name, name.lower())
        ways = self._ways[symbol]
        plain = name.startswith("_") and not name.startswith("__")
        if plain or all(max(way.right) <= len(self._grammar.terminals) for way in ways):
            first = min(ways, key=lambda way: way.rule.order)
            return " ".join(map(self._part, first.right)) if symbol not in first.right else _GAP
        return _GAP


def _nearest(said: Iterable[str], words: list[str]) -> list[str]:
    """The wordings most like the words, one for each first word."""
    rated = [(_likeness(wording.lower().split(), words), wording) for wording in said]
    best: dict[str, str] = {}
    for likeness, wording in sorted(rated, key=lambda item: (-item[0], len(item[1]), item[1])):
        if likeness > 0:
            best.setdefault(wording.split()[0], wording)
    return list(best.values())[:_MOST]


def _likeness(wording: list[str], words: list[str]) -> float:
    """How much two wordings have in common, in order: nothing where it is but one word, or small words."""
    same = SequenceMatcher(None, wording, words, autojunk=False).get_matching_blocks()
    shared = [word for block in same for word in wording[block.a : block.a + block.size]]
    telling = sum(word not in _SMALL and word.isalpha() for word in shared)
    begins = bool(wording and words) and wording[0] == words[0]
    if telling + begins < _ALIKE:
        return 0
    return telling + 0.1 * len(shared) + begins - 0.05 * len(wording)
