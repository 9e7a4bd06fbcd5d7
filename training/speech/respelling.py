"""Russian words written so that a Ukrainian or a Kyrgyz voice says them nearly as a Russian would.

The spelling follows from the pronunciation (training/lexicon: vowels already reduced), phone by phone. Ukrainian has
the soft consonants of Russian; its «і» makes soft, its «и» does not, «г» would be a fricative. Kyrgyz has no soft
consonants and says «пят» as «пат»: «а» becomes «йа» behind them and «е» between two of them («пет» for «пять»), and
before a consonant softness is lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from training.lexicon.lexicon import pronunciations_of
from training.lexicon.phones import SOFT, VOWELS, Pronunciation


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a language writes phones.

    `hard` vowels stand at the start and behind hard consonants, `soft` ones behind soft consonants, `between` ones
    between two soft consonants (as `soft` when not listed), `joined` are those with j before them. `sign` is written
    behind a soft consonant that no vowel follows, `apart` before a joined vowel behind a consonant.
    """

    consonants: Mapping[str, str]
    hard: Mapping[str, str]
    soft: Mapping[str, str]
    joined: Mapping[str, str]
    sign: str
    apart: str
    between: Mapping[str, str] = field(default_factory=dict)
    unsigned: frozenset[str] = frozenset()  # soft consonants that no sign is written behind

    def write(self, phones: Pronunciation) -> str:
        """The letters of `phones`."""
        around = zip(("", *phones), phones, (*phones[1:], ""), strict=False)
        return "".join(self._letters(*three) for three in around)

    def _letters(self, before: str, phone: str, after: str) -> str:
        if phone in VOWELS:
            if before == "j":
                return self.joined[phone]
            if before not in SOFT:
                return self.hard[phone]
            return (after in SOFT and self.between.get(phone)) or self.soft[phone]
        if phone == "j":
            if after not in VOWELS:
                return self.consonants["j"]
            return self.apart if before and before not in VOWELS else ""
        letter = self.consonants[phone]
        signed = phone in SOFT and phone not in self.unsigned and after not in VOWELS
        return letter + self.sign if signed else letter


def respelled(text: str, spelling: Spelling) -> str:
    """`text` (words in lower case) in the letters of another language.

    Raises:
        UserError: a word has no known pronunciation.
    """
    return " ".join(spelling.write(_usual(word)) for word in text.split())


@cache
def _usual(word: str) -> Pronunciation:
    return pronunciations_of(word)[0]


def _table(pairs: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in pairs.split())


_SAME = "v:в d:д z:з k:к l:л m:м n:н p:п r:р s:с t:т f:ф x:х b:б zh:ж sh:ш ts:ц ch:ч j:й"
_SOFT = "vj:в dj:д zj:з kj:к lj:л mj:м nj:н pj:п rj:р sj:с tj:т fj:ф bj:б"

UKRAINIAN = Spelling(
    consonants=_table(f"{_SAME} {_SOFT} g:ґ gj:ґ sch:шш"),
    hard=_table("a:а o:о e:е i:і y:и u:у ax:а ih:і"),
    soft=_table("a:я o:ьо e:є i:і y:и u:ю ax:я ih:і"),
    joined=_table("a:я o:йо e:є i:ї y:ї u:ю ax:я ih:ї"),
    sign="ь",
    apart="'",
    unsigned=frozenset({"ch", "sch"}),
)

KYRGYZ = Spelling(
    consonants=_table(f"{_SAME} {_SOFT} g:г gj:г sch:щ"),
    hard=_table("a:а o:о e:э i:и y:ы u:у ax:а ih:и"),
    soft=_table("a:йа o:ё e:е i:и y:ы u:ю ax:я ih:и"),
    between={"a": "е"},
    joined=_table("a:я o:ё e:е i:йи y:йы u:ю ax:я ih:йи"),
    sign="",
    apart="",
)
