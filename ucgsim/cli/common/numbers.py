"""Whole numbers of a command line as people write them: ``10000``, ``10,000``, ``10k``, ``2M``, ``1e6``."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import click

_GROUPED = re.compile(r"[+-]?\d{1,3}(?:[,_]\d{3})+")
_SHORT = re.compile(r"\+?(?P<number>\d{1,12}(?:\.\d{1,9})?)(?:(?P<unit>[kKM])|[eE]\+?(?P<zeros>\d{1,2}))")
_UNITS = {"k": 3, "K": 3, "M": 6}
"""No ``m``: where a length of time can be said too, it is minutes."""


def read_whole(text: str) -> int | None:
    """The whole number that a text says; None where it says none."""
    text = text.strip()
    if _GROUPED.fullmatch(text):
        return int(text.replace(",", "").replace("_", ""))
    short = _SHORT.fullmatch(text)
    if short is None:
        try:
            return int(text)
        except ValueError:
            return None
    value = Decimal(short["number"]).scaleb(_UNITS[short["unit"]] if short["unit"] else int(short["zeros"]))
    return int(value) if value == int(value) else None


class WholeNumber(click.IntRange):
    """An integer within bounds, refused in words rather than as a formula."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a number as people write it; anything else, and anything out of bounds, names the bounds."""
        number = read_whole(value) if isinstance(value, str) else value
        try:
            return int(super().convert(value if number is None else number, param, ctx))
        except click.BadParameter:
            self.fail(f"{value} is not a whole number from {self.min:,} to {self.max:,}", param, ctx)
