"""Is this machine ready for an evening? One finding after another, each with what to do."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Protocol

from voice_judge.errors import UserError
from voice_judge.live.sound_check import Meter, SoundCheck
from voice_judge.rules import Phase
from voice_judge.speech.audio import AudioChunk
from voice_judge.speech.devices import Device, find, loudspeakers, microphones
from voice_judge.speech.loudspeaker import Output
from voice_judge.speech.microphone import Microphone
from voice_judge.speech.voice import Voice
from voice_judge.table.spotting import Heard, Missed, Retracted

PHRASE = "Я выставляю игрока номер пять"
"""What the judge is asked to say."""

ANNOUNCEMENT = "Проверка голоса. Слово игроку номер три."
"""What the loudspeaker says. No formal phrase is in it."""

_SETTLING = 1.0  # seconds of the hall alone, before the phrase is asked for
_INTENT, _SEAT = "nominate", 5


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `check` is its stable name; the texts are Russian."""

    check: str
    ok: bool
    says: str
    advice: str = ""
    details: tuple[str, ...] = field(default=())


class Ear(Protocol):
    """What listens."""

    def listen(self, chunk: AudioChunk, phase: str, /) -> Sequence[Heard | Missed | Retracted]:
        """The phrases that a chunk completes."""

    def finish(self) -> Sequence[Heard | Missed | Retracted]:
        """The sound is over."""


def list_devices() -> Iterator[Finding]:
    """The microphones and loudspeakers that there are."""
    yield _listed("microphones", "Микрофоны", microphones, "подключите микрофон; без него игру ведут клавиши")
    yield _listed("loudspeakers", "Колонки", loudspeakers, "подключите колонку; без неё ответы — на экране")


def _listed(check: str, title: str, listing: Callable[[], tuple[Device, ...]], advice: str) -> Finding:
    try:
        found = listing()
    except UserError as error:
        return Finding(check, False, f"{title}: {error}", advice)
    if not found:
        return Finding(check, False, f"{title}: не найдены", advice)
    usual = find_usual(found)
    return Finding(check, True, f"{title}: {len(found)}", details=tuple(_line(one, one == usual) for one in found))


def find_usual(devices: Sequence[Device]) -> Device | None:
    """The one that is taken when none is chosen."""
    try:
        return find(None, devices)
    except UserError:
        return None


def _line(device: Device, usual: bool) -> str:
    return f"{'*' if usual else ' '} {device.title}, {device.rate} Гц, каналов: {device.channels}"


def check_voice(voice: Voice) -> Finding:
    """Whether there is a Russian voice."""
    sound = voice.render(ANNOUNCEMENT)
    if sound is None:
        problem = voice.problem or "фраза не произнесена; попробуйте ещё раз"
        return Finding("voice", False, f"Русский голос: {problem}", "без голоса ответы — на экране")
    return Finding("voice", True, f"Русский голос: есть, проверочная фраза длится {voice.seconds(ANNOUNCEMENT):.1f} с")


def check_loudspeaker(output: Output, voice: Voice, was_heard: Callable[[], bool | None]) -> Finding:
    """Play the announcement; `was_heard` asks the judge (None: there is nobody to ask)."""
    if output.problem:
        return Finding("loudspeaker", False, f"Проба колонки: {output.problem}", "проверьте кабель и выбор устройства")
    sound = voice.render(ANNOUNCEMENT)
    if sound is None:
        return Finding("loudspeaker", False, "Проба колонки: нечего сыграть без голоса", "сначала голос")
    output.play(sound)
    while output.problem is None and time.monotonic() < output.silent_at:
        time.sleep(0.05)
    if output.problem:
        return Finding("loudspeaker", False, f"Проба колонки: {output.problem}", "проверьте кабель и выбор устройства")
    if was_heard() is False:
        return Finding(
            "loudspeaker",
            False,
            "Проба колонки: не слышно",
            "прибавьте громкость, выберите другую колонку: voice-judge doctor --loudspeaker ИМЯ",
        )
    return Finding("loudspeaker", True, f"Проба колонки: сыграно «{ANNOUNCEMENT}»")


def check_microphone(
    microphone: Microphone, ear: Ear | None, seconds: float, ask: Callable[[], None], meter: Meter
) -> Iterator[Finding]:
    """The hall for a moment, then the phrase: the level, and what was heard."""
    state = microphone.state
    if not state.present:
        advice = "подключите его или выберите другой: voice-judge doctor --microphone ИМЯ"
        yield Finding("microphone", False, f"Проба микрофона: {state.problem}", advice)
        return
    check, spotted = _listen(microphone, ear, seconds, ask, meter)
    yield _level(microphone, check)
    if ear is not None:
        yield _heard(spotted)


def _listen(
    microphone: Microphone, ear: Ear | None, seconds: float, ask: Callable[[], None], meter: Meter
) -> tuple[SoundCheck, list[Heard | Missed | Retracted]]:
    """Until the phrase is heard, `seconds` are over, or the microphone is gone."""
    check, spotted, asked = SoundCheck(), list[Heard | Missed | Retracted](), False
    for chunk in takewhile(lambda chunk: chunk.end < seconds + _SETTLING, microphone.chunks()):
        meter(check.hear(chunk))
        if not asked and chunk.end > _SETTLING:
            ask()
            asked = True
        if ear is not None and asked:
            spotted.extend(ear.listen(chunk, Phase.DAY.value))
        if not microphone.state.present or any(_is_wanted(one) for one in spotted):
            break
    if ear is not None and asked:
        spotted.extend(ear.finish())
    return check, spotted


def _level(microphone: Microphone, check: SoundCheck) -> Finding:
    state = microphone.state
    levels = f"шум {check.noise:.0f} дБ, голос {check.voice:.0f} дБ, пик {check.peak:.0f} дБ"
    says = f"Проба микрофона {state.device}: {levels}"
    if not state.present:
        return Finding("microphone", False, f"{says}; {state.problem}", "проверьте кабель")
    if state.overflows or state.dropped:
        advice = "закройте другие программы: компьютер не успевает"
        return Finding("microphone", False, f"{says}; потеряно звука: {state.overflows + state.dropped} раз", advice)
    problem = check.problem()
    return Finding(
        "microphone", problem is None, f"{says}; {problem[0]}" if problem else says, (problem or ("", ""))[1]
    )


def _heard(spotted: Sequence[Heard | Missed | Retracted]) -> Finding:
    texts = tuple(f"«{_text(one)}»" for one in spotted if not isinstance(one, Retracted) and _text(one))
    if any(_is_wanted(one) for one in spotted):
        return Finding("phrase", True, f"Фраза узнана: {texts[-1]}")
    says = f"Фраза «{PHRASE}» не узнана"
    if texts:
        return Finding("phrase", False, f"{says}, услышано: {', '.join(texts)}", "скажите её ещё раз, ближе и чётче")
    return Finding("phrase", False, f"{says}: ничего не услышано", "скажите её громче или проверьте микрофон")


def _is_wanted(one: Heard | Missed | Retracted) -> bool:
    return isinstance(one, Heard) and one.intent.name == _INTENT and one.intent.slots.get("seat") == _SEAT


def _text(one: Heard | Missed) -> str:
    return one.intent.text if isinstance(one, Heard) else one.not_recognized.text
