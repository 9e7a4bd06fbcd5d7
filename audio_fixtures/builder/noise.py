"""Noise: short recordings as they are, and a babble of many people made from recorded talk."""

import shutil
from pathlib import Path

from builder.sound import RATE, Sound, level, loop, normalise, read, silence, write

RECORDED = ("coffee-shop", "wind")
"""Copied from the noise recordings."""

BABBLE_LICENCE = "MIT AND Apache-2.0 AND CC-BY-3.0"

_BABBLE_SECONDS = 16.0

_BABBLE = (
    ("talk/silero-vad_ru.flac", 0.0),
    ("talk/silero-vad_ru.flac", 30.0),
    ("talk/t-one_audio_long.flac", 2.0),
    ("talk/t-one_audio_long.flac", 27.0),
    ("asterisk-ru/demo-congrats.flac", 1.0),
    ("asterisk-ru/dir-intro-fn.flac", 0.0),
    ("asterisk-ru/vm-options.flac", 2.0),
)
"""Who talks at once: a recording, and the second it starts from."""


def babble(recordings: Path) -> Sound:
    """Everybody of the list at once, equally loud."""
    length = round(_BABBLE_SECONDS * RATE)
    total = silence(_BABBLE_SECONDS)
    for name, start in _BABBLE:
        part = read(recordings / name, start)
        total += loop(part, length) / level(part)
    return normalise(total)


def build(recordings: Path, target: Path) -> None:
    """Fill the noise folder."""
    target.mkdir(parents=True, exist_ok=True)
    for name in RECORDED:
        shutil.copyfile(recordings / "noise" / f"{name}.flac", target / f"{name}.flac")
    write(target / "babble.flac", babble(recordings))
