"""A person at the table: the field from one side, what is asked, and a game that can be saved and gone on with."""

from __future__ import annotations

import re
import textwrap
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.cards.card import card_label, card_title
from ucgsim.effects.library import known_effects
from ucgsim.effects.plain.sentences import plain_power
from ucgsim.engine.core.constants import NONE, SEATS, Decision
from ucgsim.engine.expressions.frames import Column
from ucgsim.engine.field.stacks import COST
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import kept_value, read_sealed, write_sealed
from ucgsim.play.events import PHASES
from ucgsim.play.game import Game
from ucgsim.play.replay import transcript
from ucgsim.policies.labels import SIDES, number_of, stack_of
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.plan import HALVES, First, Plan, Terms, is_plain_text, reading, text
from ucgsim.simulate.table import make_plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck


WIDTH = 80
SIDE = 37
"""Columns of one side of a battle area; two of them, a number before and gaps are as wide as a terminal."""
STANDS = {1: "ahead", 0: "even", -1: "behind"}


def draw(game: Game, viewer: str) -> str:
    """Round, scene, who wins what now, battle areas and piles as ``viewer`` may see them (CR 3.4.2, 3.6.3)."""
    other = SIDES[1 - SIDES.index(viewer)]
    stands = standings_of(game, viewer)
    mine, theirs = (_characters(game, player, viewer) for player in (viewer, other))
    lines = [*_head(game, viewer, stands), _columns("", f"{viewer} (you)", other)]
    for area, sides in enumerate(zip(mine, theirs, strict=True)):
        words = _words_of(stands[area])
        rows = [[*side] for side in sides]
        for row, word in zip(rows, words, strict=True):
            row[1] = ", ".join(filter(None, (row[1], word)))
        lines += [_columns(str(area + 1), rows[0][0], rows[1][0]), _columns("", rows[0][1], rows[1][1])]
    lines.append(_columns("", _piles(game, viewer), _piles(game, other)))
    lines += [*_known(game, other, viewer), *_charged(game), *_touched(game)]
    return "\n".join(line.rstrip() for line in lines)


def hand_lines(game: Game, player: str) -> list[str]:
    """The player's own hand: count, number, name and what matters when it is played."""
    hand = game.hand(player)
    return [f"{hand.count(number)} {card_line(game, number)}" for number in dict.fromkeys(hand)]


def card_line(game: Game, number: str) -> str:
    """What a card is called, with its printed facts."""
    return f"{card_label(game.book.cards[game.book.row(number)])}, {card_facts(game, number)}"


def card_facts(game: Game, number: str) -> str:
    """The printed facts of a card in few words: of a scene its Round, of a character TYPE and BP."""
    card = game.book.cards[game.book.row(number)]
    if card.is_scene:
        return f"scene of Round {card.round}"
    values = "/".join("-" if value is None else str(value) for value in card.bp).removesuffix("/-").removesuffix("/-")
    return f"{card.type}, {values}"


def short(game: Game, number: str, width: int = SIDE) -> str:
    """What a card is called, in no more than so many letters; its number always is there."""
    title, tail = card_title(game.book.cards[game.book.row(number)]), f" ({number})"
    return _cut(title, width - len(tail)) + tail


def _head(game: Game, viewer: str, stands: Sequence[int | None]) -> Iterator[str]:
    leads = "you lead" if game.lead == viewer else f"{game.lead} leads"
    phase = next(name for each, (name, _) in PHASES.items() if each.name.lower() == game.phase)
    yield f"Round {game.turn}, {leads} - {phase}"
    if game.scene is None:
        yield "No scene"
    else:
        number, owner = game.scene
        yield f"{'Your scene' if owner == viewer else f'Scene of {owner}'}: {short(game, number, WIDTH - 16)}"
    won, lost, even = (stands.count(each) for each in (1, -1, 0))
    if won + lost + even:
        other = SIDES[1 - SIDES.index(viewer)]
        yield f"As it is you win {won}, {other} wins {lost}, {even} even"


