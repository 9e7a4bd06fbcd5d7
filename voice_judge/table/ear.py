"""One phase's ear: its recognizer, what is made of the words, and when the sound is decoded sooner than Vosk tells."""

from dataclasses import dataclass

from voice_judge.speech.recognizer import Recognizer
from voice_judge.table.listening import ListeningSettings
from voice_judge.table.second_pass import SecondPass
from voice_judge.table.spotting import Spotted, Spotter

BREATH = 0.1
"""Seconds of quiet that part two words."""

_GAP = 0.001  # seconds; times nearer to each other than this are the same


@dataclass(frozen=True, slots=True)
class _Hush:
    """What was done about the quiet that is going on; each once. `complete`: a whole phrase is before it."""

    expected: bool = False
    peeked: bool = False
    complete: bool = False


class Ear:
    """Everything that belongs to one phase; owned by the thread of its `Ears`.

    Args:
        recognizer: with the phase's list.
        spotter: finds the phase's phrases.
        second: weighs them.
        settings: when a phrase counts.
    """

    def __init__(
        self, recognizer: Recognizer, spotter: Spotter, second: SecondPass, settings: ListeningSettings
    ) -> None:
        self.recognizer = recognizer
        self.spotter = spotter
        self.second = second
        self._settings = settings
        self.restart()

    def restart(self) -> None:
        """Be as new for another sound, after the end of the one before."""
        self._hush = _Hush()
        self._look_at = 0.0  # when talk may be looked at next

    def pause_completes(self, pause: float) -> bool:
        """Whether a long enough pause follows a whole phrase; what the partial does not show yet is peeked at."""
        if pause < min(self._settings.expect_seconds, self._settings.pause_seconds):
            self._hush = _Hush()
        elif pause < self._settings.pause_seconds:
            if not self._hush.expected and self.spotter.talking:
                self._hush = self._expect()
        elif not self._hush.peeked and not self.spotter.complete:
            complete = self.spotter.completes(self.recognizer.peek())
            self._hush = _Hush(expected=True, peeked=True, complete=complete)
        return pause >= self._settings.pause_seconds and (self._hush.complete or self.spotter.complete)

    def look(self, now: float, pause: float) -> tuple[Spotted, ...]:
        """Amid talk words are certain late: once the partial shows a phrase, the last seconds are decoded again.

        That is done again and again, and just when enough sound will follow a phrase that was found.
        """
        every = self._settings.peek_seconds
        if not every or pause >= BREATH or now < self._look_at - _GAP or not self.spotter.promising:
            return ()
        spotted = self.spotter.glimpse(self.recognizer.peek())
        ripe = (heard.end + self._settings.complete_seconds for heard in self.spotter.coming)
        self._look_at = min((now + every, *ripe))
        return spotted

    def _expect(self) -> _Hush:
        """Weigh the phrase before a pause while the pause is waited for: that costs the most, and nothing else runs."""
        phrases = self.spotter.ending(self.recognizer.peek())
        if self._settings.second_pass:
            for heard in phrases:
                self.second.foresee(heard.intent.text, heard.start, heard.end)
        return _Hush(expected=True, peeked=bool(phrases), complete=bool(phrases))
