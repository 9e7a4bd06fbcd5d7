"""The keys under the judge's hands: what each does, and the small machine that reads them.

Keys are chosen to be found blind and to be the same in the Latin and the Cyrillic layout: a letter is listed with the
one that shares its key. A terminal tells no key's release, so a held key is one that goes on repeating.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum

from voice_judge.live.inbox import BackKey, CutOffKey, Inbox, NextKey, PairKey, PushToTalk, Quit, Typed

HOLD_SECONDS = 0.7
"""How long a secret stays after the last repeat: a held key first repeats after 0.25-0.66 s."""

_REPEAT_SECONDS = 0.2
"""Presses of one key that follow each other faster come from a key that is held: they count as one."""

_LONGEST_ENTRY = 200


class Action(Enum):
    """What a key does."""

    NEXT = "next"
    BACK = "back"
    ENTRY = "entry"
    SECRETS = "secrets"
    TALK = "talk"
    QUIT = "quit"
    CANCEL = "cancel"
    PAIR = "pair"
    CUT_OFF = "cut_off"


@dataclass(frozen=True, slots=True)
class KeyHelp:
    """The names of keys (Textual's, and the characters) that do one thing, and how the screen tells of it."""

    action: Action
    keys: frozenset[str]
    label: str
    says: str


KEYS = (
    KeyHelp(Action.NEXT, frozenset({"enter", "space"}), "Enter", "дальше"),
    KeyHelp(Action.BACK, frozenset({"backspace", "ctrl+h"}), "Backspace", "назад"),
    KeyHelp(Action.ENTRY, frozenset({"tab", "/"}), "Tab", "ввод"),
    KeyHelp(Action.SECRETS, frozenset({"f2", "h", "H", "р", "Р"}), "F2/Р", "тайное"),
    KeyHelp(Action.TALK, frozenset({"f3", "v", "V", "м", "М"}), "F3/М", "микрофон"),
    KeyHelp(Action.QUIT, frozenset({"f10", "q", "Q", "й", "Й", "ctrl+q", "ctrl+c"}), "F10/Й", "выход"),
    KeyHelp(Action.CANCEL, frozenset({"escape"}), "Esc", "отмена ввода"),
    KeyHelp(Action.PAIR, frozenset({"f7"}), "F7", "код для телефона"),
    KeyHelp(Action.CUT_OFF, frozenset({"f8"}), "F8", "отключить телефоны"),
)
"""All keys, the three that play a game first."""

_ACTIONS = {key: item.action for item in KEYS for key in item.keys}


def _action(key: str, character: str | None) -> Action | None:
    """By the key's name, or by the character: some libraries call a letter `cyrillic_small_letter_er`."""
    return _ACTIONS.get(key) or _ACTIONS.get(character or "")


class Mode(StrEnum):
    """What the keys mean now."""

    PLAY = "play"
    ENTRY = "entry"
    QUITTING = "quitting"


class Hands:
    """Reads keys and tells the game; the typed text is kept here and shown to nobody but who holds the key."""

    def __init__(self, inbox: Inbox, clock: Callable[[], float]) -> None:
        self._inbox = inbox
        self._clock = clock  # seconds, never back
        self._revealed_until = float("-inf")
        self._last: tuple[Action, float] | None = None
        self.mode = Mode.PLAY
        self.talking = False
        self.text = ""

    @property
    def reveals(self) -> bool:
        """The judge holds the key of the secrets."""
        return self._clock() < self._revealed_until

    def press(self, key: str, character: str | None) -> None:
        """One key: its name, and the character it types, if any."""
        match self.mode:
            case Mode.PLAY:
                self._play(key, character)
            case Mode.ENTRY:
                self._type(key, character)
            case Mode.QUITTING:
                self.mode = Mode.PLAY
                if _action(key, character) is Action.QUIT:
                    self._inbox.put(Quit())

    def paste(self, text: str) -> None:
        """Text from the clipboard belongs to an open entry, and to nothing else."""
        if self.mode is Mode.ENTRY:
            self._add(text)

    def night_is(self, dark: bool) -> None:
        """In the morning the microphone listens by itself again, and push-to-talk is over."""
        if self.talking and not dark:
            self._talk(False)

    def _play(self, key: str, character: str | None) -> None:
        action = _action(key, character)
        if action is None:
            if character and character.isdecimal():
                self.mode, self.text = Mode.ENTRY, character
            return
        if action is not Action.SECRETS and self._is_repeat(action):
            return
        match action:
            case Action.NEXT:
                self._inbox.put(NextKey())
            case Action.BACK:
                self._inbox.put(BackKey())
            case Action.ENTRY:
                self.mode, self.text = Mode.ENTRY, character if character == "/" else ""
            case Action.SECRETS:
                self._reveal()
            case Action.TALK:
                self._talk(not self.talking)
            case Action.QUIT:
                self.mode = Mode.QUITTING
            case Action.PAIR:
                self._inbox.put(PairKey())
            case Action.CUT_OFF:
                self._inbox.put(CutOffKey())
            case Action.CANCEL:
                pass

    def _type(self, key: str, character: str | None) -> None:
        match key:
            case "enter":
                if self.text.strip():
                    self._inbox.put(Typed(self.text.strip()))
                self._close()
            case "escape" | "tab" | "ctrl+c":
                self._close()
            case "backspace" | "ctrl+h":
                self.text = self.text[:-1]
            case "f2":
                self._reveal()
            case _ if character and character.isprintable():
                self._add(character)

    def _add(self, text: str) -> None:
        typed = self.text + "".join(character for character in text if character.isprintable())
        self.text = typed[:_LONGEST_ENTRY]

    def _close(self) -> None:
        self.mode, self.text = Mode.PLAY, ""
        self._last = (Action.NEXT, self._clock())  # an Enter still held down ends nobody's speech

    def _talk(self, on: bool) -> None:
        self.talking = on
        self._inbox.put(PushToTalk(on))

    def _reveal(self) -> None:
        self._revealed_until = self._clock() + HOLD_SECONDS

    def _is_repeat(self, action: Action) -> bool:
        now, last = self._clock(), self._last
        self._last = (action, now)
        return last is not None and last[0] is action and now - last[1] < _REPEAT_SECONDS
