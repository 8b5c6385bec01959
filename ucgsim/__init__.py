"""Monte Carlo deck analysis for the Ultraman Card Game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ucgsim.odds import odds
    from ucgsim.report.compare import compare
    from ucgsim.report.duel import duel
    from ucgsim.report.matrix import matrix
    from ucgsim.report.meta import meta

__all__ = ["compare", "duel", "matrix", "meta", "odds"]

_HOMES = {
    "compare": "ucgsim.report.compare",
    "duel": "ucgsim.report.duel",
    "matrix": "ucgsim.report.matrix",
    "meta": "ucgsim.report.meta",
    "odds": "ucgsim.odds",
}


def __getattr__(name: str) -> Any:
    """Import a name on its first use: what plays takes long to load."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
