"""Every test has a home of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"
