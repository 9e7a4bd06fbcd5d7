"""A model measured as an adaptation measures it: recordings in two conditions, and the beginning of the game day."""

import json
from pathlib import Path

import pytest
import soundfile

from tests.training.listening import MODEL, ROOT
from training.adaptation import game_day
from training.adaptation.game_day import DayFigures
from training.adaptation.labelled import Labelled
from training.adaptation.measuring import Share, measured
from voice_judge.evaluation import read_manifest
from voice_judge.resources import resource
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.speech.recording import read_recording

SECONDS, EVENTS = 15, 4
"""The first speaker's nomination is over by then."""

VOICE = "rhvoice-aleksandr"


@pytest.fixture
def short_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game day that is over soon."""
    whole = resource("game_day")
    day = tmp_path / "day"
    day.mkdir()
    sound = read_recording(whole / game_day.SOUND)[: SECONDS * SAMPLE_RATE]
    soundfile.write(day / game_day.SOUND, sound, SAMPLE_RATE, format="OGG", subtype="OPUS")
    events = json.loads((whole / game_day.EXPECTED).read_text("utf-8"))[:EVENTS]
    (day / game_day.EXPECTED).write_text(json.dumps(events), encoding="utf-8")
    monkeypatch.setattr(game_day, "resource", lambda _: day)


def held() -> tuple[Labelled, ...]:
    """A phrase, one with another one's label, and talk."""
    clips = [clip for clip in read_manifest(ROOT / "audio_fixtures") if clip.voice == VOICE and clip.noise is None]
    phrases = [clip for clip in clips if len(clip.expected) == 1 and clip.expected[0].name == "nominate"]
    talk = next(clip for clip in clips if not clip.expected)
    wrong = type(talk)(phrases[1].file, "", VOICE, "synthetic", "", "day", None, phrases[0].expected)
    return tuple(Labelled(clip, clip.file.name, 2.0) for clip in (phrases[0], wrong, talk))


@pytest.mark.usefixtures("short_day")
def test_the_embedded_model_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = measured(MODEL, held(), tmp_path, None, "Модель")
    assert figures.phrases == Share(1, 2)
    assert figures.otherwise == Share(1, 2)
    assert figures.silent == Share(1, 1)
    assert (figures.noisy_phrases.total, figures.noisy_silent.total) == (2, 1)
    assert figures.day == DayFigures(EVENTS, EVENTS, 0)
    assert "Модель: игровой день: 100 %" in capsys.readouterr().err
