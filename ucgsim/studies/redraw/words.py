"""The answer of a redraw study in words and as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ucgsim.report.numbers import interval, percent, plain
from ucgsim.report.sheet import plain_table
from ucgsim.stats.pairs import GAMES_PER_PAIR
from ucgsim.stats.rates import wilson
from ucgsim.studies.redraw.counts import KEPT, POLICY, REDRAWN, gain, joint, points_by, win_rate
from ucgsim.studies.redraw.rule import FEWEST_PAIRS
from ucgsim.studies.remarks import blank_remark, edited_remark

if TYPE_CHECKING:
    from ucgsim.chances.hand_classes import HandClass
    from ucgsim.report.numbers import Rows
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.redraw.findings import Redraws, RedrawStudy

TOO_FEW = "too few"
NOTHING_TOLD = ("rate", "low", "high", "n", "confidence", "method")
"""What ``plain`` tells of an estimate."""
CERTAIN = 0.005
"""A policy that redraws a class less often than this keeps it, in the words of a table."""


def gained(estimate: Estimate) -> str:
    """A gain in percentage points with its interval, such as ``+1.2 (-0.3 to +2.7)``."""
    return f"{100 * estimate.rate:+.1f} ({100 * estimate.low:+.1f} to {100 * estimate.high:+.1f})"


def basis(study: RedrawStudy) -> str:
    """What every number of a study rests on."""
    own, other = study.labels
    policies = f"{own} on both sides" if own == other else f"{own} against {other}"
    against = "itself" if study.mirror else ", ".join(deck.name for deck in study.against)
    hands = f"{study.hands:,} opening hands ({study.hands // GAMES_PER_PAIR:,} pairs), each kept and redrawn"
    return f"{hands}, against {against}; {policies}, {study.terms.by}, seed {study.terms.seed}"


def redraw_summary(result: Redraws) -> str:
    """The rule first or why there is none, what it gains, then the classes."""
    study = result.study
    first, *rest = result.rule.sentences
    lines = [f"{study.deck.name}: {first}", *rest, *policy_remark(result), *reached_remark(result)]
    if result.rule.words is not None:
        lines.append(f"As a condition: ucgsim odds ... --redraw-when '{result.rule.condition}'")
    lines += [f"Played: {basis(study)}. All intervals 95 %, pairs of games as units.", ""]
    lines += [*plain_table(_choices(result)), "", *_common(result), *_rare(result)]
    if study.blank:
        lines.append(f"Note: {blank_remark(study.blank)}")
    if study.edited:
        lines.append(f"Note: {edited_remark(study.edited)}")
    return "\n".join([*lines, f"Again: {study.command}"])


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


def _choices(result: Redraws) -> Rows:
    total = result.counts.total
    redraws = interval(result.counts.verdict())
    rows: Rows = [
        ("all hands", "games won", "hands redrawn"),
        ("always keep", interval(win_rate(points_by(total, KEPT))), "none"),
        ("always redraw", interval(win_rate(points_by(total, REDRAWN))), "all"),
        (f"rule of {result.study.labels[0]}", interval(win_rate(points_by(total, POLICY))), redraws),
    ]
    if result.suggested.words is not None:
        rows.append(("two rules from halves", interval(result.reached.win_rate), "as they say"))
    if result.rule.words is not None:
        rows.append(("recommended rule", "not tried", interval(rule_rate(result))))
    return rows


def rule_rate(result: Redraws) -> Estimate:
    """How often the recommended rule redraws."""
    pairs = {hand: result.counts.pairs_of(hand) for hand in result.counts.classes}
    return wilson(sum(number for hand, number in pairs.items() if result.rule.redraws[hand]), sum(pairs.values()))


def _common(result: Redraws) -> list[str]:
    """The classes with enough hands for a rate."""
    own = result.study.labels[0]
    rows: Rows = [("opening hand", "hands", own, "won if kept", "won if redrawn", "redraw gains", "rule")]
    for hand in result.ordered:
        if _has_rate(result, hand):
            rates = (_rate(result, hand, KEPT), _rate(result, hand, REDRAWN))
            rows.append(
                (
                    result.study.classes.text(hand),
                    f"{_hands(result, hand):,}",
                    _verdict(result.counts.verdict(hand)),
                    *map(interval, rates),
                    gained(_gain(result, hand)),
                    _advice(result, hand),
                )
            )
    if len(rows) == 1:
        return []
    still = ["(open): what a redraw gains with these hands alone may be nothing."] * any(
        row[-1].endswith("(open)") for row in rows
    )
    if result.rule.words is None:
        return [*plain_table([row[:-1] for row in rows]), ""]
    return [*plain_table(rows), *still, ""]


def _rare(result: Redraws) -> list[str]:
    """How many classes are too rare for a number."""
    rare = [_hands(result, hand) for hand in result.ordered if not _has_rate(result, hand)]
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
        f"{GAMES_PER_PAIR * FEWEST_PAIRS} are needed.{taken}",
        "",
    ]


def _has_rate(result: Redraws, hand: HandClass) -> bool:
    return result.counts.pairs_of(hand) >= FEWEST_PAIRS


def _hands(result: Redraws, hand: HandClass) -> int:
    return GAMES_PER_PAIR * result.counts.pairs_of(hand)


def _rate(result: Redraws, hand: HandClass, choice: int) -> Estimate:
    return win_rate(points_by(result.counts.all_pairs[hand], choice))


def _gain(result: Redraws, hand: HandClass) -> Estimate:
    return gain(joint(result.counts.all_pairs[hand], REDRAWN, KEPT))


def _advice(result: Redraws, hand: HandClass) -> str:
    """What the rule says of a class, and whether the class itself bears it out."""
    if result.rule.words is None or not _has_rate(result, hand):
        return TOO_FEW
    advice = "redraw" if result.rule.redraws[hand] else "keep"
    return advice if _gain(result, hand).excludes(0) else f"{advice} (open)"


def _verdict(redraws: Estimate) -> str:
    """What the policy does with a class: one thing, or how often it redraws."""
    if min(redraws.rate, 1 - redraws.rate) < CERTAIN:
        return "redraws" if redraws.rate > 0.5 else "keeps"
    return f"redraws {percent(redraws.rate)}"


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
    pairs = result.counts.pairs_of(hand)
    total = result.study.hands // GAMES_PER_PAIR
    nothing = dict.fromkeys(NOTHING_TOLD)
    rated = _has_rate(result, hand)
    return {
        "class": result.study.classes.text(hand),
        "holds": hand._asdict(),
        "hands": _hands(result, hand),
        "pairs": pairs,
        "share": plain(wilson(pairs, total)),
        "policy_redraws": plain(result.counts.verdict(hand)),
        "too_few": not rated,
        "kept": plain(_rate(result, hand, KEPT)) if rated else nothing,
        "redrawn": plain(_rate(result, hand, REDRAWN)) if rated else nothing,
        "redraw_gain": plain(_gain(result, hand)) if rated else nothing,
        "recommended": _recommended(result, hand),
        "settled": rated and _gain(result, hand).excludes(0),
    }


def _recommended(result: Redraws, hand: HandClass) -> str | None:
    """What the rule says of a class that has enough hands for a rate; else nothing."""
    if result.rule.words is None or not _has_rate(result, hand):
        return None
    return "redraw" if result.rule.redraws[hand] else "keep"


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
        "pairs": study.hands // GAMES_PER_PAIR,
        "games": GAMES_PER_PAIR * study.hands,
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
            "redraw_rate": plain(rule_rate(result)) if has_rule else None,
        },
        "rules_from_halves": {
            "win_rate": plain(reached.win_rate),
            "gain_over_keep": plain(reached.over_keeping),
            "gain_over_policy": plain(reached.over_policy),
        }
        if result.suggested.words is not None
        else None,
        "fewest_pairs": FEWEST_PAIRS,
        "classes": [class_json(result, hand) for hand in result.ordered],
        "command": study.command,
    }
