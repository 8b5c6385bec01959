"""Whether a text is understood: its plain English, put into the words of official texts, says the same once more.

Frame and glossary only: who does what to which cards, in which order and under what condition, is read as it is said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.official.read import UnreadableText, read_official
from ucgsim.effects.plain.english import English
from ucgsim.effects.plain.said import said
from ucgsim.effects.tree import nodes
from ucgsim.files.reading import csv_rows, own_text
from ucgsim.language import spoken

GATES = {"SINGLE": "[SIN]", "DOUBLE": "[DBL]", "TRIPLE": "[TRP]", "QUAD": "[QUAD]"}
STATES = r"(?P<gate>(?:SINGLE|DOUBLE|TRIPLE|QUAD)(?:(?:, | or )(?:SINGLE|DOUBLE|TRIPLE|QUAD))*)"
HEADS = {
    rf"When it enters play(?: as a {STATES})?: ": "{gate}《When this character enters play》",
    r"When this card goes from the deck to the discard area: ": "《When this card is sent from your "
    "deck to your discard area》",
    r"When this scene goes to the discard area: ": "《When this scene is sent to your discard area》",
    rf"While {STATES}: ": "{gate}",
    rf"(?:While {STATES}, )?(?P<limit>[Oo]nce a turn, )?(?P<when>[Ww]hen [^:]*): ": "{gate}{times}《{when}》",
    rf"(?P<limit>Once|Twice|Up to \d+ times) a turn(?:, as a {STATES})?(?:, only if (?P<only>[^:]*?))?"
    r"(?:, (?P<cost>(?:put|discard|exile|reveal|choose)\b[^:]*))?: ": "{gate}[Activate]{times}{only}{cost} → ",
}
"""Who may use a power, when and for what: the frames of official texts, by those of plain English."""
ONE_THIS = tree.PickCharacters(tree.ONE, tree.CharacterSet(tree.Side.YOU, (tree.IsThis(),)))
SCENE = tree.KindIn((Kind.SCENE,))
FILE = "glossary.csv"
"""Words of plain English as patterns, and those of official texts; nothing in it knows who or what a sentence speaks
of.
"""
CHARGE = re.compile(
    r"\breveal up to [^,.]* from the top of your deck, and you may put \w+ face-down and sideways under one of your "
    r"(.*?) \(Charge (\d)\)",
    re.IGNORECASE,
)


@cache
def glossary() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The rows of the glossary, in the order in which they are put in."""
    _, *rows = csv_rows(own_text(files("ucgsim.effects.language").joinpath(FILE)), FILE)
    return tuple((re.compile(plain, re.IGNORECASE), words) for plain, words in (row.cells for row in rows))


def _charge(match: re.Match[str]) -> str:
    hosts = re.sub("[『』]", "", match[1]).replace(" or ", "/")
    return f"[Charge {'①②③④⑤'[int(match[2]) - 1]}]【{hosts}】"


@dataclass(frozen=True, slots=True)
class Understood:
    """What the text of a card was read as, in the language that is spoken, a part for each power.

    ``certain``: whether that is read as the same effect again. Of what is not, more is read wrongly.
    """

    plain: tuple[str, ...]
    certain: bool


def understood(text: tree.CardText) -> Understood:
    """What an effect says, and whether its own words say it."""
    return Understood(tuple(said(text, spoken())), all(map(is_read_back, text.powers)))


def is_read_back(power: tree.Power) -> bool:
    """Whether the sentences of a power mean to the reader what the power does."""
    read = read_back(power)
    return read is not None and in_one_order(read) == in_one_order(tree.CardText((power,)))


def read_back(power: tree.Power) -> tree.CardText | None:
    """What the sentences of a power mean to the reader; nothing where it does not know such words."""
    try:
        return read_official(official(power))
    except UnreadableText:
        return None


def official(power: tree.Power) -> str:
    """The sentences of a power with the frame, the marks of names and the words of official texts."""
    said = _marked(English(power).power(power), power)
    for pattern, frame in HEADS.items():
        if match := re.match(pattern, said):
            said = _framed(match, frame) + said[match.end() :]
            break
    for plain, words in glossary():
        said = plain.sub(words, said)
    return CHARGE.sub(_charge, said)