def standings_of(game: Game, viewer: str) -> list[int | None]:
    """In each area whether the viewer is ahead (1), behind (-1) or even by BP; None where nobody fights yet."""
    other = SIDES[1 - SIDES.index(viewer)]
    pairs = zip(game.bp(viewer), game.bp(other), strict=True)
    return [None if a is None or b is None else (a > b) - (a < b) for a, b in pairs]


def _words_of(stands: int | None) -> tuple[str, str]:
    return ("", "") if stands is None else (STANDS[stands], STANDS[-stands])


def _columns(area: str, mine: str, theirs: str) -> str:
    return f"  {area:<2}{_cut(mine):<{SIDE}}  {_cut(theirs)}"


def _cut(text: str, room: int = SIDE) -> str:
    """A text in no more than so many letters."""
    return text if len(text) <= room else f"{text[: max(room - 1, 0)]}…"


def _piles(game: Game, player: str) -> str:
    sizes: Mapping[str, Sequence[str]] = {
        "hand": game.hand(player),
        "deck": game.deck(player),
        "discarded": game.discard(player),
    }
    return ", ".join(f"{name} {len(cards)}" for name, cards in sizes.items())


def _known(game: Game, player: str, viewer: str) -> list[str]:
    """What the viewer knows of the other hand."""
    known = game.known("hand", player, viewer)
    return textwrap.wrap(f"Known of {player}: in hand {' '.join(known)}", WIDTH) if known else []


def _charged(game: Game) -> list[str]:
    """Charge cards under characters, which everybody may see (CR 11.17)."""
    piles = {f"{side}{area}": cards for side in SIDES for area, cards in enumerate(game.charge(side), start=1) if cards}
    text = "; ".join(f"{place} {' '.join(cards)}" for place, cards in piles.items())
    return textwrap.wrap(f"Charge: {text}", WIDTH) if text else []


def _touched(game: Game) -> list[str]:
    """Cards that a Baton Touch has turned face-down, and what they cost (floor rules 14)."""
    counts = {f"{side}{area}": n for side in SIDES for area, n in enumerate(game.touched(side), start=1) if n}
    text = "; ".join(f"{place} {n} face-down, -{n * COST} BP" for place, n in counts.items())
    return textwrap.wrap(f"Baton Touch: {text}", WIDTH) if text else []


def _characters(game: Game, player: str, viewer: str) -> list[tuple[str, str]]:
    """Of each battle area two lines: which card, and how it stands."""
    covered = game.covered(player, viewer)
    views = zip(game.stacks(player), covered, game.bp(player), game.state(player), strict=True)
    return [_character(game, *view) for view in views]


def _character(
    game: Game, stack: list[str], covered: list[str | None], bp: int | None, state: str | None
) -> tuple[str, str]:
    if not stack:
        return "vacant", ""
    seen = stack[: len(stack) - len(covered)]
    points = [] if bp is None else [f"{bp} BP"]
    below = " ".join(each or "?" for each in covered)
    if not seen:
        name = short(game, covered[-1], SIDE - 6) + " down" if covered[-1] else "face-down"
        return name, state or ""
    return short(game, seen[-1]), ", ".join([state or "", *points, *([f"+ {below} down"] if covered else [])])


# What a player is asked, and for what: the card that asks, what its effect does, the options and a clause.


INDENT = "     "


class Why(NamedTuple):
    """Which clause asks a question, and what it says, in our own words."""

    clause: str
    words: str


