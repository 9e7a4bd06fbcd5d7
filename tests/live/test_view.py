"""What a view says in words: each situation of a table, one line each."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.live.shown import NAMES, VIEWS, opened, play, until
from voice_judge.live import view_text as text
from voice_judge.live.view import Listening, Sound, View
from voice_judge.live.view_seats import Presence, seat_lines
from voice_judge.live.view_secrets import role_of, secret_text
from voice_judge.live.view_sound import level_text
from voice_judge.rules import (
    FEDERATION,
    CountVotes,
    DeclareTeamLoss,
    EndSpeech,
    EnterRoles,
    Game,
    GiveFoul,
    GiveTechnicalFoul,
    JudgeState,
    Nominate,
    Phase,
    Proceed,
    RemovePlayer,
    Stage,
    StartGame,
    Step,
    TableState,
    Team,
)


def view(game: Game, now: float = 0.0) -> View:
    return View(game.table, game.judge, now, Sound(Listening.ON))


def day(names: tuple[str, ...] = NAMES) -> Game:
    return play(Game(FEDERATION), StartGame(names, first_day=True), EnterRoles(don=3, mafia=(7, 9), sheriff=5))


def nominated(*pairs: tuple[int, int]) -> Game:
    """Each nominates in turn, the rest say nothing, and the vote begins."""
    game, wanted = day(), dict(pairs)
    while game.table.stage is Stage.SPEECH:
        assert game.table.floor
        seat = game.table.floor.seat
        if seat in wanted:
            play(game, Nominate(seat, (wanted[seat],)))
        play(game, EndSpeech())
    return play(game, Proceed())


def lifted() -> Game:
    """Two tie twice, and the question to lift is asked."""
    game = play(nominated((1, 5), (2, 6)), CountVotes(5))
    game = until(game, Stage.CANDIDATE)
    return until(play(game, CountVotes(5)), Stage.LIFT)


MOMENTS: list[tuple[str, Callable[[], Game], str]] = [
    ("no game", lambda: Game(FEDERATION), "Игра не начата"),
    ("introduction", opened, "Знакомство"),
    ("a minute", day, "Слово: 1 Аня — речь"),
    ("without names", lambda: day(()), "Слово: 1 — речь"),
    ("speeches over", lambda: until(day(), Stage.SPEECHES_OVER), "Обсуждение окончено"),
    ("the first candidate", lambda: nominated((1, 5), (2, 6)), "Кто за уход: 5 Дина"),
    ("the last", lambda: play(nominated((1, 5), (2, 6)), CountVotes(3)), "Кто за уход: 6 Егор (остальные голоса)"),
    ("the question to lift", lifted, "Кто за уход всех"),
    ("a removal", lambda: play(day(), RemovePlayer(4)), "Удалить игрока 4?"),
    ("a team's loss", lambda: play(day(), DeclareTeamLoss(Team.RED, "подсказка")), "Поражение красных?"),
]


@pytest.mark.parametrize(("name", "game", "moment"), MOMENTS, ids=[case[0] for case in MOMENTS])
def test_what_goes_on(name: str, game: Callable[[], Game], moment: str) -> None:
    assert text.moment(view(game())) == moment, name


@pytest.mark.parametrize("stage", Stage)
def test_every_stage_has_a_word(stage: Stage) -> None:
    assert text.moment(View(TableState(stage=stage), JudgeState(), 0.0, Sound(Listening.ON)))


@pytest.mark.parametrize("step", Step)
def test_every_step_of_the_night_has_a_word(step: Step) -> None:
    table = TableState(phase=Phase.NIGHT, stage=Stage.NIGHT_STEP, step=step)
    assert text.moment(View(table, JudgeState(), 0.0, Sound(Listening.ON))) not in ("", "Ночь")


def test_fouls_are_counted_and_the_lost_minute_told() -> None:
    game = play(day(), GiveFoul(2), GiveFoul(6), GiveFoul(6), GiveFoul(6), GiveTechnicalFoul(2))
    fouls = {line.seat: line.fouls for line in seat_lines(view(game)) if line.fouls}
    assert fouls == {2: "!т", 6: "!!!м"}


def test_who_is_in_who_is_leaving_and_who_is_out() -> None:
    game = play(nominated((1, 5), (2, 6)), CountVotes(8), Proceed())
    assert game.table.stage is Stage.LAST_WORD
    presence = {line.seat: line.presence for line in seat_lines(view(game))}
    assert {seat for seat, how in presence.items() if how is not Presence.IN} == {5}
    assert presence[5] is Presence.LEAVING
    out = seat_lines(view(play(game, EndSpeech())))[4]
    assert (out.presence, out.note, out.speaks) == (Presence.OUT, "голосование", False)


def test_the_nominees_stand_in_the_order_of_the_vote() -> None:
    game = play(day(), Nominate(1, (8,)), EndSpeech(), Nominate(2, (3,)))
    assert text.nominees_text(view(game)) == "8 → 3"
    assert {line.seat: line.place for line in seat_lines(view(game)) if line.place} == {8: 1, 3: 2}
    assert text.nominees_text(view(day())) == "никто"
    assert text.nominees_text(view(opened())) == ""


def test_the_votes_so_far() -> None:
    game = nominated((1, 5), (2, 6), (3, 7))
    assert text.votes_text(view(game)) == "5: …   6: –   7: –"
    assert text.votes_text(view(play(game, CountVotes(0)))) == "5: 0   6: …   7: –"
    assert text.votes_text(view(lifted())).endswith("(тур 2)")
    assert text.votes_text(view(day())) == ""


@pytest.mark.parametrize(
    ("now", "shown", "ending"),
    [(0.0, "1:00", False), (0.01, "1:00", False), (1.0, "0:59", False), (49.9, "0:11", False), (50.0, "0:10", True),
     (59.2, "0:01", True), (60.0, "0:00", True), (90.0, "0:00", True)],
)  # fmt: skip
def test_the_countdown(now: float, shown: str, ending: bool) -> None:
    moment = replace(VIEWS["day"], now=now)
    assert (text.countdown(moment), text.is_running_out(moment)) == (shown, ending)


def test_nobody_speaks_no_countdown() -> None:
    for game in (opened(), nominated((1, 5), (2, 6)), until(day(), Stage.SPEECHES_OVER), lifted()):
        assert text.countdown(view(game)) == ""
        assert not text.is_running_out(view(game))


@pytest.mark.parametrize(
    ("level", "bar"),
    [(-96.0, "··········"), (-45.0, "··········"), (-24.0, "■■■■■·····"), (-3.0, "■■■■■■■■■■"), (0.0, "■■■■■■■■■■"),
     (float("-inf"), "··········")],
)  # fmt: skip
def test_the_level_is_a_bar(level: float, bar: str) -> None:
    assert level_text(Sound(Listening.ON, level=level)) == bar


def test_roles_in_words() -> None:
    judge = day().judge
    assert [role_of(judge, seat) for seat in (1, 3, 5, 7, 9)] == ["мирный", "дон", "шериф", "мафия", "мафия"]
    assert role_of(JudgeState(), 1) == ""


def test_secrets_in_words() -> None:
    assert secret_text(view(Game())) == "роли не введены"
    assert secret_text(VIEWS["judge_looks"]) == (
        "введено: дон проверил 5: шериф · выстрелы 3→2, 9→2 · проверили: дон · дон 3, мафия 7 9, шериф 5"
    )
