"""All settings: frozen dataclasses whose annotations say what a file may hold, for people and for pydantic alike.

Each field is one key of settings.toml, each section one table; the template, the page of the documentation and the
errors are made from here (settings/keys.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, ConfigDict, Field, ValidationInfo

from voice_judge.rules import Step
from voice_judge.table.settings import Lead, TableSettings

FOLDER = "folder"
"""The validation's context: the folder that relative paths of the file count from."""

_CLOSED = ConfigDict(extra="forbid", allow_inf_nan=False)
_TABLE = TableSettings()
_LONGEST_PAUSE = 120


def _path(value: object, info: ValidationInfo) -> object:
    if not isinstance(value, str):
        return value
    return (info.context or {}).get(FOLDER, Path()) / Path(value).expanduser() if value else None


def _name_or_path(value: object, info: ValidationInfo) -> object:
    """A bare name as it is; what has the look of a path, as one."""
    if not isinstance(value, str) or not (value.endswith(".toml") or "/" in value or "\\" in value):
        return value
    return str((info.context or {}).get(FOLDER, Path()) / Path(value).expanduser())


NameOrPath = Annotated[str, BeforeValidator(_name_or_path)]
OptionalPath = Annotated[Path | None, BeforeValidator(_path)]
"""A file or a folder; an empty string is none."""


def _pause(says: str) -> object:
    return Field(strict=True, ge=0, le=_LONGEST_PAUSE, description=says)


def _percent(says: str) -> object:
    return Field(strict=True, ge=0, le=100, description=says)


@dataclass(frozen=True, slots=True)
class GameSection:
    """How a game is led."""

    __pydantic_config__: ClassVar[ConfigDict] = _CLOSED

    lead: Annotated[
        Literal["assistant", "judge"],
        Field(
            description="Кто говорит слова ведущего: assistant — программа, а судья подтверждает; "
            "judge — судья сам, а программа следит, считает время и отвечает."
        ),
    ] = "assistant"
    auto_confirm: Annotated[
        bool, Field(strict=True, description="Переходить к следующему этапу самой, не ожидая «подтверждаю».")
    ] = False
    rules: Annotated[
        NameOrPath, Field(min_length=1, description="Правила: official, federation или файл .toml (docs/rules.md).")
    ] = "official"
    names: Annotated[
        OptionalPath, Field(description="Файл с именами игроков, по одному в строке, первым — место 1; пусто — без.")
    ] = None


@dataclass(frozen=True, slots=True)
class PausesSection:
    """The pauses of the script, in seconds: the same whoever is alive."""

    __pydantic_config__: ClassVar[ConfigDict] = _CLOSED

    boundary: Annotated[float, _pause("Перед этапом, который начинается сам (при auto_confirm = true).")] = (
        _TABLE.boundary_pause
    )
    cue: Annotated[
        float, _pause("За сколько секунд до конца речи предупредить; более короткая речь — без предупреждения.")
    ] = _TABLE.cue_before_end
    masks: Annotated[float, _pause("После «Наступает ночь», пока надевают маски.")] = _TABLE.masks_pause
    pointing: Annotated[float, _pause("После минуты чёрных, пока они показывают.")] = _TABLE.pointing_pause
    don_wakes: Annotated[float, _pause("Просыпается дон.")] = _TABLE.pauses[Step.DON_WAKES]
    mafia_sleeps: Annotated[float, _pause("Мафия засыпает.")] = _TABLE.pauses[Step.MAFIA_SLEEPS]
    sheriff_greets: Annotated[float, _pause("Шериф знакомится с судьёй.")] = _TABLE.pauses[Step.SHERIFF_GREETS]
    mafia_hunts: Annotated[float, _pause("Мафия выходит на охоту, перед номерами.")] = _TABLE.pauses[Step.MAFIA_HUNTS]
    mafia_leaves: Annotated[float, _pause("Мафия удаляется.")] = _TABLE.pauses[Step.MAFIA_LEAVES]
    don_seeks: Annotated[float, _pause("Просыпается дон и ищет шерифа.")] = _TABLE.pauses[Step.DON_SEEKS]
    don_sleeps: Annotated[float, _pause("Дон засыпает.")] = _TABLE.pauses[Step.DON_SLEEPS]
    sheriff_wakes: Annotated[float, _pause("Просыпается шериф и проверяет.")] = _TABLE.pauses[Step.SHERIFF_WAKES]
    sheriff_sleeps: Annotated[float, _pause("Шериф засыпает.")] = _TABLE.pauses[Step.SHERIFF_SLEEPS]


@dataclass(frozen=True, slots=True)
class MicrophoneSection:
    """Which microphone hears the table."""

    __pydantic_config__: ClassVar[ConfigDict] = _CLOSED

    device: Annotated[
        str,
        Field(description="Имя микрофона, как его показывает voice-judge doctor; пусто — тот, что выбран в системе."),
    ] = ""
    host_api: Annotated[
        str, Field(description="Звуковая система этого микрофона (ALSA, Windows WASAPI, Core Audio); пусто — любая.")
    ] = ""


