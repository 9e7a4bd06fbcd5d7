"""`voice-judge models`: which speech models there are, installing one, checking one."""

import argparse
import sys
from argparse import Namespace
from pathlib import Path

from voice_judge.commands.model_report import model_report, whisper_report
from voice_judge.commands.options import Commands, add_grammars, grammars_of
from voice_judge.errors import UserError
from voice_judge.progress import progress
from voice_judge.speech.model_archive import WHISPER_MARK
from voice_judge.speech.model_catalogue import Catalogue, OfficialModel, load_catalogue
from voice_judge.speech.model_files import EMBEDDED, missing_files, model_size
from voice_judge.speech.model_store import ModelStore, Receipt
from voice_judge.speech.models import embedded_path, load_model, model_path, store


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("models", help="модели речи: список, установка, проверка")
    actions = parser.add_subparsers(title="действия", required=True, metavar="ДЕЙСТВИЕ")
    actions.add_parser("list", help="встроенная, установленные и официальные").set_defaults(run=_list)
    install = actions.add_parser("install", help="установить официальную по имени или из архива, папки")
    install.add_argument("model", metavar="NAME|ZIP|DIR", help="например vosk-model-small-ru-0.22")
    install.add_argument("--force", action="store_true", help="заменить установленную")
    install.add_argument(
        "--changed", action="store_true", help="принять архив, сумма которого не та, что в прошлый раз"
    )
    install.add_argument("--mirror", metavar="URL", help="брать архив официальной модели из другого места")
    install.set_defaults(run=_install)
    check = actions.add_parser("check", help="знает ли модель слова грамматик, принимает ли список фраз")
    check.add_argument("model", nargs="?", metavar="NAME|DIR", help="по умолчанию та, которая слушает")
    check.add_argument("--all", action="store_true", help="показать каждое слово, и известные тоже")
    add_grammars(check)
    check.set_defaults(run=_check)


def _list(_: Namespace) -> None:
    """Print what is there and what can be fetched."""
    installed, catalogue, current = store(), load_catalogue(), _current()
    print("Встроенная:")
    print(_line(EMBEDDED, _state(embedded_path()), current == embedded_path()))
    print(f"Установленные ({installed.folder}):" if installed.names() else "Установленных нет.")
    for name in installed.names():
        path = installed.folder / name
        print(_line(name, _state(path), current == path))
    print("Официальные Vosk для русского языка (voice-judge models install NAME):")
    for model in catalogue.models:
        have = "установлена" if installed.find(model.name) else "не установлена"
        print(_line(model.name, f"около {_megabytes(model.size)}, {have}; {model.note}", False))
    if current is not None and current not in {
        embedded_path(),
        *(installed.folder / name for name in installed.names()),
    }:
        print(f"Слушает другая: {current}")


def _install(options: Namespace) -> None:
    """Install a model and show its size and sum."""
    installed, catalogue = store(), load_catalogue()
    source = Path(options.model)
    if source.exists():
        receipt = installed.install_file(source, force=options.force)
    elif official := catalogue.find(options.model):
        receipt = _fetch(installed, catalogue, official, options)
    else:
        raise UserError(_unknown(options.model, catalogue))
    print(f"Модель {receipt.name} установлена: {installed.folder / receipt.name}")
    print(f"Размер {_megabytes(receipt.size)} ({receipt.size} байт), SHA-256 {receipt.sha256}")
    print(f"Проверить: voice-judge models check {receipt.name}; слушать ею: --model {receipt.name}")


def _fetch(installed: ModelStore, catalogue: Catalogue, model: OfficialModel, options: Namespace) -> Receipt:
    url = catalogue.address(model, options.mirror)
    print(f"voice-judge: скачиваю {url} (около {_megabytes(model.size)})", file=sys.stderr)
    try:
        with progress(model.name, 1.0) as bar:
            return installed.install_official(
                model.name,
                url,
                lambda done, total: bar(done / (total or model.size)),
                sha256=model.sha256,
                force=options.force,
                changed=options.changed,
            )
    except KeyboardInterrupt:
        message = "\nvoice-judge: скачанное сохранено: та же команда продолжит с этого места"
        print(message, file=sys.stderr)
        raise


def _check(options: Namespace) -> None:
    """Print what the model knows and can do; a needed word that it does not know is an error."""
    grammars = grammars_of(options.grammars)
    path = model_path(options.model)
    if (path / WHISPER_MARK).is_file():
        print("\n".join(whisper_report(path)))
        return
    model = load_model(path)
    report = model_report(model, grammars, everything=options.all)
    print("\n".join(report.lines))
    if report.needed:
        raise UserError(f"{model.path}: модель не знает нужных слов: {', '.join(report.needed)}.")


def _unknown(name: str, catalogue: Catalogue) -> str:
    if Path(name).name != name or name.lower().endswith(".zip"):
        return f"{name}: такого файла или папки нет."
    names = ", ".join(model.name for model in catalogue.models)
    return f"«{name}»: нет ни такой папки, ни такой модели. Официальные: {names}."


def _current() -> Path | None:
    try:
        return model_path()
    except UserError:
        return None


def _state(path: Path) -> str:
    try:
        missing = missing_files(path)
        return f"неполная, нет: {', '.join(missing)}" if missing else _megabytes(model_size(path))
    except OSError as error:
        return f"не читается: {error.strerror}"


def _line(name: str, about: str, current: bool) -> str:
    return f"  {name:<26} {about}{' (слушает она)' if current else ''}"


def _megabytes(size: float) -> str:
    return f"{size / 1e9:.1f} ГБ".replace(".", ",") if size >= 1e9 else f"{max(1, round(size / 1e6))} МБ"
