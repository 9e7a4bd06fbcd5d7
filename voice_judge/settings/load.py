"""settings.toml read and checked: whatever is wrong is said with its line and what is allowed."""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from voice_judge.errors import UserError
from voice_judge.places import settings_folder
from voice_judge.settings.keys import Key, Plain, all_keys, section_titles, value_of
from voice_judge.settings.model import FOLDER, Settings
from voice_judge.settings.template import toml

_ADAPTER = TypeAdapter(Settings)
_AT_LINE = re.compile(r"\(at line (\d+), column (\d+)\)")
_SHOWN = 60


def settings_file() -> Path:
    """Where this user's settings lie, whether they are there or not."""
    return settings_folder() / "settings.toml"


def load_settings(path: Path | None = None) -> Settings:
    """The settings of `path`, else of this user; without a file of his own, the defaults.

    Raises:
        UserError: the file cannot be read or something in it is wrong; a line for each thing, with its place.
    """
    if path is None and not settings_file().exists():
        return Settings()
    file = path or settings_file()
    return parse_settings(read_text(file), file)


def is_set(name: str, path: Path | None = None) -> bool:
    """Whether the file says anything about the key `name` ("record.on"): a default is no answer.

    Raises:
        UserError: as `load_settings`.
    """
    file = path or settings_file()
    if not file.exists():
        return False
    section, _, key = name.partition(".")
    table = _parse(_Source(read_text(file), file)).get(section, {})
    return isinstance(table, Mapping) and key in table


def read_text(file: Path) -> str:
    """The text of a file of the judge's own.

    Raises:
        UserError: it cannot be read or is not UTF-8; a BOM does no harm.
    """
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = file.read_bytes()[: error.start].count(b"\n") + 1
        raise UserError(f"{file}:{line}: это не UTF-8; сохраните файл в кодировке UTF-8") from None
    except (OSError, ValueError) as error:  # ValueError: no name a file can have
        raise UserError(f"{file}: не читается: {getattr(error, 'strerror', None) or error}") from None


def parse_settings(text: str, file: Path) -> Settings:
    """The settings in this text; `file` is its name for errors, and its folder is where relative paths count from.

    Raises:
        UserError: as `load_settings`.
    """
    source = _Source(text, file)
    data = _parse(source)
    try:
        return _ADAPTER.validate_python(data, context={FOLDER: file.absolute().parent})
    except ValidationError as error:
        found = (_explain(source, item["loc"], item["input"]) for item in error.errors())
        raise UserError("\n".join(dict.fromkeys(found))) from None


@dataclass(frozen=True, slots=True)
class _Source:
    """A settings text that can say where something in it stands."""

    text: str
    file: Path

    def place(self, section: str, key: str = "") -> str:
        """`file:line` of a key, else of its section, else the file."""
        current, found = "", 0
        for number, line in enumerate(self.text.splitlines(), start=1):
            bare = re.sub(r"""["'\s]""", "", line)
            heading = re.match(r"\[+([^\].]+)", bare)
            current = heading[1] if heading else current
            if bare.startswith((f"{section}.{key}=", f"[{section}.{key}]")) and key:
                return f"{self.file}:{number}"
            if key and current == section and bare.startswith((f"{key}=", f"{key}.")):
                return f"{self.file}:{number}"
            if not found and (current == section or bare.startswith((f"{section}=", f"{section}."))):
                found = number
        return f"{self.file}:{found}" if found else str(self.file)


def _parse(source: _Source) -> Mapping[str, object]:
    try:
        return tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        at = _AT_LINE.search(str(error))
        where = f"{source.file}:{at[1] if at else len(source.text.splitlines())}"
        hint = 'ожидается строка вида ключ = значение, слова — в кавычках: name = "Anna"'
        raise UserError(f"{where}: это не TOML ({_AT_LINE.sub('', str(error)).strip()}); {hint}") from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, nesting without end
        raise UserError(f"{source.file}: файл не разбирается: {type(error).__name__}") from None


def _explain(source: _Source, loc: tuple[int | str, ...], value: object) -> str:
    section, key = str(loc[0]), str(loc[1]) if len(loc) > 1 else ""
    where = source.place(section, key)
    if section not in section_titles():
        return f"{where}: нет раздела [{section}].{_like(section, section_titles())}"
    if not key:
        return f"{where}: [{section}] — это раздел: на следующих строках его ключи"
    return f"{where}: {wrong_value(f'{section}.{key}', value)}"


def wrong_value(name: str, value: object) -> str:
    """What is wrong with a value that the model has refused, or with the key itself."""
    key = all_keys().get(name)
    if key is None:
        return f"нет настройки {name}.{_like(name, all_keys())}"
    return f"{name}: нужно: {key.allowed}; здесь: {_shown(value)}"


def normal_value(key: Key, value: Plain) -> Plain:
    """The value as the file shall have it: a relative path becomes the full one, from the current folder.

    Raises:
        UserError: the key may not have this value.
    """
    try:
        str(value).encode("utf-8")  # half a character, from a command line in another encoding, is none
        settings = _ADAPTER.validate_python({key.section: {key.field: value}}, context={FOLDER: Path.cwd()})
    except (ValidationError, UnicodeEncodeError):
        raise UserError(wrong_value(key.name, value)) from None
    return value_of(settings, key)


def _shown(value: object) -> str:
    text = toml(value) if isinstance(value, bool | str) else str(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _like(word: str, known: Iterable[str]) -> str:
    names = list(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    return f" Может быть, {close[0]}?" if close else f" Есть: {', '.join(names)}"
