"""Where this user's things lie: settings, journals, caches. VOICE_JUDGE_HOME, if set, holds all of them."""

import os
from pathlib import Path

import platformdirs

ENVIRONMENT = "VOICE_JUDGE_HOME"
_NAME = "voice-judge"


def data_folder() -> Path:
    """Journals, recordings of games, installed models; made by whoever writes there."""
    return _home("data") or platformdirs.user_data_path(_NAME, appauthor=False)


def settings_folder() -> Path:
    """The settings file."""
    return _home("settings") or platformdirs.user_config_path(_NAME, appauthor=False)


def cache_folder() -> Path:
    """What can be made again."""
    return _home("cache") or platformdirs.user_cache_path(_NAME, appauthor=False)


def _home(part: str) -> Path | None:
    home = os.environ.get(ENVIRONMENT)
    return Path(home) / part if home else None
