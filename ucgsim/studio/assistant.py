"""The tools of `ucgsim.studio.tools` for assistants, by the Model Context Protocol: ``pip install ucgsim[mcp]``."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from anyio import to_thread

from ucgsim.errors import UcgsimError
from ucgsim.studio.tools import TOOLS
from ucgsim.version import __version__

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

GUIDE = (
    "Deck analysis for the Ultraman Card Game by simulated games. Say with every number its interval, how many games "
    "it rests on and which policies played: they are in each answer. Win rates depend on who plays."
)


def server() -> Any:
    """The server, an MCPServer with the five tools; UcgsimError where the library for it is not installed."""
    try:
        from mcp.server.mcpserver import MCPServer  # noqa: PLC0415 - of an extra
        from mcp.server.mcpserver.exceptions import ToolError  # noqa: PLC0415
    except ImportError:
        raise UcgsimError("ucgsim mcp needs the library mcp, 2.0 or later; run: pip install 'ucgsim[mcp]'") from None
    made = MCPServer("ucgsim", instructions=GUIDE, version=__version__)
    for tool in TOOLS:
        made.add_tool(_aside(tool, ToolError), structured_output=False)
    return made


def _aside(tool: Callable[..., dict[str, Any]], refusal: type[Exception]) -> Callable[..., Awaitable[dict[str, Any]]]:
    """The tool in a thread, so that the server hears meanwhile; what can't be asked is told in one line."""

    @functools.wraps(tool)
    async def asked(**given: Any) -> dict[str, Any]:
        try:
            return await to_thread.run_sync(functools.partial(tool, **given))
        except UcgsimError as error:
            raise refusal("; ".join(error.lines)) from None

    return asked
