"""Stages: what is done is skipped, what was cut goes on, what changed is done anew."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from training.pipeline.stages import DONE, Folders, Inputs, Runner, Stage, files_digest
from voice_judge.errors import UserError


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
