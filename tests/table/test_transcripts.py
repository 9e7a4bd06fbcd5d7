"""Whole pieces of games as transcripts: what is said and entered, and what must come of it."""

import pytest

from tests.table.judged import ROLES, Json, events, judged, reasons, result, said, speeches


def day(*lines: str) -> list[str]:
    return ["/start day", ROLES, *lines]


# what is said in the first minute, the nominees afterwards, reasons of what was not accepted
NOMINATIONS = [
    ("nominate", ["я выставляю игрока номер пять"], [5], []),
    ("digits", ["Я выставляю игрока № 5."], [5], []),
    ("ordinal", ["выставляю пятого игрока"], [5], []),
    ("inside talk", ["мне не нравится его речь я выставляю игрока номер пять и ещё скажу"], [5], []),
    ("twice the same", ["я выставляю игрока номер пять", "спасибо, всё", "я выставляю игрока номер пять"], [5],
     ["already_nominated"]),
    ("two a day", ["я выставляю игрока номер пять", "я выставляю игрока номер шесть"], [5], ["one_per_day"]),
    ("withdrawn", ["я выставляю игрока номер пять", "я отзываю игрока номер пять"], [], []),
    ("withdrawn, another", ["выставляю пятого", "отзываю пятого", "я выставляю игрока номер шесть"], [6], []),
    ("somebody else's", ["я выставляю игрока номер пять", "пас", "я отзываю игрока номер пять"], [5],
     ["not_nominated_by_you"]),
    ("nothing to withdraw", ["я отзываю игрока номер пять"], [], ["nothing_nominated"]),
    ("in one breath with the end", ["я выставляю игрока номер пять спасибо всё", "я выставляю игрока номер семь"],
     [5, 7], []),
    ("conditional", ["я бы выставил пятого"], [], ["conditional"]),
    ("quoted", ["он сказал я выставляю игрока номер пять"], [], ["quoted"]),
    ("negated", ["я не выставляю игрока номер пять"], [], ["negated"]),
    ("no number", ["я выставляю игрока номер"], [], ["number_unclear"]),
    ("no such number", ["я выставляю игрока номер одиннадцать"], [], ["number_unclear"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "lines", "nominated", "refusals"), NOMINATIONS, ids=[case[0] for case in NOMINATIONS])
def test_nominations(name: str, lines: list[str], nominated: list[int], refusals: list[str]) -> None:
    judgement = judged(day(*lines))
    assert result(judgement)["nominated"] == nominated, name
    assert reasons(judgement) == refusals


def test_answers_of_the_rules_word_for_word() -> None:
    judgement = judged(day("я выставляю игрока номер пять", "я отзываю игрока номер пять"))
    assert said(judgement)[-2:] == ["Принято", "Отозвано"]


def test_a_refused_nomination_is_silent_at_the_table() -> None:
    judgement = judged(day("я выставляю игрока номер пять", "спасибо всё", "я выставляю игрока номер пять"))
    assert said(judgement)[-1] == "Слово игроку номер два"


def test_nominees_are_told_in_ascending_order() -> None:
    judgement = judged(day("выставляю восьмого", "пас", "выставляю третьего", "господин судья, кто выставлен?"))
    assert said(judgement)[-1] == "Выставлены игроки номер три и восемь"
    assert result(judgement)["nominated"] == [8, 3]


def test_the_floor_goes_round_the_table() -> None:
    judgement = judged(day(*speeches(1, 10)))
    floors = events(judgement, "FloorGiven")
    assert floors == [f"FloorGiven {seat} 60.0 speech" for seat in range(1, 11)]
    assert result(judgement)["stage"] == "speeches_over"


def test_a_nomination_begun_after_the_minute_does_not_count() -> None:
    judgement = judged(day("70 я выставляю игрока номер пять"))
    assert result(judgement)["nominated"] == []
    assert reasons(judgement) == ["minute_over"]


NOMINATE_5_AND_6 = ["выставляю пятого", "пас", "выставляю шестого", "пас", *speeches(3, 10), "/confirm"]

# what is entered at the vote between 5 and 6, and who is left, the stage, the winner
VOTES = [
    ("the rest goes to the last", ["/votes 3"], 6, "last_word"),
    ("plurality leaves", ["/votes 7"], 5, "last_word"),
    ("by the judge's voice", ["семь голосов"], 5, "last_word"),
    ("by voice with the candidate", ["против игрока номер пять семь голосов"], 5, "last_word"),
    ("by voters", ["/votes 1,2,3,4,7,8,9"], 5, "last_word"),
    ("by voters, by voice", ["голоса номера один, два, три, четыре, семь, восемь, девять"], 5, "last_word"),
    ("by voters, numbers only", ["один два три"], 6, "last_word"),
    ("no votes at all", ["/votes 0"], 6, "last_word"),
    ("told for the last one too", ["/votes 7", "/votes 3"], 5, "last_word"),
    ("told for the last one too, by voters", ["/votes 1,2,3,4", "/votes 5,6,7,8,9,10"], 6, "last_word"),
    ("too many for the last one", ["/votes 7", "/votes 4"], 5, "last_word"),
    ("too many, then right", ["/votes 11", "/votes 7"], 5, "last_word"),
]


@pytest.mark.parametrize(("name", "lines", "leaver", "stage"), VOTES, ids=[case[0] for case in VOTES])
def test_votes(name: str, lines: list[str], leaver: int, stage: str) -> None:
    judgement = judged(day(*NOMINATE_5_AND_6, *lines))
    assert events(judgement, "PlayerLeft") == [f"PlayerLeft {leaver} vote"], name
    assert result(judgement)["stage"] == stage
    assert leaver not in result(judgement)["alive"]  # type: ignore[operator]


def test_a_voter_named_twice_is_asked_for_again() -> None:
    judgement = judged(day(*NOMINATE_5_AND_6, "один, два, один"))
    assert reasons(judgement) == ["voter_twice"]
    assert result(judgement)["stage"] == "candidate"


def test_a_count_begins_the_vote_without_a_confirmation() -> None:
    lines = day(*NOMINATE_5_AND_6[:-1], "/votes 7")
    assert events(judged(lines), "PlayerLeft") == ["PlayerLeft 5 vote"]


def test_tie_revote_and_the_question_to_lift() -> None:
    twice_tied = ["/votes 5", "спасибо всё", "спасибо всё", "/confirm", "/votes 5"]
    lifted = judged(day(*NOMINATE_5_AND_6, *twice_tied, "/votes 6"))
    assert events(lifted, "FloorGiven")[-3:] == [
        "FloorGiven 5 30.0 tie",
        "FloorGiven 6 30.0 tie",
        "FloorGiven 5 60.0 last_word",
    ]
    assert "Кто за то, чтоб все голосуемые игроки покинули игровой стол?" in said(lifted)
    assert result(lifted)["alive"] == [1, 2, 3, 4, 7, 8, 9, 10]
    spared = judged(day(*NOMINATE_5_AND_6, *twice_tied, "/votes 5", "/votes 5"))
    assert result(spared)["alive"] == list(range(1, 11))
    assert result(spared)["stage"] == "day_over"


# the counts of the revote of 5 and 6 and of the question to lift: with and without the last candidate's own
LIFTS = [
    ("the rest goes to the last", ["/votes 5", "/votes 6"], [5, 6]),
    ("both told", ["/votes 5", "/votes 5", "/votes 6"], [5, 6]),
    ("by voice", ["пять голосов", "пять голосов", "шесть голосов"], [5, 6]),
    ("half is not enough", ["/votes 5", "/votes 5", "/votes 5"], []),
]


@pytest.mark.parametrize(("name", "counts", "lifted"), LIFTS, ids=[case[0] for case in LIFTS])
def test_counts_find_the_vote_they_belong_to(name: str, counts: list[str], lifted: list[int]) -> None:
    judgement = judged(day(*NOMINATE_5_AND_6, "/votes 5", "/votes 5", "пас", "пас", "/confirm", *counts))
    assert events(judgement, "PlayerLeft") == [f"PlayerLeft {seat} lift" for seat in lifted], name


def test_a_count_that_does_not_fit_the_last_candidate_is_noticed() -> None:
    assert reasons(judged(day(*NOMINATE_5_AND_6, "/votes 7", "/votes 4"))) == ["too_many_votes"]


def test_one_candidate_on_the_first_day_is_not_voted() -> None:
    judgement = judged(day("выставляю пятого", "пас", *speeches(2, 10), "/confirm"))
    assert events(judgement, "NoVote", "NightFell") == ["NoVote first_day_single", "NightFell 1"]
    assert said(judgement).count("Наступает ночь") == 1


def test_the_judge_may_speak_the_phrase_himself_and_is_not_repeated() -> None:
    judgement = judged(day(*NOMINATE_5_AND_6, "/votes 7", "спасибо всё", "наступает ночь"))
    assert result(judgement)["phase"] == "night"
    assert "Наступает ночь" not in said(judgement)


FULL_GAME = """
/start
наступает ночь
/roles don=1 mafia=2,3 sheriff=4
/confirm
/confirm
выставляю пятого
пас
пас
выставляю первого
пас
пас
пас
пас
пас
пас
пас
пас
/confirm
/votes 2
спасибо всё
/confirm
/shot 2 6
/shot 3 6
/check sheriff 2
/confirm
спасибо всё
"""


def test_a_game_from_the_introduction_to_the_second_day() -> None:
    judgement = judged(FULL_GAME)
    assert events(judgement, "PlayerLeft") == ["PlayerLeft 1 vote", "PlayerLeft 6 shot"]
    assert result(judgement)["day"] == 2
    assert result(judgement)["speaker"] == 2
    assert said(judgement)[:5] == [
        said(judgement)[0],
        "Просыпается Дон",
        "Просыпается мафия",
        "Мафия засыпает",
        "Шериф знакомится с Судьёй",
    ]


NAMES = "а,б,в,г,д,е,ж,з,и,к"


@pytest.mark.parametrize(("line", "seating"), [("names=" + NAMES, "given"), (f"names={NAMES} seed=7", "random")])
def test_players_are_seated_as_given_or_by_a_draw_that_can_be_repeated(line: str, seating: str) -> None:
    (started, *_) = [line for line in judged(["/start " + line]) if line["type"] == "event"]
    (again, *_) = [line for line in judged(["/start day " + line]) if line["type"] == "event"]
    assert started["seating"] == seating
    assert started["names"] == again["names"]
    assert (started["names"] == NAMES.split(",")) is (seating == "given")


def test_nine_players_are_no_game() -> None:
    assert reasons(judged(["/start names=а,б,в,г,д,е,ж,з,и", "пас"]))[0] == "not_ten_players"


def test_the_word_first_and_the_result_after_it() -> None:
    blacks_leave = ["/start day", "/roles don=5 mafia=6,7 sheriff=4", *NOMINATE_5_AND_6, "/votes 5"]
    lift = [*blacks_leave, "спасибо всё", "спасибо всё", "/confirm", "/votes 5", "/votes 9"]
    assert result(judged([*lift, "спасибо всё"]))["winner"] is None


def test_missing_shots_are_asked_for_once() -> None:
    night = day(*speeches(1, 10), "/confirm", "/shot 1 5", "/confirm")
    assert reasons(judged(night)) == ["shots_missing"]
    assert result(judged(night))["phase"] == "night"
    assert events(judged([*night, "/confirm"]), "NightResult") == ["NightResult 1 None"]


def test_undo_restores_the_speaker_and_says_so() -> None:
    judgement = judged(day("пас", "пас", "отмена"))
    assert result(judgement)["speaker"] == 2
    assert said(judgement)[-2:] == ["Отменено", "Слово игроку номер два"]


# what is entered after the votes for 5 were counted, and who leaves
CORRECTIONS = [
    ("undone before the last one's count", ["/votes 4", "/undo", "/votes 6"], 5),
    ("undone after it went on by itself", ["/votes 4", "", "/undo", "/votes 6"], 5),
    ("by voice", ["четыре голоса", "", "отмена", "шесть голосов"], 5),
    ("twice", ["/votes 4", "/undo", "/votes 6", "/undo", "/votes 4"], 6),
]


@pytest.mark.parametrize(("name", "lines", "leaver"), CORRECTIONS, ids=[case[0] for case in CORRECTIONS])
def test_a_wrong_count_is_one_undo_away(name: str, lines: list[str], leaver: int) -> None:
    judgement = judged(day(*NOMINATE_5_AND_6, *[line or "погода" for line in lines]))
    assert result(judgement)["speaker"] == leaver, name


def test_undo_after_the_night_goes_back_to_the_judges_last_word() -> None:
    night = day(*speeches(1, 10), "/confirm", "/undo")
    assert result(judged(night))["stage"] == "speeches_over"


def test_what_is_undone_is_not_said_any_more() -> None:
    lines = day(*NOMINATE_5_AND_6[:-1], "200 /confirm", "201 /votes 3", "202 /undo")
    assert "Три голоса" not in said(judged(lines))


def test_nobody_shortens_the_night() -> None:
    def minute(*hurry: str) -> object:
        night = judged(["/start", ROLES, "/confirm", "/confirm", *hurry, "300 тишина"])
        return next(line["t"] for line in night if line.get("text") == "Мафия засыпает")

    assert minute("20 /confirm", "21 подтверждаю", "22 /next", "23 мафия засыпает") == minute()


def test_a_shot_at_ones_own_is_asked_about_on_the_screen() -> None:
    night = judged(day(*speeches(1, 10), "/confirm", "/shot 1 2"))
    assert [line["text"] for line in night if line["type"] == "prompt"] == [
        "Выстрел в своего. Верно? Если нет, отмените."
    ]


def test_a_superfluous_confirmation_changes_nothing() -> None:
    judgement = judged(day("/confirm", "выставляю пятого", "подтверждаю"))
    assert reasons(judgement) == ["nothing_to_confirm", "nothing_to_confirm"]
    assert result(judgement)["speaker"] == 1


def test_next_ends_a_speech_and_confirms_elsewhere() -> None:
    judgement = judged(day("/next", "выставляю пятого", *["/next"] * 9, "/next"))
    assert events(judgement, "NoVote", "NightFell") == ["NoVote first_day_single", "NightFell 1"]


def visible(lines: list[Json]) -> list[Json]:
    """What the table can hear or see."""
    return [line for line in lines if line.get("visibility", "table") == "table"]


def test_games_that_differ_in_secrets_only_sound_the_same() -> None:
    def night(don: int, mafia: str, sheriff: int, *entered: str) -> list[str]:
        return [
            "/start", "/confirm", f"/roles don={don} mafia={mafia} sheriff={sheriff}", "/confirm", "/confirm",
            *speeches(1, 10), "/confirm", *entered, "/confirm", "/confirm",
        ]  # fmt: skip

    one = judged(night(1, "2,3", 4, "/shot 1 5", "/shot 2 6", "/shot 3 5", "/check don 4", "/check sheriff 1"))
    other = judged(night(7, "8,9", 10, "/shot 7 1", "/shot 8 2", "/shot 9 -"))
    assert visible(one)[:-2] == visible(other)[:-2]
    assert events(one, "NightResult") == ["NightResult 1 None"]


# what is said or entered in the first minute, the nominees afterwards, reasons of what was not accepted
ENTERED_FOR_THE_PLAYER = [
    (["/nominate 5"], [5], []),
    (["/nominate 5", "/withdraw 5"], [], []),
    (["/nominate 5", "спасибо, всё", "/nominate 5"], [5], ["already_nominated"]),
    (["/nominate 11"], [], ["no_such_seat"]),
    (["я выставляю игрока номер пять", "/correct 6"], [6], []),
    (["/nominate 5", "/correct 6", "/correct 7"], [7], []),
    (["я выставляю игрока номер пять", "спасибо, всё", "/correct 6"], [5], ["nothing_to_undo"]),
    (["/correct 6"], [], ["nothing_to_undo"]),
    (["я выставляю игрока номер пять", "/undo", "/correct 6"], [], ["nothing_to_undo"]),
    (["я выставляю игрока номер пять", "/correct 5"], [5], []),
    (["я выставляю игрока номер пять", "/correct 99"], [5], ["no_such_seat"]),  # and nothing is taken back
    (["я выставляю игрока номер пять", "/correct 99", "/correct 6"], [6], ["no_such_seat"]),
]


@pytest.mark.parametrize(("lines", "nominated", "refusals"), ENTERED_FOR_THE_PLAYER)
def test_the_judge_enters_or_corrects_a_number(lines: list[str], nominated: list[int], refusals: list[str]) -> None:
    judgement = judged(day(*lines))
    assert result(judgement)["nominated"] == nominated
    assert reasons(judgement) == refusals


def test_a_count_heard_wrong_is_corrected() -> None:
    judgement = judged(day(*NOMINATE_5_AND_6, "семь голосов", "/correct 3"))
    assert events(judgement, "PlayerLeft") == ["PlayerLeft 5 vote", "PlayerLeft 6 vote"]  # the first was undone
    assert 5 in result(judgement)["alive"]  # type: ignore[operator]


def test_who_is_nominated_may_be_asked_by_key() -> None:
    assert "Выставлен игрок номер пять" in said(judged(day("/nominate 5", "/asked")))
