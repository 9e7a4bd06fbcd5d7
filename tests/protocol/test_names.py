"""Names that try to be something else, in every format."""

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest
from pypdf import PdfReader

from tests.protocol.stories import VOTED_OUT, story
from voice_judge.journal.protocol import FORMATS, render
from voice_judge.journal.protocol.names import fitted, shown

HOSTILE = (
    "<script>alert(1)</script>",
    '=cmd|"/C calc"!A0',
    "+7 (900) 000",
    "-2+3",
    "@SUM(A1)",
    "\t=1+1",
    '"; DROP TABLE games; --',
    "a;b\nc\r\nd",
    "</title></svg><img src=x onerror=alert(1)>",
    "'=1+1",
    "𝕏" * 200,
    "Ы" * 200,
    "👩‍👩‍👧 Семья",
    "שלום עולם",
    "\u202eевруК\u202c",
    "\x1b[31mКрасный\x07",
    "\ud800",
    "&amp; &lt;",
    "{{7*7}} ${7*7} %s",
    "«Ёлка»",
)
ASKING = tuple(name for name in HOSTILE if name.strip()[:1] in ("=", "+", "-", "@"))


def table(name: str) -> tuple[str, ...]:
    """Ten players; the one who is nominated, voted and speaks his last word has this name."""
    return tuple(name if seat == 5 else f"Игрок {seat}" for seat in range(1, 11))


def written(name: str, form: str) -> bytes:
    return render(story(VOTED_OUT, names=table(name)), form, secrets=True)


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_no_format_fails(name: str) -> None:
    for form in FORMATS:
        assert written(name, form)


class Tags(HTMLParser):
    """All tags of a page with their attributes, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def page(name: str) -> Tags:
    tags = Tags()
    tags.feed(written(name, "html").decode())
    return tags


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_html_has_the_same_tags_whatever_the_name(name: str) -> None:
    assert [tag for tag, _ in page(name).tags] == [tag for tag, _ in page("Аня").tags]


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_html_reaches_for_nothing_outside_and_runs_nothing(name: str) -> None:
    tags = page(name).tags
    assert not {tag for tag, _ in tags} & {"script", "iframe", "img", "link", "object", "embed", "form", "a"}
    for _, attributes in tags:
        assert not {key for key in attributes if key in ("src", "href", "xlink:href") or key.startswith("on")}
    assert not re.search(r"url\(|@import|https?:", written(name, "html").decode().split("</style>")[0])


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_csv_keeps_its_columns_and_asks_for_no_formula(name: str) -> None:
    text = written(name, "csv").decode()
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=";"))
    assert {len(row) for row in rows} == {14}
    for cell in (cell for row in rows for cell in row):
        assert not cell.lstrip().startswith(("=", "+", "-", "@", "\t", "\r"))
        assert "\n" not in cell


@pytest.mark.parametrize("name", ASKING, ids=ascii)
def test_csv_shows_the_name_behind_an_apostrophe(name: str) -> None:
    assert f"'{shown(name)}" in written(name, "csv").decode().replace('""', '"')


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_text_keeps_its_lines_and_steers_no_terminal(name: str) -> None:
    text = written(name, "txt").decode()
    assert len(text.splitlines()) == len(written("Аня", "txt").decode().splitlines())
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e]", text)


@pytest.mark.parametrize("name", [name for name in HOSTILE if "\ud800" not in name], ids=ascii)
def test_json_keeps_the_name_as_it_is(name: str) -> None:
    told = json.loads(written(name, "json"))
    assert told["game"]["players"][4]["name"] == name


@pytest.mark.parametrize(
    ("name", "in_pdf"),
    [("Анна Кюри-Ёж", "Анна Кюри-Ёж"), ("Їжак Ґава", "Їжак Ґава"), ("Zoë Ångström", "Zoë Ångström"), ("👩 Я", "? Я")],
)
def test_pdf_writes_names_in_its_own_font(name: str, in_pdf: str) -> None:
    reader = PdfReader(io.BytesIO(written(name, "pdf")))
    assert in_pdf in reader.pages[0].extract_text()
    fonts = reader.pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    for font in fonts.values():
        descendant = font.get_object()["/DescendantFonts"][0].get_object()
        assert "/FontFile2" in descendant["/FontDescriptor"].get_object()  # embedded: nothing is asked of the machine


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Аня", "Аня"),
        ("  Аня \n Б ", "Аня Б"),
        ("\u202eАня", "Аня"),
        ("\x1b[31mАня", "[31mАня"),
        ("А" * 201, "А" * 199 + "…"),
        ("👩‍👧", "👩‍👧"),
        ("", ""),
    ],
)
def test_shown(name: str, line: str) -> None:
    assert shown(name) == line


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("Аня", "Аня"),
        ("", ""),
        ("Григорий Константинопольский", "Григорий Конста…"),
        ("Щ" * 60, "Щ" * 9 + "…"),
        ("👩" * 20, "👩" * 7 + "…"),
    ],
)
def test_a_name_is_cut_to_its_column(name: str, fits: str) -> None:
    assert fitted(name, 10.4) == fits
