"""Where a club's words come from: grammar folders, grammar files and word lists.

* A folder of grammars, as grammars/: all its words.
* A grammar file (.yaml): the words of the grammars that it gives when it is laid over the whole ones: those of its own
  folder if that is whole, else the project's.
* Anything else is a word list: words or phrases, `#` begins a remark. A line ``word<TAB>phones`` tells how a word is
  pronounced, for names and foreign words; the phones are those of speech in `training.lexicon.phones`.
"""

import re
import shutil
import tempfile
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from training.lexicon.phones import SPEECH, Pronunciation
from training.lexicon.vocabulary import grammar_words
from voice_judge.errors import UserError
from voice_judge.grammar import Grammars
from voice_judge.grammar.load import ANSWERS_FILE, load_grammars
from voice_judge.grammar.problems import GrammarError
from voice_judge.resources import resource

_WORD = re.compile("(?![ьъ-]+$)[а-яё]+(?:-[а-яё]+)*")  # signs alone are no word
_MARKS = re.compile(r"[\s,.;:!?«»„“”\"'()\[\]…–—/]+|(?<!\w)-+|-+(?!\w)")
_STRESS = dict.fromkeys(map(ord, "\u0300\u0301\u00ad"))
_LONGEST = 50
_READ = (".yaml", ".txt")  # what grammars consist of


@dataclass(frozen=True)
class Words:
    """Words of a source, and the pronunciations that it tells itself."""

    words: frozenset[str]
    told: Mapping[str, tuple[Pronunciation, ...]] = field(default_factory=dict)


def read_words(source: Path) -> Words:
    """The words of one source.

    Raises:
        UserError: it cannot be read, or something in it is not a Russian word (with file and line).
    """
    try:
        if source.is_dir():
            return Words(_words_of(load_grammars(source)))
        if source.suffix in (".yaml", ".yml"):
            return Words(_words_of(_laid_over(source)))
        return words_of_text(_text(source), str(source))
    except OSError as error:
        place, cause = error.filename or source, error.strerror or error
        raise UserError(f"{place}: не читается ({cause}). Проверьте путь и права.") from error


def words_of_text(text: str, name: str) -> Words:
    """The words of a word list; `name` is what errors call it.

    Raises:
        UserError: see `read_words`.
    """
    words: set[str] = set()
    told: dict[str, tuple[Pronunciation, ...]] = {}
    plain = unicodedata.normalize("NFC", text).translate(_STRESS)
    for number, line in enumerate(plain.splitlines(), 1):
        said, tab, phones = line.partition("#")[0].partition("\t")
        here = list(_checked(_MARKS.split(said.lower()), f"{name}, строка {number}"))
        if tab and phones.strip():
            word, way = _told(here, phones, f"{name}, строка {number}")
            told[word] = (*told.get(word, ()), way)
        words.update(here)
    return Words(frozenset(words), told)


def _checked(found: Iterable[str], place: str) -> Iterable[str]:
    for word in filter(None, found):
        if not _WORD.fullmatch(word):
            raise UserError(f"{place}: «{word}» - не русское слово. Пишите русскими буквами, числа - словами.")
        if len(word) > _LONGEST:
            raise UserError(f"{place}: «{word[:20]}...» - слово длиннее {_LONGEST} букв. Разделите его пробелами.")
        yield word


def _told(words: list[str], phones: str, place: str) -> tuple[str, Pronunciation]:
    if len(words) != 1:
        raise UserError(f"{place}: перед табуляцией нужно одно слово, а там {len(words)}.")
    way = tuple(phones.split())
    if len(way) > _LONGEST:
        raise UserError(f"{place}: в произношении больше {_LONGEST} звуков.")
    if unknown := [phone for phone in way if phone not in SPEECH]:
        raise UserError(
            f"{place}: у слова «{words[0]}» неизвестные звуки: {' '.join(unknown)}. Звуки речи: {' '.join(SPEECH)}."
        )
    return words[0], way


def _words_of(grammars: Grammars) -> frozenset[str]:
    spoken = (word for phase in grammars.phases for word in grammars.vocabulary(phase))
    return grammar_words(grammars) | {word for word in spoken if _WORD.fullmatch(word)}


def _laid_over(source: Path) -> Grammars:
    text = _text(source)
    base = source.parent if (source.parent / ANSWERS_FILE).is_file() else resource("grammars")
    with tempfile.TemporaryDirectory() as place:
        whole = Path(place)
        for file in base.iterdir():
            if file.suffix in _READ and file.is_file():  # no locks of editors, no pipes
                shutil.copyfile(file, whole / file.name)
        (whole / source.with_suffix(".yaml").name).write_text(text, encoding="utf-8")
        try:
            return load_grammars(whole)
        except GrammarError as error:
            real = source if error.path.stem == source.stem else base / error.path.name
            raise UserError(str(error).replace(str(error.path), str(real), 1)) from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: файл не в кодировке UTF-8. Сохраните его в UTF-8.") from error
