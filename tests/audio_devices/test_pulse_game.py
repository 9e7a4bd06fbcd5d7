"""A recorded day and a night, played into a real sound server's microphone, answered out of its loudspeaker.

What the loudspeaker plays is fed back into the microphone at full level all the while: the program's own voice, which
speaks of candidates, floors and nights, must not give it a single command.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr

from tests.audio_devices.hearing import place_of
from tests.audio_devices.played import Played, playing
from tests.audio_devices.pulse import PulseServer, write_sound
from voice_judge.journal.library import StoredGame
from voice_judge.resources import resource
from voice_judge.rules import ClockStarted, ClockStopped, Stage
from voice_judge.rules.codec import to_dict
from voice_judge.rules.fold import fold
from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.spoken_voice import SpokenVoice

ENTERED = ("/roles don=1 mafia=2,3 sheriff=4", "1 7", "2 7", "3 7")
SCRIPT = [  # the judge of the recording has said «Наступает ночь» himself
    "Мафия выходит на охоту",
    "Мафия удаляется",
    "Просыпается Дон и ищет Шерифа",
    "Дон засыпает",
    "Просыпается Шериф",
    "Шериф засыпает",
    "День. Все просыпаются",
    "Этой ночью убит игрок номер семь",
    "Последнее слово игрока номер семь",
]


Evening = tuple[StoredGame, Samples]
"""What was kept, and what came out of the loudspeaker."""


def test_a_day_and_a_night(tmp_path: Path) -> None:
    """The whole game, kept and recorded: about nine minutes, for time at a table cannot be hurried."""
    home = tmp_path / "home"
    server = PulseServer(tmp_path / "pulse")
    try:
        server.feed_back()
        day = game_day(tmp_path)
        with playing(server, home) as played, server.recording() as tape:
            play_day_and_night(server, played, day)
            assert played.leave() == 0
            evening = (played.journal(), tape.samples())
    finally:
        server.close()
    the_day_comes_out_as_it_must(evening)
    its_own_voice_gave_it_no_command(evening)
    the_night_comes_out_as_it_must(evening)
    nothing_secret_was_said(evening)
    the_loudspeaker_said_every_line_in_order_and_whole(evening, home)
    music_fills_the_night_and_no_other_time(evening, home)


def game_day(folder: Path) -> Path:
    sound, rate = soundfile.read(resource("game_day") / "game_day.opus", dtype="float32")
    samples = soxr.resample(sound, rate, SAMPLE_RATE)
    return write_sound(folder / "day.wav", np.rint(samples * 32_767).clip(-32_768, 32_767).astype(np.int16))


def play_day_and_night(server: PulseServer, played: Played, day: Path) -> None:
    played.wait("клавиши:")
    played.key("/start day")
    played.wait("судья: Слово игроку номер один")
    server.play(day)
    for entry in ENTERED:
        played.key(entry)
    played.wait("судья: Шериф засыпает")
    played.wait("дальше: дальше: утро")
    played.key()
    played.wait("судья: Последнее слово игрока номер семь")
    time.sleep(5.0)  # it is said to its end


def events(game: StoredGame) -> Iterator[Mapping[str, Any]]:
    """As expected.json writes them, without the clock's."""
    for entry in game.entries:
        if not isinstance(entry.record.event, ClockStarted | ClockStopped):
            yield to_dict(entry.record.event)


def said(game: StoredGame) -> Sequence[str]:
    return [str(note.body["text"]) for note in game.notes if note.kind == "said"]


def the_day_comes_out_as_it_must(evening: Evening) -> None:
    game, _ = evening
    expected = json.loads((resource("game_day") / "expected.json").read_text(encoding="utf-8"))
    happened = [event for event in events(game) if event["event"] != "RolesAssigned"]
    told = [{key: event.get(key) for key in wanted} for event, wanted in zip(happened, expected, strict=False)]
    assert told == expected


def its_own_voice_gave_it_no_command(evening: Evening) -> None:
    game, _ = evening
    transcript = (resource("game_day") / "transcript.txt").read_text(encoding="utf-8")
    heard = [note.body for note in game.notes if note.kind in ("heard", "retracted")]
    assert len(heard) > 20
    assert [body["text"] for body in heard if str(body["text"]) not in transcript] == []


def the_night_comes_out_as_it_must(evening: Evening) -> None:
    game, _ = evening
    table = fold([entry.record for entry in game.entries]).table
    assert (table.stage, table.day, table.floor and table.floor.seat) == (Stage.LAST_WORD, 2, 7)
    assert list(said(game))[-len(SCRIPT) :] == SCRIPT


def nothing_secret_was_said(evening: Evening) -> None:
    game, _ = evening
    assert [text for text in said(game) if "мафия два" in text.lower() or "шериф четыре" in text.lower()] == []
    notes = [note for note in game.notes if note.kind == "input"]
    assert notes
    assert all(note.secret for note in notes)


def the_loudspeaker_said_every_line_in_order_and_whole(evening: Evening, home: Path) -> None:
    game, tape = evening
    for text, begin, rendered in spoken(game, tape, home):
        heard = tape[begin : begin + len(rendered)]
        assert likeness(rendered, heard) > 0.8, (text, begin / SAMPLE_RATE)


def music_fills_the_night_and_no_other_time(evening: Evening, home: Path) -> None:
    game, tape = evening
    places = [(text, begin, begin + len(rendered)) for text, begin, rendered in spoken(game, tape, home)]
    ends = {text: end for text, _, end in places}
    begins = {text: begin for text, begin, _ in places}
    by_day = tape[ends["Слово игроку номер один"] + SAMPLE_RATE :][: 4 * SAMPLE_RATE]
    hunt = tape[ends["Мафия выходит на охоту"] + 3 * SAMPLE_RATE : begins["Мафия удаляется"] - SAMPLE_RATE]
    morning = tape[ends["Последнее слово игрока номер семь"] + SAMPLE_RATE // 2 :][:SAMPLE_RATE]
    assert len(hunt) > 30 * SAMPLE_RATE
    seconds = [level(hunt[start : start + SAMPLE_RATE]) for start in range(0, len(hunt) - SAMPLE_RATE, SAMPLE_RATE)]
    assert min(seconds) > 20.0  # no gap
    assert len(morning) == SAMPLE_RATE
    assert level(by_day) < 1.0
    assert level(morning) < 1.0  # it has faded away by itself


def spoken(game: StoredGame, tape: Samples, home: Path) -> Iterator[tuple[str, int, Samples]]:
    """Every line that was said, where it begins on the tape, and how it was rendered: near its time in the journal."""
    voice = SpokenVoice(home / "cache" / "speech")
    lines = [(float(str(note.body["t"])), str(note.body["text"])) for note in game.notes if note.kind == "said"]
    zero: float | None = None
    for at, text in lines:
        rendered = voice.render(text)
        assert rendered is not None
        first = 0 if zero is None else max(0, round((zero + at - 3.0) * SAMPLE_RATE))
        window = tape[first : first + len(rendered) + 8 * SAMPLE_RATE] if zero is not None else tape[: 60 * SAMPLE_RATE]
        place = first + place_of(rendered, window)
        zero = place / SAMPLE_RATE - at
        yield text, place, rendered


def level(sound: Samples) -> float:
    return float(np.sqrt(np.mean(sound.astype(np.float64) ** 2)))


def likeness(one: Samples, other: Samples) -> float:
    """1 for the same sound, whatever its loudness; about 0 for another."""
    first, second = one[: len(other)].astype(np.float64), other.astype(np.float64)
    return float(first @ second / (np.linalg.norm(first) * np.linalg.norm(second) + 1.0))
