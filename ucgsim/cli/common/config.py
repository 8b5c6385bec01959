"""Defaults of one's own for options: a TOML file in the user's folder, and what it says laid over a command.

A line is ``games = "10k"`` for every command with that option, ``duel.games = "1e6"`` for one of them. Only this
module reads the file or writes it.
"""

from __future__ import annotations

import difflib
import json
import re
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ucgsim.cards.home import home
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import MAX_TOML_BYTES, parse_toml, read_text, read_toml
from ucgsim.files.writing import write_text_file
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WHAT = "defaults of options, as `ucgsim config set` writes them,"
FILE = "config.toml"
UNTOUCHED = ("completion", "config")
"""Commands that no default reaches, so that a file that is wrong can be mended with them."""
NEVER = ("help", "out")
"""Options without such a default: every command would write into one folder."""
PLAYED_SO = ("policy",)
"""Options that elsewhere ask who played a run that is saved: a default for all commands leaves those alone."""
MOST_PARTS = 4
"""Of the name of a default: words of a command, and the option."""
MOST_LETTERS = 200
"""Of a value."""
_PART = re.compile(r"[a-z][a-z0-9-]{0,39}")
_LINE = re.compile(r"\s*(?P<key>[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*)\s*=")

Defaults = dict[tuple[str, ...], Any]
"""Values by where they hold: the words of a command, none for all of them, then the name of the option."""


def config_path() -> Path:
    """Where the file is, there or not."""
    return home() / FILE


def read_config() -> Defaults:
    """What the file says; nothing where there is none. Raises UcgsimError where it is no such file."""
    path = config_path()
    return dict(_flat((), read_toml(path, WHAT), path)) if _holds_something(path) else {}


def _holds_something(path: Path) -> bool:
    return path.exists() and not (path.is_file() and path.stat().st_size == 0)


def _flat(above: tuple[str, ...], table: dict[str, Any], path: Path) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, value in table.items():
        place = (*above, name)
        if not _PART.fullmatch(name) or len(place) > MOST_PARTS:
            said = ".".join(place)[:MOST_LETTERS]
            raise UcgsimError(f"{path}: {said} can't be the name of an option; one is like duel.games")
        if any(len(text) > MOST_LETTERS for text in _texts(value)):
            raise UcgsimError(f"{path}: {'.'.join(place)} has a text of more than {MOST_LETTERS} letters")
        if isinstance(value, dict):
            yield from _flat(place, value, path)
        elif isinstance(value, str | bool | int | float) or _is_texts(value):
            yield place, value
        else:
            raise UcgsimError(f"{path}: {'.'.join(place)} is no text, number, true or false, nor a list of texts")


def _texts(value: object) -> list[str]:
    return [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)]


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str | int | float) for each in value)


# ------------------------------------------------------------------------------------- laid over a command


def lay_over(ctx: click.Context, command: click.Command, name: str) -> None:
    """Let the user's defaults hold for a command, or a group of them, that is called in the context; --help names them.

    Raises UcgsimError for a default of this command that no option of it bears, or that its option can't be.
    """
    defaults = read_config()
    for key in defaults:
        if key[0] == name:
            check_key(key, command)
    ctx.default_map = {**(ctx.default_map or {}), name: default_map(command, (name,), defaults, ctx)}


def default_map(
    command: click.Command, words: tuple[str, ...], defaults: Defaults, ctx: click.Context | None = None
) -> dict[str, Any]:
    """Defaults by the names of a command's parameters, and of a group's commands; those of a context are remarked on.

    Raises UcgsimError for one that its option can't be.
    """
    values = {}
    for param in command.params:
        key = _key_for(param, words, defaults)
        if key is not None and isinstance(param, click.Option):
            values[str(param.name)] = _value(param, key, defaults[key])
            if ctx is not None:
                _remark(ctx, param, values[str(param.name)])
    inner = command.commands if isinstance(command, click.Group) else {}
    return values | {name: default_map(each, (*words, name), defaults, ctx) for name, each in inner.items()}


def _remark(ctx: click.Context, option: click.Option, value: Any) -> None:
    """Have --help say whose the default is. Click asks only the option for such words, so it has them for a while."""
    text = ", ".join(value) if isinstance(value, list) else str(value).lower() if option.is_flag else str(value)
    for name, words in (("show_default", f"{shown(text)}, from {FILE}"), ("required", False)):
        ctx.call_on_close(partial(setattr, option, name, getattr(option, name)))
        setattr(option, name, words)


def whose_fault(error: click.BadParameter) -> str | None:
    """The refusal of a value that is a default of the user's, by file and key; None where it was typed."""
    ctx, param = error.ctx, error.param
    if ctx is None or param is None or ctx.get_parameter_source(str(param.name)) is not ParameterSource.DEFAULT_MAP:
        return None
    key = _key_for(param, tuple(ctx.command_path.split()[1:]), read_config())
    return f"{_of(key or ())}: {error.message}"


