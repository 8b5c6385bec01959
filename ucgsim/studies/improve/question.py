"""The cards that would make a deck better: what is searched and asked, how it is played, and what a folder holds."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.arguments import checked
from ucgsim.cards.versions import DEFAULT_RULES, Procedure, rules_version
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.files.sealed import as_kept
from ucgsim.files.writing import drop_leftovers
from ucgsim.report.staging import staging
from ucgsim.report.watching import watched
from ucgsim.showing import command_line
from ucgsim.simulate.kept import PARTS, REMEDY, KeptFolder
from ucgsim.simulate.plan import MAX_GAMES, blank_words, deck_json, refuse_differing
from ucgsim.simulate.same_chance.compare import lay_out_meetings
from ucgsim.simulate.speed import Dealt, games_per_second
from ucgsim.simulate.table import lay_out, lay_out_with, versions_now
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.values import NOT_EXPECTED, reading, text, texts, whole
from ucgsim.simulate.working.cores import cores
from ucgsim.studies.check import CHECK, Budget, read_budget, read_budgets, read_check
from ucgsim.studies.compare.question import (
    COMPARE,
    Cards,
    CompareStudy,
    bare,
    check_plan,
    play_compare,
    read_compare,
    read_decks,
    read_matchups,
    read_place,
    read_shares,
    read_terms,
)
from ucgsim.studies.compare.question import read_study as read_compared
from ucgsim.studies.given import distinct_names, given_decks, in_the_field, refuse_repeated, with_all
from ucgsim.studies.improve.answer import ImproveResult
from ucgsim.studies.improve.climb import Climb, Course, climb, refuse_small, smallest_budget
from ucgsim.studies.improve.games import Games, read_part
from ucgsim.studies.improve.pool import ALL, Pool, chain_deck, fitting, kept_numbers, known_characters, read_pool
from ucgsim.studies.weights import equal_weights, field_rows, read_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck, DeckLike
    from ucgsim.studies.compare.answer import CompareResult
    from ucgsim.studies.improve.climb import Change

IMPROVE = "improve.json"
FORMAT = 1
"""Rises whenever plan or parts of a search change their meaning, and whenever the search goes other ways."""
MOST_PARTS = 200_000
DEFAULT_GAMES = 2_000_000
"""Games of a search where nothing is said; more where so many can't say anything."""
MOST_SWAPS = 4
DEFAULT_CHAIN_SWAPS, MOST_CHAIN_SWAPS = 6, 12
"""Cards that a deck made of chains may change; it is nobody's own, so more of them."""
AT_A_TABLE = 200
"""Cards of the pool at one table beside those of the decks, where what all cards do is put into a fingerprint."""
SAMPLE = 5
"""Parts that are played again where somebody wants to know whether they are the same."""
MEASURED_FOR = 1.0
"""Seconds in which the speed is taken, or a tenth of the time there is."""
_GAMES = re.compile(r"(?P<number>\d+(?:[_,]\d{3})*(?:\.\d+)?(?:[eE]\+?\d{1,2})?)(?P<unit>[kM]?)")
_UNITS = {"": 1, "k": 1_000, "M": 1_000_000}


