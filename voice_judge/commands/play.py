"""`voice-judge play` and `resume`: a game at a live table."""

import argparse
import sys
from argparse import Namespace
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from voice_judge.commands.console import add_options as add_console_options
from voice_judge.commands.game_pages import linked
from voice_judge.commands.options import Commands, ears_maker, grammars_of, rules_of
from voice_judge.errors import UserError
from voice_judge.evidence.recorder import Recorder
from voice_judge.evidence.storage import forget_older, sound_folder
from voice_judge.evidence.turn_writer import Limits
from voice_judge.grammar import Grammars
from voice_judge.journal.opening import open_or_save
from voice_judge.journal.sqlite_library import SqliteLibrary
from voice_judge.live.assembly import Assembly, NumberedJournal, Taken, Wanted
from voice_judge.live.inbox import Inbox
from voice_judge.live.playing import Playing
from voice_judge.live.safe_ears import SafeEars
from voice_judge.live.screen import choose_screen
from voice_judge.progress import progress
from voice_judge.rules import Game, Phase
from voice_judge.settings import (
    Settings,
    is_set,
    last_company,
    load_settings,
    read_names,
    remember_company,
    save_setting,
)
from voice_judge.speech.engines import ENGINES
from voice_judge.table.ears import Ears
from voice_judge.table.settings import Lead


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the commands to the command line."""
    play = commands.add_parser("play", help="вести игру за столом: микрофон, голос, экран, клавиши")
    play.add_argument("--rules", metavar="NAME|FILE.toml", help="правила: official, federation, файл")
    who = play.add_mutually_exclusive_group()
    who.add_argument("--names", type=Path, metavar="FILE", help="имена игроков, по одному в строке")
    who.add_argument("--same", action="store_true", help="та же компания, что в прошлой игре")
    _add_common(play)
    play.set_defaults(run=_play)
    resume = commands.add_parser("resume", help="продолжить прерванную игру")
    resume.add_argument("game", nargs="?", type=int, metavar="GAME", help="номер игры (последняя незаконченная)")
    _add_common(resume)
    resume.set_defaults(run=_resume)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lead", choices=[lead.value for lead in Lead], help="кто ведёт: программа или судья")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="другой файл настроек")
    record = parser.add_mutually_exclusive_group()
    record.add_argument("--record", action="store_true", default=None, help="сохранять звук игры на этом компьютере")
    record.add_argument("--no-record", action="store_false", dest="record", help="не сохранять")
    parser.add_argument("--plain", action="store_true", help="экран строками, для простых терминалов")
    parser.add_argument("--no-voice", action="store_true", help="ничего не говорить вслух, ответы — на экране")
    parser.add_argument("--no-ears", action="store_true", help="ничего не слушать, вести игру клавишами")
    parser.add_argument("--engine", choices=ENGINES, help="чем слушать")
    parser.add_argument("--model", type=Path, metavar="NAME|DIR", help="модель: имя установленной или папка")
    parser.add_argument("--console", action="store_true", help="открыть страницу судьи и экран зала (--lan: тоже)")
    add_console_options(parser)
    parser.add_argument("--grammars", type=Path, metavar="DIR", help="папка с грамматиками")


def _play(options: Namespace) -> None:
    """Begin a game, or go on with one that was broken off."""
    settings = _settings(options)
    library = _library()
    unfinished = library.unfinished()
    if unfinished is not None:
        print(f"voice-judge: игра {unfinished.number} не закончена", file=sys.stderr)
        if _agrees("Продолжить её?"):
            _go_on(options, settings, library, unfinished.number)
            return
        print(f"voice-judge: её можно продолжить потом: voice-judge resume {unfinished.number}", file=sys.stderr)
    profile = rules_of(settings.game.rules)
    grammars = grammars_of(settings.listening.grammars, profile)
    names = _names(options, settings)
    game = Game(profile)
    with library.begin() as journal:
        if names:
            remember_company(names)
        _run(options, settings, grammars, game, journal, names=names)


def _resume(options: Namespace) -> None:
    """Go on with a game that was broken off."""
    settings, library = _settings(options), _library()
    number = options.game
    if number is None:
        unfinished = library.unfinished()
        if unfinished is None:
            raise UserError("незаконченных игр нет; новая: voice-judge play")
        number = unfinished.number
    _go_on(options, settings, library, number)


def _go_on(options: Namespace, settings: Settings, library: SqliteLibrary, number: int) -> None:
    stored, journal = library.resume(number)
    with journal:
        if stored.warning:
            print(f"voice-judge: {stored.warning}", file=sys.stderr)
        game = Game.rebuild([entry.record for entry in stored.entries])
        clock = max([stored.clock, *(entry.record.at for entry in stored.entries[-1:])])
        grammars = grammars_of(settings.listening.grammars, game.profile)
        _run(options, settings, grammars, game, journal, taken=Taken(game, stored.entries, clock, stored.notes))


def _run(
    options: Namespace,
    settings: Settings,
    grammars: Grammars,
    game: Game,
    journal: NumberedJournal,
    *,
    names: tuple[str, ...] = (),
    taken: Taken | None = None,
) -> None:
    ears = None if options.no_ears else _ears(options, settings, grammars)
    keeper = _recorder(settings, journal.number) if _records(options, settings) else None
    screen = choose_screen("plain" if options.plain else settings.screen.mode)
    voice, inbox = not options.no_voice, Inbox()
    wanted = Wanted(settings, game, grammars, journal, screen, ears, keeper, names, voice, taken, inbox)
    assembly: Assembly | None = None
    try:
        with linked(options, inbox, journal.number, taken) as link:
            with progress("Голос судьи", 1.0) as bar:
                assembly = Assembly(replace(wanted, watcher=link), bar)
            Playing(assembly, screen).run()
    finally:
        print(f"voice-judge: {_farewell(assembly, journal.number)}", file=sys.stderr)


def _farewell(assembly: Assembly | None, number: int) -> str:
    """How the game was left."""
    if assembly is not None and assembly.table.over:
        return f"игра {number} окончена; протокол: voice-judge protocol {number}"
    return f"игра {number} сохранена; продолжить: voice-judge resume {number}"


def _settings(options: Namespace) -> Settings:
    """The file's, with what the command line says instead."""
    settings = load_settings(options.settings)
    game = replace(
        settings.game,
        lead=options.lead or settings.game.lead,
        rules=getattr(options, "rules", None) or settings.game.rules,
    )
    listening = replace(
        settings.listening,
        engine=options.engine or settings.listening.engine,
        model=str(options.model or settings.listening.model),
        grammars=options.grammars or settings.listening.grammars,
    )
    return replace(settings, game=game, listening=listening)


