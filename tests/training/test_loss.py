"""LF-MMI against sums over every single way through a graph, and against finite differences."""

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random

import numpy as np
import pytest
import torch
from torch import Tensor

from training.acoustic.graphs import Denominator, Graph, Numerators
from training.acoustic.loss import LossSettings, Target, chain_loss, log_likelihood
from training.acoustic.network import Scores
from training.acoustic.phone_graph import PhoneGraph, likely_phones, phone_graph
from training.acoustic.phone_model import PhoneModel, phone_model
from training.acoustic.sentences import Sentences
from training.lexicon.lexicon import Lexicon

PHONES = 4
WAYS = {"а": [[1]], "ба": [[2, 1], [3]], "вб": [[3, 2]]}


def model(order: int) -> PhoneModel:
    return phone_model([[0, 1, 2, 0], [2, 1, 0], [3, 2, 1], [0, 3], [1]], PHONES, order)


def segmentations(phones: tuple[int, ...], frames: int) -> Iterator[list[int]]:
    """Every way to give each phone one frame or more, as the pdf of each frame."""
    for cuts in product([False, True], repeat=frames - 1):
        if sum(cuts) == len(phones) - 1:
            pdfs, place = [2 * phones[0]], 0
            for cut in cuts:
                place += cut
                pdfs.append(2 * phones[place] + (not cut))
            yield pdfs


