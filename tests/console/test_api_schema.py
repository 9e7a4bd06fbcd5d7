"""Both applications against their own OpenAPI descriptions, with whatever schemathesis makes of them."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.console.served import Served, is_secret
from voice_judge.console.sessions import COOKIE

HERE = {"Host": "127.0.0.1"}
Case = schemathesis.Case[Any]
ORIGIN = "http://127.0.0.1"
SERVED = Served()
CHECKS: list[CheckFunction] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
SOME = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)

judges = schemathesis.openapi.from_asgi("/api/openapi.json", SERVED.judge_app, headers=HERE)
halls = schemathesis.openapi.from_asgi("/api/openapi.json", SERVED.hall_app, headers=HERE)


@pytest.fixture(params=["as written", "from its own page"])
def origin(request: pytest.FixtureRequest) -> dict[str, str]:
    return {"Origin": ORIGIN} if request.param == "from its own page" else {}


@judges.parametrize()
@SOME
def test_a_stranger_breaks_nothing_and_learns_nothing(case: Case, origin: dict[str, str]) -> None:
    answer = case.call(headers=HERE | origin)
    case.validate_response(answer, checks=CHECKS)
    assert answer.status_code >= 400
    assert not is_secret(answer.text)
    assert SERVED.game.given == []


# the judge's stream has no end: tests/console/test_console_beside.py
@judges.exclude(path="/api/events").parametrize()
@SOME
def test_the_judge_breaks_nothing(case: Case) -> None:
    session, cookie = SERVED.sessions.open()
    answer = case.call(headers=HERE | {"Origin": ORIGIN, "X-CSRF-Token": session.csrf}, cookies={COOKIE: cookie})
    SERVED.game.given.clear()
    case.validate_response(answer, checks=CHECKS)


@halls.exclude(path="/api/events").parametrize()
@SOME
def test_the_hall_breaks_nothing_and_learns_nothing(case: Case) -> None:
    answer = case.call(headers=HERE)
    case.validate_response(answer, checks=CHECKS)
    assert not is_secret(answer.text)
