"""The answer of a redraw study in words and as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ucgsim.report.numbers import interval, plain
from ucgsim.report.parts import Command, Parts
from ucgsim.stats.deciding.picked import mirrored
from ucgsim.stats.rates import wilson
from ucgsim.studies.redraw.counts import KEPT, POLICY, REDRAWN, points_by, win_rate
from ucgsim.studies.redraw.findings import POINT, Way
from ucgsim.studies.redraw.rule import FEWEST_HANDS
from ucgsim.studies.redraw.simple import PRIOR_HANDS
from ucgsim.studies.redraw.tables import choices, classes, gained
from ucgsim.studies.remarks import blank_remark, edited_remark

if TYPE_CHECKING:
    from ucgsim.probability.hand_classes import HandClass
    from ucgsim.report.parts import Block
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.redraw.findings import Redraws, RedrawStudy
    from ucgsim.studies.redraw.rule import CrossFitted

NOTHING_TOLD = ("rate", "low", "high", "n", "confidence", "method")
"""What ``plain`` tells of an estimate."""
MISSED = 0.05
"""Share of hands with which a policy may do otherwise than a condition that is given for it."""


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
    """The rule first and what it is worth; then the classes, and how it was made."""
    study = result.study
    first, *rest = rule_lines(result)
    lines = [f"{study.deck.name}: {first}", *rest, f"Played: {basis(study)}. All intervals 95 %."]
    last = [f"Note: {blank_remark(study.blank)}"] if study.blank else []
    last += [f"Note: {edited_remark(study.edited)}"] if study.edited else []
    table = classes(result)
    more: list[Block] = [*([table] if table.rows else []), *_rare(result), "\n".join(method(result))]
    return Parts(["\n".join(lines), choices(result)], more, [*last, Command(study.command)])


def rule_lines(result: Redraws) -> list[str]:
    """The rule, what it is worth, and where the policy does otherwise; how the odds command is told of it."""
    chain = ", where levels in a row of one character are a chain" if result.rule.asks_for_chain else ""
    return [
        result.rule.sentence,
        _worth(result),
        *_more_hands(result),
        *_contradiction(result),
        f"As a condition{chain}: ucgsim odds ... --redraw-when '{result.rule.condition}'",
    ]


def _worth(result: Redraws) -> str:
    """What the rule wins more than always keeping, and how much of what is possible that is."""
    possible = result.possible
    if not result.rule.redraws_none:
        head = f"Worth {_points(result.worth)} over keeping every hand"
        if possible.way is Way.RULE:
            return f"{head}; nothing else that was tried is worth more."
        return f"{head}, of the {gained(possible.over_keeping)} that are possible."
    if possible.way is Way.KEEPING:
        tried = result.policy_over_keeping, result.finest.over_keeping
        nearest = max(tried, key=lambda gain: gain.rate)
        return f"No redraw that was tried is worth more; the nearest wins {_points(nearest)} over that."
    return f"What is possible with redraws wins {_points(possible.over_keeping)} over that."


def _more_hands(result: Redraws) -> list[str]:
    """How many hands would tell what such a rule is worth, where these tell little of it."""
    needed = result.hands_to_know
    if result.tried.width / 2 <= POINT or needed <= result.study.hands:
        return []
    return [f"{result.study.hands:,} hands tell that roughly; -n {needed} would tell it within a point."]


def _contradiction(result: Redraws) -> list[str]:
    """Where the policy does otherwise than the rule, and what that costs or gains it."""
    share, over_policy = result.contradiction
    if not share.rate:
        return []
    costs = over_policy.rate >= 0
    worth = over_policy if costs else mirrored(over_policy)
    return [
        f"{result.study.labels[0]} contradicts it with {interval(share)} of hands, which "
        f"{'costs' if costs else 'gains'} it {_points(worth)} over all hands."
    ]


def _points(gain: Estimate) -> str:
    """A gain in points, such as ``+4.3 points (+3.7 to +4.9)``."""
    return f"{100 * gain.rate:+.1f} points ({100 * gain.low:+.1f} to {100 * gain.high:+.1f})"


def method(result: Redraws) -> list[str]:
    """How the rule was made, and how what it is worth was measured."""
    own, reached = result.study.labels[0], result.reached
    rule, missed = result.of_policy
    ways = {
        Way.RULE: "such a rule itself",
        Way.POLICY: f"the choice of {own}",
        Way.CLASSES: "a choice for each kind of hand by itself, made and tried in the same way",
        Way.KEEPING: "to keep every hand",
    }
    return [
        "Method: the rule is the shortest in few words that is within a standard error of the best for all hands; "
        f"what {own} does counts like {PRIOR_HANDS} hands more. Its worth is that of two rules made in the same way "
        f"from one half of the hands each and tried on the other half, which win {interval(reached.win_rate)}: "
        f"{gained(reached.over_keeping)} points over always keeping, {gained(reached.over_policy)} over {own}. The "
        "intervals of this rule are wider by what the two do otherwise; half of few hands makes a worse rule than all "
        "do, so its worth is then rather too low. Where they win nothing over it, the rule is to keep every hand.",
        f"Possible is the best of {ways[Way.RULE]}, {ways[Way.POLICY]} ({gained(result.policy_over_keeping)}) and "
        f"{ways[Way.CLASSES]} ({gained(result.finest.over_keeping)}); here {ways[result.possible.way]}. The best of "
        "several is partly the luckiest, so with few hands it says a little too much.",
        f"What {own} does is nearest to: {rule.sentence} It does otherwise with {interval(missed)} of hands.",
    ]


def _rare(result: Redraws) -> list[str]:
    """How many classes are too rare for a number."""
    rare = [result.counts.hands_of(hand) for hand in result.ordered if not result.has_rate(hand)]
    if not rare:
        return []
    further = "" if len(rare) == len(result.ordered) else "further "
    return [
        f"{len(rare)} {further}kinds of hands, {sum(rare):,} of the {result.study.hands:,} hands, have too few hands "
        f"for a rate of their own: the most frequent one has {max(rare)}, {FEWEST_HANDS} are needed."
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


def _tried(reached: CrossFitted) -> dict[str, Any]:
    """What choices made from halves reached, as plain values."""
    return {
        "win_rate": plain(reached.win_rate),
        "gain_over_keep": plain(reached.over_keeping),
        "gain_over_policy": plain(reached.over_policy),
    }


def redraw_json(result: Redraws) -> dict[str, Any]:
    """The whole answer as plain values; gains are shares, 0.01 a percentage point."""
    study, counts, reached = result.study, result.counts, result.reached
    own, other = study.labels
    of_policy, missed = result.of_policy
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
            "sentences": [of_policy.sentence],
            "redraw_when": of_policy.condition if missed.rate <= MISSED else None,
            "does_otherwise": plain(missed),
        },
        "rule": {
            "sentences": [result.rule.sentence],
            "redraw_when": result.rule.condition,
            "redraw_rate": plain(result.rule_rate),
            "gain_over_keep": plain(result.worth),
            "hands_to_know": result.hands_to_know,
        },
        "possible": {"gain_over_keep": plain(result.possible.over_keeping), "way": result.possible.way.value},
        "contradiction": {
            "share": plain(result.contradiction.share),
            "rule_over_policy": plain(result.contradiction.over_policy),
        },
        "rules_from_halves": _tried(reached),
        "classes_from_halves": _tried(result.finest),
        "fewest_hands": FEWEST_HANDS,
        "classes": [class_json(result, hand) for hand in result.ordered],
        "command": study.command,
    }
