"""Every kind of input from outside: what it is made from, and what reads it as the commands do."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.cards.open_catalog import HERO, SCENE, csv_text
from tests.decks.pasted import AT_ONCE
from tests.effects import wordings
from tests.fuzzing.kind import InputKind
from tests.fuzzing.newer_kinds import NEWER
from tests.fuzzing.trying import look_at
from tests.helpers import DECKLISTS, ROOT
from ucgsim.cards.catalog import read_catalog, shipped_catalog, write_catalog
from ucgsim.cards.importing import import_catalog
from ucgsim.decks.checking import check_file
from ucgsim.decks.deck import summarize
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import read_deck
from ucgsim.decks.writing import format_deck
from ucgsim.effects.compile.expressions import CannotAssembleError
from ucgsim.effects.compile.powers import assemble, mentioned_types
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.library import load_effects
from ucgsim.effects.official.read import read_official
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_text
from ucgsim.play.scenario import read_scenario
from ucgsim.play.scenario_run import run_scenario
from ucgsim.probability import odds_of_cards
from ucgsim.studies.weights import read_weights

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.effects.tree.statements import CardText

MOST_SEEDS = 150
NAMES = ("Tiga", "Dyna, Gaia", "Kaiju $1", "tiga")


@cache
def _catalog() -> Any:
    return shipped_catalog()


def _files(folder: str, pattern: str) -> list[bytes]:
    files = sorted((ROOT / folder).rglob(pattern))
    return [path.read_bytes() for path in files[:: len(files) // MOST_SEEDS + 1]]


# ------------------------------------------------------------------------------------------------ decks


def _decks() -> list[bytes]:
    catalog = _catalog()
    decks = [read_deck(path, catalog) for path in sorted(DECKLISTS.glob("*.txt"))[:4]]
    forms = [format_deck(deck, catalog, form).encode() for deck in decks for form in DeckFormat]
    pasted = [text if isinstance(text, bytes) else text.encode() for text, _ in AT_ONCE.values()]
    more = [b'{"BP01-012": 4,\n"BP01-014": 2}', b"4x BP01-012; 2 BP01-014 x3\n"]
    return [*_files("decklists", "*.txt"), *forms, *pasted, *more]


def _read_deck(path: Path) -> None:
    catalog = _catalog()
    deck, problems = check_file(path, catalog)
    for problem in problems:
        look_at(str(problem))
    deck = read_deck(path, catalog)
    summarize(deck, catalog)
    for form in DeckFormat:
        format_deck(deck, catalog, form)


# -------------------------------------------------------------------------------------- cards and effects


def _catalogs() -> list[bytes]:
    own = (ROOT / "ucgsim/cards/data/catalog.csv").read_bytes().splitlines(keepends=True)
    opened = csv_text(HERO, SCENE, HERO | {"number": "BP01-003", "effect": "[SIN]《A, B》\nDraw a card."})
    return [opened.encode(), opened.replace("\r\n", "\n").encode(), b"".join(own[:6]), b"".join(own[:1] + own[300:340])]


def _read_cards(path: Path) -> None:
    for read in (import_catalog, read_catalog):
        try:
            result = read(path)
        except UcgsimError as error:
            look_at(str(error))
            continue
        notes = [*result.mended, *result.refused] if read is import_catalog else ()
        for note in notes:
            look_at(str(note))
        if read is read_catalog:
            write_catalog(result, path.with_name("again.csv"))
            assert dict(read_catalog(path.with_name("again.csv"))) == dict(result)


def _texts() -> list[bytes]:
    made_up = [f"{wordings.ENTERS}If {condition}, {wordings.ACTIONS[0]}." for condition in wordings.CONDITIONS]
    made_up += [f"{wordings.ENTERS}You may {action}." for action in wordings.ACTIONS]
    official = list(wordings.official_texts().values()) if wordings.CATALOG.exists() else []
    return [text.encode() for text in [*made_up, *official[:: len(official) // MOST_SEEDS + 1]]]


def _read_wording(path: Path) -> None:
    result = read_official(read_text(path, "a text", controls=True))
    assert parse_text(format_text(result)) == result
    _play(result)


def _play(result: CardText) -> None:
    try:
        assemble({"T": result}, tuple(sorted(mentioned_types([result]))))
    except CannotAssembleError as error:
        raise UcgsimError(str(error)) from None


def _effects() -> list[bytes]:
    result: list[bytes] = []
    for file in _files("ucgsim/effects/data", "*.ucg"):
        blocks = re.split(rb"\n(?=\S)", file)
        result += [b"\n".join(blocks[at : at + 2]) for at in range(0, len(blocks), 9)]
    return [*result, b"X-1\n  enter:\n    draw 1\n"]


def _read_effects(path: Path) -> None:
    library = load_effects(path.parent)
    for number, entry in library.entries.items():
        if entry.file == str(path):
            try:
                _play(library[number])
            except KeyError:
                look_at(str(entry.reason))


# -------------------------------------------------------------------- scenarios, questions and weights


def _read_scenario(path: Path) -> None:
    result = run_scenario(read_scenario(path, _catalog()))
    assert str(result)


QUESTIONS = (
    "tiga",
    "level 1 tiga >= 2 and not kaiju",
    "chain of 2 or level 1-2 dyna",
    "tiga | dyna between 1 and 3",
    "type speed level 3+ == 1",
    "scene round 4 != 0",
    "'Dyna' <= 2",
    "BP01-001 or settable and character > 3",
)
_WORDS = (
    *("tiga", "level", "round", "type", "chain", "of", "and", "or", "not", "between"),
    *(">=", "|", "(", ")", "2", "4-1"),
)


@cache
def _cards() -> tuple[Any, ...]:
    catalog = _catalog()
    deck = read_deck(DECKLISTS / "tiga-dyna.txt", catalog)
    return tuple(catalog[number] for number, count in deck.counts for _ in range(count))


def _ask(path: Path) -> None:
    question = read_text(path, "a question", controls=True)
    odds_of_cards(_cards(), question, redraw="never")


def _weights() -> list[bytes]:
    return [b'deck,weight\nTiga,0.5\n"Dyna, Gaia",0.5\n', b'Tiga,25\n"Dyna, Gaia",25\r\nKaiju $1,50', b"tiga,1e2\n"]


KINDS = {
    kind.name: kind
    for kind in (
        InputKind(
            "decklist", "deck.txt", _decks, ("4 BP01-012", "x", "BP01", "key", "count", "number", "cards"), _read_deck
        ),
        InputKind(
            "catalog", "cards.csv", _catalogs, ("BP01-001", "Ultra Hero", "Scene", "level", "-", '"a'), _read_cards
        ),
        InputKind(
            "text", "text.txt", _texts, (*wordings.CONDITIONS, *wordings.ACTIONS, *wordings.COSTS), _read_wording
        ),
        InputKind(
            "effects", "X.ucg", _effects, ("draw 1", "if", "else:", "may:", "when", "[dbl]", "X-1"), _read_effects
        ),
        InputKind(
            "scenario", "s.yaml", lambda: _files("tests/cards", "*.yaml"), ("cards:", "A:", "deck"), _read_scenario
        ),
        InputKind("question", "q.txt", lambda: [each.encode() for each in QUESTIONS], _WORDS, _ask),
        InputKind("weights", "w.csv", _weights, (*NAMES, "deck,weight", "0.5"), lambda path: read_weights(path, NAMES)),
        *NEWER,
    )
}
