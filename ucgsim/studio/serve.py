"""Start the studio on the loopback address, let one browser in, and stop without leaving anything behind."""

from __future__ import annotations

import secrets
import socket
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING

import uvicorn

from ucgsim.errors import UcgsimError
from ucgsim.studio.app import Studio, make_app
from ucgsim.studio.guard import Guard

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

HOST = "127.0.0.1"
PORTS = range(8700, 8720)
"""Ports that are tried where none is named."""


def listening(port: int | None) -> socket.socket:
    """A socket on the loopback address; UcgsimError where the port is taken."""
    for each in PORTS if port is None else (port,):
        # Named as TCP, or asyncio leaves Nagle's algorithm on, and every answer waits 40 ms.
        taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((HOST, each))
        except OSError:
            taken.close()
            continue
        return taken
    where = f"port {port}" if port is not None else f"ports {PORTS.start} to {PORTS.stop - 1}"
    raise UcgsimError(f"{where} of {HOST} can't be had; name another one with --port")


def guarded(studio: Studio, token: str, port: int) -> Guard:
    """The studio behind its guard."""
    return Guard(make_app(studio), token, frozenset({f"{HOST}:{port}", f"localhost:{port}"}))


class Server(uvicorn.Server):
    """A server that ends the streams of the studio when it is asked to end."""

    def __init__(self, config: uvicorn.Config, studio: Studio) -> None:
        super().__init__(config)
        self.studio = studio

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C: end what is open, so that nobody waits for it."""
        self.studio.closing.set()
        super().handle_exit(sig, frame)


def serve(port: int | None, *, opens: bool, say: Callable[[str], object]) -> None:
    """Serve until Ctrl-C; ``say`` hears the address. Raises UcgsimError where no port can be had."""
    with listening(port) as taken:
        token = secrets.token_urlsafe(24)
        used = taken.getsockname()[1]
        address = f"http://{HOST}:{used}/?token={token}"
        say(f"The studio: {address}")
        say("Ctrl-C ends it; what plays goes on at the next start.")
        studio = Studio()
        config = uvicorn.Config(
            guarded(studio, token, used), log_level="warning", access_log=False, server_header=False, lifespan="on"
        )
        if opens:
            webbrowser.open_new_tab(address)
        # Ctrl-C ends the server, which then says it once more.
        with suppress(KeyboardInterrupt):
            Server(config, studio).run(sockets=[taken])
        say("The studio is closed.")
