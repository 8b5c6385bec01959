"""What a search for a better deck plays: the deck, its rivals, the pool, how far, how long; and as plain values."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.cards.versions import rules_version
from ucgsim.decks.finding import deck_word
from ucgsim.errors import UcgsimError
from ucgsim.limits import MAX_GAMES
from ucgsim.policies.spec import parse_policy
from ucgsim.safe_text import command_line, place_word, plural
from ucgsim.simulate.cores import cores
from ucgsim.simulate.plain import DECK, PLACE, TEXT, TEXTS, FieldKind, Form, between, maybe
from ucgsim.simulate.plan import Terms, blank_words
from ucgsim.simulate.run import Dealt, games_per_second
from ucgsim.simulate.table import lay_out, lay_out_with
from ucgsim.studies.check import Budget, read_budget
from ucgsim.studies.compare.plan import MEETINGS, read_meetings
from ucgsim.studies.decks import distinct_names, given_decks, in_the_field, refuse_repeated, with_all
from ucgsim.studies.improve.coach import Sought, steps_of
from ucgsim.studies.improve.pool import (
    ALL,
    CopyLimits,
    chain_deck,
    entrants_for,
    fitting,
    kept_numbers,
    known_characters,
    read_pool,
)
from ucgsim.studies.kit.played import CardsPlayed, PlayedStudy
from ucgsim.studies.weights import decks_of_field, equal_weights, read_weights

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck, DeckLike


DEFAULT_GAMES = 1_000_000
"""Games of a search where nothing is said: one or two minutes of two cores."""
SMALLEST = 100
"""Games for each card that may leave or come in, at least."""
MOST_SWAPS = 4
DEFAULT_CHAIN_SWAPS = 6
MOST_CHAIN_SWAPS = 12
"""Cards that a deck made of chains may change; it is nobody's own, so more of them."""
FEW = 120
"""Cards of a pool that may all come in, whether or not the deck has others of their characters."""
AT_A_TABLE = 200
"""Cards of the pool at one table next to those of the decks, where what all cards do is put into a fingerprint."""
MEASURED_FOR = 1.0
"""Seconds in which the speed is taken, or a tenth of the time there is."""
_GAMES = re.compile(r"(?P<number>\d+(?:[_,]\d{3})*(?:\.\d+)?(?:[eE]\+?\d{1,2})?)(?P<unit>[kM]?)")
_UNITS = {"": 1, "k": 1_000, "M": 1_000_000}


@dataclass(frozen=True, eq=False)
class ImproveStudy(PlayedStudy):
    """What is searched: builds of ``deck`` from ``pool``, up to ``swaps`` cards away, against ``opponents``.

    ``budget``: games in all; ``asked``: how it was said. ``matchups`` tell the opponents' chances apart.
    """

    deck: Deck
    opponents: tuple[Deck, ...]
    weights: tuple[float, ...]
    matchups: tuple[int, ...]
    terms: Terms
    pool: CopyLimits
    kept: tuple[str, ...]
    swaps: int
    budget: int
    asked: str = ""
    field: Path | None = None
    characters: tuple[str, ...] = ()
    """Whom to play, where the deck was made of their chains and is nobody's own."""
    read: CardsPlayed | None = None
    """Where the study was read from a folder, what was played there."""

    @cached_property
    def sought(self) -> Sought:
        """What is searched: every card of a small pool may come in, else those that the deck could play."""
        deck = dict(self.deck.counts)
        limits = {number: count for number, count in self.pool.limits.items() if number in self.entrants}
        leaving = [number for number in deck if number not in self.kept]
        return Sought(deck, limits, leaving, list(self.weights), self.swaps, self.budget)

    @cached_property
    def entrants(self) -> frozenset[str]:
        """Numbers of the cards that may come in."""
        limits = self.pool.limits
        every = self.characters or self.pool.source is not None or len(limits) <= FEW
        return frozenset(limits if every else entrants_for(self.deck, limits, self.terms.catalog))

    @property
    def smallest(self) -> int:
        """Games that can say anything."""
        return SMALLEST * (len(self.sought.leaving) + len(self.entrants)) * len(steps_of(self.swaps))

    @property
    def builds(self) -> int:
        """Builds one swap away."""
        return sum(
            into != out and sought.deck.get(into, 0) < limit
            for sought in [self.sought]
            for out in sought.leaving
            for into, limit in sought.limits.items()
        )

    @cached_property
    def cards(self) -> CardsPlayed:
        """What the games know of the cards: fingerprints, blank ones, edited ones, versions."""
        return self.read if self.read is not None else _cards(self)

    @property
    def command(self) -> str:
        """The command that searches again."""
        words = ["ucgsim", "improve", "--characters", ",".join(self.characters)] if self.characters else []
        words = words or ["ucgsim", "improve", deck_word(self.deck)]
        for other in self.opponents:
            words += ["--against", deck_word(other)]
        words += ["--field", place_word(self.field)] if self.field is not None else []
        words += ["--pool", place_word(self.pool.source)] if self.pool.source is not None else []
        for number in self.kept:
            words += ["--keep", number]
        words += ["--swaps", str(self.swaps), "--budget", str(self.budget), *self.terms.words]
        return command_line([*words, *blank_words(self.cards.blank)])


