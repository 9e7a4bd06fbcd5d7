"""When a phrase counts: stable on partials, confirmed or taken back by the final."""

from collections.abc import Sequence

import pytest

from voice_judge.grammar.intent import Intent, Match, NotRecognized
from voice_judge.speech.recognizer import Hypothesis, Word
from voice_judge.table.spotting import Heard, ListeningSettings, Missed, Retracted, Spotter

SEATS = {"пять": 5, "шесть": 6, "два": 2}


def match(words: Sequence[str], final: bool, pauses: frozenset[int] = frozenset()) -> tuple[Match, ...]:
    """A toy grammar: «номер <seat>» anywhere but right after «не», «все» as the last word of a final."""
    found: list[Match] = []
    for place, word in enumerate(words):
        seat = SEATS.get(words[place + 1]) if place + 1 < len(words) else None
        negated = place and words[place - 1] == "не" and place not in pauses
        if word == "номер" and seat and not negated and (final or place + 2 < len(words)):
            found.append(Intent("nominate", f"номер {words[place + 1]}", place, place + 2, {"seat": seat}))
        elif word == "все" and final and place + 1 == len(words):
            found.append(Intent("end_speech", "все", place, place + 1))
    return tuple(found) or (NotRecognized(" ".join(words), "no_match", 0, len(words)),)


def hypothesis(text: str, at: float, final: bool = False, uncertain: int = 0) -> Hypothesis:
    """One word per half second; the last `uncertain` words have confidence 0."""
    words = text.split()
    certain = len(words) - uncertain
    return Hypothesis(
        tuple(Word(word, n / 2, (n + 1) / 2, 0.9 - n / 100 if n < certain else 0.0) for n, word in enumerate(words)),
        final,
        at,
    )


def partial(text: str, at: float, uncertain: int = 0) -> Hypothesis:
    return hypothesis(text, at, False, uncertain)


def final(text: str, at: float) -> Hypothesis:
    return hypothesis(text, at, True)


def told(spotter: Spotter, heard: Sequence[Hypothesis]) -> list[str]:
    """What the spotter says, in short: `+5@1.2` heard, `-5@2.0` taken back, `?@2.0` missed."""
    out = []
    for one in heard:
        for spotted in spotter.hear(one):
            match spotted:
                case Heard(intent=intent, at=at):
                    out.append(f"+{intent.slots.get('seat', intent.name)}@{at:g}")
                case Retracted(heard=back, at=at):
                    out.append(f"-{back.intent.slots.get('seat', back.intent.name)}@{at:g}")
                case Missed(at=at):
                    out.append(f"?@{at:g}")
    return out


@pytest.mark.parametrize(
    ("hypotheses", "expected"),
    [
        pytest.param([final("номер пять", 1)], ["+5@1"], id="a final is enough"),
        pytest.param([partial("номер пять да", 1), partial("номер пять да да", 1.2)], [], id="not stable yet"),
        pytest.param([partial("номер пять да", 1), partial("номер пять да да", 1.3)], ["+5@1.3"], id="stable"),
        pytest.param(
            [partial("номер пять да", 1), partial("номер пять да да", 1.4), final("номер пять да да", 2)],
            ["+5@1.4"],
            id="a final does not repeat",
        ),
        pytest.param(
            [partial("номер пять да", 1), partial("номер шесть да", 1.2), partial("номер шесть да", 1.4)],
            [],
            id="a changed number starts anew",
        ),
        pytest.param(
            [partial("номер пять да", 1), partial("номер", 1.2), partial("номер пять да", 1.4)],
            [],
            id="a phrase that went away starts anew",
        ),
        pytest.param(
            [partial("номер пять да", 1), partial("ну номер пять да", 1.4)], ["+5@1.4"], id="it may move along"
        ),
        pytest.param(
            [partial("номер пять да", 1, uncertain=2), partial("номер пять да да", 1.4, uncertain=3)],
            [],
            id="a number whose end is uncertain does not count",
        ),
        pytest.param(
            [partial("номер пять", 1), partial("номер пять", 2)], [], id="a number that may still grow does not count"
        ),
        pytest.param(
            [partial("номер пять да", 1), partial("номер пять да", 1.4), final("номер шесть да", 2)],
            ["+5@1.4", "-5@2", "+6@2"],
            id="the final corrects a number",
        ),
        pytest.param(
            [partial("номер пять да", 1), partial("номер пять да", 1.4), final("да", 2)],
            ["+5@1.4", "-5@2"],
            id="the final withdraws",
        ),
        pytest.param(
            [partial("номер пять да", 1), partial("номер пять да", 1.4), final("", 2)],
            ["+5@1.4", "-5@2"],
            id="an empty final withdraws",
        ),
        pytest.param(
            [partial("номер пять да", 1), partial("номер пять да", 1.4), final("номер пять все", 2)],
            ["+5@1.4", "+end_speech@2"],
            id="the final adds",
        ),
        pytest.param([final("номер пять номер пять", 2)], ["+5@2", "+5@2"], id="the same phrase twice"),
        pytest.param(
            [
                partial("номер пять да", 1),
                partial("номер пять да", 1.4),
                final("номер пять да номер пять", 2),
            ],
            ["+5@1.4", "+5@2"],
            id="said once in partials, again in the final",
        ),
        pytest.param([final("я думаю", 1)], ["?@1"], id="talk is missed once"),
        pytest.param([final("[unk] [unk]", 1)], [], id="sound without a known word is nothing"),
        pytest.param([final("", 1)], [], id="an empty final is nothing"),
        pytest.param(
            [final("номер пять", 1), final("номер пять", 3)], ["+5@1", "+5@3"], id="a new utterance may repeat"
        ),
    ],
)
def test_when_a_phrase_counts(hypotheses: list[Hypothesis], expected: list[str]) -> None:
    assert told(Spotter(match), hypotheses) == expected


