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
from ucgsim.effects.language.phrases import PHRASES, Phrase, element, fill, holes, match

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
FORMER = {"may in full": "may fully", "may opponent": "opponent may", "may both": "each may", "may you": "may"}
"""Heads of blocks as they were said formerly."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A statement of several lines: the head of each with the hole of what is below it."""

    pattern: Any
    heads: tuple[tuple[str, str], ...]
    opening: re.Pattern[str]
    """The first head, with what is in its holes."""


def _layout(phrase: Phrase) -> Layout:
    parts = [part.rpartition("{") for part in phrase.text.split(" / ")]
    heads = tuple((head.strip(), hole.removesuffix("}")) for head, _, hole in parts)
    opening = re.sub(r"\{(\w+)\}", r"(?P<\1>.+)", heads[0][0].rstrip(":"))
    return Layout(phrase.pattern, heads, re.compile(opening))


LAYOUTS = tuple(_layout(phrase) for phrase in PHRASES if phrase.use == "block")
WAYS = sorted((layout for layout in LAYOUTS if layout.heads[0][0]), key=lambda way: -len(way.heads[0][0]))
"""Layouts that begin with a head, those with more words first."""
INLINE = tuple(dict.fromkeys(way.heads[0][0] for way in WAYS if not way.heads[0][0].endswith(":")))
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


def _lines(statement: Any, implied: tree.Duration) -> Iterator[str]:
    """A statement, or a numbered effect, as lines without indentation."""
    if isinstance(statement, tree.Sequence):
        for step in statement.steps:
            yield from _lines(step, implied)
        return
    for layout in LAYOUTS:
        filling: dict[str, Any] = {}
        fits = type(layout.pattern) is type(statement) and match(layout.pattern, statement, implied, filling)
        if fits and None not in filling.values():
            words = {name: write(filling[name], implied) for name in layout.opening.groupindex}
            for head, hole in layout.heads:
                yield from _below(head.format(**words), filling[hole], implied)
            return
    yield write(statement, implied)


def _below(head: str, held: Any, implied: tree.Duration) -> Iterator[str]:
    """A head with what is below it; without a head a statement on which the next line hangs."""
    if isinstance(held, tuple):
        yield head
        for each in held:
            lines = _lines(each, implied) if isinstance(each, tree.Mode) else _block("option:", each, implied)
            yield from (STEP + line for line in lines)
    elif head or not _is_plain(held):
        yield from _block(head or "do:", held, implied)
    else:
        yield from _lines(held, implied)


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
        gate=_part(tree.State, match, "gate", line) or tree.NO_GATE,
        trigger=(_part(tree.Trigger, match, "trigger", line) or ENTERS) if kind is tree.PowerKind.TRIGGERED else None,
        limit=None if match["limit"] is None else int(match["limit"]),
        condition=condition,
        cost=cost,
        stacks=match["flat"] is None,
        per_game=match["span"] == "game",
    )


def _part(wanted: type, match: re.Match[str], name: str, line: Line) -> Any:
    """What a part of the head says; nothing where it is not there, or says that there is none."""
    return None if match[name] in (None, UNGATED) else _expression(wanted, line, *match.span(name))


def _requirement(below: list[Line]) -> tree.Condition | None:
    word = next((word for word in ("only if ", "require ") if below and below[0].text.startswith(word)), "")
    condition: tree.Condition | None = _expression(tree.Condition, below.pop(0), len(word)) if word else None
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
    for layout in LAYOUTS:
        (head, hole), *others = layout.heads
        if not head and waiting and waiting[0].text.startswith(others[0][0]):
            ways = [way for way in LAYOUTS if way.heads[:2] == layout.heads[:2]]
            statement: tree.Statement = _followed(ways, {hole: first}, waiting[0], waiting)
            return statement
    return None


def _single(line: Line, waiting: list[Line]) -> tree.Statement:
    head = _head(line)
    if not head:
        _refuse_below(line)
        action: tree.Statement = _expression(tree.Action, line, 0)
        return action
    if head == "do":
        first = _after(line, head)
        return _done(first, waiting) or line.fail('"if done:" or "if not done:" on the next line of this block')
    statement: tree.Statement | None = _by_layout(line, head, waiting, modes=False)
    return statement or line.fail(
        "a statement: an action, or may, may fully, if, for each, one of, at end of turn, by, modes"
    )


def _by_layout(line: Line, head: str, waiting: list[Line], *, modes: bool) -> Any:
    """The statement, or the numbered effect, whose first head is that of a line; nothing for an unknown head."""
    for way in WAYS:
        words = way.opening.fullmatch(FORMER.get(head, head))
        if words is None or isinstance(way.pattern, tree.Mode) is not modes:
            continue
        hints, hole = holes(way.pattern), way.heads[0][1]
        held = {name: _expression(hints[name], line, *words.span(name)) for name in words.groupdict()}
        held[hole] = _after(line, head) if element(hints[hole]) is None else _children(line, hints[hole])
        return _followed([other for other in WAYS if other.heads[0] == way.heads[0]], held, line, waiting)
    return None


def _children(line: Line, hint: Any) -> tuple[Any, ...]:
    """The options or numbered effects below a line."""
    if element(hint) is not tree.Mode:
        return tuple(_after(_headed(option, "option"), "option") for option in line.below)
    return tuple(map(_mode, line.below))


def _mode(line: Line) -> tree.Mode:
    match = HEAD.match(line.text)
    mode: tree.Mode | None = match and _by_layout(line, match["head"], [], modes=True)
    return mode or line.fail('"mode:" or "mode if CONDITION:"')


def _followed(ways: list[Layout], held: dict[str, Any], line: Line, waiting: list[Line]) -> Any:
    """The statement that has as many of the further heads as come next."""
    heads = max((way.heads for way in ways), key=len)
    at = 1
    while at < len(heads) and waiting and waiting[0].text.startswith(heads[at][0]):
        held[heads[at][1]] = _after(waiting.pop(0), heads[at][0].rstrip(":"))
        at += 1
    way = next((way for way in ways if len(way.heads) == at), None)
    if way is None:
        (waiting[0] if waiting else line).fail(f'"{heads[at][0]}" on the next line of this block')
    return fill(way.pattern, line.implied, held)


def _head(line: Line) -> str:
    """What opens a block on this line; nothing for an action."""
    inline = next((head for head in INLINE if line.text.startswith(f"{head} ")), "")
    match = HEAD.match(line.text)
    if match is not None and (not inline or match["head"] in (*INLINE, *FORMER)):
        return match["head"]
    return inline


def _headed(line: Line, head: str) -> Line:
    if not line.text.startswith(f"{head}:"):
        line.fail(f'"{head}:"')
    return line
