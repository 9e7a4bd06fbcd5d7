"""The model that is adapted: read out of its folder, and written again with other weights.

Nothing but `am/final.mdl` changes: the graphs, the words and the decoder's options are copied as they are.
"""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from training.acoustic.exchange import acoustic_model, read_weights
from training.acoustic.network import Weights
from training.adaptation.make import another_make
from training.kaldi.components import quantised
from training.kaldi.features import MfccSettings, read_settings
from training.kaldi.model_folder import VoskModel, read_model_folder
from training.kaldi.network import Network
from training.kaldi.nnet3 import model_to_bytes
from training.kaldi.phone_table import phone_table, shared_pdfs
from training.kaldi.quantised import QuantisedMatrix
from training.lexicon.phones import PHONES, Pronunciation

_FEATURES = 40


@dataclass(frozen=True, eq=False)
class BaseModel:
    """A model that can be adapted: its weights, its words with their pronunciations, its front end."""

    folder: Path
    model: VoskModel
    weights: Weights
    mfcc: MfccSettings

    @cached_property
    def words(self) -> Mapping[str, tuple[Pronunciation, ...]]:
        """The lexicon."""
        return {word: tuple(map(tuple, ways)) for word, ways in self.model.words.items()}

    def write(self, weights: Weights, folder: Path) -> None:
        """The model with other weights, in a new folder; weights stay as many bits wide as they were."""
        acoustic = acoustic_model(weights, self.model.acoustic.transitions)
        if bits := _bits(self.model.acoustic.network):
            acoustic = replace(acoustic, network=quantised(acoustic.network, bits))
        shutil.copytree(self.folder, folder)
        (folder / "am/final.mdl").write_bytes(model_to_bytes(acoustic))


def read_base(folder: Path) -> BaseModel:
    """The model in a folder.

    Raises:
        UserError: it is not one that this project made, so there is no telling how its words are said.
    """
    model = read_model_folder(folder)
    weights = read_weights(folder / "am/final.mdl")
    mfcc = read_settings(folder / "conf/mfcc.conf")
    table = phone_table(PHONES)
    told = model.phones.names == table.names and model.tree.pdfs == shared_pdfs(table).pdfs
    if not told or len(weights["chain.out"]) != 2 * len(PHONES) or mfcc.width != _FEATURES:
        raise another_make(folder)
    return BaseModel(folder, model, weights, mfcc)


def _bits(network: Network) -> int:
    """How wide the stored weights are if they are quantised, else 0."""
    for component in network.components:
        for _, values in component.fields:
            for value in values:
                if isinstance(value, QuantisedMatrix):
                    return 8 * value.codes.itemsize
    return 0
