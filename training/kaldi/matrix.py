"""Kaldi's binary primitives: tokens, numbers, vectors, matrices, quantised matrices.

The format, all little-endian:

* a file starts with the two bytes ``\\0B`` (binary mode);
* a token is its characters and one space: ``<Nnet3> ``;
* an int32 or a real number is one byte with its size (4; 8 for a double) and the number;
* a truth value is the letter ``T`` or ``F``, with no space after it;
* a vector of int32 is the byte 4, the raw count, the raw numbers;
* a vector is the token ``FV `` (float32) or ``DV `` (float64), the count as an int32 with its size byte, the numbers;
* a matrix is ``FM `` or ``DM ``, rows and columns as int32 with size bytes, the numbers row after row;
* a quantised matrix (see `quantised`) is ``CM2 `` (two bytes a value) or ``CM3 `` (one byte), the raw float32 minimum
  and range, raw int32 rows and columns, the codes row after row. ``CM `` (one byte, quartiles for each column) exists
  in Kaldi too and is refused here.

Source: Kaldi, https://github.com/kaldi-asr/kaldi, src/base/io-funcs.cc and io-funcs-inl.h,
src/matrix/kaldi-vector.cc, kaldi-matrix.cc and compressed-matrix.cc (``CompressedMatrix::Write``).
"""

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.kaldi.quantised import Array, Matrix, QuantisedMatrix
from voice_judge.errors import UserError

BINARY_MARK = b"\0B"
Real = np.float32 | np.float64
Integers = NDArray[np.int32]

_ARRAY_TYPES: dict[str, str] = {"F": "<f4", "D": "<f8"}
_CODE_TYPES: dict[str, str] = {"CM2": "<u2", "CM3": "<u1"}


class KaldiFormatError(UserError):
    """A file is not what Kaldi would have written: says which, where and what was expected (in Russian)."""


class Reader:
    """Reads Kaldi's primitives one after another.

    Args:
        data: the whole file.
        name: what to call it in errors.

    Every method raises KaldiFormatError when the next bytes are something else.
    """

    def __init__(self, data: bytes, name: str = "файл Kaldi") -> None:
        self.data = data
        self.position = 0
        self._name = name

    def fail(self, wanted: str) -> KaldiFormatError:
        """The error that something else was wanted at this place."""
        found = self.data[self.position : self.position + 24]
        return KaldiFormatError(
            f"{self._name}, байт {self.position}: ожидалось {wanted}, а там {found!r}. "
            "Возьмите неповреждённый файл модели."
        )

    def at_end(self) -> bool:
        """Is everything read?"""
        return self.position == len(self.data)

    def startswith(self, prefix: bytes | tuple[bytes, ...]) -> bool:
        """Do the next bytes equal this, or one of these?"""
        return self.data.startswith(prefix, self.position)

    def binary_mark(self) -> None:
        """Pass over the two bytes that begin a binary file."""
        if not self.startswith(BINARY_MARK):
            raise self.fail("начало двоичного файла Kaldi")
        self.position += len(BINARY_MARK)

    def line(self) -> str:
        """One line of text, without its end (the network's configuration is text inside the binary file)."""
        end = self.data.find(b"\n", self.position)
        if end < 0:
            raise self.fail("строка текста")
        found = self.data[self.position : end].decode("utf-8", "replace")
        self.position = end + 1
        return found

    def token(self) -> str:
        """A token, without its space."""
        end = self.data.find(b" ", self.position, self.position + 200)
        if end < 0:
            raise self.fail("слово формата")
        found = self.data[self.position : end].decode("ascii", "replace")
        self.position = end + 1
        return found

    def expect(self, token: str) -> None:
        """Pass over this token."""
        if not self.startswith(token.encode() + b" "):
            raise self.fail(token)
        self.position += len(token) + 1

    def int32(self) -> int:
        """One integer."""
        self._size_byte(4, "целое число")
        return int(self._raw("<i4", 1)[0])

    def real(self) -> Real:
        """One real number: float32 or float64, as its size byte says."""
        if self.startswith(b"\x08"):
            self.position += 1
            return np.float64(self._raw("<f8", 1)[0])
        self._size_byte(4, "число")
        return np.float32(self._raw("<f4", 1)[0])

    def boolean(self) -> bool:
        """One truth value."""
        if not self.startswith((b"T", b"F")):
            raise self.fail("T или F")
        self.position += 1
        return self.data[self.position - 1 : self.position] == b"T"

    def integers(self) -> Integers:
        """A vector of int32."""
        self._size_byte(4, "ряд целых чисел")
        count = int(self._raw("<i4", 1)[0])
        return self._raw("<i4", count).astype(np.int32)

    def vector(self) -> Array:
        """A vector of float32 or float64: [count]."""
        letter = self._array_letter("V")
        return self._raw(_ARRAY_TYPES[letter], self.int32())

    def matrix(self) -> Matrix:
        """A matrix: [rows, columns] of float32 or float64, or the quantised one as it is stored."""
        for token, kind in _CODE_TYPES.items():
            if self.startswith(token.encode() + b" "):
                self.expect(token)
                minimum, span = self._raw("<f4", 2)
                rows, columns = (int(each) for each in self._raw("<i4", 2))
                return QuantisedMatrix(self._raw(kind, rows * columns).reshape(rows, columns), minimum, span)
        letter = self._array_letter("M")
        rows, columns = self.int32(), self.int32()
        return self._raw(_ARRAY_TYPES[letter], rows * columns).reshape(rows, columns)

    def _array_letter(self, kind: str) -> str:
        for letter in _ARRAY_TYPES:
            if self.startswith(f"{letter}{kind} ".encode()):
                self.expect(letter + kind)
                return letter
        raise self.fail("ряд чисел" if kind == "V" else "таблица чисел")

    def _size_byte(self, size: int, wanted: str) -> None:
        if not self.startswith(bytes([size])):
            raise self.fail(wanted)
        self.position += 1

    def _raw(self, kind: str, count: int) -> NDArray[Any]:
        size = np.dtype(kind).itemsize * count
        if count < 0 or self.position + size > len(self.data):
            raise self.fail(f"ещё {count} чисел")
        found = np.frombuffer(self.data, kind, count, self.position).copy()
        self.position += size
        return found


