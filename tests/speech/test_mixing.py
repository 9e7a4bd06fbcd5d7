"""What the table would hear: the recording with the answers laid over it, one after another."""

from pathlib import Path

import numpy as np
import pytest

from tests.speech.sounds import tone, write
from voice_judge.errors import UserError
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.speech.mixing import Answer, mix, queue_answers
from voice_judge.speech.recording import RecordingSource, read_recording

BEEP = np.full(SAMPLE_RATE // 2, 1000, np.int16)


def test_an_answer_lies_where_it_was_due(tmp_path: Path) -> None:
    source = RecordingSource(write(tmp_path / "in.wav", np.full(3 * SAMPLE_RATE, 0.1)))
    before = read_recording(tmp_path / "in.wav").astype(int)
    assert mix(source, [Answer(1.25, BEEP)], tmp_path / "out.wav") == 3.0
    added = read_recording(tmp_path / "out.wav").astype(int) - before
    first, last = np.flatnonzero(added)[[0, -1]]
    assert (first, last) == (20_000, 27_999)
    assert set(added[first : last + 1]) == {1000}


def test_answers_after_the_end_make_it_longer(tmp_path: Path) -> None:
    source = RecordingSource(write(tmp_path / "in.wav", tone(1)))
    assert mix(source, [Answer(2.8, BEEP)], tmp_path / "out.wav") == 4.0
    assert read_recording(tmp_path / "out.wav")[round(3.0 * SAMPLE_RATE)] == 1000


def test_without_a_recording_only_the_answers_are_heard(tmp_path: Path) -> None:
    assert mix(None, [Answer(0.5, BEEP)], tmp_path / "out.wav") == 1.0
    assert np.flatnonzero(read_recording(tmp_path / "out.wav"))[0] == 8_000
    assert mix(None, [], tmp_path / "none.wav") == 0.0


def test_too_loud_together_is_clipped(tmp_path: Path) -> None:
    source = RecordingSource(write(tmp_path / "in.wav", np.full(SAMPLE_RATE, 0.99)))
    mix(source, [Answer(0.0, np.full(SAMPLE_RATE, 30_000, np.int16))], tmp_path / "out.wav")
    assert set(read_recording(tmp_path / "out.wav")) == {32767}


@pytest.mark.parametrize(
    ("starts", "queued"),
    [
        ([1.0, 3.0], [1.0, 3.0]),
        ([1.0, 1.2], [1.0, 1.5]),
        ([2.0, 1.0], [1.0, 2.0]),
        ([1.0, 1.0, 1.0], [1.0, 1.5, 2.0]),
        ([], []),
    ],
)
def test_answers_wait_for_each_other(starts: list[float], queued: list[float]) -> None:
    assert [answer.start for answer in queue_answers([Answer(start, BEEP) for start in starts])] == queued


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no/out\.wav"):
        mix(None, [Answer(0.0, BEEP)], tmp_path / "no" / "out.wav")
