"""Imports go one way, as docs/architecture.md says."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "voice_judge"

# a folder, and the folders of ours that it may use (errors.py, places.py and resources.py serve all but rules)
MAY_USE = [
    ("rules", set()),
    ("grammar", set()),
    ("speech", set()),
    ("journal", {"rules"}),
    ("table", {"rules", "grammar", "speech", "journal"}),
    ("evaluation", {"rules", "grammar", "speech", "table"}),
    ("settings", {"rules", "table"}),
    ("evidence", {"rules", "speech", "journal", "table"}),
    ("live", {"rules", "grammar", "speech", "journal", "table", "settings", "evidence"}),
    ("console", {"rules", "table", "live"}),
    (
        "commands",
        {
            "rules",
            "grammar",
            "speech",
            "journal",
            "table",
            "evaluation",
            "settings",
            "evidence",
            "live",
            "console",
            "progress",
        },
    ),
]


def used(path: Path) -> set[str]:
    """The modules of ours that a file imports, without the package's name."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules.add(node.module)
        elif isinstance(node, ast.Import):
            modules.update(name.name for name in node.names)
    return {module.removeprefix("voice_judge.") for module in modules if module.startswith("voice_judge.")}


def test_the_program_knows_nothing_of_what_makes_its_model() -> None:
    for path in PACKAGE.rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        names = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
        names += [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
        assert not [name for name in names if name.split(".")[0] == "training"], path


@pytest.mark.parametrize(("folder", "allowed"), MAY_USE, ids=[folder for folder, _ in MAY_USE])
def test_imports_go_one_way(folder: str, allowed: set[str]) -> None:
    shared = set() if folder == "rules" else {"errors", "resources", "places"}
    files = list((PACKAGE / folder).rglob("*.py"))
    assert files
    for path in files:
        foreign = {module.split(".")[0] for module in used(path)} - {folder} - shared
        assert foreign <= allowed, path


def test_every_folder_is_listed() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert folders == {folder for folder, _ in MAY_USE}
