"""What may be said and how it is answered: grammars/ loaded, listed and matched."""

from voice_judge.grammar.answers import Answers, load_answers
from voice_judge.grammar.grammars import Grammars
from voice_judge.grammar.intent import Intent, Match, NotRecognized, SlotValue
from voice_judge.grammar.lint import LintError, lint
from voice_judge.grammar.load import load_grammars
from voice_judge.grammar.matcher import IntentMatcher
from voice_judge.grammar.problems import GrammarError
from voice_judge.grammar.words import UNKNOWN, fold, normalize, sentences

__all__ = [
    "UNKNOWN",
    "Answers",
    "GrammarError",
    "Grammars",
    "Intent",
    "IntentMatcher",
    "LintError",
    "Match",
    "NotRecognized",
    "SlotValue",
    "fold",
    "lint",
    "load_answers",
    "load_grammars",
    "normalize",
    "sentences",
]
