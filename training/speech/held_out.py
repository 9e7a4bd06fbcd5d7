"""What must not be trained on: the recordings that the tests use (audio_fixtures/) and the voices kept for measuring.

RHVoice's Irina and espeak-ng's Alicia and Michael are never spoken for the training at all. Of the voices that are, the
very recordings in audio_fixtures/ are named here by the id of their utterance.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from ruamel.yaml import YAML

from training.speech.utterance import Utterance

FIXTURES = Path(__file__).parents[2] / "audio_fixtures"

_GAME_DAY = Path("game_day/plan.yaml")
LISTS = ("manifest.tsv", "phrases.tsv", "clips.tsv", _GAME_DAY.as_posix())
"""What the tests' recordings are read from."""

_ASTERISK = "audio:asterisk-ru/"
_FOLDERS = ("digits", "letters", "phonetic", "dictate", "followme", "silence")


def trainable(utterances: Iterable[Utterance], fixtures: Path = FIXTURES) -> tuple[Utterance, ...]:
    """`utterances` without the recordings of `fixtures`: what may be trained on."""
    held_out = is_held_out(utterances := tuple(utterances), fixtures)
    return tuple(utterance for utterance in utterances if not held_out(utterance.id))


def is_held_out(utterances: Iterable[Utterance], fixtures: Path = FIXTURES) -> Callable[[str], bool]:
    """Tells by its id whether one of `utterances` is a recording of `fixtures`."""
    ids = frozenset({*_prompts(fixtures), *_spoken(utterances, fixtures)})
    return ids.__contains__


@cache
def fixture_texts(fixtures: Path = FIXTURES) -> frozenset[str]:
    """What is said in the recordings of `fixtures`, whole and in parts."""
    transcripts = {row[1] for row in _rows(fixtures / "manifest.tsv")}
    said = [row[3] for row in _rows(fixtures / "phrases.tsv")]
    plan = fixtures / _GAME_DAY
    day = YAML(typ="safe").load(plan)["day"] if plan.exists() else ()
    parts = {part for text in (*said, *(line["say"] for line in day)) for part in text.split(" + ")}
    return frozenset(transcripts | parts)


def _prompts(fixtures: Path) -> Iterator[str]:
    """The ids of asterisk's prompts that clips.tsv names (their folders are joined to their names by `_`)."""
    for row in _rows(fixtures / "clips.tsv"):
        if row[0].startswith(_ASTERISK):
            prompt = row[0].removeprefix(_ASTERISK).removesuffix(".flac")
            yield f"asterisk/{prompt}"
            folder, joined, name = prompt.partition("_")
            if joined and folder in _FOLDERS:
                yield f"asterisk/{folder}/{name}"


def _spoken(utterances: Iterable[Utterance], fixtures: Path) -> Iterator[str]:
    """The ids of synthetic utterances that the builder of the fixtures took: of a voice and text the first one."""
    texts, voices = fixture_texts(fixtures), _voices(fixtures)
    seen: set[tuple[str, str]] = set()
    for utterance in utterances:
        key = (utterance.voice, utterance.text)
        if utterance.voice in voices and utterance.text in texts and key not in seen:
            seen.add(key)
            yield utterance.id


@cache
def _voices(fixtures: Path) -> frozenset[str]:
    return frozenset(row[2] for row in _rows(fixtures / "manifest.tsv"))


def _rows(table: Path) -> Iterator[list[str]]:
    for line in table.read_text(encoding="utf-8").splitlines()[1:]:
        if line.strip() and not line.startswith("#"):
            yield line.split("\t")
