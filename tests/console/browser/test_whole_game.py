"""A whole game: voice from a recording on one side, taps on a phone on the other, the hall's screen on a third."""

import re
from collections.abc import Iterator

import numpy as np
import pytest
import soundfile
from playwright.sync_api import Browser, Page, expect

from tests.console.browser.theatre import NAMES, Theatre, held, home, seat, tap
from tests.table.judged import grammars
from voice_judge.resources import resource
from voice_judge.rules import Phase, Stage
from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.engines import load_engine
from voice_judge.table.ears import Ears

ROLES = {3: "Дон", 7: "Мафия", 9: "Мафия", 10: "Шериф"}
ROLE_WORDS = re.compile(r"\b(дон\w*|мафи\w*|шериф\w*|мирн\w*)\b", re.IGNORECASE)


@pytest.fixture
def heard(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Theatre]:
    """A game with real ears."""
    with home(tmp_path_factory.mktemp("home")):
        theatre = Theatre(browser, Ears(grammars(), load_engine()))
        yield theatre
        theatre.close()


def recorded(begin: float, end: float) -> Samples:
    """These seconds of the recorded game day."""
    sound, _ = soundfile.read(
        str(resource("game_day") / "game_day.opus"),
        start=round(begin * SAMPLE_RATE),
        stop=round(end * SAMPLE_RATE),
        dtype="int16",
    )
    return np.asarray(sound, np.int16)


def go_on(theatre: Theatre, judge: Page, *stages: Stage) -> None:
    """Tap "next" until the game is there; a tap on what is no longer so is refused, and made again."""
    game = theatre.game
    for _ in range(60):
        game.skip(4.0)
        if game.moderator.table.stage in stages:
            return
        judge.wait_for_timeout(100)
        before = game.moderator.table
        tap(judge, re.compile("^Дальше"))
        for _ in range(20):
            judge.wait_for_timeout(50)
            if game.moderator.table != before:
                break
    raise AssertionError(game.moderator.table)


def innocent(hall: Page) -> None:
    """The hall's document has no word of a role, shown or hidden."""
    found = ROLE_WORDS.search(hall.content())
    assert found is None, found


def test_a_whole_game(heard: Theatre) -> None:
    hall = heard.hall()
    expect(hall.get_by_role("heading", level=1)).to_have_text("Игра не начата")
    judge = heard.phone()

    introduction(heard, judge, hall)
    speeches(heard, judge, hall)
    vote(heard, judge, hall)
    night(heard, judge, hall, victim=1, don=10, sheriff=7)
    expect(hall.locator(".card").nth(0)).to_contain_text("ночь")
    undo(heard, judge)
    for victim in (2, 4):
        go_on(heard, judge, Stage.SPEECHES_OVER, Stage.DAY_OVER)
        night(heard, judge, hall, victim=victim, don=8, sheriff=9)
    go_on(heard, judge, Stage.OVER)
    expect(hall.get_by_role("heading", level=1)).to_have_text("Игра окончена: победа чёрных")
    expect(judge.get_by_role("heading", level=1)).to_have_text("Игра окончена: победа чёрных")
    innocent(hall)


def introduction(heard: Theatre, judge: Page, hall: Page) -> None:
    """The players are presented: ten taps for ten cards, then the night of the mafia's meeting."""
    game = heard.game
    tap(judge, re.compile("^Дальше"))
    expect(hall.locator(".card .name")).to_have_text(list(NAMES))
    for number in range(1, 11):
        tap(judge, ROLES.get(number, "Мирный"))
    with held(judge) as secret:
        assert "М М Д М М М М М М Ш" in secret
    assert "дон" not in judge.locator("section.secret").inner_text().lower()
    tap(judge, "Записать роли")
    heard.until(lambda: game.moderator.game.judge.roles is not None)
    with held(judge) as secret:
        assert "дон 3 · мафия 7 9 · шериф 10" in secret
    go_on(heard, judge, Stage.DEALING)
    expect(hall.get_by_role("heading", level=1)).to_have_text("Ночь")
    innocent(hall)
    until_morning(heard, judge)


