"""Who gets in: the browser that was opened with a token, from this machine, and nobody else.

The server listens on the loopback address. A page of another site can still send requests there, and a name of its own
can be made to lead there (DNS rebinding). So Host and Origin must be ours, a cookie must hold a secret, and the answer
forbids the browser to load or to send anything elsewhere.

A cookie knows no port (RFC 6265, 8.5): a browser sends it to every other server of this machine too. So it shows pages
only. Whatever changes something takes a key as well, which the browser keeps for the origin, port included, and sends
in a header. Cookie and key are those of one start of the studio; after the next one a browser proves that it was let in
before (`badge`).
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from ucgsim.studio.badge import Badge

    Mistake = Callable[[str, int, str], Response]

KEY = b"x-ucgsim-key"
"""The header in which a page sends the key."""
PROOF = b"x-ucgsim-proof"
"""The header in which a browser proves that it was let in before: a number that it was given, and the number signed."""
AGAIN, BADGE = "/again", "/badge"
"""Where a browser asks for that number and sends the proof, and where it gets what it signs with."""
MOST_BYTES = 1_000_000
"""Of a request's body."""
BODY_WITHIN = 30.0
"""Seconds in which a body must have come."""
GOOD_FOR = 600.0
"""Seconds that the token is good for with which the studio opens a browser."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
PUBLIC = frozenset({"/style.css", "/again.js", "/database.js"})
"""What a refusal looks like, and how one comes in again: anybody may see it, as every installed ucgsim has it."""
REPORT_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; frame-src blob:; "
    "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "sandbox allow-scripts allow-popups"
)
"""Of a page that `ucgsim report` wrote, whose style, script and game lie in it: it may reach nothing of the studio."""
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
    b"cache-control": b"no-store",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
}
SIZE = re.compile("[0-9]{1,9}")
READS = frozenset({"GET", "HEAD"})
OPEN_AGAIN = (
    "Open the address that ucgsim studio printed in its terminal; it lets your browser in. What was saved is there."
)
TOO_LARGE = f"At most {MOST_BYTES:,} bytes."
ELSEWHERE = "This request comes from another site."
NO_KEY = f"This page has no key to change anything with. {OPEN_AGAIN}"
ENTRY = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>ucgsim studio</title>
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0; url={to}"></head>
<body><p><a href="{to}">To the studio</a></p></body></html>
"""
"""A page that goes on at once to an address. From it, not from what led to it, a browser sends a strict cookie."""


