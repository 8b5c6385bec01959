"""Plans changed as if their runs had been played so."""

from __future__ import annotations

import json

from ucgsim.files.sealed import write_sealed
from ucgsim.simulate.folder import RunFolder


def changed_plan(place, **changes):
    """Change values of the plan in the file ``place``; everything that vouches for the run follows."""
    folder = RunFolder(place.parent)
    vouchers = folder.vouchers(folder.plan())
    data = json.loads(place.read_text(encoding="utf-8")) | changes
    del data["seal"]
    write_sealed(place, data)
    plan = folder.plan()
    folder.unfinish(plan, vouchers)
    folder.finish(plan)
