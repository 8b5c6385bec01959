"""What a shell offers on the tab key: names of decks, numbers of cards, policies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 200
"""Words that are offered at most."""


class DeckFile(click.Path):
    """A deck: a file, or the name of one here, in the library, or among those that ship."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Names of decks, and files."""
        from ucgsim.decks.finding import named_decks  # noqa: PLC0415 - only where a shell asks

        return [
            *_beginning({each.stem for each in named_decks()}, incomplete),
            *super().shell_complete(ctx, param, incomplete),
        ]


DECK = DeckFile()


def complete_card(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """Numbers of cards."""
    from ucgsim.cards.catalog import load_catalog  # noqa: PLC0415 - only where a shell asks

    return _beginning(load_catalog(), incomplete.upper())


def complete_policy(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """Names of policies, with the search that checks."""
    from ucgsim.policies.spec import policy_names  # noqa: PLC0415 - only where a shell asks

    return _beginning([*policy_names(), "search:16,with=planner"], incomplete)


def _beginning(words: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in sorted(words) if word.startswith(incomplete)][:MOST]
