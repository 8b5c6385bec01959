"""Policies from files: the user's own code, and tuned numbers of a policy.

It is called ``my_policy.py:Careful@`` and a checksum of the file, so that what is kept says which code has played.
Such a name alone, as a folder has it, never leads to code: a file counts only if it was named in this process.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import NamedTuple

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_text, read_toml

_OWN_FORM = re.compile(r"(?P<path>.+\.py):(?P<name>[^\W\d]\w*)(?:@(?P<mark>[0-9a-f]{16}))?", re.DOTALL)
_FILE = re.compile(r"\w[\w .+-]*\.py")
"""Names that can are in a result, a plan and a command."""
_WANTED = "name a file and a class in it, such as my_policy.py:Careful"


@dataclass(frozen=True, slots=True)
class OwnFile:
    """``file``: its name without folders; ``name``: the class; ``mark``: checksum of the file; ``code``: what it holds,
    None where only the name is known.
    """

    file: str
    name: str
    mark: str
    code: str | None = field(default=None, repr=False)

    @property
    def option(self) -> str:
        """File and class, as a user gives them."""
        return f"{self.file}:{self.name}"

    @property
    def full_name(self) -> str:
        """The name with the checksum of the file."""
        return f"{self.option}@{self.mark}"


_given: dict[str, OwnFile] = {}
"""Files named in this process, by their full name."""


def own_file(text: str) -> OwnFile | None:
    """The policy of the user's own that is meant, None where another one is.

    A name with a checksum, as results have it, is looked up among the files that were given; one without is read.
    UcgsimError where it is no such name or the file can't be read.
    """
    match = _OWN_FORM.fullmatch(text.strip())
    if match is None:
        if ".py" in text:
            raise UcgsimError(f"policy {text!r}: {_WANTED}")
        return None
    if match["mark"] is None:
        return give_file(text)
    file = _plain_name(match["path"])
    known = OwnFile(file, match["name"], match["mark"])
    return _given.get(known.full_name, known)


def give_file(text: str) -> OwnFile:
    """Read the file that a user names, so that its name means it from now on.

    UcgsimError where it can't be read, or is not the one whose checksum is in the name.
    """
    match = _OWN_FORM.fullmatch(text.strip())
    if match is None:
        raise UcgsimError(f"policy {text!r}: {_WANTED}")
    code = read_text(match["path"], "a file of Python code")
    mark = hashlib.sha256(code.encode()).hexdigest()[:16]
    own = OwnFile(_plain_name(match["path"]), match["name"], mark, code)
    if match["mark"] not in (None, mark):
        raise UcgsimError(
            f"{match['path']}: is not the file that is meant, its checksum is {mark}, not {match['mark']}"
        )
    _given[own.full_name] = own
    return own


def at_hand(own: OwnFile) -> OwnFile:
    """The policy with its code; UcgsimError where its file was not given in this process."""
    known = own if own.code is not None else _given.get(own.full_name)
    if known is not None:
        return known
    others = [other.mark for other in _given.values() if other.option == own.option]
    changed = f"; the one that was given is another, @{others[-1]}" if others else ""
    raise UcgsimError(
        f"policy {own.full_name}: no code runs because a folder names it; "
        f"give the file that played with --policy {own.option}{changed}"
    )


def _plain_name(path: str) -> str:
    name = PurePath(path).name
    if not _FILE.fullmatch(name):
        raise UcgsimError(f"policy file {name!r}: its name must be of letters, digits, blanks, '_', '.', '+' and '-'")
    return name


# A file of tuned numbers, ``planner@my.toml``: a policy's parameters with the record of how they were found.


WHAT = "a file of tuned numbers, as `python -m scripts.tune` writes it,"
_TUNED_FORM = re.compile(r"(?P<policy>\w+)@(?P<path>.+\.toml)", re.DOTALL | re.IGNORECASE)


class Tuned(NamedTuple):
    """The numbers of a policy as a file gives them: ``parameters`` by name, of the ``version`` they were tuned for."""

    place: str
    policy: str
    version: int
    parameters: dict[str, float]


def tuned_file(text: str) -> Tuned | None:
    """The file that a name such as ``planner@my.toml`` means, None where it is another name.

    UcgsimError where the file can't be read, is of another form, or of another policy than the one that is named.
    """
    form = _TUNED_FORM.fullmatch(text.strip())
    if form is None:
        return None
    tuned = read_tuned(form["path"])
    if tuned.policy != form["policy"]:
        raise UcgsimError(f"{tuned.place}: holds numbers of {tuned.policy[:40]!r}, not of {form['policy']!r}")
    return tuned


def read_tuned(path: str) -> Tuned:
    """Numbers out of a file; UcgsimError names what is missing there, or is no such thing."""
    data = read_toml(path, WHAT)
    policy, version, parameters = (data.get(name) for name in ("policy", "version", "parameters"))
    if not isinstance(policy, str) or type(version) is not int or not isinstance(parameters, dict):
        raise UcgsimError(f'{path}: needs policy = "planner", version = 1 and a table [parameters]; {WHAT} has them')
    for name, value in parameters.items():
        if type(value) not in (int, float):
            raise UcgsimError(f"{path}: {name} in [parameters] is no number; give one such as 0.25")
    return Tuned(path, policy, version, {name: float(value) for name, value in parameters.items()})
