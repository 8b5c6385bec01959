"""What a player is asked, and for what: the card that asks, its text in our own language, the options and a clause."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.effects.language.powers import power_lines
from ucgsim.effects.playing import known_effects
from ucgsim.engine.core.constants import NONE, SEATS, Decision
from ucgsim.engine.expressions.frames import Column
from ucgsim.play.seated.board import WIDTH, card_facts, short
from ucgsim.policies.labels import SIDES, number_of, stack_of

if TYPE_CHECKING:
    from ucgsim.play.game import Game

INDENT = "     "


class Why(NamedTuple):
    """Which clause asks a question, and what it says, in our own words."""

    clause: str
    words: str


WHY = {
    Decision.LEAD: Why("4.2.2", "whoever wins the throw chooses who is the Lead Player of the first Round"),
    Decision.REDRAW: Why("4.2.3", "each player may once give the six back and draw six others, the Lead Player first"),
    Decision.SCENE: Why("5.4.2", "the Lead Player may set one scene whose Round has come"),
    Decision.SET: Why("5.5.3.1", "each player sets one character face-down in the newest battle area"),
    Decision.LEVEL_UP: Why("5.6.2.1", "a character may be laid on one of the level below it, as often as you like"),
    Decision.RESOLVE: Why("10.1.3.2", "of several effects of yours that wait you choose which is carried out next"),
    Decision.ACTIVATE: Why("9.4.1", "you may use an effect of yours that says so, until you pass"),
}
BY_EFFECT = Why("11.3.1", "whose effect is carried out makes its choices, as far as its text leaves any")
FOR_SCENE = Why("6.2.1", "the Lead Player who sets no scene this Round may draw for the one that lies there")
ASKED = {
    Decision.LEAD: "You won the throw: who leads the first Round?",
    Decision.REDRAW: "Do you keep these six cards, or redraw all of them?",
    Decision.SCENE: "Which scene do you set, if any?",
    Decision.SET: "Which character do you set face-down?",
    Decision.LEVEL_UP: "Do you level up a character?",
    Decision.RESOLVE: "Several effects wait: which is carried out first?",
    Decision.ACTIVATE: "Do you use an effect?",
    Decision.OPTIONAL: "do it?",
    Decision.CHARACTER: "which character?",
    Decision.CARD: "which card?",
    Decision.TYPE: "which TYPE?",
    Decision.PLACE: "on top of the deck or under it?",
    Decision.NUMBER: "which number?",
    Decision.ORDER: "which comes first, nearest the top?",
}
PLAIN = {
    "keep": "keep them",
    "redraw": "put them under the deck and draw six others",
    "lead": "you do",
    "next": "the other side does",
    "no scene": "set none",
    "pass": "do nothing more",
    "top": "on top",
    "bottom": "under the deck",
    "none": "none of them",
}
"""What options do that name no card."""
WAITING = ("resolve", "activate")
"""What the labels of effects begin with."""


def why(game: Game) -> Why:
    """Which clause asks the pending question."""
    if game.record.scene_asked:
        return FOR_SCENE
    return WHY.get(Decision(int(game.record.kind)), BY_EFFECT)


def question(game: Game) -> list[str]:
    """What is asked and what for; of an effect with the card that asks and its text, as lines of a terminal."""
    kind = Decision(int(game.record.kind))
    if game.record.scene_asked:
        return ["Do you draw a card for the scene?"]
    asks = asking(game)
    if asks is None or kind in WHY:
        return [ASKED[kind]]
    number, text = asks
    return [f"{short(game, number, WIDTH - 40)}: {ASKED[kind]}", *_wrapped(text)]


def asking(game: Game) -> tuple[str, list[str]] | None:
    """The card whose effect asks, and the lines of that effect in our own language; None where none does."""
    g = game.record
    if not g.n_frames:
        return None
    frame = g.frame[int(g.n_frames) - 1]
    card = int(frame[Column.CARD])
    number = number_of(g, game.book.names, card)
    place = int(frame[Column.POWER]) - int(game.book.tables.cards[int(g.card[card])].first_power)
    return number, power_text(number, place)


def power_text(number: str, place: int) -> list[str]:
    """The lines of one power of a card; none where it is not known."""
    effect = known_effects().get(number)
    return [] if effect is None or not 0 <= place < len(effect.powers) else list(power_lines(effect.powers[place]))


def option_lines(game: Game) -> list[str]:
    """The options with their numbers, by name of the card and what comes of them."""
    lines: list[str] = []
    for number, label in enumerate(game.options, start=1):
        lines += [f"{number:>3}. {option_text(game, label)}", *_wrapped(_effect_lines(game, label))]
    return lines


def option_text(game: Game, label: str) -> str:
    """An option by what it does: the name of the card with its printed facts, and of characters who stands there."""
    if label in PLAIN:
        return f"{label}: {PLAIN[label]}"
    number = _card_of(game, label)
    facts = "" if number is None else f", {card_facts(game, number)}"
    return _fitting(option_name(game, label, WIDTH - 12 - len(facts)) + facts)


def option_name(game: Game, label: str, room: int) -> str:
    """An option with the name of its card, in about so many letters: no name is cut shorter than its number."""
    words = label.split()
    if label in PLAIN:
        return label
    if re.fullmatch(r"[AB]\d+", words[0]):
        return f"{label}: {_standing(game, label, room - 18)}"
    if words[0] in WAITING:
        source = _source(game, words[1])
        return label if source is None else f"{label}: {short(game, source, room + 4 - len(label))}"
    number = _card_of(game, label)
    if number is None:
        return label
    rest = " ".join(word for word in words if word != number)
    verb = {"level": "onto area "}.get(words[0], "")
    head = f"{verb}{rest.removeprefix('level ')}: " if rest else ""
    return f"{head}{short(game, number, room - len(head))}"


def _card_of(game: Game, label: str) -> str | None:
    """The number of the card that an option itself names; none where it names a place."""
    words = label.split()
    if words[0] in WAITING or re.fullmatch(r"[AB]\d+", words[0]):
        return None
    return next((word for word in words if word in game.book.names.numbers), None)


def _standing(game: Game, label: str, room: int) -> str:
    """Who stands in an area, as far as everybody can see."""
    side, area = label[0], int(label[1:]) - 1
    stacks, down = game.stacks(side), game.face_down(side)
    if area >= len(stacks) or not stacks[area]:
        return "vacant"
    seen = stacks[area][: len(stacks[area]) - down[area]]
    bp = game.bp(side)[area]
    return (short(game, seen[-1], room) if seen else "face-down") + (f", {bp} BP" if bp is not None else "")


def _effect_lines(game: Game, label: str) -> list[str]:
    """What an effect that waits, or may be used, does; nothing of other options."""
    words = label.split()
    number = _source(game, words[1]) if words[0] in WAITING else None
    if number is None:
        return []
    return power_text(number, int(words[2].removeprefix("#")) - 1 if len(words) > 2 else 0)


def _source(game: Game, word: str) -> str | None:
    """The number of the card that an option means by its place."""
    if word == "scene":
        return None if game.scene is None else game.scene[0]
    if not re.fullmatch(r"[AB]\d+", word):
        return word if word in game.book.names.numbers else None
    player, area = SIDES.index(word[0]), int(word[1:]) - 1
    character = int(game.record.field[player, area])
    if character == NONE or character // SEATS != player:
        return None
    down = int(game.record.hidden[character])
    seen = stack_of(game.record, character)
    cards = seen[: len(seen) - down] or seen
    return number_of(game.record, game.book.names, cards[-1])


def _fitting(text: str) -> str:
    """An option on one line."""
    room = WIDTH - len(INDENT)
    return text if len(text) <= room else f"{text[: room - 1]}…"


def _wrapped(lines: list[str]) -> list[str]:
    """Lines of our own effect language, each as wide as a terminal at most."""
    wrapped: list[str] = []
    for line in lines:
        deeper = INDENT + " " * (len(line) - len(line.lstrip()))
        wrapped += textwrap.wrap(line.strip(), WIDTH, initial_indent=deeper, subsequent_indent=f"{deeper}  ")
    return wrapped
