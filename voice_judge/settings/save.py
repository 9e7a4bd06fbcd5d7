"""One setting written to settings.toml; the judge's own lines and comments stay as they are."""

import os
from contextlib import suppress
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError

from voice_judge.errors import UserError
from voice_judge.settings.keys import Key, Plain, all_keys
from voice_judge.settings.load import normal_value, parse_settings, read_text, settings_file, wrong_value
from voice_judge.settings.template import commented, template, toml

_YES = frozenset({"true", "yes", "on", "да", "1"})
_NO = frozenset({"false", "no", "off", "нет", "0"})


def create_settings(path: Path | None = None) -> Path:
    """The settings file, written with every key explained if it was not there.

    Raises:
        UserError: it cannot be written.
    """
    file = path or settings_file()
    if not file.exists():
        _write(file, template())
    return file


def save_setting(name: str, value: Plain, path: Path | None = None) -> None:
    """Set one key, `voice.rate` for example; text is read as the key's type wants it,
    a relative path from the current folder.

    Raises:
        UserError: no such key, a value it may not have, a file that is wrong already or cannot be written.
    """
    key = _key(name)
    normal = normal_value(key, _typed(key, value))
    file = path or settings_file()
    _replace(file, _with(_text(file), key, normal))


def reset_setting(name: str, path: Path | None = None) -> None:
    """Back to the program's default.

    Raises:
        UserError: as `save_setting`.
    """
    key = _key(name)
    file = path or settings_file()
    if file.exists():
        _replace(file, _with(_text(file), key, None))


def _key(name: str) -> Key:
    key = all_keys().get(name)
    if key is None:
        raise UserError(wrong_value(name, ""))
    return key


def _text(file: Path) -> str:
    text = read_text(file) if file.exists() else template()
    parse_settings(text, file)  # what is wrong already is for the judge to mend, not to be written over
    return text


def _typed(key: Key, value: Plain) -> Plain:
    """Text from the command line as the key's own type."""
    if not isinstance(value, str) or key.kind is str:
        return value
    word = value.strip().lower()
    if key.kind is bool:
        return True if word in _YES else False if word in _NO else value
    with suppress(ValueError):
        return key.kind(word.replace(",", "."))  # type: ignore[no-any-return]
    return value


def _with(text: str, key: Key, value: Plain | None) -> str:
    """The text with the key set to `value`, or without it."""
    try:
        document = tomlkit.parse(text)
        table = document.get(key.section)
        if value is None:
            if table is not None:
                table.pop(key.field, None)
            return tomlkit.dumps(document)
        if table is not None and key.field in table:
            table[key.field] = value
            return tomlkit.dumps(document)
        beside = _beside_the_default(text, key, value)
        if beside is not None:
            return beside
        if table is None:
            table = document[key.section] = tomlkit.table()
        table[key.field] = value
        return tomlkit.dumps(document)
    except (TOMLKitError, ValueError, TypeError) as error:
        raise UserError(f"{key.name}: не записать в этот файл ({error}); впишите сами") from None


def _beside_the_default(text: str, key: Key, value: Plain) -> str | None:
    """Under the template's comment with the key's default, where it still stands in its section."""
    lines, section = text.splitlines(keepends=True), ""
    for number, line in enumerate(lines):
        if line.startswith("["):
            section = line.strip("[ ").split("]")[0].strip()
        if section == key.section and line.strip() == commented(key):
            end = "\r\n" if line.endswith("\r\n") else "\n"
            lines[number] = line if line.endswith("\n") else line + end
            lines.insert(number + 1, f"{key.field} = {toml(value)}{end}")
            return "".join(lines)
    return None


def _replace(file: Path, text: str) -> None:
    """Write `text` if it is sound."""
    parse_settings(text, file)
    _write(file, text)


def _write(file: Path, text: str) -> None:
    """In one step, so that a cut leaves the old file or the new one; a link keeps being a link."""
    target = Path(os.path.realpath(file))
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(text.encode("utf-8"))
        os.replace(part, target)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise UserError(f"{file}: не записать: {error.strerror or error}") from None
