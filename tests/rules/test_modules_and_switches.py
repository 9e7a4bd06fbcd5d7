"""The modules of section H, and what every switch of the profile changes."""

from dataclasses import replace
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from tests.rules.case import Case
from tests.rules.cases_modules import MODULES
from tests.rules.cases_switches import SWITCHES, UNCHANGED
from voice_judge.rules import OFFICIAL, RulesProfile
from voice_judge.rules.profile import switch_fields


@pytest.mark.parametrize("case", MODULES, ids=[case.situation for case in MODULES])
def test_module(case: Case) -> None:
    case.run()


@pytest.mark.parametrize("case", SWITCHES, ids=[f"{case.id}: {case.when}" for case in SWITCHES])
def test_switch(case: Case) -> None:
    case.run()


@pytest.mark.parametrize("case", SWITCHES, ids=[f"{case.id}: {case.when}" for case in SWITCHES])
def test_switch_makes_the_difference(case: Case) -> None:
    """With the official value of the switch the case does not hold, unless it says what stays unchanged."""
    name = case.id.split("=")[0]
    others = {key: value for key, value in case.switches.items() if key != name}
    official = replace(case, switches=others)
    if case.section == UNCHANGED:
        official.run()
        return
    with pytest.raises(AssertionError):
        official.run()


def test_every_value_of_every_switch_has_a_case() -> None:
    hints = get_type_hints(RulesProfile)
    wanted = set()
    for switch in switch_fields():
        if switch.metadata["where"] == "table":
            continue  # obeyed by the part that listens and speaks, and tested there
        hint, official = hints[switch.name], getattr(OFFICIAL, switch.name)
        if get_origin(hint) is Literal:
            wanted |= {f"{switch.name}={value}" for value in get_args(hint) if value != official}
        elif hint is bool:
            wanted.add(f"{switch.name}={not official}")
        else:
            assert any(case.id.startswith(f"{switch.name}=") for case in SWITCHES), switch.name
    assert wanted <= {case.id for case in SWITCHES}
