"""What is found inside an utterance, and why not."""

import pytest

from tests.grammar.conftest import heard, told
from voice_judge.grammar import Grammars, Intent, NotRecognized, fold, normalize, sentences

DAY = [
    # several phrases in one breath
    ("я выставляю игрока номер пять спасибо всё", "nominate seat=5; end_speech"),
    ("третий красный, я выставляю шестого, у меня всё, спасибо", "nominate seat=6; end_speech"),
    ("отзываю второго выставляю игрока номер семь", "withdraw seat=2; nominate seat=7"),
    ("выставляю второго я выставляю седьмого", "nominate seat=2; nominate seat=7"),
    # the longest span wins
    ("я выставляю игрока номер десять на голосование", "nominate seat=10"),
    # ways of saying a number
    ("выставляю игрока номер первый", "nominate seat=1"),
    ("я выставляю игрока под номером тремя", "nominate seat=3"),
    ("выставляю четвертого", "nominate seat=4"),
    ("выставляю четвёртого", "nominate seat=4"),
    ("выставляю восьмую", "nominate seat=8"),
    ("выставляю № 9", "nominate seat=9"),
    ("выставляю 10-го игрока", "nominate seat=10"),
    ("я выставляю второй номер", "nominate seat=2"),
    # lists: only to the utterance's end
    ("выставляю два три четыре", "nominate seat=2 also=3,4"),
    ("выставляю игрока номер два, номер три", "nominate seat=2 also=3"),
    ("выставляю второго и второго", "nominate seat=2 also=2"),
    ("выставляю игрока номер два, три раза думал", "nominate seat=2"),
    ("выставляю пять, семь его защищает", "nominate seat=5"),
    # numbers that cannot be trusted
    ("выставляю двадцать пять", "no: number_unclear"),
    ("выставляю игрока номер двадцать пять", "no: number_unclear"),
    ("выставляю игрока номер пять тысяч", "no: number_unclear"),
    ("выставляю игрока номер 25", "no: number_unclear"),
    ("выставляю игрока номер 05", "nominate seat=5"),
    ("выставляю игрока номер 005", "no: number_unclear"),
    ("выставляю N5", "nominate seat=5"),
    ("я выставляю игрока No 5", "nominate seat=5"),
    ("выставляю игрока номер два раза", "no: number_unclear"),
    ("выставляю игрока номер два из десяти", "no: number_unclear"),
    ("выставляю игрока номер два из 10", "no: number_unclear"),
    ("выставляю игрока номер два раз он молчит", "nominate seat=2"),
    ("выставляю игрока номер два из-за его молчания", "nominate seat=2"),
    ("выставляю игрока номер -5", "no: number_unclear"),
    ("выставляю игрока номер 5.5", "no: number_unclear"),
    ("выставляю игрока номер один ноль", "no: number_unclear"),
    ("выставляю игрока номер ноль", "no: number_unclear"),
    ("выставляю игрока номер одиннадцать", "no: number_unclear"),
    ("номер есть выставляю", "no: number_unclear"),
    ("выставляю пять игроков", "no: number_unclear"),
    ("выставляю двух", "no: number_unclear"),
    ("выставляю пять из вас", "no: number_unclear"),
    ("сорок первого игрока я выставляю", "no: number_unclear"),
    ("третьего я выставляю пятого", "no: number_unclear"),
    ("выставляю номер пять или шесть", "no: number_unclear"),
    ("выставляю игрока номер пять нет номер шесть", "no: number_unclear"),
    ("выставляю пятого ой извините шестого", "no: number_unclear"),
    ("пятого или шестого игрока я выставляю", "no: number_unclear"),
    ("выставляю пятого или как его там", "nominate seat=5"),
    ("выставляю игрока номер пять нет сомнений", "nominate seat=5"),
    ("выставляю", "no: number_unclear"),
    ("отзываю игрока", "no: number_unclear"),
    ("отзываю двадцать второго", "no: number_unclear"),
    # negation
    ("не выставляю игрока номер пять", "no: negated"),
    ("я не выставляю пятого", "no: negated"),
    ("не я выставляю пятого", "no: negated"),
    ("я не думаю что я выставляю пятого", "no: negated"),
    ("я ему не верю я выставляю игрока номер шесть", "nominate seat=6"),
    ("неправда, что я выставляю пятого", "no: negated"),
    ("ложь, что я отзываю пятого", "no: negated"),
    ("это не правда, что я выставляю пятого", "no: negated"),
    ("не надо думать, что я выставляю пятого", "no: negated"),
    ("не могу сказать, что я выставляю пятого", "no: negated"),
    ("я ему не верю, потому что я выставляю пятого", "nominate seat=5"),
    ("я ему не верю, так что я выставляю пятого", "nominate seat=5"),
    ("это ложь, я выставляю пятого", "nominate seat=5"),
    ("нет, я выставляю пятого", "nominate seat=5"),
    ("третий мне не нравится поэтому я выставляю третьего", "nominate seat=3"),
    ("я не отзываю второго", "no: negated"),
    # quotation
    ("он сказал: я выставляю игрока номер пять", "no: quoted"),
    ("пятый говорит что выставляю третьего", "no: quoted"),
    ("он мол я выставляю третьего", "no: quoted"),
    ("«я выставляю игрока номер пять», — сказал шестой", "no: quoted"),
    ("шестой сказал что он шериф но это неправда я выставляю игрока номер шесть", "nominate seat=6"),
    ("третий кричит спасибо всё", "no: quoted"),
    ("он сказал, я выставляю пятого", "no: quoted"),
    ("я выставляю игрока номер пять, так сказал третий", "no: quoted"),
    ("я выставляю игрока номер пять, так надо", "nominate seat=5"),
    ("он такой: я выставляю пятого", "no: quoted"),
    ("он такой странный, я выставляю пятого", "nominate seat=5"),
    ("не знаю, кто он такой, я выставляю пятого", "nominate seat=5"),
    ("третий говорит правду, я выставляю пятого", "nominate seat=5"),
    ("никто не сказал, а я выставляю пятого", "nominate seat=5"),
    ("скажу честно я выставляю пятого", "nominate seat=5"),
    ("я думаю что пятый мафия и я выставляю пятого", "nominate seat=5"),
    # conditions and questions
    ("я бы выставил пятого", "no: conditional"),
    ("если я выставляю пятого", "no: conditional"),
    ("когда я выставляю пятого", "no: conditional"),
    ("выставляю пятого бы", "no: conditional"),
    ("если честно я выставляю пятого", "nominate seat=5"),
    ("больше молчать не могу выставляю пятого", "nominate seat=5"),
    ("как будто я выставляю пятого", "no: conditional"),
    ("будто я отзываю пятого", "no: conditional"),
    ("словно я выставляю пятого", "no: conditional"),
    ("если он красный, я выставляю пятого", "no: conditional"),
    ("если он красный я обязательно выставляю пятого", "no: conditional"),
    ("если третий завтра будет с нами я отзываю пятого", "no: conditional"),
    ("если вы помните, я выставляю пятого", "nominate seat=5"),
    ("если он красный то ладно, но я выставляю пятого", "nominate seat=5"),
    ("если слушать третьего, он мафия, поэтому я выставляю третьего", "nominate seat=3"),
    ("если так пойдёт дальше, то мы просто проиграем, я выставляю пятого", "nominate seat=5"),
    ("завтра я точно выставляю пятого", "no: conditional"),
    ("на следующем круге я выставляю пятого", "no: conditional"),
    ("в следующий раз я отзываю пятого", "no: conditional"),
    ("через минуту я выставляю пятого", "no: conditional"),
    ("потом я выставляю пятого", "no: conditional"),
    ("скоро я отзываю пятого", "no: conditional"),
    ("скоро ночь, я выставляю пятого", "nominate seat=5"),
    ("раз так, я выставляю пятого", "nominate seat=5"),
    ("у меня одна минута, я выставляю пятого", "nominate seat=5"),
    ("сейчас я выставляю пятого", "nominate seat=5"),
    ("он чёрный выставляю пятого", "nominate seat=5"),
    ("представьте, что я выставляю пятого", "no: conditional"),
    ("представь, я выставляю пятого", "no: conditional"),
    ("представьте себе, что я выставляю пятого", "no: conditional"),
    ("например, я выставляю пятого", "no: conditional"),
    ("скажем, я отзываю пятого", "no: conditional"),
    ("к примеру, я выставляю пятого", "no: conditional"),
    ("например третий молчит, я выставляю третьего", "nominate seat=3"),
    ("скажем честно, я выставляю пятого", "nominate seat=5"),
    # another tense or person
    ("я выставил игрока номер пять", "no: not_first_person_present"),
    ("выставлю", "no: not_first_person_present"),
    ("ты выставляешь пятого", "no: not_first_person_present"),
    ("он отозвал пятого", "no: not_first_person_present"),
    # the end of a speech
    ("спасибо всё", "end_speech"),
    ("спасибо все", "end_speech"),
    ("спасибо всё понятно", "no: inside_talk"),
    ("всем спасибо", "no: no_match"),
    ("пас", "pass"),
    ("я пас на шерифа", "no: inside_talk"),
    ("пас пас", "no: inside_talk"),
    ("опасный", "no: no_match"),
    # unknown speech breaks a phrase, and is no silence either
    ("[unk] я выставляю игрока номер пять [unk]", "nominate seat=5"),
    ("я выставляю игрока [unk] номер пять", "no: number_unclear"),
    ("спасибо [unk] всё", "no: no_match"),
    ("пас [unk]", "no: inside_talk"),
    ("спасибо всё [unk]", "no: inside_talk"),
    # another order of words
    ("выставляю я пятого", "nominate seat=5"),
    ("третьего выставляю я пятого", "no: number_unclear"),
    ("я не выставляю игрока с номером пять", "no: negated"),
    # questions to the judge
    ("господин судья, подскажите, какие кандидатуры выставлены", "ask_nominated"),
    ("господин судья, какие номера у нас", "no: no_match"),
    ("он спросил судью какие номера выставлены", "no: inside_talk"),
    ("вот скажи мне госпожа судья кто выставлен", "ask_nominated"),
    ("я помню кто выставлен", "no: inside_talk"),
    # control words are utterances of their own
    ("отмена", "undo"),
    ("время", "time_left"),
    ("наше время уходит", "no: inside_talk"),
    # phrases of other phases
    ("четыре голоса", "no: wrong_phase"),
    ("просыпается мафия", "no: wrong_phase"),
    # nothing at all
    ("мне кажется третий врёт", "no: no_match"),
    ("", "no: no_match"),
    ("[unk]", "no: no_match"),
]

