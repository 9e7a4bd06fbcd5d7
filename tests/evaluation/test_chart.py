"""The pictures: sound SVG, points where they belong, whatever the values."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from voice_judge.errors import UserError
from voice_judge.evaluation.chart import Chart, Series

SVG = "{http://www.w3.org/2000/svg}"


def circles(chart: Chart) -> list[tuple[float, float]]:
    found = ElementTree.fromstring(chart.svg()).iter(f"{SVG}circle")
    return [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in found]


def test_more_is_further_right_and_higher() -> None:
    places = circles(Chart("t", "x", "y", [Series("s", [(0.0, 0.0), (1.0, 50.0), (2.0, 100.0)])]))
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    assert [y for _, y in places] == sorted((y for _, y in places), reverse=True)
    assert places[1] == pytest.approx(((places[0][0] + places[2][0]) / 2, (places[0][1] + places[2][1]) / 2), abs=0.1)


def test_tenfold_is_the_same_way_on_a_logarithmic_axis() -> None:
    (a, _), (b, _), (c, _) = circles(Chart("t", "x", "y", [Series("s", [(0.1, 1), (1, 1), (10, 1)])], log_x=True))
    assert b - a == pytest.approx(c - b, abs=0.2)


@pytest.mark.parametrize(
    "points",
    [[], [(1.0, 1.0)], [(0.0, 0.0), (0.0, 0.0)], [(1e-9, 1e9), (1e9, 1e-9)], [(-5.0, -1.0), (5.0, 3.0)]],
)
def test_any_points_can_be_drawn(points: list[tuple[float, float]]) -> None:
    chart = Chart("t", "x", "y", [Series("s", points)])
    for x, y in circles(chart):
        assert 0 <= x <= 640
        assert 0 <= y <= 400


def test_text_is_escaped() -> None:
    texts = [one.text for one in ElementTree.fromstring(Chart("a < b & c", "<x>", "y", []).svg()).iter(f"{SVG}text")]
    assert "a < b & c" in texts
    assert "<x>" in texts


def test_a_picture_that_cannot_be_written_is_one_message(tmp_path: Path) -> None:
    Chart("t", "x", "y", []).write(tmp_path / "new" / "folder" / "t.svg")
    assert (tmp_path / "new" / "folder" / "t.svg").read_text("utf-8").startswith("<svg")
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(UserError, match="картинка не записывается"):
        Chart("t", "x", "y", []).write(tmp_path / "file" / "t.svg")
