"""One-time codes and sessions: short, single, limited, revocable; what the terminal shows."""

import re

import pytest

from voice_judge.console import sessions as limits
from voice_judge.console.pairing import local_address, pairing_text, qr
from voice_judge.console.sessions import Codes, Sessions, TooManyTriesError
from voice_judge.live.link import Pairing


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def codes(clock: Clock) -> Codes:
    return Codes(clock)


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 10**limits.CODE_DIGITS:0{limits.CODE_DIGITS}}"


def test_a_code_is_short_and_opens_once(codes: Codes) -> None:
    code = codes.new()
    assert re.fullmatch(r"\d{6}", code)
    assert codes.redeem(code, "a")
    assert not codes.redeem(code, "a")


@pytest.mark.parametrize("written", ["{0} {1}", "{0}-{1}", " {0}{1}\n", "{0}\u00a0{1}"])
def test_a_code_may_be_written_in_two_halves(codes: Codes, written: str) -> None:
    code = codes.new()
    assert codes.redeem(written.format(code[:3], code[3:]), "a")


@pytest.mark.parametrize("given", ["", " ", "12345", "1234567", "٠٠٠٠٠٠", "abcdef", "0" * 20])
def test_what_is_no_code_opens_nothing(codes: Codes, given: str) -> None:
    while codes.new() == "000000":
        pass
    assert not codes.redeem(given, "a")


def test_without_a_code_nothing_opens(codes: Codes) -> None:
    assert not codes.redeem("", "a")
    assert not codes.redeem("000000", "a")


def test_a_code_expires(codes: Codes, clock: Clock) -> None:
    code = codes.new()
    clock.now += limits.CODE_SECONDS
    assert not codes.redeem(code, "a")


def test_a_new_code_voids_the_one_before(codes: Codes) -> None:
    old = codes.new()
    while codes.new() == old:
        pass
    assert not codes.redeem(old, "a")


def test_tries_are_limited_by_address(codes: Codes, clock: Clock) -> None:
    code = codes.new()
    for _ in range(limits.TRIES_PER_ADDRESS):
        assert not codes.redeem(wrong(code), "guesser")
    with pytest.raises(TooManyTriesError):
        codes.redeem(code, "guesser")
    assert codes.redeem(code, "judge")  # who is not kept out by it
    clock.now += limits.MINUTE
    assert not codes.redeem(code, "guesser")


def test_a_judge_with_many_phones_is_no_guesser(codes: Codes) -> None:
    assert all(codes.redeem(codes.new(), "judge") for _ in range(3 * limits.TRIES_IN_ALL))


def test_tries_are_limited_in_all(codes: Codes) -> None:
    for number in range(limits.TRIES_IN_ALL):
        codes.redeem("1", f"address {number}")
    with pytest.raises(TooManyTriesError):
        codes.redeem("1", "another")


def test_a_code_that_is_guessed_at_is_void(codes: Codes) -> None:
    code = codes.new()
    for number in range(limits.WRONG_TRIES):
        assert not codes.redeem(wrong(code), f"address {number}")
    assert not codes.redeem(code, "judge")


def test_addresses_are_forgotten(codes: Codes, clock: Clock) -> None:
    for number in range(100):
        clock.now += limits.MINUTE
        codes.redeem("1", str(number))
    assert len(codes._tries) == 1


# --- sessions --------------------------------------------------------------------------------------------------


def test_a_cookie_finds_its_session_and_no_other() -> None:
    sessions = Sessions()
    (one, cookie), (two, other) = sessions.open(), sessions.open()
    assert sessions.find(cookie) is one
    assert sessions.find(other) is two
    assert one.csrf != two.csrf


def test_a_cookie_is_signed() -> None:
    sessions = Sessions()
    session, cookie = sessions.open()
    forged = [
        session.identity,
        cookie[:-1],
        cookie + "A",
        cookie.replace(session.identity, "x"),
        "",
        None,
        "ы",
        "a.b.c",
    ]
    assert [sessions.find(one) for one in forged] == [None] * len(forged)
    assert Sessions().find(cookie) is None  # another console's key


def test_a_cookie_grows_old(monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = Sessions()
    _, cookie = sessions.open()
    monkeypatch.setattr(limits, "SESSION_SECONDS", -1)
    assert sessions.find(cookie) is None


def test_cutting_off_ends_every_session_and_stream() -> None:
    sessions, ended = Sessions(), []
    (one, cookie), (two, other) = sessions.open(), sessions.open()
    one.ending.add(lambda: ended.append("one"))
    two.ending.add(lambda: ended.append("two"))
    sessions.close_all()
    assert sorted(ended) == ["one", "two"]
    assert sessions.find(cookie) is sessions.find(other) is None
    assert len(sessions) == 0


# --- the terminal ----------------------------------------------------------------------------------------------


def test_the_terminal_shows_addresses_code_and_picture() -> None:
    pairing = Pairing("http://192.168.1.5:8100/", "http://192.168.1.5:8101/", "123456")
    shown = pairing_text(pairing, picture=True)
    assert "123 456" in shown
    assert pairing.judge in shown
    assert pairing.hall in shown
    assert "█" in shown
    assert "█" not in pairing_text(pairing, picture=False)


def test_the_picture_is_of_the_address_alone() -> None:
    """The code is typed: an address with it would stay in the phone's history."""
    one, two = (
        pairing_text(Pairing("http://10.0.0.1:8100/", "h", code), picture=True) for code in ("111111", "222222")
    )
    assert one.replace("111 111", "") == two.replace("222 222", "")
    assert qr("http://10.0.0.1:8100/") != qr("http://10.0.0.1:8101/")


def test_this_computer_has_an_address() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+\.\d+", local_address())
