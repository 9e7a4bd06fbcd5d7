"""MFCC as Kaldi computes them inside Vosk: the numbers that the network was trained on and will be given.

The options are those of a model's own ``conf/mfcc.conf`` (lines ``--name=value``; what is not said has Kaldi's default
value, except that Kaldi's dither is left out of training features: see `MfccSettings.dither`). The computation itself
is kaldi-native-fbank's, which is Kaldi's code without the rest of Kaldi.

Frames are 25 ms long every 10 ms and lie wholly inside the sound (snip_edges): n samples give
1 + (n - 400) // 160 frames, none when there are fewer than 400.

Source: Kaldi, https://github.com/kaldi-asr/kaldi, src/feat/feature-mfcc.h, feature-window.h, mel-computations.h;
https://github.com/csukuangfj/kaldi-native-fbank.
"""

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import kaldi_native_fbank as knf
import numpy as np
from numpy.typing import NDArray

from training.kaldi.matrix import KaldiFormatError
from training.kaldi.model_folder import MFCC_CONF

SAMPLE_RATE = 16_000
FRAMES_PER_SECOND = 100


@dataclass(frozen=True)
class MfccSettings:
    """The options of conf/mfcc.conf that change the numbers.

    Args:
        use_energy: the first coefficient is the frame's energy.
        num_mel_bins: triangles of the mel scale.
        num_ceps: coefficients kept: the width of a frame.
        low_freq: Hz, the lower edge of the first triangle.
        high_freq: Hz; zero or less counts down from half the sample rate.
        sample_frequency: Hz.
        dither: amplitude of the random noise that Vosk adds (Kaldi's default is 1.0; for training it is 0, or
            given by the augmentation, which is seeded).
    """

    use_energy: bool = True
    num_mel_bins: int = 23
    num_ceps: int = 13
    low_freq: float = 20.0
    high_freq: float = 0.0
    sample_frequency: float = float(SAMPLE_RATE)
    dither: float = 0.0

    @property
    def width(self) -> int:
        """How many numbers a frame has."""
        return self.num_ceps


_IGNORED = frozenset({"allow_upsample", "allow_downsample"})  # about the sound's own rate: Vosk's business


def read_settings(path: Path) -> MfccSettings:
    """The settings of a conf/mfcc.conf; KaldiFormatError for an option that is unknown here or no number."""
    return _settings(path.read_text(encoding="utf-8"), str(path))


def _settings(conf: str, name: str) -> MfccSettings:
    settings = MfccSettings()
    for number, line in enumerate(conf.splitlines(), 1):
        text = line.split("#")[0].strip()
        if text:
            settings = _with_option(settings, text, f"{name}, строка {number}")
    return settings


def _with_option(settings: MfccSettings, text: str, place: str) -> MfccSettings:
    name, _, value = text.removeprefix("--").partition("=")
    name = name.strip().replace("-", "_")
    if name in _IGNORED:
        return settings
    kinds = {each.name: each.type for each in fields(MfccSettings)}
    try:
        change: dict[str, Any] = {name: _parsed(value.strip(), kinds[name])}
        return replace(settings, **change)
    except (KeyError, ValueError):
        raise KaldiFormatError(
            f"{place}: параметр «{text}» здесь не известен. Оставьте только: "
            + ", ".join(sorted(each.replace("_", "-") for each in kinds))
        ) from None


def _parsed(value: str, kind: object) -> bool | int | float:
    if kind is bool:
        return {"true": True, "false": False}[value]
    return int(value) if kind is int else float(value)


MODEL_MFCC = _settings(MFCC_CONF, "MFCC_CONF")
"""Of the models made here: what is written into their conf/mfcc.conf."""


def mfcc(samples: NDArray[np.int16] | NDArray[np.float32], settings: MfccSettings) -> NDArray[np.float32]:
    """The features of a sound.

    Args:
        samples: [n] mono, 16 kHz, in the scale of int16 (-32768..32767), whole or fractional.
        settings: of the model.

    Returns:
        float32 [frames, settings.width].
    """
    engine = knf.OnlineMfcc(_options(settings))
    engine.accept_waveform(settings.sample_frequency, samples.astype(np.float32))
    engine.input_finished()
    count = engine.num_frames_ready
    if not count:
        return np.zeros((0, settings.width), np.float32)
    return np.stack([engine.get_frame(index) for index in range(count)])


def frame_count(samples: int) -> int:
    """How many frames of features this many samples at 16 kHz give."""
    window, shift = SAMPLE_RATE // 40, SAMPLE_RATE // FRAMES_PER_SECOND
    return 0 if samples < window else 1 + (samples - window) // shift


def _options(settings: MfccSettings) -> Any:
    options = knf.MfccOptions()
    options.frame_opts.samp_freq = settings.sample_frequency
    options.frame_opts.dither = settings.dither
    options.mel_opts.num_bins = settings.num_mel_bins
    options.mel_opts.low_freq = settings.low_freq
    options.mel_opts.high_freq = settings.high_freq
    options.num_ceps = settings.num_ceps
    options.use_energy = settings.use_energy
    return options
