"""The phones of a graph: numbers, names, places in a word; and the two text files about them.

A phone is numbered once for each place that it can have in a word: ``a_B`` begins, ``a_E`` ends, ``a_I`` is inside,
``a_S`` is a whole word. Silence has no place, noise (what ``[unk]`` sounds like) is only ever a whole word. Places let
Vosk tell where a word begins and ends, and make the end of a word visible in the graph. The pdfs are shared by all
places.

``graph/phones.txt``: a name and a number in each line, ``<eps> 0`` first. ``graph/phones/word_boundary.int``: a number
and ``nonword``, ``begin``, ``end``, ``internal`` or ``singleton``.

Source: Kaldi, https://github.com/kaldi-asr/kaldi, egs/wsj/s5/utils/prepare_lang.sh (position-dependent phones) and
src/lat/word-align-lattice.cc (``WordBoundaryInfo``).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from training.kaldi.matrix import KaldiFormatError
from training.kaldi.transitions import ContextTree

EPSILON = "<eps>"
_PLACES = {"B": "begin", "E": "end", "I": "internal", "S": "singleton"}


@dataclass(frozen=True)
class PhoneTable:
    """Names of phones by number; number 0 is `<eps>`."""

    names: tuple[str, ...]

    @property
    def numbers(self) -> Mapping[str, int]:
        """The number of each name."""
        return {name: number for number, name in enumerate(self.names)}

    @property
    def silence(self) -> int:
        """The number of the only phone that is not part of a word."""
        return next(number for number, name in enumerate(self.names) if number and base_of(name) == name)

    def base(self, number: int) -> str:
        """The name of a phone without its place."""
        return base_of(self.names[number])

    def ends_word(self, number: int) -> bool:
        """Is a word over after this phone?"""
        return place_of(self.names[number]) in ("E", "S")

    def placed(self, pronunciation: Sequence[str]) -> tuple[int, ...]:
        """The numbers of a word's phones; KeyError for a phone that the table has not in that place."""
        numbers = self.numbers
        return tuple(numbers[name] for name in _placed_names(pronunciation))

    def text(self) -> str:
        """The file phones.txt."""
        return "".join(f"{name} {number}\n" for number, name in enumerate(self.names))

    def boundaries_text(self) -> str:
        """The file word_boundary.int."""
        places = (_PLACES.get(place_of(name), "nonword") for name in self.names[1:])
        return "".join(f"{number} {place}\n" for number, place in enumerate(places, 1))


def base_of(name: str) -> str:
    """A phone's name without its place."""
    return name[:-2] if place_of(name) else name


def place_of(name: str) -> str:
    """B, E, I, S, or nothing for silence."""
    return name[-1] if len(name) > 2 and name[-2] == "_" and name[-1] in _PLACES else ""


def _placed_names(pronunciation: Sequence[str]) -> list[str]:
    if len(pronunciation) == 1:
        return [f"{pronunciation[0]}_S"]
    first, *inside, last = pronunciation
    return [f"{first}_B", *(f"{phone}_I" for phone in inside), f"{last}_E"]


def phone_table(phones: Iterable[str]) -> PhoneTable:
    """The table of these phones: silence first, noise second, then those of speech."""
    silence, noise, *speech = phones
    return PhoneTable((EPSILON, silence, f"{noise}_S", *(f"{phone}_{place}" for phone in speech for place in "BEIS")))


def shared_pdfs(table: PhoneTable) -> ContextTree:
    """The tree in which each phone, wherever it stands, has two pdfs: 2 i on entering and 2 i + 1 on staying.

    i counts the phones without their places, in the order of the table.
    """
    bases = list(dict.fromkeys(table.base(number) for number in range(1, len(table.names))))
    index = {base: 2 * place for place, base in enumerate(bases)}
    return biphone_pdfs(table, {(None, base): (pdf, pdf + 1) for base, pdf in index.items()})


def biphone_pdfs(table: PhoneTable, pdfs: Mapping[tuple[str | None, str], tuple[int, int]]) -> ContextTree:
    """The tree in which a phone's pdfs depend on the phone before it.

    Args:
        table: of phones.
        pdfs: (left phone, phone), both without places -> (pdf on entering, pdf on staying); None = any other phone.
            Every phone must have an entry with None.
    """
    numbers = range(1, len(table.names))
    lefts: dict[str | None, list[int | None]] = {None: [None]}
    for number in numbers:
        lefts.setdefault(table.base(number), []).append(number)
    found: dict[tuple[int | None, int], tuple[int, int]] = {}
    for (left, base), pair in pdfs.items():
        for number in numbers:
            if table.base(number) == base:
                found.update({(each, number): pair for each in lefts[left]})
    return ContextTree(found)


def read_phone_table(path: Path) -> PhoneTable:
    """The table in a phones.txt.

    Raises:
        KaldiFormatError: its lines are not a name and a number, counted from 0, or there is no silence.
    """
    names = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        name, _, found = line.partition(" ")
        if found != str(number):
            raise KaldiFormatError(f"{path}, строка {number + 1}: нужно имя звука и число {number}, а там «{line}».")
        names.append(name)
    if all(place_of(name) for name in names[1:]):
        raise KaldiFormatError(f"{path}: среди звуков нет тишины (имени без места в слове). Возьмите целую модель.")
    return PhoneTable(tuple(names))
