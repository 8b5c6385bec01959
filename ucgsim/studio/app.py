"""The studio as an ASGI application: the page of `ucgsim web`, and a server for what takes minutes."""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from contextlib import asynccontextmanager, suppress
from functools import cached_property, partial
from html import escape
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from anyio import to_thread
from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ucgsim.cards.catalog import load_catalog
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_bytes, read_text
from ucgsim.safe_text import one_line
from ucgsim.studio.api import Api
from ucgsim.studio.desk import Desk
from ucgsim.studio.guard import REPORT_POLICY
from ucgsim.studio.jobs import PAGE, Job, Jobs, Status, last_line, run_command
from ucgsim.web.site import PAGE as FRONT
from ucgsim.web.site import data_files, static_files

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request

    View = Callable[[Request], Awaitable[Response]]

TYPES = {
    ".css": "text/css",
    ".gz": "application/gzip",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
}
MARK = '<meta name="ucgsim" content="studio">'
"""What tells the page that a server of its own is behind it."""
MOST_PAGE = 8_000_000
TABLES = "tables"
PHRASES = {"Not Found": "There is no such page.", "Method Not Allowed": "This page takes no such request."}
"""What Starlette says of an address, and what the studio says."""
WARM_AFTER = 0.2
"""Seconds after which the files of the game are made: when the first page is there."""
MISTAKE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>ucgsim studio</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css">{again}
</head><body><main class="one"><h1>ucgsim studio</h1><p class="problem" role="alert">{text}</p>
<p><a href="/">To the studio</a></p></main></body></html>
"""
REFUSED = '<meta name="ucgsim-refused" content="studio"><script type="module" src="/again.js"></script>'
"""What lets a browser try whether it may come in again."""


class Studio:
    """What the pages share: decks, jobs, and the files of the page."""

    def __init__(self) -> None:
        self.catalog = load_catalog()
        self.desk = Desk(self.catalog)
        self.api = Api(self.catalog, self.desk, Jobs())
        self.failure: UcgsimError | None = None
        """Why the studio could not begin."""
        self._making = threading.Lock()
        self._made_since: float | None = None

    @property
    def jobs(self) -> Jobs:
        """What was asked."""
        return self.api.jobs

    @cached_property
    def static(self) -> dict[str, bytes]:
        """Files of the page that lie in the package; its first one says that it is the studio's."""
        shipped = static_files()
        front = shipped[FRONT].decode()
        # A browser asks for a manifest without the cookie, and an app on a home screen outlives no token.
        lines = [line for line in front.splitlines() if 'rel="manifest"' not in line]
        return {**shipped, FRONT: "\n".join(lines).replace("<title>", f"{MARK}\n<title>", 1).encode()}

    def data(self, name: str) -> bytes | None:
        """A file of the game, made once; None where there is none of that name. Raises UcgsimError."""
        with self._making:
            self._made_since = time.monotonic()
            try:
                return data_files(self.catalog).get(name)
            finally:
                self._made_since = None

    async def making(self, _: Request) -> Response:
        """For how many seconds the files of the game have been made, which compiles it; null where they are not."""
        since = self._made_since
        return JSONResponse({"seconds": None if since is None else int(time.monotonic() - since)})

    def warm(self) -> None:
        """Make the files of the game before they are asked for."""
        with suppress(UcgsimError):
            self.data("")

    @staticmethod
    def mistake(path: str, status: int, text: str) -> Response:
        """What is wrong, in a line: as JSON below /api, else as a page."""
        if path.startswith("/api/"):
            return JSONResponse({"error": text}, status)
        again = REFUSED if status == HTTPStatus.FORBIDDEN else ""
        return HTMLResponse(MISTAKE.format(text=escape(text), again=again), status)

    async def front(self, _: Request) -> Response:
        """The page."""
        return HTMLResponse(self.static[FRONT])

    async def file(self, request: Request) -> Response:
        """A file of the page, or of the game."""
        name = request.path_params["name"]
        kind = next((kind for end, kind in TYPES.items() if name.endswith(end)), "")
        content = self.static.get(name) if kind else None
        if content is None and kind == TYPES[".gz"]:
            try:
                content = await to_thread.run_sync(self.data, name)
            except UcgsimError as error:
                return PlainTextResponse(str(error), 503)
        if content is None:
            raise HTTPException(404)
        return Response(content, media_type=kind)

    async def tables(self, request: Request) -> Response:
        """The tables of a finished run as CSV: their list, or one of them."""
        job, name = self.jobs.get(request.path_params["number"]), request.path_params.get("name")
        await to_thread.run_sync(self._report, job)
        place = job.last_folder / TABLES
        there = {each.name: each for each in sorted(place.glob("*.csv"))} if place.is_dir() else {}
        if name is None:
            return JSONResponse({"tables": list(there)})
        if name not in there:
            raise HTTPException(404, "There is no such table.")
        data = await to_thread.run_sync(read_bytes, there[name], "a table")
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type="text/csv; charset=utf-8", headers=headers)

    async def report(self, request: Request) -> Response:
        """The page of a finished run, made when it is first asked for."""
        job = self.jobs.get(request.path_params["number"])
        text = await to_thread.run_sync(self._report, job)
        return HTMLResponse(text, headers={"content-security-policy": REPORT_POLICY})

    def _report(self, job: Job) -> str:
        if job.status is not Status.DONE:
            raise UcgsimError("the page of a run is made when it is done")
        page = job.last_folder / PAGE
        if not page.is_file():
            # In a process of its own: what draws and plays replays takes memory, and holds up everybody else.
            code, _, said = run_command(job.page_command)
            if code:
                raise UcgsimError(last_line(said))
        return read_text(page, "a page", controls=True, most=MOST_PAGE)