def _cards(study: ImproveStudy) -> CardsPlayed:
    catalog, numbers = study.terms.catalog, sorted(study.pool.limits)
    tables = []
    for opponent in study.opponents:
        for start in range(0, len(numbers) if opponent is study.opponents[0] else 1, AT_A_TABLE):
            beside = [catalog[number] for number in numbers[start : start + AT_A_TABLE]]
            tables.append(lay_out_with((study.deck, opponent), study.terms, beside)[0])
    cards = CardsPlayed.of_tables(tables, study.terms.labels)
    mark = hashlib.sha256(" ".join(cards.fingerprints).encode()).hexdigest()[:16]
    return cards._replace(fingerprints=(mark,))


class Rivals(NamedTuple):
    """Opponents that are met, their shares, and numbers that tell their chances apart."""

    decks: tuple[Deck, ...]
    weights: tuple[float, ...]
    matchups: tuple[int, ...]


def rivals(against: Sequence[DeckLike], field_file: Path | str | None, terms: Terms) -> Rivals:
    """Whom to play against; without ``against`` the file of the field names the decks.

    Raises UcgsimError where nobody is named.
    """
    listed = with_all(against) if against else list(decks_of_field(field_file))
    if not listed:
        raise UcgsimError("nobody to play against; name rivals with --against, or a file of the field with --field")
    opponents = given_decks(listed, terms)
    refuse_repeated(opponents, "name each opponent once")
    names = [deck.name for deck in opponents]
    shares = equal_weights(names) if field_file is None else read_weights(Path(field_file), names)
    met = [place for place, share in enumerate(shares) if share > 0]
    return Rivals(
        tuple(opponents[place] for place in met),
        tuple(shares[place] for place in met),
        # An opponent's chance does not depend on who else has a share.
        tuple(place + 1 for place in met),
    )


def plan_improve(
    deck: DeckLike,
    against: Sequence[DeckLike],
    terms: Terms,
    *,
    budget: int | str | None = None,
    field_file: Path | str | None = None,
    pool: Path | str | Mapping[str, int] = ALL,
    keep: Sequence[str] = (),
    swaps: int = 1,
    bans: Path | str | None = None,
    jobs: int = 1,
    begun: int | None = None,
) -> ImproveStudy:
    """Everything that ``improve`` checks before it plays; UcgsimError for what can't be searched.

    ``budget``: games, or a text such as "2e6" or "10m", of which a time is measured here; ``begun``: games of a search
    that was given the same time, and stays as long as it is.
    """
    if not 1 <= swaps <= MOST_SWAPS:
        raise UcgsimError(f"{swaps} swaps; give 1 to {MOST_SWAPS}")
    (mine,) = given_decks((deck,), terms)
    met, cards = rivals(against, field_file, terms), read_pool(pool, (mine,), terms, bans=bans)
    kept = kept_numbers(keep, mine, terms.catalog)
    study = study_of(mine, met, terms, cards, swaps=swaps, kept=kept, field_file=field_file)
    return with_budget(study, budget, jobs=jobs, begun=begun)


def plan_build(
    characters: Sequence[str],
    against: Sequence[DeckLike],
    terms: Terms,
    *,
    budget: int | str | None = None,
    field_file: Path | str | None = None,
    pool: Path | str | Mapping[str, int] = ALL,
    swaps: int = DEFAULT_CHAIN_SWAPS,
    bans: Path | str | None = None,
    jobs: int = 1,
    begun: int | None = None,
) -> ImproveStudy:
    """Everything that ``build`` checks before it plays; UcgsimError for what can't be searched."""
    if not 1 <= swaps <= MOST_CHAIN_SWAPS:
        raise UcgsimError(f"{swaps} swaps; give 1 to {MOST_CHAIN_SWAPS}")
    names = known_characters(characters, terms.catalog)
    everything = read_pool(pool, (), terms, bans=bans)
    size = rules_version(terms.rules).deck_size
    limits = fitting(names, everything.limits, terms.catalog, size)
    start = chain_deck(names, limits, terms.catalog, size)
    cards, met = CopyLimits(limits, everything.source, everything.unplayable), rivals(against, field_file, terms)
    study = study_of(start, met, terms, cards, swaps=swaps, characters=names, field_file=field_file)
    return with_budget(study, budget, jobs=jobs, begun=begun)


