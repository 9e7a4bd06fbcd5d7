"""The kept sound as text: which games have any, and the commands of one game with their seconds."""

from collections.abc import Sequence

from voice_judge.evidence.clips import GameSound
from voice_judge.evidence.moments import Moment
from voice_judge.evidence.storage import Kept, recordings_folder
from voice_judge.journal.protocol.names import isolated, shown
from voice_judge.journal.protocol.words import clock

_HOW = {"voice": "голос", "silent": "клавиши", "page": "страница"}


def kept_table(games: Sequence[Kept]) -> str:
    """A line for each game of which sound is kept."""
    if not games:
        return f"Звука игр нет ({recordings_folder()})."
    total = sum(game.size for game in games)
    lines = [
        f"игра {game.game:>4}  {clock(game.seconds):>8}  {game.size / 1e6:8.1f} МБ  {game.last:%d.%m.%Y}"
        for game in games
    ]
    return "\n".join([*lines, f"Всего {total / 1e6:.1f} МБ в {recordings_folder()}"])


def moments_table(moments: Sequence[Moment], sound: GameSound | None) -> str:
    """A line for each command: its number, its second, whether its sound is kept, what it did."""
    lines = [_moment(moment, sound) for moment in moments]
    if sound is None:
        lines.append("Звук этой игры не записывался.")
    return "\n".join(lines) or "В этой игре ещё ничего не было."


def _moment(moment: Moment, sound: GameSound | None) -> str:
    kept = "звук" if sound is not None and sound.has(moment.start) else "    "
    text = f" «{isolated(shown(moment.origin.text, 60))}»" if moment.origin.text else ""
    how = _HOW.get(moment.origin.source, moment.origin.source)
    return f"{moment.number:>5}  {clock(moment.start):>8}  {kept}  {moment.what} ({how}{text})"
