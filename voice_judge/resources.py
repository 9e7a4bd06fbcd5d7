"""Where the data that comes with the program lies: inside the wheel, or beside the package in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """The path of a data folder: "grammars", "models" or "game_day".

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    checkout = {"game_day": "audio_fixtures/game_day"}.get(name, name)
    for path in (_PACKAGE / "data" / name, _PACKAGE.parent / checkout):
        if path.is_dir():
            return path
    raise FileNotFoundError(name)
