"""`voice-judge evidence`: the kept sound of games: disputed seconds, the whole game judged again, and forgetting."""

import argparse
import sys
from argparse import Namespace
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from voice_judge.commands.evidence_text import kept_table, moments_table
from voice_judge.commands.options import Commands, add_sources, ears_maker, grammars_of
from voice_judge.commands.stored_games import library, load, number_of
from voice_judge.errors import UserError
from voice_judge.evidence.clips import AFTER, BEFORE, GameSound, write_clip
from voice_judge.evidence.compare import differences
from voice_judge.evidence.moments import Moment, moments_of
from voice_judge.evidence.playing import play_clip
from voice_judge.evidence.rejudge import Bench, rejudge
from voice_judge.evidence.storage import forget_older, forget_sound, has_sound, kept_games, sound_folder
from voice_judge.journal.library import StoredGame
from voice_judge.journal.protocol import may_be_told
from voice_judge.live.entry import read_entry
from voice_judge.progress import progress
from voice_judge.rules import Game, fold
from voice_judge.settings import load_settings
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.table.announcer import Announcer
from voice_judge.table.settings import Lead, TableSettings


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("evidence", help="звук игры: спорные секунды, пересуд по записи, удаление")
    parser.add_argument("game", nargs="?", metavar="GAME", help="номер игры или last; без него — у каких игр есть звук")
    parser.add_argument("moment", nargs="?", type=int, metavar="N", help="номер команды из списка «evidence GAME»")
    parser.add_argument("--play", action="store_true", help="проиграть её секунды (так и без ключей)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="записать её секунды в файл .wav, .flac или .ogg")
    parser.add_argument("--replay", action="store_true", help="отсудить игру заново по звуку и сравнить с журналом")
    parser.add_argument("--lead", choices=[lead.value for lead in Lead], help="кто вёл ту игру (для --replay)")
    parser.add_argument("--secrets", action="store_true", help="тайные записи неоконченной игры тоже")
    parser.add_argument("--delete", action="store_true", help="удалить звук игры GAME, саму игру оставить")
    parser.add_argument("--older", type=float, metavar="DAYS", help="удалить звук игр старше стольких дней")
    add_sources(parser)
    parser.set_defaults(run=_evidence)


def _evidence(options: Namespace) -> None:
    """Do what the options ask."""
    if options.older is not None:
        _forget_older(options.older)
    elif options.game is None:
        if options.delete or options.replay or options.out or options.play:
            raise UserError("какой игры? Номера: voice-judge evidence")
        print(kept_table(kept_games()))
    elif options.delete:
        _forget(options.game)
    elif options.replay:
        _judge_again(options)
    elif options.moment is None:
        _list(options)
    else:
        _clip(options)


def _forget_older(days: float) -> None:
    if not 0 < days < 1e6:
        raise UserError("--older: нужно число дней больше нуля")
    forgotten = forget_older(days, datetime.now().astimezone())
    numbers = ", ".join(str(game) for game in forgotten)
    print(f"Удалён звук игр: {numbers}" if forgotten else "Такого старого звука нет")


def _forget(game: str) -> None:
    # Sound may outlive its game (an interrupted deletion), so the number alone is enough.
    number = int(game) if game.isascii() and game.isdigit() else number_of(library(), game)
    if not forget_sound(number):
        raise UserError(f"у игры {number} нет звука")
    print(f"Звук игры {number} удалён")


def _list(options: Namespace) -> None:
    """Print the accepted commands with their seconds."""
    game = load(library(), options.game)
    kept = has_sound(game.summary.number)
    print(moments_table(_moments(game, options), GameSound(sound_folder(game.summary.number)) if kept else None))


def _clip(options: Namespace) -> None:
    """Play or write the seconds of one command."""
    game = load(library(), options.game)
    moment = next((one for one in _moments(game, options) if one.number == options.moment), None)
    if moment is None:
        raise UserError(f"команды {options.moment} в списке нет: voice-judge evidence {options.game}")
    clip = _sound(game).between(moment.start - BEFORE, moment.end + AFTER)
    if not len(clip):
        raise UserError(f"звука команды {moment.number} нет: он не записывался или уступил место новому")
    if options.out:
        write_clip(options.out, clip)
        print(f"Записано {len(clip) / SAMPLE_RATE:.1f} с: {options.out}", file=sys.stderr)
    if options.play or not options.out:
        play_clip(clip)


def _judge_again(options: Namespace) -> None:
    """Judge the game by its sound, and list where that parts from the journal."""
    game = load(library(), options.game)
    sound = _sound(game)
    profile = Game.rebuild([entry.record for entry in game.entries]).profile
    grammars = grammars_of(options.grammars, profile)
    settings = _led(game, load_settings().table)
    if options.lead:
        settings = replace(settings, lead=Lead(options.lead))
    announcer = Announcer(grammars.answers, echo_number=profile.echo_number)
    bench = Bench(announcer, ears_maker(options, grammars)(), settings, read_entry)
    if sound.begins > 1.0:
        print(f"voice-judge: звук есть только с {sound.begins:.0f}-й секунды игры", file=sys.stderr)
    with progress("Пересуд", sound.seconds) as bar:
        again = rejudge(game, sound, bench, bar)
    found = differences(game.entries, again.entries, secrets=_told(game, options))
    print("\n".join(one.text() for one in found) if found else "Расхождений нет: по звуку выходит то же самое.")


def _led(game: StoredGame, settings: TableSettings) -> TableSettings:
    """As the game was led, where its journal tells."""
    for note in game.notes:
        if note.kind == "settings":
            lead, by_itself = Lead(str(note.body["lead"])), bool(note.body["auto_confirm"])
            return replace(settings, lead=lead, auto_confirm=by_itself)
    return settings


def _moments(game: StoredGame, options: Namespace) -> tuple[Moment, ...]:
    return moments_of(game.entries, secrets=_told(game, options))


def _told(game: StoredGame, options: Namespace) -> bool:
    phase = fold(entry.record for entry in game.entries).table.phase
    return may_be_told(phase, secrets=options.secrets)


def _sound(game: StoredGame) -> GameSound:
    number = game.summary.number
    if not has_sound(number):
        raise UserError(f"звук игры {number} не записывался: запись включает --record или настройка record.on")
    return GameSound(sound_folder(number))
