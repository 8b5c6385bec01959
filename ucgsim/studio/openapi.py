"""The JSON side of the studio as OpenAPI 3.1, for those who write a client of it."""

from __future__ import annotations

from typing import Any

from ucgsim.studio.asking import KINDS, NUMBERS

DECK: dict[str, Any] = {"type": "string", "description": "a decklist, in any form that ucgsim deck check reads"}
NAME = {"type": "string", "description": "the name of the deck"}
WEIGHT = {"type": "number", "minimum": 0, "default": 1}
TEXT = {"type": "string"}


def _object(needed: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": needed}


def _body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def _says(status: str, text: str) -> dict[str, Any]:
    return {
        "responses": {status: {"description": text}, "422": {"description": "what is wrong, in one line, as error"}}
    }


def _within(name: str, kind: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": kind}}


KEYS = {"type": "array", "items": {"type": "string"}, "description": "keys of decks, such as shipped:arc-blazar"}
WEIGHTS = {"type": "object", "additionalProperties": WEIGHT, "description": "keys of decks with their weights"}
LISTS = {"type": "array", "items": _object(["deck"], deck=DECK, name=NAME, weight=WEIGHT)}
_NUMBERS = {
    name: {"type": "integer", "minimum": least, "maximum": most, "default": usual}
    for name, (least, most, usual) in NUMBERS.items()
}
_MORE_GAMES = {name: value for name, value in _NUMBERS["games"].items() if name != "default"}
_ASKED = {
    "deck": DECK,
    "name": NAME,
    "rivals": {"oneOf": [KEYS, WEIGHTS, LISTS]},
    "games": _NUMBERS["games"],
}
_MORE: dict[str, dict[str, Any]] = {
    "compare": {"than": {**DECK, "description": "the list to compare with"}, "until_sure": {"type": "boolean"}},
    "redraw": {"hands": _NUMBERS["hands"]},
    "tournament": {"players": _NUMBERS["players"]},
}
RUN = {"parameters": [_within("number", "integer")]}
OPENAPI: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "ucgsim studio", "version": "2"},
    "security": [{"token": []}],
    "components": {
        "securitySchemes": {
            "token": {"type": "http", "scheme": "bearer", "description": "the token of the address that is printed"}
        }
    },
    "paths": {
        "/api/odds": {"post": _body(_object(["deck"], deck=DECK)) | _says("200", "the usual odds by Round, exact")},
        **{
            f"/api/{kind}": {
                "post": _body(_object(["deck"], **_ASKED, **_MORE.get(kind, {})))
                | _says("202", "the number of the run, and its command")
            }
            for kind in KINDS
        },
        "/api/decks": {
            "get": _says("200", "all decks by key, the own ones first"),
            "post": _body(_object(["deck"], deck=DECK, name=NAME)) | _says("200", "the key of the deck"),
        },
        "/api/decks/{key}": {"parameters": [_within("key", "string")], "delete": _says("200", "it is deleted")},
        "/api/items": {"get": _says("200", "what the page saved, by name")},
        "/api/items/{name}": {
            "parameters": [_within("name", "string")],
            "put": _body({}) | _says("200", "it is saved"),
            "delete": _says("200", "it is deleted"),
        },
        "/api/runs": {"get": _says("200", "all runs, the newest first")},
        "/api/run/{number}": {
            **RUN,
            "get": _says("200", "how far a run is, and what it says by now; values as of --json"),
            "delete": _says("200", "the run and its games are deleted"),
        },
        "/api/run/{number}/games": {**RUN, "get": _says("200", "decks, policies and seed by matchup")},
        "/api/run/{number}/stop": {**RUN, "post": _says("200", "it is stopped; what was played stays")},
        "/api/run/{number}/go-on": {**RUN, "post": _says("200", "it plays on")},
        "/api/run/{number}/extend": {
            **RUN,
            "post": _body(_object(["games"], games=_MORE_GAMES)) | _says("200", "it plays up to so many games"),
        },
    },
}
