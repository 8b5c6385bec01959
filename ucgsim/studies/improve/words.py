"""A search for a better deck in words."""

from __future__ import annotations

from collections import Counter
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from ucgsim.cards.naming import card_label
from ucgsim.report.numbers import PICKED, interval, plain, points
from ucgsim.stats.deciding.checked import Verdict
from ucgsim.stats.deciding.planning import POWER
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Method
from ucgsim.studies.check import play_words
from ucgsim.studies.remarks import blank_remark, edited_remark

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.cards.card import Card
    from ucgsim.studies.improve.findings import Improvement
    from ucgsim.studies.improve.racing.changes import Change


def cards_words(numbers: tuple[str, ...], catalog: Mapping[str, Card]) -> str:
    """Cards by name, such as ``2 Tiga 3 · Zeperion Beam (BP01-007)``."""
    names = (
        f"{count} {card_label(catalog[number]) if number in catalog else number}"
        for number, count in Counter(numbers).items()
    )
    return ", ".join(names)


def change_words(change: Change, catalog: Mapping[str, Card]) -> str:
    """Which cards leave and which come in."""
    return f"{cards_words(change.out, catalog)} out, {cards_words(change.into, catalog)} in"


def letter(place: int) -> str:
    """What the build at a place in the order is called beside others."""
    return ascii_uppercase[place]


def basis(result: Improvement) -> str:
    """What every number rests on."""
    study = result.study
    met = f"{len(study.opponents)} opponent{'s'[: len(study.opponents) > 1]}"
    share = f" in the shares of {study.field.name}" if study.field is not None else ""
    return (
        f"{result.games:,} games against {met}{share}, {result.fresh_games:,} of them of each named build on shuffles "
        f"that chose nothing, {play_words(study.labels).removeprefix('under ')}, {study.terms.by}, "
        f"seed {study.terms.seed}"
    )


def answer(result: Improvement) -> str:
    """What to change and what that gains, or that nothing is surely better; what the race had made of it."""
    return " ".join([*answer_sentences(result), f"Played: {basis(result)}."])


def answer_sentences(result: Improvement) -> list[str]:
    """The same in sentences, without what they rest on."""
    best, first, deck = result.best, result.first, result.study.deck.name
    words = change_words(first, result.study.terms.catalog)
    race = f"The race that chose it had made that {100 * result.naive(first).rate:+.2f}."
    played = play_words(result.study.labels)
    if best is None:
        nothing = f"Nothing is surely better than {deck} as it is, of {result.tried:,} builds {played}"
        return [f"{nothing}{_turned(result)}.", f"The best of them ({words}) gains {points(result.most)}.", race]
    return [
        f"{deck} gains {points(result.shown(best))} with {words}, 95 % interval, {played}{_check_words(result, best)}.",
        f"It then wins {interval(result.wins(best))}.",
        race,
    ]


def _turned(result: Improvement) -> str:
    """Those that are better under the first play alone."""
    turned = [change for change in result.sure if result.turns(change)]
    if not turned:
        return ""
    policy = play_words(next(iter(result.checks.values())).study.labels)
    return f", but {len(turned)} that {'are' if len(turned) > 1 else 'is'} worse {policy}"


def _check_words(result: Improvement, change: Change) -> str:
    checked, check = result.checked(change), result.checks.get(change)
    if checked is None or check is None:
        return ""
    verdict = "this stands" if checked.verdict is Verdict.STANDS else "this can't be told yet"
    return f"; checked {play_words(check.study.labels)} {verdict}: {points(checked.strong)}"


def check_cell(result: Improvement, change: Change) -> str:
    """What a check makes of a build, in few words."""
    checked = result.checked(change)
    if checked is None:
        return "not checked"
    words = {Verdict.STANDS: "stands", Verdict.TURNS: "turns: worse", Verdict.OPEN: "open"}
    return f"{words[checked.verdict]}, {points(checked.strong)}"


