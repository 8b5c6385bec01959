"""Draw the pictures of the page: its icons, and what chats show of links to it: python -m scripts.pictures

Needs a Chromium (ucgsim[browser]). Run it when the page has come to look otherwise, and look at what it drew.
"""

from __future__ import annotations

import base64
import functools
import http.server
import io
import shutil
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click
from PIL import Image
from playwright.sync_api import sync_playwright

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cli.common.console import tell
from ucgsim.cli.main import fail
from ucgsim.files.writing import write_file
from ucgsim.web.site import write_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WEB = Path(__file__).resolve().parent.parent / "ucgsim" / "web"
BROWSERS = ("chromium", "google-chrome", "chromium-browser")
ICONS = (180, 192, 512)
PREVIEW = {"width": 1200, "height": 630}
"""What chats cut to: 1.91 to 1."""
GAMES = 4000
"""Games of the page that is shown."""
COLOURS = 160
CARD = """<style>
body {{ margin: 0; width: 1200px; height: 630px; overflow: hidden; display: flex; background: #101216; color: #f4f4f2;
  font-family: system-ui, 'Noto Sans CJK JP', sans-serif; }}
section {{ padding: 56px 0 0 56px; width: 560px; }} h1 {{ font-size: 60px; margin: 0 0 22px; }}
p {{ font-size: 32px; line-height: 1.4; margin: 0 0 20px; }} .ja {{ font-size: 27px; color: #b9c0cc; }}
img.page {{ position: absolute; right: 48px; top: 48px; width: 480px; border-radius: 20px; border: 2px solid #3a4150; }}
img.icon {{ width: 72px; border-radius: 16px; margin-bottom: 28px; }}
</style><section><img class="icon" src="{icon}"><h1>{title}</h1><p>{text}</p><p class="ja" lang="ja">{ja}</p></section>
<img class="page" src="{page}">"""
TEXTS = {
    "site.png": (
        "Your deck, live",
        "Move one card and see what it does to your win rate, and how sure that is.",
        "カードを1枚替えると、勝率がどう変わるか、どれほど確かかがすぐ分かります。<br>ウルトラマン カードゲーム",
    ),
    "deck.png": (
        "A deck, live",
        "Open it: its win rate against the field, its odds, and what one card changes.",
        "開くと、環境に対する勝率、初手の確率、カード1枚の影響が分かります。<br>ウルトラマン カードゲーム",
    ),
}


def drawn(browser: Browser, text: str, width: int, height: int) -> bytes:
    """A picture of a page that is written as HTML."""
    view = browser.new_page(viewport={"width": width, "height": height})
    view.set_content(text)
    picture = view.screenshot()
    view.close()
    return picture


def icon(svg: str, size: int) -> str:
    """The icon on a ground without corners: systems cut them round, and up to a tenth from each side."""
    whole = svg.replace('rx="14"', "").replace('viewBox="0 0 64 64"', f'viewBox="0 0 64 64" width="{size}"')
    ground, shapes = whole.split("/>", 1)
    shapes = shapes.replace("</svg>", "")
    return f'<style>body {{ margin: 0 }}</style>{ground}/><g transform="translate(6 6) scale(.81)">{shapes}</g></svg>'


def pages(browser: Browser, address: str) -> dict[str, bytes]:
    """The page as a phone shows it: what the deck comes to, and the deck."""
    given = {"viewport": {"width": 400, "height": 640}, "device_scale_factor": 2, "locale": "en-US"}
    view = browser.new_context(color_scheme="dark", **given).new_page()
    view.goto(address)
    view.wait_for_selector(".big strong")
    wait_for_games(view)
    view.evaluate("ucgsim.bench.isGuest = true; ucgsim.bench.say()")
    shots = {"site.png": view.screenshot()}
    view.click("[role=tab]:first-child")
    view.mouse.wheel(0, 170)
    view.wait_for_timeout(500)
    shots["deck.png"] = view.screenshot()
    return shots


def wait_for_games(view: Page) -> None:
    """Wait until enough games are played: the page allows no text to be run, so it is asked again and again."""
    while view.evaluate("ucgsim.bench.played.answer?.games ?? 0") < GAMES:
        view.wait_for_timeout(200)


def embedded(picture: bytes) -> str:
    """A picture as an address that holds it."""
    return f"data:image/png;base64,{base64.b64encode(picture).decode()}"


def small(picture: bytes) -> bytes:
    """The picture in few colours: a third of its size, and nobody sees it."""
    packed = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS).save(packed, "PNG", optimize=True)
    return packed.getvalue()


@click.command()
def main() -> None:
    """Draw all of them into their places."""
    svg = (WEB / "static" / "icon.svg").read_text("utf-8")
    place = next(filter(None, map(shutil.which, BROWSERS)), None)
    with tempfile.TemporaryDirectory() as away, sync_playwright() as playwright:
        write_site(Path(away) / "site", shipped_catalog())
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(Path(away) / "site"))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=place, args=["--no-sandbox"])
        made = {f"static/icon-{size}.png": drawn(browser, icon(svg, size), size, size) for size in ICONS}
        head = embedded(made["static/icon-180.png"])
        for name, shot in pages(browser, f"http://localhost:{server.server_address[1]}/index.html").items():
            title, text, ja = TEXTS[name]
            card = CARD.format(icon=head, title=title, text=text, ja=ja, page=embedded(shot))
            made[f"pictures/{name}"] = drawn(browser, card, PREVIEW["width"], PREVIEW["height"])
        browser.close()
        server.shutdown()
    for name, picture in made.items():
        write_file(WEB / name, small(picture))
        tell(f"{WEB / name}: {(WEB / name).stat().st_size / 1000:,.0f} kB")


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/pictures", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
