"""What `voice-judge models check` tells about a model."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from voice_judge.grammar import Grammars
from voice_judge.grammar.coverage import NEEDED, OPTIONAL, TALK, GrammarWord, coverage
from voice_judge.speech.engines import WHISPER, load_engine
from voice_judge.speech.model_trial import NOT_SAID, SAID, Trial, try_model
from voice_judge.speech.model_words import model_words
from voice_judge.speech.models import REJECT, SpeechModel

_USES = (
    (NEEDED, "Нужные слова, которых модель не знает"),
    (OPTIONAL, "Необязательные слова, которых она не знает"),
    (TALK, "Слова разговора, которых она не знает (услышит похожее)"),
)


@dataclass(frozen=True, slots=True)
class ModelReport:
    """Lines for people, and the words without which the grammars do not work."""

    lines: tuple[str, ...]
    needed: tuple[str, ...]


def model_report(model: SpeechModel, grammars: Grammars, everything: bool = False) -> ModelReport:
    """Try the model on sound and ask it about every word; `everything`: name the known words too."""
    known = model_words(model.path)
    words = coverage(grammars, model.knows, known)
    lines = [f"Модель {model.path.name}: {model.path}", *_abilities(model, try_model(model))]
    counted = f"{sum(word.known_as is not None for word in words)} из {len(words)}"
    lines.append(f"Слова грамматик: знает {counted}" + (f"; всего у модели слов: {len(known)}" if known else ""))
    for use, title in _USES:
        lines += _unknown(title, [word for word in words if word.use == use and word.known_as is None])
    if everything:
        lines += ["Знает:", *(f"  {_spelling(word)}" for word in words if word.known_as)]
    needed = tuple(word.word for word in words if word.use == NEEDED and word.known_as is None)
    return ModelReport(tuple(lines), needed)


def whisper_report(path: Path) -> tuple[str, ...]:
    """Load a Whisper model; it writes any word that it hears, so there is no list of words to compare.

    Raises:
        UserError: a file is missing, or the package, or the model does not load.
    """
    engine = load_engine(path, WHISPER)
    return (
        f"Модель Whisper {path.name}: {path}",
        "Загружена; пишет любые слова, поэтому знает все слова грамматик.",
        "Список фраз: сравнивается с услышанным по звучанию; [unk]: всё, что не фраза.",
        f"Слушать ею: --engine {WHISPER} --model {path}" + (f" ({engine.note})" if engine.note else ""),
    )


def _abilities(model: SpeechModel, trial: Trial) -> Iterator[str]:
    if not model.runtime_grammar:
        yield "Список фраз на ходу: нет, у модели цельный граф (нет Gr.fst и HCLr.fst); слушает без списка, хуже."
    elif trial.phrase is None:
        yield "Список фраз на ходу: файлы для него есть, но попробовать не на чем."
    elif trial.takes_phrases:
        yield f"Список фраз на ходу: работает (сказано и услышано: «{SAID}»)."
    else:
        yield f"Список фраз на ходу: работает плохо (сказано «{SAID}», услышано «{trial.phrase}»)."
    if not model.knows(REJECT):
        yield f"Слово {REJECT} для всего остального: нет; список фраз такой модели не дают, слушает без него, хуже."
    elif trial.rejects:
        yield f"Слово {REJECT} для всего остального: работает (разговор и шум не приняты за фразы)."
    elif trial.talk is not None or trial.noise is not None:
        heard = f"в разговоре «{trial.talk or ''}», в шуме «{trial.noise or ''}»"
        listed = ", ".join(NOT_SAID)
        yield f"Слово {REJECT} для всего остального: есть, но работает плохо (со списком «{listed}» {heard})."
    else:
        yield f"Слово {REJECT} для всего остального: есть."


def _unknown(title: str, words: Sequence[GrammarWord]) -> Iterator[str]:
    if words:
        yield f"{title}: {len(words)}"
        yield from (f"  {_place(word)}«{word.word}»{_advice(word)}" for word in words)


def _advice(word: GrammarWord) -> str:
    advice = f"; скажите: «{word.instead}»" if word.instead else ""
    return f"{advice}; ближайшее известное: «{word.nearest}»" if word.nearest else advice


def _place(word: GrammarWord) -> str:
    return f"{word.place.path.name}:{word.place.line}: " if word.place else ""


def _spelling(word: GrammarWord) -> str:
    return word.word if word.known_as == word.word else f"{word.word} (как «{word.known_as}»)"
