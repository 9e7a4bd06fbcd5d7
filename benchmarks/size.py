"""How much has to be downloaded: builds the wheel and prints its size and that of its parts."""

import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
LIMIT = 60.0
"""Megabytes, wheel and model together (the model lies in the wheel)."""

PARTS = ("data/models", "data/game_day", "data/grammars")


def main() -> int:
    """Build, print; 1 if the limit is passed."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "build", "--wheel", "--outdir", folder, str(PROJECT)]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode:
            print(built.stdout + built.stderr, file=sys.stderr)
            return 2
        (wheel,) = Path(folder).glob("*.whl")
        megabytes = wheel.stat().st_size / 1e6
        print(f"{wheel.name}: {megabytes:.1f} MB of {LIMIT:.0f}")
        for part, size in parts(wheel).items():
            print(f"  {part:16} {size / 1e6:6.2f} MB packed")
    return 0 if megabytes <= LIMIT else 1


def parts(wheel: Path) -> dict[str, int]:
    """Packed bytes per part of the wheel."""
    sizes: dict[str, int] = defaultdict(int)
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            name = next((part for part in PARTS if f"/{part}/" in f"/{entry.filename}"), "code")
            sizes[name] += entry.compress_size
    return dict(sizes)


if __name__ == "__main__":
    sys.exit(main())
