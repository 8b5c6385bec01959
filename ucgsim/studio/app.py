"""The pages of the studio and its JSON side: which address answers with what."""

from __future__ import annotations

import threading
from contextlib import asynccontextmanager
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import jinja2
from anyio import to_thread
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from ucgsim.cards.catalog import load_catalog
from ucgsim.decks.reading import parse_deck, read_deck
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import own_bytes, parse_json, read_text
from ucgsim.play import seat
from ucgsim.report.charts import svg
from ucgsim.studio import views
from ucgsim.studio.desk import OWN, Desk
from ucgsim.studio.guard import REPORT_POLICY
from ucgsim.studio.hands import Dealer
from ucgsim.studio.jobs import Job, Jobs, Status
from ucgsim.studio.live import seen
from ucgsim.studio.tables import YOU, GameTables, areas, news, options

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request

    from ucgsim.decks.deck import Deck
    from ucgsim.studio.tables import Sitting

    View = Callable[[Request], Awaitable[Response]]

FILES = {"htmx.min.js": "text/javascript", "studio.css": "text/css", "studio.js": "text/javascript"}
MOST_GAMES = 1_000_000
GAMES = 2_000
MOST_PAGE = 8_000_000
PAGE, LIST = "index.html", "deck.txt"


class Studio:
    """All that the pages share: decks, jobs, hands and templates."""

    def __init__(self) -> None:
        self.catalog = load_catalog()
        self.desk = Desk(self.catalog)
        self.jobs = Jobs()
        playing = threading.Lock()
        self.dealer, self.tables = Dealer(self.catalog, playing), GameTables(self.catalog, playing)
        loader = jinja2.PackageLoader("ucgsim.studio", "templates")
        self.templates = jinja2.Environment(
            loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        self.templates.filters["svg"] = svg

    def page(self, name: str, status: int = 200, **values: Any) -> HTMLResponse:
        """A page, or a part of one, of a template."""
        return HTMLResponse(self.templates.get_template(f"{name}.html.j2").render(**values), status)

    # ------------------------------------------------------------------------------------------ decks

    async def decks(self, _: Request) -> Response:
        """The list of decks, and where a list is pasted."""
        return self.page("decks", decks=await to_thread.run_sync(self._listed), problems=[], text="")

    def _listed(self) -> list[tuple[str, Deck | None]]:
        listed: list[tuple[str, Deck | None]] = []
        for key in self.desk.places():
            try:
                listed.append((key, self.desk.deck(key)))
            except UcgsimError:
                listed.append((key, None))
        return listed

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
        listed = await to_thread.run_sync(self._listed)
        return self.page("decks", 422, decks=listed, problems=problems, text=text)

    async def deck(self, request: Request) -> Response:
        """The deck on the table."""
        key = request.path_params["key"]
        draft = self.desk.draft(key)
        return self.page(
            "deck",
            key=key,
            draft=draft,
            table=views.table(draft, self.catalog),
            types=views.types(self.catalog),
            levels=views.levels(self.catalog),
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
        """Change the deck on the table by one step, and show it again."""
        key, form = request.path_params["key"], await form_of(request)
        draft = self.desk.draft(key)
        match request.path_params["step"]:
            case "change" if form.get("number") in self.catalog:
                draft.change(form["number"], number_in(form.get("by", ""), -60, 60))
            case "undo":
                draft.undo()
            case "restore":
                await to_thread.run_sync(self.desk.restore, key, number_in(form.get("version", ""), 1, 10**6))
        shown = self.page("table", key=key, draft=draft, table=views.table(draft, self.catalog))
        shown.headers["HX-Trigger"] = "deck-changed"
        return shown

    async def save(self, request: Request) -> Response:
        """Save the deck on the table as a new version."""
        key = await to_thread.run_sync(self.desk.save, request.path_params["key"])
        return RedirectResponse(f"/deck/{key}", 303)

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
            return self.page("odds", rows=[], why=str(error), is_changed=draft.is_changed)
        return self.page("odds", rows=rows, why="", is_changed=draft.is_changed)

    async def want(self, request: Request) -> Response:
        """A question of one's own, in the language of `ucgsim odds --want`."""
        draft, text = self.desk.draft(request.path_params["key"]), request.query_params.get("want", "")[:500]
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
            sitting = self.tables.at(draft.key)
        except UcgsimError:
            listed = await to_thread.run_sync(self._listed)
            return self.page("rival", key=draft.key, draft=draft, others=[each for each in listed if each[1]])
        return self.page("board", **self._board(draft.key, sitting))

    def _board(self, key: str, sitting: Sitting) -> dict[str, Any]:
        game = sitting.session.game
        return {
            "key": key,
            "names": [deck.name for deck in sitting.session.plan.decks],
            "head": seat.draw(game, YOU).splitlines()[:3],
            "areas": areas(game),
            "hand": seat.hand_lines(game, YOU),
            "asked": seat.question(game) if game.decision is not None else [],
            "options": options(game),
            "news": news(sitting),
            "said": sitting.said,
            "is_over": game.is_over,
            "has_won": game.winner == YOU,
            "turn": game.turn,
        }

    async def sit(self, request: Request) -> Response:
        """Begin a game, take an option, take it back, ask for a hint, why, or the review."""
        key, form = request.path_params["key"], await form_of(request)
        match request.path_params["step"]:
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
        others = [each for each in await to_thread.run_sync(self._listed) if each[0] != draft.key and each[1]]
        return self.page("ask", key=draft.key, draft=draft, others=others, games=GAMES)

    async def begin(self, request: Request) -> Response:
        """Put a question into the queue, and show its run."""
        form = await form_of(request, several=True)
        draft, kind = self.desk.draft(request.path_params["key"]), form.get("kind", [""])[0]
        job = await to_thread.run_sync(self._asked, draft.key, kind, form.get("rival", []), form.get("games", [""])[0])
        return RedirectResponse(f"/run/{job.number}", 303)

    def _asked(self, key: str, kind: str, rivals: list[str], games: str) -> Job:
        draft = self.desk.draft(key)
        if not rivals:
            raise UcgsimError("no rival is chosen; tick one or more decks")
        n = str(number_in(games or str(GAMES), 2, MOST_GAMES))
        lists = {"my-deck": self.desk.text(draft.deck)}
        against = []
        for place, rival in enumerate(rivals, start=1):
            lists[f"rival-{place}"] = self.desk.text(self.desk.deck(rival))
            against.append(f"rival-{place}")
        name = draft.saved.name
        if kind == "compare":
            lists["saved"] = self.desk.text(draft.saved)
            words = ["compare", "saved", "my-deck", "--against", *against, "-n", n]
            return self.jobs.ask(f"Is {name} better than its saved version?", words, lists, deck=key)
        if kind == "improve":
            words = ["improve", "my-deck", "--against", *against, "--check", "none"]
            return self.jobs.ask(f"Which cards would make {name} better?", words, lists, deck=key)
        words = ["gauntlet", "my-deck", *against, "-n", n]
        return self.jobs.ask(f"How does {name} do?", words, lists, deck=key)

    async def runs(self, _: Request) -> Response:
        """All that was asked."""
        return self.page("runs", jobs=self.jobs.all())

    async def run(self, request: Request) -> Response:
        """A run, with its numbers as they arrive."""
        return self.page("run", job=self.jobs.get(request.path_params["number"]))

    async def live(self, request: Request) -> Response:
        """The numbers of a run by now; the page asks again while it plays."""
        job = self.jobs.get(request.path_params["number"])
        return self.page("live", job=job, seen=await to_thread.run_sync(seen, job.folder, self.catalog))

    async def steer(self, request: Request) -> Response:
        """Stop a run, let it go on, delete it, or put the deck that a search ended with on the table."""
        number, step = request.path_params["number"], request.path_params["step"]
        match step:
            case "stop":
                self.jobs.cancel(number)
            case "go-on":
                self.jobs.go_on(number)
            case "delete":
                await to_thread.run_sync(self.jobs.drop, number)
                return RedirectResponse("/runs", 303)
            case "apply":
                job = self.jobs.get(number)
                better = await to_thread.run_sync(read_deck, job.folder / LIST, self.catalog)
                self.desk.draft(job.deck).put(better)
                return RedirectResponse(f"/deck/{job.deck}", 303)
            case _:
                raise UcgsimError(f"{step[:40]!r} is nothing that can be done with a run")
        return RedirectResponse(f"/run/{number}", 303)

    async def report(self, request: Request) -> Response:
        """The page of a finished run, made when it is first asked for."""
        job = self.jobs.get(request.path_params["number"])
        text = await to_thread.run_sync(self._report, job)
        return HTMLResponse(text, headers={"content-security-policy": REPORT_POLICY})

    def _report(self, job: Job) -> str:
        from ucgsim.studies.kit.run import write_report  # noqa: PLC0415 - what draws takes long to load

        if job.status is not Status.DONE:
            raise UcgsimError("the page of a run is made when it is done")
        page = job.folder / PAGE
        if not page.is_file():
            write_report(job.folder, catalog=self.catalog)
        return read_text(page, "a page", controls=True, most=MOST_PAGE)

    # ------------------------------------------------------------------------------------------ JSON

    async def api_odds(self, request: Request) -> Response:
        """The five usual questions for ``{"deck": TEXT}``."""
        deck = await self._deck_of(request)
        return JSONResponse(await to_thread.run_sync(partial(_odds_json, deck, self.catalog)))

    async def api_gauntlet(self, request: Request) -> Response:
        """Begin a gauntlet for ``{"deck": TEXT, "rivals": [KEY, ...], "games": N}``; its number."""
        given = await json_of(request)
        deck = self._read(given)
        rivals = [str(each) for each in given.get("rivals", [])] if isinstance(given.get("rivals"), list) else []
        lists = {f"rival-{place}": self.desk.text(self.desk.deck(key)) for place, key in enumerate(rivals, start=1)}
        if not lists:
            raise UcgsimError("rivals: a list of keys of decks was expected, such as shipped:arc-blazar")
        n = str(number_in(str(given.get("games", GAMES)), 2, MOST_GAMES))
        words = ["gauntlet", "my-deck", *lists, "-n", n]
        job = self.jobs.ask(f"How does {deck.name} do?", words, {"my-deck": self.desk.text(deck), **lists})
        return JSONResponse({"run": job.number, "command": job.line}, 202)

    async def api_run(self, request: Request) -> Response:
        """How far a run is, and what it says by now."""
        job = self.jobs.get(request.path_params["number"])
        now = await to_thread.run_sync(seen, job.folder, self.catalog)
        return JSONResponse({"run": job.number, "status": job.status, "answer": now.answer, "basis": now.foot})

    async def api(self, _: Request) -> Response:
        """What the JSON side takes and gives, as OpenAPI."""
        return JSONResponse(OPENAPI)

    async def _deck_of(self, request: Request) -> Deck:
        return self._read(await json_of(request))

    def _read(self, given: dict[str, Any]) -> Deck:
        deck, problems = parse_deck(str(given.get("deck", "")), self.catalog, name="deck")
        if problems or not deck.counts:
            raise UcgsimError("; ".join(map(str, problems)) or "deck: a decklist as text was expected")
        return deck


def _odds_json(deck: Deck, catalog: Any) -> dict[str, Any]:
    rows = views.odds(deck, deck, catalog)
    heads = ("first_six", "by_round_2", "by_round_3", "by_round_4", "without_redraw")
    return {
        "deck": deck.name,
        "questions": [{"what": row.words, **dict(zip(heads, row.chances, strict=True))} for row in rows],
    }


def number_in(text: str, least: int, most: int) -> int:
    """A whole number of a form; UcgsimError for anything else."""
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if not least <= value <= most:
        raise UcgsimError(f"{text[:40]!r}: a whole number from {least:,} to {most:,} was expected")
    return value


async def form_of(request: Request, *, several: bool = False) -> Any:
    """The fields of a form: the first value of each, or all of them."""
    body = (await request.body()).decode("utf-8", "replace")
    fields = parse_qs(body, keep_blank_values=True, max_num_fields=1000)
    return fields if several else {name: values[0] for name, values in fields.items()}


async def json_of(request: Request) -> dict[str, Any]:
    """The object that a request holds; UcgsimError for anything else."""
    text = (await request.body()).decode("utf-8", "replace")
    value = parse_json(text, "request", "a JSON object")
    if not isinstance(value, dict):
        raise UcgsimError("request: a JSON object was expected")
    return value


async def static(request: Request) -> Response:
    """A file that ships with the studio."""
    name = request.path_params["name"]
    if name not in FILES:
        return Response("no such file", 404)
    return Response(
        own_bytes(files("ucgsim.studio").joinpath("static", name), "install ucgsim again"), media_type=FILES[name]
    )


def answering(
    studio: Studio, view: Callable[[Request], Awaitable[Response]]
) -> Callable[[Request], Awaitable[Response]]:
    """A view whose mistakes are answered in a line: as JSON below /api, else as a page."""

    async def answer(request: Request) -> Response:
        try:
            return await view(request)
        except (UcgsimError, ValueError) as error:
            text = str(error) if isinstance(error, UcgsimError) else "this can't be read"
            if request.url.path.startswith("/api/"):
                return JSONResponse({"error": text}, 422)
            return studio.page("mistake", 422, text=text)

    return answer


def make_app(studio: Studio) -> Starlette:
    """The studio as an ASGI application, without its guard."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        studio.jobs.start()
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
        Route("/run/{number:int}", on(studio.run), methods=get),
        Route("/run/{number:int}/live", on(studio.live), methods=get),
        Route("/run/{number:int}/page", on(studio.report), methods=get),
        Route("/run/{number:int}/{step}", on(studio.steer), methods=post),
        Route("/static/{name}", static, methods=get),
        Route("/api", on(studio.api), methods=get),
        Route("/api/odds", on(studio.api_odds), methods=post),
        Route("/api/gauntlet", on(studio.api_gauntlet), methods=post),
        Route("/api/run/{number:int}", on(studio.api_run), methods=get),
    ]
    return Starlette(routes=routes, lifespan=lifespan)


def _body(properties: dict[str, Any]) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": ["deck"]}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _says(text: str) -> dict[str, Any]:
    return {"200": {"description": text}, "422": {"description": "what is wrong, in one line, as error"}}


DECK: dict[str, Any] = {"type": "string", "description": "a decklist, in any form that ucgsim deck check reads"}
OPENAPI: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "ucgsim studio", "version": "1"},
    "paths": {
        "/api/odds": {"post": {"requestBody": _body({"deck": DECK}), "responses": _says("the usual odds by Round")}},
        "/api/gauntlet": {
            "post": {
                "requestBody": _body(
                    {
                        "deck": DECK,
                        "rivals": {"type": "array", "items": {"type": "string"}},
                        "games": {"type": "integer", "minimum": 2, "maximum": MOST_GAMES},
                    }
                ),
                "responses": {"202": {"description": "the number of the run, and its command"}, **_says("")},
            }
        },
        "/api/run/{number}": {
            "get": {
                "parameters": [{"name": "number", "in": "path", "required": True, "schema": {"type": "integer"}}],
                "responses": _says("how far a run is, and what it says by now"),
            }
        },
    },
}
