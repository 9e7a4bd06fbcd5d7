"""`voice-judge interpret`: what a phrase means in a phase of the game."""

import argparse
import json
from argparse import Namespace

from voice_judge.commands.options import Commands, add_sources, grammars_of
from voice_judge.errors import UserError
from voice_judge.grammar import sentences
from voice_judge.grammar.intent import Intent
from voice_judge.rules import Phase
from voice_judge.table.records import plain_slots


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("interpret", help="что значит фраза в данной фазе игры")
    parser.add_argument("text", help="фраза, например «я выставляю игрока номер пять»")
    parser.add_argument("--phase", default="day", help="introduction, night, day, vote, last_word, over")
    parser.add_argument("--json", action="store_true", help="печатать строки JSON")
    add_sources(parser)
    parser.set_defaults(run=_interpret)


def _interpret(options: Namespace) -> None:
    """Print the intent and slots of a phrase, or the reason for none."""
    grammars = grammars_of(options.grammars)
    known = [phase.value for phase in Phase]
    if options.phase not in known:
        raise UserError(f"нет фазы «{options.phase}»; есть: {', '.join(known)}")
    words, pauses = sentences(options.text)
    for match in grammars.matcher(options.phase).match(words, True, pauses):
        if isinstance(match, Intent):
            body: dict[str, object] = {"type": "heard", "text": match.text, "intent": match.name}
            body["slots"] = plain_slots(match.slots)
            text = " ".join([match.name, *(f"{name}={_plain(value)}" for name, value in match.slots.items())])
        else:
            body = {"type": "not_recognized", "text": match.text, "reason": match.reason}
            text = f"not_recognized: {match.reason}"
        print(json.dumps(body, ensure_ascii=False) if options.json else text)


def _plain(value: object) -> str:
    return ",".join(str(number) for number in value) if isinstance(value, tuple) else str(value)
