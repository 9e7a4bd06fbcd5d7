"""Fetch a big file so that nothing received is lost: it grows beside its place and goes on where it stopped.

Beside `NAME.part` lies `NAME.part.json` with the server's mark of the file's version: a rest is only asked for of
the same version (RFC 9110, section 13.1.5, If-Range).
"""

import errno
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import requests
from urllib3.exceptions import HTTPError, ReadTimeoutError

from voice_judge.errors import UserError

_CONNECT_SECONDS, _READ_SECONDS = 15.0, 60.0
_BLOCK = 1 << 18  # bytes
_RETRIES = 5  # times a connection may break in a row, each after some progress, before we give up for now
_PARTIAL, _UNSATISFIABLE, _NOT_FOUND, _PROXY_WANTS_PASSWORD = 206, 416, 404, 407

FROM_FILE = "Или скачайте архив в другом месте и установите из файла: voice-judge models install ФАЙЛ.zip"


Meter = Callable[[int, int | None], None]
"""Told after every block how many bytes of how many are there; None: the server did not say how many."""


class _BrokenError(Exception):
    """The connection ended before the file did."""


@dataclass(frozen=True, slots=True)
class _Version:
    """What the server said about the file whose beginning we have."""

    url: str
    mark: str | None  # its ETag or date
    total: int | None


def partial(target: Path) -> Path:
    """Where a file that is not whole yet grows."""
    return target.with_name(target.name + ".part")


def download(url: str, target: Path, meter: Meter) -> None:
    """Fetch `url` into `target` (its folder exists), going on from what an earlier try left.

    Raises:
        UserError: no connection, a refusal, a broken connection, no space; what was received is kept.
        KeyboardInterrupt: as the user wished; what was received is kept.
    """
    for retry in range(_RETRIES + 1):
        before = _size(partial(target))
        try:
            _fetch(url, target, meter)
            return
        except _BrokenError:
            if retry == _RETRIES or _size(partial(target)) <= before:
                kept = _size(partial(target)) / 1e6
                raise UserError(
                    f"Связь с {_host(url)} прервалась; получено и сохранено {kept:.1f} МБ. "
                    "Запустите ту же команду ещё раз: загрузка продолжится с этого места."
                ) from None
        except requests.RequestException as error:
            raise UserError(f"{_explain(error, url)} {FROM_FILE}") from None
        except OSError as error:
            raise _disk_error(error, target) from None


def _fetch(url: str, target: Path, meter: Meter) -> None:
    part, known = partial(target), _load_version(target)
    have = _size(part) if known and known.url == url else 0
    if known and have and have == known.total:
        _complete(target)
        return
    headers = {"Accept-Encoding": "identity"}
    if have:
        headers["Range"] = f"bytes={have}-"
        if known and known.mark:
            headers["If-Range"] = known.mark
    with requests.get(url, headers=headers, stream=True, timeout=(_CONNECT_SECONDS, _READ_SECONDS)) as answer:
        if answer.status_code == _UNSATISFIABLE and have:
            _forget(target)  # the file has become shorter than what we have: begin again
            raise _BrokenError
        answer.raise_for_status()
        _refuse_page(answer, url)
        have = have if answer.status_code == _PARTIAL and _continues(answer, have) else 0
        total = _total(answer, have)
        _keep_version(target, _Version(url, _mark(answer), total))
        _check_space(part.parent, None if total is None else total - have)
        with part.open("ab" if have else "wb") as file:
            file.truncate(have)
            _pour(answer, file, have, total, meter)
    _complete(target)


def _complete(target: Path) -> None:
    partial(target).replace(target)
    _version_file(target).unlink(missing_ok=True)


def _pour(answer: requests.Response, file: Any, have: int, total: int | None, meter: Meter) -> None:
    meter(have, total)
    for block in _blocks(answer):
        file.write(block)
        have += len(block)
        meter(have, total)
    file.flush()
    if total is not None and have < total:
        raise _BrokenError