def _library() -> SqliteLibrary:
    library, message = open_or_save()
    if message:
        print(f"voice-judge: {message}", file=sys.stderr)
    return library


def _names(options: Namespace, settings: Settings) -> tuple[str, ...]:
    if options.same:
        names = last_company()
        if names is None:
            raise UserError("прошлой игры с именами нет; назовите файл: --names ФАЙЛ")
        return names
    file = options.names or settings.game.names
    return read_names(file) if file else ()


def _ears(options: Namespace, settings: Settings, grammars: Grammars) -> SafeEars | None:
    """Ears; without them the keys play the game, unless the model was named on the command line."""
    wanted = Namespace(model=Path(settings.listening.model) if settings.listening.model else None)
    wanted.engine = settings.listening.engine
    try:
        make = ears_maker(wanted, grammars)

        def prepared() -> Ears:
            ears = make()
            ears.prepare(phase.value for phase in Phase)
            return ears

        return SafeEars(prepared)
    except UserError as error:
        if options.model or options.engine or options.grammars:
            raise
        print(f"voice-judge: {error}\nvoice-judge: слушать не получится, игру ведут клавиши", file=sys.stderr)
        return None


def _records(options: Namespace, settings: Settings) -> bool:
    """Whether the game's sound is kept: by option, by settings, or as answered once, before the first game."""
    if options.record is not None:
        return bool(options.record)
    if is_set("record.on", options.settings) or not _can_ask():
        return settings.record.on
    agreed = _agrees("Сохранять звук игр на этом компьютере, чтобы разбирать спорное?")
    save_setting("record.on", agreed, options.settings)
    return agreed


def _recorder(settings: Settings, game: int) -> Recorder:
    """Keeps this game's sound; what is older than the settings allow is deleted now."""
    try:
        forget_older(settings.record.keep_days, datetime.now(UTC))
    except UserError as error:  # an old folder that cannot be deleted keeps nobody from playing
        print(f"voice-judge: {error}", file=sys.stderr)
    return Recorder(sound_folder(game), Limits(total_bytes=round(settings.record.gigabytes * 1e9)))


def _can_ask() -> bool:
    return bool(sys.stdin and sys.stdin.isatty() and sys.stderr.isatty())


def _agrees(question: str) -> bool:
    """A yes or no at the terminal; no where there is nobody to ask."""
    if not _can_ask():
        return False
    print(f"{question} [д/н] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("д", "да", "y", "yes", "l")
