"""The site as GitHub Pages serves it, on a phone: below a prefix, with a page for what is missing, pictures for chats,
and decks that come from other tools."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
from urllib.parse import unquote, urlsplit

import pytest

from tests.helpers import ROOT, run
from tests.web.conftest import ADDRESS, answered, opened, too_wide, turn_to, violations
from tests.web.hosts import KINDS, Pages
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.official_ids import id_of
from ucgsim.decks.checking import load_deck

pytestmark = pytest.mark.slow(seconds=4)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en-US"}


@pytest.fixture(scope="session")
def pages(site):
    """The site below a prefix."""
    served = Pages(site)
    yield served
    served.close()


def metas(text):
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', text))


def size_of(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def test_it_is_walked_on_a_phone_below_a_prefix(visit, pages):
    pages.asked.clear()
    outside = []
    view = visit("about:blank", **PHONE)
    view.on("request", lambda request: outside.append(request.url))
    view.goto(pages.address)
    assert 0 < answered(view) < 100
    for name in ("Decks", "Field", "Play", "Hands", "My games", "Guide", "Workbench"):
        turn_to(view, name)
        view.wait_for_selector("main")
        assert too_wide(view) == []
        view.set_viewport_size(PHONE["viewport"])
    view.reload()
    opened(view)
    assert [url for url in outside if not url.startswith((pages.address, "blob:", "data:"))] == []
    assert [name for name in pages.asked if not pages.lies(name)] == []
    # Seventy scripts took a second of one request after another.
    assert {name for name in pages.asked if name.endswith(".js")} == {"app.js", "enough.js", "offline.js", "worker.js"}


def test_what_is_not_there_leads_back(visit, pages, browser):
    context = browser.new_context(**PHONE)
    view = context.new_page()
    assert view.goto(f"{pages.address}an/old/place.html").status == 404
    assert too_wide(view) == []
    view.click("text=Open the decks")
    opened(view)
    assert view.url.startswith(pages.address)
    context.close()


@pytest.mark.parametrize(("name", "place"), [("index.html", ""), ("deck.html", "deck.html")])
def test_a_chat_is_given_a_title_a_text_and_a_picture(site, name, place):
    facts = metas((site / name).read_text(encoding="utf-8"))
    assert facts["og:url"] == ADDRESS + place
    assert facts["og:title"]
    assert facts["og:description"]
    assert facts["twitter:card"] == "summary_large_image"
    picture = site / facts["og:image"].removeprefix(ADDRESS)
    assert size_of(picture.read_bytes()) == (int(facts["og:image:width"]), int(facts["og:image:height"])) == (1200, 630)
    assert picture.stat().st_size < 100_000


def test_the_site_and_a_deck_are_told_apart_in_a_chat(site):
    index, deck = (metas((site / name).read_text(encoding="utf-8")) for name in ("index.html", "deck.html"))
    assert all(index[key] != deck[key] for key in ("og:title", "og:description", "og:image", "og:url"))


def test_a_home_screen_has_icons_of_their_sizes(site):
    manifest = json.loads((site / "app.webmanifest").read_text(encoding="utf-8"))
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert len(drawn) == 2
    for icon in drawn:
        assert "x".join(map(str, size_of((site / icon["src"]).read_bytes()))) == icon["sizes"]
    (touch,) = re.findall(r'rel="apple-touch-icon" href="([^"]+)"', (site / "index.html").read_text(encoding="utf-8"))
    assert size_of((site / touch).read_bytes()) == (180, 180)
    assert manifest["display"] == "standalone"
    assert (site / manifest["start_url"]).is_file()


def test_a_shared_deck_is_named_by_the_page_that_has_its_picture(visit, pages):
    view = visit(pages.address, **PHONE)
    opened(view)
    view.click("text=Share")
    link = view.input_value("input[readonly]")
    assert link.startswith(f"{pages.address}deck.html#d=")
    other = visit(link, **PHONE)
    opened(other)
    assert other.evaluate("ucgsim.bench.edited.deck.counts") == view.evaluate("ucgsim.bench.edited.deck.counts")


def test_without_an_address_it_promises_no_picture(tmp_path):
    assert run("web", tmp_path / "site").exit_code == 0
    assert not {"404.html", "deck.html", "site.png"} & {path.name for path in (tmp_path / "site").iterdir()}
    text = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "og:" not in text
    assert "ucgsim-links" not in text


@pytest.mark.parametrize(
    "address", ["decks.example", "ftp://decks.example/", "https://", "https://[x/", "https://a.example/?q=1"]
)
def test_an_address_that_is_none_is_refused_in_one_line(tmp_path, address):
    refused = run("web", tmp_path / "site", "--address", address)
    assert refused.exit_code == 2
    assert len(refused.stderr.strip().splitlines()) == 1
    assert "https://decks.example/ucgsim/" in refused.stderr
    assert not (tmp_path / "site").exists()


def test_a_page_from_disk_offers_no_bookmark(visit, site):
    view = visit(f"{(site / 'ucgsim.html').as_uri()}#page=bridge", **PHONE)
    opened(view)
    assert "on your own machine" in view.inner_text("main")
    assert view.locator("a.button").count() == 0


@pytest.mark.slow(seconds=20)
def test_page_and_documents_lead_to_each_other(visit, tmp_path):
    served = Pages(tmp_path / "site")
    words = [sys.executable, "-m", "scripts.build_site", str(served.folder), "--address", served.address]
    built = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    view = visit(served.address, **PHONE)
    opened(view)
    view.click(".menu")
    view.click("text=Documents")
    assert view.url == f"{served.address}docs/index.html"
    view.click("header label[for=__drawer]")
    view.click("text=The page, to play")
    opened(view)
    assert view.url.startswith(f"{served.address}#d=")
    assert [name for name in served.asked if not served.lies(name)] == []
    served.close()


# ------------------------------------------------------------------------------------- decks of other tools

SHIPPED = ROOT / "decklists" / "arc-blazar.txt"


@pytest.fixture
def wanted():
    return dict(load_deck(SHIPPED, shipped_catalog()).counts)


class Builder(Pages):
    """A deck builder that answers for the code of a deck as the Japanese one does: ids in a list that is a text."""

    def __init__(self, folder, counts):
        cards = [
            {"id": str(id_of(number)), "count": count, "base_card_key": number, "character_name": "ウルトラマン"}
            for number, count in counts.items()
        ]
        # Decks of before have the ids alone.
        cards[0] = {"id": int(cards[0]["id"]), "count": cards[0]["count"]}
        answer = {"data": {"rows": [{"deck_cards": json.dumps(cards)}]}}
        (folder / "api" / "proxy").mkdir(parents=True)
        (folder / "api" / "proxy" / "deck").write_text(json.dumps(answer), encoding="utf-8")
        for name in ("Ab3dE9", "new", "note"):
            (folder / name).write_text('<link rel="icon" href="data:,"><pre></pre>', encoding="utf-8")
        super().__init__(folder, "/")

    def kind_of(self, place):
        # Its pages have no ending.
        return KINDS[".json" if place.name == "deck" else ".html"]


@pytest.fixture
def builder(tmp_path, wanted):
    served = Builder(tmp_path, wanted)
    yield served
    served.close()


@pytest.fixture
def mark(visit, pages):
    """The code of the bookmark, as a visitor drags it out of the page."""
    view = visit(pages.address, **PHONE)
    opened(view)
    view.click("text=Paste")
    view.click("text=From a deck builder")
    code = view.get_attribute("a.button", "href")
    assert code.startswith("javascript:")
    assert violations(view) == []
    assert too_wide(view) == []
    return unquote(code.removeprefix("javascript:"))


def brought(view, code):
    """What opens when the bookmark is pressed on a page."""
    with view.expect_popup() as popup:
        view.evaluate(code)
    return popup.value


def test_the_bookmark_opens_the_deck_of_the_builder_and_plays_it(visit, builder, mark, wanted):
    view = visit(f"{builder.address}Ab3dE9")
    saved = [{"code": "Ab3dE9", "name": "アーク"}]
    view.evaluate("(saved) => localStorage.setItem('myDeckCodes', JSON.stringify(saved))", saved)
    here = brought(view, mark)
    assert 0 < answered(here) < 100
    assert here.evaluate("ucgsim.bench.edited.deck.counts") == wanted
    assert here.evaluate("ucgsim.bench.edited.deck.name") == "アーク"
    assert urlsplit(here.url).fragment.startswith("d=")


def test_the_bookmark_takes_what_nebula_saved_and_what_is_marked(visit, builder, mark, wanted):
    view = visit(f"{builder.address}note")
    lines = [f"{count} {number}" for number, count in wanted.items()]
    view.evaluate("(lines) => { document.querySelector('pre').textContent = lines.join('\\n'); }", lines)
    view.evaluate("getSelection().selectAllChildren(document.body)")
    here = brought(view, mark)
    opened(here)
    assert here.evaluate("ucgsim.bench.edited.deck.counts") == wanted
    deck = {number: {"card": {"name": "x"}, "count": count} for number, count in wanted.items()}
    view.evaluate("(deck) => localStorage.setItem('nebula_deck', JSON.stringify(deck))", deck)
    view.evaluate("getSelection().empty()")
    here = brought(view, mark)
    opened(here)
    assert here.evaluate("ucgsim.bench.edited.deck.counts") == wanted


def test_where_there_is_no_deck_the_bookmark_says_so(browser, builder, mark):
    context = browser.new_context()
    view = context.new_page()
    said = []
    view.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    (builder.folder / "api" / "proxy" / "deck").unlink()
    view.goto(f"{builder.address}new")
    view.evaluate(mark)
    assert said == ["There is no deck on this page: open a deck, or mark a list, and press the bookmark again."]
    assert len(context.pages) == 1
    context.close()


def test_a_list_that_is_not_clear_is_asked_about(visit, pages):
    view = visit(f"{pages.address}#list=4%20BP01-012%0A2%20Tiga")
    opened(view)
    assert view.input_value("dialog textarea") == "4 BP01-012\n2 Tiga"
    assert view.locator("dialog .unclear").count() == 1


def test_without_a_bookmark_the_answer_is_opened_copied_and_pasted(visit, pages, builder, wanted):
    view = visit(f"{pages.address}#page=bridge", **PHONE)
    opened(view)
    view.fill("input[type=url]", f"{builder.address}new")
    assert "ends in the code" in view.inner_text(".problem")
    view.fill("input[type=url]", f"{builder.address}Ab3dE9")
    answer = view.get_attribute("a[target=_blank]", "href")
    assert answer == f"{builder.address}api/proxy/deck?deck_code=Ab3dE9"
    text = view.request.get(answer).text()
    view.click("main button.main")
    view.fill("dialog textarea", text)
    view.click("dialog .foot .main")
    assert view.evaluate("ucgsim.bench.edited.deck.counts") == wanted
    assert view.evaluate("ucgsim.address.place.page") == "bench"
