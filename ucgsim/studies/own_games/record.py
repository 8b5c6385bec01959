"""How often the user won: by deck, by rival, by list and by Lead, each with its interval and its games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.report.sheet import Parts, Sheet, foot, in_words, label, number, plain, rate, sheet
from ucgsim.safe_text import plural
from ucgsim.stats.rates import wilson
from ucgsim.studies.own_games.decks import lists_now
from ucgsim.studies.own_games.game import counted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from pathlib import Path

    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.own_games.game import OwnGame

NOTES = "95 % intervals (Wilson)"
DRAWN = "a draw counts half"
UNSAID = "not written down"


class GameTally(NamedTuple):
    """Games that were won, lost and drawn."""

    won: int
    lost: int
    drawn: int

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def points(self) -> float:
        """A point for a win, half of one for a draw."""
        return self.won + self.drawn / 2

    @property
    def rate(self) -> Estimate:
        """The share of the points; NaN and [0, 1] without a game."""
        return wilson(self.points, self.games)

    @property
    def words(self) -> str:
        """Such as ``7-3``, or ``7-3-1`` with a draw."""
        return "-".join(map(str, self if self.drawn else self[:2]))

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"games": self.games, **self._asdict(), "win_rate": plain(self.rate)}


def tally(games: Sequence[OwnGame]) -> GameTally:
    """The games counted."""
    return GameTally(*counted(games))


@dataclass(frozen=True, eq=False)
class Record:
    """The games that were asked for, and where they are from; ``since`` a day, or all of them."""

    games: Sequence[OwnGame]
    source: Path
    since: date | None = None

    @cached_property
    def all(self) -> GameTally:
        """All of them."""
        return tally(self.games)

    def by(self, *keys: str) -> dict[tuple[str, ...], GameTally]:
        """The games by one or more of their fields, the most first."""
        groups: dict[tuple[str, ...], list[OwnGame]] = {}
        for game in self.games:
            groups.setdefault(tuple(str(getattr(game, key)) for key in keys), []).append(game)
        return {each: tally(groups[each]) for each in sorted(groups, key=lambda each: (-len(groups[each]), each))}

    @cached_property
    def versions(self) -> dict[tuple[str, ...], GameTally]:
        """By deck and list; the list that the deck has now is called ``now`` as well."""
        return self.by("deck", "version")

    @cached_property
    def _now(self) -> dict[str, str]:
        return lists_now({game.deck for game in self.games})

    def headline(self) -> str:
        """The answer in one sentence."""
        if not self.games:
            return "No game is written down that is asked for; ucgsim log add DECK RIVAL win writes one down."
        decks = self.by("deck")
        what = next(iter(decks))[0] if len(decks) == 1 else plural(len(decks), "deck")
        return f"{plural(self.all.games, 'game')} with {what}: you win {in_words(self.all.rate)}."

    def parts(self) -> Parts:
        """What the terminal shows: each table that tells something apart."""
        if not self.games:
            return Parts([self.headline()], foot=foot(str(self.source)))
        decks = self.by("deck")
        tables = [
            *([_sheet(["deck"], decks)] if len(decks) > 1 else []),
            _sheet(["deck", "rival"], self.by("deck", "rival")),
            *([_sheet(["deck", "list"], self._listed())] if len(self.versions) > len(decks) else []),
            *([_sheet(["deck", "Lead"], self._led())] if any(game.lead for game in self.games) else []),
        ]
        notes = foot(
            plural(self.all.games, "game"),
            f"since {self.since}" if self.since else "",
            NOTES,
            DRAWN if self.all.drawn else "",
        )
        return Parts([self.headline(), *tables], foot=notes)

    def _listed(self) -> dict[tuple[str, ...], GameTally]:
        now = self._now
        return {
            (deck, f"{version or UNSAID}{' (now)' * (version == now.get(deck, UNSAID))}"): each
            for (deck, version), each in self.versions.items()
        }

    def _led(self) -> dict[tuple[str, ...], GameTally]:
        words = {"lead": "led", "next": "went next", "": UNSAID}
        return {(deck, words[lead]): each for (deck, lead), each in self.by("deck", "lead").items()}

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values; a list says whether it is the one that the deck has now."""
        lists = [
            each | {"now": each["version"] == self._now.get(each["deck"], UNSAID)} for each in self._rows("version")
        ]
        return {
            "file": self.source,
            "since": None if self.since is None else str(self.since),
            **self.all.to_json(),
            "decks": [{"deck": deck, **each.to_json()} for (deck,), each in self.by("deck").items()],
            "versions": lists,
            "rivals": self._rows("rival"),
            "leads": self._rows("lead"),
        }

    def _rows(self, field: str) -> list[dict[str, Any]]:
        return [
            {"deck": deck, field: value, **each.to_json()} for (deck, value), each in self.by("deck", field).items()
        ]


def _sheet(columns: Sequence[str], rows: dict[tuple[str, ...], GameTally]) -> Sheet:
    return sheet(
        "",
        [*columns, "games", "won-lost", "you win"],
        [[*map(label, key), number(each.games), label(each.words), rate(each.rate)] for key, each in rows.items()],
    )
