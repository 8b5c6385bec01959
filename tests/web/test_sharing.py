"""What is shared: a link, its code, the list, and a picture of it."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from matplotlib.image import imread

from tests.web.conftest import WIDTHS, answered, opened, violations

pytestmark = pytest.mark.slow(seconds=3)

HOSTILE = "<img src=x onerror=\"document.title='1'\">/..\\ 光"


def pixels(png: bytes) -> tuple[int, int, set[bytes]]:
    """Width and height of a PNG, and the colours of its lines as far as they tell a blank one from a drawn one."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    data, at = b"", 8
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    raw = zlib.decompress(data)
    line = len(raw) // height
    return width, height, {raw[k * line + 1 : (k + 1) * line] for k in range(height)}


def read_code(png: bytes) -> str:
    """What a code in a picture holds, as a camera would read it."""
    zxing = pytest.importorskip("zxingcpp", reason="not run: no zxing-cpp; install ucgsim[browser]")
    seen = (imread(io.BytesIO(png))[..., :3].mean(axis=2) * 255).astype("uint8")
    return zxing.read_barcode(seen).text


def meet_all(view):
    view.evaluate("ucgsim.bench.field.meet(ucgsim.bench.versions.shipped.map((each) => ({ ...each, weight: 1 })))")


ODD = ("{ name: '', counts: {} }", "{ name: 'W'.repeat(80), counts: { 'BP01-012': 60 } }")
MADE = """async () => {
  const { picture } = await import('./picture.js');
  const { bench } = ucgsim;
  const edited = { deck: bench.edited.deck, problems: [] };
  const still = { cards: bench.cards, edited, field: { met: [] }, played: { answer: null }, rules: '1' };
  const bytes = await (await picture(still, 'http://localhost/#d=')).arrayBuffer();
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))];
}"""


def test_a_picture_of_any_deck_is_saved_under_its_name(visit, host):
    view = visit(host, color_scheme="dark")
    opened(view)
    view.evaluate(f"ucgsim.bench.rename({HOSTILE!r})")
    view.click("text=Share")
    view.wait_for_selector("img.picture")
    with view.expect_download() as saved:
        view.click("text=Save the picture")
    name = saved.value.suggested_filename
    assert name.endswith("光.png")
    assert not set("<>/\\\"'") & set(name)
    width, height, lines = pixels(saved.value.path().read_bytes())
    assert width == 1080
    assert height > 600
    assert len(lines) > 100
    assert view.title() != "1"
    dark = view.evaluate(MADE)
    view.emulate_media(color_scheme="light")
    assert view.evaluate(MADE) == dark
    for deck in ODD:
        view.keyboard.press("Escape")
        view.wait_for_selector("dialog", state="detached")
        view.evaluate(f"ucgsim.bench.open({deck})")
        view.click("text=Share")
        view.wait_for_selector("img.picture")
        assert view.evaluate("document.querySelector('img.picture').decode().then(() => true)")
        assert view.locator("dialog a.button").get_attribute("download").endswith(".png")


def test_the_picture_follows_the_games(visit, host):
    view = visit(host)
    answered(view, goes_on=True)
    view.click("text=Share")
    view.wait_for_selector("img.picture")
    first = view.get_attribute("img.picture", "src")
    while view.get_attribute("img.picture", "src") == first:
        view.wait_for_timeout(100)
    assert view.evaluate("document.querySelector('img.picture').decode().then(() => true)")


def test_a_code_holds_the_link_and_all_is_copied(visit, host):
    given = {"permissions": ["clipboard-read", "clipboard-write"], "viewport": {"width": 1440, "height": 900}}
    view = visit(f"{host}?from=a-post", color_scheme="dark", **given)
    opened(view)
    for width in (1440, 390):
        view.set_viewport_size({"width": width, "height": 900})
        view.click("text=Share")
        link = view.input_value("dialog input")
        assert link.startswith(f"{host}#d=")
        assert read_code(view.screenshot()) == link
        # Modules of whole pixels: uneven ones are not read from every screen.
        box = view.locator("svg.code").bounding_box()
        assert box["width"] == box["height"]
        assert box["width"] % int(view.get_attribute("svg.code", "viewBox").split()[-1]) == 0
        with view.expect_download() as saved:
            view.click("text=Save the picture")
        assert read_code(saved.value.path().read_bytes()) == link
        view.keyboard.press("Escape")
        view.wait_for_selector("dialog", state="detached")
    view.click("text=Share")
    view.click("text=Copy the list")
    view.wait_for_selector("text=The list is copied.")
    assert view.evaluate("navigator.clipboard.readText()") == view.evaluate("ucgsim.bench.edited.text")
    view.click("text=Copy the picture")
    view.wait_for_selector("text=The picture is copied.")
    copied = view.evaluate("navigator.clipboard.read().then((items) => items.flatMap((each) => each.types))")
    assert copied == ["image/png"]


def test_a_code_of_a_large_field_holds_the_deck_alone_and_all_fits(visit, host):
    view = visit(host, viewport={"width": 800, "height": 900})
    opened(view)
    meet_all(view)
    view.click("text=Share")
    assert len(view.input_value("dialog input")) > 900
    view.wait_for_selector("text=The code holds the deck alone")
    alone = view.evaluate(
        "import('./link.js').then(({ toLink }) => toLink({ decks: [ucgsim.bench.edited.deck], weights: [] }))"
    )
    assert read_code(view.screenshot()) == host + alone
    view.wait_for_selector("img.picture")
    for width in WIDTHS:
        view.set_viewport_size({"width": width, "height": 900})
        assert view.evaluate("document.documentElement.scrollWidth") <= width
        assert (
            view.evaluate(
                "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('dialog'))"
            )
            <= 0
        ), width
    assert violations(view) == []