@checked
def improve(
    deck: DeckLike,
    against: Sequence[DeckLike] = (),
    *,
    field: Path | str | None = None,
    pool: Path | str | Mapping[str, int] = ALL,
    keep: Sequence[str] = (),
    swaps: int = 1,
    budget: int | str | None = None,
    bans: Path | str | None = None,
    policy: str = DEFAULT_POLICY,
    policy_b: str | None = None,
    seed: int = 1,
    jobs: int | None = None,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
    out: Path | str | None = None,
    check: str | None = None,
    check_games: int | None = None,
    check_budget: str | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
    heard: Callable[[str], object] | None = None,
) -> ImproveResult:
    """Which cards should leave a deck and which come in; raises UcgsimError for what can't be searched.

    Args:
        deck: its name, its file, a ``Deck``, or counts by card number.
        against: opponents; those of ``field`` without any.
        field: a CSV file of decks and their shares, which names the opponents where ``against`` does not.
        pool: which cards may come in: "all", a file of the cards that are owned, or counts by number.
        keep: numbers of cards that do not leave.
        swaps: how many cards may leave, 1 to 4.
        budget: games, or a text such as "2e6" or "10m".
        bans: a file of bans, of which those in force count.
        policy: who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).
        policy_b: how the opponents decide; as the deck does where None.
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        catalog: the cards, where it is not the imported or the shipped one.
        out: a folder to keep it in, where it goes on, and grows with a larger budget.
        check: a policy under which the best are asked again, such as ``search:16,with=planner``.
        check_games: games of that check.
        check_budget: or what it may take: a time such as "30s", or a precision such as "2pp".
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more games are done.
        heard: is told in words how the race goes.
    """
    terms = Terms.of(policy=policy, policy_b=policy_b, seed=seed, rules=rules, play_blank=play_blank, catalog=catalog)
    terms, begun = terms.but(redraw_procedure=redraw_procedure), begun_games(None if out is None else Path(out), budget)
    checked_by = read_check(check, terms.policies, check_games), check_games, read_budgets(check_games, check_budget)
    options: dict[str, Any] = {"budget": budget, "field_file": field, "pool": pool, "keep": keep, "bans": bans}
    study = plan_improve(deck, against, terms, swaps=swaps, jobs=cores(jobs), begun=begun, **options)
    return searched(study, checked_by, jobs=cores(jobs), out=out, progress=progress, advance=advance, heard=heard)


@checked
def build(
    characters: Sequence[str],
    against: Sequence[DeckLike] = (),
    *,
    field: Path | str | None = None,
    pool: Path | str | Mapping[str, int] = ALL,
    swaps: int = DEFAULT_CHAIN_SWAPS,
    budget: int | str | None = None,
    bans: Path | str | None = None,
    policy: str = DEFAULT_POLICY,
    policy_b: str | None = None,
    seed: int = 1,
    jobs: int | None = None,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
    out: Path | str | None = None,
    check: str | None = None,
    check_games: int | None = None,
    check_budget: str | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
    heard: Callable[[str], object] | None = None,
) -> ImproveResult:
    """A deck of these characters: the search of ``improve`` from a start made of their chains.

    Args:
        characters: names; cards that come in bear one of them or none, as scenes do, or any where these make no deck.
        against: opponents; those of ``field`` without any.
        field: a CSV file of decks and their shares, which names the opponents where ``against`` does not.
        pool: which cards may come in: "all", a file of the cards that are owned, or counts by number.
        swaps: how many cards may be swapped at a time, 1 to 4.
        budget: games, or a text such as "2e6" or "10m".
        bans: a file of bans, of which those in force count.
        policy: who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).
        policy_b: how the opponents decide; as the deck does where None.
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        catalog: the cards, where it is not the imported or the shipped one.
        out: a folder to keep it in, where it goes on, and grows with a larger budget.
        check: a policy under which the best are asked again, such as ``search:16,with=planner``.
        check_games: games of that check.
        check_budget: or what it may take: a time such as "30s", or a precision such as "2pp".
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more games are done.
        heard: is told in words how the race goes.

    Raises:
        UcgsimError: what can't be searched.
    """
    terms = Terms.of(policy=policy, policy_b=policy_b, seed=seed, rules=rules, play_blank=play_blank, catalog=catalog)
    terms, begun = terms.but(redraw_procedure=redraw_procedure), begun_games(None if out is None else Path(out), budget)
    checked_by = read_check(check, terms.policies, check_games), check_games, read_budgets(check_games, check_budget)
    options: dict[str, Any] = {"budget": budget, "field_file": field, "pool": pool, "swaps": swaps, "bans": bans}
    study = plan_build(characters, against, terms, jobs=cores(jobs), begun=begun, **options)
    return searched(study, checked_by, jobs=cores(jobs), out=out, progress=progress, advance=advance, heard=heard)


