"""The effect language: what the powers of a card are, terse and readable, one block per card number.

Each card number stands at the margin, a remark beside it at most, its powers below it, indented by two.
Statements stand one to a line; connectives open a block with a colon. Lines that begin with ``#`` are
comments. ::

    BP01-010
      when this_enters [single]:
        may: draw(you, 2)
        if count_cards(cards(drawn)) >= 1:
          move(take(1, cards(your.hand)), deck_bottom)
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from ucgsim.effects.language.expressions import MAX_DEPTH, LanguageError, read_expression
from ucgsim.effects.language.nodes import build, field_types, write
from ucgsim.effects.tree.conditions import Condition
from ucgsim.effects.tree.selectors import Amount, CardSet
from ucgsim.effects.tree.statements import (
    NO_GATE,
    Action,
    ByPlayer,
    CardText,
    ForEach,
    If,
    IfNotDone,
    IfYouDo,
    Later,
    May,
    MayOr,
    MayTo,
    Mode,
    Modes,
    OneOf,
    Power,
    PowerKind,
    Sequence,
    Statement,
)
from ucgsim.effects.tree.triggers import Event, Trigger
from ucgsim.effects.tree.values import Moment, Side, State

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK = re.compile(r'^(?P<head>[a-z](?:[^":]|"(?:[^"\\]|\\.)*")*):(?:\s|$)')
STEP = "  "
NUMBER = re.compile(r"^(?P<number>[A-Z0-9][A-Za-z0-9_-]*)\s*(?:#\s*(?P<remark>.*))?$")
POWER = re.compile(
    r"^(?P<kind>while active|pay|when (?P<event>[a-z_]+)(?: (?P<subjects>[a-z]+\(.*\)))?)"
    r"(?: \[(?P<gate>[a-z|]+)\])?(?: (?P<limit>[0-9]{1,2})/(?P<span>turn|game))?(?P<flat> not stacking)?:$"
)


# ---------------------------------------------------------------------------------------------- writing


def format_block(number: str, text: CardText, remark: str = "") -> str:
    """One block with its card number, and a remark beside it if there is one."""
    head = f"{number}  # {remark}" if remark else number
    return f"{head}\n{_indent(format_text(text))}"


def format_text(text: CardText) -> str:
    """The powers of one card, each line with its break; nothing for a card without any."""
    return "".join(line + "\n" for power in text.powers for line in _power_lines(power))


def _indent(block: str) -> str:
    return "".join(STEP + line + "\n" for line in block.removesuffix("\n").split("\n") if line)


def _power_lines(power: Power) -> Iterator[str]:
    yield _power_header(power)
    if power.condition is not None:
        yield f"{STEP}require {write(power.condition)}"
    if power.cost is not None:
        yield from _block(f"{STEP}cost", power.cost)
        yield from _block(f"{STEP}effect", power.body)
        return
    for line in _lines(power.body):
        yield STEP + line


def _power_header(power: Power) -> str:
    words = {PowerKind.CONTINUOUS: "while active", PowerKind.PAYMENT: "pay", PowerKind.TRIGGERED: "when"}
    header = words[power.kind]
    if power.trigger is not None:
        header += f" {power.trigger.event.value}"
        header += "" if power.trigger.subjects is None else f" {write(power.trigger.subjects)}"
    header += "" if power.gate == NO_GATE else f" [{write(power.gate)}]"
    header += "" if power.limit is None else f" {power.limit}/{'game' if power.per_game else 'turn'}"
    return header + ("" if power.stacks else " not stacking") + ":"


def _lines(statement: Statement) -> Iterator[str]:
    """A statement as lines without indentation."""
    match statement:
        case Sequence(steps):
            for step in steps:
                yield from _lines(step)
        case May(body, player):
            yield from _block("may" if player is Side.YOU else f"may {player.value}", body)
        case MayOr(first, otherwise):
            yield from _block("may", first)
            yield from _block("or else", otherwise)
        case MayTo(first, then):
            yield from _block("may in full", first)
            yield from _block("to", then)
        case IfYouDo(first, then, otherwise):
            yield from _block("do", first)
            yield from _block("if done", then)
            if otherwise is not None:
                yield from _block("else", otherwise)
        case IfNotDone(first, then):
            yield from _block("do", first)
            yield from _block("if not done", then)
        case If(condition, then, otherwise):
            yield from _block(f"if {write(condition)}", then)
            if otherwise is not None:
                yield from _block("else", otherwise)
        case OneOf(options):
            yield "one of:"
            for option in options:
                yield from (STEP + line for line in _block("option", option))
        case ForEach(over, body):
            yield from _block(f"for each {write(over)}", body)
        case Later(body, moment):
            yield from _block(f"at {moment.value}", body)
        case ByPlayer(player, body):
            yield from _block(f"by {player.value}", body)
        case Modes(modes, most, may):
            yield f"modes {most}:" if may else f"modes exactly {most}:"
            for mode in modes:
                head = "mode" if mode.condition is None else f"mode if {write(mode.condition)}"
                yield from (STEP + line for line in _block(head, mode.body))
        case _:
            yield write(statement)


def _block(head: str, body: Statement) -> Iterator[str]:
    """A head with its body: on the same line where the body is one action, else indented below."""
    margin = head[: len(head) - len(head.lstrip())]
    lines = list(_lines(body))
    if len(lines) == 1:
        yield f"{head}: {lines[0]}"
        return
    yield f"{head}:"
    for line in lines:
        yield margin + STEP + line


# ---------------------------------------------------------------------------------------------- reading


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a block: its number, its indentation and the lines indented below it."""

    number: int
    indent: int
    text: str
    below: list[Line]

    def fail(self, expected: str) -> NoReturn:
        """Raise the error for this line."""
        raise LanguageError(self.number, self.indent + 1, expected)


