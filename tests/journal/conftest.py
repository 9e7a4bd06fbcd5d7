"""The journal's tests share one disk: only those that kill processes wait for it to be in sync."""

import os
from pathlib import Path

import pytest

from tests.journal.shelf import Watch
from voice_judge.journal import database
from voice_judge.journal.sqlite_library import SqliteLibrary, at_path


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is synced when is no matter of logic; a process of its own (test_crash.py) syncs as always."""
    monkeypatch.setattr(database, "SYNC", "OFF")
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


@pytest.fixture
def library(tmp_path: Path) -> SqliteLibrary:
    """An empty library on disk."""
    return at_path(tmp_path / "journal.sqlite", Watch())
