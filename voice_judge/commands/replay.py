"""`voice-judge replay` and `demo`: judge recordings and transcripts."""

import argparse
import json
import sys
from argparse import Namespace
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from voice_judge.commands.options import Commands, add_table, ears_maker, grammars_of, rules_of
from voice_judge.errors import UserError
from voice_judge.journal import MemoryJournal
from voice_judge.journal.protocol import as_stored, render, write_whole
from voice_judge.progress import progress
from voice_judge.resources import resource
from voice_judge.rules import Game
from voice_judge.speech.mixing import Answer, mix
from voice_judge.speech.recording import RecordingSource
from voice_judge.speech.spoken_voice import SpokenVoice
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import Announcer
from voice_judge.table.display import Display
from voice_judge.table.moderator import Moderator
from voice_judge.table.records import Record, SaidRecord, to_json
from voice_judge.table.replay import TRANSCRIPT_SUFFIX, Listener, Part, Recording, Replay, Transcript
from voice_judge.table.settings import Lead, TableSettings
from voice_judge.table.soundtrack import Soundtrack
from voice_judge.table.transcript import read_transcript

GAME_DAY = "game_day.opus"


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the commands to the command line."""
    _add_replay(commands)
    _add_demo(commands)


def _add_replay(commands: "Commands[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("replay", help="отсудить запись игры (WAV, FLAC, OGG, MP3) или её текст (.txt)")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="записи и тексты, по порядку")
    parser.add_argument("--wav", type=Path, help="записать звук стола вместе с ответами судьи")
    parser.add_argument("--protocol", type=Path, help="записать протокол в JSON")
    parser.add_argument("--secrets", action="store_true", help="роли и выстрелы в протоколе и до конца игры")
    add_table(parser)
    parser.set_defaults(run=_replay)


def _add_demo(commands: "Commands[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("demo", help="отсудить записанный игровой день, который входит в программу")
    parser.add_argument("--out", type=Path, default=Path("out"), help="папка для звука и протокола (out)")
    add_table(parser)
    parser.set_defaults(run=_demo)


def _replay(options: Namespace) -> None:
    """Judge recordings and transcripts; print what happens, write the sound and the protocol where asked."""
    profile = rules_of(options.rules)
    grammars = grammars_of(options.grammars, profile)
    parts = [_part(path) for path in options.files]
    _check_outputs(options)
    listener = ears_maker(options, grammars) if any(isinstance(part, Recording) for part in parts) else _no_ears
    said: list[SaidRecord] = []
    show = _printer(options.json)

    def emit(record: Record) -> None:
        if isinstance(record, SaidRecord):
            said.append(record)
        show(record)

    game, journal = Game(profile), MemoryJournal()
    settings = TableSettings(lead=Lead(options.lead))
    moderator = Moderator(
        game, Announcer(grammars.answers, echo_number=profile.echo_number), SilentVoice(), journal, emit, settings
    )
    seconds = sum(part.source.seconds or 0.0 for part in parts if isinstance(part, Recording))
    with progress("Запись", seconds or None) as bar:
        soundtrack = Replay(moderator, grammars, listener).run(parts, bar)
    if options.protocol:
        began = datetime.fromtimestamp(options.files[0].stat().st_mtime).astimezone()
        stored = as_stored(journal.entries, journal.notes, began, moderator.now)
        write_whole(options.protocol, render(stored, "json", secrets=options.secrets))
    if options.wav:
        _write_sound(options.wav, soundtrack, said)


def _demo(options: Namespace) -> None:
    """Judge the recorded game day that comes with the program."""
    options.out.mkdir(parents=True, exist_ok=True)
    options.files = [resource("game_day") / GAME_DAY]
    options.wav, options.protocol = options.out / "game_day.wav", options.out / "game_day.json"
    options.secrets = False
    _replay(options)
    if not options.json:
        print(f"\nЗвук стола с ответами судьи: {options.wav}\nПротокол: {options.protocol}")


def _part(path: Path) -> Part:
    if path.suffix.lower() == TRANSCRIPT_SUFFIX:
        return Transcript(path, read_transcript(path))
    return Recording(path, RecordingSource(path))


def _check_outputs(options: Namespace) -> None:
    """What is to be written is checked before an hour is judged, and never replaces what is read."""
    outputs = [path for path in (options.protocol, options.wav) if path]
    inputs = {path.resolve() for path in options.files}
    for path in outputs:
        if path.resolve() in inputs:
            raise UserError(f"{path}: это входной файл, он не будет заменён; назовите другой")
        if path.is_dir() or not path.absolute().parent.is_dir():
            raise UserError(f"{path}: сюда записать нельзя: нет такой папки или это папка")
    if len({path.resolve() for path in outputs}) < len(outputs):
        raise UserError(f"{outputs[0]}: для протокола и для звука нужны разные файлы")
    if options.wav and options.wav.suffix.lower() != ".wav":
        raise UserError(f"{options.wav}: звук записывается в WAV, имя должно кончаться на .wav")


def _no_ears() -> Listener:
    raise AssertionError("a transcript needs no ears")


def _printer(as_json: bool) -> Callable[[Record], None]:
    if as_json:
        return lambda record: print(json.dumps(to_json(record), ensure_ascii=False), flush=True)
    return Display(lambda line: print(line, flush=True)).show


def _write_sound(path: Path, soundtrack: Soundtrack, said: list[SaidRecord]) -> None:
    voice = SpokenVoice()
    answers: list[Answer] = []
    with progress("Голос судьи", len(said)) as bar:
        for number, record in enumerate(said, start=1):
            samples = voice.render(record.text)
            if samples is not None:
                answers.append(Answer(record.t, samples))
            bar(number)
    if voice.problem:
        print(f"voice-judge: {voice.problem}", file=sys.stderr)
    mix(soundtrack, answers, path)
