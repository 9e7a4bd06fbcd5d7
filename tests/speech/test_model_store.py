"""Models are installed whole or not at all, whatever the archive, the disk or the server does."""

import errno
import io
import json
import os
import shutil
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.speech.file_server import Manners, serve
from voice_judge.errors import UserError
from voice_judge.speech import model_archive, model_store
from voice_judge.speech.model_files import check_model_files, sha256_of
from voice_judge.speech.model_store import ModelStore
from voice_judge.speech.models import load_model, model_path

EMBEDDED = model_path()
FILES = {"am/final.mdl": b"model", "conf/mfcc.conf": b"mfcc", "graph/words.txt": b"words"}


@pytest.fixture
def store(tmp_path: Path) -> ModelStore:
    return ModelStore(tmp_path / "models", taken=frozenset({"embedded"}))


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """For what does not depend on the files being a real model."""
    monkeypatch.setattr(model_store, "check_new_model", lambda *_: None)


def packed(path: Path, files: dict[str, bytes], inside: str = "vosk-model-ru/") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in files.items():
            archive.writestr(inside + name, body)
    return path


def entry(path: Path, name: str, mode: int = 0, body: bytes = b"x") -> Path:
    """An archive with a model, and one more entry."""
    packed(path, FILES)
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(info, body)
    return path


def nothing_left(store: ModelStore) -> bool:
    return not store.folder.exists() or not [path for path in store.folder.iterdir() if path.name != ".downloads"]


def test_a_zip_with_a_real_model_is_installed_checked_and_used(store: ModelStore, tmp_path: Path) -> None:
    files = {path.relative_to(EMBEDDED).as_posix(): path.read_bytes() for path in EMBEDDED.rglob("*") if path.is_file()}
    archive = packed(tmp_path / "any.zip", files, "mine/")
    receipt = store.install_file(archive)
    assert (receipt.name, receipt.size, receipt.sha256) == ("mine", archive.stat().st_size, sha256_of(archive))
    assert store.names() == ("mine",)
    assert store.receipt("mine") == receipt
    assert load_model(store.folder / "mine").knows("шериф")
    (store.folder / "mine/conf/mfcc.conf").write_text("--num-ceps=13\n")
    with pytest.raises(UserError, match="повреждён"):
        check_model_files(store.folder / "mine")


def test_a_folder_is_copied(store: ModelStore, tmp_path: Path) -> None:
    shutil.copytree(EMBEDDED, tmp_path / "somewhere/my-model")
    assert store.install_file(tmp_path / "somewhere").name == "my-model"
    shutil.rmtree(tmp_path / "somewhere")
    assert load_model(store.folder / "my-model").runtime_grammar


def test_a_model_that_crashes_the_engine_is_not_installed(store: ModelStore, tmp_path: Path) -> None:
    bad = Path(shutil.copytree(EMBEDDED, tmp_path / "bad"))
    (bad / "graph/HCLr.fst").write_bytes((bad / "graph/HCLr.fst").read_bytes()[:5000])
    with pytest.raises(UserError, match=r"bad: модель повреждена"):
        store.install_file(bad)
    assert nothing_left(store)


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("inside", "file", "name"),
    [
        ("vosk-model-ru/", "any.zip", "vosk-model-ru"),
        ("", "flat.zip", "flat"),
        ("", "Flat.ZIP", "Flat"),
        ("outer/inner/", "any.zip", "inner"),
        ("./dot/", "any.zip", "dot"),
    ],
)
def test_the_model_is_found_wherever_it_lies_in_the_archive(
    store: ModelStore, tmp_path: Path, inside: str, file: str, name: str
) -> None:
    assert store.install_file(packed(tmp_path / file, FILES, inside)).name == name
    assert (store.folder / name / "am/final.mdl").read_bytes() == b"model"


def truncated(path: Path) -> Path:
    packed(path, {**FILES, "am/big": os.urandom(50_000)})
    path.write_bytes(path.read_bytes()[:-200])
    return path


