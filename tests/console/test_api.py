"""Every route, walked as the hall, as a stranger in the network, as a phone that was cut off, and as the judge."""

import pytest
from fastapi.testclient import TestClient

from tests.console.served import HALL, JUDGE, Served, is_secret, secret_view
from voice_judge.console.guard import LARGEST_BODY, is_own_host
from voice_judge.console.sessions import COOKIE, TRIES_PER_ADDRESS

COMMAND = {"id": "0123456789abcdef", "text": "/next", "turn": ""}


@pytest.fixture
def served() -> Served:
    return Served()


def visitor(served: Served, who: str) -> TestClient:
    made = {"stranger": served.stranger, "cut off": served.cut_off, "judge": served.judge}
    return served.stranger(HALL) if who == "hall" else made[who]()


# method, path, body; then what a stranger, a phone that was cut off, and the judge get at the judge's port
JUDGES_ROUTES = [
    ("GET", "/", None, 200, 200, 200),
    ("GET", "/static/judge.js", None, 200, 200, 200),
    ("GET", "/api/openapi.json", None, 200, 200, 200),
    ("POST", "/api/pair", {"code": "1"}, 401, 401, 401),
    ("GET", "/api/session", None, 401, 401, 200),
    ("GET", "/api/state", None, 401, 401, 200),
    ("GET", "/api/events", None, 401, 401, None),  # the judge's is a stream: test_console_beside.py
    ("POST", "/api/commands", COMMAND, 401, 401, 200),
    ("POST", "/api/leave", None, 401, 401, 204),
    ("GET", "/docs", None, 404, 404, 404),
    ("GET", "/redoc", None, 404, 404, 404),
    ("GET", "/openapi.json", None, 404, 404, 404),
    ("GET", "/static/../judge_app.py", None, 404, 404, 404),
    ("GET", "/static/%2e%2e/judge_app.py", None, 404, 404, 404),
    ("DELETE", "/api/session", None, 411, 411, 411),
]
HALLS_ROUTES = [
    ("GET", "/", 200),
    ("GET", "/static/hall.js", 200),
    ("GET", "/api/openapi.json", 200),
    ("GET", "/api/state", 200),
    ("GET", "/api/session", 404),
    ("POST", "/api/pair", 404),
    ("POST", "/api/commands", 404),
    ("GET", "/docs", 404),
]
THE_SAME_FOR_ALL = ("/api/openapi.json", "/static/judge.js", "/static/hall.js")  # they name the fields of secrets
KINDS = {"stranger": 3, "cut off": 4, "judge": 5}


@pytest.mark.parametrize("who", KINDS)
@pytest.mark.parametrize("route", JUDGES_ROUTES, ids=[f"{route[0]} {route[1]}" for route in JUDGES_ROUTES])
def test_the_judges_port(served: Served, who: str, route: tuple[str | dict[str, str] | int | None, ...]) -> None:
    method, path, body, expected = str(route[0]), str(route[1]), route[2], route[KINDS[who]]
    if expected is None:
        return
    content = {"json": body} if body else {"content": b""} if method == "POST" else {}
    answer = visitor(served, who).request(method, path, **content)
    assert answer.status_code == expected
    if who != "judge":
        assert path in THE_SAME_FOR_ALL or not is_secret(answer.text)


def test_every_route_is_walked(served: Served) -> None:
    documented = {
        (method.upper(), path) for path, item in served.judge_app.openapi()["paths"].items() for method in item
    }
    assert documented <= {(str(route[0]), str(route[1])) for route in JUDGES_ROUTES}
    documented = {
        (method.upper(), path) for path, item in served.hall_app.openapi()["paths"].items() for method in item
    }
    assert documented == {("GET", "/api/state"), ("GET", "/api/events")}


@pytest.mark.parametrize(("method", "path", "status"), HALLS_ROUTES)
def test_the_halls_port(served: Served, method: str, path: str, status: int) -> None:
    answer = visitor(served, "hall").request(method, path)
    assert answer.status_code == status
    assert path in THE_SAME_FOR_ALL or not is_secret(answer.text)
    assert "set-cookie" not in answer.headers


def test_the_judges_cookie_opens_nothing_at_the_halls_port(served: Served) -> None:
    cookie = served.judge().cookies[COOKIE]
    hall = served.stranger(HALL)
    hall.cookies.set(COOKIE, cookie)
    assert hall.get("/api/session").status_code == 404
    assert not is_secret(hall.get("/api/state").text)


def test_the_judge_sees_what_strangers_do_not(served: Served) -> None:
    assert is_secret(secret_view())
    assert is_secret(served.judge().get("/api/state").text)


# --- the session -----------------------------------------------------------------------------------------------


def test_the_cookie_is_signed_http_only_and_same_site(served: Served) -> None:
    browser = served.stranger()
    answer = browser.post("/api/pair", json={"code": served.codes.new()})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/" in cookie
    assert "Domain" not in cookie


def test_a_code_pairs_one_phone(served: Served) -> None:
    code = served.codes.new()
    answers = [served.stranger().post("/api/pair", json={"code": code}).status_code for _ in range(2)]
    assert answers == [200, 401]


def test_guessing_is_slowed_down(served: Served) -> None:
    browser = served.stranger()
    answers = [browser.post("/api/pair", json={"code": "1"}) for _ in range(TRIES_PER_ADDRESS + 1)]
    assert [answer.status_code for answer in answers] == [401] * TRIES_PER_ADDRESS + [429]
    assert answers[-1].headers["retry-after"] == "60"