OTHERS = [
    ("vote", "спасибо", "thanks"),
    ("vote", "четыре", "votes votes=4"),
    ("vote", "у него четыре", "no: inside_talk"),
    ("vote", "против игрока номер пять четыре голоса", "votes seat=5 votes=4"),
    ("vote", "голосов нет", "votes votes=0"),
    ("vote", "кто за то чтобы игровой стол покинул игрок номер двадцать пять", "no: inside_talk"),
    ("vote", "кто за то чтоб все голосуемые игроки покинули игровой стол", "ask_lift"),
    ("vote", "голосуем за пятого игрока спасибо всё", "call_candidate seat=5; end_speech"),
    ("vote", "я выставляю пятого", "no: wrong_phase"),
    ("last_word", "спасибо всё", "end_speech"),
    ("last_word", "выставляю пятого", "no: wrong_phase"),
    ("night", "просыпается дон", "don_wakes"),
    ("night", "просыпается дон и ищет шерифа", "don_seeks"),
    ("night", "промах мафия удаляется", "mafia_leaves"),
    ("night", "убит игрок номер пять", "victim seat=5"),
    ("introduction", "наступает ночь", "night_falls"),
    ("over", "отмена", "undo"),
    ("setup", "наступает ночь", "no: wrong_phase"),
]

