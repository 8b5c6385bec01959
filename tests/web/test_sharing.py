"""What is shared: a link, its code, the list, and a picture of it."""

from __future__ import annotations

import struct
import zlib

import pytest

from tests.web.conftest import answered

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


def test_a_picture_of_the_list_is_saved_under_its_name(visit, host):
    view = visit(host)
    answered(view)
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


def test_a_code_holds_the_link_or_the_deck_alone(visit, host):
    view = visit(host)
    answered(view)
    view.click("text=Share")
    small = int(view.get_attribute("svg.code", "viewBox").split()[-1])
    view.keyboard.press("Escape")
    view.evaluate("ucgsim.bench.meet(ucgsim.bench.decks.map((each) => ({ ...each, weight: 1 })))")
    view.click("text=Share")
    assert len(view.input_value("dialog input")) > 900
    view.wait_for_selector("text=The code holds the deck alone")
    assert int(view.get_attribute("svg.code", "viewBox").split()[-1]) < small
