"""Sound libraries that are missing, hang or crash: one line for people, and the keys play the game."""

from pathlib import Path

import pytest

from voice_judge.errors import UserError
from voice_judge.speech import devices
from voice_judge.speech.devices import loudspeakers, microphones
from voice_judge.speech.loudspeaker import Loudspeaker
from voice_judge.speech.microphone import Microphone

MISSING = "raise OSError('PortAudio library not found')"
LISTS = [
    (MISSING, "PortAudio .на Debian: apt install libportaudio2"),
    ("import time; time.sleep(1000)", "не отвечает"),
    ("import os; os.abort()", "не отвечает"),
    ("print('rubbish')", "не отвечает"),
]


@pytest.fixture
def library(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The children find this in sounddevice's place."""
    (tmp_path / "sounddevice.py").write_text(request.param)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(devices, "_TIME_LIMIT", 3.0)


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(("library", "says"), LISTS, indirect=["library"])
def test_listing_says_it_in_one_line(says: str) -> None:
    for listing in (microphones, loudspeakers):
        with pytest.raises(UserError, match=says) as error:
            listing()
        assert "\n" not in str(error.value)


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("library", [MISSING], indirect=True)
def test_the_game_goes_on_without_portaudio() -> None:
    microphone, loudspeaker = Microphone(), Loudspeaker()
    try:
        assert "PortAudio" in str(microphone.state.problem)
        assert "PortAudio" in str(loudspeaker.problem)
        chunk = next(microphone.chunks())
        loudspeaker.play(chunk.samples)
        assert loudspeaker.silent_at == 0.0
    finally:
        microphone.close()
        loudspeaker.close()