WHY = {
    Decision.LEAD: Why("4.2.2", "the winner of the throw chooses who is the Lead Player of the first Round"),
    Decision.REDRAW: Why("4.2.3", "each player may once give the six back and draw six others, the Lead Player first"),
    Decision.SCENE: Why("5.4.2", "the Lead Player may set one scene whose Round has come"),
    Decision.SET: Why("5.5.3.1", "each player sets one character face-down in the newest battle area"),
    Decision.LEVEL_UP: Why("5.6.2.1", "a character may be laid on one of the level below it, as often as you like"),
    Decision.RESOLVE: Why("10.1.3.2", "of several effects of yours that wait you choose which is carried out next"),
    Decision.ACTIVATE: Why("9.4.1", "you may use an effect of yours that says so, until you pass"),
}
BY_EFFECT = Why("11.3.1", "whose effect is carried out makes its choices, as far as its text leaves any")
FOR_SCENE = Why("6.2.1", "the Lead Player who sets no scene this Round may draw for the one that lies there")
ASKED = {
    Decision.LEAD: "You won the throw: who leads the first Round?",
    Decision.REDRAW: "Do you keep these six cards, or redraw all of them?",
    Decision.SCENE: "Which scene do you set, if any?",
    Decision.SET: "Which character do you set face-down?",
    Decision.LEVEL_UP: "Do you level up a character?",
    Decision.RESOLVE: "Several effects wait: which is carried out first?",
    Decision.ACTIVATE: "Do you use an effect?",
    Decision.OPTIONAL: "do it?",
    Decision.CHARACTER: "which character?",
    Decision.CARD: "which card?",
    Decision.TYPE: "which TYPE?",
    Decision.PLACE: "on top of the deck or under it?",
    Decision.NUMBER: "which number?",
    Decision.ORDER: "which comes first, nearest the top?",
}
PLAIN = {
    "keep": "keep them",
    "redraw": "put them under the deck and draw six others",
    "lead": "you do",
    "next": "the other side does",
    "no scene": "set none",
    "pass": "do nothing more",
    "top": "on top",
    "bottom": "under the deck",
    "none": "none of them",
}
"""What options do that name no card."""
WAITING = ("resolve", "activate")
"""What the labels of effects begin with."""


def why(game: Game) -> Why:
    """Which clause asks the pending question."""
    if game.record.scene_asked:
        return FOR_SCENE
    return WHY.get(Decision(int(game.record.kind)), BY_EFFECT)


def question(game: Game) -> list[str]:
    """What is asked and what for; of an effect with the card that asks and its text, as lines of a terminal."""
    kind = Decision(int(game.record.kind))
    if game.record.scene_asked:
        return ["Do you draw a card for the scene?"]
    asks = asking(game)
    if asks is None or kind in WHY:
        return [ASKED[kind]]
    number, text = asks
    return [f"{short(game, number, WIDTH - 40)}: {ASKED[kind]}", *_wrapped(text)]


def asking(game: Game) -> tuple[str, list[str]] | None:
    """The card whose effect asks, and what that effect does; None where none does."""
    g = game.record
    if not g.n_frames:
        return None
    frame = g.frame[int(g.n_frames) - 1]
    card = int(frame[Column.CARD])
    number = number_of(g, game.book.names, card)
    place = int(frame[Column.POWER]) - int(game.book.tables.cards[int(g.card[card])].first_power)
    return number, power_text(number, place)


def power_text(number: str, place: int) -> list[str]:
    """What one power of a card does, in plain English; nothing where it is not known."""
    effect = known_effects().get(number)
    return [] if effect is None or not 0 <= place < len(effect.powers) else [plain_power(effect.powers[place])]


def option_lines(game: Game) -> list[str]:
    """The options with their numbers, by name of the card and what comes of them."""
    lines: list[str] = []
    for number, label in enumerate(game.options, start=1):
        lines += [f"{number:>3}. {option_text(game, label)}", *_wrapped(_effect_lines(game, label))]
    return lines


def option_text(game: Game, label: str) -> str:
    """An option by what it does: the name of the card with its printed facts, and of characters who is there."""
    if label in PLAIN:
        return f"{label}: {PLAIN[label]}"
    number = _card_of(game, label)
    facts = "" if number is None else f", {card_facts(game, number)}"
    return _cut(option_name(game, label, WIDTH - 12 - len(facts)) + facts, WIDTH - len(INDENT))


