"""Build the embedded model from public parts: `./run train` is this command.

./run train                         the whole model, hours on two cores; may be cut and started again at any time
./run train --smoke                 a tiny model in minutes, to see that every stage works
./run train --rhvoice DIR           with speech rendered by RHVoice (a folder with index.tsv)
./run train --experiment NAME       one of the experiments of training/acoustic/experiments.py
./run train --embed NAME            when all is done: put the model into models/NAME and its card into models/README.md
./run train --before DIR            compare with this model instead of the embedded one
./run train --only STAGE            a stage and what it needs: lexicon, speech, features, train, polish, model,
                                    evaluate, baseline, card
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from training.acoustic.experiments import EXPERIMENTS, SMOKE, STANDARD, experiment
from training.pipeline.build import Build
from training.pipeline.embed import check_name, embed
from training.pipeline.material import RealMaterial, SmokeMaterial
from training.pipeline.stages import Runner
from training.speech.rhvoice import INDEX
from voice_judge.errors import UserError
from voice_judge.places import cache_folder
from voice_judge.resources import resource
from voice_judge.speech.model_files import EMBEDDED, check_model_files, has_runtime_graph


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the stages; 2 if something that the user gave is wrong."""
    options = _options(arguments)
    work = (options.work or cache_folder() / "training").resolve()
    try:
        runner = Runner(_build(options, work).stages(), work)
        runner.run([options.only] if options.only else None)
        place = embed(runner, options.embed) if options.embed else runner.folder(options.only or "card")
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename or work}: {error.strerror}. Есть ли там место и право писать?", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Прервано. Та же команда продолжит с этого места.", file=sys.stderr)
        return 130
    print(place)
    return 0


def _build(options: argparse.Namespace, work: Path) -> Build:
    if options.embed:
        check_name(options.embed)
    if options.smoke:
        if options.rhvoice or options.embed or options.experiment or options.before:
            raise UserError("--smoke строит крошечную модель: уберите --rhvoice, --experiment, --before, --embed.")
        return Build(SmokeMaterial(), SMOKE, work)
    rhvoice = options.rhvoice.resolve() if options.rhvoice else None
    if rhvoice and not (rhvoice / INDEX).is_file():
        raise UserError(f"{rhvoice}: здесь нет списка записей {INDEX}. Укажите папку с записями RHVoice.")
    return Build(RealMaterial(rhvoice), experiment(options.experiment or STANDARD.name), work, _before(options.before))


def _before(chosen: Path | None) -> Path | None:
    """The model to compare with: the chosen one, else the embedded one if there is one."""
    if chosen is None:
        embedded = resource("models") / EMBEDDED
        return embedded if has_runtime_graph(embedded) else None
    if not chosen.is_dir():
        raise UserError(f"{chosen}: такой папки нет. Укажите папку с моделью Vosk через --before ПУТЬ.")
    check_model_files(chosen.resolve())
    return chosen.resolve()


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./run train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--smoke", action="store_true", help="a tiny model in minutes")
    parser.add_argument("--work", type=Path, metavar="DIR", help="where everything is kept (the user's cache)")
    parser.add_argument("--rhvoice", type=Path, metavar="DIR", help="speech rendered by RHVoice")
    parser.add_argument("--before", type=Path, metavar="DIR", help="the model to compare with (the embedded one)")
    parser.add_argument("--only", metavar="STAGE", help="this stage and what it needs")
    parser.add_argument("--embed", metavar="NAME", help="put the finished model into models/NAME")
    names = ", ".join(EXPERIMENTS)
    parser.add_argument("--experiment", metavar="NAME", help=f"one of: {names} ({STANDARD.name})")
    return parser.parse_args(arguments)
