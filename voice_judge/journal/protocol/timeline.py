"""The protocol's facts in the order of their time, one row each: what the text and the table of CSV are made of."""

from collections.abc import Iterator
from dataclasses import dataclass

from voice_judge.journal.protocol import words
from voice_judge.journal.protocol.facts import GameProtocol, Lift, Night, Speech, VoteRound
from voice_judge.journal.store import Origin
from voice_judge.rules import Cause, Seat


@dataclass(frozen=True, slots=True)
class Row:
    """A fact: `kind` is a stable Russian word, `seat` who acted, `target` at whom, `value` a number or words."""

    at: float
    kind: str
    day: int | None = None
    night: int | None = None
    seat: Seat | None = None
    target: Seat | None = None
    value: str = ""
    seats: tuple[Seat, ...] = ()
    """Voters, tied or nominated seats, as the kind has it."""
    origin: Origin | None = None


def timeline(protocol: GameProtocol) -> tuple[Row, ...]:
    """All facts, the earliest first; facts of one moment keep the order of the game."""
    return tuple(sorted(_rows(protocol), key=lambda row: row.at))


def _rows(protocol: GameProtocol) -> Iterator[Row]:
    for night in protocol.nights:
        yield from _night(night)
    for player in protocol.players:
        if player.left and player.left.cause is Cause.REMOVED:
            yield Row(player.left.at, "удаление", day=player.left.day, seat=player.seat)
    for lost in protocol.minutes_lost:
        yield Row(lost.at, "минута потеряна", day=lost.day, seat=lost.seat)
    yield from _nominations(protocol)
    for foul in protocol.fouls:
        kind = "технический фол" if foul.technical else "фол"
        yield Row(foul.at, kind, day=foul.day, seat=foul.seat, value=str(foul.count), origin=foul.origin)
    for none in protocol.no_votes:
        yield Row(none.at, "голосования нет", day=none.day, value=words.NO_VOTES[none.reason])
    for vote in protocol.votes:
        yield from _vote(vote)
    for speech in protocol.speeches:
        yield _speech(speech)
    if protocol.best_move:
        best = protocol.best_move
        yield Row(best.at, "лучший ход", seat=best.by, seats=best.seats, origin=best.origin)
    for correction in protocol.corrections:
        undone = "; ".join(correction.undone)
        yield Row(correction.at, "отмена", value=undone, origin=correction.origin)
    if protocol.result:
        end = protocol.result
        reason = "" if end.reason == "rules" else f" ({end.reason})"
        yield Row(end.at, "конец игры", value=words.result(end.winner) + reason, origin=end.origin)


def _night(night: Night) -> Iterator[Row]:
    yield Row(night.at, "ночь", night=night.night)
    for shot in night.shots:
        value = "" if shot.target else "не стрелял"
        yield Row(shot.at, "выстрел", None, night.night, shot.shooter, shot.target, value, origin=shot.origin)
    for check in night.checks:
        value = f"{words.CHECKERS[check.checker]}: {words.check_answer(check.checker, check.found)}"
        yield Row(check.at, "проверка", None, night.night, None, check.seat, value, origin=check.origin)
    if night.ended is not None:
        value = "промах" if night.victim is None else "убит"
        yield Row(night.ended, "итог ночи", None, night.night, None, night.victim, value)


def _speech(speech: Speech) -> Row:
    kind = words.SPEECHES[speech.kind]
    length = "не окончена" if speech.spoken is None else f"{_number(speech.spoken)} с из {speech.allowed:g}"
    by = ", остановил судья" if speech.by_judge else ""
    return Row(speech.began, kind, speech.day, None, speech.seat, None, length + by, speech.fouls, speech.origin)


def _number(value: float) -> str:
    return f"{value:.1f}".replace(".", ",")


def _nominations(protocol: GameProtocol) -> Iterator[Row]:
    for one in protocol.nominations:
        yield Row(one.at, "выставление", one.day, None, one.by, one.seat, origin=one.origin)
        if one.withdrawn is not None:
            yield Row(one.withdrawn, "отзыв", one.day, None, one.by, one.seat, origin=one.withdrawal)


def _vote(vote: VoteRound) -> Iterator[Row]:
    yield Row(vote.at, "голосование", vote.day, value=f"тур {vote.round}", seats=vote.candidates)
    end = vote.at
    for count in vote.counts:
        value, voters = str(count.votes), count.voters or ()
        yield Row(count.at, "голоса", vote.day, None, None, count.seat, value, voters, count.origin)
        end = count.at
    if vote.tied:
        yield Row(end, "ничья", vote.day, seats=vote.tied)
    if vote.lift:
        yield _lift(vote.day, vote.lift)
        end = vote.lift.at
    if vote.no_vote:
        yield Row(end, "никто не уходит", vote.day, value=words.NO_VOTES[vote.no_vote])
    for seat in vote.left:
        yield Row(end, "уходит", vote.day, seat=seat, value="по голосованию" if not vote.lift else "подъём стола")


def _lift(day: int, lift: Lift) -> Row:
    if lift.votes is None:
        return Row(lift.at, "подъём стола", day, value="нет ответа", seats=lift.seats)
    outcome = "уходят все" if lift.passed else "остаются все"
    voters = lift.voters or ()
    return Row(lift.at, "подъём стола", day, value=f"{lift.votes}: {outcome}", seats=voters, origin=lift.origin)
