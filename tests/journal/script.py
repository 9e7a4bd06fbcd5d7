"""A whole game whose next input follows from where the game stands: however often it is cut off, it goes on.

It has what a journal may stumble over: words heard and keys pressed, an undo, a foul, a tie with a revote, secret
entries at night and one of them taken back.
"""

from voice_judge.grammar.intent import Intent
from voice_judge.rules import Checker, Event, FoulGiven, Game, SecretsUndone, Stage, TableState, Undone
from voice_judge.table.moderator import Moderator
from voice_judge.table.reactions import Reaction
from voice_judge.table.silent import Next, parse
from voice_judge.table.spotting import Heard

NAMES = "Аня,Борис,Вера,Глеб,Дина,Егор,Жанна,Захар,Инна,Кирилл"
BLACK = (1, 2, 3)
NOMINATIONS = {1: {1: 8, 4: 9}, 2: {5: 3, 7: 4}, 3: {6: 2}, 4: {6: 1}}
VOTES = {(1, 1, 8): 5, (1, 2, 8): 7, (2, 1, 3): 6, (3, 1, 2): 5}
"""Day, round and candidate: hands counted; the last candidate gets the rest."""


def step(moderator: Moderator) -> bool:
    """Give the moderator the next input; False: the game is over."""
    moderator.settle(through_night=False)
    if moderator.table.stage is Stage.OVER:
        return False
    entry = next_input(moderator.game)
    if entry is None:
        before = moderator.table
        moderator.settle()
        if moderator.table == before:
            moderator.silent(*_key("/confirm"))
        return True
    if isinstance(entry, Heard):
        moderator.hear(entry)
    else:
        reaction, text = entry
        moderator.silent(reaction, text)
    return True


def next_input(game: Game) -> Heard | tuple[Reaction | Next, str] | None:
    """What comes next; None: the night goes on by itself."""
    table = game.table
    match table.stage:
        case Stage.NO_GAME:
            return _key(f"/start names={NAMES}")
        case Stage.DEALING if game.judge.roles is None:
            return _key("/roles don=1 mafia=2,3 sheriff=4")
        case Stage.NIGHT_FALLEN | Stage.NIGHT_STEP:
            return _at_night(game) if table.night else None
        case Stage.SPEECH:
            return _in_a_speech(game, table)
        case Stage.TIE_SPEECH | Stage.LAST_WORD:
            return _heard("спасибо всё", "end_speech")
        case Stage.CANDIDATE | Stage.LIFT:
            vote = table.vote
            assert vote is not None
            return _key(f"/votes {VOTES.get((table.day, vote.round, vote.called or 0), 0)}")
        case _:
            return _key("/confirm")


def _at_night(game: Game) -> tuple[Reaction | Next, str] | None:
    table, judge = game.table, game.judge
    target = max(seat for seat in table.alive if seat not in BLACK)
    fired = {shot.shooter for shot in judge.shots}
    waiting = [seat for seat in BLACK if seat in table.alive and seat not in fired]
    if waiting:
        return _key(f"/shot {waiting[0]} {target}")
    if Checker.DON in judge.checked or 1 not in table.alive:
        return _key("/undo") if SecretsUndone not in happened(game) else None
    return _key("/check don 4")


def _in_a_speech(game: Game, table: TableState) -> Heard | tuple[Reaction | Next, str]:
    assert table.floor is not None
    speaker = table.floor.seat
    own = [nomination.seat for nomination in table.nominations if nomination.by == speaker]
    if table.day == 1 and speaker == 2 and Undone not in happened(game):
        return _key("/undo") if own else _heard("я выставляю игрока номер десять", "nominate", seat=10)
    if table.day == 2 and speaker == 5 and FoulGiven not in happened(game):
        return _key("/foul 5")
    wanted = NOMINATIONS.get(table.day, {}).get(speaker)
    if wanted in table.alive and not own:
        return _heard(f"я выставляю игрока номер {wanted}", "nominate", seat=wanted or 0)
    return _heard("пас", "end_speech")


def happened(game: Game) -> set[type[Event]]:
    return {type(record.event) for record in game.events}


def _key(text: str) -> tuple[Reaction | Next, str]:
    return parse(text), text


def _heard(text: str, name: str, **slots: int) -> Heard:
    return Heard(Intent(name, text, 0, len(text.split()), slots), 0.9, 0.0, 0.0, 0.0)
