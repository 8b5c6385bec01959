"""Scenarios carried out: scripted choices taken, everything else declined, expectations checked."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from ucgsim.engine.core.constants import Decision, Event, Fault, Option, Phase
from ucgsim.errors import UcgsimError
from ucgsim.play.game import Game
from ucgsim.play.scenario import NEXT_TURN, OVER, ChoiceStep, Expectation, ExpectedDecision, Scenario, ScenarioResult
from ucgsim.policies.labels import SIDES, as_named, distinct, pending_labels, plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.play.events import Happening
    from ucgsim.play.game import Pending

UNORDERED = ("hand", "discard", "exile")
"""Zones whose cards are compared in any order."""
COUNTED = {"hand_count": "hand", "deck_count": "deck", "discard_count": "discard"}

STOPPED = {
    Fault.TOO_MANY_OPTIONS: "one choice has more options than there is room for",
    Fault.TOO_MANY_MODIFIERS: "more changes lie on the characters than there is room for",
    Fault.TOO_DEEP: "effects run one within the other deeper than there is room for",
    Fault.ILLEGAL_ANSWER: "an answer was none of the options",
    Fault.TOO_MANY_WAITING: "more effects wait to be resolved than there is room for",
    Fault.TOO_LONG: "its effects go on without an end, or for longer than any game is played (RULINGS E21)",
    Fault.HALTED: "the command was ended",
}
"""Why a game was stopped, in words."""


class _StoppedError(Exception):
    """The scenario cannot go on."""


class _Standing(NamedTuple):
    """Turn, phase and Lead Player of the moment in which a game stands."""

    turn: int
    phase: str
    lead: str


def run_scenario(scenario: Scenario) -> ScenarioResult:
    """Carry out a scenario; raises UcgsimError for a phase that is past and a card that can't be played."""
    try:
        run = _Run(scenario)
    except UcgsimError as error:
        raise UcgsimError(f"{scenario.path}: {error}") from None
    try:
        for step in scenario.steps:
            run.perform(step)
    except _StoppedError:
        assert run.failures
    if run.game.record.fault:
        run.failures.append(f"the game stopped: {STOPPED[Fault(int(run.game.record.fault))]}")
    log = tuple(f"turn {line.turn}, {line.phase.name.lower()}: {line}" for line in run.game.log)
    return ScenarioResult(scenario, tuple(run.failures), run.game.book.blank, log)


