"""The nights: the judge's script, shots, checks and the morning (4.2, 4.5)."""

from voice_judge.rules.circle import next_opener, next_word, pass_floor
from voice_judge.rules.commands import Check, Checker, Shoot
from voice_judge.rules.draft import Draft
from voice_judge.rules.events import (
    Cause,
    Checked,
    DayBegan,
    GameOver,
    NightResult,
    NumbersCalled,
    OwnShotNoted,
    PlayerLeft,
    ScriptStep,
    ShotFired,
    ShotsMissing,
    Step,
)
from voice_judge.rules.outcome import Refused
from voice_judge.rules.profile import RulesProfile
from voice_judge.rules.reasons import refuse
from voice_judge.rules.seats import TABLE_SIZE, Seat
from voice_judge.rules.state import JudgeState, Roles, Stage, TableState
from voice_judge.rules.victory import draw_is_due, judge_victory

Script = tuple[tuple[Step, float | None], ...]


def script(night: int, profile: RulesProfile) -> Script:
    """The steps of a night and their seconds: a matter of the profile only, never of who is alive (F21-F24)."""
    if night == 0:
        steps: list[tuple[Step, float | None]] = [(Step.DON_WAKES, None)]
        if profile.don_sleeps_first_night:
            steps.append((Step.DON_SLEEPS, None))
        steps += [(Step.MAFIA_WAKES, profile.agreement_seconds), (Step.MAFIA_SLEEPS, None)]
        if profile.free_seating_seconds:
            steps.append((Step.FREE_SEATING, profile.free_seating_seconds))
        steps.append((Step.SHERIFF_GREETS, None))
        if profile.sheriff_sleeps_first_night:
            steps.append((Step.SHERIFF_SLEEPS, None))
        return tuple(steps)
    together = profile.shooting == "together"
    return (
        (Step.MAFIA_HUNTS, profile.hunt_seconds if together else TABLE_SIZE * profile.number_seconds),
        (Step.MAFIA_LEAVES, None),
        (Step.DON_SEEKS, None),
        (Step.DON_SLEEPS, None),
        (Step.SHERIFF_WAKES, None),
        (Step.SHERIFF_SLEEPS, None),
    )


def proceed_night(draft: Draft) -> Refused | None:
    """The next step of the script, or the morning after the last."""
    if draft.table.stage is Stage.DEALING and draft.judge.roles is None:
        return refuse("roles_missing")
    steps = script(draft.table.night, draft.profile)
    done = [step for step, _ in steps].index(draft.table.step) + 1 if draft.table.step else 0
    if done == len(steps):
        return morning(draft)
    step, seconds = steps[done]
    draft.add(ScriptStep(step, seconds))
    if step is Step.MAFIA_HUNTS and draft.profile.shooting == "numbers":
        called = draft.table.seats if draft.profile.numbers_called == "all" else draft.table.alive
        draft.add(NumbersCalled(called, draft.profile.number_seconds))
    return None


# --- shots and checks ------------------------------------------------------------------------------------------


def shoot(draft: Draft, command: Shoot) -> Refused | None:
    """One black player's shot, or none (4.5.3). A second one of the same night makes a miss (F7)."""
    roles, alive = _roles(draft), draft.table.alive
    seats = draft.table.seats
    if command.shooter not in seats or command.target not in (None, *seats):
        return refuse("no_such_seat")
    if command.shooter not in alive:
        return refuse("not_alive")
    if command.shooter not in roles.black:
        return refuse("not_black")
    if command.target is not None and command.target not in alive and draft.profile.shot_at_dead == "refuse":
        return refuse("not_alive")
    own = command.target in roles.black
    if own and draft.profile.shot_at_own == "refuse":
        return refuse("own_target")
    draft.add(ShotFired(command.shooter, command.target))
    if own and command.target is not None and draft.profile.shot_at_own == "warn":
        draft.add(OwnShotNoted(command.shooter, command.target))
    return None