def flipped(path: Path) -> Path:
    """A byte of a file's contents is another."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, body in FILES.items():
            archive.writestr(f"m/{name}", body)
    path.write_bytes(path.read_bytes().replace(b"model", b"modem", 1))
    return path


def text(path: Path) -> Path:
    path.write_text("this is no zip")
    return path


def bomb(path: Path) -> Path:
    return packed(path, {**FILES, "am/zeros": bytes(20_000_000)})


def liar(path: Path) -> Path:
    """An entry that unpacks to more than it says."""
    packed(path, {**FILES, "am/zeros": bytes(20_000_000)})
    size = (20_000_000).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(size, (1000).to_bytes(4, "little")))
    return path


def many(path: Path) -> Path:
    return packed(path, {**FILES, **{f"am/{number}": b"" for number in range(model_archive.MOST_FILES)}})


def locked(path: Path) -> Path:
    """As if with a password: the flag of the first entry says so."""
    packed(path, FILES)
    data = bytearray(path.read_bytes())
    for sign, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(sign) + offset] |= 1
    path.write_bytes(bytes(data))
    return path


def two(path: Path) -> Path:
    packed(path, FILES, "one/")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("two/am/final.mdl", b"x")
    return path


BAD_ARCHIVES: list[tuple[str, Callable[[Path], Path], str]] = [
    ("up", lambda path: entry(path, "../evil"), "опасный архив"),
    ("up inside", lambda path: entry(path, "vosk-model-ru/../../evil"), "опасный архив"),
    ("absolute", lambda path: entry(path, "/etc/evil"), "опасный архив"),
    ("drive", lambda path: entry(path, "C:/evil"), "опасный архив"),
    ("backslash", lambda path: entry(path, "..\\evil"), "опасный архив"),
    ("stream", lambda path: entry(path, "vosk-model-ru/am/x:y"), "опасный архив"),
    ("link", lambda path: entry(path, "vosk-model-ru/am/l", stat.S_IFLNK | 0o777, b"/etc/passwd"), "ссылка"),
    ("device", lambda path: entry(path, "vosk-model-ru/am/d", stat.S_IFCHR | 0o666), "устройство"),
    ("pipe", lambda path: entry(path, "vosk-model-ru/am/p", stat.S_IFIFO | 0o666), "устройство"),
    ("twice", lambda path: entry(path, "vosk-model-ru/AM/final.mdl"), "дважды"),
    ("bomb", bomb, "это не модель"),
    ("liar", liar, r"повреждён|не модель"),
    ("many files", many, "это не модель"),
    ("password", locked, "под паролем"),
    ("truncated", truncated, "архив повреждён или это не zip"),
    ("flipped", flipped, "архив повреждён"),
    ("text", text, "архив повреждён или это не zip"),
    ("no model", lambda path: packed(path, {"readme.txt": b"x"}), "здесь нет модели"),
    ("two models", two, r"несколько моделей \(one, two\)"),
    ("cyrillic", lambda path: packed(path, FILES, "модель/"), "назовите её латиницей"),
    ("embedded", lambda path: packed(path, FILES, "embedded/"), "имя встроенной модели"),
    ("hidden", lambda path: packed(path, FILES, ".hidden/"), "назовите её латиницей"),
]


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("make", "message"), [case[1:] for case in BAD_ARCHIVES], ids=[case[0] for case in BAD_ARCHIVES]
)
def test_a_bad_archive_is_explained_and_leaves_nothing(
    store: ModelStore, tmp_path: Path, make: Callable[[Path], Path], message: str
) -> None:
    archive = make(tmp_path / "bad.zip")
    with pytest.raises(UserError, match=message) as error:
        store.install_file(archive)
    assert str(archive) in str(error.value)
    assert "\n" not in str(error.value)
    assert nothing_left(store)
    assert {path.name for path in tmp_path.iterdir()} <= {"bad.zip", "models"}


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_a_folder_with_something_else_than_files_is_refused(store: ModelStore, tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "model"
    (folder / "am").mkdir(parents=True)
    (folder / "am/final.mdl").write_bytes(b"x")
    if kind == "link":
        (folder / "secret").symlink_to("/etc/passwd")
    else:
        os.mkfifo(folder / "pipe")
    with pytest.raises(UserError, match="ссылка или устройство"):
        store.install_file(folder)
    assert nothing_left(store)


def test_what_is_not_there_or_no_model_is_told(store: ModelStore, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="такого файла или папки нет"):
        store.install_file(tmp_path / "none.zip")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match="здесь нет модели"):
        store.install_file(tmp_path / "empty")


@pytest.mark.usefixtures("unchecked")
def test_an_installed_model_is_replaced_only_when_asked(store: ModelStore, tmp_path: Path) -> None:
    store.install_file(packed(tmp_path / "a.zip", FILES))
    other = packed(tmp_path / "b.zip", {**FILES, "am/final.mdl": b"newer"})
    with pytest.raises(UserError, match=r"уже установлена.*--force"):
        store.install_file(other)
    assert (store.folder / "vosk-model-ru/am/final.mdl").read_bytes() == b"model"
    store.install_file(other, force=True)
    assert (store.folder / "vosk-model-ru/am/final.mdl").read_bytes() == b"newer"
    assert f"{sha256_of(store.folder / 'vosk-model-ru/am/final.mdl')}  am/final.mdl" in (
        store.folder / "vosk-model-ru.sha256"
    ).read_text("utf-8")
    assert not list(store.folder.glob(".new-*"))


@pytest.mark.usefixtures("unchecked")
def test_a_replacement_that_fails_leaves_the_old_model(
    store: ModelStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.install_file(packed(tmp_path / "a.zip", FILES))
    real = Path.rename

    def refuse(self: Path, target: Path) -> Path:
        if self.name == "vosk-model-ru" and target.parent == store.folder:
            raise OSError(errno.EIO, "input/output error")
        return real(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(UserError, match="input/output error"):
        store.install_file(packed(tmp_path / "b.zip", {**FILES, "am/final.mdl": b"newer"}), force=True)
    assert (store.folder / "vosk-model-ru/am/final.mdl").read_bytes() == b"model"


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("code", "message"),
    [(errno.ENOSPC, "не хватает места"), (errno.EROFS, "нет прав"), (errno.EACCES, "нет прав"), (errno.EIO, "беда")],
)
def test_a_disk_that_refuses_is_told(
    store: ModelStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, message: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(code, "беда", "место")

    monkeypatch.setattr(shutil, "copyfileobj", refuse)
    with pytest.raises(UserError, match=message) as error:
        store.install_file(packed(tmp_path / "a.zip", FILES))
    assert "\n" not in str(error.value)
    assert nothing_left(store)


@pytest.mark.usefixtures("unchecked")
def test_too_small_a_disk_is_noticed_before_unpacking(
    store: ModelStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 9, 1))
    with pytest.raises(UserError, match="не хватает места"):
        store.install_file(packed(tmp_path / "a.zip", FILES))


def test_a_place_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("in the way")
    store = ModelStore(tmp_path / "models")
    assert store.names() == ()
    with pytest.raises(UserError, match="models"):
        store.install_file(packed(tmp_path / "a.zip", FILES))


@pytest.mark.usefixtures("unchecked")
class TestFromTheServer:
    def body(self, final: bytes = b"model") -> bytes:
        memory = io.BytesIO()
        with zipfile.ZipFile(memory, "w") as archive:
            for name, content in {**FILES, "am/final.mdl": final}.items():
                archive.writestr(zipfile.ZipInfo(f"vosk-model-ru/{name}"), content)
        return memory.getvalue()

    def install(self, store: ModelStore, manners: Manners, **how: bool | str) -> None:
        with serve(manners) as address:
            store.install_official("vosk-model-ru", f"{address}/vosk-model-ru.zip", lambda *_: None, **how)  # type: ignore[arg-type]

    def test_it_is_fetched_installed_and_remembered(self, store: ModelStore) -> None:
        self.install(store, Manners(self.body()))
        receipt = store.receipt("vosk-model-ru")
        assert receipt is not None
        assert receipt.size == len(self.body())
        assert receipt.source.endswith("/vosk-model-ru.zip")
        assert not list((store.folder / ".downloads").iterdir())

    def test_a_broken_download_goes_on_at_the_next_install(self, store: ModelStore) -> None:
        body = self.body(os.urandom(100_000))
        manners = Manners(body, breaks=[60_000, 0])
        with serve(manners) as address:
            with pytest.raises(UserError, match="прервалась"):
                store.install_official("vosk-model-ru", f"{address}/m.zip", lambda *_: None)
            assert store.names() == ()
            store.install_official("vosk-model-ru", f"{address}/m.zip", lambda *_: None)
        assert manners.asked[-1] == "bytes=60000-"
        assert store.names() == ("vosk-model-ru",)

    def test_nothing_is_fetched_for_a_model_that_is_there(self, store: ModelStore) -> None:
        self.install(store, Manners(self.body()))
        manners = Manners(self.body())
        with pytest.raises(UserError, match="уже установлена"):
            self.install(store, manners)
        assert manners.asked == []

    def test_another_archive_than_last_time_needs_a_word(self, store: ModelStore) -> None:
        self.install(store, Manners(self.body()))
        shutil.rmtree(store.folder / "vosk-model-ru")
        with pytest.raises(UserError, match=r"не тот, что в прошлый раз.*--changed"):
            self.install(store, Manners(self.body(b"other")))
        assert store.names() == ()
        self.install(store, Manners(self.body()))
        self.install(store, Manners(self.body(b"other")), force=True, changed=True)
        assert (store.folder / "vosk-model-ru/am/final.mdl").read_bytes() == b"other"

    def test_a_published_sum_must_be_met(self, store: ModelStore, tmp_path: Path) -> None:
        (tmp_path / "a.zip").write_bytes(self.body())
        self.install(store, Manners(self.body()), sha256=sha256_of(tmp_path / "a.zip").upper())
        with pytest.raises(UserError, match="не тот архив"):
            self.install(store, Manners(self.body(b"other")), sha256=sha256_of(tmp_path / "a.zip"), force=True)
        assert (store.folder / "vosk-model-ru/am/final.mdl").read_bytes() == b"model"

    def test_a_bad_archive_is_fetched_again_next_time(self, store: ModelStore) -> None:
        with pytest.raises(UserError, match="повреждён"):
            self.install(store, Manners(b"no zip"))
        self.install(store, Manners(self.body()))
        assert store.names() == ("vosk-model-ru",)

    def test_an_archive_without_room_to_unpack_is_kept(
        self, store: ModelStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real = model_archive._check_space

        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "мало", "диск")

        monkeypatch.setattr(model_archive, "_check_space", full)
        with pytest.raises(UserError, match="не хватает места"):
            self.install(store, Manners(self.body()))
        monkeypatch.setattr(model_archive, "_check_space", real)
        manners = Manners(self.body())
        self.install(store, manners)
        assert manners.asked == []


@pytest.mark.parametrize("text", ["", "{", "[]", json.dumps({"name": 1}), "\0"])
def test_a_receipt_that_cannot_be_read_is_no_receipt(store: ModelStore, text: str) -> None:
    store.folder.mkdir()
    (store.folder / "m.receipt.json").write_text(text)
    assert store.receipt("m") is None


@pytest.mark.usefixtures("unchecked")
def test_what_a_killed_installation_left_is_swept_away_a_day_later(store: ModelStore, tmp_path: Path) -> None:
    old, new = store.folder / ".new-old", store.folder / ".new-running"
    for path in (old, new):
        path.mkdir(parents=True)
    os.utime(old, (1, 1))
    store.install_file(packed(tmp_path / "a.zip", FILES))
    assert not old.exists()
    assert new.exists()
    assert store.names() == ("vosk-model-ru",)
