"""One recording and what is said in it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

Kind = Literal["human", "synthetic"]


@dataclass(frozen=True, slots=True, order=True)
class Utterance:
    """A recording (any rate and format that soundfile reads), its words in lower case and where it is from.

    `id` is unique among all sources and the same on every machine (`tuxpaint/animals/cat`); `voice` names the speaker:
    a model is measured on strangers by leaving a voice out. `licence` is an SPDX name or the name of a copyright file;
    `source` the package (`tuxpaint-stamps-default`).
    """

    id: str
    audio: Path
    text: str
    voice: str
    kind: Kind
    licence: str
    source: str


class Source(Protocol):
    """Where utterances come from: a package of recordings, or a synthesiser."""

    @property
    def name(self) -> str:
        """What the source is called in ids, shards and tables."""

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        """The source's utterances; what is missing in the folder `work` is fetched or made there.

        Raises:
            UserError: it can neither be found nor fetched or made.
        """
