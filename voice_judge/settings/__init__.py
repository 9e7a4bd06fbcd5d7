"""What a judge can set: one TOML file, every key explained in it, and who plays."""

from voice_judge.settings.company import last_company, read_names, remember_company
from voice_judge.settings.keys import Key, all_keys, section_titles, value_of
from voice_judge.settings.load import is_set, load_settings, settings_file
from voice_judge.settings.model import Settings
from voice_judge.settings.save import create_settings, reset_setting, save_setting
from voice_judge.settings.template import toml

__all__ = [
    "Key",
    "Settings",
    "all_keys",
    "create_settings",
    "is_set",
    "last_company",
    "load_settings",
    "read_names",
    "remember_company",
    "reset_setting",
    "save_setting",
    "section_titles",
    "settings_file",
    "toml",
    "value_of",
]
