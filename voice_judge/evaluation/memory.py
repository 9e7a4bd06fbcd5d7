"""How much memory this process holds, where the system tells."""

import os
import sys
from pathlib import Path

_MIB = 2.0**20


def resident_mib() -> float | None:
    """Now, in MiB; None where the system does not tell (only Linux does this way)."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") / _MIB


def peak_mib() -> float | None:
    """The most so far, in MiB; None where the system does not tell (Windows)."""
    try:
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
        return next(float(line.split()[1]) / 1024.0 for line in lines if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        return _peak_of_usage()


def _peak_of_usage() -> float | None:
    if sys.platform == "win32":
        return None
    from resource import RUSAGE_SELF, getrusage  # noqa: PLC0415 (there is none on Windows)

    peak = getrusage(RUSAGE_SELF).ru_maxrss
    return peak / _MIB if sys.platform == "darwin" else peak / 1024.0
