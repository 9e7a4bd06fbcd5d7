"""`voice-judge settings`: what can be set, what is set, and how to change it."""

import argparse
import json
import sys
import textwrap
from argparse import Namespace

from voice_judge.commands.options import Commands
from voice_judge.errors import UserError
from voice_judge.settings import (
    Key,
    Settings,
    all_keys,
    create_settings,
    load_settings,
    reset_setting,
    save_setting,
    section_titles,
    settings_file,
    toml,
    value_of,
)
from voice_judge.speech.spoken_voice import russian_voices

_WIDTH = 100


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("settings", help="настройки: показать, изменить, где лежат, какие есть голоса")
    parser.add_argument("--json", action="store_true", help="показать значения в JSON")
    parser.set_defaults(run=_show)
    actions = parser.add_subparsers(title="что сделать", metavar="ДЕЙСТВИЕ")
    change = actions.add_parser("set", help="задать, например: settings set voice.rate 150")
    change.add_argument("key", metavar="KEY", help="имя настройки")
    change.add_argument("value", metavar="VALUE", help="значение")
    change.set_defaults(run=_set)
    reset = actions.add_parser("reset", help="вернуть значение по умолчанию")
    reset.add_argument("key", metavar="KEY", help="имя настройки")
    reset.set_defaults(run=_reset)
    actions.add_parser("path", help="где файл настроек (появится, если его нет)").set_defaults(run=_path)
    actions.add_parser("voices", help="русские голоса этого компьютера").set_defaults(run=_voices)


def _show(options: Namespace) -> None:
    """Print every setting with its value and meaning."""
    settings = load_settings()
    if options.json:
        values = {name: value_of(settings, key) for name, key in all_keys().items()}
        print(json.dumps(values, ensure_ascii=False, indent=1))
        return
    print(f"Файл настроек: {settings_file()}{'' if settings_file().exists() else ' (его пока нет)'}")
    for section, title in section_titles().items():
        print(f"\n{title}")
        for key in all_keys().values():
            if key.section == section:
                print(_line(settings, key))


def _line(settings: Settings, key: Key) -> str:
    value = value_of(settings, key)
    changed = "" if value == key.default else f"   (по умолчанию {toml(key.default)})"
    says = textwrap.fill(key.says, _WIDTH, initial_indent="      ", subsequent_indent="      ")
    return f"  {key.name} = {toml(value)}{changed}\n{says}"


def _set(options: Namespace) -> None:
    """Set one key."""
    save_setting(options.key, options.value)
    settings = load_settings()
    print(f"{options.key} = {toml(value_of(settings, all_keys()[options.key]))}")
    if options.key == "voice.name" and settings.voice.name:
        _warn_of_voice(settings.voice.name)


def _warn_of_voice(name: str) -> None:
    if name not in russian_voices():
        print(
            f"voice-judge: голоса «{name}» сейчас нет; пока его нет, говорит первый русский "
            "(какие есть: voice-judge settings voices)",
            file=sys.stderr,
        )


def _reset(options: Namespace) -> None:
    """Back to the default."""
    reset_setting(options.key)
    print(f"{options.key} = {toml(all_keys()[options.key].default)}")


def _path(_options: Namespace) -> None:
    """Print where the file is; write it, with every key explained, if it is not there."""
    try:
        create_settings()
    except UserError as error:
        print(f"voice-judge: {error}", file=sys.stderr)
    print(settings_file())


def _voices(_options: Namespace) -> None:
    """List the voices."""
    voices = russian_voices()
    if not voices:
        raise UserError("русских голосов нет: поставьте синтезатор речи (на Debian: apt install espeak-ng)")
    print("\n".join(voices))
