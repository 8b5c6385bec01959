"""Make a shell complete commands, decks and cards."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from ucgsim.cli.common.console import tell

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that makes SHELL complete what is typed after ucgsim.

    bash: eval "$(ucgsim completion bash)" in ~/.bashrc; zsh the same in ~/.zshrc;
    fish: ucgsim completion fish > ~/.config/fish/completions/ucgsim.fish
    """
    maker = get_completion_class(shell)
    assert maker is not None, f"click completes no {shell}"
    script = maker(ctx.find_root().command, {}, "ucgsim", "_UCGSIM_COMPLETE")
    tell(script.source_template % script.source_vars(), broken=False)
