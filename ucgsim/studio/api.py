"""The JSON side of the studio: its own page lives by it, and so may a script or a deck builder's site."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anyio import to_thread
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ucgsim.cards.versions import Procedure
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import parse_json
from ucgsim.probability.result import size_notes
from ucgsim.probability.usual import OWN_REDRAW, chance_text, usual_odds
from ucgsim.report.result import plain_values
from ucgsim.studio.asking import KINDS, NUMBERS, Wish, number_in, question_of, weight_in
from ucgsim.studio.jobs import LIVE, Status, runs_below
from ucgsim.studio.live import better_deck, matchups, seen

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from ucgsim.cards.catalog import Catalog
    from ucgsim.studio.desk import Desk
    from ucgsim.studio.jobs import Job, Jobs

    View = Callable[[Request], Any]

HEADS = ("first_six", "by_round_2", "by_round_3", "by_round_4", "without_redraw")
WANT = "a decklist as text was expected"
BETWEEN_LOOKS = 5.0
"""Seconds between two looks for runs of the terminal."""
NO_FOLDER = (
    "The folder where the studio was started is gone. Runs of a terminal are not looked for, and nothing new can be "
    "played; start the studio again in a folder that is there."
)


class Api:
    """What is asked in JSON, and answered in JSON; a mistake is answered 422 with ``error`` in one line."""

    def __init__(self, catalog: Catalog, desk: Desk, jobs: Jobs) -> None:
        self.catalog, self.desk, self.jobs = catalog, desk, jobs
        self._look_again = 0.0

    def routes(self, on: Callable[[View], View]) -> list[Route]:
        """Its addresses."""
        get, post = ["GET"], ["POST"]
        return [
            Route("/api/odds", on(self.odds), methods=post),
            *(Route(f"/api/{kind}", on(partial(self.ask, kind=kind)), methods=post) for kind in KINDS),
            Route("/api/decks", on(self.decks), methods=get),
            Route("/api/decks", on(self.save), methods=post),
            Route("/api/decks/{key}", on(self.delete), methods=["DELETE"]),
            Route("/api/items", on(self.items), methods=get),
            Route("/api/items/{name}", on(self.item), methods=["PUT", "DELETE"]),
            Route("/api/runs", on(self.runs), methods=get),
            Route("/api/run/{number:run}", on(self.run), methods=get),
            Route("/api/run/{number:run}", on(self.drop), methods=["DELETE"]),
            Route("/api/run/{number:run}/games", on(self.games), methods=get),
            Route("/api/run/{number:run}/{step}", on(self.steer), methods=post),
        ]

    # ------------------------------------------------------------------------------------------ decks

    async def decks(self, _: Request) -> Response:
        """All decks, the own ones first: ``cards`` by number, or of one that can't be read its text and why."""
        listed = await to_thread.run_sync(self.desk.listed)
        decks = [
            {"key": each.key, "name": each.name, "cards": dict(each.deck.counts)}
            if each.deck
            else {"key": each.key, "name": each.name, "text": each.text, "problem": each.problem}
            for each in listed
        ]
        return JSONResponse({"decks": decks})

    async def save(self, request: Request) -> Response:
        """Save ``{"deck": LIST, "name": NAME}`` in the library, in place of the own deck of that name."""
        given = await _object(request)
        deck = self._deck(given.get("deck"), "deck", str(given.get("name", "") or "My deck"))
        return JSONResponse({"key": await to_thread.run_sync(self.desk.save, deck)})

    async def delete(self, request: Request) -> Response:
        """Delete a deck of the library."""
        await to_thread.run_sync(self.desk.delete, request.path_params["key"])
        return JSONResponse({})

    async def items(self, _: Request) -> Response:
        """What the page saved, by name."""
        return JSONResponse({"items": await to_thread.run_sync(self.desk.items)})

    async def item(self, request: Request) -> Response:
        """Save an item of the page, or delete it."""
        name = request.path_params["name"]
        if request.method == "DELETE":
            await to_thread.run_sync(self.desk.drop, name)
        else:
            await to_thread.run_sync(self.desk.keep, name, (await request.body()).decode("utf-8", "replace"))
        return JSONResponse({})

    async def odds(self, request: Request) -> Response:
        """The five usual questions for ``{"deck": TEXT}``."""
        deck = self._deck((await _object(request)).get("deck"), "deck")
        questions = await to_thread.run_sync(self._odds, deck)
        return JSONResponse({"deck": deck.name, "notes": [*size_notes(deck.size), OWN_REDRAW], "questions": questions})

    def _odds(self, deck: Deck) -> list[dict[str, str]]:
        rows = []
        for question, result in usual_odds(deck, self.catalog, Procedure.OFFICIAL).answers:
            by_round = (each.chance.probability for each in result.by_turn if each.turn in {2, 3, 4})
            chances = map(chance_text, (result.probability, *by_round, result.without_redraw))
            rows.append({"what": question.words, **dict(zip(HEADS, chances, strict=True))})
        return rows

    # ------------------------------------------------------------------------------------------ runs

    async def ask(self, request: Request, *, kind: str) -> Response:
        """Put a question into the queue; the number of its run and its command."""
        given = await _object(request)
        job = await to_thread.run_sync(self._asked, kind, given)
        return JSONResponse({"run": job.number, "command": job.line}, 202)

    def _asked(self, kind: str, given: dict[str, Any]) -> Job:
        deck = self._deck(given.get("deck"), "deck", str(given.get("name", "")))
        wish = Wish(
            kind,
            deck,
            self._rivals(given.get("rivals", [])),
            self._deck(given.get("than"), "than") if kind == "compare" else None,
            until_sure=given.get("until_sure") is True,
            **{name: number_in(given.get(name, bounds.usual), name) for name, bounds in NUMBERS.items()},
        )
        return self.jobs.ask(question_of(wish, self.desk), deck=deck.name)

    def _rivals(self, given: Any) -> list[tuple[Deck, float]]:
        """Rivals as keys of decks, keys with weights, or ``{"deck": LIST, "weight": 2}`` each."""
        if isinstance(given, dict):
            return [(self.desk.deck(key), weight_in(weight)) for key, weight in given.items()]
        if not isinstance(given, list):
            raise UcgsimError("rivals: keys of decks were expected, such as shipped:arc-blazar, or lists with weights")
        return [
            (self._deck(each.get("deck"), "a rival", str(each.get("name", ""))), weight_in(each.get("weight", 1)))
            if isinstance(each, dict)
            else (self.desk.deck(str(each)), 1.0)
            for each in given
        ]

    async def runs(self, _: Request) -> Response:
        """All that was asked, here and in a terminal below the folder where the studio was started, newest first."""
        return JSONResponse(await to_thread.run_sync(self._runs))

    def _runs(self) -> dict[str, Any]:
        note = ""
        try:
            here = Path.cwd()
        except OSError:
            note = NO_FOLDER
        else:
            if time.monotonic() > self._look_again:
                self._look_again = time.monotonic() + BETWEEN_LOOKS
                self.jobs.adopt(runs_below(here))
        unreadable = [{"run": number, "problem": why} for number, why in self.jobs.unreadable().items()]
        return {"runs": [_about(job) for job in self.jobs.all()], "unreadable": unreadable, "note": note}

    async def run(self, request: Request) -> Response:
        """How far a run is, and what it says by now; ``values`` are those of ``--json``."""
        job = self.jobs.get(request.path_params["number"])
        return JSONResponse(await to_thread.run_sync(self._run, job))

    def _run(self, job: Job) -> dict[str, Any]:
        now = seen(job, self.catalog)
        if now.is_finished:
            self.jobs.finished(job.number)
        is_done = job.status is Status.DONE
        better = better_deck(job.folder, self.catalog) if is_done and job.kind == "improve" else None
        says = {"values_of": now.kind, "answer": now.answer, "basis": now.basis, "why": now.why, "printed": now.printed}
        return {**_about(job), **says, "values": plain_values(now.values), "better": better}

    async def games(self, request: Request) -> Response:
        """The games that a finished run stores, by matchup."""
        job = self.jobs.get(request.path_params["number"])
        if job.status is not Status.DONE:
            raise UcgsimError("the games of a run can be looked at when it is done")
        return JSONResponse({"matchups": await to_thread.run_sync(matchups, job.folder, self.catalog)})

    async def steer(self, request: Request) -> Response:
        """Stop a run, let it go on, or play more of it: ``{"games": 4000}``."""
        number, step = request.path_params["number"], request.path_params["step"]
        match step:
            case "stop":
                self.jobs.cancel(number)
            case "go-on":
                self.jobs.go_on(number)
            case "extend":
                games = number_in((await _object(request)).get("games"), "games")
                await to_thread.run_sync(self.jobs.extend, number, games)
            case _:
                raise UcgsimError(f"{step[:40]!r} is nothing that can be done with a run; stop, go-on, extend can")
        return JSONResponse(_about(self.jobs.get(number)))

    async def drop(self, request: Request) -> Response:
        """Delete a run with all that was played; of one of a terminal only the entry."""
        await to_thread.run_sync(self.jobs.drop, request.path_params["number"])
        return JSONResponse({})

    def _deck(self, given: Any, field: str, name: str = "") -> Deck:
        deck, problems = self.desk.read(given if isinstance(given, str) else "", name or field)
        if problems:
            raise UcgsimError(f"{field}: {'; '.join(problems) if given else WANT}")
        return Deck(name, deck.counts) if name else deck


def _about(job: Job) -> dict[str, Any]:
    """A run in a line: what, when, how far."""
    return {
        "run": job.number,
        "title": job.title,
        "kind": job.kind,
        "deck": job.deck,
        "status": job.status,
        "live": job.status in LIVE,
        "progress": job.how_far,
        "error": job.error,
        "made": job.made,
        "games": job.games,
        "can_grow": job.can_grow,
        "terminal": bool(job.where),
        "command": job.line,
    }


async def _object(request: Request) -> dict[str, Any]:
    """The object that a request holds; UcgsimError for anything else."""
    text = (await request.body()).decode("utf-8", "replace")
    value = parse_json(text, "request", "a JSON object")
    if not isinstance(value, dict):
        raise UcgsimError("request: a JSON object was expected")
    return value
