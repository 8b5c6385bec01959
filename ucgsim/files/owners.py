"""Who owns files: what is run may be written by the user and the system alone."""

from __future__ import annotations

import os
import shlex
import stat
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from pathlib import Path


def refuse_foreign(place: Path) -> None:
    """Raise UcgsimError where others could decide what lies at ``place``, by the file or by a folder around it.

    In a folder with the sticky bit, as ``/tmp``, they can't touch what is not theirs. Links must be resolved. Windows
    names no owners; there a user's folders are its own. Raises OSError where nothing is there.
    """
    if not hasattr(os, "getuid"):
        return
    around = [place, *place.parents]
    # In some containers the system's own files belong to nobody in particular.
    trusted = {0, os.getuid(), around[-1].stat().st_uid}
    for each in around:
        status = each.stat()
        if status.st_uid not in trusted:
            raise UcgsimError(
                f"{each}: belongs to another user, and what lies there would be run; name a folder of your own with "
                "UCGSIM_HOME"
            )
        if _others_write(status):
            raise UcgsimError(
                f"{each}: others can write there, and what lies there would be run; end that with chmod go-w "
                f"{shlex.quote(str(each))}, or name another folder with UCGSIM_HOME"
            )


def _others_write(status: os.stat_result) -> bool:
    if stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX:
        return False
    by_group = status.st_mode & stat.S_IWGRP and not _is_own_group(status.st_gid)
    return bool(status.st_mode & stat.S_IWOTH or by_group)


def _is_own_group(number: int) -> bool:
    """Whether a group is that of this user alone: many systems make one for each, and let it write."""
    import grp  # noqa: PLC0415 - Windows has none
    import pwd  # noqa: PLC0415

    try:
        group, user = grp.getgrgid(number), pwd.getpwuid(os.getuid())
    except KeyError:
        return False
    return group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}
