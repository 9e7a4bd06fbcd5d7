"""Finite-state transducers as arrays, and OpenFst's files of them.

An OpenFst file, little-endian; a string is an int32 length and its UTF-8 bytes::

    header: int32 2125659606, string FST type, string arc type ("standard": tropical weights), int32 version,
            int32 flags (1 = has input symbols, 2 = has output symbols, 4 = aligned), uint64 properties,
            int64 start state, int64 number of states, int64 number of arcs (0 in "vector" files)
    the symbol tables named by the flags:
            int32 2125658996, string name, int64 next key, int64 count, each: string symbol, int64 key
    "vector" (version 2), each state: float32 final weight (infinite = not final), int64 number of arcs, its arcs
    "const" (version 2), each state: float32 final weight, uint32 first arc, uint32 number of arcs, uint32 of them
            with no input, uint32 with no output; then all arcs
    an arc: int32 input label, int32 output label, float32 weight, int32 target state
    "olabel_lookahead" (version 1): its header says nothing of states; int32 446681434, a whole const file, and the
            data of `lookahead`: two bytes (there is data; there is none for input labels), then see there

A symbol table's name is where a text file was read from, when OpenFst's own tools made it; here it is a plain word.

Source: OpenFst, https://www.openfst.org, mirrored at https://github.com/kkm000/openfst: src/lib/fst.cc
(``FstHeader::Write``), src/lib/symbol-table.cc, src/include/fst/vector-fst.h, const-fst.h, add-on.h, properties.h.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.kaldi.matrix import KaldiFormatError

ARC = np.dtype([("input", "<i4"), ("output", "<i4"), ("weight", "<f4"), ("target", "<i4")])
_CONST_STATE = np.dtype([("final", "<f4"), ("first", "<u4"), ("count", "<u4"), ("inputless", "<u4"), ("mute", "<u4")])

_HEADER_MAGIC, _SYMBOLS_MAGIC, _ADD_ON_MAGIC = 2125659606, 2125658996, 446681434
_HAS_INPUT_SYMBOLS, _HAS_OUTPUT_SYMBOLS, _ALIGNED = 1, 2, 4
_EXPANDED = 0x1
_PROPERTY_PAIRS = (0x10000, 0x400000, 0x1000000, 0x4000000, 0x10000000, 0x40000000)
"""Acceptor, epsilons, input epsilons, output epsilons, sorted by input, sorted by output; "not so" is twice the bit."""


@dataclass(frozen=True, eq=False)
class Fst:
    """A transducer with tropical weights.

    Args:
        start: the first state.
        finals: float32 [states]; the cost of ending in a state, infinite where one may not.
        offsets: int64 [states + 1]; the arcs of state s are arcs[offsets[s]:offsets[s + 1]].
        arcs: [arcs] of ARC.
    """

    start: int
    finals: NDArray[np.float32]
    offsets: NDArray[np.int64]
    arcs: NDArray[Any]

    def arcs_of(self, state: int) -> NDArray[Any]:
        """The arcs that leave a state."""
        return self.arcs[self.offsets[state] : self.offsets[state + 1]]

    @property
    def sources(self) -> NDArray[np.int64]:
        """The state that each arc leaves: int64 [arcs]."""
        return np.repeat(np.arange(len(self.finals)), np.diff(self.offsets))


@dataclass(frozen=True, eq=False)
class FstFile:
    """What a file holds: the transducer, its output symbols by key, and the bytes behind it (`lookahead` data)."""

    fst: Fst
    kind: str
    symbols: Mapping[int, str] = field(default_factory=dict)
    symbols_name: str = ""
    tail: bytes = b""


def from_arcs(states: int, start: int, finals: Mapping[int, float], arcs: NDArray[Any], sources: NDArray[Any]) -> Fst:
    """A transducer of loose arcs ([n] of ARC) and the states that they leave ([n]).

    The arcs of a state come out sorted by output, input, target and weight, whatever order they came in.
    """
    order = np.lexsort((arcs["weight"], arcs["target"], arcs["input"], arcs["output"], sources))
    offsets = np.zeros(states + 1, np.int64)
    np.cumsum(np.bincount(sources, minlength=states), out=offsets[1:])
    weights = np.full(states, np.inf, np.float32)
    for state, weight in finals.items():
        weights[state] = weight
    return Fst(start, weights, offsets, arcs[order])


def vector_bytes(fst: Fst, symbols: Mapping[int, str] | None = None, name: str = "words") -> bytes:
    """The "vector" file of a transducer, with these output symbols (by key) when there are any."""
    parts = [_header("vector", 2, fst, _HAS_OUTPUT_SYMBOLS if symbols else 0, arcs=0)]
    if symbols:
        parts.append(_symbols(symbols, name))
    for state, final in enumerate(fst.finals.tolist()):
        arcs = fst.arcs_of(state)
        parts.append(struct.pack("<fq", final, len(arcs)) + arcs.tobytes())
    return b"".join(parts)


def const_bytes(fst: Fst) -> bytes:
    """The "const" file of a transducer."""
    states = np.zeros(len(fst.finals), _CONST_STATE)
    states["final"], states["first"], states["count"] = fst.finals, fst.offsets[:-1], np.diff(fst.offsets)
    for column, label in (("inputless", "input"), ("mute", "output")):
        states[column] = np.bincount(fst.sources[fst.arcs[label] == 0], minlength=len(states))
    return _header("const", 2, fst, 0, len(fst.arcs)) + states.tobytes() + fst.arcs.tobytes()


def lookahead_bytes(fst: Fst, data: bytes) -> bytes:
    """The "olabel_lookahead" file of a transducer sorted by output, with the data of `lookahead`."""
    outside = Fst(-1, fst.finals[:0], fst.offsets[:1], fst.arcs[:0])
    header = _header("olabel_lookahead", 1, outside, 0, 0, _properties(fst))
    return header + struct.pack("<i", _ADD_ON_MAGIC) + const_bytes(fst) + struct.pack("<??", True, False) + data


def _header(kind: str, version: int, fst: Fst, flags: int, arcs: int, properties: int | None = None) -> bytes:
    bits = _properties(fst) if properties is None else properties
    numbers = struct.pack("<iiQqqq", version, flags, bits, fst.start, len(fst.finals), arcs)
    return struct.pack("<i", _HEADER_MAGIC) + _string(kind) + _string("standard") + numbers


def _properties(fst: Fst) -> int:
    inputs, outputs, same_state = fst.arcs["input"], fst.arcs["output"], np.diff(fst.sources) == 0
    facts = (
        bool((inputs == outputs).all()),
        bool(((inputs == 0) & (outputs == 0)).any()),
        bool((inputs == 0).any()),
        bool((outputs == 0).any()),
        bool((np.diff(inputs)[same_state] >= 0).all()),
        bool((np.diff(outputs)[same_state] >= 0).all()),
    )
    return _EXPANDED | sum(bit if fact else 2 * bit for bit, fact in zip(_PROPERTY_PAIRS, facts, strict=True))


def _string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<i", len(data)) + data


def _symbols(symbols: Mapping[int, str], name: str) -> bytes:
    keys = sorted(symbols)
    head = struct.pack("<i", _SYMBOLS_MAGIC) + _string(name) + struct.pack("<qq", keys[-1] + 1, len(keys))
    return head + b"".join(_string(symbols[key]) + struct.pack("<q", key) for key in keys)


def read_fst(data: bytes, name: str) -> FstFile:
    """Read a "vector", "const" or "olabel_lookahead" file; KaldiFormatError for anything else. `name` is for errors."""
    try:
        return _Cursor(data).file()
    except (struct.error, ValueError, IndexError, UnicodeDecodeError) as error:
        raise KaldiFormatError(f"{name}: не граф OpenFst, или он повреждён ({error}). Возьмите целую модель.") from None


class _Cursor:
    """Reads a file's parts one after another."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def file(self) -> FstFile:
        kind, version, flags, start, states, arcs = self._header()
        if kind == "olabel_lookahead":
            if self._numbers("i") != (_ADD_ON_MAGIC,):
                raise ValueError("olabel_lookahead")
            inside = self.file()
            return FstFile(inside.fst, kind, tail=self._data[self._at + 2 :])
        if version != 2 or flags & _ALIGNED:
            raise ValueError(f"version {version}")
        symbols_name, symbols = "", dict[int, str]()
        for flag in (_HAS_INPUT_SYMBOLS, _HAS_OUTPUT_SYMBOLS):
            if flags & flag:
                symbols_name, symbols = self._symbols()
        if kind not in ("vector", "const"):
            raise ValueError(kind)
        fst = self._vector(start, states) if kind == "vector" else self._const(start, states, arcs)
        return FstFile(fst, kind, symbols, symbols_name)

    def _header(self) -> tuple[str, int, int, int, int, int]:
        if self._numbers("i") != (_HEADER_MAGIC,):
            raise ValueError("header")
        kind, arc_type = self._string(), self._string()
        if arc_type != "standard":
            raise ValueError(arc_type)
        version, flags, _, start, states, arcs = self._numbers("iiQqqq")
        return kind, version, flags, start, states, arcs

    def _vector(self, start: int, states: int) -> Fst:
        finals, counts, arcs = np.zeros(states, np.float32), np.zeros(states + 1, np.int64), [np.zeros(0, ARC)]
        for state in range(states):
            finals[state], counts[state + 1] = self._numbers("fq")
            arcs.append(self._array(ARC, int(counts[state + 1])))
        return Fst(start, finals, np.cumsum(counts), np.concatenate(arcs))

    def _const(self, start: int, states: int, arcs: int) -> Fst:
        table = self._array(_CONST_STATE, states)
        offsets = np.append(table["first"].astype(np.int64), arcs)
        return Fst(start, table["final"].copy(), offsets, self._array(ARC, arcs))

    def _symbols(self) -> tuple[str, dict[int, str]]:
        if self._numbers("i") != (_SYMBOLS_MAGIC,):
            raise ValueError("symbols")
        name = self._string()
        _, count = self._numbers("qq")
        symbols = {}
        for _ in range(count):
            symbol = self._string()
            symbols[self._numbers("q")[0]] = symbol
        return name, symbols

    def _string(self) -> str:
        (size,) = self._numbers("i")
        if not 0 <= size <= len(self._data) - self._at:
            raise ValueError("string")
        self._at += size
        return self._data[self._at - size : self._at].decode()

    def _numbers(self, form: str) -> tuple[Any, ...]:
        found = struct.unpack_from("<" + form, self._data, self._at)
        self._at += struct.calcsize("<" + form)
        return found

    def _array(self, kind: np.dtype[Any], count: int) -> NDArray[Any]:
        found = np.frombuffer(self._data, kind, count, self._at).copy()
        self._at += kind.itemsize * count
        return found
