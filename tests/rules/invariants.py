"""What must hold after every command, legal or not. Used by the random games."""

from voice_judge.rules import (
    MESSAGES,
    Accepted,
    Checked,
    Checker,
    Command,
    CountVotes,
    EndSpeech,
    Event,
    FloorGiven,
    Game,
    GameState,
    Nominated,
    Proceed,
    Recorded,
    Refused,
    ResumeGame,
    RulesProfile,
    ShotFired,
    SpeechKind,
    Stage,
    StartGame,
    Undo,
    VotesCounted,
    commit,
    decide,
    fold,
)
from voice_judge.rules.apply_night import standing
from voice_judge.rules.expected import expected
from voice_judge.rules.fold import NOT_STEPS

GOES_ON_BY: dict[Stage, Command] = {
    Stage.NO_GAME: StartGame(),
    Stage.SPEECH: EndSpeech(),
    Stage.TIE_SPEECH: EndSpeech(),
    Stage.LAST_WORD: EndSpeech(),
    Stage.CANDIDATE: CountVotes(0),
    Stage.LIFT: CountVotes(0),
    Stage.PAUSED: ResumeGame(),
}
SPEAKING = (Stage.SPEECH, Stage.TIE_SPEECH, Stage.LAST_WORD)


class Watched:
    """A game that checks itself at every command, beside a second state folded from the events alone."""

    def __init__(self, profile: RulesProfile) -> None:
        self.game = Game(profile)
        self.mirror = GameState()
        self.accepted = 0

    def handle(self, command: Command, at: float) -> None:
        before = self.game.state
        fitting = self.game.expected()
        outcome = self.game.handle(command, at)
        if isinstance(outcome, Accepted):
            self.accepted += 1
            assert fitting.allows(command), f"accepted though not expected: {command}"
        else:
            assert isinstance(outcome, Refused)
            assert outcome.message.startswith(MESSAGES[outcome.reason])
            assert outcome.events or self.game.state is before
        self._check_fold(outcome.events, at)
        self._check_living(before, outcome.events)
        self._check_votes(before, outcome.events)
        self._check_table()
        self._check_undo(before, outcome.events, at)
        self._check_goes_on(at)

    def _check_fold(self, events: tuple[Event, ...], at: float) -> None:
        self.mirror = commit(self.mirror, events, at)
        assert self.mirror == self.game.state
        assert self.mirror.steps == self.game.state.steps

    def _check_living(self, before: GameState, events: tuple[Event, ...]) -> None:
        """Nobody who is out speaks in the circle, votes, shoots, checks or is checked."""
        alive = before.table.alive
        for event in events:
            match event:
                case FloorGiven(seat, _, kind) if kind is not SpeechKind.LAST_WORD:
                    assert seat in self.game.table.alive or seat in alive
                case Nominated(by, seat):
                    assert seat in alive
                    assert by in alive or self.game.profile.victim_nominates
                case VotesCounted(_, votes, voters) if voters is not None:
                    assert set(voters) <= set(alive)
                    assert len(set(voters)) == len(voters) == votes
                case ShotFired(shooter, _):
                    assert shooter in alive
                case Checked(checker, seat, _):
                    assert seat in alive
                    roles = before.judge.roles
                    assert roles is not None
                    owner = roles.don if checker is Checker.DON else roles.sheriff
                    assert owner in alive or self.game.profile.don_successor == "mafia"

    def _check_votes(self, before: GameState, events: tuple[Event, ...]) -> None:
        """Votes never exceed the living; a finished count is exactly the living."""
        vote, living = self.game.table.vote, len(before.table.alive)
        if vote is None:
            return
        counted = sum(tally.votes for tally in vote.tallies)
        if len(vote.tallies) < len(vote.candidates):
            assert counted <= len(self.game.table.alive)
        elif any(isinstance(event, VotesCounted) for event in events):
            assert counted == living

    def _check_table(self) -> None:
        """The table's state makes sense: the floor, the clock and the stage agree, nobody is nominated twice."""
        table = self.game.table
        stage = table.held or table.stage
        assert (table.floor is not None) == (stage in SPEAKING) == (table.clock is not None)
        assert (table.question is not None) == (table.stage is Stage.CONFIRM)
        assert (table.held is not None) == (table.stage in (Stage.CONFIRM, Stage.PAUSED))
        if stage in (Stage.CANDIDATE, Stage.LAST_CANDIDATE):
            assert table.vote is not None
            assert table.vote.called in table.vote.candidates
        nominators = [nomination.by for nomination in table.nominations]
        assert len(set(table.nominated)) == len(table.nominated)
        assert len(set(nominators)) == len(nominators)
        assert not {gone.seat for gone in table.gone} & set(table.alive)

    def _check_undo(self, before: GameState, events: tuple[Event, ...], at: float) -> None:
        """Undo takes back exactly this command, whatever it was."""
        if not events or isinstance(events[0], NOT_STEPS):
            return
        state, profile = self.game.state, self.game.profile
        taken_back = decide(state, Undo(), at + 1, profile)
        if state.table.stage is Stage.OVER and not profile.undo_after_end:
            assert isinstance(taken_back, Refused)
            return
        assert isinstance(taken_back, Accepted)
        restored = commit(state, taken_back.events, at + 1)
        assert restored == standing(before, at)
        assert restored.steps == before.steps
        assert restored.past is before.past

    def _check_goes_on(self, at: float) -> None:
        """The game is over, or the judge has a command that moves it on."""
        state, profile = self.game.state, self.game.profile
        stage = state.table.stage
        if stage is Stage.OVER:
            assert not {item.command for item in expected(state, profile).items} - {Undo}
            return
        onward = decide(state, GOES_ON_BY.get(stage, Proceed()), at, profile)
        assert isinstance(onward, Accepted) or onward.reason in ("roles_missing", "shots_missing"), stage

    def check_log(self) -> None:
        """The whole log leads to the present state, and carries on the same."""
        records = self.game.events
        assert [record.number for record in records] == list(range(1, len(records) + 1))
        assert fold(records) == self.game.state
        rebuilt = Game.rebuild(records)
        assert rebuilt.state == self.game.state
        if any(isinstance(record, Recorded) for record in records):
            assert rebuilt.profile == self.game.profile
