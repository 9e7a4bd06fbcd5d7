"""Two games that differ only in secrets, played side by side with the same public commands."""

import random
from collections.abc import Sequence
from dataclasses import replace

from tests.rules.random_play import chosen, random_profile
from voice_judge.rules import (
    ALL_SEATS,
    Accepted,
    Check,
    Checker,
    Command,
    EndGame,
    EnterRoles,
    Event,
    Game,
    GameOver,
    JudgeEvent,
    Outcome,
    Phase,
    Proceed,
    Refused,
    RulesProfile,
    Seat,
    Shoot,
    Stage,
    StartGame,
    TableEvent,
    Undo,
)
from voice_judge.rules.night import victim_of

NEVER_ALIKE = (Undo, EndGame)  # counted in steps, secret ones too; and of no interest


class LeakError(AssertionError):
    """The table can tell the two games apart."""


class Pair:
    """Plays one pair; `play` raises `LeakError` at the first difference that the rules do not make public."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        # where the night's victim speaks after the circle, a decided game shows itself by not opening the circle
        self.profile: RulesProfile = replace(random_profile(self.rng), night_word="before_circle")
        self.games = (Game(self.profile), Game(self.profile))
        self.hidden = (random.Random(seed + 1), random.Random(seed + 2))
        self.nights = self.kills = 0
        self.at = 0.0

    def play(self, commands: int = 140) -> None:
        self._both(StartGame(first_day=self.rng.random() < 0.5))
        for game, rng in zip(self.games, self.hidden, strict=True):
            don, first, second, sheriff = rng.sample(ALL_SEATS, 4)
            self._secretly(game, EnterRoles(don, (first, second), sheriff))
        for _ in range(commands):
            if any(game.table.stage is Stage.OVER for game in self.games):
                return
            self.at += self.rng.choice((0.0, 2.0, 30.0))
            if self.games[0].table.stage is Stage.NIGHT_FALLEN:
                self._night()
            elif self.rng.random() < 0.03 and self.games[0].state.past and self.games[1].state.past:
                self._take_back()
            else:
                self._public_move()

    # --- public commands: chosen from what the table knows, the same in both games

    def _public_move(self) -> None:
        game = self.games[0]
        items = tuple(item for item in game.expected().public.items if item.command not in NEVER_ALIKE)
        table_only = replace(game.state, judge=replace(game.judge, roles=None))
        self._both(chosen(self.rng, table_only, items))

    def _take_back(self) -> None:
        """The last step, if it was public in both games."""
        if not any(game.state.past.secret for game in self.games if game.state.past):
            self._both(Undo())

    def _both(self, command: Command) -> None:
        answers = [self._answer(game, command) for game in self.games]
        first, second = ([e for e in a.events if isinstance(e, TableEvent)] for a in answers)
        if any(isinstance(event, GameOver) for event in (*first, *second)):
            told = min(_before_the_end(first), _before_the_end(second))
            self._same(first[:told], second[:told])
            return
        self._same(first, second)
        self._same(*(answer.reason if isinstance(answer, Refused) else "" for answer in answers))
        self._same(*(game.table for game in self.games))
        self._same(*(game.expected().public for game in self.games))

    def _answer(self, game: Game, command: Command) -> Outcome:
        """The judge confirms once more when warned of missing shots."""
        answer = game.handle(command, self.at)
        if isinstance(answer, Refused) and answer.reason == "shots_missing":
            return game.handle(command, self.at)
        return answer

    def _same(self, first: object, second: object) -> None:
        if first != second:
            raise LeakError(f"{first}\n{second}")

    # --- secrets: any, as long as the same seat is dead in the morning

    def _night(self) -> None:
        self.nights += 1
        alive = self.games[0].table.alive
        victim = self.rng.choice(alive)
        wanted = victim if self.rng.random() < 0.6 and all(self._can_kill(g, victim) for g in self.games) else None
        self.kills += wanted is not None
        entries = [self._entries(game, rng, wanted) for game, rng in zip(self.games, self.hidden, strict=True)]
        while all(game.table.phase is Phase.NIGHT for game in self.games):
            last = len(self._rest_of_script()) == 0
            for game, rng, waiting in zip(self.games, self.hidden, entries, strict=True):
                while waiting and (last or rng.random() < 0.5):
                    self._secretly(game, *waiting.pop(0))
                if last:
                    self._make_sure(game, wanted)
            self._both(Proceed())

    def _rest_of_script(self) -> tuple[Command, ...]:
        step = self.games[0].table.step
        return () if step is not None and step.value == "sheriff_sleeps" else (Proceed(),)

    def _can_kill(self, game: Game, victim: Seat) -> bool:
        black = self._black(game)
        own = victim in black and self.profile.shot_at_own == "refuse"
        few = self.profile.shooters == "three" and len(black) < 3
        return bool(black) and not own and not few

    def _entries(self, game: Game, rng: random.Random, wanted: Seat | None) -> list[tuple[Command, ...]]:
        """The judge's silent input in any order, now and then one that is taken back."""
        black, alive = self._black(game), game.table.alive
        entries: list[tuple[Command, ...]] = [(Check(checker, rng.choice(ALL_SEATS)),) for checker in Checker]
        if wanted is not None:
            entries += [(Shoot(seat, wanted),) for seat in black]
        else:
            entries += [(Shoot(seat, rng.choice((*alive, None))),) for seat in black for _ in range(rng.randint(0, 2))]
        if black and rng.random() < 0.4:
            entries.append((Shoot(rng.choice(black), None), Undo()))
        rng.shuffle(entries)
        return entries

    def _make_sure(self, game: Game, wanted: Seat | None) -> None:
        """A miss that would kill after all becomes one by a second shot."""
        found = victim_of(game.table, game.judge, self.profile)
        if wanted is None and found is not None:
            self._secretly(game, Shoot(self._black(game)[0], None))
        else:
            assert found == wanted

    def _black(self, game: Game) -> list[Seat]:
        roles = game.judge.roles
        return [seat for seat in roles.black if seat in game.table.alive] if roles else []

    def _secretly(self, game: Game, *commands: Command) -> None:
        """Silent input: the table must not notice, whatever becomes of it."""
        before = game.table
        for place, command in enumerate(commands):
            answer = game.handle(command, self.at)
            if not all(isinstance(event, JudgeEvent) for event in answer.events):
                raise LeakError(f"{command}: {answer}")
            if place == 0 and not isinstance(answer, Accepted):
                break
        if game.table != before:
            raise LeakError(f"{commands}")


def _before_the_end(events: Sequence[Event]) -> int:
    """How many events come before the result is told."""
    return next((place for place, event in enumerate(events) if isinstance(event, GameOver)), len(events))
