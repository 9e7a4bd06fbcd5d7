"""One browser for a file, a game for each test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.console.browser.theatre import Theatre, chromium, home

expect.set_options(timeout=15_000)  # milliseconds: a busy machine is no fault of the pages


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def theatre(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Theatre]:
    with home(tmp_path_factory.mktemp("home")):
        theatre = Theatre(browser)
        yield theatre
        theatre.close()
