"""Write the table of docs/settings.md: `python docs/settings_page.py`; `--check` only compares."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from voice_judge.settings import all_keys, section_titles, toml

PAGE = Path(__file__).with_name("settings.md")


def page(text: str) -> str:
    """The page with its table made anew."""
    table = "\n".join(_rows())
    return re.sub(
        r"(<!-- keys -->\n).*?(\n<!-- /keys -->)", lambda m: m[1] + table + m[2], text, count=1, flags=re.DOTALL
    )


def _rows() -> Iterator[str]:
    yield "| key | default | may be | meaning |"
    yield "|---|---|---|---|"
    for section, title in section_titles().items():
        yield f"| **[{section}]** | | | **{title}** |"
        for key in all_keys().values():
            if key.section == section:
                yield f"| `{key.name}` | `{toml(key.default)}` | {key.allowed} | {key.says} |"


def main() -> int:
    """Write the page, or say that it is stale."""
    text = PAGE.read_text(encoding="utf-8")
    if "--check" in sys.argv[1:]:
        return int(page(text) != text)
    PAGE.write_text(page(text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
