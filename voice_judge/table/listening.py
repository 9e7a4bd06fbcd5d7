"""How the ears listen: every threshold in one frozen object, each with its direction and the measurement behind it.

`voice-judge evaluate --sweep NAME` draws the curve of one value over `SWEEPS[NAME]`; the tables are in
docs/recognition.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class ListeningSettings:
    """When a phrase counts. Seconds of the audio clock unless said otherwise."""

    # a partial's phrase must stand this long; longer: fewer retractions, later answers.
    # Measured: 0.3 gave no retraction in 3,297 clips; it matters little now, looks are sooner
    stable_seconds: float = 0.3
    # how often talk whose partial shows a phrase is decoded as if it ended here, and the phrase counts if both have it
    # (0: never); longer: cheaper, later answers.
    # Measured in unbroken talk: never 39 of 50 phrases, median 1.86 s after the last word; 0.2 s 45 of 50, 0.30 s (when
    # two looks in a row had to agree with each other instead)
    peek_seconds: float = 0.2
    # sound after a phrase's last word that a look must hold; longer: fewer half words, later answers.
    # Measured: without any, «одиннадцать» was told as «один» and taken back in 2 of 288 negatives, median 0.16 s
    complete_seconds: float = 0.2
    # a pause after a whole phrase ends the utterance; longer: later answers, fewer cuts.
    # Measured on 552 clips: 0.2 and 0.15 differ by one clip, median answer 0.32 and 0.30 s. In 28 numbers above ten, in
    # unbroken talk by espeak-ng, 0.2 took a quiet «ц» for a pause 8 times («номер один|надцать»), 0.25 never
    pause_seconds: float = 0.25
    # after this much quiet the words so far are decoded again, and a phrase before it is weighed while the pause is
    # waited for; shorter: dearer, for talk has many short breaths; as long as the pause: the answer waits for it.
    # Measured on 20 nominations after talk: 0.15 leaves 0.02-0.07 s of computing after the pause, without 0.2-0.5 s
    expect_seconds: float = 0.15
    # a pause this long ends a clause: a «не» or «если» before it is of another sentence; longer: more phrases lost to
    # the talk before them; shorter: a quotation after a breath counts as the speaker's. Chosen by the rules of speech
    # (a comma takes 0.2-0.4 s, a full stop more), not measured
    clause_seconds: float = 0.5
    # the longest utterance: then a final is forced; longer: more context for a phrase, more memory (vosk-api issue 209)
    longest_seconds: float = 60.0
    # filler words and decoys in the recogniser's list; without: phrases are heard in any talk
    fillers: bool = True
    # a phrase's sound is decoded once more, against a list without such phrases; without: what only comes near counts
    second_pass: bool = True
    # natural-log units per word by which the phrase must beat that list; higher: fewer false alarms, more misses.
    # Measured in 1.3 h of talk with 235 phrases: 2.0 nine false alarms, 21 phrases missed; 2.5 seven, 3.0 five, and the
    # same 21; 3.5 three and 23; 5.0 two and 27. Of 538 single recordings 507 right at 2.0, 501 at 3.0
    margin: float = 3.0
    # phrases that the floor and the rules leave no room for are not heard; without: they are told, and refused
    floor_gating: bool = True
    # WebRTC's noise suppression before the recogniser, 0 (none) to 4; higher: less noise, more of the voice cut away.
    # Measured with the model 0.2, which was trained in noise: at 10 dB 238 of 269 phrases right without and with 2; of
    # a person's 39 commands 37 without, 35 with 2; in 0.7 h of talk with 121 phrases 20 missed and 11 false alarms
    # without, 19 and 7 with 2. What is said into the microphone goes first
    noise_reduction: int = 0


DEFAULT_LISTENING = ListeningSettings()

SWEEPS: Mapping[str, Sequence[float]] = MappingProxyType(
    {
        "stable_seconds": (0.1, 0.2, 0.3, 0.5, 0.8),
        "peek_seconds": (0.0, 0.1, 0.15, 0.2, 0.3, 0.5),
        "complete_seconds": (0.0, 0.1, 0.2, 0.3, 0.4),
        "pause_seconds": (0.1, 0.15, 0.2, 0.25, 0.3, 0.5),
        "expect_seconds": (0.1, 0.15, 0.2, 0.25),
        "clause_seconds": (0.3, 0.5, 0.8, 1.2),
        "longest_seconds": (10.0, 20.0, 60.0),
        "fillers": (0, 1),
        "second_pass": (0, 1),
        "margin": (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0),
        "floor_gating": (0, 1),
        "noise_reduction": (0, 1, 2, 3, 4),
    }
)
"""For each setting the values worth trying; a boolean's are 0 and 1."""
