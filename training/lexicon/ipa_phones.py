"""espeak-ng's IPA as phones with their stress marks."""

import re
from dataclasses import dataclass

from training.lexicon.phones import VOWELS

_SYMBOLS_OF = {
    **{"a": "ɑ a æ", "ax": "ʌ ɐ ə", "o": "o ɵ ɔ", "e": "e ɛ", "i": "i ɪ ᵻ", "y": "y ɨ", "u": "u ʉ ʊ"},
    **{"sh": "ʃ ʂ", "zh": "ʒ ʐ", "sch": "ɕ", "zj": "ʑ", "ch": "tʃʲ tʃ tɕ", "ts": "ts", "d zh": "dʒ", "d z": "dz"},
    **{"g": "g ɡ", "l": "l ɭ ɫ", "x": "x ɣ h", "v": "v w", "k": "k q"},
    **{same: same for same in "bdfjmnprstz"},
}
_PHONES = {symbol: tuple(phones.split()) for phones, symbols in _SYMBOLS_OF.items() for symbol in symbols.split()}
_SYMBOL = re.compile("|".join(sorted(map(re.escape, _PHONES), key=len, reverse=True)) + "|[ˈˌʲ]")
_IGNORED = re.compile(r"[ː:|\-\"'͡\u0303]|\([^)]*\)")
_SOFT = "ʲ"
_SOFT_WITHOUT_VOWEL = "ɪ^"  # what espeak-ng 1.51 writes for a soft р at the end of a word
_MERGED = frozenset({("j", "j"), ("t", "ts"), ("d", "ts"), ("tj", "ts")})
"""Of these pairs only the second is heard: «двадцать» has no д."""

SOFTENED = frozenset("bdfgklmnprstvz")
"""Consonants that have a soft twin among the phones, named with a `j` behind."""


@dataclass(frozen=True, slots=True)
class SpokenPhone:
    """A phone of a word; a vowel has a stress mark, `ˈ` or `ˌ`, or none."""

    name: str
    stress: str = ""

    @property
    def vowel(self) -> bool:
        """Whether a syllable can have it."""
        return self.name in VOWELS

    @property
    def softened(self) -> "SpokenPhone":
        """Its soft twin, if it has one, else itself."""
        return SpokenPhone(self.name + "j") if self.name in SOFTENED else self


SpokenPhones = tuple[SpokenPhone, ...]


def ipa_phones(phonemes: tuple[str, ...]) -> SpokenPhones:
    """The phones of espeak-ng's IPA phonemes."""
    found: list[SpokenPhone] = []
    for phoneme in phonemes:
        stress = ""
        for symbol in _SYMBOL.findall(_IGNORED.sub("", phoneme.replace(_SOFT_WITHOUT_VOWEL, _SOFT))):
            if symbol in "ˈˌ":
                stress = symbol
            elif symbol == _SOFT:
                found[-1:] = [phone.softened for phone in found[-1:]]
            else:
                found += [SpokenPhone(name, stress if name in VOWELS else "") for name in _PHONES[symbol]]
    pairs = zip(found, [*found[1:], None], strict=False)
    return tuple(phone for phone, after in pairs if not (after and (phone.name, after.name) in _MERGED))
