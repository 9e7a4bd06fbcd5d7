"""What each command from a page does, once, and never for another moment than it was meant for."""

import json
import time

import pytest

from tests.console.linked import Linked, at_night, on_the_first_day, turn
from voice_judge.live.link_requests import TWINS_SECONDS
from voice_judge.rules import Nominated

ANSWERS = [
    ("5", True, ""),
    ("/nominate 5", True, ""),
    ("/foul 3", True, ""),
    ("/pause", True, ""),
    ("/votes 4", False, "Сейчас голоса не считаются"),
    ("/undefined", False, "неизвестный ввод"),
    ("/foul x", False, "пишется так"),
    ("ы", False, "Здесь вводят"),
    ("/nominate 11", False, ""),
]


@pytest.mark.parametrize(("text", "accepted", "words"), ANSWERS, ids=[text for text, _, _ in ANSWERS])
def test_every_command_is_answered(linked: Linked, text: str, accepted: bool, words: str) -> None:
    answer = linked.ask(on_the_first_day(linked), text)
    assert answer["accepted"] is accepted
    assert bool(answer["message"]) is not accepted
    assert words.split(" ", maxsplit=1)[0] in str(answer["message"]) or not words
    assert not answer["repeated"]


CHECKS = [("don", 4, True), ("don", 2, False), ("sheriff", 2, True), ("sheriff", 5, False), ("sheriff", 9, False)]


@pytest.mark.parametrize(("checker", "seat", "found"), CHECKS)
def test_a_check_is_answered_yes_or_no(linked: Linked, checker: str, seat: int, found: bool) -> None:
    client = at_night(linked)
    answer = linked.ask(client, f"/check {checker} {seat}")
    assert answer["check"] == {"checker": checker, "seat": seat, "found": found}
    assert str(seat) in str(answer["message"])


def test_the_same_id_is_done_once(linked: Linked) -> None:
    client = on_the_first_day(linked)
    first = linked.ask(client, "/foul 3", identity="tap-0001")
    again = linked.ask(client, "/foul 3", identity="tap-0001")
    elsewhere = linked.ask(linked.connect(), "/foul 3", identity="tap-0001", phone="two")
    assert dict(linked.live.moderator.table.fouls) == {3: 1}
    assert [answer["repeated"] for answer in (first, again, elsewhere)] == [False, True, True]


def test_two_taps_of_one_phone_are_two_commands(linked: Linked) -> None:
    client = on_the_first_day(linked)
    linked.ask(client, "/foul 3")
    linked.ask(client, "/foul 3")
    assert dict(linked.live.moderator.table.fouls) == {3: 2}


def test_two_phones_that_tap_the_same_at_once_are_one_command(linked: Linked) -> None:
    client = on_the_first_day(linked)
    linked.ask(client, "/foul 3", phone="one")
    second = linked.ask(client, "/foul 3", phone="two")
    other = linked.ask(client, "/foul 4", phone="two")
    assert dict(linked.live.moderator.table.fouls) == {3: 1, 4: 1}
    assert (second["repeated"], other["repeated"]) == (True, False)


def test_two_phones_that_tap_the_same_later_are_two_commands(linked: Linked) -> None:
    client = on_the_first_day(linked)
    linked.ask(client, "/foul 3", phone="one")
    linked.link._requests._clock = lambda: time.monotonic() + TWINS_SECONDS + 0.1
    linked.ask(client, "/foul 3", phone="two")
    assert dict(linked.live.moderator.table.fouls) == {3: 2}


LATE = [("/next", False), ("/nominate 5", False), ("5", False), ("/confirm", False), ("/foul 3", True), ("/undo", True)]


@pytest.mark.parametrize(("text", "done"), LATE)
def test_what_was_meant_for_another_speaker_is_not_done(linked: Linked, text: str, done: bool) -> None:
    client = on_the_first_day(linked)
    seen = turn(linked)
    linked.ask(client, "/next", turn=seen)
    linked.live.wait(3.0)
    floor = linked.live.moderator.table.floor
    answer = linked.ask(client, text, turn=seen)
    assert answer["accepted"] is done
    assert ("сменился" in str(answer["message"])) is not done
    assert done or linked.live.moderator.table.floor == floor
    assert linked.live.moderator.table.nominated == ()


def test_a_shot_counts_however_slowly_it_is_entered(linked: Linked) -> None:
    client = at_night(linked)
    seen = turn(linked)
    linked.live.wait(60.0)
    assert linked.ask(client, "/shot 1 5", turn=seen)["accepted"]


def test_a_number_heard_wrong_is_corrected_in_one_tap(linked: Linked) -> None:
    client = on_the_first_day(linked)
    linked.live.hear("nominate", seat=5)
    message = client.until(lambda one: one.get("event") == "view" and '"correction":{' in str(one["data"]))
    assert json.loads(str(message["data"]))["correction"] == {"number": 5, "words": "выставлен 5"}
    assert linked.ask(client, "/correct 6")["accepted"]
    assert linked.live.moderator.table.nominated == (6,)
    events = [entry.record.event for entry in linked.live.journal.entries]
    assert Nominated(1, 6) in events


def test_taps_are_kept_as_taps(linked: Linked) -> None:
    client = on_the_first_day(linked)
    linked.ask(client, "/nominate 5")
    linked.ask(client, "/next")
    sources = [
        entry.origin.source
        for entry in linked.live.journal.entries
        if type(entry.record.event).__name__ in ("Nominated", "SpeechEnded")
    ]
    assert sources == ["page", "page"]
