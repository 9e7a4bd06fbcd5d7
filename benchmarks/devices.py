"""Over real sound devices (a private PulseAudio with null sinks): how soon, and at what cost.

The whole program at a table: `voice-judge play` hears recorded players through one null sink and answers through
another; both are recorded. Latency is counted from the last sound of a phrase to the first sample of the answer. The
processor's load is that of the program and all its children together, in parts of one core. Also the devices' own
share: from `play` to the first sample, and from a sound in the air to the game. Run alone: other work adds to it.
"""

import argparse
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.audio_devices.hearing import place_of, silence, tone
from tests.audio_devices.played import Played, playing
from tests.audio_devices.pulse import MICROPHONE, PulseServer, Tape, write_sound
from voice_judge.evaluation.sound import chunks, speech_end
from voice_judge.grammar import load_grammars
from voice_judge.rules import Phase
from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.engines import load_engine
from voice_judge.speech.loudspeaker import Loudspeaker
from voice_judge.speech.microphone import Microphone
from voice_judge.speech.recording import read_recording
from voice_judge.table.ears import Ears
from voice_judge.table.spotting import Heard

AIMS = (0.4, 0.7)
FIXTURES = Path(__file__).parents[1] / "audio_fixtures"
VOICES = ("aleksandr", "anna", "elena", "irina")
NUMBERS = ("odin", "dva", "tri", "chetyre", "pyat", "shest", "sem", "vosem", "devyat", "desyat")
TALK = FIXTURES / "human/talk/silero-vad_ru.opus"
_LOUD = 300  # int16 units: the loudspeaker's sink has no noise at all
_TICKS = os.sysconf("SC_CLK_TCK")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--floors", type=int, default=10, help="players who speak (10 at the most)")
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds over which the load is measured")
    options = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="voice-judge-devices-"))
    server = PulseServer(folder / "pulse")
    os.environ.update(server.environment)
    try:
        print(f"{'what':44} {'n':>4} {'median s':>9} {'p95 s':>9} {'worst s':>9}")
        row("loudspeaker: play() to the first sample", list(output_latencies(server)))
        row("microphone: in the air to the game", list(input_latencies(server, folder)))
        for chunk in (0.05, 0.1):
            known, computing = zip(*decisions(chunk), strict=True)
            row(f"ears: a nomination known, chunks of {chunk} s", known)
            row("  and computed", computing)
        table(server, folder, options.floors, options.seconds)
    finally:
        server.close()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


def row(name: str, seconds: Sequence[float]) -> None:
    """One line of the table."""
    if not seconds:
        print(f"{name:44}    0   (nothing was measured)")
        return
    median, late = np.percentile(seconds, (50, 95))
    print(f"{name:44} {len(seconds):4} {median:9.3f} {late:9.3f} {max(seconds):9.3f}", flush=True)


def output_latencies(server: PulseServer, count: int = 30) -> Iterator[float]:
    """Seconds from `play` to the first sample that comes out."""
    loudspeaker = Loudspeaker()
    try:
        with server.recording() as tape:
            for _ in range(count):
                asked = time.monotonic()
                loudspeaker.play(tone(0.2))
                time.sleep(0.7)
                yield onset(tape, asked) - asked
    finally:
        loudspeaker.close()


def input_latencies(server: PulseServer, folder: Path, count: int = 15) -> Iterator[float]:
    """Seconds from a sound's first sample in the air to the chunk that brings it."""
    microphone, arrivals = Microphone(), list[float]()

    def listen() -> None:
        quiet = True
        for chunk in microphone.chunks():
            loud = bool((np.abs(chunk.samples) > _LOUD).any())
            if loud and quiet:
                arrivals.append(time.monotonic())
            quiet = not loud

    threading.Thread(target=listen, daemon=True).start()
    file = write_sound(folder / "click.wav", np.concatenate((silence(0.3), tone(0.15), silence(0.5))))
    with server.recording(MICROPHONE) as tape:
        for number in range(count):
            began = time.monotonic()
            server.play(file)
            time.sleep(0.2)
            if len(arrivals) == number + 1:
                yield arrivals[-1] - onset(tape, began)
    microphone.close()


def decisions(chunk: float) -> Iterator[tuple[float, float]]:
    """Seconds of sound from a nomination's last sound, after talk, to where it is known, and to compute that."""
    grammars, engine = load_grammars(), load_engine()
    talk = read_recording(TALK)[: 3 * SAMPLE_RATE]
    for voice in VOICES:
        for number in NUMBERS[1::2]:
            phrase = read_recording(FIXTURES / "rhvoice" / voice / f"ya-vystavlyayu-igroka-nomer-{number}.opus")
            before = np.concatenate((silence(1.0), talk, silence(0.3)))
            end, ears = len(before) / SAMPLE_RATE + speech_end(phrase), Ears(grammars, engine)
            ears.prepare([Phase.DAY.value])
            for piece in chunks(np.concatenate((before, phrase, silence(3.0))), chunk):
                began = time.perf_counter()
                for spotted in ears.listen(piece, Phase.DAY.value):
                    if isinstance(spotted, Heard) and spotted.end > end - 1.5:
                        yield piece.end - end, time.perf_counter() - began


