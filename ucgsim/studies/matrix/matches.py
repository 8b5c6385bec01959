"""A matrix of matches instead of games: best of three, two decks a player, time called."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.arguments import checked
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.report.watching import watched
from ucgsim.simulate.matches.plan import MOST_TURNS, lay_out_matches
from ucgsim.simulate.matches.played import Format, play_matches
from ucgsim.simulate.plan import equal_halves
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.working.cores import cores
from ucgsim.studies.given import given_decks, in_the_field, refuse_repeated, with_all
from ucgsim.studies.matrix.match_folder import MatchCounts, begun_folder, keys, part_json, read_counts, read_parts
from ucgsim.studies.matrix.result import MatchMatrix
from ucgsim.studies.weights import given_field, keep_field, kept_field

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck, DeckLike
    from ucgsim.simulate.kept import Ledger
    from ucgsim.simulate.matches.plan import MatchStudy
    from ucgsim.simulate.matches.played import MatchPart
    from ucgsim.studies.weights import GivenField

DEFAULT_MATCHES = 2000
"""Matches for each two players."""
DECKS_OF = {Format.BO1: 1, Format.BO3: 1, Format.TWO_DECK: 2}


@checked
def matches(
    decks: Sequence[DeckLike],
    *,
    match: Format | str = Format.BO3,
    turns: int | None = None,
    games: int = DEFAULT_MATCHES,
    policy: str = DEFAULT_POLICY,
    seed: int = 1,
    jobs: int | None = None,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    field: Path | str | None = None,
    play_blank: Collection[str] = (),
    out: Path | str | None = None,
    catalog: Catalog | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> MatchMatrix:
    """Play matches of every two players.

    Args:
        decks: one of each player, or two in a row with "two-deck-bo3"; each as for ``duel``.
        match: "bo1", "bo3" or "two-deck-bo3".
        turns: time is called in this turn of the match, counted over its games; it ends, one more may follow, and the
            floor rules decide.
        games: matches for each two players.
        policy: who decides: ``planner``, ``greedy``, ``search:16,with=planner`` and others (``ucgsim policies``).
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        field: a CSV file of players and their shares in the field; equal shares without.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        out: a folder to keep what is played in, where an interrupted run goes on.
        catalog: the cards, where it is not the imported or the shipped one.
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more matches are done.

    Raises:
        UcgsimError: whatever can't be played.
    """
    terms = Terms.of(policy=policy, seed=seed, rules=rules, play_blank=play_blank, catalog=catalog)
    study = plan_matches(decks, terms.but(redraw_procedure=redraw_procedure), match=match, turns=turns, games=games)
    return play_watched(study, field, jobs=cores(jobs), out=out, progress=progress, advance=advance)


def play_watched(
    study: MatchStudy,
    field: Path | str | None,
    *,
    jobs: int,
    out: Path | str | None,
    progress: bool | None,
    advance: Callable[[int], object] | None,
) -> MatchMatrix:
    """Play planned matches in a field that a file names, and show how far they are."""
    given = given_field(field, study.plan.names)
    with watched(progress, advance, study.plan.matches, "matches") as tell:
        return play_study(study, jobs=jobs, field=given, out=out, advance=tell)


def plan_matches(
    decks: Sequence[DeckLike], terms: Terms, *, match: Format | str, turns: int | None, games: int
) -> MatchStudy:
    """Everything that ``matches`` checks before it plays."""
    form = _format(match)
    if turns is not None and not 1 <= turns <= MOST_TURNS:
        raise UcgsimError(f"time called in turn {turns}; it must be from 1 to {MOST_TURNS:,}")
    if games < 1:
        raise UcgsimError(f"{games} matches; it must be 1 or more")
    terms = in_the_field(terms)
    entrants = _entrants(given_decks(with_all(decks), terms), form, terms.catalog)
    return lay_out_matches(entrants, form, terms, turns=turns, each=equal_halves(games))


def _format(match: Format | str) -> Format:
    try:
        return Format(match)
    except ValueError:
        raise UcgsimError(f"match {match!r} is unknown; known are {', '.join(Format)}") from None


def _entrants(decks: Sequence[Deck], match: Format, catalog: Catalog) -> tuple[tuple[Deck, ...], ...]:
    """The decks of each player; UcgsimError where they are too few, or break the rule of two decks."""
    size = DECKS_OF[match]
    if len(decks) < 2 * size or len(decks) % size:
        wanted = "two or more decks" if size == 1 else "two decks for each of two or more players, in a row"
        raise UcgsimError(f"{match.value} with {len(decks)} deck{'s'[: len(decks) > 1]}; name {wanted}")
    if size == 1:
        refuse_repeated(decks, "name each list once")
    entrants = tuple(tuple(decks[place : place + size]) for place in range(0, len(decks), size))
    for entrant in entrants:
        _refuse_too_many(entrant, catalog)
    _refuse_same_players(entrants)
    return entrants


def _refuse_too_many(entrant: Sequence[Deck], catalog: Catalog) -> None:
    """Floor rules 6: over both decks of a player, no more copies of a number than one deck may hold."""
    copies: Counter[str] = Counter()
    for deck in entrant:
        copies.update(dict(deck.counts))
    for number, count in sorted(copies.items()):
        limit = catalog[number].copy_limit
        if limit is not None and count > limit:
            both = " and ".join(str(deck.source or deck.name) for deck in entrant)
            raise UcgsimError(f"{both}: {count} copies of {number} over both decks; at most {limit} are allowed")


def _refuse_same_players(entrants: Sequence[tuple[Deck, ...]]) -> None:
    """Two players may share a deck, but one with the same decks in the same order is the same player."""
    counted = Counter(tuple(deck.fingerprint for deck in decks) for decks in entrants)
    for decks in entrants:
        if counted[tuple(deck.fingerprint for deck in decks)] > 1:
            both = " and ".join(str(deck.source or deck.name) for deck in decks)
            raise UcgsimError(f"{both}: several players have these decks in this order; name each player once")


def play_study(
    study: MatchStudy,
    *,
    jobs: int = 1,
    field: GivenField | None = None,
    out: Path | str | None = None,
    advance: Callable[[int], object] | None = None,
) -> MatchMatrix:
    """Play planned matches; ``advance`` is told how many more are done.

    With ``out`` each part is kept there as soon as it is played, and parts that are there already are not played
    again. Raises UcgsimError where ``out`` holds anything else.
    """
    counts = MatchCounts.nothing(len(study.match_ups))
    with ExitStack() as stack:
        if out is not None:
            stack.enter_context(only_one(Path(out)))
            kept = begun_folder(Path(out), study.plan)
            field = keep_field(Path(out), field, study.plan.names)
            parts = go_on(study, jobs, stack.enter_context(kept.ledger(keys(study.plan))), Path(out))
        else:
            parts = play_matches(study.match_ups, study.plan.each, jobs=jobs)
        for part in parts:
            counts.add(part)
            if advance is not None:
                advance(part.matches)
    weights, source = field or (None, None)
    return MatchMatrix(study.plan, counts, weights=weights, field_source=source)


def go_on(study: MatchStudy, jobs: int, ledger: Ledger, path: Path) -> Iterator[MatchPart]:
    """The parts that were kept, then those that are played, each kept before it is counted."""
    yield from read_parts(path, study.plan, ledger.kept)
    for part in play_matches(study.match_ups, study.plan.each, jobs=jobs, skip=len(ledger.kept)):
        ledger.add(part_json(part))
        yield part


def read_matches(folder: Path) -> MatchMatrix:
    """The matches that were kept in ``folder``; UcgsimError where there are none or they cannot be read."""
    plan, counts = read_counts(folder)
    weights, source = kept_field(folder, plan.names) or (None, None)
    return MatchMatrix(plan, counts, weights=weights, field_source=source)
