"""What a user is told when something he gave cannot be used."""


class UcgsimError(Exception):
    """Bad input, told in one line: what is wrong, where, and what would be right.

    The command line prints the message and exits with 2; a library caller catches it. Anything else
    that reaches a user is a bug of ours.
    """
