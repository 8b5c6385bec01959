"""One card entered by hand: its facts by name, as questions ask them and as a YAML file has them, made into a card."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from yaml.nodes import MappingNode, ScalarNode

from ucgsim.cards.importing import OPTIONAL_COLUMNS, REQUIRED_COLUMNS, ImportReport, import_catalog
from ucgsim.errors import UcgsimError
from ucgsim.files.reading_yaml import read_yaml
from ucgsim.files.writing import csv_text, write_text_file

if TYPE_CHECKING:
    from collections.abc import Mapping

BP_COLUMNS = ("battle_power_1", "battle_power_2", "battle_power_3", "battle_power_4")
WHAT = "one card"


class CardFact(NamedTuple):
    """A fact of a card: its key, how it is asked, the column of an open catalog that has it, and of which cards."""

    key: str
    question: str
    column: str
    of_scenes: bool = True
    of_characters: bool = True


FACTS = (
    CardFact("number", "number, such as BP08-001", "number"),
    CardFact("kind", "kind: Ultra Hero, Kaiju, Ultra Mech or Scene", "feature"),
    CardFact("name", "name", "name"),
    CardFact("character", "character name, such as TIGA", "character_name", of_scenes=False),
    CardFact("level", "level", "level", of_scenes=False),
    CardFact("type", "TYPE, such as POWER", "type", of_scenes=False),
    CardFact("bp", "BP as SINGLE/DOUBLE/TRIPLE/QUAD, such as 5000/9000", "", of_scenes=False),
    CardFact("extra", "EXTRA BP, if it has one", "battle_power_ex", of_scenes=False),
    CardFact("round", "Round from which it may be set", "round", of_characters=False),
    CardFact("text", "effect text, as printed, if it has one", "effect"),
)
OPTIONAL = {"extra", "text"}


def asked_of(kind: str) -> list[CardFact]:
    """The facts that a card of a kind has."""
    scene = kind.strip().casefold() == "scene"
    return [fact for fact in FACTS if (fact.of_scenes if scene else fact.of_characters)]


def read_card(path: Path) -> dict[str, str]:
    """The facts of one card in a YAML file, by their keys; UcgsimError names the line of what is none."""
    root = read_yaml(path, WHAT)
    if not isinstance(root, MappingNode):
        raise UcgsimError(f"{path}: holds no keys; {', '.join(fact.key for fact in FACTS)} were expected")
    known = {fact.key for fact in FACTS}
    values: dict[str, str] = {}
    for key, value in root.value:
        line = key.start_mark.line + 1
        if not isinstance(key, ScalarNode) or key.value not in known:
            raise UcgsimError(f"{path}, line {line}: is no fact of a card; there are {', '.join(sorted(known))}")
        parts = [value] if isinstance(value, ScalarNode) else list(value.value)
        if not all(isinstance(part, ScalarNode) for part in parts):
            raise UcgsimError(f"{path}, line {line}: {key.value} is neither a text nor a list of numbers")
        values[key.value] = "/".join(part.value for part in parts)
    return values


def made_card(values: Mapping[str, str]) -> ImportReport:
    """One card from its facts, read as a row of an open catalog is; UcgsimError where a fact is missing or wrong."""
    absent = [fact.key for fact in asked_of(values.get("kind", "")) if not values.get(fact.key, "").strip()]
    missing = [key for key in absent if key not in OPTIONAL]
    if missing:
        raise UcgsimError(f"a card without {missing[0]}; {', '.join(missing)} must be given")
    row = {fact.column: values.get(fact.key, "").strip() for fact in FACTS if fact.column}
    row |= dict(zip(BP_COLUMNS, (part.strip() for part in values.get("bp", "").split("/")), strict=False))
    columns = [*REQUIRED_COLUMNS, *OPTIONAL_COLUMNS]
    with TemporaryDirectory(prefix="ucgsim-") as folder:
        place = Path(folder) / "card.csv"
        write_text_file(place, csv_text([columns, [row.get(column, "") for column in columns]]))
        report = import_catalog(place)
    if report.refused:
        raise UcgsimError(f"{values['number']}: {report.refused[0].what}")
    return report
