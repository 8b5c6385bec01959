"""Files changed as if they had been written so."""

from __future__ import annotations

import json

from ucgsim.files.checksums import write_sealed
from ucgsim.simulate.folder import RunFolder


def resealed(place, change):
    """Change the values of a sealed file, which then is sealed as before."""
    data = json.loads(place.read_text(encoding="utf-8"))
    del data["seal"]
    change(data)
    write_sealed(place, data)


def changed_plan(place, **changes):
    """Change values of the plan of a run in the file ``place``; everything that vouches for the run follows."""
    folder = RunFolder(place.parent)
    vouchers = folder.vouchers(folder.plan())
    resealed(place, lambda data: data.update(changes))
    plan = folder.plan()
    folder.unfinish(plan, vouchers)
    folder.finish(plan)
