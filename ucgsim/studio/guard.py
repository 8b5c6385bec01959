"""Who gets in: the browser that was opened with the token, from this machine, and nobody else.

The server listens on the loopback address. A page of another site can still send requests there, and a name of its own
can be made to lead there (DNS rebinding). So Host and Origin must be ours, a cookie must hold the token, and the answer
forbids the browser to load or to send anything elsewhere.
"""

from __future__ import annotations

import secrets
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "ucgsim"
MOST_BYTES = 1_000_000
"""Of a request's body."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
REPORT_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-popups"
)
"""Of a page that `ucgsim report` wrote, whose style and script lie in it: it may reach nothing of the studio."""
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
    b"cache-control": b"no-store",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
}


class Guard:
    """Middleware that answers 403, 413 or 421 in place of the studio to what must not reach it."""

    def __init__(self, app: ASGIApp, token: str, hosts: frozenset[str]) -> None:
        self.app, self.token, self.hosts = app, token, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _answer(send, *refusal)
            return
        if self._is_first(scope):
            location, cookie = b"/", f"{COOKIE}={self.token}; HttpOnly; SameSite=Strict; Path=/".encode()
            await _answer(send, 303, "", {b"location": location, b"set-cookie": cookie})
            return
        await self.app(scope, _limited(receive), _shielded(send))

    def _refusal(self, scope: Scope, headers: dict[bytes, str]) -> tuple[int, str] | None:
        if headers.get(b"host", "") not in self.hosts:
            return 421, "The studio answers to its own address alone."
        origin = headers.get(b"origin")
        if origin is not None and origin.removeprefix("http://") not in self.hosts:
            return 403, "This request comes from another site."
        if scope["method"] not in {"GET", "HEAD"} and origin is None:
            return 403, "A form must come from the studio's own pages."
        length = headers.get(b"content-length", "0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return 413, f"At most {MOST_BYTES:,} bytes."
        if not self._is_first(scope) and not self._has_token(headers.get(b"cookie", "")):
            return 403, "Open the address that ucgsim studio printed; it lets your browser in."
        return None

    def _is_first(self, scope: Scope) -> bool:
        """Whether the address that was printed is opened."""
        if scope["method"] != "GET" or scope["path"] != "/":
            return False
        given = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=8).get("token", [""])[0]
        return secrets.compare_digest(given.encode(), self.token.encode())

    def _has_token(self, text: str) -> bool:
        try:
            cookie = SimpleCookie(text).get(COOKIE)
        except CookieError:
            return False
        return cookie is not None and secrets.compare_digest(cookie.value.encode(), self.token.encode())


def _limited(receive: Receive) -> Receive:
    """The body of a request, cut off where it is longer than a request may be."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return message if seen <= MOST_BYTES else {"type": "http.disconnect"}

    return limited


def _shielded(send: Send) -> Send:
    """Answers with the headers that keep a browser from being led astray."""

    async def shielded(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _ in message["headers"]}
            extra = {b"content-security-policy": POLICY.encode(), **HEADERS}
            message["headers"] = [*message["headers"], *((k, v) for k, v in extra.items() if k not in given)]
        await send(message)

    return shielded


async def _answer(send: Send, status: int, text: str, more: dict[bytes, bytes] | None = None) -> None:
    headers = {b"content-type": b"text/plain; charset=utf-8", **HEADERS, **(more or {})}
    await send({"type": "http.response.start", "status": status, "headers": list(headers.items())})
    await send({"type": "http.response.body", "body": text.encode()})
