"""Whether a model takes a list of phrases and rejects the rest is tried on sound."""

from pathlib import Path
from typing import Any

import pytest

from voice_judge.speech.model_trial import SAID, Trial, try_model
from voice_judge.speech.models import SpeechModel, load_model


def test_the_embedded_model_hears_the_phrase_and_rejects_the_rest() -> None:
    trial = try_model(load_model())
    assert trial.takes_phrases
    assert trial.rejects
    assert "[unk]" in (trial.talk or "")


class Static:
    """An engine that may not be asked for a recognizer: without the graph's halves it would do without the list."""

    def vosk_model_find_word(self, _: str) -> int:
        return 1


def test_a_model_with_one_whole_graph_is_not_tried() -> None:
    trial = try_model(SpeechModel(Path("big"), False, Static()))
    assert trial == Trial(None, None, None)
    assert not trial.takes_phrases
    assert not trial.rejects


class Lacks:
    """The embedded engine, but it does not own up to some words."""

    def __init__(self, engine: Any, *words: str) -> None:
        self._engine = engine
        self._words = words

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def vosk_model_find_word(self, word: str) -> int:
        return -1 if word in self._words else int(self._engine.vosk_model_find_word(word))


def test_a_model_without_the_word_for_the_rest_takes_talk_for_phrases() -> None:
    model = load_model()
    trial = try_model(SpeechModel(model.path, True, Lacks(model.engine, "[unk]")))
    assert "[unk]" not in (trial.talk or "")
    assert not trial.rejects


@pytest.mark.parametrize(
    ("trial", "takes", "rejects"),
    [
        (Trial(SAID, "[unk]", "[unk]"), True, True),
        (Trial(f"[unk] {SAID} [unk]", "[unk] [unk]", ""), True, True),
        (Trial("я выставляю игрока номер шесть", "[unk]", ""), False, True),
        (Trial("", "[unk]", ""), False, True),
        (Trial(SAID, "мафия просыпается [unk]", ""), True, False),
        (Trial(SAID, "[unk]", "мафия просыпается"), True, False),
        (Trial(SAID, "", ""), True, False),
    ],
)
def test_what_counts_as_taking_phrases_and_as_rejecting(trial: Trial, takes: bool, rejects: bool) -> None:
    assert trial.takes_phrases is takes
    assert trial.rejects is rejects
