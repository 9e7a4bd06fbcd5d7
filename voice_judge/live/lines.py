"""Which lines will be spoken: rendered beforehand, so that an answer starts at once."""

from collections.abc import Iterator

from voice_judge.rules import Stage, TableState
from voice_judge.table.announcer import ANSWER_KEYS, Wording

_SEATS = range(1, 11)


def fixed_lines(wording: Wording) -> tuple[str, ...]:
    """Everything that can be said word for word before a game, the most frequent first."""
    return tuple(dict.fromkeys(_fixed(wording)))


def _fixed(wording: Wording) -> Iterator[str]:
    for key, values in ANSWER_KEYS.items():
        if not values:
            yield wording.say(key)
    for key, values in ANSWER_KEYS.items():
        if values == {"seat"}:
            yield from (wording.say(key, seat=seat) for seat in _SEATS)
        elif values <= {"votes", "seat"} and "votes" in values:
            # Most of these sentences do not name the seat; those that do are learned when it is known.
            yield from (wording.say(key, seat=1, votes=votes) for votes in range(11))


def coming_lines(wording: Wording, table: TableState) -> tuple[str, ...]:
    """What will be said soon of this table: the lists of its nominees, the last candidate's votes."""
    nominees = table.nominated
    lines: list[str] = []
    if nominees:
        key = "nominees" if len(nominees) > 1 else "nominees_one"
        lines.append(wording.say(key, seat=nominees[0], seats=tuple(sorted(nominees))))
        lines.append(wording.say("vote_opened", seats=nominees))
    if table.vote and len(table.vote.candidates) > 1:
        lines.append(wording.say("tied", seats=table.vote.candidates))
        lines.append(wording.say("leave_many", seats=table.vote.tied or table.vote.candidates))
        if table.stage is Stage.LAST_CANDIDATE:
            left = len(table.alive) - sum(tally.votes for tally in table.vote.tallies)
            lines.append(wording.say("rest_votes", seat=table.vote.called, votes=left))
    return tuple(lines)


def clock_lines(wording: Wording) -> tuple[str, ...]:
    """The answers to «сколько времени осталось»: rendered while the game goes on already."""
    return tuple(wording.say("seconds_left", seconds=seconds) for seconds in range(61))
