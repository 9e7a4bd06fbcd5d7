"""`voice-judge play --console`: the console is the game's child, ends with it, and can die without it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest

from tests.console.linked import children, two_free_ports
from voice_judge.cli import main

_PORT = two_free_ports()
_PLAY = ("play", "--console", "--port", str(_PORT), "--plain", "--no-voice", "--no-ears", "--no-record")
PATIENCE = 60.0


def gone(pids: list[int]) -> bool:
    """Whether all of these end soon."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if not {pid for parent in (1, os.getpid()) for pid in children(parent)} & set(pids):
            return True
        time.sleep(0.1)
    return False


def test_the_console_comes_and_goes_with_the_game(tmp_path: Path) -> None:
    game = subprocess.Popen(
        [sys.executable, "-m", "voice_judge", *_PLAY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env={**os.environ, "VOICE_JUDGE_HOME": str(tmp_path), "PYTHONUTF8": "1"},
    )
    assert game.stdout is not None
    assert game.stdin is not None
    printed = ""
    while "клавиши:" not in printed:  # the game's own screen begins
        text = game.stdout.readline()
        assert text, printed
        printed += text
    code = re.search(r"телефон\): (\d{3} \d{3})", printed)
    assert code, printed
    assert "F7" in printed

    base = f"http://127.0.0.1:{_PORT}"
    phone = httpx2.Client(base_url=base, headers={"Origin": base}, timeout=PATIENCE)
    phone.headers["X-CSRF-Token"] = phone.post("/api/pair", json={"code": code[1]}).json()["csrf"]
    command = {"id": "from-the-phone", "text": "/next"}
    assert phone.post("/api/commands", json=command).json()["accepted"]
    hall = httpx2.get(f"http://127.0.0.1:{_PORT + 1}/api/state", timeout=PATIENCE).json()
    assert hall["view"]["stage"] == "introduction"
    assert hall["time"]["live"]

    consoles = children(game.pid)
    assert len(consoles) >= 2
    os.kill(consoles[0], signal.SIGKILL)  # the page dies: the game does not
    game.stdin.write("<\nвыход\n")
    game.stdin.flush()
    rest, _ = game.communicate(timeout=PATIENCE)
    assert game.returncode == 0, rest
    assert "сохранена" in rest
    assert gone(consoles)
    assert not (tmp_path / "data" / "game-link.json").exists()
    assert code[1] not in json.dumps(rest)


def test_without_a_game_there_are_no_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path))
    assert main(["console"]) == 2
    assert "игра не идёт" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "65535", "-1", "x", "", "٨١٠٠", "8100.5"])
def test_a_port_is_a_number_for_two_pages(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["console", "--port", port])
    assert ended.value.code == 2
    assert "--port" in capsys.readouterr().err
