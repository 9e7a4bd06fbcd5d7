"""Make grammars/fillers.txt: the most frequent Russian words that a model knows.

    pip install wordfreq
    python benchmarks/fillers.py models/ru-judge-0.2

The frequencies are those of the PyPI package wordfreq (Robyn Speer, https://github.com/rspeer/wordfreq, data under
CC BY-SA 4.0); only the words themselves are taken. Words of the grammars' own phrases are left out: they are in the
recogniser's list anyway.
"""

import argparse
from itertools import chain, islice
from pathlib import Path

import vosk
from wordfreq import top_n_list

from voice_judge.grammar import fold, load_grammars

COUNT = 2000
HEADER = """\
# The {count} most frequent Russian words that the embedded model knows and no phrase of grammars/ contains.
# Made by benchmarks/fillers.py from the word list of wordfreq 3 (Robyn Speer, CC BY-SA 4.0). Do not edit:
# words that are like the game's own belong into confusables.txt.
"""


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("--out", type=Path, default=Path("grammars/fillers.txt"))
    arguments = parser.parse_args()
    vosk.SetLogLevel(-1)
    model = vosk.Model(str(arguments.model))
    grammars = load_grammars()
    own = set(map(fold, chain.from_iterable(grammars.vocabulary(phase) for phase in grammars.phases)))
    known = (
        word
        for word in top_n_list("ru", 50_000)
        if word.isalpha() and fold(word) not in own and model.vosk_model_find_word(word) >= 0
    )
    words = list(islice(known, COUNT))
    arguments.out.write_text(HEADER.format(count=len(words)) + "\n".join(words) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