def check(draft: Draft, command: Check) -> Refused | None:
    """The don's or the sheriff's check: once a night, of a player at the table (4.5.6-4.5.8)."""
    roles, alive = _roles(draft), draft.table.alive
    checker = _checking_seat(draft, command.checker)
    if command.seat not in draft.table.seats:
        return refuse("no_such_seat")
    if checker is None:
        return refuse("not_alive")
    if command.checker in draft.judge.checked:
        return refuse("already_checked")
    if command.seat not in alive:
        return refuse("not_alive")
    if command.seat == checker and not draft.profile.self_check:
        return refuse("self_check")
    found = command.seat == roles.sheriff if command.checker is Checker.DON else command.seat in roles.black
    draft.add(Checked(command.checker, command.seat, found))
    return None


def _checking_seat(draft: Draft, checker: Checker) -> Seat | None:
    """Who makes the check: the living don or sheriff; nobody inherits it by default (F23)."""
    roles, alive = _roles(draft), draft.table.alive
    seat = roles.don if checker is Checker.DON else roles.sheriff
    if seat in alive:
        return seat
    if checker is Checker.DON and draft.profile.don_successor == "mafia":
        return next((mafia for mafia in roles.mafia if mafia in alive), None)
    return None


def _roles(draft: Draft) -> Roles:
    roles = draft.judge.roles
    if roles is None:
        raise AssertionError("shots and checks are not expected before the roles are known")
    return roles


# --- the morning -----------------------------------------------------------------------------------------------


def victim_of(table: TableState, judge: JudgeState, profile: RulesProfile) -> Seat | None:
    """Whom the night's shots kill, or None for a miss (4.5.4, 4.5.5, F3-F10)."""
    if judge.roles is None:
        return None
    living = [seat for seat in judge.roles.black if seat in table.alive]
    shots = [shot for shot in judge.shots if shot.shooter in living]
    targets = {shot.target for shot in shots}
    everyone_once = sorted(shot.shooter for shot in shots) == living
    enough = bool(living) if profile.shooters == "living" else len(living) == len(judge.roles.black)
    if not (everyone_once and enough and len(targets) == 1):
        return None
    target = targets.pop()
    return target if target in table.alive else None


def morning(draft: Draft) -> Refused | None:
    """«День. Все просыпаются»: the night's news, the victim's last word, the circle (4.2.5, 4.5.4)."""
    if draft.table.night == 0:
        draft.add(DayBegan(1, next_opener(draft.table, draft.profile, draft.table.alive)))
        pass_floor(draft)
        return None
    missing = shots_missing(draft)
    if missing and not draft.judge.warned:
        named = ", ".join(str(seat) for seat in missing)
        return refuse("shots_missing", f"Нет выстрела: {named}.", (ShotsMissing(missing),))
    _wake(draft, victim_of(draft.table, draft.judge, draft.profile))
    return None


def shots_missing(draft: Draft) -> tuple[Seat, ...]:
    """The living black players without any entry this night; none while the roles are unknown."""
    roles = draft.judge.roles
    if roles is None:
        return ()
    entered = {shot.shooter for shot in draft.judge.shots}
    return tuple(seat for seat in roles.black if seat in draft.table.alive and seat not in entered)


def _wake(draft: Draft, victim: Seat | None) -> None:
    survivors = tuple(seat for seat in draft.table.alive if seat != victim)
    draft.add(
        DayBegan(draft.table.day + 1, next_opener(draft.table, draft.profile, survivors)),
        NightResult(draft.table.night, victim),
    )
    if victim is not None:
        draft.add(PlayerLeft(victim, Cause.SHOT))
        judge_victory(draft)
    if draw_is_due(draft, at_nightfall=False):
        draft.add(GameOver(None, "rules"))
    elif draft.judge.is_decided or draft.profile.night_word == "before_circle":
        next_word(draft)
    else:
        pass_floor(draft)
