"""Rules profiles by name or from a TOML file, checked switch by switch.

A file holds switches as plain keys, and optionally `base` (a known profile to start from, "official" if absent)
and `name` (else the file's own).
"""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from voice_judge.rules.events import SwitchValue
from voice_judge.rules.profile import OFFICIAL, PROFILES, RulesProfile, switch_fields

_HINTS = get_type_hints(RulesProfile)
_NAMES = [switch.name for switch in switch_fields()]
_MAX = 3600


class ProfileError(ValueError):
    """A rules profile cannot be used; the message (Russian) names the file, the line and what to do."""


def load_profile(name_or_path: str | Path) -> RulesProfile:
    """The profile with this name, or the one in this TOML file.

    Raises:
        ProfileError: there is no such profile, or the file is not right.
    """
    if str(name_or_path) in PROFILES:
        return PROFILES[str(name_or_path)]
    path = Path(name_or_path)
    if path.suffix != ".toml" and not path.is_file():
        known = ", ".join(PROFILES)
        hint = _did_you_mean(str(name_or_path), PROFILES)
        raise ProfileError(f"Нет профиля правил «{name_or_path}».{hint} Есть профили: {known}; или укажите файл .toml.")
    return _from_file(path)


def _from_file(path: Path) -> RulesProfile:
    try:
        text = path.read_bytes().decode("utf-8-sig")
        data = tomllib.loads(text)
    except OSError as error:
        raise ProfileError(f"{path}: файл правил не читается: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise ProfileError(f"{path}: файл правил должен быть в кодировке UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        where = f"{path}:{line[1]}" if line else f"{path}"
        raise ProfileError(f"{where}: ошибка в записи TOML: {error}.") from error
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, nesting without end, no file name
        raise ProfileError(f"{path}: файл правил не разбирается: {type(error).__name__}.") from error
    base = data.pop("base", "official")
    if not isinstance(base, str) or base not in PROFILES:
        where = _where(path, text, "base")
        raise ProfileError(f"{where}: нет профиля «{base}».{_did_you_mean(str(base), PROFILES)}")
    name = data.pop("name", path.stem)
    if not isinstance(name, str) or not name.strip():
        raise ProfileError(f"{_where(path, text, 'name')}: name должно быть непустой строкой.")
    changes: dict[str, Any] = {key: _checked(key, value, _where(path, text, key)) for key, value in data.items()}
    if name in PROFILES and changes:
        raise ProfileError(f"{_where(path, text, 'name')}: имя «{name}» занято, назовите свой профиль иначе.")
    return _consistent(replace(PROFILES[base], **changes, name=name), str(path))


def profile_from_switches(name: str, switches: Iterable[tuple[str, SwitchValue]]) -> RulesProfile:
    """The profile stored with a game. Switches it does not mention keep the official value.

    Raises:
        ProfileError: it has switches or values this program does not know, or an unknown name and no switches.
    """
    changes: dict[str, Any] = {key: _checked(key, value, f"Профиль «{name}»") for key, value in switches}
    if not changes and name not in PROFILES:
        raise ProfileError(f"Профиль «{name}»: его переключатели не сохранены вместе с игрой.")
    if not changes:
        return PROFILES[name]
    return _consistent(replace(OFFICIAL, **changes, name=name), f"Профиль «{name}»")


def _checked(key: str, value: object, where: str) -> SwitchValue:
    """The value of the switch `key`, if it may have it."""
    if key not in _NAMES:
        raise ProfileError(f"{where}: нет переключателя «{key}».{_did_you_mean(key, _NAMES)}")
    hint = _HINTS[key]
    if get_origin(hint) is Literal:
        options = get_args(hint)
        if value in options and isinstance(value, str):
            return value
        raise ProfileError(f"{where}: {key} может быть: {', '.join(options)}.{_did_you_mean(str(value), options)}")
    if hint is bool and isinstance(value, bool):
        return value
    if hint is int and type(value) is int and 0 <= value <= _MAX:
        return value
    if hint is float and type(value) in (int, float) and isinstance(value, int | float):
        return _seconds(key, float(min(value, _MAX + 1)), where)  # no int is too long for a float then
    wanted = {bool: "true или false", int: f"целое число от 0 до {_MAX}", float: "число секунд"}[hint]
    raise ProfileError(f"{where}: {key} должно быть: {wanted}.")


def _seconds(key: str, value: float, where: str) -> float:
    lowest = 0 if key == "free_seating_seconds" else 1
    if isfinite(value) and lowest <= value <= _MAX:
        return value
    raise ProfileError(f"{where}: {key} должно быть от {lowest} до {_MAX} секунд.")


def _consistent(profile: RulesProfile, where: str) -> RulesProfile:
    if profile.fouls_remove_at < 1 or profile.technical_remove_at < 1:
        raise ProfileError(f"{where}: fouls_remove_at и technical_remove_at должны быть не меньше 1.")
    if profile.fouls_silence_at >= profile.fouls_remove_at:
        raise ProfileError(f"{where}: fouls_silence_at должно быть меньше fouls_remove_at.")
    return profile


def _where(path: Path, text: str, key: str) -> str:
    """File and line of a top-level key, as far as it can be found."""
    pattern = re.compile(rf"""\s*\[?\s*["']?{re.escape(key)}["']?\s*[\].=]""")
    for number, line in enumerate(text.splitlines(), start=1):
        if pattern.match(line):
            return f"{path}:{number}"
    return str(path)


def _did_you_mean(word: str, known: Iterable[str] | Mapping[str, object]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1)
    return f" Может быть, «{close[0]}»?" if close else ""
