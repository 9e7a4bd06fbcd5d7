"""What a recorded game teaches: which phrases count, with which words, cut where."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.protocol.stories import BEGAN
from training.adaptation.corrected_text import with_number
from training.adaptation.cutting import quiet_bounds
from training.adaptation.game_labels import Said, phrases_said, talk_heard
from training.adaptation.labelled import phrases_of, seconds_of
from training.adaptation.material import of_game, of_manifest
from voice_judge.errors import UserError
from voice_judge.evidence.recorder import Recorder
from voice_judge.evidence.storage import sound_folder
from voice_judge.evidence.turn_writer import Limits
from voice_judge.grammar import load_grammars
from voice_judge.grammar.intent import Intent
from voice_judge.journal import MemoryJournal
from voice_judge.journal.library import StoredGame
from voice_judge.journal.protocol import as_stored
from voice_judge.rules import Game, load_profile
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk
from voice_judge.speech.recording import read_recording
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import Announcer
from voice_judge.table.moderator import Moderator
from voice_judge.table.silent import parse
from voice_judge.table.spotting import Heard, Missed, Retracted

GRAMMARS = load_grammars()
SPOKEN = Path(__file__).parents[2] / "audio_fixtures/rhvoice/aleksandr/ya-vystavlyayu-igroka-nomer-pyat.opus"

Script = Sequence[tuple[float, str]]
"""Seconds, and what is said, or entered with a `/`; `!` before a phrase: the ears take it back at once."""

LENGTH = 2.0


def played(script: Script) -> StoredGame:
    """The game of a script, as the live table would have kept it."""
    journal = MemoryJournal()
    announcer = Announcer(GRAMMARS.answers, echo_number=False)
    moderator = Moderator(Game(load_profile("official")), announcer, SilentVoice(), journal, lambda _: None)
    for at, text in script:
        moderator.advance(at)
        if text.startswith("/"):
            moderator.silent(parse(text), text)
        else:
            _say(moderator, at, text)
    return as_stored(journal.entries, journal.notes, BEGAN, moderator.now)


def _say(moderator: Moderator, at: float, text: str) -> None:
    words = text.removeprefix("!").split()
    (match,) = GRAMMARS.matcher(moderator.listens_for.value).match(words)
    if not isinstance(match, Intent):
        moderator.hear(Missed(match, at - LENGTH, at, at))
        return
    heard = Heard(match, 0.9, at - LENGTH, at, at)
    moderator.hear(heard)
    if text.startswith("!"):
        moderator.hear(Retracted(heard, at))


def texts(script: Script) -> list[str]:
    """What the game of a script teaches."""
    return [one.text for one in phrases_said(played(script), GRAMMARS)]


DAY = ((0.0, "/start day"), (10.0, "я выставляю игрока номер пять"))


def test_a_phrase_that_was_accepted_counts_with_its_seconds_and_meaning() -> None:
    (said,) = phrases_said(played(DAY), GRAMMARS)
    assert (said.text, said.start, said.end, said.phase) == ("я выставляю игрока номер пять", 8.0, 10.0, "day")
    assert list(map(str, said.expected)) == ["nominate seat=5"]


def test_what_was_undone_or_retracted_does_not_count() -> None:
    assert texts([*DAY, (12.0, "/undo")]) == []
    assert texts([(0.0, "/start day"), (10.0, "!я выставляю игрока номер пять")]) == []
    assert texts([*DAY, (20.0, "спасибо всё"), (22.0, "/undo 2")]) == []
    assert texts([*DAY, (20.0, "спасибо всё"), (22.0, "/undo")]) == ["я выставляю игрока номер пять"]


def test_what_was_refused_or_entered_by_hand_does_not_count() -> None:
    assert texts([*DAY, (12.0, "я выставляю игрока номер шесть"), (15.0, "/withdraw 5")]) == [
        "я выставляю игрока номер пять"
    ]


def test_a_corrected_number_counts_as_it_should_have_been() -> None:
    (said,) = phrases_said(played([*DAY, (12.0, "/correct 6")]), GRAMMARS)
    assert (said.text, said.start, said.end) == ("я выставляю игрока номер шесть", 8.0, 10.0)
    assert list(map(str, said.expected)) == ["nominate seat=6"]
    assert texts([*DAY, (12.0, "/correct 6"), (13.0, "/correct 7")]) == ["я выставляю игрока номер семь"]
    assert texts([*DAY, (12.0, "/correct 6"), (13.0, "/undo")]) == []


CHANGED = [
    ("day", "выставляю пятого", 6, "выставляю шестого"),
    ("day", "я отзываю игрока номер два", 10, "я отзываю игрока номер десять"),
    ("day", "выставляю третью", 4, "выставляю четвёртую"),
    ("vote", "голосуем за пятого игрока", 6, "голосуем за шестого игрока"),
    ("vote", "четыре голоса", 5, "пять голосов"),
    ("vote", "пять голосов", 1, "один голос"),
    ("vote", "один голос", 3, "три голоса"),
]


@pytest.mark.parametrize(("phase", "text", "number", "changed"), CHANGED)
def test_another_number_in_the_same_words(phase: str, text: str, number: int, changed: str) -> None:
    found = with_number(text, number, GRAMMARS.matcher(phase))
    assert found is not None
    assert found[0] == changed
    assert number in found[1].slots.values()


def test_a_number_that_cannot_be_said_there_changes_nothing() -> None:
    matcher = GRAMMARS.matcher("day")
    assert with_number("я выставляю игрока номер пять", 11, matcher) is None
    assert with_number("спасибо всё", 5, matcher) is None


def test_talk_counts_unless_the_judge_entered_something_soon_after() -> None:
    talk = (20.0, "какая сегодня хорошая погода")
    game = played([*DAY, talk, (60.0, "спасибо всё")])
    (heard,) = talk_heard(game, phrases_said(game, GRAMMARS))
    assert (heard.start, heard.end, heard.phase, heard.expected) == (18.0, 20.0, "day", ())
    corrected = played([*DAY, talk, (25.0, "/withdraw 5"), (60.0, "спасибо всё")])
    assert talk_heard(corrected, phrases_said(corrected, GRAMMARS)) == ()


def test_talk_beside_a_phrase_does_not_count() -> None:
    game = played([*DAY, (20.0, "какая сегодня хорошая погода")])
    assert talk_heard(game, [Said("", 20.2, 21.0, "day", ())]) == ()


def loud(seconds: float, level: float = 8000.0) -> np.ndarray:
    return np.random.default_rng(3).normal(0, level, round(seconds * SAMPLE_RATE))


def test_the_cut_goes_on_through_silence_and_stops_at_talk() -> None:
    quiet, talk, phrase = loud(0.3, 5), loud(0.3), loud(1.0)
    sound = np.concatenate([talk, quiet, phrase, quiet]).astype(np.int16)
    first, last = quiet_bounds(sound, 0.6, 1.6)
    assert first / SAMPLE_RATE == pytest.approx(0.3, abs=0.021)
    assert last == len(sound)
    beside = np.concatenate([talk, phrase, talk]).astype(np.int16)
    first, last = quiet_bounds(beside, 0.3, 1.3)
    assert (first / SAMPLE_RATE, last / SAMPLE_RATE) == pytest.approx((0.3, 1.3), abs=0.021)


def test_a_recorded_game_becomes_clips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path / "home"))
    game = played([*DAY, (30.0, "какая сегодня хорошая погода"), (60.0, "спасибо всё")])
    numbered = replace(game, summary=replace(game.summary, number=4))
    with pytest.raises(UserError, match="звук игры 4"):
        of_game(numbered, GRAMMARS, tmp_path)
    record_spoken(tmp_path, until=40.0)
    phrase, talk = of_game(numbered, GRAMMARS, tmp_path)
    assert (phrase.clip.transcript, phrase.teaches, phrase.group) == ("я выставляю игрока номер пять", True, "4 1")
    assert (talk.clip.expected, talk.teaches, talk.phrase) == ((), False, False)
    assert 2.0 < len(read_recording(phrase.clip.file)) / SAMPLE_RATE < 2.9
    assert phrases_of([phrase, talk]) == 1
    assert seconds_of([phrase, talk]) == phrase.seconds


def record_spoken(_: Path, until: float) -> None:
    """The sound of game 4: a phrase from second 8 on, talk from 28 on, else a quiet room."""
    sound = loud(until, 3)
    for at, seconds in ((8.0, 2.0), (28.0, 2.0)):
        sound[round(at * SAMPLE_RATE) :][: round(seconds * SAMPLE_RATE)] = loud(seconds)
    recorder = Recorder(sound_folder(4), Limits(free_bytes=0))
    for at in range(0, len(sound), SAMPLE_RATE):
        recorder.take(AudioChunk(sound[at : at + SAMPLE_RATE].astype(np.int16), at / SAMPLE_RATE))
    recorder.close()


def test_a_manifest_teaches_each_recording_once(tmp_path: Path) -> None:
    columns = "file\ttranscript\tvoice\tkind\tlicence\tphase\tcondition\texpected"
    (tmp_path / "noise").mkdir()
    (tmp_path / "noise/hall.flac").write_bytes(SPOKEN.read_bytes())
    (tmp_path / "a.opus").write_bytes(SPOKEN.read_bytes())
    said = "a.opus\tя выставляю игрока номер пять\tclub\thuman\town\tday"
    rows = [columns, f"{said}\tclean\tnominate seat=5", f"{said}\tnoise:hall.flac@10\tnominate seat=5"]
    (tmp_path / "club.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    first, second = of_manifest(tmp_path / "club.tsv")
    assert (first.teaches, second.teaches) == (True, False)
    assert first.group == second.group
    assert first.seconds == pytest.approx(len(read_recording(SPOKEN)) / SAMPLE_RATE, abs=0.05)
