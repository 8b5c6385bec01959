"""Powers and statements as lines, and lines as powers and statements.

A statement is on a line of its own. What depends on it is on the same line where it is one line itself, else
below it, indented by two.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from ucgsim.effects import tree
from ucgsim.effects.language.expressions import MAX_DEPTH, LanguageError, read_expression, write

if TYPE_CHECKING:
    from collections.abc import Iterator

STEP = "  "
WIDTH = 110
"""Columns of a line, beyond which what depends on it goes below it."""
HEAD = re.compile(r'^(?P<head>[a-z](?:[^":]|"(?:[^"\\]|\\.)*")*):(?:\s|$)')
POWER = re.compile(
    r"^(?P<kind>while(?: active)?|pay|enter|when (?P<trigger>.+?))"
    r"(?: (?P<gate>\[[a-z,|]*\]))?(?: (?P<limit>[0-9]{1,2})/(?P<span>turn|game))?(?P<flat> unstacked| not stacking)?$"
)
UNGATED = "[]"
"""Written where the states that a trigger ends with would else be taken for those of the gate."""
ENTERS = tree.Trigger(tree.Event.THIS_ENTERS)
MAYS = {tree.Side.YOU: "may", tree.Side.OPPONENT: "opponent may", tree.Side.BOTH: "each may"}
FORMER = {"may in full": "may fully", "may opponent": "opponent may", "may both": "each may", "may you": "may"}
"""Heads of blocks as they were said formerly."""
INLINE = ("may fully", *MAYS.values())
"""Heads that need no colon before a statement on their line."""


# ---------------------------------------------------------------------------------------------- writing


def power_lines(power: tree.Power) -> Iterator[str]:
    """A power as lines without indentation."""
    head = f"{_power_header(power)}:"
    below = list(_power_body(power))
    first = below[0]
    if not first.startswith(("cost:", "only if ")) and not first.endswith(":") and len(head + first) < WIDTH:
        head += f" {below.pop(0)}"
    yield head
    yield from (STEP + line for line in below)


def _power_body(power: tree.Power) -> Iterator[str]:
    implied = _implied(power.kind)
    if power.condition is not None:
        yield f"only if {write(power.condition, implied)}"
    if power.cost is not None:
        yield from _block("cost:", power.cost, implied)
    yield from _lines(power.body, implied)


def _implied(kind: tree.PowerKind) -> tree.Duration:
    return tree.Duration.WHILE_ACTIVE if kind is tree.PowerKind.CONTINUOUS else tree.Duration.THIS_TURN


def _power_header(power: tree.Power) -> str:
    header = {tree.PowerKind.CONTINUOUS: "while", tree.PowerKind.PAYMENT: "pay", tree.PowerKind.TRIGGERED: "enter"}[
        power.kind
    ]
    if power.trigger is not None and power.trigger != ENTERS:
        header = f"when {write(power.trigger)}"
    if power.gate != tree.NO_GATE:
        header += f" {write(power.gate)}"
    elif header.endswith("]"):
        header += f" {UNGATED}"
    header += "" if power.limit is None else f" {power.limit}/{'game' if power.per_game else 'turn'}"
    return header + ("" if power.stacks else " unstacked")


def _lines(statement: tree.Statement, implied: tree.Duration) -> Iterator[str]:
    """A statement as lines without indentation."""
    match statement:
        case tree.Sequence(steps):
            for step in steps:
                yield from _lines(step, implied)
        case tree.May(body, player):
            yield from _block(MAYS[player], body, implied)
        case tree.MayOr(first, otherwise):
            yield from _block("may", first, implied)
            yield from _block("or else:", otherwise, implied)
        case tree.MayTo(first, then):
            yield from _block("may fully", first, implied)
            yield from _block("to:", then, implied)
        case tree.IfYouDo(first, then, otherwise):
            yield from _first(first, implied)
            yield from _block("if done:", then, implied)
            yield from _else(otherwise, implied)
        case tree.IfNotDone(first, then):
            yield from _first(first, implied)
            yield from _block("if not done:", then, implied)
        case tree.If(condition, then, otherwise):
            yield from _block(f"if {write(condition, implied)}:", then, implied)
            yield from _else(otherwise, implied)
        case _:
            yield from _more_lines(statement, implied)


def _more_lines(statement: tree.Statement, implied: tree.Duration) -> Iterator[str]:
    match statement:
        case tree.OneOf(options):
            yield "one of:"
            for option in options:
                yield from (STEP + line for line in _block("option:", option, implied))
        case tree.ForEach(over, body):
            yield from _block(f"for each {write(over, implied)}:", body, implied)
        case tree.Later(body, moment):
            yield from _block(f"at {moment.value}:", body, implied)
        case tree.ByPlayer(player, body):
            yield from _block(f"by {write(player)}:", body, implied)
        case tree.Modes(modes, most, may):
            yield f"modes {most}:" if may else f"modes exactly {most}:"
            for mode in modes:
                head = "mode:" if mode.condition is None else f"mode if {write(mode.condition, implied)}:"
                yield from (STEP + line for line in _block(head, mode.body, implied))
        case _:
            yield write(statement, implied)


def _first(statement: tree.Statement, implied: tree.Duration) -> Iterator[str]:
    """What was to be done, so that "if done" may follow."""
    return _lines(statement, implied) if _is_plain(statement) else _block("do:", statement, implied)


def _else(otherwise: tree.Statement | None, implied: tree.Duration) -> Iterator[str]:
    if otherwise is not None:
        yield from _block("else:", otherwise, implied)


def _is_plain(statement: tree.Statement) -> bool:
    """Whether "if done" below it can mean nothing else: an action, or one that may be done."""
    return isinstance(statement, tree.May | tree.Action)


def _block(head: str, body: tree.Statement, implied: tree.Duration) -> Iterator[str]:
    """A head with its body: on the same line where the body is one line and short, else indented below."""
    lines = list(_lines(body, implied))
    if len(lines) == 1 and len(head + lines[0]) < WIDTH:
        yield f"{head} {lines[0]}"
        return
    yield head if head.endswith(":") else f"{head}:"
    for line in lines:
        yield STEP + line


# ---------------------------------------------------------------------------------------------- reading


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a block: its number, its indentation, the lines indented below it, and what it implies."""

    number: int
    indent: int
    text: str
    below: list[Line]
    implied: tree.Duration = tree.Duration.THIS_TURN
    depth: int = 0

    def fail(self, expected: str) -> NoReturn:
        """Raise the error for this line."""
        raise LanguageError(self.number, self.indent + 1, expected)

    def rest(self, at: int) -> Line:
        """What follows on this line from a place on, as a line of its own with nothing below it."""
        at += len(self.text[at:]) - len(self.text[at:].lstrip())
        if self.depth >= MAX_DEPTH:
            self.fail(f"at most {MAX_DEPTH} blocks within each other")
        return Line(self.number, self.indent + at, self.text[at:], [], self.implied, self.depth + 1)


