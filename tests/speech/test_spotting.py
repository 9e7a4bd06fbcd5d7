"""When a phrase counts: stable on partials, confirmed or taken back by the final."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from voice_judge.grammar.intent import Intent, Match, NotRecognized
from voice_judge.speech.recognizer import Hypothesis, Word
from voice_judge.table.listening import ListeningSettings
from voice_judge.table.spotting import Heard, Missed, Retracted, Spotted, Spotter

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
    return [short(spotted) for one in heard for spotted in spotter.hear(one)]


def short(spotted: Spotted) -> str:
    match spotted:
        case Heard(intent=intent, at=at):
            return f"+{intent.slots.get('seat', intent.name)}@{at:g}"
        case Retracted(heard=back, at=at):
            return f"-{back.intent.slots.get('seat', back.intent.name)}@{at:g}"
        case Missed(at=at):
            return f"?@{at:g}"


def look(text: str, at: float, begins: float = 0.0) -> Hypothesis:
    """A closer look: each word lasts 0.3 s and begins when the one before it ended."""
    words = (Word(word, begins + 0.3 * n, begins + 0.3 * (n + 1), 0.9) for n, word in enumerate(text.split()))
    return Hypothesis(tuple(words), True, at)


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


def test_a_word_heard_in_quiet_is_of_another_clause() -> None:
    asked: list[frozenset[int]] = []

    def watched(words: Sequence[str], final: bool, pauses: frozenset[int] = frozenset()) -> Sequence[Match]:
        asked.append(pauses)
        return match(words, final, pauses)

    Spotter(watched, quiet=lambda at, seconds: (at, seconds) == (0.5, 0.5)).hear(final("не номер пять", 2.0))
    assert asked[0] == {1}


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


@pytest.mark.parametrize(
    ("partials", "looks", "expected"),
    [
        pytest.param(["номер пять"], [look("номер пять да", 1.0)], ["+5@1"], id="a look that agrees with the partial"),
        pytest.param(["номер"], [look("номер пять да", 1.0)], [], id="a partial that has no number yet"),
        pytest.param(["номер шесть"], [look("номер пять да", 1.0)], [], id="another number"),
        pytest.param(["номер пять"], [look("номер шесть да", 1.0)], [], id="the other way round"),
        pytest.param(["номер пять"], [look("номер пять", 1.0)], [], id="a number that may still grow does not count"),
        pytest.param(["номер пять"], [look("номер пять да", 0.7)], [], id="nor one without enough sound after it"),
        pytest.param(["номер пять"], [look("номер пять да", 0.7), look("номер пять да", 0.9)], ["+5@0.9"], id="later"),
        pytest.param(["номер пять"], [look("не номер пять да", 1.5)], [], id="a negation"),
        pytest.param(
            ["номер пять"], [look("номер пять да", 1.0), look("номер пять да", 1.2)], ["+5@1"], id="told once"
        ),
    ],
)
def test_looks_at_what_was_said_just_now(partials: list[str], looks: list[Hypothesis], expected: list[str]) -> None:
    spotter = Spotter(match)
    for text in partials:
        spotter.hear(partial(text, 0.5, uncertain=len(text.split())))
    assert [short(spotted) for one in looks for spotted in spotter.glimpse(one)] == expected


def test_a_negation_before_what_a_look_reaches_still_counts() -> None:
    spotter = Spotter(match)
    spotter.hear(partial("да не номер пять", 2.0))
    looks = [look("номер пять да", 2.0, begins=1.0), look("номер пять да", 2.4, begins=1.0)]
    assert [spotted for one in looks for spotted in spotter.glimpse(one)] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [("номер пять да", []), ("номер шесть да", ["-5@2", "+6@2"]), ("да да", ["-5@2"]), ("не номер пять", ["-5@2"])],
)
def test_the_final_confirms_or_takes_back_what_looks_told(text: str, expected: list[str]) -> None:
    spotter = Spotter(match)
    spotter.hear(partial("номер пять", 0.8, uncertain=2))
    spotter.glimpse(look("номер пять да", 1.0))
    assert told(spotter, [final(text, 2.0)]) == expected


def test_talk_is_worth_a_look_once_the_partial_has_a_phrase_that_was_not_told() -> None:
    spotter = Spotter(match)
    assert not spotter.promising
    spotter.hear(partial("да номер", 0.5, uncertain=1))
    assert not spotter.promising
    spotter.hear(partial("да номер пять", 1.0, uncertain=2))
    assert spotter.promising
    spotter.hear(partial("да все", 1.0, uncertain=1))
    assert not spotter.promising  # it counts at the end only, and a pause tells the end
    spotter.hear(partial("номер пять", 1.2, uncertain=2))
    spotter.glimpse(look("номер пять да", 1.4))
    assert not spotter.promising


def test_a_phrase_within_one_that_was_told_is_no_other_phrase() -> None:
    """«Отзываю игрока номер три, я выставляю…»: number three belongs to the first."""

    def backwards(words: Sequence[str], final: bool, pauses: frozenset[int] = frozenset()) -> tuple[Match, ...]:
        ends = list(words[-2:]) == ["пять", "да"]
        return (
            (Intent("withdraw", "пять да", len(words) - 2, len(words), {"seat": 5}),)
            if ends
            else match(words, final, pauses)
        )

    spotter = Spotter(backwards, ListeningSettings(stable_seconds=0.0))
    assert told(spotter, [partial("номер пять да да", 1.0), partial("номер пять да", 1.1)]) == ["+5@1"]


def heavy(heard: Heard) -> Heard | NotRecognized:
    """Scales that find number five too light and tell the margin of the others."""
    seat = heard.intent.slots.get("seat")
    return NotRecognized(heard.intent.text, "no_match") if seat == 5 else replace(heard, margin=7.0)


def test_a_phrase_that_is_weighed_and_found_light_does_not_count() -> None:
    spotter = Spotter(match, weigh=heavy)
    (missed,) = spotter.hear(final("номер пять", 1.0))
    assert isinstance(missed, Missed)
    assert (missed.not_recognized.reason, missed.start, missed.end) == ("no_match", 0.0, 1.0)
    (heard,) = spotter.hear(final("номер шесть", 2.0))
    assert isinstance(heard, Heard)
    assert heard.margin == 7.0


def test_a_phrase_is_weighed_once() -> None:
    weighed: list[float] = []

    def weigh(heard: Heard) -> Heard | NotRecognized:
        weighed.append(heard.at)
        return heavy(heard)

    spotter = Spotter(match, weigh=weigh)
    spotter.hear(partial("номер пять", 0.8, uncertain=2))
    for at in (1.0, 1.2):
        spotter.glimpse(look("номер пять да", at))
    assert not spotter.completes(look("номер пять", 1.3))
    assert told(spotter, [final("номер пять да", 2.0)]) == []
    assert weighed == [1.0]
