"""What each command of the command line does: options in, the parts put together, the work done."""

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.evaluation import Setup
from voice_judge.evaluation import evaluate as measure
from voice_judge.grammar import Grammars, lint, load_grammars, sentences
from voice_judge.grammar.intent import Intent
from voice_judge.journal import MemoryJournal
from voice_judge.journal.protocol import protocol, write_protocol
from voice_judge.progress import progress
from voice_judge.resources import resource
from voice_judge.rules import Game, Phase, ProfileError, RulesProfile, load_profile
from voice_judge.speech.mixing import Answer, mix
from voice_judge.speech.models import load_model
from voice_judge.speech.recording import RecordingSource
from voice_judge.speech.spoken_voice import SpokenVoice
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import ANSWER_KEYS, Announcer
from voice_judge.table.display import Display
from voice_judge.table.ears import Ears
from voice_judge.table.moderator import Moderator
from voice_judge.table.reactions import INTENTS
from voice_judge.table.records import Record, SaidRecord, plain_slots, to_json
from voice_judge.table.replay import TRANSCRIPT_SUFFIX, Listener, Part, Recording, Replay, Transcript
from voice_judge.table.settings import Lead, TableSettings
from voice_judge.table.soundtrack import Soundtrack
from voice_judge.table.transcript import read_transcript

GRAMMARS_ENVIRONMENT = "VOICE_JUDGE_GRAMMARS"
SYNONYMS = "nominate_candidacy"
"""The entry of grammars/day.yaml with the other wordings of a nomination (rule case C22)."""

GAME_DAY = "game_day.opus"


def replay(options: Namespace) -> None:
    """Judge recordings and transcripts; print what happens, write the sound and the protocol where asked."""
    grammars = _grammars(options.grammars)
    profile = _profile(options.rules)
    if not profile.nomination_synonyms:
        grammars = grammars.without(SYNONYMS)
    parts = [_part(path) for path in options.files]
    _check_outputs(options)
    listener = _listener(options, grammars) if any(isinstance(part, Recording) for part in parts) else _no_ears
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
        write_protocol(options.protocol, protocol(journal.entries, game.table, secrets=options.secrets))
    if options.wav:
        _write_sound(options.wav, soundtrack, said)


def demo(options: Namespace) -> None:
    """Judge the recorded game day that comes with the program."""
    options.out.mkdir(parents=True, exist_ok=True)
    options.files = [resource("game_day") / GAME_DAY]
    options.wav, options.protocol = options.out / "game_day.wav", options.out / "game_day.json"
    options.secrets = False
    replay(options)
    if not options.json:
        print(f"\nЗвук стола с ответами судьи: {options.wav}\nПротокол: {options.protocol}")


def interpret(options: Namespace) -> None:
    """Print the intent and slots of a phrase, or the reason for none."""
    grammars = _grammars(options.grammars)
    known = [phase.value for phase in Phase]
    if options.phase not in known:
        raise UserError(f"нет фазы «{options.phase}»; есть: {', '.join(known)}")
    words, pauses = sentences(options.text)
    for match in grammars.matcher(options.phase).match(words, True, pauses):
        if isinstance(match, Intent):
            body: dict[str, object] = {"type": "heard", "text": match.text, "intent": match.name}
            body["slots"] = plain_slots(match.slots)
            text = " ".join([match.name, *(f"{name}={_plain(value)}" for name, value in match.slots.items())])
        else:
            body = {"type": "not_recognized", "text": match.text, "reason": match.reason}
            text = f"not_recognized: {match.reason}"
        print(json.dumps(body, ensure_ascii=False) if options.json else text)


def _plain(value: object) -> str:
    return ",".join(str(number) for number in value) if isinstance(value, tuple) else str(value)


def check(options: Namespace) -> None:
    """Check that the grammars are sound and that the model knows all their words."""
    grammars = _grammars(options.grammars)
    model = load_model(options.model)
    _lint(grammars, model.knows)
    print(f"Грамматики в порядке, модель {model.path.name} знает все слова.")


def evaluate(options: Namespace) -> None:
    """Measure recognition on the recordings of manifests."""
    setup = Setup(options.model, _directory(options.grammars))
    with progress("Записи", 1.0) as bar:
        report = measure(options.manifests, setup, lambda done, total: bar(done / total))
    print(json.dumps(report.to_dict(), ensure_ascii=False, indent=1) if options.json else report.text())


def _directory(option: Path | None) -> Path | None:
    from_environment = os.environ.get(GRAMMARS_ENVIRONMENT)
    return option or (Path(from_environment) if from_environment else None)


def _grammars(directory: Path | None) -> Grammars:
    phases = [phase.value for phase in Phase]
    return load_grammars(_directory(directory), handlers=INTENTS, required_answers=ANSWER_KEYS, phases=phases)


def _profile(name: str) -> RulesProfile:
    try:
        return load_profile(name)
    except ProfileError as error:
        raise UserError(str(error)) from None


def _part(path: Path) -> Part:
    if path.suffix.lower() == TRANSCRIPT_SUFFIX:
        return Transcript(path, read_transcript(path))
    return Recording(path, RecordingSource(path))


def _listener(options: Namespace, grammars: Grammars) -> Callable[[], Listener]:
    model = load_model(options.model)
    if model.note:
        print(f"voice-judge: {model.note}", file=sys.stderr)
    _lint(grammars, model.knows)
    return lambda: Ears(grammars, model)


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


def _lint(grammars: Grammars, knows: Callable[[str], bool]) -> None:
    errors = lint(grammars, knows)
    if errors:
        raise UserError("\n".join(str(error) for error in errors))


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
