"""One question under several policies as it is handed out: words, values and tables."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ucgsim.policies.spec import parse_policy
from ucgsim.report.columns import Column, estimate, named
from ucgsim.report.numbers import plain
from ucgsim.report.parts import Command, Parts
from ucgsim.showing import command_line
from ucgsim.stats.rates import DEFAULT_CONFIDENCE
from ucgsim.studies.kit.question import Answer
from ucgsim.studies.policies import tables
from ucgsim.studies.policies.findings import Plays
from ucgsim.studies.policies.words import agreement_words, best_words, cell_words, change_words, plays_json

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.report.sheet import Sheet
    from ucgsim.studies.kit.question import Checkable

OWN = frozenset({"--policy", "--policy-b", "--check", "--check-games", "--check-budget"})
"""Options of one policy: all of them are named at once."""
ODD = "$'"
"""With which a word begins that is no plain text."""


@dataclass(frozen=True, eq=False, repr=False)
class PlaysResult(Answer):
    """The answers to one question under several policies, in the order in which these were named."""

    kind = "policies"
    results: tuple[Checkable, ...]

    @cached_property
    def plays(self) -> Plays:
        """What is held against each other."""
        return Plays(tuple(each.as_play() for each in self.results))

    @property
    def labels(self) -> list[str]:
        """The policies with their versions."""
        return [play.label for play in self.plays.plays]

    @property
    def question(self) -> str:
        """The name of the question, and of the command that asks it once."""
        return self.results[0].kind

    @property
    def basis(self) -> str:
        """What the numbers of each play rest on."""
        return "; ".join(each.basis for each in self.results)

    @property
    def command(self) -> str | None:  # type: ignore[override]
        """The command that asks all of it again; None where those that search played unlike many games.

        Those that search play as many games as ``--check-games`` says, the others as many as ``-n`` does.
        """
        if any(ODD in each.command for each in self.results):
            return None
        commands = [shlex.split(each.command) for each in self.results]
        names = [_value_of(words, "--policy") for words in commands]
        slow = [parse_policy(name).is_slow for name in names]
        of_slow = {play.each for play, is_slow in zip(self.plays.plays, slow, strict=True) if is_slow}
        of_fast = {_value_of(words, "-n") for words, is_slow in zip(commands, slow, strict=True) if not is_slow}
        if len(of_slow) > 1 or len(of_fast) > 1:
            return None
        first = commands[slow.index(min(slow))]
        kept = [word for place, word in enumerate(first) if not {first[place - 1], word} & OWN]
        more = [word for games in of_slow for word in ("--check-games", str(games))]
        return command_line([*kept, "--policies", ",".join(names), *more])

    def sentences(self) -> list[str]:
        """The answer."""
        plays = self.plays
        if len(plays.rates) == 1:
            return [cell_words(plays, 0), f"Played: {self.basis}."]
        first = plays.plays[0]
        said = [cell_words(plays, len(plays.rates) - 1) if first.best is None else best_words(plays)]
        said.append(change_words(plays, first.changing))
        return [*said, *filter(None, [agreement_words(plays)]), f"Played: {self.basis}."]

    def answer(self) -> str:
        """The answer in a few sentences."""
        return " ".join(self.sentences())

    def sheets(self) -> list[Sheet]:
        """The tables: everything under each play, ranks, how far they agree, what changes sides."""
        plays, several = self.plays, len(self.plays.rates) > 1
        shown = [tables.cells(plays)]
        if plays.agreements:
            shown.append(tables.rankings(plays, plays.plays[0].ranked))
        if several:
            shown.append(tables.agreements(plays))
        return [*shown, *([tables.changes(plays)] if several and plays.changes else [])]

    def parts(self) -> Parts:
        """The answer and everything under each play; then ranks, how far they agree and what changes sides."""
        first, *more = self.sheets()
        again = [self.command] if self.command else [each.command for each in self.results]
        return Parts([self.answer(), first], more, [*map(Command, again)])

    def to_json(self) -> dict[str, Any]:
        """The same as plain values; ``results`` holds the whole answer under each policy."""
        answers = dict(zip(self.labels, (each.to_json() for each in self.results), strict=True))
        shown = {"answer": self.answer(), "command": self.command}
        return {"question": self.question, **plays_json(self.plays), **shown, "results": answers}

    def rows(self) -> list[dict[str, Any]]:
        """One row a cell and policy: who against whom, rate or difference with its interval, games, policy."""
        return [
            {
                "deck": a,
                "opponent": b,
                **plain(play.cell(at, DEFAULT_CONFIDENCE)),
                "games": play.each,
                "policy": play.label,
            }
            for play in self.plays.plays
            for at, (a, b) in enumerate(play.cells)
        ]

    def columns(self) -> dict[str, Column]:
        """What each column of the table means."""
        return {
            "deck": named("which deck, or build"),
            "opponent": named("against whom"),
            **estimate(self.plays.plays[0].measure),
            "games": Column("games of this cell", int),
            "policy": Column("who decided on all sides", str, names_row=True),
        }

    def figure(self) -> Figure:
        """Every cell under each policy."""
        from ucgsim.studies.policies.plots import cells_by_policy  # noqa: PLC0415 - loads matplotlib

        return cells_by_policy(self.plays.plays, self.basis)

    def table_html(self) -> str:
        """Everything under each play."""
        return tables.cells(self.plays).html()


def _value_of(words: list[str], option: str) -> str:
    return words[words.index(option) + 1]
