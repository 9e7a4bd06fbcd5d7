"""The stored features as recordings to train on: some voices left out, some sources seen more often than others.

Recordings that the tests use are never among them.
"""

from collections.abc import Collection, Mapping
from functools import cached_property
from random import Random

import numpy as np
from numpy.typing import NDArray

from training.speech.features_store import Entry, FeatureStore, Location, hours_of


class StoreLibrary:
    """A store of features.

    Args:
        store: the store.
        without: voices that are not trained on, to be measured as strangers.
        shares: how often a source's recordings are seen in a round; sources that are not named: once. A fraction is
            the chance of being seen at all.
        seed: for that chance.
    """

    def __init__(
        self,
        store: FeatureStore,
        without: Collection[str] = (),
        shares: Mapping[str, float] | None = None,
        seed: int = 0,
    ) -> None:
        self._store, self._without, self._shares, self._seed = store, frozenset(without), shares or {}, seed

    @cached_property
    def _locations(self) -> tuple[Location, ...]:
        chance = Random(f"shares {self._seed}")
        found = []
        for location in self._store.locations:
            entry = location.entry
            if entry.held_out or entry.voice in self._without or entry.source in self._without:
                continue
            share = self._shares.get(entry.source, 1.0)
            found += [location] * (int(share) + (chance.random() < share % 1))
        return tuple(found)

    @cached_property
    def recordings(self) -> tuple[Entry, ...]:
        """The entries."""
        return tuple(location.entry for location in self._locations)

    def hours(self) -> dict[str, float]:
        """Hours of sound of each source, a round's."""
        return hours_of(self.recordings)

    def features(self, number: int) -> NDArray[np.float32]:
        """MFCC, frames x 40."""
        return self._store.load(self._locations[number])
