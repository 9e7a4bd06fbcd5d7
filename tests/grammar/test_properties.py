"""For any talk around a phrase the numbers stay exact."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from voice_judge.grammar import Grammars, Intent, fold, normalize

PHRASES = [
    ("day", "я выставляю игрока номер {0}", "nominate", "number"),
    ("day", "выставляю {0}", "nominate", "ordinal_accusative"),
    ("day", "{0} игрока я выставляю", "nominate", "ordinal_accusative"),
    ("day", "я отзываю игрока номер {0}", "withdraw", "ordinal_nominative"),
    ("day", "фол {0} игроку", "foul", "ordinal_dative"),
    ("day", "слово игроку номер {0}", "give_floor", "number"),
    ("vote", "голосуем за {0} игрока", "call_candidate", "ordinal_accusative"),
    ("night", "убит игрок номер {0}", "victim", "number"),
]


@cache
def _special(grammars: Grammars) -> set[str]:
    """The words that mean something to the grammar: all others are plain talk."""
    rules = grammars.phases["day"]
    numbers = rules.numbers
    words = {*numbers.seats, *numbers.other, *numbers.counted, *numbers.introduced_by, *rules.links.words}
    for guard in rules.guards:
        words |= set(guard.words())
    for rule in rules.intents:
        words |= {*rule.not_before, *rule.not_after}
    for phase in grammars.phases:
        words |= {fold(word) for word in grammars.vocabulary(phase)}
    return words


@cache
def _plain(grammars: Grammars) -> list[str]:
    return [*(word for word in grammars.fillers if fold(word) not in _special(grammars)), "[unk]"]


@st.composite
def _talk(draw: st.DrawFn, grammars: Grammars) -> list[str]:
    return draw(st.lists(st.sampled_from(_plain(grammars)), max_size=12))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_talk_around_a_phrase_leaves_its_number_exact(grammars: Grammars, data: st.DataObject) -> None:
    phase, pattern, name, list_name = data.draw(st.sampled_from(PHRASES))
    form, seat = data.draw(st.sampled_from(sorted(grammars.phases["day"].lists[list_name].forms.items())))
    words = normalize(pattern.format(form))
    before, after = data.draw(_talk(grammars)), data.draw(_talk(grammars))
    found = grammars.matcher(phase).match([*before, *words, *after])
    assert [(match.name, dict(match.slots)) for match in found if isinstance(match, Intent)] == [(name, {"seat": seat})]


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_no_words_whatever_give_a_seat_that_was_not_said(grammars: Grammars, data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(sorted(_special(grammars))), max_size=14))
    numbers = grammars.phases["day"].numbers
    for phase in ("day", "vote", "night"):
        for final in (True, False):
            for match in grammars.matcher(phase).match(words, final):
                if isinstance(match, Intent) and "seat" in match.slots:
                    said = [numbers.seats[word] for word in words[match.first : match.last] if word in numbers.seats]
                    assert match.slots["seat"] == said[0]
                    around = [*words[max(0, match.first - 1) : match.first], *words[match.last : match.last + 1]]
                    edges = (words[match.first], words[match.last - 1])
                    if edges[0] in numbers.seats:
                        assert not any(map(numbers.any, words[max(0, match.first - 1) : match.first]))
                    if edges[1] in numbers.seats:
                        assert not any(map(numbers.foreign, around[-1:] if match.last < len(words) else []))


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text(max_size=8), max_size=20), st.booleans())
def test_any_words_get_an_answer(grammars: Grammars, words: list[str], final: bool) -> None:
    for phase in grammars.phases:
        found = grammars.matcher(phase).match(words, final)
        assert len(found) >= 1
        assert all(0 <= match.first <= match.last <= len(words) for match in found)
