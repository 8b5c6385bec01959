"""The pages of the studio and its JSON side: which address answers with what."""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from collections import defaultdict
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, quote

import anyio
import jinja2
from anyio import to_thread
from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from ucgsim.cards.catalog import load_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.defaults import DEFAULT_HANDS
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import own_bytes, read_bytes, read_text
from ucgsim.probability.result import size_notes
from ucgsim.probability.usual import OWN_REDRAW
from ucgsim.report.charts import svg
from ucgsim.safe_text import one_line
from ucgsim.studio import views
from ucgsim.studio.api import Api
from ucgsim.studio.asking import GAMES, MOST_GAMES, PLAYERS, asked, number_in, wish_of
from ucgsim.studio.desk import OWN, Desk
from ucgsim.studio.guard import REPORT_POLICY
from ucgsim.studio.jobs import LIVE, PAGE, Job, Jobs, Status, last_line, run_command, runs_below
from ucgsim.studio.live import matchups, seen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence

    from starlette.requests import Request

    from ucgsim.decks.deck import Deck
    from ucgsim.studio.hands import Dealer
    from ucgsim.studio.tables import GameTables

    View = Callable[[Request], Awaitable[Response]]

SCRIPT, STYLE = "text/javascript", "text/css"
FILES = {"htmx.min.js": SCRIPT, "sse.min.js": SCRIPT, "studio.js": SCRIPT, "studio.css": STYLE, "chart.css": STYLE}
CHARTS = files("ucgsim.report").joinpath("templates", "chart.css")
"""The look of charts, which the studio shares with the pages of reports."""
MOST_PAGE = 8_000_000
LIST, TABLES = "deck.txt", "tables"
LOOKS = 0.25
"""Seconds between two looks at a run that plays."""
BETWEEN_LOOKS = 5.0
"""Seconds between two looks for runs of the terminal."""
NO_FOLDER = (
    "The folder where the studio was started is gone. Runs of a terminal are not looked for, and nothing new can be "
    "played; start the studio again in a folder that is there."
)
PHRASES = {"Not Found": "There is no such page.", "Method Not Allowed": "This page takes no such request."}
"""What Starlette says of an address, and what the studio says."""
WARM_AFTER = 1.5
"""Seconds after which the rooms in which games are played are loaded: when the first page is there."""


@dataclass(frozen=True, slots=True)
class Look:
    """A run at a moment: what its page shows, its parts that change, and its status before they were worked out."""

    values: dict[str, Any]
    texts: dict[str, str]
    status: Status
    at: float


