"""Card effects in Japanese: the words of the table, and the grammar that joins them.

Every sentence ends in a verb, or a noun with だ, in its plain form; what comes behind it is a form of that: 〜し,
〜して, 〜なら, 〜ない. What is said of a noun comes before it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ucgsim.cards.other_names import said_in
from ucgsim.effects import tree
from ucgsim.effects.plain import context
from ucgsim.effects.plain.filling import OTHER, REST, Filler

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import Enum

LANGUAGE = "ja"
CHARACTER, CARD = "キャラクター", "カード"
UNIT = ":単位"
"""The sign of a number that is counted in whatever stands around it."""
BRACKETS = {"『": "』", "「": "」", "【": "】", "［": "］"}
KINDS_OF_NAMES = {
    "『": ("characters",),
    "「": ("cards", "forms", "characters", "parts"),
    "【": ("types",),
    "［": ("teams",),
}
"""What is named within brackets, by the kinds of `said_in`."""
NOTHING = "（なし）"
FOR_ANY = tree.Trigger | tree.TopCardTaken | tree.ActivateUsed | tree.HandCardReturned
"""What speaks of one player's things or the other's, where it speaks of both."""
NOUNS = tree.NameIn | tree.KindIn | tree.IsThis | tree.AnyOf
"""Filters that say what something is, not what it is like."""

# ------------------------------------------------------------------------------------------------- forms of words

ROWS = {"う": "わい", "く": "かき", "ぐ": "がぎ", "す": "さし", "つ": "たち", "ぶ": "ばび", "む": "まみ", "る": "らり"}
"""Endings of verbs, before 〜ない and before 〜ます."""
TE = {"う": "って", "く": "いて", "ぐ": "いで", "す": "して", "つ": "って", "ぶ": "んで", "む": "んで", "る": "って"}
ONE_STEP = re.compile("[いきしちにひみりえけげせてでねべめれ見]る$")
"""Verbs that only drop their る."""
EXISTS = re.compile("(いない|でない|がない|はない|だ|ある|いる|よい|同じ)$")
QUOTED = re.compile("[「『][^」』]*[」』]")
NEGATED = {
    "でない": "である",
    "いない": "いる",
    "がない": "がある",
    "である": "でない",
    "がある": "がない",
    "だ": "でない",
    "同じ": "同じでない",
}


def _changed(text: str, one_step: str, by_ending: Callable[[str], str]) -> str:
    """A verb with another ending."""
    if text.endswith("する"):
        return text[:-2] + "し" + one_step
    return text[:-1] + one_step if ONE_STEP.search(text) else text[:-1] + by_ending(text[-1])


def is_past(text: str) -> bool:
    """Whether a sentence says that something was done."""
    return text.endswith(("た", "んだ"))


def joined(text: str) -> str:
    """A sentence as what another one follows: 〜し, 〜で, 〜なく."""
    if is_past(text):
        return f"{text[:-1]}{'で' if text.endswith('んだ') else 'て'}いて"
    for ending, form in (("である", "で"), ("だ", "で"), ("よい", "よく"), ("いる", "いて")):
        if text.endswith(ending):
            return text.removesuffix(ending) + form
    if text.endswith("ない"):
        return text[:-2] + ("なく" if EXISTS.search(text) else "ず")
    return _changed(text, "", lambda end: ROWS[end][1]) if text[-1:] in ROWS else text


def granted(text: str) -> str:
    """A sentence as what もよい follows: 〜して."""
    if text.endswith("てもよい"):
        return text.removesuffix("もよい")
    if text.endswith("ない"):
        return f"{text}ようにして"
    return _changed(text, "て", lambda end: TE[end]) if text[-1:] in TE else f"{text}として"


def supposed(text: str) -> str:
    """A sentence as a condition: 〜なら."""
    return f"{text[:-1] if text.endswith('だ') and not is_past(text) else text}なら"


def denied(text: str) -> str:
    """That a sentence does not hold."""
    if is_past(text) or "、" in QUOTED.sub("", text):
        return f"（{text}）ということはない"
    for ending, form in NEGATED.items():
        if text.endswith(ending):
            return text.removesuffix(ending) + form
    return _changed(text, "ない", lambda end: f"{ROWS[end][0]}ない") if text[-1:] in ROWS else f"{text}のではない"


def before_noun(text: str) -> str:
    """A sentence as what is said of a noun that follows."""
    return text[:-1] + "である" if text.endswith("だ") and not is_past(text) else text


def stated(said: str) -> str:
    """What is said before a noun as a sentence."""
    if said.endswith("の"):
        return f"{said[:-1]}だ"
    return f"{said}だ" if said.endswith("同じ") else said


FORMS: dict[str, Callable[[str], str]] = {
    "て": granted,
    "なら": supposed,
    "ない": denied,
    "で": joined,
    "こと": lambda text: f"{text}こと",
}
"""Signs of holes for sentences: the form that they take."""


class Japanese(Filler):
    """Says the nodes of one power."""

    language = LANGUAGE

    def __init__(self, power: tree.Power) -> None:
        super().__init__(power)
        self.one = False
        self.thing = CARD

    # ---------------------------------------------------------------------------------------------- powers

    def power(self, power: tree.Power) -> str:
        """A power as a sentence or a few."""
        parts = ["[{gate}]"] if power.gate else []
        if power.kind is tree.PowerKind.PAYMENT:
            parts.append("pay")
        if power.limit is not None:
            parts.append("{limit}/game" if power.per_game else "{limit}/turn")
        elif power.kind is tree.PowerKind.PAYMENT:
            parts.append("any number of times")
        parts += ["when {trigger}"] if power.trigger is not None else []
        parts += ["only if {condition}"] if power.condition is not None else []
        parts += ["cost: {cost}"] if power.cost is not None else []
        parts += ["{body}"] if power.stacks else ["{body}", "unstacked"]
        held = {name: getattr(power, name) for name in ("gate", "limit", "trigger", "condition", "cost", "body")}
        return "".join(self._filled(self.words["Power", part], held, power) for part in parts)

    # ----------------------------------------------------------------------------------------------- filling

    def _filled(self, cell: str, held: dict[str, Any], whole: Any = None, sign: str = "") -> str:
        wordings = cell.split("|")
        numbers = int | tree.Times | tree.ByState
        counted = any(isinstance(each, tree.Amount) and not isinstance(each, numbers) for each in held.values())
        return self.filled(wordings[-1 if counted else 0].replace(UNIT, f":{sign or '枚'}"), held, whole, sign)

    def _agreement(self, name: str, held: dict[str, Any], _whole: Any) -> str:
        match name:
            case "implied":
                return self.say(self.implied)
            case "home":
                return "" if context.cards_are_own(held["cards"], self.foreign) else self.words["home", "owner"]
            case "drawer":
                also = repr(tree.Group.DRAWN) in self.foreign and self.doer is tree.Side.YOU
                return self._filled(self.words["drawer", "you"], {}) if also else ""
            case "together":
                return self.words["together", "of both"] * any(map(_is_of_both, held.values()))
        return self.say(tree.Side(name))

    def _number(self, value: int, sign: str) -> str:
        return f"{value:+}" if sign == "+" else f"{value}{sign}"

    def _member(self, member: Enum, sign: str, _held: dict[str, Any], _whole: Any) -> str:
        if isinstance(member, tree.Side):
            return self.word("Side", "either") if member is tree.Side.BOTH and self.one else self.player(member)
        if member is tree.Duration.WHILE_ACTIVE and self.implied is member:
            return ""
        unnamed = member is tree.CharacterRef.CHOSEN and not self.chooses
        cell = self.member(member, "done" if sign == "行" else "", "without a word" if unnamed else "")
        said = self._filled(cell, {})
        return said + sign if isinstance(member, tree.Spot) and said else said

    def _named(self, text: str, bracket: str) -> str:
        """A name as Japanese cards print it, in its brackets; in English where that is not known."""
        called = (said_in(kind, text, LANGUAGE) for kind in KINDS_OF_NAMES.get(bracket, ()))
        return f"{bracket}{next(filter(None, called), text)}{BRACKETS.get(bracket, '')}"

    def _several(self, items: tuple[Any, ...], sign: str, _held: dict[str, Any]) -> str:
        """A list; the sign is what it is of, its grammar, or its brackets and what is between its things."""
        match sign:
            case "キャラクター" | "カード":
                return self.noun(items, sign)
            case "だ":
                return self.predicate(items)
            case "ない":
                return self._without(items)
            case "の" | "のカード" | "から" | "に":
                bare = [self.say(self.seen if each == REST else each) for each in items[:-1]]
                return "か".join([*bare, *(self._place(each, sign, alone=not bare) for each in items[-1:])])
            case "状態":
                pairs = zip(tree.State, items, strict=True)
                return "、".join(f"{self.say(state)}なら{each}" for state, each in pairs if each) or "0"
            case "番号":
                return "。".join(f"（{at}）{self.say(each)}" for at, each in enumerate(items, 1)) or NOTHING
            case "で":
                return self._in_turn(items)
            case "または":
                return sign.join(self.noun(each, self.thing) for each in items) or NOTHING
            case "か、":
                are_deeds = all(isinstance(each, tree.Statement) for each in items)
                said = [self.clause(each, sign) if are_deeds else self.say(each) for each in items]
                return sign.join([*map(before_noun, said[:-1]), *said[-1:]]) or NOTHING
        if sign[:1] in BRACKETS:
            return sign[1:-1].join(self.say(each, sign[0]) for each in items) or NOTHING
        first, *others = map(self.say, items) if items else [NOTHING]
        # One place is said once.
        place = f"{first.partition('から')[0]}から"
        return sign.join([first, *(each.removeprefix(place) for each in others)])

    def _in_turn(self, items: tuple[Any, ...]) -> str:
        """Conditions that all hold, or changes of the same characters, whose particle is said once."""
        said = [self.say(each) for each in items]
        for at in range(1, len(said)):
            if isinstance(items[at], tree.Modification):
                said[at] = f"それ{said[at]}" if said[at][0] == "は" else said[at][1:]
        return "、".join([*map(joined, said[:-1]), *said[-1:]]) or NOTHING

    def _node(self, node: Any, sign: str, _held: dict[str, Any], whole: Any) -> str:
        match node:
            case tree.CharacterSet():
                return self._characters(node)
            case tree.PickCharacters(tree.ONE, tree.CharacterSet(_, filters), None) if tree.IsThis() in filters:
                return self.noun(filters, CHARACTER)
        one, thing = self.one, self.thing
        self.thing = CHARACTER if isinstance(node, tree.Is) else thing
        picks = getattr(node, "quantity", tree.EVERY) != tree.EVERY
        self.one = picks or isinstance(node, FOR_ANY) or (one and not isinstance(node, tree.Amount))
        cell, held = self.row(node)
        said = self._filled(cell, held, node, sign)
        self.one, self.thing = one, thing
        if isinstance(node, tree.Filter) and sign == "ない":
            return self._without((node,))
        if sign in FORMS:
            return FORMS[sign](said)
        if sign == "どうし":
            return said + sign if context.are_several(node, self.alone) else f"{said}と、同じ条件の別の1体"
        if isinstance(node, tree.Times) and sign:
            return f"（{said}）" if isinstance(whole, tree.Quantity) else f"、{said}"
        if isinstance(node, tree.Amount) and sign:
            return {"+": f"+{said}", "回": f"{said}と同じ回数"}.get(sign, f"（{said}）{sign}")
        return said

    # ------------------------------------------------------------------------------------------- statements

    def sentences(self, statement: tree.Statement) -> str:
        """A statement as a sentence or several, without the full stop of the last one."""
        if isinstance(statement, tree.Sequence):
            return "。".join(map(self.sentences, statement.steps))
        if isinstance(statement, tree.If) and (parted := context.without_rest(statement, self.sights)):
            return "。".join(map(self.sentences, parted))
        if only := context.only_if(statement, self.alone):
            of, filters, done = only
            return f"{self.say(of)}{supposed(self.predicate(filters))}、{self.sentences(done)}"
        return self.say(statement)

    def clause(self, statement: tree.Statement, form: str = "") -> str:
        """A statement as one sentence, from which no part may be taken for all of it where a form is wanted."""
        steps = statement.steps if isinstance(statement, tree.Sequence) else ()
        if steps and all(isinstance(each, tree.Action) for each in (steps if form else steps[:-1])):
            *first, last = map(self.sentences, steps)
            if "。" not in last:
                return "、".join([*map(joined, first), last])
        said_whole = self.sentences(statement)
        return f"［{said_whole}］を行う" if "。" in said_whole else said_whole

    def _part(self, statement: tree.Statement, form: str, whole: Any, *, is_last: bool) -> str:
        """A statement in another one, or the body of a power."""
        if isinstance(whole, tree.Power):
            return self.sentences(statement) if is_last else self.clause(statement)
        # Where the first was not done, what hangs on it is not done either: no bracket is needed.
        goes_on = is_last and isinstance(whole, tree.If | tree.IfYouDo | tree.Later)
        if goes_on and isinstance(statement, tree.IfYouDo) and statement.otherwise is None:
            return self.sentences(statement)
        return FORMS[form](self.clause(statement, form)) if form else self.clause(statement)

    # --------------------------------------------------------------------------------- characters and cards

    def _characters(self, who: tree.CharacterSet) -> str:
        """Characters of a side; what is more than a word or two is said before whose they are."""
        if any(isinstance(each, tree.IsThis) for each in who.filters):
            return self.noun(who.filters, CHARACTER)
        cell, _ = self.row(who)
        clauses, rest = self._split(who.filters, CHARACTER)
        return clauses + self.filled(re.sub(r"\{x[^}]*\}", rest, cell), {}, who)

    def noun(self, filters: tree.Filters, thing: str) -> str:
        """A noun with all that is said of it."""
        return "".join(self._split(filters, thing))

    def _split(self, filters: tree.Filters, thing: str) -> tuple[str, str]:
        """What filters say at length of a noun, and what they say shortly with the noun itself."""
        before, self.thing = self.thing, thing
        nouns: list[str] = []
        short: list[str] = []
        clauses: list[str] = []
        for each in sorted(filters, key=_rank):
            said = before_noun(self._kinds(each, thing) if isinstance(each, tree.KindIn) else self.say(each))
            is_short = said.endswith("の") and "が" not in said and not said.endswith("以外の")
            (nouns if isinstance(each, NOUNS) else short if is_short else clauses).append(said)
        self.thing = before
        *further, last = nouns or [self.words["noun", "card" if thing == CARD else "character"]]
        return "、".join(clauses), "".join([*short, *(f"{each}の" for each in further), last])

    def _kinds(self, each: tree.KindIn, thing: str) -> str:
        card = self.words["noun", "card"] if thing == CARD else ""
        if set(each.kinds) == context.NOT_SCENES:
            return self.words["noun", "character"] + card
        return self.say(each) + card

    def predicate(self, filters: tree.Filters) -> str:
        """What is said of a character or card, with its particle: that it is a noun, or what it is like."""
        if any(isinstance(each, NOUNS) for each in filters):
            return f"が{self.noun(filters, self.thing)}だ"
        said = [stated(self.say(each)) for each in filters] or ["いる"]
        has = isinstance((*filters, None)[0], tree.Measures)
        return ("の" if has else "が") + "、".join([*map(joined, said[:-1]), *said[-1:]])

    def _without(self, filters: tree.Filters) -> str:
        """What is said of a noun where some filters do not all hold."""
        if len(filters) == 1 and not isinstance(filters[0], NOUNS):
            return before_noun(denied(stated(self.say(filters[0]))))
        noun = self.noun(filters, self.thing)
        return f"{noun if len(filters) == 1 else f'（{noun}）'}以外の"

    def _place(self, source: tree.Source, sign: str, *, alone: bool) -> str:
        """Where cards are, with the particle that follows; ``alone``: not one of several places."""
        if isinstance(source, tree.InZone):
            return self.say(source) + sign
        if sign == "のカード":
            return self.say(source)
        if source == REST and alone and self.is_next_to_sight:
            return self.words["Group", "rest, as a place"] + sign
        return f"{self.say(self.seen if source == REST else source)}の中{sign}"


def _rank(each: tree.Filter) -> int:
    """Where a filter stands among those of its noun: "other" first, kinds before names, parts of names last."""
    return (
        (each != OTHER) + isinstance(each, NOUNS) + isinstance(each, tree.NameIn) + 4 * isinstance(each, tree.NamePart)
    )


def _is_of_both(value: Any) -> bool:
    return tree.Side.BOTH in tree.parts_of(value)
