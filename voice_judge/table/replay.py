"""A game judged again from recordings and transcripts, faster than real time and always with the same result."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from voice_judge.grammar import Grammars, sentences
from voice_judge.grammar.intent import Intent
from voice_judge.rules import CountVotes, Phase, StartGame
from voice_judge.speech.audio import AudioChunk, AudioSource
from voice_judge.table.gating import Gate, everything
from voice_judge.table.moderator import Moderator
from voice_judge.table.reactions import Do, Reaction
from voice_judge.table.silent import Next
from voice_judge.table.soundtrack import Placed, Soundtrack
from voice_judge.table.spotting import Heard, Missed, Retracted
from voice_judge.table.transcript import TranscriptLine

TRANSCRIPT_SUFFIX = ".txt"


class Listener(Protocol):
    """Ears: sound in, phrases out, with the grammar of the phase."""

    def listen(self, chunk: AudioChunk, phase: str, gate: Gate = everything) -> Sequence[Heard | Missed | Retracted]:
        """Phrases that this chunk completes."""

    def finish(self) -> Sequence[Heard | Missed | Retracted]:
        """The sound is over: what the unfinished utterance was."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording to be judged, and what to call it."""

    path: Path
    source: AudioSource


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript to be judged."""

    path: Path
    lines: tuple[TranscriptLine, ...]


Part = Recording | Transcript
Progress = Callable[[float], None]
"""Told the seconds of the part that are done."""


class Replay:
    """Feeds parts, one after another on one audio clock, to one moderator."""

    def __init__(self, moderator: Moderator, grammars: Grammars, listener: Callable[[], Listener]) -> None:
        self._moderator = moderator
        self._grammars = grammars
        self._listener = listener
        self._started = False

    def run(self, parts: Sequence[Part], progress: Progress = lambda _seconds: None) -> Soundtrack:
        """Judge all parts, then report the result; their sound, as it lies on the audio clock.

        A part that opens no game starts on the first day.

        Raises:
            UserError: a part cannot be read to its end.
        """
        placed: list[Placed] = []
        for part in parts:
            match part:
                case Recording():
                    placed.append(Placed(self._moderator.now, part.source))
                    self._recording(part, progress)
                case Transcript():
                    self._transcript(part)
        self._moderator.result()
        return Soundtrack(placed)

    def _open_game(self) -> None:
        if not self._started:
            self._started = True
            self._moderator.silent(Do(StartGame(first_day=True)), "/start day")

    def _recording(self, part: Recording, progress: Progress) -> None:
        self._open_game()
        moderator, ears, offset = self._moderator, self._listener(), self._moderator.now
        for chunk in part.source.chunks():
            on_clock = replace(chunk, start=chunk.start + offset)
            moderator.advance(on_clock.end)
            self._tell(ears.listen(on_clock, moderator.listens_for.value, moderator.gate))
            progress(chunk.end)
        self._tell(ears.finish())
        moderator.settle(through_night=False)

    def _tell(self, messages: Sequence[Heard | Missed | Retracted]) -> None:
        for message in messages:
            self._moderator.hear(message)

    def _transcript(self, part: Transcript) -> None:
        offset = self._moderator.now
        for line in part.lines:
            if line.at is not None:
                self._moderator.advance(line.at + offset)
            else:
                self._moderator.settle(count=self._count(line))
            if line.silent is not None:
                self._silent(line.silent, line.text)
            else:
                self._open_game()
                self._say(line)
        self._moderator.settle()

    def _count(self, line: TranscriptLine) -> int | None:
        """The votes that a line tells, if it does."""
        match line.silent:
            case Do(command=CountVotes(count=count)):
                return count
            case None if self._moderator.listens_for is Phase.VOTE:
                heard = (message.intent for message in self._spoken(line.text) if isinstance(message, Heard))
                return next((int(str(intent.slots["votes"])) for intent in heard if intent.name == "votes"), None)
            case _:
                return None

    def _silent(self, silent: Reaction | Next, text: str) -> None:
        opens = isinstance(silent, Do) and isinstance(silent.command, StartGame)
        if opens:
            self._started = True
        else:
            self._open_game()
        self._moderator.silent(silent, text)

    def _say(self, line: TranscriptLine) -> None:
        for message in self._spoken(line.text):
            self._moderator.hear(message)

    def _spoken(self, text: str) -> Iterator[Heard | Missed]:
        """The phrases of a written utterance, each matched in the phase that it is said in."""
        now = self._moderator.now
        words, pauses = sentences(text)
        for match in self._grammars.matcher(self._moderator.listens_for.value).match(words, True, pauses):
            if isinstance(match, Intent):
                yield Heard(match, 1.0, now, now, now)
            else:
                yield Missed(match, now, now, now)