class RefusedError(Exception):
    """A request is not answered by the studio: with which status, and why."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status, self.text = status, text


class Guard:
    """Middleware that answers in place of the studio what must not reach it, and what goes wrong within it.

    ``token`` lets in for as long as the studio lives, ``badge`` who was let in before. ``mistake`` makes the answer of
    a path, a status and a text.
    """

    def __init__(
        self, app: ASGIApp, token: str, port: int, hosts: frozenset[str], *, mistake: Mistake, badge: Badge
    ) -> None:
        self.app, self.token, self.hosts, self.mistake, self.badge = app, token, hosts, mistake, badge
        # Two studios are two origins of one host, and a host has one cookie of a name.
        self.cookie, self.secret, self.key = f"ucgsim-{port}", secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self._once: dict[str, float] = {}

    def once(self) -> str:
        """A token that lets in one time, within `GOOD_FOR` seconds."""
        token = secrets.token_urlsafe(24)
        self._once[token] = time.monotonic() + GOOD_FOR
        return token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        send = _shielded(send)
        try:
            self._refuse_strangers(headers)
            if self._lets_in(_token_of(scope)):
                # The key goes as a fragment, which is sent to no server.
                await self._answer(send, ENTRY.format(to=escape(f"/#key={self.key}")), "text/html", enters=True)
                return
            if scope["path"] == AGAIN:
                await self._come_again(scope, headers, send)
                return
            self._refuse(scope, headers)
            if scope["path"] == BADGE and scope["method"] == "POST":
                await self._answer(send, json.dumps({"badge": self.badge.secret}), "application/json")
                return
            body = await _body_of(receive)
        except RefusedError as refused:
            await self.mistake(scope["path"], refused.status, refused.text)(scope, receive, send)
            return
        if body is None:
            return
        # What the application did not expect it has answered and said; the server would say it again, at length.
        with suppress(Exception):
            await self.app(scope, _again(body, receive), send)

    def _refuse_strangers(self, headers: dict[bytes, str]) -> None:
        """Raise RefusedError for a request that is not meant for this server."""
        if headers.get(b"host", "") not in self.hosts:
            raise RefusedError(421, "The studio answers to its own address alone.")
        origin = headers.get(b"origin")
        if origin is not None and origin.removeprefix("http://") not in self.hosts:
            raise RefusedError(403, ELSEWHERE)
        if not SIZE.fullmatch(length := headers.get(b"content-length", "0")) or int(length) > MOST_BYTES:
            raise RefusedError(413, TOO_LARGE)

    def _refuse(self, scope: Scope, headers: dict[bytes, str]) -> None:
        """Raise RefusedError for a request that lacks what it needs."""
        reads = scope["method"] in READS
        if reads and scope["path"] in PUBLIC:
            return
        if _same(headers.get(b"authorization", ""), f"Bearer {self.token}"):
            # A script. No page of another site can send this.
            return
        if not reads and b"origin" not in headers:
            raise RefusedError(403, "A form must come from the studio's own pages.")
        _refuse_others(headers)
        if not any(_same(each, self.secret) for each in _cookies(headers.get(b"cookie", ""), self.cookie)):
            raise RefusedError(403, OPEN_AGAIN)
        if not reads and not _same(headers.get(KEY, ""), self.key):
            raise RefusedError(403, NO_KEY)

    def _lets_in(self, given: str) -> bool:
        """Whether a token is good; one that is good once is used up."""
        if _same(given, self.token):
            return True
        until = next((self._once.pop(each) for each in [*self._once] if _same(given, each)), 0.0)
        return time.monotonic() < until

    async def _come_again(self, scope: Scope, headers: dict[bytes, str], send: Send) -> None:
        """Give a number to sign; for the number signed cookie and key. Raises RefusedError."""
        _refuse_others(headers)
        if scope["method"] in READS:
            await self._answer(send, json.dumps({"number": self.badge.number()}), "application/json")
            return
        number, _, proof = headers.get(PROOF, "").partition(" ")
        if b"origin" not in headers or not self.badge.proves(number, proof, headers[b"host"]):
            raise RefusedError(403, OPEN_AGAIN)
        await self._answer(send, json.dumps({"key": self.key}), "application/json", enters=True)

    async def _answer(self, send: Send, text: str, kind: str, *, enters: bool = False) -> None:
        """Send a text; with the cookie to who ``enters``."""
        cookie = f"{self.cookie}={self.secret}; HttpOnly; SameSite=Strict; Path=/"
        headers = [(b"content-type", f"{kind}; charset=utf-8".encode())]
        headers += [(b"set-cookie", cookie.encode())] if enters else []
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": text.encode()})


def _refuse_others(headers: dict[bytes, str]) -> None:
    """Raise RefusedError for a request of another site.

    A browser says where a request comes from; a program with a stolen cookie need not.
    """
    if headers.get(b"sec-fetch-site", "none") not in {"none", "same-origin"}:
        raise RefusedError(403, f"{ELSEWHERE} {OPEN_AGAIN}")


def _same(given: str, expected: str) -> bool:
    return secrets.compare_digest(given.encode(), expected.encode())


def _token_of(scope: Scope) -> str:
    """The token with which the studio's address is opened; empty where there is none."""
    if scope["method"] != "GET" or scope["path"] != "/":
        return ""
    with suppress(ValueError):  # More fields than our own address has.
        return str(parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=8).get("token", [""])[0])
    return ""


def _cookies(text: str, name: str) -> list[str]:
    """Values of the cookies of a name, among whatever the other servers of this machine left in the browser.

    http.cookies gives up at the first cookie that it does not like.
    """
    pairs = (each.partition("=") for each in text.split(";"))
    return [value.strip() for key, _, value in pairs if key.strip() == name]


async def _body_of(receive: Receive) -> bytes | None:
    """The body of a request, None where its sender went away. Raises RefusedError."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message.get("body", b"")
                if len(body) > MOST_BYTES:
                    raise RefusedError(413, TOO_LARGE)
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise RefusedError(408, f"A request must be here within {BODY_WITHIN:.0f} seconds.") from None


def _again(body: bytes, receive: Receive) -> Receive:
    """A body that was read, then whatever comes."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return left.pop() if left else await receive()

    return again


def _shielded(send: Send) -> Send:
    """Answers with the headers that keep a browser from being led astray."""

    async def shielded(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _ in message["headers"]}
            extra = {b"content-security-policy": POLICY.encode(), **HEADERS}
            message["headers"] = [*message["headers"], *((k, v) for k, v in extra.items() if k not in given)]
        await send(message)

    return shielded
