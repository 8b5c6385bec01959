"""Cards that a scenario makes up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ucgsim.cards.card import DEFAULT_COPY_LIMIT, Card, Kind
from ucgsim.cards.keywords import Keywords, read_keywords
from ucgsim.effects.official.read import read_official
from ucgsim.engine.core.constants import Grade
from ucgsim.errors import UcgsimError
from ucgsim.play.yaml_nodes import NULL
from ucgsim.policies.labels import is_reserved

if TYPE_CHECKING:
    from collections.abc import Container

    from yaml.nodes import Node

    from ucgsim.play.yaml_nodes import YamlFile

CARD_KEYS = (
    "name",
    "subtitle",
    "character",
    "kind",
    "level",
    "type",
    "bp",
    "extra",
    "round",
    "effect",
    "any_number",
)
KINDS = tuple(kind.value for kind in Kind)
_WORD = re.compile(r"\S+")


def read_cards(file: YamlFile, node: Node, types: Container[str]) -> tuple[dict[str, Card], dict[str, str]]:
    """Made-up cards and their effect texts, by id; ``types`` are the TYPEs that no id may be."""
    cards, texts = {}, {}
    for name, key, value in file.items(node, "cards"):
        if not _WORD.fullmatch(name) or is_reserved(name, types):
            file.fail(key, f"cards: {name!r} cannot be an id; it must be one word that is no label")
        cards[name], texts[name] = _card(file, name, value)
    return cards, texts


def _card(file: YamlFile, number: str, node: Node) -> tuple[Card, str]:
    what = f"card {number}"
    nodes = file.mapping(node, what, CARD_KEYS)
    if "kind" not in nodes:
        file.fail(node, f"{what}: kind is missing; it is a list of {', '.join(KINDS)}")

    def text(key: str) -> str:
        return "" if _absent(nodes, key) else file.text(nodes[key], f"{what}: {key}")

    def value(key: str) -> int | None:
        return None if _absent(nodes, key) else file.number(nodes[key], f"{what}: {key}")

    effect = text("effect")
    facts = read_keywords(effect)
    if facts.remainder:
        _check_text(file, nodes["effect"], what, effect)
    kinds = (*_kinds(file, nodes["kind"], what), *facts.extra_kinds)
    round_number = value("round")
    single, double, triple, quad = _bp(file, nodes.get("bp"), what)
    card = Card(
        number=number,
        name=text("name") or number,
        subtitle=text("subtitle"),
        characters=tuple(dict.fromkeys(filter(None, (text("character"), *facts.characters)))),
        kinds=tuple(dict.fromkeys(kinds)),
        level=value("level"),
        type=text("type").upper() or None,
        round=0 if round_number is None and Kind.SCENE in kinds else round_number,
        bp=(single, double, triple, quad),
        extra=value("extra"),
        teams=facts.teams,
        has_text=bool(facts.remainder),
        copy_limit=_copies(file, nodes, facts, what),
        charge=facts.charge,
    )
    return card, effect


def _check_text(file: YamlFile, node: Node, what: str, effect: str) -> None:
    try:
        read_official(effect)
    except UcgsimError as error:
        file.fail(node, f"{what}: effect can't be read: {error}")


def _absent(nodes: dict[str, Node], key: str) -> bool:
    return key not in nodes or nodes[key].tag == NULL


def _kinds(file: YamlFile, node: Node, what: str) -> list[Kind]:
    return [Kind(file.one_of(entry, f"{what}: kind", KINDS)) for entry in file.sequence(node, f"{what}: kind")]


def _bp(file: YamlFile, node: Node | None, what: str) -> list[int | None]:
    """Values of SINGLE ... QUAD, None where nothing is printed (CR 2.3.7.2)."""
    entries = [] if node is None else file.sequence(node, f"{what}: bp")
    if node is not None and len(entries) > Grade.EXTRA:
        file.fail(node, f"{what}: bp has {len(entries)} values; there are SINGLE, DOUBLE, TRIPLE and QUAD")
    values = [None if entry.tag == NULL else file.number(entry, f"{what}: bp") for entry in entries]
    return values + [None] * (Grade.EXTRA - len(values))


def _copies(file: YamlFile, nodes: dict[str, Node], facts: Keywords, what: str) -> int | None:
    if _absent(nodes, "any_number"):
        return facts.copy_limit
    word = file.one_of(nodes["any_number"], f"{what}: any_number", ("true", "false"))
    return None if word == "true" else DEFAULT_COPY_LIMIT
