"""Whether a text is understood: its plain English, put into the words of official texts, says the same once more.

Frame and glossary only: who does what to which cards, in which order and under what condition, is read as it is said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.official.read import UnreadableText, read_official
from ucgsim.effects.plain.english import English
from ucgsim.effects.plain.said import said
from ucgsim.effects.tree import nodes
from ucgsim.language import spoken

if TYPE_CHECKING:
    from collections.abc import Callable

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
GRADES = {"+": "increase", "-": "decrease"}
OPPONENTS = "opponent's "
SIGNS = {"bonuse": "+", "losse": "-"}


def _scene(match: re.Match[str]) -> str:
    which = match[1] or ""
    if "either" in match[0]:
        return f"one scene{which} in the scene area"
    return f"one of your {'' if 'from your' in match[0] else OPPONENTS}scenes{which}"


def _taken(match: re.Match[str]) -> str:
    by = " by one of your character's effects" if match[2] else ""
    of = match[1].removeprefix("of ") if match[1].startswith("of ") else f"a {match[1]}"
    return f"the top card of {of.replace(' of either player', '')} was put into its owner's hand{by}"


def _charge(hosts: str, count: int) -> str:
    return f"[Charge {'①②③④⑤'[count - 1]}]【{re.sub('[『』]', '', hosts).replace(' or ', '/')}】"


GLOSSARY: dict[str, str | Callable[[re.Match[str]], str]] = {
    r", then (if|you may)\b": r", and \1",
    r" other than the discarded card\b([^.]*)": r"\1, except for the card you discarded",
    r"\bif (the card that is still revealed) is an? ([^,.]*), put \1": r"put the revealed \2",
    r"\bthe card that is still revealed\b": "the rest",
    r"\b(reveal one [^.]*?), then put the revealed card (at|on)\b": r"\1 and put it \2",
    r"\b(the chosen character) can't use effects for entering play\b": (
        r"the opponent cannot resolve \1's 《When this character enters play》 effect"
    ),
    r"\bthe number of different names of (.*?)( other than [^.,]*?)? in your discard area is at least (\d+)": (
        r"you have \3 or more \1 in your discard area, each with a different character name\2"
    ),
    r"\buse an \[Activate\] effect of (.*?), whatever its state and however often it was used": (
        r"choose one [Activate] effect of \1 and resolve it by paying its cost, ignoring any [SIN][DBL][TRP] and usage "
        "limits that it has"
    ),
    r"\bwhose Round is the Round of the card sent to the discard area plus (\d+)\b": (
        r"with round that is \1 higher than the sent scene's round"
    ),
    r" and whose Round is at most the number of battle areas\b([^.]*)": (
        r"\1. You cannot put a scene card with round higher than the current field round count, into play"
    ),
    r"\b(choose \d) to (\d of your )": r"\1 or \2",
    r"\bas many cards from your hand as there are chosen characters\b": "that many cards from your hand",
    r"\beach of the chosen characters\b": "each of those characters",
    r"\bfor every (\d+) of the total level of your characters\b": r"for every \1 levels your characters have in total",
    r", each time a different one\b": ". You cannot choose the same character more than once with this effect",
    r"\ba hero\b": "an hero",
    r"\ba mech\b": "an mech",
    r"(?<!『)\b(hero|heroes|mechs?)\b": r"Ultra \1",
    r"\bof these: \(1\)": "of the following effects. (1)",
    r"\bchoose up to (\d) of the following": r"you may choose \1 of the following",
    r"[;.]? \((\d)\) ": r". \1) ",
    r" or (\d) as a (SINGLE|DOUBLE|TRIPLE|QUAD)\b(?=\.)": r", or \1 if \2",
    r"\bto do this: ": "to ",
    r"\bof the same name as it\b": "with the same name",
    r"\b(\d|cards?) as a (SINGLE|DOUBLE|TRIPLE|QUAD)\b(?= or|,|\.)": r"\1 if \2",
    r"\b(or|and) (?:cards?|characters?) with (「[^」]*」)": r"\1 \2",
    r"\bthe top card of one (.*?) was put into its owner's hand( by an effect of one of your characters)?": _taken,
    r"\bone of (your [^.,]*?) used an \[Activate\] effect": r"an [Activate] effect of \1 was used",
    r"\bwas put (?:at the (bottom)|on (top)) of your deck": r"was returned to the \1\2 of your deck",
    r"\ban effect caused it\b": "this scene was sent to your discard area by an effect",
    r"\btimes the Round of the card sent to the discard area\b": "for each round on the sent scene",
    r"\bamong either player's exiled cards\b": "exiled from the game",
    r"\bone of the opponent's characters facing this character (?=completes)": "this character's battle opponent ",
    r"\bnot facing this character\b": "other than this character's battle opponent",
    r"\bfor each discarded card\b": "for each card discarded with this effect",
    r"\bone scene( (?:with|whose)[^,.:;]*?)? from (?:the opponent's|either player's|your) scene area": _scene,
    r"\bthere is a scene in your scene area\b": "you have a scene in the scene area",
    r"\bin either player's scene area\b": "in the scene area",
    r" of either player(?= (?:enters|gains|was))": "",
    r"\bits battle opponent\b": "this character's battle opponent",
    r"\bnext to it\b": "adjacent to this character",
    r"\bthis character uses EXTRA BP\b": "this character's BP becomes EXTRA",
    r"([+-])(\d+) BP grade\b": lambda match: f"a BP grade {GRADES[match[1]]} of {match[2]}",
    r"\bSeveral such cards count once\b": "This effect does not stack",
    r", for this turn\b": " for this turn",
    r"\bif (you|they) do and that is not so\b": "otherwise",
    r"\bif (you|they) do and\b": r"if \1 do, and",
    r"\bif a card was put into your hand\b": "if you put a card into your hand with this effect",
    r"\bif a card was (drawn|discarded|sent|returned)\b( to the discard area)?": r"if a card was \1 with this effect",
    r"\bif it went on top of the deck\b": "if you returned a card to the top of your deck with this effect",
    r"\bas many cards as were \w+": "that many cards",
    r"\b(cards?) sent to the discard area\b": r"sent \1",
    r"\bfor each (.*?) among the exiled cards": r"for each \1 card exiled with this effect",
    r"\bthe card put into your hand\b": "that card",
    r"\bthe cards? put into play\b": "the card put into play with this effect",
    r"(?<!from )\bamong the (sent|revealed) cards": r"from among the \1 cards",
    r"(?<=your )([^.:;,]*) that it can level up\b": r"\1 that is able to level up with it",
    r"\bunder which it can lie\b": "where it is able to be placed",
    r"\bin that place as a (\w+)": r"as a \1 character in its place",
    r"\bin that place\b": "in its place",
    r" with all cards of the stack\b": "",
    r"\bmake the battle of (.*?) (a tie|a win)( [^,]*)?, whatever the BP": r"have \1's battle be \2\3",
    r"\bthe battle of (.*?) is (a tie|a win)( [^,]*)?, whatever the BP": r"\1's battle is \2\3",
    r"\bcarry out an effect for entering play of\b": "trigger one 《When this character enters play》 effect of",
    r"\bfacing this character\b": "that is the battle opponent of this character",
    r"\bfacing one of\b": "that is the battle opponent of one of",
    r"\bcompletes an\b": "resolves an",
    r", and also gets\b": ", and this character gets",
    r"\bonce for each\b": "for each",
    r"\bwhen you discard》": "when you discard one or more cards from your hand》",
    r"\bthe number of different ((?:printed )?TYPE|name|level)s of (your|the opponent's)": (
        r"the number of different \1 among \2"
    ),
    r"\bfor each different (TYPE|name|level) of (your|the opponent's)": r"for each different \1 among \2",
    r"\bone of (your [^,.]*?) loses one effect\b": r"negate one effect text of one of \1",
    r"\bone TYPE of (.*?) becomes ": r"change one TYPE of \1 to ",
    r"\bin battle area (\d)": r"in the round \1 battle area",
    r"\b(top|bottom) Charge card of\b": r"\1 face-down and sideways card under",
    r"\bthis character has a Charge card\b": "there is a face-down and sideways card under this character",
    r"\bCharge cards of\b": "face-down and sideways cards under",
    r", but not for leveling up\b": "",
    r"\bcan't\b": "cannot",
    r"\bdon't\b": "do not",
    r"; (otherwise|if)\b": r". \1",
    r"\beither (put|discard|exile|give)\b": r"\1",
    r"\busing EXTRA BP\b": "whose BP is EXTRA",
    r"\bunaffected by BP grade (in|de)creases\b": r"unaffected by any BP grade \1crease",
    r"\bunaffected by BP (bonuse|losse)s\b": lambda match: f"unaffected by BP {SIGNS[match[1]]} effects",
    r"\bof the same (level|name) as\b": r"with the same \1 as",
    r"\breveal up to (?:one card|\d cards) from the top of your deck, and you may put (?:it|them) face-down and "
    r"sideways under one of your (.*?) \(Charge (\d)\)": lambda match: _charge(match[1], int(match[2])),
}
"""Words of plain English, and those of official texts; nothing in it knows who or what a sentence speaks of."""


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
    for pattern, word in GLOSSARY.items():
        said = re.sub(pattern, word, said, flags=re.IGNORECASE)
    return re.sub(r"(this character) 's", r"\1's", said)


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
