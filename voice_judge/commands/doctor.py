"""`voice-judge doctor`: is this machine ready for an evening? Each answer with what to do.

The exit code: 0 all is well, 1 something is amiss, 2 an option names a device that is not there.
"""

import argparse
import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from voice_judge.commands.options import Commands, add_grammars, check_words, grammars_of
from voice_judge.errors import UserError
from voice_judge.live.doctor import (
    PHRASE,
    Ear,
    Finding,
    check_loudspeaker,
    check_microphone,
    check_voice,
    list_devices,
)
from voice_judge.live.sound_check import Meter
from voice_judge.settings import Settings, load_settings, save_setting
from voice_judge.speech.devices import Device, Direction, device_key, find, loudspeakers, microphones
from voice_judge.speech.engines import ENGINES, load_engine
from voice_judge.speech.loudspeaker import Loudspeaker
from voice_judge.speech.microphone import Microphone
from voice_judge.speech.mixer import Volumes
from voice_judge.speech.music import Music
from voice_judge.speech.spoken_voice import SpokenVoice
from voice_judge.table.ears import Ears

_BAR = 40  # characters of the level meter, for 60 dB


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("doctor", help="проверить микрофон, колонку, голос и модель перед игрой")
    parser.add_argument("--microphone", metavar="NAME", help="проверить этот микрофон: имя или его часть")
    parser.add_argument("--loudspeaker", metavar="NAME", help="проверить эту колонку: имя или её часть")
    parser.add_argument("--remember", action="store_true", help="записать названные устройства в настройки")
    parser.add_argument("--seconds", type=_seconds, default=8.0, metavar="N", help="сколько ждать фразу (8)")
    parser.add_argument("--yes", action="store_true", help="ничего не спрашивать")
    parser.add_argument("--list", action="store_true", help="только перечислить устройства")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="другой файл настроек")
    parser.add_argument("--json", action="store_true", help="печатать строки JSON")
    parser.add_argument("--engine", choices=ENGINES, help="чем слушать")
    parser.add_argument("--model", type=Path, metavar="NAME|DIR", help="модель: имя установленной или папка")
    add_grammars(parser)
    parser.set_defaults(run=_doctor)


def _doctor(options: Namespace) -> None:
    """Look at one thing after another; leave with code 1 if one is amiss."""
    settings = _chosen(options)
    well = True
    for finding in _findings(options, settings):
        _print(finding, options.json)
        well = well and finding.ok
    if not options.json and not options.list:
        print("Всё готово к игре." if well else "Есть что поправить: строки с «!» выше.")
    if not well:
        raise SystemExit(1)


def _findings(options: Namespace, settings: Settings) -> Iterator[Finding]:
    yield from list_devices()
    if options.list:
        return
    ear, finding = _model(options, settings)
    yield finding
    voice = SpokenVoice(rate=settings.voice.rate, voice=settings.voice.name)
    yield (spoken := check_voice(voice))
    if problem := Music(settings.music.folder).problem():
        yield Finding("music", False, problem, "исправьте папку: voice-judge settings set music.folder ПАПКА")
    if spoken.ok:
        yield _sound_test(options, settings, voice)
    microphone = Microphone(device_key(settings.microphone.host_api, settings.microphone.device))
    try:
        yield from check_microphone(microphone, ear, options.seconds, _ask, _meter(options))
    finally:
        microphone.close()


def _sound_test(options: Namespace, settings: Settings, voice: SpokenVoice) -> Finding:
    volumes = Volumes(voice=settings.voice.volume / 100)
    loudspeaker = Loudspeaker(device_key(settings.loudspeaker.host_api, settings.loudspeaker.device), volumes)
    try:
        return check_loudspeaker(loudspeaker, voice, lambda: _was_heard(options))
    finally:
        loudspeaker.close()


def _model(options: Namespace, settings: Settings) -> tuple[Ear | None, Finding]:
    """The ears, and whether their model is in order."""
    try:
        grammars = grammars_of(options.grammars or settings.listening.grammars)
        engine = load_engine(
            options.model or settings.listening.model or None, options.engine or settings.listening.engine
        )
        check_words(grammars, engine.knows)
    except UserError as error:
        return None, Finding("model", False, f"Модель речи: {error}", "проверьте её: voice-judge models check")
    note = f"; {engine.note}" if engine.note else ""
    return Ears(grammars, engine), Finding("model", True, f"Модель речи: {engine.name}, знает все слова{note}")


def _chosen(options: Namespace) -> Settings:
    """The settings, with the devices that the options name; written down if that is wanted."""
    settings = load_settings(options.settings)
    if options.microphone:
        device = find(options.microphone, microphones())
        _remember(options, Direction.INPUT, device)
        section = replace(settings.microphone, device=device.name, host_api=device.host_api)
        settings = replace(settings, microphone=section)
    if options.loudspeaker:
        device = find(options.loudspeaker, loudspeakers(), "колонка")
        _remember(options, Direction.OUTPUT, device)
        place = replace(settings.loudspeaker, device=device.name, host_api=device.host_api)
        settings = replace(settings, loudspeaker=place)
    return settings


def _remember(options: Namespace, direction: Direction, device: Device) -> None:
    if options.remember:
        section = "microphone" if direction is Direction.INPUT else "loudspeaker"
        save_setting(f"{section}.device", device.name, options.settings)
        save_setting(f"{section}.host_api", device.host_api, options.settings)


def _print(finding: Finding, as_json: bool) -> None:
    if as_json:
        print(json.dumps(asdict(finding), ensure_ascii=False), flush=True)
        return
    print(f"{' ' if finding.ok else '!'} {finding.says}", flush=True)
    for line in finding.details:
        print(f"    {line}")
    if finding.advice and not finding.ok:
        print(f"    Что делать: {finding.advice}.")


def _ask() -> None:
    print(f"voice-judge: скажите: «{PHRASE}»", file=sys.stderr, flush=True)


def _was_heard(options: Namespace) -> bool | None:
    if options.yes or options.json or not sys.stdin or not sys.stdin.isatty():
        return None
    try:
        return input("Слышно фразу? [Д/н] ").strip().lower() not in {"н", "нет", "n", "no"}
    except EOFError:
        return None


def _meter(options: Namespace) -> Meter:
    if options.json or not sys.stderr.isatty():
        return lambda _level: None

    def show(level: float) -> None:
        filled = round(max(0.0, min(1.0, 1.0 + level / 60.0)) * _BAR)
        print(f"{'#' * filled}{'.' * (_BAR - filled)} {level:4.0f} дБ \r", end="", file=sys.stderr, flush=True)

    return show


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0.0 < seconds <= 600.0:
        raise argparse.ArgumentTypeError("от 0 до 600 секунд")
    return seconds
