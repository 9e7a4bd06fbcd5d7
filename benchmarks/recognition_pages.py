"""The pages with figures: what stands between `<!-- bench:NAME -->` marks is made of docs/recognition.json."""

import re
from pathlib import Path

from recognition_tables import BLOCKS, Figures

PROJECT = Path(__file__).resolve().parent.parent
DOCS = PROJECT / "docs"
IMAGES = DOCS / "img"
FIGURES = DOCS / "recognition.json"
PAGES = (DOCS / "recognition.md", PROJECT / "README.md", PROJECT / "README.ru.md")


def write_pages(figures: Figures) -> None:
    """Make every block of every page anew for which there are figures."""
    for page in PAGES:
        page.write_text(with_blocks(page.read_text("utf-8"), figures), "utf-8")


def with_blocks(text: str, figures: Figures) -> str:
    """The text with each `<!-- bench:NAME --> ... <!-- /bench:NAME -->` filled; without figures it stays as it is."""
    for name, (needs, lines) in BLOCKS.items():
        if f"<!-- bench:{name} -->" in text and all(need in figures for need in needs):
            text = _with_block(text, name, "\n".join(lines(figures)))
    return text


def _with_block(text: str, name: str, block: str) -> str:
    begin, end = f"<!-- bench:{name} -->\n", f"<!-- /bench:{name} -->"
    return re.sub(f"({begin}).*?({end})", lambda found: f"{found[1]}{block}\n{found[2]}", text, flags=re.DOTALL)
