"""JSON Schemas of what commands print with ``--json``, made from what they print.

    python -m scripts.json_schemas [--check] [COMMAND]...

Plays the SAMPLES of each command and writes ucgsim/report/schemas/COMMAND.json; with ``--check`` says instead which of
them would change. An estimate comes from its class, what a column means from the table it stands in; the rest is what
all samples have in common: a name that some of them lack is not required, what is not finite is null (see
`report.result`), and objects whose names are data, such as decks, cards and Rounds, are maps.
"""

from __future__ import annotations

import json
import re
from contextlib import chdir, contextmanager
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click
from click.testing import CliRunner

from ucgsim.cli.main import main as ucgsim
from ucgsim.files.writing import write_file
from ucgsim.report.schemas import FOLDER
from ucgsim.report.table import Table
from ucgsim.stats.rates import Estimate, Method

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

A, B, C, D = "plain-kaiju", "plain-dyna-gaia", "plain-rosso-blu", "plain-zero-geed"
QUICK = ("-j", "1", "--policy", "greedy")
CHECKED = ("--check", "search:2,with=planner", "--check-games", "4")
FIELD = "deck,weight\nPlain Dyna and Gaia,3\nPlain Rosso and Blu,1\nPlain Kaiju,1\n"
POOL = "number,count\nSD01-014,2\nBP01-095,1\n"
KAIJU = ("--pool", "pool.csv", "--budget", "21k", "--keep", "SD01-007", "BP02-048", "--check", "none")
SAMPLES: dict[str, tuple[tuple[str, ...], ...]] = {
    "odds": (("odds", A), ("odds", "rising")),
    "odds-want": (
        ("odds", A, "--want", "level 1 >= 2"),
        ("odds", "rising", "--want", "level 1 >= 1 and scene >= 1", "--turn", "3", "--redraw", "best"),
        ("odds", "belial", "--want", "BP01-001 >= 1", "--sample", "2000", "--seat", "next"),
        ("odds", "belial", "--want", "chain", "--turn", "2", "--redraw", "always"),
        ("odds", A, "--want", "level 1 >= 2", "--redraw-when", "level 1 < 1"),
    ),
    "duel": (
        ("duel", A, B, "-n", "60", *QUICK),
        ("duel", "belial", "rising", "-n", "200", "-j", "1"),
        ("duel", A, C, "-n", "40", *QUICK, "--first", "a", "--lead-pairs", "0"),
        ("duel", A, B, "-n", "20", *QUICK, *CHECKED),
        ("duel", "belial", "rising", "-n", "2", *QUICK, "--check", "none"),
    ),
    "gauntlet": (
        ("gauntlet", A, B, C, "-n", "60", *QUICK),
        ("gauntlet", "belial", "rising", "juggler", "-n", "40", "-j", "1"),
        ("gauntlet", A, B, C, "-n", "20", *QUICK, *CHECKED),
        ("gauntlet", A, B, "-n", "2000", *QUICK, "--field", "field.csv", "--lead-pairs", "0"),
    ),
    "matrix": (
        ("matrix", A, B, C, "-n", "60", *QUICK, "--out", "run"),
        ("matrix", A, B, C, "-n", "60", *QUICK, "--check", "none", "--out", "unchecked"),
        ("matrix", "belial", "rising", "-n", "40", "-j", "1"),
        ("matrix", A, B, "-n", "20", *QUICK, *CHECKED),
        ("matrix", A, B, "-n", "2000", *QUICK, "--field", "field.csv", "--lead-pairs", "0"),
    ),
    "tournament": (
        ("tournament", "run", "--players", "8"),
        ("tournament", "run", "--players", "16", "--cut", "4", "--match", "bo3"),
        ("tournament", "unchecked", "--players", "8"),
    ),
    "compare": (
        ("compare", A, D, "--against", B, C, "-n", "60", *QUICK),
        ("compare", "belial", "rising", "--against", "juggler", "-n", "40", "-j", "1"),
        ("compare", A, D, "--against", B, "-n", "20", *QUICK, *CHECKED),
        ("compare", A, D, "--against", B, "--until-sure", "-n", "400", *QUICK),
        ("compare", A, D, "--against", B, C, "-n", "2000", *QUICK, "--field", "field.csv"),
    ),
    "improve": (("improve", B, "--against", A, *QUICK, *KAIJU), ("improve", B, "--against", C, *QUICK, *KAIJU)),
    "redraw": (
        ("redraw", A, "--against", B, "-n", "100", *QUICK),
        ("redraw", "belial", "-n", "60", "-j", "1"),
    ),
    "policies": (("policies",),),
}
"""Command lines by schema, without ``--json``, played one after the other in one folder."""
NEEDS = {"tournament": SAMPLES["matrix"][:2]}
"""What is played before, where only some are made."""
ESTIMATE = [field.name for field in fields(Estimate)]
BESIDE = [f"{end}_games" for end in ("rate", "low", "high")]
DATA = re.compile(r"-?[\d.]+|[A-Z]+\d*-[\w-]+|.* .*")
"""Names that are data: numbers, cards, decks and sentences."""
NULLABLE = {"type": ["number", "null"]}
Meanings = dict[frozenset[str], dict[str, str]]


