"""Kaldi's binary primitives."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from training.kaldi.matrix import Reader, Writer
from training.kaldi.quantised import QuantisedMatrix
from voice_judge.errors import UserError

SIZES = st.integers(0, 4)
FLOATS = st.sampled_from([np.float32, np.float64])
ARRAYS = FLOATS.flatmap(lambda kind: arrays.arrays(kind, st.one_of(st.tuples(SIZES), st.tuples(SIZES, SIZES))))


@given(ARRAYS)
def test_arrays_come_back_bit_for_bit(values: NDArray[Any]) -> None:
    writer = Writer()
    (writer.vector if values.ndim == 1 else writer.matrix)(values)
    reader = Reader(writer.bytes)
    found = reader.vector() if values.ndim == 1 else reader.matrix()
    assert isinstance(found, np.ndarray)
    assert found.dtype == values.dtype
    assert found.shape == values.shape
    assert found.tobytes() == values.tobytes()
    assert reader.at_end()


@given(st.integers(-(2**31), 2**31 - 1), st.booleans(), st.floats(width=32), st.floats(), st.lists(SIZES))
def test_numbers_come_back(whole: int, truth: bool, single: float, double: float, many: list[int]) -> None:
    writer = Writer()
    writer.token("<A>")
    writer.int32(whole)
    writer.boolean(truth)
    writer.real(np.float32(single))
    writer.real(np.float64(double))
    writer.integers(many)
    reader = Reader(writer.bytes)
    reader.expect("<A>")
    assert (reader.int32(), reader.boolean()) == (whole, truth)
    assert reader.real().tobytes() == np.float32(single).tobytes()
    assert reader.real().tobytes() == np.float64(double).tobytes()
    assert reader.integers().tolist() == many
    assert reader.at_end()


def test_the_bytes_are_kaldis() -> None:
    writer = Writer()
    writer.token("<Dim>")
    writer.int32(2)
    writer.matrix(np.array([[1, -2]], np.float32))
    writer.integers([3])
    size = b"\x04\x02\x00\x00\x00"
    assert writer.bytes == (
        b"<Dim> "
        + size
        + b"FM \x04\x01\x00\x00\x00"
        + size
        + b"\x00\x00\x80?\x00\x00\x00\xc0"
        + b"\x04\x01\0\0\0\3\0\0\0"
    )


@pytest.mark.parametrize("bits", [8, 16])
def test_quantised_weights_are_near_and_small(bits: int) -> None:
    values = np.random.default_rng(1).normal(size=(60, 50)).astype(np.float32)
    quantised = QuantisedMatrix.of(values, bits)
    writer = Writer()
    writer.matrix(quantised)
    found = Reader(writer.bytes).matrix()
    assert isinstance(found, QuantisedMatrix)
    assert found.codes.tobytes() == quantised.codes.tobytes()
    step = (values.max() - values.min()) / (2**bits - 1)
    assert np.abs(found.values() - values).max() <= 0.51 * step + 1e-6
    assert len(writer.bytes) < values.nbytes * bits / 32 + 30


@pytest.mark.parametrize("constant", [0.0, -1.5])
def test_a_constant_matrix_is_quantised_exactly(constant: float) -> None:
    values = np.full((2, 3), constant, np.float32)
    assert QuantisedMatrix.of(values, 8).values().tolist() == values.tolist()


@pytest.mark.parametrize(
    ("data", "method"),
    [
        (b"", "int32"),
        (b"\x08\0\0\0\0", "int32"),
        (b"\x04\0\0", "int32"),
        (b"X", "boolean"),
        (b"nospace", "token"),
        (b"FV \x04\x05\0\0\0\0\0", "vector"),
        (b"CM \x04", "matrix"),
        (b"CM2 " + bytes(16)[:9], "matrix"),
        (b"\x04\xff\xff\xff\xff", "integers"),
        (b"no end of line", "line"),
        (b"XX", "binary_mark"),
    ],
)
def test_damage_is_told_with_its_place(data: bytes, method: str) -> None:
    reader = Reader(data, "am/final.mdl")
    with pytest.raises(UserError, match=r"am/final\.mdl, байт \d+: ожидалось"):
        getattr(reader, method)()
