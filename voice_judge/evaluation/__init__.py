"""How well recorded phrases are recognised: a manifest in, tables with every failure out."""

from voice_judge.evaluation.evaluate import evaluate, listen, measure
from voice_judge.evaluation.hearing import Setup
from voice_judge.evaluation.manifest import Clip, Expected, Noise, read_manifest
from voice_judge.evaluation.report import Report

__all__ = ["Clip", "Expected", "Noise", "Report", "Setup", "evaluate", "listen", "measure", "read_manifest"]