def parse_text(text: str, first_line: int = 1) -> tree.CardText:
    """The powers of one card, as `format_text` writes them; raises `LanguageError`."""
    return tree.CardText(tuple(_power(line) for line in _nest(text, first_line)))


def _nest(text: str, first_line: int) -> list[Line]:
    """Lines as a forest by indentation."""
    roots: list[Line] = []
    open_lines: list[Line] = []
    implied = tree.Duration.THIS_TURN
    for count, raw in enumerate(text.split("\n"), start=first_line):
        stripped = raw.strip()
        if not stripped or stripped.startswith("#"):
            continue
        indent = len(raw) - len(raw.lstrip())
        while open_lines and open_lines[-1].indent >= indent:
            open_lines.pop()
        if not open_lines:
            implied = _implied(tree.PowerKind.CONTINUOUS if stripped.startswith("while") else tree.PowerKind.TRIGGERED)
        line = Line(count, indent, stripped, [], implied)
        if len(open_lines) >= MAX_DEPTH:
            line.fail(f"at most {MAX_DEPTH} blocks within each other")
        siblings = open_lines[-1].below if open_lines else roots
        if siblings and siblings[0].indent != line.indent:
            line.fail(f"an indentation of {siblings[0].indent}")
        siblings.append(line)
        open_lines.append(line)
    return roots


