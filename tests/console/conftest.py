"""The link of a live game, for the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.console.linked import Linked


@pytest.fixture
def linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Linked]:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path))
    made = Linked()
    yield made
    made.close()
