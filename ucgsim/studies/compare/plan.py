"""What a comparison of two builds plays: decks, opponents and their shares, when it stops; to plain values and back."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.cards.card import card_title, in_deck_order
from ucgsim.cards.versions import read_procedure, rules_version
from ucgsim.decks.finding import deck_word
from ucgsim.errors import UcgsimError
from ucgsim.limits import MAX_GAMES, MAX_MATCHUP, MAX_SEED
from ucgsim.policies.spec import parse_policy
from ucgsim.safe_text import command_line, place_word
from ucgsim.simulate.plan import (
    Terms,
    blank_words,
    deck_from_json,
    deck_json,
    marks_json,
    named_texts,
    number,
    text,
    texts,
    whole,
)
from ucgsim.simulate.same_chance import BUILDS, Meeting, Task, lay_out_meetings, rounds_of, share_of
from ucgsim.simulate.table import marks_of, versions_now
from ucgsim.stats.elo import score_from_elo
from ucgsim.stats.sequential import Scale, Sprt
from ucgsim.studies.check import seed_of_check
from ucgsim.studies.decks import given_decks, in_the_field, refuse_repeated, with_all
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
"""Games of each build after which a sequential test looks first; a difference of three points needs a few hundred."""
DEFAULT_POINTS = (-0.5, 0.5)
"""Hypotheses in percentage points: the second build is that much worse, or that much better."""
ELO = ("elo0", "elo1")
TEST = ("low", "high", "alpha", "beta")


@dataclass(frozen=True, slots=True)
class Stop:
    """When to stop: by a sequential ``test``, or once half the interval is ``precision`` points; else never."""

    test: Sprt | None = None
    precision: float | None = None
    elo: tuple[float, float] | None = None
    """The hypotheses as they were given, if in Elo."""

    def __post_init__(self) -> None:
        if self.test is not None and self.precision is not None:
            raise UcgsimError("a comparison stops by the test or by the precision; name one of them")
        if self.precision is not None and not 0 < self.precision < 100:
            raise UcgsimError(f"precision is {self.precision:g} points; it must be above 0 and below 100")

    @property
    def early(self) -> bool:
        """Whether the number of games is not fixed."""
        return self.test is not None or self.precision is not None

    @property
    def words(self) -> list[str]:
        """The options of a command line that say the same."""
        if self.precision is not None:
            return ["--precision", f"{self.precision:g}pp"]
        if self.test is None:
            return []
        test = self.test
        kind, (low, high) = ("points", (test.low, test.high)) if self.elo is None else ("elo", self.elo)
        bounds = [f"--{kind}0", f"{low:g}", f"--{kind}1", f"{high:g}"]
        return ["--until-sure", *bounds, "--alpha", f"{test.alpha:g}", "--beta", f"{test.beta:g}"]


NEVER = Stop()


def until_sure(
    *,
    points: tuple[float, float] = DEFAULT_POINTS,
    elo: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
) -> Stop:
    """Stop by a sequential test of H0 against H1: the gain of the second build in points, or in Elo.

    Elo is read as it is between even decks: 100 (s - 1/2) points for an expected score s. Raises UcgsimError as
    ``Sprt`` does, and for hypotheses of 100 points or more.
    """
    low, high = points if elo is None else (100 * (score_from_elo(each) - 0.5) for each in elo)
    if not -100 < low < 100 or not -100 < high < 100:
        raise UcgsimError(f"H0 is {low:g} and H1 is {high:g} points; both must lie between -100 and 100")
    return Stop(test=Sprt(low, high, Scale.POINTS, alpha, beta), elo=elo)


class CardsPlayed(NamedTuple):
    """What else decides the games: ``fingerprints`` of the tables, cards played ``blank`` or with an effect ``edited``
    by hand, and ``versions`` of what plays.
    """

    fingerprints: tuple[str, ...]
    blank: tuple[str, ...]
    edited: tuple[str, ...]
    versions: dict[str, str]

    @classmethod
    def of_tables(cls, tables: Sequence[Table], labels: Sequence[str]) -> CardsPlayed:
        """Those of tables on which these policies play."""
        return cls(tuple(table.fingerprint for table in tables), *marks_of(tables), versions_now(labels))

    @classmethod
    def of_plan(cls, plan: Mapping[str, Any]) -> CardsPlayed:
        """Those of a plan that was stored; ValueError, KeyError or TypeError where it has none."""
        blank, edited = texts(plan, "blank"), texts(plan, "edited")
        return cls(texts(plan, "cards"), blank, edited, named_texts(plan, "versions"))

    def to_json(self) -> dict[str, Any]:
        """These cards as a plan has them."""
        return {"cards": list(self.fingerprints), **marks_json(self.blank, self.edited), "versions": self.versions}

    @property
    def labels(self) -> tuple[str, str]:
        """Policies of both sides, with their versions."""
        own, _, other = self.versions["policies"].partition(", ")
        return own, other


@dataclass(frozen=True, eq=False)
class CompareStudy:
    """What is to be played: both ``builds`` against each of ``opponents``.

    ``each``: games of each build over all opponents, at most.

    ``shares``: of the opponents in the field, above 0 and summing to 1; equal ones where it is empty.
    """

    builds: tuple[Deck, Deck]
    opponents: tuple[Deck, ...]
    meetings: tuple[Meeting, ...]
    each: int
    terms: Terms
    """The policies are those of the builds and of their opponents."""
    among_themselves: bool
    """No opponents were named, so both builds meet both builds."""
    stop: Stop = NEVER
    again: str = ""
    """The command, where it is not the one of ``compare``."""
    shares: tuple[float, ...] = ()
    field: Path | None = None
    """The file that gives the shares."""
    unmet: tuple[Deck, ...] = ()
    """Opponents that were named but have no share of the field, and are not played."""
    read: CardsPlayed | None = None
    """Where the study was read from a folder, what was played there; it has no meetings then."""

    @property
    def names(self) -> tuple[str, str]:
        """Names of the builds."""
        return self.builds[0].name, self.builds[1].name

    @property
    def weights(self) -> tuple[float, ...]:
        """The share of each opponent, (opponents,), summing to 1."""
        return self.shares or equal_weights([deck.name for deck in self.opponents])

    @property
    def games(self) -> int:
        """Games of both builds, at most."""
        return BUILDS * sum(share_of(weight, self.each) for weight in self.weights)

    @property
    def rounds(self) -> list[list[Task]]:
        """The parts to play, round by round; where the comparison may stop early, a look is taken after each."""
        if self.stop.test is not None:
            return rounds_of(self.weights, self.each, LOOK, FIRST_LOOK)
        return rounds_of(self.weights, self.each, LOOK if self.stop.early else PART * len(self.opponents))

    @property
    def labels(self) -> tuple[str, str]:
        """Policies of the builds and of their opponents, with their versions."""
        return self.terms.labels if self.read is None else self.read.labels

    @cached_property
    def cards(self) -> CardsPlayed:
        """What else decides the games."""
        if self.read is not None:
            return self.read
        return CardsPlayed.of_tables([table for meeting in self.meetings for table in meeting.tables], self.labels)

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

    @property
    def keys(self) -> list[str]:
        """What its parts are called, in the order in which they are played."""
        return [task.key for each in self.rounds for task in each]

    @property
    def plan_json(self) -> dict[str, Any]:
        """All that decides what is counted and when it stops, as plain values."""
        test = self.stop.test
        return {
            "builds": [bare(deck) for deck in self.builds],
            "opponents": [bare(deck) for deck in self.opponents],
            "shares": list(self.weights),
            "games": self.each,
            "policies": list(self.terms.policies),
            "seed": self.terms.seed,
            "matchups": [meeting.matchup for meeting in self.meetings],
            "rules": self.terms.rules,
            "redraw_procedure": self.terms.redraw_procedure.value,
            "test": None if test is None else {name: getattr(test, name) for name in TEST},
            "precision": self.stop.precision,
            **self.cards.to_json(),
        }

    @property
    def context_json(self) -> dict[str, Any]:
        """What else its report says: where files lie, and what is not played."""
        return {
            "sources": [deck_json(deck)["source"] for deck in (*self.builds, *self.opponents)],
            "among_themselves": self.among_themselves,
            "elo": self.stop.elo,
            "field": None if self.field is None else place_word(self.field),
            "not_met": [deck_json(deck) for deck in self.unmet],
        }


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
    meetings = lay_out_meetings((a, b), opponents, [number + 1 for number in met], terms)
    wanted = games or (MOST_GAMES if stop.early else DEFAULT_GAMES)
    return CompareStudy(
        builds=(a, b),
        opponents=tuple(opponents),
        meetings=meetings,
        each=wanted,
        terms=terms,
        among_themselves=not against,
        stop=stop,
        shares=() if field is None else tuple(shares[number] for number in met),
        field=None if field is None else Path(field),
        unmet=tuple(deck for deck, share in zip(others, shares, strict=True) if not share),
    )


def plan_check(study: CompareStudy, policy: str, games: int, points: float | None = None) -> CompareStudy:
    """A comparison of these builds with ``policy`` on both sides, a seed of its own and so many games of each build.

    ``points``: as many as make the interval +- so many points, however many ``games`` are named.
    """
    seed = seed_of_check(study.terms.seed)
    terms = study.terms.but(policies=(policy, policy), seed=seed, play_blank=study.cards.blank)
    meetings = lay_out_meetings(study.builds, study.opponents, [each.matchup for each in study.meetings], terms)
    if points is not None:
        return replace(study, meetings=meetings, each=MOST_GAMES, terms=terms, stop=Stop(precision=points))
    return replace(study, meetings=meetings, each=games, terms=terms, stop=NEVER)


def read_plan(plan: Mapping[str, Any], context: Mapping[str, Any], catalog: Catalog) -> CompareStudy:
    """The comparison of plain values, without what plays it; ValueError, KeyError or TypeError where they are none."""
    a, b, *opponents = read_decks([*plan["builds"], *plan["opponents"]], context)
    read_matchups(plan, len(opponents))
    shares, field = read_shares(plan, len(opponents)), read_place(context, "field")
    return CompareStudy(
        builds=(a, b),
        opponents=tuple(opponents),
        meetings=(),
        each=whole(plan, "games", 1, MAX_GAMES),
        terms=read_terms(plan, catalog),
        among_themselves=bool(context["among_themselves"]),
        stop=_stop(plan, context),
        shares=shares if field else (),
        field=field,
        unmet=tuple(map(deck_from_json, context["not_met"])),
        read=CardsPlayed.of_plan(plan),
    )


def bare(deck: Deck) -> dict[str, Any]:
    """A deck as plain values without the place of its file, which decides nothing."""
    return {name: value for name, value in deck_json(deck).items() if name != "source"}


def read_decks(decks: Sequence[Mapping[str, Any]], context: Mapping[str, Any]) -> list[Deck]:
    """Decks of a plan with their places; ValueError, KeyError or TypeError for anything else, as below."""
    if len(context["sources"]) != len(decks):
        raise ValueError("decks and their sources are not as many")
    return [deck_from_json({**deck, "source": source}) for deck, source in zip(decks, context["sources"], strict=True)]


def read_terms(plan: Mapping[str, Any], catalog: Catalog) -> Terms:
    """How the games of a plan are played."""
    policy, policy_b = (parse_policy(name).name for name in texts(plan, "policies"))
    return Terms(
        policies=(policy, policy_b),
        seed=whole(plan, "seed", 0, MAX_SEED),
        rules=rules_version(text(plan, "rules")).name,
        redraw_procedure=read_procedure(text(plan, "redraw_procedure")),
        play_blank=texts(plan, "blank"),
        catalog=catalog,
    )


def read_place(context: Mapping[str, Any], name: str) -> Path | None:
    """The place of a file, None where there was none."""
    return None if context[name] is None else Path(text(context, name))


def read_matchups(plan: Mapping[str, Any], opponents: int) -> tuple[int, ...]:
    """The number that tells the chance of each opponent from those of others."""
    matchups = plan["matchups"]
    if not isinstance(matchups, list) or len(matchups) != opponents:
        raise ValueError(f"matchups are not one for each of {opponents} opponents")
    if not all(type(matchup) is int and 0 < matchup <= MAX_MATCHUP for matchup in matchups):
        raise ValueError(f"matchups are not whole numbers from 1 to {MAX_MATCHUP}")
    return tuple(matchups)


def read_shares(plan: Mapping[str, Any], opponents: int) -> tuple[float, ...]:
    """The shares of the opponents."""
    shares = plan["shares"]
    if len(shares) != opponents or not all(type(share) is float and share > 0 for share in shares):
        raise ValueError(f"shares are not above 0, one for each of {opponents} opponents")
    if not math.isclose(sum(shares), 1):
        raise ValueError("shares do not sum to 1")
    return tuple(shares)


def _stop(plan: Mapping[str, Any], context: Mapping[str, Any]) -> Stop:
    test = plan["test"]
    elo = None if context["elo"] is None else dict(zip(ELO, context["elo"], strict=True))
    return Stop(
        test=None if test is None else Sprt(scale=Scale.POINTS, **{name: number(test, name) for name in TEST}),
        precision=None if plan["precision"] is None else number(plan, "precision"),
        elo=None if elo is None else (number(elo, ELO[0]), number(elo, ELO[1])),
    )
