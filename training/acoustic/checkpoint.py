"""A training that was cut, on disk: written whole or not at all."""

import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import torch
from torch import Tensor


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """All that is needed to go on exactly."""

    settings: dict[str, Any]
    update: int
    seen: int
    network: dict[str, Tensor]
    average: list[Tensor]
    optimiser: dict[str, Any]


def write_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Replace the checkpoint at `path`."""
    part = path.with_name(path.name + ".part")
    torch.save({one.name: getattr(checkpoint, one.name) for one in fields(checkpoint)}, part)
    os.replace(part, path)


def read_checkpoint(path: Path) -> Checkpoint | None:
    """The checkpoint at `path`; None if there is none or it cannot be read."""
    try:
        return Checkpoint(**torch.load(path, weights_only=True))
    except Exception:  # whatever a file that was cut makes torch raise
        return None
