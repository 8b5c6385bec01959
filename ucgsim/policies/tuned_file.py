"""A file of tuned numbers, ``planner@my.toml``: a policy's parameters with the record of how they were found."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.errors import UcgsimError
from ucgsim.files.reading_toml import read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

WHAT = "a file of tuned numbers, as `python -m scripts.tune` writes it,"
_FORM = re.compile(r"(?P<policy>\w+)@(?P<path>.+\.toml)", re.DOTALL | re.IGNORECASE)
_BARE = re.compile(r"[A-Za-z0-9_-]+")


class Tuned(NamedTuple):
    """The numbers of a policy as a file gives them: ``parameters`` by name, of the ``version`` they were tuned for."""

    place: str
    policy: str
    version: int
    parameters: dict[str, float]


def tuned_file(text: str) -> Tuned | None:
    """The file that a name such as ``planner@my.toml`` stands for, None where it is another name.

    UcgsimError where the file can't be read, is of another form, or of another policy than the one that is named.
    """
    form = _FORM.fullmatch(text.strip())
    if form is None:
        return None
    tuned = read_tuned(form["path"])
    if tuned.policy != form["policy"]:
        raise UcgsimError(f"{tuned.place}: holds numbers of {tuned.policy!r}, not of {form['policy']!r}")
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


def tuned_text(policy: str, version: int, parameters: Mapping[str, float], record: Mapping[str, Any]) -> str:
    """The text of such a file; ``record``: how the numbers were found, of texts, numbers and lists of them."""
    lines = [
        f"# Numbers for `--policy {policy}@<this file>`, found by `python -m scripts.tune`.",
        f"policy = {_value(policy)}",
        f"version = {version}",
        "",
        "[parameters]",
        *(f"{_key(name)} = {_value(float(value))}" for name, value in parameters.items()),
        "",
        "[record]",
        *(f"{_key(name)} = {_value(value)}" for name, value in record.items()),
    ]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _value(name)


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    # A text in JSON with nothing but ASCII is one in TOML.
    return json.dumps(value) if isinstance(value, str) else repr(value)