def test_no_header_makes_a_guesser_another_one(served: Served) -> None:
    browser = served.stranger()
    tries = TRIES_PER_ADDRESS + 1
    answers = [
        browser.post("/api/pair", json={"code": "1"}, headers={"X-Forwarded-For": f"10.0.0.{number}"})
        for number in range(tries)
    ]
    assert answers[-1].status_code == 429


def test_leaving_ends_the_session(served: Served) -> None:
    judge = served.judge()
    assert judge.post("/api/leave", content=b"").status_code == 204
    assert judge.get("/api/state").status_code == 401


# --- forged requests -------------------------------------------------------------------------------------------

FORGED = [
    ({"Origin": "http://evil.example"}, 403),
    ({"Origin": "null"}, 403),
    ({"Origin": HALL}, 403),  # the hall's page is another origin
    ({"Origin": JUDGE.replace("http", "https")}, 403),
    ({"Sec-Fetch-Site": "cross-site"}, 403),
    ({"Sec-Fetch-Site": "same-site"}, 403),
    ({"X-CSRF-Token": ""}, 403),
    ({"X-CSRF-Token": "x" * 500}, 403),
    ({"Host": "evil.example"}, 400),
    ({"Host": "evil.example:8100"}, 400),
    ({"Host": "192.168.1.5.evil.example"}, 400),
    ({"Host": ""}, 400),
    ({"Sec-Fetch-Site": "same-origin"}, 200),
]


@pytest.mark.parametrize(("headers", "status"), FORGED)
def test_what_the_page_did_not_send_is_not_done(served: Served, headers: dict[str, str], status: int) -> None:
    answer = served.judge().post("/api/commands", json=COMMAND, headers=headers)
    assert answer.status_code == status
    assert len(served.game.given) == (status == 200)


@pytest.mark.parametrize("missing", ["Origin", "X-CSRF-Token"])
def test_a_command_without_its_marks_is_not_done(served: Served, missing: str) -> None:
    judge = served.judge()
    del judge.headers[missing]
    assert judge.post("/api/commands", json=COMMAND).status_code == 403
    assert served.game.given == []


def test_another_phones_token_does_not_do(served: Served) -> None:
    one, two = served.judge(), served.judge()
    assert one.post("/api/commands", json=COMMAND, headers={"X-CSRF-Token": two.headers["X-CSRF-Token"]}).is_error


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1:8100", True),
        ("192.168.1.5", True),
        ("localhost:8100", True),
        ("LOCALHOST", True),
        ("[::1]:8100", True),
        ("[::1]", True),
        ("evil.example", False),
        ("localhost.evil.example:8100", False),
        ("127.0.0.1.nip.io", False),
        ("2130706433", False),
        ("0x7f.1", False),
        ("", False),
        (":8100", False),
    ],
)
def test_which_hosts_are_own(host: str, own: bool) -> None:
    assert is_own_host(host) is own


# --- what is sent ----------------------------------------------------------------------------------------------

BAD_COMMANDS = [
    {},
    {"text": "/next"},
    {"id": "short", "text": "/next"},
    {"id": "with spaces in it", "text": "/next"},
    {"id": "0123456789abcdef", "text": ""},
    {"id": "0123456789abcdef", "text": "x" * 201},
    {"id": "0123456789abcdef", "text": 5},
    {"id": "0123456789abcdef", "text": "/next", "more": 1},
    {"id": "0123456789abcdef", "text": "/next", "turn": "x" * 101},
    [],
    "тайна",
]


@pytest.mark.parametrize("body", BAD_COMMANDS)
def test_what_is_no_command_is_refused_without_an_echo(served: Served, body: object) -> None:
    answer = served.judge().post("/api/commands", json=body)
    assert answer.status_code == 422
    assert answer.json() == {"detail": "Запрос написан неверно."}
    assert served.game.given == []


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 4000])
def test_what_is_no_json_is_refused(served: Served, content: bytes) -> None:
    answer = served.judge().post("/api/commands", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)


def test_a_long_body_is_not_read(served: Served) -> None:
    judge = served.judge()
    assert judge.post("/api/commands", content=b"x" * (LARGEST_BODY + 1)).status_code == 413
    assert judge.post("/api/commands", content=iter([b"x"] * 10)).status_code == 411  # no length told


def test_a_game_that_is_away_is_told(served: Served) -> None:
    served.game.away = True
    answer = served.judge().post("/api/commands", json=COMMAND)
    assert answer.status_code == 503
    assert "повторите" in answer.json()["detail"]


# --- what every answer carries ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/state", "/api/session", "/nowhere", "/static/judge.css"])
@pytest.mark.parametrize("base", [JUDGE, HALL])
def test_every_answer_is_hardened(served: Served, base: str, path: str) -> None:
    headers = served.stranger(base).get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in headers


def test_pages_hold_no_script_of_their_own(served: Served) -> None:
    for browser, path in [(served.stranger(), "/"), (served.judge(), "/"), (served.stranger(HALL), "/")]:
        text = browser.get(path).text
        assert "<script>" not in text
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick=" not in text
        assert "//" not in text.replace("<!doctype", "").replace("http://www.w3.org", "")