def estimates() -> dict[str, Any]:
    """What an estimate is, from its class, and one with what these games alone say."""
    words = {
        "rate": "the estimate; null where nothing was observed",
        "low": "lower end of the interval",
        "high": "upper end of the interval",
        "n": "independent units that it rests on, such as games",
        "confidence": "how often such intervals hold the truth",
        "method": "how the interval was made",
    }
    kinds: dict[str, dict[str, Any]] = dict.fromkeys(ESTIMATE, NULLABLE) | {"n": {"type": ["integer", "null"]}}
    kinds |= {"method": {"enum": [*(each.value for each in Method), None]}}
    own = {name: {**kinds[name], "description": words[name]} for name in ESTIMATE}
    alone = {name: {**NULLABLE, "description": f"{words[name[:-6]]}, by these games alone"} for name in BESIDE}
    return {
        "estimate": {"type": "object", "properties": own, "required": ESTIMATE},
        "beside": {"allOf": [{"$ref": "#/$defs/estimate"}], "properties": alone, "required": BESIDE},
    }


def schema_of(values: Sequence[Any], meanings: Meanings) -> dict[str, Any]:
    """What all values have in common."""
    objects = [each for each in values if isinstance(each, dict)]
    lists = [each for each in values if isinstance(each, list)]
    scalars = scalar_types([each for each in values if not isinstance(each, dict | list)])
    if scalars == ["null"] and not objects and not lists:
        return {}  # of what was never seen nothing is known
    parts = [object_schema(objects, meanings)] if objects else []
    if lists:
        items = schema_of([item for each in lists for item in each], meanings)
        parts.append({"type": "array", **({"items": items} if items else {})})
    if scalars:
        parts.append({"type": scalars[0] if len(scalars) == 1 else scalars})
    return {} if not parts else parts[0] if len(parts) == 1 else {"anyOf": parts}


def scalar_types(values: Sequence[Any]) -> list[str]:
    """Types of plain values; a number that may be broken may also be none."""
    kinds = {type(each) for each in values}
    names = {bool: "boolean", str: "string", type(None): "null"}
    result = {names[kind] for kind in kinds & names.keys()}
    if float in kinds:
        result |= {"number", "null"}
    elif int in kinds:
        result.add("integer")
    return sorted(result)


def object_schema(objects: Sequence[dict[str, Any]], meanings: Meanings) -> dict[str, Any]:
    """An object with names of its own, or a map."""
    known = {name: [each[name] for each in objects if name in each] for each in objects for name in each}
    if any(map(DATA.fullmatch, known)):
        inner = schema_of([value for values in known.values() for value in values], meanings)
        return {"type": "object", "additionalProperties": inner or True}
    required = [name for name, values in known.items() if len(values) == len(objects)]
    base = "beside" if {*ESTIMATE, *BESIDE} <= {*required} else "estimate" if {*ESTIMATE} <= {*required} else None
    inherited = {*ESTIMATE, *(BESIDE if base == "beside" else ())} if base else set()
    if base and known.keys() == inherited:
        return {"$ref": f"#/$defs/{base}"}
    words = meanings.get(frozenset(required), {})
    properties = {
        name: schema_of(values, meanings) | ({"description": words[name]} if words.get(name) else {})
        for name, values in known.items()
        if name not in inherited
    }
    result: dict[str, Any] = {"allOf": [{"$ref": f"#/$defs/{base}"}]} if base else {"type": "object"}
    return result | {"properties": properties, "required": [name for name in required if name not in inherited]}


def whole_schema(name: str, answers: Sequence[Any], meanings: Meanings) -> dict[str, Any]:
    """The schema of a command's answers, as it is written."""
    words, _, option = name.partition("-")
    shown = f"ucgsim {words} --{option} ... --json" if option else f"ucgsim {words} --json"
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": shown,
        "description": "What it prints. Names may be added; those that are here keep their meaning.",
        **schema_of(answers, meanings),
        "$defs": estimates(),
    }


@contextmanager
def listening() -> Iterator[Meanings]:
    """What columns of tables mean, by the names of the columns, of all tables that become plain values."""
    usual, meanings = Table.to_json, Meanings()

    def heard(table: Table[Any]) -> list[dict[str, Any]]:
        rows = usual(table)
        words = {column.key: column.meaning for column in table.columns if column.json}
        meanings.update({frozenset(row): words for row in rows[:1]})
        return rows

    Table.to_json = heard  # type: ignore[method-assign]
    try:
        yield meanings
    finally:
        Table.to_json = usual  # type: ignore[method-assign]


def printed(words: Sequence[str]) -> Any:
    """What a command prints with ``--json``."""
    result = CliRunner().invoke(ucgsim, [*words, "--json"])
    if result.exit_code:
        raise click.ClickException(f"ucgsim {' '.join(words)}: {result.stderr.strip()}")
    return json.loads(result.stdout)


def made(names: Sequence[str]) -> dict[str, str]:
    """The text of each schema, by its file's name."""
    result = {}
    with TemporaryDirectory() as folder, chdir(folder), listening() as meanings:
        Path("pool.csv").write_text(POOL, encoding="utf-8")
        Path("field.csv").write_text(FIELD, encoding="utf-8")
        for name in names:
            for words in NEEDS.get(name, ()) if "matrix" not in names else ():
                printed(words)
            answers = [printed(words) for words in SAMPLES[name]]
            result[f"{name}.json"] = json.dumps(whole_schema(name, answers, meanings), indent=1) + "\n"
    return result


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(SAMPLES)), metavar="[COMMAND]...")
@click.option("--check", is_flag=True, help="Write nothing; fail where a file would change.")
def main(*, names: tuple[str, ...], check: bool) -> None:
    """Make the schemas of COMMANDs, of all without one."""
    texts = made(names or tuple(SAMPLES))
    stale = [
        name for name, text in texts.items() if not (FOLDER / name).is_file() or (FOLDER / name).read_text() != text
    ]
    if check and stale:
        raise click.ClickException(f"{', '.join(stale)}: run python -m scripts.json_schemas")
    for name in stale:
        write_file(FOLDER / name, texts[name].encode())
        click.echo(f"{name}: written")


if __name__ == "__main__":
    main()
