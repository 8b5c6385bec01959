"""What is to be played in matches: players, format, time and chance, to be written down, read back and played again."""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.cards.versions import Procedure, read_procedure, rules_version
from ucgsim.limits import MAX_GAMES, MAX_SEED
from ucgsim.policies.spec import parse_policy
from ucgsim.showing import command_line
from ucgsim.simulate.matches.played import Format, MatchUp
from ucgsim.simulate.plan import blank_words, deck_from_json, deck_json, matchup_number, option_words
from ucgsim.simulate.table import lay_out, versions_now
from ucgsim.simulate.values import named_texts, text, texts, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.terms import Terms

MOST_TURNS = 10_000
"""As on the command line: the turn in which time is called, at most."""
Entrants = tuple[tuple["Deck", ...], ...]


@dataclass(frozen=True)
class MatchPlan:
    """Players, format, policy, rules, seed and number of matches: everything that decides what is played.

    ``entrants`` are the decks of each player; every two of them play ``each`` matches. ``turns``: when time
    is called, None for never. ``cards`` is a fingerprint of all that the games are told about the cards, ``blank`` the
    numbers played without their text, ``edited`` those whose effect a person edited, ``versions`` what played.
    """

    form: Format
    turns: int | None
    entrants: Entrants
    each: int
    policy: str
    seed: int
    rules: str
    redraw_procedure: Procedure = Procedure.OFFICIAL
    cards: str = ""
    blank: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players: of their decks."""
        return tuple(" / ".join(deck.name for deck in decks) for decks in self.entrants)

    @property
    def keys(self) -> tuple[tuple[int, int], ...]:
        """Every two players, in the order in which they are counted."""
        return tuple(itertools.combinations(range(len(self.entrants)), 2))

    @property
    def matches(self) -> int:
        """Matches of all players."""
        return self.each * len(self.keys)

    @property
    def label(self) -> str:
        """The policy of all sides with its version, such as ``greedy v1``."""
        return parse_policy(self.policy).label

    @property
    def words(self) -> list[str]:
        """The words of the command that plays this again, without the weights of a field."""
        decks = [str(deck.source or deck.name) for entrant in self.entrants for deck in entrant]
        words = ["ucgsim", "matrix", *decks, "--match", self.form.value]
        if self.turns is not None:
            words += ["--turns", str(self.turns)]
        words += ["-n", str(self.each)]
        words += option_words((self.policy,) * 2, self.seed, self.rules, self.redraw_procedure)
        return [*words, *blank_words(self.blank)]

    @property
    def command(self) -> str:
        """The command that plays this again, every player with the same share of the field."""
        return command_line(self.words)

    def differences(self, other: MatchPlan) -> list[str]:
        """Names of what would make the matches of two plans differ; where a deck file lies does not."""
        mine, theirs = self._flat(), other._flat()
        return [name for name in mine if mine[name] != theirs[name]]

    def to_json(self) -> dict[str, Any]:
        """The plan as plain values."""
        return self._flat() | {"players": [[deck_json(deck) for deck in decks] for decks in self.entrants]}

    def _flat(self) -> dict[str, Any]:
        return {
            "match": self.form.value,
            "turns": self.turns,
            "players": [[(deck.name, deck.counts) for deck in decks] for decks in self.entrants],
            "each": self.each,
            "policy": self.policy,
            "seed": self.seed,
            "rules": self.rules,
            "redraw_procedure": self.redraw_procedure.value,
            "cards": self.cards,
            "blank": list(self.blank),
            "edited": list(self.edited),
            "versions": dict(self.versions),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MatchPlan:
        """Read what ``to_json`` told; UcgsimError or one of ``values.NOT_EXPECTED`` where it is none."""
        form = Format(text(data, "match"))
        entrants = tuple(tuple(deck_from_json(deck) for deck in decks) for decks in data["players"])
        if len(entrants) < 2 or any(len(decks) != (2 if form is Format.TWO_DECK else 1) for decks in entrants):
            raise ValueError(f"players are not two or more, each with as many decks as {form} takes")
        return cls(
            form=form,
            turns=None if data["turns"] is None else whole(data, "turns", 1, MOST_TURNS),
            entrants=entrants,
            each=whole(data, "each", 1, MAX_GAMES),
            policy=parse_policy(text(data, "policy")).name,
            seed=whole(data, "seed", 0, MAX_SEED),
            rules=rules_version(text(data, "rules")).name,
            redraw_procedure=read_procedure(text(data, "redraw_procedure")),
            cards=text(data, "cards"),
            blank=texts(data, "blank"),
            edited=texts(data, "edited"),
            versions=named_texts(data, "versions"),
        )


class MatchStudy(NamedTuple):
    """A plan with what plays it: a match-up for every two players, in the order of ``plan.keys``."""

    plan: MatchPlan
    match_ups: tuple[MatchUp, ...]


def lay_out_matches(entrants: Entrants, form: Format, terms: Terms, *, turns: int | None, each: int) -> MatchStudy:
    """Lay out every two players, who play by the first policy; UcgsimError as ``lay_out`` raises it.

    A further player leaves the others' matches.
    """
    name, match_ups = parse_policy(terms.policies[0]).name, []
    alike = terms.but(policies=(name, name))
    for row, column in itertools.combinations(range(len(entrants)), 2):
        tables = {
            each: lay_out((entrants[row][each[0]], entrants[column][each[1]]), alike)
            for each in sorted({each for slot in form.slots for each in slot})
        }
        match_ups.append(MatchUp(form, tables, alike.policies, terms.seed, matchup_number(row, column), turns))
    tables_of_all = [table for each in match_ups for table in each.tables.values()]
    plan = MatchPlan(
        form=form,
        turns=turns,
        entrants=entrants,
        each=each,
        policy=name,
        seed=terms.seed,
        rules=terms.rules,
        redraw_procedure=terms.redraw_procedure,
        cards=hashlib.sha256("".join(table.fingerprint for table in tables_of_all).encode()).hexdigest()[:16],
        blank=tuple(sorted({number for table in tables_of_all for number in table.blank})),
        edited=tuple(sorted({number for table in tables_of_all for number in table.edited})),
        versions=versions_now([parse_policy(name).label]),
    )
    return MatchStudy(plan, tuple(match_ups))