def option_name(game: Game, label: str, room: int) -> str:
    """An option with the name of its card, in about so many letters: no name is cut shorter than its number."""
    words = label.split()
    if label in PLAIN:
        return label
    if re.fullmatch(r"[AB]\d+", words[0]):
        return f"{label}: {_standing(game, label, room - 18)}"
    if words[0] in WAITING:
        source = _source(game, words[1])
        return label if source is None else f"{label}: {short(game, source, room + 4 - len(label))}"
    number = _card_of(game, label)
    if number is None:
        return label
    rest = " ".join(word for word in words if word != number)
    verb = {"level": "onto area "}.get(words[0], "")
    head = f"{verb}{rest.removeprefix('level ')}: " if rest else ""
    return f"{head}{short(game, number, room - len(head))}"


def _card_of(game: Game, label: str) -> str | None:
    """The number of the card that an option itself names; none where it names a place."""
    words = label.split()
    if words[0] in WAITING or re.fullmatch(r"[AB]\d+", words[0]):
        return None
    return next((word for word in words if word in game.book.names.numbers), None)


def _standing(game: Game, label: str, room: int) -> str:
    """Who stands in an area, as far as everybody can see."""
    side, area = label[0], int(label[1:]) - 1
    stacks, down = game.stacks(side), game.face_down(side)
    if area >= len(stacks) or not stacks[area]:
        return "vacant"
    seen = stacks[area][: len(stacks[area]) - down[area]]
    bp = game.bp(side)[area]
    return (short(game, seen[-1], room) if seen else "face-down") + (f", {bp} BP" if bp is not None else "")


def _effect_lines(game: Game, label: str) -> list[str]:
    """What an effect that waits, or may be used, does; nothing of other options."""
    words = label.split()
    number = _source(game, words[1]) if words[0] in WAITING else None
    if number is None:
        return []
    return power_text(number, int(words[2].removeprefix("#")) - 1 if len(words) > 2 else 0)


def _source(game: Game, word: str) -> str | None:
    """The number of the card that an option means by its place."""
    if word == "scene":
        return None if game.scene is None else game.scene[0]
    if not re.fullmatch(r"[AB]\d+", word):
        return word if word in game.book.names.numbers else None
    player, area = SIDES.index(word[0]), int(word[1:]) - 1
    character = int(game.record.field[player, area])
    if character == NONE or character // SEATS != player:
        return None
    down = int(game.record.hidden[character])
    seen = stack_of(game.record, character)
    cards = seen[: len(seen) - down] or seen
    return number_of(game.record, game.book.names, cards[-1])


def _wrapped(lines: list[str]) -> list[str]:
    """What effects do, in lines as wide as a terminal at most."""
    wrapped: list[str] = []
    for line in lines:
        deeper = INDENT + " " * (len(line) - len(line.lstrip()))
        wrapped += textwrap.wrap(line.strip(), WIDTH, initial_indent=deeper, subsequent_indent=f"{deeper}  ")
    return wrapped


# One game between a person and a policy, with every choice that was made: it can be undone, kept and gone on with.


SAVED_FORMAT = 2
"""Rises whenever what is saved of a game changes its meaning."""
_WHAT, _REMEDY = "a game that `ucgsim play` saved", "name a file that `save` wrote"


