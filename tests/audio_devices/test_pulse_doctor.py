"""`voice-judge doctor` over real devices: each line in order, or a problem and what to do."""

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.audio_devices.hearing import silence, tone
from tests.audio_devices.pulse import LOUDSPEAKER, MICROPHONE, MICROPHONE_KEY, PulseServer, write_sound
from voice_judge.settings import load_settings
from voice_judge.speech.audio import Samples
from voice_judge.speech.recording import read_recording

PHRASE = Path(__file__).parents[2] / "audio_fixtures/rhvoice/aleksandr/ya-vystavlyayu-igroka-nomer-pyat.opus"
OTHER = PHRASE.with_name("ya-vystavlyayu-pyatogo-igroka.opus")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@dataclass(frozen=True, slots=True)
class Visit:
    """What the doctor printed."""

    code: int
    output: str
    errors: str

    def findings(self) -> dict[str, dict[str, Any]]:
        return {entry["check"]: entry for entry in map(json.loads, self.output.splitlines())}

    def amiss(self) -> set[str]:
        return {name for name, entry in self.findings().items() if not entry["ok"]}


def visit(pulse: PulseServer, *options: str, said: Path | None = None) -> Visit:
    """Run it; when it asks for the phrase, `said` is played into the microphone."""
    process = subprocess.Popen(
        [sys.executable, "-m", "voice_judge", "doctor", *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    errors: list[str] = []

    def follow() -> None:
        assert process.stderr is not None
        for line in process.stderr:
            errors.append(line)
            if "скажите" in line and said is not None:
                pulse.play(said)

    follower = threading.Thread(target=follow)
    follower.start()
    assert process.stdout is not None
    output = process.stdout.read()
    follower.join()
    return Visit(process.wait(), output, "".join(errors))


def spoken(tmp_path: Path, sound: Samples) -> Path:
    return write_sound(tmp_path / "said.wav", np.concatenate((silence(0.3), sound, silence(1.0))))


def test_all_is_well(pulse: PulseServer, tmp_path: Path) -> None:
    done = visit(pulse, "--json", "--seconds", "20", said=spoken(tmp_path, read_recording(PHRASE)))
    assert done.amiss() == set()
    assert done.code == 0
    found = done.findings()
    assert list(found) == ["microphones", "loudspeakers", "model", "voice", "loudspeaker", "microphone", "phrase"]
    assert any(MICROPHONE_KEY in line and line.startswith("*") for line in found["microphones"]["details"])
    assert "«я выставляю игрока номер пять»" in found["phrase"]["says"]
    assert "Я выставляю игрока номер пять" in done.errors


WRONG: Sequence[tuple[str, set[str], str]] = (
    ("another phrase", {"phrase"}, "услышано"),
    ("overloaded", {"microphone", "phrase"}, "перегружен"),
    ("nothing", {"microphone", "phrase"}, "полная тишина"),
)


@pytest.mark.parametrize(("said", "amiss", "says"), WRONG)
def test_something_is_amiss(said: str, amiss: set[str], says: str, pulse: PulseServer, tmp_path: Path) -> None:
    sounds = {"another phrase": read_recording(PHRASE)[:12_000], "overloaded": np.sign(tone(1.0)) * np.int16(32767)}
    file = spoken(tmp_path, sounds[said]) if said in sounds else None
    done = visit(pulse, "--json", "--yes", "--seconds", "3", said=file)
    assert done.amiss() == amiss
    assert done.code == 1
    assert any(says in entry["says"] and entry["advice"] for entry in done.findings().values())


def test_no_devices_at_all(pulse: PulseServer) -> None:
    pulse.remove_sink(MICROPHONE)
    pulse.remove_sink(LOUDSPEAKER)
    done = visit(pulse, "--seconds", "2")
    assert done.code == 1
    for line in ("! Микрофоны: не найдены", "! Колонки: не найдены", "Что делать: подключите микрофон"):
        assert line in done.output
    assert "Traceback" not in done.errors


def test_a_name_that_is_not_there_is_said_with_those_that_are(pulse: PulseServer) -> None:
    done = visit(pulse, "--microphone", "Октава")
    assert done.code == 2
    assert "«Октава»" in done.errors
    assert MICROPHONE_KEY in done.errors


def test_the_devices_that_were_named_are_remembered(pulse: PulseServer) -> None:
    done = visit(pulse, "--list", "--remember", "--microphone", "hall", "--loudspeaker", "speakers")
    assert done.code == 0
    settings = load_settings(None)
    assert (settings.microphone.host_api, settings.microphone.device) == ("PulseAudio", "hall.monitor")
    assert (settings.loudspeaker.host_api, settings.loudspeaker.device) == ("PulseAudio", "speakers")


def test_a_damaged_model_and_odd_music_are_findings_too(pulse: PulseServer, tmp_path: Path, home: Path) -> None:
    (tmp_path / "music").mkdir()
    (home / "settings").mkdir(parents=True)
    (home / "settings/settings.toml").write_text(f'[music]\nfolder = "{tmp_path / "music"}"\n', encoding="utf-8")
    done = visit(pulse, "--json", "--yes", "--seconds", "1", "--model", str(tmp_path / "music"))
    assert {"model", "music"} <= done.amiss()
    assert done.code == 1
