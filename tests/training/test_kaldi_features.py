"""MFCC against the formulas, and the settings of conf/mfcc.conf."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.training.listening import MODEL, clip
from training.kaldi.features import MODEL_MFCC, MfccSettings, frame_count, mfcc, read_settings
from training.kaldi.model_folder import MFCC_CONF
from voice_judge.errors import UserError

SETTINGS = MfccSettings(use_energy=False, num_mel_bins=40, num_ceps=40, low_freq=20.0, high_freq=7600.0)


def by_formula(samples: NDArray[np.int16], settings: MfccSettings) -> NDArray[np.float64]:
    """Kaldi's MFCC, written down from src/feat: feature-window.cc, mel-computations.cc, feature-mfcc.cc."""
    size, bins = 400, settings.num_mel_bins
    frames = np.stack([samples[at : at + size] for at in range(0, len(samples) - size + 1, 160)]).astype(np.float64)
    frames -= frames.mean(axis=1, keepdims=True)
    frames -= 0.97 * np.concatenate([frames[:, :1], frames[:, :-1]], axis=1)
    frames *= (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(size) / (size - 1))) ** 0.85
    power = np.abs(np.fft.rfft(frames, 512)[:, :256]) ** 2
    mel = 1127 * np.log(1 + np.arange(256) * 16_000 / 512 / 700)
    low, high = 1127 * np.log(1 + np.array([settings.low_freq, settings.high_freq]) / 700)
    step = (high - low) / (bins + 1)
    centres = low + step * np.arange(1, bins + 1)[:, None]
    triangles = np.maximum(0, 1 - np.abs(mel - centres) / step)
    energies = np.log(np.maximum(power @ triangles.T, np.finfo(np.float32).eps))
    order, place = np.arange(settings.num_ceps)[:, None], np.arange(bins) + 0.5
    cosines = np.sqrt(2 / bins) * np.cos(np.pi / bins * order * place)
    cosines[0] = np.sqrt(1 / bins)
    lifter = 1 + 11 * np.sin(np.pi * np.arange(settings.num_ceps) / 22)
    return np.asarray(energies @ cosines.T * lifter, np.float64)


def test_features_of_speech_are_those_of_the_formulas() -> None:
    sound = clip("rhvoice-irina", "девять")
    found, wanted = mfcc(sound, SETTINGS), by_formula(sound, SETTINGS)
    assert found.dtype == np.float32
    assert found.shape == wanted.shape == (frame_count(len(sound)), 40)
    assert np.abs(found - wanted).max() < 0.02
    assert np.abs(wanted).max() > 50


def test_features_of_a_tone_are_these_numbers() -> None:
    sound = np.round(8000 * np.sin(2 * np.pi * 440 * np.arange(800) / 16_000)).astype(np.int16)
    found = mfcc(sound, SETTINGS)
    assert found.shape == (3, 40)
    assert found[1, :5] == pytest.approx([51.523, 56.804, 61.775, -27.721, -74.711], abs=0.01)


@pytest.mark.parametrize(("samples", "frames"), [(0, 0), (399, 0), (400, 1), (559, 1), (560, 2), (16_000, 98)])
def test_frames_lie_wholly_inside_the_sound(samples: int, frames: int) -> None:
    assert frame_count(samples) == frames
    assert mfcc(np.ones(samples, np.int16), SETTINGS).shape == (frames, 40)


def test_the_settings_of_the_embedded_model() -> None:
    assert read_settings(MODEL / "conf/mfcc.conf") == SETTINGS
    assert SETTINGS.width == 40


def test_settings_that_are_not_given_are_kaldis(tmp_path: Path) -> None:
    (tmp_path / "mfcc.conf").write_text("# nothing but a remark\n\n--num-ceps = 20  # the width\n", encoding="utf-8")
    assert read_settings(tmp_path / "mfcc.conf") == MfccSettings(num_ceps=20)
    assert MfccSettings().num_mel_bins == 23
    (tmp_path / "ours.conf").write_text(MFCC_CONF, encoding="utf-8")
    assert read_settings(tmp_path / "ours.conf") == MODEL_MFCC == SETTINGS


@pytest.mark.parametrize("line", ["--window-type=hamming", "--num-ceps=many", "--use-energy=maybe", "--low-freq"])
def test_settings_that_cannot_be_followed_are_told(line: str, tmp_path: Path) -> None:
    (tmp_path / "mfcc.conf").write_text(f"--num-ceps=40\n{line}\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"mfcc\.conf, строка 2: параметр"):
        read_settings(tmp_path / "mfcc.conf")
