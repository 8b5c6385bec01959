"""The players: what they are, how strong and how fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ucgsim.cli.common.console import print_json, tell
from ucgsim.cli.common.options import json_option
from ucgsim.report.sheet import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ucgsim.policies.spec import Family, Parameter
    from ucgsim.policies.strength import Strength

OWN = "my_policy.py:Careful"


@click.command()
@json_option
def policies(*, as_json: bool) -> None:
    """List the policies with their parameters, and how strong and how fast the ladder found each of them.

    Any of them stands after --policy, alone or with numbers: greedy, search:16,with=planner,
    search:64,turns=0,with=planner.
    """
    from ucgsim.policies.spec import FAMILIES  # noqa: PLC0415 - help must not wait for it
    from ucgsim.policies.strength import measured  # noqa: PLC0415

    strengths = measured()
    if as_json:
        print_json({"policies": [_answer(kind) for kind in FAMILIES], "own": OWN, "basis": strengths.basis})
        return
    for kind in FAMILIES:
        for line in _lines(kind):
            tell(line)
    tell(f"{OWN}  a class of your own in a Python file")
    tell()
    tell(f"Measured: {strengths.basis}." if strengths.policies else "Nothing was measured.")


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
        yield f"  {_parameter_text(parameter)}"
    for each in _strengths(kind):
        yield f"  {_measured(each)}"
    yield ""


def _parameter_text(parameter: Parameter) -> str:
    return f"{parameter.name}={parameter.write(parameter.default)}  {parameter.meaning} ({parameter.valid})"


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
