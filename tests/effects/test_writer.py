"""Every node in every place, written in official English, is read as the same tree or refused.

``python -m tests.effects.test_writer`` prints how many texts were read and refused, by node and by place.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from functools import cache
from itertools import starmap
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.effects.contrasts import contrasts
from tests.effects.crossings import crossed
from tests.effects.places import CLASSES, DRAW, THIS, YOURS, Placed, placed, triggered
from tests.effects.test_reading_back import powers
from tests.effects.writer import Writer, capital, in_one_form, written
from tests.effects.written_things import NoWords
from ucgsim.effects import tree
from ucgsim.effects.language.blocks import format_text
from ucgsim.effects.official.read import UnreadableText, read_official

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

READ = 0.77
"""Least share of the texts that is read."""
READ_CROSSED = 0.65
"""The same of powers with parts of others in them."""
READ_PRONOUNS = 0.5
"""The same of texts with "that card": it may be any of several, or one that is gone."""
SAID_OF_SOME = 280
"""Powers of the library that are written and read as they are meant, at least."""
SWAPS = (
    ("one of your", "one of your opponent's"),
    ("one", "two"),
    ("all", "two"),
    ("first", "last"),
    ("Kaiju", "Ultra Heroes"),
    ("another", "one"),
    ("other ", ""),
    ("SINGLE ", ""),
    ("DOUBLE ", ""),
    ("sent", "exiled"),
    ("discard area", "deck"),
    ("each player", "your opponent"),
    ("Each player", "Your opponent"),
    ("any player's", "your"),
)
"""Words in whose place others say another thing, besides the contrary ones."""
NEEDLESS = re.compile(
    "(the|an?|each|that|of|to|may|you|cards?|then|this|additionally|no|effect|with|it|and|from|game|for|turn|its|in|"
    "characters?|at|your|exactly|is|are|type|any|player's)",
    re.IGNORECASE,
)
"""Words that a text may be without, and says the same or is refused."""


class Reading(NamedTuple):
    """A text, what was written, and whether it is read as that, otherwise, or not at all."""

    text: str
    placed: Placed
    outcome: str
    read: str = ""


@cache
def texts() -> tuple[tuple[str, Placed], ...]:
    """A text for each tree that has words, each text once."""
    result: dict[str, Placed] = {}
    for each in placed():
        with suppress(NoWords):
            result.setdefault(written(each.power), each)
    return tuple(result.items())


def reading(text: str, each: Placed) -> Reading:
    try:
        result = read_official(text)
    except UnreadableText as refused:
        return Reading(text, each, "refused", str(refused))
    same = in_one_form(result) == in_one_form(tree.CardText((each.power,)))
    return Reading(text, each, "read" if same else "wrong", format_text(result))


def _share_read(texts: Iterable[tuple[str, Placed]]) -> float:
    """How large a share of the texts is read; none is read as something else."""
    readings = list(starmap(reading, texts))
    assert [(each.text, each.read) for each in readings if each.outcome == "wrong"] == []
    return sum(each.outcome == "read" for each in readings) / len(readings)


def test_some_nodes_in_their_places_are_read_as_they_are_written() -> None:
    assert _share_read(texts()[::12]) > READ


@pytest.mark.slow(seconds=45)
def test_every_node_in_every_place_is_read_as_it_is_written() -> None:
    assert _share_read(texts()) > READ


def test_every_class_of_the_tree_but_these_is_written() -> None:
    """What has no words by itself, or only by the side of other words."""
    said = {type(node) for _, each in texts() for node in tree.nodes(each.power)}
    assert {kind.__name__ for kind in CLASSES} - {kind.__name__ for kind in said} == {
        "ChooseBP",
        "ChosenBP",
        "EitherOf",
        "InGroup",
        "MayOr",
        "OwnedBy",
        "ShareType",
    }


def _crossed(random: Random, count: int) -> Iterator[tuple[str, Placed]]:
    """Powers of the library and of the places, with parts of the places in them."""
    library, made = list(powers()), [each.power for _, each in texts()]
    seen = set()
    for _ in range(count):
        power = random.choice(library if random.random() < 0.4 else made)
        for _ in range(random.randint(1, 3)):
            power = crossed(power, random.choice(made), random)
        with suppress(NoWords):
            text = written(power)
            # What goes from the hand to the discard area is discarded, also where it is called "the sent card".
            if text not in seen and not ("iscard one" in text and "sent card" in text):
                seen.add(text)
                yield text, Placed("", "", power)


def test_powers_of_the_library_are_read_as_they_are_written() -> None:
    outcomes = Counter()
    for power in powers():
        with suppress(NoWords):
            each = reading(written(power), Placed("", "", power))
            assert each.outcome != "wrong", (each.text, each.read)
            outcomes[each.outcome] += 1
    assert outcomes["read"] > SAID_OF_SOME


def test_some_nodes_in_places_of_others_are_read_as_they_are_written() -> None:
    assert _share_read(_crossed(Random(7), 500)) > READ_CROSSED


@pytest.mark.slow(seconds=20)
def test_nodes_in_places_of_others_are_read_as_they_are_written() -> None:
    assert _share_read(_crossed(Random(11), 2500)) > READ_CROSSED


def test_that_card_and_that_character_are_what_was_named_before() -> None:
    again: dict[str, Placed] = {}
    for text, each in texts():
        with suppress(NoWords):
            if (other := written(each.power, pronouns=True)) != text:
                again.setdefault(other, each)
    assert len(again) > 300
    assert _share_read(list(again.items())[::3]) > READ_PRONOUNS


def _asked() -> list[tuple[tuple[tree.Statement, ...], tree.Condition]]:
    """Every condition, with what must be done before it can be asked."""
    result: dict[tuple[tuple[tree.Statement, ...], tree.Condition], None] = {}
    for _, each in texts():
        *before, last = each.power.body.steps if isinstance(each.power.body, tree.Sequence) else (each.power.body,)
        if isinstance(last, tree.If) and last.then == DRAW and not isinstance(last.condition, tree.No):
            result[tuple(before), last.condition] = None
    return list(result)


def _with_others(before: tuple[tree.Statement, ...], asked: tree.Condition) -> Iterator[tuple[str, Placed]]:
    """One deed or another one by a condition, in each of the words for that."""
    turn = tree.Duration.THIS_TURN
    for target in (None, THIS, YOURS):
        one, other = (
            tree.Draw(tree.Side.YOU, n) if target is None else tree.Modify(target, (tree.BP(n * 1000),), turn)
            for n in (1, 2)
        )
        writer = Writer()
        steps = [capital(writer.sentences(step)) + ". " for step in before]
        said, done, better = writer.asked(asked), writer.clause(one), writer.clause(other)
        if target == YOURS and "the chosen character" in said:
            continue  # The one that was chosen before, or the one to which the deed is done.
        for body, text in (
            (tree.If(asked, other, one), f"{capital(done)}. If {said}, {better} instead."),
            (tree.If(asked, other, one), f"{capital(done)}. {capital(better)} instead if {said}."),
            (tree.If(asked, other, one), f"If {said}, {better}. Otherwise, {done}."),
            (tree.If(asked, one), f"{capital(done)} if {said}."),
            (tree.If(tree.No(asked), one), f"{capital(done)} unless {said}."),
        ):
            power = triggered(tree.Sequence((*before, body)) if before else body)
            yield f"《When this character enters play》{''.join(steps)}{text}", Placed("", "", power)


def test_another_deed_instead_is_read_as_it_is_written() -> None:
    assert _share_read(each for asked in _asked()[::80] for each in _with_others(*asked)) > READ


@pytest.mark.slow(seconds=20)
def test_another_deed_instead_under_each_condition_is_read_as_it_is_written() -> None:
    assert _share_read(each for asked in _asked()[::18] for each in _with_others(*asked)) > READ


def _said(text: str) -> tree.CardText | None:
    try:
        return read_official(text)
    except UnreadableText:
        return None


def _others(text: str) -> Iterator[str]:
    """The text with a word turned or left out."""
    yield from contrasts(text)
    for word, other in SWAPS:
        for match in re.finditer(rf"(?<![\w']){re.escape(word)}(?![\w'])" if word[-1] != " " else word, text):
            yield text[: match.start()] + other + text[match.end() :]
    for match in re.finditer(r"[A-Za-z']+ ?", text):
        if not NEEDLESS.fullmatch(match[0].strip()) and match.start() > text.rfind("》"):
            yield text[: match.start()] + text[match.end() :]


def _around(text: str, other: str) -> str:
    """The words that differ with some on either side, whatever their numbers."""
    at = next((at for at, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), len(text))
    return re.sub(r"\d", "0", other[max(at - 20, 0) : at + 30])


def _unheard(listed: Iterable[str]) -> list[str]:
    """Texts with a word turned or left out that are read as if nothing had changed."""
    tried, result = set(), []
    for text in listed:
        new = {around: other for other in _others(text) if (around := _around(text, other)) not in tried}
        if new and (said := _said(text)) is not None:
            tried |= new.keys()
            result += [other for other in new.values() if other != text and _said(other) == said]
    return result


def test_a_word_that_is_turned_or_left_out_changes_what_some_texts_say() -> None:
    assert _unheard(text for text, _ in texts()[5::120]) == []


@pytest.mark.slow(seconds=30)
def test_a_word_that_is_turned_or_left_out_changes_what_a_text_says() -> None:
    assert _unheard(text for text, _ in texts()[::14]) == []


if __name__ == "__main__":
    counts: dict[str, Counter[str]] = {}
    for each in (reading(*written_one) for written_one in texts()):
        for key in (f"place {each.placed.place}", f"node {each.placed.node}"):
            counts.setdefault(key, Counter())[each.outcome] += 1
    print(f"{'':40}{'read':>8}{'refused':>8}{'wrong':>8}")
    for key, outcomes in sorted(counts.items()):
        print(f"{key:40}{outcomes['read']:8}{outcomes['refused']:8}{outcomes['wrong']:8}")
