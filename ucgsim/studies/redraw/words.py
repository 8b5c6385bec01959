"""The answer of a redraw study in words and as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ucgsim.report.numbers import interval, plain
from ucgsim.report.parts import Command, Parts
from ucgsim.stats.rates import wilson
from ucgsim.studies.redraw.counts import KEPT, POLICY, REDRAWN, points_by, win_rate
from ucgsim.studies.redraw.rule import FEWEST_HANDS
from ucgsim.studies.redraw.tables import choices, classes, gained
from ucgsim.studies.remarks import blank_remark, edited_remark

if TYPE_CHECKING:
    from ucgsim.chances.hand_classes import HandClass
    from ucgsim.report.parts import Block
    from ucgsim.studies.redraw.findings import Redraws, RedrawStudy

NOTHING_TOLD = ("rate", "low", "high", "n", "confidence", "method")
"""What ``plain`` tells of an estimate."""


def basis(study: RedrawStudy) -> str:
    """What every number of a study rests on."""
    return basis_of_hands(study, f"{study.hands:,} opening hands, each kept and redrawn")


def basis_of_hands(study: RedrawStudy, hands: str) -> str:
    """The same for what was played of the hands in words of its own."""
    own, other = study.labels
    policies = f"{own} on both sides" if own == other else f"{own} against {other}"
    against = "itself" if study.mirror else ", ".join(deck.name for deck in study.against)
    return f"{hands}, against {against}; {policies}, {study.terms.by}, seed {study.terms.seed}"


def redraw_parts(result: Redraws) -> Parts:
    """The rule first or why there is none, what it gains; then the classes."""
    study = result.study
    first, *rest = result.rule.sentences
    lines = [f"{study.deck.name}: {first}", *rest, *policy_remark(result), *reached_remark(result)]
    if result.rule.words is not None:
        lines.append(f"As a condition: ucgsim odds ... --redraw-when '{result.rule.condition}'")
    lines.append(f"Played: {basis(study)}. All intervals 95 %.")
    last = [f"Note: {blank_remark(study.blank)}"] if study.blank else []
    last += [f"Note: {edited_remark(study.edited)}"] if study.edited else []
    table = classes(result)
    more: list[Block] = [*([table] if table.rows else []), *_rare(result)]
    return Parts(["\n".join(lines), choices(result)], more, [*last, Command(study.command)])


def policy_remark(result: Redraws) -> list[str]:
    """What is done where no rule is advised, and what that wins, which no choice by these hands flatters."""
    if result.suggested.words is None or result.rule.words is not None:
        return []
    own, (first, *rest) = result.study.labels[0], result.of_policy.sentences
    over = f"it wins {gained(result.policy_over_keeping)} points over always keeping"
    return [f"The rule of {own} ({over}): {first}", *rest]


def reached_remark(result: Redraws) -> list[str]:
    """What rules of this kind win, which is not known of the rule itself: it has seen all hands there are."""
    if result.suggested.words is None:
        return []
    reached, (own, _) = result.reached, result.study.labels
    how = "made" if result.rule.words is None else "made in the same way"
    return [
        f"Two rules {how} from one half of the hands each, tried on the other half, win "
        f"{interval(reached.win_rate)}: {gained(reached.over_keeping)} points over always keeping, "
        f"{gained(reached.over_policy)} over the rule of {own}."
    ]


def _rare(result: Redraws) -> list[str]:
    """How many classes are too rare for a number."""
    rare = [result.counts.hands_of(hand) for hand in result.ordered if not result.has_rate(hand)]
    if not rare:
        return []
    own = result.study.labels[0]
    further = "" if len(rare) == len(result.ordered) else "further "
    taken = (
        ""
        if result.rule.words is None
        else f" The rule takes them with other hands of the same chain, or as {own} does where these are too few."
    )
    return [
        f"{len(rare)} {further}kinds of hands, {sum(rare):,} of the {result.study.hands:,} hands, have too few hands "
        f"for a rate and for advice of their own: the most frequent one has {max(rare)}, "
        f"{FEWEST_HANDS} are needed.{taken}"
    ]


def redraw_rows(result: Redraws) -> list[dict[str, Any]]:
    """One flat row a class: the class, how often it comes, what the policy does, rates with their ends, advice."""
    rows = []
    for entry in (class_json(result, hand) for hand in result.ordered):
        row: dict[str, Any] = {}
        for name, value in entry.items():
            if isinstance(value, dict):
                row |= {f"{name}_{part}" if name != "holds" else part: number for part, number in value.items()}
            else:
                row[name] = value
        rows.append(row)
    return rows


def class_json(result: Redraws, hand: HandClass) -> dict[str, Any]:
    """One class as plain values; rates are null where there are too few hands for one."""
    hands = result.counts.hands_of(hand)
    nothing = dict.fromkeys(NOTHING_TOLD)
    rated = result.has_rate(hand)
    return {
        "class": result.study.classes.text(hand),
        "holds": hand._asdict(),
        "hands": hands,
        "share": plain(wilson(hands, result.study.hands)),
        "policy_redraws": plain(result.counts.verdict(hand)),
        "too_few": not rated,
        "kept": plain(result.rate_of(hand, KEPT)) if rated else nothing,
        "redrawn": plain(result.rate_of(hand, REDRAWN)) if rated else nothing,
        "redraw_gain": plain(result.gain_of(hand)) if rated else nothing,
        "recommended": result.advice(hand),
        "settled": rated and result.gain_of(hand).excludes(0),
    }


def redraw_json(result: Redraws) -> dict[str, Any]:
    """The whole answer as plain values; gains are shares, 0.01 a percentage point."""
    study, counts, reached = result.study, result.counts, result.reached
    own, other = study.labels
    has_rule = result.rule.words is not None
    return {
        "deck": study.deck.name,
        "fingerprint": study.deck.fingerprint,
        "against": [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in study.against],
        "hands": study.hands,
        "games": len((KEPT, REDRAWN)) * study.hands,
        "seed": study.terms.seed,
        "rules": study.terms.rules,
        "redraw_procedure": study.terms.redraw_procedure.value,
        "policies": {"a": own, "b": other},
        "confidence": reached.win_rate.confidence,
        "blank": list(study.blank),
        "edited": list(study.edited),
        "always_keep": plain(win_rate(points_by(counts.total, KEPT))),
        "always_redraw": plain(win_rate(points_by(counts.total, REDRAWN))),
        "policy": plain(win_rate(points_by(counts.total, POLICY)))
        | {
            "redraw_rate": plain(counts.verdict()),
            "gain_over_keep": plain(result.policy_over_keeping),
            "sentences": result.of_policy.sentences,
            "redraw_when": result.of_policy.condition,
        },
        "rule": {
            "sentences": result.rule.sentences,
            "redraw_when": result.rule.condition,
            "redraw_rate": plain(result.rule_rate) if has_rule else None,
        },
        "rules_from_halves": {
            "win_rate": plain(reached.win_rate),
            "gain_over_keep": plain(reached.over_keeping),
            "gain_over_policy": plain(reached.over_policy),
        }
        if result.suggested.words is not None
        else None,
        "fewest_hands": FEWEST_HANDS,
        "classes": [class_json(result, hand) for hand in result.ordered],
        "command": study.command,
    }
