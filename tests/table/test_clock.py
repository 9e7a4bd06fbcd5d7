"""The speech clock, the cues and the script's pauses, all in seconds of the audio clock."""

import pytest

from tests.table.judged import ROLES, Json, events, judged, reasons, result, said, speeches
from voice_judge.speech.voice import nominal_seconds


def times(lines: list[Json], text: str) -> list[float]:
    return [float(str(line["t"])) for line in lines if line["type"] == "said" and line["text"] == text]


def event_time(lines: list[Json], name: str) -> float:
    return next(float(str(line["t"])) for line in lines if line.get("event") == name)


FLOOR = nominal_seconds("Слово игроку номер один")
ACCEPTED = nominal_seconds("Принято")


def test_the_minute_starts_when_the_floor_has_been_given() -> None:
    judgement = judged(["/start day", "100 и это всё"])
    assert event_time(judgement, "ClockStarted") == pytest.approx(FLOOR)
    assert times(judgement, "Десять секунд") == [pytest.approx(FLOOR + 50)]
    assert times(judgement, "Время") == [pytest.approx(FLOOR + 60)]


def test_nobody_is_cut_off_when_the_minute_is_over() -> None:
    assert result(judged(["/start day", "300 и это не всё"]))["speaker"] == 1


def test_the_clock_waits_while_the_judge_answers() -> None:
    judgement = judged(["/start day", "10 выставляю пятого", "100 и это всё"])
    assert times(judgement, "Время") == [pytest.approx(FLOOR + 60 + ACCEPTED)]


def test_an_undone_end_of_speech_gives_back_the_seconds_that_were_left() -> None:
    judgement = judged(["/start day", f"{FLOOR + 20} спасибо, всё", f"{FLOOR + 30} отмена", "200 и это всё"])
    restart = FLOOR + 30 + nominal_seconds("Отменено") + nominal_seconds("Слово игроку номер один")
    assert times(judgement, "Время") == [pytest.approx(restart + 40)]


def test_a_pause_stops_the_clock() -> None:
    judgement = judged(["/start day", f"{FLOOR + 20} пауза", f"{FLOOR + 120} продолжить", "300 и это всё"])
    assert times(judgement, "Время") == [pytest.approx(FLOOR + 120 + nominal_seconds("Продолжаем") + 40)]


def test_a_pause_stops_the_script_of_the_night() -> None:
    def minute(*pause: str) -> float:
        night = judged(["/start", ROLES, "/confirm", "/confirm", *pause, "400 тишина"])
        return times(night, "Мафия засыпает")[0]

    assert minute("30 /pause", "90 /resume") == pytest.approx(minute() + 60)


def test_the_tied_have_thirty_seconds() -> None:
    lines = [
        "/start day",
        ROLES,
        "выставляю пятого",
        "пас",
        "выставляю шестого",
        *speeches(2, 10),
        "/confirm",
        "/votes 5",
    ]
    judgement = judged([*lines, "500 и это всё"])
    started = [float(str(line["t"])) for line in judgement if line.get("event") == "ClockStarted"][-1]
    assert times(judgement, "Время")[-1] == pytest.approx(started + 30)


def test_the_vote_lasts_two_seconds_and_ends_with_thanks() -> None:
    lines = ["/start day", ROLES, "выставляю пятого", "пас", "выставляю шестого", *speeches(2, 10), "/confirm"]
    judgement = judged(lines)
    question = "Кто за то, чтобы игровой стол покинул игрок номер пять?"
    asked = times(judgement, question)[0] + nominal_seconds(question)
    assert times(judgement, "Спасибо") == [pytest.approx(asked + 2.0)]


def test_the_first_nights_minute_is_exact_and_begins_after_the_phrase() -> None:
    judgement = judged(["/start", ROLES, "/confirm", "/confirm"])
    woken = times(judgement, "Просыпается мафия")[0] + nominal_seconds("Просыпается мафия")
    assert times(judgement, "Мафия засыпает") == [pytest.approx(woken + 60.0)]


def test_time_left_and_who_speaks_are_answered() -> None:
    judgement = judged(["/start day", f"{FLOOR + 15} сколько времени осталось", f"{FLOOR + 30} кто говорит"])
    assert said(judgement)[-2] == "Осталось сорок пять секунд"
    assert "один" in str(said(judgement)[-1])


def test_the_last_thing_said_can_be_repeated() -> None:
    assert said(judged(["/start day", "выставляю пятого", "повтори"]))[-2:] == ["Принято", "Принято"]


def test_the_judges_own_script_is_not_spoken_over() -> None:
    judgement = judged(["/start day", ROLES, "выставляю пятого", "пас", "пас"], lead="judge")
    assert said(judgement) == ["Принято"]
    assert events(judgement, "FloorGiven")[-1] == "FloorGiven 3 60.0 speech"


def begins(*lines: str, lead: str = "assistant") -> float:
    """When the first day begins, however the judge hurries."""
    judgement = judged(["/start", ROLES, *lines, "300 /confirm"], lead=lead)
    return event_time(judgement, "DayBegan")


def test_the_pause_before_the_day_is_kept() -> None:
    greets = times(judged(["/start", ROLES, "/confirm", "/confirm"]), "Шериф знакомится с Судьёй")[0]
    early = begins("/confirm", "/confirm", f"{greets + 1} /confirm")
    assert early == pytest.approx(300.0)


def test_the_minute_is_exact_also_where_the_judge_speaks_the_script() -> None:
    lines = ["/start", ROLES, "наступает ночь", "10 просыпается дон", "20 просыпается мафия", "60 мафия засыпает"]
    judgement = judged([*lines, "81 мафия засыпает"], lead="judge")
    sleeps = [line["t"] for line in judgement if line.get("step") == "mafia_sleeps"]
    assert sleeps == [81.0]


def test_nothing_happens_in_a_pause() -> None:
    judgement = judged(["/start day", "пауза", "выставляю пятого", "/next", "продолжить", "выставляю шестого"])
    assert reasons(judgement) == ["paused", "paused"]
    assert result(judgement)["nominated"] == [6]


def test_a_technical_pause_is_in_the_log_where_the_rules_have_it() -> None:
    judgement = judged(["/start day", "/pause", "/resume", "выставляю шестого"], rules="federation")
    assert events(judgement, "GamePaused", "GameResumed") == ["GamePaused", "GameResumed"]
    assert said(judgement)[1:] == ["Пауза", "Продолжаем", "Принято"]
