"""The keys under the judge's hands."""

import pytest

from voice_judge.live.inbox import BackKey, Inbox, Message, NextKey, PushToTalk, Quit, Typed
from voice_judge.live.keys import HOLD_SECONDS, KEYS, Hands, Mode


class Desk:
    """Hands, what they have sent, and a clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self.inbox = Inbox()
        self.hands = Hands(self.inbox, lambda: self.now)

    def type(self, *keys: str, apart: float = 1.0) -> tuple[Message, ...]:
        """Press keys by name (a single character types itself), a second apart; what came of it."""
        for key in keys:
            self.now += apart
            self.hands.press(key, key if len(key) == 1 else {"space": " "}.get(key))
        return self.inbox.take()


# keys pressed a second apart, and what the game is told
PRESSED: list[tuple[list[str], list[Message]]] = [
    (["enter"], [NextKey()]),
    (["space"], [NextKey()]),
    (["enter", "enter"], [NextKey(), NextKey()]),
    (["backspace"], [BackKey()]),
    (["ctrl+h"], [BackKey()]),
    (["tab", "1", "space", "5", "enter"], [Typed("1 5")]),
    (["1", "space", "5", "enter"], [Typed("1 5")]),
    (["/", "f", "o", "u", "l", "space", "3", "enter"], [Typed("/foul 3")]),
    (["tab", "1", "2", "backspace", "enter"], [Typed("1")]),
    (["tab", "backspace", "backspace", "5", "enter"], [Typed("5")]),
    (["tab", "й", "q", "р", "м", "enter"], [Typed("йqрм")]),
    (["tab", "1", "escape"], []),
    (["tab", "1", "tab"], []),
    (["tab", "1", "ctrl+c"], []),
    (["tab", "enter"], []),
    (["tab", "space", "enter"], []),
    (["tab", "1", "escape", "enter"], [NextKey()]),
    (["f3", "м", "v"], [PushToTalk(True), PushToTalk(False), PushToTalk(True)]),
    (["q", "q"], [Quit()]),
    (["f10", "й"], [Quit()]),
    (["ctrl+c", "ctrl+q"], [Quit()]),
    (["q", "enter"], []),
    (["q", "escape", "q", "backspace"], []),
    (["q", "enter", "enter"], [NextKey()]),
    (["x", "ж", "left", "f1", "escape", "ctrl+z", "up"], []),
    (["f2", "h", "р"], []),
]


@pytest.mark.parametrize(("keys", "told"), PRESSED, ids=[" ".join(case[0]) for case in PRESSED])
def test_what_keys_do(keys: list[str], told: list[Message]) -> None:
    assert list(Desk().type(*keys)) == told


def test_a_letter_is_known_by_its_character_whatever_its_key_is_called() -> None:
    desk = Desk()
    for _ in range(2):
        desk.now += 1.0
        desk.hands.press("cyrillic_small_letter_short_i", "й")
    assert desk.inbox.take() == (Quit(),)
    desk.hands.press("cyrillic_small_letter_er", "р")
    assert desk.hands.reveals


@pytest.mark.parametrize("key", ["enter", "space", "backspace"])
def test_a_held_key_counts_once(key: str) -> None:
    desk = Desk()
    assert len(desk.type(key, *[key] * 50, apart=0.03)) == 1
    assert len(desk.type(key)) == 1


def test_an_enter_held_down_after_an_entry_ends_nobodys_speech() -> None:
    desk = Desk()
    desk.type("tab", "1")
    assert desk.type("enter", "enter", "enter", apart=0.03) == (Typed("1"),)


def test_held_keys_of_an_entry_do_repeat() -> None:
    desk = Desk()
    desk.type("tab", "1", "2", "3")
    desk.type("backspace", "backspace", "backspace", apart=0.03)
    assert desk.hands.text == ""


@pytest.mark.parametrize("key", ["f2", "h", "H", "р", "Р"])
def test_secrets_show_only_while_the_key_repeats(key: str) -> None:
    desk = Desk()
    assert not desk.hands.reveals
    desk.type(key)
    for _ in range(100):
        desk.now += 0.65  # a slow keyboard's first repeat
        assert desk.hands.reveals
        desk.type(key, apart=0.0)
    desk.now += HOLD_SECONDS
    assert not desk.hands.reveals


@pytest.mark.parametrize("keys", [["enter"], ["backspace"], ["tab", "1", "enter"], ["tab", "р"], ["q", "f2"], ["f3"]])
def test_no_other_key_shows_secrets(keys: list[str]) -> None:
    desk = Desk()
    desk.type(*keys, apart=0.0)
    assert not desk.hands.reveals


def test_an_entry_can_be_looked_at() -> None:
    desk = Desk()
    desk.type("tab", "1", "f2", apart=0.1)
    assert desk.hands.reveals
    assert (desk.hands.mode, desk.hands.text) == (Mode.ENTRY, "1")


def test_a_closed_entry_keeps_nothing() -> None:
    for end in ("enter", "escape"):
        desk = Desk()
        desk.type("tab", "1", "5", end)
        assert (desk.hands.mode, desk.hands.text) == (Mode.PLAY, "")


def test_pasted_text_belongs_to_an_open_entry_only() -> None:
    desk = Desk()
    desk.hands.paste("1 5\n")
    assert desk.type("enter") == (NextKey(),)
    desk.type("tab")
    desk.hands.paste("/roles don=1\nmafia=2,3\x1b sheriff=4\n")
    assert desk.type("enter") == (Typed("/roles don=1mafia=2,3 sheriff=4"),)


def test_an_endless_entry_is_cut() -> None:
    desk = Desk()
    desk.type("tab")
    desk.hands.paste("1" * 100_000)
    assert len(desk.hands.text) == 200


def test_push_to_talk_ends_in_the_morning() -> None:
    desk = Desk()
    desk.type("f3")
    desk.hands.night_is(True)
    assert desk.hands.talking
    desk.hands.night_is(False)
    desk.hands.night_is(False)
    assert not desk.hands.talking
    assert desk.inbox.take() == (PushToTalk(False),)


def test_no_key_means_two_things_and_the_first_three_play_a_game() -> None:
    names = [key for item in KEYS for key in item.keys]
    assert len(names) == len(set(names))
    assert [item.action.value for item in KEYS[:3]] == ["next", "back", "entry"]
    assert all(item.label and item.says for item in KEYS)


def test_letters_are_bound_in_both_layouts() -> None:
    latin, cyrillic = "hvq", "рмй"  # the same keys of ЙЦУКЕН
    for item in KEYS:
        letters = {key for key in item.keys if len(key) == 1 and key.isalpha()}
        assert {latin.find(key.lower()) for key in letters if key.isascii()} == {
            cyrillic.find(key.lower()) for key in letters if not key.isascii()
        }
