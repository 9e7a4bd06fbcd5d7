"""The journal's tests share one disk: only those that kill processes wait for it to be in sync."""

import os

import pytest

from voice_judge.journal import database


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is synced when is no matter of logic; a process of its own (test_crash.py) syncs as always."""
    monkeypatch.setattr(database, "SYNC", "OFF")
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