def _framed(match: re.Match[str], frame: str) -> str:
    parts = {name: part or "" for name, part in match.groupdict().items()}
    times = {"once": "(Once per turn)", "twice": "(Twice per turn)"}
    limit = parts.get("limit", "").lower().split()
    often = "" if not limit else times.get(limit[0], f"({limit[2] if len(limit) > 2 else ''} times per turn)")
    only = f"if {parts['only']}, " if parts.get("only") else ""
    cost = parts.get("cost") or ("no cost" if "{cost}" in frame else "")
    gate = "".join(GATES[state] for state in re.findall(r"[A-Z]+", parts.get("gate", "")))
    return frame.format(gate=gate, times=often, only=only, cost=cost, when=parts.get("when", ""))


def _marked(said: str, power: tree.Power) -> str:
    """Names, parts of names, TYPEs and teams in their brackets."""
    names = sorted({name for node in nodes(power) if isinstance(node, tree.NameIn) for name in node.names}, key=len)
    types = {each for node in nodes(power) for each in getattr(node, "types", ())}
    teams = {each for node in nodes(power) if isinstance(node, tree.TeamIn) for each in node.teams}
    said = re.sub(r"not called “", "other than “", said)
    said = re.sub(r"\bis called “", "is “", said)
    said = re.sub(r"(?:\bcalled )?((?:“[^”]*”(?:, | or )?)+)", _parts, said)
    if names:
        either = "|".join(re.escape(name) for name in reversed(names))
        said = re.sub(rf"(?<![\w「])(?:{either})(?![\w」])", r"『\g<0>』", said)
    for each in types:
        said = re.sub(rf"(?<![\w「『])({re.escape(each)})(?![\w」』])", r"【\1】", said)
    for each in teams:
        said = said.replace(f"of team {each}", f"with [{each}]")
    return said


def _parts(match: re.Match[str]) -> str:
    return "with " * match[0].startswith("called") + match[1].replace("“", "「").replace("”", "」")


def in_one_order(node: Any) -> Any:
    """The tree in the one form in which it is compared: lists of any order sorted, needless nests flat."""
    if node == ONE_THIS:
        return tree.That(tree.CharacterRef.THIS)
    node = tree.rebuilt(node, in_one_order)
    match node:
        case tuple() if node and all(isinstance(part, tree.Filter) for part in node):
            return tuple(sorted(node, key=repr))
        case tree.AnyOf(options):
            return tree.AnyOf(tuple(sorted(options, key=repr)))
        case tree.CardSet(sources, filters) if all(isinstance(each, tree.InZone) for each in sources):
            # What lies in a scene area is a scene.
            scenes = {each.zone for each in sources if isinstance(each, tree.InZone)} == {tree.Zone.SCENE_AREA}
            return tree.CardSet(sources, tuple(each for each in filters if not scenes or each != SCENE))
        case tree.All(conditions):
            each = [one for part in conditions for one in (part.conditions if isinstance(part, tree.All) else (part,))]
            return tree.All(tuple(dict.fromkeys(each)))
        case tree.Sequence(steps):
            return tree.Sequence(tuple(one for step in steps for one in _steps(step)))
        case tree.No(tree.Compare(tree.CountCharacters() | tree.CountCards() as count, tree.Comparison.AT_LEAST, 1)):
            return tree.Compare(count, tree.Comparison.EQUAL, 0)
        case tree.If(condition, tree.If(further, then, None), None):
            return in_one_order(tree.If(tree.All((condition, further)), then))
        case tree.If(condition, tree.Sequence((*others, tree.Move(tree.Cards(tree.Group.REST)) as rest)), None):
            # Nothing is left over where nothing was revealed.
            then = others[0] if len(others) == 1 else tree.Sequence(tuple(others))
            return tree.Sequence((in_one_order(tree.If(condition, then)), rest))
    return node


def _steps(statement: tree.Statement) -> tuple[tree.Statement, ...]:
    return statement.steps if isinstance(statement, tree.Sequence) else (statement,)
