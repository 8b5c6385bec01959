"""A measurement of speed in words: what somebody pastes who reports that something is slow."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ucgsim.studies.bench.findings import Bench, Speed, Starts

LEAST_SHARE = 0.01


def in_words(bench: Bench) -> Iterator[str]:
    """All lines."""
    here = bench.machine
    libraries = ", ".join(f"{name} {number}" for name, number in here.libraries.items())
    yield f"Machine    {here.processor}, {here.cores} cores, {here.system}"
    yield f"Versions   Python {here.python}, {libraries}"
    yield f"Floor      {bench.floor:,.0f} ns for two shuffles of 50 cards"
    yield f"Cores      {here.cores} play {bench.gain:.2f} times what one does"
    yield f"Start      {_starts(bench.starts)}"
    beside = ", ".join(f"{share:.0%} ({what})" for what, share in bench.beside.items())
    yield f"Duel       takes beside its games {beside} of what they take"
    yield ""
    yield from map(_speed, bench.speeds)
    yield ""
    yield "Where the time of a game goes:"
    yield from (f"  {share:6.1%}  {what}" for what, share in bench.shares.items() if share >= LEAST_SHARE)


def _starts(starts: Starts) -> str:
    cold = "not measured (--cold)" if starts.cold is None else f"{starts.cold:.0f} s"
    return f"--help {starts.help:.2f} s; duel of two games {starts.warm:.1f} s, with nothing compiled {cold}"


def _speed(speed: Speed) -> str:
    playouts = f", {speed.playouts_per_second:,.0f} playouts" if speed.playouts_per_second else ""
    return (
        f"{speed.policy}, {speed.number} decks of {speed.decks}: {speed.games_per_second:,.0f} games, "
        f"{speed.decisions_per_second:,.0f} decisions{playouts} a second and core; "
        f"{speed.floors:,.0f} floors a game, at most {speed.most_floors:,.0f} ({speed.slowest})"
    )
