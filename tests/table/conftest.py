"""What the tests of the moderator share."""

import pytest

from tests.table.judged import grammars
from tests.table.logged import Log
from voice_judge.rules import Game, StartGame
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import Announcer
from voice_judge.table.moderator import Moderator
from voice_judge.table.reactions import Do


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def moderator(log: Log) -> Moderator:
    judge = Moderator(Game(), Announcer(grammars().answers), SilentVoice(), log, log.emit)
    judge.silent(Do(StartGame(first_day=True)), "/start day")
    judge.settle()
    return judge
