"""From the words of a recording to the graph of what was said in it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from training.acoustic.phone_graph import PhoneGraph, Ways, likely_phones, phone_graph
from training.acoustic.phone_model import PhoneModel, phone_model
from training.lexicon.lexicon import Lexicon
from training.lexicon.phones import PHONES, UNKNOWN_WORD

_HIDDEN_SENTENCES, _HIDDEN_WORDS = 0.25, 0.12
"""In so many sentences so many of the words that may be hidden are, so that `[unk]` learns what words sound like."""

_NUMBERS = {phone: number for number, phone in enumerate(PHONES)}


@dataclass(frozen=True, slots=True)
class Sentences:
    """Pronunciations as phone numbers, and the words that are never hidden behind `[unk]`."""

    ways: Ways
    kept: frozenset[str]

    @classmethod
    def of(cls, lexicon: Lexicon, kept: Iterable[str] = ()) -> "Sentences":
        """From a lexicon; `kept` are the game's own words."""
        return cls(numbered(lexicon.entries), frozenset(kept))

    def graph(self, text: str, drawn: Random | None = None) -> PhoneGraph:
        """What was said; words that are not in the lexicon, and some by chance when `drawn` is given, are `[unk]`."""
        return phone_graph(self._words(text, drawn), self.ways)

    def phone_model(self, texts: Sequence[str], order: int, seed: int) -> PhoneModel:
        """The n-gram of the phones of these texts."""
        drawn = Random(f"phones {seed}")
        sentences = (likely_phones(self._words(text, drawn), self.ways, drawn) for text in texts)
        return phone_model(sentences, len(PHONES), order)

    def _words(self, text: str, drawn: Random | None) -> list[str]:
        words = [word if word in self.ways else UNKNOWN_WORD for word in text.split()]
        if drawn is None or len(words) < 3 or drawn.random() > _HIDDEN_SENTENCES:
            return words
        return [UNKNOWN_WORD if self._may_hide(word) and drawn.random() < _HIDDEN_WORDS else word for word in words]

    def _may_hide(self, word: str) -> bool:
        return word not in self.kept and len(word) > 2


def numbered(entries: Mapping[str, Sequence[Sequence[str]]]) -> Ways:
    """Pronunciations with the numbers of their phones."""
    return {word: [[_NUMBERS[phone] for phone in way] for way in ways] for word, ways in entries.items()}
