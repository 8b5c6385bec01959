"""The package answers a call, so that ``ucgsim.odds`` is the question as well as the room it lives in.

Whoever imports a part of the room makes ``ucgsim.odds`` the package, whatever the name was before.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class OddsPackage(ModuleType):
    """The package ``ucgsim.odds``; calling it is calling `ucgsim.odds.answer.odds`."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Chances of a condition in opening hands and draws; see `ucgsim.odds.answer.odds`."""
        from ucgsim.odds.answer import odds  # noqa: PLC0415 - it stands on the package

        return odds(*args, **options)


sys.modules["ucgsim.odds"].__class__ = OddsPackage
