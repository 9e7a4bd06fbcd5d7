"""Make the recordings of this folder anew: `python build.py --rhvoice DIR --audio DIR`.

DIR of `--rhvoice` holds a corpus of RHVoice recordings (index.tsv: path, voice, text); DIR of `--audio` holds human
recordings and noises (asterisk-ru/, talk/, noise/). espeak-ng and festival with festvox-ru must be installed.
Two runs give the same bytes.
"""

import argparse
import shutil
from pathlib import Path

from builder import game_day, manifest, noise, tables
from builder.recordings import Sources, spoken, taken, wordless
from builder.speakers import Corpus

_ROOT = Path(__file__).parent
_MADE = ("rhvoice", "espeak", "festival", "human", "noise")


def build_recordings(root: Path, sources: Sources, corpus: Corpus) -> int:
    """All recordings but the game day, and the manifest; returns the number of the manifest's lines."""
    for folder in _MADE:
        shutil.rmtree(root / folder, ignore_errors=True)
    noise.build(sources.recordings, root / "noise")
    voices = tables.voices(root / "voices.tsv")
    lines = [
        *spoken(root, corpus, voices, tables.phrases(root / "phrases.tsv")),
        *taken(root, sources, tables.clips(root / "clips.tsv")),
        *wordless(root),
    ]
    return manifest.write(root / "manifest.tsv", lines)


def main() -> None:
    """Parse the command line and build."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rhvoice", type=Path, required=True, metavar="DIR", help="corpus of RHVoice recordings")
    parser.add_argument("--audio", type=Path, required=True, metavar="DIR", help="human recordings and noises")
    parser.add_argument("--only-game-day", action="store_true", help="leave the other recordings as they are")
    arguments = parser.parse_args()
    corpus = Corpus(arguments.rhvoice)
    if not arguments.only_game_day:
        count = build_recordings(_ROOT, Sources(arguments.rhvoice, arguments.audio), corpus)
        print(f"{count} lines in {_ROOT / 'manifest.tsv'}")
    seconds = game_day.build(_ROOT, tables.voices(_ROOT / "voices.tsv"), corpus)
    print(f"a game day of {seconds:.0f} seconds")


if __name__ == "__main__":
    main()
