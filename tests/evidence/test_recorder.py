"""The game's sound is kept turn by turn, within bounds, whatever happens to the disk or to the process."""

import json
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import NamedTuple

import numpy as np
import pytest
import soundfile

from tests.evidence.sounds import chunks, record, seconds_of
from voice_judge.evidence import recorder as recording
from voice_judge.evidence import turn_writer
from voice_judge.evidence.clips import GameSound
from voice_judge.evidence.recorder import Recorder
from voice_judge.evidence.turn_writer import Limits
from voice_judge.evidence.turns import INDEX, index_line, samples_of, turns_of
from voice_judge.speech.audio import AudioChunk

ROOMY = Limits(free_bytes=0)


def kept(folder: Path, *turns: float, until: float = 6.0, limits: Limits = ROOMY) -> Recorder:
    recorder = Recorder(folder, limits)
    record(recorder, 0.0, until, *turns)
    recorder.close()
    return recorder


def spans(folder: Path) -> list[tuple[float, float]]:
    return [(round(turn.start, 2), round(turn.end, 2)) for turn in turns_of(folder)]


def test_a_file_for_each_turn_with_its_seconds(tmp_path: Path) -> None:
    assert kept(tmp_path, 2.0, 5.0).problem is None
    assert spans(tmp_path) == [(0.0, 2.0), (2.0, 5.0), (5.0, 6.0)]
    files = sorted(path.name for path in tmp_path.glob("*"))
    assert files == ["0001.flac", "0002.flac", "0003.flac", INDEX]
    assert soundfile.info(tmp_path / "0002.flac").format == "FLAC"
    lines = [json.loads(line) for line in (tmp_path / INDEX).read_text(encoding="utf-8").splitlines()]
    assert lines[2:4] == [{"turn": "0002", "start": 2.0}, {"turn": "0002", "end": 5.0}]


def test_the_sound_comes_back_to_the_sample(tmp_path: Path) -> None:
    kept(tmp_path, 2.0)
    got = np.concatenate([chunk.samples for chunk in GameSound(tmp_path).chunks()])
    assert np.array_equal(got, np.concatenate([chunk.samples for chunk in chunks(0.0, 6.0)]))


def test_two_turns_at_once_make_no_empty_file(tmp_path: Path) -> None:
    kept(tmp_path, 0.0, 2.0, 2.0)
    assert spans(tmp_path) == [(0.0, 2.0), (2.0, 6.0)]


def test_a_gap_in_the_sound_begins_another_file(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, ROOMY)
    record(recorder, 0.0, 1.0)
    record(recorder, 3.0, 4.0)
    recorder.close()
    assert spans(tmp_path) == [(0.0, 1.0), (3.0, 4.0)]


def test_a_long_turn_is_cut(tmp_path: Path) -> None:
    kept(tmp_path, limits=Limits(free_bytes=0, turn_seconds=2.0))
    assert len(turns_of(tmp_path)) == 3
    assert spans(tmp_path)[-1][1] == 6.0


@pytest.mark.parametrize(
    ("limits", "begins"),
    [
        (Limits(free_bytes=0, seconds=100), 0.0),
        (Limits(free_bytes=0, seconds=3.0), 3.0),
        (Limits(free_bytes=0, seconds=0.1), 5.0),  # the last turn always stays
        (Limits(free_bytes=0, total_bytes=1), 5.0),
    ],
)
def test_the_oldest_turns_make_room(limits: Limits, begins: float, tmp_path: Path) -> None:
    kept(tmp_path, 1.0, 2.0, 3.0, 4.0, 5.0, limits=limits)
    assert spans(tmp_path)[0][0] == begins
    assert len(list(tmp_path.glob("*.flac"))) == len(spans(tmp_path))


def test_a_game_taken_up_again_goes_on_in_the_same_folder(tmp_path: Path) -> None:
    kept(tmp_path, until=2.0)
    recorder = Recorder(tmp_path, ROOMY)
    record(recorder, 10.0, 11.0)
    recorder.close()
    assert spans(tmp_path) == [(0.0, 2.0), (10.0, 11.0)]


# --- what goes wrong -------------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    recorder = Recorder(tmp_path / "file" / "game", ROOMY)
    record(recorder, 0.0, 1.0)
    recorder.close()
    assert recorder.problem
    assert "Запись звука остановлена" in recorder.problem
    assert "Игра идёт дальше" in recorder.problem


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_a_disk_that_is_nearly_full_is_left_to_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = iter([10**9, 10**9, 10**6])
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(10**9, 0, next(free)))
    recorder = kept(tmp_path, limits=Limits())
    assert recorder.problem
    assert "мало места" in recorder.problem
    assert spans(tmp_path) == [(0.0, 2.0)]  # what was heard until then is kept


