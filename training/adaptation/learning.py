"""The part of an adaptation that learns, in a process of its own: `python -m training.adaptation.learning JOB`.

Vosk and PyTorch do not live in one process, so the command only writes down what is to be learnt (`Job`), and this
writes the new model's folder and `learnt.json` beside it. It ends when its standard input does: it does not outlive the
command that has started it.
"""

import json
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import torch

from training.acoustic.exchange import shape_of
from training.acoustic.network import Network, Weights
from training.acoustic.sentences import Sentences
from training.acoustic.trainer import native_precision
from training.adaptation.base_model import BaseModel, read_base
from training.adaptation.job import LEARNT, NOTHING_GAINED, Job, Learnt, nearer, read_job
from training.adaptation.lessons import Copies, make_copies
from training.adaptation.shares import SHARES, Scores, best_share, mixed, scores_of
from training.adaptation.tuning import Speech, TuningSettings, tuned
from training.kaldi.features import mfcc
from training.lexicon.lexicon import Lexicon
from voice_judge.errors import UserError
from voice_judge.progress import progress


def learn(job: Job, precision: torch.dtype | None = None) -> Learnt:
    """Adapt, and write the new folder and those `nearer` to the old one, unless the share of the new weights is 0.

    Raises:
        UserError: the model is of another make, or there is nothing to learn from.
    """
    torch.set_num_threads(1)
    settings = _settings(job)
    base = read_base(job.base)
    copies = _copies(job, base)
    # A club's few phrases would make every other sequence of sounds unlikely; the model's own words keep the balance.
    sentences = Sentences.of(Lexicon(base.words))
    texts = [*(one.text for one in copies.recordings), *base.words]
    speech = Speech(sentences, sentences.phone_model(texts, 2, settings.seed))
    old = Network(shape_of(base.weights), base.weights, precision=precision or native_precision())
    old.eval()
    news = _learnt(job.folds, settings, old, copies, speech)
    scores = _scores(old, news, copies, speech)
    share = best_share(scores)
    means = {one: round(float(found.mean()), 5) for one, found in scores.items()}
    less = tuple(one for one in sorted(SHARES, reverse=True) if 0 < one < share and means[one] > means[0.0])
    for one in (share, *less) if share else ():
        base.write(mixed(base.weights, news, one), job.out if one == share else nearer(job.out, one))
    return Learnt(share, {f"{one:g}": mean for one, mean in means.items()}, less)


def _settings(job: Job) -> TuningSettings:
    changed: dict[str, Any] = {**job.settings}
    return replace(TuningSettings(), **changed)


def _copies(job: Job, base: BaseModel) -> Copies:
    with progress("Подготовка записей", len(job.lessons)) as bar:
        copies = make_copies(
            job.lessons, job.copies, base.words.__contains__, lambda sound: mfcc(sound, base.mfcc), bar
        )
    if {one.fold for one in copies.recordings} != set(range(job.folds)):
        raise UserError("В записях не нашлось речи, на которой можно учиться: проверьте звук и подписи.")
    return copies


def _learnt(folds: int, settings: TuningSettings, old: Network, copies: Copies, speech: Speech) -> Sequence[Weights]:
    """A network for each fold, which has learnt from all the others."""
    found: list[Weights] = []
    with progress("Дообучение", folds) as bar:
        for fold in range(folds):
            others = copies.only(lambda one, left_out=fold: one.fold != left_out)  # type: ignore[misc]
            found.append(tuned(old, others, speech, settings, lambda done, fold=fold: bar(fold + done)))  # type: ignore[misc]
    return found


def _scores(old: Network, news: Sequence[Weights], copies: Copies, speech: Speech) -> Mapping[float, Scores]:
    """By share, the scores of all recordings, each by the network that has not learnt from it."""
    found: dict[float, Scores] = {}
    first = old.weights()
    with progress("Проверка на остальных записях", len(SHARES)) as bar:
        for number, share in enumerate(SHARES):
            parts = []
            for fold, new in enumerate(news):
                network = Network(old.shape, mixed(first, [new], share), precision=old.precision)
                parts.append(scores_of(network, copies.only(lambda one, fold=fold: one.fold == fold), speech))  # type: ignore[misc]
            found[share] = np.concatenate(parts)
            bar(number + 1)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Do the job of a file; the exit code: 0, `NOTHING_GAINED`, or another, and standard output says what failed."""
    (path,) = (Path(one) for one in (sys.argv[1:] if arguments is None else arguments))
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    Thread(target=_end_with_input, daemon=True).start()
    try:
        learnt = learn(read_job(path))
    except KeyboardInterrupt:
        return 130
    except UserError as error:
        print(error)
        return 2
    except Exception as error:  # a fault of ours, in one line; whoever wants more asks for it
        if os.environ.get("VOICE_JUDGE_DEBUG"):
            traceback.print_exc()
        print(f"{type(error).__name__}: {error}")
        return 1
    path.with_name(LEARNT).write_text(json.dumps(asdict(learnt)), encoding="utf-8")
    return 0 if learnt.share else NOTHING_GAINED


def _end_with_input() -> None:
    while os.read(0, 1024):  # not through sys.stdin, whose lock Python wants for itself when it ends
        pass
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
