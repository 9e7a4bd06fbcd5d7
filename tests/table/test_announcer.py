"""Which lines follow which events; the wording itself is data (grammars/answers.yaml)."""

from collections.abc import Sequence

import pytest

from tests.table.judged import grammars
from voice_judge.rules import (
    Cause,
    FloorGiven,
    LiftCounted,
    NightFell,
    Nominated,
    NoVote,
    NoVoteReason,
    PlayerLeft,
    SpeechEnded,
    SpeechKind,
    TableEvent,
    Tied,
    VotesCounted,
)
from voice_judge.table.announcer import ANSWER_KEYS, Announcer

LAST_WORD = FloorGiven(5, 60.0, SpeechKind.LAST_WORD)

# events of one command, what the judge says
SAID: list[tuple[Sequence[TableEvent], list[str]]] = [
    ([Nominated(1, 5)], ["Принято"]),
    ([Nominated(1, 5, several=True)], ["Принято, номер пять"]),
    ([NoVote(NoVoteReason.NO_CANDIDATES), NightFell(1)], ["Голосование не проводится", "Наступает ночь"]),
    ([NoVote(NoVoteReason.WHOLE_TABLE)], ["Игроки остаются в игре"]),
    ([NoVote(NoVoteReason.LIFT_FORBIDDEN)], ["Игроки остаются в игре"]),
    (
        [VotesCounted(6, 4, None), PlayerLeft(5, Cause.VOTE), LAST_WORD],
        [
            "Остальные голоса против игрока номер шесть: четыре голоса",
            "Игрок номер пять покидает игровой стол",
            "Последнее слово игрока номер пять",
        ],
    ),
    (
        [LiftCounted(6, True), PlayerLeft(5, Cause.LIFT), PlayerLeft(8, Cause.LIFT), LAST_WORD],
        [
            "Шесть голосов. Большинство за, игроки покидают игровой стол",
            "Игроки номер пять и восемь покидают игровой стол",
            "Последнее слово игрока номер пять",
        ],
    ),
    ([Tied((5, 6), 5)], ["Равное количество голосов у игроков номер пять и шесть"]),
    ([SpeechEnded(5, False), PlayerLeft(5, Cause.VOTE)], []),
]


@pytest.mark.parametrize(("events", "said"), SAID)
def test_what_the_judge_says(events: Sequence[TableEvent], said: list[str]) -> None:
    assert [line.text for line in Announcer(grammars().answers).announce(events)] == said


def test_a_club_may_always_echo_the_number() -> None:
    announcer = Announcer(grammars().answers, echo_number=True)
    assert [line.text for line in announcer.announce([Nominated(1, 5)])] == ["Принято, номер пять"]


@pytest.mark.parametrize("key", sorted(ANSWER_KEYS))
def test_every_answer_can_be_said(key: str) -> None:
    values: dict[str, object] = {"seat": 5, "seats": (3, 5), "votes": 4, "seconds": 21}
    line = Announcer(grammars().answers).line(key, **{name: values[name] for name in ANSWER_KEYS[key]})
    assert line.text
    assert "{" not in line.text
