"""What may be said and entered now: the one place that says which commands fit the moment.

`decide` asks here first, so a command that is not expected is always refused, and grammar, prompts and pages that
follow `Expected` never offer what cannot be accepted.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from voice_judge.rules import commands as c
from voice_judge.rules.discipline import best_move_is_due
from voice_judge.rules.draft import Draft
from voice_judge.rules.events import SpeechKind
from voice_judge.rules.profile import RulesProfile
from voice_judge.rules.seats import Seat
from voice_judge.rules.state import GameState, Phase, Stage


@dataclass(frozen=True, slots=True)
class Expectation:
    """One type of command that fits the moment.

    `seats` are the players who may give it, `judge` whether the judge may; `secret` marks silent input of the judge's.
    """

    command: type[c.Command]
    seats: tuple[Seat, ...] = ()
    judge: bool = True
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Expected:
    """All commands that fit the moment."""

    items: tuple[Expectation, ...]

    @property
    def types(self) -> frozenset[type[c.Command]]:
        """The types of command that fit."""
        return frozenset(item.command for item in self.items)

    @property
    def judge_only(self) -> frozenset[type[c.Command]]:
        """Those that no player may give."""
        return frozenset(item.command for item in self.items if not item.seats)

    @property
    def public(self) -> "Expected":
        """Without the secret input: the same in games that differ only in secrets."""
        return Expected(tuple(item for item in self.items if not item.secret))

    def of_seat(self, seat: Seat) -> frozenset[type[c.Command]]:
        """What the player on `seat` may say."""
        return frozenset(item.command for item in self.items if seat in item.seats)

    def find(self, kind: type[c.Command]) -> Expectation | None:
        """The expectation of this type of command, if it fits."""
        return next((item for item in self.items if item.command is kind), None)

    def allows(self, command: c.Command) -> bool:
        """Whether type and giver fit; the details are for the rules to say."""
        item = self.find(type(command))
        if item is None:
            return False
        by: Seat | None = getattr(command, "by", None)
        return item.judge if by is None else by in item.seats


_WAITING = (
    Stage.INTRODUCTION,
    Stage.DEALING,
    Stage.NIGHT_FALLEN,
    Stage.NIGHT_STEP,
    Stage.SPEECHES_OVER,
    Stage.LAST_CANDIDATE,
    Stage.REVOTE,
    Stage.DAY_OVER,
    Stage.CONFIRM,
)
_COUNTING = (Stage.CANDIDATE, Stage.LAST_CANDIDATE, Stage.LIFT)
_SPEAKING = (Stage.SPEECH, Stage.TIE_SPEECH, Stage.LAST_WORD)
_OUTSIDE = (Stage.NO_GAME, Stage.OVER)
_HALTED = (Stage.CONFIRM, Stage.PAUSED)
_BEFORE_PLAY = (Stage.INTRODUCTION, Stage.DEALING)


def expected(state: GameState, profile: RulesProfile) -> Expected:
    """What fits the moment in `state`."""
    return Expected(tuple(_expectations(state, profile)))


def _expectations(state: GameState, profile: RulesProfile) -> Iterator[Expectation]:
    stage = state.table.stage
    if state.steps and (stage is not Stage.OVER or profile.undo_after_end):
        yield Expectation(c.Undo)
    if stage in _WAITING:
        yield Expectation(c.Proceed)
    if stage is Stage.NO_GAME:
        yield Expectation(c.StartGame)
    if stage is Stage.PAUSED:
        yield Expectation(c.ResumeGame)
    if stage in _OUTSIDE or stage in _HALTED:
        return
    yield from _speech(state, profile)
    if stage in _COUNTING:
        yield Expectation(c.CountVotes)
    yield from _secrets(state)
    if profile.manual_end:
        yield Expectation(c.EndGame)
    yield from _modules(state, profile)


def _speech(state: GameState, profile: RulesProfile) -> Iterator[Expectation]:
    table, stage = state.table, state.table.stage
    if stage in _SPEAKING and table.floor is not None:
        speaker = (table.floor.seat,)
        yield Expectation(c.EndSpeech, speaker if profile.player_ends_speech else ())
        yield Expectation(c.StartClock)
        yield Expectation(c.StopClock)
        victim = table.floor.kind is SpeechKind.LAST_WORD and not table.circle_open and profile.victim_nominates
        if stage is Stage.SPEECH or victim:
            yield Expectation(c.Nominate, speaker, judge=False)
        if profile.withdrawal and (stage is Stage.SPEECH or victim) and not profile.withdraw_after_minute:
            yield Expectation(c.Withdraw, speaker, judge=False)
        if stage is Stage.SPEECH:
            asking = table.alive if profile.answers_out_of_turn else speaker
            yield Expectation(c.AskNominated, asking, judge=False)
    if profile.withdrawal and profile.withdraw_after_minute and table.phase in (Phase.DAY, Phase.LAST_WORD):
        speaking = () if table.floor is None else (table.floor.seat,)
        if not table.circle_over:
            yield Expectation(c.Withdraw, tuple(sorted({*table.alive, *speaking})), judge=False)
        elif stage is Stage.SPEECHES_OVER:
            yield Expectation(c.Withdraw, table.alive, judge=False)


def _secrets(state: GameState) -> Iterator[Expectation]:
    table, known = state.table, state.judge.roles is not None
    if not known:
        yield Expectation(c.EnterRoles, secret=True)
        yield Expectation(c.DealRoles, secret=True)
    if table.phase is Phase.NIGHT:
        yield Expectation(c.AgreeShots, secret=True)
        if known and table.night > 0:
            yield Expectation(c.Shoot, secret=True)
            yield Expectation(c.Check, secret=True)


MODULES: dict[type[c.Command], str] = {
    c.GiveFoul: "fouls",
    c.GiveTechnicalFoul: "technical_fouls",
    c.RemovePlayer: "removal",
    c.DeclareTeamLoss: "team_loss",
    c.NameBestMove: "best_move",
    c.PauseGame: "pause",
    c.ResumeGame: "pause",
    c.Withdraw: "withdrawal",
    c.EndGame: "manual_end",
}
"""Commands that exist only where the profile's switch is on."""


def _modules(state: GameState, profile: RulesProfile) -> Iterator[Expectation]:
    playing = state.table.stage not in _BEFORE_PLAY
    for kind in (c.GiveFoul, c.GiveTechnicalFoul, c.RemovePlayer, c.DeclareTeamLoss):
        if playing and getattr(profile, MODULES[kind]):
            yield Expectation(kind)
    if profile.best_move and best_move_is_due(Draft(state, profile)):
        yield Expectation(c.NameBestMove)
    if profile.pause:
        yield Expectation(c.PauseGame)
