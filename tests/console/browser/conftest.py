"""One browser for a file, a game for each test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.console.browser.theatre import Theatre, chromium, home


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