def _power(line: Line) -> tree.Power:
    split = HEAD.match(line.text)
    match = None if split is None else POWER.match(split["head"])
    if split is None or match is None:
        line.fail('a power: "enter [states]:", "when EVENT:", "while [states]:" or "pay [states] 1/turn:"')
    kinds = {"w": tree.PowerKind.CONTINUOUS, "p": tree.PowerKind.PAYMENT}
    kind = tree.PowerKind.TRIGGERED if match["trigger"] else kinds.get(match["kind"][0], tree.PowerKind.TRIGGERED)
    rest = line.rest(len(split["head"]) + 1)
    below = [*([rest] if rest.text else []), *line.below]
    condition = _requirement(below)
    cost = _named_block(below, "cost")
    body = _named_block(below, "effect")
    if body is not None and below:
        below[0].fail("nothing after the effect")
    return tree.Power(
        kind=kind,
        body=_body(below, line) if body is None else body,
        gate=_gate(match, line),
        trigger=_trigger(match, line) if kind is tree.PowerKind.TRIGGERED else None,
        limit=None if match["limit"] is None else int(match["limit"]),
        condition=condition,
        cost=cost,
        stacks=match["flat"] is None,
        per_game=match["span"] == "game",
    )


def _gate(match: re.Match[str], line: Line) -> tree.State:
    if match["gate"] in (None, UNGATED):
        return tree.NO_GATE
    gate: tree.State = _expression(tree.State, line, match.start("gate"), match.end("gate"))
    return gate


def _trigger(match: re.Match[str], line: Line) -> tree.Trigger:
    if match["trigger"] is None:
        return ENTERS
    trigger: tree.Trigger = _expression(tree.Trigger, line, match.start("trigger"), match.end("trigger"))
    return trigger


def _requirement(below: list[Line]) -> tree.Condition | None:
    words = ("only if ", "require ")
    if not below or not below[0].text.startswith(words):
        return None
    line = below.pop(0)
    condition: tree.Condition = _expression(
        tree.Condition, line, len(next(word for word in words if line.text.startswith(word)))
    )
    return condition


def _named_block(below: list[Line], head: str) -> tree.Statement | None:
    """The block of that head if it comes next, which is then taken away."""
    if not below or not below[0].text.startswith(f"{head}:"):
        return None
    return _after(below.pop(0), head)


def _expression(wanted: Any, line: Line, start: int, end: int | None = None) -> Any:
    """The text between two places of a line."""
    start += len(line.text[start:]) - len(line.text[start:].lstrip())
    return read_expression(line.text[start:end], wanted, line.number, line.indent + 1 + start, line.implied)


def _after(line: Line, head: str) -> tree.Statement:
    """The body of a block: the rest of its line, after a colon if there is one, or the lines below."""
    colon = line.text[len(head) :].startswith(":")
    rest = line.rest(len(head) + colon)
    if not rest.text:
        return _body(line.below, line)
    _refuse_below(line)
    return _body([rest], line)


def _refuse_below(line: Line) -> None:
    if line.below:
        line.below[0].fail("nothing below a statement that stands on one line")


def _body(lines: list[Line], owner: Line) -> tree.Statement:
    """The statements of some lines at the same indentation."""
    if not lines:
        owner.fail("at least one statement below it or after the colon")
    waiting = list(lines)
    steps: list[tree.Statement] = []
    while waiting:
        steps.append(_statement(waiting))
    return steps[0] if len(steps) == 1 else tree.Sequence(tuple(steps))


