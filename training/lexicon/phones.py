"""The phone set of the Russian models: 43 phones of speech, silence and noise.

Vowels: `a o e i y u` (`i` and `o`, `e` stressed), the reduced `ax` (of а and о) and `ih` (of и, е and я). A consonant
with `j` behind it is soft; `sh zh ts` are always hard, `ch sch j` always soft, `zj` is soft з or the voiced щ.
The order is the one in which the embedded models, from ru-judge-0.1 on, number their phones (graph/phones.txt, without
the suffixes `_B _E _I _S` that Kaldi adds for the place in a word), so that every such model stays readable.
"""

SILENCE = "SIL"
NOISE = "SPN"
"""What `[unk]` is pronounced with: any sound that is no known word."""

UNKNOWN_WORD = "[unk]"

_ORDER = "ax i a j n t u r s o l y e p k v ih tj m d lj nj rj sj z b ch vj g dj x sh zh mj ts f kj bj sch pj zj gj fj"
SPEECH: tuple[str, ...] = tuple(_ORDER.split())
PHONES: tuple[str, ...] = (SILENCE, NOISE, *SPEECH)

VOWELS = frozenset(("a", "o", "e", "i", "y", "u", "ax", "ih"))
SOFT = frozenset(("j", "ch", "sch", *(phone for phone in SPEECH if len(phone) == 2 and phone.endswith("j"))))
"""Consonants after which an unstressed а or я is said like и."""

Pronunciation = tuple[str, ...]
"""The phones of one way to say a word."""
