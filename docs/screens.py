"""Draw the judge's screen in every phase: `python docs/screens.py` writes docs/screens/*.svg.

The states are those of a real game: commands are given to the rules until the moment to be shown.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from voice_judge.live.inbox import Inbox
from voice_judge.live.keys import Hands
from voice_judge.live.screen_app import TableApp
from voice_judge.live.view import Listening, Sound, View
from voice_judge.rules import (
    FEDERATION,
    Accepted,
    Check,
    Checker,
    Command,
    CountVotes,
    EndGame,
    EndSpeech,
    EnterRoles,
    Game,
    GiveFoul,
    Nominate,
    PauseGame,
    Proceed,
    Shoot,
    Stage,
    StartClock,
    StartGame,
    StopClock,
    Team,
)

FOLDER = Path(__file__).with_name("screens")
SIZE = (110, 32)
NAMES = ("Аня", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Захар", "Ирина", "Костя")
ROLES = EnterRoles(don=3, mafia=(7, 9), sheriff=5)
MICROPHONE = Sound(Listening.ON, "USB PnP Sound Device", level=-18.0)


@dataclass(frozen=True, slots=True)
class Shown:
    """A moment of the game, what of the screen the rules do not know, and what must be read on it."""

    says: str
    game: Callable[[], Game]
    now: float = 0.0
    change: Callable[[View], View] = lambda view: view
    facts: tuple[str, ...] = ()


def play(game: Game, *commands: Command, at: float = 0.0) -> Game:
    """Give the commands; each must be accepted."""
    for command in commands:
        outcome = game.handle(command, at)
        if not isinstance(outcome, Accepted):
            raise RuntimeError(f"{command}: {outcome}")
    return game


def until(game: Game, *stages: Stage) -> Game:
    """Go on as the judge's key would until one of these stages."""
    while game.table.stage not in stages:
        speaking = game.table.stage in (Stage.SPEECH, Stage.TIE_SPEECH, Stage.LAST_WORD)
        play(game, EndSpeech() if speaking else Proceed())
    return game


def opened() -> Game:
    """The players are presented."""
    return play(Game(FEDERATION), StartGame(NAMES))


def dealt() -> Game:
    """The cards are out."""
    return play(opened(), Proceed(), ROLES)


def first_day() -> Game:
    """The first minute runs."""
    return play(until(dealt(), Stage.SPEECH), StartClock())


def nominated() -> Game:
    """Three are nominated, one has fouls, and seat 4 speaks."""
    game = play(first_day(), Nominate(1, (7,)), EndSpeech(), Nominate(2, (4,)), EndSpeech())
    play(game, Nominate(3, (1,)), GiveFoul(6), GiveFoul(6), GiveFoul(2), EndSpeech())
    return play(game, StartClock())


def voting() -> Game:
    """Hands for the first candidate are counted, the second is called."""
    return play(until(nominated(), Stage.CANDIDATE), CountVotes(4))


def tied() -> Game:
    """Two have four votes each, and the first of them speaks."""
    return play(until(play(voting(), CountVotes(4)), Stage.TIE_SPEECH), StartClock())


def last_word() -> Game:
    """Seat 7 is voted out and says the last word."""
    return play(until(nominated(), Stage.CANDIDATE), CountVotes(7), CountVotes(1), Proceed(), StartClock())


def night() -> Game:
    """The second night: the mafia hunts, and two shots are in."""
    game = until(last_word(), Stage.NIGHT_FALLEN)
    while game.table.step is None or game.table.step.value != "mafia_hunts":
        play(game, Proceed())
    return play(game, Shoot(3, 2), Shoot(9, 2))


def checked() -> Game:
    """The same night, later: the don has checked."""
    game = night()
    while game.table.step is None or game.table.step.value != "don_seeks":
        play(game, Proceed())
    return play(game, Check(Checker.DON, 5))


def ended() -> Game:
    """The red team has won."""
    return play(last_word(), EndGame(Team.RED, "решение судьи"))


def paused() -> Game:
    """A technical pause in a minute."""
    return play(nominated(), PauseGame(), at=30.0)


