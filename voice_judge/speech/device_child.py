"""A child process that prints the devices as JSON: {"devices": [...], "problem": null}. Its argument: the direction."""

import json
import sys
from collections.abc import Sequence

from voice_judge.speech import portaudio
from voice_judge.speech.devices import Direction, to_fields
from voice_judge.speech.worker import ignore_interrupts, leave


def main(arguments: Sequence[str]) -> None:
    """List them."""
    ignore_interrupts()
    devices, problem = [], None
    try:
        devices = [to_fields(entry.device) for entry in portaudio.entries(Direction(arguments[0]))]
    except portaudio.NoPortAudioError as error:
        problem = str(error)
    json.dump({"devices": devices, "problem": problem}, sys.stdout)
    sys.stdout.flush()
    leave()
