"""Nobody gets in but the browser that was opened with the token; what comes in is never more than a line."""

from __future__ import annotations

import asyncio
import json
import os
import random

import pytest

from tests.studio.conftest import HOST, ORIGIN, PORT, TOKEN, starlette
from ucgsim.studio.badge import Badge, badge_of

guard = pytest.importorskip("ucgsim.studio.guard")
guarded = pytest.importorskip("ucgsim.studio.serve").guarded

REQUESTS = int(os.environ.get("UCGSIM_BAD_REQUESTS", "1500"))
OVERSIZED = 0.01
PATHS = ("/", "/app.js", "/cards.json.gz", "/api/runs", "/run/1/page", "/nowhere")


@pytest.mark.parametrize("path", PATHS)
def test_without_the_token_nothing_is_shown(made, path):
    answer = made.stranger.get(path)
    assert answer.status_code == 403
    assert "ucgsim studio printed" in answer.text


def test_the_token_of_the_address_becomes_a_cookie_of_this_port(made):
    answer = made.stranger.get(f"/?token={TOKEN}")
    # A page of its own goes on: a browser that a file or another page leads here sends a strict cookie from then on.
    assert answer.status_code == 200
    assert f'content="0; url=/#key={made.app.key}"' in answer.text
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"ucgsim-{PORT}=")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert not {TOKEN, made.app.key} & {cookie.partition(";")[0].partition("=")[2]}
    assert made.stranger.get("/").status_code == 200


def test_two_studios_of_one_browser_have_two_cookies(made):
    other = guarded(made.studio, "another", PORT + 1)
    assert other.cookie != made.app.cookie
    made.client.cookies.set(other.cookie, other.secret)
    assert made.client.get("/").status_code == 200


NEIGHBOURS = {
    "plain": "a=b",
    "JSON": 'prefs={"a":1,"b":[2]}',
    "quoted JSON": 'prefs="{\\"a\\":1}"',
    "space in the name": "my pref=1",
    "bracket in the name": "a[b]=1",
    "at in the name": "us@er=1",
    "colon in the name": "a:b=1",
    "slash in the name": "a/b=1",
    "parenthesis in the name": "f(x)=1",
    "braces": "{}={}",
    "no name": "=x",
    "no value": "flag",
    "nothing": ";;",
    "letters above ASCII": "n=\xe4\xf6",
    "comma": "x=1,2",
    "date": "exp=Wed, 21 Oct 2026 07:28:00 GMT",
    "open quote": 'a="b',
    "word of a cookie's own": "path=/x",
    "date of a cookie's own": "expires=x",
    "version": "$Version=1",
    "notebook": '_xsrf=2|12|00|16; username-127-0-0-1-8888="2|1:0|10:16|23:user|44:abc=|de"',
    "many": "; ".join(f"c{number}={'x' * 100}" for number in range(500)),
    "one of our name": f"ucgsim-{PORT}=x",
    "one that ends with our name": f"x ucgsim-{PORT}=x",
    "tabs": "\ta\t=\tb\t",
}


@pytest.mark.parametrize("kind", NEIGHBOURS)
def test_a_cookie_of_another_server_of_this_machine_locks_nobody_out(made, kind):
    own = f"{made.app.cookie}={made.app.secret}"
    for text in (f"{NEIGHBOURS[kind]}; {own}", f"{own}; {NEIGHBOURS[kind]}", f"{NEIGHBOURS[kind]};{own}"):
        assert made.stranger.get("/api/runs", headers={b"cookie": text.encode("latin-1")}).status_code == 200, text[:60]
    for text in (NEIGHBOURS[kind], f"{NEIGHBOURS[kind]}; {own[:-1]}", f"{NEIGHBOURS[kind]}; x{own}"):
        assert made.stranger.get("/api/runs", headers={b"cookie": text.encode("latin-1")}).status_code == 403, text[:60]


