"""Stages: what is done is skipped, what was cut goes on, what changed is done anew; lists, figures and the card."""

import json
import subprocess
import sys
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from training.acoustic.experiments import EXPERIMENTS
from training.acoustic.starts import embedded_model
from training.lexicon.lexicon import Lexicon, write_lexicon
from training.pipeline import build, material
from training.pipeline.build import Build
from training.pipeline.card import Card, table
from training.pipeline.command import main
from training.pipeline.listing import read_list, write_list
from training.pipeline.material import BEHIND, MEASURED, TRAINING, RealMaterial, SmokeMaterial, prepare
from training.pipeline.stages import DONE, Done, Folders, Inputs, Runner, Stage, files_digest
from training.pipeline.word_errors import distance
from training.speech.features_store import Entry, Example, write_shard
from training.speech.utterance import Utterance
from voice_judge.errors import UserError
from voice_judge.speech.model_files import EMBEDDED
from voice_judge.table.listening import DEFAULT_LISTENING


@dataclass
class Kitchen:
    """Stages that write what they were given, and count how often they ran."""

    work: Path
    water: Inputs = field(default_factory=lambda: {"litres": 2})
    ran: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    cut: bool = False

    def runner(self) -> Runner:
        stages = (
            Stage("water", self.water, (), self._boil),
            Stage("tea", {"leaves": frozenset({"black", "green"})}, ("water",), self._brew),
            Stage("bread", {}, (), self._boil),
        )
        return Runner(stages, self.work, self.said.append)

    def _boil(self, folder: Path, _: Folders) -> None:
        self.ran.append(folder.name.split("-")[0])
        (folder / "out").write_text("hot")

    def _brew(self, folder: Path, folders: Folders) -> None:
        self.ran.append("tea")
        begun = folder / "begun"
        if self.cut and not begun.exists():
            begun.write_text("half")
            raise KeyboardInterrupt
        (folder / "out").write_text(folders["water"].joinpath("out").read_text() + " tea")


def test_finished_stages_are_skipped(tmp_path: Path) -> None:
    first, second = Kitchen(tmp_path), Kitchen(tmp_path)
    first.runner().run()
    second.runner().run()
    assert first.ran == ["water", "tea", "bread"]
    assert second.ran == []
    assert [line.split(": ")[1] for line in second.said] == ["готово раньше"] * 3
    assert first.runner().folder("tea").joinpath("out").read_text() == "hot tea"


def test_other_inputs_are_done_anew_with_what_needs_them(tmp_path: Path) -> None:
    Kitchen(tmp_path).runner().run()
    other = Kitchen(tmp_path, water={"litres": 3})
    other.runner().run()
    assert other.ran == ["water", "tea"]
    back = Kitchen(tmp_path)
    back.runner().run()
    assert back.ran == []


def test_a_stage_that_was_cut_goes_on_in_its_folder(tmp_path: Path) -> None:
    kitchen = Kitchen(tmp_path, cut=True)
    with pytest.raises(KeyboardInterrupt):
        kitchen.runner().run()
    assert kitchen.runner().done("water")
    assert kitchen.runner().done("tea") is None
    kitchen.runner().run()
    assert kitchen.ran == ["water", "tea", "tea", "bread"]
    assert kitchen.runner().folder("tea").joinpath("begun").read_text() == "half"


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"seconds": 1}'])
def test_a_damaged_record_counts_as_not_done(tmp_path: Path, damaged: str) -> None:
    Kitchen(tmp_path).runner().run()
    kitchen = Kitchen(tmp_path)
    kitchen.runner().folder("water").joinpath(DONE).write_text(damaged)
    kitchen.runner().run()
    assert kitchen.ran == ["water"]


def test_one_stage_brings_what_it_needs_and_no_more(tmp_path: Path) -> None:
    kitchen = Kitchen(tmp_path)
    done = kitchen.runner().run(["tea"])
    assert kitchen.ran == ["water", "tea"]
    assert done.keys() == {"water", "tea"}
    assert all(one.seconds >= 0 and one.peak_mib > 1 for one in done.values())


def test_a_stage_that_is_done_always_is_done_again(tmp_path: Path) -> None:
    ran: list[str] = []
    stage = Stage("card", {}, (), lambda _folder, _folders: ran.append("card"), always=True)
    for _ in range(2):
        Runner((stage,), tmp_path, lambda _line: None).run()
    assert ran == ["card", "card"]


def test_an_unknown_stage_is_said_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="нет стадии «coffee»; есть: water, tea, bread"):
        Kitchen(tmp_path).runner().run(["coffee"])