class Studio:
    """All that the pages share: decks, jobs, hands and templates."""

    def __init__(self) -> None:
        self.catalog = load_catalog()
        self.desk = Desk(self.catalog)
        self.jobs = Jobs()
        self.playing = threading.Lock()
        self._look_again = 0.0
        self._looks: dict[int, Look] = {}
        self._locks: defaultdict[int, anyio.Lock] = defaultdict(anyio.Lock)
        self.failure: UcgsimError | None = None
        """Why the studio could not begin."""
        self.closing = threading.Event()
        """Set when the server ends, so that no stream keeps it."""
        loader = jinja2.PackageLoader("ucgsim.studio", "templates")
        self.templates = jinja2.Environment(
            loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        self.templates.filters["svg"] = svg

    # The rooms in which games are played load what plays, which takes a second: the first page must not wait for it.

    @cached_property
    def dealer(self) -> Dealer:
        """Who deals hands."""
        from ucgsim.studio.hands import Dealer  # noqa: PLC0415

        return Dealer(self.catalog, self.playing)

    @cached_property
    def tables(self) -> GameTables:
        """Where games are played."""
        from ucgsim.studio.tables import GameTables  # noqa: PLC0415

        return GameTables(self.catalog, self.playing)

    @staticmethod
    def warm() -> None:
        """Load, in the background, what reads the numbers of a run, so that the first one need not wait for it."""
        from ucgsim.studies.matrix import plots, question  # noqa: F401, PLC0415

    def page(self, name: str, status: int = 200, **values: Any) -> HTMLResponse:
        """A page, or a part of one, of a template."""
        return HTMLResponse(self.templates.get_template(f"{name}.html.j2").render(**{"note": "", **values}), status)

    def mistake(self, path: str, status: int, text: str) -> Response:
        """What is wrong, in a line: as JSON below /api, else as a page."""
        if path.startswith("/api/"):
            return JSONResponse({"error": text}, status)
        return self.page("mistake", status, text=text)

    # ------------------------------------------------------------------------------------------ decks

    async def decks(self, _: Request) -> Response:
        """The list of decks, and where a list is pasted."""
        return await self._decks()

    async def paste(self, request: Request) -> Response:
        """Read a list that was pasted: the deck is opened, or the page says what is unclear."""
        form = await form_of(request)
        text = form.get("text", "")
        try:
            key, problems = await to_thread.run_sync(self.desk.paste, text, form.get("name", ""))
        except UcgsimError as error:
            key, problems = "", [str(error)]
        if key:
            return RedirectResponse(f"/deck/{key}", 303)
        return await self._decks(422, problems, text, form.get("name", ""))

    async def _decks(
        self, status: int = 200, problems: Sequence[str] = (), text: str = "", called: str = ""
    ) -> Response:
        listed, unsaved = await to_thread.run_sync(lambda: (self.desk.listed(), self.desk.unsaved()))
        return self.page("decks", status, decks=listed, unsaved=unsaved, problems=problems, text=text, called=called)

    async def words(self, request: Request) -> Response:
        """The text of a deck, to mend one that can't be read; a form puts another text in its place."""
        key, form = request.path_params["key"], await form_of(request)
        if request.method == "POST":
            text = form.get("text", "")
            problems = await to_thread.run_sync(self.desk.mend, key, text)
            if not problems:
                return RedirectResponse(f"/deck/{key}", 303)
            return self.page("words", 422, key=key, text=text, problems=problems, is_own=key.startswith(f"{OWN}:"))
        return await to_thread.run_sync(self._words, key)

    def _words(self, key: str) -> Response:
        """What a deck that can't be read says, and why it can't; UcgsimError where there is no such deck."""
        text, problems = "", []
        self.desk.file(key)
        try:
            text = self.desk.words(key)
            self.desk.deck(key)
        except UcgsimError as error:
            place = f"{self.desk.file(key).parent}{os.sep}"
            problems = [line.removeprefix(place) for line in error.lines]
        return self.page("words", key=key, text=text, problems=problems, is_own=key.startswith(f"{OWN}:"))

    async def deck(self, request: Request) -> Response:
        """The deck on the table; of one that can't be read its text, to mend it."""
        return await self._deck(request.path_params["key"])

    async def _deck(self, key: str, status: int = 200, notice: str = "", offer: str = "") -> Response:
        try:
            draft = self.desk.draft(key)
        except UcgsimError:
            return await to_thread.run_sync(self._words, key)
        return self.page(
            "deck",
            status,
            notice=notice,
            offer=offer,
            key=key,
            draft=draft,
            table=views.table(draft, self.catalog),
            types=views.types(self.catalog),
            levels=views.levels(self.catalog),
            choices=views.choices(draft.deck, self.catalog),
            places=views.PLACES,
            versions=await to_thread.run_sync(self._versions, key) if key.startswith(f"{OWN}:") else [],
            text=self.desk.text(draft.deck),
            is_own=key.startswith(f"{OWN}:"),
        )

    def _versions(self, key: str) -> list[tuple[int, Deck, str]]:
        """Saved versions of a deck, and how the deck on the table differs from each."""
        deck = self.desk.draft(key).deck
        return [
            (number, saved, views.difference(saved, deck, self.catalog))
            for number, saved in self.desk.versions(key).items()
        ]

    async def table(self, request: Request) -> Response:
        """Change the deck on the table by one step, and show it again.

        A page says which list it shows. Where another one was changed since, a step that is right for any list is
        done all the same, and what the other one did is said; one that is not, is not done.
        """
        key, form = request.path_params["key"], await form_of(request)
        draft = self.desk.draft(key)
        other, status = self._changed_elsewhere(key, form), 200
        notice = f"{other} Both changes are in this list." if other else ""
        match request.path_params["step"]:
            case "undo" if other:
                notice, status = f"{other} Nothing was undone; Undo again takes that back.", 409
            case "put":
                draft.put(self.desk.shown(key, form.get("list", "")))
                notice = ""
            case "change" if form.get("number") in self.catalog:
                draft.change(form["number"], number_in(form.get("by", ""), -60, 60))
            case "undo":
                draft.undo()
            case "restore":
                await to_thread.run_sync(self.desk.restore, key, number_in(form.get("version", ""), 1, 10**6))
        table = views.table(draft, self.catalog)
        shown = self.page("table", status, key=key, draft=draft, table=table, notice=notice, offer="")
        shown.headers["HX-Trigger"] = "deck-changed"
        return shown

    async def save(self, request: Request) -> Response:
        """Save the deck on the table as a new version, if it is the list that the page showed."""
        key, form = request.path_params["key"], await form_of(request)
        if other := self._changed_elsewhere(key, form):
            notice = f"{other} Nothing was saved: save the list as it is now, or put that of your page on the table."
            page = await self._deck(key, 409, notice, form["shown"])
            page.headers["HX-Push-Url"] = quote(f"/deck/{key}")
            return page
        saved = await to_thread.run_sync(self.desk.save, key)
        return RedirectResponse(f"/deck/{saved}", 303)

    def _changed_elsewhere(self, key: str, form: Mapping[str, str]) -> str:
        """What became of the deck on the table since the page was shown, in a sentence; blank where nothing did."""
        draft, shown = self.desk.draft(key), self.desk.shown(key, form.get("shown", ""))
        if shown == draft.counts:
            return ""
        how = views.difference(draft.with_counts(shown), draft.deck, self.catalog)
        return f"This list was changed in another tab: {how}."

    async def delete(self, request: Request) -> Response:
        """Drop a deck of the library."""
        await to_thread.run_sync(self.desk.delete, request.path_params["key"])
        return RedirectResponse("/", 303)

    async def odds(self, request: Request) -> Response:
        """The usual questions for the deck on the table, next to its saved version."""
        draft = self.desk.draft(request.path_params["key"])
        try:
            rows = await to_thread.run_sync(views.odds, draft.deck, draft.saved, self.catalog)
        except UcgsimError as error:
            return self.page("odds", rows=[], why=str(error))
        shown: dict[str, Any] = {"rows": rows, "notes": size_notes(draft.deck.size), "is_changed": draft.is_changed}
        return self.page("odds", why="", own_redraw=OWN_REDRAW, **shown)

    async def want(self, request: Request) -> Response:
        """A question of one's own, in the language of `ucgsim odds --want`."""
        draft, query = self.desk.draft(request.path_params["key"]), request.query_params
        text = (query.get("want", "").strip() or views.put_together(query))[:500]
        if not text.strip():
            return self.page("want", answer=None, why="")
        try:
            answer = await to_thread.run_sync(views.wanted, draft.deck, self.catalog, text)
        except UcgsimError as error:
            return self.page("want", answer=None, why=str(error))
        return self.page("want", answer=answer, why="")

    async def cards(self, request: Request) -> Response:
        """Cards that fit what is typed."""
        draft, asked = self.desk.draft(request.path_params["key"]), request.query_params
        words, type_, level = (asked.get(name, "")[:100] for name in ("q", "type", "level"))
        faces, more = await to_thread.run_sync(views.search, self.catalog, words, type_, level, draft.counts)
        return self.page("cards", key=draft.key, faces=faces, more=more)

    # ------------------------------------------------------------------------------------------ hands

    async def hand(self, request: Request) -> Response:
        """Six cards: keep or redraw?"""
        draft = self.desk.draft(request.path_params["key"])
        hand = await to_thread.run_sync(self.dealer.deal, draft.key, draft.deck)
        return self.page("hand", key=draft.key, draft=draft, hand=hand, score=self.dealer.score(draft.key))

    async def judge(self, request: Request) -> Response:
        """What keeping and redrawing the hand wins, by games."""
        draft, form = self.desk.draft(request.path_params["key"]), await form_of(request)
        verdict = await to_thread.run_sync(self.dealer.judge, draft.key, draft.deck, form.get("choice", "") == "keep")
        return self.page("verdict", key=draft.key, verdict=verdict, score=self.dealer.score(draft.key))

    # ------------------------------------------------------------------------------------------ play

    async def play(self, request: Request) -> Response:
        """The table at which the deck is played, or the choice of a rival."""
        draft = self.desk.draft(request.path_params["key"])
        try:
            board = self.tables.board(draft.key)
        except UcgsimError:
            listed = await to_thread.run_sync(self.desk.listed)
            return self.page("rival", key=draft.key, draft=draft, others=[each for each in listed if each[1]])
        return self.page("board", key=draft.key, board=board, notice="")

    async def sit(self, request: Request) -> Response:
        """Begin a game, take an option, take it back, ask for a hint, why, or the review."""
        key, form = request.path_params["key"], await form_of(request)
        step, at = request.path_params["step"], form.get("at", "")
        if at and step in {"choose", "undo"} and at != (board := self.tables.board(key)).at:
            notice = "The game went on in another tab; this is the board as it is now."
            page = self.page("board", 409, key=key, board=board, notice=notice)
            page.headers["HX-Push-Url"] = quote(f"/deck/{key}/play")
            return page
        match step:
            case "begin":
                rival = await to_thread.run_sync(self.desk.deck, form.get("rival", ""))
                await to_thread.run_sync(self.tables.begin, key, self.desk.draft(key).deck, rival)
            case "choose":
                place = number_in(form.get("option", ""), 0, 1000)
                await to_thread.run_sync(self.tables.choose, key, place)
            case "undo":
                await to_thread.run_sync(self.tables.undo, key)
            case "leave":
                self.tables.leave(key)
            case "hint" | "why" | "review" as what:
                await to_thread.run_sync(self.tables.ask, key, what)
            case other:
                raise UcgsimError(f"{other[:40]!r} is nothing that can be done at a table")
        return RedirectResponse(f"/deck/{key}/play", 303)

    # ------------------------------------------------------------------------------------------ runs

    async def ask(self, request: Request) -> Response:
        """Choose rivals for a gauntlet, a comparison with the saved version, or a search for better cards."""
        draft = self.desk.draft(request.path_params["key"])
        others = [each for each in await to_thread.run_sync(self.desk.listed) if each[0] != draft.key and each[1]]
        numbers: dict[str, Any] = {"games": GAMES, "hands": DEFAULT_HANDS, "players": PLAYERS}
        return self.page("ask", key=draft.key, draft=draft, others=others, **numbers)

    async def begin(self, request: Request) -> Response:
        """Put a question into the queue, and show its run."""
        form = await form_of(request, several=True)
        draft = self.desk.draft(request.path_params["key"])
        # About the list that the page showed, whatever another tab did since.
        deck = draft.with_counts(self.desk.shown(draft.key, form.get("shown", [""])[0]))
        question = await to_thread.run_sync(asked, wish_of(form), deck, draft.saved, self.desk)
        job = await to_thread.run_sync(partial(self.jobs.ask, question, deck=draft.key))
        return RedirectResponse(f"/run/{job.number}", 303)

    async def runs(self, _: Request) -> Response:
        """All that was asked, here and in a terminal below the folder where the studio was started."""
        note = ""
        try:
            here = Path.cwd()
        except OSError:
            note = NO_FOLDER
        else:
            if time.monotonic() > self._look_again:
                self._look_again = time.monotonic() + BETWEEN_LOOKS
                await to_thread.run_sync(lambda: self.jobs.adopt(runs_below(here)))
        return self.page("runs", jobs=self.jobs.all(), unreadable=self.jobs.unreadable(), note=note)

    async def run(self, request: Request) -> Response:
        """A run, with its numbers as they arrive."""
        job = self.jobs.get(request.path_params["number"])
        return self.page("run", **(await self._look(job)).values)

    async def _look(self, job: Job) -> Look:
        """A run as it is now, worked out once for all who look: it takes memory, and a second while it plays."""
        async with self._locks[job.number]:
            last = self._looks.get(job.number)
            if last is None or time.monotonic() - last.at > LOOKS or last.status is not job.status:
                last = self._looks[job.number] = await to_thread.run_sync(self._looked, job)
            return last

    def _looked(self, job: Job) -> Look:
        status = job.status
        now = seen(job, self.catalog)
        if now.is_finished:
            self.jobs.finished(job.number)
        is_done = job.status is Status.DONE
        values = {"job": job, "seen": now, "has_games": is_done and bool(matchups(job.folder))}
        texts = {name: self.templates.get_template(f"{name}.html.j2").render(**values) for name in ("numbers", "steps")}
        return Look(values, texts, status, time.monotonic())

    async def stream(self, request: Request) -> Response:
        """The numbers of a run whenever they change, as server-sent events, until it is at its end."""
        job = self.jobs.get(request.path_params["number"])
        return StreamingResponse(
            self._changes(job), media_type="text/event-stream", headers={"cache-control": "no-store"}
        )

    async def _changes(self, job: Job) -> AsyncIterator[str]:
        last: dict[str, str] = {}
        while not self.closing.is_set():
            look = await self._look(job)
            for name, text in look.texts.items():
                if last.get(name) != text:
                    last[name] = text
                    yield event(name, text)
            # It may have gone on while it was looked at.
            if look.status not in LIVE and job.status not in LIVE:
                self._looks.pop(job.number, None)
                break
            await anyio.sleep(LOOKS)
        yield event("end", "-")

    async def steer(self, request: Request) -> Response:
        """Stop a run, let it go on or play more, delete it, or put the deck that a search ended with on the table."""
        number, step = request.path_params["number"], request.path_params["step"]
        match step:
            case "stop":
                self.jobs.cancel(number)
            case "go-on":
                self.jobs.go_on(number)
            case "extend":
                form = await form_of(request)
                await to_thread.run_sync(self.jobs.extend, number, number_in(form.get("games", ""), 2, MOST_GAMES))
            case "delete":
                await to_thread.run_sync(self.jobs.drop, number)
                return RedirectResponse("/runs", 303)
            case "apply":
                job = self.jobs.get(number)
                better = await to_thread.run_sync(read_deck, job.folder / LIST, self.catalog)
                self.desk.draft(job.deck).put(dict(better.counts))
                return RedirectResponse(f"/deck/{job.deck}", 303)
            case _:
                raise UcgsimError(f"{step[:40]!r} is nothing that can be done with a run")
        return RedirectResponse(f"/run/{number}", 303)

    async def games(self, request: Request) -> Response:
        """The games of a run: which matchup, which game; and the one that is picked, on the board."""
        job, query = self.jobs.get(request.path_params["number"]), request.query_params
        from ucgsim.studio import games  # noqa: PLC0415 - as the rooms

        folders = await to_thread.run_sync(matchups, job.folder)
        listed = [await to_thread.run_sync(games.names_of, each) for each in folders]
        at = number_in(query.get("matchup", "0"), 0, max(len(folders) - 1, 0))
        pick = query.get("game") or query.get("pick", "")
        game = None
        if pick and folders:
            game = await to_thread.run_sync(games.looked_at, folders[at], pick, self.catalog, self.playing)
        return self.page("games", job=job, matchups=listed, at=at, pick=pick, picks=games.PICKS, game=game)

    async def tables_of(self, request: Request) -> Response:
        """The tables of a run as CSV: their list, or one of them."""
        job, name = self.jobs.get(request.path_params["number"]), request.path_params.get("name")
        await to_thread.run_sync(self._report, job)
        place = job.last_folder / TABLES
        there = {each.name: each for each in sorted(place.glob("*.csv"))} if place.is_dir() else {}
        if name is None:
            return self.page("csv", job=job, names=list(there))
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


def event(name: str, text: str) -> str:
    """An event of a stream for a page (WHATWG HTML, server-sent events)."""
    lines = "".join(f"data: {line}\n" for line in text.splitlines())
    return f"event: {name}\n{lines}\n"


async def form_of(request: Request, *, several: bool = False) -> Any:
    """The fields of a form: the first value of each, or all of them."""
    body = (await request.body()).decode("utf-8", "replace")
    fields = parse_qs(body, keep_blank_values=True, max_num_fields=1000)
    return fields if several else {name: values[0] for name, values in fields.items()}


async def static(request: Request) -> Response:
    """A file that ships with the studio."""
    name = request.path_params["name"]
    if name not in FILES:
        raise HTTPException(404, "There is no such file.")
    place = CHARTS if name == CHARTS.name else files("ucgsim.studio").joinpath("static", name)
    return Response(own_bytes(place, "install ucgsim again"), media_type=FILES[name])


def answering(
    studio: Studio, view: Callable[[Request], Awaitable[Response]]
) -> Callable[[Request], Awaitable[Response]]:
    """A view whose mistakes are answered in a line."""

    async def answer(request: Request) -> Response:
        try:
            return await view(request)
        except KeyboardInterrupt:
            # Games that a thread of ours played were stopped with the server.
            return Response("the studio is closed", 503)
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
            studio.jobs.start()
        except UcgsimError as error:
            studio.failure = error
            raise
        warm = threading.Timer(WARM_AFTER, studio.warm)
        warm.daemon = True
        warm.start()
        yield
        await to_thread.run_sync(studio.jobs.stop)

    on = partial(answering, studio)
    get, post = ["GET"], ["POST"]
    routes = [
        Route("/", on(studio.decks), methods=get),
        Route("/paste", on(studio.paste), methods=post),
        Route("/deck/{key}", on(studio.deck), methods=get),
        Route("/deck/{key}/table/{step}", on(studio.table), methods=post),
        Route("/deck/{key}/save", on(studio.save), methods=post),
        Route("/deck/{key}/text", on(studio.words), methods=[*get, *post]),
        Route("/deck/{key}/delete", on(studio.delete), methods=post),
        Route("/deck/{key}/odds", on(studio.odds), methods=get),
        Route("/deck/{key}/want", on(studio.want), methods=get),
        Route("/deck/{key}/cards", on(studio.cards), methods=get),
        Route("/deck/{key}/hand", on(studio.hand), methods=get),
        Route("/deck/{key}/hand", on(studio.judge), methods=post),
        Route("/deck/{key}/ask", on(studio.ask), methods=get),
        Route("/deck/{key}/ask", on(studio.begin), methods=post),
        Route("/deck/{key}/play", on(studio.play), methods=get),
        Route("/deck/{key}/play/{step}", on(studio.sit), methods=post),
        Route("/runs", on(studio.runs), methods=get),
        Route("/run/{number:run}", on(studio.run), methods=get),
        Route("/run/{number:run}/stream", on(studio.stream), methods=get),
        Route("/run/{number:run}/page", on(studio.report), methods=get),
        Route("/run/{number:run}/games", on(studio.games), methods=get),
        Route("/run/{number:run}/tables", on(studio.tables_of), methods=get),
        Route("/run/{number:run}/tables/{name}", on(studio.tables_of), methods=get),
        Route("/run/{number:run}/{step}", on(studio.steer), methods=post),
        Route("/static/{name}", static, methods=get),
        *Api(studio.catalog, studio.desk, studio.jobs).routes(on),
    ]
    handlers: dict[Any, Any] = {HTTPException: partial(refused, studio), Exception: partial(broken, studio)}
    return Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
