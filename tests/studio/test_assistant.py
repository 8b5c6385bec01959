"""The five tools of `ucgsim mcp`: plain functions, and by the protocol in this process."""

from __future__ import annotations

import json
import os
import sys

import anyio
import pytest

from tests.helpers import PLAIN, ROOT, refusal
from ucgsim.errors import UcgsimError
from ucgsim.studio import tools

LIST = PLAIN[0].read_text(encoding="utf-8")
QUICK = {"games": 20, "policy": "greedy"}
POOL = {"SD01-014": 2, "BP01-095": 1}
ASKED = {
    "odds": {"deck": "belial", "want": "level 1 >= 1", "turn": 2},
    "gauntlet": {"deck": LIST, "rivals": ["plain-kaiju", "rising"], **QUICK},
    "compare": {"old": "plain-kaiju", "new": "plain-dyna-gaia", "rivals": ["plain-rosso-blu"], **QUICK},
    "improve": {"deck": LIST, "rivals": ["plain-kaiju"], "pool": POOL, "budget": "40k", "policy": "greedy"},
    "card": {"name": "BP01-007"},
}
PLAYED = {"gauntlet": 40, "compare": 40, "odds": 0, "card": 0}


@pytest.fixture(scope="module")
def server():
    pytest.importorskip("mcp.server.mcpserver", reason="not run: mcp is of ucgsim[mcp]")
    from ucgsim.studio.assistant import server

    return server()


def check_answer(name, answer):
    """What every answer has."""
    assert {"answer", "interval", "games", "policies", "values"} == answer.keys()
    assert {"of", "rate", "low", "high", "confidence", "method"} == answer["interval"].keys()
    assert answer["games"] == PLAYED.get(name, answer["games"])
    assert answer["policies"] == (["greedy v1"] if answer["games"] else [])
    if name != "card":
        assert answer["interval"]["low"] <= answer["interval"]["rate"] <= answer["interval"]["high"]


@pytest.mark.parametrize("name", ASKED)
def test_each_tool_answers_with_interval_games_and_policies(name):
    answer = getattr(tools, name)(**ASKED[name])
    check_answer(name, answer)
    assert json.loads(json.dumps(answer)) == answer


@pytest.mark.parametrize("name", ASKED)
def test_each_tool_is_called_by_the_protocol(server, name):
    async def ask():
        return await server.call_tool(name, ASKED[name])

    result = anyio.run(ask)
    assert not result.is_error
    check_answer(name, json.loads(result.content[0].text))


def test_tools_are_described_with_their_arguments(server):
    listed = {each.name: each for each in anyio.run(server.list_tools)}
    assert list(listed) == list(ASKED)
    for name, arguments in ASKED.items():
        assert arguments.keys() <= listed[name].input_schema["properties"].keys()
        assert "Args:" in listed[name].description
    assert listed["gauntlet"].input_schema["required"] == ["deck", "rivals"]


def test_what_can_not_be_asked_is_told_in_one_line(server):
    from mcp.server.mcpserver.exceptions import ToolError

    async def ask():
        await server.call_tool("gauntlet", {"deck": "nobody", "rivals": ["rising"]})

    with pytest.raises(ToolError, match="deck 'nobody': no deck is called so"):
        anyio.run(ask)


@pytest.mark.parametrize(
    ("name", "asked", "why"),
    [
        ("odds", {"deck": "/etc/passwd", "want": "level 1 >= 1"}, "no deck is called so"),
        ("odds", {"deck": "4 NOPE-001\n", "want": "level 1 >= 1"}, "NOPE-001"),
        ("gauntlet", {"deck": "belial", "rivals": []}, "rivals: none is named"),
        ("gauntlet", {"deck": "belial", "rivals": ["rising"], "games": 10**6}, "1,000,000 games in all"),
        ("gauntlet", {"deck": "belial", "rivals": ["rising"], "policy": "my.py:Mine"}, "it is one of random"),
        ("gauntlet", {"deck": "belial", "rivals": ["rising"], "policy": "search:2,closed=/etc"}, "it is one of random"),
        ("card", {"name": "BP99-999"}, "no card has this number or name"),
    ],
)
def test_nothing_but_decks_and_policies_of_the_program_is_taken(name, asked, why):
    with pytest.raises(UcgsimError, match=why):
        getattr(tools, name)(**asked)


def test_cards_are_told_by_number_name_and_character():
    (card,) = tools.card("bp01-007")["values"]["cards"]
    assert card["number"] == "BP01-007"
    assert all(isinstance(line, str) for line in card["effect"])
    assert len(tools.card("tiga")["values"]["cards"]) > 3


def test_without_the_library_the_command_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    assert "pip install 'ucgsim[mcp]'" in refusal("mcp")


@pytest.mark.slow(seconds=10)
def test_the_command_serves_on_stdin_and_stdout(server):
    from mcp import ClientSession, StdioServerParameters, stdio_client

    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = StdioServerParameters(command=sys.executable, args=["-m", "ucgsim", "mcp"], env=environment, cwd=ROOT)

    async def ask():
        async with stdio_client(command) as streams, ClientSession(*streams) as session:
            await session.initialize()
            return await session.call_tool("gauntlet", ASKED["gauntlet"])

    check_answer("gauntlet", json.loads(anyio.run(ask).content[0].text))
