"""Lists of recordings, word errors, and the card: what it counts and whose figures it shows."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from training.acoustic.experiments import EXPERIMENTS, SMOKE, Experiment
from training.lexicon.lexicon import Lexicon, write_lexicon
from training.pipeline import build
from training.pipeline.build import Build
from training.pipeline.card import Card, table
from training.pipeline.listing import read_list, write_list
from training.pipeline.material import BEHIND, TRAINING, RealMaterial, SmokeMaterial, prepare
from training.pipeline.stages import Done
from training.pipeline.word_errors import distance
from training.speech.features_store import Entry, Example, write_shard
from training.speech.utterance import Utterance
from voice_judge.errors import UserError


def utterance(number: int, source: str = "festvox-ru", kind: str = "human") -> Utterance:
    assert kind in ("human", "synthetic")
    return Utterance(f"{source}/{number}", Path(f"/x/{number}.flac"), "да нет", f"v{number}", kind, "CC0", source)  # type: ignore[arg-type]


def test_a_list_comes_back_as_it_was(tmp_path: Path) -> None:
    spoken = [utterance(1), utterance(2, "espeak-ng", "synthetic")]
    write_list(tmp_path / "list.jsonl", spoken)
    assert read_list(tmp_path / "list.jsonl") == tuple(spoken)


@pytest.mark.parametrize("line", ["", "{", "[]", '{"id": "x"}', '{"audio": 1}'])
def test_a_line_that_is_no_recording_is_told_with_its_place(tmp_path: Path, line: str) -> None:
    write_list(tmp_path / "list.jsonl", [utterance(1)])
    with (tmp_path / "list.jsonl").open("a") as file:
        file.write(line + "\n")
    with pytest.raises(UserError, match=r"list\.jsonl, строка 2: .*audio"):
        read_list(tmp_path / "list.jsonl")
    with pytest.raises(UserError, match="не читается"):
        read_list(tmp_path)


@pytest.mark.parametrize(
    ("said", "heard", "wrong"),
    [("а б в", "а б в", 0), ("а б в", "а в", 1), ("а б", "а г б", 1), ("а б", "б а", 2), ("", "а", 1), ("а", "", 1)],
)
def test_word_errors_are_the_fewest_changes(said: str, heard: str, wrong: int) -> None:
    assert distance(said.split(), heard.split()) == wrong


FIGURES = {
    "size_mb": 12.3,
    "words": [
        {"voice": "v1", "kind": "human", "seen": False, "condition": "clean", "total": 4, "exact": 3}
        | {"words": 10, "errors": 1}
    ],
    "commands": [
        {"kind": "human", "seen": False, "condition": "10 dB", "total": 8, "right": 6},
        {"kind": "synthetic", "seen": True, "condition": "clean", "total": 4, "right": 4},
    ],
    "alarms": {"per_hour": 0.5, "hours": 2.0},
    "cost": {"stock": 0.01, "real_time_factor": 0.02},
}


def test_the_card_names_every_part_with_its_terms_and_every_figure() -> None:
    card = Card(
        EXPERIMENTS["reference"],
        [utterance(1), utterance(2), utterance(3, "espeak-ng", "synthetic")],
        {"festvox-ru": 1.5, "espeak-ng": 2.0},
        words=10,
        results={"reference": FIGURES, "ru-judge-0.1": {}},
        done={"train": Done(3600.0, 900.0, "")},
        before="ru-judge-0.1",
    )
    text = card.text()
    assert "| festvox-ru (human) | v1, v2 | 2 | 1.5 | CC0 |" in text
    assert "| espeak-ng (synthetic) | v3 | 1 | 2.0 | CC0 |" in text
    assert "Apache-2.0" in text
    rows = [line for line in text.splitlines() if line.startswith("| reference")]
    commands, words, _ = ([cell.strip() for cell in row.strip("| ").split("|")] for row in rows)
    assert commands[2:] == ["-", "-", "-", "75.0", "100.0", "-", "-", "-", "0.5 (2.0 h)", "12.3", "0.01", "0.02"]
    assert words[1:] == ["-", "-", "10.0 (75.0)", "-", "-", "-", "-", "-"]
    assert "| ru-judge-0.1 | the model before | - |" in text
    assert "| reference | v1 | no | clean | 4 | 75.0 | 10.0 |" in text
    assert "| train | 60.0 | 900 |" in text
    assert "Made by `./run train`" in text
    assert "1.0 hours in all" in text
    assert "0.9 GiB of memory" in text
    assert "second training" not in text
    assert "Behind" not in text
    text = replace(card, experiment=EXPERIMENTS["noisier"]).text()
    assert "In the second training" in text
    assert "tuxpaint-stamps-default-joined 0.4" in text


def test_the_card_says_where_the_model_before_is_better_and_what_was_given() -> None:
    better = {"commands": [{"kind": "human", "seen": False, "condition": "10 dB", "total": 8, "right": 7}]}
    card = Card(
        EXPERIMENTS["reference"],
        [utterance(1, "rhvoice", "synthetic")],
        {},
        words=10,
        results={"reference": FIGURES, "ru-judge-0.1": FIGURES | better},
        done={},
        before="ru-judge-0.1",
    )
    assert "- Behind `ru-judge-0.1`: commands, human, unseen, 10 dB: 75.0 against 87.5 %." in card.text()
    words = {"words": [FIGURES["words"][0] | {"exact": 4}]}  # type: ignore[index]
    text = replace(card, results={"reference": FIGURES, "ru-judge-0.1": FIGURES | words}).text()
    assert "- Behind `ru-judge-0.1`: single recordings, v1, clean: 75.0 against 100.0 %." in text
    assert "Made by `./run train --rhvoice DIR`" in card.text()


def test_the_card_says_how_far_the_aims_are_met() -> None:
    text = Card(EXPERIMENTS["people-left-out"], [], {}, 10, {"people-left-out": FIGURES}, {}).text()
    assert "| commands of people never heard, clean: 97 % | - |" in text
    assert "| commands of people never heard, 10 dB: 92 % | people-left-out 75.0 % (6 of 8) |" in text
    assert "| under 20 MB | 12.3 |" in text
    assert "| stock Vosk 0.01, the whole program 0.02 |" in text
    short = Card(EXPERIMENTS["reference"], [], {}, 10, {"reference": FIGURES}, {}).text()
    assert "10 dB: 92 % | - |" in short, "a shorter trial is no measure of the whole recipe"


def test_a_table_is_markdown() -> None:
    assert table([["a", "b"], ["1", "2"]]) == "| a | b |\n| --- | --- |\n| 1 | 2 |"


def named(name: str) -> Experiment:
    return SMOKE if name == SMOKE.name else EXPERIMENTS[name]


def carded(work: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> Card:
    """The card of an experiment whose stages all left their files in `work`."""
    cards: list[Card] = []
    monkeypatch.setattr(build, "write_card", lambda _path, card: cards.append(card))
    write_lexicon(Lexicon({}), work / "lexicon.txt")
    write_list(work / TRAINING, (utterance(number) for number in range(4)))
    (work / build.FIGURES).write_text(json.dumps({"model": name}))
    entries = [
        Entry(f"festvox-ru/{number}", "раз", f"v{number}", "human", "festvox-ru", 0, 36_000, 0, 0, number == 3)
        for number in range(4)
    ]
    examples = [Example(entry, np.zeros((entry.frames, 40), np.float32)) for entry in entries]
    write_shard(work / "features", "a", {}, lambda: examples)
    made_of = SmokeMaterial() if name == "smoke" else RealMaterial(None)
    experiment = replace(named(name), without=("v2",))
    (card,) = (one for one in Build(made_of, experiment, work).stages() if one.name == "card")
    card.run(work, {**dict.fromkeys(card.needs, work), "features": work / "features"})
    return cards[0]


def test_the_card_shows_what_was_measured_with_the_settings_of_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("reference", "smoke", "trigram", "standard")
    for name in names:
        carded(tmp_path, name, monkeypatch)
    assert carded(tmp_path, "standard", monkeypatch).results == {"standard": {"model": "standard"}}, "they left v2 out"
    for name in names:
        settings = json.loads(json.dumps(asdict(named(name))))
        (tmp_path / build.RESULTS / f"{name}.json").write_text(json.dumps({"settings": settings, "figures": {"of": 1}}))
    longer = replace(EXPERIMENTS["trigram"], training=replace(EXPERIMENTS["trigram"].training, hours=99.0))
    monkeypatch.setitem(EXPERIMENTS, "trigram", longer)
    shown = carded(tmp_path, "standard", monkeypatch).results
    assert shown == {"standard": {"model": "standard"}, "reference": {"of": 1}}
    assert list(carded(tmp_path, "smoke", monkeypatch).results) == ["smoke"]


def test_what_was_held_out_or_left_out_is_not_counted_as_trained_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = carded(tmp_path, "standard", monkeypatch)
    assert [one.voice for one in card.recordings] == ["v0", "v1"]
    assert card.hours == {"festvox-ru": pytest.approx(0.2)}


def test_a_recording_that_is_gone_is_told_in_a_line(tmp_path: Path) -> None:
    write_list(tmp_path / TRAINING, (utterance(1),))
    write_list(tmp_path / BEHIND, ())
    with pytest.raises(UserError, match=r"1\.flac больше нет"):
        prepare(SmokeMaterial(), tmp_path, tmp_path / "features")
