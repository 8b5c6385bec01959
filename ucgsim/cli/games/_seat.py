"""The person's seat at `ucgsim play`: what is shown, what may be typed besides an answer, and how mistakes are said."""

from __future__ import annotations

import difflib
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.cards.card import NamedCards, card_label
from ucgsim.cli.common.console import tell
from ucgsim.errors import UcgsimError
from ucgsim.files.writing import write_file
from ucgsim.play import seat
from ucgsim.play.hints import hint, hint_lines
from ucgsim.play.review import review_lines, review_session
from ucgsim.policies.spec import parse_policy
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from ucgsim.cards.catalog import Catalog
    from ucgsim.play.game import Game

PROMPT = "Your choice (1-{}, or help): "
LAST = 12
"""Lines of the log where no number is given."""
MOST_CARDS, MOST_POWERS = 3, 9
"""Cards of one name that are shown whole, and powers of each."""
AFTERWARDS = "review, rematch, or Enter to stop: "
HELP = """\
  1, 2, ...        take an option; its first word or label does as well
  help, h          this list
  undo, u          take back your last choice and what came of it
  hint             what search makes of your options and of what is hidden
  why              which clause of the rules asks, and whose effect
  card NAME, ?NAME what a card of this game prints and does, by number or name
  board, b         the table once more
  log [N]          the last lines of what happened, or N of them
  save FILE        keep the game; `ucgsim play --load FILE` goes on with it
  transcript FILE  write down the game so far, clause by clause
  quit, q          stop"""
SHORT = {"h": "help", "u": "undo", "b": "board", "q": "quit", "exit": "quit", "?": "help"}
REASONS = {"battles": "by battles", "no_character": "for want of a character card to set"}


