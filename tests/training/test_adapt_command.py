"""`voice-judge adapt` as a user meets it: what is refused, what is installed, what is left when it is cut."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock

from tests.training.listening import MODEL, ROOT
from tests.training.test_adapt_parts import figures
from training.adaptation import adapting, command
from training.adaptation.adapting import Plan
from training.adaptation.job import Learnt, nearer
from training.adaptation.measuring import Figures, Share
from voice_judge import cli
from voice_judge.cli import main
from voice_judge.places import cache_folder
from voice_judge.speech.model_files import EMBEDDED
from voice_judge.speech.models import store

Output = pytest.CaptureFixture[str]
Learn = Callable[[Plan, Path], Learnt | None]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's games or models."""
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path / "home"))


@pytest.fixture
def club(tmp_path: Path) -> str:
    """A list of 60 recorded phrases."""
    lines = (ROOT / "audio_fixtures/manifest.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines[1:]]
    phrases = [row for row in rows if row[2] == "rhvoice-aleksandr" and row[6] == "clean" and row[7] != "nothing"]
    whole = ["\t".join([str(ROOT / "audio_fixtures" / row[0]), *row[1:]]) for row in phrases[:60]]
    path = tmp_path / "club.tsv"
    path.write_text("\n".join([lines[0], *whole]) + "\n", encoding="utf-8")
    return str(path)


def copied(plan: Plan, out: Path) -> Learnt:
    """Learning that leaves the model as it is."""
    shutil.copytree(plan.base, out)
    return Learnt(0.5, {"0": -0.3, "0.5": -0.1})


def by_steps(*shares: float) -> Learn:
    """Learning that leaves the model as it is, with the shares nearer to it besides the first."""

    def learn(plan: Plan, out: Path) -> Learnt:
        for folder in (out, *(nearer(out, share) for share in shares[1:])):
            shutil.copytree(plan.base, folder)
        return Learnt(shares[0], {}, shares[1:])

    return learn


def arrange(monkeypatch: pytest.MonkeyPatch, old: Figures, new: Figures, learn: Learn = copied) -> None:
    """The figures of the old and the new model, and what learning does."""

    def measured(model: Path, *_: object) -> Figures:
        return old if model.name == EMBEDDED else new

    monkeypatch.setattr(adapting, "measured", measured)
    monkeypatch.setattr(adapting, "learn_apart", learn)


def nothing_left() -> bool:
    return not store().names() and not (cache_folder() / "adaptation").exists()


def not_taken(club: str, capsys: Output) -> tuple[str, str]:
    """Output and errors of an adaptation that ends without a new model: exit code 1, and nothing is left."""
    with pytest.raises(SystemExit, match="1"):
        main(["adapt", "--manifest", club])
    assert nothing_left()
    printed = capsys.readouterr()
    return printed.out, printed.err


def test_a_better_model_is_installed_and_told_how_to_use(
    club: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    arrange(monkeypatch, figures(), figures(phrases=9))
    assert main(["adapt", "--manifest", club]) == 0
    (name,) = store().names()
    assert name.startswith(f"{EMBEDDED}-club-20")
    printed = capsys.readouterr()
    assert "было 8 из 10, стало 9 из 10" in printed.out
    assert f"--model {name}" in printed.out
    assert f"settings set listening.model {name}" in printed.out
    assert "Учиться: " in printed.err
    assert '"share": 0.5' in (store().folder / name / adapting.REPORT).read_text("utf-8")
    assert (store().folder / name / "am/final.mdl").read_bytes() == (MODEL / "am/final.mdl").read_bytes()
    assert not (cache_folder() / "adaptation").exists()


WORSE = [({"phrases": 7}, "фразы, как записаны"), ({"day": 49}, "игровой день: события")]


@pytest.mark.parametrize(("change", "named"), WORSE)
def test_a_worse_model_is_refused_with_its_figures(
    change: dict[str, int], named: str, club: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    arrange(monkeypatch, figures(), figures(**change))
    printed, _ = not_taken(club, capsys)
    assert f"Отказ: новая модель хуже прежней: {named}" in printed
    assert "стало" in printed


def test_what_a_long_step_spoils_a_shorter_one_may_not(
    club: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    by_share = {"0.75": figures(silent=4), "0.5": figures(phrases=9), "0.25": figures()}

    def measured(model: Path, *_: object) -> Figures:
        return figures() if model.name == EMBEDDED else by_share.get(model.parent.name, figures(phrases=7))

    monkeypatch.setattr(adapting, "measured", measured)
    monkeypatch.setattr(adapting, "learn_apart", by_steps(1.0, 0.75, 0.5, 0.25))
    assert main(["adapt", "--manifest", club]) == 0
    (name,) = store().names()
    assert '"share": 0.5' in (store().folder / name / adapting.REPORT).read_text("utf-8")
    printed = capsys.readouterr()
    assert "было 8 из 10, стало 9 из 10" in printed.out
    assert "Выученного 100%: новая модель хуже прежней (фразы, как записаны)." in printed.err
    assert "Выученного 75%: новая модель хуже прежней (разговор" in printed.err
    assert not (cache_folder() / "adaptation").exists()


def test_a_shorter_step_that_gains_nothing_is_not_taken(
    club: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    def measured(model: Path, *_: object) -> Figures:
        return figures(phrases=9, silent=4) if model.parent.name not in ("models", "0.25") else figures()

    monkeypatch.setattr(adapting, "measured", measured)
    monkeypatch.setattr(adapting, "learn_apart", by_steps(0.5, 0.25))
    assert "Выученного 25%: новая модель не лучше прежней." in not_taken(club, capsys)[1]


def test_if_every_step_spoils_something_none_is_taken(
    club: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    arrange(monkeypatch, figures(), figures(phrases=7), by_steps(0.5, 0.25))
    assert "Отказ: новая модель хуже прежней" in not_taken(club, capsys)[0]


def test_labels_that_tell_something_else_are_refused_before_learning(
    club: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    def never(plan: Plan, out: Path) -> None:
        raise AssertionError(plan, out)

    arrange(monkeypatch, replace(figures(), otherwise=Share(4, 10)), figures(), never)
    assert "Отказ: подписи не сходятся со звуком: в 4 из 10" in not_taken(club, capsys)[0]


def test_nothing_gained_is_refused(club: str, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    arrange(monkeypatch, figures(), figures(), lambda _plan, _out: None)
    assert "не лучше прежней" in not_taken(club, capsys)[0]


def test_an_interrupted_run_leaves_nothing(club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(plan: Plan, out: Path) -> None:
        shutil.copytree(plan.base, out)
        raise KeyboardInterrupt

    arrange(monkeypatch, figures(), figures(), interrupted)
    assert main(["adapt", "--manifest", club]) == 130
    assert nothing_left()


def refused(arguments: list[str], capsys: Output) -> str:
    """The one line of a call that must fail with exit code 2."""
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1
    assert nothing_left()
    return error


def test_wrong_input_is_said_in_one_line(club: str, tmp_path: Path, capsys: Output) -> None:
    short = tmp_path / "short.tsv"
    short.write_text("\n".join(Path(club).read_text("utf-8").splitlines()[:21]) + "\n", encoding="utf-8")
    assert "на чём учиться" in refused(["adapt"], capsys)
    assert "фраз 20 (нужно 40)" in refused(["adapt", "--manifest", str(short)], capsys)
    other = short.parent / "home/../short.tsv"
    twice = [part for name in (short, short, other) for part in ("--manifest", str(name))]
    assert "фраз 20 (нужно 40)" in refused(["adapt", *twice], capsys), "what is named twice counts once"
    assert "игры 7" in refused(["adapt", "7"], capsys)
    assert "none.tsv" in refused(["adapt", "--manifest", "none.tsv"], capsys)


@pytest.mark.parametrize("phones", [None, b"<eps> 0\nSIL 1\nSPN_S 2\n", b"\xff"])
def test_a_model_of_another_make_is_refused_before_anything_is_measured(
    phones: bytes | None, club: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    shutil.copytree(MODEL, tmp_path / "other")
    place = tmp_path / "other/graph/phones.txt"
    place.unlink()
    if phones is not None:
        place.write_bytes(phones)

    def never(*_: object) -> Figures:
        raise AssertionError

    monkeypatch.setattr(adapting, "measured", never)
    assert "другие звуки" in refused(["adapt", "--manifest", club, "--model", str(tmp_path / "other")], capsys)


@pytest.mark.parametrize("name", ["empty", "nowhere"])
def test_where_there_is_no_model_that_is_told(name: str, club: str, tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "empty").mkdir()
    error = refused(["adapt", "--manifest", club, "--model", str(tmp_path / name)], capsys)
    assert f"{name}: модели здесь нет или она неполная, не хватает: am/final.mdl, " in error


def test_what_is_missing_is_told(club: str, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _: None)
    assert 'pip install "voice-judge[train]"' in refused(["adapt", "--manifest", club], capsys)


def test_one_at_a_time(club: str, capsys: Output) -> None:
    cache_folder().mkdir(parents=True)
    with FileLock(cache_folder() / "adaptation.lock"):
        assert "уже идёт" in refused(["adapt", "--manifest", club], capsys)


def test_a_command_that_cannot_be_loaded_stops_no_other(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    class Broken:
        name = "broken"

        def load(self) -> None:
            raise ImportError("no module of that name")

    monkeypatch.setattr(cli, "entry_points", lambda **_: [Broken()])
    assert main(["interpret", "пас"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "pass\n"
    assert "broken" in printed.err
