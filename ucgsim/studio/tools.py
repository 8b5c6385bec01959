"""Five questions as an assistant asks them: plain arguments in, one object out, each with what it rests on.

Every answer has ``answer``, a sentence; ``interval``, the number that it says with its ends (``low`` and ``high`` are
the number itself where it is exact); ``games`` and ``policies``, none where nothing was played; and ``values``, those
of ``--json``. Decks are names of decks, or lists as text; files are not read and code of policies is not run, for what
an assistant is told may be anybody's words. Everything that can't be asked raises UcgsimError.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from ucgsim.cards.card import NamedCards, base_number
from ucgsim.cards.catalog import load_catalog
from ucgsim.decks.deck import Deck, refuse
from ucgsim.decks.finding import named_decks
from ucgsim.decks.names import Lexicon
from ucgsim.decks.reading import parse_deck, read_deck, unknown_numbers
from ucgsim.effects.library import known_effects
from ucgsim.effects.plain.sentences import plain_text
from ucgsim.errors import UcgsimError
from ucgsim.policies.spec import parse_policy, policy_names
from ucgsim.probability.odds import odds as odds_of
from ucgsim.report.result import plain_values
from ucgsim.studies.compare.question import compare as compare_decks
from ucgsim.studies.improve.question import improve as improve_deck
from ucgsim.studies.matrix.question import gauntlet as gauntlet_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ucgsim.cards.catalog import Catalog

MOST_GAMES = 20_000
"""Of one question: minutes, not hours."""
ENDS = ("rate", "low", "high", "confidence", "method")
MOST_CARDS = 20


def odds(deck: str, want: str, turn: int | None = None) -> dict[str, Any]:
    """How often a deck opens with what is wanted, or has seen it by a turn; exact, nothing is played.

    Args:
        deck: the name of a deck, such as belial, or a decklist as text, a line a card: 4 BP01-012.
        want: a condition on the cards, such as: level 1 >= 2 and scene >= 1.
        turn: by this turn, from 1 to 20; in the opening hand where left out.
    """
    result = odds_of(_deck(deck), want, turn=turn)
    values = plain_values(result.to_json())
    exact = values["probability"]
    ends = dict(zip(ENDS, (exact, exact, exact, 1.0, "exact"), strict=True))
    return _answer(result.answer(), "chance of what is wanted", ends, values=values)


def gauntlet(deck: str, rivals: list[str], games: int = 400, policy: str = "planner", seed: int = 1) -> dict[str, Any]:
    """How often a deck wins against each rival and against all of them.

    Args:
        deck: the name of a deck, or a decklist as text.
        rivals: names of decks, or decklists as text.
        games: games against each rival; 400 know a win rate within 5 points.
        policy: who decides on both sides: planner, greedy, random, or search:16,with=planner, which takes long.
        seed: of all chance; the same seed gives the same games.
    """
    others = _decks(rivals)
    _within(games * len(others))
    result = gauntlet_of(_deck(deck), others, games=games, policy=_policy(policy), seed=seed, progress=False)
    values = plain_values(result.to_json())
    played = {"games": values["games"], "policies": [values["policy"]]}
    return _answer(result.answer(), "share of its games won", values["overall"], **played, values=values)


def compare(
    old: str, new: str, rivals: list[str], *, games: int = 400, policy: str = "planner", seed: int = 1
) -> dict[str, Any]:
    """Whether a new build of a deck wins more than the old one, on the same shuffles against the same rivals.

    Args:
        old: the name of a deck, or a decklist as text.
        new: the other build, likewise.
        rivals: names of decks, or decklists as text.
        games: games of each build against each rival.
        policy: who decides on both sides: planner, greedy, random, or search:16,with=planner, which takes long.
        seed: of all chance; the same seed gives the same games.
    """
    others = _decks(rivals)
    _within(2 * games * len(others))
    builds, how = (_deck(old), _deck(new)), {"policy": _policy(policy), "seed": seed}
    result = compare_decks(*builds, others, games=games * len(others), progress=False, **how)  # type: ignore[arg-type]
    values = plain_values(result.to_json())
    what = "share of games that the new build wins more"
    played = {"games": values["games_of_both_builds"], "policies": values["policies"].values()}
    return _answer(result.answer(), what, values["difference"], **played, values=values)


def improve(
    deck: str,
    rivals: list[str],
    *,
    pool: dict[str, int] | None = None,
    budget: str = "60s",
    policy: str = "planner",
    seed: int = 1,
) -> dict[str, Any]:
    """Which one card for which other would make a deck win more; takes as long as the budget says.

    Args:
        deck: the name of a deck, or a decklist as text.
        rivals: names of decks, or decklists as text.
        pool: cards that may come in, by number, with how many of each there are; all cards where left out.
        budget: a time such as 60s or 10m, or games such as 500k. Few cards in the pool need little.
        policy: who decides on both sides: planner, greedy or random.
        seed: of all chance; the same seed and the same number of games give the same answer.
    """
    cards: Mapping[str, int] | str = "all" if pool is None else pool
    how = {"policy": _policy(policy), "seed": seed, "budget": budget, "pool": cards}
    result = improve_deck(_deck(deck), _decks(rivals), progress=False, **how)  # type: ignore[arg-type]
    values = plain_values(result.to_json())
    best = values["answer"] or next(iter(values["builds"]), None)
    gain = dict.fromkeys(ENDS) if best is None else best["gain"]
    what = "share of games that the best change wins more"
    played = {"games": values["games"], "policies": values["policies"].values()}
    return _answer(result.answer(), what, gain, **played, values=values)


def card(name: str) -> dict[str, Any]:
    """Facts of a card, and what its powers do in plain words; nothing is counted or played, so there is no interval.

    Args:
        name: its number, such as BP01-007, its name, or a character, of which all cards are listed.
    """
    catalog = load_catalog()
    named = _cards(name, catalog)
    library = known_effects()
    listed = [
        dataclasses.asdict(catalog[each]) | {"effect": list(plain_text(library[each])) if each in library else []}
        for each in named[:MOST_CARDS]
    ]
    more = f", the first {MOST_CARDS} are listed" if len(named) > MOST_CARDS else ""
    said = f"{name}: {len(named)} card{'s' if len(named) > 1 else ''}{more}."
    return _answer(said, "nothing that is estimated", dict.fromkeys(ENDS), values={"cards": plain_values(listed)})


TOOLS = (odds, gauntlet, compare, improve, card)


def _answer(
    said: str, what: str, estimate: Mapping[str, Any], *, games: int = 0, policies: Iterable[str] = (), values: Any
) -> dict[str, Any]:
    """What every answer has; each of the policies once."""
    interval = {"of": what, **{name: estimate.get(name) for name in ENDS}}
    named = list(dict.fromkeys(policies))
    return {"answer": said, "interval": interval, "games": games, "policies": named, "values": values}


def _deck(text: str) -> Deck:
    """A deck by its name, or out of a list; UcgsimError for all else, such as a path."""
    catalog = load_catalog()
    if "\n" in text.strip() or text.strip()[:1].isdigit():
        deck, problems = parse_deck(text, catalog, name="the list")
        refuse([*problems, *unknown_numbers(deck, catalog)], deck.source, deck.name)
        if not deck.counts:
            raise UcgsimError("deck: no card was read; a line such as 4 BP01-012 was expected")
        return deck
    files = {path.stem.casefold(): path for path in reversed(named_decks())}
    file = files.get(text.strip().casefold())
    if file is None:
        raise UcgsimError(f"deck {text[:80]!r}: no deck is called so, and it is no list; decks are {', '.join(files)}")
    return read_deck(file, catalog)


def _decks(texts: list[str]) -> list[Deck]:
    if not texts:
        raise UcgsimError("rivals: none is named; name one or more decks")
    return [_deck(each) for each in texts]


def _policy(text: str) -> str:
    """A policy of the program; UcgsimError for a file."""
    if text.partition(":")[0].strip() not in policy_names() or "closed" in text:
        raise UcgsimError(f"policy {text[:80]!r}: it is one of {', '.join(policy_names())}, with numbers or without")
    parse_policy(text)
    return text


def _within(games: int) -> None:
    if not 1 <= games <= MOST_GAMES:
        raise UcgsimError(f"{games:,} games in all; ask for 1 to {MOST_GAMES:,}, or use the command line for more")


def _cards(text: str, catalog: Catalog) -> list[str]:
    """Numbers of the cards that a number or a name means."""
    try:
        return [catalog[base_number(text)].number]
    except (KeyError, UcgsimError):
        named = sorted(NamedCards(catalog).find(text) or Lexicon(catalog).find(text) or ())
    if not named:
        named = sorted(each.number for each in catalog.values() if text.strip().upper() in each.characters)
    if not named:
        near = ", ".join(catalog.nearest(text)) or "none"
        raise UcgsimError(f"card {text[:80]!r}: no card has this number or name; nearest are {near}")
    return named