def test_the_token_that_opens_a_browser_is_good_once(made):
    token = made.app.once()
    assert made.stranger.get(f"/?token={token}").status_code == 200
    made.stranger.cookies.clear()
    assert made.stranger.get(f"/?token={token}").status_code == 403
    late = made.app.once()
    made.app._once[late] = 0.0
    assert made.stranger.get(f"/?token={late}").status_code == 403


@pytest.mark.parametrize("key", ["", "x", TOKEN])
def test_a_cookie_alone_changes_nothing(made, key):
    made.client.headers["x-ucgsim-key"] = key
    for method, path in (("POST", "/api/decks"), ("PUT", "/api/items/ucgsim-field"), ("DELETE", "/api/run/1")):
        answer = made.client.request(method, path, json={"deck": "4 BP01-001"})
        assert answer.status_code == 403
        assert "has no key" in answer.text
    # It is in no page that the cookie opens, nor in the cookie.
    assert made.app.key not in made.client.get("/").text + made.client.get("/api/items").text
    assert made.app.key != made.app.secret


def started_again(made):
    """A studio of the same data folder, started later."""
    return guarded(made.studio, "another token", PORT)


def proof(app, signs, host=HOST):
    """A number of a studio, and the number signed for a host."""
    number = client_of(app).get("/again").json()["number"]
    return {"x-ucgsim-proof": f"{number} {signs.signed(f'{number} {host}')}", "origin": ORIGIN}


def client_of(app):
    return starlette.TestClient(app, base_url=ORIGIN)


def test_who_was_let_in_comes_in_again_after_a_restart(made):
    badge = made.client.post("/badge").json()["badge"]
    later = started_again(made)
    assert later.key != made.app.key
    assert later.secret != made.app.secret
    assert later.badge.secret == badge
    browser = client_of(later)
    assert browser.get("/api/runs").status_code == 403
    answer = browser.post("/again", headers=proof(later, Badge(badge)))
    assert answer.json() == {"key": later.key}
    assert "HttpOnly; SameSite=Strict" in answer.headers["set-cookie"]
    assert browser.get("/api/runs").status_code == 200
    assert browser.post("/api/odds", json={}, headers={"x-ucgsim-key": later.key, "origin": ORIGIN}).status_code == 422


def test_nobody_else_comes_in_again(made):
    for client in (made.stranger, client_of(made.app)):
        assert client.post("/badge", headers={"origin": ORIGIN}).status_code == 403
    assert made.client.post("/badge", headers={"x-ucgsim-key": ""}).status_code == 403, "a cookie alone gets no badge"
    assert made.app.badge.secret not in made.client.get("/").text + made.client.get("/badge").text
    mine, badge = client_of(made.app), made.app.badge
    used = proof(made.app, badge)
    assert mine.post("/again", headers=used).status_code == 200
    number = used["x-ucgsim-proof"].partition(" ")[0]
    for wrong in (
        used,
        proof(made.app, Badge("another badge")),
        proof(made.app, badge, f"127.0.0.1:{PORT + 1}"),
        proof(started_again(made), badge),
        {"x-ucgsim-proof": f"{number} {badge.signed(number)}", "origin": ORIGIN},
        {"x-ucgsim-proof": "", "origin": ORIGIN},
        {"origin": ORIGIN},
        {**proof(made.app, badge), "origin": "http://example.org"},
        {**proof(made.app, badge), "sec-fetch-site": "cross-site"},
        {"x-ucgsim-proof": proof(made.app, badge)["x-ucgsim-proof"]},
    ):
        answer = made.stranger.post("/again", headers=wrong)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
    assert made.stranger.get("/api/runs").status_code == 403
    assert made.stranger.get("/again", headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert made.stranger.get("/again", headers={"host": "example.org"}).status_code == 421


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="not run: this system names no owners")
def test_a_badge_is_readable_by_its_user_alone_or_lasts_for_one_start(tmp_path):
    place = tmp_path / "badge"
    first = badge_of(place).secret
    assert place.stat().st_mode & 0o077 == 0
    assert badge_of(place).secret == first
    (place / "badge.txt").write_text("damaged", encoding="utf-8")
    again = badge_of(place).secret
    assert again not in {first, "damaged"}
    assert badge_of(place).secret == again
    place.chmod(0o755)
    assert len({again, badge_of(place).secret, badge_of(place).secret}) == 3