SHOWN: Mapping[str, Shown] = {
    "setup": Shown(
        "Before the game",
        lambda: Game(FEDERATION),
        change=lambda view: replace(view, next_step="начать игру", game=None, answer=""),
        facts=("Игра не начата",),
    ),
    "introduction": Shown(
        "The players are presented",
        opened,
        change=lambda view: replace(view, answer="Добрый вечер. Представляю игроков", next_step="наступает ночь"),
        facts=("Знакомство", "Костя"),
    ),
    "dealing": Shown(
        "The cards are dealt",
        lambda: play(opened(), Proceed()),
        change=lambda view: replace(
            view, answer="Наступает ночь", next_step="первая ночь", entry_hint="роли: дон, мафия, мафия, шериф: 3 7 9 5"
        ),
        facts=("Раздача карт", "роли: дон"),
    ),
    "night": Shown(
        "A night: dim, and the same whatever is entered",
        night,
        change=lambda view: replace(
            view,
            sound=Sound(Listening.NIGHT, MICROPHONE.device),
            heard="",
            answer="Мафия выходит на охоту",
            next_step="ночь идёт сама",
            entry_hint="кто и в кого: 1 5",
            music=True,
        ),
        facts=("Ночь 1", "Мафия выходит на охоту", "ночью выключен"),
    ),
    "day": Shown(
        "A minute of the day",
        nominated,
        now=18.4,
        change=lambda view: replace(
            view, heard="выставляю игрока номер один", answer="Принято", next_step="закончить речь игрока 4"
        ),
        facts=("Слово: 4 Глеб — речь", "7 → 4 → 1", "!!"),
    ),
    "last_seconds": Shown(
        "The last seconds of a minute",
        nominated,
        now=51.0,
        change=lambda view: replace(view, answer="Десять секунд", next_step="закончить речь игрока 4"),
        facts=("Слово: 4 Глеб — речь",),
    ),
    "vote": Shown(
        "A vote",
        voting,
        change=lambda view: replace(
            view,
            heard="четыре голоса",
            answer="Кто за то, чтобы игровой стол покинул игрок номер четыре?",
            next_step="голоса считает судья: скажите число",
            entry_hint="сколько голосов: 4",
        ),
        facts=("Кто за уход: 4 Глеб", "7: 4   4: …   1: –"),
    ),
    "tie": Shown(
        "A tie",
        tied,
        now=7.0,
        change=lambda view: replace(
            view, heard="четыре", answer="Тридцать секунд игроку номер семь", next_step="закончить речь игрока 7"
        ),
        facts=("Слово: 7 Жанна — речь при ничьей", "7: 4   4: 4"),
    ),
    "last_word": Shown(
        "A last word",
        last_word,
        now=3.0,
        change=lambda view: replace(
            view, answer="Последнее слово игрока номер семь", next_step="закончить последнее слово игрока 7"
        ),
        facts=("Слово: 7 Жанна — последнее слово",),
    ),
    "over": Shown(
        "The end",
        ended,
        change=lambda view: replace(view, answer="Победа красных", next_step="новая игра"),
        facts=("Игра окончена: победа красных",),
    ),
    "paused": Shown(
        "A pause",
        paused,
        now=30.0,
        change=lambda view: replace(view, paused=True, answer="Пауза", next_step="продолжить"),
        facts=("ПАУЗА", "Слово: 4 Глеб — речь"),
    ),
    "microphone_lost": Shown(
        "The microphone is gone",
        lambda: play(nominated(), StopClock(), at=25.0),
        change=lambda view: replace(
            view,
            paused=True,
            sound=Sound(Listening.LOST, MICROPHONE.device, overflows=2),
            trouble="Микрофон пропал: игра на паузе, пока он не вернётся.",
            next_step="продолжить",
            recording=True,
        ),
        facts=("ПАУЗА", "ПОТЕРЯН", "Микрофон пропал"),
    ),
    "judge_looks": Shown(
        "The judge holds the key of the secrets",
        checked,
        change=lambda view: replace(
            view,
            sound=Sound(Listening.NIGHT, MICROPHONE.device),
            answer="Просыпается Дон и ищет Шерифа",
            next_step="ночь идёт сама",
            entered="дон проверил 5: шериф",
            music=True,
        ),
        facts=("Дон ищет шерифа",),
    ),
}


def view_of(shown: Shown) -> View:
    """The view of a moment."""
    game = shown.game()
    return shown.change(View(game.table, game.judge, shown.now, MICROPHONE, game=12))


async def draw(view: View, size: tuple[int, int] = SIZE, keys: tuple[str, ...] = ()) -> str:
    """The screen as SVG, after these keys."""
    app = TableApp(Hands(Inbox(), lambda: 0.0), lambda: view, lambda: False)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        app.look()
        await pilot.pause()
        return offline(app.export_screenshot(title="voice-judge"))


def offline(svg: str) -> str:
    """Without the web font that Rich asks for: the reader's own monospaced font does as well."""
    svg = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code", "DejaVu Sans Mono").replace("\u00a0", "&#160;")


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, shown in SHOWN.items():
        keys = ("f2",) if name == "judge_looks" else ()
        (FOLDER / f"{name}.svg").write_text(asyncio.run(draw(view_of(shown), keys=keys)), encoding="utf-8")
        print(FOLDER / f"{name}.svg")


if __name__ == "__main__":
    main()
