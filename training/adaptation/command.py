"""`voice-judge adapt`: the model learns the club's own voices from its own recordings, here, on this machine.

Found by the command line through the entry point group `voice_judge.commands`. Nothing here imports PyTorch.
"""

import argparse
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from training.adaptation.adapting import Plan, Result, adapt, workshop
from training.adaptation.amounts import check_amount, short_enough, tell_of_talk, within_time
from training.adaptation.labelled import Labelled, Parts, parted
from training.adaptation.material import of_game, of_manifest
from voice_judge.commands.options import Commands, add_grammars, grammar_directory, grammars_of
from voice_judge.commands.stored_games import library, load, number_of
from voice_judge.errors import UserError
from voice_judge.grammar import Grammars
from voice_judge.settings import load_settings
from voice_judge.speech.models import model_path, store

_NEEDED = ("torch", "kaldi_native_fbank")
INSTALL = 'pip install "voice-judge[train]"'


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("adapt", help="дообучить модель на записях своего клуба (5-10 минут с подписями)")
    parser.add_argument("games", nargs="*", metavar="GAME", help="номера игр, записанных с --record, или last")
    parser.add_argument(
        "--manifest", type=Path, action="append", default=[], metavar="TSV", help="ещё записи с подписями (список)"
    )
    parser.add_argument("--model", type=Path, metavar="NAME|DIR", help="какую модель (или VOICE_JUDGE_MODEL)")
    parser.add_argument("--seed", type=int, default=1, help="жребий, кому учить, кому проверять (1)")
    add_grammars(parser)
    parser.set_defaults(run=_adapt)


def _adapt(options: Namespace) -> None:
    """Adapt, and say how it went; exit code 1 if the new model was refused."""
    if not options.games and not options.manifest:
        raise UserError("на чём учиться? Назовите номера записанных игр (voice-judge evidence) или --manifest СПИСОК.")
    if any(find_spec(name) is None for name in _NEEDED):
        raise UserError(f"для дообучения нужны ещё пакеты, установите их: {INSTALL}")
    listening = load_settings().listening
    base = model_path(options.model or listening.model or None).absolute()
    grammars = grammar_directory(options.grammars or listening.grammars)
    with workshop() as folder:
        parts = _parts(tuple(_material(options, grammars_of(grammars), folder)), options.seed)
        result = adapt(Plan(base, parts, grammars), folder, store(), _say)
    print("\n".join(lines(result)))
    if result.name is None:
        raise SystemExit(1)


def lines(result: Result) -> Iterator[str]:
    """The figures side by side, the verdict and what to do next."""
    after = [shown for _, _, shown in result.new.rows()] if result.new else None
    for place, (name, _, before) in enumerate(result.old.rows()):
        yield f"  {name:<32} было {before}" + (f", стало {after[place]}" if after else "")
    if result.name is None:
        yield f"Отказ: {result.refusal} Ничего не установлено, модель осталась прежней."
        return
    yield f"Модель {result.name} установлена. Слушать ею: --model {result.name};"
    yield f"всегда: voice-judge settings set listening.model {result.name}"


def _material(options: Namespace, grammars: Grammars, folder: Path) -> Iterator[Labelled]:
    """What is named twice counts once."""
    clips = folder / "clips"
    clips.mkdir()
    games = library()
    for number in dict.fromkeys(number_of(games, name) for name in options.games):
        yield from of_game(load(games, str(number)), grammars, clips)
    for manifest in {path.resolve(): path for path in options.manifest}.values():
        yield from of_manifest(manifest)


def _parts(found: Sequence[Labelled], seed: int) -> Parts:
    """What of it is learnt from and what is measured on; everything that cannot be is said or refused here."""
    usable = short_enough(found, _say)
    check_amount(usable)
    parts = parted(usable, seed)
    tell_of_talk(usable, parts.held, _say)
    return replace(parts, lessons=within_time(parts.lessons, seed, _say))


def _say(line: str) -> None:
    print(f"voice-judge: {line}", file=sys.stderr)
