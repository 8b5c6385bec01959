"""The JSON side of the studio, for a deck builder's site or a script, and its description as OpenAPI."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from anyio import to_thread
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ucgsim.decks.reading import parse_deck
from ucgsim.defaults import DEFAULT_HANDS
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import parse_json
from ucgsim.probability.result import size_notes
from ucgsim.probability.usual import OWN_REDRAW
from ucgsim.studio import views
from ucgsim.studio.asking import GAMES, KINDS, LEAST_PLAYERS, MOST_GAMES, MOST_PLAYERS, PLAYERS, asked, wish_of
from ucgsim.studio.live import seen

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.studio.desk import Desk
    from ucgsim.studio.jobs import Jobs

    View = Callable[[Request], Awaitable[Response]]

HEADS = ("first_six", "by_round_2", "by_round_3", "by_round_4", "without_redraw")
WANT = "a decklist as text was expected"


class Api:
    """What scripts ask: JSON in, JSON out; a mistake is answered 422 with ``error`` in one line."""

    def __init__(self, catalog: Catalog, desk: Desk, jobs: Jobs) -> None:
        self.catalog, self.desk, self.jobs = catalog, desk, jobs

    def routes(self, on: Callable[[View], View]) -> list[Route]:
        """Its addresses."""
        return [
            Route("/api", on(self.describe), methods=["GET"]),
            Route("/api/odds", on(self.odds), methods=["POST"]),
            *(Route(f"/api/{kind}", on(partial(self.ask, kind=kind)), methods=["POST"]) for kind in KINDS),
            Route("/api/run/{number:run}", on(self.run), methods=["GET"]),
        ]

    async def describe(self, _: Request) -> Response:
        """What is taken and given, as OpenAPI."""
        return JSONResponse(OPENAPI)

    async def odds(self, request: Request) -> Response:
        """The five usual questions for ``{"deck": TEXT}``."""
        deck = self._deck(await _object(request))
        rows = await to_thread.run_sync(views.odds, deck, deck, self.catalog)
        questions = [{"what": row.words, **dict(zip(HEADS, row.chances, strict=True))} for row in rows]
        return JSONResponse({"deck": deck.name, "notes": [*size_notes(deck.size), OWN_REDRAW], "questions": questions})

    async def ask(self, request: Request, *, kind: str) -> Response:
        """Put a question into the queue; the number of its run and its command."""
        given = await _object(request)
        deck = self._deck(given)
        rivals = given.get("rivals", {})
        if isinstance(rivals, list):
            rivals = dict.fromkeys(map(str, rivals), 1)
        if not isinstance(rivals, dict):
            raise UcgsimError("rivals: keys of decks were expected, such as shipped:arc-blazar, or keys with weights")
        form = {"kind": [kind], "rival": list(rivals), **{f"weight:{key}": [str(rivals[key])] for key in rivals}}
        form |= {name: [str(given[name])] for name in ("games", "hands", "players") if name in given}
        form |= {"until": ["sure" if given.get("until_sure") is True else ""]}
        question = await to_thread.run_sync(partial(self._asked, form, deck, str(given.get("than", ""))))
        job = self.jobs.ask(question)
        return JSONResponse({"run": job.number, "command": job.line}, 202)

    def _asked(self, form: dict[str, list[str]], deck: Deck, than: str) -> Any:
        saved = self._deck({"deck": than}, "than") if form["kind"] == ["compare"] else deck
        return asked(wish_of(form), deck, saved, self.desk)

    async def run(self, request: Request) -> Response:
        """How far a run is, and what it says by now."""
        job = self.jobs.get(request.path_params["number"])
        now = await to_thread.run_sync(seen, job, self.catalog)
        return JSONResponse({"run": job.number, "status": job.status, "answer": now.answer, "basis": now.foot})

    def _deck(self, given: dict[str, Any], name: str = "deck") -> Deck:
        deck, problems = parse_deck(str(given.get(name, "")), self.catalog, name=name)
        if problems or not deck.counts:
            raise UcgsimError("; ".join(map(str, problems)) or f"{name}: {WANT}")
        return deck


async def _object(request: Request) -> dict[str, Any]:
    """The object that a request holds; UcgsimError for anything else."""
    text = (await request.body()).decode("utf-8", "replace")
    value = parse_json(text, "request", "a JSON object")
    if not isinstance(value, dict):
        raise UcgsimError("request: a JSON object was expected")
    return value


def _body(**properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": ["deck"]}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _says(status: str, text: str) -> dict[str, Any]:
    return {status: {"description": text}, "422": {"description": "what is wrong, in one line, as error"}}


DECK: dict[str, Any] = {"type": "string", "description": "a decklist, in any form that ucgsim deck check reads"}
_FIELD = {
    "deck": DECK,
    "rivals": {
        "oneOf": [
            {"type": "array", "items": {"type": "string"}},
            {"type": "object", "additionalProperties": {"type": "number", "minimum": 0}},
        ],
        "description": "keys of decks, such as shipped:arc-blazar, or keys with their weights in the field",
    },
    "games": {"type": "integer", "minimum": 2, "maximum": MOST_GAMES, "default": GAMES},
}
_MORE = {
    "compare": {"than": {**DECK, "description": "the list to compare with"}, "until_sure": {"type": "boolean"}},
    "redraw": {"hands": {"type": "integer", "minimum": 2, "maximum": MOST_GAMES, "default": DEFAULT_HANDS}},
    "tournament": {
        "players": {"type": "integer", "minimum": LEAST_PLAYERS, "maximum": MOST_PLAYERS, "default": PLAYERS}
    },
}
OPENAPI: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "ucgsim studio", "version": "1"},
    "security": [{"token": []}],
    "components": {
        "securitySchemes": {
            "token": {"type": "http", "scheme": "bearer", "description": "the token of the address that is printed"}
        }
    },
    "paths": {
        "/api/odds": {
            "post": {"requestBody": _body(deck=DECK), "responses": _says("200", "the usual odds by Round, exact")}
        },
        **{
            f"/api/{kind}": {
                "post": {
                    "requestBody": _body(**_FIELD, **_MORE.get(kind, {})),
                    "responses": _says("202", "the number of the run, and its command"),
                }
            }
            for kind in KINDS
        },
        "/api/run/{number}": {
            "get": {
                "parameters": [{"name": "number", "in": "path", "required": True, "schema": {"type": "integer"}}],
                "responses": _says("200", "how far a run is, and what it says by now"),
            }
        },
    },
}