class _Run:
    """A scenario under way.

    ``fresh``: nothing has happened yet in the phase in which the game stands. ``ended``: the phase at whose
    end it stands, although the record is at the beginning of the next. ``forced``: choices of an only option
    that a step may still name.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.game = Game.of(scenario)
        self.failures: list[str] = []
        self.fresh = True
        self.ended: _Standing | None = None
        self.forced: list[Happening] = []

    def perform(self, step: ChoiceStep | Expectation) -> None:
        """Carry out one step."""
        if isinstance(step, ChoiceStep):
            self.choose(step)
        else:
            self.expect(step)

    def fail(self, line: int, message: str) -> None:
        """Note a failure."""
        self.failures.append(f"line {line}: {message}")

    def stop(self, line: int, message: str) -> NoReturn:
        """Note a failure after which nothing can be said."""
        self.fail(line, message)
        raise _StoppedError

    def standing(self) -> _Standing:
        """Where the game stands."""
        return self.ended or _Standing(self.game.turn, self.game.phase, self.game.lead)

    def where(self) -> str:
        """Where the game stands, in words, with what is asked."""
        turn, phase, _ = self.standing()
        asked = self.game.decision
        if asked is None:
            return f"turn {turn}, {phase}, where nothing is asked"
        return f"turn {turn}, {phase}, where {asked.player} chooses among {', '.join(asked.options)}"

    # --- going on ------------------------------------------------------------------------------------------

    def step(self) -> list[Happening]:
        """Perform one step of the rules; returns the choices in it that were forced."""
        self.ended = None
        happened = self.game.step()
        real = [event for event in happened if event.event is not Event.CHOICE or event.b != Decision.NOTHING]
        began = [place for place, event in enumerate(real) if event.event is Event.PHASE]
        self.fresh = began[-1] == len(real) - 1 if began else self.fresh and not real
        return [event for event in happened if event.is_forced]

    def answer(self, index: int) -> None:
        """Take an option of the pending decision."""
        self.game.take(index)
        self.fresh = False

    def decline(self, line: int, why: str) -> None:
        """Answer the pending decision with its declining option; stop where it has none."""
        g = self.game.record
        options = [int(option) for option in g.options[: g.n_options]]
        if Option.DECLINE not in options:
            self.stop(line, f"{why}: stopped at {self.where()}")
        self.answer(options.index(Option.DECLINE))

    def settle(self) -> None:
        """Everything that needs no answer, up to the next decision or the end of the phase."""
        if self.ended is not None:
            return
        standing = self.standing()
        while self.game.decision is None and not self.game.is_over:
            self.forced += self.step()
            if not self.game.is_over and (self.game.turn, self.game.phase) != standing[:2]:
                self.ended = standing
                return

    # --- choices -------------------------------------------------------------------------------------------

    def choose(self, step: ChoiceStep) -> None:
        """Answer the next decision of the player that offers the label, or find it among the forced ones."""
        if self.forced:
            self.settle()
        forced, self.forced = self.forced, []
        while True:
            asked = self.game.decision
            index = None if asked is None else self.offered(step, asked)
            if index is not None:
                self.answer(index)
                self.forced = forced
                return
            if self.claim(step, forced):
                return
            if self.game.is_over:
                self.stop(step.line, f"{step} was never offered; {self.how_it_ended()}")
            if asked is None:
                forced = self.step()
            else:
                self.decline(step.line, f"{step} is not offered")

    def offered(self, step: ChoiceStep, asked: Pending) -> int | None:
        """Option of the pending decision that the step names, None where it is another's or none is called so."""
        wanted = plain_label(step.label)
        labels = self.labels()
        named = dict(zip(as_named(distinct(labels), [wanted]), distinct(labels), strict=True))
        return labels.index(named[wanted]) if asked.player == step.player and wanted in named else None

    def labels(self) -> list[str]:
        """Labels of the pending decision as compared, one an option."""
        return [plain_label(label) for label in pending_labels(self.game.record, self.game.book.names)]

    def claim(self, step: ChoiceStep, forced: Sequence[Happening]) -> bool:
        """Whether the step names one of the ``forced`` choices; those after it may be named later."""
        wanted = plain_label(step.label)
        for place, choice in enumerate(forced):
            if SIDES[choice.player] == step.player and as_named([plain_label(choice.label)], [wanted]) == [wanted]:
                self.forced = list(forced[place + 1 :])
                return True
        return False

    def how_it_ended(self) -> str:
        """How the game ended, in words."""
        game = self.game
        return f"the game ended in turn {game.turn}, winner {game.winner}, reason {game.reason}"

    # --- expectations --------------------------------------------------------------------------------------

    def expect(self, step: Expectation) -> None:
        """Check everything that a step expects."""
        if step.at is None:
            self.settle()
        else:
            self.go_to(step, step.at)
        for check in step.checks:
            actual = self.value_of(check.key, check.player)
            self.compare(step.line, check.key, check.player, check.value, actual)
        if step.question is not None:
            self.check_question(step.line, step.question, self.asked(step))
        elif step.nothing_asked and self.asked(step) is not None:
            self.fail(step.line, f"decision: expected none, found {_question_text(self.asked(step))}")

    def go_to(self, step: Expectation, at: str) -> None:
        """Play on, declining, to the moment ``at``."""
        start = self.standing()
        self.refuse_past(step, at, start)
        while not self.arrived(at, start):
            if self.game.is_over:
                self.stop(step.line, f"{at} was not reached: {self.how_it_ended()}")
            if self.game.decision is None:
                self.step()
            else:
                self.decline(step.line, f"on the way to {at}")
        self.ended = None
        self.forced.clear()

    def arrived(self, at: str, start: _Standing) -> bool:
        """Whether the game stands at the moment ``at``, seen from ``start``."""
        game = self.game
        if at == OVER:
            return game.is_over
        if at == NEXT_TURN:
            return game.phase == "start" and game.turn > start.turn
        if at == "judgement":
            # Its moment is not the beginning but when the outcomes have just been determined.
            return game.phase == at and bool(game.record.judged == game.record.turn)
        return game.phase == at and self.fresh

    def refuse_past(self, step: Expectation, at: str, start: _Standing) -> None:
        """Raise UcgsimError for a phase that is past in this turn."""
        if at in (OVER, NEXT_TURN) or self.game.is_over:
            return
        wanted, now = Phase[at.upper()], Phase[start.phase.upper()]
        here = wanted == now and self.ended is None and (at == "judgement" or self.arrived(at, start))
        if wanted <= now and not here:
            text = f"at: {at} is past; turn {start.turn} is in its {start.phase} phase"
            raise UcgsimError(f"{self.scenario.path}, line {step.line}: {text}")

    def asked(self, step: Expectation) -> Pending | None:
        """The decision that is spoken of: the first from the moment ``at``, or the pending one."""
        if step.at is None:
            return None if self.ended is not None else self.game.decision
        probe = self.game.copy()
        phase = probe.phase
        while probe.decision is None and not probe.is_over:
            if step.nothing_asked and probe.phase != phase:
                return None
            probe.step()
        return None if step.nothing_asked and probe.phase != phase else probe.decision

    def check_question(self, line: int, wanted: ExpectedDecision, actual: Pending | None) -> None:
        """Compare a decision with what is expected of it."""
        if actual is None:
            self.fail(line, f"decision: expected one, found none at {self.where()}")
            return
        named = (wanted.legal or frozenset()) | wanted.offers
        labels = frozenset(as_named(map(plain_label, actual.options), named))
        wrong = [
            wanted.player not in (None, actual.player),
            wanted.kind not in (None, actual.kind),
            wanted.legal not in (None, labels),
            not wanted.offers <= labels,
            bool(wanted.withholds & labels),
        ]
        if any(wrong):
            self.fail(line, f"decision: expected {_wanted(wanted)}; found {_question_text(actual)}")

    def value_of(self, key: str, player: str | None) -> Any:
        """What the game has under a key."""
        game = self.game
        if player is None:
            turn, phase, lead = self.standing()
            own = {"turn": turn, "phase": phase, "lead": lead}
            return own[key] if key in own else getattr(game, key)
        if key in COUNTED:
            return len(getattr(game, COUNTED[key])(player))
        return getattr(game, "stacks" if key == "stack" else key)(player)

    def compare(self, line: int, key: str, player: str | None, wanted: Any, actual: Any) -> None:
        """Note a failure where something else was found than expected."""
        if key == "deck":
            actual = actual[: len(wanted)]
        same = wanted == actual
        if key in UNORDERED:
            same = Counter(wanted) == Counter(actual)
        elif key == "types":
            same = [sorted(entry) for entry in wanted] == [sorted(entry) for entry in actual]
        if not same:
            name = key if player is None else f"{key} of {player}"
            self.fail(line, f"{name}: expected {_shown(wanted)}, found {_shown(actual)}")


def _shown(value: Any) -> str:
    """A value as a scenario writes it."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(_shown(entry) for entry in value)}]"
    return "none" if value is None else str(value)


def _question_text(asked: Pending | None) -> str:
    if asked is None:
        return "none"
    return f"{asked.player} {asked.kind} [{', '.join(asked.options)}]"


def _wanted(wanted: ExpectedDecision) -> str:
    parts = [wanted.player or "", wanted.kind or ""]
    if wanted.legal is not None:
        parts.append(f"[{', '.join(sorted(wanted.legal))}]")
    if wanted.offers:
        parts.append(f"offering {', '.join(sorted(wanted.offers))}")
    if wanted.withholds:
        parts.append(f"withholding {', '.join(sorted(wanted.withholds))}")
    return " ".join(filter(None, parts))