def answering(studio: Studio, view: View) -> View:
    """A view whose mistakes are answered in a line."""

    async def answer(request: Request) -> Response:
        try:
            return await view(request)
        except (UcgsimError, ValueError) as error:
            text = str(error) if isinstance(error, UcgsimError) else "this can't be read"
            return studio.mistake(request.url.path, 422, text)

    return answer


async def refused(studio: Studio, request: Request, error: HTTPException) -> Response:
    """The answer to an address that there is not, or not for this method."""
    answer = studio.mistake(request.url.path, error.status_code, PHRASES.get(error.detail, error.detail))
    answer.headers.update(error.headers or {})
    return answer


async def broken(studio: Studio, request: Request, error: Exception) -> Response:
    """The answer where the studio has a bug, and a line for the terminal."""
    text = one_line(f"{type(error).__name__}: {error}")
    complain(f"internal error at {one_line(request.url.path)}: {text} (a bug; UCGSIM_DEBUG=1 shows where)")
    if os.environ.get("UCGSIM_DEBUG"):
        traceback.print_exception(error)
    return studio.mistake(request.url.path, 500, f"Internal error: {text}. This is a bug of ucgsim.")


def complain(text: str) -> None:
    """A line on stderr, if anybody is there to read it."""
    with suppress(OSError, ValueError):
        sys.stderr.write(f"ucgsim: {text}\n")
        sys.stderr.flush()


class RunNumber(IntegerConvertor):
    """The number of a run in an address: Python reads no integer of thousands of digits."""

    regex = "[0-9]{1,12}"


register_url_convertor("run", RunNumber())


def make_app(studio: Studio) -> Starlette:
    """The studio as an ASGI application, without its guard."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            studio.desk.take_over()
            studio.jobs.start()
        except UcgsimError as error:
            studio.failure = error
            raise
        warm = threading.Timer(WARM_AFTER, studio.warm)
        warm.daemon = True
        warm.start()
        yield
        warm.cancel()
        await to_thread.run_sync(warm.join)
        await to_thread.run_sync(studio.jobs.stop)

    on = partial(answering, studio)
    get = ["GET"]
    routes = [
        Route("/", on(studio.front), methods=get),
        *studio.api.routes(on),
        Route("/api/making", on(studio.making), methods=get),
        Route("/run/{number:run}/page", on(studio.report), methods=get),
        Route("/run/{number:run}/tables", on(studio.tables), methods=get),
        Route("/run/{number:run}/tables/{name}", on(studio.tables), methods=get),
        Route("/{name:path}", on(studio.file), methods=get),
    ]
    handlers: dict[Any, Any] = {HTTPException: partial(refused, studio), Exception: partial(broken, studio)}
    return Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
