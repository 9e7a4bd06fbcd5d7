"""Kaldi's nnet3 network and the whole ``final.mdl``, read and written byte for byte.

The format, after the primitives of `matrix`::

    \\0B
    TransitionModel (see `transitions`)
    <Nnet3> \\n
    configuration lines as text: input-node, component-node, dim-range-node, output-node; then an empty line
    <NumComponents> int32
      each: <ComponentName> name <KindComponent> fields </KindComponent>
    </Nnet3> <LeftContext> int32 <RightContext> int32 <Priors> float vector

A raw network file has only the part from ``<Nnet3>`` to ``</Nnet3>``. A field is a token and its values: numbers, a
truth value, a vector, a matrix, or nothing (a flag that counts by being there). The values tell their own type except
that integers look like float32: the tokens whose values are integers are listed here. A token that is not listed keeps
its bits all the same, so a file with components unknown here still comes out as it went in.

Source: Kaldi, https://github.com/kaldi-asr/kaldi, src/nnet3/nnet-nnet.cc (``Nnet::Write``), am-nnet-simple.cc,
nnet-simple-component.cc, nnet-tdnn-component.cc, nnet-normalize-component.cc, nnet-general-component.cc and
nnet-component-itf.cc (the fields of all updatable components).
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.kaldi.matrix import Reader, Writer
from training.kaldi.network import Component, Network, Value
from training.kaldi.quantised import Array, QuantisedMatrix
from training.kaldi.transitions import TransitionModel, read_transitions, write_transitions

_INTEGERS = frozenset(
    {"<Dim>", "<BlockDim>", "<InputDim>", "<OutputDim>", "<HeightIn>", "<HeightOut>", "<NumRepeats>", "<NumBlocks>"}
    | {"<RankIn>", "<RankOut>", "<RankInOut>", "<UpdatePeriod>", "<TimePeriod>", "<StatsPeriod>", "<InputPeriod>"}
    | {"<LeftContext>", "<RightContext>", "<NumFiltersIn>", "<NumFiltersOut>", "<SpecAugmentMaxRegions>"}
)
_INTEGER_VECTORS = frozenset({"<TimeOffsets>", "<ColumnMap>", "<Sizes>", "<HeightOffsets>", "<RequiredTimeOffsets>"})


@dataclass(frozen=True, eq=False)
class AcousticModel:
    """A whole final.mdl.

    Args:
        transitions: states of the phones.
        network: features to one score for each pdf.
        left_context, right_context: how many frames of features round the frame of an output the network sees.
        priors: log probabilities of the pdfs to subtract; empty for chain models.
    """

    transitions: TransitionModel
    network: Network
    left_context: int
    right_context: int
    priors: Array


def read_model(path: Path) -> AcousticModel:
    """Read a final.mdl; KaldiFormatError when it is damaged or something else."""
    return model_from_bytes(path.read_bytes(), str(path))


def model_from_bytes(data: bytes, name: str = "final.mdl") -> AcousticModel:
    """The model in these bytes; `name` is what errors call it."""
    reader = Reader(data, name)
    reader.binary_mark()
    transitions = read_transitions(reader)
    network = read_network(reader)
    reader.expect("<LeftContext>")
    left = reader.int32()
    reader.expect("<RightContext>")
    right = reader.int32()
    reader.expect("<Priors>")
    priors = reader.vector()
    if not reader.at_end():
        raise reader.fail("конец файла")
    return AcousticModel(transitions, network, left, right, priors)


def write_model(path: Path, model: AcousticModel) -> None:
    """Write a final.mdl."""
    path.write_bytes(model_to_bytes(model))


def model_to_bytes(model: AcousticModel) -> bytes:
    """The bytes of a final.mdl."""
    writer = Writer()
    writer.binary_mark()
    write_transitions(writer, model.transitions)
    write_network(writer, model.network)
    writer.token("<LeftContext>")
    writer.int32(model.left_context)
    writer.token("<RightContext>")
    writer.int32(model.right_context)
    writer.token("<Priors>")
    writer.vector(model.priors)
    return writer.bytes


def read_raw_network(path: Path) -> Network:
    """Read a raw network file; KaldiFormatError when it is damaged or something else."""
    reader = Reader(path.read_bytes(), str(path))
    reader.binary_mark()
    return read_network(reader)


def read_network(reader: Reader) -> Network:
    """Read from <Nnet3> to </Nnet3>."""
    reader.expect("<Nnet3>")
    reader.line()
    lines = []
    while line := reader.line():
        lines.append(line)
    reader.expect("<NumComponents>")
    components = tuple(_read_component(reader) for _ in range(reader.int32()))
    reader.expect("</Nnet3>")
    return Network(tuple(lines), components)


def write_network(writer: Writer, network: Network) -> None:
    """Write from <Nnet3> to </Nnet3>."""
    writer.token("<Nnet3>")
    writer.line("")
    for line in (*network.lines, ""):
        writer.line(line)
    writer.token("<NumComponents>")
    writer.int32(len(network.components))
    for component in network.components:
        _write_component(writer, component)
    writer.token("</Nnet3>")


def _read_component(reader: Reader) -> Component:
    reader.expect("<ComponentName>")
    name = reader.token()
    opening = reader.token()
    closing = opening.replace("<", "</", 1)
    fields = []
    while (token := reader.token()) != closing:
        if not token.startswith("<"):
            raise reader.fail(f"поле слоя {name}")
        fields.append((token, _read_values(reader, token)))
    return Component(name, opening.strip("<>"), tuple(fields))


def _read_values(reader: Reader, token: str) -> tuple[Value, ...]:
    values = []
    while not reader.startswith(b"<"):
        values.append(_read_value(reader, token))
    return tuple(values)


def _read_value(reader: Reader, token: str) -> Value:
    if reader.startswith((b"FM ", b"DM ", b"CM")):
        return reader.matrix()
    if reader.startswith((b"FV ", b"DV ")):
        return reader.vector()
    if reader.startswith((b"T", b"F")):
        return reader.boolean()
    if token in _INTEGER_VECTORS:
        return reader.integers()
    return reader.int32() if token in _INTEGERS else reader.real()


def _write_component(writer: Writer, component: Component) -> None:
    writer.token("<ComponentName>")
    writer.token(component.name)
    writer.token(f"<{component.kind}>")
    for token, values in component.fields:
        writer.token(token)
        for value in values:
            _write_value(writer, value)
    writer.token(f"</{component.kind}>")


def _write_value(writer: Writer, value: Value) -> None:
    if isinstance(value, bool):
        writer.boolean(value)
    elif isinstance(value, int):
        writer.int32(value)
    elif isinstance(value, QuantisedMatrix):
        writer.matrix(value)
    elif isinstance(value, np.ndarray):
        _write_array(writer, value)
    else:
        writer.real(value)


def _write_array(writer: Writer, value: NDArray[Any]) -> None:
    if value.dtype == np.int32:
        writer.integers(value)
    elif value.ndim == 1:
        writer.vector(value)
    else:
        writer.matrix(value)
