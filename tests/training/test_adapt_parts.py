"""How recordings are parted, how much of what was learnt is taken over, and when a new model is refused."""

from datetime import date
from pathlib import Path

import numpy as np
import pytest

from training.adaptation.adapting import new_name
from training.adaptation.amounts import tell_of_talk
from training.adaptation.game_day import DayFigures, compared
from training.adaptation.labelled import Labelled, folds_of, parted, phrases_of
from training.adaptation.lessons import words_said
from training.adaptation.measuring import Figures, Share, worse
from training.adaptation.shares import best_share, mixed
from voice_judge.errors import UserError
from voice_judge.evaluation.manifest import Clip, Expected


def recording(number: int, group: str = "", seconds: float = 3.0, *, teaches: bool = True) -> Labelled:
    expected = (Expected("nominate", {"seat": 5}),) if teaches else ()
    clip = Clip(Path(f"{number}.flac"), "выставляю пятого", "a", "human", "own", "day", None, expected)
    return Labelled(clip, group or str(number), seconds, teaches)


def test_a_turn_is_never_parted() -> None:
    found = [recording(number, group=f"turn {number // 3}") for number in range(90)]
    parts = parted(found, seed=1)
    assert {one.group for one in parts.lessons}.isdisjoint(one.group for one in parts.held)
    assert sorted(one.clip.file for one in (*parts.lessons, *parts.held)) == sorted(one.clip.file for one in found)
    assert 23 <= phrases_of(parts.held) <= 25
    assert parted(list(reversed(found)), seed=1).held != parted(found, seed=2).held
    folds = folds_of(parts.lessons, 2)
    by_fold = {fold: {one.group for one, of in zip(parts.lessons, folds, strict=True) if of == fold} for fold in (0, 1)}
    assert by_fold[0]
    assert by_fold[0].isdisjoint(by_fold[1])


@pytest.mark.parametrize("sizes", [(60,), (30, 30), (98, 1, 1)])
@pytest.mark.parametrize("seed", range(4))
def test_what_cannot_be_parted_is_refused(sizes: tuple[int, ...], seed: int) -> None:
    with pytest.raises(UserError, match=rf"речей и файлов {len(sizes)} \(нужно хотя бы 3") as error:
        parted(in_turns(sizes), seed)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("sizes", [(20, 20, 20), (80, 10, 10), (45, 45, 10), (5, 5, 50)])
@pytest.mark.parametrize("seed", range(4))
def test_a_few_turns_are_enough(sizes: tuple[int, ...], seed: int) -> None:
    parts = parted(in_turns(sizes), seed)
    assert 5 <= phrases_of(parts.held) <= phrases_of(parts.lessons)
    assert set(folds_of(parts.lessons, 2)) == {0, 1}


def in_turns(sizes: tuple[int, ...]) -> list[Labelled]:
    """Phrases in turns of these sizes."""
    return [recording(10 * number, f"turn {turn}") for turn, size in enumerate(sizes) for number in range(size)]


def test_talk_without_words_only_measures() -> None:
    found = [*(recording(number) for number in range(60)), *(recording(n, teaches=False) for n in range(100, 120))]
    parts = parted(found, seed=3)
    assert all(one.teaches for one in parts.lessons)
    assert sum(not one.teaches for one in parts.held) == 20
    much = [*found, *(recording(n, teaches=False) for n in range(200, 900))]
    assert phrases_of(parted(much, seed=3).held) == phrases_of(parts.held) == 15
    assert len(parted(much, seed=3).held) == 160


def test_hours_of_talk_are_not_listened_to() -> None:
    found = [
        *(recording(number) for number in range(60)),
        *(recording(n, seconds=250, teaches=False) for n in (91, 92, 93)),
    ]
    hours = [*found, *(recording(n, seconds=3600, teaches=False) for n in range(100, 120))]
    talk = [one for one in parted(hours, seed=3).held if not one.teaches]
    assert [one.seconds for one in talk] == [250.0, 250.0]
    told: list[str] = []
    tell_of_talk(hours, talk, told.append)
    assert told == [
        "Разговора без подписей больше, чем нужно для проверки (не более 10 минут и 160 записей): взято 2 из 23."
    ]
    tell_of_talk(talk, talk, told.append)
    assert len(told) == 1


def test_the_smallest_share_that_is_as_good_as_the_best() -> None:
    noise = np.random.default_rng(1).normal(0, 0.3, 100)
    uneven = np.tile([0.2, -0.2], 50)
    gain = {0.0: 0.0, 0.25: 0.4, 0.5: 0.499, 0.75: 0.5, 1.0: 0.45}
    scores = {share: noise + better + share * uneven for share, better in gain.items()}
    assert best_share(scores) == 0.5
    nothing = {share: noise - share * 0.1 for share in gain}
    assert best_share(nothing) == 0.0


def test_weights_between_the_old_and_the_mean_of_the_new() -> None:
    old, new = np.zeros(2, np.float32), [np.array([2, 4], np.float32), np.array([4, 0], np.float32)]
    between = mixed({"a": old}, [{"a": one} for one in new], 0.5)
    assert between["a"].tolist() == [1.5, 1.0]
    assert between["a"].dtype == np.float32


def figures(phrases: int = 8, silent: int = 5, noisy: int = 6, day: int = 50, extra: int = 1) -> Figures:
    shares = Share(phrases, 10), Share(silent, 5), Share(noisy, 10), Share(silent, 5)
    return Figures(*shares, DayFigures(day, 57, extra), Share(0, 10))


@pytest.mark.parametrize("change", [{"phrases": 7}, {"silent": 4}, {"noisy": 5}, {"day": 49}, {"extra": 2}])
def test_worse_in_anything_is_worse(change: dict[str, int]) -> None:
    assert worse(figures(), figures(**change))
    assert not worse(figures(**change), figures())


def test_as_good_is_good_enough() -> None:
    assert not worse(figures(), figures())
    assert worse(figures(), figures(phrases=10, day=49)) == ("игровой день: события",)


def test_the_game_day_counts_what_came_in_its_order() -> None:
    assert compared(list("abcd"), list("abcd")) == DayFigures(4, 4, 0)
    assert compared(list("abxd"), list("abcd")) == DayFigures(3, 4, 1)
    assert compared([], list("ab")) == DayFigures(0, 2, 0)


def test_the_new_name_is_one_that_is_free() -> None:
    day = date(2026, 11, 30)
    first = new_name("ru-judge-0.2", day, ())
    assert first == "ru-judge-0.2-club-2026-11-30"
    assert new_name("ru-judge-0.2", day, (first,)) == f"{first}-2"
    assert new_name(first, date(2026, 12, 1), (first,)) == "ru-judge-0.2-club-2026-12-01"
    assert new_name("модель 5+", day, ()) == "5-club-2026-11-30"
    assert new_name("модель", day, ()) == "model-club-2026-11-30"


def test_words_in_the_models_spelling() -> None:
    known = {"спасибо", "всё"}.__contains__
    assert words_said("Спасибо, все!", known) == "спасибо всё"
    assert words_said("спасибо большое", known) == "спасибо [unk]"
