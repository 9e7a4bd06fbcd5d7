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

    # a partial's phrase must stand this long; longer: fewer retractions, later answers
    stable_seconds: float = 0.3
    # how often talk that may hold a phrase is decoded as if it ended here (0: never); longer: cheaper, later answers
    peek_seconds: float = 0.2
    # looks in a row that must agree before a phrase counts amid talk; more: fewer retractions, later answers
    peeks: int = 2
    # sound after a phrase's last word that a look must hold; longer: fewer half words («один» of «одиннадцать»), later
    complete_seconds: float = 0.2
    # a pause after a whole phrase ends the utterance; longer: later answers, fewer cuts
    pause_seconds: float = 0.2
    # a pause this long ends a clause: a «не» or «если» before it is of another sentence; longer: more phrases lost to
    # the talk before them; shorter: a quotation after a breath counts as the speaker's
    clause_seconds: float = 0.5
    # the longest utterance: then a final is forced; longer: more context for a phrase, more memory
    longest_seconds: float = 60.0
    # filler words and decoys in the recogniser's list; without: phrases are heard in any talk
    fillers: bool = True
    # a phrase's sound is decoded once more, against a list without such phrases; without: what merely comes near counts
    second_pass: bool = True
    # natural-log units per word by which the phrase must beat that list; higher: fewer false alarms, more misses
    margin: float = 3.0
    # phrases that the floor and the rules leave no room for are not heard; without: they are told, and refused
    floor_gating: bool = True
    # WebRTC's noise suppression before the recogniser, 0 (none) to 4; higher: less noise, more of the voice cut away
    noise_reduction: int = 2


DEFAULT_LISTENING = ListeningSettings()

SWEEPS: Mapping[str, Sequence[float]] = MappingProxyType(
    {
        "stable_seconds": (0.1, 0.2, 0.3, 0.5, 0.8),
        "peek_seconds": (0.0, 0.1, 0.15, 0.2, 0.3, 0.5),
        "peeks": (1, 2, 3),
        "complete_seconds": (0.0, 0.1, 0.2, 0.3, 0.4),
        "pause_seconds": (0.1, 0.15, 0.2, 0.3, 0.5),
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
