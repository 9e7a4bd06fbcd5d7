"""The examples that grammars/ brings along: each sentence is a case."""

import pytest
from ruamel.yaml import YAML

from tests.grammar.conftest import heard
from voice_judge.grammar import Grammars, fold, normalize
from voice_judge.resources import resource

FILES = {path.stem: YAML(typ="safe").load(path) for path in sorted(resource("grammars").glob("*.yaml"))}


def _phases(name: str) -> list[str]:
    return list(FILES[name].get("phases", [name]))


def _examples() -> list[tuple[str, str, str]]:
    found = []
    for name, file in FILES.items():
        for key, intent in file.get("intents", {}).items():
            tests = intent["tests"]
            for sentence, slots in (tests if isinstance(tests, dict) else {key_0: {} for key_0 in tests}).items():
                told = [intent.get("intent", key), *(f"{slot}={_value(value)}" for slot, value in slots.items())]
                found += [(phase, sentence, " ".join(told)) for phase in _phases(name)]
    return found


def _value(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _negatives() -> list[tuple[str, str, str | None]]:
    return [
        (phase, sentence, reason)
        for name, file in FILES.items()
        for sentence, reason in file.get("never", {}).items()
        for phase in _phases(name)
    ]


@pytest.mark.parametrize(("phase", "sentence", "expected"), _examples())
def test_an_example_means_what_its_file_says(grammars: Grammars, phase: str, sentence: str, expected: str) -> None:
    assert heard(grammars, phase, sentence) == expected


@pytest.mark.parametrize(("phase", "sentence", "reason"), _negatives())
def test_a_negative_example_means_nothing(grammars: Grammars, phase: str, sentence: str, reason: str | None) -> None:
    found = heard(grammars, phase, sentence)
    assert found == f"no: {reason}" if reason else found.startswith("no: ")


def test_every_template_has_an_example_that_fits_it_alone(grammars: Grammars) -> None:
    for rules in grammars.phases.values():
        for rule in rules.intents:
            for template in rule.templates:
                words = [list(map(fold, normalize(sentence))) for sentence in rule.tests]
                assert any(template.at(sentence[first:]) for sentence in words for first in range(len(sentence)))