def _blocks(answer: requests.Response) -> Iterator[bytes]:
    try:
        yield from answer.raw.stream(_BLOCK, decode_content=False)
    except ReadTimeoutError as error:
        raise requests.ReadTimeout(str(error)) from None
    except HTTPError as error:
        raise _BrokenError from error


def _continues(answer: requests.Response, have: int) -> bool:
    """Whether the part sent begins where ours ends; a server that sends another one cannot be used for that."""
    if answer.headers.get("Content-Range", "").startswith(f"bytes {have}-"):
        return True
    raise requests.RequestException("Content-Range")


def _total(answer: requests.Response, have: int) -> int | None:
    length = answer.headers.get("Content-Length", "")
    return have + int(length) if length.isdigit() else None


def _mark(answer: requests.Response) -> str | None:
    """What tells this version of the file from another; a weak ETag may not be used for that."""
    tag = answer.headers.get("ETag")
    return tag if tag and not tag.startswith("W/") else answer.headers.get("Last-Modified")


def _refuse_page(answer: requests.Response, url: str) -> None:
    """Networks of hotels and clubs answer every address with their own page until one signs in."""
    if answer.headers.get("Content-Type", "").startswith("text/html"):
        raise UserError(
            f"{_host(url)}: вместо архива пришла веб-страница; войдите в сеть через браузер и повторите. {FROM_FILE}"
        )


def _check_space(folder: Path, needed: int | None) -> None:
    free = shutil.disk_usage(folder).free
    if needed is not None and free < needed:
        raise UserError(f"{folder}: не хватает места: нужно ещё {needed / 1e6:.0f} МБ, свободно {free / 1e6:.0f} МБ.")


def _explain(error: requests.RequestException, url: str) -> str:
    host = _host(url)
    match error:
        case requests.exceptions.ProxyError():
            return f"Прокси не пропускает к {host}: проверьте HTTPS_PROXY и HTTP_PROXY."
        case requests.exceptions.SSLError():
            return f"{host}: сертификат сайта не принят; проверьте дату на компьютере и настройки прокси."
        case requests.Timeout():
            return f"{host} не отвечает; полученное сохранено, попробуйте позже."
        case requests.HTTPError(response=requests.Response() as answer):
            return _refusal(answer.status_code, url)
        case requests.ConnectionError():
            return f"Нет связи с {host}: проверьте интернет."
        case requests.exceptions.InvalidSchema() | requests.exceptions.MissingSchema():
            return f"{url}: адрес должен начинаться с https:// или http://."
        case requests.exceptions.InvalidURL():
            return f"{url}: это не адрес."
    return f"{host}: сервер отвечает не так, как положено ({error})."


def _refusal(status: int, url: str) -> str:
    if status == _NOT_FOUND:
        return f"{url}: такого файла на сервере нет (404)."
    if status == _PROXY_WANTS_PASSWORD:
        return "Прокси требует имя и пароль (407): укажите их в HTTPS_PROXY."
    return f"{_host(url)}: сервер отказал (код {status}), попробуйте позже."


def _disk_error(error: OSError, target: Path) -> UserError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return UserError(
            f"{target.parent}: место на диске кончилось; полученное сохранено. Освободите место и повторите."
        )
    return UserError(f"{target.parent}: записать нельзя: {error.strerror or error}.")


def _host(url: str) -> str:
    return urlsplit(url).netloc or url


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _version_file(target: Path) -> Path:
    return target.with_name(target.name + ".part.json")


def _keep_version(target: Path, version: _Version) -> None:
    body = {"url": version.url, "mark": version.mark, "total": version.total}
    _version_file(target).write_text(json.dumps(body), "utf-8")


def _load_version(target: Path) -> _Version | None:
    try:
        body = json.loads(_version_file(target).read_text("utf-8"))
        return _Version(str(body["url"]), body["mark"], body["total"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _forget(target: Path) -> None:
    partial(target).unlink(missing_ok=True)
    _version_file(target).unlink(missing_ok=True)
