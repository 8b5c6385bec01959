"""A static host as GitHub Pages is one: below a prefix, kept for ten minutes, with a page for what is missing."""

from __future__ import annotations

import gzip
import http.server
import mimetypes
import threading
from http import HTTPStatus
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PREFIX = "/ucgsim/"
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".js": "application/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
PACKED = {kind for end, kind in KINDS.items() if end != ".gz"}
"""Types that such a host compresses; what it takes for bytes goes as it is."""


class Pages:
    """Serves a folder until it is closed; ``asked`` are the files that it was asked for, in their order."""

    def __init__(self, folder: Path, prefix: str = PREFIX) -> None:
        self.folder, self.prefix = folder, prefix
        self.asked: list[str] = []
        host = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                host.answer(self)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # A browser that is closed breaks off what it was being sent.
        self.server.handle_error = lambda *_: None
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://localhost:{self.server.server_address[1]}{prefix}"

    def lies(self, name: str) -> Path | None:
        """The file of a name, below the prefix; None where there is none."""
        place = self.folder / name
        place = place / "index.html" if place.is_dir() else place
        return place if place.is_file() else None

    def answer(self, asked: http.server.BaseHTTPRequestHandler) -> None:
        """Send a file, or the site's own page for what is missing."""
        path = asked.path.split("?")[0]
        name = path.removeprefix(self.prefix) if path.startswith(self.prefix) else ".."
        self.asked.append(name)
        place = None if ".." in name else self.lies(name)
        status = HTTPStatus.OK if place else HTTPStatus.NOT_FOUND
        self.send(asked, status, place or self.folder / "404.html")

    def kind_of(self, place: Path) -> str:
        return KINDS.get(place.suffix) or mimetypes.guess_type(place.name)[0] or "application/octet-stream"

    def send(self, asked: http.server.BaseHTTPRequestHandler, status: HTTPStatus, place: Path) -> None:
        content = place.read_bytes() if place.is_file() else b""
        kind = self.kind_of(place)
        asked.send_response(status)
        asked.send_header("Content-Type", kind)
        asked.send_header("Cache-Control", "max-age=600")
        if kind in PACKED and "gzip" in asked.headers.get("Accept-Encoding", ""):
            content = gzip.compress(content)
            asked.send_header("Content-Encoding", "gzip")
        asked.send_header("Content-Length", str(len(content)))
        asked.end_headers()
        asked.wfile.write(content)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
