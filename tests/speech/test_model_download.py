"""A download loses nothing: it goes on where it stopped, and says in one line why it did."""

import errno
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.speech.file_server import Manners, serve
from voice_judge.errors import UserError
from voice_judge.speech import model_download
from voice_judge.speech.model_download import download, partial

BODY = bytes(range(256)) * 4000  # about a megabyte, no two places alike for long


class Meter:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[int, int | None]] = []

    def __call__(self, done: int, total: int | None) -> None:
        self.told.append((done, total))


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "model.zip"


def fetch(manners: Manners, target: Path) -> Meter:
    meter = Meter()
    with serve(manners) as address:
        download(f"{address}/model.zip", target, meter)
    return meter


def test_a_file_comes_whole_and_progress_is_told(target: Path) -> None:
    meter = fetch(Manners(BODY), target)
    assert target.read_bytes() == BODY
    assert meter.told[0] == (0, len(BODY))
    assert meter.told[-1] == (len(BODY), len(BODY))
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize(
    ("manners", "asked"),
    [
        pytest.param(Manners(BODY, breaks=[300_000]), ["bytes=300000-"], id="goes on by itself"),
        pytest.param(Manners(BODY, breaks=[300_000, 0]), ["bytes=300000-", None], id="twice in vain"),
        pytest.param(Manners(BODY, breaks=[300_000], ranges=False), ["bytes=300000-"], id="no ranges: from the start"),
        pytest.param(Manners(BODY, breaks=[300_000], etag=None), ["bytes=300000-"], id="no mark of its version"),
        pytest.param(Manners(BODY, length=False), [], id="length unknown"),
        pytest.param(Manners(b""), [], id="empty"),
    ],
)
def test_a_broken_connection_is_taken_up(manners: Manners, asked: list[str | None], target: Path) -> None:
    if manners.breaks[1:] == [0]:
        with pytest.raises(UserError, match=r"прервалась; получено и сохранено 0\.3 МБ.*ещё раз"):
            fetch(manners, target)
        asked = asked[:1]
    else:
        fetch(manners, target)
        assert target.read_bytes() == manners.body
    assert manners.asked[1:] == asked


def test_the_next_run_goes_on_where_the_last_one_stopped(target: Path) -> None:
    manners = Manners(BODY, breaks=[400_000, 0])
    with serve(manners) as address:
        with pytest.raises(UserError):
            download(f"{address}/model.zip", target, Meter())
        assert partial(target).read_bytes() == BODY[:400_000]
        meter = Meter()
        download(f"{address}/model.zip", target, meter)
    assert manners.asked == [None, "bytes=400000-", "bytes=400000-"]
    assert meter.told[0] == (400_000, len(BODY))
    assert target.read_bytes() == BODY


def test_a_file_that_has_changed_meanwhile_is_fetched_anew(target: Path) -> None:
    manners = Manners(BODY, breaks=[400_000, 0])
    with serve(manners) as address:
        with pytest.raises(UserError):
            download(f"{address}/model.zip", target, Meter())
        manners.body, manners.etag = BODY[::-1], '"two"'
        download(f"{address}/model.zip", target, Meter())
    assert target.read_bytes() == BODY[::-1]


def test_a_file_that_has_become_shorter_is_fetched_anew(target: Path) -> None:
    manners = Manners(BODY, breaks=[400_000, 0])
    with serve(manners) as address:
        with pytest.raises(UserError):
            download(f"{address}/model.zip", target, Meter())
        manners.body = BODY[:1000]
        with pytest.raises(UserError):
            download(f"{address}/model.zip", target, Meter())
        download(f"{address}/model.zip", target, Meter())
    assert target.read_bytes() == BODY[:1000]


def test_what_is_there_of_another_address_is_not_used(target: Path) -> None:
    partial(target).write_bytes(b"something else")
    manners = Manners(BODY)
    fetch(manners, target)
    assert manners.asked == [None]
    assert target.read_bytes() == BODY


@pytest.mark.parametrize(
    ("manners", "message"),
    [
        (Manners(BODY, status=404), "такого файла на сервере нет"),
        (Manners(BODY, status=503), r"сервер отказал \(код 503\)"),
        (Manners(BODY, status=407), "Прокси требует имя и пароль"),
        (Manners(b"<html>", kind="text/html; charset=utf-8"), "вместо архива пришла веб-страница"),
    ],
    ids=["404", "503", "407", "page"],
)
def test_a_refusal_is_one_line(manners: Manners, message: str, target: Path) -> None:
    with pytest.raises(UserError, match=message) as error:
        fetch(manners, target)
    assert "\n" not in str(error.value)
    assert not target.exists()


def test_a_part_from_another_place_is_not_put_in(target: Path) -> None:
    manners = Manners(BODY, breaks=[400_000], shift=5)
    with pytest.raises(UserError, match="отвечает не так"):
        fetch(manners, target)
    assert partial(target).read_bytes() == BODY[:400_000]


def test_no_connection_is_one_line_and_offers_the_way_without_network(target: Path) -> None:
    with serve(Manners()) as address:
        pass
    with pytest.raises(UserError, match=r"Нет связи с 127\.0\.0\.1.*установите из файла"):
        download(f"{address}/model.zip", target, Meter())


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (requests.exceptions.ProxyError(), "HTTPS_PROXY"),
        (requests.exceptions.SSLError(), "сертификат"),
        (requests.exceptions.ConnectTimeout(), "не отвечает"),
        (requests.exceptions.ReadTimeout(), "не отвечает"),
        (requests.exceptions.InvalidURL(), "это не адрес"),
        (requests.exceptions.MissingSchema(), "https://"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_what_else_a_network_does(
    fault: Exception, message: str, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(requests, "get", fail)
    with pytest.raises(UserError, match=message) as error:
        download("https://example.org/model.zip", target, Meter())
    assert "\n" not in str(error.value)


def test_too_little_space_is_told_before_anything_is_written(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 9, 1))
    with pytest.raises(UserError, match="не хватает места: нужно ещё 1 МБ"):
        fetch(Manners(BODY), target)
    assert not partial(target).exists()


@pytest.mark.parametrize(
    ("code", "message"),
    [(errno.ENOSPC, "место на диске кончилось; полученное сохранено"), (errno.EIO, "записать нельзя")],
)
def test_a_disk_that_refuses_is_told_and_what_came_is_kept(
    code: int, message: str, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = model_download._blocks

    def full_after_two(answer: Any) -> Iterator[bytes]:
        for number, block in enumerate(real(answer)):
            if number == 2:
                raise OSError(code, "")
            yield block

    monkeypatch.setattr(model_download, "_blocks", full_after_two)
    with pytest.raises(UserError, match=message):
        fetch(Manners(BODY), target)
    kept = partial(target).read_bytes()
    assert kept
    assert kept == BODY[: len(kept)]


def test_an_interruption_keeps_what_came(target: Path) -> None:
    def stop(done: int, _: int | None) -> None:
        if done > 500_000:
            raise KeyboardInterrupt

    manners = Manners(BODY)
    with serve(manners) as address:
        with pytest.raises(KeyboardInterrupt):
            download(f"{address}/model.zip", target, stop)
        assert partial(target).stat().st_size > 500_000
        download(f"{address}/model.zip", target, Meter())
    assert manners.asked[1] is not None
    assert target.read_bytes() == BODY