def test_folders_are_called_the_same_in_every_process() -> None:
    program = (
        "from pathlib import Path\n"
        "from training.acoustic.experiments import STANDARD\n"
        "from training.pipeline.build import Build\n"
        "from training.pipeline.material import RealMaterial\n"
        "from training.pipeline.stages import Runner\n"
        "stages = Build(RealMaterial(None), STANDARD, Path('w')).stages()\n"
        "print([Runner(stages, Path('w')).folder(one.name).name for one in stages])\n"
        "import sys; assert 'vosk' not in sys.modules, 'Vosk hangs beside PyTorch'\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def folders(build: Build) -> dict[str, str]:
    stages = build.stages()
    runner = Runner(stages, build.work)
    return {one.name: runner.folder(one.name).name for one in stages}


def test_an_experiment_trains_anew_but_shares_words_speech_and_features() -> None:
    build = [Build(RealMaterial(None), EXPERIMENTS[name], Path("w")) for name in ("standard", "trigram", "bytes")]
    standard, trigram, small = map(folders, build)
    shared = ("lexicon", "speech", "features")
    assert [standard[name] for name in shared] == [trigram[name] for name in shared]
    assert standard["train"] != trigram["train"]
    assert standard["train"] == small["train"], "storing weights in fewer bits needs no other training"
    assert standard["model"] != small["model"]
    assert folders(Build(SmokeMaterial(), EXPERIMENTS["smoke"], Path("w")))["features"] != standard["features"]


def test_the_model_of_before_is_measured_once_for_all_experiments_and_never_in_the_small() -> None:
    before, work = embedded_model(), Path("w")
    one, other = (
        folders(Build(RealMaterial(None), EXPERIMENTS[name], work, before)) for name in ("reference", "trigram")
    )
    assert one["baseline"] == other["baseline"]
    assert list(one).index("baseline") < list(one).index("card"), "its figures stand in the card's table"
    assert "baseline" not in folders(Build(RealMaterial(None), EXPERIMENTS["reference"], work))
    assert "baseline" not in folders(Build(SmokeMaterial(), EXPERIMENTS["smoke"], work))


def test_how_the_program_listens_is_part_of_what_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def names() -> dict[str, str]:
        return folders(Build(RealMaterial(None), EXPERIMENTS["standard"], Path("w"), embedded_model()))

    before = names()
    monkeypatch.setattr(material, "DEFAULT_LISTENING", replace(DEFAULT_LISTENING, margin=9.0))
    after = names()
    assert {name for name in before if before[name] != after[name]} == {"evaluate", "baseline", "card"}


@pytest.mark.parametrize("damaged", ["", "x"])
def test_a_clock_that_was_cut_begins_anew(tmp_path: Path, damaged: str) -> None:
    kitchen = Kitchen(tmp_path)
    folder = kitchen.runner().folder("water")
    folder.mkdir(parents=True)
    (folder / "seconds").write_text(damaged)
    kitchen.runner().run()
    assert kitchen.ran == ["water", "tea", "bread"]


def test_files_count_by_name_and_content(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c").write_text("2")
    before = files_digest(tmp_path)
    assert files_digest(tmp_path) == before
    (tmp_path / "b" / "c").write_text("3")
    changed = files_digest(tmp_path)
    (tmp_path / "b" / "c").rename(tmp_path / "b" / "d")
    assert len({before, changed, files_digest(tmp_path)}) == 3


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
    "cost": {"real_time_factor": 0.02},
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
    assert commands[2:] == ["-", "-", "-", "75.0", "100.0", "-", "-", "-", "0.5 (2.0 h)", "12.3", "0.02"]
    assert words[1:] == ["-", "-", "10.0 (75.0)", "-", "-", "-", "-", "-"]
    assert "| ru-judge-0.1 | the model before | - |" in text
    assert "| reference | v1 | no | clean | 4 | 75.0 | 10.0 |" in text
    assert "| train | 60.0 | 900 |" in text


def test_a_table_is_markdown() -> None:
    assert table([["a", "b"], ["1", "2"]]) == "| a | b |\n| --- | --- |\n| 1 | 2 |"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--experiment", "нет-такого"], "нет опыта «нет-такого»"),
        (["--smoke", "--only", "нет-такой"], "нет стадии «нет-такой»"),
        (["--smoke", "--experiment", "trigram"], "уберите --rhvoice, --experiment, --before, --embed"),
        (["--smoke", "--embed", "ru-new"], "уберите --rhvoice, --experiment, --before, --embed"),
        (["--embed", "../ru-new"], "имя модели"),
        (["--embed", EMBEDDED], "уже есть"),
        (["--before", "нет-такой"], "нет-такой"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main([*arguments, "--work", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_work_folder_that_cannot_be_made_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["--smoke", "--only", "lexicon", "--work", str(tmp_path / "file" / "work")]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err


def test_an_rhvoice_folder_that_is_not_there_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--rhvoice", str(tmp_path / "nowhere"), "--work", str(tmp_path), "--only", "lexicon"]) == 2
    assert "nowhere" in capsys.readouterr().err


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
    experiment = replace(EXPERIMENTS[name], without=("v2",))
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
        settings = json.loads(json.dumps(asdict(EXPERIMENTS[name])))
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


def test_a_model_that_cannot_be_measured_is_told_in_a_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    stages = Build(SmokeMaterial(), EXPERIMENTS["smoke"], tmp_path).stages()
    (evaluate,) = (one for one in stages if one.name == "evaluate")
    (tmp_path / MEASURED).write_text("")
    with pytest.raises(UserError, match="не измерена"):
        evaluate.run(tmp_path, {"model": tmp_path, "speech": tmp_path})
    assert not (tmp_path / build.FIGURES).exists()
    assert "здесь нет модели Vosk" in capfd.readouterr().err


def test_what_begins_with_the_embedded_model_depends_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def trained(name: str, model: str) -> str:
        (tmp_path / "final.mdl").write_text(model)
        monkeypatch.setattr(build, "embedded_model", lambda: tmp_path)
        return folders(Build(RealMaterial(None), EXPERIMENTS[name], Path("w")))["train"]

    assert trained("again", "one") != trained("again", "other")
    assert trained("standard", "one") == trained("standard", "other")


def test_in_a_trial_others_talk_behind_the_speaker_nearly_from_the_beginning() -> None:
    """As in `standard`: what is tried with little would else be tried without them."""
    for name, one in EXPERIMENTS.items():
        assert name == "smoke" or one.training.alone <= 0.1 * one.training.hours, name


def test_a_recording_that_is_gone_is_told_in_a_line(tmp_path: Path) -> None:
    write_list(tmp_path / TRAINING, (utterance(1),))
    write_list(tmp_path / BEHIND, ())
    with pytest.raises(UserError, match=r"1\.flac больше нет"):
        prepare(SmokeMaterial(), tmp_path, tmp_path / "features")
