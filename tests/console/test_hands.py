"""The laptop's keys for the pages, and the moment that a tap belongs to."""

from dataclasses import replace

import pytest

from tests.live.live import Live
from voice_judge.live.entry import read_entry
from voice_judge.live.inbox import Answered, CutOffKey, Inbox, NextKey, PairKey, Typed
from voice_judge.live.keys import Hands, Mode
from voice_judge.live.turn import is_of_the_moment, turn_of
from voice_judge.live.view import View
from voice_judge.rules import Floor, Phase, SpeechKind, Stage, Step, TableState, Tally, Vote
from voice_judge.table.records import Record


@pytest.mark.parametrize(("key", "message"), [("f7", PairKey()), ("f8", CutOffKey())])
def test_one_key_pairs_and_one_cuts_off(key: str, message: PairKey | CutOffKey) -> None:
    inbox = Inbox()
    Hands(inbox, lambda: 0.0).press(key, None)
    assert inbox.take() == (message,)


@pytest.mark.parametrize("key", ["f7", "f8"])
def test_the_keys_mean_nothing_in_an_entry(key: str) -> None:
    inbox = Inbox()
    hands = Hands(inbox, lambda: 0.0)
    hands.mode = Mode.ENTRY
    hands.press(key, None)
    assert inbox.take() == ()


SPEECH = TableState(phase=Phase.DAY, stage=Stage.SPEECH, day=1, floor=Floor(3, SpeechKind.SPEECH))
VOTE = TableState(phase=Phase.VOTE, stage=Stage.CANDIDATE, day=1, vote=Vote((5, 6), called=5))
NIGHT = TableState(phase=Phase.NIGHT, stage=Stage.NIGHT_STEP, night=1, step=Step.MAFIA_HUNTS)
OTHERS = [
    (SPEECH, replace(SPEECH, floor=Floor(4, SpeechKind.SPEECH))),
    (SPEECH, replace(SPEECH, floor=Floor(3, SpeechKind.LAST_WORD))),
    (SPEECH, replace(SPEECH, day=2)),
    (SPEECH, replace(SPEECH, stage=Stage.PAUSED)),
    (VOTE, replace(VOTE, vote=Vote((5, 6), called=6))),
    (VOTE, replace(VOTE, vote=Vote((5, 6), called=5, round=2))),
    (NIGHT, replace(NIGHT, step=Step.DON_SEEKS)),
    (NIGHT, replace(NIGHT, night=2)),
]
SAME = [
    (SPEECH, replace(SPEECH, fouls=((3, 1),))),
    (SPEECH, replace(SPEECH, nominations=())),
    (VOTE, replace(VOTE, vote=Vote((5, 6), called=5, tallies=(Tally(5, 3),)))),
]


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_another_moment_has_another_name(one: TableState, other: TableState) -> None:
    assert turn_of(one) != turn_of(other)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_moment_keeps_its_name(one: TableState, other: TableState) -> None:
    assert turn_of(one) == turn_of(other)


ENTRIES = [
    (SPEECH, "/next", True),
    (SPEECH, "/confirm", True),
    (SPEECH, "5", True),
    (SPEECH, "-5", True),
    (SPEECH, "/correct 6", True),
    (SPEECH, "ф 3", False),
    (SPEECH, "/undo", False),
    (SPEECH, "/pause", False),
    (VOTE, "4", True),
    (VOTE, "1, 2", True),
    (NIGHT, "1 5", False),
    (NIGHT, "/check don 4", False),
    (NIGHT, "/roles don=1 mafia=2,3 sheriff=4", False),
]


@pytest.mark.parametrize(("table", "text", "bound"), ENTRIES)
def test_which_entries_belong_to_their_moment(table: TableState, text: str, bound: bool) -> None:
    assert is_of_the_moment(read_entry(text, table)) is bound


def test_a_key_pressed_twice_answers_the_page_too() -> None:
    """The same guard that the laptop's key "next" has: a second after the stage has changed by itself."""
    live, answers = Live(), list[Answered]()
    live.type("/start day")
    live.wait(3.0)
    live.hear("end_speech", "спасибо")
    live.inbox.put(Typed("/next", "page", answer=answers.append))
    live.wait()
    live.wait(3.0)
    live.inbox.put(Typed("/next", "page", answer=answers.append))
    live.inbox.put(NextKey())
    live.wait()
    assert [answer.accepted for answer in answers] == [False, True]
    assert "сменился" in answers[0].message


class Order:
    """A watcher that keeps the order in which it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, object]] = []

    def table(self, table: TableState, now: float, *, paused: bool) -> None:
        self.told.append(("table", (table.stage, now, paused)))

    def show(self, view: View) -> None:
        self.told.append(("show", view.now))

    def record(self, record: Record) -> None:
        self.told.append((type(record).__name__, record.t))

    def pair(self) -> None: ...

    def cut_off(self) -> None: ...


def test_what_the_table_sees_is_told_before_any_hand_moves() -> None:
    order = Order()
    live = Live(watch=lambda _inbox: order)
    live.type("/start day", "/roles don=1 mafia=2,3 sheriff=4")
    order.told.clear()
    live.inbox.put(Typed("/check don 4", "page"))
    live.wait()
    told = [name for name, _ in order.told]
    assert told[:2] == ["table", "InputRecord"]
    assert told[-2:] == ["table", "show"]


def test_no_entry_is_left_without_an_answer() -> None:
    live, answers = Live(), list[Answered]()
    for text in ("", " ", "/", "//", "/start day", "5", "\x00", "9" * 150, "/end", "/stop", "/correct 6", "/resume"):
        live.inbox.put(Typed(text, "page", answer=answers.append))
        live.wait()
    assert len(answers) == 12
    assert all(answer.accepted or answer.message for answer in answers)
