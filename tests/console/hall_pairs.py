"""Plays a pair of games with the same public moves and different secrets, entered fast or slowly."""

import random
from collections.abc import Sequence

from tests.console.hall_stream import Side
from voice_judge.rules import ALL_SEATS, Phase, Seat, Stage, TableState
from voice_judge.rules.night import victim_of

_LONGEST_NIGHT = 200  # seconds
_MOST_MOVES = 60  # of a day
_NIGHT = (Stage.NIGHT_FALLEN, Stage.NIGHT_STEP)
_SPEECHES = (Stage.SPEECH, Stage.TIE_SPEECH, Stage.LAST_WORD)

Seen = list[tuple[float, bytes]]


class HallPair:
    """One pair; after `play`, `seen` is what the hall got of each game, up to the first end that is told."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._hidden = (random.Random(seed + 1_000_000), random.Random(seed + 2_000_000))
        self.sides = (Side(), Side())
        self.kills = self.entries = self.nights = 0

    @property
    def seen(self) -> tuple[Seen, Seen]:
        """What the hall got of each game: (second, bytes)."""
        until = min(side.ended for side in self.sides)
        first, second = ([item for item in side.hall.bytes if item[0] < until] for side in self.sides)
        return first, second

    def play(self, nights: int = 1) -> None:
        """From the beginning to the morning after so many nights of shots, or to the first end that is told."""
        self._both("/start day" if self._rng.random() < 0.7 else "/start")
        for side, rng in zip(self.sides, self._hidden, strict=True):
            don, first, second, sheriff = rng.sample(ALL_SEATS, 4)
            side.type(f"/roles don={don} mafia={first},{second} sheriff={sheriff}")
        self._wait(2)
        while not self._over and self.nights < nights:
            self._until_night()
            self._night()
        self._wait(8)

    # --- what everyone sees: the same in both games

    @property
    def _table(self) -> TableState:
        return self.sides[0].live.moderator.table

    @property
    def _over(self) -> bool:
        return any(side.live.moderator.table.stage is Stage.OVER for side in self.sides)

    def _until_night(self) -> None:
        for _ in range(_MOST_MOVES):
            if self._over or self._table.stage in _NIGHT:
                return
            if self._table.stage in _SPEECHES and self._rng.random() < 0.35:
                self._both(self._word())
            self._both(self._move())

    def _word(self) -> str:
        seat = self._rng.choice(ALL_SEATS)
        return self._rng.choice((f"/nominate {seat}", f"/nominate {seat}", f"/withdraw {seat}", f"/foul {seat}"))

    def _move(self) -> str:
        if self._table.stage in (Stage.CANDIDATE, Stage.LIFT):
            return f"/votes {self._rng.randint(0, len(self._table.alive))}"
        return "/next"

    def _both(self, text: str) -> None:
        for side in self.sides:
            side.type(text)
        self._wait(3)

    def _wait(self, seconds: int) -> None:
        for _ in range(seconds):
            for side in self.sides:
                side.second()

    # --- secrets: any, and at any time, as long as the same seat is dead in the morning

    def _night(self) -> None:
        if self._over:
            return
        shooting = self._table.night > 0
        victim = self._rng.choice(self._table.alive) if self._rng.random() < 0.6 else None
        waiting = [self._entries(place, victim) if shooting else [] for place in range(2)]
        for second in range(_LONGEST_NIGHT):
            if self._table.stage not in _NIGHT or (second > 5 and not self._goes_on):
                break
            for place, side in enumerate(self.sides):
                while waiting[place] and waiting[place][0][0] <= second:
                    self.entries += 1
                    side.type(*waiting[place].pop(0)[1])
            self._wait(1)
        assert not any(waiting)
        if shooting:
            self.nights += 1
            self.kills += victim is not None
            self._check(victim)
        self._both("/next")

    @property
    def _goes_on(self) -> bool:
        return any(side.live.moderator.night_goes_on for side in self.sides)

    def _entries(self, place: int, victim: Seat | None) -> list[tuple[int, Sequence[str]]]:
        """(second, texts) in the order of time; some are taken back at once."""
        rng, black, alive = self._hidden[place], self._black(place), self._table.alive
        entries: list[Sequence[str]] = [
            (f"/check {checker} {rng.choice(ALL_SEATS)}",) for checker in ("don", "sheriff")
        ]
        if victim is not None:
            entries += [(f"/shot {seat} {victim}",) for seat in black]
        else:
            missing = rng.choice(black)
            entries += [(f"/shot {seat} {'-' if seat == missing else rng.choice(alive)}",) for seat in black]
        if rng.random() < 0.3:
            entries.append((f"/shot {black[0]} 11", "/nonsense"))
        rng.shuffle(entries)
        if rng.random() < 0.4:
            entries.insert(0, (f"/shot {black[0]} -", "/undo"))
        pace = rng.choice((1, 12))  # a judge who taps at once, and one who takes his time
        return [(1 + number * pace, texts) for number, texts in enumerate(entries)]

    def _black(self, place: int) -> list[Seat]:
        roles = self.sides[place].live.moderator.game.judge.roles
        assert roles is not None
        return [seat for seat in roles.black if seat in self._table.alive]

    def _check(self, victim: Seat | None) -> None:
        for side in self.sides:
            game = side.live.moderator.game
            assert victim_of(game.table, game.judge, game.profile) == victim
            assert game.table.phase is Phase.NIGHT