SEAT_LISTS = [
    "number",
    "number_oblique",
    "ordinal_nominative",
    "ordinal_accusative",
    "ordinal_dative",
    "ordinal_oblique",
]

PARTIAL = [
    ("day", "я выставляю игрока номер пять", "nominate seat=5"),  # nothing can follow that changes it
    ("day", "я выставляю игрока номер", "no: number_unclear"),
    ("day", "выставляю пять", "no: no_match"),  # «... игроков»
    ("day", "выставляю пять спасибо", "nominate seat=5"),
    ("day", "выставляю пятого", "nominate seat=5"),
    ("day", "выставляю два три", "no: no_match"),  # the list may go on
    ("day", "выставляю номер пять или", "no: no_match"),  # «... шесть»
    ("day", "выставляю номер пять или как его там", "nominate seat=5"),
    ("day", "спасибо всё", "no: no_match"),  # «... понятно»
    ("day", "пас", "no: no_match"),
    ("day", "отмена", "no: no_match"),
    ("day", "не выставляю игрока номер пять", "no: negated"),
    ("night", "просыпается дон", "no: no_match"),  # «... и ищет шерифа»
    ("night", "просыпается дон и", "no: no_match"),
    ("night", "просыпается дон и ищет", "no: no_match"),
    ("night", "просыпается дон и спит", "don_wakes"),
    ("night", "просыпается дон и ищет шерифа", "don_seeks"),
    ("vote", "четыре", "no: no_match"),
]


