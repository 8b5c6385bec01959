"""Scenario files: YAML read into a scenario, every error with its line."""

from __future__ import annotations

from collections import ChainMap
from typing import TYPE_CHECKING

from ucgsim.cards.versions import RULES_NAMES, SCENARIO_RULES
from ucgsim.engine.core.constants import Phase
from ucgsim.engine.core.tables import RULEBOOK_TYPES
from ucgsim.errors import UcgsimError
from ucgsim.play.position import Position, Side, Stack, check_size
from ucgsim.play.scenario import Scenario
from ucgsim.play.scenario_cards import read_cards
from ucgsim.play.scenario_steps import PHASES, StepReader
from ucgsim.play.yaml_nodes import YamlFile, is_list
from ucgsim.policies.labels import SIDES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from yaml.nodes import Node

    from ucgsim.cards.card import Card

KEYS = ("title", "clauses", "rules", "cards", "lead", "turn", "phase", "A", "B", "field", "scene", "steps")
ZONES = ("hand", "deck", "discard", "exile")


def read_scenario(path: Path, catalog: Mapping[str, Card]) -> Scenario:
    """Read a scenario file; raises UcgsimError with file, line and what is wrong."""
    file = YamlFile(path, "a scenario (YAML)")
    top = file.mapping(file.root, "a scenario", KEYS)
    types = {*RULEBOOK_TYPES, *(card.type for card in catalog.values() if card.type)}
    own, texts = read_cards(file, top["cards"], types) if "cards" in top else ({}, {})
    cards = ChainMap(own, dict(catalog))
    reader = StepReader(file, cards, types | {card.type for card in own.values() if card.type})
    position = _position(file, top, reader)
    try:
        check_size(position)
    except UcgsimError as error:
        raise UcgsimError(f"{path}: {error}") from None
    clauses = file.sequence(top["clauses"], "clauses") if "clauses" in top else []
    return Scenario(
        path=path,
        title=file.text(top["title"], "title") if "title" in top else "",
        clauses=tuple(file.text(clause, "clauses") for clause in clauses),
        rules=file.one_of(top["rules"], "rules", RULES_NAMES) if "rules" in top else SCENARIO_RULES,
        position=position,
        catalog=cards,
        texts=texts,
        steps=reader.steps(top["steps"]) if "steps" in top else (),
    )


def _position(file: YamlFile, top: Mapping[str, Node], reader: StepReader) -> Position:
    sides = [_side(file, top[name], name, reader) if name in top else Side() for name in SIDES]
    areas = file.sequence(top["field"], "field") if "field" in top else []
    phase = file.one_of(top["phase"], "phase", PHASES) if "phase" in top else "start"
    return Position(
        lead=SIDES.index(file.one_of(top["lead"], "lead", tuple(SIDES))) if "lead" in top else 0,
        turn=file.number(top["turn"], "turn") if "turn" in top else 1,
        phase=Phase[phase.upper()],
        sides=(sides[0], sides[1]),
        areas=tuple(_area(file, area, reader) for area in areas),
        scene=_scene(top["scene"], reader) if "scene" in top else None,
    )


def _side(file: YamlFile, node: Node, name: str, reader: StepReader) -> Side:
    zones = file.mapping(node, name, ZONES)
    return Side(**{zone: reader.cards(value, f"{name}: {zone}") for zone, value in zones.items()})


def _area(file: YamlFile, node: Node, reader: StepReader) -> tuple[Stack | None, Stack | None]:
    nodes = file.mapping(node, "a battle area", tuple(SIDES))
    stacks = [_stack(file, nodes[name], reader) if name in nodes else None for name in SIDES]
    return stacks[0], stacks[1]


def _stack(file: YamlFile, node: Node, reader: StepReader) -> Stack | None:
    """A list of cards, or ``{cards: [..], charge: [..]}``; an empty list is a vacant side."""
    what = "a stack"
    if is_list(node):
        cards = reader.cards(node, what)
        return Stack(cards) if cards else None
    nodes = file.mapping(node, what, ("cards", "charge"))
    cards = reader.cards(nodes["cards"], what) if "cards" in nodes else ()
    charge = reader.cards(nodes["charge"], "charge") if "charge" in nodes else ()
    if charge and not cards:
        file.fail(node, "Charge cards need a character above them")
    return Stack(cards, charge) if cards else None


def _scene(node: Node, reader: StepReader) -> tuple[str, int] | None:
    scene = reader.scene(node)
    return None if scene is None else (scene[0], SIDES.index(scene[1]))