class Writer:
    """Writes the same primitives; `bytes` is the file so far."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    @property
    def bytes(self) -> "bytes":
        """Everything written."""
        return b"".join(self._parts)

    def binary_mark(self) -> None:
        """The two bytes that begin a binary file."""
        self._parts.append(BINARY_MARK)

    def line(self, text: str) -> None:
        """One line of text and its end."""
        self._parts.append(text.encode() + b"\n")

    def token(self, token: str) -> None:
        """A token and its space."""
        self._parts.append(token.encode() + b" ")

    def int32(self, value: int) -> None:
        """One integer."""
        self._parts.append(b"\x04" + struct.pack("<i", value))

    def real(self, value: Real) -> None:
        """One real number, with the width that it has."""
        wide = isinstance(value, np.float64)
        self._parts.append((b"\x08" if wide else b"\x04") + value.astype("<f8" if wide else "<f4").tobytes())

    def boolean(self, value: bool) -> None:
        """One truth value."""
        self._parts.append(b"T" if value else b"F")

    def integers(self, values: Integers | Sequence[int]) -> None:
        """A vector of int32."""
        self._parts.append(b"\x04" + struct.pack("<i", len(values)) + np.asarray(values, "<i4").tobytes())

    def vector(self, values: Array) -> None:
        """A vector, in the precision that it has."""
        self._array(values, "V", (len(values),))

    def matrix(self, values: Matrix) -> None:
        """A matrix, in the precision that it has, or quantised."""
        if isinstance(values, QuantisedMatrix):
            self._quantised(values)
        else:
            self._array(values, "M", values.shape)

    def _array(self, values: Array, kind: str, shape: tuple[int, ...]) -> None:
        letter = "D" if values.dtype == np.float64 else "F"
        self.token(letter + kind)
        for size in shape:
            self.int32(size)
        self._parts.append(np.ascontiguousarray(values, _ARRAY_TYPES[letter]).tobytes())

    def _quantised(self, matrix: QuantisedMatrix) -> None:
        token = "CM2" if matrix.codes.dtype.itemsize == 2 else "CM3"
        self.token(token)
        self._parts.append(np.array([matrix.minimum, matrix.span], "<f4").tobytes())
        self._parts.append(np.array(matrix.codes.shape, "<i4").tobytes())
        self._parts.append(np.ascontiguousarray(matrix.codes, _CODE_TYPES[token]).tobytes())
