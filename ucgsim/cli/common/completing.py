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

    @staticmethod
    def refuse_unknown(ctx: click.Context) -> None:
        """Refuse names that no deck of a command has, before the game is loaded, which takes a second."""
        from ucgsim.decks.finding import find_deck  # noqa: PLC0415 - help must not wait for it

        for param in ctx.command.params:
            value = ctx.params.get(str(param.name)) if isinstance(param.type, DeckFile) else None
            for named in value if isinstance(value, tuple) else [value]:
                if named is not None:
                    find_deck(named)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Names of decks, and files."""
        from ucgsim.decks.finding import named_decks, place_of  # noqa: PLC0415 - only where a shell asks

        # The first of a name is the one that it means.
        places = {each.stem: place_of(each) for each in reversed(named_decks())}
        return [
            *(CompletionItem(each.value, help=places[each.value]) for each in _beginning(places, incomplete)),
            *super().shell_complete(ctx, param, incomplete),
        ]


DECK = DeckFile()


def complete_card(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """Numbers of cards; what cards and characters are called in another language, where such a name is begun."""
    from ucgsim.cards.catalog import load_catalog  # noqa: PLC0415 - only where a shell asks
    from ucgsim.cards.other_names import names_abroad  # noqa: PLC0415

    if not incomplete.isascii():
        return _beginning(names_abroad(), incomplete)
    return _beginning(load_catalog(), incomplete.upper())


def complete_policy(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """Names of policies, with the search that checks."""
    from ucgsim.policies.spec import STRONG, policy_names  # noqa: PLC0415 - only where a shell asks
    from ucgsim.simulate.installed import packages_policies  # noqa: PLC0415

    return _beginning([*policy_names(), *packages_policies(), "strong", STRONG], incomplete)


def _beginning(words: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in sorted(words) if word.startswith(incomplete)][:MOST]
