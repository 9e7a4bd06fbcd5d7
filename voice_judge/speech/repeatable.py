"""Make the recognizer's hearing repeatable: the same sound, the same words, confidences and times, every time.

Kaldi adds a whisper of random noise to each frame (dither) unless a model's mfcc.conf forbids it, and seeds it from the
C library's `rand()`. So two engines over one recording differ a little, and with them, once in a while, a game. Setting
that seed before each piece of sound makes the noise a function of the place in the sound, for any model.
"""

import ctypes
import sys
from collections.abc import Callable


def _find() -> Callable[[int], None]:
    """The C library's srand; where there is none to be found, nothing is done and hearing stays a little random."""
    try:
        library = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None)
        srand = library.srand
    except (AttributeError, OSError, TypeError):
        return lambda _: None
    srand.argtypes = [ctypes.c_uint]
    srand.restype = None
    return lambda place: srand(place & 0xFFFF_FFFF)


seed_dither: Callable[[int], None] = _find()
"""Call with the number of samples heard so far, before the engine gets more."""
