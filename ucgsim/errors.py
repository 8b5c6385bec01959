"""What a user is shown when something he gave cannot be used."""

from ucgsim.safe_text import shown


class UcgsimError(Exception):
    """Bad input, reported in one line: what is wrong, where, and what would be right; or in several such ``lines``.

    Each is one line that is safe to show, whatever names of files or words from outside it quotes. The command line
    prints the message and exits with 2; a library caller catches it. Anything else that reaches a user is a bug of
    ours.
    """

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)

    @property
    def lines(self) -> tuple[str, ...]:
        """What is wrong, thing by thing."""
        return tuple(shown(line) for line in self.args)

    def __str__(self) -> str:
        return "\n".join(self.lines)


class NotFinishedError(UcgsimError):
    """What is asked of a run is known once it is finished."""
