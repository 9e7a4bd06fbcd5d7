"""From what is stored of a game to its protocol."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC

from voice_judge.journal.library import StoredGame
from voice_judge.journal.protocol.course import Course, Step, course_of
from voice_judge.journal.protocol.facts import (
    BestMove,
    Departure,
    GameProtocol,
    Player,
    Result,
    Sources,
    Undoing,
)
from voice_judge.journal.protocol.nights import nights_of
from voice_judge.journal.protocol.speeches import fouls_of, minutes_lost_of, speeches_of
from voice_judge.journal.protocol.votes import no_votes_of, nominations_of, votes_of
from voice_judge.journal.protocol.words import describe
from voice_judge.journal.store import Note, Origin
from voice_judge.rules import (
    BestMoveNamed,
    Cause,
    GameOver,
    GameStarted,
    JudgeEvent,
    Phase,
    PlayerLeft,
    Seat,
)

_VOICE, _CLOCK = "voice", "clock"


def may_be_told(phase: Phase, *, secrets: bool = False) -> bool:
    """Whether roles, shots and checks may be written: after the end, or where the judge says so himself."""
    return secrets or phase is Phase.OVER


def protocol_of(game: StoredGame, *, secrets: bool = False) -> GameProtocol:
    """The protocol of a stored game; secret facts are in it only with `secrets`, or once the game is over."""
    course = course_of(game.entries)
    told = may_be_told(course.state.table.phase, secrets=secrets)
    return _Builder(game, course if told else _masked(course), told).protocol()


def _masked(course: Course) -> Course:
    """What the table may know: no secret commands, and no words of an entry that made something secret."""
    corrections = tuple(
        replace(one, origin=masked_origin(one.origin), undone=_public(one.undone))
        for one in course.corrections
        if not one.secret
    )
    return Course(_public(course.steps), corrections, course.state)


def _public(steps: Sequence[Step]) -> tuple[Step, ...]:
    return tuple(
        replace(
            step,
            events=tuple(event for event in step.events if not isinstance(event, JudgeEvent)),
            origin=masked_origin(step.origin) if step.touches_secrets else step.origin,
        )
        for step in steps
        if not step.secret
    )


def masked_origin(origin: Origin) -> Origin:
    """The origin without the words that the judge typed; what was said aloud everyone has heard."""
    return origin if origin.source == _VOICE else replace(origin, text="")


@dataclass(frozen=True, slots=True)
class _Builder:
    game: StoredGame
    course: Course
    told: bool

    def protocol(self) -> GameProtocol:
        table, steps = self.course.state.table, self.course.steps
        fouls = fouls_of(steps)
        return GameProtocol(
            began=self.game.summary.began.astimezone(UTC),
            rules=table.profile,
            seating=next((e.seating for step in steps for e in step.events if isinstance(e, GameStarted)), "numbers"),
            secrets=self.told,
            phase=table.phase,
            day=table.day,
            alive=table.alive,
            nominated=() if table.phase in (Phase.NIGHT, Phase.OVER) else table.nominated,
            players=self._players(),
            speeches=speeches_of(steps, fouls),
            nominations=nominations_of(steps),
            votes=votes_of(steps),
            no_votes=no_votes_of(steps),
            fouls=fouls,
            minutes_lost=minutes_lost_of(steps),
            nights=nights_of(steps),
            agreed_shots=self.course.state.judge.agreed_shots if self.told else (),
            best_move=self._best_move(),
            result=self._result(),
            corrections=tuple(_undoing(one.at, one.origin, one.undone) for one in self.course.corrections),
            sources=self._sources(self.game.notes),
        )

    def _players(self) -> tuple[Player, ...]:
        table = self.course.state.table
        fouls, technical, left = dict(table.fouls), dict(table.technical_fouls), self._departures()
        return tuple(
            Player(
                seat=seat,
                name=table.names[seat - 1] if table.names else "",
                role=self._role(seat),
                fouls=fouls.get(seat, 0),
                technical_fouls=technical.get(seat, 0),
                left=left.get(seat),
            )
            for seat in table.seats
        )

    def _role(self, seat: Seat) -> str | None:
        roles = self.course.state.judge.roles
        if roles is None or not self.told:
            return None
        if seat == roles.don:
            return "don"
        if seat in roles.mafia:
            return "mafia"
        return "sheriff" if seat == roles.sheriff else "citizen"

    def _departures(self) -> dict[Seat, Departure]:
        return {
            event.seat: Departure(event.cause, step.day, step.at)
            for step in self.course.steps
            for event in step.events
            if isinstance(event, PlayerLeft)
        }

    def _best_move(self) -> BestMove | None:
        named: BestMove | None = None
        for step in self.course.steps:
            for event in step.events:
                if isinstance(event, BestMoveNamed):
                    victims = (gone.seat for gone in step.before.table.gone if gone.cause is Cause.SHOT)
                    named = BestMove(step.at, next(victims, None), event.seats, step.origin)
        return named

    def _result(self) -> Result | None:
        if self.course.state.table.phase is not Phase.OVER:
            return None
        ends = [(step, e) for step in self.course.steps for e in step.events if isinstance(e, GameOver)]
        return next((Result(e.winner, e.reason, step.at, step.origin) for step, e in reversed(ends)), None)

    def _sources(self, notes: Sequence[Note]) -> Sources:
        counted = [step for step in self.course.steps if step.counts]
        by = [step.origin.source for step in counted]
        return Sources(
            heard=by.count(_VOICE),
            entered=len(by) - by.count(_VOICE) - by.count(_CLOCK),
            by_clock=by.count(_CLOCK),
            undone=sum(step.counts for one in self.course.corrections for step in one.undone),
            # Refusals are the judge's: their number could tell that he had something secret to enter.
            not_accepted=sum(note.kind == "refused" for note in notes) if self.told else 0,
        )


def _undoing(at: float, origin: Origin, undone: Sequence[Step]) -> Undoing:
    return Undoing(at, origin, tuple(describe(step.events[0]) for step in undone if step.counts))
