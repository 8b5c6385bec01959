"""Policies by name, also those that other packages bring (`ucgsim.plugins`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.plugins import POLICIES, file_of, installed
from ucgsim.policies.policy_files import give_file
from ucgsim.policies.spec import given_policy, policy_names

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_NAME = re.compile(r"\w[\w-]*")


def is_bare(text: str) -> bool:
    """Whether it may be the name of a package's policy: no number of a policy, no file and none of our names."""
    name = text.strip()
    return _NAME.fullmatch(name) is not None and name not in policy_names()


def packages_policies() -> dict[str, EntryPoint]:
    """Policies that packages bring, by name; none takes a name of ours."""
    return {name: point for name, point in installed(POLICIES).items() if name not in policy_names()}


def with_packages(text: str) -> str:
    """The name of a package's policy as that of its file, with a checksum; any other name as it is.

    So it plays, is saved and is called as a file of the user's own (`ucgsim.policies.policy_files`). Raises UcgsimError
    for a package that is broken, and for a bare name that is none.
    """
    if not is_bare(text):
        return text
    known = packages_policies()
    if text.strip() in known:
        return give_file(file_of(known[text.strip()])).full_name
    try:
        return given_policy(text)
    except UcgsimError as error:
        if not known:
            raise
        raise UcgsimError(f"{error}; packages bring {', '.join(known)}") from None


def named_policy(text: str) -> str:
    """A policy as a user names it, checked, also one of a package; UcgsimError as `ucgsim.policies.given_policy`."""
    return with_packages(text) if is_bare(text) else given_policy(text)