def searched(
    study: ImproveStudy,
    checked_by: tuple[str | None, int | None, Budget | None],
    *,
    jobs: int,
    out: Path | str | None,
    progress: bool | None,
    advance: Callable[[int], object] | None,
    heard: Callable[[str], object] | None,
) -> ImproveResult:
    """Carry out a planned search, show how far it is, and check it where a policy is named."""
    with watched(progress, advance, study.budget) as tell:
        result = search(study, jobs=jobs, out=out, advance=tell, heard=heard)
    second, games, limit = checked_by
    return result if second is None else check_improve(result, second, games, limit, jobs=jobs, out=out)


@dataclass(frozen=True, eq=False)
class ImproveStudy:
    """What is searched: builds of ``deck`` from ``pool``, up to ``swaps`` cards away, against ``opponents``.

    ``budget``: games in all; ``asked``: how it was said. ``matchups`` tell the opponents' chances apart.
    """

    deck: Deck
    opponents: tuple[Deck, ...]
    weights: tuple[float, ...]
    matchups: tuple[int, ...]
    terms: Terms
    pool: Pool
    kept: tuple[str, ...]
    swaps: int
    budget: int
    asked: str = ""
    field: Path | None = None
    characters: tuple[str, ...] = ()
    """Whom to play, where the deck was made of their chains and is nobody's own."""
    read: Cards | None = None
    """Where the study was read from a folder, what was played there."""

    @cached_property
    def course(self) -> Course:
        """What is searched."""
        return Course(dict(self.deck.counts), self.pool.limits, self.kept, self.swaps, self.budget)

    @property
    def labels(self) -> tuple[str, str]:
        """Policies of the deck and of its opponents, with their versions."""
        return self.terms.labels if self.read is None else self.read.labels

    @cached_property
    def cards(self) -> Cards:
        """What the games are told about the cards: fingerprints, blank ones, edited ones, versions."""
        return self.read if self.read is not None else _cards(self)

    @property
    def command(self) -> str:
        """The command that searches again."""
        words = ["ucgsim", "build", "--characters", ",".join(self.characters)] if self.characters else []
        words = words or ["ucgsim", "improve", str(self.deck.source or self.deck.name)]
        for other in self.opponents:
            words += ["--against", str(other.source or other.name)]
        words += ["--field", str(self.field)] if self.field is not None else []
        words += ["--pool", str(self.pool.source)] if self.pool.source is not None else []
        for number in self.kept:
            words += ["--keep", number]
        words += ["--swaps", str(self.swaps), "--budget", str(self.budget), *self.terms.words]
        return command_line([*words, *blank_words(self.cards.blank)])

    @property
    def plan_json(self) -> dict[str, Any]:
        """All that decides what is played, as plain values."""
        return {
            "deck": bare(self.deck),
            "opponents": [bare(deck) for deck in self.opponents],
            "shares": list(self.weights),
            "matchups": list(self.matchups),
            "limits": dict(self.pool.limits),
            "kept": list(self.kept),
            "swaps": self.swaps,
            "budget": self.budget,
            "policies": list(self.terms.policies),
            "seed": self.terms.seed,
            "rules": self.terms.rules,
            "redraw_procedure": self.terms.redraw_procedure.value,
            "cards": list(self.cards.fingerprints),
            "blank": list(self.cards.blank),
            "edited": list(self.cards.edited),
            "versions": self.cards.versions,
        }

    @property
    def beside_json(self) -> dict[str, Any]:
        """What else its report says: where files lie, how the budget was said, what could not be played."""
        return {
            "sources": [deck_json(deck)["source"] for deck in (self.deck, *self.opponents)],
            "asked": self.asked,
            "field": None if self.field is None else str(self.field),
            "pool": None if self.pool.source is None else str(self.pool.source),
            "unplayable": list(self.pool.unplayable),
            "characters": list(self.characters),
        }