def ways_through(graph: PhoneGraph) -> Iterator[tuple[int, ...]]:
    def further(way: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if way[-1] in graph.ends:
            yield way
        for node, before in enumerate(graph.before):
            if way[-1] in before:
                yield from further((*way, node))

    for start in graph.starts:
        yield from further((start,))


def said_by_hand(scores: Tensor, graph: PhoneGraph, phones: PhoneModel) -> float:
    total = 0.0
    for way in ways_through(graph):
        weight = 1.0
        for one, two in pairwise(way):
            weight *= float(phones.pairs[graph.phones[one], graph.phones[two]])
        total += weight * by_hand(scores, tuple(graph.phones[node] for node in way))
    return float(np.log(total))


def by_hand(scores: Tensor, phones: tuple[int, ...]) -> float:
    frames = range(len(scores))
    ways = segmentations(phones, len(scores))
    return sum(float(np.exp(sum(float(scores[t, pdfs[t]]) for t in frames))) for pdfs in ways)


def possible_by_hand(scores: Tensor, phones: PhoneModel, order: int) -> float:
    total = 0.0
    for length in range(1, len(scores) + 1):
        for way in product(range(PHONES), repeat=length):
            weight, history = float(phones.first[way[0]]), 0
            for one, two in pairwise(way):
                weight *= float(phones.after[history if order == 3 else 0, one, two])
                history = one
            weight *= float(phones.last[history if order == 3 else 0, way[-1]])
            total += weight * by_hand(scores, way)
    return float(np.log(total))


def drawn(batch: int, frames: int) -> Tensor:
    torch.manual_seed(frames)
    return torch.randn(batch, frames, 2 * PHONES, dtype=torch.float64)


def test_the_numerator_is_the_sum_over_every_way_of_saying_it() -> None:
    graphs = [phone_graph(text.split(), WAYS) for text in ("ба а", "а", "", "вб")]
    lengths = torch.tensor([6, 5, 2, 4])
    scores = drawn(4, 6)
    found, _ = log_likelihood(scores, lengths, Numerators.of(graphs, model(2)))
    for row, graph in enumerate(graphs):
        expected = said_by_hand(scores[row, : lengths[row]], graph, model(2))
        assert float(found[row]) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("order", [2, 3])
def test_the_denominator_is_the_sum_over_every_sequence_of_phones(order: int) -> None:
    scores = drawn(2, 5)
    found, _ = log_likelihood(scores, torch.tensor([5, 3]), Denominator.of(model(order), 2))
    for row, frames in enumerate((5, 3)):
        assert float(found[row]) == pytest.approx(possible_by_hand(scores[row, :frames], model(order), order), abs=1e-5)


def graph_of(kind: str) -> Graph:
    if kind == "numerator":
        return Numerators.of([phone_graph(["ба", "вб"], WAYS), phone_graph(["а"], WAYS)], model(2))
    return Denominator.of(model(3 if kind == "trigram" else 2), 2)


@pytest.mark.parametrize("kind", ["numerator", "bigram", "trigram"])
def test_gradients_are_those_of_finite_differences_and_posteriors_sum_to_one(kind: str) -> None:
    lengths = torch.tensor([9, 7])
    scores = drawn(2, 9).requires_grad_()
    graph = graph_of(kind)
    total, posteriors = log_likelihood(scores, lengths, graph)
    torch.autograd.backward(total.sum())
    assert scores.grad is not None
    torch.testing.assert_close(
        posteriors.sum(2), (torch.arange(9)[None] < lengths[:, None]).double(), atol=1e-5, rtol=0
    )
    step = 1e-3
    for row, frame, pdf in [(0, 0, 0), (0, 4, 6), (0, 8, 5), (1, 6, 1), (1, 0, 2), (1, 8, 1), (1, 3, 3)]:
        moved = []
        for sign in (-1, 1):
            changed = scores.detach().clone()
            changed[row, frame, pdf] += sign * step
            moved.append(float(log_likelihood(changed, lengths, graph)[0].sum()))
        slope = (moved[1] - moved[0]) / (2 * step)
        assert float(scores.grad[row, frame, pdf]) == pytest.approx(slope, abs=2e-4)


def target(texts: list[str], lengths: list[int], quiet: Tensor | None = None) -> Target:
    numerators = Numerators.of([phone_graph(text.split(), WAYS) for text in texts], model(2))
    frames = max(lengths)
    silent = torch.zeros(len(texts), frames, dtype=torch.bool) if quiet is None else quiet
    return Target(numerators, Denominator.of(model(2), len(texts)), torch.tensor(lengths), silent)


def both(scores: Tensor) -> Scores:
    return Scores(scores.requires_grad_(), scores.detach().clone().requires_grad_())


def test_a_recording_too_short_for_its_words_is_left_out_and_spoils_nothing() -> None:
    scores = both(drawn(2, 8).float())
    loss = chain_loss(scores, target(["ба", "вб вб вб"], [8, 3]), LossSettings(squares=0.0))
    torch.autograd.backward(loss.total)
    assert loss.skipped == 1
    assert loss.frames == 8
    for part in scores:
        assert part.grad is not None
        assert bool(torch.isfinite(part.grad).all())
        assert float(part.grad[1].abs().sum()) == 0.0
        assert float(part.grad[0].abs().sum()) > 0.0


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_scores_that_are_no_numbers_count_as_nothing_heard(bad: float) -> None:
    scores = drawn(2, 8)
    scores[1, 2] = bad
    total, posteriors = log_likelihood(scores, torch.tensor([8, 8]), target(["ба", "а"], [8, 8]).numerators)
    assert torch.isfinite(total).tolist() == [True, False]
    assert bool(torch.isfinite(posteriors).all())
    assert float(posteriors[1].sum()) == 0.0


def test_long_sentences_with_strong_scores_do_not_vanish() -> None:
    words = ["ба", "вб", "а"] * 20
    graph = phone_graph(words, WAYS)
    scores = 12 * torch.randn(1, 400, 2 * PHONES, generator=torch.Generator().manual_seed(1))
    total, posteriors = log_likelihood(scores, torch.tensor([400]), Numerators.of([graph], model(2)))
    assert bool(torch.isfinite(total).all())
    torch.testing.assert_close(posteriors.sum(2), torch.ones(1, 400), atol=1e-4, rtol=0)


def test_where_it_is_quiet_only_silence_is_wanted() -> None:
    quiet = torch.zeros(1, 10, dtype=torch.bool)
    quiet[0, :4] = True
    speaking = torch.zeros(1, 10, 2 * PHONES)
    speaking[0, :, 2:] = 3.0  # the network hears speech everywhere
    scores = both(speaking)
    loss = chain_loss(scores, target(["ба"], [10], quiet), LossSettings(squares=0.0, silence=0.4))
    torch.autograd.backward(loss.total)
    assert scores.chain.grad is not None
    assert bool((scores.chain.grad[0, :4, :2].sum(1) < 0).all()), "silence must be raised"
    assert bool((scores.chain.grad[0, :4, 2:].sum(1) > 0).all()), "speech must be lowered"


def test_without_any_part_nothing_is_lost() -> None:
    scores = both(drawn(1, 6).float())
    loss = chain_loss(scores, target(["а"], [6]), LossSettings(cross_entropy=0.0, squares=0.0, silence=0.0))
    assert loss.total.item() == pytest.approx(-loss.mmi)
    assert loss.mmi < 0


def test_without_competing_sentences_each_frame_is_a_distribution() -> None:
    scores = both(drawn(1, 6).float())
    bare = LossSettings(cross_entropy=0.0, squares=0.0, silence=0.0, discriminative=False)
    aim = target(["ба а"], [6])
    loss = chain_loss(scores, aim, bare)
    said, _ = log_likelihood(torch.log_softmax(scores.chain, 2), aim.lengths, aim.numerators)
    assert loss.total.item() == pytest.approx(-float(said[0].detach()) / 6)
    torch.autograd.backward(loss.total)
    assert scores.chain.grad is not None
    assert scores.chain.grad.sum(2).abs().max().item() == pytest.approx(0.0, abs=1e-6)


def test_following_the_gradient_finds_what_was_said() -> None:
    scores = torch.zeros(1, 12, 2 * PHONES, requires_grad=True)
    aim = target(["ба а"], [12])
    before = chain_loss(Scores(scores, scores), aim, LossSettings()).mmi
    optimiser = torch.optim.SGD([scores], lr=20.0)
    for _ in range(30):
        optimiser.zero_grad()
        loss = chain_loss(Scores(scores, scores), aim, LossSettings())
        torch.autograd.backward(loss.total)
        optimiser.step()
    assert loss.mmi > before / 4


def test_a_graph_has_every_pronunciation_and_silence_only_between_words() -> None:
    found = {tuple(GRAPH.phones[node] for node in way) for way in ways_through(GRAPH)}
    middle = [[2, 1], [3]]
    expected = {
        (*([0] * first), *one, *([0] * between), 1, *([0] * last))
        for first, between, last in product((0, 1), repeat=3)
        for one in middle
    }
    assert found == expected
    assert GRAPH.shortest == 2


GRAPH = phone_graph(["ба", "а"], WAYS)


def test_nothing_said_is_silence() -> None:
    empty = phone_graph([], WAYS)
    assert [tuple(empty.phones[node] for node in way) for way in ways_through(empty)] == [(0,)]


@pytest.mark.parametrize("order", [2, 3])
def test_a_phone_model_is_a_probability_and_forbids_nothing(order: int) -> None:
    phones = model(order)
    assert float(phones.first.sum()) == pytest.approx(1.0, abs=1e-5)
    np.testing.assert_allclose(phones.after.sum(2) + phones.last, 1.0, atol=1e-5)
    assert (phones.after > 0).all()
    assert (phones.last > 0).all()


def test_words_may_be_hidden_but_never_the_games_own() -> None:
    lexicon = Lexicon({"[unk]": (("SPN",),), "стол": (("s", "t", "o", "l"),), "игрок": (("i", "g", "r", "o", "k"),)})
    sentences = Sentences.of(lexicon, ["игрок"])
    noise = 1
    seen = [sentences.graph("игрок стол игрок стол", Random(seed)).phones.count(noise) for seed in range(200)]
    assert max(seen) in (1, 2)
    assert min(seen) == 0
    assert sentences.graph("игрок неведомый").phones.count(noise) == 1
    assert likely_phones([], sentences.ways, Random(1)) == [0]
