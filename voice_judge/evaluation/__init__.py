"""How well recorded phrases are recognised: a manifest in, a table with every failure out."""

from voice_judge.evaluation.evaluate import Setup, evaluate, listen
from voice_judge.evaluation.manifest import Clip, Expected, Noise, read_manifest
from voice_judge.evaluation.report import Report

__all__ = ["Clip", "Expected", "Noise", "Report", "Setup", "evaluate", "listen", "read_manifest"]