class Seat:
    """One person at the terminal."""

    def __init__(self, session: seat.Session, catalog: Catalog) -> None:
        self.session = session
        self.catalog = catalog
        self._shown_until = 0
        self._commands: dict[str, Callable[[str], bool | None]] = {
            "help": self._help,
            "undo": self._undo,
            "hint": self._hint,
            "why": self._why,
            "card": self._card,
            "board": self._board,
            "log": self._log,
            "save": self._save,
            "transcript": self._transcript,
        }

    @property
    def game(self) -> Game:
        """The game as it stands; another object after an undo."""
        return self.session.game

    def play(self) -> bool:
        """Play on until the game is over or the person stops; whether it is over."""
        while True:
            self.session.advance()
            self._tell_news()
            if self.game.decision is None:
                self._tell_end()
                return True
            self._show()
            if not self._answer():
                tell("Stopped.")
                return False

    def _tell_news(self) -> None:
        for line in self.game.log_for(self.session.you, self._shown_until):
            _tell(line.text, "  ")
        self._shown_until = len(self.game.happenings)

    def _tell_end(self) -> None:
        text = REASONS.get(self.game.reason or "", str(self.game.reason))
        word = "win" if self.game.winner == self.session.you else "lose"
        tell()
        tell(seat.draw(self.game, self.session.you))
        tell(f"\nYou {word} in Round {self.game.turn}, decided {text}.")

    def wants_rematch(self) -> bool:
        """Offer to look at the game again, and another one; whether that is wanted."""
        while True:
            try:
                typed = input(AFTERWARDS).strip().lower()
            except EOFError:
                tell()
                return False
            if not sys.stdin.isatty():
                tell(shown(typed))
            if typed in {"review", "r"}:
                review = review_session(self.session, self.catalog)
                for line in review_lines(review, [deck.name for deck in self.session.plan.decks]):
                    _tell(line, line[: len(line) - len(line.lstrip())])
            else:
                return typed in {"rematch", "again", "m"}

    def _show(self) -> None:
        """What the person sees, and what is asked."""
        tell()
        tell(seat.draw(self.game, self.session.you))
        tell("Your hand:")
        for line in seat.hand_lines(self.game, self.session.you):
            _tell(line, "  ")
        tell()
        self._ask()

    def _ask(self) -> None:
        for line in (*seat.question(self.game), *seat.option_lines(self.game)):
            tell(line)

    def _answer(self) -> bool:
        """Carry out what is typed until something is chosen; False to stop."""
        while True:
            try:
                typed = input(PROMPT.format(len(self.game.options))).strip()
            except EOFError:
                tell()
                return False
            if not sys.stdin.isatty():
                tell(shown(typed))  # a terminal shows what is typed, and where a line ends, by itself
            word, _, rest = typed.partition(" ")
            command = SHORT.get(word.lower(), word.lower())
            if command == "quit":
                return False
            if typed.startswith("?") and typed != "?":
                command, rest = "card", typed[1:]
            label = self._label(typed)
            if label is not None:
                self.session.choose(label)
                return True
            if command not in self._commands:
                tell(self._unknown(typed))
            elif self._commands[command](rest.strip()):
                return True

    def _label(self, typed: str) -> str | None:
        """The option that somebody means: its number, its label, or the only one that holds what is typed."""
        options = self.game.options
        if typed.isdecimal():
            return options[int(typed) - 1] if 1 <= int(typed) <= len(options) else None
        if typed.upper() in (upper := [option.upper() for option in options]):
            return options[upper.index(typed.upper())]
        if not typed or SHORT.get(typed.lower(), typed.lower()).partition(" ")[0] in self._commands:
            return None
        near = [option for option in options if typed.upper() in option.upper().split()]
        return near[0] if len(near) == 1 else None

    def _unknown(self, typed: str) -> str:
        """What to say to what is neither an option nor a command."""
        options = self.game.options
        among = f"1 to {len(options)}" if len(options) > 1 else "1"
        known = {option.upper(): option for option in options} | {name.upper(): name for name in self._commands}
        near = difflib.get_close_matches(typed.upper(), known, n=1, cutoff=0.6)
        hint = f"did you mean {known[near[0]]}?" if near else "help lists what else can be typed"
        return f"{shown(typed)!r} is none of {among}; {hint}" if typed else f"Type one of {among}, or help"

    # --- what may be typed besides an answer; true only where the game stands elsewhere then ----------------

    def _help(self, _: str) -> None:
        tell(HELP)

    def _undo(self, _: str) -> bool:
        if not self.session.undo(self.catalog):
            tell("There is nothing to take back yet.")
            return False
        self.session.advance()
        self._shown_until = len(self.game.happenings)
        _tell("Taken back: your last choice, and what came of it. The same choice brings the same chance.", "")
        return True

    def _hint(self, _: str) -> None:
        """What search makes of the decision: as wide as the other side searches, if it does."""
        for line in hint_lines(self.game, hint(self.game, parse_policy(self.session.policy))):
            _tell(line, line[: len(line) - len(line.lstrip())])

    def _why(self, _: str) -> None:
        clause, words = seat.why(self.game)
        _tell(f"CR {clause}: {words}.", "")
        asks = seat.asking(self.game)
        if asks is not None:
            _tell(f"Carried out: {seat.card_line(self.game, asks[0])}", "")
            for line in asks[1]:
                _tell(line, "     ")

    def _card(self, named: str) -> None:
        """What a card of this game prints and does."""
        numbers = self._meant(named)
        if not numbers:
            tell(f"{shown(named)!r} is no card of this game.")
        for number in numbers[:MOST_CARDS]:
            tell(seat.card_line(self.game, number))
            lines = [line for place in range(MOST_POWERS) for line in seat.power_text(number, place)]
            for line in lines or ["No effect."]:
                _tell(line, "")
        for number in numbers[MOST_CARDS:]:
            tell(f"Also {seat.card_line(self.game, number)}")

    def _meant(self, named: str) -> list[str]:
        """Numbers of the cards of this game that somebody means."""
        cards = {card.number: card for card in self.game.book.cards}
        if named.upper() in cards:
            return [named.upper()]
        exactly = list(NamedCards(cards).find(named))
        words = named.casefold().split()
        inside = [
            number for number, card in cards.items() if all(each in card_label(card).casefold() for each in words)
        ]
        return exactly or (inside if words else [])

    def _board(self, _: str) -> None:
        self._show()

    def _log(self, count: str) -> None:
        lines = self.game.log_for(self.session.you)
        if count and not count.isdecimal():
            tell(f"log {shown(count)}: a whole number belongs there, such as log 30")
            return
        for line in lines[len(lines) - min(int(count or LAST), len(lines)) :]:
            _tell(str(line), "  ")

    def _save(self, name: str) -> None:
        self._write(name, "save", "saved; go on later: ucgsim play --load", self.session.save)

    def _transcript(self, name: str) -> None:
        text = self.session.transcript().encode()
        self._write(name, "transcript", "written:", lambda path: write_file(path, text))

    def _write(self, name: str, command: str, words: str, write: Callable[[Path], None]) -> None:
        """Write a file that somebody names; what goes wrong is told, and the game goes on."""
        if not name:
            tell(f"{command} where? Name a file, as in: {command} my-game")
            return
        path = Path(name).expanduser()
        if path.exists() and not path.is_file():
            tell(f"{shown(path)}: is no file; name another")
            return
        try:
            write(path)
        except UcgsimError as error:
            tell(str(error))
        else:
            tell(f"{words} {shown(path)}")


def _tell(text: str, indent: str) -> None:
    """A line, or as many as it takes in eighty columns."""
    for line in textwrap.wrap(text, seat.WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ") or [""]:
        tell(line)