def speeches(heard: Theatre, judge: Page, hall: Page) -> None:
    """Two speeches from the recording, a number set right in one tap, a foul, a pause."""
    game = heard.game
    heard.until_stage(Stage.SPEECH)
    expect(hall.get_by_role("timer")).to_have_text(re.compile(r"0:\d\d|1:00"))
    game.play(recorded(0.0, 22.0))
    expect(judge.locator(".log .heard .text").last).to_contain_text("выставляю игрока номер пять")
    expect(judge.locator(".nominees")).to_contain_text("5")
    expect(hall.locator(".nominees li")).to_have_text(["5"])
    expect(hall.locator(".who")).to_contain_text("Борис")  # he said «спасибо всё»
    game.play(recorded(22.0, 40.0))
    expect(hall.locator(".nominees li")).to_have_text(["5", "8"])
    tap(judge, "Было 4")
    expect(hall.locator(".nominees li")).to_have_text(["5", "4"])
    tap(judge, "Фол")
    seat(judge, 6)
    expect(hall.locator(".card").nth(5)).to_contain_text("фолов 1")
    expect(judge.get_by_role("button", name=re.compile("^Игрок 6, Егор.*фолов 1"))).to_be_visible()
    tap(judge, "Пауза")
    expect(hall.locator(".paused")).to_contain_text("Пауза")
    tap(judge, re.compile("^Дальше"))
    expect(hall.locator(".paused")).to_have_count(0)


def vote(heard: Theatre, judge: Page, hall: Page) -> None:
    """Hands by their seats; the last word."""
    go_on(heard, judge, Stage.SPEECHES_OVER)
    go_on(heard, judge, Stage.CANDIDATE)
    expect(hall.locator(".votes li.called")).to_contain_text("Дина")
    tap(judge, "Чьи руки")
    for number in (1, 2, 3, 6, 7, 8):
        seat(judge, number)
    tap(judge, "Записать рук: 6")
    expect(hall.locator(".votes .count").first).to_have_text("6")
    go_on(heard, judge, Stage.LAST_WORD)
    expect(hall.locator(".kicker")).to_have_text("Последнее слово")
    go_on(heard, judge, Stage.DAY_OVER)
    expect(hall.locator(".card").nth(4)).to_contain_text("голосование")
    innocent(hall)


def undo(heard: Theatre, judge: Page) -> None:
    """The second day: a nomination is taken back."""
    game = heard.game
    go_on(heard, judge, Stage.SPEECH)
    before = game.moderator.table.nominated
    seat(judge, 8)
    heard.until(lambda: game.moderator.table.nominated != before)
    tap(judge, re.compile("Отменить"))
    heard.until(lambda: game.moderator.table.nominated == before)


def night(theatre: Theatre, judge: Page, hall: Page, victim: int, don: int, sheriff: int) -> None:
    """One night by taps; what the judge reads, and that the hall sees none of it."""
    game = theatre.game
    go_on(theatre, judge, Stage.NIGHT_FALLEN, Stage.NIGHT_STEP)
    expect(hall.get_by_role("heading", level=1)).to_have_text("Ночь")
    dark = hall.content()
    pad(theatre, judge, "В кого")
    masked = seen(judge)
    seat(judge, victim)
    shooters = len(game.moderator.game.judge.roles.black) if game.moderator.game.judge.roles else 0
    theatre.until(lambda: len(game.moderator.game.judge.shots) == shooters)
    assert seen(judge) == masked
    with held(judge) as secret:
        assert f"3→{victim}" in secret
    for question, number, found in (("Кого проверяет дон", don, don == 10), ("Кого проверяет шериф", sheriff, True)):
        pad(theatre, judge, question)
        seat(judge, number)
        known = len(game.moderator.game.judge.checked)
        theatre.until(lambda known=known: len(game.moderator.game.judge.checked) > 0 or known > 0)  # type: ignore[misc]
        judge.wait_for_timeout(200)
        with held(judge) as secret:
            assert ("ДА" if found else "НЕТ") in secret
    assert hall.content() == dark
    until_morning(theatre, judge)


def seen(judge: Page) -> list[str]:
    """What can be read on the page, but for the log of what the judge's voice says meanwhile."""
    return [judge.locator(part).inner_text() for part in ("header", ".pad", ".secret", ".bar")]


def until_morning(theatre: Theatre, judge: Page) -> None:
    """Let the night go on by itself, and tap "next" where it waits."""
    game = theatre.game
    for _ in range(80):
        game.skip(2.0)
        if game.moderator.table.phase is not Phase.NIGHT:
            return
        if not game.moderator.night_goes_on:
            tap(judge, re.compile("^Дальше"))
            judge.wait_for_timeout(250)
    raise AssertionError(game.moderator.table)


def pad(theatre: Theatre, judge: Page, question: str) -> None:
    """Let the night's script go on until the page asks this."""
    for _ in range(60):
        if judge.locator(".asks").inner_text() == question:
            return
        theatre.game.skip(1.0)
        judge.wait_for_timeout(120)
    raise AssertionError(judge.locator(".asks").inner_text())
