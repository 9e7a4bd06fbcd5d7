"""The live table's loop: what is listened to and when, what the keys do, what a lost microphone does."""

import pytest

from tests.live.live import TENTH, Live
from voice_judge.live.half_duplex import HalfDuplex
from voice_judge.live.inbox import BackKey, NextKey, PushToTalk, Quit
from voice_judge.live.view import Listening
from voice_judge.rules import Nominated, Phase, Stage
from voice_judge.speech.audio import AudioChunk
from voice_judge.table.records import EventRecord, SaidRecord
from voice_judge.table.settings import Lead, TableSettings

ROLES = "1 2 3 4"


@pytest.fixture
def live() -> Live:
    return Live()


def stage(live: Live) -> Stage:
    return live.moderator.table.stage


def on_the_first_day(live: Live) -> None:
    live.type("/start day")
    live.wait(3.0)


# --- beginning, the three keys ---------------------------------------------------------------------------------


def test_the_key_next_begins_and_leads_the_game(live: Live) -> None:
    stages = []
    for _ in range(3):
        live.inbox.put(NextKey())
        live.wait(4.0)
        stages.append(live.moderator.table.stage)
    assert stages == [Stage.INTRODUCTION, Stage.DEALING, Stage.DEALING]  # the roles are missing
    live.type(ROLES)
    live.inbox.put(NextKey())
    live.wait()
    assert stage(live) is Stage.NIGHT_STEP


def test_the_judge_may_begin_by_voice(live: Live) -> None:
    live.hear("confirm", "подтверждаю")
    assert stage(live) is Stage.INTRODUCTION