def test_a_script_shows_the_token_in_a_header(made):
    assert made.stranger.get("/api/runs", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200
    answer = made.stranger.post("/api/odds", json={}, headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 422
    assert made.stranger.post("/api/odds", json={}, headers={"authorization": "Bearer x"}).status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_reads_nothing_through_the_browser(made, site):
    assert made.client.get("/api/runs", headers={"sec-fetch-site": site}).status_code == 403
    assert made.client.get("/api/runs", headers={"sec-fetch-site": "same-origin"}).status_code == 200


@pytest.mark.parametrize("fields", [8, 9, 500])
def test_many_fields_of_an_address_are_no_token(made, fields):
    for who, status in ((made.stranger, 403), (made.client, 200)):
        assert who.get("/?" + "&".join(["a=1"] * fields)).status_code == status


@pytest.mark.parametrize("path", ["/run/{}/page", "/api/run/{}", "/nowhere", "/deck", "/vendor/none.js"])
def test_an_address_that_there_is_not_says_so(made, path):
    answer = made.client.get(path.format("9" * 5000))
    assert answer.status_code == 404
    assert "There is no such page." in answer.text
    assert path.startswith("/api") or '<a href="/">To the studio</a>' in answer.text


def test_a_refusal_is_a_page_that_says_what_to_do(made):
    answer = made.stranger.get("/")
    assert "/style.css" in answer.text
    assert 'role="alert">Open the address that ucgsim studio printed' in answer.text
    assert made.stranger.get("/style.css").status_code == 200
    assert made.stranger.get("/api/run/1").json()["error"].startswith("Open the address")


def test_a_body_that_grows_too_large_on_its_way_is_refused(made):
    pieces = (b"x" * 100_000 for _ in range(11))
    assert made.client.post("/api/decks", content=pieces).status_code == 413


def test_a_body_that_does_not_come_is_not_waited_for(made, monkeypatch):
    monkeypatch.setattr(guard, "BODY_WITHIN", 0.05)

    async def never():
        await asyncio.Event().wait()

    with pytest.raises(guard.RefusedError, match="within 0 seconds"):
        asyncio.run(guard._body_of(never))


def test_a_bug_is_a_line_here_and_there(made, monkeypatch, capsys):
    def wrong():
        raise IndexError("no words")

    monkeypatch.setattr(made.studio.jobs, "all", wrong)
    answer = made.client.get("/api/runs")
    assert answer.status_code == 500
    assert "IndexError: no words" in answer.json()["error"]
    said = capsys.readouterr().err
    assert said.startswith("ucgsim: internal error at /api/runs: IndexError")
    assert said.count("\n") == 1


def test_a_folder_that_is_gone_is_said_with_the_runs(made, tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    answer = made.client.get("/api/runs")
    assert answer.status_code == 200
    assert "was started is gone" in answer.json()["note"]


@pytest.mark.parametrize("token", ["", "x", TOKEN[:-1], f"{TOKEN}x", "%00", "é"])
def test_another_token_opens_nothing(made, token):
    assert made.stranger.get("/", params={"token": token}).status_code == 403
    made.stranger.cookies.set(made.app.cookie, TOKEN)
    assert made.stranger.get("/").status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8700", "127.0.0.1", "127.0.0.1:8701", "localhost", ""])
def test_another_name_of_this_machine_is_refused(made, host):
    assert made.client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8700", "http://127.0.0.1:9999"])
def test_a_request_of_another_site_is_refused(made, origin):
    answer = made.client.post("/api/odds", json={"deck": "4 BP01-001"}, headers={"origin": origin})
    assert answer.status_code == 403


def test_a_request_that_does_not_say_where_it_comes_from_is_refused(made):
    del made.client.headers["origin"]
    assert made.client.post("/api/odds", json={"deck": "4 BP01-001"}).status_code == 403


def test_a_body_that_is_too_large_is_refused(made):
    assert made.client.post("/api/decks", content=b"x" * 1_000_001).status_code == 413


def test_a_browser_may_load_nothing_from_elsewhere(made):
    answer = made.client.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "http://" not in answer.text.replace(ORIGIN, "")
    assert "https://" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/%2e%2e/site.py",
        "/vendor/%2e%2e/%2e%2e/book.py",
        "//etc/passwd",
        "/etc/passwd",
        "/run/99/page",
        "/run/99/tables/..%2fjob.json",
    ],
)
def test_no_path_of_a_request_reaches_the_disk(made, path):
    answer = made.client.get(path)
    assert answer.status_code in {404, 422}
    assert "root:" not in answer.text
    assert "import " not in answer.text


@pytest.mark.parametrize("key", ["own:..%2f..%2fetc%2fpasswd", "own:/etc/passwd", "shipped:tiga-dyna", "x"])
def test_no_key_of_a_deck_reaches_another_file(made, key):
    answer = made.client.delete(f"/api/decks/{key}")
    assert answer.status_code in {404, 405, 422}
    assert made.studio.desk.deck("shipped:tiga-dyna").size == 50


@pytest.mark.parametrize("name", ["..%2fjob", "ucgsim-", "ucgsim-draft-%2e%2e%2fx", "ucgsim-draft-a%20b", "x" * 300])
def test_no_name_of_an_item_reaches_another_file(made, tmp_path, name):
    assert made.client.put(f"/api/items/{name}", content=b"{}").status_code in {404, 405, 422}
    assert not (tmp_path / "home" / "studio" / "bench").exists()


def test_an_answer_in_the_name_of_a_deck_is_text(made):
    name = "<script>alert(1)</script>"
    key = made.client.post("/api/decks", json={"deck": "4 BP01-001", "name": name}).json()["key"]
    assert "<" not in key
    page = made.studio.mistake("/", 422, name)
    assert b"<script>" not in page.body


@pytest.mark.slow
def test_thousands_of_bad_requests_break_nothing(made):
    chance = random.Random(1)
    for _ in range(REQUESTS):
        word = "".join(chance.choices("abc:/%.\\'\"<>{}0129 é\x00", k=chance.randint(0, 12)))
        step = chance.choice(["stop", "go-on", "extend", "x", "games"])
        paths = ["/", f"/{word}", f"/vendor/{word}", f"/run/{word}", f"/run/1/tables/{word}", "/run/1/page"]
        paths += [f"/api/{word}", "/api/odds", "/api/compare", "/api/tournament", "/api/decks", f"/api/decks/{word}"]
        paths += [f"/api/items/{word}", "/api/items/ucgsim-draft-1", f"/api/run/1/{step}", f"/api/run/{word}"]
        path = chance.choice(paths).replace("\x00", "%00").replace("\\", "%5c")
        bodies = [b"", word.encode(), b'{"deck": 1}', b"[1]", b'{"deck": "4 BP01-001", "rivals": {"x": 1}}']
        bodies += [b'{"deck": "4 BP01-001", "rivals": [{"deck": 5, "weight": "x"}], "games": 1e99}', b'{"games": -1}']
        body = chance.choice([*bodies, b'{"deck": "4 BP01-001", "name": ' + json.dumps(word).encode() + b"}"])
        method = chance.choice(["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH"])
        forged = chance.choice(
            [*[{}] * 6, {"origin": "http://evil.example"}, {"host": "evil.example"}, {"cookie": f"ucgsim-{PORT}=x"}]
        )
        if chance.random() < OVERSIZED:
            body = b"x" * 1_000_001
        try:
            answer = made.client.request(method, ORIGIN + path, content=body, params={"q": word}, headers=forged)
        except ValueError:
            continue
        assert answer.status_code < 500, (method, path, body)
        assert not forged or answer.status_code in {403, 413, 421}, (method, path, forged)
    assert made.client.get("/").status_code == 200