@pytest.mark.parametrize(("text", "expected"), DAY)
def test_by_day(grammars: Grammars, text: str, expected: str) -> None:
    assert heard(grammars, "day", text) == expected


@pytest.mark.parametrize(("phase", "text", "expected"), OTHERS)
def test_in_other_phases(grammars: Grammars, phase: str, text: str, expected: str) -> None:
    assert heard(grammars, phase, text) == expected


@pytest.mark.parametrize(("phase", "text", "expected"), PARTIAL)
def test_while_the_utterance_goes_on(grammars: Grammars, phase: str, text: str, expected: str) -> None:
    assert heard(grammars, phase, text, final=False) == expected


WRITTEN = [
    ("Верить нельзя. Я выставляю игрока № 5.", "nominate seat=5"),
    ("Если он красный... Ладно! Я выставляю пятого.", "nominate seat=5"),
    ("Увидимся завтра. Я выставляю пятого.", "nominate seat=5"),
    ("Я выставляю пятого. Так сказал бы каждый.", "nominate seat=5"),
    ("Нет слов. Если он красный, я выставляю пятого.", "no: conditional"),
    ("Неправда. Ложь, что я выставляю пятого.", "no: negated"),
]


@pytest.mark.parametrize(("text", "expected"), WRITTEN)
def test_a_new_sentence_leaves_the_guard_words_of_the_last_one_behind(
    grammars: Grammars, text: str, expected: str
) -> None:
    words, pauses = sentences(text)
    assert "; ".join(map(told, grammars.matcher("day").match(words, True, pauses))) == expected


@pytest.mark.parametrize("glue", [" ", ". "])
def test_any_number_of_phrases_in_one_line_is_found(grammars: Grammars, glue: str) -> None:
    seats = [number % 10 + 1 for number in range(100)]
    parts = [f"я не выставляю пятого и всё же{glue}я выставляю игрока номер {seat}" for seat in seats]
    words, pauses = sentences(glue.join(parts))
    matches = grammars.matcher("day").match(words, True, pauses)
    assert [told(match) for match in matches] == [f"nominate seat={seat}" for seat in seats]
    assert [match.first for match in matches] == [number * 12 + 7 for number in range(100)]


def test_a_match_says_which_words_it_took(grammars: Grammars) -> None:
    words = ["Ну", "вот", "я", "выставляю", "четвёртого", "и", "пас"]
    match = grammars.matcher("day").match(words)[0]
    assert match == Intent("nominate", "я выставляю четвёртого", 2, 5, {"seat": 4})


def test_a_doubt_says_which_words_it_is_about(grammars: Grammars) -> None:
    text = "он сказал я выставляю пятого вот так"
    assert grammars.matcher("day").match(text.split()) == (NotRecognized(text, "quoted", 2, 5),)


def test_an_unknown_phase_is_a_fault_of_the_caller(grammars: Grammars) -> None:
    with pytest.raises(KeyError):
        grammars.matcher("evening")


@pytest.mark.parametrize("seat", range(1, 11))
@pytest.mark.parametrize("list_name", SEAT_LISTS)
def test_every_form_of_every_number(grammars: Grammars, list_name: str, seat: int) -> None:
    forms = [form for form, number in grammars.phases["day"].lists[list_name].forms.items() if number == seat]
    assert forms
    for form in forms:
        assert heard(grammars, "day", f"я выставляю игрока номер {form}") == f"nominate seat={seat}"


@pytest.mark.parametrize("phase", ["setup", "introduction", "day", "vote", "last_word", "night", "over"])
def test_words_as_the_recogniser_spells_them_match_the_same(grammars: Grammars, phase: str) -> None:
    matcher = grammars.matcher(phase)
    for rule in grammars.phases[phase].intents:
        for sentence in rule.tests:
            folded = list(map(fold, normalize(sentence)))
            assert _slots(matcher.match([word.upper() for word in folded])) == _slots(matcher.match(folded))


def _slots(matches: tuple[Intent | NotRecognized, ...]) -> list[object]:
    return [(match.name, match.slots) if isinstance(match, Intent) else match.reason for match in matches]
