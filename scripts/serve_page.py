"""Serve the page from this checkout while it is edited: ``python -m scripts.serve_page [--port N]``, then reload.

Its files are read again at every request; the game, cards, decks and translations are made once.
"""

from __future__ import annotations

from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from urllib.parse import urlsplit

import click

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cli.common.console import tell
from ucgsim.cli.main import fail
from ucgsim.errors import UcgsimError
from ucgsim.web.site import PAGE, data_files, static_files


class Page(BaseHTTPRequestHandler):
    """Gives the files of the page as they are now. At this address a browser saves no release of them."""

    def do_GET(self) -> None:
        """Answer with a file of the page."""
        name = urlsplit(self.path).path.lstrip("/") or PAGE
        content = {**data_files(shipped_catalog()), **static_files()}.get(name)
        if content is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", guess_type(name, strict=False)[0] or "application/octet-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_request(self, *_: object) -> None:
        """Say nothing of what goes well."""


@click.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Of this machine alone.")
def main(*, port: int) -> None:
    """Serve the page until Ctrl-C."""
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), Page)
    except OSError:
        raise UcgsimError(f"port {port} of 127.0.0.1 can't be had; name another one with --port") from None
    with server:
        data_files(shipped_catalog())
        tell(f"http://127.0.0.1:{server.server_port}/: open it; after an edit reload. Ctrl-C ends it.")
        server.serve_forever()


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/serve_page", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
