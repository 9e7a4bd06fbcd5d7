"""Words added to a finished model without training: only its graphs are built anew.

    python -m training.add_words MODEL GRAMMAR_OR_WORDLIST... --out DIR

MODEL is the folder of a model made by this project; see `word_sources` for what may follow. The network and everything
else in the folder stay byte for byte. Pronunciations are found by `training.lexicon` (espeak-ng), with ё where it is
meant. Words that the model has stay as they are, unless a list tells a pronunciation: that is added to them.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from training.kaldi.model_folder import VoskModel, copy_with_words, read_model_folder
from training.kaldi.phone_table import base_of
from training.lexicon.lexicon import pronunciations_of
from training.lexicon.phones import Pronunciation
from training.word_sources import Words, read_words
from voice_judge.errors import UserError
from voice_judge.streams import abandon_output, open_streams

_Ways = Mapping[str, tuple[Pronunciation, ...]]


@dataclass(frozen=True)
class Added:
    """What was done: the pronunciations that are new, by word, and how many words the model has now."""

    ways: _Ways
    total: int


def add_words(model: Path, sources: Sequence[Path], out: Path) -> Added:
    """Write to `out` the model with the words of all sources added.

    Raises:
        UserError: a source or the model cannot be read, a word cannot be pronounced with the model's phones, or there
            is something in `out` already. Then nothing is written.
    """
    _check_place(out, model)
    wanted = [read_words(source) for source in sources]
    old = read_model_folder(model)
    new = _new_ways(wanted, old)
    for word, ways in new.items():
        _check_phones(word, ways, old)
    words = {word: (*old.words.get(word, ()), *new.get(word, ())) for word in sorted({*old.words, *new})}
    _write(model, out, replace(old, words=words))
    return Added(new, len(words))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; 0 when done, 2 when something given is wrong."""
    open_streams()
    parser = argparse.ArgumentParser(
        prog="./run words", description="Добавить слова к готовой модели, не обучая её заново (секунды)."
    )
    parser.add_argument("model", type=Path, help="папка готовой модели")
    parser.add_argument("sources", type=Path, nargs="+", help="папки и файлы грамматик (.yaml), списки слов")
    parser.add_argument("--out", type=Path, required=True, help="новая папка для модели с этими словами")
    options = parser.parse_args(arguments)
    try:
        added = add_words(options.model, options.sources, options.out)
        _tell(added, options.out)
    except UserError as error:
        print(f"run words: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nrun words: прервано", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader (head, less) has left; the model is written
        abandon_output()
    except OSError as error:
        print(f"run words: {error.filename or 'вывод'}: {_cause(error)}", file=sys.stderr)
        abandon_output()
        return 2
    return 0


def _tell(added: Added, out: Path) -> None:
    for word, ways in added.ways.items():
        for way in ways:
            print(f"{word}\t{' '.join(way)}")
    print(f"Новых слов: {len(added.ways)}, всего в модели: {added.total}. Она лежит здесь: {out}", flush=True)


def _check_place(out: Path, model: Path) -> None:
    try:
        taken = out.exists() and (not out.is_dir() or any(out.iterdir()))
        inside = Path(os.path.realpath(out)).is_relative_to(os.path.realpath(model))
    except OSError as error:
        raise UserError(f"{out}: здесь модель не создать ({_cause(error)}). Назовите другую папку.") from error
    if taken:
        raise UserError(f"{out}: здесь уже что-то есть. Назовите для модели новую папку.")
    if inside:
        raise UserError(f"{out}: это место внутри старой модели. Назовите папку вне её.")


def _new_ways(wanted: Iterable[Words], old: VoskModel) -> _Ways:
    told: dict[str, tuple[Pronunciation, ...]] = {}
    words: set[str] = set()
    for source in wanted:
        words |= source.words
        for word, ways in source.told.items():
            told[word] = (*told.get(word, ()), *ways)
    found = {word: ways for word, ways in told.items() if not set(ways) <= set(old.words.get(word, ()))}
    found |= {word: pronunciations_of(word) for word in words - set(told) - set(old.words)}
    return {word: found[word] for word in sorted(found)}


def _check_phones(word: str, ways: Iterable[Pronunciation], model: VoskModel) -> None:
    for way in ways:
        try:
            model.phones.placed(way)
        except KeyError as error:
            phone = base_of(error.args[0])
            raise UserError(
                f"Слово «{word}» произносится «{' '.join(way)}», а звука «{phone}» в этом месте слова у модели нет. "
                "Укажите другое произношение в списке слов строкой: слово, табуляция, звуки."
            ) from error


def _write(model: Path, out: Path, changed: VoskModel) -> None:
    """All at once: a run that is cut leaves no half of a model in `out`."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as place:
            copy_with_words(model, Path(place, "model"), changed)
            if out.exists():
                out.rmdir()
            Path(place, "model").rename(out)
    except OSError as error:
        raise UserError(f"{out}: не удалось записать модель ({_cause(error)}). Проверьте место и права.") from error


def _cause(error: OSError) -> str:
    if isinstance(error, shutil.Error):  # of a folder copied: (from, to, cause) of each file that could not be
        return str(error.args[0][0][-1])
    return error.strerror or str(error)


if __name__ == "__main__":
    sys.exit(main())
