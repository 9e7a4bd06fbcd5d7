"""The lexicon's graph: right, deterministic, minimal."""

from collections.abc import Iterator, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from training.kaldi.fst import Fst
from training.kaldi.lexicon_graph import HALF, lexicon_graph
from training.kaldi.phone_table import phone_table

TABLE = phone_table(["SIL", "SPN", "a", "b", "t"])
FIRST_MARK = len(TABLE.names)
LEXICONS = st.dictionaries(
    st.text("абвг", min_size=1, max_size=3),
    st.lists(st.lists(st.sampled_from(["a", "b", "t"]), min_size=1, max_size=4), min_size=1, max_size=3),
    min_size=1,
    max_size=8,
)


def said(words: Mapping[str, Sequence[Sequence[str]]], text: Sequence[str]) -> Iterator[list[int]]:
    """Every way to say the words of a text without silence, as numbers of phones."""
    if not text:
        yield []
        return
    for way in words[text[0]]:
        for rest in said(words, text[1:]):
            yield [*TABLE.placed(way), *rest]


def heard(graph: Fst, phones: Sequence[int]) -> dict[tuple[int, ...], float]:
    """The texts (numbers of words) that these phones may be, and their least costs; marks come free."""
    found: dict[tuple[int, ...], float] = {}
    waiting: list[tuple[int, int, tuple[int, ...], float]] = [(graph.start, 0, (), 0.0)]
    while waiting:
        state, place, text, cost = waiting.pop()
        if place == len(phones):
            total = cost + float(graph.finals[state])
            if total < found.get(text, float("inf")):
                found[text] = total
        for label, output, weight, target in graph.arcs_of(state).tolist():
            more = (*text, output) if output else text
            if label >= FIRST_MARK:
                waiting.append((target, place, more, cost + weight))
            elif place < len(phones) and phones[place] == label:
                waiting.append((target, place + 1, more, cost + weight))
    return found


@settings(deadline=None)
@given(LEXICONS, st.data())
def test_what_is_said_is_heard_at_the_cost_of_its_pauses(
    words: dict[str, list[list[str]]], data: st.DataObject
) -> None:
    numbers = {word: number for number, word in enumerate(sorted(words), 1)}
    text = data.draw(st.lists(st.sampled_from(sorted(words)), max_size=3))
    graph = lexicon_graph(words, TABLE).fst
    for phones in said(words, text):
        found = heard(graph, phones)
        assert found[tuple(numbers[word] for word in text)] == pytest.approx(HALF * (len(text) + 1), abs=1e-5)
        for other in found:
            alike = [sorted(words)[number - 1] for number in other]
            assert phones in list(said(words, alike))


@settings(deadline=None)
@given(LEXICONS)
def test_silence_may_stand_before_and_after_every_word(words: dict[str, list[list[str]]]) -> None:
    graph = lexicon_graph(words, TABLE).fst
    for number, word in enumerate(sorted(words), 1):
        way = list(TABLE.placed(words[word][0]))
        found = heard(graph, [TABLE.silence, *way, TABLE.silence, *way, TABLE.silence])
        assert found[number, number] == pytest.approx(3 * HALF, abs=1e-5)
    assert heard(graph, [TABLE.silence]) == {(): pytest.approx(HALF, abs=1e-5)}
    assert heard(graph, [TABLE.silence, TABLE.silence]) == {}


@settings(deadline=None)
@given(LEXICONS)
def test_branches_are_told_apart_by_their_labels(words: dict[str, list[list[str]]]) -> None:
    graph = lexicon_graph(words, TABLE).fst
    for state in range(len(graph.finals)):
        labels = graph.arcs_of(state)["input"].tolist()
        assert len(set(labels)) == len(labels)
        assert 0 not in labels


@settings(deadline=None)
@given(LEXICONS)
def test_no_two_states_do_the_same(words: dict[str, list[list[str]]]) -> None:
    """Moore's partition refinement ends with every state alone."""
    graph = lexicon_graph(words, TABLE).fst
    states = range(len(graph.finals))
    group = [float(final) for final in graph.finals]
    count = 0
    while len(set(group)) > count:
        count = len(set(group))
        shapes = [
            (group[state], *sorted((*arc[:3], group[arc[3]]) for arc in graph.arcs_of(state).tolist()))
            for state in states
        ]
        names = {shape: number for number, shape in enumerate(dict.fromkeys(shapes))}
        group = [float(names[shape]) for shape in shapes]
    assert count == len(states)


@settings(deadline=None)
@given(LEXICONS)
def test_a_words_output_comes_as_soon_as_it_is_sure(words: dict[str, list[list[str]]]) -> None:
    """From the state where a word is begun: an arc without output leads to more than one word."""
    graph = lexicon_graph(words, TABLE).fst

    def words_behind(state: int) -> set[int]:
        found: set[int] = set()
        for label, output, _, target in graph.arcs_of(state).tolist():
            ended = label >= FIRST_MARK or TABLE.ends_word(label)
            found |= {output} if output else set() if ended and target < 4 else words_behind(target)
        return found

    for _, output, _, target in graph.arcs_of(3).tolist():  # where every word may begin
        if not output:
            assert len(words_behind(target)) > 1


def test_marks_are_as_many_as_words_alike_and_one_for_silence() -> None:
    assert lexicon_graph({"а": [["a"]]}, TABLE).marks == 1
    assert lexicon_graph({"а": [["a"]], "о": [["a"]], "э": [["a"], ["b"]], "б": [["b"]]}, TABLE).marks == 4
