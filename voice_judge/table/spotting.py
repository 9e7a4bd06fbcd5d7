"""Find formal phrases in what is being heard: on partial results while a player talks on, and on finals.

A partial result changes its mind (vosk-api issue 1017, vosk-android-demo issue 214), so a phrase found in one counts
only after it has stood still for a while with all its words certain. The final has the last word: it adds what was
missed, and takes back what it does not confirm.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from voice_judge.grammar.intent import Intent, Match, NotRecognized
from voice_judge.speech.recognizer import Hypothesis, Word
from voice_judge.table.listening import DEFAULT_LISTENING, ListeningSettings

__all__ = ["DEFAULT_LISTENING", "Heard", "ListeningSettings", "Missed", "Retracted", "Spotted", "Spotter"]

Matcher = Callable[[Sequence[str], bool, frozenset[int]], Sequence[Match]]
"""Words, whether they are final, and before which of them there is a pause, to the formal phrases in them."""

Weigh = Callable[["Heard"], "Heard | NotRecognized"]
"""A phrase found, to what is made of it: itself, perhaps with its margin, or why it does not count."""

Quiet = Callable[[float, float], bool]
"""A time and a length in seconds, to whether a pause so long ends there."""

_UNKNOWN = "[unk]"


@dataclass(frozen=True, slots=True)
class Heard:
    """A formal phrase; spoken from `start` to `end`, known `at` (seconds of the audio clock).

    `margin`: natural-log units per word by which it is likelier than other talk; None where it was not weighed.
    """

    intent: Intent
    confidence: float
    start: float
    end: float
    at: float
    margin: float | None = None


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


class Spotter:
    """One listener's memory of the current utterance.

    Args:
        match: words to formal phrases.
        settings: when a phrase counts.
        weigh: asked once for each phrase that would count.
        quiet: whether nobody spoke for so many seconds before a time.
    """

    def __init__(
        self,
        match: Matcher,
        settings: ListeningSettings = DEFAULT_LISTENING,
        weigh: Weigh = lambda heard: heard,
        quiet: Quiet | None = None,
    ) -> None:
        self._match = match
        self._weigh = weigh
        self._quiet = quiet
        self._settings = settings
        self._partial = Hypothesis((), final=False, at=0.0)
        self._standing: list[_Standing] = []
        self._maybe: list[Heard] = []  # phrases of the partial, whether its words are certain or not
        self._reported: list[Heard] = []
        self._rejected: list[Heard] = []
        self._coming: tuple[Heard, ...] = ()

    def hear(self, hypothesis: Hypothesis) -> tuple[Spotted, ...]:
        """What the next hypothesis, partial or final, adds."""
        if hypothesis.final:
            return self._conclude(hypothesis)
        self._partial = hypothesis
        self._maybe = self._amid_talk(hypothesis)
        self._standing = _stand(self._standing, self._find(hypothesis, final=False), hypothesis.at)
        return self.wait(hypothesis.at)

    def wait(self, at: float) -> tuple[Spotted, ...]:
        """What has stood still long enough at the time `at`, though no new hypothesis came."""
        return self._report(
            [one.heard for one in self._standing if at - one.since >= self._settings.stable_seconds - 1e-6], at
        )

    def glimpse(self, peek: Hypothesis) -> tuple[Spotted, ...]:
        """What another decoding of the last seconds adds: phrases on which it agrees with the partial."""
        older = (word for word in self._partial.words if peek.words and word.end <= peek.words[0].start)
        whole = replace(peek, words=(*older, *peek.words))
        agreed = [heard for heard in self._find(whole, final=False) if any(_same(heard, one) for one in self._maybe)]
        complete = self._settings.complete_seconds
        found = self._report([heard for heard in agreed if peek.at - heard.end >= complete - 1e-6], peek.at)
        self._coming = tuple(self._fresh(agreed))
        return found

    @property
    def promising(self) -> bool:
        """Whether the partial has a phrase that was not reported, amid talk perhaps and with words not yet certain."""
        return bool(self._fresh(self._maybe))

    @property
    def coming(self) -> Sequence[Heard]:
        """The phrases on which the last glimpse agreed and which lack sound after them yet."""
        return self._coming

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
        return bool(self.ending(hypothesis))

    def ending(self, hypothesis: Hypothesis) -> Sequence[Heard]:
        """The phrase that the hypothesis ends with, if it was not reported."""
        found = self._find(hypothesis, final=True)
        ending = [heard for heard in found if heard.intent.last == len(hypothesis.words)]
        return _without(_without(ending, self._reported), self._rejected)

    def _report(self, ripe: Sequence[Heard], at: float) -> tuple[Heard | Missed, ...]:
        new = self._weighed(self._fresh(ripe), at)
        self._reported.extend(one for one in new if isinstance(one, Heard))
        return new

    def _fresh(self, phrases: Sequence[Heard]) -> list[Heard]:
        """Those that are no part of what is known already: «номер три» belongs to one phrase only."""
        known = [*self._reported, *self._rejected]
        return [one for one in phrases if not any(one.start < old.end and old.start < one.end for old in known)]

    def _weighed(self, phrases: Sequence[Heard], at: float) -> tuple[Heard | Missed, ...]:
        """What counts of the phrases, and why the others do not; these are remembered."""
        weighed: list[Heard | Missed] = []
        for heard in phrases:
            found = self._weigh(replace(heard, at=at))
            if isinstance(found, NotRecognized):
                self._rejected.append(heard)
                weighed.append(Missed(found, heard.start, heard.end, at))
            else:
                weighed.append(found)
        return tuple(weighed)

    def _conclude(self, final: Hypothesis) -> tuple[Spotted, ...]:
        found = self._find(final, final=True)
        retracted = tuple(Retracted(heard, final.at) for heard in _without(self._reported, found))
        new = self._weighed(_without(_without(found, self._reported), self._rejected), final.at)
        known = self._reported or self._rejected
        self._partial = Hypothesis((), final=False, at=final.at)
        self._standing, self._maybe, self._reported, self._rejected = [], [], [], []
        return (*retracted, *new) if known or found else self._missed(final)

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

    def _amid_talk(self, partial: Hypothesis) -> list[Heard]:
        """The phrases there would be if the talk went on with another word; certain or not."""
        words = partial.words
        matches = self._match([*(word.text for word in words), _UNKNOWN], False, self._pauses(words))
        return [_heard(match, words, partial.at) for match in matches if isinstance(match, Intent)]

    def _pauses(self, words: Sequence[Word]) -> frozenset[int]:
        """Before which words the speaker paused long enough to end a clause.

        The recogniser puts short words («не») into quiet, so the level of the sound tells too.
        """
        clause, quiet = self._settings.clause_seconds, self._quiet or _never

        def paused(before: Word, after: Word) -> bool:
            return after.start - before.end >= clause - 1e-6 or quiet(after.start, clause)

        return frozenset(place for place, (one, two) in enumerate(pairwise(words), 1) if paused(one, two))


@dataclass(frozen=True, slots=True)
class _Standing:
    """A phrase that every hypothesis since the time `since` agrees on."""

    heard: Heard
    since: float


def _never(_at: float, _seconds: float) -> bool:
    return False


def _stand(before: Sequence[_Standing], found: Sequence[Heard], at: float) -> list[_Standing]:
    """The phrases `found` now, each with how long it has stood."""
    standing: list[_Standing] = []
    left = list(before)
    for heard in found:
        old = next((one for one in left if _same(one.heard, heard)), None)
        if old:
            left.remove(old)
        standing.append(_Standing(heard, old.since) if old else _Standing(heard, at))
    return standing


def _same(one: Heard, other: Heard) -> bool:
    """Whether two hypotheses mean the same phrase: what it says, and that the two overlap in time."""
    means = one.intent.name == other.intent.name and dict(one.intent.slots) == dict(other.intent.slots)
    return means and one.start < other.end and other.start < one.end


def _without(phrases: Sequence[Heard], known: Sequence[Heard]) -> tuple[Heard, ...]:
    """The phrases that are not among the known ones; each of these stands for one."""
    left = list(known)
    new: list[Heard] = []
    for heard in phrases:
        same = next((one for one in left if _same(one, heard)), None)
        if same:
            left.remove(same)
        else:
            new.append(heard)
    return tuple(new)


def _heard(intent: Intent, words: Sequence[Word], at: float) -> Heard:
    span = words[intent.first : intent.last]
    return Heard(intent, min(word.confidence for word in span), span[0].start, span[-1].end, at)
