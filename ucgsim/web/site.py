"""The page written into a folder: a static site, and the same as one file that needs no other."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ucgsim.compiling.library import web_library
from ucgsim.decks.checking import load_deck
from ucgsim.decks.entries import in_few_lines, read_text, unknown
from ucgsim.decks.finding import decks_in, shipped
from ucgsim.decks.link import link_of, opened_link
from ucgsim.decks.names import Lexicon
from ucgsim.effects.library import effect_files
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import own_bytes, own_text
from ucgsim.files.writing import write_file
from ucgsim.language import INTERFACE, messages
from ucgsim.report.staging import staging
from ucgsim.safe_text import shown
from ucgsim.studies.improve.coach import Sought, coach
from ucgsim.version import __version__
from ucgsim.web.book import game_files
from ucgsim.web.cards import cards_file, decks_file, effects_in, in_page_order
from ucgsim.web.script import script_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.effects.library import EffectFiles

PAGE, LINKED, LOST = "index.html", "deck.html", "404.html"
"""The page on a host, the same page as links to decks name it, and what is shown where there is nothing."""
WHOLE, ABOUT = "ucgsim.html", "ucgsim-web.json"
"""The page as one file, and what says whose folder it is."""
ADVICE = "advice.json"
"""What `scripts/advice.py` found for the decks that ship."""
SERVED = ("app.webmanifest", "LICENSES.txt", ".css", ".html", ".js", ".png", ".svg")
"""Ends of the files that a visitor is given."""
REMEDY = "install ucgsim again"
MAIN, WORKER, ENOUGH, READER, OFFLINE = "app.js", "worker.js", "enough.js", "reading.js", "offline.js"
"""The module that begins, the worker that plays, the script before both that says whether a browser is new enough, the
reader of lists, and the worker that saves a release."""
SUM = 16
"""Digits of the sum of a file."""
PREVIEWS = {
    PAGE: (
        "site.png",
        "ucgsim: your deck, live",
        "Move one card of your Ultraman Card Game deck and see your win rate move. カード1枚で勝率が動きます。",
    ),
    LINKED: (
        "deck.png",
        "An Ultraman Card Game deck, live",
        "Open it to see its win rate, its odds and what one card changes. 開くと勝率と確率がその場で出ます。",
    ),
}
"""What a chat shows of a link to a page: a picture, a title and a text. A host never sees what follows the `#` of a
link, so that all decks share one."""
_RELEASE = re.compile(r"^const RELEASE = .*;$", re.MULTILINE)
_IMPORT = re.compile(r"^import \{([^}]*)\} from '\./([\w/]+\.js)';\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const|let) (\w+)", re.MULTILINE)
_DEFAULT = re.compile(r"^export default \w+;\n", re.MULTILINE)
_COMMENT = re.compile(rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*|// [^\n]*)\n", re.MULTILINE | re.DOTALL)
"""A comment that begins a line. No template of ours has such a line; what comes behind code stays."""
_LISTED = re.compile(r"export\{([^}]*)\};?\s*$")
"""What a library exports at its end."""
WHOLE_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; img-src data: blob:; "
    "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)
"""Where all is one file, its own scripts are within it; it asks nobody for anything."""


def write_site(out: Path, catalog: Catalog, address: str = "", documents: str = "") -> int:
    """Write the page for all cards of a catalog into a folder; returns how many bytes a visitor loads, compressed.

    ``address``: where the folder will be served, which chats need to show a picture of a link, and a page for what is
    not there to lead back. ``documents``: where in it the documents lie.

    Raises UcgsimError for an address that is none, for a folder that holds something else, and where the game for a
    page is not at hand.
    """
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / ABOUT).is_file())):
        raise UcgsimError(f"{out}: holds something else; name an empty folder, or one that this command wrote")
    data, static = data_files(catalog), static_files()
    loaded = {name: content for name, content in data.items() if name not in {f"{code}.json.gz" for code in INTERFACE}}
    given = {name: content for name, content in static.items() if not name.endswith(".js")} | _scripts(static)
    further = _pages(given.pop(PAGE).decode(), loaded, address, documents)
    given |= {name: further.pop(name) for name in (PAGE, LINKED) if name in further}
    given[OFFLINE] = with_release(given.pop(OFFLINE).decode(), {**given, **data}).encode()
    about = {"ucgsim": __version__, "cards": len(catalog)}
    further |= {WHOLE: _in_one(static, data).encode(), ABOUT: (json.dumps(about) + "\n").encode()}
    with staging() as stage:
        for name, content in {**given, **data, **further}.items():
            write_file(stage.of(out) / name, content)
    seen = [content for name, content in given.items() if name != LINKED and not name.endswith(".png")]
    return sum(map(len, loaded.values())) + sum(len(gzip.compress(content)) for content in seen)


def _pages(page: str, loaded: Iterable[str], address: str, documents: str) -> dict[str, bytes]:
    """The page, asking for its files at once; with an address also the page that links to decks name, each with what a
    chat shows of it, and the one for what is not there.
    """
    early = [f'<link rel="preload" as="fetch" href="{name}" crossorigin>' for name in loaded]
    early += [f'<link rel="help" href="{html.escape(documents)}">'] * bool(documents)
    page = page.replace("</title>", "\n".join(["</title>", *early]))
    if not address:
        return {PAGE: page.encode()}
    base = _base(address)
    pages = {name: page.replace("</title>", f"</title>\n{_preview(name, base)}").encode() for name in PREVIEWS}
    root = files("ucgsim.web")
    pictures = {name: own_bytes(root.joinpath("pictures", name), REMEDY) for name, *_ in PREVIEWS.values()}
    lost = own_text(root.joinpath("templates", LOST)).replace("{{path}}", html.escape(urlsplit(base).path))
    return {**pages, **pictures, LOST: lost.encode()}


def _base(address: str) -> str:
    """The address of the folder, with the stroke at its end. Raises UcgsimError for what is none."""
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise UcgsimError(
            f"--address {shown(address)}: is no address of a folder, such as https://decks.example/ucgsim/"
        )
    return address.removesuffix("/") + "/"


def _preview(name: str, base: str) -> str:
    """What a chat shows of a link to a page, and the page that links to decks are to name."""
    picture, title, text = PREVIEWS[name]
    place = base if name == PAGE else base + name
    facts = {"type": "website", "site_name": "ucgsim", "title": title, "description": text, "url": place}
    facts |= {"image": base + picture, "image:width": "1200", "image:height": "630", "image:alt": title}
    lines = [f'<meta property="og:{key}" content="{html.escape(value)}">' for key, value in facts.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image">')
    return "\n".join([*lines, f'<meta name="ucgsim-links" content="{LINKED}">'])


def _scripts(static: Mapping[str, bytes]) -> dict[str, bytes]:
    """The scripts of the page, each with all that it imports: a host is asked for four files and not for seventy."""
    modules = {name: content.decode() for name, content in static.items() if name.endswith(".js")}
    whole = {name: _bundle(modules, name) for name in (MAIN, WORKER)}
    return {name: small((whole.get(name) or modules[name]).encode()) for name in (MAIN, WORKER, ENOUGH, OFFLINE)}


def with_release(worker: str, served: Mapping[str, bytes]) -> str:
    """The worker that saves the page, with the files that it saves and the name that they and its own code give them.

    So no two releases share a cache.
    """
    sums = {name: sha256(content).hexdigest()[:SUM] for name, content in sorted(served.items())}
    listed = json.dumps(sums)
    name = sha256((listed + worker).encode()).hexdigest()[:SUM]
    release = f"const RELEASE = {{ name: '{name}', files: {listed} }};"
    written, places = _RELEASE.subn(lambda _: release, worker)
    assert places == 1, "the worker says where its release is written"
    return written


def small(script: bytes) -> bytes:
    """A script without the comments that have lines of their own: a fifth of what a visitor loads."""
    return _COMMENT.sub(b"", script)


def whole_page(catalog: Catalog) -> str:
    """The page for all cards of a catalog as the text of one file that needs no other.

    Raises UcgsimError where the game for a page is not at hand.
    """
    return _in_one(static_files(), data_files(catalog))


def data_files(catalog: Catalog) -> Mapping[str, bytes]:
    """The packed files by name: the game, its book and layout, cards, decks, and what the page says in other languages.

    Raises UcgsimError where the game for a page is not at hand.
    """
    return _packed(catalog, effect_files())


@lru_cache(maxsize=1)
def _packed(catalog: Catalog, _effects: EffectFiles) -> Mapping[str, bytes]:
    """The files, which take a second to make; a process that writes pages writes many."""
    game = game_files(catalog)
    decks = in_page_order(load_deck(place, catalog) for place in decks_in(shipped()))
    contents = {
        "ucgsim.wasm": web_library(),
        "layout.json": game.layout,
        "book.bin": game.book,
        "cards.json": cards_file(catalog, mark=game.mark),
        "decks.json": decks_file(decks),
        "advice.json": own_bytes(files("ucgsim.web").joinpath(ADVICE), REMEDY),
    }
    packed = {f"{name}.gz": gzip.compress(content, mtime=0) for name, content in contents.items()}
    return {**packed, **_catalogs(catalog)}


def _catalogs(catalog: Catalog) -> dict[str, bytes]:
    """Sentences of the page and effects of cards by their English, a packed file for each language, loaded by those
    who read it.
    """
    said = {code: messages("page", code) | effects_in(code, catalog) for code in INTERFACE if code != "en"}
    texts = {f"{code}.json.gz": json.dumps(sentences, ensure_ascii=False) for code, sentences in said.items()}
    return {name: gzip.compress(text.encode(), mtime=0) for name, text in texts.items()}


def static_files() -> dict[str, bytes]:
    """The files that lie in the package, by their places, and the reader of lists."""
    root = files("ucgsim.web").joinpath("static")
    places = [(place.name, place) for place in root.iterdir() if place.is_file()]
    places += [(f"vendor/{place.name}", place) for place in root.joinpath("vendor").iterdir()]
    held = {name: own_bytes(place, REMEDY) for name, place in sorted(places) if name.endswith(SERVED)}
    return {**held, READER: reader().encode()}


@cache
def reader() -> str:
    """The code that the page shares with commands: what reads lists and links, and the search for better cards."""
    return script_of(Lexicon, Sought, coach, in_few_lines, link_of, opened_link, read_text, unknown)


def _in_one(static: Mapping[str, bytes], data: Mapping[str, bytes]) -> str:
    """The page with all that it needs within it."""
    scripts = {name: content.decode() for name, content in _scripts(static).items()}
    page = static[PAGE].decode().replace(f'<script src="{ENOUGH}">', f"<script>\n{scripts[ENOUGH]}")
    page = re.sub(r'content="default-src[^"]*"', f'content="{html.escape(WHOLE_POLICY)}"', page)
    page = re.sub(r'<link rel="(?:manifest|icon|apple-touch-icon)"[^>]*>\n?', "", page)
    style = f"<style>\n{static['style.css'].decode()}</style>"
    page = re.sub(r'<link rel="stylesheet"[^>]*>', lambda _: style, page)
    assets = [_asset(name, base64.b64encode(content).decode()) for name, content in data.items()]
    assets.append(_asset(WORKER, scripts[WORKER]))
    script = f'<script type="module">\n{scripts[MAIN]}</script>'
    return re.sub(r'<script type="module"[^>]*></script>', lambda _: "\n".join([*assets, script]), page)


def _asset(name: str, content: str) -> str:
    return f'<script type="text/plain" id="asset:{name}">{content}</script>'


def _bundle(modules: dict[str, str], main: str) -> str:
    """A module with all that it imports, each in a function of its own, so that no two names meet."""
    done: dict[str, str] = {}

    def take(name: str) -> None:
        if name in done:
            return
        done[name] = ""
        for _, other in _IMPORT.findall(modules[name]):
            take(other)
        done[name] = done.pop(name) or _wrapped(name, modules[name])

    take(main)
    return "\n".join(done.values())


def _wrapped(name: str, text: str) -> str:
    text = _IMPORT.sub(lambda match: f"const {{{match[1].replace(' as ', ': ')}}} = {_variable(match[2])};\n", text)
    listed = _LISTED.search(text)
    exports = ", ".join(name for _, name in _EXPORT.findall(text))
    if listed:
        pairs = (each.strip().split(" as ") for each in listed[1].split(","))
        exports = ", ".join(f"{pair[-1]}: {pair[0]}" for pair in pairs)
        text = text[: listed.start()]
    text = _DEFAULT.sub("", _EXPORT.sub(r"\1 \2", text)).replace("import.meta.url", "document.baseURI")
    # A closing tag within a script would end it.
    text = text.replace("</script", "<\\/script")
    return f"const {_variable(name)} = (() => {{\n{text}\nreturn {{ {exports} }};\n}})();"


def _variable(name: str) -> str:
    return "M_" + re.sub(r"\W", "_", name.removesuffix(".js"))
