"""Nobody at the table learns a role before the end: every table-side output of 500 random games is searched.

Speech, the terminal, the lines of the screen and the protocols of all formats without the flag. The same search finds
every leak planted in them.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.protocol.secret_table import LeakError, SecretTable, search
from voice_judge.journal.protocol import as_json, build, words
from voice_judge.journal.store import Origin
from voice_judge.live import plain
from voice_judge.live.view import View
from voice_judge.rules import PlayerLeft
from voice_judge.rules import events as ev
from voice_judge.table import announcer as announcing
from voice_judge.table import display

SHARDS, GAMES_IN_SHARD = 20, 25
SHORTEST, LONGEST = 10, 100
"""Commands of a game before it is looked at."""

Patch = pytest.MonkeyPatch


def look(seed: int, *, pdf: bool = False) -> int:
    """Play the game of this seed, to its end or half-way, and search what it has shown; how many secrets it had."""
    table = SecretTable(seed)
    table.play(SHORTEST + seed * 7 % LONGEST)
    for output, text in table.outputs(pdf=pdf):
        search(output, text)
    return sum(isinstance(entry.record.event, ev.JudgeEvent) for entry in table.stored().entries)


@pytest.mark.parametrize("shard", range(SHARDS))
def test_random_games_tell_no_role_before_their_end(shard: int) -> None:
    secrets = [look(shard * GAMES_IN_SHARD + number, pdf=number == 0) for number in range(GAMES_IN_SHARD)]
    assert all(secrets)  # roles at least
    assert sum(secrets) > 3 * GAMES_IN_SHARD  # and shots, checks


# --- what is role information ----------------------------------------------------------------------------------

LEAKS = [
    "Игрок номер пять — мафия",
    "5 Дарина, шериф",
    "судья: Дон, игрок три",
    "   12.3  ввод /тайнопись",
    '"event": "ShotFired",',
    "выстрел 3 → 5",
    "Богдан был чёрным",
    '"role": "don", "seat": 4',
]
FINE = [
    "Просыпается дон",
    "  104.2  судья: Мафия засыпает",
    "12.5 сейчас: Шериф засыпает",
    "Игрок номер пять покидает стол",
    "голоса → 5: 4",
    "Роли, выстрелы и проверки не вошли: игра не окончена.",
]


@pytest.mark.parametrize("line", LEAKS)
def test_this_is_role_information(line: str) -> None:
    with pytest.raises(LeakError):
        search("case", line)


@pytest.mark.parametrize("line", FINE)
def test_this_is_none(line: str) -> None:
    search("case", line)


# --- planted leaks ---------------------------------------------------------------------------------------------


def protocol_is_not_masked(patch: Patch) -> None:
    patch.setattr(build, "_masked", lambda course: course)


def everything_may_be_told(patch: Patch) -> None:
    patch.setattr(build, "may_be_told", lambda _phase, **_: True)


def json_keeps_the_secret_log(patch: Patch) -> None:
    patch.setattr(as_json, "public_part", lambda game: game)


def json_keeps_the_entries_of_the_judge(patch: Patch) -> None:
    patch.setattr(as_json, "PUBLIC_NOTES", as_json.PUBLIC_NOTES | {"input"})
    patch.setattr("voice_judge.table.scribe._SECRET", ())


def typed_words_of_secrets_are_shown(patch: Patch) -> None:
    def all_steps(steps: object) -> object:
        return tuple(replace(step, origin=Origin("voice", "дон 3")) for step in steps if not step.secret)  # type: ignore[attr-defined]

    patch.setattr(build, "_public", all_steps)


def terminal_describes_secrets(patch: Patch) -> None:
    shown = display.describe
    patch.setattr(
        display, "describe", lambda event: words.describe(event) if isinstance(event, ev.JudgeEvent) else shown(event)
    )


def voice_tells_the_role_of_who_leaves(patch: Patch) -> None:
    of = announcing.Announcer._of

    def told(self: announcing.Announcer, event: ev.TableEvent, events: object) -> object:
        line = of(self, event, events)  # type: ignore[arg-type]
        return replace(line, text=f"{line.text}, он был мафией") if line and isinstance(event, PlayerLeft) else line

    patch.setattr(announcing.Announcer, "_of", told)


def screen_lines_show_the_roles(patch: Patch) -> None:
    facts = plain.facts

    def with_roles(view: View, *, talking: bool = False) -> object:
        yield from facts(view, talking=talking)
        yield "роли", str(view.judge.roles or "")

    patch.setattr(plain, "facts", with_roles)


def screen_lines_are_longer_when_roles_are_in(patch: Patch) -> None:
    facts = plain.facts

    def longer(view: View, *, talking: bool = False) -> object:
        yield from facts(view, talking=talking)
        yield "готово", "да" if view.judge.roles else ""

    patch.setattr(plain, "facts", longer)


def screen_notices_tell_who_has_not_shot(patch: Patch) -> None:
    patch.setattr("voice_judge.live.status.tells_roles", lambda _refused: False)
    patch.setattr("voice_judge.live.view_text.is_dark", lambda _view: False)


def terminal_tells_who_has_not_shot(patch: Patch) -> None:
    patch.setattr(display, "tells_roles", lambda _refused: False)


PLANTED: list[Callable[[Patch], None]] = [
    protocol_is_not_masked,
    everything_may_be_told,
    json_keeps_the_secret_log,
    json_keeps_the_entries_of_the_judge,
    typed_words_of_secrets_are_shown,
    terminal_describes_secrets,
    voice_tells_the_role_of_who_leaves,
    screen_lines_show_the_roles,
    screen_lines_are_longer_when_roles_are_in,
    screen_notices_tell_who_has_not_shot,
    terminal_tells_who_has_not_shot,
]


@pytest.mark.parametrize("plant", PLANTED, ids=[plant.__name__ for plant in PLANTED])
def test_a_planted_leak_is_found(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    with pytest.raises(LeakError):
        look_at_a_shard()


def look_at_a_shard() -> None:
    for seed in range(GAMES_IN_SHARD):
        look(seed)