FAILURES: list[tuple[str, Callable[[pytest.MonkeyPatch], None]]] = [
    ("no FLAC can be written", lambda patch: patch.setattr("soundfile.write", _no_space)),
    ("no index can be written", lambda patch: patch.setattr(turn_writer, "index_line", _no_space)),
    ("no sync", lambda patch: patch.setattr("os.fsync", _no_space)),
]


def _no_space(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("fail", [fail for _, fail in FAILURES], ids=[name for name, _ in FAILURES])
def test_a_failing_write_stops_the_recording_and_nothing_else(
    fail: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch)
    recorder = kept(tmp_path, 2.0)
    assert recorder.problem
    assert "No space left" in recorder.problem
    recorder.take(next(chunks(9.0, 10.0)))  # and the game goes on
    recorder.turn(9.0)
    monkeypatch.undo()
    assert all(len(samples_of(turn)) for turn in turns_of(tmp_path))


def test_a_disk_that_is_too_slow_stops_the_recording_not_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stuck(turn_writer.TurnWriter):
        def write(self, chunk: AudioChunk) -> None:
            go_on.wait(30)
            super().write(chunk)

    go_on = Event()
    monkeypatch.setattr(recording, "TurnWriter", Stuck)
    recorder = Recorder(tmp_path, ROOMY)
    record(recorder, 0.0, 62.0)
    assert recorder.problem
    assert "не успевает" in recorder.problem
    go_on.set()
    recorder.close()


# --- kill -9 ---------------------------------------------------------------------------------------------------

CHILD = textwrap.dedent("""
    import sys
    from pathlib import Path
    from tests.evidence.sounds import record
    from voice_judge.evidence.recorder import Recorder
    from voice_judge.evidence.turn_writer import Limits
    recorder = Recorder(Path(sys.argv[1]), Limits(free_bytes=0))
    record(recorder, 0.0, 5.0, 2.0)
    while recorder._queue.qsize():
        pass
    print("ready", flush=True)
    sys.stdin.read()
""")


def test_a_killed_process_leaves_its_turns_and_the_current_one(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout
        assert child.stdout.readline() == b"ready\n"
        child.kill()
    (first, current) = turns_of(tmp_path)
    assert (first.path.suffix, first.start, first.end) == (".flac", 0.0, 2.0)
    assert current.path.suffix == ".pcm"
    assert current.start == 2.0
    assert current.end >= 4.8
    assert seconds_of(GameSound(tmp_path).between(3.0, 4.0)) == [3]
    Recorder(tmp_path, ROOMY).close()  # the next run packs it
    assert [turn.path.suffix for turn in turns_of(tmp_path)] == [".flac", ".flac"]


INDEXES = [
    ("a cut last line", index_line("0001", start=0.0) + '{"turn": "00'),
    ("strange lines between", "\n[]\n7\nnull\n{}\n" + index_line("0001", start=0.0) + '{"turn": 5, "start": "x"}\n'),
    ("a name that leaves the folder", index_line("0001", start=0.0) + '{"turn": "../../x", "start": 1}\n'),
    (
        "a time that is none",
        index_line("0001", start=0.0) + '{"turn": "0002", "start": -5}\n{"turn":"3","start":NaN}\n',
    ),
]


@pytest.mark.parametrize("index", [index for _, index in INDEXES], ids=[name for name, _ in INDEXES])
def test_a_damaged_index_costs_its_own_lines_only(index: str, tmp_path: Path) -> None:
    kept(tmp_path, until=2.0)
    (tmp_path / INDEX).write_text(index, encoding="utf-8")
    assert spans(tmp_path) == [(0.0, 2.0)]
    recorder = Recorder(tmp_path, ROOMY)
    record(recorder, 4.0, 5.0)
    recorder.close()
    assert spans(tmp_path) == [(0.0, 2.0), (4.0, 5.0)]


def test_a_damaged_sound_file_is_left_out(tmp_path: Path) -> None:
    kept(tmp_path, 2.0, 4.0)
    (tmp_path / "0002.flac").write_bytes(b"not FLAC at all")
    assert spans(tmp_path) == [(0.0, 2.0), (4.0, 6.0)]
    assert seconds_of(GameSound(tmp_path).between(1.0, 5.0)) == [0, 1, 4]
