"""Start the studio on the loopback address, let one browser in, and stop without leaving anything behind."""

from __future__ import annotations

import asyncio
import secrets
import signal
import socket
import sys
import time
import webbrowser
from contextlib import ExitStack, contextmanager, suppress
from html import escape
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from ucgsim.cards.home import home
from ucgsim.errors import UcgsimError
from ucgsim.files.writing import draft_folder, write_text_file
from ucgsim.studio.app import Studio, complain, make_app
from ucgsim.studio.badge import badge_of
from ucgsim.studio.guard import ENTRY, Guard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

HOST = "127.0.0.1"
PORTS = range(8700, 8720)
"""Ports that are tried where none is named."""
WAITING = 16
"""Connections that the system holds until they are accepted, and that asyncio accepts at once."""
MOST_CONNECTIONS = 400
SHARE = 3 / 8
"""Of the files that a process may have open: what may be connections; those being accepted come on top."""
HEAD_WITHIN = 10.0
"""Seconds in which the head of a request must have come."""
TAKEN_WITHIN = 60.0
"""Seconds that an answer waits for a client that does not read it."""
COMPLAINTS = 60.0
"""Seconds between two lines on what the system refuses."""


def listening(port: int | None) -> socket.socket:
    """A socket that listens on the loopback address; UcgsimError where the port is taken."""
    for each in PORTS if port is None else (port,):
        # Named as TCP, or asyncio leaves Nagle's algorithm on, and every answer waits 40 ms.
        taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform == "win32":
            # There the other option lets two programs share a port.
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((HOST, each))
            # Until one listens, two can be bound to a port.
            taken.listen(WAITING)
        except OSError:
            taken.close()
            continue
        return taken
    where = f"port {port}" if port is not None else f"ports {PORTS.start} to {PORTS.stop - 1}"
    raise UcgsimError(f"{where} of {HOST} can't be had; name another one with --port")


def guarded(studio: Studio, token: str, port: int) -> Guard:
    """The studio behind its guard."""
    hosts = frozenset({f"{HOST}:{port}", f"localhost:{port}"})
    badge = badge_of(home() / "studio" / "badge")
    return Guard(make_app(studio), token, port, hosts, mistake=studio.mistake, badge=badge)


def most_connections() -> int:
    """How many connections there may be, so that files can be opened as well."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    import resource  # noqa: PLC0415 - Windows has none

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, int(soft * SHARE))


class Connection(H11Protocol):
    """A connection that gives way to others while it asks for nothing, and that has no time without end."""

    most = MOST_CONNECTIONS

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection; where there are too many, the one goes that has asked for nothing the longest."""
        self.since = self.loop.time()
        super().connection_made(transport)
        if len(self.connections) > self.most:
            min(self._all(), key=lambda each: (not each.is_idle, each is self, each.since)).drop()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self.since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Begin to wait for a client that does not read."""
        self.since = self.loop.time()
        super().pause_writing()

    @property
    def is_idle(self) -> bool:
        """Whether no whole head of a request has come since the last answer."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def is_late(self) -> bool:
        """Whether it has had its time."""
        waited = self.loop.time() - self.since
        return waited > HEAD_WITHIN if self.is_idle else self.flow.write_paused and waited > TAKEN_WITHIN

    def drop(self) -> None:
        """End it without a word."""
        self.connections.discard(self)
        self.transport.abort()

    def _all(self) -> list[Connection]:
        return [each for each in self.connections if isinstance(each, Connection)]


class Server(uvicorn.Server):
    """A server that ends connections that are late, and says in a line what asyncio meets."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._quiet_until = 0.0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, with a line in place of a traceback for whatever asyncio meets."""
        asyncio.get_running_loop().set_exception_handler(self._complain)
        await super().startup(sockets)

    def _complain(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if time.monotonic() >= self._quiet_until:
            self._quiet_until = time.monotonic() + COMPLAINTS
            complain(f"{context.get('message', 'the server')}: {context.get('exception', '')}")

    async def on_tick(self, counter: int) -> bool:
        """What is done ten times a second."""
        if counter % 10 == 0:
            for each in list(self.server_state.connections):
                if isinstance(each, Connection) and each.is_late:
                    each.drop()
        return await super().on_tick(counter)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Hear the end of the terminal as well, unless it is ignored, as under nohup."""
        hangup = getattr(signal, "SIGHUP", None)
        if hangup is None or signal.getsignal(hangup) is signal.SIG_IGN:
            with super().capture_signals():
                yield
            return
        before = signal.signal(hangup, self.handle_exit)
        try:
            with super().capture_signals():
                yield
        finally:
            signal.signal(hangup, before)


def open_browser(address: str, folder: Path) -> None:
    """Open a browser on a file that leads to an address: command lines are for all users to see, the file is not."""
    page = folder / "open.html"
    # The folder is ours alone already.
    write_text_file(page, ENTRY.format(to=escape(address)))
    page.chmod(0o600)
    webbrowser.open_new_tab(page.absolute().as_uri())


def serve(port: int | None, *, opens: bool, say: Callable[[str], object]) -> None:
    """Serve until Ctrl-C; ``say`` hears the address. Raises UcgsimError where no port can be had."""
    with listening(port) as taken, ExitStack() as until_closed:
        used = taken.getsockname()[1]
        studio, token = Studio(), secrets.token_urlsafe(24)
        guard = guarded(studio, token, used)
        address = f"http://{HOST}:{used}/?token="
        say(f"The studio: {address}{token}")
        say("This address lets a browser in, any number of times, until the studio ends; show it to nobody.")
        say("Ctrl-C ends it; what plays goes on at the next start.")
        if opens:
            try:
                place = home() / "studio"
                place.mkdir(parents=True, exist_ok=True)
                open_browser(address + guard.once(), until_closed.enter_context(draft_folder(place, "door")))
            except (OSError, UcgsimError) as error:
                say(f"No browser is opened ({error}); open the address yourself.")
        Connection.most = most_connections()
        # What goes wrong is answered and said by the studio, in a line each.
        config = uvicorn.Config(
            guard,
            http=Connection,
            ws="none",
            backlog=WAITING,
            log_level="critical",
            access_log=False,
            server_header=False,
            lifespan="on",
        )
        # Ctrl-C ends the server, which then says it once more.
        with suppress(KeyboardInterrupt):
            try:
                Server(config).run(sockets=[taken])
            except SystemExit:
                raise studio.failure or UcgsimError("the studio can't begin") from None
        with suppress(OSError):
            say("The studio is closed.")