def remarks(result: Improvement) -> list[str]:
    """What a reader must know to judge the numbers."""
    study = result.study
    lines = [
        "Gains were measured on shuffles that chose nothing; their intervals hold all at once with 95 %. "
        "What the race had made of a build is the mean of the games that chose it, and flatters it.",
        *([_alone_words(result)] if result.most.method is Method.PICKED else []),
        _tried_words(result),
        coarse_words(result),
    ]
    if study.pool.unplayable:
        lines.append(f"Left out, because their text can't be played: {', '.join(study.pool.unplayable)}.")
    lines += [blank_remark(study.cards.blank)] if study.cards.blank else []
    return lines + ([edited_remark(study.cards.edited)] if study.cards.edited else [])


def _alone_words(result: Improvement) -> str:
    """What the first build gains and wins by its games alone."""
    first = result.order[0]
    return (
        f"{PICKED} named because it gained most: estimate and interval allow for the choice. By its games alone it "
        f"gains {points(result.gains[first])} and wins {interval(result.score(first))}."
    )


def _tried_words(result: Improvement) -> str:
    """What was tried."""
    study = result.study
    whom = f", of {' and '.join(study.characters)} or of nobody" if study.characters else ""
    kept = f", {', '.join(study.kept)} kept" if study.kept else ""
    longer = "; further swaps only among those that lasted longest" if study.swaps > 1 else ""
    away = f"{study.swaps} card{'s'[: study.swaps > 1]} away at most"
    return f"Tried: every build from {study.pool.words}{whom}, {away}{kept}{longer}."


def coarse_words(result: Improvement) -> str:
    """How coarsely the race looked at most of the builds."""
    first = result.laps[0]
    return (
        f"{first.builds:,} of {result.tried:,} builds dropped out after {first.games:,} games, which know a gain "
        f"within {first.half:.1f} points: a build that gains less may have been missed."
    )


def improve_json(result: Improvement) -> dict[str, Any]:
    """All of it as plain values."""
    study, best = result.study, result.best
    return {
        "deck": study.deck.name,
        "confidence": DEFAULT_CONFIDENCE,
        "power": POWER,
        "answer": None if best is None else _build(result, best),
        "most": plain(result.most),
        "builds": [_build(result, change) for change in result.order],
        "tried": result.tried,
        "games": result.games,
        "games_measured_again": result.fresh_games,
        "stages": [{"tried": stage.tried, "rounds": list(stage.rounds)} for stage in result.climb.stages],
        "laps": [lap._asdict() for lap in result.laps],
        "opponents": [
            {"name": deck.name, "share": share} for deck, share in zip(study.opponents, study.weights, strict=True)
        ],
        "pool": None if study.pool.source is None else str(study.pool.source),
        "kept": list(study.kept),
        "swaps": study.swaps,
        "budget": study.budget,
        "policies": dict(zip(("deck", "opponents"), study.labels, strict=True)),
        "rules": study.terms.rules,
        "seed": study.terms.seed,
        "command": study.command,
    }


def _build(result: Improvement, change: Change) -> dict[str, Any]:
    checked = result.checked(change)
    names = [deck.name for deck in result.study.opponents]
    return {
        "out": list(change.out),
        "in": list(change.into),
        "cards": dict(change.build(result.study.deck).counts),
        "gain": plain(result.shown(change)),
        "wins": plain(result.wins(change)),
        "without_allowing_for_the_choice": {
            "gain": plain(result.gains[change]),
            "wins": plain(result.score(change)),
        },
        "surely_better": change in result.sure,
        "race": plain(result.naive(change)),
        "against": {name: plain(each) for name, each in zip(names, result.by_rival[change], strict=True)},
        "way": [
            {"out": list(each.out), "in": list(each.into), "step": plain(result.steps[each])}
            for each in result.way(change)
        ],
        "check": None if checked is None else {"verdict": checked.verdict.value, "gain": plain(checked.strong)},
    }
