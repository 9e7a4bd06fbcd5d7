"""Nights out of the course of a game."""

from collections.abc import Sequence
from dataclasses import replace

from voice_judge.journal.protocol.course import Step
from voice_judge.journal.protocol.facts import CheckFact, Night, ShotFact
from voice_judge.rules import Checked, Event, NightFell, NightResult, ShotFired


def nights_of(steps: Sequence[Step]) -> tuple[Night, ...]:
    """Every night, with what was entered in it."""
    nights: list[Night] = []
    for step in steps:
        for event in step.events:
            if isinstance(event, NightFell):
                nights.append(Night(event.night, step.at, None, None, (), ()))
            elif nights:
                nights[-1] = _with(nights[-1], step, event)
    return tuple(nights)


def _with(night: Night, step: Step, event: Event) -> Night:
    match event:
        case NightResult(victim=victim):
            return replace(night, ended=step.at, victim=victim)
        case ShotFired(shooter=shooter, target=target):
            return replace(night, shots=(*night.shots, ShotFact(shooter, target, step.at, step.origin)))
        case Checked(checker=checker, seat=seat, found=found):
            return replace(night, checks=(*night.checks, CheckFact(checker, seat, found, step.at, step.origin)))
        case _:
            return night
