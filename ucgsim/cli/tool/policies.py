"""The players: what they are, how strong and how fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ucgsim.cli.common.console import print_json, tell_parts
from ucgsim.cli.common.options import full_option, json_option
from ucgsim.plugins import package_of, summary_of
from ucgsim.report.sheet import Parts, Sheet, foot, label, number, percent, sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ucgsim.policies.spec import Family
    from ucgsim.policies.strength import Strength

OWN = "my_policy.py:Careful"


ANSWER = (
    "planner plays unless you name another with --policy; strong (search:16,with=planner) double-checks what it says."
)


@click.command()
@full_option
@json_option
def policies(*, as_json: bool) -> None:
    """List the policies, how strong and how fast each of them is; with --full their numbers too.

    Any of them goes after --policy, alone or with numbers: greedy, search:16,with=planner,
    search:64,turns=2,with=planner.
    """
    from ucgsim.policies.spec import FAMILIES  # noqa: PLC0415 - help must not wait for it
    from ucgsim.policies.strength import measured  # noqa: PLC0415
    from ucgsim.simulate.installed import packages_policies  # noqa: PLC0415

    strengths, added = measured(), packages_policies()
    if as_json:
        packages = {name: {"package": package_of(point), "at": point.value} for name, point in added.items()}
        known = {"policies": [_answer(kind) for kind in FAMILIES], "own": OWN, "packages": packages}
        print_json(known | {"basis": strengths.basis})
        return
    lines = [line for kind in FAMILIES for line in _lines(kind)]
    basis = strengths.basis.split(", ") if strengths.policies else ["nothing was measured"]
    lines += [f"{name}  {summary_of(point)}" for name, point in added.items()]
    more = ["\n".join([*lines, f"{OWN}  a class of your own in a Python file"])]
    tell_parts(Parts([ANSWER, _sheet(FAMILIES)], more, foot=foot(*basis, "± 95 %")))


def _sheet(kinds: Sequence[Family]) -> Sheet:
    """How fast and how strong each policy is."""
    rows = []
    for kind in kinds:
        best = next(iter(_strengths(kind)), None)
        speed = label("") if best is None else number(round(best.speed))
        against = "" if best is None or best.mirrors is None else _rate(best.mirrors)
        rows.append([label(kind.name if best is None else best.name), speed, label(against)])
    return sheet("", ["policy", "games a second and core", "beats greedy with the same deck"], rows)


def _rate(rate: Mapping[str, Any]) -> str:
    return f"{100 * rate['rate']:.0f} % ± {50 * (rate['high'] - rate['low']):.0f}"


def _strengths(kind: Family) -> list[Strength]:
    from ucgsim.policies.strength import measured  # noqa: PLC0415

    return measured().of_kind(kind.name, kind.version)


def _answer(kind: Family) -> dict[str, Any]:
    return {
        "name": kind.name,
        "version": kind.version,
        "summary": kind.summary,
        "knows": kind.knows or None,
        "parameters": [
            {"name": each.name, "default": each.write(each.default), "valid": each.valid, "meaning": each.meaning}
            for each in kind.parameters
        ],
        "measured": [
            {
                "policy": each.label,
                "games_per_second": each.speed,
                "elo": each.rating,
                "mirrors": each.mirrors,
                "crosses": each.crosses,
            }
            for each in _strengths(kind)
        ],
    }


def _lines(kind: Family) -> Iterator[str]:
    knows = f", {kind.knows}" if kind.knows else ""
    yield f"{kind.name} v{kind.version}{knows}  {kind.summary}"
    for parameter in kind.parameters:
        value = parameter.write(parameter.default)
        yield f"  {parameter.name}={value}  {parameter.meaning} ({parameter.valid})"
    for each in _strengths(kind):
        yield f"  {_measured(each)}"
    yield ""


def _measured(each: Strength) -> str:
    """Strength and speed of one policy of a family, in a line."""
    parts = [f"{each.speed:,.0f} games a second and core", f"Elo {_elo(each.rating)}"]
    for name, what in (("mirrors", "the same deck"), ("crosses", "other decks")):
        rate: Mapping[str, Any] | None = getattr(each, name)
        if rate is not None:
            low, high = 100 * rate["low"], 100 * rate["high"]
            games = f"{2 * rate['n']:,} games"
            parts.append(f"wins {percent(rate['rate'])} ({low:.1f} to {high:.1f}) against greedy with {what} ({games})")
    return f"{each.name}: {'; '.join(parts)}"


def _elo(rating: Mapping[str, float]) -> str:
    return f"{rating['rate']:+.0f} ({rating['low']:+.0f} to {rating['high']:+.0f})"