@dataclass(frozen=True, slots=True)
class LoudspeakerSection:
    """Where the judge's voice and the music sound."""

    __pydantic_config__: ClassVar[ConfigDict] = _CLOSED

    device: Annotated[str, Field(description="Имя устройства вывода; пусто — то, что выбрано в системе.")] = ""
    host_api: Annotated[str, Field(description="Звуковая система этого устройства; пусто — любая.")] = ""


@dataclass(frozen=True, slots=True)
class VoiceSection:
    """The judge's voice."""

    __pydantic_config__: ClassVar[ConfigDict] = _CLOSED

    name: Annotated[
        str, Field(description="Имя русского голоса из voice-judge settings voices; пусто — первый русский.")
    ] = ""
    rate: Annotated[int, Field(strict=True, ge=80, le=300, description="Скорость речи, слов в минуту.")] = 165
    volume: Annotated[int, _percent("Громкость голоса, в процентах.")] = 100


@dataclass(frozen=True, slots=True)
class MusicSection:
    """The night's music."""

    __pydantic_config__: ClassVar[ConfigDict] = _CLOSED

    on: Annotated[bool, Field(strict=True, description="Музыка ночью: она скрывает шорохи.")] = True
    folder: Annotated[
        OptionalPath, Field(description="Папка с музыкой (WAV, FLAC, OGG, MP3); пусто — тихая музыка программы.")
    ] = None
    volume: Annotated[int, _percent("Громкость музыки, в процентах.")] = 40
    ducked: Annotated[int, _percent("Громкость музыки под голосом, в процентах от её громкости.")] = 25


@dataclass(frozen=True, slots=True)
class ListeningSection:
    """What recognises speech."""

    __pydantic_config__: ClassVar[ConfigDict] = _CLOSED

    engine: Annotated[
        Literal["vosk", "whisper"],
        Field(description="Чем распознавать: vosk или whisper (нужна модель; медленнее)."),
    ] = "vosk"
    model: Annotated[
        NameOrPath,
        Field(description="Имя установленной модели (voice-judge models list) или её папка; пусто — встроенная."),
    ] = ""
    grammars: Annotated[
        OptionalPath, Field(description="Папка со своими фразами (docs/grammars.md); пусто — фразы программы.")
    ] = None


@dataclass(frozen=True, slots=True)
class ScreenSection:
    """The judge's screen."""

    __pydantic_config__: ClassVar[ConfigDict] = _CLOSED

    mode: Annotated[
        Literal["auto", "full", "plain"],
        Field(description="Экран: full — во весь терминал, plain — строками, auto — во весь, где терминал это умеет."),
    ] = "auto"


@dataclass(frozen=True, slots=True)
class RecordSection:
    """The game's sound as evidence."""

    __pydantic_config__: ClassVar[ConfigDict] = _CLOSED

    on: Annotated[
        bool, Field(strict=True, description="Сохранять звук игры на этом компьютере, чтобы разбирать спорное.")
    ] = False
    gigabytes: Annotated[
        float,
        Field(strict=True, ge=0.1, le=1000, description="Сколько места отдать звуку одной игры; старое уступает."),
    ] = 2.0
    keep_days: Annotated[
        int, Field(strict=True, ge=0, le=3650, description="Сколько дней хранить звук; 0 — пока не удалите сами.")
    ] = 30


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a judge can set; a field is a table of settings.toml."""

    __pydantic_config__: ClassVar[ConfigDict] = _CLOSED

    game: Annotated[GameSection, Field(description="Игра")] = field(default_factory=GameSection)
    pauses: Annotated[PausesSection, Field(description="Паузы, в секундах")] = field(default_factory=PausesSection)
    microphone: Annotated[MicrophoneSection, Field(description="Микрофон")] = field(default_factory=MicrophoneSection)
    loudspeaker: Annotated[LoudspeakerSection, Field(description="Колонка")] = field(default_factory=LoudspeakerSection)
    voice: Annotated[VoiceSection, Field(description="Голос судьи")] = field(default_factory=VoiceSection)
    music: Annotated[MusicSection, Field(description="Музыка ночи")] = field(default_factory=MusicSection)
    listening: Annotated[ListeningSection, Field(description="Распознавание")] = field(default_factory=ListeningSection)
    screen: Annotated[ScreenSection, Field(description="Экран")] = field(default_factory=ScreenSection)
    record: Annotated[RecordSection, Field(description="Запись звука")] = field(default_factory=RecordSection)

    @property
    def table(self) -> TableSettings:
        """What the moderator needs of it."""
        return TableSettings(
            lead=Lead(self.game.lead),
            auto_confirm=self.game.auto_confirm,
            boundary_pause=self.pauses.boundary,
            masks_pause=self.pauses.masks,
            pointing_pause=self.pauses.pointing,
            cue_before_end=self.pauses.cue,
            pauses=self._step_pauses(),
        )

    def _step_pauses(self) -> Mapping[Step, float]:
        return {step: getattr(self.pauses, step.value) for step in _TABLE.pauses}
