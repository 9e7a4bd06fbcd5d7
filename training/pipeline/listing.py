"""Lists of utterances on disk: one JSON object a line, audio by its path."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from training.speech.utterance import Utterance


def write_list(path: Path, utterances: Iterable[Utterance]) -> None:
    """Write a list whole or not at all."""
    lines = [json.dumps({**asdict(one), "audio": str(one.audio)}, ensure_ascii=False) + "\n" for one in utterances]
    part = path.with_name(path.name + ".part")
    part.write_text("".join(lines), encoding="utf-8")
    part.replace(path)


def read_list(path: Path) -> tuple[Utterance, ...]:
    """The utterances of a list."""
    rows = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    return tuple(Utterance(**{**row, "audio": Path(row["audio"])}) for row in rows)
