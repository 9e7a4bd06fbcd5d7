"""What several commands share: their common options, and the parts that these options name."""

import argparse
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.grammar import Grammars, lint, load_grammars
from voice_judge.rules import Phase, ProfileError, RulesProfile, load_profile
from voice_judge.speech.engines import ENGINES, load_engine
from voice_judge.table.announcer import ANSWER_KEYS
from voice_judge.table.ears import Ears
from voice_judge.table.reactions import INTENTS
from voice_judge.table.settings import Lead

Commands = argparse._SubParsersAction  # the type has no public name

GRAMMARS_ENVIRONMENT = "VOICE_JUDGE_GRAMMARS"
SYNONYMS = "nominate_candidacy"
"""The entry of grammars/day.yaml with the other wordings of a nomination (rule case C22)."""


def add_table(parser: argparse.ArgumentParser) -> None:
    """The options of a command that judges a game."""
    parser.add_argument("--json", action="store_true", help="печатать строки JSON (docs/events.md)")
    parser.add_argument(
        "--rules", default="official", metavar="NAME|FILE.toml", help="правила: official, federation, файл"
    )
    parser.add_argument(
        "--lead", choices=[lead.value for lead in Lead], default="assistant", help="кто ведёт: программа или судья"
    )
    add_sources(parser)


def add_sources(parser: argparse.ArgumentParser) -> None:
    """The options of a command that listens."""
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0], help="чем слушать (vosk)")
    parser.add_argument(
        "--model", type=Path, metavar="NAME|DIR", help="модель: имя установленной или папка (или VOICE_JUDGE_MODEL)"
    )
    add_grammars(parser)


def add_grammars(parser: argparse.ArgumentParser) -> None:
    """The option of a command that needs to know what may be said."""
    parser.add_argument("--grammars", type=Path, metavar="DIR", help="папка с грамматиками (или VOICE_JUDGE_GRAMMARS)")


def grammar_directory(option: Path | None) -> Path | None:
    """The folder of the option or of the environment; None: the one inside the program."""
    from_environment = os.environ.get(GRAMMARS_ENVIRONMENT)
    return option or (Path(from_environment) if from_environment else None)


def grammars_of(directory: Path | None, profile: RulesProfile | None = None) -> Grammars:
    """The grammars, fit for the rules in force; a mistake in a file raises UserError with its line."""
    phases = [phase.value for phase in Phase]
    found = load_grammars(grammar_directory(directory), handlers=INTENTS, required_answers=ANSWER_KEYS, phases=phases)
    return found if profile is None or profile.nomination_synonyms else found.without(SYNONYMS)


def rules_of(name: str) -> RulesProfile:
    """The rules by name or file."""
    try:
        return load_profile(name)
    except ProfileError as error:
        raise UserError(str(error)) from None


def ears_maker(options: Namespace, grammars: Grammars) -> Callable[[], Ears]:
    """Ears for the options' model; says on the error stream what the judge should know about it."""
    engine = load_engine(options.model, options.engine)
    if engine.note:
        print(f"voice-judge: {engine.note}", file=sys.stderr)
    check_words(grammars, engine.knows)
    return lambda: Ears(grammars, engine)


def check_words(grammars: Grammars, knows: Callable[[str], bool]) -> None:
    """Raise UserError if the model lacks a word of the grammars."""
    errors = lint(grammars, knows)
    if errors:
        raise UserError("\n".join(str(error) for error in errors))
