"""The full screen as a Textual app: it looks at the latest view ten times a second and shows what has changed."""

from collections.abc import Callable, Iterator

from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen as TextualScreen

from voice_judge.live import view_text as text
from voice_judge.live.keys import KEYS, Action, Hands, Mode
from voice_judge.live.screen_parts import BigNumber, Part, SeatRow, seat_strip
from voice_judge.live.view import View
from voice_judge.live.view_seats import seat_lines
from voice_judge.live.view_secrets import MASK, role_of, secret_text
from voice_judge.live.view_sound import is_amiss, level_text, microphone_text
from voice_judge.rules import TABLE_SIZE

_TICK = 0.1  # seconds: a countdown looks even, and an idle screen costs next to nothing
_ENTRY_WIDTH = 12
_UNTOLD = frozenset({Action.CANCEL, Action.PAIR, Action.CUT_OFF})  # told where they are needed


class Quiet(TextualScreen[None], inherit_bindings=False):
    """A screen where no key means anything but what voice_judge/live/keys.py says, and no mouse marks text."""

    ALLOW_SELECT = False


class TableApp(App[None], inherit_bindings=False):
    """Shows `latest()` and hands the keys to `hands`; leaves when `stopped()`."""

    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012  (Textual reads it so)
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (10, "-low"), (20, "-tall"), (32, "-high")]  # noqa: RUF012

    def __init__(self, hands: Hands, latest: Callable[[], View | None], stopped: Callable[[], bool]) -> None:
        super().__init__()
        self.animation_level = "none"
        self._hands = hands
        self._latest = latest
        self._stopped = stopped
        self._parts: dict[str, Part] = {}
        self._numbers: dict[str, BigNumber] = {}
        self._rows: list[SeatRow] = []
        self.problem: Exception | None = None

    def get_default_screen(self) -> Quiet:
        """The only screen."""
        return Quiet()

    def compose(self) -> ComposeResult:
        """All parts; which of them are seen depends on the size (screen.tcss)."""
        with Horizontal(id="top"):
            yield Part("title")
            yield Part("flags")
        with Horizontal(id="middle"):
            with Vertical(id="seats"):
                yield from (SeatRow(seat) for seat in range(1, TABLE_SIZE + 1))
            with Vertical(id="stage"):
                yield Part("moment")
                with Horizontal(id="numbers"):
                    yield BigNumber("who", widest="10")
                    yield BigNumber("clock", widest="0:00")
                yield Part("nominees")
                yield Part("votes")
        yield Part("line")
        yield Part("strip")
        with Vertical(id="bottom"):
            for name in ("heard", "answer", "notice", "next", "secret", "entry", "sound", "keys"):
                yield Part(name)

    def on_mount(self) -> None:
        """Begin to look."""
        self._parts = {part.id or "": part for part in self.query(Part)}
        self._numbers = {number.id or "": number for number in self.query(BigNumber)}
        self._rows = list(self.query(SeatRow))
        self.set_interval(_TICK, self.look)
        self.look()

    def on_resize(self) -> None:
        """Rows are cut to the new width."""
        self.call_after_refresh(self.look)

    def on_key(self, event: events.Key) -> None:
        """Every key is the judge's."""
        event.stop()
        event.prevent_default()
        self._hands.press(event.key, event.character)
        self.look()

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text counts as typed."""
        event.stop()
        self._hands.paste(event.text)
        self.look()

    def look(self) -> None:
        """Show the latest view, or leave. A fault of the screen's ends the screen, never the game."""
        if self._stopped():
            self.exit()
        elif self._parts:
            try:
                self._show(self._latest())
            except Exception as error:  # whatever it is, its traceback would show the roles
                self.problem = error
                self.exit()

    def _show(self, view: View | None) -> None:
        if view is None:
            self._parts["moment"].say("Готовлюсь к игре…")
            self._parts["keys"].say(_keys(dark=False))
            return
        dark = text.is_dark(view)
        self._hands.night_is(dark)
        self.screen.set_class(dark, "night")
        self.screen.set_class(bool(_notices(view, dark)), "noticed")
        self.screen.set_class(bool(text.votes_text(view)), "voting")
        self.screen.set_class(self._hands.reveals, "reveals")
        self._show_seats(view)
        for name, words in self._words(view, dark):
            self._parts[name].say(words)
        self._numbers["who"].say(str(text.main_seat(view) or ""))
        self._numbers["clock"].say(text.countdown(view))
        self._numbers["clock"].set_class(text.is_running_out(view), "ending")
        self._parts["sound"].set_class(is_amiss(view.sound) and not dark, "amiss")
        self._parts["entry"].set_class(self._hands.mode is not Mode.PLAY and not dark, "open")

    def _show_seats(self, view: View) -> None:
        lines = seat_lines(view)
        for number, row in enumerate(self._rows):
            line = lines[number] if number < len(lines) else None
            role = role_of(view.judge, line.seat) if line and self._hands.reveals else MASK
            row.say(line, role)

    def _words(self, view: View, dark: bool) -> Iterator[tuple[str, str]]:
        yield "title", text.title(view)
        yield "flags", text.flags(view)
        yield "moment", text.moment(view)
        yield "nominees", _titled("Выставлены: ", text.nominees_text(view))
        yield "votes", _titled("Голоса: ", text.votes_text(view))
        yield "line", " ".join(part for part in (_who(view), text.countdown(view), text.votes_text(view)) if part)
        yield "strip", seat_strip(seat_lines(view))
        yield "heard", _titled("Услышано: ", view.heard)
        yield "answer", _titled("Судья: ", view.answer)
        yield "notice", _notices(view, dark)
        yield "next", _titled("Enter — ", view.next_step)
        yield "secret", self._secret(view, dark)
        yield "entry", self._entry(view, dark)
        level = "" if dark else level_text(view.sound)
        yield "sound", f"Микрофон: {microphone_text(view.sound, talking=self._hands.talking)}  {level}"
        yield "keys", _keys(dark)

    def _secret(self, view: View, dark: bool) -> str:
        if not self._hands.reveals:
            return f"Тайное: {MASK}  держите F2 или Р"
        notice = f"! {view.notice} · " if dark and view.notice else ""
        return f"Тайное: {notice}{secret_text(view)}"

    def _entry(self, view: View, dark: bool) -> str:
        hands = self._hands
        if hands.mode is Mode.QUITTING:
            return "Выйти? F10/Й — да, другая клавиша — нет. Игра сохранена, её можно продолжить"
        hint = f" · {view.entry_hint}" if view.entry_hint else ""
        if hands.mode is Mode.ENTRY:
            shown = hands.text[-_ENTRY_WIDTH:].ljust(_ENTRY_WIDTH) if hands.reveals else "·" * _ENTRY_WIDTH
            return f"Ввод: {shown} Enter — принять, Esc — отмена{hint}"
        mark = "! сообщение: держите F2 · " if dark and view.notice else ""
        return f"{mark}Tab — тайный ввод{hint}"


def _notices(view: View, dark: bool) -> str:
    """What the judge should know, but for what may be secret now; what he is asked comes first."""
    told = (view.trouble,) if dark else (view.notice, view.trouble)
    return "  ".join(f"! {words}" for words in told if words)


def _titled(heading: str, words: str) -> str:
    return heading + words if words else ""


def _who(view: View) -> str:
    seat = text.main_seat(view)
    return f"№{seat}" if seat else text.nominees_text(view)


def _keys(dark: bool) -> str:
    """The keys with what they do; those of the night only then."""
    shown = [key for key in KEYS if key.action not in _UNTOLD and (dark or key.action is not Action.TALK)]
    return "  ".join(f"{key.label} {key.says}" for key in shown)
