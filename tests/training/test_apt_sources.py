"""An apt that sees one more component of Debian's archive."""

import subprocess
from pathlib import Path

import pytest

from training.speech.apt_sources import lines_with, paragraphs_with, private_apt, with_component
from training.speech.debian import package
from voice_judge.errors import UserError

SOURCES = """# Debian
Types: deb deb-src
# a snapshot
URIs: http://archive.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/some.gpg

Types: deb
URIs: http://archive.example/debian-security/
Suites: bookworm-security
Components: main non-free

Types: deb
URIs: http://other.example/tools
Suites: stable
Components: main

Types: deb-src
URIs: http://archive.example/debian
Suites: bookworm
Components: main

Enabled: no
Types: deb
URIs: http://archive.example/debian
Suites: sid
Components: main
"""


def test_paragraphs_of_debian_get_the_component() -> None:
    assert paragraphs_with(SOURCES, "non-free") == (
        "Types: deb deb-src\nURIs: http://archive.example/debian\nSuites: bookworm bookworm-updates\n"
        "Components: main non-free\nSigned-By: /usr/share/keyrings/some.gpg\n\n"
        "Types: deb\nURIs: http://archive.example/debian-security/\nSuites: bookworm-security\n"
        "Components: main non-free\n"
    )


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("deb http://archive.example/debian bookworm main", "deb http://archive.example/debian bookworm main non-free"),
        (
            "deb [arch=amd64 signed-by=/k.gpg] http://archive.example/debian/ bookworm main contrib  # ours",
            "deb [arch=amd64 signed-by=/k.gpg] http://archive.example/debian/ bookworm main contrib non-free",
        ),
        (
            "deb http://archive.example/debian bookworm main non-free",
            "deb http://archive.example/debian bookworm main non-free",
        ),
        ("deb http://archive.example/debian bookworm main non-free-firmware", None),
        ("deb-src http://archive.example/debian bookworm main", ""),
        ("# deb http://archive.example/debian bookworm main", ""),
        ("deb http://other.example/tools stable main", ""),
        ("", ""),
    ],
)
def test_lines_of_debian_get_the_component(line: str, kept: str | None) -> None:
    expected = f"{line} non-free" if kept is None else kept
    assert lines_with(f"{line}\n", "non-free") == (f"{expected}\n" if expected else "")


def machine(folder: Path, text: str = SOURCES) -> Path:
    """The folder /etc/apt of a machine."""
    (folder / "sources.list.d").mkdir(parents=True)
    (folder / "sources.list.d/debian.sources").write_text(text, encoding="utf-8")
    (folder / "sources.list").write_text("deb http://archive.example/debian bookworm main\n", encoding="utf-8")
    return folder


def test_the_private_apt_keeps_everything_in_the_work_folder(tmp_path: Path) -> None:
    system, work = machine(tmp_path / "etc"), tmp_path / "my work"
    before = {file: file.read_text(encoding="utf-8") for file in system.rglob("*") if file.is_file()}
    configuration = private_apt(work, "non-free", system)
    settings = dict(line.rstrip(";").split(" ", 1) for line in configuration.read_text(encoding="utf-8").splitlines())
    places = {name: Path(value.strip('"')) for name, value in settings.items() if name.startswith("Dir::")}
    assert len(places) == 6
    assert all(place.is_relative_to(work) for place in places.values())
    sources = places["Dir::Etc::sourceparts"]
    assert {file.name for file in sources.iterdir()} == {"debian.sources", "sources.list"}
    assert with_component(sources / "debian.sources", "non-free") == paragraphs_with(SOURCES, "non-free")
    assert places["Dir::State::status"].read_bytes() == b""
    assert before == {file: file.read_text(encoding="utf-8") for file in system.rglob("*") if file.is_file()}


def test_a_machine_that_is_not_debian_is_told(tmp_path: Path) -> None:
    system = tmp_path / "etc"
    system.mkdir()
    (system / "sources.list").write_text("deb http://other.example/tools stable main\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"нет источника пакетов Debian.*non-free.*запустите его в Debian 12"):
        private_apt(tmp_path, "non-free", system)


@pytest.fixture
def debian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with Debian's archive; the work folder."""
    monkeypatch.setattr("training.speech.apt_sources.SYSTEM", machine(tmp_path / "etc"))
    return tmp_path / "work"


def test_lists_are_fetched_once_for_all_packages(debian: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, ...]] = []

    def run(command: list[str], cwd: Path, **_: object) -> subprocess.CompletedProcess[str]:
        calls.append(tuple(command))
        if "download" in command:
            (cwd / "some_1_all.deb").write_bytes(b"")
        elif command[0] == "dpkg":
            (Path(command[-1]) / "usr").mkdir(parents=True)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    for name in ("some-voice", "other-voice", "some-voice"):
        assert (package(name, debian, "non-free") / "usr").is_dir()
    private = ("apt-get", "-c", str(debian / "apt/non-free/apt.conf"))
    assert [call for call in calls if call[0] == "apt-get"] == [
        (*private, "update"),
        (*private, "download", "some-voice"),
        (*private, "download", "other-voice"),
    ]


@pytest.mark.parametrize("failing", ["update", "download"])
def test_a_component_that_cannot_be_had_is_told(debian: Path, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        code = 100 if failing in command else 0
        return subprocess.CompletedProcess(command, code, "", "E: Could not resolve the mirror\n" if code else "")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(UserError, match=r"Could not resolve.*раздел\w* non-free.*Проверьте сеть, удалите папку"):
        package("some-voice", debian, "non-free")
    assert not (debian / "debian/some-voice").exists()