def _key_for(param: click.Parameter, words: tuple[str, ...], defaults: Defaults) -> tuple[str, ...] | None:
    """The default that holds for an option of a command: the one that names most of the command's words."""
    name = option_name(param)
    least = 1 if name in PLAYED_SO and not isinstance(param.default, str) else 0
    keys = [(*words[:end], name) for end in range(len(words), least - 1, -1)] if name else []
    return next((key for key in keys if key in defaults), None)


def option_name(param: click.Parameter) -> str:
    """The long name of an option without its dashes, blank for what has none or can have no default."""
    names = [name[2:] for name in param.opts if name.startswith("--")] if isinstance(param, click.Option) else []
    return "" if not names or names[0] in NEVER else names[0]


def _value(option: click.Option, key: tuple[str, ...], value: Any) -> Any:
    """The default as the option takes it: a list where it can be given several times, a text as it would be typed."""
    place = f"{config_path()}: {'.'.join(key)}"
    if option.is_flag:
        if not isinstance(value, bool):
            raise UcgsimError(f"{place} is {value!r}; it is switched by true or false")
        return value
    if isinstance(value, bool) or (isinstance(value, list) and not option.multiple):
        raise UcgsimError(f"{place} is {value!r}; a text or a number was expected")
    texts = [str(each) for each in value] if isinstance(value, list) else [str(value)]
    with click.Context(click.Command(key[-1])) as context:
        try:
            for text in texts:
                option.type.convert(text, option, context)
        except click.BadParameter as error:
            raise UcgsimError(f"{place}: {error.message}") from None
    return texts if option.multiple else texts[0]


def check_key(key: tuple[str, ...], command: click.Command) -> None:
    """Raise UcgsimError for a default of a command, of the words before the name, that none of its options bears."""
    inner = command
    for place, word in enumerate(key[1:-1], start=1):
        known = inner.commands if isinstance(inner, click.Group) else {}
        if word not in known:
            raise UcgsimError(f"{_of(key)}: {' '.join(key[:place])} has no command {word!r}{_near(word, known)}")
        inner = known[word]
    names = set(options_of(inner))
    if key[-1] not in names:
        what = f"no option --{key[-1]} that can have a default"
        raise UcgsimError(f"{_of(key)}: {' '.join(key[:-1])} has {what}{_near(key[-1], names)}")


def options_of(command: click.Command) -> Iterator[str]:
    """Names of the options that a command, or any command of a group, can have defaults of."""
    yield from filter(None, map(option_name, command.params))
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from options_of(inner)


def _of(key: tuple[str, ...]) -> str:
    return f"{config_path()}: {'.'.join(key)}"


def _near(word: str, known: Any) -> str:
    near = difflib.get_close_matches(word, sorted(known), n=3, cutoff=0.5)
    return f"; nearest are {', '.join(near)}" if near else ""


# ------------------------------------------------------------------------------------------------- written


def set_default(key: tuple[str, ...], value: Any) -> None:
    """Write a default into the file, in place of what it said of it; comments stay."""
    _write(key, f"{'.'.join(key)} = {_toml(value)}", read_config() | {key: value})


def unset_default(key: tuple[str, ...]) -> None:
    """Take a default out of the file. Raises UcgsimError where it holds none."""
    known = read_config()
    if key not in known:
        names = [".".join(each) for each in known]
        raise UcgsimError(f"{_of(key)} is not set{_near('.'.join(key), names)}")
    _write(key, None, {each: value for each, value in known.items() if each != key})


def _write(key: tuple[str, ...], line: str | None, wanted: Defaults) -> None:
    """Exchange the line of a key; what was written by hand in other forms of TOML is left to the hand."""
    path = config_path()
    lines = read_text(path, WHAT, most=MAX_TOML_BYTES).splitlines() if _holds_something(path) else []
    kept = [each for each in lines if not ((match := _LINE.match(each)) and tuple(match["key"].split(".")) == key)]
    # Before the first table: what is behind its heading would belong to it.
    top = next((at for at, each in enumerate(kept) if each.lstrip().startswith("[")), len(kept))
    text = "".join(f"{each}\n" for each in [*kept[:top], *([] if line is None else [line]), *kept[top:]])
    try:
        result = dict(_flat((), parse_toml(text, path, WHAT), path))
    except UcgsimError:
        result = None
    if result != wanted:
        raise UcgsimError(f"{path}: holds tables or values over several lines; change {'.'.join(key)} by hand there")
    write_text_file(path, text)


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    # A text in JSON with nothing but ASCII is one in TOML.
    return json.dumps(value) if isinstance(value, str | bool) else repr(value)