def _cards(study: ImproveStudy) -> Cards:
    catalog, numbers = study.terms.catalog, sorted(study.pool.limits)
    marks, blank, edited = [], set(), set()
    for opponent in study.opponents:
        for start in range(0, len(numbers) if opponent is study.opponents[0] else 1, AT_A_TABLE):
            beside = [catalog[number] for number in numbers[start : start + AT_A_TABLE]]
            table, _ = lay_out_with((study.deck, opponent), study.terms, beside)
            marks.append(table.fingerprint)
            blank |= {*table.blank}
            edited |= {*table.edited}
    mark = hashlib.sha256(" ".join(marks).encode()).hexdigest()[:16]
    return Cards((mark,), tuple(sorted(blank)), tuple(sorted(edited)), versions_now(study.terms.labels))


class Rivals(NamedTuple):
    """Opponents that are met, their shares, and numbers that tell their chances apart."""

    decks: tuple[Deck, ...]
    weights: tuple[float, ...]
    matchups: tuple[int, ...]


def rivals(against: Sequence[DeckLike], field_file: Path | str | None, terms: Terms) -> Rivals:
    """Whom to play against; without ``against`` the file of the field names the decks.

    Raises UcgsimError where nobody is named.
    """
    listed = with_all(against) if against else _in_file(field_file)
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


def _in_file(field_file: Path | str | None) -> list[DeckLike]:
    """The decks that a file of the field names, by their files or names."""
    if field_file is None:
        return []
    return [Path(row.deck) for row in field_rows(Path(field_file))]


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
    cards, met = Pool(limits, everything.source, everything.unplayable), rivals(against, field_file, terms)
    study = study_of(start, met, terms, cards, swaps=swaps, characters=names, field_file=field_file)
    return with_budget(study, budget, jobs=jobs, begun=begun)


def study_of(
    mine: Deck,
    met: Rivals,
    terms: Terms,
    pool: Pool,
    *,
    swaps: int,
    kept: tuple[str, ...] = (),
    field_file: Path | str | None = None,
    characters: tuple[str, ...] = (),
) -> ImproveStudy:
    """A study of a deck against these, with no budget yet."""
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
    builds = len(study.course.singles)
    if not builds:
        raise UcgsimError(f"{study.deck.name}: no card of the pool may come in; name a larger --pool, or --keep fewer")
    smallest = smallest_budget(builds, study.swaps, study.weights)
    games = max(DEFAULT_GAMES, smallest) if budget is None else begun or _games(budget, study, jobs)
    refuse_small(games, smallest, builds)
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


def search(
    study: ImproveStudy,
    *,
    jobs: int = 1,
    out: Path | str | None = None,
    advance: Callable[[int], object] | None = None,
    heard: Callable[[str], object] | None = None,
) -> ImproveResult:
    """Carry out a planned search; ``advance`` is told how many more games are done, ``heard`` how the race goes.

    What is played does not depend on ``jobs``. With ``out``, what is kept there is not played again.
    """
    if out is None:
        return ImproveResult(study, climb(Games(study, jobs=jobs, advance=advance), study.course, heard))
    path = Path(out)
    with only_one(path):
        kept_folder(path).begin(study.plan_json, study.beside_json, keys=part_keys())
        return go_on(Games(study, jobs=jobs, advance=advance), path, heard)


def go_on(games: Games, path: Path, heard: Callable[[str], object] | None = None) -> ImproveResult:
    """The same for a folder that has begun and that the caller holds (`files.lock`).

    What is damaged there is played again, and ends with the same bytes.
    """
    study, folder = games.study, kept_folder(path)
    _drop_damaged(games, folder)
    with folder.ledger(part_keys()) as ledger:
        take_stored(games, path, ledger.kept)
        games.ledger = ledger
        result = ImproveResult(study, climb(games, study.course, heard))
    _write_page(result, path)
    return result


def _drop_damaged(games: Games, folder: KeptFolder) -> None:
    """Leave the parts before the first that is damaged; what comes after it is known, and stored again in its turn."""
    sound: list[Any] = []
    for number, (_, value) in sorted(folder.legible(part_keys()).items()):
        with suppress(UcgsimError, *NOT_EXPECTED):
            games.legible |= games.points_of(value)
            sound += [value] if number == len(sound) else []
    folder.put(part_keys(), sound)