def test_names_come_into_the_game() -> None:
    names = ("Аня", "Боря", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Зоя", "Илья", "Катя")
    live = Live(names=names)
    live.wait()
    assert live.screen.last.table.names == names
    live.inbox.put(NextKey())
    live.wait()
    assert live.moderator.table.names == names


def test_three_keys_and_numbers_play_a_whole_day_and_night(live: Live) -> None:
    on_the_first_day(live)
    live.type("/roles don=1 mafia=2,3 sheriff=4")
    live.hear("nominate", seat=5)
    live.inbox.put(NextKey())
    live.wait(4.0)
    live.hear("nominate", seat=6)
    for _ in range(9):
        live.inbox.put(NextKey())
        live.wait(4.0)
    assert stage(live) is Stage.SPEECHES_OVER
    live.inbox.put(NextKey())
    live.wait(8.0)
    live.type("7")
    live.wait(12.0)
    assert stage(live) is Stage.LAST_WORD
    for _ in range(2):
        live.inbox.put(NextKey())
        live.wait(6.0)
    assert live.moderator.table.phase is Phase.NIGHT
    live.type("1 4", "2 4", "3 4")
    live.wait(130.0)
    live.inbox.put(NextKey())
    live.wait(4.0)
    assert live.moderator.table.day == 2
    assert 4 not in live.moderator.table.alive


def test_the_key_back_takes_back_the_last_step(live: Live) -> None:
    on_the_first_day(live)
    live.hear("nominate", seat=5)
    live.inbox.put(BackKey())
    live.wait()
    assert live.moderator.table.nominated == ()


def test_leaving_ends_the_loop(live: Live) -> None:
    live.inbox.put(Quit())
    live.table.run()
    assert stage(live) is Stage.NO_GAME


def test_a_key_pressed_as_the_player_ends_his_speech_skips_nobody(live: Live) -> None:
    on_the_first_day(live)
    live.hear("end_speech", "спасибо всё")
    live.inbox.put(NextKey())
    live.wait(0.3)
    assert live.moderator.table.floor is not None
    assert live.moderator.table.floor.seat == 2
    live.wait(2.0)
    live.inbox.put(NextKey())
    live.wait()
    assert live.moderator.table.floor.seat == 3


# --- half-duplex -----------------------------------------------------------------------------------------------


def test_what_was_captured_while_the_voice_sounded_is_not_listened_to(live: Live) -> None:
    on_the_first_day(live)
    now = live.moderator.now
    live.half_duplex.sounds(now, now + 1.0)
    live.ears.given.clear()
    live.wait(2.0)
    heard = [start for start, _ in live.ears.given]
    assert min(heard) >= now + 1.0 + 0.35 - 0.01  # the tail, too
    assert live.screen.views[-15].sound.listening is Listening.SPEAKING


def test_the_utterance_before_the_voice_is_concluded_once(live: Live) -> None:
    on_the_first_day(live)
    before, now = live.ears.finished, live.moderator.now
    live.half_duplex.sounds(now, now + 1.0)
    live.wait(2.0)
    assert live.ears.finished == before + 1


def test_nothing_is_deaf_for_ever(live: Live) -> None:
    on_the_first_day(live)
    live.half_duplex.sounds(live.moderator.now, live.moderator.now + 0.5)
    live.wait(5.0)
    live.hear("nominate", seat=5)
    assert live.moderator.table.nominated == (5,)


def test_a_loudspeaker_that_starts_late_moves_the_end() -> None:
    late = HalfDuplex(lambda monotonic: monotonic, lambda: 4.0)
    late.sounds(2.0, 3.0)
    deaf = [place for place in range(20, 60) if late.deaf(AudioChunk(TENTH, place / 10))]
    assert (deaf[0], deaf[-1]) == (20, 43)


# --- the night -------------------------------------------------------------------------------------------------


def begin_night(live: Live) -> None:
    live.type("/start", "/confirm")


def test_music_begins_with_the_night_and_stops_in_the_morning(live: Live) -> None:
    begin_night(live)
    assert live.player.calls == ["start"]
    live.type(ROLES, "/confirm")
    live.wait(120.0)
    live.inbox.put(NextKey())
    live.wait(5.0)
    assert live.moderator.table.phase is Phase.DAY
    assert live.player.calls == ["start", "stop"]


def test_push_to_talk_opens_the_ears(live: Live) -> None:
    begin_night(live)
    live.hear("pause", "пауза")
    assert not live.moderator.paused
    live.inbox.put(PushToTalk(True))
    live.wait()
    live.hear("pause", "пауза")
    assert live.moderator.paused


ENTRIES = [["1 5", "2 5", "3 5"], ["1 6"], ["1 7", "2 8", "3 9", "/undo"], []]


def test_the_night_sounds_the_same_whatever_is_typed_and_when() -> None:
    heard = []
    for number, entries in enumerate(ENTRIES):
        live = Live()
        on_the_first_day(live)
        live.type("/roles don=1 mafia=2,3 sheriff=4")
        for _ in range(10):
            live.inbox.put(NextKey())
            live.wait(4.0)
        live.inbox.put(NextKey())
        live.wait(10.0 + number)
        for entry in entries:
            live.type(entry)
        live.wait(100.0 - 3.0 * len(entries) - number)
        heard.append([(record.t, record.text) for record in live.records if isinstance(record, SaidRecord)])
        assert live.player.calls == ["start"]
    assert heard.count(heard[0]) == len(heard)
    assert len(heard[0]) > 5


# --- the microphone --------------------------------------------------------------------------------------------


def test_a_lost_microphone_stops_the_clock_and_takes_it_up_again(live: Live) -> None:
    on_the_first_day(live)
    assert live.moderator.table.clock is not None
    live.source.state.present = False
    live.wait(1.0)
    left = live.moderator.table.clock.remaining(live.moderator.now)
    live.wait(30.0)
    assert live.moderator.paused
    assert "Микрофон пропал" in live.screen.last.trouble
    assert live.screen.last.sound.listening is Listening.LOST
    assert live.moderator.table.clock.remaining(live.moderator.now) == pytest.approx(left, abs=0.2)
    live.source.state.present = True
    live.wait(3.0)
    assert not live.moderator.paused


def test_nothing_is_listened_to_while_the_microphone_is_lost(live: Live) -> None:
    on_the_first_day(live)
    live.source.state.present = False
    live.wait()
    live.ears.given.clear()
    live.wait(2.0)
    assert live.ears.given == []


def test_the_judges_own_pause_outlasts_a_lost_microphone(live: Live) -> None:
    on_the_first_day(live)
    live.type("/pause")
    live.source.state.present = False
    live.wait(2.0)
    live.source.state.present = True
    live.wait(2.0)
    assert live.moderator.paused


def test_the_key_next_plays_on_without_the_microphone(live: Live) -> None:
    on_the_first_day(live)
    live.source.state.present = False
    live.wait(2.0)
    live.inbox.put(NextKey())
    live.wait(3.0)
    assert not live.moderator.paused
    live.inbox.put(NextKey())
    live.wait()
    assert live.moderator.table.floor is not None
    assert live.moderator.table.floor.seat == 2


def test_the_night_goes_on_without_the_microphone(live: Live) -> None:
    begin_night(live)
    live.type(ROLES, "/confirm")
    live.source.state.present = False
    live.wait(20.0)
    assert not live.moderator.paused


def test_a_table_without_any_microphone_is_played_by_keys() -> None:
    live = Live()
    live.source.state.present = False
    on_the_first_day(live)
    assert not live.moderator.paused
    assert live.screen.last.sound.listening is Listening.NONE


# --- who leads -------------------------------------------------------------------------------------------------


def test_the_judge_who_leads_opens_the_vote_with_his_own_question() -> None:
    live = Live(TableSettings(lead=Lead.JUDGE))
    on_the_first_day(live)
    live.hear("nominate", seat=5)
    live.inbox.put(NextKey())
    live.wait(2.0)
    live.hear("nominate", seat=6)
    for _ in range(9):
        live.inbox.put(NextKey())
        live.wait(2.0)
    assert stage(live) is Stage.SPEECHES_OVER
    live.ears.given.clear()
    live.hear("call_candidate", seat=5)
    assert {phase for _, phase in live.ears.given} == {"vote"}
    assert stage(live) is Stage.CANDIDATE
    assert "Кто за то, чтобы игровой стол покинул игрок номер пять?" not in live.said


def test_boundaries_may_go_by_themselves() -> None:
    live = Live(TableSettings(auto_confirm=True))
    on_the_first_day(live)
    for _ in range(10):
        live.inbox.put(NextKey())
        live.wait(4.0)
    live.wait(10.0)
    assert live.moderator.table.phase is Phase.NIGHT


def test_events_tell_who_nominated_whom(live: Live) -> None:
    on_the_first_day(live)
    live.hear("nominate", seat=5)
    assert [record.event for record in live.records if isinstance(record, EventRecord)][-2:] == [
        live.journal.entries[-2].record.event,
        live.journal.entries[-1].record.event,
    ]
    assert Nominated(1, 5) in [entry.record.event for entry in live.journal.entries]
