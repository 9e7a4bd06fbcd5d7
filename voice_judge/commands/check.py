"""`voice-judge check`: are the grammars sound, and does the model know all their words."""

import argparse
from argparse import Namespace

from voice_judge.commands.options import Commands, add_sources, check_words, grammars_of
from voice_judge.speech.engines import load_engine


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("check", help="проверить грамматики и модель: знает ли она все слова")
    add_sources(parser)
    parser.set_defaults(run=_check)


def _check(options: Namespace) -> None:
    """Check that the grammars are sound and that the model knows all their words."""
    grammars = grammars_of(options.grammars)
    engine = load_engine(options.model, options.engine)
    check_words(grammars, engine.knows)
    print(f"Грамматики в порядке, модель {engine.name} знает все слова.")