def check_improve(
    result: ImproveResult,
    policy: str,
    games: int | None = None,
    budget: Budget | None = None,
    *,
    jobs: int = 1,
    out: Path | str | None = None,
    advance: Callable[[int], object] | None = None,
) -> ImproveResult:
    """The same with the builds that are surely better asked again, ``policy`` playing both sides.

    ``games`` of each build against each opponent, or as many as a ``budget`` allows for all of them.
    """
    if out is None:
        return replace(result, checks=_checks(result, policy, games, budget, jobs=jobs, out=None, advance=advance))
    with only_one(Path(out)):
        checks = _checks(result, policy, games, budget, jobs=jobs, out=Path(out), advance=advance)
        result = replace(result, checks=checks)
        _write_page(result, Path(out))
    return result


def _checks(
    result: ImproveResult,
    policy: str,
    games: int | None,
    budget: Budget | None,
    *,
    jobs: int,
    out: Path | None,
    advance: Callable[[int], object] | None,
) -> dict[Change, CompareResult]:
    """The deck and every build that is surely better, compared under another policy; each has its share of a time."""
    if budget is not None and budget.seconds is not None:
        budget = replace(budget, seconds=budget.seconds / max(len(result.sure), 1))
    checks = {}
    for change in result.sure:
        place = None if out is None else check_folder(out, result, change)
        study = check_plan(_comparison(result, change), policy, games, budget, jobs=jobs)
        if place is not None and budget is not None and (place / COMPARE).is_file():
            # A time is measured anew each time; a check that was begun stays as long as it is.
            study = replace(study, each=read_compared(place, study.terms.catalog).each)
        checks[change] = play_compare(study, jobs=jobs, out=place, advance=advance)
    return checks


def _comparison(result: ImproveResult, change: Change) -> CompareStudy:
    """The deck and a build of it, to be compared."""
    study = result.study
    builds = (study.deck, change.build(study.deck))
    return CompareStudy(
        builds=builds,
        opponents=study.opponents,
        meetings=lay_out_meetings(builds, study.opponents, study.matchups, study.terms),
        each=result.fresh_games,
        terms=study.terms,
        among_themselves=False,
        shares=study.weights,
        field=study.field,
        again=study.command,
    )


def _write_page(result: ImproveResult, path: Path) -> None:
    from ucgsim.studies.improve.page import write_improve  # noqa: PLC0415 - loads matplotlib

    with staging() as stage:
        write_improve(result, stage.of(path))


def kept_folder(path: Path) -> KeptFolder:
    """The folder of a search."""
    return KeptFolder(path, IMPROVE, "search for a better deck", FORMAT, growing="budget")


@cache
def part_keys() -> list[str]:
    """What parts are called: they come in the order in which the search asks for them, and say what they are.

    A search with a larger budget takes what a smaller one played and plays only what is missing.
    """
    return [str(number) for number in range(MOST_PARTS)]


def begun_games(path: Path | None, asked: int | str | None) -> int | None:
    """Games of the search that was begun in a folder with the same words for its budget; None where there is none."""
    if path is None or not isinstance(asked, str) or not (path / IMPROVE).is_file():
        return None
    plan, beside = kept_folder(path).read()
    return plan["budget"] if beside.get("asked") == asked and type(plan.get("budget")) is int else None


def read_study(path: Path, catalog: Catalog) -> ImproveStudy:
    """The search that a folder was made for; UcgsimError where it cannot be read."""
    plan, beside = kept_folder(path).read()
    with reading(path / IMPROVE, "the plan of a search for a better deck", "name another folder"):
        deck, *opponents = read_decks([plan["deck"], *plan["opponents"]], beside)
        return ImproveStudy(
            deck=deck,
            opponents=tuple(opponents),
            weights=read_shares(plan, len(opponents)),
            matchups=read_matchups(plan, len(opponents)),
            terms=read_terms(plan, catalog),
            pool=Pool(_limits(plan), read_place(beside, "pool"), texts(beside, "unplayable")),
            kept=texts(plan, "kept"),
            swaps=whole(plan, "swaps", 1, MOST_CHAIN_SWAPS),
            budget=whole(plan, "budget", 1, MAX_GAMES),
            asked=text(beside, "asked"),
            field=read_place(beside, "field"),
            characters=texts(beside, "characters"),
            read=Cards.of_plan(plan),
        )