def onset(tape: Tape, since: float) -> float:
    """The monotonic instant of the first loud sample after `since`."""
    samples = tape.samples()
    first = max(0, round((since - tape.started) * SAMPLE_RATE))
    loud = np.flatnonzero(np.abs(samples[first:].astype(np.int32)) > _LOUD)
    return tape.started + (first + float(loud[0])) / SAMPLE_RATE if len(loud) else float("nan")


@dataclass(frozen=True, slots=True)
class Hall:
    """The server, and what was recorded of both its sides."""

    server: PulseServer
    folder: Path
    hall: Tape
    speakers: Tape

    def answer_to(self, phrase: Samples, before: Samples, after: Samples, wait: float = 2.5) -> float | None:
        """Seconds from the phrase's last sound to the first sample of the answer; None: no answer came."""
        sound = np.concatenate((silence(0.3), before, phrase, after))
        began = time.monotonic()
        self.server.play(write_sound(self.folder / "said.wav", sound))
        time.sleep(wait)
        first = max(0, round((began - self.hall.started - 0.5) * SAMPLE_RATE))
        spoken = self.hall.started + (first + place_of(phrase, self.hall.samples()[first:])) / SAMPLE_RATE
        end = spoken + speech_end(phrase)
        answered = onset(self.speakers, end - 0.5)
        return None if np.isnan(answered) else answered - end


def table(server: PulseServer, folder: Path, floors: int, seconds: float) -> None:
    """A day at the table."""
    with playing(server, folder / "home") as played, recorded(server, folder) as hall:
        played.wait("клавиши:")
        played.key("/start day")
        played.wait("судья: Слово игроку номер один")
        time.sleep(4.0)
        groups = answers(played, hall, floors)
        for name, latencies in groups.items():
            row(name, [one for one in latencies if one is not None])
        row("the whole program, all answers", [one for each in groups.values() for one in each if one is not None])
        tried = sum(map(len, groups.values()))
        print(f"answered {tried - sum(each.count(None) for each in groups.values())} of {tried} phrases;", end=" ")
        print(f"aims: median {AIMS[0]} s, 95th percentile {AIMS[1]} s")
        pid = played.pid
        print(f"load while nobody speaks: {load(pid, seconds):.2f} of one core", flush=True)
        with server.playing(write_sound(folder / "talk.wav", np.tile(read_recording(TALK), 3))):
            print(f"load while somebody speaks: {load(pid, seconds):.2f} of one core", flush=True)


@contextmanager
def recorded(server: PulseServer, folder: Path) -> Iterator[Hall]:
    """Both sides on tape."""
    with server.recording(MICROPHONE) as hall, server.recording() as speakers:
        yield Hall(server, folder, hall, speakers)


def answers(played: Played, hall: Hall, floors: int) -> dict[str, list[float | None]]:
    """Each player nominates amid talk, before a pause or without one, and ends his speech."""
    talk = read_recording(TALK)[: 3 * SAMPLE_RATE]
    found: dict[str, list[float | None]] = {"  a nomination, then a pause": [], "  a nomination, the talk goes on": []}
    ends: list[float | None] = []
    for number in range(floors):
        folder = FIXTURES / "rhvoice" / VOICES[number % len(VOICES)]
        nomination = read_recording(folder / f"ya-vystavlyayu-igroka-nomer-{NUMBERS[(number + 3) % 10]}.opus")
        name = list(found)[number % 2]
        after = silence(0.2) if number % 2 == 0 else talk
        found[name].append(hall.answer_to(nomination, np.concatenate((talk, silence(0.3))), after))
        since = len(played.lines)
        ends.append(hall.answer_to(read_recording(folder / "spasibo-vsyo.opus"), silence(0.3), silence(0.2), wait=5.0))
        if ends[-1] is None:
            played.key()  # it was not heard: the key gives the next floor
            played.wait("судья:", since=since)
            time.sleep(4.0)
    return {**found, "  «спасибо всё», then the next floor": ends}


def load(pid: int, seconds: float) -> float:
    """Processor seconds per second of a process and all its children."""
    before, began = ticks(pid), time.monotonic()
    time.sleep(seconds)
    return (ticks(pid) - before) / _TICKS / (time.monotonic() - began)


def ticks(pid: int) -> int:
    """User and system time of a process and its children, in clock ticks."""
    total, family = 0, {pid}
    for stat in sorted(Path("/proc").glob("[0-9]*/stat"), key=lambda path: int(path.parent.name)):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(stat.parent.name) == pid or int(fields[1]) in family:
            family.add(int(stat.parent.name))
            total += int(fields[11]) + int(fields[12])
    return total


if __name__ == "__main__":
    sys.exit(main())
