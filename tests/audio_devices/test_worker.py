"""A child that owns a device: watched, killed when it hangs, started again, and gone when its parent is."""

import io
import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pytest

from tests.audio_devices.hearing import until
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.speech.capture_child import Captured
from voice_judge.speech.loudspeaker import Loudspeaker, NoLoudspeaker
from voice_judge.speech.microphone import Microphone
from voice_judge.speech.worker import Message, Worker, child_command, read_message, write_message

PREAMBLE = "import sys, time, numpy; from voice_judge.speech.worker import write_message, read_message\n"
TELL = "tell = lambda kind, payload=b'', **more: write_message(sys.stdout.buffer, {'kind': kind, **more}, payload)\n"


def child(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", PREAMBLE + TELL + textwrap.dedent(code))


class Kept:
    """A worker and all that it was told."""

    def __init__(self, code: str, patience: float = 0.5, slow: float = 10.0) -> None:
        self.heard: list[Message] = []
        self.lives = 0
        self.worker = Worker(lambda: child(code), self.heard.append, self._lost, "alive", patience, slow)

    def _lost(self) -> None:
        self.lives += 1


def test_messages_arrive_whole() -> None:
    stream = io.BytesIO()
    write_message(stream, {"kind": "say", "who": "судья"}, b"\0\1" * 70_000)
    write_message(stream, {"kind": "hush"})
    stream.seek(0)
    first, second = read_message(stream), read_message(stream)
    assert (first, second) == (
        Message({"kind": "say", "who": "судья"}, b"\0\1" * 70_000),
        Message({"kind": "hush"}, b""),
    )
    assert read_message(stream) is None


@pytest.mark.parametrize("kept", [3, 8, 20, 70])
def test_a_message_that_is_cut_off_is_the_end(kept: int) -> None:
    stream = io.BytesIO()
    write_message(stream, {"kind": "say", "who": "судья"}, b"\0" * 40)
    assert read_message(io.BytesIO(stream.getvalue()[:kept])) is None


@pytest.mark.parametrize(
    "code",
    [
        "tell('alive'); time.sleep(1000)",  # hangs
        "tell('alive'); sys.exit(1)",  # ends
        "tell('alive'); sys.stdout.buffer.write(b'rubbish' * 100); sys.stdout.flush(); time.sleep(1000)",
        "tell('alive'); import os; os.abort()",
    ],
    ids=["hangs", "ends", "talks rubbish", "crashes"],
)
def test_the_next_one_is_started(code: str) -> None:
    kept = Kept(code)
    until(lambda: kept.lives >= 2)
    kept.worker.close()
    assert [message.kind for message in kept.heard[:2]] == ["alive", "alive"]


def test_one_that_takes_its_time_to_open_is_left_alone() -> None:
    kept = Kept("time.sleep(1.5); tell('alive'); time.sleep(1000)")
    until(lambda: bool(kept.heard))
    assert kept.lives == 0
    kept.worker.close()


def test_one_that_never_opens_is_killed_in_the_end() -> None:
    kept = Kept("time.sleep(1000)", slow=0.5)
    until(lambda: kept.lives >= 1)
    kept.worker.close()


def test_sending_never_blocks_even_when_nobody_reads() -> None:
    kept = Kept("tell('alive'); time.sleep(1000)", patience=60.0)
    until(lambda: bool(kept.heard))
    began = time.monotonic()
    for _ in range(20):
        kept.worker.send("say", bytes(1_000_000))
    assert time.monotonic() - began < 20.0
    kept.worker.close()


def test_what_is_sent_arrives() -> None:
    kept = Kept("message = read_message(sys.stdin.buffer); tell('alive', echo=len(message.payload)); time.sleep(1000)")
    until(lambda: kept.worker._process is not None and kept.worker._process.poll() is None)
    time.sleep(0.2)
    kept.worker.send("say", bytes(300_000))
    until(lambda: bool(kept.heard))
    assert kept.heard[0].header["echo"] == 300_000
    kept.worker.close()


@pytest.mark.parametrize("module", ["capture_child", "output_child"])
def test_children_end_with_their_parent(module: str) -> None:
    # The parent is a process that starts the child and is killed: nobody closes anything.
    more = ["", ""] if module == "capture_child" else [""]
    code = f"""
        import subprocess
        child = subprocess.Popen({[*child_command(module), *more]!r}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        print(child.pid, flush=True)
        child.stdout.read(1)
        time.sleep(1000)
    """
    parent = subprocess.Popen(child(code), stdout=subprocess.PIPE, env={**os.environ, "PULSE_SERVER": "unix:/nowhere"})
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    time.sleep(0.5)
    parent.kill()
    parent.wait()
    until(lambda: not _runs(pid))


def _runs(pid: int) -> bool:
    """An orphan's end is somebody else's to collect: until then it is a zombie, which counts as ended."""
    try:
        os.kill(pid, 0)
        stat = Path(f"/proc/{pid}/stat")
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


class Status:
    def __init__(self, overflow: bool) -> None:
        self.input_overflow = overflow


def test_the_callback_counts_what_is_lost() -> None:
    captured = Captured()
    for number in range(205):
        captured.take(b"\0\0" * 320, 320, None, Status(number < 3))
    assert (captured.overflows, captured.dropped) == (3, 5)  # the queue holds 200
    captured.blocks.get()
    captured.take(b"\1\0" * 320, 320, None, Status(False))
    while captured.blocks.qsize() > 1:
        captured.blocks.get()
    assert captured.blocks.get().first == 205 * 320  # the hole is told by the frames' numbers


SOURCE = """
    count = int(sys.argv[-1] or 16000)
    tell('opened', device='ALSA: fake', rate=count, channels=1, latency=0.0)
    first = 0
    for number in range({blocks}):
        time.sleep({pause})
        first += {skip} if number == {blocks} // 2 else 0
        tell('sound', numpy.full(320, 1000, numpy.int16).tobytes(), first=first, at=time.monotonic(),
             overflows=number // 10, dropped=0)
        first += 320
    time.sleep({after})
"""


def test_a_consumer_that_stalls_gets_everything_later_and_the_clock_in_step() -> None:
    microphone = Microphone(chunk_seconds=0.1, child=child(SOURCE.format(blocks=100, pause=0.02, skip=0, after=0.2)))
    chunks = microphone.chunks()
    taken = [next(chunks)]
    time.sleep(1.5)
    taken += [next(chunks) for _ in range(19)]
    assert all(chunk.samples.all() for chunk in taken)
    assert taken[-1].end == pytest.approx(2.0)
    assert microphone.state.overflows == 9
    microphone.close()


def test_a_hole_in_the_frames_is_silence_of_its_length() -> None:
    microphone = Microphone(chunk_seconds=0.1, child=child(SOURCE.format(blocks=50, pause=0.02, skip=1600, after=1000)))
    chunks = microphone.chunks()
    taken = [next(chunks) for _ in range(11)]
    microphone.close()
    quiet = sum(int((chunk.samples == 0).sum()) for chunk in taken)
    assert quiet == 1600


def test_a_driver_that_falls_silent_is_noticed() -> None:
    microphone = Microphone(child=child(SOURCE.format(blocks=20, pause=0.02, skip=0, after=1000)))
    assert microphone.state.present
    assert microphone.state.device == "ALSA: fake"
    until(lambda: not microphone.state.present, patience=2.0)
    assert "пропал" in str(microphone.state.problem)
    microphone.close()


BROKEN = [
    ("tell('waiting', reason='missing'); time.sleep(1000)", "не найден"),
    ("tell('waiting', reason='refused'); time.sleep(1000)", "не открывается"),
    ("tell('waiting', reason='library'); time.sleep(1000)", "PortAudio"),
]


@pytest.mark.parametrize(("code", "says"), BROKEN)
def test_why_there_is_no_sound_is_said_in_one_line(code: str, says: str) -> None:
    microphone, loudspeaker = Microphone(child=child(code)), Loudspeaker(child=child(code))
    for problem in (microphone.state.problem, loudspeaker.problem):
        assert says in str(problem)
        assert "\n" not in str(problem)
    chunks = microphone.chunks()
    assert [next(chunks).samples.any() for _ in range(3)] == [False] * 3
    loudspeaker.play(next(chunks).samples)
    microphone.close()
    loudspeaker.close()


def test_a_table_without_a_loudspeaker_is_never_deaf() -> None:
    silence = NoLoudspeaker()
    silence.play(np.zeros(SAMPLE_RATE, np.int16))
    assert silence.silent_at <= time.monotonic()
    assert silence.problem is None
