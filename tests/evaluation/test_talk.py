"""Talk in which nothing may be heard: folders, files, tables, and speeches made on demand."""

import os
import random
import sys
from pathlib import Path

import pytest

from tests.evaluation.sounds import LINE, manifest
from tests.speech.sounds import tone, write
from voice_judge.errors import UserError
from voice_judge.evaluation.monologues import TableTalk, monologues, speeches
from voice_judge.evaluation.talk import read_talk
from voice_judge.grammar import load_grammars, sentences
from voice_judge.grammar.intent import Intent


def names(places: list[Path]) -> list[tuple[str, str]]:
    return [(talk.file.name, talk.words) for talk in read_talk(places)]


def test_a_folder_a_file_and_a_table_are_talk(tmp_path: Path) -> None:
    sound = write(tmp_path / "b.wav", tone(0.5))
    (tmp_path / "deep").mkdir()
    write(tmp_path / "deep" / "c.flac", tone(0.2))
    (tmp_path / "notes.md").write_text("no sound", "utf-8")
    table = tmp_path / "list.tsv"
    table.write_text("path\tkind\ttranscript\nb.wav\tsynthetic\tпять\n\ndeep/c.flac\thuman\t?\n", "utf-8")
    assert names([tmp_path]) == [("b.wav", ""), ("c.flac", "")]
    assert names([sound]) == [("b.wav", "")]
    assert names([table]) == [("b.wav", "пять"), ("c.flac", "")]
    assert names([table, tmp_path, sound]) == [("b.wav", "пять"), ("c.flac", "")]
    first = read_talk([table])[0]
    assert (first.seconds, first.kind) == (0.5, "synthetic")


def test_of_a_manifest_only_clean_lines_without_a_phrase_are_talk(tmp_path: Path) -> None:
    negative = LINE.replace("\tpass", "\tnothing")
    path = manifest(tmp_path, LINE, negative.replace("clean", "noise:hum.wav@10"))
    with pytest.raises(UserError, match="нет записей речи"):
        read_talk([path])
    path = manifest(tmp_path, LINE, negative)
    assert names([path]) == names([tmp_path]) == [("a.wav", "я пас")]


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("", r"talk\.tsv:1: среди столбцов должен быть file или path"),
        ("name\tword\nb.wav\tпять\n", r"talk\.tsv:1: среди столбцов"),
        ("path\nb.wav\nnone.wav\n", r"talk\.tsv:3: нет файла .*none\.wav"),
        ("path\nbad.wav\n", r"bad\.wav: это не звуковая запись"),
        ("path\n", "нет записей речи"),
    ],
)
def test_a_bad_table_is_named_with_its_line(tmp_path: Path, table: str, says: str) -> None:
    write(tmp_path / "b.wav", tone(0.5))
    (tmp_path / "bad.wav").write_bytes(b"RIFF" + bytes(40))
    (tmp_path / "talk.tsv").write_text(table, "utf-8")
    with pytest.raises(UserError, match=says):
        read_talk([tmp_path / "talk.tsv"])


def test_a_place_that_is_not_there_or_empty_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="такой записи или папки с речью нет"):
        read_talk([tmp_path / "none"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match="нет записей речи"):
        read_talk([tmp_path / "empty"])
    (tmp_path / "binary.tsv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="не читается"):
        read_talk([tmp_path / "binary.tsv"])


def test_no_sentence_of_the_speeches_is_a_phrase_in_any_phase() -> None:
    grammars, talk = load_grammars(), TableTalk(random.Random(11))
    said = {talk.sentence() for _ in range(400)}
    assert len(said) > 200
    for sentence in said:
        words, pauses = sentences(sentence)
        for phase in grammars.phases:
            found = grammars.matcher(phase).match(words, True, pauses)
            assert not [match for match in found if isinstance(match, Intent)], (sentence, phase)


def test_speeches_are_full_of_words_of_the_game_and_the_same_every_time() -> None:
    made = speeches(0.5, festival=True)
    assert made == speeches(0.5, festival=True)
    assert len(made) == 30
    assert {len(speech.text.split()) >= 120 for speech in made} == {True}
    text = " ".join(speech.text for speech in made)
    assert all(word in text for word in ("выставл", "игрока номер", "отозвал", "голос"))
    assert not set("{}[]()|") & set(text)
    assert any(speech.variant is None for speech in made)
    assert all(speech.variant for speech in speeches(0.5, festival=False))


def _programs(folder: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs with an espeak-ng that runs this code, and nothing else: that program."""
    (folder / "bin").mkdir()
    script = folder / "script.py"
    script.write_text(f"import shutil, sys\n{code}\n", "utf-8")
    on_windows = os.name == "nt"
    program = folder / "bin" / ("espeak-ng.bat" if on_windows else "espeak-ng")
    start = f'"{sys.executable}" "{script}"'
    program.write_text(f"@{start} %*\r\n" if on_windows else f'#!/bin/sh\nexec {start} "$@"\n', "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder / "bin"))
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(folder / "home"))
    return program


def test_speeches_are_made_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = write(tmp_path / "spoken.wav", tone(2.5, rate=22_050), rate=22_050)
    log = tmp_path / "log"
    code = f"shutil.copy({str(spoken)!r}, sys.argv[sys.argv.index('-w') + 1]); print(1, file=open({str(log)!r}, 'a'))"
    _programs(tmp_path, code, monkeypatch)
    told: list[tuple[int, int]] = []
    made = monologues(0.05, lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert [round(talk.seconds, 2) for talk in made] == [2.5, 2.5, 2.5]
    assert {talk.kind for talk in made} == {"synthetic"}
    assert monologues(0.05) == made
    assert len(log.read_text("utf-8").split()) == 3


def test_a_synthesiser_that_fails_or_is_not_there_is_one_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = _programs(tmp_path, "sys.exit('нет голоса')", monkeypatch)
    with pytest.raises(UserError, match="espeak-ng: не получилось: нет голоса"):
        monologues(0.02)
    program.unlink()
    with pytest.raises(UserError, match="apt-get install espeak-ng"):
        monologues(0.02)
