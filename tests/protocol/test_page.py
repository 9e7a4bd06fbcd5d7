"""HTML and PDF: one A4 page, in Russian, with the picture of the game's course."""

import io
import re
from collections.abc import Callable, Sequence

import pytest
from pypdf import PdfReader

from tests.protocol.stories import TWO_DAYS, VOTED_OUT, protocol, random_game, story
from voice_judge.journal.library import StoredGame
from voice_judge.journal.protocol import protocol_of, render
from voice_judge.journal.protocol.as_html import fitting_size
from voice_judge.journal.protocol.picture import MAX_DAYS, WIDTH, picture_of
from voice_judge.journal.protocol.shapes import Box, Disc, Label, Line, Picture
from voice_judge.journal.protocol.sheet import sheet_of
from voice_judge.rules import OFFICIAL

Games = Callable[[], Sequence[StoredGame]]

LONG = "start; roles; go; dawn" + "; circle; go; miss" * 30
TIES = (
    "start; roles; go; dawn; circle 1+5 2+6 3+7 4+8; go; hands 1,2,3; hands 4,5,6; hands 7,8; hands 9,10; "
    "stop; stop; go; hands 1,2,3,4,5; hands 6,7,8,9,10; votes 5; go; miss; circle 2+5 3+6; go; hands 1,3,5,7,9; go"
)
WIDE_NAMES = tuple(f"{number} {'Щ' * 60}" for number in range(1, 11))


def html(game: StoredGame) -> str:
    return render(game, "html", secrets=True).decode()


def pdf(game: StoredGame) -> PdfReader:
    return PdfReader(io.BytesIO(render(game, "pdf", secrets=True)))


def longest_random() -> Sequence[StoredGame]:
    """The longest of some random games."""
    return sorted((random_game(seed) for seed in range(40)), key=lambda game: -protocol_of(game).day)[:3]


GAMES = [
    ("short", lambda: [story(VOTED_OUT)]),
    ("two days", lambda: [story(TWO_DAYS)]),
    ("thirty days without a loss", lambda: [story(LONG, profile=OFFICIAL)]),
    ("ties and wide names", lambda: [story(TIES, names=WIDE_NAMES)]),
    ("the longest random ones", longest_random),
]


@pytest.mark.parametrize("games", [games for _, games in GAMES], ids=[name for name, _ in GAMES])
def test_pdf_is_one_a4_page_with_everything_on_it(games: Games) -> None:
    for game in games():
        reader = pdf(game)
        assert len(reader.pages) == 1
        box = reader.pages[0].mediabox
        assert (round(box.width), round(box.height)) == (595, 842)
        text = reader.pages[0].extract_text()
        assert "Протокол игры" in text
        assert "Команд услышано" in text  # the foot is on the page too
        assert _lowest(reader) >= 20  # points: nothing hangs below the margin


def _lowest(reader: PdfReader) -> float:
    lowest: list[float] = []

    def visit(text: str, _cm: object, matrix: Sequence[float], *_: object) -> None:
        if text.strip():
            lowest.append(matrix[5])

    reader.pages[0].extract_text(visitor_text=visit)
    return min(lowest)


@pytest.mark.parametrize("games", [games for _, games in GAMES], ids=[name for name, _ in GAMES])
def test_html_prints_on_one_a4_page(games: Games) -> None:
    """By a careful estimate of its height; docs/protocol.md says how to print it and count."""
    for game in games():
        page = html(game)
        assert "@page{size:A4" in page
        assert fitting_size(sheet_of(protocol_of(game, secrets=True))) > 4.0  # the smallest size is never needed
        assert "height:276mm;overflow:hidden" in page


def test_the_page_tells_the_game() -> None:
    text = re.sub("<[^>]+>", "", html(story(TWO_DAYS)))
    for told in (
        "Выставления: 1→5г, 2→6г.",
        "Тур 1: за 5 — 8г, за 6 — 2г.",
        "Выбыли: 5.",
        "Выстрелы: 8→6к, 9→6к, 10→6к. Убит 6.",
        "Фолы: игроку 3 — 1-йг",
        "за 7 — 3 (1, 2, 3)г",
        "Правила: federation",
        "г — услышано, к — введено клавишами",
    ):
        assert told in text, told


def test_the_page_does_not_say_secrets_before_the_end() -> None:
    page = render(story(TWO_DAYS), "html").decode()
    assert "Выстрелы" not in page
    assert "шериф" not in page
    assert "Роли, выстрелы и проверки не вошли" in page


# --- the picture -----------------------------------------------------------------------------------------------


def labels(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, Label)]


def arrows(picture: Picture) -> list[bool]:
    """One for each nomination: whether it is dashed."""
    return [shape.dashed for shape in picture.shapes if isinstance(shape, Line) and shape.arrow]


def crosses(picture: Picture) -> int:
    return sum(isinstance(shape, Line) and shape.width == 0.6 for shape in picture.shapes) // 2


def test_the_picture_has_an_arrow_for_each_nomination_and_a_disc_for_each_count() -> None:
    picture = picture_of(protocol(TWO_DAYS))
    assert arrows(picture) == [False] * 4
    discs = [shape for shape in picture.shapes if isinstance(shape, Disc)]
    assert len(discs) == 4  # two candidates on each of two days; no roles are marked
    assert [label for label in labels(picture) if label in ("8", "2", "3", "5")].count("8") >= 1
    assert {"День 1", "День 2"} <= set(labels(picture))
    assert crosses(picture) == 3


def test_a_withdrawn_nomination_is_dashed() -> None:
    assert arrows(picture_of(protocol("start; roles; go; dawn; 1+5; 1-5; 1+6"))) == [True, False]


def test_roles_are_marked_only_where_they_are_told() -> None:
    assert {"Д", "М", "Ш"} <= set(labels(picture_of(protocol(TWO_DAYS, secrets=True))))
    assert not {"Д", "М", "Ш"} & set(labels(picture_of(protocol(TWO_DAYS))))


@pytest.mark.parametrize("seed", range(10))
def test_everything_lies_inside_the_picture(seed: int) -> None:
    picture = picture_of(protocol_of(random_game(seed), secrets=True))
    for shape in picture.shapes:
        match shape:
            case Line(x1=x1, y1=y1, x2=x2, y2=y2):
                points = [(x1, y1), (x2, y2)]
            case Box(x=x, y=y, width=width, height=height):
                points = [(x, y), (x + width, y + height)]
            case Disc(x=x, y=y, radius=radius):
                points = [(x - radius, y - radius), (x + radius, y + radius)]
            case Label(x=x, y=y):
                points = [(x, y)]
        assert all(-1.3 <= x <= WIDTH + 1.3 and 0 <= y <= picture.height for x, y in points), shape


def test_a_very_long_game_shows_its_last_days() -> None:
    picture = picture_of(protocol_of(story(LONG, profile=OFFICIAL)))
    heads = [label for label in labels(picture) if re.fullmatch(r"Д\d+", label)]
    assert heads == [f"Д{day}" for day in range(31 - MAX_DAYS + 1, 32)]
    assert any(f"Дни до {31 - MAX_DAYS + 1} не поместились" in label for label in labels(picture))


def test_a_game_that_has_not_begun_its_days_has_a_picture() -> None:
    assert picture_of(protocol("start")).shapes
    assert len(pdf(story("start")).pages) == 1
