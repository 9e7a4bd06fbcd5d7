"""Whether a model is one that this project made: told by its phones, without reading its network."""

from pathlib import Path

from training.kaldi.phone_table import phone_table, read_phone_table
from training.lexicon.phones import PHONES
from voice_judge.errors import UserError
from voice_judge.speech.model_files import missing_files

_NAMES = "graph/phones.txt"


def check_make(folder: Path) -> None:
    """Pass silently, or explain why the model in the folder cannot be adapted.

    Raises:
        UserError: there is no model, or not all of it, or (`another_make`) it has other phones than ours.
    """
    if missing := missing_files(folder):
        raise UserError(
            f"{folder}: модели здесь нет или она неполная, не хватает: {', '.join(missing)}. Укажите папку с моделью "
            "через --model ПУТЬ или запустите без --model."
        )
    try:
        names = read_phone_table(folder / _NAMES).names
    except (OSError, UnicodeDecodeError):
        raise another_make(folder) from None
    if names != phone_table(PHONES).names:
        raise another_make(folder)


def another_make(folder: Path) -> UserError:
    """There is no telling how its words are said."""
    return UserError(
        f"{folder}: у этой модели другие звуки, её не приспособить. Подходит встроенная (запустите без --model) и "
        "сделанные из неё."
    )
