"""What the tests of speech share: recorded phrases by their text."""

from collections.abc import Callable
from pathlib import Path

import pytest

from voice_judge.evaluation import read_manifest
from voice_judge.speech.audio import Samples
from voice_judge.speech.recording import read_recording

MANIFEST = Path(__file__).parents[2] / "audio_fixtures" / "manifest.tsv"

Say = Callable[[str], Samples]


@pytest.fixture(scope="module")
def say() -> Say:
    """A recorded phrase by its text, in Irina's voice: she is not in the model's training."""
    clips = {
        clip.transcript: clip.file
        for clip in read_manifest(MANIFEST)
        if clip.voice == "rhvoice-irina" and clip.noise is None
    }
    return lambda text: read_recording(clips[text])
