"""What a protocol tells of a game: one line for each story."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.protocol.stories import STEP, TWO_DAYS, VOTED_OUT, protocol, random_game, story
from voice_judge.journal.protocol import GameProtocol, protocol_of
from voice_judge.journal.protocol.course import course_of
from voice_judge.rules import FEDERATION, Cause, NoVoteReason, RulesProfile, SpeechKind, Team, fold

Facts = Callable[[GameProtocol], object]


def nominations(told: GameProtocol) -> object:
    return [(one.day, one.by, one.seat, one.withdrawn is not None) for one in told.nominations]


def rounds(told: GameProtocol) -> object:
    return [(vote.day, vote.round, [(c.seat, c.votes) for c in vote.counts], vote.tied) for vote in told.votes]


def voters(told: GameProtocol) -> object:
    return [count.voters for vote in told.votes for count in vote.counts]


def lifts(told: GameProtocol) -> object:
    return [(vote.lift.votes, vote.lift.passed, vote.left) for vote in told.votes if vote.lift]


def left(told: GameProtocol) -> object:
    return {player.seat: (player.left.cause, player.left.day) for player in told.players if player.left}


def fouls(told: GameProtocol) -> object:
    return [(foul.seat, foul.count, foul.technical) for foul in told.fouls]


def roles(told: GameProtocol) -> object:
    return {player.seat: player.role for player in told.players if player.role not in (None, "citizen")}


def shots(told: GameProtocol) -> object:
    return [(night.night, shot.shooter, shot.target) for night in told.nights for shot in night.shots]


def checks(told: GameProtocol) -> object:
    return [
        (night.night, check.checker.value, check.seat, check.found) for night in told.nights for check in night.checks
    ]


def victims(told: GameProtocol) -> object:
    return [(night.night, night.victim) for night in told.nights if night.night and night.ended is not None]


def no_votes(told: GameProtocol) -> object:
    return [(none.day, none.reason) for none in told.no_votes]


def last_words(told: GameProtocol) -> object:
    return [(s.day, s.seat) for s in told.speeches if s.kind is SpeechKind.LAST_WORD]


def undone(told: GameProtocol) -> object:
    return [one.undone for one in told.corrections]


def result(told: GameProtocol) -> object:
    return told.result and (told.result.winner, told.result.reason)


DAY = "start; roles; go; dawn"
STORIES: list[tuple[str, str, Facts, object]] = [
    ("who nominated whom", f"{DAY}; circle 1+5 2+6", nominations, [(1, 1, 5, False), (1, 2, 6, False)]),
    ("a withdrawal stays on record", f"{DAY}; 1+5; 1-5", nominations, [(1, 1, 5, True)]),
    ("again after a withdrawal", f"{DAY}; 1+5; 1-5; 1+6", nominations, [(1, 1, 5, True), (1, 1, 6, False)]),
    ("an undone nomination is none", f"{DAY}; 1+5; undo; 1+6", nominations, [(1, 1, 6, False)]),
    ("an undone withdrawal is none", f"{DAY}; 1+5; 1-5; undo", nominations, [(1, 1, 5, False)]),
    ("the count of each candidate", VOTED_OUT, rounds, [(1, 1, [(5, 8), (6, 2)], ())]),
    ("who voted, where entered", f"{DAY}; circle 1+5 2+6; go; hands 1,2,3", voters, [(1, 2, 3)]),
    (
        "a tie and its revote",
        f"{DAY}; circle 1+5 2+6; go; votes 5; go; stop; stop; go; votes 4; go",
        rounds,
        [(1, 1, [(5, 5), (6, 5)], (5, 6)), (1, 2, [(5, 4), (6, 6)], ())],
    ),
    (
        "a lift that passes",
        f"{DAY}; circle 1+5 2+6; go; votes 5; go; stop; stop; go; votes 5; go; votes 6",
        lifts,
        [(6, True, (5, 6))],
    ),
    (
        "a lift that fails",
        f"{DAY}; circle 1+5 2+6; go; votes 5; go; stop; stop; go; votes 5; go; votes 5",
        lifts,
        [(5, False, ())],
    ),
    ("the first day's single candidate", f"{DAY}; circle 1+5; go", no_votes, [(1, NoVoteReason.FIRST_DAY_SINGLE)]),
    ("nobody nominated", f"{DAY}; circle; go", no_votes, [(1, NoVoteReason.NO_CANDIDATES)]),
    ("who left, why and when", TWO_DAYS, left, {5: (Cause.VOTE, 1), 6: (Cause.SHOT, 2), 8: (Cause.VOTE, 2)}),
    ("last words", TWO_DAYS, last_words, [(1, 5), (2, 6), (2, 8)]),
    ("fouls by number", f"{DAY}; foul 3; foul 3; tech 4", fouls, [(3, 1, False), (3, 2, False), (4, 1, True)]),
    ("an undone foul is none", f"{DAY}; foul 3; foul 3; undo", fouls, [(3, 1, False)]),
    ("a removal", f"{DAY}; remove 3; yes", left, {3: (Cause.REMOVED, 1)}),
    ("a removal taken back", f"{DAY}; remove 3; yes; undo 2", left, {}),
    ("roles are not told before the end", TWO_DAYS, roles, {}),
    ("shots are not told before the end", TWO_DAYS, shots, []),
    ("the victim is told", TWO_DAYS, victims, [(1, 6)]),
    ("a miss is told", f"{VOTED_OUT}; stop; go; miss", victims, [(1, None)]),
    ("the judge's end", f"{DAY}; end red ППК", result, (Team.RED, "ППК")),
    ("a draw by the judge", f"{DAY}; end - пожар", result, (None, "пожар")),
    ("no result yet", TWO_DAYS, result, None),
    ("an end taken back is none", f"{DAY}; end red ППК; undo", result, None),
    ("after the end roles are told", f"{DAY}; end red ППК", roles, {8: "don", 9: "mafia", 10: "mafia", 7: "sheriff"}),
    ("what was undone", f"{DAY}; 1+5; undo", undone, [("игрок 1 выставил 5",)]),
    ("several steps undone, the oldest first", f"{DAY}; 1+5; pass; undo 2", undone, [
        ("игрок 1 выставил 5", "игрок 1 закончил речь")
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("script", "facts", "expected"), [s[1:] for s in STORIES], ids=[s[0] for s in STORIES])
def test_story(script: str, facts: Facts, expected: object) -> None:
    assert facts(protocol(script)) == expected


NIGHT = f"{VOTED_OUT}; stop; go; go; shot 8 6; shot 9 6; shot 10 6"
SECRETS: list[tuple[str, str, Facts, object]] = [
    ("roles by the flag", TWO_DAYS, roles, {8: "don", 9: "mafia", 10: "mafia", 7: "sheriff"}),
    ("every shot", NIGHT, shots, [(1, 8, 6), (1, 9, 6), (1, 10, 6)]),
    ("a shot undone", f"{NIGHT}; undo", shots, [(1, 8, 6), (1, 9, 6)]),
    ("checks with their answers", f"{NIGHT}; check don 7; check sheriff 1", checks, [
        (1, "don", 7, True), (1, "sheriff", 1, False)
    ]),
    ("the order of shooting", "start; roles; go; agree 5,7,9", lambda told: told.agreed_shots, (5, 7, 9)),
]  # fmt: skip


@pytest.mark.parametrize(("script", "facts", "expected"), [s[1:] for s in SECRETS], ids=[s[0] for s in SECRETS])
def test_secret_story(script: str, facts: Facts, expected: object) -> None:
    assert facts(protocol(script, secrets=True)) == expected
    hidden = protocol(script)
    assert (roles(hidden), shots(hidden), checks(hidden), hidden.agreed_shots) == ({}, [], [], ())


def test_a_speech_has_its_seconds_and_its_fouls() -> None:
    told = protocol(f"{DAY}; clock; foul 3; pass")
    first = told.speeches[0]
    assert (first.seat, first.kind, first.allowed, first.fouls) == (1, SpeechKind.SPEECH, 60.0, (3,))
    assert first.spoken == 2 * STEP  # from the clock's start, over the foul, to the end
    assert first.ended == first.began + 3 * STEP
    assert (told.speeches[1].seat, told.speeches[1].ended) == (2, None)


def test_seconds_come_back_with_an_undone_end() -> None:
    told = protocol(f"{DAY}; clock; pass; undo; clock; pass")
    assert [speech.seat for speech in told.speeches] == [1, 2]
    assert told.speeches[0].spoken == 2 * STEP  # five seconds before the undone end, five after


def test_every_fact_tells_where_it_came_from() -> None:
    told = protocol(f"{DAY}; 1+5; undo")
    assert told.corrections[0].origin.source == "voice"
    again = protocol(f"{DAY}; 1+5")
    origin = again.nominations[0].origin
    assert (origin.source, origin.text, origin.confidence) == ("voice", "фраза Nominate", 0.9)
    assert again.sources.heard > 0


def test_the_best_move_names_its_player() -> None:
    told = protocol(f"{DAY}; circle; go; go; kill 1; best 8,9,10")
    assert told.best_move
    assert (told.best_move.by, told.best_move.seats) == (1, (8, 9, 10))


def test_a_secret_entry_that_ends_the_game_and_is_taken_back_keeps_its_words_secret() -> None:
    """Roles entered late end a decided game; undone, the game goes on, and nobody may read what was entered."""
    script = f"day; {'; '.join(f'circle; go; go; dawn; remove {seat}; yes' for seat in (2, 3, 4, 5, 6, 7, 1))}"
    game = story(f"{script}; roles 8 9,10 7; undo", profile=_only_removals())
    told = protocol_of(game)
    assert told.result is None
    assert told.corrections[-1].undone == ("победа команды: чёрные",)  # that was said aloud
    assert all("тайный" not in one.origin.text for one in told.corrections)
    assert "роли" not in str([one.undone for one in told.corrections])


def _only_removals() -> RulesProfile:
    return replace(FEDERATION, draw_after_quiet_rounds=0)


@pytest.mark.parametrize("seed", range(25))
def test_what_holds_is_what_the_rules_hold(seed: int) -> None:
    game = random_game(seed)
    course = course_of(game.entries)
    state = fold(entry.record for entry in game.entries)
    assert course.state == state
    assert sum(step.counts for step in course.steps) == state.steps
    told = protocol_of(game, secrets=True)
    assert {player.seat for player in told.players if player.left is None} == set(state.table.alive)
    assert {player.seat: player.fouls for player in told.players if player.fouls} == dict(state.table.fouls)
    assert (told.result is None) == (state.table.phase.value != "over")
    standing = [one.seat for one in told.nominations if one.day == told.day and one.withdrawn is None]
    assert set(state.table.nominated) <= set(standing)
