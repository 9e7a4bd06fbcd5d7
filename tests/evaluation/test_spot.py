"""Phrases at random places in talk: the plan, the sound, and what the product's ears make of it."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.evaluation.sounds import MANIFEST, NOMINATE, human_talk, recorded
from voice_judge.errors import UserError
from voice_judge.evaluation import Expected, Noise, Setup, read_manifest
from voice_judge.evaluation.conditions import Condition
from voice_judge.evaluation.evaluate import measure
from voice_judge.evaluation.failures import TABLE, write_failures
from voice_judge.evaluation.hearing import Hearing, Told
from voice_judge.evaluation.splicing import LEVEL, PAUSE, Target, splice
from voice_judge.evaluation.spot import room_for, sort_out, spot
from voice_judge.evaluation.streams import STREAM_SECONDS, Placement, Stream, inside_talk, plan
from voice_judge.evaluation.talk import Talk
from voice_judge.grammar import load_grammars
from voice_judge.grammar.intent import Intent
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.table.spotting import Heard, Retracted

GRAMMARS = load_grammars()
NOMINATION = "я выставляю игрока номер пять"


@pytest.mark.parametrize(
    ("words", "phase", "expected", "inside"),
    [
        (NOMINATION, "day", "nominate seat=5", True),
        ("пас", "day", "pass", False),
        ("спасибо всё", "day", "end_speech", False),
        ("подтверждаю", "day", "confirm", False),
    ],
)
def test_only_what_the_grammar_takes_amid_talk_is_put_amid_talk(
    words: str, phase: str, expected: str, inside: bool
) -> None:
    name, _, seat = expected.partition(" seat=")
    phrase = Expected(name, {"seat": int(seat)} if seat else {})
    clip = replace(recorded(NOMINATION), transcript=words, phase=phase, expected=(phrase,))
    assert inside_talk(clip, GRAMMARS) is inside


def test_a_plan_uses_each_recording_once_and_is_the_same_every_time() -> None:
    clips = read_manifest(MANIFEST)
    talk = [Talk(Path(f"{number}.wav"), 60.0) for number in range(60)]
    streams = plan(clips, talk, GRAMMARS, Condition(hall=True))
    assert streams == plan(clips, talk, GRAMMARS, Condition(hall=True))
    assert streams != plan(clips, talk, GRAMMARS, Condition(hall=True), seed=2)
    assert len(streams) == 60 * 60 / STREAM_SECONDS
    assert all(stream.hall and stream.noise is None for stream in streams)
    phrases = [placement.clip for stream in streams for placement in stream.placements]
    assert len(phrases) == len({(clip.file, clip.phase) for clip in phrases}) > 150
    assert all(len(clip.expected) == 1 for clip in phrases)
    assert all(placement.clip.phase == stream.phase for stream in streams for placement in stream.placements)
    places = Counter(placement.paused for stream in streams for placement in stream.placements)
    assert min(places.values()) > 30
    assert sorted(one.file.name for stream in streams for one in stream.talk) == sorted(one.file.name for one in talk)


def test_talk_that_is_a_phrase_of_the_phase_is_no_talk_there() -> None:
    votes = [clip for clip in read_manifest(MANIFEST) if clip.phase == "vote"]
    talk = [Talk(Path("number.wav"), 60.0, "пять"), Talk(Path("weather.wav"), 60.0, "погода хорошая")]
    (stream,) = plan(votes, talk, GRAMMARS, Condition())
    assert [one.file.name for one in stream.talk] == ["weather.wav"]


def test_without_a_phrase_there_is_nothing_to_plan() -> None:
    negatives = [clip for clip in read_manifest(MANIFEST) if not clip.expected][:5]
    with pytest.raises(UserError, match="вставлять в речь нечего"):
        plan(negatives, [Talk(Path("a.wav"), 60.0)], GRAMMARS, Condition())


def test_noises_come_in_turn() -> None:
    talk = [Talk(Path(f"{number}.wav"), 300.0) for number in range(4)]
    noises = [Noise(Path("a.wav"), 10.0), Noise(Path("b.wav"), 10.0)]
    streams = plan(read_manifest(MANIFEST), talk, GRAMMARS, Condition(10.0), noises)
    assert [stream.noise for stream in streams] == [*noises, *noises]


def _stream(*placements: Placement, **changes: object) -> Stream:
    return replace(Stream("day-01", "day", human_talk(), placements), **changes)  # type: ignore[arg-type]


def test_the_phrase_is_where_the_plan_says_with_a_pause_or_without() -> None:
    clip = recorded(NOMINATION)
    spliced = splice(_stream(Placement(clip, 3.0, paused=True), Placement(clip, 9.0, paused=False)))
    paused, unbroken = spliced.targets
    assert paused.start == pytest.approx(3.0 + PAUSE, abs=1.0)
    assert unbroken.end - unbroken.start == pytest.approx(paused.end - paused.start, abs=0.01)
    sound = spliced.samples.astype(float)
    before = sound[round((paused.start - 0.9) * SAMPLE_RATE) : round((paused.start - 0.1) * SAMPLE_RATE)]
    after = sound[round((paused.end + 0.1) * SAMPLE_RATE) : round((paused.end + 0.9) * SAMPLE_RATE)]
    assert max(np.abs(before).max(), np.abs(after).max()) < 50
    for first, last in ((unbroken.start - 0.25, unbroken.start - 0.05), (unbroken.end + 0.05, unbroken.end + 0.25)):
        talk = sound[round(first * SAMPLE_RATE) : round(last * SAMPLE_RATE)]
        assert np.sqrt((talk**2).mean()) > LEVEL / 20
    assert np.array_equal(splice(_stream(*(target.placement for target in spliced.targets))).samples, spliced.samples)


def test_places_beyond_the_talk_or_too_near_each_other_lose_nothing() -> None:
    clip = recorded(NOMINATION)
    spliced = splice(_stream(*(Placement(clip, at, paused=False) for at in (0.0, 0.1, 0.1, 500.0))))
    starts = [target.start for target in spliced.targets]
    assert starts == sorted(starts)
    assert spliced.targets[-1].end < len(spliced.samples) / SAMPLE_RATE
    phrases = sum(target.end - target.start for target in spliced.targets)
    assert 10.0 < len(spliced.samples) / SAMPLE_RATE - phrases <= 13.5


def _heard(seat: int, start: float, end: float) -> Heard:
    return Heard(Intent("nominate", "выставляю", 0, 1, {"seat": seat}), 0.9, start, end, end)


def test_what_was_heard_is_sorted_to_the_phrase_it_overlaps() -> None:
    placement = Placement(recorded(NOMINATION), 0.0, paused=True)
    targets = [Target(placement, 10.0, 12.0), Target(placement, 20.0, 22.0), Target(placement, 30.0, 32.0)]
    right, wrong, alarm, taken = (
        _heard(5, 10.5, 12.2),
        _heard(6, 20.0, 21.0),
        _heard(5, 25.0, 26.0),
        _heard(5, 31.0, 32.0),
    )
    told = [Told(one, one.end + 0.4) for one in (right, wrong, alarm, taken)]
    hearing = Hearing((*told, Told(Retracted(taken, 33.0), 33.0)), 40.0, 4.0)
    result = sort_out(_stream(), targets, hearing, 36.0)
    assert [(trial.hit is not None, len(trial.wrong)) for trial in result.trials] == [(True, 0), (False, 1), (False, 0)]
    assert [(alarm.start, alarm.score) for alarm in result.alarms] == [(25.0, 9.0)]
    assert result.trials[0].latency == pytest.approx(0.6)
    assert result.trials[2].latency is None
    assert (result.hours, result.spent) == (0.01, 4.0)


@pytest.mark.parametrize(
    ("seconds", "name", "room"),
    [
        (8.0, "votes", True),
        (11.0, "votes", True),
        (11.0, "thanks", True),
        (1.0, "votes", False),
        (16.0, "votes", False),
        (1.0, "nominate", True),
        (1.0, "confirm", True),
    ],
)
def test_numbers_have_room_only_about_those_that_are_told(seconds: float, name: str, room: bool) -> None:
    four = replace(recorded(NOMINATION), expected=(Expected("votes", {"votes": 4}),))
    targets = [
        Target(Placement(four, 0.0, paused=True), 10.0, 10.5),
        Target(Placement(recorded(NOMINATION), 0.0, True), 30.0, 32.0),
    ]
    assert room_for(targets, seconds)(Intent(name, "", 0, 1)) is room


@pytest.fixture(scope="module")
def stream() -> Stream:
    """Talk with a phrase in a pause and one amid talk."""
    clip = recorded(NOMINATION)
    return _stream(
        Placement(clip, 3.0, paused=True), Placement(recorded("я отзываю игрока номер три"), 9.0, paused=False)
    )


def test_the_ears_hear_phrases_in_talk_and_the_figures_do_not_depend_on_processes(stream: Stream) -> None:
    told: list[tuple[int, int]] = []
    one = spot([stream, stream], progress=lambda done, total: told.append((done, total)), processes=1)
    two = spot([stream, stream], processes=2)
    assert one.trials[0].expected == NOMINATE
    assert one.trials[0].hit is not None
    assert one.trials[0].latency is not None
    assert told == [(1, 2), (2, 2)]
    assert one.hours == pytest.approx(2 * 19 / 3600, rel=0.1)
    assert [(trial.heard, trial.start) for trial in one.trials] == [(trial.heard, trial.start) for trial in two.trials]
    assert one.alarms == two.alarms


def test_every_failure_becomes_a_sound_to_listen_to(tmp_path: Path, stream: Stream) -> None:
    wrong = replace(recorded(NOMINATION), expected=(Expected("nominate", {"seat": 6}),))
    report = measure([wrong], Setup(), processes=1)
    lost = replace(stream, placements=(replace(stream.placements[0], clip=wrong),))
    count = write_failures(tmp_path / "new" / "failures", report.failures, [lost], spot([lost], processes=1))
    rows = [line.split("\t") for line in (tmp_path / "new" / "failures" / TABLE).read_text("utf-8").splitlines()]
    assert len(rows) == count + 1 >= 3
    assert rows[1][3:] == ["clean", "nominate seat=6", "nominate seat=5"]
    assert any(row[3:] == ["miss", "nominate seat=6", "nominate seat=5"] for row in rows)
    for row in rows[1:]:
        assert 1.0 < soundfile.info(tmp_path / "new" / "failures" / row[0]).duration <= 9.01
