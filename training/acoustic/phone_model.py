"""How likely phones follow each other: the n-gram of phones behind the denominator of LF-MMI.

Source: Povey et al., "Purely sequence-trained neural networks for ASR based on lattice-free MMI", Interspeech 2016
(there a pruned 4-gram; here a bigram or trigram with every history, which is small enough to be dense).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.acoustic.phone_graph import SILENCE

_PRIOR = 2.0
"""How many unseen phones' worth of trust a longer history gives to the shorter one."""


@dataclass(frozen=True, slots=True)
class PhoneModel:
    """Probabilities of phones.

    `first` [phone], `after` [history, phone, next phone], `last` [history, phone]: `history` is the phone before, or
    has one row only in a bigram. `pairs` [phone, next phone] is the bigram in any case. The phone before the first is
    silence.
    """

    first: NDArray[np.float32]
    after: NDArray[np.float32]
    last: NDArray[np.float32]
    pairs: NDArray[np.float32]

    @property
    def phones(self) -> int:
        """How many phones there are."""
        return len(self.first)


def phone_model(sentences: Iterable[Sequence[int]], phones: int, order: int) -> PhoneModel:
    """Estimate from phone sequences; no sequence of phones is impossible.

    Args:
        sentences: sequences of phone numbers, none empty.
        phones: how many phones there are.
        order: 2 for a bigram, 3 for a trigram.
    """
    starts = np.full(phones, 0.05)
    singles = np.full((phones, phones + 1), 0.05)
    triples = np.zeros((phones, phones, phones + 1))
    for sentence in sentences:
        starts[sentence[0]] += 1
        history = SILENCE
        for phone, following in zip(sentence, [*sentence[1:], phones], strict=True):
            singles[phone, following] += 1
            triples[history, phone, following] += 1
            history = phone
    pairs = singles / singles.sum(1, keepdims=True)
    after = _interpolated(triples, pairs) if order == 3 else pairs[None]
    return PhoneModel(
        first=_f32(starts / starts.sum()),
        after=_f32(after[:, :, :-1]),
        last=_f32(after[:, :, -1]),
        pairs=_f32(pairs[:, :-1]),
    )


def _interpolated(triples: NDArray[np.float64], pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Witten and Bell: the more different phones followed a history, the more the shorter history counts."""
    kinds = _PRIOR + (triples > 0).sum(2, keepdims=True)
    smoothed: NDArray[np.float64] = (triples + kinds * pairs[None]) / (triples.sum(2, keepdims=True) + kinds)
    return smoothed


def _f32(values: NDArray[np.float64]) -> NDArray[np.float32]:
    return values.astype(np.float32)
