"""What the tests of the moderator share."""

import pytest

from tests.table.logged import Log, first_day
from voice_judge.table.moderator import Moderator


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def moderator(log: Log) -> Moderator:
    return first_day(log)
