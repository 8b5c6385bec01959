"""A card of a run replaced in the same games: what the card does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from ucgsim.cards.card import base_number
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError
from ucgsim.policies.policy_files import own_file
from ucgsim.safe_text import command_line
from ucgsim.simulate.installed import named_policy
from ucgsim.simulate.plan import First, Terms, blank_words
from ucgsim.simulate.same_chance import lay_out_meetings
from ucgsim.studies.cards.watched import Watched, read_watched
from ucgsim.studies.compare.plan import CompareStudy
from ucgsim.studies.compare.question import CompareQuestion
from ucgsim.studies.decks import given_decks
from ucgsim.studies.kit.run_options import RunSettings, WorkOptions, takes
from ucgsim.studies.weights import equal_weights

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.studies.compare.answer import CompareResult


def parse_swap(text: str) -> tuple[str, str]:
    """The two card numbers of ``OLD=NEW``; UcgsimError where it is not of that form."""
    old, sign, new = text.partition("=")
    if not sign:
        raise UcgsimError(f"swap {text!r}: give the card that leaves and the one that comes, as BP01-001=BP01-002")
    return base_number(old.strip()), base_number(new.strip())


def swapped(deck: Deck, old: str, new: str, catalog: Catalog) -> Deck:
    """The deck with every copy of a card replaced; UcgsimError where it holds none, or ``new`` is unknown."""
    counts = dict(deck.counts)
    if old not in counts:
        raise UcgsimError(f"swap {old}={new}: {deck.name} holds no {old}; it holds {', '.join(counts)}")
    if new not in catalog:
        near = ", ".join(catalog.nearest(new))
        raise UcgsimError(f"swap {old}={new}: the catalog holds no {new}{f'; nearest are {near}' if near else ''}")
    if old == new:
        raise UcgsimError(f"swap {old}={new}: both are one card; name another one to come in")
    copies = counts.pop(old)
    counts[new] = counts.get(new, 0) + copies
    return Deck(f"{deck.name} with {new}", tuple(counts.items()))


def _refuse_blank(watched: Watched, play_blank: Collection[str]) -> None:
    """Refuse to take the text of a card that the run played with it: its games would be others."""
    decks = [deck for subject in watched.subjects for deck in subject.plan.decks]
    held = {number for deck in decks for number, _ in deck.counts}
    if changed := sorted(held.intersection(play_blank).difference(watched.plan.blank)):
        text = f"was played with the text of {', '.join(changed)}"
        raise UcgsimError(f"{watched.run}: {text}; name only cards that come in")


def _players(watched: Watched, policy: str | None) -> tuple[str, str]:
    """Who plays the deck and who its opponents."""
    names_file = policy in watched.policies and own_file(policy or "") is not None
    return watched.policies if policy is None or names_file else (policy, policy)


def plan_swap(
    watched: Watched, swap: str, catalog: Catalog, *, play_blank: Collection[str] = (), policy: str | None = None
) -> CompareStudy:
    """The games of a run with a card of the deck that is watched replaced, next to the same games as they were.

    ``policy`` plays all sides of both, on the shuffles of the run; those that played the run where nothing is said, or
    where it is one of the user's own that played there: that only says where its file is.
    ``play_blank`` names cards coming in to play without their text, "all" every one whose text can't be played.
    Raises UcgsimError for a swap that makes no legal deck, for a run in which one side always leads, and where
    ``play_blank`` names a card that the run played with its text.
    """
    plan, deck = watched.plan, watched.deck
    if plan.first is not First.THROW:
        raise UcgsimError(
            f"{watched.run}: one side always leads there, and a comparison lets both; play without --first"
        )
    _refuse_blank(watched, play_blank)
    terms = Terms.of_plan(plan, catalog).but(policies=_players(watched, policy))
    (changed,) = given_decks((swapped(deck, *parse_swap(swap), catalog),), terms)
    meetings = [
        meeting
        for opponent, subject, side in zip(watched.opponents, watched.subjects, watched.sides, strict=True)
        for meeting in lay_out_meetings(
            (deck, changed),
            (opponent,),
            (subject.plan.matchup,),
            terms.but(play_blank=(*subject.plan.blank, *play_blank)),
            side=side,
        )
    ]
    return CompareStudy(
        builds=(deck, changed),
        opponents=tuple(
            replace(other, name=f"{other.name} (opponent)") if other == deck else other for other in watched.opponents
        ),
        weights=equal_weights([other.name for other in watched.opponents]),
        matchups=tuple(subject.plan.matchup for subject in watched.subjects),
        meetings=tuple(meetings),
        each=watched.games,
        terms=terms,
        among_themselves=False,
        again=command_line(
            [*watched.command, "--swap", swap, *(["--policy", policy] if policy else []), *blank_words(play_blank)]
        ),
    )


@takes(WorkOptions)
def swap_cards(
    run: Path | str,
    swaps: Sequence[str],
    *,
    side: str | None = None,
    deck: str | None = None,
    play_blank: Collection[str] = (),
    policy: str | None = None,
    **options: Unpack[WorkOptions],
) -> list[CompareResult]:
    """Play the games of a run again with a card replaced, once for each swap, and compare.

    Args:
        run: the folder of a duel or of a matrix that was saved.
        swaps: each ``OLD=NEW``, by card number.
        side: "a" or "b", for a duel.
        deck: or the name of the deck; a matrix needs it, and all opponents count alike.
        play_blank: numbers of cards coming in to play without their text; "all" in it means every one that can't
            be played.
        policy: who decides in both builds; as in the run where None.

    Raises:
        UcgsimError: a swap that can't be made, and as ``worth`` does.
    """
    policy = None if policy is None else named_policy(policy)
    settings = RunSettings.of(options)
    games = read_watched(Path(run), settings.catalog, side=side, deck=deck)
    studies = [plan_swap(games, swap, settings.catalog, play_blank=play_blank, policy=policy) for swap in swaps]
    with settings.watch("swap", sum(study.games for study in studies)) as advance:
        return [CompareQuestion(study).play(jobs=settings.jobs, advance=advance) for study in studies]
