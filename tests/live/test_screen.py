"""The full screen: what must be read on it, what must not, in terminals of every size."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from textual.widget import Widget

from tests.live.shown import SHOWN, VIEWS, WIDE, Picture, Size, Table, drawn, pictures, with_other_secrets
from voice_judge.live.inbox import BackKey, NextKey, PushToTalk, Quit, Typed
from voice_judge.live.view import Listening, Sound, View
from voice_judge.rules import Game, StartGame

DAY, NIGHT = VIEWS["day"], VIEWS["night"]
NAMES = sorted(VIEWS)


@pytest.fixture(scope="module")
def wide() -> Mapping[str, Picture]:
    """Every moment on a screen with room."""
    return dict(zip(VIEWS, pictures(VIEWS.values()), strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_every_phase_shows_what_matters(wide: Mapping[str, Picture], name: str) -> None:
    view, picture = VIEWS[name], wide[name]
    for fact in SHOWN[name].facts:
        assert fact in picture.text
    assert f"Enter — {view.next_step}" in picture.text
    assert "Enter дальше  Backspace назад  Tab ввод" in picture.text
    for seat, player in enumerate(view.table.names, start=1):
        assert f"{seat:>2} {player}" in picture.text


@pytest.mark.parametrize("size", [WIDE, (80, 24), (40, 12), (20, 5)], ids=str)
def test_secrets_change_nothing_on_the_screen(size: Size) -> None:
    others = [with_other_secrets(view) for view in VIEWS.values()]
    for name, one, other in zip(VIEWS, pictures(VIEWS.values(), size), pictures(others, size), strict=True):
        assert one == other, name


@pytest.mark.parametrize("size", [WIDE, (80, 24), (40, 12), (20, 5)], ids=str)
def test_secrets_do_show_while_the_key_is_held(size: Size) -> None:
    view = with_other_secrets(NIGHT)
    held = drawn(view, size, "f2")
    assert held != drawn(view, size)
    assert "шериф" in held.text
    assert "шериф" not in drawn(view, size).text


def test_roles_stand_beside_their_seats() -> None:
    lines = drawn(with_other_secrets(NIGHT), WIDE, "f2").lines
    rows = {
        seat: next(line for line in lines if f"{seat:>2} {name}" in line)
        for seat, name in enumerate(NIGHT.table.names, 1)
    }
    roles = ["дон", "мафия", "мирный", "мафия", "мирный", "шериф", "мирный", "мирный", "мирный", "мирный"]
    assert [role in rows[seat] for seat, role in enumerate(roles, start=1)] == [True] * 10


def test_secrets_go_when_the_key_is_let_go() -> None:
    async def scene(table: Table) -> None:
        masked = await table.press()
        assert await table.press("f2") != masked
        table.now += 0.5
        assert await table.press() != masked
        table.now += 0.5
        assert await table.press() == masked

    Table(with_other_secrets(NIGHT)).play(scene)


@pytest.mark.parametrize("view", [DAY, NIGHT], ids=["day", "night"])
def test_nothing_shows_what_or_how_much_is_typed(view: View) -> None:
    async def scene(table: Table) -> None:
        closed = await table.press()
        opened = await table.press("tab")
        for key in ("1", "space", "5", "backspace", "р", "q", "7", "7", "7", "7", "7", "7", "7", "7", "7", "7", "7"):
            assert await table.press(key) == opened
        different = [number for number, line in enumerate(opened.lines) if line != closed.lines[number]]
        assert len(different) == 1
        assert "Ввод: ············ Enter — принять, Esc — отмена" in opened.lines[different[0]]
        assert await table.press("enter") == closed
        assert table.inbox.take() == (Typed("1 рq77777777777"),)

    Table(view).play(scene)


@pytest.mark.parametrize("size", [WIDE, (40, 12), (20, 5)], ids=str)
def test_a_night_is_equally_dark_whatever_is_entered(size: Size) -> None:
    async def scene(table: Table) -> None:
        colours = {style for _, style in (await table.press()).cells}
        for keys in (("tab", "1"), ("enter",), ("f3",), ("f3",), ("q",), ("escape",), ("f2",)):
            assert {style for _, style in (await table.press(*keys)).cells} <= colours
        table.view = replace(with_other_secrets(NIGHT), notice="Выстрел в своего. Верно?", trouble="Диск полон.")
        assert {style for _, style in (await table.press()).cells} <= colours
        assert max(brightness(style) for style in colours) <= 0x8A
        table.view = DAY
        assert max(brightness(style) for _, style in (await table.press()).cells) > 0xF0

    Table(NIGHT, size).play(scene)


def brightness(style: str) -> int:
    """The brightest part of any colour in a style."""
    words = [word for word in style.split() if word.startswith("#")]
    return max(int(word[place : place + 2], 16) for word in words for place in (1, 3, 5))


def test_a_notice_of_the_night_is_a_mark_in_the_entry_line_only() -> None:
    quiet, told = drawn(NIGHT), drawn(replace(NIGHT, notice="Выстрел в своего. Верно?"))
    different = [(old, new) for old, new in zip(quiet.lines, told.lines, strict=True) if old != new]
    assert len(different) == 1
    assert "! сообщение" in different[0][1]
    assert told == drawn(replace(NIGHT, notice="Нет такого места."))
    assert "Выстрел в своего" in drawn(replace(NIGHT, notice="Выстрел в своего. Верно?"), WIDE, "f2").text


@pytest.mark.parametrize("size", [WIDE, (80, 24), (40, 12), (20, 5)], ids=str)
def test_notices_of_the_day_and_troubles_of_any_time_are_seen(size: Size) -> None:
    assert "! Номер?" in drawn(replace(DAY, notice="Номер?", trouble="Диск полон."), size).text
    assert "! Диск полон" in drawn(replace(NIGHT, notice="Нет такого места.", trouble="Диск полон."), size).text


def test_a_question_and_a_trouble_are_both_seen() -> None:
    assert "! Номер?  ! Диск полон." in drawn(replace(DAY, notice="Номер?", trouble="Диск полон.")).text


def test_at_night_the_level_of_the_microphone_does_not_follow_the_keys() -> None:
    cases = ((NIGHT, Listening.NIGHT, True), (NIGHT, Listening.ON, True), (DAY, Listening.ON, False))
    for view, listening, same in cases:
        loud, soft = pictures(replace(view, sound=Sound(listening, "x", level=level)) for level in (-3.0, -60.0))
        assert (loud == soft) is same


# the microphone's state, and what is read of it
MICROPHONES = [
    (Sound(Listening.ON, "USB", level=-20.0), "слушает · USB  ■"),
    (Sound(Listening.ON, "USB", level=-96.0), "слушает · USB  ····"),
    (Sound(Listening.ON, "USB", level=0.0, clipping=True), "ПЕРЕГРУЗКА"),
    (Sound(Listening.ON, "USB", overflows=7), "потерь звука: 7"),
    (Sound(Listening.SPEAKING, "USB"), "молчит: говорит судья"),
    (Sound(Listening.LOST, "USB"), "ПОТЕРЯН — игра на клавишах · USB"),
    (Sound(Listening.NONE), "нет — игра на клавишах"),
]


def test_the_microphones_state_is_shown() -> None:
    seen = pictures(replace(DAY, sound=sound) for sound, _ in MICROPHONES)
    for picture, (_, shown) in zip(seen, MICROPHONES, strict=True):
        assert any("Микрофон: " in line and shown in line for line in picture.lines), shown


def test_push_to_talk_is_shown_while_it_is_on() -> None:
    async def scene(table: Table) -> None:
        assert "ночью выключен" in (await table.press()).text
        assert "слушает, пока включён ключ" in (await table.press("f3")).text
        table.view = DAY
        assert "Микрофон: слушает · USB" in (await table.press()).text
        assert table.inbox.take() == (PushToTalk(True), PushToTalk(False))

    Table(NIGHT).play(scene)


def test_keys_reach_the_game_and_quitting_asks() -> None:
    async def scene(table: Table) -> None:
        asked = await table.press("enter", "backspace", "space", "q")
        assert "Выйти? F10/Й — да, другая клавиша — нет. Игра сохранена" in asked.text
        assert "Выйти?" not in (await table.press("escape")).text
        await table.press("f10", "f10", "q", "й", "й", "q")
        assert table.inbox.take() == (NextKey(), BackKey(), NextKey(), Quit(), Quit(), Quit())

    Table(DAY).play(scene)


@pytest.mark.parametrize("size", [(40, 12), (20, 5)], ids=str)
def test_quitting_asks_in_small_terminals_too(size: Size) -> None:
    assert "Выйти? F10/Й — да" in drawn(DAY, size, "q").text


def test_no_key_of_the_librarys_own_does_anything() -> None:
    async def scene(table: Table) -> None:
        before = await table.press()
        for key in ("ctrl+p", "ctrl+z", "ctrl+s", "f1", "up", "pagedown", "ctrl+backslash", "shift+tab", "escape"):
            assert await table.press(key) == before, key
        assert not table.inbox.take()
        await table.press("ctrl+c", "escape", "ctrl+q", "escape")
        assert table.app.is_running
        assert len(table.app.screen_stack) == 1

    Table(DAY).play(scene)


SIZES = [(200, 60), WIDE, (80, 24), (64, 20), (63, 19), (40, 12), (40, 10), (20, 9), (20, 5), (9, 3), (1, 1)]


def test_terminals_of_every_size() -> None:
    async def scene(table: Table) -> None:
        for size in SIZES:
            await table.pilot.resize_terminal(*size)
            for name in ("setup", "night", "vote", "microphone_lost"):
                table.view = VIEWS[name]
                picture = await table.press()
                assert len(picture.lines) == size[1]
                assert all(len(line) == size[0] for line in picture.lines)

    Table(DAY).play(scene)


@pytest.mark.parametrize("size", [(80, 24), (63, 19), (40, 12), (40, 10), (20, 5)], ids=str)
def test_small_terminals_keep_who_speaks_and_the_next_step(size: Size) -> None:
    text = drawn(DAY, size).text
    assert "Слово: 4 Глеб" in text
    assert "Enter — закончить" in text
    assert "Tab — тайный" in text
    assert "0:42" in text or blocks_of(text)


def blocks_of(text: str) -> bool:
    """Whether there are large digits: the full height of a 4, and the clock beside it."""
    return sum("█" in line or "▀" in line for line in text.splitlines()) >= 3


def test_the_countdown_is_large_where_there_is_room() -> None:
    assert sum("█" in line for line in drawn(DAY, (110, 32)).lines) >= 7
    assert sum("█" in line for line in drawn(DAY, (80, 24)).lines) >= 5


def test_the_countdown_changes_with_the_clock_and_never_below_zero() -> None:
    async def scene(table: Table) -> None:
        before = await table.press()
        table.view = replace(DAY, now=DAY.now + 1)
        assert await table.press() != before
        table.view = replace(DAY, now=60.0)
        over = await table.press()
        table.view = replace(DAY, now=1e9)
        assert await table.press() == over

    Table(DAY).play(scene)


def test_what_has_not_changed_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(table: Table) -> None:
        await table.press()
        compositor = table.app.screen._compositor
        update = compositor.update_widgets
        drawings: list[object] = []

        def counted(widgets: set[Widget]) -> None:
            drawings.extend(widgets)
            update(widgets)

        monkeypatch.setattr(compositor, "update_widgets", counted)
        for _ in range(5):
            await table.press()
        assert not drawings
        table.view = replace(DAY, heard="спасибо")
        await table.press()
        assert drawings

    Table(DAY).play(scene)


def test_a_resized_terminal_is_filled_anew() -> None:
    small, wide = drawn(DAY, (20, 5)), drawn(DAY)

    async def scene(table: Table) -> None:
        for size, picture in (((20, 5), small), (WIDE, wide)):
            await table.pilot.resize_terminal(*size)
            assert await table.press() == picture

    Table(DAY).play(scene)


STRANGE = [
    "[red]Аня[/red]",
    "[/]",
    "\x1b[31mАня\x1b[0m",
    "А" * 300,
    "аня\nборис\tвера",
    "\u202eяна",
    "漢字漢字",
    "%s {0} $x",
]
STRANGE.append("👩‍👩‍👧‍👦👍🏽")


@pytest.mark.parametrize("size", [WIDE, (40, 12), (20, 5)], ids=str)
def test_a_name_of_any_kind_breaks_nothing(size: Size) -> None:
    def named(name: str) -> View:
        game = Game()
        game.handle(StartGame((name, *"БВГДЕЖЗИК")))
        return replace(VIEWS["introduction"], table=game.table)

    for picture in pictures((named(name) for name in STRANGE), size):
        assert "\x1b" not in picture.text
        assert "\u202e" not in picture.text
        assert all(len(line) <= size[0] for line in picture.lines)
        assert " 2 Б" in picture.text or size != WIDE


def test_a_table_of_fewer_players_shows_fewer_seats() -> None:
    game = Game()
    game.handle(StartGame(tuple("АБВГД"), training=True))
    text = drawn(replace(VIEWS["introduction"], table=game.table)).text
    assert " 5 Д" in text
    assert " 6 " not in text


def test_before_the_game_there_is_a_word_and_the_keys() -> None:
    picture: Picture = drawn(None)
    assert "Готовлюсь к игре" in picture.text
    assert "Enter дальше" in picture.text


def test_a_fault_of_the_screen_ends_the_screen_only() -> None:
    async def scene(table: Table) -> None:
        await table.press()
        table.view = replace(DAY, sound=None)  # type: ignore[arg-type]
        await table.pilot.pause(0.3)
        assert table.app.problem is not None

    Table(DAY).play(scene)


def test_the_screen_leaves_when_it_is_told_to() -> None:
    async def scene(table: Table) -> None:
        table.stopped = True
        await table.pilot.pause(0.3)
        assert table.app.return_code == 0

    Table(DAY).play(scene)
