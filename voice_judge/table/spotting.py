"""Find formal phrases in what is being heard: on partial results while a player talks on, and on finals.

A partial result changes its mind (vosk-api issue 1017, vosk-android-demo issue 214), so a phrase found in one counts
only after it has stood still for a while with all its words certain. The final has the last word: it adds what was
missed, and takes back what it does not confirm.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from voice_judge.grammar.intent import Intent, Match, NotRecognized
from voice_judge.speech.recognizer import Hypothesis, Word

Matcher = Callable[[Sequence[str], bool, frozenset[int]], Sequence[Match]]
"""Words, whether they are final, and before which of them there is a pause, to the formal phrases in them."""

_UNKNOWN = "[unk]"


@dataclass(frozen=True, slots=True)
class ListeningSettings:
    """When a phrase counts. Measured with `voice-judge evaluate`; the figures stand in docs/recognition.md."""

    stable_seconds: float = 0.3  # a partial's phrase must stand this long; longer: fewer retractions, later answers
    pause_seconds: float = 0.2  # a pause after a whole phrase ends the utterance; longer: later answers, fewer cuts

    clause_seconds: float = 0.5  # a pause this long ends a clause: a «не» or «если» before it is of another sentence;
    # longer: more phrases lost to the talk before them; shorter: a quotation after a breath counts as the speaker's


DEFAULT_LISTENING = ListeningSettings()


@dataclass(frozen=True, slots=True)
class Heard:
    """A formal phrase; spoken from `start` to `end`, known `at` (seconds of the audio clock)."""

    intent: Intent
    confidence: float
    start: float
    end: float
    at: float


@dataclass(frozen=True, slots=True)
class Missed:
    """An utterance without a formal phrase, and why."""

    not_recognized: NotRecognized
    start: float
    end: float
    at: float


@dataclass(frozen=True, slots=True)
class Retracted:
    """`heard` was reported from a partial result and the final does not confirm it."""

    heard: Heard
    at: float


Spotted = Heard | Missed | Retracted

_Key = tuple[str, tuple[tuple[str, object], ...], int]
"""An intent in an utterance: name, slots, and which of several equal ones it is. Word positions shift; this stays."""


class Spotter:
    """One listener's memory of the current utterance."""

    def __init__(self, match: Matcher, settings: ListeningSettings = DEFAULT_LISTENING) -> None:
        self._match = match
        self._settings = settings
        self._partial = Hypothesis((), final=False, at=0.0)
        self._standing: dict[_Key, tuple[float, Heard]] = {}
        self._reported: dict[_Key, Heard] = {}

    def hear(self, hypothesis: Hypothesis) -> tuple[Spotted, ...]:
        """What the next hypothesis, partial or final, adds."""
        if hypothesis.final:
            return self._conclude(hypothesis)
        self._partial = hypothesis
        found = _keyed(self._find(hypothesis, final=False))
        before = self._standing
        self._standing = {key: (before[key][0] if key in before else heard.at, heard) for key, heard in found.items()}
        return self.wait(hypothesis.at)

    def wait(self, at: float) -> tuple[Spotted, ...]:
        """What has stood still long enough at the time `at`, though no new hypothesis came."""
        ripe = {
            key: Heard(heard.intent, heard.confidence, heard.start, heard.end, at)
            for key, (since, heard) in self._standing.items()
            if key not in self._reported and at - since >= self._settings.stable_seconds - 1e-6
        }
        self._reported.update(ripe)
        return tuple(ripe.values())

    @property
    def talking(self) -> bool:
        """Whether an utterance with words is going on."""
        return bool(self._partial.words)

    @property
    def complete(self) -> bool:
        """Whether the words so far end with a formal phrase that was not reported: a pause may end the utterance."""
        return self.completes(self._partial)

    def completes(self, hypothesis: Hypothesis) -> bool:
        """The same for another hypothesis about the current utterance."""
        found = _keyed(self._find(hypothesis, final=True))
        return any(
            key not in self._reported and heard.intent.last == len(hypothesis.words) for key, heard in found.items()
        )

    def _conclude(self, final: Hypothesis) -> tuple[Spotted, ...]:
        found = _keyed(self._find(final, final=True))
        reported = self._reported
        self._partial = Hypothesis((), final=False, at=final.at)
        self._standing, self._reported = {}, {}
        retracted = tuple(Retracted(heard, final.at) for key, heard in reported.items() if key not in found)
        new = tuple(heard for key, heard in found.items() if key not in reported)
        if retracted or found:
            return retracted + new
        return self._missed(final)

    def _missed(self, final: Hypothesis) -> tuple[Missed, ...]:
        words = [word.text for word in final.words]
        if all(word == _UNKNOWN for word in words):
            return ()
        pauses = self._pauses(final.words)
        reasons = [match for match in self._match(words, True, pauses) if isinstance(match, NotRecognized)]
        return tuple(Missed(reason, final.words[0].start, final.words[-1].end, final.at) for reason in reasons[:1])

    def _find(self, hypothesis: Hypothesis, final: bool) -> list[Heard]:
        words = hypothesis.words
        matches = self._match([word.text for word in words], final, self._pauses(words))
        intents = [match for match in matches if isinstance(match, Intent)]
        heard = [_heard(intent, words, hypothesis.at) for intent in intents]
        return [one for one in heard if final or one.confidence > 0.0]

    def _pauses(self, words: Sequence[Word]) -> frozenset[int]:
        """Before which words the speaker paused long enough to end a clause."""
        gaps = (after.start - before.end for before, after in pairwise(words))
        return frozenset(place for place, gap in enumerate(gaps, 1) if gap >= self._settings.clause_seconds - 1e-6)


def _heard(intent: Intent, words: Sequence[Word], at: float) -> Heard:
    span = words[intent.first : intent.last]
    return Heard(intent, min(word.confidence for word in span), span[0].start, span[-1].end, at)


def _keyed(found: Sequence[Heard]) -> dict[_Key, Heard]:
    """The phrases under names that survive from one hypothesis to the next."""
    count: Counter[tuple[str, tuple[tuple[str, object], ...]]] = Counter()
    keyed: dict[_Key, Heard] = {}
    for heard in found:
        what = (heard.intent.name, tuple(sorted(heard.intent.slots.items())))
        keyed[*what, count[what]] = heard
        count[what] += 1
    return keyed
