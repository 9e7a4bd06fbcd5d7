"""How far round an output's frame a network looks: its left and right context, worked out from the configuration.

A final.mdl states both numbers, and Vosk relies on them. A component-node's input is a descriptor: a node's name, or
``Append(a, b, ...)``, ``Sum(a, b)``, ``Scale(number, a)``, ``Offset(a, frames)``, ``ReplaceIndex(a, t, 0)``; time is
moved by ``Offset`` and inside TdnnComponents, by their offsets.

Source: Kaldi, https://github.com/kaldi-asr/kaldi, src/nnet3/nnet-descriptor.h (the grammar of descriptors) and
nnet-utils.cc (``ComputeSimpleNnetContext``).
"""

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from training.kaldi.network import Network

_TOKEN = re.compile(r"[(),]|[^\s(),]+")
_FIELD = re.compile(r"([\w-]+)=((?:(?!\s[\w-]+=).)*)")


@dataclass(frozen=True)
class Span:
    """Frames that are looked at, from `first` to `last`, counted from the frame of the output."""

    first: int
    last: int

    def moved(self, first: int, last: int) -> "Span":
        """With each frame looked at from `first` to `last` round it."""
        return Span(self.first + first, self.last + last)


def network_context(network: Network, output: str = "output", features: str = "input") -> tuple[int, int]:
    """Frames before and after that one value of the output depends on.

    Raises:
        KeyError: a node is named that there is not.
        ValueError: a descriptor cannot be read.
    """
    nodes = {fields["name"]: fields for fields in map(_fields, network.lines)}

    @cache
    def span_of(node: str) -> Span | None:
        if node == features:
            return Span(0, 0)
        if "input" not in nodes[node]:
            return None  # another input, such as a vector for the whole utterance
        span = _span(_read(deque(_TOKEN.findall(nodes[node]["input"]))), span_of)
        offsets = _offsets(network, nodes[node].get("component"))
        return span.moved(min(offsets), max(offsets)) if span else None

    span = span_of(output)
    if span is None:
        raise ValueError(f"{output} does not depend on {features}")
    return max(0, -span.first), max(0, span.last)


def _fields(line: str) -> dict[str, str]:
    return {name: value.strip() for name, value in _FIELD.findall(line)}


def _offsets(network: Network, component: str | None) -> list[int]:
    if component is None or not network.component(component).has("<TimeOffsets>"):
        return [0]
    return [int(offset) for offset in np.asarray(network.component(component).value("<TimeOffsets>"))]


@dataclass(frozen=True)
class _Term:
    """A descriptor: a name, and what stands in its brackets."""

    name: str
    inside: tuple["_Term", ...] = ()


def _read(tokens: deque[str]) -> _Term:
    name = tokens.popleft()
    if not tokens or tokens[0] != "(":
        return _Term(name)
    inside = []
    while tokens.popleft() in ("(", ","):
        inside.append(_read(tokens))
    return _Term(name, tuple(inside))


def _span(term: _Term, span_of: Callable[[str], Span | None]) -> Span | None:
    match term:
        case _Term(node, ()):
            return span_of(node)
        case _Term("Scale", (_, scaled)):
            return _span(scaled, span_of)
        case _Term("Offset", (moved, _Term(frames), *_)):
            span = _span(moved, span_of)
            return span and span.moved(int(frames), int(frames))
        case _Term("Append" | "Sum", parts):
            spans = [span for part in parts if (span := _span(part, span_of))]
            return Span(min(each.first for each in spans), max(each.last for each in spans)) if spans else None
        case _Term("ReplaceIndex", _):
            return None
    raise ValueError(f"a descriptor of this kind cannot be read: {term.name}")
