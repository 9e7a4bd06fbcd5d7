"""An apt of its own in the work folder that sees one more component of Debian's archive (`non-free`).

The machine's sources stay as they are: their entries for Debian's archive are copied into the work folder with the
component added, and apt is given lists, cache and state there, so that no root is needed. Signatures are checked with
the machine's keys. Formats: sources.list(5), one line per entry in `*.list`, paragraphs of fields in `*.sources`.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from voice_judge.errors import UserError

SYSTEM = Path("/etc/apt")

_LINE = re.compile(r"deb\s+(?:\[[^\]]*\]\s+)?(?P<address>\S+)\s+\S+\s+(?P<components>\S.*)")
_DEBIAN = re.compile(r"/debian(?:-\w+)?(?:/|$)")
_FIELD = re.compile(r"(?P<name>[\w-]+):\s*(?P<value>.*)")


def private_apt(work: Path, component: str, system: Path | None = None) -> Path:
    """The configuration file (`apt-get -c FILE`) of an apt in `work` that sees `component`; its lists are still empty.

    Raises:
        UserError: the machine has no source of Debian's archive.
    """
    system = system or SYSTEM
    folder = work / "apt" / component
    sources = folder / "sources.d"
    for place in (sources, folder / "lists/partial", folder / "state", folder / "cache/archives/partial"):
        place.mkdir(parents=True, exist_ok=True)
    copied = {file.name: with_component(file, component) for file in _files(system)}
    if not any(copied.values()):
        raise UserError(
            f"В {system} нет источника пакетов Debian, взять пакеты раздела {component} неоткуда. "
            "Обучение собирает голоса из пакетов Debian: запустите его в Debian 12."
        )
    for name, text in copied.items():
        (sources / name).write_text(text, encoding="utf-8")
    (folder / "state/status").touch()
    configuration = folder / "apt.conf"
    configuration.write_text(_configuration(folder), encoding="utf-8")
    return configuration


def with_component(file: Path, component: str) -> str:
    """What `file` says of Debian's archive, with `component` added; empty when it says nothing of it."""
    text = file.read_text(encoding="utf-8")
    return paragraphs_with(text, component) if file.suffix == ".sources" else lines_with(text, component)


def lines_with(text: str, component: str) -> str:
    """The binary entries for Debian's archive of a `*.list` file, with `component`."""
    found = (_LINE.fullmatch(line.partition("#")[0].strip()) for line in text.splitlines())
    kept = (match for match in found if match and _DEBIAN.search(match["address"]))
    return "".join(f"{_added(match[0], match['components'], component)}\n" for match in kept)


def paragraphs_with(text: str, component: str) -> str:
    """The enabled binary paragraphs for Debian's archive of a `*.sources` file, with `component`."""
    paragraphs = (re.sub(r"(?m)^#.*\n?", "", each).strip() for each in re.split(r"\n\s*\n", text))
    return "\n".join(_paragraph(each, component) for each in paragraphs if _wanted(_fields(each)))


def _wanted(fields: dict[str, str]) -> bool:
    enabled = fields.get("enabled", "yes").lower() not in ("no", "false", "0")
    return enabled and "deb" in fields.get("types", "").split() and bool(_DEBIAN.search(fields.get("uris", "")))


def _paragraph(text: str, component: str) -> str:
    lines = []
    for line in text.splitlines():
        match = _FIELD.fullmatch(line)
        is_list = match is not None and match["name"].lower() == "components"
        lines.append(_added(line, match["value"], component) if match and is_list else line)
    return "\n".join(lines) + "\n"


def _fields(paragraph: str) -> dict[str, str]:
    found = (_FIELD.fullmatch(line) for line in paragraph.splitlines())
    return {match["name"].lower(): match["value"] for match in found if match}


def _added(line: str, components: str, component: str) -> str:
    return line if component in components.split() else f"{line} {component}"


def _files(system: Path) -> Iterable[Path]:
    parts = system / "sources.list.d"
    files = (system / "sources.list", *sorted(parts.glob("*.list")), *sorted(parts.glob("*.sources")))
    return tuple(file for file in files if file.is_file())


def _configuration(folder: Path) -> str:
    """apt.conf(5). Lists and packages are written by who asks, not by apt's own user, who may not enter the cache."""
    places = {
        "Dir::Etc::sourcelist": folder / "sources.list",
        "Dir::Etc::sourceparts": folder / "sources.d",
        "Dir::State": folder / "state",
        "Dir::State::lists": folder / "lists",
        "Dir::State::status": folder / "state/status",
        "Dir::Cache": folder / "cache",
    }
    lines = [f'{name} "{place.absolute()}";' for name, place in places.items()]
    return "\n".join([*lines, 'APT::Sandbox::User "root";']) + "\n"