def _limits(plan: Mapping[str, Any]) -> dict[str, int]:
    limits = plan["limits"]
    if not isinstance(limits, dict) or not all(type(each) is int and each > 0 for each in limits.values()):
        raise ValueError("limits are not copies of numbers")
    return dict(limits)


def take_stored(games: Games, path: Path, values: Sequence[Any]) -> None:
    """Take in what a folder stored; UcgsimError names a line that holds no part of this search."""
    for line, value in enumerate(values, start=1):
        with reading(f"{path / PARTS}, line {line}", "a part of this search", REMEDY):
            games.stored |= games.points_of(value)


def read_climb(path: Path, study: ImproveStudy) -> Climb:
    """What a search that is stored in a folder did; UcgsimError where it is not finished or can't be read."""
    games = Games(study, whole=path)
    take_stored(games, path, kept_folder(path).parts(part_keys()))
    return climb(games, study.course)


def study_again(path: Path, catalog: Catalog) -> ImproveStudy:
    """What searches again in a folder; UcgsimError where it was played with other cards or policies."""
    read = read_study(path, catalog)
    study = replace(read, read=None)
    now, plan = as_kept(study.plan_json), kept_folder(path).read()[0]
    refuse_differing(path, [name for name in now if now[name] != plan.get(name)])
    return study


def read_improve(path: Path, catalog: Catalog, *, check: bool = True) -> ImproveResult:
    """The search that is kept in a folder, with the checks that lie there.

    Raises UcgsimError where there is none, it is not finished, of another format, or cannot be read.
    """
    study = read_study(path, catalog)
    result = ImproveResult(study, read_climb(path, study))
    if not check:
        return result
    checks = {}
    for change in result.sure:
        folder = check_folder(path, result, change)
        if (folder / COMPARE).is_file():
            checks[change] = read_compare(folder, catalog, check=False)
    return replace(result, checks=checks)


def check_folder(path: Path, result: ImproveResult, change: Change) -> Path:
    """Where the check of a build lies."""
    return path / CHECK / change.build(result.study.deck).fingerprint


def refuse_bad_plan(path: Path, catalog: Catalog) -> None:
    """Raise UcgsimError where the plan of a search can't be read."""
    read_study(path, catalog)


def refuse_bad_parts(path: Path, catalog: Catalog, *, replay: bool) -> None:
    """Raise UcgsimError where parts are damaged, are not all there, or tell something else than is played."""
    read_climb(path, read_study(path, catalog))
    if replay:
        _refuse_other(path, Games(study_again(path, catalog)))


def _refuse_other(path: Path, games: Games) -> None:
    values = kept_folder(path).parts(part_keys())
    for place in sorted(Random(0).sample(range(len(values)), min(SAMPLE, len(values)))):
        part, points = read_part(values[place], games.weights)
        if games.again(part) != points:
            raise UcgsimError(
                f"{path / PARTS}, line {place + 1}: holds other games than are played; delete this line, and "
                f"`ucgsim run repair {path}` plays it anew"
            )


def checks_in(path: Path) -> list[Path]:
    """The folders of the checks of single builds."""
    place = path / CHECK
    return sorted(each for each in place.iterdir() if each.is_dir()) if place.is_dir() else []


def repair_search(path: Path, catalog: Catalog, *, jobs: int = 1) -> tuple[int, int, str]:
    """Play again what a folder lacks or holds damaged: how many games of how many.

    Raises UcgsimError where it was played with other cards, effects or policies, or its plan was changed since.
    """
    with only_one(path):
        drop_leftovers(path)
        games = Games(study_again(path, catalog), jobs=jobs)
        result = go_on(games, path)
    return games.played, result.games, "games"
