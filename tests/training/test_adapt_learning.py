"""A tiny model adapted to made-up speech: it learns what is said, and all else in its folder stays as it was."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.training.test_adapt_parts import recording
from training.acoustic.exchange import acoustic_model
from training.acoustic.network import Network, Shape, Weights
from training.adaptation.adapting import Plan, learn_apart
from training.adaptation.base_model import read_base
from training.adaptation.job import Job, Lesson, nearer, read_job, write_job
from training.adaptation.labelled import Labelled, Parts
from training.adaptation.learning import learn
from training.adaptation.lessons import make_copies
from training.kaldi.features import mfcc
from training.kaldi.model_folder import VoskModel, write_model_folder
from training.kaldi.phone_table import phone_table, shared_pdfs
from training.kaldi.transitions import transition_model
from training.lexicon.phones import PHONES
from training.speech.sound import SAMPLE_RATE, Sound, write_sound
from voice_judge.errors import UserError

WORDS = {"[unk]": (("SPN",),), "да": (("d", "a"),), "нет": (("nj", "e", "t"),), "ну": (("n", "u"),)}
SAYINGS = ("да нет", "нет да ну", "ну да", "нет нет да")
SHAPE = Shape(2 * len(PHONES), width=24, narrow=8, deep=2)


def spoken(text: str, seed: int) -> Sound:
    """Every phone a noise of its own colour, 0.12 s long."""
    chance = np.random.default_rng(seed)
    return np.concatenate([_phone(phone, chance) for word in text.split() for phone in WORDS[word][0]])


def _phone(phone: str, chance: np.random.Generator) -> Sound:
    length = round(0.12 * SAMPLE_RATE)
    colour = np.repeat(np.random.default_rng(PHONES.index(phone)).uniform(0.02, 1, 12), length // 24)
    spectrum = np.fft.rfft(chance.normal(0, 0.1, length))[: len(colour)] * colour
    return np.fft.irfft(spectrum, length).astype(np.float32)


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A model that has learnt nothing yet."""
    table = phone_table(PHONES)
    tree = shared_pdfs(table)
    acoustic = acoustic_model(Network(SHAPE, seed=1).weights(), transition_model(tree))
    write_model_folder(tmp_path / "tiny-0.1", VoskModel(acoustic, table, tree, WORDS))
    return tmp_path / "tiny-0.1"


@pytest.fixture
def lessons(tmp_path: Path) -> tuple[Lesson, ...]:
    """Sixteen recordings."""
    found = []
    for number in range(16):
        text, file = SAYINGS[number % len(SAYINGS)], tmp_path / f"{number}.flac"
        write_sound(file, spoken(text, number))
        found.append(Lesson(file, text, number % 2))
    return tuple(found)


FAST = {"passes": 12.0, "rate": 5e-3, "pull": 0.01, "batch": 900}


def test_it_learns_and_changes_nothing_but_the_weights(base: Path, lessons: tuple[Lesson, ...], tmp_path: Path) -> None:
    job = Job(base, tmp_path / "new", lessons, copies=2, settings=FAST)
    learnt = learn(job, torch.float32)
    assert learnt.share > 0
    assert learnt.scores[f"{learnt.share:g}"] > learnt.scores["0"]
    old, new = read_base(base), read_base(tmp_path / "new")
    assert not same(old.weights, new.weights)
    assert new.words == old.words
    files = {path.relative_to(base) for path in base.rglob("*") if path.is_file()}
    changed = {file for file in files if (base / file).read_bytes() != (tmp_path / "new" / file).read_bytes()}
    assert changed == {Path("am/final.mdl")}


def same(one: Weights, other: Weights) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in one)


def test_what_teaches_nothing_makes_no_model(base: Path, lessons: tuple[Lesson, ...], tmp_path: Path) -> None:
    standstill = {**FAST, "rate": 0.0, "passes": 1.0}
    learnt = learn(Job(base, tmp_path / "new", lessons, copies=1, settings=standstill), torch.float32)
    assert learnt.share == 0
    assert not (tmp_path / "new").exists()


def test_in_a_process_of_its_own(
    base: Path,
    lessons: tuple[Lesson, ...],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "training").mkdir()
    (tmp_path / "training/__init__.py").write_text("raise SystemExit('a folder of the club')")
    monkeypatch.chdir(tmp_path)
    plan = Plan(base, Parts(tuple(map(labelled, lessons)), ()), copies=1, settings={**FAST, "passes": 14.0})
    told = learn_apart(plan, tmp_path / "out")
    assert told is not None
    assert 0 < told.share <= 1
    for share in told.nearer:
        assert read_base(nearer(tmp_path / "out", share)).words == read_base(base).words
    assert read_base(tmp_path / "out").words == read_base(base).words
    assert "Дообучение: 100 %" in capfd.readouterr().err
    with pytest.raises(UserError, match=r"модель осталась прежней.*final\.mdl"):
        learn_apart(replace(plan, base=tmp_path / "none"), tmp_path / "other")


def labelled(lesson: Lesson) -> Labelled:
    one = recording(0, group=lesson.file.name)
    return replace(one, clip=replace(one.clip, file=lesson.file, transcript=lesson.text))


def test_no_speech_is_said_in_one_line(base: Path, tmp_path: Path) -> None:
    write_sound(tmp_path / "silence.flac", np.zeros(SAMPLE_RATE, np.float32))
    lessons = tuple(Lesson(tmp_path / "silence.flac", "да", fold) for fold in (0, 1))
    with pytest.raises(UserError, match="не нашлось речи"):
        learn(Job(base, tmp_path / "new", lessons, copies=1), torch.float32)


def test_a_damaged_recording_is_told_and_nobody_is_asked_to_delete_it(base: Path, tmp_path: Path) -> None:
    write_sound(tmp_path / "club.flac", spoken("да нет", 1))
    whole = (tmp_path / "club.flac").read_bytes()
    (tmp_path / "club.flac").write_bytes(whole[: len(whole) // 3])
    lessons = tuple(Lesson(tmp_path / "club.flac", "да нет", fold) for fold in (0, 1))
    with pytest.raises(UserError, match=r"club\.flac: запись повреждена") as told:
        learn(Job(base, tmp_path / "new", lessons, copies=1), torch.float32)
    assert "далите" not in str(told.value)


def test_copies_know_their_silence_and_only_the_first_is_plain(base: Path, lessons: tuple[Lesson, ...]) -> None:
    settings = read_base(base).mfcc
    copies = make_copies(lessons[:2], 3, WORDS.__contains__, lambda sound: mfcc(sound, settings))
    assert [one.plain for one in copies.recordings] == [True, False, False] * 2
    assert all(one.silence_before > 0 and one.silence_after >= 0 for one in copies.recordings)
    assert all(len(copies.features(n)) == one.frames for n, one in enumerate(copies.recordings))
    again = make_copies(lessons[:2], 3, WORDS.__contains__, lambda sound: mfcc(sound, settings))
    assert all(np.array_equal(a, b) for a, b in zip(copies.arrays, again.arrays, strict=True))


def test_a_job_is_read_as_it_was_written(tmp_path: Path) -> None:
    job = Job(Path("a"), Path("b"), (Lesson(Path("c.flac"), "да", 1),), copies=3, settings={"rate": 1e-3})
    write_job(tmp_path / "job.json", job)
    assert read_job(tmp_path / "job.json") == job
