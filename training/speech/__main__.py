"""`python -m training.speech`: fetch recordings, make synthetic speech, write the features; tells hours per source."""

import argparse
import sys
import time
from pathlib import Path

from training.kaldi.features import MfccSettings, mfcc
from training.speech.corpora import SMALL, Amounts, background, sources, utterances
from training.speech.feature_set import FeaturePlan, write_features
from training.speech.features_store import FeatureStore
from voice_judge.errors import UserError
from voice_judge.places import cache_folder

MODEL_MFCC = MfccSettings(use_energy=False, num_mel_bins=40, num_ceps=40, low_freq=20, high_freq=7600)
"""What the conf/mfcc.conf of the models made here says (training/kaldi/model_folder.py)."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; its exit code."""
    options = _parser().parse_args(arguments)
    try:
        store = make_store(options.work, options.rhvoice, SMALL if options.small else Amounts())
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    for source, hours in sorted(store.hours().items()):
        print(f"{source:40} {hours:6.2f} h")
    return 0


def make_store(work: Path, rhvoice: Path | None, amounts: Amounts) -> FeatureStore:
    """The store of features in `work`, written where it is missing.

    Raises:
        UserError: a source cannot be had.
    """
    found = utterances(sources(work, rhvoice, amounts), work)
    print(f"{len(found)} utterances after {time.process_time():.0f} s of processor time", file=sys.stderr)
    folder = work / ("features-small" if amounts == SMALL else "features")
    plan = FeaturePlan()
    write_features(found, background(work, found, amounts), folder, plan, lambda sound: mfcc(sound, MODEL_MFCC))
    print(f"features after {time.process_time():.0f} s of processor time", file=sys.stderr)
    return FeatureStore(folder)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.speech", description=__doc__)
    parser.add_argument("--work", type=Path, default=cache_folder() / "training", help="where everything is kept")
    parser.add_argument("--rhvoice", type=Path, help="a folder of RHVoice's recordings with index.tsv")
    parser.add_argument("--small", action="store_true", help="a trial set, made in a minute")
    return parser


if __name__ == "__main__":
    sys.exit(main())