@dataclass(frozen=True, slots=True)
class Block:
    """The lines below a card number, not read yet: their text, the remark beside the number, the first
    line.
    """

    text: str
    remark: str
    first_line: int


def split_blocks(text: str) -> dict[str, Block]:
    """Blocks of a file by card number; their powers are not read yet.

    Raises `LanguageError` where a line at the margin is no card number or a number stands twice.
    """
    blocks: dict[str, Block] = {}
    lines = _split(text)
    starts = [at for at, line in enumerate(lines) if line and not line.startswith((" ", "#"))]
    for at, line in enumerate(lines[: starts[0] if starts else len(lines)], start=1):
        if line.strip() and not line.startswith("#"):
            raise LanguageError(at, 1, "a card number before its powers")
    for start, end in itertools.pairwise([*starts, len(lines)]):
        match = NUMBER.match(lines[start])
        if match is None or match["number"] in blocks:
            raise LanguageError(start + 1, 1, "a card number that did not occur before, alone on its line")
        below = ["" if line.startswith("#") else line for line in lines[start + 1 : end]]
        blocks[match["number"]] = Block("\n".join(below), (match["remark"] or "").strip(), start + 2)
    return blocks


def parse_text(text: str, first_line: int = 1) -> CardText:
    """The powers of one card, as `format_text` writes them; raises `LanguageError`."""
    return CardText(tuple(_power(line) for line in _nest(text, first_line)))


def _split(text: str) -> list[str]:
    """Lines at line feeds alone; a name may hold any other character."""
    return [line.rstrip() for line in text.split("\n")]


def _nest(text: str, first_line: int) -> list[Line]:
    """Lines as a forest by indentation."""
    roots: list[Line] = []
    open_lines: list[Line] = []
    for count, raw in enumerate(_split(text), start=first_line):
        stripped = raw.strip()
        if not stripped or stripped.startswith("#"):
            continue
        line = Line(count, len(raw) - len(raw.lstrip()), stripped, [])
        while open_lines and open_lines[-1].indent >= line.indent:
            open_lines.pop()
        if len(open_lines) >= MAX_DEPTH:
            line.fail(f"at most {MAX_DEPTH} blocks within each other")
        siblings = open_lines[-1].below if open_lines else roots
        if siblings and siblings[0].indent != line.indent:
            line.fail(f"an indentation of {siblings[0].indent}")
        siblings.append(line)
        open_lines.append(line)
    return roots


def _power(line: Line) -> Power:
    match = POWER.match(line.text)
    if match is None:
        line.fail('a power: "when EVENT [states]:", "while active [states]:" or "pay [states] 1/turn:"')
    kinds = {"while active": PowerKind.CONTINUOUS, "pay": PowerKind.PAYMENT}
    below = list(line.below)
    condition = _requirement(below)
    cost = _named_block(below, "cost")
    body = _named_block(below, "effect")
    return Power(
        kind=kinds.get(match["kind"], PowerKind.TRIGGERED),
        body=_body(below, line) if body is None else body,
        gate=_gate(match["gate"], line),
        trigger=_trigger(match, line),
        limit=None if match["limit"] is None else int(match["limit"]),
        condition=condition,
        cost=cost,
        stacks=match["flat"] is None,
        per_game=match["span"] == "game",
    )


def _gate(text: str | None, line: Line) -> State:
    return NO_GATE if text is None else _expression(text, State, line)


def _trigger(match: re.Match[str], line: Line) -> Trigger | None:
    if match["event"] is None:
        return None
    if match["event"] not in set(Event):
        line.fail("an event: " + ", ".join(Event))
    subjects = match["subjects"]
    wanted = field_types(Trigger)["subjects"]
    return Trigger(Event(match["event"]), None if subjects is None else _expression(subjects, wanted, line))


