"""What a comparison of two builds plays: decks, opponents and their shares, when it stops; to plain values and back."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.cards.card import card_title, in_deck_order
from ucgsim.decks.finding import deck_word
from ucgsim.errors import UcgsimError
from ucgsim.limits import MAX_GAMES, MAX_MATCHUP
from ucgsim.safe_text import command_line, place_word
from ucgsim.simulate.plain import (
    DECK,
    FLAG,
    NUMBER,
    PLACE,
    FieldKind,
    Form,
    between,
    each,
    maybe,
)
from ucgsim.simulate.plan import Terms, blank_words
from ucgsim.simulate.same_chance import BUILDS, Meeting, PairTask, lay_out_meetings, rounds_of, share_of
from ucgsim.studies.check import seed_of_check
from ucgsim.studies.decks import given_decks, in_the_field, refuse_repeated, with_all
from ucgsim.studies.kit.played import PLAYED, CardsPlayed, PlayedStudy, read_played
from ucgsim.studies.weights import equal_weights, read_weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck, DeckLike
    from ucgsim.simulate.table import Table


DEFAULT_GAMES = 20_000
"""Games of each build, all opponents together."""
MOST_GAMES = 1_000_000
"""Games of each build at which a comparison that stops by itself gives up."""
PART = 5_000
"""Games of each build in a part, where their number is fixed."""
LOOK = 1_000
"""Games of each build between two looks where the comparison stops by itself, all opponents together."""
FIRST_LOOK = 100
"""Games of each build after which one that stops when sure looks first; three points need a few hundred."""


@dataclass(frozen=True, slots=True)
class Stop:
    """When to stop: as soon as it is ``sure`` which build is better, or once half the interval is ``precision`` points.

    Else never.
    """

    sure: bool = False
    precision: float | None = None

    def __post_init__(self) -> None:
        if self.sure and self.precision is not None:
            raise UcgsimError("a comparison stops when it is sure or by the precision; name one of them")
        if self.precision is not None and not 0 < self.precision < 100:
            raise UcgsimError(f"precision is {self.precision:g} points; it must be above 0 and below 100")

    @property
    def early(self) -> bool:
        """Whether the number of games is not fixed."""
        return self.sure or self.precision is not None

    @property
    def words(self) -> list[str]:
        """The options of a command line that say the same."""
        if self.precision is not None:
            return ["--precision", f"{self.precision:g}pp"]
        return ["--until-sure"] if self.sure else []


NEVER = Stop()
UNTIL_SURE = Stop(sure=True)


@dataclass(frozen=True, eq=False)
class CompareStudy(PlayedStudy):
    """What is to be played: both ``builds`` against each of ``opponents``.

    ``weights``: the share of each opponent, above 0 and summing to 1; ``matchups`` tell their chances apart. ``each``:
    games of each build over all opponents, at most.
    """

    builds: tuple[Deck, Deck]
    opponents: tuple[Deck, ...]
    weights: tuple[float, ...]
    matchups: tuple[int, ...]
    each: int
    terms: Terms
    """The policies are those of the builds and of their opponents."""
    among_themselves: bool
    """No opponents were named, so both builds meet both builds."""
    stop: Stop = NEVER
    again: str = ""
    """The command, where it is not the one of ``compare``."""
    field: Path | None = None
    """The file that gives the shares."""
    unmet: tuple[Deck, ...] = ()
    """Opponents that were named but have no share of the field, and are not played."""
    meetings: tuple[Meeting, ...] = ()
    """What plays it; there are none where it was read from a folder."""
    read: CardsPlayed | None = None
    """Where the study was read from a folder, what was played there."""

    @property
    def names(self) -> tuple[str, str]:
        """Names of the builds."""
        return self.builds[0].name, self.builds[1].name

    @property
    def games(self) -> int:
        """Games of both builds, at most."""
        return BUILDS * sum(share_of(weight, self.each) for weight in self.weights)

    @cached_property
    def rounds(self) -> list[list[PairTask]]:
        """What is played, round by round; where the comparison may stop early, a look is taken after each."""
        part = LOOK if self.stop.early else PART * len(self.opponents)
        first = FIRST_LOOK if self.stop.sure else None
        return [[self._task(*span) for span in each] for each in rounds_of(self.weights, self.each, part, first)]

    def _task(self, opponent: int, games: range) -> PairTask:
        meeting = self.meetings[opponent] if self.meetings else None
        a, b = self.cards.fingerprints[2 * opponent : 2 * opponent + 2]
        return PairTask(
            fingerprints=(a, b),
            versions=self.cards.versions,
            seed=self.terms.seed,
            matchup=self.matchups[opponent],
            start=games.start,
            stop=games.stop,
            side=0 if meeting is None else meeting.side,
            tables=() if meeting is None else meeting.tables,
        )

    @property
    def tables(self) -> list[Table]:
        """Those of both builds against each opponent."""
        return [table for meeting in self.meetings for table in meeting.tables]

    @property
    def differing(self) -> list[tuple[str, str, int, int]]:
        """Cards of which the builds hold different numbers, by character and level: number, title, copies in each."""
        a, b = (dict(build.counts) for build in self.builds)
        cards = [self.terms.catalog[number] for number in a.keys() | b.keys() if a.get(number, 0) != b.get(number, 0)]
        return [
            (card.number, card_title(card), a.get(card.number, 0), b.get(card.number, 0))
            for card in sorted(cards, key=in_deck_order)
        ]

    def command_with(self, further: Iterable[str] = ()) -> str:
        """The command that plays this again, with further options."""
        if self.again:
            return self.again
        words = ["ucgsim", "compare", *map(deck_word, self.builds)]
        words += map(deck_word, () if self.among_themselves else (*self.opponents, *self.unmet))
        if self.field is not None:
            words += ["--field", place_word(self.field)]
        words += ["-n", str(self.each), *self.terms.words]
        return command_line([*words, *self.stop.words, *blank_words(self.cards.blank), *further])


def plan_compare(
    deck_a: DeckLike,
    deck_b: DeckLike,
    against: Sequence[DeckLike],
    terms: Terms,
    *,
    games: int | None,
    stop: Stop = NEVER,
    field: Path | str | None = None,
) -> CompareStudy:
    """Everything that ``compare`` checks before it plays."""
    a, b, *others = given_decks((deck_a, deck_b, *with_all(against or (deck_a, deck_b))), terms)
    refuse_repeated((a, b), "nothing differs between them")
    refuse_repeated(others, "name each opponent once")
    names = [deck.name for deck in others]
    shares = equal_weights(names) if field is None else read_weights(Path(field), names)
    met = [number for number, share in enumerate(shares) if share > 0]
    opponents = [others[number] for number in met]
    terms = in_the_field(terms, *((opponents, [shares[number] for number in met]) if field is not None else ()))
    # An opponent's chance does not depend on who else has a share.
    matchups = tuple(number + 1 for number in met)
    wanted = games or (MOST_GAMES if stop.early else DEFAULT_GAMES)
    return CompareStudy(
        builds=(a, b),
        opponents=tuple(opponents),
        weights=tuple(shares[number] for number in met),
        matchups=matchups,
        meetings=lay_out_meetings((a, b), opponents, matchups, terms),
        each=wanted,
        terms=terms,
        among_themselves=not against,
        stop=stop,
        field=None if field is None else Path(field),
        unmet=tuple(deck for deck, share in zip(others, shares, strict=True) if not share),
    )


def plan_check(study: CompareStudy, policy: str, games: int, points: float | None = None) -> CompareStudy:
    """A comparison of these builds with ``policy`` on both sides, a seed of its own and so many games of each build.

    ``points``: as many as make the interval +- so many points, however many ``games`` are named.
    """
    seed = seed_of_check(study.terms.seed)
    terms = study.terms.but(policies=(policy, policy), seed=seed, play_blank=study.cards.blank)
    meetings = lay_out_meetings(study.builds, study.opponents, study.matchups, terms)
    if points is not None:
        return replace(study, meetings=meetings, each=MOST_GAMES, terms=terms, stop=Stop(precision=points))
    return replace(study, meetings=meetings, each=games, terms=terms, stop=NEVER)


def _shares(data: Mapping[str, Any], name: str) -> tuple[float, ...]:
    shares = data[name]
    if not isinstance(shares, list) or not all(type(share) is float and share > 0 for share in shares):
        raise ValueError("shares are not above 0")
    if not math.isclose(sum(shares), 1):
        raise ValueError("shares do not sum to 1")
    return tuple(shares)


MEETINGS = Form(
    opponents=each(DECK),
    shares=FieldKind(_shares, list, at="weights"),
    matchups=each(between(1, MAX_MATCHUP)),
    **PLAYED,
)
"""Of every question in which builds of a deck meet opponents: whom, as often as their ``weights`` say, and how."""
PLAN = Form(
    builds=each(DECK),
    games=between(1, MAX_GAMES).of("each"),
    **MEETINGS,
    until_sure=FLAG.of("stop.sure"),
    precision=maybe(NUMBER).of("stop.precision"),
)
CONTEXT = Form(among_themselves=FLAG, field=maybe(PLACE), not_met=each(DECK).of("unmet"))


def read_study(values: dict[str, Any], catalog: Catalog) -> CompareStudy:
    """The comparison of fields of both forms, without what plays it; ValueError where they do not go together."""
    stop = Stop(**values.pop("stop"))
    values = read_meetings(values, catalog)
    if len(values["builds"]) != BUILDS:
        raise ValueError("builds are not two")
    return CompareStudy(**values, stop=stop)


def read_meetings(values: dict[str, Any], catalog: Catalog) -> dict[str, Any]:
    """The fields of a study of which ``MEETINGS`` are part; ValueError where they are not of as many opponents."""
    if not len(values["opponents"]) == len(values["weights"]) == len(values["matchups"]):
        raise ValueError("opponents, their shares and their matchups are not as many")
    return read_played(values, catalog)