def study_of(
    mine: Deck,
    met: Rivals,
    terms: Terms,
    pool: CopyLimits,
    *,
    swaps: int,
    kept: tuple[str, ...] = (),
    field_file: Path | str | None = None,
    characters: tuple[str, ...] = (),
) -> ImproveStudy:
    """A study of a deck against these, with no budget yet; UcgsimError for a policy that practises with its list."""
    for name in terms.policies:
        player = parse_policy(name)
        if player.is_practised:
            raise UcgsimError(f"policy {name}: would have to practise with every build; search with planner")
        if player.own is not None:
            raise UcgsimError(f"policy {name}: is written in Python, which plays too few games; search with planner")
    opponents = [replace(deck, name=f"{deck.name} (opponent)") if deck == mine else deck for deck in met.decks]
    mine, *others = distinct_names((mine, *opponents))
    terms = in_the_field(terms, *((others, met.weights) if field_file is not None else ()))
    field = None if field_file is None else Path(field_file)
    theirs = (tuple(others), met.weights, met.matchups)
    return ImproveStudy(mine, *theirs, terms, pool, kept, swaps, 0, field=field, characters=characters)


def with_budget(
    study: ImproveStudy, budget: int | str | None, *, jobs: int = 1, begun: int | None = None
) -> ImproveStudy:
    """The study with the budget that is asked, or else the usual one; UcgsimError where it can't say anything."""
    if not study.builds:
        raise UcgsimError(f"{study.deck.name}: no card of the pool may come in; name a larger --pool, or --keep fewer")
    games = max(DEFAULT_GAMES, study.smallest) if budget is None else begun or _games(budget, study, jobs)
    if games < study.smallest:
        is_time = isinstance(budget, str) and not begun and games_in_text(budget) is None
        here = f", {games:,} games here," if is_time else " games"
        raise UcgsimError(
            f"a budget of {budget if is_time else f'{games:,}'}{here} is too small to say anything of "
            f"{plural(study.builds, 'build')}; give {study.smallest:,} games or more"
        )
    return replace(study, budget=games, asked="" if budget is None else str(budget))


def _games(budget: int | str, study: ImproveStudy, jobs: int) -> int:
    """Games of a budget; a time is measured."""
    games = budget if isinstance(budget, int) else games_in_text(budget)
    if games is not None:
        return games
    seconds = seconds_in_text(str(budget))
    return min(max(int(games_a_second(study, jobs=jobs, most=seconds / 10) * seconds), 1), MAX_GAMES)


def games_a_second(study: ImproveStudy, *, jobs: int, most: float = MEASURED_FOR) -> float:
    """Games a second of all processes together: measured, for ``most`` seconds at most."""
    tables = [lay_out((study.deck, opponent), study.terms) for opponent in study.opponents]
    dealt = [Dealt(table, study.terms.seed, each) for table, each in zip(tables, study.matchups, strict=True)]
    return games_per_second(dealt, min(MEASURED_FOR, most)) * min(jobs, cores())


def games_in_text(text: str) -> int | None:
    """A number of games such as 2e6, 2M, 500k or 2,000,000; None for anything else."""
    read = _GAMES.fullmatch(text.strip())
    if read is None:
        return None
    games = float(re.sub("[_,]", "", read["number"])) * _UNITS[read["unit"]]
    if not 1 <= games <= MAX_GAMES:
        raise UcgsimError(f"a budget of {text.strip()} games; give 1 to {MAX_GAMES:,}")
    return int(games)


def seconds_in_text(text: str) -> float:
    """A time such as 90s, 10m or 1h; UcgsimError for what is neither a time nor a number of games."""
    try:
        budget = read_budget(text)
    except UcgsimError:
        budget = Budget()
    if budget.seconds is None:
        raise UcgsimError(f"{text!r} is no budget; give a number of games such as 2e6 or 2M, or a time such as 10m")
    return budget.seconds


def _limits(data: Mapping[str, Any], name: str) -> dict[str, int]:
    limits = data[name]
    if not isinstance(limits, dict) or not all(type(copies) is int and copies > 0 for copies in limits.values()):
        raise ValueError("limits are not copies of numbers")
    return dict(limits)


PLAN = Form(
    deck=DECK,
    **MEETINGS,
    limits=FieldKind(_limits, dict, at="pool.limits"),
    kept=TEXTS,
    swaps=between(1, MOST_CHAIN_SWAPS),
    budget=between(1, MAX_GAMES),
)
CONTEXT = Form(
    asked=TEXT,
    field=maybe(PLACE),
    pool=maybe(PLACE).of("pool.source"),
    unplayable=TEXTS.of("pool.unplayable"),
    characters=TEXTS,
)


def read_study(values: dict[str, Any], catalog: Catalog) -> ImproveStudy:
    """The search of fields of both forms; ValueError where they do not go together."""
    values = read_meetings(values, catalog)
    return ImproveStudy(**values | {"pool": CopyLimits(**values["pool"])})
