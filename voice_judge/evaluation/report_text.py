"""Lines of a report for people, in Russian."""

from voice_judge.evaluation.manifest import NOTHING
from voice_judge.evaluation.outcome import Outcome, Row

KIND_NAMES = {"human": "человек", "synthetic": "синтез"}


def row_line(row: Row) -> str:
    """How many were right, in one group."""
    group = f"{KIND_NAMES[row.kind]:8} {row.voice:22} {row.condition:22}"
    return f"  {group} {row.right:5} из {row.total:5} {row.percent:6.1f} %"


def failure_line(outcome: Outcome) -> str:
    """One failure: which file, in which noise, at which second, what was said, wanted and heard."""
    clip = outcome.clip
    expected = "; ".join(map(str, clip.expected)) or NOTHING
    heard = f" | распознано: {' / '.join(outcome.missed)}" if outcome.missed else ""
    noise = f", {clip.noise.file.stem}" if clip.label and clip.noise else ""
    name = f"{clip.file.name} ({clip.condition}{noise}, {clip.voice})"
    return (
        f"  {name} с {outcome.offset:.2f} с: «{clip.transcript}» | нужно: {expected} | получено: {_got(outcome)}{heard}"
    )


def _got(outcome: Outcome) -> str:
    got = "; ".join(map(str, outcome.got)) or NOTHING
    return f"{got}, отменено: {outcome.retracted}" if outcome.retracted else got
