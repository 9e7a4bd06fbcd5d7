"""Ears: sound in, phrases out; they follow the phase and the floor, and join nothing across a gap."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.speech.conftest import Say
from tests.speech.sounds import quiet, stream
from voice_judge.grammar import Intent, load_grammars
from voice_judge.speech.audio import AudioChunk, Samples
from voice_judge.speech.engine import Engine
from voice_judge.speech.engines import load_engine
from voice_judge.speech.recognizer import Hypothesis, Recognizer, Word
from voice_judge.table.ears import Ears
from voice_judge.table.listening import DEFAULT_LISTENING, SWEEPS, ListeningSettings
from voice_judge.table.spotting import Heard, Missed, Spotted


@pytest.fixture
def ears() -> Ears:
    return Ears(load_grammars(), load_engine())


def listen(ears: Ears, sounds: Sequence[Samples], phase: str | Callable[[float], str]) -> list[Spotted]:
    phase_at = phase if callable(phase) else (lambda _: phase)
    found = [one for chunk in stream(sounds) for one in ears.listen(chunk, phase_at(chunk.start))]
    return [*found, *ears.finish()]


def names(found: Sequence[Spotted]) -> list[str]:
    return [one.intent.name for one in found if isinstance(one, Heard)]


def test_a_phrase_in_the_middle_of_talk_is_told_before_the_talk_ends(ears: Ears, say: Say) -> None:
    talk = say("любовь как река я выставляю игрока номер четыре что есть красота")
    more = say("терпение прекрасное качество но жизнь слишком коротка чтобы терпеть")
    found = listen(ears, [quiet(0.5), talk[:-3_200], more, quiet(1)], "day")
    (heard,) = [one for one in found if isinstance(one, Heard)]
    assert (heard.intent.name, dict(heard.intent.slots)) == ("nominate", {"seat": 4})
    assert heard.start < heard.end < heard.at < 0.5 + len(talk) / 16_000 + 1.0


def test_a_pause_after_a_phrase_is_enough(ears: Ears, say: Say) -> None:
    phrase = say("пас")
    (heard,) = listen(ears, [quiet(0.5), phrase, quiet(2)], "day")
    assert isinstance(heard, Heard)
    assert heard.intent.name == "pass"
    assert heard.at <= 0.5 + len(phrase) / 16_000 + 0.3


def test_talk_is_missed_with_a_reason(ears: Ears, say: Say) -> None:
    found = listen(
        ears, [quiet(0.5), say("терпение прекрасное качество но жизнь слишком коротка чтобы терпеть")], "day"
    )
    assert found
    assert all(isinstance(one, Missed) for one in found)


def test_a_phrase_of_another_phase_is_not_heard(ears: Ears, say: Say) -> None:
    sounds = [quiet(0.5), say("просыпается мафия"), quiet(1)]
    assert names(listen(ears, sounds, "night")) == ["mafia_wakes"]
    assert names(listen(Ears(load_grammars(), load_engine()), sounds, "day")) == []


def test_the_phase_changes_between_utterances(ears: Ears, say: Say) -> None:
    first = [quiet(0.5), say("спасибо всё"), quiet(1)]
    seconds = sum(map(len, first)) / 16_000
    found = listen(
        ears, [*first, say("просыпается мафия"), quiet(1)], lambda at: "day" if at < seconds - 0.5 else "night"
    )
    assert names(found) == ["end_speech", "mafia_wakes"]


def test_a_phase_that_changes_as_somebody_begins_to_speak_loses_no_word(ears: Ears, say: Say) -> None:
    found = listen(ears, [quiet(1), say("просыпается мафия"), quiet(1)], lambda at: "day" if at < 1.35 else "night")
    assert names(found) == ["mafia_wakes"]


def test_a_phase_that_changes_in_the_middle_of_an_utterance_waits(ears: Ears, say: Say) -> None:
    phrase = say("господин судья кто выставлен")
    middle = 0.5 + len(phrase) / 32_000
    found = listen(ears, [quiet(0.5), phrase, quiet(1)], lambda at: "day" if at < middle + 0.5 else "night")
    assert names(found) == ["ask_nominated"]


def test_ears_that_heard_nothing_finish_with_nothing(ears: Ears) -> None:
    assert ears.finish() == ()
    ears.listen(AudioChunk(quiet(0.1), 0.0), "day")
    assert ears.finish() == ()
    ears.close()


def test_the_same_sound_gives_the_same_whatever_the_chunks(say: Say) -> None:
    sounds = [quiet(0.5), say("господин судья кто выставлен"), quiet(1.5), say("спасибо всё"), quiet(1)]
    heard = []
    for seconds in (0.02, 0.1, 0.25):
        ears = Ears(load_grammars(), load_engine())
        found = [one for chunk in stream(sounds, seconds=seconds) for one in ears.listen(chunk, "day")]
        heard.append(names([*found, *ears.finish()]))
    assert heard == [["ask_nominated", "end_speech"]] * 3


def test_chunks_without_samples_or_of_a_few_do_no_harm(ears: Ears, say: Say) -> None:
    found = list(ears.listen(AudioChunk(np.zeros(0, np.int16), 0.0), "day"))
    for chunk in stream([quiet(0.5), say("спасибо всё"), quiet(1)], seconds=0.004):
        found += ears.listen(chunk, "day")
        found += ears.listen(AudioChunk(np.zeros(0, np.int16), chunk.end), "day")
    assert names(found) == ["end_speech"]


def test_time_that_runs_backwards_is_a_gap(ears: Ears, say: Say) -> None:
    for start in (50.0, 10.0):
        found = [
            one
            for chunk in stream([quiet(0.5), say("пас"), quiet(1)], start=start)
            for one in ears.listen(chunk, "day")
        ]
        (heard,) = found
        assert isinstance(heard, Heard)
        assert start < heard.start < heard.at < start + 2.5


# --- gaps, turns, the longest utterance -----------------------------------------------------------------------------


def halves(sound: Samples) -> tuple[Samples, Samples]:
    return sound[: len(sound) // 2], sound[len(sound) // 2 :]


def test_a_gap_joins_nothing_of_before_with_what_follows(ears: Ears, say: Say) -> None:
    first, second = halves(say("господин судья кто выставлен"))
    before = [one for chunk in stream([quiet(0.5), first]) for one in ears.listen(chunk, "day")]
    after = [one for chunk in stream([second, quiet(1)], start=60.0) for one in ears.listen(chunk, "day")]
    assert names([*before, *after, *ears.finish()]) in ([], ["ask_nominated"])  # «кто выставлен» alone is a phrase
    assert all(one.start >= 59.9 for one in after if isinstance(one, Heard))


def test_a_phase_that_changes_at_a_gap_hears_nothing_of_before_it_again(ears: Ears, say: Say) -> None:
    before = [one for chunk in stream([quiet(0.5), say("пас")[:-4_000]]) for one in ears.listen(chunk, "night")]
    after = [one for chunk in stream([quiet(2)], start=60.0) for one in ears.listen(chunk, "day")]
    assert names([*before, *after, *ears.finish()]) == []


def test_a_phrase_before_the_gap_is_told_with_its_own_time(ears: Ears, say: Say) -> None:
    phrase = say("я выставляю игрока номер четыре")[:-3_200]
    before = [one for chunk in stream([quiet(0.5), phrase], start=10.0) for one in ears.listen(chunk, "day")]
    found = [*before, *ears.listen(AudioChunk(quiet(0.1), 60.0), "day")]
    assert [(one.intent.slots, one.at < 20) for one in found if isinstance(one, Heard)] == [({"seat": 4}, True)]


def test_ears_restarted_hear_as_new_ones_do(ears: Ears, say: Say) -> None:
    sounds = [quiet(0.5), say("я выставляю игрока номер четыре"), quiet(1)]
    fresh = listen(ears, sounds, "day")
    listen(ears, [quiet(0.3), say("просыпается мафия")], "night")
    for chunk in stream([say("спасибо всё")[:8_000]]):  # cut off in the middle of a word
        ears.listen(chunk, "day")
    ears.restart()
    assert listen(ears, sounds, "day") == fresh


def test_a_turn_concludes_what_was_said_and_joins_nothing_across_it(ears: Ears, say: Say) -> None:
    first, second = halves(say("просыпается мафия"))
    found = [one for chunk in stream([quiet(0.5), first]) for one in ears.listen(chunk, "night")]
    seconds = 0.5 + len(first) / 16_000
    found += ears.turn()
    found += [one for chunk in stream([second, quiet(1)], start=seconds) for one in ears.listen(chunk, "night")]
    assert names([*found, *ears.finish()]) == []


def test_a_turn_tells_the_phrase_that_it_ends(ears: Ears, say: Say) -> None:
    found = [one for chunk in stream([quiet(0.5), say("спасибо всё")]) for one in ears.listen(chunk, "day")]
    assert names([*found, *ears.turn()]) == ["end_speech"]
    assert ears.turn() == ()


class Counted:
    """An engine of recognizers that hear a word in every chunk, and never end an utterance by themselves."""

    name, note = "counted", None

    def __init__(self) -> None:
        self.made: list[Sequence[str] | None] = []
        self.finished: list[float] = []

    def knows(self, word: str) -> bool:
        return bool(word)

    def recognizer(self, phrases: Sequence[str] | None) -> Recognizer:
        self.made.append(phrases)
        return _Endless(self.finished)


class _Endless:
    def __init__(self, finished: list[float]) -> None:
        self._finished = finished
        self._now = 0.0

    def feed(self, chunk: AudioChunk) -> Sequence[Hypothesis]:
        self._now = chunk.end
        return ()

    def finish(self) -> Sequence[Hypothesis]:
        self._finished.append(round(self._now, 1))
        return (Hypothesis((), True, self._now),)

    def peek(self) -> Hypothesis:
        return Hypothesis((), True, self._now)

    def close(self) -> None:
        pass


def test_talk_without_end_is_concluded_at_the_longest_utterance() -> None:
    engine: Engine = (counted := Counted())
    ears = Ears(load_grammars(), engine, ListeningSettings(longest_seconds=20.0))
    for chunk in stream([np.full(16_000 * 50, 500, np.int16)]):
        ears.listen(chunk, "day")
    assert counted.finished == [20.0, 40.0]


def test_a_silence_longer_than_the_longest_utterance_leaves_the_ears_open(say: Say) -> None:
    ears = Ears(load_grammars(), load_engine(), ListeningSettings(longest_seconds=6.0))
    talk = say("любовь как река я выставляю игрока номер четыре что есть красота")
    assert names(listen(ears, [quiet(9), talk, quiet(1)], "day")) == ["nominate"]


def test_a_breath_near_the_longest_utterance_is_taken_for_it() -> None:
    engine: Engine = (counted := Counted())
    ears = Ears(load_grammars(), engine, ListeningSettings(longest_seconds=20.0))
    loud = np.random.default_rng(6).normal(0, 3_000, 16_000 * 13).astype(np.int16)
    for chunk in stream([quiet(1), loud, quiet(0.6), loud]):
        ears.listen(chunk, "day")
    assert 14.0 < counted.finished[0] <= 14.7


class Told(Counted):
    """An engine whose every utterance holds the words that it was told."""

    def __init__(self, *words: Word) -> None:
        super().__init__()
        self._words = words

    def recognizer(self, phrases: Sequence[str] | None) -> Recognizer:
        self.made.append(phrases)
        return _Told(self._words)


class _Told(_Endless):
    def __init__(self, words: Sequence[Word]) -> None:
        super().__init__([])
        self._words = tuple(words)

    def finish(self) -> Sequence[Hypothesis]:
        return (Hypothesis(self._words, True, self._now),)


@pytest.mark.parametrize(("pause", "expected"), [(0.7, ["nominate"]), (0.35, []), (0.0, [])])
def test_a_no_heard_in_quiet_denies_nothing_and_one_after_a_comma_does(pause: float, expected: list[str]) -> None:
    """The recogniser puts «не» where nobody speaks, right up to the word after it."""
    loud = np.random.default_rng(6).normal(0, 3_000, 16_000).astype(np.int16)
    said = 1.5 + pause
    engine: Engine = Told(
        Word("не", 1.4, said, 1.0),
        Word("выставляю", said, said + 0.5, 1.0),
        Word("пятого", said + 0.5, said + 1.0, 1.0),
    )
    ears = Ears(load_grammars(), engine, ListeningSettings(second_pass=False))
    assert names(listen(ears, [quiet(0.5), loud, quiet(pause), loud, quiet(1)], "day")) == expected


def test_recognizers_are_made_before_the_game_once_for_each_phase() -> None:
    engine: Engine = (counted := Counted())
    ears = Ears(load_grammars(), engine)
    ears.prepare(["day", "vote", "night"])
    assert len(counted.made) == 3
    for chunk in stream([quiet(1)]):
        ears.listen(chunk, "day")
    ears.prepare(["day"])
    assert len(counted.made) == 3


# --- layers of rejection --------------------------------------------------------------------------------------------


def test_a_closed_gate_keeps_a_phrase_out_with_a_reason(say: Say) -> None:
    def heard(settings: ListeningSettings) -> list[Spotted]:
        ears = Ears(load_grammars(), load_engine(), settings)
        sounds = stream([quiet(0.5), say("спасибо всё"), quiet(1)])
        return [*(one for chunk in sounds for one in ears.listen(chunk, "day", lambda _: False)), *ears.finish()]

    (missed,) = heard(DEFAULT_LISTENING)
    assert isinstance(missed, Missed)
    assert missed.not_recognized.reason == "wrong_phase"
    assert names(heard(replace(DEFAULT_LISTENING, floor_gating=False))) == ["end_speech"]


def test_a_phrase_that_could_be_meant_when_it_began_is_told_though_the_gate_closes(ears: Ears, say: Say) -> None:
    phrase = say("спасибо всё")
    over = 0.5 + len(phrase) / 32_000

    def until(at: float) -> Callable[[Intent], bool]:
        return lambda _: at < over

    chunks = stream([quiet(0.5), phrase, quiet(1)])
    assert names([one for chunk in chunks for one in ears.listen(chunk, "day", until(chunk.start))]) == ["end_speech"]


@pytest.mark.parametrize(("margin", "expected"), [(0.0, ["nominate"]), (3.0, ["nominate"]), (50.0, [])])
def test_the_second_pass_wants_its_margin(say: Say, margin: float, expected: list[str]) -> None:
    sounds = [quiet(0.5), say("я выставляю игрока номер четыре"), quiet(1)]
    found = listen(Ears(load_grammars(), load_engine(), ListeningSettings(margin=margin)), sounds, "day")
    assert names(found) == expected
    assert all(one.margin and one.margin > margin for one in found if isinstance(one, Heard))


def test_without_the_second_pass_nothing_is_weighed(say: Say) -> None:
    sounds = [quiet(0.5), say("я выставляю игрока номер четыре"), quiet(1)]
    (heard,) = listen(Ears(load_grammars(), load_engine(), ListeningSettings(second_pass=False)), sounds, "day")
    assert isinstance(heard, Heard)
    assert heard.margin is None


def test_the_list_without_fillers_is_short() -> None:
    for fillers, length in ((True, 2_000), (False, 0)):
        counted = Counted()
        Ears(load_grammars(), counted, ListeningSettings(fillers=fillers)).prepare(["day"])
        (phrases,) = counted.made
        assert phrases
        assert {"я выставляю игрока номер пять", "[unk]"} <= set(phrases)
        assert ("знаешь" in phrases) is fillers
        assert len(phrases) > length


def test_every_setting_can_be_swept_and_its_default_is_among_the_values() -> None:
    assert list(SWEEPS) == list(ListeningSettings.__dataclass_fields__)
    for name, values in SWEEPS.items():
        assert getattr(DEFAULT_LISTENING, name) in values, name