@dataclass
class Session:
    """A game with what was chosen in it: ``choices`` of both sides, in order, each the index and label of an option.

    ``plan`` says what is dealt, ``you`` which side the person plays.
    """

    plan: Plan
    you: str
    game: Game
    choices: list[tuple[int, str]] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    """How many choices had been made when the person was asked, for each question that was answered."""

    @classmethod
    def begin(cls, decks: tuple[Deck, Deck], terms: Terms, you: str) -> Session:
        """Deal a game. Raises UcgsimError for what can't be played."""
        plan, _ = make_plan(decks, HALVES, terms)
        return cls(plan, you, _dealt(plan, terms.catalog))

    @property
    def policy(self) -> str:
        """Who plays the other side."""
        return self.plan.policies[0]

    def advance(self) -> None:
        """Let the rules and the other side play on until the person is asked or the game is over."""
        self.game.advance()
        while self.game.decision is not None and self.game.decision.player != self.you:
            self._take(self.game.policy_choice())
            self.game.advance()

    def choose(self, label: str) -> None:
        """Take an option of the person; raises UcgsimError where it is none."""
        self.asked.append(len(self.choices))
        try:
            self._take(self.game.index_of(label))
        except UcgsimError:
            self.asked.pop()
            raise

    def undo(self, catalog: Catalog) -> bool:
        """Take back the person's last choice and all that came of it; whether there was one."""
        if not self.asked:
            return False
        kept = self.choices[: self.asked.pop()]
        self.game, self.choices = _dealt(self.plan, catalog), []
        self._replay(kept)
        return True

    def transcript(self) -> str:
        """The game so far, clause by clause: all of it once it is over, before that what the person may see."""
        return transcript(self.game, None if self.game.is_over else self.you)

    def dealt(self, catalog: Catalog) -> Game:
        """The game as it was dealt, before any choice."""
        return _dealt(self.plan, catalog)

    def again(self, catalog: Catalog) -> Session:
        """Another game of the same decks, with the next seed."""
        plan = replace(self.plan, seed=self.plan.seed + 1)
        return Session(plan, self.you, _dealt(plan, catalog))

    def save(self, path: Path) -> None:
        """Keep the game in a sealed file; raises UcgsimError where that fails."""
        plan = {name: value for name, value in kept_value(self.plan.to_json().encode()).items() if name != "seal"}
        data: dict[str, Any] = {"format": SAVED_FORMAT, "plan": plan, "you": self.you}
        write_sealed(path, data | {"choices": self.choices, "asked": self.asked})

    @classmethod
    def load(cls, path: Path, catalog: Catalog) -> Session:
        """Go on with a game that was saved.

        Raises UcgsimError where it can't be read, or cards, effects or rules are no longer those it was played with.
        """
        data = read_sealed(path, _WHAT, SAVED_FORMAT, _REMEDY)
        with reading(path, _WHAT, _REMEDY):
            plan, you = _plan(data["plan"]), text(data, "you")
            choices, asked = [_choice(each) for each in data["choices"]], data["asked"]
            if you not in SIDES or asked != sorted({*asked} & {*range(len(choices))}):
                raise ValueError("its choices are none of a game")
        now, _ = make_plan(plan.decks, plan.games, Terms.of_plan(plan, catalog), shard=plan.shard)
        differing = [name for name in plan.differences(now) if name != "versions"]
        if differing:
            raise UcgsimError(f"{path}: was played with other {', '.join(differing)}; it can't go on with these")
        session = cls(plan, you, _dealt(plan, catalog), asked=asked)
        with suppress(IndexError):
            session._replay(choices)
            return session
        raise UcgsimError(f"{path}: was played by another version of the game, which offered other options")

    def _replay(self, choices: list[tuple[int, str]]) -> None:
        """Make choices again; raises IndexError where an option is another one by now."""
        for index, label in choices:
            self.game.advance()
            if self.game.labels[index : index + 1] != [label]:
                raise IndexError(index)
            self._take(index)

    def _take(self, index: int) -> None:
        self.choices.append((index, self.game.labels[index]))
        self.game.take(index)


def _choice(value: Any) -> tuple[int, str]:
    """The index and the label of an option; raises ValueError for what is no such pair."""
    match value:
        case [int(index), str(label)] if is_plain_text(label):
            return index, label
    raise ValueError("its choices are none of a game")


def _plan(data: Any) -> Plan:
    """What was dealt; raises ValueError where that is not told."""
    try:
        return Plan.of(data, "its plan")
    except UcgsimError as error:
        raise ValueError(str(error).partition(";")[0]) from None


def _dealt(plan: Plan, catalog: Catalog) -> Game:
    """The first game of a plan, with the policy at the table."""
    game = Game.deal(
        plan.decks,
        seed=plan.seed,
        rules=plan.rules,
        redraw_procedure=plan.redraw_procedure,
        catalog=catalog,
        first=None if plan.first is First.THROW else plan.first.code,
        matchup=plan.matchup,
        play_blank=plan.blank,
        policies=plan.policies,
    )
    game.seat(parse_policy(plan.policies[0]))
    return game
