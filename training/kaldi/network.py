"""An nnet3 network in memory: configuration lines and components with their fields.

Source: Kaldi, https://github.com/kaldi-asr/kaldi, src/nnet3/nnet-nnet.h and nnet-component-itf.h.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from training.kaldi.matrix import Integers, Real
from training.kaldi.quantised import Matrix, QuantisedMatrix

Value = bool | int | Real | Integers | Matrix


@dataclass(frozen=True, eq=False)
class Component:
    """One component of a network: its name, its kind ("TdnnComponent") and its fields in their order.

    Args:
        name: as the configuration lines call it.
        kind: Kaldi's class.
        fields: (token with its brackets, values); most have one value.
    """

    name: str
    kind: str
    fields: tuple[tuple[str, tuple[Value, ...]], ...]

    def has(self, token: str) -> bool:
        """Is there such a field?"""
        return any(name == token for name, _ in self.fields)

    def value(self, token: str) -> Value:
        """The first value of this field; KeyError when there is none."""
        for name, values in self.fields:
            if name == token and values:
                return values[0]
        raise KeyError(f"{self.name} ({self.kind}) has no {token}")

    def numbers(self, token: str) -> NDArray[np.float32]:
        """A vector [n] or a matrix [rows, columns] of this field as float32, whether quantised or not."""
        value = self.value(token)
        if isinstance(value, QuantisedMatrix):
            return value.values()
        if not isinstance(value, np.ndarray):
            raise KeyError(f"{token} of {self.name} is one number")
        return value.astype(np.float32)

    def with_value(self, token: str, *values: Value) -> "Component":
        """The same component with other values in this field (KeyError when there is no such field)."""
        if not self.has(token):
            raise KeyError(token)
        return replace(self, fields=tuple((name, values if name == token else old) for name, old in self.fields))


@dataclass(frozen=True, eq=False)
class Network:
    """An nnet3 network: configuration lines (without the last, empty one) and components."""

    lines: tuple[str, ...]
    components: tuple[Component, ...]

    def component(self, name: str) -> Component:
        """The component of this name (KeyError when there is none)."""
        for each in self.components:
            if each.name == name:
                return each
        raise KeyError(name)

    def mapped(self, change: Callable[[Component], Component]) -> "Network":
        """The same network with every component changed."""
        return replace(self, components=tuple(change(each) for each in self.components))
