"""How much there must be to adapt a model, and how much there may be: said before anything is measured."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.training.test_adapt_parts import figures, recording
from training.adaptation import adapting
from training.adaptation.adapting import Plan
from training.adaptation.amounts import MOST_SECONDS, check_amount, short_enough, within_time
from training.adaptation.labelled import folds_of
from training.adaptation.measuring import Figures
from training.speech.sound import SAMPLE_RATE, write_sound
from voice_judge.cli import main
from voice_judge.errors import UserError

Output = pytest.CaptureFixture[str]


def test_too_little_is_refused_in_one_line() -> None:
    check_amount([recording(number) for number in range(40)])
    for found in ([recording(number) for number in range(39)], [recording(n, seconds=2.9) for n in range(40)]):
        with pytest.raises(UserError, match="записей с подписями мало") as error:
            check_amount(found)
        assert "\n" not in str(error.value)
    with pytest.raises(UserError, match="фраз 39"):
        check_amount([*(recording(number) for number in range(39)), recording(99, teaches=False, seconds=900)])


def test_what_is_too_long_does_not_count_and_is_told_once() -> None:
    told: list[str] = []
    found = [*(recording(number) for number in range(38)), *(recording(n, seconds=15.1) for n in range(90, 92))]
    kept = short_enough(found, told.append)
    assert kept == tuple(found[:38])
    assert told == ["Записей длиннее 15 с: 2, они не учтены. Разрежьте их по фразам с подписью для каждой."]
    with pytest.raises(UserError, match="фраз 38"):
        check_amount(kept)


def test_a_long_recording_in_several_noises_is_one() -> None:
    told: list[str] = []
    long = recording(1, seconds=20.0)
    assert short_enough([long, replace(long, teaches=False)], told.append) == ()
    assert told[0].startswith("Записей длиннее 15 с: 1,")


def test_long_talk_without_words_still_measures_and_nothing_is_said() -> None:
    told: list[str] = []
    talk = recording(1, seconds=60.0, teaches=False)
    talk = replace(talk, clip=replace(talk.clip, transcript=""))
    longest = recording(2, seconds=15.0)
    assert short_enough([talk, longest], told.append) == (talk, longest)
    assert not told


def test_what_can_be_learnt_in_the_time_is_learnt_whole() -> None:
    told: list[str] = []
    lessons = [recording(number) for number in range(200)]
    assert within_time(lessons, 1, told.append) == tuple(lessons)
    assert not told


def test_of_too_much_a_part_is_drawn_from_every_turn() -> None:
    told: list[str] = []
    lessons = [recording(number, f"turn {number // 100}") for number in range(900)]
    lessons.append(recording(900, "a short turn"))
    kept = within_time(lessons, 1, told.append)
    assert 0.9 * MOST_SECONDS < sum(one.seconds + 1.2 for one in kept) <= MOST_SECONDS
    assert told == [f"За полчаса столько не выучить: по жребию взято записей {len(kept)} из 901."]
    assert {one.group for one in kept} == {one.group for one in lessons}
    assert set(folds_of(kept, 2)) == {0, 1}
    assert kept == within_time(lessons, 1, told.append)
    assert kept != within_time(lessons, 2, told.append)


def manifest(folder: Path, seconds: list[float]) -> str:
    """A list of recordings so long, all with a phrase."""
    lines = ["file\ttranscript\tvoice\tkind\tlicence\tphase\tcondition\texpected"]
    for number, length in enumerate(seconds):
        write_sound(folder / f"{number}.flac", np.zeros(round(length * SAMPLE_RATE), np.float32))
        said = "выставляю пятого\tclub\thuman\town\tday\tclean\tnominate seat=5"
        lines.append(f"{number}.flac\t{said}")
    (folder / "club.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(folder / "club.tsv")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's games or models, and ears that must not be needed."""

    def never(*_: object) -> Figures:
        raise AssertionError

    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(adapting, "measured", never)


@pytest.mark.usefixtures("home")
def test_the_command_refuses_before_it_measures(tmp_path: Path, capsys: Output) -> None:
    assert main(["adapt", "--manifest", manifest(tmp_path, [3.0] * 39 + [16.0] * 2)]) == 2
    long, refused = capsys.readouterr().err.splitlines()
    assert "Записей длиннее 15 с: 2, они не учтены" in long
    assert "фраз 39 (нужно 40)" in refused


def test_the_command_learns_from_what_fits_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    learnt: list[Plan] = []

    def nothing(plan: Plan, _: Path) -> None:
        learnt.append(plan)

    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(adapting, "measured", lambda *_: figures())
    monkeypatch.setattr(adapting, "learn_apart", nothing)
    with pytest.raises(SystemExit, match="1"):
        main(["adapt", "--manifest", manifest(tmp_path, [14.0] * 100)])
    (plan,) = learnt
    assert len(plan.parts.held) == 25
    assert len(plan.parts.lessons) == MOST_SECONDS // 15.2
    assert f"взято записей {len(plan.parts.lessons)} из 75" in capsys.readouterr().err