def _statement(waiting: list[Line]) -> tree.Statement:
    """The next statement; the lines that belong to it are taken away."""
    line = waiting.pop(0)
    statement = _single(line, waiting)
    if not _is_plain(statement):
        return statement
    return _done(statement, waiting) or statement


def _done(first: tree.Statement, waiting: list[Line]) -> tree.Statement | None:
    """What hangs on whether the statement was done, if that comes next."""
    not_done = _if_next(waiting, "if not done")
    if not_done is not None:
        return tree.IfNotDone(first, not_done)
    then = _if_next(waiting, "if done")
    return None if then is None else tree.IfYouDo(first, then, _if_next(waiting, "else"))


def _single(line: Line, waiting: list[Line]) -> tree.Statement:
    head = _head(line)
    match FORMER.get(head, head):
        case "":
            _refuse_below(line)
            action: tree.Statement = _expression(tree.Action, line, 0)
            return action
        case "may fully":
            return tree.MayTo(_after(line, head), _follower(waiting, "to", line))
        case "do":
            first = _after(line, head)
            return _done(first, waiting) or line.fail('"if done:" or "if not done:" on the next line of this block')
        case "may":
            body, otherwise = _after(line, head), _if_next(waiting, "or else")
            return tree.May(body) if otherwise is None else tree.MayOr(body, otherwise)
        case "opponent may" | "each may" as said:
            return tree.May(_after(line, head), next(side for side, word in MAYS.items() if word == said))
        case "at end of turn" | "at start of next turn" | "at end of next turn":
            return tree.Later(_after(line, head), tree.Moment(head.removeprefix("at ")))
        case "one of":
            return tree.OneOf(tuple(_after(_headed(option, "option"), "option") for option in line.below))
    return _with_words(line, head, waiting)


def _head(line: Line) -> str:
    """What opens a block on this line; nothing for an action."""
    inline = next((head for head in INLINE if line.text.startswith(f"{head} ")), "")
    match = HEAD.match(line.text)
    if match is not None and (not inline or match["head"] in (*INLINE, *FORMER)):
        return match["head"]
    return inline


def _with_words(line: Line, head: str, waiting: list[Line]) -> tree.Statement:
    """Connectives whose head holds an expression."""
    end = len(head)
    if head.startswith("if "):
        condition = _expression(tree.Condition, line, 3, end)
        then = _after(line, head)
        return tree.If(condition, then, _if_next(waiting, "else"))
    if head.startswith("for each "):
        return tree.ForEach(_expression(tree.CardSet | tree.Amount, line, 9, end), _after(line, head))
    if head.startswith("modes "):
        exactly = head.startswith("modes exactly ")
        most = _expression(int, line, len("modes exactly " if exactly else "modes "), end)
        return tree.Modes(tuple(_mode(mode) for mode in line.below), most, not exactly)
    if head.startswith("by "):
        return tree.ByPlayer(_expression(tree.Side, line, 3, end), _after(line, head))
    return line.fail("a statement: an action, or may, may fully, if, for each, one of, at end of turn, by, modes")


def _mode(line: Line) -> tree.Mode:
    match = HEAD.match(line.text)
    head = "" if match is None else match["head"]
    if head == "mode":
        return tree.Mode(None, _after(line, head))
    if not head.startswith("mode if "):
        line.fail('"mode:" or "mode if CONDITION:"')
    return tree.Mode(_expression(tree.Condition, line, 8, len(head)), _after(line, head))


def _headed(line: Line, head: str) -> Line:
    if not line.text.startswith(f"{head}:"):
        line.fail(f'"{head}:"')
    return line


def _follower(waiting: list[Line], head: str, line: Line) -> tree.Statement:
    """The block of this head, which has to come next."""
    if not waiting:
        line.fail(f'"{head}:" on the next line of this block')
    return _after(_headed(waiting.pop(0), head), head)


def _if_next(waiting: list[Line], head: str) -> tree.Statement | None:
    if not waiting or not waiting[0].text.startswith(f"{head}:"):
        return None
    return _after(waiting.pop(0), head)