def test_a_phrase_ripens_without_a_new_hypothesis() -> None:
    spotter = Spotter(match)
    assert spotter.hear(partial("номер пять да", 1.0)) == ()
    assert spotter.wait(1.2) == ()
    assert [type(one) for one in spotter.wait(1.3)] == [Heard]
    assert spotter.wait(1.4) == ()


def test_stability_is_a_setting() -> None:
    slow = Spotter(match, ListeningSettings(stable_seconds=1.0))
    assert told(slow, [partial("номер пять да", 1), partial("номер пять да", 1.9)]) == []
    assert [type(one) for one in slow.wait(2.0)] == [Heard]


def test_heard_carries_the_span_and_its_least_confidence() -> None:
    (heard,) = Spotter(match).hear(final("ну номер пять", 2.0))
    assert isinstance(heard, Heard)
    assert (heard.start, heard.end, heard.at) == (0.5, 1.5, 2.0)
    assert heard.confidence == pytest.approx(0.88)


def test_missed_carries_the_reason() -> None:
    (missed,) = Spotter(match).hear(final("ну да", 2.0))
    assert isinstance(missed, Missed)
    assert (missed.not_recognized.reason, missed.start, missed.end) == ("no_match", 0.0, 1.0)


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("", False),
        ("номер", False),
        ("номер пять", True),
        ("номер пять да", False),
        ("да все", True),
        ("да", False),
    ],
)
def test_a_pause_may_end_an_utterance_that_ends_with_a_phrase(text: str, complete: bool) -> None:
    spotter = Spotter(match)
    spotter.hear(partial(text, 1.0, uncertain=len(text.split())))
    assert spotter.complete is complete
    assert spotter.talking is bool(text)
    spotter.hear(final(text, 2.0))
    assert not spotter.talking
    assert not spotter.complete


def test_a_phrase_reported_before_does_not_end_the_utterance() -> None:
    spotter = Spotter(match, ListeningSettings(stable_seconds=0.0))
    assert len(spotter.hear(partial("номер пять да", 1.0))) == 1
    spotter.hear(partial("номер пять", 1.1))
    assert not spotter.complete


@pytest.mark.parametrize(("pause", "counts"), [(0.0, False), (0.3, False), (0.6, True)])
def test_a_pause_ends_the_clause_that_a_negation_belongs_to(pause: float, counts: bool) -> None:
    begin = 1.0 + pause
    words = (
        Word("не", 0.5, 1.0, 1.0),
        Word("номер", begin, begin + 0.5, 1.0),
        Word("пять", begin + 0.5, begin + 1, 1.0),
    )
    spotted = Spotter(match).hear(Hypothesis(words, True, 3.0))
    assert [type(one) for one in spotted] == [Heard if counts else Missed]
