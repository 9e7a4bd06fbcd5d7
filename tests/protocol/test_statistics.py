"""Figures of players and seats."""

import pytest

from tests.protocol.stories import TWO_DAYS, VOTED_OUT, random_game, story
from voice_judge.journal.protocol import protocol_of
from voice_judge.journal.protocol.statistics import Figures, Statistics, statistics

RED_WINS = f"{VOTED_OUT}; end red решение"
BLACK_WINS = f"{TWO_DAYS}; end black решение"
NAMES = ("Аня", "Боря", "Вера", "Гена", "Даша", "Ева", "Жора", "Зоя", "Иван", "Клара")


def figures(*scripts: str, names: tuple[str, ...] = NAMES) -> Statistics:
    return statistics(protocol_of(story(script, names=names), secrets=True) for script in scripts)


# seat, scripts, what the player at that seat has
CASES: list[tuple[str, int, tuple[str, ...], Figures]] = [
    ("a red winner who nominated", 1, (RED_WINS,), Figures(games=1, wins=1, red=1, red_wins=1, nominations=1)),
    ("voted out and yet a winner", 5, (RED_WINS,), Figures(games=1, wins=1, red=1, red_wins=1, voted_out=1)),
    ("the don who lost", 8, (RED_WINS,), Figures(games=1, black=1, don=1)),
    ("the don who won, voted out", 8, (BLACK_WINS,), Figures(
        games=1, wins=1, black=1, black_wins=1, don=1, voted_out=1
    )),
    ("the sheriff", 7, (BLACK_WINS,), Figures(games=1, red=1, sheriff=1)),
    ("shot at night", 6, (BLACK_WINS,), Figures(games=1, red=1, killed=1)),
    ("two games, one won, with a foul", 3, (RED_WINS, BLACK_WINS), Figures(
        games=2, wins=1, red=2, red_wins=1, nominations=1, fouls=1
    )),
    ("a draw has no winner", 1, (f"{VOTED_OUT}; end - пожар",), Figures(games=1, red=1, nominations=1)),
    ("removed", 3, ("start; roles; go; dawn; remove 3; yes; end black ППК",), Figures(games=1, red=1, removed=1)),
    ("a game without roles", 1, ("start; go; end red решение",), Figures(games=1)),
]  # fmt: skip


@pytest.mark.parametrize(("seat", "scripts", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_figures(seat: int, scripts: tuple[str, ...], expected: Figures) -> None:
    made = figures(*scripts)
    assert dict(made.players)[NAMES[seat - 1]] == expected
    assert dict(made.seats)[str(seat)] == expected


def test_unfinished_games_do_not_count() -> None:
    made = figures(RED_WINS, VOTED_OUT, TWO_DAYS)
    assert (made.counted, made.unfinished) == (1, 2)
    assert {one.games for _, one in made.players} == {1}


def test_a_game_taken_back_from_its_end_does_not_count() -> None:
    assert figures(f"{RED_WINS}; undo").counted == 0


def test_names_of_one_player_in_other_letters_are_one_player() -> None:
    games = [story(RED_WINS, names=names) for names in (NAMES, (" аня ", *NAMES[1:]), ("АНЯ", *NAMES[1:]))]
    made = statistics(protocol_of(game) for game in games)
    assert dict(made.players)["АНЯ"].games == 3
    assert len(made.players) == 10


def test_players_without_names_count_by_seat_only() -> None:
    made = statistics([protocol_of(story("day; roles; end red решение"))])
    assert made.players == ()
    assert [seat for seat, _ in made.seats] == [str(number) for number in range(1, 11)]


@pytest.mark.parametrize("seed", range(12))
def test_sums_over_players_and_over_seats_agree(seed: int) -> None:
    made = statistics([protocol_of(random_game(seed, names=NAMES))])
    by_player, by_seat = (sum((one for _, one in part), Figures()) for part in (made.players, made.seats))
    assert by_player == by_seat
    assert by_player.red + by_player.black in (0, 10)
