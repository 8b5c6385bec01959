"""Nobody gets in but the browser that was opened with the token; what comes in is never more than a line."""

from __future__ import annotations

import os
import random

import pytest

from tests.studio.conftest import ORIGIN, TOKEN

REQUESTS = int(os.environ.get("UCGSIM_BAD_REQUESTS", "4000"))
OVERSIZED = 0.01
PATHS = ("/", "/runs", "/deck/shipped:tiga-dyna", "/run/1", "/api", "/static/studio.css")


@pytest.mark.parametrize("path", PATHS)
def test_without_the_token_nothing_is_shown(made, path):
    answer = made.stranger.get(path)
    assert answer.status_code == 403
    assert "ucgsim studio printed" in answer.text


def test_the_token_of_the_address_becomes_a_cookie_for_this_site_alone(made):
    answer = made.stranger.get(f"/?token={TOKEN}", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert made.stranger.get("/").status_code == 200


@pytest.mark.parametrize("token", ["", "x", TOKEN[:-1], f"{TOKEN}x", "%00", "é"])
def test_another_token_opens_nothing(made, token):
    assert made.stranger.get("/", params={"token": token}).status_code == 403
    made.stranger.cookies.set("ucgsim", "no-token")
    assert made.stranger.get("/").status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8700", "127.0.0.1", "127.0.0.1:8701", "localhost", ""])
def test_another_name_of_this_machine_is_refused(made, host):
    assert made.client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8700", "http://127.0.0.1:9999"])
def test_a_form_of_another_site_is_refused(made, origin):
    answer = made.client.post("/paste", content="text=4+BP01-001", headers={"origin": origin})
    assert answer.status_code == 403


def test_a_form_that_does_not_say_where_it_comes_from_is_refused(made):
    del made.client.headers["origin"]
    assert made.client.post("/paste", content="text=4+BP01-001").status_code == 403


def test_a_body_that_is_too_large_is_refused(made):
    assert made.client.post("/paste", content=b"x" * 1_000_001).status_code == 413


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
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/deck/own:..%2f..%2fetc%2fpasswd",
        "/deck/own:/etc/passwd",
        "/run/99/page",
    ],
)
def test_no_path_of_a_request_reaches_the_disk(made, path):
    answer = made.client.get(path)
    assert answer.status_code in {404, 422}
    assert "root:" not in answer.text
    assert "import " not in answer.text


def test_what_a_deck_is_called_is_never_markup(made):
    named = "# name: <script>alert(1)</script>\n" + "".join(f"4 BP01-{number:03}\n" for number in range(1, 13))
    answer = made.client.post("/paste", data={"text": named})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text


@pytest.mark.slow
def test_thousands_of_bad_requests_break_nothing(made):
    chance = random.Random(1)
    deck = "/deck/shipped:tiga-dyna"
    for _ in range(REQUESTS):
        word = "".join(chance.choices("abc:/%.\\'\"<>{}0129 é\x00", k=chance.randint(0, 12)))
        step = chance.choice(["change", "undo", "restore", "x"])
        paths = ["/", "/paste", f"/deck/{word}", f"{deck}/table/{step}", f"{deck}/cards", f"{deck}/odds"]
        paths += [f"/run/{word}", f"/run/1/{step}", "/run/1/games", "/api/odds", "/api/compare", f"/static/{word}"]
        paths += [f"{deck}/want", f"{deck}/ask", f"{deck}/play/{step}", f"/run/1/tables/{word}"]
        path = chance.choice(paths).replace("\x00", "%00").replace("\\", "%5c")
        forms = [b"", word.encode(), b"number=BP01-001&by=" + word.encode(), b"text=" + word.encode()]
        forms += [b"kind=gauntlet&rival=" + word.encode() + b"&games=" + word.encode(), b"what1=" + word.encode()]
        body = chance.choice([*forms, b'{"deck": 1}', b"[1]", b'{"deck": "4 BP01-001", "rivals": {"x": 1}}'])
        method = chance.choice(["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH"])
        forged = chance.choice(
            [*[{}] * 6, {"origin": "http://evil.example"}, {"host": "evil.example"}, {"cookie": "ucgsim=x"}]
        )
        if chance.random() < OVERSIZED:
            body = b"x" * 1_000_001
        try:
            answer = made.client.request(method, path, content=body, params={"q": word}, headers=forged)
        except ValueError:
            continue
        assert answer.status_code < 500, (method, path, body)
        assert not forged or answer.status_code in {403, 413, 421}, (method, path, forged)
    assert made.client.get("/").status_code == 200