def _requirement(below: list[Line]) -> Condition | None:
    if not below or not below[0].text.startswith("require "):
        return None
    line = below.pop(0)
    found: Condition = _expression(line.text.removeprefix("require "), Condition, line)
    return found


def _named_block(below: list[Line], head: str) -> Statement | None:
    """The block of that head if it comes next, which is then taken away."""
    if not below or not below[0].text.startswith(f"{head}:"):
        return None
    return _after_colon(below.pop(0), head)


def _expression(text: str, wanted: Any, line: Line, at: int = 0) -> Any:
    """An expression of a line; ``at`` is where it begins in the line's text."""
    column = line.indent + 1 + line.text.find(text, at)
    return build(read_expression(text, line.number, column), wanted)


def _after_colon(line: Line, head: str) -> Statement:
    """The body of a block: the rest of its line, or the lines below."""
    inline = line.text[len(head) + 1 :].strip()
    if not inline:
        return _body(line.below, line)
    _refuse_below(line)
    offset = line.text.rindex(inline)
    return _body([Line(line.number, line.indent + offset, inline, [])], line)


def _refuse_below(line: Line) -> None:
    if line.below:
        line.below[0].fail("nothing below a statement that stands on one line")


def _body(lines: list[Line], owner: Line) -> Statement:
    """The statements of some lines at the same indentation."""
    if not lines:
        owner.fail("at least one statement below it or after the colon")
    waiting = list(lines)
    steps = []
    while waiting:
        steps.append(_statement(waiting))
    return steps[0] if len(steps) == 1 else Sequence(tuple(steps))


def _statement(waiting: list[Line]) -> Statement:
    """The next statement; the lines that belong to it are taken away."""
    line = waiting.pop(0)
    match = BLOCK.match(line.text)
    if match is None:
        _refuse_below(line)
        action: Statement = _expression(line.text, Action, line)
        return action
    head = match["head"]
    body = _after_colon
    match head:
        case "may in full":
            return MayTo(body(line, head), _follower(waiting, "to", line))
        case "do":
            first, not_done = body(line, head), _if_next(waiting, "if not done")
            if not_done is not None:
                return IfNotDone(first, not_done)
            return IfYouDo(first, _follower(waiting, "if done", line), _if_next(waiting, "else"))
        case "may":
            first, otherwise = body(line, head), _if_next(waiting, "or else")
            return May(first) if otherwise is None else MayOr(first, otherwise)
        case "at end of turn" | "at start of next turn" | "at end of next turn":
            return Later(body(line, head), Moment(head.removeprefix("at ")))
        case "one of":
            return OneOf(tuple(_after_colon(_headed(option, "option"), "option") for option in line.below))
    return _statement_with_words(line, head, waiting)


def _statement_with_words(line: Line, head: str, waiting: list[Line]) -> Statement:
    """Connectives whose head holds an expression."""
    if head.startswith("if "):
        condition = _expression(head.removeprefix("if "), Condition, line, at=3)
        then = _after_colon(line, head)
        return If(condition, then, _if_next(waiting, "else"))
    if head.startswith("for each "):
        return ForEach(_expression(head[9:], CardSet | Amount, line, at=9), _after_colon(line, head))
    if head.startswith("modes "):
        exactly = head.startswith("modes exactly ")
        at = len("modes exactly " if exactly else "modes ")
        return Modes(tuple(_mode(mode) for mode in line.below), _expression(head[at:], int, line, at=at), not exactly)
    if head.startswith("may "):
        return May(_after_colon(line, head), _expression(head[4:], Side, line, at=4))
    if head.startswith("by "):
        return ByPlayer(_expression(head[3:], Side, line, at=3), _after_colon(line, head))
    return line.fail("a statement: an action, or may, may in full, do, if, for each, one of, at end of turn, by, modes")


def _mode(line: Line) -> Mode:
    match = BLOCK.match(line.text)
    head = "" if match is None else match["head"]
    if head == "mode":
        return Mode(None, _after_colon(line, head))
    if not head.startswith("mode if "):
        line.fail('"mode:" or "mode if CONDITION:"')
    return Mode(_expression(head[8:], Condition, line, at=8), _after_colon(line, head))


def _headed(line: Line, head: str) -> Line:
    if not line.text.startswith(f"{head}:"):
        line.fail(f'"{head}:"')
    return line


def _if_next(waiting: list[Line], head: str) -> Statement | None:
    """The block of that head if it comes next."""
    comes = bool(waiting) and waiting[0].text.startswith(f"{head}:")
    return _after_colon(waiting.pop(0), head) if comes else None


def _follower(waiting: list[Line], head: str, owner: Line) -> Statement:
    """The block that must come next."""
    if not waiting:
        owner.fail(f'"{head}:" on the next line of this block')
    return _after_colon(_headed(waiting.pop(0), head), head)
