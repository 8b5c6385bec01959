"""Made-up cards and positions for the rules tests: names say what matters (``H2`` is HERO's level 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ucgsim.cards.card import Card, Kind
from ucgsim.engine.core.constants import Phase
from ucgsim.play import Game, Position, Side, Stack


def character(number: str, name: str, level: int, *bp: int | None, **facts: object) -> Card:
    single, double, triple, quad = (*bp, None, None, None, None)[:4]
    settings = {"kinds": (Kind.ULTRA_HERO,), "type": "BASIC", "characters": (name,)} | facts
    return Card(number, f"{name} {level}", level=level, bp=(single, double, triple, quad), **settings)


def scene(number: str, round_number: int) -> Card:
    return Card(number, f"Place {number}", kinds=(Kind.SCENE,), round=round_number)


KAIJU = {"kinds": (Kind.KAIJU,), "type": "HAZARD"}
CATALOG = {
    card.number: card
    for card in (
        character("H1", "HERO", 1, 4000, 7000),
        character("H2", "HERO", 2, 6000, 9000, 13000),
        character("H3", "HERO", 3, 7000, 12000, 17000, type="POWER"),
        character("H4", "HERO", 4, None, 12000, 18000, 20000),
        character("G1", "GUARDIAN", 1, 5000),
        character("G2", "GUARDIAN", 2, 6000, 9000),
        character("Z1", "ZERO", 1, 0),
        character("M1", "MECH", 1, 6000, kinds=(Kind.ULTRA_MECH,)),
        character("X1", "EXTRA", 1, 8000, extra=15000),
        character("K5", "FOE", 5, 5000, 8000, **KAIJU),
        character("K6", "FOE", 6, 8000, 10000, **KAIJU),
        character("T1", "TAKUMA", 1, 4000, teams=("RIVER CREW",)),
        character("T2", "SHION", 2, 6000, 9000, teams=("RIVER CREW",)),
        character("O2", "ORRIN", 2, 6000, 9000, teams=("HILL CREW",)),
        character("N2", "GUARDIAN", 2, 6000, 9000, characters=("GUARDIAN", "HERO")),
        character("N3", "GUARDIAN", 3, 7000, 9000, 12000),
        *(scene(f"S{number}", number) for number in range(5)),
    )
}

WON = {"A": ["K6"], "B": ["K5"]}
LOST = {"A": ["K5"], "B": ["K6"]}
TIED = {"A": ["K5"], "B": ["K5"]}
ONE = [{"A": ["H1"], "B": ["K5"]}]
SCENES = ["S0", "S1", "S2", "S3"]

Area = Mapping[str, Sequence[str]]


def place(
    phase: str,
    *,
    lead: str = "A",
    turn: int = 2,
    a: Mapping[str, Iterable[str]] | None = None,
    b: Mapping[str, Iterable[str]] | None = None,
    field: Sequence[Area] = (),
    scene: tuple[str, str] | None = None,
    rules: str = "1.6",
) -> Game:
    """A game at the beginning of ``phase``; ``a``, ``b`` are zones, ``field`` stacks, bottom card first."""
    sides = [Side(**{zone: tuple(cards) for zone, cards in (zones or {}).items()}) for zones in (a, b)]
    areas = tuple((stack(area.get("A")), stack(area.get("B"))) for area in field)
    position = Position(
        lead="AB".index(lead),
        turn=turn,
        phase=Phase[phase.upper()],
        sides=(sides[0], sides[1]),
        areas=areas,
        scene=None if scene is None else (scene[0], "AB".index(scene[1])),
    )
    return Game.place(position, CATALOG, rules=rules)


def level_up(hand: Sequence[str], *stacks: Sequence[str], **more: Any) -> Game:
    """The level up phase with these stacks of A, each opposite a foe."""
    return place("level_up", a={"hand": hand}, field=[{"A": stack, "B": ["K5"]} for stack in stacks], **more)


def look(*stacks: Sequence[str], rules: str = "1.6") -> Game:
    """The judgement phase with these stacks of A and nobody opposite."""
    return place("judgement", field=[{"A": stack} for stack in stacks], rules=rules)


def stack(cards: Sequence[str] | None) -> Stack | None:
    return Stack(tuple(cards)) if cards else None


def asked(game: Game) -> tuple[str, str, set[str]] | None:
    """The first decision from here: player, kind and the set of labels."""
    game.advance()
    pending = game.decision
    return None if pending is None else (pending.player, pending.kind, set(pending.options))


def run_to(game: Game, phase: str) -> Game:
    """Play on, declining, until a phase begins; the same game."""
    for _ in range(1000):
        if game.phase == phase or game.is_over:
            return game
        if game.decision is None:
            game.step()
        else:
            decline = {"keep", "no scene", "pass", "no", "none"} & set(game.options)
            game.answer(decline.pop() if decline else game.options[0])
    raise AssertionError(f"{phase} was not reached")


def judge(game: Game) -> list[str]:
    """Outcomes of the battles of this turn."""
    run_to(game, "judgement")
    game.step()
    return game.outcome
