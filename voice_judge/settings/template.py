"""The settings file as it is first written: every key explained, none set, so that defaults stay the program's."""

import textwrap

from voice_judge.settings.keys import Key, Plain, all_keys, section_titles

_WIDTH = 100
_HEAD = """\
# Настройки voice-judge. Строка с # в начале ничего не задаёт: так показано значение по умолчанию.
# Чтобы изменить его, уберите # или наберите: voice-judge settings set voice.rate 150
"""


def template() -> str:
    """The text of a new settings.toml."""
    parts = [_HEAD]
    for section, title in section_titles().items():
        keys = [key for key in all_keys().values() if key.section == section]
        parts.append("\n".join([f"[{section}]  # {title}", *map(_explained, keys)]) + "\n")
    return "\n".join(parts)


def commented(key: Key) -> str:
    """How the template shows the default of a key."""
    return f"# {key.field} = {toml(key.default)}"


def toml(value: Plain) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(_escaped(character) for character in value) + '"'
    return repr(value)


def _explained(key: Key) -> str:
    allowed = "" if key.kind is str and not key.choices else f" Может быть: {key.allowed.removeprefix('одно из: ')}."
    lines = textwrap.wrap(key.says + allowed, _WIDTH, initial_indent="# ", subsequent_indent="# ")
    return "\n".join(["", *lines, commented(key)])


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    return character if character.isprintable() else f"\\U{ord(character):08x}"
