"""Matrices of 8- or 16-bit codes: Kaldi's CompressedMatrix with one range for the whole matrix.

Value = minimum + code * range / (255 or 65535). Kaldi reads a quantised matrix wherever it reads a matrix
(``Matrix::Read``), so weights stored so make a model's file two or four times smaller; the decoder computes with
float32 all the same.

Source: Kaldi, https://github.com/kaldi-asr/kaldi, src/matrix/compressed-matrix.h (``DataFormat``: kTwoByte, kOneByte)
and kaldi-matrix.cc (``Matrix::Read``).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]
Codes = NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True, eq=False)
class QuantisedMatrix:
    """A matrix of 8- or 16-bit codes, as Kaldi's CompressedMatrix.

    Args:
        codes: [rows, columns], uint8 or uint16.
        minimum: the value of code 0.
        span: the value of the largest code less the minimum.
    """

    codes: Codes
    minimum: np.float32
    span: np.float32

    @staticmethod
    def of(values: Array, bits: int) -> "QuantisedMatrix":
        """Quantise [rows, columns] evenly between the smallest and the largest value; bits is 8 or 16."""
        if bits not in (8, 16):
            raise ValueError("bits must be 8 or 16")
        low, top = (float(values.min()), float(values.max())) if values.size else (0.0, 0.0)
        span = np.float32(top - low) if top > low else np.float32(1)
        codes = np.rint((values.astype(np.float64) - low) * ((2**bits - 1) / float(span))).clip(0, 2**bits - 1)
        return QuantisedMatrix(codes.astype(np.uint8 if bits == 8 else np.uint16), np.float32(low), span)

    def values(self) -> NDArray[np.float32]:
        """The matrix as Kaldi computes with it: float32 [rows, columns]."""
        step = self.span / np.float32(np.iinfo(self.codes.dtype).max)
        return (self.minimum + self.codes.astype(np.float32) * step).astype(np.float32)


Matrix = Array | QuantisedMatrix
